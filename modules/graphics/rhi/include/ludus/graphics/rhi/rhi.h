// The session facade: start a renderer on a window or without one, run frames, shut it down.
//
//     rhi::Start(application, window);                      // browsers: poll GetStartup until Ready
//     rhi::SetFrameTarget({.Width = 800, .Height = 600});
//     if (rhi::BeginFrameStatus() == rhi::FrameStatus::Ready)
//     {
//         rhi::DrawFullscreen(pipeline);                    // render.h
//         rhi::EndFrameStatus();
//     }
//     rhi::Shutdown();
//
// device.h has the same session as an explicit device. One session exists at a time; every call belongs to the thread
// that started it.
#pragma once

#include <ludus/foundation/base/types.h>
#include <ludus/graphics/rhi/profile.h>
#include <ludus/platform/native_window.h>

#include <string>

namespace ludus::graphics::rhi
{
/// The API that draws. The first five keep their places for ever; later ones are appended.
enum class Backend : ludus::foundation::uint8
{
    Vulkan,
    WebGPU,
    WebGL2,
    Metal,
    Direct3D12,
    OpenGL,
    Direct3D11,
    Software,
    Reference, // the executable specification: checks and records everything, draws no pixels but clears
};

/// Which backend to start. Auto takes the best of the platform and never the reference; in a browser it tries WebGPU,
/// then WebGL 2 once. Any other value starts that backend or fails by name: BackendUnavailable.
/// Natively, and only for Auto, the environment variable LUDUS_BACKEND (an enumerator's name) takes the place of Auto.
enum class BackendSelection : ludus::foundation::uint8
{
    Auto,
    WebGPU,
    WebGL2,
    Vulkan,
    Metal,
    Direct3D12,
    OpenGL,
    Direct3D11,
    Software,
    Reference,
};

enum class StartupState : ludus::foundation::uint8
{
    Idle,    // no session
    Pending, // starting; poll
    Ready,
    Failed,     // Shutdown, then start again
    DeviceLost, // likewise
};

enum class StartupError : ludus::foundation::uint8
{
    None,
    InvalidWindow,       // the window description lacks a handle its system needs
    InstanceUnavailable, // the API could not be loaded or initialised
    AdapterUnavailable,  // no adapter can do what a session needs
    DeviceUnavailable,   // the adapter refused a device
    SurfaceUnavailable,  // the window cannot be drawn to
    RenderingUnavailable,
    Validation,
    DeviceLost,
    GenerationExhausted, // identities are used up; nothing was started
    BackendUnavailable,  // the selected backend is not part of this build
    RequirementsUnsatisfied,
};

/// Answer of Start.
enum class StartStatus : ludus::foundation::uint8
{
    Pending,
    Ready,
    Failed,
    Busy, // a session exists; shut it down first
};

/// Answer of frame operations.
enum class FrameStatus : ludus::foundation::uint8
{
    Ready,
    NotReady,     // the session is still starting, or there is none
    InvalidState, // begin inside a frame, end outside one
    Unsupported,
    Failed,
    Skipped, // nothing to draw to at present; no frame was opened, try again at the next tick
};

/// The first requirement that startup could not meet.
enum class RequirementFailure : ludus::foundation::uint8
{
    None,
    FrameDimension2D,
    UniformBufferSize,
    PortableRaster,
    Compute,
    Profile, // StartupInfo::ProfileFailure has the details
};

using WindowInfo = ludus::platform::NativeWindowInfo;

/// Who is drawing; handed to drivers that want to know.
struct ApplicationInfo final
{
    std::string Name{};
    foundation::uint32 Version{0};
};

/// One backend that startup tried, or tries; its error when it has failed.
struct AttemptInfo final
{
    bool Attempted{false};
    StartupError Error{StartupError::None};
    ProfileDiagnostic ProfileFailure{};
};

/// Limits of the facade (render.h); zero unless Ready.
struct DeviceCapabilities final
{
    foundation::uint32 MaxFrameDimension2D{0};
    foundation::uint32 MaxUniformBufferSize{0};
    foundation::uint32 UniformBufferSizeAlignment{0};
    foundation::uint32 MaxShaders{0};
    foundation::uint32 MaxUniformBuffers{0};
    foundation::uint32 MaxPipelines{0};
    foundation::uint32 MaxDrawsPerFrame{0};
};

/// Facade minima that a device must meet; zero asks for nothing.
struct DeviceRequirements final
{
    foundation::uint32 MinFrameDimension2D{0};
    foundation::uint32 MinUniformBufferSize{0};
};

/// The session's startup record.
struct StartupInfo final
{
    Backend SelectedBackend{Backend::Vulkan};
    StartupState State{StartupState::Idle};
    StartupError Error{StartupError::None};
    foundation::uint32 MaxTextureDimension2D{0}; // largest frame edge; textures have limits of their own (profile.h)
    BackendSelection Requested{BackendSelection::Auto};
    AttemptInfo WebGpu{};
    AttemptInfo WebGL2{};
    DeviceCapabilities Capabilities{};
    DeviceRequirements Requirements{};
    RequirementFailure UnmetRequirement{RequirementFailure::None};
    ProfileDiagnostic ProfileFailure{};
};

/// The next frame's size in pixels and its clear colour (linear). A zero width or height skips frames.
struct FrameTarget final
{
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
    foundation::float64 Red{0};
    foundation::float64 Green{0};
    foundation::float64 Blue{0};
    foundation::float64 Alpha{1};
    bool ShouldPresentToSurface{true}; // false: a frame of passes over textures and of compute, whose extent is only a
                                       // name and which leaves the picture that is shown; WebGPU only
};

/// Starts the session with Auto. `windowInfo`'s objects must outlive the session. Ready natively; Pending in a browser,
/// then poll GetStartup. Busy, changing nothing, while a session exists, failed and lost ones included.
[[nodiscard]] StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo) noexcept;

