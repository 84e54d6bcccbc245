// A model as plain data, checked and ready to be drawn: no file format and no device in sight.
#pragma once

#include <common/vector_math.h>

#include <ludus/foundation/base/types.h>

#include <limits>
#include <string>
#include <vector>

namespace ludus::view
{
using apps::Float2;
using apps::Float3;
using apps::Float4;
using apps::Matrix;
using foundation::float32;
using foundation::float64;
using foundation::uint32;
using foundation::uint8;
using foundation::usize;

/// As the vertex buffer holds it.
struct Vertex final
{
    Float3 Position{};
    Float3 Normal{};
    Float4 Color{1, 1, 1, 1}; // linear
    Float2 TexCoord{};        // (0, 0) at the image's first row
};

static_assert(sizeof(Vertex) == 48);

/// Axis-aligned box. Empty until a point is added.
struct Bounds final
{
    Float3 Low{std::numeric_limits<float32>::max(), std::numeric_limits<float32>::max(),
               std::numeric_limits<float32>::max()};
    Float3 High{std::numeric_limits<float32>::lowest(), std::numeric_limits<float32>::lowest(),
                std::numeric_limits<float32>::lowest()};

    void Add(Float3 point) noexcept
    {
        Low = {std::min(Low.X, point.X), std::min(Low.Y, point.Y), std::min(Low.Z, point.Z)};
        High = {std::max(High.X, point.X), std::max(High.Y, point.Y), std::max(High.Z, point.Z)};
    }

    [[nodiscard]] bool IsEmpty() const noexcept { return Low.X > High.X; }

    [[nodiscard]] Float3 Center() const noexcept { return Low * 0.5F + High * 0.5F; }

    /// One of the eight corners: bits 0, 1, 2 of `index` choose the high side of X, Y, Z.
    [[nodiscard]] Float3 Corner(uint32 index) const noexcept
    {
        return {(index & 1U) != 0 ? High.X : Low.X, (index & 2U) != 0 ? High.Y : Low.Y,
                (index & 4U) != 0 ? High.Z : Low.Z};
    }
};

/// Decoded texels: R, G, B, A bytes, colours sRGB-encoded, rows top first without padding.
struct Image final
{
    uint32 Width{0};
    uint32 Height{0};
    std::vector<uint8> Rgba{};
    std::string Name{};
};

enum class Wrap : uint8
{
    Clamp,
    Repeat,
    Mirror, // repeats, every other time mirrored
};

constexpr uint32 NO_IMAGE = std::numeric_limits<uint32>::max();

/// An image as a material samples it.
struct Texture final
{
    uint32 Image{NO_IMAGE}; // index into Scene::Images; NO_IMAGE samples white
    Wrap U{Wrap::Repeat};
    Wrap V{Wrap::Repeat};
    bool IsLinear{true};    // between texels
    bool HasMips{true};     // use smaller levels at a distance
    bool IsMipLinear{true}; // between levels

    bool operator==(const Texture&) const = default;
};

enum class AlphaMode : uint8
{
    Opaque,
    Mask,  // texels with alpha below AlphaCutoff are left out
    Blend, // drawn over what lies behind
};

struct Material final
{
    Float4 BaseColor{1, 1, 1, 1}; // linear; multiplies the texture and the vertex colour
    Texture BaseColorTexture{};
    AlphaMode Alpha{AlphaMode::Opaque};
    float32 AlphaCutoff{0.5F};
    bool IsDoubleSided{false};
    bool IsUnlit{false};
};

/// An indexed triangle list with one material. Every index is below the number of vertices.
struct Primitive final
{
    std::vector<Vertex> Vertices{};
    std::vector<uint32> Indices{}; // a multiple of three
    uint32 Material{0};
    Bounds Box{};
};

/// One primitive placed in the world.
struct Draw final
{
    uint32 Primitive{0};
    Matrix WorldFromModel{};
    bool IsMirrored{false}; // the matrix turns counter-clockwise triangles into clockwise ones
    Bounds Box{};           // in the world
};

struct Scene final
{
    std::vector<Image> Images{};
    std::vector<Material> Materials{}; // never empty: the last one is for primitives without a material
    std::vector<Primitive> Primitives{};
    std::vector<Draw> Draws{};
    Bounds Box{};
    std::vector<std::string> Notes{}; // what the file asks for and this viewer does not show, a sentence each
};
} // namespace ludus::view
