// Generated headers as an application sees them: the descriptions carry what the Slang programs declare.
#include "compact.h"
#include "fullscreen.h"
#include "instanced.h"
#include "lit_list.h"
#include "textured_mesh.h"

#include <gtest/gtest.h>

#include <string_view>

namespace
{
namespace rhi = ludus::graphics::rhi;
using namespace ludus::shaders;

TEST(ShaderHeader, FullscreenProgramDescribesItsUniform)
{
    const rhi::ShaderDescription vertex = fullscreen::Vertex();
    EXPECT_EQ(vertex.Stage, rhi::ShaderStage::Vertex);
    EXPECT_EQ(vertex.UniformSize, 48U);
    EXPECT_EQ(vertex.SpirvEntry, "vertexMain");
    ASSERT_FALSE(vertex.Spirv.empty());
    EXPECT_EQ(vertex.Spirv[0], 0x07230203U);
    EXPECT_EQ(vertex.Spirv[1], 0x00010300U);

    const rhi::ShaderDescription fragment = fullscreen::Fragment();
    EXPECT_EQ(fragment.Stage, rhi::ShaderStage::Fragment);
    EXPECT_EQ(fragment.UniformSize, 48U);
    EXPECT_EQ(fragment.SpirvEntry, "fragmentMain");
    ASSERT_FALSE(fragment.Spirv.empty());
}

TEST(ShaderHeader, MeshVertexStageListsInputsBindingsAndMembers)
{
    const rhi::RasterShaderDescription vertex = textured_mesh::Vertex();
    EXPECT_EQ(vertex.Artifact.Stage, rhi::ShaderStage::Vertex);
    ASSERT_EQ(vertex.Inputs.size(), 3U);
    EXPECT_EQ(vertex.Inputs[0].Location, 0U);
    EXPECT_EQ(vertex.Inputs[0].Format, rhi::RasterVertexFormat::Float3);
    EXPECT_EQ(vertex.Inputs[2].Location, 2U);
    EXPECT_EQ(vertex.Inputs[2].Format, rhi::RasterVertexFormat::Float2);
    ASSERT_EQ(vertex.Bindings.size(), 2U);
    EXPECT_EQ(vertex.Bindings[0].Binding, 0U);
    EXPECT_EQ(vertex.Bindings[0].Kind, rhi::RasterBindingKind::UniformBuffer);
    EXPECT_EQ(vertex.Bindings[0].Visibility, rhi::RasterVisibility::Vertex);
    EXPECT_EQ(vertex.Bindings[0].MinSize, 80U);
    EXPECT_EQ(vertex.Bindings[1].Binding, 3U);
    EXPECT_EQ(vertex.Bindings[1].MinSize, 128U);
    ASSERT_EQ(vertex.UniformMembers.size(), 6U);
    EXPECT_EQ(vertex.UniformMembers[0].Name, "transform");
    EXPECT_EQ(vertex.UniformMembers[0].Shape, rhi::RasterUniformShape::Float4x4);
    EXPECT_EQ(vertex.UniformMembers[4].Binding, 3U);
    EXPECT_EQ(vertex.UniformMembers[4].Name, "light.ambient");
    EXPECT_EQ(vertex.UniformMembers[4].Offset, 76U);
    EXPECT_EQ(vertex.UniformMembers[5].Shape, rhi::RasterUniformShape::Float4Array);
}

TEST(ShaderHeader, MeshFragmentStageListsTextureAndSampler)
{
    const rhi::RasterShaderDescription fragment = textured_mesh::Fragment();
    EXPECT_TRUE(fragment.Inputs.empty());
    ASSERT_EQ(fragment.Bindings.size(), 4U);
    EXPECT_EQ(fragment.Bindings[1].Kind, rhi::RasterBindingKind::Texture2D);
    EXPECT_EQ(fragment.Bindings[1].Visibility, rhi::RasterVisibility::Fragment);
    EXPECT_EQ(fragment.Bindings[2].Kind, rhi::RasterBindingKind::Sampler);
}

TEST(ShaderHeader, ComputeProgramListsStorageStridesAndItsWorkgroup)
{
    const rhi::RasterShaderDescription kernel = compact::Compute();
    EXPECT_EQ(kernel.Artifact.Stage, rhi::ShaderStage::Compute);
    EXPECT_EQ(kernel.Artifact.SpirvEntry, "computeMain");
    ASSERT_FALSE(kernel.Artifact.Spirv.empty());
    EXPECT_EQ(kernel.Artifact.Spirv[1], 0x00010300U);
    EXPECT_TRUE(kernel.Artifact.GlslEs.empty());
    EXPECT_TRUE(kernel.Inputs.empty());
    EXPECT_EQ(kernel.WorkgroupSize[0], 64U);
    EXPECT_EQ(kernel.WorkgroupSize[1], 1U);
    EXPECT_EQ(kernel.WorkgroupSize[2], 1U);

    struct Expected final
    {
        rhi::RasterBindingKind Kind;
        std::size_t MinSize;
    };

    const Expected expected[] = {{rhi::RasterBindingKind::UniformBuffer, 144},
                                 {rhi::RasterBindingKind::StorageRead, 16},
                                 {rhi::RasterBindingKind::StorageReadWrite, 16},
                                 {rhi::RasterBindingKind::StorageReadWrite, 4}};
    ASSERT_EQ(kernel.Bindings.size(), std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i)
    {
        EXPECT_EQ(kernel.Bindings[i].Binding, i);
        EXPECT_EQ(kernel.Bindings[i].Kind, expected[i].Kind);
        EXPECT_EQ(kernel.Bindings[i].Visibility, rhi::RasterVisibility::Compute);
        EXPECT_EQ(kernel.Bindings[i].MinSize, expected[i].MinSize);
    }
    ASSERT_EQ(kernel.UniformMembers.size(), 5U);
    EXPECT_EQ(kernel.UniformMembers[1].Name, "candidates");
    EXPECT_EQ(kernel.UniformMembers[1].Shape, rhi::RasterUniformShape::Opaque);
    EXPECT_EQ(compact::SpirvCompute().Artifact.Spirv.data(), kernel.Artifact.Spirv.data());
}

TEST(ShaderHeader, FragmentStorageIsReadByItsStageAlone)
{
    EXPECT_TRUE(lit_list::Vertex().Bindings.empty());
    const rhi::RasterShaderDescription fragment = lit_list::Fragment();
    ASSERT_EQ(fragment.Bindings.size(), 4U);
    EXPECT_EQ(fragment.Bindings[1].Kind, rhi::RasterBindingKind::StorageRead);
    EXPECT_EQ(fragment.Bindings[1].Visibility, rhi::RasterVisibility::Fragment);
    EXPECT_EQ(fragment.Bindings[1].MinSize, 16U);
}

TEST(ShaderHeader, OneBackendHelperGivesTheSameArtifact)
{
    const rhi::RasterShaderDescription all = instanced::Vertex();
    const rhi::RasterShaderDescription one = instanced::SpirvVertex();
    EXPECT_EQ(all.Artifact.Spirv.data(), one.Artifact.Spirv.data());
    EXPECT_EQ(all.Artifact.Spirv.size(), one.Artifact.Spirv.size());
    EXPECT_EQ(std::size(instanced::SPIRV_VERTEX_INPUTS), 3U);
}
} // namespace
