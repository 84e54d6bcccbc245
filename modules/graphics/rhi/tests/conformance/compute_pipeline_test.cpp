// Compute pipelines and what they are made from: limits, storage roles, layouts, sets, shaders, and their lifetimes.
#include "../support/compute_scene.h"
#include "grouped_comp.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using Kind = RasterBindingKind;
using Stages = RasterVisibility;

constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr auto UNSUPPORTED = RasterStatus::Unsupported;

template <class T>
bool IsZeroed(const T& value)
{
    const std::vector<uint8> zeros(sizeof value);
    return std::memcmp(static_cast<const void*>(&value), zeros.data(), sizeof value) == 0;
}

class ComputePipelines : public ComputeSceneTest
{
protected:
    RasterStatus TryLayout(std::span<const RasterBinding> bindings)
    {
        BindingLayoutHandle layout;
        const RasterStatus status = CreateBindingLayout(Device, bindings, layout);
        EXPECT_EQ(IsNullHandle(layout), status != READY && status != RasterStatus::Pending);
        if (!IsNullHandle(layout))
        {
            Own(layout);
        }
        return status;
    }

    RasterStatus TryLayout(const RasterBinding& binding) { return TryLayout({&binding, 1}); }

    RasterStatus TryPipeline(const ComputePipelineDescription& description)
    {
        ComputePipelineHandle pipeline;
        const RasterStatus status = CreateComputePipeline(Device, description, pipeline);
        EXPECT_TRUE(IsNullHandle(pipeline));
        return status;
    }

    RasterStatus TryShader(const RasterShaderDescription& description)
    {
        RasterShaderHandle shader;
        const RasterStatus status = CreateRasterShader(Device, description, shader);
        EXPECT_TRUE(IsNullHandle(shader));
        return status;
    }
};

