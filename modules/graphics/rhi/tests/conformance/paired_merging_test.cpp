// Graphs with passes merged and not, in alternating pairs: the same picture at several depths.
//
// For scripts/benchmark-rhi --executable the case takes the number of samples that the protocol wants and prints them,
// one JSON object a line: with LUDUS_PAIRED_RUNS in the environment. With LUDUS_PAIRED_TIMING too the device's clock
// measures each frame, and memory is asked for with each sample.
#include "../support/graph_scene.h"

#include <ludus/graphics/rhi/measurement.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 WIDTH = 96;
constexpr uint32 HEIGHT = 64;
constexpr Pixel RED{255, 0, 0};
constexpr Pixel BLUE{0, 0, 255};

// Of this thread's processor: what a driver's own threads do beside it does not count.
[[nodiscard]] long long GetThreadNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

[[nodiscard]] const char* GetBool(bool value)
{
    return value ? "true" : "false";
}

[[nodiscard]] const char* GetName(GpuTimingState state)
{
    constexpr const char* NAMES[] = {"Empty", "Armed", "Pending", "Available", "Unavailable", "Disjoint", "Failed"};
    return NAMES[static_cast<usize>(state)];
}

// FNV-1a, 64 bits: what a sample says of its picture.
[[nodiscard]] uint64 Hash(const Picture& picture)
{
    uint64 hash = 14695981039346656037U;
    for (const Pixel& pixel : picture.Pixels)
    {
        for (const uint8 channel : {pixel.Red, pixel.Green, pixel.Blue, pixel.Alpha})
        {
            hash = (hash ^ channel) * 1099511628211U;
        }
    }
    return hash;
}

// N layers of opaque squares, red and blue in turns, each a little narrower than the one before: layer i shows in strip
// i alone, so that the order of drawing decides the picture.
class PairedMerging : public GraphSceneTest
{
protected:
    struct Sample final
    {
        long long Setup{0};
        long long Execute{0};
        long long Arm{0};    // arming the probe
        long long Report{0}; // polling it once it has ended, and asking for memory
        GpuTiming Gpu{};
        AllocationTelemetry Memory{};
    };

