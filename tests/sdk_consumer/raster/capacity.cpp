// More than a small program needs, through the installed package: 72 objects of every kind, 405 draws in 40 passes of
// one graph, and a batch of 1,100 draws; each picture is that of the same draws made directly.
#include "scene.h"

#include "count.h"

#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/graph.h>

#include <array>

namespace
{
using namespace consumer;
using ludus::foundation::usize;

constexpr auto READY = rhi::RasterStatus::Ready;
constexpr uint32 OBJECTS = 72;
constexpr uint32 PASSES = 40; // the last one shows what the others have drawn
constexpr uint32 DRAWS = 405;
constexpr uint32 BATCH_DRAWS = 1100;
constexpr uint32 COLUMNS = 9; // of the grid in which the objects lie

// One cell of the grid, in its lower left corner; instances move it.
constexpr float CELL = 2.0F / COLUMNS;
constexpr Vertex CELL_VERTICES[] = {{{-1.0F, -1.0F + CELL, 0.5F}, {0.0F, 0.0F}},
                                    {{-1.0F + CELL, -1.0F + CELL, 0.5F}, {1.0F, 0.0F}},
                                    {{-1.0F + CELL, -1.0F, 0.5F}, {1.0F, 1.0F}},
                                    {{-1.0F, -1.0F, 0.5F}, {0.0F, 1.0F}}};

struct Program
{
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::DeviceInfo Info{};
    bool DrawsPixels{false};

    // The scene that the layers are shown with, and OBJECTS of everything.
    Scene Shown{};
    rhi::TextureHandle Layers{}; // what the passes draw to
    rhi::BindingSetHandle ShowLayers{};
    rhi::BufferHandle Cell{};
    rhi::RasterPipelineHandle OnSurface{};
    rhi::RasterPipelineHandle OnTexture{};
    std::array<rhi::BufferHandle, OBJECTS> Instances{};
    std::array<rhi::BufferHandle, OBJECTS> Tints{};
    std::array<rhi::BindingSetHandle, OBJECTS> Sets{};
    std::array<rhi::RasterVertexSlice, 2 * OBJECTS> Slices{};
};

template <typename Handle, typename Create>
void Make(const Program& program, Handle& handle, Create create)
{
    EXPECT(Owned(create(handle)));
    Await(program.Device, handle);
}

// One object of each kind, on which the draws depend or which only takes its place.
void MakeObject(Program& program, uint32 index)
{
    const rhi::DeviceHandle device = program.Device;
    const Instance instance{{static_cast<float>(index % COLUMNS) * CELL, static_cast<float>(index / COLUMNS) * CELL},
                            1.0F - static_cast<float>(index) / (2 * OBJECTS)};
    const float tint[4] = {static_cast<float>(index % 5) / 4, static_cast<float>(index % 7) / 6, 0.5F, 1.0F};
    const auto makeBuffer = [&](rhi::BufferRole role, std::span<const uint8> bytes, rhi::BufferHandle& buffer) {
        Make(program, buffer, [&](auto& out) { return rhi::CreateBuffer(device, {role, bytes.size()}, bytes, out); });
    };
    makeBuffer(rhi::BufferRole::Vertex, BytesOf(instance), program.Instances[index]);
    makeBuffer(rhi::BufferRole::Uniform, BytesOf(tint), program.Tints[index]);

    rhi::TextureHandle texture;
    rhi::TextureViewHandle view;
    rhi::SamplerHandle sampler;
    const uint8 texel[] = {255, 255, 255, 255};
    Make(program, texture,
         [&](auto& out) {
             return rhi::CreateTexture(device, {.Width = 1, .Height = 1}, {texel, 4, {}}, out);
         });
    Make(program, view, [&](auto& out) { return rhi::CreateTextureView(device, texture, out); });
    Make(program, sampler, [&](auto& out) { return rhi::CreateSampler(device, {}, out); });
    const rhi::RasterBindingResource resources[] = {{0, program.Tints[index], 0, 16},
                                                    {.Binding = 1, .Texture = program.Shown.View},
                                                    {.Binding = 2, .Sampler = program.Shown.Sampler}};
    Make(program, program.Sets[index],
         [&](auto& out) { return rhi::CreateBindingSet(device, program.Shown.Layout, resources, out); });
    program.Slices[2 * index] = {program.Cell, 0, sizeof(CELL_VERTICES)};
    program.Slices[2 * index + 1] = {program.Instances[index], 0, sizeof(Instance)};

    Scene other; // stages and a layout of its own, from which a pipeline is made
    other.Tints = program.Shown.Tints;
    other.View = program.Shown.View;
    other.Sampler = program.Shown.Sampler;
    CreateBindings(device, other, program.Info.Profile.Raster.UniformOffsetAlignment);
    CreatePipeline(device, other);
    if (program.Info.Enabled.Compute)
    {
        const rhi::RasterBinding counts{0, rhi::RasterBindingKind::StorageReadWrite, rhi::RasterVisibility::Compute, 4};
        rhi::RasterShaderHandle shader;
        rhi::BindingLayoutHandle layout;
        rhi::ComputePipelineHandle pipeline;
        Make(program, shader,
             [&](auto& out) { return rhi::CreateRasterShader(device, ludus::shaders::count::Compute(), out); });
        Make(program, layout, [&](auto& out) { return rhi::CreateBindingLayout(device, {&counts, 1}, out); });
        Make(program, pipeline, [&](auto& out) { return rhi::CreateComputePipeline(device, {shader, layout}, out); });
    }
}

void MakeObjects(Program& program)
{
    const rhi::DeviceHandle device = program.Device;
    const usize stride = program.Info.Profile.Raster.UniformOffsetAlignment;
    CreateBuffers(device, program.Shown, stride);
    CreateImage(device, program.Shown);
    CreateBindings(device, program.Shown, stride);
    Make(program, program.Cell,
         [&](auto& out) {
             return rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, sizeof(CELL_VERTICES)}, BytesOf(CELL_VERTICES),
                                      out);
         });
    rhi::RasterPipelineDescription description = DescribePipeline(program.Shown);
    description.Depth = false; // later draws cover earlier ones
    Make(program, program.OnSurface, [&](auto& out) { return rhi::CreateRasterPipeline(device, description, out); });
    description.Target = rhi::RasterTarget::Rgba8Unorm;
    Make(program, program.OnTexture, [&](auto& out) { return rhi::CreateRasterPipeline(device, description, out); });

    rhi::TextureViewHandle view;
    Make(program, program.Layers,
         [&](auto& out)
         { return rhi::CreateTexture(device, {.Width = EDGE, .Height = EDGE, .Attachment = true}, {}, out); });
    Make(program, view, [&](auto& out) { return rhi::CreateTextureView(device, program.Layers, out); });
    const rhi::RasterBindingResource resources[] = {{0, program.Shown.Tints, 0, 16},
                                                    {.Binding = 1, .Texture = view},
                                                    {.Binding = 2, .Sampler = program.Shown.Sampler}};
    Make(program, program.ShowLayers,
         [&](auto& out) { return rhi::CreateBindingSet(device, program.Shown.Layout, resources, out); });
    for (uint32 i = 0; i < OBJECTS; ++i)
    {
        MakeObject(program, i);
    }
}

