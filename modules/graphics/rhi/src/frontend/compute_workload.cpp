// ComputeWorkload of compute_workload.hpp: makes the objects of a sequence of kernels in two steps (what pipelines and
// sets are made from may be pending), and writes its passes into ordered graphs.
#include "formats/library_limits.h"
#include "frontend/preparation.h"
#include "frontend/workload_rules.h"
#include "validation/refuse.h"
#include "validation/text.h"

#include <ludus/foundation/memory/array.h>
#include <ludus/graphics/rhi/compute_workload.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace ludus::graphics::rhi
{
namespace internal
{
namespace
{
struct WorkloadBuffer final
{
    BufferHandle Handle{};
    bool IsOwned{false};
    bool IsWritten{false}; // by a kernel
};

struct WorkloadProgram final
{
    RasterShaderHandle Shader{};
    BindingLayoutHandle Layout{};
    ComputePipelineHandle Pipeline{};
    bool PreparesAsynchronously{false};
};

struct WorkloadKernel final
{
    char Name[GRAPH_NAME_BYTES + 1]{};
    uint32 Program{0}; // index
    uint32 FirstBinding{0};
    uint32 BindingCount{0};
    uint32 Groups[3]{1, 1, 1};
    BindingSetHandle Set{};
};
} // namespace

struct ComputeWorkloadState final
{
    DeviceHandle Device{};
    Array<WorkloadBuffer> Buffers{};
    Array<WorkloadProgram> Programs{};
    Array<WorkloadKernel> Kernels{};
    Array<ComputeWorkloadBinding> Bindings{}; // of the kernels in their order
    RasterStatus Status{RasterStatus::Pending};
};
} // namespace internal

using namespace internal;

namespace
{
constexpr const char* INITIALIZE = "ComputeWorkload::Initialize";
constexpr const char* POLL = "ComputeWorkload::Poll";
constexpr const char* BUILD = "ComputeWorkload::BuildGraph";
constexpr const char* RESET = "ComputeWorkload::Reset";

[[nodiscard]] constexpr bool IsUnderWay(RasterStatus status) noexcept
{
    return status == RasterStatus::Ready || status == RasterStatus::Pending;
}

// ---- Making and releasing -------------------------------------------------------------------------------------------

template <class Handle>
void DestroyOne(DeviceHandle device, Handle& handle) noexcept
{
    if (RasterAccess::Generation(handle) != 0)
    {
        static_cast<void>(Destroy(device, handle));
        handle = Handle{};
    }
}

/// Everything but external buffers; between frames on a device that is Ready.
void Release(ComputeWorkloadState& state) noexcept
{
    for (WorkloadKernel& kernel : state.Kernels)
    {
        DestroyOne(state.Device, kernel.Set);
    }
    for (WorkloadProgram& program : state.Programs)
    {
        DestroyOne(state.Device, program.Pipeline);
        DestroyOne(state.Device, program.Layout);
        DestroyOne(state.Device, program.Shader);
    }
    for (WorkloadBuffer& buffer : state.Buffers)
    {
        if (buffer.IsOwned)
        {
            DestroyOne(state.Device, buffer.Handle);
        }
    }
}

[[nodiscard]] RasterStatus MakeBuffers(ComputeWorkloadState& state,
                                       const ComputeWorkloadDescription& description) noexcept
{
    usize most = 0;
    for (const ComputeWorkloadBuffer& buffer : description.Buffers)
    {
        const bool isZeroed = buffer.InitialBytes.empty() && RasterAccess::Generation(buffer.External) == 0;
        most = isZeroed ? std::max(most, buffer.Size) : most;
    }
    Array<uint8> zeros;
    if (!zeros.Resize(most))
    {
        return Refuse(INITIALIZE, HostMemoryVerdict());
    }
    for (usize i = 0; i < description.Buffers.size(); ++i)
    {
        const ComputeWorkloadBuffer& source = description.Buffers[i];
        WorkloadBuffer& buffer = state.Buffers[i];
        buffer.Handle = source.External;
        buffer.IsOwned = RasterAccess::Generation(source.External) == 0;
        if (!buffer.IsOwned)
        {
            continue;
        }
        const std::span<const uint8> bytes =
            source.InitialBytes.empty() ? zeros.Span().subspan(0, source.Size) : source.InitialBytes;
        if (const RasterStatus status =
                CreateBuffer(state.Device, {.Role = source.Role, .Size = source.Size}, bytes, buffer.Handle);
            !IsUnderWay(status))
        {
            return status;
        }
    }
    return RasterStatus::Ready;
}

/// Whether the backend's worker has room for one more. Ready: it has; Pending: not now; else what became of the device.
[[nodiscard]] RasterStatus AskWorker() noexcept
{
    const RasterStatus status = AdmitPreparation(GetSession(), true).Result;
    return status == RasterStatus::CapacityExceeded ? RasterStatus::Pending : status;
}

/// A stage that the worker has no room for is made here: its artifact may be gone by the time there is room. Its
/// pipeline, which is what takes long, still waits for the worker.
[[nodiscard]] RasterStatus MakeProgram(ComputeWorkloadState& state, RasterShaderDescription shader) noexcept
{
    state.Programs.AppendReserved(WorkloadProgram{});
    WorkloadProgram& program = state.Programs.Back();
    program.PreparesAsynchronously = shader.ShouldPrepareAsynchronously;
    shader.ShouldPrepareAsynchronously = shader.ShouldPrepareAsynchronously && AskWorker() == RasterStatus::Ready;
    if (const RasterStatus status = CreateRasterShader(state.Device, shader, program.Shader); !IsUnderWay(status))
    {
        return status;
    }
    return CreateBindingLayout(state.Device, shader.Bindings, program.Layout);
}

[[nodiscard]] bool ReserveState(ComputeWorkloadState& state, const ComputeWorkloadDescription& description) noexcept
{
    usize bindings = 0;
    for (const ComputeWorkloadKernel& kernel : description.Kernels)
    {
        bindings += kernel.Bindings.size();
    }
    return state.Buffers.Resize(description.Buffers.size()) && state.Programs.Reserve(description.Kernels.size()) &&
           state.Kernels.Reserve(description.Kernels.size()) && state.Bindings.Reserve(bindings);
}

/// Buffers, shaders and layouts, and the description's own copy.
[[nodiscard]] RasterStatus MakeParts(ComputeWorkloadState& state,
                                     const ComputeWorkloadDescription& description) noexcept
{
    if (!ReserveState(state, description))
    {
        return Refuse(INITIALIZE, HostMemoryVerdict());
    }
    if (const RasterStatus status = MakeBuffers(state, description); status != RasterStatus::Ready)
    {
        return status;
    }
    for (const ComputeWorkloadKernel& source : description.Kernels)
    {
        WorkloadKernel kernel;
        kernel.Program = static_cast<uint32>(state.Programs.Size());
        if (source.UseProgramFrom != GRAPH_EXTERNAL_INDEX)
        {
            kernel.Program = state.Kernels[source.UseProgramFrom].Program;
        }
        else if (const RasterStatus status = MakeProgram(state, source.Shader); !IsUnderWay(status))
        {
            return status;
        }
        std::memcpy(kernel.Name, source.Name, MeasureText(source.Name, GRAPH_NAME_BYTES).size()); // as checked
        std::copy_n(source.Groups, 3, kernel.Groups);
        kernel.FirstBinding = static_cast<uint32>(state.Bindings.Size());
        kernel.BindingCount = static_cast<uint32>(source.Bindings.size());
        for (const ComputeWorkloadBinding& binding : source.Bindings)
        {
            state.Bindings.AppendReserved(binding);
            state.Buffers[binding.Buffer].IsWritten |= binding.IsWritable;
        }
        state.Kernels.AppendReserved(kernel);
    }
    return RasterStatus::Ready;
}

/// Pending before Ready, and a failure before both.
[[nodiscard]] constexpr RasterStatus Join(RasterStatus a, RasterStatus b) noexcept
{
    if (!IsUnderWay(a))
    {
        return a;
    }
    return b == RasterStatus::Ready ? a : b;
}

[[nodiscard]] RasterStatus AskParts(const ComputeWorkloadState& state) noexcept
{
    RasterStatus status = RasterStatus::Ready;
    for (const WorkloadBuffer& buffer : state.Buffers)
    {
        status = Join(status, GetStatus(state.Device, buffer.Handle));
    }
    for (const WorkloadProgram& program : state.Programs)
    {
        status = Join(status, GetStatus(state.Device, program.Shader));
        status = Join(status, GetStatus(state.Device, program.Layout));
    }
    return status;
}

[[nodiscard]] RasterStatus MakeSet(ComputeWorkloadState& state, WorkloadKernel& kernel) noexcept
{
    RasterBindingResource resources[RASTER_BINDING_COUNT];
    for (uint32 i = 0; i < kernel.BindingCount; ++i)
    {
        const ComputeWorkloadBinding& binding = state.Bindings[kernel.FirstBinding + i];
        resources[i] = {binding.Binding, state.Buffers[binding.Buffer].Handle, binding.Offset, binding.Size};
    }
    return CreateBindingSet(state.Device, state.Programs[kernel.Program].Layout, {resources, kernel.BindingCount},
                            kernel.Set);
}

/// Where the program's pipeline is made, as soon as there is room on the worker that is to make it.
[[nodiscard]] RasterStatus MakePipeline(const ComputeWorkloadState& state, WorkloadProgram& program) noexcept
{
    if (RasterAccess::Generation(program.Pipeline) != 0)
    {
        return GetStatus(state.Device, program.Pipeline);
    }
    if (const RasterStatus room = program.PreparesAsynchronously ? AskWorker() : RasterStatus::Ready;
        room != RasterStatus::Ready)
    {
        return room;
    }
    return CreateComputePipeline(state.Device, {program.Shader, program.Layout, program.PreparesAsynchronously},
                                 program.Pipeline);
}

/// Pipelines and sets that are not made yet, once their parts are ready.
[[nodiscard]] RasterStatus MakeWhole(ComputeWorkloadState& state) noexcept
{
    RasterStatus status = RasterStatus::Ready;
    for (WorkloadProgram& program : state.Programs)
    {
        status = Join(status, MakePipeline(state, program));
    }
    for (WorkloadKernel& kernel : state.Kernels)
    {
        if (!IsUnderWay(status))
        {
            break;
        }
        status = Join(status, RasterAccess::Generation(kernel.Set) != 0 ? GetStatus(state.Device, kernel.Set)
                                                                        : MakeSet(state, kernel));
    }
    return status;
}

[[nodiscard]] RasterStatus Advance(ComputeWorkloadState& state) noexcept
{
    const RasterStatus parts = AskParts(state);
    return parts == RasterStatus::Ready ? MakeWhole(state) : parts;
}

// ---- Graphs ---------------------------------------------------------------------------------------------------------

[[nodiscard]] RasterStatus AddKernel(const ComputeWorkloadState& state, const WorkloadKernel& kernel,
                                     const OrderedGraph& graph, Array<GraphVersion>& versions) noexcept
{
    GraphUse uses[RASTER_BINDING_COUNT];
    for (uint32 i = 0; i < kernel.BindingCount; ++i)
    {
        const ComputeWorkloadBinding& binding = state.Bindings[kernel.FirstBinding + i];
        GraphVersion& version = versions[binding.Buffer];
        if (binding.IsWritable)
        {
            if (const RasterStatus status = NextGraphVersion(state.Device, graph, version, version);
                status != RasterStatus::Ready)
            {
                return status;
            }
        }
        uses[i] = {version, binding.IsWritable ? GraphAccessMode::StorageReadWrite : GraphAccessMode::StorageRead,
                   binding.Offset, binding.Size, RasterVisibility::Compute};
    }
    ComputeDispatch dispatch{.Pipeline = state.Programs[kernel.Program].Pipeline, .Bindings = kernel.Set};
    std::copy_n(kernel.Groups, 3, dispatch.Groups);
    return AddGraphPass(state.Device, graph,
                        {.Name = kernel.Name, .Uses = uses, .UseCount = kernel.BindingCount, .Dispatch = &dispatch});
}

[[nodiscard]] RasterStatus Author(const ComputeWorkloadState& state, const OrderedGraph& graph, bool shouldRoot,
                                  Array<GraphVersion>& versions) noexcept
{
    for (usize i = 0; i < state.Buffers.Size(); ++i)
    {
        if (const RasterStatus status = ImportGraphBuffer(state.Device, graph, state.Buffers[i].Handle, versions[i]);
            status != RasterStatus::Ready)
        {
            return status;
        }
    }
    for (const WorkloadKernel& kernel : state.Kernels)
    {
        if (const RasterStatus status = AddKernel(state, kernel, graph, versions); status != RasterStatus::Ready)
        {
            return status;
        }
    }
    for (usize i = 0; i < state.Buffers.Size(); ++i)
    {
        if (!shouldRoot || !state.Buffers[i].IsWritten)
        {
            continue;
        }
        if (const RasterStatus status = AddGraphRoot(state.Device, graph, versions[i], GraphRoot::History);
            status != RasterStatus::Ready)
        {
            return status;
        }
    }
    return RasterStatus::Ready;
}

/// Owner, device state and frame state, then whether the workload is of this device.
[[nodiscard]] RasterVerdict AdmitWorkload(const Session& session, DeviceHandle device,
                                          const ComputeWorkloadState* state) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (state == nullptr)
    {
        return {RasterStatus::NotReady, {.Code = DiagnosticCode::WorkloadEmpty}};
    }
    if (!session.Owns(state->Device))
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::ForeignDevice, .Field = "device"}};
    }
    return {};
}
} // namespace

