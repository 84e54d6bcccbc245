// S5 over wgpu-native: passes that each show what the one before has drawn.
#pragma once

#include "device.h"

#include <array>
#include <cstdint>
#include <vector>

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

    [[nodiscard]] std::vector<std::uint8_t> GetPixels() const { return Gpu.Read(Surface); }

private:
    void ClearFirst() const;

    // Two pictures in turns and the surface, each with a depth image.
    static constexpr std::size_t TARGETS = 3;
    static constexpr std::size_t SURFACE = 2;

    const Device& Gpu;
    WGPUBuffer Corners = nullptr;
    WGPUBuffer Indices = nullptr;
    WGPUSampler Nearest = nullptr;
    WGPUBindGroupLayout Layout = nullptr;
    WGPURenderPipeline Pipeline = nullptr;
    WGPUTexture Surface = nullptr; // the last of the colours
    std::array<WGPUTextureView, TARGETS> Colours{};
    std::array<WGPUTextureView, TARGETS> Depths{};
    std::array<WGPUBindGroup, 2> Shown{};
};
} // namespace ludus::benchmarks::wgpu