// Draw `index` of a long list: object after object, in an order in which cells are drawn over.
rhi::RasterDraw GetDraw(const Program& program, uint32 index, rhi::RasterPipelineHandle pipeline)
{
    const uint32 object = index * 31 % OBJECTS;
    const uint32 place = index * 7 % OBJECTS;
    return {pipeline, program.Sets[object], {&program.Slices[2 * place], 2}, program.Shown.Indices, 0, 6, 4, 1};
}

// Covers the surface with what the passes have drawn.
rhi::RasterDraw GetComposite(const Program& program, const Packets& packets)
{
    rhi::RasterDraw draw = packets.Far;
    draw.Pipeline = program.OnSurface;
    draw.Bindings = program.ShowLayers;
    return draw;
}

// Draws of a pass: ten each, and what is left in the last one that draws.
uint32 CountDraws(uint32 pass)
{
    return pass + 2 < PASSES ? 10 : DRAWS - 1 - 10 * (PASSES - 2);
}

rhi::RasterPassDescription DescribeLayer(const Program& program, uint32 pass)
{
    return {.Color = program.Layers, .ColorLoad = pass == 0 ? rhi::RasterLoad::Clear : rhi::RasterLoad::Load};
}

class Author
{
public:
    explicit Author(Program& program) : Context(program)
    {
        EXPECT(rhi::CreateOrderedGraph(program.Device, Graph) == READY);
        Image = Import(program.Layers);
        Shared = {{Import(program.Shown.Indices), rhi::GraphAccessMode::Index, 0, 32},
                  {Import(program.Cell), rhi::GraphAccessMode::Vertex, 0, sizeof(CELL_VERTICES)}};
        Shared.push_back({Import(program.Shown.Image), rhi::GraphAccessMode::Sampled});
        for (uint32 i = 0; i < OBJECTS; ++i)
        {
            Shared.push_back({Import(program.Instances[i]), rhi::GraphAccessMode::Vertex, 0, sizeof(Instance)});
            Shared.push_back({Import(program.Tints[i]), rhi::GraphAccessMode::Uniform, 0, 16});
        }
    }

