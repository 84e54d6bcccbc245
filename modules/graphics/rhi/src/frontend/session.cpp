#include "frontend/session.h"

#include "frontend/refusals.h"
#include "frontend/transfer_slices.h"
#include "validation/device.h"
#include "validation/profile.h"

#include <ludus/foundation/base/config.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
constinit Recording s_Recording;
constinit uint64 s_RecordChanges = 0;
constinit DrawPlan* s_LastPlan = nullptr;
constinit SessionStorage s_SessionStorage;

namespace
{
// Reachable for the life of the process, as what they own must stay.
constinit GraphicsBackend* s_Left = nullptr;

struct KnownBackend final
{
    BackendSelection Selection;
    Backend Api;           // of Auto, none
    std::string_view Name; // the enumerator's
    const char* Noun;
};

constexpr KnownBackend KNOWN_BACKENDS[] = {
    {BackendSelection::Auto, Backend{}, "Auto", "Any backend that Auto takes"},
    {BackendSelection::Vulkan, Backend::Vulkan, "Vulkan", "The backend Vulkan"},
    {BackendSelection::WebGPU, Backend::WebGPU, "WebGPU", "The backend WebGPU"},
    {BackendSelection::WebGL2, Backend::WebGL2, "WebGL2", "The backend WebGL2"},
    {BackendSelection::Metal, Backend::Metal, "Metal", "The backend Metal"},
    {BackendSelection::Direct3D12, Backend::Direct3D12, "Direct3D12", "The backend Direct3D12"},
    {BackendSelection::OpenGL, Backend::OpenGL, "OpenGL", "The backend OpenGL"},
    {BackendSelection::Direct3D11, Backend::Direct3D11, "Direct3D11", "The backend Direct3D11"},
    {BackendSelection::Software, Backend::Software, "Software", "The backend Software"},
    {BackendSelection::Reference, Backend::Reference, "Reference", "The backend Reference"},
};

// Null for a name that is no backend's. Auto is none.
const KnownBackend* FindKnown(std::string_view name) noexcept
{
    for (const KnownBackend& known : KNOWN_BACKENDS)
    {
        if (known.Name == name && known.Selection != BackendSelection::Auto)
        {
            return &known;
        }
    }
    return nullptr;
}

const KnownBackend& GetKnown(BackendSelection selection) noexcept
{
    for (const KnownBackend& known : KNOWN_BACKENDS)
    {
        if (known.Selection == selection)
        {
            return known;
        }
    }
    return KNOWN_BACKENDS[0]; // every enumerator has its row, and others were refused
}

void ReportNotCompiled(const char* operation, BackendSelection selection) noexcept
{
    ReportRefusal(operation, {.Code = DiagnosticCode::BackendNotCompiled, .Field = GetKnown(selection).Noun});
}

// The backend that a selection names; null when it is not compiled in.
const BackendRegistration* FindBackend(BackendSelection selection) noexcept
{
    for (const BackendRegistration* backend : GetRegisteredBackends())
    {
        if (backend->Selection == selection)
        {
            return backend;
        }
    }
    return nullptr;
}

// The environment's word in the place of Auto; null when it is silent.
const char* GetEnvironmentBackend() noexcept
{
#if !LUDUS_PLATFORM_WEB
    const char* name = std::getenv("LUDUS_BACKEND"); // NOLINT(concurrency-mt-unsafe): read once, on the owner's thread
    return name != nullptr && *name != '\0' ? name : nullptr;
#else
    return nullptr;
#endif
}

// The compiled backend of the lowest rank above `rank` that Auto may take.
const BackendRegistration* FindNextAuto(uint32 rank) noexcept
{
    const BackendRegistration* best = nullptr;
    for (const BackendRegistration* backend : GetRegisteredBackends())
    {
        const bool isCandidate = backend->AutoRank > rank;
        best = isCandidate && (best == nullptr || backend->AutoRank < best->AutoRank) ? backend : best;
    }
    return best;
}

// Ceilings of this version, whatever the device could do.
void ApplyLibraryLimits(DeviceProfile& profile, const StorageLimits& storage) noexcept
{
    profile.Storage = storage;
    RasterCapabilities& raster = profile.Raster;
    raster.ResourcesPerKind = storage.ResourcesPerKind;
    raster.DrawsPerFrame = raster.DrawsPerFrame == 0 ? 0 : storage.DrawsPerFrame;
    raster.UniformOffsetAlignment = std::max<usize>(raster.UniformOffsetAlignment, UNIFORM_OFFSET_ALIGNMENT);
    raster.MaxUniformRange = std::min<usize>(raster.MaxUniformRange, MAX_UNIFORM_RANGE);
    BindingCapabilities& binding = profile.Binding;
    binding.MaxBindings = std::min<uint32>(binding.MaxBindings, RASTER_BINDING_COUNT);
    binding.MaxDescriptorsPerSet = std::min(binding.MaxDescriptorsPerSet, storage.DescriptorsPerSet);
    ComputeCapabilities& compute = profile.Compute;
    for (usize axis = 0; axis < 3; ++axis)
    {
        compute.MaxWorkgroupSize[axis] = std::min(compute.MaxWorkgroupSize[axis], MAX_WORKGROUP_SIZE[axis]);
        compute.MaxDispatch[axis] = std::min(compute.MaxDispatch[axis], MAX_DISPATCH_GROUPS);
    }
    compute.MaxWorkgroupInvocations = std::min(compute.MaxWorkgroupInvocations, MAX_WORKGROUP_INVOCATIONS);
    RasterInterfaceCapabilities& shape = profile.Interface;
    shape.MaxBindings = std::min<uint32>(shape.MaxBindings, RASTER_BINDING_COUNT);
    shape.MaxVertexBuffers = std::min<uint32>(shape.MaxVertexBuffers, MAX_VERTEX_STREAMS);
    shape.MaxVertexStride = std::min<uint32>(shape.MaxVertexStride, MAX_VERTEX_STRIDE);
    shape.MaxVertexAttributes = std::min<uint32>(shape.MaxVertexAttributes, MAX_VERTEX_ATTRIBUTES);
    shape.MaxColorAttachments = std::min<uint32>(shape.MaxColorAttachments, MAX_COLOR_ATTACHMENTS);
}

DeviceFeatures Intersect(const DeviceFeatures& a, const DeviceFeatures& b) noexcept
{
    return {
        .FullscreenRaster = a.FullscreenRaster && b.FullscreenRaster,
        .PortableRaster = a.PortableRaster && b.PortableRaster,
        .Compute = a.Compute && b.Compute,
        .IndirectRendering = a.IndirectRendering && b.IndirectRendering,
        .OrderedRasterGraph = a.OrderedRasterGraph && b.OrderedRasterGraph,
        .BindlessTextureIndexing = a.BindlessTextureIndexing && b.BindlessTextureIndexing,
        .HasRuntimeTextureArrays = a.HasRuntimeTextureArrays && b.HasRuntimeTextureArrays,
        .RayQueries = a.RayQueries && b.RayQueries,
    };
}

// `wanted` without what is in `enabled`.
DeviceFeatures Missing(const DeviceFeatures& wanted, const DeviceFeatures& enabled) noexcept
{
    return {
        .FullscreenRaster = wanted.FullscreenRaster && !enabled.FullscreenRaster,
        .PortableRaster = wanted.PortableRaster && !enabled.PortableRaster,
        .Compute = wanted.Compute && !enabled.Compute,
        .IndirectRendering = wanted.IndirectRendering && !enabled.IndirectRendering,
        .OrderedRasterGraph = wanted.OrderedRasterGraph && !enabled.OrderedRasterGraph,
        .BindlessTextureIndexing = wanted.BindlessTextureIndexing && !enabled.BindlessTextureIndexing,
        .HasRuntimeTextureArrays = wanted.HasRuntimeTextureArrays && !enabled.HasRuntimeTextureArrays,
        .RayQueries = wanted.RayQueries && !enabled.RayQueries,
    };
}

// Features that change nothing for a program that does not use them are enabled wherever they are supported; the
// others, only when they were asked for.
DeviceFeatures SelectFeatures(const DeviceFeatures& supported, const DeviceDescription& description) noexcept
{
    DeviceFeatures wanted{
        .FullscreenRaster = true,
        .PortableRaster = true,
        .Compute = true,
        .IndirectRendering = true,
        .OrderedRasterGraph = true,
    };
    const DeviceFeatures& required = description.Required;
    const DeviceFeatures& preferred = description.Preferred;
    wanted.BindlessTextureIndexing = required.BindlessTextureIndexing || preferred.BindlessTextureIndexing;
    wanted.HasRuntimeTextureArrays = required.HasRuntimeTextureArrays || preferred.HasRuntimeTextureArrays;
    wanted.RayQueries = required.RayQueries || preferred.RayQueries;
    return Intersect(supported, wanted);
}

struct RequiredFeature final
{
    bool DeviceFeatures::*Member;
    const char* Field;
    RequirementFailure Failure;
};

constexpr RequiredFeature REQUIRED_FEATURES[] = {
    {&DeviceFeatures::PortableRaster, "Required.PortableRaster", RequirementFailure::PortableRaster},
    {&DeviceFeatures::OrderedRasterGraph, "Required.OrderedRasterGraph", RequirementFailure::PortableRaster},
    {&DeviceFeatures::FullscreenRaster, "Required.FullscreenRaster", RequirementFailure::PortableRaster},
    {&DeviceFeatures::Compute, "Required.Compute", RequirementFailure::Compute},
    {&DeviceFeatures::IndirectRendering, "Required.IndirectRendering", RequirementFailure::Compute},
    {&DeviceFeatures::BindlessTextureIndexing, "Required.BindlessTextureIndexing", RequirementFailure::Profile},
    {&DeviceFeatures::HasRuntimeTextureArrays, "Required.HasRuntimeTextureArrays", RequirementFailure::Profile},
    {&DeviceFeatures::RayQueries, "Required.RayQueries", RequirementFailure::Profile},
};

// The record of a backend's attempt; null: it has none.
AttemptInfo* FindAttempt(StartupInfo& startup, Backend backend) noexcept
{
    return backend == Backend::WebGPU ? &startup.WebGpu : backend == Backend::WebGL2 ? &startup.WebGL2 : nullptr;
}

DeviceCapabilities MakeFacadeCapabilities(const BackendReport& report, const DeviceProfile& profile) noexcept
{
    return {
        .MaxFrameDimension2D = report.MaxFrameDimension2D,
        .MaxUniformBufferSize = static_cast<uint32>(profile.Raster.MaxUniformRange),
        .UniformBufferSizeAlignment = 16,
        .MaxShaders = FACADE_RECORDS,
        .MaxUniformBuffers = FACADE_RECORDS,
        .MaxPipelines = FACADE_RECORDS,
        .MaxDrawsPerFrame = 1,
    };
}
} // namespace

