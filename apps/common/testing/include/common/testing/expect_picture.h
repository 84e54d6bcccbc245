// Pictures in tests: one that a program just drew against one that is committed.
#pragma once

#include <common/picture.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace ludus::apps
{
/// How far two renderers may be apart. APIs fix what a pixel inside a triangle shows up to the rounding of filters, of
/// interpolation and of the sRGB curve: a few codes. Whether a pixel on an edge is covered depends on how finely the
/// rasterizer places vertices (Vulkan asks for 1/16 pixel), so some of the pixels along edges may change altogether.
/// A wrong face, texture, light or place moves far more pixels than that.
constexpr foundation::uint32 PICTURE_CODES = 4;
constexpr double PICTURE_EDGE_SHARE = 0.015;

[[nodiscard]] inline testing::AssertionResult IsLike(const Picture& drawn, const Picture& expected)
{
    const PictureDifference difference = ComparePictures(drawn, expected, PICTURE_CODES);
    if (!difference.IsSameSize)
    {
        return testing::AssertionFailure()
               << drawn.Width << "x" << drawn.Height << " instead of " << expected.Width << "x" << expected.Height;
    }
    const double share = static_cast<double>(difference.PixelsAbove) / (double{1} * expected.Width * expected.Height);
    if (share > PICTURE_EDGE_SHARE)
    {
        return testing::AssertionFailure()
               << 100 * share << " % of the pixels differ by more than " << PICTURE_CODES << " (at most "
               << 100 * PICTURE_EDGE_SHARE << " % may), by up to " << difference.Largest << "; the first is ("
               << difference.FirstX << ", " << difference.FirstY << ")";
    }
    return testing::AssertionSuccess();
}

/// Compares a file that a program wrote with a committed one. With LUDUS_UPDATE_PICTURES set the committed file is
/// replaced instead and the test fails, so that nobody forgets to look at it.
inline void ExpectLikeCommitted(const std::string& drawnPath, const std::string& committedPath)
{
    Picture drawn;
    Picture committed;
    std::string problem;
    ASSERT_TRUE(ReadPng(drawnPath, drawn, problem)) << problem;
    if (std::getenv("LUDUS_UPDATE_PICTURES") != nullptr)
    {
        ASSERT_TRUE(WritePng(committedPath, drawn, problem)) << problem;
        FAIL() << committedPath << " was replaced: look at it, then run the tests without LUDUS_UPDATE_PICTURES";
    }
    ASSERT_TRUE(ReadPng(committedPath, committed, problem)) << problem;
    EXPECT_TRUE(IsLike(drawn, committed)) << drawnPath << " against " << committedPath;
}
} // namespace ludus::apps
