// Vertex attributes and indices of a glTF primitive, checked number by number.
#include "gltf_meshes.h"
#include "geometry.h"
#include "gltf_accessors.h"

#include <cmath>
#include <iterator>
#include <map>
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

/// Writes `hasTangents` false when the file has none, or when one of them has no direction.
bool ReadTangents(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
                  bool& hasTangents, Problem& problem)
{
    const int accessor = FindAttribute(described, "TANGENT");
    hasTangents = accessor != NO_ACCESSOR;
    if (!hasTangents)
    {
        return true;
    }
    std::vector<float32> values;
    if (!ReadAttribute(model, accessor, "TANGENT", 4, primitive.Vertices.size(), values, problem))
    {
        return false;
    }
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        const float32* const tangent = values.data() + index * 4;
        const Float3 along = apps::Normalize({tangent[0], tangent[1], tangent[2]}, {0, 0, 0});
        hasTangents = hasTangents && Dot(along, along) > 0.5F;
        primitive.Vertices[index].Tangent = {along.X, along.Y, along.Z, tangent[3] < 0 ? -1.0F : 1.0F};
    }
    return true;
}

bool ReadTexCoords(const tinygltf::Model& model, const tinygltf::Primitive& described, const TexCoordSets& sets,
                   Primitive& primitive, Problem& problem)
{
    for (usize place = 0; place < std::size(sets.Numbers); ++place)
    {
        const std::string name = "TEXCOORD_" + std::to_string(sets.Numbers[place]);
        const int accessor = sets.Numbers[place] != NONE ? FindAttribute(described, name) : NO_ACCESSOR;
        if (accessor == NO_ACCESSOR)
        {
            continue; // all zero: a texture then gives its first texel everywhere
        }
        std::vector<float32> values;
        if (!ReadAttribute(model, accessor, name, 2, primitive.Vertices.size(), values, problem))
        {
            return false;
        }
        for (usize index = 0; index < primitive.Vertices.size(); ++index)
        {
            primitive.Vertices[index].TexCoord[place] = {values[index * 2], values[index * 2 + 1]};
        }
    }
    return true;
}

/// Weights that add up to one, as the file's should: rounding is repaired, nothing and less than nothing are refused.
bool ReadInfluences(const tinygltf::Model& model, const tinygltf::Primitive& described, Primitive& primitive,
                    Problem& problem)
{
    const int jointAccessor = FindAttribute(described, "JOINTS_0");
    const int weightAccessor = FindAttribute(described, "WEIGHTS_0");
    if (jointAccessor == NO_ACCESSOR && weightAccessor == NO_ACCESSOR)
    {
        return true;
    }
    if (jointAccessor == NO_ACCESSOR || weightAccessor == NO_ACCESSOR)
    {
        return problem.Say("it has one of JOINTS_0 and WEIGHTS_0 without the other");
    }
    std::vector<float32> joints;
    std::vector<float32> weights;
    if (!ReadAttribute(model, jointAccessor, "JOINTS_0", 4, primitive.Vertices.size(), joints, problem) ||
        !ReadAttribute(model, weightAccessor, "WEIGHTS_0", 4, primitive.Vertices.size(), weights, problem))
    {
        return false;
    }
    const tinygltf::Accessor& accessor = model.accessors[static_cast<usize>(jointAccessor)];
    if ((accessor.componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE &&
         accessor.componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) ||
        accessor.normalized)
    {
        return problem.Say("JOINTS_0: accessor ", jointAccessor, " does not hold unsigned bytes or shorts");
    }
    primitive.Influences.resize(primitive.Vertices.size());
    for (usize index = 0; index < primitive.Vertices.size(); ++index)
    {
        const float32* const weight = weights.data() + index * 4;
        const float32* const joint = joints.data() + index * 4;
        const float32 sum = weight[0] + weight[1] + weight[2] + weight[3];
        if (!(weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0 && weight[3] >= 0 && sum > 1e-6F) ||
            !std::isfinite(sum))
        {
            return problem.Say("WEIGHTS_0 of vertex ", index, " are no shares of a whole: ", weight[0], ", ", weight[1],
                               ", ", weight[2], ", ", weight[3]);
        }
        const float32 share[4]{weight[0] / sum, weight[1] / sum, weight[2] / sum, weight[3] / sum};
        // Joints without a share, or with one too small to be shown, are not looked at: they may be anything in a file.
        primitive.Influences[index] = {{share[0] > 0 ? joint[0] : 0, share[1] > 0 ? joint[1] : 0,
                                        share[2] > 0 ? joint[2] : 0, share[3] > 0 ? joint[3] : 0},
                                       {share[0], share[1], share[2], share[3]}};
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

bool ReadPrimitive(const tinygltf::Model& model, const tinygltf::Primitive& described, const Material& material,
                   const TexCoordSets& sets, Primitive& primitive, Problem& problem)
{
    bool hasNormals = false;
    bool hasTangents = false;
    if (!ReadPositions(model, described, primitive, problem) ||
        !ReadNormals(model, described, primitive, hasNormals, problem) ||
        !ReadTangents(model, described, primitive, hasTangents, problem) ||
        !ReadTexCoords(model, described, sets, primitive, problem) ||
        !ReadColors(model, described, primitive, problem) || !ReadInfluences(model, described, primitive, problem) ||
        !ReadList(model, described, primitive, problem))
    {
        return false;
    }
    if (!hasNormals)
    {
        MakeFlatNormals(primitive);
    }
    // Tangents without normals mean nothing (glTF 2.0 specification, 3.7.2.1).
    if (material.NormalTexture.Image != NO_IMAGE && !(hasNormals && hasTangents))
    {
        MakeTangents(primitive, material.NormalTexture.TexCoord);
    }
    primitive.Box = BoundsOf(primitive);
    return true;
}

void FindJointBoxes(Primitive& primitive)
{
    std::map<uint32, Bounds> boxes;
    for (usize index = 0; index < primitive.Influences.size(); ++index)
    {
        const Influence& influence = primitive.Influences[index];
        const float32 joints[4] = {influence.Joints.X, influence.Joints.Y, influence.Joints.Z, influence.Joints.W};
        const float32 weights[4] = {influence.Weights.X, influence.Weights.Y, influence.Weights.Z, influence.Weights.W};
        for (usize number = 0; number < 4; ++number)
        {
            if (weights[number] > 0)
            {
                boxes[static_cast<uint32>(joints[number])].Add(primitive.Vertices[index].Position);
            }
        }
    }
    for (const auto& [joint, box] : boxes)
    {
        primitive.JointBoxes.push_back({joint, box});
    }
}
} // namespace ludus::view
