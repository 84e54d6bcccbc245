// The scenarios over Ludus' public headers, with every rule checked, from BeginFrame through EndFrame.
#include "../harness.h"
#include "../scenarios.h"
#include "passes.h"
#include "session.h"
#include "snapshots.h"
#include "transfers.h"
#include "uploads.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/lifetime.h>

#include <array>
#include <cstring>

namespace ludus::benchmarks
{
namespace
{
class Program
{
public:
    Program();

    void DrawWithNewBytes();
    void DrawWithNewPackets();
    void DrawWithOffset();
    void DrawWithChanges();
    void DrawBatchWithNewBytes();
    void DrawBatchWithChanges();
    void DrawGraphWithNewBytes();
    void CreateAndDestroySets();
    void Wait();

    [[nodiscard]] const std::vector<std::uint8_t>& GetPixels() const { return Pixels; }

    [[nodiscard]] const Session& GetSession() const { return Context; }

private:
    [[nodiscard]] std::span<const foundation::uint8> UniformBytes(std::uint32_t index) const;

    Session Context;
    std::vector<DrawUniform> Source = MakeDrawUniforms();
    rhi::BufferHandle Corners;
    rhi::BufferHandle Indices;
    rhi::BufferHandle Ring;
    rhi::BufferHandle Uniforms;
    std::array<rhi::TextureViewHandle, 2> Textures;
    rhi::SamplerHandle Sampler;
    rhi::BindingLayoutHandle DynamicLayout;
    rhi::BindingLayoutHandle StaticLayout;
    rhi::BindingLayoutHandle MaterialLayout;
    rhi::RasterPipelineHandle DynamicPipeline;
    std::array<rhi::RasterPipelineHandle, PIPELINE_COUNT> Pipelines;
    rhi::BindingSetHandle RingSet;
    rhi::BindingSetHandle DynamicSet;
    std::array<rhi::BindingSetHandle, SET_COUNT> Sets;
    rhi::RasterVertexSlice CornerSlice;   // of every packet
    std::vector<rhi::RasterDraw> Packets; // of S1graph
    std::vector<rhi::BindingSetHandle> ManySets = std::vector<rhi::BindingSetHandle>(OPERATION_COUNT);
    std::uint32_t Refusals = 0; // of the last run; looked at after it
    std::vector<std::uint8_t> Pixels;
};

// A layout of the first `count` of {uniform buffer, texture, sampler}, at bindings 0, 1 and 2.
rhi::BindingLayoutHandle CreateLayout(const Session& session, std::size_t count, bool hasDynamicOffset)
{
    std::array<rhi::RasterBinding, 3> bindings;
    bindings[0].MinSize = sizeof(DrawUniform);
    bindings[0].HasDynamicOffset = hasDynamicOffset;
    bindings[1].Binding = 1;
    bindings[1].Kind = rhi::RasterBindingKind::Texture2D;
    bindings[2].Binding = 2;
    bindings[2].Kind = rhi::RasterBindingKind::Sampler;
    return session.CreateLayout(std::span(bindings).first(count));
}

// The same bytes as S1 writes, where S1offset, S2 and S3 find them.
std::vector<std::byte> SpreadUniforms(std::span<const DrawUniform> source)
{
    std::vector<std::byte> bytes(source.size() * UNIFORM_STRIDE);
    for (std::size_t i = 0; i < source.size(); ++i)
    {
        std::memcpy(&bytes[i * UNIFORM_STRIDE], &source[i], sizeof(DrawUniform));
    }
    return bytes;
}

rhi::RasterBindingResource UniformRange(rhi::BufferHandle buffer, std::uint32_t index)
{
    rhi::RasterBindingResource resource;
    resource.Buffer = buffer;
    resource.Offset = std::size_t{index} * UNIFORM_STRIDE;
    resource.Size = sizeof(DrawUniform);
    return resource;
}

rhi::RasterDraw MakePacket(rhi::RasterPipelineHandle pipeline, rhi::BindingSetHandle set,
                           std::span<const rhi::RasterVertexSlice> vertices, rhi::BufferHandle indices)
{
    return {pipeline, set, vertices, indices, 0, QUAD_INDICES.size(), QUAD_CORNERS.size() / 2};
}

Program::Program()
    : Corners(Context.CreateBuffer(rhi::BufferRole::Vertex, std::as_bytes(std::span(QUAD_CORNERS)))),
      Indices(Context.CreateBuffer(rhi::BufferRole::Index16, std::as_bytes(std::span(QUAD_INDICES)))),
      Uniforms(Context.CreateBuffer(rhi::BufferRole::Uniform, SpreadUniforms(Source))),
      Textures{Context.CreateTextureView(4), Context.CreateTextureView(4)}, Sampler(Context.CreateSampler()),
      DynamicLayout(CreateLayout(Context, 1, true)), StaticLayout(CreateLayout(Context, 1, false)),
      MaterialLayout(CreateLayout(Context, 3, false)),
      DynamicPipeline(Context.CreateQuadPipeline(DynamicLayout, false, false))
{
    Context.Check(rhi::GetFrameUniformBuffer(Context.Device, Ring), "GetFrameUniformBuffer");
    for (std::uint32_t i = 0; i < PIPELINE_COUNT; ++i)
    {
        Pipelines[i] = Context.CreateQuadPipeline(StaticLayout, IsBlended(i), IsCulled(i));
    }
    RingSet = Context.CreateSet(DynamicLayout, std::array{UniformRange(Ring, 0)});
    DynamicSet = Context.CreateSet(DynamicLayout, std::array{UniformRange(Uniforms, 0)});
    for (std::uint32_t i = 0; i < SET_COUNT; ++i)
    {
        Sets[i] = Context.CreateSet(StaticLayout, std::array{UniformRange(Uniforms, i)});
    }
    CornerSlice = {Corners, 0, sizeof(QUAD_CORNERS)};
    Packets.assign(OPERATION_COUNT, MakePacket(DynamicPipeline, RingSet, {&CornerSlice, 1}, Indices));
}

std::span<const foundation::uint8> Program::UniformBytes(std::uint32_t index) const
{
    return {reinterpret_cast<const foundation::uint8*>(&Source[index]), sizeof(DrawUniform)};
}

std::uint32_t IsRefused(rhi::RasterStatus status)
{
    return status != rhi::RasterStatus::Ready ? 1 : 0;
}

// S1
void Program::DrawWithNewBytes()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    Context.BeginFrame();
    const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
    rhi::RasterDraw draw = MakePacket(DynamicPipeline, RingSet, {&corners, 1}, Indices);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        refusals += IsRefused(rhi::WriteFrameUniform(device, UniformBytes(i), draw.BindingOffsets.Bytes[0]));
        refusals += IsRefused(rhi::DrawIndexed(device, draw));
    }
    Context.EndFrame();
    Refusals = refusals;
}

