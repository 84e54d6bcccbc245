// The code that docs/graphs.md shows, as it is compiled and run here: scripts/generate-docs copies it from between its
// marks.
#include "../support/graph_scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
namespace rhi = ludus::graphics::rhi;

class GraphPage : public GraphSceneTest
{
protected:
    static void Check(RasterStatus status) { ASSERT_EQ(status, READY); }
};

TEST_P(GraphPage, ItsCodeDrawsATextureThatIsThereAfterwards)
{
    StartScene();
    const DeviceHandle device = Device;
    const SurfaceHandle surface = Surface;
    const TextureHandle texture = Texture;
    const RasterDraw draw = Left;
    const RasterVertexSlice mesh = draw.Vertices[0];
    const BufferHandle indexBuffer = draw.Indices;
    const usize indexBytes = sizeof(SQUARE_INDICES);
    const BufferHandle uniformBuffer = Plain.Uniforms;
    const usize uniformBytes = sizeof(DrawBlock);
    SubmissionToken token;

    // begin of the page's code: author
    rhi::OrderedGraph graph;
    rhi::RasterTextureState state;
    rhi::GraphVersion vertices, indices, uniforms, before, after;
    Check(rhi::CreateOrderedGraph(device, graph));
    Check(rhi::ImportGraphBuffer(device, graph, mesh.Buffer, vertices));
    Check(rhi::ImportGraphBuffer(device, graph, indexBuffer, indices));
    Check(rhi::ImportGraphBuffer(device, graph, uniformBuffer, uniforms));
    Check(rhi::GetTextureState(device, texture, state)); // what it holds now
    Check(rhi::ImportGraphTexture(device, graph, texture, state, rhi::RasterTextureUse::SampledBoth, before));
    Check(rhi::NextGraphVersion(device, graph, before, after));
    const rhi::GraphUse uses[] = {{vertices, rhi::GraphAccessMode::Vertex, mesh.Offset, mesh.Size},
                                  {indices, rhi::GraphAccessMode::Index, 0, indexBytes},
                                  {uniforms, rhi::GraphAccessMode::Uniform, 0, uniformBytes},
                                  {after, rhi::GraphAccessMode::ColorWrite}};
    Check(rhi::AddGraphPass(device, graph,
                            {.Name = "scene",
                             .Attachment = {.Color = texture, .Clear = {0, 0, 1, 1}},
                             .Uses = uses,
                             .UseCount = 4,
                             .Draws = &draw,
                             .DrawCount = 1}));
    Check(rhi::AddGraphRoot(device, graph, after, rhi::GraphRoot::Export)); // somebody will look at it
    rhi::GraphReport report;
    Check(rhi::CompileOrderedGraph(device, graph, report));         // between frames, as all of the above
    Check(rhi::ExecuteOrderedGraph(device, surface, graph, token)); // one frame; the graph is used up
    // end of the page's code

    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    EXPECT_TRUE(state.ColorDefined);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, Composite), READY);
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        Picture expected(8, 4, {0, 0, 255});
        expected.Fill(0, 0, 4, 4, {255, 0, 0});
        ExpectFrame(expected, {});
    }
}

LUDUS_ON_EVERY_LANE(GraphPage);
} // namespace
} // namespace ludus::graphics::rhi::tests
