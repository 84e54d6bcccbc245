#include "registry/registry.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint64 LAST_IDENTITY = std::numeric_limits<uint64>::max() - 1; // kept free, as is the value above it

constinit uint64 s_NextIdentity = 1;

// Parents before what they were made from.
constexpr RecordKind RELEASE_ORDER[] = {
    RecordKind::RasterPipeline, RecordKind::ComputePipeline, RecordKind::BindingSet,
    RecordKind::BindingLayout,  RecordKind::Shader,          RecordKind::TextureView,
    RecordKind::Sampler,        RecordKind::Texture,         RecordKind::Buffer,
};
} // namespace

bool TakeIdentity(uint64& identity) noexcept
{
    if (s_NextIdentity >= LAST_IDENTITY)
    {
        return false;
    }
    identity = s_NextIdentity++;
    return true;
}

void SetNextIdentity(uint64 next) noexcept
{
    s_NextIdentity = next;
}

uint64 GetNextIdentity() noexcept
{
    return s_NextIdentity;
}

const char* GetKindName(RecordKind kind) noexcept
{
    switch (kind)
    {
    case RecordKind::Buffer:
        return "buffer";
    case RecordKind::Texture:
        return "texture";
    case RecordKind::TextureView:
        return "texture view";
    case RecordKind::Sampler:
        return "sampler";
    case RecordKind::Shader:
        return "shader";
    case RecordKind::BindingLayout:
        return "binding layout";
    case RecordKind::BindingSet:
        return "binding set";
    case RecordKind::RasterPipeline:
        return "raster pipeline";
    case RecordKind::ComputePipeline:
        return "compute pipeline";
    case RecordKind::Count:
        break;
    }
    return "object";
}

RasterVerdict HostMemoryVerdict() noexcept
{
    if (foundation::GetHostMemoryFailure() == foundation::HostMemoryFailure::Budget)
    {
        return {RasterStatus::CapacityExceeded, {.Code = DiagnosticCode::HostBytesExhausted}};
    }
    return {RasterStatus::OutOfMemory, {.Code = DiagnosticCode::HostMemoryRefused}};
}

void Registry::Open(const StorageLimits& limits, GraphicsBackend& backend) noexcept
{
    assert(CountOccupied() == 0 && "records of an earlier session were not released");
    Native = &backend;
    Limits = limits;
    ResourceBytes = 0;
    Descriptors = 0;
    Completed = 0;
    for (usize kind = 0; kind < RECORD_KIND_COUNT; ++kind)
    {
        PublicCount[kind] = 0;
        Retiring[kind] = NO_SLOT;
    }
    for (const RecordKind kind : RELEASE_ORDER)
    {
        WithTable(kind, [](auto& table) { table.SortFreeSlots(); });
    }
}

void Registry::Close(bool isBackendLeft) noexcept
{
    Completed = std::numeric_limits<uint64>::max();
    for (const RecordKind kind : RELEASE_ORDER)
    {
        const uint32 slots = WithTable(kind, [](auto& table) { return table.GetSlotCount(); });
        for (uint32 slot = 0; slot < slots; ++slot)
        {
            ColdHead& cold = Cold(kind, slot);
            if (cold.IsOccupied)
            {
                cold.IsPublic = false;
                cold.IsBackendPending = false;
                cold.HasBackendObject = cold.HasBackendObject && !isBackendLeft;
                cold.Retains = 0;
                Release(kind, slot);
            }
        }
        Retiring[static_cast<usize>(kind)] = NO_SLOT;
    }
    Native = nullptr;
}

void Registry::Abandon(RecordKind kind, uint32 slot) noexcept
{
    Release(kind, slot);
}

void Registry::Complete(RecordKind kind, uint32 slot, uint64 generation, RasterStatus state) noexcept
{
    ColdHead& cold = Cold(kind, slot);
    if (!cold.IsOccupied || cold.Generation != generation || !cold.IsBackendPending)
    {
        return;
    }
    cold.IsBackendPending = false;
    cold.HasBackendObject = state == RasterStatus::Ready; // a failed creation has made nothing
    cold.State = state;
    Hot(kind, slot).Ready = cold.IsPublic && state == RasterStatus::Ready ? generation : 0;
    ReleaseIfUnused(kind, slot);
}

