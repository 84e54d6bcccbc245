// Window systems that a run may have started, and what cases of windows do on each.
#pragma once

#include <ludus/platform/window.h>

#include <gtest/gtest.h>

namespace ludus::graphics::rhi::tests
{
struct Server final
{
    const char* Lane;
    const char* Variable; // set by whoever started the server
    platform::WindowChoice Choice;
};

/// What GoogleTest shows for a parameter.
void PrintTo(const Server& server, std::ostream* out);

[[nodiscard]] inline auto GetServers()
{
    return testing::Values(Server{"x11", "DISPLAY", platform::WindowChoice::X11},
                           Server{"wayland", "WAYLAND_DISPLAY", platform::WindowChoice::Wayland});
}

/// The name of a case on a server.
[[nodiscard]] std::string NameServer(const testing::TestParamInfo<Server>& server);

/// Skips the case where the server was not started, and fails it where its lane is required: for SetUp, which looks at
/// IsSkipped and HasFatalFailure afterwards.
void ExpectServer(const Server& server);

void OpenWindowOn(const Server& server, platform::Window*& window);

/// Takes the events that have come.
void PollEvents(platform::Window& window);

/// Asks for a size and waits until the window has it, two seconds at most.
void ResizeWindow(platform::Window& window, foundation::uint32 width, foundation::uint32 height);
} // namespace ludus::graphics::rhi::tests
