// Creation without a test after every call: what comes after a refusal is left out, and the refusal is kept.
#pragma once

#include "runner.h"

#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::gallery
{
/// Every function gives a null handle from the first refusal on.
class Creator final
{
public:
    explicit Creator(rhi::DeviceHandle device) : Device(device) {}

    [[nodiscard]] rhi::BufferHandle Buffer(rhi::BufferRole role, std::span<const uint8> bytes, const char* label)
    {
        return Named<rhi::BufferHandle>(label,
                                        [&](auto& buffer) {
                                            return rhi::CreateBuffer(Device, {role, bytes.size()}, bytes, buffer);
                                        });
    }

    /// The frame uniform ring, which belongs to the library.
    [[nodiscard]] rhi::BufferHandle Ring()
    {
        return Make<rhi::BufferHandle>([&](auto& ring) { return rhi::GetFrameUniformBuffer(Device, ring); });
    }

    [[nodiscard]] rhi::TextureHandle Texture(const rhi::TextureDescription& description, const char* label)
    {
        return Named<rhi::TextureHandle>(label, [&](auto& texture)
                                         { return rhi::CreateTexture(Device, description, {}, texture); });
    }

    [[nodiscard]] rhi::TextureViewHandle View(rhi::TextureHandle texture)
    {
        return Make<rhi::TextureViewHandle>([&](auto& view) { return rhi::CreateTextureView(Device, texture, view); });
    }

    [[nodiscard]] rhi::SamplerHandle Sampler(rhi::RasterFilter filter)
    {
        return Make<rhi::SamplerHandle>([&](auto& sampler)
                                        { return rhi::CreateSampler(Device, {.Filter = filter}, sampler); });
    }

    [[nodiscard]] rhi::BindingLayoutHandle Layout(std::span<const rhi::RasterBinding> bindings)
    {
        return Make<rhi::BindingLayoutHandle>([&](auto& layout)
                                              { return rhi::CreateBindingLayout(Device, bindings, layout); });
    }

    [[nodiscard]] rhi::BindingSetHandle Set(rhi::BindingLayoutHandle layout,
                                            std::span<const rhi::RasterBindingResource> resources)
    {
        return Make<rhi::BindingSetHandle>([&](auto& set)
                                           { return rhi::CreateBindingSet(Device, layout, resources, set); });
    }

    [[nodiscard]] rhi::RasterShaderHandle Shader(const rhi::RasterShaderDescription& description)
    {
        return Make<rhi::RasterShaderHandle>([&](auto& shader)
                                             { return rhi::CreateRasterShader(Device, description, shader); });
    }

    [[nodiscard]] rhi::RasterPipelineHandle Pipeline(const rhi::RasterPipelineDescription& description)
    {
        return Make<rhi::RasterPipelineHandle>([&](auto& pipeline)
                                               { return rhi::CreateRasterPipeline(Device, description, pipeline); });
    }

    [[nodiscard]] rhi::ComputePipelineHandle Pipeline(const rhi::ComputePipelineDescription& description)
    {
        return Make<rhi::ComputePipelineHandle>([&](auto& pipeline)
                                                { return rhi::CreateComputePipeline(Device, description, pipeline); });
    }

    /// Bytes of this frame in the ring; the answer is their dynamic offset.
    [[nodiscard]] uint32 Uniform(std::span<const uint8> bytes)
    {
        return Make<uint32>([&](uint32& offset) { return rhi::WriteFrameUniform(Device, bytes, offset); });
    }

    /// The first refusal, or Ready: handles that are still pending are polled by their user.
    [[nodiscard]] rhi::RasterStatus GetStatus() const { return Status; }

private:
    template <class Handle, class Create>
    [[nodiscard]] Handle Make(Create create)
    {
        Handle handle{};
        if (Status == rhi::RasterStatus::Ready)
        {
            const rhi::RasterStatus status = create(handle);
            Status = status == rhi::RasterStatus::Pending ? rhi::RasterStatus::Ready : status;
        }
        return handle;
    }

    template <class Handle, class Create>
    [[nodiscard]] Handle Named(const char* label, Create create)
    {
        Handle handle = Make<Handle>(create);
        if (Status == rhi::RasterStatus::Ready)
        {
            Status = rhi::SetLabel(Device, handle, label);
        }
        return handle;
    }

    rhi::DeviceHandle Device{};
    rhi::RasterStatus Status{rhi::RasterStatus::Ready};
};
} // namespace ludus::gallery
