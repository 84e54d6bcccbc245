// A square that bends: two joints, the second of which turns around X, as a file and as numbers computed here.
#pragma once

#include "model_file.h"

#include <cmath>
#include <string>

namespace ludus::view::tests
{
/// The upper edge belongs to the turning joint by three quarters.
constexpr float32 UPPER_SHARE = 0.75F;

/// Half the height of the second joint's place below the square's middle.
constexpr float32 PIVOT = -0.5F;

/// The bytes of SkinnedSquare's buffer, and of the two far triangles that keep the camera where it is.
struct SquareParts final
{
    std::vector<float32> Positions{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    std::vector<float32> Normals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    std::vector<uint8> Joints{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
    std::vector<float32> Weights{1, 0, 0, 0, 1, 0, 0, 0, 0.25F, UPPER_SHARE, 0, 0, 0.25F, UPPER_SHARE, 0, 0};
    std::vector<float32> InverseBind{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,      0, 1,
                                     1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -PIVOT, 0, 1};
    std::vector<float32> Times{0, 2};
    std::vector<float32> Rotations{0, 0, 0, 1, 0.64278761F, 0, 0, 0.76604444F}; // 0 and 80 degrees around X
};

inline std::string BytesOfSquare(const SquareParts& parts)
{
    return BytesOf(parts.Positions) + BytesOf(parts.Normals) + BytesOf(parts.Joints) + BytesOf(parts.Weights) +
           BytesOf(parts.InverseBind) + BytesOf(parts.Times) + BytesOf(parts.Rotations) +
           BytesOf<foundation::uint16>({0, 1, 2, 0, 2, 3}) +
           BytesOf<float32>({-2, -2, -2, -1.9F, -2, -2, -2, -1.9F, -2, 2, 2, 2, 1.9F, 2, 2, 2, 1.9F, 2});
}

/// Node 0 holds the square, node 1 and its child 2 are the joints, node 3 holds the far triangles. Without a skin the
/// square stands as its vertices are.
inline std::string SkinnedSquare(bool hasSkin)
{
    const std::string skin = hasSkin ? R"(,"skin":0)" : "";
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,3]}],
        "nodes":[{"mesh":0)" +
           skin + R"(},{"children":[2]},{"translation":[0,-0.5,0]},{"mesh":1}],
        "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.8,0.5,0.2,1],"metallicFactor":0.2,"roughnessFactor":0.5},
                      "doubleSided":true}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"JOINTS_0":2,"WEIGHTS_0":3},"indices":7,"material":0}]},
                  {"primitives":[{"attributes":{"POSITION":8},"material":0}]}],
        "skins":[{"joints":[1,2],"inverseBindMatrices":4}],
        "animations":[{"channels":[{"sampler":0,"target":{"node":2,"path":"rotation"}}],
                       "samplers":[{"input":5,"output":6}]}],
        "buffers":[{"uri":"test.bin","byteLength":428}],
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":48},
            {"buffer":0,"byteOffset":96,"byteLength":16},{"buffer":0,"byteOffset":112,"byteLength":64},
            {"buffer":0,"byteOffset":176,"byteLength":128},{"buffer":0,"byteOffset":304,"byteLength":8},
            {"buffer":0,"byteOffset":312,"byteLength":32},{"buffer":0,"byteOffset":344,"byteLength":12},
            {"buffer":0,"byteOffset":356,"byteLength":72}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
            {"bufferView":1,"componentType":5126,"count":4,"type":"VEC3"},
            {"bufferView":2,"componentType":5121,"count":4,"type":"VEC4"},
            {"bufferView":3,"componentType":5126,"count":4,"type":"VEC4"},
            {"bufferView":4,"componentType":5126,"count":2,"type":"MAT4"},
            {"bufferView":5,"componentType":5126,"count":2,"type":"SCALAR"},
            {"bufferView":6,"componentType":5126,"count":2,"type":"VEC4"},
            {"bufferView":7,"componentType":5123,"count":6,"type":"SCALAR"},
            {"bufferView":8,"componentType":5126,"count":6,"type":"VEC3"}]})";
}

/// The square with the second joint turned by that many degrees, as a person computes it: the upper vertices are
/// 1/4 p + 3/4 (pivot + turn(p - pivot)), and a normal n of theirs becomes the cofactors of 1/4 + 3/4 turn, times n.
inline SquareParts Bend(float32 degrees)
{
    SquareParts parts;
    const float32 cosine = std::cos(degrees * 3.14159265F / 180);
    const float32 sine = std::sin(degrees * 3.14159265F / 180);
    for (const usize vertex : {usize{2}, usize{3}})
    {
        const float32 height = parts.Positions[vertex * 3 + 1] - PIVOT;
        parts.Positions[vertex * 3 + 1] =
            (1 - UPPER_SHARE) * parts.Positions[vertex * 3 + 1] + UPPER_SHARE * (PIVOT + cosine * height);
        parts.Positions[vertex * 3 + 2] = UPPER_SHARE * sine * height;
        // The blended matrix is [1 0 0; 0 a -b; 0 b a]: its cofactors turn (0, 0, 1) into (0, -b, a).
        parts.Normals[vertex * 3 + 1] = -UPPER_SHARE * sine;
        parts.Normals[vertex * 3 + 2] = 1 - UPPER_SHARE + UPPER_SHARE * cosine;
    }
    return parts;
}
} // namespace ludus::view::tests
