// Fuzzes sequences of calls over the whole public API, right and wrong, in and between frames, with failures, late
// results, loss and handles that were made up between them.
//
// The first byte picks the explicit device with a world of objects, or the facade; the rest is a list of operations.
#include "calls.h"
#include "fuzz_target.h"
#include "world.h"

#include "../support/programs.h"

#include <ludus/graphics/rhi/describe.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/gpu_scope.h>

namespace ludus::graphics::rhi::fuzz
{
namespace
{
constexpr uint8 BYTES[1024]{};

class DeviceFuzzer final
{
public:
    explicit DeviceFuzzer(ByteReader input) : Input{input} {}

    void Run()
    {
        Things.Make(GetWorldDescription());
        FillPools();
        for (uint32 i = 0; i < MAX_OPERATIONS && !Input.IsEmpty(); ++i)
        {
            FrameInfo frame;
            Things.Watcher.IsFrameOpen = GetFrameInfo(Things.Device, Things.Surface, frame) == DeviceStatus::Ready;
            Operate();
        }
    }

private:
    void FillPools()
    {
        Buffers.Items[0] = Things.Get(BufferName::PlainVertices);
        Buffers.Items[1] = Things.Get(BufferName::Indices);
        Buffers.Items[2] = Things.Get(BufferName::Sums);
        Buffers.Items[3] = Things.Get(BufferName::Arguments);
        std::copy_n(Things.Textures, TEXTURE_COUNT, Textures.Items);
        std::copy_n(Things.Views, TEXTURE_COUNT, Views.Items);
        Samplers.Items[0] = Things.Sampler;
        Stages.Items[0] = Things.PlainVertex;
        Stages.Items[1] = Things.PlainFragment;
        Stages.Items[2] = Things.Kernel;
        Layouts.Items[0] = Things.PlainLayout;
        Layouts.Items[1] = Things.QuadLayout;
        Layouts.Items[2] = Things.KernelLayout;
        Sets.Items[0] = Things.PlainSet;
        Sets.Items[1] = Things.QuadSets[0];
        Sets.Items[2] = Things.KernelSet;
        Pipelines.Items[0] = Things.PlainPipelines[0];
        Pipelines.Items[1] = Things.PlainPipelines[1];
        Kernels.Items[0] = Things.KernelPipeline;
    }

    template <class Call, class... Outputs>
    auto Watch(const char* name, Call call, const Outputs&... outputs)
    {
        return Things.Watcher.Watch(name, call, outputs...);
    }

    void Operate()
    {
        switch (Input.Below(40))
        {
        case 0:
        case 1:
            (void)Watch("BeginFrame", [&] { return BeginFrame(Things.Device, Things.Surface); });
            break;
        case 2:
            (void)Watch("EndFrame", [&] { return EndFrame(Things.Device); });
            break;
        case 3:
            EndFrameWithToken();
            break;
        case 4:
        case 5:
        case 6:
            Draw();
            break;
        case 7:
        case 8:
            BeginPass();
            break;
        case 9:
            WriteFrameData();
            break;
        case 10:
            MakeBuffer();
            break;
        case 11:
            MakeTexture();
            break;
        case 12:
            MakeView();
            break;
        case 13:
            MakeSampler();
            break;
        case 14:
            MakeLayout();
            break;
        case 15:
            MakeSet();
            break;
        case 16:
        case 17:
            MakePipeline();
            break;
        case 18:
            MakeKernel();
            break;
        case 19:
        case 20:
            DestroyOne();
            break;
        case 21:
            AskStatus();
            break;
        case 22:
            Label();
            break;
        case 23:
        case 24:
        case 25:
            UseBatch();
            break;
        case 26:
            Upload();
            break;
        case 27:
            ReadBack();
            break;
        case 28:
            UpdateBuffer();
            break;
        case 29:
            UpdateTexture();
            break;
        case 30:
            CopyTexture();
            break;
        case 31:
            RequestOne();
            break;
        case 32:
        case 33:
            UseGraph();
            break;
        case 34:
            ReadFrame();
            break;
        case 35:
            AskEverything();
            break;
        case 36:
            Disturb(Input);
            break;
        case 37:
            Measure();
            break;
        case 38:
            UseArrays();
            break;
        default:
            Restart();
            break;
        }
    }

    void EndFrameWithToken()
    {
        SubmissionToken& token = Tokens.Items[Input.Below(Tokens.SIZE)];
        token = Input.Byte() < 240 ? SubmissionToken{} : token;
        (void)Watch("EndFrame", [&] { return EndFrame(Things.Device, token); });
    }

