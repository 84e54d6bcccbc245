// Triangle lists from strips and fans, flat normals, and pieces of large primitives.
#include "geometry.h"

#include <gtest/gtest.h>

#include <array>

namespace
{
using namespace ludus::view;
using Indices = std::vector<uint32>;

TEST(Strips, TurnEveryOtherTriangle)
{
    EXPECT_EQ(ListFromStrip({0, 1, 2, 3, 4}), (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
}

TEST(Strips, LeaveOutTheTrianglesThatJoinParts)
{
    EXPECT_EQ(ListFromStrip({0, 1, 2, 2, 3, 3, 4, 5}), (Indices{0, 1, 2, 3, 5, 4}));
    EXPECT_TRUE(ListFromStrip({0, 1}).empty());
    EXPECT_TRUE(ListFromStrip({}).empty());
}

TEST(Fans, GoAroundTheirFirstVertex)
{
    EXPECT_EQ(ListFromFan({7, 1, 2, 3}), (Indices{7, 1, 2, 7, 2, 3}));
    EXPECT_TRUE(ListFromFan({7, 1}).empty());
}

TEST(FlatNormals, GiveEachTriangleItsOwn)
{
    Primitive primitive;
    primitive.Vertices.resize(4);
    primitive.Vertices[1].Position = {1, 0, 0};
    primitive.Vertices[2].Position = {0, 1, 0};
    primitive.Vertices[3].Position = {0, 0, 1e-8F};
    primitive.Indices = {0, 1, 2, 0, 3, 1};
    MakeFlatNormals(primitive);
    ASSERT_EQ(primitive.Vertices.size(), 6U);
    EXPECT_EQ(primitive.Indices, (Indices{0, 1, 2, 3, 4, 5}));
    for (usize corner = 0; corner < 3; ++corner)
    {
        EXPECT_FLOAT_EQ(primitive.Vertices[corner].Normal.Z, 1);
        EXPECT_FLOAT_EQ(primitive.Vertices[3 + corner].Normal.Y, 1); // from an edge of 1e-8
    }
}

// A strip of quads: 2 * (columns + 1) vertices, 6 * columns indices.
Primitive Ribbon(uint32 columns)
{
    Primitive primitive;
    for (uint32 column = 0; column <= columns; ++column)
    {
        for (uint32 row = 0; row < 2; ++row)
        {
            Vertex vertex;
            vertex.Position = {static_cast<float32>(column), static_cast<float32>(row), 0};
            primitive.Vertices.push_back(vertex);
        }
    }
    for (uint32 column = 0; column < columns; ++column)
    {
        const uint32 first = column * 2;
        for (const uint32 corner : std::array<uint32, 6>{0, 2, 1, 1, 2, 3})
        {
            primitive.Indices.push_back(first + corner);
        }
    }
    primitive.Material = 5;
    return primitive;
}

// A square seen upright: U goes right, V down. Its right half shows the texture mirrored, so the edge between is split.
TEST(Tangents, FollowTheTextureAndSplitWhereItMirrors)
{
    Primitive primitive;
    const auto add = [&](float32 x, float32 y, float32 u, float32 v)
    {
        Vertex vertex;
        vertex.Position = {x, y, 0};
        vertex.Normal = {0, 0, 1};
        vertex.TexCoord[1] = {u, v};
        primitive.Vertices.push_back(vertex);
    };
    add(0, 0, 0, 1);
    add(1, 0, 1, 1);
    add(1, 1, 1, 0);
    add(0, 1, 0, 0);
    add(2, 0, 0, 1);
    add(2, 1, 0, 0);
    primitive.Indices = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    MakeTangents(primitive, 1);
    ASSERT_EQ(primitive.Vertices.size(), 8U); // vertices 1 and 2 are there twice
    for (usize corner = 0; corner < primitive.Indices.size(); ++corner)
    {
        const Float4 tangent = primitive.Vertices[primitive.Indices[corner]].Tangent;
        EXPECT_FLOAT_EQ(tangent.X, corner < 6 ? 1.0F : -1.0F);
        EXPECT_FLOAT_EQ(tangent.Y, 0);
        EXPECT_FLOAT_EQ(tangent.W, corner < 6 ? 1.0F : -1.0F);
    }
}

TEST(Splitting, KeepsAPrimitiveThatFits)
{
    const std::vector<Primitive> pieces = SplitPrimitive(Ribbon(4), 10, 24);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0].Indices, Ribbon(4).Indices);
}

TEST(Splitting, KeepsEveryTriangleInOrderWithinTheLimits)
{
    const Primitive whole = Ribbon(100);
    for (const auto& [maxVertices, maxIndices] : {std::pair<usize, usize>{7, 1000}, {1000, 9}, {3, 3}, {50, 60}})
    {
        usize corner = 0;
        for (const Primitive& piece : SplitPrimitive(whole, maxVertices, maxIndices))
        {
            EXPECT_LE(piece.Vertices.size(), maxVertices);
            EXPECT_LE(piece.Indices.size(), maxIndices);
            EXPECT_EQ(piece.Indices.size() % 3, 0U);
            EXPECT_EQ(piece.Material, 5U);
            EXPECT_FALSE(piece.Box.IsEmpty());
            for (const uint32 index : piece.Indices)
            {
                ASSERT_LT(index, piece.Vertices.size());
                ASSERT_LT(corner, whole.Indices.size());
                const Float3 expected = whole.Vertices[whole.Indices[corner]].Position;
                EXPECT_EQ(piece.Vertices[index].Position.X, expected.X);
                EXPECT_EQ(piece.Vertices[index].Position.Y, expected.Y);
                ++corner;
            }
        }
        EXPECT_EQ(corner, whole.Indices.size());
    }
}
} // namespace
