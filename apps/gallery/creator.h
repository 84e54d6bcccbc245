// Creation without a test after every call: what comes after a refusal is left out, and the refusal is kept.
#pragma once

#include "program.h"

#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

#include <any>
#include <functional>
#include <vector>

namespace ludus::gallery
{
/// What was created so far. Where creation takes time, as in a browser, what needs something else has to wait until
/// that is Ready: the same calls are made again at the next tick, and find here what they made before.
struct Creations final
{
    struct Entry final
    {
        std::any Handle{};
        std::function<rhi::RasterStatus()> Poll{};
    };

    std::vector<Entry> Made{}; // in the order of the calls
};

/// Every function gives a null handle from the first refusal on.
class Creator final
{
public:
    /// Creates anew at every call.
    explicit Creator(rhi::DeviceHandle device) : Device(device) {}

    /// Creates only what `earlier` lacks.
    Creator(rhi::DeviceHandle device, Creations& earlier) : Device(device), Earlier(&earlier) {}

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

    [[nodiscard]] rhi::TextureHandle Texture(const rhi::TextureDescription& description,
                                             const rhi::TextureUpload& upload, const char* label)
    {
        return Named<rhi::TextureHandle>(label, [&](auto& texture)
                                         { return rhi::CreateTexture(Device, description, upload, texture); });
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

    [[nodiscard]] rhi::SamplerHandle Sampler(const rhi::SamplerDescription& description)
    {
        return Make<rhi::SamplerHandle>([&](auto& sampler)
                                        { return rhi::CreateSampler(Device, description, sampler); });
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
        uint32 offset = 0;
        if (Status == rhi::RasterStatus::Ready)
        {
            Status = rhi::WriteFrameUniform(Device, bytes, offset);
        }
        return offset;
    }

    /// The first refusal. NotReady: to be called again, with what was created so far. Ready: everything can be used;
    /// without Creations, handles that are still pending are polled by their user.
    [[nodiscard]] rhi::RasterStatus GetStatus() const
    {
        rhi::RasterStatus status = Status;
        for (usize made = 0; Earlier != nullptr && made < Next; ++made)
        {
            // All are asked, also while something waits for one of them: asking is what brings them on.
            const rhi::RasterStatus one = Earlier->Made[made].Poll();
            const bool isWaiting = status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::NotReady;
            status = isWaiting && one != rhi::RasterStatus::Ready ? one : status;
            status = status == rhi::RasterStatus::Pending ? rhi::RasterStatus::NotReady : status;
        }
        return status;
    }

private:
    template <class Handle, class Create>
    [[nodiscard]] Handle Make(Create create)
    {
        Handle handle{};
        if (Status != rhi::RasterStatus::Ready)
        {
            return handle;
        }
        if (Earlier != nullptr && Next < Earlier->Made.size())
        {
            return std::any_cast<Handle>(Earlier->Made[Next++].Handle);
        }
        const rhi::RasterStatus status = create(handle);
        Status = status == rhi::RasterStatus::Pending ? rhi::RasterStatus::Ready : status;
        if (Earlier != nullptr && Status == rhi::RasterStatus::Ready)
        {
            Earlier->Made.push_back({handle, [device = Device, handle] { return rhi::GetStatus(device, handle); }});
            ++Next;
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
    Creations* Earlier{nullptr};
    usize Next{0}; // of Earlier: what the next call has made, if it was made before
    rhi::RasterStatus Status{rhi::RasterStatus::Ready};
};
} // namespace ludus::gallery
