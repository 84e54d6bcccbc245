#include "device_test.h"

#include "stream_lines.h"

#include <ludus/graphics/rhi/frame_readback.h>

#include <algorithm>
#include <cstdlib>

#if LUDUS_TEST_OPENGL_LOG
#include "backends/opengl/debug_log.h"
#endif
#if LUDUS_TEST_VULKAN_LOG
#include "backends/vulkan/validation_log.h"
#endif
#if LUDUS_TEST_WEBGPU_LOG
#include "backends/webgpu/error_count.h"
#endif

namespace ludus::graphics::rhi
{
namespace
{
template <class Status, std::size_t N>
std::ostream& Print(std::ostream& out, Status status, const char* const (&names)[N])
{
    const auto index = static_cast<std::size_t>(status);
    return index < N ? out << names[index] : out << "status " << index;
}
} // namespace

std::ostream& operator<<(std::ostream& out, DeviceStatus status)
{
    static const char* const NAMES[] = {"Ready",
                                        "Pending",
                                        "Skipped",
                                        "NotReady",
                                        "InvalidHandle",
                                        "InvalidState",
                                        "InvalidDescription",
                                        "Unsupported",
                                        "Failed",
                                        "DeviceLost",
                                        "IdentityExhausted"};
    return Print(out, status, NAMES);
}

std::ostream& operator<<(std::ostream& out, ResourceStatus status)
{
    static const char* const NAMES[] = {"Ready",
                                        "Pending",
                                        "Failed",
                                        "NotReady",
                                        "InvalidHandle",
                                        "InvalidState",
                                        "InvalidDescription",
                                        "CapacityExceeded",
                                        "InUse",
                                        "DeviceLost"};
    return Print(out, status, NAMES);
}

std::ostream& operator<<(std::ostream& out, RasterStatus status)
{
    static const char* const NAMES[] = {"Ready",
                                        "Pending",
                                        "NotReady",
                                        "Failed",
                                        "InvalidHandle",
                                        "InvalidState",
                                        "InvalidDescription",
                                        "Unsupported",
                                        "CapacityExceeded",
                                        "IdentityExhausted",
                                        "OutOfMemory",
                                        "DeviceLost"};
    return Print(out, status, NAMES);
}

std::ostream& operator<<(std::ostream& out, FrameStatus status)
{
    static const char* const NAMES[] = {"Ready", "NotReady", "InvalidState", "Unsupported", "Failed", "Skipped"};
    return Print(out, status, NAMES);
}

std::ostream& operator<<(std::ostream& out, GpuTimingState state)
{
    static const char* const NAMES[] = {"Empty", "Armed", "Pending", "Available", "Unavailable", "Disjoint", "Failed"};
    return Print(out, state, NAMES);
}

std::ostream& operator<<(std::ostream& out, DiagnosticCode code)
{
    return out << (code == DiagnosticCode::None ? std::string_view{"None"} : GetDiagnosticName(code));
}
} // namespace ludus::graphics::rhi

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::GetReferenceControl;
using internal::InspectSession;

uint64 CountValidationMessages()
{
    uint64 count = 0;
#if LUDUS_TEST_VULKAN_LOG
    count += internal::vulkan::GetVulkanValidationMessageCount();
#endif
#if LUDUS_TEST_OPENGL_LOG
    count += internal::opengl::GetOpenGlMessageCount();
#endif
#if LUDUS_TEST_WEBGPU_LOG
    count += internal::webgpu::GetWebGpuErrorCount();
#endif
    return count;
}
} // namespace

uint64 CountRefusals()
{
    Diagnostic last;
    return GetLastDiagnostic({}, last) ? last.Sequence : 0;
}

DiagnosticCode GetCodeAfter(uint64 before)
{
    Diagnostic last;
    return GetLastDiagnostic({}, last) && last.Sequence > before ? last.Code : DiagnosticCode::None;
}

std::string GetLaneName(const testing::TestParamInfo<Lane>& info)
{
    std::string name = info.param.Name;
    std::replace(name.begin(), name.end(), '-', '_'); // GoogleTest takes identifiers
    return name;
}

