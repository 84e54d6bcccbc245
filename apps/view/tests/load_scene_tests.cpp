// Whole files: what the distribution's models become, and what is said of files that cannot be drawn.
#include "model_file.h"

#include <cmath>
#include <cstdio>
#include <sys/stat.h>

namespace
{
using namespace ludus::view;
using namespace ludus::view::tests;

const std::string MODELS = std::string(LUDUS_TEST_MODELS) + "/glTF2/";

void ExpectRefused(const std::string& path, const std::string& words)
{
    const Loaded result = Load(path);
    EXPECT_FALSE(result.IsLoaded) << path;
    EXPECT_NE(result.Problem.find(words), std::string::npos) << path << ": " << result.Problem;
    EXPECT_TRUE(result.Content.Draws.empty());
}

TEST(DistributionModels, GiveTheSameTexturedBoxInEveryEncoding)
{
    for (const char* file : {"BoxTextured-glTF/BoxTextured.gltf", "BoxTextured-glTF-Binary/BoxTextured.glb",
                             "BoxTextured-glTF-Embedded/BoxTextured.gltf"})
    {
        const Loaded box = Load(MODELS + file);
        ASSERT_TRUE(box.IsLoaded) << file << ": " << box.Problem;
        ASSERT_EQ(box.Content.Draws.size(), 1U);
        EXPECT_EQ(box.Content.Primitives[0].Vertices.size(), 24U);
        EXPECT_EQ(box.Content.Primitives[0].Indices.size(), 36U);
        EXPECT_FLOAT_EQ(box.Content.Box.Low.X, -0.5F);
        EXPECT_FLOAT_EQ(box.Content.Box.High.Z, 0.5F);
        ASSERT_EQ(box.Content.Images.size(), 1U);
        EXPECT_EQ(box.Content.Images[0].Width, 211U);
        EXPECT_EQ(box.Content.Images[0].Height, 211U);
        EXPECT_EQ(box.Content.Materials[0].BaseColorTexture.Image, 0U);
        EXPECT_TRUE(box.Content.Notes.empty());
    }
}

TEST(DistributionModels, GiveTheEngineItsDraws)
{
    const Loaded engine = Load(MODELS + "2CylinderEngine-glTF-Binary/2CylinderEngine.glb");
    ASSERT_TRUE(engine.IsLoaded) << engine.Problem;
    EXPECT_EQ(engine.Content.Draws.size(), 115U);
    usize triangles = 0;
    for (const Draw& draw : engine.Content.Draws)
    {
        triangles += engine.Content.Primitives[draw.Primitive].Indices.size() / 3;
    }
    EXPECT_EQ(triangles, 121496U);
}

TEST(DistributionModels, ReadEveryPrimitiveMode)
{
    // The README beside these files: 00 points, 01 to 03 lines, 04 strip, 05 fan, 06 list without indices; 07 to 13 the
    // same with 16-bit indices, 14 with 8-bit and 15 with 32-bit ones. All triangles show the same square of area 1.
    for (int number = 0; number <= 15; ++number)
    {
        const std::string name = "glTF-Asset-Generator/Mesh_PrimitiveMode/Mesh_PrimitiveMode_" +
                                 std::string(number < 10 ? "0" : "") + std::to_string(number) + ".gltf";
        const Loaded square = Load(MODELS + name);
        const bool hasTriangles = (number >= 4 && number <= 6) || number >= 11;
        ASSERT_EQ(square.IsLoaded, hasTriangles) << name << ": " << square.Problem;
        if (!hasTriangles)
        {
            EXPECT_EQ(square.Problem, "has nothing to draw: its scene shows no triangles");
            continue;
        }
        const Primitive& primitive = square.Content.Primitives[0];
        float32 area = 0;
        for (usize corner = 0; corner < primitive.Indices.size(); corner += 3)
        {
            const Float3 a = primitive.Vertices[primitive.Indices[corner]].Position;
            const Float3 b = primitive.Vertices[primitive.Indices[corner + 1]].Position;
            const Float3 c = primitive.Vertices[primitive.Indices[corner + 2]].Position;
            const Float3 normal = Cross(b - a, c - a);
            EXPECT_GT(normal.Z, 0) << name;
            area += Length(normal) * 0.5F;
        }
        EXPECT_NEAR(area, 1, 1e-5F) << name;
        EXPECT_NEAR(primitive.Vertices[0].Normal.Z, 1, 1e-5F);
    }
}

TEST(DistributionModels, RefuseTheMalformedOnesInWords)
{
    ExpectRefused(MODELS + "BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", "POSITION of vertex 0 is not finite");
    ExpectRefused(MODELS + "IndexOutOfRange/IndexOutOfRange.gltf", "names vertex");
    ExpectRefused(MODELS + "IndexOutOfRange/AllIndicesOutOfRange.gltf", "names vertex");
    ExpectRefused(MODELS + "MissingBin/BoxTextured.gltf", "BoxTextured0.bin");
    ExpectRefused(MODELS + "TestNoRootNode/NoScene.gltf", "has no scene");
    ExpectRefused(MODELS + "TestNoRootNode/SceneWithoutNodes.gltf", "has a scene without nodes");
    ExpectRefused(MODELS + "RecursiveNodes/RecursiveNodes.gltf", "is reached twice");
    ExpectRefused(MODELS + "draco/2CylinderEngine.gltf", "requires the extension KHR_draco_mesh_compression");
    ExpectRefused(MODELS + "IncorrectVertexArrays/Cube.gltf", "is damaged: mesh");
    ExpectRefused(MODELS + "no_such_file.gltf", "cannot be opened");
    ExpectRefused(MODELS, "cannot be opened");
    const std::string pipe = testing::TempDir() + "ludus_view_pipe.glb";
    std::remove(pipe.c_str());
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    ExpectRefused(pipe, "not a regular file"); // and nobody waits for a writer
    std::remove(pipe.c_str());
    ExpectRefused(MODELS + "BoxTextured-glTF/CesiumLogoFlat.png", "is not a glTF file");
}

TEST(DistributionModels, NeverCrashOnWrongTypes)
{
    for (const char* name : {"badArray", "badExtension", "badNumber", "badObject", "badString", "badUint"})
    {
        const Loaded result = Load(MODELS + "wrongTypes/" + name + ".gltf");
        EXPECT_TRUE(result.IsLoaded ? !result.Content.Draws.empty() : !result.Problem.empty()) << name;
    }
    EXPECT_NE(Load(MODELS + "SchemaFailures/sceneWrongType.gltf").Problem, "");
}

// A square in the XY plane, reachable through `nodes`.
std::string Square(const std::string& nodes, const std::string& material = "{}")
{
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes + R"(,"materials":[)" +
           material +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
           "buffers":[{"uri":"test.bin","byteLength":72}],"bufferViews":[{"buffer":0,"byteLength":72}],
           "accessors":[{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3"}]})";
}

std::string SquareBytes(float32 corner = 1)
{
    return BytesOf<float32>({0, 0, 0, 1, 0, 0, corner, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0});
}

TEST(Nodes, MultiplyTransformsFromRootToMesh)
{
    // Moved by (10, 0, 0), turned a quarter around Z, scaled by 2: the square's far corner (1, 1) lands at (8, 2).
    const Loaded
        scene = Load(""),
        square = LoadText(
            Square(R"([{"translation":[10,0,0],"children":[1]},{"rotation":[0,0,0.70710678,0.70710678],"children":[2]},
                   {"scale":[2,2,2],"mesh":0}])"),
            SquareBytes());
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    EXPECT_NEAR(square.Content.Box.Low.X, 8, 1e-5F);
    EXPECT_NEAR(square.Content.Box.High.X, 10, 1e-5F);
    EXPECT_NEAR(square.Content.Box.Low.Y, 0, 1e-5F);
    EXPECT_NEAR(square.Content.Box.High.Y, 2, 1e-5F);
    EXPECT_FALSE(square.Content.Draws[0].IsMirrored);
}

TEST(Nodes, KnowWhenTheyMirror)
{
    const Loaded square = LoadText(Square(R"([{"scale":[-1,1,1],"mesh":0}])"), SquareBytes());
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    EXPECT_TRUE(square.Content.Draws[0].IsMirrored);
}

TEST(Nodes, AreRefusedInWords)
{
    const auto problemOf = [](const std::string& nodes) { return LoadText(Square(nodes), SquareBytes()).Problem; };
    EXPECT_EQ(problemOf(R"([{"children":[0]}])"),
              "is damaged: node 0 is reached twice, so its nodes form a ring or share a child");
    EXPECT_EQ(problemOf(R"([{"children":[7]}])"), "is damaged: node 7 is named but does not exist");
    EXPECT_EQ(problemOf(R"([{"mesh":3}])"), "is damaged: node 0: it has mesh 3, which does not exist");
    EXPECT_EQ(problemOf(R"([{"matrix":[1,0,0],"mesh":0}])"),
              "is damaged: nodes[0].matrix is [1,0,0], and must be 16 numbers");
    EXPECT_EQ(problemOf(R"([{"matrix":[],"mesh":0}])"), "is damaged: nodes[0].matrix is [], and must be 16 numbers");
    EXPECT_EQ(problemOf(R"([{"matrix":"identity","mesh":0}])"),
              "is damaged: nodes[0].matrix is \"identity\", and must be 16 numbers");
    EXPECT_EQ(problemOf(R"([{"translation":[0,"1",0],"mesh":0}])"),
              "is damaged: nodes[0].translation is [0,\"1\",0], and must be 3 numbers");
    EXPECT_EQ(problemOf(R"([{"mesh":-1}])"),
              "is damaged: nodes[0].mesh is -1, and must be a whole number of 0 to 2147483647");
    EXPECT_EQ(problemOf(R"([{"mesh":0,"children":[0.5]}])"),
              "is damaged: nodes[0].children is [0.5], and must be a list of whole numbers of 0 to 2147483647");
    EXPECT_EQ(problemOf(R"({"mesh":0})"), "is damaged: nodes is {\"mesh\":0}, and must be a list");
    EXPECT_EQ(problemOf("[7]"), "is damaged: nodes[0] is 7, and must be an object");
    EXPECT_EQ(problemOf(R"([{"scale":[1e39,1,1],"mesh":0}])"), "is damaged: node 0: its scale is not finite");
    EXPECT_EQ(problemOf(R"([{"rotation":[0,0,0,0],"mesh":0}])"),
              "is damaged: node 0: its rotation is not a quaternion");
    EXPECT_EQ(problemOf(R"([{"scale":[1e30,1,1],"children":[1]},{"scale":[1e30,1,1],"mesh":0}])"),
              "is damaged: the transforms down to node 1 multiply to infinity");
    EXPECT_EQ(problemOf(R"([{"scale":[1e20,1,1],"mesh":0}])"),
              "is damaged: node 0: it puts a vertex farther away than single precision can show");
    EXPECT_EQ(problemOf(R"([{}])"), "has nothing to draw: its scene shows no triangles");
}

TEST(Nodes, MayBeNestedDeeply)
{
    std::string nodes = "[";
    constexpr int DEPTH = 20000;
    for (int node = 0; node + 1 < DEPTH; ++node)
    {
        nodes += R"({"children":[)" + std::to_string(node + 1) + "]},";
    }
    const Loaded square = LoadText(Square(nodes + R"({"mesh":0}])"), SquareBytes());
    EXPECT_TRUE(square.IsLoaded) << square.Problem;
}

TEST(Materials, KeepColourAlphaAndSides)
{
    const Loaded square = LoadText(
        Square(R"([{"mesh":0}])",
               R"({"pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4]},"alphaMode":"MASK","alphaCutoff":0.25,
                  "doubleSided":true})"),
        SquareBytes());
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    const Material& material = square.Content.Materials[0];
    EXPECT_FLOAT_EQ(material.BaseColor.Z, 0.3F);
    EXPECT_FLOAT_EQ(material.BaseColor.W, 0.4F);
    EXPECT_EQ(material.Alpha, AlphaMode::Mask);
    EXPECT_FLOAT_EQ(material.AlphaCutoff, 0.25F);
    EXPECT_TRUE(material.IsDoubleSided);
    EXPECT_EQ(material.BaseColorTexture.Image, NO_IMAGE);
}

