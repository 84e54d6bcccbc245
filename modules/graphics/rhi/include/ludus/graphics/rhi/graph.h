// Passes and ordered graphs: declare what each pass reads and writes, compile, look at the plan, execute.
//
//     rhi::CreateOrderedGraph(device, graph);
//     rhi::ImportGraphTexture(device, graph, texture, state, rhi::RasterTextureUse::SampledBoth, before);
//     rhi::NextGraphVersion(device, graph, before, after);      // contents after the next write
//     rhi::AddGraphPass(device, graph, {.Name = "scene", .Attachment = {...}, .Uses = uses, ...});
//     rhi::AddGraphRoot(device, graph, after, rhi::GraphRoot::Export);
//     rhi::CompileOrderedGraph(device, graph, report);          // every hazard, or the first reason why not
//     rhi::ExecuteOrderedGraph(device, surface, graph, token);
//
// Passes run in the order in which they are added; nothing is reordered. A version names contents, not storage.
#pragma once

#include <ludus/graphics/rhi/compute.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct GraphAccess;
}

/// Where an attachment's contents come from at the start of a pass.
enum class RasterLoad : ludus::foundation::uint8
{
    Clear, // the whole attachment
    Load,  // what is there, which must be defined
    Discard,
};

/// What becomes of an attachment's contents at the end of a pass.
enum class RasterStore : ludus::foundation::uint8
{
    Store,
    Discard,
};

/// The last use of a texture's colour image.
enum class RasterTextureUse : ludus::foundation::uint8
{
    Undefined,
    SampledVertex,
    SampledFragment,
    SampledBoth,
    SampledCompute,
    ColorAttachment,
};

/// How a pass uses a declared resource.
enum class GraphAccessMode : ludus::foundation::uint8
{
    Vertex,
    Index,
    Uniform,
    Sampled,
    ColorWrite,     // writes a new version; Clear or Discard
    ColorReadWrite, // loads the version before and writes a new one
    StorageRead,
    StorageReadWrite, // reads the version before and writes the next one
    Indirect,
};

/// Why a version must survive although no pass reads it.
enum class GraphRoot : ludus::foundation::uint8
{
    Export,
    History,
    Readback,
};

/// Why one pass must come before another.
enum class GraphHazard : ludus::foundation::uint8
{
    ReadAfterWrite,
    WriteAfterRead,
    WriteAfterWrite,
};

/// No pass, no resource, no group.
constexpr ludus::foundation::uint32 GRAPH_EXTERNAL_INDEX = ~ludus::foundation::uint32{0};

LUDUS_RHI_HANDLE(OrderedGraph, GraphAccess);

/// Contents of one resource of one graph, after a certain write.
struct GraphVersion final
{
private:
    [[maybe_unused]] foundation::uint64 Owner{0};
    [[maybe_unused]] foundation::uint64 Generation{0};
    [[maybe_unused]] foundation::uint32 Graph{0};
    [[maybe_unused]] foundation::uint32 Resource{0};
    [[maybe_unused]] foundation::uint32 Version{0};
    friend struct internal::GraphAccess;
};

/// Pixels of the attachment, top-left origin, half-open edges.
struct RasterRectangle final
{
    foundation::uint32 X{0};
    foundation::uint32 Y{0};
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
};

/// One colour attachment of an explicit offscreen pass.
struct RasterColorAttachment final
{
    TextureViewHandle View{};
    RasterLoad Load{RasterLoad::Clear};
    RasterStore Store{RasterStore::Store};
    foundation::float32 Clear[4]{0, 0, 0, 1}; // linear
    TextureViewHandle Resolve{};              // one sample, or null
};

struct RasterPassDescription final
{
    TextureHandle Color{}; // null: the surface, or Colors
    RasterLoad ColorLoad{RasterLoad::Clear};
    RasterStore ColorStore{RasterStore::Store};
    foundation::float32 Clear[4]{0, 0, 0, 1}; // linear
    RasterLoad DepthLoad{RasterLoad::Clear};
    RasterStore DepthStore{RasterStore::Discard};
    bool DepthReadOnly{false}; // needs DepthLoad Load
    foundation::float32 ClearDepth{1};
    RasterRectangle Viewport{}; // when UseViewport; else the whole attachment
    RasterRectangle Scissor{};  // when UseScissor; else the whole attachment
    bool UseViewport{false};
    bool UseScissor{false};
    const RasterColorAttachment* Colors{nullptr};
    foundation::usize ColorCount{0};
    RasterLoad StencilLoad{RasterLoad::Clear};
    RasterStore StencilStore{RasterStore::Discard};
    bool StencilReadOnly{false};
    foundation::uint8 ClearStencil{0};
};

/// What the registry knows of a texture's contents.
struct RasterTextureState final
{
    foundation::uint64 Revision{0};
    SubmissionToken Dependency{}; // last accepted use
    RasterTextureUse Use{RasterTextureUse::Undefined};
    bool ColorDefined{false};
    bool DepthDefined{false};
    bool StencilDefined{false};
};

