// The records of one kind, in pages that never move and are kept for the life of the process.
#pragma once

#include "registry/records.h"

#include <ludus/foundation/memory/host_memory.h>

#include <new>

namespace ludus::graphics::rhi::internal
{
/// A slot names a record from TakeSlot to ReturnSlot. The pages outlive sessions, so that a handle of an earlier one
/// still finds memory, in which no generation equals its own.
template <class Hot, class Cold>
class RecordTable final
{
public:
    static constexpr uint32 PAGE_SHIFT = 7;
    static constexpr uint32 RECORDS_PER_PAGE = 1U << PAGE_SHIFT;

    [[nodiscard]] Hot& At(uint32 slot) const noexcept { return HotPages[slot >> PAGE_SHIFT][slot % RECORDS_PER_PAGE]; }

    [[nodiscard]] Cold& Twin(uint32 slot) const noexcept
    {
        return ColdPages[slot >> PAGE_SHIFT][slot % RECORDS_PER_PAGE];
    }

    /// Slots there is memory for; zero before the first record.
    [[nodiscard]] uint32 GetSlotCount() const noexcept { return SlotCount; }

    [[nodiscard]] uint32 GetOccupiedCount() const noexcept { return Occupied; }

    /// Blocks of host memory that the table holds: two a page, and the directory.
    [[nodiscard]] uint32 CountBlocks() const noexcept { return 2 * PageCount + (ColdPages != nullptr ? 1 : 0); }

    /// The lowest free slot at first, later the last returned one. False when memory for a page is refused.
    [[nodiscard]] bool TakeSlot(uint32& slot) noexcept
    {
        if (FirstFree == NO_SLOT && !AddPage())
        {
            return false;
        }
        slot = FirstFree;
        FirstFree = Twin(slot).Next;
        Twin(slot).Next = NO_SLOT;
        ++Occupied;
        return true;
    }

    void ReturnSlot(uint32 slot) noexcept
    {
        Twin(slot).Next = FirstFree;
        FirstFree = slot;
        --Occupied;
    }

    /// Orders the free slots from the lowest up, so that every session hands out the same ones. All must be free.
    void SortFreeSlots() noexcept
    {
        FirstFree = NO_SLOT;
        for (uint32 slot = GetSlotCount(); slot-- > 0;)
        {
            Twin(slot).Next = FirstFree;
            FirstFree = slot;
        }
    }

private:
    [[nodiscard]] bool AddPage() noexcept
    {
        if (PageCount == Room && !GrowDirectory())
        {
            return false;
        }
        void* hot = foundation::HostAllocate(sizeof(Hot) * RECORDS_PER_PAGE);
        void* cold = foundation::HostAllocate(sizeof(Cold) * RECORDS_PER_PAGE);
        if (hot == nullptr || cold == nullptr)
        {
            foundation::HostFree(hot, sizeof(Hot) * RECORDS_PER_PAGE);
            foundation::HostFree(cold, sizeof(Cold) * RECORDS_PER_PAGE);
            return false;
        }
        Hot* hotPage = static_cast<Hot*>(hot);
        Cold* coldPage = static_cast<Cold*>(cold);
        for (uint32 i = 0; i < RECORDS_PER_PAGE; ++i)
        {
            ::new (static_cast<void*>(hotPage + i)) Hot();
            ::new (static_cast<void*>(coldPage + i)) Cold();
        }
        HotPages[PageCount] = hotPage;
        ColdPages[PageCount] = coldPage;
        for (uint32 i = RECORDS_PER_PAGE; i-- > 0;)
        {
            coldPage[i].Next = FirstFree;
            FirstFree = PageCount * RECORDS_PER_PAGE + i;
        }
        ++PageCount;
        SlotCount = PageCount * RECORDS_PER_PAGE;
        return true;
    }

    [[nodiscard]] bool GrowDirectory() noexcept
    {
        const uint32 room = Room == 0 ? 8 : Room * 2;
        void* block = foundation::HostAllocate((sizeof(Hot*) + sizeof(Cold*)) * room);
        if (block == nullptr)
        {
            return false;
        }
        Hot** hotPages = static_cast<Hot**>(block);
        Cold** coldPages = reinterpret_cast<Cold**>(hotPages + room);
        for (uint32 i = 0; i < room; ++i)
        {
            hotPages[i] = i < PageCount ? HotPages[i] : nullptr;
            coldPages[i] = i < PageCount ? ColdPages[i] : nullptr;
        }
        if (Room != 0)
        {
            foundation::HostFree(HotPages, (sizeof(Hot*) + sizeof(Cold*)) * Room);
        }
        HotPages = hotPages;
        ColdPages = coldPages;
        Room = room;
        return true;
    }

    Hot** HotPages{nullptr};
    Cold** ColdPages{nullptr};
    uint32 SlotCount{0}; // PageCount * RECORDS_PER_PAGE
    uint32 PageCount{0};
    uint32 Room{0};
    uint32 Occupied{0};
    uint32 FirstFree{NO_SLOT};
};
} // namespace ludus::graphics::rhi::internal
