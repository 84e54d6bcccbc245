// PNG files keep every byte, failures leave nothing behind, and comparisons count what differs.
#include <common/picture.h>

#include <gtest/gtest.h>

#include <fstream>

namespace
{
using namespace ludus::apps;

Picture Gradient()
{
    Picture picture{3, 2, {}};
    for (unsigned value = 0; value < 24; ++value)
    {
        picture.Rgba.push_back(static_cast<unsigned char>(value * 10));
    }
    return picture;
}

TEST(Pictures, ComeBackFromAFileByteForByte)
{
    const std::string path = testing::TempDir() + "ludus_picture.png";
    std::string problem;
    ASSERT_TRUE(WritePng(path, Gradient(), problem)) << problem;
    Picture read;
    ASSERT_TRUE(ReadPng(path, read, problem)) << problem;
    EXPECT_EQ(read.Width, 3U);
    EXPECT_EQ(read.Height, 2U);
    EXPECT_EQ(read.Rgba, Gradient().Rgba);
}

TEST(Pictures, NameWhatCannotBeWrittenOrRead)
{
    std::string problem;
    EXPECT_FALSE(WritePng(testing::TempDir() + "no/such/folder/a.png", Gradient(), problem));
    EXPECT_NE(problem.find("no/such/folder/a.png: No such file"), std::string::npos) << problem;
    EXPECT_FALSE(WritePng(testing::TempDir() + "ludus_empty.png", {}, problem));
    EXPECT_FALSE(std::ifstream(testing::TempDir() + "ludus_empty.png").good());

    const std::string path = testing::TempDir() + "ludus_not_a_picture.png";
    std::ofstream(path) << "text";
    Picture kept = Gradient();
    EXPECT_FALSE(ReadPng(path, kept, problem));
    EXPECT_EQ(kept.Rgba, Gradient().Rgba);
}

TEST(PictureComparison, CountsPixelsAboveTheThreshold)
{
    Picture other = Gradient();
    other.Rgba[4] = static_cast<unsigned char>(other.Rgba[4] + 3);   // pixel (1, 0)
    other.Rgba[23] = static_cast<unsigned char>(other.Rgba[23] - 9); // pixel (2, 1)
    const PictureDifference loose = ComparePictures(Gradient(), other, 3);
    EXPECT_TRUE(loose.IsSameSize);
    EXPECT_EQ(loose.Largest, 9U);
    EXPECT_EQ(loose.PixelsAbove, 1U);
    EXPECT_EQ(loose.FirstX, 2U);
    EXPECT_EQ(loose.FirstY, 1U);
    EXPECT_EQ(ComparePictures(Gradient(), other, 2).PixelsAbove, 2U);
    EXPECT_FALSE(ComparePictures(Gradient(), {1, 1, {0, 0, 0, 0}}, 255).IsSameSize);
}
} // namespace
