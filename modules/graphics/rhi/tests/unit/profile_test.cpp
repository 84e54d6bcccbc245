// Negotiation: every constraint at its bound and one beyond, in the order that names the first miss.
#include "validation/profile.h"

#include "support.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// A profile whose every limit is `LIMIT`, alignments included.
constexpr uint32 LIMIT = 64;

[[nodiscard]] DeviceProfile EvenProfile()
{
    DeviceProfile profile;
    profile.Raster = {LIMIT, LIMIT, LIMIT, LIMIT, LIMIT, LIMIT, false, LIMIT, false};
    profile.Interface = {LIMIT, LIMIT, LIMIT, LIMIT, LIMIT, LIMIT};
    profile.Compute = {LIMIT, LIMIT, {LIMIT, LIMIT, LIMIT}, LIMIT, {LIMIT, LIMIT, LIMIT}, LIMIT};
    profile.Binding.MaxUniformBuffersPerStage = LIMIT;
    profile.Binding.MaxSampledTexturesPerStage = LIMIT;
    profile.Binding.MaxSamplersPerStage = LIMIT;
    profile.Binding.MaxUniformBuffersPerSet = LIMIT;
    profile.Binding.MaxSamplersPerSet = LIMIT;
    return profile;
}

void ExpectUnmet(const ProfileRequirements& asked, const DeviceProfile& profile, ProfileRequirement requirement,
                 uint64 requested, uint64 effective, uint32 axis = 0)
{
    const ProfileDiagnostic unmet = FindUnmetRequirement(asked, profile);
    EXPECT_EQ(unmet.Requirement, requirement) << static_cast<int>(unmet.Requirement);
    EXPECT_EQ(unmet.Requested, requested) << static_cast<int>(requirement);
    EXPECT_EQ(unmet.Effective, effective) << static_cast<int>(requirement);
    EXPECT_EQ(unmet.Axis, axis) << static_cast<int>(requirement);
}

void ExpectMet(const ProfileRequirements& asked, const DeviceProfile& profile)
{
    EXPECT_EQ(FindUnmetRequirement(asked, profile).Requirement, ProfileRequirement::None);
}

/// Meets the limit, misses it by one, and implies raster when nonzero.
template <class Member>
void ExpectMinimum(Member RasterRequirements::*member, ProfileRequirement requirement)
{
    ProfileRequirements asked;
    asked.Raster.*member = LIMIT;
    ExpectMet(asked, EvenProfile());
    asked.Raster.*member = LIMIT + 1;
    ExpectUnmet(asked, EvenProfile(), requirement, LIMIT + 1, LIMIT);
    asked.Raster.*member = 1;
    EXPECT_TRUE(ImpliesPortableRaster(asked));
    EXPECT_FALSE(ImpliesCompute(asked));
}

TEST(Profile, NothingAskedIsAlwaysMet)
{
    ExpectMet({}, DeviceProfile{});
    EXPECT_FALSE(ImpliesPortableRaster({}));
    EXPECT_FALSE(ImpliesCompute({}));
}

TEST(Profile, RasterMinimaAtTheBoundAndBeyond)
{
    ExpectMinimum(&RasterRequirements::MinBufferSize, ProfileRequirement::BufferSize);
    ExpectMinimum(&RasterRequirements::MinTextureDimension2D, ProfileRequirement::TextureDimension);
    ExpectMinimum(&RasterRequirements::MinUniformRange, ProfileRequirement::UniformRange);
    ExpectMinimum(&RasterRequirements::MinResourcesPerKind, ProfileRequirement::ResourceCount);
    ExpectMinimum(&RasterRequirements::MinDrawsPerFrame, ProfileRequirement::DrawCount);
    ExpectMinimum(&RasterRequirements::MinBindings, ProfileRequirement::BindingCount);
    ExpectMinimum(&RasterRequirements::MinVertexBuffers, ProfileRequirement::VertexBufferCount);
    ExpectMinimum(&RasterRequirements::MinVertexAttributes, ProfileRequirement::VertexAttributeCount);
    ExpectMinimum(&RasterRequirements::MinVertexStride, ProfileRequirement::VertexStride);
    ExpectMinimum(&RasterRequirements::MinColorAttachments, ProfileRequirement::ColorAttachmentCount);
    ExpectMinimum(&RasterRequirements::MinTextureLayers, ProfileRequirement::TextureLayerCount);
    ExpectMinimum(&RasterRequirements::MinTextureUploadBytes, ProfileRequirement::TextureUploadBytes);
    ExpectMinimum(&RasterRequirements::MinUniformBindings, ProfileRequirement::UniformBindings);
    ExpectMinimum(&RasterRequirements::MinTextureBindings, ProfileRequirement::TextureBindings);
    ExpectMinimum(&RasterRequirements::MinSamplerBindings, ProfileRequirement::SamplerBindings);
    ExpectMinimum(&RasterRequirements::MinUniformBindingsPerSet, ProfileRequirement::UniformBindingsPerSet);
    ExpectMinimum(&RasterRequirements::MinSamplerBindingsPerSet, ProfileRequirement::SamplerBindingsPerSet);
}

