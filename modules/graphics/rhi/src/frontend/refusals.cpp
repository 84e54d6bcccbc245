#include "frontend/refusals.h"

#include "frontend/session.h"

#include <algorithm>
#include <cstring>

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

// Writes `number` after `text`, without a library that allocates.
void WriteKindAndSlot(char (&out)[LABEL_BYTES], const char* text, uint32 slot) noexcept
{
    usize length = std::min(std::strlen(text), LABEL_BYTES - 12);
    std::memcpy(out, text, length);
    out[length++] = ' ';
    char digits[10];
    usize count = 0;
    do
    {
        digits[count++] = static_cast<char>('0' + slot % 10);
        slot /= 10;
    } while (slot != 0);
    while (count != 0)
    {
        out[length++] = digits[--count];
    }
    out[length] = '\0';
}
} // namespace

void ReportRefusal(const char* operation, const Finding& why, RecordKind kind, uint32 slot,
                   const ColdHead* object) noexcept
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
    if (object != nullptr && object->Label[0] != '\0')
    {
        std::memcpy(value.Object, object->Label, LABEL_BYTES);
    }
    else if (object != nullptr)
    {
        WriteKindAndSlot(value.Object, GetKindName(kind), slot);
    }
    s_Last.Owner = GetSession().Owner;
    if (s_Last.Callback != nullptr)
    {
        s_Last.Callback(s_Last.Context, value);
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
    ColdHead& cold = session.Records.Table<KIND>().Twin(slot);
    const usize length = std::min(label.size(), LABEL_BYTES - 1);
    std::memcpy(cold.Label, label.data(), length);
    cold.Label[length] = '\0';
    session.Native->SetLabel(KIND, slot, cold.Label);
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
} // namespace ludus::graphics::rhi
