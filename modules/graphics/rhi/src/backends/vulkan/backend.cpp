#include "backends/vulkan/backend.h"

#include "backends/vulkan/convert.h"
#include "boundary/registration.h"

#include <cassert>

namespace ludus::graphics::rhi::internal
{
namespace vulkan
{
VulkanBackend::~VulkanBackend()
{
    if (Gpu.Handle == VK_NULL_HANDLE)
    {
        return;
    }
    static_cast<void>(Drain()); // a session that could not drain keeps the backend
    Clock.Stop();
    Slices.Stop();
    Target.Stop();
    PipelineTable.Stop();
    Passes.Stop();
    BindingTable.Stop();
    TextureTable.Stop();
    BufferTable.Stop();
    Work.Stop();
    Heap.Stop();
}

BackendStatus VulkanBackend::Start(const BackendRequest& request, BackendReport& report) noexcept
{
    BackendStatus status = Gpu.Start(request, report.Error);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    report.Error = StartupError::RenderingUnavailable;
    status = Heap.Start();
    if (status == BackendStatus::Ready)
    {
        status = Passes.Start(request.Description.Storage.RasterPassStates);
    }
    if (status == BackendStatus::Ready)
    {
        status = Work.Start(report.FramesInFlight);
    }
    if (status == BackendStatus::Ready)
    {
        report.Error = Target.IsHeadless() ? StartupError::RenderingUnavailable : StartupError::SurfaceUnavailable;
        status = Target.Start(request.Window);
    }
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    report.Error = StartupError::None;
    FillReport(Gpu, report);
    report.Encoding = Target.GetEncoding();
    // An image that was presented belongs to the window system again: only a private one can be read afterwards.
    report.CanReadSurface = Target.IsHeadless();
    return BackendStatus::Ready;
}

void VulkanBackend::Poll(BackendEvents& events) noexcept
{
    Copies.Poll(events);
    const uint32 failed = PipelineTable.Poll(events);
    LiveObjects -= failed;
    Target.Collect(Work.PollCompleted());
    if (Gpu.IsLost && !HasReportedLoss)
    {
        HasReportedLoss = true;
        events.OnLost();
    }
}

uint64 VulkanBackend::PollCompleted() noexcept
{
    return Work.PollCompleted();
}

bool VulkanBackend::WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept
{
    return Work.Wait(ordinal, nanoseconds);
}

bool VulkanBackend::Drain() noexcept
{
    PipelineTable.Drop();
    if (!Work.Drain())
    {
        return false;
    }
    Copies.Drop();
    return true;
}

BackendStatus VulkanBackend::Count(BackendStatus status) noexcept
{
    if (status == BackendStatus::Ready || status == BackendStatus::Pending)
    {
        ++LiveObjects;
    }
    return status;
}

BackendStatus VulkanBackend::CreateBuffer(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept
{
    return Count(BufferTable.Create(slot, generation, creation));
}

BackendStatus VulkanBackend::CreateTexture(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept
{
    return Count(TextureTable.Create(slot, generation, creation));
}

BackendStatus VulkanBackend::CreateTextureView(uint32 slot, uint64, const TextureViewCreation& creation) noexcept
{
    return Count(TextureTable.CreateView(slot, creation));
}

BackendStatus VulkanBackend::CreateSampler(uint32 slot, uint64, const SamplerDescription& description) noexcept
{
    return Count(TextureTable.CreateSampler(slot, description));
}

BackendStatus VulkanBackend::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    return Count(PipelineTable.CreateShader(slot, generation, creation));
}

BackendStatus VulkanBackend::CreateBindingLayout(uint32 slot, uint64, const BindingLayoutCreation& creation) noexcept
{
    return Count(BindingTable.CreateLayout(slot, creation));
}

BackendStatus VulkanBackend::CreateBindingSet(uint32 slot, uint64, const BindingSetCreation& creation) noexcept
{
    return Count(BindingTable.CreateSet(slot, creation));
}

BackendStatus VulkanBackend::CreateRasterPipeline(uint32 slot, uint64 generation,
                                                  const RasterPipelineCreation& creation) noexcept
{
    return Count(PipelineTable.CreateRaster(slot, generation, creation, Target.GetPass()));
}

BackendStatus VulkanBackend::CreateComputePipeline(uint32 slot, uint64 generation,
                                                   const ComputePipelineCreation& creation) noexcept
{
    return Count(PipelineTable.CreateCompute(slot, generation, creation));
}

BackendStatus VulkanBackend::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    return Count(BufferTable.CreateFrameUniforms(slot, bytes, memory));
}

void VulkanBackend::Destroy(RecordKind kind, uint32 slot) noexcept
{
    --LiveObjects;
    switch (kind)
    {
    case RecordKind::Buffer:
        return BufferTable.Destroy(slot);
    case RecordKind::Texture:
        return TextureTable.Destroy(slot);
    case RecordKind::TextureView:
        return TextureTable.DestroyView(slot);
    case RecordKind::Sampler:
        return TextureTable.DestroySampler(slot);
    case RecordKind::Shader:
        return PipelineTable.DestroyShader(slot);
    case RecordKind::BindingLayout:
        return BindingTable.DestroyLayout(slot);
    case RecordKind::BindingSet:
        return BindingTable.DestroySet(slot);
    case RecordKind::RasterPipeline:
        return PipelineTable.DestroyRaster(slot);
    case RecordKind::ComputePipeline:
        return PipelineTable.DestroyCompute(slot);
    case RecordKind::Count:
        break;
    }
    assert(false && "a record kind that does not exist");
}

void VulkanBackend::SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept
{
    uint64 object = 0;
    switch (kind)
    {
    case RecordKind::Buffer:
        object = ToWord(BufferTable.At(slot));
        break;
    case RecordKind::Texture:
        object = ToWord(TextureTable.At(slot).Memory.Image);
        break;
    case RecordKind::TextureView:
        object = ToWord(TextureTable.ViewAt(slot));
        break;
    case RecordKind::Sampler:
        object = ToWord(TextureTable.SamplerAt(slot));
        break;
    case RecordKind::Shader:
        object = ToWord(PipelineTable.ModuleAt(slot));
        break;
    case RecordKind::BindingLayout:
        object = ToWord(BindingTable.LayoutAt(slot).Sets);
        break;
    case RecordKind::BindingSet:
        object = ToWord(BindingTable.SetAt(slot).Set);
        break;
    case RecordKind::RasterPipeline:
        object = ToWord(PipelineTable.RasterAt(slot));
        break;
    case RecordKind::ComputePipeline:
        object = ToWord(PipelineTable.ComputeAt(slot));
        break;
    case RecordKind::Count:
        return;
    }
    Gpu.SetName(ToObjectType(kind), object, label);
}

BackendStatus VulkanBackend::PrepareFrame(const FrameTarget& target) noexcept
{
    assert(target.ShouldPresentToSurface && "frames without a surface are not offered by this backend");
    if (Gpu.IsLost)
    {
        return BackendStatus::Lost;
    }
    Target.Collect(Work.PollCompleted());
    if (FrameFlight == nullptr)
    {
        const BackendStatus status = Work.Take(FrameFlight);
        if (status != BackendStatus::Ready)
        {
            return status;
        }
    }
    return Target.Prepare(target);
}

AcquireStatus VulkanBackend::Acquire(const FrameTarget&, AcquiredFrame& frame) noexcept
{
    assert(FrameFlight != nullptr && "a frame is prepared before it is acquired");
    return Gpu.IsLost ? AcquireStatus::Lost : Target.Acquire(FrameFlight->Acquired, frame);
}

void VulkanBackend::AbandonFrame() noexcept
{
    Target.Abandon();
}

SubmitResult VulkanBackend::Submit(const Submission& submission) noexcept
{
    if (Gpu.IsLost)
    {
        return {SubmitOutcome::NothingEncoded, BackendStatus::Lost};
    }
    BackendStatus status = BufferTable.FlushFrameUniforms(submission.FrameUniforms);
    Flight* flight = FrameFlight;
    if (status == BackendStatus::Ready && !submission.UsesSurface)
    {
        status = Work.Take(flight);
    }
    if (status != BackendStatus::Ready)
    {
        return {SubmitOutcome::NothingEncoded, status};
    }
    assert((!submission.UsesSurface || Target.HasFrame()) && "a frame is acquired before it is submitted");
    const SubmitResult result = SubmitFlight(*flight, submission);
    const bool isOnTheWay =
        result.Outcome == SubmitOutcome::Accepted || result.Outcome == SubmitOutcome::AcceptedInPart;
    if (submission.UsesSurface)
    {
        FrameFlight = isOnTheWay ? nullptr : FrameFlight;
    }
    else if (!isOnTheWay)
    {
        Work.Return(*flight);
    }
    return result;
}

SubmitResult VulkanBackend::SubmitFlight(Flight& flight, const Submission& submission) noexcept
{
    BackendStatus status = Work.Begin(flight);
    if (status != BackendStatus::Ready)
    {
        return {SubmitOutcome::NothingEncoded, status};
    }
    const Tables tables{BufferTable, TextureTable, BindingTable, PipelineTable, Passes, Order, Slices, Target, Clock};
    const TimestampOrder& order = submission.Timestamps;
    Clock.RecordReset(flight.Commands, order);
    if (order.MeasuresFrame)
    {
        Clock.Record(flight.Commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0);
    }
    const RecordResult recorded = RecordStream(Gpu, tables, flight.Commands, submission.Stream, order.MeasuresPasses);
    if (recorded.Status != BackendStatus::Ready)
    {
        const bool isRewound = Work.Rewind(flight) == BackendStatus::Ready;
        return {isRewound ? SubmitOutcome::NothingEncoded : SubmitOutcome::EncodedNothingAccepted, recorded.Status};
    }
    if (submission.UsesSurface)
    {
        Target.RecordEnd(flight.Commands, recorded.DrewSurface);
    }
    if (order.MeasuresFrame)
    {
        Clock.Record(flight.Commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 1);
    }
    status = Gpu.Note(Gpu.Vk.vkEndCommandBuffer(flight.Commands));
    if (status == BackendStatus::Ready)
    {
        status = Work.Submit(flight, submission.Ordinal,
                             submission.UsesSurface ? Target.GetSemaphores() : FrameSemaphores{});
    }
    if (status != BackendStatus::Ready)
    {
        return {SubmitOutcome::EncodedNothingAccepted, status};
    }
    if (submission.UsesSurface)
    {
        status = Target.Present();
    }
    return status == BackendStatus::Ready ? SubmitResult{} : SubmitResult{SubmitOutcome::AcceptedInPart, status};
}

BackendStatus VulkanBackend::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    return Slices.ReserveUpload(slice, bytes, memory);
}

BackendStatus VulkanBackend::ReserveReadback(uint32 slice, usize bytes) noexcept
{
    return Slices.Reserve(slice, bytes);
}

BackendStatus VulkanBackend::MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    return Slices.Map(slice, bytes);
}

