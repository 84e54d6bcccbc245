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
    Float4 Color{1, 1, 1, 1};   // linear
    Float4 Tangent{1, 0, 0, 1}; // xyz: where U grows; w: 1, or -1 where the texture is mirrored
    Float2 TexCoord[2]{};       // (0, 0) at the image's first row; Texture::TexCoord chooses
};

static_assert(sizeof(Vertex) == 72);

/// What moves a vertex of a skinned primitive, as the vertex buffer holds it: numbers in Skin::Joints, and shares that
/// add up to one.
struct Influence final
{
    Float4 Joints{};
    Float4 Weights{1, 0, 0, 0};
};

static_assert(sizeof(Influence) == 32);

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

/// Decoded texels: R, G, B, A bytes, rows top first without padding.
struct Image final
{
    uint32 Width{0};
    uint32 Height{0};
    std::vector<uint8> Rgba{};
    std::string Name{};
    bool IsData{false}; // numbers (normals, roughness), not colours, which are sRGB-encoded
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
    bool IsLinear{true};                    // between texels
    bool HasMips{true};                     // use smaller levels at a distance
    bool IsMipLinear{true};                 // between levels
    uint32 TexCoord{0};                     // which of Vertex::TexCoord
    float32 Transform[6]{1, 0, 0, 0, 1, 0}; // two rows: U and V from (U, V, 1)

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
    float32 Metallic{1};          // multiplies the texture's blue
    float32 Roughness{1};         // multiplies the texture's green
    float32 NormalScale{1};       // of the normal map's X and Y
    float32 OcclusionStrength{1}; // how much of the occlusion map's red counts
    Float3 Emissive{};            // linear; multiplies the texture
    Texture BaseColorTexture{};
    Texture MetallicRoughnessTexture{};
    Texture NormalTexture{};
    Texture OcclusionTexture{};
    Texture EmissiveTexture{};
    AlphaMode Alpha{AlphaMode::Opaque};
    float32 AlphaCutoff{0.5F};
    bool IsDoubleSided{false};
    bool IsUnlit{false};
};

/// The textures of a material, in the order that shaders/view.slang has.
constexpr Texture Material::*TEXTURES[] = {&Material::BaseColorTexture, &Material::MetallicRoughnessTexture,
                                           &Material::NormalTexture, &Material::OcclusionTexture,
                                           &Material::EmissiveTexture};

/// Whether a texture of this material holds numbers instead of colours.
[[nodiscard]] constexpr bool IsDataTexture(Texture Material::*texture) noexcept
{
    return texture != &Material::BaseColorTexture && texture != &Material::EmissiveTexture;
}

/// Vertices that one joint moves.
struct JointBox final
{
    uint32 Joint{0};
    Bounds Box{};
};

/// An indexed triangle list with one material. Every index is below the number of vertices.
struct Primitive final
{
    std::vector<Vertex> Vertices{};
    std::vector<uint32> Indices{}; // a multiple of three
    uint32 Material{0};
    Bounds Box{};
    std::vector<Influence> Influences{}; // one a vertex where a skin can move them, else empty
    std::vector<JointBox> JointBoxes{};  // with Influences
};

constexpr uint32 NONE = std::numeric_limits<uint32>::max();

/// Where a node stands in its parent.
struct Node final
{
    uint32 Parent{NONE};     // comes before this one
    Matrix ParentFromNode{}; // without animation
    Float3 Translation{};
    Float4 Rotation{0, 0, 0, 1};
    Float3 Scale{1, 1, 1};
};

/// Most joints of a skin: their matrices are one uniform block, which has 16 KiB on WebGL 2.
constexpr usize MAX_JOINTS = 340;

/// Nodes that move vertices.
struct Skin final
{
    std::vector<uint32> Joints{};         // nodes
    std::vector<Matrix> JointFromModel{}; // one a joint: the inverse bind matrices
};

enum class AnimatedPath : uint8
{
    Translation,
    Rotation,
    Scale,
};

enum class Interpolation : uint8
{
    Step,
    Linear, // for rotations along the sphere
    CubicSpline,
};

/// What one property of one node does over time. Times grow; there is at least one.
struct Channel final
{
    uint32 Node{0};
    AnimatedPath Path{AnimatedPath::Translation};
    Interpolation Between{Interpolation::Linear};
    std::vector<float32> Times{};  // seconds
    std::vector<float32> Values{}; // three or four numbers a time; three times as many for CubicSpline
};

struct Animation final
{
    std::string Name{};
    std::vector<Channel> Channels{};
    float32 Duration{0}; // seconds: the last of all times
};

/// One primitive placed in the world.
struct Draw final
{
    uint32 Primitive{0};
    uint32 Node{0};
    uint32 Skin{NONE}; // joints then place the vertices, and WorldFromModel is the identity
    Matrix WorldFromModel{};
    bool IsMirrored{false}; // the matrix turns counter-clockwise triangles into clockwise ones
    Bounds Box{};           // in the world
};

struct Scene final
{
    std::vector<Image> Images{};
    std::vector<Material> Materials{}; // never empty: the last one is for primitives without a material
    std::vector<Primitive> Primitives{};
    std::vector<Node> Nodes{}; // parents first
    std::vector<Skin> Skins{};
    std::vector<Animation> Animations{}; // the first one is played
    std::vector<Draw> Draws{};           // without animation
    Bounds Box{};
    std::vector<std::string> Notes{}; // what the file asks for and this viewer does not show, a sentence each
};
} // namespace ludus::view
