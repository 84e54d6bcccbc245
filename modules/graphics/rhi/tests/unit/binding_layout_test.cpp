// Binding layouts: entries, what the device offers, and descriptor counts by stage and set.
#include "validation/binding.h"

#include "support.h"

#include <iterator>
#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
using Kind = RasterBindingKind;
using Stages = RasterVisibility;

/// A lone entry is also checked behind another one, where the refusal must name it.
[[nodiscard]] RasterVerdict Check(const std::vector<RasterBinding>& bindings,
                                  const DeviceProfile& profile = PortableProfile(),
                                  const DeviceFeatures& enabled = {.PortableRaster = true})
{
    const RasterVerdict verdict = CheckBindingLayout(bindings, profile, enabled);
    const std::string_view field = verdict.Why.Field != nullptr ? verdict.Why.Field : "";
    if (bindings.size() == 1 && field.find("{index}") != std::string_view::npos)
    {
        const RasterBinding both[] = {{5, Kind::Sampler, Stages::Vertex}, bindings[0]};
        const RasterVerdict second = CheckBindingLayout(both, profile, enabled);
        EXPECT_EQ(second.Why.Code, verdict.Why.Code) << TextOf(second.Why);
        EXPECT_EQ(second.Why.Index, 1U) << TextOf(second.Why);
    }
    return verdict;
}

/// On a device with every workload.
[[nodiscard]] RasterVerdict CheckWhole(const std::vector<RasterBinding>& bindings)
{
    return Check(bindings, WholeProfile(), WholeFeatures());
}

TEST(BindingLayout, PlainLayoutsAreAccepted)
{
    EXPECT_TRUE(Accepted(Check({})));
    EXPECT_TRUE(Accepted(Check({{0, Kind::UniformBuffer, Stages::Both, 80},
                                {2, Kind::Texture2D, Stages::Fragment},
                                {1, Kind::Sampler, Stages::Fragment}})));
}

TEST(BindingLayout, NumbersAreUniqueAndBelowTheEnvelope)
{
    EXPECT_TRUE(Accepted(Check({{15, Kind::Sampler}})));
    EXPECT_TRUE(IsMalformed(Check({{16, Kind::Sampler}}), Code::BindingNumberInvalid, "Binding"));
    EXPECT_TRUE(IsMalformed(Check({{0xFFFFFFFF, Kind::Sampler}}), Code::BindingNumberInvalid, "Binding"));
    const RasterVerdict verdict = Check({{3, Kind::Sampler}, {4, Kind::Sampler}, {3, Kind::Texture2D}});
    EXPECT_TRUE(IsMalformed(verdict, Code::BindingDuplicate));
    EXPECT_EQ(verdict.Why.Index, 2U);
    EXPECT_EQ(verdict.Why.Got, 3U);
    DeviceProfile profile = PortableProfile();
    profile.Binding.MaxBindings = 8;
    EXPECT_TRUE(Accepted(Check({{7, Kind::Sampler}}, profile)));
    EXPECT_TRUE(IsMalformed(Check({{8, Kind::Sampler}}, profile), Code::BindingNumberInvalid, "Binding"));
}

TEST(BindingLayout, EntriesReachTheLimitAndNoFurther)
{
    DeviceProfile profile = PortableProfile();
    profile.Interface.MaxBindings = 2;
    EXPECT_TRUE(Accepted(Check({{0, Kind::Sampler}, {1, Kind::Sampler}}, profile)));
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::Sampler}, {1, Kind::Sampler}, {2, Kind::Sampler}}, profile),
                            Code::ValueTooLarge, "number of bindings"));
}

TEST(BindingLayout, EnumeratorsAreChecked)
{
    EXPECT_TRUE(IsMalformed(Check({{0, static_cast<Kind>(11)}}), Code::EnumInvalid, "Kind"));
    for (const uint32 mask : {0U, 5U, 6U, 7U, 8U, 255U})
    {
        EXPECT_TRUE(
            IsMalformed(Check({{0, Kind::Sampler, static_cast<Stages>(mask)}}), Code::VisibilityInvalid, "Visibility"));
    }
    RasterBinding binding{0, Kind::Texture2D};
    binding.Indexing = static_cast<RasterBindingIndexing>(3);
    EXPECT_TRUE(IsMalformed(Check({binding}), Code::EnumInvalid, "Indexing"));
}

TEST(BindingLayout, UniformSizesFitTheRange)
{
    EXPECT_TRUE(Accepted(Check({{0, Kind::UniformBuffer, Stages::Both, 16384}})));
    EXPECT_TRUE(Accepted(Check({{0, Kind::UniformBuffer, Stages::Both, 0}})));
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::UniformBuffer, Stages::Both, 16400}}), Code::ValueTooLarge, "MinSize"));
}

