// A textured, instanced, depth-tested draw through the installed package, read back and compared with the expected
// colours; then refused packets, and the same picture from resources whose public handles are gone.
#include "scene.h"

namespace
{
using namespace consumer;

// The near band first, the far quad after it: depth keeps the band.
void DrawScene(rhi::DeviceHandle device, rhi::SurfaceHandle surface, const Scene& scene)
{
    const Packets packets(scene);
    EXPECT(rhi::DrawIndexed(device, packets.Band) == rhi::RasterStatus::InvalidState);
    EXPECT(rhi::SetFrameTarget(device, surface, {.Width = EDGE, .Height = EDGE}) == rhi::DeviceStatus::Ready);
    OpenFrame([&] { return rhi::BeginFrame(device, surface); });
    EXPECT(rhi::DrawIndexed(device, packets.Band) == rhi::RasterStatus::Ready);

    // The last triangle names vertex 9 of 8: refused, and nothing of it is recorded.
    rhi::RasterDraw broken = packets.Band;
    broken.IndexOffset = 24;
    broken.IndexCount = 3;
    broken.InstanceCount = 1;
    EXPECT(rhi::DrawIndexed(device, broken) == rhi::RasterStatus::InvalidDescription);
    rhi::Diagnostic refusal;
    EXPECT(rhi::GetLastDiagnostic(device, refusal) && refusal.Code != rhi::DiagnosticCode::None);
    char text[rhi::DIAGNOSTIC_TEXT_BYTES];
    EXPECT(rhi::FormatDiagnostic(refusal, text) == std::strlen(text) && std::strlen(text) > 0);
    broken = packets.Band;
    broken.InstanceCount = 3; // of two
    EXPECT(rhi::DrawIndexed(device, broken) == rhi::RasterStatus::InvalidDescription);

    EXPECT(rhi::DrawIndexed(device, packets.Far) == rhi::RasterStatus::Ready);
    EXPECT(rhi::EndFrame(device) == rhi::DeviceStatus::Ready);
}
} // namespace

int main(int count, char** arguments)
{
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.PortableRaster = true;
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    const rhi::DeviceStatus started =
        rhi::CreateDevice({"raster consumer", 1}, {.Width = EDGE, .Height = EDGE}, description, device, surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(device, info); });
    EXPECT(info.Enabled.PortableRaster);
    const bool drawsPixels = info.Startup.SelectedBackend != rhi::Backend::Reference;

    // Twice: the second round meets records that the first one left in flight.
    for (int round = 0; round < 2; ++round)
    {
        Scene scene;
        const auto tintStride = info.Profile.Raster.UniformOffsetAlignment;
        CreateBuffers(device, scene, tintStride);
        CreateImage(device, scene);
        CreateBindings(device, scene, tintStride);
        CreatePipeline(device, scene);
        DrawScene(device, surface, scene);
        DestroyScene(device, scene);
        const Picture picture = ReadFrame(device, surface);
        if (drawsPixels)
        {
            ExpectPicture(picture);
        }
    }
    EXPECT(rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready);
    std::puts("raster consumer: all checks passed");
    return 0;
}
