// A growable array over the counted allocator. It never throws: what can fail returns bool.
#pragma once

#include <ludus/foundation/base/types.h>
#include <ludus/foundation/memory/host_memory.h>

#include <cstring>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace ludus::foundation
{
/// Owns `Size()` elements in one block. Move-only. Appending doubles the capacity, from 64 bytes and eight elements
/// on, so that n elements move a bounded number of times each. A failed call leaves the array as it was.
template <class T>
class Array final
{
public:
    static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>);
    static_assert(alignof(T) <= HOST_BLOCK_ALIGNMENT);

    constexpr Array() noexcept = default;

    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    Array(Array&& other) noexcept
        : First(std::exchange(other.First, nullptr)), Length(std::exchange(other.Length, 0)),
          Room(std::exchange(other.Room, 0))
    {
    }

    Array& operator=(Array&& other) noexcept
    {
        if (this != &other)
        {
            Release();
            First = std::exchange(other.First, nullptr);
            Length = std::exchange(other.Length, 0);
            Room = std::exchange(other.Room, 0);
        }
        return *this;
    }

    constexpr ~Array()
    {
        if (First != nullptr)
        {
            Release();
        }
    }

    [[nodiscard]] usize Size() const noexcept { return Length; }

    [[nodiscard]] usize Capacity() const noexcept { return Room; }

    [[nodiscard]] bool IsEmpty() const noexcept { return Length == 0; }

    [[nodiscard]] T* Data() noexcept { return First; }

    [[nodiscard]] const T* Data() const noexcept { return First; }

    [[nodiscard]] T& operator[](usize index) noexcept { return First[index]; }

    [[nodiscard]] const T& operator[](usize index) const noexcept { return First[index]; }

    [[nodiscard]] T& Back() noexcept { return First[Length - 1]; }

    [[nodiscard]] T* begin() noexcept { return First; }

    [[nodiscard]] T* end() noexcept { return First + Length; }

    [[nodiscard]] const T* begin() const noexcept { return First; }

    [[nodiscard]] const T* end() const noexcept { return First + Length; }

    [[nodiscard]] std::span<T> Span() noexcept { return {First, Length}; }

    [[nodiscard]] std::span<const T> Span() const noexcept { return {First, Length}; }

    /// Makes room for `capacity` elements in all; false when memory is refused.
    [[nodiscard]] bool Reserve(usize capacity) noexcept
    {
        if (capacity <= Room)
        {
            return true;
        }
        const bool isCountable = capacity <= std::numeric_limits<usize>::max() / ELEMENT_BYTES;
        T* block = static_cast<T*>(isCountable ? HostAllocate(capacity * ELEMENT_BYTES) : RefuseHostMemory());
        if (block == nullptr)
        {
            return false;
        }
        MoveTo(block);
        HostFree(First, Room * ELEMENT_BYTES);
        First = block;
        Room = capacity;
        return true;
    }

    /// Sets the size; new elements are value-initialised.
    [[nodiscard]] bool Resize(usize size) noexcept
    {
        if (!Reserve(size))
        {
            return false;
        }
        if (size > Length)
        {
            ValueInitialize(size);
        }
        for (usize i = size; i < Length; ++i)
        {
            First[i].~T();
        }
        Length = size;
        return true;
    }

    /// Replaces the contents by a copy of `source`.
    [[nodiscard]] bool Assign(std::span<const T> source) noexcept requires std::is_trivially_copyable_v<T>
    {
        if (!Reserve(source.size()))
        {
            return false;
        }
        if (!source.empty())
        {
            std::memcpy(static_cast<void*>(First), source.data(), source.size_bytes());
        }
        Length = source.size();
        return true;
    }

    [[nodiscard]] bool Append(T value) noexcept
    {
        if (Length == Room && !Reserve(Room == 0 ? FIRST_CAPACITY : Room * 2))
        {
            return false;
        }
        AppendReserved(std::move(value));
        return true;
    }

    /// Appends into room that `Reserve` made; cannot fail.
    void AppendReserved(T value) noexcept { ::new (static_cast<void*>(First + Length++)) T(std::move(value)); }

    void PopBack() noexcept { First[--Length].~T(); }

    /// Removes one element by moving the last into its place; the order changes.
    void RemoveUnordered(usize index) noexcept
    {
        if (index + 1 != Length)
        {
            First[index] = std::move(First[Length - 1]);
        }
        PopBack();
    }

    /// Destroys the elements and keeps the capacity.
    void Clear() noexcept
    {
        for (usize i = 0; i < Length; ++i)
        {
            First[i].~T();
        }
        Length = 0;
    }

    /// Destroys the elements and returns the block.
    void Release() noexcept
    {
        Clear();
        HostFree(First, Room * ELEMENT_BYTES);
        First = nullptr;
        Room = 0;
    }

private:
    static constexpr usize ELEMENT_BYTES = sizeof(T); // NOLINT(bugprone-sizeof-expression): pointers are elements too
    static constexpr usize FIRST_CAPACITY = ELEMENT_BYTES < 8 ? 64 / ELEMENT_BYTES : 8;

    // Moves all elements into another block; bytes that may be copied go at once.
    void MoveTo(T* block) noexcept
    {
        if constexpr (std::is_trivially_copyable_v<T>)
        {
            if (Length != 0)
            {
                std::memcpy(static_cast<void*>(block), static_cast<const void*>(First), Length * ELEMENT_BYTES);
            }
        }
        else
        {
            for (usize i = 0; i < Length; ++i)
            {
                ::new (static_cast<void*>(block + i)) T(std::move(First[i]));
                First[i].~T();
            }
        }
    }

    // Elements from Length up to `size`, which there is room for.
    void ValueInitialize(usize size) noexcept
    {
        if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>)
        {
            std::memset(static_cast<void*>(First + Length), 0, (size - Length) * ELEMENT_BYTES);
        }
        else
        {
            for (usize i = Length; i < size; ++i)
            {
                ::new (static_cast<void*>(First + i)) T();
            }
        }
    }

    T* First{};
    usize Length{};
    usize Room{};
};
} // namespace ludus::foundation
