// Raster pipelines: stages, vertex input, layout and target fit together.
#include "validation/pipeline.h"

#include "support.h"

#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
using Kind = RasterBindingKind;
using Stages = RasterVisibility;

/// A well-formed pipeline that a case then spoils.
class Pipeline : public testing::Test
{
protected:
    std::vector<RasterShaderInput> Inputs{{0, RasterVertexFormat::Float3}, {1, RasterVertexFormat::Float2}};
    std::vector<RasterBinding> VertexBindings{{0, Kind::UniformBuffer, Stages::Both, 64}};
    std::vector<RasterBinding> FragmentBindings{{0, Kind::UniformBuffer, Stages::Both, 80},
                                                {1, Kind::Texture2D, Stages::Fragment},
                                                {2, Kind::Sampler, Stages::Fragment}};
    std::vector<RasterBinding> Layout{{0, Kind::UniformBuffer, Stages::Both, 80},
                                      {1, Kind::Texture2D, Stages::Fragment},
                                      {2, Kind::Sampler, Stages::Fragment}};
    std::vector<RasterVertexStream> Streams{{20, false}};
    std::vector<RasterVertexAttribute> Attributes{{0, 0, 0, RasterVertexFormat::Float3},
                                                  {1, 0, 12, RasterVertexFormat::Float2}};
    std::vector<RasterFormat> Formats;
    RasterPipelineDescription Description;
    ShaderStage VertexStage{ShaderStage::Vertex};
    ShaderStage FragmentStage{ShaderStage::Fragment};
    DeviceProfile Profile = PortableProfile();
    PipelineTarget Target;

    [[nodiscard]] RasterVerdict Check()
    {
        Description.Streams = Streams;
        Description.Attributes = Attributes;
        Description.ColorFormats = Formats;
        return CheckRasterPipeline(Description, {VertexStage, Inputs, VertexBindings},
                                   {FragmentStage, {}, FragmentBindings}, Layout, Profile, Target);
    }
};

TEST_F(Pipeline, WellFormedPipelinesAreAccepted)
{
    EXPECT_TRUE(Accepted(Check()));
    EXPECT_TRUE(Target.IsSurface);
    EXPECT_EQ(Target.ColorCount, 1U);
    EXPECT_EQ(Target.SampleCount, 1U);
    Description.Depth = true;
    Description.Blend = true;
    Description.Cull = RasterCull::Back;
    Description.DepthCompare = RasterDepthCompare::Always;
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Pipeline, WithoutInputsNothingIsFed)
{
    Inputs.clear();
    Streams.clear();
    Attributes.clear();
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Pipeline, StagesStandInTheirPlaces)
{
    VertexStage = ShaderStage::Fragment;
    EXPECT_TRUE(IsMalformed(Check(), Code::ShaderStageWrong, "Vertex"));
    VertexStage = ShaderStage::Compute;
    EXPECT_TRUE(IsMalformed(Check(), Code::ShaderStageWrong, "Vertex"));
    VertexStage = ShaderStage::Vertex;
    FragmentStage = ShaderStage::Vertex;
    EXPECT_TRUE(IsMalformed(Check(), Code::ShaderStageWrong, "Fragment"));
}

TEST_F(Pipeline, TheLayoutSatisfiesBothStages)
{
    const std::vector<RasterBinding> whole = Layout;
    Layout = {whole[0], whole[2]};
    const RasterVerdict missing = Check();
    EXPECT_TRUE(IsMalformed(missing, Code::LayoutLacksBinding, "fragment"));
    EXPECT_EQ(missing.Why.Got, 1U);
    Layout = {whole[1], whole[2]};
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "vertex"));
    Layout = whole;
    Layout[1].Kind = Kind::TextureCube;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
    Layout = whole;
    Layout[0].Visibility = Stages::Fragment;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "vertex"));
    Layout[0].Visibility = Stages::Vertex;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
    Layout[0].Visibility = Stages::Both;
    Layout[0].MinSize = 79;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
    Layout[0].MinSize = 63;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "vertex"));
    Layout[0].MinSize = 256;
    Layout[0].HasDynamicOffset = true;
    Layout.push_back({9, Kind::Sampler}); // more than needed
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Pipeline, TheLayoutSatisfiesArrays)
{
    FragmentBindings[1].Count = 4;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
    Layout[1].Count = 4;
    EXPECT_TRUE(Accepted(Check()));
    FragmentBindings[1].Indexing = RasterBindingIndexing::NonUniform;
    Layout[1].Indexing = RasterBindingIndexing::Uniform;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
    Layout[1].Indexing = RasterBindingIndexing::NonUniform;
    EXPECT_TRUE(Accepted(Check()));
    Layout[1].IsRuntimeSized = true;
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutLacksBinding, "fragment"));
}

