// Binding sets: exactly one resource for each element, of the right kind and range.
#include "validation/binding.h"

#include "support.h"

#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
using Kind = RasterBindingKind;
using Stages = RasterVisibility;

/// Entries of a set with what their handles would name.
class BindingSet : public testing::Test
{
protected:
    std::vector<RasterBinding> Layout{{0, Kind::UniformBuffer, Stages::Both, 64},
                                      {1, Kind::Texture2D, Stages::Fragment},
                                      {2, Kind::Sampler, Stages::Fragment}};
    std::vector<RasterBindingResource> Sources{{0, {}, 256, 64}, {1}, {2}};
    std::vector<ResolvedBindingResource> Resources{Uniform(1024), View(TextureDimension::D2), Sampler()};
    DeviceProfile Profile = PortableProfile();

    [[nodiscard]] static ResolvedBindingResource Uniform(usize size)
    {
        ResolvedBindingResource resource;
        resource.HasBuffer = true;
        resource.Role = BufferRole::Uniform;
        resource.BufferSize = size;
        resource.BufferSlot = 1;
        return resource;
    }

    [[nodiscard]] static ResolvedBindingResource View(TextureDimension dimension,
                                                      TextureAspect aspect = TextureAspect::Color)
    {
        ResolvedBindingResource resource;
        resource.HasView = true;
        resource.ViewDimension = dimension;
        resource.ViewAspect = aspect;
        resource.ViewSlot = 2;
        return resource;
    }

    [[nodiscard]] static ResolvedBindingResource Sampler()
    {
        ResolvedBindingResource resource;
        resource.HasSampler = true;
        resource.SamplerSlot = 3;
        return resource;
    }

    /// The set is also checked in reverse, where a refusal of one entry must name that entry again.
    [[nodiscard]] RasterVerdict Check()
    {
        for (usize i = 0; i < Resources.size(); ++i)
        {
            Resources[i].Source = &Sources[i];
        }
        const RasterVerdict verdict = CheckBindingSet(Layout, Resources, Profile);
        const std::string_view field = verdict.Why.Field != nullptr ? verdict.Why.Field : "";
        const std::vector<ResolvedBindingResource> reversed(Resources.rbegin(), Resources.rend());
        const RasterVerdict again = CheckBindingSet(Layout, reversed, Profile);
        EXPECT_EQ(again.Why.Code, verdict.Why.Code) << TextOf(again.Why);
        if (field.find("{index}") != std::string_view::npos)
        {
            EXPECT_EQ(again.Why.Index, Resources.size() - 1 - verdict.Why.Index) << TextOf(again.Why);
        }
        return verdict;
    }

    void Add(const RasterBindingResource& source, const ResolvedBindingResource& resource)
    {
        Sources.push_back(source);
        Resources.push_back(resource);
    }

    void Remove(usize index)
    {
        Sources.erase(Sources.begin() + static_cast<std::ptrdiff_t>(index));
        Resources.erase(Resources.begin() + static_cast<std::ptrdiff_t>(index));
    }
};

TEST_F(BindingSet, CompleteSetsAreAcceptedInAnyOrder)
{
    EXPECT_TRUE(Accepted(Check()));
    std::swap(Sources[0], Sources[2]);
    std::swap(Resources[0], Resources[2]);
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(BindingSet, AnEmptyLayoutTakesAnEmptySet)
{
    Layout.clear();
    Sources.clear();
    Resources.clear();
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(BindingSet, EachBindingIsGivenOnce)
{
    for (usize missing = 0; missing < 3; ++missing)
    {
        const auto sources = Sources;
        const auto resources = Resources;
        Remove(missing);
        const RasterVerdict verdict = Check();
        EXPECT_TRUE(IsMalformed(verdict, Code::BindingMissing));
        EXPECT_EQ(verdict.Why.Got, missing);
        Sources = sources;
        Resources = resources;
    }
    Add({2}, Sampler());
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::BindingDuplicate));
    EXPECT_EQ(verdict.Why.Index, 3U);
    Sources.back().Binding = 5;
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingUnknown));
    Sources.back().Binding = std::numeric_limits<uint32>::max();
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingUnknown));
}

TEST_F(BindingSet, KindsMatch)
{
    Resources[1] = Sampler();
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingKindMismatch));
    Resources[1] = Uniform(1024);
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingKindMismatch));
    Resources[1] = {};
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingKindMismatch));
    Resources[1] = View(TextureDimension::D2);
    Resources[1].HasSampler = true; // a second handle beside the right one
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::BindingKindMismatch));
    EXPECT_EQ(verdict.Why.Index, 1U);
}

TEST_F(BindingSet, BuffersHaveTheUniformRole)
{
    for (const BufferRole role : {BufferRole::Vertex, BufferRole::Index16, BufferRole::Index32, BufferRole::Storage})
    {
        Resources[0].Role = role;
        EXPECT_TRUE(IsMalformed(Check(), Code::BufferRoleMismatch, "Buffer"));
    }
}

