// Holds the public structs of raster.h, and initialisers as programs write them, to the contract (struct_surface.cpp).
#include "struct_checks.h"

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/profile.h>
#include <ludus/graphics/rhi/raster.h>
#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

namespace ludus::graphics::rhi
{
namespace
{
// BufferDescription
static_assert(std::is_aggregate_v<BufferDescription> && std::is_final_v<BufferDescription>);
static_assert(std::is_same_v<decltype(BufferDescription::Role), BufferRole>);
static_assert(BufferDescription{}.Role == BufferRole::Vertex);
static_assert(std::is_same_v<decltype(BufferDescription::Size), usize>);
static_assert(BufferDescription{}.Size == 0);
static_assert(offsetof(BufferDescription, Role) < offsetof(BufferDescription, Size));

// TextureDescription
static_assert(std::is_aggregate_v<TextureDescription> && std::is_final_v<TextureDescription>);
static_assert(std::is_same_v<decltype(TextureDescription::Width), uint32>);
static_assert(TextureDescription{}.Width == 0);
static_assert(std::is_same_v<decltype(TextureDescription::Height), uint32>);
static_assert(TextureDescription{}.Height == 0);
static_assert(std::is_same_v<decltype(TextureDescription::Format), RasterFormat>);
static_assert(TextureDescription{}.Format == RasterFormat::Rgba8Unorm);
static_assert(std::is_same_v<decltype(TextureDescription::Attachment), bool>);
static_assert(!TextureDescription{}.Attachment);
static_assert(std::is_same_v<decltype(TextureDescription::MipLevels), uint32>);
static_assert(TextureDescription{}.MipLevels == 1);
static_assert(std::is_same_v<decltype(TextureDescription::AsyncUpload), bool>);
static_assert(!TextureDescription{}.AsyncUpload);
static_assert(std::is_object_v<decltype(TextureDescription::RetainCpuContent)>);
static_assert(std::is_object_v<decltype(TextureDescription::DeferredInitialization)>);
static_assert(std::is_object_v<decltype(TextureDescription::Dimension)>);
static_assert(std::is_object_v<decltype(TextureDescription::DepthOrLayers)>);
static_assert(std::is_object_v<decltype(TextureDescription::Stencil)>);
static_assert(offsetof(TextureDescription, Width) < offsetof(TextureDescription, Height));
static_assert(offsetof(TextureDescription, Height) < offsetof(TextureDescription, Format));
static_assert(offsetof(TextureDescription, Format) < offsetof(TextureDescription, Attachment));
static_assert(offsetof(TextureDescription, Attachment) < offsetof(TextureDescription, MipLevels));
static_assert(offsetof(TextureDescription, MipLevels) < offsetof(TextureDescription, AsyncUpload));

// TextureMipUpload
static_assert(std::is_aggregate_v<TextureMipUpload> && std::is_final_v<TextureMipUpload>);
static_assert(std::is_same_v<decltype(TextureMipUpload::Offset), usize>);
static_assert(TextureMipUpload{}.Offset == 0);
static_assert(std::is_same_v<decltype(TextureMipUpload::RowPitch), usize>);
static_assert(TextureMipUpload{}.RowPitch == 0);
static_assert(offsetof(TextureMipUpload, Offset) < offsetof(TextureMipUpload, RowPitch));

// TextureUpload
static_assert(std::is_aggregate_v<TextureUpload> && std::is_final_v<TextureUpload>);
static_assert(std::is_same_v<decltype(TextureUpload::Bytes), std::span<const uint8>>);
static_assert(TextureUpload{}.Bytes.empty());
static_assert(std::is_same_v<decltype(TextureUpload::RowPitch), usize>);
static_assert(TextureUpload{}.RowPitch == 0);
static_assert(std::is_same_v<decltype(TextureUpload::Mips), std::span<const TextureMipUpload>>);
static_assert(TextureUpload{}.Mips.empty());
static_assert(offsetof(TextureUpload, Bytes) < offsetof(TextureUpload, RowPitch));
static_assert(offsetof(TextureUpload, RowPitch) < offsetof(TextureUpload, Mips));

// TextureViewDescription
static_assert(std::is_aggregate_v<TextureViewDescription> && std::is_final_v<TextureViewDescription>);
static_assert(std::is_object_v<decltype(TextureViewDescription::BaseMip)>);
static_assert(std::is_object_v<decltype(TextureViewDescription::MipCount)>);
static_assert(std::is_object_v<decltype(TextureViewDescription::BaseLayer)>);
static_assert(std::is_object_v<decltype(TextureViewDescription::Aspect)>);
static_assert(std::is_object_v<decltype(TextureViewDescription::Attachment)>);

// SamplerDescription
static_assert(std::is_aggregate_v<SamplerDescription> && std::is_final_v<SamplerDescription>);
static_assert(std::is_same_v<decltype(SamplerDescription::Filter), RasterFilter>);
static_assert(SamplerDescription{}.Filter == RasterFilter::Nearest);
static_assert(std::is_same_v<decltype(SamplerDescription::U), RasterAddress>);
static_assert(SamplerDescription{}.U == RasterAddress::Clamp);
static_assert(std::is_same_v<decltype(SamplerDescription::V), RasterAddress>);
static_assert(SamplerDescription{}.V == RasterAddress::Clamp);
static_assert(std::is_same_v<decltype(SamplerDescription::MipFilter), RasterMipFilter>);
static_assert(SamplerDescription{}.MipFilter == RasterMipFilter::None);
static_assert(std::is_same_v<decltype(SamplerDescription::MinLod), float32>);
static_assert(SamplerDescription{}.MinLod == 0);
static_assert(std::is_same_v<decltype(SamplerDescription::MaxLod), float32>);
static_assert(SamplerDescription{}.MaxLod == 15);
static_assert(std::is_object_v<decltype(SamplerDescription::W)>);
static_assert(offsetof(SamplerDescription, Filter) < offsetof(SamplerDescription, U));
static_assert(offsetof(SamplerDescription, U) < offsetof(SamplerDescription, V));
static_assert(offsetof(SamplerDescription, V) < offsetof(SamplerDescription, MipFilter));
static_assert(offsetof(SamplerDescription, MipFilter) < offsetof(SamplerDescription, MinLod));
static_assert(offsetof(SamplerDescription, MinLod) < offsetof(SamplerDescription, MaxLod));

// RasterBinding
static_assert(std::is_aggregate_v<RasterBinding> && std::is_final_v<RasterBinding>);
static_assert(std::is_same_v<decltype(RasterBinding::Binding), uint32>);
static_assert(RasterBinding{}.Binding == 0);
static_assert(std::is_same_v<decltype(RasterBinding::Kind), RasterBindingKind>);
static_assert(RasterBinding{}.Kind == RasterBindingKind::UniformBuffer);
static_assert(std::is_same_v<decltype(RasterBinding::Visibility), RasterVisibility>);
static_assert(RasterBinding{}.Visibility == RasterVisibility::Both);
static_assert(std::is_same_v<decltype(RasterBinding::MinSize), usize>);
static_assert(RasterBinding{}.MinSize == 0);
static_assert(std::is_object_v<decltype(RasterBinding::HasDynamicOffset)>);
static_assert(std::is_object_v<decltype(RasterBinding::Count)>);
static_assert(std::is_object_v<decltype(RasterBinding::IsRuntimeSized)>);
static_assert(std::is_object_v<decltype(RasterBinding::HasPartialBinding)>);
static_assert(offsetof(RasterBinding, Binding) < offsetof(RasterBinding, Kind));
static_assert(offsetof(RasterBinding, Kind) < offsetof(RasterBinding, Visibility));
static_assert(offsetof(RasterBinding, Visibility) < offsetof(RasterBinding, MinSize));

// RasterShaderInput
static_assert(std::is_aggregate_v<RasterShaderInput> && std::is_final_v<RasterShaderInput>);
static_assert(std::is_same_v<decltype(RasterShaderInput::Location), uint32>);
static_assert(RasterShaderInput{}.Location == 0);
static_assert(std::is_same_v<decltype(RasterShaderInput::Format), RasterVertexFormat>);
static_assert(RasterShaderInput{}.Format == RasterVertexFormat::Float3);
static_assert(offsetof(RasterShaderInput, Location) < offsetof(RasterShaderInput, Format));

// RasterUniformMember
static_assert(std::is_aggregate_v<RasterUniformMember> && std::is_final_v<RasterUniformMember>);
static_assert(std::is_same_v<decltype(RasterUniformMember::Binding), uint32>);
static_assert(RasterUniformMember{}.Binding == 0);
static_assert(std::is_same_v<decltype(RasterUniformMember::Name), std::string_view>);
static_assert(RasterUniformMember{}.Name.empty());
static_assert(std::is_same_v<decltype(RasterUniformMember::Offset), usize>);
static_assert(RasterUniformMember{}.Offset == 0);
static_assert(std::is_same_v<decltype(RasterUniformMember::Shape), RasterUniformShape>);
static_assert(RasterUniformMember{}.Shape == RasterUniformShape::Opaque);
static_assert(offsetof(RasterUniformMember, Binding) < offsetof(RasterUniformMember, Name));
static_assert(offsetof(RasterUniformMember, Name) < offsetof(RasterUniformMember, Offset));
static_assert(offsetof(RasterUniformMember, Offset) < offsetof(RasterUniformMember, Shape));

// RasterShaderDescription
static_assert(std::is_aggregate_v<RasterShaderDescription> && std::is_final_v<RasterShaderDescription>);
static_assert(std::is_same_v<decltype(RasterShaderDescription::Artifact), ShaderDescription>);
static_assert(std::is_same_v<decltype(RasterShaderDescription::Inputs), std::span<const RasterShaderInput>>);
static_assert(RasterShaderDescription{}.Inputs.empty());
static_assert(std::is_same_v<decltype(RasterShaderDescription::Bindings), std::span<const RasterBinding>>);
static_assert(RasterShaderDescription{}.Bindings.empty());
static_assert(std::is_same_v<decltype(RasterShaderDescription::UniformBlocks), std::string_view[RASTER_BINDING_COUNT]>);
static_assert(AreEmpty(RasterShaderDescription{}.UniformBlocks));
static_assert(std::is_same_v<decltype(RasterShaderDescription::TextureNames), std::string_view[RASTER_BINDING_COUNT]>);
static_assert(AreEmpty(RasterShaderDescription{}.TextureNames));
static_assert(std::is_same_v<decltype(RasterShaderDescription::TextureSamplers), uint32[RASTER_BINDING_COUNT]>);
static_assert(IsZero(RasterShaderDescription{}.TextureSamplers));
static_assert(std::is_same_v<decltype(RasterShaderDescription::WorkgroupSize), uint32[3]>);
static_assert(IsFilled(RasterShaderDescription{}.WorkgroupSize, {1U, 1U, 1U}));
static_assert(std::is_same_v<decltype(RasterShaderDescription::UniformMembers), std::span<const RasterUniformMember>>);
static_assert(RasterShaderDescription{}.UniformMembers.empty());
static_assert(std::is_object_v<decltype(RasterShaderDescription::HasVerifiedArrayBounds)>);
static_assert(std::is_object_v<decltype(RasterShaderDescription::ShouldPrepareAsynchronously)>);
static_assert(offsetof(RasterShaderDescription, Artifact) < offsetof(RasterShaderDescription, Inputs));
static_assert(offsetof(RasterShaderDescription, Inputs) < offsetof(RasterShaderDescription, Bindings));
static_assert(offsetof(RasterShaderDescription, Bindings) < offsetof(RasterShaderDescription, UniformBlocks));
static_assert(offsetof(RasterShaderDescription, UniformBlocks) < offsetof(RasterShaderDescription, TextureNames));
static_assert(offsetof(RasterShaderDescription, TextureNames) < offsetof(RasterShaderDescription, TextureSamplers));
static_assert(offsetof(RasterShaderDescription, TextureSamplers) < offsetof(RasterShaderDescription, WorkgroupSize));
static_assert(offsetof(RasterShaderDescription, WorkgroupSize) < offsetof(RasterShaderDescription, UniformMembers));

// RasterBindingResource
static_assert(std::is_aggregate_v<RasterBindingResource> && std::is_final_v<RasterBindingResource>);
static_assert(std::is_same_v<decltype(RasterBindingResource::Binding), uint32>);
static_assert(RasterBindingResource{}.Binding == 0);
static_assert(std::is_same_v<decltype(RasterBindingResource::Buffer), BufferHandle>);
static_assert(std::is_same_v<decltype(RasterBindingResource::Offset), usize>);
static_assert(RasterBindingResource{}.Offset == 0);
static_assert(std::is_same_v<decltype(RasterBindingResource::Size), usize>);
static_assert(RasterBindingResource{}.Size == 0);
static_assert(std::is_same_v<decltype(RasterBindingResource::Texture), TextureViewHandle>);
static_assert(std::is_same_v<decltype(RasterBindingResource::Sampler), SamplerHandle>);
static_assert(std::is_object_v<decltype(RasterBindingResource::ArrayElement)>);
static_assert(offsetof(RasterBindingResource, Binding) < offsetof(RasterBindingResource, Buffer));
static_assert(offsetof(RasterBindingResource, Buffer) < offsetof(RasterBindingResource, Offset));
static_assert(offsetof(RasterBindingResource, Offset) < offsetof(RasterBindingResource, Size));
static_assert(offsetof(RasterBindingResource, Size) < offsetof(RasterBindingResource, Texture));
static_assert(offsetof(RasterBindingResource, Texture) < offsetof(RasterBindingResource, Sampler));

// RasterVertexAttribute
static_assert(std::is_aggregate_v<RasterVertexAttribute> && std::is_final_v<RasterVertexAttribute>);
static_assert(std::is_same_v<decltype(RasterVertexAttribute::Location), uint32>);
static_assert(RasterVertexAttribute{}.Location == 0);
static_assert(std::is_same_v<decltype(RasterVertexAttribute::Stream), uint32>);
static_assert(RasterVertexAttribute{}.Stream == 0);
static_assert(std::is_same_v<decltype(RasterVertexAttribute::Offset), uint32>);
static_assert(RasterVertexAttribute{}.Offset == 0);
static_assert(std::is_same_v<decltype(RasterVertexAttribute::Format), RasterVertexFormat>);
static_assert(RasterVertexAttribute{}.Format == RasterVertexFormat::Float3);
static_assert(offsetof(RasterVertexAttribute, Location) < offsetof(RasterVertexAttribute, Stream));
static_assert(offsetof(RasterVertexAttribute, Stream) < offsetof(RasterVertexAttribute, Offset));
static_assert(offsetof(RasterVertexAttribute, Offset) < offsetof(RasterVertexAttribute, Format));

// RasterVertexStream
static_assert(std::is_aggregate_v<RasterVertexStream> && std::is_final_v<RasterVertexStream>);
static_assert(std::is_same_v<decltype(RasterVertexStream::Stride), uint32>);
static_assert(RasterVertexStream{}.Stride == 0);
static_assert(std::is_same_v<decltype(RasterVertexStream::PerInstance), bool>);
static_assert(!RasterVertexStream{}.PerInstance);
static_assert(offsetof(RasterVertexStream, Stride) < offsetof(RasterVertexStream, PerInstance));

// RasterStencilState
static_assert(std::is_aggregate_v<RasterStencilState> && std::is_final_v<RasterStencilState>);
static_assert(std::is_object_v<decltype(RasterStencilState::WriteMask)>);
static_assert(std::is_object_v<decltype(RasterStencilState::Reference)>);

// RasterPipelineDescription
static_assert(std::is_aggregate_v<RasterPipelineDescription> && std::is_final_v<RasterPipelineDescription>);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Vertex), RasterShaderHandle>);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Fragment), RasterShaderHandle>);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Layout), BindingLayoutHandle>);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Streams), std::span<const RasterVertexStream>>);
static_assert(RasterPipelineDescription{}.Streams.empty());
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Attributes), std::span<const RasterVertexAttribute>>);
static_assert(RasterPipelineDescription{}.Attributes.empty());
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Depth), bool>);
static_assert(!RasterPipelineDescription{}.Depth);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Blend), bool>);
static_assert(!RasterPipelineDescription{}.Blend);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::Target), RasterTarget>);
static_assert(RasterPipelineDescription{}.Target == RasterTarget::Surface);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::DepthWrite), bool>);
static_assert(RasterPipelineDescription{}.DepthWrite);
static_assert(std::is_same_v<decltype(RasterPipelineDescription::DepthCompare), RasterDepthCompare>);
static_assert(RasterPipelineDescription{}.DepthCompare == RasterDepthCompare::Less);
static_assert(std::is_object_v<decltype(RasterPipelineDescription::ColorFormats)>);
static_assert(std::is_object_v<decltype(RasterPipelineDescription::SampleCount)>);
static_assert(std::is_object_v<decltype(RasterPipelineDescription::Stencil)>);
static_assert(std::is_object_v<decltype(RasterPipelineDescription::ShouldPrepareAsynchronously)>);
static_assert(offsetof(RasterPipelineDescription, Vertex) < offsetof(RasterPipelineDescription, Fragment));
static_assert(offsetof(RasterPipelineDescription, Fragment) < offsetof(RasterPipelineDescription, Layout));
static_assert(offsetof(RasterPipelineDescription, Layout) < offsetof(RasterPipelineDescription, Streams));
static_assert(offsetof(RasterPipelineDescription, Streams) < offsetof(RasterPipelineDescription, Attributes));
static_assert(offsetof(RasterPipelineDescription, Attributes) < offsetof(RasterPipelineDescription, Depth));
static_assert(offsetof(RasterPipelineDescription, Depth) < offsetof(RasterPipelineDescription, Blend));
static_assert(offsetof(RasterPipelineDescription, Blend) < offsetof(RasterPipelineDescription, Target));
static_assert(offsetof(RasterPipelineDescription, Target) < offsetof(RasterPipelineDescription, DepthWrite));
static_assert(offsetof(RasterPipelineDescription, DepthWrite) < offsetof(RasterPipelineDescription, DepthCompare));

