// A scene's resources on a device: uploaded a little each tick, then ready to be drawn with.
#pragma once

#include "mips.h"
#include "scene.h"
#include "upload_plan.h"

#include <common/device_session.h>

#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace ludus::view
{
namespace rhi = graphics::rhi;

/// Binding numbers of shaders/view.slang.
constexpr uint32 FRAME_BINDING = 0;
constexpr uint32 DRAW_BINDING = 1;
constexpr uint32 JOINT_BINDING = 2;
constexpr uint32 FIRST_TEXTURE_BINDING = 3; // then its sampler, then the next texture
constexpr usize BINDING_COUNT = FIRST_TEXTURE_BINDING + 2 * std::size(TEXTURES);

/// Frame of shaders/view.slang, byte for byte.
struct FrameUniform final
{
    Matrix ClipFromWorld{};
    Float4 Eye{};
    Float4 ToLight{};
    Float4 Options{};
};

/// Draw of shaders/view.slang, byte for byte.
struct DrawUniform final
{
    Matrix WorldFromModel{};
    Matrix NormalFromModel{};
    Float4 BaseColor{};
    Float4 Surface{};
    Float4 Emissive{};
    Float4 Factors{};
    Float4 TexCoords[2 * std::size(TEXTURES)]{}; // two rows a texture
};

/// Joints of shaders/view.slang: three rows of each matrix.
constexpr usize JOINT_BLOCK_BYTES = MAX_JOINTS * JOINT_BYTES;

static_assert(sizeof(FrameUniform) == 112 && sizeof(FrameUniform) <= UNIFORM_SLOT_BYTES);
static_assert(JOINT_BLOCK_BYTES <= 16384);
static_assert(sizeof(DrawUniform) == 352 && sizeof(DrawUniform) <= UNIFORM_SLOT_BYTES);

class GpuScene final
{
public:
    /// `scene` must outlive this object; its vertices, indices and texels are needed until Done.
    explicit GpuScene(const Scene& scene) : Content(&scene), Plan(PlanUpload(scene)) {}

    [[nodiscard]] const UploadPlan& GetPlan() const noexcept { return Plan; }

    /// One step: a chunk of vertices, an image, or a small object. Working while steps are left, Waiting while the
    /// device prepares what was handed over, then Done; Failed with `GetProblem()`.
    [[nodiscard]] apps::Progress Upload(const apps::DeviceSession& session);

    /// Steps taken and steps in all.
    [[nodiscard]] usize GetStep() const noexcept { return Step; }

    [[nodiscard]] usize CountSteps() const noexcept;

    [[nodiscard]] const std::string& GetProblem() const noexcept { return Problem; }

    /// Pipeline for a draw of the scene; valid after Done.
    [[nodiscard]] rhi::RasterPipelineHandle GetPipeline(const Draw& draw) const noexcept;

    [[nodiscard]] rhi::BindingSetHandle GetBindings(uint32 material) const noexcept { return Sets[material]; }

    [[nodiscard]] rhi::RasterVertexSlice GetVertices(uint32 primitive) const noexcept;

    /// Of a primitive that a skin can move.
    [[nodiscard]] rhi::BufferHandle GetInfluences(uint32 primitive) const noexcept
    {
        return *InfluenceBuffers[primitive];
    }

    [[nodiscard]] rhi::BufferHandle GetIndices(uint32 primitive) const noexcept;

private:
    static constexpr usize PIPELINE_COUNT = 12; // skinned or not, times blended or not, times three ways to cull

    bool UploadChunk(usize index);
    bool UploadImage(usize index);
    bool CreateShared();
    bool HasMips(usize index);
    bool CreateTexture(const MipChain& chain, bool isData, const std::string& name, rhi::TextureHandle& texture);
    bool AddTexture(const MipChain& chain, bool isData, const std::string& name);
    bool CreateSet(usize material);
    bool FindSampler(const Texture& texture, rhi::SamplerHandle& sampler);
    bool CreatePipeline(usize index);
    [[nodiscard]] apps::Progress PollPending();
    bool Accept(rhi::RasterStatus status, const char* what);
    static usize PipelineIndex(bool isSkinned, bool isBlended, rhi::RasterCull cull) noexcept;

    const Scene* Content;
    UploadPlan Plan;
    rhi::DeviceHandle Device{};
    rhi::DeviceInfo Info{};
    usize Step{0};
    std::string Problem{};

    std::vector<rhi::BufferHandle> VertexBuffers{};                   // one a chunk
    std::vector<rhi::BufferHandle> IndexBuffers{};                    // one a chunk
    std::vector<std::optional<rhi::BufferHandle>> InfluenceBuffers{}; // one a primitive that a skin can move
    std::vector<rhi::TextureHandle> Textures{};                       // one an image, then a white one
    std::vector<rhi::TextureViewHandle> Views{};                      // likewise
    rhi::TextureHandle Unviewed{};                                    // the next of them, until it has its view
    std::optional<MipWork> Mips{};                                    // of the next of them
    std::vector<rhi::BindingSetHandle> Sets{};                        // one a material
    std::vector<rhi::SamplerDescription> SamplerKeys{};
    std::vector<rhi::SamplerHandle> Samplers{}; // one a key
    rhi::BufferHandle Uniforms{};
    rhi::RasterShaderHandle VertexStages[2]{}; // without skins, with skins
    rhi::RasterShaderHandle FragmentStages[2]{};
    rhi::BindingLayoutHandle Layout{};
    rhi::RasterPipelineHandle Pipelines[PIPELINE_COUNT]{};
};
} // namespace ludus::view