TEST_F(BindingSet, UniformRangesAreAlignedAndInside)
{
    Sources[0].Offset = 960;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Offset"));
    Sources[0].Offset = 768;
    Sources[0].Size = 256;
    EXPECT_TRUE(Accepted(Check()));
    Sources[0].Size = 272;
    const RasterVerdict beyond = Check();
    EXPECT_TRUE(IsMalformed(beyond, Code::RangeOutside));
    EXPECT_EQ(beyond.Why.Got, 1040U);
    EXPECT_EQ(beyond.Why.Allowed, 1024U);
    Sources[0].Offset = 1024;
    Sources[0].Size = 64;
    EXPECT_TRUE(IsMalformed(Check(), Code::RangeOutside));
    Sources[0].Offset = std::numeric_limits<usize>::max() - 255;
    EXPECT_TRUE(IsMalformed(Check(), Code::RangeOutside));
    Sources[0].Size = 512; // the sum would wrap
    const RasterVerdict wrapped = Check();
    EXPECT_TRUE(IsMalformed(wrapped, Code::RangeOutside));
    EXPECT_GE(wrapped.Why.Got, std::numeric_limits<usize>::max());
}

TEST_F(BindingSet, UniformSizesAreBounded)
{
    Sources[0].Offset = 0;
    Sources[0].Size = 0;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueZero, "Size"));
    Sources[0].Size = 72;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Size"));
    Sources[0].Size = 48;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooSmall, "Size"));
    Resources[0].BufferSize = 1U << 20;
    Sources[0].Size = 16384;
    EXPECT_TRUE(Accepted(Check()));
    Sources[0].Size = 16400;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Size"));
}

TEST_F(BindingSet, ViewsMatchDimensionAndAspect)
{
    Profile = WholeProfile();

    struct Case
    {
        Kind Binding;
        TextureDimension Dimension;
        TextureAspect Aspect;
    };

    const Case cases[] = {{Kind::Texture2D, TextureDimension::D2, TextureAspect::Color},
                          {Kind::Texture2DArray, TextureDimension::D2Array, TextureAspect::Color},
                          {Kind::TextureCube, TextureDimension::Cube, TextureAspect::Color},
                          {Kind::Texture3D, TextureDimension::D3, TextureAspect::Color},
                          {Kind::TextureDepth2D, TextureDimension::D2, TextureAspect::Depth},
                          {Kind::TextureStencil2D, TextureDimension::D2, TextureAspect::Stencil}};
    for (usize wanted = 0; wanted < std::size(cases); ++wanted)
    {
        Layout[1].Kind = cases[wanted].Binding;
        for (usize given = 0; given < std::size(cases); ++given)
        {
            Resources[1] = View(cases[given].Dimension, cases[given].Aspect);
            if (given == wanted)
            {
                EXPECT_TRUE(Accepted(Check()));
                Resources[1].IsAttachmentView = true;
                EXPECT_TRUE(IsMalformed(Check(), Code::AttachmentViewBound));
            }
            else
            {
                EXPECT_TRUE(IsMalformed(Check(), Code::ViewKindMismatch)) << wanted << given;
            }
        }
    }
}

TEST_F(BindingSet, ArraysAreFilledElementByElement)
{
    Layout[1].Count = 3;
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingMissing));
    RasterBindingResource element{1};
    element.ArrayElement = 2;
    Add(element, View(TextureDimension::D2));
    element.ArrayElement = 1;
    Add(element, View(TextureDimension::D2));
    EXPECT_TRUE(Accepted(Check()));
    element.ArrayElement = 3;
    Add(element, View(TextureDimension::D2));
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "ArrayElement"));
    Sources.back().ArrayElement = 1;
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingDuplicate));
}

TEST_F(BindingSet, HolesNeedPartialBindingAndElementZero)
{
    Layout[1].Count = 4;
    Layout[1].HasPartialBinding = true;
    EXPECT_TRUE(Accepted(Check()));
    Sources[1].ArrayElement = 2;
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingMissing));
    Add({1}, View(TextureDimension::D2));
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(BindingSet, ScalarsHaveElementZeroOnly)
{
    Sources[2].ArrayElement = 1;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "ArrayElement"));
}

TEST_F(BindingSet, StorageRangesHaveTheirOwnLimits)
{
    Profile = WholeProfile();
    Layout = {{0, Kind::StorageReadWrite, Stages::Compute, 16}, {2, Kind::Sampler, Stages::Compute}};
    Sources = {{0, {}, 64, 1020}, {2}};
    Resources = {Uniform(1U << 20), Sampler()};
    EXPECT_TRUE(IsMalformed(Check(), Code::BufferRoleMismatch));
    Resources[0].Role = BufferRole::StorageVertex;
    EXPECT_TRUE(Accepted(Check()));
    Sources[0].Offset = 32;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Offset"));
    Sources[0].Offset = 0;
    Sources[0].Size = 1022;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Size"));
    Sources[0].Size = 12;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooSmall, "Size"));
    Sources[0].Size = 1U << 16;
    EXPECT_TRUE(Accepted(Check()));
    Sources[0].Size = (1U << 16) + 4;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Size"));
}

TEST_F(BindingSet, ScenesAreNotImplemented)
{
    Layout = {{0, Kind::RayScene, Stages::Compute}};
    Sources = {{0}};
    Resources = {{}};
    EXPECT_TRUE(IsUnsupported(Check(), Code::UnsupportedHere, "Scene"));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
