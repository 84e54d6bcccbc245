// Entry points of SPIR-V modules: found, absent, of another stage, and every way to be malformed.
#include "validation/spirv_entries.h"

#include "spirv_module.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] SpirvEntry Find(const std::vector<uint32>& words, std::string_view name, ShaderStage stage)
{
    return FindSpirvEntry(words, name, stage).Outcome;
}

TEST(Spirv, EveryStageIsFound)
{
    EXPECT_EQ(Find(OneEntry(Model::Vertex, "main").Words, "main", ShaderStage::Vertex), SpirvEntry::Found);
    EXPECT_EQ(Find(OneEntry(Model::Fragment, "main").Words, "main", ShaderStage::Fragment), SpirvEntry::Found);
    EXPECT_EQ(Find(OneEntry(Model::Compute, "main").Words, "main", ShaderStage::Compute), SpirvEntry::Found);
}

TEST(Spirv, NamesOfEveryLengthModuloFour)
{
    for (const std::string_view name : {"a", "ab", "abc", "abcd", "abcde", "vertexMain"})
    {
        const SpirvModule module = OneEntry(Model::Vertex, name);
        EXPECT_EQ(Find(module.Words, name, ShaderStage::Vertex), SpirvEntry::Found) << name;
        EXPECT_EQ(Find(module.Words, name.substr(0, name.size() - 1), ShaderStage::Vertex), SpirvEntry::Missing);
        EXPECT_EQ(Find(module.Words, std::string(name) + "x", ShaderStage::Vertex), SpirvEntry::Missing);
        EXPECT_EQ(Find(module.Words, std::string(name) + '\0', ShaderStage::Vertex), SpirvEntry::Missing);
    }
}

TEST(Spirv, EveryCharacterOfTheNameCounts)
{
    const std::string name = "vertexMain";
    const SpirvModule module = OneEntry(Model::Vertex, name);
    for (usize at = 0; at < name.size(); ++at)
    {
        std::string other = name;
        other[at] = 'X';
        EXPECT_EQ(Find(module.Words, other, ShaderStage::Vertex), SpirvEntry::Missing) << other;
    }
}

TEST(Spirv, AnotherStageIsToldFromAbsence)
{
    const SpirvModule module = OneEntry(Model::Fragment, "main");
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Vertex), SpirvEntry::WrongStage);
    EXPECT_EQ(Find(module.Words, "other", ShaderStage::Vertex), SpirvEntry::Missing);
    EXPECT_EQ(Find(module.Words, "", ShaderStage::Vertex), SpirvEntry::Missing);
    EXPECT_EQ(Find(OneEntry(Model::Geometry, "main").Words, "main", ShaderStage::Vertex), SpirvEntry::WrongStage);
    EXPECT_EQ(Find(module.Words, "main", static_cast<ShaderStage>(9)), SpirvEntry::WrongStage);
}

TEST(Spirv, OneNameMayStandForSeveralStages)
{
    SpirvModule module;
    module.AddEntry(Model::Vertex, 10, "main").AddEntry(Model::Fragment, 20, "main").AddFunction(10).AddFunction(20);
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Vertex), SpirvEntry::Found);
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Fragment), SpirvEntry::Found);
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Compute), SpirvEntry::WrongStage);
}

TEST(Spirv, TruncationAtEveryWordIsMalformed)
{
    const SpirvModule module = OneEntry(Model::Vertex, "vertexMain");
    for (usize length = 0; length < module.Words.size(); ++length)
    {
        const std::vector<uint32> cut(module.Words.begin(), module.Words.begin() + static_cast<std::ptrdiff_t>(length));
        const SpirvEntryResult result = FindSpirvEntry(cut, "vertexMain", ShaderStage::Vertex);
        EXPECT_EQ(result.Outcome, SpirvEntry::Malformed) << length;
        EXPECT_LE(result.Word, length);
    }
}

