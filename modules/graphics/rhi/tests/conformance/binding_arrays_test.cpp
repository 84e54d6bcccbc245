// Arrays of bindings: what a shader selects by a constant, by a number of the draw and by one of each fragment; the
// elements that draws must declare; holes; and tables whose length the set says.
#include "../support/scene.h"
#include "constant_arrays.h"
#include "non_uniform_arrays.h"
#include "non_uniform_table.h"
#include "uniform_arrays.h"
#include "uniform_table.h"

#include <ludus/graphics/rhi/lifetime.h>
#include <ludus/graphics/rhi/measurement.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto READY = RasterStatus::Ready;
constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr usize STEP = 256;
constexpr Pixel COLORS[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}};

struct Block final
{
    Float4 Transform{1, 1, 0, 0};
    uint32 Select[4]{};
};

class BindingArrays : public SceneTest
{
protected:
    void StartArrays(bool isBindless = false, bool hasTables = false)
    {
        Start({.Required = {.PortableRaster = true},
               .Preferred = {.BindlessTextureIndexing = isBindless, .HasRuntimeTextureArrays = hasTables}});
        Vertices = {MakeBuffer(BufferRole::Vertex, AsBytes(CORNERS)), 0, sizeof CORNERS};
        Indices = MakeBuffer(BufferRole::Index16, AsBytes(SQUARE_INDICES));
        std::vector<uint8> blocks(5 * STEP); // the whole target, then four columns that each select their own
        for (uint32 i = 0; i < 5; ++i)
        {
            Block block;
            if (i != 0)
            {
                block = {.Transform = {0.25F, 1, -0.75F + 0.5F * static_cast<float>(i - 1), 0}, .Select = {i - 1}};
            }
            std::memcpy(blocks.data() + i * STEP, &block, sizeof block);
        }
        Blocks = MakeBuffer(BufferRole::Uniform, blocks);
        Sampler = MakeSampler();
        for (int i = 0; i < 4; ++i)
        {
            const uint8 texel[] = {COLORS[i].Red, COLORS[i].Green, COLORS[i].Blue, 255};
            Textures[i] = MakeTexels(1, 1, texel);
            Views[i] = MakeView(Textures[i]);
        }
    }

    BindingLayoutHandle MakeArrayLayout(RasterBindingIndexing indexing, bool isPartial = false)
    {
        const RasterBinding bindings[] = {
            {.Binding = 0, .MinSize = sizeof(Block), .HasDynamicOffset = true},
            {.Binding = 1,
             .Kind = RasterBindingKind::Texture2D,
             .Visibility = RasterVisibility::Fragment,
             .Count = 4,
             .Indexing = indexing,
             .HasPartialBinding = isPartial},
            {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment, .Count = 2},
        };
        return MakeLayout(bindings);
    }

    BindingLayoutHandle MakeTableLayout(RasterBindingIndexing indexing, uint32 ceiling, bool isPartial = false)
    {
        const RasterBinding bindings[] = {
            {.Binding = 0, .MinSize = sizeof(Block), .HasDynamicOffset = true},
            {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment},
            {.Binding = RUNTIME_BINDING_ARRAY_SLOT,
             .Kind = RasterBindingKind::Texture2D,
             .Visibility = RasterVisibility::Fragment,
             .Count = ceiling,
             .Indexing = indexing,
             .IsRuntimeSized = true,
             .HasPartialBinding = isPartial},
        };
        return MakeLayout(bindings);
    }

    RasterPipelineHandle MakeArrayPipeline(BindingLayoutHandle layout, const RasterShaderDescription& vertex,
                                           const RasterShaderDescription& fragment)
    {
        const RasterVertexStream stream{12, false};
        const RasterVertexAttribute attribute{0, 0, 0, RasterVertexFormat::Float3};
        return MakePipeline({.Vertex = MakeShader(vertex),
                             .Fragment = MakeShader(fragment),
                             .Layout = layout,
                             .Streams = {&stream, 1},
                             .Attributes = {&attribute, 1}});
    }

