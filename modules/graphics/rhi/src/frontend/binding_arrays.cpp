#include "frontend/binding_arrays.h"

#include "frontend/refusals.h"

#include <algorithm>
#include <cstring>

namespace ludus::graphics::rhi::internal
{
namespace
{
// `next`: the entry behind those that the bindings before have taken in the caller's order. Most callers list their
// entries by binding: then no entry is looked for.
void AppendArray(SetCold& cold, const RasterBinding& binding, uint32 count,
                 std::span<const ResolvedBindingResource> entries, usize& next) noexcept
{
    const usize first = cold.Descriptors.Size();
    for (uint32 element = 0; element < count; ++element)
    {
        cold.Descriptors.AppendReserved({});
    }
    uint32 given = 0;
    const auto place = [&](const ResolvedBindingResource& entry) noexcept
    {
        cold.Descriptors[first + entry.Source->ArrayElement] = MakeDescriptor(binding, entry);
        ++given;
    };
    const usize begin = next;
    while (next < entries.size() && entries[next].Source->Binding == binding.Binding)
    {
        place(entries[next++]);
    }
    for (usize i = 0; given < count && i < entries.size(); ++i)
    {
        if ((i < begin || i >= next) && entries[i].Source->Binding == binding.Binding)
        {
            place(entries[i]);
        }
    }
    if (given == count)
    {
        return;
    }
    for (uint32 element = 1; element < count; ++element)
    {
        SetDescriptor& descriptor = cold.Descriptors[first + element];
        if (descriptor.Slot == NO_SLOT)
        {
            descriptor = cold.Descriptors[first];
            descriptor.Element = element;
            descriptor.IsFallback = true;
        }
    }
}

} // namespace

void AppendDescriptors(SetCold& cold, std::span<const RasterBinding> layout,
                       std::span<const ResolvedBindingResource> entries, uint32 tableLength, uint32 lengthSlot) noexcept
{
    usize next = 0;
    for (const RasterBinding& binding : layout)
    {
        if (lengthSlot != NO_SLOT && binding.Binding == RUNTIME_BINDING_LENGTH_SLOT)
        {
            cold.Descriptors.AppendReserved({.Binding = binding.Binding,
                                             .Kind = RasterBindingKind::UniformBuffer,
                                             .Slot = lengthSlot,
                                             .Size = RUNTIME_BINDING_LENGTH_BYTES});
            continue;
        }
        AppendArray(cold, binding, ElementsOf(binding, tableLength), entries, next);
    }
}

uint32 CountReachable(std::span<const RasterBinding> layout, std::span<const ResolvedBindingResource> entries) noexcept
{
    uint32 selected = 0; // bindings, a bit a number
    for (const RasterBinding& binding : layout)
    {
        selected |= binding.Indexing == RasterBindingIndexing::NonUniform ? 1U << binding.Binding : 0U;
    }
    uint32 count = 0;
    for (usize i = 0; selected != 0 && i < entries.size(); ++i)
    {
        count += selected >> entries[i].Source->Binding & 1U;
    }
    return count;
}

bool FillReachable(SetCold& cold, std::span<const RasterBinding> layout, BindingSetHandle set, uint32 count) noexcept
{
    ReachableElements& reachable = cold.Reachable;
    if (!reachable.Tokens.Reserve(count) || !reachable.Marks.Resize(count))
    {
        return false;
    }
    std::fill(reachable.Marks.begin(), reachable.Marks.end(), 0U);
    reachable.Mark = 0;
    for (const SetDescriptor& descriptor : cold.Descriptors)
    {
        const RasterBinding* binding = FindBinding(layout, descriptor.Binding);
        if (binding->Indexing == RasterBindingIndexing::NonUniform && !descriptor.IsFallback)
        {
            reachable.Tokens.AppendReserved(RasterAccess::MakeIndex(set, descriptor.Binding, descriptor.Element));
        }
    }
    return true;
}

bool AreReachable(ReachableElements& reachable, std::span<const RasterBindingIndex> tokens) noexcept
{
    const usize count = reachable.Tokens.Size();
    if (tokens.size() != count || (tokens.data() == nullptr && count != 0))
    {
        return false;
    }
    if (count == 0 || std::memcmp(static_cast<const void*>(tokens.data()),
                                  static_cast<const void*>(reachable.Tokens.Data()), tokens.size_bytes()) == 0)
    {
        return true;
    }
    // In another order, or wrong. Each token finds its own, and no token finds one that this list has found before.
    if (++reachable.Mark == 0)
    {
        std::fill(reachable.Marks.begin(), reachable.Marks.end(), 0U);
        reachable.Mark = 1;
    }
    const auto placeOf = [](const RasterBindingIndex& token) noexcept
    { return uint64{RasterAccess::Binding(token)} << 32U | RasterAccess::Element(token); };
    const RasterBindingIndex& any = reachable.Tokens[0];
    for (const RasterBindingIndex& token : tokens)
    {
        const RasterBindingIndex* const found = std::lower_bound(
            reachable.Tokens.begin(), reachable.Tokens.end(), token,
            [&](const RasterBindingIndex& a, const RasterBindingIndex& b) { return placeOf(a) < placeOf(b); });
        const bool isOfSet = RasterAccess::Owner(token) == RasterAccess::Owner(any) &&
                             RasterAccess::Generation(token) == RasterAccess::Generation(any);
        if (!isOfSet || found == reachable.Tokens.end() || placeOf(*found) != placeOf(token))
        {
            return false;
        }
        uint32& mark = reachable.Marks[static_cast<usize>(found - reachable.Tokens.begin())];
        if (mark == reachable.Mark)
        {
            return false;
        }
        mark = reachable.Mark;
    }
    return true;
}

RasterVerdict MakeTableLength(Session& session, uint32 length, uint32& slot) noexcept
{
    if (const RasterVerdict reserved =
            session.Reserve<RecordKind::Buffer>(false, RUNTIME_BINDING_LENGTH_BYTES, 0, slot);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    auto& table = session.Records.Table<RecordKind::Buffer>();
    BufferHot& hot = table.At(slot);
    BufferCold& cold = table.Twin(slot);
    hot.Size = RUNTIME_BINDING_LENGTH_BYTES;
    hot.SetRole(BufferRole::Uniform);
    cold.Description = {.Role = BufferRole::Uniform, .Size = RUNTIME_BINDING_LENGTH_BYTES};
    cold.Revision = 1;
    cold.IsTableLength = true;
    const uint32 words[RUNTIME_BINDING_LENGTH_WORDS]{length};
    const BackendStatus status =
        session.Native->CreateBuffer(slot, cold.Generation,
                                     {.Role = BufferRole::Uniform,
                                      .Size = RUNTIME_BINDING_LENGTH_BYTES,
                                      .Bytes = {reinterpret_cast<const uint8*>(words), RUNTIME_BINDING_LENGTH_BYTES}});
    switch (status)
    {
    case BackendStatus::Ready:
        session.Records.Attach<RecordKind::Buffer>(slot, false);
        return {};
    case BackendStatus::Pending:
        // Nothing keeps it: it goes when the backend has made it.
        session.Records.Attach<RecordKind::Buffer>(slot, true);
        slot = NO_SLOT;
        return {RasterStatus::NotReady,
                {.Code = DiagnosticCode::DependencyPending, .Field = "the length of the runtime table"}};
    default:
        session.Records.Abandon(RecordKind::Buffer, slot);
        slot = NO_SLOT;
        session.OnBackendFailure(status);
        return CreationVerdict(status);
    }
}
} // namespace ludus::graphics::rhi::internal
