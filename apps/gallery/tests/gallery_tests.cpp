// The gallery's programs draw what the documentation shows, and pass every check of the reference.
#include <common/testing/expect_picture.h>
#include <common/testing/run_program.h>

namespace
{
using namespace ludus::apps;

class Gallery : public testing::TestWithParam<const char*>
{
protected:
    [[nodiscard]] static std::string Program() { return std::string(LUDUS_GALLERY) + "/gallery-" + GetParam(); }

    /// A file of this test alone: others run beside it.
    [[nodiscard]] static std::string Out()
    {
        const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
        return testing::TempDir() + "ludus_gallery_" + GetParam() + "_" + test.substr(0, test.find('/')) + ".png";
    }

    static void ExpectPictureOn(const std::string& backend, const std::string& lane)
    {
        const ProgramResult result = RunProgram({Program(), "--out", Out(), "--backend", backend});
        if (result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
            !IsRequired(lane))
        {
            GTEST_SKIP() << "no device of " << backend << " here, and the lane is not required";
        }
        ASSERT_EQ(result.ExitCode, 0) << result.Output;
        ExpectLikeCommitted(Out(), std::string(LUDUS_DOC_IMAGES) + "/gallery-" + GetParam() + ".png");
    }
};

TEST_P(Gallery, LooksAsTheDocumentationShows)
{
    ExpectPictureOn("vulkan", "vulkan");
}

TEST_P(Gallery, LooksTheSameOnOpenGl)
{
    ExpectPictureOn("opengl", "opengl");
}

TEST_P(Gallery, LooksTheSameOnWebGpu)
{
    ExpectPictureOn("webgpu", "webgpu-native");
}

TEST_P(Gallery, PassesEveryCheckOfTheReference)
{
    const ProgramResult result = RunProgram({Program(), "--out", Out(), "--backend", "reference"});
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("the reference backend has checked the frame"), std::string::npos) << result.Output;
}

TEST_P(Gallery, RefusesAWrongCommandLine)
{
    EXPECT_EQ(RunProgram({Program(), "--size", "640"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({Program(), "--backend", "glide"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({Program(), "--frames", "0"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({Program(), "--frames", "-1"}).ExitCode, 2);
}

// The measured frame is printed pass by pass.
TEST(GalleryScopes, PrintsItsTimings)
{
    const std::string out = testing::TempDir() + "ludus_gallery_07_timings.png";
    const ProgramResult result =
        RunProgram({std::string(LUDUS_GALLERY) + "/gallery-07", "--out", out, "--backend", "vulkan"});
    if (result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
        !IsRequired("vulkan"))
    {
        GTEST_SKIP() << NO_VULKAN;
    }
    ASSERT_EQ(result.ExitCode, 0) << result.Output;
    if (result.Output.find("writes no timestamps") != std::string::npos)
    {
        GTEST_SKIP() << "declared: this device writes no timestamps";
    }
    EXPECT_NE(result.Output.find("gallery-07: 3 passes on "), std::string::npos) << result.Output;
    std::size_t at = 0;
    for (const char* name : {"boxes, twice as large", "filtered to size", "finished", "the whole frame"})
    {
        at = result.Output.find(name, at);
        ASSERT_NE(at, std::string::npos) << name << " is not in its place in\n" << result.Output;
        EXPECT_NE(result.Output.substr(at, result.Output.find('\n', at) - at).find(" ms"), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, Gallery, testing::Values("01", "02", "03", "04", "05", "06", "07", "08"));
} // namespace