void VulkanBackend::UnmapReadback(uint32) noexcept {} // slices stay mapped

BackendStatus VulkanBackend::ReserveTimestamps() noexcept
{
    return Gpu.IsLost ? BackendStatus::Lost : Clock.Reserve();
}

BackendStatus VulkanBackend::ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept
{
    return Gpu.IsLost ? BackendStatus::Lost : Clock.Read(first, ticks);
}

BackendStatus VulkanBackend::ReadClocks(ClockReading& reading) noexcept
{
    return Gpu.IsLost ? BackendStatus::Lost : Clock.ReadBoth(reading);
}

void VulkanBackend::DescribeAdapter(MeasurementAdapter& adapter) const noexcept
{
    Gpu.Describe(adapter);
}

bool VulkanBackend::FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept
{
    bytes = Copies.GetStagingBytes(kind, slot);
    bytes += kind == RecordKind::Buffer ? BufferTable.GetApiBytes(slot) : TextureTable.GetApiBytes(slot);
    return true;
}

void VulkanBackend::ReadMemoryTotals(MemoryTotals& totals) const noexcept
{
    totals.HasBlocks = true;
    totals.BlockBytes = Heap.GetBlockBytes();
    BindingTable.CountPools(totals);
}
} // namespace vulkan

namespace
{
foundation::Owned<GraphicsBackend> CreateVulkan() noexcept
{
    return foundation::MakeOwned<vulkan::VulkanBackend>();
}
} // namespace

extern const BackendRegistration VULKAN_BACKEND;

constinit const BackendRegistration VULKAN_BACKEND{
    .Name = Backend::Vulkan,
    .Selection = BackendSelection::Vulkan,
    .AutoRank = 1,
    .Artifact = "Spirv",
    .Create = CreateVulkan,
};
} // namespace ludus::graphics::rhi::internal
