// What lies between frames, through the installed package: uploads and readbacks through their rings, a pipeline that
// equal requests share, batches that outlive the handles they drew with, and completion; at the end nothing is left.
#include "scene.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace
{
using namespace consumer;
using ludus::foundation::uint64;
using ludus::foundation::usize;

constexpr auto READY = rhi::RasterStatus::Ready;
constexpr auto PENDING = rhi::RasterStatus::Pending;
constexpr auto FULL = rhi::RasterStatus::CapacityExceeded;

struct Program
{
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::LifetimeCapabilities Limits{};
    bool DrawsPixels{false};
};

template <typename Ticket>
void AwaitTicket(const Program& program, const Ticket& ticket)
{
    Settle(
        [&]
        {
            EXPECT(rhi::PollLifetime(program.Device) == READY);
            return rhi::GetStatus(program.Device, ticket);
        });
}

uint64 GetResourceBytes(const Program& program)
{
    rhi::StorageUsage usage;
    EXPECT(rhi::GetStorageUsage(program.Device, usage) == READY);
    return usage.ResourceBytes;
}

// Requests an upload and spoils the caller's bytes at once: they were copied.
rhi::UploadTicket Upload(const Program& program, rhi::BufferRole role, std::span<const uint8> contents)
{
    std::vector<uint8> bytes(contents.begin(), contents.end());
    rhi::UploadTicket ticket;
    EXPECT(Owned(rhi::RequestBufferUpload(program.Device, {role, bytes.size()}, bytes.data(), bytes.size(), ticket)));
    std::memset(bytes.data(), 0xA5, bytes.size());
    return ticket;
}

rhi::BufferHandle Take(const Program& program, rhi::UploadTicket& ticket)
{
    AwaitTicket(program, ticket);
    rhi::BufferHandle buffer;
    EXPECT(rhi::TakeUploadedBuffer(program.Device, ticket, buffer) == READY);
    EXPECT(IsSame(ticket, {}));
    return buffer;
}

// All four roles, and more than the ring holds.
void UploadBuffers(const Program& program, Scene& scene, usize tintStride)
{
    std::vector<uint8> tints(tintStride + sizeof(FAR_TINT));
    std::memcpy(tints.data(), BAND_TINT, sizeof(BAND_TINT));
    std::memcpy(tints.data() + tintStride, FAR_TINT, sizeof(FAR_TINT));
    rhi::UploadTicket vertices = Upload(program, rhi::BufferRole::Vertex, BytesOf(VERTICES));
    rhi::UploadTicket instances = Upload(program, rhi::BufferRole::Vertex, BytesOf(INSTANCES));
    rhi::UploadTicket indices = Upload(program, rhi::BufferRole::Index16, BytesOf(INDICES)); // 30 bytes: no whole words
    rhi::UploadTicket tint = Upload(program, rhi::BufferRole::Uniform, tints);
    rhi::UploadTicket refused;
    const uint8 word[4] = {1, 2, 3, 4};
    EXPECT(rhi::RequestBufferUpload(program.Device, {rhi::BufferRole::Vertex, 4}, word, 4, refused) == FULL);
    EXPECT(IsSame(refused, {}));
    scene.Vertices = Take(program, vertices);
    scene.Instances = Take(program, instances);
    scene.Indices = Take(program, indices);
    scene.Tints = Take(program, tint);

    // A cancelled upload gives its slice and its buffer back, and never publishes one.
    const uint64 before = GetResourceBytes(program);
    rhi::UploadTicket cancelled = Upload(program, rhi::BufferRole::Vertex, BytesOf(VERTICES));
    const rhi::UploadTicket stale = cancelled;
    EXPECT(rhi::Release(program.Device, cancelled) == READY);
    EXPECT(rhi::GetStatus(program.Device, stale) == rhi::RasterStatus::InvalidHandle);
    for (int tick = 0; tick < 1'000'000 && GetResourceBytes(program) != before; ++tick)
    {
        EXPECT(rhi::PollLifetime(program.Device) == READY);
    }
    EXPECT(GetResourceBytes(program) == before);
    std::vector<uint8> large(program.Limits.TransferBytes + 4);
    EXPECT(rhi::RequestBufferUpload(program.Device, {rhi::BufferRole::Vertex, large.size()}, large.data(), large.size(),
                                    refused) == rhi::RasterStatus::InvalidDescription);
}

// Two equal requests, one pipeline; it is the requests' own.
rhi::RasterPipelineHandle RequestPipelines(const Program& program, const Scene& scene, rhi::PipelineRequest& kept)
{
    rhi::PipelineRequest first;
    EXPECT(Owned(rhi::RequestPipeline(program.Device, DescribePipeline(scene), first)));
    EXPECT(Owned(rhi::RequestPipeline(program.Device, DescribePipeline(scene), kept)));
    rhi::RasterPipelineDescription other = DescribePipeline(scene);
    other.Blend = true;
    rhi::PipelineRequest blended;
    EXPECT(Owned(rhi::RequestPipeline(program.Device, other, blended)));
    AwaitTicket(program, first);
    AwaitTicket(program, blended);
    EXPECT(rhi::GetStatus(program.Device, kept) == READY);
    rhi::RasterPipelineHandle pipeline;
    rhi::RasterPipelineHandle same;
    rhi::RasterPipelineHandle different;
    EXPECT(rhi::GetRequestedPipeline(program.Device, first, pipeline) == READY);
    EXPECT(rhi::GetRequestedPipeline(program.Device, kept, same) == READY);
    EXPECT(rhi::GetRequestedPipeline(program.Device, blended, different) == READY);
    EXPECT(IsSame(pipeline, same));
    EXPECT(!IsSame(pipeline, different));
    EXPECT(rhi::Destroy(program.Device, same) == rhi::RasterStatus::InvalidState); // borrowed
    EXPECT(rhi::Release(program.Device, first) == READY);
    EXPECT(rhi::Release(program.Device, blended) == READY);
    EXPECT(rhi::GetStatus(program.Device, pipeline) == READY);
    return pipeline;
}

// Batches that are begun until there are no more, refused packets, and a finished batch of the scene's two draws.
rhi::CommandBatch RecordScene(const Program& program, const Scene& scene)
{
    const Packets packets(scene);
    std::vector<rhi::CommandBatch> batches(program.Limits.CommandBatches);
    for (rhi::CommandBatch& batch : batches)
    {
        EXPECT(rhi::BeginCommands(program.Device, batch) == READY);
    }
    rhi::CommandBatch refused;
    EXPECT(rhi::BeginCommands(program.Device, refused) == FULL);
    const rhi::CommandBatch batch = batches[0];
    EXPECT(rhi::RecordDraw(program.Device, batch, packets.Band) == READY);
    rhi::RasterDraw broken = packets.Band;
    broken.InstanceCount = 3; // of two
    EXPECT(rhi::RecordDraw(program.Device, batch, broken) == rhi::RasterStatus::InvalidDescription);
    EXPECT(rhi::RecordDraw(program.Device, batch, packets.Far) == READY);
    EXPECT(rhi::RecordDraw(program.Device, batches[1], packets.Far) == READY);
    rhi::CommandBatch recording = batch;
    rhi::SubmissionToken token;
    EXPECT(rhi::SubmitCommands(program.Device, program.Surface, recording, token) == rhi::RasterStatus::InvalidState);
    EXPECT(IsSame(recording, batch));
    EXPECT(rhi::FinishCommands(program.Device, batch) == READY);
    EXPECT(rhi::RecordDraw(program.Device, batch, packets.Far) == rhi::RasterStatus::InvalidState);
    for (usize i = 1; i < batches.size(); ++i)
    {
        EXPECT(rhi::DiscardCommands(program.Device, batches[i]) == READY);
        EXPECT(IsSame(batches[i], {}));
    }
    return batch;
}

// Ranges of a buffer whose handle goes while they are on their way.
void ReadBack(const Program& program)
{
    rhi::UploadTicket upload = Upload(program, rhi::BufferRole::Vertex, BytesOf(VERTICES));
    rhi::BufferHandle source = Take(program, upload);
    rhi::ReadbackTicket refused;
    const auto request = [&](usize offset, usize size, rhi::ReadbackTicket& ticket)
    { return rhi::RequestBufferReadback(program.Device, source, offset, size, ticket); };
    EXPECT(request(2, 4, refused) == rhi::RasterStatus::InvalidDescription);
    EXPECT(request(0, 6, refused) == rhi::RasterStatus::InvalidDescription);
    EXPECT(request(sizeof(VERTICES), 4, refused) == rhi::RasterStatus::InvalidDescription);
    std::vector<rhi::ReadbackTicket> tickets(program.Limits.TransfersPerDirection);
    for (usize i = 0; i < tickets.size(); ++i)
    {
        EXPECT(Owned(request(4 * i, 8 + 4 * i, tickets[i])));
    }
    EXPECT(request(0, 4, refused) == FULL);
    EXPECT(rhi::Destroy(program.Device, source) == READY);
    for (usize i = 0; i < tickets.size(); ++i)
    {
        AwaitTicket(program, tickets[i]);
        const usize size = 8 + 4 * i;
        std::vector<uint8> bytes(size + 2, 0x5A);
        EXPECT(rhi::CopyReadback(program.Device, tickets[i], bytes.data() + 1, size - 4) ==
               rhi::RasterStatus::InvalidDescription);
        EXPECT(bytes == std::vector<uint8>(size + 2, 0x5A));
        EXPECT(rhi::CopyReadback(program.Device, tickets[i], bytes.data() + 1, size) == READY);
        EXPECT(std::memcmp(bytes.data() + 1, BytesOf(VERTICES).data() + 4 * i, size) == 0);
        EXPECT(bytes.front() == 0x5A && bytes.back() == 0x5A);
        EXPECT(rhi::Release(program.Device, tickets[i]) == READY);
    }
}

// A skipped target keeps the batch; then it draws, although no public handle of the scene is left.
void SubmitScene(const Program& program, rhi::CommandBatch& batch)
{
    rhi::SubmissionToken token;
    EXPECT(rhi::SetFrameTarget(program.Device, program.Surface, {}) == rhi::DeviceStatus::Ready);
    EXPECT(rhi::SubmitCommands(program.Device, program.Surface, batch, token) == rhi::RasterStatus::NotReady);
    EXPECT(!IsSame(batch, {}) && IsSame(token, {}));
    EXPECT(rhi::SetFrameTarget(program.Device, program.Surface, {.Width = EDGE, .Height = EDGE}) ==
           rhi::DeviceStatus::Ready);
    rhi::RasterStatus submitted = rhi::RasterStatus::NotReady;
    for (int tick = 0; submitted == rhi::RasterStatus::NotReady && tick < 100; ++tick)
    {
        submitted = rhi::SubmitCommands(program.Device, program.Surface, batch, token);
    }
    EXPECT(submitted == READY);
    EXPECT(IsSame(batch, {}));
    AwaitTicket(program, token);
    const Picture picture = ReadFrame(program.Device, program.Surface);
    if (program.DrawsPixels)
    {
        ExpectPicture(picture);
    }
}

// A frame of nothing but its clear has a token too, which covers what was submitted before.
void AwaitFrame(const Program& program)
{
    OpenFrame([&] { return rhi::BeginFrame(program.Device, program.Surface); });
    rhi::SubmissionToken token;
    EXPECT(rhi::EndFrame(program.Device, token) == READY);
    const rhi::RasterStatus status = rhi::GetStatus(program.Device, token);
    EXPECT(status == READY || status == PENDING);
    AwaitTicket(program, token);
}
} // namespace

