// How a refused call leaves its reason behind: one small record, formatted only when somebody asks.
#pragma once

#include "registry/registry.h"

namespace ludus::graphics::rhi::internal
{
/// Keeps the reason as the last diagnostic and hands it to the callback. The record that it names, if any, is described
/// by kind and label, or by kind and slot.
void ReportRefusal(const char* operation, const Finding& why) noexcept;

/// Keeps the reason as the last diagnostic alone: the callback has heard it.
void RememberRefusal(const char* operation, const Finding& why) noexcept;

/// Reports the verdict's reason and answers its status.
template <class Status>
inline Status Refuse(const char* operation, const Verdict<Status>& verdict) noexcept
{
    ReportRefusal(operation, verdict.Why);
    return verdict.Result;
}

template <class Status>
inline Status Refuse(const char* operation, Status status, const Finding& why) noexcept
{
    ReportRefusal(operation, why);
    return status;
}

template <class Status>
inline Status Refuse(const char* operation, Status status, DiagnosticCode code, const char* field = nullptr) noexcept
{
    ReportRefusal(operation, {.Code = code, .Field = field});
    return status;
}
} // namespace ludus::graphics::rhi::internal
