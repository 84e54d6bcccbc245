// Holds the public structs to the contract: what does not compile here breaks programs that exist.
//
// Fixed fields: type, default and order. Named fields: that they exist. Then the positional and designated initialisers
// that programs use. This file is compiled with warnings about missing initialisers as errors and never run.
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
static_assert(IS_HANDLE<ShaderHandle, 4> && IS_HANDLE<UniformHandle, 4> && IS_HANDLE<PipelineHandle, 4>);
static_assert(IS_HANDLE<DeviceHandle, 8> && IS_HANDLE<SurfaceHandle, 8>);
static_assert(IS_HANDLE<BufferHandle, 24> && IS_HANDLE<TextureHandle, 24> && IS_HANDLE<TextureViewHandle, 24>);
static_assert(IS_HANDLE<SamplerHandle, 24> && IS_HANDLE<RasterShaderHandle, 24>);
static_assert(IS_HANDLE<BindingLayoutHandle, 24> && IS_HANDLE<BindingSetHandle, 24>);
static_assert(IS_HANDLE<RasterPipelineHandle, 24> && IS_HANDLE<RaySceneHandle, 24>);
static_assert(std::is_same_v<WindowInfo, platform::NativeWindowInfo>);
static_assert(static_cast<int>(platform::WindowSystem::Headless) == 0 &&
              static_cast<int>(platform::WindowSystem::Wayland) == 1 &&
              static_cast<int>(platform::WindowSystem::WebCanvas) == 2 &&
              static_cast<int>(platform::WindowSystem::Cocoa) == 3);

// NativeWindowInfo
static_assert(std::is_aggregate_v<platform::NativeWindowInfo> && std::is_final_v<platform::NativeWindowInfo>);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::System), platform::WindowSystem>);
static_assert(platform::NativeWindowInfo{}.System == platform::WindowSystem::Headless);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::Display), ::wl_display*>);
static_assert(platform::NativeWindowInfo{}.Display == nullptr);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::Surface), ::wl_surface*>);
static_assert(platform::NativeWindowInfo{}.Surface == nullptr);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::Width), uint32>);
static_assert(platform::NativeWindowInfo{}.Width == 800);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::Height), uint32>);
static_assert(platform::NativeWindowInfo{}.Height == 600);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::CanvasSelector), const char*>);
static_assert(platform::NativeWindowInfo{}.CanvasSelector == nullptr);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::CocoaWindow), void*>);
static_assert(platform::NativeWindowInfo{}.CocoaWindow == nullptr);
static_assert(std::is_same_v<decltype(platform::NativeWindowInfo::CocoaView), void*>);
static_assert(platform::NativeWindowInfo{}.CocoaView == nullptr);
static_assert(offsetof(platform::NativeWindowInfo, System) < offsetof(platform::NativeWindowInfo, Display));
static_assert(offsetof(platform::NativeWindowInfo, Display) < offsetof(platform::NativeWindowInfo, Surface));
static_assert(offsetof(platform::NativeWindowInfo, Surface) < offsetof(platform::NativeWindowInfo, Width));
static_assert(offsetof(platform::NativeWindowInfo, Width) < offsetof(platform::NativeWindowInfo, Height));
static_assert(offsetof(platform::NativeWindowInfo, Height) < offsetof(platform::NativeWindowInfo, CanvasSelector));
static_assert(offsetof(platform::NativeWindowInfo, CanvasSelector) < offsetof(platform::NativeWindowInfo, CocoaWindow));
static_assert(offsetof(platform::NativeWindowInfo, CocoaWindow) < offsetof(platform::NativeWindowInfo, CocoaView));

// ApplicationInfo; its defaults are checked in unit/device_test.cpp, since not every compiler makes constant strings
static_assert(std::is_aggregate_v<ApplicationInfo> && std::is_final_v<ApplicationInfo>);
static_assert(std::is_same_v<decltype(ApplicationInfo::Name), std::string>);
static_assert(std::is_same_v<decltype(ApplicationInfo::Version), uint32>);
static_assert(offsetof(ApplicationInfo, Name) < offsetof(ApplicationInfo, Version));

