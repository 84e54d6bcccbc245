// Handles of any bits: every call answers InvalidHandle, or draws what the named records are; nothing crashes.
#include "../support/scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/describe.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/lifetime.h>

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
// Words of a handle: owner, generation, slot and, of versions, two more numbers.
template <class H>
using Words = std::array<uint32, sizeof(H) / sizeof(uint32)>;

template <class H>
[[nodiscard]] H FromWords(const Words<H>& words)
{
    H handle;
    std::memcpy(static_cast<void*>(&handle), words.data(), sizeof handle);
    return handle;
}

template <class H>
[[nodiscard]] Words<H> ToWords(const H& handle)
{
    Words<H> words;
    std::memcpy(words.data(), static_cast<const void*>(&handle), sizeof handle);
    return words;
}

// Whether two handles differ in more than padding, which is the last word of those with a slot.
template <class H>
[[nodiscard]] bool IsOther(const H& a, const H& b)
{
    const usize bytes = sizeof(H) >= 24 ? sizeof(H) - sizeof(uint32) : sizeof(H);
    return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), bytes) != 0;
}

// Bits that name nothing: each word of a live handle replaced by telling values, all ones, and noise.
template <class H>
[[nodiscard]] std::vector<H> MakeUp(const H& good)
{
    constexpr uint32 TELLING[] = {0, 1, 2, 7, 127, 128, 1023, 1024, 65535, 1U << 20U, 0x7FFFFFFF, ~0U - 1, ~0U};
    std::vector<H> all;
    for (usize word = 0; word < Words<H>{}.size(); ++word)
    {
        for (const uint32 value : TELLING)
        {
            Words<H> words = ToWords(good);
            words[word] = value;
            all.push_back(FromWords<H>(words));
            // A record that is not Ready has no generation.
            for (usize i = 2; sizeof(H) >= 16 && i < 4; ++i)
            {
                words[i] = 0;
            }
            all.push_back(FromWords<H>(words));
        }
    }
    Words<H> ones;
    ones.fill(~0U);
    all.push_back(FromWords<H>(ones));
    std::mt19937 random(7);
    for (uint32 i = 0; i < 64; ++i)
    {
        Words<H> words = ToWords(good);
        for (usize word = i % words.size(); word < words.size(); ++word)
        {
            words[word] = static_cast<uint32>(random());
        }
        all.push_back(FromWords<H>(words));
    }
    std::erase_if(all, [&good](const H& handle) { return !IsOther(handle, good); });
    return all;
}

class MadeUpHandles : public SceneTest
{
protected:
    void StartScene()
    {
        Start({.Required = {.PortableRaster = true, .Compute = true, .IndirectRendering = true},
               .Storage = {.DrawsPerFrame = 8192, .DrawsPerPlan = 8192}});
        internal::GetSession().Enabled.OrderedRasterGraph = true;
        MakePlain();
        const IndexedIndirectArguments command{.IndexCount = 6, .InstanceCount = 1};
        Commands = MakeBuffer(BufferRole::StorageIndirect, BytesOf(command));
    }

    // Expects `call` to refuse each made-up handle.
    template <class H, class Call>
    void Refuse(const char* what, const H& good, Call call)
    {
        for (H handle : MakeUp(good))
        {
            EXPECT_EQ(call(handle), RasterStatus::InvalidHandle) << what;
        }
    }