void KeptApplication::Keep(const ApplicationInfo& application) noexcept
{
    const usize length = std::min(application.Name.size(), APPLICATION_NAME_BYTES - 1);
    std::copy_n(application.Name.data(), length, Name);
    Name[length] = '\0';
    Version = application.Version;
}

ApplicationInfo KeptApplication::Get() const noexcept
{
    return {.Name = Name, .Version = Version};
}

RasterVerdict CreationVerdict(BackendStatus status) noexcept
{
    switch (status)
    {
    case BackendStatus::OutOfMemory:
        return {RasterStatus::OutOfMemory, {.Code = DiagnosticCode::DeviceMemoryRefused}};
    case BackendStatus::Lost:
        return {RasterStatus::DeviceLost, {.Code = DiagnosticCode::DeviceIsLost}};
    case BackendStatus::Refused:
    case BackendStatus::Ready:
    case BackendStatus::Pending:
        break;
    }
    return {RasterStatus::Failed, {.Code = DiagnosticCode::BackendRefused}};
}

void Session::Start(const char* operation, const ApplicationInfo& application, const WindowInfo& window,
                    const DeviceDescription& description, bool isExplicit) noexcept
{
    IsExplicit = isExplicit;
    Description = description;
    Startup = StartupInfo{};
    Startup.Requested = description.Selection;
    Startup.Requirements = description.Limits;
    Startup.State = StartupState::Failed;

    if (const DeviceVerdict verdict = CheckWindow(window); !verdict.IsAccepted())
    {
        Startup.Error = StartupError::InvalidWindow;
        ReportRefusal(operation, verdict.Why);
        return;
    }
    if (!foundation::SetHostMemoryBudget(description.Storage.HostBytes))
    {
        Startup.Error = StartupError::RequirementsUnsatisfied;
        ReportRefusal(operation, {.Code = DiagnosticCode::BudgetBelowCommitted,
                                  .Field = "Storage.HostBytes",
                                  .Got = description.Storage.HostBytes,
                                  .Allowed = foundation::GetHostMemoryUsage().Bytes});
        return;
    }

    BackendSelection selection = description.Selection;
    if (selection == BackendSelection::Auto)
    {
        if (const char* name = GetEnvironmentBackend(); name != nullptr)
        {
            const KnownBackend* known = FindKnown(name);
            if (known == nullptr)
            {
                Startup.Error = StartupError::BackendUnavailable;
                ReportRefusal(operation, {.Code = DiagnosticCode::BackendNameUnknown, .Field = "LUDUS_BACKEND"});
                return;
            }
            selection = known->Selection;
        }
    }
    if (selection == BackendSelection::Auto)
    {
        Auto.IsOn = true;
        Auto.Application.Keep(application);
        Auto.Window = window;
        if (!StartNextAuto(operation, 0, application, window) && Startup.Error == StartupError::None)
        {
            Startup.Error = StartupError::BackendUnavailable;
            ReportNotCompiled(operation, selection);
        }
        return;
    }
    const BackendRegistration* registration = FindBackend(selection);
    if (registration == nullptr)
    {
        Startup.SelectedBackend = GetKnown(selection).Api;
        Startup.Error = StartupError::BackendUnavailable;
        ReportNotCompiled(operation, selection);
        return;
    }
    (void)StartBackend(operation, *registration, application, window);
}

