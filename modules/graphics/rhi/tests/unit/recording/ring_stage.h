// Stage of the tests of the frame ring: a small ring, and frames that complete when the test says so.
#pragma once

#include "stage.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
constexpr usize SEGMENT = 1024; // four writes
constexpr uint32 STEP = 256;

/// A small ring whose frames complete only when the test says so.
class UniformRing : public DrawStage
{
protected:
    void SetUp() override
    {
        DrawStage::SetUp();
        internal::ReferenceControl& control = internal::GetReferenceControl();
        control.Report.FramesInFlight = 4;
        control.HoldsCompletion = true;
    }

    [[nodiscard]] static uint8* GetMemory() { return s_Recording.UniformMemory; }

    // Writes `size` bytes of one value and answers their offset.
    uint32 Write(uint8 value, usize size = 64)
    {
        const std::vector<uint8> bytes(size, value);
        uint32 offset = ~uint32{0};
        EXPECT_EQ(WriteFrameUniform(Device, bytes, offset), RasterStatus::Ready);
        return offset;
    }

    void Draw(uint32 offset, BindingSetHandle set = {})
    {
        RasterDraw packet{NoStreams, RasterAccess::Generation(set) != 0 ? set : RingSet, {}, Index16, 0, 3, 50};
        packet.BindingOffsets.Bytes[0] = offset;
        EXPECT_EQ(DrawIndexed(Device, packet), RasterStatus::Ready);
    }

    static void Complete(uint64 ordinal) { internal::CompleteReferenceWork(ordinal); }

    static constexpr uint32 SegmentOf(uint32 offset) { return offset / static_cast<uint32>(SEGMENT); }
};
} // namespace ludus::graphics::rhi::tests
