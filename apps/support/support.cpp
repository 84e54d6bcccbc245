// ludus-support: asks every compiled backend for everything and prints, as Markdown tables, what its device grants.
// Nothing is looked up by a backend's name: the tables show DeviceInfo, DeviceProfile, and what calls answer that some
// backends do not offer. In a page it waits as tests
// do.
#include <ludus/foundation/base/config.h>
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/gpu_scope.h>
#include <ludus/graphics/rhi/measurement.h>
#include <ludus/graphics/rhi/raster.h>

#include <cstdio>
#include <string>
#include <vector>

#if LUDUS_PLATFORM_WEB
extern "C" void ludus_test_rest(); // tests/web/rest.js
#endif

namespace
{
namespace rhi = ludus::graphics::rhi;

struct Report
{
    const char* Name{nullptr};
    rhi::DeviceInfo Info{};
    bool TimesFrames{false};
    bool TimesPasses{false};
    bool HasSurfacelessFrames{false};
};

struct Candidate
{
    const char* Name;
    rhi::BackendSelection Selection;
    bool rhi::BackendAvailability::*Compiled;
};

#if LUDUS_PLATFORM_WEB
constexpr const char* NAME_OF_WEBGPU = "WebGPU, Chromium";
#else
constexpr const char* NAME_OF_WEBGPU = "WebGPU";
#endif

constexpr Candidate CANDIDATES[] = {
    {"Vulkan", rhi::BackendSelection::Vulkan, &rhi::BackendAvailability::Vulkan},
    {NAME_OF_WEBGPU, rhi::BackendSelection::WebGPU, &rhi::BackendAvailability::WebGPU},
    {"WebGL 2, Chromium", rhi::BackendSelection::WebGL2, &rhi::BackendAvailability::WebGL2},
    {"OpenGL", rhi::BackendSelection::OpenGL, &rhi::BackendAvailability::OpenGL},
    {"Direct3D 12", rhi::BackendSelection::Direct3D12, &rhi::BackendAvailability::Direct3D12},
    {"Direct3D 11", rhi::BackendSelection::Direct3D11, &rhi::BackendAvailability::Direct3D11},
    {"Metal", rhi::BackendSelection::Metal, &rhi::BackendAvailability::Metal},
    {"Software", rhi::BackendSelection::Software, &rhi::BackendAvailability::Software},
    {"Reference", rhi::BackendSelection::Reference, &rhi::BackendAvailability::Reference},
};

struct Workload
{
    const char* Name;
    bool rhi::DeviceFeatures::*Flag;
};

constexpr Workload WORKLOADS[] = {
    {"fullscreen facade", &rhi::DeviceFeatures::FullscreenRaster},
    {"portable raster", &rhi::DeviceFeatures::PortableRaster},
    {"compute", &rhi::DeviceFeatures::Compute},
    {"indirect rendering", &rhi::DeviceFeatures::IndirectRendering},
    {"ordered graphs", &rhi::DeviceFeatures::OrderedRasterGraph},
    {"non-uniform texture indexing", &rhi::DeviceFeatures::BindlessTextureIndexing},
    {"runtime texture arrays", &rhi::DeviceFeatures::HasRuntimeTextureArrays},
    {"ray queries", &rhi::DeviceFeatures::RayQueries},
};

constexpr const char* FORMAT_NAMES[rhi::RASTER_FORMAT_COUNT] = {
    "Rgba8Unorm", "Rgba8Srgb", "R8Unorm", "Rg8Unorm", "Rgba16Float", "Bc1RgbaUnorm", "Bc3RgbaUnorm", "Bc5RgUnorm",
};

// Starts one backend without a window and copies what it reports. False, with the reason on stderr, when it does not
// start: a matrix without one of its columns is not printed.
bool Ask(const Candidate& candidate, Report& report)
{
    rhi::DeviceDescription description;
    description.Selection = candidate.Selection;
    description.EnableGpuTiming = true;
    for (const Workload& workload : WORKLOADS)
    {
        description.Preferred.*workload.Flag = true;
    }
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    rhi::StartupInfo failure;
    const rhi::DeviceStatus started =
        rhi::CreateDevice({"ludus-support", 1}, {}, description, device, surface, &failure);
    if (started != rhi::DeviceStatus::Ready && started != rhi::DeviceStatus::Pending)
    {
        std::fprintf(stderr, "%s does not start: startup error %u\n", candidate.Name,
                     static_cast<unsigned>(failure.Error));
        return false;
    }
    rhi::DeviceStatus status = rhi::DeviceStatus::Pending;
    while (status == rhi::DeviceStatus::Pending)
    {
#if LUDUS_PLATFORM_WEB
        ludus_test_rest();
#endif
        status = rhi::GetDeviceInfo(device, report.Info);
    }
    report.Name = candidate.Name;
    report.TimesFrames = rhi::ArmGpuTiming(device) == rhi::RasterStatus::Ready;
    report.TimesPasses = rhi::ArmGpuPassTimings(device) == rhi::RasterStatus::Ready;
    rhi::FrameTarget target;
    target.Width = 1;
    target.Height = 1;
    target.ShouldPresentToSurface = false;
    report.HasSurfacelessFrames = rhi::SetFrameTarget(device, surface, target) == rhi::DeviceStatus::Ready;
    return status == rhi::DeviceStatus::Ready && rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready;
}

void PrintHead(const char* first, const std::vector<Report>& reports)
{
    std::printf("| %s |", first);
    for (const Report& report : reports)
    {
        std::printf(" %s |", report.Name);
    }
    std::printf("\n| --- |");
    for (ludus::foundation::usize column = 0; column < reports.size(); ++column)
    {
        std::printf(" --- |");
    }
    std::printf("\n");
}

template <typename Cell>
void PrintRow(const char* name, const std::vector<Report>& reports, Cell cell)
{
    std::printf("| %s |", name);
    for (const Report& report : reports)
    {
        std::printf(" %s |", std::string(cell(report)).c_str());
    }
    std::printf("\n");
}

const char* YesOrNo(bool value)
{
    return value ? "yes" : "–";
}

// In the largest unit that divides it.
std::string DescribeBytes(ludus::foundation::uint64 bytes)
{
    constexpr const char* UNITS[] = {"", " KiB", " MiB", " GiB"};
    ludus::foundation::usize unit = 0;
    for (; unit < 3 && bytes != 0 && bytes % 1024 == 0; ++unit)
    {
        bytes /= 1024;
    }
    return bytes == 0 ? "–" : std::to_string(bytes) + UNITS[unit];
}

std::string DescribeCount(ludus::foundation::uint64 count)
{
    return count == 0 ? "–" : std::to_string(count);
}

std::string DescribeExtent(const ludus::foundation::uint32 (&extent)[3])
{
    return extent[0] == 0
               ? "–"
               : std::to_string(extent[0]) + " x " + std::to_string(extent[1]) + " x " + std::to_string(extent[2]);
}

void PrintLimits(const std::vector<Report>& reports)
{
    struct Limit
    {
        const char* Name;
        std::string (*Describe)(const rhi::DeviceProfile&);
    };

    using Profile = const rhi::DeviceProfile&;
    const Limit limits[] = {
        {"bytes of a buffer", [](Profile profile) { return DescribeBytes(profile.Raster.MaxBufferSize); }},
        {"range of a uniform binding", [](Profile profile) { return DescribeBytes(profile.Raster.MaxUniformRange); }},
        {"offset of a uniform binding, a multiple of",
         [](Profile profile) { return DescribeBytes(profile.Raster.UniformOffsetAlignment); }},
        {"range of a storage binding", [](Profile profile) { return DescribeBytes(profile.Compute.MaxStorageRange); }},
        {"offset of a storage binding, a multiple of",
         [](Profile profile) { return DescribeBytes(profile.Compute.StorageOffsetAlignment); }},
        {"storage bindings", [](Profile profile) { return DescribeCount(profile.Compute.MaxStorageBindings); }},
        {"vertex buffers", [](Profile profile) { return DescribeCount(profile.Interface.MaxVertexBuffers); }},
        {"vertex attributes", [](Profile profile) { return DescribeCount(profile.Interface.MaxVertexAttributes); }},
        {"bytes from vertex to vertex",
         [](Profile profile) { return DescribeCount(profile.Interface.MaxVertexStride); }},
        {"uniform buffers a stage",
         [](Profile profile) { return DescribeCount(profile.Binding.MaxUniformBuffersPerStage); }},
        {"textures a stage", [](Profile profile) { return DescribeCount(profile.Binding.MaxSampledTexturesPerStage); }},
        {"samplers a stage", [](Profile profile) { return DescribeCount(profile.Binding.MaxSamplersPerStage); }},
        {"workgroup", [](Profile profile) { return DescribeExtent(profile.Compute.MaxWorkgroupSize); }},
        {"invocations of a workgroup",
         [](Profile profile) { return DescribeCount(profile.Compute.MaxWorkgroupInvocations); }},
        {"workgroups of a dispatch", [](Profile profile) { return DescribeExtent(profile.Compute.MaxDispatch); }},
    };
    std::printf("\n## Limits\n\n");
    PrintHead("at most", reports);
    for (const Limit& limit : limits)
    {
        PrintRow(limit.Name, reports, [&](const Report& report) { return limit.Describe(report.Info.Profile); });
    }
}

// A limit of textures in general, which a format may offer less of.
struct TextureLimit final
{
    const char* Name;
    ludus::foundation::uint32 rhi::FormatCapabilities::*Value;
};

constexpr TextureLimit TEXTURE_LIMITS[] = {
    {"edge of a texture", &rhi::FormatCapabilities::MaxDimension2D},
    {"layers of an array", &rhi::FormatCapabilities::MaxArrayLayers},
    {"edge of a cube", &rhi::FormatCapabilities::MaxCubeDimension},
    {"edge of a volume", &rhi::FormatCapabilities::MaxDimension3D},
    {"mips", &rhi::FormatCapabilities::MaxMipLevels},
};

// What a format is good for, in words.
std::string DescribeFormat(const rhi::FormatCapabilities& format)
{
    struct Word
    {
        bool IsTrue;
        const char* Text;
    };

    const Word words[] = {
        {format.Uses.Sampled, "sampled"},
        {format.Uses.Filterable, "filtered"},
        {format.Uses.ColorAttachment, "colour"},
        {format.Uses.Blendable, "blended"},
        {format.Uses.Storage, "storage"},
        {format.Uses.CopySource, "copied from"},
        {format.Uses.CopyDestination, "copied to"},
        {format.MaxArrayLayers > 1, "arrays"},
        {format.MaxCubeDimension > 0, "cubes"},
        {format.MaxDimension3D > 0, "volumes"},
        {format.PartialViews, "partial views"},
        {format.HasUnalignedBlockExtents, "edges off the block grid"},
        {format.AttachmentViews, "attachment views"},
        {(format.SampleCounts & 4U) != 0, "4 samples"},
        {format.StencilAttachment, "stencil"},
    };
    std::string text;
    for (const Word& word : words)
    {
        if (word.IsTrue)
        {
            text += text.empty() ? "" : ", ";
            text += word.Text;
        }
    }
    return text.empty() ? "–" : text;
}
} // namespace

