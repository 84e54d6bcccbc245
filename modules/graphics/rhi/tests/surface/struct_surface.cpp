// Holds the public structs to the contract: what does not compile here breaks programs that exist.
//
// Fixed fields: type, default and order. Named fields: that they exist. Then the positional and designated initialisers
// that programs use. This file is compiled with warnings about missing initialisers as errors and never run.
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/profile.h>
#include <ludus/graphics/rhi/raster.h>
#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

#include <cstddef>
#include <type_traits>

namespace ludus::graphics::rhi
{
using namespace foundation::core;

namespace
{
template <class T, usize COUNT>
constexpr bool IsFilled(const T (&values)[COUNT], const T (&expected)[COUNT])
{
    for (usize i = 0; i < COUNT; ++i)
    {
        if (values[i] != expected[i])
        {
            return false;
        }
    }
    return true;
}

template <class T, usize COUNT>
constexpr bool IsZero(const T (&values)[COUNT])
{
    const T zeros[COUNT]{};
    return IsFilled(values, zeros);
}

template <usize COUNT>
constexpr bool AreEmpty(const std::string_view (&texts)[COUNT])
{
    for (const std::string_view text : texts)
    {
        if (!text.empty())
        {
            return false;
        }
    }
    return true;
}

template <class Handle>
concept Comparable = requires(Handle a, Handle b)
{
    a == b;
};

/// Null by default, a value of `BYTES` bytes, without public members or comparison.
template <class Handle, usize BYTES>
constexpr bool IS_HANDLE =
    std::is_final_v<Handle> && !std::is_aggregate_v<Handle> && std::is_nothrow_default_constructible_v<Handle> &&
    std::is_trivially_copyable_v<Handle> && !Comparable<Handle> && sizeof(Handle) == BYTES;

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
