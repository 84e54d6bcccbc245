// Every enumerator, constant and function of the API reference, with its exact type and value: compiled, never run.
// Generated from the API reference by make_api_surface.py SPEC api_surface.cpp --headers
// rhi.h,render.h,device.h,profile.h,raster.h,lifetime.h,compute.h,graph.h,measurement.h,gpu_scope.h,compute_cache.hpp,
// then scripts/format, between the lines of NOLINT; do not edit. NOLINTBEGIN(readability-identifier-naming): the
// generator names its pointers.
#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/compute_cache.hpp>
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/gpu_scope.h>
#include <ludus/graphics/rhi/graph.h>
#include <ludus/graphics/rhi/lifetime.h>
#include <ludus/graphics/rhi/measurement.h>
#include <ludus/graphics/rhi/profile.h>
#include <ludus/graphics/rhi/raster.h>
#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>
#include <type_traits>

namespace ludus::graphics::rhi
{
static_assert(std::is_same_v<std::underlying_type_t<ComputeCachePhase>, foundation::uint8>);
static_assert(static_cast<int>(ComputeCachePhase::Empty) == 0, "ComputeCachePhase::Empty");
static_assert(static_cast<int>(ComputeCachePhase::Preparing) == 1, "ComputeCachePhase::Preparing");
static_assert(static_cast<int>(ComputeCachePhase::Prepared) == 2, "ComputeCachePhase::Prepared");
static_assert(static_cast<int>(ComputeCachePhase::AwaitingSubmission) == 3, "ComputeCachePhase::AwaitingSubmission");
static_assert(static_cast<int>(ComputeCachePhase::Executing) == 4, "ComputeCachePhase::Executing");
static_assert(static_cast<int>(ComputeCachePhase::Failed) == 5, "ComputeCachePhase::Failed");
static_assert(std::is_same_v<std::underlying_type_t<DeviceStatus>, ludus::foundation::uint8>);
static_assert(static_cast<int>(DeviceStatus::Ready) == 0, "DeviceStatus::Ready");
static_assert(static_cast<int>(DeviceStatus::Pending) == 1, "DeviceStatus::Pending");
static_assert(static_cast<int>(DeviceStatus::Skipped) == 2, "DeviceStatus::Skipped");
static_assert(static_cast<int>(DeviceStatus::NotReady) == 3, "DeviceStatus::NotReady");
static_assert(static_cast<int>(DeviceStatus::InvalidHandle) == 4, "DeviceStatus::InvalidHandle");
static_assert(static_cast<int>(DeviceStatus::InvalidState) == 5, "DeviceStatus::InvalidState");
static_assert(static_cast<int>(DeviceStatus::InvalidDescription) == 6, "DeviceStatus::InvalidDescription");
static_assert(static_cast<int>(DeviceStatus::Unsupported) == 7, "DeviceStatus::Unsupported");
static_assert(static_cast<int>(DeviceStatus::Failed) == 8, "DeviceStatus::Failed");
static_assert(static_cast<int>(DeviceStatus::DeviceLost) == 9, "DeviceStatus::DeviceLost");
static_assert(static_cast<int>(DeviceStatus::IdentityExhausted) == 10, "DeviceStatus::IdentityExhausted");
static_assert(std::is_same_v<std::underlying_type_t<GpuPassKind>, foundation::uint8>);
static_assert(static_cast<int>(GpuPassKind::Raster) == 0, "GpuPassKind::Raster");
static_assert(static_cast<int>(GpuPassKind::Compute) == 1, "GpuPassKind::Compute");
static_assert(static_cast<int>(GpuPassKind::RayTracing) == 2, "GpuPassKind::RayTracing");
static_assert(std::is_same_v<std::underlying_type_t<RasterLoad>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterLoad::Clear) == 0, "RasterLoad::Clear");
static_assert(static_cast<int>(RasterLoad::Load) == 1, "RasterLoad::Load");
static_assert(static_cast<int>(RasterLoad::Discard) == 2, "RasterLoad::Discard");
static_assert(std::is_same_v<std::underlying_type_t<RasterStore>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterStore::Store) == 0, "RasterStore::Store");
static_assert(static_cast<int>(RasterStore::Discard) == 1, "RasterStore::Discard");
static_assert(std::is_same_v<std::underlying_type_t<RasterTextureUse>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterTextureUse::Undefined) == 0, "RasterTextureUse::Undefined");
static_assert(static_cast<int>(RasterTextureUse::SampledVertex) == 1, "RasterTextureUse::SampledVertex");
static_assert(static_cast<int>(RasterTextureUse::SampledFragment) == 2, "RasterTextureUse::SampledFragment");
static_assert(static_cast<int>(RasterTextureUse::SampledBoth) == 3, "RasterTextureUse::SampledBoth");
static_assert(static_cast<int>(RasterTextureUse::SampledCompute) == 4, "RasterTextureUse::SampledCompute");
static_assert(static_cast<int>(RasterTextureUse::ColorAttachment) == 5, "RasterTextureUse::ColorAttachment");
static_assert(std::is_same_v<std::underlying_type_t<GraphAccessMode>, ludus::foundation::uint8>);
static_assert(static_cast<int>(GraphAccessMode::Vertex) == 0, "GraphAccessMode::Vertex");
static_assert(static_cast<int>(GraphAccessMode::Index) == 1, "GraphAccessMode::Index");
static_assert(static_cast<int>(GraphAccessMode::Uniform) == 2, "GraphAccessMode::Uniform");
static_assert(static_cast<int>(GraphAccessMode::Sampled) == 3, "GraphAccessMode::Sampled");
static_assert(static_cast<int>(GraphAccessMode::ColorWrite) == 4, "GraphAccessMode::ColorWrite");
static_assert(static_cast<int>(GraphAccessMode::ColorReadWrite) == 5, "GraphAccessMode::ColorReadWrite");
static_assert(static_cast<int>(GraphAccessMode::StorageRead) == 6, "GraphAccessMode::StorageRead");
static_assert(static_cast<int>(GraphAccessMode::StorageReadWrite) == 7, "GraphAccessMode::StorageReadWrite");
static_assert(static_cast<int>(GraphAccessMode::Indirect) == 8, "GraphAccessMode::Indirect");
static_assert(std::is_same_v<std::underlying_type_t<GraphRoot>, ludus::foundation::uint8>);
static_assert(static_cast<int>(GraphRoot::Export) == 0, "GraphRoot::Export");
static_assert(static_cast<int>(GraphRoot::History) == 1, "GraphRoot::History");
static_assert(static_cast<int>(GraphRoot::Readback) == 2, "GraphRoot::Readback");
static_assert(std::is_same_v<std::underlying_type_t<GraphHazard>, ludus::foundation::uint8>);
static_assert(static_cast<int>(GraphHazard::ReadAfterWrite) == 0, "GraphHazard::ReadAfterWrite");
static_assert(static_cast<int>(GraphHazard::WriteAfterRead) == 1, "GraphHazard::WriteAfterRead");
static_assert(static_cast<int>(GraphHazard::WriteAfterWrite) == 2, "GraphHazard::WriteAfterWrite");
static_assert(std::is_same_v<std::underlying_type_t<GpuTimingState>, foundation::uint8>);
static_assert(static_cast<int>(GpuTimingState::Empty) == 0, "GpuTimingState::Empty");
static_assert(static_cast<int>(GpuTimingState::Armed) == 1, "GpuTimingState::Armed");
static_assert(static_cast<int>(GpuTimingState::Pending) == 2, "GpuTimingState::Pending");
static_assert(static_cast<int>(GpuTimingState::Available) == 3, "GpuTimingState::Available");
static_assert(static_cast<int>(GpuTimingState::Unavailable) == 4, "GpuTimingState::Unavailable");
static_assert(static_cast<int>(GpuTimingState::Disjoint) == 5, "GpuTimingState::Disjoint");
static_assert(static_cast<int>(GpuTimingState::Failed) == 6, "GpuTimingState::Failed");
static_assert(std::is_same_v<std::underlying_type_t<TextureDimension>, ludus::foundation::uint8>);
static_assert(static_cast<int>(TextureDimension::D2) == 0, "TextureDimension::D2");
static_assert(static_cast<int>(TextureDimension::D2Array) == 1, "TextureDimension::D2Array");
static_assert(static_cast<int>(TextureDimension::Cube) == 2, "TextureDimension::Cube");
static_assert(static_cast<int>(TextureDimension::D3) == 3, "TextureDimension::D3");
static_assert(std::is_same_v<std::underlying_type_t<RasterFormat>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterFormat::Rgba8Unorm) == 0, "RasterFormat::Rgba8Unorm");
static_assert(static_cast<int>(RasterFormat::Rgba8Srgb) == 1, "RasterFormat::Rgba8Srgb");
static_assert(static_cast<int>(RasterFormat::R8Unorm) == 2, "RasterFormat::R8Unorm");
static_assert(static_cast<int>(RasterFormat::Rg8Unorm) == 3, "RasterFormat::Rg8Unorm");
static_assert(static_cast<int>(RasterFormat::Rgba16Float) == 4, "RasterFormat::Rgba16Float");
static_assert(static_cast<int>(RasterFormat::Bc1RgbaUnorm) == 5, "RasterFormat::Bc1RgbaUnorm");
static_assert(static_cast<int>(RasterFormat::Bc3RgbaUnorm) == 6, "RasterFormat::Bc3RgbaUnorm");
static_assert(static_cast<int>(RasterFormat::Bc5RgUnorm) == 7, "RasterFormat::Bc5RgUnorm");
static_assert(std::is_same_v<std::underlying_type_t<ProfileRequirement>, ludus::foundation::uint8>);
static_assert(static_cast<int>(ProfileRequirement::None) == 0, "ProfileRequirement::None");
static_assert(static_cast<int>(ProfileRequirement::BufferSize) == 1, "ProfileRequirement::BufferSize");
static_assert(static_cast<int>(ProfileRequirement::TextureDimension) == 2, "ProfileRequirement::TextureDimension");
static_assert(static_cast<int>(ProfileRequirement::UniformAlignment) == 3, "ProfileRequirement::UniformAlignment");
static_assert(static_cast<int>(ProfileRequirement::UniformRange) == 4, "ProfileRequirement::UniformRange");
static_assert(static_cast<int>(ProfileRequirement::ResourceCount) == 5, "ProfileRequirement::ResourceCount");
static_assert(static_cast<int>(ProfileRequirement::DrawCount) == 6, "ProfileRequirement::DrawCount");
static_assert(static_cast<int>(ProfileRequirement::BindingCount) == 7, "ProfileRequirement::BindingCount");
static_assert(static_cast<int>(ProfileRequirement::VertexBufferCount) == 8, "ProfileRequirement::VertexBufferCount");
static_assert(static_cast<int>(ProfileRequirement::VertexAttributeCount) == 9,
              "ProfileRequirement::VertexAttributeCount");