    RasterDraw MakeDraw()
    {
        const uint32 choice = Input.Byte();
        RasterDraw draw = (choice & 1U) != 0 ? Things.GetPlainDraw((choice & 2U) != 0)
                                             : Things.GetQuadDraw(choice / 4 % TEXTURE_COUNT, (choice & 2U) != 0);
        for (uint32 spoils = choice >= 128 ? 1 + Input.Below(3) : 0; spoils > 0; --spoils)
        {
            SpoilDraw(draw);
        }
        return draw;
    }

    void SpoilDraw(RasterDraw& draw)
    {
        switch (Input.Below(12))
        {
        case 0:
            draw.Pipeline = Pipelines.Pick(Input);
            break;
        case 1:
            draw.Bindings = Sets.Pick(Input);
            break;
        case 2:
            Slice = {Buffers.Pick(Input), Input.Size(), Input.Size()};
            draw.Vertices = {&Slice, 1};
            break;
        case 3:
            draw.Vertices = {draw.Vertices.data(), Input.Below(3)};
            break;
        case 4:
            draw.Indices = Buffers.Pick(Input);
            break;
        case 5:
            draw.IndexOffset = Input.Size();
            break;
        case 6:
            draw.IndexCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 7:
            draw.VertexCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 8:
            draw.InstanceCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 9:
            draw.Indirect = Buffers.Pick(Input);
            draw.IndirectOffset = Input.Size();
            break;
        case 10:
            draw.BindingOffsets.Bytes[Input.Below(RASTER_BINDING_COUNT)] = Input.Half();
            break;
        default:
            draw.Vertices = {static_cast<const RasterVertexSlice*>(nullptr), Input.Below(3)};
            break;
        }
    }

    void Draw()
    {
        const RasterDraw draw = MakeDraw();
        (void)Watch("DrawIndexed", [&] { return DrawIndexed(Things.Device, draw); });
    }

    void BeginPass()
    {
        RasterPassDescription description;
        const uint32 choice = Input.Byte();
        description.Color = (choice & 1U) != 0 ? Textures.Pick(Input) : TextureHandle{};
        description.ColorLoad = (choice & 2U) != 0 ? RasterLoad::Load : RasterLoad::Clear;
        RasterColorAttachment colors[1];
        if (choice >= 128)
        {
            description.ColorLoad = Input.Pick(RasterLoad::Discard);
            description.ColorStore = Input.Pick(RasterStore::Discard);
            description.DepthLoad = Input.Pick(RasterLoad::Discard);
            description.DepthStore = Input.Pick(RasterStore::Discard);
            description.DepthReadOnly = Input.Flag();
            description.UseViewport = Input.Flag();
            description.Viewport = {Input.Byte(), Input.Byte(), Input.Byte(), Input.Word()};
            description.UseScissor = Input.Flag();
            description.Scissor = {Input.Byte(), Input.Word(), Input.Byte(), Input.Byte()};
            colors[0].View = Views.Pick(Input);
            description.ColorCount = Input.Byte() == 255 ? 1 : 0;
            description.Colors = Input.Flag() ? colors : nullptr;
        }
        (void)Watch("BeginRasterPass", [&] { return BeginRasterPass(Things.Device, description); });
    }

    void WriteFrameData()
    {
        static constexpr uint16 NARROW[64]{};
        static constexpr uint32 WIDE[64]{};
        BufferHandle ring;
        uint32 offset = 7;
        RasterVertexSlice slice;
        RasterDraw packet = Things.GetPlainDraw(false);
        const usize size = Input.Half() % (sizeof BYTES + 1);
        (void)Watch(
            "GetFrameUniformBuffer", [&] { return GetFrameUniformBuffer(Things.Device, ring); }, ring);
        switch (Input.Below(4))
        {
        case 0:
            (void)Watch(
                "WriteFrameUniform",
                [&] {
                    return WriteFrameUniform(Things.Device, {BYTES, size}, offset);
                },
                offset);
            break;
        case 1:
            (void)Watch(
                "WriteFrameVertices",
                [&] {
                    return WriteFrameVertices(Things.Device, {BYTES, size}, slice);
                },
                slice);
            Slice = slice;
            break;
        case 2:
            (void)Watch(
                "WriteFrameIndices",
                [&] {
                    return WriteFrameIndices(Things.Device, std::span<const uint16>{NARROW, size % 65}, packet);
                },
                packet);
            break;
        default:
            (void)Watch(
                "WriteFrameIndices",
                [&] {
                    return WriteFrameIndices(Things.Device, std::span<const uint32>{WIDE, size % 65}, packet);
                },
                packet);
            break;
        }
        if (Input.Flag())
        {
            (void)Watch("DrawIndexed", [&] { return DrawIndexed(Things.Device, packet); });
        }
    }

