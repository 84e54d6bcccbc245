#include "backends/opengl/backend.h"

#include "boundary/registration.h"

#include <cassert>

namespace ludus::graphics::rhi::internal
{
namespace opengl
{
OpenGlBackend::~OpenGlBackend()
{
    if (!IsStarted)
    {
        return;
    }
    static_cast<void>(Drain()); // a session that could not drain keeps the backend
    const Current current(Gpu);
    if (IsOver())
    {
        return; // what a lost context held goes with it
    }
    Spare.Stop();
    Clock.Stop();
    Slices.Stop();
    Target.Stop();
    PipelineTable.Stop();
    TextureTable.Stop();
    BufferTable.Stop();
    Work.Stop();
    Context.Stop();
}

BackendStatus OpenGlBackend::Start(const BackendRequest& request, BackendReport& report) noexcept
{
    BackendStatus status = Gpu.Start(request, report.Error);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    IsStarted = true;
    report.Error = StartupError::RenderingUnavailable;
    const Current current(Gpu);
    if (Gpu.IsLost)
    {
        return BackendStatus::Lost;
    }
    Context.Start();
    Gpu.Native.SetPace(request.Window);
    status = Spare.Start();
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    FillReport(Gpu, report);
    status = Gpu.TakeErrors();
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    report.Error = StartupError::None;
    report.Encoding = SurfaceEncoding::Unorm;
    report.CanReadSurface = true; // frames go to an image of ours
    return BackendStatus::Ready;
}

void OpenGlBackend::Poll(BackendEvents& events) noexcept
{
    Gpu.IsLost = Gpu.IsLost || Gpu.Native.IsGone(); // a page may wait without work
    if (PipelineTable.IsWaiting() && !Gpu.IsLost)
    {
        const Current current(Gpu);
        LiveObjects -= Gpu.IsLost ? 0 : PipelineTable.Poll(events);
    }
    if (Gpu.IsLost && !HasReportedLoss)
    {
        HasReportedLoss = true;
        events.OnLost();
    }
}

uint64 OpenGlBackend::PollCompleted() noexcept
{
    if (!Work.IsBusy())
    {
        return Work.GetCompleted();
    }
    const Current current(Gpu);
    Gpu.LookForLoss(); // a context without work is asked when it gets some
    return Work.PollCompleted();
}

bool OpenGlBackend::WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept
{
    if (ordinal <= Work.GetCompleted())
    {
        return true;
    }
    const Current current(Gpu);
    return Work.Wait(ordinal, nanoseconds);
}

bool OpenGlBackend::Drain() noexcept
{
    PipelineTable.Drop();
    const Current current(Gpu);
    return Work.Drain();
}

template <class Make>
BackendStatus OpenGlBackend::Create(Make make) noexcept
{
    const Current current(Gpu);
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
    }
    const BackendStatus status = make();
    if (status == BackendStatus::Ready || status == BackendStatus::Pending)
    {
        ++LiveObjects;
    }
    return status;
}

BackendStatus OpenGlBackend::CreateBuffer(uint32 slot, uint64, const BufferCreation& creation) noexcept
{
    return Create([&]() noexcept { return BufferTable.Create(slot, creation); });
}

BackendStatus OpenGlBackend::CreateTexture(uint32 slot, uint64, const TextureCreation& creation) noexcept
{
    return Create([&]() noexcept { return TextureTable.Create(slot, creation); });
}

BackendStatus OpenGlBackend::CreateTextureView(uint32 slot, uint64, const TextureViewCreation& creation) noexcept
{
    return Create([&]() noexcept { return TextureTable.CreateView(slot, creation); });
}

BackendStatus OpenGlBackend::CreateSampler(uint32 slot, uint64, const SamplerDescription& description) noexcept
{
    return Create([&]() noexcept { return TextureTable.CreateSampler(slot, description); });
}

BackendStatus OpenGlBackend::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    return Create([&]() noexcept { return PipelineTable.CreateShader(slot, generation, creation); });
}

// OpenGL has no layouts: a program's texts have the binding numbers.
BackendStatus OpenGlBackend::CreateBindingLayout(uint32, uint64, const BindingLayoutCreation& creation) noexcept
{
    for ([[maybe_unused]] const RasterBinding& binding : creation.Bindings)
    {
        assert(binding.Count == 1 && !binding.IsRuntimeSized && "arrays are not offered by this backend yet");
    }
    ++LiveObjects;
    return BackendStatus::Ready;
}

