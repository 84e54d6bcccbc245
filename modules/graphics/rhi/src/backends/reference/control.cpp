#include "backends/reference/control.h"

#include "backends/reference/orders.h"
#include "formats/format_facts.h"
#include "formats/library_limits.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 MAX_EDGE = 4096;
constexpr uint32 MAX_LEVELS = 13; // of MAX_EDGE
constexpr uint32 MAX_LAYERS = 256;
constexpr uint32 MAX_DEPTH = 256; // of a volume, along each axis
constexpr usize MAX_BYTES = usize{1} << 28;

constexpr const char* CALL_NAMES[REFERENCE_CALL_COUNT] = {
    "Make",
    "Start",
    "BindWindow",
    "CreateBuffer",
    "CreateTexture",
    "CreateTextureView",
    "CreateSampler",
    "CreateShader",
    "CreateBindingLayout",
    "CreateBindingSet",
    "CreateRasterPipeline",
    "CreateComputePipeline",
    "CreateFrameUniforms",
    "PrepareFrame",
    "Acquire",
    "Submit",
    "ReserveReadback",
    "MapReadback",
    "ReserveUpload",
    "ReserveTimestamps",
    "ReadTimestamps",
    "ReadClocks",
};

struct ReferenceState
{
    ReferenceControl Control{};
    ReferenceOrders Orders{};
};

void Reset(ReferenceState& state) noexcept
{
    state = {};
    state.Control.Report = MakeReferenceReport();
    for (ReferenceFailure& failure : state.Control.Failures)
    {
        failure.Nth = 0;
    }
}

ReferenceState& GetState() noexcept
{
    static ReferenceState state = []
    {
        ReferenceState fresh;
        Reset(fresh);
        return fresh;
    }();
    return state;
}
} // namespace

ReferenceControl& GetReferenceControl() noexcept
{
    return GetState().Control;
}

ReferenceOrders& GetReferenceOrders() noexcept
{
    return GetState().Orders;
}

void ResetReferenceControl() noexcept
{
    Reset(GetState());
}

BackendReport MakeReferenceReport() noexcept
{
    BackendReport report;
    report.Supported = {.FullscreenRaster = true,
                        .PortableRaster = true,
                        .Compute = true,
                        .IndirectRendering = true,
                        .OrderedRasterGraph = true,
                        .BindlessTextureIndexing = true,
                        .HasRuntimeTextureArrays = true};
    report.MaxFrameDimension2D = MAX_EDGE;
    report.Encoding = SurfaceEncoding::Unorm;
    report.CanReadSurface = true;
    report.Timestamps = {.ValidBits = 64, .TickNanoseconds = 1, .CanMeasurePasses = true, .HasHostClock = true};

    DeviceProfile& profile = report.Profile;
    profile.Raster = {
        .MaxBufferSize = MAX_BYTES,
        .MaxTextureDimension2D = MAX_EDGE,
        .UniformOffsetAlignment = UNIFORM_OFFSET_ALIGNMENT,
        .MaxUniformRange = MAX_UNIFORM_RANGE,
        .ResourcesPerKind = ~uint32{0},
        .DrawsPerFrame = ~uint32{0},
        .MaxTextureUploadBytes = MAX_BYTES,
        .HasLineFill = true,
        .HasFirstProvokingVertex = true,
    };
    profile.Interface = {
        .MaxBindings = RASTER_BINDING_COUNT,
        .MaxVertexBuffers = MAX_VERTEX_STREAMS,
        .MaxVertexAttributes = MAX_VERTEX_ATTRIBUTES,
        .MaxVertexStride = PORTABLE_VERTEX_STRIDE,
        .MaxColorAttachments = 1,
        .MaxTextureLayers = MAX_LAYERS,
    };
    profile.Compute = {
        .MaxStorageRange = MAX_BYTES,
        .StorageOffsetAlignment = 256,
        .MaxWorkgroupSize = {256, 256, 64},
        .MaxWorkgroupInvocations = 256,
        .MaxDispatch = {65535, 65535, 65535},
        .MaxStorageBindings = 8,
    };
    profile.Binding = {
        .MaxBindings = RASTER_BINDING_COUNT,
        .MaxUniformBuffersPerStage = 12,
        .MaxSampledTexturesPerStage = 256,
        .MaxSamplersPerStage = 16,
        .MaxDescriptorsPerSet = 4096,
        .MaxUniformBuffersPerSet = 12,
        .MaxSamplersPerSet = 16,
        .MaxDynamicUniformOffsets = 8,
        .MaxDynamicStorageOffsets = 4,
        .MaxTextureArrayElements = 256,
        .MaxSamplerArrayElements = 16,
        .MaxBufferArrayElements = 8,
        .MaxRuntimeArrayElements = 128,
        .HasUniformTextureIndexing = true,
        .HasNonUniformTextureIndexing = true,
        .HasRuntimeTextureArrays = true,
    };
    for (usize format = 0; format < RASTER_FORMAT_COUNT; ++format)
    {
        const bool isCompressed = FORMAT_FACTS[format].IsCompressed;
        profile.Formats[format] = {
            .Uses = {.Sampled = true, .Filterable = true},
            .MaxDimension2D = MAX_EDGE,
            .MaxMipLevels = MAX_LEVELS,
            .SampleCounts = 1,
            .MaxArrayLayers = MAX_LAYERS,
            .MaxCubeDimension = MAX_EDGE,
            .MaxDimension3D = isCompressed ? 0 : MAX_DEPTH,
            .PartialViews = true,
            .HasUnalignedBlockExtents = isCompressed,
        };
    }
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb})
    {
        FormatCapabilities& offered = profile.Formats[static_cast<usize>(format)];
        offered.Uses.ColorAttachment = true;
        offered.Uses.Blendable = true;
        offered.MaxAttachmentDimension2D = MAX_EDGE;
        offered.MaxAttachmentMipLevels = 1;
        offered.MaxAttachmentLayers = 1;
    }
    FormatUses& copied = profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].Uses;
    copied.CopySource = true;
    copied.CopyDestination = true;
    return report;
}