    void MakeBuffer()
    {
        const BufferDescription description{Input.Pick(BufferRole::StorageIndirect), Input.Size()};
        const usize given = Input.Byte() == 255 ? Input.Byte() : std::min(description.Size, sizeof BYTES);
        BufferHandle& buffer = Buffers.Place(Input);
        (void)Watch(
            "CreateBuffer",
            [&] {
                return CreateBuffer(Things.Device, description, {BYTES, given}, buffer);
            },
            buffer);
    }

    void MakeTexture()
    {
        TextureDescription description{.Width = Input.Byte(), .Height = Input.Byte()};
        const uint32 choice = Input.Byte();
        description.Attachment = (choice & 1U) != 0;
        description.DeferredInitialization = (choice & 2U) != 0;
        description.AsyncUpload = (choice & 4U) != 0;
        description.RetainCpuContent = (choice & 8U) != 0;
        if (choice >= 128)
        {
            description.Format = Input.Pick(RasterFormat::Bc5RgUnorm);
            description.MipLevels = Input.Below(18);
            description.Dimension = Input.Pick(TextureDimension::D3);
            description.DepthOrLayers = Input.Byte();
            description.SampleCount = Input.Below(5);
            description.Stencil = Input.Flag();
        }
        const TextureMipUpload mips[2] = {{Input.Size(), Input.Size()}, {Input.Size(), Input.Size()}};
        TextureUpload upload{.Bytes = {BYTES, sizeof BYTES}, .RowPitch = usize{description.Width} * 4};
        switch (Input.Below(4))
        {
        case 0:
            upload = {};
            break;
        case 1:
            upload.Mips = {mips, Input.Below(3)};
            break;
        default:
            upload.Bytes = upload.Bytes.first(std::min(upload.Bytes.size(), upload.RowPitch * description.Height));
            break;
        }
        TextureHandle& texture = Textures.Place(Input);
        (void)Watch(
            "CreateTexture", [&] { return CreateTexture(Things.Device, description, upload, texture); }, texture);
    }

    void MakeView()
    {
        const TextureHandle texture = Textures.Pick(Input);
        TextureViewHandle& view = Views.Place(Input);
        if (Input.Flag())
        {
            (void)Watch(
                "CreateTextureView", [&] { return CreateTextureView(Things.Device, texture, view); }, view);
            return;
        }
        const TextureViewDescription description{
            Input.Pick(TextureDimension::D3),   Input.Below(18), Input.Below(18), Input.Byte(), Input.Byte(),
            Input.Pick(TextureAspect::Stencil), Input.Flag()};
        (void)Watch(
            "CreateTextureView", [&] { return CreateTextureView(Things.Device, texture, description, view); }, view);
    }

    void MakeSampler()
    {
        const SamplerDescription description{.Filter = Input.Pick(RasterFilter::Linear),
                                             .U = Input.Pick(RasterAddress::Repeat),
                                             .MipFilter = Input.Pick(RasterMipFilter::Linear),
                                             .MinLod = static_cast<float32>(Input.Below(20)),
                                             .MaxLod = static_cast<float32>(Input.Below(20))};
        SamplerHandle& sampler = Samplers.Place(Input);
        (void)Watch(
            "CreateSampler", [&] { return CreateSampler(Things.Device, description, sampler); }, sampler);
    }

    void MakeLayout()
    {
        RasterBinding bindings[3];
        const uint32 count = Input.Below(4);
        for (uint32 i = 0; i < count; ++i)
        {
            bindings[i] = {.Binding = Input.Below(18),
                           .Kind = Input.Pick(RasterBindingKind::RayScene),
                           .Visibility = static_cast<RasterVisibility>(Input.Below(9)),
                           .MinSize = Input.Size(),
                           .HasDynamicOffset = Input.Flag()};
        }
        BindingLayoutHandle& layout = Layouts.Place(Input);
        (void)Watch(
            "CreateBindingLayout",
            [&] {
                return CreateBindingLayout(Things.Device, {bindings, count}, layout);
            },
            layout);
    }

