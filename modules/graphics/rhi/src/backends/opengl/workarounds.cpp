#include "backends/opengl/workarounds.h"

#include <cstdlib>
#include <cstring>

namespace ludus::graphics::rhi::internal::opengl
{
Workarounds ChooseWorkarounds() noexcept
{
    const char* forced = std::getenv("LUDUS_OPENGL_WORKAROUNDS");
    if (forced != nullptr && std::strcmp(forced, "all") == 0)
    {
        return {
            .AvoidsMappedMemory = true,
            .AvoidsVertexBindings = true,
            .AvoidsSharedRoles = true,
            .AvoidsImageCopies = true,
            .AvoidsTextureViews = true,
        };
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal::opengl
