// Owns the records of all kinds: identities, leases, budgets, and the queue in which released work retires.
//
// Who keeps a record alive: its public handle; records made from it (`Retains`: a view keeps its texture, a set its
// layout and what it names, a pipeline its stages and layout); a backend that still prepares it; and submissions that
// use it (`LastUse` against the completed ordinal). A record that a submission uses needs no lease for what it was made
// from: a parent is released only after its own last use has completed, and hands that use down.
#pragma once

#include "diagnostics/verdict.h"
#include "registry/record_table.h"

#include <utility>

namespace ludus::graphics::rhi::internal
{
/// Process-wide numbers for owners and generations; they start at one and are never used twice.
[[nodiscard]] bool TakeIdentity(uint64& identity) noexcept;

/// For tests: the next identity. Values from UINT64_MAX - 1 on are never handed out.
void SetNextIdentity(uint64 next) noexcept;
[[nodiscard]] uint64 GetNextIdentity() noexcept;

template <RecordKind Kind>
struct KindTraits;

template <>
struct KindTraits<RecordKind::Buffer>
{
    using Hot = BufferHot;
    using Cold = BufferCold;
};

template <>
struct KindTraits<RecordKind::Texture>
{
    using Hot = PlainHot;
    using Cold = TextureCold;
};

template <>
struct KindTraits<RecordKind::TextureView>
{
    using Hot = PlainHot;
    using Cold = TextureViewCold;
};

template <>
struct KindTraits<RecordKind::Sampler>
{
    using Hot = PlainHot;
    using Cold = SamplerCold;
};

template <>
struct KindTraits<RecordKind::Shader>
{
    using Hot = PlainHot;
    using Cold = ShaderCold;
};

template <>
struct KindTraits<RecordKind::BindingLayout>
{
    using Hot = LayoutHot;
    using Cold = LayoutCold;
};

template <>
struct KindTraits<RecordKind::BindingSet>
{
    using Hot = SetHot;
    using Cold = SetCold;
};

template <>
struct KindTraits<RecordKind::RasterPipeline>
{
    using Hot = PipelineHot;
    using Cold = PipelineCold;
};

template <>
struct KindTraits<RecordKind::ComputePipeline>
{
    using Hot = PlainHot;
    using Cold = ComputePipelineCold;
};

template <RecordKind Kind>
using TableOf = RecordTable<typename KindTraits<Kind>::Hot, typename KindTraits<Kind>::Cold>;

/// Names of the kinds for diagnostics: "buffer", "texture view" ...
[[nodiscard]] const char* GetKindName(RecordKind kind) noexcept;

class Registry final
{
public:
    constexpr Registry() noexcept = default;
    Registry(const Registry&) = delete;
    Registry& operator=(const Registry&) = delete;

    /// Starts a session's bookkeeping. Every record must be free.
    void Open(const StorageLimits& limits, GraphicsBackend& backend) noexcept;

    /// Releases every record and its native object, whoever keeps it. Nothing submitted may be unfinished, unless the
    /// backend is left with all its objects.
    void Close(bool isBackendLeft = false) noexcept;

    template <RecordKind Kind>
    [[nodiscard]] TableOf<Kind>& Table() noexcept
    {
        if constexpr (Kind == RecordKind::Buffer)
        {
            return Buffers;
        }
        else if constexpr (Kind == RecordKind::Texture)
        {
            return Textures;
        }
        else if constexpr (Kind == RecordKind::TextureView)
        {
            return Views;
        }
        else if constexpr (Kind == RecordKind::Sampler)
        {
            return Samplers;
        }
        else if constexpr (Kind == RecordKind::Shader)
        {
            return Shaders;
        }
        else if constexpr (Kind == RecordKind::BindingLayout)
        {
            return Layouts;
        }
        else if constexpr (Kind == RecordKind::BindingSet)
        {
            return Sets;
        }
        else if constexpr (Kind == RecordKind::RasterPipeline)
        {
            return Pipelines;
        }
        else
        {
            static_assert(Kind == RecordKind::ComputePipeline);
            return ComputePipelines;
        }
    }

