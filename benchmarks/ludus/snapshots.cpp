#include "snapshots.h"

namespace ludus::benchmarks
{
Snapshots::Snapshots(const Session& session)
    : Context(session),
      Uniforms(Context.CreateBuffer(rhi::BufferRole::Uniform,
                                    std::vector<std::byte>(std::size_t{SNAPSHOT_COUNT} * UNIFORM_STRIDE))),
      Texture(Context.CreateTextureView(4)), Sampler(Context.CreateSampler()), Layout(MakeLayout(false)),
      DynamicLayout(MakeLayout(true))
{
}

rhi::BindingLayoutHandle Snapshots::MakeLayout(bool hasDynamicOffset) const
{
    std::array<rhi::RasterBinding, 3> bindings;
    bindings[0].MinSize = sizeof(DrawUniform);
    bindings[0].HasDynamicOffset = hasDynamicOffset;
    bindings[1].Binding = 1;
    bindings[1].Kind = rhi::RasterBindingKind::Texture2D;
    bindings[2].Binding = 2;
    bindings[2].Kind = rhi::RasterBindingKind::Sampler;
    return Context.CreateLayout(bindings);
}

void Snapshots::Create(rhi::BindingLayoutHandle layout, std::uint32_t index)
{
    std::array<rhi::RasterBindingResource, 3> resources;
    resources[0].Buffer = Uniforms;
    resources[0].Offset = std::size_t{index} * UNIFORM_STRIDE;
    resources[0].Size = sizeof(DrawUniform);
    resources[1].Binding = 1;
    resources[1].Texture = Texture;
    resources[2].Binding = 2;
    resources[2].Sampler = Sampler;
    Refusals += rhi::CreateBindingSet(Context.Device, layout, resources, Sets[index]) != rhi::RasterStatus::Ready;
    Count = index + 1;
}

void Snapshots::Create()
{
    for (std::uint32_t i = 0; i < SNAPSHOT_COUNT; ++i)
    {
        Create(Layout, i);
    }
}

void Snapshots::CreateOne()
{
    Create(DynamicLayout, 0);
}

void Snapshots::Destroy()
{
    for (; Count != 0; --Count)
    {
        Context.Check(rhi::Destroy(Context.Device, Sets[Count - 1]), "Destroy");
    }
    Context.Check(Refusals == 0 ? rhi::RasterStatus::Ready : rhi::RasterStatus::Failed, "CreateBindingSet");
}

void Snapshots::DestroyWithLayout()
{
    Destroy();
    Context.Check(rhi::Destroy(Context.Device, Layout), "Destroy");
    Layout = MakeLayout(false);
}
} // namespace ludus::benchmarks