TEST_P(ComputePipelines, TheLimitsAreThoseOfTheProfileAndOfTheContract)
{
    StartCompute();
    EXPECT_TRUE(Info.Enabled.Compute);
    EXPECT_TRUE(Info.Enabled.IndirectRendering);
    ComputeCapabilities limits;
    ASSERT_EQ(GetComputeCapabilities(Device, limits), READY);
    EXPECT_EQ(
        std::memcmp(static_cast<const void*>(&limits), static_cast<const void*>(&Info.Profile.Compute), sizeof limits),
        0);
    constexpr uint32 MOST[3] = {256, 256, 64};
    for (usize axis = 0; axis < 3; ++axis)
    {
        EXPECT_GE(limits.MaxWorkgroupSize[axis], 1U);
        EXPECT_LE(limits.MaxWorkgroupSize[axis], MOST[axis]);
        EXPECT_GE(limits.MaxDispatch[axis], 1U);
        EXPECT_LE(limits.MaxDispatch[axis], 65535U);
    }
    EXPECT_GE(limits.MaxWorkgroupInvocations, 64U);
    EXPECT_LE(limits.MaxWorkgroupInvocations, 256U);
    EXPECT_GE(limits.MaxStorageBindings, 4U);
    EXPECT_GE(limits.StorageOffsetAlignment, 4U);
    EXPECT_GE(limits.MaxStorageRange, usize{1} << 27U); // what Vulkan and WebGPU guarantee
    limits.MaxStorageBindings = 77;
    EXPECT_REFUSAL(GetComputeCapabilities({}, limits), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(limits.MaxStorageBindings, 77U);
}

TEST_P(ComputePipelines, StorageBuffersTakeWholeWords)
{
    StartCompute();
    const std::vector<uint8> bytes(64, uint8{7});
    for (const BufferRole role : {BufferRole::Storage, BufferRole::StorageVertex, BufferRole::StorageIndirect})
    {
        SCOPED_TRACE(static_cast<int>(role));
        BufferHandle none;
        EXPECT_REFUSAL(CreateBuffer(Device, {role, 0}, {}, none), MALFORMED, ValueZero);
        EXPECT_REFUSAL(CreateBuffer(Device, {role, 6}, {bytes.data(), 6}, none), MALFORMED, ValueMisaligned);
        EXPECT_REFUSAL(CreateBuffer(Device, {role, 64}, {}, none), MALFORMED, UploadMissing);
        EXPECT_REFUSAL(CreateBuffer(Device, {role, 64}, {bytes.data(), 60}, none), MALFORMED, UploadSizeWrong);
        EXPECT_EQ(ReadWords(MakeBuffer(role, bytes), 16), std::vector<uint32>(16, 0x07070707));
        UploadTicket ticket;
        ASSERT_EQ(RequestBufferUpload(Device, {role, 64}, bytes.data(), 64, ticket), RasterStatus::Pending);
        ASSERT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
        BufferHandle uploaded;
        ASSERT_EQ(TakeUploadedBuffer(Device, ticket, uploaded), READY);
        Own(uploaded);
        EXPECT_EQ(ReadWords(uploaded, 16), std::vector<uint32>(16, 0x07070707));
    }
}

TEST_P(ComputePipelines, LayoutsBindWhatComputeReads)
{
    StartCompute();
    EXPECT_EQ(TryLayout(GetAccumulateBindings()), READY);
    EXPECT_EQ(TryLayout(GetTexelsBindings()), READY);
    EXPECT_EQ(TryLayout({0, Kind::StorageRead, Stages::Fragment, 4}), READY);
    EXPECT_REFUSAL(TryLayout({0, Kind::StorageRead, Stages::Vertex, 4}), MALFORMED, StorageVisibility);
    EXPECT_REFUSAL(TryLayout({0, Kind::StorageRead, Stages::Both, 4}), MALFORMED, StorageVisibility);
    EXPECT_REFUSAL(TryLayout({0, Kind::StorageReadWrite, Stages::Fragment, 4}), MALFORMED, StorageVisibility);
    EXPECT_REFUSAL(TryLayout({0, Kind::StorageReadWrite, Stages::Compute, 0}), MALFORMED, ValueZero);
    EXPECT_REFUSAL(TryLayout({0, Kind::StorageReadWrite, Stages::Compute, 6}), MALFORMED, ValueMisaligned);
    for (const Kind kind : {Kind::Sampler, Kind::Texture2DArray, Kind::TextureCube, Kind::Texture3D})
    {
        EXPECT_REFUSAL(TryLayout({.Binding = 0, .Kind = kind, .Visibility = Stages::Compute}), UNSUPPORTED,
                       FeatureNotEnabled);
    }
    EXPECT_REFUSAL(TryLayout({.Binding = 0, .Kind = Kind::Texture2D, .Visibility = Stages::Compute, .Count = 2}),
                   UNSUPPORTED, FeatureNotEnabled);
}

TEST_P(ComputePipelines, LayoutsStayBelowTheStorageLimits)
{
    StartCompute();
    const uint32 limit =
        std::min(Info.Profile.Compute.MaxStorageBindings, static_cast<uint32>(RASTER_BINDING_COUNT) - 1);
    std::vector<RasterBinding> bindings;
    for (uint32 i = 0; i < limit; ++i)
    {
        bindings.push_back({i, i % 2 == 0 ? Kind::StorageRead : Kind::StorageReadWrite, Stages::Compute, 4});
    }
    EXPECT_EQ(TryLayout(bindings), READY);
    bindings.push_back({limit, Kind::StorageRead, Stages::Compute, 4});
    const bool isAboveLimit = bindings.size() > Info.Profile.Compute.MaxStorageBindings;
    EXPECT_EQ(TryLayout(bindings), isAboveLimit ? MALFORMED : READY);
    const uint32 dynamic = Info.Profile.Binding.MaxDynamicStorageOffsets;
    ASSERT_GE(dynamic, 4U);
    if (dynamic < limit)
    {
        bindings.resize(dynamic + 1);
        for (RasterBinding& binding : bindings)
        {
            binding.HasDynamicOffset = true;
        }
        EXPECT_REFUSAL(TryLayout(bindings), MALFORMED, DescriptorLimit);
    }
}

TEST_P(ComputePipelines, SetsHoldStorageRangesToTheirRules)
{
    StartCompute();
    const usize alignment = Info.Profile.Compute.StorageOffsetAlignment;
    const RasterBinding binding{0, Kind::StorageRead, Stages::Compute, 16};
    const BindingLayoutHandle layout = MakeLayout({&binding, 1});
    const std::vector<uint8> bytes(alignment * 3);
    const BufferHandle storage = MakeBuffer(BufferRole::Storage, bytes);
    const BufferHandle vertices = MakeBuffer(BufferRole::Vertex, bytes);
    const BufferHandle uniform = MakeBuffer(BufferRole::Uniform, bytes);
    const auto trySet = [&](BufferHandle buffer, usize offset, usize size)
    {
        const RasterBindingResource resource{0, buffer, offset, size};
        BindingSetHandle set;
        const RasterStatus status = CreateBindingSet(Device, layout, {&resource, 1}, set);
        if (!IsNullHandle(set))
        {
            Own(set);
        }
        return status;
    };
    EXPECT_EQ(trySet(storage, 0, alignment * 3), READY);
    EXPECT_EQ(trySet(storage, alignment * 2, alignment >= 16 ? alignment : 16), alignment >= 16 ? READY : MALFORMED);
    EXPECT_EQ(trySet(MakeBuffer(BufferRole::StorageVertex, bytes), 0, 16), READY);
    EXPECT_EQ(trySet(MakeBuffer(BufferRole::StorageIndirect, bytes), 0, 16), READY);
    EXPECT_REFUSAL(trySet(vertices, 0, 16), MALFORMED, BufferRoleMismatch);
    EXPECT_REFUSAL(trySet(uniform, 0, 16), MALFORMED, BufferRoleMismatch);
    EXPECT_REFUSAL(trySet(storage, 2, 16), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(trySet(storage, 0, 0), MALFORMED, ValueZero);
    EXPECT_REFUSAL(trySet(storage, 0, 18), MALFORMED, ValueMisaligned);
    EXPECT_REFUSAL(trySet(storage, 0, 12), MALFORMED, ValueTooSmall); // less than an element
    EXPECT_REFUSAL(trySet(storage, alignment, alignment * 3), MALFORMED, RangeOutside);
    const RasterBinding block{0, Kind::UniformBuffer, Stages::Compute, 16};
    const BindingLayoutHandle blocks = MakeLayout({&block, 1});
    const RasterBindingResource resource{0, storage, 0, 16};
    BindingSetHandle set;
    EXPECT_REFUSAL(CreateBindingSet(Device, blocks, {&resource, 1}, set), MALFORMED, BufferRoleMismatch);
}

TEST_P(ComputePipelines, TheWorkgroupKeepsToTheLimits)
{
    StartCompute();
    RasterShaderDescription shader = GetAccumulate();
    EXPECT_EQ(shader.WorkgroupSize[0], 64U);
    shader.WorkgroupSize[2] = 0;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueZero);
    shader.WorkgroupSize[2] = 65;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueTooLarge);
    shader.WorkgroupSize[2] = 8; // 512 invocations
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueTooLarge);
    const RasterShaderInput input{0, RasterVertexFormat::Float4};
    shader = GetAccumulate();
    shader.Inputs = {&input, 1};
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, InputsForbidden);
}

