// Named scopes of a frame, for captures and for the duration of each pass.
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
    foundation::uint32 LogicalPassCount{1};
};

struct GpuPassTiming final
{
    GpuScopeDescription Scope{};
    GpuPassKind Kind{GpuPassKind::Raster};
    GpuTimingState State{GpuTimingState::Empty};
    foundation::uint64 DurationNanoseconds{0};
    foundation::uint64 BeginNanoseconds{0};
};

struct GpuPassTimings final
{
    GpuTimingState State{GpuTimingState::Empty};
    GpuPassTiming Passes[MAX_GPU_TIMED_PASSES]{};
    foundation::uint32 PassCount{0};
    foundation::uint32 OmittedPasses{0};
    bool HasClockAlignment{false};
};

/// Fills `outScope` without allocating. False, leaving it as it was: identity or count is zero, or the name is empty,
/// too long, not UTF-8 or contains a zero.
[[nodiscard]] bool MakeGpuScope(foundation::uint64 identity, foundation::BorrowedView<const char> name,
                                GpuScopeDescription& outScope, foundation::uint32 logicalPassCount = 1) noexcept;

/// Measures the passes of the next acquired frame.
[[nodiscard]] RasterStatus ArmGpuPassTimings(DeviceHandle device) noexcept;

[[nodiscard]] RasterStatus GetGpuPassTimings(DeviceHandle device, GpuPassTimings& outTimings) noexcept;

/// Opens a scope in the open frame; scopes do not nest.
[[nodiscard]] RasterStatus BeginGpuScope(DeviceHandle device, const GpuScopeDescription& scope) noexcept;

/// Closes the open scope, and with it an open direct pass.
[[nodiscard]] RasterStatus EndGpuScope(DeviceHandle device) noexcept;
} // namespace ludus::graphics::rhi
