// Random graphs against an oracle that knows no algorithm: it tries every pair of passes and asks the rules' own words.
#include "builder.h"

#include <set>
#include <tuple>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// A small generator of our own, so that every machine draws the same graphs.
class Dice final
{
public:
    explicit Dice(uint32 seed) : State(seed * 2654435761U + 1) {}

    /// 0 to `sides` - 1.
    uint32 Roll(uint32 sides)
    {
        State ^= State << 13U;
        State ^= State >> 17U;
        State ^= State << 5U;
        return State % sides;
    }

    bool Happens(uint32 percent) { return Roll(100) < percent; }

private:
    uint32 State;
};

struct Scene final
{
    TestGraph Graph{};
    std::vector<PassSpec> Passes{};
};

[[nodiscard]] RasterLoad RollLoad(Dice& dice, bool isDefined)
{
    const uint32 roll = dice.Roll(10);
    if (isDefined || dice.Happens(3))
    {
        return roll < 6 ? RasterLoad::Load : roll < 9 ? RasterLoad::Clear : RasterLoad::Discard;
    }
    return roll < 9 ? RasterLoad::Clear : RasterLoad::Discard;
}

/// The pass before once more, drawing on in what it drew: what groups are made of.
[[nodiscard]] PassSpec MakeOverlay(PassSpec pass, std::vector<uint32>& versions)
{
    pass.Attachments[0].Load = RasterLoad::Load;
    pass.DepthLoad = RasterLoad::Load;
    for (GraphUseRecord& use : pass.Uses)
    {
        if (IsWriteAccess(use.Access()))
        {
            use = Use(use.Resource, ++versions[use.Resource], Access::ColorReadWrite);
        }
    }
    return pass;
}

/// Mostly legal: versions follow each other, with a slip now and then.
void RollScene(Dice& dice, Scene& scene)
{
    TestGraph& graph = scene.Graph;
    const uint32 resources = 1 + dice.Roll(5);
    std::vector<uint32> versions(resources, 0);
    std::vector<bool> isDefined(resources, false);
    for (uint32 i = 0; i < resources; ++i)
    {
        const bool isImported = dice.Happens(40);
        const uint8 defined =
            isImported && dice.Happens(70) ? uint8{DEFINED_COLOR | DEFINED_DEPTH} : uint8{DEFINED_NONE};
        isDefined[i] = defined != DEFINED_NONE;
        if (dice.Happens(60))
        {
            graph.AddTexture(nullptr, defined, !isImported);
        }
        else
        {
            graph.AddBuffer();
            isDefined[i] = true;
        }
    }
    const auto slip = [&](uint32 version) { return dice.Happens(1) ? version + dice.Roll(3) - 1 : version; };
    const uint32 passes = 1 + dice.Roll(10);
    for (uint32 p = 0; p < passes; ++p)
    {
        if (!scene.Passes.empty() && scene.Passes.back().DepthStore == RasterStore::Store &&
            scene.Passes.back().Attachments.size() == 1 && dice.Happens(40))
        {
            scene.Passes.push_back(MakeOverlay(scene.Passes.back(), versions));
            graph.AddPass(scene.Passes.back());
            continue;
        }
        PassSpec pass;
        pass.Kind = static_cast<GraphPassKind>(dice.Roll(3));
        pass.Name = "pass";
        pass.SideEffect = dice.Happens(5);
        pass.Draws = dice.Roll(4);
        const bool isCompute = pass.Kind == GraphPassKind::Compute;
        uint32 target = NONE;
        for (uint32 i = 0; i < resources && pass.Kind == GraphPassKind::Offscreen; ++i)
        {
            target = graph.Declaration.Resources[i].IsTexture && (target == NONE || dice.Happens(50)) ? i : target;
        }
        if (pass.Kind == GraphPassKind::Offscreen && target == NONE)
        {
            continue;
        }
        for (uint32 i = 0; i < resources; ++i)
        {
            const bool isTexture = graph.Declaration.Resources[i].IsTexture;
            if (i == target || !dice.Happens(40))
            {
                continue;
            }
            if (isCompute && !isTexture && dice.Happens(50))
            {
                pass.Uses.push_back(Storage(i, slip(++versions[i]), Access::StorageReadWrite));
            }
            else if (isDefined[i] || dice.Happens(3))
            {
                const auto stages = isCompute                       ? RasterVisibility::Compute
                                    : isTexture && dice.Happens(50) ? RasterVisibility::Vertex
                                                                    : RasterVisibility::Fragment;
                pass.Uses.push_back(isTexture ? Sampled(i, slip(versions[i]), stages)
                                              : Use(i, slip(versions[i]), Access::StorageRead, stages, 0, 16));
                if (dice.Happens(10))
                {
                    pass.Uses.push_back(pass.Uses.back()); // two entries of one set
                }
            }
        }
        if (!isCompute)
        {
            GraphAttachment attachment;
            attachment.Resource = target == NONE ? GRAPH_SURFACE : target;
            attachment.Load = RollLoad(dice, target == NONE || isDefined[target]);
            attachment.Store = dice.Happens(4) ? RasterStore::Discard : RasterStore::Store;
            pass.DepthLoad = !scene.Passes.empty() && dice.Happens(40) ? RasterLoad::Load : RasterLoad::Clear;
            pass.DepthStore = dice.Happens(70) ? RasterStore::Store : RasterStore::Discard;
            pass.DepthReadOnly = pass.DepthLoad == RasterLoad::Load && dice.Happens(30);
            pass.Attachments.push_back(attachment);
            if (target != NONE)
            {
                const bool loads = attachment.Load == RasterLoad::Load;
                pass.Uses.push_back(
                    Use(target, slip(++versions[target]), loads ? Access::ColorReadWrite : Access::ColorWrite));
                isDefined[target] = attachment.Load != RasterLoad::Discard && attachment.Store == RasterStore::Store;
            }
        }
        graph.AddPass(pass);
        scene.Passes.push_back(pass);
    }
    for (uint32 i = 0; i < resources; ++i)
    {
        if (!graph.Declaration.Resources[i].IsTransient && dice.Happens(40))
        {
            graph.Root(i, slip(versions[i]), static_cast<GraphRoot>(dice.Roll(3)));
        }
    }
}

