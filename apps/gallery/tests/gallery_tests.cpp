// The gallery's programs draw what the documentation shows, and pass every check of the reference.
#include <common/testing/expect_picture.h>
#include <common/testing/run_program.h>

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/measurement.h>

#include <string_view>

namespace
{
using namespace ludus::apps;
namespace rhi = ludus::graphics::rhi;

// How far a backend's picture may be from the committed one, which Vulkan drew, where both are drawn by Mesa's software
// drivers (lavapipe 22.3 for Vulkan and for wgpu-native, llvmpipe 22.3 for OpenGL): there every run draws the same.
// Other devices are held to the wider bound of expect_picture.h.
struct Bound final
{
    const char* Program;
    const char* Backend;
    ludus::foundation::uint32 Codes;  // how far a pixel may be off
    ludus::foundation::uint32 Pixels; // how many may be off farther
    const char* Reason;
};

constexpr const char* SAME = "the driver makes the same of it";
constexpr const char* ROUNDING =
    "WGSL and GLSL reach the driver's compiler by other roads than SPIR-V: sums are ordered "
    "otherwise, and a channel halfway between two codes goes either way";
constexpr const char* CARRIED = "rounding as above, in textures that later passes read";
constexpr const char* EDGES =
    "rounding as above; and a pixel whose centre lies on an edge, as finely as the rasterizer places "
    "vertices, belongs to the other side: Mesa turns the rule of its edges over with OpenGL's "
    "upper left origin";

constexpr Bound BOUNDS[] = {
    {"01", "vulkan", 0, 0, SAME}, {"01", "webgpu", 0, 0, SAME},     {"01", "opengl", 1, 0, ROUNDING},
    {"02", "vulkan", 0, 0, SAME}, {"02", "webgpu", 0, 0, SAME},     {"02", "opengl", 1, 0, ROUNDING},
    {"03", "vulkan", 0, 0, SAME}, {"03", "webgpu", 0, 0, SAME},     {"03", "opengl", 1, 0, ROUNDING},
    {"04", "vulkan", 0, 0, SAME}, {"04", "webgpu", 3, 0, ROUNDING}, {"04", "opengl", 1, 9, EDGES},
    {"05", "vulkan", 0, 0, SAME}, {"05", "webgpu", 0, 0, SAME},     {"05", "opengl", 3, 0, CARRIED},
    {"06", "vulkan", 0, 0, SAME}, {"06", "webgpu", 0, 0, SAME},     {"06", "opengl", 2, 0, CARRIED},
    {"07", "vulkan", 0, 0, SAME}, {"07", "webgpu", 0, 0, SAME},     {"07", "opengl", 0, 82, EDGES},
    {"08", "vulkan", 0, 0, SAME}, {"08", "webgpu", 0, 0, SAME},     {"08", "opengl", 1, 0, ROUNDING},
};

const Bound& FindBound(std::string_view program, std::string_view backend)
{
    for (const Bound& bound : BOUNDS)
    {
        if (bound.Program == program && bound.Backend == backend)
        {
            return bound;
        }
    }
    ADD_FAILURE() << "no bound is declared for gallery-" << program << " on " << backend;
    return BOUNDS[0];
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
        const ProgramResult result = RunProgram({Program(), "--out", Out(), "--backend", backend});
        if (result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
            !IsRequired(lane))
        {
            GTEST_SKIP() << "no device of " << backend << " here, and the lane is not required";
        }
        ASSERT_EQ(result.ExitCode, 0) << result.Output;
        const std::string committedPath = std::string(LUDUS_DOC_IMAGES) + "/gallery-" + GetParam() + ".png";
        ExpectLikeCommitted(Out(), committedPath);
        if (!HasFailure() && IsDrawnBySoftware(selection))
        {
            ExpectWithin(FindBound(GetParam(), backend), committedPath);
        }
    }

    static void ExpectWithin(const Bound& bound, const std::string& committedPath)
    {
        Picture drawn;
        Picture committed;
        std::string problem;
        ASSERT_TRUE(ReadPng(Out(), drawn, problem)) << problem;
        ASSERT_TRUE(ReadPng(committedPath, committed, problem)) << problem;
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

INSTANTIATE_TEST_SUITE_P(Programs, Gallery, testing::Values("01", "02", "03", "04", "05", "06", "07", "08"));
} // namespace