    // Whether the device declares that it lacks what a case draws with; a lane that is there for it may not.
    [[nodiscard]] static bool Lacks(bool isOffered)
    {
        EXPECT_TRUE(isOffered || !GetParam().IsForArrays) << GetParam().Name << " is there for arrays of bindings";
        return !isOffered;
    }

    [[nodiscard]] RasterBindingResource GetBlock() const { return {0, Blocks, 0, sizeof(Block)}; }

    [[nodiscard]] RasterBindingResource GetElement(uint32 binding, uint32 element, int texture) const
    {
        return {.Binding = binding, .Texture = Views[texture], .ArrayElement = element};
    }

    // Entries of the array's set by descending element, the block between them.
    [[nodiscard]] std::vector<RasterBindingResource> GetEntries() const
    {
        return {
            GetElement(1, 3, 3), {.Binding = 2, .Sampler = Sampler, .ArrayElement = 1},
            GetElement(1, 1, 1), GetBlock(),
            GetElement(1, 2, 2), {.Binding = 2, .Sampler = Sampler},
            GetElement(1, 0, 0),
        };
    }

    [[nodiscard]] std::vector<RasterBindingResource> GetTableEntries(std::span<const uint32> elements) const
    {
        std::vector<RasterBindingResource> entries = {GetBlock(), {.Binding = 2, .Sampler = Sampler}};
        for (const uint32 element : elements)
        {
            entries.push_back(GetElement(RUNTIME_BINDING_ARRAY_SLOT, element, static_cast<int>(element)));
        }
        return entries;
    }

    [[nodiscard]] RasterStatus CreateTable(BindingLayoutHandle layout, std::span<const RasterBindingResource> entries,
                                           uint32 length, BindingSetHandle& set) const
    {
        return CreateRuntimeBindingSet(Device, layout, entries, length, set);
    }

    BindingSetHandle MakeTable(BindingLayoutHandle layout, uint32 length, std::span<const uint32> elements)
    {
        const std::vector<RasterBindingResource> entries = GetTableEntries(elements);
        return Make<BindingSetHandle>([&](BindingSetHandle& set) { return CreateTable(layout, entries, length, set); });
    }

    std::vector<RasterBindingIndex> GetTokens(BindingSetHandle set, uint32 binding, std::span<const uint32> elements)
    {
        std::vector<RasterBindingIndex> tokens(elements.size());
        for (usize i = 0; i < tokens.size(); ++i)
        {
            EXPECT_EQ(GetBindingIndex(Device, set, binding, elements[i], tokens[i]), READY);
        }
        return tokens;
    }

    RasterDraw GetDraw(RasterPipelineHandle pipeline, BindingSetHandle set, uint32 block,
                       std::span<const RasterBindingIndex> reachable = {})
    {
        RasterDraw draw{pipeline, set, {&Vertices, 1}, Indices, 0, 6, 4, 1};
        draw.BindingOffsets.Bytes[0] = static_cast<uint32>(block * STEP);
        draw.ReachableBindings = reachable;
        return draw;
    }

    // One draw of the whole target, or one for each of four columns.
    void DrawFrame(RasterPipelineHandle pipeline, BindingSetHandle set, bool isColumns,
                   std::span<const RasterBindingIndex> reachable = {})
    {
        Begin(TARGET);
        for (uint32 block = isColumns ? 1 : 0; block <= (isColumns ? 4U : 0U); ++block)
        {
            EXPECT_EQ(DrawIndexed(Device, GetDraw(pipeline, set, block, reachable)), READY);
        }
        End();
    }

