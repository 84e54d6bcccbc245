// Named scopes of a frame and the durations of its passes.
#include "../support/scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::GetReferenceControl;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4, .Red = 0.2};
constexpr auto READY = RasterStatus::Ready;
constexpr auto STATE = RasterStatus::InvalidState;

const std::string SQUARE = "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n";
const std::string CLEARED = "pass surface 8x4 clear 0.2 0 0 1\n";

GpuScopeDescription MakeScope(uint64 identity, std::string_view name, uint32 passes = 1)
{
    GpuScopeDescription scope;
    EXPECT_TRUE(MakeGpuScope(identity, {name.data(), name.size()}, scope, passes));
    return scope;
}

class GpuScopes : public SceneTest
{
protected:
    void StartTimed(StorageLimits limits = {})
    {
        Start({.Required = {.FullscreenRaster = true, .PortableRaster = true},
               .Storage = limits,
               .EnableGpuTiming = true});
        MakePlain();
    }

    GpuPassTimings Get()
    {
        GpuPassTimings timings;
        EXPECT_EQ(GetGpuPassTimings(Device, timings), READY);
        return timings;
    }

    GpuPassTimings Finish()
    {
        EXPECT_TRUE(SettleUntil([&] { return Get().State > GpuTimingState::Pending; }));
        return Get();
    }

    static std::string GetName(const GpuPassTiming& pass) { return std::string(pass.Scope.Name, pass.Scope.NameBytes); }

    void ExpectPass(const GpuPassTiming& pass, uint64 identity, const std::string& name, uint64 commands)
    {
        EXPECT_EQ(pass.Scope.Identity, identity);
        EXPECT_EQ(GetName(pass), name);
        EXPECT_EQ(pass.Kind, GpuPassKind::Raster);
        EXPECT_EQ(pass.State, GpuTimingState::Available);
        if (IsSteered())
        {
            EXPECT_EQ(pass.DurationNanoseconds, commands * 1000);
        }
    }

    RasterStatus Draw() { return DrawIndexed(Device, GetPlainDraw()); }

    TextureHandle MakeTarget() { return MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {}); }
};

// Where passes have timestamps of their own.
class PassTimings : public GpuScopes
{
};

TEST_P(GpuScopes, ScopesAreMadeFromCheckedNames)
{
    const std::string longest(GPU_SCOPE_NAME_BYTES - 1, 'x');
    const std::string tooLong(GPU_SCOPE_NAME_BYTES, 'x');
    const GpuScopeDescription scope = MakeScope(7, longest, 3);
    EXPECT_EQ(scope.Identity, 7U);
    EXPECT_EQ(scope.NameBytes, longest.size());
    EXPECT_EQ(scope.Name, longest);
    EXPECT_EQ(scope.LogicalPassCount, 3U);
    const auto make = [](uint64 identity, std::string_view name, uint32 passes)
    {
        GpuScopeDescription out = MakeScope(9, "kept");
        const bool isMade = MakeGpuScope(identity, {name.data(), name.size()}, out, passes);
        EXPECT_EQ(out.Identity, isMade ? identity : 9U);
        return isMade;
    };
    EXPECT_TRUE(make(1, "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x8D", 1));
    EXPECT_FALSE(make(0, "name", 1));
    EXPECT_FALSE(make(1, "name", 0));
    EXPECT_FALSE(make(1, "", 1));
    EXPECT_FALSE(make(1, tooLong, 1));
    EXPECT_FALSE(make(1, std::string_view("a\0b", 3), 1));
    EXPECT_FALSE(make(1, "\xC0\x80", 1));         // overlong
    EXPECT_FALSE(make(1, "\xED\xA0\x80", 1));     // a surrogate
    EXPECT_FALSE(make(1, "\xF4\x90\x80\x80", 1)); // beyond the last code point
    EXPECT_FALSE(make(1, "\xE2\x82", 1));         // cut off
}

TEST_P(PassTimings, PassesAreMeasuredInOrderWithTheirScopes)
{
    StartTimed();
    const TextureHandle texture = MakeTarget();
    EXPECT_EQ(Get().State, GpuTimingState::Empty);
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(11, "shadow")), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = texture}), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY); // unnamed
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(12, "overlay", 2)), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(Get().State, GpuTimingState::Armed);
    End();
    const GpuPassTimings timings = Finish();
    EXPECT_EQ(timings.State, GpuTimingState::Available);
    EXPECT_EQ(timings.OmittedPasses, 0U);
    ASSERT_EQ(timings.PassCount, 3U);
    ExpectPass(timings.Passes[0], 11, "shadow", 2);
    ExpectPass(timings.Passes[1], 0, "", 3);
    ExpectPass(timings.Passes[2], 12, "overlay", 3);
    EXPECT_EQ(timings.Passes[0].Scope.LogicalPassCount, 1U);
    EXPECT_EQ(timings.Passes[2].Scope.LogicalPassCount, 2U);
    EXPECT_EQ(timings.Passes[3].Scope.Identity, 0U);
}

