// The scenarios as an engineer would write them straight on Vulkan 1.1: the floor that Ludus is compared with.
// Nothing is checked, tracked or shared beyond what the scenario needs; commands go through device-level functions.
#include "../harness.h"
#include "../scenarios.h"
#include "passes.h"
#include "snapshots.h"
#include "transfers.h"
#include "uploads.h"

#include <array>
#include <cstring>

namespace ludus::benchmarks::vulkan
{
namespace
{
class Program
{
public:
    Program();
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void DrawWithNewBytes() const;
    void DrawWithOffset() const;
    void DrawWithChanges() const;
    void CreateAndFreeSets();

    [[nodiscard]] VkBuffer GetCorners() const { return Corners.Buffer; }

    [[nodiscard]] VkBuffer GetIndices() const { return Indices.Buffer; }

    Gpu Device;
    Target Colour;

private:
    void CreateSets();
    [[nodiscard]] VkDescriptorSet AllocateSet(const Layout& layout) const;
    void WriteUniform(VkDescriptorSet set, VkDescriptorType type, VkDeviceSize offset) const;
    [[nodiscard]] VkCommandBuffer BeginDraws() const;
    void EndDraws(VkCommandBuffer commands) const;

    std::vector<DrawUniform> Source = MakeDrawUniforms();
    MappedBuffer Corners;
    MappedBuffer Indices;
    MappedBuffer Uniforms;
    std::array<Image, 2> Textures;
    VkSampler Sampler = VK_NULL_HANDLE;

    Layout DynamicLayout;
    Layout StaticLayout;
    Layout MaterialLayout;
    VkPipeline DynamicPipeline = VK_NULL_HANDLE;
    std::array<VkPipeline, PIPELINE_COUNT> Pipelines{};

    VkDescriptorPool Pool = VK_NULL_HANDLE;
    VkDescriptorSet DynamicSet = VK_NULL_HANDLE;
    std::array<VkDescriptorSet, SET_COUNT> Sets{};
    std::vector<VkDescriptorSet> ManySets = std::vector<VkDescriptorSet>(OPERATION_COUNT);
};

VkDescriptorPool CreatePool(VkDevice device)
{
    constexpr std::uint32_t SETS = OPERATION_COUNT + SET_COUNT + 1;
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, OPERATION_COUNT + SET_COUNT},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, OPERATION_COUNT},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLER, OPERATION_COUNT}};
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
    info.maxSets = SETS;
    info.poolSizeCount = sizes.size();
    info.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    Check(vkCreateDescriptorPool(device, &info, nullptr, &pool), "vkCreateDescriptorPool");
    return pool;
}

VkSampler CreateSampler(VkDevice device)
{
    VkSamplerCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    VkSampler sampler = VK_NULL_HANDLE;
    Check(vkCreateSampler(device, &info, nullptr, &sampler), "vkCreateSampler");
    return sampler;
}

Program::Program()
    : Colour(CreateTarget(Device)), Corners(Device.CreateBuffer(sizeof(QUAD_CORNERS), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                                                                std::as_bytes(std::span(QUAD_CORNERS)))),
      Indices(Device.CreateBuffer(sizeof(QUAD_INDICES), VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                                  std::as_bytes(std::span(QUAD_INDICES)))),
      Uniforms(Device.CreateBuffer(VkDeviceSize{OPERATION_COUNT} * UNIFORM_STRIDE, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)),
      Textures{Device.CreateImage(4, VK_IMAGE_USAGE_SAMPLED_BIT), Device.CreateImage(4, VK_IMAGE_USAGE_SAMPLED_BIT)},
      Sampler(CreateSampler(Device.Device)),
      DynamicLayout(CreateLayout(Device, std::array{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC})),
      StaticLayout(CreateLayout(Device, std::array{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER})),
      MaterialLayout(CreateLayout(Device, std::array{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                                     VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER})),
      DynamicPipeline(CreateQuadPipeline(Device, Colour, DynamicLayout, false, false)), Pool(CreatePool(Device.Device))
{
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        std::memcpy(Uniforms.Bytes + std::size_t{i} * UNIFORM_STRIDE, &Source[i], sizeof(DrawUniform));
    }
    for (std::uint32_t i = 0; i < PIPELINE_COUNT; ++i)
    {
        Pipelines[i] = CreateQuadPipeline(Device, Colour, StaticLayout, IsBlended(i), IsCulled(i));
    }
    CreateSets();
}

