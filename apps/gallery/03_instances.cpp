// New against the second program: one draw for many things. A second vertex stream advances once an instance instead of
// once a vertex; it gives each of 1,024 boxes its place, height and colour.
#include "box.h"
#include "runner.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <instances.h>

#include <cmath>
#include <vector>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;
using ludus::apps::Float4;
using ludus::apps::Matrix;

/// Frame of shaders/instances.slang.
struct FrameUniform final
{
    Matrix ClipFromWorld{};
    Float4 ToLight{};
};

struct Instance final
{
    Float4 Place{};
    Float4 Color{};
};

constexpr uint32 COLUMNS = 32;
constexpr uint32 INSTANCES = COLUMNS * COLUMNS;

/// A round wave that sinks toward the corners, from deep blue in the valleys to sand on the crests.
std::vector<Instance> MakeInstances()
{
    std::vector<Instance> instances;
    for (uint32 number = 0; number < INSTANCES; ++number)
    {
        const uint32 column = number % COLUMNS;
        const uint32 row = number / COLUMNS;
        const float32 x = static_cast<float32>(column) - static_cast<float32>(COLUMNS - 1) / 2;
        const float32 z = static_cast<float32>(row) - static_cast<float32>(COLUMNS - 1) / 2;
        const float32 radius = std::sqrt(x * x + z * z);
        const float32 wave = 0.5F + 0.5F * std::cos(radius * 0.55F);
        const float32 height = 0.6F + 5.0F * wave * std::exp(-radius * 0.06F);
        instances.push_back(
            {{x, 0, z, height}, {0.05F + 0.85F * wave, 0.22F + 0.4F * wave, 0.5F - 0.3F * wave, 0.86F}});
    }
    return instances;
}

class Instances final : public DrawProgram
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.PortableRaster = true}; }

    [[nodiscard]] rhi::FrameTarget GetTarget() const override { return {.Red = 0.86, .Green = 0.89, .Blue = 0.93}; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        if (!HasParts)
        {
            const rhi::RasterStatus status = CreateParts(device);
            HasParts = status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending;
            if (!HasParts)
            {
                return ProgressOf(status);
            }
        }
        return ProgressOf(rhi::GetStatus(device, Pipeline));
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) override
    {
        const float32 aspect = static_cast<float32>(frame.Width) / static_cast<float32>(frame.Height);
        const Float3 light = ludus::apps::Normalize({-0.5F, 0.8F, 0.35F});
        FrameUniform uniform;
        uniform.ClipFromWorld = ludus::apps::Perspective(0.6F, aspect, 1, 200) *
                                ludus::apps::LookAt({30, 31, 41.5F}, {0, -0.6F, 0}, {0, 1, 0});
        uniform.ToLight = {light.X, light.Y, light.Z, frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F};

        const rhi::RasterVertexSlice streams[] = {{Vertices, 0, sizeof(Box::Vertices)},
                                                  {Places, 0, INSTANCES * sizeof(Instance)}};
        rhi::RasterDraw packet;
        packet.Pipeline = Pipeline;
        packet.Bindings = Bindings;
        packet.Vertices = streams;
        packet.Indices = Indices;
        packet.IndexCount = 36;
        packet.VertexCount = 24;
        packet.InstanceCount = INSTANCES;
        return rhi::WriteFrameUniform(device, BytesOf(uniform), packet.BindingOffsets.Bytes[0]) ==
                   rhi::RasterStatus::Ready &&
               rhi::DrawIndexed(device, packet) == rhi::RasterStatus::Ready;
    }

private:
    // Creates everything; the answer is the first refusal, or the pipeline's status.
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        constexpr Box BOX = MakeBox();
        const std::vector<Instance> instances = MakeInstances();
        const auto vertexBytes = BytesOf(BOX.Vertices);
        const auto indexBytes = BytesOf(BOX.Indices);
        const auto instanceBytes = BytesOf(std::span<const Instance>(instances));
        constexpr rhi::RasterBinding BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(FrameUniform), true}};

        rhi::RasterStatus status = rhi::RasterStatus::Ready;
        const auto then = [&](auto create) { status = status == rhi::RasterStatus::Ready ? create() : status; };
        then(
            [&] {
                return rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, vertexBytes.size()}, vertexBytes, Vertices);
            });
        then(
            [&] {
                return rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, instanceBytes.size()}, instanceBytes,
                                         Places);
            });
        then(
            [&] {
                return rhi::CreateBuffer(device, {rhi::BufferRole::Index16, indexBytes.size()}, indexBytes, Indices);
            });
        then([&] { return rhi::GetFrameUniformBuffer(device, Ring); });
        then([&] { return rhi::CreateBindingLayout(device, BINDINGS, Layout); });
        then(
            [&]
            {
                const rhi::RasterBindingResource resources[] = {{0, Ring, 0, sizeof(FrameUniform)}};
                return rhi::CreateBindingSet(device, Layout, resources, Bindings);
            });
        then([&] { return rhi::CreateRasterShader(device, ludus::shaders::instances::Vertex(), VertexStage); });
        then([&] { return rhi::CreateRasterShader(device, ludus::shaders::instances::Fragment(), FragmentStage); });
        then(
            [&]
            {
                constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(BoxVertex)}, {sizeof(Instance), true}};
                constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
                    {0, 0, offsetof(BoxVertex, Position), rhi::RasterVertexFormat::Float3},
                    {1, 0, offsetof(BoxVertex, Normal), rhi::RasterVertexFormat::Float3},
                    {2, 1, offsetof(Instance, Place), rhi::RasterVertexFormat::Float4},
                    {3, 1, offsetof(Instance, Color), rhi::RasterVertexFormat::Float4},
                };
                rhi::RasterPipelineDescription pipeline{VertexStage, FragmentStage, Layout, STREAMS, ATTRIBUTES, true};
                pipeline.Cull = rhi::RasterCull::Back;
                return rhi::CreateRasterPipeline(device, pipeline, Pipeline);
            });
        return status;
    }

    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Places{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Ring{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Bindings{};
    rhi::RasterShaderHandle VertexStage{};
    rhi::RasterShaderHandle FragmentStage{};
    rhi::RasterPipelineHandle Pipeline{};
    bool HasParts{false};
};
} // namespace

int main(int count, char** values)
{
    Instances program;
    return Run(program, "gallery-03", count, values);
}
