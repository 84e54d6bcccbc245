// What the GPU took, what it is, and what memory the API holds: observations, polled, never waited for.
//
//     description.EnableGpuTiming = true;               // before CreateDevice
//     if (rhi::ArmGpuTiming(device) == rhi::RasterStatus::Ready) { ... }   // between frames
//     // draw a frame, submit a batch or execute a graph; then, once a tick:
//     rhi::GpuTiming sample;
//     if (rhi::GetGpuTiming(device, sample) == rhi::RasterStatus::Ready &&
//         sample.State == rhi::GpuTimingState::Available)
//     {
//         Use(sample.DurationNanoseconds);
//     }
//
// A duration is elapsed time by the device's clock, stalls included. It is never made from the processor's time: where
// the device writes no timestamps there is none. Everything here belongs to the device's thread.
#pragma once

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi
{
enum class GpuTimingState : foundation::uint8
{
    Empty,       // nothing was asked for
    Armed,       // waits for, or records, the next acquired frame
    Pending,     // submitted and not complete
    Available,   // a duration, a true zero included
    Unavailable, // asked for, but timing is not enabled or the device has none
    Disjoint,    // the clock stepped or the values make no interval
    Failed,      // the query failed
};

/// One measured frame, by the device's clock: from before the acquisition's clear to after the last pass. It does not
/// cover transfers, readback or presentation.
struct GpuTiming final
{
    GpuTimingState State{GpuTimingState::Empty};
    foundation::uint64 DurationNanoseconds{0}; // meaningful when Available
    foundation::float64 TickNanoseconds{0};    // zero: unknown
    foundation::uint32 ValidBits{0};           // zero: unknown
    SubmissionToken Submission{};              // the measured frame's, from Pending on
};

/// The adapter as its API describes it; empty and zero where it is hidden.
struct MeasurementAdapter final
{
    Backend SelectedBackend{Backend::Vulkan};
    char Name[256]{};
    char Driver[256]{};
    foundation::uint32 VendorId{0};
    foundation::uint32 DeviceId{0};
    bool HasIdentity{false}; // the name was told
    bool IsHardware{false};  // the API says that it is a discrete or integrated GPU
    bool IsSoftware{false};  // the API says that it is a processor; neither: it does not say
};

/// Scoped bytes. The program's buffers and textures are counted until they are physically released; views and binding
/// sets add nothing, and neither does what the library makes for itself: frame uniforms, the target's images, transfer
/// slices. Blocks are broader: everything that the backend's allocator holds, spare room included. None of it is
/// physical memory in use, which no API tells. Peaks are those that queries have seen.
struct AllocationTelemetry final
{
    foundation::uint64 LogicalBytes{0};  // as described: texels, private depth, buffer sizes
    foundation::uint64 RetiringBytes{0}; // of these, without a public handle and not released yet
    foundation::uint64 ApiBytes{0};      // spans that the API has set aside for them
    foundation::uint64 PeakApiBytes{0};
    bool ApiBytesAvailable{false}; // false: the API hides a size, and there is no sum
    foundation::uint64 AllocatorBlockBytes{0};
    foundation::uint64 PeakAllocatorBlockBytes{0};
    bool AllocatorBlocksAvailable{false};             // Vulkan
    bool ResidencyAvailable{false};                   // always false
    foundation::uint64 BindingDescriptors{0};         // populated, until their sets are released
    foundation::uint64 RetiringBindingDescriptors{0}; // of these, of sets without a public handle
    foundation::uint64 DescriptorArenaPools{0};       // native pools
    foundation::uint64 ReservedArenaDescriptors{0};   // slots in them, used or not
};

/// Measures the next acquired frame, whether it is drawn directly, by a batch or by a graph. Between frames; a skipped
/// frame leaves it armed. Ready replaces a sample that is empty or has ended. Unsupported: EnableGpuTiming was not set,
/// or the device has no timestamps. InvalidState while a sample is armed, or pending as last polled, or in a frame.
/// OutOfMemory, Failed: no queries could be made; the last sample is kept and the device stays Ready.
[[nodiscard]] RasterStatus ArmGpuTiming(DeviceHandle device) noexcept;

/// The sample's state and, once Available, its duration. Also inside frames. Never waits and allocates nothing. A
/// sample that has ended stays until it is armed again; DestroyDevice and loss end it. InvalidHandle leaves `timing` as
/// it was; a device that is not Ready answers its state and zeroes it.
[[nodiscard]] RasterStatus GetGpuTiming(DeviceHandle device, GpuTiming& timing) noexcept;

/// What was selected. Also inside frames; allocates nothing. InvalidHandle leaves `adapter` as it was; a device that is
/// not Ready answers its state and zeroes it.
[[nodiscard]] RasterStatus GetMeasurementAdapter(DeviceHandle device, MeasurementAdapter& adapter) noexcept;

/// Walks over the records of this moment: for setup, resize and retirement, not for every draw. Also inside frames;
/// allocates nothing. CapacityExceeded: a total does not fit, `telemetry` is zero. InvalidHandle leaves it as it was; a
/// device that is not Ready answers its state and zeroes it.
[[nodiscard]] RasterStatus GetAllocationTelemetry(DeviceHandle device, AllocationTelemetry& telemetry) noexcept;
} // namespace ludus::graphics::rhi