TEST(BindingLayout, DynamicOffsetsAreForBuffersWithinTheLimit)
{
    RasterBinding uniform{0, Kind::UniformBuffer, Stages::Both, 64};
    uniform.HasDynamicOffset = true;
    EXPECT_TRUE(Accepted(Check({uniform})));
    RasterBinding texture{0, Kind::Texture2D};
    texture.HasDynamicOffset = true;
    EXPECT_TRUE(IsMalformed(Check({texture}), Code::OptionsConflict, "HasDynamicOffset"));

    std::vector<RasterBinding> uniforms(9, uniform);
    for (uint32 i = 0; i < 9; ++i)
    {
        uniforms[i].Binding = i;
    }
    EXPECT_TRUE(IsMalformed(Check(uniforms), Code::DescriptorLimit, "dynamic uniform"));
    uniforms.pop_back();
    EXPECT_TRUE(Accepted(Check(uniforms)));
    DeviceProfile none = PortableProfile();
    none.Binding.MaxDynamicUniformOffsets = 0;
    EXPECT_TRUE(IsUnsupported(Check({uniform}, none), Code::FeatureNotEnabled, "HasDynamicOffset"));
}

TEST(BindingLayout, StageCountsAreBounded)
{
    DeviceProfile profile = PortableProfile();
    profile.Binding.MaxUniformBuffersPerStage = 1;
    profile.Binding.MaxSampledTexturesPerStage = 2;
    profile.Binding.MaxSamplersPerStage = 1;
    const RasterBinding vertex{0, Kind::UniformBuffer, Stages::Vertex, 16};
    const RasterBinding fragment{1, Kind::UniformBuffer, Stages::Fragment, 16};
    const RasterBinding both{2, Kind::UniformBuffer, Stages::Both, 16};
    EXPECT_TRUE(Accepted(Check({vertex, fragment}, profile)));
    EXPECT_TRUE(IsMalformed(Check({vertex, both}, profile), Code::DescriptorLimit, "vertex stage's uniform"));
    EXPECT_TRUE(IsMalformed(Check({fragment, both}, profile), Code::DescriptorLimit, "fragment stage's uniform"));
    EXPECT_TRUE(IsMalformed(
        Check({{0, Kind::Texture2D, Stages::Fragment}, {1, Kind::Texture2D, Stages::Both}, {2, Kind::Texture2D}},
              profile),
        Code::DescriptorLimit, "fragment stage's textures"));
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::Sampler, Stages::Vertex}, {1, Kind::Sampler, Stages::Vertex}}, profile),
                            Code::DescriptorLimit, "vertex stage's samplers"));
}

TEST(BindingLayout, SetCountsAreBoundedAcrossStages)
{
    DeviceProfile profile = PortableProfile();
    profile.Binding.MaxUniformBuffersPerSet = 1;
    EXPECT_TRUE(IsMalformed(
        Check({{0, Kind::UniformBuffer, Stages::Vertex, 16}, {1, Kind::UniformBuffer, Stages::Fragment, 16}}, profile),
        Code::DescriptorLimit, "set's uniform"));
    profile = PortableProfile();
    profile.Binding.MaxSamplersPerSet = 1;
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::Sampler, Stages::Vertex}, {1, Kind::Sampler, Stages::Fragment}}, profile),
                            Code::DescriptorLimit, "set's samplers"));
    profile = PortableProfile();
    profile.Binding.MaxDescriptorsPerSet = 1;
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::Sampler}, {1, Kind::Texture2D}}, profile), Code::DescriptorLimit, "set"));
}

TEST(BindingLayout, ArrayElementsCountAsDescriptors)
{
    RasterBinding textures{0, Kind::Texture2D, Stages::Fragment};
    textures.Count = 16;
    EXPECT_TRUE(Accepted(CheckWhole({textures})));
    EXPECT_TRUE(IsMalformed(CheckWhole({textures, {1, Kind::Texture2D, Stages::Fragment}}), Code::DescriptorLimit,
                            "fragment stage's textures"));
    EXPECT_EQ(CountDescriptors(std::vector<RasterBinding>{textures, {1, Kind::Sampler}}, 0), 17U);
}

