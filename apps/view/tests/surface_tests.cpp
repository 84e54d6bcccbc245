// What materials, nodes and textures do to pixels, on small models made here: each case looks at a few places.
#include "view_program.h"

#include <array>

namespace
{
using namespace ludus::apps;
using namespace ludus::view;
using namespace ludus::view::tests;

// A square of edge 2 around the origin in the XY plane, facing +Z, with texture coordinates (0, 0) at its upper left.
// `nodes` place it (mesh 0); seen from the front it fills the picture's height.
std::string Model(const std::string& nodes, const std::string& roots, const std::string& materials,
                  const std::string& more = "")
{
    std::string meshes;
    for (const char* material : {"0", "1", "2"})
    {
        meshes += std::string(meshes.empty() ? "" : ",") +
                  R"({"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"material":)" + material +
                  "}]}";
    }
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":)" + roots + R"(}],"nodes":)" + nodes +
           R"(,"materials":)" + materials + R"(,"meshes":[)" + meshes + R"(],)" + more +
           R"("buffers":[{"uri":"test.bin","byteLength":92}],
              "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":32},
                             {"buffer":0,"byteOffset":80,"byteLength":12}],
              "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                           {"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"},
                           {"bufferView":2,"componentType":5123,"count":6,"type":"SCALAR"}]})";
}

std::string Buffer(float32 uvScale = 1)
{
    const float32 s = uvScale;
    return BytesOf<float32>({-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}) + BytesOf<float32>({0, s, s, s, s, 0, 0, 0}) +
           BytesOf<ludus::foundation::uint16>({0, 1, 2, 0, 2, 3});
}