TEST(Profile, AlignmentsAreCeilings)
{
    ProfileRequirements asked;
    asked.Raster.MaxUniformOffsetAlignment = LIMIT;
    ExpectMet(asked, EvenProfile());
    asked.Raster.MaxUniformOffsetAlignment = LIMIT * 2;
    ExpectMet(asked, EvenProfile());
    asked.Raster.MaxUniformOffsetAlignment = LIMIT - 1;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::UniformAlignment, LIMIT - 1, LIMIT);
    EXPECT_TRUE(ImpliesPortableRaster(asked));

    asked = {};
    asked.Compute.MaxStorageOffsetAlignment = LIMIT;
    ExpectMet(asked, EvenProfile());
    asked.Compute.MaxStorageOffsetAlignment = LIMIT - 1;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::StorageAlignment, LIMIT - 1, LIMIT);
    EXPECT_TRUE(ImpliesCompute(asked));
    // Without compute there is no alignment that would do.
    ExpectUnmet(asked, DeviceProfile{}, ProfileRequirement::StorageAlignment, LIMIT - 1, 0);
}

TEST(Profile, ComputeMinimaAtTheBoundAndBeyond)
{
    ProfileRequirements asked;
    asked.Compute = {LIMIT, LIMIT, {LIMIT, LIMIT, LIMIT}, LIMIT, {LIMIT, LIMIT, LIMIT}, LIMIT};
    ExpectMet(asked, EvenProfile());
    const ProfileRequirements bound = asked;
    asked.Compute.MinStorageRange = LIMIT + 1;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::StorageRange, LIMIT + 1, LIMIT);
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        asked = bound;
        asked.Compute.MinWorkgroupSize[axis] = LIMIT + 1;
        ExpectUnmet(asked, EvenProfile(), ProfileRequirement::WorkgroupSize, LIMIT + 1, LIMIT, axis);
        asked = bound;
        asked.Compute.MinDispatch[axis] = LIMIT + 1;
        ExpectUnmet(asked, EvenProfile(), ProfileRequirement::DispatchCount, LIMIT + 1, LIMIT, axis);
        asked = {};
        asked.Compute.MinWorkgroupSize[axis] = 1;
        EXPECT_TRUE(ImpliesCompute(asked));
    }
    asked = bound;
    asked.Compute.MinWorkgroupInvocations = LIMIT + 1;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::WorkgroupInvocations, LIMIT + 1, LIMIT);
    asked = bound;
    asked.Compute.MinStorageBindings = LIMIT + 1;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::StorageBindings, LIMIT + 1, LIMIT);
    EXPECT_TRUE(ImpliesCompute(asked));
    EXPECT_FALSE(ImpliesPortableRaster(asked));
}

TEST(Profile, TheFirstMissIsNamed)
{
    ProfileRequirements asked;
    asked.Raster.MinSamplerBindingsPerSet = LIMIT + 1;
    asked.Compute.MinStorageRange = LIMIT + 1;
    asked.FormatCount = 1;
    asked.Formats[0].Uses.Sampled = true;
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::SamplerBindingsPerSet, LIMIT + 1, LIMIT);
    asked.Raster = {};
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::StorageRange, LIMIT + 1, LIMIT);
    asked.Compute = {};
    ExpectUnmet(asked, EvenProfile(), ProfileRequirement::Sampled, 1, 0);
}

/// One format entry against what WholeProfile offers.
class FormatNegotiation : public testing::Test
{
protected:
    DeviceProfile Profile = WholeProfile();
    ProfileRequirements Asked;
    FormatRequirement& Entry = Asked.Formats[0];

    void SetUp() override { Asked.FormatCount = 1; }

    FormatCapabilities& Offered() { return Profile.Formats[static_cast<usize>(Entry.Format)]; }

    void ExpectFormatUnmet(ProfileRequirement requirement, uint64 requested, uint64 effective, uint32 axis = 0)
    {
        ExpectUnmet(Asked, Profile, requirement, requested, effective, axis);
        const ProfileDiagnostic unmet = FindUnmetRequirement(Asked, Profile);
        EXPECT_TRUE(unmet.HasFormat);
        EXPECT_EQ(unmet.Format, Entry.Format);
    }
};

