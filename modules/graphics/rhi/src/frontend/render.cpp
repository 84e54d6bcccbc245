// Entry points of render.h: the fullscreen facade, and its twins under an owner of device.h.
//
// The facade stands on the portable records: a facade shader is a reflected stage with one uniform, a uniform is a
// binding set over the frame uniform ring, a pipeline is a raster pipeline without vertex streams. All facade
// pipelines share one layout. Only the 32-bit ids and the eight records of each kind are the facade's own.
#include <ludus/graphics/rhi/render.h>

#include "frontend/admission.h"
#include "frontend/raster_pass.h"
#include "frontend/uniform_ring.h"
#include "validation/facade.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constinit uint32 s_NextFacadeId = 1; // of the process; ids are never used twice

ResourceStatus ToResourceStatus(RasterStatus status) noexcept
{
    switch (status)
    {
    case RasterStatus::Ready:
        return ResourceStatus::Ready;
    case RasterStatus::Pending:
        return ResourceStatus::Pending;
    case RasterStatus::NotReady:
        return ResourceStatus::NotReady;
    case RasterStatus::InvalidHandle:
        return ResourceStatus::InvalidHandle;
    case RasterStatus::InvalidState:
        return ResourceStatus::InvalidState;
    case RasterStatus::InvalidDescription:
    case RasterStatus::Unsupported:
        return ResourceStatus::InvalidDescription;
    case RasterStatus::CapacityExceeded:
    case RasterStatus::IdentityExhausted:
    case RasterStatus::OutOfMemory:
        return ResourceStatus::CapacityExceeded;
    case RasterStatus::DeviceLost:
        return ResourceStatus::DeviceLost;
    case RasterStatus::Failed:
        break;
    }
    return ResourceStatus::Failed;
}

DeviceHandle OwnDevice() noexcept
{
    return DeviceAccess::Make<DeviceHandle>(GetSession().Owner);
}

FacadeRecord* FindRecord(FacadeRecord (&records)[FACADE_RECORDS], uint32 id) noexcept
{
    for (FacadeRecord& record : records)
    {
        if (id != 0 && record.Id == id)
        {
            return &record;
        }
    }
    return nullptr;
}

RasterStatus GetRecordState(Session& session, const FacadeRecord& record) noexcept
{
    return session.Records.Cold(record.Kind, record.Slot).State;
}

// A failed pipeline holds no parts.
void LetGoOfParts(Session& session, FacadeRecord& pipeline) noexcept
{
    if (!pipeline.HoldsParts)
    {
        return;
    }
    pipeline.HoldsParts = false;
    Facade& facade = session.Fullscreen;
    FacadeRecord* const parts[] = {FindRecord(facade.Shaders, pipeline.Parts[0]),
                                   FindRecord(facade.Shaders, pipeline.Parts[1]),
                                   FindRecord(facade.Uniforms, pipeline.Parts[2])};
    for (FacadeRecord* part : parts)
    {
        part->Pipelines -= 1;
    }
}

void LetGoOfFailedPipelines(Session& session) noexcept
{
    for (FacadeRecord& pipeline : session.Fullscreen.Pipelines)
    {
        if (pipeline.Id != 0 && GetRecordState(session, pipeline) == RasterStatus::Failed)
        {
            LetGoOfParts(session, pipeline);
        }
    }
}

