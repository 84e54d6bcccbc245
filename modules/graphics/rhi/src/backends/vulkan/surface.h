// The frame target: acquires an image for each frame, presents it, and follows the size of the window or of the target.
#pragma once

#include "backends/common/wayland_pacing.h"
#include "backends/vulkan/queue.h"
#include "backends/vulkan/surface_images.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class Surface final
{
public:
    Surface(Device& device, Memory& memory, Queue& queue, PassStates& passes) noexcept
        : Gpu(device), Heap(memory), Work(queue), Passes(passes)
    {
    }

    /// Chooses the colour format; images are made by Prepare.
    [[nodiscard]] BackendStatus Start(const WindowInfo& window) noexcept;
    void Stop() noexcept;

    /// Makes images of the right extent when the present ones are not. Images of extent zero are not made.
    [[nodiscard]] BackendStatus Prepare(const FrameTarget& target) noexcept;

    /// Acquires the image of the next frame; `acquired` is signalled when it may be drawn to.
    [[nodiscard]] AcquireStatus Acquire(VkSemaphore acquired, AcquiredFrame& frame) noexcept;

    /// Gives the acquired image up; a window's image stays acquired for the next frame.
    void Abandon() noexcept { IsOpen = false; }

    /// Ends the frame whose commands were submitted: presents a window's image.
    [[nodiscard]] BackendStatus Present() noexcept;

    /// Semaphores of the acquired frame's submission.
    [[nodiscard]] FrameSemaphores GetSemaphores() const noexcept;

    /// Before the frame's commands end: brings a window's image into the layout in which it is presented.
    /// `wasDrawn`: a pass wrote it.
    void RecordEnd(VkCommandBuffer commands, bool wasDrawn) const noexcept;

    /// Releases images whose last work has completed.
    void Collect(uint64 completed) noexcept;

    [[nodiscard]] bool IsHeadless() const noexcept { return Gpu.Surface == VK_NULL_HANDLE; }

    [[nodiscard]] bool HasFrame() const noexcept { return IsOpen; }

    /// The pass that clears and stores; its formats are the surface's.
    [[nodiscard]] PassKey GetPass() const noexcept { return {.Color = Format.format, .Depth = Gpu.DepthFormat}; }

    [[nodiscard]] VkFramebuffer GetFramebuffer() const noexcept { return Current.Images[ImageIndex].Framebuffer; }

    [[nodiscard]] SurfaceEncoding GetEncoding() const noexcept;

    /// Of a headless target: the image that the last accepted frame drew.
    [[nodiscard]] VkImage GetPicture() const noexcept
    {
        return Picture.Count != 0 ? Picture.Images[0].Image : Current.Images[0].Image;
    }

private:
    struct Retired final
    {
        SurfaceImages Images{};
        uint64 Ordinal{0}; // may go once this has completed
    };

    [[nodiscard]] BackendStatus ChooseFormat() noexcept;
    [[nodiscard]] BackendStatus PrepareHeadless(VkExtent2D extent) noexcept;
    [[nodiscard]] BackendStatus PrepareWindow(VkExtent2D wanted) noexcept;
    [[nodiscard]] BackendStatus Recreate(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D extent) noexcept;
    void DropHeldImage() noexcept;
    void Retire(SurfaceImages& images, uint64 ordinal) noexcept;

    Device& Gpu;
    Memory& Heap;
    Queue& Work;
    PassStates& Passes;
    WaylandPacing Pacing{};
    VkSurfaceFormatKHR Format{};
    SurfaceImages Current{};
    SurfaceImages Picture{}; // headless: the last accepted frame's, while it is not Current
    foundation::Array<Retired> Old{};
    VkExtent2D Wanted{0, 0}; // of the last Prepare
    uint32 ImageIndex{0};
    VkSemaphore HeldSemaphore{VK_NULL_HANDLE}; // of the image that is acquired and not yet submitted
    bool IsOpen{false};
    bool IsStale{false};    // the window has changed: make new images before the next frame
    bool IsHidden{false};   // the window has no extent at present
    bool HasPicture{false}; // headless: Current holds an accepted frame
};
} // namespace ludus::graphics::rhi::internal::vulkan
