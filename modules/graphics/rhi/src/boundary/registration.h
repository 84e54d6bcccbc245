// The backends of this build: one generated table, no static initialisers.
#pragma once

#include "boundary/backend.h"

#include <span>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
/// One compiled backend.
struct BackendRegistration final
{
    Backend Name{};
    BackendSelection Selection{};
    uint32 AutoRank{0};          // Auto takes the lowest nonzero rank; zero: never by Auto
    std::string_view Artifact{}; // the ShaderDescription member it reads
    foundation::Owned<GraphicsBackend> (*Create)() noexcept {nullptr}; // a null owner when memory is refused
};

/// Every backend of this build, in the order of Backend. Each backend defines one constant `<NAME>_BACKEND`; the build
/// writes the table from the list of backends it compiles.
[[nodiscard]] std::span<const BackendRegistration* const> GetRegisteredBackends() noexcept;
} // namespace ludus::graphics::rhi::internal
