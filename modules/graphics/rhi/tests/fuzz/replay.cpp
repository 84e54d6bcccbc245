// Runs saved inputs through a fuzzer's function, in builds without libFuzzer: a file, or a folder's files by name.
#include "fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace
{
bool Replay(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        std::fprintf(stderr, "replay: cannot read %s\n", file.c_str());
        return false;
    }
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    std::printf("%s, %zu bytes\n", file.c_str(), bytes.size());
    std::fflush(stdout); // names the input, should it abort
    (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return true;
}
} // namespace

int main(int count, char** arguments)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < count; ++i)
    {
        const std::filesystem::path given = arguments[i];
        if (!std::filesystem::is_directory(given))
        {
            files.push_back(given);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(given))
        {
            files.push_back(entry.path());
        }
    }
    if (files.empty())
    {
        std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...\n", arguments[0]);
        return 2;
    }
    std::sort(files.begin(), files.end());
    return std::all_of(files.begin(), files.end(), Replay) ? 0 : 1;
}
