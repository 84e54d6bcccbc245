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
    static RasterShaderDescription Describe(ShaderStage stage, const char* text)
    {
        RasterShaderDescription description;
        description.Artifact.Stage = stage;
        description.Artifact.Glsl = text;
        description.Artifact.GlslEntry = "main";
        return description;
    }

    static RasterShaderDescription Describe(ShaderStage stage, const char* text, const char* texture,
                                            std::span<const RasterBinding> bindings, uint32 sampler)
    {
        RasterShaderDescription description = Describe(stage, text);
        description.Bindings = bindings;
        description.TextureNames[1] = texture;
        description.TextureSamplers[1] = sampler;
        return description;
    }

    void Draw(const RasterDraw& draw)
    {
        Begin({.Width = 8, .Height = 4});
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        End();
    }

    // What the last draw left bound, as OpenGL sees it.
    static GLuint GetBound(GLenum what, GLuint unit = 0)
    {
        const internal::opengl::Current current(GetBackend().GetDevice());
        GLint active = 0;
        GLint name = 0;
        glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetIntegerv(what, &name);
        glActiveTexture(static_cast<GLenum>(active));
        return static_cast<GLuint>(name);
    }

    // `live(i)` makes an object, draws with it, destroys it while it is bound and answers its name. What a driver gives
    // another name each time shows nothing: such a case is skipped.
    template <class Live>
    void LiveThrice(Live live)
    {
        const uint32 records = internal::InspectSession().LiveRecords;
        GLuint names[3]{};
        for (uint32 i = 0; i < 3; ++i)
        {
            SCOPED_TRACE(i);
            names[i] = live(i);
            EXPECT_NE(names[i], 0U);
            EXPECT_TRUE(SettleUntil(
                [&]
                {
                    DeviceInfo info;
                    return GetDeviceInfo(Device, info) == DeviceStatus::Ready &&
                           internal::InspectSession().LiveRecords == records;
                }));
        }
        if (names[0] != names[1] || names[1] != names[2])
        {
            GTEST_SKIP() << "this driver gives names anew: " << names[0] << ", " << names[1] << ", " << names[2];
        }
    }

    // As MakeQuadsSet, of a life's own.
    void MakeSetFor(TextureViewHandle view, SamplerHandle sampler, BindingSetHandle& set)
    {
        const RasterBindingResource resources[] = {
            {0, Quads.Uniforms, 0, sizeof(DrawBlock)},
            {.Binding = 1, .Texture = view},
            {.Binding = 2, .Sampler = sampler},
        };
        EXPECT_EQ(CreateBindingSet(Device, Quads.Layout, resources, set), RasterStatus::Ready);
    }

    static constexpr Float4 COLORS[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
    static constexpr Pixel PIXELS[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
};

// ---- An object with a deleted one's name is bound anew: OpenGL may hand the names of deleted objects out again ----

TEST_P(StateCache, ABufferWithADeletedOnesNameIsBoundAnew)
{
    Start();
    MakePlain();
    LiveThrice(
        [&](uint32 i)
        {
            const auto square = MakeSquare(-1, -1, 1, 1, 0, COLORS[i]);
            BufferHandle vertices;
            EXPECT_EQ(CreateBuffer(Device, {BufferRole::Vertex, sizeof square}, BytesOf(square), vertices),
                      RasterStatus::Ready);
            RasterDraw draw = GetPlainDraw();
            const RasterVertexSlice slice{vertices, 0, sizeof square};
            draw.Vertices = {&slice, 1};
            Draw(draw);
            ExpectFrame(Picture(8, 4, PIXELS[i]), {});
            GLint name = 0;
            {
                const internal::opengl::Current current(GetBackend().GetDevice());
                glGetIntegeri_v(GL_VERTEX_BINDING_BUFFER, 0, &name);
            }
            EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
            return static_cast<GLuint>(name);
        });
}

TEST_P(StateCache, ATextureWithADeletedOnesNameIsBoundAnew)
{
    Start();
    MakeQuads();
    const SamplerHandle sampler = MakeSampler();
    LiveThrice(
        [&](uint32 i)
        {
            const Pixel& color = PIXELS[i];
            const uint8 texel[] = {color.Red, color.Green, color.Blue, color.Alpha};
            TextureHandle texture;
            TextureViewHandle view;
            BindingSetHandle set;
            EXPECT_EQ(CreateTexture(Device, {.Width = 1, .Height = 1}, {texel, 4}, texture), RasterStatus::Ready);
            EXPECT_EQ(CreateTextureView(Device, texture, view), RasterStatus::Ready);
            MakeSetFor(view, sampler, set);
            Draw(GetQuadsDraw(set));
            ExpectFrame(Picture(8, 4, color), {});
            const GLuint name = GetBound(GL_TEXTURE_BINDING_2D, 1);
            EXPECT_EQ(Destroy(Device, set), RasterStatus::Ready);
            EXPECT_EQ(Destroy(Device, view), RasterStatus::Ready);
            EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
            return name;
        });
}

// A unit without a sampler would read the texture's own parameters, which say the nearest texel.
TEST_P(StateCache, ASamplerWithADeletedOnesNameIsBoundAnew)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {255, 0, 0, 255, 0, 0, 255, 255};
    const TextureViewHandle view = MakeView(MakeTexels(2, 1, texels));
    LiveThrice(
        [&](uint32)
        {
            SamplerHandle sampler;
            BindingSetHandle set;
            EXPECT_EQ(CreateSampler(Device, {.Filter = RasterFilter::Linear}, sampler), RasterStatus::Ready);
            MakeSetFor(view, sampler, set);
            Draw(GetQuadsDraw(set));
            EXPECT_NEAR(ReadFrame().At(3, 2).Red, 159.4, 1.5) << "five eighths of the red texel";
            const GLuint name = GetBound(GL_SAMPLER_BINDING, 1);
            EXPECT_EQ(Destroy(Device, set), RasterStatus::Ready);
            EXPECT_EQ(Destroy(Device, sampler), RasterStatus::Ready);
            return name;
        });
}

