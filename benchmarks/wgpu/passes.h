// S5 over wgpu-native: passes that each show what the one before has drawn.
#pragma once

#include "device.h"

#include <array>

namespace ludus::benchmarks::wgpu
{
class PassChain
{
public:
    explicit PassChain(const Device& device);
    ~PassChain();
    PassChain(const PassChain&) = delete;
    PassChain& operator=(const PassChain&) = delete;

    void DrawPasses() const;

private:
    // Two pictures in turns and the surface, each with a depth image.
    static constexpr std::size_t TARGETS = 3;

    const Device& Gpu;
    WGPUBuffer Corners = nullptr;
    WGPUBuffer Indices = nullptr;
    WGPUSampler Nearest = nullptr;
    WGPUBindGroupLayout Layout = nullptr;
    WGPURenderPipeline Pipeline = nullptr;
    std::array<WGPUTextureView, TARGETS> Colours{};
    std::array<WGPUTextureView, TARGETS> Depths{};
    std::array<WGPUBindGroup, 2> Shown{};
};
} // namespace ludus::benchmarks::wgpu
