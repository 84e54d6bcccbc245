#include "world.h"

#include "../support/programs.h"

#include "accumulate.h"

namespace ludus::graphics::rhi::fuzz
{
using namespace tests;

namespace
{
constexpr RasterBinding KERNEL_BINDINGS[] = {
    {0, RasterBindingKind::StorageRead, RasterVisibility::Compute, 4},
    {1, RasterBindingKind::StorageReadWrite, RasterVisibility::Compute, 4, true},
    {2, RasterBindingKind::UniformBuffer, RasterVisibility::Compute, 16, true},
};

constexpr uint8 ZEROS[4096]{};

void Expect(RasterStatus status, const char* what)
{
    if (status != RasterStatus::Ready)
    {
        Break(what, "an undisturbed world must come to be");
    }
}
} // namespace

RasterShaderDescription GetKernelShader()
{
    return shaders::accumulate::Compute();
}

DeviceDescription GetWorldDescription()
{
    DeviceDescription description{.Selection = BackendSelection::Reference};
    description.EnableGpuTiming = true;
    description.Required.PortableRaster = true;
    description.Required.Compute = true;
    description.Required.IndirectRendering = true;
    description.Required.OrderedRasterGraph = true;
    description.Storage = {.ResourcesPerKind = 48,
                           .DrawsPerFrame = 32,
                           .CommandBatches = 2,
                           .DrawsPerPlan = 16,
                           .PipelineRequests = 2,
                           .Graphs = 2,
                           .ResourcesPerGraph = 16,
                           .PassesPerGraph = 12,
                           .UsesPerPass = 8,
                           .DependenciesPerGraph = 64,
                           .TransientTextures = 2,
                           .RasterPassStates = 16,
                           .TransferSlices = 2,
                           .TransferBytes = 4096,
                           .BindingDescriptors = 256,
                           .DescriptorsPerSet = 16,
                           .FrameUniformBytes = 4096};
    return description;
}

void World::Make(const DeviceDescription& description)
{
    if (CreateDevice({.Name = "fuzz"}, {}, description, Device, Surface) != DeviceStatus::Ready)
    {
        Break("CreateDevice", "an undisturbed world must come to be");
    }
    if (SetFrameTarget(Device, Surface, {.Width = 8, .Height = 4}) != DeviceStatus::Ready)
    {
        Break("SetFrameTarget", "an undisturbed world must come to be");
    }
    MakeBuffers();
    MakeTextures();
    MakePrograms();
}

void World::MakeBuffers()
{
    static constexpr uint16 INDICES[] = {0, 1, 2, 0, 2, 3};
    static constexpr IndexedIndirectArguments ARGUMENTS[] = {{6, 1}, {3, 1}};

    const struct
    {
        BufferRole Role;
        usize Size;
        const void* Bytes;
    } buffers[BUFFER_COUNT] = {{BufferRole::Vertex, sizeof(tests::PlainVertex) * 4, ZEROS},
                               {BufferRole::Index16, sizeof INDICES, INDICES},
                               {BufferRole::Uniform, BUFFER_BYTES * 2, ZEROS},
                               {BufferRole::Vertex, sizeof(tests::QuadVertex) * 4, ZEROS},
                               {BufferRole::Vertex, sizeof(QuadInstance), ZEROS},
                               {BufferRole::Storage, BUFFER_BYTES, ZEROS},
                               {BufferRole::Storage, BUFFER_BYTES * 2, ZEROS},
                               {BufferRole::Uniform, BUFFER_BYTES * 2, ZEROS},
                               {BufferRole::StorageVertex, BUFFER_BYTES, ZEROS},
                               {BufferRole::StorageIndirect, sizeof ARGUMENTS, ARGUMENTS}};

    for (uint32 i = 0; i < BUFFER_COUNT; ++i)
    {
        Sizes[i] = buffers[i].Size;
        Expect(CreateBuffer(Device, {buffers[i].Role, buffers[i].Size},
                            {static_cast<const uint8*>(buffers[i].Bytes), buffers[i].Size}, Buffers[i]),
               "CreateBuffer");
    }
    PlainSlices[0] = {Get(BufferName::PlainVertices), 0, GetSize(BufferName::PlainVertices)};
    QuadSlices[0] = {Get(BufferName::QuadVertices), 0, GetSize(BufferName::QuadVertices)};
    QuadSlices[1] = {Get(BufferName::QuadInstances), 0, GetSize(BufferName::QuadInstances)};
}

void World::MakeTextures()
{
    for (uint32 i = 0; i < TEXTURE_COUNT; ++i)
    {
        const bool isAttachment = i < ATTACHMENT_COUNT;
        Expect(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = isAttachment},
                             isAttachment ? TextureUpload{} : TextureUpload{.Bytes = {ZEROS, 128}, .RowPitch = 32},
                             Textures[i]),
               "CreateTexture");
        Expect(CreateTextureView(Device, Textures[i], Views[i]), "CreateTextureView");
    }
    Expect(CreateSampler(Device, {}, Sampler), "CreateSampler");
}