    void ExpectStripes(const int (&colors)[4])
    {
        if (!GetParam().Has.RasterizesPixels)
        {
            return;
        }
        Picture expected(8, 4, {0, 0, 0});
        for (uint32 column = 0; column < 4; ++column)
        {
            expected.Fill(column * 2, 0, 2, 4, COLORS[colors[column]]);
        }
        ExpectFrame(expected, {});
    }

    static constexpr float CORNERS[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static constexpr uint32 ALL[] = {0, 1, 2, 3};
    RasterVertexSlice Vertices{};
    BufferHandle Indices{};
    BufferHandle Blocks{};
    SamplerHandle Sampler{};
    TextureHandle Textures[4]{};
    TextureViewHandle Views[4]{};
};

TEST_P(BindingArrays, ConstantsSelectTexturesAndSamplers)
{
    StartArrays();
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::Constant);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::constant_arrays::Vertex(), shaders::constant_arrays::Fragment());
    DrawFrame(pipeline, MakeSet(layout, GetEntries()), false);
    ExpectStripes({0, 1, 2, 3});
}

TEST_P(BindingArrays, DrawsSelectTextures)
{
    StartArrays();
    if (Lacks(Info.Profile.Binding.HasUniformTextureIndexing))
    {
        GTEST_SKIP() << GetParam().Name << ": the device cannot select textures by a number of the draw";
    }
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::Uniform);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::uniform_arrays::Vertex(), shaders::uniform_arrays::Fragment());
    const BindingSetHandle set = MakeSet(layout, GetEntries());
    for (int i = 0; i < 4; ++i) // the set alone keeps them
    {
        EXPECT_EQ(Destroy(Device, Views[i]), READY);
        EXPECT_EQ(Destroy(Device, Textures[i]), READY);
    }
    DrawFrame(pipeline, set, true);
    BindingSetHandle gone = set;
    EXPECT_EQ(Destroy(Device, gone), READY);
    ExpectStripes({0, 1, 2, 3});
}

TEST_P(BindingArrays, ASetFillsItsHolesWithElementZero)
{
    StartArrays();
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::Constant, true);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::constant_arrays::Vertex(), shaders::constant_arrays::Fragment());
    const RasterBindingResource entries[] = {
        GetElement(1, 2, 2),
        GetBlock(),
        GetElement(1, 0, 1),
        {.Binding = 2, .Sampler = Sampler, .ArrayElement = 1},
        {.Binding = 2, .Sampler = Sampler},
    };
    const BindingSetHandle set = MakeSet(layout, entries);
    DrawFrame(pipeline, set, false);
    ExpectStripes({1, 1, 2, 1});
    RasterBindingIndex token;
    EXPECT_EQ(GetBindingIndex(Device, set, 1, 2, token), READY);
    EXPECT_REFUSAL(GetBindingIndex(Device, set, 1, 1, token), MALFORMED, BindingElementAbsent);
    uint32 element = 9;
    EXPECT_EQ(GetBindingArrayElement(Device, set, token, element), READY);
    EXPECT_EQ(element, 2U);
    AllocationTelemetry telemetry;
    EXPECT_EQ(GetAllocationTelemetry(Device, telemetry), READY);
    EXPECT_EQ(telemetry.BindingDescriptors, 7U); // with what fills the holes
    BindingSetHandle none;
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, {entries, 2}, none), MALFORMED, BindingMissing); // no element zero
}

TEST_P(BindingArrays, EveryElementIsGivenOnceOrRefused)
{
    StartArrays();
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::Constant);
    BindingSetHandle set;
    std::vector<RasterBindingResource> entries = GetEntries();
    entries.pop_back();
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, entries, set), MALFORMED, BindingMissing);
    entries.push_back(GetElement(1, 2, 0));
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, entries, set), MALFORMED, BindingDuplicate);
    entries.back() = GetElement(1, 4, 0);
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, entries, set), MALFORMED, ValueTooLarge);
    entries.back() = {.Binding = 1, .Sampler = Sampler};
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, entries, set), MALFORMED, BindingKindMismatch);
    EXPECT_TRUE(IsNullHandle(set));
}

