// Each kind of resource: what creation takes and refuses, status, destruction.
#include "../support/scene.h"

#include <cmath>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto MALFORMED = RasterStatus::InvalidDescription;

class Resources : public SceneTest
{
protected:
    RasterStatus TryBuffer(BufferRole role, usize size, std::span<const uint8> bytes)
    {
        BufferHandle buffer;
        const RasterStatus status = CreateBuffer(Device, {role, size}, bytes, buffer);
        EXPECT_TRUE(IsNullHandle(buffer)); // nothing was published
        return status;
    }

    RasterStatus TryTexture(const TextureDescription& description, const TextureUpload& upload)
    {
        TextureHandle texture;
        const RasterStatus status = CreateTexture(Device, description, upload, texture);
        EXPECT_TRUE(IsNull(texture));
        return status;
    }

    RasterStatus TryShader(const RasterShaderDescription& description)
    {
        RasterShaderHandle shader;
        const RasterStatus status = CreateRasterShader(Device, description, shader);
        EXPECT_TRUE(IsNullHandle(shader));
        return status;
    }

    RasterStatus TryLayout(std::span<const RasterBinding> bindings)
    {
        BindingLayoutHandle layout;
        const RasterStatus status = CreateBindingLayout(Device, bindings, layout);
        EXPECT_TRUE(IsNullHandle(layout));
        return status;
    }

    RasterStatus TrySet(BindingLayoutHandle layout, std::span<const RasterBindingResource> resources)
    {
        BindingSetHandle set;
        const RasterStatus status = CreateBindingSet(Device, layout, resources, set);
        EXPECT_TRUE(IsNullHandle(set));
        return status;
    }

    RasterStatus TryPipeline(const RasterPipelineDescription& description)
    {
        RasterPipelineHandle pipeline;
        const RasterStatus status = CreateRasterPipeline(Device, description, pipeline);
        EXPECT_TRUE(IsNullHandle(pipeline));
        return status;
    }

    // Destroys through one copy and finds every copy stale.
    template <class Handle>
    void ExpectDestroyed(Handle handle)
    {
        Handle copy = handle;
        EXPECT_EQ(GetStatus(Device, handle), RasterStatus::Ready);
        EXPECT_EQ(Destroy(Device, handle), RasterStatus::Ready);
        EXPECT_REFUSAL(GetStatus(Device, handle), RasterStatus::InvalidHandle, StaleHandle); // nulled
        EXPECT_REFUSAL(GetStatus(Device, copy), RasterStatus::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(Destroy(Device, copy), RasterStatus::InvalidHandle, StaleHandle);
    }
};

TEST_P(Resources, BuffersTakeExactlyTheirBytes)
{
    Start();
    const std::vector<uint8> bytes(512);
    const auto some = [&](usize count) { return std::span<const uint8>{bytes.data(), count}; };
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 0, {}), MALFORMED, ValueZero);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 8, {}), MALFORMED, UploadMissing);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 8, some(4)), MALFORMED, UploadSizeWrong);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 8, some(12)), MALFORMED, UploadSizeWrong);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Index16, 3, some(3)), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Index32, 6, some(6)), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(TryBuffer(static_cast<BufferRole>(77), 8, some(8)), MALFORMED, EnumInvalid);
    for (const BufferRole role : {BufferRole::Vertex, BufferRole::Index16, BufferRole::Index32, BufferRole::Uniform})
    {
        ExpectDestroyed(MakeBuffer(role, some(256)));
    }
    BufferHandle occupied = MakeBuffer(BufferRole::Vertex, some(4));
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, some(4), occupied), RasterStatus::InvalidState,
                   OutputOccupied);
    EXPECT_EQ(GetStatus(Device, occupied), RasterStatus::Ready);
}

// A device whose limits the test makes up.
class TinyDevice : public Resources
{
};

