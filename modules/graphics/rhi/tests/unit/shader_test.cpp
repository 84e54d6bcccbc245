// Reflected shader stages: artifact of the running backend, inputs, bindings, members, workgroups.
#include "validation/artifact.h"
#include "validation/shader.h"

#include "spirv_module.h"
#include "support.h"

#include <string>
#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// A well-formed stage that a case then spoils.
class Shader : public testing::Test
{
protected:
    SpirvModule Module = OneEntry(Model::Vertex, "vertexMain");
    std::vector<RasterShaderInput> Inputs{{0, RasterVertexFormat::Float3}, {3, RasterVertexFormat::Float2}};
    std::vector<RasterBinding> Bindings{{0, RasterBindingKind::UniformBuffer, RasterVisibility::Both, 80}};
    std::vector<RasterUniformMember> Members{{0, "transform", 0, RasterUniformShape::Float4x4}};
    RasterShaderDescription Description;
    DeviceProfile Profile = PortableProfile();

    [[nodiscard]] RasterVerdict Check(Backend backend = Backend::Vulkan)
    {
        Description.Artifact.Spirv = Module.Words;
        Description.Artifact.SpirvEntry = "vertexMain";
        return CheckAsIs(backend);
    }

    [[nodiscard]] RasterVerdict CheckAsIs(Backend backend)
    {
        Description.Inputs = Inputs;
        Description.Bindings = Bindings;
        Description.UniformMembers = Members;
        return CheckRasterShader(Description, backend, Profile);
    }

    /// Makes it a stage without vertex inputs.
    void Become(ShaderStage stage, Model model)
    {
        Module = OneEntry(model, "vertexMain");
        Description.Artifact.Stage = stage;
        Inputs.clear();
    }
};

TEST_F(Shader, WellFormedStagesAreAccepted)
{
    EXPECT_TRUE(Accepted(Check()));
    EXPECT_TRUE(Accepted(Check(Backend::Reference)));
    Become(ShaderStage::Fragment, Model::Fragment);
    EXPECT_TRUE(Accepted(Check()));
}

TEST_F(Shader, StageIsAnEnumerator)
{
    Description.Artifact.Stage = static_cast<ShaderStage>(3);
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Stage"));
}

TEST_F(Shader, EachBackendNeedsItsArtifact)
{
    struct Case
    {
        Backend Name;
        std::string_view ShaderDescription::*Text;
        std::string_view ShaderDescription::*Entry;
        const char* Field;
    };

    const Case cases[] = {
        {Backend::WebGPU, &ShaderDescription::Wgsl, &ShaderDescription::WgslEntry, "Wgsl"},
        {Backend::WebGL2, &ShaderDescription::GlslEs, &ShaderDescription::GlslEsEntry, "GlslEs"},
        {Backend::Metal, &ShaderDescription::Msl, &ShaderDescription::MslEntry, "Msl"},
        {Backend::OpenGL, &ShaderDescription::Glsl, &ShaderDescription::GlslEntry, "Glsl"},
        {Backend::Direct3D11, &ShaderDescription::Hlsl, &ShaderDescription::HlslEntry, "Hlsl"},
        {Backend::Direct3D12, &ShaderDescription::Hlsl, &ShaderDescription::HlslEntry, "Hlsl"},
    };
    for (const Case& one : cases)
    {
        Description = {};
        EXPECT_TRUE(IsMalformed(CheckAsIs(one.Name), Code::ArtifactMissing, one.Field));
        Description.Artifact.*one.Text = "text";
        Description.Artifact.*one.Entry = "";
        EXPECT_TRUE(IsMalformed(CheckAsIs(one.Name), Code::EntryMissing, one.Field));
        Description.Artifact.*one.Entry = "main";
        EXPECT_TRUE(Accepted(CheckAsIs(one.Name)));
    }
    for (const Backend backend : {Backend::Vulkan, Backend::Reference, Backend::Software})
    {
        Description = {};
        EXPECT_TRUE(IsMalformed(CheckAsIs(backend), Code::ArtifactMissing, "Spirv"));
        EXPECT_TRUE(Accepted(Check(backend)));
    }
    const uint8 bytecode[] = {1};
    Description = {};
    Description.Artifact.Bytecode = bytecode;
    EXPECT_TRUE(Accepted(CheckAsIs(Backend::Direct3D12)));
    EXPECT_TRUE(IsMalformed(CheckAsIs(static_cast<Backend>(99)), Code::EnumInvalid, "Backend"));
}

