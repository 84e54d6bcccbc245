// Index checks against brute force: buffers with and without restart indices, ranges around the borders of blocks.
#include "stage.h"

#include "frontend/index_shadow.h"

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::INDEX_BLOCK;

using Random = std::mt19937_64;

uint64 Pick(Random& random, uint64 count)
{
    return random() % count;
}

// An index buffer as the registry keeps it, and its values as draws see them: a restart index is the largest value.
struct Shadow final
{
    internal::BufferHot Hot{};
    internal::BufferCold Cold{};
    std::vector<uint32> Values{};

    template <class Index>
    void Build(const std::vector<Index>& indices)
    {
        Hot.Role = sizeof(Index) == 2 ? BufferRole::Index16 : BufferRole::Index32;
        Hot.Size = indices.size() * sizeof(Index);
        ASSERT_TRUE(internal::BuildIndexShadow(Hot, Cold, AsBytes(indices)));
        for (const Index index : indices)
        {
            Values.push_back(index == static_cast<Index>(~Index{0}) ? ~uint32{0} : index);
        }
    }

    [[nodiscard]] uint32 FindLargest(uint64 first, uint64 count) const
    {
        const auto begin = Values.begin() + static_cast<std::ptrdiff_t>(first);
        return *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(count));
    }

    void Check(uint64 first, uint64 count, uint32 limit) const
    {
        const uint32 largest = FindLargest(first, count);
        ASSERT_EQ(internal::AreIndicesBelow(Hot, first, static_cast<uint32>(count), limit), largest < limit)
            << count << " indices from " << first << " below " << limit << ", the largest is " << largest;
        ASSERT_EQ(internal::GetLargestIndex(Hot, first, static_cast<uint32>(count)), largest);
    }
};

// Mostly small values, now and then a large one or a restart index, so that blocks differ.
template <class Index>
std::vector<Index> MakeValues(Random& random, usize count, uint32 rarity)
{
    std::vector<Index> values(count);
    for (Index& value : values)
    {
        value = static_cast<Index>(Pick(random, 40));
        if (Pick(random, rarity) == 0)
        {
            value = static_cast<Index>(Pick(random, 3) == 0 ? ~uint64{0} : random());
        }
    }
    return values;
}

// A length that lies on a block's border or beside it.
usize PickLength(Random& random)
{
    const usize border = INDEX_BLOCK * (1 + Pick(random, 5));
    return Pick(random, 2) == 0 ? 1 + Pick(random, border) : border - 1 + Pick(random, 3);
}

template <class Index>
void CheckRandomRanges(uint64 seed)
{
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int buffer = 0; buffer < 40; ++buffer)
    {
        Shadow shadow;
        const usize size = PickLength(random);
        shadow.Build(MakeValues<Index>(random, size, 4U << Pick(random, 9)));
        for (int range = 0; range < 60; ++range)
        {
            uint64 first = Pick(random, size);
            if (Pick(random, 2) == 0)
            {
                const uint64 border = first / INDEX_BLOCK * INDEX_BLOCK;
                first = border == 0 ? 0 : border - 1 + Pick(random, 3);
            }
            first = std::min<uint64>(first, size - 1);
            const uint64 count = 1 + Pick(random, size - first);
            const uint32 largest = shadow.FindLargest(first, count);
            const uint32 limits[] = {largest, largest + 1, 40, static_cast<uint32>(random()), 1, ~uint32{0}};
            for (const uint32 limit : limits)
            {
                shadow.Check(first, count, std::max<uint32>(limit, 1));
                if (testing::Test::HasFatalFailure())
                {
                    return;
                }
            }
        }
    }
}

TEST(IndexShadow, RandomRangesOf16BitIndices)
{
    for (const uint64 seed : {1ULL, 2ULL, 3ULL})
    {
        CheckRandomRanges<uint16>(seed);
    }
}

TEST(IndexShadow, RandomRangesOf32BitIndices)
{
    for (const uint64 seed : {4ULL, 5ULL, 6ULL})
    {
        CheckRandomRanges<uint32>(seed);
    }
}

TEST(IndexShadow, TheWholeMaximumIsThatOfAll)
{
    Random random(7);
    for (int i = 0; i < 50; ++i)
    {
        Shadow shadow;
        shadow.Build(MakeValues<uint16>(random, PickLength(random), 300));
        EXPECT_EQ(shadow.Hot.Whole, shadow.FindLargest(0, shadow.Values.size()));
        EXPECT_EQ(shadow.Cold.Maxima.Size(), (shadow.Values.size() + INDEX_BLOCK - 1) / INDEX_BLOCK);
    }
}

