// The stages of a run.
#include "program_run.h"

#include <utility>

namespace ludus::gallery
{
Progress ProgramRun::Fail(std::string problem)
{
    Problem = std::move(problem);
    State = Stage::Failed;
    return Progress::Failed;
}

Progress ProgramRun::Refused(const char* what)
{
    rhi::DeviceInfo info;
    const bool isLost = rhi::GetDeviceInfo(Session.GetDevice(), info) == rhi::DeviceStatus::DeviceLost;
    const char* const prefix = isLost ? "the device was lost while " : "";
    return Fail(std::string(prefix) + what + ": " + apps::DescribeRefusal(Session.GetDevice()));
}

Progress ProgramRun::Advance(Progress progress, Stage next)
{
    if (progress == Progress::Failed)
    {
        return Fail(Session.GetProblem());
    }
    State = progress == Progress::Done ? next : State;
    return progress == Progress::Done ? Progress::Working : progress;
}

Progress ProgramRun::Start()
{
    rhi::DeviceDescription description;
    description.Selection = Setup.Backend;
    description.Required = Shown.GetRequirements();
    description.EnableGpuTiming = Shown.IsTimed();
    State = Stage::Starting;
    return Advance(Session.Open(Name, Setup.Window, description), Stage::SettingUp);
}

Progress ProgramRun::RenderFrame()
{
    const rhi::DeviceHandle device = Session.GetDevice();
    rhi::FrameTarget target = Shown.GetTarget();
    target.Width = Setup.Width;
    target.Height = Setup.Height;
    if (rhi::SetFrameTarget(device, Session.GetSurface(), target) != rhi::DeviceStatus::Ready)
    {
        return Refused("setting the frame's size");
    }
    const Progress progress = Shown.Render(device, Session.GetSurface());
    if (progress == Progress::Failed)
    {
        return Refused("rendering a frame");
    }
    Frames += progress == Progress::Done ? 1 : 0;
    return progress;
}

Progress ProgramRun::Tick()
{
    switch (State)
    {
    case Stage::Closed:
        return Start();
    case Stage::Starting:
        return Advance(Session.Poll(), Stage::SettingUp);
    case Stage::SettingUp:
    {
        const Progress progress = Shown.Setup(Session.GetDevice());
        return progress == Progress::Failed ? Refused("setting up") : Advance(progress, Stage::Rendering);
    }
    case Stage::Rendering:
        return RenderFrame();
    case Stage::Failed:
        break;
    }
    return Progress::Failed;
}

void ProgramRun::SetSize(uint32 width, uint32 height) noexcept
{
    Setup.Width = width;
    Setup.Height = height;
}

const char* ProgramRun::GetActivity() const noexcept
{
    switch (State)
    {
    case Stage::Closed:
    case Stage::Starting:
        return "starting the device";
    case Stage::SettingUp:
        return "setting up";
    default:
        return "";
    }
}
} // namespace ludus::gallery