TEST_F(Shader, SpirvEntriesAreRead)
{
    Become(ShaderStage::Vertex, Model::Fragment);
    EXPECT_TRUE(IsMalformed(Check(), Code::EntryStageWrong, "Stage"));
    Module = OneEntry(Model::Vertex, "otherMain");
    EXPECT_TRUE(IsMalformed(Check(), Code::EntryMissing, "SpirvEntry"));
    Module = OneEntry(Model::Vertex, ""); // no name names it
    Description.Artifact.Spirv = Module.Words;
    Description.Artifact.SpirvEntry = {};
    EXPECT_TRUE(IsMalformed(CheckAsIs(Backend::Vulkan), Code::EntryMissing, "SpirvEntry"));
    Module = OneEntry(Model::Vertex, "otherMain");
    Module.Words.resize(7);
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::ArtifactMalformed, "Spirv"));
    EXPECT_EQ(verdict.Why.Got, 7U);
    Module.Words = {1, 2, 3, 4, 5, 6};
    EXPECT_TRUE(IsMalformed(Check(), Code::ArtifactMalformed, "Spirv"));
}

TEST_F(Shader, InputsAreUniqueAndBelowTheLimit)
{
    Inputs = {{15, RasterVertexFormat::Float4}};
    EXPECT_TRUE(Accepted(Check()));
    Inputs = {{16, RasterVertexFormat::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::LocationTooLarge, "Inputs"));
    Profile.Interface.MaxVertexAttributes = 8;
    Inputs = {{7, RasterVertexFormat::Float4}};
    EXPECT_TRUE(Accepted(Check()));
    Inputs = {{8, RasterVertexFormat::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::LocationTooLarge, "Inputs"));
    Profile.Interface.MaxVertexAttributes = 64; // the library's own ceiling stays
    Inputs = {{16, RasterVertexFormat::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::LocationTooLarge, "Inputs"));
    Inputs = {{1, RasterVertexFormat::Float2}, {1, RasterVertexFormat::Float2}};
    EXPECT_TRUE(IsMalformed(Check(), Code::InputDuplicate));
    Inputs = {{1, static_cast<RasterVertexFormat>(3)}};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Inputs"));
}

TEST_F(Shader, OnlyVertexStagesHaveInputs)
{
    Become(ShaderStage::Fragment, Model::Fragment);
    Inputs = {{0, RasterVertexFormat::Float2}};
    EXPECT_TRUE(IsMalformed(Check(), Code::InputsForbidden));
}

TEST_F(Shader, BindingsAreChecked)
{
    Bindings.push_back({15, RasterBindingKind::Texture2D});
    Bindings.push_back({14, RasterBindingKind::Sampler});
    EXPECT_TRUE(Accepted(Check()));
    Bindings.push_back({15, RasterBindingKind::Sampler});
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingDuplicate));
    Bindings.back().Binding = 16;
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::BindingNumberInvalid));
    EXPECT_EQ(verdict.Why.Index, 3U);
    Bindings.back() = {2, static_cast<RasterBindingKind>(11)};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Kind"));
    Bindings.back() = {2, RasterBindingKind::UniformBuffer, RasterVisibility::Both, 16385};
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "MinSize"));
}

TEST_F(Shader, ArraysNeedVerifiedBoundsAndTheCapability)
{
    Bindings.push_back({1, RasterBindingKind::Texture2D});
    Bindings.back().Count = 4;
    EXPECT_TRUE(IsMalformed(Check(), Code::ArrayBoundsUnverified));
    Description.HasVerifiedArrayBounds = true;
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "Count"));
    Profile = WholeProfile();
    EXPECT_TRUE(Accepted(Check()));
    Bindings.back().Count = 17;
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "Count"));
}

TEST_F(Shader, MembersAreChecked)
{
    Members = {{0, "", 0, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::MemberNameInvalid));
    const std::string longest(63, 'n');
    const std::string tooLong(64, 'n');
    Members = {{0, longest, 0, RasterUniformShape::Float4}};
    EXPECT_TRUE(Accepted(Check()));
    Members = {{0, tooLong, 0, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::MemberNameInvalid));
    Members = {{0, "tint", 6, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueMisaligned, "Offset"));
    Members = {{0, "tint", 4, static_cast<RasterUniformShape>(8)}};
    EXPECT_TRUE(IsMalformed(Check(), Code::EnumInvalid, "Shape"));
    Members = {{1, "tint", 4, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::MemberBindingUnknown));
    Members = {{99, "tint", 4, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::MemberBindingUnknown));
    Bindings.push_back({1, RasterBindingKind::Texture2D});
    Members = {{1, "tint", 4, RasterUniformShape::Float4}};
    EXPECT_TRUE(IsMalformed(Check(), Code::MemberBindingUnknown));
}