    void StartLayers(uint32 layers)
    {
        Start({.Required = {.OrderedRasterGraph = true}, .Preferred = {.Compute = true}, .EnableGpuTiming = IsTimed});
        MakePlain({.Target = RasterTarget::Rgba8Unorm});
        MakeQuads();
        Texture = MakeTexture({.Width = WIDTH, .Height = HEIGHT, .Attachment = true}, {});
        Composite = GetQuadsDraw(MakeQuadsSet(MakeView(Texture), MakeSampler()));
        std::vector<PlainVertex> corners;
        for (uint32 i = 0; i <= layers; ++i) // one more than layers: a single one shows both colours
        {
            const bool isHalf = layers == 1 && i == 1;
            const float left = isHalf ? 0 : -1 + 2 * static_cast<float>(i) / static_cast<float>(layers);
            const auto square = MakeSquare(left, -1, 1, 1, 0, i % 2 == 0 ? Float4{1, 0, 0, 1} : Float4{0, 0, 1, 1});
            corners.insert(corners.end(), square.begin(), square.end());
        }
        Corners = MakeBuffer(BufferRole::Vertex, AsBytes(corners));
        CornerBytes = corners.size() * sizeof(PlainVertex);
        Layers.clear();
        for (uint32 i = 0; i <= layers; ++i)
        {
            Layers.push_back({Corners, i * 4 * sizeof(PlainVertex), 4 * sizeof(PlainVertex)});
        }
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = WIDTH, .Height = HEIGHT}), DeviceStatus::Ready);
    }

    void Author(uint32 layers)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
        ASSERT_EQ(ImportGraphTexture(Device, Graph, Texture, state, RasterTextureUse::SampledBoth, Image), READY);
        PlainUses = {{Import(Plain.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                     {Import(Plain.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                     {Import(Corners), GraphAccessMode::Vertex, 0, CornerBytes}};
        QuadUses = {{Import(Quads.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                    {Import(Quads.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                    {Import(Quads.Slices[0].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[0].Size},
                    {Import(Quads.Slices[1].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[1].Size}};
        for (uint32 i = 0; i < layers; ++i)
        {
            ASSERT_EQ(NextGraphVersion(Device, Graph, Image, Image), READY);
            std::vector<GraphUse> uses = PlainUses;
            uses.push_back({Image, i == 0 ? GraphAccessMode::ColorWrite : GraphAccessMode::ColorReadWrite});
            RasterDraw draws[2] = {GetPlainDraw(), GetPlainDraw()};
            draws[0].Vertices = {&Layers[i], 1};
            draws[1].Vertices = {&Layers[1], 1};
            const RasterLoad load = i == 0 ? RasterLoad::Clear : RasterLoad::Load;
            ASSERT_EQ(AddGraphPass(Device, Graph,
                                   {.Name = "layer",
                                    .Attachment = {.Color = Texture,
                                                   .ColorLoad = load,
                                                   .DepthLoad = load,
                                                   .DepthStore = RasterStore::Store},
                                    .Uses = uses.data(),
                                    .UseCount = uses.size(),
                                    .Draws = draws,
                                    .DrawCount = layers == 1 ? 2U : 1U}),
                      READY);
        }
        AddComposite();
    }

    Sample Measure(uint32 layers, bool merges, Picture& picture)
    {
        Sample sample;
        const long long start = GetThreadNanoseconds();
        Author(layers);
        Compile({.CullUnused = true, .MergeRasterPasses = merges});
        sample.Setup = GetThreadNanoseconds() - start;
        EXPECT_EQ(Report.RasterPasses, merges ? 2U : layers + 1);
        if (IsTimed)
        {
            const long long arming = GetThreadNanoseconds();
            (void)ArmGpuTiming(Device); // a refusal shows in the sample's state
            sample.Arm = GetThreadNanoseconds() - arming;
        }
        SubmissionToken token;
        const long long execution = GetThreadNanoseconds();
        EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
        sample.Execute = GetThreadNanoseconds() - execution;
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
        if (IsTimed)
        {
            PollTiming(sample);
        }
        if (GetParam().Has.RasterizesPixels)
        {
            picture = ReadFrame();
        }
        return sample;
    }

    // The last poll, after which the probe has ended, is the one that counts.
    void PollTiming(Sample& sample)
    {
        EXPECT_TRUE(SettleUntil(
            [&]
            {
                const long long start = GetThreadNanoseconds();
                EXPECT_EQ(GetGpuTiming(Device, sample.Gpu), READY);
                EXPECT_EQ(GetAllocationTelemetry(Device, sample.Memory), READY);
                sample.Report = GetThreadNanoseconds() - start;
                return sample.Gpu.State != GpuTimingState::Armed && sample.Gpu.State != GpuTimingState::Pending;
            }));
    }

    // Strip 0 is the first layer's, red; strip 1, or the right half of a single layer, is blue.
    void ExpectOrder(uint32 layers, const Picture& picture) const
    {
        const uint32 strip = layers == 1 ? WIDTH / 2 : WIDTH / layers;
        EXPECT_EQ(picture.At(strip / 2, HEIGHT / 2), RED);
        EXPECT_EQ(picture.At(strip + strip / 2, HEIGHT / 2), BLUE);
        EXPECT_EQ(picture.At(WIDTH - 1, 0), layers % 2 == 0 || layers == 1 ? BLUE : RED);
    }

    void PrintPlan(uint32 layers, bool merges) const
    {
        std::printf(
            "{\"kind\": \"plan\", \"layers\": %u, \"merged\": %s, \"raster_passes\": %u, \"merged_passes\": %u, "
            "\"draws\": %u, \"plan_bytes\": %llu, \"buffer_bytes\": %llu, \"texture_bytes\": %llu}\n",
            layers, GetBool(merges), Report.RasterPasses, Report.MergedPasses, Report.DrawCount,
            static_cast<unsigned long long>(Report.PlanStorageBytes),
            static_cast<unsigned long long>(Report.BufferBytes), static_cast<unsigned long long>(Report.TextureBytes));
    }

    // What was selected, and what of its profile such a workload can meet.
    void PrintAdapter() const
    {
        MeasurementAdapter adapter;
        ASSERT_EQ(GetMeasurementAdapter(Device, adapter), READY);
        std::printf(
            "{\"kind\": \"adapter\", \"has_identity\": %s, \"name\": \"%s\", \"driver\": \"%s\", \"vendor\": %u, "
            "\"device\": %u, \"hardware\": %s, \"software\": %s}\n",
            GetBool(adapter.HasIdentity), adapter.Name, adapter.Driver, adapter.VendorId, adapter.DeviceId,
            GetBool(adapter.IsHardware), GetBool(adapter.IsSoftware));
        DeviceInfo info;
        ASSERT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready);
        std::printf("{\"kind\": \"profile\", \"portable_raster\": %s, \"compute\": %s, \"ordered_graph\": %s, "
                    "\"resources_per_kind\": %u, \"draws_per_frame\": %u, \"gpu_timing\": %s}\n",
                    GetBool(info.Enabled.PortableRaster), GetBool(info.Enabled.Compute),
                    GetBool(info.Enabled.OrderedRasterGraph), info.Profile.Storage.ResourcesPerKind,
                    info.Profile.Storage.DrawsPerFrame, GetBool(info.Description.EnableGpuTiming));
    }

    // One line; a number that nobody measured is null. A duration is printed as it was answered, whatever the state.
    void PrintSample(uint32 layers, bool merges, int pair, int turn, const Sample& sample, const Picture& picture) const
    {
        std::printf("{\"kind\": \"sample\", \"layers\": %u, \"merged\": %s, \"pair\": %d, \"turn\": %d, "
                    "\"setup_ns\": %lld, \"execute_ns\": %lld, \"image\": ",
                    layers, GetBool(merges), pair, turn, sample.Setup, sample.Execute);
        if (GetParam().Has.RasterizesPixels)
        {
            std::printf("\"%016llx\"", static_cast<unsigned long long>(Hash(picture)));
        }
        else
        {
            std::printf("null");
        }
        if (IsTimed)
        {
            std::printf(", \"arm_ns\": %lld, \"report_ns\": %lld", sample.Arm, sample.Report);
            PrintTiming(sample.Gpu);
            PrintMemory(sample.Memory);
        }
        std::printf("}\n");
    }

    static void PrintNumber(const char* name, bool isKnown, uint64 number)
    {
        if (isKnown)
        {
            std::printf(", \"%s\": %llu", name, static_cast<unsigned long long>(number));
        }
        else
        {
            std::printf(", \"%s\": null", name);
        }
    }

    static void PrintTiming(const GpuTiming& timing)
    {
        std::printf(", \"gpu_state\": \"%s\"", GetName(timing.State));
        const bool isKnown = timing.State == GpuTimingState::Available || timing.DurationNanoseconds != 0;
        PrintNumber("gpu_ns", isKnown, timing.DurationNanoseconds);
        std::printf(", \"tick_ns\": %.9g, \"valid_bits\": %u", timing.TickNanoseconds, timing.ValidBits);
    }

    static void PrintMemory(const AllocationTelemetry& memory)
    {
        PrintNumber("logical_bytes", true, memory.LogicalBytes);
        PrintNumber("retiring_bytes", true, memory.RetiringBytes);
        PrintNumber("api_bytes", memory.ApiBytesAvailable, memory.ApiBytes);
        PrintNumber("peak_api_bytes", memory.ApiBytesAvailable, memory.PeakApiBytes);
        PrintNumber("block_bytes", memory.AllocatorBlocksAvailable, memory.AllocatorBlockBytes);
        PrintNumber("peak_block_bytes", memory.AllocatorBlocksAvailable, memory.PeakAllocatorBlockBytes);
    }

    const bool IsMeasured{std::getenv("LUDUS_PAIRED_RUNS") != nullptr};
    const bool IsTimed{IsMeasured && std::getenv("LUDUS_PAIRED_TIMING") != nullptr};
    BufferHandle Corners{};
    usize CornerBytes{0};
    std::vector<RasterVertexSlice> Layers{};
};

TEST_P(PairedMerging, DrawsThePictureThatSeparatePassesDraw)
{
    const int warmUps = IsMeasured ? 16 : 1;
    const int pairs = IsMeasured ? 128 : 2;
    for (const uint32 layers : {1U, 8U, 16U, 31U})
    {
        SCOPED_TRACE(layers);
        StartLayers(layers);
        if (IsMeasured)
        {
            PrintAdapter();
        }
        for (int pair = -warmUps; pair < pairs; ++pair)
        {
            Picture pictures[2]{Picture(WIDTH, HEIGHT, {}), Picture(WIDTH, HEIGHT, {})};
            for (int turn = 0; turn < 2; ++turn)
            {
                const bool merges = (pair + turn) % 2 != 0; // who goes first alternates
                Picture& picture = pictures[merges ? 1 : 0];
                const Sample sample = Measure(layers, merges, picture);
                if (IsMeasured && pair == 0)
                {
                    PrintPlan(layers, merges);
                }
                if (IsMeasured && pair >= 0)
                {
                    PrintSample(layers, merges, pair, turn, sample, picture);
                }
            }
            if (GetParam().Has.RasterizesPixels)
            {
                ASSERT_EQ(pictures[0].Pixels, pictures[1].Pixels);
                ExpectOrder(layers, pictures[0]);
            }
            ASSERT_FALSE(HasFailure());
        }
        ReleaseOwned();
        Stop();
    }
}
} // namespace

LUDUS_ON_EVERY_LANE(PairedMerging);
} // namespace ludus::graphics::rhi::tests
