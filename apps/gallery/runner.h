// What every gallery program needs around its one new idea: a command line, a device, a frame, a PNG file.
#pragma once

#include <common/device_session.h>

#include <ludus/graphics/rhi/raster.h>

namespace ludus::gallery
{
namespace rhi = graphics::rhi;
using apps::Progress;
using foundation::float32;
using foundation::uint32;
using foundation::uint8;
using foundation::usize;

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
};

/// A program that draws straight into each frame.
class DrawProgram : public Program
{
public:
    [[nodiscard]] Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) final;

protected:
    /// Records the frame. False when the device refused something.
    [[nodiscard]] virtual bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) = 0;
};

/// `gallery-NN [--out FILE] [--size WIDTHxHEIGHT] [--frames COUNT] [--backend NAME]`: runs `program` and writes the
/// picture of its last frame. The answer is main's: 0, or 1 with the reason on stderr, or 2 for a wrong command line.
[[nodiscard]] int Run(Program& program, const char* name, int count, char** values);

/// A decimal number from 1 to `most`, and nothing else; else false, and `count` keeps its value.
[[nodiscard]] bool ParseCount(const std::string& text, uint32 most, uint32& count);

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
