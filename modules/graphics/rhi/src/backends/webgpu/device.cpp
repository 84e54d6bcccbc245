#include "backends/webgpu/device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// Copies a text of the API, cut to fit and terminated.
template <usize N>
void Keep(WGPUStringView text, char (&kept)[N]) noexcept
{
    const usize length = text.data == nullptr ? 0 : (text.length == WGPU_STRLEN ? std::strlen(text.data) : text.length);
    const usize count = std::min(length, N - 1);
    std::copy_n(text.data, count, kept);
    kept[count] = '\0';
}
} // namespace

BackendStatus Device::Start(const BackendRequest& request, StartupError& error) noexcept
{
    error = StartupError::InstanceUnavailable;
    Results.Open();
    Api = MakeInstance();
    if (!Api)
    {
        return BackendStatus::Refused;
    }
    WantedWindow = request.Window;
    if (HoldsWindows() && TakeWindow() != BackendStatus::Ready)
    {
        error = StartupError::SurfaceUnavailable;
        return BackendStatus::Refused;
    }
    WantsTimestamps = request.Description.EnableGpuTiming;
    error = StartupError::None;
    RequestAdapter(WGPUFeatureLevel_Core);
    return BackendStatus::Pending;
}

void Device::RequestAdapter(WGPUFeatureLevel level) noexcept
{
    At = Step::Adapter;
    Level = level;
    Results.HasAdapterAnswer = false;
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.featureLevel = level;
    options.compatibleSurface = Window.Get();
    WGPURequestAdapterCallbackInfo answer = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    answer.mode = WGPUCallbackMode_AllowProcessEvents;
    answer.callback = LateResults::OnAdapter;
    answer.userdata1 = Results.GetSession();
    wgpuInstanceRequestAdapter(Api.Get(), &options, answer);
}

// The limits are the adapter's: what the contract reports is bounded by the library, not by WebGPU's defaults.
void Device::RequestDevice() noexcept
{
    At = Step::Device;
    Results.HasDeviceAnswer = false;
    Limits = WGPU_LIMITS_INIT;
    static_cast<void>(wgpuAdapterGetLimits(Chosen.Get(), &Limits));
    HasTimestamps = WantsTimestamps && wgpuAdapterHasFeature(Chosen.Get(), WGPUFeatureName_TimestampQuery) != 0;
    HasBlockCompression = wgpuAdapterHasFeature(Chosen.Get(), WGPUFeatureName_TextureCompressionBC) != 0;
    WGPUFeatureName features[2]{};
    usize featureCount = 0;
    if (HasTimestamps)
    {
        features[featureCount++] = WGPUFeatureName_TimestampQuery;
    }
    if (HasBlockCompression)
    {
        features[featureCount++] = WGPUFeatureName_TextureCompressionBC;
    }
    WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    descriptor.requiredFeatureCount = featureCount;
    descriptor.requiredFeatures = features;
    descriptor.requiredLimits = &Limits;
    descriptor.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowProcessEvents;
    descriptor.deviceLostCallbackInfo.callback = LateResults::OnLost;
    descriptor.deviceLostCallbackInfo.userdata1 = Results.GetSession();
    descriptor.uncapturedErrorCallbackInfo.callback = LateResults::OnError;
    descriptor.uncapturedErrorCallbackInfo.userdata1 = Results.GetSession();
    WGPURequestDeviceCallbackInfo answer = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    answer.mode = WGPUCallbackMode_AllowProcessEvents;
    answer.callback = LateResults::OnDevice;
    answer.userdata1 = Results.GetSession();
    wgpuAdapterRequestDevice(Chosen.Get(), &descriptor, answer);
}

BackendStatus Device::Continue(StartupError& error) noexcept
{
    ProcessEvents();
    if (At == Step::Adapter && Results.HasAdapterAnswer)
    {
        Chosen = std::move(Results.FoundAdapter);
        if (!Chosen)
        {
            return Retry(StartupError::AdapterUnavailable, error);
        }
        RequestDevice();
    }
    if (At == Step::Device && Results.HasDeviceAnswer)
    {
        Handle = std::move(Results.FoundDevice);
        if (!Handle || Results.IsLost)
        {
            return Retry(StartupError::DeviceUnavailable, error);
        }
        Limits = WGPU_LIMITS_INIT;
        static_cast<void>(wgpuDeviceGetLimits(Handle.Get(), &Limits));
        Queue = NativeQueue(wgpuDeviceGetQueue(Handle.Get()));
        KeepIdentity();
        At = Step::Done;
        return BackendStatus::Ready;
    }
    return BackendStatus::Pending;
}

