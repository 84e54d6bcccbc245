// The tick loop of the gallery: start, set up, render frames, fetch the last one, write it.
#include "runner.h"

#include <common/parse_size.h>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <sstream>
#include <thread>

namespace ludus::gallery
{
namespace
{
struct Options final
{
    std::string Out{};
    uint32 Width{640};
    uint32 Height{400};
    uint32 Frames{1};
    rhi::BackendSelection Backend{rhi::BackendSelection::Auto};
};

constexpr uint32 MAX_EDGE = 8192;

constexpr uint32 MOST_FRAMES = 100000;

bool ParseOptions(const char* name, int count, char** values, Options& options, int& exitCode)
{
    CLI::App app("A program of the Ludus gallery: draws one picture.", name);
    std::string size;
    std::string frames;
    std::string backend;
    options.Out = std::string(name) + ".png";
    app.add_option("--out", options.Out, "PNG file to write (" + options.Out + ")")->type_name("FILE");
    app.add_option("--size", size, "pixels, as in 640x400")
        ->type_name("WIDTHxHEIGHT")
        ->check(
            [&](const std::string& text)
            {
                return apps::ParseSize(text, MAX_EDGE, options.Width, options.Height)
                           ? std::string()
                           : std::string("must be WIDTHxHEIGHT, each 1 to 8192");
            });
    app.add_option("--frames", frames, "frames until the picture (" + std::to_string(options.Frames) + ")")
        ->type_name("COUNT")
        ->check(
            [&](const std::string& text) {
                return ParseCount(text, MOST_FRAMES, options.Frames) ? std::string()
                                                                     : std::string("must be 1 to 100000");
            });
    CLI::Option* chosen = app.add_option("--backend", backend, "one of " + apps::BackendNames());
    chosen->check(
        [&](const std::string& text) {
            return apps::ParseBackend(text, options.Backend) ? std::string() : "must be one of " + apps::BackendNames();
        });
    chosen->type_name("NAME");
    try
    {
        app.parse(count, values);
        return true;
    }
    catch (const CLI::ParseError& error)
    {
        exitCode = app.exit(error) == 0 ? 0 : 2;
        return false;
    }
}

/// One run, advanced by Tick.
class OneRun final
{
public:
    OneRun(Program& program, const char* name, const Options& options) : Shown(program), Name(name), Choice(options) {}

    Progress Tick();

    std::string Problem{};
    apps::Picture Picture{};
    apps::DeviceSession Session{};

private:
    enum class Stage : uint8
    {
        Closed,
        Starting,
        SettingUp,
        Rendering,
        Capturing,
    };

    Progress Start();
    Progress RenderFrame();
    Progress Advance(Progress progress, Stage next, const std::string& problem);
    Progress Refused(const char* what);

    Program& Shown;
    const char* Name;
    const Options& Choice;
    Stage State{Stage::Closed};
    uint32 Frames{0};
    apps::FrameCapture Readback{};
};

Progress OneRun::Refused(const char* what)
{
    Problem = std::string(what) + ": " + apps::DescribeRefusal(Session.GetDevice());
    return Progress::Failed;
}

Progress OneRun::Advance(Progress progress, Stage next, const std::string& problem)
{
    if (progress == Progress::Failed)
    {
        Problem = problem;
    }
    if (progress == Progress::Done)
    {
        State = next;
        return Progress::Working;
    }
    return progress;
}

Progress OneRun::Start()
{
    rhi::DeviceDescription description;
    description.Selection = Choice.Backend;
    description.Required = Shown.GetRequirements();
    description.EnableGpuTiming = Shown.IsTimed();
    rhi::WindowInfo window; // headless
    window.Width = Choice.Width;
    window.Height = Choice.Height;
    State = Stage::Starting;
    const Progress progress = Session.Open(Name, window, description);
    return Advance(progress, Stage::SettingUp, Session.GetProblem());
}

Progress OneRun::RenderFrame()
{
    const rhi::DeviceHandle device = Session.GetDevice();
    rhi::FrameTarget target = Shown.GetTarget();
    target.Width = Choice.Width;
    target.Height = Choice.Height;
    if (rhi::SetFrameTarget(device, Session.GetSurface(), target) != rhi::DeviceStatus::Ready)
    {
        return Refused("setting the frame's size");
    }
    const Progress progress = Shown.Render(device, Session.GetSurface());
    if (progress == Progress::Failed)
    {
        return Refused("rendering a frame");
    }
    if (progress != Progress::Done || ++Frames < Choice.Frames)
    {
        return progress == Progress::Done ? Progress::Working : progress;
    }
    State = Stage::Capturing;
    return Advance(Readback.Request(Session), Stage::Capturing, Readback.GetProblem());
}

Progress OneRun::Tick()
{
    switch (State)
    {
    case Stage::Closed:
        return Start();
    case Stage::Starting:
    {
        const Progress progress = Session.Poll();
        return Advance(progress, Stage::SettingUp, Session.GetProblem());
    }
    case Stage::SettingUp:
    {
        const Progress progress = Shown.Setup(Session.GetDevice());
        return progress == Progress::Failed ? Refused("setting up") : Advance(progress, Stage::Rendering, "");
    }
    case Stage::Rendering:
        return RenderFrame();
    case Stage::Capturing:
        break;
    }
    const Progress progress = Readback.Poll(Session, Picture);
    Problem = progress == Progress::Failed ? Readback.GetProblem() : Problem;
    return progress;
}

int Fail(const char* name, const std::string& problem)
{
    std::fprintf(stderr, "%s: %s\n", name, problem.c_str());
    return 1;
}
} // namespace

bool ParseCount(const std::string& text, uint32 most, uint32& count)
{
    std::istringstream stream(text);
    uint32 number = 0;
    if (text.find('-') != std::string::npos || !(stream >> number) || !stream.eof() || number == 0 || number > most)
    {
        return false;
    }
    count = number;
    return true;
}

Progress DrawProgram::Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    const rhi::DeviceStatus begun = rhi::BeginFrame(device, surface);
    if (begun == rhi::DeviceStatus::Skipped)
    {
        return Progress::Waiting;
    }
    rhi::FrameInfo frame;
    const bool isDrawn = begun == rhi::DeviceStatus::Ready &&
                         rhi::GetFrameInfo(device, surface, frame) == rhi::DeviceStatus::Ready && Draw(device, frame) &&
                         rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
    return isDrawn ? Progress::Done : Progress::Failed;
}

int Run(Program& program, const char* name, int count, char** values)
{
    Options options;
    options.Frames = program.GetFrameCount();
    int exitCode = 0;
    if (!ParseOptions(name, count, values, options, exitCode))
    {
        return exitCode;
    }
    OneRun run(program, name, options);
    for (Progress progress = run.Tick(); progress != Progress::Done; progress = run.Tick())
    {
        if (progress == Progress::Failed)
        {
            return Fail(name, run.Problem);
        }
        if (progress == Progress::Waiting)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    if (run.Session.GetInfo().Startup.SelectedBackend == rhi::Backend::Reference)
    {
        return Fail(name,
                    "the reference backend has checked the frame, but it draws no pixels: no picture was written");
    }
    std::string problem;
    if (!apps::WritePng(options.Out, run.Picture, problem))
    {
        return Fail(name, problem);
    }
    std::printf("%s\n", options.Out.c_str());
    return 0;
}
} // namespace ludus::gallery
