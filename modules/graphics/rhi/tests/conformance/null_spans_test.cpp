// Spans that promise elements and have none: every call that takes a pointer and a count refuses them by name.
#include "../support/compute_scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/compute_cache.hpp>
#include <ludus/graphics/rhi/describe.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/gpu_scope.h>
#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
// Not from a constant: a compiler that sees through it warns of what is meant here.
template <class T>
[[nodiscard]] std::span<T> Promise(usize count)
{
    T* volatile none = nullptr;
    return {static_cast<T*>(none), count};
}

[[nodiscard]] std::string_view PromiseText(usize count)
{
    const char* volatile none = nullptr;
    return {static_cast<const char*>(none), count};
}

// Whichever artifact the lane reads.
void PromiseArtifacts(ShaderDescription& artifact)
{
    artifact.Spirv = Promise<const uint32>(100);
    artifact.Wgsl = PromiseText(100);
    artifact.GlslEs = PromiseText(100);
    artifact.Glsl = PromiseText(100);
}

void PromiseEntries(ShaderDescription& artifact)
{
    artifact.SpirvEntry = PromiseText(10);
    artifact.WgslEntry = PromiseText(10);
    artifact.GlslEsEntry = PromiseText(10);
    artifact.GlslEntry = PromiseText(10);
}

class NullSpans : public SceneTest
{
protected:
    void StartScene()
    {
        Start({.Required = {.PortableRaster = true}});
        internal::GetSession().Enabled.OrderedRasterGraph = true;
        MakePlain();
    }
};

TEST_P(NullSpans, OfPackets)
{
    StartScene();
    RasterDraw slices = GetPlainDraw();
    slices.Vertices = Promise<const RasterVertexSlice>(1);
    RasterDraw more = GetPlainDraw();
    more.Vertices = Promise<const RasterVertexSlice>(7);
    RasterDraw reachable = GetPlainDraw();
    reachable.ReachableBindings = Promise<const RasterBindingIndex>(3);
    const auto tryAll = [&](const char* when, auto draw)
    {
        SCOPED_TRACE(when);
        EXPECT_REFUSAL(draw(slices), RasterStatus::InvalidDescription, NullInput);
        EXPECT_REFUSAL(draw(more), RasterStatus::InvalidDescription, NullInput);
        EXPECT_REFUSAL(draw(reachable), RasterStatus::InvalidDescription, NullInput);
        EXPECT_EQ(draw(GetPlainDraw()), RasterStatus::Ready);
        // After a packet that says the same in everything else.
        EXPECT_REFUSAL(draw(slices), RasterStatus::InvalidDescription, NullInput);
        EXPECT_EQ(draw(GetPlainDraw()), RasterStatus::Ready);
        RasterDraw other = slices;
        other.InstanceCount = 2;
        EXPECT_REFUSAL(draw(other), RasterStatus::InvalidDescription, NullInput);
        EXPECT_EQ(draw(GetPlainDraw()), RasterStatus::Ready);
        EXPECT_REFUSAL(draw(reachable), RasterStatus::InvalidDescription, NullInput);
    };
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
    tryAll("of a batch", [&](const RasterDraw& draw) { return RecordDraw(Device, batch, draw); });
    ASSERT_EQ(DiscardCommands(Device, batch), RasterStatus::Ready);
    Begin({.Width = 4, .Height = 4});
    tryAll("of a frame", [&](const RasterDraw& draw) { return DrawIndexed(Device, draw); });
    End();
}

TEST_P(NullSpans, OfFrameUniforms)
{
    StartScene();
    BufferHandle ring;
    uint32 offset = 9;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    InternalRecords = 1;
    Begin({.Width = 4, .Height = 4});
    for (const usize size : {usize{16}, usize{64}, usize{256}, ~usize{0}})
    {
        EXPECT_REFUSAL(WriteFrameUniform(Device, Promise<const uint8>(size), offset), RasterStatus::InvalidDescription,
                       NullInput);
    }
    EXPECT_EQ(offset, 9U);
    EXPECT_EQ(WriteFrameUniform(Device, std::vector<uint8>(64), offset), RasterStatus::Ready);
    EXPECT_EQ(offset, 0U); // nothing was taken before
    End();
}