TEST_F(FormatNegotiation, AFormatImpliesPortableRaster)
{
    EXPECT_TRUE(ImpliesPortableRaster(Asked));
    EXPECT_FALSE(ImpliesCompute(Asked));
}

TEST_F(FormatNegotiation, UsesAreMetOneByOne)
{
    struct Case
    {
        bool FormatUses::*Use;
        ProfileRequirement Requirement;
    };

    const Case cases[] = {{&FormatUses::Sampled, ProfileRequirement::Sampled},
                          {&FormatUses::Filterable, ProfileRequirement::Filterable},
                          {&FormatUses::ColorAttachment, ProfileRequirement::ColorAttachment},
                          {&FormatUses::Blendable, ProfileRequirement::Blendable},
                          {&FormatUses::CopySource, ProfileRequirement::CopySource},
                          {&FormatUses::CopyDestination, ProfileRequirement::CopyDestination}};
    for (const Case& one : cases)
    {
        Entry.Uses = {};
        Entry.Uses.*one.Use = true;
        ExpectMet(Asked, Profile);
        Offered().Uses.*one.Use = false;
        ExpectFormatUnmet(one.Requirement, 1, 0);
        Offered().Uses.*one.Use = true;
    }
    Entry.Uses = {.Storage = true};
    ExpectFormatUnmet(ProfileRequirement::Storage, 1, 0);
}

TEST_F(FormatNegotiation, FlagsAreMetOneByOne)
{
    struct Case
    {
        bool FormatRequirement::*Flag;
        bool FormatCapabilities::*Offer;
        ProfileRequirement Requirement;
    };

    const Case cases[] = {
        {&FormatRequirement::PartialViews, &FormatCapabilities::PartialViews, ProfileRequirement::PartialViews},
        {&FormatRequirement::AttachmentViews, &FormatCapabilities::AttachmentViews,
         ProfileRequirement::AttachmentViews},
        {&FormatRequirement::DepthSampled, &FormatCapabilities::DepthSampled, ProfileRequirement::DepthSampled},
        {&FormatRequirement::StencilAttachment, &FormatCapabilities::StencilAttachment,
         ProfileRequirement::StencilAttachment},
        {&FormatRequirement::StencilSampled, &FormatCapabilities::StencilSampled, ProfileRequirement::StencilSampled},
        {&FormatRequirement::RequiresUnalignedBlockExtents, &FormatCapabilities::HasUnalignedBlockExtents,
         ProfileRequirement::UnalignedBlockExtents}};
    for (const Case& one : cases)
    {
        Entry.*one.Flag = true;
        Offered().*one.Offer = true;
        ExpectMet(Asked, Profile);
        Offered().*one.Offer = false;
        ExpectFormatUnmet(one.Requirement, 1, 0);
        Offered().*one.Offer = true;
        Entry.*one.Flag = false;
    }
}

TEST_F(FormatNegotiation, EdgesDependOnDimensionAndUse)
{
    Entry.Uses.Sampled = true;
    Entry.MinDimension2D = 2048;
    ExpectMet(Asked, Profile);
    Entry.MinDimension2D = 2049;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 2049, 2048);

    Entry.Uses.ColorAttachment = true;
    Entry.MinDimension2D = 1024;
    ExpectMet(Asked, Profile);
    Entry.MinDimension2D = 1025;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 1025, 1024);

    Entry.Uses = {.Sampled = true};
    Entry.Dimension = TextureDimension::Cube;
    Entry.MinDimension2D = 512;
    ExpectMet(Asked, Profile);
    Entry.MinDimension2D = 513;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 513, 512);
    Entry.Uses.ColorAttachment = true;
    Entry.MinDimension2D = 257;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 257, 256);
}

TEST_F(FormatNegotiation, EachAttachmentUseHasTheAttachmentsEdge)
{
    const FormatRequirement plain = []
    {
        FormatRequirement entry;
        entry.Uses.Sampled = true;
        entry.MinDimension2D = 1025;
        return entry;
    }();
    FormatRequirement uses[7] = {plain, plain, plain, plain, plain, plain, plain};
    uses[0].Uses.ColorAttachment = true;
    uses[1].Uses.Blendable = true;
    uses[2].AttachmentViews = true;
    uses[3].DepthSampled = true;
    uses[4].StencilAttachment = true;
    uses[5].StencilSampled = true;
    uses[6].SampleCount = 4;
    for (const FormatRequirement& use : uses)
    {
        Entry = use;
        ExpectFormatUnmet(ProfileRequirement::FormatDimension, 1025, 1024);
        Entry.MinDimension2D = 1024;
        ExpectMet(Asked, Profile);
    }
    Entry = plain;
    ExpectMet(Asked, Profile);
}

