// Sampler creation: enumerators and levels of detail.
#include "validation/sampler.h"

#include "support.h"

#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
TEST(Sampler, DefaultsAndFullStateAreAccepted)
{
    EXPECT_TRUE(Accepted(CheckSampler({})));
    EXPECT_TRUE(Accepted(CheckSampler({RasterFilter::Linear, RasterAddress::Repeat, RasterAddress::Repeat,
                                       RasterMipFilter::Linear, 1.5F, 1.5F, RasterAddress::Repeat})));
}

TEST(Sampler, EnumeratorsAreChecked)
{
    SamplerDescription description;
    description.Filter = static_cast<RasterFilter>(2);
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::EnumInvalid, "Filter"));
    description = {};
    description.U = static_cast<RasterAddress>(2);
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::EnumInvalid, ".U"));
    description = {};
    description.V = static_cast<RasterAddress>(2);
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::EnumInvalid, ".V"));
    description = {};
    description.MipFilter = static_cast<RasterMipFilter>(3);
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::EnumInvalid, "MipFilter"));
    description = {};
    description.W = static_cast<RasterAddress>(2);
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::EnumInvalid, ".W"));
}

TEST(Sampler, LevelsLieInRange)
{
    SamplerDescription description;
    description.MipFilter = RasterMipFilter::Nearest;
    description.MinLod = 15;
    EXPECT_TRUE(Accepted(CheckSampler(description)));
    description.MinLod = 15.5F;
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::LodOutside, "MinLod"));
    description.MinLod = -0.5F;
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::LodOutside, "MinLod"));
    description.MinLod = std::numeric_limits<float32>::quiet_NaN();
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::ValueNotFinite, "MinLod"));
    description.MinLod = 2;
    description.MaxLod = 15.001F;
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::LodOutside, "MaxLod"));
    description.MaxLod = std::numeric_limits<float32>::infinity();
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::ValueNotFinite, "MaxLod"));
    description.MaxLod = 1.75F;
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::LodReversed, "MaxLod"));
    description.MaxLod = 2;
    EXPECT_TRUE(Accepted(CheckSampler(description)));
}

TEST(Sampler, WithoutMipFilterMinLodIsZero)
{
    SamplerDescription description;
    description.MinLod = 1;
    EXPECT_TRUE(IsMalformed(CheckSampler(description), Code::LodWithoutMipFilter, "MinLod"));
    description.MinLod = 0;
    description.MaxLod = 0;
    EXPECT_TRUE(Accepted(CheckSampler(description)));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
