// New against the third program: the frame says what it costs. Its three passes lie in named scopes; one frame is
// measured, polled without waiting, and printed as a table: what the GPU took for each pass and for the whole.
//
//     gallery-07: 3 passes on llvmpipe (LLVM 15.0.6, 256 bits)
//         boxes, twice as large     397.489 ms
//         filtered to size          167.104 ms
//         finished                  143.543 ms
//         the whole frame           708.152 ms
//
// Captures (RenderDoc) show the same names. A device without timestamps draws the same picture and says so.
#include "filter_cover.h"
#include "instanced_boxes.h"
#include "programs.h"

#include <ludus/graphics/rhi/gpu_scope.h>
#include <ludus/graphics/rhi/graph.h>

#include <instances.h>
#include <scopes.h>

#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;

constexpr uint32 SPOKES = 48;
constexpr uint32 RINGS = 9;
constexpr uint32 INSTANCES = SPOKES * RINGS;
constexpr rhi::RasterFormat FORMAT = rhi::RasterFormat::Rgba8Srgb;
constexpr Float3 LOOKED_AT{0, 0.5F, 1.2F};
constexpr uint32 WIDTH = 1280; // of the picture that is filtered down
constexpr uint32 HEIGHT = 800;

/// A bowl of boxes: each ring stands higher than the one inside, and goes on from rose to deep green.
std::vector<BoxInstance> MakeInstances()
{
    std::vector<BoxInstance> instances;
    for (uint32 number = 0; number < INSTANCES; ++number)
    {
        const uint32 row = number / SPOKES;
        const auto ring = static_cast<float32>(row);
        const auto spoke = static_cast<float32>(number % SPOKES);
        const float32 angle = 6.2831853F * (spoke + 0.5F * ring) / static_cast<float32>(SPOKES);
        const float32 radius = 3.2F + 1.25F * ring;
        const float32 height = 0.5F + 0.09F * ring * ring + 0.5F * std::sin(3 * angle + 0.6F * ring);
        const float32 part = ring / static_cast<float32>(RINGS - 1);
        instances.push_back({{radius * std::cos(angle), 0, radius * std::sin(angle), height},
                             {0.75F - 0.68F * part, 0.2F + 0.12F * part, 0.3F - 0.08F * part, 0.3F + 0.06F * ring}});
    }
    return instances;
}

rhi::GpuScopeDescription MakeScope(ludus::foundation::uint64 identity, std::string_view name)
{
    rhi::GpuScopeDescription scope;
    static_cast<void>(rhi::MakeGpuScope(identity, {name.data(), name.size()}, scope)); // of a fixed, legal name
    return scope;
}

class Scopes final : public Program
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.PortableRaster = true}; }

    [[nodiscard]] bool IsTimed() const override { return true; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        const Progress progress = CreateOnce(
            HasParts, [&] { return CreateParts(device); }, [&] { return PollPipelines(device); });
        if (progress != Progress::Done)
        {
            return progress;
        }
        // A device without timestamps refuses, and the frame is drawn all the same.
        IsMeasured = rhi::ArmGpuPassTimings(device) == rhi::RasterStatus::Ready &&
                     rhi::ArmGpuTiming(device) == rhi::RasterStatus::Ready;
        return Progress::Done;
    }

    [[nodiscard]] Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) override
    {
        if (!IsDrawn)
        {
            const rhi::DeviceStatus begun = rhi::BeginFrame(device, surface);
            if (begun == rhi::DeviceStatus::Skipped)
            {
                return Progress::Waiting;
            }
            rhi::FrameInfo frame;
            IsDrawn = begun == rhi::DeviceStatus::Ready &&
                      rhi::GetFrameInfo(device, surface, frame) == rhi::DeviceStatus::Ready && Draw(device, frame) &&
                      rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
            if (!IsDrawn)
            {
                return Progress::Failed;
            }
        }
        const Progress progress = Report(device);
        IsDrawn = progress != Progress::Done; // the next Render draws another frame
        return progress;
    }