// Owner, device, frame and output; finds a free facade record and the id it will have.
ResourceVerdict AdmitFacadeCreation(Session& session, DeviceHandle device, uint32 outputId,
                                    FacadeRecord (&records)[FACADE_RECORDS], FacadeRecord*& record) noexcept
{
    if (const ResourceVerdict verdict = Admit<ResourceStatus>(session, device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (outputId != 0)
    {
        return {ResourceStatus::InvalidState, {.Code = DiagnosticCode::OutputOccupied, .Field = "output"}};
    }
    record = nullptr;
    for (FacadeRecord& candidate : records)
    {
        record = candidate.Id == 0 && record == nullptr ? &candidate : record;
    }
    return {};
}

ResourceVerdict CheckFacadeCapacity(const FacadeRecord* record) noexcept
{
    if (record == nullptr)
    {
        return {ResourceStatus::CapacityExceeded,
                {.Code = DiagnosticCode::FacadeExhausted, .Got = FACADE_RECORDS, .Allowed = FACADE_RECORDS}};
    }
    if (s_NextFacadeId == std::numeric_limits<uint32>::max())
    {
        return {ResourceStatus::CapacityExceeded,
                {.Code = DiagnosticCode::IdentitiesExhausted, .Field = "a facade resource"}};
    }
    return {};
}

ResourceStatus RefuseRaster(const char* operation, const RasterVerdict& verdict) noexcept
{
    ReportRefusal(operation, verdict.Why);
    return ToResourceStatus(verdict.Result);
}

// Undoes a reservation whose backend object was refused.
ResourceStatus RefuseBackend(Session& session, const char* operation, RecordKind kind, uint32 slot,
                             BackendStatus status) noexcept
{
    session.Records.Abandon(kind, slot);
    const RasterVerdict verdict = CreationVerdict(status);
    ReportRefusal(operation, verdict.Why);
    session.OnBackendFailure(status);
    return ToResourceStatus(verdict.Result);
}

template <RecordKind Kind>
ResourceStatus PublishFacade(Session& session, FacadeRecord& record, uint32 slot, BackendStatus status) noexcept
{
    session.Records.Publish<Kind>(slot, status == BackendStatus::Pending);
    record.Id = s_NextFacadeId++;
    record.Slot = slot;
    record.Kind = Kind;
    return status == BackendStatus::Pending ? ResourceStatus::Pending : ResourceStatus::Ready;
}

constexpr RasterBinding FACADE_BINDING{
    .Binding = 0,
    .Kind = RasterBindingKind::UniformBuffer,
    .Visibility = RasterVisibility::Both,
    .MinSize = FACADE_UNIFORM_STEP,
    .HasDynamicOffset = true,
};

constexpr RasterVerdict LAYOUT_PENDING{
    RasterStatus::NotReady, {.Code = DiagnosticCode::DependencyPending, .Field = "The layout of facade uniforms"}};

// The layout that every facade pipeline and uniform shares. Accepted once it is Ready; one that failed is made anew.
RasterVerdict EnsureLayout(Session& session) noexcept
{
    Facade& facade = session.Fullscreen;
    if (facade.Layout != NO_SLOT)
    {
        const RasterStatus state = session.Records.Cold(RecordKind::BindingLayout, facade.Layout).State;
        if (state != RasterStatus::Failed)
        {
            return state == RasterStatus::Ready ? RasterVerdict{} : LAYOUT_PENDING;
        }
        session.Records.Detach(RecordKind::BindingLayout, facade.Layout);
        ForgetRecordings();
        facade.Layout = NO_SLOT;
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingLayout>(true, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    auto& table = session.Records.Table<RecordKind::BindingLayout>();
    const std::span<const RasterBinding> bindings(&FACADE_BINDING, 1);
    if (!table.Twin(slot).Bindings.Assign(bindings))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::BindingLayout, slot);
        return verdict;
    }
    const uint64 generation = table.Twin(slot).Generation;
    const BackendStatus status = session.Native->CreateBindingLayout(slot, generation, {.Bindings = bindings});
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        session.Records.Abandon(RecordKind::BindingLayout, slot);
        session.OnBackendFailure(status);
        return CreationVerdict(status);
    }
    session.Records.Publish<RecordKind::BindingLayout>(slot, status == BackendStatus::Pending);
    facade.Layout = slot;
    return status == BackendStatus::Pending ? LAYOUT_PENDING : RasterVerdict{};
}

template <RecordKind Kind>
ResourceStatus GetFacadeStatus(DeviceHandle device, FacadeRecord (&records)[FACADE_RECORDS], uint32 id) noexcept
{
    constexpr const char* OPERATION = "GetStatus";
    Session& session = GetSession();
    session.Poll();
    if (const ResourceVerdict verdict = Admit<ResourceStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const FacadeRecord* record = FindRecord(records, id);
    if (record == nullptr)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidHandle, DiagnosticCode::StaleHandle, "handle");
    }
    return ToResourceStatus(GetRecordState(session, *record));
}

