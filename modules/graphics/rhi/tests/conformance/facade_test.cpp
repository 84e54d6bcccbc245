// The fullscreen facade: its whole life, its rules, its records.
#include "../support/scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
const QuadrantsBlock BLOCK{{1, 0, 0, 1}, {0, 0.2F, 1, 1}, {8, 4}, {}};

class FacadeTest : public DeviceTest
{
protected:
    void StartFacade() { StartSettled(GetParam().Selection); }

    void StartSettled(BackendSelection selection)
    {
        const StartStatus status = rhi::Start({.Name = "tests"}, {}, selection);
        ASSERT_TRUE(status == StartStatus::Ready || status == StartStatus::Pending);
        ASSERT_TRUE(SettleUntil([] { return GetStartup().State != StartupState::Pending; }));
        ASSERT_EQ(GetStartup().State, StartupState::Ready);
    }

    void MakeProgram()
    {
        Accept(CreateShader(GetQuadrantsVertex(), Vertex));
        Accept(CreateShader(GetQuadrantsFragment(), Fragment));
        Accept(CreateUniform(sizeof BLOCK, Uniform));
        ASSERT_EQ(Settle([&] { return GetStatus(Vertex); }), ResourceStatus::Ready);
        ASSERT_EQ(Settle([&] { return GetStatus(Fragment); }), ResourceStatus::Ready);
        ASSERT_EQ(Settle([&] { return GetStatus(Uniform); }), ResourceStatus::Ready);
        Accept(CreatePipeline({Vertex, Fragment, Uniform}, Pipeline));
        ASSERT_EQ(Settle([&] { return GetStatus(Pipeline); }), ResourceStatus::Ready);
    }

    // As MakeProgram, on the explicit device.
    void MakeDeviceProgram()
    {
        Vertex =
            MakePart<ShaderHandle>([&](ShaderHandle& out) { return CreateShader(Device, GetQuadrantsVertex(), out); });
        Fragment = MakePart<ShaderHandle>([&](ShaderHandle& out)
                                          { return CreateShader(Device, GetQuadrantsFragment(), out); });
        Uniform = MakePart<UniformHandle>([&](UniformHandle& out) { return CreateUniform(Device, sizeof BLOCK, out); });
        Pipeline = MakePart<PipelineHandle>(
            [&](PipelineHandle& out) {
                return CreatePipeline(Device, {Vertex, Fragment, Uniform}, out);
            });
    }

    static void Accept(ResourceStatus status)
    {
        EXPECT_TRUE(status == ResourceStatus::Ready || status == ResourceStatus::Pending) << status;
    }

    void DestroyProgram()
    {
        EXPECT_EQ(Destroy(Pipeline), ResourceStatus::Ready);
        EXPECT_EQ(Destroy(Vertex), ResourceStatus::Ready);
        EXPECT_EQ(Destroy(Fragment), ResourceStatus::Ready);
        EXPECT_EQ(Destroy(Uniform), ResourceStatus::Ready);
    }

    ShaderHandle Vertex{};
    ShaderHandle Fragment{};
    UniformHandle Uniform{};
    PipelineHandle Pipeline{};
};

