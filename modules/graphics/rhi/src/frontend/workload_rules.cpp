#include "frontend/workload_rules.h"

#include "formats/binding_facts.h"
#include "formats/library_limits.h"
#include "formats/role_facts.h"
#include "frontend/admission.h"
#include "validation/dispatch.h"
#include "validation/refuse.h"
#include "validation/text.h"

#include <ludus/foundation/base/checked.h>

#include <algorithm>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] RasterVerdict CheckExternal(Session& session, const ComputeWorkloadDescription& description,
                                          uint32 index) noexcept
{
    const ComputeWorkloadBuffer& buffer = description.Buffers[index];
    uint32 slot = NO_SLOT;
    if (RasterVerdict verdict = Resolve(session, buffer.External, "Buffers[{index}].External", slot);
        !verdict.IsAccepted())
    {
        verdict.Why.Index = index;
        return verdict;
    }
    const BufferHot& record = session.Records.Table<RecordKind::Buffer>().At(slot);
    if (!FactsOf(record.Role).IsStorage)
    {
        return Malformed(DiagnosticCode::BufferRoleMismatch, "Buffers[{index}].External", 0, 0, index);
    }
    if (buffer.Size != record.Size)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "Buffers[{index}].Size", buffer.Size, record.Size, index);
    }
    if (!buffer.InitialBytes.empty())
    {
        return Malformed(DiagnosticCode::UploadForbidden, "Buffers[{index}].External", buffer.InitialBytes.size(), 0,
                         index);
    }
    for (uint32 other = 0; other < index; ++other)
    {
        if (FindPublic(session, description.Buffers[other].External) == slot)
        {
            return Malformed(DiagnosticCode::GraphImportRepeated, "Buffers[{index}].External", 0, 0, index);
        }
    }
    return {};
}

[[nodiscard]] RasterVerdict CheckBuffers(Session& session, const ComputeWorkloadDescription& description) noexcept
{
    const uint32 limit = session.Description.Storage.ResourcesPerGraph;
    if (const RasterVerdict verdict = CheckSpan(description.Buffers, "Buffers"); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.Buffers.empty())
    {
        return Malformed(DiagnosticCode::ValueZero, "The number of Buffers");
    }
    if (description.Buffers.size() > limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::GraphResourcesExhausted, .Got = description.Buffers.size(), .Allowed = limit}};
    }
    uint64 total = 0;
    for (uint32 i = 0; i < description.Buffers.size(); ++i)
    {
        const ComputeWorkloadBuffer& buffer = description.Buffers[i];
        total = foundation::AddSaturated(total, buffer.Size);
        if (const RasterVerdict verdict = CheckSpan(buffer.InitialBytes, "Buffers[].InitialBytes");
            !verdict.IsAccepted())
        {
            return verdict;
        }
        if (RasterAccess::Generation(buffer.External) != 0)
        {
            if (const RasterVerdict verdict = CheckExternal(session, description, i); !verdict.IsAccepted())
            {
                return verdict;
            }
            continue;
        }
        if (!IsKnownRole(buffer.Role) || !FactsOf(buffer.Role).IsStorage)
        {
            return Malformed(DiagnosticCode::BufferRoleMismatch, "Buffers[{index}].Role", 0, 0, i);
        }
        if (buffer.Size == 0)
        {
            return Malformed(DiagnosticCode::ValueZero, "Buffers[{index}].Size", 0, 0, i);
        }
        if (!buffer.InitialBytes.empty() && buffer.InitialBytes.size() != buffer.Size)
        {
            return Malformed(DiagnosticCode::UploadSizeWrong, "Buffers[{index}].InitialBytes",
                             buffer.InitialBytes.size(), buffer.Size, i);
        }
    }
    if (description.MaximumBufferBytes != 0 && total > description.MaximumBufferBytes)
    {
        return {
            RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::WorkloadBytesExhausted, .Got = total, .Allowed = description.MaximumBufferBytes}};
    }
    return {};
}

