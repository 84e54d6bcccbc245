// Ceilings of this version that hold on every device, whatever the device could do: said once.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

/// Offsets of uniform ranges are multiples of it, or of a device's larger alignment.
constexpr usize UNIFORM_OFFSET_ALIGNMENT = 256;

/// Bytes of one uniform range.
constexpr usize MAX_UNIFORM_RANGE = 16384;

/// Attribute locations lie below it, and a pipeline has no more attributes.
constexpr uint32 MAX_VERTEX_ATTRIBUTES = 16;

/// The stride that every backend offers, in bytes.
constexpr uint32 PORTABLE_VERTEX_STRIDE = 256;

/// What a pipeline's stream key has room for, in bytes: no profile reports more.
constexpr uint32 MAX_VERTEX_STRIDE = 65532;

/// Invocations of a workgroup along each axis, and in all.
constexpr uint32 MAX_WORKGROUP_SIZE[3] = {256, 256, 64};
constexpr uint32 MAX_WORKGROUP_INVOCATIONS = 256;

/// Instances of a draw: OpenGL's calls count them in signed integers.
constexpr uint32 MAX_DRAW_INSTANCES = 0x7FFFFFFF;

/// Workgroups of a dispatch along each axis.
constexpr uint32 MAX_DISPATCH_GROUPS = 65535;

/// Characters of a pass's name, which a kernel's becomes.
constexpr usize GRAPH_NAME_BYTES = 63;

/// Upload slices, and readback slices, of a session.
constexpr uint32 MAX_TRANSFER_SLICES = 4;
} // namespace ludus::graphics::rhi::internal