ResourceStatus DestroyFacade(DeviceHandle device, FacadeRecord (&records)[FACADE_RECORDS], uint32 id) noexcept
{
    constexpr const char* OPERATION = "Destroy";
    Session& session = GetSession();
    if (const ResourceVerdict verdict = Admit<ResourceStatus>(session, device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    session.Poll();
    FacadeRecord* record = FindRecord(records, id);
    if (record == nullptr)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidHandle, DiagnosticCode::StaleHandle, "handle");
    }
    LetGoOfFailedPipelines(session);
    if (record->Pipelines != 0)
    {
        return Refuse(OPERATION, ResourceStatus::InUse,
                      {.Code = DiagnosticCode::ResourceInUse, .Field = "The resource", .Got = record->Pipelines});
    }
    LetGoOfParts(session, *record);
    session.Records.Detach(record->Kind, record->Slot);
    ForgetRecordings();
    *record = FacadeRecord{};
    return ResourceStatus::Ready;
}
} // namespace

ResourceStatus CreateShader(DeviceHandle device, const ShaderDescription& description, ShaderHandle& shader) noexcept
{
    constexpr const char* OPERATION = "CreateShader";
    Session& session = GetSession();
    FacadeRecord* record = nullptr;
    if (const ResourceVerdict verdict =
            AdmitFacadeCreation(session, device, ResourceAccess::Id(shader), session.Fullscreen.Shaders, record);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const ResourceVerdict verdict = CheckShader(description, session.Startup.SelectedBackend);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const ResourceVerdict verdict = CheckFacadeCapacity(record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Shader>(true, 0, 0, slot); !reserved.IsAccepted())
    {
        return RefuseRaster(OPERATION, reserved);
    }
    auto& cold = session.Records.Table<RecordKind::Shader>().Twin(slot);
    RasterBinding binding = FACADE_BINDING;
    binding.MinSize = description.UniformSize;
    RasterShaderDescription reflected;
    reflected.Artifact = description;
    reflected.Bindings = {&binding, description.UniformSize != 0 ? 1U : 0U};
    const BackendStatus status = session.Native->CreateShader(slot, cold.Generation, {.Description = reflected});
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        return RefuseBackend(session, OPERATION, RecordKind::Shader, slot, status);
    }
    cold.Stage = description.Stage;
    record->UniformSize = description.UniformSize;
    record->Stage = description.Stage;
    const ResourceStatus result = PublishFacade<RecordKind::Shader>(session, *record, slot, status);
    shader = ResourceAccess::Make<ShaderHandle>(record->Id);
    return result;
}

