// Makes small SPIR-V modules word by word, for tests of what reads them.
#pragma once

#include <ludus/graphics/rhi/render.h>

#include <string_view>
#include <vector>

namespace ludus::graphics::rhi::internal
{
/// Execution models of the specification.
enum class Model : foundation::uint32
{
    Vertex = 0,
    Geometry = 3,
    Fragment = 4,
    Compute = 5,
};

class SpirvModule final
{
public:
    std::vector<foundation::uint32> Words{0x07230203, 0x00010300, 0, 100, 0};

    SpirvModule& Add(foundation::uint32 opcode, const std::vector<foundation::uint32>& operands)
    {
        Words.push_back(static_cast<foundation::uint32>(operands.size() + 1) << 16 | opcode);
        Words.insert(Words.end(), operands.begin(), operands.end());
        return *this;
    }

    SpirvModule& AddEntry(Model model, foundation::uint32 function, std::string_view name)
    {
        std::vector<foundation::uint32> operands{static_cast<foundation::uint32>(model), function};
        foundation::uint32 word = 0;
        for (foundation::usize i = 0; i <= name.size(); ++i)
        {
            const foundation::uint32 character = i < name.size() ? static_cast<foundation::uint8>(name[i]) : 0U;
            word |= character << (8 * (i % 4));
            if (i % 4 == 3 || i == name.size())
            {
                operands.push_back(word);
                word = 0;
            }
        }
        operands.push_back(90); // an interface variable
        return Add(15, operands);
    }

    /// OpExecutionMode LocalSize of an entry point.
    SpirvModule& AddLocalSize(foundation::uint32 function, foundation::uint32 x, foundation::uint32 y,
                              foundation::uint32 z)
    {
        return Add(16, {function, 17, x, y, z});
    }

    SpirvModule& AddFunction(foundation::uint32 function)
    {
        return Add(54, {1, function, 0, 2}).Add(248, {function + 50}).Add(253, {}).Add(56, {});
    }
};

/// A module with one entry point, which is function 10.
[[nodiscard]] inline SpirvModule OneEntry(Model model, std::string_view name)
{
    SpirvModule module;
    module.Add(17, {1}).Add(14, {0, 1}).AddEntry(model, 10, name).Add(19, {1}).Add(33, {2, 1}).AddFunction(10);
    return module;
}

/// The same of a compute entry point with a local size.
[[nodiscard]] inline SpirvModule OneKernel(std::string_view name, const foundation::uint32 (&size)[3])
{
    SpirvModule module;
    module.Add(17, {1}).Add(14, {0, 1}).AddEntry(Model::Compute, 10, name).AddLocalSize(10, size[0], size[1], size[2]);
    module.Add(19, {1}).Add(33, {2, 1}).AddFunction(10);
    return module;
}

/// A compute entry point "main" whose local size is a constant of the built-in, 8 by 4 by 8, made by these opcodes
/// (OpConstantComposite 44 of OpConstant 43 in what compilers of GLSL write). Its mode, which that overrides, says 1.
[[nodiscard]] inline SpirvModule OneKernelOfConstant(foundation::uint32 composite, foundation::uint32 scalar)
{
    SpirvModule module;
    module.Add(17, {1}).Add(14, {0, 1}).AddEntry(Model::Compute, 10, "main").AddLocalSize(10, 1, 1, 1);
    module.Add(71, {20, 11, 25}).Add(19, {1}).Add(33, {2, 1}).Add(21, {3, 32, 0}).Add(23, {4, 3, 3});
    module.Add(scalar, {3, 21, 8}).Add(scalar, {3, 22, 4}).Add(composite, {4, 20, 21, 22, 21}).AddFunction(10);
    return module;
}
} // namespace ludus::graphics::rhi::internal