TEST_P(GpuScopes, TheStreamHoldsScopesAroundPasses)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "first")), READY); // the frame's own pass lies in it
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(2, "second")), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    End();
    Picture expected(8, 4, {255, 255, 255});
    ExpectFrame(expected, "scope first\n" + CLEARED + SQUARE + "end\nend scope\nscope second\n" +
                              "pass surface 8x4 load\n" + SQUARE + "end\nend scope\n");
}

TEST_P(GpuScopes, AnOpenPassGoesOnOutsideAScopeThatBeginsInIt)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "later")), READY);
    EXPECT_EQ(Draw(), READY); // an annotation takes no draw away
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    End();
    ExpectFrame(Picture(8, 4, {255, 255, 255}), CLEARED + SQUARE + SQUARE + "end\nscope later\n" +
                                                    "pass surface 8x4 load\n" + SQUARE + "end\nend scope\n");
}

TEST_P(GpuScopes, AScopeWithoutPassesChangesNothing)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "empty")), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(2, "unseen")), READY); // no pass begins in it
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(Draw(), READY);
    End();
    ExpectFrame(Picture(8, 4, {255, 255, 255}), "scope empty\nend scope\n" + CLEARED + SQUARE + SQUARE + "end\n");
}

TEST_P(GpuScopes, EndingAScopeEndsItsPass)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "scope")), READY);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_REFUSAL(Draw(), STATE, NoOpenPass);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(Draw(), READY);
    End();
}

TEST_P(GpuScopes, ScopesDoNotNest)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "outer")), READY);
    EXPECT_REFUSAL(BeginGpuScope(Device, MakeScope(2, "inner")), STATE, ScopeNested);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_REFUSAL(EndGpuScope(Device), STATE, ScopeNotOpen);
    End();
    EXPECT_EQ(GetFrameText().find("inner"), std::string::npos);
}

TEST_P(GpuScopes, ScopesBelongIntoFrames)
{
    StartTimed();
    EXPECT_REFUSAL(BeginGpuScope(Device, MakeScope(1, "scope")), STATE, NoOpenFrame);
    EXPECT_REFUSAL(EndGpuScope(Device), STATE, NoOpenFrame);
    EXPECT_REFUSAL(BeginGpuScope({}, MakeScope(1, "scope")), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(EndGpuScope({}), RasterStatus::InvalidHandle, ForeignDevice);
}

TEST_P(PassTimings, AFrameClosesAScopeThatIsLeftOpenAndSaysSo)
{
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(5, "open")), READY);
    EXPECT_EQ(Draw(), READY);
    EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Ready, ScopeUnclosed);
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, 1U);
    ExpectPass(timings.Passes[0], 5, "open", 3);
    Begin(TARGET);
    EXPECT_REFUSAL(EndGpuScope(Device), STATE, ScopeNotOpen); // it does not reach into the next frame
    End();
    ExpectFrame(Picture(8, 4, {51, 0, 0}), CLEARED + "end\n");
}

TEST_P(GpuScopes, AScopeThatNobodyCouldHaveMadeIsRefused)
{
    StartTimed();
    GpuScopeDescription zero = MakeScope(1, "scope");
    zero.Identity = 0;
    GpuScopeDescription count = MakeScope(1, "scope");
    count.LogicalPassCount = 0;
    GpuScopeDescription unterminated = MakeScope(1, "scope");
    unterminated.NameBytes = 3;
    GpuScopeDescription outside = MakeScope(1, "scope");
    outside.NameBytes = GPU_SCOPE_NAME_BYTES;
    GpuScopeDescription text = MakeScope(1, "scope");
    text.Name[1] = '\xFF';
    Begin(TARGET);
    for (const GpuScopeDescription& scope : {GpuScopeDescription{}, zero, count, unterminated, outside, text})
    {
        EXPECT_REFUSAL(BeginGpuScope(Device, scope), RasterStatus::InvalidDescription, ScopeInvalid);
    }
    End();
}

TEST_P(PassTimings, AFrameHasSoManyScopesAndPasses)
{
    StartTimed({.PassesPerGraph = 70});
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    const std::string name(GPU_SCOPE_NAME_BYTES - 1, 'n');
    Begin(TARGET);
    for (uint32 i = 0; i < 70; ++i)
    {
        EXPECT_EQ(BeginGpuScope(Device, MakeScope(i + 1, name)), READY);
        EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
        EXPECT_EQ(Draw(), READY);
        EXPECT_EQ(EndGpuScope(Device), READY);
    }
    EXPECT_REFUSAL(BeginGpuScope(Device, MakeScope(99, name)), RasterStatus::CapacityExceeded, ScopesExhausted);
    End();
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, MAX_GPU_TIMED_PASSES);
    EXPECT_EQ(timings.OmittedPasses, 6U);
    for (uint32 i = 0; i < timings.PassCount; ++i)
    {
        ExpectPass(timings.Passes[i], i + 1, name, 3);
    }
}