// Each backend that Auto takes, by rank, until one starts. The failure that stays is the last one's.
bool Session::StartNextAuto(const char* operation, uint32 rank, const ApplicationInfo& application,
                            const WindowInfo& window) noexcept
{
    const BackendRegistration* next = FindNextAuto(rank);
    while (next != nullptr && !StartBackend(operation, *next, application, window))
    {
        next = FindNextAuto(next->AutoRank);
    }
    return next != nullptr;
}

// Ready or Pending: true. Otherwise Startup has the error and nothing is left behind.
bool Session::StartBackend(const char* operation, const BackendRegistration& registration,
                           const ApplicationInfo& application, const WindowInfo& window) noexcept
{
    Registration = &registration;
    if (AttemptInfo* attempt = FindAttempt(Startup, registration.Name); attempt != nullptr)
    {
        *attempt = {.Attempted = true};
    }
    Startup.SelectedBackend = registration.Name;
    Startup.Error = StartupError::None;
    Startup.UnmetRequirement = RequirementFailure::None;
    Startup.ProfileFailure = ProfileDiagnostic{};
    Native = registration.Create();
    Report = BackendReport{};
    BackendStatus status = BackendStatus::OutOfMemory;
    if (Native)
    {
        status = Native->Start({.Application = application, .Window = window, .Description = Description}, Report);
    }
    if (status == BackendStatus::Pending)
    {
        Startup.State = StartupState::Pending;
        return true;
    }
    if (status == BackendStatus::Ready)
    {
        Records.Open(Description.Storage, *Native);
        const DeviceVerdict verdict = Negotiate();
        if (verdict.IsAccepted())
        {
            return true;
        }
        ReportRefusal(operation, verdict.Why);
    }
    else
    {
        Startup.Error = Report.Error != StartupError::None ? Report.Error : StartupError::DeviceUnavailable;
        ReportRefusal(operation, {.Code = DiagnosticCode::StartupFailed, .Field = "backend"});
    }
    EndAttempt(operation);
    return false;
}

