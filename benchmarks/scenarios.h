// The scenarios that every benchmark program measures, so that the same name is the same work whatever the library.
//
// S1        one pass on a 64 x 64 RGBA8 target, 10,000 indexed quads: 64 new bytes of uniforms are written for each
//           and reached by a dynamic offset; the caller keeps its packet and changes the offset
// S1fresh   S1, with the packet and its vertex slice built anew for each draw (libraries that draw from packets)
// S1offset  S1 over bytes written beforehand: the dynamic offset and the draw alone
// S2        10,000 indexed quads; each draw changes the pipeline (of 4) and the binding set (of 64)
// S1batch   S1 recorded into a command batch, which is then drawn as a frame; S2batch likewise (Ludus alone)
// S1graph   S1 in ten passes of an ordered graph, which is authored, compiled and executed (Ludus alone); the caller
//           keeps its packets and changes their offsets
// S3        10,000 binding sets {uniform buffer, texture, sampler} created, then each destroyed
// S3warm    32 binding sets like S3's created; the layout has had as many before, and they are destroyed where nothing
//           is measured
// S3cold    the same of a layout that never had a set, its first pool of descriptors included
// S3one     one such set, whose uniforms draws move by a dynamic offset, in the place of the 32
// S4        1,000 vertex buffers of 64 KiB through four staging slices: requested, polled for, taken and destroyed
// S6        1,000 updates of 64 KiB, to four vertex buffers in turn through four staging slices: the bytes are copied
// to
//           a slice and from there to the buffer; a buffer's next update follows when its last one has completed
// S7        1,000 updates of 256 x 256 texels (256 KiB), to four RGBA8 textures in turn through four staging slices
// S5        1,000 dependent passes: each draws a quad that shows what the pass before has drawn; two textures in turns,
//           each with a depth image, and the last pass draws to the surface
// S5graph   S5 as an ordered graph, authored and compiled outside of what is measured (Ludus alone)
//
// One operation is one draw, pass or upload, or one set created and destroyed. What is measured reaches from the start
// of the frame to its submission; waiting for the device is outside.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ludus::benchmarks
{
constexpr std::uint32_t OPERATION_COUNT = 10000;
constexpr std::uint32_t PASS_COUNT = 1000;
constexpr std::uint32_t DRAWING_PASS_COUNT = 10; // of S1graph
constexpr std::uint32_t SNAPSHOT_COUNT = 32;
constexpr std::uint32_t UPLOAD_COUNT = 1000;
constexpr std::uint32_t UPLOAD_SLICES = 4;
constexpr std::uint32_t UPLOAD_BYTES = 65536;
constexpr std::uint32_t UPDATE_COUNT = 1000;
constexpr std::uint32_t UPDATE_BYTES = 65536;
constexpr std::uint32_t STREAMED_EXTENT = 256; // texels
constexpr std::uint32_t STREAMED_PITCH = STREAMED_EXTENT * 4;
constexpr std::uint32_t STREAMED_BYTES = STREAMED_PITCH * STREAMED_EXTENT;
constexpr std::uint32_t PIPELINE_COUNT = 4;
constexpr std::uint32_t SET_COUNT = 64;
constexpr std::uint32_t TARGET_EXTENT = 64;

// Vulkan guarantees that a uniform's offset may be a multiple of this.
constexpr std::uint32_t UNIFORM_STRIDE = 256;

/// What quad.vert reads for a draw: quad corners (0..1) are scaled and moved in clip space, and get one colour.
struct DrawUniform
{
    std::array<float, 2> Offset;
    std::array<float, 2> Scale;
    std::array<float, 4> Colour;
    std::array<float, 8> Unused;
};

static_assert(sizeof(DrawUniform) == 64);

/// Corners of a unit quad, counter-clockwise with y upwards, and its two triangles.
constexpr std::array<float, 8> QUAD_CORNERS{0, 0, 1, 0, 1, 1, 0, 1};
constexpr std::array<std::uint16_t, 6> QUAD_INDICES{0, 1, 2, 0, 2, 3};

/// What the passes of S5 clear to: those of one texture, of the other, and the last one.
constexpr std::array<std::array<float, 4>, 3> CHAIN_COLOURS{
    {{0.25F, 0.5F, 0.75F, 1.0F}, {0.75F, 0.25F, 0.5F, 1.0F}, {0.5F, 0.75F, 0.25F, 1.0F}}};

/// The pipelines of S2, by index: bit 0 blends (premultiplied), bit 1 culls back faces (which draws the same pixels).
constexpr bool IsBlended(std::uint32_t pipeline)
{
    return (pipeline & 1U) != 0;
}

constexpr bool IsCulled(std::uint32_t pipeline)
{
    return (pipeline & 2U) != 0;
}

/// One uniform a draw: tiles of 100 x 100 over the target, each in its own half-transparent colour.
inline std::vector<DrawUniform> MakeDrawUniforms()
{
    std::vector<DrawUniform> uniforms(OPERATION_COUNT);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const std::uint32_t rowNumber = i / 100;
        const auto row = static_cast<float>(rowNumber);
        const auto column = static_cast<float>(i % 100);
        DrawUniform& uniform = uniforms[i];
        uniform.Offset = {-1.0F + column * 0.02F, -1.0F + row * 0.02F};
        uniform.Scale = {0.05F, 0.05F};
        uniform.Colour = {column * 0.005F, row * 0.005F, 0.25F, 0.5F};
    }
    return uniforms;
}
} // namespace ludus::benchmarks
