// Portable raster: buffers, textures, shaders, binding sets, pipelines and indexed draws on an explicit device.
//
//     rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, bytes.size()}, bytes, vertices);
//     rhi::CreateRasterShader(device, ludus::shaders::mesh::Vertex(), vertexStage);
//     rhi::CreateBindingLayout(device, bindings, layout);
//     rhi::CreateBindingSet(device, layout, resources, set);
//     rhi::CreateRasterPipeline(device, {vertexStage, fragmentStage, layout, streams, attributes}, pipeline);
//     ...
//     rhi::BeginFrame(device, surface);
//     rhi::DrawIndexed(device, packet);      // keep the packet and change fields: repeats are cheapest
//     rhi::EndFrame(device);
//
// Creation happens between frames, into null handles; Ready or Pending gives ownership, every other answer leaves the
// output as it was. Poll GetStatus once a tick while Pending. Destroy at any time between frames: work in flight keeps
// what it uses. Coordinates: clip depth 0..1, Y up, texture row 0 first. All calls belong to the device's thread.
//
// Every call may answer, each with a diagnostic: InvalidHandle, when the device or a resource that it names is null,
// stale or another device's; NotReady, when one of them is still pending; Failed or DeviceLost, when the device is.
// Creation adds InvalidState, inside a frame or when the output names something; Unsupported, without PortableRaster;
// CapacityExceeded, when ResourcesPerKind, HostBytes or ResourceBytes are used up; IdentityExhausted; OutOfMemory; and
// Failed, when the driver refuses. Below stands what a call adds to these.
#pragma once

#include <ludus/foundation/base/borrowed_view.h>
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/profile.h>

#include <span>
#include <string_view>