void Registry::SetState(RecordKind kind, uint32 slot, RasterStatus state) noexcept
{
    ColdHead& cold = Cold(kind, slot);
    cold.State = state;
    Hot(kind, slot).Ready = cold.IsPublic && state == RasterStatus::Ready ? cold.Generation : 0;
}

void Registry::Detach(RecordKind kind, uint32 slot) noexcept
{
    Cold(kind, slot).IsPublic = false;
    Hot(kind, slot).Ready = 0;
    ReleaseIfUnused(kind, slot);
}

void Registry::SetCompleted(uint64 ordinal) noexcept
{
    if (ordinal <= Completed)
    {
        return;
    }
    Completed = ordinal;
    // Parents first: a released parent lets go of its parts, which are then found in their own queue or go at once.
    for (const RecordKind kind : RELEASE_ORDER)
    {
        uint32* link = &Retiring[static_cast<usize>(kind)];
        while (*link != NO_SLOT)
        {
            const uint32 slot = *link;
            ColdHead& cold = Cold(kind, slot);
            if (Hot(kind, slot).LastUse > Completed)
            {
                link = &cold.Next;
                continue;
            }
            *link = cold.Next;
            cold.Next = NO_SLOT;
            cold.IsRetiring = false;
            ReleaseIfUnused(kind, slot);
        }
    }
}

ColdHead& Registry::Cold(RecordKind kind, uint32 slot) noexcept
{
    return WithTable(kind, [slot](auto& table) -> ColdHead& { return table.Twin(slot); });
}

HotHead& Registry::Hot(RecordKind kind, uint32 slot) noexcept
{
    return WithTable(kind, [slot](auto& table) -> HotHead& { return table.At(slot); });
}

uint32 Registry::CountOccupied() const noexcept
{
    return Buffers.GetOccupiedCount() + Textures.GetOccupiedCount() + Views.GetOccupiedCount() +
           Samplers.GetOccupiedCount() + Shaders.GetOccupiedCount() + Layouts.GetOccupiedCount() +
           Sets.GetOccupiedCount() + Pipelines.GetOccupiedCount() + ComputePipelines.GetOccupiedCount();
}

uint32 Registry::CountCommittedBlocks() noexcept
{
    uint32 count = Buffers.CountBlocks() + Textures.CountBlocks() + Views.CountBlocks() + Samplers.CountBlocks() +
                   Shaders.CountBlocks() + Layouts.CountBlocks() + Sets.CountBlocks() + Pipelines.CountBlocks() +
                   ComputePipelines.CountBlocks();
    const auto add = [&count](const auto& array) { count += array.Capacity() != 0 ? 1U : 0U; };
    for (uint32 slot = 0; slot < Shaders.GetSlotCount(); ++slot)
    {
        add(Shaders.Twin(slot).Inputs);
        add(Shaders.Twin(slot).Bindings);
    }
    for (uint32 slot = 0; slot < Layouts.GetSlotCount(); ++slot)
    {
        add(Layouts.Twin(slot).Bindings);
    }
    for (uint32 slot = 0; slot < Sets.GetSlotCount(); ++slot)
    {
        add(Sets.Twin(slot).Descriptors);
        add(Sets.Twin(slot).Dynamic);
        add(Sets.Twin(slot).Attachments);
        add(Sets.Twin(slot).Reachable.Tokens);
        add(Sets.Twin(slot).Reachable.Marks);
    }
    return count;
}

bool Registry::IsKept(const ColdHead& cold) const noexcept
{
    return cold.IsPublic || cold.Retains != 0 || cold.IsBackendPending || cold.IsRetiring;
}

void Registry::ReleaseIfUnused(RecordKind kind, uint32 slot) noexcept
{
    if (IsKept(Cold(kind, slot)))
    {
        return;
    }
    if (Hot(kind, slot).LastUse > Completed)
    {
        Queue(kind, slot);
        return;
    }
    Release(kind, slot);
}