// AttemptInfo
static_assert(std::is_aggregate_v<AttemptInfo> && std::is_final_v<AttemptInfo>);
static_assert(std::is_same_v<decltype(AttemptInfo::Attempted), bool>);
static_assert(!AttemptInfo{}.Attempted);
static_assert(std::is_same_v<decltype(AttemptInfo::Error), StartupError>);
static_assert(AttemptInfo{}.Error == StartupError::None);
static_assert(offsetof(AttemptInfo, Attempted) < offsetof(AttemptInfo, Error));

// DeviceCapabilities
static_assert(std::is_aggregate_v<DeviceCapabilities> && std::is_final_v<DeviceCapabilities>);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxFrameDimension2D), uint32>);
static_assert(DeviceCapabilities{}.MaxFrameDimension2D == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxUniformBufferSize), uint32>);
static_assert(DeviceCapabilities{}.MaxUniformBufferSize == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::UniformBufferSizeAlignment), uint32>);
static_assert(DeviceCapabilities{}.UniformBufferSizeAlignment == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxShaders), uint32>);
static_assert(DeviceCapabilities{}.MaxShaders == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxUniformBuffers), uint32>);
static_assert(DeviceCapabilities{}.MaxUniformBuffers == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxPipelines), uint32>);
static_assert(DeviceCapabilities{}.MaxPipelines == 0);
static_assert(std::is_same_v<decltype(DeviceCapabilities::MaxDrawsPerFrame), uint32>);
static_assert(DeviceCapabilities{}.MaxDrawsPerFrame == 0);
static_assert(offsetof(DeviceCapabilities, MaxFrameDimension2D) < offsetof(DeviceCapabilities, MaxUniformBufferSize));
static_assert(offsetof(DeviceCapabilities, MaxUniformBufferSize) <
              offsetof(DeviceCapabilities, UniformBufferSizeAlignment));
static_assert(offsetof(DeviceCapabilities, UniformBufferSizeAlignment) < offsetof(DeviceCapabilities, MaxShaders));
static_assert(offsetof(DeviceCapabilities, MaxShaders) < offsetof(DeviceCapabilities, MaxUniformBuffers));
static_assert(offsetof(DeviceCapabilities, MaxUniformBuffers) < offsetof(DeviceCapabilities, MaxPipelines));
static_assert(offsetof(DeviceCapabilities, MaxPipelines) < offsetof(DeviceCapabilities, MaxDrawsPerFrame));

// DeviceRequirements
static_assert(std::is_aggregate_v<DeviceRequirements> && std::is_final_v<DeviceRequirements>);
static_assert(std::is_same_v<decltype(DeviceRequirements::MinFrameDimension2D), uint32>);
static_assert(DeviceRequirements{}.MinFrameDimension2D == 0);
static_assert(std::is_same_v<decltype(DeviceRequirements::MinUniformBufferSize), uint32>);
static_assert(DeviceRequirements{}.MinUniformBufferSize == 0);
static_assert(offsetof(DeviceRequirements, MinFrameDimension2D) < offsetof(DeviceRequirements, MinUniformBufferSize));