TEST_P(BindingArrays, DrawsDeclareEachElementThatFragmentsSelect)
{
    StartArrays(true);
    if (Lacks(Info.Enabled.BindlessTextureIndexing))
    {
        EXPECT_TRUE(Info.UnmetPreferences.BindlessTextureIndexing);
        EXPECT_FALSE(Info.Profile.Binding.HasNonUniformTextureIndexing);
        GTEST_SKIP() << GetParam().Name << ": the device has no non-uniform indexing";
    }
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::NonUniform, true);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::non_uniform_arrays::Vertex(), shaders::non_uniform_arrays::Fragment());
    BindingSetHandle set = MakeSet(layout, GetEntries());
    const std::vector<RasterBindingIndex> tokens = GetTokens(set, 1, ALL);
    DrawFrame(pipeline, set, false, tokens);
    ExpectStripes({0, 1, 2, 3});
    const uint32 turned[] = {2, 0, 3, 1};
    DrawFrame(pipeline, set, false, GetTokens(set, 1, turned)); // in any order
    ExpectStripes({0, 1, 2, 3});

    BindingSetHandle other = MakeSet(layout, GetEntries());
    std::vector<RasterBindingIndex> twice = tokens;
    twice[3] = twice[0];
    std::vector<RasterBindingIndex> foreign = tokens;
    ASSERT_EQ(GetBindingIndex(Device, other, 1, 3, foreign[3]), READY);
    std::vector<RasterBindingIndex> otherBinding = tokens;
    ASSERT_EQ(GetBindingIndex(Device, set, 2, 0, otherBinding[0]), READY);
    const std::span<const RasterBindingIndex> missing(tokens.data(), 3);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetDraw(pipeline, set, 0, tokens)), READY);
    for (const std::span<const RasterBindingIndex> wrong :
         {missing, std::span<const RasterBindingIndex>{}, {twice}, {foreign}, {otherBinding}})
    {
        EXPECT_REFUSAL(DrawIndexed(Device, GetDraw(pipeline, set, 0, wrong)), MALFORMED, DrawReachableWrong);
        EXPECT_EQ(DrawIndexed(Device, GetDraw(pipeline, set, 0, tokens)), READY);
        EXPECT_REFUSAL(DrawIndexed(Device, GetDraw(pipeline, set, 0, wrong)), MALFORMED, DrawReachableWrong);
    }
    // Published in an open frame: the tokens of the set before name nothing any more.
    ASSERT_EQ(PublishBindingSetUpdate(Device, set, other), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, GetDraw(pipeline, set, 0, tokens)), MALFORMED, DrawReachableWrong);
    EXPECT_EQ(DrawIndexed(Device, GetDraw(pipeline, set, 0, GetTokens(set, 1, ALL))), READY);
    End();
    Own(set);
    ExpectStripes({0, 1, 2, 3});
}

TEST_P(BindingArrays, BatchesHoldTheDeclaredElementsOfTheirSet)
{
    StartArrays(true);
    if (Lacks(Info.Enabled.BindlessTextureIndexing))
    {
        GTEST_SKIP() << GetParam().Name << ": the device has no non-uniform indexing";
    }
    const BindingLayoutHandle layout = MakeArrayLayout(RasterBindingIndexing::NonUniform);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::non_uniform_arrays::Vertex(), shaders::non_uniform_arrays::Fragment());
    BindingSetHandle set = MakeSet(layout, GetEntries());
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    const std::vector<RasterBindingIndex> tokens = GetTokens(set, 1, ALL);
    EXPECT_REFUSAL(RecordDraw(Device, batch, GetDraw(pipeline, set, 0)), MALFORMED, DrawReachableWrong);
    EXPECT_EQ(RecordDraw(Device, batch, GetDraw(pipeline, set, 0, tokens)), READY);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    EXPECT_EQ(Destroy(Device, set), READY); // the batch keeps it
    SubmissionToken token;
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    ExpectStripes({0, 1, 2, 3});
}

