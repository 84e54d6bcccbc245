// One walk through a scene, which packing and unpacking share, so that both see the same things in the same order.
#include "scene_bytes.h"

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace ludus::web
{
namespace
{
using foundation::uint8;
using foundation::usize;

class Packer final
{
public:
    void Bytes(void* values, usize size)
    {
        const auto* const first = static_cast<const uint8*>(values);
        Packed.insert(Packed.end(), first, first + size);
    }

    template <class Values>
    void Size(Values& values)
    {
        usize count = values.size();
        Bytes(&count, sizeof count);
    }

    std::vector<uint8> Packed{};
};

class Unpacker final
{
public:
    explicit Unpacker(std::span<const uint8> bytes) : Left(bytes) {}

    void Bytes(void* values, usize size)
    {
        IsWhole = IsWhole && size <= Left.size();
        if (IsWhole && size != 0)
        {
            std::memcpy(values, Left.data(), size);
            Left = Left.subspan(size);
        }
    }

    /// Each thing takes a byte at least, so that no count makes more things than there are bytes.
    template <class Values>
    void Size(Values& values)
    {
        usize count = 0;
        Bytes(&count, sizeof count);
        IsWhole = IsWhole && count <= Left.size();
        values.resize(IsWhole ? count : 0);
    }

    std::span<const uint8> Left;
    bool IsWhole{true};
};

/// A number, or a structure of nothing else.
template <class Stream, class Value>
void Plain(Stream& stream, Value& value)
{
    static_assert(std::is_trivially_copyable_v<Value>);
    stream.Bytes(&value, sizeof value);
}

/// A string, or a vector of what Plain takes.
template <class Stream, class Values>
void Array(Stream& stream, Values& values)
{
    static_assert(std::is_trivially_copyable_v<typename Values::value_type>);
    stream.Size(values);
    stream.Bytes(values.data(), values.size() * sizeof(values[0]));
}

template <class Stream, class Values, class Walk>
void Each(Stream& stream, Values& values, Walk walk)
{
    stream.Size(values);
    for (auto& value : values)
    {
        walk(value);
    }
}

template <class Stream>
void WalkScene(Stream& stream, view::Scene& scene)
{
    Each(stream, scene.Images,
         [&](view::Image& image)
         {
             Plain(stream, image.Width);
             Plain(stream, image.Height);
             Array(stream, image.Rgba);
             Array(stream, image.Name);
             Plain(stream, image.IsData);
         });
    Array(stream, scene.Materials);
    Each(stream, scene.Primitives,
         [&](view::Primitive& primitive)
         {
             Array(stream, primitive.Vertices);
             Array(stream, primitive.Indices);
             Plain(stream, primitive.Material);
             Plain(stream, primitive.Box);
             Array(stream, primitive.Influences);
             Array(stream, primitive.JointBoxes);
         });
    Array(stream, scene.Nodes);
    Each(stream, scene.Skins,
         [&](view::Skin& skin)
         {
             Array(stream, skin.Joints);
             Array(stream, skin.JointFromModel);
         });
    Each(stream, scene.Animations,
         [&](view::Animation& animation)
         {
             Array(stream, animation.Name);
             Each(stream, animation.Channels,
                  [&](view::Channel& channel)
                  {
                      Plain(stream, channel.Node);
                      Plain(stream, channel.Path);
                      Plain(stream, channel.Between);
                      Array(stream, channel.Times);
                      Array(stream, channel.Values);
                  });
             Plain(stream, animation.Duration);
         });
    Array(stream, scene.Draws);
    Plain(stream, scene.Box);
    Each(stream, scene.Notes, [&](std::string& note) { Array(stream, note); });
}
} // namespace

std::vector<uint8> PackScene(view::Scene& scene)
{
    Packer packer;
    WalkScene(packer, scene);
    return std::move(packer.Packed);
}

bool UnpackScene(std::span<const uint8> bytes, view::Scene& scene)
{
    Unpacker unpacker(bytes);
    view::Scene unpacked;
    WalkScene(unpacker, unpacked);
    if (!unpacker.IsWhole || !unpacker.Left.empty())
    {
        return false;
    }
    scene = std::move(unpacked);
    return true;
}
} // namespace ludus::web
