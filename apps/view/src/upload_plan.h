// How a scene is packed into buffers, and what the device must have room for. Pure: no device is asked.
#pragma once

#include "scene.h"

#include <ludus/graphics/rhi/profile.h>

#include <vector>

namespace ludus::view
{
/// Several primitives in one vertex and one index buffer.
struct Chunk final
{
    std::vector<uint32> Primitives{};
    usize VertexBytes{0};
    usize IndexBytes{0};
    bool HasWideIndices{false}; // 32 bits instead of 16
};

/// Where one primitive lies.
struct Place final
{
    uint32 Chunk{0};
    usize VertexOffset{0};
    usize IndexOffset{0};
};

struct UploadPlan final
{
    std::vector<Chunk> Chunks{};
    std::vector<Place> Places{}; // one a primitive
};

/// Largest buffer of a plan: what the device must offer, and what one tick uploads at most.
constexpr usize MAX_CHUNK_BYTES = usize{16} << 20;

/// Bytes of the uniform ring that one draw and one frame take.
constexpr usize UNIFORM_SLOT_BYTES = 512;

/// Bytes of the uniform ring that one joint takes: three rows of a matrix.
constexpr usize JOINT_BYTES = 48;

[[nodiscard]] UploadPlan PlanUpload(const Scene& scene);

/// Ceilings for a device that shows this scene: the library's defaults, raised where the scene needs more.
[[nodiscard]] graphics::rhi::StorageLimits LimitsFor(const Scene& scene, const UploadPlan& plan);
} // namespace ludus::view
