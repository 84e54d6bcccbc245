// What happens before a device is asked: packing into buffers, limits, and the order of draws.
#include "draw_order.h"
#include "upload_plan.h"

#include <gtest/gtest.h>

namespace
{
using namespace ludus::view;

Primitive PrimitiveOf(usize vertices, usize indices, uint32 material = 0)
{
    Primitive primitive;
    primitive.Vertices.resize(vertices);
    primitive.Indices.resize(indices);
    primitive.Material = material;
    return primitive;
}

TEST(UploadPlans, PackSmallPrimitivesTogetherAtWholeWords)
{
    Scene scene;
    scene.Primitives = {PrimitiveOf(3, 3), PrimitiveOf(4, 6), PrimitiveOf(5, 9)};
    const UploadPlan plan = PlanUpload(scene);
    ASSERT_EQ(plan.Chunks.size(), 1U);
    EXPECT_FALSE(plan.Chunks[0].HasWideIndices);
    EXPECT_EQ(plan.Places[1].VertexOffset, 3 * sizeof(Vertex));
    EXPECT_EQ(plan.Places[1].IndexOffset, 8U); // 6 bytes of indices, filled up to 8
    EXPECT_EQ(plan.Places[2].IndexOffset, 20U);
    EXPECT_EQ(plan.Chunks[0].VertexBytes, 12 * sizeof(Vertex));
    EXPECT_EQ(plan.Chunks[0].IndexBytes, 40U);
}

TEST(UploadPlans, UseWideIndicesOnlyWhereTheyAreNeeded)
{
    Scene scene;
    scene.Primitives = {PrimitiveOf(65535, 3), PrimitiveOf(65536, 3), PrimitiveOf(3, 3)};
    const UploadPlan plan = PlanUpload(scene);
    ASSERT_EQ(plan.Chunks.size(), 3U);
    EXPECT_FALSE(plan.Chunks[0].HasWideIndices);
    EXPECT_TRUE(plan.Chunks[1].HasWideIndices);
    EXPECT_FALSE(plan.Chunks[2].HasWideIndices);
    EXPECT_EQ(plan.Places[2].Chunk, 2U);
    EXPECT_EQ(plan.Places[2].VertexOffset, 0U);
}

TEST(UploadPlans, CloseAChunkBeforeItGrowsTooLarge)
{
    Scene scene;
    const usize half = MAX_CHUNK_BYTES / sizeof(Vertex) / 2;
    scene.Primitives = {PrimitiveOf(half, 3), PrimitiveOf(half, 3), PrimitiveOf(half, 3)};
    const UploadPlan plan = PlanUpload(scene);
    ASSERT_EQ(plan.Chunks.size(), 2U);
    for (const Chunk& chunk : plan.Chunks)
    {
        EXPECT_LE(chunk.VertexBytes, MAX_CHUNK_BYTES);
    }
}

TEST(Limits, GrowWithTheSceneAndNeverShrink)
{
    const ludus::graphics::rhi::StorageLimits defaults;
    Scene scene;
    scene.Materials.resize(1);
    const ludus::graphics::rhi::StorageLimits small = LimitsFor(scene, PlanUpload(scene));
    EXPECT_EQ(small.DrawsPerFrame, defaults.DrawsPerFrame);
    EXPECT_EQ(small.ResourcesPerKind, defaults.ResourcesPerKind);
    EXPECT_EQ(small.FrameUniformBytes, defaults.FrameUniformBytes);

    scene.Draws.resize(10000);
    scene.Materials.resize(3000);
    const ludus::graphics::rhi::StorageLimits large = LimitsFor(scene, PlanUpload(scene));
    EXPECT_GE(large.DrawsPerFrame, 10000U);
    EXPECT_GE(large.ResourcesPerKind, 3000U);
    EXPECT_GE(large.BindingDescriptors, 12000U);
    EXPECT_GE(large.FrameUniformBytes, 10001 * UNIFORM_SLOT_BYTES);
    EXPECT_GE(large.HostBytes, defaults.HostBytes);
}

// Materials: 0 opaque, 1 blended, 2 opaque and double-sided, 3 masked. One primitive each.
Scene FourMaterials()
{
    Scene scene;
    scene.Materials.resize(4);
    scene.Materials[1].Alpha = AlphaMode::Blend;
    scene.Materials[2].IsDoubleSided = true;
    scene.Materials[3].Alpha = AlphaMode::Mask;
    for (uint32 material = 0; material < 4; ++material)
    {
        scene.Primitives.push_back(PrimitiveOf(3, 3, material));
    }
    return scene;
}

void Place(Scene& scene, uint32 primitive, float32 z)
{
    Draw draw;
    draw.Primitive = primitive;
    draw.Box.Add({0, 0, z});
    scene.Draws.push_back(draw);
}

TEST(DrawOrder, PutsBlendedDrawsLastAndFarthestFirst)
{
    Scene scene = FourMaterials();
    Place(scene, 1, 5); // near the viewer, who looks from +Z
    Place(scene, 2, 0);
    Place(scene, 1, -5);
    Place(scene, 0, 0);
    Place(scene, 1, 0);
    Place(scene, 3, 9);
    EXPECT_EQ(OrderDraws(scene, scene.Draws, {0, 0, 1}), (std::vector<uint32>{3, 5, 1, 2, 4, 0}));
    EXPECT_EQ(OrderDraws(scene, scene.Draws, {0, 0, -1}), (std::vector<uint32>{3, 5, 1, 0, 4, 2})); // from behind
}

TEST(DrawOrder, KeepsTheFilesOrderAmongEquals)
{
    Scene scene = FourMaterials();
    for (int number = 0; number < 5; ++number)
    {
        Place(scene, 1, 1);
    }
    EXPECT_EQ(OrderDraws(scene, scene.Draws, {0, 0, 1}), (std::vector<uint32>{0, 1, 2, 3, 4}));
}
} // namespace
