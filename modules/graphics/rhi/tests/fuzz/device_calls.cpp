// The operations of the calls' fuzzer on the device as a whole: what it tells of itself, its measurements and its end.
#include "device_fuzzer.h"

#include <ludus/graphics/rhi/diagnostics.h>

namespace ludus::graphics::rhi::fuzz
{
void DeviceFuzzer::AskEverything()
{
    const DeviceHandle device = Things.Device;
    const TextureHandle texture = Textures.Pick(Input);
    DeviceInfo info;
    (void)Things.Watcher.Poll("GetDeviceInfo", [&] { return GetDeviceInfo(device, info); });
    StorageUsage usage;
    (void)Things.Watcher.WatchZeroed(
        "GetStorageUsage", [&] { return GetStorageUsage(device, usage); }, usage);
    TextureResidency residency;
    (void)Watch(
        "GetTextureResidency", [&] { return GetTextureResidency(device, texture, residency); }, residency);
    TextureDescription description;
    (void)Watch(
        "GetTextureDescription", [&] { return GetTextureDescription(device, texture, description); }, description);
    TextureCpuContent content;
    const uint32 mip = Input.Below(18);
    (void)Watch(
        "GetTextureCpuContent", [&] { return GetTextureCpuContent(device, texture, mip, content); }, content);
    LifetimeCapabilities lifetime;
    (void)Things.Watcher.WatchZeroed(
        "GetLifetimeCapabilities", [&] { return GetLifetimeCapabilities(device, lifetime); }, lifetime);
    RasterCapabilities raster;
    (void)Things.Watcher.WatchZeroed(
        "GetRasterCapabilities", [&] { return GetRasterCapabilities(device, raster); }, raster);
    FormatCapabilities format;
    const auto which = Input.Pick(RasterFormat::Bc5RgUnorm);
    (void)Things.Watcher.WatchZeroed(
        "GetFormatCapabilities", [&] { return GetFormatCapabilities(device, which, format); }, format);
    ComputeCapabilities compute;
    (void)Things.Watcher.WatchZeroed(
        "GetComputeCapabilities", [&] { return GetComputeCapabilities(device, compute); }, compute);
    Diagnostic last;
    char text[DIAGNOSTIC_TEXT_BYTES];
    if (GetLastDiagnostic(device, last))
    {
        (void)FormatDiagnostic(last, {text, usize{Input.Byte()} * 2});
    }
}

void DeviceFuzzer::Measure()
{
    const DeviceHandle device = Things.Device;
    switch (Input.Below(5))
    {
    case 0:
    {
        GpuTiming timing;
        (void)Watch("ArmGpuTiming", [&] { return ArmGpuTiming(device); });
        (void)Things.Watcher.WatchZeroed(
            "GetGpuTiming", [&] { return GetGpuTiming(device, timing); }, timing);
        break;
    }
    case 1:
    {
        MeasurementAdapter adapter;
        AllocationTelemetry telemetry;
        (void)Things.Watcher.WatchZeroed(
            "GetMeasurementAdapter", [&] { return GetMeasurementAdapter(device, adapter); }, adapter);
        (void)Things.Watcher.WatchZeroed(
            "GetAllocationTelemetry", [&] { return GetAllocationTelemetry(device, telemetry); }, telemetry);
        break;
    }
    case 2:
    {
        GpuScopeDescription scope;
        (void)MakeGpuScope(Input.Byte(), {"scope", 5}, scope, Input.Byte());
        (void)Watch("BeginGpuScope", [&] { return BeginGpuScope(device, scope); });
        break;
    }
    case 3:
        (void)Watch("ArmGpuPassTimings", [&] { return ArmGpuPassTimings(device); });
        (void)Watch("GetGpuPassTimings", [&] { return GetGpuPassTimings(device, PassTimings); });
        break;
    default:
        (void)Watch("EndGpuScope", [&] { return EndGpuScope(device); });
        break;
    }
}

void DeviceFuzzer::Restart()
{
    switch (Input.Below(8))
    {
    case 0:
    {
        DeviceHandle& device = Things.Device;
        (void)Watch(
            "DestroyDevice", [&] { return DestroyDevice(device); }, device);
        break;
    }
    case 1:
        Things.Device = Forge(Things.Device, Input);
        break;
    case 2:
        Things.Surface = Forge(Things.Surface, Input);
        break;
    case 3:
    {
        DeviceDescription description = GetWorldDescription();
        description.Required.BindlessTextureIndexing = Input.Byte() == 255;
        description.Preferred.RayQueries = Input.Flag();
        description.Storage.ResourcesPerKind = Input.Half();
        description.Storage.TransferBytes = Input.Half();
        description.Storage.Graphs = Input.Byte();
        description.Storage.HostBytes = Input.Byte() < 128 ? description.Storage.HostBytes : Input.Word();
        description.Storage.ResourceBytes = Input.Byte() < 128 ? description.Storage.ResourceBytes : Input.Word();
        (void)Watch("ValidateDeviceDescription", [&] { return ValidateDeviceDescription(description); });
        DeviceHandle device = Input.Byte() < 224 ? DeviceHandle{} : Things.Device;
        SurfaceHandle surface;
        const auto status = Watch(
            "CreateDevice", [&] { return CreateDevice({.Name = "again"}, {}, description, device, surface); }, device,
            surface);
        if (!IsRefusal(status))
        {
            Things.Device = device;
            Things.Surface = surface;
        }
        break;
    }
    case 4:
        (void)Watch("Start", [] { return Start({.Name = "fuzz"}, {}, BackendSelection::Reference); });
        break;
    case 5:
        (void)Watch("BeginFrame", [] { return BeginFrameStatus(); });
        (void)Watch("EndFrame", [] { return EndFrameStatus(); });
        break;
    default:
    {
        const FrameTarget target{.Width = Input.Byte(), .Height = Input.Byte(), .Alpha = Input.Flag() ? 1 : -1e300};
        (void)Watch("SetFrameTarget", [&] { return SetFrameTarget(Things.Device, Things.Surface, target); });
        break;
    }
    }
}
} // namespace ludus::graphics::rhi::fuzz