    /// Occupies a record: slot and generation, nothing public yet. Internal records do not count against
    /// ResourcesPerKind. `resourceBytes` and `descriptors` are charged at once and refunded on release.
    template <RecordKind Kind>
    [[nodiscard]] RasterVerdict Reserve(bool isInternal, uint64 resourceBytes, uint32 descriptors,
                                        uint32& slot) noexcept;

    /// Undoes Reserve for a record that was never published; what it retained is let go.
    void Abandon(RecordKind kind, uint32 slot) noexcept;

    /// Makes a record usable, or pending, under its generation.
    template <RecordKind Kind>
    void Publish(uint32 slot, bool isPending) noexcept;

    /// The backend has made the object of a record, or makes it; nothing public yet. Publish may follow.
    template <RecordKind Kind>
    void Attach(uint32 slot, bool isPending) noexcept;

    /// Result of a pending creation. Ignored when the slot holds another generation by now.
    void Complete(RecordKind kind, uint32 slot, uint64 generation, RasterStatus state) noexcept;

    /// A record that has a backend object is usable from now on, or not: a transfer writes it, or has failed to.
    void SetState(RecordKind kind, uint32 slot, RasterStatus state) noexcept;

    /// One more record keeps `slot`.
    void Retain(RecordKind kind, uint32 slot) noexcept { ++Cold(kind, slot).Retains; }

    /// Undoes Retain; `lastUse` is the last submission that used the record through its keeper, or zero.
    void LetGo(RecordKind kind, uint32 slot, uint64 lastUse) noexcept;

    /// Gives a record that is kept without a public name a generation that nobody has seen. False when identities are
    /// exhausted.
    [[nodiscard]] bool Rename(RecordKind kind, uint32 slot) noexcept
    {
        return TakeIdentity(Cold(kind, slot).Generation);
    }

    /// Ends the public name; the record goes when nothing keeps it.
    void Detach(RecordKind kind, uint32 slot) noexcept;

    /// All submissions up to `ordinal` have completed: releases what waited for them.
    void SetCompleted(uint64 ordinal) noexcept;

    [[nodiscard]] ColdHead& Cold(RecordKind kind, uint32 slot) noexcept;
    [[nodiscard]] HotHead& Hot(RecordKind kind, uint32 slot) noexcept;

    /// Occupied records of all kinds, internal ones included.
    [[nodiscard]] uint32 CountOccupied() const noexcept;

    /// Blocks of host memory that hold records and the arrays that keep their capacity, for the life of the process.
    [[nodiscard]] uint32 CountCommittedBlocks() noexcept;

    [[nodiscard]] uint64 GetResourceBytes() const noexcept { return ResourceBytes; }

    /// The most that ResourceBytes has been since the process started.
    [[nodiscard]] uint64 GetPeakResourceBytes() const noexcept { return PeakResourceBytes; }

    [[nodiscard]] uint32 GetDescriptors() const noexcept { return Descriptors; }

private:
    template <class Visit>
    decltype(auto) WithTable(RecordKind kind, Visit&& visit) noexcept;

    [[nodiscard]] bool IsKept(const ColdHead& cold) const noexcept;
    void ReleaseIfUnused(RecordKind kind, uint32 slot) noexcept;
    void Release(RecordKind kind, uint32 slot) noexcept;
    void LetGoOfParts(RecordKind kind, uint32 slot) noexcept;
    void Queue(RecordKind kind, uint32 slot) noexcept;

    TableOf<RecordKind::Buffer> Buffers{};
    TableOf<RecordKind::Texture> Textures{};
    TableOf<RecordKind::TextureView> Views{};
    TableOf<RecordKind::Sampler> Samplers{};
    TableOf<RecordKind::Shader> Shaders{};
    TableOf<RecordKind::BindingLayout> Layouts{};
    TableOf<RecordKind::BindingSet> Sets{};
    TableOf<RecordKind::RasterPipeline> Pipelines{};
    TableOf<RecordKind::ComputePipeline> ComputePipelines{};

