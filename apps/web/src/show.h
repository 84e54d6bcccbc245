// What stands on the page's canvas: a program of the gallery or a model, behind one face.
#pragma once

#include <common/device_session.h>
#include <view_window.h>

#include <memory>
#include <string>

namespace ludus::web
{
namespace rhi = graphics::rhi;
using apps::Progress;
using foundation::uint32;
using foundation::usize;
using view::Scene;
using view::ViewWindow;

class Show
{
public:
    Show() = default;
    Show(const Show&) = delete;
    Show& operator=(const Show&) = delete;
    virtual ~Show() = default;

    /// Takes what the person did since the last call, and a step: Working when there is more to do at once, Waiting
    /// until the next tick, Failed with `GetProblem()`. Never waits.
    [[nodiscard]] virtual Progress Tick(ViewWindow& window) = 0;

    [[nodiscard]] virtual uint32 CountFrames() const = 0;

    /// What is being done: empty while frames are drawn.
    [[nodiscard]] virtual std::string GetActivity() const = 0;

    [[nodiscard]] virtual const std::string& GetProblem() const = 0;

    /// Valid while frames are drawn.
    [[nodiscard]] virtual const rhi::StartupInfo& GetStartup() const = 0;

    /// Whether the canvas has another size than the frames, which do not follow it: it is to be started anew.
    [[nodiscard]] virtual bool IsOutgrown() const { return false; }

    virtual void AskForPlan() {}

    /// What the compiler made of the frame that AskForPlan asked for; empty without a graph.
    [[nodiscard]] virtual std::string GetPlan() const { return {}; }
};

/// By its number, as in gallery-NN. Null when there is none.
[[nodiscard]] std::unique_ptr<Show> ShowProgram(const std::string& number, rhi::BackendSelection backend,
                                                const ViewWindow& window);

/// `scene` must outlive the answer.
[[nodiscard]] std::unique_ptr<Show> ShowModel(const Scene& scene, rhi::BackendSelection backend,
                                              const ViewWindow& window);
} // namespace ludus::web
