// New against the second program: one draw for many things. A second vertex stream advances once an instance instead of
// once a vertex; it gives each of 1,024 boxes its place, height and colour. The buffers and the pipeline of such boxes
// lie in instanced_boxes.h, for the later programs too.
#include "instanced_boxes.h"
#include "programs.h"

#include <instances.h>

#include <cmath>
#include <vector>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;

constexpr uint32 COLUMNS = 32;
constexpr uint32 INSTANCES = COLUMNS * COLUMNS;
constexpr Float3 LOOKED_AT{0, -0.6F, 0};

/// A round wave that sinks toward the corners, from deep blue in the valleys to sand on the crests.
std::vector<BoxInstance> MakeInstances()
{
    std::vector<BoxInstance> instances;
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
        return CreateOnce(
            HasParts, [&] { return CreateParts(device); }, [&] { return rhi::GetStatus(device, Pipeline); });
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) override
    {
        const float32 aspect = static_cast<float32>(frame.Width) / static_cast<float32>(frame.Height);
        const Float3 light = ludus::apps::Normalize({-0.5F, 0.8F, 0.35F});
        InstanceFrame uniform;
        uniform.ClipFromWorld = ludus::apps::Perspective(0.6F, aspect, 1, 200) *
                                ludus::apps::LookAt(TurnEye({30, 31, 41.5F}, LOOKED_AT), LOOKED_AT, {0, 1, 0});
        uniform.ToLight = {light.X, light.Y, light.Z, frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F};
        uint32 offset = 0;
        return rhi::WriteFrameUniform(device, BytesOf(uniform), offset) == rhi::RasterStatus::Ready &&
               rhi::DrawIndexed(device, Boxes.GetDraw(Pipeline, offset)) == rhi::RasterStatus::Ready;
    }

private:
    // Creates everything; the answer is the first refusal.
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        Creator creator(device, Parts);
        Boxes.Create(creator, MakeInstances());
        Pipeline = Boxes.CreatePipeline(creator, ludus::shaders::instances::Vertex(),
                                        ludus::shaders::instances::Fragment(), rhi::RasterTarget::Surface);
        return creator.GetStatus();
    }

    InstancedBoxes Boxes{};
    rhi::RasterPipelineHandle Pipeline{};
    Creations Parts{};
    bool HasParts{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeInstances()
{
    return std::make_unique<Instances>();
}
