// Every WGSL text that this build generated is accepted by the pinned wgpu-native, as a browser's validator would.
#include "wgpu_device.h"

#include <vector>

namespace
{
using namespace ludus::shader::tests;

class WgslTest : public WgpuTest
{
};

TEST_F(WgslTest, AcceptsEveryGeneratedText)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(LUDUS_BUILD_FOLDER))
    {
        if (entry.path().extension() == ".wgsl" && entry.path().string().find("ludus-shaders") != std::string::npos &&
            entry.path().string().find(".work-") == std::string::npos)
        {
            files.push_back(entry.path());
        }
    }
    // The programs of this test alone leave sixteen: one text for the fullscreen program and each compute program, two
    // for each raster program.
    EXPECT_GE(files.size(), 16U);
    for (const std::filesystem::path& file : files)
    {
        EXPECT_EQ(Validate(ReadText(file)), "") << file;
    }
}

TEST_F(WgslTest, RefusesABindingWithoutANumber)
{
    EXPECT_NE(Validate("var<uniform> tint : vec4<f32>;\n"
                       "@fragment fn main() -> @location(0) vec4<f32> { return tint; }\n"),
              "");
}
} // namespace
