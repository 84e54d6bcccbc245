// One object on the counted allocator, owned like std::unique_ptr owns it.
#pragma once

#include <ludus/foundation/memory/host_memory.h>

#include <new>
#include <utility>

namespace ludus::foundation
{
/// Owns one object that `MakeOwned` made; null when it failed or was moved from. Converts to a pointer to a base
/// class that has a virtual destructor.
template <class T>
class Owned final
{
public:
    constexpr Owned() noexcept = default;

    Owned(T* object, void* block, usize size) noexcept : Object(object), Block(block), Size(size) {}

    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    template <class U>
    Owned(Owned<U>&& other) noexcept
        : Object(std::exchange(other.Object, nullptr)), Block(std::exchange(other.Block, nullptr)),
          Size(std::exchange(other.Size, 0))
    {
    }

    Owned(Owned&& other) noexcept
        : Object(std::exchange(other.Object, nullptr)), Block(std::exchange(other.Block, nullptr)),
          Size(std::exchange(other.Size, 0))
    {
    }

    Owned& operator=(Owned&& other) noexcept
    {
        if (this != &other)
        {
            Reset();
            Object = std::exchange(other.Object, nullptr);
            Block = std::exchange(other.Block, nullptr);
            Size = std::exchange(other.Size, 0);
        }
        return *this;
    }

    constexpr ~Owned()
    {
        if (Object != nullptr)
        {
            Reset();
        }
    }

    void Reset() noexcept
    {
        if (Object != nullptr)
        {
            Object->~T();
            HostFree(Block, Size);
            Object = nullptr;
            Block = nullptr;
        }
    }

    /// Gives the object up without destroying it: it stays, with its memory, for the life of the process.
    [[nodiscard]] T* Leave() noexcept
    {
        Block = nullptr;
        return std::exchange(Object, nullptr);
    }

    [[nodiscard]] T* Get() const noexcept { return Object; }

    [[nodiscard]] T* operator->() const noexcept { return Object; }

    [[nodiscard]] T& operator*() const noexcept { return *Object; }

    [[nodiscard]] explicit operator bool() const noexcept { return Object != nullptr; }

private:
    template <class U>
    friend class Owned;

    T* Object{};
    void* Block{};
    usize Size{};
};

/// A `T` on the counted allocator; a null owner when memory is refused.
template <class T, class... Arguments>
[[nodiscard]] Owned<T> MakeOwned(Arguments&&... arguments) noexcept
{
    void* block = HostAllocate(sizeof(T));
    if (block == nullptr)
    {
        return {};
    }
    return {::new (block) T(std::forward<Arguments>(arguments)...), block, sizeof(T)};
}
} // namespace ludus::foundation