namespace ludus::graphics::rhi
{
namespace internal
{
struct RasterAccess;
struct RayAccess;
} // namespace internal

/// Answer of portable resource and draw operations. Only Ready and Pending give ownership.
enum class RasterStatus : ludus::foundation::uint8
{
    Ready,
    Pending,
    NotReady, // the device or a named resource is still pending; try again later
    Failed,   // the driver refused; a published resource must still be destroyed
    InvalidHandle,
    InvalidState,
    InvalidDescription,
    Unsupported,
    CapacityExceeded, // records, draws or a budget are used up; retry after retirement
    IdentityExhausted,
    OutOfMemory,
    DeviceLost,
};

/// What a buffer is for; fixed for its life.
enum class BufferRole : ludus::foundation::uint8
{
    Vertex,
    Index16,
    Index32,
    Uniform,
    Storage,
    StorageVertex,
    StorageIndirect,
};

enum class TextureAspect : ludus::foundation::uint8
{
    Color,
    Depth,
    Stencil,
};

/// Filter between the texels of one level.
enum class RasterFilter : ludus::foundation::uint8
{
    Nearest,
    Linear,
};

enum class RasterAddress : ludus::foundation::uint8
{
    Clamp,
    Repeat,
};

/// Selection between mip levels; None samples level zero only.
enum class RasterMipFilter : ludus::foundation::uint8
{
    None,
    Nearest,
    Linear,
};

enum class RasterBindingKind : ludus::foundation::uint8
{
    UniformBuffer,
    Texture2D,
    Texture2DArray,
    TextureCube,
    Texture3D,
    TextureDepth2D,
    TextureStencil2D,
    Sampler,
    StorageRead,
    StorageReadWrite,
    RayScene,
};

/// Stages that may read a binding: a mask.
enum class RasterVisibility : ludus::foundation::uint8
{
    Vertex = 1,
    Fragment = 2,
    Both = 3,
    Compute = 4,
};

/// How a shader selects elements of a binding array.
enum class RasterBindingIndexing : ludus::foundation::uint8
{
    Constant,
    Uniform,
    NonUniform,
};

enum class RasterVertexFormat : ludus::foundation::uint8
{
    Float2,
    Float3,
    Float4,
};

/// Authored shape of a uniform member.
enum class RasterUniformShape : ludus::foundation::uint8
{
    Opaque,
    Float32,
    Float2,
    Float3,
    Float4,
    Float4x4,
    Float4Array,
    Float4x4Array,
};

/// Colour target that a pipeline is made for.
enum class RasterTarget : ludus::foundation::uint8
{
    Surface,
    Rgba8Unorm,
    Rgba8Srgb,
    Rgba16Float,
};

/// Comparison of an incoming depth with the stored one; passes when the named relation holds.
enum class RasterDepthCompare : ludus::foundation::uint8
{
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Always,
};

enum class RasterFillMode : ludus::foundation::uint8
{
    Solid,
    Lines, // edges only, one pixel wide; needs RasterCapabilities::HasLineFill
};

/// Triangles to leave out. Front faces are counter-clockwise in clip space with Y up.
enum class RasterCull : ludus::foundation::uint8
{
    None,
    Front,
    Back,
};

/// Comparison of the masked reference with the masked stored value.
enum class RasterStencilCompare : ludus::foundation::uint8
{
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
};

enum class RasterStencilOperation : ludus::foundation::uint8
{
    Keep,
    Zero,
    Replace,
    IncrementClamp,
    DecrementClamp,
    Invert,
    IncrementWrap,
    DecrementWrap,
};

// A handle names one incarnation of one record of one device. It never names anything else later: generations and
// owners are not reused. Null by default; copies own nothing.
#define LUDUS_RHI_HANDLE(Name, Access)                                                                                 \
    struct Name final                                                                                                  \
    {                                                                                                                  \
    private:                                                                                                           \
        [[maybe_unused]] foundation::uint64 Owner{0};                                                                  \
        [[maybe_unused]] foundation::uint64 Generation{0};                                                             \
        [[maybe_unused]] foundation::uint32 Slot{0};                                                                   \
        friend struct internal::Access;                                                                                \
    }

LUDUS_RHI_HANDLE(BufferHandle, RasterAccess);
LUDUS_RHI_HANDLE(TextureHandle, RasterAccess);
LUDUS_RHI_HANDLE(TextureViewHandle, RasterAccess);
LUDUS_RHI_HANDLE(SamplerHandle, RasterAccess);
LUDUS_RHI_HANDLE(RasterShaderHandle, RasterAccess);
LUDUS_RHI_HANDLE(BindingLayoutHandle, RasterAccess);
LUDUS_RHI_HANDLE(BindingSetHandle, RasterAccess);
LUDUS_RHI_HANDLE(RasterPipelineHandle, RasterAccess);
LUDUS_RHI_HANDLE(RaySceneHandle, RayAccess);

/// A borrowed index into one element of one binding set's array.
struct RasterBindingIndex final
{
private:
    [[maybe_unused]] foundation::uint64 Owner{0};
    [[maybe_unused]] foundation::uint64 Generation{0};
    [[maybe_unused]] foundation::uint32 Slot{0};
    [[maybe_unused]] foundation::uint32 Binding{0};
    [[maybe_unused]] foundation::uint32 Element{0};
    friend struct internal::RasterAccess;
};

struct BufferDescription final
{
    BufferRole Role{BufferRole::Vertex};
    foundation::usize Size{0}; // bytes; exactly the initial content
};

struct TextureDescription final
{
    foundation::uint32 Width{0};  // texels of mip 0
    foundation::uint32 Height{0}; // texels of mip 0
    RasterFormat Format{RasterFormat::Rgba8Unorm};
    bool Attachment{false}; // undefined colour with a private depth image; takes no upload
    foundation::uint32 MipLevels{1};
    bool AsyncUpload{false};            // answer Pending instead of waiting for the copy
    bool RetainCpuContent{false};       // keep the texels readable on the CPU
    bool DeferredInitialization{false}; // allocate mips undefined, to be filled later
    TextureDimension Dimension{TextureDimension::D2};
    foundation::uint32 DepthOrLayers{1};
    foundation::uint32 SampleCount{1};
    bool Stencil{false};
};

/// Where one mip lies in the upload's bytes.
struct TextureMipUpload final
{
    foundation::usize Offset{0};
    foundation::usize RowPitch{0}; // bytes from one row to the next, a multiple of four
};

/// Initial texels. One mip: `Bytes` of RowPitch * Height. A chain: `Mips` has one entry a level, tightly ascending.
struct TextureUpload final
{
    std::span<const foundation::uint8> Bytes{};
    foundation::usize RowPitch{0};
    std::span<const TextureMipUpload> Mips{};
};

/// Borrowed texels of one mip of a texture that retains its content.
struct TextureCpuContent final
{
    std::span<const foundation::uint8> Bytes{};
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
    foundation::usize RowPitch{0};
    RasterFormat Format{RasterFormat::Rgba8Unorm};
};

struct TextureViewDescription final
{
    TextureDimension Dimension{TextureDimension::D2};
    foundation::uint32 BaseMip{0};
    foundation::uint32 MipCount{0}; // zero: the rest
    foundation::uint32 BaseLayer{0};
    foundation::uint32 LayerCount{0}; // zero: the rest
    TextureAspect Aspect{TextureAspect::Color};
    bool Attachment{false};
};

struct SamplerDescription final
{
    RasterFilter Filter{RasterFilter::Nearest};
    RasterAddress U{RasterAddress::Clamp};
    RasterAddress V{RasterAddress::Clamp};
    RasterMipFilter MipFilter{RasterMipFilter::None};
    foundation::float32 MinLod{0}; // 0..15; zero with MipFilter None
    foundation::float32 MaxLod{15};
    RasterAddress W{RasterAddress::Clamp};
};

/// One entry of a layout, or what a shader stage needs at a binding number.
struct RasterBinding final
{
    foundation::uint32 Binding{0};
    RasterBindingKind Kind{RasterBindingKind::UniformBuffer};
    RasterVisibility Visibility{RasterVisibility::Both};
    foundation::usize MinSize{0}; // uniform bytes, or the element stride of storage
    bool HasDynamicOffset{false}; // packets add bytes to the offset
    foundation::uint32 Count{1};
    RasterBindingIndexing Indexing{RasterBindingIndexing::Constant};
    bool IsRuntimeSized{false};
    bool HasPartialBinding{false};
};

struct RasterShaderInput final
{
    foundation::uint32 Location{0};
    RasterVertexFormat Format{RasterVertexFormat::Float3};
};

struct RasterUniformMember final
{
    foundation::uint32 Binding{0};
    std::string_view Name{};
    foundation::usize Offset{0};
    RasterUniformShape Shape{RasterUniformShape::Opaque};
};

/// Sampler number of a texture that is only loaded from.
constexpr foundation::uint32 NO_TEXTURE_SAMPLER = ~foundation::uint32{0};

/// A reflected stage, as ludus_compile_shader(... RASTER) writes it. Copied by creation.
struct RasterShaderDescription final
{
    ShaderDescription Artifact{};
    std::span<const RasterShaderInput> Inputs{};
    std::span<const RasterBinding> Bindings{};
    std::string_view UniformBlocks[RASTER_BINDING_COUNT]{}; // GLSL block names by binding
    std::string_view TextureNames[RASTER_BINDING_COUNT]{};  // GLSL combined sampler names by texture binding
    foundation::uint32 TextureSamplers[RASTER_BINDING_COUNT]{};
    foundation::uint32 WorkgroupSize[3]{1, 1, 1};
    std::span<const RasterUniformMember> UniformMembers{}; // at most 64
    bool HasVerifiedArrayBounds{false};
    bool ShouldPrepareAsynchronously{false}; // on the backend's worker, and the pipelines made from it too
};

/// What a binding set holds at one binding: the fields of its kind, the others null.
struct RasterBindingResource final
{
    foundation::uint32 Binding{0};
    BufferHandle Buffer{};
    foundation::usize Offset{0}; // a multiple of the uniform (storage) offset alignment
    foundation::usize Size{0};   // a multiple of 16 for uniforms, at least the binding's MinSize
    TextureViewHandle Texture{};
    SamplerHandle Sampler{};
    foundation::uint32 ArrayElement{0};
    RaySceneHandle Scene{};
};

struct RasterVertexAttribute final
{
    foundation::uint32 Location{0};
    foundation::uint32 Stream{0};
    foundation::uint32 Offset{0}; // bytes from the record's start, a multiple of four
    RasterVertexFormat Format{RasterVertexFormat::Float3};
};

struct RasterVertexStream final
{
    foundation::uint32 Stride{0}; // bytes, 4 to MaxVertexStride, a multiple of four
    bool PerInstance{false};
};

struct RasterStencilFace final
{
    RasterStencilCompare Compare{RasterStencilCompare::Always};
    RasterStencilOperation Fail{RasterStencilOperation::Keep};
    RasterStencilOperation DepthFail{RasterStencilOperation::Keep};
    RasterStencilOperation Pass{RasterStencilOperation::Keep};
};

struct RasterStencilState final
{
    RasterStencilFace Front{};
    RasterStencilFace Back{};
    foundation::uint8 ReadMask{255};
    foundation::uint8 WriteMask{255};
    foundation::uint8 Reference{0};
};

struct RasterPipelineDescription final
{
    RasterShaderHandle Vertex{};
    RasterShaderHandle Fragment{};
    BindingLayoutHandle Layout{};
    std::span<const RasterVertexStream> Streams{};
    std::span<const RasterVertexAttribute> Attributes{};
    bool Depth{false}; // compare with and, unless DepthWrite is false, write the pass's depth
    bool Blend{false}; // premultiplied alpha: source + destination * (1 - source alpha)
    RasterTarget Target{RasterTarget::Surface};
    bool DepthWrite{true};
    RasterDepthCompare DepthCompare{RasterDepthCompare::Less};
    std::span<const RasterFormat> ColorFormats{};
    foundation::uint32 SampleCount{1};
    bool Stencil{false};
    RasterStencilState StencilState{};
    RasterFillMode FillMode{RasterFillMode::Solid};
    bool ShouldPrepareAsynchronously{false}; // on the backend's worker; a stage's wish is enough
    RasterCull Cull{RasterCull::None};
};

/// A range of a vertex buffer, for one stream.
struct RasterVertexSlice final
{
    BufferHandle Buffer{};
    foundation::usize Offset{0}; // bytes, a multiple of four
    foundation::usize Size{0};   // bytes that the draw may read
};

/// Bytes added to dynamic bindings, by binding number; zero elsewhere.
struct RasterBindingOffsets final
{
    foundation::uint32 Bytes[RASTER_BINDING_COUNT]{};
};

/// One indexed, instanced triangle-list draw. Cheapest when kept and changed field by field between calls.
struct RasterDraw final
{
    RasterPipelineHandle Pipeline{};
    BindingSetHandle Bindings{};
    std::span<const RasterVertexSlice> Vertices{};
    BufferHandle Indices{};
    foundation::usize IndexOffset{0};    // bytes, a multiple of the index size
    foundation::uint32 IndexCount{0};    // positive, a multiple of three
    foundation::uint32 VertexCount{0};   // every index must be below it
    foundation::uint32 InstanceCount{1}; // positive, below 2^31
    BufferHandle Indirect{};
    foundation::usize IndirectOffset{0};
    RasterBindingOffsets BindingOffsets{};
    std::span<const RasterBindingIndex> ReachableBindings{};
};

/// Texels of one mip of a texture created with RetainCpuContent; borrowed while the texture lives. Also inside frames.
/// Unsupported: nothing was retained, as for every texture of this version. NotReady: still uploading.
/// InvalidDescription: no such mip. Refusals leave `content` as it was.
[[nodiscard]] RasterStatus GetTextureCpuContent(DeviceHandle device, TextureHandle texture,
                                                ludus::foundation::uint32 mip, TextureCpuContent& content) noexcept;

/// The same through a view, also after its texture was destroyed; `mip` counts from the view's BaseMip. Statuses and
/// output as above.
[[nodiscard]] RasterStatus GetTextureCpuContent(DeviceHandle device, TextureViewHandle view,
                                                ludus::foundation::uint32 mip, TextureCpuContent& content) noexcept;

/// The enabled raster limits. A device that is not Ready answers its state and zeroes `capabilities`; InvalidHandle
/// leaves it as it was.
[[nodiscard]] RasterStatus GetRasterCapabilities(DeviceHandle device, RasterCapabilities& capabilities) noexcept;

/// What one format offers, also inside frames. Unsupported with zeroed output: known but unavailable.
/// InvalidDescription (no such format) and InvalidHandle leave `capabilities` as it was.
[[nodiscard]] RasterStatus GetFormatCapabilities(DeviceHandle device, RasterFormat format,
                                                 FormatCapabilities& capabilities) noexcept;

/// Creates a buffer from exactly `description.Size` bytes, which are consumed before the call returns. Index buffers
/// keep a copy on the host for the index checks of draws.
/// InvalidDescription: size zero, other than the bytes given, beyond MaxBufferSize or 2^32 indices, or not a multiple
/// of the role's unit. Unsupported: a storage role without compute.
[[nodiscard]] RasterStatus CreateBuffer(DeviceHandle device, const BufferDescription& description,
                                        std::span<const ludus::foundation::uint8> bytes, BufferHandle& buffer) noexcept;

/// Creates a texture from a complete mip chain, consumed before the call returns. With AsyncUpload the answer is
/// Pending until the copy completed. InvalidDescription: extents, mips, pitches, offsets or the byte count do not fit
/// together. Unsupported: a format, dimension or use that the device does not offer. An attachment may be created
/// without bytes; its contents are then undefined.
[[nodiscard]] RasterStatus CreateTexture(DeviceHandle device, const TextureDescription& description,
                                         const TextureUpload& upload, TextureHandle& texture) noexcept;

/// Whether a handle is null, which names the surface where a texture is asked for. Says nothing about readiness; asks
/// no device, so any thread may call it.
[[nodiscard]] bool IsNull(TextureHandle texture) noexcept;

/// Copies the description a texture was created with; also inside frames. Refusals leave `description` as it was.
[[nodiscard]] RasterStatus GetTextureDescription(DeviceHandle device, TextureHandle texture,
                                                 TextureDescription& description) noexcept;

/// Creates a view of the whole texture. The view keeps the texture alive. InvalidState: a mip is undefined, which of an
/// attachment the draws ask for instead.
[[nodiscard]] RasterStatus CreateTextureView(DeviceHandle device, TextureHandle texture,
                                             TextureViewHandle& view) noexcept;

/// Creates a view of a range of mips and layers or of another aspect. InvalidDescription: the range is empty or outside
/// the texture. Unsupported: partial views, aspects or attachment views are not offered for the format. InvalidState:
/// as above, of the range.
[[nodiscard]] RasterStatus CreateTextureView(DeviceHandle device, TextureHandle texture,
                                             const TextureViewDescription& description,
                                             TextureViewHandle& view) noexcept;

/// Creates an immutable sampler. InvalidDescription: an unknown filter or address, a level of detail outside 0 to 15 or
/// not finite, MaxLod below MinLod, or a MinLod although MipFilter is None.
[[nodiscard]] RasterStatus CreateSampler(DeviceHandle device, const SamplerDescription& description,
                                         SamplerHandle& sampler) noexcept;

/// Creates a shader stage from a reflected artifact; everything is copied. InvalidDescription: the artifact of the
/// running backend is missing, its entry point is absent or of another stage, or the metadata is malformed. With
/// ShouldPrepareAsynchronously it answers Pending, and GetStatus says when it is Ready; CapacityExceeded: 64 shaders
/// and pipelines are on their way or wait to be polled.
[[nodiscard]] RasterStatus CreateRasterShader(DeviceHandle device, const RasterShaderDescription& description,
                                              RasterShaderHandle& shader) noexcept;

/// Creates a layout: at most Interface.MaxBindings entries with different numbers, within the per-stage and per-set
/// descriptor limits; all else is InvalidDescription. Unsupported: a kind, stage, dynamic offset or array that the
/// device does not offer.
[[nodiscard]] RasterStatus CreateBindingLayout(DeviceHandle device, std::span<const RasterBinding> bindings,
                                               BindingLayoutHandle& layout) noexcept;

/// Creates a binding set: exactly one resource for each binding of the layout, of the right kind. The set never changes
/// and keeps its layout and resources alive. Charges StorageLimits::BindingDescriptors until it is released.
/// InvalidDescription: a resource is missing, named twice or of another kind, or its range is misaligned, too small or
/// outside the buffer. CapacityExceeded: also when BindingDescriptors or DescriptorsPerSet are used up.
[[nodiscard]] RasterStatus CreateBindingSet(DeviceHandle device, BindingLayoutHandle layout,
                                            std::span<const RasterBindingResource> resources,
                                            BindingSetHandle& set) noexcept;

/// Creates a set of a runtime layout with `runtimeCount` table elements, 1 to the layout's Count. Unsupported on a
/// device without HasRuntimeTextureArrays; InvalidDescription for a layout without a runtime binding.
[[nodiscard]] RasterStatus
CreateRuntimeBindingSet(DeviceHandle device, BindingLayoutHandle layout,
                        ludus::foundation::BorrowedView<const RasterBindingResource> resources,
                        ludus::foundation::uint32 runtimeCount, BindingSetHandle& set) noexcept;

/// Puts `inoutReplacement`, a Ready set of the same layout, in the place of `inoutCurrent`, also inside a frame. The
/// old set's handles become stale; work that used it keeps it. On success `inoutCurrent` names the replacement and
/// `inoutReplacement` is null; refusals leave both as they were. InvalidDescription: the same set, or another layout.
/// NotReady: one of the sets is pending. Allocates nothing.
[[nodiscard]] RasterStatus PublishBindingSetUpdate(DeviceHandle device, BindingSetHandle& inoutCurrent,
                                                   BindingSetHandle& inoutReplacement) noexcept;

/// A token for a populated element of a Ready set's array, also inside frames. It keeps nothing alive.
/// InvalidDescription: no such binding, or no resource at that element. Refusals leave `index` as it was.
[[nodiscard]] RasterStatus GetBindingIndex(DeviceHandle device, BindingSetHandle set, ludus::foundation::uint32 binding,
                                           ludus::foundation::uint32 element, RasterBindingIndex& index) noexcept;

/// The shader's array element behind a token of exactly this set, also inside frames; InvalidHandle for another set's
/// or an older token. Refusals leave `element` as it was.
[[nodiscard]] RasterStatus GetBindingArrayElement(DeviceHandle device, BindingSetHandle set,
                                                  const RasterBindingIndex& index,
                                                  ludus::foundation::uint32& element) noexcept;

/// Creates a pipeline; its stages and layout must be Ready. InvalidDescription: stages, streams, attributes and layout
/// do not fit together, or the layout has a binding of Compute visibility. Unsupported: a state that the device does
/// not offer. Asynchronous preparation answers Pending; CapacityExceeded: 64 shaders and pipelines are on their way or
/// wait to be polled.
[[nodiscard]] RasterStatus CreateRasterPipeline(DeviceHandle device, const RasterPipelineDescription& description,
                                                RasterPipelineHandle& pipeline) noexcept;

/// Records one draw in the open frame; every rule is checked, every index included, and a refused packet records
/// nothing. Belongs inside a frame. InvalidDescription: counts, offsets, slices, an index or a dynamic offset that do
/// not fit the pipeline, the set or the buffers. InvalidState: no open frame or pass, a frame that draws fullscreen, or
/// a sampled attachment that may not be sampled now. CapacityExceeded: DrawsPerFrame is used up. Allocates nothing.
[[nodiscard]] RasterStatus DrawIndexed(DeviceHandle device, const RasterDraw& draw) noexcept;

/// State of a resource, polled, also inside frames: Ready, Pending, or Failed once the driver has refused it for good
/// (it must still be destroyed). Never waits.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, BufferHandle buffer) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, TextureHandle texture) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, TextureViewHandle view) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, SamplerHandle sampler) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, RasterShaderHandle shader) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, BindingLayoutHandle layout) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, BindingSetHandle set) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, RasterPipelineHandle pipeline) noexcept;

/// Ends the public life of a resource, between frames, and nulls the handle; all copies are stale at once. The resource
/// is released when nothing that depends on it and no submitted work is left. InvalidState: inside a frame, or the
/// library's own or a pipeline request's; every refusal leaves the handle as it was.
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, BufferHandle& buffer) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, TextureHandle& texture) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, TextureViewHandle& view) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, SamplerHandle& sampler) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, RasterShaderHandle& shader) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, BindingLayoutHandle& layout) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, BindingSetHandle& set) noexcept;
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, RasterPipelineHandle& pipeline) noexcept;
} // namespace ludus::graphics::rhi