static_assert(static_cast<int>(ProfileRequirement::VertexStride) == 10, "ProfileRequirement::VertexStride");
static_assert(static_cast<int>(ProfileRequirement::ColorAttachmentCount) == 11,
              "ProfileRequirement::ColorAttachmentCount");
static_assert(static_cast<int>(ProfileRequirement::TextureLayerCount) == 12, "ProfileRequirement::TextureLayerCount");
static_assert(static_cast<int>(ProfileRequirement::StorageRange) == 13, "ProfileRequirement::StorageRange");
static_assert(static_cast<int>(ProfileRequirement::StorageAlignment) == 14, "ProfileRequirement::StorageAlignment");
static_assert(static_cast<int>(ProfileRequirement::WorkgroupSize) == 15, "ProfileRequirement::WorkgroupSize");
static_assert(static_cast<int>(ProfileRequirement::WorkgroupInvocations) == 16,
              "ProfileRequirement::WorkgroupInvocations");
static_assert(static_cast<int>(ProfileRequirement::DispatchCount) == 17, "ProfileRequirement::DispatchCount");
static_assert(static_cast<int>(ProfileRequirement::Sampled) == 18, "ProfileRequirement::Sampled");
static_assert(static_cast<int>(ProfileRequirement::PartialViews) == 19, "ProfileRequirement::PartialViews");
static_assert(static_cast<int>(ProfileRequirement::AttachmentViews) == 20, "ProfileRequirement::AttachmentViews");
static_assert(static_cast<int>(ProfileRequirement::DepthSampled) == 21, "ProfileRequirement::DepthSampled");
static_assert(static_cast<int>(ProfileRequirement::StencilAttachment) == 22, "ProfileRequirement::StencilAttachment");
static_assert(static_cast<int>(ProfileRequirement::StencilSampled) == 23, "ProfileRequirement::StencilSampled");
static_assert(static_cast<int>(ProfileRequirement::Filterable) == 24, "ProfileRequirement::Filterable");
static_assert(static_cast<int>(ProfileRequirement::ColorAttachment) == 25, "ProfileRequirement::ColorAttachment");
static_assert(static_cast<int>(ProfileRequirement::Blendable) == 26, "ProfileRequirement::Blendable");
static_assert(static_cast<int>(ProfileRequirement::Storage) == 27, "ProfileRequirement::Storage");
static_assert(static_cast<int>(ProfileRequirement::CopySource) == 28, "ProfileRequirement::CopySource");
static_assert(static_cast<int>(ProfileRequirement::CopyDestination) == 29, "ProfileRequirement::CopyDestination");
static_assert(static_cast<int>(ProfileRequirement::FormatDimension) == 30, "ProfileRequirement::FormatDimension");
static_assert(static_cast<int>(ProfileRequirement::MipCount) == 31, "ProfileRequirement::MipCount");
static_assert(static_cast<int>(ProfileRequirement::SampleCount) == 32, "ProfileRequirement::SampleCount");
static_assert(static_cast<int>(ProfileRequirement::UnalignedBlockExtents) == 33,
              "ProfileRequirement::UnalignedBlockExtents");
static_assert(static_cast<int>(ProfileRequirement::TextureUploadBytes) == 34, "ProfileRequirement::TextureUploadBytes");
static_assert(static_cast<int>(ProfileRequirement::UniformBindings) == 35, "ProfileRequirement::UniformBindings");
static_assert(static_cast<int>(ProfileRequirement::TextureBindings) == 36, "ProfileRequirement::TextureBindings");
static_assert(static_cast<int>(ProfileRequirement::SamplerBindings) == 37, "ProfileRequirement::SamplerBindings");
static_assert(static_cast<int>(ProfileRequirement::StorageBindings) == 38, "ProfileRequirement::StorageBindings");
static_assert(static_cast<int>(ProfileRequirement::UniformBindingsPerSet) == 39,
              "ProfileRequirement::UniformBindingsPerSet");
