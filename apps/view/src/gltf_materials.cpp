// What a glTF material says about colour, and the decoding of the images it names.
#include "gltf_materials.h"
#include "gltf_accessors.h"

#include <cmath>
#include <map>
#include <span>

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

bool ReadBaseColor(const std::vector<double>& factor, Float4& color, Problem& problem)
{
    if (factor.size() != 4)
    {
        return problem.Say("its base colour has ", factor.size(), " numbers instead of 4");
    }
    for (const double value : factor)
    {
        if (!(value >= 0 && value <= 1))
        {
            return problem.Say("its base colour has a component outside 0..1: ", value);
        }
    }
    color = {static_cast<float32>(factor[0]), static_cast<float32>(factor[1]), static_cast<float32>(factor[2]),
             static_cast<float32>(factor[3])};
    return true;
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

bool ReadMaterial(const tinygltf::Model& model, usize index, Material& material, uint32& texCoordSet, Problem& problem)
{
    const tinygltf::Material& described = model.materials[index];
    const tinygltf::PbrMetallicRoughness& base = described.pbrMetallicRoughness;
    Problem inner;
    bool isRead = ReadBaseColor(base.baseColorFactor, material.BaseColor, inner);
    texCoordSet = 0;
    if (isRead && base.baseColorTexture.index >= 0)
    {
        isRead = ReadTexture(model, base.baseColorTexture.index, material.BaseColorTexture, inner);
        texCoordSet = base.baseColorTexture.texCoord > 0 ? static_cast<uint32>(base.baseColorTexture.texCoord) : 0;
    }
    if (!isRead)
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
    std::map<uint32, uint32> placed; // image of the file to image of the scene
    for (const Material& material : scene.Materials)
    {
        if (material.BaseColorTexture.Image != NO_IMAGE)
        {
            placed.try_emplace(material.BaseColorTexture.Image, 0);
        }
    }
    for (auto& [source, target] : placed)
    {
        target = static_cast<uint32>(scene.Images.size());
        report("decoding images", scene.Images.size(), placed.size());
        Problem inner;
        if (!DecodeImage(model, source, scene.Images.emplace_back(), inner))
        {
            return problem.Say("image ", source, " cannot be used: ", inner.Text);
        }
    }
    for (Material& material : scene.Materials)
    {
        Texture& texture = material.BaseColorTexture;
        texture.Image = texture.Image != NO_IMAGE ? placed.at(texture.Image) : NO_IMAGE;
    }
    return true;
}
} // namespace ludus::view