// S1fresh
void Program::DrawWithNewPackets()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    Context.BeginFrame();
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
        rhi::RasterDraw draw = MakePacket(DynamicPipeline, RingSet, {&corners, 1}, Indices);
        refusals += IsRefused(rhi::WriteFrameUniform(device, UniformBytes(i), draw.BindingOffsets.Bytes[0]));
        refusals += IsRefused(rhi::DrawIndexed(device, draw));
    }
    Context.EndFrame();
    Refusals = refusals;
}

// S1offset
void Program::DrawWithOffset()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    Context.BeginFrame();
    const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
    rhi::RasterDraw draw = MakePacket(DynamicPipeline, DynamicSet, {&corners, 1}, Indices);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        draw.BindingOffsets.Bytes[0] = i * UNIFORM_STRIDE;
        refusals += IsRefused(rhi::DrawIndexed(device, draw));
    }
    Context.EndFrame();
    Refusals = refusals;
}

// S2
void Program::DrawWithChanges()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    Context.BeginFrame();
    const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
    rhi::RasterDraw draw = MakePacket({}, {}, {&corners, 1}, Indices);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        draw.Pipeline = Pipelines[i % PIPELINE_COUNT];
        draw.Bindings = Sets[i % SET_COUNT];
        refusals += IsRefused(rhi::DrawIndexed(device, draw));
    }
    Context.EndFrame();
    Refusals = refusals;
}

