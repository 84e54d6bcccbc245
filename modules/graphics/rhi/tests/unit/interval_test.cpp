// The time between two timestamps and by the host's clock: wraps, bounds, rounding.
#include "frontend/measurement.h"

#include <gtest/gtest.h>
#include <limits>

namespace ludus::graphics::rhi::tests
{
namespace
{
using namespace internal;

struct Interval final
{
    GpuTimingState State;
    uint64 Nanoseconds;
};

Interval Measure(uint64 begin, uint64 end, TimestampFacts facts, uint64 host = 0)
{
    uint64 nanoseconds = 7;
    const GpuTimingState state = MeasureInterval(begin, end, facts, host, nanoseconds);
    return {state, nanoseconds};
}

void Expect(const Interval& got, uint64 nanoseconds)
{
    EXPECT_EQ(got.State, GpuTimingState::Available);
    EXPECT_EQ(got.Nanoseconds, nanoseconds);
}

void ExpectDisjoint(const Interval& got)
{
    EXPECT_EQ(got.State, GpuTimingState::Disjoint);
    EXPECT_EQ(got.Nanoseconds, 7U) << "no duration without an interval";
}

constexpr TimestampFacts WHOLE{.ValidBits = 64, .TickNanoseconds = 1};

TEST(Interval, TicksBecomeNanoseconds)
{
    Expect(Measure(100, 350, WHOLE), 250);
    Expect(Measure(0, 3, {.ValidBits = 64, .TickNanoseconds = 83.333}), 250); // rounded
    Expect(Measure(1000, 1001, {.ValidBits = 36, .TickNanoseconds = 0.25}), 0);
    Expect(Measure(5, 5, WHOLE), 0); // a quantized zero
}

TEST(Interval, BitsOutsideOfTheCounterDoNotCount)
{
    Expect(Measure(0xF0000000001, 0xE0000000005, {.ValidBits = 40, .TickNanoseconds = 2}), 8);
}

TEST(Interval, ACounterMayGoAroundOnceWithinTheHostsBound)
{
    const TimestampFacts facts{.ValidBits = 8, .TickNanoseconds = 10}; // a period of 2560 ns
    Expect(Measure(250, 4, facts, 2559), 100);
    ExpectDisjoint(Measure(250, 4, facts, 2560)); // it may have gone around twice
    Expect(Measure(4, 250, facts, 2559), 2460);   // the bound is never a duration
    ExpectDisjoint(Measure(4, 250, facts, 2560)); // and it may have gone around here, too
    ExpectDisjoint(Measure(4, 250, facts, 1'000'000));
    ExpectDisjoint(Measure(7, 7, facts, 2560));
    Expect(Measure(4, 250, WHOLE, std::numeric_limits<uint64>::max()), 246);
}

TEST(Interval, AWholeCounterDoesNotGoAround)
{
    ExpectDisjoint(Measure(2, 1, WHOLE));
}

TEST(Interval, WhatFitsNoFieldIsDisjoint)
{
    constexpr uint64 LAST = std::numeric_limits<uint64>::max();
    ExpectDisjoint(Measure(0, LAST, {.ValidBits = 64, .TickNanoseconds = 2}));
    ExpectDisjoint(Measure(0, 1, {.ValidBits = 64, .TickNanoseconds = std::numeric_limits<float64>::infinity()}));
    ExpectDisjoint(Measure(0, 1, {.ValidBits = 64, .TickNanoseconds = std::numeric_limits<float64>::quiet_NaN()}));
}

// When `ticks` was by the host's clock; 7 when nothing tells.
uint64 Align(uint64 ticks, ClockReading reading, TimestampFacts facts)
{
    uint64 nanoseconds = 7;
    const bool isAligned = AlignTicks(ticks, reading, facts, nanoseconds);
    EXPECT_EQ(isAligned, nanoseconds != 7);
    return nanoseconds;
}

TEST(AlignedTicks, CountFromTheReading)
{
    constexpr TimestampFacts QUARTER{.ValidBits = 64, .TickNanoseconds = 0.25};
    EXPECT_EQ(Align(1000, {.Ticks = 1000, .HostNanoseconds = 50}, QUARTER), 50U);
    EXPECT_EQ(Align(1402, {.Ticks = 1000, .HostNanoseconds = 50}, QUARTER), 151U); // 100.5 is rounded up
    EXPECT_EQ(Align(999, {.Ticks = 1000, .HostNanoseconds = 50}, QUARTER), 7U);    // before the reading
}

TEST(AlignedTicks, OfANarrowCounterMayHaveGoneAround)
{
    constexpr TimestampFacts NARROW{.ValidBits = 8, .TickNanoseconds = 10};
    EXPECT_EQ(Align(4, {.Ticks = 0x7FA, .HostNanoseconds = 1000}, NARROW), 1100U); // bits outside do not count
}

TEST(AlignedTicks, ThatFitNoFieldAreNotKnown)
{
    constexpr uint64 LAST = std::numeric_limits<uint64>::max();
    EXPECT_EQ(Align(100, {.Ticks = 0, .HostNanoseconds = LAST - 99}, WHOLE), 7U);
    EXPECT_EQ(Align(99, {.Ticks = 0, .HostNanoseconds = LAST - 99}, WHOLE), LAST);
    EXPECT_EQ(Align(LAST, {}, {.ValidBits = 64, .TickNanoseconds = 2}), 7U);
}
} // namespace
} // namespace ludus::graphics::rhi::tests
