// ludus-view on the distribution's models: the picture each one gives, or the message and the exit code.
#include "view_program.h"

#include <common/testing/expect_picture.h>

#include <iterator>
#include <tuple>

namespace
{
using namespace ludus::apps;
using namespace ludus::view::tests;
using ludus::foundation::uint32;

const std::string MODELS = std::string(LUDUS_TEST_MODELS) + "/glTF2/";
const std::string PICTURES = std::string(LUDUS_TEST_PICTURES) + "/";

constexpr const char* PLAIN = "BoxTextured-glTF/BoxTextured.gltf";
constexpr const char* BINARY = "BoxTextured-glTF-Binary/BoxTextured.glb";
constexpr const char* EMBEDDED = "BoxTextured-glTF-Embedded/BoxTextured.gltf";

std::string ReadText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TexturedBox, LooksAsCommitted)
{
    Picture box;
    LUDUS_DRAW(MODELS + PLAIN, TestFile("box.png"), box, "--size", "160x120");
    ExpectLikeCommitted(TestFile("box.png"), PICTURES + "textured_box.png");
}

// The plain file differs from the other two in one thing, its sampler: it mirrors along U and clamps along V, so every
// other side shows the texture mirrored. With the others' sampler all three are one picture, byte for byte.
TEST(TexturedBox, IsTheSameInEveryEncoding)
{
    const std::string folder = MODELS + "BoxTextured-glTF/";
    std::string text = ReadText(MODELS + PLAIN);
    for (const char* mode : {"33648", "33071"})
    {
        ASSERT_NE(text.find(mode), std::string::npos);
        text.replace(text.find(mode), 5, "10497");
    }
    const std::string copy = testing::TempDir() + "ludus_box.gltf";
    std::ofstream(copy, std::ios::binary) << text;
    for (const char* part : {"BoxTextured0.bin", "CesiumLogoFlat.png"})
    {
        std::ofstream(testing::TempDir() + part, std::ios::binary) << ReadText(folder + part);
    }
    Picture plain;
    Picture binary;
    Picture embedded;
    Picture mirrored;
    LUDUS_DRAW(copy, TestFile("plain.png"), plain, "--size", "160x120");
    LUDUS_DRAW(MODELS + BINARY, TestFile("binary.png"), binary, "--size", "160x120");
    LUDUS_DRAW(MODELS + EMBEDDED, TestFile("embedded.png"), embedded, "--size", "160x120");
    LUDUS_DRAW(MODELS + PLAIN, TestFile("mirrored.png"), mirrored, "--size", "160x120");
    EXPECT_TRUE(plain.Rgba == binary.Rgba);
    EXPECT_TRUE(embedded.Rgba == binary.Rgba);
    EXPECT_FALSE(IsLike(mirrored, binary));
}

TEST(TexturedBox, IsTheSameAfterManyFrames)
{
    Picture one;
    Picture many;
    LUDUS_DRAW(MODELS + PLAIN, TestFile("1.png"), one, "--size", "64x48");
    LUDUS_DRAW(MODELS + PLAIN, TestFile("50.png"), many, "--size", "64x48", "--frames", "50");
    EXPECT_TRUE(one.Rgba == many.Rgba);
}

// The bound of the committed pictures means something: two degrees are outside it.
TEST(TexturedBox, IsToldFromOneThatIsTurnedALittle)
{
    Picture straight;
    Picture turned;
    LUDUS_DRAW(MODELS + PLAIN, TestFile("a.png"), straight, "--size", "160x120", "--camera", "30,20");
    LUDUS_DRAW(MODELS + PLAIN, TestFile("b.png"), turned, "--size", "160x120", "--camera", "32,20");
    EXPECT_FALSE(IsLike(turned, straight));
}

TEST(Engine, LooksAsCommitted)
{
    Picture engine;
    LUDUS_DRAW(MODELS + "2CylinderEngine-glTF-Binary/2CylinderEngine.glb", TestFile("engine.png"), engine, "--size",
               "320x180");
    ExpectLikeCommitted(TestFile("engine.png"), PICTURES + "engine.png");
}

