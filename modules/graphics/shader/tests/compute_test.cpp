// The kernel that fills an indirect command, run from its WGSL and from its SPIR-V, against the same work on the CPU.
#include "wgpu_device.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace
{
using namespace ludus::shader::tests;

constexpr std::uint32_t CANDIDATES = 150; // two workgroups of 64 and a part of a third
constexpr std::uint32_t COMMAND_WORDS = 5;

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
    std::uint32_t Candidates{CANDIDATES};
    std::int32_t Lod{-3};
    float Padding[2]{};
    std::uint32_t Masks[2][4]{{}, {1, 0, 0, 0}};
};

static_assert(sizeof(Frustum) == 144);

Frustum MakeFrustum()
{
    Frustum frustum;
    for (auto& plane : frustum.Planes)
    {
        plane[3] = 1000; // far away
    }
    frustum.Planes[4][0] = 1; // x > 40, but for the radius
    frustum.Planes[4][3] = -40;
    return frustum;
}

std::vector<Sphere> MakeSpheres()
{
    std::vector<Sphere> spheres(CANDIDATES + 10); // the last ten are not candidates
    for (std::size_t i = 0; i < spheres.size(); ++i)
    {
        spheres[i] = {static_cast<float>(i), static_cast<float>(i % 7), -5, static_cast<float>(i % 4)};
    }
    return spheres;
}

std::vector<Sphere> KeepVisible(const std::vector<Sphere>& spheres, float lod)
{
    std::vector<Sphere> kept;
    for (std::size_t i = 0; i < CANDIDATES; ++i)
    {
        const Sphere& sphere = spheres[i];
        if (sphere.X - 40 >= -sphere.Radius)
        {
            kept.push_back({sphere.X + lod, sphere.Y + lod, sphere.Z + lod, sphere.Radius + lod});
        }
    }
    return kept;
}

class ComputeArtifacts : public WgpuTest
{
protected:
    WGPUBuffer MakeBuffer(const void* bytes, std::size_t size, WGPUBufferUsage usage)
    {
        WGPUBufferDescriptor description = WGPU_BUFFER_DESCRIPTOR_INIT;
        description.size = size;
        description.usage = usage | WGPUBufferUsage_CopyDst;
        const WGPUBuffer buffer = wgpuDeviceCreateBuffer(Device, &description);
        if (bytes != nullptr)
        {
            wgpuQueueWriteBuffer(wgpuDeviceGetQueue(Device), buffer, 0, bytes, size);
        }
        return buffer;
    }

    void Run(WGPUShaderModule shader)
    {
        ASSERT_NE(shader, nullptr);
        WGPUComputePipelineDescriptor description = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
        description.compute.module = shader;
        description.compute.entryPoint = {"computeMain", WGPU_STRLEN};
        const WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(Device, &description);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_EQ(Errors, "");

        const Frustum frustum = MakeFrustum();
        const std::vector<Sphere> spheres = MakeSpheres();
        const std::size_t bytes = spheres.size() * sizeof(Sphere);
        const std::uint32_t command[COMMAND_WORDS] = {36, 0, 0, 0, 0};
        const WGPUBuffer buffers[] = {
            MakeBuffer(&frustum, sizeof frustum, WGPUBufferUsage_Uniform),
            MakeBuffer(spheres.data(), bytes, WGPUBufferUsage_Storage),
            MakeBuffer(nullptr, bytes, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc),
            MakeBuffer(command, sizeof command, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc)};
        WGPUBindGroupEntry entries[4];
        for (std::uint32_t i = 0; i < 4; ++i)
        {
            entries[i] = WGPU_BIND_GROUP_ENTRY_INIT;
            entries[i].binding = i;
            entries[i].buffer = buffers[i];
        }
        WGPUBindGroupDescriptor group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        group.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
        group.entryCount = 4;
        group.entries = entries;
        const WGPUBindGroup set = wgpuDeviceCreateBindGroup(Device, &group);
        const WGPUBuffer readback = MakeBuffer(nullptr, bytes + sizeof command, WGPUBufferUsage_MapRead);

        const WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Device, nullptr);
        const WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
        wgpuComputePassEncoderSetPipeline(pass, pipeline);
        wgpuComputePassEncoderSetBindGroup(pass, 0, set, 0, nullptr);
        wgpuComputePassEncoderDispatchWorkgroups(pass, (CANDIDATES + 63) / 64, 1, 1);
        wgpuComputePassEncoderEnd(pass);
        wgpuCommandEncoderCopyBufferToBuffer(encoder, buffers[2], 0, readback, 0, bytes);
        wgpuCommandEncoderCopyBufferToBuffer(encoder, buffers[3], 0, readback, bytes, sizeof command);
        const WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_EQ(Errors, ""); // a wrong submission would end the program
        wgpuQueueSubmit(wgpuDeviceGetQueue(Device), 1, &commands);

