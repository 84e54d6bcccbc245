// The viewer as a step function: device, upload, frames, picture. Every Tick does a little and returns; none waits, so
// that a window's loop and a browser's tab run the same code.
#pragma once

#include "camera.h"
#include "gpu_scene.h"
#include "pose.h"
#include "scene.h"

#include <common/device_session.h>
#include <common/picture.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludus::view
{
struct ViewerSetup final
{
    rhi::BackendSelection Backend{rhi::BackendSelection::Auto};
    rhi::WindowInfo Window{};
    uint32 Width{0};  // pixels
    uint32 Height{0}; // pixels
    Orbit Camera{};
    uint32 Frames{0};         // frames until Done; zero: never
    bool HasToCapture{false}; // take a picture of the last frame
    bool HasToTurn{false};    // keep the model inside the picture from all sides
    float64 Seconds{0};       // moment of the animation that is framed, and shown until Play or SetTime
};

class Viewer final
{
public:
    /// `scene` must outlive the viewer.
    Viewer(const Scene& scene, const ViewerSetup& setup);

    /// Working while there is more to do at once, Waiting until the next tick, Done, or Failed with `GetProblem()`.
    [[nodiscard]] apps::Progress Tick();

    /// Pixels of the next frame; zero in either direction skips frames until there is something to draw to again.
    void SetSize(uint32 width, uint32 height) noexcept;

    /// Moment of the animation that frames show from now on; a model without one does not mind. Beyond its end it stays
    /// as it is there.
    void SetTime(float64 seconds);

    /// Likewise, but the animation begins anew at its end.
    void Play(float64 seconds);

    /// Whether the model changes over time.
    [[nodiscard]] bool IsMoving() const noexcept;

    /// After Done: draws as many frames again, and takes another picture.
    void TakeAnother();

    [[nodiscard]] Orbit& GetOrbit() noexcept { return View; }

    /// Camera of the last frame.
    [[nodiscard]] const Camera& GetCamera() const noexcept { return LastCamera; }

    /// What is being done, for a progress line: empty while frames are drawn.
    [[nodiscard]] std::string_view GetActivity(usize& done, usize& total) const noexcept;

    [[nodiscard]] const std::string& GetProblem() const noexcept { return Problem; }

    [[nodiscard]] uint32 CountFrames() const noexcept { return FramesDrawn; }

    /// Valid once the device has started.
    [[nodiscard]] rhi::Backend GetBackend() const noexcept { return Session.GetInfo().Startup.SelectedBackend; }

    /// How the device started; valid once it has.
    [[nodiscard]] const rhi::StartupInfo& GetStartup() const noexcept { return Session.GetInfo().Startup; }

    /// The last frame's picture; valid after Done when one was asked for.
    [[nodiscard]] const apps::Picture& GetPicture() const noexcept { return Taken; }

    /// True when the picture shows nothing but background.
    [[nodiscard]] bool IsPictureEmpty() const noexcept;

private:
    using Progress = apps::Progress;

    enum class Stage : uint8
    {
        Closed,
        Starting,
        Uploading,
        Drawing,
        Capturing,
        Finished,
    };

    Progress Start();
    Progress AdvanceStart(Progress started);
    Progress Upload();
    Progress DrawFrame();
    Progress Capture();
    bool WriteJoints(std::vector<uint32>& offsets); // one a skin
    bool RecordDraws(uint32 width, uint32 height);
    bool WriteUniform(const void* bytes, usize size, uint32& offset);
    Progress Fail(std::string problem);
    Progress FailDevice(rhi::DeviceStatus status, const char* what);

    const Scene* Content;
    ViewerSetup Setup;
    Orbit View{};
    Pose Placed{};
    std::vector<Bounds> Boxes{}; // one a draw, at the first moment
    Framing Place{};
    uint32 FramedWidth{0}; // pixels that Place was found for
    uint32 FramedHeight{0};
    Camera LastCamera{};
    Stage State{Stage::Closed};
    apps::DeviceSession Session{};
    GpuScene Resources;
    apps::FrameCapture Readback{};
    apps::Picture Taken{};
    std::string Problem{};
    rhi::SurfaceEncoding Encoding{rhi::SurfaceEncoding::Unorm}; // of the last frame: decides the next clear colour
    uint32 FramesDrawn{0};
};
} // namespace ludus::view
