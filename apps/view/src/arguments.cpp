// Arguments over CLI11, whose exceptions end here.
#include "arguments.h"
#include "exit_codes.h"

#include <common/device_session.h>
#include <common/parse_size.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>

namespace ludus::view
{
namespace
{
constexpr uint32 MAX_PICTURE_EDGE = 16384;
constexpr float64 MAX_SECONDS = 1e6;
} // namespace

bool ParseArguments(int count, char** values, Arguments& arguments, int& exitCode)
{
    CLI::App app("Shows a glTF 2.0 model: in a window, or as a PNG file with --out.", "ludus-view");
    std::string size;
    std::string backend;
    std::string camera;
    app.add_option("MODEL", arguments.Model, "a .gltf or .glb file")->required()->type_name("FILE");
    app.add_option("--out", arguments.Out, "write a PNG file instead of opening a window")
        ->type_name("FILE")
        ->check([](const std::string& text) { return text.empty() ? "names no file" : std::string(); });
    app.add_option("--size", size, "pixels, as in 1280x720")
        ->type_name("WIDTHxHEIGHT")
        ->check(
            [&](const std::string& text)
            {
                return apps::ParseSize(text, MAX_PICTURE_EDGE, arguments.Width, arguments.Height)
                           ? std::string()
                           : "must be WIDTHxHEIGHT, each 1 to " + std::to_string(MAX_PICTURE_EDGE);
            });
    app.add_option("--backend", backend, "one of " + apps::BackendNames())
        ->check(
            [&](const std::string& text) {
                return apps::ParseBackend(text, arguments.Backend) ? std::string()
                                                                   : "must be one of " + apps::BackendNames();
            });
    app.add_option("--camera", camera, "degrees around and above the model; zoom 1 fills the picture (30,20,1)")
        ->type_name("YAW,PITCH[,ZOOM]")
        ->check(
            [&](const std::string& text)
            {
                return ParseOrbit(text, arguments.Camera)
                           ? std::string()
                           : std::string("must be YAW,PITCH[,ZOOM] with a pitch of -89 to 89 and a zoom of 0.02 to 50");
            });
    CLI::Option* frames = app.add_option("--frames", arguments.Frames,
                                         "frames to draw before the picture is taken, or before the window closes");
    frames->check(CLI::Range(1U, 1000000U))->type_name("COUNT");
    CLI::Option* time =
        app.add_option("--time", arguments.Seconds, "the moment of the model's animation, which stands still there");
    time->check(
            [](const std::string& text)
            {
                float64 seconds = -1;
                return CLI::detail::lexical_cast(text, seconds) && seconds >= 0 && seconds <= MAX_SECONDS
                           ? std::string()
                           : std::string("must be seconds from 0 to 1000000");
            })
        ->type_name("SECONDS");
    CLI::Option* turntable =
        app.add_option("--turntable", arguments.Turntable,
                       "write that many pictures around the model: FILE-000.png, FILE-001.png ...");
    turntable->check(CLI::Range(1U, 1000U))->type_name("COUNT");
    app.footer(
        "In the window: drag turns, drag with the right button moves, the wheel zooms, R resets, Escape closes.\n"
        "Exit codes: 0 shown, 1 trouble with the device or the output, 2 trouble with the model or the arguments.");
    try
    {
        app.parse(count, values);
    }
    catch (const CLI::ParseError& error)
    {
        exitCode = app.exit(error) == 0 ? EXIT_SHOWN : EXIT_REFUSED; // app.exit prints help, or the reason to stderr
        return false;
    }
    arguments.IsStill = time->count() != 0;
    if (turntable->count() != 0 && arguments.Out.empty())
    {
        std::fputs("--turntable writes pictures: --out names them\n", stderr);
        exitCode = EXIT_REFUSED;
        return false;
    }
    if (arguments.Out.empty() && frames->count() == 0)
    {
        arguments.Frames = 0;
    }
    return true;
}
} // namespace ludus::view
