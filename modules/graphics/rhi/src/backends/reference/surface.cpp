// The target of frames: two images on the host, one being drawn and one presented last.
#include "backends/reference/reference_backend.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal
{
BackendStatus ReferenceBackend::PrepareFrame(const FrameTarget& target) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::PrepareFrame);
    if (IsAcquired)
    {
        Violate("PrepareFrame while a frame is acquired");
    }
    if (failure != nullptr)
    {
        return failure->Status;
    }
    if (IsLost())
    {
        return BackendStatus::Lost;
    }
    const ReferenceControl& control = GetReferenceControl();
    const usize width = control.SurfaceWidth != 0 ? control.SurfaceWidth : target.Width;
    const usize height = control.SurfaceHeight != 0 ? control.SurfaceHeight : target.Height;
    if (!Images[BackImage].Bytes.Reserve(width * height * 4))
    {
        return BackendStatus::OutOfMemory;
    }
    IsPrepared = true;
    return BackendStatus::Ready;
}

AcquireStatus ReferenceBackend::Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::Acquire);
    if (!IsPrepared || IsAcquired)
    {
        Violate("Acquire without PrepareFrame, or of a second frame");
        return AcquireStatus::Failed;
    }
    IsPrepared = false;
    if (failure != nullptr)
    {
        return failure->Acquired;
    }
    if (IsLost())
    {
        return AcquireStatus::Lost;
    }
    if (!target.ShouldPresentToSurface)
    {
        Violate("Acquire of a frame without a surface");
    }
    if (std::max(target.Width, target.Height) > Report.MaxFrameDimension2D)
    {
        Violate("Acquire of %ux%u pixels; the largest edge is %u", target.Width, target.Height,
                Report.MaxFrameDimension2D);
        return AcquireStatus::Failed;
    }
    if (target.Width == 0 || target.Height == 0)
    {
        return AcquireStatus::Skipped;
    }
    const ReferenceControl& control = GetReferenceControl();
    Image& image = Images[BackImage];
    image.Width = control.SurfaceWidth != 0 ? control.SurfaceWidth : target.Width;
    image.Height = control.SurfaceHeight != 0 ? control.SurfaceHeight : target.Height;
    if (!image.Bytes.Resize(usize{image.Width} * image.Height * 4)) // PrepareFrame made the room
    {
        return AcquireStatus::Failed;
    }
    IsAcquired = true;
    IsSurfaceDefined = false;
    frame = {image.Width, image.Height, Report.Encoding};
    return AcquireStatus::Ready;
}

void ReferenceBackend::AbandonFrame() noexcept
{
    if (!IsAcquired)
    {
        Violate("AbandonFrame without an acquired frame");
    }
    IsAcquired = false;
}
} // namespace ludus::graphics::rhi::internal