TEST_P(FacadeTest, AWholeLife)
{
    EXPECT_EQ(GetStartup().State, StartupState::Idle);
    EXPECT_EQ(BeginFrameStatus(), FrameStatus::NotReady);
    StartFacade();
    const StartupInfo startup = GetStartup();
    EXPECT_EQ(startup.SelectedBackend, GetParam().Api);
    EXPECT_EQ(startup.Requested, GetParam().Selection);
    EXPECT_EQ(startup.Capabilities.MaxShaders, 8U);
    EXPECT_EQ(startup.Capabilities.MaxUniformBuffers, 8U);
    EXPECT_EQ(startup.Capabilities.MaxPipelines, 8U);
    EXPECT_EQ(startup.Capabilities.MaxDrawsPerFrame, 1U);
    EXPECT_EQ(startup.Capabilities.UniformBufferSizeAlignment, 16U);
    EXPECT_GE(startup.Capabilities.MaxUniformBufferSize, 48U);
    EXPECT_LE(startup.Capabilities.MaxUniformBufferSize, 16384U);
    EXPECT_EQ(startup.MaxTextureDimension2D, startup.Capabilities.MaxFrameDimension2D);

    MakeProgram();
    EXPECT_EQ(UpdateUniform(Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 4}), FrameStatus::Ready);
    EXPECT_EQ(BeginFacadePatiently(), FrameStatus::Ready);
    EXPECT_EQ(GetFrameInfo().Width, 8U);
    EXPECT_EQ(GetFrameInfo().Height, 4U);
    EXPECT_EQ(UpdateUniform(Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    EXPECT_EQ(DrawFullscreen(Pipeline), ResourceStatus::Ready);
    EXPECT_EQ(EndFrameStatus(), FrameStatus::Ready);
    EXPECT_EQ(GetFrameInfo().Width, 0U);

    DestroyProgram();
    Shutdown();
    EXPECT_EQ(GetStartup().State, StartupState::Idle);
    Shutdown(); // harmless
}

TEST_P(FacadeTest, TheTriangleLiesInItsScope)
{
    Start();
    InternalRecords = 2; // the ring and the layout
    MakeDeviceProgram();
    EXPECT_EQ(UpdateUniform(Device, Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    const std::string_view name = "whole frame";
    GpuScopeDescription scope;
    ASSERT_TRUE(MakeGpuScope(1, {name.data(), name.size()}, scope));
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(BeginGpuScope(Device, scope), RasterStatus::Ready);
    EXPECT_EQ(DrawFullscreen(Device, Pipeline), ResourceStatus::Ready);
    EXPECT_EQ(EndGpuScope(Device), RasterStatus::Ready);
    EXPECT_REFUSAL(DrawFullscreen(Device, Pipeline), ResourceStatus::InvalidState, SecondFullscreenDraw);
    End();
    Picture expected(8, 4, {0, 51, 255});
    expected.Fill(0, 0, 4, 2, {255, 0, 0});
    ExpectFrame(expected, "scope whole frame\npass surface 8x4 clear 0 0 0 1\n"
                          "  draw 3 vertices pipeline 0 set 0 offsets 0\nend\nend scope\n");
    EXPECT_EQ(Destroy(Device, Pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Uniform), ResourceStatus::Ready);
}

TEST_P(FacadeTest, TheTriangleCoversTheFrame)
{
    Start();
    InternalRecords = 2; // the ring and the layout
    MakeDeviceProgram();
    EXPECT_EQ(UpdateUniform(Device, Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawFullscreen(Device, Pipeline), ResourceStatus::Ready);
    End();
    Picture expected(8, 4, {0, 51, 255});
    expected.Fill(0, 0, 4, 2, {255, 0, 0}); // fragment coordinates start at the top left
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n  draw 3 vertices pipeline 0 set 0 offsets 0\nend\n");
    EXPECT_EQ(Destroy(Device, Pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Uniform), ResourceStatus::Ready);
}

TEST_P(FacadeTest, BytesAreTakenAtTheDraw)
{
    Start();
    InternalRecords = 2;
    MakeDeviceProgram();
    // Ten frames with other bytes each, more than there are frames in flight.
    for (uint8 i = 0; i < 10; ++i)
    {
        QuadrantsBlock block = BLOCK;
        block.Corner.X = static_cast<float>(i * 25) / 255.0F;
        EXPECT_EQ(UpdateUniform(Device, Uniform, BytesOf(block)), ResourceStatus::Ready);
        Begin({.Width = 8, .Height = 4});
        EXPECT_EQ(DrawFullscreen(Device, Pipeline), ResourceStatus::Ready);
        End();
        block.Corner.X = 0.5F;
        EXPECT_EQ(UpdateUniform(Device, Uniform, BytesOf(block)), ResourceStatus::Ready); // after the frame
        Picture expected(8, 4, {0, 51, 255});
        expected.Fill(0, 0, 4, 2, {static_cast<uint8>(i * 25), 0, 0});
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(expected, "");
        }
    }
    EXPECT_EQ(Destroy(Device, Pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, Uniform), ResourceStatus::Ready);
}

TEST_P(FacadeTest, ASecondSessionIsBusy)
{
    StartFacade();
    EXPECT_EQ(rhi::Start({}, {}, GetParam().Selection), StartStatus::Busy);
    EXPECT_EQ(GetStartup().State, StartupState::Ready);
    DeviceHandle device;
    SurfaceHandle surface;
    EXPECT_REFUSAL(CreateDevice({}, {}, {.Selection = GetParam().Selection}, device, surface),
                   DeviceStatus::InvalidState, SessionBusy);
}

TEST_P(FacadeTest, PartsOfAPipelineAreInUse)
{
    StartFacade();
    MakeProgram();
    EXPECT_REFUSAL(Destroy(Vertex), ResourceStatus::InUse, ResourceInUse);
    EXPECT_REFUSAL(Destroy(Fragment), ResourceStatus::InUse, ResourceInUse);
    EXPECT_REFUSAL(Destroy(Uniform), ResourceStatus::InUse, ResourceInUse);
    const PipelineHandle copy = Pipeline;
    EXPECT_EQ(Destroy(Pipeline), ResourceStatus::Ready);
    EXPECT_REFUSAL(GetStatus(copy), ResourceStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Destroy(copy), ResourceStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(Destroy(Vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Uniform), ResourceStatus::Ready);
}

TEST_P(FacadeTest, UpdateAndDrawKeepTheirOrder)
{
    StartFacade();
    MakeProgram();
    EXPECT_REFUSAL(DrawFullscreen(Pipeline), ResourceStatus::InvalidState, NoOpenFrame);
    EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 4}), FrameStatus::Ready);
    EXPECT_EQ(BeginFacadePatiently(), FrameStatus::Ready);
    EXPECT_REFUSAL(DrawFullscreen(Pipeline), ResourceStatus::InvalidState, UniformNeverWritten);
    EXPECT_REFUSAL(UpdateUniform(Uniform, BytesOf(BLOCK).first(32)), ResourceStatus::InvalidDescription,
                   UploadSizeWrong);
    EXPECT_EQ(UpdateUniform(Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    EXPECT_EQ(DrawFullscreen(Pipeline), ResourceStatus::Ready);
    EXPECT_REFUSAL(DrawFullscreen(Pipeline), ResourceStatus::InvalidState, SecondFullscreenDraw);
    EXPECT_REFUSAL(UpdateUniform(Uniform, BytesOf(BLOCK)), ResourceStatus::InvalidState, UniformAfterDraw);
    EXPECT_REFUSAL(Destroy(Pipeline), ResourceStatus::InvalidState, FrameIsOpen);
    EXPECT_EQ(BeginFrameStatus(), FrameStatus::InvalidState);
    EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 8}), FrameStatus::InvalidState);
    EXPECT_EQ(EndFrameStatus(), FrameStatus::Ready);
    EXPECT_EQ(EndFrameStatus(), FrameStatus::InvalidState);
    DestroyProgram();
}

