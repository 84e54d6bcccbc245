// What is wrong with a file, as a sentence for its user.
#pragma once

#include <sstream>
#include <string>

namespace ludus::view
{
struct Problem final
{
    std::string Text{};

    /// Writes the sentence and answers false, so that a check reads `return problem.Say(...)`.
    template <class... Parts>
    bool Say(const Parts&... parts)
    {
        std::ostringstream text;
        (text << ... << parts);
        Text = text.str();
        return false;
    }
};
} // namespace ludus::view