        WGPUBufferMapCallbackInfo mapping = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        mapping.mode = WGPUCallbackMode_AllowProcessEvents;
        mapping.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* result, void*)
        { *static_cast<WGPUMapAsyncStatus*>(result) = status; };
        WGPUMapAsyncStatus status{};
        mapping.userdata1 = &status;
        wgpuBufferMapAsync(readback, WGPUMapMode_Read, 0, bytes + sizeof command, mapping);
        wgpuDevicePoll(Device, 1U, nullptr);
        ASSERT_EQ(status, WGPUMapAsyncStatus_Success);
        const auto* mapped =
            static_cast<const char*>(wgpuBufferGetConstMappedRange(readback, 0, bytes + sizeof command));
        ASSERT_NE(mapped, nullptr);
        Visible.resize(spheres.size());
        std::memcpy(Visible.data(), mapped, bytes);
        std::memcpy(Command, mapped + bytes, sizeof Command);

        wgpuCommandBufferRelease(commands);
        wgpuComputePassEncoderRelease(pass);
        wgpuCommandEncoderRelease(encoder);
        wgpuBindGroupRelease(set);
        wgpuBindGroupLayoutRelease(group.layout);
        wgpuBufferRelease(readback);
        for (const WGPUBuffer buffer : buffers)
        {
            wgpuBufferRelease(buffer);
        }
        wgpuComputePipelineRelease(pipeline);
        wgpuShaderModuleRelease(shader);
    }

    void ExpectWorkOfTheCpu()
    {
        const std::vector<Sphere> expected = KeepVisible(MakeSpheres(), -3);
        ASSERT_GT(expected.size(), 64U); // more than one workgroup adds to the count
        const std::uint32_t command[COMMAND_WORDS] = {36, static_cast<std::uint32_t>(expected.size()), 0, 0, 0};
        EXPECT_TRUE(std::equal(Command, Command + COMMAND_WORDS, command)) << Command[1];
        // Which invocation comes first is nobody's promise.
        Visible.resize(expected.size());
        std::sort(Visible.begin(), Visible.end());
        EXPECT_TRUE(Visible == expected);
    }

    std::vector<Sphere> Visible{};
    std::uint32_t Command[COMMAND_WORDS]{};
};

TEST_F(ComputeArtifacts, WgslDoesTheWorkOfTheCpu)
{
    const std::string text = ReadText(LUDUS_SHADER_FOLDER "/compact/compact.compute.wgsl");
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = {text.data(), text.size()};
    WGPUShaderModuleDescriptor description = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    description.nextInChain = &source.chain;
    ASSERT_NO_FATAL_FAILURE(Run(wgpuDeviceCreateShaderModule(Device, &description)));
    ExpectWorkOfTheCpu();
}

TEST_F(ComputeArtifacts, SpirvDoesTheWorkOfTheCpu)
{
    const std::string bytes = ReadText(LUDUS_SHADER_FOLDER "/compact/compact.compute.spv");
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    WGPUShaderSourceSPIRV source = WGPU_SHADER_SOURCE_SPIRV_INIT;
    source.code = words.data();
    source.codeSize = static_cast<std::uint32_t>(words.size());
    WGPUShaderModuleDescriptor description = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    description.nextInChain = &source.chain;
    ASSERT_NO_FATAL_FAILURE(Run(wgpuDeviceCreateShaderModule(Device, &description)));
    ExpectWorkOfTheCpu();
}
} // namespace
