// The two kinds of shows, each around the code of its native program.
#include "show.h"

#include <program_run.h>
#include <programs.h>
#include <viewer.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ludus::web
{
namespace
{
constexpr const char* NAME = "ludus-web";
constexpr view::Orbit AS_AUTHORED{.Yaw = 0, .Pitch = 0, .Zoom = 1};

/// A canvas may be larger than any frame of the device. Its frames are as large as they may be then, in about the same
/// shape, and the page stretches them.
void Fit(const rhi::StartupInfo& startup, uint32& width, uint32& height)
{
    const uint32 most = startup.Capabilities.MaxFrameDimension2D; // zero until the device is there
    const uint32 longer = std::max(width, height);
    if (most == 0 || longer <= most || width == 0 || height == 0)
    {
        return;
    }
    const auto shrink = [&](uint32 edge)
    { return std::max(static_cast<uint32>(foundation::uint64{edge} * most / longer), uint32{1}); };
    width = shrink(width);
    height = shrink(height);
}

class ProgramShow final : public Show
{
public:
    ProgramShow(std::unique_ptr<gallery::Program> program, const gallery::RunSetup& setup)
        : Shown(std::move(program)), Run(*Shown, NAME, setup), Width(setup.Width), Height(setup.Height)
    {
    }

    [[nodiscard]] Progress Tick(ViewWindow& window) override
    {
        ViewWindow::Input input = window.Poll(view::Camera{}, AS_AUTHORED, Turned);
        Fit(GetStartup(), input.Width, input.Height);
        Fit(GetStartup(), Width, Height);
        Shown->SetView({Turned.Yaw, Turned.Pitch, Turned.Zoom});
        const bool isHidden = input.Width == 0 || input.Height == 0;
        if (isHidden || Shown->FollowsSize())
        {
            Run.SetSize(input.Width, input.Height);
        }
        else
        {
            Run.SetSize(Width, Height);
            IsOther = input.Width != Width || input.Height != Height;
        }
        return Run.Tick();
    }

    [[nodiscard]] uint32 CountFrames() const override { return Run.CountFrames(); }

    [[nodiscard]] std::string GetActivity() const override { return Run.GetActivity(); }

    [[nodiscard]] const std::string& GetProblem() const override { return Run.GetProblem(); }

    [[nodiscard]] const rhi::StartupInfo& GetStartup() const override { return Run.GetSession().GetInfo().Startup; }

    [[nodiscard]] bool IsOutgrown() const override { return IsOther; }

    void AskForPlan() override { Shown->AskForPlan(); }

    [[nodiscard]] std::string GetPlan() const override { return Shown->GetPlan(); }

private:
    std::unique_ptr<gallery::Program> Shown;
    gallery::ProgramRun Run;
    view::Orbit Turned{AS_AUTHORED};
    uint32 Width; // of the first frame
    uint32 Height;
    bool IsOther{false};
};

class ModelShow final : public Show
{
public:
    ModelShow(const Scene& scene, const view::ViewerSetup& setup) : Home(setup.Camera), Shown(scene, setup) {}

    [[nodiscard]] Progress Tick(ViewWindow& window) override
    {
        ViewWindow::Input input = window.Poll(Shown.GetCamera(), Home, Shown.GetOrbit());
        Fit(GetStartup(), input.Width, input.Height);
        Shown.SetSize(input.Width, input.Height);
        if (Shown.IsMoving())
        {
            Shown.Play(std::chrono::duration<double>(std::chrono::steady_clock::now() - Begun).count());
        }
        return Shown.Tick();
    }

    [[nodiscard]] uint32 CountFrames() const override { return Shown.CountFrames(); }

    [[nodiscard]] std::string GetActivity() const override
    {
        usize done = 0;
        usize total = 0;
        const std::string_view activity = Shown.GetActivity(done, total);
        return activity.empty() || total == 0
                   ? std::string(activity)
                   : std::string(activity) + ", " + std::to_string(done) + " of " + std::to_string(total);
    }

    [[nodiscard]] const std::string& GetProblem() const override { return Shown.GetProblem(); }

    [[nodiscard]] const rhi::StartupInfo& GetStartup() const override { return Shown.GetStartup(); }

private:
    view::Orbit Home;
    view::Viewer Shown;
    std::chrono::steady_clock::time_point Begun{std::chrono::steady_clock::now()};
};
} // namespace

std::unique_ptr<Show> ShowProgram(const std::string& number, rhi::BackendSelection backend, const ViewWindow& window)
{
    const gallery::ProgramEntry* const entry = gallery::FindProgram(number);
    if (entry == nullptr)
    {
        return nullptr;
    }
    gallery::RunSetup setup;
    setup.Backend = backend;
    setup.Window = window.Describe();
    setup.Width = setup.Window.Width;
    setup.Height = setup.Window.Height;
    return std::make_unique<ProgramShow>(entry->Make(), setup);
}

std::unique_ptr<Show> ShowModel(const Scene& scene, rhi::BackendSelection backend, const ViewWindow& window)
{
    view::ViewerSetup setup;
    setup.Backend = backend;
    setup.Window = window.Describe();
    return std::make_unique<ModelShow>(scene, setup);
}
} // namespace ludus::web
