#include "backends/opengl/pipeline.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// Says why the driver refused a text, where explanations are asked for.
template <class Read>
void Explain(const GlFacts& facts, const char* what, Read read) noexcept
{
    if (facts.IsDebug)
    {
        GLchar text[1024]{};
        read(static_cast<GLsizei>(sizeof text), text);
        std::fprintf(stderr, "ludus: opengl: %s was refused: %s\n", what, text);
    }
}
} // namespace

BackendStatus Pipelines::KeepNames(const RasterShaderDescription& description, Shader& shader) noexcept
{
    const auto keep = [&](StageName name, std::string_view text) noexcept
    {
        name.Text = static_cast<uint32>(shader.Texts.Size());
        const usize end = shader.Texts.Size() + text.size();
        if (!shader.Texts.Resize(end + 1)) // new characters are zero
        {
            return false;
        }
        std::copy_n(text.data(), text.size(), shader.Texts.Data() + name.Text);
        return shader.Names.Append(name);
    };
    for (uint32 i = 0; i < RASTER_BINDING_COUNT; ++i)
    {
        const std::string_view block = description.UniformBlocks[i];
        const std::string_view texture = description.TextureNames[i];
        if ((!block.empty() && !keep({.Binding = i}, block)) ||
            (!texture.empty() &&
             !keep({.Binding = i, .Sampler = description.TextureSamplers[i], .IsTexture = true}, texture)))
        {
            return BackendStatus::OutOfMemory;
        }
    }
    std::copy_n(description.WorkgroupSize, 3, shader.WorkgroupSize);
    return BackendStatus::Ready;
}

BackendStatus Pipelines::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    const ShaderDescription& artifact = creation.Description.Artifact;
    if (!Shaders.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool isDesktop = Gpu.Facts.HasDesktopTexts;
    const std::string_view source = isDesktop ? artifact.Glsl : artifact.GlslEs;
    if ((isDesktop ? artifact.GlslEntry : artifact.GlslEsEntry) != "main") // GLSL has no other
    {
        return BackendStatus::Refused;
    }
    Shader shader;
    BackendStatus status = KeepNames(creation.Description, shader);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    shader.Name = glCreateShader(ToShaderStage(artifact.Stage));
    const GLchar* const text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader.Name, 1, &text, &length);
    glCompileShader(shader.Name);
    Shaders.At(slot) = std::move(shader);
    return Launch({.Kind = RecordKind::Shader, .Slot = slot, .Generation = generation},
                  creation.Description.ShouldPrepareAsynchronously);
}

// Room in the list comes first, so that nothing fails once the driver is at work.
BackendStatus Pipelines::Launch(const Preparation& preparation, bool isLater) noexcept
{
    if (!isLater)
    {
        return Finish(preparation);
    }
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready && Waiting.Append(preparation))
    {
        return BackendStatus::Pending;
    }
    status = status == BackendStatus::Ready ? BackendStatus::OutOfMemory : status;
    if (preparation.Kind == RecordKind::Shader)
    {
        DestroyShader(preparation.Slot);
    }
    else
    {
        Release(TableOf(preparation.Kind).At(preparation.Slot));
    }
    return status;
}

SlotTable<Pipeline>& Pipelines::TableOf(RecordKind kind) noexcept
{
    return kind == RecordKind::RasterPipeline ? Raster : Compute;
}

BackendStatus Pipelines::Link(const Preparation& preparation, Pipeline& pipeline, bool isLater) noexcept
{
    pipeline.Program = glCreateProgram();
    for (const uint32 stage : preparation.Stages)
    {
        if (stage != NO_SLOT)
        {
            glAttachShader(pipeline.Program, Shaders.At(stage).Name);
        }
    }
    glLinkProgram(pipeline.Program);
    for (const uint32 stage : preparation.Stages)
    {
        if (stage != NO_SLOT)
        {
            glDetachShader(pipeline.Program, Shaders.At(stage).Name);
        }
    }
    TableOf(preparation.Kind).At(preparation.Slot) = pipeline;
    return Launch(preparation, isLater);
}