// StartupInfo
static_assert(std::is_aggregate_v<StartupInfo> && std::is_final_v<StartupInfo>);
static_assert(std::is_same_v<decltype(StartupInfo::SelectedBackend), Backend>);
static_assert(StartupInfo{}.SelectedBackend == Backend::Vulkan);
static_assert(std::is_same_v<decltype(StartupInfo::State), StartupState>);
static_assert(StartupInfo{}.State == StartupState::Idle);
static_assert(std::is_same_v<decltype(StartupInfo::Error), StartupError>);
static_assert(StartupInfo{}.Error == StartupError::None);
static_assert(std::is_same_v<decltype(StartupInfo::MaxTextureDimension2D), uint32>);
static_assert(StartupInfo{}.MaxTextureDimension2D == 0);
static_assert(std::is_same_v<decltype(StartupInfo::Requested), BackendSelection>);
static_assert(StartupInfo{}.Requested == BackendSelection::Auto);
static_assert(std::is_same_v<decltype(StartupInfo::WebGpu), AttemptInfo>);
static_assert(std::is_same_v<decltype(StartupInfo::WebGL2), AttemptInfo>);
static_assert(std::is_same_v<decltype(StartupInfo::Capabilities), DeviceCapabilities>);
static_assert(std::is_same_v<decltype(StartupInfo::Requirements), DeviceRequirements>);
static_assert(std::is_same_v<decltype(StartupInfo::UnmetRequirement), RequirementFailure>);
static_assert(StartupInfo{}.UnmetRequirement == RequirementFailure::None);
static_assert(std::is_object_v<decltype(StartupInfo::ProfileFailure)>);
static_assert(offsetof(StartupInfo, SelectedBackend) < offsetof(StartupInfo, State));
static_assert(offsetof(StartupInfo, State) < offsetof(StartupInfo, Error));
static_assert(offsetof(StartupInfo, Error) < offsetof(StartupInfo, MaxTextureDimension2D));
static_assert(offsetof(StartupInfo, MaxTextureDimension2D) < offsetof(StartupInfo, Requested));
static_assert(offsetof(StartupInfo, Requested) < offsetof(StartupInfo, WebGpu));
static_assert(offsetof(StartupInfo, WebGpu) < offsetof(StartupInfo, WebGL2));
static_assert(offsetof(StartupInfo, WebGL2) < offsetof(StartupInfo, Capabilities));
static_assert(offsetof(StartupInfo, Capabilities) < offsetof(StartupInfo, Requirements));
static_assert(offsetof(StartupInfo, Requirements) < offsetof(StartupInfo, UnmetRequirement));

// FrameTarget
static_assert(std::is_aggregate_v<FrameTarget> && std::is_final_v<FrameTarget>);
static_assert(std::is_same_v<decltype(FrameTarget::Width), uint32>);
static_assert(FrameTarget{}.Width == 0);
static_assert(std::is_same_v<decltype(FrameTarget::Height), uint32>);
static_assert(FrameTarget{}.Height == 0);
static_assert(std::is_same_v<decltype(FrameTarget::Red), float64>);
static_assert(FrameTarget{}.Red == 0);
static_assert(std::is_same_v<decltype(FrameTarget::Green), float64>);
static_assert(FrameTarget{}.Green == 0);
static_assert(std::is_same_v<decltype(FrameTarget::Blue), float64>);
static_assert(FrameTarget{}.Blue == 0);
static_assert(std::is_same_v<decltype(FrameTarget::Alpha), float64>);
static_assert(FrameTarget{}.Alpha == 1);
static_assert(std::is_object_v<decltype(FrameTarget::ShouldPresentToSurface)>);
static_assert(offsetof(FrameTarget, Width) < offsetof(FrameTarget, Height));
static_assert(offsetof(FrameTarget, Height) < offsetof(FrameTarget, Red));
static_assert(offsetof(FrameTarget, Red) < offsetof(FrameTarget, Green));
static_assert(offsetof(FrameTarget, Green) < offsetof(FrameTarget, Blue));
static_assert(offsetof(FrameTarget, Blue) < offsetof(FrameTarget, Alpha));

