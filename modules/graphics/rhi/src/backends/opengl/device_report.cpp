// The contract's limits and format uses, from those of the context.
#include "backends/opengl/device.h"

#include "formats/format_facts.h"
#include "formats/library_limits.h"

#include <algorithm>
#include <limits>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// OpenGL names no largest buffer; this is what its signed 32-bit sizes can say in multiples of four.
constexpr usize MAX_BUFFER_BYTES = 0x7FFFFFFC;

constexpr usize MIN_STORAGE_ALIGNMENT = 4;

// WebGL takes strides up to 255 bytes.
constexpr uint32 WEBGL_VERTEX_STRIDE = 252;

uint32 GetLimit(GLenum name) noexcept
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value > 0 ? static_cast<uint32>(value) : 0;
}

uint32 GetLimit(GLenum name, GLuint index) noexcept
{
    GLint value = 0;
    glGetIntegeri_v(name, index, &value);
    return value > 0 ? static_cast<uint32>(value) : 0;
}

void FillRaster(const Device& device, RasterCapabilities& raster) noexcept
{
    raster.MaxBufferSize = MAX_BUFFER_BYTES;
    raster.MaxTextureUploadBytes = MAX_BUFFER_BYTES;
    raster.MaxTextureDimension2D = GetLimit(GL_MAX_TEXTURE_SIZE);
    raster.UniformOffsetAlignment =
        std::max<usize>(UNIFORM_OFFSET_ALIGNMENT, GetLimit(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT));
    raster.MaxUniformRange = std::min<usize>(MAX_UNIFORM_RANGE, GetLimit(GL_MAX_UNIFORM_BLOCK_SIZE));
    raster.DrawsPerFrame = std::numeric_limits<uint32>::max(); // of ours: the session's storage bounds them
    raster.HasLineFill = device.Facts.HasLineFill;
    raster.HasFirstProvokingVertex = device.Facts.HasProvokingVertex;
}

// Limits of a stage hold for each: the lowest one counts.
void FillBinding(bool computes, BindingCapabilities& binding) noexcept
{
    uint32 blocks = std::min(GetLimit(GL_MAX_VERTEX_UNIFORM_BLOCKS), GetLimit(GL_MAX_FRAGMENT_UNIFORM_BLOCKS));
    uint32 units = std::min(GetLimit(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS), GetLimit(GL_MAX_TEXTURE_IMAGE_UNITS));
    if (computes)
    {
        blocks = std::min(blocks, GetLimit(GL_MAX_COMPUTE_UNIFORM_BLOCKS));
        units = std::min(units, GetLimit(GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS));
    }
    constexpr auto NUMBERS = static_cast<uint32>(RASTER_BINDING_COUNT);
    binding.MaxBindings = NUMBERS;
    binding.MaxUniformBuffersPerStage = blocks;
    binding.MaxSampledTexturesPerStage = units;
    binding.MaxSamplersPerStage = units;
    binding.MaxDescriptorsPerSet = NUMBERS; // without arrays, one a number
    binding.MaxUniformBuffersPerSet = std::min(NUMBERS, GetLimit(GL_MAX_UNIFORM_BUFFER_BINDINGS));
    binding.MaxSamplersPerSet = NUMBERS;
    binding.MaxDynamicUniformOffsets = NUMBERS; // an offset is an offset
    binding.MaxDynamicStorageOffsets = computes ? NUMBERS : 0;
}

// Storage buffers are bound at the numbers that the texts have.
bool CanCompute(const GlFacts& facts) noexcept
{
    return facts.HasCompute && GetLimit(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS) >= RASTER_BINDING_COUNT;
}

void FillCompute(ComputeCapabilities& compute) noexcept
{
    compute.MaxStorageRange = std::min<usize>(MAX_BUFFER_BYTES, GetLimit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE));
    compute.StorageOffsetAlignment =
        std::max<usize>(MIN_STORAGE_ALIGNMENT, GetLimit(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT));
    for (GLuint axis = 0; axis < 3; ++axis)
    {
        compute.MaxWorkgroupSize[axis] = GetLimit(GL_MAX_COMPUTE_WORK_GROUP_SIZE, axis);
        compute.MaxDispatch[axis] = GetLimit(GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis);
    }
    compute.MaxWorkgroupInvocations = GetLimit(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    compute.MaxStorageBindings =
        std::min(GetLimit(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS), GetLimit(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS));
}

bool HasBlocks(const GlFacts& facts, RasterFormat format) noexcept
{
    return facts.HasDesktopTexts && (format == RasterFormat::Bc5RgUnorm || facts.HasBlockFormats);
}

