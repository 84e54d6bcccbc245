// The cache of the context's state: it sets what a draw needs, once, and forgets what was deleted.
#include "opengl_test.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr const char* VERTEX_TEXT = R"(#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 passed;
uniform sampler2D FromVertex;

void main()
{
    gl_Position = vec4(position, 1);
    passed = textureLod(FromVertex, vec2(0.5), 0);
}
)";

constexpr const char* FRAGMENT_TEXT = R"(#version 450
layout(location = 0) in vec4 passed;
layout(location = 0) out vec4 color;
uniform sampler2D FromFragment;

void main()
{
    color = vec4(passed.r, texture(FromFragment, vec2(0.5)).r, 0, 1);
}
)";

class StateCache : public OpenGlTest
{
protected:
    static RasterShaderDescription Describe(ShaderStage stage, const char* text, const char* texture,
                                            std::span<const RasterBinding> bindings, uint32 sampler)
    {
        RasterShaderDescription description;
        description.Artifact.Stage = stage;
        description.Artifact.Glsl = text;
        description.Artifact.GlslEntry = "main";
        description.Bindings = bindings;
        description.TextureNames[1] = texture;
        description.TextureSamplers[1] = sampler;
        return description;
    }
};

// OpenGL hands out the names of deleted objects again.
TEST_P(StateCache, AnObjectWithADeletedOnesNameIsBoundAnew)
{
    Start();
    MakePlain();
    const Float4 colors[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
    const Pixel expected[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    const uint32 records = internal::InspectSession().LiveRecords;
    for (int i = 0; i < 3; ++i)
    {
        const auto square = MakeSquare(-1, -1, 1, 1, 0, colors[i]);
        BufferHandle vertices;
        ASSERT_EQ(CreateBuffer(Device, {BufferRole::Vertex, sizeof square}, BytesOf(square), vertices),
                  RasterStatus::Ready);
        RasterDraw draw = GetPlainDraw();
        const RasterVertexSlice slice{vertices, 0, sizeof square};
        draw.Vertices = {&slice, 1};
        Begin({.Width = 8, .Height = 4});
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        End();
        ExpectFrame(Picture(8, 4, expected[i]), {});
        EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
        EXPECT_TRUE(SettleUntil(
            [&]
            {
                DeviceInfo info;
                return GetDeviceInfo(Device, info) == DeviceStatus::Ready &&
                       internal::InspectSession().LiveRecords == records;
            }));
    }
}

// Each stage of a program reads the texture through the sampler that its own text names.
TEST_P(StateCache, StagesMaySampleOneTextureDifferently)
{
    Start();
    MakePlain();
    using Kind = RasterBindingKind;
    const RasterBinding vertexBindings[] = {{1, Kind::Texture2D, RasterVisibility::Vertex},
                                            {2, Kind::Sampler, RasterVisibility::Vertex}};
    const RasterBinding fragmentBindings[] = {{1, Kind::Texture2D, RasterVisibility::Fragment},
                                              {3, Kind::Sampler, RasterVisibility::Fragment}};
    const RasterBinding bindings[] = {{1, Kind::Texture2D, RasterVisibility::Both},
                                      {2, Kind::Sampler, RasterVisibility::Vertex},
                                      {3, Kind::Sampler, RasterVisibility::Fragment}};
    RasterShaderDescription vertex = Describe(ShaderStage::Vertex, VERTEX_TEXT, "FromVertex", vertexBindings, 2);
    const RasterShaderInput inputs[] = {{0, RasterVertexFormat::Float3}, {1, RasterVertexFormat::Float4}};
    vertex.Inputs = inputs;
    RasterPipelineDescription state;
    state.Vertex = MakeShader(vertex);
    state.Fragment = MakeShader(Describe(ShaderStage::Fragment, FRAGMENT_TEXT, "FromFragment", fragmentBindings, 3));
    state.Layout = MakeLayout(bindings);
    state.Streams = GetPlainStreams();
    state.Attributes = GetPlainAttributes();
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = MakePipeline(state);
    const uint8 texels[] = {255, 0, 0, 255, 0, 0, 255, 255};
    RasterBindingResource resources[3];
    resources[0].Binding = 1;
    resources[0].Texture = MakeView(MakeTexels(2, 1, texels));
    resources[1].Binding = 2;
    resources[1].Sampler = MakeSampler({.Filter = RasterFilter::Nearest});
    resources[2].Binding = 3;
    resources[2].Sampler = MakeSampler({.Filter = RasterFilter::Linear});
    draw.Bindings = MakeSet(state.Layout, resources);
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    const Pixel got = ReadFrame().At(3, 2);
    EXPECT_EQ(got.Red, 0) << "the nearest texel is the blue one";
    EXPECT_NEAR(got.Green, 127.5, 1) << "half of the red one";
}

LUDUS_ON_OPENGL(StateCache);
} // namespace
} // namespace ludus::graphics::rhi::tests