TEST_P(FacadeTest, UniformSizesAreMultiplesOfSixteen)
{
    StartFacade();
    for (const usize size : {0U, 8U, 24U, 16385U, 16400U})
    {
        UniformHandle uniform;
        EXPECT_EQ(CreateUniform(size, uniform), ResourceStatus::InvalidDescription) << size;
        EXPECT_EQ(GetStatus(uniform), ResourceStatus::InvalidHandle);
    }
    for (const usize size : {16U, 16384U})
    {
        UniformHandle uniform;
        EXPECT_EQ(CreateUniform(size, uniform), ResourceStatus::Ready) << size;
        EXPECT_EQ(Destroy(uniform), ResourceStatus::Ready);
    }
}

TEST_P(FacadeTest, EightOfEachKind)
{
    StartFacade();
    ShaderHandle shaders[8];
    UniformHandle uniforms[8];
    for (int i = 0; i < 8; ++i)
    {
        Accept(CreateShader(GetQuadrantsVertex(), shaders[i]));
        Accept(CreateUniform(16, uniforms[i]));
    }
    ShaderHandle ninth;
    EXPECT_REFUSAL(CreateShader(GetQuadrantsVertex(), ninth), ResourceStatus::CapacityExceeded, FacadeExhausted);
    UniformHandle ninthUniform;
    EXPECT_REFUSAL(CreateUniform(16, ninthUniform), ResourceStatus::CapacityExceeded, FacadeExhausted);
    EXPECT_EQ(Destroy(shaders[3]), ResourceStatus::Ready);
    Accept(CreateShader(GetQuadrantsVertex(), ninth));
    EXPECT_EQ(GetStatus(shaders[3]), ResourceStatus::InvalidHandle); // the slot is another's now
}