TEST_P(TinyDevice, RefusesWhatIsLarger)
{
    internal::BackendReport& report = internal::GetReferenceControl().Report;
    report.Profile.Raster.MaxBufferSize = 64;
    report.Profile.Raster.MaxTextureUploadBytes = 128;
    report.Profile.Raster.UniformOffsetAlignment = 512;
    report.Profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].MaxDimension2D = 8;
    report.Profile.Formats[static_cast<usize>(RasterFormat::R8Unorm)] = {};
    Start();
    EXPECT_EQ(Info.Profile.Raster.UniformOffsetAlignment, 512U);
    const std::vector<uint8> bytes(1024);
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 68, {bytes.data(), 68}), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(TryTexture({9, 1}, {{bytes.data(), 36}, 36}), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(TryTexture({8, 8}, {{bytes.data(), 256}, 32}), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(TryTexture({4, 1, RasterFormat::R8Unorm}, {{bytes.data(), 4}, 4}), RasterStatus::Unsupported,
                   TextureFormatUnavailable);
    MakeTexture({8, 4}, {{bytes.data(), 128}, 32});
}

TEST_P(Resources, TexturesTakeCompleteChains)
{
    Start();
    const std::vector<uint8> bytes(4096);
    const auto some = [&](usize count) { return std::span<const uint8>{bytes.data(), count}; };
    EXPECT_REFUSAL(TryTexture({0, 4}, {some(64), 16}), MALFORMED, ValueZero);
    EXPECT_REFUSAL(TryTexture({4, 0}, {some(64), 16}), MALFORMED, ValueZero);
    EXPECT_REFUSAL(TryTexture({4, 4, static_cast<RasterFormat>(99)}, {some(64), 16}), MALFORMED, EnumInvalid);
    EXPECT_REFUSAL(TryTexture({4, 4}, {}), MALFORMED, UploadMissing);
    EXPECT_REFUSAL(TryTexture({4, 4}, {some(64), 18}), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(TryTexture({4, 4}, {some(64), 12}), MALFORMED, ValueTooSmall);
    EXPECT_REFUSAL(TryTexture({4, 4}, {some(60), 16}), MALFORMED, UploadSizeWrong);
    EXPECT_REFUSAL(TryTexture({4, 4}, {some(68), 16}), MALFORMED, UploadSizeWrong);
    EXPECT_REFUSAL(TryTexture({4, 4, RasterFormat::Rgba8Unorm, false, 4}, {some(64), 16}), MALFORMED, MipCountTooLarge);
    EXPECT_REFUSAL(TryTexture({4, 4, RasterFormat::Rgba8Unorm, false, 0}, {some(64), 16}), MALFORMED, ValueZero);
    const TextureDescription chain{4, 4, RasterFormat::Rgba8Unorm, false, 3};
    const TextureMipUpload mips[] = {{0, 16}, {64, 8}, {80, 4}};
    EXPECT_REFUSAL(TryTexture(chain, {some(84), 16, mips}), MALFORMED, UploadPitchWithMips);
    EXPECT_REFUSAL(TryTexture(chain, {some(84), 0, {mips, 2}}), MALFORMED, UploadMipsWrong);
    const TextureMipUpload gap[] = {{0, 16}, {68, 8}, {84, 4}};
    EXPECT_REFUSAL(TryTexture(chain, {some(88), 0, gap}), MALFORMED, UploadOffsetWrong);
    EXPECT_REFUSAL(TryTexture(chain, {some(85), 0, mips}), MALFORMED, UploadSizeWrong);
    EXPECT_EQ(TryTexture({.Width = 4, .Height = 4, .SampleCount = 2}, {some(64), 16}), MALFORMED);

    const TextureHandle texture = MakeTexture(chain, {some(84), 0, mips});
    TextureDescription got;
    EXPECT_EQ(GetTextureDescription(Device, texture, got), RasterStatus::Ready);
    EXPECT_EQ(got.Width, 4U);
    EXPECT_EQ(got.MipLevels, 3U);
    got.Width = 7;
    EXPECT_REFUSAL(GetTextureDescription(Device, {}, got), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(got.Width, 7U);
    EXPECT_FALSE(IsNull(texture));
    ExpectDestroyed(texture);
    for (const RasterFormat format : {RasterFormat::Rgba8Srgb, RasterFormat::R8Unorm, RasterFormat::Rg8Unorm})
    {
        ExpectDestroyed(MakeTexture({4, 4, format}, {some(64), 16}));
    }
}

TEST_P(Resources, WhatTexturesCannotDoYetIsUnsupported)
{
    Start();
    const std::vector<uint8> bytes(4096);
    EXPECT_EQ(TryTexture({.Width = 4, .Height = 4, .RetainCpuContent = true}, {{bytes.data(), 64}, 16}),
              RasterStatus::Unsupported);
    const bool hasAttachments = Info.Profile.Formats[0].Uses.ColorAttachment;
    if (!hasAttachments)
    {
        EXPECT_EQ(TryTexture({.Width = 4, .Height = 4, .Attachment = true}, {}), RasterStatus::Unsupported);
    }
    const TextureHandle texture = MakeTexture({4, 4}, {{bytes.data(), 64}, 16});
    TextureCpuContent content;
    EXPECT_REFUSAL(GetTextureCpuContent(Device, texture, 0, content), RasterStatus::Unsupported, ContentNotRetained);
}

TEST_P(Resources, AnAsynchronousUploadIsPolled)
{
    Start();
    const std::vector<uint8> bytes(64);
    TextureHandle texture;
    const RasterStatus status =
        CreateTexture(Device, {4, 4, RasterFormat::Rgba8Unorm, false, 1, true}, {bytes, 16}, texture);
    EXPECT_TRUE(status == RasterStatus::Pending || status == RasterStatus::Ready) << status;
    EXPECT_FALSE(IsNull(texture));
    if (IsSteered())
    {
        EXPECT_EQ(status, RasterStatus::Pending);
        TextureViewHandle view;
        internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::Texture)] = true;
        EXPECT_EQ(CreateTextureView(Device, texture, view), RasterStatus::Ready) << "the upload has ended by now";
        Own(view);
    }
    EXPECT_EQ(Settle([&] { return GetStatus(Device, texture); }), RasterStatus::Ready);
    Own(texture);
}

TEST_P(Resources, ViewsShowTheWholeTexture)
{
    Start();
    const TextureHandle texture = MakeTexels(4, 4, std::vector<uint8>(64));
    TextureViewHandle view;
    EXPECT_REFUSAL(CreateTextureView(Device, {}, view), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(CreateTextureView(Device, texture, {.BaseMip = 1}, view), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(CreateTextureView(Device, texture, {.BaseLayer = 1}, view), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(CreateTextureView(Device, texture, {.MipCount = 2}, view), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(CreateTextureView(Device, texture, {.Dimension = TextureDimension::Cube}, view), MALFORMED,
                   ViewDimensionMismatch);
    EXPECT_EQ(CreateTextureView(Device, texture, {.Attachment = true}, view), MALFORMED);
    ExpectDestroyed(MakeView(texture));
}

TEST_P(Resources, SamplersCheckTheirLevels)
{
    Start();
    SamplerHandle sampler;
    const auto tryOne = [&](const SamplerDescription& description)
    { return CreateSampler(Device, description, sampler); };
    EXPECT_REFUSAL(tryOne({.Filter = static_cast<RasterFilter>(9)}), MALFORMED, EnumInvalid);
    EXPECT_REFUSAL(tryOne({.U = static_cast<RasterAddress>(9)}), MALFORMED, EnumInvalid);
    EXPECT_REFUSAL(tryOne({.MipFilter = RasterMipFilter::Linear, .MinLod = std::nanf("")}), MALFORMED, ValueNotFinite);
    EXPECT_EQ(tryOne({.MipFilter = RasterMipFilter::Linear, .MinLod = -1}), MALFORMED);
    EXPECT_EQ(tryOne({.MipFilter = RasterMipFilter::Linear, .MaxLod = 16}), MALFORMED);
    EXPECT_EQ(tryOne({.MipFilter = RasterMipFilter::Linear, .MinLod = 3, .MaxLod = 2}), MALFORMED);
    EXPECT_REFUSAL(tryOne({.MinLod = 1}), MALFORMED, LodWithoutMipFilter);
    EXPECT_EQ(GetStatus(Device, sampler), RasterStatus::InvalidHandle);
    ExpectDestroyed(MakeSampler({.Filter = RasterFilter::Linear,
                                 .U = RasterAddress::Repeat,
                                 .MipFilter = RasterMipFilter::Nearest,
                                 .MinLod = 1,
                                 .MaxLod = 1}));
}

TEST_P(Resources, ShadersNeedTheirEntryPointInAModule)
{
    if (Lacks({.ReadsSpirv = true}))
    {
        GTEST_SKIP() << "the lane reads texts, whose entry points its driver finds";
    }
    Start();
    RasterShaderDescription swapped = GetPlainFragment();
    swapped.Artifact.Stage = ShaderStage::Vertex;
    EXPECT_REFUSAL(TryShader(swapped), MALFORMED, EntryStageWrong);
    RasterShaderDescription unknown = GetPlainVertex();
    unknown.Artifact.SpirvEntry = "nobody";
    EXPECT_REFUSAL(TryShader(unknown), MALFORMED, EntryMissing);
    RasterShaderDescription empty = GetPlainVertex();
    empty.Artifact.Spirv = {};
    EXPECT_REFUSAL(TryShader(empty), MALFORMED, ArtifactMissing);
    RasterShaderDescription cut = GetPlainVertex();
    cut.Artifact.Spirv = cut.Artifact.Spirv.first(cut.Artifact.Spirv.size() - 1);
    EXPECT_REFUSAL(TryShader(cut), MALFORMED, ArtifactMalformed);
}

TEST_P(Resources, ShadersNeedTheBackendsArtifact)
{
    Start();
    RasterShaderDescription nothing = GetPlainVertex();
    nothing.Artifact = {.Stage = ShaderStage::Vertex};
    EXPECT_REFUSAL(TryShader(nothing), MALFORMED, ArtifactMissing);
    RasterShaderDescription nameless = GetPlainVertex();
    for (std::string_view* entry : {&nameless.Artifact.SpirvEntry, &nameless.Artifact.WgslEntry,
                                    &nameless.Artifact.GlslEsEntry, &nameless.Artifact.GlslEntry})
    {
        *entry = {};
    }
    EXPECT_REFUSAL(TryShader(nameless), MALFORMED, EntryMissing);
    RasterShaderDescription twice = GetPlainVertex();
    const RasterShaderInput inputs[] = {{0, RasterVertexFormat::Float3}, {0, RasterVertexFormat::Float4}};
    twice.Inputs = inputs;
    EXPECT_REFUSAL(TryShader(twice), MALFORMED, InputDuplicate);
    ExpectDestroyed(MakeShader(GetPlainVertex()));
    ExpectDestroyed(MakeShader(GetPlainFragment()));
}

TEST_P(Resources, LayoutsHaveDistinctNumbersBelowSixteen)
{
    Start();
    const RasterBinding one{.Binding = 3, .MinSize = 16};
    const RasterBinding twice[] = {one, one};
    EXPECT_REFUSAL(TryLayout(twice), MALFORMED, BindingDuplicate);
    RasterBinding wrong = one;
    wrong.Binding = 16;
    EXPECT_REFUSAL(TryLayout({&wrong, 1}), MALFORMED, BindingNumberInvalid);
    wrong = one;
    wrong.Visibility = static_cast<RasterVisibility>(0);
    EXPECT_REFUSAL(TryLayout({&wrong, 1}), MALFORMED, VisibilityInvalid);
    wrong = one;
    wrong.Kind = static_cast<RasterBindingKind>(99);
    EXPECT_REFUSAL(TryLayout({&wrong, 1}), MALFORMED, EnumInvalid);
    wrong = one;
    wrong.MinSize = 16400;
    EXPECT_REFUSAL(TryLayout({&wrong, 1}), MALFORMED, ValueTooLarge);
    wrong = one;
    wrong.Kind = RasterBindingKind::StorageRead;
    EXPECT_REFUSAL(TryLayout({&wrong, 1}), MALFORMED, StorageVisibility);
    ExpectDestroyed(MakeLayout({&one, 1}));
    ExpectDestroyed(MakeLayout(GetQuadsBindings()));
}

TEST_P(Resources, SetsGiveEachBindingOneFittingResource)
{
    Start();
    const BindingLayoutHandle layout = MakeLayout(GetQuadsBindings());
    const BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, std::vector<uint8>(1024));
    const BufferHandle vertices = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(1024));
    const TextureViewHandle view = MakeView(MakeTexels(4, 4, std::vector<uint8>(64)));
    const SamplerHandle sampler = MakeSampler();
    const RasterBindingResource good[] = {
        {0, uniforms, 0, 32}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
    const auto tryWith = [&](usize index, const RasterBindingResource& resource)
    {
        RasterBindingResource resources[] = {good[0], good[1], good[2]};
        resources[index] = resource;
        return TrySet(layout, resources);
    };
    const usize alignment = Info.Profile.Raster.UniformOffsetAlignment;
    EXPECT_REFUSAL(TrySet({}, good), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(TrySet(layout, {good, 2}), MALFORMED, BindingMissing);
    EXPECT_REFUSAL(tryWith(2, good[1]), MALFORMED, BindingDuplicate);
    EXPECT_REFUSAL(tryWith(2, {.Binding = 5, .Sampler = sampler}), MALFORMED, BindingUnknown);
    EXPECT_REFUSAL(tryWith(1, {.Binding = 1, .Sampler = sampler}), MALFORMED, BindingKindMismatch);
    EXPECT_REFUSAL(tryWith(0, {0, vertices, 0, 32}), MALFORMED, BufferRoleMismatch);
    EXPECT_REFUSAL(tryWith(0, {0, uniforms, 16, 32}), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(tryWith(0, {0, uniforms, 0, 40}), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(tryWith(0, {0, uniforms, 0, 16}), MALFORMED, ValueTooSmall);
    EXPECT_REFUSAL(tryWith(0, {0, uniforms, 1024 / alignment * alignment, 32}), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(tryWith(0, {0, uniforms, 0, 1040}), MALFORMED, RangeOutside);
    ExpectDestroyed(MakeSet(layout, good));
    // The order of resources does not matter.
    const RasterBindingResource shuffled[] = {good[2], good[0], good[1]};
    ExpectDestroyed(MakeSet(layout, shuffled));
}

TEST_P(Resources, DescriptorsAreBudgeted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.BindingDescriptors = 2}});
    MakePlain(); // one descriptor
    const RasterBindingResource resource{0, Plain.Uniforms, 0, sizeof(DrawBlock)};
    BindingSetHandle second = MakeSet(Plain.Layout, {&resource, 1});
    EXPECT_REFUSAL(TrySet(Plain.Layout, {&resource, 1}), RasterStatus::CapacityExceeded, DescriptorsExhausted);
    EXPECT_EQ(Destroy(Device, second), RasterStatus::Ready);
    MakeSet(Plain.Layout, {&resource, 1});
}

TEST_P(Resources, BytesAreBudgeted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.ResourceBytes = 1000}});
    const std::vector<uint8> bytes(1000);
    BufferHandle first = MakeBuffer(BufferRole::Vertex, {bytes.data(), 600});
    EXPECT_REFUSAL(TryBuffer(BufferRole::Vertex, 404, {bytes.data(), 404}), RasterStatus::CapacityExceeded,
                   ResourceBytesExhausted);
    EXPECT_REFUSAL(TryTexture({16, 8}, {{bytes.data(), 512}, 64}), RasterStatus::CapacityExceeded,
                   ResourceBytesExhausted);
    EXPECT_EQ(Destroy(Device, first), RasterStatus::Ready);
    MakeTexture({16, 8}, {{bytes.data(), 512}, 64});
}

TEST_P(Resources, PipelinesFitTheirParts)
{
    Start();
    MakePlain();
    const RasterPipelineDescription good{Plain.Vertex,         Plain.Fragment, Plain.Layout, GetPlainStreams(),
                                         GetPlainAttributes(), false,          false};
    const auto tryWith = [&](auto change)
    {
        RasterPipelineDescription description = good;
        change(description);
        return TryPipeline(description);
    };
    EXPECT_REFUSAL(tryWith([](auto& d) { d.Vertex = {}; }), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(tryWith([](auto& d) { d.Layout = {}; }), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(tryWith([](auto& d) { std::swap(d.Vertex, d.Fragment); }), MALFORMED, ShaderStageWrong);
    const RasterBinding elsewhere{.Binding = 4, .MinSize = 32};
    const BindingLayoutHandle other = MakeLayout({&elsewhere, 1});
    EXPECT_EQ(SetLabel(Device, other, "elsewhere"), RasterStatus::Ready);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Layout = other; }), MALFORMED, LayoutLacksBinding);
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic(Device, why));
    EXPECT_STREQ(why.Object, "binding layout \"elsewhere\"");
    const RasterBinding half{.Binding = 0, .Visibility = RasterVisibility::Vertex, .MinSize = 32};
    const BindingLayoutHandle vertexOnly = MakeLayout({&half, 1});
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Layout = vertexOnly; }), MALFORMED, LayoutLacksBinding);

    const RasterVertexStream unaligned{30, false};
    const RasterVertexStream tooSmall{24, false};
    const RasterVertexStream tooLarge{Info.Profile.Interface.MaxVertexStride + 4, false};
    const RasterVertexStream three[] = {{28, false}, {28, false}, {28, false}};
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Streams = {&unaligned, 1}; }), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Streams = {&tooSmall, 1}; }), MALFORMED, AttributeOutsideStride);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Streams = {&tooLarge, 1}; }), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Streams = three; }), MALFORMED, ValueTooLarge);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Streams = {}; }), MALFORMED, StreamUnused);

    const auto attributes = GetPlainAttributes();
    const RasterVertexAttribute twice[] = {attributes[0], attributes[0]};
    const RasterVertexAttribute shapes[] = {attributes[0], {1, 0, 12, RasterVertexFormat::Float3}};
    const RasterVertexAttribute odd[] = {attributes[0], {1, 0, 10, RasterVertexFormat::Float4}};
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Attributes = twice; }), MALFORMED, AttributeDuplicate);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Attributes = attributes.first(1); }), MALFORMED, InputUnfed);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Attributes = shapes; }), MALFORMED, AttributeUnread);
    EXPECT_REFUSAL(tryWith([&](auto& d) { d.Attributes = odd; }), MALFORMED, ValueMisaligned);

    EXPECT_REFUSAL(tryWith([](auto& d) { d.DepthCompare = static_cast<RasterDepthCompare>(9); }), MALFORMED,
                   EnumInvalid);
    EXPECT_REFUSAL(tryWith([](auto& d) { d.Cull = static_cast<RasterCull>(9); }), MALFORMED, EnumInvalid);
    EXPECT_REFUSAL(tryWith([](auto& d) { d.SampleCount = 3; }), MALFORMED, SampleCountInvalid);
    if (!Info.Profile.Raster.HasLineFill)
    {
        EXPECT_EQ(tryWith([](auto& d) { d.FillMode = RasterFillMode::Lines; }), RasterStatus::Unsupported);
    }
    ExpectDestroyed(MakePipeline(good));
}

