// Arithmetic that says when it does not fit.
#include <ludus/foundation/base/checked.h>

#include <gtest/gtest.h>

namespace ludus::foundation
{
namespace
{
constexpr uint64 LARGEST = std::numeric_limits<uint64>::max();

TEST(Checked, SumsFitOrSayThatTheyDoNot)
{
    uint64 sum = 0;
    EXPECT_TRUE(TryAdd(LARGEST - 1, 1, sum));
    EXPECT_EQ(sum, LARGEST);
    EXPECT_FALSE(TryAdd(LARGEST, 1, sum));
    EXPECT_EQ(AddSaturated(LARGEST - 1, 1), LARGEST);
    EXPECT_EQ(AddSaturated(LARGEST, LARGEST), LARGEST);
    EXPECT_EQ(AddSaturated(2, 3), 5U);
}

TEST(Checked, ProductsFitOrSayThatTheyDoNot)
{
    uint64 product = 1;
    EXPECT_TRUE(TryMultiply(0, LARGEST, product));
    EXPECT_EQ(product, 0U);
    EXPECT_TRUE(TryMultiply(LARGEST, 1, product));
    EXPECT_EQ(product, LARGEST);
    EXPECT_FALSE(TryMultiply(uint64{1} << 32U, uint64{1} << 32U, product));
}

TEST(Checked, RangesAreComparedWithoutTheirEnd)
{
    EXPECT_TRUE(IsRangeInside(4, 4, 8));
    EXPECT_TRUE(IsRangeInside(8, 0, 8));
    EXPECT_FALSE(IsRangeInside(5, 4, 8));
    EXPECT_FALSE(IsRangeInside(9, 0, 8));
    EXPECT_FALSE(IsRangeInside(4, LARGEST, 8)); // its end would wrap to 3
}

TEST(Checked, RoundingGoesUp)
{
    EXPECT_EQ(AlignUp(0, 256), 0U);
    EXPECT_EQ(AlignUp(1, 256), 256U);
    EXPECT_EQ(AlignUp(256, 256), 256U);
    EXPECT_EQ(DivideUp(0, 3), 0U);
    EXPECT_EQ(DivideUp(4, 3), 2U);
    EXPECT_EQ(DivideUp(LARGEST, 2), uint64{1} << 63U);
    EXPECT_TRUE(IsPowerOfTwo(1));
    EXPECT_FALSE(IsPowerOfTwo(0));
    EXPECT_FALSE(IsPowerOfTwo(12));
}
} // namespace
} // namespace ludus::foundation