TEST_F(Pipeline, StreamsAreFewAndTheirStridesBounded)
{
    Streams = {{20, false}, {16, true}};
    EXPECT_TRUE(Accepted(Check()));
    Streams.push_back({16, true});
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Streams"));
    Streams.pop_back();
    Profile.Interface.MaxVertexBuffers = 1;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Streams"));
    Streams.pop_back();
    Streams[0].Stride = 256;
    EXPECT_TRUE(Accepted(Check()));
    Streams[0].Stride = 260;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Stride"));
    Profile.Interface.MaxVertexStride = 252;
    Streams[0].Stride = 256;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Stride"));
    Streams[0].Stride = 22;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Stride"));
    Streams[0].Stride = 0;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooSmall, "Stride"));
}

TEST_F(Pipeline, AttributesLieInsideTheirStride)
{
    Attributes[1].Offset = 16;
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::AttributeOutsideStride));
    EXPECT_EQ(verdict.Why.Index, 1U);
    EXPECT_EQ(verdict.Why.Got, 24U);
    EXPECT_EQ(verdict.Why.Allowed, 20U);
    Attributes[1].Offset = 0xFFFFFFFC; // the end would wrap in 32 bits
    EXPECT_TRUE(IsMalformed(Check(), Code::AttributeOutsideStride));
    Attributes[1].Offset = 10;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Offset"));
}

TEST_F(Pipeline, AttributesNameDeclaredStreamsAndLocations)
{
    Attributes[1].Stream = 1;
    EXPECT_TRUE(IsMalformed(Check(), Code::StreamUnused));
    Attributes[1].Stream = 0;
    Attributes[1].Location = 16;
    EXPECT_TRUE(IsMalformed(Check(), Code::LocationTooLarge));
    Attributes[1].Location = 0xFFFFFFFF;
    EXPECT_TRUE(IsMalformed(Check(), Code::LocationTooLarge));
    Attributes[1] = {0, 0, 0, RasterVertexFormat::Float3};
    EXPECT_TRUE(IsMalformed(Check(), Code::AttributeDuplicate));
    Attributes[1] = {1, 0, 12, static_cast<RasterVertexFormat>(3)};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Format"));
}

TEST_F(Pipeline, RefusalsNameTheEntry)
{
    const std::vector<RasterVertexAttribute> bad = {
        {16, 0, 12, RasterVertexFormat::Float2}, {1, 7, 12, RasterVertexFormat::Float2},
        {1, 0, 13, RasterVertexFormat::Float2},  {1, 0, 12, static_cast<RasterVertexFormat>(3)},
        {0, 0, 12, RasterVertexFormat::Float2},  {5, 0, 12, RasterVertexFormat::Float2}};
    for (const RasterVertexAttribute& attribute : bad)
    {
        Attributes[1] = attribute;
        EXPECT_FALSE(Check().IsAccepted());
        EXPECT_EQ(Check().Why.Index, 1U) << TextOf(Check().Why);
    }
    for (const uint32 stride : {0U, 22U, 260U})
    {
        Streams = {{20, false}, {stride, true}};
        EXPECT_FALSE(Check().IsAccepted());
        EXPECT_EQ(Check().Why.Index, 1U) << TextOf(Check().Why);
    }
    Streams = {{20, false}};
    Attributes = {{0, 0, 0, RasterVertexFormat::Float3}, {1, 0, 12, RasterVertexFormat::Float2}};
    Formats = {RasterFormat::Rgba8Unorm, static_cast<RasterFormat>(99)};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "ColorFormats"));
    EXPECT_EQ(Check().Why.Index, 1U);
}

TEST_F(Pipeline, EveryInputIsFedAndEveryAttributeRead)
{
    Attributes.pop_back();
    const RasterVerdict unfed = Check();
    EXPECT_TRUE(IsMalformed(unfed, Code::InputUnfed));
    EXPECT_EQ(unfed.Why.Got, 1U);
    Attributes.push_back({1, 0, 12, RasterVertexFormat::Float2});
    Inputs.pop_back();
    const RasterVerdict unread = Check();
    EXPECT_TRUE(IsMalformed(unread, Code::AttributeUnread));
    EXPECT_EQ(unread.Why.Index, 1U);
    Inputs.push_back({1, RasterVertexFormat::Float4}); // another component count
    EXPECT_TRUE(IsMalformed(Check(), Code::AttributeUnread));
}

