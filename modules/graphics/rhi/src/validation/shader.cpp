// Rules of reflected shader stages.

#include "validation/shader.h"

#include "formats/vertex_facts.h"
#include "validation/artifact.h"
#include "validation/binding_entry.h"
#include "validation/refuse.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Local sizes that every device with compute offers at most.
constexpr uint32 MAX_LOCAL_SIZE[3] = {256, 256, 64};
constexpr uint64 MAX_LOCAL_INVOCATIONS = 256;

RasterVerdict CheckInputs(const RasterShaderDescription& description, const DeviceProfile& profile) noexcept
{
    if (description.Artifact.Stage != ShaderStage::Vertex && !description.Inputs.empty())
    {
        return Malformed(DiagnosticCode::InputsForbidden, "RasterShaderDescription.Inputs", description.Inputs.size());
    }
    const uint32 limit = profile.Interface.MaxVertexAttributes < MAX_VERTEX_ATTRIBUTES
                             ? profile.Interface.MaxVertexAttributes
                             : MAX_VERTEX_ATTRIBUTES;
    uint32 seen = 0;
    for (usize i = 0; i < description.Inputs.size(); ++i)
    {
        const RasterShaderInput& input = description.Inputs[i];
        const uint32 index = static_cast<uint32>(i);
        if (input.Location >= limit)
        {
            return Malformed(DiagnosticCode::LocationTooLarge, "Inputs[{index}].Location", input.Location, limit,
                             index);
        }
        if (!IsKnownVertexFormat(input.Format))
        {
            return Malformed(DiagnosticCode::EnumInvalid, "Inputs[{index}].Format", NumberOf(input.Format), 0, index);
        }
        const uint32 bit = 1U << input.Location;
        if ((seen & bit) != 0)
        {
            return Malformed(DiagnosticCode::InputDuplicate, "Inputs", input.Location, 0, index);
        }
        seen |= bit;
    }
    return {};
}

/// `uniforms` receives the binding numbers of uniform buffers as a mask.
RasterVerdict CheckBindings(const RasterShaderDescription& description, const DeviceProfile& profile,
                            uint32& uniforms) noexcept
{
    uint32 seen = 0;
    for (usize i = 0; i < description.Bindings.size(); ++i)
    {
        const RasterBinding& binding = description.Bindings[i];
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
        uniforms |= binding.Kind == RasterBindingKind::UniformBuffer ? bit : 0U;
        const bool isSelected = binding.Count != 1 || binding.IsRuntimeSized;
        if (isSelected && !description.HasVerifiedArrayBounds)
        {
            return Malformed(DiagnosticCode::ArrayBoundsUnverified, "Bindings[{index}]", binding.Count, 0, index);
        }
    }
    return {};
}

RasterVerdict CheckWorkgroup(const RasterShaderDescription& description) noexcept
{
    uint64 product = 1;
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        const uint32 size = description.WorkgroupSize[axis];
        if (description.Artifact.Stage != ShaderStage::Compute)
        {
            if (size != 1)
            {
                return Malformed(DiagnosticCode::ValueNotExact, "RasterShaderDescription.WorkgroupSize[{index}]", size,
                                 1, axis);
            }
            continue;
        }
        if (size == 0)
        {
            return Malformed(DiagnosticCode::ValueZero, "RasterShaderDescription.WorkgroupSize[{index}]", 0, 0, axis);
        }
        if (size > MAX_LOCAL_SIZE[axis])
        {
            return Malformed(DiagnosticCode::ValueTooLarge, "RasterShaderDescription.WorkgroupSize[{index}]", size,
                             MAX_LOCAL_SIZE[axis], axis);
        }
        product *= size;
    }
    if (product > MAX_LOCAL_INVOCATIONS)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The product of RasterShaderDescription.WorkgroupSize", product,
                         MAX_LOCAL_INVOCATIONS);
    }
    return {};
}