ResourceStatus CreateUniform(DeviceHandle device, usize size, UniformHandle& uniform) noexcept
{
    constexpr const char* OPERATION = "CreateUniform";
    Session& session = GetSession();
    session.Poll();
    FacadeRecord* record = nullptr;
    if (const ResourceVerdict verdict =
            AdmitFacadeCreation(session, device, ResourceAccess::Id(uniform), session.Fullscreen.Uniforms, record);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const ResourceVerdict verdict = CheckUniformSize(size, session.Startup.Capabilities.MaxUniformBufferSize);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const ResourceVerdict verdict = CheckFacadeCapacity(record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    for (RasterVerdict (*ensure)(Session&) noexcept : {&EnsureRing, &EnsureLayout})
    {
        if (const RasterVerdict verdict = ensure(session); !verdict.IsAccepted())
        {
            return RefuseRaster(OPERATION, verdict);
        }
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingSet>(true, 0, 1, slot);
        !reserved.IsAccepted())
    {
        return RefuseRaster(OPERATION, reserved);
    }
    auto& table = session.Records.Table<RecordKind::BindingSet>();
    auto& cold = table.Twin(slot);
    const SetDescriptor descriptor{
        .Binding = 0,
        .Element = 0,
        .Kind = RasterBindingKind::UniformBuffer,
        .HasDynamicOffset = true,
        .Slot = session.Uniforms.Slot,
        .Offset = 0,
        .Size = size,
    };
    Array<uint8> bytes;
    if (!bytes.Resize(size) || !cold.Descriptors.Reserve(1))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::BindingSet, slot);
        return RefuseRaster(OPERATION, verdict);
    }
    const BackendStatus status = session.Native->CreateBindingSet(
        slot, cold.Generation, {.Layout = session.Fullscreen.Layout, .Descriptors = {&descriptor, 1}});
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        return RefuseBackend(session, OPERATION, RecordKind::BindingSet, slot, status);
    }
    cold.Layout = session.Fullscreen.Layout;
    cold.Descriptors.AppendReserved(descriptor);
    session.Records.Retain(RecordKind::BindingLayout, cold.Layout);
    session.Records.Retain(RecordKind::Buffer, descriptor.Slot);
    record->UniformSize = size;
    record->Bytes = std::move(bytes);
    record->WasWritten = false;
    const ResourceStatus result = PublishFacade<RecordKind::BindingSet>(session, *record, slot, status);
    uniform = ResourceAccess::Make<UniformHandle>(record->Id);
    return result;
}

