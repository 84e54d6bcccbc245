// The fixture of conformance and fault cases: a lane, a device, and the proof at the end that nothing is alive.
#pragma once

#include "backends/reference/control.h"
#include "frontend/inspect.h"
#include "lanes.h"
#include "picture.h"
#include "settle.h"

#include <ludus/foundation/memory/host_memory.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/gpu_scope.h>

#include <cstring>
#include <functional>
#include <gtest/gtest.h>

namespace ludus::graphics::rhi
{
std::ostream& operator<<(std::ostream& out, DeviceStatus status);
std::ostream& operator<<(std::ostream& out, ResourceStatus status);
std::ostream& operator<<(std::ostream& out, RasterStatus status);
std::ostream& operator<<(std::ostream& out, FrameStatus status);
std::ostream& operator<<(std::ostream& out, GpuTimingState state);
std::ostream& operator<<(std::ostream& out, DiagnosticCode code);
} // namespace ludus::graphics::rhi

namespace ludus::graphics::rhi::tests
{
using internal::RecordKind;
using internal::ReferenceCall;

/// Expects that `call` answers `status` and leaves exactly this diagnostic.
#define EXPECT_REFUSAL(call, status, code)                                                                             \
    do                                                                                                                 \
    {                                                                                                                  \
        const auto refusalsBefore = ::ludus::graphics::rhi::tests::CountRefusals();                                    \
        EXPECT_EQ((call), (status));                                                                                   \
        EXPECT_EQ(::ludus::graphics::rhi::tests::GetCodeAfter(refusalsBefore), DiagnosticCode::code);                  \
    } while (false)

/// Refusals of the process so far.
[[nodiscard]] uint64 CountRefusals();

/// Code of the last refusal, or None when there was none since `before`.
[[nodiscard]] DiagnosticCode GetCodeAfter(uint64 before);

/// The bytes of an array or vector, borrowed.
template <class Range>
[[nodiscard]] std::span<const uint8> AsBytes(const Range& values)
{
    return {reinterpret_cast<const uint8*>(std::data(values)), std::size(values) * sizeof(*std::data(values))};
}

template <class T>
[[nodiscard]] std::span<const uint8> BytesOf(const T& value)
{
    return {reinterpret_cast<const uint8*>(&value), sizeof value};
}

/// Whether a portable handle is null: neither owner nor generation. Asks the library nothing.
template <class Handle>
[[nodiscard]] bool IsNullHandle(const Handle& handle)
{
    static_assert(sizeof(Handle) == 24);
    uint64 words[2];
    std::memcpy(words, static_cast<const void*>(&handle), sizeof words);
    return words[0] == 0 && words[1] == 0;
}

class DeviceTest : public testing::TestWithParam<Lane>
{
protected:
    void SetUp() override;
    void TearDown() override;

    /// Skips the case, by name, on a lane that lacks something.
    [[nodiscard]] bool Lacks(const Needs& needs);

    /// Creates the device with the lane's backend and waits until it is Ready.
    void Start(DeviceDescription description = {.Required = {.FullscreenRaster = true, .PortableRaster = true}});

    /// DestroyDevice, also after loss.
    void Stop();

    /// Sets the target, opens a frame and expects both to work.
    void Begin(const FrameTarget& target);

    /// BeginFrame or BeginFrameStatus, again while a busy machine's driver needs longer for the frames in flight than
    /// they wait. On a steered backend, once.
    [[nodiscard]] DeviceStatus BeginPatiently() const;
    [[nodiscard]] FrameStatus BeginFacadePatiently() const;

    /// Ends the frame and expects it to work.
    void End();

    /// Creates through `create` a handle that the test's end destroys, and waits until it is Ready.
    template <class Handle, class Create>
    Handle Make(Create create)
    {
        Handle handle;
        const RasterStatus status = create(handle);
        EXPECT_TRUE(status == RasterStatus::Ready || status == RasterStatus::Pending) << status;
        EXPECT_EQ(Settle([&] { return GetStatus(Device, handle); }), RasterStatus::Ready);
        Own(handle);
        return handle;
    }