void Program::CreateSets()
{
    DynamicSet = AllocateSet(DynamicLayout);
    WriteUniform(DynamicSet, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 0);
    for (std::uint32_t i = 0; i < SET_COUNT; ++i)
    {
        Sets[i] = AllocateSet(StaticLayout);
        WriteUniform(Sets[i], VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VkDeviceSize{i} * UNIFORM_STRIDE);
    }
}

Program::~Program()
{
    const VkDevice device = Device.Device;
    vkDestroyDescriptorPool(device, Pool, nullptr);
    vkDestroyPipeline(device, DynamicPipeline, nullptr);
    for (const VkPipeline pipeline : Pipelines)
    {
        vkDestroyPipeline(device, pipeline, nullptr);
    }
    for (const Layout& layout : {DynamicLayout, StaticLayout, MaterialLayout})
    {
        Destroy(Device, layout);
    }
    vkDestroySampler(device, Sampler, nullptr);
    for (const Image& texture : Textures)
    {
        Device.Destroy(texture);
    }
    for (const MappedBuffer& buffer : {Corners, Indices, Uniforms})
    {
        Device.Destroy(buffer);
    }
    Destroy(Device, Colour);
}

VkDescriptorSet Program::AllocateSet(const Layout& layout) const
{
    VkDescriptorSetAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = Pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout.Set;
    VkDescriptorSet set = VK_NULL_HANDLE;
    Check(vkAllocateDescriptorSets(Device.Device, &info, &set), "vkAllocateDescriptorSets");
    return set;
}

void Program::WriteUniform(VkDescriptorSet set, VkDescriptorType type, VkDeviceSize offset) const
{
    const VkDescriptorBufferInfo range{Uniforms.Buffer, offset, sizeof(DrawUniform)};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = type;
    write.pBufferInfo = &range;
    vkUpdateDescriptorSets(Device.Device, 1, &write, 0, nullptr);
}

VkCommandBuffer Program::BeginDraws() const
{
    const VkCommandBuffer commands = Device.BeginCommands();
    BeginPass(commands, Colour);
    const VkDeviceSize zero = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &Corners.Buffer, &zero);
    vkCmdBindIndexBuffer(commands, Indices.Buffer, 0, VK_INDEX_TYPE_UINT16);
    return commands;
}

void Program::EndDraws(VkCommandBuffer commands) const
{
    vkCmdEndRenderPass(commands);
    Device.SubmitCommands();
}

// S1
void Program::DrawWithNewBytes() const
{
    const VkCommandBuffer commands = BeginDraws();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, DynamicPipeline);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const std::uint32_t offset = i * UNIFORM_STRIDE;
        std::memcpy(Uniforms.Bytes + offset, &Source[i], sizeof(DrawUniform));
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, DynamicLayout.Pipeline, 0, 1, &DynamicSet, 1,
                                &offset);
        vkCmdDrawIndexed(commands, QUAD_INDICES.size(), 1, 0, 0, 0);
    }
    EndDraws(commands);
}

// S1offset
void Program::DrawWithOffset() const
{
    const VkCommandBuffer commands = BeginDraws();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, DynamicPipeline);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const std::uint32_t offset = i * UNIFORM_STRIDE;
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, DynamicLayout.Pipeline, 0, 1, &DynamicSet, 1,
                                &offset);
        vkCmdDrawIndexed(commands, QUAD_INDICES.size(), 1, 0, 0, 0);
    }
    EndDraws(commands);
}

