// A backend's objects of one kind, found by the slots that the registry hands out.
#pragma once

#include <ludus/foundation/memory/array.h>
#include <ludus/foundation/memory/owned.h>

namespace ludus::graphics::rhi::internal
{
/// Pages of `T` that never move. Ensure makes the page of a slot and is the only call that can fail; At is valid after.
template <class T>
class SlotTable final
{
public:
    static constexpr foundation::uint32 PAGE_SHIFT = 7;
    static constexpr foundation::uint32 RECORDS_PER_PAGE = 1U << PAGE_SHIFT;

    [[nodiscard]] bool Ensure(foundation::uint32 slot) noexcept
    {
        const foundation::usize page = slot >> PAGE_SHIFT;
        if (page >= Pages.Size() && !Pages.Resize(page + 1))
        {
            return false;
        }
        if (!Pages[page])
        {
            Pages[page] = foundation::MakeOwned<Page>();
        }
        return static_cast<bool>(Pages[page]);
    }

    [[nodiscard]] T& At(foundation::uint32 slot) noexcept
    {
        return Pages[slot >> PAGE_SHIFT]->Items[slot % RECORDS_PER_PAGE];
    }

    [[nodiscard]] const T& At(foundation::uint32 slot) const noexcept
    {
        return Pages[slot >> PAGE_SHIFT]->Items[slot % RECORDS_PER_PAGE];
    }

    /// The object at a slot that may be any number; null where no page was made.
    [[nodiscard]] T* Find(foundation::uint32 slot) noexcept
    {
        const foundation::usize page = slot >> PAGE_SHIFT;
        return page < Pages.Size() && Pages[page] ? &Pages[page]->Items[slot % RECORDS_PER_PAGE] : nullptr;
    }

    /// Calls `visit(T&)` for every object of every page made so far, used or not.
    template <class Visit>
    void ForEach(Visit visit) noexcept
    {
        for (auto& page : Pages)
        {
            if (page)
            {
                for (T& item : page->Items)
                {
                    visit(item);
                }
            }
        }
    }

private:
    struct Page
    {
        T Items[RECORDS_PER_PAGE]{};
    };

    foundation::Array<foundation::Owned<Page>> Pages{};
};
} // namespace ludus::graphics::rhi::internal