TEST(Materials, AreRefusedInWords)
{
    const auto problemOf = [](const std::string& material)
    { return LoadText(Square(R"([{"mesh":0}])", material), SquareBytes()).Problem; };
    EXPECT_EQ(problemOf(R"({"pbrMetallicRoughness":{"baseColorFactor":[1,1,2,1]}})"),
              "material 0 is damaged: its base colour has a component outside 0..1: 2");
    EXPECT_EQ(problemOf(R"({"pbrMetallicRoughness":{"roughnessFactor":-1}})"),
              "material 0 is damaged: its roughness factor has a component outside 0..1: -1");
    EXPECT_EQ(problemOf(R"({"normalTexture":{"index":4}})"),
              "material 0 is damaged: its texture 4 does not exist: there are 0");
    EXPECT_EQ(problemOf(R"({"alphaMode":"GLOW"})"), "material 0 has the unknown alpha mode \"GLOW\"");
    EXPECT_EQ(problemOf(R"({"pbrMetallicRoughness":{"baseColorTexture":{"index":4}}})"),
              "material 0 is damaged: its texture 4 does not exist: there are 0");
}

TEST(Materials, AreRefusedWhereTheirTextureIsPlacedByNonsense)
{
    const auto problemOf = [](const std::string& placement)
    {
        std::string text =
            Square(R"([{"mesh":0}])",
                   R"({"emissiveTexture":{"index":0,"extensions":{"KHR_texture_transform":)" + placement + "}}}");
        const std::string scene = R"("scene":0)";
        text.replace(text.find(scene), scene.size(),
                     scene + R"(,"textures":[{"source":0}],"images":[{"uri":"test.png"}])");
        return LoadText(text, SquareBytes()).Problem;
    };
    const std::string damaged = "material 0 is damaged: its KHR_texture_transform is damaged: ";
    EXPECT_EQ(problemOf(R"({"offset":5})"), damaged + "offset is not 2 finite numbers");
    EXPECT_EQ(problemOf(R"({"offset":{"0":5}})"), damaged + "offset is not 2 finite numbers");
    EXPECT_EQ(problemOf(R"({"scale":[1]})"), damaged + "scale is not 2 finite numbers");
    EXPECT_EQ(problemOf(R"({"scale":[1,"2"]})"), damaged + "scale is not 2 finite numbers");
    EXPECT_EQ(problemOf(R"({"rotation":[1]})"), damaged + "rotation is not 1 finite number");
    EXPECT_EQ(problemOf(R"({"texCoord":-1})"), damaged + "texCoord is not a set of texture coordinates");
}