ResourceStatus CreatePipeline(DeviceHandle device, const PipelineDescription& description,
                              PipelineHandle& pipeline) noexcept
{
    constexpr const char* OPERATION = "CreatePipeline";
    Session& session = GetSession();
    session.Poll();
    Facade& facade = session.Fullscreen;
    FacadeRecord* record = nullptr;
    if (const ResourceVerdict verdict =
            AdmitFacadeCreation(session, device, ResourceAccess::Id(pipeline), facade.Pipelines, record);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    FacadeRecord* const parts[] = {FindRecord(facade.Shaders, ResourceAccess::Id(description.Vertex)),
                                   FindRecord(facade.Shaders, ResourceAccess::Id(description.Fragment)),
                                   FindRecord(facade.Uniforms, ResourceAccess::Id(description.Uniform))};
    constexpr const char* FIELDS[] = {"Vertex", "Fragment", "Uniform"};
    for (usize i = 0; i < std::size(parts); ++i)
    {
        if (parts[i] == nullptr)
        {
            return Refuse(OPERATION, ResourceStatus::InvalidHandle, DiagnosticCode::StaleHandle, FIELDS[i]);
        }
    }
    for (usize i = 0; i < std::size(parts); ++i)
    {
        const RasterStatus state = GetRecordState(session, *parts[i]);
        if (state == RasterStatus::Pending)
        {
            return Refuse(OPERATION, ResourceStatus::NotReady, DiagnosticCode::DependencyPending, FIELDS[i]);
        }
        if (state != RasterStatus::Ready)
        {
            return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::DependencyFailed, FIELDS[i]);
        }
    }
    if (const ResourceVerdict verdict = CheckPipeline({parts[0]->Stage, parts[0]->UniformSize},
                                                      {parts[1]->Stage, parts[1]->UniformSize}, parts[2]->UniformSize);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const ResourceVerdict verdict = CheckFacadeCapacity(record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::RasterPipeline>(true, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return RefuseRaster(OPERATION, reserved);
    }
    auto& cold = session.Records.Table<RecordKind::RasterPipeline>().Twin(slot);
    const RasterPipelineCreation creation{
        .Vertex = parts[0]->Slot,
        .Fragment = parts[1]->Slot,
        .Layout = facade.Layout,
    };
    const BackendStatus status = session.Native->CreateRasterPipeline(slot, cold.Generation, creation);
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        return RefuseBackend(session, OPERATION, RecordKind::RasterPipeline, slot, status);
    }
    cold.Vertex = creation.Vertex;
    cold.Fragment = creation.Fragment;
    cold.Layout = creation.Layout;
    cold.Target = creation.Target;
    session.Records.Retain(RecordKind::Shader, cold.Vertex);
    session.Records.Retain(RecordKind::Shader, cold.Fragment);
    session.Records.Retain(RecordKind::BindingLayout, cold.Layout);
    for (usize i = 0; i < std::size(parts); ++i)
    {
        record->Parts[i] = parts[i]->Id;
        parts[i]->Pipelines += 1;
    }
    record->HoldsParts = true;
    const ResourceStatus result = PublishFacade<RecordKind::RasterPipeline>(session, *record, slot, status);
    pipeline = ResourceAccess::Make<PipelineHandle>(record->Id);
    return result;
}

ResourceStatus GetStatus(DeviceHandle device, ShaderHandle shader) noexcept
{
    return GetFacadeStatus<RecordKind::Shader>(device, GetSession().Fullscreen.Shaders, ResourceAccess::Id(shader));
}

ResourceStatus GetStatus(DeviceHandle device, UniformHandle uniform) noexcept
{
    return GetFacadeStatus<RecordKind::BindingSet>(device, GetSession().Fullscreen.Uniforms,
                                                   ResourceAccess::Id(uniform));
}

ResourceStatus GetStatus(DeviceHandle device, PipelineHandle pipeline) noexcept
{
    return GetFacadeStatus<RecordKind::RasterPipeline>(device, GetSession().Fullscreen.Pipelines,
                                                       ResourceAccess::Id(pipeline));
}

ResourceStatus UpdateUniform(DeviceHandle device, UniformHandle uniform, std::span<const uint8> bytes) noexcept
{
    constexpr const char* OPERATION = "UpdateUniform";
    Session& session = GetSession();
    if (const ResourceVerdict verdict = Admit<ResourceStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (session.Frame.IsOpen && session.Frame.HasFullscreenDraw)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::UniformAfterDraw);
    }
    FacadeRecord* record = FindRecord(session.Fullscreen.Uniforms, ResourceAccess::Id(uniform));
    if (record == nullptr)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidHandle, DiagnosticCode::StaleHandle, "uniform");
    }
    if (const RasterStatus state = GetRecordState(session, *record); state != RasterStatus::Ready)
    {
        const bool isPending = state == RasterStatus::Pending;
        return Refuse(OPERATION, isPending ? ResourceStatus::NotReady : ResourceStatus::Failed,
                      isPending ? DiagnosticCode::DependencyPending : DiagnosticCode::DependencyFailed, "uniform");
    }
    if (bytes.data() == nullptr && !bytes.empty())
    {
        return Refuse(OPERATION, ResourceStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "bytes", .Got = bytes.size()});
    }
    if (const ResourceVerdict verdict = CheckUniformBytes(bytes.size(), record->UniformSize); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    std::memcpy(record->Bytes.Data(), bytes.data(), bytes.size());
    record->WasWritten = true;
    return ResourceStatus::Ready;
}

ResourceStatus Destroy(DeviceHandle device, ShaderHandle shader) noexcept
{
    return DestroyFacade(device, GetSession().Fullscreen.Shaders, ResourceAccess::Id(shader));
}

ResourceStatus Destroy(DeviceHandle device, UniformHandle uniform) noexcept
{
    return DestroyFacade(device, GetSession().Fullscreen.Uniforms, ResourceAccess::Id(uniform));
}

ResourceStatus Destroy(DeviceHandle device, PipelineHandle pipeline) noexcept
{
    return DestroyFacade(device, GetSession().Fullscreen.Pipelines, ResourceAccess::Id(pipeline));
}