/// The rules in their own words, each answered by looking at all passes.
class Oracle final
{
public:
    explicit Oracle(const Scene& scene) : Graph(scene.Graph), Passes(scene.Passes) {}

    [[nodiscard]] uint32 Count() const { return static_cast<uint32>(Passes.size()); }

    [[nodiscard]] bool Writes(uint32 pass, uint32 resource) const
    {
        return Any(pass,
                   [&](const GraphUseRecord& use) { return use.Resource == resource && IsWriteAccess(use.Access()); });
    }

    [[nodiscard]] bool OnlyReads(uint32 pass, uint32 resource) const
    {
        return Any(pass,
                   [&](const GraphUseRecord& use) { return use.Resource == resource && !IsWriteAccess(use.Access()); });
    }

    /// Reads what was there before it: by a declared read, a load of colour, depth or storage.
    [[nodiscard]] bool Needs(uint32 pass, uint32 resource) const
    {
        const bool loadsDepth = Passes[pass].DepthLoad == RasterLoad::Load && !Passes[pass].Attachments.empty() &&
                                Passes[pass].Attachments[0].Resource == resource;
        return loadsDepth || Any(pass, [&](const GraphUseRecord& use)
                                 { return use.Resource == resource && use.Access() != Access::ColorWrite; });
    }

    [[nodiscard]] uint32 LastWriterBefore(uint32 pass, uint32 resource) const
    {
        for (uint32 p = pass; p-- > 0;)
        {
            if (Writes(p, resource))
            {
                return p;
            }
        }
        return NONE;
    }

    [[nodiscard]] uint32 CountWritesBefore(uint32 pass, uint32 resource) const
    {
        uint32 count = 0;
        for (uint32 p = 0; p < pass; ++p)
        {
            count += Writes(p, resource) ? 1U : 0U;
        }
        return count;
    }

    /// Whether an image of a resource, or of the surface, is defined before a pass begins.
    [[nodiscard]] bool IsDefined(uint32 pass, uint32 resource, GraphDefined image) const
    {
        if (resource != GRAPH_SURFACE && !Graph.Declaration.Resources[resource].IsTexture)
        {
            return true;
        }
        for (uint32 p = pass; p-- > 0;)
        {
            if (Passes[p].Attachments.empty() || Passes[p].Attachments[0].Resource != resource)
            {
                continue;
            }
            const GraphAttachment& attachment = Passes[p].Attachments[0];
            const RasterLoad load = image == DEFINED_COLOR ? attachment.Load : Passes[p].DepthLoad;
            const RasterStore store = image == DEFINED_COLOR ? attachment.Store : Passes[p].DepthStore;
            return store == RasterStore::Store &&
                   (load == RasterLoad::Clear || (load == RasterLoad::Load && IsDefined(p, resource, image)));
        }
        return resource == GRAPH_SURFACE ? image == DEFINED_COLOR
                                         : (Graph.Declaration.Resources[resource].Defined & image) != 0;
    }

