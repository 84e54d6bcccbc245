// Accessors become flat arrays here. All sizes are 64-bit and ranges are compared by subtraction, so nothing wraps.
#include "gltf_accessors.h"

#include <algorithm>
#include <cstring>

namespace ludus::view
{
using foundation::float32;
using foundation::uint32;
using foundation::uint64;
using foundation::usize;

namespace
{
// Beyond these a count is damage, not a model: 3 GiB of VEC3, and 48 MiB where a few bytes of file ask for zeros.
constexpr uint64 MAX_ELEMENTS = uint64{1} << 28;
constexpr uint64 MAX_ZERO_ELEMENTS = uint64{1} << 22;

/// Where the elements of an accessor, or of one half of a sparse one, lie.
struct ElementRange final
{
    std::span<const unsigned char> Bytes{}; // empty: all elements are zero
    uint64 Offset{0};
    uint64 Stride{0};
    uint64 Count{0};
    int ComponentType{0};
    uint64 ComponentSize{0};
    uint64 Components{0};

    [[nodiscard]] const unsigned char* At(uint64 element, uint64 component) const
    {
        return Bytes.data() + Offset + element * Stride + component * ComponentSize;
    }
};

uint64 SizeOfComponent(int type)
{
    switch (type)
    {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
        return 4;
    default:
        return 0;
    }
}

template <class T>
T Load(const unsigned char* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

float32 LoadFloat(const unsigned char* bytes, int type, bool isNormalized)
{
    switch (type)
    {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    {
        const auto value = static_cast<float32>(Load<foundation::int8>(bytes));
        return isNormalized ? std::max(value / 127.0F, -1.0F) : value;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return static_cast<float32>(Load<foundation::uint8>(bytes)) / (isNormalized ? 255.0F : 1.0F);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    {
        const auto value = static_cast<float32>(Load<foundation::int16>(bytes));
        return isNormalized ? std::max(value / 32767.0F, -1.0F) : value;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return static_cast<float32>(Load<foundation::uint16>(bytes)) / (isNormalized ? 65535.0F : 1.0F);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return static_cast<float32>(Load<uint32>(bytes));
    default:
        return Load<float32>(bytes);
    }
}

uint32 LoadInteger(const unsigned char* bytes, int type)
{
    switch (type)
    {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return Load<foundation::uint8>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return Load<foundation::uint16>(bytes);
    default:
        return Load<uint32>(bytes);
    }
}

bool IsUnsignedInteger(int type)
{
    return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE || type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

/// Checks that all elements of `range` lie inside view number `view`, and fills in bytes and stride.
bool Place(const tinygltf::Model& model, int view, int accessor, ElementRange& range, Problem& problem)
{
    if (!ReadBufferView(model, view, range.Bytes, problem))
    {
        return false;
    }
    const uint64 elementBytes = range.ComponentSize * range.Components;
    const uint64 stride = model.bufferViews[static_cast<std::size_t>(view)].byteStride;
    range.Stride = stride != 0 ? stride : elementBytes;
    if (range.Stride < elementBytes || range.Stride > 252 + elementBytes)
    {
        return problem.Say("accessor ", accessor, ": buffer view ", view, " has a stride of ", stride,
                           " bytes for elements of ", elementBytes);
    }
    const uint64 size = range.Bytes.size();
    const uint64 last = (range.Count - 1) * range.Stride; // Count is 1 to MAX_ELEMENTS
    if (range.Offset > size || last > size - range.Offset || elementBytes > size - range.Offset - last)
    {
        return problem.Say("accessor ", accessor, " reads beyond its buffer view: ", range.Count, " elements of ",
                           elementBytes, " bytes from offset ", range.Offset, ", the view has ", size);
    }
    return true;
}

/// Everything about an accessor but its sparse part.
bool Describe(const tinygltf::Model& model, int index, ElementRange& range, Problem& problem)
{
    if (index < 0 || static_cast<std::size_t>(index) >= model.accessors.size())
    {
        return problem.Say("accessor ", index, " does not exist: there are ", model.accessors.size());
    }
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
    range.ComponentType = accessor.componentType;
    range.ComponentSize = SizeOfComponent(accessor.componentType);
    range.Components = static_cast<uint64>(CountComponents(model, index));
    range.Count = accessor.count;
    range.Offset = accessor.byteOffset;
    if (range.ComponentSize == 0 || range.Components == 0)
    {
        return problem.Say("accessor ", index, " has a component type or shape that vertices and indices cannot have");
    }
    const uint64 limit = accessor.bufferView < 0 ? MAX_ZERO_ELEMENTS : MAX_ELEMENTS;
    if (range.Count == 0 || range.Count > limit)
    {
        return problem.Say("accessor ", index, " has ", range.Count, " elements: 1 to ", limit, " are possible");
    }
    return accessor.bufferView < 0 || Place(model, accessor.bufferView, index, range, problem);
}

/// Calls `replace(element, values, number)` for every element that a sparse accessor replaces.
template <class Replace>
bool ForEachSparse(const tinygltf::Model& model, int index, const ElementRange& base, Problem& problem, Replace replace)
{
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
    if (!accessor.sparse.isSparse)
    {
        return true;
    }
    const auto& sparse = accessor.sparse;
    if (sparse.count <= 0 || static_cast<uint64>(sparse.count) > base.Count || sparse.indices.byteOffset < 0 ||
        sparse.values.byteOffset < 0 || !IsUnsignedInteger(sparse.indices.componentType))
    {
        return problem.Say("accessor ", index, " has a damaged sparse part");
    }
    ElementRange elements;
    elements.Count = static_cast<uint64>(sparse.count);
    elements.Offset = static_cast<uint64>(sparse.indices.byteOffset);
    elements.ComponentType = sparse.indices.componentType;
    elements.ComponentSize = SizeOfComponent(sparse.indices.componentType);
    elements.Components = 1;
    ElementRange values = base;
    values.Count = elements.Count;
    values.Offset = static_cast<uint64>(sparse.values.byteOffset);
    if (!Place(model, sparse.indices.bufferView, index, elements, problem) ||
        !Place(model, sparse.values.bufferView, index, values, problem))
    {
        return false;
    }
    for (uint64 number = 0; number < elements.Count; ++number)
    {
        const uint32 element = LoadInteger(elements.At(number, 0), elements.ComponentType);
        if (element >= base.Count)
        {
            return problem.Say("accessor ", index, " replaces element ", element, " of ", base.Count);
        }
        replace(element, values, number);
    }
    return true;
}
} // namespace

bool ReadBufferView(const tinygltf::Model& model, int view, std::span<const unsigned char>& bytes, Problem& problem)
{
    if (view < 0 || static_cast<std::size_t>(view) >= model.bufferViews.size())
    {
        return problem.Say("buffer view ", view, " does not exist: there are ", model.bufferViews.size());
    }
    const tinygltf::BufferView& described = model.bufferViews[static_cast<std::size_t>(view)];
    if (described.buffer < 0 || static_cast<std::size_t>(described.buffer) >= model.buffers.size())
    {
        return problem.Say("buffer view ", view, " lies in buffer ", described.buffer, ", which does not exist");
    }
    const std::vector<unsigned char>& data = model.buffers[static_cast<std::size_t>(described.buffer)].data;
    if (described.byteOffset > data.size() || described.byteLength > data.size() - described.byteOffset)
    {
        return problem.Say("buffer view ", view, " reaches beyond buffer ", described.buffer, ": ",
                           described.byteLength, " bytes from offset ", described.byteOffset, ", the buffer has ",
                           data.size());
    }
    bytes = std::span(data).subspan(described.byteOffset, described.byteLength);
    return true;
}

bool ReadFloats(const tinygltf::Model& model, int accessor, int components, std::vector<float32>& values,
                Problem& problem)
{
    ElementRange range;
    if (!Describe(model, accessor, range, problem))
    {
        return false;
    }
    if (range.Components != static_cast<uint64>(components))
    {
        return problem.Say("accessor ", accessor, " has ", range.Components, " components where ", components,
                           " are needed");
    }
    const bool isNormalized = model.accessors[static_cast<std::size_t>(accessor)].normalized;
    // No more than the bytes of a buffer, or than MAX_ZERO_ELEMENTS allows: usize holds it on every platform.
    values.assign(static_cast<usize>(range.Count * range.Components), 0.0F);
    const auto copy = [&](uint64 element, const ElementRange& from, uint64 number)
    {
        for (uint64 component = 0; component < from.Components; ++component)
        {
            values[static_cast<usize>(element * from.Components + component)] =
                LoadFloat(from.At(number, component), from.ComponentType, isNormalized);
        }
    };
    for (uint64 element = 0; !range.Bytes.empty() && element < range.Count; ++element)
    {
        copy(element, range, element);
    }
    return ForEachSparse(model, accessor, range, problem, copy);
}

bool ReadIndices(const tinygltf::Model& model, int accessor, std::vector<uint32>& values, Problem& problem)
{
    ElementRange range;
    if (!Describe(model, accessor, range, problem))
    {
        return false;
    }
    if (range.Components != 1 || !IsUnsignedInteger(range.ComponentType))
    {
        return problem.Say("accessor ", accessor, " cannot hold indices: they are single unsigned integers");
    }
    values.assign(static_cast<usize>(range.Count), 0);
    const auto copy = [&](uint64 element, const ElementRange& from, uint64 number)
    { values[static_cast<usize>(element)] = LoadInteger(from.At(number, 0), from.ComponentType); };
    for (uint64 element = 0; !range.Bytes.empty() && element < range.Count; ++element)
    {
        copy(element, range, element);
    }
    return ForEachSparse(model, accessor, range, problem, copy);
}

int CountComponents(const tinygltf::Model& model, int accessor)
{
    if (accessor < 0 || static_cast<std::size_t>(accessor) >= model.accessors.size())
    {
        return 0;
    }
    switch (model.accessors[static_cast<std::size_t>(accessor)].type)
    {
    case TINYGLTF_TYPE_SCALAR:
        return 1;
    case TINYGLTF_TYPE_VEC2:
        return 2;
    case TINYGLTF_TYPE_VEC3:
        return 3;
    case TINYGLTF_TYPE_VEC4:
        return 4;
    case TINYGLTF_TYPE_MAT4:
        return 16;
    default:
        return 0;
    }
}
} // namespace ludus::view
