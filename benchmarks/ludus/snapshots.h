// S3cold, S3warm and S3one over Ludus: binding sets made, and destroyed where nothing is measured.
#pragma once

#include "../scenarios.h"
#include "session.h"

#include <array>

namespace ludus::benchmarks
{
class Snapshots
{
public:
    explicit Snapshots(const Session& session);

    /// SNAPSHOT_COUNT sets of the layout.
    void Create();

    /// One set whose uniforms draws move by a dynamic offset.
    void CreateOne();

    /// Destroys the sets and waits until their records are free.
    void Destroy();

    /// Destroy, and a new layout in the place of the one that has served: the next sets find nothing prepared.
    void DestroyWithLayout();

private:
    [[nodiscard]] rhi::BindingLayoutHandle MakeLayout(bool hasDynamicOffset) const;
    void Create(rhi::BindingLayoutHandle layout, std::uint32_t index);

    const Session& Context;
    rhi::BufferHandle Uniforms;
    rhi::TextureViewHandle Texture;
    rhi::SamplerHandle Sampler;
    rhi::BindingLayoutHandle Layout;
    rhi::BindingLayoutHandle DynamicLayout;
    std::array<rhi::BindingSetHandle, SNAPSHOT_COUNT> Sets;
    std::uint32_t Count = 0;
    std::uint32_t Refusals = 0;
};
} // namespace ludus::benchmarks