/// One entry against the kernel's reflection and the buffers. `index`: of the entry.
[[nodiscard]] RasterVerdict CheckEntry(const ComputeWorkloadDescription& description,
                                       std::span<const RasterBinding> reflected,
                                       std::span<const ComputeWorkloadBinding> entries, uint32 index) noexcept
{
    const ComputeWorkloadBinding& entry = entries[index];
    const auto* const end = reflected.data() + reflected.size();
    const auto* const found = std::find_if(
        reflected.data(), end, [&](const RasterBinding& binding) { return binding.Binding == entry.Binding; });
    if (found == end)
    {
        return Malformed(DiagnosticCode::BindingUnknown, "Bindings", entry.Binding, 0, index);
    }
    if (!FactsOf(found->Kind).IsStorage || FactsOf(found->Kind).IsWritable != entry.IsWritable)
    {
        return Malformed(DiagnosticCode::BindingKindMismatch, "Bindings", 0, 0, index);
    }
    if (entry.Buffer >= description.Buffers.size())
    {
        return Malformed(DiagnosticCode::RangeOutside, "Bindings[{index}].Buffer", entry.Buffer,
                         description.Buffers.size(), index);
    }
    const ComputeWorkloadBuffer& buffer = description.Buffers[entry.Buffer];
    if (entry.IsWritable && buffer.IsReadOnly)
    {
        return Malformed(DiagnosticCode::WorkloadReadOnly, "Bindings[{index}].Buffer", 0, 0, index);
    }
    if (!foundation::IsRangeInside(entry.Offset, entry.Size, buffer.Size))
    {
        return Malformed(DiagnosticCode::RangeOutside, "Bindings[{index}]",
                         foundation::AddSaturated(entry.Offset, entry.Size), buffer.Size, index);
    }
    for (uint32 other = 0; other < index; ++other)
    {
        if (entries[other].Binding == entry.Binding)
        {
            return Malformed(DiagnosticCode::BindingDuplicate, "Bindings", entry.Binding, 0, index);
        }
        if (entries[other].Buffer == entry.Buffer)
        {
            return Malformed(DiagnosticCode::WorkloadBufferRepeated, "Bindings[{index}].Buffer", 0, 0, index);
        }
    }
    return {};
}

/// Shader, entries, name and counts of one kernel.
[[nodiscard]] RasterVerdict CheckKernel(const Session& session, const ComputeWorkloadDescription& description,
                                        uint32 index) noexcept
{
    const ComputeWorkloadKernel& kernel = description.Kernels[index];
    const usize length = MeasureText(kernel.Name, GRAPH_NAME_BYTES).size();
    if (length == 0 || length > GRAPH_NAME_BYTES)
    {
        return Malformed(DiagnosticCode::GraphNameLength, "Kernels[{index}].Name", length, GRAPH_NAME_BYTES, index);
    }
    const bool isOwner = kernel.UseProgramFrom == GRAPH_EXTERNAL_INDEX;
    if (!isOwner && (kernel.UseProgramFrom >= index ||
                     description.Kernels[kernel.UseProgramFrom].UseProgramFrom != GRAPH_EXTERNAL_INDEX))
    {
        return Malformed(DiagnosticCode::WorkloadProgramUnowned, "Kernels[{index}].UseProgramFrom",
                         kernel.UseProgramFrom, 0, index);
    }
    const RasterShaderDescription& shader = description.Kernels[isOwner ? index : kernel.UseProgramFrom].Shader;
    if (shader.Artifact.Stage != ShaderStage::Compute)
    {
        return Malformed(DiagnosticCode::ShaderStageWrong, "Kernels[{index}].Shader",
                         static_cast<uint64>(shader.Artifact.Stage), 0, index);
    }
    for (const RasterVerdict& verdict :
         {CheckSpan(shader.Bindings, "Shader.Bindings"), CheckSpan(kernel.Bindings, "Kernels[].Bindings")})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    for (const RasterBinding& binding : shader.Bindings)
    {
        if (!IsKnownBindingKind(binding.Kind) || !FactsOf(binding.Kind).IsStorage)
        {
            return Malformed(DiagnosticCode::WorkloadBindingKind, "Kernels[{index}].Shader", binding.Binding, 0, index);
        }
    }
    for (uint32 i = 0; i < kernel.Bindings.size(); ++i)
    {
        if (const RasterVerdict verdict = CheckEntry(description, shader.Bindings, kernel.Bindings, i);
            !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    if (kernel.Bindings.size() != shader.Bindings.size()) // each entry names another one of them
    {
        return Malformed(DiagnosticCode::BindingMissing, "Bindings", kernel.Bindings.size(), 0, index);
    }
    return CheckGroups(kernel.Groups, session.Profile.Compute, "Groups[{index}]");
}

} // namespace

RasterVerdict CheckWorkload(Session& session, const ComputeWorkloadDescription& description) noexcept
{
    if (const RasterVerdict verdict = CheckBuffers(session, description); !verdict.IsAccepted())
    {
        return verdict;
    }
    const uint32 limit = session.Description.Storage.PassesPerGraph;
    if (const RasterVerdict verdict = CheckSpan(description.Kernels, "Kernels"); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.Kernels.empty())
    {
        return Malformed(DiagnosticCode::ValueZero, "The number of Kernels");
    }
    if (description.Kernels.size() > limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::GraphPassesExhausted, .Got = description.Kernels.size(), .Allowed = limit}};
    }
    for (uint32 i = 0; i < description.Kernels.size(); ++i)
    {
        const usize uses = description.Kernels[i].Bindings.size();
        if (uses > session.Description.Storage.UsesPerPass)
        {
            return {RasterStatus::CapacityExceeded,
                    {.Code = DiagnosticCode::GraphUsesExhausted,
                     .Got = uses,
                     .Allowed = session.Description.Storage.UsesPerPass,
                     .Index = i}};
        }
        if (const RasterVerdict verdict = CheckKernel(session, description, i); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
