// Which uses see a buffer's contents: kernels are not executed here, but whether each read and write is ordered is
// known.
//
// A transition waits for the uses it names as before and makes the contents visible to those after. A write leaves them
// visible to nobody; a use that is not visible, or a transition that does not wait for every use since the last one, is
// a hazard that only some GPUs would show.
#include "backends/reference/commands.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] uint32 GetReadUse(RasterBindingKind kind, bool isCompute) noexcept
{
    if (kind == RasterBindingKind::UniformBuffer)
    {
        return isCompute ? USE_UNIFORM_COMPUTE : USE_NONE; // ranges of the frame uniforms are checked by their bytes
    }
    return isCompute ? USE_STORAGE_READ_COMPUTE : USE_STORAGE_READ_FRAGMENT;
}
} // namespace

void StreamExecution::MoveBuffer(ReferenceBuffer& buffer, uint32 before, uint32 after, uint32 slot) noexcept
{
    if ((buffer.Used & ~before) != 0)
    {
        Break("a transition does not wait for an earlier use of its buffer", slot);
    }
    buffer.Visible = after;
    buffer.Used = USE_NONE;
}

void StreamExecution::ReadBuffer(ReferenceBuffer& buffer, uint32 use, uint32 slot) noexcept
{
    if ((use & ~buffer.Visible) != 0)
    {
        Break("a buffer is read by a use that no transition has made its contents visible to", slot);
    }
    buffer.Used |= use;
}

void StreamExecution::WriteBuffer(ReferenceBuffer& buffer, uint32 slot) noexcept
{
    constexpr uint32 USES = USE_STORAGE_READ_COMPUTE | USE_STORAGE_WRITE_COMPUTE;
    ReadBuffer(buffer, USES, slot);
    buffer.Visible = USE_NONE;
}

void StreamExecution::UseBound(ReferenceBuffer& buffer, const SetDescriptor& descriptor) noexcept
{
    const bool isCompute = !InPass;
    if (descriptor.Kind == RasterBindingKind::StorageReadWrite)
    {
        if (!isCompute)
        {
            Break("a draw is bound to storage that it may write", descriptor.Slot);
            return;
        }
        WriteBuffer(buffer, descriptor.Slot);
        return;
    }
    ReadBuffer(buffer, GetReadUse(descriptor.Kind, isCompute), descriptor.Slot);
}
} // namespace ludus::graphics::rhi::internal
