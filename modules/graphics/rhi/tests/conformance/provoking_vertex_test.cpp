// What is not interpolated comes from a triangle's first vertex, or from its last where the device says so.
#include "../support/scene.h"
#include "flat.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
class ProvokingVertex : public SceneTest
{
};

TEST_P(ProvokingVertex, IsTheOneTheDeviceNames)
{
    Start();
    MakePlain();
    RasterPipelineDescription pipeline;
    pipeline.Vertex = MakeShader(shaders::flat::Vertex());
    pipeline.Fragment = MakeShader(shaders::flat::Fragment());
    pipeline.Layout = Plain.Layout;
    pipeline.Streams = GetPlainStreams();
    pipeline.Attributes = GetPlainAttributes();
    auto square = MakeSquare(-1, -1, 1, 1); // counter-clockwise from the lower left
    const float numbers[] = {1, 2, 3, 2};
    for (usize i = 0; i < square.size(); ++i)
    {
        square[i].Color.X = numbers[i];
    }
    const RasterVertexSlice slice{MakeBuffer(BufferRole::Vertex, BytesOf(square)), 0, sizeof square};
    const uint16 order[] = {0, 1, 2, 2, 3, 0}; // from 1 to 3 below the rising diagonal, from 3 to 1 above it
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = MakePipeline(pipeline);
    draw.Vertices = {&slice, 1};
    draw.Indices = MakeBuffer(BufferRole::Index16, AsBytes(order));
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    const bool isFirst = Info.Profile.Raster.HasFirstProvokingVertex;
    const Pixel one{0, 0, 255};
    const Pixel three{255, 0, 0};
    Picture picture(8, 4, isFirst ? three : one);
    for (uint32 y = 0; y < 4; ++y)
    {
        for (uint32 x = 0; x + 2 * y < 7; ++x)
        {
            picture.At(x, y) = isFirst ? one : three;
        }
    }
    ExpectFrame(picture, "pass surface 8x4 clear 0 0 0 1\n"
                         "  draw pipeline 1 set 0 vertices 3@0 indices 4/16 counts 6x1@0 offsets 0\nend\n");
}

LUDUS_ON_EVERY_LANE(ProvokingVertex);
} // namespace
} // namespace ludus::graphics::rhi::tests
