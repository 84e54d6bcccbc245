// The operations of the calls' fuzzer on resources and programs: to make, request, label, ask and destroy them.
#include "device_fuzzer.h"

#include "../support/programs.h"

#include <ludus/graphics/rhi/diagnostics.h>

#include <algorithm>

namespace ludus::graphics::rhi::fuzz
{
void DeviceFuzzer::MakeBuffer()
{
    const BufferDescription description{Input.Pick(BufferRole::StorageIndirect), Input.Size()};
    const usize given = Input.Byte() == 255 ? Input.Byte() : std::min(description.Size, sizeof BYTES);
    BufferHandle& buffer = Buffers.Place(Input);
    (void)Watch(
        "CreateBuffer",
        [&] {
            return CreateBuffer(Things.Device, description, {BYTES, given}, buffer);
        },
        buffer);
}

void DeviceFuzzer::MakeTexture()
{
    TextureDescription description{.Width = Input.Byte(), .Height = Input.Byte()};
    const uint32 choice = Input.Byte();
    description.Attachment = (choice & 1U) != 0;
    description.DeferredInitialization = (choice & 2U) != 0;
    description.AsyncUpload = (choice & 4U) != 0;
    description.RetainCpuContent = (choice & 8U) != 0;
    if (choice >= 128)
    {
        description.Format = Input.Pick(RasterFormat::Bc5RgUnorm);
        description.MipLevels = Input.Below(18);
        description.Dimension = Input.Pick(TextureDimension::D3);
        description.DepthOrLayers = Input.Byte();
        description.SampleCount = Input.Below(5);
        description.Stencil = Input.Flag();
    }
    const TextureMipUpload mips[2] = {{Input.Size(), Input.Size()}, {Input.Size(), Input.Size()}};
    TextureUpload upload{.Bytes = {BYTES, sizeof BYTES}, .RowPitch = usize{description.Width} * 4};
    switch (Input.Below(4))
    {
    case 0:
        upload = {};
        break;
    case 1:
        upload.Mips = {mips, Input.Below(3)};
        break;
    default:
        upload.Bytes = upload.Bytes.first(std::min(upload.Bytes.size(), upload.RowPitch * description.Height));
        break;
    }
    TextureHandle& texture = Textures.Place(Input);
    (void)Watch(
        "CreateTexture", [&] { return CreateTexture(Things.Device, description, upload, texture); }, texture);
}

void DeviceFuzzer::MakeView()
{
    const TextureHandle texture = Textures.Pick(Input);
    TextureViewHandle& view = Views.Place(Input);
    if (Input.Flag())
    {
        (void)Watch(
            "CreateTextureView", [&] { return CreateTextureView(Things.Device, texture, view); }, view);
        return;
    }
    const TextureViewDescription description{
        Input.Pick(TextureDimension::D3),   Input.Below(18), Input.Below(18), Input.Byte(), Input.Byte(),
        Input.Pick(TextureAspect::Stencil), Input.Flag()};
    (void)Watch(
        "CreateTextureView", [&] { return CreateTextureView(Things.Device, texture, description, view); }, view);
}

void DeviceFuzzer::MakeSampler()
{
    const SamplerDescription description{.Filter = Input.Pick(RasterFilter::Linear),
                                         .U = Input.Pick(RasterAddress::Repeat),
                                         .MipFilter = Input.Pick(RasterMipFilter::Linear),
                                         .MinLod = static_cast<float32>(Input.Below(20)),
                                         .MaxLod = static_cast<float32>(Input.Below(20))};
    SamplerHandle& sampler = Samplers.Place(Input);
    (void)Watch(
        "CreateSampler", [&] { return CreateSampler(Things.Device, description, sampler); }, sampler);
}

void DeviceFuzzer::MakeLayout()
{
    RasterBinding bindings[3];
    const uint32 count = Input.Below(4);
    for (uint32 i = 0; i < count; ++i)
    {
        bindings[i] = {.Binding = Input.Below(18),
                       .Kind = Input.Pick(RasterBindingKind::RayScene),
                       .Visibility = static_cast<RasterVisibility>(Input.Below(9)),
                       .MinSize = Input.Size(),
                       .HasDynamicOffset = Input.Flag()};
    }
    BindingLayoutHandle& layout = Layouts.Place(Input);
    (void)Watch(
        "CreateBindingLayout",
        [&] {
            return CreateBindingLayout(Things.Device, {bindings, count}, layout);
        },
        layout);
}

RasterBindingResource DeviceFuzzer::MakeResource(uint32 binding)
{
    RasterBindingResource resource{.Binding = binding};
    const uint32 choice = Input.Byte();
    if ((choice & 1U) != 0)
    {
        resource.Buffer = choice < 64 ? Things.Buffers[choice / 2 % BUFFER_COUNT] : Buffers.Pick(Input);
        resource.Offset = choice < 128 ? 0 : Input.Size();
        resource.Size = choice < 128 ? 32 : Input.Size();
    }
    if ((choice & 2U) != 0)
    {
        resource.Texture = Views.Pick(Input);
    }
    if ((choice & 4U) != 0)
    {
        resource.Sampler = Samplers.Pick(Input);
    }
    return resource;
}

void DeviceFuzzer::MakeSet()
{
    RasterBindingResource resources[4];
    const uint32 count = Input.Below(5);
    for (uint32 i = 0; i < count; ++i)
    {
        resources[i] = MakeResource(Input.Byte() < 240 ? i : Input.Below(18));
    }
    const BindingLayoutHandle layout = Layouts.Pick(Input);
    BindingSetHandle& set = Sets.Place(Input);
    (void)Watch(
        "CreateBindingSet",
        [&] {
            return CreateBindingSet(Things.Device, layout, {resources, count}, set);
        },
        set);
}

void DeviceFuzzer::UseArrays()
{
    const DeviceHandle device = Things.Device;
    BindingSetHandle& set = Sets.Pick(Input);
    BindingSetHandle& other = Sets.Pick(Input);
    RasterBindingIndex index;
    uint32 element = 7;
    const uint32 binding = Input.Below(18);
    (void)Watch(
        "GetBindingIndex", [&] { return GetBindingIndex(device, set, binding, 0, index); }, index);
    (void)Watch(
        "GetBindingArrayElement", [&] { return GetBindingArrayElement(device, other, index, element); }, element);
    (void)Watch(
        "PublishBindingSetUpdate", [&] { return PublishBindingSetUpdate(device, set, other); }, set, other);
}

RasterPipelineDescription DeviceFuzzer::DescribePipeline()
{
    RasterPipelineDescription description{.Vertex = Things.PlainVertex,
                                          .Fragment = Things.PlainFragment,
                                          .Layout = Things.PlainLayout,
                                          .Streams = tests::GetPlainStreams(),
                                          .Attributes = tests::GetPlainAttributes()};
    const uint32 choice = Input.Byte();
    description.Target = Input.Pick(RasterTarget::Rgba16Float);
    description.Depth = (choice & 1U) != 0;
    description.Blend = (choice & 2U) != 0;
    description.ShouldPrepareAsynchronously = (choice & 4U) != 0;
    if (choice >= 128)
    {
        description.Vertex = Stages.Pick(Input);
        description.Fragment = Stages.Pick(Input);
        description.Layout = Layouts.Pick(Input);
        description.DepthCompare = Input.Pick(RasterDepthCompare::Always);
        description.Cull = Input.Pick(RasterCull::Back);
        description.FillMode = Input.Pick(RasterFillMode::Lines);
        description.SampleCount = Input.Below(5);
    }
    return description;
}

void DeviceFuzzer::MakePipeline()
{
    const RasterPipelineDescription description = DescribePipeline();
    RasterPipelineHandle& pipeline = Pipelines.Place(Input);
    (void)Watch(
        "CreateRasterPipeline", [&] { return CreateRasterPipeline(Things.Device, description, pipeline); }, pipeline);
}

void DeviceFuzzer::RequestOne()
{
    PipelineRequest& request = Requests.Pick(Input);
    switch (Input.Below(4))
    {
    case 0:
    {
        const RasterPipelineDescription description = DescribePipeline();
        (void)Watch(
            "RequestPipeline", [&] { return RequestPipeline(Things.Device, description, request); }, request);
        break;
    }
    case 1:
    {
        RasterPipelineHandle& pipeline = Pipelines.Place(Input);
        (void)Watch(
            "GetRequestedPipeline", [&] { return GetRequestedPipeline(Things.Device, request, pipeline); }, pipeline);
        break;
    }
    case 2:
        ReleaseItem(Requests);
        break;
    default:
        (void)Watch("PollLifetime", [&] { return PollLifetime(Things.Device); });
        break;
    }
}

void DeviceFuzzer::MakeKernel()
{
    ComputePipelineHandle& kernel = Kernels.Place(Input);
    const ComputePipelineDescription description{Stages.Pick(Input), Layouts.Pick(Input), Input.Flag()};
    (void)Watch(
        "CreateComputePipeline", [&] { return CreateComputePipeline(Things.Device, description, kernel); }, kernel);
    RasterShaderHandle& shader = Stages.Place(Input);
    const uint32 which = Input.Below(3);
    (void)Watch(
        "CreateRasterShader",
        [&]
        {
            return CreateRasterShader(Things.Device,
                                      which == 0   ? tests::GetPlainVertex()
                                      : which == 1 ? tests::GetPlainFragment()
                                                   : GetKernelShader(),
                                      shader);
        },
        shader);
}

void DeviceFuzzer::DestroyOne()
{
    switch (Input.Below(9))
    {
    case 0:
        return DestroyItem(Buffers);
    case 1:
        return DestroyItem(Textures);
    case 2:
        return DestroyItem(Views);
    case 3:
        return DestroyItem(Samplers);
    case 4:
        return DestroyItem(Stages);
    case 5:
        return DestroyItem(Layouts);
    case 6:
        return DestroyItem(Sets);
    case 7:
        return DestroyItem(Pipelines);
    default:
        return DestroyItem(Kernels);
    }
}

void DeviceFuzzer::AskStatus()
{
    switch (Input.Below(14))
    {
    case 0:
        return AskItem(Buffers);
    case 1:
        return AskItem(Textures);
    case 2:
        return AskItem(Views);
    case 3:
        return AskItem(Samplers);
    case 4:
        return AskItem(Stages);
    case 5:
        return AskItem(Layouts);
    case 6:
        return AskItem(Sets);
    case 7:
        return AskItem(Pipelines);
    case 8:
        return AskItem(Kernels);
    case 9:
        return AskItem(Tokens);
    case 10:
        return AskItem(Uploads);
    case 11:
        return AskItem(Readbacks);
    case 12:
        return AskItem(Transfers);
    default:
        return AskItem(Requests);
    }
}

void DeviceFuzzer::Label()
{
    char name[80];
    const std::span<const uint8> bytes = Input.Take(Input.Below(sizeof name));
    std::copy(bytes.begin(), bytes.end(), name);
    const std::string_view label{name, bytes.size()};
    const BufferHandle buffer = Buffers.Pick(Input);
    (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, buffer, label); });
    const TextureHandle texture = Textures.Pick(Input);
    (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, texture, label); });
    const BindingSetHandle set = Sets.Pick(Input);
    (void)Watch("SetLabel", [&] { return SetLabel(Things.Device, set, label); });
}
} // namespace ludus::graphics::rhi::fuzz
