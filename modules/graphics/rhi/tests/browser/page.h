// The page of the tests: a canvas on it, what the screen shows of it, and scripts that break what the browser offers.
#pragma once

#include "../support/scene.h"

#include <string>

namespace ludus::graphics::rhi::tests
{
constexpr uint32 WIDTH = 64; // CSS pixels of the canvas #stage
constexpr uint32 HEIGHT = 48;

constexpr Pixel RED{255, 0, 0};
constexpr Pixel GREEN{0, 255, 0};
constexpr Pixel BLUE{0, 0, 255};

/// Runs statements in the page, where `stage` is the canvas.
void RunScript(const std::string& script);

/// The number that an expression of the page comes to.
[[nodiscard]] int Ask(const std::string& expression);

/// Changes the screen's device pixels of a CSS pixel; zero: back.
void SetScale(uint32 ratio);

/// Expects the canvas to look like this within some seconds: as on X11, a page shows a frame later than it was drawn.
void ExpectOnScreen(const Picture& expected, uint32 ratio = 1);

/// A fixture with the canvas #stage, which is the window of its sessions.
class PageTest : public SceneTest
{
protected:
    void SetUp() override;
    void TearDown() override;

    /// What is done to the page before a case: `ludusReplace(prototype, name, make)` puts what `make(original)` answers
    /// in the place of a function of the browser, until the case has ended.
    [[nodiscard]] virtual const char* GetScript() const { return ""; }

    static void SetStageSize(uint32 width, uint32 height);
    static void ExpectStageExtent(uint32 width, uint32 height);

    static FrameTarget MakeTarget(uint32 width, uint32 height, const Pixel& color);

    /// A frame of one colour.
    void Clear(uint32 width, uint32 height, const Pixel& color);

    /// Creates a device by another selection than the lane's, and waits for its end: how it started.
    [[nodiscard]] StartupInfo StartBy(BackendSelection selection, DeviceDescription description = {});

    /// Ends a session that StartBy has found failed, where it is one: a failure that is known at once leaves none.
    void EndFailed();
};

/// The lanes that draw pictures.
[[nodiscard]] std::vector<Lane> GetPageLanes();
} // namespace ludus::graphics::rhi::tests
