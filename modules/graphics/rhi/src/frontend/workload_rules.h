// The rules of compute workloads: a sequence of kernels against their reflection, their buffers and the device.
#pragma once

#include "frontend/session.h"

#include <ludus/graphics/rhi/compute_workload.hpp>

namespace ludus::graphics::rhi::internal
{
/// Everything that can be said of a description before anything is made.
[[nodiscard]] RasterVerdict CheckWorkload(Session& session, const ComputeWorkloadDescription& description) noexcept;
} // namespace ludus::graphics::rhi::internal
