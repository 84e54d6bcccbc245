// What a backend is given to execute: one linear stream of small tagged structs whose operands are registry slots.
//
// A stream is plain data without pointers: it can be printed, compared, hashed, kept and replayed on another backend.
// It starts with a command and each command says its own size. Draws are the exception that keeps them cheap: a
// DrawRun command is followed by entries that say only what differs from the draw before (see DrawBits).
#pragma once

#include <ludus/graphics/rhi/raster.h>

#include <cstring>
#include <new>
#include <type_traits>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

/// Kinds of records; each has a table of its own in the registry and in every backend.
enum class RecordKind : uint8
{
    Buffer,
    Texture,
    TextureView,
    Sampler,
    Shader,
    BindingLayout,
    BindingSet,
    RasterPipeline,
    ComputePipeline,
    Count,
};

constexpr usize RECORD_KIND_COUNT = static_cast<usize>(RecordKind::Count);

/// Names no slot.
constexpr uint32 NO_SLOT = ~uint32{0};

constexpr uint32 MAX_COLOR_ATTACHMENTS = 4;
constexpr uint32 MAX_VERTEX_STREAMS = 2;

enum class CommandKind : uint32
{
    BeginPass,           // BeginPassCommand, then ColorAttachment[ColorCount], then Barrier[BarrierCount]
    EndPass,             // CommandHeader alone
    DrawRun,             // DrawRunCommand, then draw entries
    DrawVertices,        // DrawVerticesCommand: the facade's fullscreen triangle
    SetRectangles,       // SetRectanglesCommand
    Dispatch,            // DispatchCommand, then uint32[DynamicCount]
    Barriers,            // BarriersCommand, then Barrier[Count]
    CopyBuffer,          // CopyBufferCommand
    CopyBufferToTexture, // CopyTextureBufferCommand
    CopyTextureToBuffer, // CopyTextureBufferCommand
    CopyTexture,         // CopyTextureCommand
    CopySurface,         // CopySurfaceCommand: the last presented surface into a readback slice
    BeginScope,          // ScopeCommand, then its name, terminated and padded
    EndScope,            // CommandHeader alone
    CopySliceToBuffer,   // CopySliceCommand: from an upload slice
    CopyBufferToSlice,   // CopySliceCommand: into a readback slice
};

/// First member of every command. `Bytes` covers the command and all that follows it, a multiple of eight.
struct CommandHeader final
{
    CommandKind Kind{};
    uint32 Bytes{};
};

/// What a resource is used for, as a mask; a backend translates it to stages, accesses and layouts in one place.
enum ResourceUse : uint32
{
    USE_NONE = 0, // contents undefined, no earlier use to wait for
    USE_VERTEX_INPUT = 1U << 0,
    USE_INDEX_INPUT = 1U << 1,
    USE_INDIRECT = 1U << 2,
    USE_UNIFORM_VERTEX = 1U << 3,
    USE_UNIFORM_FRAGMENT = 1U << 4,
    USE_UNIFORM_COMPUTE = 1U << 5,
    USE_SAMPLED_VERTEX = 1U << 6,
    USE_SAMPLED_FRAGMENT = 1U << 7,
    USE_SAMPLED_COMPUTE = 1U << 8,
    USE_STORAGE_READ_FRAGMENT = 1U << 9,
    USE_STORAGE_READ_COMPUTE = 1U << 10,
    USE_STORAGE_WRITE_COMPUTE = 1U << 11,
    USE_COLOR_ATTACHMENT = 1U << 12,
    USE_DEPTH_ATTACHMENT = 1U << 13,
    USE_DEPTH_READ_ONLY = 1U << 14,
    USE_RESOLVE_DESTINATION = 1U << 15,
    USE_COPY_SOURCE = 1U << 16,
    USE_COPY_DESTINATION = 1U << 17,
    USE_HOST_READ = 1U << 18,
};

/// One transition: everything before it that used `Before` is finished and visible to what uses `After`.
struct Barrier final
{
    RecordKind Kind{RecordKind::Buffer}; // Buffer or Texture
    TextureAspect Aspect{TextureAspect::Color};
    bool KeepsContents{true}; // false: the previous texels may be thrown away
    uint32 Slot{NO_SLOT};
    uint32 Before{USE_NONE};
    uint32 After{USE_NONE};
    uint32 BaseMip{0};
    uint32 MipCount{0}; // zero: all
    uint32 BaseLayer{0};
    uint32 LayerCount{0}; // zero: all
};

