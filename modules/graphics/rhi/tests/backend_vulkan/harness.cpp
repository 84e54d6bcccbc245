#include "harness.h"

#include "backends/vulkan/validation_log.h"

#include "color_frag.h"
#include "quad_vert.h"
#include "texture_frag.h"

#include <cstdlib>

namespace ludus::graphics::rhi::internal
{
extern const BackendRegistration VULKAN_BACKEND;
}

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint64 LONG_NANOSECONDS = 30'000'000'000;

template <class T>
std::span<const uint8> AsBytes(std::span<const T> values)
{
    return {reinterpret_cast<const uint8*>(values.data()), values.size_bytes()};
}
} // namespace

void VulkanTest::SetUp()
{
    ASSERT_TRUE(vulkan::IsVulkanValidationRequested()) << "run with LUDUS_VULKAN_VALIDATION=1";
    vulkan::ResetVulkanValidationMessageCount();
    Start();
}

void VulkanTest::TearDown()
{
    Stop();
    EXPECT_EQ(vulkan::GetVulkanValidationMessageCount(), 0U);
}

void VulkanTest::Start(const WindowInfo& window)
{
    Native = VULKAN_BACKEND.Create();
    ASSERT_TRUE(Native);
    const ApplicationInfo application{.Name = "ludus_rhi_vulkan_tests"};
    const DeviceDescription description{.EnableGpuTiming = true};
    Report = {};
    ASSERT_EQ(Native->Start({application, window, description}, Report), BackendStatus::Ready)
        << static_cast<int>(Report.Error);
    Ordinal = 0;
}

void VulkanTest::Stop()
{
    if (Native)
    {
        EXPECT_TRUE(Native->Drain());
        DestroyAll();
        EXPECT_EQ(Native->CountLiveObjects(), 0U);
        Native.Reset();
    }
}

void VulkanTest::MakeBuffer(uint32 slot, BufferRole role, std::span<const uint8> bytes)
{
    ASSERT_EQ(Native->CreateBuffer(slot, 1, {.Role = role, .Size = bytes.size(), .Bytes = bytes}),
              BackendStatus::Ready);
    Alive.push_back({RecordKind::Buffer, slot});
}

void VulkanTest::MakeTexture(uint32 slot, uint32 width, uint32 height, std::span<const uint32> texels)
{
    const TextureDescription description{.Width = width, .Height = height};
    const TextureLevel level{
        .Offset = 0, .RowPitch = usize{4} * width, .Width = width, .Height = height, .Rows = height};
    ASSERT_EQ(Native->CreateTexture(slot, 1, {description, AsBytes(texels), {&level, 1}}), BackendStatus::Ready);
    Alive.push_back({RecordKind::Texture, slot});
}

void VulkanTest::MakeView(uint32 slot, uint32 texture, uint32 baseMip, uint32 mipCount)
{
    ASSERT_EQ(Native->CreateTextureView(slot, 1, {.Texture = texture, .BaseMip = baseMip, .MipCount = mipCount}),
              BackendStatus::Ready);
    Alive.push_back({RecordKind::TextureView, slot});
}

void VulkanTest::MakeSampler(uint32 slot, const SamplerDescription& description)
{
    ASSERT_EQ(Native->CreateSampler(slot, 1, description), BackendStatus::Ready);
    Alive.push_back({RecordKind::Sampler, slot});
}

void VulkanTest::MakeShader(uint32 slot, ShaderStage stage, std::span<const uint32> words)
{
    RasterShaderDescription description;
    description.Artifact.Stage = stage;
    description.Artifact.Spirv = words;
    description.Artifact.SpirvEntry = "main";
    ASSERT_EQ(Native->CreateShader(slot, 1, {description}), BackendStatus::Ready);
    Alive.push_back({RecordKind::Shader, slot});
}