/// One declaration of a pass.
struct GraphUse final
{
    GraphVersion Resource{}; // read, or produced
    GraphAccessMode Access{GraphAccessMode::Sampled};
    foundation::usize Offset{0}; // buffers
    foundation::usize Size{0};   // buffers
    RasterVisibility Visibility{RasterVisibility::Both};
};

/// One pass. Everything is copied; packets keep what they use.
struct GraphPassDescription final
{
    const char* Name{nullptr};   // 1 to 63 bytes
    const char* Source{nullptr}; // at most 127 bytes
    foundation::uint32 Line{0};
    RasterPassDescription Attachment{};
    const GraphUse* Uses{nullptr};
    foundation::usize UseCount{0};
    const RasterDraw* Draws{nullptr};
    foundation::usize DrawCount{0};
    bool SideEffect{false};
    const ComputeDispatch* Dispatch{nullptr};
};

struct GraphCompileOptions final
{
    bool CullUnused{true};
    bool MergeRasterPasses{false};
};

struct GraphDependency final
{
    foundation::uint32 Before{GRAPH_EXTERNAL_INDEX};
    foundation::uint32 After{GRAPH_EXTERNAL_INDEX};
    foundation::uint32 Resource{0}; // in order of import
    GraphHazard Hazard{GraphHazard::ReadAfterWrite};
    GraphAccessMode Source{GraphAccessMode::Sampled};
    GraphAccessMode Destination{GraphAccessMode::Sampled};
};

/// Entries of GraphReport's arrays; the totals cover the whole plan and the indexed queries every entry of it.
constexpr foundation::usize GRAPH_REPORT_PASSES = 32;
constexpr foundation::usize GRAPH_REPORT_RESOURCES = 16;
constexpr foundation::usize GRAPH_REPORT_DEPENDENCIES = 512;

struct GraphReport final
{
    foundation::uint32 PassCount{0};
    foundation::uint32 LivePasses{0};
    foundation::uint32 DependencyCount{0};
    foundation::uint32 ErrorPass{GRAPH_EXTERNAL_INDEX};
    foundation::uint32 ErrorResource{GRAPH_EXTERNAL_INDEX};
    bool WholeBufferHazards{true};
    char Names[GRAPH_REPORT_PASSES][64]{};
    char Sources[GRAPH_REPORT_PASSES][128]{};
    foundation::uint32 Lines[GRAPH_REPORT_PASSES]{};
    bool Culled[GRAPH_REPORT_PASSES]{};
    foundation::uint32 FirstUse[GRAPH_REPORT_RESOURCES]{};
    foundation::uint32 LastUse[GRAPH_REPORT_RESOURCES]{};
    GraphDependency Dependencies[GRAPH_REPORT_DEPENDENCIES]{};
    foundation::uint32 ResourceCount{0};
    foundation::uint32 ReportedPasses{0};
    foundation::uint32 ReportedResources{0};
    foundation::uint32 ReportedDependencies{0};
    foundation::uint32 RasterPasses{0};
    foundation::uint32 ComputePasses{0};
    foundation::uint32 MergedPasses{0};
    foundation::uint32 DrawCount{0};
    foundation::uint32 RasterGroup[GRAPH_REPORT_PASSES]{};
    foundation::uint64 PlanStorageBytes{0};
    foundation::uint64 BufferBytes{0};
    foundation::uint64 TextureBytes{0};
};

struct GraphPassDiagnostic final
{
    char Name[64]{};
    char Source[128]{};
    foundation::uint32 Line{0};
    bool Culled{false};
    foundation::uint32 RasterGroup{GRAPH_EXTERNAL_INDEX};
};

struct GraphResourceDiagnostic final
{
    foundation::uint32 FirstUse{GRAPH_EXTERNAL_INDEX};
    foundation::uint32 LastUse{GRAPH_EXTERNAL_INDEX};
};

/// What the accepted frames have made of a texture, in any frame state; passes and draws of an open frame count once it
/// is accepted. `Revision` advances with every pass that draws to the texture. `Dependency` names the last accepted
/// frame that drew to it or, of an attachment, sampled it. Refusals leave `state` as it was.
[[nodiscard]] RasterStatus GetTextureState(DeviceHandle device, TextureHandle texture,
                                           RasterTextureState& state) noexcept;

/// Ends the current pass of the open frame and begins another: draws go to `Color`, or to the surface when it is null.
/// A frame opens with a surface pass, which vanishes when nothing is drawn in it; the target's clear is what the first
/// surface pass loads, and a frame without a surface pass presents it. Clears fill the whole attachment whatever the
/// rectangles; draws outside a scissor are checked and leave nothing. What a pass stores may be sampled by all graphics
/// stages from the next pass on; a draw that samples an attachment without defined contents, the open pass's own, or
/// one whose last use does not cover the binding's stages answers InvalidState. `Color` is a two-dimensional attachment
/// of one sample; `Colors` and stencil answer Unsupported in this version.
///
/// InvalidHandle: the device or `Color`. InvalidState: no open frame, a frame with a fullscreen draw, a Load of
/// undefined contents. InvalidDescription: not an attachment, a clear that is not finite or outside zero to one for
/// depth, a viewport that is empty or not inside, DepthReadOnly without Load, a Discard of the surface.
/// CapacityExceeded: StorageLimits::PassesPerGraph passes in the frame, or StorageLimits::RasterPassStates combinations
/// of format, load and store. Every refusal keeps the current pass.
[[nodiscard]] RasterStatus BeginRasterPass(DeviceHandle device, const RasterPassDescription& description) noexcept;

