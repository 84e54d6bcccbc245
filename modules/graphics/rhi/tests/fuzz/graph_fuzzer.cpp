// Fuzzes ordered graphs: declarations, right and wrong, compiled, described, executed and dropped, with failures
// between.
//
// An input is a list of operations, each a byte and its arguments. Half of them add a pass whose declarations are
// complete, so that inputs reach the compiler's later passes and the encoder, and then spoil one of its fields.
#include "fuzz_target.h"
#include "world.h"

#include <ludus/graphics/rhi/describe.h>

#include <cstdio>

namespace ludus::graphics::rhi::fuzz
{
namespace
{
constexpr uint32 PLAN_COUNT = 2;
constexpr uint32 TRANSIENT = TEXTURE_COUNT; // place of a plan's transient texture among the textures
constexpr uint32 VERSION_COUNT = 16;
constexpr uint32 MAX_USES = 10; // beyond StorageLimits::UsesPerPass
constexpr uint32 MAX_OPERATIONS = 96;

// What an input has declared in one graph so far.
struct Plan final
{
    OrderedGraph Graph{};
    GraphVersion Buffers[BUFFER_COUNT]{}; // the latest of each
    bool HasBuffer[BUFFER_COUNT]{};
    GraphVersion Textures[TEXTURE_COUNT + 1]{};
    bool HasTexture[TEXTURE_COUNT + 1]{};
    TextureHandle Transient{};
    BindingSetHandle TransientSet{};
};

struct Pass final
{
    GraphUse Uses[MAX_USES]{};
    RasterDraw Draws[3]{};
    RasterColorAttachment Colors[1]{};
    ComputeDispatch Dispatch{};
    GraphPassDescription Description{.Name = "pass"};

    void Use(GraphVersion version, GraphAccessMode access, usize size = 0,
             RasterVisibility visibility = RasterVisibility::Both)
    {
        Uses[Description.UseCount++] = {version, access, 0, size, visibility};
    }

    void Draw(const RasterDraw& draw) { Draws[Description.DrawCount++] = draw; }
};

class GraphFuzzer final
{
public:
    explicit GraphFuzzer(ByteReader input) : Input{input} {}

    void Run()
    {
        Things.Make(GetWorldDescription());
        for (uint32 i = 0; i < MAX_OPERATIONS && !Input.IsEmpty(); ++i)
        {
            Operate();
        }
    }

private:
    template <class Call, class... Outputs>
    auto Watch(const char* name, Call call, const Outputs&... outputs)
    {
        return Things.Watcher.Watch(name, call, outputs...);
    }

    void Operate()
    {
        const uint32 choice = Input.Below(32);
        Current = &Plans[Input.Below(8) == 0 ? 1 : 0];
        EnsureGraph();
        switch (choice)
        {
        case 0:
            Discard();
            break;
        case 1:
            (void)NeedBuffer(static_cast<BufferName>(Input.Below(BUFFER_COUNT)));
            break;
        case 2:
            ImportTexture(Input.Below(TEXTURE_COUNT), Input.Flag());
            break;
        case 3:
            BorrowTexture();
            break;
        case 4:
            Advance();
            break;
        case 5:
            AddRandomPass();
            break;
        case 6:
            AddRoot(Versions[Input.Below(VERSION_COUNT)]);
            break;
        case 7:
        case 8:
            Compile();
            break;
        case 9:
            Ask();
            break;
        case 10:
        case 11:
            Compile();
            Execute();
            break;
        case 12:
            Encode();
            break;
        case 13:
            Disturb(Input);
            break;
        case 14:
            DestroySomething();
            break;
        case 15:
            Current->Graph = Forge(Current->Graph, Input);
            break;
        case 16:
            (void)Things.Watcher.Poll("GetStatus", [&] { return GetStatus(Things.Device, Token); });
            (void)Watch("PollLifetime", [&] { return PollLifetime(Things.Device); });
            break;
        case 17:
            AddRoot(Current->Textures[Input.Below(TEXTURE_COUNT + 1)]);
            break;
        case 18:
            AddRoot(Current->Buffers[Input.Below(BUFFER_COUNT)]);
            break;
        default:
            AddCompletePass(choice);
            break;
        }
    }

    void EnsureGraph()
    {
        if (IsNull(Current->Graph))
        {
            *Current = {};
            OrderedGraph& graph = Current->Graph;
            (void)Watch(
                "CreateOrderedGraph", [&] { return CreateOrderedGraph(Things.Device, graph); }, graph);
        }
    }