    [[nodiscard]] bool IsLegal(uint32 pass) const
    {
        for (const GraphUseRecord& use : Passes[pass].Uses)
        {
            const bool isWrite = IsWriteAccess(use.Access());
            if (use.Version != CountWritesBefore(pass, use.Resource) + (isWrite ? 1U : 0U) ||
                (!isWrite && !IsDefined(pass, use.Resource, DEFINED_COLOR)))
            {
                return false;
            }
        }
        if (Passes[pass].Attachments.empty())
        {
            return true;
        }
        const GraphAttachment& attachment = Passes[pass].Attachments[0];
        return (attachment.Load != RasterLoad::Load || IsDefined(pass, attachment.Resource, DEFINED_COLOR)) &&
               (Passes[pass].DepthLoad != RasterLoad::Load || IsDefined(pass, attachment.Resource, DEFINED_DEPTH));
    }

    [[nodiscard]] bool AreRootsLegal() const
    {
        for (uint32 i = 0; i < Graph.Declaration.Resources.Size(); ++i)
        {
            const uint32 version = Graph.Declaration.Resources[i].RootVersion;
            if (version != NONE && (version != CountWritesBefore(Count(), i) || !IsDefined(Count(), i, DEFINED_COLOR)))
            {
                return false;
            }
        }
        return IsDefined(Count(), GRAPH_SURFACE, DEFINED_COLOR);
    }

    using Edge = std::tuple<uint32, uint32, uint32, GraphHazard>;

    /// Every pair of passes without a write of the resource between them.
    [[nodiscard]] std::set<Edge> FindEdges() const
    {
        std::set<Edge> edges;
        for (uint32 r = 0; r < Graph.Declaration.Resources.Size(); ++r)
        {
            for (uint32 after = 0; after < Count(); ++after)
            {
                for (uint32 before = 0; before < after; ++before)
                {
                    if (CountWritesBefore(after, r) != CountWritesBefore(before + 1, r))
                    {
                        continue;
                    }
                    if (Writes(before, r) && Needs(after, r))
                    {
                        edges.emplace(before, after, r, GraphHazard::ReadAfterWrite);
                    }
                    if (Writes(before, r) && Writes(after, r))
                    {
                        edges.emplace(before, after, r, GraphHazard::WriteAfterWrite);
                    }
                    if (OnlyReads(before, r) && Writes(after, r))
                    {
                        edges.emplace(before, after, r, GraphHazard::WriteAfterRead);
                    }
                }
            }
            const uint32 writer = LastWriterBefore(Count(), r);
            if (Graph.Declaration.Resources[r].RootVersion != NONE && writer != NONE)
            {
                edges.emplace(writer, NONE, r, GraphHazard::ReadAfterWrite);
            }
        }
        return edges;
    }

    /// Passes from which something observable can be reached over contents alone.
    [[nodiscard]] std::vector<bool> FindLive() const
    {
        const std::set<Edge> edges = FindEdges();
        std::vector<bool> live(Count(), false);
        for (bool hasChanged = true; hasChanged;)
        {
            hasChanged = false;
            for (uint32 p = 0; p < Count(); ++p)
            {
                bool isLive = Passes[p].Kind == GraphPassKind::Surface || Passes[p].SideEffect;
                for (const auto& [before, after, resource, hazard] : edges)
                {
                    isLive = isLive ||
                             (before == p && hazard == GraphHazard::ReadAfterWrite && (after == NONE || live[after]));
                }
                hasChanged = hasChanged || isLive != live[p];
                live[p] = isLive;
            }
        }
        return live;
    }

private:
    template <class Condition>
    [[nodiscard]] bool Any(uint32 pass, Condition condition) const
    {
        const std::vector<GraphUseRecord>& uses = Passes[pass].Uses;
        return std::any_of(uses.begin(), uses.end(), condition);
    }

    const TestGraph& Graph;
    const std::vector<PassSpec>& Passes;
};

/// Executes a plan on a model of the hardware: a use works only where the last transition allows it, and a transition
/// must name every use since the one before.
class Machine final
{
public:
    explicit Machine(const GraphDeclaration& graph) : Graph(graph)
    {
        for (const GraphResource& resource : graph.Resources)
        {
            Images.push_back({.Allowed = resource.InitialUse});
            Images.push_back({.Allowed = resource.HasDepthUse ? uint32{USE_DEPTH_ATTACHMENT} : uint32{USE_NONE}});
        }
    }