TEST_P(FacadeTest, PipelinesNeedFittingParts)
{
    StartFacade();
    MakeProgram();
    PipelineHandle other;
    EXPECT_REFUSAL(CreatePipeline({Fragment, Vertex, Uniform}, other), ResourceStatus::InvalidDescription,
                   ShaderStageWrong);
    UniformHandle small;
    EXPECT_EQ(CreateUniform(16, small), ResourceStatus::Ready);
    EXPECT_EQ(CreatePipeline({Vertex, Fragment, small}, other), ResourceStatus::InvalidDescription);
    EXPECT_REFUSAL(CreatePipeline({{}, Fragment, Uniform}, other), ResourceStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(CreatePipeline({Vertex, Fragment, Uniform}, Pipeline), ResourceStatus::InvalidState, OutputOccupied);
    EXPECT_EQ(GetStatus(other), ResourceStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(Pipeline), ResourceStatus::Ready);
}

TEST_P(FacadeTest, AModuleHasItsStage)
{
    if (Lacks({.ReadsSpirv = true}))
    {
        GTEST_SKIP() << "the lane reads texts, whose stage its driver finds";
    }
    StartFacade();
    ShaderDescription swapped = GetQuadrantsFragment();
    swapped.Stage = ShaderStage::Vertex;
    ShaderHandle shader;
    EXPECT_REFUSAL(CreateShader(swapped, shader), ResourceStatus::InvalidDescription, EntryStageWrong);
}

TEST_P(FacadeTest, AZeroSizeSkipsAndKeepsResources)
{
    StartFacade();
    MakeProgram();
    EXPECT_EQ(UpdateUniform(Uniform, BytesOf(BLOCK)), ResourceStatus::Ready);
    for (const FrameTarget& target : {FrameTarget{.Width = 0, .Height = 4}, FrameTarget{.Width = 8, .Height = 0}})
    {
        EXPECT_EQ(SetFrameTarget(target), FrameStatus::Ready);
        EXPECT_EQ(BeginFrameStatus(), FrameStatus::Skipped);
        EXPECT_EQ(EndFrameStatus(), FrameStatus::InvalidState);
        EXPECT_REFUSAL(DrawFullscreen(Pipeline), ResourceStatus::InvalidState, NoOpenFrame);
    }
    for (const uint32 edge : {4U, 16U, 1U})
    {
        EXPECT_EQ(SetFrameTarget({.Width = edge, .Height = edge}), FrameStatus::Ready);
        EXPECT_EQ(BeginFacadePatiently(), FrameStatus::Ready);
        EXPECT_EQ(GetFrameInfo().Height, edge);
        EXPECT_EQ(DrawFullscreen(Pipeline), ResourceStatus::Ready);
        EXPECT_EQ(EndFrameStatus(), FrameStatus::Ready);
    }
    const uint32 largest = GetStartup().Capabilities.MaxFrameDimension2D;
    EXPECT_EQ(SetFrameTarget({.Width = largest + 1, .Height = 4}), FrameStatus::InvalidState);
    EXPECT_EQ(BeginFacadePatiently(), FrameStatus::Ready); // with the target before
    EXPECT_EQ(GetFrameInfo().Width, 1U);
    EXPECT_EQ(EndFrameStatus(), FrameStatus::Ready);
    DestroyProgram();
}

TEST_P(FacadeTest, ARestartNeverRepeatsAnId)
{
    StartFacade();
    MakeProgram();
    const ShaderHandle oldVertex = Vertex;
    const UniformHandle oldUniform = Uniform;
    const PipelineHandle oldPipeline = Pipeline;
    Shutdown();
    StartFacade();
    Vertex = {};
    Fragment = {};
    Uniform = {};
    Pipeline = {};
    MakeProgram();
    EXPECT_EQ(GetStatus(oldVertex), ResourceStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(oldUniform), ResourceStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(oldPipeline), ResourceStatus::InvalidHandle);
    EXPECT_EQ(Destroy(oldPipeline), ResourceStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(Pipeline), ResourceStatus::Ready);
}

TEST_P(FacadeTest, ShutdownAbortsAnOpenFrame)
{
    StartFacade();
    EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 4}), FrameStatus::Ready);
    EXPECT_TRUE(BeginFrame());
    Shutdown();
    EXPECT_EQ(EndFrameStatus(), FrameStatus::NotReady);
    StartFacade();
    EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 4}), FrameStatus::Ready);
    EXPECT_TRUE(BeginFrame());
    EXPECT_TRUE(EndFrame());
}

