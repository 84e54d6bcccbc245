// One table of what is read, and a walk along each of its paths.
#include "gltf_types.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludus::view
{
namespace
{
enum class Type
{
    Flag,
    Text,
    Texts,
    Number,
    Numbers, // exactly Rule::Count of them
    Whole,   // a count, an offset, an index or one of glTF's constants: never negative
    Wholes,
};

struct Rule final
{
    std::string_view Path; // "[]" is every element of an array, "*" every member of an object
    Type Expected;
    std::size_t Count{0};
};

// What tinygltf keeps in an int, and what a file of at most 2 GiB can need.
constexpr std::uint64_t MAX_WHOLE = 2147483647;
constexpr std::size_t MAX_SHOWN = 40;

// glTF 2.0 specification, section 5, in its order.
constexpr Rule RULES[] = {
    {"accessors[].bufferView", Type::Whole},
    {"accessors[].byteOffset", Type::Whole},
    {"accessors[].componentType", Type::Whole},
    {"accessors[].normalized", Type::Flag},
    {"accessors[].count", Type::Whole},
    {"accessors[].type", Type::Text},
    {"accessors[].sparse.count", Type::Whole},
    {"accessors[].sparse.indices.bufferView", Type::Whole},
    {"accessors[].sparse.indices.byteOffset", Type::Whole},
    {"accessors[].sparse.indices.componentType", Type::Whole},
    {"accessors[].sparse.values.bufferView", Type::Whole},
    {"accessors[].sparse.values.byteOffset", Type::Whole},
    {"animations[].channels[].sampler", Type::Whole},
    {"animations[].channels[].target.node", Type::Whole},
    {"animations[].channels[].target.path", Type::Text},
    {"animations[].samplers[].input", Type::Whole},
    {"animations[].samplers[].output", Type::Whole},
    {"animations[].samplers[].interpolation", Type::Text},
    {"buffers[].uri", Type::Text},
    {"buffers[].byteLength", Type::Whole},
    {"bufferViews[].buffer", Type::Whole},
    {"bufferViews[].byteOffset", Type::Whole},
    {"bufferViews[].byteLength", Type::Whole},
    {"bufferViews[].byteStride", Type::Whole},
    {"bufferViews[].target", Type::Whole},
    {"extensionsUsed", Type::Texts},
    {"extensionsRequired", Type::Texts},
    {"scene", Type::Whole},
    {"images[].uri", Type::Text},
    {"images[].mimeType", Type::Text},
    {"images[].bufferView", Type::Whole},
    {"materials[].pbrMetallicRoughness.baseColorFactor", Type::Numbers, 4},
    {"materials[].pbrMetallicRoughness.baseColorTexture.index", Type::Whole},
    {"materials[].pbrMetallicRoughness.baseColorTexture.texCoord", Type::Whole},
    {"materials[].pbrMetallicRoughness.metallicFactor", Type::Number},
    {"materials[].pbrMetallicRoughness.roughnessFactor", Type::Number},
    {"materials[].pbrMetallicRoughness.metallicRoughnessTexture.index", Type::Whole},
    {"materials[].pbrMetallicRoughness.metallicRoughnessTexture.texCoord", Type::Whole},
    {"materials[].normalTexture.index", Type::Whole},
    {"materials[].normalTexture.texCoord", Type::Whole},
    {"materials[].normalTexture.scale", Type::Number},
    {"materials[].occlusionTexture.index", Type::Whole},
    {"materials[].occlusionTexture.texCoord", Type::Whole},
    {"materials[].occlusionTexture.strength", Type::Number},
    {"materials[].emissiveTexture.index", Type::Whole},
    {"materials[].emissiveTexture.texCoord", Type::Whole},
    {"materials[].emissiveFactor", Type::Numbers, 3},
    {"materials[].alphaMode", Type::Text},
    {"materials[].alphaCutoff", Type::Number},
    {"materials[].doubleSided", Type::Flag},
    {"meshes[].primitives[].attributes.*", Type::Whole},
    {"meshes[].primitives[].indices", Type::Whole},
    {"meshes[].primitives[].material", Type::Whole},
    {"meshes[].primitives[].mode", Type::Whole},
    {"nodes[].children", Type::Wholes},
    {"nodes[].skin", Type::Whole},
    {"nodes[].matrix", Type::Numbers, 16},
    {"nodes[].mesh", Type::Whole},
    {"nodes[].rotation", Type::Numbers, 4},
    {"nodes[].scale", Type::Numbers, 3},
    {"nodes[].translation", Type::Numbers, 3},
    {"samplers[].magFilter", Type::Whole},
    {"samplers[].minFilter", Type::Whole},
    {"samplers[].wrapS", Type::Whole},
    {"samplers[].wrapT", Type::Whole},
    {"scenes[].nodes", Type::Wholes},
    {"skins[].inverseBindMatrices", Type::Whole},
    {"skins[].joints", Type::Wholes},
    {"textures[].sampler", Type::Whole},
    {"textures[].source", Type::Whole},
};

std::string Shown(const nlohmann::json& value)
{
    std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > MAX_SHOWN)
    {
        text.replace(MAX_SHOWN, std::string::npos, "...");
    }
    return text;
}

bool IsWhole(const nlohmann::json& value)
{
    return value.is_number_unsigned() && value.get<std::uint64_t>() <= MAX_WHOLE; // glTF 2.0, section 2.7: not "1.0"
}

template <class Predicate>
bool IsArrayOf(const nlohmann::json& value, Predicate predicate)
{
    if (!value.is_array())
    {
        return false;
    }
    for (const nlohmann::json& element : value)
    {
        if (!predicate(element))
        {
            return false;
        }
    }
    return true;
}

bool IsNumber(const nlohmann::json& value)
{
    return value.is_number();
}

bool IsText(const nlohmann::json& value)
{
    return value.is_string();
}

bool CheckValue(const Rule& rule, const nlohmann::json& value, const std::string& place, Problem& problem)
{
    const auto complain = [&](bool isRight, const std::string& wanted)
    { return isRight || problem.Say("is damaged: ", place, " is ", Shown(value), ", and must be ", wanted); };
    switch (rule.Expected)
    {
    case Type::Flag:
        return complain(value.is_boolean(), "true or false");
    case Type::Text:
        return complain(value.is_string(), "text in quotes");
    case Type::Texts:
        return complain(IsArrayOf(value, IsText), "a list of texts in quotes");
    case Type::Number:
        return complain(value.is_number(), "a number");
    case Type::Numbers:
        return complain(IsArrayOf(value, IsNumber) && value.size() == rule.Count,
                        std::to_string(rule.Count) + " numbers");
    case Type::Whole:
        return complain(IsWhole(value), "a whole number of 0 to 2147483647");
    case Type::Wholes:
        return complain(IsArrayOf(value, IsWhole), "a list of whole numbers of 0 to 2147483647");
    }
    return false;
}

/// Follows what is left of a rule's path from `value`, whose place is known. What is not there is not wrong here.
bool Follow(const Rule& rule, std::string_view path, const nlohmann::json& value, const std::string& place,
            Problem& problem)
{
    if (path.empty())
    {
        return CheckValue(rule, value, place, problem);
    }
    if (path.substr(0, 2) == "[]")
    {
        if (!value.is_array())
        {
            return problem.Say("is damaged: ", place, " is ", Shown(value), ", and must be a list");
        }
        for (std::size_t index = 0; index < value.size(); ++index)
        {
            if (!Follow(rule, path.substr(2), value[index], place + "[" + std::to_string(index) + "]", problem))
            {
                return false;
            }
        }
        return true;
    }
    path.remove_prefix(path.front() == '.' ? 1 : 0);
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    path.remove_prefix(name.size());
    if (!value.is_object())
    {
        return problem.Say("is damaged: ", place, " is ", Shown(value), ", and must be an object");
    }
    const std::string dot = place.empty() ? "" : ".";
    for (auto member = value.begin(); member != value.end(); ++member)
    {
        if ((name == "*" || name == member.key()) &&
            !Follow(rule, path, member.value(), place + dot + member.key(), problem))
        {
            return false;
        }
    }
    return true;
}
} // namespace

bool CheckTypes(const nlohmann::json& root, Problem& problem)
{
    for (const Rule& rule : RULES)
    {
        if (!Follow(rule, rule.Path, root, "", problem))
        {
            return false;
        }
    }
    return true;
}
} // namespace ludus::view