// RasterVertexSlice
static_assert(std::is_aggregate_v<RasterVertexSlice> && std::is_final_v<RasterVertexSlice>);
static_assert(std::is_same_v<decltype(RasterVertexSlice::Buffer), BufferHandle>);
static_assert(std::is_same_v<decltype(RasterVertexSlice::Offset), usize>);
static_assert(RasterVertexSlice{}.Offset == 0);
static_assert(std::is_same_v<decltype(RasterVertexSlice::Size), usize>);
static_assert(RasterVertexSlice{}.Size == 0);
static_assert(offsetof(RasterVertexSlice, Buffer) < offsetof(RasterVertexSlice, Offset));
static_assert(offsetof(RasterVertexSlice, Offset) < offsetof(RasterVertexSlice, Size));

// RasterBindingOffsets
static_assert(std::is_aggregate_v<RasterBindingOffsets> && std::is_final_v<RasterBindingOffsets>);
static_assert(std::is_object_v<decltype(RasterBindingOffsets::Bytes)>);

// RasterDraw
static_assert(std::is_aggregate_v<RasterDraw> && std::is_final_v<RasterDraw>);
static_assert(std::is_same_v<decltype(RasterDraw::Pipeline), RasterPipelineHandle>);
static_assert(std::is_same_v<decltype(RasterDraw::Bindings), BindingSetHandle>);
static_assert(std::is_same_v<decltype(RasterDraw::Vertices), std::span<const RasterVertexSlice>>);
static_assert(RasterDraw{}.Vertices.empty());
static_assert(std::is_same_v<decltype(RasterDraw::Indices), BufferHandle>);
static_assert(std::is_same_v<decltype(RasterDraw::IndexOffset), usize>);
static_assert(RasterDraw{}.IndexOffset == 0);
static_assert(std::is_same_v<decltype(RasterDraw::IndexCount), uint32>);
static_assert(RasterDraw{}.IndexCount == 0);
static_assert(std::is_same_v<decltype(RasterDraw::VertexCount), uint32>);
static_assert(RasterDraw{}.VertexCount == 0);
static_assert(std::is_same_v<decltype(RasterDraw::InstanceCount), uint32>);
static_assert(RasterDraw{}.InstanceCount == 1);
static_assert(std::is_same_v<decltype(RasterDraw::Indirect), BufferHandle>);
static_assert(std::is_same_v<decltype(RasterDraw::IndirectOffset), usize>);
static_assert(RasterDraw{}.IndirectOffset == 0);
static_assert(std::is_object_v<decltype(RasterDraw::BindingOffsets)>);
static_assert(std::is_object_v<decltype(RasterDraw::ReachableBindings)>);
static_assert(offsetof(RasterDraw, Pipeline) < offsetof(RasterDraw, Bindings));
static_assert(offsetof(RasterDraw, Bindings) < offsetof(RasterDraw, Vertices));
static_assert(offsetof(RasterDraw, Vertices) < offsetof(RasterDraw, Indices));
static_assert(offsetof(RasterDraw, Indices) < offsetof(RasterDraw, IndexOffset));
static_assert(offsetof(RasterDraw, IndexOffset) < offsetof(RasterDraw, IndexCount));
static_assert(offsetof(RasterDraw, IndexCount) < offsetof(RasterDraw, VertexCount));
static_assert(offsetof(RasterDraw, VertexCount) < offsetof(RasterDraw, InstanceCount));
static_assert(offsetof(RasterDraw, InstanceCount) < offsetof(RasterDraw, Indirect));
static_assert(offsetof(RasterDraw, Indirect) < offsetof(RasterDraw, IndirectOffset));

