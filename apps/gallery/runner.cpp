// The command line of the gallery: options, a run until its last frame, the picture of that.
#include "runner.h"
#include "program_run.h"

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

/// Calls `step` until it is done; a command line may wait.
template <class Step>
bool Finish(Step step)
{
    for (Progress progress = step(); progress != Progress::Done; progress = step())
    {
        if (progress == Progress::Failed)
        {
            return false;
        }
        if (progress == Progress::Waiting)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return true;
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

int Run(Program& program, const char* name, int count, char** values)
{
    Options options;
    options.Frames = program.GetFrameCount();
    int exitCode = 0;
    if (!ParseOptions(name, count, values, options, exitCode))
    {
        return exitCode;
    }
    RunSetup setup;
    setup.Backend = options.Backend;
    setup.Window.Width = setup.Width = options.Width; // headless
    setup.Window.Height = setup.Height = options.Height;
    ProgramRun run(program, name, setup);
    while (run.CountFrames() < options.Frames)
    {
        if (!Finish([&] { return run.Tick(); }))
        {
            return Fail(name, run.GetProblem());
        }
    }
    const apps::DeviceSession& session = run.GetSession();
    apps::FrameCapture readback;
    apps::Picture picture;
    if (readback.Request(session) == Progress::Failed || !Finish([&] { return readback.Poll(session, picture); }))
    {
        return Fail(name, readback.GetProblem());
    }
    if (session.GetInfo().Startup.SelectedBackend == rhi::Backend::Reference)
    {
        return Fail(name,
                    "the reference backend has checked the frame, but it draws no pixels: no picture was written");
    }
    std::string problem;
    if (!apps::WritePng(options.Out, picture, problem))
    {
        return Fail(name, problem);
    }
    std::printf("%s\n", options.Out.c_str());
    return 0;
}
} // namespace ludus::gallery
