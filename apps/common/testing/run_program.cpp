// Child processes for tests, over POSIX.
#include <common/testing/run_program.h>

#include <array>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ludus::apps
{
namespace
{
/// Starts the program with both output streams at `writeEnd`; its process, or -1.
pid_t Spawn(const std::vector<std::string>& arguments, int readEnd, int writeEnd)
{
    std::vector<char*> values;
    values.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments)
    {
        values.push_back(const_cast<char*>(argument.c_str())); // posix_spawn does not write to them
    }
    values.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, writeEnd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, writeEnd, STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, readEnd);
    posix_spawn_file_actions_addclose(&actions, writeEnd);
    pid_t process = -1;
    const int error = posix_spawn(&process, values[0], &actions, nullptr, values.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? process : -1;
}
} // namespace

ProgramResult RunProgram(const std::vector<std::string>& arguments)
{
    ProgramResult result;
    std::array<int, 2> ends{};
    if (arguments.empty() || pipe(ends.data()) != 0)
    {
        return result;
    }
    const pid_t process = Spawn(arguments, ends[0], ends[1]);
    close(ends[1]);
    std::array<char, 4096> buffer{};
    for (ssize_t size = read(ends[0], buffer.data(), buffer.size()); size > 0;
         size = read(ends[0], buffer.data(), buffer.size()))
    {
        result.Output.append(buffer.data(), static_cast<std::size_t>(size));
    }
    close(ends[0]);
    int status = 0;
    if (process > 0 && waitpid(process, &status, 0) == process)
    {
        result.ExitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    return result;
}

bool IsRequired(const std::string& lane)
{
    const char* list = std::getenv("LUDUS_REQUIRE");
    const std::string lanes = "," + std::string(list != nullptr ? list : "") + ",";
    return lanes.find("," + lane + ",") != std::string::npos;
}
} // namespace ludus::apps