TEST(BindingLayout, ArraysNeedTheirCapability)
{
    for (const Kind kind : {Kind::Texture2D, Kind::Sampler, Kind::UniformBuffer})
    {
        RasterBinding binding{0, kind, Stages::Fragment, 16};
        binding.Count = 2;
        EXPECT_TRUE(IsUnsupported(Check({binding}), Code::FeatureNotEnabled, "Count"));
        EXPECT_TRUE(Accepted(CheckWhole({binding})));
        binding.Count = 17;
        EXPECT_TRUE(IsMalformed(CheckWhole({binding}), Code::ValueTooLarge, "Count"));
        binding.Count = 0;
        EXPECT_TRUE(IsMalformed(CheckWhole({binding}), Code::ValueZero, "Count"));
    }
    RasterBinding uniforms{0, Kind::UniformBuffer, Stages::Fragment, 16};
    uniforms.Count = 2;
    uniforms.HasDynamicOffset = true;
    EXPECT_TRUE(IsMalformed(CheckWhole({uniforms}), Code::OptionsConflict, "HasDynamicOffset"));
}

TEST(BindingLayout, IndexingNeedsItsCapability)
{
    RasterBinding textures{0, Kind::Texture2D, Stages::Fragment};
    textures.Count = 4;
    textures.Indexing = RasterBindingIndexing::Uniform;
    EXPECT_TRUE(Accepted(CheckWhole({textures})));
    DeviceProfile profile = WholeProfile();
    profile.Binding.HasUniformTextureIndexing = false;
    EXPECT_TRUE(IsUnsupported(Check({textures}, profile, WholeFeatures()), Code::FeatureNotEnabled, "Indexing"));

    textures.Indexing = RasterBindingIndexing::NonUniform;
    EXPECT_TRUE(Accepted(CheckWhole({textures})));
    profile = WholeProfile();
    profile.Binding.HasNonUniformTextureIndexing = false;
    EXPECT_TRUE(IsUnsupported(Check({textures}, profile, WholeFeatures()), Code::FeatureNotEnabled, "Indexing"));
    DeviceFeatures enabled = WholeFeatures();
    enabled.BindlessTextureIndexing = false;
    EXPECT_TRUE(IsUnsupported(Check({textures}, WholeProfile(), enabled), Code::FeatureNotEnabled, "Indexing"));

    RasterBinding samplers{0, Kind::Sampler, Stages::Fragment};
    samplers.Count = 4;
    samplers.Indexing = RasterBindingIndexing::Uniform;
    EXPECT_TRUE(IsUnsupported(CheckWhole({samplers}), Code::FeatureNotEnabled, "Indexing"));
}

TEST(BindingLayout, RuntimeTablesSitInTheirSlot)
{
    RasterBinding table{RUNTIME_BINDING_ARRAY_SLOT, Kind::Texture2D, Stages::Fragment};
    table.Count = 16;
    table.IsRuntimeSized = true;
    EXPECT_TRUE(Accepted(CheckWhole({table})));
    EXPECT_TRUE(IsUnsupported(Check({table}), Code::FeatureNotEnabled, "IsRuntimeSized"));
    DeviceFeatures enabled = WholeFeatures();
    enabled.HasRuntimeTextureArrays = false;
    EXPECT_TRUE(IsUnsupported(Check({table}, WholeProfile(), enabled), Code::FeatureNotEnabled, "IsRuntimeSized"));
    table.Count = 65;
    EXPECT_TRUE(IsMalformed(CheckWhole({table}), Code::ValueTooLarge, "Count"));
    table.Count = 16;
    table.Binding = 3;
    EXPECT_TRUE(IsMalformed(CheckWhole({table}), Code::ValueNotExact, "Binding"));
    table.Binding = RUNTIME_BINDING_ARRAY_SLOT;
    table.Kind = Kind::Sampler;
    EXPECT_TRUE(IsMalformed(CheckWhole({table}), Code::OptionsConflict, "IsRuntimeSized"));
    table.Kind = Kind::TextureDepth2D;
    EXPECT_TRUE(IsMalformed(CheckWhole({table}), Code::OptionsConflict, "IsRuntimeSized"));
}

TEST(BindingLayout, TextureKindsNeedAFormatThatOffersThem)
{
    for (const Kind kind :
         {Kind::Texture2DArray, Kind::TextureCube, Kind::Texture3D, Kind::TextureDepth2D, Kind::TextureStencil2D})
    {
        EXPECT_TRUE(IsUnsupported(Check({{0, kind, Stages::Fragment}}), Code::FeatureNotEnabled, "Kind"));
        EXPECT_TRUE(Accepted(CheckWhole({{0, kind, Stages::Fragment}})));
    }
}

