// Small bounded tables of what the services hand out between frames: batches, requests, graphs.
#pragma once

#include "registry/registry.h"

#include <ludus/foundation/memory/owned.h>

namespace ludus::graphics::rhi::internal
{
/// Entries that stay where they are, named by slot and generation. `T::Generation` is zero while an entry is free; a
/// freed entry keeps what it owns for its next use. Entries are made as they are needed, up to the limit.
template <class T>
class TicketTable final
{
public:
    /// The entry of a ticket; null for null, stale and made-up ones.
    [[nodiscard]] T* Find(uint32 slot, uint64 generation) const noexcept
    {
        const bool isLive = slot < Items.Size() && generation != 0 && Items[slot]->Generation == generation;
        return isLive ? Items[slot].Get() : nullptr;
    }

    [[nodiscard]] uint32 GetSlotCount() const noexcept { return static_cast<uint32>(Items.Size()); }

    [[nodiscard]] T& At(uint32 slot) const noexcept { return *Items[slot]; }

    [[nodiscard]] uint32 GetLiveCount() const noexcept { return static_cast<uint32>(Items.Size() - Free.Size()); }

    /// A free entry under a new generation. `what` names the entries in a refusal.
    [[nodiscard]] RasterVerdict Take(uint32 limit, const char* what, uint32& slot) noexcept
    {
        if (GetLiveCount() >= limit)
        {
            return {RasterStatus::CapacityExceeded,
                    {.Code = DiagnosticCode::TicketsExhausted, .Field = what, .Got = limit, .Allowed = limit}};
        }
        if (Free.IsEmpty() && !Grow())
        {
            return HostMemoryVerdict();
        }
        uint64 generation = 0;
        if (!TakeIdentity(generation))
        {
            return {RasterStatus::IdentityExhausted, {.Code = DiagnosticCode::IdentitiesExhausted, .Field = what}};
        }
        slot = Free.Back();
        Free.PopBack();
        Items[slot]->Generation = generation;
        return {};
    }

    void Return(uint32 slot) noexcept
    {
        Items[slot]->Generation = 0;
        Free.AppendReserved(slot);
    }

    /// Ends every entry and returns their memory.
    void Clear() noexcept
    {
        Items.Release();
        Free.Release();
    }

private:
    [[nodiscard]] bool Grow() noexcept
    {
        const usize count = Items.Size() + 1;
        if (count > Items.Capacity() && !Items.Reserve(count + Items.Size()))
        {
            return false;
        }
        if (!Free.Reserve(Items.Capacity()))
        {
            return false;
        }
        foundation::Owned<T> item = foundation::MakeOwned<T>();
        if (!item)
        {
            return false;
        }
        Items.AppendReserved(std::move(item));
        Free.AppendReserved(static_cast<uint32>(count - 1));
        return true;
    }

    foundation::Array<foundation::Owned<T>> Items{};
    foundation::Array<uint32> Free{}; // slots, with room for all of them
};
} // namespace ludus::graphics::rhi::internal
