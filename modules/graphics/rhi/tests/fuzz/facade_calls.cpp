// The part of the calls' fuzzer that speaks to the facade: one shader pair, one uniform, one triangle.
#include "calls.h"

#include "../support/programs.h"

#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

namespace ludus::graphics::rhi::fuzz
{
namespace
{
constexpr uint8 BYTES[256]{};

class FacadeFuzzer final
{
public:
    explicit FacadeFuzzer(ByteReader input) : Input{input} {}

    void Run()
    {
        Begin();
        for (uint32 i = 0; i < MAX_OPERATIONS && !Input.IsEmpty(); ++i)
        {
            Operate();
        }
    }

private:
    void Begin()
    {
        (void)Watcher.Watch("Start", [] { return Start({.Name = "fuzz"}, {}, BackendSelection::Reference); });
        (void)Watcher.Watch("SetFrameTarget", [] { return SetFrameTarget({.Width = 8, .Height = 4}); });
    }

    template <class Call, class... Outputs>
    void Watch(const char* name, Call call, const Outputs&... outputs)
    {
        (void)Watcher.Watch(name, call, outputs...);
    }

    void Operate()
    {
        switch (Input.Below(16))
        {
        case 0:
            Watch("BeginFrame", [] { return BeginFrameStatus(); });
            break;
        case 1:
            Watch("EndFrame", [] { return EndFrameStatus(); });
            break;
        case 2:
        {
            const PipelineHandle pipeline = Pipelines.Pick(Input);
            Watch("DrawFullscreen", [&] { return DrawFullscreen(pipeline); });
            break;
        }
        case 3:
        {
            ShaderDescription description = Input.Flag() ? tests::GetQuadrantsVertex() : tests::GetQuadrantsFragment();
            const uint32 spoil = Input.Byte();
            description.Spirv = description.Spirv.first(spoil >= 224 ? spoil : description.Spirv.size());
            description.UniformSize = spoil == 1 ? Input.Size() : description.UniformSize;
            ShaderHandle& shader = Shaders.Pick(Input);
            Watch(
                "CreateShader", [&] { return CreateShader(description, shader); }, shader);
            break;
        }
        case 4:
        {
            const usize size = Input.Flag() ? 48 : Input.Size();
            UniformHandle& uniform = Uniforms.Pick(Input);
            Watch(
                "CreateUniform", [&] { return CreateUniform(size, uniform); }, uniform);
            break;
        }
        case 5:
        {
            const PipelineDescription description{Shaders.Pick(Input), Shaders.Pick(Input), Uniforms.Pick(Input)};
            PipelineHandle& pipeline = Pipelines.Pick(Input);
            Watch(
                "CreatePipeline", [&] { return CreatePipeline(description, pipeline); }, pipeline);
            break;
        }
        case 6:
        {
            const UniformHandle uniform = Uniforms.Pick(Input);
            const usize size = Input.Flag() ? 48 : Input.Byte();
            Watch("UpdateUniform", [&] { return UpdateUniform(uniform, {BYTES, size}); });
            break;
        }
        case 7:
            DestroyOne();
            break;
        case 8:
            Ask();
            break;
        case 9:
            Disturb(Input);
            break;
        case 10:
        {
            const FrameTarget target{.Width = Input.Byte(),
                                     .Height = Input.Half(),
                                     .Red = Input.Flag() ? 0.5 : 1e300,
                                     .ShouldPresentToSurface = Input.Byte() != 255};
            Watch("SetFrameTarget", [&] { return SetFrameTarget(target); });
            break;
        }
        case 11:
            Restart();
            break;
        default:
            MakeWhole();
            break;
        }
    }

    // Everything that a draw needs, and the draw.
    void MakeWhole()
    {
        ShaderHandle& vertex = Shaders.Items[0];
        ShaderHandle& fragment = Shaders.Items[1];
        UniformHandle& uniform = Uniforms.Items[0];
        PipelineHandle& pipeline = Pipelines.Items[0];
        Watch(
            "CreateShader", [&] { return CreateShader(tests::GetQuadrantsVertex(), vertex); }, vertex);
        Watch(
            "CreateShader", [&] { return CreateShader(tests::GetQuadrantsFragment(), fragment); }, fragment);
        Watch(
            "CreateUniform", [&] { return CreateUniform(48, uniform); }, uniform);
        Watch(
            "CreatePipeline",
            [&] {
                return CreatePipeline({vertex, fragment, uniform}, pipeline);
            },
            pipeline);
        Watch("UpdateUniform", [&] { return UpdateUniform(uniform, {BYTES, 48}); });
        Watch("BeginFrame", [] { return BeginFrameStatus(); });
        Watch("DrawFullscreen", [&] { return DrawFullscreen(pipeline); });
        Watch("EndFrame", [] { return EndFrameStatus(); });
    }

    void DestroyOne()
    {
        switch (Input.Below(3))
        {
        case 0:
        {
            const ShaderHandle shader = Shaders.Pick(Input);
            Watch("Destroy", [&] { return Destroy(shader); });
            break;
        }
        case 1:
        {
            const UniformHandle uniform = Uniforms.Pick(Input);
            Watch("Destroy", [&] { return Destroy(uniform); });
            break;
        }
        default:
        {
            const PipelineHandle pipeline = Pipelines.Pick(Input);
            Watch("Destroy", [&] { return Destroy(pipeline); });
            break;
        }
        }
    }

    void Ask()
    {
        const ShaderHandle shader = Shaders.Pick(Input);
        (void)Watcher.Poll("GetStatus", [&] { return GetStatus(shader); });
        const UniformHandle uniform = Uniforms.Pick(Input);
        (void)Watcher.Poll("GetStatus", [&] { return GetStatus(uniform); });
        const PipelineHandle pipeline = Pipelines.Pick(Input);
        (void)Watcher.Poll("GetStatus", [&] { return GetStatus(pipeline); });
        (void)GetStartup();
        (void)GetFrameInfo();
    }

    void Restart()
    {
        switch (Input.Below(6))
        {
        case 0:
            Shutdown();
            break;
        case 1:
            ShutdownRendering();
            break;
        case 2:
            (void)Initialize({.Name = "fuzz"});
            (void)ConnectWindow({});
            (void)InitializeRendering();
            break;
        case 3:
        {
            const auto selection = Input.Pick(BackendSelection::Reference);
            const DeviceRequirements requirements{Input.Word(), Input.Word()};
            Watch("Start", [&] { return Start({.Name = "fuzz"}, {}, selection, requirements); });
            break;
        }
        default:
            Begin();
            break;
        }
    }

    ByteReader Input;
    Rules Watcher{};
    Pool<ShaderHandle> Shaders{};
    Pool<UniformHandle> Uniforms{};
    Pool<PipelineHandle> Pipelines{};
};
} // namespace

void FuzzFacade(ByteReader input)
{
    FacadeFuzzer{input}.Run();
}
} // namespace ludus::graphics::rhi::fuzz
