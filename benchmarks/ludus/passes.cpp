// S5 over Ludus' public headers.
#include "passes.h"

#include "../harness.h"
#include "../scenarios.h"

#include <chain.h>

namespace ludus::benchmarks
{
namespace
{
std::uint32_t IsRefused(rhi::RasterStatus status)
{
    return status != rhi::RasterStatus::Ready ? 1 : 0;
}

// The picture that a pass draws to, and its frame's colour; the last pass draws to the surface.
rhi::RasterPassDescription MakePass(std::span<const rhi::TextureHandle, 2> pictures, std::uint32_t index)
{
    const std::array<float, 4>& colour = CHAIN_COLOURS[index + 1 == PASS_COUNT ? 2 : index % 2];
    rhi::RasterPassDescription pass;
    pass.Color = index + 1 == PASS_COUNT ? rhi::TextureHandle{} : pictures[index % 2];
    for (std::size_t channel = 0; channel < colour.size(); ++channel)
    {
        pass.Clear[channel] = colour[channel];
    }
    return pass;
}
} // namespace

PassChain::PassChain(const Session& session)
    : Context(session), Corners(session.CreateBuffer(rhi::BufferRole::Vertex, std::as_bytes(std::span(QUAD_CORNERS)))),
      Indices(session.CreateBuffer(rhi::BufferRole::Index16, std::as_bytes(std::span(QUAD_INDICES)))),
      Slice{Corners, 0, sizeof(QUAD_CORNERS)}
{
    std::array<rhi::RasterBinding, 2> bindings;
    bindings[0].Kind = rhi::RasterBindingKind::Texture2D;
    bindings[0].Visibility = rhi::RasterVisibility::Fragment;
    bindings[1].Binding = 1;
    bindings[1].Kind = rhi::RasterBindingKind::Sampler;
    bindings[1].Visibility = rhi::RasterVisibility::Fragment;
    const rhi::BindingLayoutHandle layout = session.CreateLayout(bindings);
    const rhi::RasterPipelineHandle offscreen = session.CreateChainPipeline(
        layout, shaders::chain::Vertex(), shaders::chain::Fragment(), rhi::RasterTarget::Rgba8Unorm);
    const rhi::RasterPipelineHandle onSurface = session.CreateChainPipeline(
        layout, shaders::chain::Vertex(), shaders::chain::Fragment(), rhi::RasterTarget::Surface);
    std::array<rhi::RasterBindingResource, 2> resources;
    resources[1].Binding = 1;
    resources[1].Sampler = session.CreateSampler();
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        Pictures[i] = session.CreateAttachment(TARGET_EXTENT);
        resources[0].Texture = session.CreateView(Pictures[i]);
        const rhi::BindingSetHandle shown = session.CreateSet(layout, resources);
        Packets[i] = {offscreen, shown, {&Slice, 1}, Indices, 0, QUAD_INDICES.size(), QUAD_CORNERS.size() / 2};
    }
    Final = Packets[PASS_COUNT % 2];
    Final.Pipeline = onSurface;
    // The first pass shows what the last but one of the frame before has drawn.
    session.BeginFrame();
    session.Check(rhi::BeginRasterPass(session.Device, MakePass(Pictures, 1)), "BeginRasterPass");
    session.EndFrame();
    static_cast<void>(session.WaitForFrame());
}

void PassChain::DrawPasses()
{
    std::uint32_t refusals = 0;
    Context.BeginFrame();
    for (std::uint32_t i = 0; i < PASS_COUNT; ++i)
    {
        const rhi::RasterDraw& draw = i + 1 == PASS_COUNT ? Final : Packets[(i + 1) % 2];
        refusals += IsRefused(rhi::BeginRasterPass(Context.Device, MakePass(Pictures, i)));
        refusals += IsRefused(rhi::DrawIndexed(Context.Device, draw));
    }
    Context.EndFrame();
    Refusals = refusals;
}

void PassChain::AddPass(rhi::OrderedGraph graph, std::uint32_t index, std::array<rhi::GraphVersion, 2>& versions,
                        std::span<const rhi::GraphVersion, 2> geometry) const
{
    const bool isLast = index + 1 == PASS_COUNT;
    std::array<rhi::GraphUse, 4> uses;
    uses[0] = {geometry[0], rhi::GraphAccessMode::Vertex, 0, sizeof(QUAD_CORNERS)};
    uses[1] = {geometry[1], rhi::GraphAccessMode::Index, 0, sizeof(QUAD_INDICES)};
    uses[2] = {versions[(index + 1) % 2], rhi::GraphAccessMode::Sampled, 0, 0, rhi::RasterVisibility::Fragment};
    if (!isLast)
    {
        rhi::GraphVersion& drawn = versions[index % 2];
        Context.Check(rhi::NextGraphVersion(Context.Device, graph, drawn, drawn), "NextGraphVersion");
        uses[3] = {drawn, rhi::GraphAccessMode::ColorWrite};
    }
    rhi::GraphPassDescription pass;
    pass.Name = "pass";
    pass.Attachment = MakePass(Pictures, index);
    pass.Uses = uses.data();
    pass.UseCount = isLast ? 3 : 4;
    pass.Draws = isLast ? &Final : &Packets[(index + 1) % 2];
    pass.DrawCount = 1;
    Context.Check(rhi::AddGraphPass(Context.Device, graph, pass), "AddGraphPass");
}

void PassChain::AuthorGraph()
{
    const rhi::DeviceHandle device = Context.Device;
    Context.Check(rhi::CreateOrderedGraph(device, Graph), "CreateOrderedGraph");
    std::array<rhi::GraphVersion, 2> geometry;
    Context.Check(rhi::ImportGraphBuffer(device, Graph, Corners, geometry[0]), "ImportGraphBuffer");
    Context.Check(rhi::ImportGraphBuffer(device, Graph, Indices, geometry[1]), "ImportGraphBuffer");
    std::array<rhi::GraphVersion, 2> versions;
    for (std::size_t i = 0; i < 2; ++i)
    {
        rhi::RasterTextureState state;
        Context.Check(rhi::GetTextureState(device, Pictures[i], state), "GetTextureState");
        Context.Check(
            rhi::ImportGraphTexture(device, Graph, Pictures[i], state, rhi::RasterTextureUse::SampledBoth, versions[i]),
            "ImportGraphTexture");
    }
    for (std::uint32_t i = 0; i < PASS_COUNT; ++i)
    {
        AddPass(Graph, i, versions, geometry);
    }
    // The next frame's first pass shows what the last but one has drawn.
    Context.Check(rhi::AddGraphRoot(device, Graph, versions[1], rhi::GraphRoot::History), "AddGraphRoot");
    rhi::GraphReport report;
    Context.Check(rhi::CompileOrderedGraph(device, Graph, report), "CompileOrderedGraph");
    if (report.LivePasses != PASS_COUNT)
    {
        Fail("CompileOrderedGraph", "a pass was culled that matters");
    }
}

void PassChain::ExecuteGraph()
{
    rhi::SubmissionToken completion;
    Context.Execute(Graph, completion);
    Refusals = 0;
}

void PassChain::CheckRefusals() const
{
    if (Refusals != 0)
    {
        Fail("S5", "a call of the run was refused");
    }
}
} // namespace ludus::benchmarks
