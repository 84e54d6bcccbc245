// New against the first program: geometry of one's own. Vertices and indices lie in buffers, a texture with mip levels
// is sampled, a binding set names what the shader reads, the depth test hides what is behind, and the values of each
// draw come from the frame uniform ring by a dynamic offset: three boxes, one pipeline, one binding set.
#include "box.h"
#include "programs.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <textured_mesh.h>

#include <vector>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;
using ludus::apps::Float4;
using ludus::apps::Matrix;

constexpr Float3 LOOKED_AT{0, 0.1F, 0};

/// Draw of shaders/textured_mesh.slang.
struct DrawUniform final
{
    Matrix ClipFromModel{};
    Matrix WorldFromModel{};
    Float4 ToLight{};
};

/// A checker of two colours with a light border, all levels in one block of bytes.
struct Checker final
{
    static constexpr uint32 SIZE = 64;
    std::vector<uint8> Rgba{};
    std::vector<rhi::TextureMipUpload> Mips{};
};

Checker MakeChecker()
{
    Checker checker;
    for (uint32 size = Checker::SIZE; size > 0; size /= 2)
    {
        checker.Mips.push_back({checker.Rgba.size(), usize{size} * 4});
        for (uint32 y = 0; y < size; ++y)
        {
            for (uint32 x = 0; x < size; ++x)
            {
                // Levels too small for the pattern show its middle colour.
                const bool isBorder =
                    size >= 16 && (x < size / 16 || y < size / 16 || x >= size - size / 16 || y >= size - size / 16);
                const bool isDark = ((x * 8 / size) + (y * 8 / size)) % 2 == 0;
                const uint8 shade = isDark ? 92 : 196;
                const uint8 middle = 154;
                const uint8 red = size >= 8 ? shade : middle;
                checker.Rgba.push_back(isBorder ? 250 : red);
                checker.Rgba.push_back(isBorder ? 246 : static_cast<uint8>(red * 3 / 4));
                checker.Rgba.push_back(isBorder ? 236 : static_cast<uint8>(red / 2));
                checker.Rgba.push_back(255);
            }
        }
    }
    return checker;
}

class TexturedMesh final : public DrawProgram
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.PortableRaster = true}; }

    [[nodiscard]] rhi::FrameTarget GetTarget() const override { return {.Red = 0.13, .Green = 0.15, .Blue = 0.19}; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        return CreateOnce(
            HasParts, [&] { return CreateParts(device); }, [&] { return rhi::GetStatus(device, Pipeline); });
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) override
    {
        const float32 aspect = static_cast<float32>(frame.Width) / static_cast<float32>(frame.Height);
        const Matrix clipFromWorld = ludus::apps::Perspective(0.7F, aspect, 0.1F, 20) *
                                     ludus::apps::LookAt(TurnEye({0, 1.6F, 4.2F}, LOOKED_AT), LOOKED_AT, {0, 1, 0});
        const Float3 light = ludus::apps::Normalize({0.4F, 0.8F, 0.6F});
        const rhi::RasterVertexSlice vertices{Vertices, 0, sizeof(Box::Vertices)};

        rhi::RasterDraw packet; // kept and changed between draws
        packet.Pipeline = Pipeline;
        packet.Bindings = Bindings;
        packet.Vertices = std::span(&vertices, 1);
        packet.Indices = Indices;
        packet.IndexCount = 36;
        packet.VertexCount = 24;
        for (int number = 0; number < 3; ++number)
        {
            const float32 turn = 0.5F + 0.7F * static_cast<float32>(number);
            const Float4 rotation{0, std::sin(turn / 2), 0, std::cos(turn / 2)};
            DrawUniform uniform;
            uniform.WorldFromModel = ludus::apps::ComposeTransform(
                {1.35F * static_cast<float32>(number - 1), 0, -0.3F * static_cast<float32>(number)}, rotation,
                {1, 1, 1});
            uniform.ClipFromModel = clipFromWorld * uniform.WorldFromModel;
            uniform.ToLight = {light.X, light.Y, light.Z, frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F};
            if (rhi::WriteFrameUniform(device, BytesOf(uniform), packet.BindingOffsets.Bytes[0]) !=
                    rhi::RasterStatus::Ready ||
                rhi::DrawIndexed(device, packet) != rhi::RasterStatus::Ready)
            {
                return false;
            }
        }
        return true;
    }

