#include "frontend/refusals.h"

#include "frontend/session.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

namespace ludus::graphics::rhi
{
namespace internal
{
namespace
{
struct LastRefusal final
{
    Diagnostic Value{};
    uint64 Owner{0}; // of the session at the time; zero without one
    DiagnosticCallback Callback{nullptr};
    void* Context{nullptr};
};

constinit LastRefusal s_Last;

// Appends as much of `text` as fits before a terminator.
usize Append(char (&out)[DIAGNOSTIC_OBJECT_BYTES], usize length, std::string_view text) noexcept
{
    const usize count = std::min(text.size(), DIAGNOSTIC_OBJECT_BYTES - 1 - length);
    std::memcpy(out + length, text.data(), count);
    out[length + count] = '\0';
    return length + count;
}

// `texture "brick"`, or `buffer 3` without a label.
void DescribeObject(char (&out)[DIAGNOSTIC_OBJECT_BYTES], RecordKind kind, uint32 slot, const ColdHead& object) noexcept
{
    usize length = Append(out, 0, GetKindName(kind));
    if (object.Label[0] != '\0')
    {
        length = Append(out, length, " \"");
        length = Append(out, length, object.Label);
        Append(out, length, "\"");
        return;
    }
    char digits[11];
    char* first = std::end(digits);
    do
    {
        *--first = static_cast<char>('0' + slot % 10);
        slot /= 10;
    } while (slot != 0);
    *--first = ' ';
    Append(out, length, {first, static_cast<usize>(std::end(digits) - first)});
}
} // namespace

void RememberRefusal(const char* operation, const Finding& why) noexcept
{
    Diagnostic& value = s_Last.Value;
    value.Code = why.Code;
    value.Operation = operation;
    value.Field = why.Field;
    value.Got = why.Got;
    value.Allowed = why.Allowed;
    value.Index = why.Index;
    value.Object[0] = '\0';
    ++value.Sequence;
    if (why.Slot != NO_OBJECT)
    {
        DescribeObject(value.Object, why.Kind, why.Slot, GetSession().Records.Cold(why.Kind, why.Slot));
    }
    s_Last.Owner = GetSession().Owner;
}

void ReportRefusal(const char* operation, const Finding& why) noexcept
{
    RememberRefusal(operation, why);
    if (s_Last.Callback != nullptr)
    {
        s_Last.Callback(s_Last.Context, s_Last.Value);
    }
}
} // namespace internal

using namespace internal;

bool GetLastDiagnostic(DeviceHandle device, Diagnostic& out) noexcept
{
    const uint64 owner = DeviceAccess::Owner(device);
    if (s_Last.Value.Code == DiagnosticCode::None || (owner != 0 && owner != s_Last.Owner))
    {
        return false;
    }
    out = s_Last.Value;
    return true;
}

void SetDiagnosticCallback(DiagnosticCallback callback, void* context) noexcept
{
    s_Last.Callback = callback;
    s_Last.Context = context;
}

namespace
{
// Bytes of `label` that are kept: a cut one does not end inside a character of several bytes.
usize FitLabel(std::string_view label) noexcept
{
    usize length = std::min(label.size(), LABEL_BYTES - 1);
    while (length != 0 && length < label.size() && (static_cast<uint8>(label[length]) & 0xC0U) == 0x80U)
    {
        --length;
    }
    return length;
}

template <class H>
RasterStatus SetLabelOf(DeviceHandle device, const H& handle, std::string_view label) noexcept
{
    constexpr const char* OPERATION = "SetLabel";
    constexpr RecordKind KIND = KindOf<H>::VALUE;
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    const uint32 slot = FindPublic(session, handle);
    if (slot == NO_SLOT)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "handle");
    }
    if (label.data() == nullptr && !label.empty())
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "label", .Got = label.size()});
    }
    ColdHead& cold = session.Records.Table<KIND>().Twin(slot);
    const usize length = FitLabel(label);
    std::copy_n(label.begin(), length, cold.Label);
    cold.Label[length] = '\0';
    if (cold.HasBackendObject)
    {
        session.Native->SetLabel(KIND, slot, cold.Label);
    }
    return RasterStatus::Ready;
}
} // namespace

RasterStatus SetLabel(DeviceHandle device, BufferHandle buffer, std::string_view label) noexcept
{
    return SetLabelOf(device, buffer, label);
}

RasterStatus SetLabel(DeviceHandle device, TextureHandle texture, std::string_view label) noexcept
{
    return SetLabelOf(device, texture, label);
}

RasterStatus SetLabel(DeviceHandle device, TextureViewHandle view, std::string_view label) noexcept
{
    return SetLabelOf(device, view, label);
}

RasterStatus SetLabel(DeviceHandle device, SamplerHandle sampler, std::string_view label) noexcept
{
    return SetLabelOf(device, sampler, label);
}

RasterStatus SetLabel(DeviceHandle device, RasterShaderHandle shader, std::string_view label) noexcept
{
    return SetLabelOf(device, shader, label);
}

RasterStatus SetLabel(DeviceHandle device, BindingLayoutHandle layout, std::string_view label) noexcept
{
    return SetLabelOf(device, layout, label);
}

RasterStatus SetLabel(DeviceHandle device, BindingSetHandle set, std::string_view label) noexcept
{
    return SetLabelOf(device, set, label);
}

RasterStatus SetLabel(DeviceHandle device, RasterPipelineHandle pipeline, std::string_view label) noexcept
{
    return SetLabelOf(device, pipeline, label);
}

RasterStatus SetLabel(DeviceHandle device, ComputePipelineHandle pipeline, std::string_view label) noexcept
{
    return SetLabelOf(device, pipeline, label);
}
} // namespace ludus::graphics::rhi