RasterVerdict CheckMembers(std::span<const RasterUniformMember> members, uint32 uniforms) noexcept
{
    if (members.size() > MAX_UNIFORM_MEMBERS)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The number of UniformMembers", members.size(),
                         MAX_UNIFORM_MEMBERS);
    }
    for (usize i = 0; i < members.size(); ++i)
    {
        const RasterUniformMember& member = members[i];
        const uint32 index = static_cast<uint32>(i);
        if (member.Binding >= RASTER_BINDING_COUNT || (uniforms & (1U << member.Binding)) == 0)
        {
            return Malformed(DiagnosticCode::MemberBindingUnknown, "UniformMembers[{index}].Binding", member.Binding, 0,
                             index);
        }
        if (member.Name.empty() || member.Name.size() > MAX_MEMBER_NAME_BYTES)
        {
            return Malformed(DiagnosticCode::MemberNameInvalid, "UniformMembers[{index}].Name", member.Name.size(),
                             MAX_MEMBER_NAME_BYTES, index);
        }
        if (const RasterVerdict verdict = CheckSpan(member.Name, "UniformMembers[{index}].Name", index);
            !verdict.IsAccepted())
        {
            return verdict;
        }
        if (member.Offset % 4 != 0)
        {
            return Malformed(DiagnosticCode::ValueMisaligned, "UniformMembers[{index}].Offset", member.Offset, 4,
                             index);
        }
        if (!IsEnumerator(member.Shape, RasterUniformShape::Float4x4Array))
        {
            return Malformed(DiagnosticCode::EnumInvalid, "UniformMembers[{index}].Shape", NumberOf(member.Shape), 0,
                             index);
        }
    }
    return {};
}

RasterVerdict CheckComputeOffered(const RasterShaderDescription& description,
                                  const ComputeCapabilities& offered) noexcept
{
    if (offered.MaxWorkgroupInvocations == 0)
    {
        return Unavailable("ShaderStage::Compute");
    }
    uint64 product = 1;
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        const uint32 size = description.WorkgroupSize[axis];
        if (size > offered.MaxWorkgroupSize[axis])
        {
            return Malformed(DiagnosticCode::ValueTooLarge, "RasterShaderDescription.WorkgroupSize[{index}]", size,
                             offered.MaxWorkgroupSize[axis], axis);
        }
        product *= size;
    }
    if (product > offered.MaxWorkgroupInvocations)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The product of RasterShaderDescription.WorkgroupSize", product,
                         offered.MaxWorkgroupInvocations);
    }
    return {};
}
} // namespace

RasterVerdict CheckRasterShader(const RasterShaderDescription& description, Backend backend,
                                const DeviceProfile& profile) noexcept
{
    if (!IsEnumerator(description.Artifact.Stage, ShaderStage::Compute))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Artifact.Stage", NumberOf(description.Artifact.Stage));
    }
    for (const RasterVerdict& verdict :
         {CheckSpan(description.Inputs, "Inputs"), CheckSpan(description.Bindings, "Bindings"),
          CheckSpan(description.UniformMembers, "UniformMembers")})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    for (uint32 i = 0; i < RASTER_BINDING_COUNT; ++i)
    {
        for (const RasterVerdict& verdict : {CheckSpan(description.UniformBlocks[i], "UniformBlocks[{index}]", i),
                                             CheckSpan(description.TextureNames[i], "TextureNames[{index}]", i)})
        {
            if (!verdict.IsAccepted())
            {
                return verdict;
            }
        }
    }
    if (const Finding finding = CheckArtifact(description.Artifact, backend); finding.Code != DiagnosticCode::None)
    {
        return {RasterStatus::InvalidDescription, finding};
    }
    if (const RasterVerdict verdict = CheckInputs(description, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    uint32 uniforms = 0;
    if (const RasterVerdict verdict = CheckBindings(description, profile, uniforms); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckWorkgroup(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckMembers(description.UniformMembers, uniforms); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.Artifact.Stage == ShaderStage::Compute)
    {
        if (const RasterVerdict verdict = CheckComputeOffered(description, profile.Compute); !verdict.IsAccepted())
        {
            return verdict;
        }
        if (const Finding finding = CheckLocalSize(description.Artifact, description.WorkgroupSize, backend);
            finding.Code != DiagnosticCode::None)
        {
            return {RasterStatus::InvalidDescription, finding};
        }
    }
    for (usize i = 0; i < description.Bindings.size(); ++i)
    {
        if (const RasterVerdict verdict = CheckBindingOffered(description.Bindings[i], static_cast<uint32>(i), profile);
            !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
