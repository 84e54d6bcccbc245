// What authoring and compiling an ordered graph costs: a chain of passes that each sample the one before, and passes
// with eight accesses over 256 buffers. One operation is one pass. Beside the harness's lines, one line a scenario says
// how many bytes a pass the graph holds, and what making it a second time allocates.
#include "../harness.h"
#include "frontend/session.h"
#include "graph/graph_plan.h"

#include <ludus/foundation/memory/host_memory.h>

#include <cstdio>
#include <string>
#include <vector>

namespace ludus::benchmarks
{
namespace
{
using namespace graphics::rhi;
using namespace graphics::rhi::internal;

constexpr std::uint32_t BUFFER_COUNT = 256;
constexpr std::uint32_t READS = 4;
constexpr std::uint32_t WRITES = 4;
constexpr std::uint64_t BUFFER_BYTES = 256;

class Compiler
{
public:
    void CompileChain(std::uint32_t passes);
    void CompileAccesses(std::uint32_t passes);

    [[nodiscard]] const GraphPlan& GetPlan() const { return Plan; }

private:
    void Compile();
    void Append(GraphPass pass, const GraphPassParts& parts);

    GraphDeclaration Graph;
    GraphScratch Scratch;
    GraphPlan Plan;
};

void Compiler::Append(GraphPass pass, const GraphPassParts& parts)
{
    if (!AppendPass(Graph, pass, parts))
    {
        Fail("AppendPass", "memory was refused");
    }
}

void Compiler::Compile()
{
    if (!CompileGraph(Graph, {}, ~std::uint32_t{0}, Scratch, Plan).IsAccepted())
    {
        Fail("CompileGraph", "the graph was refused");
    }
}

// Pass i draws to texture i and samples texture i - 1; the last texture is the result.
void Compiler::CompileChain(std::uint32_t passes)
{
    Graph.Clear();
    GraphResource texture;
    texture.Bytes = std::uint64_t{256} * 256 * 8;
    texture.IsTexture = true;
    texture.IsAttachment = true;
    for (std::uint32_t i = 0; i < passes; ++i)
    {
        texture.Slot = i;
        texture.RootVersion = i + 1 == passes ? 1 : GRAPH_EXTERNAL_INDEX;
        if (!Graph.Resources.Append(texture))
        {
            Fail("a resource", "memory was refused");
        }
        const GraphUseRecord uses[] = {
            GraphUseRecord::Make(i, 1, GraphAccessMode::ColorWrite, RasterVisibility::Both, 0, 0),
            GraphUseRecord::Make(i - 1, 1, GraphAccessMode::Sampled, RasterVisibility::Fragment, 0, 0)};
        const GraphAttachment attachment{.Resource = i};
        Append({.DrawCount = 1},
               {.Name = "pass", .Uses = std::span(uses).first(i == 0 ? 1 : 2), .Attachments = {&attachment, 1}});
    }
    Compile();
}

// Each pass reads four buffers and rewrites four others; all of it matters in the end.
void Compiler::CompileAccesses(std::uint32_t passes)
{
    Graph.Clear();
    GraphResource buffer;
    buffer.Bytes = BUFFER_BYTES;
    buffer.Role = BufferRole::Storage;
    buffer.Defined = DEFINED_COLOR;
    buffer.InitialUse = USE_STORAGE_READ_COMPUTE;
    buffer.FinalUse = USE_STORAGE_READ_COMPUTE;
    for (std::uint32_t i = 0; i < BUFFER_COUNT; ++i)
    {
        buffer.Slot = i;
        if (!Graph.Resources.Append(buffer))
        {
            Fail("a resource", "memory was refused");
        }
    }
    std::uint32_t random = 2463534242U;
    for (std::uint32_t p = 0; p < passes; ++p)
    {
        random ^= random << 13U;
        random ^= random >> 17U;
        random ^= random << 5U;
        GraphUseRecord uses[READS + WRITES];
        for (std::uint32_t k = 0; k < READS + WRITES; ++k)
        {
            const std::uint32_t index = (random + 37 * k) % BUFFER_COUNT; // eight different ones
            GraphResource& resource = Graph.Resources[index];
            const bool isWrite = k >= READS;
            resource.LastVersion += isWrite ? 1U : 0U;
            resource.RootVersion = resource.LastVersion;
            uses[k] = GraphUseRecord::Make(index, resource.LastVersion,
                                           isWrite ? GraphAccessMode::StorageReadWrite : GraphAccessMode::StorageRead,
                                           RasterVisibility::Compute, 0, BUFFER_BYTES);
        }
        Append({.Kind = GraphPassKind::Compute}, {.Name = "pass", .Uses = uses});
    }
    Compile();
}

void Measure(Harness& harness, const char* kind, std::uint32_t passes, void (Compiler::*compile)(std::uint32_t))
{
    const std::string name = kind + std::to_string(passes);
    const std::uint64_t before = foundation::GetHostMemoryUsage().Bytes;
    Compiler compiler;
    (compiler.*compile)(passes);
    const foundation::HostMemoryUsage first = foundation::GetHostMemoryUsage();
    (compiler.*compile)(passes);
    const std::uint64_t repeated = foundation::GetHostMemoryUsage().Requests - first.Requests;
    if (compiler.GetPlan().LivePasses != passes)
    {
        Fail(name.c_str(), "a pass was culled that matters");
    }
    std::printf("{\"kind\": \"memory\", \"library\": \"ludus\", \"scenario\": \"%s\", \"bytes_a_pass\": %.1f, "
                "\"allocations_on_repeat\": %llu, "
                "\"dependencies\": %llu, \"barriers\": %llu}\n",
                name.c_str(), static_cast<double>(first.Bytes - before) / passes,
                static_cast<unsigned long long>(repeated),
                static_cast<unsigned long long>(compiler.GetPlan().Dependencies.Size()),
                static_cast<unsigned long long>(compiler.GetPlan().Barriers.Size()));
    harness.Run({name.c_str(), passes, [&] { (compiler.*compile)(passes); }, [] {}, {}});
}

// ---- The chain through the public headers ---------------------------------------------------------------------------

void Check(RasterStatus status, const char* call)
{
    if (status != RasterStatus::Ready)
    {
        Fail(call, "refused");
    }
}

class Author
{
public:
    explicit Author(std::uint32_t passes);
    ~Author();
    Author(const Author&) = delete;
    Author& operator=(const Author&) = delete;