static_assert(static_cast<int>(ProfileRequirement::SamplerBindingsPerSet) == 40,
              "ProfileRequirement::SamplerBindingsPerSet");
static_assert(std::is_same_v<std::underlying_type_t<RasterStatus>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterStatus::Ready) == 0, "RasterStatus::Ready");
static_assert(static_cast<int>(RasterStatus::Pending) == 1, "RasterStatus::Pending");
static_assert(static_cast<int>(RasterStatus::NotReady) == 2, "RasterStatus::NotReady");
static_assert(static_cast<int>(RasterStatus::Failed) == 3, "RasterStatus::Failed");
static_assert(static_cast<int>(RasterStatus::InvalidHandle) == 4, "RasterStatus::InvalidHandle");
static_assert(static_cast<int>(RasterStatus::InvalidState) == 5, "RasterStatus::InvalidState");
static_assert(static_cast<int>(RasterStatus::InvalidDescription) == 6, "RasterStatus::InvalidDescription");
static_assert(static_cast<int>(RasterStatus::Unsupported) == 7, "RasterStatus::Unsupported");
static_assert(static_cast<int>(RasterStatus::CapacityExceeded) == 8, "RasterStatus::CapacityExceeded");
static_assert(static_cast<int>(RasterStatus::IdentityExhausted) == 9, "RasterStatus::IdentityExhausted");
static_assert(static_cast<int>(RasterStatus::OutOfMemory) == 10, "RasterStatus::OutOfMemory");
static_assert(static_cast<int>(RasterStatus::DeviceLost) == 11, "RasterStatus::DeviceLost");
static_assert(std::is_same_v<std::underlying_type_t<BufferRole>, ludus::foundation::uint8>);
static_assert(static_cast<int>(BufferRole::Vertex) == 0, "BufferRole::Vertex");
static_assert(static_cast<int>(BufferRole::Index16) == 1, "BufferRole::Index16");
static_assert(static_cast<int>(BufferRole::Index32) == 2, "BufferRole::Index32");
static_assert(static_cast<int>(BufferRole::Uniform) == 3, "BufferRole::Uniform");
static_assert(static_cast<int>(BufferRole::Storage) == 4, "BufferRole::Storage");
static_assert(static_cast<int>(BufferRole::StorageVertex) == 5, "BufferRole::StorageVertex");
static_assert(static_cast<int>(BufferRole::StorageIndirect) == 6, "BufferRole::StorageIndirect");
static_assert(std::is_same_v<std::underlying_type_t<TextureAspect>, ludus::foundation::uint8>);
static_assert(static_cast<int>(TextureAspect::Color) == 0, "TextureAspect::Color");
static_assert(static_cast<int>(TextureAspect::Depth) == 1, "TextureAspect::Depth");
static_assert(static_cast<int>(TextureAspect::Stencil) == 2, "TextureAspect::Stencil");
static_assert(std::is_same_v<std::underlying_type_t<RasterFilter>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterFilter::Nearest) == 0, "RasterFilter::Nearest");
static_assert(static_cast<int>(RasterFilter::Linear) == 1, "RasterFilter::Linear");
static_assert(std::is_same_v<std::underlying_type_t<RasterAddress>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterAddress::Clamp) == 0, "RasterAddress::Clamp");
static_assert(static_cast<int>(RasterAddress::Repeat) == 1, "RasterAddress::Repeat");
static_assert(std::is_same_v<std::underlying_type_t<RasterMipFilter>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterMipFilter::None) == 0, "RasterMipFilter::None");
static_assert(static_cast<int>(RasterMipFilter::Nearest) == 1, "RasterMipFilter::Nearest");
static_assert(static_cast<int>(RasterMipFilter::Linear) == 2, "RasterMipFilter::Linear");
static_assert(std::is_same_v<std::underlying_type_t<RasterBindingKind>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterBindingKind::UniformBuffer) == 0, "RasterBindingKind::UniformBuffer");
static_assert(static_cast<int>(RasterBindingKind::Texture2D) == 1, "RasterBindingKind::Texture2D");
static_assert(static_cast<int>(RasterBindingKind::Texture2DArray) == 2, "RasterBindingKind::Texture2DArray");
static_assert(static_cast<int>(RasterBindingKind::TextureCube) == 3, "RasterBindingKind::TextureCube");
static_assert(static_cast<int>(RasterBindingKind::Texture3D) == 4, "RasterBindingKind::Texture3D");
static_assert(static_cast<int>(RasterBindingKind::TextureDepth2D) == 5, "RasterBindingKind::TextureDepth2D");
static_assert(static_cast<int>(RasterBindingKind::TextureStencil2D) == 6, "RasterBindingKind::TextureStencil2D");
static_assert(static_cast<int>(RasterBindingKind::Sampler) == 7, "RasterBindingKind::Sampler");
static_assert(static_cast<int>(RasterBindingKind::StorageRead) == 8, "RasterBindingKind::StorageRead");
static_assert(static_cast<int>(RasterBindingKind::StorageReadWrite) == 9, "RasterBindingKind::StorageReadWrite");
static_assert(static_cast<int>(RasterBindingKind::RayScene) == 10, "RasterBindingKind::RayScene");
static_assert(std::is_same_v<std::underlying_type_t<RasterVisibility>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterVisibility::Vertex) == 1, "RasterVisibility::Vertex");
static_assert(static_cast<int>(RasterVisibility::Fragment) == 2, "RasterVisibility::Fragment");
static_assert(static_cast<int>(RasterVisibility::Both) == 3, "RasterVisibility::Both");
static_assert(static_cast<int>(RasterVisibility::Compute) == 4, "RasterVisibility::Compute");
static_assert(std::is_same_v<std::underlying_type_t<RasterBindingIndexing>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterBindingIndexing::Constant) == 0, "RasterBindingIndexing::Constant");
static_assert(static_cast<int>(RasterBindingIndexing::Uniform) == 1, "RasterBindingIndexing::Uniform");
static_assert(static_cast<int>(RasterBindingIndexing::NonUniform) == 2, "RasterBindingIndexing::NonUniform");
static_assert(std::is_same_v<std::underlying_type_t<RasterVertexFormat>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterVertexFormat::Float2) == 0, "RasterVertexFormat::Float2");
static_assert(static_cast<int>(RasterVertexFormat::Float3) == 1, "RasterVertexFormat::Float3");
static_assert(static_cast<int>(RasterVertexFormat::Float4) == 2, "RasterVertexFormat::Float4");
static_assert(std::is_same_v<std::underlying_type_t<RasterUniformShape>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterUniformShape::Opaque) == 0, "RasterUniformShape::Opaque");
static_assert(static_cast<int>(RasterUniformShape::Float32) == 1, "RasterUniformShape::Float32");
static_assert(static_cast<int>(RasterUniformShape::Float2) == 2, "RasterUniformShape::Float2");
static_assert(static_cast<int>(RasterUniformShape::Float3) == 3, "RasterUniformShape::Float3");
static_assert(static_cast<int>(RasterUniformShape::Float4) == 4, "RasterUniformShape::Float4");
static_assert(static_cast<int>(RasterUniformShape::Float4x4) == 5, "RasterUniformShape::Float4x4");
static_assert(static_cast<int>(RasterUniformShape::Float4Array) == 6, "RasterUniformShape::Float4Array");
static_assert(static_cast<int>(RasterUniformShape::Float4x4Array) == 7, "RasterUniformShape::Float4x4Array");
static_assert(std::is_same_v<std::underlying_type_t<RasterTarget>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterTarget::Surface) == 0, "RasterTarget::Surface");
static_assert(static_cast<int>(RasterTarget::Rgba8Unorm) == 1, "RasterTarget::Rgba8Unorm");
static_assert(static_cast<int>(RasterTarget::Rgba8Srgb) == 2, "RasterTarget::Rgba8Srgb");
static_assert(static_cast<int>(RasterTarget::Rgba16Float) == 3, "RasterTarget::Rgba16Float");
static_assert(std::is_same_v<std::underlying_type_t<RasterDepthCompare>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterDepthCompare::Less) == 0, "RasterDepthCompare::Less");
static_assert(static_cast<int>(RasterDepthCompare::LessEqual) == 1, "RasterDepthCompare::LessEqual");
static_assert(static_cast<int>(RasterDepthCompare::Greater) == 2, "RasterDepthCompare::Greater");
static_assert(static_cast<int>(RasterDepthCompare::GreaterEqual) == 3, "RasterDepthCompare::GreaterEqual");
static_assert(static_cast<int>(RasterDepthCompare::Always) == 4, "RasterDepthCompare::Always");
static_assert(std::is_same_v<std::underlying_type_t<RasterFillMode>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterFillMode::Solid) == 0, "RasterFillMode::Solid");
static_assert(static_cast<int>(RasterFillMode::Lines) == 1, "RasterFillMode::Lines");
static_assert(std::is_same_v<std::underlying_type_t<RasterStencilCompare>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterStencilCompare::Never) == 0, "RasterStencilCompare::Never");
static_assert(static_cast<int>(RasterStencilCompare::Less) == 1, "RasterStencilCompare::Less");
static_assert(static_cast<int>(RasterStencilCompare::Equal) == 2, "RasterStencilCompare::Equal");
static_assert(static_cast<int>(RasterStencilCompare::LessEqual) == 3, "RasterStencilCompare::LessEqual");
static_assert(static_cast<int>(RasterStencilCompare::Greater) == 4, "RasterStencilCompare::Greater");
static_assert(static_cast<int>(RasterStencilCompare::NotEqual) == 5, "RasterStencilCompare::NotEqual");
static_assert(static_cast<int>(RasterStencilCompare::GreaterEqual) == 6, "RasterStencilCompare::GreaterEqual");
static_assert(static_cast<int>(RasterStencilCompare::Always) == 7, "RasterStencilCompare::Always");
static_assert(std::is_same_v<std::underlying_type_t<RasterStencilOperation>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RasterStencilOperation::Keep) == 0, "RasterStencilOperation::Keep");
static_assert(static_cast<int>(RasterStencilOperation::Zero) == 1, "RasterStencilOperation::Zero");
static_assert(static_cast<int>(RasterStencilOperation::Replace) == 2, "RasterStencilOperation::Replace");
static_assert(static_cast<int>(RasterStencilOperation::IncrementClamp) == 3, "RasterStencilOperation::IncrementClamp");
static_assert(static_cast<int>(RasterStencilOperation::DecrementClamp) == 4, "RasterStencilOperation::DecrementClamp");
static_assert(static_cast<int>(RasterStencilOperation::Invert) == 5, "RasterStencilOperation::Invert");
static_assert(static_cast<int>(RasterStencilOperation::IncrementWrap) == 6, "RasterStencilOperation::IncrementWrap");
static_assert(static_cast<int>(RasterStencilOperation::DecrementWrap) == 7, "RasterStencilOperation::DecrementWrap");
static_assert(std::is_same_v<std::underlying_type_t<ResourceStatus>, ludus::foundation::uint8>);
static_assert(static_cast<int>(ResourceStatus::Ready) == 0, "ResourceStatus::Ready");
static_assert(static_cast<int>(ResourceStatus::Pending) == 1, "ResourceStatus::Pending");
static_assert(static_cast<int>(ResourceStatus::Failed) == 2, "ResourceStatus::Failed");
static_assert(static_cast<int>(ResourceStatus::NotReady) == 3, "ResourceStatus::NotReady");
static_assert(static_cast<int>(ResourceStatus::InvalidHandle) == 4, "ResourceStatus::InvalidHandle");
static_assert(static_cast<int>(ResourceStatus::InvalidState) == 5, "ResourceStatus::InvalidState");
static_assert(static_cast<int>(ResourceStatus::InvalidDescription) == 6, "ResourceStatus::InvalidDescription");
static_assert(static_cast<int>(ResourceStatus::CapacityExceeded) == 7, "ResourceStatus::CapacityExceeded");
static_assert(static_cast<int>(ResourceStatus::InUse) == 8, "ResourceStatus::InUse");
static_assert(static_cast<int>(ResourceStatus::DeviceLost) == 9, "ResourceStatus::DeviceLost");
static_assert(std::is_same_v<std::underlying_type_t<ShaderStage>, ludus::foundation::uint8>);
static_assert(static_cast<int>(ShaderStage::Vertex) == 0, "ShaderStage::Vertex");
static_assert(static_cast<int>(ShaderStage::Fragment) == 1, "ShaderStage::Fragment");
static_assert(static_cast<int>(ShaderStage::Compute) == 2, "ShaderStage::Compute");
static_assert(std::is_same_v<std::underlying_type_t<SurfaceEncoding>, ludus::foundation::uint8>);
static_assert(static_cast<int>(SurfaceEncoding::Unorm) == 0, "SurfaceEncoding::Unorm");
static_assert(static_cast<int>(SurfaceEncoding::Srgb) == 1, "SurfaceEncoding::Srgb");
static_assert(std::is_same_v<std::underlying_type_t<Backend>, ludus::foundation::uint8>);
static_assert(static_cast<int>(Backend::Vulkan) == 0, "Backend::Vulkan");
static_assert(static_cast<int>(Backend::WebGPU) == 1, "Backend::WebGPU");
static_assert(static_cast<int>(Backend::WebGL2) == 2, "Backend::WebGL2");
static_assert(static_cast<int>(Backend::Metal) == 3, "Backend::Metal");
static_assert(static_cast<int>(Backend::Direct3D12) == 4, "Backend::Direct3D12");
static_assert(std::is_same_v<std::underlying_type_t<BackendSelection>, ludus::foundation::uint8>);
static_assert(static_cast<int>(BackendSelection::Auto) == 0, "BackendSelection::Auto");
static_assert(static_cast<int>(BackendSelection::WebGPU) == 1, "BackendSelection::WebGPU");
static_assert(static_cast<int>(BackendSelection::WebGL2) == 2, "BackendSelection::WebGL2");
static_assert(std::is_same_v<std::underlying_type_t<StartupState>, ludus::foundation::uint8>);
static_assert(static_cast<int>(StartupState::Idle) == 0, "StartupState::Idle");
static_assert(static_cast<int>(StartupState::Pending) == 1, "StartupState::Pending");
static_assert(static_cast<int>(StartupState::Ready) == 2, "StartupState::Ready");
static_assert(static_cast<int>(StartupState::Failed) == 3, "StartupState::Failed");
static_assert(static_cast<int>(StartupState::DeviceLost) == 4, "StartupState::DeviceLost");
static_assert(std::is_same_v<std::underlying_type_t<StartupError>, ludus::foundation::uint8>);
static_assert(static_cast<int>(StartupError::None) == 0, "StartupError::None");
static_assert(static_cast<int>(StartupError::InvalidWindow) == 1, "StartupError::InvalidWindow");
static_assert(static_cast<int>(StartupError::InstanceUnavailable) == 2, "StartupError::InstanceUnavailable");
static_assert(static_cast<int>(StartupError::AdapterUnavailable) == 3, "StartupError::AdapterUnavailable");
static_assert(static_cast<int>(StartupError::DeviceUnavailable) == 4, "StartupError::DeviceUnavailable");
static_assert(static_cast<int>(StartupError::SurfaceUnavailable) == 5, "StartupError::SurfaceUnavailable");
static_assert(static_cast<int>(StartupError::RenderingUnavailable) == 6, "StartupError::RenderingUnavailable");
static_assert(static_cast<int>(StartupError::Validation) == 7, "StartupError::Validation");
static_assert(static_cast<int>(StartupError::DeviceLost) == 8, "StartupError::DeviceLost");
static_assert(static_cast<int>(StartupError::GenerationExhausted) == 9, "StartupError::GenerationExhausted");
static_assert(static_cast<int>(StartupError::BackendUnavailable) == 10, "StartupError::BackendUnavailable");
static_assert(static_cast<int>(StartupError::RequirementsUnsatisfied) == 11, "StartupError::RequirementsUnsatisfied");
static_assert(std::is_same_v<std::underlying_type_t<StartStatus>, ludus::foundation::uint8>);
static_assert(static_cast<int>(StartStatus::Pending) == 0, "StartStatus::Pending");
static_assert(static_cast<int>(StartStatus::Ready) == 1, "StartStatus::Ready");
static_assert(static_cast<int>(StartStatus::Failed) == 2, "StartStatus::Failed");
static_assert(static_cast<int>(StartStatus::Busy) == 3, "StartStatus::Busy");
static_assert(std::is_same_v<std::underlying_type_t<FrameStatus>, ludus::foundation::uint8>);
static_assert(static_cast<int>(FrameStatus::Ready) == 0, "FrameStatus::Ready");
static_assert(static_cast<int>(FrameStatus::NotReady) == 1, "FrameStatus::NotReady");
static_assert(static_cast<int>(FrameStatus::InvalidState) == 2, "FrameStatus::InvalidState");
static_assert(static_cast<int>(FrameStatus::Unsupported) == 3, "FrameStatus::Unsupported");
static_assert(static_cast<int>(FrameStatus::Failed) == 4, "FrameStatus::Failed");
static_assert(static_cast<int>(FrameStatus::Skipped) == 5, "FrameStatus::Skipped");
static_assert(std::is_same_v<std::underlying_type_t<RequirementFailure>, ludus::foundation::uint8>);
static_assert(static_cast<int>(RequirementFailure::None) == 0, "RequirementFailure::None");
static_assert(static_cast<int>(RequirementFailure::FrameDimension2D) == 1, "RequirementFailure::FrameDimension2D");
static_assert(static_cast<int>(RequirementFailure::UniformBufferSize) == 2, "RequirementFailure::UniformBufferSize");
static_assert(static_cast<int>(RequirementFailure::PortableRaster) == 3, "RequirementFailure::PortableRaster");
static_assert(static_cast<int>(RequirementFailure::Compute) == 4, "RequirementFailure::Compute");
static_assert(static_cast<int>(RequirementFailure::Profile) == 5, "RequirementFailure::Profile");
static_assert(std::is_same_v<decltype(GPU_SCOPE_NAME_BYTES), const foundation::usize>, "GPU_SCOPE_NAME_BYTES");
static_assert(GPU_SCOPE_NAME_BYTES == (128), "GPU_SCOPE_NAME_BYTES");
static_assert(std::is_same_v<decltype(MAX_GPU_TIMED_PASSES), const foundation::usize>, "MAX_GPU_TIMED_PASSES");
static_assert(MAX_GPU_TIMED_PASSES == (64), "MAX_GPU_TIMED_PASSES");
static_assert(std::is_same_v<decltype(GRAPH_EXTERNAL_INDEX), const ludus::foundation::uint32>, "GRAPH_EXTERNAL_INDEX");
static_assert(GRAPH_EXTERNAL_INDEX == (~ludus::foundation::uint32{0}), "GRAPH_EXTERNAL_INDEX");
static_assert(std::is_same_v<decltype(RASTER_FORMAT_COUNT), const ludus::foundation::usize>, "RASTER_FORMAT_COUNT");
static_assert(RASTER_FORMAT_COUNT == (static_cast<ludus::foundation::usize>(RasterFormat::Bc5RgUnorm) + 1),
              "RASTER_FORMAT_COUNT");