// Positional prefixes of generated headers.
constexpr uint8 TEXELS[16]{};
constexpr TextureMipUpload MIPS[] = {{0, 8}, {8, 4}};
constexpr TextureDescription TEXTURE = {2, 1, RasterFormat::Rgba8Unorm, false, 2, true};
constexpr TextureUpload UPLOAD = {TEXELS, 0, MIPS};
constexpr RasterBinding BINDING = {1, RasterBindingKind::UniformBuffer, RasterVisibility::Both, 48};
constexpr RasterShaderInput INPUT = {2, RasterVertexFormat::Float2};
constexpr RasterUniformMember MEMBER = {1, "tint", 16, RasterUniformShape::Float4};
static_assert(TEXTURE.Width == 2 && TEXTURE.Height == 1 && TEXTURE.MipLevels == 2 && TEXTURE.AsyncUpload);
static_assert(UPLOAD.Bytes.size() == 16 && UPLOAD.Mips.size() == 2 && UPLOAD.Mips[1].Offset == 8);
static_assert(BINDING.Binding == 1 && BINDING.MinSize == 48 && BINDING.Count == 1);
static_assert(INPUT.Location == 2 && INPUT.Format == RasterVertexFormat::Float2);
static_assert(MEMBER.Binding == 1 && MEMBER.Name == "tint" && MEMBER.Offset == 16);