TEST(Spirv, HeaderIsChecked)
{
    SpirvModule module = OneEntry(Model::Vertex, "main");
    module.Words[0] = 0x03022307; // bytes swapped
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);
    module = OneEntry(Model::Vertex, "main");
    for (const uint32 version : {0U, 0x00000100U, 0x00010700U, 0x00020000U, 0xFFFFFFFFU})
    {
        module.Words[1] = version;
        const SpirvEntryResult result = FindSpirvEntry(module.Words, "main", ShaderStage::Vertex);
        EXPECT_EQ(result.Outcome, SpirvEntry::Malformed) << version;
        EXPECT_EQ(result.Word, 1U);
    }
    module.Words[1] = 0x00010600;
    EXPECT_EQ(Find(module.Words, "main", ShaderStage::Vertex), SpirvEntry::Found);
}

TEST(Spirv, InstructionLengthsAreChecked)
{
    SpirvModule zero = OneEntry(Model::Vertex, "main");
    zero.Words.push_back(0);
    const SpirvEntryResult result = FindSpirvEntry(zero.Words, "main", ShaderStage::Vertex);
    EXPECT_EQ(result.Outcome, SpirvEntry::Malformed);
    EXPECT_EQ(result.Word, zero.Words.size() - 1);

    SpirvModule beyond = OneEntry(Model::Vertex, "main");
    beyond.Words.push_back(0xFFFF0000);
    EXPECT_EQ(Find(beyond.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);
}

TEST(Spirv, EntryPointsAreComplete)
{
    for (usize operands = 0; operands < 3; ++operands)
    {
        SpirvModule module;
        module.Add(15, std::vector<uint32>(operands)).AddFunction(10);
        EXPECT_EQ(Find(module.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed) << operands;
    }
    SpirvModule unterminated;
    unterminated.Add(15, {0, 10, 0x6E69616D}).AddFunction(10); // "main" without its zero
    EXPECT_EQ(Find(unterminated.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);
}

TEST(Spirv, FunctionsAreComplete)
{
    SpirvModule absent;
    absent.AddEntry(Model::Vertex, 10, "main").AddFunction(11);
    EXPECT_EQ(Find(absent.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);

    SpirvModule open;
    open.AddEntry(Model::Vertex, 10, "main").Add(54, {1, 10, 0, 2});
    EXPECT_EQ(Find(open.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);

    SpirvModule nested;
    nested.AddEntry(Model::Vertex, 10, "main").Add(54, {1, 10, 0, 2}).AddFunction(11);
    EXPECT_EQ(Find(nested.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);

    SpirvModule closed;
    closed.AddEntry(Model::Vertex, 10, "main").AddFunction(10).Add(56, {});
    EXPECT_EQ(Find(closed.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);

    SpirvModule brief;
    brief.AddEntry(Model::Vertex, 10, "main").Add(54, {1}).Add(56, {});
    EXPECT_EQ(Find(brief.Words, "main", ShaderStage::Vertex), SpirvEntry::Malformed);
}

TEST(Spirv, ALocalSizeIsThatOfTheEntryPoint)
{
    SpirvModule module;
    module.AddEntry(Model::Compute, 10, "first")
        .AddEntry(Model::Compute, 11, "second")
        .AddEntry(Model::Vertex, 12, "v");
    module.AddLocalSize(11, 8, 4, 2).AddLocalSize(10, 64, 1, 1).AddFunction(10).AddFunction(11).AddFunction(12);
    uint32 size[3]{};
    ASSERT_TRUE(ReadSpirvLocalSize(module.Words, "second", size));
    EXPECT_EQ(size[0], 8U);
    EXPECT_EQ(size[1], 4U);
    EXPECT_EQ(size[2], 2U);
    ASSERT_TRUE(ReadSpirvLocalSize(module.Words, "first", size));
    EXPECT_EQ(size[0], 64U);
    EXPECT_FALSE(ReadSpirvLocalSize(module.Words, "v", size));
    EXPECT_FALSE(ReadSpirvLocalSize(module.Words, "third", size));
}

TEST(Spirv, ASizeThatSpecializationChangesIsNone)
{
    uint32 size[3]{};
    SpirvModule byIdentifiers; // OpExecutionModeId LocalSizeId
    byIdentifiers.AddEntry(Model::Compute, 10, "main").Add(331, {10, 38, 5, 6, 7}).AddFunction(10);
    EXPECT_FALSE(ReadSpirvLocalSize(byIdentifiers.Words, "main", size));
    SpirvModule byNothing; // decorated as the built-in, which no constant makes
    byNothing.AddEntry(Model::Compute, 10, "main").AddLocalSize(10, 8, 1, 1).Add(71, {5, 11, 25}).AddFunction(10);
    EXPECT_FALSE(ReadSpirvLocalSize(byNothing.Words, "main", size));
    EXPECT_FALSE(ReadSpirvLocalSize(OneKernelOfConstant(51, 43).Words, "main", size)); // OpSpecConstantComposite
    EXPECT_FALSE(ReadSpirvLocalSize(OneKernelOfConstant(44, 50).Words, "main", size)); // OpSpecConstant
}

TEST(Spirv, AConstantOfTheBuiltInIsTheLocalSize)
{
    const SpirvModule module = OneKernelOfConstant(44, 43);
    uint32 size[3]{};
    ASSERT_TRUE(ReadSpirvLocalSize(module.Words, "main", size));
    EXPECT_EQ(size[0], 8U);
    EXPECT_EQ(size[1], 4U);
    EXPECT_EQ(size[2], 8U); // a constant may stand twice
    EXPECT_FALSE(ReadSpirvLocalSize(module.Words, "elsewhere", size));
}

TEST(Spirv, NoSpoiledWordOfAKernelIsReadBeyondTheEnd)
{
    for (const SpirvModule& module : {OneKernel("main", {8, 4, 2}), OneKernelOfConstant(44, 43)})
    {
        for (usize at = 0; at < module.Words.size(); ++at)
        {
            for (const uint32 value : {0x0001000FU, 0x00010010U, 0x00030010U, 0x00010047U, 0x0006000FU, 0x00060010U,
                                       0x0001002BU, 0x0004002BU, 0x0001002CU, 0x0006002CU, 0x00040047U})
            {
                std::vector<uint32> words = module.Words;
                words[at] = value;
                uint32 size[3]{};
                if (FindSpirvEntry(words, "main", ShaderStage::Compute).Outcome == SpirvEntry::Found)
                {
                    static_cast<void>(ReadSpirvLocalSize(words, "main", size)); // the address sanitizer watches
                }
            }
        }
        EXPECT_EQ(FindSpirvEntry(module.Words, "main", ShaderStage::Compute).Outcome, SpirvEntry::Found);
    }
}

TEST(Spirv, NoSpoiledWordIsReadBeyondTheEnd)
{
    const SpirvModule module = OneEntry(Model::Vertex, "vertexMain");
    usize refused = 0;
    for (usize at = 0; at < module.Words.size(); ++at)
    {
        for (const uint32 value : {0U, 0xFFFFFFFFU, 0x0001000FU, 0x0004000FU, 0x00050036U, 0xFFFF0036U, 0x80000000U})
        {
            std::vector<uint32> words = module.Words; // of exactly this length, for the address sanitizer
            words[at] = value;
            const SpirvEntryResult result = FindSpirvEntry(words, "vertexMain", ShaderStage::Vertex);
            EXPECT_LE(result.Word, words.size());
            refused += result.Outcome != SpirvEntry::Found ? 1 : 0;
        }
    }
    EXPECT_GT(refused, module.Words.size());
}
} // namespace
} // namespace ludus::graphics::rhi::internal
