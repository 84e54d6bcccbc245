// Small glTF files written by tests: JSON text, a binary buffer beside it, and what loading them answers.
#pragma once

#include "load_scene.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace ludus::view::tests
{
/// Bytes of plain values, one after the other.
template <class T>
std::string BytesOf(const std::vector<T>& values)
{
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

struct Loaded final
{
    bool IsLoaded{false};
    Scene Content{};
    std::string Problem{};
};

inline Loaded Load(const std::string& path)
{
    Loaded result;
    Problem problem;
    result.IsLoaded = LoadScene(
        path, [](std::string_view, usize, usize) {}, result.Content, problem);
    result.Problem = problem.Text;
    return result;
}

/// Writes `json` as a file of the running test, with `buffer` as "test.bin" beside it, and loads it.
inline Loaded LoadText(const std::string& json, const std::string& buffer = "")
{
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string stem = testing::TempDir() + "ludus_" + test->test_suite_name() + "_" + test->name();
    std::ofstream(stem + ".bin", std::ios::binary) << buffer;
    std::string text = json;
    const std::string placeholder = "test.bin";
    const std::size_t found = text.find(placeholder);
    if (found != std::string::npos)
    {
        text.replace(found, placeholder.size(), stem.substr(stem.find_last_of('/') + 1) + ".bin");
    }
    std::ofstream(stem + ".gltf", std::ios::binary) << text;
    return Load(stem + ".gltf");
}
} // namespace ludus::view::tests