    /// Makes, compiles and discards a graph.
    void CompileChain();

    [[nodiscard]] std::uint64_t GetPlanBytes() const { return Report.PlanStorageBytes; }

private:
    DeviceHandle Device;
    SurfaceHandle Surface;
    std::vector<TextureHandle> Textures;
    std::vector<RasterTextureState> States;
    GraphReport Report;
};

Author::Author(std::uint32_t passes) : Textures(passes), States(passes)
{
    DeviceDescription description;
    description.Selection = BackendSelection::Reference;
    description.Required.PortableRaster = true;
    description.Storage.ResourcesPerKind = passes;
    description.Storage.ResourcesPerGraph = passes;
    description.Storage.PassesPerGraph = passes;
    description.Storage.DependenciesPerGraph = 4 * passes;
    if (CreateDevice({.Name = "graph benchmark"}, {}, description, Device, Surface) != DeviceStatus::Ready)
    {
        Fail("CreateDevice", "the reference backend does not start");
    }
    for (std::uint32_t i = 0; i < passes; ++i)
    {
        Check(CreateTexture(Device, {.Width = 4, .Height = 4, .Attachment = true}, {}, Textures[i]), "CreateTexture");
        Check(GetTextureState(Device, Textures[i], States[i]), "GetTextureState");
    }
}

Author::~Author()
{
    static_cast<void>(DestroyDevice(Device));
}

void Author::CompileChain()
{
    OrderedGraph graph;
    Check(CreateOrderedGraph(Device, graph), "CreateOrderedGraph");
    GraphVersion before;
    for (std::size_t i = 0; i < Textures.size(); ++i)
    {
        GraphVersion version;
        Check(ImportGraphTexture(Device, graph, Textures[i], States[i], RasterTextureUse::SampledFragment, version),
              "ImportGraphTexture");
        Check(NextGraphVersion(Device, graph, version, version), "NextGraphVersion");
        const GraphUse uses[] = {{version, GraphAccessMode::ColorWrite},
                                 {before, GraphAccessMode::Sampled, 0, 0, RasterVisibility::Fragment}};
        GraphPassDescription pass;
        pass.Name = "pass";
        pass.Attachment.Color = Textures[i];
        pass.Uses = uses;
        pass.UseCount = i == 0 ? 1 : 2;
        Check(AddGraphPass(Device, graph, pass), "AddGraphPass");
        before = version;
    }
    Check(AddGraphRoot(Device, graph, before, GraphRoot::Export), "AddGraphRoot");
    Check(CompileOrderedGraph(Device, graph, Report), "CompileOrderedGraph");
    Check(DiscardOrderedGraph(Device, graph), "DiscardOrderedGraph");
}

void MeasureAuthor(Harness& harness, std::uint32_t passes)
{
    const std::string name = "author_chain" + std::to_string(passes);
    Author author(passes);
    author.CompileChain();
    const std::uint64_t requests = foundation::GetHostMemoryUsage().Requests;
    author.CompileChain();
    const std::uint64_t repeated = foundation::GetHostMemoryUsage().Requests - requests;
    std::printf("{\"kind\": \"memory\", \"library\": \"ludus\", \"scenario\": \"%s\", \"bytes_a_pass\": %.1f, "
                "\"allocations_on_repeat\": %llu}\n",
                name.c_str(), static_cast<double>(author.GetPlanBytes()) / passes,
                static_cast<unsigned long long>(repeated));
    harness.Run({name.c_str(), passes, [&] { author.CompileChain(); }, [] {}, {}});
}
} // namespace
} // namespace ludus::benchmarks

int main(int argumentCount, char** arguments)
{
    using namespace ludus::benchmarks;
    Harness harness("ludus", argumentCount, arguments);
    for (const std::uint32_t passes : {10U, 100U, 1000U, 10000U})
    {
        Measure(harness, "chain", passes, &Compiler::CompileChain);
        Measure(harness, "accesses", passes, &Compiler::CompileAccesses);
        MeasureAuthor(harness, passes);
    }
    return harness.Finish();
}
