// Rules of binding layouts and binding sets.

#include "validation/binding.h"

#include "formats/binding_facts.h"
#include "formats/role_facts.h"
#include "validation/binding_entry.h"
#include "validation/refuse.h"

#include <ludus/foundation/base/checked.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Uniform ranges are whole vectors of four floats.
constexpr usize UNIFORM_SIZE_MULTIPLE = 16;
constexpr usize STORAGE_SIZE_MULTIPLE = 4;

/// Descriptors of one kind, in one stage or in the whole set.
struct Tally final
{
    uint64 Uniforms{0};
    uint64 Textures{0};
    uint64 Samplers{0};
    uint64 Storage{0};
};

void Add(Tally& tally, const RasterBinding& binding) noexcept
{
    const BindingFacts& facts = FactsOf(binding.Kind);
    switch (facts.Resource)
    {
    case BindingResource::Buffer:
        (facts.IsStorage ? tally.Storage : tally.Uniforms) += binding.Count;
        break;
    case BindingResource::View:
        tally.Textures += binding.Count;
        break;
    case BindingResource::Sampler:
        tally.Samplers += binding.Count;
        break;
    case BindingResource::Scene:
        break;
    }
}

struct Count final
{
    const char* Field;
    uint64 Needed;
    uint64 Allowed;
};

RasterVerdict CheckCounts(std::span<const Count> counts) noexcept
{
    for (const Count& count : counts)
    {
        if (count.Needed > count.Allowed)
        {
            return Malformed(DiagnosticCode::DescriptorLimit, count.Field, count.Needed, count.Allowed);
        }
    }
    return {};
}

/// Names of one stage's counts.
struct StageFields final
{
    RasterVisibility Stage;
    const char* Uniforms;
    const char* Textures;
    const char* Samplers;
    const char* Storage;
};

constexpr StageFields STAGES[] = {
    {RasterVisibility::Vertex, "The vertex stage's uniform buffers", "The vertex stage's textures",
     "The vertex stage's samplers", "The vertex stage's storage buffers"},
    {RasterVisibility::Fragment, "The fragment stage's uniform buffers", "The fragment stage's textures",
     "The fragment stage's samplers", "The fragment stage's storage buffers"},
    {RasterVisibility::Compute, "The compute stage's uniform buffers", "The compute stage's textures",
     "The compute stage's samplers", "The compute stage's storage buffers"},
};