    void AddLayer(uint32 pass, uint32 first)
    {
        std::vector<rhi::RasterDraw> draws;
        for (uint32 i = first; i < first + CountDraws(pass); ++i)
        {
            draws.push_back(GetDraw(Context, i, Context.OnTexture));
        }
        EXPECT(rhi::NextGraphVersion(Context.Device, Graph, Image, Image) == READY);
        std::vector<rhi::GraphUse> uses = Shared;
        uses.push_back({Image, pass == 0 ? rhi::GraphAccessMode::ColorWrite : rhi::GraphAccessMode::ColorReadWrite});
        Add({.Name = "layer", .Attachment = DescribeLayer(Context, pass)}, uses, draws);
    }

    void AddComposite(const Packets& packets)
    {
        const rhi::RasterDraw draw = GetComposite(Context, packets);
        const std::vector<rhi::GraphUse> uses{
            {Shared[0].Resource, rhi::GraphAccessMode::Index, 0, 32},
            {Import(Context.Shown.Vertices), rhi::GraphAccessMode::Vertex, 0, sizeof(VERTICES)},
            {Import(Context.Shown.Instances), rhi::GraphAccessMode::Vertex, 0, sizeof(INSTANCES)},
            {Import(Context.Shown.Tints), rhi::GraphAccessMode::Uniform, 0, 16},
            {Image, rhi::GraphAccessMode::Sampled}};
        Add({.Name = "composite"}, uses, {draw});
    }

    void Execute()
    {
        rhi::GraphReport report;
        EXPECT(rhi::CompileOrderedGraph(Context.Device, Graph, report) == READY);
        EXPECT(report.LivePasses == PASSES && report.DrawCount == DRAWS);
        rhi::GraphPassDiagnostic last; // past the report's arrays
        EXPECT(rhi::GetGraphPassDiagnostic(Context.Device, Graph, PASSES - 1, last) == READY);
        EXPECT(std::strcmp(last.Name, "composite") == 0);
        rhi::SubmissionToken token;
        rhi::RasterStatus executed = rhi::RasterStatus::NotReady;
        for (int tick = 0; executed == rhi::RasterStatus::NotReady && tick < 100; ++tick)
        {
            executed = rhi::ExecuteOrderedGraph(Context.Device, Context.Surface, Graph, token);
        }
        EXPECT(executed == READY);
        Settle([&] { return rhi::GetStatus(Context.Device, token); });
    }

private:
    rhi::GraphVersion Import(rhi::TextureHandle texture)
    {
        rhi::RasterTextureState state;
        rhi::GraphVersion version;
        EXPECT(rhi::GetTextureState(Context.Device, texture, state) == READY);
        EXPECT(rhi::ImportGraphTexture(Context.Device, Graph, texture, state, rhi::RasterTextureUse::SampledBoth,
                                       version) == READY);
        return version;
    }

    rhi::GraphVersion Import(rhi::BufferHandle buffer)
    {
        rhi::GraphVersion version;
        EXPECT(rhi::ImportGraphBuffer(Context.Device, Graph, buffer, version) == READY);
        return version;
    }

    void Add(rhi::GraphPassDescription pass, const std::vector<rhi::GraphUse>& uses,
             const std::vector<rhi::RasterDraw>& draws)
    {
        pass.Uses = uses.data();
        pass.UseCount = uses.size();
        pass.Draws = draws.data();
        pass.DrawCount = draws.size();
        EXPECT(rhi::AddGraphPass(Context.Device, Graph, pass) == READY);
    }

    Program& Context;
    rhi::OrderedGraph Graph{};
    rhi::GraphVersion Image{};
    std::vector<rhi::GraphUse> Shared{}; // indices first
};