    void Discard()
    {
        OrderedGraph& graph = Current->Graph;
        if (!IsRefusal(Watch(
                "DiscardOrderedGraph", [&] { return DiscardOrderedGraph(Things.Device, graph); }, graph)))
        {
            *Current = {};
        }
    }

    GraphVersion Remember(GraphVersion version)
    {
        Versions[NextVersion++ % VERSION_COUNT] = version;
        return version;
    }

    GraphVersion NeedBuffer(BufferName name)
    {
        const auto index = static_cast<uint32>(name);
        GraphVersion& version = Current->Buffers[index];
        if (!Current->HasBuffer[index])
        {
            Current->HasBuffer[index] = !IsRefusal(Watch(
                "ImportGraphBuffer",
                [&] { return ImportGraphBuffer(Things.Device, Current->Graph, Things.Buffers[index], version); },
                version));
            Remember(version);
        }
        return version;
    }

    void ImportTexture(uint32 index, bool isStale)
    {
        RasterTextureState state;
        const TextureHandle texture = Things.Textures[index];
        (void)Watch(
            "GetTextureState", [&] { return GetTextureState(Things.Device, texture, state); }, state);
        state.Revision += isStale ? 1 : 0;
        const auto use = Input.Pick(RasterTextureUse::ColorAttachment);
        GraphVersion& version = Current->Textures[index];
        const auto status = Watch(
            "ImportGraphTexture",
            [&] { return ImportGraphTexture(Things.Device, Current->Graph, texture, state, use, version); }, version);
        Current->HasTexture[index] |= !IsRefusal(status);
        Remember(version);
    }

    void BorrowTexture()
    {
        const uint32 shape = Input.Byte();
        const TextureDescription description{.Width = shape < 128 ? 8 : shape % 16,
                                             .Height = 4,
                                             .Format = shape < 192 ? RasterFormat::Rgba8Unorm
                                                                   : Input.Pick(RasterFormat::Bc5RgUnorm),
                                             .Attachment = shape != 255};
        GraphVersion& version = Current->Textures[TRANSIENT];
        TextureHandle& texture = Current->Transient;
        const auto status = Watch(
            "CreateGraphTexture",
            [&] { return CreateGraphTexture(Things.Device, Current->Graph, description, version, texture); }, version,
            texture);
        Remember(version);
        if (IsRefusal(status))
        {
            return;
        }
        Current->HasTexture[TRANSIENT] = true;
        TextureViewHandle view;
        const auto viewed = Watch(
            "CreateTextureView", [&] { return CreateTextureView(Things.Device, texture, view); }, view);
        if (!IsRefusal(viewed))
        {
            Current->TransientSet = Things.MakeQuadSet(view);
            (void)Watch(
                "Destroy", [&] { return Destroy(Things.Device, view); }, view); // the set keeps it
        }
    }

    void Advance()
    {
        const GraphVersion current = Versions[Input.Below(VERSION_COUNT)];
        GraphVersion next = current;
        (void)Watch(
            "NextGraphVersion", [&] { return NextGraphVersion(Things.Device, Current->Graph, current, next); }, next);
        Remember(next);
    }

    // The next version of what a complete pass writes.
    GraphVersion Write(GraphVersion& version)
    {
        (void)Watch(
            "NextGraphVersion", [&] { return NextGraphVersion(Things.Device, Current->Graph, version, version); },
            version);
        return Remember(version);
    }

    GraphVersion NeedTexture(uint32 index)
    {
        if (!Current->HasTexture[index])
        {
            if (index == TRANSIENT)
            {
                BorrowTexture();
            }
            else
            {
                ImportTexture(index, false);
            }
        }
        return Current->Textures[index];
    }

    [[nodiscard]] TextureHandle GetTexture(uint32 index) const
    {
        return index == TRANSIENT ? Current->Transient : Things.Textures[index];
    }

    void AddSquare(Pass& pass, bool isOffscreen)
    {
        pass.Use(NeedBuffer(BufferName::Indices), GraphAccessMode::Index, Things.GetSize(BufferName::Indices));
        pass.Use(NeedBuffer(BufferName::DrawBlocks), GraphAccessMode::Uniform, 32);
        pass.Use(NeedBuffer(BufferName::PlainVertices), GraphAccessMode::Vertex,
                 Things.GetSize(BufferName::PlainVertices));
        pass.Draw(Things.GetPlainDraw(isOffscreen));
    }