TEST(Materials, KeepWhatMetalAndLightAre)
{
    const Loaded square = LoadText(
        Square(R"([{"mesh":0}])",
               R"({"pbrMetallicRoughness":{"metallicFactor":0.25,"roughnessFactor":0.75},"emissiveFactor":[0.5,0,1],
                  "extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":4}}})"),
        SquareBytes());
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    const Material& material = square.Content.Materials[0];
    EXPECT_FLOAT_EQ(material.Metallic, 0.25F);
    EXPECT_FLOAT_EQ(material.Roughness, 0.75F);
    EXPECT_FLOAT_EQ(material.Emissive.X, 2);
    EXPECT_FLOAT_EQ(material.Emissive.Z, 4);
    EXPECT_EQ(material.NormalTexture.Image, NO_IMAGE);
}

// An image that is a colour here and numbers there is two images of the scene.
TEST(Materials, KeepColoursAndNumbersApart)
{
    const Loaded coats = Load(MODELS + "ClearCoat-glTF/ClearCoatTest.gltf");
    ASSERT_TRUE(coats.IsLoaded) << coats.Problem;
    usize normalMaps = 0;
    for (const Material& material : coats.Content.Materials)
    {
        for (Texture Material::*const texture : TEXTURES)
        {
            const uint32 image = (material.*texture).Image;
            EXPECT_TRUE(image == NO_IMAGE || coats.Content.Images[image].IsData == IsDataTexture(texture));
        }
        normalMaps += material.NormalTexture.Image != NO_IMAGE ? 1U : 0U;
    }
    EXPECT_GT(normalMaps, 0U);
}