// ShaderDescription
static_assert(std::is_aggregate_v<ShaderDescription> && std::is_final_v<ShaderDescription>);
static_assert(std::is_same_v<decltype(ShaderDescription::Stage), ShaderStage>);
static_assert(ShaderDescription{}.Stage == ShaderStage::Vertex);
static_assert(std::is_same_v<decltype(ShaderDescription::UniformSize), usize>);
static_assert(ShaderDescription{}.UniformSize == 0);
static_assert(std::is_same_v<decltype(ShaderDescription::Spirv), std::span<const uint32>>);
static_assert(ShaderDescription{}.Spirv.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::Wgsl), std::string_view>);
static_assert(ShaderDescription{}.Wgsl.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::GlslEs), std::string_view>);
static_assert(ShaderDescription{}.GlslEs.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::SpirvEntry), std::string_view>);
static_assert(ShaderDescription{}.SpirvEntry.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::WgslEntry), std::string_view>);
static_assert(ShaderDescription{}.WgslEntry.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::GlslEsEntry), std::string_view>);
static_assert(ShaderDescription{}.GlslEsEntry.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::Msl), std::string_view>);
static_assert(ShaderDescription{}.Msl.empty());
static_assert(std::is_same_v<decltype(ShaderDescription::MslEntry), std::string_view>);
static_assert(ShaderDescription{}.MslEntry.empty());
static_assert(offsetof(ShaderDescription, Stage) < offsetof(ShaderDescription, UniformSize));
static_assert(offsetof(ShaderDescription, UniformSize) < offsetof(ShaderDescription, Spirv));
static_assert(offsetof(ShaderDescription, Spirv) < offsetof(ShaderDescription, Wgsl));
static_assert(offsetof(ShaderDescription, Wgsl) < offsetof(ShaderDescription, GlslEs));
static_assert(offsetof(ShaderDescription, GlslEs) < offsetof(ShaderDescription, SpirvEntry));
static_assert(offsetof(ShaderDescription, SpirvEntry) < offsetof(ShaderDescription, WgslEntry));
static_assert(offsetof(ShaderDescription, WgslEntry) < offsetof(ShaderDescription, GlslEsEntry));
static_assert(offsetof(ShaderDescription, GlslEsEntry) < offsetof(ShaderDescription, Msl));
static_assert(offsetof(ShaderDescription, Msl) < offsetof(ShaderDescription, MslEntry));

// PipelineDescription
static_assert(std::is_aggregate_v<PipelineDescription> && std::is_final_v<PipelineDescription>);
static_assert(std::is_same_v<decltype(PipelineDescription::Vertex), ShaderHandle>);
static_assert(std::is_same_v<decltype(PipelineDescription::Fragment), ShaderHandle>);
static_assert(std::is_same_v<decltype(PipelineDescription::Uniform), UniformHandle>);
static_assert(offsetof(PipelineDescription, Vertex) < offsetof(PipelineDescription, Fragment));
static_assert(offsetof(PipelineDescription, Fragment) < offsetof(PipelineDescription, Uniform));

// FrameInfo
static_assert(std::is_aggregate_v<FrameInfo> && std::is_final_v<FrameInfo>);
static_assert(std::is_same_v<decltype(FrameInfo::Width), uint32>);
static_assert(FrameInfo{}.Width == 0);
static_assert(std::is_same_v<decltype(FrameInfo::Height), uint32>);
static_assert(FrameInfo{}.Height == 0);
static_assert(std::is_same_v<decltype(FrameInfo::Encoding), SurfaceEncoding>);
static_assert(FrameInfo{}.Encoding == SurfaceEncoding::Unorm);
static_assert(offsetof(FrameInfo, Width) < offsetof(FrameInfo, Height));
static_assert(offsetof(FrameInfo, Height) < offsetof(FrameInfo, Encoding));