TEST_F(Pipeline, EnumeratorsAreChecked)
{
    const RasterPipelineDescription good = Description;
    const auto refuses = [&](auto spoil, std::string_view field)
    {
        Description = good;
        spoil(Description);
        return IsMalformed(Check(), Code::EnumInvalid, field);
    };
    using D = RasterPipelineDescription;
    EXPECT_TRUE(refuses([](D& d) { d.Target = static_cast<RasterTarget>(4); }, "Target"));
    EXPECT_TRUE(refuses([](D& d) { d.DepthCompare = static_cast<RasterDepthCompare>(5); }, "DepthCompare"));
    EXPECT_TRUE(refuses([](D& d) { d.FillMode = static_cast<RasterFillMode>(2); }, "FillMode"));
    EXPECT_TRUE(refuses([](D& d) { d.Cull = static_cast<RasterCull>(3); }, "Cull"));
    const auto compare = static_cast<RasterStencilCompare>(8);
    const auto operation = static_cast<RasterStencilOperation>(8);
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Front.Compare = compare; }, "Front.Compare"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Front.Fail = operation; }, "Front.Fail"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Front.DepthFail = operation; }, "Front.DepthFail"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Front.Pass = operation; }, "Front.Pass"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Back.Compare = compare; }, "Back.Compare"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Back.Fail = operation; }, "Back.Fail"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Back.DepthFail = operation; }, "Back.DepthFail"));
    EXPECT_TRUE(refuses([=](D& d) { d.StencilState.Back.Pass = operation; }, "Back.Pass"));
    Description = good;
    Formats = {static_cast<RasterFormat>(RASTER_FORMAT_COUNT)};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "ColorFormats"));
}

TEST_F(Pipeline, LineFillNeedsTheCapability)
{
    Description.FillMode = RasterFillMode::Lines;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "FillMode"));
    Profile.Raster.HasLineFill = true;
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Pipeline, OffscreenTargetsNeedAttachments)
{
    struct Case
    {
        RasterTarget Name;
        RasterFormat Format;
    };

    for (const Case& one : {Case{RasterTarget::Rgba8Unorm, RasterFormat::Rgba8Unorm},
                            Case{RasterTarget::Rgba8Srgb, RasterFormat::Rgba8Srgb},
                            Case{RasterTarget::Rgba16Float, RasterFormat::Rgba16Float}})
    {
        Description.Target = one.Name;
        Profile = PortableProfile();
        EXPECT_TRUE(IsUnsupported(Check(), Code::TextureFormatUnavailable));
        Profile = WholeProfile();
        EXPECT_TRUE(Accepted(Check()));
        EXPECT_FALSE(Target.IsSurface);
        EXPECT_EQ(Target.Colors[0], one.Format);
    }
    Profile.Raster.HdrColor = false;
    EXPECT_TRUE(IsUnsupported(Check(), Code::TextureFormatUnavailable));
}

TEST_F(Pipeline, ExplicitFormatsAreCounted)
{
    Profile = WholeProfile();
    Formats = {RasterFormat::Rgba8Unorm, RasterFormat::Rgba16Float, RasterFormat::Rgba8Srgb, RasterFormat::Rgba8Unorm};
    EXPECT_TRUE(Accepted(Check()));
    EXPECT_FALSE(Target.IsSurface);
    EXPECT_EQ(Target.ColorCount, 4U);
    EXPECT_EQ(Target.Colors[2], RasterFormat::Rgba8Srgb);
    Formats.push_back(RasterFormat::Rgba8Unorm);
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "ColorFormats"));
    Formats.resize(3);
    Profile.Interface.MaxColorAttachments = 2;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "ColorFormats"));
    Formats = {RasterFormat::Rgba8Unorm, RasterFormat::R8Unorm};
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsUnsupported(verdict, Code::TextureFormatUnavailable));
    EXPECT_EQ(verdict.Why.Index, 1U);
}

