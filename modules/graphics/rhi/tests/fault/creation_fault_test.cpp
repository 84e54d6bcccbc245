// Every creation, refused in every way, at once and late: outputs are kept, nothing leaks, the next one works.
#include "../support/compute_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

struct Failure
{
    BackendStatus Cause;
    RasterStatus Status;
    ResourceStatus Facade;
    DiagnosticCode Code;
};

constexpr Failure FAILURES[] = {
    {BackendStatus::OutOfMemory, RasterStatus::OutOfMemory, ResourceStatus::CapacityExceeded,
     DiagnosticCode::DeviceMemoryRefused},
    {BackendStatus::Refused, RasterStatus::Failed, ResourceStatus::Failed, DiagnosticCode::BackendRefused},
};

class CreationFaults : public SceneTest
{
protected:
    // Creates with the call failing, then without.
    template <class Handle, class Create>
    void ExpectSurvives(ReferenceCall call, Create create)
    {
        SCOPED_TRACE(internal::GetReferenceCallName(call));
        const internal::SessionInspection before = internal::InspectSession();
        for (const Failure& failure : FAILURES)
        {
            Handle handle;
            internal::FailReferenceCall(call, {.Status = failure.Cause});
            const uint64 refusals = CountRefusals();
            EXPECT_EQ(create(handle), failure.Status);
            EXPECT_EQ(GetCodeAfter(refusals), failure.Code);
            EXPECT_TRUE(IsNullHandle(handle));
            const internal::SessionInspection after = internal::InspectSession();
            EXPECT_EQ(after.LiveRecords, before.LiveRecords);
            EXPECT_EQ(after.LiveBackendObjects, before.LiveBackendObjects);
            EXPECT_EQ(after.ResourceBytes, before.ResourceBytes);
            EXPECT_EQ(after.BindingDescriptors, before.BindingDescriptors);
        }
        Handle handle;
        EXPECT_EQ(create(handle), RasterStatus::Ready);
        if constexpr (requires { Destroy(Device, handle); })
        {
            Own(handle);
        }
    }

    // Creates a resource that fails late: Failed, inspected, destroyed.
    template <class Handle, class Create>
    void ExpectFailsLate(RecordKind kind, Create create)
    {
        const uint32 objects = internal::InspectSession().LiveBackendObjects;
        const uint32 records = internal::InspectSession().LiveRecords;
        for (const BackendStatus result : {BackendStatus::Refused, BackendStatus::OutOfMemory})
        {
            internal::GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = true;
            Handle handle;
            EXPECT_EQ(create(handle), RasterStatus::Pending);
            EXPECT_EQ(GetStatus(Device, handle), RasterStatus::Pending);
            internal::FinishReferenceCreations(kind, result);
            EXPECT_EQ(GetStatus(Device, handle), RasterStatus::Failed);
            internal::GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = false;
            EXPECT_EQ(Destroy(Device, handle), RasterStatus::Ready);
            EXPECT_EQ(internal::InspectSession().LiveBackendObjects, objects);
            EXPECT_EQ(internal::InspectSession().LiveRecords, records);
        }
    }
};

