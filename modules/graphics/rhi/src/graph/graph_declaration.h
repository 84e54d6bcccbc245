// An ordered graph as its author declared it: flat arrays of plain data that the compiler reads and never changes.
//
// Resources stand in the order of import, passes in the order of their execution. Everything that belongs to a pass
// lies in one run of its array. Nothing here knows a device: slots and labels are carried along for those who do.
#pragma once

#include "boundary/commands.h"
#include "formats/library_limits.h"

#include <ludus/foundation/memory/array.h>
#include <ludus/graphics/rhi/graph.h>

#include <algorithm>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
using foundation::Array;

/// In place of a resource: the acquired surface, which has no versions.
constexpr uint32 GRAPH_SURFACE = GRAPH_EXTERNAL_INDEX - 1;

constexpr usize GRAPH_SOURCE_BYTES = 127;

/// Which images of a texture hold defined texels; buffers are always DEFINED_COLOR.
enum GraphDefined : uint8
{
    DEFINED_NONE = 0,
    DEFINED_COLOR = 1U << 0,
    DEFINED_DEPTH = 1U << 1,
    DEFINED_STENCIL = 1U << 2,
};

struct GraphResource final
{
    const char* Label{nullptr}; // of the record, which the graph keeps; null or empty: none
    uint64 Bytes{0};            // buffers: the size; textures: what ResourceBytes counts
    uint32 Slot{NO_SLOT};
    uint32 InitialUse{USE_NONE}; // textures: what a write waits for; buffers: every use of the role, all finished
    uint32 FinalUse{USE_NONE};   // what must see the contents afterwards; USE_NONE: nobody
    uint32 LastVersion{0};       // the highest that was reserved
    uint32 RootVersion{GRAPH_EXTERNAL_INDEX}; // the version that must survive, or none
    bool IsTexture{false};
    bool IsTransient{false}; // of the pool: contents begin undefined
    bool IsAttachment{false};
    bool HasStencil{false};
    bool HasDepthUse{false}; // its private depth was in use before
    BufferRole Role{BufferRole::Vertex};
    uint8 Defined{DEFINED_NONE}; // at import
    uint8 Roots{0};              // a bit a GraphRoot that names RootVersion
};

/// One declaration of a pass, packed: graphs hold many.
struct GraphUseRecord final
{
    static constexpr uint64 MAX_OFFSET = (uint64{1} << 48U) - 1;

    uint64 Start{0}; // offset | access << 48 | visibility << 56
    uint64 Size{0};
    uint32 Resource{0};
    uint32 Version{0};

    /// Offsets beyond MAX_OFFSET, which no buffer reaches, become MAX_OFFSET.
    [[nodiscard]] static GraphUseRecord Make(uint32 resource, uint32 version, GraphAccessMode access,
                                             RasterVisibility visibility, uint64 offset, uint64 size) noexcept
    {
        return {std::min(offset, MAX_OFFSET) | static_cast<uint64>(access) << 48U |
                    static_cast<uint64>(visibility) << 56U,
                size, resource, version};
    }

    [[nodiscard]] uint64 Offset() const noexcept { return Start & MAX_OFFSET; }

    [[nodiscard]] GraphAccessMode Access() const noexcept { return static_cast<GraphAccessMode>(Start >> 48U & 255U); }

    /// A mask of RasterVisibility.
    [[nodiscard]] uint32 Visibility() const noexcept { return static_cast<uint32>(Start >> 56U); }

    [[nodiscard]] bool operator==(const GraphUseRecord&) const noexcept = default;
};

static_assert(sizeof(GraphUseRecord) == 24);

/// One colour image that a raster pass draws or resolves to.
struct GraphAttachment final
{
    uint32 Resource{GRAPH_SURFACE}; // GRAPH_EXTERNAL_INDEX: a texture that was not imported
    RasterLoad Load{RasterLoad::Clear};
    RasterStore Store{RasterStore::Store};
    bool IsResolve{false}; // written whole at the end of the pass
    float32 Clear[4]{0, 0, 0, 1};
};

struct GraphRectangles final
{
    RasterRectangle Viewport{};
    RasterRectangle Scissor{};
    bool UseViewport{false};
    bool UseScissor{false};
};

/// What a packet uses and its pass does not declare, found when the pass was added and reported by the compiler.
struct GraphFault final
{
    uint32 Resource{GRAPH_EXTERNAL_INDEX}; // not imported: external
    GraphAccessMode Access{GraphAccessMode::Vertex};
    bool IsPartial{false}; // declared for that access, but not for the whole range or all stages
};

enum class GraphPassKind : uint8
{
    Surface,
    Offscreen,
    Compute,
};

