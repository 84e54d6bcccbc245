// wgpu-native's device and the objects that the scenarios draw with.
#pragma once

#include <webgpu.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludus::benchmarks::wgpu
{
WGPUStringView View(std::string_view text);

/// A device on the Vulkan backend; its errors end the program.
class Device
{
public:
    Device();
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] WGPUBuffer CreateBuffer(std::span<const std::byte> contents, WGPUBufferUsage usage) const;
    [[nodiscard]] WGPUTexture CreateTexture(std::uint32_t extent, WGPUTextureUsage usage,
                                            WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm) const;
    [[nodiscard]] WGPUTextureView CreateTextureView(std::uint32_t extent, WGPUTextureUsage usage,
                                                    WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm) const;

    /// A layout of the first `count` of {uniform buffer, texture, sampler}, at bindings 0, 1 and 2.
    [[nodiscard]] WGPUBindGroupLayout CreateLayout(std::uint32_t count, bool hasDynamicOffset) const;
    [[nodiscard]] WGPURenderPipeline CreateQuadPipeline(WGPUBindGroupLayout layout, bool isBlended,
                                                        bool isCulled) const;

    /// A pipeline of S5's passes, which have a depth image; `code` has VertexMain and FragmentMain.
    [[nodiscard]] WGPURenderPipeline CreateChainPipeline(WGPUBindGroupLayout layout, std::string_view code) const;

    void Submit(WGPUCommandEncoder encoder) const;
    void Wait() const;

    /// The rows, top first, of an RGBA8 texture of TARGET_EXTENT that may be copied from.
    [[nodiscard]] std::vector<std::uint8_t> Read(WGPUTexture texture) const;

    WGPUDevice Handle = nullptr;
    WGPUQueue Queue = nullptr;
    std::string DeviceName;
    std::string DriverName;

private:
    void ReadNames();
    [[nodiscard]] WGPURenderPipeline CreatePipeline(WGPUBindGroupLayout layout, WGPUShaderModule shader,
                                                    const WGPUBlendState* blend, WGPUCullMode cull,
                                                    const WGPUDepthStencilState* depth) const;

    WGPUInstance Instance = nullptr;
    WGPUAdapter Adapter = nullptr;
    WGPUShaderModule Quad = nullptr;
};
} // namespace ludus::benchmarks::wgpu
