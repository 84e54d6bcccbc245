#include "backends/webgpu/backend.h"

#include "boundary/registration.h"

#include <ludus/foundation/base/config.h>

#include <cassert>

namespace ludus::graphics::rhi::internal
{
namespace webgpu
{
WebGpuBackend::~WebGpuBackend()
{
    if (Gpu.IsStarted())
    {
        static_cast<void>(Drain()); // a session that could not drain keeps the backend
    }
    Gpu.Results.Close();
    Clock.Stop();
    Slices.Stop();
    Target.Stop();
    PipelineTable.Stop();
    BindingTable.Stop();
    TextureTable.Stop();
    BufferTable.Stop();
    Gpu.Stop();
}

BackendStatus WebGpuBackend::Start(const BackendRequest& request, BackendReport& report) noexcept
{
    const BackendStatus status = Gpu.Start(request, report.Error);
    IsStarting = status == BackendStatus::Pending;
    return status;
}

void WebGpuBackend::ContinueStart(BackendEvents& events) noexcept
{
    BackendReport report;
    const BackendStatus status = Gpu.Continue(report.Error);
    if (status == BackendStatus::Pending)
    {
        return;
    }
    IsStarting = false;
    if (status == BackendStatus::Ready)
    {
        report.Error = StartupError::None;
        FillReport(Gpu, report);
    }
    events.OnStarted(status, report);
}

BackendStatus WebGpuBackend::BindWindow(BackendReport& report) noexcept
{
    BackendStatus status = Gpu.TakeWindow();
    status = status == BackendStatus::Ready ? Target.Start() : status;
    report.Encoding = Target.GetEncoding();
    report.CanReadSurface = Target.IsHeadless(); // frames go to an image of ours
    return status;
}

void WebGpuBackend::Poll(BackendEvents& events) noexcept
{
    if (IsStarting)
    {
        ContinueStart(events);
        return;
    }
    if (!Gpu.IsLost())
    {
        Gpu.ProcessEvents();
    }
    Ticket finished;
    while (Gpu.Results.NextFinished(finished))
    {
        if (finished.Result != BackendStatus::Ready)
        {
            --LiveObjects;
            Release(finished.Kind, finished.Slot);
        }
        events.OnCreated({.Kind = finished.Kind,
                          .Slot = finished.Slot,
                          .Generation = finished.Generation,
                          .Result = finished.Result});
    }
    uint64 failed = 0;
    while (Gpu.Results.NextFailedTransfer(failed))
    {
        events.OnTransferFailed(failed);
    }
    if (Gpu.IsLost() && !HasReportedLoss)
    {
        HasReportedLoss = true;
        events.OnLost();
    }
}

uint64 WebGpuBackend::PollCompleted() noexcept
{
    return Work.PollCompleted();
}

bool WebGpuBackend::WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept
{
    return Work.Wait(ordinal, nanoseconds);
}

bool WebGpuBackend::Drain() noexcept
{
    if (IsStarting)
    {
        return true;
    }
    if (!Work.Drain())
    {
        return false;
    }
    Gpu.Results.DropAnswers();
    return true;
}

template <class Create>
BackendStatus WebGpuBackend::Make(Create create) noexcept
{
    if (Gpu.IsLost())
    {
        return BackendStatus::Lost;
    }
    const BackendStatus status = create();
    if (status == BackendStatus::Ready || status == BackendStatus::Pending)
    {
        ++LiveObjects;
        return status;
    }
    return Gpu.IsLost() ? BackendStatus::Lost : status;
}

BackendStatus WebGpuBackend::CreateBuffer(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept
{
    return Make([&] { return BufferTable.Create(slot, generation, creation); });
}

BackendStatus WebGpuBackend::CreateTexture(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept
{
    return Make([&] { return TextureTable.Create(slot, generation, creation); });
}

BackendStatus WebGpuBackend::CreateTextureView(uint32 slot, uint64, const TextureViewCreation& creation) noexcept
{
    return Make([&] { return TextureTable.CreateView(slot, creation); });
}

BackendStatus WebGpuBackend::CreateSampler(uint32 slot, uint64, const SamplerDescription& description) noexcept
{
    return Make([&] { return TextureTable.CreateSampler(slot, description); });
}

BackendStatus WebGpuBackend::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    return Make([&] { return PipelineTable.CreateShader(slot, generation, creation); });
}

BackendStatus WebGpuBackend::CreateBindingLayout(uint32 slot, uint64, const BindingLayoutCreation& creation) noexcept
{
    return Make([&] { return BindingTable.CreateLayout(slot, creation); });
}

BackendStatus WebGpuBackend::CreateBindingSet(uint32 slot, uint64, const BindingSetCreation& creation) noexcept
{
    return Make([&] { return BindingTable.CreateSet(slot, creation); });
}

BackendStatus WebGpuBackend::CreateRasterPipeline(uint32 slot, uint64 generation,
                                                  const RasterPipelineCreation& creation) noexcept
{
    return Make([&] { return PipelineTable.CreateRaster(slot, generation, creation, Target.GetFormat()); });
}

BackendStatus WebGpuBackend::CreateComputePipeline(uint32 slot, uint64 generation,
                                                   const ComputePipelineCreation& creation) noexcept
{
    return Make([&] { return PipelineTable.CreateCompute(slot, generation, creation); });
}

BackendStatus WebGpuBackend::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    return Make([&] { return BufferTable.CreateFrameUniforms(slot, bytes, memory); });
}

void WebGpuBackend::Destroy(RecordKind kind, uint32 slot) noexcept
{
    --LiveObjects;
    Release(kind, slot);
}

void WebGpuBackend::Release(RecordKind kind, uint32 slot) noexcept
{
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

void WebGpuBackend::SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept
{
    const WGPUStringView text = ToView(label);
    switch (kind)
    {
    case RecordKind::Buffer:
        return webgpu::SetLabel(BufferTable.At(slot), text);
    case RecordKind::Texture:
        return webgpu::SetLabel(TextureTable.At(slot).Images.Color.Get(), text);
    case RecordKind::TextureView:
        return webgpu::SetLabel(TextureTable.ViewAt(slot), text);
    case RecordKind::Sampler:
        return webgpu::SetLabel(TextureTable.SamplerAt(slot), text);
    case RecordKind::Shader:
        return webgpu::SetLabel(PipelineTable.ModuleAt(slot), text);
    case RecordKind::BindingLayout:
        return webgpu::SetLabel(BindingTable.LayoutAt(slot).Group.Get(), text);
    case RecordKind::BindingSet:
        return webgpu::SetLabel(BindingTable.SetAt(slot).Group.Get(), text);
    case RecordKind::RasterPipeline:
        return webgpu::SetLabel(PipelineTable.RasterAt(slot), text);
    case RecordKind::ComputePipeline:
        return webgpu::SetLabel(PipelineTable.ComputeAt(slot), text);
    case RecordKind::Count:
        return;
    }
}

BackendStatus WebGpuBackend::PrepareFrame(const FrameTarget& target) noexcept
{
    if (Gpu.IsLost())
    {
        return BackendStatus::Lost;
    }
    return target.ShouldPresentToSurface ? Target.Prepare(target) : BackendStatus::Ready;
}

AcquireStatus WebGpuBackend::Acquire(const FrameTarget&, AcquiredFrame& frame) noexcept
{
    return Gpu.IsLost() ? AcquireStatus::Lost : Target.Acquire(frame);
}

void WebGpuBackend::AbandonFrame() noexcept
{
    Target.Abandon();
}

SubmitResult WebGpuBackend::Submit(const Submission& submission) noexcept
{
    if (Gpu.IsLost())
    {
        return {SubmitOutcome::NothingEncoded, BackendStatus::Lost};
    }
    assert((!submission.UsesSurface || Target.HasFrame()) && "a frame is acquired before it is submitted");
    const Tables tables{BufferTable, TextureTable, BindingTable, PipelineTable, Target, Clock, Slices};
    const BackendStatus prepared = PrepareStream(submission.Stream, tables);
    if (prepared != BackendStatus::Ready)
    {
        return {SubmitOutcome::NothingEncoded, prepared};
    }
    if (submission.UsesSurface)
    {
        const AcquireStatus taken = Target.TakeImage();
        if (taken != AcquireStatus::Ready)
        {
            return {SubmitOutcome::NothingEncoded,
                    taken == AcquireStatus::Lost ? BackendStatus::Lost : BackendStatus::Refused};
        }
    }
    if (submission.IsTransfer)
    {
        return SubmitTransfer(submission);
    }
    Gpu.Results.Watch();
    const CommandBuffer commands = Encode(submission);
    const BackendStatus encoded = Gpu.Results.EndWatch();
    if (encoded != BackendStatus::Ready || !commands)
    {
        return {SubmitOutcome::EncodedNothingAccepted,
                encoded != BackendStatus::Ready ? encoded : BackendStatus::Refused};
    }
    Work.Submit(commands.Get(), submission.Ordinal);
    if (submission.UsesSurface)
    {
        Target.Present();
    }
    return {};
}

// What the API refuses of it is told late: it counts as accepted.
SubmitResult WebGpuBackend::SubmitTransfer(const Submission& submission) noexcept
{
    uint32 ticket = 0;
    if (!Gpu.OpenTransfer(submission.Ordinal, ticket))
    {
        return {SubmitOutcome::NothingEncoded, BackendStatus::OutOfMemory};
    }
    if (const CommandBuffer commands = Encode(submission); commands)
    {
        Work.Submit(commands.Get(), submission.Ordinal);
        Gpu.CloseTransfer(ticket);
        return {};
    }
    Gpu.CloseTransfer(ticket);
    Gpu.Results.Abandon(ticket);
    return {SubmitOutcome::EncodedNothingAccepted, BackendStatus::Refused};
}

CommandBuffer WebGpuBackend::Encode(const Submission& submission) noexcept
{
    const Tables tables{BufferTable, TextureTable, BindingTable, PipelineTable, Target, Clock, Slices};
    const TimestampOrder& order = submission.Timestamps;
    BufferTable.FlushFrameUniforms(submission.FrameUniforms);
    const CommandEncoder encoder(wgpuDeviceCreateCommandEncoder(Gpu.Handle.Get(), nullptr));
    if (order.MeasuresFrame)
    {
        Clock.Mark(encoder.Get(), 0);
    }
    const uint32 passes = RecordStream(tables, encoder.Get(), submission.Stream, order.MeasuresPasses);
    if (order.MeasuresFrame)
    {
        Clock.Mark(encoder.Get(), 1);
    }
    Clock.Resolve(encoder.Get(), order, passes);
    return CommandBuffer(wgpuCommandEncoderFinish(encoder.Get(), nullptr));
}

BackendStatus WebGpuBackend::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    return Gpu.IsLost() ? BackendStatus::Lost : Slices.ReserveUpload(slice, bytes, memory);
}

BackendStatus WebGpuBackend::ReserveReadback(uint32 slice, usize bytes) noexcept
{
    return Gpu.IsLost() ? BackendStatus::Lost : Slices.Reserve(slice, bytes);
}

BackendStatus WebGpuBackend::MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    return Gpu.IsLost() ? BackendStatus::Lost : Slices.Map(slice, bytes);
}

void WebGpuBackend::UnmapReadback(uint32 slice) noexcept
{
    Slices.Unmap(slice);
}

BackendStatus WebGpuBackend::ReserveTimestamps() noexcept
{
    return Gpu.IsLost() ? BackendStatus::Lost : Clock.Reserve();
}

BackendStatus WebGpuBackend::ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept
{
    return Gpu.IsLost() ? BackendStatus::Lost : Clock.Read(first, ticks);
}

void WebGpuBackend::DescribeAdapter(MeasurementAdapter& adapter) const noexcept
{
    Gpu.Describe(adapter);
}

bool WebGpuBackend::FindApiBytes(RecordKind, uint32, uint64&) const noexcept
{
    return false;
}

void WebGpuBackend::ReadMemoryTotals(MemoryTotals&) const noexcept {}
} // namespace webgpu

namespace
{
foundation::Owned<GraphicsBackend> CreateWebGpu() noexcept
{
    return foundation::MakeOwned<webgpu::WebGpuBackend>();
}
} // namespace

extern const BackendRegistration WEBGPU_BACKEND;

constinit const BackendRegistration WEBGPU_BACKEND{
    .Name = Backend::WebGPU,
    .Selection = BackendSelection::WebGPU,
    .AutoRank = LUDUS_PLATFORM_WEB ? 1U : 0U, // natively only by name
    .Artifact = "Wgsl",
    .Create = CreateWebGpu,
};
} // namespace ludus::graphics::rhi::internal
