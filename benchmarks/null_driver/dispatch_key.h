// The key by which a layer recognises the instance or device behind a dispatchable Vulkan handle.
#pragma once

namespace ludus::null_driver
{
/// The loader stores one pointer at the start of an instance and its physical devices, and another one at the start of
/// a device, its queues and command buffers. It stays the same for the life of the instance or device.
template <typename Handle>
void* DispatchKey(Handle handle)
{
    return *reinterpret_cast<void**>(handle);
}
} // namespace ludus::null_driver
