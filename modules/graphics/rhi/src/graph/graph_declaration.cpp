// Growth of a declared graph: everything a pass needs is reserved before anything is appended.
#include "graph/graph_declaration.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Room for `more` elements, doubling so that a graph of n passes moves each element a bounded number of times.
template <class T>
[[nodiscard]] bool MakeRoom(Array<T>& array, usize more) noexcept
{
    constexpr usize FIRST_CAPACITY = 32;
    const usize needed = array.Size() + more;
    return needed <= array.Capacity() || array.Reserve(std::max({needed, array.Capacity() * 2, FIRST_CAPACITY}));
}

template <class T>
void AppendAll(Array<T>& array, std::span<const T> values) noexcept
{
    for (const T& value : values)
    {
        array.AppendReserved(value);
    }
}

void AppendText(Array<char>& array, std::string_view text) noexcept
{
    for (const char character : text)
    {
        array.AppendReserved(character);
    }
}
} // namespace

void GraphDeclaration::Clear() noexcept
{
    Resources.Clear();
    Passes.Clear();
    Uses.Clear();
    Attachments.Clear();
    Rectangles.Clear();
    Faults.Clear();
    Text.Clear();
}

uint64 GraphDeclaration::CountBytes() const noexcept
{
    const auto bytes = [](const auto& array) { return uint64{array.Capacity()} * sizeof(*array.Data()); };
    return bytes(Resources) + bytes(Passes) + bytes(Uses) + bytes(Attachments) + bytes(Rectangles) + bytes(Faults) +
           bytes(Text);
}

bool AppendPass(GraphDeclaration& graph, const GraphPass& described, const GraphPassParts& parts) noexcept
{
    if (!MakeRoom(graph.Passes, 1) || !MakeRoom(graph.Uses, parts.Uses.size()) ||
        !MakeRoom(graph.Attachments, parts.Attachments.size()) ||
        !MakeRoom(graph.Text, parts.Name.size() + parts.Source.size()) ||
        (parts.Rectangles != nullptr && !MakeRoom(graph.Rectangles, 1)) ||
        (parts.Fault != nullptr && !MakeRoom(graph.Faults, 1)))
    {
        return false;
    }
    graph.Passes.AppendReserved(described);
    GraphPass& pass = graph.Passes.Back();
    pass.FirstUse = static_cast<uint32>(graph.Uses.Size());
    pass.UseCount = static_cast<uint32>(parts.Uses.size());
    pass.FirstAttachment = static_cast<uint32>(graph.Attachments.Size());
    pass.AttachmentCount = static_cast<uint32>(parts.Attachments.size());
    pass.FirstCharacter = static_cast<uint32>(graph.Text.Size());
    pass.NameBytes = static_cast<uint8>(parts.Name.size());
    pass.SourceBytes = static_cast<uint8>(parts.Source.size());
    AppendAll(graph.Uses, parts.Uses);
    AppendAll(graph.Attachments, parts.Attachments);
    AppendText(graph.Text, parts.Name);
    AppendText(graph.Text, parts.Source);
    if (parts.Rectangles != nullptr)
    {
        pass.Rectangles = static_cast<uint32>(graph.Rectangles.Size());
        graph.Rectangles.AppendReserved(*parts.Rectangles);
    }
    if (parts.Fault != nullptr)
    {
        pass.Fault = static_cast<uint32>(graph.Faults.Size());
        graph.Faults.AppendReserved(*parts.Fault);
    }
    return true;
}

bool FindFault(std::span<const GraphUseRecord> declared, const GraphUseRecord& used, GraphFault& fault) noexcept
{
    const bool namesStages = used.Access() == GraphAccessMode::Uniform || used.Access() == GraphAccessMode::Sampled ||
                             used.Access() == GraphAccessMode::StorageRead ||
                             used.Access() == GraphAccessMode::StorageReadWrite;
    bool isPartial = false;
    for (const GraphUseRecord& use : declared)
    {
        if (use.Resource != used.Resource || use.Access() != used.Access())
        {
            continue;
        }
        const bool coversStages = !namesStages || (used.Visibility() & ~use.Visibility()) == 0;
        const bool coversRange = used.Size == 0 || (used.Offset() >= use.Offset() && used.Size <= use.Size &&
                                                    used.Offset() - use.Offset() <= use.Size - used.Size);
        if (coversStages && coversRange)
        {
            return false;
        }
        isPartial = true;
    }
    fault = {.Resource = used.Resource, .Access = used.Access(), .IsPartial = isPartial};
    return true;
}
} // namespace ludus::graphics::rhi::internal
