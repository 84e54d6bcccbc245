// What a glTF material says about colour, and the decoding of the images it names.
#include "gltf_materials.h"
#include "gltf_accessors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace ludus::view
{
namespace
{
constexpr usize MAX_IMAGE_BYTES = usize{1} << 30;

Wrap WrapOf(int mode)
{
    switch (mode)
    {
    case TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE:
        return Wrap::Clamp;
    case TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT:
        return Wrap::Mirror;
    default:
        return Wrap::Repeat;
    }
}

void ReadSampler(const tinygltf::Sampler& sampler, Texture& texture)
{
    texture.U = WrapOf(sampler.wrapS);
    texture.V = WrapOf(sampler.wrapT);
    // The RHI has one filter for magnification and minification: the file's magnification decides.
    texture.IsLinear = sampler.magFilter != TINYGLTF_TEXTURE_FILTER_NEAREST;
    texture.HasMips =
        sampler.minFilter != TINYGLTF_TEXTURE_FILTER_NEAREST && sampler.minFilter != TINYGLTF_TEXTURE_FILTER_LINEAR;
    texture.IsMipLinear = sampler.minFilter != TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_NEAREST &&
                          sampler.minFilter != TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_NEAREST;
}

bool ReadTexture(const tinygltf::Model& model, int index, Texture& texture, Problem& problem)
{
    if (static_cast<usize>(index) >= model.textures.size())
    {
        return problem.Say("its texture ", index, " does not exist: there are ", model.textures.size());
    }
    const tinygltf::Texture& described = model.textures[static_cast<usize>(index)];
    if (described.source < 0 || static_cast<usize>(described.source) >= model.images.size())
    {
        return problem.Say("texture ", index, " has no image that this viewer can read");
    }
    texture.Image = static_cast<uint32>(described.source);
    if (described.sampler >= 0)
    {
        if (static_cast<usize>(described.sampler) >= model.samplers.size())
        {
            return problem.Say("texture ", index, " has sampler ", described.sampler, ", which does not exist");
        }
        ReadSampler(model.samplers[static_cast<usize>(described.sampler)], texture);
    }
    return true;
}

/// Numbers of 0 to 1.
bool ReadFactors(const std::vector<double>& values, usize count, const char* what, float32* factors, Problem& problem)
{
    if (values.size() != count)
    {
        return problem.Say("its ", what, " has ", values.size(), " numbers instead of ", count);
    }
    for (usize index = 0; index < count; ++index)
    {
        if (!(values[index] >= 0 && values[index] <= 1))
        {
            return problem.Say("its ", what, " has a component outside 0..1: ", values[index]);
        }
        factors[index] = static_cast<float32>(values[index]);
    }
    return true;
}

bool ReadNumber(double value, double least, const char* what, float32& number, Problem& problem)
{
    number = static_cast<float32>(value);
    return (std::isfinite(number) && value >= least) || problem.Say("its ", what, " is ", value);
}

/// One or two numbers of an extension's object; `numbers` keeps what it has where there are none.
bool ReadExtensionNumbers(const tinygltf::Value& object, const char* name, usize count, float32* numbers,
                          Problem& problem)
{
    if (!object.Has(name))
    {
        return true;
    }
    const tinygltf::Value& value = object.Get(name);
    const bool hasCount = count == 1 || (value.IsArray() && value.ArrayLen() == count);
    for (usize index = 0; index < count; ++index)
    {
        const tinygltf::Value& entry = count == 1 || !hasCount ? value : value.Get(static_cast<int>(index));
        const auto number = entry.IsNumber() ? static_cast<float32>(entry.GetNumberAsDouble()) : NAN;
        if (!hasCount || !std::isfinite(number))
        {
            return problem.Say(name, " is not ", count, count == 1 ? " finite number" : " finite numbers");
        }
        numbers[index] = number;
    }
    return true;
}

/// KHR_texture_transform: scale, then rotation, then offset. `set` is replaced where the extension names another.
bool ReadTextureTransform(const tinygltf::ExtensionMap& extensions, Texture& texture, uint32& set, Problem& problem)
{
    const auto found = extensions.find("KHR_texture_transform");
    if (found == extensions.end())
    {
        return true;
    }
    float32 offset[2]{0, 0};
    float32 rotation = 0;
    float32 scale[2]{1, 1};
    Problem inner;
    if (!found->second.IsObject() || !ReadExtensionNumbers(found->second, "offset", 2, offset, inner) ||
        !ReadExtensionNumbers(found->second, "rotation", 1, &rotation, inner) ||
        !ReadExtensionNumbers(found->second, "scale", 2, scale, inner))
    {
        return problem.Say("its KHR_texture_transform is damaged: ",
                           inner.Text.empty() ? std::string("it is not an object") : inner.Text);
    }
    if (found->second.Has("texCoord"))
    {
        const tinygltf::Value& other = found->second.Get("texCoord");
        if (!other.IsInt() || other.GetNumberAsInt() < 0)
        {
            return problem.Say("its KHR_texture_transform is damaged: texCoord is not a set of texture coordinates");
        }
        set = static_cast<uint32>(other.GetNumberAsInt());
    }
    const float32 cosine = std::cos(rotation);
    const float32 sine = std::sin(rotation);
    const float32 rows[6] = {cosine * scale[0], sine * scale[1],   offset[0],
                             -sine * scale[0],  cosine * scale[1], offset[1]};
    std::copy(std::begin(rows), std::end(rows), std::begin(texture.Transform));
    return true;
}

/// The place of a set of texture coordinates among a material's two.
bool PlaceSet(uint32 set, TexCoordSets& sets, uint32& place, Problem& problem)
{
    for (place = 0; place < std::size(sets.Numbers); ++place)
    {
        if (sets.Numbers[place] == NONE || sets.Numbers[place] == set)
        {
            sets.Numbers[place] = set;
            return true;
        }
    }
    return problem.Say("its textures use three sets of texture coordinates or more; this viewer reads two");
}

/// Any of tinygltf's three kinds of texture references.
template <class Info>
bool ReadTextureInfo(const tinygltf::Model& model, const Info& info, Texture& texture, TexCoordSets& sets,
                     Problem& problem)
{
    if (info.index < 0)
    {
        return true;
    }
    auto set = static_cast<uint32>(info.texCoord > 0 ? info.texCoord : 0);
    return ReadTexture(model, info.index, texture, problem) &&
           ReadTextureTransform(info.extensions, texture, set, problem) &&
           PlaceSet(set, sets, texture.TexCoord, problem);
}

/// KHR_materials_emissive_strength: a factor, which may be above one.
bool ReadEmissiveStrength(const tinygltf::Material& described, float32& strength, Problem& problem)
{
    const auto found = described.extensions.find("KHR_materials_emissive_strength");
    if (found == described.extensions.end())
    {
        return true;
    }
    Problem inner;
    if (!found->second.IsObject() || !ReadExtensionNumbers(found->second, "emissiveStrength", 1, &strength, inner) ||
        strength < 0)
    {
        return problem.Say("its KHR_materials_emissive_strength is damaged");
    }
    return true;
}

bool ReadSurface(const tinygltf::Model& model, const tinygltf::Material& described, Material& material,
                 TexCoordSets& sets, Problem& problem)
{
    const tinygltf::PbrMetallicRoughness& base = described.pbrMetallicRoughness;
    float32 color[4]{};
    float32 emissive[3]{};
    float32 strength = 1;
    if (!ReadFactors(base.baseColorFactor, 4, "base colour", color, problem) ||
        !ReadFactors({base.metallicFactor}, 1, "metallic factor", &material.Metallic, problem) ||
        !ReadFactors({base.roughnessFactor}, 1, "roughness factor", &material.Roughness, problem) ||
        !ReadFactors(described.emissiveFactor, 3, "emissive factor", emissive, problem) ||
        !ReadEmissiveStrength(described, strength, problem) ||
        !ReadFactors({described.occlusionTexture.strength}, 1, "occlusion strength", &material.OcclusionStrength,
                     problem) ||
        !ReadNumber(described.normalTexture.scale, std::numeric_limits<double>::lowest(), "normal scale",
                    material.NormalScale, problem))
    {
        return false;
    }
    material.BaseColor = {color[0], color[1], color[2], color[3]};
    material.Emissive = Float3{emissive[0], emissive[1], emissive[2]} * strength;
    return ReadTextureInfo(model, base.baseColorTexture, material.BaseColorTexture, sets, problem) &&
           ReadTextureInfo(model, base.metallicRoughnessTexture, material.MetallicRoughnessTexture, sets, problem) &&
           ReadTextureInfo(model, described.normalTexture, material.NormalTexture, sets, problem) &&
           ReadTextureInfo(model, described.occlusionTexture, material.OcclusionTexture, sets, problem) &&
           ReadTextureInfo(model, described.emissiveTexture, material.EmissiveTexture, sets, problem);
}

bool EncodedBytes(const tinygltf::Model& model, const tinygltf::Image& image, std::span<const unsigned char>& bytes,
                  Problem& problem)
{
    if (image.bufferView >= 0)
    {
        return ReadBufferView(model, image.bufferView, bytes, problem);
    }
    if (image.image.empty())
    {
        return problem.Say("its file \"", image.uri, "\" cannot be read");
    }
    bytes = image.image;
    return true;
}

/// Keeps the upper byte of 16-bit channels: textures have eight.
void NarrowChannels(const tinygltf::Image& decoded, std::vector<uint8>& rgba)
{
    rgba.resize(decoded.image.size() / 2);
    for (usize channel = 0; channel < rgba.size(); ++channel)
    {
        rgba[channel] = decoded.image[channel * 2 + 1]; // little-endian
    }
}

bool DecodeImage(const tinygltf::Model& model, usize index, Image& image, Problem& problem)
{
    const tinygltf::Image& described = model.images[index];
    std::span<const unsigned char> bytes;
    if (!EncodedBytes(model, described, bytes, problem))
    {
        return false;
    }
    tinygltf::Image decoded;
    std::string errors;
    std::string warnings;
    if (bytes.size() > MAX_IMAGE_BYTES)
    {
        return problem.Say("it has ", bytes.size(), " bytes; at most ", MAX_IMAGE_BYTES, " can be decoded");
    }
    if (!tinygltf::LoadImageData(&decoded, static_cast<int>(index), &errors, &warnings, 0, 0, bytes.data(),
                                 static_cast<int>(bytes.size()), nullptr))
    {
        return problem.Say("it cannot be decoded: it is neither PNG nor JPEG, or damaged");
    }
    const usize texels = static_cast<usize>(decoded.width) * static_cast<usize>(decoded.height);
    if (decoded.component != 4 || decoded.image.size() != texels * (decoded.bits == 16 ? 8 : 4))
    {
        return problem.Say("it decodes to an unexpected number of channels");
    }
    image.Width = static_cast<uint32>(decoded.width);
    image.Height = static_cast<uint32>(decoded.height);
    image.Name = !described.name.empty() ? described.name : described.uri.substr(0, 40);
    if (decoded.bits == 16)
    {
        NarrowChannels(decoded, image.Rgba);
    }
    else
    {
        image.Rgba = std::move(decoded.image);
    }
    return true;
}
} // namespace

bool ReadMaterial(const tinygltf::Model& model, usize index, Material& material, TexCoordSets& sets, Problem& problem)
{
    const tinygltf::Material& described = model.materials[index];
    Problem inner;
    if (!ReadSurface(model, described, material, sets, inner))
    {
        return problem.Say("material ", index, " is damaged: ", inner.Text);
    }
    if (described.alphaMode == "MASK")
    {
        material.Alpha = AlphaMode::Mask;
    }
    else if (described.alphaMode == "BLEND")
    {
        material.Alpha = AlphaMode::Blend;
    }
    else if (described.alphaMode != "OPAQUE")
    {
        return problem.Say("material ", index, " has the unknown alpha mode \"", described.alphaMode, "\"");
    }
    if (!(described.alphaCutoff >= 0) || !std::isfinite(described.alphaCutoff))
    {
        return problem.Say("material ", index, " has the alpha cutoff ", described.alphaCutoff);
    }
    material.AlphaCutoff = static_cast<float32>(described.alphaCutoff);
    material.IsDoubleSided = described.doubleSided;
    material.IsUnlit = described.extensions.count("KHR_materials_unlit") != 0;
    return true;
}

bool DecodeImages(const tinygltf::Model& model, const ProgressReport& report, Scene& scene, Problem& problem)
{
    // An image that is used both as colours and as numbers is there twice: the formats of its textures differ.
    std::map<std::pair<uint32, bool>, uint32> placed; // image of the file, IsData: image of the scene
    const auto keyOf = [](const Material& material, Texture Material::*texture)
    { return std::pair((material.*texture).Image, IsDataTexture(texture)); };
    for (const Material& material : scene.Materials)
    {
        for (Texture Material::*const texture : TEXTURES)
        {
            if ((material.*texture).Image != NO_IMAGE)
            {
                placed.try_emplace(keyOf(material, texture), 0);
            }
        }
    }
    for (auto& [source, target] : placed)
    {
        target = static_cast<uint32>(scene.Images.size());
        report("decoding images", scene.Images.size(), placed.size());
        Problem inner;
        if (!DecodeImage(model, source.first, scene.Images.emplace_back(), inner))
        {
            return problem.Say("image ", source.first, " cannot be used: ", inner.Text);
        }
        scene.Images.back().IsData = source.second;
    }
    for (Material& material : scene.Materials)
    {
        for (Texture Material::*const texture : TEXTURES)
        {
            uint32& image = (material.*texture).Image;
            image = image != NO_IMAGE ? placed.at(keyOf(material, texture)) : NO_IMAGE;
        }
    }
    return true;
}
} // namespace ludus::view