// Positional prefixes of programs.
constexpr BufferDescription BUFFER = {BufferRole::Uniform, 256};
constexpr RasterBindingResource RESOURCE = {1, BufferHandle{}, 256, 48};
constexpr RasterVertexStream STREAMS[] = {{20, false}, {16, true}};
constexpr RasterVertexAttribute ATTRIBUTES[] = {{0, 0, 12, RasterVertexFormat::Float2}};
constexpr RasterVertexSlice SLICES[] = {{BufferHandle{}, 4, 60}};
constexpr SamplerDescription SAMPLER = {
    RasterFilter::Linear, RasterAddress::Repeat, RasterAddress::Clamp, RasterMipFilter::Linear, 0, 3};
constexpr PipelineDescription FULLSCREEN = {ShaderHandle{}, ShaderHandle{}, UniformHandle{}};
constexpr RasterPipelineDescription PIPELINE = {
    RasterShaderHandle{}, RasterShaderHandle{}, BindingLayoutHandle{}, STREAMS, ATTRIBUTES, true, true};
constexpr RasterDraw DRAW = {RasterPipelineHandle{}, BindingSetHandle{}, SLICES, BufferHandle{}, 6, 3, 4, 2};
static_assert(BUFFER.Role == BufferRole::Uniform && BUFFER.Size == 256);
static_assert(RESOURCE.Binding == 1 && RESOURCE.Offset == 256 && RESOURCE.Size == 48);
static_assert(STREAMS[1].Stride == 16 && STREAMS[1].PerInstance);
static_assert(ATTRIBUTES[0].Offset == 12 && ATTRIBUTES[0].Format == RasterVertexFormat::Float2);
static_assert(SLICES[0].Offset == 4 && SLICES[0].Size == 60);
static_assert(SAMPLER.MipFilter == RasterMipFilter::Linear && SAMPLER.MaxLod == 3);
static_assert(PIPELINE.Streams.size() == 2 && PIPELINE.Depth && PIPELINE.Blend && PIPELINE.DepthWrite);
static_assert(DRAW.IndexOffset == 6 && DRAW.IndexCount == 3 && DRAW.VertexCount == 4 && DRAW.InstanceCount == 2);

