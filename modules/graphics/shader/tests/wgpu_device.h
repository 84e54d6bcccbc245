// A device of the pinned wgpu-native for tests: it validates WGSL as a browser would, and runs compute programs.
#pragma once

#include <gtest/gtest.h>

#include <webgpu.h>
#include <wgpu.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ludus::shader::tests
{
inline std::string ToString(WGPUStringView view)
{
    return view.data == nullptr ? std::string() : std::string(view.data, view.length);
}

inline void OnAdapter(WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView, void* result, void*)
{
    *static_cast<WGPUAdapter*>(result) = adapter;
}

inline void OnDevice(WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView, void* result, void*)
{
    *static_cast<WGPUDevice*>(result) = device;
}

inline void OnError(WGPUDevice const*, WGPUErrorType, WGPUStringView message, void* result, void*)
{
    *static_cast<std::string*>(result) += ToString(message);
}

/// One device for each test, and what its validator says.
class WgpuTest : public testing::Test
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

    WGPUInstance Instance = nullptr;
    WGPUDevice Device = nullptr;
    std::string Errors;

private:
    WGPUAdapter Adapter = nullptr;
};

inline std::string ReadText(const std::filesystem::path& path)
{
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}
} // namespace ludus::shader::tests
