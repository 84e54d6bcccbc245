#include "compute_scene.h"

#include "accumulate.h"
#include "cull.h"
#include "scale.h"
#include "striped.h"
#include "texels.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using Kind = RasterBindingKind;
using Stages = RasterVisibility;

constexpr RasterBinding ACCUMULATE_BINDINGS[] = {
    {0, Kind::StorageRead, Stages::Compute, 4},
    {1, Kind::StorageReadWrite, Stages::Compute, 4, true},
    {2, Kind::UniformBuffer, Stages::Compute, sizeof(AccumulateStep), true},
};

constexpr RasterBinding CULL_BINDINGS[] = {
    {0, Kind::StorageRead, Stages::Compute, 16},
    {1, Kind::StorageReadWrite, Stages::Compute, 16},
    {2, Kind::StorageReadWrite, Stages::Compute, 4},
    {3, Kind::UniformBuffer, Stages::Compute, sizeof(CullView)},
};

constexpr RasterBinding TEXELS_BINDINGS[] = {
    {.Binding = 0, .Kind = Kind::Texture2D, .Visibility = Stages::Compute},
    {1, Kind::StorageReadWrite, Stages::Compute, 16},
};

constexpr RasterBinding STRIPED_BINDINGS[] = {
    {0, Kind::UniformBuffer, Stages::Both, sizeof(DrawBlock), true},
    {1, Kind::StorageRead, Stages::Fragment, 16, true},
};
} // namespace

RasterShaderDescription GetAccumulate()
{
    return shaders::accumulate::Compute();
}

RasterShaderDescription GetCull()
{
    return shaders::cull::Compute();
}

RasterShaderDescription GetTexels()
{
    return shaders::texels::Compute();
}

RasterShaderDescription GetScale()
{
    return shaders::scale::Compute();
}

RasterShaderDescription GetStripedVertex()
{
    return shaders::striped::Vertex();
}

RasterShaderDescription GetStripedFragment()
{
    return shaders::striped::Fragment();
}

std::span<const RasterBinding> GetAccumulateBindings()
{
    return ACCUMULATE_BINDINGS;
}

std::span<const RasterBinding> GetCullBindings()
{
    return CULL_BINDINGS;
}

std::span<const RasterBinding> GetTexelsBindings()
{
    return TEXELS_BINDINGS;
}

std::span<const RasterBinding> GetStripedBindings()
{
    return STRIPED_BINDINGS;
}

void ComputeSceneTest::StartCompute(const StorageLimits& storage, bool isTimed)
{
    const DeviceFeatures needed{
        .PortableRaster = true, .Compute = true, .IndirectRendering = true, .OrderedRasterGraph = true};
    Start({.Required = needed, .Storage = storage, .EnableGpuTiming = isTimed});
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = 4}), DeviceStatus::Ready);
}

Kernel ComputeSceneTest::MakeKernel(const RasterShaderDescription& shader, std::span<const RasterBinding> bindings)
{
    Kernel kernel;
    kernel.Layout = MakeLayout(bindings);
    kernel.Shader = MakeShader(shader);
    kernel.Pipeline = MakeComputePipeline({kernel.Shader, kernel.Layout});
    return kernel;
}

ComputePipelineHandle ComputeSceneTest::MakeComputePipeline(const ComputePipelineDescription& description)
{
    return Make<ComputePipelineHandle>([&](ComputePipelineHandle& out)
                                       { return CreateComputePipeline(Device, description, out); });
}

BufferHandle ComputeSceneTest::MakeWords(BufferRole role, std::span<const uint32> words)
{
    return MakeBuffer(role, AsBytes(words));
}

std::vector<uint32> ComputeSceneTest::ReadWords(BufferHandle buffer, usize count, usize offset)
{
    std::vector<uint32> words(count, 0xDEADBEEF);
    ReadbackTicket ticket;
    EXPECT_EQ(RequestBufferReadback(Device, buffer, offset, count * 4, ticket), RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
    EXPECT_EQ(CopyReadback(Device, ticket, reinterpret_cast<uint8*>(words.data()), count * 4), READY);
    EXPECT_EQ(Release(Device, ticket), READY);
    return words;
}

void ComputeSceneTest::ExpectWords(BufferHandle buffer, const std::vector<uint32>& expected, usize offset)
{
    if (GetParam().Has.ExecutesKernels)
    {
        EXPECT_EQ(ReadWords(buffer, expected.size(), offset), expected);
    }
}

void ComputeSceneTest::BeginGraph()
{
    Graph = OrderedGraph{};
    ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
}

GraphVersion ComputeSceneTest::Import(BufferHandle buffer)
{
    GraphVersion version;
    EXPECT_EQ(ImportGraphBuffer(Device, Graph, buffer, version), READY);
    return version;
}

GraphVersion ComputeSceneTest::Next(GraphVersion version)
{
    GraphVersion next;
    EXPECT_EQ(NextGraphVersion(Device, Graph, version, next), READY);
    return next;
}

void ComputeSceneTest::AddDispatch(const char* name, const ComputeDispatch& dispatch, std::span<const GraphUse> uses)
{
    EXPECT_EQ(AddGraphPass(Device, Graph,
                           {.Name = name, .Uses = uses.data(), .UseCount = uses.size(), .Dispatch = &dispatch}),
              READY);
}

void ComputeSceneTest::AddRoot(GraphVersion version, GraphRoot root)
{
    EXPECT_EQ(AddGraphRoot(Device, Graph, version, root), READY);
}

void ComputeSceneTest::Compile(const GraphCompileOptions& options)
{
    const RasterStatus status = CompileOrderedGraph(Device, Graph, Report, options);
    Diagnostic why;
    char text[DIAGNOSTIC_TEXT_BYTES] = "";
    if (status != READY && GetLastDiagnostic(Device, why))
    {
        FormatDiagnostic(why, text);
    }
    ASSERT_EQ(status, READY) << text << " pass " << Report.ErrorPass << " resource " << Report.ErrorResource;
}

SubmissionToken ComputeSceneTest::Execute()
{
    SubmissionToken token;
    EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    EXPECT_TRUE(IsNullHandle(Graph));
    if (!internal::GetReferenceControl().HoldsCompletion)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    }
    return token;
}
} // namespace ludus::graphics::rhi::tests
