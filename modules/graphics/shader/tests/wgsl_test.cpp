// Every WGSL text that this build generated is accepted by the pinned wgpu-native, as a browser's validator would.
#include <gtest/gtest.h>

#include <webgpu.h>
#include <wgpu.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace
{
std::string ToString(WGPUStringView view)
{
    return view.data == nullptr ? std::string() : std::string(view.data, view.length);
}

void OnAdapter(WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView, void* result, void*)
{
    *static_cast<WGPUAdapter*>(result) = adapter;
}

void OnDevice(WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView, void* result, void*)
{
    *static_cast<WGPUDevice*>(result) = device;
}

void OnError(WGPUDevice const*, WGPUErrorType, WGPUStringView message, void* result, void*)
{
    *static_cast<std::string*>(result) += ToString(message);
}

class WgslTest : public testing::Test
{
protected:
    void SetUp() override
    {
        WGPUInstanceExtras extras{};
        extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
        extras.backends = WGPUInstanceBackend_Vulkan;
        WGPUInstanceDescriptor description = WGPU_INSTANCE_DESCRIPTOR_INIT;
        description.nextInChain = &extras.chain;
        Instance = wgpuCreateInstance(&description);
        ASSERT_NE(Instance, nullptr);

        WGPURequestAdapterCallbackInfo adapterInfo = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
        adapterInfo.mode = WGPUCallbackMode_AllowProcessEvents;
        adapterInfo.callback = OnAdapter;
        adapterInfo.userdata1 = &Adapter;
        wgpuInstanceRequestAdapter(Instance, nullptr, adapterInfo);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_NE(Adapter, nullptr) << "wgpu-native found no Vulkan device; scripts/setup installs one";

        WGPUDeviceDescriptor device = WGPU_DEVICE_DESCRIPTOR_INIT;
        device.uncapturedErrorCallbackInfo.callback = OnError;
        device.uncapturedErrorCallbackInfo.userdata1 = &Errors;
        WGPURequestDeviceCallbackInfo deviceInfo = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
        deviceInfo.mode = WGPUCallbackMode_AllowProcessEvents;
        deviceInfo.callback = OnDevice;
        deviceInfo.userdata1 = &Device;
        wgpuAdapterRequestDevice(Adapter, &device, deviceInfo);
        wgpuInstanceProcessEvents(Instance);
        ASSERT_NE(Device, nullptr);
    }

    void TearDown() override
    {
        if (Device != nullptr)
        {
            wgpuDeviceRelease(Device);
        }
        if (Adapter != nullptr)
        {
            wgpuAdapterRelease(Adapter);
        }
        if (Instance != nullptr)
        {
            wgpuInstanceRelease(Instance);
        }
    }

    // What the validator says about a text; empty when it accepts it.
    std::string Validate(const std::string& text)
    {
        Errors.clear();
        WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
        source.code = {text.data(), text.size()};
        WGPUShaderModuleDescriptor description = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
        description.nextInChain = &source.chain;
        WGPUShaderModule shader = wgpuDeviceCreateShaderModule(Device, &description);
        wgpuInstanceProcessEvents(Instance);
        if (shader != nullptr)
        {
            wgpuShaderModuleRelease(shader);
        }
        return Errors;
    }

private:
    WGPUInstance Instance = nullptr;
    WGPUAdapter Adapter = nullptr;
    WGPUDevice Device = nullptr;
    std::string Errors;
};

std::string ReadText(const std::filesystem::path& path)
{
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

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
    // The programs of this test alone leave eleven: one text for the fullscreen program, two for each raster program.
    EXPECT_GE(files.size(), 11U);
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
