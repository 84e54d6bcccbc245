// The life of a frame that is a graph, and the list of programs that have such frames.
#include "graph_program.h"

#include <algorithm>

namespace ludus::gallery
{
namespace
{
constexpr GraphProgramEntry PROGRAMS[] = {
    {"04", "deferred", &MakeDeferred}, {"05", "particles", &MakeParticles}, {"06", "history", &MakeHistory}};
} // namespace

void GraphAuthor::Begin()
{
    if (Parts != nullptr)
    {
        Parts->HasBegun = true;
    }
}

rhi::GraphVersion GraphAuthor::Import(rhi::BufferHandle buffer)
{
    Begin();
    rhi::GraphVersion version;
    if (IsGood())
    {
        Status = rhi::ImportGraphBuffer(Device, Graph, buffer, version);
    }
    return version;
}

rhi::GraphVersion GraphAuthor::Import(rhi::TextureHandle texture, rhi::RasterTextureUse finalUse)
{
    Begin();
    rhi::RasterTextureState state;
    rhi::GraphVersion version;
    if (IsGood())
    {
        Status = rhi::GetTextureState(Device, texture, state);
    }
    if (IsGood())
    {
        Status = rhi::ImportGraphTexture(Device, Graph, texture, state, finalUse, version);
    }
    return version;
}

GraphAuthor::Borrowed GraphAuthor::Borrow(const rhi::TextureDescription& description, const char* label)
{
    Borrowed borrowed;
    if (Parts != nullptr && Lent < Parts->Textures.size())
    {
        return Parts->Textures[Lent++];
    }
    if (IsGood())
    {
        const rhi::RasterStatus status =
            rhi::CreateGraphTexture(Device, Graph, description, borrowed.Version, borrowed.Texture);
        Status = status == rhi::RasterStatus::Pending ? rhi::RasterStatus::Ready : status;
    }
    if (IsGood())
    {
        Status = rhi::SetLabel(Device, borrowed.Texture, label);
    }
    if (IsGood() && Parts != nullptr)
    {
        Parts->Textures.push_back(borrowed);
        ++Lent;
    }
    return borrowed;
}

rhi::GraphVersion GraphAuthor::Next(rhi::GraphVersion version)
{
    rhi::GraphVersion next;
    if (IsGood())
    {
        Status = rhi::NextGraphVersion(Device, Graph, version, next);
    }
    return next;
}

void GraphAuthor::Pass(const char* name, const rhi::RasterPassDescription& attachment,
                       std::span<const rhi::GraphUse> uses, std::span<const rhi::RasterDraw> draws)
{
    if (IsGood())
    {
        Status = rhi::AddGraphPass(Device, Graph,
                                   {.Name = name,
                                    .Attachment = attachment,
                                    .Uses = uses.data(),
                                    .UseCount = uses.size(),
                                    .Draws = draws.data(),
                                    .DrawCount = draws.size()});
    }
}

void GraphAuthor::Pass(const char* name, const rhi::ComputeDispatch& dispatch, std::span<const rhi::GraphUse> uses)
{
    if (IsGood())
    {
        Status = rhi::AddGraphPass(Device, Graph,
                                   {.Name = name, .Uses = uses.data(), .UseCount = uses.size(), .Dispatch = &dispatch});
    }
}

void GraphAuthor::Root(rhi::GraphVersion version, rhi::GraphRoot root)
{
    if (IsGood())
    {
        Status = rhi::AddGraphRoot(Device, Graph, version, root);
    }
}

std::vector<rhi::GraphUse> With(std::vector<rhi::GraphUse> uses, const rhi::GraphUse& more)
{
    uses.push_back(more);
    return uses;
}

Progress GraphProgram::Learn(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    const rhi::DeviceStatus begun = rhi::BeginFrame(device, surface);
    if (begun == rhi::DeviceStatus::Skipped)
    {
        return Progress::Waiting;
    }
    const bool isLearnt = begun == rhi::DeviceStatus::Ready &&
                          rhi::GetFrameInfo(device, surface, SurfaceInfo) == rhi::DeviceStatus::Ready &&
                          rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
    return isLearnt ? Progress::Done : Progress::Failed;
}

rhi::RasterStatus GraphProgram::Compile(rhi::DeviceHandle device, rhi::OrderedGraph& graph)
{
    rhi::RasterStatus status = IsOpen ? rhi::RasterStatus::Ready : rhi::CreateOrderedGraph(device, graph);
    if (status != rhi::RasterStatus::Ready)
    {
        return status;
    }
    status = Author(device, graph);
    IsOpen = status == rhi::RasterStatus::NotReady && !Parts.HasBegun;
    if (IsOpen)
    {
        return status;
    }
    if (status == rhi::RasterStatus::Ready)
    {
        status = rhi::CompileOrderedGraph(device, graph, Report, GetOptions());
    }
    if (status == rhi::RasterStatus::Ready)
    {
        status = KeepPlan(device, graph);
    }
    if (status == rhi::RasterStatus::NotReady)
    {
        const rhi::RasterStatus discarded = Discard(device, graph); // something is still pending: author it anew
        return discarded == rhi::RasterStatus::Ready ? status : discarded;
    }
    return status; // a refused graph ends with the device, so that its diagnostic stays the last one
}

rhi::RasterStatus GraphProgram::Discard(rhi::DeviceHandle device, rhi::OrderedGraph& graph)
{
    const rhi::RasterStatus status = rhi::DiscardOrderedGraph(device, graph);
    return status == rhi::RasterStatus::Ready ? DropParts(device) : status;
}

rhi::RasterStatus GraphProgram::DropParts(rhi::DeviceHandle device)
{
    Parts = {};
    return Release(device);
}

Progress GraphProgram::Execute(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    const rhi::RasterStatus status = rhi::ExecuteOrderedGraph(device, surface, Graph, Token);
    if (status != rhi::RasterStatus::Ready)
    {
        return ProgressOf(status); // NotReady: no target at this tick, and the graph waits for the next
    }
    State = Stage::Finishing;
    ++Number;
    Accept();
    return DropParts(device) == rhi::RasterStatus::Ready ? Progress::Working : Progress::Failed;
}

Progress GraphProgram::Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    Progress progress = Progress::Done;
    switch (State)
    {
    case Stage::Learning:
        progress = Learn(device, surface);
        State = progress == Progress::Done ? Stage::Authoring : State;
        break;
    case Stage::Authoring:
        progress = ProgressOf(Compile(device, Graph));
        State = progress == Progress::Done ? Stage::Executing : State;
        break;
    case Stage::Executing:
        return Execute(device, surface);
    case Stage::Finishing:
        progress = ProgressOf(rhi::GetStatus(device, Token));
        if (progress == Progress::Done)
        {
            Token = {};
            State = Stage::Authoring;
        }
        return progress;
    }
    return progress == Progress::Done ? Progress::Working : progress;
}

std::span<const GraphProgramEntry> GetGraphPrograms()
{
    return PROGRAMS;
}

const GraphProgramEntry* FindGraphProgram(std::string_view numberOrName)
{
    const auto* const found = std::find_if(std::begin(PROGRAMS), std::end(PROGRAMS),
                                           [&](const GraphProgramEntry& entry)
                                           { return entry.Number == numberOrName || entry.Name == numberOrName; });
    return found != std::end(PROGRAMS) ? found : nullptr;
}
} // namespace ludus::gallery