TEST_P(ComputePipelines, TheWorkgroupIsTheModules)
{
    if (Lacks({.ReadsSpirv = true}))
    {
        GTEST_SKIP() << "the lane reads texts, whose workgroup its driver knows";
    }
    StartCompute();
    RasterShaderDescription shader = GetAccumulate();
    shader.WorkgroupSize[0] = 32;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueNotExact);
    shader.WorkgroupSize[0] = 64;
    shader.WorkgroupSize[2] = 2;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueNotExact);
    shader = GetAccumulate();
    shader.Artifact.Stage = ShaderStage::Fragment;
    shader.WorkgroupSize[0] = 1;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, EntryStageWrong);
    shader = GetAccumulate();
    shader.Artifact.SpirvEntry = "elsewhere";
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, EntryMissing);
    // A module whose local size is a specialization's: the mode's opcode becomes that of a mode by identifiers.
    const RasterShaderDescription original = GetAccumulate();
    std::vector<uint32> words(original.Artifact.Spirv.begin(), original.Artifact.Spirv.end());
    bool isFound = false;
    for (usize at = 5; at < words.size() && !isFound; at += words[at] >> 16U)
    {
        isFound = (words[at] & 0xFFFFU) == 16 && words[at + 2] == 17;
        if (isFound)
        {
            words[at] = (words[at] & 0xFFFF0000U) | 331U;
        }
    }
    ASSERT_TRUE(isFound);
    shader = original;
    shader.Artifact.Spirv = words;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, WorkgroupUnstated);
}