// Where a part of a texture has no name, it is drawn from to be copied.
bool HasPartialViews(const GlFacts& facts, RasterFormat format) noexcept
{
    const bool isFloat = format == RasterFormat::Rgba16Float;
    return facts.HasTextureViews || (!FactsOf(format).IsCompressed && (!isFloat || facts.HasFloatTargets));
}

// Every context samples and filters all but blocks, and draws and blends the 8-bit formats with four channels: they are
// no options.
void FillFormats(const Device& device, uint32 edge, FormatCapabilities (&formats)[RASTER_FORMAT_COUNT]) noexcept
{
    for (usize index = 0; index < RASTER_FORMAT_COUNT; ++index)
    {
        const auto format = static_cast<RasterFormat>(index);
        const bool isCompressed = FactsOf(format).IsCompressed;
        if (isCompressed && !HasBlocks(device.Facts, format))
        {
            continue;
        }
        FormatCapabilities& offered = formats[index];
        offered.Uses.Sampled = true;
        offered.Uses.Filterable = true;
        offered.MaxDimension2D = GetLimit(GL_MAX_TEXTURE_SIZE);
        offered.MaxMipLevels =
            std::min(MaxMipLevels(offered.MaxDimension2D, offered.MaxDimension2D, 1), MAX_MIP_LEVELS);
        offered.SampleCounts = 1;
        offered.PartialViews = HasPartialViews(device.Facts, format);
        offered.HasUnalignedBlockExtents = isCompressed;
        offered.MaxArrayLayers = GetLimit(GL_MAX_ARRAY_TEXTURE_LAYERS);
        offered.MaxCubeDimension = GetLimit(GL_MAX_CUBE_MAP_TEXTURE_SIZE);
        offered.MaxDimension3D = isCompressed ? 0 : GetLimit(GL_MAX_3D_TEXTURE_SIZE);
    }
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb})
    {
        FormatCapabilities& offered = formats[static_cast<usize>(format)];
        offered.Uses.ColorAttachment = true;
        offered.Uses.Blendable = true;
        offered.MaxAttachmentDimension2D = edge;
        offered.MaxAttachmentMipLevels = 1;
        offered.MaxAttachmentLayers = 1;
    }
    FormatUses& copied = formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].Uses;
    copied.CopySource = true;
    copied.CopyDestination = true;
}
} // namespace

void FillReport(const Device& device, BackendReport& report) noexcept
{
    const bool computes = CanCompute(device.Facts);
    report.Supported = {.FullscreenRaster = true,
                        .PortableRaster = true,
                        .Compute = computes,
                        .IndirectRendering = computes,
                        .OrderedRasterGraph = true};
    report.HasSurfacelessFrames = false;
    report.CopiesPartialViews = !device.Facts.HasTextureViews;
    report.Timestamps = {
        .ValidBits = device.Facts.TimestampBits,
        .TickNanoseconds = 1,
        .CanMeasurePasses = !device.Facts.HasElapsedQueries, // one of those is open at a time
        .HasHostClock = device.Facts.TimestampBits != 0 && !device.Facts.HasElapsedQueries,
    };
    GLint viewport[2]{};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    const uint32 edge = std::min({GetLimit(GL_MAX_TEXTURE_SIZE), GetLimit(GL_MAX_RENDERBUFFER_SIZE),
                                  static_cast<uint32>(viewport[0]), static_cast<uint32>(viewport[1])});
    report.MaxFrameDimension2D = edge;
    FillRaster(device, report.Profile.Raster);
    report.Profile.Interface = {
        .MaxBindings = static_cast<uint32>(RASTER_BINDING_COUNT),
        .MaxVertexBuffers = MAX_VERTEX_STREAMS,
        .MaxVertexAttributes = std::min(MAX_VERTEX_ATTRIBUTES, GetLimit(GL_MAX_VERTEX_ATTRIBS)),
        .MaxVertexStride = device.Facts.HasDesktopTexts ? PORTABLE_VERTEX_STRIDE : WEBGL_VERTEX_STRIDE,
        .MaxColorAttachments = 1,
        .MaxTextureLayers = GetLimit(GL_MAX_ARRAY_TEXTURE_LAYERS),
    };
    FillBinding(computes, report.Profile.Binding);
    if (computes)
    {
        FillCompute(report.Profile.Compute);
    }
    FillFormats(device, edge, report.Profile.Formats);
}
} // namespace ludus::graphics::rhi::internal::opengl
