// Conversions of triangle topology, on plain vertex and index arrays.
#include "geometry.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace ludus::view
{
namespace
{
void AddUnlessDegenerate(std::vector<uint32>& list, uint32 a, uint32 b, uint32 c)
{
    if (a != b && b != c && a != c)
    {
        list.insert(list.end(), {a, b, c});
    }
}

/// Adds a vertex of `from` to `to`, with what moves it.
void CopyVertex(const Primitive& from, uint32 index, Primitive& to)
{
    to.Vertices.push_back(from.Vertices[index]);
    if (!from.Influences.empty())
    {
        to.Influences.push_back(from.Influences[index]);
    }
}

/// Direction in which U grows over a triangle, unit length; zero where its texture coordinates span no area. `sign` is
/// -1 where the texture is mirrored.
Float3 TangentOf(const Vertex* const (&corners)[3], uint32 texCoord, float32& sign)
{
    const Float3 edge1 = corners[1]->Position - corners[0]->Position;
    const Float3 edge2 = corners[2]->Position - corners[0]->Position;
    const Float2 from = corners[0]->TexCoord[texCoord];
    const Float2 uv1{corners[1]->TexCoord[texCoord].X - from.X, corners[1]->TexCoord[texCoord].Y - from.Y};
    const Float2 uv2{corners[2]->TexCoord[texCoord].X - from.X, corners[2]->TexCoord[texCoord].Y - from.Y};
    const float32 area = uv1.X * uv2.Y - uv2.X * uv1.Y;
    // V grows downwards in glTF while tangent space has its Y upwards: a texture that is not mirrored has a negative
    // area where its triangles are seen counter-clockwise.
    sign = area > 0 ? -1.0F : 1.0F;
    const Float3 along = edge1 * uv2.Y - edge2 * uv1.Y;
    return area != 0 ? Normalize(along * (area > 0 ? 1.0F : -1.0F), {0, 0, 0}) : Float3{};
}

/// What is left of `direction` beside `normal`, unit length; zero when nothing is.
Float3 Beside(Float3 direction, Float3 normal)
{
    return Normalize(direction - normal * Dot(direction, normal), {0, 0, 0});
}

float32 AngleBetween(Float3 a, Float3 b)
{
    return std::acos(std::clamp(Dot(a, b), -1.0F, 1.0F));
}
} // namespace

std::vector<uint32> ListFromStrip(const std::vector<uint32>& strip)
{
    std::vector<uint32> list;
    list.reserve(strip.size() * 3);
    for (usize first = 0; first + 2 < strip.size(); ++first)
    {
        const bool isTurned = first % 2 != 0;
        AddUnlessDegenerate(list, strip[first], strip[first + (isTurned ? 2 : 1)], strip[first + (isTurned ? 1 : 2)]);
    }
    return list;
}

std::vector<uint32> ListFromFan(const std::vector<uint32>& fan)
{
    std::vector<uint32> list;
    list.reserve(fan.size() * 3);
    for (usize last = 2; last < fan.size(); ++last)
    {
        AddUnlessDegenerate(list, fan[0], fan[last - 1], fan[last]);
    }
    return list;
}

void MakeFlatNormals(Primitive& primitive)
{
    Primitive corners;
    corners.Vertices.reserve(primitive.Indices.size());
    for (usize first = 0; first + 2 < primitive.Indices.size(); first += 3)
    {
        Vertex triangle[3];
        for (usize corner = 0; corner < 3; ++corner)
        {
            triangle[corner] = primitive.Vertices[primitive.Indices[first + corner]];
        }
        // Directions instead of edges: the cross product of very short edges would vanish.
        const Float3 normal = Normalize(Cross(Normalize(triangle[1].Position - triangle[0].Position),
                                              Normalize(triangle[2].Position - triangle[0].Position)));
        for (usize corner = 0; corner < 3; ++corner)
        {
            CopyVertex(primitive, primitive.Indices[first + corner], corners);
            corners.Vertices.back().Normal = normal;
        }
    }
    primitive.Vertices = std::move(corners.Vertices);
    primitive.Influences = std::move(corners.Influences);
    primitive.Indices.resize(primitive.Vertices.size());
    for (usize index = 0; index < primitive.Indices.size(); ++index)
    {
        primitive.Indices[index] = static_cast<uint32>(index);
    }
}

void MakeTangents(Primitive& primitive, uint32 texCoord)
{
    constexpr float32 UNKNOWN = 0;
    std::vector<float32> signs(primitive.Vertices.size(), UNKNOWN);
    std::vector<uint32> twins(primitive.Vertices.size(), NONE); // the same vertex for the other sign
    std::vector<Float3> sums(primitive.Vertices.size());
    for (usize first = 0; first + 2 < primitive.Indices.size(); first += 3)
    {
        uint32* const indices = &primitive.Indices[first];
        const Vertex* const corners[3] = {&primitive.Vertices[indices[0]], &primitive.Vertices[indices[1]],
                                          &primitive.Vertices[indices[2]]};
        const Float3 positions[3] = {corners[0]->Position, corners[1]->Position, corners[2]->Position};
        float32 sign = 1;
        const Float3 along = TangentOf(corners, texCoord, sign);
        if (Dot(along, along) < 0.5F)
        {
            continue; // no texture coordinates to follow: its neighbours decide
        }
        for (usize corner = 0; corner < 3; ++corner)
        {
            uint32 vertex = indices[corner];
            if (signs[vertex] != UNKNOWN && signs[vertex] != sign)
            {
                if (twins[vertex] == NONE)
                {
                    twins[vertex] = static_cast<uint32>(primitive.Vertices.size());
                    CopyVertex(primitive, vertex, primitive);
                    signs.push_back(sign);
                    twins.push_back(vertex);
                    sums.emplace_back();
                }
                vertex = twins[vertex];
                indices[corner] = vertex;
            }
            signs[vertex] = sign;
            const Float3 normal = primitive.Vertices[vertex].Normal;
            const Float3 toNext = Beside(positions[(corner + 1) % 3] - positions[corner], normal);
            const Float3 toLast = Beside(positions[(corner + 2) % 3] - positions[corner], normal);
            sums[vertex] = sums[vertex] + Beside(along, normal) * AngleBetween(toNext, toLast);
        }
    }
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        Vertex& vertex = primitive.Vertices[index];
        const Float3 normal = vertex.Normal;
        const Float3 other = std::fabs(normal.X) < 0.9F ? Float3{1, 0, 0} : Float3{0, 1, 0};
        const Float3 tangent = Normalize(sums[index], Beside(other, normal));
        vertex.Tangent = {tangent.X, tangent.Y, tangent.Z, signs[index] < 0 ? -1.0F : 1.0F};
    }
}