TEST_P(BindingArrays, TablesAreAsLongAsTheirSetSays)
{
    StartArrays(true, true);
    if (Lacks(Info.Enabled.HasRuntimeTextureArrays && Info.Enabled.BindlessTextureIndexing))
    {
        EXPECT_EQ(Info.Profile.Binding.MaxRuntimeArrayElements, 0U);
        GTEST_SKIP() << GetParam().Name << ": the device has no runtime arrays";
    }
    const BindingLayoutHandle layout = MakeTableLayout(RasterBindingIndexing::NonUniform, 8);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::non_uniform_table::Vertex(), shaders::non_uniform_table::Fragment());
    const int expected[][4] = {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}};
    for (uint32 length = 4; length > 0; --length)
    {
        SCOPED_TRACE(length);
        const std::span<const uint32> elements(ALL, length);
        BindingSetHandle set = MakeTable(layout, length, elements);
        const std::vector<RasterBindingIndex> tokens = GetTokens(set, RUNTIME_BINDING_ARRAY_SLOT, elements);
        DrawFrame(pipeline, set, false, tokens);
        AllocationTelemetry telemetry;
        EXPECT_EQ(GetAllocationTelemetry(Device, telemetry), READY);
        EXPECT_EQ(telemetry.BindingDescriptors - telemetry.RetiringBindingDescriptors, length + 3); // with the length
        EXPECT_EQ(Destroy(Device, set), READY);
        ExpectStripes(
            {expected[length - 1][0], expected[length - 1][1], expected[length - 1][2], expected[length - 1][3]});
    }
}

TEST_P(BindingArrays, TablesWithHolesAndOfTheCeilingsLength)
{
    StartArrays(false, true);
    if (Lacks(Info.Enabled.HasRuntimeTextureArrays && Info.Profile.Binding.HasUniformTextureIndexing))
    {
        GTEST_SKIP() << GetParam().Name << ": the device has no runtime arrays";
    }
    const BindingLayoutHandle layout = MakeTableLayout(RasterBindingIndexing::Uniform, 4, true);
    const RasterPipelineHandle pipeline =
        MakeArrayPipeline(layout, shaders::uniform_table::Vertex(), shaders::uniform_table::Fragment());
    const uint32 some[] = {0, 2};
    DrawFrame(pipeline, MakeTable(layout, 3, some), true); // element 1 is a hole, and 3 lies beyond the end
    ExpectStripes({0, 0, 2, 2});
    DrawFrame(pipeline, MakeSet(layout, GetTableEntries(ALL)), true);
    ExpectStripes({0, 1, 2, 3});
}

