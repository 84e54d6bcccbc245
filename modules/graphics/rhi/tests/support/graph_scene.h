// An ordered graph around one attachment: plain squares are drawn to it, and a quad shows it on the surface.
#pragma once

#include "scene.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
class GraphSceneTest : public SceneTest
{
public:
    static constexpr FrameTarget TARGET{.Width = 8, .Height = 4, .Red = 0.2};

protected:
    static constexpr auto READY = RasterStatus::Ready;
    static inline const std::string COMPOSITE =
        "  draw pipeline 1 set 1 vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\n";
    static inline const std::string FIRST = "  barrier texture 0 none -> color-attachment without contents\n"
                                            "  barrier texture 0 depth none -> depth-attachment without contents\n";

    static bool IsNullToken(const SubmissionToken& token)
    {
        const SubmissionToken null;
        return std::memcmp(static_cast<const void*>(&token), static_cast<const void*>(&null), sizeof token) == 0;
    }

    void StartScene(const StorageLimits& storage = {})
    {
        Start({.Required = {.OrderedRasterGraph = true}, .Storage = storage});
        MakePlain({.Target = RasterTarget::Rgba8Unorm});
        MakeQuads();
        Texture = MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {});
        Show = MakeQuadsSet(MakeView(Texture), MakeSampler());
        Slices.reserve(8); // draws point into it
        Left = MakeDraw(-1, -1, 0, 1, {1, 0, 0, 1});
        Lower = MakeDraw(-1, -1, 1, 0, {0, 1, 0, 1});
        Composite = GetQuadsDraw(Show);
        ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    }

    RasterDraw MakeDraw(float left, float bottom, float right, float top, Float4 color)
    {
        const auto square = MakeSquare(left, bottom, right, top, 0, color);
        Slices.push_back({MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square});
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&Slices.back(), 1};
        return draw;
    }

    GraphVersion Import(BufferHandle buffer)
    {
        GraphVersion version;
        EXPECT_EQ(ImportGraphBuffer(Device, Graph, buffer, version), READY);
        return version;
    }

    // A graph with everything imported that the passes below use.
    void BeginGraph(RasterTextureUse finalUse = RasterTextureUse::SampledBoth)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
        ASSERT_EQ(ImportGraphTexture(Device, Graph, Texture, state, finalUse, Image), READY);
        ImportBuffers();
    }

    void ImportBuffers()
    {
        PlainUses = {{Import(Plain.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                     {Import(Plain.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                     {Import(Left.Vertices[0].Buffer), GraphAccessMode::Vertex, 0, Left.Vertices[0].Size},
                     {Import(Lower.Vertices[0].Buffer), GraphAccessMode::Vertex, 0, Lower.Vertices[0].Size}};
        QuadUses = {{Import(Quads.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                    {Import(Quads.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                    {Import(Quads.Slices[0].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[0].Size},
                    {Import(Quads.Slices[1].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[1].Size}};
    }

    // Draws to the texture: its next version.
    void AddDraw(const RasterDraw& draw, RasterPassDescription attachment, const char* name = "draw")
    {
        ASSERT_EQ(NextGraphVersion(Device, Graph, Image, Image), READY);
        attachment.Color = Texture;
        std::vector<GraphUse> uses = PlainUses;
        const bool loads = attachment.ColorLoad == RasterLoad::Load;
        uses.push_back({Image, loads ? GraphAccessMode::ColorReadWrite : GraphAccessMode::ColorWrite});
        EXPECT_EQ(AddGraphPass(Device, Graph,
                               {.Name = name,
                                .Attachment = attachment,
                                .Uses = uses.data(),
                                .UseCount = uses.size(),
                                .Draws = &draw,
                                .DrawCount = 1}),
                  READY);
    }

    void AddComposite(RasterPassDescription attachment = {.Clear = {0, 1, 0, 1}})
    {
        std::vector<GraphUse> uses = QuadUses;
        uses.push_back({Image, GraphAccessMode::Sampled, 0, 0, RasterVisibility::Fragment});
        EXPECT_EQ(AddGraphPass(Device, Graph,
                               {.Name = "composite",
                                .Attachment = attachment,
                                .Uses = uses.data(),
                                .UseCount = uses.size(),
                                .Draws = &Composite,
                                .DrawCount = 1}),
                  READY);
    }

    void Compile(const GraphCompileOptions& options = {})
    {
        const RasterStatus status = CompileOrderedGraph(Device, Graph, Report, options);
        Diagnostic why;
        char text[DIAGNOSTIC_TEXT_BYTES] = "";
        if (status != READY && GetLastDiagnostic(Device, why))
        {
            FormatDiagnostic(why, text);
        }
        ASSERT_EQ(status, READY) << text << " pass " << Report.ErrorPass << " resource " << Report.ErrorResource;
    }

    void Execute()
    {
        SubmissionToken token;
        EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
        EXPECT_TRUE(IsNullHandle(Graph));
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    }

    [[nodiscard]] Picture HalfRed() const
    {
        Picture picture(8, 4, {0, 0, 255, 102});
        picture.Fill(0, 0, 4, 4, {255, 0, 0});
        return picture;
    }

    // One scene and its composite, compiled.
    void MakeFrame()
    {
        BeginGraph();
        AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
        AddComposite();
        Compile();
    }

    const std::string Frame = "pass 8x4 texture 0 clear 0 0 1 0.4\n" + FIRST +
                              "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                              "pass surface 8x4 clear 0 1 0 1\n"
                              "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                              COMPOSITE + "end\n";

    TextureHandle Texture{};
    BindingSetHandle Show{};
    std::vector<RasterVertexSlice> Slices{};
    RasterDraw Left{};
    RasterDraw Lower{};
    RasterDraw Composite{};
    OrderedGraph Graph{};
    GraphVersion Image{};
    std::vector<GraphUse> PlainUses{};
    std::vector<GraphUse> QuadUses{};
    GraphReport Report{};
};
} // namespace ludus::graphics::rhi::tests
