// The window of window.h over a canvas of the page; web_window.js is its other half.
#include <ludus/platform/window.h>

#include <ludus/foundation/memory/host_memory.h>

#include <cstddef>
#include <cstring>
#include <new>

namespace ludus::platform
{
using foundation::float32;
using foundation::uint32;
using foundation::uint8;

/// An event as the page hands it over: words in this order.
struct RawEvent final
{
    uint32 Kind{0}; // WindowEventKind
    uint32 Width{0};
    uint32 Height{0};
    float32 X{0};
    float32 Y{0};
    float32 DeltaX{0};
    float32 DeltaY{0};
    uint32 Button{0};
    uint32 Buttons{0};
    uint32 Key{0}; // WindowKey
    uint32 Character{0};
    uint32 IsRepeat{0};
};

static_assert(sizeof(RawEvent) == 48);
static_assert(static_cast<uint32>(WindowEventKind::KeyUp) == 8 && static_cast<uint32>(WindowKey::End) == 12);

namespace
{
constexpr uint32 MAX_WINDOW_SIZE = 16384;
constexpr std::size_t MAX_SELECTOR_BYTES = 256;

bool s_IsOpen = false;
const char* s_Problem = "";
} // namespace

struct Window final
{
    char Selector[MAX_SELECTOR_BYTES]{};
};

extern "C"
{
    uint32 ludus_window_open(const char* selector, const char* title, uint32 width, uint32 height, uint32 isResizable);
    void ludus_window_close();
    void ludus_window_measure(uint32* widthAndHeight);
    void ludus_window_resize(uint32 width, uint32 height);
    void ludus_window_title(const char* title);
    uint32 ludus_window_poll(RawEvent* event);
}

WindowStatus OpenWindow(const WindowDescription& description, Window*& window) noexcept
{
    if (window != nullptr || description.Title == nullptr || description.Width == 0 || description.Height == 0 ||
        description.Width > MAX_WINDOW_SIZE || description.Height > MAX_WINDOW_SIZE)
    {
        s_Problem = "a window needs a null output, a title and 1 to 16384 units in each direction";
        return WindowStatus::InvalidDescription;
    }
    const char* end = description.CanvasSelector == nullptr
                          ? nullptr
                          : static_cast<const char*>(std::memchr(description.CanvasSelector, 0, MAX_SELECTOR_BYTES));
    if (end == nullptr)
    {
        s_Problem = "a window in a page needs the selector of its canvas, of at most 255 bytes";
        return WindowStatus::InvalidDescription;
    }
    if (s_IsOpen)
    {
        s_Problem = "a window is open already";
        return WindowStatus::Busy;
    }
    if (description.Choice != WindowChoice::Any)
    {
        s_Problem = "a page has neither Wayland nor X11";
        return WindowStatus::Unavailable;
    }
    void* memory = foundation::HostAllocate(sizeof(Window));
    if (memory == nullptr)
    {
        s_Problem = "memory was refused";
        return WindowStatus::OutOfMemory;
    }
    Window* opened = ::new (memory) Window();
    std::memcpy(opened->Selector, description.CanvasSelector,
                static_cast<std::size_t>(end - description.CanvasSelector) + 1);
    if (ludus_window_open(opened->Selector, description.Title, description.Width, description.Height,
                          description.IsResizable ? 1 : 0) == 0)
    {
        foundation::HostFree(opened, sizeof(Window));
        s_Problem = "no canvas of the page matches the selector";
        return WindowStatus::Unavailable;
    }
    s_IsOpen = true;
    window = opened;
    return WindowStatus::Ready;
}

void CloseWindow(Window*& window) noexcept
{
    if (window == nullptr)
    {
        return;
    }
    ludus_window_close();
    window->~Window();
    foundation::HostFree(window, sizeof(Window));
    window = nullptr;
    s_IsOpen = false;
}

NativeWindowInfo DescribeWindow(const Window& window) noexcept
{
    NativeWindowInfo info;
    info.System = WindowSystem::WebCanvas;
    info.CanvasSelector = window.Selector;
    GetWindowPixelSize(window, info.Width, info.Height);
    return info;
}

void GetWindowPixelSize(const Window& /*window*/, uint32& width, uint32& height) noexcept
{
    uint32 size[2]{};
    ludus_window_measure(size);
    width = size[0];
    height = size[1];
}

void SetWindowSize(Window& /*window*/, uint32 width, uint32 height) noexcept
{
    ludus_window_resize(width < MAX_WINDOW_SIZE ? width : MAX_WINDOW_SIZE,
                        height < MAX_WINDOW_SIZE ? height : MAX_WINDOW_SIZE);
}

void SetWindowMinimised(Window& /*window*/, bool /*isMinimised*/) noexcept {}

void SetWindowTitle(Window& /*window*/, const char* title) noexcept
{
    ludus_window_title(title != nullptr ? title : "");
}

bool PollWindowEvent(Window& /*window*/, WindowEvent& event) noexcept
{
    RawEvent raw;
    if (ludus_window_poll(&raw) == 0)
    {
        return false;
    }
    event = {};
    event.Kind = static_cast<WindowEventKind>(raw.Kind);
    event.Width = raw.Width;
    event.Height = raw.Height;
    event.X = raw.X;
    event.Y = raw.Y;
    event.DeltaX = raw.DeltaX;
    event.DeltaY = raw.DeltaY;
    event.Button = static_cast<PointerButton>(raw.Button);
    event.Buttons = static_cast<uint8>(raw.Buttons);
    event.Key = static_cast<WindowKey>(raw.Key);
    event.Character = static_cast<char>(raw.Character);
    event.IsRepeat = raw.IsRepeat != 0;
    return true;
}

const char* GetWindowProblem() noexcept
{
    return s_Problem;
}
} // namespace ludus::platform