TEST_F(Shader, RefusalsNameTheEntry)
{
    const std::vector<RasterShaderInput> badInputs = {
        {16, RasterVertexFormat::Float2}, {4, static_cast<RasterVertexFormat>(9)}, {0, RasterVertexFormat::Float2}};
    for (const RasterShaderInput& bad : badInputs)
    {
        Inputs = {{0, RasterVertexFormat::Float3}, bad};
        EXPECT_EQ(Check().Why.Index, 1U) << TextOf(Check().Why);
    }
    Inputs.clear();
    const std::vector<RasterUniformMember> badMembers = {{3, "n", 0, RasterUniformShape::Float4},
                                                         {0, "", 0, RasterUniformShape::Float4},
                                                         {0, "n", 2, RasterUniformShape::Float4},
                                                         {0, "n", 4, static_cast<RasterUniformShape>(8)}};
    for (const RasterUniformMember& bad : badMembers)
    {
        Members = {{0, "good", 0, RasterUniformShape::Float4}, bad};
        EXPECT_EQ(Check().Why.Index, 1U) << TextOf(Check().Why);
    }
    Members.clear();
    RasterBinding array{1, RasterBindingKind::Texture2D};
    array.Count = 2;
    Bindings.push_back(array);
    EXPECT_TRUE(IsMalformed(Check(), Code::ArrayBoundsUnverified));
    EXPECT_EQ(Check().Why.Index, 1U);
    Bindings[1] = {0, RasterBindingKind::Sampler};
    EXPECT_TRUE(IsMalformed(Check(), Code::BindingDuplicate));
    EXPECT_EQ(Check().Why.Index, 1U);
    Bindings[1] = {1, RasterBindingKind::TextureCube};
    EXPECT_TRUE(IsUnsupported(Check(), Code::FeatureNotEnabled, "Kind"));
    EXPECT_EQ(Check().Why.Index, 1U);
}

TEST_F(Shader, AtMost64Members)
{
    Members.assign(64, {0, "tint", 0, RasterUniformShape::Float4});
    EXPECT_TRUE(Accepted(Check()));
    Members.push_back(Members.back());
    EXPECT_TRUE(IsMalformed(Check(), Code::ValueTooLarge, "UniformMembers"));
}

TEST_F(Shader, WorkgroupsAreForCompute)
{
    Description.WorkgroupSize[1] = 2;
    const RasterVerdict verdict = Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::ValueNotExact, "WorkgroupSize"));
    EXPECT_EQ(verdict.Why.Index, 1U);
}

TEST_F(Shader, ComputeNeedsTheCapabilityAndItsLimits)
{
    Become(ShaderStage::Compute, Model::Compute);
    Bindings.clear();
    Members.clear();
    const auto checkSize = [this](uint32 x, uint32 y, uint32 z)
    {
        Description.WorkgroupSize[0] = x;
        Description.WorkgroupSize[1] = y;
        Description.WorkgroupSize[2] = z;
        Module = OneKernel("vertexMain", {x, y, z});
        return Check();
    };
    EXPECT_TRUE(IsUnsupported(checkSize(64, 1, 1), Code::FeatureNotEnabled, "Compute"));
    EXPECT_TRUE(IsMalformed(checkSize(0, 1, 1), Code::ValueZero, "WorkgroupSize"));
    EXPECT_TRUE(IsMalformed(checkSize(257, 1, 1), Code::ValueTooLarge, "WorkgroupSize"));
    EXPECT_TRUE(IsMalformed(checkSize(1, 1, 65), Code::ValueTooLarge, "WorkgroupSize"));
    EXPECT_TRUE(IsMalformed(checkSize(256, 2, 1), Code::ValueTooLarge, "product"));
    Profile = WholeProfile();
    EXPECT_TRUE(Accepted(checkSize(128, 1, 1)));
    EXPECT_TRUE(IsMalformed(checkSize(129, 1, 1), Code::ValueTooLarge, "WorkgroupSize"));
    EXPECT_TRUE(IsMalformed(checkSize(64, 4, 1), Code::ValueTooLarge, "product"));
}

TEST_F(Shader, TheDescribedWorkgroupIsTheArtifacts)
{
    Become(ShaderStage::Compute, Model::Compute);
    Bindings.clear();
    Members.clear();
    Profile = WholeProfile();
    Description.WorkgroupSize[0] = 8;
    Description.WorkgroupSize[1] = 4;
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        uint32 size[3] = {8, 4, 1};
        Module = OneKernel("vertexMain", size);
        EXPECT_TRUE(Accepted(Check()));
        EXPECT_TRUE(Accepted(Check(Backend::Reference)));
        ++size[axis];
        Module = OneKernel("vertexMain", size);
        const RasterVerdict verdict = Check();
        EXPECT_TRUE(IsMalformed(verdict, Code::ValueNotExact, "WorkgroupSize"));
        EXPECT_EQ(verdict.Why.Index, axis);
        EXPECT_EQ(verdict.Why.Allowed, size[axis]);
    }
    Module = OneEntry(Model::Compute, "vertexMain"); // says nothing
    EXPECT_TRUE(IsMalformed(Check(), Code::WorkgroupUnstated, "Spirv"));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