// Normal maps without tangents, a roughness map, emitted light, alpha; the coating that the model is for is not drawn.
TEST(ClearCoats, LookAsCommittedWithoutTheirCoats)
{
    Picture coats;
    LUDUS_DRAW(MODELS + "ClearCoat-glTF/ClearCoatTest.gltf", TestFile("coats.png"), coats, "--size", "320x240");
    ExpectLikeCommitted(TestFile("coats.png"), PICTURES + "clear_coat.png");
}

// The arrows of the lower row point at the check marks where offset, rotation and scale are right; the upper row shows
// crosses where a scale is left out.
TEST(TextureTransforms, LookAsCommitted)
{
    Picture transforms;
    LUDUS_DRAW(MODELS + "textureTransform/TextureTransformTest.gltf", TestFile("transforms.png"), transforms, "--size",
               "240x160", "--camera", "0,0");
    ExpectLikeCommitted(TestFile("transforms.png"), PICTURES + "texture_transform.png");
}

TEST(SimpleSkin, LooksAsCommittedAtAMoment)
{
    Picture skin;
    LUDUS_DRAW(MODELS + "simple_skin/simple_skin.gltf", TestFile("skin.png"), skin, "--size", "160x160", "--camera",
               "0,0", "--time", "1.25");
    ExpectLikeCommitted(TestFile("skin.png"), PICTURES + "simple_skin.png");
}

TEST(Engine, PassesEveryCheckOfTheReference)
{
    const std::string out = FreshFile("engine.png");
    const ProgramResult result =
        RunView({MODELS + "2CylinderEngine-glTF-Binary/2CylinderEngine.glb", "--out", out, "--backend", "reference"});
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("ludus-view: the reference backend has accepted 115 draws, but it draws no pixels: "
                                 "no picture was written\n"), // after lines on progress, on a busy machine
              std::string::npos)
        << result.Output;
    EXPECT_FALSE(Exists(out));
}

TEST(BadNormals, AreReplacedByFlatOnes)
{
    Picture box;
    LUDUS_DRAW(MODELS + "BoxBadNormals-glTF-Binary/BoxBadNormals.glb", TestFile("box.png"), box, "--size", "64x48");
    std::size_t red = 0;
    for (uint32 y = 0; y < box.Height; ++y)
    {
        for (uint32 x = 0; x < box.Width; ++x)
        {
            const auto* const pixel = box.At(x, y);
            red += pixel[0] > 60 && pixel[1] * 2 < pixel[0] && pixel[2] * 2 < pixel[0] ? 1U : 0U;
        }
    }
    EXPECT_GT(red, 64U * 48U * 4 / 10); // a red box fills most of the picture, nowhere black
}

struct Refusal final
{
    const char* Model;
    const char* Words;
};

// The malformed files of the distribution: exit code 2, a sentence that names the file and the fault, no picture.
TEST(MalformedModels, AreRefusedWhereANumberCannotBeMeant)
{
    const std::string text = ReadText(MODELS + EMBEDDED);
    for (const auto& [old, replacement, words] :
         {std::tuple{R"("scene": 0)", R"("scene": -9)", "scene is -9, and must be a whole number"},
          std::tuple{R"("byteOffset": 0)", R"("byteOffset": -4)", "byteOffset is -4, and must be a whole number"},
          std::tuple{R"("matrix": [)", R"("matrix": "none", "extras": [)",
                     "matrix is \"none\", and must be 16 numbers"}})
    {
        std::string damaged = text;
        ASSERT_NE(damaged.find(old), std::string::npos) << old;
        damaged.replace(damaged.find(old), std::string(old).size(), replacement);
        const std::string model = TestFile("damaged.gltf");
        std::ofstream(model, std::ios::binary) << damaged;
        const std::string out = FreshFile("picture.png");
        const ProgramResult result = RunView({model, "--out", out, "--backend", "reference"});
        EXPECT_EQ(result.ExitCode, 2) << result.Output;
        EXPECT_NE(result.Output.find(words), std::string::npos) << result.Output;
        EXPECT_FALSE(Exists(out));
    }
}