TEST_P(BindingArrays, TablesKeepTheNumberOfTheirLength)
{
    StartArrays(true, true);
    if (Lacks(Info.Enabled.HasRuntimeTextureArrays && Info.Enabled.BindlessTextureIndexing))
    {
        GTEST_SKIP() << GetParam().Name << ": the device has no runtime arrays";
    }
    const BindingLayoutHandle layout = MakeTableLayout(RasterBindingIndexing::NonUniform, 4);
    BindingSetHandle set;
    std::vector<RasterBindingResource> entries = GetTableEntries(ALL);
    EXPECT_REFUSAL(CreateTable(layout, entries, 0, set), MALFORMED, ValueZero);
    EXPECT_REFUSAL(CreateTable(layout, entries, 5, set), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(CreateTable(layout, entries, 3, set), MALFORMED, ValueTooLarge);
    entries.push_back({RUNTIME_BINDING_LENGTH_SLOT, Blocks, 0, 16});
    EXPECT_REFUSAL(CreateTable(layout, entries, 4, set), MALFORMED, RuntimeLengthReserved);
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, entries, set), MALFORMED, RuntimeLengthReserved);
    EXPECT_TRUE(IsNullHandle(set));
    entries.pop_back();
    const BindingLayoutHandle fixed = MakeArrayLayout(RasterBindingIndexing::Constant);
    EXPECT_REFUSAL(CreateTable(fixed, GetEntries(), 4, set), MALFORMED, BindingMissing);
    RasterBindingIndex token;
    const BindingSetHandle table = MakeTable(layout, 4, ALL);
    EXPECT_REFUSAL(GetBindingIndex(Device, table, RUNTIME_BINDING_LENGTH_SLOT, 0, token), MALFORMED,
                   BindingElementAbsent);

    const RasterBinding conflicting[] = {
        {.Binding = RUNTIME_BINDING_LENGTH_SLOT, .Kind = RasterBindingKind::Sampler},
        {.Binding = RUNTIME_BINDING_ARRAY_SLOT,
         .Kind = RasterBindingKind::Texture2D,
         .Visibility = RasterVisibility::Fragment,
         .Count = 4,
         .IsRuntimeSized = true},
    };
    BindingLayoutHandle none;
    EXPECT_REFUSAL(CreateBindingLayout(Device, conflicting, none), MALFORMED, RuntimeLengthReserved);
    RasterBinding elsewhere = conflicting[1];
    elsewhere.Binding = 3;
    EXPECT_REFUSAL(CreateBindingLayout(Device, {&elsewhere, 1}, none), MALFORMED, ValueNotExact);
}

LUDUS_ON_LANES_WITH(BindingArrays, .ReadsSpirv = true);

class WithoutArrays : public DeviceTest
{
};

TEST_P(WithoutArrays, WhatTheProfileDoesNotNameIsRefused)
{
    Start();
    const BindingCapabilities& offered = Info.Profile.Binding;
    const auto create = [&](const RasterBinding& binding)
    {
        BindingLayoutHandle layout;
        const RasterStatus status = CreateBindingLayout(Device, {&binding, 1}, layout);
        if (!IsNullHandle(layout))
        {
            Own(layout);
        }
        return Await(status, layout);
    };
    const auto expected = [](bool isOffered) { return isOffered ? READY : RasterStatus::Unsupported; };
    RasterBinding binding{.Kind = RasterBindingKind::Texture2D, .Visibility = RasterVisibility::Fragment, .Count = 2};
    EXPECT_EQ(create(binding), expected(offered.MaxTextureArrayElements >= 2));
    binding.Indexing = RasterBindingIndexing::Uniform;
    EXPECT_EQ(create(binding), expected(offered.HasUniformTextureIndexing));
    binding.Indexing = RasterBindingIndexing::NonUniform; // nobody asked for it
    EXPECT_EQ(create(binding), RasterStatus::Unsupported);
    EXPECT_FALSE(offered.HasNonUniformTextureIndexing);
    EXPECT_FALSE(offered.HasRuntimeTextureArrays);
    binding = {.Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment, .Count = 2};
    EXPECT_EQ(create(binding), expected(offered.MaxSamplerArrayElements >= 2));
    binding = {.Visibility = RasterVisibility::Fragment, .MinSize = 16, .Count = 2};
    EXPECT_EQ(create(binding), expected(offered.MaxBufferArrayElements >= 2));
    binding.HasDynamicOffset = true;
    BindingLayoutHandle none;
    EXPECT_REFUSAL(CreateBindingLayout(Device, {&binding, 1}, none), MALFORMED, OptionsConflict);
    binding = {.Binding = RUNTIME_BINDING_ARRAY_SLOT,
               .Kind = RasterBindingKind::Texture2D,
               .Visibility = RasterVisibility::Fragment,
               .IsRuntimeSized = true};
    EXPECT_EQ(create(binding), RasterStatus::Unsupported);
}

LUDUS_ON_EVERY_LANE(WithoutArrays);
} // namespace
} // namespace ludus::graphics::rhi::tests