static_assert(std::is_same_v<decltype(RASTER_BINDING_COUNT), const ludus::foundation::usize>, "RASTER_BINDING_COUNT");
static_assert(RASTER_BINDING_COUNT == (16), "RASTER_BINDING_COUNT");
static_assert(std::is_same_v<decltype(RUNTIME_BINDING_LENGTH_SLOT), const ludus::foundation::uint32>,
              "RUNTIME_BINDING_LENGTH_SLOT");
static_assert(RUNTIME_BINDING_LENGTH_SLOT == (RASTER_BINDING_COUNT - 2), "RUNTIME_BINDING_LENGTH_SLOT");
static_assert(std::is_same_v<decltype(RUNTIME_BINDING_ARRAY_SLOT), const ludus::foundation::uint32>,
              "RUNTIME_BINDING_ARRAY_SLOT");
static_assert(RUNTIME_BINDING_ARRAY_SLOT == (RASTER_BINDING_COUNT - 1), "RUNTIME_BINDING_ARRAY_SLOT");
static_assert(std::is_same_v<decltype(RUNTIME_BINDING_LENGTH_WORDS), const ludus::foundation::usize>,
              "RUNTIME_BINDING_LENGTH_WORDS");
static_assert(RUNTIME_BINDING_LENGTH_WORDS == (4), "RUNTIME_BINDING_LENGTH_WORDS");
static_assert(std::is_same_v<decltype(RUNTIME_BINDING_LENGTH_BYTES), const ludus::foundation::usize>,
              "RUNTIME_BINDING_LENGTH_BYTES");