TEST_P(CreationFaults, EachCreationIsRefusedAtOnce)
{
    Start();
    InternalRecords = 1;
    MakeQuads();
    const std::vector<uint8> bytes(64);
    const TextureHandle texture = MakeTexels(4, 4, bytes);
    const TextureViewHandle view = MakeView(texture);
    const SamplerHandle sampler = MakeSampler();
    ExpectSurvives<BufferHandle>(ReferenceCall::CreateBuffer,
                                 [&](BufferHandle& out) {
                                     return CreateBuffer(Device, {BufferRole::Index16, 64}, bytes, out);
                                 });
    ExpectSurvives<TextureHandle>(ReferenceCall::CreateTexture,
                                  [&](TextureHandle& out) {
                                      return CreateTexture(Device, {4, 4}, {bytes, 16}, out);
                                  });
    ExpectSurvives<TextureViewHandle>(ReferenceCall::CreateTextureView,
                                      [&](TextureViewHandle& out) { return CreateTextureView(Device, texture, out); });
    ExpectSurvives<SamplerHandle>(ReferenceCall::CreateSampler,
                                  [&](SamplerHandle& out) { return CreateSampler(Device, {}, out); });
    ExpectSurvives<RasterShaderHandle>(ReferenceCall::CreateShader, [&](RasterShaderHandle& out)
                                       { return CreateRasterShader(Device, GetQuadsVertex(), out); });
    ExpectSurvives<BindingLayoutHandle>(ReferenceCall::CreateBindingLayout, [&](BindingLayoutHandle& out)
                                        { return CreateBindingLayout(Device, GetQuadsBindings(), out); });
    const RasterBindingResource resources[] = {
        {0, Quads.Uniforms, 0, sizeof(DrawBlock)}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
    ExpectSurvives<BindingSetHandle>(ReferenceCall::CreateBindingSet, [&](BindingSetHandle& out)
                                     { return CreateBindingSet(Device, Quads.Layout, resources, out); });
    const RasterPipelineDescription pipeline{Quads.Vertex, Quads.Fragment, Quads.Layout, GetQuadsStreams(),
                                             GetQuadsAttributes()};
    ExpectSurvives<RasterPipelineHandle>(ReferenceCall::CreateRasterPipeline, [&](RasterPipelineHandle& out)
                                         { return CreateRasterPipeline(Device, pipeline, out); });
    const RasterShaderHandle kernel = MakeShader(GetAccumulate());
    const BindingLayoutHandle layout = MakeLayout(GetAccumulateBindings());
    ExpectSurvives<ComputePipelineHandle>(ReferenceCall::CreateComputePipeline,
                                          [&](ComputePipelineHandle& out) {
                                              return CreateComputePipeline(Device, {kernel, layout}, out);
                                          });
    BufferHandle ring;
    for (const Failure& failure : FAILURES)
    {
        internal::FailReferenceCall(ReferenceCall::CreateFrameUniforms, {.Status = failure.Cause});
        EXPECT_EQ(GetFrameUniformBuffer(Device, ring), failure.Status);
        EXPECT_TRUE(IsNullHandle(ring));
    }
    EXPECT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
}

TEST_P(CreationFaults, EachCreationFailsLate)
{
    Start();
    MakeQuads();
    const std::vector<uint8> bytes(64);
    const TextureHandle texture = MakeTexels(4, 4, bytes);
    const TextureViewHandle view = MakeView(texture);
    const SamplerHandle sampler = MakeSampler();
    ExpectFailsLate<BufferHandle>(RecordKind::Buffer,
                                  [&](BufferHandle& out) {
                                      return CreateBuffer(Device, {BufferRole::Index16, 64}, bytes, out);
                                  });
    ExpectFailsLate<TextureHandle>(RecordKind::Texture,
                                   [&](TextureHandle& out) {
                                       return CreateTexture(Device, {4, 4}, {bytes, 16}, out);
                                   });
    ExpectFailsLate<TextureViewHandle>(RecordKind::TextureView,
                                       [&](TextureViewHandle& out) { return CreateTextureView(Device, texture, out); });
    ExpectFailsLate<SamplerHandle>(RecordKind::Sampler,
                                   [&](SamplerHandle& out) { return CreateSampler(Device, {}, out); });
    ExpectFailsLate<RasterShaderHandle>(RecordKind::Shader, [&](RasterShaderHandle& out)
                                        { return CreateRasterShader(Device, GetQuadsVertex(), out); });
    ExpectFailsLate<BindingLayoutHandle>(RecordKind::BindingLayout, [&](BindingLayoutHandle& out)
                                         { return CreateBindingLayout(Device, GetQuadsBindings(), out); });
    const RasterBindingResource resources[] = {
        {0, Quads.Uniforms, 0, sizeof(DrawBlock)}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
    ExpectFailsLate<BindingSetHandle>(RecordKind::BindingSet, [&](BindingSetHandle& out)
                                      { return CreateBindingSet(Device, Quads.Layout, resources, out); });
    const RasterPipelineDescription pipeline{Quads.Vertex, Quads.Fragment, Quads.Layout, GetQuadsStreams(),
                                             GetQuadsAttributes()};
    ExpectFailsLate<RasterPipelineHandle>(RecordKind::RasterPipeline, [&](RasterPipelineHandle& out)
                                          { return CreateRasterPipeline(Device, pipeline, out); });
    const RasterShaderHandle kernel = MakeShader(GetAccumulate());
    const BindingLayoutHandle layout = MakeLayout(GetAccumulateBindings());
    ExpectFailsLate<ComputePipelineHandle>(RecordKind::ComputePipeline,
                                           [&](ComputePipelineHandle& out) {
                                               return CreateComputePipeline(Device, {kernel, layout}, out);
                                           });
}

TEST_P(CreationFaults, TheFacadeKeepsItsOutputs)
{
    Start();
    InternalRecords = 2;
    ShaderHandle vertex;
    ShaderHandle fragment;
    UniformHandle uniform;
    PipelineHandle pipeline;
    for (const Failure& failure : FAILURES)
    {
        internal::FailReferenceCall(ReferenceCall::CreateShader, {.Status = failure.Cause});
        EXPECT_EQ(CreateShader(Device, GetQuadrantsVertex(), vertex), failure.Facade);
        EXPECT_EQ(GetStatus(Device, vertex), ResourceStatus::InvalidHandle);
        for (const ReferenceCall call :
             {ReferenceCall::CreateFrameUniforms, ReferenceCall::CreateBindingLayout, ReferenceCall::CreateBindingSet})
        {
            SCOPED_TRACE(internal::GetReferenceCallName(call));
            internal::FailReferenceCall(call, {.Status = failure.Cause});
            const bool isShared =
                failure.Cause != BackendStatus::OutOfMemory && call != ReferenceCall::CreateBindingSet;
            if (isShared)
            {
                internal::FailReferenceCall(call, {.Nth = 0}); // made by the first round and kept
                continue;
            }
            EXPECT_EQ(CreateUniform(Device, 48, uniform), failure.Facade);
            EXPECT_EQ(GetStatus(Device, uniform), ResourceStatus::InvalidHandle);
        }
    }
    ASSERT_EQ(CreateShader(Device, GetQuadrantsVertex(), vertex), ResourceStatus::Ready);
    ASSERT_EQ(CreateShader(Device, GetQuadrantsFragment(), fragment), ResourceStatus::Ready);
    ASSERT_EQ(CreateUniform(Device, 48, uniform), ResourceStatus::Ready);
    for (const Failure& failure : FAILURES)
    {
        internal::FailReferenceCall(ReferenceCall::CreateRasterPipeline, {.Status = failure.Cause});
        EXPECT_EQ(CreatePipeline(Device, {vertex, fragment, uniform}, pipeline), failure.Facade);
        EXPECT_EQ(GetStatus(Device, pipeline), ResourceStatus::InvalidHandle);
    }
    // A pipeline that fails late holds no parts.
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::RasterPipeline)] = true;
    ASSERT_EQ(CreatePipeline(Device, {vertex, fragment, uniform}, pipeline), ResourceStatus::Pending);
    EXPECT_REFUSAL(Destroy(Device, vertex), ResourceStatus::InUse, ResourceInUse);
    internal::FinishReferenceCreations(RecordKind::RasterPipeline, BackendStatus::Refused);
    EXPECT_EQ(GetStatus(Device, pipeline), ResourceStatus::Failed);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
}