enum class AttachmentLoad : uint8
{
    Clear,
    Load,
    Discard,
};

enum class AttachmentStore : uint8
{
    Store,
    Discard,
};

/// A rectangle in pixels of the attachment, top-left origin.
struct Rectangle final
{
    uint32 X{0};
    uint32 Y{0};
    uint32 Width{0};
    uint32 Height{0};
};

struct ColorAttachment final
{
    uint32 View{NO_SLOT};    // attachment view; NO_SLOT for the surface and where Texture is given
    uint32 Texture{NO_SLOT}; // attachment texture of one mip, layer and sample, with its own private depth
    uint32 Resolve{NO_SLOT}; // attachment view of one sample, or NO_SLOT
    AttachmentLoad Load{AttachmentLoad::Clear};
    AttachmentStore Store{AttachmentStore::Store};
    float32 Clear[4]{0, 0, 0, 1};
};

/// Opens a raster pass. Its private depth always exists; its stencil when HasStencil. A pass waits for the attachment
/// writes of passes before it: a texture that is drawn to again needs no barrier in between. Its first pass has one
/// from USE_NONE, for colour and for depth.
struct BeginPassCommand final
{
    CommandHeader Header{};
    bool IsSurface{true}; // draws to the acquired surface; ColorCount is then one
    bool HasStencil{false};
    bool DepthReadOnly{false};
    bool StencilReadOnly{false};
    AttachmentLoad DepthLoad{AttachmentLoad::Clear};
    AttachmentStore DepthStore{AttachmentStore::Discard};
    AttachmentLoad StencilLoad{AttachmentLoad::Clear};
    AttachmentStore StencilStore{AttachmentStore::Discard};
    uint32 ColorCount{1};
    uint32 SampleCount{1};
    float32 ClearDepth{1};
    uint32 ClearStencil{0};
    uint32 Width{0}; // extent of the attachments
    uint32 Height{0};
    Rectangle Viewport{};
    Rectangle Scissor{};
    uint32 BarrierCount{0};
    uint32 LogicalPassCount{1}; // authored passes that were merged into this one
};

/// The usual pass, as it lies in a stream: one colour attachment and, where BarrierCount says so, barriers behind it.
struct OneColorPass final
{
    BeginPassCommand Pass{};
    ColorAttachment Color{};
};

static_assert(sizeof(OneColorPass) == sizeof(BeginPassCommand) + sizeof(ColorAttachment));
static_assert(sizeof(BeginPassCommand) % 8 == 0 && sizeof(ColorAttachment) % 8 == 0 && sizeof(Barrier) % 8 == 0);

/// Draws of one pass. `EntryBytes` of entries follow, then padding up to Header.Bytes.
struct DrawRunCommand final
{
    CommandHeader Header{};
    uint32 DrawCount{0};
    uint32 EntryBytes{0};
};

// A draw entry is a uint32 header, bits | streams << 8 | dynamic offsets << 16, then the payload of each set bit, in
// this order and unaligned. A bit that is not set means: as in the entry before. A run's first entry sets all but
// DRAW_INDIRECT. Slots name registry records; the backend keeps pipeline, set, counts and indirection between entries.
// DRAW_INDIRECT comes with DRAW_INDICES and DRAW_COUNTS, which then bound what the buffer may say: the first index is
// where the index buffer begins, since indirect commands start at index zero.
enum DrawBits : uint32
{
    DRAW_PIPELINE = 1U << 0, // uint32 slot
    DRAW_SET = 1U << 1,      // uint32 slot; its offsets always follow (below)
    DRAW_VERTICES = 1U << 2, // for each stream: uint32 slot, uint64 offset
    DRAW_INDICES = 1U << 3,  // uint32 slot, uint32 index size shift: 1 or 2
    DRAW_COUNTS = 1U << 4,   // uint32 index count, uint32 instance count, uint32 first index
    DRAW_INDIRECT = 1U << 5, // uint32 buffer slot, uint64 offset: counts are read there, until the next DRAW_INDICES
    DRAW_OFFSETS = 1U << 6,  // uint32 for each dynamic binding, by ascending binding number; also after DRAW_SET
};

constexpr uint32 DRAW_STREAMS_SHIFT = 8;
constexpr uint32 DRAW_DYNAMIC_SHIFT = 16;

/// The header of most entries: nothing changes but the offset of the set's only dynamic binding.
constexpr uint32 DRAW_ONE_OFFSET = DRAW_OFFSETS | 1U << DRAW_DYNAMIC_SHIFT;