// StorageLimits
static_assert(std::is_aggregate_v<StorageLimits> && std::is_final_v<StorageLimits>);
static_assert(std::is_object_v<decltype(StorageLimits::ResourcesPerKind)>);
static_assert(std::is_object_v<decltype(StorageLimits::DrawsPerFrame)>);
static_assert(std::is_object_v<decltype(StorageLimits::DrawsPerPlan)>);
static_assert(std::is_object_v<decltype(StorageLimits::Graphs)>);
static_assert(std::is_object_v<decltype(StorageLimits::ResourcesPerGraph)>);
static_assert(std::is_object_v<decltype(StorageLimits::PassesPerGraph)>);
static_assert(std::is_object_v<decltype(StorageLimits::TransientTextures)>);
static_assert(std::is_object_v<decltype(StorageLimits::RasterPassStates)>);
static_assert(std::is_object_v<decltype(StorageLimits::TransferSlices)>);
static_assert(std::is_object_v<decltype(StorageLimits::TransferBytes)>);
static_assert(std::is_object_v<decltype(StorageLimits::BindingDescriptors)>);
static_assert(std::is_object_v<decltype(StorageLimits::DescriptorsPerSet)>);
static_assert(std::is_object_v<decltype(StorageLimits::RayResourcesPerKind)>);
static_assert(std::is_object_v<decltype(StorageLimits::RayInstances)>);
static_assert(std::is_object_v<decltype(StorageLimits::HostBytes)>);
static_assert(std::is_object_v<decltype(StorageLimits::ResourceBytes)>);

// FormatUses
static_assert(std::is_aggregate_v<FormatUses> && std::is_final_v<FormatUses>);
static_assert(std::is_object_v<decltype(FormatUses::Sampled)>);
static_assert(std::is_object_v<decltype(FormatUses::Filterable)>);
static_assert(std::is_object_v<decltype(FormatUses::ColorAttachment)>);
static_assert(std::is_object_v<decltype(FormatUses::Blendable)>);
static_assert(std::is_object_v<decltype(FormatUses::Storage)>);
static_assert(std::is_object_v<decltype(FormatUses::CopySource)>);
static_assert(std::is_object_v<decltype(FormatUses::CopyDestination)>);

// FormatCapabilities
static_assert(std::is_aggregate_v<FormatCapabilities> && std::is_final_v<FormatCapabilities>);
static_assert(std::is_object_v<decltype(FormatCapabilities::Uses)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::SampleCounts)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxArrayLayers)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxCubeDimension)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxDimension3D)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::PartialViews)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::HasUnalignedBlockExtents)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::AttachmentViews)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxAttachmentMipLevels)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxAttachmentLayers)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::MaxAttachmentCubeDimension)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::DepthSampled)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::StencilAttachment)>);
static_assert(std::is_object_v<decltype(FormatCapabilities::StencilSampled)>);

// RasterCapabilities
static_assert(std::is_aggregate_v<RasterCapabilities> && std::is_final_v<RasterCapabilities>);
static_assert(std::is_same_v<decltype(RasterCapabilities::MaxBufferSize), usize>);
static_assert(RasterCapabilities{}.MaxBufferSize == 0);
static_assert(std::is_same_v<decltype(RasterCapabilities::MaxTextureDimension2D), uint32>);
static_assert(RasterCapabilities{}.MaxTextureDimension2D == 0);
static_assert(std::is_same_v<decltype(RasterCapabilities::UniformOffsetAlignment), usize>);
static_assert(RasterCapabilities{}.UniformOffsetAlignment == 0);
static_assert(std::is_same_v<decltype(RasterCapabilities::MaxUniformRange), usize>);
static_assert(RasterCapabilities{}.MaxUniformRange == 0);
static_assert(std::is_same_v<decltype(RasterCapabilities::ResourcesPerKind), uint32>);
static_assert(RasterCapabilities{}.ResourcesPerKind == 0);
static_assert(std::is_same_v<decltype(RasterCapabilities::DrawsPerFrame), uint32>);
static_assert(RasterCapabilities{}.DrawsPerFrame == 0);
static_assert(std::is_object_v<decltype(RasterCapabilities::HdrColor)>);
static_assert(std::is_object_v<decltype(RasterCapabilities::MaxTextureUploadBytes)>);
static_assert(std::is_object_v<decltype(RasterCapabilities::HasLineFill)>);
static_assert(offsetof(RasterCapabilities, MaxBufferSize) < offsetof(RasterCapabilities, MaxTextureDimension2D));
static_assert(offsetof(RasterCapabilities, MaxTextureDimension2D) <
              offsetof(RasterCapabilities, UniformOffsetAlignment));