/// Queries of one entry of the plan, after a compile attempt. NotReady before one; InvalidDescription beyond the end;
/// refusals leave the output as it was. They allocate nothing.
[[nodiscard]] RasterStatus GetGraphPassDiagnostic(DeviceHandle device, OrderedGraph graph,
                                                  ludus::foundation::uint32 index,
                                                  GraphPassDiagnostic& output) noexcept;
[[nodiscard]] RasterStatus GetGraphResourceDiagnostic(DeviceHandle device, OrderedGraph graph,
                                                      ludus::foundation::uint32 index,
                                                      GraphResourceDiagnostic& output) noexcept;
[[nodiscard]] RasterStatus GetGraphDependency(DeviceHandle device, OrderedGraph graph, ludus::foundation::uint32 index,
                                              GraphDependency& output) noexcept;

/// Reserves a graph into a null handle. CapacityExceeded: StorageLimits::Graphs exist.
[[nodiscard]] RasterStatus CreateOrderedGraph(DeviceHandle device, OrderedGraph& graph) noexcept;

/// Imports a buffer with its current contents, once.
[[nodiscard]] RasterStatus ImportGraphBuffer(DeviceHandle device, OrderedGraph graph, BufferHandle buffer,
                                             GraphVersion& version) noexcept;

/// Imports a texture with the contents of exactly `state`; a stale snapshot is refused.
[[nodiscard]] RasterStatus ImportGraphTexture(DeviceHandle device, OrderedGraph graph, TextureHandle texture,
                                              const RasterTextureState& state, RasterTextureUse finalUse,
                                              GraphVersion& version) noexcept;

/// Borrows an attachment of exactly this description from a pool of StorageLimits::TransientTextures; its contents
/// begin undefined. `texture` ends when the graph is executed or discarded, and serves graphs alone: Destroy,
/// ImportGraphTexture and BeginRasterPass answer InvalidState. Views and sets of it are made as of any texture; destroy
/// them too, or the pool cannot lend it again. It is lent again, under another handle, once the GPU is done with it;
/// idle textures of other descriptions make way when room is needed. They are not counted by ResourcesPerKind; their
/// bytes are charged until they are given up.
///
/// Ready or Pending: both outputs are written, and GetStatus says when a pending texture can be used.
/// InvalidDescription: not an attachment, or one that the device does not offer (Unsupported). InvalidState: a compiled
/// graph, a texture handle that is not null. CapacityExceeded: ResourcesPerGraph, TransientTextures in use, or budgets.
[[nodiscard]] RasterStatus CreateGraphTexture(DeviceHandle device, OrderedGraph graph,
                                              const TextureDescription& description, GraphVersion& version,
                                              TextureHandle& texture) noexcept;

/// Reserves the contents after the next write of a resource.
[[nodiscard]] RasterStatus NextGraphVersion(DeviceHandle device, OrderedGraph graph, GraphVersion current,
                                            GraphVersion& next) noexcept;

/// Appends a pass; its packets are validated and retained, its declarations are verified by the compiler.
[[nodiscard]] RasterStatus AddGraphPass(DeviceHandle device, OrderedGraph graph,
                                        const GraphPassDescription& description) noexcept;

[[nodiscard]] RasterStatus AddGraphRoot(DeviceHandle device, OrderedGraph graph, GraphVersion version,
                                        GraphRoot root) noexcept;

/// Validates the whole plan and writes `report`, also when it refuses. `reference` keeps every legal pass.
[[nodiscard]] RasterStatus CompileOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphReport& report,
                                               bool reference = false) noexcept;
[[nodiscard]] RasterStatus CompileOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphReport& report,
                                               const GraphCompileOptions& options) noexcept;

/// Executes a compiled plan as one frame and consumes it. NotReady: the target is skipped and the plan kept.
[[nodiscard]] RasterStatus ExecuteOrderedGraph(DeviceHandle device, SurfaceHandle surface, OrderedGraph& graph,
                                               SubmissionToken& completion) noexcept;

/// Encodes a compiled plan into the open frame and consumes it; EndFrame submits it.
[[nodiscard]] RasterStatus EncodeOrderedGraph(DeviceHandle device, SurfaceHandle surface,
                                              OrderedGraph& inoutGraph) noexcept;

/// Drops a graph that was not executed, and nulls it.
[[nodiscard]] RasterStatus DiscardOrderedGraph(DeviceHandle device, OrderedGraph& graph) noexcept;
} // namespace ludus::graphics::rhi
