// Buffer creation: role, size, initial bytes, limits, workloads.
#include "validation/buffer.h"

#include "support.h"

#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] RasterVerdict Check(BufferRole role, usize size, usize given, const DeviceFeatures& enabled = {})
{
    const std::vector<uint8> bytes(given);
    return CheckBuffer({role, size}, bytes, PortableProfile(), enabled);
}

[[nodiscard]] RasterVerdict Check(BufferRole role, usize size)
{
    return Check(role, size, size);
}

TEST(Buffer, PlainRolesAreAccepted)
{
    EXPECT_TRUE(Accepted(Check(BufferRole::Vertex, 4)));
    EXPECT_TRUE(Accepted(Check(BufferRole::Index16, 6)));
    EXPECT_TRUE(Accepted(Check(BufferRole::Index32, 12)));
    EXPECT_TRUE(Accepted(Check(BufferRole::Uniform, 256)));
}

TEST(Buffer, RoleMustBeAnEnumerator)
{
    EXPECT_TRUE(IsMalformed(Check(static_cast<BufferRole>(7), 4), Code::EnumInvalid, "Role"));
}

TEST(Buffer, SizeIsPositiveAndAMultipleOfTheUnit)
{
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Vertex, 0), Code::ValueZero, "Size"));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Vertex, 6), Code::ValueMisaligned, "Size"));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Index16, 3), Code::ValueMisaligned, "Size"));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Index32, 6), Code::ValueMisaligned, "Size"));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Uniform, 18), Code::ValueMisaligned, "Size"));
}

TEST(Buffer, BytesAreExactlySize)
{
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Vertex, 16, 0), Code::UploadMissing));
    const std::span<const uint8> nothing(static_cast<const uint8*>(nullptr), 16);
    EXPECT_TRUE(
        IsMalformed(CheckBuffer({BufferRole::Vertex, 16}, nothing, PortableProfile(), {}), Code::UploadMissing));
    const RasterVerdict less = Check(BufferRole::Vertex, 16, 15);
    EXPECT_TRUE(IsMalformed(less, Code::UploadSizeWrong));
    EXPECT_EQ(less.Why.Got, 15U);
    EXPECT_EQ(less.Why.Allowed, 16U);
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Vertex, 16, 17), Code::UploadSizeWrong));
}

TEST(Buffer, SizeReachesTheLimitAndNoFurther)
{
    const usize limit = PortableProfile().Raster.MaxBufferSize;
    EXPECT_TRUE(Accepted(Check(BufferRole::Vertex, limit)));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Vertex, limit + 4), Code::ValueTooLarge, "Size"));
}

// The first index of a draw has 32 bits. The bytes are not looked at: none stand behind the pointer.
#if SIZE_MAX > UINT32_MAX // elsewhere memory ends before
TEST(Buffer, IndicesAreCountedIn32Bits)
{
    DeviceProfile profile = PortableProfile();
    profile.Raster.MaxBufferSize = ~usize{0};
    const uint8 none = 0;
    for (const BufferRole role : {BufferRole::Index16, BufferRole::Index32})
    {
        const usize unit = role == BufferRole::Index16 ? 2 : 4;
        const usize most = (usize{1} << 32U) * unit;
        EXPECT_TRUE(Accepted(CheckBuffer({role, most}, {&none, most}, profile, {})));
        const RasterVerdict more = CheckBuffer({role, most + unit}, {&none, most + unit}, profile, {});
        EXPECT_TRUE(IsMalformed(more, Code::ValueTooLarge, "Size"));
        EXPECT_EQ(more.Why.Allowed, most);
        EXPECT_TRUE(Accepted(CheckBuffer({BufferRole::Vertex, most + 4}, {&none, most + 4}, profile, {})));
    }
}
#endif

TEST(Buffer, StorageNeedsItsWorkloads)
{
    for (const BufferRole role : {BufferRole::Storage, BufferRole::StorageVertex})
    {
        EXPECT_TRUE(IsUnsupported(Check(role, 16), Code::FeatureNotEnabled, "Role"));
        EXPECT_TRUE(Accepted(Check(role, 16, 16, {.Compute = true})));
    }
    const BufferRole indirect = BufferRole::StorageIndirect;
    EXPECT_TRUE(IsUnsupported(Check(indirect, 20, 20, {.Compute = true}), Code::FeatureNotEnabled, "Role"));
    EXPECT_TRUE(Accepted(Check(indirect, 20, 20, {.Compute = true, .IndirectRendering = true})));
}

TEST(Buffer, MalformedComesBeforeUnsupported)
{
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Storage, 6), Code::ValueMisaligned));
    EXPECT_TRUE(IsMalformed(Check(BufferRole::Storage, 8, 4), Code::UploadSizeWrong));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