TEST(Vertices, AreRefusedWhenTheyAreNotFinite)
{
    EXPECT_EQ(LoadText(Square(R"([{"mesh":0}])"), SquareBytes(HUGE_VALF)).Problem,
              "is damaged: mesh 0, primitive 0: POSITION of vertex 2 is not finite");
    EXPECT_EQ(LoadText(Square(R"([{"mesh":0}])"), SquareBytes(NAN)).Problem,
              "is damaged: mesh 0, primitive 0: POSITION of vertex 2 is not finite");
}

// What tinygltf takes for "not there", or for another number, and the file would be drawn as if nothing were wrong.
TEST(Files, AreRefusedWhereANumberCannotBeMeant)
{
    const std::string whole = ", and must be a whole number of 0 to 2147483647";

    struct Change final
    {
        const char* Old;
        const char* New;
        std::string Problem;
    };

    for (const Change& change : {
             Change{R"("scene":0)", R"("scene":-9)", "scene is -9" + whole},
             Change{R"("scene":0)", R"("scene":"0")", "scene is \"0\"" + whole},
             Change{R"("count":6)", R"("count":6,"byteOffset":-4)", "accessors[0].byteOffset is -4" + whole},
             Change{R"("count":6)", R"("count":6,"byteOffset":4294967296)",
                    "accessors[0].byteOffset is 4294967296" + whole},
             Change{R"("count":6)", R"("count":6.5)", "accessors[0].count is 6.5" + whole},
             Change{R"("count":6)", R"("count":6.0)", "accessors[0].count is 6.0" + whole},
             Change{R"("count":6)", R"("count":6,"normalized":1)",
                    "accessors[0].normalized is 1, and must be true or false"},
             Change{R"("count":6)", R"("count":6,"sparse":{"count":1,"indices":{"bufferView":0,"byteOffset":-1}})",
                    "accessors[0].sparse.indices.byteOffset is -1" + whole},
             Change{R"([{"buffer":0)", R"([{"byteOffset":-1,"buffer":0)", "bufferViews[0].byteOffset is -1" + whole},
             Change{R"([{"buffer":0)", R"([{"byteStride":-12,"buffer":0)", "bufferViews[0].byteStride is -12" + whole},
             Change{R"("uri":"test.bin")", R"("uri":7)", "buffers[0].uri is 7, and must be text in quotes"},
             Change{R"("material":0)", R"("material":-1)", "meshes[0].primitives[0].material is -1" + whole},
             Change{R"("material":0)", R"("material":0,"mode":-4)", "meshes[0].primitives[0].mode is -4" + whole},
             Change{R"("material":0)", R"("material":0,"indices":-1)", "meshes[0].primitives[0].indices is -1" + whole},
             Change{R"("POSITION":0)", R"("POSITION":0,"NORMAL":-1)",
                    "meshes[0].primitives[0].attributes.NORMAL is -1" + whole},
             Change{R"([{}])", R"([{"alphaCutoff":"half"}])",
                    "materials[0].alphaCutoff is \"half\", and must be a number"},
             Change{R"([{}])", R"([{"doubleSided":"yes"}])",
                    "materials[0].doubleSided is \"yes\", and must be true or false"},
             Change{R"([{}])", R"([{"pbrMetallicRoughness":{"baseColorFactor":"red"}}])",
                    "materials[0].pbrMetallicRoughness.baseColorFactor is \"red\", and must be 4 numbers"},
             Change{R"("asset":)", R"("extensionsUsed":"KHR_materials_unlit","asset":)",
                    "extensionsUsed is \"KHR_materials_unlit\", and must be a list of texts in quotes"},
         })
    {
        std::string text = Square(R"([{"mesh":0}])");
        const std::size_t found = text.find(change.Old);
        ASSERT_NE(found, std::string::npos) << change.Old;
        text.replace(found, std::string(change.Old).size(), change.New);
        const Loaded result = LoadText(text, SquareBytes());
        EXPECT_FALSE(result.IsLoaded) << change.New;
        EXPECT_EQ(result.Problem, "is damaged: " + change.Problem);
    }
}

