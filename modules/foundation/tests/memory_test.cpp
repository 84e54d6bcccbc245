// The counted allocator and the two owners that stand on it.
#include <ludus/foundation/memory/array.h>
#include <ludus/foundation/memory/owned.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace ludus::foundation
{
namespace
{
class Memory : public testing::Test
{
protected:
    void TearDown() override
    {
        InjectHostMemoryFailure(0);
        EXPECT_TRUE(SetHostMemoryBudget(std::numeric_limits<uint64>::max()));
        EXPECT_EQ(GetHostMemoryUsage().Bytes, Before.Bytes);
        EXPECT_EQ(GetHostMemoryUsage().LiveAllocations, Before.LiveAllocations);
    }

    HostMemoryUsage Before{GetHostMemoryUsage()};
};

TEST_F(Memory, BlocksAreCountedAndAligned)
{
    void* block = HostAllocate(100);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % HOST_BLOCK_ALIGNMENT, 0U);
    EXPECT_EQ(GetHostMemoryUsage().Bytes, Before.Bytes + 100);
    EXPECT_EQ(GetHostMemoryUsage().LiveAllocations, Before.LiveAllocations + 1);
    HostFree(block, 100);
    HostFree(nullptr, 100);
}

TEST_F(Memory, ABudgetIsKeptToTheByte)
{
    ASSERT_TRUE(SetHostMemoryBudget(Before.Bytes + 64));
    EXPECT_EQ(HostAllocate(65), nullptr);
    EXPECT_EQ(GetHostMemoryFailure(), HostMemoryFailure::Budget);
    void* block = HostAllocate(64);
    ASSERT_NE(block, nullptr);
    EXPECT_FALSE(SetHostMemoryBudget(Before.Bytes + 63)); // less than there is: nothing changes
    HostFree(block, 64);
}

TEST_F(Memory, TheNthCallFailsOnRequest)
{
    InjectHostMemoryFailure(2);
    void* first = HostAllocate(8);
    EXPECT_NE(first, nullptr);
    EXPECT_EQ(HostAllocate(8), nullptr);
    EXPECT_EQ(GetHostMemoryFailure(), HostMemoryFailure::System);
    EXPECT_EQ(GetInjectedHostMemoryCountdown(), 0U);
    void* third = HostAllocate(8);
    EXPECT_NE(third, nullptr);
    HostFree(first, 8);
    HostFree(third, 8);

    InjectHostMemoryFailure(1, true);
    EXPECT_EQ(HostAllocate(8), nullptr);
    EXPECT_EQ(HostAllocate(8), nullptr);
}

// The reason is this call's, not what an earlier one has left.
TEST_F(Memory, ASizeThatIsNoNumberOfBytesIsTheSystemsRefusal)
{
    ASSERT_TRUE(SetHostMemoryBudget(Before.Bytes));
    EXPECT_EQ(HostAllocate(64), nullptr);
    EXPECT_EQ(GetHostMemoryFailure(), HostMemoryFailure::Budget);
    Array<uint32> numbers;
    EXPECT_FALSE(numbers.Reserve(std::numeric_limits<usize>::max() / 2));
    EXPECT_EQ(GetHostMemoryFailure(), HostMemoryFailure::System);
}

TEST_F(Memory, AFailedCallLeavesAnArrayAsItWas)
{
    Array<uint32> numbers;
    for (uint32 i = 0; i < 100; ++i)
    {
        ASSERT_TRUE(numbers.Append(i));
    }
    const usize room = numbers.Capacity();
    InjectHostMemoryFailure(1, true);
    EXPECT_FALSE(numbers.Reserve(room + 1));
    EXPECT_FALSE(numbers.Resize(room + 1));
    EXPECT_FALSE(numbers.Reserve(std::numeric_limits<usize>::max() / 2)); // its bytes would wrap
    EXPECT_EQ(numbers.Size(), 100U);
    EXPECT_EQ(numbers.Capacity(), room);
    for (uint32 i = 0; i < 100; ++i)
    {
        EXPECT_EQ(numbers[i], i);
    }
    EXPECT_TRUE(numbers.Resize(room)); // what is there needs no memory
    EXPECT_EQ(numbers.Back(), 0U);
}

TEST_F(Memory, AppendingGrowsByDoublingFromWholeBlocks)
{
    Array<uint8> bytes;
    ASSERT_TRUE(bytes.Append(7));
    EXPECT_EQ(bytes.Capacity(), 64U);
    usize growths = 0;
    for (usize room = bytes.Capacity(); bytes.Size() < 100'000; room = bytes.Capacity())
    {
        ASSERT_TRUE(bytes.Append(static_cast<uint8>(bytes.Size() * 31)));
        growths += bytes.Capacity() != room ? 1U : 0U;
    }
    EXPECT_EQ(growths, 11U); // 64 doubled eleven times
    EXPECT_EQ(bytes[0], 7U);
    for (usize i = 1; i < bytes.Size(); ++i)
    {
        ASSERT_EQ(bytes[i], static_cast<uint8>(i * 31));
    }
    Array<uint64> words;
    ASSERT_TRUE(words.Append(1));
    EXPECT_EQ(words.Capacity(), 8U);
}

TEST_F(Memory, NewElementsAreZeroWhateverLayThere)
{
    Array<uint32> numbers;
    for (uint32 i = 0; i < 64; ++i)
    {
        ASSERT_TRUE(numbers.Append(0xFFFFFFFFU));
    }
    ASSERT_TRUE(numbers.Resize(3));
    ASSERT_TRUE(numbers.Resize(200));
    EXPECT_EQ(numbers[2], 0xFFFFFFFFU);
    for (usize i = 3; i < 200; ++i)
    {
        ASSERT_EQ(numbers[i], 0U);
    }
}

TEST_F(Memory, ElementsMoveAndGoWithTheirArray)
{
    Array<Array<uint8>> rows;
    for (uint8 i = 0; i < 20; ++i)
    {
        Array<uint8> row;
        ASSERT_TRUE(row.Append(i));
        ASSERT_TRUE(rows.Append(std::move(row)));
    }
    rows.RemoveUnordered(0);
    EXPECT_EQ(rows.Size(), 19U);
    EXPECT_EQ(rows[0][0], 19U); // the last one took the place
    Array<Array<uint8>> taken = std::move(rows);
    EXPECT_EQ(taken.Size(), 19U);
    EXPECT_EQ(taken[18][0], 18U);
    const usize room = taken.Capacity();
    taken.Clear();
    EXPECT_EQ(taken.Capacity(), room);
}

struct Base
{
    virtual ~Base() = default;
};

struct Counted final : Base
{
    explicit Counted(int& alive) : Alive(alive) { ++Alive; }

    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    ~Counted() override { --Alive; }

    int& Alive;
};

TEST_F(Memory, AnOwnerDestroysOnceThroughItsBase)
{
    int alive = 0;
    {
        Owned<Base> base = MakeOwned<Counted>(alive);
        EXPECT_TRUE(base);
        EXPECT_EQ(alive, 1);
        Owned<Base> other = std::move(base);
        EXPECT_EQ(alive, 1);
        other = MakeOwned<Counted>(alive);
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);
    InjectHostMemoryFailure(1);
    EXPECT_FALSE(MakeOwned<Counted>(alive));
    EXPECT_EQ(alive, 0);
}
} // namespace
} // namespace ludus::foundation
