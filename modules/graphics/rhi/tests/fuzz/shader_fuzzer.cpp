// Fuzzes what programs hand over as shaders: SPIR-V of any content, entry points, reflections and formats that do not
// fit it, and pipelines over what was accepted.
//
// An input names a real program or none, edits its words, then its description. Without a program the words are the
// input's own.
#include "fuzz_target.h"
#include "world.h"

#include "../support/programs.h"

#include <deque>
#include <string_view>
#include <vector>

namespace ludus::graphics::rhi::fuzz
{
namespace
{
constexpr uint32 PROGRAM_COUNT = 7;
constexpr uint32 MAX_SHADERS = 4;
constexpr uint32 MAX_EDITS = 12;
constexpr usize MAX_BINDINGS = RASTER_BINDING_COUNT + 2;
constexpr usize MAX_INPUTS = 20;
constexpr usize MAX_MEMBERS = 66; // beyond what a description may state

// A description with everything that it borrows.
struct Package final
{
    RasterShaderDescription Description{};
    std::vector<uint32> Words{};
    std::vector<RasterBinding> Bindings{};
    std::vector<RasterShaderInput> Inputs{};
    std::vector<RasterUniformMember> Members{};
    std::deque<std::vector<char>> Texts{}; // of exactly their length, so that a sanitizer sees who reads on

    void Attach()
    {
        Description.Artifact.Spirv = Words;
        Description.Bindings = Bindings;
        Description.Inputs = Inputs;
        Description.UniformMembers = Members;
    }
};

[[nodiscard]] RasterShaderDescription GetProgram(uint32 index)
{
    switch (index)
    {
    case 0:
        return {};
    case 1:
        return tests::GetPlainVertex();
    case 2:
        return tests::GetPlainFragment();
    case 3:
        return tests::GetQuadsVertex();
    case 4:
        return tests::GetQuadsFragment();
    case 5:
        return GetKernelShader();
    default:
    {
        RasterShaderDescription facade;
        facade.Artifact = tests::GetQuadrantsFragment();
        return facade;
    }
    }
}

class ShaderFuzzer final
{
public:
    explicit ShaderFuzzer(ByteReader input) : Input{input} {}

    void Run()
    {
        DeviceDescription description{.Selection = BackendSelection::Reference};
        description.Required.PortableRaster = true;
        description.Required.Compute = true;
        description.Required.IndirectRendering = true;
        description.Storage = {
            .ResourcesPerKind = 16, .DrawsPerFrame = 4, .PassesPerGraph = 4, .FrameUniformBytes = 4096};
        SurfaceHandle surface;
        if (CreateDevice({.Name = "fuzz"}, {}, description, Device, surface) != DeviceStatus::Ready)
        {
            Break("CreateDevice", "an undisturbed device must come to be");
        }
        const uint32 count = 1 + Input.Below(MAX_SHADERS);
        for (uint32 i = 0; i < count; ++i)
        {
            MakePackage(Packages[i]);
            Create(i);
        }
        MakePipelines();
    }

private:
    void MakePackage(Package& package)
    {
        package.Description = GetProgram(Input.Below(PROGRAM_COUNT));
        const std::span<const uint32> words = package.Description.Artifact.Spirv;
        package.Words.assign(words.begin(), words.end());
        package.Bindings.assign(package.Description.Bindings.begin(), package.Description.Bindings.end());
        package.Inputs.assign(package.Description.Inputs.begin(), package.Description.Inputs.end());
        package.Members.assign(package.Description.UniformMembers.begin(), package.Description.UniformMembers.end());
        if (words.empty())
        {
            package.Words.resize(Input.Byte());
            for (uint32& word : package.Words)
            {
                word = Input.Word();
            }
        }
        const uint32 edits = Input.Below(MAX_EDITS + 1);
        for (uint32 i = 0; i < edits; ++i)
        {
            EditWords(package.Words);
        }
        const uint32 changes = Input.Below(MAX_EDITS + 1);
        for (uint32 i = 0; i < changes; ++i)
        {
            package.Attach();
            Change(package);
        }
        package.Attach();
        if (Input.Byte() == 255) // a span that points nowhere
        {
            package.Description.Bindings = {static_cast<const RasterBinding*>(nullptr), Input.Byte()};
        }
    }