TEST_P(NullSpans, OfBuffersAndTextures)
{
    StartScene();
    BufferHandle buffer;
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 64}, Promise<const uint8>(64), buffer),
                   RasterStatus::InvalidDescription, UploadMissing);
    UploadTicket upload;
    EXPECT_REFUSAL(RequestBufferUpload(Device, {BufferRole::Vertex, 64}, nullptr, 64, upload),
                   RasterStatus::InvalidDescription, UploadMissing);
    ReadbackTicket readback;
    ASSERT_EQ(RequestBufferReadback(Device, Plain.Uniforms, 0, 16, readback), RasterStatus::Pending);
    EXPECT_REFUSAL(CopyReadback(Device, readback, nullptr, 16), RasterStatus::InvalidDescription, NullOutput);
    ASSERT_EQ(Release(Device, readback), RasterStatus::Ready);

    TextureHandle texture;
    EXPECT_REFUSAL(CreateTexture(Device, {2, 2}, {Promise<const uint8>(16), 8}, texture),
                   RasterStatus::InvalidDescription, UploadMissing);
    const std::vector<uint8> texels(20);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 2, .Height = 2, .MipLevels = 2},
                                 {texels, 0, Promise<const TextureMipUpload>(2)}, texture),
                   RasterStatus::InvalidDescription, UploadMipsWrong);
    // What takes no upload does not look at one.
    EXPECT_REFUSAL(
        CreateTexture(Device, {.Width = 2, .Height = 2, .Attachment = true}, {Promise<const uint8>(16)}, texture),
        RasterStatus::InvalidDescription, UploadForbidden);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 2, .Height = 2, .Attachment = true},
                                 {{}, 0, Promise<const TextureMipUpload>(1)}, texture),
                   RasterStatus::InvalidDescription, UploadMipsWrong);
    EXPECT_REFUSAL(SetLabel(Device, Plain.Uniforms, PromiseText(5)), RasterStatus::InvalidDescription, NullInput);
}

TEST_P(NullSpans, OfShaders)
{
    StartScene();
    const auto refuse = [this](const char* what, DiagnosticCode code, auto change)
    {
        SCOPED_TRACE(what);
        RasterShaderDescription description = GetPlainVertex();
        change(description);
        RasterShaderHandle shader;
        const uint64 before = CountRefusals();
        EXPECT_EQ(CreateRasterShader(Device, description, shader), RasterStatus::InvalidDescription);
        EXPECT_EQ(GetCodeAfter(before), code);
    };
    using Description = RasterShaderDescription;
    refuse("Inputs", DiagnosticCode::NullInput,
           [](Description& description) { description.Inputs = Promise<const RasterShaderInput>(2); });
    refuse("Bindings", DiagnosticCode::NullInput,
           [](Description& description) { description.Bindings = Promise<const RasterBinding>(2); });
    refuse("UniformMembers", DiagnosticCode::NullInput,
           [](Description& description) { description.UniformMembers = Promise<const RasterUniformMember>(2); });
    refuse("Artifact", DiagnosticCode::NullInput,
           [](Description& description) { PromiseArtifacts(description.Artifact); });
    refuse("Artifact's entry", DiagnosticCode::NullInput,
           [](Description& description) { PromiseEntries(description.Artifact); });
    refuse("UniformBlocks", DiagnosticCode::NullInput,
           [](Description& description) { description.UniformBlocks[0] = PromiseText(10); });
    refuse("TextureNames", DiagnosticCode::NullInput,
           [](Description& description) { description.TextureNames[3] = PromiseText(10); });
    RasterUniformMember member{.Binding = 0, .Name = PromiseText(10)};
    refuse("UniformMembers[].Name", DiagnosticCode::NullInput,
           [&](Description& description) {
               description.UniformMembers = {&member, 1};
           });
}

