// What the driver in use is known to get wrong without a remedy here, for tests that must know what to expect.
#pragma once

namespace ludus::graphics::rhi::internal::webgpu
{
/// Indirect draws begin at the start of the index buffer, whatever offset it is bound at: the lavapipe of Mesa 22.3.6,
/// below wgpu-native. False before the first device.
[[nodiscard]] bool DoesDriverIgnoreIndexOffsetOfIndirectDraws() noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