ComputeWorkload::ComputeWorkload() noexcept = default;
ComputeWorkload::ComputeWorkload(ComputeWorkload&& other) noexcept = default;

ComputeWorkload& ComputeWorkload::operator=(ComputeWorkload&& other) noexcept
{
    if (this != &other)
    {
        if (State)
        {
            static_cast<void>(Reset(State->Device));
        }
        State = std::move(other.State);
    }
    return *this;
}

ComputeWorkload::~ComputeWorkload()
{
    if (State)
    {
        static_cast<void>(Reset(State->Device));
    }
}

RasterStatus ComputeWorkload::Initialize(DeviceHandle device, const ComputeWorkloadDescription& description) noexcept
{
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(INITIALIZE, verdict);
    }
    if (State)
    {
        return Refuse(INITIALIZE, RasterStatus::InvalidState, DiagnosticCode::OutputOccupied, "The workload");
    }
    if (!session.Enabled.Compute)
    {
        return Refuse(INITIALIZE, RasterStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, "Compute");
    }
    if (const RasterVerdict verdict = CheckWorkload(session, description); !verdict.IsAccepted())
    {
        return Refuse(INITIALIZE, verdict);
    }
    foundation::Owned<ComputeWorkloadState> state = foundation::MakeOwned<ComputeWorkloadState>();
    if (!state)
    {
        return Refuse(INITIALIZE, HostMemoryVerdict());
    }
    state->Device = device;
    RasterStatus status = MakeParts(*state, description);
    status = status == RasterStatus::Ready ? Advance(*state) : status;
    if (!IsUnderWay(status))
    {
        Release(*state);
        return status;
    }
    state->Status = status;
    State = std::move(state);
    return status;
}