static_assert(RUNTIME_BINDING_LENGTH_BYTES == (sizeof(ludus::foundation::uint32) * RUNTIME_BINDING_LENGTH_WORDS),
              "RUNTIME_BINDING_LENGTH_BYTES");
static_assert(std::is_same_v<decltype(DEFAULT_GRAPH_RESOURCE_COUNT), const foundation::uint32>,
              "DEFAULT_GRAPH_RESOURCE_COUNT");
static_assert(DEFAULT_GRAPH_RESOURCE_COUNT == (64), "DEFAULT_GRAPH_RESOURCE_COUNT");
static_assert(std::is_same_v<decltype(DEFAULT_GRAPH_PASS_COUNT), const foundation::uint32>, "DEFAULT_GRAPH_PASS_COUNT");
static_assert(DEFAULT_GRAPH_PASS_COUNT == (512), "DEFAULT_GRAPH_PASS_COUNT");
static_assert(std::is_same_v<decltype(DEFAULT_GRAPH_PACKET_COUNT), const foundation::uint32>,
              "DEFAULT_GRAPH_PACKET_COUNT");
static_assert(DEFAULT_GRAPH_PACKET_COUNT == (512), "DEFAULT_GRAPH_PACKET_COUNT");
static_assert(std::is_same_v<decltype(DEFAULT_BINDING_DESCRIPTOR_COUNT), const foundation::uint32>,
              "DEFAULT_BINDING_DESCRIPTOR_COUNT");