void DeviceTest::SetUp()
{
    ASSERT_FALSE(InspectSession().HasSession) << "an earlier case left a session";
    internal::ResetReferenceControl();
    foundation::InjectHostMemoryFailure(0);
    const std::string& absence = GetAbsence(GetParam());
    if (!absence.empty())
    {
        if (GetParam().IsRequired)
        {
            FAIL() << "the required lane " << GetParam().Name << " cannot start: " << absence;
        }
        GTEST_SKIP() << "declared absent: " << GetParam().Name << " cannot start: " << absence;
    }
    internal::ReferenceControl& control = GetReferenceControl();
    control.StopsAtViolation = false;
    control.Observer = OnSubmission;
    control.ObserverContext = this;
    BlocksAtStart = foundation::GetHostMemoryUsage().LiveAllocations - InspectSession().CommittedBlocks;
    ValidationMessages = CountValidationMessages();
}

void DeviceTest::TearDown()
{
    foundation::InjectHostMemoryFailure(0);
    if (InspectSession().HasSession)
    {
        DeviceInfo info;
        const DeviceStatus state = GetDeviceInfo(Device, info);
        if (state == DeviceStatus::Ready)
        {
            FrameInfo frame;
            if (GetFrameInfo(Device, Surface, frame) == DeviceStatus::Ready)
            {
                EXPECT_EQ(EndFrame(Device), DeviceStatus::Ready);
            }
            ReleaseOwned();
        }
        if (state == DeviceStatus::InvalidHandle)
        {
            Shutdown(); // the facade's session
        }
        else
        {
            Stop();
        }
    }
    const internal::SessionInspection left = InspectSession();
    EXPECT_FALSE(left.HasSession);
    EXPECT_EQ(left.LiveRecords, 0U);
    EXPECT_EQ(left.LiveBackendObjects, 0U);
    EXPECT_EQ(left.ResourceBytes, 0U);
    EXPECT_EQ(left.BindingDescriptors, 0U);
    const internal::ReferenceControl& control = GetReferenceControl();
    EXPECT_EQ(control.Violations, 0U) << control.FirstViolation;
    EXPECT_EQ(CountValidationMessages(), ValidationMessages) << "the validation layers or the driver have complained";
    // Pages of records stay for the life of the process; everything else has been returned.
    const foundation::HostMemoryUsage now = foundation::GetHostMemoryUsage();
    EXPECT_EQ(now.LiveAllocations - left.CommittedBlocks, BlocksAtStart);
    internal::ResetReferenceControl();
}

bool DeviceTest::Lacks(const Needs& needs)
{
    return !HasAll(GetParam(), needs);
}

void DeviceTest::Start(DeviceDescription description)
{
    description.Selection = GetParam().Selection;
    const DeviceStatus status = CreateDevice({.Name = "tests"}, Window, description, Device, Surface);
    ASSERT_TRUE(status == DeviceStatus::Ready || status == DeviceStatus::Pending) << status;
    ASSERT_EQ(Settle([&] { return GetDeviceInfo(Device, Info); }), DeviceStatus::Ready);
}

void DeviceTest::Stop()
{
    Cleanup.clear();
    EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
    Surface = {};
}

DeviceStatus DeviceTest::BeginPatiently() const
{
    DeviceStatus status = BeginFrame(Device, Surface);
    const auto isOpen = [&]
    {
        status = BeginFrame(Device, Surface);
        return status != DeviceStatus::Skipped;
    };
    if (status == DeviceStatus::Skipped && !IsSteered())
    {
        (void)SettleUntil(isOpen);
    }
    return status;
}

FrameStatus DeviceTest::BeginFacadePatiently() const
{
    FrameStatus status = BeginFrameStatus();
    const auto isOpen = [&]
    {
        status = BeginFrameStatus();
        return status != FrameStatus::Skipped;
    };
    if (status == FrameStatus::Skipped && !IsSteered())
    {
        (void)SettleUntil(isOpen);
    }
    return status;
}

void DeviceTest::Begin(const FrameTarget& target)
{
    ASSERT_EQ(SetFrameTarget(Device, Surface, target), DeviceStatus::Ready);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
}

void DeviceTest::End()
{
    ASSERT_EQ(EndFrame(Device), DeviceStatus::Ready);
}

BufferHandle DeviceTest::MakeBuffer(BufferRole role, std::span<const uint8> bytes)
{
    return Make<BufferHandle>(
        [&](BufferHandle& out) {
            return CreateBuffer(Device, {role, bytes.size()}, bytes, out);
        });
}