    void Wait(const GraphBarrier& barrier)
    {
        Image& image = Images[barrier.Resource * 2 + (barrier.Aspect == TextureAspect::Depth ? 1U : 0U)];
        EXPECT_EQ(image.Performed & ~barrier.Before, 0U) << "a use that nothing waits for";
        EXPECT_EQ(barrier.Before, image.Allowed) << "an image is in one state";
        image = {.Allowed = barrier.After, .Dropped = !barrier.KeepsContents};
    }

    void Run(uint32 index)
    {
        const GraphPass& pass = Graph.Passes[index];
        for (const GraphUseRecord& use : Graph.UsesOf(pass))
        {
            const uint32 mask = GetUseMask(use.Access(), use.Visibility());
            const bool dropsContents = use.Access() == GraphAccessMode::ColorWrite;
            Perform(Images[use.Resource * 2], mask, dropsContents);
        }
        if (pass.Kind == GraphPassKind::Offscreen)
        {
            Perform(Images[Graph.Attachments[pass.FirstAttachment].Resource * 2 + 1], USE_DEPTH_ATTACHMENT,
                    pass.DepthLoad != RasterLoad::Load);
        }
    }

    /// Everything is where the imports want it.
    void Finish()
    {
        for (uint32 i = 0; i < Graph.Resources.Size(); ++i)
        {
            EXPECT_EQ(Graph.Resources[i].FinalUse & ~Images[i * 2].Allowed, 0U);
        }
    }

private:
    struct Image
    {
        uint32 Allowed;
        uint32 Performed = USE_NONE;
        bool Dropped = false;
    };

    static void Perform(Image& image, uint32 mask, bool dropsContents)
    {
        EXPECT_EQ(mask & ~image.Allowed, 0U) << "a use that no transition allows";
        EXPECT_TRUE(dropsContents || !image.Dropped) << "contents dropped although they are needed";
        constexpr uint32 WRITE_USES = USE_STORAGE_WRITE_COMPUTE; // passes wait for attachments by themselves
        EXPECT_FALSE((mask & WRITE_USES) != 0 && image.Performed != USE_NONE) << "a write that does not wait";
        image.Performed |= mask;
        image.Dropped = false;
    }

    const GraphDeclaration& Graph;
    std::vector<Image> Images{};
};

void ExpectSamePlan(const Scene& scene, const Oracle& oracle, bool culls)
{
    const GraphPlan& plan = scene.Graph.Plan;
    std::set<Oracle::Edge> edges;
    for (const GraphDependency& dependency : plan.Dependencies)
    {
        if (dependency.Before != NONE)
        {
            const bool isNew =
                edges.emplace(dependency.Before, dependency.After, dependency.Resource, dependency.Hazard).second;
            EXPECT_TRUE(isNew) << "a dependency reported twice";
        }
    }
    EXPECT_EQ(edges, oracle.FindEdges());

    const std::vector<bool> live = oracle.FindLive();
    std::vector<GraphResourceDiagnostic> lives(scene.Graph.Declaration.Resources.Size());
    uint32 draws = 0;
    uint32 liveCount = 0;
    for (uint32 p = 0; p < oracle.Count(); ++p)
    {
        const bool isLive = live[p] || !culls;
        ASSERT_EQ(plan.IsLive(p), isLive) << "pass " << p;
        EXPECT_EQ(plan.Passes[p].Fate == GraphFate::Reference || plan.Passes[p].Fate == GraphFate::Culled, !live[p]);
        liveCount += isLive ? 1U : 0U;
        draws += isLive && scene.Passes[p].Kind != GraphPassKind::Compute ? scene.Passes[p].Draws : 0;
        for (const GraphUseRecord& use : scene.Passes[p].Uses)
        {
            if (isLive)
            {
                GraphResourceDiagnostic& life = lives[use.Resource];
                life.FirstUse = std::min(life.FirstUse, p);
                life.LastUse = p;
            }
        }
    }
    EXPECT_EQ(plan.LivePasses, liveCount);
    EXPECT_EQ(plan.DrawCount, draws);
    for (usize i = 0; i < lives.size(); ++i)
    {
        EXPECT_EQ(plan.Resources[i].FirstUse, lives[i].FirstUse);
        EXPECT_EQ(plan.Resources[i].LastUse, lives[i].LastUse);
    }
}

