// Why a call was refused: a stable code, the object, the field, what it got and what is allowed, and how to mend it.
//
//     if (rhi::CreateBuffer(device, description, bytes, buffer) != rhi::RasterStatus::Ready)
//     {
//         rhi::Diagnostic why;
//         if (rhi::GetLastDiagnostic(device, why))
//         {
//             char text[rhi::DIAGNOSTIC_TEXT_BYTES];
//             rhi::FormatDiagnostic(why, text);
//             std::fputs(text, stderr);
//         }
//     }
//
// docs/errors.md lists every code. A refusal only fills in a small record; text is made when it is asked for.
#pragma once

#include <ludus/graphics/rhi/diagnostic_list.h>
#include <ludus/graphics/rhi/raster.h>

#include <span>
#include <string_view>

namespace ludus::graphics::rhi
{
/// One code for each reason. The numbers may change between versions; the names stay.
enum class DiagnosticCode : foundation::uint16
{
    None,
#define LUDUS_RHI_CODE(Name, Problem, Fix) Name,
    LUDUS_RHI_DIAGNOSTICS(LUDUS_RHI_CODE)
#undef LUDUS_RHI_CODE
    Count, // not a code: how many there are
};

/// Bytes of a label with its terminator; longer labels are cut.
constexpr foundation::usize LABEL_BYTES = 48;

/// Bytes of an object's description in a diagnostic: its kind and its label, or its kind and number.
constexpr foundation::usize DIAGNOSTIC_OBJECT_BYTES = LABEL_BYTES + 24;

/// Room that every formatted diagnostic fits into.
constexpr foundation::usize DIAGNOSTIC_TEXT_BYTES = 640;

/// One refusal. `Operation` and `Field` are static text and stay valid for ever.
struct Diagnostic final
{
    DiagnosticCode Code{DiagnosticCode::None};
    const char* Operation{nullptr};         // the entry point, such as "CreateTexture"
    const char* Field{nullptr};             // such as "TextureUpload.RowPitch" or "Bindings[{index}].Kind"; may be null
    char Object[DIAGNOSTIC_OBJECT_BYTES]{}; // the object concerned, such as `texture "brick"` or `buffer 3`; may be
                                            // empty
    foundation::uint64 Got{0};
    foundation::uint64 Allowed{0};
    foundation::uint32 Index{0};    // element of an array field
    foundation::uint64 Sequence{0}; // refusals of this process so far, this one included
};

/// Copies the last refusal of a call on `device`; for a null handle, the last refusal of any call, those without a
/// device included. False, leaving `out` as it was, when there is none or the device is not this session's.
[[nodiscard]] bool GetLastDiagnostic(DeviceHandle device, Diagnostic& out) noexcept;

/// Writes the refusal as sentences into `text`, always terminated; returns the characters written without the
/// terminator. DIAGNOSTIC_TEXT_BYTES are always enough; a shorter `text` receives a cut message.
foundation::usize FormatDiagnostic(const Diagnostic& diagnostic, std::span<char> text) noexcept;

/// The code's name as it stands in docs/errors.md, such as "DrawIndexTooLarge".
[[nodiscard]] std::string_view GetDiagnosticName(DiagnosticCode code) noexcept;

/// Called for every refusal, in the refused call, on its thread. It must not call the library except to format.
using DiagnosticCallback = void (*)(void* context, const Diagnostic& diagnostic) noexcept;

/// Sets the process's callback; null removes it. It survives sessions.
void SetDiagnosticCallback(DiagnosticCallback callback, void* context) noexcept;

/// Names an object for diagnostics and for the driver's tools (RenderDoc shows Vulkan object names). Between or in
/// frames; allocates nothing. `label` is UTF-8 and cut to at most LABEL_BYTES - 1 bytes, between characters; an empty
/// one removes the name. compute.h has the one of compute pipelines.
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, BufferHandle buffer, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, TextureHandle texture, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, TextureViewHandle view, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, SamplerHandle sampler, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, RasterShaderHandle shader, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, BindingLayoutHandle layout, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, BindingSetHandle set, std::string_view label) noexcept;
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, RasterPipelineHandle pipeline,
                                    std::string_view label) noexcept;
} // namespace ludus::graphics::rhi
