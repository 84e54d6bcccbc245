// What programs share: the camera that a person turns, the plan as text, the frame that is drawn straight into.
#include "program.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ludus::gallery
{
rhi::RasterStatus DescribePlan(rhi::DeviceHandle device, rhi::OrderedGraph graph, rhi::GraphTextForm form,
                               std::string& text)
{
    usize length = 0;
    rhi::RasterStatus status = rhi::DescribeOrderedGraph(device, graph, form, {}, length);
    if (status != rhi::RasterStatus::Ready)
    {
        return status;
    }
    std::string described(length + 1, '\0');
    status = rhi::DescribeOrderedGraph(device, graph, form, {described.data(), described.size()}, length);
    if (status == rhi::RasterStatus::Ready)
    {
        described.resize(length);
        text = std::move(described);
    }
    return status;
}

rhi::RasterStatus Program::KeepPlan(rhi::DeviceHandle device, rhi::OrderedGraph graph)
{
    if (!IsPlanAsked)
    {
        return rhi::RasterStatus::Ready;
    }
    IsPlanAsked = false;
    return DescribePlan(device, graph, rhi::GraphTextForm::Lines, Plan);
}

apps::Float3 Program::TurnEye(apps::Float3 eye, apps::Float3 target) const
{
    constexpr float32 LOWEST = 0.02F; // radians above the ground, on which most scenes stand
    constexpr float32 HIGHEST = 1.5F;
    if (Seen.Yaw == 0 && Seen.Pitch == 0 && Seen.Zoom == 1)
    {
        return eye; // to the last bit
    }
    const apps::Float3 back = eye - target;
    const float32 distance = std::sqrt(Dot(back, back));
    const float32 yaw = std::atan2(back.X, back.Z) + Seen.Yaw * apps::PI / 180;
    const float32 pitch = std::clamp(std::asin(back.Y / distance) + Seen.Pitch * apps::PI / 180, LOWEST, HIGHEST);
    const apps::Float3 turned{std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw)};
    return target + turned * (distance / Seen.Zoom);
}

Progress DrawProgram::Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    const rhi::DeviceStatus begun = rhi::BeginFrame(device, surface);
    if (begun == rhi::DeviceStatus::Skipped)
    {
        return Progress::Waiting;
    }
    rhi::FrameInfo frame;
    const bool isDrawn = begun == rhi::DeviceStatus::Ready &&
                         rhi::GetFrameInfo(device, surface, frame) == rhi::DeviceStatus::Ready && Draw(device, frame) &&
                         rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
    return isDrawn ? Progress::Done : Progress::Failed;
}
} // namespace ludus::gallery