void World::MakePrograms()
{
    Expect(CreateBindingLayout(Device, GetPlainBindings(), PlainLayout), "CreateBindingLayout");
    Expect(CreateBindingLayout(Device, GetQuadsBindings(), QuadLayout), "CreateBindingLayout");
    Expect(CreateBindingLayout(Device, KERNEL_BINDINGS, KernelLayout), "CreateBindingLayout");
    Expect(CreateRasterShader(Device, GetPlainVertex(), PlainVertex), "CreateRasterShader");
    Expect(CreateRasterShader(Device, GetPlainFragment(), PlainFragment), "CreateRasterShader");
    Expect(CreateRasterShader(Device, GetQuadsVertex(), QuadVertex), "CreateRasterShader");
    Expect(CreateRasterShader(Device, GetQuadsFragment(), QuadFragment), "CreateRasterShader");
    Expect(CreateRasterShader(Device, GetKernelShader(), Kernel), "CreateRasterShader");
    for (uint32 i = 0; i < 2; ++i)
    {
        const RasterTarget target = i == 0 ? RasterTarget::Surface : RasterTarget::Rgba8Unorm;
        Expect(CreateRasterPipeline(Device,
                                    {.Vertex = PlainVertex,
                                     .Fragment = PlainFragment,
                                     .Layout = PlainLayout,
                                     .Streams = GetPlainStreams(),
                                     .Attributes = GetPlainAttributes(),
                                     .Target = target},
                                    PlainPipelines[i]),
               "CreateRasterPipeline");
        Expect(CreateRasterPipeline(Device,
                                    {.Vertex = QuadVertex,
                                     .Fragment = QuadFragment,
                                     .Layout = QuadLayout,
                                     .Streams = GetQuadsStreams(),
                                     .Attributes = GetQuadsAttributes(),
                                     .Target = target},
                                    QuadPipelines[i]),
               "CreateRasterPipeline");
    }
    Expect(CreateComputePipeline(Device, {.Shader = Kernel, .Layout = KernelLayout}, KernelPipeline),
           "CreateComputePipeline");
    const RasterBindingResource block{0, Get(BufferName::DrawBlocks), 0, sizeof(DrawBlock)};
    Expect(CreateBindingSet(Device, PlainLayout, {&block, 1}, PlainSet), "CreateBindingSet");
    for (uint32 i = 0; i < TEXTURE_COUNT; ++i)
    {
        QuadSets[i] = MakeQuadSet(Views[i]);
    }
    const RasterBindingResource storage[] = {{0, Get(BufferName::Addends), 0, BUFFER_BYTES},
                                             {1, Get(BufferName::Sums), 0, BUFFER_BYTES},
                                             {2, Get(BufferName::Steps), 0, 16}};
    Expect(CreateBindingSet(Device, KernelLayout, storage, KernelSet), "CreateBindingSet");
}

BindingSetHandle World::MakeQuadSet(TextureViewHandle view)
{
    const RasterBindingResource resources[] = {{0, Get(BufferName::DrawBlocks), 0, sizeof(DrawBlock)},
                                               {.Binding = 1, .Texture = view},
                                               {.Binding = 2, .Sampler = Sampler}};
    BindingSetHandle set;
    (void)Watcher.Watch(
        "CreateBindingSet", [&] { return CreateBindingSet(Device, QuadLayout, resources, set); }, set);
    return set;
}

RasterDraw World::GetPlainDraw(bool isOffscreen) const
{
    return {PlainPipelines[isOffscreen ? 1 : 0],
            PlainSet,
            PlainSlices,
            Buffers[static_cast<uint32>(BufferName::Indices)],
            0,
            6,
            4,
            1};
}

RasterDraw World::GetQuadDraw(uint32 texture, bool isOffscreen) const
{
    return {QuadPipelines[isOffscreen ? 1 : 0],
            QuadSets[texture],
            QuadSlices,
            Buffers[static_cast<uint32>(BufferName::Indices)],
            0,
            6,
            4,
            1};
}

ComputeDispatch World::GetDispatch() const
{
    return {.Pipeline = KernelPipeline, .Bindings = KernelSet};
}
} // namespace ludus::graphics::rhi::fuzz
