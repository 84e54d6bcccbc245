// Textures, their views, and samplers.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/webgpu/device.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// What a pass draws to: a picture and the depth that belongs to it.
struct Attachment final
{
    NativeTexture Color{};
    NativeTexture Depth{};
    NativeView ColorView{};
    NativeView DepthView{};
};

struct Texture final
{
    Attachment Images{}; // of a texture that is only sampled, Color alone
    WGPUTextureFormat Format{WGPUTextureFormat_Undefined};
    uint32 BlockBytes{0};
};

class Textures final
{
public:
    explicit Textures(Device& device) noexcept : Gpu(device) {}

    [[nodiscard]] BackendStatus Create(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateView(uint32 slot, const TextureViewCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateSampler(uint32 slot, const SamplerDescription& description) noexcept;
    void Destroy(uint32 slot) noexcept;
    void DestroyView(uint32 slot) noexcept;
    void DestroySampler(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] const Texture& At(uint32 slot) const noexcept { return Table.At(slot); }

    [[nodiscard]] WGPUTextureView ViewAt(uint32 slot) const noexcept { return Views.At(slot).Get(); }

    [[nodiscard]] WGPUSampler SamplerAt(uint32 slot) const noexcept { return Samplers.At(slot).Get(); }

private:
    void Fill(const TextureCreation& creation, WGPUTexture texture) noexcept;

    Device& Gpu;
    SlotTable<Texture> Table{};
    SlotTable<NativeView> Views{};
    SlotTable<NativeSampler> Samplers{};
};

/// Depth and views beside the colour of an attachment, or without one. Errors go to whoever catches them.
void CompleteAttachment(const Device& device, uint32 width, uint32 height, Attachment& images) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
