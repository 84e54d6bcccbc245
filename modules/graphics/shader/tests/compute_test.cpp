// Compute programs of the corpus, run from their WGSL and from their SPIR-V, against the same work on the CPU.
#include "wgpu_device.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace
{
using namespace ludus::shader::tests;

template <class T>
std::vector<char> BytesOf(const std::vector<T>& values)
{
    std::vector<char> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <class T>
std::vector<T> ValuesOf(const std::vector<char>& bytes)
{
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// The parameter names the artifact: wgsl or spv.
class ComputeArtifact : public WgpuTest, public testing::WithParamInterface<const char*>
{
protected:
    WGPUShaderModule Compile(const std::string& program)
    {
        const std::string path = LUDUS_SHADER_FOLDER "/" + program + "/" + program + ".compute." + GetParam();
        const std::string bytes = ReadText(path);
        WGPUShaderModuleDescriptor description = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
        if (std::string(GetParam()) == "wgsl")
        {
            WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
            source.code = {bytes.data(), bytes.size()};
            description.nextInChain = &source.chain;
            return wgpuDeviceCreateShaderModule(Device, &description);
        }
        const std::vector<std::uint32_t> words = ValuesOf<std::uint32_t>({bytes.begin(), bytes.end()});
        WGPUShaderSourceSPIRV source = WGPU_SHADER_SOURCE_SPIRV_INIT;
        source.code = words.data();
        source.codeSize = static_cast<std::uint32_t>(words.size());
        description.nextInChain = &source.chain;
        return wgpuDeviceCreateShaderModule(Device, &description);
    }

    WGPUBuffer MakeBuffer(std::size_t size, WGPUBufferUsage usage)
    {
        WGPUBufferDescriptor description = WGPU_BUFFER_DESCRIPTOR_INIT;
        description.size = size;
        description.usage = usage;
        return wgpuDeviceCreateBuffer(Device, &description);
    }

    /// Runs `entry` over `groups` workgroups along x. `buffers` are what bindings 0, 1, ... hold, the first a uniform
    /// block; afterwards they hold what the program left there.
    void Run(const std::string& program, const char* entry, std::uint32_t groups,
             std::vector<std::vector<char>>& buffers)
    {
        const WGPUShaderModule shader = Compile(program);
        ASSERT_NE(shader, nullptr);
        WGPUComputePipelineDescriptor description = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
        description.compute.module = shader;
        description.compute.entryPoint = {entry, WGPU_STRLEN};
        const WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(Device, &description);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_EQ(Errors, "");

        const WGPUQueue queue = wgpuDeviceGetQueue(Device);
        std::vector<WGPUBuffer> bound;
        std::vector<WGPUBindGroupEntry> entries;
        std::size_t total = 0;
        for (const std::vector<char>& bytes : buffers)
        {
            const WGPUBufferUsage role = bound.empty() ? WGPUBufferUsage_Uniform : WGPUBufferUsage_Storage;
            bound.push_back(MakeBuffer(bytes.size(), role | WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc));
            wgpuQueueWriteBuffer(queue, bound.back(), 0, bytes.data(), bytes.size());
            entries.push_back(WGPU_BIND_GROUP_ENTRY_INIT);
            entries.back().binding = static_cast<std::uint32_t>(entries.size() - 1);
            entries.back().buffer = bound.back();
            total += bytes.size();
        }
        WGPUBindGroupDescriptor group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        group.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
        group.entryCount = entries.size();
        group.entries = entries.data();
        const WGPUBindGroup set = wgpuDeviceCreateBindGroup(Device, &group);
        const WGPUBuffer readback = MakeBuffer(total, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);

        const WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Device, nullptr);
        const WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
        wgpuComputePassEncoderSetPipeline(pass, pipeline);
        wgpuComputePassEncoderSetBindGroup(pass, 0, set, 0, nullptr);
        wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
        wgpuComputePassEncoderEnd(pass);
        std::size_t offset = 0;
        for (std::size_t i = 0; i < bound.size(); ++i)
        {
            wgpuCommandEncoderCopyBufferToBuffer(encoder, bound[i], 0, readback, offset, buffers[i].size());
            offset += buffers[i].size();
        }
        const WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_EQ(Errors, ""); // a wrong submission would end the program
        wgpuQueueSubmit(queue, 1, &commands);
        Read(readback, total, buffers);

        wgpuCommandBufferRelease(commands);
        wgpuComputePassEncoderRelease(pass);
        wgpuCommandEncoderRelease(encoder);
        wgpuBindGroupRelease(set);
        wgpuBindGroupLayoutRelease(group.layout);
        wgpuBufferRelease(readback);
        for (const WGPUBuffer buffer : bound)
        {
            wgpuBufferRelease(buffer);
        }
        wgpuQueueRelease(queue);
        wgpuComputePipelineRelease(pipeline);
        wgpuShaderModuleRelease(shader);
    }

private:
    void Read(WGPUBuffer readback, std::size_t total, std::vector<std::vector<char>>& buffers)
    {
        WGPUBufferMapCallbackInfo mapping = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        mapping.mode = WGPUCallbackMode_AllowProcessEvents;
        mapping.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* result, void*)
        { *static_cast<WGPUMapAsyncStatus*>(result) = status; };
        WGPUMapAsyncStatus status{};
        mapping.userdata1 = &status;
        wgpuBufferMapAsync(readback, WGPUMapMode_Read, 0, total, mapping);
        wgpuDevicePoll(Device, 1U, nullptr);
        ASSERT_EQ(status, WGPUMapAsyncStatus_Success);
        const auto* mapped = static_cast<const char*>(wgpuBufferGetConstMappedRange(readback, 0, total));
        ASSERT_NE(mapped, nullptr);
        for (std::vector<char>& bytes : buffers)
        {
            std::memcpy(bytes.data(), mapped, bytes.size());
            mapped += bytes.size();
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Kinds, ComputeArtifact, testing::Values("wgsl", "spv"),
                         [](const auto& artifact) { return std::string(artifact.param); });

struct Sphere final
{
    float X, Y, Z, Radius;

    [[nodiscard]] bool operator<(const Sphere& other) const { return X < other.X; }

    [[nodiscard]] bool operator==(const Sphere& other) const = default;
};

// Laid out as the tool says: 144 bytes.
struct Frustum final
{
    float Planes[6][4]{};
    std::uint32_t Candidates{0};
    std::int32_t Lod{0};
    float Padding[2]{};
    std::uint32_t Masks[2][4]{};
};

static_assert(sizeof(Frustum) == 144);

TEST_P(ComputeArtifact, CompactsWhatIsVisibleAndCountsIt)
{
    constexpr std::uint32_t CANDIDATES = 150; // two workgroups of 64 and a part of a third
    Frustum frustum;
    frustum.Candidates = CANDIDATES;
    frustum.Lod = -3;
    frustum.Masks[1][0] = 1;
    for (auto& plane : frustum.Planes)
    {
        plane[3] = 1000; // far away
    }
    frustum.Planes[4][0] = 1; // x > 40, but for the radius
    frustum.Planes[4][3] = -40;

    std::vector<Sphere> spheres(CANDIDATES + 10); // the last ten are not candidates
    std::vector<Sphere> expected;
    for (std::size_t i = 0; i < spheres.size(); ++i)
    {
        spheres[i] = {static_cast<float>(i), static_cast<float>(i % 7), -5, static_cast<float>(i % 4)};
        const Sphere& sphere = spheres[i];
        if (i < CANDIDATES && sphere.X - 40 >= -sphere.Radius)
        {
            expected.push_back({sphere.X - 3, sphere.Y - 3, sphere.Z - 3, sphere.Radius - 3});
        }
    }
    ASSERT_GT(expected.size(), 64U); // more than one workgroup adds to the count

    std::vector<std::vector<char>> buffers = {BytesOf<Frustum>({frustum}), BytesOf(spheres),
                                              BytesOf(std::vector<Sphere>(spheres.size())),
                                              BytesOf<std::uint32_t>({36, 0, 0, 0, 0})};
    ASSERT_NO_FATAL_FAILURE(Run("compact", "computeMain", (CANDIDATES + 63) / 64, buffers));
    EXPECT_EQ(ValuesOf<std::uint32_t>(buffers[3]),
              (std::vector<std::uint32_t>{36, static_cast<std::uint32_t>(expected.size()), 0, 0, 0}));
    std::vector<Sphere> visible = ValuesOf<Sphere>(buffers[2]);
    EXPECT_EQ(visible[expected.size()], Sphere{});
    visible.resize(expected.size());
    std::sort(visible.begin(), visible.end()); // which invocation comes first is nobody's promise
    EXPECT_TRUE(visible == expected);
}

struct Job final
{
    std::uint32_t Count{0};
    std::int32_t Bias{0};
    std::uint32_t Rest[2]{}; // a uniform range is whole rows of 16 bytes
};

TEST_P(ComputeArtifact, ReducesThroughGroupSharedMemory)
{
    constexpr std::uint32_t GROUPS = 9;
    const Job job{.Count = GROUPS * 32 - 5, .Bias = -7};
    std::vector<std::int32_t> values(std::size_t{GROUPS} * 32, 1 << 20); // beyond the count: not read
    std::vector<std::int32_t> partials(std::size_t{GROUPS} * 2, 0);
    std::int32_t sum = 0;
    std::int32_t least = 5000;
    for (std::uint32_t group = 0; group < GROUPS; ++group)
    {
        std::int32_t largest = -1000000;
        for (std::uint32_t i = group * 32; i < group * 32 + 32; ++i)
        {
            if (i < job.Count)
            {
                values[i] = static_cast<std::int32_t>((i * 7919U) % 1009U) - 300;
            }
            const std::int32_t value = i < job.Count ? values[i] + job.Bias : 0;
            partials[std::size_t{group} * 2] += value;
            largest = std::max(largest, value);
            least = std::min(least, value);
        }
        partials[std::size_t{group} * 2 + 1] = largest;
        sum += partials[std::size_t{group} * 2];
    }
    std::vector<std::vector<char>> buffers = {BytesOf<Job>({job}), BytesOf(values),
                                              BytesOf(std::vector<std::int32_t>(partials.size(), -1)),
                                              BytesOf<std::int32_t>({0, 5000, 0})};
    ASSERT_NO_FATAL_FAILURE(Run("reduce", "reduceMain", GROUPS, buffers));
    EXPECT_EQ(ValuesOf<std::int32_t>(buffers[2]), partials);
    const std::vector<std::int32_t> whole = ValuesOf<std::int32_t>(buffers[3]);
    EXPECT_EQ(whole[0], sum);
    EXPECT_EQ(whole[1], least);
    EXPECT_GE(whole[2], 1); // how often it fell depends on the order
    EXPECT_LE(whole[2], static_cast<std::int32_t>(GROUPS * 32));
}
} // namespace
