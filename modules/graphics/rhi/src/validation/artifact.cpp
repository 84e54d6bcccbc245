// The running backend's artifact is there and has the entry point.

#include "validation/artifact.h"

#include "validation/refuse.h"
#include "validation/spirv_entries.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] Finding CheckSpirv(const ShaderDescription& description) noexcept
{
    if (description.Spirv.empty())
    {
        return {DiagnosticCode::ArtifactMissing, "Spirv"};
    }
    if (description.SpirvEntry.empty()) // a module may hold an entry point without a name
    {
        return {DiagnosticCode::EntryMissing, "SpirvEntry"};
    }
    for (const RasterVerdict& verdict :
         {CheckSpan(description.Spirv, "Spirv"), CheckSpan(description.SpirvEntry, "SpirvEntry")})
    {
        if (!verdict.IsAccepted())
        {
            return verdict.Why;
        }
    }
    const SpirvEntryResult result = FindSpirvEntry(description.Spirv, description.SpirvEntry, description.Stage);
    switch (result.Outcome)
    {
    case SpirvEntry::Found:
        return {};
    case SpirvEntry::Missing:
        return {DiagnosticCode::EntryMissing, "SpirvEntry"};
    case SpirvEntry::WrongStage:
        return {DiagnosticCode::EntryStageWrong, "Stage", static_cast<uint64>(description.Stage)};
    case SpirvEntry::Malformed:
        break;
    }
    return {DiagnosticCode::ArtifactMalformed, "Spirv", result.Word};
}

[[nodiscard]] Finding CheckText(std::string_view text, const char* textField, std::string_view entry,
                                const char* entryField) noexcept
{
    if (text.empty())
    {
        return {DiagnosticCode::ArtifactMissing, textField};
    }
    if (entry.empty())
    {
        return {DiagnosticCode::EntryMissing, entryField};
    }
    for (const RasterVerdict& verdict : {CheckSpan(text, textField), CheckSpan(entry, entryField)})
    {
        if (!verdict.IsAccepted())
        {
            return verdict.Why;
        }
    }
    return {};
}
} // namespace

Finding CheckArtifact(const ShaderDescription& description, Backend backend) noexcept
{
    switch (backend)
    {
    case Backend::Vulkan:
    case Backend::Software:
    case Backend::Reference:
        return CheckSpirv(description);
    case Backend::WebGPU:
        return CheckText(description.Wgsl, "Wgsl", description.WgslEntry, "WgslEntry");
    case Backend::WebGL2:
        return CheckText(description.GlslEs, "GlslEs", description.GlslEsEntry, "GlslEsEntry");
    case Backend::Metal:
        return CheckText(description.Msl, "Msl", description.MslEntry, "MslEntry");
    case Backend::OpenGL:
        return CheckText(description.Glsl, "Glsl", description.GlslEntry, "GlslEntry");
    case Backend::Direct3D11:
    case Backend::Direct3D12:
        // Bytecode has one entry point; only source names it.
        return description.Bytecode.empty() ? CheckText(description.Hlsl, "Hlsl", description.HlslEntry, "HlslEntry")
                                            : CheckSpan(description.Bytecode, "Bytecode").Why;
    }
    return {DiagnosticCode::EnumInvalid, "Backend", static_cast<uint64>(backend)};
}

Finding CheckLocalSize(const ShaderDescription& description, const uint32 (&size)[3], Backend backend) noexcept
{
    if (backend != Backend::Vulkan && backend != Backend::Software && backend != Backend::Reference)
    {
        return {};
    }
    uint32 stated[3]{};
    if (!ReadSpirvLocalSize(description.Spirv, description.SpirvEntry, stated))
    {
        return {.Code = DiagnosticCode::WorkgroupUnstated, .Field = "Spirv"};
    }
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        if (size[axis] != stated[axis])
        {
            return {.Code = DiagnosticCode::ValueNotExact,
                    .Field = "RasterShaderDescription.WorkgroupSize[{index}]",
                    .Got = size[axis],
                    .Allowed = stated[axis],
                    .Index = axis};
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
