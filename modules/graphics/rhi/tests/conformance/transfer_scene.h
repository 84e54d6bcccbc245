// A device, and bytes that go to it and come back: what the tests of transfers share.
#pragma once

#include "../support/scene.h"

#include <ludus/graphics/rhi/lifetime.h>

#include <numeric>
#include <vector>

namespace ludus::graphics::rhi::tests
{
inline std::vector<uint8> MakeBytes(usize count, uint8 first = 1)
{
    std::vector<uint8> bytes(count);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

class TransferTest : public SceneTest
{
protected:
    void StartWith(const StorageLimits& storage = {})
    {
        Start({.Required = {.PortableRaster = true}, .Storage = storage});
    }

    RasterStatus Upload(BufferRole role, std::span<const uint8> bytes, UploadTicket& ticket)
    {
        return RequestBufferUpload(Device, {role, bytes.size()}, bytes.data(), bytes.size(), ticket);
    }

    // Uploads, waits and takes; the test's end destroys the buffer.
    BufferHandle MakeUploaded(BufferRole role, std::span<const uint8> bytes)
    {
        UploadTicket ticket;
        BufferHandle buffer;
        EXPECT_EQ(Upload(role, bytes, ticket), RasterStatus::Pending);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
        EXPECT_EQ(TakeUploadedBuffer(Device, ticket, buffer), RasterStatus::Ready);
        EXPECT_TRUE(IsNullHandle(ticket));
        Own(buffer);
        return buffer;
    }

    // A range of a buffer, read into the middle of guards.
    std::vector<uint8> Read(BufferHandle buffer, usize offset, usize size)
    {
        ReadbackTicket ticket;
        EXPECT_EQ(RequestBufferReadback(Device, buffer, offset, size, ticket), RasterStatus::Pending);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
        std::vector<uint8> bytes(size + 16, uint8{0xA5});
        EXPECT_EQ(CopyReadback(Device, ticket, bytes.data() + 8, size), RasterStatus::Ready);
        for (usize i = 0; i < 8; ++i)
        {
            EXPECT_EQ(bytes[i], 0xA5);
            EXPECT_EQ(bytes[size + 8 + i], 0xA5);
        }
        EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
        EXPECT_TRUE(IsNullHandle(ticket));
        return {bytes.begin() + 8, bytes.end() - 8};
    }
};
} // namespace ludus::graphics::rhi::tests
