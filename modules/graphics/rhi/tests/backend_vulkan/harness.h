// A started Vulkan backend without a frontend, the objects of a simple scene, and pixels to compare.
#pragma once

#include "../support/stream_builder.h"
#include "boundary/registration.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace ludus::graphics::rhi::tests
{
using namespace internal;

/// Rows of RGBA8 texels, top first.
struct Picture final
{
    uint32 Width{0};
    uint32 Height{0};
    std::vector<uint32> Texels{};

    [[nodiscard]] uint32 At(uint32 x, uint32 y) const { return Texels[std::size_t{y} * Width + x]; }
};

/// A texel as the picture holds it.
[[nodiscard]] constexpr uint32 Rgba(uint32 r, uint32 g, uint32 b, uint32 a = 255)
{
    return r | g << 8 | b << 16 | a << 24;
}

/// What Poll delivered.
class EventLog final : public BackendEvents
{
public:
    void OnCreated(const CreationEvent& event) noexcept override { Created.push_back(event); }

    void OnStarted(BackendStatus, const BackendReport&) noexcept override {}

    void OnTransferFailed(uint64 /*ordinal*/) noexcept override { ADD_FAILURE() << "no transfer fails late here"; }

    void OnLost() noexcept override { IsLost = true; }

    std::vector<CreationEvent> Created{};
    bool IsLost{false};
};

/// A uniform block of quad.vert.
struct QuadBlock final
{
    float32 Offset[4]{0, 0, 0, 0};
    float32 Color[4]{1, 1, 1, 1};
};

constexpr usize UNIFORM_STEP = 256;

/// A session without a window on the validated backend. The test fails when the layers said anything, or when an object
/// is alive at its end.
class VulkanTest : public testing::Test
{
protected:
    void SetUp() override;
    void TearDown() override;

    /// Starts another session; `window` headless when left out.
    void Start(const WindowInfo& window = {});
    void Stop();

    // Objects, at slots that the caller picks. Each fails the test unless it is Ready.
    void MakeBuffer(uint32 slot, BufferRole role, std::span<const uint8> bytes);
    void MakeTexture(uint32 slot, uint32 width, uint32 height, std::span<const uint32> texels);
    void MakeView(uint32 slot, uint32 texture, uint32 baseMip = 0, uint32 mipCount = 1);
    void MakeSampler(uint32 slot, const SamplerDescription& description = {});
    void MakeShader(uint32 slot, ShaderStage stage, std::span<const uint32> words);
    void MakeLayout(uint32 slot, std::span<const RasterBinding> bindings);
    void MakeSet(uint32 slot, uint32 layout, std::span<const SetDescriptor> descriptors);
    void Destroy(RecordKind kind, uint32 slot);

    /// Destroys everything that the calls above and DrawScene made, newest first.
    void DestroyAll();

    /// Prepares, acquires and submits a frame of the target's extent; returns its ordinal.
    uint64 Draw(std::span<const uint8> stream, uint32 width, uint32 height);

    /// Acquires a frame; the answer is the acquisition's.
    AcquireStatus Acquire(uint32 width, uint32 height, AcquiredFrame& frame);
    uint64 SubmitFrame(std::span<const uint8> stream);

    /// Submits the copy of the last frame into a slice; returns its ordinal.
    uint64 RequestPicture(uint32 slice, uint32 width, uint32 height);
    Picture ReadPicture(uint32 slice, uint64 ordinal, uint32 width, uint32 height);

    /// Draws one frame and reads it.
    Picture DrawAndRead(std::span<const uint8> stream, uint32 width, uint32 height);

    /// The quad scene: pipeline, set of a dynamic uniform (and texture 0's view and sampler when `isTextured`), a quad
    /// of the whole clip space with texture coordinate (0, 0) at its upper left, and eight uniform blocks.
    void MakeQuadScene(bool isTextured, std::span<const QuadBlock> blocks, const RasterPipelineCreation& states = {});

    /// Entries that draw the quad once for each block, by dynamic offset.
    static void AddQuads(StreamBuilder& stream, uint32 count);

    foundation::Owned<GraphicsBackend> Native{};
    BackendReport Report{};
    uint64 Ordinal{0};

    struct Made final
    {
        RecordKind Kind{};
        uint32 Slot{0};
    };

    std::vector<Made> Alive{};
};
} // namespace ludus::graphics::rhi::tests
