// Named scopes of a frame, for captures and for the duration of each pass.
//
//     rhi::ArmGpuPassTimings(device);                   // between frames; EnableGpuTiming as in measurement.h
//     rhi::BeginFrame(device, surface);
//     rhi::BeginGpuScope(device, shadows);              // made once with MakeGpuScope
//     rhi::BeginRasterPass(device, ...);
//     rhi::DrawIndexed(device, ...);
//     rhi::EndGpuScope(device);                         // ends the pass as well
//     ...
//     rhi::EndFrame(device);
//     rhi::GetGpuPassTimings(device, timings);          // poll until its state is Available
//
// Scopes work without timing too: they show in captures. A scope that is refused is no reason not to draw.
#pragma once

#include <ludus/graphics/rhi/measurement.h>

namespace ludus::graphics::rhi
{
enum class GpuPassKind : foundation::uint8
{
    Raster,
    Compute,
    RayTracing,
};

/// Bytes of a scope's name with its terminator.
constexpr foundation::usize GPU_SCOPE_NAME_BYTES = 128;

/// Passes of one frame that are measured; the others are only drawn.
constexpr foundation::usize MAX_GPU_TIMED_PASSES = 64;

/// A name and an identity of the caller's own. Make it with MakeGpuScope.
struct GpuScopeDescription final
{
    foundation::uint64 Identity{0};
    char Name[GPU_SCOPE_NAME_BYTES]{};
    foundation::uint32 NameBytes{0};
    foundation::uint32 LogicalPassCount{1}; // authored passes that were merged into the scope's one
};

/// One pass as the device executed it: a raster pass, or one dispatch.
struct GpuPassTiming final
{
    GpuScopeDescription Scope{}; // identity zero: the pass lay in no scope
    GpuPassKind Kind{GpuPassKind::Raster};
    GpuTimingState State{GpuTimingState::Empty};
    foundation::uint64 DurationNanoseconds{0}; // meaningful when Available
    foundation::uint64 BeginNanoseconds{0};    // of std::chrono::steady_clock, with HasClockAlignment
};

/// The passes of one measured frame, in the order in which they were submitted.
struct GpuPassTimings final
{
    GpuTimingState State{GpuTimingState::Empty}; // of the whole; each pass has its own
    GpuPassTiming Passes[MAX_GPU_TIMED_PASSES]{};
    foundation::uint32 PassCount{0};
    foundation::uint32 OmittedPasses{0}; // drawn and not measured
    bool HasClockAlignment{false};       // the begins are known; false: durations alone
};

/// Fills `outScope` without allocating. False, leaving it as it was: identity or count is zero, or the name is empty,
/// too long, not UTF-8 or contains a zero.
[[nodiscard]] bool MakeGpuScope(foundation::uint64 identity, foundation::BorrowedView<const char> name,
                                GpuScopeDescription& outScope, foundation::uint32 logicalPassCount = 1) noexcept;

/// Measures the passes of the next acquired frame; apart from ArmGpuTiming, under the same rules. Unsupported where the
/// device times only whole frames.
[[nodiscard]] RasterStatus ArmGpuPassTimings(DeviceHandle device) noexcept;

/// As GetGpuTiming. Where the driver can read its clock together with the host's (on Vulkan one of the two extensions
/// calibrated_timestamps, with CLOCK_MONOTONIC), each pass that is Available also says when it began; how exactly is
/// the driver's affair. Elsewhere there are durations alone. A duration never comes from the host's clock.
[[nodiscard]] RasterStatus GetGpuPassTimings(DeviceHandle device, GpuPassTimings& outTimings) noexcept;

/// Opens a scope in the open frame; it covers the passes that begin in it, and the frame's own pass while nothing was
/// drawn there. InvalidState: a scope is open already. CapacityExceeded: the frame has StorageLimits::PassesPerGraph
/// scopes. InvalidDescription: MakeGpuScope would not have made it. A refused scope changes nothing.
[[nodiscard]] RasterStatus BeginGpuScope(DeviceHandle device, const GpuScopeDescription& scope) noexcept;

/// Closes the open scope, and with it the direct pass that was begun in it: further draws need BeginRasterPass.
/// InvalidState: none is open. A frame that ends with an open scope closes it and leaves a diagnostic.
[[nodiscard]] RasterStatus EndGpuScope(DeviceHandle device) noexcept;
} // namespace ludus::graphics::rhi
