// The explicit device: what a program asks for, what it gets, and the same session as the facade under an owner's name.
//
//     rhi::DeviceDescription description;
//     description.Required.PortableRaster = true;
//     rhi::DeviceHandle device;
//     rhi::SurfaceHandle surface;
//     rhi::StartupInfo failure;
//     const auto started = rhi::CreateDevice(application, window, description, device, surface, &failure);
//     // Pending: poll GetDeviceInfo once a tick until it answers Ready.
//     ...
//     rhi::DestroyDevice(device);
//
// Every call checks its owner first and belongs to the thread that created the device. A refused call leaves its
// outputs as they were; diagnostics.h tells why it was refused.
#pragma once

#include <ludus/graphics/rhi/profile.h>
#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct DeviceAccess;
}

/// Answer of explicit device and frame operations.
enum class DeviceStatus : ludus::foundation::uint8
{
    Ready,
    Pending, // startup is in flight; poll GetDeviceInfo
    Skipped, // nothing to draw to at present; no frame was opened
    NotReady,
    InvalidHandle,
    InvalidState,
    InvalidDescription,
    Unsupported,
    Failed,            // DeviceInfo::Startup or the diagnostic says why
    DeviceLost,        // destroy the device and create another
    IdentityExhausted, // no owner identity is left; nothing was started
};

/// The single owned lifecycle record. Null by default; a copy owns nothing.
struct DeviceHandle final
{
private:
    [[maybe_unused]] foundation::uint64 Owner{0};
    friend struct internal::DeviceAccess;
};

/// The frame target, borrowed from its device.
struct SurfaceHandle final
{
private:
    [[maybe_unused]] foundation::uint64 Owner{0};
    friend struct internal::DeviceAccess;
};

/// Workloads. As a request: what must, or may, be enabled. As a report: what is.
struct DeviceFeatures final
{
    bool FullscreenRaster{false};
    bool PortableRaster{false};
    bool Compute{false};
    bool IndirectRendering{false};
    bool OrderedRasterGraph{false}; // implies PortableRaster
    bool BindlessTextureIndexing{false};
    bool HasRuntimeTextureArrays{false};
    bool RayQueries{false};
};

/// Backends that this build contains, whatever adapters the machine has.
struct BackendAvailability final
{
    bool Vulkan{false};
    bool Metal{false};
    bool WebGPU{false};
    bool WebGL2{false};
    bool Direct3D12{false};
    bool OpenGL{false};
    bool Direct3D11{false};
    bool Software{false};
    bool Reference{false};
};

/// A device request; copied by CreateDevice.
struct DeviceDescription final
{
    BackendSelection Selection{BackendSelection::Auto};
    DeviceRequirements Limits{};
    DeviceFeatures Required{.FullscreenRaster = true};
    DeviceFeatures Preferred{};
    ProfileRequirements RequiredProfile{};
    ProfileRequirements PreferredProfile{}; // never fails a request; DeviceInfo reports the first miss
    StorageLimits Storage{};
    bool EnableGpuTiming{false};
};

/// A snapshot of the device. Supported, Enabled, Profile and the Unmet fields are zero outside Ready.
struct DeviceInfo final
{
    BackendAvailability Compiled{};
    StartupInfo Startup{};
    DeviceDescription Description{};
    DeviceFeatures Supported{};
    DeviceFeatures Enabled{};
    DeviceProfile Profile{};
    DeviceFeatures UnmetPreferences{};
    ProfileDiagnostic UnmetProfilePreference{};
};

/// Checks a request without starting anything; pure. Ready: its required workloads exist in the library.
/// Unsupported: a required workload does not. InvalidDescription: malformed selection, format entries, sample counts,
/// storage counts or byte budgets. Limits and format uses of an adapter are checked by CreateDevice.
[[nodiscard]] DeviceStatus ValidateDeviceDescription(const DeviceDescription& description) noexcept;

/// The backends of this build; starts and asks nothing.
[[nodiscard]] BackendAvailability GetCompiledBackends() noexcept;