TEST_P(StateCache, AFramebufferWithADeletedOnesNameIsBoundAnew)
{
    Start();
    MakeQuads();
    const SamplerHandle sampler = MakeSampler();
    LiveThrice(
        [&](uint32 i)
        {
            TextureHandle texture;
            TextureViewHandle view;
            BindingSetHandle set;
            EXPECT_EQ(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true}, {}, texture),
                      RasterStatus::Ready);
            EXPECT_EQ(CreateTextureView(Device, texture, view), RasterStatus::Ready);
            MakeSetFor(view, sampler, set);
            const auto clear = [&]
            {
                Begin({.Width = 8, .Height = 4});
                EXPECT_EQ(BeginRasterPass(Device, {.Color = texture,
                                                   .Clear = {COLORS[i].X, COLORS[i].Y, COLORS[i].Z, COLORS[i].W}}),
                          RasterStatus::Ready);
                End();
            };
            clear();
            Draw(GetQuadsDraw(set));
            ExpectFrame(Picture(8, 4, PIXELS[i]), {});
            clear(); // its framebuffer is the last one bound
            const GLuint name = GetBound(GL_DRAW_FRAMEBUFFER_BINDING);
            EXPECT_EQ(Destroy(Device, set), RasterStatus::Ready);
            EXPECT_EQ(Destroy(Device, view), RasterStatus::Ready);
            EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
            return name;
        });
}

TEST_P(StateCache, AProgramWithADeletedOnesNameIsUsedAnew)
{
    Start();
    MakePlain();
    const char* texts[] = {
        "#version 450\nlayout(location = 0) out vec4 color; void main() { color = vec4(1, 0, 0, 1); }",
        "#version 450\nlayout(location = 0) out vec4 color; void main() { color = vec4(0, 1, 0, 1); }",
        "#version 450\nlayout(location = 0) out vec4 color; void main() { color = vec4(0, 0, 1, 1); }"};
    RasterShaderHandle fragments[3];
    for (usize i = 0; i < 3; ++i)
    {
        fragments[i] = MakeShader(Describe(ShaderStage::Fragment, texts[i]));
    }
    LiveThrice(
        [&](uint32 i)
        {
            RasterPipelineDescription state;
            state.Vertex = Plain.Vertex;
            state.Fragment = fragments[i];
            state.Layout = Plain.Layout;
            state.Streams = GetPlainStreams();
            state.Attributes = GetPlainAttributes();
            RasterPipelineHandle pipeline;
            EXPECT_EQ(CreateRasterPipeline(Device, state, pipeline), RasterStatus::Ready);
            RasterDraw draw = GetPlainDraw();
            draw.Pipeline = pipeline;
            Draw(draw);
            ExpectFrame(Picture(8, 4, PIXELS[i]), {});
            const GLuint name = GetBound(GL_CURRENT_PROGRAM);
            EXPECT_EQ(Destroy(Device, pipeline), RasterStatus::Ready);
            return name;
        });
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