std::string DescribeLast()
{
    Diagnostic last;
    char text[DIAGNOSTIC_TEXT_BYTES]{};
    return GetLastDiagnostic({}, last) ? std::string(text, FormatDiagnostic(last, text)) : std::string();
}

TEST(FacadeSelection, AForcedBackendFailsByName)
{
    const BackendAvailability compiled = GetCompiledBackends();

    const struct
    {
        bool IsCompiled;
        BackendSelection Selection;
        Backend Api;
        const char* Name;
    } backends[] = {{compiled.WebGL2, BackendSelection::WebGL2, Backend::WebGL2, "WebGL2"},
                    {compiled.Vulkan, BackendSelection::Vulkan, Backend::Vulkan, "Vulkan"},
                    {compiled.Metal, BackendSelection::Metal, Backend::Metal, "Metal"}};

    for (const auto& [isCompiled, selection, api, name] : backends)
    {
        if (isCompiled)
        {
            continue;
        }
        EXPECT_EQ(Start({}, {}, selection), StartStatus::Failed);
        EXPECT_EQ(GetStartup().State, StartupState::Failed);
        EXPECT_EQ(GetStartup().Error, StartupError::BackendUnavailable);
        EXPECT_EQ(GetStartup().Requested, selection);
        EXPECT_EQ(GetStartup().SelectedBackend, api);
        EXPECT_NE(DescribeLast().find(std::string("The backend ") + name + " is not part of this build."),
                  std::string::npos)
            << DescribeLast();
        Shutdown();
    }
}

TEST(FacadeSelection, AutoNeverTakesTheReference)
{
    const StartStatus status = Start({}, {});
    EXPECT_NE(status, StartStatus::Busy);
    if (status == StartStatus::Ready)
    {
        EXPECT_NE(GetStartup().SelectedBackend, Backend::Reference);
    }
    Shutdown();
}

LUDUS_ON_EVERY_LANE(FacadeTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
