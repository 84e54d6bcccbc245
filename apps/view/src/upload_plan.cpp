// Packing in the scene's order: a chunk is closed when the next primitive does not fit or has the other index width.
#include "upload_plan.h"

#include <algorithm>

namespace ludus::view
{
using foundation::uint64;

namespace
{
// 65535 restarts strips on some APIs and is refused as an index, so vertex 65534 is the last that 16 bits can name.
constexpr usize MAX_NARROW_VERTICES = 65535;

usize IndexBytesOf(const Primitive& primitive, bool isWide)
{
    const usize bytes = primitive.Indices.size() * (isWide ? 4 : 2);
    return (bytes + 3) / 4 * 4;
}

bool Fits(const Chunk& chunk, usize vertexBytes, usize indexBytes, bool isWide)
{
    return chunk.HasWideIndices == isWide && chunk.VertexBytes + vertexBytes <= MAX_CHUNK_BYTES &&
           chunk.IndexBytes + indexBytes <= MAX_CHUNK_BYTES;
}

usize TexelBytesOf(const Scene& scene)
{
    usize bytes = 4;
    for (const Image& image : scene.Images)
    {
        bytes += image.Rgba.size() * 3 / 2; // mips add a third
    }
    return bytes;
}
} // namespace

UploadPlan PlanUpload(const Scene& scene)
{
    UploadPlan plan;
    for (usize index = 0; index < scene.Primitives.size(); ++index)
    {
        const Primitive& primitive = scene.Primitives[index];
        const bool isWide = primitive.Vertices.size() > MAX_NARROW_VERTICES;
        const usize vertexBytes = primitive.Vertices.size() * sizeof(Vertex);
        const usize indexBytes = IndexBytesOf(primitive, isWide);
        if (plan.Chunks.empty() || !Fits(plan.Chunks.back(), vertexBytes, indexBytes, isWide))
        {
            plan.Chunks.emplace_back().HasWideIndices = isWide;
        }
        Chunk& chunk = plan.Chunks.back();
        plan.Places.push_back({static_cast<uint32>(plan.Chunks.size() - 1), chunk.VertexBytes, chunk.IndexBytes});
        chunk.Primitives.push_back(static_cast<uint32>(index));
        chunk.VertexBytes += vertexBytes;
        chunk.IndexBytes += indexBytes;
    }
    return plan;
}

graphics::rhi::StorageLimits LimitsFor(const Scene& scene, const UploadPlan& plan)
{
    constexpr usize SPARE = 32;
    constexpr usize DESCRIPTORS_PER_SET = 13; // of shaders/view.slang
    const auto skinned =
        static_cast<usize>(std::count_if(scene.Primitives.begin(), scene.Primitives.end(),
                                         [](const Primitive& primitive) { return !primitive.Influences.empty(); }));
    graphics::rhi::StorageLimits limits;
    const auto raise = [](auto& limit, uint64 need)
    {
        using Limit = std::remove_reference_t<decltype(limit)>;
        limit = std::max(limit, static_cast<Limit>(std::min<uint64>(need, std::numeric_limits<Limit>::max() - 1)));
    };
    raise(limits.ResourcesPerKind,
          std::max({plan.Chunks.size() * 2 + skinned, scene.Images.size(), scene.Materials.size()}) + SPARE);
    raise(limits.DrawsPerFrame, scene.Draws.size() + SPARE);
    raise(limits.BindingDescriptors, (scene.Materials.size() + SPARE) * DESCRIPTORS_PER_SET);
    uint64 jointBytes = 0; // and what alignment adds
    for (const Skin& skin : scene.Skins)
    {
        jointBytes += skin.Joints.size() * JOINT_BYTES + UNIFORM_SLOT_BYTES;
    }
    raise(limits.FrameUniformBytes, uint64{scene.Draws.size() + SPARE} * UNIFORM_SLOT_BYTES + jointBytes);
    uint64 bufferBytes = 0;
    for (const Primitive& primitive : scene.Primitives)
    {
        bufferBytes += primitive.Influences.size() * sizeof(Influence);
    }
    for (const Chunk& chunk : plan.Chunks)
    {
        bufferBytes += chunk.VertexBytes + chunk.IndexBytes * 2; // indices are also kept on the host
    }
    const uint64 bytes = bufferBytes + TexelBytesOf(scene) + limits.FrameUniformBytes * 4;
    raise(limits.HostBytes, limits.HostBytes + bytes);
    raise(limits.ResourceBytes, bytes * 2);
    return limits;
}
} // namespace ludus::view