void VulkanTest::MakeLayout(uint32 slot, std::span<const RasterBinding> bindings)
{
    ASSERT_EQ(Native->CreateBindingLayout(slot, 1, {bindings}), BackendStatus::Ready);
    Alive.push_back({RecordKind::BindingLayout, slot});
}

void VulkanTest::MakeSet(uint32 slot, uint32 layout, std::span<const SetDescriptor> descriptors)
{
    ASSERT_EQ(Native->CreateBindingSet(slot, 1, {.Layout = layout, .Descriptors = descriptors}), BackendStatus::Ready);
    Alive.push_back({RecordKind::BindingSet, slot});
}

void VulkanTest::Destroy(RecordKind kind, uint32 slot)
{
    Native->Destroy(kind, slot);
    std::erase_if(Alive, [=](const Made& made) { return made.Kind == kind && made.Slot == slot; });
}

void VulkanTest::DestroyAll()
{
    while (!Alive.empty())
    {
        Native->Destroy(Alive.back().Kind, Alive.back().Slot);
        Alive.pop_back();
    }
}

AcquireStatus VulkanTest::Acquire(uint32 width, uint32 height, AcquiredFrame& frame)
{
    const FrameTarget target{.Width = width, .Height = height};
    EXPECT_EQ(Native->PrepareFrame(target), BackendStatus::Ready);
    return Native->Acquire(target, frame);
}

uint64 VulkanTest::SubmitFrame(std::span<const uint8> stream)
{
    const SubmitResult result = Native->Submit({.Ordinal = ++Ordinal, .Stream = stream, .UsesSurface = true});
    EXPECT_EQ(result.Outcome, SubmitOutcome::Accepted) << static_cast<int>(result.Reason);
    return Ordinal;
}

uint64 VulkanTest::Draw(std::span<const uint8> stream, uint32 width, uint32 height)
{
    // Two frames may be in flight, as with the frontend.
    if (Ordinal >= Report.FramesInFlight)
    {
        EXPECT_TRUE(Native->WaitCompleted(Ordinal - Report.FramesInFlight + 1, LONG_NANOSECONDS));
    }
    AcquiredFrame frame;
    EXPECT_EQ(Acquire(width, height, frame), AcquireStatus::Ready);
    EXPECT_EQ(frame.Width, width);
    EXPECT_EQ(frame.Height, height);
    return SubmitFrame(stream);
}

uint64 VulkanTest::RequestPicture(uint32 slice, uint32 width, uint32 height)
{
    EXPECT_EQ(Native->ReserveReadback(slice, usize{4} * width * height), BackendStatus::Ready);
    StreamBuilder stream;
    CopySurfaceCommand copy;
    copy.Slice = slice;
    copy.Width = width;
    copy.Height = height;
    stream.Add(CommandKind::CopySurface, copy);
    const SubmitResult result = Native->Submit({.Ordinal = ++Ordinal, .Stream = stream.View()});
    EXPECT_EQ(result.Outcome, SubmitOutcome::Accepted);
    return Ordinal;
}

Picture VulkanTest::ReadPicture(uint32 slice, uint64 ordinal, uint32 width, uint32 height)
{
    Picture picture{width, height, std::vector<uint32>(std::size_t{width} * height)};
    EXPECT_TRUE(Native->WaitCompleted(ordinal, LONG_NANOSECONDS));
    EXPECT_GE(Native->PollCompleted(), ordinal);
    std::span<const uint8> bytes;
    EXPECT_EQ(Native->MapReadback(slice, bytes), BackendStatus::Ready);
    EXPECT_GE(bytes.size(), picture.Texels.size() * 4);
    if (bytes.size() >= picture.Texels.size() * 4)
    {
        std::memcpy(picture.Texels.data(), bytes.data(), picture.Texels.size() * 4);
    }
    Native->UnmapReadback(slice);
    return picture;
}

Picture VulkanTest::DrawAndRead(std::span<const uint8> stream, uint32 width, uint32 height)
{
    Draw(stream, width, height);
    return ReadPicture(0, RequestPicture(0, width, height), width, height);
}

