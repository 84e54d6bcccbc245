#include "rules.h"

#include "backends/reference/control.h"
#include "frontend/inspect.h"

#include <ludus/graphics/rhi/diagnostics.h>

#include <cstdio>
#include <cstdlib>

namespace ludus::graphics::rhi::fuzz
{
using namespace internal;

namespace
{
uint64 s_TracedRefusals = 0;
} // namespace

void Break(const char* call, const char* rule)
{
    Diagnostic last;
    char text[DIAGNOSTIC_TEXT_BYTES] = "none";
    if (GetLastDiagnostic({}, last))
    {
        FormatDiagnostic(last, text);
    }
    std::fprintf(stderr, "fuzz: %s: %s\nfuzz: the last diagnostic: %s\n", call, rule, text);
    std::abort();
}

uint64 CountRefusals()
{
    Diagnostic last;
    return GetLastDiagnostic({}, last) ? last.Sequence : 0;
}

bool IsTracing()
{
    static const bool s_IsOn = std::getenv("LUDUS_FUZZ_TRACE") != nullptr;
    return s_IsOn;
}

void Trace(const char* call, unsigned status)
{
    if (!IsTracing())
    {
        return;
    }
    std::fprintf(stderr, "%s -> %u", call, status);
    Diagnostic last;
    if (GetLastDiagnostic({}, last) && last.Sequence != s_TracedRefusals)
    {
        s_TracedRefusals = last.Sequence;
        std::fprintf(stderr, " (%s, %s)", GetDiagnosticName(last.Code).data(), last.Field == nullptr ? "" : last.Field);
    }
    std::fputc('\n', stderr);
}

CleanProcess::CleanProcess()
{
    foundation::InjectHostMemoryFailure(0);
    ResetReferenceControl();
    BlocksAtStart = foundation::GetHostMemoryUsage().LiveAllocations - InspectSession().CommittedBlocks;
}

CleanProcess::~CleanProcess()
{
    foundation::InjectHostMemoryFailure(0);
    Shutdown();
    const SessionInspection left = InspectSession();
    if (left.HasSession || left.LiveRecords != 0 || left.LiveBackendObjects != 0)
    {
        Break("Shutdown", "nothing may be alive after it");
    }
    if (left.ResourceBytes != 0 || left.BindingDescriptors != 0)
    {
        Break("Shutdown", "what was charged must be given back");
    }
    // Pages of records stay for the life of the process.
    if (foundation::GetHostMemoryUsage().LiveAllocations - left.CommittedBlocks != BlocksAtStart)
    {
        Break("Shutdown", "every host allocation must be returned");
    }
    ResetReferenceControl();
}

void Disturb(ByteReader& input)
{
    ReferenceControl& control = GetReferenceControl();
    const uint32 what = input.Byte();
    switch (what % 12)
    {
    case 0:
    case 1:
    case 2:
    {
        ReferenceFailure failure;
        failure.Nth = 1 + input.Below(4);
        const uint32 how = input.Byte();
        failure.Status = how % 8 == 0   ? BackendStatus::Lost
                         : how % 2 == 0 ? BackendStatus::OutOfMemory
                                        : BackendStatus::Refused;
        failure.Acquired = how % 8 == 0   ? AcquireStatus::Lost
                           : how % 3 == 0 ? AcquireStatus::Failed
                                          : AcquireStatus::Skipped;
        failure.Outcome = how % 8 < 2   ? SubmitOutcome::EncodedNothingAccepted
                          : how % 8 < 4 ? SubmitOutcome::AcceptedInPart
                                        : SubmitOutcome::NothingEncoded;
        failure.AcceptedCommands = how / 8;
        FailReferenceCall(static_cast<ReferenceCall>(input.Below(static_cast<uint32>(REFERENCE_CALL_COUNT))), failure);
        break;
    }
    case 3:
    case 4:
    {
        const uint32 nth = input.Byte();
        foundation::InjectHostMemoryFailure(1 + nth % 64, nth >= 240);
        break;
    }
    case 5:
        if (!control.HoldsCompletion)
        {
            CompleteReferenceWork(); // what has completed stays so
            control.HoldsCompletion = true;
        }
        break;
    case 6:
        CompleteReferenceWork();
        control.HoldsCompletion = false;
        break;
    case 7:
        control.HoldsCreation[input.Below(static_cast<uint32>(RECORD_KIND_COUNT))] = true;
        break;
    case 8:
    {
        const uint32 how = input.Byte();
        const uint32 kind = how % static_cast<uint32>(RECORD_KIND_COUNT);
        control.HoldsCreation[kind] = false;
        FinishReferenceCreations(static_cast<RecordKind>(kind),
                                 how >= 192 ? BackendStatus::Refused : BackendStatus::Ready);
        break;
    }
    case 9:
        control.HoldsReadback = !control.HoldsReadback;
        break;
    case 10:
        CompleteReferenceWork(control.CompletedOrdinal + 1);
        break;
    default:
        if (what >= 224)
        {
            LoseReferenceDevice();
        }
        else
        {
            control.SurfaceWidth = what / 16;
            control.SurfaceHeight = what / 16;
        }
        break;
    }
}
} // namespace ludus::graphics::rhi::fuzz
