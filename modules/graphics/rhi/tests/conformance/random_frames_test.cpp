// Random frames against a painter on the processor: direct passes, graphs that are executed or encoded, batches. What
// they draw to two textures and the surface, with depth, loads, stores and rectangles, is painted by the plain rules.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

#include <cmath>
#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto READY = RasterStatus::Ready;
constexpr uint32 IMAGES = 2;
constexpr uint32 SURFACE = IMAGES;
constexpr uint32 FRAMES = 120;

enum class DepthUse : uint8
{
    None,
    Write, // where it is less
    Test,  // where it is not greater
};

struct Image final
{
    Picture Color{};
    std::vector<float32> Depth{};
    bool IsColorDefined{false};
    bool IsDepthDefined{false};
};

/// A rectangle in one colour, or the whole of another image.
struct Stroke final
{
    uint32 Shows{SURFACE}; // an image; SURFACE: none
    RasterRectangle Area{};
    Pixel Color{};
    float32 Depth{0};
    DepthUse Use{DepthUse::None};
};

struct Pass final
{
    uint32 Target{SURFACE};
    RasterPassDescription Description{};
    std::vector<Stroke> Strokes{};
};

/// What is defined, of the images and the surface's depth.
struct Contents final
{
    bool Color[IMAGES + 1]{};
    bool Depth[IMAGES + 1]{};

    void Follow(const Pass& pass)
    {
        const RasterPassDescription& is = pass.Description;
        Color[pass.Target] = is.ColorLoad != RasterLoad::Discard && is.ColorStore == RasterStore::Store;
        Depth[pass.Target] = is.DepthLoad != RasterLoad::Discard && is.DepthStore == RasterStore::Store;
    }
};

bool Contains(const RasterRectangle& area, uint32 x, uint32 y)
{
    return x >= area.X && y >= area.Y && x - area.X < area.Width && y - area.Y < area.Height;
}

