// What the GPU took, what it is, and what memory the API holds: observations, polled, never waited for.
#pragma once

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi
{
enum class GpuTimingState : foundation::uint8
{
    Empty,
    Armed, // waits for, or records, the next acquired frame
    Pending,
    Available,
    Unavailable,
    Disjoint, // the clock stepped or the values make no interval
    Failed,
};

/// One measured frame, by the device's clock.
struct GpuTiming final
{
    GpuTimingState State{GpuTimingState::Empty};
    foundation::uint64 DurationNanoseconds{0}; // meaningful when Available
    foundation::float64 TickNanoseconds{0};    // zero: unknown
    foundation::uint32 ValidBits{0};           // zero: unknown
    SubmissionToken Submission{};
};

/// The adapter as its API describes it; empty and zero where it is hidden.
struct MeasurementAdapter final
{
    Backend SelectedBackend{Backend::Vulkan};
    char Name[256]{};
    char Driver[256]{};
    foundation::uint32 VendorId{0};
    foundation::uint32 DeviceId{0};
    bool HasIdentity{false};
    bool IsHardware{false};
    bool IsSoftware{false};
};

/// Scoped bytes. Peaks are those seen by queries.
struct AllocationTelemetry final
{
    foundation::uint64 LogicalBytes{0};
    foundation::uint64 RetiringBytes{0};
    foundation::uint64 ApiBytes{0};
    foundation::uint64 PeakApiBytes{0};
    bool ApiBytesAvailable{false};
    foundation::uint64 AllocatorBlockBytes{0};
    foundation::uint64 PeakAllocatorBlockBytes{0};
    bool AllocatorBlocksAvailable{false};
    bool ResidencyAvailable{false};
    foundation::uint64 BindingDescriptors{0};
    foundation::uint64 RetiringBindingDescriptors{0};
    foundation::uint64 DescriptorArenaPools{0};
    foundation::uint64 ReservedArenaDescriptors{0};
};

/// Measures the next acquired frame. Unsupported: EnableGpuTiming was not set, or the device has no timestamps.
/// InvalidState while a sample is armed or pending, or in a frame.
[[nodiscard]] RasterStatus ArmGpuTiming(DeviceHandle device) noexcept;

/// The sample's state and, once Available, its duration.
[[nodiscard]] RasterStatus GetGpuTiming(DeviceHandle device, GpuTiming& timing) noexcept;

[[nodiscard]] RasterStatus GetMeasurementAdapter(DeviceHandle device, MeasurementAdapter& adapter) noexcept;

[[nodiscard]] RasterStatus GetAllocationTelemetry(DeviceHandle device, AllocationTelemetry& telemetry) noexcept;
} // namespace ludus::graphics::rhi