// Uniforms of the facade share a layout: until it is Ready none is made, and one that failed is made anew.
TEST_P(CreationFaults, TheFacadeWaitsForItsLayout)
{
    Start();
    InternalRecords = 2;
    bool& isHeld = internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::BindingLayout)];
    UniformHandle uniform;
    for (const BackendStatus result : {BackendStatus::Refused, BackendStatus::OutOfMemory, BackendStatus::Ready})
    {
        isHeld = true;
        EXPECT_REFUSAL(CreateUniform(Device, 48, uniform), ResourceStatus::NotReady, DependencyPending);
        EXPECT_REFUSAL(CreateUniform(Device, 48, uniform), ResourceStatus::NotReady, DependencyPending);
        EXPECT_EQ(GetStatus(Device, uniform), ResourceStatus::InvalidHandle);
        internal::FinishReferenceCreations(RecordKind::BindingLayout, result);
    }
    isHeld = false;
    EXPECT_EQ(CreateUniform(Device, 48, uniform), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
}

TEST_P(CreationFaults, ALossEndsTheSessionWhereverAUniformMeetsIt)
{
    for (const ReferenceCall call :
         {ReferenceCall::CreateFrameUniforms, ReferenceCall::CreateBindingLayout, ReferenceCall::CreateBindingSet})
    {
        SCOPED_TRACE(internal::GetReferenceCallName(call));
        Start();
        UniformHandle uniform;
        internal::FailReferenceCall(call, {.Status = BackendStatus::Lost});
        EXPECT_REFUSAL(CreateUniform(Device, 48, uniform), ResourceStatus::DeviceLost, DeviceIsLost);
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
        EXPECT_REFUSAL(CreateUniform(Device, 48, uniform), ResourceStatus::DeviceLost, DeviceIsLost);
        Stop();
    }
}

