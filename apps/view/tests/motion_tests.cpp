// What skins, moments and turntables draw.
#include "skinned_model.h"
#include "view_program.h"

#include <common/testing/expect_picture.h>

namespace
{
using namespace ludus::apps;
using namespace ludus::view;
using namespace ludus::view::tests;

std::string Write(const std::string& name, bool hasSkin, const SquareParts& parts)
{
    std::ofstream(TestFile(name + ".bin"), std::ios::binary) << BytesOfSquare(parts);
    std::string text = SkinnedSquare(hasSkin);
    const std::string bin = TestFile(name + ".bin");
    text.replace(text.find("test.bin"), 8, bin.substr(bin.find_last_of('/') + 1));
    std::string path = TestFile(name + ".gltf");
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

// The device bends the square by its joints; a file whose vertices were bent here shows the same, light and all.
TEST(SkinnedSquares, LookLikeOnesThatWereBentByHand)
{
    Picture skinned;
    Picture bent;
    Picture straight;
    const std::string model = Write("skinned", true, {});
    LUDUS_DRAW(model, TestFile("skinned.png"), skinned, "--size", "200x200", "--time", "1");
    LUDUS_DRAW(Write("bent", false, Bend(40)), TestFile("bent.png"), bent, "--size", "200x200");
    LUDUS_DRAW(model, TestFile("straight.png"), straight, "--size", "200x200", "--time", "0");
    EXPECT_TRUE(IsLike(skinned, bent));
    EXPECT_FALSE(IsLike(straight, bent));
}

TEST(Moments, AreTheSameEveryTime)
{
    const std::string model = Write("skinned", true, {});
    Picture once;
    Picture again;
    Picture end;
    Picture beyond;
    LUDUS_DRAW(model, TestFile("once.png"), once, "--size", "64x64", "--time", "1.25");
    LUDUS_DRAW(model, TestFile("again.png"), again, "--size", "64x64", "--time", "1.25", "--frames", "3");
    LUDUS_DRAW(model, TestFile("end.png"), end, "--size", "64x64", "--time", "2");
    LUDUS_DRAW(model, TestFile("beyond.png"), beyond, "--size", "64x64", "--time", "50");
    EXPECT_EQ(once.Rgba, again.Rgba);
    EXPECT_EQ(end.Rgba, beyond.Rgba);
    EXPECT_NE(once.Rgba, end.Rgba);
}

// The pictures of a turntable are those of cameras at their angles, but for the distance, which fits them all.
TEST(Turntables, WriteTheModelFromAllSides)
{
    const std::string model = Write("bent", false, Bend(80));
    for (const char* number : {"000", "001", "002", "003", "004"})
    {
        std::remove(TestFile(std::string("turn-") + number + ".png").c_str());
    }
    const ProgramResult result = RunView({model, "--out", TestFile("turn.png"), "--turntable", "4", "--size", "64x64",
                                          "--backend", "vulkan", "--camera", "10,20"});
    LUDUS_NEEDS_VULKAN(result);
    ASSERT_EQ(result.ExitCode, 0) << result.Output;
    std::vector<Picture> turned(4);
    for (usize number = 0; number < turned.size(); ++number)
    {
        std::string problem;
        const std::string path = TestFile("turn-00" + std::to_string(number) + ".png");
        ASSERT_TRUE(ReadPng(path, turned[number], problem)) << problem;
        EXPECT_NE(result.Output.find(path), std::string::npos) << result.Output;
        EXPECT_TRUE(number == 0 || turned[number].Rgba != turned[number - 1].Rgba);
    }
    EXPECT_FALSE(Exists(TestFile("turn-004.png")));
    EXPECT_FALSE(Exists(TestFile("turn.png")));
}

TEST(Turntables, WriteSidesThatShowNothing)
{
    const std::string model = Write("flat", false, {});
    std::remove(TestFile("flat-003.png").c_str());
    const ProgramResult result = RunView({model, "--out", TestFile("flat.png"), "--turntable", "4", "--size", "64x64",
                                          "--backend", "vulkan", "--camera", "0,0"});
    LUDUS_NEEDS_VULKAN(result);
    ASSERT_EQ(result.ExitCode, 0) << result.Output;
    Picture front;
    Picture edge;
    std::string problem;
    ASSERT_TRUE(ReadPng(TestFile("flat-000.png"), front, problem)) << problem;
    ASSERT_TRUE(ReadPng(TestFile("flat-001.png"), edge, problem)) << problem;
    EXPECT_NE(front.Rgba, edge.Rgba);
    EXPECT_TRUE(Exists(TestFile("flat-003.png")));
}

TEST(Turntables, NeedAPlaceToWriteTo)
{
    const std::string model = Write("bent", false, {});
    EXPECT_EQ(RunView({model, "--turntable", "4"}).ExitCode, 2);
    EXPECT_EQ(RunView({model, "--out", TestFile("turn.png"), "--turntable", "0"}).ExitCode, 2);
    EXPECT_EQ(RunView({model, "--out", TestFile("still.png"), "--time", "-1"}).ExitCode, 2);
    EXPECT_EQ(RunView({model, "--out", TestFile("still.png"), "--time", "soon"}).ExitCode, 2);
}
} // namespace