// S2
void Program::DrawWithChanges() const
{
    const VkCommandBuffer commands = BeginDraws();
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, Pipelines[i % PIPELINE_COUNT]);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, StaticLayout.Pipeline, 0, 1,
                                &Sets[i % SET_COUNT], 0, nullptr);
        vkCmdDrawIndexed(commands, QUAD_INDICES.size(), 1, 0, 0, 0);
    }
    EndDraws(commands);
}

// S3
void Program::CreateAndFreeSets()
{
    VkDescriptorBufferInfo uniform{Uniforms.Buffer, 0, sizeof(DrawUniform)};
    VkDescriptorImageInfo texture{VK_NULL_HANDLE, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    const VkDescriptorImageInfo sampler{Sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
    std::array<VkWriteDescriptorSet, 3> writes{};
    for (std::uint32_t binding = 0; binding < writes.size(); ++binding)
    {
        writes[binding].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[binding].dstBinding = binding;
        writes[binding].descriptorCount = 1;
    }
    writes[0].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    writes[0].pBufferInfo = &uniform;
    writes[1].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    writes[1].pImageInfo = &texture;
    writes[2].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER;
    writes[2].pImageInfo = &sampler;
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        ManySets[i] = AllocateSet(MaterialLayout);
        uniform.offset = VkDeviceSize{i} * UNIFORM_STRIDE;
        texture.imageView = Textures[i % Textures.size()].View;
        for (VkWriteDescriptorSet& write : writes)
        {
            write.dstSet = ManySets[i];
        }
        vkUpdateDescriptorSets(Device.Device, writes.size(), writes.data(), 0, nullptr);
    }
    for (const VkDescriptorSet& set : ManySets)
    {
        Check(vkFreeDescriptorSets(Device.Device, Pool, 1, &set), "vkFreeDescriptorSets");
    }
}
} // namespace
} // namespace ludus::benchmarks::vulkan

int main(int argumentCount, char** arguments)
{
    using namespace ludus::benchmarks;
    Harness harness("vulkan", argumentCount, arguments);
    vulkan::Program program;
    harness.ReportDevice(program.Device.DeviceName.c_str(), program.Device.DriverName.c_str());

    const auto wait = [&] { program.Device.WaitForCommands(); };
    const auto image = [&] { return program.Device.ReadImage(program.Colour.Colour, TARGET_EXTENT); };
    harness.Run({"S1", OPERATION_COUNT, [&] { program.DrawWithNewBytes(); }, wait, image});
    harness.Run({"S1offset", OPERATION_COUNT, [&] { program.DrawWithOffset(); }, wait, image});
    harness.Run({"S2", OPERATION_COUNT, [&] { program.DrawWithChanges(); }, wait, image});
    harness.Run({"S3", OPERATION_COUNT, [&] { program.CreateAndFreeSets(); }, [] {}, {}});
    vulkan::Snapshots snapshots(program.Device);
    const auto freeSets = [&] { snapshots.Destroy(false); };
    harness.Run({"S3warm", SNAPSHOT_COUNT, [&] { snapshots.Create(false); }, freeSets, {}});
    harness.Run({"S3one", 1, [&] { snapshots.CreateOne(); }, freeSets, {}});
    snapshots.Destroy(true);
    harness.Run({"S3cold", SNAPSHOT_COUNT, [&] { snapshots.Create(true); }, [&] { snapshots.Destroy(true); }, {}});
    vulkan::UploadStream uploads(program.Device);
    harness.Run({"S4", UPLOAD_COUNT, [&] { uploads.Upload(); }, [] {}, {}});
    vulkan::TransferStream transfers(program.Device);
    harness.Run({"S6", UPDATE_COUNT, [&] { transfers.UpdateBuffers(); }, [] {}, {}, UPDATE_BYTES});
    harness.Run({"S7", UPDATE_COUNT, [&] { transfers.StreamTextures(); }, [] {}, {}, STREAMED_BYTES});
    const vulkan::PassChain chain(program.Device, program.GetCorners(), program.GetIndices());
    harness.Run({"S5", PASS_COUNT, [&] { chain.DrawPasses(); }, wait,
                 [&] { return program.Device.ReadImage(chain.GetImage(), TARGET_EXTENT); }});
    return harness.Finish();
}