    void AddQuad(Pass& pass, uint32 shown, bool isOffscreen)
    {
        pass.Use(NeedBuffer(BufferName::Indices), GraphAccessMode::Index, Things.GetSize(BufferName::Indices));
        pass.Use(NeedBuffer(BufferName::DrawBlocks), GraphAccessMode::Uniform, 32);
        pass.Use(NeedBuffer(BufferName::QuadVertices), GraphAccessMode::Vertex,
                 Things.GetSize(BufferName::QuadVertices));
        pass.Use(NeedBuffer(BufferName::QuadInstances), GraphAccessMode::Vertex,
                 Things.GetSize(BufferName::QuadInstances));
        if (shown != TEXTURE_COUNT - 1)
        {
            pass.Use(NeedTexture(shown), GraphAccessMode::Sampled, 0, RasterVisibility::Fragment);
        }
        RasterDraw draw = Things.GetQuadDraw(shown == TRANSIENT ? 0 : shown, isOffscreen);
        draw.Bindings = shown == TRANSIENT ? Current->TransientSet : draw.Bindings;
        pass.Draw(draw);
    }

    void DrawTo(Pass& pass, uint32 index, bool loads)
    {
        (void)NeedTexture(index);
        pass.Description.Attachment.Color = GetTexture(index);
        pass.Description.Attachment.ColorLoad = loads ? RasterLoad::Load : RasterLoad::Clear;
        pass.Use(Write(Current->Textures[index]),
                 loads ? GraphAccessMode::ColorReadWrite : GraphAccessMode::ColorWrite);
    }

    void AddCompletePass(uint32 choice)
    {
        static constexpr uint32 ATTACHMENTS[] = {0, 1, TRANSIENT, 0};
        static constexpr uint32 SHOWN[] = {0, 1, TRANSIENT, 2};
        const uint32 detail = Input.Byte();
        Pass pass;
        switch (choice % 7)
        {
        case 0:
        case 1:
            AddSquare(pass, true);
            DrawTo(pass, ATTACHMENTS[detail % 4], (detail & 4U) != 0);
            break;
        case 2:
            AddQuad(pass, SHOWN[detail % 4], false);
            pass.Description.Attachment.ColorLoad = (detail & 4U) != 0 ? RasterLoad::Load : RasterLoad::Clear;
            break;
        case 3:
            AddQuad(pass, SHOWN[detail % 4], true);
            DrawTo(pass, ATTACHMENTS[detail / 4 % 4], (detail & 16U) != 0);
            break;
        case 4:
            pass.Use(NeedBuffer(BufferName::Addends), GraphAccessMode::StorageRead, BUFFER_BYTES,
                     RasterVisibility::Compute);
            pass.Use(NeedBuffer(BufferName::Steps), GraphAccessMode::Uniform, 16, RasterVisibility::Compute);
            (void)NeedBuffer(BufferName::Sums);
            pass.Use(Write(Current->Buffers[static_cast<uint32>(BufferName::Sums)]), GraphAccessMode::StorageReadWrite,
                     BUFFER_BYTES, RasterVisibility::Compute);
            pass.Dispatch = Things.GetDispatch();
            pass.Description.Dispatch = &pass.Dispatch;
            break;
        case 5:
            AddSquare(pass, (detail & 1U) != 0);
            pass.Use(NeedBuffer(BufferName::Arguments), GraphAccessMode::Indirect, 20);
            pass.Draws[0].Indirect = Things.Get(BufferName::Arguments);
            if ((detail & 1U) != 0)
            {
                DrawTo(pass, ATTACHMENTS[detail / 4 % 4], false);
            }
            break;
        default:
            DrawTo(pass, ATTACHMENTS[detail % 4], false); // a clear
            break;
        }
        pass.Description.SideEffect = (detail & 128U) != 0;
        pass.Description.Uses = pass.Uses;
        pass.Description.Draws = pass.Draws;
        for (uint32 spoils = (detail & 96U) == 96U ? 1 + Input.Below(3) : 0; spoils > 0; --spoils)
        {
            Spoil(pass);
        }
        Add(pass);
    }