static_assert(offsetof(RasterCapabilities, UniformOffsetAlignment) < offsetof(RasterCapabilities, MaxUniformRange));
static_assert(offsetof(RasterCapabilities, MaxUniformRange) < offsetof(RasterCapabilities, ResourcesPerKind));
static_assert(offsetof(RasterCapabilities, ResourcesPerKind) < offsetof(RasterCapabilities, DrawsPerFrame));

// RasterInterfaceCapabilities
static_assert(std::is_aggregate_v<RasterInterfaceCapabilities> && std::is_final_v<RasterInterfaceCapabilities>);
static_assert(std::is_object_v<decltype(RasterInterfaceCapabilities::MaxBindings)>);
static_assert(std::is_object_v<decltype(RasterInterfaceCapabilities::MaxColorAttachments)>);

// BindingCapabilities
static_assert(std::is_aggregate_v<BindingCapabilities> && std::is_final_v<BindingCapabilities>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxBindings)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxUniformBuffersPerStage)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxSampledTexturesPerStage)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxSamplersPerStage)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxDescriptorsPerSet)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxUniformBuffersPerSet)>);
static_assert(std::is_object_v<decltype(BindingCapabilities::MaxSamplersPerSet)>);

// ComputeCapabilities
static_assert(std::is_aggregate_v<ComputeCapabilities> && std::is_final_v<ComputeCapabilities>);
static_assert(std::is_same_v<decltype(ComputeCapabilities::MaxStorageRange), usize>);
static_assert(ComputeCapabilities{}.MaxStorageRange == 0);
static_assert(std::is_same_v<decltype(ComputeCapabilities::StorageOffsetAlignment), usize>);
static_assert(ComputeCapabilities{}.StorageOffsetAlignment == 0);
static_assert(std::is_same_v<decltype(ComputeCapabilities::MaxWorkgroupSize), uint32[3]>);
static_assert(IsZero(ComputeCapabilities{}.MaxWorkgroupSize));
static_assert(std::is_same_v<decltype(ComputeCapabilities::MaxWorkgroupInvocations), uint32>);
static_assert(ComputeCapabilities{}.MaxWorkgroupInvocations == 0);
static_assert(std::is_same_v<decltype(ComputeCapabilities::MaxDispatch), uint32[3]>);
static_assert(IsZero(ComputeCapabilities{}.MaxDispatch));
static_assert(std::is_object_v<decltype(ComputeCapabilities::MaxStorageBindings)>);
static_assert(offsetof(ComputeCapabilities, MaxStorageRange) < offsetof(ComputeCapabilities, StorageOffsetAlignment));
static_assert(offsetof(ComputeCapabilities, StorageOffsetAlignment) < offsetof(ComputeCapabilities, MaxWorkgroupSize));
static_assert(offsetof(ComputeCapabilities, MaxWorkgroupSize) < offsetof(ComputeCapabilities, MaxWorkgroupInvocations));
static_assert(offsetof(ComputeCapabilities, MaxWorkgroupInvocations) < offsetof(ComputeCapabilities, MaxDispatch));

// DeviceProfile
static_assert(std::is_aggregate_v<DeviceProfile> && std::is_final_v<DeviceProfile>);
static_assert(std::is_object_v<decltype(DeviceProfile::Raster)>);
static_assert(std::is_object_v<decltype(DeviceProfile::Interface)>);
static_assert(std::is_object_v<decltype(DeviceProfile::Compute)>);
static_assert(std::is_object_v<decltype(DeviceProfile::Binding)>);
static_assert(std::is_object_v<decltype(DeviceProfile::Formats)>);
static_assert(std::is_object_v<decltype(DeviceProfile::Storage)>);

