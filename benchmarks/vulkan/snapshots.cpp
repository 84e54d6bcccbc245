#include "snapshots.h"

namespace ludus::benchmarks::vulkan
{
namespace
{
Layout MakeLayout(const Gpu& gpu, VkDescriptorType uniforms)
{
    return CreateLayout(gpu, std::array{uniforms, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER});
}

VkSampler MakeSampler(VkDevice device)
{
    VkSamplerCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    VkSampler sampler = VK_NULL_HANDLE;
    Check(vkCreateSampler(device, &info, nullptr, &sampler), "vkCreateSampler");
    return sampler;
}
} // namespace

Snapshots::Snapshots(const Gpu& gpu)
    : Device(gpu),
      Uniforms(gpu.CreateBuffer(VkDeviceSize{SNAPSHOT_COUNT} * UNIFORM_STRIDE, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)),
      Texture(gpu.CreateImage(4, VK_IMAGE_USAGE_SAMPLED_BIT)), Sampler(MakeSampler(gpu.Device)),
      StaticLayout(MakeLayout(gpu, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)),
      DynamicLayout(MakeLayout(gpu, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC)), Pool(MakePool())
{
}

Snapshots::~Snapshots()
{
    vkDestroyDescriptorPool(Device.Device, Pool, nullptr);
    vulkan::Destroy(Device, StaticLayout);
    vulkan::Destroy(Device, DynamicLayout);
    vkDestroySampler(Device.Device, Sampler, nullptr);
    Device.Destroy(Texture);
    Device.Destroy(Uniforms);
}

VkDescriptorPool Snapshots::MakePool() const
{
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, SNAPSHOT_COUNT},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, SNAPSHOT_COUNT},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLER, SNAPSHOT_COUNT}};
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
    info.maxSets = SNAPSHOT_COUNT;
    info.poolSizeCount = sizes.size();
    info.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    Check(vkCreateDescriptorPool(Device.Device, &info, nullptr, &pool), "vkCreateDescriptorPool");
    return pool;
}

void Snapshots::Make(const Layout& layout, VkDescriptorType uniforms, std::uint32_t index)
{
    VkDescriptorSetAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = Pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout.Set;
    Check(vkAllocateDescriptorSets(Device.Device, &info, &Sets[index]), "vkAllocateDescriptorSets");
    const VkDescriptorBufferInfo range{Uniforms.Buffer, VkDeviceSize{index} * UNIFORM_STRIDE, sizeof(DrawUniform)};
    const VkDescriptorImageInfo texture{VK_NULL_HANDLE, Texture.View, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    const VkDescriptorImageInfo sampler{Sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
    std::array<VkWriteDescriptorSet, 3> writes{};
    for (std::uint32_t binding = 0; binding < writes.size(); ++binding)
    {
        writes[binding].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[binding].dstSet = Sets[index];
        writes[binding].dstBinding = binding;
        writes[binding].descriptorCount = 1;
    }
    writes[0].descriptorType = uniforms;
    writes[0].pBufferInfo = &range;
    writes[1].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    writes[1].pImageInfo = &texture;
    writes[2].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER;
    writes[2].pImageInfo = &sampler;
    vkUpdateDescriptorSets(Device.Device, writes.size(), writes.data(), 0, nullptr);
    Count = index + 1;
}

void Snapshots::Create(bool isCold)
{
    if (isCold)
    {
        Pool = MakePool();
    }
    for (std::uint32_t i = 0; i < SNAPSHOT_COUNT; ++i)
    {
        Make(StaticLayout, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, i);
    }
}

void Snapshots::CreateOne()
{
    Make(DynamicLayout, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 0);
}

void Snapshots::Destroy(bool isCold)
{
    if (Count != 0)
    {
        Check(vkFreeDescriptorSets(Device.Device, Pool, Count, Sets.data()), "vkFreeDescriptorSets");
        Count = 0;
    }
    if (isCold)
    {
        vkDestroyDescriptorPool(Device.Device, Pool, nullptr);
        Pool = VK_NULL_HANDLE;
    }
}
} // namespace ludus::benchmarks::vulkan
