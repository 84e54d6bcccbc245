// Accessors: every component type, strides, sparse replacement, and ranges that are refused.
#include "gltf_accessors.h"

#include <gtest/gtest.h>

#include <cstring>

namespace
{
using namespace ludus::view;
using ludus::foundation::float32;
using ludus::foundation::uint32;

// One buffer, one view over all of it, one accessor.
tinygltf::Model ModelOf(std::vector<unsigned char> bytes, int componentType, int type, std::size_t count)
{
    tinygltf::Model model;
    model.buffers.resize(1);
    model.buffers[0].data = std::move(bytes);
    model.bufferViews.resize(1);
    model.bufferViews[0].buffer = 0;
    model.bufferViews[0].byteLength = model.buffers[0].data.size();
    model.accessors.resize(1);
    model.accessors[0].bufferView = 0;
    model.accessors[0].componentType = componentType;
    model.accessors[0].type = type;
    model.accessors[0].count = count;
    return model;
}

TEST(Floats, ComeFromNormalizedIntegers)
{
    tinygltf::Model model =
        ModelOf({0, 255, 51, 0x80, 0x7F, 0}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_VEC3, 1);
    model.accessors[0].normalized = true;
    std::vector<float32> values;
    Problem problem;
    ASSERT_TRUE(ReadFloats(model, 0, 3, values, problem)) << problem.Text;
    EXPECT_EQ(values, (std::vector<float32>{0, 1, 0.2F}));

    model.accessors[0].componentType = TINYGLTF_COMPONENT_TYPE_BYTE; // signed: -128 and -127 are both -1
    model.accessors[0].byteOffset = 3;
    ASSERT_TRUE(ReadFloats(model, 0, 3, values, problem)) << problem.Text;
    EXPECT_EQ(values, (std::vector<float32>{-1, 1, 0}));
}

TEST(Floats, FollowStrideAndOffset)
{
    std::vector<unsigned char> bytes(4 + 2 * 12, 0);
    const float32 first = 1.5F;
    const float32 second = -2;
    std::memcpy(bytes.data() + 4, &first, 4);
    std::memcpy(bytes.data() + 16, &second, 4);
    tinygltf::Model model = ModelOf(bytes, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_SCALAR, 2);
    model.bufferViews[0].byteStride = 12;
    model.accessors[0].byteOffset = 4;
    std::vector<float32> values;
    Problem problem;
    ASSERT_TRUE(ReadFloats(model, 0, 1, values, problem)) << problem.Text;
    EXPECT_EQ(values, (std::vector<float32>{1.5F, -2}));
}

TEST(Indices, ComeFromEveryUnsignedType)
{
    std::vector<uint32> values;
    Problem problem;
    ASSERT_TRUE(ReadIndices(ModelOf({1, 2}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_SCALAR, 2), 0, values,
                            problem));
    EXPECT_EQ(values, (std::vector<uint32>{1, 2}));
    ASSERT_TRUE(ReadIndices(ModelOf({1, 2}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_SCALAR, 1), 0, values,
                            problem));
    EXPECT_EQ(values, (std::vector<uint32>{0x0201}));
    ASSERT_TRUE(ReadIndices(ModelOf({1, 2, 3, 4}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR, 1), 0,
                            values, problem));
    EXPECT_EQ(values, (std::vector<uint32>{0x04030201}));
    EXPECT_FALSE(
        ReadIndices(ModelOf({1, 2, 3, 4}, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_SCALAR, 1), 0, values, problem));
    EXPECT_FALSE(ReadIndices(ModelOf({1, 2, 3, 4}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_VEC2, 2), 0,
                             values, problem));
}

TEST(Sparse, ReplacesElementsOfZerosAndOfAView)
{
    // Two indices, then two values.
    tinygltf::Model model = ModelOf({0, 2, 7, 9}, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_SCALAR, 3);
    auto& sparse = model.accessors[0].sparse;
    sparse.isSparse = true;
    sparse.count = 2;
    sparse.indices = {0, 0, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE};
    sparse.values = {0, 2};
    std::vector<uint32> values;
    Problem problem;
    ASSERT_TRUE(ReadIndices(model, 0, values, problem)) << problem.Text;
    EXPECT_EQ(values, (std::vector<uint32>{7, 2, 9}));
    model.accessors[0].bufferView = -1;
    ASSERT_TRUE(ReadIndices(model, 0, values, problem)) << problem.Text;
    EXPECT_EQ(values, (std::vector<uint32>{7, 0, 9}));

    model.accessors[0].count = 2; // the second replacement is outside now
    EXPECT_FALSE(ReadIndices(model, 0, values, problem));
    EXPECT_EQ(problem.Text, "accessor 0 replaces element 2 of 2");
    model.accessors[0].count = 3;
    sparse.values.byteOffset = 3;
    EXPECT_FALSE(ReadIndices(model, 0, values, problem));
    sparse.values.byteOffset = -1;
    EXPECT_FALSE(ReadIndices(model, 0, values, problem));
    sparse.values.byteOffset = 2;
    sparse.count = 4;
    EXPECT_FALSE(ReadIndices(model, 0, values, problem));
}

// Each row makes one field wrong; all are refused with words about the accessor, its view or its buffer.
TEST(Ranges, AreRefusedWhenTheyLeaveTheirBuffer)
{
    const auto refuses = [](auto spoil, const char* words)
    {
        tinygltf::Model model =
            ModelOf(std::vector<unsigned char>(24), TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, 2);
        spoil(model);
        std::vector<float32> values;
        Problem problem;
        EXPECT_FALSE(ReadFloats(model, 0, 3, values, problem)) << words;
        EXPECT_NE(problem.Text.find(words), std::string::npos) << problem.Text;
    };
    constexpr std::size_t HUGE = ~std::size_t{0};
    refuses([](tinygltf::Model& m) { m.accessors[0].count = 3; }, "reads beyond its buffer view");
    refuses([](tinygltf::Model& m) { m.accessors[0].byteOffset = 1; }, "reads beyond its buffer view");
    refuses([](tinygltf::Model& m) { m.accessors[0].byteOffset = HUGE; }, "reads beyond its buffer view");
    refuses([](tinygltf::Model& m) { m.accessors[0].count = HUGE; }, "elements: 1 to");
    refuses([](tinygltf::Model& m) { m.accessors[0].count = 0; }, "elements: 1 to");
    refuses([](tinygltf::Model& m) { m.accessors[0].type = TINYGLTF_TYPE_MAT3; }, "component type or shape");
    refuses([](tinygltf::Model& m) { m.accessors[0].componentType = 5130; }, "component type or shape");
    refuses([](tinygltf::Model& m) { m.accessors[0].type = TINYGLTF_TYPE_VEC2; }, "2 components where 3");
    refuses([](tinygltf::Model& m) { m.accessors[0].bufferView = 1; }, "buffer view 1 does not exist");
    refuses([](tinygltf::Model& m) { m.accessors.clear(); }, "accessor 0 does not exist");
    refuses([](tinygltf::Model& m) { m.bufferViews[0].byteStride = 4; }, "stride of 4");
    refuses([](tinygltf::Model& m) { m.bufferViews[0].byteStride = HUGE - 8; }, "stride of");
    refuses([](tinygltf::Model& m) { m.bufferViews[0].byteLength = 25; }, "reaches beyond buffer 0");
    refuses([](tinygltf::Model& m) { m.bufferViews[0].byteOffset = HUGE; }, "reaches beyond buffer 0");
    refuses([](tinygltf::Model& m) { m.bufferViews[0].buffer = 1; }, "buffer 1, which does not exist");
    refuses(
        [](tinygltf::Model& m)
        {
            m.accessors[0].bufferView = -1;
            m.accessors[0].count = std::size_t{1} << 30;
        },
        "elements: 1 to");
}
} // namespace