class RandomFrames : public SceneTest
{
protected:
    void StartAt(uint32 width, uint32 height)
    {
        Start({.Required = {.OrderedRasterGraph = true}});
        InternalRecords = 1; // the ring
        Whole = {.Width = width, .Height = height};
        MakePlain({.Target = RasterTarget::Rgba8Unorm});
        MakeQuads({.Target = RasterTarget::Rgba8Unorm});
        const RasterTarget targets[] = {RasterTarget::Rgba8Unorm, RasterTarget::Surface};
        for (usize i = 0; i < 2; ++i)
        {
            Pipelines[i][0] = MakePlainPipeline({.Target = targets[i]});
            Pipelines[i][1] = MakePlainPipeline({.Depth = true, .Target = targets[i]});
            Pipelines[i][2] = MakePlainPipeline({.Depth = true,
                                                 .Target = targets[i],
                                                 .DepthWrite = false,
                                                 .DepthCompare = RasterDepthCompare::LessEqual});
            Shows[i] = MakePipeline({.Vertex = Quads.Vertex,
                                     .Fragment = Quads.Fragment,
                                     .Layout = Quads.Layout,
                                     .Streams = GetQuadsStreams(),
                                     .Attributes = GetQuadsAttributes(),
                                     .Target = targets[i]});
        }
        const SamplerHandle sampler = MakeSampler();
        for (uint32 i = 0; i < IMAGES; ++i)
        {
            Textures[i] = MakeTexture({.Width = width, .Height = height, .Attachment = true}, {});
            Sets[i] = MakeQuadsSet(MakeView(Textures[i]), sampler);
        }
        for (Image& image : Images)
        {
            image = {.Color = Picture(width, height, {}), .Depth = std::vector<float32>(usize{width} * height)};
        }
        BufferHandle ring;
        ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = width, .Height = height, .Red = 0.2}), DeviceStatus::Ready);
    }

    // ---- Choices ----------------------------------------------------------------------------------------------------

    uint32 Choose(uint32 count) { return static_cast<uint32>(Random() % count); }

    bool Happens(uint32 oneIn) { return Choose(oneIn) == 0; }

    uint8 ChooseLevel() { return static_cast<uint8>(51 * Choose(6)); }

    RasterRectangle ChooseArea(const RasterRectangle& in)
    {
        RasterRectangle area{.Width = 1 + Choose(in.Width), .Height = 1 + Choose(in.Height)};
        area.X = in.X + Choose(in.Width - area.Width + 1);
        area.Y = in.Y + Choose(in.Height - area.Height + 1);
        return area;
    }

    Stroke ChooseStroke(const Pass& pass, const Contents& contents)
    {
        const RasterPassDescription& is = pass.Description;
        const uint32 other = Choose(IMAGES);
        if (!is.UseViewport && other != pass.Target && contents.Color[other] && Happens(3))
        {
            return {.Shows = other};
        }
        Stroke stroke{.Area = ChooseArea(is.UseViewport ? is.Viewport : Whole),
                      .Color = {ChooseLevel(), ChooseLevel(), ChooseLevel(), ChooseLevel()},
                      .Depth = 0.125F + 0.25F * static_cast<float32>(Choose(4)),
                      .Use = static_cast<DepthUse>(Choose(3))};
        const bool isUnknown = is.DepthLoad == RasterLoad::Discard; // what a test against it gives is nobody's business
        stroke.Use = isUnknown || (is.DepthReadOnly && stroke.Use == DepthUse::Write) ? DepthUse::None : stroke.Use;
        return stroke;
    }

    // `before`: the pass that it follows in a graph, which it sometimes goes on with as merging asks.
    Pass ChoosePass(uint32 target, const Contents& contents, const Pass* before = nullptr)
    {
        Pass pass{.Target = target};
        RasterPassDescription& is = pass.Description;
        const bool isOffscreen = target != SURFACE;
        is.ColorLoad = (!isOffscreen || contents.Color[target]) && Happens(2) ? RasterLoad::Load : RasterLoad::Clear;
        is.ColorLoad = isOffscreen && Happens(8) ? RasterLoad::Discard : is.ColorLoad;
        is.ColorStore = isOffscreen && Happens(10) ? RasterStore::Discard : RasterStore::Store;
        is.DepthLoad = contents.Depth[target] && !Happens(4) ? RasterLoad::Load : RasterLoad::Clear;
        is.DepthLoad = Happens(8) ? RasterLoad::Discard : is.DepthLoad;
        is.DepthStore = Happens(4) ? RasterStore::Discard : RasterStore::Store;
        is.DepthReadOnly = is.DepthLoad == RasterLoad::Load && Happens(4);
        is.ClearDepth = Happens(2) ? 1.0F : 0.5F;
        for (float32& component : is.Clear)
        {
            component = static_cast<float32>(ChooseLevel()) / 255.0F;
        }
        is.UseViewport = Happens(4);
        is.Viewport = ChooseArea(Whole);
        is.UseScissor = Happens(4);
        is.Scissor = Happens(4) ? RasterRectangle{Whole.Width, 0, 1, 1} : ChooseArea(Whole);
        is.Scissor.Width = Happens(4) ? ~uint32{0} : is.Scissor.Width;
        if (before != nullptr && before->Target == target && contents.Color[target] && contents.Depth[target])
        {
            is = before->Description;
            is.ColorLoad = RasterLoad::Load;
            is.DepthLoad = RasterLoad::Load;
            is.DepthStore = RasterStore::Store;
        }
        for (uint32 count = Choose(4); count != 0; --count)
        {
            pass.Strokes.push_back(ChooseStroke(pass, contents));
        }
        return pass;
    }

    // ---- The painter ------------------------------------------------------------------------------------------------

    [[nodiscard]] Contents GetContents() const
    {
        Contents contents;
        for (uint32 i = 0; i < IMAGES; ++i)
        {
            contents.Color[i] = Images[i].IsColorDefined;
            contents.Depth[i] = Images[i].IsDepthDefined;
        }
        return contents;
    }

    void PaintPixel(const Pass& pass, const Stroke& stroke, uint32 x, uint32 y)
    {
        Image& image = Images[pass.Target];
        if (pass.Description.UseScissor && !Contains(pass.Description.Scissor, x, y))
        {
            return;
        }
        if (stroke.Shows != SURFACE)
        {
            image.Color.At(x, y) = Images[stroke.Shows].Color.At(x, y);
            return;
        }
        float32& depth = image.Depth[usize{y} * Whole.Width + x];
        const bool isHidden = (stroke.Use == DepthUse::Write && stroke.Depth >= depth) ||
                              (stroke.Use == DepthUse::Test && stroke.Depth > depth);
        if (!Contains(stroke.Area, x, y) || isHidden)
        {
            return;
        }
        depth = stroke.Use == DepthUse::Write ? stroke.Depth : depth;
        image.Color.At(x, y) = stroke.Color;
    }

    void Paint(const Pass& pass)
    {
        const RasterPassDescription& is = pass.Description;
        Image& image = Images[pass.Target];
        if (is.ColorLoad == RasterLoad::Clear)
        {
            const auto toByte = [](float32 value) { return static_cast<uint8>(std::lround(value * 255)); };
            image.Color = Picture(Whole.Width, Whole.Height,
                                  {toByte(is.Clear[0]), toByte(is.Clear[1]), toByte(is.Clear[2]), toByte(is.Clear[3])});
        }
        if (is.DepthLoad == RasterLoad::Clear)
        {
            image.Depth.assign(image.Depth.size(), is.ClearDepth);
        }
        for (const Stroke& stroke : pass.Strokes)
        {
            for (uint32 i = 0; i < Whole.Width * Whole.Height; ++i)
            {
                PaintPixel(pass, stroke, i % Whole.Width, i / Whole.Width);
            }
        }
        Contents after;
        after.Follow(pass);
        image.IsColorDefined = after.Color[pass.Target];
        image.IsDepthDefined = after.Depth[pass.Target];
    }

    void PaintAcquisition() { Images[SURFACE].Color = Picture(Whole.Width, Whole.Height, {51, 0, 0}); }

    void ExpectSurface()
    {
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(Images[SURFACE].Color, {});
        }
    }

    // ---- Frames -----------------------------------------------------------------------------------------------------

    // The packets of a pass; their slices lie in `slices`.
    std::vector<RasterDraw> MakePackets(const Pass& pass, std::vector<RasterVertexSlice>& slices)
    {
        const usize kind = pass.Target == SURFACE ? 1 : 0;
        const RasterRectangle& view = pass.Description.UseViewport ? pass.Description.Viewport : Whole;
        const auto place = [](uint32 at, uint32 start, uint32 size)
        { return static_cast<float32>(at - start) / static_cast<float32>(size) * 2 - 1; };
        slices.resize(pass.Strokes.size());
        std::vector<RasterDraw> packets;
        for (usize i = 0; i < pass.Strokes.size(); ++i)
        {
            const Stroke& stroke = pass.Strokes[i];
            if (stroke.Shows != SURFACE)
            {
                packets.push_back(GetQuadsDraw(Sets[stroke.Shows]));
                packets.back().Pipeline = Shows[kind];
                continue;
            }
            const RasterRectangle& area = stroke.Area;
            const Pixel& color = stroke.Color;
            const auto toFloat = [](uint8 value) { return static_cast<float32>(value) / 255.0F; };
            const auto square = MakeSquare(
                place(area.X, view.X, view.Width), -place(area.Y + area.Height, view.Y, view.Height),
                place(area.X + area.Width, view.X, view.Width), -place(area.Y, view.Y, view.Height), stroke.Depth,
                {toFloat(color.Red), toFloat(color.Green), toFloat(color.Blue), toFloat(color.Alpha)});
            EXPECT_EQ(WriteFrameVertices(Device, AsBytes(square), slices[i]), READY);
            packets.push_back(GetPlainDraw());
            packets.back().Pipeline = Pipelines[kind][static_cast<usize>(stroke.Use)];
            packets.back().Vertices = {&slices[i], 1};
        }
        return packets;
    }

    [[nodiscard]] RasterPassDescription Describe(const Pass& pass) const
    {
        RasterPassDescription description = pass.Description;
        description.Color = pass.Target == SURFACE ? TextureHandle{} : Textures[pass.Target];
        return description;
    }

    void DrawPass(uint32 target, Contents& contents)
    {
        const Pass pass = ChoosePass(target, contents);
        std::vector<RasterVertexSlice> slices;
        EXPECT_EQ(BeginRasterPass(Device, Describe(pass)), READY);
        for (const RasterDraw& packet : MakePackets(pass, slices))
        {
            EXPECT_EQ(DrawIndexed(Device, packet), READY);
        }
        Paint(pass);
        contents.Follow(pass);
    }

    GraphVersion Import(const OrderedGraph& graph, BufferHandle buffer)
    {
        GraphVersion version;
        EXPECT_EQ(ImportGraphBuffer(Device, graph, buffer, version), READY);
        return version;
    }

    // A compiled graph; `live` are the passes that the compiler keeps.
    OrderedGraph MakeGraph(std::vector<Pass>& live)
    {
        OrderedGraph graph;
        EXPECT_EQ(CreateOrderedGraph(Device, graph), READY);
        GraphVersion versions[IMAGES];
        for (uint32 i = 0; i < IMAGES; ++i)
        {
            RasterTextureState state;
            EXPECT_EQ(GetTextureState(Device, Textures[i], state), READY);
            EXPECT_EQ(state.ColorDefined, Images[i].IsColorDefined);
            EXPECT_EQ(state.DepthDefined, Images[i].IsDepthDefined);
            EXPECT_EQ(ImportGraphTexture(Device, graph, Textures[i], state, RasterTextureUse::SampledBoth, versions[i]),
                      READY);
        }
        const GraphUse fixed[] = {
            {Import(graph, Plain.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
            {Import(graph, Plain.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
            {Import(graph, Quads.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
            {Import(graph, Quads.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
            {Import(graph, Quads.Slices[0].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[0].Size},
            {Import(graph, Quads.Slices[1].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[1].Size},
        };
        Contents contents = GetContents();
        std::vector<Pass> passes;
        for (uint32 count = 1 + Choose(8); count != 0; --count)
        {
            const bool goesOn = !passes.empty() && !Happens(3);
            const Pass pass = goesOn ? ChoosePass(passes.back().Target, contents, &passes.back())
                                     : ChoosePass(Choose(IMAGES + 1), contents);
            std::vector<RasterVertexSlice> slices;
            const std::vector<RasterDraw> packets = MakePackets(pass, slices);
            std::vector<GraphUse> uses(std::begin(fixed), std::end(fixed));
            for (uint32 i = 0; i < IMAGES; ++i)
            {
                if (i != pass.Target && contents.Color[i])
                {
                    uses.push_back({versions[i], GraphAccessMode::Sampled, 0, 0, RasterVisibility::Fragment});
                }
            }
            if (pass.Target != SURFACE)
            {
                GraphVersion& version = versions[pass.Target];
                EXPECT_EQ(NextGraphVersion(Device, graph, version, version), READY);
                const bool loads = pass.Description.ColorLoad == RasterLoad::Load;
                uses.push_back({version, loads ? GraphAccessMode::ColorReadWrite : GraphAccessMode::ColorWrite});
            }
            EXPECT_EQ(AddGraphPass(Device, graph,
                                   {.Name = "pass",
                                    .Attachment = Describe(pass),
                                    .Uses = uses.data(),
                                    .UseCount = uses.size(),
                                    .Draws = packets.data(),
                                    .DrawCount = packets.size(),
                                    .SideEffect = Happens(12)}),
                      READY);
            contents.Follow(pass);
            passes.push_back(pass);
        }
        EXPECT_EQ(CompileOrderedGraph(Device, graph, Report, {!Happens(3), !Happens(3)}), READY);
        Merged += Report.MergedPasses;
        Culled += Report.PassCount - Report.LivePasses;
        for (usize i = 0; i < passes.size(); ++i)
        {
            if (!Report.Culled[i])
            {
                live.push_back(passes[i]);
            }
        }
        return graph;
    }

    void PaintAll(const std::vector<Pass>& passes)
    {
        for (const Pass& pass : passes)
        {
            Paint(pass);
        }
    }

    void DrawDirectly()
    {
        std::vector<Pass> encoded;
        OrderedGraph graph = MakeGraph(encoded);
        ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
        PaintAcquisition();
        Contents contents = GetContents();
        const bool encodes = Happens(2); // after the surface at most, which no import names
        if (encodes)
        {
            for (uint32 count = Choose(2); count != 0; --count)
            {
                DrawPass(SURFACE, contents);
            }
            EXPECT_EQ(EncodeOrderedGraph(Device, Surface, graph), READY);
            PaintAll(encoded);
            contents = GetContents();
        }
        for (uint32 count = Choose(6); count != 0; --count)
        {
            DrawPass(Choose(IMAGES + 1), contents);
        }
        SubmissionToken token;
        ASSERT_EQ(EndFrame(Device, token), READY);
        if (!encodes)
        {
            EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
        }
    }

    void ExecuteOne()
    {
        std::vector<Pass> passes;
        OrderedGraph graph = MakeGraph(passes);
        SubmissionToken token;
        ASSERT_EQ(Settle([&] { return ExecuteOrderedGraph(Device, Surface, graph, token); }), READY);
        PaintAcquisition();
        PaintAll(passes);
    }

    void SubmitOne()
    {
        Pass pass = ChoosePass(SURFACE, GetContents());
        pass.Description = {.ColorLoad = RasterLoad::Load}; // a batch has the surface as it was acquired
        std::vector<RasterVertexSlice> slices;
        CommandBatch batch;
        ASSERT_EQ(Settle([&] { return ToPatient(BeginCommands(Device, batch)); }), READY);
        for (const RasterDraw& packet : MakePackets(pass, slices))
        {
            EXPECT_EQ(RecordDraw(Device, batch, packet), READY);
        }
        EXPECT_EQ(FinishCommands(Device, batch), READY);
        SubmissionToken token;
        ASSERT_EQ(Settle([&] { return SubmitCommands(Device, Surface, batch, token); }), READY);
        PaintAcquisition();
        Paint(pass);
    }

    // Batches in flight keep their places for a while.
    static RasterStatus ToPatient(RasterStatus status)
    {
        return status == RasterStatus::CapacityExceeded ? RasterStatus::NotReady : status;
    }

    std::mt19937 Random{}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same frames every time
    RasterRectangle Whole{};
    RasterPipelineHandle Pipelines[2][3]{}; // to textures and to the surface; of each DepthUse
    RasterPipelineHandle Shows[2]{};
    TextureHandle Textures[IMAGES]{};
    BindingSetHandle Sets[IMAGES]{};
    Image Images[IMAGES + 1]{}; // the surface's is the last
    GraphReport Report{};
    uint32 Merged{0}; // passes of all graphs
    uint32 Culled{0};
};

TEST_P(RandomFrames, ShowWhatThePainterPaints)
{
    StartAt(8, 4);
    for (uint32 frame = 0; frame < FRAMES && !HasFailure(); ++frame)
    {
        SCOPED_TRACE(frame);
        switch (Choose(3))
        {
        case 0:
            DrawDirectly();
            break;
        case 1:
            ExecuteOne();
            break;
        default:
            SubmitOne();
            break;
        }
        if (Happens(2)) // else the next frame begins while this one is drawn
        {
            ExpectSurface();
        }
    }
    EXPECT_GT(Merged, 20U); // the choices reach what the case is about
    EXPECT_GT(Culled, 20U);
}

LUDUS_ON_EVERY_LANE(RandomFrames);
} // namespace
} // namespace ludus::graphics::rhi::tests