int main()
{
    const rhi::BackendAvailability compiled = rhi::GetCompiledBackends();
    std::vector<Report> reports;
    for (const Candidate& candidate : CANDIDATES)
    {
        Report report;
        if (compiled.*candidate.Compiled)
        {
            if (!Ask(candidate, report))
            {
                return 1;
            }
            reports.push_back(report);
        }
    }
    std::printf("## Workloads\n\n");
    PrintHead("workload", reports);
    for (const Workload& workload : WORKLOADS)
    {
        PrintRow(workload.Name, reports,
                 [&](const Report& report) { return YesOrNo(report.Info.Supported.*workload.Flag); });
    }
    PrintRow("wireframe (RasterFillMode::Lines)", reports,
             [](const Report& report) { return YesOrNo(report.Info.Profile.Raster.HasLineFill); });
    PrintRow("a triangle's first vertex lends what is flat (else its last)", reports,
             [](const Report& report) { return YesOrNo(report.Info.Profile.Raster.HasFirstProvokingVertex); });
    PrintRow("HDR attachments (Rgba16Float)", reports,
             [](const Report& report) { return YesOrNo(report.Info.Profile.Raster.HdrColor); });
    PrintRow("dynamic uniform offsets", reports,
             [](const Report& report)
             { return std::to_string(report.Info.Profile.Binding.MaxDynamicUniformOffsets) + " a layout"; });
    PrintRow("GPU time of frames (ArmGpuTiming)", reports,
             [](const Report& report) { return YesOrNo(report.TimesFrames); });
    PrintRow("GPU time of passes (ArmGpuPassTimings)", reports,
             [](const Report& report) { return YesOrNo(report.TimesPasses); });
    PrintRow("frames without a surface (ShouldPresentToSurface = false)", reports,
             [](const Report& report) { return YesOrNo(report.HasSurfacelessFrames); });
    PrintLimits(reports);
    std::printf("\n## Formats\n\n");
    PrintHead("format", reports);
    for (ludus::foundation::usize format = 0; format < rhi::RASTER_FORMAT_COUNT; ++format)
    {
        PrintRow(FORMAT_NAMES[format], reports,
                 [&](const Report& report) { return DescribeFormat(report.Info.Profile.Formats[format]); });
    }
    std::printf("\n## Largest textures\n\nOf Rgba8Unorm; `GetFormatCapabilities` tells them of each format.\n\n");
    PrintHead("texels", reports);
    for (const TextureLimit& limit : TEXTURE_LIMITS)
    {
        PrintRow(limit.Name, reports,
                 [&](const Report& report) { return std::to_string(report.Info.Profile.Formats[0].*limit.Value); });
    }
    return 0;
}