// The pictures of a graph and of direct passes with the same draws.
void CompareGraph(Program& program, const Packets& packets)
{
    Author author(program);
    uint32 drawn = 0;
    for (uint32 pass = 0; pass + 1 < PASSES; ++pass)
    {
        author.AddLayer(pass, drawn);
        drawn += CountDraws(pass);
    }
    author.AddComposite(packets);
    author.Execute();
    const Picture graph = ReadFrame(program.Device, program.Surface);

    OpenFrame([&] { return rhi::BeginFrame(program.Device, program.Surface); });
    drawn = 0;
    for (uint32 pass = 0; pass + 1 < PASSES; ++pass)
    {
        EXPECT(rhi::BeginRasterPass(program.Device, DescribeLayer(program, pass)) == READY);
        for (uint32 i = 0; i < CountDraws(pass); ++i, ++drawn)
        {
            EXPECT(rhi::DrawIndexed(program.Device, GetDraw(program, drawn, program.OnTexture)) == READY);
        }
    }
    EXPECT(rhi::BeginRasterPass(program.Device, {}) == READY);
    EXPECT(rhi::DrawIndexed(program.Device, GetComposite(program, packets)) == READY);
    EXPECT(rhi::EndFrame(program.Device) == rhi::DeviceStatus::Ready);
    if (program.DrawsPixels)
    {
        EXPECT(ReadFrame(program.Device, program.Surface).Bytes == graph.Bytes);
        EXPECT(std::memcmp(graph.At(4, 4), graph.At(60, 60), 4) != 0); // the cells are not all alike
    }
}

void CompareBatch(Program& program)
{
    rhi::CommandBatch batch;
    EXPECT(rhi::BeginCommands(program.Device, batch) == READY);
    for (uint32 i = 0; i < BATCH_DRAWS; ++i)
    {
        EXPECT(rhi::RecordDraw(program.Device, batch, GetDraw(program, i, program.OnSurface)) == READY);
    }
    EXPECT(rhi::FinishCommands(program.Device, batch) == READY);
    rhi::SubmissionToken token;
    rhi::RasterStatus submitted = rhi::RasterStatus::NotReady;
    for (int tick = 0; submitted == rhi::RasterStatus::NotReady && tick < 100; ++tick)
    {
        submitted = rhi::SubmitCommands(program.Device, program.Surface, batch, token);
    }
    EXPECT(submitted == READY);
    Settle([&] { return rhi::GetStatus(program.Device, token); });
    const Picture recorded = ReadFrame(program.Device, program.Surface);
    OpenFrame([&] { return rhi::BeginFrame(program.Device, program.Surface); });
    for (uint32 i = 0; i < BATCH_DRAWS; ++i)
    {
        EXPECT(rhi::DrawIndexed(program.Device, GetDraw(program, i, program.OnSurface)) == READY);
    }
    EXPECT(rhi::EndFrame(program.Device) == rhi::DeviceStatus::Ready);
    if (program.DrawsPixels)
    {
        EXPECT(ReadFrame(program.Device, program.Surface).Bytes == recorded.Bytes);
    }
}
} // namespace

int main(int count, char** arguments)
{
    Program program;
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.OrderedRasterGraph = true;
    description.Preferred.Compute = true;
    description.Storage.ResourcesPerKind = 256; // several stages, layouts and sets an object
    description.Storage.ResourcesPerGraph = 160;
    description.Storage.PassesPerGraph = 64;
    description.Storage.UsesPerPass = 160;
    description.Storage.DrawsPerPlan = 1536;
    description.Storage.DrawsPerFrame = 2048;
    const rhi::DeviceStatus started = rhi::CreateDevice({"capacity consumer", 1}, {.Width = EDGE, .Height = EDGE},
                                                        description, program.Device, program.Surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    Settle([&] { return rhi::GetDeviceInfo(program.Device, program.Info); });
    EXPECT(program.Info.Profile.Storage.DrawsPerPlan == 1536);
    program.DrawsPixels = program.Info.Startup.SelectedBackend != rhi::Backend::Reference;
    EXPECT(rhi::SetFrameTarget(program.Device, program.Surface, {.Width = EDGE, .Height = EDGE}) ==
           rhi::DeviceStatus::Ready);
    MakeObjects(program);
    const Packets packets(program.Shown);
    CompareGraph(program, packets);
    CompareBatch(program);
    EXPECT(rhi::DestroyDevice(program.Device) == rhi::DeviceStatus::Ready); // all objects of it included
    std::puts("capacity consumer: all checks passed");
    return 0;
}