BackendStatus Pipelines::CreateRaster(uint32 slot, uint64 generation, const RasterPipelineCreation& creation) noexcept
{
    assert(creation.Target.ColorCount == 1 && creation.Target.SampleCount == 1 && !creation.Target.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    assert(creation.Streams.size() <= MAX_VERTEX_STREAMS && "more vertex streams than the profile offers");
    if (!Raster.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    Pipeline pipeline;
    pipeline.Fixed = {
        .DepthTest = creation.DepthTest,
        .DepthWrite = creation.DepthWrite,
        .DepthCompare = ToCompare(creation.DepthCompare),
        .Blend = creation.Blend,
        .Cull = creation.Cull,
        .FillMode = creation.FillMode,
    };
    pipeline.Layout.StreamEnd = static_cast<uint32>(creation.Streams.size());
    for (usize i = 0; i < creation.Streams.size(); ++i)
    {
        pipeline.Layout.Strides[i] = static_cast<GLsizei>(creation.Streams[i].Stride);
        pipeline.Layout.Divisors[i] = creation.Streams[i].PerInstance ? 1 : 0;
    }
    for (const RasterVertexAttribute& attribute : creation.Attributes)
    {
        assert(attribute.Location < MAX_VERTEX_ATTRIBUTES && "a location that the profile does not offer");
        pipeline.Layout.AttributeEnd = std::max(pipeline.Layout.AttributeEnd, attribute.Location + 1);
        pipeline.Layout.Attributes[attribute.Location] = {
            .Components = ToComponents(attribute.Format),
            .Stream = attribute.Stream,
            .Offset = attribute.Offset,
        };
    }
    return Link({.Kind = RecordKind::RasterPipeline,
                 .Slot = slot,
                 .Generation = generation,
                 .Stages = {creation.Vertex, creation.Fragment}},
                pipeline, creation.PrepareAsynchronously);
}

BackendStatus Pipelines::CreateCompute(uint32 slot, uint64 generation, const ComputePipelineCreation& creation) noexcept
{
    if (!Compute.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    Pipeline pipeline;
    return Link({.Kind = RecordKind::ComputePipeline,
                 .Slot = slot,
                 .Generation = generation,
                 .Stages = {creation.Shader, NO_SLOT}},
                pipeline, creation.PrepareAsynchronously);
}

bool Pipelines::IsDone(const Preparation& preparation) const noexcept
{
    if (!Gpu.Facts.HasParallelCompile)
    {
        return true; // it is when it was asked
    }
    GLint isDone = GL_TRUE;
    switch (preparation.Kind)
    {
    case RecordKind::Shader:
        glGetShaderiv(Shaders.At(preparation.Slot).Name, GL_COMPLETION_STATUS_KHR, &isDone);
        break;
    case RecordKind::RasterPipeline:
        glGetProgramiv(Raster.At(preparation.Slot).Program, GL_COMPLETION_STATUS_KHR, &isDone);
        break;
    default:
        glGetProgramiv(Compute.At(preparation.Slot).Program, GL_COMPLETION_STATUS_KHR, &isDone);
        break;
    }
    return isDone != GL_FALSE;
}

// What was refused leaves nothing at its slot.
BackendStatus Pipelines::Finish(const Preparation& preparation) noexcept
{
    if (preparation.Kind == RecordKind::Shader)
    {
        const BackendStatus status = FinishShader(Shaders.At(preparation.Slot));
        if (status != BackendStatus::Ready)
        {
            DestroyShader(preparation.Slot);
        }
        return status;
    }
    Pipeline& pipeline = TableOf(preparation.Kind).At(preparation.Slot);
    const BackendStatus status = FinishPipeline(preparation, pipeline);
    if (status != BackendStatus::Ready)
    {
        Release(pipeline);
    }
    return status;
}

BackendStatus Pipelines::FinishShader(const Shader& shader) const noexcept
{
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
    }
    GLint isCompiled = GL_FALSE;
    glGetShaderiv(shader.Name, GL_COMPILE_STATUS, &isCompiled);
    if (isCompiled == GL_FALSE)
    {
        Explain(Gpu.Facts, "a shader",
                [&](GLsizei size, GLchar* text) noexcept { glGetShaderInfoLog(shader.Name, size, nullptr, text); });
    }
    const BackendStatus status = Gpu.TakeErrors();
    return status == BackendStatus::Ready && isCompiled == GL_FALSE ? BackendStatus::Refused : status;
}

BackendStatus Pipelines::FinishPipeline(const Preparation& preparation, Pipeline& pipeline) noexcept
{
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
    }
    GLint isLinked = GL_FALSE;
    glGetProgramiv(pipeline.Program, GL_LINK_STATUS, &isLinked);
    if (isLinked == GL_FALSE)
    {
        Explain(Gpu.Facts, "a program",
                [&](GLsizei size, GLchar* text) noexcept
                { glGetProgramInfoLog(pipeline.Program, size, nullptr, text); });
        const BackendStatus status = Gpu.TakeErrors();
        return status == BackendStatus::Ready ? BackendStatus::Refused : status;
    }
    if (preparation.Kind == RecordKind::ComputePipeline)
    {
        // The frontend goes by the description's size, so the text has to agree.
        GLint size[3]{};
        glGetProgramiv(pipeline.Program, GL_COMPUTE_WORK_GROUP_SIZE, size);
        const Shader& shader = Shaders.At(preparation.Stages[0]);
        if (!std::equal(size, size + 3, shader.WorkgroupSize,
                        [](GLint text, uint32 described) noexcept { return static_cast<uint32>(text) == described; }))
        {
            return BackendStatus::Refused;
        }
    }
    Context.UseProgram(pipeline.Program);
    for (const uint32 stage : preparation.Stages)
    {
        if (stage != NO_SLOT)
        {
            NameBindings(Shaders.At(stage), pipeline);
        }
    }
    return Gpu.TakeErrors();
}

// Tells a program where the blocks and textures of a stage are bound. A texture lies at the unit of its binding number;
// when the other stage reads it through another sampler, this one's lies further on.
void Pipelines::NameBindings(const Shader& shader, Pipeline& pipeline) noexcept
{
    for (const StageName& name : shader.Names)
    {
        const GLchar* text = shader.Texts.Data() + name.Text;
        if (!name.IsTexture)
        {
            const GLuint block = glGetUniformBlockIndex(pipeline.Program, text);
            if (block != GL_INVALID_INDEX)
            {
                glUniformBlockBinding(pipeline.Program, block, name.Binding);
            }
            continue;
        }
        SampledUnit unit{.Unit = name.Binding, .Texture = name.Binding, .Sampler = name.Sampler};
        bool isKnown = false;
        for (uint32 i = 0; i < pipeline.UnitCount; ++i)
        {
            const SampledUnit& other = pipeline.Units[i];
            if (other.Texture != unit.Texture)
            {
                continue;
            }
            isKnown = other.Sampler == unit.Sampler;
            unit.Unit = isKnown ? other.Unit : unit.Texture + static_cast<GLuint>(RASTER_BINDING_COUNT);
        }
        const GLint location = glGetUniformLocation(pipeline.Program, text);
        if (location >= 0)
        {
            glUniform1i(location, static_cast<GLint>(unit.Unit));
        }
        if (!isKnown)
        {
            pipeline.Units[pipeline.UnitCount++] = unit;
        }
    }
}

uint32 Pipelines::Poll(BackendEvents& events) noexcept
{
    uint32 failed = 0;
    bool hasWaited = false;
    while (!Waiting.IsEmpty() && !hasWaited && IsDone(Waiting[0]))
    {
        hasWaited = !Gpu.Facts.HasParallelCompile;
        const Preparation done = Waiting[0];
        for (usize i = 1; i < Waiting.Size(); ++i)
        {
            Waiting[i - 1] = Waiting[i];
        }
        Waiting.PopBack();
        const BackendStatus status = Finish(done);
        failed += status != BackendStatus::Ready ? 1 : 0;
        events.OnCreated({.Kind = done.Kind, .Slot = done.Slot, .Generation = done.Generation, .Result = status});
    }
    return failed;
}

void Pipelines::DestroyShader(uint32 slot) noexcept
{
    Shader& shader = Shaders.At(slot);
    glDeleteShader(shader.Name); // zero is ignored
    shader = {};
}

void Pipelines::Release(Pipeline& pipeline) noexcept
{
    if (pipeline.Program != 0)
    {
        Context.ForgetProgram(pipeline.Program);
        glDeleteProgram(pipeline.Program);
    }
    pipeline = Pipeline{};
}

void Pipelines::Stop() noexcept
{
    Raster.ForEach([this](Pipeline& pipeline) noexcept { Release(pipeline); });
    Compute.ForEach([this](Pipeline& pipeline) noexcept { Release(pipeline); });
    Shaders.ForEach([](const Shader& shader) noexcept { glDeleteShader(shader.Name); });
}
} // namespace ludus::graphics::rhi::internal::opengl