    // Expects draws of packets with made-up handles to be refused, whatever was drawn before: `good`, directly or
    // indirectly, or a packet like it. Handles that repeat the words that a draw compares may name the record that the
    // draw before has used: the slot follows from the generation, and the owner too where it alone is compared.
    template <class Draw>
    void DrawMadeUp(const RasterDraw& good, Draw draw)
    {
        RasterDraw indirect = good;
        indirect.Indirect = Commands;
        std::mt19937 random(11);
        const auto pipelines = MakeUp(good.Pipeline);
        const auto sets = MakeUp(good.Bindings);
        const auto buffers = MakeUp(good.Indices);
        const auto slices = MakeUp(good.Vertices[0].Buffer);
        const auto indirects = MakeUp(indirect.Indirect);
        bool isMadeUp = false;  // a handle names nothing
        bool mayRepeat = false; // or what the draw before has used
        const auto pick = [&](const auto& from, auto& into, usize firstCompared)
        {
            if (random() % 3 == 0)
            {
                const auto before = ToWords(into);
                into = from[random() % from.size()];
                const auto words = ToWords(into);
                const bool isSame =
                    std::equal(words.begin() + static_cast<std::ptrdiff_t>(firstCompared), words.begin() + 4,
                               before.begin() + static_cast<std::ptrdiff_t>(firstCompared));
                isMadeUp = isMadeUp || !isSame;
                mayRepeat = mayRepeat || isSame;
            }
        };
        const auto pickCount = [&random](auto& count)
        {
            if (random() % 4 == 0)
            {
                count = 0;
            }
        };
        uint32 refused = 0;
        for (uint32 i = 0; i < 4000; ++i)
        {
            SCOPED_TRACE(i);
            RasterDraw packet = good;
            RasterVertexSlice slice = good.Vertices[0];
            packet.Vertices = {&slice, 1};
            switch (random() % 4) // so that the next one repeats a part of it
            {
            case 0:
                EXPECT_EQ(draw(good), RasterStatus::Ready);
                break;
            case 1:
                EXPECT_EQ(draw(indirect), RasterStatus::Ready);
                break;
            default:
                break;
            }
            isMadeUp = false;
            mayRepeat = false;
            pick(pipelines, packet.Pipeline, 2);
            pick(sets, packet.Bindings, 2);
            pick(buffers, packet.Indices, 0);
            pick(slices, slice.Buffer, 0);
            if (random() % 8 == 0)
            {
                packet.Indirect = indirect.Indirect;
                const BufferHandle other = indirects[random() % indirects.size()];
                if (random() % 2 == 0 && !IsWithoutGeneration(other)) // which is no indirect buffer
                {
                    packet.Indirect = other;
                    isMadeUp = true;
                }
            }
            slice.Offset = random() % 2 == 0 ? 0 : 4; // another offset than before writes all slices again
            const bool isMoved = slice.Offset != 0;
            pickCount(packet.IndexCount);
            pickCount(packet.VertexCount);
            pickCount(packet.InstanceCount);
            const bool isEmpty = packet.IndexCount == 0 || packet.VertexCount == 0 || packet.InstanceCount == 0;
            if (random() % 16 == 0)
            {
                slice.Size = 0; // as the recording has none
            }
            const RasterStatus status = draw(packet);
            if (isMadeUp)
            {
                EXPECT_EQ(status, RasterStatus::InvalidHandle);
                ++refused;
            }
            else if (!mayRepeat || status != RasterStatus::InvalidHandle)
            {
                const bool isWrong = isMoved || isEmpty || slice.Size == 0;
                EXPECT_EQ(status, isWrong ? RasterStatus::InvalidDescription : RasterStatus::Ready);
            }
        }
        EXPECT_GT(refused, 1000U);

        // The very packet that a recording is at after an indirect one, in all but its handles.
        RasterDraw ones = good;
        ones.IndexOffset = 0;
        ones.IndexCount = 0;
        ones.VertexCount = 0;
        std::memset(static_cast<void*>(&ones.Indices), 0xFF, sizeof ones.Indices);
        for (const BufferHandle& index : {ones.Indices, BufferHandle{}, good.Indices})
        {
            EXPECT_EQ(draw(indirect), RasterStatus::Ready);
            ones.Indices = index;
            const RasterStatus expected =
                IsOther(index, good.Indices) ? RasterStatus::InvalidHandle : RasterStatus::InvalidDescription;
            EXPECT_EQ(draw(ones), expected);
            EXPECT_EQ(draw(indirect), RasterStatus::Ready);
            RasterDraw moved = ones;
            moved.BindingOffsets.Bytes[0] = 256; // the set's dynamic offset alone differs
            EXPECT_EQ(draw(moved), expected);
        }
        EXPECT_EQ(draw(good), RasterStatus::Ready);
    }