// S1batch
void Program::DrawBatchWithNewBytes()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    rhi::CommandBatch batch = Context.BeginBatch();
    const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
    rhi::RasterDraw draw = MakePacket(DynamicPipeline, RingSet, {&corners, 1}, Indices);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        refusals += IsRefused(rhi::WriteFrameUniform(device, UniformBytes(i), draw.BindingOffsets.Bytes[0]));
        refusals += IsRefused(rhi::RecordDraw(device, batch, draw));
    }
    Context.SubmitBatch(batch);
    Refusals = refusals;
}

// S2batch
void Program::DrawBatchWithChanges()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    rhi::CommandBatch batch = Context.BeginBatch();
    const rhi::RasterVertexSlice corners{Corners, 0, sizeof(QUAD_CORNERS)};
    rhi::RasterDraw draw = MakePacket({}, {}, {&corners, 1}, Indices);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        draw.Pipeline = Pipelines[i % PIPELINE_COUNT];
        draw.Bindings = Sets[i % SET_COUNT];
        refusals += IsRefused(rhi::RecordDraw(device, batch, draw));
    }
    Context.SubmitBatch(batch);
    Refusals = refusals;
}

// S1graph
void Program::DrawGraphWithNewBytes()
{
    constexpr std::uint32_t DRAWS = OPERATION_COUNT / DRAWING_PASS_COUNT;
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    rhi::OrderedGraph graph;
    refusals += IsRefused(rhi::CreateOrderedGraph(device, graph));
    std::array<rhi::GraphUse, 2> uses;
    uses[0].Access = rhi::GraphAccessMode::Vertex;
    uses[0].Size = sizeof(QUAD_CORNERS);
    uses[1].Access = rhi::GraphAccessMode::Index;
    uses[1].Size = sizeof(QUAD_INDICES);
    refusals += IsRefused(rhi::ImportGraphBuffer(device, graph, Corners, uses[0].Resource));
    refusals += IsRefused(rhi::ImportGraphBuffer(device, graph, Indices, uses[1].Resource));
    for (std::uint32_t pass = 0; pass < DRAWING_PASS_COUNT; ++pass)
    {
        rhi::RasterDraw* const draws = &Packets[std::size_t{pass} * DRAWS];
        for (std::uint32_t i = 0; i < DRAWS; ++i)
        {
            refusals += IsRefused(
                rhi::WriteFrameUniform(device, UniformBytes(pass * DRAWS + i), draws[i].BindingOffsets.Bytes[0]));
        }
        rhi::GraphPassDescription description;
        description.Name = "draws";
        description.Attachment.ColorLoad = pass == 0 ? rhi::RasterLoad::Clear : rhi::RasterLoad::Load;
        description.Attachment.Clear[3] = 0;
        description.Uses = uses.data();
        description.UseCount = uses.size();
        description.Draws = draws;
        description.DrawCount = DRAWS;
        refusals += IsRefused(rhi::AddGraphPass(device, graph, description));
    }
    rhi::GraphReport report;
    refusals += IsRefused(rhi::CompileOrderedGraph(device, graph, report));
    rhi::SubmissionToken completion;
    Context.Execute(graph, completion);
    Refusals = refusals;
}

