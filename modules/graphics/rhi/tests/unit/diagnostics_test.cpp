// Texts of refusals: shape, placeholders, safe cutting, names.
#include <ludus/graphics/rhi/diagnostics.h>

#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace ludus::graphics::rhi
{
namespace
{
using foundation::uint32;
using foundation::uint64;
using foundation::usize;

[[nodiscard]] std::string Format(const Diagnostic& diagnostic)
{
    char text[DIAGNOSTIC_TEXT_BYTES];
    const usize length = FormatDiagnostic(diagnostic, text);
    EXPECT_EQ(length, std::strlen(text));
    return text;
}

[[nodiscard]] Diagnostic Pitch()
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::ValueMisaligned;
    diagnostic.Operation = "CreateTexture";
    diagnostic.Field = "TextureUpload.RowPitch";
    std::strcpy(diagnostic.Object, "texture \"brick\"");
    diagnostic.Got = 10;
    diagnostic.Allowed = 4;
    return diagnostic;
}

TEST(Diagnostics, SentencesNameOperationObjectFieldAndFix)
{
    EXPECT_EQ(Format(Pitch()), "CreateTexture: texture \"brick\": TextureUpload.RowPitch is 10; it must be a multiple "
                               "of 4. Round it up to the next multiple.");
}

TEST(Diagnostics, AbsentPartsAreLeftOut)
{
    Diagnostic diagnostic = Pitch();
    diagnostic.Object[0] = '\0';
    EXPECT_EQ(Format(diagnostic).substr(0, 38), "CreateTexture: TextureUpload.RowPitch ");
    diagnostic.Operation = nullptr;
    diagnostic.Field = nullptr;
    EXPECT_EQ(Format(diagnostic), "A value is 10; it must be a multiple of 4. Round it up to the next multiple.");
    EXPECT_EQ(Format({}), "Nothing was refused.");
}

TEST(Diagnostics, FieldsTakeTheIndex)
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::BindingNumberInvalid;
    diagnostic.Field = "Bindings[{index}].Binding";
    diagnostic.Index = 7;
    diagnostic.Got = std::numeric_limits<uint64>::max();
    diagnostic.Allowed = 0;
    EXPECT_EQ(Format(diagnostic), "Bindings[7].Binding is 18446744073709551615; binding numbers lie below 0. Renumber "
                                  "the binding.");
}

TEST(Diagnostics, UnknownCodesAreSaid)
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::Count;
    EXPECT_EQ(Format(diagnostic), "The code names no reason of this version.");
    diagnostic.Code = static_cast<DiagnosticCode>(0xFFFF);
    EXPECT_EQ(Format(diagnostic), "The code names no reason of this version.");
    EXPECT_EQ(GetDiagnosticName(DiagnosticCode::Count), "Unknown");
}

TEST(Diagnostics, EveryCodeHasANameAndAFinishedText)
{
    std::set<std::string_view> names;
    for (uint32 code = 0; code < static_cast<uint32>(DiagnosticCode::Count); ++code)
    {
        Diagnostic diagnostic = Pitch();
        diagnostic.Code = static_cast<DiagnosticCode>(code);
        // The longest values there are, and a field longer than any.
        const std::string field(96, 'F');
        diagnostic.Field = field.c_str();
        diagnostic.Operation = "PublishBindingSetUpdate or longer";
        std::memset(diagnostic.Object, 'O', LABEL_BYTES - 1);
        diagnostic.Got = diagnostic.Allowed = std::numeric_limits<uint64>::max();
        diagnostic.Index = std::numeric_limits<uint32>::max();
        const std::string text = Format(diagnostic);
        const std::string name(GetDiagnosticName(diagnostic.Code));
        EXPECT_EQ(text.back(), '.') << name << " does not fit: " << text;
        EXPECT_EQ(text.find("{field}"), std::string::npos) << name;
        EXPECT_EQ(text.find("{got}"), std::string::npos) << name;
        EXPECT_EQ(text.find("{allowed}"), std::string::npos) << name;
        EXPECT_EQ(text.find("{index}"), std::string::npos) << name;
        EXPECT_TRUE(names.insert(GetDiagnosticName(diagnostic.Code)).second) << name;
    }
    EXPECT_EQ(GetDiagnosticName(DiagnosticCode::DrawIndexTooLarge), "DrawIndexTooLarge");
    EXPECT_EQ(GetDiagnosticName(DiagnosticCode::None), "None");
}

TEST(Diagnostics, AnyRoomIsTerminatedAndNeverOverrun)
{
    const std::string whole = Format(Pitch());
    for (usize room = 0; room <= whole.size() + 2; ++room)
    {
        std::vector<char> text(room + 2, '#');
        const usize length = FormatDiagnostic(Pitch(), std::span(text.data(), room));
        EXPECT_EQ(text[room], '#');
        EXPECT_EQ(text[room + 1], '#');
        if (room == 0)
        {
            EXPECT_EQ(length, 0U);
            continue;
        }
        ASSERT_LT(length, room);
        EXPECT_EQ(text[length], '\0');
        EXPECT_EQ(std::string(text.data()), whole.substr(0, room - 1));
    }
}

TEST(Diagnostics, CuttingKeepsCharactersWhole)
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::NoOpenFrame;
    // Characters of one, two, three and four bytes.
    const std::string label = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x8E\xA8";
    std::memcpy(diagnostic.Object, label.data(), label.size());
    const std::set<usize> boundaries{0, 1, 3, 6, 10};
    for (usize room = 1; room <= label.size() + 1; ++room)
    {
        std::vector<char> text(room);
        const usize length = FormatDiagnostic(diagnostic, text);
        EXPECT_TRUE(boundaries.count(length) == 1) << room << ' ' << length;
        EXPECT_EQ(std::string(text.data()), label.substr(0, length));
        EXPECT_EQ(length, *std::prev(boundaries.upper_bound(room - 1)));
    }
}

TEST(Diagnostics, AnUnterminatedObjectIsRead48Bytes)
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::NoOpenFrame;
    std::memset(diagnostic.Object, 'x', LABEL_BYTES);
    EXPECT_EQ(Format(diagnostic).substr(0, LABEL_BYTES + 2), std::string(LABEL_BYTES, 'x') + ": ");
}

TEST(Diagnostics, BracesInLabelsAreText)
{
    Diagnostic diagnostic;
    diagnostic.Code = DiagnosticCode::OutputOccupied;
    diagnostic.Field = "texture";
    std::strcpy(diagnostic.Object, "{got}");
    const std::string text = Format(diagnostic);
    EXPECT_EQ(text.substr(0, 5), "{got}");
    EXPECT_NE(text.find("Assign {} to the handle"), std::string::npos);
}
} // namespace
} // namespace ludus::graphics::rhi