std::string Write(const std::string& json, const std::string& buffer)
{
    std::string path = TestFile("model.gltf");
    std::ofstream(TestFile("model.bin"), std::ios::binary) << buffer;
    std::string text = json;
    const std::string bin = TestFile("model.bin");
    text.replace(text.find("test.bin"), 8, bin.substr(bin.find_last_of('/') + 1));
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::array<int, 3> At(const Picture& picture, double x, double y) // shares of width and height
{
    const uint8* pixel = picture.At(static_cast<uint32>(x * picture.Width), static_cast<uint32>(y * picture.Height));
    return {pixel[0], pixel[1], pixel[2]};
}

constexpr std::array<int, 3> BACKGROUND = {226, 230, 236};
const std::string UNLIT = R"("extensions":{"KHR_materials_unlit":{}})";

// Opaque red, green, blue in sRGB codes 255, and one more property for all three.
std::string Primaries(const std::string& property = "")
{
    std::string list;
    for (const char* color : {"[1,0,0,1]", "[0,1,0,1]", "[0,0,1,1]"})
    {
        list += list.empty() ? "" : ",";
        list += R"({"pbrMetallicRoughness":{"baseColorFactor":)";
        list += color;
        list += "},";
        list += UNLIT;
        list += property;
        list += "}";
    }
    return "[" + list + "]";
}

#define DRAW_FRONT(path, picture)                                                                                      \
    LUDUS_DRAW(path, TestFile("picture.png"), picture, "--size", "60x60", "--camera", "0,0")

TEST(Nodes, PlaceMeshesThroughTheirParents)
{
    // Red stays in the middle. Green is moved left by its parent's parent and shrunk by its parent; blue is turned
    // half around Z by its parent, so that its own move to +X goes to -X, then moved up.
    const std::string path = Write(Model(R"([{"mesh":0,"children":[]},
        {"translation":[-4,0,0],"children":[2]},{"scale":[0.5,0.5,0.5],"children":[3]},{"mesh":1},
        {"translation":[0,4,0],"children":[5]},{"rotation":[0,0,1,0],"children":[6]},{"translation":[4,0,0],"mesh":2}])",
                                         "[0,1,4]", Primaries()),
                                   Buffer());
    Picture picture;
    DRAW_FRONT(path, picture);
    // The world reaches from x = -5 to 1 and from y = -1 to 5; the picture shows a little more than those 6 units.
    const auto world = [&](double x, double y)
    { return At(picture, 0.5 + (x + 2) / 6 * 0.94, 0.5 - (y - 2) / 6 * 0.94); };
    EXPECT_EQ(world(0, 0), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(world(0.8, 0.8), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(world(-4, 0), (std::array<int, 3>{0, 255, 0}));
    EXPECT_EQ(world(-4, 0.8), BACKGROUND); // green is only half as large
    EXPECT_EQ(world(-4, 4), (std::array<int, 3>{0, 0, 255}));
    EXPECT_EQ(world(0, 4), BACKGROUND);
}

TEST(Sides, AreShownWhereTheMaterialSaysSo)
{
    // Turned half around Y: only its back is seen.
    const std::string turned = R"([{"mesh":0,"rotation":[0,1,0,0]}])";
    const std::string single = Write(Model(turned, "[0]", Primaries()), Buffer());
    const std::string out = FreshFile("empty.png");
    const ProgramResult result =
        RunView({single, "--out", out, "--backend", "vulkan", "--size", "60x60", "--camera", "0,0"});
    LUDUS_NEEDS_VULKAN(result);
    EXPECT_EQ(result.ExitCode, 2); // an empty picture is no success
    EXPECT_NE(result.Output.find("nothing of the model is visible from this camera"), std::string::npos);
    EXPECT_FALSE(Exists(out));

    Picture picture;
    DRAW_FRONT(Write(Model(turned, "[0]", Primaries(R"(,"doubleSided":true)")), Buffer()), picture);
    EXPECT_EQ(At(picture, 0.5, 0.5), (std::array<int, 3>{255, 0, 0}));
}

TEST(Sides, FollowMirroringTransforms)
{
    Picture picture;
    DRAW_FRONT(Write(Model(R"([{"mesh":0,"scale":[-1,1,1]}])", "[0]", Primaries()), Buffer()), picture);
    EXPECT_EQ(At(picture, 0.5, 0.5), (std::array<int, 3>{255, 0, 0}));
}

TEST(Light, FallsOnBothSidesOfADoubleSidedSurface)
{
    const std::string material = R"([{"doubleSided":true},{},{}])";
    Picture front;
    Picture back;
    LUDUS_DRAW(Write(Model(R"([{"mesh":0}])", "[0]", material), Buffer()), TestFile("f.png"), front, "--size", "60x60",
               "--camera", "0,0");
    LUDUS_DRAW(Write(Model(R"([{"mesh":0,"rotation":[0,1,0,0]}])", "[0]", material), Buffer()), TestFile("b.png"), back,
               "--size", "60x60", "--camera", "0,0");
    EXPECT_EQ(At(front, 0.5, 0.5), At(back, 0.5, 0.5));
    EXPECT_GT(At(front, 0.5, 0.5)[0], 150);
}

TEST(Blending, ShowsWhatLiesBehindFromTheFarEnd)
{
    // In the file's order the nearest comes first: green at half strength before blue before opaque red.
    const std::string materials = R"([{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]},)" + UNLIT + R"(},
            {"pbrMetallicRoughness":{"baseColorFactor":[0,1,0,0.5]},"alphaMode":"BLEND",)" +
                                  UNLIT + R"(},
            {"pbrMetallicRoughness":{"baseColorFactor":[0,0,1,0.5]},"alphaMode":"BLEND",)" +
                                  UNLIT + "}]";
    Picture picture;
    DRAW_FRONT(Write(Model(R"([{"mesh":1,"translation":[0,0,0.2]},{"mesh":2,"translation":[0,0,0.1]},{"mesh":0}])",
                           "[0,1,2]", materials),
                     Buffer()),
               picture);
    // Over red: blue gives (127.5, 0, 127.5), then green (63.75, 127.5, 63.75). Rounding after each step: one code.
    const std::array<int, 3> seen = At(picture, 0.5, 0.5);
    EXPECT_NEAR(seen[0], 64, 1);
    EXPECT_NEAR(seen[1], 128, 1);
    EXPECT_NEAR(seen[2], 64, 1);
}

// Four texels: upper left red, upper right green, lower left blue, lower right white and transparent.
std::string Textured(const std::string& sampler, const std::string& materialProperties)
{
    const std::string image = TestFile("texture.png");
    std::string problem;
    EXPECT_TRUE(WritePng(image, {2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0}}, problem))
        << problem;
    const std::string material =
        R"({"pbrMetallicRoughness":{"baseColorTexture":{"index":0}},)" + UNLIT + materialProperties + "}";
    return Model(R"([{"mesh":0}])", "[0]", "[" + material + ",{},{}]",
                 R"("textures":[{"source":0,"sampler":0}],"samplers":[)" + sampler + R"(],"images":[{"uri":")" +
                     image.substr(image.find_last_of('/') + 1) + R"("}],)");
}

const std::string NEAREST = R"("magFilter":9728,"minFilter":9728)";

