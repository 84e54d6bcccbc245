// Startup, late results, destruction: what all objects have in common.
#include "backends/reference/reference_backend.h"
#include "boundary/registration.h"

#include <ludus/graphics/rhi/diagnostics.h>

#include <algorithm>
#include <utility>

namespace ludus::graphics::rhi::internal
{
namespace
{
using Stage = ReferenceObject::Stage;

constexpr const char* KIND_NAMES[RECORD_KIND_COUNT] = {
    "buffer", "texture", "view", "sampler", "shader", "layout", "set", "pipeline", "compute pipeline",
};

const char* GetName(RecordKind kind) noexcept
{
    return kind < RecordKind::Count ? KIND_NAMES[static_cast<usize>(kind)] : "unknown object";
}

foundation::Owned<GraphicsBackend> Make() noexcept
{
    if (MeetReferenceCall(ReferenceCall::Make) != nullptr)
    {
        return {};
    }
    return foundation::MakeOwned<ReferenceBackend>();
}
} // namespace

// AutoRank zero: a program never gets a backend without pixels unless it asks for it.
extern const BackendRegistration REFERENCE_BACKEND;
const BackendRegistration REFERENCE_BACKEND{
    .Name = Backend::Reference,
    .Selection = BackendSelection::Reference,
    .AutoRank = 0,
    .Artifact = "Spirv",
    .Create = Make,
};

BackendStatus ReferenceBackend::Start(const BackendRequest& request, BackendReport& report) noexcept
{
    // What was ordered for an earlier session does not concern this one.
    GetReferenceOrders() = ReferenceOrders{};
    ReferenceControl& control = GetReferenceControl();
    control.SubmittedOrdinal = 0;
    control.CompletedOrdinal = 0;
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::Start);
    if (IsStarted || IsStarting)
    {
        Violate("Start a second time");
    }
    std::snprintf(control.ApplicationName, sizeof control.ApplicationName, "%s", request.Application.Name.c_str());
    Report = control.Report;
    Clock = control.ClockStart;
    if (failure != nullptr)
    {
        report.Error = failure->Error;
        return failure->Status;
    }
    if (control.HoldsStartup)
    {
        IsStarting = true;
        return BackendStatus::Pending;
    }
    IsStarted = true;
    report = Report;
    return BackendStatus::Ready;
}

BackendStatus ReferenceBackend::BindWindow(BackendReport& /*report*/) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::BindWindow);
    if (!IsStarted)
    {
        Violate("BindWindow before the start has succeeded");
    }
    return failure != nullptr ? failure->Status : BackendStatus::Ready;
}

void ReferenceBackend::Poll(BackendEvents& events) noexcept
{
    ReferenceOrders& orders = GetReferenceOrders();
    if (IsStarting && orders.EndsStartup)
    {
        orders.EndsStartup = false;
        IsStarting = false;
        IsStarted = orders.StartupResult == BackendStatus::Ready;
        BackendReport report = Report;
        report.Error = orders.StartupReason;
        events.OnStarted(orders.StartupResult, report);
        return;
    }
    if (IsLost())
    {
        if (!HasReportedLoss)
        {
            HasReportedLoss = true;
            events.OnLost();
        }
        return;
    }
    DeliverCreations(events);
    for (uint64& refused : RefusedTransfers)
    {
        if (refused != 0 && refused <= PollCompleted())
        {
            events.OnTransferFailed(std::exchange(refused, 0));
        }
    }
}

void ReferenceBackend::DeliverCreations(BackendEvents& events) noexcept
{
    ReferenceOrders orders = GetReferenceOrders();
    for (auto& ending : GetReferenceOrders().Creations)
    {
        ending = {};
    }
    // The list stays as it is while events are delivered: they may create and destroy. What a creation in an event
    // appends waits for the next Poll.
    const usize count = Pending.Size();
    usize kept = 0;
    for (usize i = 0; i < count; ++i)
    {
        const PendingCreation pending = Pending[i];
        ReferenceOrders::Ending& ending = orders.Creations[static_cast<usize>(pending.Kind)];
        if (pending.IsHeld && ending.Count == 0)
        {
            Pending[kept++] = pending;
            continue;
        }
        const BackendStatus result = pending.IsHeld ? ending.Result : BackendStatus::Ready;
        if (pending.IsHeld)
        {
            --ending.Count;
        }
        ReferenceObject* object = FindObject(pending.Kind, pending.Slot);
        if (object->State == Stage::Orphaned || result != BackendStatus::Ready)
        {
            ReleaseUses(pending.Kind, pending.Slot);
            Empty(pending.Kind, pending.Slot);
        }
        else
        {
            object->State = Stage::Ready;
        }
        events.OnCreated({pending.Kind, pending.Slot, pending.Generation, result});
    }
    for (usize i = count; i < Pending.Size(); ++i)
    {
        Pending[kept++] = Pending[i];
    }
    while (Pending.Size() > kept)
    {
        Pending.PopBack();
    }
}

bool ReferenceBackend::Drain() noexcept
{
    if (GetReferenceControl().NeverDrains && !IsLost())
    {
        return false;
    }
    IsDrained = true;
    DrainedOrdinal = Submitted;
    for (const PendingCreation& pending : Pending)
    {
        ReferenceObject* object = FindObject(pending.Kind, pending.Slot);
        if (object->State == Stage::Orphaned)
        {
            ReleaseUses(pending.Kind, pending.Slot);
            Empty(pending.Kind, pending.Slot);
        }
        else
        {
            object->State = Stage::Ready;
        }
    }
    Pending.Clear();
    return true;
}

