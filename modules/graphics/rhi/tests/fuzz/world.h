// A device on the reference backend with one of everything at hand: what inputs of graphs and of calls start from.
#pragma once

#include "rules.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::fuzz
{
/// Buffers of a world, one of each role at least.
enum class BufferName : uint8
{
    PlainVertices,
    Indices,
    DrawBlocks,
    QuadVertices,
    QuadInstances,
    Addends, // storage
    Sums,    // storage that a kernel writes
    Steps,   // uniform of the kernel
    StorageVertices,
    Arguments, // of indirect draws
    Count,
};

constexpr uint32 BUFFER_COUNT = static_cast<uint32>(BufferName::Count);

/// Textures 0 and 1 are attachments of 8 by 4 texels, texture 2 is sampled only.
constexpr uint32 TEXTURE_COUNT = 3;
constexpr uint32 ATTACHMENT_COUNT = 2;
constexpr usize BUFFER_BYTES = 256; // of every buffer that has no shape of its own

struct World final
{
    Rules Watcher{};
    DeviceHandle Device{};
    SurfaceHandle Surface{};

    BufferHandle Buffers[BUFFER_COUNT]{};
    usize Sizes[BUFFER_COUNT]{};
    TextureHandle Textures[TEXTURE_COUNT]{};
    TextureViewHandle Views[TEXTURE_COUNT]{};
    SamplerHandle Sampler{};

    BindingLayoutHandle PlainLayout{};
    BindingLayoutHandle QuadLayout{};
    BindingLayoutHandle KernelLayout{};
    RasterShaderHandle PlainVertex{};
    RasterShaderHandle PlainFragment{};
    RasterShaderHandle QuadVertex{};
    RasterShaderHandle QuadFragment{};
    RasterShaderHandle Kernel{};
    RasterPipelineHandle PlainPipelines[2]{}; // to the surface, to an attachment
    RasterPipelineHandle QuadPipelines[2]{};
    ComputePipelineHandle KernelPipeline{};
    BindingSetHandle PlainSet{};
    BindingSetHandle QuadSets[TEXTURE_COUNT]{}; // one a texture
    BindingSetHandle KernelSet{};

    RasterVertexSlice PlainSlices[1]{};
    RasterVertexSlice QuadSlices[2]{};

    /// Starts the session and makes everything; nothing is disturbed yet, so all of it must work.
    void Make(const DeviceDescription& description);

    [[nodiscard]] BufferHandle& Get(BufferName name) { return Buffers[static_cast<uint32>(name)]; }

    [[nodiscard]] usize GetSize(BufferName name) const { return Sizes[static_cast<uint32>(name)]; }

    /// A square in plain colour; with `isOffscreen`, for an attachment.
    [[nodiscard]] RasterDraw GetPlainDraw(bool isOffscreen) const;

    /// A quad that shows a texture.
    [[nodiscard]] RasterDraw GetQuadDraw(uint32 texture, bool isOffscreen) const;

    [[nodiscard]] ComputeDispatch GetDispatch() const;

    [[nodiscard]] BindingSetHandle MakeQuadSet(TextureViewHandle view);

private:
    void MakeBuffers();
    void MakeTextures();
    void MakePrograms();
};

/// The kernel of a world.
[[nodiscard]] RasterShaderDescription GetKernelShader();

/// A device with everything the reference offers and small storage.
[[nodiscard]] DeviceDescription GetWorldDescription();
} // namespace ludus::graphics::rhi::fuzz
