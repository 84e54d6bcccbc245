// The gallery's programs, a row each.
#include "programs.h"
#include "graph_program.h"

#include <algorithm>

namespace ludus::gallery
{
namespace
{
template <std::unique_ptr<GraphProgram> (*Make)()>
std::unique_ptr<Program> MakeGraph()
{
    return Make();
}

constexpr ProgramEntry PROGRAMS[] = {
    {"01", "Fullscreen", "One triangle covers the picture; the rest is arithmetic in the fragment shader.",
     &MakeFullscreen},
    {"02", "Textured mesh", "Geometry of one's own, a texture with mip levels, a binding set, the depth test.",
     &MakeTexturedMesh},
    {"03", "Instances", "One draw for 1,024 boxes: a second vertex stream advances once an instance.", &MakeInstances},
    {"04", "Deferred", "An ordered graph of ten passes: colour, normals, openness and light, put together at the end.",
     &MakeGraph<&MakeDeferred>},
    {"05", "Particles", "The GPU moves 65,536 stars and decides which of them are drawn.", &MakeGraph<&MakeParticles>},
    {"06", "History", "An exposure that goes on from frame to frame: each frame reads the one before.",
     &MakeGraph<&MakeHistory>},
    {"07", "Scopes", "Three passes in named scopes, which say what they cost where the device has timestamps.",
     &MakeScopes},
    {"08", "Screen", "A graph inside a frame of direct draws: the screen shows the town from above.", &MakeScreen},
    {"09", "Cube map", "A sky of six faces that a direction samples; rougher balls mirror its softer levels.",
     &MakeCubeMap},
    {"10", "Volume", "A cloud in a texture with depth: rays add up what they meet on their way through it.",
     &MakeVolume},
};
} // namespace

std::span<const ProgramEntry> GetPrograms()
{
    return PROGRAMS;
}

const ProgramEntry* FindProgram(std::string_view number)
{
    const auto* const found = std::find_if(std::begin(PROGRAMS), std::end(PROGRAMS),
                                           [&](const ProgramEntry& entry) { return entry.Number == number; });
    return found != std::end(PROGRAMS) ? found : nullptr;
}
} // namespace ludus::gallery
