// ludus-view: a glTF model on the screen, or in a PNG file.
#include "arguments.h"
#include "exit_codes.h"
#include "load_scene.h"
#include "progress_line.h"
#include "view_window.h"
#include "viewer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

namespace
{
using namespace ludus::view;
using ludus::apps::Progress;

int Refuse(int exitCode, const std::string& text)
{
    std::fprintf(stderr, "ludus-view: %s\n", text.c_str());
    return exitCode;
}

void Sleep(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void ReportViewer(const Viewer& viewer, ProgressLine& line)
{
    usize done = 0;
    usize total = 0;
    const std::string_view activity = viewer.GetActivity(done, total);
    line.Report(activity, done, total);
}

/// "picture.png" to "picture-007.png" for a picture of a turntable.
std::string NameOf(const Arguments& arguments, uint32 number)
{
    if (arguments.Turntable == 0)
    {
        return arguments.Out;
    }
    std::string digits = std::to_string(number);
    digits.insert(0, 3 - std::min(digits.size(), std::string::size_type{3}), '0');
    const std::filesystem::path path(arguments.Out);
    return (path.parent_path() / (path.stem().string() + "-" + digits + path.extension().string())).string();
}

int WritePicture(const Viewer& viewer, const Scene& scene, const Arguments& arguments, uint32 number)
{
    if (viewer.GetBackend() == ludus::graphics::rhi::Backend::Reference)
    {
        return Refuse(EXIT_DEVICE, "the reference backend has accepted " + std::to_string(scene.Draws.size()) +
                                       " draws, but it draws no pixels: no picture was written");
    }
    if (viewer.IsPictureEmpty() && arguments.Turntable == 0)
    {
        return Refuse(EXIT_REFUSED, arguments.Model + ": nothing of the model is visible from this camera: "
                                                      "no picture was written");
    }
    std::string problem;
    if (!ludus::apps::WritePng(NameOf(arguments, number), viewer.GetPicture(), problem))
    {
        return Refuse(EXIT_DEVICE, problem);
    }
    std::printf("%s\n", NameOf(arguments, number).c_str());
    return EXIT_SHOWN;
}

/// Ticks until the picture is there.
int DrawPicture(Viewer& viewer, ProgressLine& line)
{
    for (Progress progress = viewer.Tick(); progress != Progress::Done; progress = viewer.Tick())
    {
        if (progress == Progress::Failed)
        {
            return Refuse(EXIT_DEVICE, viewer.GetProblem());
        }
        if (progress == Progress::Waiting)
        {
            Sleep(1);
        }
        ReportViewer(viewer, line);
    }
    return EXIT_SHOWN;
}

int ShowPicture(const Scene& scene, const Arguments& arguments, ProgressLine& line)
{
    ViewerSetup setup;
    setup.Backend = arguments.Backend;
    setup.Window.Width = setup.Width = arguments.Width;
    setup.Window.Height = setup.Height = arguments.Height;
    setup.Camera = arguments.Camera;
    setup.Frames = arguments.Frames;
    setup.HasToCapture = true;
    setup.HasToTurn = arguments.Turntable != 0;
    setup.Seconds = arguments.Seconds;
    Viewer viewer(scene, setup);
    const uint32 count = std::max(arguments.Turntable, 1U);
    bool isAnySideSeen = false;
    for (uint32 number = 0; number < count; ++number)
    {
        viewer.GetOrbit().Yaw =
            arguments.Camera.Yaw + 360.0F * static_cast<float32>(number) / static_cast<float32>(count);
        viewer.TakeAnother();
        int exitCode = DrawPicture(viewer, line);
        exitCode = exitCode == EXIT_SHOWN ? WritePicture(viewer, scene, arguments, number) : exitCode;
        if (exitCode != EXIT_SHOWN)
        {
            return exitCode;
        }
        isAnySideSeen = isAnySideSeen || !viewer.IsPictureEmpty();
    }
    return isAnySideSeen ? EXIT_SHOWN
                         : Refuse(EXIT_REFUSED, arguments.Model + ": nothing of the model is visible from any side");
}

int ShowWindow(const Scene& scene, const Arguments& arguments, ProgressLine& line)
{
    ViewWindow window;
    std::string problem;
    if (!window.Open("Ludus: " + arguments.Model, arguments.Width, arguments.Height, problem))
    {
        return Refuse(EXIT_DEVICE, problem);
    }
    ViewerSetup setup;
    setup.Backend = arguments.Backend;
    setup.Window = window.Describe();
    setup.Camera = arguments.Camera;
    setup.Frames = arguments.Frames;
    setup.Seconds = arguments.Seconds;
    Viewer viewer(scene, setup); // ends before the window it draws to
    const auto begun = std::chrono::steady_clock::now();
    const bool isPlaying = viewer.IsMoving() && !arguments.IsStill;
    while (true)
    {
        if (isPlaying)
        {
            viewer.Play(std::chrono::duration<float64>(std::chrono::steady_clock::now() - begun).count());
        }
        const ViewWindow::Input input = window.Poll(viewer.GetCamera(), arguments.Camera, viewer.GetOrbit());
        if (input.HasToClose)
        {
            return EXIT_SHOWN;
        }
        viewer.SetSize(input.Width, input.Height);
        const Progress progress = viewer.Tick();
        if (progress == Progress::Failed)
        {
            return Refuse(EXIT_DEVICE, viewer.GetProblem());
        }
        if (progress == Progress::Done)
        {
            return EXIT_SHOWN;
        }
        ReportViewer(viewer, line);
        usize done = 0;
        usize total = 0;
        const bool isIdle = viewer.GetActivity(done, total).empty() && !input.HasChanged && !isPlaying;
        if (progress == Progress::Waiting || isIdle)
        {
            Sleep(8); // nothing moves: there is no hurry
        }
    }
}
} // namespace

int main(int count, char** values)
{
    Arguments arguments;
    int exitCode = EXIT_SHOWN;
    if (!ParseArguments(count, values, arguments, exitCode))
    {
        return exitCode;
    }
    std::error_code ignored;
    if (std::filesystem::equivalent(arguments.Model, arguments.Out, ignored)) // false where a path leads nowhere
    {
        return Refuse(EXIT_REFUSED, arguments.Out + ": the picture would overwrite the model: nothing was written");
    }
    ProgressLine line;
    Scene scene;
    Problem problem;
    const auto report = [&](std::string_view what, usize done, usize total) { line.Report(what, done, total); };
    if (!LoadScene(arguments.Model, report, scene, problem))
    {
        return Refuse(EXIT_REFUSED, arguments.Model + " " + problem.Text);
    }
    for (const std::string& note : scene.Notes)
    {
        std::fprintf(stderr, "ludus-view: note: %s\n", note.c_str());
    }
    return arguments.Out.empty() ? ShowWindow(scene, arguments, line) : ShowPicture(scene, arguments, line);
}
