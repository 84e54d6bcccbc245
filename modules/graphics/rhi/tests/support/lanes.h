// The backends a test program runs on: those compiled in, and those that the run demands.
//
// LUDUS_REQUIRE is a comma list of lanes (reference, vulkan, webgpu-native, opengl; others are for other programs). A
// required lane that is absent fails its tests; one that is merely absent declares so and skips them. In a process that
// scripts/support/with_next_vulkan started, Vulkan's is the only lane, under the name in LUDUS_VULKAN_LANE.
#pragma once

#include <ludus/graphics/rhi/rhi.h>

#include <string>
#include <vector>

namespace ludus::graphics::rhi::tests
{
/// What a case needs of a lane, or what a lane has.
struct Needs final
{
    bool RasterizesPixels{false};
    bool Computes{false}; // compute, storage and indirect draws, at least as records
    bool ExecutesKernels{false};
    bool TimesFrames{false}; // with GPU timestamps
    bool TimesPasses{false};
    bool ReadsSpirv{false};    // shaders come as modules, whose entry points and sizes the library looks up
    bool TellsApiBytes{false}; // what the API sets aside for a resource
    bool TellsArenas{false};   // allocator blocks, and pools of descriptors
    bool CanBeSteered{false};  // failures and late results on demand: the reference control
    bool ReadsCanvases{false}; // what is drawn to a canvas of a page, and not only to an image
};

struct Lane final
{
    std::string Name{};
    const char* Spelling{""}; // in LUDUS_BACKEND
    BackendSelection Selection{BackendSelection::Auto};
    Backend Api{Backend::Vulkan};
    Needs Has{};
    bool IsCompiled{false};
    bool IsRequired{false};
    bool IsForArrays{false}; // arrays of bindings, however draws select from them: others may lack them
};

/// Compiled lanes and required ones.
[[nodiscard]] std::vector<Lane> GetLanes();

/// As GetLanes, only those that have all of it.
[[nodiscard]] std::vector<Lane> GetLanesWith(const Needs& needs);

/// Whether a lane has all of it.
[[nodiscard]] bool HasAll(const Lane& lane, const Needs& needs);

/// Why a lane cannot start a headless session, or an empty text. Asked once a process; call it without a session.
[[nodiscard]] const std::string& GetAbsence(const Lane& lane);

std::ostream& operator<<(std::ostream& out, const Lane& lane);
} // namespace ludus::graphics::rhi::tests
