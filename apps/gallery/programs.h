// The list of the gallery's programs, which their mains and the page share.
#pragma once

#include "program.h"

#include <memory>
#include <span>
#include <string_view>

namespace ludus::gallery
{
struct ProgramEntry final
{
    std::string_view Number{}; // as in gallery-NN
    std::string_view Title{};
    std::string_view Idea{}; // what it shows, in one sentence
    std::unique_ptr<Program> (*Make)(){nullptr};
};

/// In the order in which they are to be read.
[[nodiscard]] std::span<const ProgramEntry> GetPrograms();

/// Null for no program's number.
[[nodiscard]] const ProgramEntry* FindProgram(std::string_view number);

std::unique_ptr<Program> MakeFullscreen();
std::unique_ptr<Program> MakeTexturedMesh();
std::unique_ptr<Program> MakeInstances();
std::unique_ptr<Program> MakeScopes();
std::unique_ptr<Program> MakeScreen();
std::unique_ptr<Program> MakeCubeMap();
std::unique_ptr<Program> MakeVolume();
} // namespace ludus::gallery