// Designated initialisers of programs.
constexpr FormatRequirement REQUIREMENT = {
    .Format = RasterFormat::Rgba8Unorm,
    .Uses = {.Sampled = true, .Filterable = true, .ColorAttachment = true, .Blendable = true},
    .MinDimension2D = 96,
};
constexpr TextureViewDescription VIEW = {.BaseMip = 2, .MipCount = 1};
constexpr DeviceFeatures FEATURES = {.FullscreenRaster = true};
constexpr FrameTarget TARGET = {.Width = 800, .Height = 600};
static_assert(REQUIREMENT.Uses.Blendable && REQUIREMENT.MinDimension2D == 96 && REQUIREMENT.SampleCount == 1);
static_assert(FormatRequirement{}.Format == RasterFormat::Rgba8Unorm &&
              FormatRequirement{}.Dimension == TextureDimension::D2);
static_assert(VIEW.BaseMip == 2 && VIEW.MipCount == 1 && FEATURES.FullscreenRaster && TARGET.Height == 600);

/// What a device profile shows outside Ready.
constexpr bool IsProfileZero()
{
    const DeviceProfile profile;
    return profile.Storage.ResourcesPerKind == 0 && profile.Storage.TransferBytes == 0 &&
           profile.Storage.HostBytes == 0 && profile.Storage.ResourceBytes == 0 &&
           profile.Storage.FrameUniformBytes == 0 && profile.Raster.MaxBufferSize == 0;
}

static_assert(IsProfileZero());
static_assert(StorageLimits{}.ResourcesPerKind == 1024 && StorageLimits{}.DrawsPerFrame == 1024 &&
              StorageLimits{}.DrawsPerPlan == 512 && StorageLimits{}.TransientTextures == 8 &&
              StorageLimits{}.RasterPassStates == 192 && StorageLimits{}.TransferSlices == 4 &&
              StorageLimits{}.TransferBytes == 262144 && StorageLimits{}.BindingDescriptors == 4096 &&
              StorageLimits{}.FrameUniformBytes == 1048576);
} // namespace

/// The shapes of programs that assign into reports and requests.
[[maybe_unused]] static void UseAsProgramsDo(PipelineDescription& pipeline, DeviceDescription& description)
{
    pipeline = FULLSCREEN;
    description = {};
    description.RequiredProfile = {};
    description.PreferredProfile = {};
    description.Storage = {};
    description.RequiredProfile.Formats[0] = REQUIREMENT;
    description.RequiredProfile.FormatCount = 1;
    description.Required.PortableRaster = true;
}
} // namespace ludus::graphics::rhi