TEST_P(PassTimings, FrameAndPassProbesAreIndependent)
{
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    EXPECT_REFUSAL(ArmGpuPassTimings(Device), STATE, TimingBusy);
    Begin(TARGET);
    End();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(Draw(), READY);
    End();
    EXPECT_EQ(Finish().PassCount, 1U);
    ExpectPass(Get().Passes[0], 0, "", 2);
    GpuTiming timing;
    EXPECT_TRUE(SettleUntil(
        [&] { return GetGpuTiming(Device, timing) == READY && timing.State == GpuTimingState::Available; }));
    if (IsSteered())
    {
        EXPECT_EQ(timing.DurationNanoseconds, 3000U);
    }
}

// Two passes, measured, and the host's time before and after them.
TEST_P(PassTimings, PassesSayWhenTheyBeganWhereTheClocksAreReadTogether)
{
    GetReferenceControl().HostClock = internal::ReadHostClock();
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    const uint64 before = internal::ReadHostClock();
    Begin(TARGET);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(Draw(), READY);
    End();
    const GpuPassTimings timings = Finish();
    const uint64 after = internal::ReadHostClock();
    ASSERT_EQ(timings.PassCount, 2U);
    EXPECT_EQ(timings.HasClockAlignment, internal::GetSession().Report.Timestamps.HasHostClock);
    constexpr uint64 INEXACT = 5'000'000; // of the driver's reading, in nanoseconds
    for (uint32 i = 0; i < timings.PassCount; ++i)
    {
        const GpuPassTiming& pass = timings.Passes[i];
        ASSERT_EQ(pass.State, GpuTimingState::Available);
        if (!timings.HasClockAlignment)
        {
            EXPECT_EQ(pass.BeginNanoseconds, 0U);
        }
        else if (IsSteered())
        {
            EXPECT_EQ(pass.BeginNanoseconds, GetReferenceControl().HostClock + uint64{i} * 3000); // three commands each
        }
        else
        {
            EXPECT_GE(pass.BeginNanoseconds + INEXACT, before);
            EXPECT_LE(pass.BeginNanoseconds + pass.DurationNanoseconds, after + INEXACT);
        }
    }
}

// ---- Graphs ----

class GraphTimings : public GpuScopes
{
protected:
    // Three passes: two that merge, then the surface.
    void MakeGraph(bool isMerging)
    {
        internal::GetSession().Enabled.OrderedRasterGraph = true;
        const TextureHandle texture = MakeTarget();
        ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, texture, state), READY);
        GraphVersion image;
        ASSERT_EQ(ImportGraphTexture(Device, Graph, texture, state, RasterTextureUse::SampledBoth, image), READY);
        const auto add = [&](const char* name, RasterPassDescription pass, GraphAccessMode mode)
        {
            ASSERT_EQ(NextGraphVersion(Device, Graph, image, image), READY);
            const GraphUse use{image, mode};
            ASSERT_EQ(AddGraphPass(Device, Graph, {.Name = name, .Attachment = pass, .Uses = &use, .UseCount = 1}),
                      READY);
        };
        add("base", {.Color = texture, .DepthStore = RasterStore::Store}, GraphAccessMode::ColorWrite);
        add("more",
            {.Color = texture,
             .ColorLoad = RasterLoad::Load,
             .DepthLoad = RasterLoad::Load,
             .DepthStore = RasterStore::Store},
            GraphAccessMode::ColorReadWrite);
        ASSERT_EQ(AddGraphRoot(Device, Graph, image, GraphRoot::History), READY);
        ASSERT_EQ(AddGraphPass(Device, Graph, {.Name = "surface"}), READY);
        GraphReport report;
        ASSERT_EQ(CompileOrderedGraph(Device, Graph, report, {true, isMerging}), READY);
        ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    }

    OrderedGraph Graph{};
};

TEST_P(GraphTimings, AnExecutedGraphListsItsPassesWithoutNames)
{
    StartTimed();
    MakeGraph(false);
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    SubmissionToken token;
    ASSERT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, 3U);
    for (uint32 i = 0; i < 3; ++i)
    {
        ExpectPass(timings.Passes[i], 0, "", 2);
        EXPECT_EQ(timings.Passes[i].Scope.LogicalPassCount, 1U);
    }
}

