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
#include "box.h"
#include "creator.h"

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
using ludus::apps::Float2;
using ludus::apps::Float3;
using ludus::apps::Float4;
using ludus::apps::Matrix;

/// Frame of shaders/instances.slang.
struct FrameUniform final
{
    Matrix ClipFromWorld{};
    Float4 ToLight{};
};

struct Instance final
{
    Float4 Place{};
    Float4 Color{};
};

constexpr uint32 SPOKES = 48;
constexpr uint32 RINGS = 9;
constexpr uint32 INSTANCES = SPOKES * RINGS;
constexpr rhi::RasterFormat FORMAT = rhi::RasterFormat::Rgba8Srgb;
constexpr uint32 WIDTH = 1280; // of the picture that is filtered down
constexpr uint32 HEIGHT = 800;

/// A bowl of boxes: each ring stands higher than the one inside, and goes on from rose to deep green.
std::vector<Instance> MakeInstances()
{
    std::vector<Instance> instances;
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
        if (!HasParts)
        {
            const rhi::RasterStatus status = CreateParts(device);
            if (status != rhi::RasterStatus::Ready)
            {
                return ProgressOf(status);
            }
            HasParts = true;
        }
        for (const rhi::RasterPipelineHandle pipeline : {BoxPipeline, ShrinkPipeline, FinishPipeline})
        {
            if (const rhi::RasterStatus status = rhi::GetStatus(device, pipeline); status != rhi::RasterStatus::Ready)
            {
                return ProgressOf(status);
            }
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
        FrameUniform scene;
        scene.ClipFromWorld = ludus::apps::Perspective(0.55F, 1.6F, 1, 200) *
                              ludus::apps::LookAt({0, 27, 34}, {0, 0.5F, 1.2F}, {0, 1, 0});
        scene.ToLight = {light.X, light.Y, light.Z, 0}; // the textures encode what is written
        const Float4 shrink{1.0F / static_cast<float32>(WIDTH), 1.0F / static_cast<float32>(HEIGHT), 0, 0};
        const Float4 finish{0, 0, 0.75F, isUnorm};

        Creator creator(device);
        const rhi::RasterVertexSlice boxes[] = {{Vertices, 0, sizeof(Box::Vertices)},
                                                {Places, 0, INSTANCES * sizeof(Instance)}};
        rhi::RasterDraw box;
        box.Pipeline = BoxPipeline;
        box.Bindings = BoxSet;
        box.Vertices = boxes;
        box.Indices = Indices;
        box.IndexCount = 36;
        box.VertexCount = 24;
        box.InstanceCount = INSTANCES;
        box.BindingOffsets.Bytes[0] = creator.Uniform(BytesOf(scene));
        const rhi::RasterVertexSlice corners[] = {{Corners, 0, 4 * sizeof(Float2)}};
        rhi::RasterDraw cover;
        cover.Vertices = corners;
        cover.Indices = CornerIndices;
        cover.IndexCount = 6;
        cover.VertexCount = 4;
        rhi::RasterDraw small = cover;
        small.Pipeline = ShrinkPipeline;
        small.Bindings = ShrinkSet;
        small.BindingOffsets.Bytes[0] = creator.Uniform(BytesOf(shrink));
        rhi::RasterDraw last = cover;
        last.Pipeline = FinishPipeline;
        last.Bindings = FinishSet;
        last.BindingOffsets.Bytes[0] = creator.Uniform(BytesOf(finish));
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
            std::printf("gallery-07: this device writes no timestamps\n");
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
        constexpr Box BOX = MakeBox();
        constexpr Float2 CORNERS[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        constexpr ludus::foundation::uint16 CORNER_INDICES[] = {0, 1, 2, 0, 2, 3};
        const std::vector<Instance> instances = MakeInstances();
        Creator creator(device);
        Vertices = creator.Buffer(rhi::BufferRole::Vertex, BytesOf(BOX.Vertices), "box vertices");
        Indices = creator.Buffer(rhi::BufferRole::Index16, BytesOf(BOX.Indices), "box indices");
        Places = creator.Buffer(rhi::BufferRole::Vertex, BytesOf(std::span<const Instance>(instances)), "places");
        Corners = creator.Buffer(rhi::BufferRole::Vertex, BytesOf(CORNERS), "corners");
        CornerIndices = creator.Buffer(rhi::BufferRole::Index16, BytesOf(CORNER_INDICES), "corner indices");
        Large = creator.Texture({.Width = WIDTH, .Height = HEIGHT, .Format = FORMAT, .Attachment = true}, "large");
        Small =
            creator.Texture({.Width = WIDTH / 2, .Height = HEIGHT / 2, .Format = FORMAT, .Attachment = true}, "small");

        constexpr rhi::RasterBinding BOX_BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(FrameUniform), true}};
        constexpr rhi::RasterBinding COVER_BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Fragment, sizeof(Float4), true},
            {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
            {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment}};
        const rhi::BufferHandle ring = creator.Ring();
        const rhi::SamplerHandle sampler = creator.Sampler(rhi::RasterFilter::Linear);
        const rhi::BindingLayoutHandle boxLayout = creator.Layout(BOX_BINDINGS);
        const rhi::BindingLayoutHandle coverLayout = creator.Layout(COVER_BINDINGS);
        const rhi::RasterBindingResource uniforms[] = {{0, ring, 0, sizeof(FrameUniform)}};
        BoxSet = creator.Set(boxLayout, uniforms);
        const auto show = [&](rhi::TextureHandle texture)
        {
            rhi::RasterBindingResource resources[3] = {{0, ring, 0, sizeof(Float4)}};
            resources[1].Binding = 1;
            resources[1].Texture = creator.View(texture);
            resources[2].Binding = 2;
            resources[2].Sampler = sampler;
            return creator.Set(coverLayout, resources);
        };
        ShrinkSet = show(Large);
        FinishSet = show(Small);

        constexpr rhi::RasterVertexStream BOX_STREAMS[] = {{sizeof(BoxVertex)}, {sizeof(Instance), true}};
        constexpr rhi::RasterVertexAttribute BOX_ATTRIBUTES[] = {
            {0, 0, offsetof(BoxVertex, Position), rhi::RasterVertexFormat::Float3},
            {1, 0, offsetof(BoxVertex, Normal), rhi::RasterVertexFormat::Float3},
            {2, 1, offsetof(Instance, Place), rhi::RasterVertexFormat::Float4},
            {3, 1, offsetof(Instance, Color), rhi::RasterVertexFormat::Float4},
        };
        constexpr rhi::RasterVertexStream COVER_STREAMS[] = {{sizeof(Float2)}};
        constexpr rhi::RasterVertexAttribute COVER_ATTRIBUTES[] = {{0, 0, 0, rhi::RasterVertexFormat::Float2}};
        rhi::RasterPipelineDescription boxes{creator.Shader(ludus::shaders::instances::Vertex()),
                                             creator.Shader(ludus::shaders::instances::Fragment()),
                                             boxLayout,
                                             BOX_STREAMS,
                                             BOX_ATTRIBUTES,
                                             true};
        boxes.Cull = rhi::RasterCull::Back;
        boxes.Target = rhi::RasterTarget::Rgba8Srgb;
        BoxPipeline = creator.Pipeline(boxes);
        rhi::RasterPipelineDescription cover{creator.Shader(ludus::shaders::scopes::Vertex()),
                                             creator.Shader(ludus::shaders::scopes::Fragment()), coverLayout,
                                             COVER_STREAMS, COVER_ATTRIBUTES};
        FinishPipeline = creator.Pipeline(cover);
        cover.Target = rhi::RasterTarget::Rgba8Srgb;
        ShrinkPipeline = creator.Pipeline(cover);
        return creator.GetStatus();
    }

    rhi::GpuScopeDescription BoxScope{MakeScope(1, "boxes, twice as large")};
    rhi::GpuScopeDescription ShrinkScope{MakeScope(2, "filtered to size")};
    rhi::GpuScopeDescription FinishScope{MakeScope(3, "finished")};
    rhi::GpuPassTimings Timings{};
    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Places{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Corners{};
    rhi::BufferHandle CornerIndices{};
    rhi::TextureHandle Large{};
    rhi::TextureHandle Small{};
    rhi::BindingSetHandle BoxSet{};
    rhi::BindingSetHandle ShrinkSet{};
    rhi::BindingSetHandle FinishSet{};
    rhi::RasterPipelineHandle BoxPipeline{};
    rhi::RasterPipelineHandle ShrinkPipeline{};
    rhi::RasterPipelineHandle FinishPipeline{};
    bool HasParts{false};
    bool IsMeasured{false};
    bool IsDrawn{false};
    bool IsPrinted{false};
};
} // namespace

int main(int count, char** values)
{
    Scopes program;
    return Run(program, "gallery-07", count, values);
}