    RasterBindingResource MakeResource(uint32 binding)
    {
        RasterBindingResource resource{.Binding = binding};
        const uint32 choice = Input.Byte();
        if ((choice & 1U) != 0)
        {
            resource.Buffer = choice < 64 ? Things.Buffers[choice / 2 % BUFFER_COUNT] : Buffers.Pick(Input);
            resource.Offset = choice < 128 ? 0 : Input.Size();
            resource.Size = choice < 128 ? 32 : Input.Size();
        }
        if ((choice & 2U) != 0)
        {
            resource.Texture = Views.Pick(Input);
        }
        if ((choice & 4U) != 0)
        {
            resource.Sampler = Samplers.Pick(Input);
        }
        return resource;
    }

    void MakeSet()
    {
        RasterBindingResource resources[4];
        const uint32 count = Input.Below(5);
        for (uint32 i = 0; i < count; ++i)
        {
            resources[i] = MakeResource(Input.Byte() < 240 ? i : Input.Below(18));
        }
        const BindingLayoutHandle layout = Layouts.Pick(Input);
        BindingSetHandle& set = Sets.Place(Input);
        (void)Watch(
            "CreateBindingSet",
            [&] {
                return CreateBindingSet(Things.Device, layout, {resources, count}, set);
            },
            set);
    }

    RasterPipelineDescription DescribePipeline()
    {
        RasterPipelineDescription description{.Vertex = Things.PlainVertex,
                                              .Fragment = Things.PlainFragment,
                                              .Layout = Things.PlainLayout,
                                              .Streams = tests::GetPlainStreams(),
                                              .Attributes = tests::GetPlainAttributes()};
        const uint32 choice = Input.Byte();
        description.Target = Input.Pick(RasterTarget::Rgba16Float);
        description.Depth = (choice & 1U) != 0;
        description.Blend = (choice & 2U) != 0;
        description.ShouldPrepareAsynchronously = (choice & 4U) != 0;
        if (choice >= 128)
        {
            description.Vertex = Stages.Pick(Input);
            description.Fragment = Stages.Pick(Input);
            description.Layout = Layouts.Pick(Input);
            description.DepthCompare = Input.Pick(RasterDepthCompare::Always);
            description.Cull = Input.Pick(RasterCull::Back);
            description.FillMode = Input.Pick(RasterFillMode::Lines);
            description.SampleCount = Input.Below(5);
        }
        return description;
    }

    void MakePipeline()
    {
        const RasterPipelineDescription description = DescribePipeline();
        RasterPipelineHandle& pipeline = Pipelines.Place(Input);
        (void)Watch(
            "CreateRasterPipeline", [&] { return CreateRasterPipeline(Things.Device, description, pipeline); },
            pipeline);
    }

    void MakeKernel()
    {
        ComputePipelineHandle& kernel = Kernels.Place(Input);
        const ComputePipelineDescription description{Stages.Pick(Input), Layouts.Pick(Input), Input.Flag()};
        (void)Watch(
            "CreateComputePipeline", [&] { return CreateComputePipeline(Things.Device, description, kernel); }, kernel);
        RasterShaderHandle& shader = Stages.Place(Input);
        const uint32 which = Input.Below(3);
        (void)Watch(
            "CreateRasterShader",
            [&]
            {
                return CreateRasterShader(Things.Device,
                                          which == 0   ? tests::GetPlainVertex()
                                          : which == 1 ? tests::GetPlainFragment()
                                                       : GetKernelShader(),
                                          shader);
            },
            shader);
    }

    template <class Handle>
    void DestroyItem(Pool<Handle>& pool)
    {
        Handle& item = pool.Pick(Input);
        (void)Watch(
            "Destroy", [&] { return Destroy(Things.Device, item); }, item);
    }

    template <class Handle>
    void AskItem(Pool<Handle>& pool)
    {
        const Handle item = pool.Pick(Input);
        (void)Things.Watcher.Poll("GetStatus", [&] { return GetStatus(Things.Device, item); });
    }

    template <class Handle>
    void ReleaseItem(Pool<Handle>& pool)
    {
        Handle& item = pool.Pick(Input);
        (void)Watch(
            "Release", [&] { return Release(Things.Device, item); }, item);
    }

    void DestroyOne()
    {
        switch (Input.Below(9))
        {
        case 0:
            return DestroyItem(Buffers);
        case 1:
            return DestroyItem(Textures);
        case 2:
            return DestroyItem(Views);
        case 3:
            return DestroyItem(Samplers);
        case 4:
            return DestroyItem(Stages);
        case 5:
            return DestroyItem(Layouts);
        case 6:
            return DestroyItem(Sets);
        case 7:
            return DestroyItem(Pipelines);
        default:
            return DestroyItem(Kernels);
        }
    }

