// How commands use buffers of each role: what barriers around them wait for, and what they make contents visible to.
#pragma once

#include "boundary/commands.h"
#include "formats/role_facts.h"

namespace ludus::graphics::rhi::internal
{
/// Every use that reads a buffer of a known role.
[[nodiscard]] constexpr uint32 GetRoleReads(BufferRole role) noexcept
{
    constexpr uint32 STORAGE = USE_STORAGE_READ_FRAGMENT | USE_STORAGE_READ_COMPUTE;
    constexpr uint32 UNIFORM = USE_UNIFORM_VERTEX | USE_UNIFORM_FRAGMENT | USE_UNIFORM_COMPUTE;
    const RoleFacts& facts = FactsOf(role);
    return (IsVertexRole(role) ? uint32{USE_VERTEX_INPUT} : 0U) | (IsIndexRole(role) ? uint32{USE_INDEX_INPUT} : 0U) |
           (role == BufferRole::Uniform ? UNIFORM : 0U) | (facts.IsStorage ? STORAGE : 0U) |
           (facts.IsIndirect ? uint32{USE_INDIRECT} : 0U);
}

/// Every use of a buffer of a known role, writes of dispatches included; copies apart.
[[nodiscard]] constexpr uint32 GetRoleUses(BufferRole role) noexcept
{
    return GetRoleReads(role) | (FactsOf(role).IsStorage ? uint32{USE_STORAGE_WRITE_COMPUTE} : 0U);
}
} // namespace ludus::graphics::rhi::internal
