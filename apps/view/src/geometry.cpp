// Conversions of triangle topology, on plain vertex and index arrays.
#include "geometry.h"

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
    std::vector<Vertex> corners;
    corners.reserve(primitive.Indices.size());
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
        for (Vertex& vertex : triangle)
        {
            vertex.Normal = normal;
            corners.push_back(vertex);
        }
    }
    primitive.Vertices = std::move(corners);
    primitive.Indices.resize(primitive.Vertices.size());
    for (usize index = 0; index < primitive.Indices.size(); ++index)
    {
        primitive.Indices[index] = static_cast<uint32>(index);
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
                piece.Vertices.push_back(primitive.Vertices[source]);
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