static_assert(DEFAULT_BINDING_DESCRIPTOR_COUNT == (4096), "DEFAULT_BINDING_DESCRIPTOR_COUNT");
static_assert(std::is_same_v<decltype(DEFAULT_GRAPH_DEPENDENCY_COUNT), const foundation::uint32>,
              "DEFAULT_GRAPH_DEPENDENCY_COUNT");
static_assert(DEFAULT_GRAPH_DEPENDENCY_COUNT == (2048), "DEFAULT_GRAPH_DEPENDENCY_COUNT");
static_assert(std::is_same_v<decltype(DEFAULT_RESOURCE_RECORD_COUNT), const ludus::foundation::uint32>,
              "DEFAULT_RESOURCE_RECORD_COUNT");
static_assert(DEFAULT_RESOURCE_RECORD_COUNT == (1024), "DEFAULT_RESOURCE_RECORD_COUNT");
[[maybe_unused]] RasterStatus (*const Surface0)(DeviceHandle, ComputeCapabilities&) noexcept = &GetComputeCapabilities;
[[maybe_unused]] RasterStatus (*const Surface1)(DeviceHandle, const ComputePipelineDescription&,
                                                ComputePipelineHandle&) noexcept = &CreateComputePipeline;
[[maybe_unused]] RasterStatus (*const Surface2)(DeviceHandle, ComputePipelineHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface3)(DeviceHandle, ComputePipelineHandle&) noexcept = &Destroy;
[[maybe_unused]] DeviceStatus (*const Surface4)(const DeviceDescription&) noexcept = &ValidateDeviceDescription;
[[maybe_unused]] BackendAvailability (*const Surface5)() noexcept = &GetCompiledBackends;
[[maybe_unused]] DeviceStatus (*const Surface6)(const ApplicationInfo&, const WindowInfo&, const DeviceDescription&,
                                                DeviceHandle&, SurfaceHandle&, StartupInfo*) noexcept = &CreateDevice;
[[maybe_unused]] DeviceStatus (*const Surface7)(DeviceHandle, DeviceInfo&) noexcept = &GetDeviceInfo;
[[maybe_unused]] DeviceStatus (*const Surface8)(DeviceHandle&) noexcept = &DestroyDevice;
[[maybe_unused]] DeviceStatus (*const Surface9)(DeviceHandle, SurfaceHandle,
                                                const FrameTarget&) noexcept = &SetFrameTarget;
[[maybe_unused]] DeviceStatus (*const Surface10)(DeviceHandle, SurfaceHandle) noexcept = &BeginFrame;
[[maybe_unused]] DeviceStatus (*const Surface11)(DeviceHandle) noexcept = &EndFrame;
[[maybe_unused]] DeviceStatus (*const Surface12)(DeviceHandle, SurfaceHandle, FrameInfo&) noexcept = &GetFrameInfo;
[[maybe_unused]] ResourceStatus (*const Surface13)(DeviceHandle, const ShaderDescription&,
                                                   ShaderHandle&) noexcept = &CreateShader;
[[maybe_unused]] ResourceStatus (*const Surface14)(DeviceHandle, ludus::foundation::usize,
                                                   UniformHandle&) noexcept = &CreateUniform;
[[maybe_unused]] ResourceStatus (*const Surface15)(DeviceHandle, const PipelineDescription&,
                                                   PipelineHandle&) noexcept = &CreatePipeline;
[[maybe_unused]] ResourceStatus (*const Surface16)(DeviceHandle, ShaderHandle) noexcept = &GetStatus;
[[maybe_unused]] ResourceStatus (*const Surface17)(DeviceHandle, UniformHandle) noexcept = &GetStatus;
[[maybe_unused]] ResourceStatus (*const Surface18)(DeviceHandle, PipelineHandle) noexcept = &GetStatus;
[[maybe_unused]] ResourceStatus (*const Surface19)(DeviceHandle, UniformHandle,
                                                   std::span<const ludus::foundation::uint8>) noexcept = &UpdateUniform;
[[maybe_unused]] ResourceStatus (*const Surface20)(DeviceHandle, ShaderHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface21)(DeviceHandle, UniformHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface22)(DeviceHandle, PipelineHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface23)(DeviceHandle, PipelineHandle) noexcept = &DrawFullscreen;
[[maybe_unused]] bool (*const Surface24)(foundation::uint64, foundation::BorrowedView<const char>, GpuScopeDescription&,
                                         foundation::uint32) noexcept = &MakeGpuScope;
[[maybe_unused]] RasterStatus (*const Surface25)(DeviceHandle) noexcept = &ArmGpuPassTimings;
[[maybe_unused]] RasterStatus (*const Surface26)(DeviceHandle, GpuPassTimings&) noexcept = &GetGpuPassTimings;
[[maybe_unused]] RasterStatus (*const Surface27)(DeviceHandle, const GpuScopeDescription&) noexcept = &BeginGpuScope;
[[maybe_unused]] RasterStatus (*const Surface28)(DeviceHandle) noexcept = &EndGpuScope;
[[maybe_unused]] RasterStatus (*const Surface29)(DeviceHandle, TextureHandle,
                                                 RasterTextureState&) noexcept = &GetTextureState;
[[maybe_unused]] RasterStatus (*const Surface30)(DeviceHandle,
                                                 const RasterPassDescription&) noexcept = &BeginRasterPass;
[[maybe_unused]] RasterStatus (*const Surface31)(DeviceHandle, OrderedGraph, ludus::foundation::uint32,
                                                 GraphPassDiagnostic&) noexcept = &GetGraphPassDiagnostic;
[[maybe_unused]] RasterStatus (*const Surface32)(DeviceHandle, OrderedGraph, ludus::foundation::uint32,
                                                 GraphResourceDiagnostic&) noexcept = &GetGraphResourceDiagnostic;
[[maybe_unused]] RasterStatus (*const Surface33)(DeviceHandle, OrderedGraph, ludus::foundation::uint32,
                                                 GraphDependency&) noexcept = &GetGraphDependency;
[[maybe_unused]] RasterStatus (*const Surface34)(DeviceHandle, OrderedGraph&) noexcept = &CreateOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface35)(DeviceHandle, OrderedGraph, BufferHandle,
                                                 GraphVersion&) noexcept = &ImportGraphBuffer;
[[maybe_unused]] RasterStatus (*const Surface36)(DeviceHandle, OrderedGraph, TextureHandle, const RasterTextureState&,
                                                 RasterTextureUse, GraphVersion&) noexcept = &ImportGraphTexture;
