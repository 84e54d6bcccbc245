// The API session: the context, what it is, its errors and its loss.
#pragma once

#include "backends/opengl/convert.h"
#include "backends/opengl/facts.h"
#include "backends/opengl/workarounds.h"

#include <ludus/foundation/base/config.h>

#if LUDUS_PLATFORM_WEB
#include "backends/opengl/session_web.h"
#else
#include "backends/opengl/session_egl.h"
#endif

namespace ludus::graphics::rhi::internal::opengl
{
/// Everything that is fixed once the session runs. Start fills it in, Stop releases it; both happen once.
class Device final
{
public:
    Device() noexcept = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    ~Device() { Stop(); }

    /// Chooses the display and makes the context; on failure `error` says at which step. The context is not current
    /// afterwards.
    [[nodiscard]] BackendStatus Start(const BackendRequest& request, StartupError& error) noexcept;

    void Stop() noexcept { Native.Stop(); }

    /// What the calls since the last answer have come to: memory that was refused outweighs other errors. Everything
    /// that calls OpenGL ends with it, so that no call answers for another one's errors; only a page's frames do not
    /// (LeaveErrors), nor its deletions, which raise none.
    [[nodiscard]] BackendStatus TakeErrors() noexcept;

    /// A page's frame was submitted, and nobody has asked yet what its calls have come to.
    void LeaveErrors() noexcept { HasLeftErrors = true; }

    /// Before calls that answer for their own errors: asks what frames have left. False: the session is lost, now or
    /// before; frames whose calls were refused leave pictures that nobody can vouch for.
    [[nodiscard]] bool SettleFrames() noexcept;

    /// Asks the driver whether the context was reset, and remembers it.
    void LookForLoss() noexcept;

    /// Fills in the adapter's identity.
    void Describe(MeasurementAdapter& adapter) const noexcept;

    /// Names an object for the driver's tools, where there are any. A name that was refused is no failure.
    void SetName(GLenum space, GLuint object, const char* name) noexcept;

    Session Native{};
    GlFacts Facts{};
    Workarounds Fixes{};
    bool IsLost{false};
    bool IsBroken{false}; // lost by its own frames: the context is there, and what it has must be deleted

private:
    void ReadFacts() noexcept;
    void ReadAdapter() noexcept;

    MeasurementAdapter Adapter{};
    bool HasLeftErrors{false};
};

/// Makes the session's context current, and at its end the one that was current before, or none: between two calls of
/// ours the thread's context is its owner's. A context that cannot be made current is lost to us.
class Current final
{
public:
    explicit Current(Device& device) noexcept : Guard(device.Native)
    {
        device.IsLost = device.IsLost || !Guard.IsHeld();
    }

private:
    ContextGuard Guard;
};

/// What the enabled context can do, in the contract's terms. Surface facts are left to the surface.
void FillReport(const Device& device, BackendReport& report) noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