// Each call of the boundary that makes something, and reserving for transfers.
TEST_P(CreationFaults, LossAtEachCreationEndsTheSession)
{
    const std::vector<uint8> bytes(64);
    const auto tryEach = [&](ReferenceCall lost, auto create)
    {
        SCOPED_TRACE(internal::GetReferenceCallName(lost));
        Start();
        MakeQuads();
        const TextureHandle texture = MakeTexels(4, 4, bytes);
        const TextureViewHandle view = MakeView(texture);
        const SamplerHandle sampler = MakeSampler();
        internal::FailReferenceCall(lost, {.Status = BackendStatus::Lost});
        EXPECT_EQ(create(texture, view, sampler), RasterStatus::DeviceLost);
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
        EXPECT_EQ(create(texture, view, sampler), RasterStatus::DeviceLost);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
    };
    // Creates into a null handle, and expects that it stays one.
    const auto make = []<class Handle>(Handle, auto call)
    {
        return [call](TextureHandle texture, TextureViewHandle view, SamplerHandle sampler)
        {
            Handle handle;
            const RasterStatus status = call(handle, texture, view, sampler);
            EXPECT_TRUE(IsNullHandle(handle));
            return status;
        };
    };
    tryEach(ReferenceCall::CreateBuffer, make(BufferHandle{},
                                              [&](BufferHandle& out, auto...) {
                                                  return CreateBuffer(Device, {BufferRole::Index16, 64}, bytes, out);
                                              }));
    tryEach(ReferenceCall::CreateTexture, make(TextureHandle{},
                                               [&](TextureHandle& out, auto...) {
                                                   return CreateTexture(Device, {4, 4}, {bytes, 16}, out);
                                               }));
    tryEach(ReferenceCall::CreateTextureView,
            make(TextureViewHandle{}, [&](TextureViewHandle& out, TextureHandle texture, auto...)
                 { return CreateTextureView(Device, texture, out); }));
    tryEach(ReferenceCall::CreateSampler,
            make(SamplerHandle{}, [&](SamplerHandle& out, auto...) { return CreateSampler(Device, {}, out); }));
    tryEach(ReferenceCall::CreateShader, make(RasterShaderHandle{}, [&](RasterShaderHandle& out, auto...)
                                              { return CreateRasterShader(Device, GetQuadsVertex(), out); }));
    tryEach(ReferenceCall::CreateBindingLayout, make(BindingLayoutHandle{}, [&](BindingLayoutHandle& out, auto...)
                                                     { return CreateBindingLayout(Device, GetQuadsBindings(), out); }));
    tryEach(ReferenceCall::CreateBindingSet,
            make(BindingSetHandle{},
                 [&](BindingSetHandle& out, TextureHandle, TextureViewHandle view, SamplerHandle sampler)
                 {
                     const RasterBindingResource resources[] = {{0, Quads.Uniforms, 0, sizeof(DrawBlock)},
                                                                {.Binding = 1, .Texture = view},
                                                                {.Binding = 2, .Sampler = sampler}};
                     return CreateBindingSet(Device, Quads.Layout, resources, out);
                 }));
    tryEach(ReferenceCall::CreateRasterPipeline,
            make(RasterPipelineHandle{},
                 [&](RasterPipelineHandle& out, auto...)
                 {
                     return CreateRasterPipeline(
                         Device, {Quads.Vertex, Quads.Fragment, Quads.Layout, GetQuadsStreams(), GetQuadsAttributes()},
                         out);
                 }));
    tryEach(ReferenceCall::CreateFrameUniforms,
            make(BufferHandle{}, [&](BufferHandle& out, auto...) { return GetFrameUniformBuffer(Device, out); }));
    for (const ReferenceCall call : {ReferenceCall::ReserveUpload, ReferenceCall::CreateBuffer})
    {
        tryEach(call, make(UploadTicket{},
                           [&](UploadTicket& out, auto...) {
                               return RequestBufferUpload(Device, {BufferRole::Vertex, 64}, bytes.data(), 64, out);
                           }));
    }
    tryEach(ReferenceCall::ReserveReadback,
            make(ReadbackTicket{}, [&](ReadbackTicket& out, auto...)
                 { return RequestBufferReadback(Device, Quads.Uniforms, 0, 16, out); }));
}

LUDUS_ON_STEERED_LANES(CreationFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