TEST_P(GraphTimings, AMergedPassSaysHowManyItHolds)
{
    StartTimed();
    MakeGraph(true);
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    SubmissionToken token;
    ASSERT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, 2U);
    EXPECT_EQ(timings.Passes[0].Scope.LogicalPassCount, 2U);
    EXPECT_EQ(timings.Passes[1].Scope.LogicalPassCount, 1U);
}

TEST_P(GraphTimings, AnEncodedGraphLiesInTheOpenScope)
{
    StartTimed();
    MakeGraph(false);
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(3, "graph", 3)), READY);
    ASSERT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    End();
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, 5U);
    ExpectPass(timings.Passes[0], 0, "", 3);
    for (uint32 i = 1; i < 4; ++i)
    {
        ExpectPass(timings.Passes[i], 3, "graph", 2);
    }
    ExpectPass(timings.Passes[4], 0, "", 2);
}

LUDUS_ON_EVERY_LANE(GpuScopes);
LUDUS_ON_LANES_WITH(PassTimings, .TimesPasses = true);
LUDUS_ON_LANES_WITH(GraphTimings, .TimesPasses = true);

// ---- Where the backend can be steered ----

class SteeredScopes : public GpuScopes
{
};

TEST_P(SteeredScopes, PassesOfACounterThatStepsBackAreDisjoint)
{
    GetReferenceControl().ClockStep = -1;
    GetReferenceControl().ClockStart = 1000;
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    End();
    const GpuPassTimings timings = Finish();
    EXPECT_EQ(timings.State, GpuTimingState::Available); // of the batch; each pass has its own
    EXPECT_EQ(timings.Passes[0].State, GpuTimingState::Disjoint);
    EXPECT_EQ(timings.Passes[0].DurationNanoseconds, 0U);
}

TEST_P(SteeredScopes, ACounterThatGoesAroundStillSaysWhenPassesBegan)
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.Report.Timestamps = {.ValidBits = 36, .TickNanoseconds = 2, .CanMeasurePasses = true, .HasHostClock = true};
    control.ClockStart = (uint64{1} << 36) - 1000; // one command before it goes around
    control.HostClock = 5'000'000;
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    End();
    const GpuPassTimings timings = Finish();
    ASSERT_EQ(timings.PassCount, 2U);
    EXPECT_TRUE(timings.HasClockAlignment);
    EXPECT_EQ(timings.Passes[0].BeginNanoseconds, 5'000'000U);
    EXPECT_EQ(timings.Passes[1].BeginNanoseconds, 5'000'000U + 2 * 3000);
}

TEST_P(SteeredScopes, ClocksThatCannotBeReadTogetherLeaveDurations)
{
    const auto measure = [this]
    {
        EXPECT_EQ(ArmGpuPassTimings(Device), READY);
        Begin(TARGET);
        EXPECT_EQ(Draw(), READY);
        End();
        const GpuPassTimings timings = Finish();
        EXPECT_EQ(timings.PassCount, 1U);
        EXPECT_EQ(timings.Passes[0].State, GpuTimingState::Available);
        EXPECT_EQ(timings.Passes[0].DurationNanoseconds, 3000U);
        EXPECT_EQ(timings.Passes[0].BeginNanoseconds != 0, timings.HasClockAlignment);
        return timings.HasClockAlignment;
    };
    GetReferenceControl().HostClock = 70;
    StartTimed();
    EXPECT_TRUE(measure());
    internal::FailReferenceCall(ReferenceCall::ReadClocks, {.Status = BackendStatus::OutOfMemory});
    EXPECT_FALSE(measure());
    EXPECT_TRUE(measure());
    Stop();
    GetReferenceControl().Report.Timestamps.HasHostClock = false;
    StartTimed();
    EXPECT_FALSE(measure());
}

TEST_P(SteeredScopes, AFailedBatchKeepsNoDurations)
{
    StartTimed();
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    Begin(TARGET);
    End();
    internal::FailReferenceCall(ReferenceCall::ReadTimestamps, {.Status = BackendStatus::Refused});
    const GpuPassTimings timings = Finish();
    EXPECT_EQ(timings.State, GpuTimingState::Failed);
    ASSERT_EQ(timings.PassCount, 1U);
    EXPECT_EQ(timings.Passes[0].State, GpuTimingState::Failed);
    EXPECT_EQ(timings.Passes[0].DurationNanoseconds, 0U);
}

TEST_P(SteeredScopes, AFrameThatIsSubmittedAgainKeepsItsScopes)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, MakeScope(1, "scope")), READY);
    EXPECT_EQ(Draw(), READY);
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
    EXPECT_EQ(Draw(), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    End();
    EXPECT_EQ(GetFrameText(), "scope scope\n" + CLEARED + SQUARE + SQUARE + "end\nend scope\n");
}

LUDUS_ON_STEERED_LANES(SteeredScopes);
} // namespace
} // namespace ludus::graphics::rhi::tests