// Compilers of GLSL write the size twice: as the entry point's mode, and as a plain constant of the built-in.
TEST_P(ComputePipelines, TheWorkgroupOfAModuleOfGlslIsRead)
{
    if (Lacks({.ReadsSpirv = true}))
    {
        GTEST_SKIP() << "the lane reads texts, whose workgroup its driver knows";
    }
    StartCompute();
    const RasterBinding numbers{0, Kind::StorageReadWrite, Stages::Compute, 4};
    RasterShaderDescription shader;
    shader.Artifact.Stage = ShaderStage::Compute;
    shader.Artifact.Spirv = GROUPED_COMP;
    shader.Artifact.SpirvEntry = "main";
    shader.Bindings = {&numbers, 1};
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, ValueNotExact);
    shader.WorkgroupSize[0] = 8;
    shader.WorkgroupSize[1] = 4;
    shader.WorkgroupSize[2] = 2;
    MakeKernel(shader, {&numbers, 1});
    // The same module when specialization may change the constant: OpConstantComposite becomes OpSpecConstantComposite.
    std::vector<uint32> words(std::begin(GROUPED_COMP), std::end(GROUPED_COMP));
    bool isFound = false;
    for (usize at = 5; at < words.size() && !isFound; at += words[at] >> 16U)
    {
        isFound = words[at] == (6U << 16U | 44U);
        if (isFound)
        {
            words[at] = 6U << 16U | 51U;
        }
    }
    ASSERT_TRUE(isFound);
    shader.Artifact.Spirv = words;
    EXPECT_REFUSAL(TryShader(shader), MALFORMED, WorkgroupUnstated);
}