    void AskStatus()
    {
        switch (Input.Below(14))
        {
        case 0:
            return AskItem(Buffers);
        case 1:
            return AskItem(Textures);
        case 2:
            return AskItem(Views);
        case 3:
            return AskItem(Samplers);
        case 4:
            return AskItem(Stages);
        case 5:
            return AskItem(Layouts);
        case 6:
            return AskItem(Sets);
        case 7:
            return AskItem(Pipelines);
        case 8:
            return AskItem(Kernels);
        case 9:
            return AskItem(Tokens);
        case 10:
            return AskItem(Uploads);
        case 11:
            return AskItem(Readbacks);
        case 12:
            return AskItem(Transfers);
        default:
            return AskItem(Requests);
        }
    }

    void Label()
    {
        char name[80];
        const std::span<const uint8> bytes = Input.Take(Input.Below(sizeof name));
        std::copy(bytes.begin(), bytes.end(), name);
        const std::string_view label{name, bytes.size()};
        const BufferHandle buffer = Buffers.Pick(Input);
        (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, buffer, label); });
        const TextureHandle texture = Textures.Pick(Input);
        (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, texture, label); });
        const BindingSetHandle set = Sets.Pick(Input);
        (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, set, label); });
    }

    void UseBatch()
    {
        CommandBatch& batch = Batches.Pick(Input);
        switch (Input.Below(6))
        {
        case 0:
            (void)Watch(
                "BeginCommands", [&] { return BeginCommands(Things.Device, batch); }, batch);
            break;
        case 1:
        case 2:
        {
            const RasterDraw draw = MakeDraw();
            (void)Watch("RecordDraw", [&] { return RecordDraw(Things.Device, batch, draw); });
            break;
        }
        case 3:
            (void)Watch("FinishCommands", [&] { return FinishCommands(Things.Device, batch); });
            break;
        case 4:
            (void)Watch(
                "DiscardCommands", [&] { return DiscardCommands(Things.Device, batch); }, batch);
            break;
        default:
        {
            SubmissionToken token;
            (void)Watch("SubmitCommands", [&] { return SubmitCommands(Things.Device, Things.Surface, batch, token); });
            Tokens.Items[Input.Below(Tokens.SIZE)] = token;
            break;
        }
        }
    }

    void Upload()
    {
        UploadTicket& ticket = Uploads.Pick(Input);
        switch (Input.Below(3))
        {
        case 0:
        {
            const BufferDescription description{Input.Pick(BufferRole::StorageIndirect), Input.Size()};
            const usize given = Input.Byte() >= 240 ? Input.Byte() : std::min(description.Size, sizeof BYTES);
            (void)Watch(
                "RequestBufferUpload",
                [&] { return RequestBufferUpload(Things.Device, description, BYTES, given, ticket); }, ticket);
            break;
        }
        case 1:
        {
            BufferHandle& buffer = Buffers.Place(Input);
            (void)Watch(
                "TakeUploadedBuffer", [&] { return TakeUploadedBuffer(Things.Device, ticket, buffer); }, ticket,
                buffer);
            break;
        }
        default:
            ReleaseItem(Uploads);
            break;
        }
    }

    void ReadBack()
    {
        ReadbackTicket& ticket = Readbacks.Pick(Input);
        switch (Input.Below(4))
        {
        case 0:
        {
            const BufferHandle buffer = Buffers.Pick(Input);
            const usize offset = Input.Size();
            const usize size = Input.Size();
            (void)Watch(
                "RequestBufferReadback",
                [&] { return RequestBufferReadback(Things.Device, buffer, offset, size, ticket); }, ticket);
            break;
        }
        case 1:
        {
            const TextureHandle texture = Textures.Pick(Input);
            const TextureRegion region = TakeRegion();
            const usize pitch = Input.Size();
            (void)Watch(
                "RequestTextureReadback",
                [&] { return RequestTextureReadback(Things.Device, texture, region, pitch, ticket); }, ticket);
            break;
        }
        case 2:
        {
            uint8 bytes[sizeof BYTES]{};
            const usize capacity = Input.Half() % (sizeof bytes + 1);
            (void)Watch(
                "CopyReadback", [&] { return CopyReadback(Things.Device, ticket, bytes, capacity); }, bytes);
            break;
        }
        default:
            ReleaseItem(Readbacks);
            break;
        }
    }

    void UpdateBuffer()
    {
        const BufferHandle buffer = Buffers.Pick(Input);
        const usize offset = Input.Size();
        const usize size = std::min(Input.Size(), sizeof BYTES);
        TransferTicket& ticket = Transfers.Pick(Input);
        (void)Watch(
            "RequestBufferUpdate",
            [&] { return RequestBufferUpdate(Things.Device, buffer, offset, BYTES, size, ticket); }, ticket);
    }

    TextureRegion TakeRegion()
    {
        return Input.Flag() ? TextureRegion{.Width = 8, .Height = 4}
                            : TextureRegion{Input.Below(18), Input.Byte(), Input.Byte(), Input.Byte(), Input.Byte()};
    }

    void UpdateTexture()
    {
        const TextureHandle texture = Textures.Pick(Input);
        const TextureRegion region = TakeRegion();
        const usize pitch = Input.Flag() ? 32 : Input.Size();
        const usize size = std::min(Input.Flag() ? usize{128} : Input.Size(), sizeof BYTES);
        TransferTicket& ticket = Transfers.Pick(Input);
        (void)Watch(
            "RequestTextureUpdate",
            [&] { return RequestTextureUpdate(Things.Device, texture, region, BYTES, size, pitch, ticket); }, ticket);
        if (Input.Flag())
        {
            ReleaseItem(Transfers);
        }
    }

    void CopyTexture()
    {
        const TextureHandle source = Textures.Pick(Input);
        const TextureHandle destination = Textures.Pick(Input);
        const TextureRegion from = TakeRegion();
        const TextureRegion to = TakeRegion();
        TransferTicket& ticket = Transfers.Pick(Input);
        (void)Watch(
            "RequestTextureCopy",
            [&] { return RequestTextureCopy(Things.Device, source, from, destination, to, ticket); }, ticket);
    }

    void RequestOne()
    {
        PipelineRequest& request = Requests.Pick(Input);
        switch (Input.Below(4))
        {
        case 0:
        {
            const RasterPipelineDescription description = DescribePipeline();
            (void)Watch(
                "RequestPipeline", [&] { return RequestPipeline(Things.Device, description, request); }, request);
            break;
        }
        case 1:
        {
            RasterPipelineHandle& pipeline = Pipelines.Place(Input);
            (void)Watch(
                "GetRequestedPipeline", [&] { return GetRequestedPipeline(Things.Device, request, pipeline); },
                pipeline);
            break;
        }
        case 2:
            ReleaseItem(Requests);
            break;
        default:
            (void)Watch("PollLifetime", [&] { return PollLifetime(Things.Device); });
            break;
        }
    }

    // One clear of a texture; graph_fuzzer.cpp does the rest.
    void UseGraph()
    {
        OrderedGraph& graph = Graphs.Pick(Input);
        const TextureHandle texture = Textures.Pick(Input);
        switch (Input.Below(6))
        {
        case 0:
            (void)Watch(
                "CreateOrderedGraph", [&] { return CreateOrderedGraph(Things.Device, graph); }, graph);
            break;
        case 1:
        {
            RasterTextureState state;
            (void)Watch(
                "GetTextureState", [&] { return GetTextureState(Things.Device, texture, state); }, state);
            GraphVersion version;
            (void)Watch(
                "ImportGraphTexture",
                [&] {
                    return ImportGraphTexture(Things.Device, graph, texture, state, RasterTextureUse::SampledBoth,
                                              version);
                },
                version);
            (void)Watch(
                "NextGraphVersion", [&] { return NextGraphVersion(Things.Device, graph, version, version); }, version);
            const GraphUse use{version, GraphAccessMode::ColorWrite};
            GraphPassDescription pass{.Name = "clear", .Uses = &use, .UseCount = 1, .SideEffect = true};
            pass.Attachment.Color = texture;
            (void)Watch("AddGraphPass", [&] { return AddGraphPass(Things.Device, graph, pass); });
            break;
        }
        case 2:
        {
            const bool reference = Input.Flag();
            (void)Watch("CompileOrderedGraph",
                        [&] { return CompileOrderedGraph(Things.Device, graph, Report, reference); });
            break;
        }
        case 3:
        {
            SubmissionToken token;
            (void)Watch("ExecuteOrderedGraph",
                        [&] { return ExecuteOrderedGraph(Things.Device, Things.Surface, graph, token); });
            Tokens.Items[Input.Below(Tokens.SIZE)] = token;
            break;
        }
        case 4:
            (void)Watch(
                "EncodeOrderedGraph", [&] { return EncodeOrderedGraph(Things.Device, Things.Surface, graph); }, graph);
            break;
        default:
            (void)Watch(
                "DiscardOrderedGraph", [&] { return DiscardOrderedGraph(Things.Device, graph); }, graph);
            break;
        }
    }

    void ReadFrame()
    {
        FrameReadback& readback = Frames.Pick(Input);
        switch (Input.Below(4))
        {
        case 0:
            (void)Watch(
                "RequestFrameReadback", [&] { return RequestFrameReadback(Things.Device, Things.Surface, readback); },
                readback);
            break;
        case 1:
        {
            FrameInfo info;
            (void)Watch(
                "GetFrameReadbackInfo", [&] { return GetFrameReadbackInfo(Things.Device, readback, info); }, info);
            AskItem(Frames);
            break;
        }
        case 2:
        {
            uint8 bytes[sizeof BYTES]{};
            const usize size = Input.Half() % (sizeof bytes + 1);
            const usize pitch = Input.Size();
            (void)Watch(
                "CopyFrameReadback",
                [&] {
                    return CopyFrameReadback(Things.Device, readback, {bytes, size}, pitch);
                },
                bytes);
            break;
        }
        default:
            ReleaseItem(Frames);
            break;
        }
    }

    void AskEverything()
    {
        const DeviceHandle device = Things.Device;
        const TextureHandle texture = Textures.Pick(Input);
        DeviceInfo info;
        (void)Things.Watcher.Poll("GetDeviceInfo", [&] { return GetDeviceInfo(device, info); });
        StorageUsage usage;
        (void)Things.Watcher.WatchZeroed(
            "GetStorageUsage", [&] { return GetStorageUsage(device, usage); }, usage);
        TextureResidency residency;
        (void)Watch(
            "GetTextureResidency", [&] { return GetTextureResidency(device, texture, residency); }, residency);
        TextureDescription description;
        (void)Watch(
            "GetTextureDescription", [&] { return GetTextureDescription(device, texture, description); }, description);
        TextureCpuContent content;
        const uint32 mip = Input.Below(18);
        (void)Watch(
            "GetTextureCpuContent", [&] { return GetTextureCpuContent(device, texture, mip, content); }, content);
        LifetimeCapabilities lifetime;
        (void)Things.Watcher.WatchZeroed(
            "GetLifetimeCapabilities", [&] { return GetLifetimeCapabilities(device, lifetime); }, lifetime);
        RasterCapabilities raster;
        (void)Things.Watcher.WatchZeroed(
            "GetRasterCapabilities", [&] { return GetRasterCapabilities(device, raster); }, raster);
        FormatCapabilities format;
        const auto which = Input.Pick(RasterFormat::Bc5RgUnorm);
        (void)Things.Watcher.WatchZeroed(
            "GetFormatCapabilities", [&] { return GetFormatCapabilities(device, which, format); }, format);
        ComputeCapabilities compute;
        (void)Things.Watcher.WatchZeroed(
            "GetComputeCapabilities", [&] { return GetComputeCapabilities(device, compute); }, compute);
        Diagnostic last;
        char text[DIAGNOSTIC_TEXT_BYTES];
        if (GetLastDiagnostic(device, last))
        {
            (void)FormatDiagnostic(last, {text, usize{Input.Byte()} * 2});
        }
    }

    void Measure()
    {
        const DeviceHandle device = Things.Device;
        switch (Input.Below(5))
        {
        case 0:
        {
            GpuTiming timing;
            (void)Watch("ArmGpuTiming", [&] { return ArmGpuTiming(device); });
            (void)Things.Watcher.WatchZeroed(
                "GetGpuTiming", [&] { return GetGpuTiming(device, timing); }, timing);
            break;
        }
        case 1:
        {
            MeasurementAdapter adapter;
            AllocationTelemetry telemetry;
            (void)Things.Watcher.WatchZeroed(
                "GetMeasurementAdapter", [&] { return GetMeasurementAdapter(device, adapter); }, adapter);
            (void)Things.Watcher.WatchZeroed(
                "GetAllocationTelemetry", [&] { return GetAllocationTelemetry(device, telemetry); }, telemetry);
            break;
        }
        case 2:
        {
            GpuScopeDescription scope;
            (void)MakeGpuScope(Input.Byte(), {"scope", 5}, scope, Input.Byte());
            (void)Watch("BeginGpuScope", [&] { return BeginGpuScope(device, scope); });
            break;
        }
        case 3:
            (void)Watch("ArmGpuPassTimings", [&] { return ArmGpuPassTimings(device); });
            (void)Watch("GetGpuPassTimings", [&] { return GetGpuPassTimings(device, PassTimings); });
            break;
        default:
            (void)Watch("EndGpuScope", [&] { return EndGpuScope(device); });
            break;
        }
    }

    void UseArrays()
    {
        const DeviceHandle device = Things.Device;
        BindingSetHandle& set = Sets.Pick(Input);
        BindingSetHandle& other = Sets.Pick(Input);
        RasterBindingIndex index;
        uint32 element = 7;
        const uint32 binding = Input.Below(18);
        (void)Watch(
            "GetBindingIndex", [&] { return GetBindingIndex(device, set, binding, 0, index); }, index);
        (void)Watch(
            "GetBindingArrayElement", [&] { return GetBindingArrayElement(device, other, index, element); }, element);
        (void)Watch(
            "PublishBindingSetUpdate", [&] { return PublishBindingSetUpdate(device, set, other); }, set, other);
    }

    void Restart()
    {
        switch (Input.Below(8))
        {
        case 0:
        {
            DeviceHandle& device = Things.Device;
            (void)Watch(
                "DestroyDevice", [&] { return DestroyDevice(device); }, device);
            break;
        }
        case 1:
            Things.Device = Forge(Things.Device, Input);
            break;
        case 2:
            Things.Surface = Forge(Things.Surface, Input);
            break;
        case 3:
        {
            DeviceDescription description = GetWorldDescription();
            description.Required.BindlessTextureIndexing = Input.Byte() == 255;
            description.Preferred.RayQueries = Input.Flag();
            description.Storage.ResourcesPerKind = Input.Half();
            description.Storage.TransferBytes = Input.Half();
            description.Storage.Graphs = Input.Byte();
            description.Storage.HostBytes = Input.Byte() < 128 ? description.Storage.HostBytes : Input.Word();
            description.Storage.ResourceBytes = Input.Byte() < 128 ? description.Storage.ResourceBytes : Input.Word();
            (void)Watch("ValidateDeviceDescription", [&] { return ValidateDeviceDescription(description); });
            DeviceHandle device = Input.Byte() < 224 ? DeviceHandle{} : Things.Device;
            SurfaceHandle surface;
            const auto status = Watch(
                "CreateDevice", [&] { return CreateDevice({.Name = "again"}, {}, description, device, surface); },
                device, surface);
            if (!IsRefusal(status))
            {
                Things.Device = device;
                Things.Surface = surface;
            }
            break;
        }
        case 4:
            (void)Watch("Start", [] { return Start({.Name = "fuzz"}, {}, BackendSelection::Reference); });
            break;
        case 5:
            (void)Watch("BeginFrame", [] { return BeginFrameStatus(); });
            (void)Watch("EndFrame", [] { return EndFrameStatus(); });
            break;
        default:
        {
            const FrameTarget target{.Width = Input.Byte(), .Height = Input.Byte(), .Alpha = Input.Flag() ? 1 : -1e300};
            (void)Watch("SetFrameTarget", [&] { return SetFrameTarget(Things.Device, Things.Surface, target); });
            break;
        }
        }
    }

    ByteReader Input;
    World Things{};
    Pool<BufferHandle> Buffers{};
    Pool<TextureHandle> Textures{};
    Pool<TextureViewHandle> Views{};
    Pool<SamplerHandle> Samplers{};
    Pool<RasterShaderHandle> Stages{};
    Pool<BindingLayoutHandle> Layouts{};
    Pool<BindingSetHandle> Sets{};
    Pool<RasterPipelineHandle> Pipelines{};
    Pool<ComputePipelineHandle> Kernels{};
    Pool<CommandBatch> Batches{};
    Pool<SubmissionToken> Tokens{};
    Pool<UploadTicket> Uploads{};
    Pool<ReadbackTicket> Readbacks{};
    Pool<TransferTicket> Transfers{};
    Pool<PipelineRequest> Requests{};
    Pool<OrderedGraph> Graphs{};
    Pool<FrameReadback> Frames{};
    RasterVertexSlice Slice{};
    GraphReport Report{};
    GpuPassTimings PassTimings{};
};
} // namespace
} // namespace ludus::graphics::rhi::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ludus::graphics::rhi::fuzz;
    const CleanProcess clean;
    ByteReader input{{data, size}};
    if (input.Byte() % 16 == 15)
    {
        FuzzFacade(input);
    }
    else
    {
        DeviceFuzzer{input}.Run();
    }
    return 0;
}
