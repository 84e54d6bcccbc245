#include "validation/dispatch.h"

namespace ludus::graphics::rhi::internal
{
RasterVerdict CheckGroups(const uint32 (&groups)[3], const ComputeCapabilities& offered, const char* field) noexcept
{
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        if (groups[axis] == 0)
        {
            return Malformed(DiagnosticCode::ValueZero, field, 0, 0, axis);
        }
        if (groups[axis] > offered.MaxDispatch[axis])
        {
            return Malformed(DiagnosticCode::ValueTooLarge, field, groups[axis], offered.MaxDispatch[axis], axis);
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
