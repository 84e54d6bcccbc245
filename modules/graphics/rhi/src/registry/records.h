// What the registry knows of each resource, in two halves: a hot line that a draw reads, and a cold twin for the rest.
//
// A record is occupied from creation to physical release. While it is public and Ready its hot `Ready` word equals its
// generation, otherwise zero: one compare with a handle's generation proves incarnation, kind and readiness at once,
// because generations are unique in the process.
#pragma once

#include "boundary/backend.h"
#include "formats/library_limits.h"
#include "formats/role_facts.h"
#include "registry/wide_word.h"

#include <ludus/foundation/memory/array.h>
#include <ludus/graphics/rhi/diagnostics.h>

namespace ludus::graphics::rhi::internal
{
using foundation::Array;

struct HotHead
{
    uint64 Ready{0};           // the generation while public and Ready, else zero
    mutable uint64 LastUse{0}; // lease: ordinal of the last submission that may use the record
    mutable uint64 Mark{0};    // the plan that leased the record last (draw_plan.h)
};

struct alignas(64) PlainHot final : HotHead
{
};

struct alignas(64) BufferHot final : HotHead
{
    void SetRole(BufferRole role) noexcept
    {
        Role = role;
        FeedsVertices = IsVertexRole(role);
    }

    uint64 Size{0};
    const uint8* Shadow{nullptr};  // index buffers: a copy of the indices
    const uint32* Maxima{nullptr}; // index buffers: the maximum of each block of INDEX_BLOCK indices
    uint32 Whole{0};               // index buffers: the maximum of all; a restart index counts as the largest value
    BufferRole Role{BufferRole::Vertex};
    uint8 IndexShift{0};      // log2 of the index size; zero: not an index buffer
    bool IsRing{false};       // the frame ring, which is vertices and 32-bit indices as well (uniform_ring.h)
    bool FeedsVertices{true}; // draws may read vertices from it
};

/// Indices that share one maximum.
constexpr uint32 INDEX_BLOCK = 256;

struct alignas(64) LayoutHot final : HotHead
{
    uint32 DynamicMask{0};                // bit a binding number
    alignas(64) WideWord StaticMask[4]{}; // a uint32 a binding number: all ones where a packet's offset must be zero
};

/// How far one dynamic binding of a set may be moved.
struct DynamicEntry final
{
    uint32 Limit{0};     // buffer size - set offset - bound size, saturated
    uint32 Alignment{1}; // minus one: a mask of the bits that must be zero
    uint32 Binding{0};
};

/// SetHot::Watch: what a draw with the set must look at, beyond the handles.
constexpr uint8 WATCH_RING = 1U << 0U;        // a binding is bound to the frame uniform ring
constexpr uint8 WATCH_ATTACHMENTS = 1U << 1U; // a binding shows an attachment, whose contents come and go
constexpr uint8 WATCH_REACHABLE = 1U << 2U;   // a draw must declare the elements of an array

struct alignas(64) SetHot final : HotHead
{
    const LayoutHot* Layout{nullptr};
    const DynamicEntry* Dynamic{nullptr}; // by ascending binding number, in the cold twin
    uint32 DynamicCount{0};
    uint32 ReachableCount{0};   // elements that a draw must declare
    DynamicEntry First{};       // a copy of Dynamic[0], for the fast road
    bool IsFirstRing{false};    // Dynamic[0] is bound to the frame uniform ring
    bool IsFirstAtStart{false}; // Dynamic[0] is bound at offset zero of its buffer
    bool NarrowsWindow{false};  // the fast road takes not all that Dynamic[0] may move by, or nothing
    uint8 Watch{0};             // zero: nothing
};

struct alignas(64) PipelineHot final : HotHead
{
    const LayoutHot* Layout{nullptr};
    uint64 StreamKey{0}; // streams, strides and rates in one word, never zero: equal keys need no new count of records
    uint32 PassKey{0};   // of the target; a pass accepts pipelines of its own key
    uint32 StreamCount{0};
    uint32 InstanceMask{0}; // bit a stream that advances by instance
    uint32 Strides[MAX_VERTEX_STREAMS]{};
    bool WritesDepth{false};
};

static_assert(sizeof(PlainHot) == 64 && sizeof(BufferHot) == 64 && sizeof(SetHot) == 64 && sizeof(PipelineHot) == 64);

/// Common part of the cold twins.
struct ColdHead
{
    uint64 Generation{0};
    uint64 ResourceBytes{0};    // charged against StorageLimits::ResourceBytes
    uint32 Retains{0};          // records that keep this one
    uint32 DescriptorCharge{0}; // charged against StorageLimits::BindingDescriptors
    uint32 Next{NO_SLOT};       // free list or retire queue, whichever the record is in
    RasterStatus State{RasterStatus::NotReady};
    bool IsOccupied{false};
    bool IsPublic{false};
    bool IsInternal{false};       // the library's own: outside ResourcesPerKind, without a public handle
    bool IsBorrowed{false};       // public, but owned by a request or a plan: Destroy is refused
    bool IsBackendPending{false}; // the backend still prepares it and will report
    bool IsPreparing{false};      // ... on its worker
    bool HasBackendObject{false};
    bool IsRetiring{false}; // in the retire queue
    char Label[LABEL_BYTES]{};
};

struct BufferCold final : ColdHead
{
    BufferDescription Description{};
    uint64 Revision{0}; // of the content
    Array<uint8> Shadow{};
    Array<uint32> Maxima{};
    bool IsTableLength{false}; // of a set's runtime table, and the set's own
};

/// What is known of a texture's contents at one moment. Its mips are a bit each, set where every layer is defined.
struct TextureState final
{
    uint64 Revision{0};       // advances with every write
    uint64 LastOrdinal{0};    // of the last accepted submission that drew to it, or sampled it as an attachment
    uint32 Use{USE_NONE};     // what its colour was left for, as ResourceUse: what callers are told
    uint32 Awaited{USE_NONE}; // what the colour's next barrier waits for: Use, and reads before that nothing has ended
    uint32 DepthUse{USE_NONE};
    uint32 DefinedMips{0}; // of the colour
    uint16 DepthMips{0};   // of the private depth
    uint16 StencilMips{0}; // of the private stencil
};

/// The contents of an attachment of several layers, layer by layer (layer_ledger.h).
struct LayerLedger final
{
    Array<uint64> Words{}; // committed cells, then draft ones: by aspect, mip and layer
    uint32 WordsPerMip{0}; // zero: the texture has no cells
    uint32 Mips{0};
    uint32 Layers{0};
    uint32 NextDraft{NO_SLOT};
    bool HasDraft{false};
};

/// The ledger that passes, copies and graphs read and write (texture_ledger.h).
struct TextureLedger final
{
    TextureState Committed{};
    TextureState Draft{}; // while a submission that touches the texture is recorded
    uint32 NextDraft{NO_SLOT};
    bool HasDraft{false};
    LayerLedger Layers{};
};

struct TextureCold final : ColdHead
{
    TextureDescription Description{};
    TextureLedger Ledger{};
};

struct TextureViewCold final : ColdHead
{
    TextureViewCreation Range{};
    bool ShowsAttachment{false}; // its texture is one
};

struct SamplerCold final : ColdHead
{
    SamplerDescription Description{};
};

struct ShaderCold final : ColdHead
{
    ShaderStage Stage{ShaderStage::Vertex};
    bool PreparesAsynchronously{false}; // and so do the pipelines made from it
    Array<RasterShaderInput> Inputs{};
    Array<RasterBinding> Bindings{};
};

struct LayoutCold final : ColdHead
{
    Array<RasterBinding> Bindings{}; // by ascending binding number
    bool HasArrays{false};           // one has more elements than one, or as many as its set says
};

/// A view of an attachment in a set.
struct SampledAttachment final
{
    TextureLedger* Ledger{nullptr}; // the texture's, whose record the set keeps
    uint32 Texture{NO_SLOT};
    uint32 Uses{USE_NONE}; // the stages that the binding is visible to
    uint32 Mips{0};        // a bit a mip of the texture
    uint32 Binding{0};
};

/// What a draw with the set must declare: the elements of its arrays that a shader selects for each invocation.
struct ReachableElements final
{
    Array<RasterBindingIndex> Tokens{}; // by ascending binding number and element
    Array<uint32> Marks{};              // a number for each token: the last list that named it
    uint32 Mark{0};                     // the number of the last list
};

struct SetCold final : ColdHead
{
    uint32 Layout{NO_SLOT};
    uint32 TableLength{0}; // elements of the runtime table; zero: the set has none
    Array<SetDescriptor> Descriptors{};
    Array<DynamicEntry> Dynamic{};
    Array<SampledAttachment> Attachments{};
    ReachableElements Reachable{};
};

struct ComputePipelineCold final : ColdHead
{
    uint32 Shader{NO_SLOT};
    uint32 Layout{NO_SLOT};
};

struct PipelineCold final : ColdHead
{
    uint32 Vertex{NO_SLOT};
    uint32 Fragment{NO_SLOT};
    uint32 Layout{NO_SLOT};
    PipelineTarget Target{};
};
} // namespace ludus::graphics::rhi::internal
