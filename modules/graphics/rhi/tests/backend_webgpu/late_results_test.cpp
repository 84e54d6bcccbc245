// Answers of the API: to a ticket, to nobody, to a session that is gone.
#include "backends/webgpu/error_count.h"
#include "backends/webgpu/late_results.h"

#include <gtest/gtest.h>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
constexpr WGPUStringView NO_MESSAGE{nullptr, 0};

void AnswerScope(void* session, uint32 ticket, WGPUErrorType type)
{
    LateResults::OnScope(WGPUPopErrorScopeStatus_Success, type, NO_MESSAGE, session, ToUserData(ticket));
}

uint32 TakeCreation(LateResults& results, uint32 slot, uint32 answers)
{
    uint32 ticket = 0;
    EXPECT_TRUE(results.Take(TicketUse::Creation, ticket));
    results.At(ticket).Kind = RecordKind::Buffer;
    results.At(ticket).Slot = slot;
    results.At(ticket).Generation = slot + 100;
    results.Await(ticket, answers);
    return ticket;
}

TEST(LateResults, ACreationEndsWithItsLastAnswer)
{
    LateResults results;
    results.Open();
    const uint32 ticket = TakeCreation(results, 7, 2);
    Ticket finished;
    AnswerScope(results.GetSession(), ticket, WGPUErrorType_NoError);
    EXPECT_FALSE(results.NextFinished(finished));
    AnswerScope(results.GetSession(), ticket, WGPUErrorType_NoError);
    ASSERT_TRUE(results.NextFinished(finished));
    EXPECT_EQ(finished.Slot, 7U);
    EXPECT_EQ(finished.Generation, 107U);
    EXPECT_EQ(finished.Result, BackendStatus::Ready);
    EXPECT_FALSE(results.NextFinished(finished));
}

TEST(LateResults, TheFirstFailureIsTheResult)
{
    LateResults results;
    results.Open();
    const uint32 ticket = TakeCreation(results, 1, 3);
    AnswerScope(results.GetSession(), ticket, WGPUErrorType_NoError);
    AnswerScope(results.GetSession(), ticket, WGPUErrorType_OutOfMemory);
    AnswerScope(results.GetSession(), ticket, WGPUErrorType_Validation);
    Ticket finished;
    ASSERT_TRUE(results.NextFinished(finished));
    EXPECT_EQ(finished.Result, BackendStatus::OutOfMemory);
}

TEST(LateResults, CreationsEndInTheOrderOfTheirAnswers)
{
    LateResults results;
    results.Open();
    uint32 tickets[40];
    for (uint32 i = 0; i < 40; ++i)
    {
        tickets[i] = TakeCreation(results, i, 1);
    }
    for (uint32 i = 40; i > 0; --i)
    {
        AnswerScope(results.GetSession(), tickets[i - 1], WGPUErrorType_NoError);
    }
    Ticket finished;
    for (uint32 i = 40; i > 0; --i)
    {
        ASSERT_TRUE(results.NextFinished(finished));
        EXPECT_EQ(finished.Slot, i - 1);
    }
}

TEST(LateResults, AFailureThatIsKnownAtOnceIsTheAnswer)
{
    LateResults results;
    results.Open();
    const uint32 good = TakeCreation(results, 1, 1);
    AnswerScope(results.GetSession(), good, WGPUErrorType_NoError);
    EXPECT_EQ(results.TakeFailure(good), BackendStatus::Pending);
    const uint32 bad = TakeCreation(results, 2, 1);
    AnswerScope(results.GetSession(), bad, WGPUErrorType_Validation);
    EXPECT_EQ(results.TakeFailure(bad), BackendStatus::Refused);
    Ticket finished;
    ASSERT_TRUE(results.NextFinished(finished));
    EXPECT_EQ(finished.Slot, 1U);
    EXPECT_FALSE(results.NextFinished(finished));
}

TEST(LateResults, AnAnswerForASessionThatIsGoneReachesNobody)
{
    LateResults first;
    first.Open();
    void* gone = first.GetSession();
    const uint32 old = TakeCreation(first, 3, 1);
    first.Close();
    LateResults second;
    second.Open();
    const uint32 ticket = TakeCreation(second, 4, 1);
    EXPECT_EQ(ticket, old); // the same number, another session's
    AnswerScope(gone, old, WGPUErrorType_Validation);
    LateResults::OnMapped(WGPUMapAsyncStatus_Success, NO_MESSAGE, gone, ToUserData(old));
    LateResults::OnWorkDone(WGPUQueueWorkDoneStatus_Success, NO_MESSAGE, gone, ToUserData(9));
    LateResults::OnLost(nullptr, WGPUDeviceLostReason_Unknown, NO_MESSAGE, gone, nullptr);
    LateResults::OnError(nullptr, WGPUErrorType_Validation, NO_MESSAGE, gone, nullptr);
    LateResults::OnAdapter(WGPURequestAdapterStatus_Unavailable, nullptr, NO_MESSAGE, gone, nullptr);
    LateResults::OnDevice(WGPURequestDeviceStatus_Error, nullptr, NO_MESSAGE, gone, nullptr);
    for (LateResults* results : {&first, &second})
    {
        Ticket finished;
        EXPECT_FALSE(results->NextFinished(finished));
        EXPECT_FALSE(results->IsLost);
        EXPECT_FALSE(results->HasAdapterAnswer);
        EXPECT_FALSE(results->HasDeviceAnswer);
        EXPECT_EQ(results->Completed, 0U);
    }
    EXPECT_EQ(second.At(ticket).Awaited, 1U);
    EXPECT_EQ(GetWebGpuErrorCount(), 0U);
}

