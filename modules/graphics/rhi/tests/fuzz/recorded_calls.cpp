// The operations of the calls' fuzzer on work that is recorded first and runs later: command batches and graphs.
#include "device_fuzzer.h"

namespace ludus::graphics::rhi::fuzz
{
void DeviceFuzzer::UseBatch()
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

// One clear of a texture; graph_fuzzer.cpp does the rest.
void DeviceFuzzer::UseGraph()
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
                return ImportGraphTexture(Things.Device, graph, texture, state, RasterTextureUse::SampledBoth, version);
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
} // namespace ludus::graphics::rhi::fuzz
