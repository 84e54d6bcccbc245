// A pointer and a count that a call borrows and never keeps.
#pragma once

#include <ludus/foundation/base/types.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace ludus::foundation
{
/// Borrowed, contiguous, read-through view of `Count()` elements. It owns nothing: what it points at must outlive
/// the call that receives it. Trivially copyable; a default view is empty and its `Data()` is null.
template <class T>
class BorrowedView final
{
public:
    constexpr BorrowedView() noexcept = default;

    constexpr BorrowedView(T* data, usize count) noexcept : First(data), Length(count) {}

    template <usize N>
    constexpr BorrowedView(T (&array)[N]) noexcept : First(array), Length(N)
    {
    }

    template <class U, std::size_t Extent>
    requires std::is_convertible_v<U (*)[], T (*)[]>

    constexpr BorrowedView(std::span<U, Extent> span) noexcept : First(span.data()), Length(span.size()) {}

    constexpr BorrowedView(std::string_view text) noexcept requires std::is_same_v<T, const char> : First(text.data()),
                                                                                                    Length(text.size())
    {
    }

    [[nodiscard]] constexpr T* Data() const noexcept { return First; }

    [[nodiscard]] constexpr usize Count() const noexcept { return Length; }

    [[nodiscard]] constexpr usize Size() const noexcept { return Length; }

    [[nodiscard]] constexpr bool IsEmpty() const noexcept { return Length == 0; }

    /// Element `index`, which must be below `Count()`.
    [[nodiscard]] constexpr T& operator[](usize index) const noexcept { return First[index]; }

    [[nodiscard]] constexpr T* begin() const noexcept { return First; }

    [[nodiscard]] constexpr T* end() const noexcept { return First + Length; }

private:
    T* First{};
    usize Length{};
};

// A string literal is a view of its characters without the terminator, as std::string_view counts them.
BorrowedView(std::string_view)->BorrowedView<const char>;
} // namespace ludus::foundation
