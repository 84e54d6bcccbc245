#include "allocations.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace
{
// Of the calling thread: a driver's workers allocate when they like.
constinit thread_local std::uint64_t s_Calls = 0;

void* Allocate(std::size_t size, std::size_t alignment) noexcept
{
    ++s_Calls;
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

void* Require(void* block)
{
    if (block == nullptr)
    {
#if defined(__cpp_exceptions)
        throw std::bad_alloc();
#else
        std::abort();
#endif
    }
    return block;
}
} // namespace

void* operator new(std::size_t size)
{
    return Require(Allocate(size, alignof(std::max_align_t)));
}

void* operator new[](std::size_t size)
{
    return operator new(size);
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    return Require(Allocate(size, static_cast<std::size_t>(alignment)));
}

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept
{
    return Allocate(size, alignof(std::max_align_t));
}

void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept
{
    return Allocate(size, static_cast<std::size_t>(alignment));
}

void operator delete(void* block) noexcept
{
    std::free(block);
}

void operator delete[](void* block) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::size_t /*size*/) noexcept
{
    std::free(block);
}

void operator delete[](void* block, std::size_t /*size*/) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::align_val_t /*alignment*/) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept
{
    std::free(block);
}

namespace ludus::graphics::rhi::tests
{
std::uint64_t CountOperatorNew() noexcept
{
    return s_Calls;
}
} // namespace ludus::graphics::rhi::tests
