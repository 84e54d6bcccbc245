// A headless Ludus device on the backend that LUDUS_BENCHMARK_LANE names (vulkan, webgpu or opengl; vulkan), and its
// objects made without fuss: a refusal ends the program.
#pragma once

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/graph.h>
#include <ludus/graphics/rhi/lifetime.h>
#include <ludus/graphics/rhi/raster.h>

#include <cstdint>
#include <span>
#include <vector>

namespace ludus::benchmarks
{
namespace rhi = ludus::graphics::rhi;

class Session
{
public:
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Ends the program, with the diagnostic, when a call did not answer Ready.
    void Check(rhi::RasterStatus status, const char* call) const;
    void Check(rhi::DeviceStatus status, const char* call) const;

    [[nodiscard]] rhi::BufferHandle CreateBuffer(rhi::BufferRole role, std::span<const std::byte> contents) const;
    [[nodiscard]] rhi::TextureViewHandle CreateTextureView(std::uint32_t extent) const;
    [[nodiscard]] rhi::SamplerHandle CreateSampler() const;
    [[nodiscard]] rhi::BindingLayoutHandle CreateLayout(std::span<const rhi::RasterBinding> bindings) const;
    [[nodiscard]] rhi::BindingSetHandle CreateSet(rhi::BindingLayoutHandle layout,
                                                  std::span<const rhi::RasterBindingResource> resources) const;
    [[nodiscard]] rhi::RasterPipelineHandle CreateQuadPipeline(rhi::BindingLayoutHandle layout, bool isBlended,
                                                               bool isCulled) const;

    [[nodiscard]] rhi::TextureHandle CreateTexture(const rhi::TextureDescription& description) const;
    [[nodiscard]] rhi::TextureHandle CreateAttachment(std::uint32_t extent) const;
    [[nodiscard]] rhi::TextureViewHandle CreateView(rhi::TextureHandle texture) const;

    /// A pipeline of other stages over the quad's corners.
    [[nodiscard]] rhi::RasterPipelineHandle CreateChainPipeline(rhi::BindingLayoutHandle layout,
                                                                const rhi::RasterShaderDescription& vertex,
                                                                const rhi::RasterShaderDescription& fragment,
                                                                rhi::RasterTarget target) const;

    void BeginFrame() const;
    void EndFrame() const;

    void Execute(rhi::OrderedGraph& graph, rhi::SubmissionToken& completion) const;

    /// A batch that records, and its submission as one frame.
    [[nodiscard]] rhi::CommandBatch BeginBatch() const;
    void SubmitBatch(rhi::CommandBatch& batch) const;

    /// Waits until the last frame has completed and answers with its pixels, RGBA8 rows top first.
    [[nodiscard]] std::vector<std::uint8_t> WaitForFrame() const;

    rhi::DeviceHandle Device;

private:
    [[noreturn]] void Refused(const char* call, int status) const;

    /// Polls until a resource that was created Pending is Ready.
    template <typename Handle>
    void Settle(rhi::RasterStatus created, const Handle& handle, const char* call) const;

    rhi::SurfaceHandle Surface;
    rhi::RasterShaderHandle Vertex;
    rhi::RasterShaderHandle Fragment;
};
} // namespace ludus::benchmarks
