// What a device can do and what a program asks of it: limits, format uses, budgets. Plain data, no handles.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi
{
/// Shape of an allocation or of a sampled view. Cube faces are ordered +X, -X, +Y, -Y, +Z, -Z.
enum class TextureDimension : ludus::foundation::uint8
{
    D2,      // one two-dimensional image
    D2Array, // a fixed number of two-dimensional layers; layers do not shrink with mips
    Cube,    // six square faces
    D3,      // a volume; its depth halves with each mip
};

/// Texel formats. Which dimensions and uses a device offers is negotiated for each one.
enum class RasterFormat : ludus::foundation::uint8
{
    Rgba8Unorm,   // four normalized bytes, linear
    Rgba8Srgb,    // RGB is decoded from sRGB when sampled and encoded when written; alpha stays linear
    R8Unorm,      // one normalized byte; sampled only
    Rg8Unorm,     // two normalized bytes; sampled only
    Rgba16Float,  // four IEEE binary16 values; attachment use is a separate capability
    Bc1RgbaUnorm, // 4x4 blocks of 8 bytes
    Bc3RgbaUnorm, // 4x4 blocks of 16 bytes
    Bc5RgUnorm,   // 4x4 blocks of 16 bytes; samples as (R, G, 0, 1)
};

/// The first constraint that negotiation could not meet: raster fields in order, then compute fields, then formats.
enum class ProfileRequirement : ludus::foundation::uint8
{
    None,
    BufferSize,
    TextureDimension,
    UniformAlignment,
    UniformRange,
    ResourceCount,
    DrawCount,
    BindingCount,
    VertexBufferCount,
    VertexAttributeCount,
    VertexStride,
    ColorAttachmentCount,
    TextureLayerCount,
    StorageRange,
    StorageAlignment,
    WorkgroupSize,
    WorkgroupInvocations,
    DispatchCount,
    Sampled,
    PartialViews,
    AttachmentViews,
    DepthSampled,
    StencilAttachment,
    StencilSampled,
    Filterable,
    ColorAttachment,
    Blendable,
    Storage,
    CopySource,
    CopyDestination,
    FormatDimension,
    MipCount,
    SampleCount,
    UnalignedBlockExtents,
    TextureUploadBytes,
    UniformBindings,
    TextureBindings,
    SamplerBindings,
    StorageBindings,
    UniformBindingsPerSet,
    SamplerBindingsPerSet,
};

/// Number of formats; tables of this size are indexed by RasterFormat.
constexpr ludus::foundation::usize RASTER_FORMAT_COUNT =
    static_cast<ludus::foundation::usize>(RasterFormat::Bc5RgUnorm) + 1;

/// Binding numbers of group zero lie below this; a device may enable fewer descriptors of a kind.
constexpr ludus::foundation::usize RASTER_BINDING_COUNT = 16;

/// Uniform binding that runtime tables reserve for the length record, which the library owns.
constexpr ludus::foundation::uint32 RUNTIME_BINDING_LENGTH_SLOT = RASTER_BINDING_COUNT - 2;

/// Binding of an unsized texture table: the highest one.
constexpr ludus::foundation::uint32 RUNTIME_BINDING_ARRAY_SLOT = RASTER_BINDING_COUNT - 1;

/// Words of the length record; the first is the allocated table length.
constexpr ludus::foundation::usize RUNTIME_BINDING_LENGTH_WORDS = 4;

/// Bytes of the length record as a shader sees it.
constexpr ludus::foundation::usize RUNTIME_BINDING_LENGTH_BYTES =
    sizeof(ludus::foundation::uint32) * RUNTIME_BINDING_LENGTH_WORDS;

constexpr foundation::uint32 DEFAULT_GRAPH_RESOURCE_COUNT = 64;
constexpr foundation::uint32 DEFAULT_GRAPH_PASS_COUNT = 512;
constexpr foundation::uint32 DEFAULT_GRAPH_PACKET_COUNT = 512;
constexpr foundation::uint32 DEFAULT_BINDING_DESCRIPTOR_COUNT = 4096;
constexpr foundation::uint32 DEFAULT_GRAPH_DEPENDENCY_COUNT = 2048;
constexpr ludus::foundation::uint32 DEFAULT_RESOURCE_RECORD_COUNT = 1024;

/// Ceilings of a device's records and memory, fixed when it is created. Nothing is reserved by asking.
/// Every count must be nonzero and below UINT32_MAX and every byte budget nonzero, else InvalidDescription.
struct StorageLimits final
{
    foundation::uint32 ResourcesPerKind{DEFAULT_RESOURCE_RECORD_COUNT}; // records of each kind, retained ones included
    foundation::uint32 DrawsPerFrame{1024};
    foundation::uint32 CommandBatches{4};
    foundation::uint32 DrawsPerPlan{DEFAULT_GRAPH_PACKET_COUNT}; // packets of one batch or graph
    foundation::uint32 PipelineRequests{16};
    foundation::uint32 Graphs{4};
    foundation::uint32 ResourcesPerGraph{DEFAULT_GRAPH_RESOURCE_COUNT};
    foundation::uint32 PassesPerGraph{DEFAULT_GRAPH_PASS_COUNT};
    foundation::uint32 UsesPerPass{64};
    foundation::uint32 DependenciesPerGraph{DEFAULT_GRAPH_DEPENDENCY_COUNT};
    foundation::uint32 TransientTextures{8};
    foundation::uint32 RasterPassStates{192}; // Vulkan: cached combinations of formats and load/store choices
    foundation::uint32 TransferSlices{4};     // requests in each direction, 1..4
    foundation::usize TransferBytes{262144};  // bytes of a slice, 256..262144, a multiple of 4
    foundation::uint32 BindingDescriptors{DEFAULT_BINDING_DESCRIPTOR_COUNT}; // of all live binding sets together
    foundation::uint32 DescriptorsPerSet{256};
    foundation::uint32 RayResourcesPerKind{128};
    foundation::uint32 RayInstances{1024};
    foundation::uint64 HostBytes{268435456};      // host memory of the library
    foundation::uint64 ResourceBytes{2147483648}; // logical bytes of buffers and textures
    foundation::usize FrameUniformBytes{1048576}; // one segment of the frame uniform ring (frame_uniforms.h)
};

/// Operations that the library implements for a format on this device.
struct FormatUses final
{
    bool Sampled{false};
    bool Filterable{false};
    bool ColorAttachment{false};
    bool Blendable{false};
    bool Storage{false};
    bool CopySource{false};
    bool CopyDestination{false};
};

/// What one format offers on a device. All zero when the format is unavailable.
struct FormatCapabilities final
{
    FormatUses Uses{};
    foundation::uint32 MaxDimension2D{0};
    foundation::uint32 MaxMipLevels{0}; // at most 16
    foundation::uint32 SampleCounts{0}; // mask: bit 0 one sample, bit 2 four samples
    foundation::uint32 MaxArrayLayers{0};
    foundation::uint32 MaxCubeDimension{0};
    foundation::uint32 MaxDimension3D{0};
    bool PartialViews{false};
    bool HasUnalignedBlockExtents{false};
    bool AttachmentViews{false};
    foundation::uint32 MaxAttachmentDimension2D{0};
    foundation::uint32 MaxAttachmentMipLevels{0};
    foundation::uint32 MaxAttachmentLayers{0};
    foundation::uint32 MaxAttachmentCubeDimension{0};
    bool DepthSampled{false};
    bool StencilAttachment{false};
    bool StencilSampled{false};
};

/// Limits of buffers, textures and draws.
struct RasterCapabilities final
{
    foundation::usize MaxBufferSize{0};
    foundation::uint32 MaxTextureDimension2D{0};
    foundation::usize UniformOffsetAlignment{0}; // at least 256
    foundation::usize MaxUniformRange{0};        // at most 16384
    foundation::uint32 ResourcesPerKind{0};
    foundation::uint32 DrawsPerFrame{0}; // zero on a device that creates resources but cannot draw
    bool HdrColor{false};
    foundation::usize MaxTextureUploadBytes{0};
    bool HasLineFill{false};
    bool HasFirstProvokingVertex{false}; // a triangle's first vertex lends what is not interpolated; false: its last
};

/// Limits of vertex input, binding layouts and attachments.
struct RasterInterfaceCapabilities final
{
    foundation::uint32 MaxBindings{0};
    foundation::uint32 MaxVertexBuffers{0};
    foundation::uint32 MaxVertexAttributes{0};
    foundation::uint32 MaxVertexStride{0};
    foundation::uint32 MaxColorAttachments{0};
    foundation::uint32 MaxTextureLayers{0};
};

/// Limits of descriptors, by stage and by set, and what array indexing is enabled.
struct BindingCapabilities final
{
    foundation::uint32 MaxBindings{0};
    foundation::uint32 MaxUniformBuffersPerStage{0};
    foundation::uint32 MaxSampledTexturesPerStage{0};
    foundation::uint32 MaxSamplersPerStage{0};
    foundation::uint32 MaxDescriptorsPerSet{0};
    foundation::uint32 MaxUniformBuffersPerSet{0};
    foundation::uint32 MaxSamplersPerSet{0};
    foundation::uint32 MaxDynamicUniformOffsets{0};
    foundation::uint32 MaxDynamicStorageOffsets{0};
    foundation::uint32 MaxTextureArrayElements{0};
    foundation::uint32 MaxSamplerArrayElements{0};
    foundation::uint32 MaxBufferArrayElements{0};
    foundation::uint32 MaxRuntimeArrayElements{0};
    bool HasUniformTextureIndexing{false};
    bool HasNonUniformTextureIndexing{false};
    bool HasRuntimeTextureArrays{false};
};

/// Limits of compute; all zero when compute is unavailable.
struct ComputeCapabilities final
{
    foundation::usize MaxStorageRange{0};
    foundation::usize StorageOffsetAlignment{0};
    foundation::uint32 MaxWorkgroupSize[3]{};
    foundation::uint32 MaxWorkgroupInvocations{0};
    foundation::uint32 MaxDispatch[3]{};
    foundation::uint32 MaxStorageBindings{0};
};

/// Everything negotiated with a device; immutable while it is Ready, all zero otherwise.
struct DeviceProfile final
{
    RasterCapabilities Raster{};
    RasterInterfaceCapabilities Interface{};
    ComputeCapabilities Compute{};
    BindingCapabilities Binding{};
    FormatCapabilities Formats[RASTER_FORMAT_COUNT]{};
    StorageLimits Storage{
        .ResourcesPerKind = 0,
        .DrawsPerFrame = 0,
        .CommandBatches = 0,
        .DrawsPerPlan = 0,
        .PipelineRequests = 0,
        .Graphs = 0,
        .ResourcesPerGraph = 0,
        .PassesPerGraph = 0,
        .UsesPerPass = 0,
        .DependenciesPerGraph = 0,
        .TransientTextures = 0,
        .RasterPassStates = 0,
        .TransferSlices = 0,
        .TransferBytes = 0,
        .BindingDescriptors = 0,
        .DescriptorsPerSet = 0,
        .RayResourcesPerKind = 0,
        .RayInstances = 0,
        .HostBytes = 0,
        .ResourceBytes = 0,
        .FrameUniformBytes = 0,
    };
};

/// Constraints on raster limits. Zero asks for nothing; a nonzero field implies the portable raster workload.
struct RasterRequirements final
{
    foundation::usize MinBufferSize{0};
    foundation::uint32 MinTextureDimension2D{0};
    foundation::usize MaxUniformOffsetAlignment{0}; // the largest alignment the program accepts
    foundation::usize MinUniformRange{0};
    foundation::uint32 MinResourcesPerKind{0};
    foundation::uint32 MinDrawsPerFrame{0};
    foundation::uint32 MinBindings{0};
    foundation::uint32 MinVertexBuffers{0};
    foundation::uint32 MinVertexAttributes{0};
    foundation::uint32 MinVertexStride{0};
    foundation::uint32 MinColorAttachments{0};
    foundation::uint32 MinTextureLayers{0};
    foundation::usize MinTextureUploadBytes{0};
    foundation::uint32 MinUniformBindings{0};
    foundation::uint32 MinTextureBindings{0};
    foundation::uint32 MinSamplerBindings{0};
    foundation::uint32 MinUniformBindingsPerSet{0};
    foundation::uint32 MinSamplerBindingsPerSet{0};
};

/// Constraints on compute limits. Zero asks for nothing; a nonzero field implies the compute workload.
struct ComputeRequirements final
{
    foundation::usize MinStorageRange{0};
    foundation::usize MaxStorageOffsetAlignment{0};
    foundation::uint32 MinWorkgroupSize[3]{};
    foundation::uint32 MinWorkgroupInvocations{0};
    foundation::uint32 MinDispatch[3]{};
    foundation::uint32 MinStorageBindings{0};
};

/// One format that the program needs, with the uses and extents it needs it for. At least one use or flag must be set.
struct FormatRequirement final
{
    // Empty braces where other structs name the enumerator: with it g++ 12 refuses `ProfileRequirements profile = {}`.
    RasterFormat Format{}; // Rgba8Unorm
    FormatUses Uses{};
    foundation::uint32 MinDimension2D{0};
    TextureDimension Dimension{}; // D2
    foundation::uint32 MinDepthOrLayers{0};
    foundation::uint32 MinMipLevels{0};
    foundation::uint32 SampleCount{1}; // 1 or 4
    bool PartialViews{false};
    bool AttachmentViews{false};
    bool DepthSampled{false};
    bool StencilAttachment{false};
    bool StencilSampled{false};
    bool RequiresUnalignedBlockExtents{false};
};

/// Constraints of a device request. `FormatCount` entries of `Formats` are used; each names another format.
struct ProfileRequirements final
{
    RasterRequirements Raster{};
    ComputeRequirements Compute{};
    FormatRequirement Formats[RASTER_FORMAT_COUNT]{};
    foundation::uint32 FormatCount{0};
};

/// Which constraint was missed first, by how much.
struct ProfileDiagnostic final
{
    ProfileRequirement Requirement{ProfileRequirement::None};
    foundation::uint64 Requested{0};
    foundation::uint64 Effective{0};
    RasterFormat Format{RasterFormat::Rgba8Unorm}; // meaningful when HasFormat
    foundation::uint32 Axis{0};                    // 0..2, for limits with three axes
    bool HasFormat{false};
};
} // namespace ludus::graphics::rhi
