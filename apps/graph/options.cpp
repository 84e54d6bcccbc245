#include "options.h"

#include <runner.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>

namespace ludus::gallery
{
namespace
{
constexpr uint32 MOST_FRAMES = 1000;

std::string ListPrograms()
{
    std::string list;
    for (const GraphProgramEntry& entry : GetGraphPrograms())
    {
        list += (list.empty() ? "" : ", ") + std::string(entry.Number) + " (" + std::string(entry.Name) + ")";
    }
    return list;
}
} // namespace

bool ParseGraphOptions(int count, char** values, GraphOptions& options, int& exitCode)
{
    CLI::App app("Prints the compiled graph of one frame of a gallery program.", GRAPH_NAME);
    std::string program;
    std::string form = "lines";
    std::string frame;
    std::string backend = "reference";
    app.add_option("PROGRAM", program, "one of " + ListPrograms())->required();
    app.add_option("--form", form, "lines, or dot: dot -Tsvg makes a picture of it")
        ->check([](const std::string& text)
                { return text == "lines" || text == "dot" ? std::string() : std::string("must be lines or dot"); })
        ->type_name("FORM");
    app.add_option("--frame", frame, "which frame (1): those before it are rendered")
        ->check(
            [&](const std::string& text)
            {
                return ParseCount(text, MOST_FRAMES, options.Frame) ? std::string()
                                                                    : "must be 1 to " + std::to_string(MOST_FRAMES);
            })
        ->type_name("NUMBER");
    app.add_option("--backend", backend, "one of " + apps::BackendNames() + " (reference)")
        ->check(
            [&](const std::string& text) {
                return apps::ParseBackend(text, options.Backend) ? std::string()
                                                                 : "must be one of " + apps::BackendNames();
            })
        ->type_name("NAME");
    try
    {
        app.parse(count, values);
    }
    catch (const CLI::ParseError& error)
    {
        exitCode = app.exit(error) == 0 ? 0 : 2;
        return false;
    }
    options.Form = form == "dot" ? rhi::GraphTextForm::Dot : rhi::GraphTextForm::Lines;
    options.Program = FindGraphProgram(program);
    if (options.Program == nullptr)
    {
        std::fprintf(stderr, "%s: no gallery program of graphs is called %s; there are %s\n", GRAPH_NAME,
                     program.c_str(), ListPrograms().c_str());
        exitCode = 2;
    }
    return options.Program != nullptr;
}
} // namespace ludus::gallery