/// Starts the session as an explicit device. `device` and `surface` must be null and are written together, on Ready or
/// Pending only; DestroyDevice is then owed, also after failure or loss. `window`'s objects must outlive the device.
/// InvalidState: an output is occupied or a session exists. InvalidDescription, Unsupported: as
/// ValidateDeviceDescription. IdentityExhausted: no owner is left. Failed: startup failed; `*failure`, when given, is
/// written then and only then.
[[nodiscard]] DeviceStatus CreateDevice(const ApplicationInfo& application, const WindowInfo& window,
                                        const DeviceDescription& description, DeviceHandle& device,
                                        SurfaceHandle& surface, StartupInfo* failure = nullptr) noexcept;

/// Polls the device without waiting and writes `info` for every state (Ready, Pending, Failed, DeviceLost).
/// InvalidHandle leaves `info` as it was.
[[nodiscard]] DeviceStatus GetDeviceInfo(DeviceHandle device, DeviceInfo& info) noexcept;

/// Ends the session in any state, an open frame included, and nulls `device`. InvalidHandle changes nothing. Waits for
/// the shader or pipeline that the driver is preparing in the background, however long it takes; then for the GPU, at
/// most ten seconds: what a device that does not finish still uses is left to the process; DeviceStuck tells of it.
[[nodiscard]] DeviceStatus DestroyDevice(DeviceHandle& device) noexcept;

/// Sets the next frame's size and clear colour, between frames. InvalidDescription: beyond the frame dimension limit
/// or a colour that is not finite. InvalidState: in an open frame. Unsupported: no surface asked for on a backend that
/// always has one. The previous target stays on refusal.
[[nodiscard]] DeviceStatus SetFrameTarget(DeviceHandle device, SurfaceHandle surface,
                                          const FrameTarget& target) noexcept;

/// Acquires the target and opens a frame. Skipped: no frame was opened, since the target has no area, cannot be
/// acquired at present, or all frames are still in flight after at most 100 ms; try again at the next tick. That a
/// target is not there is a diagnostic once, when it begins.
/// InvalidState: a frame is open. Failed: memory for the frame could not be prepared; the device stays Ready.
[[nodiscard]] DeviceStatus BeginFrame(DeviceHandle device, SurfaceHandle surface) noexcept;

/// Submits the open frame and presents it. InvalidState without one. Failed on a device that stays Ready: nothing was
/// submitted and the frame is still open. Failed on a device that is Failed from then on: the driver broke off.
[[nodiscard]] DeviceStatus EndFrame(DeviceHandle device) noexcept;

/// Extent and encoding of the open frame. InvalidState outside a frame; any refusal leaves `info` as it was.
[[nodiscard]] DeviceStatus GetFrameInfo(DeviceHandle device, SurfaceHandle surface, FrameInfo& info) noexcept;

/// The facade's resources (render.h) under an owner: the same rules, with InvalidHandle for a device that is not the
/// owner.
[[nodiscard]] ResourceStatus CreateShader(DeviceHandle device, const ShaderDescription& description,
                                          ShaderHandle& shader) noexcept;
[[nodiscard]] ResourceStatus CreateUniform(DeviceHandle device, ludus::foundation::usize size,
                                           UniformHandle& uniform) noexcept;
[[nodiscard]] ResourceStatus CreatePipeline(DeviceHandle device, const PipelineDescription& description,
                                            PipelineHandle& pipeline) noexcept;
[[nodiscard]] ResourceStatus GetStatus(DeviceHandle device, ShaderHandle shader) noexcept;
[[nodiscard]] ResourceStatus GetStatus(DeviceHandle device, UniformHandle uniform) noexcept;
[[nodiscard]] ResourceStatus GetStatus(DeviceHandle device, PipelineHandle pipeline) noexcept;
[[nodiscard]] ResourceStatus UpdateUniform(DeviceHandle device, UniformHandle uniform,
                                           std::span<const ludus::foundation::uint8> bytes) noexcept;
[[nodiscard]] ResourceStatus Destroy(DeviceHandle device, ShaderHandle shader) noexcept;
[[nodiscard]] ResourceStatus Destroy(DeviceHandle device, UniformHandle uniform) noexcept;
[[nodiscard]] ResourceStatus Destroy(DeviceHandle device, PipelineHandle pipeline) noexcept;
[[nodiscard]] ResourceStatus DrawFullscreen(DeviceHandle device, PipelineHandle pipeline) noexcept;
} // namespace ludus::graphics::rhi
