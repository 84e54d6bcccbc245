// One picture of four stripes in five ways, through the installed package: a set a stripe; one set that draws move;
// sets replaced inside the frame; and, where the device has them, arrays of textures and a table whose length the set
// says. The arrays' textures, and the sets of what was drawn, end before the picture is read. The set that draws move
// runs in a graph as well, which is told the range of each draw; and a dispatch moves the range that it writes.
#include "check.h"
#include "constantStripes.h"
#include "count.h"
#include "nonUniformStripes.h"
#include "stripe.h"
#include "table.h"

#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/graph.h>
#include <ludus/graphics/rhi/lifetime.h>
#include <ludus/graphics/rhi/raster.h>

#include <span>

namespace
{
using namespace consumer;
using ludus::foundation::usize;

constexpr auto READY = rhi::RasterStatus::Ready;
constexpr auto MALFORMED = rhi::RasterStatus::InvalidDescription;
constexpr uint32 EDGE = 16;
constexpr usize STEP = 256; // at which every device can begin a range
constexpr float COLORS[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};
constexpr float CORNERS[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
constexpr ludus::foundation::uint16 INDICES[] = {0, 1, 2, 0, 2, 3};

template <typename T>
std::span<const uint8> BytesOf(const T& value)
{
    return {reinterpret_cast<const uint8*>(&value), sizeof(value)};
}

class Program
{
public:
    explicit Program(rhi::BackendSelection selection)
    {
        rhi::DeviceDescription description;
        description.Selection = selection;
        description.Required.PortableRaster = true;
        description.Required.OrderedRasterGraph = true;
        description.Preferred.Compute = true;
        description.Preferred.BindlessTextureIndexing = true;
        description.Preferred.HasRuntimeTextureArrays = true;
        EXPECT(rhi::CreateDevice({"bindings", 1}, {}, description, Device, Surface) != rhi::DeviceStatus::Failed);
        Settle([&] { return rhi::GetDeviceInfo(Device, Info); });
        EXPECT(rhi::SetFrameTarget(Device, Surface, {.Width = EDGE, .Height = EDGE}) == rhi::DeviceStatus::Ready);
        Vertices = {MakeBuffer(rhi::BufferRole::Vertex, BytesOf(CORNERS)), 0, sizeof(CORNERS)};
        Indices = MakeBuffer(rhi::BufferRole::Index16, BytesOf(INDICES));
        std::vector<uint8> blocks(4 * STEP);
        for (usize i = 0; i < 4; ++i)
        {
            const float transform[4] = {0.25F, 1, -0.75F + 0.5F * static_cast<float>(i), 0};
            std::memcpy(&blocks[i * STEP], transform, sizeof(transform));
            std::memcpy(&blocks[i * STEP + sizeof(transform)], COLORS[i], sizeof(COLORS[i]));
        }
        Blocks = MakeBuffer(rhi::BufferRole::Uniform, blocks);
        EXPECT(rhi::CreateSampler(Device, {}, Sampler) != MALFORMED);
        Settle([&] { return rhi::GetStatus(Device, Sampler); });
    }

    void DrawWithSets();
    void DrawWithOffsets();
    void DrawWithOffsetsInGraph();
    void WriteWithOffset();
    void DrawWithReplacements();
    void DrawWithArray(bool isNonUniform);
    void DrawWithTable();

    [[nodiscard]] const rhi::DeviceInfo& GetInfo() const { return Info; }

    void Stop() { EXPECT(rhi::DestroyDevice(Device) == rhi::DeviceStatus::Ready); }

private:
    rhi::BufferHandle MakeBuffer(rhi::BufferRole role, std::span<const uint8> bytes)
    {
        rhi::BufferHandle buffer;
        EXPECT(rhi::CreateBuffer(Device, {role, bytes.size()}, bytes, buffer) != MALFORMED);
        Settle([&] { return rhi::GetStatus(Device, buffer); });
        return buffer;
    }

    rhi::BindingSetHandle MakeSet(rhi::BindingLayoutHandle layout, std::span<const rhi::RasterBindingResource> entries,
                                  uint32 length = 0)
    {
        rhi::BindingSetHandle set;
        const rhi::RasterStatus status = length != 0
                                             ? rhi::CreateRuntimeBindingSet(Device, layout, entries, length, set)
                                             : rhi::CreateBindingSet(Device, layout, entries, set);
        EXPECT(status == READY || status == rhi::RasterStatus::Pending);
        Settle([&] { return rhi::GetStatus(Device, set); });
        return set;
    }

    rhi::BindingLayoutHandle MakeLayout(std::span<const rhi::RasterBinding> bindings)
    {
        rhi::BindingLayoutHandle layout;
        EXPECT(rhi::CreateBindingLayout(Device, bindings, layout) != MALFORMED);
        Settle([&] { return rhi::GetStatus(Device, layout); });
        return layout;
    }

    rhi::RasterPipelineHandle MakePipeline(const rhi::RasterShaderDescription& vertex,
                                           const rhi::RasterShaderDescription& fragment,
                                           rhi::BindingLayoutHandle layout)
    {
        rhi::RasterShaderHandle stages[2];
        EXPECT(rhi::CreateRasterShader(Device, vertex, stages[0]) != MALFORMED);
        EXPECT(rhi::CreateRasterShader(Device, fragment, stages[1]) != MALFORMED);
        for (const rhi::RasterShaderHandle& stage : stages)
        {
            Settle([&] { return rhi::GetStatus(Device, stage); });
        }
        const rhi::RasterVertexStream stream{12, false};
        const rhi::RasterVertexAttribute attribute{0, 0, 0, rhi::RasterVertexFormat::Float3};
        rhi::RasterPipelineHandle pipeline;
        EXPECT(rhi::CreateRasterPipeline(Device, {stages[0], stages[1], layout, {&stream, 1}, {&attribute, 1}},
                                         pipeline) != MALFORMED);
        Settle([&] { return rhi::GetStatus(Device, pipeline); });
        return pipeline;
    }

    rhi::BindingLayoutHandle MakeStripeLayout(bool isDynamic)
    {
        const rhi::RasterBinding binding{.Binding = 0, .MinSize = 32, .HasDynamicOffset = isDynamic};
        return MakeLayout({&binding, 1});
    }

    rhi::BindingSetHandle MakeStripeSet(rhi::BindingLayoutHandle layout, usize stripe)
    {
        const rhi::RasterBindingResource block{0, Blocks, stripe * STEP, 32};
        return MakeSet(layout, {&block, 1});
    }

    [[nodiscard]] rhi::RasterDraw MakeDraw(rhi::RasterPipelineHandle pipeline, rhi::BindingSetHandle set) const
    {
        return {pipeline, set, {&Vertices, 1}, Indices, 0, 6, 4, 1};
    }

    void Begin()
    {
        OpenFrame([&] { return rhi::BeginFrame(Device, Surface); });
    }

    void EndAndExpect(uint32 columns = 4)
    {
        EXPECT(rhi::EndFrame(Device) == rhi::DeviceStatus::Ready);
        Expect(columns);
    }

    // Columns of the picture from `columns` on show the last of them.
    void Expect(uint32 columns)
    {
        const Picture picture = ReadFrame(Device, Surface);
        if (Info.Startup.SelectedBackend == rhi::Backend::Reference)
        {
            return; // it records draws
        }
        for (uint32 stripe = 0; stripe < 4; ++stripe)
        {
            const float* color = COLORS[stripe < columns ? stripe : columns - 1];
            for (const uint32 x : {stripe * 4, stripe * 4 + 3})
            {
                EXPECT(Shows(picture, x, 1, color[0], color[1], color[2]));
                EXPECT(Shows(picture, x, EDGE - 2, color[0], color[1], color[2]));
            }
        }
    }

    struct Images
    {
        rhi::TextureHandle Textures[4]{};
        rhi::TextureViewHandle Views[4]{};
    };

    Images MakeImages()
    {
        Images images;
        for (usize i = 0; i < 4; ++i)
        {
            uint8 texel[4];
            for (usize channel = 0; channel < 4; ++channel)
            {
                texel[channel] = static_cast<uint8>(COLORS[i][channel] * 255);
            }
            EXPECT(rhi::CreateTexture(Device, {1, 1}, {texel, 4, {}}, images.Textures[i]) != MALFORMED);
            Settle([&] { return rhi::GetStatus(Device, images.Textures[i]); });
            EXPECT(rhi::CreateTextureView(Device, images.Textures[i], images.Views[i]) != MALFORMED);
            Settle([&] { return rhi::GetStatus(Device, images.Views[i]); });
        }
        return images;
    }

    void Destroy(Images& images)
    {
        for (usize i = 0; i < 4; ++i)
        {
            EXPECT(rhi::Destroy(Device, images.Views[i]) == READY);
            EXPECT(rhi::Destroy(Device, images.Textures[i]) == READY);
        }
    }

    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::DeviceInfo Info{};
    rhi::RasterVertexSlice Vertices{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Blocks{};
    rhi::SamplerHandle Sampler{};
};

void Program::DrawWithSets()
{
    const rhi::BindingLayoutHandle layout = MakeStripeLayout(false);
    const rhi::RasterPipelineHandle pipeline =
        MakePipeline(ludus::shaders::stripe::Vertex(), ludus::shaders::stripe::Fragment(), layout);
    rhi::BindingSetHandle sets[4];
    for (usize i = 0; i < 4; ++i)
    {
        sets[i] = MakeStripeSet(layout, i);
    }
    Begin();
    for (const rhi::BindingSetHandle& set : sets)
    {
        EXPECT(rhi::DrawIndexed(Device, MakeDraw(pipeline, set)) == READY);
    }
    EndAndExpect();
}

void Program::DrawWithOffsets()
{
    const rhi::BindingLayoutHandle layout = MakeStripeLayout(true);
    const rhi::RasterPipelineHandle pipeline =
        MakePipeline(ludus::shaders::stripe::Vertex(), ludus::shaders::stripe::Fragment(), layout);
    rhi::RasterDraw draw = MakeDraw(pipeline, MakeStripeSet(layout, 0));
    Begin();
    for (uint32 i = 0; i < 4; ++i)
    {
        draw.BindingOffsets.Bytes[0] = i * static_cast<uint32>(STEP);
        EXPECT(rhi::DrawIndexed(Device, draw) == READY);
    }
    for (const uint32 wrong : {4U, 4U * static_cast<uint32>(STEP), ~uint32{255}})
    {
        draw.BindingOffsets.Bytes[0] = wrong;
        EXPECT(rhi::DrawIndexed(Device, draw) == MALFORMED);
    }
    EndAndExpect();
}

// Four draws of one set, and of the set's buffer just the ranges that they are moved to.
void Program::DrawWithOffsetsInGraph()
{
    const rhi::BindingLayoutHandle layout = MakeStripeLayout(true);
    const rhi::RasterPipelineHandle pipeline =
        MakePipeline(ludus::shaders::stripe::Vertex(), ludus::shaders::stripe::Fragment(), layout);
    const rhi::BindingSetHandle set = MakeStripeSet(layout, 0);
    for (const bool isDeclared : {false, true})
    {
        rhi::OrderedGraph graph;
        EXPECT(rhi::CreateOrderedGraph(Device, graph) == READY);
        rhi::GraphVersion blocks;
        rhi::GraphUse uses[6];
        EXPECT(rhi::ImportGraphBuffer(Device, graph, Vertices.Buffer, uses[4].Resource) == READY);
        EXPECT(rhi::ImportGraphBuffer(Device, graph, Indices, uses[5].Resource) == READY);
        EXPECT(rhi::ImportGraphBuffer(Device, graph, Blocks, blocks) == READY);
        uses[4] = {uses[4].Resource, rhi::GraphAccessMode::Vertex, 0, sizeof(CORNERS)};
        uses[5] = {uses[5].Resource, rhi::GraphAccessMode::Index, 0, sizeof(INDICES)};
        rhi::RasterDraw draws[4];
        for (uint32 i = 0; i < 4; ++i)
        {
            draws[i] = MakeDraw(pipeline, set);
            draws[i].BindingOffsets.Bytes[0] = i * static_cast<uint32>(STEP);
            uses[i] = {blocks, rhi::GraphAccessMode::Uniform, i * STEP, isDeclared || i != 3 ? usize{32} : usize{16}};
        }
        rhi::GraphPassDescription pass;
        pass.Name = "stripes";
        pass.Uses = uses;
        pass.UseCount = 6;
        pass.Draws = draws;
        pass.DrawCount = 4;
        EXPECT(rhi::AddGraphPass(Device, graph, pass) == READY);
        rhi::GraphReport report;
        if (!isDeclared)
        {
            EXPECT(rhi::CompileOrderedGraph(Device, graph, report) == MALFORMED);
            EXPECT(rhi::DiscardOrderedGraph(Device, graph) == READY);
            continue;
        }
        EXPECT(rhi::CompileOrderedGraph(Device, graph, report) == READY);
        rhi::SubmissionToken completion;
        EXPECT(rhi::ExecuteOrderedGraph(Device, Surface, graph, completion) == READY);
        Expect(4);
    }
}

// The kernel counts up 64 bytes that begin at byte 256 of the buffer: what lies before and behind stays.
void Program::WriteWithOffset()
{
    constexpr usize WORDS = 3 * STEP / 4;
    constexpr usize WRITTEN = 16;
    uint32 words[WORDS];
    for (uint32 i = 0; i < WORDS; ++i)
    {
        words[i] = i * 3;
    }
    const rhi::BufferHandle list = MakeBuffer(rhi::BufferRole::Storage, BytesOf(words));
    const rhi::RasterBinding binding{.Binding = 0,
                                     .Kind = rhi::RasterBindingKind::StorageReadWrite,
                                     .Visibility = rhi::RasterVisibility::Compute,
                                     .MinSize = WRITTEN * 4,
                                     .HasDynamicOffset = true};
    const rhi::BindingLayoutHandle layout = MakeLayout({&binding, 1});
    const rhi::RasterBindingResource range{0, list, 0, WRITTEN * 4};
    rhi::RasterShaderHandle shader;
    EXPECT(rhi::CreateRasterShader(Device, ludus::shaders::count::Compute(), shader) != MALFORMED);
    Settle([&] { return rhi::GetStatus(Device, shader); });
    rhi::ComputePipelineHandle pipeline;
    EXPECT(rhi::CreateComputePipeline(Device, {shader, layout}, pipeline) != MALFORMED);
    Settle([&] { return rhi::GetStatus(Device, pipeline); });

    rhi::OrderedGraph graph;
    EXPECT(rhi::CreateOrderedGraph(Device, graph) == READY);
    rhi::GraphVersion contents;
    EXPECT(rhi::ImportGraphBuffer(Device, graph, list, contents) == READY);
    EXPECT(rhi::NextGraphVersion(Device, graph, contents, contents) == READY);
    const rhi::GraphUse use{contents, rhi::GraphAccessMode::StorageReadWrite, STEP, WRITTEN * 4,
                            rhi::RasterVisibility::Compute};
    rhi::ComputeDispatch dispatch{.Pipeline = pipeline, .Bindings = MakeSet(layout, {&range, 1})};
    dispatch.BindingOffsets.Bytes[0] = static_cast<uint32>(STEP);
    rhi::GraphPassDescription pass;
    pass.Name = "count";
    pass.Uses = &use;
    pass.UseCount = 1;
    pass.Dispatch = &dispatch;
    EXPECT(rhi::AddGraphPass(Device, graph, pass) == READY);
    EXPECT(rhi::AddGraphRoot(Device, graph, contents, rhi::GraphRoot::Readback) == READY);
    rhi::GraphReport report;
    EXPECT(rhi::CompileOrderedGraph(Device, graph, report) == READY);
    rhi::SubmissionToken completion;
    EXPECT(rhi::ExecuteOrderedGraph(Device, Surface, graph, completion) == READY);

    rhi::ReadbackTicket ticket;
    EXPECT(rhi::RequestBufferReadback(Device, list, 0, sizeof(words), ticket) == rhi::RasterStatus::Pending);
    Settle([&] { return rhi::GetStatus(Device, ticket); });
    uint32 counted[WORDS];
    EXPECT(rhi::CopyReadback(Device, ticket, reinterpret_cast<uint8*>(counted), sizeof(counted)) == READY);
    EXPECT(rhi::Release(Device, ticket) == READY);
    const bool isExecuted = Info.Startup.SelectedBackend != rhi::Backend::Reference; // which records dispatches
    for (usize i = 0; i < WORDS; ++i)
    {
        const bool isWritten = i >= STEP / 4 && i < STEP / 4 + WRITTEN;
        EXPECT(counted[i] == words[i] + (isWritten && isExecuted ? 1U : 0U));
    }
}

void Program::DrawWithReplacements()
{
    const rhi::BindingLayoutHandle layout = MakeStripeLayout(false);
    const rhi::RasterPipelineHandle pipeline =
        MakePipeline(ludus::shaders::stripe::Vertex(), ludus::shaders::stripe::Fragment(), layout);
    rhi::BindingSetHandle current = MakeStripeSet(layout, 0);
    rhi::BindingSetHandle next[3];
    for (usize i = 0; i < 3; ++i)
    {
        next[i] = MakeStripeSet(layout, i + 1);
    }
    Begin();
    EXPECT(rhi::DrawIndexed(Device, MakeDraw(pipeline, current)) == READY);
    for (rhi::BindingSetHandle& set : next)
    {
        const rhi::BindingSetHandle old = current;
        EXPECT(rhi::PublishBindingSetUpdate(Device, current, set) == READY);
        EXPECT(rhi::DrawIndexed(Device, MakeDraw(pipeline, old)) == rhi::RasterStatus::InvalidHandle);
        EXPECT(rhi::DrawIndexed(Device, MakeDraw(pipeline, current)) == READY);
    }
    EndAndExpect();
}

void Program::DrawWithArray(bool isNonUniform)
{
    const rhi::RasterBinding bindings[] = {
        {.Binding = 1,
         .Kind = rhi::RasterBindingKind::Texture2D,
         .Visibility = rhi::RasterVisibility::Fragment,
         .Count = 4,
         .Indexing = isNonUniform ? rhi::RasterBindingIndexing::NonUniform : rhi::RasterBindingIndexing::Constant},
        {.Binding = 2, .Kind = rhi::RasterBindingKind::Sampler, .Visibility = rhi::RasterVisibility::Fragment},
    };
    const rhi::BindingLayoutHandle layout = MakeLayout(bindings);
    const rhi::RasterPipelineHandle pipeline = isNonUniform
                                                   ? MakePipeline(ludus::shaders::nonUniformStripes::Vertex(),
                                                                  ludus::shaders::nonUniformStripes::Fragment(), layout)
                                                   : MakePipeline(ludus::shaders::constantStripes::Vertex(),
                                                                  ludus::shaders::constantStripes::Fragment(), layout);
    Images images = MakeImages();
    const rhi::RasterBindingResource entries[] = {
        {.Binding = 1, .Texture = images.Views[0], .ArrayElement = 0},
        {.Binding = 1, .Texture = images.Views[1], .ArrayElement = 1},
        {.Binding = 1, .Texture = images.Views[2], .ArrayElement = 2},
        {.Binding = 1, .Texture = images.Views[3], .ArrayElement = 3},
        {.Binding = 2, .Sampler = Sampler},
    };
    rhi::BindingSetHandle set = MakeSet(layout, entries);
    Destroy(images);
    rhi::RasterBindingIndex tokens[4];
    for (uint32 i = 0; i < 4; ++i)
    {
        uint32 element = 9;
        EXPECT(rhi::GetBindingIndex(Device, set, 1, i, tokens[i]) == READY);
        EXPECT(rhi::GetBindingArrayElement(Device, set, tokens[i], element) == READY && element == i);
    }
    rhi::RasterDraw draw = MakeDraw(pipeline, set);
    Begin();
    if (isNonUniform)
    {
        EXPECT(rhi::DrawIndexed(Device, draw) == MALFORMED);
        draw.ReachableBindings = tokens;
    }
    EXPECT(rhi::DrawIndexed(Device, draw) == READY);
    EXPECT(rhi::EndFrame(Device) == rhi::DeviceStatus::Ready);
    EXPECT(rhi::Destroy(Device, set) == READY);
    Expect(4);
}

void Program::DrawWithTable()
{
    const rhi::RasterBinding bindings[] = {
        {.Binding = 2, .Kind = rhi::RasterBindingKind::Sampler, .Visibility = rhi::RasterVisibility::Fragment},
        {.Binding = rhi::RUNTIME_BINDING_ARRAY_SLOT,
         .Kind = rhi::RasterBindingKind::Texture2D,
         .Visibility = rhi::RasterVisibility::Fragment,
         .Count = 16,
         .Indexing = rhi::RasterBindingIndexing::NonUniform,
         .IsRuntimeSized = true},
    };
    const rhi::BindingLayoutHandle layout = MakeLayout(bindings);
    const rhi::RasterPipelineHandle pipeline =
        MakePipeline(ludus::shaders::table::Vertex(), ludus::shaders::table::Fragment(), layout);
    Images images = MakeImages();
    for (const uint32 length : {4U, 2U})
    {
        std::vector<rhi::RasterBindingResource> entries{{.Binding = 2, .Sampler = Sampler}};
        for (uint32 i = 0; i < length; ++i)
        {
            entries.push_back(
                {.Binding = rhi::RUNTIME_BINDING_ARRAY_SLOT, .Texture = images.Views[i], .ArrayElement = i});
        }
        const rhi::BindingSetHandle set = MakeSet(layout, entries, length);
        std::vector<rhi::RasterBindingIndex> tokens(length);
        for (uint32 i = 0; i < length; ++i)
        {
            EXPECT(rhi::GetBindingIndex(Device, set, rhi::RUNTIME_BINDING_ARRAY_SLOT, i, tokens[i]) == READY);
        }
        rhi::RasterDraw draw = MakeDraw(pipeline, set);
        draw.ReachableBindings = tokens;
        Begin();
        EXPECT(rhi::DrawIndexed(Device, draw) == READY);
        EndAndExpect(length);
    }
    Destroy(images);
}
} // namespace

int main(int count, char** arguments)
{
    Program program(SelectBackend(count, arguments));
    program.DrawWithSets();
    program.DrawWithOffsets();
    program.DrawWithOffsetsInGraph();
    if (program.GetInfo().Enabled.Compute)
    {
        program.WriteWithOffset();
    }
    program.DrawWithReplacements();
    const rhi::BindingCapabilities& offered = program.GetInfo().Profile.Binding;
    if (offered.MaxTextureArrayElements >= 4)
    {
        program.DrawWithArray(false);
    }
    if (program.GetInfo().Enabled.BindlessTextureIndexing)
    {
        program.DrawWithArray(true);
    }
    if (program.GetInfo().Enabled.HasRuntimeTextureArrays && program.GetInfo().Enabled.BindlessTextureIndexing)
    {
        program.DrawWithTable();
    }
    std::printf("arrays of textures: %s, non-uniform: %s, runtime tables: %s\n",
                offered.MaxTextureArrayElements >= 4 ? "drawn" : "unavailable",
                program.GetInfo().Enabled.BindlessTextureIndexing ? "drawn" : "unavailable",
                program.GetInfo().Enabled.HasRuntimeTextureArrays ? "drawn" : "unavailable");
    program.Stop();
    return 0;
}
