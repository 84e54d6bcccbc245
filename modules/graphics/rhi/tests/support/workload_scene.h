// What the cases of prepared workloads and caches share.
#pragma once

#include "compute_scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/compute_cache.hpp>

namespace ludus::graphics::rhi::tests
{
inline constexpr auto MALFORMED = RasterStatus::InvalidDescription;
inline constexpr uint32 WORDS = 64;
inline constexpr usize BYTES = WORDS * 4;

// One description: factors that are read only, values that start at three, scratch that starts at zero.
struct Recipe
{
    std::vector<uint32> Factors = std::vector<uint32>(WORDS);
    std::vector<uint32> Values = std::vector<uint32>(WORDS, 3);
    std::vector<ComputeWorkloadBuffer> Buffers{};
    std::vector<ComputeWorkloadBinding> First{{0, 0, 0, BYTES}, {1, 1, 0, BYTES, true}};  // values by factors
    std::vector<ComputeWorkloadBinding> Second{{0, 1, 0, BYTES}, {1, 2, 0, BYTES, true}}; // scratch by values
    std::vector<ComputeWorkloadKernel> Kernels{};

    Recipe()
    {
        for (uint32 i = 0; i < WORDS; ++i)
        {
            Factors[i] = i * 7 + 2;
        }
        Buffers = {{.Size = BYTES, .InitialBytes = AsBytes(Factors), .IsReadOnly = true},
                   {.Size = BYTES, .InitialBytes = AsBytes(Values)},
                   {.Role = BufferRole::StorageVertex, .Size = BYTES}};
        Kernels = {{.Name = "scale", .Shader = GetScale(), .Bindings = First, .Groups = {WORDS / 16, 1, 1}},
                   {.Name = "again", .Bindings = First, .Groups = {WORDS / 16, 1, 1}, .UseProgramFrom = 0},
                   {.Name = "scratch", .Bindings = Second, .Groups = {WORDS / 16, 1, 1}, .UseProgramFrom = 0}};
    }

    [[nodiscard]] ComputeWorkloadDescription Get() const { return {.Buffers = Buffers, .Kernels = Kernels}; }

    // The kernels on the CPU, over what the buffers hold.
    void Compute(std::vector<uint32>& values, std::vector<uint32>& scratch) const
    {
        for (uint32 i = 0; i < WORDS; ++i)
        {
            values[i] = values[i] * Factors[i] + 1;
            values[i] = values[i] * Factors[i] + 1;
            scratch[i] = scratch[i] * values[i] + 1;
        }
    }
};

class Workloads : public ComputeSceneTest
{
protected:
    // Ready, in the end.
    void Prepare(ComputeWorkload& workload, const ComputeWorkloadDescription& description)
    {
        const RasterStatus status = workload.Initialize(Device, description);
        ASSERT_TRUE(status == READY || status == RasterStatus::Pending) << status;
        ASSERT_EQ(Settle([&] { return workload.Poll(Device); }), READY);
    }

    void RunOnce(const ComputeWorkload& workload)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(workload.BuildGraph(Device, Graph), READY);
        Compile();
        Execute();
    }

    uint32 CountRecords() { return internal::InspectSession().LiveRecords; }

    void ExpectRecords(uint32 count)
    {
        EXPECT_TRUE(
            SettleUntil([&] { return GetDeviceInfo(Device, Info) == DeviceStatus::Ready && CountRecords() == count; }))
            << CountRecords() << " records";
    }
};
} // namespace ludus::graphics::rhi::tests