// Startup has the error: it is remembered where attempts are, and nothing of the backend is left.
void Session::EndAttempt(const char* operation) noexcept
{
    if (AttemptInfo* attempt = FindAttempt(Startup, Registration->Name); attempt != nullptr)
    {
        *attempt = {.Attempted = true, .Error = Startup.Error, .ProfileFailure = Startup.ProfileFailure};
    }
    ReleaseEverything(operation);
}

// A startup that was Pending has failed. Auto goes on under the same owner, as if it had failed at once.
void Session::EndLateAttempt() noexcept
{
    const char* operation = IsExplicit ? "CreateDevice" : "Start";
    EndAttempt(operation);
    if (Auto.IsOn)
    {
        (void)StartNextAuto(operation, Registration->AutoRank, Auto.Application.Get(), Auto.Window);
    }
}

// Compares what was started with what was asked for, and fills in what the session offers.
DeviceVerdict Session::Negotiate() noexcept
{
    Profile = Report.Profile;
    ApplyLibraryLimits(Profile, Description.Storage);
    Supported = Report.Supported;
    Enabled = SelectFeatures(Supported, Description);
    // What was not asked for is not there.
    Profile.Binding.HasNonUniformTextureIndexing =
        Profile.Binding.HasNonUniformTextureIndexing && Enabled.BindlessTextureIndexing;
    Profile.Binding.HasRuntimeTextureArrays =
        Profile.Binding.HasRuntimeTextureArrays && Enabled.HasRuntimeTextureArrays;
    Profile.Binding.MaxRuntimeArrayElements =
        Profile.Binding.HasRuntimeTextureArrays ? Profile.Binding.MaxRuntimeArrayElements : 0;
    UnmetPreferences = Missing(Description.Preferred, Enabled);
    UnmetProfilePreference = FindUnmetRequirement(Description.PreferredProfile, Profile);

    DeviceFeatures required = Description.Required;
    required.PortableRaster =
        required.PortableRaster || required.OrderedRasterGraph || ImpliesPortableRaster(Description.RequiredProfile);
    required.Compute = required.Compute || ImpliesCompute(Description.RequiredProfile);
    const DeviceFeatures missing = Missing(required, Enabled);
    const ProfileDiagnostic unmet = FindUnmetRequirement(Description.RequiredProfile, Profile);

    const auto refuse = [this, &unmet](RequirementFailure failure, const Finding& why) -> DeviceVerdict
    {
        Startup.Error = StartupError::RequirementsUnsatisfied;
        Startup.UnmetRequirement = failure;
        Startup.ProfileFailure = failure == RequirementFailure::Profile ? unmet : ProfileDiagnostic{};
        return {DeviceStatus::Failed, why};
    };
    if (Report.MaxFrameDimension2D < Description.Limits.MinFrameDimension2D)
    {
        return refuse(RequirementFailure::FrameDimension2D, {.Code = DiagnosticCode::RequirementUnmet,
                                                             .Field = "Limits.MinFrameDimension2D",
                                                             .Got = Description.Limits.MinFrameDimension2D,
                                                             .Allowed = Report.MaxFrameDimension2D});
    }
    if (Profile.Raster.MaxUniformRange < Description.Limits.MinUniformBufferSize)
    {
        return refuse(RequirementFailure::UniformBufferSize, {.Code = DiagnosticCode::RequirementUnmet,
                                                              .Field = "Limits.MinUniformBufferSize",
                                                              .Got = Description.Limits.MinUniformBufferSize,
                                                              .Allowed = Profile.Raster.MaxUniformRange});
    }
    for (const RequiredFeature& feature : REQUIRED_FEATURES)
    {
        if (missing.*feature.Member)
        {
            return refuse(feature.Failure, {.Code = DiagnosticCode::WorkloadUnsupported, .Field = feature.Field});
        }
    }
    if (unmet.Requirement != ProfileRequirement::None)
    {
        return refuse(RequirementFailure::Profile, {.Code = DiagnosticCode::RequirementUnmet,
                                                    .Field = FieldOf(unmet.Requirement),
                                                    .Got = unmet.Requested,
                                                    .Allowed = unmet.Effective,
                                                    .Index = FindFormatIndex(Description.RequiredProfile, unmet)});
    }
    if (Native->BindWindow(Report) != BackendStatus::Ready)
    {
        Startup.Error = StartupError::SurfaceUnavailable;
        return {DeviceStatus::Failed, {.Code = DiagnosticCode::StartupFailed, .Field = "window"}};
    }
    Startup.State = StartupState::Ready;
    Startup.MaxTextureDimension2D = Report.MaxFrameDimension2D;
    Startup.Capabilities = MakeFacadeCapabilities(Report, Profile);
    Report.FramesInFlight = std::clamp<uint32>(Report.FramesInFlight, 1, MAX_FRAME_SLOTS);
    Target = FrameTarget{};
    NextOrdinal = 1;
    Completed = 0;
    return {};
}

