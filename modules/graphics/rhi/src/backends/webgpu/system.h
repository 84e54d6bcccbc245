// What differs between wgpu-native and a browser, beyond the standard header: one source file for each.
#pragma once

#include "backends/webgpu/webgpu_api.h"
#include "boundary/backend.h"

#include <ludus/foundation/base/config.h>
#if !LUDUS_PLATFORM_WEB
#include "backends/common/wayland_pacing.h"
#endif

namespace ludus::graphics::rhi::internal::webgpu
{
/// An instance that looks at nothing but the drivers that we test; empty: there is no WebGPU.
[[nodiscard]] Instance MakeInstance() noexcept;

/// A surface over a window or a canvas; empty: this system has none of that kind, or something else has taken it.
[[nodiscard]] NativeSurface MakeSurface(WGPUInstance instance, const WindowInfo& window) noexcept;

/// Whether a window is the session's own from its start, and an image the frame's own from its acquisition. A canvas is
/// not: it stays with the API that took it first, so it is taken when nothing else can fail any more; and its image
/// expires when the page's task ends, so it is taken by the submission that draws it.
[[nodiscard]] bool HoldsWindows() noexcept;

#if LUDUS_PLATFORM_WEB
/// The page paces its frames.
class WindowPacing final
{
public:
    void Start(const WindowInfo&) noexcept {}

    void Stop() noexcept {}

    void Arm() noexcept {}

    [[nodiscard]] bool Wait(int32) noexcept { return true; }
};
#else
using WindowPacing = WaylandPacing;
#endif

/// Whether DrawOffsetEntries is there: in a browser a call into JavaScript costs more than what it calls for a draw.
constexpr bool HAS_OFFSET_ENTRIES = LUDUS_PLATFORM_WEB != 0;

/// What entries that change nothing but an offset are drawn with.
struct OffsetDraws final
{
    WGPUBindGroup Group{nullptr};
    uint32 IndexCount{0};
    uint32 InstanceCount{0};
    uint32 FirstIndex{0};
};

/// Draws the entries from `at` on, up to the first that has another header than DRAW_ONE_OFFSET; answers where that is.
[[nodiscard]] const uint8* DrawOffsetEntries(WGPURenderPassEncoder pass, const OffsetDraws& draws, const uint8* at,
                                             const uint8* end) noexcept;

/// Whether the owner's thread may wait for the GPU. In a browser nothing arrives while it does.
[[nodiscard]] bool CanWait() noexcept;

/// Gives the processor away for about so long; only where it can wait.
void Pause(uint64 nanoseconds) noexcept;

/// Whether errors that are neither validation nor memory have a scope of their own.
[[nodiscard]] bool HasInternalScopes() noexcept;

/// Length of one tick of the queue's timestamps.
[[nodiscard]] float64 GetTickNanoseconds(WGPUQueue queue) noexcept;

/// Names an object for the API's tools. Optional.
void SetLabel(WGPUBuffer buffer, WGPUStringView label) noexcept;
void SetLabel(WGPUTexture texture, WGPUStringView label) noexcept;
void SetLabel(WGPUTextureView view, WGPUStringView label) noexcept;
void SetLabel(WGPUSampler sampler, WGPUStringView label) noexcept;
void SetLabel(WGPUShaderModule shader, WGPUStringView label) noexcept;
void SetLabel(WGPUBindGroupLayout layout, WGPUStringView label) noexcept;
void SetLabel(WGPUBindGroup group, WGPUStringView label) noexcept;
void SetLabel(WGPURenderPipeline pipeline, WGPUStringView label) noexcept;
void SetLabel(WGPUComputePipeline pipeline, WGPUStringView label) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
