// The fullscreen facade: shaders, uniform sizes, pipelines.
#include "validation/facade.h"

#include "spirv_module.h"
#include "support.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] testing::AssertionResult Invalid(const ResourceVerdict& verdict, Code code, std::string_view field = {})
{
    return Refused(verdict, ResourceStatus::InvalidDescription, code, field);
}

TEST(Facade, ShadersHaveAStageAndTheirArtifact)
{
    const SpirvModule module = OneEntry(Model::Fragment, "fragmentMain");
    ShaderDescription description;
    description.Stage = ShaderStage::Fragment;
    description.UniformSize = 48;
    description.Spirv = module.Words;
    description.SpirvEntry = "fragmentMain";
    EXPECT_TRUE(Accepted(CheckShader(description, Backend::Vulkan)));
    EXPECT_TRUE(Accepted(CheckShader(description, Backend::Reference)));
    EXPECT_TRUE(Invalid(CheckShader(description, Backend::WebGPU), Code::ArtifactMissing, "Wgsl"));
    description.Stage = ShaderStage::Vertex;
    EXPECT_TRUE(Invalid(CheckShader(description, Backend::Vulkan), Code::EntryStageWrong));
    description.Stage = ShaderStage::Compute;
    EXPECT_TRUE(Invalid(CheckShader(description, Backend::Vulkan), Code::EnumInvalid, "Stage"));
    description.Stage = ShaderStage::Fragment;
    description.UniformSize = 16384;
    EXPECT_TRUE(Accepted(CheckShader(description, Backend::Vulkan)));
    description.UniformSize = 16385;
    EXPECT_TRUE(Invalid(CheckShader(description, Backend::Vulkan), Code::ValueTooLarge, "UniformSize"));
}

TEST(Facade, UniformSizesAreBoundedMultiples)
{
    for (usize size = 0; size <= 16400; ++size)
    {
        const ResourceVerdict verdict = CheckUniformSize(size, 16384);
        if (size < 16)
        {
            EXPECT_TRUE(Invalid(verdict, Code::ValueTooSmall)) << size;
        }
        else if (size > 16384)
        {
            EXPECT_TRUE(Invalid(verdict, Code::ValueTooLarge)) << size;
        }
        else if (size % 16 != 0)
        {
            EXPECT_TRUE(Invalid(verdict, Code::ValueMisaligned)) << size;
        }
        else
        {
            EXPECT_TRUE(Accepted(verdict)) << size;
        }
    }
    EXPECT_TRUE(Invalid(CheckUniformSize(1040, 1024), Code::ValueTooLarge));
    EXPECT_TRUE(Accepted(CheckUniformSize(1024, 1024)));
    EXPECT_TRUE(Invalid(CheckUniformSize(16400, 65536), Code::ValueTooLarge));
}

TEST(Facade, UpdatesReplaceAllBytes)
{
    EXPECT_TRUE(Accepted(CheckUniformBytes(48, 48)));
    EXPECT_TRUE(Invalid(CheckUniformBytes(47, 48), Code::UploadSizeWrong));
    EXPECT_TRUE(Invalid(CheckUniformBytes(49, 48), Code::UploadSizeWrong));
    EXPECT_TRUE(Invalid(CheckUniformBytes(0, 48), Code::UploadSizeWrong));
}

TEST(Facade, PipelinesJoinStagesAndAUniformLargeEnough)
{
    const FacadeShaderFacts vertex{ShaderStage::Vertex, 32};
    const FacadeShaderFacts fragment{ShaderStage::Fragment, 48};
    EXPECT_TRUE(Accepted(CheckPipeline(vertex, fragment, 48)));
    EXPECT_TRUE(Invalid(CheckPipeline(vertex, fragment, 32), Code::UniformTooSmall));
    EXPECT_TRUE(Invalid(CheckPipeline({ShaderStage::Vertex, 64}, fragment, 48), Code::UniformTooSmall));
    EXPECT_TRUE(Invalid(CheckPipeline(fragment, fragment, 48), Code::ShaderStageWrong, "Vertex"));
    EXPECT_TRUE(Invalid(CheckPipeline(vertex, vertex, 48), Code::ShaderStageWrong, "Fragment"));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