TEST_P(ComputePipelines, NeedAComputeStageAndALayoutOfItsOwn)
{
    StartCompute();
    MakePlain();
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    EXPECT_REFUSAL(TryPipeline({{}, kernel.Layout}), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(TryPipeline({kernel.Shader, {}}), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(TryPipeline({Plain.Vertex, kernel.Layout}), MALFORMED, ShaderStageWrong);
    EXPECT_REFUSAL(TryPipeline({kernel.Shader, Plain.Layout}), MALFORMED, LayoutLacksBinding);

    const auto tryChanged = [&](uint32 index, auto change)
    {
        const std::span<const RasterBinding> good = GetAccumulateBindings();
        std::vector<RasterBinding> bindings(good.begin(), good.end());
        change(bindings[index]);
        return TryPipeline({kernel.Shader, MakeLayout(bindings)});
    };

    EXPECT_REFUSAL(tryChanged(0, [](RasterBinding& b) { b.Binding = 7; }), MALFORMED, LayoutLacksBinding);
    EXPECT_REFUSAL(tryChanged(0, [](RasterBinding& b) { b.Kind = Kind::StorageReadWrite; }), MALFORMED,
                   LayoutLacksBinding);
    EXPECT_REFUSAL(tryChanged(1, [](RasterBinding& b) { b.Kind = Kind::StorageRead; }), MALFORMED, LayoutLacksBinding);
    EXPECT_REFUSAL(tryChanged(2, [](RasterBinding& b) { b.MinSize = 0; }), MALFORMED, LayoutLacksBinding);
    EXPECT_REFUSAL(tryChanged(2, [](RasterBinding& b) { b.Visibility = Stages::Vertex; }), MALFORMED,
                   LayoutLacksBinding);
    // Entries that the kernel does not read are welcome, as long as they are for compute.
    const std::span<const RasterBinding> good = GetAccumulateBindings();
    std::vector<RasterBinding> more(good.begin(), good.end());
    more.push_back({5, Kind::StorageRead, Stages::Compute, 4});
    MakeComputePipeline({kernel.Shader, MakeLayout(more)});
    more.back() = {5, Kind::UniformBuffer, Stages::Fragment, 16};
    EXPECT_REFUSAL(TryPipeline({kernel.Shader, MakeLayout(more)}), MALFORMED, LayoutOtherStages);

    RasterPipelineHandle raster;
    EXPECT_REFUSAL(CreateRasterPipeline(
                       Device, {.Vertex = Plain.Vertex, .Fragment = kernel.Shader, .Layout = Plain.Layout}, raster),
                   MALFORMED, ShaderStageWrong);
    // Nor has a draw's layout what only a dispatch sees.
    for (const Kind kind : {Kind::StorageReadWrite, Kind::StorageRead, Kind::UniformBuffer})
    {
        const std::span<const RasterBinding> plain = GetPlainBindings();
        std::vector<RasterBinding> mixed(plain.begin(), plain.end());
        mixed.push_back({5, kind, Stages::Compute, 16});
        EXPECT_REFUSAL(CreateRasterPipeline(Device,
                                            {.Vertex = Plain.Vertex,
                                             .Fragment = Plain.Fragment,
                                             .Layout = MakeLayout(mixed),
                                             .Streams = GetPlainStreams(),
                                             .Attributes = GetPlainAttributes()},
                                            raster),
                       MALFORMED, LayoutOtherStages);
    }
}

TEST_P(ComputePipelines, AreMadeBetweenFramesIntoNullHandles)
{
    StartCompute();
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    ComputePipelineHandle occupied = kernel.Pipeline;
    EXPECT_REFUSAL(CreateComputePipeline(Device, {kernel.Shader, kernel.Layout}, occupied), RasterStatus::InvalidState,
                   OutputOccupied);
    EXPECT_EQ(GetStatus(Device, occupied), READY);
    EXPECT_REFUSAL(CreateComputePipeline({}, {kernel.Shader, kernel.Layout}, occupied), RasterStatus::InvalidHandle,
                   ForeignDevice);
    Begin({.Width = 8, .Height = 4});
    EXPECT_REFUSAL(TryPipeline({kernel.Shader, kernel.Layout}), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Destroy(Device, occupied), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(Destroy(Device, occupied), READY);
    EXPECT_TRUE(IsNullHandle(occupied));
    EXPECT_REFUSAL(GetStatus(Device, kernel.Pipeline), RasterStatus::InvalidHandle, StaleHandle);
    ComputePipelineHandle stale = kernel.Pipeline;
    EXPECT_REFUSAL(Destroy(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_FALSE(IsNullHandle(stale));
}

TEST_P(ComputePipelines, OutliveTheirStageAndLayout)
{
    StartCompute();
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    RasterShaderHandle shader = kernel.Shader;
    EXPECT_EQ(Destroy(Device, shader), READY);
    EXPECT_EQ(GetStatus(Device, kernel.Pipeline), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 3U); // the pipeline keeps both
    ComputePipelineHandle pipeline = kernel.Pipeline;
    EXPECT_EQ(Destroy(Device, pipeline), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 1U); // the layout is public
}

TEST_P(ComputePipelines, InheritTheWishOfTheirShaderToBePreparedLater)
{
    StartCompute();
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    MakeComputePipeline({kernel.Shader, kernel.Layout});
    RasterShaderDescription later = GetAccumulate();
    later.ShouldPrepareAsynchronously = true;
    RasterShaderHandle shader;
    ASSERT_EQ(CreateRasterShader(Device, later, shader), RasterStatus::Pending);
    Own(shader);
    ASSERT_EQ(Settle([&] { return GetStatus(Device, shader); }), READY);
    ComputePipelineHandle inherits;
    EXPECT_EQ(CreateComputePipeline(Device, {shader, kernel.Layout}, inherits), RasterStatus::Pending);
    Own(inherits);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, inherits); }), READY);
    ComputePipelineHandle asks;
    EXPECT_EQ(CreateComputePipeline(Device, {kernel.Shader, kernel.Layout, true}, asks), RasterStatus::Pending);
    Own(asks);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, asks); }), READY);
}

