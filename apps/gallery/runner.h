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

/// One program. The runner calls Setup once a tick until it is Done, then Draw once in each open frame.
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

    /// Records the frame. False when the device refused something.
    [[nodiscard]] virtual bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) = 0;

    /// The frame's clear colour as the target stores it.
    [[nodiscard]] virtual rhi::FrameTarget GetTarget() const { return {}; }
};

/// `gallery-NN [--out FILE] [--size WIDTHxHEIGHT] [--backend NAME]`: runs `program` for one frame and writes its
/// picture. The answer is main's: 0, or 1 with the reason on stderr, or 2 for a wrong command line.
[[nodiscard]] int Run(Program& program, const char* name, int count, char** values);

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