/// Starts the session with a backend chosen by the caller; a forced backend never falls back to another.
[[nodiscard]] StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo,
                                BackendSelection selection) noexcept;

/// As above, on a device that meets `requirements`; else Failed with RequirementsUnsatisfied.
[[nodiscard]] StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo,
                                BackendSelection selection, const DeviceRequirements& requirements) noexcept;

/// The startup record, polled: never waits. Idle without a session.
[[nodiscard]] StartupInfo GetStartup() noexcept;

/// Sets the next frame's size and clear colour, between frames. InvalidState inside a frame, for a size beyond
/// MaxFrameDimension2D and for a colour that is not finite; Unsupported for a frame without a surface on a backend that
/// has none. The previous target stays on refusal.
[[nodiscard]] FrameStatus SetFrameTarget(const FrameTarget& target) noexcept;

/// Acquires the target and opens a frame. Skipped opens none: keep the resources and try again at the next tick.
/// With all frames in flight it waits at most 100 ms for the oldest, then answers Skipped. Failed: GetStartup tells
/// whether the session is lost, or still Ready and short of memory.
[[nodiscard]] FrameStatus BeginFrameStatus() noexcept;

/// Submits the open frame and presents it. InvalidState without an open frame. Failed with a session that is still
/// Ready leaves the frame open: end it again.
[[nodiscard]] FrameStatus EndFrameStatus() noexcept;

/// Startup in three native steps, kept for programs written against it: Initialize, ConnectWindow, InitializeRendering.
/// Do not mix with Start. False in a browser.
[[nodiscard]] bool Initialize(const ApplicationInfo& appInfo) noexcept;

/// Second step: names the window. False before Initialize or when a window is already connected.
[[nodiscard]] bool ConnectWindow(const WindowInfo& windowInfo) noexcept;

/// Third step: starts the session. False when it fails; GetStartup says why.
[[nodiscard]] bool InitializeRendering() noexcept;

/// Ends the session and keeps application and window for another InitializeRendering.
void ShutdownRendering() noexcept;

/// Ends the session whatever its state, an open frame included; all handles become stale. Harmless without a session.
/// Waits for the GPU at most ten seconds, as DestroyDevice does.
void Shutdown() noexcept;

/// BeginFrameStatus() == Ready.
[[nodiscard]] bool BeginFrame() noexcept;

/// EndFrameStatus() == Ready.
[[nodiscard]] bool EndFrame() noexcept;
} // namespace ludus::graphics::rhi
