// A box around the origin with edges of length one: 24 vertices, 12 triangles, counter-clockwise from outside.
#pragma once

#include <common/vector_math.h>

#include <ludus/foundation/base/types.h>

#include <array>

namespace ludus::gallery
{
struct BoxVertex final
{
    apps::Float3 Position{};
    apps::Float3 Normal{};
    apps::Float2 TexCoord{};
};

struct Box final
{
    std::array<BoxVertex, 24> Vertices{};
    std::array<foundation::uint16, 36> Indices{};
};

[[nodiscard]] constexpr Box MakeBox() noexcept
{
    using apps::Float3;
    constexpr Float3 NORMALS[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    constexpr Float3 RIGHTS[6] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {-1, 0, 0}};
    constexpr foundation::uint16 CORNERS[6] = {0, 1, 2, 2, 1, 3};
    Box box;
    for (foundation::usize face = 0; face < 6; ++face)
    {
        const Float3 up = apps::Cross(NORMALS[face], RIGHTS[face]);
        for (foundation::usize corner = 0; corner < 4; ++corner)
        {
            const float u = corner % 2 == 0 ? 0.0F : 1.0F; // corners: lower left, lower right, upper left, upper right
            const float v = corner < 2 ? 1.0F : 0.0F;      // texture row 0 is the upper one
            BoxVertex& vertex = box.Vertices[face * 4 + corner];
            vertex.Position = NORMALS[face] * 0.5F + RIGHTS[face] * (u - 0.5F) + up * (0.5F - v);
            vertex.Normal = NORMALS[face];
            vertex.TexCoord = {u, v};
        }
        for (foundation::usize index = 0; index < 6; ++index)
        {
            box.Indices[face * 6 + index] = static_cast<foundation::uint16>(face * 4 + CORNERS[index]);
        }
    }
    return box;
}
} // namespace ludus::gallery