TEST(BindingLayout, EachTextureKindAsksForItsOwnLimit)
{
    const Kind kinds[] = {Kind::Texture2DArray, Kind::TextureCube, Kind::Texture3D, Kind::TextureDepth2D,
                          Kind::TextureStencil2D};
    for (usize offered = 0; offered < std::size(kinds); ++offered)
    {
        DeviceProfile profile = PortableProfile();
        FormatCapabilities& format = profile.Formats[static_cast<usize>(RasterFormat::R8Unorm)];
        format.MaxArrayLayers = offered == 0 ? 4 : 0;
        format.MaxCubeDimension = offered == 1 ? 4 : 0;
        format.MaxDimension3D = offered == 2 ? 4 : 0;
        format.DepthSampled = offered == 3;
        format.StencilSampled = offered == 4;
        for (usize asked = 0; asked < std::size(kinds); ++asked)
        {
            EXPECT_EQ(Check({{0, kinds[asked], Stages::Fragment}}, profile).IsAccepted(), asked == offered)
                << asked << offered;
        }
    }
}

TEST(BindingLayout, StorageIsForComputeAndReadByFragments)
{
    EXPECT_TRUE(IsUnsupported(Check({{0, Kind::StorageRead, Stages::Compute, 4}}), Code::FeatureNotEnabled, "Kind"));
    EXPECT_TRUE(Accepted(CheckWhole({{0, Kind::StorageRead, Stages::Compute, 4}})));
    EXPECT_TRUE(Accepted(CheckWhole({{0, Kind::StorageRead, Stages::Fragment, 4}})));
    EXPECT_TRUE(Accepted(CheckWhole({{0, Kind::StorageReadWrite, Stages::Compute, 4}})));
    for (const Stages stages : {Stages::Vertex, Stages::Both})
    {
        EXPECT_TRUE(IsMalformed(CheckWhole({{0, Kind::StorageRead, stages, 4}}), Code::StorageVisibility));
    }
    for (const Stages stages : {Stages::Vertex, Stages::Both, Stages::Fragment})
    {
        EXPECT_TRUE(IsMalformed(CheckWhole({{0, Kind::StorageReadWrite, stages, 4}}), Code::StorageVisibility));
    }
    EXPECT_TRUE(IsMalformed(CheckWhole({{0, Kind::StorageRead, Stages::Compute, 0}}), Code::ValueZero, "MinSize"));
    EXPECT_TRUE(IsMalformed(CheckWhole({{0, Kind::StorageRead, Stages::Compute, 6}}), Code::ValueMisaligned));
    DeviceFeatures enabled = WholeFeatures();
    enabled.Compute = false;
    EXPECT_TRUE(IsUnsupported(Check({{0, Kind::StorageRead, Stages::Compute, 4}}, WholeProfile(), enabled),
                              Code::FeatureNotEnabled, "Kind"));
    std::vector<RasterBinding> storage;
    for (uint32 i = 0; i < 5; ++i)
    {
        storage.push_back({i, Kind::StorageRead, Stages::Compute, 4});
    }
    EXPECT_TRUE(IsMalformed(CheckWhole(storage), Code::DescriptorLimit, "compute stage's storage"));
    storage.pop_back();
    EXPECT_TRUE(Accepted(CheckWhole(storage)));
}

TEST(BindingLayout, ComputeAndScenesNeedTheirWorkloads)
{
    EXPECT_TRUE(
        IsUnsupported(Check({{0, Kind::UniformBuffer, Stages::Compute, 16}}), Code::FeatureNotEnabled, "Visibility"));
    EXPECT_TRUE(Accepted(CheckWhole({{0, Kind::UniformBuffer, Stages::Compute, 16}})));
    DeviceFeatures enabled = WholeFeatures();
    enabled.Compute = false; // offered, and not asked for
    EXPECT_TRUE(IsUnsupported(Check({{0, Kind::UniformBuffer, Stages::Compute, 16}}, WholeProfile(), enabled),
                              Code::FeatureNotEnabled, "Visibility"));
    enabled.Compute = true;
    enabled.RayQueries = true;
    EXPECT_TRUE(Accepted(Check({{0, Kind::RayScene, Stages::Compute}}, WholeProfile(), enabled)));
    EXPECT_TRUE(IsUnsupported(CheckWhole({{0, Kind::RayScene, Stages::Compute}}), Code::FeatureNotEnabled, "Kind"));
}

TEST(BindingLayout, MalformedComesBeforeUnsupported)
{
    EXPECT_TRUE(IsMalformed(Check({{0, Kind::TextureCube}, {16, Kind::Sampler}}), Code::BindingNumberInvalid));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