    void Spoil(Pass& pass)
    {
        GraphPassDescription& description = pass.Description;
        GraphUse& use = pass.Uses[Input.Below(static_cast<uint32>(std::max<usize>(description.UseCount, 1)))];
        RasterDraw& draw = pass.Draws[0];
        RasterPassDescription& attachment = description.Attachment;
        switch (Input.Below(22))
        {
        case 0:
            use.Resource = Versions[Input.Below(VERSION_COUNT)];
            break;
        case 1:
            use.Access = Input.Pick(GraphAccessMode::Indirect);
            break;
        case 2:
            use.Offset = Input.Size();
            break;
        case 3:
            use.Size = Input.Size();
            break;
        case 4:
            use.Visibility = Input.Pick(RasterVisibility::Compute);
            break;
        case 5:
            description.UseCount -= description.UseCount > 0 ? 1 : 0;
            break;
        case 6:
            use.Resource = Forge(use.Resource, Input);
            break;
        case 7:
            if (description.UseCount < MAX_USES)
            {
                pass.Uses[description.UseCount++] = use;
            }
            break;
        case 8:
            attachment.ColorLoad = Input.Pick(RasterLoad::Discard);
            attachment.ColorStore = Input.Pick(RasterStore::Discard);
            break;
        case 9:
            attachment.DepthLoad = Input.Pick(RasterLoad::Discard);
            attachment.DepthStore = Input.Pick(RasterStore::Discard);
            attachment.DepthReadOnly = Input.Flag();
            break;
        case 10:
            attachment.UseViewport = Input.Flag();
            attachment.Viewport = {Input.Byte(), Input.Byte(), Input.Byte(), Input.Word()};
            break;
        case 11:
            attachment.UseScissor = Input.Flag();
            attachment.Scissor = {Input.Byte(), Input.Word(), Input.Byte(), Input.Byte()};
            break;
        case 12:
            attachment.Color = GetTexture(Input.Below(TEXTURE_COUNT + 1));
            break;
        case 13:
            pass.Colors[0] = {.View = Things.Views[Input.Below(TEXTURE_COUNT)],
                              .Load = Input.Pick(RasterLoad::Discard)};
            attachment.Colors = Input.Flag() ? pass.Colors : nullptr;
            attachment.ColorCount = Input.Below(3) == 0 ? 0 : 1;
            break;
        case 14:
            description.DrawCount = Input.Below(4);
            break;
        case 15:
            draw.IndexCount = Input.Byte();
            draw.IndexOffset = Input.Size();
            break;
        case 16:
            draw.Indirect = Things.Buffers[Input.Below(BUFFER_COUNT)];
            draw.IndirectOffset = Input.Size();
            break;
        case 17:
            draw.BindingOffsets.Bytes[Input.Below(RASTER_BINDING_COUNT)] = Input.Half();
            pass.Dispatch.BindingOffsets.Bytes[Input.Below(RASTER_BINDING_COUNT)] = Input.Half();
            break;
        case 18:
            pass.Dispatch.Groups[Input.Below(3)] = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 19:
            description.Dispatch = Input.Flag() ? &pass.Dispatch : nullptr;
            break;
        case 20:
            description.Name = Input.Flag() ? nullptr : "";
            break;
        default:
            draw.Pipeline = Things.PlainPipelines[Input.Below(2)];
            draw.Bindings = Forge(draw.Bindings, Input);
            break;
        }
    }

    void AddRandomPass()
    {
        Pass pass;
        GraphPassDescription& description = pass.Description;
        description.UseCount = Input.Below(MAX_USES + 1);
        for (uint32 i = 0; i < description.UseCount; ++i)
        {
            pass.Uses[i] = {Versions[Input.Below(VERSION_COUNT)], Input.Pick(GraphAccessMode::Indirect), Input.Size(),
                            Input.Size(), Input.Pick(RasterVisibility::Compute)};
        }
        description.Uses = Input.Byte() == 255 ? nullptr : pass.Uses;
        description.SideEffect = Input.Flag();
        Spoil(pass);
        Add(pass);
    }

    void Add(const Pass& pass)
    {
        (void)Watch("AddGraphPass", [&] { return AddGraphPass(Things.Device, Current->Graph, pass.Description); });
    }

    void AddRoot(GraphVersion version)
    {
        const auto root = Input.Pick(GraphRoot::Readback);
        (void)Watch("AddGraphRoot", [&] { return AddGraphRoot(Things.Device, Current->Graph, version, root); });
    }

    void Compile()
    {
        const GraphCompileOptions options{.CullUnused = Input.Flag(), .MergeRasterPasses = Input.Flag()};
        const auto status = Watch("CompileOrderedGraph",
                                  [&] { return CompileOrderedGraph(Things.Device, Current->Graph, Report, options); });
        if (!IsRefusal(status) && (Report.LivePasses > Report.PassCount || Report.ErrorPass != GRAPH_EXTERNAL_INDEX))
        {
            Break("CompileOrderedGraph", "a report must fit its status");
        }
        if (IsTracing())
        {
            char text[8192] = "";
            usize length = 0;
            (void)DescribeOrderedGraph(Things.Device, Current->Graph, GraphTextForm::Lines, text, length);
            std::fputs(text, stderr);
        }
    }

