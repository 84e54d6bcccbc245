// Writes a compiled plan for people: one block of lines a pass, or one node a pass and one arrow a dependency.
#include "boundary/stream_text.h"
#include "graph/describe_plan.h"
#include "graph/refuse_graph.h"

#include <cstring>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Counts everything and keeps what fits.
class TextWriter final
{
public:
    explicit TextWriter(std::span<char> room) noexcept : Room(room) {}

    TextWriter& operator<<(std::string_view text) noexcept
    {
        const usize left = Room.size() > Length + 1 ? Room.size() - Length - 1 : 0;
        const usize taken = std::min(text.size(), left);
        if (taken != 0)
        {
            std::memcpy(Room.data() + Length, text.data(), taken);
        }
        Length += text.size();
        return *this;
    }

    TextWriter& operator<<(uint64 number) noexcept
    {
        char digits[20];
        usize first = sizeof digits;
        do
        {
            digits[--first] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        return *this << std::string_view(digits + first, sizeof digits - first);
    }

    TextWriter& operator<<(uint32 number) noexcept { return *this << uint64{number}; }

    usize Finish() noexcept
    {
        if (!Room.empty())
        {
            Room[std::min(Length, Room.size() - 1)] = '\0';
        }
        return Length;
    }

private:
    std::span<char> Room;
    usize Length{0};
};

constexpr std::string_view HAZARD_NAMES[] = {"ReadAfterWrite", "WriteAfterRead", "WriteAfterWrite"};
constexpr std::string_view ROOT_NAMES[] = {"Export", "History", "Readback"};

class Describer
{
public:
    Describer(const GraphDeclaration& graph, const GraphPlan& plan, std::span<char> room) noexcept
        : Graph(graph), Plan(plan), Out(room)
    {
    }

protected:
    [[nodiscard]] uint32 CountPasses() const noexcept { return static_cast<uint32>(Graph.Passes.Size()); }

    /// Text between quotation marks: what would end it or break the line is left out of names.
    void Quote(std::string_view text) noexcept
    {
        for (const char& character : text)
        {
            const bool isPlain = character != '"' && character != '\\' && static_cast<uint8>(character) >= 32;
            Out << (isPlain ? std::string_view(&character, 1) : std::string_view("?"));
        }
    }

    void NameResource(uint32 index) noexcept
    {
        const GraphResource& resource = Graph.Resources[index];
        Out << (resource.IsTexture ? "texture " : "buffer ") << index;
        if (resource.Label != nullptr && resource.Label[0] != '\0')
        {
            Out << " '";
            Quote(resource.Label);
            Out << "'";
        }
    }

    void NameUses(uint32 uses) noexcept
    {
        if (uses == USE_NONE)
        {
            Out << "nothing";
            return;
        }
        bool isFirst = true;
        for (uint32 bit = 0; bit < 32; ++bit)
        {
            if ((uses >> bit & 1U) != 0)
            {
                Out << (isFirst ? "" : "+") << GetUseName(bit);
                isFirst = false;
            }
        }
    }

    void NameRoots(const GraphResource& resource) noexcept
    {
        bool isFirst = true;
        for (uint32 root = 0; root < std::size(ROOT_NAMES); ++root)
        {
            if ((resource.Roots >> root & 1U) != 0)
            {
                Out << (isFirst ? "" : "+") << ROOT_NAMES[root];
                isFirst = false;
            }
        }
    }

    void ExplainFate(uint32 index) noexcept
    {
        const GraphPassPlan& pass = Plan.Passes[index];
        switch (pass.Fate)
        {
        case GraphFate::Culled:
            Out << "culled: nothing live needs what it writes";
            return;
        case GraphFate::Surface:
            Out << "kept: draws to the surface";
            return;
        case GraphFate::SideEffect:
            Out << "kept: has a side effect";
            return;
        case GraphFate::Root:
            Out << "kept: writes ";
            NameResource(pass.Keeper);
            Out << ", rooted as ";
            NameRoots(Graph.Resources[pass.Keeper]);
            return;
        case GraphFate::Reader:
            Out << "kept: pass " << pass.Keeper << " reads what it writes";
            return;
        case GraphFate::Reference:
            Out << "kept: culling is off; nothing live needs what it writes";
            return;
        }
    }