void Registry::Queue(RecordKind kind, uint32 slot) noexcept
{
    ColdHead& cold = Cold(kind, slot);
    uint32& head = Retiring[static_cast<usize>(kind)];
    cold.IsRetiring = true;
    cold.Next = head;
    head = slot;
}

void Registry::Release(RecordKind kind, uint32 slot) noexcept
{
    ColdHead& cold = Cold(kind, slot);
    if (cold.HasBackendObject)
    {
        Native->Destroy(kind, slot);
    }
    LetGoOfParts(kind, slot);
    ResourceBytes -= cold.ResourceBytes;
    Descriptors -= cold.DescriptorCharge;
    PublicCount[static_cast<usize>(kind)] -= cold.IsInternal ? 0U : 1U;
    cold.IsOccupied = false;
    cold.HasBackendObject = false;
    cold.IsRetiring = false;
    cold.State = RasterStatus::NotReady;
    Hot(kind, slot).Ready = 0;
    WithTable(kind, [slot](auto& table) { table.ReturnSlot(slot); });
}

// A part lives at least as long as every record made from it that a submission used.
void Registry::LetGo(RecordKind kind, uint32 slot, uint64 lastUse) noexcept
{
    if (slot == NO_SLOT)
    {
        return; // the record was abandoned before it kept anything
    }
    ColdHead& cold = Cold(kind, slot);
    if (!cold.IsOccupied || cold.Retains == 0)
    {
        return; // Close releases records whoever keeps them
    }
    HotHead& hot = Hot(kind, slot);
    hot.LastUse = std::max(hot.LastUse, lastUse);
    --cold.Retains;
    if (!cold.IsPublic && cold.Retains == 0)
    {
        ReleaseIfUnused(kind, slot);
    }
}

// The arrays keep their capacity: the next record of the slot creates without allocating.
void Registry::LetGoOfParts(RecordKind kind, uint32 slot) noexcept
{
    const uint64 lastUse = Hot(kind, slot).LastUse;
    switch (kind)
    {
    case RecordKind::Buffer:
    {
        // Index copies are as large as the buffer: they go with it.
        BufferCold& cold = Buffers.Twin(slot);
        cold.Shadow.Release();
        cold.Maxima.Release();
        cold.IsTableLength = false;
        break;
    }
    case RecordKind::TextureView:
        LetGo(RecordKind::Texture, std::exchange(Views.Twin(slot).Range.Texture, NO_SLOT), lastUse);
        break;
    case RecordKind::BindingSet:
    {
        SetCold& cold = Sets.Twin(slot);
        for (const SetDescriptor& descriptor : cold.Descriptors)
        {
            LetGo(GetDescriptorKind(descriptor.Kind), descriptor.Slot, lastUse);
        }
        LetGo(RecordKind::BindingLayout, std::exchange(cold.Layout, NO_SLOT), lastUse);
        cold.Descriptors.Clear();
        cold.Dynamic.Clear();
        cold.Attachments.Clear();
        cold.Reachable.Tokens.Clear();
        cold.Reachable.Marks.Clear();
        cold.TableLength = 0;
        break;
    }
    case RecordKind::RasterPipeline:
    {
        PipelineCold& cold = Pipelines.Twin(slot);
        LetGo(RecordKind::Shader, std::exchange(cold.Vertex, NO_SLOT), lastUse);
        LetGo(RecordKind::Shader, std::exchange(cold.Fragment, NO_SLOT), lastUse);
        LetGo(RecordKind::BindingLayout, std::exchange(cold.Layout, NO_SLOT), lastUse);
        break;
    }
    case RecordKind::ComputePipeline:
    {
        ComputePipelineCold& cold = ComputePipelines.Twin(slot);
        LetGo(RecordKind::Shader, std::exchange(cold.Shader, NO_SLOT), lastUse);
        LetGo(RecordKind::BindingLayout, std::exchange(cold.Layout, NO_SLOT), lastUse);
        break;
    }
    case RecordKind::Texture:
        Textures.Twin(slot).Ledger.Layers.Words.Release(); // as many as the texture has layers
        break;
    case RecordKind::Sampler:
    case RecordKind::Shader:
    case RecordKind::BindingLayout:
    case RecordKind::Count:
        break;
    }
}

} // namespace ludus::graphics::rhi::internal