TEST_P(NullSpans, OfLayoutsSetsAndPipelines)
{
    StartScene();
    BindingLayoutHandle layout;
    EXPECT_REFUSAL(CreateBindingLayout(Device, Promise<const RasterBinding>(1), layout),
                   RasterStatus::InvalidDescription, NullInput);
    BindingSetHandle set;
    EXPECT_REFUSAL(CreateBindingSet(Device, Plain.Layout, Promise<const RasterBindingResource>(1), set),
                   RasterStatus::InvalidDescription, NullInput);
    EXPECT_NE(CreateRuntimeBindingSet(Device, Plain.Layout, Promise<const RasterBindingResource>(1), 1, set),
              RasterStatus::Ready);
    const auto refuse = [this](auto change)
    {
        RasterPipelineDescription description{.Vertex = Plain.Vertex,
                                              .Fragment = Plain.Fragment,
                                              .Layout = Plain.Layout,
                                              .Streams = GetPlainStreams(),
                                              .Attributes = GetPlainAttributes()};
        change(description);
        RasterPipelineHandle pipeline;
        EXPECT_REFUSAL(CreateRasterPipeline(Device, description, pipeline), RasterStatus::InvalidDescription,
                       NullInput);
        PipelineRequest request;
        EXPECT_REFUSAL(RequestPipeline(Device, description, request), RasterStatus::InvalidDescription, NullInput);
    };
    using Description = RasterPipelineDescription;
    refuse([](Description& description) { description.Streams = Promise<const RasterVertexStream>(1); });
    refuse([](Description& description) { description.Attributes = Promise<const RasterVertexAttribute>(2); });
    refuse([](Description& description) { description.ColorFormats = Promise<const RasterFormat>(1); });
}

TEST_P(NullSpans, OfPassesAndGraphs)
{
    StartScene();
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), RasterStatus::Ready);
    GraphPassDescription pass;
    pass.Name = "pass";
    pass.UseCount = 3;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription, GraphArrayMissing);
    pass.UseCount = 0;
    pass.DrawCount = 3;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription, GraphArrayMissing);
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = Promise<const RasterVertexSlice>(1);
    pass.DrawCount = 1;
    pass.Draws = &draw;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription, NullInput);
    pass.DrawCount = 0;
    pass.Attachment.ColorCount = 2;
    EXPECT_NE(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    pass.Attachment.ColorCount = 0;
    pass.Name = nullptr;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription, GraphNameLength);
    pass.Name = "pass";
    ASSERT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    GraphReport report;
    ASSERT_EQ(CompileOrderedGraph(Device, graph, report), RasterStatus::Ready);
    usize length = 7;
    EXPECT_REFUSAL(DescribeOrderedGraph(Device, graph, GraphTextForm::Lines, Promise<char>(40), length),
                   RasterStatus::InvalidDescription, NullInput);
    EXPECT_EQ(length, 7U);
    ASSERT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
    Begin({.Width = 4, .Height = 4});
    EXPECT_NE(BeginRasterPass(Device, {.ColorCount = 2}), RasterStatus::Ready);
    End();
    FrameReadback frame;
    ASSERT_EQ(RequestFrameReadback(Device, Surface, frame), RasterStatus::Pending);
    EXPECT_REFUSAL(CopyFrameReadback(Device, frame, Promise<uint8>(64), 16), RasterStatus::InvalidDescription,
                   NullOutput);
    ASSERT_EQ(Release(Device, frame), RasterStatus::Ready);
}

TEST_P(NullSpans, OfTheRest)
{
    StartScene();
    BufferHandle buffer;
    EXPECT_EQ(CreateBuffer(Device, {}, {}, buffer), RasterStatus::InvalidDescription);
    Diagnostic diagnostic;
    ASSERT_TRUE(GetLastDiagnostic(Device, diagnostic));
    EXPECT_EQ(FormatDiagnostic(diagnostic, Promise<char>(40)), 0U);
    GpuScopeDescription scope;
    EXPECT_FALSE(MakeGpuScope(1, {PromiseText(4).data(), 4}, scope));
    ResourceStatus status = ResourceStatus::Ready;
    UniformHandle uniform;
    status = CreateUniform(Device, 16, uniform);
    if (status == ResourceStatus::Ready)
    {
        EXPECT_EQ(UpdateUniform(Device, uniform, Promise<const uint8>(16)), ResourceStatus::InvalidDescription);
        EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
        InternalRecords = 2;
    }
    ShaderDescription artifact = GetQuadrantsVertex();
    PromiseArtifacts(artifact);
    ShaderHandle shader;
    EXPECT_EQ(CreateShader(Device, artifact, shader), ResourceStatus::InvalidDescription);
    artifact = GetQuadrantsVertex();
    PromiseEntries(artifact);
    EXPECT_EQ(CreateShader(Device, artifact, shader), ResourceStatus::InvalidDescription);
}

