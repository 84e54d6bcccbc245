// The first program shows the smallest frame there is: two shader stages, one block of values, one triangle that covers
// the picture. Everything else is arithmetic in the fragment shader (shaders/fullscreen.slang).
#include "programs.h"

#include <fullscreen.h> // made from the Slang source by ludus_compile_shader

namespace
{
using namespace ludus::gallery;

/// Scene of shaders/fullscreen.slang.
struct SceneUniform final
{
    float32 Size[4]{};
    float32 Sun[4]{1.1F, 0.42F, 0.09F, 0};
    float32 Horizon[4]{0.85F, 0.32F, 0.12F, 0};
    float32 Zenith[4]{0.06F, 0.08F, 0.28F, 0};
};

class Fullscreen final : public DrawProgram
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.FullscreenRaster = true}; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        if (!HasParts)
        {
            HasParts = IsOwned(rhi::CreateShader(device, ludus::shaders::fullscreen::Vertex(), Vertex)) &&
                       IsOwned(rhi::CreateShader(device, ludus::shaders::fullscreen::Fragment(), Fragment)) &&
                       IsOwned(rhi::CreateUniform(device, sizeof(SceneUniform), Uniform));
            if (!HasParts)
            {
                return Progress::Failed;
            }
        }
        if (!HasPipeline)
        {
            // NotReady while a part is still being prepared: ask again at the next tick.
            const rhi::ResourceStatus status = rhi::CreatePipeline(device, {Vertex, Fragment, Uniform}, Pipeline);
            HasPipeline = IsOwned(status);
            if (!HasPipeline)
            {
                return status == rhi::ResourceStatus::NotReady ? Progress::Waiting : Progress::Failed;
            }
        }
        const rhi::ResourceStatus status = rhi::GetStatus(device, Pipeline);
        if (status == rhi::ResourceStatus::Pending)
        {
            return Progress::Waiting;
        }
        return status == rhi::ResourceStatus::Ready ? Progress::Done : Progress::Failed;
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) override
    {
        SceneUniform scene;
        scene.Size[0] = static_cast<float32>(frame.Width);
        scene.Size[1] = static_cast<float32>(frame.Height);
        scene.Size[2] = frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F;
        return rhi::UpdateUniform(device, Uniform, BytesOf(scene)) == rhi::ResourceStatus::Ready &&
               rhi::DrawFullscreen(device, Pipeline) == rhi::ResourceStatus::Ready;
    }

private:
    static bool IsOwned(rhi::ResourceStatus status)
    {
        return status == rhi::ResourceStatus::Ready || status == rhi::ResourceStatus::Pending;
    }

    rhi::ShaderHandle Vertex{};
    rhi::ShaderHandle Fragment{};
    rhi::UniformHandle Uniform{};
    rhi::PipelineHandle Pipeline{};
    bool HasParts{false};
    bool HasPipeline{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeFullscreen()
{
    return std::make_unique<Fullscreen>();
}
