// Dispatches in a named scope, by the device's clock.
#include "../support/compute_scene.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 WORDS = 64;
constexpr uint64 INEXACT = 5'000'000; // between the two clocks, in nanoseconds

class DispatchTimings : public ComputeSceneTest
{
protected:
    // A graph whose two dispatches multiply the values by the factors and add one.
    void MakeScaling()
    {
        const Kernel scale = MakeKernel(GetScale(), SCALE_BINDINGS);
        const BufferHandle factors = MakeWords(BufferRole::Storage, std::vector<uint32>(WORDS, 5));
        Values = MakeWords(BufferRole::Storage, std::vector<uint32>(WORDS, 3));
        const RasterBindingResource resources[] = {{0, factors, 0, WORDS * 4}, {1, Values, 0, WORDS * 4}};
        const ComputeDispatch dispatch{
            .Pipeline = scale.Pipeline, .Bindings = MakeSet(scale.Layout, resources), .Groups = {WORDS / 16, 1, 1}};
        BeginGraph();
        const GraphVersion read = Import(factors);
        GraphVersion written = Import(Values);
        for (int i = 0; i < 2; ++i)
        {
            written = Next(written);
            const GraphUse uses[] = {
                {read, GraphAccessMode::StorageRead, 0, WORDS * 4, RasterVisibility::Compute},
                {written, GraphAccessMode::StorageReadWrite, 0, WORDS * 4, RasterVisibility::Compute}};
            AddDispatch("scale", dispatch, uses);
        }
        AddRoot(written);
        Compile();
    }

    GpuPassTimings Finish()
    {
        GpuPassTimings timings;
        EXPECT_TRUE(SettleUntil(
            [&]
            {
                EXPECT_EQ(GetGpuPassTimings(Device, timings), READY);
                return timings.State > GpuTimingState::Pending;
            }));
        EXPECT_EQ(timings.State, GpuTimingState::Available);
        return timings;
    }

    static constexpr RasterBinding SCALE_BINDINGS[] = {
        {0, RasterBindingKind::StorageRead, RasterVisibility::Compute, 4},
        {1, RasterBindingKind::StorageReadWrite, RasterVisibility::Compute, 4},
    };
    BufferHandle Values{};
};

TEST_P(DispatchTimings, EachDispatchOfAScopeIsAPassWithASpan)
{
    StartCompute({}, true);
    MakeScaling();
    GpuScopeDescription scope;
    ASSERT_TRUE(MakeGpuScope(21, {"scaling", 7}, scope, 2));
    ASSERT_EQ(ArmGpuPassTimings(Device), READY);
    const uint64 before = internal::ReadHostClock();
    Begin({.Width = 8, .Height = 4});
    ASSERT_EQ(BeginGpuScope(Device, scope), READY);
    ASSERT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    ASSERT_EQ(EndGpuScope(Device), READY);
    End();
    const GpuPassTimings timings = Finish();
    const uint64 after = internal::ReadHostClock();
    std::vector<GpuPassTiming> dispatches;
    for (uint32 i = 0; i < timings.PassCount; ++i)
    {
        const GpuPassTiming& pass = timings.Passes[i];
        EXPECT_EQ(pass.State, GpuTimingState::Available);
        if (pass.Kind == GpuPassKind::Compute)
        {
            dispatches.push_back(pass);
        }
        else
        {
            EXPECT_EQ(pass.Scope.Identity, 0U); // the frame's own
        }
    }
    EXPECT_EQ(timings.PassCount, 3U);
    ASSERT_EQ(dispatches.size(), 2U);
    for (const GpuPassTiming& dispatch : dispatches)
    {
        EXPECT_EQ(dispatch.Scope.Identity, 21U);
        EXPECT_STREQ(dispatch.Scope.Name, "scaling");
        EXPECT_EQ(dispatch.Scope.LogicalPassCount, 2U);
        if (IsSteered())
        {
            EXPECT_EQ(dispatch.DurationNanoseconds, 1000U); // one command
        }
        else
        {
            EXPECT_LE(dispatch.DurationNanoseconds, after - before + INEXACT);
        }
        if (timings.HasClockAlignment && !IsSteered())
        {
            EXPECT_GE(dispatch.BeginNanoseconds + INEXACT, before);
            EXPECT_LE(dispatch.BeginNanoseconds + dispatch.DurationNanoseconds, after + INEXACT);
        }
    }
    EXPECT_GE(dispatches[1].BeginNanoseconds, dispatches[0].BeginNanoseconds);
    ExpectWords(Values, std::vector<uint32>(WORDS, (3 * 5 + 1) * 5 + 1));
}

LUDUS_ON_LANES_WITH(DispatchTimings, .Computes = true, .TimesPasses = true);
} // namespace
} // namespace ludus::graphics::rhi::tests