    void Ask()
    {
        const uint32 index = Input.Byte();
        GraphPassDiagnostic pass;
        GraphResourceDiagnostic resource;
        GraphDependency dependency;
        (void)Watch(
            "GetGraphPassDiagnostic",
            [&] { return GetGraphPassDiagnostic(Things.Device, Current->Graph, index, pass); }, pass);
        (void)Watch(
            "GetGraphResourceDiagnostic",
            [&] { return GetGraphResourceDiagnostic(Things.Device, Current->Graph, index, resource); }, resource);
        (void)Watch(
            "GetGraphDependency", [&] { return GetGraphDependency(Things.Device, Current->Graph, index, dependency); },
            dependency);
        char text[2048] = "";
        const auto form = Input.Pick(GraphTextForm::Dot);
        const usize capacity = Input.Flag() ? sizeof text : Input.Byte();
        usize length = 7;
        const auto status =
            Watch("DescribeOrderedGraph",
                  [&] {
                      return DescribeOrderedGraph(Things.Device, Current->Graph, form, {text, capacity}, length);
                  });
        const usize written = capacity == 0 ? 0 : std::min(length, capacity - 1);
        if (status == RasterStatus::Ready && std::strlen(text) != written)
        {
            Break("DescribeOrderedGraph", "a text must hold as much as fits");
        }
    }

    void Execute()
    {
        OrderedGraph& graph = Current->Graph;
        SubmissionToken token;
        const SubmissionToken before = token;
        const auto status = Watch("ExecuteOrderedGraph",
                                  [&] { return ExecuteOrderedGraph(Things.Device, Things.Surface, graph, token); });
        const bool isChanged =
            std::memcmp(static_cast<const void*>(&token), static_cast<const void*>(&before), sizeof token) != 0;
        if (IsRefusal(status) && isChanged && !IsNull(graph)) // what was accepted in part has a token
        {
            Break("ExecuteOrderedGraph", "a graph that is kept must have no token");
        }
        if (IsNull(graph))
        {
            Token = token;
            *Current = {};
        }
    }

    void EncodePlan(Plan& plan)
    {
        OrderedGraph& graph = plan.Graph;
        const auto encoded = Watch(
            "EncodeOrderedGraph", [&] { return EncodeOrderedGraph(Things.Device, Things.Surface, graph); }, graph);
        if (!IsRefusal(encoded))
        {
            plan = {};
        }
    }

    void Encode()
    {
        const uint32 how = Input.Byte();
        const auto begun = Watch("BeginFrame", [&] { return BeginFrame(Things.Device, Things.Surface); });
        if (begun != DeviceStatus::Ready)
        {
            return;
        }
        Things.Watcher.IsFrameOpen = true;
        if ((how & 1U) != 0)
        {
            EncodePlan(Plans[1]);
        }
        EncodePlan(*Current);
        (void)Watch("DrawIndexed", [&] { return DrawIndexed(Things.Device, Things.GetPlainDraw(false)); });
        // Twice: a submission that was refused before anything was encoded keeps the frame open.
        for (uint32 tries = 0; tries < 4; ++tries)
        {
            if (Watch("EndFrame", [&] { return EndFrame(Things.Device); }) == DeviceStatus::Ready)
            {
                break;
            }
        }
        Things.Watcher.IsFrameOpen = false;
    }

    void DestroySomething()
    {
        const uint32 which = Input.Byte();
        if (which < 128)
        {
            BufferHandle& buffer = Things.Buffers[which % BUFFER_COUNT];
            (void)Watch(
                "Destroy", [&] { return Destroy(Things.Device, buffer); }, buffer);
        }
        else if (which < 192)
        {
            TextureHandle& texture =
                (which & 1U) != 0 ? Current->Transient : Things.Textures[which / 2 % TEXTURE_COUNT];
            (void)Watch(
                "Destroy", [&] { return Destroy(Things.Device, texture); }, texture);
        }
        else
        {
            BindingSetHandle& set = which < 224 ? Things.QuadSets[which % TEXTURE_COUNT] : Current->TransientSet;
            (void)Watch(
                "Destroy", [&] { return Destroy(Things.Device, set); }, set);
        }
    }

    ByteReader Input;
    World Things{};
    Plan Plans[PLAN_COUNT]{};
    Plan* Current{nullptr};
    GraphVersion Versions[VERSION_COUNT]{}; // seen last, of any graph
    uint32 NextVersion{0};
    SubmissionToken Token{};
    GraphReport Report{};
};
} // namespace
} // namespace ludus::graphics::rhi::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ludus::graphics::rhi::fuzz;
    const CleanProcess clean;
    GraphFuzzer{ByteReader{{data, size}}}.Run();
    return 0;
}
