#include "servers.h"

#include "required.h"

#include <chrono>
#include <ostream>
#include <thread>

namespace ludus::graphics::rhi::tests
{
using foundation::uint32;

void PrintTo(const Server& server, std::ostream* out)
{
    *out << server.Lane;
}

std::string NameServer(const testing::TestParamInfo<Server>& server)
{
    return server.param.Lane;
}

void ExpectServer(const Server& server)
{
    const char* address = std::getenv(server.Variable); // NOLINT(concurrency-mt-unsafe): one thread
    if (address == nullptr || *address == '\0')
    {
        ASSERT_FALSE(IsRequired(server.Lane))
            << "lane " << server.Lane << " is required, but " << server.Variable << " is not set";
        GTEST_SKIP() << server.Variable << " is not set: run through scripts/support/with_displays";
    }
}

void OpenWindowOn(const Server& server, platform::Window*& window)
{
    ASSERT_EQ(platform::OpenWindow({.Title = "Ludus", .Width = 96, .Height = 64, .Choice = server.Choice}, window),
              platform::WindowStatus::Ready)
        << platform::GetWindowProblem();
}

void PollEvents(platform::Window& window)
{
    platform::WindowEvent event;
    while (platform::PollWindowEvent(window, event))
    {
    }
}

void ResizeWindow(platform::Window& window, uint32 width, uint32 height)
{
    platform::SetWindowSize(window, width, height);
    uint32 now[2]{};
    for (uint32 i = 0; i < 200 && (now[0] != width || now[1] != height); ++i)
    {
        PollEvents(window);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        platform::GetWindowPixelSize(window, now[0], now[1]);
    }
    ASSERT_EQ(now[0], width);
    ASSERT_EQ(now[1], height);
}
} // namespace ludus::graphics::rhi::tests
