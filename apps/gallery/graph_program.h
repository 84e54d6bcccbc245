// Gallery programs whose frames are ordered graphs: authored anew for each frame, compiled, executed. ludus-graph
// prints what the compiler makes of them.
#pragma once

#include "creator.h"

#include <ludus/graphics/rhi/graph.h>

#include <memory>
#include <string_view>
#include <vector>

namespace ludus::gallery
{
struct GraphParts;

/// One graph in the making. After the first refusal nothing more is asked for, and the refusal is kept.
class GraphAuthor final
{
public:
    /// A texture of the pool and what it holds before its first write: nothing.
    struct Borrowed final
    {
        rhi::TextureHandle Texture{};
        rhi::GraphVersion Version{};
    };

    /// Borrows what was not borrowed yet: `parts` is kept from call to call, until the first import.
    GraphAuthor(rhi::DeviceHandle device, rhi::OrderedGraph graph, GraphParts& parts)
        : Device(device), Graph(graph), Parts(&parts)
    {
    }

    /// For graphs that borrow nothing.
    GraphAuthor(rhi::DeviceHandle device, rhi::OrderedGraph graph) : Device(device), Graph(graph) {}

    [[nodiscard]] rhi::GraphVersion Import(rhi::BufferHandle buffer);

    /// With what the texture holds at this moment; `finalUse` says how it is used after the graph.
    [[nodiscard]] rhi::GraphVersion Import(rhi::TextureHandle texture, rhi::RasterTextureUse finalUse);

    [[nodiscard]] Borrowed Borrow(const rhi::TextureDescription& description, const char* label);

    /// The contents after the next write.
    [[nodiscard]] rhi::GraphVersion Next(rhi::GraphVersion version);

    void Pass(const char* name, const rhi::RasterPassDescription& attachment, std::span<const rhi::GraphUse> uses,
              std::span<const rhi::RasterDraw> draws);

    void Pass(const char* name, const rhi::ComputeDispatch& dispatch, std::span<const rhi::GraphUse> uses);

    void Root(rhi::GraphVersion version, rhi::GraphRoot root);

    [[nodiscard]] rhi::RasterStatus GetStatus() const { return Status; }

private:
    /// Whether the next call is to be made.
    [[nodiscard]] bool IsGood() const { return Status == rhi::RasterStatus::Ready; }

    /// The graph is no longer what it was when it was created: it cannot be authored from its beginning again.
    void Begin();

    rhi::DeviceHandle Device{};
    rhi::OrderedGraph Graph{};
    GraphParts* Parts{nullptr};
    usize Lent{0}; // of Parts: textures that were asked for
    rhi::RasterStatus Status{rhi::RasterStatus::Ready};
};

/// What a graph needs before its first import: textures of the pool, their views and sets. Where creation takes time,
/// as in a browser, it is kept while some of it is still being prepared, and Author is called again.
struct GraphParts final
{
    std::vector<GraphAuthor::Borrowed> Textures{};
    Creations Rest{};
    bool HasBegun{false}; // something was imported
};

/// A list of uses with one more at its end.
[[nodiscard]] std::vector<rhi::GraphUse> With(std::vector<rhi::GraphUse> uses, const rhi::GraphUse& more);

/// A program of ordered graphs. The first frame draws nothing: it tells how large the surface is and what it does with
/// colours, which a graph's textures and uniforms must know before its frame begins.
class GraphProgram : public Program
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.OrderedRasterGraph = true}; }

    /// Its textures are as large as the surface was at the first frame.
    [[nodiscard]] bool FollowsSize() const final { return false; }

    /// Authors, compiles, executes, and polls until the GPU is done: then the pool can lend its textures again.
    [[nodiscard]] Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) final;

    /// The empty frame. Done when it is behind us.
    [[nodiscard]] Progress Learn(rhi::DeviceHandle device, rhi::SurfaceHandle surface);

    /// The compiled graph of the next frame, after Learn. NotReady: to be called again with the same `graph`. On
    /// failure there is none. `GetReport` is valid afterwards.
    [[nodiscard]] rhi::RasterStatus Compile(rhi::DeviceHandle device, rhi::OrderedGraph& graph);

    /// Drops a graph of Compile, and what was made for it.
    [[nodiscard]] rhi::RasterStatus Discard(rhi::DeviceHandle device, rhi::OrderedGraph& graph);

    [[nodiscard]] const rhi::GraphReport& GetReport() const { return Report; }

protected:
    /// Borrows, imports, adds passes and roots for the frame `GetNumber()`, in this order. Called again when it answers
    /// NotReady, with the same GetParts unless it had imported something.
    [[nodiscard]] virtual rhi::RasterStatus Author(rhi::DeviceHandle device, rhi::OrderedGraph graph) = 0;

    /// Destroys what Author made for one graph: views and binding sets of borrowed textures.
    [[nodiscard]] virtual rhi::RasterStatus Release(rhi::DeviceHandle device) = 0;

    /// The graph was executed.
    virtual void Accept() {}

    [[nodiscard]] virtual rhi::GraphCompileOptions GetOptions() const { return {}; }

    [[nodiscard]] GraphParts& GetParts() { return Parts; }

    /// Of the surface, as the empty frame found it.
    [[nodiscard]] const rhi::FrameInfo& GetSurfaceInfo() const { return SurfaceInfo; }

    /// Graphs executed before this one.
    [[nodiscard]] uint32 GetNumber() const { return Number; }

private:
    enum class Stage : uint8
    {
        Learning,
        Authoring,
        Executing,
        Finishing,
    };

    [[nodiscard]] Progress Execute(rhi::DeviceHandle device, rhi::SurfaceHandle surface);
    [[nodiscard]] rhi::RasterStatus DropParts(rhi::DeviceHandle device);

    rhi::GraphReport Report{};
    rhi::FrameInfo SurfaceInfo{};
    rhi::OrderedGraph Graph{};
    GraphParts Parts{};
    bool IsOpen{false}; // a graph waits for its parts
    rhi::SubmissionToken Token{};
    Stage State{Stage::Learning};
    uint32 Number{0};
};

/// A row of the list that the programs' mains and ludus-graph share.
struct GraphProgramEntry final
{
    std::string_view Number{}; // as in gallery-NN
    std::string_view Name{};
    std::unique_ptr<GraphProgram> (*Make)(){nullptr};
};

[[nodiscard]] std::span<const GraphProgramEntry> GetGraphPrograms();

/// By number or name; null for neither.
[[nodiscard]] const GraphProgramEntry* FindGraphProgram(std::string_view numberOrName);

std::unique_ptr<GraphProgram> MakeDeferred();
std::unique_ptr<GraphProgram> MakeParticles();
std::unique_ptr<GraphProgram> MakeHistory();
} // namespace ludus::gallery
