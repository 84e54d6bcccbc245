#include "backends/webgpu/late_results.h"

#include "backends/webgpu/error_log.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
constinit LateResults* s_First = nullptr; // of the open sessions
constinit uint32 s_LastNumber = 0;

uint32 ToNumber(const void* userData) noexcept
{
    return static_cast<uint32>(reinterpret_cast<std::uintptr_t>(userData));
}

BackendStatus ToStatus(WGPUErrorType type) noexcept
{
    switch (type)
    {
    case WGPUErrorType_NoError:
        return BackendStatus::Ready;
    case WGPUErrorType_OutOfMemory:
        return BackendStatus::OutOfMemory;
    default:
        return BackendStatus::Refused;
    }
}
} // namespace

void* ToUserData(uint32 number) noexcept
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr): never followed
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(number));
}

void LateResults::Open() noexcept
{
    Number = ++s_LastNumber;
    Next = std::exchange(s_First, this);
}

void LateResults::Close() noexcept
{
    for (LateResults** link = &s_First; *link != nullptr; link = &(*link)->Next)
    {
        if (*link == this)
        {
            *link = Next;
            break;
        }
    }
    Number = 0;
    Next = nullptr;
}

void* LateResults::GetSession() const noexcept
{
    return ToUserData(Number);
}

LateResults* LateResults::Find(const void* session) noexcept
{
    LateResults* results = s_First;
    while (results != nullptr && results->Number != ToNumber(session))
    {
        results = results->Next;
    }
    return results;
}

bool LateResults::Take(TicketUse use, uint32& ticket) noexcept
{
    if (Free.IsEmpty())
    {
        const usize count = Tickets.Size();
        const usize room = std::max<usize>(16, count * 2);
        if (!Tickets.Reserve(room) || !Free.Reserve(room) || !Finished.Reserve(room))
        {
            return false;
        }
        for (usize i = room; i > count; --i)
        {
            Tickets.AppendReserved({});
            Free.AppendReserved(static_cast<uint32>(i - 1));
        }
    }
    ticket = Free.Back();
    Free.PopBack();
    Tickets[ticket] = {.Use = use};
    Transfers += use == TicketUse::Transfer ? 1U : 0U;
    return true;
}

void LateResults::Return(uint32 ticket) noexcept
{
    assert(Tickets[ticket].Awaited == 0 && "a callback still knows the ticket");
    Transfers -= Tickets[ticket].Use == TicketUse::Transfer ? 1U : 0U;
    Tickets[ticket] = {};
    Free.AppendReserved(ticket);
}

void LateResults::Abandon(uint32 ticket) noexcept
{
    if (Tickets[ticket].Awaited == 0)
    {
        Return(ticket);
        return;
    }
    Transfers -= Tickets[ticket].Use == TicketUse::Transfer ? 1U : 0U;
    Tickets[ticket].Use = TicketUse::Unwanted;
}

BackendStatus LateResults::TakeFailure(uint32 ticket) noexcept
{
    const BackendStatus result = Tickets[ticket].Result;
    if (Tickets[ticket].Awaited != 0 || result == BackendStatus::Ready)
    {
        return BackendStatus::Pending;
    }
    assert(Finished.Back() == ticket && "it was answered last");
    Finished.PopBack();
    Return(ticket);
    return result;
}

bool LateResults::NextFinished(Ticket& finished) noexcept
{
    if (Finished.IsEmpty())
    {
        return false;
    }
    const uint32 ticket = Finished[0];
    std::copy(Finished.begin() + 1, Finished.end(), Finished.begin());
    Finished.PopBack();
    finished = Tickets[ticket];
    Return(ticket);
    return true;
}

bool LateResults::NextFailedTransfer(uint64& ordinal) noexcept
{
    for (usize i = 0; Transfers != 0 && i < Tickets.Size(); ++i)
    {
        if (Tickets[i].Use == TicketUse::Transfer && Tickets[i].Awaited == 0)
        {
            ordinal = Tickets[i].Generation;
            Return(static_cast<uint32>(i));
            return true;
        }
    }
    return false;
}

uint64 LateResults::GetCompleted() const noexcept
{
    uint64 completed = Completed;
    for (usize i = 0; Transfers != 0 && i < Tickets.Size(); ++i)
    {
        if (Tickets[i].Use == TicketUse::Transfer)
        {
            completed = std::min(completed, Tickets[i].Generation - 1);
        }
    }
    return completed;
}