void VulkanTest::MakeQuadScene(bool isTextured, std::span<const QuadBlock> blocks, const RasterPipelineCreation& states)
{
    // x, y, u, v; counter-clockwise with Y up.
    constexpr float32 VERTICES[] = {-1, -1, 0, 1, 1, -1, 1, 1, 1, 1, 1, 0, -1, 1, 0, 0};
    constexpr uint16 INDICES[] = {0, 1, 2, 0, 2, 3};
    std::vector<uint8> uniforms(UNIFORM_STEP * blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
    {
        std::memcpy(uniforms.data() + i * UNIFORM_STEP, &blocks[i], sizeof blocks[i]);
    }
    MakeBuffer(0, BufferRole::Vertex, AsBytes<float32>(VERTICES));
    MakeBuffer(1, BufferRole::Index16, AsBytes<uint16>(INDICES));
    MakeBuffer(2, BufferRole::Uniform, uniforms);
    MakeShader(0, ShaderStage::Vertex, QUAD_VERT);
    MakeShader(1, ShaderStage::Fragment, isTextured ? std::span<const uint32>(TEXTURE_FRAG) : COLOR_FRAG);
    const RasterBinding bindings[] = {
        {.Binding = 0,
         .Kind = RasterBindingKind::UniformBuffer,
         .MinSize = sizeof(QuadBlock),
         .HasDynamicOffset = true},
        {.Binding = 1, .Kind = RasterBindingKind::Texture2D, .Visibility = RasterVisibility::Fragment},
        {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment},
    };
    const SetDescriptor descriptors[] = {
        {.Binding = 0, .HasDynamicOffset = true, .Slot = 2, .Offset = 0, .Size = sizeof(QuadBlock)},
        {.Binding = 1, .Kind = RasterBindingKind::Texture2D, .Slot = 0},
        {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Slot = 0},
    };
    const std::size_t count = isTextured ? 3 : 1;
    MakeLayout(0, std::span(bindings).first(count));
    MakeSet(0, 0, std::span(descriptors).first(count));
    const RasterVertexStream stream{.Stride = 16};
    const RasterVertexAttribute attributes[] = {
        {.Location = 0, .Offset = 0, .Format = RasterVertexFormat::Float2},
        {.Location = 1, .Offset = 8, .Format = RasterVertexFormat::Float2},
    };
    RasterPipelineCreation pipeline = states;
    pipeline.Vertex = 0;
    pipeline.Fragment = 1;
    pipeline.Layout = 0;
    pipeline.Streams = {&stream, 1};
    pipeline.Attributes = attributes;
    ASSERT_EQ(Native->CreateRasterPipeline(0, 1, pipeline), BackendStatus::Ready);
    Alive.push_back({RecordKind::RasterPipeline, 0});
}

void VulkanTest::AddQuads(StreamBuilder& stream, uint32 count)
{
    constexpr uint32 FIRST = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_OFFSETS;
    std::vector<uint32> words{
        FIRST | 1U << DRAW_STREAMS_SHIFT | 1U << DRAW_DYNAMIC_SHIFT,
        0, // pipeline
        0, // set
        0,
        0,
        0, // vertices
        1,
        1, // 16-bit indices
        6,
        1,
        0, // counts
        0, // offset
    };
    for (uint32 i = 1; i < count; ++i)
    {
        words.push_back(DRAW_OFFSETS | 1U << DRAW_DYNAMIC_SHIFT);
        words.push_back(static_cast<uint32>(i * UNIFORM_STEP));
    }
    DrawRunCommand run;
    run.DrawCount = count;
    run.EntryBytes = static_cast<uint32>(words.size() * 4);
    stream.Add(CommandKind::DrawRun, run, AsBytes<uint32>(words));
}
} // namespace ludus::graphics::rhi::tests