/// The largest draw entry.
constexpr usize MAX_DRAW_ENTRY_BYTES = 4 + 4 + 4 + 12 * MAX_VERTEX_STREAMS + 8 + 12 + 12 + 4 * RASTER_BINDING_COUNT;

/// `VertexCount` vertices without vertex buffers.
struct DrawVerticesCommand final
{
    CommandHeader Header{};
    uint32 Pipeline{NO_SLOT};
    uint32 Set{NO_SLOT};
    uint32 DynamicOffset{0}; // of the set's only dynamic binding
    uint32 VertexCount{3};
};

struct SetRectanglesCommand final
{
    CommandHeader Header{};
    Rectangle Viewport{};
    Rectangle Scissor{};
};

struct DispatchCommand final
{
    CommandHeader Header{};
    uint32 Pipeline{NO_SLOT};
    uint32 Set{NO_SLOT};
    uint32 Groups[3]{};
    uint32 DynamicCount{0};
};

struct BarriersCommand final
{
    CommandHeader Header{};
    uint32 Count{0};
    uint32 Reserved{0};
};

struct CopyBufferCommand final
{
    CommandHeader Header{};
    uint32 Source{NO_SLOT};
    uint32 Destination{NO_SLOT};
    uint64 SourceOffset{0};
    uint64 DestinationOffset{0};
    uint64 Size{0};
};

/// Bytes between a transfer slice and a buffer. A copy from the buffer waits for what used it as `Before`. Of a buffer
/// that is copied to, that has completed: `Before` is for APIs that order a program's writes and copies even then. What
/// uses the buffer as `After` waits for the copy. A buffer that is copied to may still be pending.
struct CopySliceCommand final
{
    CommandHeader Header{};
    uint32 Slice{0};
    uint32 Buffer{NO_SLOT};
    uint64 SliceOffset{0};
    uint64 BufferOffset{0};
    uint64 Size{0};
    uint32 Before{USE_NONE};
    uint32 After{USE_NONE};
};

/// Rows of texels in a transfer slice begin at multiples of this from the first row on.
constexpr usize SLICE_ROW_ALIGNMENT = 256;

/// A rectangle of one mip and layer, and where its rows lie in a transfer slice: an upload slice where they come from
/// it, a readback slice where they go to it.
struct CopyTextureBufferCommand final
{
    CommandHeader Header{};
    uint32 Texture{NO_SLOT};
    uint32 Slice{0};
    uint64 SliceOffset{0};
    uint32 RowPitch{0}; // bytes, a multiple of SLICE_ROW_ALIGNMENT
    uint32 Mip{0};
    uint32 Layer{0};
    Rectangle Region{};
};

struct CopyTextureCommand final
{
    CommandHeader Header{};
    uint32 Source{NO_SLOT};
    uint32 Destination{NO_SLOT};
    uint32 SourceMip{0};
    uint32 SourceLayer{0};
    uint32 DestinationMip{0};
    uint32 DestinationLayer{0};
    Rectangle Region{}; // of the source
    uint32 DestinationX{0};
    uint32 DestinationY{0};
};

/// The last accepted frame's surface into readback slice `Slice`, rows tightly packed.
struct CopySurfaceCommand final
{
    CommandHeader Header{};
    uint32 Slice{0};
    uint32 Width{0};
    uint32 Height{0};
    uint32 Reserved{0};
};

/// A named range for captures and timings; `NameBytes` characters follow, then at least one zero.
struct ScopeCommand final
{
    CommandHeader Header{};
    uint64 Identity{0};
    uint32 NameBytes{0};
    uint32 LogicalPassCount{1};
};

/// Reads a value of the stream and steps over it.
template <class T>
[[nodiscard]] inline T Take(const uint8*& at) noexcept
{
    T value;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
}

/// Writes a value to the stream and steps over it.
template <class T>
inline uint8* Put(uint8* at, T value) noexcept
{
    std::memcpy(at, &value, sizeof value);
    return at + sizeof value;
}

/// The command or barrier at `at`, where it lies: a stream's storage and all that it holds but draw entries are aligned
/// to eight bytes, or to less where that suffices.
template <class T>
[[nodiscard]] inline const T& View(const uint8* at) noexcept
{
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
    return *std::launder(reinterpret_cast<const T*>(at));
}

/// Reads the command at `at` without stepping.
template <class T>
[[nodiscard]] inline T Peek(const uint8* at) noexcept
{
    T value;
    std::memcpy(static_cast<void*>(&value), at, sizeof value);
    return value;
}
} // namespace ludus::graphics::rhi::internal