// RasterRequirements
static_assert(std::is_aggregate_v<RasterRequirements> && std::is_final_v<RasterRequirements>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinBufferSize)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinTextureDimension2D)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MaxUniformOffsetAlignment)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinUniformRange)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinBindings)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinVertexBuffers)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinTextureUploadBytes)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinUniformBindings)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinTextureBindings)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinSamplerBindings)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinUniformBindingsPerSet)>);
static_assert(std::is_object_v<decltype(RasterRequirements::MinSamplerBindingsPerSet)>);

// ComputeRequirements
static_assert(std::is_aggregate_v<ComputeRequirements> && std::is_final_v<ComputeRequirements>);
static_assert(std::is_object_v<decltype(ComputeRequirements::MinStorageRange)>);
static_assert(std::is_object_v<decltype(ComputeRequirements::MaxStorageOffsetAlignment)>);
static_assert(std::is_object_v<decltype(ComputeRequirements::MinStorageBindings)>);

// FormatRequirement
static_assert(std::is_aggregate_v<FormatRequirement> && std::is_final_v<FormatRequirement>);
static_assert(std::is_object_v<decltype(FormatRequirement::Format)>);
static_assert(std::is_object_v<decltype(FormatRequirement::Uses)>);
static_assert(std::is_object_v<decltype(FormatRequirement::MinDimension2D)>);
static_assert(std::is_object_v<decltype(FormatRequirement::Dimension)>);
static_assert(std::is_object_v<decltype(FormatRequirement::MinDepthOrLayers)>);
static_assert(std::is_object_v<decltype(FormatRequirement::PartialViews)>);
static_assert(std::is_object_v<decltype(FormatRequirement::AttachmentViews)>);
static_assert(std::is_object_v<decltype(FormatRequirement::DepthSampled)>);
static_assert(std::is_object_v<decltype(FormatRequirement::StencilAttachment)>);
static_assert(std::is_object_v<decltype(FormatRequirement::StencilSampled)>);
static_assert(std::is_object_v<decltype(FormatRequirement::RequiresUnalignedBlockExtents)>);

// ProfileRequirements
static_assert(std::is_aggregate_v<ProfileRequirements> && std::is_final_v<ProfileRequirements>);
static_assert(std::is_object_v<decltype(ProfileRequirements::Raster)>);
static_assert(std::is_object_v<decltype(ProfileRequirements::Compute)>);
static_assert(std::is_object_v<decltype(ProfileRequirements::Formats)>);
static_assert(std::is_object_v<decltype(ProfileRequirements::FormatCount)>);

// DeviceFeatures
static_assert(std::is_aggregate_v<DeviceFeatures> && std::is_final_v<DeviceFeatures>);
static_assert(std::is_same_v<decltype(DeviceFeatures::FullscreenRaster), bool>);
static_assert(!DeviceFeatures{}.FullscreenRaster);
static_assert(std::is_same_v<decltype(DeviceFeatures::PortableRaster), bool>);
static_assert(!DeviceFeatures{}.PortableRaster);
static_assert(std::is_same_v<decltype(DeviceFeatures::Compute), bool>);
static_assert(!DeviceFeatures{}.Compute);
static_assert(std::is_same_v<decltype(DeviceFeatures::IndirectRendering), bool>);
static_assert(!DeviceFeatures{}.IndirectRendering);
static_assert(std::is_same_v<decltype(DeviceFeatures::OrderedRasterGraph), bool>);
static_assert(!DeviceFeatures{}.OrderedRasterGraph);
static_assert(std::is_object_v<decltype(DeviceFeatures::BindlessTextureIndexing)>);
static_assert(std::is_object_v<decltype(DeviceFeatures::HasRuntimeTextureArrays)>);
static_assert(offsetof(DeviceFeatures, FullscreenRaster) < offsetof(DeviceFeatures, PortableRaster));
static_assert(offsetof(DeviceFeatures, PortableRaster) < offsetof(DeviceFeatures, Compute));
static_assert(offsetof(DeviceFeatures, Compute) < offsetof(DeviceFeatures, IndirectRendering));
static_assert(offsetof(DeviceFeatures, IndirectRendering) < offsetof(DeviceFeatures, OrderedRasterGraph));