void FailReferenceCall(ReferenceCall call, const ReferenceFailure& failure) noexcept
{
    GetState().Control.Failures[static_cast<usize>(call)] = failure;
}

void FinishReferenceStartup(BackendStatus status, StartupError error) noexcept
{
    ReferenceOrders& orders = GetState().Orders;
    orders.EndsStartup = true;
    orders.StartupResult = status;
    orders.StartupReason = error;
}

void FinishReferenceCreations(RecordKind kind, BackendStatus result, uint32 count) noexcept
{
    GetState().Orders.Creations[static_cast<usize>(kind)] = {result, count};
}

void CompleteReferenceWork(uint64 ordinal) noexcept
{
    ReferenceControl& control = GetState().Control;
    const uint64 reached = ordinal < control.SubmittedOrdinal ? ordinal : control.SubmittedOrdinal;
    if (reached > control.CompletedOrdinal)
    {
        control.CompletedOrdinal = reached;
    }
}

void LoseReferenceDevice() noexcept
{
    GetState().Orders.LosesDevice = true;
}

const char* GetReferenceCallName(ReferenceCall call) noexcept
{
    return CALL_NAMES[static_cast<usize>(call)];
}

const ReferenceFailure* MeetReferenceCall(ReferenceCall call) noexcept
{
    ReferenceState& state = GetState();
    ++state.Control.Calls[static_cast<usize>(call)];
    ReferenceFailure& failure = state.Control.Failures[static_cast<usize>(call)];
    if (failure.Nth == 0 || --failure.Nth != 0)
    {
        return nullptr;
    }
    const bool isLost = call == ReferenceCall::Acquire ? failure.Acquired == AcquireStatus::Lost
                                                       : failure.Status == BackendStatus::Lost;
    if (isLost)
    {
        state.Orders.LosesDevice = true;
    }
    return &failure;
}

bool Violate(const char* format, ...) noexcept
{
    ReferenceControl& control = GetState().Control;
    char sentence[sizeof control.FirstViolation];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    std::fprintf(stderr, "reference backend: %s\n", sentence);
    if (control.Violations++ == 0)
    {
        std::snprintf(control.FirstViolation, sizeof control.FirstViolation, "%s", sentence);
    }
    if (control.StopsAtViolation)
    {
        std::abort();
    }
    return false;
}
} // namespace ludus::graphics::rhi::internal
