// Writes graphs for the compiler's tests in few words: resources, versions, passes, roots.
#pragma once

#include "graph/describe_plan.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace ludus::graphics::rhi::internal
{
using Code = DiagnosticCode;
using Access = GraphAccessMode;

constexpr uint32 NONE = GRAPH_EXTERNAL_INDEX;

/// One declaration, with the defaults that its access usually has.
[[nodiscard]] inline GraphUseRecord Use(uint32 resource, uint32 version, Access access,
                                        RasterVisibility visibility = RasterVisibility::Both, uint64 offset = 0,
                                        uint64 size = 0)
{
    return GraphUseRecord::Make(resource, version, access, visibility, offset, size);
}

[[nodiscard]] inline GraphUseRecord Sampled(uint32 resource, uint32 version,
                                            RasterVisibility visibility = RasterVisibility::Fragment)
{
    return Use(resource, version, Access::Sampled, visibility);
}

[[nodiscard]] inline GraphUseRecord Storage(uint32 resource, uint32 version, Access access)
{
    return Use(resource, version, access, RasterVisibility::Compute, 0, 256);
}

struct PassSpec final
{
    std::string Name{"pass"};
    GraphPassKind Kind{GraphPassKind::Offscreen};
    std::vector<GraphUseRecord> Uses{};
    std::vector<GraphAttachment> Attachments{};
    RasterLoad DepthLoad{RasterLoad::Clear};
    RasterStore DepthStore{RasterStore::Discard};
    bool DepthReadOnly{false};
    uint32 Draws{1};
    bool SideEffect{false};
    std::optional<GraphRectangles> Rectangles{};
    std::optional<GraphFault> Fault{};
    std::string Source{};
    uint32 Line{0};
};

/// A graph in the making and what the compiler says of it.
class TestGraph final
{
public:
    static constexpr uint64 BUFFER_BYTES = 1024;

    /// An attachment; transient ones begin undefined and unused.
    uint32 AddTexture(const char* label = nullptr, uint8 defined = DEFINED_NONE, bool isTransient = true)
    {
        GraphResource texture;
        texture.Label = label;
        texture.Bytes = 4096;
        texture.IsTexture = true;
        texture.IsAttachment = true;
        texture.IsTransient = isTransient;
        texture.Defined = defined;
        texture.InitialUse = defined != DEFINED_NONE ? uint32{USE_SAMPLED_FRAGMENT} : uint32{USE_NONE};
        texture.FinalUse = isTransient ? uint32{USE_NONE} : uint32{USE_SAMPLED_FRAGMENT};
        texture.HasDepthUse = defined != DEFINED_NONE;
        return Add(texture);
    }

    uint32 AddBuffer(BufferRole role = BufferRole::Storage, const char* label = nullptr)
    {
        GraphResource buffer;
        buffer.Label = label;
        buffer.Bytes = BUFFER_BYTES;
        buffer.Role = role;
        buffer.Defined = DEFINED_COLOR;
        buffer.InitialUse =
            role == BufferRole::Uniform ? uint32{USE_UNIFORM_COMPUTE} : uint32{USE_STORAGE_READ_COMPUTE};
        buffer.FinalUse = buffer.InitialUse;
        return Add(buffer);
    }

    uint32 Add(const GraphResource& resource)
    {
        EXPECT_TRUE(Declaration.Resources.Append(resource));
        return static_cast<uint32>(Declaration.Resources.Size() - 1);
    }

    void Root(uint32 resource, uint32 version, GraphRoot root = GraphRoot::Export)
    {
        Declaration.Resources[resource].RootVersion = version;
        Declaration.Resources[resource].Roots |= static_cast<uint8>(1U << static_cast<uint32>(root));
    }

    uint32 AddPass(const PassSpec& spec)
    {
        GraphPass pass;
        pass.Kind = spec.Kind;
        pass.DrawCount = spec.Kind == GraphPassKind::Compute ? 0 : spec.Draws;
        pass.DepthLoad = spec.DepthLoad;
        pass.DepthStore = spec.DepthStore;
        pass.DepthReadOnly = spec.DepthReadOnly;
        pass.SideEffect = spec.SideEffect;
        pass.Line = spec.Line;
        GraphPassParts parts{
            .Name = spec.Name, .Source = spec.Source, .Uses = spec.Uses, .Attachments = spec.Attachments};
        parts.Rectangles = spec.Rectangles ? &*spec.Rectangles : nullptr;
        parts.Fault = spec.Fault ? &*spec.Fault : nullptr;
        EXPECT_TRUE(AppendPass(Declaration, pass, parts));
        return static_cast<uint32>(Declaration.Passes.Size() - 1);
    }

    /// Draws to a texture: its next version, cleared or loaded, stored; depth left at its defaults.
    uint32 AddDraw(const std::string& name, uint32 texture, uint32 version, std::vector<GraphUseRecord> reads = {},
                   RasterLoad load = RasterLoad::Clear)
    {
        reads.push_back(Use(texture, version, load == RasterLoad::Load ? Access::ColorReadWrite : Access::ColorWrite));
        return AddPass({.Name = name, .Uses = std::move(reads), .Attachments = {{.Resource = texture, .Load = load}}});
    }

    /// Draws on in a texture whose colour and depth were stored, and stores both again: what may be merged.
    uint32 AddOverlay(const std::string& name, uint32 texture, uint32 version, std::vector<GraphUseRecord> reads = {},
                      RasterLoad load = RasterLoad::Load)
    {
        reads.push_back(Use(texture, version, load == RasterLoad::Load ? Access::ColorReadWrite : Access::ColorWrite));
        return AddPass({.Name = name,
                        .Uses = std::move(reads),
                        .Attachments = {{.Resource = texture, .Load = load}},
                        .DepthLoad = load,
                        .DepthStore = RasterStore::Store});
    }

    uint32 AddSurface(const std::string& name, std::vector<GraphUseRecord> reads = {},
                      RasterLoad load = RasterLoad::Clear, RasterStore store = RasterStore::Store)
    {
        return AddPass({.Name = name,
                        .Kind = GraphPassKind::Surface,
                        .Uses = std::move(reads),
                        .Attachments = {{.Resource = GRAPH_SURFACE, .Load = load, .Store = store}}});
    }

    uint32 AddDispatch(const std::string& name, std::vector<GraphUseRecord> uses)
    {
        return AddPass({.Name = name, .Kind = GraphPassKind::Compute, .Uses = std::move(uses)});
    }

    GraphVerdict Compile(const GraphCompileOptions& options = {}, uint32 dependencyLimit = 1U << 20U)
    {
        return CompileGraph(Declaration, options, dependencyLimit, Scratch, Plan);
    }

    [[nodiscard]] std::string Describe(GraphTextForm form = GraphTextForm::Lines) const
    {
        std::string text(DescribePlan(Declaration, Plan, form, {}) + 1, '?');
        const usize length = DescribePlan(Declaration, Plan, form, text);
        EXPECT_EQ(length + 1, text.size());
        EXPECT_EQ(text.back(), '\0');
        text.pop_back();
        return text;
    }

    GraphDeclaration Declaration{};
    GraphPlan Plan{};
    GraphScratch Scratch{};
};

[[nodiscard]] inline bool IsSame(const GraphDependency& a, const GraphDependency& b)
{
    return a.Before == b.Before && a.After == b.After && a.Resource == b.Resource && a.Hazard == b.Hazard &&
           a.Source == b.Source && a.Destination == b.Destination;
}

/// A refusal as InvalidDescription with this code, at this pass and resource.
[[nodiscard]] inline testing::AssertionResult IsRefused(const GraphVerdict& verdict, Code code, uint32 pass,
                                                        uint32 resource)
{
    if (verdict.Verdict.Result == RasterStatus::InvalidDescription && verdict.Verdict.Why.Code == code &&
        verdict.Pass == pass && verdict.Resource == resource)
    {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "status " << static_cast<int>(verdict.Verdict.Result) << ", "
                                       << GetDiagnosticName(verdict.Verdict.Why.Code) << ", pass " << verdict.Pass
                                       << ", resource " << verdict.Resource;
}

[[nodiscard]] inline testing::AssertionResult IsReady(const GraphVerdict& verdict)
{
    if (verdict.IsAccepted() && verdict.Verdict.Result == RasterStatus::Ready)
    {
        return testing::AssertionSuccess();
    }
    return IsRefused(verdict, Code::None, NONE, NONE);
}
} // namespace ludus::graphics::rhi::internal
