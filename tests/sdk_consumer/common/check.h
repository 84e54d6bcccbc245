// What the consumer programs share: checks that end the program with a line number, and the choice of a backend.
#pragma once

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_readback.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace consumer
{
namespace rhi = ludus::graphics::rhi;
using ludus::foundation::float64;
using ludus::foundation::uint32;
using ludus::foundation::uint8;

// Ends the program with the place and, when the library refused something, its own words.
[[noreturn]] inline void Fail(const char* file, int line, const char* what)
{
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
    rhi::Diagnostic refusal;
    if (rhi::GetLastDiagnostic({}, refusal))
    {
        char text[rhi::DIAGNOSTIC_TEXT_BYTES];
        rhi::FormatDiagnostic(refusal, text);
        std::fprintf(stderr, "last refusal: %s\n", text);
    }
    std::exit(1);
}

#define EXPECT(condition) ((condition) ? void() : consumer::Fail(__FILE__, __LINE__, #condition))

// A backend asked for by name on the command line, so that another one never answers in its place.
inline rhi::BackendSelection SelectBackend(int count, char** arguments)
{
    const char* name = count == 2 ? arguments[1] : "auto";
    if (std::strcmp(name, "vulkan") == 0)
    {
        return rhi::BackendSelection::Vulkan;
    }
    if (std::strcmp(name, "opengl") == 0)
    {
        return rhi::BackendSelection::OpenGL;
    }
    if (std::strcmp(name, "reference") == 0)
    {
        return rhi::BackendSelection::Reference;
    }
    EXPECT(std::strcmp(name, "auto") == 0);
    return rhi::BackendSelection::Auto;
}

// Polls a creation until it is usable: natively most are at once, in a browser none is.
template <typename Poll>
void Settle(Poll poll)
{
    for (int tick = 0; tick < 10'000'000; ++tick)
    {
        const auto status = poll();
        if (status == decltype(status)::Ready)
        {
            return;
        }
        EXPECT(status == decltype(status)::Pending);
    }
    Fail(__FILE__, __LINE__, "still pending");
}

// Opens a frame. A skipped one is tried again, as a program would at its next tick: on a busy machine all frames may
// still be in flight.
template <typename Begin>
void OpenFrame(Begin begin)
{
    auto status = begin();
    for (int tick = 0; status == decltype(status)::Skipped && tick < 100; ++tick)
    {
        status = begin();
    }
    EXPECT(status == decltype(status)::Ready);
}

// A picture read back, and whether the backend draws pixels at all (the reference records draws and paints clears
// only).
struct Picture
{
    rhi::FrameInfo Info{};
    std::vector<uint8> Bytes{};

    [[nodiscard]] const uint8* At(uint32 x, uint32 y) const
    {
        return Bytes.data() + (static_cast<std::size_t>(y) * Info.Width + x) * 4;
    }
};

inline Picture ReadFrame(rhi::DeviceHandle device, rhi::SurfaceHandle surface)
{
    Picture picture;
    rhi::FrameReadback ticket;
    const rhi::RasterStatus requested = rhi::RequestFrameReadback(device, surface, ticket);
    EXPECT(requested == rhi::RasterStatus::Pending || requested == rhi::RasterStatus::Ready);
    Settle([&] { return rhi::GetStatus(device, ticket); });
    EXPECT(rhi::GetFrameReadbackInfo(device, ticket, picture.Info) == rhi::RasterStatus::Ready);
    picture.Bytes.resize(std::size_t{4} * picture.Info.Width * picture.Info.Height);
    EXPECT(rhi::CopyFrameReadback(device, ticket, picture.Bytes, std::size_t{4} * picture.Info.Width) ==
           rhi::RasterStatus::Ready);
    EXPECT(rhi::Release(device, ticket) == rhi::RasterStatus::Ready);
    return picture;
}

// The byte an attachment stores for a written value.
inline int Stored(float64 value, rhi::SurfaceEncoding encoding)
{
    if (encoding == rhi::SurfaceEncoding::Srgb)
    {
        value = value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
    }
    return static_cast<int>(std::lround(value * 255.0));
}

// Every channel within one step of the expected value: what rounding in an attachment may differ by.
inline bool Shows(const Picture& picture, uint32 x, uint32 y, float64 red, float64 green, float64 blue)
{
    const float64 expected[3] = {red, green, blue};
    const uint8* pixel = picture.At(x, y);
    for (int channel = 0; channel < 3; ++channel)
    {
        if (std::abs(pixel[channel] - Stored(expected[channel], picture.Info.Encoding)) > 1)
        {
            std::fprintf(stderr, "pixel %u,%u is %d %d %d %d, expected %.3f %.3f %.3f\n", x, y, pixel[0], pixel[1],
                         pixel[2], pixel[3], red, green, blue);
            return false;
        }
    }
    return pixel[3] == 255;
}
} // namespace consumer