// An adapter that is not all of WebGPU may still be enough for us: one more attempt, in compatibility mode.
BackendStatus Device::Retry(StartupError reason, StartupError& error) noexcept
{
    Handle.Reset();
    Chosen.Reset();
    if (Level == WGPUFeatureLevel_Core && !Results.IsLost)
    {
        RequestAdapter(WGPUFeatureLevel_Compatibility);
        return BackendStatus::Pending;
    }
    At = Step::Done;
    error = reason;
    return BackendStatus::Refused;
}

BackendStatus Device::TakeWindow() noexcept
{
    if (WantedWindow.System == platform::WindowSystem::Headless || Window)
    {
        return BackendStatus::Ready;
    }
    Window = MakeSurface(Api.Get(), WantedWindow);
    return Window ? BackendStatus::Ready : BackendStatus::Refused;
}

void Device::Stop() noexcept
{
    Results.Close();
    Window.Reset();
    Queue.Reset();
    Handle.Reset();
    Chosen.Reset();
    Api.Reset();
}

void Device::ProcessEvents() noexcept
{
    wgpuInstanceProcessEvents(Api.Get());
}

bool Device::OpenScopes(RecordKind kind, uint32 slot, uint64 generation, uint32& ticket) noexcept
{
    if (!Results.Take(TicketUse::Creation, ticket))
    {
        return false;
    }
    Ticket& taken = Results.At(ticket);
    taken.Kind = kind;
    taken.Slot = slot;
    taken.Generation = generation;
    PushScopes();
    return true;
}

BackendStatus Device::CloseScopes(uint32 ticket) noexcept
{
    PopScopes(ticket);
    return Results.TakeFailure(ticket);
}

bool Device::OpenTransfer(uint64 ordinal, uint32& ticket) noexcept
{
    if (!Results.Take(TicketUse::Transfer, ticket))
    {
        return false;
    }
    Results.At(ticket).Generation = ordinal;
    PushScopes();
    return true;
}

void Device::CloseTransfer(uint32 ticket) noexcept
{
    PopScopes(ticket);
}

void Device::PushScopes() const noexcept
{
    if (HasInternalScopes())
    {
        wgpuDevicePushErrorScope(Handle.Get(), WGPUErrorFilter_Internal);
    }
    wgpuDevicePushErrorScope(Handle.Get(), WGPUErrorFilter_OutOfMemory);
    wgpuDevicePushErrorScope(Handle.Get(), WGPUErrorFilter_Validation);
}

void Device::PopScopes(uint32 ticket) noexcept
{
    const uint32 scopes = HasInternalScopes() ? 3 : 2;
    Results.Await(ticket, scopes);
    WGPUPopErrorScopeCallbackInfo answer = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    answer.mode = WGPUCallbackMode_AllowProcessEvents;
    answer.callback = LateResults::OnScope;
    answer.userdata1 = Results.GetSession();
    answer.userdata2 = ToUserData(ticket);
    for (uint32 i = 0; i < scopes; ++i)
    {
        wgpuDevicePopErrorScope(Handle.Get(), answer);
    }
}

void Device::KeepIdentity() noexcept
{
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    if (wgpuAdapterGetInfo(Chosen.Get(), &info) != WGPUStatus_Success)
    {
        return;
    }
    char vendor[64];
    char architecture[64];
    char description[128];
    Keep(info.device, Identity.Name);
    Keep(info.vendor, vendor);
    Keep(info.architecture, architecture);
    Keep(info.description, description);
    // A browser may tell no more than the vendor.
    const char* name = description[0] != '\0' ? description : vendor;
    if (Identity.Name[0] == '\0')
    {
        std::snprintf(Identity.Name, sizeof Identity.Name, "%s", name);
    }
    std::snprintf(Identity.Driver, sizeof Identity.Driver, "%s%s%s%s%s", vendor, architecture[0] != '\0' ? " " : "",
                  architecture, description[0] != '\0' ? " " : "", description);
    Identity.VendorId = info.vendorID;
    Identity.DeviceId = info.deviceID;
    Identity.HasIdentity = Identity.Name[0] != '\0';
    Identity.IsHardware =
        info.adapterType == WGPUAdapterType_DiscreteGPU || info.adapterType == WGPUAdapterType_IntegratedGPU;
    Identity.IsSoftware = info.adapterType == WGPUAdapterType_CPU;
    wgpuAdapterInfoFreeMembers(info);
}

void Device::Describe(MeasurementAdapter& adapter) const noexcept
{
    const Backend selected = adapter.SelectedBackend;
    adapter = Identity;
    adapter.SelectedBackend = selected;
}
} // namespace ludus::graphics::rhi::internal::webgpu
