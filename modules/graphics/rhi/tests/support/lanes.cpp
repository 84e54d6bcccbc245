#include "lanes.h"

#include "required.h"

#include "settle.h"

#include <ludus/foundation/base/config.h>
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/diagnostics.h>

#include <cstdlib>
#include <map>
#include <ostream>

namespace ludus::graphics::rhi::tests
{
namespace
{
std::string FindAbsence(const Lane& lane)
{
    if (!lane.IsCompiled)
    {
        return "it is not part of this build";
    }
    DeviceHandle device;
    SurfaceHandle surface;
    StartupInfo failure;
    DeviceDescription description;
    description.Selection = lane.Selection;
    DeviceStatus status = CreateDevice({}, {}, description, device, surface, &failure);
    if (status == DeviceStatus::Ready || status == DeviceStatus::Pending)
    {
        status = Settle(
            [&]
            {
                DeviceInfo info;
                return GetDeviceInfo(device, info);
            });
        failure = GetStartup();
        if (DestroyDevice(device) != DeviceStatus::Ready)
        {
            return "its device could not be destroyed";
        }
        if (status == DeviceStatus::Ready)
        {
            return "";
        }
    }
    Diagnostic why;
    char text[DIAGNOSTIC_TEXT_BYTES]{};
    if (GetLastDiagnostic({}, why))
    {
        FormatDiagnostic(why, text);
    }
    return "StartupError " + std::to_string(static_cast<int>(failure.Error)) + ": " + text;
}

/// The lane of a process that was started on another Vulkan driver than the system's, by name, else null: it has no
/// other one.
const char* GetVulkanLane()
{
    return std::getenv("LUDUS_VULKAN_LANE"); // NOLINT(concurrency-mt-unsafe): one thread
}
} // namespace

std::vector<Lane> GetLanes()
{
    const BackendAvailability compiled = GetCompiledBackends();
    std::vector<Lane> lanes
    {
        {"reference",
         "Reference",
         BackendSelection::Reference,
         Backend::Reference,
         {.Computes = true,
          .TimesFrames = true,
          .TimesPasses = true,
          .ReadsSpirv = true,
          .TellsApiBytes = true,
          .CanBeSteered = true},
         compiled.Reference},
#if LUDUS_PLATFORM_WEB // a page has lanes of its own, and none of the others is absent there
            {"chromium-webgpu",
             "WebGPU",
             BackendSelection::WebGPU,
             Backend::WebGPU,
             {.RasterizesPixels = true,
              .Computes = true,
              .ExecutesKernels = true,
              .TimesFrames = true,
              .TimesPasses = true},
             compiled.WebGPU},
            {"chromium-webgl2",
             "WebGL2",
             BackendSelection::WebGL2,
             Backend::WebGL2,
             {.RasterizesPixels = true, .TimesFrames = true, .ReadsCanvases = true},
             compiled.WebGL2},
#else
            {"vulkan",
             "Vulkan",
             BackendSelection::Vulkan,
             Backend::Vulkan,
             {.RasterizesPixels = true,
              .Computes = true,
              .ExecutesKernels = true,
              .TimesFrames = true,
              .TimesPasses = true,
              .ReadsSpirv = true,
              .TellsApiBytes = true,
              .TellsArenas = true},
             compiled.Vulkan},
            {"opengl",
             "OpenGL",
             BackendSelection::OpenGL,
             Backend::OpenGL,
             {.RasterizesPixels = true,
              .Computes = true,
              .ExecutesKernels = true,
              .TimesFrames = true,
              .TimesPasses = true},
             compiled.OpenGL},
            {"webgpu-native",
             "WebGPU",
             BackendSelection::WebGPU,
             Backend::WebGPU,
             {.RasterizesPixels = true,
              .Computes = true,
              .ExecutesKernels = true,
              .TimesFrames = true,
              .TimesPasses = true},
             compiled.WebGPU},
#endif
    };
    if (const char* name = GetVulkanLane(); name != nullptr)
    {
        std::erase_if(lanes, [](const Lane& lane) { return lane.Selection != BackendSelection::Vulkan; });
        for (Lane& lane : lanes)
        {
            lane.Name = name;
        }
    }
    for (Lane& lane : lanes)
    {
        lane.IsRequired = IsRequired(lane.Name);
        lane.IsForArrays = lane.Api == Backend::Reference || lane.Name == "vulkan-next";
    }
    std::erase_if(lanes, [](const Lane& lane) { return !lane.IsCompiled && !lane.IsRequired; });
    return lanes;
}

bool HasAll(const Lane& lane, const Needs& needs)
{
    const Needs& has = lane.Has;
    return (has.RasterizesPixels || !needs.RasterizesPixels) && (has.Computes || !needs.Computes) &&
           (has.ExecutesKernels || !needs.ExecutesKernels) && (has.TimesFrames || !needs.TimesFrames) &&
           (has.TimesPasses || !needs.TimesPasses) && (has.ReadsSpirv || !needs.ReadsSpirv) &&
           (has.TellsApiBytes || !needs.TellsApiBytes) && (has.TellsArenas || !needs.TellsArenas) &&
           (has.CanBeSteered || !needs.CanBeSteered) && (has.ReadsCanvases || !needs.ReadsCanvases);
}

std::vector<Lane> GetLanesWith(const Needs& needs)
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes, [&](const Lane& lane) { return !HasAll(lane, needs); });
    return lanes;
}

const std::string& GetAbsence(const Lane& lane)
{
    static std::map<std::string, std::string> absences;
    const auto found = absences.find(lane.Name);
    return found != absences.end() ? found->second : absences.emplace(lane.Name, FindAbsence(lane)).first->second;
}

std::ostream& operator<<(std::ostream& out, const Lane& lane)
{
    return out << lane.Name;
}
} // namespace ludus::graphics::rhi::tests