    // Header words and lengths of instructions are near the start; long programs are reached by half words.
    void EditWords(std::vector<uint32>& words)
    {
        const uint32 how = Input.Byte();
        const usize at = words.empty() ? 0 : (how < 128 ? Input.Byte() : Input.Half()) % words.size();
        const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
        switch (how % 7)
        {
        case 0:
            words.resize(at);
            break;
        case 1:
            words.insert(place, Input.Word());
            break;
        case 2:
            if (!words.empty())
            {
                words.erase(place);
            }
            break;
        default:
            if (!words.empty())
            {
                Set(*place, how % 7);
            }
            break;
        }
    }

    void Set(uint32& word, uint32 how)
    {
        switch (how)
        {
        case 3: // an instruction's length
            word = (word & 0xFFFFU) | Input.Half() << 16U;
            break;
        case 4: // its operation
            word = (word & 0xFFFF0000U) | Input.Half();
            break;
        case 5:
            word ^= 1U << Input.Below(32);
            break;
        default:
            word = Input.Word();
            break;
        }
    }

    [[nodiscard]] std::string_view TakeText(Package& package)
    {
        const std::span<const uint8> bytes = Input.Take(Input.Below(24));
        const std::vector<char>& text = package.Texts.emplace_back(bytes.begin(), bytes.end());
        return {text.data(), text.size()};
    }

    void Change(Package& package)
    {
        RasterShaderDescription& description = package.Description;
        switch (Input.Below(16))
        {
        case 0:
            description.Artifact.Stage = Input.Pick(ShaderStage::Compute);
            break;
        case 1:
            description.Artifact.SpirvEntry = TakeText(package);
            break;
        case 2:
            description.WorkgroupSize[Input.Below(3)] = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 3:
            if (package.Bindings.size() < MAX_BINDINGS)
            {
                package.Bindings.push_back({});
            }
            break;
        case 4:
            if (!package.Bindings.empty())
            {
                package.Bindings.erase(package.Bindings.begin() +
                                       Input.Below(static_cast<uint32>(package.Bindings.size())));
            }
            break;
        case 5:
        case 6:
            if (!package.Bindings.empty())
            {
                ChangeBinding(package.Bindings[Input.Below(static_cast<uint32>(package.Bindings.size()))]);
            }
            break;
        case 7:
            if (package.Inputs.size() < MAX_INPUTS)
            {
                package.Inputs.push_back({Input.Byte(), Input.Pick(RasterVertexFormat::Float4)});
            }
            break;
        case 8:
            if (!package.Inputs.empty())
            {
                package.Inputs.pop_back();
            }
            break;
        case 9:
            package.Members.resize(Input.Below(static_cast<uint32>(MAX_MEMBERS) + 1));
            break;
        case 10:
            if (!package.Members.empty())
            {
                RasterUniformMember& member = package.Members[Input.Below(static_cast<uint32>(package.Members.size()))];
                member = {Input.Byte(), TakeText(package), Input.Size(), Input.Pick(RasterUniformShape::Float4x4Array)};
            }
            break;
        case 11:
            description.TextureSamplers[Input.Below(RASTER_BINDING_COUNT)] =
                Input.Flag() ? NO_TEXTURE_SAMPLER : Input.Byte();
            break;
        case 12:
            description.UniformBlocks[Input.Below(RASTER_BINDING_COUNT)] = TakeText(package);
            break;
        case 13:
            description.TextureNames[Input.Below(RASTER_BINDING_COUNT)] = TakeText(package);
            break;
        case 14:
            description.Artifact.UniformSize = Input.Size();
            break;
        default:
            description.HasVerifiedArrayBounds = Input.Flag();
            description.ShouldPrepareAsynchronously = Input.Flag();
            break;
        }
    }