    void ExplainBarrier(const GraphBarrier& barrier) noexcept
    {
        NameResource(barrier.Resource);
        Out << (barrier.Aspect == TextureAspect::Depth ? " depth " : " ");
        NameUses(barrier.Before);
        Out << " -> ";
        NameUses(barrier.After);
        Out << (barrier.KeepsContents ? "" : " (contents dropped)");
    }

    void ExplainHazard(const GraphDependency& dependency) noexcept
    {
        Out << HAZARD_NAMES[static_cast<usize>(dependency.Hazard)] << " of ";
        NameResource(dependency.Resource);
        Out << " (" << GetAccessName(dependency.Source) << ", then " << GetAccessName(dependency.Destination) << ")";
    }

    const GraphDeclaration& Graph;
    const GraphPlan& Plan;
    TextWriter Out;
};

class LineDescriber final : Describer
{
public:
    using Describer::Describer;

    usize Write() noexcept
    {
        Out << "graph: passes " << CountPasses() << ", live " << Plan.LivePasses << ", raster groups "
            << Plan.RasterPasses << ", merged " << Plan.MergedPasses << ", dispatches " << Plan.ComputePasses
            << ", draws " << Plan.DrawCount << ", resources " << uint64{Graph.Resources.Size()} << ", dependencies "
            << uint64{Plan.Dependencies.Size()} << ", barriers " << uint64{Plan.Barriers.Size()} << "\n";
        for (uint32 i = 0; i < Graph.Resources.Size(); ++i)
        {
            WriteResource(i);
        }
        for (uint32 index = 0; index < CountPasses(); ++index)
        {
            WritePass(index);
        }
        WriteEnd();
        return Out.Finish();
    }

private:
    void WriteResource(uint32 index) noexcept
    {
        const GraphResource& resource = Graph.Resources[index];
        const GraphResourceDiagnostic& life = Plan.Resources[index];
        NameResource(index);
        Out << (resource.IsTransient ? ": transient, " : ": imported, ");
        if (life.FirstUse == GRAPH_EXTERNAL_INDEX)
        {
            Out << "unused";
        }
        else
        {
            Out << "used by passes " << life.FirstUse << " to " << life.LastUse;
        }
        if (resource.RootVersion != GRAPH_EXTERNAL_INDEX)
        {
            Out << ", version " << resource.RootVersion << " rooted as ";
            NameRoots(resource);
        }
        Out << "\n";
    }

    void WritePass(uint32 index) noexcept
    {
        const GraphPass& pass = Graph.Passes[index];
        Out << "pass " << index << " \"";
        Quote(Graph.NameOf(pass));
        Out << "\"";
        if (pass.SourceBytes != 0)
        {
            Out << " at ";
            Quote(Graph.SourceOf(pass));
            Out << ":" << pass.Line;
        }
        Out << "\n  ";
        ExplainFate(index);
        Out << "\n";
        WriteKind(index);
        for (const GraphUseRecord& use : Graph.UsesOf(pass))
        {
            Out << "  uses ";
            NameResource(use.Resource);
            Out << " version " << use.Version << " as " << GetAccessName(use.Access()) << "\n";
        }
        for (const GraphDependency& dependency : Plan.DependenciesOf(index))
        {
            WriteDependency(dependency);
        }
        for (const GraphBarrier& barrier : Plan.BarriersOf(index))
        {
            Out << "  barrier ";
            ExplainBarrier(barrier);
            Out << "\n";
        }
    }

    void WriteKind(uint32 index) noexcept
    {
        const GraphPass& pass = Graph.Passes[index];
        const uint32 group = Plan.Passes[index].Group;
        if (pass.Kind == GraphPassKind::Compute)
        {
            Out << "  one dispatch\n";
            return;
        }
        Out << "  draws " << pass.DrawCount << (pass.Kind == GraphPassKind::Surface ? " to the surface" : "");
        if (group != GRAPH_EXTERNAL_INDEX)
        {
            Out << ", group " << group;
        }
        Out << "\n";
    }

    void WriteDependency(const GraphDependency& dependency) noexcept
    {
        if (dependency.Before == GRAPH_EXTERNAL_INDEX)
        {
            Out << "  after earlier work: ";
        }
        else
        {
            Out << "  after pass " << dependency.Before << ": ";
        }
        ExplainHazard(dependency);
        Out << "\n";
    }