    [[nodiscard]] static bool IsWithoutGeneration(const BufferHandle& buffer)
    {
        const Words<BufferHandle> words = ToWords(buffer);
        return words[2] == 0 && words[3] == 0;
    }

    BufferHandle Commands{};
};

TEST_P(MadeUpHandles, OfBuffers)
{
    StartScene();
    const BufferHandle good = Plain.Uniforms;
    Refuse("GetStatus", good, [&](BufferHandle buffer) { return GetStatus(Device, buffer); });
    Refuse("Destroy", good, [&](BufferHandle& buffer) { return Destroy(Device, buffer); });
    Refuse("SetLabel", good, [&](BufferHandle buffer) { return SetLabel(Device, buffer, "name"); });
    Refuse("RequestBufferReadback", good,
           [&](BufferHandle buffer)
           {
               ReadbackTicket ticket;
               return RequestBufferReadback(Device, buffer, 0, 16, ticket);
           });
    Refuse("CreateBindingSet", good,
           [&](BufferHandle buffer)
           {
               const RasterBindingResource resource{0, buffer, 0, sizeof(DrawBlock)};
               BindingSetHandle set;
               const RasterStatus status = CreateBindingSet(Device, Plain.Layout, {&resource, 1}, set);
               // No generation is a null field, which is no resource of the binding's kind.
               const Words<BufferHandle> words = ToWords(buffer);
               const bool isNull = words[2] == 0 && words[3] == 0;
               return isNull && status == RasterStatus::InvalidDescription ? RasterStatus::InvalidHandle : status;
           });
}