BackendStatus ReferenceBackend::Close(RecordKind kind, uint32 slot, uint64 generation, ReferenceObject& object,
                                      bool isAsynchronous) noexcept
{
    const bool isHeld = GetReferenceControl().HoldsCreation[static_cast<usize>(kind)];
    object.Generation = generation;
    ++LiveObjects;
    if (!isHeld && !isAsynchronous)
    {
        object.State = Stage::Ready;
        return BackendStatus::Ready;
    }
    object.State = Stage::Pending;
    Pending.AppendReserved({kind, slot, generation, isHeld});
    return BackendStatus::Pending;
}

void ReferenceBackend::Destroy(RecordKind kind, uint32 slot) noexcept
{
    ReferenceObject* object = FindObject(kind, slot);
    if (object == nullptr || object->State == Stage::Empty || object->State == Stage::Orphaned)
    {
        if (!IsDrained)
        {
            Violate("Destroy of %s %u, which does not exist", GetName(kind), slot);
        }
        return;
    }
    if (object->Users != 0)
    {
        Violate("Destroy of %s %u while %u objects made from it live", GetName(kind), slot, object->Users);
        return;
    }
    if (object->LastUse > PollCompleted() && !IsLost())
    {
        Violate("Destroy of %s %u while submission %llu, which uses it, has not completed", GetName(kind), slot,
                static_cast<unsigned long long>(object->LastUse));
        return;
    }
    if (object->State == Stage::Pending)
    {
        object->State = Stage::Orphaned;
        return;
    }
    ReleaseUses(kind, slot);
    Empty(kind, slot);
}

void ReferenceBackend::SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept
{
    const ReferenceObject* object = FindObject(kind, slot);
    if (object == nullptr || object->State == Stage::Empty)
    {
        Violate("SetLabel of %s %u, which does not exist", GetName(kind), slot);
    }
    if (label == nullptr || std::memchr(label, 0, LABEL_BYTES) == nullptr)
    {
        Violate("SetLabel of %s %u with a label that does not end", GetName(kind), slot);
    }
}

ReferenceObject* ReferenceBackend::FindObject(RecordKind kind, uint32 slot) noexcept
{
    switch (kind)
    {
    case RecordKind::Buffer:
        return Buffers.Find(slot);
    case RecordKind::Texture:
        return Textures.Find(slot);
    case RecordKind::TextureView:
        return Views.Find(slot);
    case RecordKind::Sampler:
        return Samplers.Find(slot);
    case RecordKind::Shader:
        return Shaders.Find(slot);
    case RecordKind::BindingLayout:
        return Layouts.Find(slot);
    case RecordKind::BindingSet:
        return Sets.Find(slot);
    case RecordKind::RasterPipeline:
        return RasterPipelines.Find(slot);
    case RecordKind::ComputePipeline:
        return ComputePipelines.Find(slot);
    case RecordKind::Count:
        break;
    }
    return nullptr;
}

// An object that goes gives back what it was made from.
void ReferenceBackend::ReleaseUses(RecordKind kind, uint32 slot) noexcept
{
    const auto release = [this](RecordKind used, uint32 index)
    {
        if (index != NO_SLOT)
        {
            --FindObject(used, index)->Users;
        }
    };
    if (kind == RecordKind::TextureView)
    {
        release(RecordKind::Texture, Views.At(slot).Creation.Texture);
    }
    else if (kind == RecordKind::BindingSet)
    {
        release(RecordKind::BindingLayout, Sets.At(slot).Layout);
        for (const SetDescriptor& descriptor : Sets.At(slot).Descriptors)
        {
            release(GetDescriptorKind(descriptor.Kind), descriptor.Slot);
        }
    }
    else if (kind == RecordKind::RasterPipeline || kind == RecordKind::ComputePipeline)
    {
        const ReferencePipeline& pipeline =
            kind == RecordKind::RasterPipeline ? RasterPipelines.At(slot) : ComputePipelines.At(slot);
        release(RecordKind::Shader, pipeline.Vertex);
        release(RecordKind::Shader, pipeline.Fragment);
        release(RecordKind::BindingLayout, pipeline.Layout);
    }
}

void ReferenceBackend::Empty(RecordKind kind, uint32 slot) noexcept
{
    switch (kind)
    {
    case RecordKind::Buffer:
        FrameUniforms = FrameUniforms == slot ? NO_SLOT : FrameUniforms;
        Buffers.At(slot) = {};
        break;
    case RecordKind::Texture:
        Textures.At(slot) = {};
        break;
    case RecordKind::TextureView:
        Views.At(slot) = {};
        break;
    case RecordKind::Sampler:
        Samplers.At(slot) = {};
        break;
    case RecordKind::Shader:
        Shaders.At(slot) = {};
        break;
    case RecordKind::BindingLayout:
        Layouts.At(slot) = {};
        break;
    case RecordKind::BindingSet:
        Sets.At(slot) = {};
        break;
    case RecordKind::RasterPipeline:
        RasterPipelines.At(slot) = {};
        break;
    case RecordKind::ComputePipeline:
        ComputePipelines.At(slot) = {};
        break;
    case RecordKind::Count:
        return;
    }
    --LiveObjects;
}

bool ReferenceBackend::IsLost() noexcept
{
    return GetReferenceOrders().LosesDevice;
}
} // namespace ludus::graphics::rhi::internal