RasterVerdict CheckStageCounts(std::span<const RasterBinding> bindings, const DeviceProfile& profile) noexcept
{
    for (const StageFields& stage : STAGES)
    {
        Tally tally;
        for (const RasterBinding& binding : bindings)
        {
            if ((StagesOf(binding.Visibility) & StagesOf(stage.Stage)) != 0)
            {
                Add(tally, binding);
            }
        }
        const Count counts[] = {
            {stage.Uniforms, tally.Uniforms, profile.Binding.MaxUniformBuffersPerStage},
            {stage.Textures, tally.Textures, profile.Binding.MaxSampledTexturesPerStage},
            {stage.Samplers, tally.Samplers, profile.Binding.MaxSamplersPerStage},
            {stage.Storage, tally.Storage, profile.Compute.MaxStorageBindings},
        };
        if (const RasterVerdict verdict = CheckCounts(counts); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}

RasterVerdict CheckSetCounts(std::span<const RasterBinding> bindings, const DeviceProfile& profile) noexcept
{
    Tally tally;
    uint64 all = 0; // a runtime table at its longest
    uint64 dynamicUniforms = 0;
    uint64 dynamicStorage = 0;
    for (const RasterBinding& binding : bindings)
    {
        Add(tally, binding);
        all += binding.Count;
        if (binding.HasDynamicOffset)
        {
            ++(FactsOf(binding.Kind).IsStorage ? dynamicStorage : dynamicUniforms);
        }
    }
    const Count counts[] = {
        {"The set", all, profile.Binding.MaxDescriptorsPerSet},
        {"The set's uniform buffers", tally.Uniforms, profile.Binding.MaxUniformBuffersPerSet},
        {"The set's samplers", tally.Samplers, profile.Binding.MaxSamplersPerSet},
        {"The set's dynamic uniform buffers", dynamicUniforms, profile.Binding.MaxDynamicUniformOffsets},
        {"The set's dynamic storage buffers", dynamicStorage, profile.Binding.MaxDynamicStorageOffsets},
    };
    return CheckCounts(counts);
}

/// Workloads that a program asks for by name, beside the limits.
RasterVerdict CheckWorkloads(const RasterBinding& binding, uint32 index, const DeviceProfile& profile,
                             const DeviceFeatures& enabled) noexcept
{
    const BindingFacts& facts = FactsOf(binding.Kind);
    if (facts.Resource == BindingResource::Scene && !enabled.RayQueries)
    {
        return Unavailable("Bindings[{index}].Kind", index);
    }
    if (facts.IsStorage && !enabled.Compute)
    {
        return Unavailable("Bindings[{index}].Kind", index);
    }
    if (binding.Visibility == RasterVisibility::Compute && !enabled.Compute)
    {
        return Unavailable("Bindings[{index}].Visibility", index);
    }
    if (binding.HasDynamicOffset &&
        (facts.IsStorage ? profile.Binding.MaxDynamicStorageOffsets : profile.Binding.MaxDynamicUniformOffsets) == 0)
    {
        return Unavailable("Bindings[{index}].HasDynamicOffset", index);
    }
    if (binding.Indexing == RasterBindingIndexing::NonUniform && !enabled.BindlessTextureIndexing)
    {
        return Unavailable("Bindings[{index}].Indexing", index);
    }
    if (binding.IsRuntimeSized && !enabled.HasRuntimeTextureArrays)
    {
        return Unavailable("Bindings[{index}].IsRuntimeSized", index);
    }
    return {};
}

/// Beside a runtime table, the number of its length is free or says exactly that.
RasterVerdict CheckLengthSlot(std::span<const RasterBinding> bindings) noexcept
{
    if (FindRuntimeTable(bindings) == nullptr)
    {
        return {};
    }
    const RasterBinding* length = FindBinding(bindings, RUNTIME_BINDING_LENGTH_SLOT);
    if (length == nullptr || (length->Kind == RasterBindingKind::UniformBuffer && length->Count == 1 &&
                              !length->HasDynamicOffset && length->MinSize <= RUNTIME_BINDING_LENGTH_BYTES))
    {
        return {};
    }
    return Malformed(DiagnosticCode::RuntimeLengthReserved, "Bindings[{index}]", RUNTIME_BINDING_LENGTH_SLOT, 0,
                     static_cast<uint32>(length - bindings.data()));
}

/// Whether exactly the handle of the binding's kind is given.
[[nodiscard]] bool HoldsKind(const ResolvedBindingResource& resource, BindingResource kind) noexcept
{
    return resource.HasBuffer == (kind == BindingResource::Buffer) &&
           resource.HasView == (kind == BindingResource::View) &&
           resource.HasSampler == (kind == BindingResource::Sampler);
}

/// Alignment, size and limit of one kind of buffer range.
struct RangeRules final
{
    usize OffsetMultiple;
    usize SizeMultiple;
    usize MaxSize;
};

RasterVerdict CheckRange(const ResolvedBindingResource& resource, usize minSize, const RangeRules& rules,
                         uint32 index) noexcept
{
    const usize offset = resource.Source->Offset;
    const usize size = resource.Source->Size;
    if (rules.OffsetMultiple != 0 && offset % rules.OffsetMultiple != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, "Resources[{index}].Offset", offset, rules.OffsetMultiple,
                         index);
    }
    if (size == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "Resources[{index}].Size", 0, 0, index);
    }
    if (size % rules.SizeMultiple != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, "Resources[{index}].Size", size, rules.SizeMultiple, index);
    }
    if (size < minSize)
    {
        return Malformed(DiagnosticCode::ValueTooSmall, "Resources[{index}].Size", size, minSize, index);
    }
    if (size > rules.MaxSize)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "Resources[{index}].Size", size, rules.MaxSize, index);
    }
    if (!foundation::IsRangeInside(offset, size, resource.BufferSize))
    {
        return Malformed(DiagnosticCode::RangeOutside, "Resources[{index}].Offset plus Size",
                         foundation::AddSaturated(offset, size), resource.BufferSize, index);
    }
    return {};
}