TEST(Textures, StartAtTheUpperLeft)
{
    Picture picture;
    DRAW_FRONT(Write(Textured("{" + NEAREST + "}", ""), Buffer()), picture);
    EXPECT_EQ(At(picture, 0.25, 0.25), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(At(picture, 0.75, 0.25), (std::array<int, 3>{0, 255, 0}));
    EXPECT_EQ(At(picture, 0.25, 0.75), (std::array<int, 3>{0, 0, 255}));
    EXPECT_EQ(At(picture, 0.75, 0.75), (std::array<int, 3>{255, 255, 255})); // opaque: alpha is not looked at
}

TEST(Textures, LeaveOutMaskedTexels)
{
    Picture picture;
    DRAW_FRONT(Write(Textured("{" + NEAREST + "}", R"(,"alphaMode":"MASK")"), Buffer()), picture);
    EXPECT_EQ(At(picture, 0.25, 0.25), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(At(picture, 0.75, 0.75), BACKGROUND);
}

// Across twice the texture, the upper row reads: red green, then what the wrap mode makes of the rest.
TEST(Textures, RepeatMirrorOrClampAsTheSamplerSays)
{
    using Row = std::array<std::array<int, 3>, 4>;
    constexpr std::array<int, 3> RED = {255, 0, 0};
    constexpr std::array<int, 3> GREEN = {0, 255, 0};
    const std::pair<const char*, Row> modes[] = {{"10497", {RED, GREEN, RED, GREEN}},
                                                 {"33648", {RED, GREEN, GREEN, RED}},
                                                 {"33071", {RED, GREEN, GREEN, GREEN}}};
    for (const auto& [mode, expected] : modes)
    {
        Picture picture;
        DRAW_FRONT(Write(Textured("{" + NEAREST + R"(,"wrapS":)" + mode + "}", ""), Buffer(2)), picture);
        const Row seen = {At(picture, 0.15, 0.15), At(picture, 0.38, 0.15), At(picture, 0.62, 0.15),
                          At(picture, 0.85, 0.15)};
        EXPECT_EQ(seen, expected) << mode;
    }
}

TEST(Textures, FadeToTheirAverageAtADistance)
{
    // 60 pixels show 200 repeats: only the smallest levels fit, and their colour is the texture's average. Without mips
    // the four colours stay apart.
    Picture smooth;
    Picture rough;
    LUDUS_DRAW(Write(Textured(R"({"magFilter":9729,"minFilter":9987})", ""), Buffer(200)), TestFile("s.png"), smooth,
               "--size", "60x60", "--camera", "0,0");
    LUDUS_DRAW(Write(Textured("{" + NEAREST + "}", ""), Buffer(200)), TestFile("r.png"), rough, "--size", "60x60",
               "--camera", "0,0");
    const std::array<int, 3> first = At(smooth, 0.3, 0.3);
    bool isVaried = false;
    for (int step = 0; step < 20; ++step)
    {
        const double place = 0.3 + 0.02 * step;
        EXPECT_EQ(At(smooth, place, 0.4), first);
        isVaried = isVaried || At(rough, place, 0.4) != At(rough, 0.3, 0.4);
    }
    EXPECT_TRUE(isVaried);
    // Red, green and blue each a third of the visible light (the transparent white texel has no weight): 156.
    EXPECT_NEAR(first[0], 156, 1);
    EXPECT_NEAR(first[1], 156, 1);
    EXPECT_NEAR(first[2], 156, 1);
}

// What `path` makes the reference backend say; it checks every draw, every index included.
std::string ReferenceOutput(const std::string& path)
{
    const ProgramResult result = RunView({path, "--out", TestFile("none.png"), "--backend", "reference"});
    EXPECT_EQ(result.ExitCode, 1);
    return result.Output;
}

TEST(Sizes, MayExceedTheLibrarysDefaults)
{
    // 3,000 draws: the device's ceilings are made to measure (1,024 by default).
    std::string nodes;
    std::string roots;
    for (int node = 0; node < 3000; ++node)
    {
        nodes += node == 0 ? "" : ",";
        nodes += R"({"mesh":0,"translation":[)" + std::to_string(node % 60) + "," + std::to_string(node / 60) + ",0]}";
        roots += (node == 0 ? "" : ",") + std::to_string(node);
    }
    const std::string path = Write(Model("[" + nodes + "]", "[" + roots + "]", Primaries()), Buffer());
    EXPECT_NE(ReferenceOutput(path).find("has accepted 3000 draws"), std::string::npos);
    Picture picture;
    DRAW_FRONT(path, picture);
    EXPECT_EQ(At(picture, 0.5, 0.5), (std::array<int, 3>{255, 0, 0}));
}

TEST(Sizes, MayExceedOneBuffer)
{
    // 360,000 unindexed vertices need wide indices and more than 16 MiB: they become two draws.
    constexpr std::size_t TRIANGLES = 120000;
    std::vector<float32> positions;
    for (std::size_t triangle = 0; triangle < TRIANGLES; ++triangle)
    {
        const std::size_t column = triangle % 400;
        const std::size_t row = triangle / 400;
        const auto x = static_cast<float32>(column);
        const auto y = static_cast<float32>(row);
        positions.insert(positions.end(), {x, y, 0, x + 2, y, 0, x, y + 2, 0});
    }
    const std::string bytes = BytesOf(positions);
    const std::string size = std::to_string(bytes.size());
    const std::string path =
        Write(R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"uri":"test.bin","byteLength":)" +
                  size + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
                  R"(}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
                  std::to_string(TRIANGLES * 3) + "}]}",
              bytes);
    EXPECT_NE(ReferenceOutput(path).find("has accepted 2 draws"), std::string::npos);
    Picture picture;
    DRAW_FRONT(path, picture);
    EXPECT_NE(At(picture, 0.5, 0.5), BACKGROUND);
}
} // namespace
