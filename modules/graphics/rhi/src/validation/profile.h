// Negotiation: the first constraint of a request that a device's limits do not meet.
#pragma once

#include <ludus/graphics/rhi/profile.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

/// Walks raster fields, compute fields and formats in declaration order; `Requirement` is None when all are met.
/// `requirements` has passed CheckDeviceDescription.
[[nodiscard]] ProfileDiagnostic FindUnmetRequirement(const ProfileRequirements& requirements,
                                                     const DeviceProfile& profile) noexcept;

/// Whether a raster constraint or a format entry asks for the portable raster workload.
[[nodiscard]] bool ImpliesPortableRaster(const ProfileRequirements& requirements) noexcept;

/// Whether a compute constraint asks for the compute workload.
[[nodiscard]] bool ImpliesCompute(const ProfileRequirements& requirements) noexcept;

/// The member behind a requirement, such as "RequiredProfile.Raster.MinBufferSize" without its first part.
[[nodiscard]] const char* FieldOf(ProfileRequirement requirement) noexcept;

/// The entry of `requirements.Formats` that `unmet` is about, for {index} in its field; zero for other requirements.
[[nodiscard]] uint32 FindFormatIndex(const ProfileRequirements& requirements, const ProfileDiagnostic& unmet) noexcept;
} // namespace ludus::graphics::rhi::internal