ResourceStatus DrawFullscreen(DeviceHandle device, PipelineHandle pipeline) noexcept
{
    constexpr const char* OPERATION = "DrawFullscreen";
    Session& session = GetSession();
    if (const ResourceVerdict verdict = Admit<ResourceStatus>(session, device, FrameRule::Inside);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    FrameState& frame = session.Frame;
    if (frame.IsSurfaceless)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::FrameWithoutSurface,
                      "the fullscreen triangle");
    }
    if (frame.HasFullscreenDraw)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::SecondFullscreenDraw);
    }
    if (!IsFrameUntouched(frame)) // a pass, a draw, a graph, or a scope that has closed the frame's own pass
    {
        return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::MixedDraws);
    }
    Facade& facade = session.Fullscreen;
    const FacadeRecord* record = FindRecord(facade.Pipelines, ResourceAccess::Id(pipeline));
    if (record == nullptr)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidHandle, DiagnosticCode::StaleHandle, "pipeline");
    }
    if (const RasterStatus state = GetRecordState(session, *record); state != RasterStatus::Ready)
    {
        const bool isPending = state == RasterStatus::Pending;
        return Refuse(OPERATION, isPending ? ResourceStatus::NotReady : ResourceStatus::Failed,
                      isPending ? DiagnosticCode::DependencyPending : DiagnosticCode::DependencyFailed, "pipeline");
    }
    const FacadeRecord* uniform = FindRecord(facade.Uniforms, record->Parts[2]);
    if (!uniform->WasWritten)
    {
        return Refuse(OPERATION, ResourceStatus::InvalidState, DiagnosticCode::UniformNeverWritten);
    }
    uint32 offset = 0;
    if (const RasterVerdict verdict = WriteUniform(session, uniform->Bytes.Span(), offset); !verdict.IsAccepted())
    {
        return RefuseRaster(OPERATION, verdict);
    }
    Put(frame.Stream.Data() + frame.RunStart,
        DrawVerticesCommand{
            .Header = {.Kind = CommandKind::DrawVertices, .Bytes = sizeof(DrawVerticesCommand)},
            .Pipeline = record->Slot,
            .Set = uniform->Slot,
            .DynamicOffset = offset,
            .VertexCount = 3,
        });
    const uint64 ordinal = s_Recording.Ordinal;
    session.Records.Hot(RecordKind::RasterPipeline, record->Slot).LastUse = ordinal;
    session.Records.Hot(RecordKind::BindingSet, uniform->Slot).LastUse = ordinal;
    frame.HasFullscreenDraw = true;
    s_Recording.Close(); // portable draws cannot join
    return ResourceStatus::Ready;
}

ResourceStatus CreateShader(const ShaderDescription& description, ShaderHandle& shader) noexcept
{
    return CreateShader(OwnDevice(), description, shader);
}

ResourceStatus CreateUniform(usize size, UniformHandle& uniform) noexcept
{
    return CreateUniform(OwnDevice(), size, uniform);
}

ResourceStatus CreatePipeline(const PipelineDescription& description, PipelineHandle& pipeline) noexcept
{
    return CreatePipeline(OwnDevice(), description, pipeline);
}

ResourceStatus GetStatus(ShaderHandle shader) noexcept
{
    return GetStatus(OwnDevice(), shader);
}

ResourceStatus GetStatus(UniformHandle uniform) noexcept
{
    return GetStatus(OwnDevice(), uniform);
}

ResourceStatus GetStatus(PipelineHandle pipeline) noexcept
{
    return GetStatus(OwnDevice(), pipeline);
}

FrameInfo GetFrameInfo() noexcept
{
    const FrameState& frame = GetSession().Frame;
    if (!frame.IsOpen)
    {
        return {};
    }
    return {.Width = frame.Target.Width, .Height = frame.Target.Height, .Encoding = frame.Target.Encoding};
}

ResourceStatus UpdateUniform(UniformHandle uniform, std::span<const uint8> bytes) noexcept
{
    return UpdateUniform(OwnDevice(), uniform, bytes);
}

ResourceStatus Destroy(ShaderHandle shader) noexcept
{
    return Destroy(OwnDevice(), shader);
}

ResourceStatus Destroy(UniformHandle uniform) noexcept
{
    return Destroy(OwnDevice(), uniform);
}

ResourceStatus Destroy(PipelineHandle pipeline) noexcept
{
    return Destroy(OwnDevice(), pipeline);
}

ResourceStatus DrawFullscreen(PipelineHandle pipeline) noexcept
{
    return DrawFullscreen(OwnDevice(), pipeline);
}
} // namespace ludus::graphics::rhi