void Session::Stop(const char* operation) noexcept
{
    ReleaseEverything(operation);
    Owner = 0;
    IsExplicit = false;
    Startup = StartupInfo{};
    Description = DeviceDescription{};
    Registration = nullptr;
    Auto = AutoStartup{};
}

void Session::Fail(const char* operation, StartupState state, StartupError error) noexcept
{
    ReleaseEverything(operation);
    Startup.State = state;
    Startup.Error = error;
    Startup.MaxTextureDimension2D = 0;
    Startup.Capabilities = DeviceCapabilities{};
}

// Any call may notice a loss, and a lost device is not waited for: nothing is reported that would need a better name.
void Session::FailLost() noexcept
{
    Fail("the loss of the device", StartupState::DeviceLost, StartupError::DeviceLost);
}

void Session::OnBackendFailure(BackendStatus reason) noexcept
{
    if (reason == BackendStatus::Lost)
    {
        FailLost();
    }
}

void Session::ReleaseEverything(const char* operation) noexcept
{
    if (Native)
    {
        if (Frame.IsOpen && !Frame.IsSurfaceless)
        {
            Native->AbandonFrame();
        }
        const bool isDrained = Native->Drain();
        Records.Close(!isDrained);
        if (isDrained)
        {
            Native.Reset();
        }
        else
        {
            LeaveBackend(operation);
        }
    }
    s_Recording = Recording{};
    s_LastPlan = nullptr;
    Transients.Release();
    Batches.Clear();
    if (ReleaseGraphs != nullptr)
    {
        std::exchange(ReleaseGraphs, nullptr)();
    }
    PipelineRequests.Clear();
    SharedPipelines.Clear();
    for (uint32 slice = 0; slice < MAX_TRANSFER_SLICES; ++slice)
    {
        Uploads[slice] = UploadRecord{};
        BufferReadbacks[slice] = BufferReadbackRecord{};
    }
    Fullscreen = Facade{};
    Frame = FrameState{};
    PassStates = PassStateSet{};
    Uniforms = UniformRing{};
    Measured = Measurements{};
    Preparations = 0;
    for (ReadbackRecord& readback : Readbacks)
    {
        readback = ReadbackRecord{};
    }
    Report = BackendReport{};
    Supported = DeviceFeatures{};
    Enabled = DeviceFeatures{};
    Profile = DeviceProfile{};
    UnmetPreferences = DeviceFeatures{};
    UnmetProfilePreference = ProfileDiagnostic{};
    for (uint64& ordinal : FrameOrdinals)
    {
        ordinal = 0;
    }
    FrameSlot = 0;
    LastFrameOrdinal = 0;
    LastFrame = FrameInfo{};
    IsLossReported = false;
}

