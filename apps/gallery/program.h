// What a gallery program is: what it asks of a device, its resources, its frames. It never waits, so that the same
// program runs to a PNG file (runner.h) and in a page (apps/web).
#pragma once

#include <common/device_session.h>
#include <common/vector_math.h>

#include <ludus/graphics/rhi/describe.h>
#include <ludus/graphics/rhi/raster.h>

#include <span>
#include <string>

namespace ludus::gallery
{
namespace rhi = graphics::rhi;
using apps::Progress;
using foundation::float32;
using foundation::uint32;
using foundation::uint8;
using foundation::usize;

/// How far a person has turned a scene away from the program's own view of it.
struct View final
{
    float32 Yaw{0};   // degrees, counter-clockwise from above
    float32 Pitch{0}; // degrees, upwards
    float32 Zoom{1};  // larger is nearer
};

/// One program. The runner calls Setup once a tick until it is Done, then Render until it is Done for each frame.
class Program
{
public:
    Program() = default;
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    virtual ~Program() = default;

    /// What the device must be able to do.
    [[nodiscard]] virtual rhi::DeviceFeatures GetRequirements() const = 0;

    /// Creates resources between frames. Waiting while the device prepares them; Failed when it refused one, which
    /// the runner explains from the device's diagnostic.
    [[nodiscard]] virtual Progress Setup(rhi::DeviceHandle device) = 0;

    /// Takes the next frame to the surface, whose target is set. Waiting when nothing can be done at this tick, Working
    /// when more of the frame follows, Failed when the device refused something.
    [[nodiscard]] virtual Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) = 0;

    /// The frame's clear colour as the target stores it.
    [[nodiscard]] virtual rhi::FrameTarget GetTarget() const { return {}; }

    /// Whether its frames are to be timed, where the device can.
    [[nodiscard]] virtual bool IsTimed() const { return false; }

    /// Frames until the picture, unless the command line says otherwise.
    [[nodiscard]] virtual uint32 GetFrameCount() const { return 1; }

    /// Whether its frames follow a surface that changes its size. The others have to be started anew.
    [[nodiscard]] virtual bool FollowsSize() const { return true; }

    /// Of the next frames. Programs without a camera take no notice.
    void SetView(const View& view) { Seen = view; }

    /// Asks for the plan of the next frame that has a graph.
    void AskForPlan() { IsPlanAsked = true; }

    /// What the compiler made of the frame that AskForPlan asked for, in lines; empty until there was one.
    [[nodiscard]] const std::string& GetPlan() const { return Plan; }

protected:
    /// Where the camera stands after the person's turns around `target`; at `eye` before the first.
    [[nodiscard]] apps::Float3 TurnEye(apps::Float3 eye, apps::Float3 target) const;

    /// Keeps the plan of a compiled graph when it was asked for.
    [[nodiscard]] rhi::RasterStatus KeepPlan(rhi::DeviceHandle device, rhi::OrderedGraph graph);

private:
    View Seen{};
    std::string Plan{};
    bool IsPlanAsked{false};
};

/// Describes a compiled graph. On failure `text` keeps its value.
[[nodiscard]] rhi::RasterStatus DescribePlan(rhi::DeviceHandle device, rhi::OrderedGraph graph, rhi::GraphTextForm form,
                                             std::string& text);

/// A program that draws straight into each frame.
class DrawProgram : public Program
{
public:
    [[nodiscard]] Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) final;

protected:
    /// Records the frame. False when the device refused something.
    [[nodiscard]] virtual bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) = 0;
};

/// Progress of a Setup whose last call answered `status`.
[[nodiscard]] constexpr Progress ProgressOf(rhi::RasterStatus status) noexcept
{
    switch (status)
    {
    case rhi::RasterStatus::Ready:
        return Progress::Done;
    case rhi::RasterStatus::Pending:
    case rhi::RasterStatus::NotReady:
        return Progress::Waiting;
    default:
        return Progress::Failed;
    }
}

/// A Setup that creates everything, with as many calls as that takes, and then polls: `create` and `poll` answer a
/// status each.
template <class Create, class Poll>
[[nodiscard]] Progress CreateOnce(bool& isCreated, Create create, Poll poll)
{
    if (!isCreated)
    {
        const rhi::RasterStatus status = create();
        isCreated = status == rhi::RasterStatus::Ready;
        if (!isCreated)
        {
            return ProgressOf(status);
        }
    }
    return ProgressOf(poll());
}

/// Bytes of a value, as creation and updates take them.
template <class T>
[[nodiscard]] std::span<const uint8> BytesOf(const T& value) noexcept
{
    return {reinterpret_cast<const uint8*>(&value), sizeof value};
}

template <class T>
[[nodiscard]] std::span<const uint8> BytesOf(std::span<const T> values) noexcept
{
    return {reinterpret_cast<const uint8*>(values.data()), values.size_bytes()};
}
} // namespace ludus::gallery