TEST_P(Resources, RecordsOfAKindAreBudgeted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.ResourcesPerKind = 3}});
    SamplerHandle samplers[3];
    for (SamplerHandle& sampler : samplers)
    {
        sampler = MakeSampler();
    }
    SamplerHandle fourth;
    EXPECT_REFUSAL(CreateSampler(Device, {}, fourth), RasterStatus::CapacityExceeded, RecordsExhausted);
    EXPECT_EQ(Destroy(Device, samplers[1]), RasterStatus::Ready);
    EXPECT_EQ(CreateSampler(Device, {}, fourth), RasterStatus::Ready);
    Own(fourth);
    MakeBuffer(BufferRole::Vertex, std::vector<uint8>(4)); // other kinds are counted by themselves
}

TEST_P(Resources, CreationAndDestructionBelongBetweenFrames)
{
    Start();
    MakePlain();
    Begin({.Width = 8, .Height = 4});
    SamplerHandle sampler;
    EXPECT_REFUSAL(CreateSampler(Device, {}, sampler), RasterStatus::InvalidState, FrameIsOpen);
    TextureHandle texture;
    EXPECT_REFUSAL(CreateTexture(Device, {}, {}, texture), RasterStatus::InvalidState, FrameIsOpen);
    RasterPipelineHandle pipeline = Plain.Pipeline;
    EXPECT_REFUSAL(Destroy(Device, pipeline), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::Ready); // the handle is as it was
    TextureDescription description;
    EXPECT_REFUSAL(GetTextureDescription(Device, {}, description), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(SetLabel(Device, pipeline, "plain"), RasterStatus::Ready);
    End();
}

// A span that promises elements behind a null pointer is refused before anything is read.
TEST_P(Resources, SpansWithoutElementsAreRefused)
{
    Start();
    MakePlain();
    const RasterBinding* noBindings = nullptr;
    BindingLayoutHandle layout;
    EXPECT_REFUSAL(CreateBindingLayout(Device, {noBindings, 3}, layout), RasterStatus::InvalidDescription, NullInput);
    const RasterBindingResource* noResources = nullptr;
    BindingSetHandle set;
    EXPECT_REFUSAL(CreateBindingSet(Device, Plain.Layout, {noResources, 1}, set), RasterStatus::InvalidDescription,
                   NullInput);
    RasterShaderDescription shader;
    shader.Inputs = {static_cast<const RasterShaderInput*>(nullptr), 3};
    RasterShaderHandle stage;
    EXPECT_REFUSAL(CreateRasterShader(Device, shader, stage), RasterStatus::InvalidDescription, NullInput);
}

TEST_P(Resources, LabelsNameTheObjectInDiagnostics)
{
    Start();
    MakePlain();
    EXPECT_EQ(SetLabel(Device, Plain.Pipeline, "terrain"), RasterStatus::Ready);
    EXPECT_EQ(SetLabel(Device, Plain.Set, std::string(200, 'x')), RasterStatus::Ready);
    EXPECT_EQ(SetLabel(Device, Plain.Indices, "indices"), RasterStatus::Ready);
    EXPECT_EQ(SetLabel(Device, Plain.Indices, ""), RasterStatus::Ready);
    EXPECT_REFUSAL(SetLabel(Device, BufferHandle{}, "x"), RasterStatus::InvalidHandle, StaleHandle);
    Begin({.Width = 8, .Height = 4});
    RasterDraw draw = GetPlainDraw();
    draw.IndexCount = 4;
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidDescription);
    End();
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic(Device, why));
    EXPECT_STREQ(why.Object, "raster pipeline \"terrain\"");
    EXPECT_STREQ(why.Operation, "DrawIndexed");
    EXPECT_STREQ(why.Field, "IndexCount");
    EXPECT_EQ(why.Got, 4U);
    EXPECT_EQ(why.Allowed, 3U);
    char text[DIAGNOSTIC_TEXT_BYTES];
    EXPECT_GT(FormatDiagnostic(why, text), 0U);
    EXPECT_NE(std::string_view{text}.find("terrain"), std::string_view::npos) << text;
}

LUDUS_ON_EVERY_LANE(Resources);
LUDUS_ON_STEERED_LANES(TinyDevice);
} // namespace
} // namespace ludus::graphics::rhi::tests