    void WriteEnd() noexcept
    {
        if (Plan.GetOutgoing().empty() && Plan.GetFinalBarriers().empty())
        {
            return;
        }
        Out << "afterwards\n";
        for (const GraphDependency& dependency : Plan.GetOutgoing())
        {
            Out << "  after pass " << dependency.Before << ": ";
            ExplainHazard(dependency);
            Out << "\n";
        }
        for (const GraphBarrier& barrier : Plan.GetFinalBarriers())
        {
            Out << "  barrier ";
            ExplainBarrier(barrier);
            Out << "\n";
        }
    }
};

class DotDescriber final : Describer
{
public:
    using Describer::Describer;

    usize Write() noexcept
    {
        Out << "digraph plan {\n  node [shape=box, fontname=\"monospace\"];\n";
        for (uint32 index = 0; index < CountPasses(); ++index)
        {
            WriteGroup(index);
        }
        if (!Plan.GetFinalBarriers().empty() || !Plan.GetOutgoing().empty())
        {
            Out << "  after [shape=plaintext, label=\"afterwards";
            for (const GraphBarrier& barrier : Plan.GetFinalBarriers())
            {
                Out << "\\n";
                ExplainBarrier(barrier);
            }
            Out << "\"];\n";
        }
        WriteEarlierWork();
        for (uint32 index = 0; index < CountPasses(); ++index)
        {
            for (const GraphDependency& dependency : Plan.DependenciesOf(index))
            {
                WriteArrow(dependency);
            }
        }
        for (const GraphDependency& dependency : Plan.GetOutgoing())
        {
            WriteArrow(dependency);
        }
        Out << "}\n";
        return Out.Finish();
    }

private:
    /// A frame around a group of several passes, written where its first pass comes.
    void WriteGroup(uint32 index) noexcept
    {
        const uint32 group = Plan.Passes[index].Group;
        const bool isHead = group == index && index + 1 < CountPasses() && Plan.Passes[index + 1].Group == index;
        const bool isMember = group != GRAPH_EXTERNAL_INDEX && group != index;
        if (isHead)
        {
            Out << "  subgraph cluster_" << index << " {\n    label=\"group " << index << "\";\n";
        }
        Out << (isHead || isMember ? "    " : "  ");
        WriteNode(index);
        const bool isLast = index + 1 == CountPasses() || Plan.Passes[index + 1].Group != group;
        if (isMember && isLast)
        {
            Out << "  }\n";
        }
    }

    void WriteNode(uint32 index) noexcept
    {
        const GraphPass& pass = Graph.Passes[index];
        Out << "pass" << index << " [label=\"" << index << " ";
        Quote(Graph.NameOf(pass));
        if (pass.Kind == GraphPassKind::Compute)
        {
            Out << "\\none dispatch\\n";
        }
        else
        {
            Out << "\\ndraws " << pass.DrawCount
                << (pass.Kind == GraphPassKind::Surface ? " to the surface\\n" : "\\n");
        }
        ExplainFate(index);
        for (const GraphBarrier& barrier : Plan.BarriersOf(index))
        {
            Out << "\\nbarrier ";
            ExplainBarrier(barrier);
        }
        Out << (Plan.IsLive(index) ? "\"];\n" : "\", style=dashed];\n");
    }

    void WriteEarlierWork() noexcept
    {
        for (const GraphDependency& dependency : Plan.Dependencies)
        {
            if (dependency.Before == GRAPH_EXTERNAL_INDEX)
            {
                Out << "  before [shape=plaintext, label=\"earlier work\"];\n";
                return;
            }
        }
    }

    void WriteArrow(const GraphDependency& dependency) noexcept
    {
        Out << "  ";
        NameEnd(dependency.Before, "before");
        Out << " -> ";
        NameEnd(dependency.After, "after");
        Out << " [label=\"";
        ExplainHazard(dependency);
        Out << (dependency.Hazard == GraphHazard::ReadAfterWrite ? "\"];\n" : "\", style=dotted];\n");
    }

    void NameEnd(uint32 pass, std::string_view outside) noexcept
    {
        if (pass == GRAPH_EXTERNAL_INDEX)
        {
            Out << outside;
            return;
        }
        Out << "pass" << pass;
    }
};
} // namespace

usize DescribePlan(const GraphDeclaration& graph, const GraphPlan& plan, GraphTextForm form,
                   std::span<char> text) noexcept
{
    return form == GraphTextForm::Dot ? DotDescriber(graph, plan, text).Write()
                                      : LineDescriber(graph, plan, text).Write();
}
} // namespace ludus::graphics::rhi::internal
