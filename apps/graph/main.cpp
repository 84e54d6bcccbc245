// ludus-graph: prints what the compiler makes of one frame of a gallery program, as text or for Graphviz. The plan is
// the same on every backend, so the reference serves, which needs no GPU.
#include "options.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace
{
using namespace ludus::gallery;
namespace apps = ludus::apps;

constexpr uint32 WIDTH = 640;
constexpr uint32 HEIGHT = 400;

/// Calls `step` until it is done; this program may wait.
template <class Step>
bool Finish(Step step)
{
    for (;;)
    {
        const Progress progress = step();
        if (progress == Progress::Done || progress == Progress::Failed)
        {
            return progress == Progress::Done;
        }
        if (progress == Progress::Waiting)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

int Fail(const char* what, const std::string& problem)
{
    std::fprintf(stderr, "%s: %s: %s\n", GRAPH_NAME, what, problem.c_str());
    return 1;
}

/// Prints the description of a compiled graph and gives the graph up. False when the device refused something.
bool Print(GraphProgram& program, rhi::DeviceHandle device, rhi::OrderedGraph& graph, rhi::GraphTextForm form)
{
    std::string text;
    if (DescribePlan(device, graph, form, text) != rhi::RasterStatus::Ready)
    {
        return false;
    }
    std::fputs(text.c_str(), stdout);
    return program.Discard(device, graph) == rhi::RasterStatus::Ready;
}

int Show(const GraphOptions& options)
{
    const std::unique_ptr<GraphProgram> program = options.Program->Make();
    apps::DeviceSession session;
    rhi::DeviceDescription description;
    description.Selection = options.Backend;
    description.Required = program->GetRequirements();
    rhi::WindowInfo window; // headless
    window.Width = WIDTH;
    window.Height = HEIGHT;
    Progress opened = session.Open(GRAPH_NAME, window, description);
    if (opened == Progress::Failed || (opened != Progress::Done && !Finish([&] { return session.Poll(); })))
    {
        return Fail("starting a device", session.GetProblem());
    }
    const rhi::DeviceHandle device = session.GetDevice();
    const rhi::SurfaceHandle surface = session.GetSurface();
    rhi::FrameTarget target = program->GetTarget();
    target.Width = WIDTH;
    target.Height = HEIGHT;
    bool isGood = rhi::SetFrameTarget(device, surface, target) == rhi::DeviceStatus::Ready &&
                  Finish([&] { return program->Setup(device); }) &&
                  Finish([&] { return program->Learn(device, surface); });
    for (uint32 frame = 1; isGood && frame < options.Frame; ++frame)
    {
        isGood = Finish([&] { return program->Render(device, surface); });
    }
    rhi::OrderedGraph graph;
    isGood = isGood && Finish([&] { return ProgressOf(program->Compile(device, graph)); }) &&
             Print(*program, device, graph, options.Form);
    return isGood ? 0 : Fail("compiling the graph", apps::DescribeRefusal(device));
}
} // namespace

int main(int count, char** values)
{
    GraphOptions options;
    int exitCode = 0;
    return ParseGraphOptions(count, values, options, exitCode) ? Show(options) : exitCode;
}