class NullComputeSpans : public ComputeSceneTest
{
};

TEST_P(NullComputeSpans, OfWorkloadsAndCaches)
{
    StartCompute();
    const std::vector<uint32> words(16);
    const ComputeWorkloadBinding bindings[] = {{0, 0, 0, 64}, {1, 1, 0, 64, true}};
    const ComputeWorkloadBuffer buffers[] = {{.Size = 64, .InitialBytes = AsBytes(words)}, {.Size = 64}};
    const ComputeWorkloadKernel kernel{.Name = "scale", .Shader = GetScale(), .Bindings = bindings};
    const ComputeWorkloadDescription description{.Buffers = buffers, .Kernels = {&kernel, 1}};
    const auto refuse = [&](const char* what, const ComputeWorkloadDescription& refused)
    {
        SCOPED_TRACE(what);
        ComputeWorkload workload;
        EXPECT_REFUSAL(workload.Initialize(Device, refused), RasterStatus::InvalidDescription, NullInput);
        ComputeCache cache;
        EXPECT_REFUSAL(cache.Stage(Device, {1, 1}, refused), RasterStatus::InvalidDescription, NullInput);
        EXPECT_EQ(cache.GetPhase(), ComputeCachePhase::Empty);
    };
    refuse("Buffers", {.Buffers = Promise<const ComputeWorkloadBuffer>(2), .Kernels = {&kernel, 1}});
    refuse("Kernels", {.Buffers = buffers, .Kernels = Promise<const ComputeWorkloadKernel>(2)});
    const ComputeWorkloadBuffer bytes[] = {{.Size = 64, .InitialBytes = Promise<const uint8>(64)}, {.Size = 64}};
    refuse("InitialBytes", {.Buffers = bytes, .Kernels = {&kernel, 1}});
    ComputeWorkloadKernel other = kernel;
    other.Bindings = Promise<const ComputeWorkloadBinding>(2);
    refuse("Bindings", {.Buffers = buffers, .Kernels = {&other, 1}});
    other = kernel;
    other.Shader.Bindings = Promise<const RasterBinding>(2);
    refuse("Shader.Bindings", {.Buffers = buffers, .Kernels = {&other, 1}});

    ComputeWorkload workload;
    const RasterStatus status = workload.Initialize(Device, description);
    ASSERT_TRUE(status == READY || status == RasterStatus::Pending) << status;
    ASSERT_EQ(Settle([&] { return workload.Poll(Device); }), READY);
    for (const usize count : {usize{1}, usize{2}, ~usize{0}})
    {
        EXPECT_REFUSAL(workload.BuildGraph(Device, Graph, Promise<GraphVersion>(count)),
                       RasterStatus::InvalidDescription, NullInput);
        EXPECT_TRUE(IsNullHandle(Graph));
    }
    EXPECT_EQ(workload.Reset(Device), READY);
}

TEST_P(NullComputeSpans, NamesAreNotReadBeyondTheirLimit)
{
    StartCompute();
    const std::vector<char> endless(64, 'x'); // nothing ends it
    const ComputeWorkloadBinding bindings[] = {{0, 0, 0, 64}, {1, 1, 0, 64, true}};
    const ComputeWorkloadBuffer buffers[] = {{.Size = 64}, {.Size = 64}};
    ComputeWorkloadKernel kernel{.Name = endless.data(), .Shader = GetScale(), .Bindings = bindings};
    ComputeWorkload workload;
    const std::string longer(500, 'x');
    for (const char* name : {endless.data(), longer.c_str()})
    {
        kernel.Name = name;
        EXPECT_REFUSAL(workload.Initialize(Device, {.Buffers = buffers, .Kernels = {&kernel, 1}}),
                       RasterStatus::InvalidDescription, GraphNameLength);
        Diagnostic why;
        ASSERT_TRUE(GetLastDiagnostic(Device, why));
        EXPECT_EQ(why.Got, 64U);
        EXPECT_EQ(why.Allowed, 63U);
    }
}

LUDUS_ON_EVERY_LANE(NullSpans);
LUDUS_ON_LANES_WITH(NullComputeSpans, .Computes = true);
} // namespace
} // namespace ludus::graphics::rhi::tests