    GraphicsBackend* Native{nullptr};
    StorageLimits Limits{};
    uint32 PublicCount[RECORD_KIND_COUNT]{}; // occupied records that are not internal
    uint64 ResourceBytes{0};
    uint64 PeakResourceBytes{0};
    uint32 Descriptors{0};
    uint64 Completed{0};
    uint32 Retiring[RECORD_KIND_COUNT]{}; // heads of the retire queues, linked through ColdHead::Next
};

template <class Visit>
decltype(auto) Registry::WithTable(RecordKind kind, Visit&& visit) noexcept
{
    switch (kind)
    {
    case RecordKind::Buffer:
        return visit(Buffers);
    case RecordKind::Texture:
        return visit(Textures);
    case RecordKind::TextureView:
        return visit(Views);
    case RecordKind::Sampler:
        return visit(Samplers);
    case RecordKind::Shader:
        return visit(Shaders);
    case RecordKind::BindingLayout:
        return visit(Layouts);
    case RecordKind::BindingSet:
        return visit(Sets);
    case RecordKind::ComputePipeline:
        return visit(ComputePipelines);
    case RecordKind::RasterPipeline:
    case RecordKind::Count:
        break;
    }
    return visit(Pipelines);
}

/// The refusal that fits the last failed host allocation.
[[nodiscard]] RasterVerdict HostMemoryVerdict() noexcept;

template <RecordKind Kind>
RasterVerdict Registry::Reserve(bool isInternal, uint64 resourceBytes, uint32 descriptors, uint32& slot) noexcept
{
    auto& table = Table<Kind>();
    uint32& count = PublicCount[static_cast<usize>(Kind)];
    if (!isInternal && count >= Limits.ResourcesPerKind)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::RecordsExhausted, .Got = count, .Allowed = Limits.ResourcesPerKind}};
    }
    if (resourceBytes > Limits.ResourceBytes - ResourceBytes)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::ResourceBytesExhausted,
                 .Got = resourceBytes,
                 .Allowed = Limits.ResourceBytes - ResourceBytes}};
    }
    if (descriptors > Limits.BindingDescriptors - Descriptors)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::DescriptorsExhausted,
                 .Got = descriptors,
                 .Allowed = Limits.BindingDescriptors - Descriptors}};
    }
    uint64 generation = 0;
    if (!TakeIdentity(generation))
    {
        return {RasterStatus::IdentityExhausted, {.Code = DiagnosticCode::IdentitiesExhausted, .Field = "a record"}};
    }
    if (!table.TakeSlot(slot))
    {
        return HostMemoryVerdict();
    }
    auto& cold = table.Twin(slot);
    static_cast<ColdHead&>(cold) = ColdHead{};
    cold.Generation = generation;
    cold.IsOccupied = true;
    cold.IsInternal = isInternal;
    cold.ResourceBytes = resourceBytes;
    cold.DescriptorCharge = descriptors;
    table.At(slot) = typename KindTraits<Kind>::Hot{};
    count += isInternal ? 0 : 1;
    ResourceBytes += resourceBytes;
    PeakResourceBytes = ResourceBytes > PeakResourceBytes ? ResourceBytes : PeakResourceBytes;
    Descriptors += descriptors;
    return {};
}

template <RecordKind Kind>
void Registry::Attach(uint32 slot, bool isPending) noexcept
{
    auto& cold = Table<Kind>().Twin(slot);
    cold.HasBackendObject = true;
    cold.IsBackendPending = isPending;
    cold.State = isPending ? RasterStatus::Pending : RasterStatus::Ready;
}

template <RecordKind Kind>
void Registry::Publish(uint32 slot, bool isPending) noexcept
{
    auto& cold = Table<Kind>().Twin(slot);
    cold.IsPublic = true;
    cold.HasBackendObject = true;
    cold.IsBackendPending = isPending;
    cold.State = isPending ? RasterStatus::Pending : RasterStatus::Ready;
    Table<Kind>().At(slot).Ready = isPending ? 0 : cold.Generation;
}
} // namespace ludus::graphics::rhi::internal