std::vector<Primitive> SplitPrimitive(Primitive primitive, usize maxVertices, usize maxIndices)
{
    std::vector<Primitive> pieces;
    if (primitive.Vertices.size() <= maxVertices && primitive.Indices.size() <= maxIndices)
    {
        pieces.push_back(std::move(primitive));
        return pieces;
    }
    Primitive piece;
    std::unordered_map<uint32, uint32> placed; // vertex of the whole to vertex of the piece
    const auto finish = [&]
    {
        piece.Material = primitive.Material;
        piece.Box = BoundsOf(piece);
        pieces.push_back(std::move(piece));
        piece = {};
        placed.clear();
    };
    for (usize first = 0; first + 2 < primitive.Indices.size(); first += 3)
    {
        if (piece.Vertices.size() + 3 > maxVertices || piece.Indices.size() + 3 > maxIndices)
        {
            finish();
        }
        for (usize corner = 0; corner < 3; ++corner)
        {
            const uint32 source = primitive.Indices[first + corner];
            const auto [entry, isNew] = placed.try_emplace(source, static_cast<uint32>(piece.Vertices.size()));
            if (isNew)
            {
                CopyVertex(primitive, source, piece);
            }
            piece.Indices.push_back(entry->second);
        }
    }
    finish();
    return pieces;
}

Bounds BoundsOf(const Primitive& primitive) noexcept
{
    Bounds box;
    for (const Vertex& vertex : primitive.Vertices)
    {
        box.Add(vertex.Position);
    }
    return box;
}
} // namespace ludus::view