TEST(Files, AreRefusedBeforeTheyCanHurt)
{
    // An image in a buffer view that does not exist, and one whose buffer does not: tinygltf would read beyond its
    // arrays.
    EXPECT_EQ(LoadText(R"({"asset":{"version":"2.0"},"images":[{"bufferView":9,"mimeType":"image/png"}]})").Problem,
              "is damaged: image 0 names a buffer view that does not exist");
    EXPECT_EQ(LoadText(R"({"asset":{"version":"2.0"},"bufferViews":[{"buffer":5,"byteLength":1}],
                          "images":[{"bufferView":0,"mimeType":"image/png"}]})")
                  .Problem,
              "is damaged: image 0 lies in a buffer that does not exist");
    const std::string deep =
        R"({"asset":{"version":"2.0"},"extras":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
    EXPECT_EQ(LoadText(deep).Problem, "is not a glTF file: it nests deeper than any glTF file needs");
    EXPECT_NE(LoadText("").Problem, "");
    EXPECT_NE(LoadText("glTF").Problem, "");
    EXPECT_NE(LoadText("[]").Problem, "");
}

TEST(Files, AreLookedForBesideTheModelOnly)
{
    // A file of the right name and size in the current folder does not take the place of the missing one.
    const std::string name = "BoxTextured0.bin";
    const bool wasThere = std::ifstream(name).good();
    if (!wasThere)
    {
        std::ofstream(name, std::ios::binary) << std::string(840, '\0');
    }
    ExpectRefused(MODELS + "MissingBin/BoxTextured.gltf", name);
    if (!wasThere)
    {
        std::remove(name.c_str());
    }
}

TEST(Files, AreRefusedWhenCutShort)
{
    std::ifstream file(MODELS + "BoxTextured-glTF-Binary/BoxTextured.glb", std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GT(whole.size(), 4000U);
    for (std::size_t size = 0; size < whole.size(); size += 37)
    {
        EXPECT_FALSE(LoadText(whole.substr(0, size)).IsLoaded) << size;
    }
}

TEST(Files, SurviveDamagedBytes)
{
    std::ifstream file(MODELS + "BoxTextured-glTF-Binary/BoxTextured.glb", std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    // Every third byte of the header and the JSON in turn; each result is a scene with draws or a sentence.
    unsigned value = 7;
    for (std::size_t position = 0; position < 1500 && position < whole.size(); position += 3)
    {
        std::string damaged = whole;
        value = value * 1664525U + 1013904223U;
        damaged[position] = static_cast<char>(value >> 24);
        const Loaded result = LoadText(damaged);
        EXPECT_TRUE(result.IsLoaded ? !result.Content.Draws.empty() : !result.Problem.empty()) << position;
    }
}
} // namespace
