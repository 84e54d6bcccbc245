// The gallery's programs draw what the documentation shows, and pass every check of the reference.
#include <common/testing/expect_picture.h>
#include <common/testing/run_program.h>

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/measurement.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <string_view>
#include <vector>

namespace
{
using namespace ludus::apps;
namespace rhi = ludus::graphics::rhi;

// How far a backend's picture may be from the committed one: a row of bounds.json, which says for what it holds.
struct Bound final
{
    ludus::foundation::uint32 Frame{0};  // zero: the one that the documentation shows
    ludus::foundation::uint32 Codes{0};  // how far a pixel may be off
    ludus::foundation::uint32 Pixels{0}; // how many may be off farther
    std::string Reason{};

    [[nodiscard]] std::string Committed(const std::string& program) const
    {
        return Frame == 0 ? std::string(LUDUS_DOC_IMAGES) + "/gallery-" + program + ".png"
                          : std::string(LUDUS_GALLERY_TESTS) + "/pictures/gallery-" + program + "-frame-" +
                                std::to_string(Frame) + ".png";
    }
};

std::vector<Bound> ReadBounds(std::string_view program, std::string_view backend)
{
    std::ifstream file(std::string(LUDUS_GALLERY_TESTS) + "/bounds.json");
    const nlohmann::json table = nlohmann::json::parse(file, nullptr, false);
    std::vector<Bound> bounds;
    for (const nlohmann::json& row : table.value("bounds", nlohmann::json::array()))
    {
        if (row.value("program", "") != program || row.value("backend", "") != backend)
        {
            continue;
        }
        const std::string reason = table["reasons"].value(row.value("reason", ""), "");
        EXPECT_FALSE(reason.empty()) << "a bound of gallery-" << program << " on " << backend << " has no reason";
        bounds.push_back({row.value("frame", 0U), row.value("codes", 0U), row.value("pixels", 0U), reason});
    }
    EXPECT_FALSE(bounds.empty()) << "no bound is declared for gallery-" << program << " on " << backend;
    return bounds;
}

// Whether the device that draws for a backend here is a driver without a GPU.
bool IsDrawnBySoftware(rhi::BackendSelection selection)
{
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    rhi::DeviceDescription description;
    description.Selection = selection;
    if (const auto started = rhi::CreateDevice({}, {}, description, device, surface);
        started != rhi::DeviceStatus::Ready && started != rhi::DeviceStatus::Pending)
    {
        return false;
    }
    rhi::DeviceInfo info;
    rhi::DeviceStatus status = rhi::DeviceStatus::Pending;
    while (status == rhi::DeviceStatus::Pending)
    {
        status = rhi::GetDeviceInfo(device, info);
    }
    rhi::MeasurementAdapter adapter;
    const bool isAsked = rhi::GetMeasurementAdapter(device, adapter) == rhi::RasterStatus::Ready;
    return rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready && isAsked && adapter.IsSoftware;
}

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

    static void ExpectPictureOn(rhi::BackendSelection selection, const std::string& backend, const std::string& lane)
    {
        for (const Bound& bound : ReadBounds(GetParam(), backend))
        {
            std::vector<std::string> command{Program(), "--out", Out(), "--backend", backend};
            if (bound.Frame != 0)
            {
                command.insert(command.end(), {"--frames", std::to_string(bound.Frame)});
            }
            const ProgramResult result = RunProgram(command);
            if (result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
                !IsRequired(lane))
            {
                GTEST_SKIP() << "no device of " << backend << " here, and the lane is not required";
            }
            ASSERT_EQ(result.ExitCode, 0) << result.Output;
            ExpectLikeCommitted(Out(), bound.Committed(GetParam()));
            if (!HasFailure() && IsDrawnBySoftware(selection))
            {
                ExpectWithin(bound);
            }
        }
    }

    static void ExpectWithin(const Bound& bound)
    {
        Picture drawn;
        Picture committed;
        std::string problem;
        ASSERT_TRUE(ReadPng(Out(), drawn, problem)) << problem;
        ASSERT_TRUE(ReadPng(bound.Committed(GetParam()), committed, problem)) << problem;
        const PictureDifference difference = ComparePictures(drawn, committed, bound.Codes);
        EXPECT_LE(difference.PixelsAbove, bound.Pixels)
            << "differ by more than " << bound.Codes << ", by up to " << difference.Largest << "; the first is ("
            << difference.FirstX << ", " << difference.FirstY << "); declared: " << bound.Reason;
    }
};

TEST_P(Gallery, LooksAsTheDocumentationShows)
{
    ExpectPictureOn(rhi::BackendSelection::Vulkan, "vulkan", "vulkan");
}

TEST_P(Gallery, LooksTheSameOnOpenGl)
{
    ExpectPictureOn(rhi::BackendSelection::OpenGL, "opengl", "opengl");
}

#if LUDUS_HAS_WEBGPU
TEST_P(Gallery, LooksTheSameOnWebGpu)
{
    ExpectPictureOn(rhi::BackendSelection::WebGPU, "webgpu", "webgpu-native");
}
#endif

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

INSTANTIATE_TEST_SUITE_P(Programs, Gallery,
                         testing::Values("01", "02", "03", "04", "05", "06", "07", "08", "09", "10"));
} // namespace
