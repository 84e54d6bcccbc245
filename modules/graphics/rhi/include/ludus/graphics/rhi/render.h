// The fullscreen facade: one vertex and one fragment shader, one uniform block, one triangle that covers the frame.
//
//     rhi::CreateShader(ludus::shaders::display::Vertex(), vertex);      // headers made by ludus_compile_shader
//     rhi::CreateShader(ludus::shaders::display::Fragment(), fragment);
//     rhi::CreateUniform(48, uniform);
//     rhi::CreatePipeline({vertex, fragment, uniform}, pipeline);        // once all three are Ready
//     rhi::UpdateUniform(uniform, bytes);                                // before the first draw
//     rhi::DrawFullscreen(pipeline);                                     // once in an open frame
//
// raster.h has meshes, textures and everything else.
#pragma once

#include <ludus/foundation/base/types.h>

#include <span>
#include <string_view>

namespace ludus::graphics::rhi
{
namespace internal
{
struct ResourceAccess;
}

/// Answer of facade resource operations.
enum class ResourceStatus : ludus::foundation::uint8
{
    Ready,
    Pending, // an output handle is owned and being prepared; poll GetStatus
    Failed,  // an owned handle is inspected, then destroyed
    NotReady,
    InvalidHandle,
    InvalidState,
    InvalidDescription,
    CapacityExceeded,
    InUse, // a pipeline still depends on it
    DeviceLost,
};

enum class ShaderStage : ludus::foundation::uint8
{
    Vertex,
    Fragment,
    Compute, // reflected shaders of raster.h only
};

/// What the frame's colour attachment does with written values.
enum class SurfaceEncoding : ludus::foundation::uint8
{
    Unorm, // stores them as they are
    Srgb,  // encodes RGB from linear to sRGB
};

/// Handles are values; copies name the same resource and own nothing. A default handle is null.
struct ShaderHandle final
{
private:
    [[maybe_unused]] foundation::uint32 Id{0};
    friend struct internal::ResourceAccess;
};

struct UniformHandle final
{
private:
    [[maybe_unused]] foundation::uint32 Id{0};
    friend struct internal::ResourceAccess;
};

struct PipelineHandle final
{
private:
    [[maybe_unused]] foundation::uint32 Id{0};
    friend struct internal::ResourceAccess;
};

/// One shader stage, for as many backends as the program was compiled for. Everything is borrowed during creation.
struct ShaderDescription final
{
    ShaderStage Stage{ShaderStage::Vertex};
    foundation::usize UniformSize{0};              // bytes the stage reads of its uniform block (facade only)
    std::span<const foundation::uint32> Spirv{};   // Vulkan
    std::string_view Wgsl{};                       // WebGPU
    std::string_view GlslEs{""};                   // WebGL 2, GLSL ES 3.00
    std::string_view SpirvEntry{};                 // entry point inside Spirv
    std::string_view WgslEntry{};                  // entry point inside Wgsl
    std::string_view GlslEsEntry{""};              // "main"
    std::string_view Msl{""};                      // Metal
    std::string_view MslEntry{""};                 // entry point inside Msl
    std::string_view Glsl{""};                     // OpenGL, GLSL 4.50
    std::string_view GlslEntry{""};                // "main"
    std::string_view Hlsl{""};                     // Direct3D
    std::string_view HlslEntry{""};                // entry point inside Hlsl
    std::span<const foundation::uint8> Bytecode{}; // Direct3D, compiled
};

/// The three parts of a fullscreen pipeline; all must be Ready.
struct PipelineDescription final
{
    ShaderHandle Vertex{};
    ShaderHandle Fragment{};
    UniformHandle Uniform{}; // group 0, binding 0
};

/// The open frame's pixels.
struct FrameInfo final
{
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
    SurfaceEncoding Encoding{SurfaceEncoding::Unorm};
};

/// Creates a shader stage into a null handle. InvalidDescription: the artifact of the running backend is missing, or
/// its entry point is absent or of another stage. CapacityExceeded: eight exist already. Ready or Pending owns the
/// output; any other answer leaves it as it was.
[[nodiscard]] ResourceStatus CreateShader(const ShaderDescription& description, ShaderHandle& shader) noexcept;

/// Creates a uniform block of `size` bytes: 16 to 16384, a multiple of 16, at most Capabilities.MaxUniformBufferSize;
/// else InvalidDescription. NotReady, creating nothing: what all uniforms share is still being prepared, try again.
[[nodiscard]] ResourceStatus CreateUniform(ludus::foundation::usize size, UniformHandle& uniform) noexcept;

/// Creates a pipeline. NotReady, creating nothing, while a part is pending; InvalidDescription when the uniform is
/// smaller than a stage needs.
[[nodiscard]] ResourceStatus CreatePipeline(const PipelineDescription& description, PipelineHandle& pipeline) noexcept;

/// State of a resource, polled: never waits. InvalidHandle for null, destroyed and earlier sessions' handles.
[[nodiscard]] ResourceStatus GetStatus(ShaderHandle shader) noexcept;
[[nodiscard]] ResourceStatus GetStatus(UniformHandle uniform) noexcept;
[[nodiscard]] ResourceStatus GetStatus(PipelineHandle pipeline) noexcept;

/// Extent and encoding of the open frame; all zero outside a frame.
[[nodiscard]] FrameInfo GetFrameInfo() noexcept;

/// Replaces all bytes of a uniform, between frames or before the open frame's draw. Allocates nothing.
[[nodiscard]] ResourceStatus UpdateUniform(UniformHandle uniform,
                                           std::span<const ludus::foundation::uint8> bytes) noexcept;

/// Destroys a resource, between frames. InUse while a Ready or Pending pipeline depends on it. The caller's handle is
/// a copy and keeps its value: assign {} before using it as an output again.
[[nodiscard]] ResourceStatus Destroy(ShaderHandle shader) noexcept;
[[nodiscard]] ResourceStatus Destroy(UniformHandle uniform) noexcept;
[[nodiscard]] ResourceStatus Destroy(PipelineHandle pipeline) noexcept;

/// Draws one triangle that covers the open frame, once a frame; the uniform's bytes are taken at the call.
/// InvalidState: no open frame, a second draw, a uniform that was never updated, or a frame with portable draws.
[[nodiscard]] ResourceStatus DrawFullscreen(PipelineHandle pipeline) noexcept;
} // namespace ludus::graphics::rhi