[[maybe_unused]] RasterStatus (*const Surface37)(DeviceHandle, OrderedGraph, const TextureDescription&, GraphVersion&,
                                                 TextureHandle&) noexcept = &CreateGraphTexture;
[[maybe_unused]] RasterStatus (*const Surface38)(DeviceHandle, OrderedGraph, GraphVersion,
                                                 GraphVersion&) noexcept = &NextGraphVersion;
[[maybe_unused]] RasterStatus (*const Surface39)(DeviceHandle, OrderedGraph,
                                                 const GraphPassDescription&) noexcept = &AddGraphPass;
[[maybe_unused]] RasterStatus (*const Surface40)(DeviceHandle, OrderedGraph, GraphVersion,
                                                 GraphRoot) noexcept = &AddGraphRoot;
[[maybe_unused]] RasterStatus (*const Surface41)(DeviceHandle, OrderedGraph, GraphReport&,
                                                 bool) noexcept = &CompileOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface42)(DeviceHandle, OrderedGraph, GraphReport&,
                                                 const GraphCompileOptions&) noexcept = &CompileOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface43)(DeviceHandle, SurfaceHandle, OrderedGraph&,
                                                 SubmissionToken&) noexcept = &ExecuteOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface44)(DeviceHandle, SurfaceHandle,
                                                 OrderedGraph&) noexcept = &EncodeOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface45)(DeviceHandle, OrderedGraph&) noexcept = &DiscardOrderedGraph;
[[maybe_unused]] RasterStatus (*const Surface46)(DeviceHandle, StorageUsage&) noexcept = &GetStorageUsage;
[[maybe_unused]] RasterStatus (*const Surface47)(DeviceHandle, TextureHandle,
                                                 TextureResidency&) noexcept = &GetTextureResidency;
[[maybe_unused]] RasterStatus (*const Surface48)(DeviceHandle, BufferHandle, ludus::foundation::usize,
                                                 const ludus::foundation::uint8*, ludus::foundation::usize,
                                                 TransferTicket&) noexcept = &RequestBufferUpdate;
[[maybe_unused]] RasterStatus (*const Surface49)(DeviceHandle, TextureHandle, const TextureRegion&,
                                                 const ludus::foundation::uint8*, ludus::foundation::usize,
                                                 ludus::foundation::usize,
                                                 TransferTicket&) noexcept = &RequestTextureUpdate;
[[maybe_unused]] RasterStatus (*const Surface50)(DeviceHandle, TextureHandle, const TextureRegion&, TextureHandle,
                                                 const TextureRegion&, TransferTicket&) noexcept = &RequestTextureCopy;
[[maybe_unused]] RasterStatus (*const Surface51)(DeviceHandle, TextureHandle, const TextureRegion&,
                                                 ludus::foundation::usize,
                                                 ReadbackTicket&) noexcept = &RequestTextureReadback;
[[maybe_unused]] RasterStatus (*const Surface52)(DeviceHandle, TransferTicket) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface53)(DeviceHandle, TransferTicket&) noexcept = &Release;
[[maybe_unused]] RasterStatus (*const Surface54)(DeviceHandle,
                                                 LifetimeCapabilities&) noexcept = &GetLifetimeCapabilities;
[[maybe_unused]] RasterStatus (*const Surface55)(DeviceHandle, CommandBatch&) noexcept = &BeginCommands;
[[maybe_unused]] RasterStatus (*const Surface56)(DeviceHandle, CommandBatch, const RasterDraw&) noexcept = &RecordDraw;
[[maybe_unused]] RasterStatus (*const Surface57)(DeviceHandle, CommandBatch) noexcept = &FinishCommands;
[[maybe_unused]] RasterStatus (*const Surface58)(DeviceHandle, CommandBatch&) noexcept = &DiscardCommands;
[[maybe_unused]] RasterStatus (*const Surface59)(DeviceHandle, SurfaceHandle, CommandBatch&,
                                                 SubmissionToken&) noexcept = &SubmitCommands;
[[maybe_unused]] RasterStatus (*const Surface60)(DeviceHandle, SubmissionToken&) noexcept = &EndFrame;
[[maybe_unused]] RasterStatus (*const Surface61)(DeviceHandle, SubmissionToken) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface62)(DeviceHandle, const BufferDescription&,
                                                 const ludus::foundation::uint8*, ludus::foundation::usize,
                                                 UploadTicket&) noexcept = &RequestBufferUpload;
[[maybe_unused]] RasterStatus (*const Surface63)(DeviceHandle, BufferHandle, ludus::foundation::usize,
                                                 ludus::foundation::usize,
                                                 ReadbackTicket&) noexcept = &RequestBufferReadback;
[[maybe_unused]] RasterStatus (*const Surface64)(DeviceHandle, UploadTicket) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface65)(DeviceHandle, ReadbackTicket) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface66)(DeviceHandle, UploadTicket&,
                                                 BufferHandle&) noexcept = &TakeUploadedBuffer;
[[maybe_unused]] RasterStatus (*const Surface67)(DeviceHandle, ReadbackTicket, ludus::foundation::uint8*,
                                                 ludus::foundation::usize) noexcept = &CopyReadback;
[[maybe_unused]] RasterStatus (*const Surface68)(DeviceHandle, UploadTicket&) noexcept = &Release;
[[maybe_unused]] RasterStatus (*const Surface69)(DeviceHandle, ReadbackTicket&) noexcept = &Release;
[[maybe_unused]] RasterStatus (*const Surface70)(DeviceHandle, const RasterPipelineDescription&,
                                                 PipelineRequest&) noexcept = &RequestPipeline;
[[maybe_unused]] RasterStatus (*const Surface71)(DeviceHandle, PipelineRequest) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface72)(DeviceHandle, PipelineRequest,
                                                 RasterPipelineHandle&) noexcept = &GetRequestedPipeline;
[[maybe_unused]] RasterStatus (*const Surface73)(DeviceHandle, PipelineRequest&) noexcept = &Release;
[[maybe_unused]] RasterStatus (*const Surface74)(DeviceHandle) noexcept = &PollLifetime;
[[maybe_unused]] RasterStatus (*const Surface75)(DeviceHandle) noexcept = &ArmGpuTiming;
[[maybe_unused]] RasterStatus (*const Surface76)(DeviceHandle, GpuTiming&) noexcept = &GetGpuTiming;
[[maybe_unused]] RasterStatus (*const Surface77)(DeviceHandle, MeasurementAdapter&) noexcept = &GetMeasurementAdapter;
[[maybe_unused]] RasterStatus (*const Surface78)(DeviceHandle, AllocationTelemetry&) noexcept = &GetAllocationTelemetry;
[[maybe_unused]] RasterStatus (*const Surface79)(DeviceHandle, TextureHandle, ludus::foundation::uint32,
                                                 TextureCpuContent&) noexcept = &GetTextureCpuContent;
[[maybe_unused]] RasterStatus (*const Surface80)(DeviceHandle, TextureViewHandle, ludus::foundation::uint32,
                                                 TextureCpuContent&) noexcept = &GetTextureCpuContent;
[[maybe_unused]] RasterStatus (*const Surface81)(DeviceHandle, RasterCapabilities&) noexcept = &GetRasterCapabilities;
[[maybe_unused]] RasterStatus (*const Surface82)(DeviceHandle, RasterFormat,
                                                 FormatCapabilities&) noexcept = &GetFormatCapabilities;