TEST_P(MadeUpHandles, OfTexturesViewsAndSamplers)
{
    StartScene();
    const uint8 texels[16]{};
    const TextureHandle texture = MakeTexels(2, 2, texels);
    Refuse("GetStatus", texture, [&](TextureHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", texture, [&](TextureHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", texture, [&](TextureHandle handle) { return SetLabel(Device, handle, "name"); });
    Refuse("CreateTextureView", texture,
           [&](TextureHandle handle)
           {
               TextureViewHandle view;
               return CreateTextureView(Device, handle, view);
           });
    Refuse("GetTextureDescription", texture,
           [&](TextureHandle handle)
           {
               TextureDescription description;
               return GetTextureDescription(Device, handle, description);
           });
    Refuse("GetTextureCpuContent", texture,
           [&](TextureHandle handle)
           {
               TextureCpuContent content;
               return GetTextureCpuContent(Device, handle, 0, content);
           });
    Refuse("GetTextureResidency", texture,
           [&](TextureHandle handle)
           {
               TextureResidency residency;
               return GetTextureResidency(Device, handle, residency);
           });
    Refuse("GetTextureState", texture,
           [&](TextureHandle handle)
           {
               RasterTextureState state;
               return GetTextureState(Device, handle, state);
           });
    const TextureViewHandle view = MakeView(texture);
    Refuse("GetStatus", view, [&](TextureViewHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", view, [&](TextureViewHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", view, [&](TextureViewHandle handle) { return SetLabel(Device, handle, "name"); });
    Refuse("GetTextureCpuContent", view,
           [&](TextureViewHandle handle)
           {
               TextureCpuContent content;
               return GetTextureCpuContent(Device, handle, 0, content);
           });
    const SamplerHandle sampler = MakeSampler();
    Refuse("GetStatus", sampler, [&](SamplerHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", sampler, [&](SamplerHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", sampler, [&](SamplerHandle handle) { return SetLabel(Device, handle, "name"); });

    Begin({.Width = 4, .Height = 4});
    Refuse("BeginRasterPass", texture,
           [&](TextureHandle handle)
           {
               // A texture without a generation is null, which is the surface.
               const Words<TextureHandle> words = ToWords(handle);
               return words[2] == 0 && words[3] == 0 ? RasterStatus::InvalidHandle
                                                     : BeginRasterPass(Device, {.Color = handle});
           });
    End();
}

TEST_P(MadeUpHandles, OfStagesLayoutsSetsAndPipelines)
{
    StartScene();
    const auto create = [this](RasterPipelineDescription description)
    {
        RasterPipelineHandle pipeline;
        PipelineRequest request;
        const RasterStatus created = CreateRasterPipeline(Device, description, pipeline);
        EXPECT_EQ(RequestPipeline(Device, description, request), created);
        return created;
    };
    const RasterPipelineDescription plain{.Vertex = Plain.Vertex,
                                          .Fragment = Plain.Fragment,
                                          .Layout = Plain.Layout,
                                          .Streams = GetPlainStreams(),
                                          .Attributes = GetPlainAttributes()};
    Refuse("GetStatus", Plain.Vertex, [&](RasterShaderHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", Plain.Vertex, [&](RasterShaderHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", Plain.Vertex, [&](RasterShaderHandle handle) { return SetLabel(Device, handle, "name"); });
    Refuse("Vertex", Plain.Vertex,
           [&](RasterShaderHandle handle)
           {
               RasterPipelineDescription description = plain;
               description.Vertex = handle;
               return create(description);
           });
    Refuse("Fragment", Plain.Fragment,
           [&](RasterShaderHandle handle)
           {
               RasterPipelineDescription description = plain;
               description.Fragment = handle;
               return create(description);
           });
    Refuse("Layout", Plain.Layout,
           [&](BindingLayoutHandle handle)
           {
               RasterPipelineDescription description = plain;
               description.Layout = handle;
               return create(description);
           });
    Refuse("GetStatus", Plain.Layout, [&](BindingLayoutHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", Plain.Layout, [&](BindingLayoutHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", Plain.Layout, [&](BindingLayoutHandle handle) { return SetLabel(Device, handle, "name"); });
    Refuse("CreateBindingSet", Plain.Layout,
           [&](BindingLayoutHandle handle)
           {
               const RasterBindingResource resource{0, Plain.Uniforms, 0, sizeof(DrawBlock)};
               BindingSetHandle set;
               return CreateBindingSet(Device, handle, {&resource, 1}, set);
           });
    Refuse("GetStatus", Plain.Set, [&](BindingSetHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", Plain.Set, [&](BindingSetHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", Plain.Set, [&](BindingSetHandle handle) { return SetLabel(Device, handle, "name"); });
    Refuse("PublishBindingSetUpdate", Plain.Set,
           [&](BindingSetHandle& handle)
           {
               BindingSetHandle set = Plain.Set;
               EXPECT_EQ(PublishBindingSetUpdate(Device, set, handle), RasterStatus::InvalidHandle);
               return PublishBindingSetUpdate(Device, handle, set);
           });
    Refuse("GetBindingIndex", Plain.Set,
           [&](BindingSetHandle handle)
           {
               RasterBindingIndex index;
               return GetBindingIndex(Device, handle, 0, 0, index);
           });
    RasterBindingIndex index;
    ASSERT_EQ(GetBindingIndex(Device, Plain.Set, 0, 0, index), RasterStatus::Ready);
    uint32 element = 0;
    Refuse("GetBindingArrayElement", Plain.Set,
           [&](BindingSetHandle handle) { return GetBindingArrayElement(Device, handle, index, element); });
    for (const RasterBindingIndex& other : MakeUp(index))
    {
        static_cast<void>(GetBindingArrayElement(Device, Plain.Set, other, element));
    }
    Refuse("GetStatus", Plain.Pipeline, [&](RasterPipelineHandle handle) { return GetStatus(Device, handle); });
    Refuse("Destroy", Plain.Pipeline, [&](RasterPipelineHandle& handle) { return Destroy(Device, handle); });
    Refuse("SetLabel", Plain.Pipeline, [&](RasterPipelineHandle handle) { return SetLabel(Device, handle, "name"); });
}

TEST_P(MadeUpHandles, OfTickets)
{
    StartScene();
    const uint8 bytes[64]{};
    UploadTicket upload;
    ASSERT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, sizeof bytes}, bytes, sizeof bytes, upload),
              RasterStatus::Pending);
    Refuse("GetStatus", upload, [&](UploadTicket ticket) { return GetStatus(Device, ticket); });
    Refuse("Release", upload, [&](UploadTicket& ticket) { return Release(Device, ticket); });
    Refuse("TakeUploadedBuffer", upload,
           [&](UploadTicket& ticket)
           {
               BufferHandle buffer;
               return TakeUploadedBuffer(Device, ticket, buffer);
           });
    ASSERT_EQ(Release(Device, upload), RasterStatus::Ready);

    ReadbackTicket readback;
    ASSERT_EQ(RequestBufferReadback(Device, Plain.Uniforms, 0, 16, readback), RasterStatus::Pending);
    Refuse("GetStatus", readback, [&](ReadbackTicket ticket) { return GetStatus(Device, ticket); });
    Refuse("Release", readback, [&](ReadbackTicket& ticket) { return Release(Device, ticket); });
    Refuse("CopyReadback", readback,
           [&](ReadbackTicket ticket)
           {
               uint8 copy[16];
               return CopyReadback(Device, ticket, copy, sizeof copy);
           });
    ASSERT_EQ(Release(Device, readback), RasterStatus::Ready);

    PipelineRequest request;
    ASSERT_EQ(RequestPipeline(Device,
                              {.Vertex = Plain.Vertex,
                               .Fragment = Plain.Fragment,
                               .Layout = Plain.Layout,
                               .Streams = GetPlainStreams(),
                               .Attributes = GetPlainAttributes()},
                              request),
              RasterStatus::Pending);
    Refuse("GetStatus", request, [&](PipelineRequest handle) { return GetStatus(Device, handle); });
    Refuse("Release", request, [&](PipelineRequest& handle) { return Release(Device, handle); });
    Refuse("GetRequestedPipeline", request,
           [&](PipelineRequest handle)
           {
               RasterPipelineHandle pipeline;
               return GetRequestedPipeline(Device, handle, pipeline);
           });
    ASSERT_EQ(Release(Device, request), RasterStatus::Ready);

    Begin({.Width = 4, .Height = 4});
    SubmissionToken token;
    ASSERT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    for (const SubmissionToken& other : MakeUp(token))
    {
        static_cast<void>(GetStatus(Device, other)); // a lower ordinal names other work
    }
    FrameReadback frame;
    ASSERT_EQ(RequestFrameReadback(Device, Surface, frame), RasterStatus::Pending);
    Refuse("GetStatus", frame, [&](FrameReadback handle) { return GetStatus(Device, handle); });
    Refuse("Release", frame, [&](FrameReadback& handle) { return Release(Device, handle); });
    Refuse("GetFrameReadbackInfo", frame,
           [&](FrameReadback handle)
           {
               FrameInfo info;
               return GetFrameReadbackInfo(Device, handle, info);
           });
    Refuse("CopyFrameReadback", frame,
           [&](FrameReadback handle)
           {
               uint8 pixels[64];
               return CopyFrameReadback(Device, handle, pixels, 16);
           });
    ASSERT_EQ(Release(Device, frame), RasterStatus::Ready);
}

TEST_P(MadeUpHandles, OfGraphsAndVersions)
{
    StartScene();
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), RasterStatus::Ready);
    GraphVersion vertices;
    GraphVersion indices;
    GraphVersion uniforms;
    ASSERT_EQ(ImportGraphBuffer(Device, graph, Plain.Slices[0].Buffer, vertices), RasterStatus::Ready);
    ASSERT_EQ(ImportGraphBuffer(Device, graph, Plain.Indices, indices), RasterStatus::Ready);
    ASSERT_EQ(ImportGraphBuffer(Device, graph, Plain.Uniforms, uniforms), RasterStatus::Ready);
    GraphReport report;
    char text[64];
    usize length = 0;
    SubmissionToken token;
    Refuse("a graph", graph,
           [&](OrderedGraph handle)
           {
               GraphVersion version;
               TextureHandle texture;
               GraphPassDiagnostic pass;
               GraphResourceDiagnostic resource;
               GraphDependency dependency;
               EXPECT_EQ(ImportGraphBuffer(Device, handle, Plain.Uniforms, version), RasterStatus::InvalidHandle);
               EXPECT_NE(CreateGraphTexture(Device, handle, {}, version, texture), RasterStatus::Ready);
               EXPECT_EQ(NextGraphVersion(Device, handle, vertices, version), RasterStatus::InvalidHandle);
               EXPECT_EQ(AddGraphPass(Device, handle, {}), RasterStatus::InvalidHandle);
               EXPECT_EQ(AddGraphRoot(Device, handle, vertices, GraphRoot::Export), RasterStatus::InvalidHandle);
               EXPECT_EQ(CompileOrderedGraph(Device, handle, report), RasterStatus::InvalidHandle);
               EXPECT_EQ(GetGraphPassDiagnostic(Device, handle, 0, pass), RasterStatus::InvalidHandle);
               EXPECT_EQ(GetGraphResourceDiagnostic(Device, handle, 0, resource), RasterStatus::InvalidHandle);
               EXPECT_EQ(GetGraphDependency(Device, handle, 0, dependency), RasterStatus::InvalidHandle);
               EXPECT_EQ(DescribeOrderedGraph(Device, handle, GraphTextForm{}, text, length),
                         RasterStatus::InvalidHandle);
               OrderedGraph copy = handle;
               EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, copy, token), RasterStatus::InvalidHandle);
               return DiscardOrderedGraph(Device, copy);
           });
    Refuse("a version", vertices,
           [&](GraphVersion version)
           {
               const Words<GraphVersion> words = ToWords(version);
               const Words<GraphVersion> known = ToWords(vertices);
               if (std::equal(words.begin(), words.begin() + 5, known.begin()) && words[5] < 3 && words[6] == 0)
               {
                   return RasterStatus::InvalidHandle; // a version of another resource of the graph
               }
               GraphVersion next;
               EXPECT_EQ(NextGraphVersion(Device, graph, version, next), RasterStatus::InvalidHandle);
               const GraphUse use{version, GraphAccessMode::Vertex, 0, 4};
               GraphPassDescription pass;
               pass.Name = "pass";
               pass.Uses = &use;
               pass.UseCount = 1;
               EXPECT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::InvalidHandle);
               return AddGraphRoot(Device, graph, version, GraphRoot::Export);
           });
    ASSERT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
}