BackendStatus OpenGlBackend::CreateBindingSet(uint32 slot, uint64, const BindingSetCreation& creation) noexcept
{
    const BackendStatus status = BindingTable.CreateSet(slot, creation); // calls nothing
    LiveObjects += status == BackendStatus::Ready ? 1 : 0;
    return status;
}

BackendStatus OpenGlBackend::CreateRasterPipeline(uint32 slot, uint64 generation,
                                                  const RasterPipelineCreation& creation) noexcept
{
    return Create([&]() noexcept { return PipelineTable.CreateRaster(slot, generation, creation); });
}

BackendStatus OpenGlBackend::CreateComputePipeline(uint32 slot, uint64 generation,
                                                   const ComputePipelineCreation& creation) noexcept
{
    return Create([&]() noexcept { return PipelineTable.CreateCompute(slot, generation, creation); });
}

BackendStatus OpenGlBackend::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    return Create([&]() noexcept { return BufferTable.CreateFrameUniforms(slot, bytes, memory); });
}

void OpenGlBackend::Destroy(RecordKind kind, uint32 slot) noexcept
{
    --LiveObjects;
    if (kind == RecordKind::BindingLayout)
    {
        return;
    }
    if (kind == RecordKind::BindingSet)
    {
        return BindingTable.DestroySet(slot);
    }
    const Current current(Gpu);
    if (IsOver())
    {
        return; // goes with the context
    }
    Release(kind, slot);
    if (Gpu.Facts.CanWait) // a page would wait for the answer, and WebGL's deletions raise no errors
    {
        static_cast<void>(Gpu.TakeErrors()); // nobody is to answer for them
    }
}

void OpenGlBackend::Release(RecordKind kind, uint32 slot) noexcept
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
    case RecordKind::RasterPipeline:
        return PipelineTable.DestroyRaster(slot);
    case RecordKind::ComputePipeline:
        return PipelineTable.DestroyCompute(slot);
    case RecordKind::BindingLayout:
    case RecordKind::BindingSet:
    case RecordKind::Count:
        break;
    }
    assert(false && "a record kind that has no object");
}

void OpenGlBackend::SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept
{
    GLuint object = 0;
    switch (kind)
    {
    case RecordKind::Buffer:
        object = BufferTable.At(slot);
        break;
    case RecordKind::Texture:
        object = TextureTable.At(slot).Name;
        break;
    case RecordKind::TextureView: // a whole texture's view has the texture's own name
        object = TextureTable.ViewAt(slot).OwnsName ? TextureTable.ViewAt(slot).Name : 0;
        break;
    case RecordKind::Sampler:
        object = TextureTable.SamplerAt(slot);
        break;
    case RecordKind::Shader:
        object = PipelineTable.ShaderAt(slot);
        break;
    case RecordKind::RasterPipeline:
        object = PipelineTable.RasterAt(slot).Program;
        break;
    case RecordKind::ComputePipeline:
        object = PipelineTable.ComputeAt(slot).Program;
        break;
    case RecordKind::BindingLayout:
    case RecordKind::BindingSet:
    case RecordKind::Count:
        return;
    }
    const Current current(Gpu);
    if (!Gpu.IsLost)
    {
        Gpu.SetName(ToNameSpace(kind), object, label);
    }
}

BackendStatus OpenGlBackend::PrepareFrame(const FrameTarget& target) noexcept
{
    assert(target.ShouldPresentToSurface && "frames without a surface are not offered by this backend");
    const BackendStatus status = Gpu.IsLost ? BackendStatus::Lost : Work.Reserve();
    if (status != BackendStatus::Ready || Target.Fits(target))
    {
        return status;
    }
    const Current current(Gpu);
    return Gpu.SettleFrames() ? Target.Prepare(target) : BackendStatus::Lost;
}

AcquireStatus OpenGlBackend::Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept
{
    return Gpu.IsLost ? AcquireStatus::Lost : Target.Acquire(target, frame);
}

void OpenGlBackend::AbandonFrame() noexcept
{
    Target.Abandon();
}