/// Groups are runs of live neighbours on one attachment that loads and stores all of it; only their first pass waits.
void ExpectGroups(const Scene& scene)
{
    const GraphPlan& plan = scene.Graph.Plan;
    uint32 heads = 0;
    uint32 members = 0;
    for (uint32 p = 0; p < scene.Passes.size(); ++p)
    {
        const uint32 group = plan.Passes[p].Group;
        if (scene.Passes[p].Kind == GraphPassKind::Compute || !plan.IsLive(p))
        {
            EXPECT_EQ(group, NONE);
            continue;
        }
        heads += group == p ? 1U : 0U;
        members += group != p ? 1U : 0U;
        if (group == p)
        {
            continue;
        }
        ASSERT_LT(group, p);
        EXPECT_EQ(plan.Passes[p - 1].Group, group);
        EXPECT_TRUE(plan.BarriersOf(p).empty());
        const PassSpec& before = scene.Passes[p - 1];
        const PassSpec& pass = scene.Passes[p];
        EXPECT_EQ(before.Attachments[0].Resource, pass.Attachments[0].Resource);
        EXPECT_EQ(before.Attachments[0].Store, RasterStore::Store);
        EXPECT_EQ(before.DepthStore, RasterStore::Store);
        EXPECT_EQ(pass.Attachments[0].Load, RasterLoad::Load);
        EXPECT_EQ(pass.DepthLoad, RasterLoad::Load);
        EXPECT_EQ(before.DepthReadOnly, pass.DepthReadOnly);
        EXPECT_FALSE(before.SideEffect || pass.SideEffect);
        const auto reads = [](const PassSpec& spec)
        {
            std::vector<GraphUseRecord> found;
            std::copy_if(spec.Uses.begin(), spec.Uses.end(), std::back_inserter(found),
                         [](const GraphUseRecord& use) { return !IsWriteAccess(use.Access()); });
            return found;
        };
        EXPECT_TRUE(reads(before) == reads(pass));
    }
    EXPECT_EQ(plan.RasterPasses, heads);
    EXPECT_EQ(plan.MergedPasses, members);
}

void Execute(const Scene& scene)
{
    Machine machine(scene.Graph.Declaration);
    for (uint32 p = 0; p < scene.Passes.size(); ++p)
    {
        for (const GraphBarrier& barrier : scene.Graph.Plan.BarriersOf(p))
        {
            machine.Wait(barrier);
        }
        const uint32 group = scene.Graph.Plan.Passes[p].Group;
        if (scene.Graph.Plan.IsLive(p) && (group == p || group == NONE))
        {
            machine.Run(p);
        }
    }
    for (const GraphBarrier& barrier : scene.Graph.Plan.GetFinalBarriers())
    {
        machine.Wait(barrier);
    }
    machine.Finish();
}

TEST(RandomGraph, AgreesWithTheOracle)
{
    constexpr uint32 GRAPHS = 10000;
    uint32 accepted = 0;
    uint32 merged = 0;
    uint32 culled = 0;
    for (uint32 seed = 1; seed <= GRAPHS && !testing::Test::HasFailure(); ++seed)
    {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        Scene scene;
        RollScene(dice, scene);
        const Oracle oracle(scene);
        uint32 firstIllegal = NONE;
        for (uint32 p = oracle.Count(); p-- > 0;)
        {
            firstIllegal = oracle.IsLegal(p) ? firstIllegal : p;
        }
        const bool isLegal = firstIllegal == NONE && oracle.AreRootsLegal();
        const GraphCompileOptions options{.CullUnused = dice.Happens(80), .MergeRasterPasses = dice.Happens(70)};
        const GraphVerdict verdict = scene.Graph.Compile(options);
        ASSERT_EQ(verdict.IsAccepted(), isLegal) << GetDiagnosticName(verdict.Verdict.Why.Code);
        if (firstIllegal != NONE)
        {
            EXPECT_EQ(verdict.Pass, firstIllegal);
        }
        if (!isLegal)
        {
            continue;
        }
        ++accepted;
        ExpectSamePlan(scene, oracle, options.CullUnused);
        ExpectGroups(scene);
        Execute(scene);
        merged += scene.Graph.Plan.MergedPasses;
        culled += oracle.Count() - scene.Graph.Plan.LivePasses;
        EXPECT_TRUE(options.MergeRasterPasses || scene.Graph.Plan.MergedPasses == 0);

        const std::string text = scene.Graph.Describe();
        const std::string dot = scene.Graph.Describe(GraphTextForm::Dot);
        ASSERT_TRUE(IsReady(scene.Graph.Compile(options)));
        EXPECT_EQ(scene.Graph.Describe(), text);
        EXPECT_EQ(scene.Graph.Describe(GraphTextForm::Dot), dot);
    }
    // The dice reach what they are for.
    EXPECT_GT(accepted, GRAPHS / 4);
    EXPECT_LT(accepted, GRAPHS * 19 / 20);
    EXPECT_GT(merged, GRAPHS / 100);
    EXPECT_GT(culled, GRAPHS / 10);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
