// Holds the structs and classes of compute.h, compute_workload.hpp and compute_cache.hpp to the contract, as
// struct_surface.cpp does for the others: compiled with warnings about missing initialisers as errors, and never run.
#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/compute_cache.hpp>
#include <ludus/graphics/rhi/compute_workload.hpp>

#include <cstddef>
#include <type_traits>

namespace ludus::graphics::rhi
{
using namespace foundation::core;

// ---- compute.h
// -------------------------------------------------------------------------------------------------------

static_assert(std::is_same_v<decltype(ComputePipelineDescription::Shader), RasterShaderHandle>);
static_assert(std::is_same_v<decltype(ComputePipelineDescription::Layout), BindingLayoutHandle>);
static_assert(std::is_same_v<decltype(ComputePipelineDescription::ShouldPrepareAsynchronously), bool>);
static_assert(!ComputePipelineDescription{}.ShouldPrepareAsynchronously);
static_assert(offsetof(ComputePipelineDescription, Shader) < offsetof(ComputePipelineDescription, Layout));
static_assert(offsetof(ComputePipelineDescription, Layout) <
              offsetof(ComputePipelineDescription, ShouldPrepareAsynchronously));

static_assert(std::is_same_v<decltype(ComputeDispatch::Pipeline), ComputePipelineHandle>);
static_assert(std::is_same_v<decltype(ComputeDispatch::Bindings), BindingSetHandle>);
static_assert(std::is_same_v<decltype(ComputeDispatch::Groups), uint32[3]>);
static_assert(std::is_same_v<decltype(ComputeDispatch::BindingOffsets), RasterBindingOffsets>);
static_assert(ComputeDispatch{}.Groups[0] == 1 && ComputeDispatch{}.Groups[1] == 1 && ComputeDispatch{}.Groups[2] == 1);
static_assert(offsetof(ComputeDispatch, Pipeline) < offsetof(ComputeDispatch, Bindings));
static_assert(offsetof(ComputeDispatch, Bindings) < offsetof(ComputeDispatch, Groups));
static_assert(offsetof(ComputeDispatch, Groups) < offsetof(ComputeDispatch, BindingOffsets));

static_assert(std::is_standard_layout_v<IndexedIndirectArguments> && sizeof(IndexedIndirectArguments) == 20);
static_assert(std::is_same_v<decltype(IndexedIndirectArguments::IndexCount), uint32>);
static_assert(std::is_same_v<decltype(IndexedIndirectArguments::InstanceCount), uint32>);
static_assert(std::is_same_v<decltype(IndexedIndirectArguments::FirstIndex), uint32>);
static_assert(std::is_same_v<decltype(IndexedIndirectArguments::BaseVertex), int32>);
static_assert(std::is_same_v<decltype(IndexedIndirectArguments::FirstInstance), uint32>);
static_assert(offsetof(IndexedIndirectArguments, IndexCount) == 0);
static_assert(offsetof(IndexedIndirectArguments, InstanceCount) == 4);
static_assert(offsetof(IndexedIndirectArguments, FirstIndex) == 8);
static_assert(offsetof(IndexedIndirectArguments, BaseVertex) == 12);
static_assert(offsetof(IndexedIndirectArguments, FirstInstance) == 16);
static_assert(IndexedIndirectArguments{}.IndexCount == 0 && IndexedIndirectArguments{}.InstanceCount == 0 &&
              IndexedIndirectArguments{}.FirstIndex == 0 && IndexedIndirectArguments{}.BaseVertex == 0 &&
              IndexedIndirectArguments{}.FirstInstance == 0);

// ---- compute_workload.hpp
// --------------------------------------------------------------------------------------------

static_assert(std::is_same_v<decltype(ComputeWorkloadBuffer::Role), BufferRole>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBuffer::Size), usize>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBuffer::InitialBytes), std::span<const uint8>>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBuffer::IsReadOnly), bool>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBuffer::External), BufferHandle>);
static_assert(ComputeWorkloadBuffer{}.Role == BufferRole::Storage && ComputeWorkloadBuffer{}.Size == 0 &&
              ComputeWorkloadBuffer{}.InitialBytes.empty() && !ComputeWorkloadBuffer{}.IsReadOnly);

static_assert(std::is_same_v<decltype(ComputeWorkloadBinding::Binding), uint32>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBinding::Buffer), uint32>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBinding::Offset), usize>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBinding::Size), usize>);
static_assert(std::is_same_v<decltype(ComputeWorkloadBinding::IsWritable), bool>);
static_assert(!ComputeWorkloadBinding{}.IsWritable && ComputeWorkloadBinding{}.Size == 0);

static_assert(std::is_same_v<decltype(ComputeWorkloadKernel::Name), const char*>);
static_assert(std::is_same_v<decltype(ComputeWorkloadKernel::Shader), RasterShaderDescription>);
static_assert(std::is_same_v<decltype(ComputeWorkloadKernel::Bindings), std::span<const ComputeWorkloadBinding>>);
static_assert(std::is_same_v<decltype(ComputeWorkloadKernel::Groups), uint32[3]>);
static_assert(std::is_same_v<decltype(ComputeWorkloadKernel::UseProgramFrom), uint32>);
static_assert(ComputeWorkloadKernel{}.UseProgramFrom == GRAPH_EXTERNAL_INDEX && ComputeWorkloadKernel{}.Groups[2] == 1);