TEST_P(MadeUpHandles, OfThePacketsOfAFrame)
{
    StartScene();
    Begin({.Width = 4, .Height = 4});
    DrawMadeUp(GetPlainDraw(), [this](const RasterDraw& draw) { return DrawIndexed(Device, draw); });
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
}

TEST_P(MadeUpHandles, OfThePacketsOfABatch)
{
    StartScene();
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
    Refuse("a batch", batch,
           [&](CommandBatch handle)
           {
               EXPECT_EQ(RecordDraw(Device, handle, GetPlainDraw()), RasterStatus::InvalidHandle);
               EXPECT_EQ(FinishCommands(Device, handle), RasterStatus::InvalidHandle);
               SubmissionToken token;
               EXPECT_EQ(SubmitCommands(Device, Surface, handle, token), RasterStatus::InvalidHandle);
               return DiscardCommands(Device, handle);
           });
    DrawMadeUp(GetPlainDraw(), [&](const RasterDraw& draw) { return RecordDraw(Device, batch, draw); });
    ASSERT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 4}), DeviceStatus::Ready);
    SubmissionToken token;
    EXPECT_EQ(Settle([&] { return SubmitCommands(Device, Surface, batch, token); }), RasterStatus::Ready);
}

TEST_P(MadeUpHandles, OfThePacketsOfAGraph)
{
    StartScene();
    OrderedGraph graph;
    GraphVersion versions[4];
    const auto begin = [&]
    {
        EXPECT_EQ(CreateOrderedGraph(Device, graph), RasterStatus::Ready);
        const BufferHandle buffers[] = {Plain.Slices[0].Buffer, Plain.Indices, Plain.Uniforms, Commands};
        for (usize i = 0; i < 4; ++i)
        {
            EXPECT_EQ(ImportGraphBuffer(Device, graph, buffers[i], versions[i]), RasterStatus::Ready);
        }
    };
    begin();
    const RasterDraw good = GetPlainDraw();
    RasterDraw before = good;
    uint32 passes = 0;
    const auto add = [&](const RasterDraw& draw)
    {
        const GraphUse uses[] = {{versions[0], GraphAccessMode::Vertex, 0, Plain.Slices[0].Size},
                                 {versions[1], GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                                 {versions[2], GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                                 {versions[3], GraphAccessMode::Indirect, 0, sizeof(IndexedIndirectArguments)}};
        const RasterDraw draws[] = {before, draw}; // the second one repeats a part of the first
        GraphPassDescription pass;
        pass.Name = "pass";
        pass.Uses = uses;
        pass.UseCount = std::size(uses);
        pass.Draws = draws;
        pass.DrawCount = std::size(draws);
        const RasterStatus status = AddGraphPass(Device, graph, pass);
        if (status == RasterStatus::Ready && draw.Vertices.data() == good.Vertices.data())
        {
            before = draw;
        }
        if (++passes % 64 == 0) // a graph has room for so many passes
        {
            EXPECT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
            begin();
        }
        return status;
    };
    DrawMadeUp(good, add);
    ASSERT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
}

// A device of all ones equals what the recording keeps while no pass is open.
TEST_P(MadeUpHandles, OfDevicesAndSurfaces)
{
    StartScene();
    DeviceHandle device;
    SurfaceHandle surface;
    std::memset(static_cast<void*>(&device), 0xFF, sizeof device);
    std::memset(static_cast<void*>(&surface), 0xFF, sizeof surface);
    RasterDraw ones;
    std::memset(static_cast<void*>(&ones.Pipeline), 0xFF, sizeof ones.Pipeline);
    std::memset(static_cast<void*>(&ones.Bindings), 0xFF, sizeof ones.Bindings);
    std::memset(static_cast<void*>(&ones.Indices), 0xFF, sizeof ones.Indices);
    const RasterDraw good = GetPlainDraw();
    const uint8 bytes[64]{};
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    InternalRecords = 1;
    const auto tryAll = [&](const char* when)
    {
        SCOPED_TRACE(when);
        uint32 offset = 7;
        EXPECT_EQ(DrawIndexed(device, ones), RasterStatus::InvalidHandle);
        EXPECT_EQ(DrawIndexed(device, good), RasterStatus::InvalidHandle);
        EXPECT_EQ(DrawIndexed(device, {}), RasterStatus::InvalidHandle);
        EXPECT_EQ(WriteFrameUniform(device, bytes, offset), RasterStatus::InvalidHandle);
        EXPECT_EQ(offset, 7U);
        EXPECT_EQ(BeginFrame(device, Surface), DeviceStatus::InvalidHandle);
        EXPECT_EQ(BeginFrame(Device, surface), DeviceStatus::InvalidHandle);
        EXPECT_EQ(EndFrame(device), DeviceStatus::InvalidHandle);
        EXPECT_EQ(DestroyDevice(device), DeviceStatus::InvalidHandle);
    };
    tryAll("before the first frame");
    Begin({.Width = 4, .Height = 4});
    tryAll("at the start of a frame");
    EXPECT_EQ(DrawIndexed(Device, ones), RasterStatus::InvalidHandle);
    EXPECT_EQ(DrawIndexed(Device, good), RasterStatus::Ready);
    tryAll("after a draw");
    End();
    tryAll("after a frame");

    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(device, batch, ones), RasterStatus::InvalidHandle);
    EXPECT_EQ(RecordDraw(Device, batch, ones), RasterStatus::InvalidHandle);
    EXPECT_EQ(RecordDraw(Device, batch, good), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(device, batch, good), RasterStatus::InvalidHandle);
    ASSERT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(device, batch, good), RasterStatus::InvalidHandle);
    ASSERT_EQ(DiscardCommands(Device, batch), RasterStatus::Ready);
}