// The GPU may still read what the backend owns, and an API that is asked to destroy it may wait for ever.
void Session::LeaveBackend(const char* operation) noexcept
{
    ReportRefusal(operation, {.Code = DiagnosticCode::DeviceStuck, .Allowed = DRAIN_NANOSECONDS / 1'000'000'000});
    GraphicsBackend* left = Native.Leave();
    left->LeftBefore = s_Left;
    s_Left = left;
}

void Session::Poll() noexcept
{
    if (!Native || IsPolling)
    {
        return;
    }
    IsPolling = true;
    Native->Poll(*this);
    IsPolling = false;
    if (IsLossReported)
    {
        FailLost();
        return;
    }
    if (Startup.State != StartupState::Ready)
    {
        if (Startup.State == StartupState::Failed)
        {
            EndLateAttempt();
        }
        return;
    }
    const uint64 completed = Native->PollCompleted();
    if (completed > Completed)
    {
        Completed = completed;
        Records.SetCompleted(completed);
        NoteCompletion(Measured, completed);
        for (uint32 slot = 0; slot < Batches.GetSlotCount(); ++slot)
        {
            const CommandBatchRecord& batch = Batches.At(slot);
            if (batch.Generation != 0 && batch.State == BatchState::Submitted && batch.Ordinal <= completed)
            {
                Batches.Return(slot);
            }
        }
        EndTransfers(*this);
        for (ReadbackRecord& readback : Readbacks)
        {
            if (readback.IsCancelled && readback.Ordinal <= completed)
            {
                readback = ReadbackRecord{};
            }
        }
    }
}

DeviceStatus Session::GetDeviceStatus() const noexcept
{
    switch (Startup.State)
    {
    case StartupState::Ready:
        return DeviceStatus::Ready;
    case StartupState::Pending:
        return DeviceStatus::Pending;
    case StartupState::DeviceLost:
        return DeviceStatus::DeviceLost;
    case StartupState::Failed:
    case StartupState::Idle:
        break;
    }
    return DeviceStatus::Failed;
}

void Session::OnCreated(const CreationEvent& event) noexcept
{
    RasterStatus state = RasterStatus::Failed;
    if (event.Result == BackendStatus::Ready)
    {
        state = RasterStatus::Ready;
    }
    else if (event.Result == BackendStatus::Lost)
    {
        IsLossReported = true;
    }
    ColdHead& cold = Records.Cold(event.Kind, event.Slot);
    if (cold.Generation == event.Generation && cold.IsPreparing)
    {
        cold.IsPreparing = false;
        --Preparations;
        if (state == RasterStatus::Ready && cold.Label[0] != 0)
        {
            Native->SetLabel(event.Kind, event.Slot, cold.Label); // it had no object when it was named
        }
    }
    Records.Complete(event.Kind, event.Slot, event.Generation, state);
    ForgetRecordings();
}

void Session::OnStarted(BackendStatus status, const BackendReport& report) noexcept
{
    if (Startup.State != StartupState::Pending)
    {
        return;
    }
    const char* operation = IsExplicit ? "CreateDevice" : "Start";
    Report = report;
    Startup.State = StartupState::Failed;
    if (status != BackendStatus::Ready)
    {
        Startup.Error = report.Error != StartupError::None ? report.Error : StartupError::DeviceUnavailable;
        ReportRefusal(operation, {.Code = DiagnosticCode::StartupFailed, .Field = "backend"});
        return;
    }
    Records.Open(Description.Storage, *Native);
    if (const DeviceVerdict verdict = Negotiate(); !verdict.IsAccepted())
    {
        ReportRefusal(operation, verdict.Why);
    }
}

void Session::OnTransferFailed(uint64 ordinal) noexcept
{
    for (uint32 slice = 0; slice < MAX_TRANSFER_SLICES; ++slice)
    {
        if (Uploads[slice].Generation != 0 && Uploads[slice].Ordinal == ordinal)
        {
            Uploads[slice].Result = RasterStatus::Failed;
        }
        if (BufferReadbacks[slice].Generation != 0 && BufferReadbacks[slice].Ordinal == ordinal)
        {
            BufferReadbacks[slice].IsFailed = true;
        }
    }
}

void Session::OnLost() noexcept
{
    IsLossReported = true;
}
} // namespace ludus::graphics::rhi::internal