SubmitResult OpenGlBackend::Submit(const Submission& submission) noexcept
{
    const Current current(Gpu);
    Gpu.LookForLoss();
    if (Gpu.IsLost)
    {
        return {SubmitOutcome::NothingEncoded, BackendStatus::Lost};
    }
    BackendStatus status = Work.Reserve();
    if (status != BackendStatus::Ready)
    {
        return {SubmitOutcome::NothingEncoded, status};
    }
    assert((!submission.UsesSurface || Target.HasFrame()) && "a frame is acquired before it is submitted");
    if (submission.FrameUniforms.Size != 0)
    {
        BufferTable.FlushFrameUniforms(submission.FrameUniforms);
    }
    const Tables tables{BufferTable, TextureTable, BindingTable, PipelineTable, Slices, Target, Clock};
    const TimestampOrder& order = submission.Timestamps;
    if (order.MeasuresFrame)
    {
        Clock.Record(0);
    }
    ReplayStream(Gpu.Facts, Context, tables, Spare, submission.Stream, order.MeasuresPasses);
    if (order.MeasuresFrame)
    {
        Clock.Record(1);
    }
    status = Work.Submit(submission.Ordinal);
    if (status != BackendStatus::Ready)
    {
        return {SubmitOutcome::EncodedNothingAccepted, status};
    }
    if (submission.UsesSurface)
    {
        status = Target.Present();
    }
    if (!Gpu.Facts.CanWait)
    {
        Gpu.LeaveErrors(); // a page would wait until its GPU process has played the whole frame
    }
    else if (status != BackendStatus::Lost)
    {
        const BackendStatus called = Gpu.TakeErrors(); // those of showing the frame included
        status = called != BackendStatus::Ready ? called : status;
    }
    return status == BackendStatus::Ready ? SubmitResult{} : SubmitResult{SubmitOutcome::AcceptedInPart, status};
}

BackendStatus OpenGlBackend::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    const Current current(Gpu);
    return Gpu.IsLost ? BackendStatus::Lost : Slices.ReserveUpload(slice, bytes, memory);
}

BackendStatus OpenGlBackend::ReserveReadback(uint32 slice, usize bytes) noexcept
{
    const Current current(Gpu);
    return Gpu.IsLost ? BackendStatus::Lost : Slices.Reserve(slice, bytes);
}

BackendStatus OpenGlBackend::MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    const Current current(Gpu);
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
    }
    Slices.Map(slice, bytes);
    return Gpu.TakeErrors();
}

void OpenGlBackend::UnmapReadback(uint32) noexcept {} // slices stay as they are

BackendStatus OpenGlBackend::ReserveTimestamps() noexcept
{
    const Current current(Gpu);
    return Gpu.IsLost ? BackendStatus::Lost : Clock.Reserve();
}

BackendStatus OpenGlBackend::ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept
{
    const Current current(Gpu);
    return Gpu.SettleFrames() ? Clock.Read(first, ticks) : BackendStatus::Lost;
}

BackendStatus OpenGlBackend::ReadClocks(ClockReading& reading) noexcept
{
    const Current current(Gpu);
    return Gpu.IsLost ? BackendStatus::Lost : Clock.ReadBoth(reading);
}

void OpenGlBackend::DescribeAdapter(MeasurementAdapter& adapter) const noexcept
{
    Gpu.Describe(adapter);
}

bool OpenGlBackend::FindApiBytes(RecordKind, uint32, uint64&) const noexcept
{
    return false; // the driver keeps it to itself
}

void OpenGlBackend::ReadMemoryTotals(MemoryTotals&) const noexcept {}
} // namespace opengl

namespace
{
foundation::Owned<GraphicsBackend> CreateOpenGl() noexcept
{
    return foundation::MakeOwned<opengl::OpenGlBackend>();
}
} // namespace

#if LUDUS_PLATFORM_WEB
extern const BackendRegistration WEBGL2_BACKEND;

constinit const BackendRegistration WEBGL2_BACKEND{
    .Name = Backend::WebGL2,
    .Selection = BackendSelection::WebGL2,
    .AutoRank = 2, // after WebGPU
    .Artifact = "GlslEs",
    .Create = CreateOpenGl,
};
#else
extern const BackendRegistration OPENGL_BACKEND;

constinit const BackendRegistration OPENGL_BACKEND{
    .Name = Backend::OpenGL,
    .Selection = BackendSelection::OpenGL,
    .AutoRank = 0, // only when it is asked for
    .Artifact = "Glsl",
    .Create = CreateOpenGl,
};
#endif
} // namespace ludus::graphics::rhi::internal