TEST(MalformedModels, AreRefusedWithCodeTwoAndASentence)
{
    for (const Refusal& refusal : {
             Refusal{"BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", "POSITION of vertex 0 is not finite"},
             Refusal{"IndexOutOfRange/IndexOutOfRange.gltf", "index number 0 names vertex 255, there are 24"},
             Refusal{"IndexOutOfRange/AllIndicesOutOfRange.gltf", "names vertex"},
             Refusal{"MissingBin/BoxTextured.gltf", "BoxTextured0.bin"},
             Refusal{"TestNoRootNode/SceneWithoutNodes.gltf", "has a scene without nodes: there is nothing to draw"},
             Refusal{"TestNoRootNode/NoScene.gltf", "has no scene: there is nothing to draw"},
             Refusal{"draco/2CylinderEngine.gltf", "requires the extension KHR_draco_mesh_compression"},
             Refusal{"RecursiveNodes/RecursiveNodes.gltf", "is reached twice"},
             Refusal{"IncorrectVertexArrays/Cube.gltf", "is damaged"},
             Refusal{"SchemaFailures/sceneWrongType.gltf", ""},
             Refusal{"no_such_model.glb", "it cannot be opened"},
         })
    {
        const std::string model = MODELS + refusal.Model;
        const std::string out = FreshFile("picture.png");
        const ProgramResult result = RunView({model, "--out", out, "--backend", "reference"});
        EXPECT_EQ(result.ExitCode, 2) << result.Output;
        EXPECT_NE(result.Output.find("ludus-view: " + model + " "), std::string::npos) << result.Output;
        EXPECT_NE(result.Output.find(refusal.Words), std::string::npos) << result.Output;
        EXPECT_FALSE(Exists(out));
    }
}

TEST(Arguments, AreRefusedWithCodeTwo)
{
    EXPECT_EQ(RunView({}).ExitCode, 2);
    EXPECT_EQ(RunView({"a.glb", "--size", "0x10"}).ExitCode, 2);
    EXPECT_EQ(RunView({"a.glb", "--size", "10"}).ExitCode, 2);
    EXPECT_EQ(RunView({"a.glb", "--backend", "glide"}).ExitCode, 2);
    EXPECT_EQ(RunView({"a.glb", "--camera", "1,2,3,4"}).ExitCode, 2);
    EXPECT_EQ(RunView({"a.glb", "--frames", "0"}).ExitCode, 2);
    EXPECT_EQ(RunView({MODELS + PLAIN, "--out", "", "--frames", "1"}).ExitCode, 2); // not a window
    EXPECT_EQ(RunView({"--help"}).ExitCode, 0);
}

TEST(Arguments, MayNotNameTheModelAsTheOutput)
{
    const std::string model = FreshFile("model.glb");
    const std::string bytes = ReadText(MODELS + BINARY);
    std::ofstream(model, std::ios::binary) << bytes;
    const ProgramResult result =
        RunView({model, "--out", testing::TempDir() + "./" + model.substr(model.rfind('/') + 1)});
    EXPECT_EQ(result.ExitCode, 2);
    EXPECT_NE(result.Output.find("would overwrite the model"), std::string::npos) << result.Output;
    EXPECT_TRUE(ReadText(model) == bytes);
}

TEST(Trouble, WithTheOutputEndsWithCodeOne)
{
    const ProgramResult result =
        RunView({MODELS + PLAIN, "--out", "/no/such/folder/picture.png", "--backend", "vulkan", "--size", "8x8"});
    LUDUS_NEEDS_VULKAN(result);
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("/no/such/folder/picture.png: No such file"), std::string::npos) << result.Output;
}

TEST(Trouble, WithTheDeviceEndsWithCodeOneAndItsDiagnostic)
{
    const std::string out = FreshFile("picture.png");
    for (const std::string backend : {"webgl2", "metal"}) // of browsers and of Apple: never part of this build
    {
        const ProgramResult result = RunView({MODELS + PLAIN, "--out", out, "--backend", backend});
        EXPECT_EQ(result.ExitCode, 1);
        EXPECT_NE(result.Output.find("no device was started on " + backend +
                                     ": it is not part of this build; CreateDevice: "),
                  std::string::npos)
            << result.Output;
        EXPECT_FALSE(Exists(out));
    }
}
} // namespace