    /// Creates through `create` a part of the facade, which the test destroys, and waits until it is Ready.
    template <class Handle, class Create>
    Handle MakePart(Create create)
    {
        Handle handle;
        const ResourceStatus status = create(handle);
        EXPECT_TRUE(status == ResourceStatus::Ready || status == ResourceStatus::Pending) << status;
        EXPECT_EQ(Settle([&] { return GetStatus(Device, handle); }), ResourceStatus::Ready);
        return handle;
    }

    /// What a creation that has answered `status` comes to: waits for a Pending one.
    template <class Handle>
    RasterStatus Await(RasterStatus status, const Handle& handle)
    {
        return status == RasterStatus::Pending ? Settle([&] { return GetStatus(Device, handle); }) : status;
    }

    /// Leaves a handle to the test's end.
    template <class Handle>
    void Own(Handle handle)
    {
        Cleanup.push_back(
            [this, handle]() mutable
            {
                if (GetStatus(Device, handle) != RasterStatus::InvalidHandle)
                {
                    EXPECT_EQ(Destroy(Device, handle), RasterStatus::Ready);
                }
            });
    }

    BufferHandle MakeBuffer(BufferRole role, std::span<const uint8> bytes);
    TextureHandle MakeTexture(const TextureDescription& description, const TextureUpload& upload);
    TextureViewHandle MakeView(TextureHandle texture);
    SamplerHandle MakeSampler(const SamplerDescription& description = {});
    RasterShaderHandle MakeShader(const RasterShaderDescription& description);
    BindingLayoutHandle MakeLayout(std::span<const RasterBinding> bindings);
    BindingSetHandle MakeSet(BindingLayoutHandle layout, std::span<const RasterBindingResource> resources);
    RasterPipelineHandle MakePipeline(const RasterPipelineDescription& description);

    /// Destroys what Own has, newest first, and expects every record to go once the work has completed.
    void ReleaseOwned();

    /// Reads the last frame back.
    Picture ReadFrame();

    /// Compares the last frame: its pixels, or on a lane without pixels the text of its stream.
    void ExpectFrame(const Picture& expected, const std::string& stream);

    /// The text of the last stream that drew the surface; reference only.
    [[nodiscard]] const std::string& GetFrameText() const { return FrameText; }

    [[nodiscard]] bool IsSteered() const { return GetParam().Has.CanBeSteered; }

    WindowInfo Window{}; // what Start draws to: nothing on screen
    DeviceHandle Device{};
    SurfaceHandle Surface{};
    DeviceInfo Info{};
    uint32 InternalRecords{0}; // that may stay when all of the test's own are gone: the ring, the facade's layout

private:
    static void OnSubmission(void* context, const internal::Submission& submission) noexcept;

    std::vector<std::function<void()>> Cleanup{};
    std::string FrameText{};
    uint64 BlocksAtStart{0};
    uint64 ValidationMessages{0};
};

/// Names a case's instance after its lane.
[[nodiscard]] std::string GetLaneName(const testing::TestParamInfo<Lane>& info);
} // namespace ludus::graphics::rhi::tests

/// Runs a fixture's cases on every lane.
#define LUDUS_ON_EVERY_LANE(Fixture) INSTANTIATE_TEST_SUITE_P(, Fixture, testing::ValuesIn(GetLanes()), GetLaneName)

/// Runs a fixture's cases on the lanes that have something: LUDUS_ON_LANES_WITH(Fixture, .Computes = true).
#define LUDUS_ON_LANES_WITH(Fixture, ...)                                                                              \
    INSTANTIATE_TEST_SUITE_P(, Fixture, testing::ValuesIn(GetLanesWith({__VA_ARGS__})), GetLaneName)

/// Runs a fixture's cases where failures can be steered.
#define LUDUS_ON_STEERED_LANES(Fixture) LUDUS_ON_LANES_WITH(Fixture, .CanBeSteered = true)
