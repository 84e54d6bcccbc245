// A prepared sequence of kernels over buffers: made once, then put into as many ordered graphs as needed.
//
//     rhi::ComputeWorkload workload;
//     workload.Initialize(device, {.Buffers = buffers, .Kernels = kernels});
//     workload.Poll(device);                                    // once a tick, while it answers Pending
//     rhi::OrderedGraph graph;
//     workload.BuildGraph(device, graph);                       // CompileOrderedGraph and ExecuteOrderedGraph follow
//     const rhi::BufferHandle result = workload.GetBuffer(2);   // for draws, or to be read back
//     workload.Reset(device);
//
// Everything is called between frames on the device's thread, the destructor included. It uses only what compute.h and
// graph.h offer: graphs and submissions keep what they use, also when the owner is reset.
#pragma once

#include <ludus/foundation/memory/owned.h>
#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct ComputeWorkloadState;
}

/// One allocation of a workload: weights, embeddings, scratch memory, or storage that another owner keeps.
struct ComputeWorkloadBuffer final
{
    BufferRole Role{BufferRole::Storage}; // a storage role; of External, whatever it has
    foundation::usize Size{0};            // bytes, a nonzero multiple of four; of External, exactly its size
    std::span<const foundation::uint8> InitialBytes{}; // exactly Size, or empty for zeros and for External
    bool IsReadOnly{false};                            // no kernel may write it
    BufferHandle External{}; // borrowed instead of made: its owner keeps it until the workload is reset
};

/// What a kernel binds at one of its storage bindings.
struct ComputeWorkloadBinding final
{
    foundation::uint32 Binding{0}; // in group zero
    foundation::uint32 Buffer{0};  // index into ComputeWorkloadDescription::Buffers
    foundation::usize Offset{0};
    foundation::usize Size{0};
    bool IsWritable{false}; // as the kernel says: StorageReadWrite, else StorageRead
};

struct ComputeWorkloadKernel final
{
    const char* Name{nullptr};                          // of its graph pass, 1 to 63 bytes
    RasterShaderDescription Shader{};                   // a Compute artifact whose bindings are storage alone
    std::span<const ComputeWorkloadBinding> Bindings{}; // one for each binding of the kernel
    foundation::uint32 Groups[3]{1, 1, 1};
    foundation::uint32 UseProgramFrom{GRAPH_EXTERNAL_INDEX}; // an earlier kernel with a program of its own, whose
                                                             // shader, layout and pipeline are used; Shader is ignored
};

struct ComputeWorkloadDescription final
{
    std::span<const ComputeWorkloadBuffer> Buffers{};
    std::span<const ComputeWorkloadKernel> Kernels{}; // in the order of their dispatches
    foundation::uint64 MaximumBufferBytes{0};         // of all buffers, External too; zero: the device's budgets alone
};

/// Owns buffers, programs and binding sets of a sequence of kernels. Moves, and is not copied.
class ComputeWorkload final
{
public:
    ComputeWorkload() noexcept;
    ComputeWorkload(const ComputeWorkload&) = delete;
    ComputeWorkload& operator=(const ComputeWorkload&) = delete;
    ComputeWorkload(ComputeWorkload&& other) noexcept;
    ComputeWorkload& operator=(ComputeWorkload&& other) noexcept;

    /// Releases what it owns, as Reset does.
    ~ComputeWorkload();

    /// Makes everything into an empty owner: Ready, or Pending until Poll says Ready. Metadata and uploads are copied;
    /// shader artifacts stay alive until then. Any other answer leaves the owner empty: InvalidDescription for what
    /// does not fit the kernels' reflection, the device or the buffers; InvalidHandle for an External that is not of
    /// this device, NotReady for a pending one, InvalidState for a failed one; CapacityExceeded beyond
    /// MaximumBufferBytes, the graph limits of StorageLimits or its budgets; Unsupported without compute. What
    /// CreateComputePipeline and CreateBindingSet check (alignment, length and stride of the ranges, StorageLimits)
    /// comes from Poll when this answers Pending, since a kernel's parts must be ready first. Kernels that ask for
    /// preparation on the worker may be more than it holds at once: stages beyond that are made here, and their
    /// pipelines wait their turn through Poll.
    [[nodiscard]] RasterStatus Initialize(DeviceHandle device, const ComputeWorkloadDescription& description) noexcept;

    /// Ready, Pending, or why preparation failed: then the owner stays as it is until Reset. NotReady when empty.
    [[nodiscard]] RasterStatus Poll(DeviceHandle device) noexcept;

    /// Writes a graph of all kernels, not compiled yet, to a null handle. `outputVersions`, empty or of one element a
    /// buffer, receives the last version of each, for consumers that are added before compilation.
    /// `shouldRootBuffers` makes the last versions of written buffers history roots; pass false when writers follow,
    /// and root theirs. NotReady before Poll answers Ready.
    [[nodiscard]] RasterStatus BuildGraph(DeviceHandle device, OrderedGraph& outGraph,
                                          std::span<GraphVersion> outputVersions = {},
                                          bool shouldRootBuffers = true) const noexcept;

    /// The buffer of the description's `index`, borrowed; null beyond the last one and of an empty owner.
    [[nodiscard]] BufferHandle GetBuffer(foundation::uint32 index) const noexcept;

    /// Destroys what it owns and is empty then. InvalidHandle on another device, InvalidState in a frame: nothing has
    /// changed. Ready when the device is gone, or when there was nothing.
    [[nodiscard]] RasterStatus Reset(DeviceHandle device) noexcept;

private:
    friend class ComputeCache;

    /// Whether there is something, made on this device.
    [[nodiscard]] bool IsOf(DeviceHandle device) const noexcept;

    foundation::Owned<internal::ComputeWorkloadState> State;
};
} // namespace ludus::graphics::rhi