int main(int count, char** arguments)
{
    Program program;
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.PortableRaster = true;
    const rhi::DeviceStatus started = rhi::CreateDevice({"lifetime consumer", 1}, {.Width = EDGE, .Height = EDGE},
                                                        description, program.Device, program.Surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(program.Device, info); });
    program.DrawsPixels = info.Startup.SelectedBackend != rhi::Backend::Reference;
    EXPECT(rhi::GetLifetimeCapabilities(program.Device, program.Limits) == READY);
    EXPECT(program.Limits.CommandBatches == 4 && program.Limits.TransfersPerDirection == 4);
    EXPECT(program.Limits.TransferBytes == 262144 && program.Limits.PipelineRequests == 16);

    const usize tintStride = info.Profile.Raster.UniformOffsetAlignment;
    const uint64 atStart = GetResourceBytes(program);
    // Twice: the second round meets what the first one has left.
    for (int round = 0; round < 2; ++round)
    {
        Scene scene;
        UploadBuffers(program, scene, tintStride);
        CreateImage(program.Device, scene);
        CreateBindings(program.Device, scene, tintStride);
        rhi::PipelineRequest request;
        scene.Pipeline = RequestPipelines(program, scene, request);
        rhi::CommandBatch batch = RecordScene(program, scene);
        scene.Pipeline = {}; // the request's
        EXPECT(rhi::Release(program.Device, request) == READY);
        DestroyScene(program.Device, scene);
        ReadBack(program);
        SubmitScene(program, batch);
        AwaitFrame(program);
        EXPECT(GetResourceBytes(program) == atStart);
    }
    EXPECT(rhi::DestroyDevice(program.Device) == rhi::DeviceStatus::Ready);
    std::puts("lifetime consumer: all checks passed");
    return 0;
}
