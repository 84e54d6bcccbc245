// Turns a refusal into sentences, and codes into names. Allocates nothing.

#include <ludus/graphics/rhi/diagnostics.h>

#include <cstring>
#include <iterator>

namespace ludus::graphics::rhi
{
namespace
{
using namespace foundation::core;

/// One row of the list.
struct Row final
{
    std::string_view Name;
    std::string_view Problem;
    std::string_view Fix;
};

/// Indexed by DiagnosticCode.
constexpr Row ROWS[] = {{"None", "Nothing was refused.", ""},
#define LUDUS_RHI_ROW(Name, Problem, Fix) {#Name, Problem, Fix},
                        LUDUS_RHI_DIAGNOSTICS(LUDUS_RHI_ROW)
#undef LUDUS_RHI_ROW
};

static_assert(std::size(ROWS) == static_cast<usize>(DiagnosticCode::Count));

constexpr Row UNKNOWN_ROW = {"Unknown", "The code names no reason of this version.", ""};

[[nodiscard]] const Row& RowOf(DiagnosticCode code) noexcept
{
    return code < DiagnosticCode::Count ? ROWS[static_cast<usize>(code)] : UNKNOWN_ROW;
}

/// Appends to a text of fixed room. What does not fit is dropped, and everything after it.
class Writer final
{
public:
    /// `room` is not empty; its last byte is kept for the terminator.
    explicit Writer(std::span<char> room) noexcept : Room(room) {}

    void Append(std::string_view text) noexcept
    {
        const usize left = Room.size() - 1 - Used;
        const usize taken = IsCut || text.size() > left ? (IsCut ? 0 : left) : text.size();
        IsCut = IsCut || taken < text.size();
        if (taken != 0)
        {
            std::memcpy(Room.data() + Used, text.data(), taken);
            Used += taken;
        }
    }

    void Append(uint64 number) noexcept
    {
        char digits[20];
        usize first = sizeof digits;
        do
        {
            digits[--first] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        Append(std::string_view(digits + first, sizeof digits - first));
    }

    /// Terminates and returns the length. A cut text does not end inside a character of several bytes.
    usize Finish() noexcept
    {
        if (IsCut)
        {
            usize end = Used;
            while (end != 0 && (static_cast<uint8>(Room[end - 1]) & 0xC0U) == 0x80U)
            {
                --end;
            }
            if (end != 0 && static_cast<uint8>(Room[end - 1]) >= 0xC0U)
            {
                const uint8 lead = static_cast<uint8>(Room[end - 1]);
                const usize length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
                Used = Used - (end - 1) < length ? end - 1 : Used;
            }
        }
        Room[Used] = '\0';
        return Used;
    }

private:
    std::span<char> Room;
    usize Used{0};
    bool IsCut{false};
};

/// Writes `text` with {index} in it replaced.
void AppendField(Writer& writer, std::string_view text, uint32 index) noexcept
{
    constexpr std::string_view PLACEHOLDER = "{index}";
    for (usize at = text.find(PLACEHOLDER); at != std::string_view::npos; at = text.find(PLACEHOLDER))
    {
        writer.Append(text.substr(0, at));
        writer.Append(uint64{index});
        text.remove_prefix(at + PLACEHOLDER.size());
    }
    writer.Append(text);
}

/// Writes a row's sentence with its placeholders replaced; braces around anything else are text.
void AppendSentence(Writer& writer, std::string_view text, const Diagnostic& diagnostic) noexcept
{
    while (!text.empty())
    {
        const usize open = text.find('{');
        writer.Append(text.substr(0, open));
        if (open == std::string_view::npos)
        {
            return;
        }
        text.remove_prefix(open);
        const usize close = text.find('}');
        const std::string_view placeholder =
            close == std::string_view::npos ? std::string_view{} : text.substr(0, close + 1);
        if (placeholder == "{field}")
        {
            AppendField(writer, diagnostic.Field != nullptr ? diagnostic.Field : "A value", diagnostic.Index);
        }
        else if (placeholder == "{got}")
        {
            writer.Append(diagnostic.Got);
        }
        else if (placeholder == "{allowed}")
        {
            writer.Append(diagnostic.Allowed);
        }
        else if (placeholder == "{index}")
        {
            writer.Append(uint64{diagnostic.Index});
        }
        else
        {
            writer.Append("{");
            text.remove_prefix(1);
            continue;
        }
        text.remove_prefix(placeholder.size());
    }
}

/// The object's name up to its terminator, which a foreign record may lack.
[[nodiscard]] std::string_view ObjectOf(const Diagnostic& diagnostic) noexcept
{
    const void* end = std::memchr(diagnostic.Object, '\0', DIAGNOSTIC_OBJECT_BYTES);
    const usize length = end != nullptr ? static_cast<usize>(static_cast<const char*>(end) - diagnostic.Object)
                                        : DIAGNOSTIC_OBJECT_BYTES;
    return {diagnostic.Object, length};
}
} // namespace

usize FormatDiagnostic(const Diagnostic& diagnostic, std::span<char> text) noexcept
{
    if (text.empty() || text.data() == nullptr)
    {
        return 0;
    }
    Writer writer(text);
    if (diagnostic.Operation != nullptr)
    {
        writer.Append(diagnostic.Operation);
        writer.Append(": ");
    }
    if (const std::string_view object = ObjectOf(diagnostic); !object.empty())
    {
        writer.Append(object);
        writer.Append(": ");
    }
    const Row& row = RowOf(diagnostic.Code);
    AppendSentence(writer, row.Problem, diagnostic);
    if (!row.Fix.empty())
    {
        writer.Append(" ");
        AppendSentence(writer, row.Fix, diagnostic);
    }
    return writer.Finish();
}

std::string_view GetDiagnosticName(DiagnosticCode code) noexcept
{
    return RowOf(code).Name;
}
} // namespace ludus::graphics::rhi
