// The API session: instance, adapter and device, asked for one after the other and answered later; scopes; loss.
#pragma once

#include "backends/webgpu/late_results.h"
#include "backends/webgpu/system.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// The format of every private depth: one that each WebGPU device draws to.
constexpr WGPUTextureFormat DEPTH_FORMAT = WGPUTextureFormat_Depth32Float;

class Device final
{
public:
    Device() noexcept = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    ~Device() { Stop(); }

    /// Asks for an adapter: Pending, or why there can be none.
    [[nodiscard]] BackendStatus Start(const BackendRequest& request, StartupError& error) noexcept;

    /// Goes on with what has been answered: Pending, Ready with everything below, or a failure with its `error`.
    [[nodiscard]] BackendStatus Continue(StartupError& error) noexcept;

    /// Takes the window that the session draws to, where Start has not. Refused: something else has it.
    [[nodiscard]] BackendStatus TakeWindow() noexcept;

    void Stop() noexcept;

    /// Lets callbacks happen that are due.
    void ProcessEvents() noexcept;

    [[nodiscard]] const WindowInfo& GetWindow() const noexcept { return WantedWindow; }

    [[nodiscard]] bool IsLost() const noexcept { return Results.IsLost; }

    /// Whether this is all of WebGPU, and not its compatibility mode, which views textures in one way only.
    [[nodiscard]] bool IsWhole() const noexcept { return Level == WGPUFeatureLevel_Core; }

    [[nodiscard]] bool IsStarted() const noexcept { return static_cast<bool>(Queue); }

    /// Before the creation of an object that may fail for memory or is compiled; false: host memory is refused.
    [[nodiscard]] bool OpenScopes(RecordKind kind, uint32 slot, uint64 generation, uint32& ticket) noexcept;

    /// After it. Pending: NextFinished delivers its end. A failure that is known at once is the answer: the caller
    /// releases what it was given.
    [[nodiscard]] BackendStatus CloseScopes(uint32 ticket) noexcept;

    /// Around the commands of a transfer: what is refused of them is its failure (LateResults::NextFailedTransfer).
    [[nodiscard]] bool OpenTransfer(uint64 ordinal, uint32& ticket) noexcept;
    void CloseTransfer(uint32 ticket) noexcept;

    /// Fills in the adapter's identity.
    void Describe(MeasurementAdapter& adapter) const noexcept;

    LateResults Results{};
    NativeDevice Handle{};
    NativeQueue Queue{};
    NativeSurface Window{}; // empty: headless
    NativeAdapter Chosen{};
    WGPULimits Limits{};
    bool HasTimestamps{false};
    bool HasBlockCompression{false}; // texture-compression-bc is enabled

private:
    enum class Step : uint8
    {
        Idle,
        Adapter,
        Device,
        Done,
    };

    void RequestAdapter(WGPUFeatureLevel level) noexcept;
    void RequestDevice() noexcept;
    [[nodiscard]] BackendStatus Retry(StartupError reason, StartupError& error) noexcept;
    void KeepIdentity() noexcept;
    void PushScopes() const noexcept;
    void PopScopes(uint32 ticket) noexcept;

    Instance Api{};
    WindowInfo WantedWindow{};
    Step At{Step::Idle};
    WGPUFeatureLevel Level{WGPUFeatureLevel_Core};
    bool WantsTimestamps{false};
    MeasurementAdapter Identity{};
};

/// What the enabled device can do, in the contract's terms. Surface facts are left to the surface.
void FillReport(const Device& device, BackendReport& report) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
