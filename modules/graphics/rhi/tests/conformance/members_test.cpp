// Every shape of uniform member is read from the bytes where the shader tool says that it lies.
#include "../support/scene.h"
#include "members.h"

#include <cstring>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 BLOCK_SIZE = 624;

// The value at each byte offset of the block: small, so that products stay below 256, and distinct between neighbours.
constexpr int GetValue(usize offset)
{
    return static_cast<int>((offset / 4) * 5 % 7);
}

// Element of a column-major matrix whose columns lie 16 bytes apart.
constexpr int GetElement(usize matrix, usize row, usize column)
{
    return GetValue(matrix + 16 * column + 4 * row);
}

// Row of matrix * (1, 2, 3, ...).
constexpr int MultiplyRow(usize matrix, usize row, usize columns)
{
    int sum = 0;
    for (usize column = 0; column < columns; ++column)
    {
        sum += GetElement(matrix, row, column) * static_cast<int>(column + 1);
    }
    return sum;
}

// Column of (1, 2, 3, ...) * matrix.
constexpr int MultiplyColumn(usize matrix, usize column, usize rows)
{
    int sum = 0;
    for (usize row = 0; row < rows; ++row)
    {
        sum += GetElement(matrix, row, column) * static_cast<int>(row + 1);
    }
    return sum;
}

std::vector<uint8> PackBlock()
{
    std::vector<uint8> bytes(BLOCK_SIZE);
    for (usize offset = 0; offset < BLOCK_SIZE; offset += 4)
    {
        const bool isInteger = offset == 88 || offset == 92 || (offset >= 592 && offset < 608);
        const int32 integer = GetValue(offset);
        const float real = static_cast<float>(integer);
        if (isInteger)
        {
            std::memcpy(&bytes[offset], &integer, 4);
        }
        else
        {
            std::memcpy(&bytes[offset], &real, 4);
        }
    }
    return bytes;
}

class Members : public SceneTest
{
};

TEST_P(Members, EachShapeIsReadWhereTheCpuPutIt)
{
    Start();
    const RasterShaderDescription fragment = shaders::members::Fragment();
    ASSERT_EQ(fragment.Bindings.size(), 1U);
    ASSERT_EQ(fragment.Bindings[0].MinSize, BLOCK_SIZE);

    MakePlain(); // its square covers the target
    const RasterBinding binding{0, RasterBindingKind::UniformBuffer, RasterVisibility::Fragment, BLOCK_SIZE};
    const BindingLayoutHandle layout = MakeLayout({&binding, 1});
    RasterPipelineDescription pipeline;
    pipeline.Vertex = MakeShader(shaders::members::Vertex());
    pipeline.Fragment = MakeShader(fragment);
    pipeline.Layout = layout;
    pipeline.Streams = GetPlainStreams();
    pipeline.Attributes = GetPlainAttributes();
    const RasterBindingResource block{0, MakeBuffer(BufferRole::Uniform, PackBlock()), 0, BLOCK_SIZE};
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = MakePipeline(pipeline);
    draw.Bindings = MakeSet(layout, {&block, 1});

    const int expected[] = {
        MultiplyRow(0, 1, 4),
        MultiplyColumn(0, 2, 4),
        MultiplyRow(96, 0, 3),
        MultiplyColumn(96, 2, 3),
        GetElement(96, 1, 2),
        MultiplyRow(432, 1, 3),
        MultiplyRow(480, 2, 2),
        MultiplyRow(512, 3, 3),
        GetElement(560, 0, 1),
        MultiplyRow(304 + 64, 3, 4),
        GetElement(368, 2, 0),
        GetValue(64 + 8),
        GetValue(76),
        GetValue(80 + 4),
        GetValue(88),
        GetValue(92),
        GetValue(144 + 2 * 16),
        GetValue(192 + 16 + 8),
        GetValue(224 + 8),
        GetValue(240 + 16 + 4),
        GetValue(272 + 16 + 12),
        GetValue(592 + 8),
        GetValue(608),
    };
    constexpr uint32 COLUMNS = std::size(expected);
    Begin({.Width = COLUMNS, .Height = 1});
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    Picture picture(COLUMNS, 1, {});
    for (uint32 column = 0; column < COLUMNS; ++column)
    {
        picture.At(column, 0).Red = static_cast<uint8>(expected[column]);
    }
    ExpectFrame(picture, "pass surface 23x1 clear 0 0 0 1\n"
                         "  draw pipeline 1 set 1 vertices 0@0 indices 1/16 counts 6x1@0\nend\n");
}

LUDUS_ON_EVERY_LANE(Members);
} // namespace
} // namespace ludus::graphics::rhi::tests
