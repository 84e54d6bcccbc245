#include <common/parse_size.h>

#include <sstream>

namespace ludus::apps
{
using foundation::uint32;

bool ParseSize(const std::string& text, uint32 maxEdge, uint32& width, uint32& height)
{
    std::istringstream stream(text);
    char by = 0;
    long long readWidth = 0;
    long long readHeight = 0;
    const bool isRead = static_cast<bool>(stream >> readWidth >> by >> readHeight);
    if (!isRead || by != 'x' || stream.peek() != std::istringstream::traits_type::eof() || readWidth < 1 ||
        readHeight < 1 || readWidth > maxEdge || readHeight > maxEdge)
    {
        return false;
    }
    width = static_cast<uint32>(readWidth);
    height = static_cast<uint32>(readHeight);
    return true;
}
} // namespace ludus::apps