RasterVerdict CheckBufferResource(const RasterBinding& binding, const ResolvedBindingResource& resource, uint32 index,
                                  const DeviceProfile& profile) noexcept
{
    if (FactsOf(binding.Kind).IsStorage)
    {
        if (!FactsOf(resource.Role).IsStorage)
        {
            return Malformed(DiagnosticCode::BufferRoleMismatch, "Resources[{index}].Buffer", NumberOf(resource.Role),
                             0, index);
        }
        return CheckRange(
            resource, binding.MinSize,
            {profile.Compute.StorageOffsetAlignment, STORAGE_SIZE_MULTIPLE, profile.Compute.MaxStorageRange}, index);
    }
    if (resource.Role != BufferRole::Uniform)
    {
        return Malformed(DiagnosticCode::BufferRoleMismatch, "Resources[{index}].Buffer", NumberOf(resource.Role), 0,
                         index);
    }
    return CheckRange(resource, binding.MinSize,
                      {profile.Raster.UniformOffsetAlignment, UNIFORM_SIZE_MULTIPLE, profile.Raster.MaxUniformRange},
                      index);
}

RasterVerdict CheckViewResource(const BindingFacts& facts, const ResolvedBindingResource& resource,
                                uint32 index) noexcept
{
    if (resource.IsAttachmentView)
    {
        return Malformed(DiagnosticCode::AttachmentViewBound, "Resources[{index}].Texture", 0, 0, index);
    }
    if (resource.ViewDimension != facts.Dimension || resource.ViewAspect != facts.Aspect)
    {
        return Malformed(DiagnosticCode::ViewKindMismatch, "Resources[{index}].Texture", 0, 0, index);
    }
    return {};
}

RasterVerdict CheckResource(const RasterBinding& binding, const ResolvedBindingResource& resource, uint32 index,
                            const DeviceProfile& profile) noexcept
{
    const BindingFacts& facts = FactsOf(binding.Kind);
    if (facts.Resource == BindingResource::Scene)
    {
        return Unavailable("Resources[{index}].Scene", index, DiagnosticCode::UnsupportedHere);
    }
    if (!HoldsKind(resource, facts.Resource))
    {
        return Malformed(DiagnosticCode::BindingKindMismatch, "Resources[{index}]", binding.Binding, 0, index);
    }
    if (facts.Resource == BindingResource::Buffer)
    {
        return CheckBufferResource(binding, resource, index, profile);
    }
    return facts.Resource == BindingResource::View ? CheckViewResource(facts, resource, index) : RasterVerdict{};
}

/// Whether an entry before `index` has the same binding and element. `above`: for each binding number in the mask
/// `seen`, one more than the largest element so far. Elements that ascend are never looked for.
[[nodiscard]] bool IsRepeated(std::span<const ResolvedBindingResource> resources, usize index, uint32 seen,
                              uint32 (&above)[RASTER_BINDING_COUNT]) noexcept
{
    const RasterBindingResource& entry = *resources[index].Source;
    if ((seen >> entry.Binding & 1U) == 0 || entry.ArrayElement >= above[entry.Binding])
    {
        above[entry.Binding] = entry.ArrayElement + 1;
        return false;
    }
    for (usize earlier = 0; earlier < index; ++earlier)
    {
        const RasterBindingResource& other = *resources[earlier].Source;
        if (other.Binding == entry.Binding && other.ArrayElement == entry.ArrayElement)
        {
            return true;
        }
    }
    return false;
}
} // namespace

RasterBinding MakeLengthBinding(RasterVisibility visibility) noexcept
{
    return {.Binding = RUNTIME_BINDING_LENGTH_SLOT, .Visibility = visibility, .MinSize = RUNTIME_BINDING_LENGTH_BYTES};
}

uint64 CountDescriptors(std::span<const RasterBinding> layout, uint32 tableLength) noexcept
{
    uint64 count = 0;
    for (const RasterBinding& binding : layout)
    {
        count += ElementsOf(binding, tableLength);
    }
    return count;
}