// S3. The empty frame at the end releases whatever the library left for its next frame.
void Program::CreateAndDestroySets()
{
    const rhi::DeviceHandle device = Context.Device;
    std::uint32_t refusals = 0;
    std::array<rhi::RasterBindingResource, 3> resources{UniformRange(Uniforms, 0)};
    resources[1].Binding = 1;
    resources[2].Binding = 2;
    resources[2].Sampler = Sampler;
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        resources[0].Offset = std::size_t{i} * UNIFORM_STRIDE;
        resources[1].Texture = Textures[i % Textures.size()];
        refusals += IsRefused(rhi::CreateBindingSet(device, MaterialLayout, resources, ManySets[i]));
    }
    for (rhi::BindingSetHandle& set : ManySets)
    {
        refusals += IsRefused(rhi::Destroy(device, set));
    }
    Context.BeginFrame();
    Context.EndFrame();
    Refusals = refusals;
}

void Program::Wait()
{
    if (Refusals != 0)
    {
        Context.Check(rhi::RasterStatus::Failed, "a call of the run");
    }
    Pixels = Context.WaitForFrame();
}
} // namespace
} // namespace ludus::benchmarks

int main(int argumentCount, char** arguments)
{
    using namespace ludus::benchmarks;
    Harness harness("ludus", argumentCount, arguments);
    Program program;

    const auto wait = [&] { program.Wait(); };
    const auto image = [&] { return program.GetPixels(); };
    harness.Run({"S1", OPERATION_COUNT, [&] { program.DrawWithNewBytes(); }, wait, image});
    harness.Run({"S1fresh", OPERATION_COUNT, [&] { program.DrawWithNewPackets(); }, wait, image});
    harness.Run({"S1offset", OPERATION_COUNT, [&] { program.DrawWithOffset(); }, wait, image});
    harness.Run({"S2", OPERATION_COUNT, [&] { program.DrawWithChanges(); }, wait, image});
    harness.Run({"S1batch", OPERATION_COUNT, [&] { program.DrawBatchWithNewBytes(); }, wait, image});
    harness.Run({"S2batch", OPERATION_COUNT, [&] { program.DrawBatchWithChanges(); }, wait, image});
    harness.Run({"S1graph", OPERATION_COUNT, [&] { program.DrawGraphWithNewBytes(); }, wait, image});
    harness.Run({"S3", OPERATION_COUNT, [&] { program.CreateAndDestroySets(); }, wait, {}});

    Snapshots snapshots(program.GetSession());
    const auto destroySnapshots = [&] { snapshots.Destroy(); };
    harness.Run({"S3warm", SNAPSHOT_COUNT, [&] { snapshots.Create(); }, destroySnapshots, {}});
    harness.Run({"S3cold", SNAPSHOT_COUNT, [&] { snapshots.Create(); }, [&] { snapshots.DestroyWithLayout(); }, {}});
    harness.Run({"S3one", 1, [&] { snapshots.CreateOne(); }, destroySnapshots, {}});

    UploadStream uploads(program.GetSession());
    harness.Run({"S4", UPLOAD_COUNT, [&] { uploads.Upload(); }, [] {}, {}});
    TransferStream transfers(program.GetSession());
    harness.Run({"S6", UPDATE_COUNT, [&] { transfers.UpdateBuffers(); }, [] {}, {}, UPDATE_BYTES});
    harness.Run({"S7", UPDATE_COUNT, [&] { transfers.StreamTextures(); }, [] {}, {}, STREAMED_BYTES});

    PassChain chain(program.GetSession());
    const auto waitForPasses = [&]
    {
        chain.CheckRefusals();
        program.Wait();
    };
    const auto waitAndAuthor = [&]
    {
        waitForPasses();
        chain.AuthorGraph();
    };
    harness.Run({"S5", PASS_COUNT, [&] { chain.DrawPasses(); }, waitForPasses, image});
    chain.AuthorGraph();
    harness.Run({"S5graph", PASS_COUNT, [&] { chain.ExecuteGraph(); }, waitAndAuthor, image});
    return harness.Finish();
}