TEST_P(ComputePipelines, HaveLabels)
{
    StartCompute();
    Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    EXPECT_EQ(SetLabel(Device, kernel.Pipeline, "accumulate"), READY);
    EXPECT_EQ(SetLabel(Device, kernel.Pipeline, std::string(200, 'x')), READY);
    EXPECT_EQ(SetLabel(Device, kernel.Pipeline, ""), READY);
    EXPECT_REFUSAL(SetLabel(Device, ComputePipelineHandle{}, "x"), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(SetLabel(DeviceHandle{}, kernel.Pipeline, "x"), RasterStatus::InvalidHandle, ForeignDevice);
    const ComputePipelineHandle stale = kernel.Pipeline;
    EXPECT_EQ(Destroy(Device, kernel.Pipeline), READY);
    EXPECT_REFUSAL(SetLabel(Device, stale, "x"), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(ComputePipelines, ResourcesPerKindBoundsThem)
{
    StartCompute({.ResourcesPerKind = 2});
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    const ComputePipelineHandle second = MakeComputePipeline({kernel.Shader, kernel.Layout});
    EXPECT_REFUSAL(TryPipeline({kernel.Shader, kernel.Layout}), RasterStatus::CapacityExceeded, RecordsExhausted);
    ComputePipelineHandle gone = second;
    EXPECT_EQ(Destroy(Device, gone), READY);
    MakeComputePipeline({kernel.Shader, kernel.Layout});
}

class SteeredComputePipelines : public ComputePipelines
{
};

TEST_P(SteeredComputePipelines, AreRefusedByNameWhereComputeIsNotOffered)
{
    internal::GetReferenceControl().Report.Supported.Compute = false;
    internal::GetReferenceControl().Report.Supported.IndirectRendering = false;
    DeviceHandle device;
    SurfaceHandle surface;
    StartupInfo failure;
    const DeviceDescription required{.Selection = GetParam().Selection, .Required = {.Compute = true}};
    EXPECT_EQ(CreateDevice({}, {}, required, device, surface, &failure), DeviceStatus::Failed);
    EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::Compute);
    Start({.Preferred = {.PortableRaster = true, .Compute = true}});
    EXPECT_TRUE(Info.UnmetPreferences.Compute);
    EXPECT_FALSE(Info.Enabled.Compute);
    ComputeCapabilities limits{.MaxStorageBindings = 77};
    EXPECT_REFUSAL(GetComputeCapabilities(Device, limits), UNSUPPORTED, WorkloadUnsupported);
    EXPECT_TRUE(IsZeroed(limits));
    const uint32 words[4]{};
    BufferHandle buffer;
    for (const BufferRole role : {BufferRole::Storage, BufferRole::StorageVertex, BufferRole::StorageIndirect})
    {
        EXPECT_REFUSAL(CreateBuffer(Device, {role, 16}, AsBytes(words), buffer), UNSUPPORTED, FeatureNotEnabled);
    }
    EXPECT_REFUSAL(TryLayout(GetAccumulateBindings()), UNSUPPORTED, FeatureNotEnabled);
    EXPECT_REFUSAL(TryPipeline({}), UNSUPPORTED, WorkloadUnsupported);
}

TEST_P(SteeredComputePipelines, IndirectBuffersNeedTheirOwnWorkload)
{
    internal::GetReferenceControl().Report.Supported.IndirectRendering = false;
    Start({.Required = {.PortableRaster = true, .Compute = true}});
    const uint32 words[5]{};
    BufferHandle buffer;
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::StorageIndirect, 20}, AsBytes(words), buffer), UNSUPPORTED,
                   FeatureNotEnabled);
    MakeBuffer(BufferRole::Storage, AsBytes(words));
}