// One restart index, one place at a time, in a buffer of three blocks: no range with it is ever accepted.
TEST(IndexShadow, ARestartIndexIsBelowNothing)
{
    for (usize place = 0; place < 3 * INDEX_BLOCK; place += place % INDEX_BLOCK < 2 ? 1U : 127U)
    {
        Shadow narrow;
        Shadow wide;
        std::vector<uint16> values16(3 * INDEX_BLOCK);
        std::vector<uint32> values32(3 * INDEX_BLOCK);
        values16[place] = 0xFFFF;
        values32[place] = 0xFFFFFFFF;
        narrow.Build(values16);
        wide.Build(values32);
        for (const Shadow* shadow : {&narrow, &wide})
        {
            shadow->Check(place, 1, ~uint32{0});
            shadow->Check(0, 3 * INDEX_BLOCK, ~uint32{0});
            shadow->Check(place / INDEX_BLOCK * INDEX_BLOCK, INDEX_BLOCK, ~uint32{0});
            EXPECT_FALSE(internal::AreIndicesBelow(shadow->Hot, place, 1, ~uint32{0}));
            if (place != 0)
            {
                EXPECT_TRUE(internal::AreIndicesBelow(shadow->Hot, 0, static_cast<uint32>(place), 1));
            }
            if (place + 1 != 3 * INDEX_BLOCK)
            {
                EXPECT_TRUE(internal::AreIndicesBelow(shadow->Hot, place + 1,
                                                      static_cast<uint32>(3 * INDEX_BLOCK - place - 1), 1));
            }
        }
    }
}

// 65534 is the largest 16-bit index there is, 65535 restarts; as a 32-bit index it is one like any other.
TEST(IndexShadow, TheLargestIndicesOfEachSize)
{
    Shadow narrow;
    narrow.Build(std::vector<uint16>{0, 1, 0xFFFE});
    EXPECT_TRUE(internal::AreIndicesBelow(narrow.Hot, 0, 3, 0xFFFF));
    EXPECT_FALSE(internal::AreIndicesBelow(narrow.Hot, 0, 3, 0xFFFE));
    Shadow wide;
    wide.Build(std::vector<uint32>{0xFFFF, 0xFFFFFFFE, 0});
    EXPECT_TRUE(internal::AreIndicesBelow(wide.Hot, 0, 1, 0x10000));
    EXPECT_TRUE(internal::AreIndicesBelow(wide.Hot, 0, 3, 0xFFFFFFFF));
    EXPECT_FALSE(internal::AreIndicesBelow(wide.Hot, 0, 3, 0xFFFFFFFE));
}

class IndexDraws : public DrawStage
{
protected:
    // Draws random ranges of one buffer; the device must agree with brute force on each.
    template <class Index>
    void DrawRanges(uint64 seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const std::vector<Index> values = MakeValues<Index>(random, 3 * 5 * INDEX_BLOCK / 2, 200);
        Shadow shadow;
        shadow.Build(values);
        RasterDraw packet{NoStreams, UniformSet, {}, MakeIndices(std::span<const Index>(values)), 0, 3, 40};
        std::vector<ResolvedDraw> expected;
        uint32 refused = 0;
        Open();
        for (int i = 0; i < 1000; ++i)
        {
            const uint64 first = Pick(random, values.size() - 3);
            const uint64 count = 3 * (1 + Pick(random, std::min<uint64>(200, (values.size() - first) / 3)));
            const uint32 largest = shadow.FindLargest(first, count);
            const uint32 limits[] = {40, largest, largest + 1, static_cast<uint32>(Pick(random, 0x20000))};
            packet.IndexOffset = first * sizeof(Index);
            packet.IndexCount = static_cast<uint32>(count);
            packet.VertexCount = std::max<uint32>(limits[Pick(random, 4)], 1);
            const uint64 before = CountRefusals();
            const RasterStatus status = DrawIndexed(Device, packet);
            if (largest < packet.VertexCount)
            {
                ASSERT_EQ(status, RasterStatus::Ready) << i;
                expected.push_back(Expect(packet));
                continue;
            }
            ++refused;
            ASSERT_EQ(status, RasterStatus::InvalidDescription) << i;
            ASSERT_EQ(GetCodeAfter(before), DiagnosticCode::DrawIndexTooLarge) << i;
            Diagnostic why;
            ASSERT_TRUE(GetLastDiagnostic(Device, why));
            ASSERT_EQ(why.Got, largest);
            ASSERT_EQ(why.Allowed, packet.VertexCount);
        }
        End();
        ExpectDraws(GetDraws(), expected);
        EXPECT_GT(expected.size(), 200U);
        EXPECT_GT(refused, 200U);
    }
};

TEST_P(IndexDraws, AgreeWithBruteForce)
{
    StartSmall(1000);
    MakeStage();
    DrawRanges<uint16>(11);
    DrawRanges<uint32>(12);
}

LUDUS_ON_STEERED_LANES(IndexDraws);
} // namespace
} // namespace ludus::graphics::rhi::tests