private:
    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame)
    {
        const float32 isUnorm = frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F;
        const Float3 light = ludus::apps::Normalize({-0.4F, 0.75F, 0.5F});
        InstanceFrame scene;
        scene.ClipFromWorld = ludus::apps::Perspective(0.55F, 1.6F, 1, 200) *
                              ludus::apps::LookAt(TurnEye({0, 27, 34}, LOOKED_AT), LOOKED_AT, {0, 1, 0});
        scene.ToLight = {light.X, light.Y, light.Z, 0}; // the textures encode what is written
        const FilterOptions shrink{1.0F / static_cast<float32>(WIDTH), 1.0F / static_cast<float32>(HEIGHT), 0, 0};
        const FilterOptions finish{0, 0, 0.75F, isUnorm};

        Creator creator(device);
        const rhi::RasterDraw box = Boxes.GetDraw(BoxPipeline, creator.Uniform(BytesOf(scene)));
        const rhi::RasterDraw small = Cover.GetDraw(ShrinkPipeline, ShrinkSet, creator.Uniform(BytesOf(shrink)));
        const rhi::RasterDraw last = Cover.GetDraw(FinishPipeline, FinishSet, creator.Uniform(BytesOf(finish)));
        return creator.GetStatus() == rhi::RasterStatus::Ready &&
               Pass(device, BoxScope, {.Color = Large, .Clear = {0.83F, 0.79F, 0.72F, 1}}, box) &&
               Pass(device, ShrinkScope, {.Color = Small}, small) && Pass(device, FinishScope, {}, last);
    }

    // One pass in its scope. A scope that is refused would be no reason not to draw.
    static bool Pass(rhi::DeviceHandle device, const rhi::GpuScopeDescription& scope,
                     const rhi::RasterPassDescription& pass, const rhi::RasterDraw& draw)
    {
        static_cast<void>(rhi::BeginGpuScope(device, scope));
        const bool isDrawn = rhi::BeginRasterPass(device, pass) == rhi::RasterStatus::Ready &&
                             rhi::DrawIndexed(device, draw) == rhi::RasterStatus::Ready;
        static_cast<void>(rhi::EndGpuScope(device));
        return isDrawn;
    }

    // Prints the measured frame once it is there. Done as well when there is nothing to wait for.
    [[nodiscard]] Progress Report(rhi::DeviceHandle device)
    {
        if (!IsMeasured)
        {
            if (!IsPrinted)
            {
                std::printf("gallery-07: this device writes no timestamps\n");
                IsPrinted = true;
            }
            return Progress::Done;
        }
        rhi::GpuTiming whole;
        rhi::MeasurementAdapter adapter;
        if (rhi::GetGpuTiming(device, whole) != rhi::RasterStatus::Ready ||
            rhi::GetGpuPassTimings(device, Timings) != rhi::RasterStatus::Ready ||
            rhi::GetMeasurementAdapter(device, adapter) != rhi::RasterStatus::Ready)
        {
            return Progress::Failed;
        }
        if (whole.State == rhi::GpuTimingState::Pending || Timings.State == rhi::GpuTimingState::Pending)
        {
            return Progress::Waiting;
        }
        if (!IsPrinted)
        {
            std::printf("gallery-07: %u passes on %s\n", Timings.PassCount, adapter.Name);
            for (uint32 i = 0; i < Timings.PassCount; ++i)
            {
                const rhi::GpuPassTiming& pass = Timings.Passes[i];
                Print(pass.Scope.Name, pass.State, pass.DurationNanoseconds);
            }
            Print("the whole frame", whole.State, whole.DurationNanoseconds);
            IsPrinted = true;
        }
        return Progress::Done;
    }

    static void Print(const char* name, rhi::GpuTimingState state, ludus::foundation::uint64 nanoseconds)
    {
        if (state == rhi::GpuTimingState::Available)
        {
            std::printf("    %-24s %8.3f ms\n", name, static_cast<double>(nanoseconds) / 1e6);
        }
        else
        {
            std::printf("    %-24s   not measured\n", name);
        }
    }

    // Creates everything; the answer is the first refusal.
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        Creator creator(device, Parts);
        Boxes.Create(creator, MakeInstances());
        BoxPipeline = Boxes.CreatePipeline(creator, ludus::shaders::instances::Vertex(),
                                           ludus::shaders::instances::Fragment(), rhi::RasterTarget::Rgba8Srgb);
        Large = creator.Texture({.Width = WIDTH, .Height = HEIGHT, .Format = FORMAT, .Attachment = true}, "large");
        Small =
            creator.Texture({.Width = WIDTH / 2, .Height = HEIGHT / 2, .Format = FORMAT, .Attachment = true}, "small");
        Cover.Create(creator);
        const rhi::RasterShaderHandle vertex = creator.Shader(ludus::shaders::scopes::Vertex());
        const rhi::RasterShaderHandle fragment = creator.Shader(ludus::shaders::scopes::Fragment());
        ShrinkPipeline = Cover.CreatePipeline(creator, vertex, fragment, rhi::RasterTarget::Rgba8Srgb);
        FinishPipeline = Cover.CreatePipeline(creator, vertex, fragment, rhi::RasterTarget::Surface);
        ShrinkSet = Cover.Show(creator, Large);
        FinishSet = Cover.Show(creator, Small);
        return creator.GetStatus();
    }

    // Ready when all can be drawn with.
    [[nodiscard]] rhi::RasterStatus PollPipelines(rhi::DeviceHandle device) const
    {
        rhi::RasterStatus status = rhi::RasterStatus::Ready;
        for (const rhi::RasterPipelineHandle pipeline : {BoxPipeline, ShrinkPipeline, FinishPipeline})
        {
            status = status == rhi::RasterStatus::Ready ? rhi::GetStatus(device, pipeline) : status;
        }
        return status;
    }

    rhi::GpuScopeDescription BoxScope{MakeScope(1, "boxes, twice as large")};
    rhi::GpuScopeDescription ShrinkScope{MakeScope(2, "filtered to size")};
    rhi::GpuScopeDescription FinishScope{MakeScope(3, "finished")};
    rhi::GpuPassTimings Timings{};
    InstancedBoxes Boxes{};
    FilterCover Cover{};
    rhi::TextureHandle Large{};
    rhi::TextureHandle Small{};
    rhi::BindingSetHandle ShrinkSet{};
    rhi::BindingSetHandle FinishSet{};
    rhi::RasterPipelineHandle BoxPipeline{};
    rhi::RasterPipelineHandle ShrinkPipeline{};
    rhi::RasterPipelineHandle FinishPipeline{};
    Creations Parts{};
    bool HasParts{false};
    bool IsMeasured{false};
    bool IsDrawn{false};
    bool IsPrinted{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeScopes()
{
    return std::make_unique<Scopes>();
}