// BackendAvailability
static_assert(std::is_aggregate_v<BackendAvailability> && std::is_final_v<BackendAvailability>);
static_assert(std::is_same_v<decltype(BackendAvailability::Vulkan), bool>);
static_assert(!BackendAvailability{}.Vulkan);
static_assert(std::is_same_v<decltype(BackendAvailability::Metal), bool>);
static_assert(!BackendAvailability{}.Metal);
static_assert(std::is_same_v<decltype(BackendAvailability::WebGPU), bool>);
static_assert(!BackendAvailability{}.WebGPU);
static_assert(std::is_same_v<decltype(BackendAvailability::WebGL2), bool>);
static_assert(!BackendAvailability{}.WebGL2);
static_assert(offsetof(BackendAvailability, Vulkan) < offsetof(BackendAvailability, Metal));
static_assert(offsetof(BackendAvailability, Metal) < offsetof(BackendAvailability, WebGPU));
static_assert(offsetof(BackendAvailability, WebGPU) < offsetof(BackendAvailability, WebGL2));

// DeviceDescription
static_assert(std::is_aggregate_v<DeviceDescription> && std::is_final_v<DeviceDescription>);
static_assert(std::is_same_v<decltype(DeviceDescription::Selection), BackendSelection>);
static_assert(DeviceDescription{}.Selection == BackendSelection::Auto);
static_assert(std::is_same_v<decltype(DeviceDescription::Limits), DeviceRequirements>);
static_assert(std::is_same_v<decltype(DeviceDescription::Required), DeviceFeatures>);
static_assert(DeviceDescription{}.Required.FullscreenRaster && !DeviceDescription{}.Required.PortableRaster &&
              !DeviceDescription{}.Required.Compute);
static_assert(std::is_same_v<decltype(DeviceDescription::Preferred), DeviceFeatures>);
static_assert(std::is_object_v<decltype(DeviceDescription::RequiredProfile)>);
static_assert(std::is_object_v<decltype(DeviceDescription::PreferredProfile)>);
static_assert(std::is_object_v<decltype(DeviceDescription::Storage)>);
static_assert(std::is_object_v<decltype(DeviceDescription::EnableGpuTiming)>);
static_assert(offsetof(DeviceDescription, Selection) < offsetof(DeviceDescription, Limits));
static_assert(offsetof(DeviceDescription, Limits) < offsetof(DeviceDescription, Required));
static_assert(offsetof(DeviceDescription, Required) < offsetof(DeviceDescription, Preferred));

// DeviceInfo
static_assert(std::is_aggregate_v<DeviceInfo> && std::is_final_v<DeviceInfo>);
static_assert(std::is_same_v<decltype(DeviceInfo::Compiled), BackendAvailability>);
static_assert(std::is_same_v<decltype(DeviceInfo::Startup), StartupInfo>);
static_assert(std::is_same_v<decltype(DeviceInfo::Description), DeviceDescription>);
static_assert(std::is_same_v<decltype(DeviceInfo::Supported), DeviceFeatures>);
static_assert(std::is_same_v<decltype(DeviceInfo::Enabled), DeviceFeatures>);
static_assert(std::is_object_v<decltype(DeviceInfo::Profile)>);
static_assert(std::is_object_v<decltype(DeviceInfo::UnmetPreferences)>);
static_assert(std::is_object_v<decltype(DeviceInfo::UnmetProfilePreference)>);
static_assert(offsetof(DeviceInfo, Compiled) < offsetof(DeviceInfo, Startup));
static_assert(offsetof(DeviceInfo, Startup) < offsetof(DeviceInfo, Description));
static_assert(offsetof(DeviceInfo, Description) < offsetof(DeviceInfo, Supported));
static_assert(offsetof(DeviceInfo, Supported) < offsetof(DeviceInfo, Enabled));
} // namespace
} // namespace ludus::graphics::rhi
