// Opaque draws by state, blended draws from the far end.
#include "draw_order.h"

#include <algorithm>
#include <tuple>

namespace ludus::view
{
std::vector<uint32> OrderDraws(const Scene& scene, std::span<const Draw> draws, Float3 back)
{
    std::vector<uint32> order(draws.size());
    for (usize index = 0; index < order.size(); ++index)
    {
        order[index] = static_cast<uint32>(index);
    }
    const auto materialOf = [&](uint32 draw) -> const Material&
    { return scene.Materials[scene.Primitives[draws[draw].Primitive].Material]; };
    const auto isBlended = [&](uint32 draw) { return materialOf(draw).Alpha == AlphaMode::Blend; };
    const auto blended = std::stable_partition(order.begin(), order.end(), [&](uint32 d) { return !isBlended(d); });
    std::stable_sort(order.begin(), blended,
                     [&](uint32 a, uint32 b)
                     {
                         const auto key = [&](uint32 draw)
                         {
                             return std::tuple(materialOf(draw).IsDoubleSided, draws[draw].IsMirrored,
                                               scene.Primitives[draws[draw].Primitive].Material);
                         };
                         return key(a) < key(b);
                     });
    std::stable_sort(blended, order.end(),
                     [&](uint32 a, uint32 b)
                     { return Dot(draws[a].Box.Center(), back) < Dot(draws[b].Box.Center(), back); });
    return order;
}
} // namespace ludus::view
