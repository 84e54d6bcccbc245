// What the page's script calls: C functions over one show on one canvas. Texts are UTF-8 and stay valid until the next
// call. The pointer and the keys reach the show through the window, which listens to the canvas.
#include "scene_bytes.h"
#include "show.h"

#include <load_scene.h>
#include <programs.h>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

// Tells whoever made the program what it does at length.
EM_JS(void, ludus_page_report, (const char* what, int done, int total), {
    if (Module['onReport'])
        Module['onReport'](UTF8ToString(what), done, total);
});

namespace ludus::web
{
namespace
{
using foundation::uint8;

/// What ludus_page_tick answers.
enum Ticked : int
{
    TICKED_NOTHING, // started, waited, or was hidden
    TICKED_FRAME,
    TICKED_PROBLEM,  // ludus_page_problem says which; the show stays as it is until it is stopped
    TICKED_OUTGROWN, // the canvas has another size than the frames: start anew
};

struct Page final
{
    // In this order: a show ends before the window it draws to and the scene it draws.
    Scene Model{};
    bool HasModel{false};
    std::unique_ptr<ViewWindow> Window{};
    std::unique_ptr<Show> Shown{};
    std::vector<uint8> Packed{}; // a model for another memory
    std::string Problem{};
    std::string Text{}; // the last answer
};

Page& ThePage()
{
    static Page s_Page;
    return s_Page;
}

const char* Answer(std::string text)
{
    ThePage().Text = std::move(text);
    return ThePage().Text.c_str();
}

/// Where files that were handed over lie: in memory, as all files of a page.
constexpr const char* FOLDER = "/model";

/// A path below FOLDER, or nothing where a name would lead out of it.
std::string PathOf(const char* name)
{
    const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
    const bool isInside = !path.empty() && path.is_relative() && *path.begin() != "..";
    return isInside ? (FOLDER / path).string() : std::string();
}

bool Fail(std::string problem)
{
    ThePage().Problem = std::move(problem);
    return false;
}

bool Start(const std::string& program, const char* backend)
{
    Page& page = ThePage();
    rhi::BackendSelection selection = rhi::BackendSelection::Auto;
    if (!apps::ParseBackend(backend, selection))
    {
        return Fail(std::string("there is no backend ") + backend);
    }
    if (program == "view" && !page.HasModel)
    {
        return Fail("no model was opened");
    }
    page.Window = std::make_unique<ViewWindow>();
    std::string problem;
    if (!page.Window->Open("Ludus", 640, 400, problem))
    {
        return Fail(problem);
    }
    page.Shown = program == "view" ? ShowModel(page.Model, selection, *page.Window)
                                   : ShowProgram(program, selection, *page.Window);
    return page.Shown != nullptr || Fail("there is no program " + program);
}

void Stop()
{
    Page& page = ThePage();
    page.Shown.reset();
    page.Window.reset();
    page.Problem.clear();
}

/// Steps until a frame is finished, for as long as a page may be kept from everything else.
Ticked Tick()
{
    constexpr std::chrono::milliseconds MOST{8};
    Page& page = ThePage();
    if (page.Shown == nullptr)
    {
        return TICKED_NOTHING;
    }
    const auto begun = std::chrono::steady_clock::now();
    const uint32 frames = page.Shown->CountFrames();
    Progress progress = Progress::Working;
    while (progress == Progress::Working && page.Shown->CountFrames() == frames &&
           std::chrono::steady_clock::now() - begun < MOST)
    {
        progress = page.Shown->Tick(*page.Window);
    }
    if (progress == Progress::Failed)
    {
        page.Problem = page.Shown->GetProblem();
        return TICKED_PROBLEM;
    }
    if (page.Shown->IsOutgrown())
    {
        return TICKED_OUTGROWN;
    }
    return page.Shown->CountFrames() != frames ? TICKED_FRAME : TICKED_NOTHING;
}

bool AddToFile(const char* name, const uint8* bytes, usize size)
{
    const std::string path = PathOf(name);
    if (path.empty())
    {
        return Fail(std::string(name) + " is no name of a file beside the model");
    }
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    std::FILE* const file = std::fopen(path.c_str(), "ab");
    const bool isWritten = file != nullptr && std::fwrite(bytes, 1, size, file) == size;
    const bool isClosed = file == nullptr || std::fclose(file) == 0;
    return (isWritten && isClosed) || Fail(std::string(name) + " does not fit into the page's memory");
}

bool ReadModel(const char* name)
{
    const auto report = [](std::string_view what, usize done, usize total)
    { ludus_page_report(std::string(what).c_str(), static_cast<int>(done), static_cast<int>(total)); };
    view::Problem problem;
    Scene scene;
    if (!view::LoadScene(PathOf(name), report, scene, problem))
    {
        return Fail(std::string(name) + " " + problem.Text);
    }
    ThePage().Packed = PackScene(scene);
    return true;
}

bool TakeModel(std::span<const uint8> bytes)
{
    Page& page = ThePage();
    Scene scene;
    if (!UnpackScene(bytes, scene))
    {
        return Fail("the model was damaged on its way");
    }
    page.Shown.reset(); // it draws the model before
    page.Model = std::move(scene);
    page.HasModel = true;
    return true;
}
} // namespace
} // namespace ludus::web