TextureHandle DeviceTest::MakeTexture(const TextureDescription& description, const TextureUpload& upload)
{
    return Make<TextureHandle>([&](TextureHandle& out) { return CreateTexture(Device, description, upload, out); });
}

TextureViewHandle DeviceTest::MakeView(TextureHandle texture)
{
    return Make<TextureViewHandle>([&](TextureViewHandle& out) { return CreateTextureView(Device, texture, out); });
}

SamplerHandle DeviceTest::MakeSampler(const SamplerDescription& description)
{
    return Make<SamplerHandle>([&](SamplerHandle& out) { return CreateSampler(Device, description, out); });
}

RasterShaderHandle DeviceTest::MakeShader(const RasterShaderDescription& description)
{
    return Make<RasterShaderHandle>([&](RasterShaderHandle& out)
                                    { return CreateRasterShader(Device, description, out); });
}

BindingLayoutHandle DeviceTest::MakeLayout(std::span<const RasterBinding> bindings)
{
    return Make<BindingLayoutHandle>([&](BindingLayoutHandle& out)
                                     { return CreateBindingLayout(Device, bindings, out); });
}

BindingSetHandle DeviceTest::MakeSet(BindingLayoutHandle layout, std::span<const RasterBindingResource> resources)
{
    return Make<BindingSetHandle>([&](BindingSetHandle& out)
                                  { return CreateBindingSet(Device, layout, resources, out); });
}

RasterPipelineHandle DeviceTest::MakePipeline(const RasterPipelineDescription& description)
{
    return Make<RasterPipelineHandle>([&](RasterPipelineHandle& out)
                                      { return CreateRasterPipeline(Device, description, out); });
}

void DeviceTest::ReleaseOwned()
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.HoldsCompletion = false;
    for (bool& holds : control.HoldsCreation)
    {
        holds = false;
    }
    for (usize kind = 0; kind < internal::RECORD_KIND_COUNT; ++kind)
    {
        internal::FinishReferenceCreations(static_cast<RecordKind>(kind));
    }
    while (!Cleanup.empty())
    {
        Cleanup.back()();
        Cleanup.pop_back();
    }
    EXPECT_TRUE(SettleUntil(
        [&]
        {
            DeviceInfo info;
            return GetDeviceInfo(Device, info) == DeviceStatus::Ready &&
                   InspectSession().LiveRecords <= InternalRecords;
        }))
        << InspectSession().LiveRecords << " records are alive although everything was destroyed";
    EXPECT_EQ(InspectSession().LiveBackendObjects, InspectSession().LiveRecords);
}

Picture DeviceTest::ReadFrame()
{
    FrameReadback ticket;
    Picture picture;
    const RasterStatus requested = RequestFrameReadback(Device, Surface, ticket);
    EXPECT_TRUE(requested == RasterStatus::Pending || requested == RasterStatus::Ready) << requested;
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    FrameInfo info;
    EXPECT_EQ(GetFrameReadbackInfo(Device, ticket, info), RasterStatus::Ready);
    picture = Picture(info.Width, info.Height, {});
    std::span<uint8> bytes{reinterpret_cast<uint8*>(picture.Pixels.data()), picture.Pixels.size() * sizeof(Pixel)};
    EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, usize{info.Width} * 4), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    return picture;
}

void DeviceTest::ExpectFrame(const Picture& expected, const std::string& stream)
{
    if (!GetParam().Has.RasterizesPixels)
    {
        EXPECT_EQ(GetFrameText(), stream);
        return;
    }
    const Picture got = ReadFrame();
    ASSERT_EQ(got.Width, expected.Width);
    ASSERT_EQ(got.Height, expected.Height);
    usize differing = 0;
    for (uint32 y = 0; y < expected.Height; ++y)
    {
        for (uint32 x = 0; x < expected.Width; ++x)
        {
            if (got.At(x, y) != expected.At(x, y) && differing++ < 8)
            {
                ADD_FAILURE() << "pixel " << x << ' ' << y << " is " << got.At(x, y) << ", expected "
                              << expected.At(x, y);
            }
        }
    }
    EXPECT_EQ(differing, 0U);
}

void DeviceTest::OnSubmission(void* context, const internal::Submission& submission) noexcept
{
    if (submission.UsesSurface)
    {
        static_cast<DeviceTest*>(context)->FrameText = GetStreamText(submission.Stream);
    }
}
} // namespace ludus::graphics::rhi::tests
