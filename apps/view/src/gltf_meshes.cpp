// Vertex attributes and indices of a glTF primitive, checked number by number.
#include "gltf_meshes.h"
#include "geometry.h"
#include "gltf_accessors.h"

#include <cmath>
#include <string>
#include <utility>

namespace ludus::view
{
namespace
{
constexpr int NO_ACCESSOR = -1;

int FindAttribute(const tinygltf::Primitive& primitive, const std::string& name)
{
    const auto found = primitive.attributes.find(name);
    return found != primitive.attributes.end() ? found->second : NO_ACCESSOR;
}

/// Reads an attribute and compares its length with the positions'.
bool ReadAttribute(const tinygltf::Model& model, int accessor, const std::string& name, int components,
                   usize vertexCount, std::vector<float32>& values, Problem& problem)
{
    Problem inner;
    if (!ReadFloats(model, accessor, components, values, inner))
    {
        return problem.Say(name, ": ", inner.Text);
    }
    const usize count = values.size() / static_cast<usize>(components);
    if (vertexCount != 0 && count != vertexCount)
    {
        return problem.Say(name, " has ", count, " elements for ", vertexCount, " vertices");
    }
    for (usize index = 0; index < values.size(); ++index)
    {
        if (!std::isfinite(values[index]))
        {
            return problem.Say(name, " of vertex ", index / static_cast<usize>(components), " is not finite");
        }
    }
    return true;
}

bool ReadPositions(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
                   Problem& problem)
{
    const int accessor = FindAttribute(described, "POSITION");
    if (accessor == NO_ACCESSOR)
    {
        return problem.Say("it has no positions");
    }
    std::vector<float32> values;
    if (!ReadAttribute(model, accessor, "POSITION", 3, 0, values, problem))
    {
        return false;
    }
    primitive.Vertices.resize(values.size() / 3);
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        primitive.Vertices[index].Position = {values[index * 3], values[index * 3 + 1], values[index * 3 + 2]};
    }
    return true;
}

/// Writes `hasNormals` false when the file has none, or when one of them has no direction.
bool ReadNormals(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
                 bool& hasNormals, Problem& problem)
{
    const int accessor = FindAttribute(described, "NORMAL");
    hasNormals = accessor != NO_ACCESSOR;
    if (!hasNormals)
    {
        return true;
    }
    std::vector<float32> values;
    if (!ReadAttribute(model, accessor, "NORMAL", 3, primitive.Vertices.size(), values, problem))
    {
        return false;
    }
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        const Float3 normal =
            apps::Normalize({values[index * 3], values[index * 3 + 1], values[index * 3 + 2]}, {0, 0, 0});
        hasNormals = hasNormals && Dot(normal, normal) > 0.5F;
        primitive.Vertices[index].Normal = normal;
    }
    return true;
}

bool ReadTexCoords(const tinygltf::Model& model, const tinygltf::Primitive& described, uint32 set, Primitive& primitive,
                   Problem& problem)
{
    const std::string name = "TEXCOORD_" + std::to_string(set);
    const int accessor = FindAttribute(described, name);
    if (accessor == NO_ACCESSOR)
    {
        return true; // all zero: a texture then gives its first texel everywhere
    }
    std::vector<float32> values;
    if (!ReadAttribute(model, accessor, name, 2, primitive.Vertices.size(), values, problem))
    {
        return false;
    }
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        primitive.Vertices[index].TexCoord = {values[index * 2], values[index * 2 + 1]};
    }
    return true;
}

bool ReadColors(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
                Problem& problem)
{
    const int accessor = FindAttribute(described, "COLOR_0");
    if (accessor == NO_ACCESSOR)
    {
        return true;
    }
    const int components = CountComponents(model, accessor);
    if (components != 3 && components != 4)
    {
        return problem.Say("COLOR_0: accessor ", accessor, " has ", components, " components instead of 3 or 4");
    }
    std::vector<float32> values;
    if (!ReadAttribute(model, accessor, "COLOR_0", components, primitive.Vertices.size(), values, problem))
    {
        return false;
    }
    const auto stride = static_cast<usize>(components);
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        const float32* color = values.data() + index * stride;
        primitive.Vertices[index].Color = {color[0], color[1], color[2], components == 4 ? color[3] : 1.0F};
    }
    return true;
}

bool ReadList(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
              Problem& problem)
{
    std::vector<uint32> indices;
    const usize vertexCount = primitive.Vertices.size();
    if (described.indices >= 0)
    {
        Problem inner;
        if (!ReadIndices(model, described.indices, indices, inner))
        {
            return problem.Say("indices: ", inner.Text);
        }
    }
    else
    {
        indices.resize(vertexCount);
        for (usize index = 0; index < vertexCount; ++index)
        {
            indices[index] = static_cast<uint32>(index);
        }
    }
    for (usize position = 0; position < indices.size(); ++position)
    {
        if (indices[position] >= vertexCount)
        {
            return problem.Say("index number ", position, " names vertex ", indices[position], ", there are ",
                               vertexCount);
        }
    }
    switch (described.mode)
    {
    case TINYGLTF_MODE_TRIANGLE_STRIP:
        primitive.Indices = ListFromStrip(indices);
        return true;
    case TINYGLTF_MODE_TRIANGLE_FAN:
        primitive.Indices = ListFromFan(indices);
        return true;
    default:
        primitive.Indices = std::move(indices);
        return primitive.Indices.size() % 3 == 0 ||
               problem.Say("its triangle list has ", primitive.Indices.size(), " corners, not a multiple of three");
    }
}
} // namespace

bool HasTriangles(const tinygltf::Primitive& primitive) noexcept
{
    return primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
           primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
}

bool ReadPrimitive(const tinygltf::Model& model, const tinygltf::Primitive& described, uint32 texCoordSet,
                   Primitive& primitive, Problem& problem)
{
    bool hasNormals = false;
    if (!ReadPositions(model, described, primitive, problem) ||
        !ReadNormals(model, described, primitive, hasNormals, problem) ||
        !ReadTexCoords(model, described, texCoordSet, primitive, problem) ||
        !ReadColors(model, described, primitive, problem) || !ReadList(model, described, primitive, problem))
    {
        return false;
    }
    if (!hasNormals)
    {
        MakeFlatNormals(primitive);
    }
    primitive.Box = BoundsOf(primitive);
    return true;
}
} // namespace ludus::view