struct GraphPass final
{
    uint32 FirstUse{0};
    uint32 UseCount{0};
    uint32 FirstAttachment{0};
    uint32 AttachmentCount{0}; // the first owns the private depth and stencil
    uint32 DrawCount{0};
    uint32 Rectangles{GRAPH_EXTERNAL_INDEX}; // index, or the whole attachment
    uint32 Fault{GRAPH_EXTERNAL_INDEX};      // index of the first one, or none
    uint32 FirstCharacter{0};                // of the name; the source follows it
    uint32 Line{0};
    float32 ClearDepth{1};
    uint8 NameBytes{0};
    uint8 SourceBytes{0};
    uint8 ClearStencil{0};
    GraphPassKind Kind{GraphPassKind::Offscreen};
    bool SideEffect{false};
    bool IsExplicit{false}; // drawn through RasterPassDescription::Colors
    bool DepthReadOnly{false};
    bool StencilReadOnly{false};
    RasterLoad DepthLoad{RasterLoad::Clear};
    RasterStore DepthStore{RasterStore::Discard};
    RasterLoad StencilLoad{RasterLoad::Clear};
    RasterStore StencilStore{RasterStore::Discard};
};

struct GraphDeclaration final
{
    Array<GraphResource> Resources{};
    Array<GraphPass> Passes{};
    Array<GraphUseRecord> Uses{};
    Array<GraphAttachment> Attachments{};
    Array<GraphRectangles> Rectangles{};
    Array<GraphFault> Faults{};
    Array<char> Text{};

    /// Forgets everything and keeps the memory for the next graph.
    void Clear() noexcept;

    [[nodiscard]] std::span<const GraphUseRecord> UsesOf(const GraphPass& pass) const noexcept
    {
        return {Uses.Data() + pass.FirstUse, pass.UseCount};
    }

    [[nodiscard]] std::span<const GraphAttachment> AttachmentsOf(const GraphPass& pass) const noexcept
    {
        return {Attachments.Data() + pass.FirstAttachment, pass.AttachmentCount};
    }

    [[nodiscard]] std::string_view NameOf(const GraphPass& pass) const noexcept
    {
        return {Text.Data() + pass.FirstCharacter, pass.NameBytes};
    }

    [[nodiscard]] std::string_view SourceOf(const GraphPass& pass) const noexcept
    {
        return {Text.Data() + pass.FirstCharacter + pass.NameBytes, pass.SourceBytes};
    }

    /// Bytes of the arrays, unused capacity included.
    [[nodiscard]] uint64 CountBytes() const noexcept;
};

/// What AppendPass copies beside the pass itself.
struct GraphPassParts final
{
    std::string_view Name{};
    std::string_view Source{};
    std::span<const GraphUseRecord> Uses{};
    std::span<const GraphAttachment> Attachments{};
    const GraphRectangles* Rectangles{nullptr}; // null: the whole attachment
    const GraphFault* Fault{nullptr};
};

/// Appends a pass as described; its indices and counts are filled in. False, changing nothing, when memory is refused.
[[nodiscard]] bool AppendPass(GraphDeclaration& graph, const GraphPass& described,
                              const GraphPassParts& parts) noexcept;

/// Whether none of the declarations covers what a packet uses (its version does not count); `fault` then says how. A
/// resource that was not imported is GRAPH_EXTERNAL_INDEX, which no declaration names.
[[nodiscard]] bool FindFault(std::span<const GraphUseRecord> declared, const GraphUseRecord& used,
                             GraphFault& fault) noexcept;

[[nodiscard]] constexpr bool IsColorAccess(GraphAccessMode access) noexcept
{
    return access == GraphAccessMode::ColorWrite || access == GraphAccessMode::ColorReadWrite;
}

/// Whether a use makes a new version.
[[nodiscard]] constexpr bool IsWriteAccess(GraphAccessMode access) noexcept
{
    return IsColorAccess(access) || access == GraphAccessMode::StorageReadWrite;
}

/// Whether a pass loads depth or stencil that an earlier one left.
[[nodiscard]] constexpr bool LoadsPrivateImages(const GraphPass& pass) noexcept
{
    return pass.DepthLoad == RasterLoad::Load || pass.StencilLoad == RasterLoad::Load;
}

/// Whether a use needs the contents that were there before it. A colour that is cleared needs them all the same when
/// the pass loads the depth beside it.
[[nodiscard]] inline bool NeedsContents(const GraphDeclaration& graph, const GraphPass& pass,
                                        const GraphUseRecord& use) noexcept
{
    return use.Access() != GraphAccessMode::ColorWrite ||
           (LoadsPrivateImages(pass) && graph.Attachments[pass.FirstAttachment].Resource == use.Resource);
}
} // namespace ludus::graphics::rhi::internal