TEST_P(SteeredComputePipelines, LimitsThatAreAskedForAreHeldAgainstTheDevice)
{
    internal::GetReferenceControl().Report.Profile.Compute.MaxWorkgroupInvocations = 128;
    DeviceHandle device;
    SurfaceHandle surface;
    StartupInfo failure;
    DeviceDescription description{.Selection = GetParam().Selection};
    description.RequiredProfile.Compute.MinWorkgroupInvocations = 129;
    EXPECT_EQ(CreateDevice({}, {}, description, device, surface, &failure), DeviceStatus::Failed);
    EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::Profile);
    EXPECT_EQ(failure.ProfileFailure.Requirement, ProfileRequirement::WorkgroupInvocations);
    description.RequiredProfile.Compute.MinWorkgroupInvocations = 128;
    Start(description);
    EXPECT_TRUE(Info.Enabled.Compute);
}

TEST_P(SteeredComputePipelines, LargerLimitsOfADeviceAreClampedToTheContract)
{
    ComputeCapabilities& offered = internal::GetReferenceControl().Report.Profile.Compute;
    for (usize axis = 0; axis < 3; ++axis)
    {
        offered.MaxWorkgroupSize[axis] = 4096;
        offered.MaxDispatch[axis] = ~0U;
    }
    offered.MaxWorkgroupInvocations = 4096;
    StartCompute();
    ComputeCapabilities limits;
    ASSERT_EQ(GetComputeCapabilities(Device, limits), READY);
    EXPECT_EQ(limits.MaxWorkgroupSize[0], 256U);
    EXPECT_EQ(limits.MaxWorkgroupSize[1], 256U);
    EXPECT_EQ(limits.MaxWorkgroupSize[2], 64U);
    EXPECT_EQ(limits.MaxWorkgroupInvocations, 256U);
    EXPECT_EQ(limits.MaxDispatch[2], 65535U);
}

TEST_P(SteeredComputePipelines, MayBePendingAndDestroyedSo)
{
    StartCompute();
    const Kernel kernel = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    internal::ReferenceControl& control = internal::GetReferenceControl();
    control.HoldsCreation[static_cast<usize>(RecordKind::ComputePipeline)] = true;
    ComputePipelineHandle pipeline;
    ASSERT_EQ(CreateComputePipeline(Device, {kernel.Shader, kernel.Layout, true}, pipeline), RasterStatus::Pending);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::Pending);
    EXPECT_EQ(SetLabel(Device, pipeline, "sums"), READY);
    BeginGraph();
    const ComputeDispatch dispatch{.Pipeline = pipeline};
    EXPECT_REFUSAL(AddGraphPass(Device, Graph, {.Name = "early", .Dispatch = &dispatch}), RasterStatus::NotReady,
                   DependencyPending);
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic(Device, why));
    EXPECT_STREQ(why.Object, "compute pipeline \"sums\"");
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    internal::FinishReferenceCreations(RecordKind::ComputePipeline);
    EXPECT_EQ(GetStatus(Device, pipeline), READY);
    EXPECT_EQ(Destroy(Device, pipeline), READY);
    ASSERT_EQ(CreateComputePipeline(Device, {kernel.Shader, kernel.Layout}, pipeline), RasterStatus::Pending);
    EXPECT_EQ(Destroy(Device, pipeline), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 4U); // until the backend has answered
    internal::FinishReferenceCreations(RecordKind::ComputePipeline);
    EXPECT_EQ(GetStatus(Device, kernel.Pipeline), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 3U);
}
} // namespace

LUDUS_ON_LANES_WITH(ComputePipelines, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredComputePipelines);
} // namespace ludus::graphics::rhi::tests