// When the last draw of a frame is recorded the stream has no room for another one.
TEST_P(MadeUpHandles, OfTheDeviceOfAFullFrame)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.DrawsPerFrame = 2}});
    MakePlain();
    Begin({.Width = 4, .Height = 4});
    const RasterDraw good = GetPlainDraw();
    EXPECT_EQ(DrawIndexed(Device, good), RasterStatus::Ready);
    EXPECT_EQ(DrawIndexed(Device, good), RasterStatus::Ready);
    DeviceHandle device;
    std::memset(static_cast<void*>(&device), 0xFF, sizeof device);
    EXPECT_EQ(DrawIndexed(device, good), RasterStatus::InvalidHandle);
    RasterDraw other = good;
    other.InstanceCount = 2;
    EXPECT_EQ(DrawIndexed(device, other), RasterStatus::InvalidHandle);
    EXPECT_REFUSAL(DrawIndexed(Device, good), RasterStatus::CapacityExceeded, DrawsExhausted);
    End();
}

// A handle without a generation does not name a record that has none.
TEST_P(MadeUpHandles, OfFreeRecords)
{
    StartScene();
    Begin({.Width = 4, .Height = 4});
    const RasterDraw good = GetPlainDraw();
    for (uint32 slot = 0; slot < 128; ++slot)
    {
        RasterDraw draw = good;
        Words<RasterPipelineHandle> words = ToWords(good.Pipeline);
        words[2] = words[3] = 0;
        words[4] = slot;
        draw.Pipeline = FromWords<RasterPipelineHandle>(words);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidHandle);
        draw = good;
        words = ToWords(good.Bindings);
        words[2] = words[3] = 0;
        words[4] = slot;
        draw.Bindings = FromWords<BindingSetHandle>(words);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidHandle);
        words = ToWords(good.Indices);
        words[2] = words[3] = 0;
        words[4] = slot;
        draw = good;
        draw.Indices = FromWords<BufferHandle>(words);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidHandle);
        RasterVertexSlice slice = good.Vertices[0];
        slice.Buffer = draw.Indices;
        draw = good;
        draw.Vertices = {&slice, 1};
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidHandle);
    }
    End();
}

