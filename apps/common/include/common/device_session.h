// One device for a program: started, polled, asked for its last refusal and for its picture. Nothing here waits, so the
// same code runs in a browser's tab.
#pragma once

#include <common/picture.h>

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/raster.h>

#include <string>
#include <string_view>

namespace ludus::apps
{
namespace rhi = graphics::rhi;

/// Where a job stands that is advanced once a tick.
enum class Progress : foundation::uint8
{
    Waiting, // nothing to do at present: ask again at the next tick
    Working, // some of it was done; more follows
    Done,
    Failed,
};

/// Names as the command line takes them: auto, vulkan, reference, webgpu, webgl2, opengl, direct3d11, direct3d12,
/// metal, software. False for any other.
[[nodiscard]] bool ParseBackend(std::string_view name, rhi::BackendSelection& selection) noexcept;

/// All names that ParseBackend takes, separated by commas.
[[nodiscard]] std::string BackendNames();

[[nodiscard]] const char* BackendName(rhi::Backend backend) noexcept;
[[nodiscard]] rhi::BackendSelection SelectionOf(rhi::Backend backend) noexcept;
[[nodiscard]] bool IsCompiled(rhi::Backend backend) noexcept;

/// The last refusal as sentences: of `device`, or of any call for a null handle. Says so when there was none.
[[nodiscard]] std::string DescribeRefusal(rhi::DeviceHandle device);

/// Why a session that asked for `asked` did not start, as one sentence that names the backend.
[[nodiscard]] std::string DescribeStartup(const rhi::StartupInfo& startup, rhi::BackendSelection asked);

/// What Auto tried before it chose, and why it went on: a sentence; empty when the first choice served.
[[nodiscard]] std::string DescribeFallback(const rhi::StartupInfo& startup);

/// Owns the process's device.
class DeviceSession final
{
public:
    DeviceSession() = default;
    DeviceSession(const DeviceSession&) = delete;
    DeviceSession& operator=(const DeviceSession&) = delete;

    ~DeviceSession() { Close(); }

    /// Done, Waiting (then call Poll once a tick), or Failed with `GetProblem()`.
    [[nodiscard]] Progress Open(const char* program, const rhi::WindowInfo& window,
                                const rhi::DeviceDescription& description);
    [[nodiscard]] Progress Poll();
    void Close() noexcept;

    [[nodiscard]] rhi::DeviceHandle GetDevice() const noexcept { return Device; }

    [[nodiscard]] rhi::SurfaceHandle GetSurface() const noexcept { return Surface; }

    /// Valid after Done.
    [[nodiscard]] const rhi::DeviceInfo& GetInfo() const noexcept { return Info; }

    [[nodiscard]] const std::string& GetProblem() const noexcept { return Problem; }

private:
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::DeviceInfo Info{};
    bool IsOpen{false};
    std::string Problem{};
};

/// Fetches the last accepted frame as a picture.
class FrameCapture final
{
public:
    /// Between frames. Waiting (then call Poll once a tick), or Failed with `GetProblem()`.
    [[nodiscard]] Progress Request(const DeviceSession& session);

    /// Done writes `picture` and gives the ticket back.
    [[nodiscard]] Progress Poll(const DeviceSession& session, Picture& picture);

    /// How the picture's bytes came to be; valid after Done.
    [[nodiscard]] rhi::SurfaceEncoding GetEncoding() const noexcept { return Info.Encoding; }

    [[nodiscard]] const std::string& GetProblem() const noexcept { return Problem; }

private:
    rhi::FrameReadback Ticket{};
    rhi::FrameInfo Info{};
    std::string Problem{};
};
} // namespace ludus::apps