static_assert(std::is_same_v<decltype(ComputeWorkloadDescription::Buffers), std::span<const ComputeWorkloadBuffer>>);
static_assert(std::is_same_v<decltype(ComputeWorkloadDescription::Kernels), std::span<const ComputeWorkloadKernel>>);
static_assert(std::is_same_v<decltype(ComputeWorkloadDescription::MaximumBufferBytes), uint64>);
static_assert(ComputeWorkloadDescription{}.MaximumBufferBytes == 0);

static_assert(std::is_nothrow_default_constructible_v<ComputeWorkload> &&
              !std::is_copy_constructible_v<ComputeWorkload>);
static_assert(std::is_nothrow_move_constructible_v<ComputeWorkload> && !std::is_copy_assignable_v<ComputeWorkload>);
static_assert(std::is_nothrow_move_assignable_v<ComputeWorkload>);
static_assert(
    std::is_same_v<decltype(&ComputeWorkload::Initialize),
                   RasterStatus (ComputeWorkload::*)(DeviceHandle, const ComputeWorkloadDescription&) noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeWorkload::Poll), RasterStatus (ComputeWorkload::*)(DeviceHandle) noexcept>);
static_assert(std::is_same_v<decltype(&ComputeWorkload::BuildGraph),
                             RasterStatus (ComputeWorkload::*)(DeviceHandle, OrderedGraph&, std::span<GraphVersion>,
                                                               bool) const noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeWorkload::GetBuffer), BufferHandle (ComputeWorkload::*)(uint32) const noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeWorkload::Reset), RasterStatus (ComputeWorkload::*)(DeviceHandle) noexcept>);

// ---- compute_cache.hpp
// -----------------------------------------------------------------------------------------------

static_assert(std::is_same_v<decltype(ComputeCacheKey::SceneRevision), uint64>);
static_assert(std::is_same_v<decltype(ComputeCacheKey::ModelRevision), uint64>);
static_assert(ComputeCacheKey{}.SceneRevision == 0 && ComputeCacheKey{}.ModelRevision == 0);
static_assert(std::is_trivially_copyable_v<ComputeCacheTicket> && !std::is_aggregate_v<ComputeCacheTicket>);

static_assert(std::is_nothrow_default_constructible_v<ComputeCache> && !std::is_copy_constructible_v<ComputeCache>);
static_assert(std::is_nothrow_move_constructible_v<ComputeCache> && std::is_nothrow_move_assignable_v<ComputeCache>);
static_assert(std::is_same_v<decltype(&ComputeCache::Stage),
                             RasterStatus (ComputeCache::*)(DeviceHandle, const ComputeCacheKey&,
                                                            const ComputeWorkloadDescription&) noexcept>);
static_assert(std::is_same_v<decltype(&ComputeCache::Poll), RasterStatus (ComputeCache::*)(DeviceHandle) noexcept>);
static_assert(std::is_same_v<decltype(&ComputeCache::GetPhase), ComputeCachePhase (ComputeCache::*)() const noexcept>);
static_assert(std::is_same_v<decltype(&ComputeCache::BuildCandidateGraph),
                             RasterStatus (ComputeCache::*)(DeviceHandle, OrderedGraph&) noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeCache::GetCandidateTicket), ComputeCacheTicket (ComputeCache::*)() const noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeCache::SetCandidateCompletion),
                   RasterStatus (ComputeCache::*)(DeviceHandle, ComputeCacheTicket, SubmissionToken) noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeCache::CancelCandidate), RasterStatus (ComputeCache::*)(DeviceHandle) noexcept>);
static_assert(
    std::is_same_v<decltype(&ComputeCache::GetActiveBuffer), BufferHandle (ComputeCache::*)(uint32) const noexcept>);
static_assert(std::is_same_v<decltype(&ComputeCache::HasActive), bool (ComputeCache::*)() const noexcept>);
static_assert(std::is_same_v<decltype(&ComputeCache::Reset), RasterStatus (ComputeCache::*)(DeviceHandle) noexcept>);

/// Positional and designated initialisers that programs use.
void InitialiseCompute(DeviceHandle device, ComputeWorkload& workload, OrderedGraph& graph);

void InitialiseCompute(DeviceHandle device, ComputeWorkload& workload, OrderedGraph& graph)
{
    const ComputePipelineDescription pipeline{RasterShaderHandle{}, BindingLayoutHandle{}};
    const ComputeDispatch dispatch{.Pipeline = {}, .Bindings = {}, .Groups = {4, 2, 1}, .BindingOffsets = {}};
    const ComputeWorkloadBuffer buffers[] = {{.Role = BufferRole::Storage, .Size = 64, .IsReadOnly = true},
                                             {.Size = 64, .External = {}}};
    const ComputeWorkloadBinding bindings[] = {{0, 0, 0, 64},
                                               {.Binding = 1, .Buffer = 1, .Size = 64, .IsWritable = true}};
    const ComputeWorkloadKernel kernels[] = {{.Name = "kernel", .Bindings = bindings},
                                             {.Name = "again", .Bindings = bindings, .UseProgramFrom = 0}};
    const GraphPassDescription pass{.Name = "pass", .Dispatch = &dispatch};
    static_cast<void>(pipeline);
    static_cast<void>(pass);
    static_cast<void>(workload.Initialize(device, {.Buffers = buffers, .Kernels = kernels, .MaximumBufferBytes = 128}));
    static_cast<void>(workload.BuildGraph(device, graph));
}
} // namespace ludus::graphics::rhi
