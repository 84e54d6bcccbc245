// The scene of the direct passes' tests: an attachment, a square drawn to it, and quads that show it on the surface.
#pragma once

#include "../support/scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4, .Red = 0.2};
constexpr auto READY = RasterStatus::Ready;
constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr auto STATE = RasterStatus::InvalidState;

// The draws of the fixture, as the stream tells them.
inline const std::string SQUARE = "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n";
inline const std::string COMPOSITE = "  draw pipeline 1 set 1 vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\n";

// Barriers of texture 0: before its first pass, and from a pass to the next one that reads it.
inline const std::string FIRST = "  barrier texture 0 none -> color-attachment without contents\n"
                                 "  barrier texture 0 depth none -> depth-attachment without contents\n";
inline const std::string READ = "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n";

class PassScene : public SceneTest
{
protected:
    // An attachment, the plain square drawn to its format, and quads that show it on the surface.
    void MakeScene(RasterFormat format = RasterFormat::Rgba8Unorm, RasterPipelineDescription state = {})
    {
        state.Target = format == RasterFormat::Rgba8Srgb ? RasterTarget::Rgba8Srgb : RasterTarget::Rgba8Unorm;
        MakePlain(state);
        MakeQuads();
        Texture = MakeTexture({.Width = 8, .Height = 4, .Format = format, .Attachment = true}, {});
        Show = MakeQuadsSet(MakeView(Texture), MakeSampler());
        Slices.reserve(8); // draws point into it
    }

    // The plain square between two points in clip space, in one colour.
    RasterDraw MakeDraw(float left, float bottom, float right, float top, float depth = 0, Float4 color = {1, 1, 1, 1})
    {
        const auto square = MakeSquare(left, bottom, right, top, depth, color);
        Slices.push_back({MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square});
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&Slices.back(), 1};
        return draw;
    }

    RasterStatus BeginTexture(RasterPassDescription description = {})
    {
        description.Color = Texture;
        return BeginRasterPass(Device, description);
    }

    RasterStatus Composite() { return DrawIndexed(Device, GetQuadsDraw(Show)); }

    // A frame that shows the texture as it is.
    void ExpectTexture(const Picture& expected)
    {
        Begin(TARGET);
        EXPECT_EQ(Composite(), READY);
        End();
        ExpectFrame(expected, "pass surface 8x4 clear 0.2 0 0 1\n" + COMPOSITE + "end\n");
    }

    RasterTextureState GetState()
    {
        RasterTextureState state;
        EXPECT_EQ(GetTextureState(Device, Texture, state), READY);
        return state;
    }

    internal::TextureLedger& GetLedger()
    {
        return internal::GetSession()
            .Records.Table<RecordKind::Texture>()
            .Twin(internal::RasterAccess::Slot(Texture))
            .Ledger;
    }

    TextureHandle Texture{};
    BindingSetHandle Show{}; // quads over the texture
    std::vector<RasterVertexSlice> Slices{};
};
} // namespace ludus::graphics::rhi::tests