extern "C"
{
    using namespace ludus::web;

    /// One line a program: number, title and idea, with tabs between.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_programs()
    {
        std::string lines;
        for (const ludus::gallery::ProgramEntry& entry : ludus::gallery::GetPrograms())
        {
            lines +=
                std::string(entry.Number) + '\t' + std::string(entry.Title) + '\t' + std::string(entry.Idea) + '\n';
        }
        return Answer(lines);
    }

    /// Starts a program, by its number or "view", on a backend, by its name or "auto", on the canvas #canvas, which
    /// must be new. Stops what is shown. 0: ludus_page_problem says why not.
    EMSCRIPTEN_KEEPALIVE int ludus_page_start(const char* program, const char* backend)
    {
        Stop();
        return Start(program, backend) ? 1 : 0;
    }

    EMSCRIPTEN_KEEPALIVE void ludus_page_stop()
    {
        Stop();
    }

    /// To be called for every frame of the page; the answer is one of Ticked.
    EMSCRIPTEN_KEEPALIVE int ludus_page_tick()
    {
        return Tick();
    }

    /// The last refusal in words.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_problem()
    {
        return ThePage().Problem.c_str();
    }

    /// What is being done at length; empty while frames are drawn.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_activity()
    {
        return Answer(ThePage().Shown != nullptr ? ThePage().Shown->GetActivity() : std::string());
    }

    /// The backend that draws, by its name; in a second line why Auto did not choose another.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_backend()
    {
        if (ThePage().Shown == nullptr || !ThePage().Shown->GetActivity().empty())
        {
            return "";
        }
        const rhi::StartupInfo& startup = ThePage().Shown->GetStartup();
        return Answer(std::string(ludus::apps::BackendName(startup.SelectedBackend)) + '\n' +
                      ludus::apps::DescribeFallback(startup));
    }

    /// Asks for the plan of the next frame.
    EMSCRIPTEN_KEEPALIVE void ludus_page_ask_for_plan()
    {
        if (ThePage().Shown != nullptr)
        {
            ThePage().Shown->AskForPlan();
        }
    }

    /// The plan that was asked for; empty until it is there, and for programs without a graph.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_plan()
    {
        return Answer(ThePage().Shown != nullptr ? ThePage().Shown->GetPlan() : std::string());
    }

    /// In the worker: keeps the next bytes of a file under its name, which may lead into folders. 0: ludus_page_problem
    /// says why not.
    EMSCRIPTEN_KEEPALIVE int ludus_page_add_to_file(const char* name, const ludus::foundation::uint8* bytes,
                                                    ludus::foundation::usize size)
    {
        return AddToFile(name, bytes, size) ? 1 : 0;
    }

    /// In the worker: reads the model of that name with the files it names, and packs it. 0: ludus_page_problem says
    /// why not. Module.onReport(what, done, total) hears of what is being done.
    EMSCRIPTEN_KEEPALIVE int ludus_page_read_model(const char* name)
    {
        return ReadModel(name) ? 1 : 0;
    }

    EMSCRIPTEN_KEEPALIVE const ludus::foundation::uint8* ludus_page_packed_model()
    {
        return ThePage().Packed.data();
    }

    EMSCRIPTEN_KEEPALIVE ludus::foundation::usize ludus_page_packed_size()
    {
        return ThePage().Packed.size();
    }

    /// In the page: takes what the worker has packed; "view" shows it from then on. A show of the model before is
    /// stopped. 0: ludus_page_problem says why not, and the model before stays.
    EMSCRIPTEN_KEEPALIVE int ludus_page_take_model(const ludus::foundation::uint8* bytes, ludus::foundation::usize size)
    {
        return TakeModel({bytes, size}) ? 1 : 0;
    }

    /// What the model asks for and is not shown, a sentence a line.
    EMSCRIPTEN_KEEPALIVE const char* ludus_page_model_notes()
    {
        std::string lines;
        for (const std::string& note : ThePage().Model.Notes)
        {
            lines += note + '\n';
        }
        return Answer(lines);
    }
}