class MadeUpFacadeHandles : public DeviceTest
{
};

TEST_P(MadeUpFacadeHandles, AreRefused)
{
    ASSERT_TRUE(rhi::Start({.Name = "tests"}, {}, GetParam().Selection) != StartStatus::Failed);
    ASSERT_TRUE(SettleUntil([] { return GetStartup().State != StartupState::Pending; }));
    UniformHandle uniform;
    ASSERT_NE(CreateUniform(16, uniform), ResourceStatus::Failed);
    for (UniformHandle other : MakeUp(uniform))
    {
        EXPECT_EQ(GetStatus(other), ResourceStatus::InvalidHandle);
        EXPECT_EQ(UpdateUniform(other, std::vector<uint8>(16)), ResourceStatus::InvalidHandle);
        EXPECT_EQ(Destroy(other), ResourceStatus::InvalidHandle);
        PipelineHandle pipeline;
        EXPECT_EQ(CreatePipeline({.Uniform = other}, pipeline), ResourceStatus::InvalidHandle);
    }
    for (const ShaderHandle& other : MakeUp(ShaderHandle{}))
    {
        EXPECT_EQ(GetStatus(other), ResourceStatus::InvalidHandle);
        EXPECT_EQ(Destroy(other), ResourceStatus::InvalidHandle);
    }
    for (const PipelineHandle& other : MakeUp(PipelineHandle{}))
    {
        EXPECT_EQ(GetStatus(other), ResourceStatus::InvalidHandle);
        EXPECT_EQ(Destroy(other), ResourceStatus::InvalidHandle);
        EXPECT_EQ(DrawFullscreen(other), ResourceStatus::InvalidState); // no frame is open
    }
    EXPECT_EQ(Destroy(uniform), ResourceStatus::Ready);
    Shutdown();
}

LUDUS_ON_LANES_WITH(MadeUpHandles, .Computes = true);
LUDUS_ON_EVERY_LANE(MadeUpFacadeHandles);
} // namespace
} // namespace ludus::graphics::rhi::tests