RasterVerdict CheckBindingLayout(std::span<const RasterBinding> bindings, const DeviceProfile& profile,
                                 const DeviceFeatures& enabled) noexcept
{
    if (const RasterVerdict verdict = CheckSpan(bindings, "bindings"); !verdict.IsAccepted())
    {
        return verdict;
    }
    uint32 seen = 0;
    for (usize i = 0; i < bindings.size(); ++i)
    {
        const RasterBinding& binding = bindings[i];
        const uint32 index = static_cast<uint32>(i);
        if (const RasterVerdict verdict = CheckBindingEntry(binding, index, profile); !verdict.IsAccepted())
        {
            return verdict;
        }
        const uint32 bit = 1U << binding.Binding;
        if ((seen & bit) != 0)
        {
            return Malformed(DiagnosticCode::BindingDuplicate, "Bindings", binding.Binding, 0, index);
        }
        seen |= bit;
    }
    if (bindings.size() > profile.Interface.MaxBindings)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The number of bindings", bindings.size(),
                         profile.Interface.MaxBindings);
    }
    if (const RasterVerdict verdict = CheckLengthSlot(bindings); !verdict.IsAccepted())
    {
        return verdict;
    }
    for (usize i = 0; i < bindings.size(); ++i)
    {
        const uint32 index = static_cast<uint32>(i);
        if (bindings[i].Binding >= profile.Binding.MaxBindings)
        {
            return Malformed(DiagnosticCode::BindingNumberInvalid, "Bindings[{index}].Binding", bindings[i].Binding,
                             profile.Binding.MaxBindings, index);
        }
        if (const RasterVerdict verdict = CheckBindingOffered(bindings[i], index, profile); !verdict.IsAccepted())
        {
            return verdict;
        }
        if (const RasterVerdict verdict = CheckWorkloads(bindings[i], index, profile, enabled); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    if (const RasterVerdict verdict = CheckStageCounts(bindings, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckSetCounts(bindings, profile);
}

RasterVerdict CheckBindingSet(std::span<const RasterBinding> sortedLayout,
                              std::span<const ResolvedBindingResource> resources, const DeviceProfile& profile,
                              uint32 tableLength) noexcept
{
    uint32 above[RASTER_BINDING_COUNT]; // of the bindings in `seen` alone: most sets have few
    uint32 seen = 0;
    uint32 seenZero = 0;                  // bindings whose element zero is given
    uint32 given[RASTER_BINDING_COUNT]{}; // elements given, by binding number
    for (usize i = 0; i < resources.size(); ++i)
    {
        const RasterBindingResource& entry = *resources[i].Source;
        const uint32 index = static_cast<uint32>(i);
        const RasterBinding* binding = FindBinding(sortedLayout, entry.Binding);
        if (binding == nullptr)
        {
            return Malformed(DiagnosticCode::BindingUnknown, "Resources[{index}].Binding", entry.Binding, 0, index);
        }
        if (tableLength != 0 && entry.Binding == RUNTIME_BINDING_LENGTH_SLOT)
        {
            return Malformed(DiagnosticCode::RuntimeLengthReserved, "Resources[{index}]", entry.Binding, 0, index);
        }
        const uint32 count = ElementsOf(*binding, tableLength);
        if (entry.ArrayElement >= count)
        {
            return Malformed(DiagnosticCode::ValueTooLarge, "Resources[{index}].ArrayElement", entry.ArrayElement,
                             count - 1, index);
        }
        if (IsRepeated(resources, i, seen, above))
        {
            return Malformed(DiagnosticCode::BindingDuplicate, "Resources", entry.Binding, 0, index);
        }
        if (const RasterVerdict verdict = CheckResource(*binding, resources[i], index, profile); !verdict.IsAccepted())
        {
            return verdict;
        }
        seen |= 1U << entry.Binding;
        seenZero |= entry.ArrayElement == 0 ? 1U << entry.Binding : 0U;
        ++given[entry.Binding];
    }
    for (const RasterBinding& binding : sortedLayout)
    {
        const bool isComplete = binding.HasPartialBinding ? (seenZero & (1U << binding.Binding)) != 0
                                                          : given[binding.Binding] == ElementsOf(binding, tableLength);
        if (!isComplete && (tableLength == 0 || binding.Binding != RUNTIME_BINDING_LENGTH_SLOT))
        {
            return Malformed(DiagnosticCode::BindingMissing, "Resources", binding.Binding);
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