TEST_F(FormatNegotiation, DepthAndLayersAreBounded)
{
    Entry.Uses.Sampled = true;
    Entry.MinDepthOrLayers = 2;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 2, 1, 2);
    Entry.Dimension = TextureDimension::D2Array;
    Entry.MinDepthOrLayers = 64;
    ExpectMet(Asked, Profile);
    Entry.MinDepthOrLayers = 65;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 65, 64, 2);
    Entry.Uses.ColorAttachment = true;
    Entry.MinDepthOrLayers = 9;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 9, 8, 2);
    Entry.Uses = {.Sampled = true};
    Entry.Dimension = TextureDimension::D3;
    Entry.MinDepthOrLayers = 128;
    ExpectMet(Asked, Profile);
    Entry.MinDepthOrLayers = 129;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 129, 128, 2);
    Entry.Dimension = TextureDimension::Cube;
    Entry.MinDepthOrLayers = 6;
    ExpectMet(Asked, Profile);
    Entry.MinDepthOrLayers = 7;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 7, 6, 2);
}

TEST_F(FormatNegotiation, AnAbsentDimensionIsMissedWithoutAnExtent)
{
    Profile = PortableProfile();
    Entry.Uses.Sampled = true;
    for (const TextureDimension dimension : {TextureDimension::D2Array, TextureDimension::Cube, TextureDimension::D3})
    {
        Entry.Dimension = dimension;
        ExpectFormatUnmet(ProfileRequirement::FormatDimension, 1, 0);
    }
    Entry.Dimension = TextureDimension::D2;
    ExpectMet(Asked, Profile);
}

TEST_F(FormatNegotiation, VolumesAreNeverAttachments)
{
    Entry.Uses.ColorAttachment = true;
    Entry.Dimension = TextureDimension::D3;
    ExpectFormatUnmet(ProfileRequirement::FormatDimension, 1, 0);
}

TEST_F(FormatNegotiation, MipsAndSamples)
{
    Entry.Uses.Sampled = true;
    Entry.MinMipLevels = 12;
    ExpectMet(Asked, Profile);
    Entry.MinMipLevels = 13;
    ExpectFormatUnmet(ProfileRequirement::MipCount, 13, 12);
    Entry.Uses.ColorAttachment = true;
    Entry.MinMipLevels = 5;
    ExpectFormatUnmet(ProfileRequirement::MipCount, 5, 4);
    Entry.MinMipLevels = 1;
    Entry.SampleCount = 4;
    ExpectMet(Asked, Profile);
    Entry.MinMipLevels = 2;
    ExpectFormatUnmet(ProfileRequirement::MipCount, 2, 1);
    Entry.MinMipLevels = 0;
    Offered().SampleCounts = 1;
    ExpectFormatUnmet(ProfileRequirement::SampleCount, 4, 1);
    Entry.SampleCount = 1;
    ExpectMet(Asked, Profile);
    Offered().SampleCounts = 0; // nothing can be drawn to
    ExpectFormatUnmet(ProfileRequirement::SampleCount, 1, 0);
    Entry.Uses = {.Sampled = true};
    ExpectMet(Asked, Profile);
}

TEST_F(FormatNegotiation, TheSecondEntryIsCheckedToo)
{
    Asked.FormatCount = 2;
    Entry.Uses.Sampled = true;
    Asked.Formats[1].Format = RasterFormat::R8Unorm;
    Asked.Formats[1].Uses.ColorAttachment = true;
    const ProfileDiagnostic unmet = FindUnmetRequirement(Asked, Profile);
    EXPECT_EQ(unmet.Requirement, ProfileRequirement::ColorAttachment);
    EXPECT_EQ(unmet.Format, RasterFormat::R8Unorm);
    EXPECT_TRUE(unmet.HasFormat);
}

TEST(Profile, EveryRequirementHasAField)
{
    EXPECT_EQ(FieldOf(ProfileRequirement::None), nullptr);
    for (uint32 value = 1; value <= static_cast<uint32>(ProfileRequirement::SamplerBindingsPerSet); ++value)
    {
        EXPECT_NE(FieldOf(static_cast<ProfileRequirement>(value)), nullptr) << value;
    }
}
} // namespace
} // namespace ludus::graphics::rhi::internal