TEST_F(Pipeline, BlendSamplesAndStencilFollowTheFormat)
{
    Profile = WholeProfile();
    FormatCapabilities& offered = Profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)];
    Formats = {RasterFormat::Rgba8Unorm};
    Description.Blend = true;
    Description.SampleCount = 4;
    Description.Stencil = true;
    Description.StencilState.Front.Pass = RasterStencilOperation::Replace;
    EXPECT_TRUE(Accepted(Check()));
    EXPECT_EQ(Target.SampleCount, 4U);
    EXPECT_TRUE(Target.HasStencil);
    offered.StencilAttachment = false;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "Stencil"));
    offered.SampleCounts = 1;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "SampleCount"));
    offered.Uses.Blendable = false;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "Blend"));
    Description.SampleCount = 2;
    EXPECT_TRUE(IsMalformed(Check(), Code::SampleCountInvalid));
}

TEST_F(Pipeline, TheSurfaceHasOneSampleAndNoStencil)
{
    Profile = WholeProfile();
    Description.SampleCount = 4;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "SampleCount"));
    Description.SampleCount = 1;
    Description.Stencil = true;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "Stencil"));
}

TEST_F(Pipeline, StencilStateNeedsStencil)
{
    Description.StencilState.Reference = 7; // without an operation it does nothing
    EXPECT_TRUE(Accepted(Check()));
    Description.StencilState.Back.Compare = RasterStencilCompare::Equal;
    EXPECT_TRUE(IsMalformed(Check(), Code::StencilStateUnused));
}

TEST_F(Pipeline, TheLayoutIsOfRasterStagesAlone)
{
    Layout.push_back({9, Kind::UniformBuffer, Stages::Compute, 16});
    const RasterVerdict foreign = Check();
    EXPECT_TRUE(IsMalformed(foreign, Code::LayoutOtherStages, "Layout"));
    EXPECT_EQ(foreign.Why.Got, 9U);
    Layout.back() = {9, Kind::StorageReadWrite, Stages::Compute, 16};
    EXPECT_TRUE(IsMalformed(Check(), Code::LayoutOtherStages, "Layout"));
    Layout.back() = {9, Kind::UniformBuffer, Stages::Fragment, 16};
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Pipeline, MalformedComesBeforeUnsupportedAndLeavesTheOutput)
{
    Description.Target = RasterTarget::Rgba8Unorm;
    Description.Cull = static_cast<RasterCull>(3);
    Target.ColorCount = 77;
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Cull"));
    Description.Cull = RasterCull::None;
    EXPECT_TRUE(IsUnsupported(Check(), Code::TextureFormatUnavailable));
    EXPECT_EQ(Target.ColorCount, 77U);
}

TEST(ComputePipeline, HasAComputeStageAndALayoutForItAlone)
{
    const std::vector<RasterBinding> needed{{0, Kind::StorageRead, Stages::Compute, 16},
                                            {1, Kind::StorageReadWrite, Stages::Compute, 4}};
    std::vector<RasterBinding> layout{{0, Kind::StorageRead, Stages::Compute, 16},
                                      {1, Kind::StorageReadWrite, Stages::Compute, 64, true},
                                      {3, Kind::UniformBuffer, Stages::Compute, 16}};
    EXPECT_TRUE(Accepted(CheckComputePipeline({ShaderStage::Compute, {}, needed}, layout)));
    EXPECT_TRUE(IsMalformed(CheckComputePipeline({ShaderStage::Fragment, {}, needed}, layout), Code::ShaderStageWrong,
                            "Shader"));
    layout[2].Visibility = Stages::Both;
    const RasterVerdict foreign = CheckComputePipeline({ShaderStage::Compute, {}, needed}, layout);
    EXPECT_TRUE(IsMalformed(foreign, Code::LayoutOtherStages, "Layout"));
    EXPECT_EQ(foreign.Why.Got, 3U);
    layout.pop_back();
    layout[1].Kind = Kind::StorageRead;
    const RasterVerdict lacking = CheckComputePipeline({ShaderStage::Compute, {}, needed}, layout);
    EXPECT_TRUE(IsMalformed(lacking, Code::LayoutLacksBinding, "compute"));
    EXPECT_EQ(lacking.Why.Got, 1U);
    layout[1].Kind = Kind::StorageReadWrite;
    layout[0].MinSize = 12;
    EXPECT_TRUE(IsMalformed(CheckComputePipeline({ShaderStage::Compute, {}, needed}, layout), Code::LayoutLacksBinding,
                            "compute"));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