RasterStatus ComputeWorkload::Poll(DeviceHandle device) noexcept
{
    if (const RasterVerdict verdict = AdmitWorkload(GetSession(), device, State.Get()); !verdict.IsAccepted())
    {
        return Refuse(POLL, verdict);
    }
    if (State->Status == RasterStatus::Pending)
    {
        State->Status = Advance(*State);
    }
    return State->Status;
}

RasterStatus ComputeWorkload::BuildGraph(DeviceHandle device, OrderedGraph& outGraph,
                                         std::span<GraphVersion> outputVersions, bool shouldRootBuffers) const noexcept
{
    if (const RasterVerdict verdict = AdmitWorkload(GetSession(), device, State.Get()); !verdict.IsAccepted())
    {
        return Refuse(BUILD, verdict);
    }
    if (State->Status != RasterStatus::Ready)
    {
        const bool isPending = State->Status == RasterStatus::Pending;
        return Refuse(BUILD, isPending ? RasterStatus::NotReady : RasterStatus::InvalidState,
                      isPending ? DiagnosticCode::DependencyPending : DiagnosticCode::DependencyFailed, "The workload");
    }
    if (const RasterVerdict verdict = CheckSpan<GraphVersion>(outputVersions, "outputVersions"); !verdict.IsAccepted())
    {
        return Refuse(BUILD, verdict);
    }
    if (!outputVersions.empty() && outputVersions.size() != State->Buffers.Size())
    {
        return Refuse(BUILD, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::ValueNotExact,
                       .Field = "The number of outputVersions",
                       .Got = outputVersions.size(),
                       .Allowed = State->Buffers.Size()});
    }
    Array<GraphVersion> versions;
    if (!versions.Resize(State->Buffers.Size()))
    {
        return Refuse(BUILD, HostMemoryVerdict());
    }
    if (const RasterStatus status = CreateOrderedGraph(device, outGraph); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = Author(*State, outGraph, shouldRootBuffers, versions);
        status != RasterStatus::Ready)
    {
        static_cast<void>(DiscardOrderedGraph(device, outGraph));
        return status;
    }
    std::copy_n(versions.begin(), outputVersions.size(), outputVersions.begin());
    return RasterStatus::Ready;
}

bool ComputeWorkload::IsOf(DeviceHandle device) const noexcept
{
    return State && DeviceAccess::Owner(State->Device) == DeviceAccess::Owner(device);
}

BufferHandle ComputeWorkload::GetBuffer(uint32 index) const noexcept
{
    return State && index < State->Buffers.Size() ? State->Buffers[index].Handle : BufferHandle{};
}

RasterStatus ComputeWorkload::Reset(DeviceHandle device) noexcept
{
    Session& session = GetSession();
    if (!State)
    {
        return RasterStatus::Ready;
    }
    // A device that is gone, lost or failed has taken every record with it.
    if (session.Owns(State->Device) && session.Startup.State == StartupState::Ready)
    {
        if (const RasterVerdict verdict = AdmitWorkload(session, device, State.Get()); !verdict.IsAccepted())
        {
            return Refuse(RESET, verdict);
        }
        Release(*State);
    }
    State.Reset();
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