TEST(LateResults, CompletionWaitsForTheAnswersOfATransferAndForItsFailureToBeTold)
{
    LateResults results;
    results.Open();
    uint32 tickets[2]{};
    for (uint32 i = 0; i < 2; ++i)
    {
        ASSERT_TRUE(results.Take(TicketUse::Transfer, tickets[i]));
        results.At(tickets[i]).Generation = 5 + i; // its ordinal
        results.Await(tickets[i], 2);
    }
    results.Submitted = 7;
    LateResults::OnWorkDone(WGPUQueueWorkDoneStatus_Success, NO_MESSAGE, results.GetSession(), ToUserData(7));
    EXPECT_EQ(results.Completed, 7U);
    EXPECT_EQ(results.GetCompleted(), 4U);
    uint64 failed = 0;
    AnswerScope(results.GetSession(), tickets[0], WGPUErrorType_NoError);
    EXPECT_EQ(results.GetCompleted(), 4U);
    AnswerScope(results.GetSession(), tickets[0], WGPUErrorType_NoError);
    EXPECT_EQ(results.GetCompleted(), 5U); // nothing is to be told of it
    AnswerScope(results.GetSession(), tickets[1], WGPUErrorType_Validation);
    EXPECT_FALSE(results.NextFailedTransfer(failed));
    AnswerScope(results.GetSession(), tickets[1], WGPUErrorType_NoError);
    EXPECT_EQ(results.GetCompleted(), 5U);
    ASSERT_TRUE(results.NextFailedTransfer(failed));
    EXPECT_EQ(failed, 6U);
    EXPECT_EQ(results.GetCompleted(), 7U);
    EXPECT_FALSE(results.NextFailedTransfer(failed));
}

TEST(LateResults, WhatIsAbandonedReturnsItselfWithItsLastAnswer)
{
    LateResults results;
    results.Open();
    uint32 map = 0;
    ASSERT_TRUE(results.Take(TicketUse::Map, map));
    results.Await(map, 1);
    results.Abandon(map);
    EXPECT_EQ(results.At(map).Use, TicketUse::Unwanted);
    LateResults::OnMapped(WGPUMapAsyncStatus_Aborted, NO_MESSAGE, results.GetSession(), ToUserData(map));
    EXPECT_EQ(results.At(map).Use, TicketUse::Free);
    const uint32 creation = TakeCreation(results, 5, 1);
    EXPECT_EQ(creation, map);
    results.DropAnswers();
    AnswerScope(results.GetSession(), creation, WGPUErrorType_NoError);
    Ticket finished;
    EXPECT_FALSE(results.NextFinished(finished));
    EXPECT_EQ(results.At(creation).Use, TicketUse::Free);
}

TEST(LateResults, CompletionIsToldByTheLowHalfOfAnOrdinal)
{
    LateResults results;
    results.Open();
    const auto complete = [&](uint32 low)
    { LateResults::OnWorkDone(WGPUQueueWorkDoneStatus_Success, NO_MESSAGE, results.GetSession(), ToUserData(low)); };
    results.Submitted = 3;
    complete(1);
    EXPECT_EQ(results.Completed, 1U);
    complete(3);
    complete(2); // late
    EXPECT_EQ(results.Completed, 3U);
    results.Submitted = (uint64{1} << 32) + 1;
    complete(0xFFFFFFFF);
    EXPECT_EQ(results.Completed, 0xFFFFFFFFU);
    complete(1);
    EXPECT_EQ(results.Completed, (uint64{1} << 32) + 1);
}

TEST(LateResults, AnErrorEndsTheSessionUnlessItIsWatchedFor)
{
    LateResults results;
    results.Open();
    results.Watch();
    LateResults::OnError(nullptr, WGPUErrorType_OutOfMemory, NO_MESSAGE, results.GetSession(), nullptr);
    LateResults::OnError(nullptr, WGPUErrorType_Validation, NO_MESSAGE, results.GetSession(), nullptr);
    EXPECT_EQ(results.EndWatch(), BackendStatus::OutOfMemory);
    EXPECT_FALSE(results.IsLost);
    results.Watch();
    EXPECT_EQ(results.EndWatch(), BackendStatus::Ready);
    LateResults::OnError(nullptr, WGPUErrorType_Validation, NO_MESSAGE, results.GetSession(), nullptr);
    EXPECT_TRUE(results.IsLost);
    EXPECT_EQ(GetWebGpuErrorCount(), 3U);
    LateResults::OnError(nullptr, WGPUErrorType_Validation, NO_MESSAGE, results.GetSession(), nullptr);
    EXPECT_EQ(GetWebGpuErrorCount(), 3U); // a lost device refuses everything, and nobody is to blame
    ResetWebGpuErrorCount();
}

TEST(LateResults, ADeviceThatWasNeverMadeIsNotALoss)
{
    LateResults results;
    results.Open();
    LateResults::OnLost(nullptr, WGPUDeviceLostReason_FailedCreation, NO_MESSAGE, results.GetSession(), nullptr);
    EXPECT_FALSE(results.IsLost);
    LateResults::OnLost(nullptr, WGPUDeviceLostReason_Unknown, NO_MESSAGE, results.GetSession(), nullptr);
    EXPECT_TRUE(results.IsLost);
}
} // namespace
} // namespace ludus::graphics::rhi::internal::webgpu