    void ChangeBinding(RasterBinding& binding)
    {
        switch (Input.Below(8))
        {
        case 0:
            binding.Binding = Input.Byte();
            break;
        case 1:
            binding.Kind = Input.Pick(RasterBindingKind::RayScene);
            break;
        case 2:
            binding.Visibility = static_cast<RasterVisibility>(Input.Byte());
            break;
        case 3:
            binding.MinSize = Input.Size();
            break;
        case 4:
            binding.HasDynamicOffset = Input.Flag();
            break;
        case 5:
            binding.Count = Input.Byte() == 255 ? Input.Word() : Input.Byte();
            break;
        case 6:
            binding.Indexing = Input.Pick(RasterBindingIndexing::NonUniform);
            break;
        default:
            binding.IsRuntimeSized = Input.Flag();
            binding.HasPartialBinding = Input.Flag();
            break;
        }
    }

    void Create(uint32 index)
    {
        RasterShaderHandle& shader = Shaders[index];
        (void)Watcher.Watch(
            "CreateRasterShader", [&] { return CreateRasterShader(Device, Packages[index].Description, shader); },
            shader);
        ShaderHandle facade;
        (void)Watcher.Watch(
            "CreateShader", [&] { return CreateShader(Device, Packages[index].Description.Artifact, facade); }, facade);
        BindingLayoutHandle& layout = Layouts[index];
        (void)Watcher.Watch(
            "CreateBindingLayout",
            [&] { return CreateBindingLayout(Device, Packages[index].Description.Bindings, layout); }, layout);
    }

    void MakePipelines()
    {
        const uint32 vertex = Input.Below(MAX_SHADERS);
        const uint32 fragment = Input.Below(MAX_SHADERS);
        const uint32 layout = Input.Below(MAX_SHADERS);
        RasterVertexStream streams[2] = {{64, false}, {64, true}};
        std::vector<RasterVertexAttribute> attributes;
        uint32 offset = 0;
        for (const RasterShaderInput& input : Packages[vertex].Inputs)
        {
            attributes.push_back({input.Location, offset % 128 / 64, offset % 64, input.Format});
            offset += 16;
        }
        RasterPipelineDescription description{.Vertex = Shaders[vertex],
                                              .Fragment = Shaders[fragment],
                                              .Layout = Layouts[layout],
                                              .Streams = streams,
                                              .Attributes = attributes};
        if (Input.Flag())
        {
            description.Target = Input.Pick(RasterTarget::Rgba16Float);
            description.DepthCompare = Input.Pick(RasterDepthCompare::Always);
            description.Cull = Input.Pick(RasterCull::Back);
            description.FillMode = Input.Pick(RasterFillMode::Lines);
            description.SampleCount = Input.Byte();
            description.Stencil = Input.Flag();
            streams[0].Stride = Input.Half();
        }
        RasterPipelineHandle raster;
        (void)Watcher.Watch(
            "CreateRasterPipeline", [&] { return CreateRasterPipeline(Device, description, raster); }, raster);
        ComputePipelineHandle compute;
        (void)Watcher.Watch(
            "CreateComputePipeline",
            [&]
            { return CreateComputePipeline(Device, {.Shader = Shaders[vertex], .Layout = Layouts[layout]}, compute); },
            compute);
    }

    ByteReader Input;
    Rules Watcher{};
    DeviceHandle Device{};
    Package Packages[MAX_SHADERS]{};
    RasterShaderHandle Shaders[MAX_SHADERS]{};
    BindingLayoutHandle Layouts[MAX_SHADERS]{};
};
} // namespace
} // namespace ludus::graphics::rhi::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ludus::graphics::rhi::fuzz;
    const CleanProcess clean;
    ShaderFuzzer{ByteReader{{data, size}}}.Run();
    return 0;
}