private:
    // Creates everything, with as many calls as that takes; the answer is the first that is not Ready.
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        constexpr Box BOX = MakeBox();
        const Checker checker = MakeChecker();
        rhi::TextureDescription texture;
        texture.Width = Checker::SIZE;
        texture.Height = Checker::SIZE;
        texture.Format = rhi::RasterFormat::Rgba8Srgb;
        texture.MipLevels = static_cast<uint32>(checker.Mips.size());
        rhi::TextureUpload upload;
        upload.Bytes = checker.Rgba;
        upload.Mips = checker.Mips;
        rhi::SamplerDescription sampler;
        sampler.Filter = rhi::RasterFilter::Linear;
        sampler.MipFilter = rhi::RasterMipFilter::Linear;
        constexpr rhi::RasterBinding BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(DrawUniform), true},
            {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
            {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment},
        };

        rhi::RasterStatus status = rhi::RasterStatus::Ready;
        // One after the other: what needs something that is still being prepared is made at a later call.
        usize step = 0;
        const auto then = [&](auto& handle, auto create)
        {
            if (status != rhi::RasterStatus::Ready)
            {
                return;
            }
            if (step++ == Made)
            {
                status = create();
                Made += status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending ? 1 : 0;
            }
            status = step <= Made ? rhi::GetStatus(device, handle) : status;
        };
        const auto vertexBytes = BytesOf(BOX.Vertices);
        const auto indexBytes = BytesOf(BOX.Indices);
        then(Vertices,
             [&] {
                 return rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, vertexBytes.size()}, vertexBytes, Vertices);
             });
        then(Indices,
             [&] {
                 return rhi::CreateBuffer(device, {rhi::BufferRole::Index16, indexBytes.size()}, indexBytes, Indices);
             });
        then(Texture, [&] { return rhi::CreateTexture(device, texture, upload, Texture); });
        then(View, [&] { return rhi::CreateTextureView(device, Texture, View); });
        then(Sampler, [&] { return rhi::CreateSampler(device, sampler, Sampler); });
        then(Ring, [&] { return rhi::GetFrameUniformBuffer(device, Ring); });
        then(Layout, [&] { return rhi::CreateBindingLayout(device, BINDINGS, Layout); });
        then(Bindings,
             [&]
             {
                 rhi::RasterBindingResource resources[3];
                 resources[0] = {0, Ring, 0, sizeof(DrawUniform)};
                 resources[1].Binding = 1;
                 resources[1].Texture = View;
                 resources[2].Binding = 2;
                 resources[2].Sampler = Sampler;
                 return rhi::CreateBindingSet(device, Layout, resources, Bindings);
             });
        then(VertexStage,
             [&] { return rhi::CreateRasterShader(device, ludus::shaders::textured_mesh::Vertex(), VertexStage); });
        then(FragmentStage,
             [&] { return rhi::CreateRasterShader(device, ludus::shaders::textured_mesh::Fragment(), FragmentStage); });
        then(Pipeline,
             [&]
             {
                 constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(BoxVertex)}};
                 constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
                     {0, 0, offsetof(BoxVertex, Position), rhi::RasterVertexFormat::Float3},
                     {1, 0, offsetof(BoxVertex, Normal), rhi::RasterVertexFormat::Float3},
                     {2, 0, offsetof(BoxVertex, TexCoord), rhi::RasterVertexFormat::Float2},
                 };
                 rhi::RasterPipelineDescription pipeline{VertexStage, FragmentStage, Layout, STREAMS, ATTRIBUTES, true};
                 pipeline.Cull = rhi::RasterCull::Back;
                 return rhi::CreateRasterPipeline(device, pipeline, Pipeline);
             });
        return status;
    }

    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Ring{};
    rhi::TextureHandle Texture{};
    rhi::TextureViewHandle View{};
    rhi::SamplerHandle Sampler{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Bindings{};
    rhi::RasterShaderHandle VertexStage{};
    rhi::RasterShaderHandle FragmentStage{};
    rhi::RasterPipelineHandle Pipeline{};
    usize Made{0}; // handles of CreateParts, in its order
    bool HasParts{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeTexturedMesh()
{
    return std::make_unique<TexturedMesh>();
}
