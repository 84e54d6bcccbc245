// Device start-up, refusals as text and the picture of the last frame, each as steps that never wait.
#include <common/device_session.h>

#include <ludus/graphics/rhi/diagnostics.h>

#include <iterator>
#include <utility>

namespace ludus::apps
{
using foundation::uint32;
using foundation::uint8;
using foundation::usize;

namespace
{
struct BackendEntry final
{
    const char* Name;
    rhi::BackendSelection Selection;
    rhi::Backend Backend;
    bool rhi::BackendAvailability::*Compiled;
};

constexpr BackendEntry BACKENDS[] = {
    {"vulkan", rhi::BackendSelection::Vulkan, rhi::Backend::Vulkan, &rhi::BackendAvailability::Vulkan},
    {"webgpu", rhi::BackendSelection::WebGPU, rhi::Backend::WebGPU, &rhi::BackendAvailability::WebGPU},
    {"webgl2", rhi::BackendSelection::WebGL2, rhi::Backend::WebGL2, &rhi::BackendAvailability::WebGL2},
    {"metal", rhi::BackendSelection::Metal, rhi::Backend::Metal, &rhi::BackendAvailability::Metal},
    {"direct3d12", rhi::BackendSelection::Direct3D12, rhi::Backend::Direct3D12, &rhi::BackendAvailability::Direct3D12},
    {"opengl", rhi::BackendSelection::OpenGL, rhi::Backend::OpenGL, &rhi::BackendAvailability::OpenGL},
    {"direct3d11", rhi::BackendSelection::Direct3D11, rhi::Backend::Direct3D11, &rhi::BackendAvailability::Direct3D11},
    {"software", rhi::BackendSelection::Software, rhi::Backend::Software, &rhi::BackendAvailability::Software},
    {"reference", rhi::BackendSelection::Reference, rhi::Backend::Reference, &rhi::BackendAvailability::Reference},
};

const BackendEntry& EntryOf(rhi::Backend backend) noexcept
{
    for (const BackendEntry& entry : BACKENDS)
    {
        if (entry.Backend == backend)
        {
            return entry;
        }
    }
    return BACKENDS[0]; // every enumerator has its row
}

const char* ErrorText(rhi::StartupError error) noexcept
{
    switch (error)
    {
    case rhi::StartupError::None:
        return "no reason was given";
    case rhi::StartupError::InvalidWindow:
        return "the window description lacks a handle";
    case rhi::StartupError::InstanceUnavailable:
        return "its API could not be loaded";
    case rhi::StartupError::AdapterUnavailable:
        return "no adapter was found that can do what a session needs";
    case rhi::StartupError::DeviceUnavailable:
        return "the adapter refused a device";
    case rhi::StartupError::SurfaceUnavailable:
        return "the window cannot be drawn to";
    case rhi::StartupError::RenderingUnavailable:
        return "rendering could not be set up";
    case rhi::StartupError::Validation:
        return "the driver refused a command";
    case rhi::StartupError::DeviceLost:
        return "the device was lost";
    case rhi::StartupError::GenerationExhausted:
        return "session identities are used up";
    case rhi::StartupError::BackendUnavailable:
        return "it is not part of this build";
    case rhi::StartupError::RequirementsUnsatisfied:
        return "the adapter offers less than the program needs";
    }
    return "the reason is unknown";
}

/// What Auto tried before the backend that failed at last, in brackets.
std::string Tried(const rhi::StartupInfo& startup)
{
    const std::string fallback = DescribeFallback(startup);
    return fallback.empty() || startup.SelectedBackend == rhi::Backend::WebGPU ? std::string() : " (" + fallback + ")";
}
} // namespace

bool ParseBackend(std::string_view name, rhi::BackendSelection& selection) noexcept
{
    if (name == "auto")
    {
        selection = rhi::BackendSelection::Auto;
        return true;
    }
    for (const BackendEntry& entry : BACKENDS)
    {
        if (name == entry.Name)
        {
            selection = entry.Selection;
            return true;
        }
    }
    return false;
}

std::string BackendNames()
{
    std::string names = "auto";
    for (const BackendEntry& entry : BACKENDS)
    {
        names += std::string(", ") + entry.Name;
    }
    return names;
}

const char* BackendName(rhi::Backend backend) noexcept
{
    return EntryOf(backend).Name;
}

rhi::BackendSelection SelectionOf(rhi::Backend backend) noexcept
{
    return EntryOf(backend).Selection;
}

bool IsCompiled(rhi::Backend backend) noexcept
{
    return rhi::GetCompiledBackends().*EntryOf(backend).Compiled;
}

std::string DescribeRefusal(rhi::DeviceHandle device)
{
    rhi::Diagnostic diagnostic;
    if (!rhi::GetLastDiagnostic(device, diagnostic))
    {
        return "no diagnostic was recorded";
    }
    char text[rhi::DIAGNOSTIC_TEXT_BYTES];
    const usize length = rhi::FormatDiagnostic(diagnostic, text);
    return std::string(text, length);
}

std::string DescribeStartup(const rhi::StartupInfo& startup, rhi::BackendSelection asked)
{
    const char* name = BackendName(startup.SelectedBackend);
    if (startup.Error == rhi::StartupError::BackendUnavailable)
    {
        // Nothing was selected then, and the field has its first value.
        name = "any backend";
        for (const BackendEntry& entry : BACKENDS)
        {
            name = entry.Selection == asked ? entry.Name : name;
        }
    }
    return std::string(name) + ": " + ErrorText(startup.Error);
}

std::string DescribeFallback(const rhi::StartupInfo& startup)
{
    if (startup.Requested != rhi::BackendSelection::Auto || !startup.WebGpu.Attempted ||
        startup.WebGpu.Error == rhi::StartupError::None)
    {
        return {};
    }
    return std::string("WebGPU was tried first: ") + ErrorText(startup.WebGpu.Error);
}

Progress DeviceSession::Open(const char* program, const rhi::WindowInfo& window,
                             const rhi::DeviceDescription& description)
{
    Close();
    rhi::StartupInfo failure;
    const rhi::DeviceStatus status =
        rhi::CreateDevice({.Name = program, .Version = 1}, window, description, Device, Surface, &failure);
    switch (status)
    {
    case rhi::DeviceStatus::Ready:
    case rhi::DeviceStatus::Pending:
        IsOpen = true;
        return Poll();
    case rhi::DeviceStatus::Failed:
        Problem = "no device was started on " + DescribeStartup(failure, description.Selection) + Tried(failure) +
                  "; " + DescribeRefusal({});
        return Progress::Failed;
    default:
        Problem = "no device was started: " + DescribeRefusal({});
        return Progress::Failed;
    }
}

Progress DeviceSession::Poll()
{
    switch (rhi::GetDeviceInfo(Device, Info))
    {
    case rhi::DeviceStatus::Ready:
        return Progress::Done;
    case rhi::DeviceStatus::Pending:
        return Progress::Waiting;
    case rhi::DeviceStatus::DeviceLost:
        Problem = "the device was lost: " + DescribeRefusal(Device);
        return Progress::Failed;
    default:
        Problem = Info.Startup.Error == rhi::StartupError::None ? "the device failed on " : "no device was started on ";
        Problem += DescribeStartup(Info.Startup, Info.Startup.Requested) + Tried(Info.Startup) + "; " +
                   DescribeRefusal(Device);
        return Progress::Failed;
    }
}

void DeviceSession::Close() noexcept
{
    if (IsOpen)
    {
        static_cast<void>(rhi::DestroyDevice(Device)); // in any state; an owned handle is never refused
        Device = {};
        Surface = {};
        IsOpen = false;
    }
}

Progress FrameCapture::Request(const DeviceSession& session)
{
    if (rhi::RequestFrameReadback(session.GetDevice(), session.GetSurface(), Ticket) == rhi::RasterStatus::Pending)
    {
        return Progress::Waiting;
    }
    Problem = "the picture cannot be read back: " + DescribeRefusal(session.GetDevice());
    return Progress::Failed;
}

Progress FrameCapture::Poll(const DeviceSession& session, Picture& picture)
{
    const rhi::DeviceHandle device = session.GetDevice();
    const rhi::RasterStatus status = rhi::GetStatus(device, Ticket);
    if (status == rhi::RasterStatus::Pending)
    {
        return Progress::Waiting;
    }
    bool isCopied = false;
    if (status == rhi::RasterStatus::Ready &&
        rhi::GetFrameReadbackInfo(device, Ticket, Info) == rhi::RasterStatus::Ready)
    {
        Picture read{Info.Width, Info.Height, std::vector<uint8>(usize{Info.Width} * Info.Height * 4)};
        isCopied = rhi::CopyFrameReadback(device, Ticket, read.Rgba, usize{Info.Width} * 4) == rhi::RasterStatus::Ready;
        if (isCopied)
        {
            picture = std::move(read);
        }
    }
    if (!isCopied)
    {
        Problem = "the picture could not be read back: " + DescribeRefusal(device);
    }
    static_cast<void>(rhi::Release(device, Ticket)); // finished or not; the ticket is ours
    return isCopied ? Progress::Done : Progress::Failed;
}
} // namespace ludus::apps
