// Stage of these tests: a device on the reference backend, objects of every shape that a draw can name, and the draws
// of each accepted submission with every value filled in.
#pragma once

#include "../../support/device_test.h"
#include "boundary/stream_reader.h"
#include "frontend/session.h"

#include <map>

namespace ludus::graphics::rhi::tests
{
using internal::RasterAccess;
using internal::ResolvedDraw;
using internal::s_Recording;

constexpr uint32 NO_SHIFT = 0;

/// What reached the backend under one ordinal.
struct RecordedSubmission final
{
    uint64 Ordinal{0};
    internal::MemoryRange Uniforms{};
    std::vector<ResolvedDraw> Draws{};
    uint32 FullscreenDraws{0};
    uint32 EntryBytes{0};
};

[[nodiscard]] bool IsSame(const ResolvedDraw& a, const ResolvedDraw& b);
[[nodiscard]] std::string Describe(const ResolvedDraw& draw);

/// Expects the same draws in the same order.
void ExpectDraws(const std::vector<ResolvedDraw>& got, const std::vector<ResolvedDraw>& expected);

class RecordingTest : public DeviceTest
{
protected:
    void SetUp() override;

    /// A device with small limits that tests can reach.
    void StartSmall(uint32 drawsPerFrame = 64, usize uniformBytes = 4096);

    /// Opens a frame of 4 by 4 pixels.
    void Open();

    // Objects by short descriptions. They are owned by the test's end, and known to Expect.
    BufferHandle MakeVertices(usize bytes);
    BufferHandle MakeIndices(std::span<const uint16> indices);
    BufferHandle MakeIndices(std::span<const uint32> indices);
    BufferHandle MakeUniforms(usize bytes);
    BufferHandle GetRing();
    BindingSetHandle MakeKnownSet(BindingLayoutHandle layout, std::span<const RasterBindingResource> resources,
                                  std::vector<uint32> dynamicBindings);

    /// Shader stages that read nothing: they fit every layout and every stream.
    void MakeStages();
    RasterPipelineHandle MakeStreamsPipeline(BindingLayoutHandle layout, std::vector<RasterVertexStream> streams);

    /// What the description of a pipeline over the empty stages is.
    [[nodiscard]] RasterPipelineDescription DescribePipeline(BindingLayoutHandle layout,
                                                             std::span<const RasterVertexStream> streams) const;

    /// Tells Expect about a set or an index buffer that was made elsewhere.
    void Know(BindingSetHandle set, std::vector<uint32> dynamicBindings);
    void Know(BufferHandle indices, uint32 shift);

    /// The draw that an accepted packet must become, by the test's own knowledge of the objects.
    [[nodiscard]] ResolvedDraw Expect(const RasterDraw& draw) const;

    /// The last frame's draws.
    [[nodiscard]] const std::vector<ResolvedDraw>& GetDraws() const { return Submissions.back().Draws; }

    static uint32 SlotOf(const auto& handle) { return RasterAccess::Slot(handle); }

    std::vector<RecordedSubmission> Submissions{};
    RasterShaderHandle VertexStage{};
    RasterShaderHandle FragmentStage{};

private:
    static void OnSubmission(void* context, const internal::Submission& submission) noexcept;

    std::map<uint64, std::vector<uint32>> DynamicBindings{}; // of sets, by generation
    std::map<uint64, uint32> IndexShifts{};                  // of index buffers, by generation
};

/// A layout entry: a uniform buffer, moved by packets or not.
[[nodiscard]] constexpr RasterBinding UniformBinding(uint32 binding, bool isDynamic)
{
    return {.Binding = binding,
            .Kind = RasterBindingKind::UniformBuffer,
            .Visibility = RasterVisibility::Both,
            .MinSize = 16,
            .HasDynamicOffset = isDynamic};
}

/// One object of each kind that these tests draw with. Two pipelines share a layout with one dynamic uniform.
class DrawStage : public RecordingTest
{
protected:
    void MakeStage();

    /// A packet over two streams, the ring and 900 indices, whose every value is the largest that its rules allow.
    [[nodiscard]] RasterDraw GetGood();

    /// `packet` with other slices than it had, which stay alive until the next call.
    void ChangeSlice(RasterDraw& packet, uint32 index, const std::function<void(RasterVertexSlice&)>& change);

    static constexpr usize UNIFORM_BYTES = 4096;
    static constexpr usize BOUND = 64;

    BufferHandle Ring{};
    BufferHandle Vertices{};
    BufferHandle Instances{};
    BufferHandle Index16{};
    BufferHandle Index32{};
    BufferHandle Uniforms{};
    BindingLayoutHandle OneDynamic{};
    BindingLayoutHandle Twin{}; // of equal entries, and yet another layout
    BindingLayoutHandle Static{};
    BindingLayoutHandle TwoDynamic{};
    BindingSetHandle RingSet{};
    BindingSetHandle UniformSet{};
    BindingSetHandle TwinSet{};
    BindingSetHandle StaticSet{};
    BindingSetHandle TwoSet{};
    RasterPipelineHandle OneStream{};
    RasterPipelineHandle TwoStreams{};
    RasterPipelineHandle NoStreams{};
    RasterPipelineHandle StaticPipeline{};
    RasterPipelineHandle TwoPipeline{};
    RasterVertexSlice Slices[2]{};
    RasterVertexSlice Changed[2]{};
};

/// Indices 0 to 49 again and again, with one of 99 at 700 (Index16) or of 80 at 299 (Index32).
constexpr uint32 STAGE_INDICES = 900;
} // namespace ludus::graphics::rhi::tests