[[maybe_unused]] RasterStatus (*const Surface83)(DeviceHandle, const BufferDescription&,
                                                 std::span<const ludus::foundation::uint8>,
                                                 BufferHandle&) noexcept = &CreateBuffer;
[[maybe_unused]] RasterStatus (*const Surface84)(DeviceHandle, const TextureDescription&, const TextureUpload&,
                                                 TextureHandle&) noexcept = &CreateTexture;
[[maybe_unused]] bool (*const Surface85)(TextureHandle) noexcept = &IsNull;
[[maybe_unused]] RasterStatus (*const Surface86)(DeviceHandle, TextureHandle,
                                                 TextureDescription&) noexcept = &GetTextureDescription;
[[maybe_unused]] RasterStatus (*const Surface87)(DeviceHandle, TextureHandle,
                                                 TextureViewHandle&) noexcept = &CreateTextureView;
[[maybe_unused]] RasterStatus (*const Surface88)(DeviceHandle, TextureHandle, const TextureViewDescription&,
                                                 TextureViewHandle&) noexcept = &CreateTextureView;
[[maybe_unused]] RasterStatus (*const Surface89)(DeviceHandle, const SamplerDescription&,
                                                 SamplerHandle&) noexcept = &CreateSampler;
[[maybe_unused]] RasterStatus (*const Surface90)(DeviceHandle, const RasterShaderDescription&,
                                                 RasterShaderHandle&) noexcept = &CreateRasterShader;
[[maybe_unused]] RasterStatus (*const Surface91)(DeviceHandle, std::span<const RasterBinding>,
                                                 BindingLayoutHandle&) noexcept = &CreateBindingLayout;
[[maybe_unused]] RasterStatus (*const Surface92)(DeviceHandle, BindingLayoutHandle,
                                                 std::span<const RasterBindingResource>,
                                                 BindingSetHandle&) noexcept = &CreateBindingSet;
[[maybe_unused]] RasterStatus (*const Surface93)(DeviceHandle, BindingLayoutHandle,
                                                 ludus::foundation::BorrowedView<const RasterBindingResource>,
                                                 ludus::foundation::uint32,
                                                 BindingSetHandle&) noexcept = &CreateRuntimeBindingSet;
[[maybe_unused]] RasterStatus (*const Surface94)(DeviceHandle, BindingSetHandle&,
                                                 BindingSetHandle&) noexcept = &PublishBindingSetUpdate;
[[maybe_unused]] RasterStatus (*const Surface95)(DeviceHandle, BindingSetHandle, ludus::foundation::uint32,
                                                 ludus::foundation::uint32,
                                                 RasterBindingIndex&) noexcept = &GetBindingIndex;
[[maybe_unused]] RasterStatus (*const Surface96)(DeviceHandle, BindingSetHandle, const RasterBindingIndex&,
                                                 ludus::foundation::uint32&) noexcept = &GetBindingArrayElement;
[[maybe_unused]] RasterStatus (*const Surface97)(DeviceHandle, const RasterPipelineDescription&,
                                                 RasterPipelineHandle&) noexcept = &CreateRasterPipeline;
[[maybe_unused]] RasterStatus (*const Surface98)(DeviceHandle, const RasterDraw&) noexcept = &DrawIndexed;
[[maybe_unused]] RasterStatus (*const Surface99)(DeviceHandle, BufferHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface100)(DeviceHandle, BufferHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface101)(DeviceHandle, TextureHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface102)(DeviceHandle, TextureHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface103)(DeviceHandle, TextureViewHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface104)(DeviceHandle, TextureViewHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface105)(DeviceHandle, SamplerHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface106)(DeviceHandle, SamplerHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface107)(DeviceHandle, RasterShaderHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface108)(DeviceHandle, RasterShaderHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface109)(DeviceHandle, BindingLayoutHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface110)(DeviceHandle, BindingLayoutHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface111)(DeviceHandle, BindingSetHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface112)(DeviceHandle, BindingSetHandle&) noexcept = &Destroy;
[[maybe_unused]] RasterStatus (*const Surface113)(DeviceHandle, RasterPipelineHandle) noexcept = &GetStatus;
[[maybe_unused]] RasterStatus (*const Surface114)(DeviceHandle, RasterPipelineHandle&) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface115)(const ShaderDescription&, ShaderHandle&) noexcept = &CreateShader;
[[maybe_unused]] ResourceStatus (*const Surface116)(ludus::foundation::usize, UniformHandle&) noexcept = &CreateUniform;
[[maybe_unused]] ResourceStatus (*const Surface117)(const PipelineDescription&,
                                                    PipelineHandle&) noexcept = &CreatePipeline;
[[maybe_unused]] ResourceStatus (*const Surface118)(ShaderHandle) noexcept = &GetStatus;
[[maybe_unused]] ResourceStatus (*const Surface119)(UniformHandle) noexcept = &GetStatus;
[[maybe_unused]] ResourceStatus (*const Surface120)(PipelineHandle) noexcept = &GetStatus;
[[maybe_unused]] FrameInfo (*const Surface121)() noexcept = &GetFrameInfo;
[[maybe_unused]] ResourceStatus (*const Surface122)(UniformHandle, std::span<const ludus::foundation::uint8>) noexcept =
    &UpdateUniform;
[[maybe_unused]] ResourceStatus (*const Surface123)(ShaderHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface124)(UniformHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface125)(PipelineHandle) noexcept = &Destroy;
[[maybe_unused]] ResourceStatus (*const Surface126)(PipelineHandle) noexcept = &DrawFullscreen;
[[maybe_unused]] StartStatus (*const Surface127)(const ApplicationInfo&, const WindowInfo&) noexcept = &Start;
[[maybe_unused]] StartStatus (*const Surface128)(const ApplicationInfo&, const WindowInfo&,
                                                 BackendSelection) noexcept = &Start;
[[maybe_unused]] StartStatus (*const Surface129)(const ApplicationInfo&, const WindowInfo&, BackendSelection,
                                                 const DeviceRequirements&) noexcept = &Start;
[[maybe_unused]] StartupInfo (*const Surface130)() noexcept = &GetStartup;
[[maybe_unused]] FrameStatus (*const Surface131)(const FrameTarget&) noexcept = &SetFrameTarget;
[[maybe_unused]] FrameStatus (*const Surface132)() noexcept = &BeginFrameStatus;
[[maybe_unused]] FrameStatus (*const Surface133)() noexcept = &EndFrameStatus;
[[maybe_unused]] bool (*const Surface134)(const ApplicationInfo&) noexcept = &Initialize;
[[maybe_unused]] bool (*const Surface135)(const WindowInfo&) noexcept = &ConnectWindow;
[[maybe_unused]] bool (*const Surface136)() noexcept = &InitializeRendering;
[[maybe_unused]] void (*const Surface137)() noexcept = &ShutdownRendering;
[[maybe_unused]] void (*const Surface138)() noexcept = &Shutdown;
[[maybe_unused]] bool (*const Surface139)() noexcept = &BeginFrame;
[[maybe_unused]] bool (*const Surface140)() noexcept = &EndFrame;
} // namespace ludus::graphics::rhi

// NOLINTEND(readability-identifier-naming)
