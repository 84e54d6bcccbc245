// One program on a device of its own, as a step function: started, set up, rendered frame by frame. Every Tick does a
// little and returns, so that a command line's loop and a page's tab run the same code.
#pragma once

#include "program.h"

#include <string>

namespace ludus::gallery
{
struct RunSetup final
{
    rhi::BackendSelection Backend{rhi::BackendSelection::Auto};
    rhi::WindowInfo Window{};
    uint32 Width{0};  // pixels of the frames
    uint32 Height{0}; // likewise
};

class ProgramRun final
{
public:
    /// `program` must outlive the run. `name` tells the driver who asks; it is not copied.
    ProgramRun(Program& program, const char* name, const RunSetup& setup) : Shown(program), Name(name), Setup(setup) {}

    /// Done when a frame was finished, Working when there is more to do at once, Waiting until the next tick, Failed
    /// with `GetProblem()`, from then on.
    [[nodiscard]] Progress Tick();

    /// Pixels of the next frame; zero in either direction skips frames until there is something to draw to again.
    void SetSize(uint32 width, uint32 height) noexcept;

    /// What is being done: empty while frames are rendered.
    [[nodiscard]] const char* GetActivity() const noexcept;

    [[nodiscard]] uint32 CountFrames() const noexcept { return Frames; }

    [[nodiscard]] const apps::DeviceSession& GetSession() const noexcept { return Session; }

    [[nodiscard]] const std::string& GetProblem() const noexcept { return Problem; }

private:
    enum class Stage : uint8
    {
        Closed,
        Starting,
        SettingUp,
        Rendering,
        Failed,
    };

    Progress Start();
    Progress RenderFrame();
    Progress Advance(Progress progress, Stage next);
    Progress Fail(std::string problem);
    Progress Refused(const char* what);

    Program& Shown;
    const char* Name;
    RunSetup Setup;
    Stage State{Stage::Closed};
    uint32 Frames{0};
    std::string Problem{};
    apps::DeviceSession Session{};
};
} // namespace ludus::gallery
