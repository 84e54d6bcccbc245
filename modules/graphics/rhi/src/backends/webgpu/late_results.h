// Where the API's callbacks leave their answers: numbers go out, numbers come back, and a session that is gone hears
// nothing.
//
// A callback of WebGPU may come after everything that asked for it is destroyed, in a browser even in the next session.
// So it is given no pointers of ours: only the number of the session and the number of a ticket. It looks the session
// up among those that are open; where there is none, the answer is dropped and what it carries is released. All
// callbacks come on the owner's thread: inside a call of the API, inside Poll, or in a browser between our calls.
#pragma once

#include "backends/webgpu/webgpu_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::webgpu
{
enum class TicketUse : uint8
{
    Free,
    Creation, // a slot's object: Poll delivers the end
    Map,      // whoever took it looks at it and returns it
    Transfer, // a submission's copies: Poll delivers a failure
    Unwanted, // returns itself with its last answer
};

/// Something that was asked of the API and has not been answered by every callback.
struct Ticket final
{
    TicketUse Use{TicketUse::Free};
    BackendStatus Result{BackendStatus::Ready}; // the first failure among the answers
    RecordKind Kind{};
    uint32 Slot{NO_SLOT};
    uint64 Generation{0}; // of a transfer, its ordinal
    uint32 Awaited{0};    // answers that are still to come
};

class LateResults final
{
public:
    LateResults() noexcept = default;
    LateResults(const LateResults&) = delete;
    LateResults& operator=(const LateResults&) = delete;

    ~LateResults() { Close(); }

    /// From here on callbacks find this session.
    void Open() noexcept;

    /// No callback finds it any more.
    void Close() noexcept;

    /// What callbacks carry to find this session: their first user data.
    [[nodiscard]] void* GetSession() const noexcept;

    // Tickets.

    /// False: memory is refused. All that answering and delivering it needs is there afterwards.
    [[nodiscard]] bool Take(TicketUse use, uint32& ticket) noexcept;

    [[nodiscard]] Ticket& At(uint32 ticket) noexcept { return Tickets[ticket]; }

    /// `count` answers are to come; before the calls that ask for them, which may answer at once.
    void Await(uint32 ticket, uint32 count) noexcept { Tickets[ticket].Awaited = count; }

    void Return(uint32 ticket) noexcept;

    /// Nobody will look at it: it is returned now, or with its last answer.
    void Abandon(uint32 ticket) noexcept;

    /// After the calls that ask for a creation's answers: a failure that is known already, and the ticket returned with
    /// it; else Pending.
    [[nodiscard]] BackendStatus TakeFailure(uint32 ticket) noexcept;

    /// The oldest creation whose answers have all come, taken out of the list; false: there is none.
    [[nodiscard]] bool NextFinished(Ticket& finished) noexcept;

    /// The ordinal of a transfer that was refused, taken out of the list; false: there is none.
    [[nodiscard]] bool NextFailedTransfer(uint64& ordinal) noexcept;

    /// What has completed, up to the first transfer whose end nobody knows or was told.
    [[nodiscard]] uint64 GetCompleted() const noexcept;

    /// Forgets all creations and transfers that Poll has not delivered.
    void DropAnswers() noexcept;

    // Errors that no scope catches: inside a watch they are its result, elsewhere the session cannot go on.

    void Watch() noexcept
    {
        IsWatching = true;
        Seen = BackendStatus::Ready;
    }

    [[nodiscard]] BackendStatus EndWatch() noexcept
    {
        IsWatching = false;
        return IsLost ? BackendStatus::Lost : Seen;
    }

    // Callbacks, with the session and a ticket or a number as their user data.

    static void OnAdapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* session,
                          void* unused);
    static void OnDevice(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* session,
                         void* unused);
    static void OnLost(const WGPUDevice* device, WGPUDeviceLostReason reason, WGPUStringView message, void* session,
                       void* unused);
    static void OnError(const WGPUDevice* device, WGPUErrorType type, WGPUStringView message, void* session,
                        void* unused);
    static void OnScope(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* session,
                        void* ticket);
    static void OnMapped(WGPUMapAsyncStatus status, WGPUStringView message, void* session, void* ticket);

    /// `ordinal`: the low half of the submission's.
    static void OnWorkDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void* session, void* ordinal);

    // What they have brought.

    NativeAdapter FoundAdapter{};
    NativeDevice FoundDevice{};
    bool HasAdapterAnswer{false};
    bool HasDeviceAnswer{false};
    bool IsLost{false};
    uint64 Submitted{0};
    uint64 Completed{0};

private:
    [[nodiscard]] static LateResults* Find(const void* session) noexcept;
    void Answer(uint32 ticket, BackendStatus status) noexcept;

    uint32 Number{0}; // zero: not open
    LateResults* Next{nullptr};
    foundation::Array<Ticket> Tickets{};
    foundation::Array<uint32> Free{};     // this and Finished have room for every ticket
    foundation::Array<uint32> Finished{}; // creations, oldest first
    uint32 Transfers{0};                  // tickets of transfers
    bool IsWatching{false};
    BackendStatus Seen{BackendStatus::Ready};
};

/// A number as callbacks carry it.
[[nodiscard]] void* ToUserData(uint32 number) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