void LateResults::DropAnswers() noexcept
{
    Ticket finished;
    while (NextFinished(finished))
    {
    }
    for (usize i = 0; i < Tickets.Size(); ++i)
    {
        if (Tickets[i].Use == TicketUse::Creation || Tickets[i].Use == TicketUse::Transfer)
        {
            Abandon(static_cast<uint32>(i));
        }
    }
}

void LateResults::Answer(uint32 number, BackendStatus status) noexcept
{
    Ticket& ticket = Tickets[number];
    assert(ticket.Awaited != 0 && "a ticket is answered more often than it asked");
    ticket.Result = ticket.Result == BackendStatus::Ready ? status : ticket.Result;
    if (--ticket.Awaited != 0)
    {
        return;
    }
    if (ticket.Use == TicketUse::Creation)
    {
        Finished.AppendReserved(number);
    }
    else if (ticket.Use == TicketUse::Unwanted ||
             (ticket.Use == TicketUse::Transfer && ticket.Result == BackendStatus::Ready))
    {
        Return(number);
    }
}

void LateResults::OnAdapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* session,
                            void*)
{
    NativeAdapter found(adapter); // released here where nobody waits for it
    LateResults* results = Find(session);
    if (status != WGPURequestAdapterStatus_Success)
    {
        LogError("adapter", message);
    }
    if (results != nullptr)
    {
        results->FoundAdapter = std::move(found);
        results->HasAdapterAnswer = true;
    }
}

void LateResults::OnDevice(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* session,
                           void*)
{
    NativeDevice found(device);
    LateResults* results = Find(session);
    if (status != WGPURequestDeviceStatus_Success)
    {
        LogError("device", message);
    }
    if (results != nullptr)
    {
        results->FoundDevice = std::move(found);
        results->HasDeviceAnswer = true;
    }
}

void LateResults::OnLost(const WGPUDevice*, WGPUDeviceLostReason reason, WGPUStringView message, void* session, void*)
{
    LateResults* results = Find(session);
    if (results != nullptr && reason != WGPUDeviceLostReason_FailedCreation) // which OnDevice tells
    {
        LogError("loss", message);
        results->IsLost = true;
    }
}

void LateResults::OnError(const WGPUDevice*, WGPUErrorType type, WGPUStringView message, void* session, void*)
{
    LateResults* results = Find(session);
    if (results == nullptr || results->IsLost)
    {
        return; // what a lost device is asked for is an error, and nobody's mistake
    }
    LogUncaughtError(message);
    if (!results->IsWatching)
    {
        results->IsLost = true;
    }
    else if (results->Seen == BackendStatus::Ready)
    {
        results->Seen = ToStatus(type);
    }
}

void LateResults::OnScope(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* session,
                          void* ticket)
{
    LateResults* results = Find(session);
    if (results == nullptr)
    {
        return;
    }
    if (type != WGPUErrorType_NoError)
    {
        LogError("creation", message);
    }
    results->Answer(ToNumber(ticket), status == WGPUPopErrorScopeStatus_Success ? ToStatus(type) : BackendStatus::Lost);
}

void LateResults::OnMapped(WGPUMapAsyncStatus status, WGPUStringView, void* session, void* ticket)
{
    if (LateResults* results = Find(session); results != nullptr)
    {
        results->Answer(ToNumber(ticket),
                        status == WGPUMapAsyncStatus_Success ? BackendStatus::Ready : BackendStatus::Refused);
    }
}

void LateResults::OnWorkDone(WGPUQueueWorkDoneStatus status, WGPUStringView, void* session, void* ordinal)
{
    LateResults* results = Find(session);
    if (results == nullptr)
    {
        return;
    }
    if (status != WGPUQueueWorkDoneStatus_Success)
    {
        results->IsLost = true;
        return;
    }
    // Far fewer than 2^32 submissions are in flight: the distance to the last one says which is meant.
    const uint32 behind = static_cast<uint32>(results->Submitted) - ToNumber(ordinal);
    results->Completed = std::max(results->Completed, results->Submitted - behind);
}
} // namespace ludus::graphics::rhi::internal::webgpu
