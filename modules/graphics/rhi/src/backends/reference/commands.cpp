#include "backends/reference/commands.h"

#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
// A component as a normalized byte: nearest, halves up.
uint8 Quantize(float32 value) noexcept
{
    const float32 clamped = value > 0 ? (value < 1 ? value : 1.0F) : 0.0F; // NaN is black
    return static_cast<uint8>(std::lround(clamped * 255.0F));
}

float32 EncodeSrgb(float32 linear) noexcept
{
    return linear <= 0.0031308F ? linear * 12.92F : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}
} // namespace

void StreamExecution::Run(uint32 limit) noexcept
{
    StreamReader reader{Work.Stream};
    CommandHeader header{};
    const uint8* at = nullptr;
    if (Work.Timestamps.MeasuresFrame)
    {
        Backend.WriteTimestamp(0, Work.Ordinal);
    }
    for (; limit != 0 && reader.Next(header, at); --limit)
    {
        Offset = reader.GetOffset();
        Step(header, at);
    }
    if (Work.Timestamps.MeasuresFrame)
    {
        Backend.WriteTimestamp(1, Work.Ordinal);
    }
    Offset = reader.GetOffset();
    if (reader.GetProblem() != nullptr)
    {
        Break(reader.GetProblem());
    }
    if (limit == 0)
    {
        return;
    }
    if (InPass || OpenScopes != 0)
    {
        Break("the stream ends inside a pass or a scope");
    }
    if (Work.UsesSurface && !Backend.IsSurfaceDefined)
    {
        Break("the surface is presented, but no pass has stored it");
    }
}

// One command, its timestamps around it, and the time that it takes.
void StreamExecution::Step(const CommandHeader& header, const uint8* at) noexcept
{
    const bool isDispatch = header.Kind == CommandKind::Dispatch;
    if (header.Kind == CommandKind::BeginPass || isDispatch)
    {
        WritePassTimestamp(0);
    }
    Execute(header, at);
    Backend.Clock += static_cast<uint64>(GetReferenceControl().ClockStep);
    if (header.Kind == CommandKind::EndPass || isDispatch)
    {
        WritePassTimestamp(1);
        ++Passes;
    }
}

void StreamExecution::WritePassTimestamp(uint32 end) noexcept
{
    if (Work.Timestamps.MeasuresPasses && Passes < TIMED_PASSES)
    {
        Backend.WriteTimestamp(FRAME_QUERIES + 2 * Passes + end, Work.Ordinal);
    }
}

void StreamExecution::Execute(const CommandHeader& header, const uint8* at) noexcept
{
    const bool needsPass = header.Kind == CommandKind::EndPass || header.Kind == CommandKind::DrawRun ||
                           header.Kind == CommandKind::DrawVertices || header.Kind == CommandKind::SetRectangles;
    const bool isAnywhere = header.Kind == CommandKind::BeginScope || header.Kind == CommandKind::EndScope;
    if (!isAnywhere && needsPass != InPass)
    {
        Break(InPass ? "a command inside a pass belongs outside" : "a command outside a pass belongs inside");
        return;
    }
    switch (header.Kind)
    {
    case CommandKind::BeginPass:
        BeginPass(Peek<BeginPassCommand>(at), at + sizeof(BeginPassCommand));
        break;
    case CommandKind::EndPass:
        EndPass();
        break;
    case CommandKind::DrawRun:
        CheckDraws(at);
        break;
    case CommandKind::DrawVertices:
        CheckDrawVertices(Peek<DrawVerticesCommand>(at));
        break;
    case CommandKind::SetRectangles:
    {
        const auto command = Peek<SetRectanglesCommand>(at);
        CheckRectangles(command.Viewport, command.Scissor);
        break;
    }
    case CommandKind::Dispatch:
        CheckDispatch(Peek<DispatchCommand>(at), at + sizeof(DispatchCommand));
        break;
    case CommandKind::Barriers:
        CheckBarriers(Peek<BarriersCommand>(at).Count, header.Bytes - sizeof(BarriersCommand),
                      at + sizeof(BarriersCommand));
        break;
    case CommandKind::CopyBuffer:
        CopyBuffer(Peek<CopyBufferCommand>(at));
        break;
    case CommandKind::CopyBufferToTexture:
    case CommandKind::CopyTextureToBuffer:
        CopyTextureBuffer(Peek<CopyTextureBufferCommand>(at));
        break;
    case CommandKind::CopyTexture:
        CopyTexture(Peek<CopyTextureCommand>(at));
        break;
    case CommandKind::CopySliceToBuffer:
    case CommandKind::CopyBufferToSlice:
        CopySlice(Peek<CopySliceCommand>(at));
        break;
    case CommandKind::CopySurface:
        CopySurface(Peek<CopySurfaceCommand>(at));
        break;
    case CommandKind::BeginScope:
    {
        const auto scope = Peek<ScopeCommand>(at);
        const usize room = header.Bytes - sizeof scope;
        if (scope.NameBytes >= room || at[sizeof scope + scope.NameBytes] != 0)
        {
            Break("a scope's name is not terminated");
        }
        ++OpenScopes;
        break;
    }
    case CommandKind::EndScope:
        if (OpenScopes == 0)
        {
            Break("a scope ends that was not begun");
            break;
        }
        --OpenScopes;
        break;
    }
}

// ---- Passes ------------------------------------------------------------------------------------------------------

void StreamExecution::BeginPass(const BeginPassCommand& pass, const uint8* at) noexcept
{
    Pass = pass;
    InPass = true;
    if (pass.ColorCount == 0 || pass.ColorCount > MAX_COLOR_ATTACHMENTS)
    {
        Break("a pass has no colour attachment or too many", pass.ColorCount);
        Pass.ColorCount = 0;
        return;
    }
    const usize room = pass.Header.Bytes - sizeof pass;
    const usize colorBytes = pass.ColorCount * sizeof(ColorAttachment);
    if (colorBytes > room)
    {
        Break("a pass has fewer colour attachments than it counts", pass.ColorCount);
        Pass.ColorCount = 0;
        return;
    }
    std::memcpy(static_cast<void*>(Colors), at, colorBytes);
    CheckBarriers(pass.BarrierCount, room - colorBytes, at + colorBytes);
    CheckRectangles(pass.Viewport, pass.Scissor);
    if (!std::isfinite(pass.ClearDepth) || pass.ClearDepth < 0 || pass.ClearDepth > 1)
    {
        Break("a pass clears depth to a value outside zero to one");
    }
    if (!pass.IsSurface)
    {
        for (uint32 i = 0; i < pass.ColorCount; ++i)
        {
            BeginColor(Colors[i]);
        }
        BeginDepth(Colors[0]);
        return;
    }
    const ReferenceBackend::Image& image = Backend.Images[Backend.BackImage];
    if (!Work.UsesSurface || pass.ColorCount != 1 || pass.SampleCount != 1 || pass.Width != image.Width ||
        pass.Height != image.Height)
    {
        Break("a surface pass does not match the acquired frame");
        return;
    }
    if (Colors[0].Load == AttachmentLoad::Clear)
    {
        ClearSurface(Colors[0].Clear);
    }
    else if (Colors[0].Load == AttachmentLoad::Load && !Backend.IsSurfaceDefined)
    {
        Break("a pass loads the surface before anything was stored in it");
    }
}

void StreamExecution::BeginColor(const ColorAttachment& color) noexcept
{
    ReferenceTexture* texture = nullptr;
    ReferenceSubresource* part = FindAttachment(color, texture);
    if (part == nullptr)
    {
        return;
    }
    if (texture->Use != USE_COLOR_ATTACHMENT)
    {
        Break("a pass draws to a texture that no barrier has made a colour attachment", color.Texture);
    }
    if (part->Width != Pass.Width || part->Height != Pass.Height ||
        texture->Description.SampleCount != Pass.SampleCount)
    {
        Break("an attachment has another extent or sample count than its pass", color.View);
        return;
    }
    if (color.Load == AttachmentLoad::Load && !part->IsDefined)
    {
        Break("a pass loads an attachment whose texels are undefined", color.View);
    }
    const RasterFormat format = texture->Description.Format;
    const bool isSrgb = format == RasterFormat::Rgba8Srgb;
    if (color.Load == AttachmentLoad::Clear && (isSrgb || format == RasterFormat::Rgba8Unorm))
    {
        uint8* texels = texture->Bytes.Data() + part->Offset;
        for (usize i = 0; i < part->RowBytes * part->Rows; ++i)
        {
            const float32 value = color.Clear[i % 4];
            texels[i] = Quantize(isSrgb && i % 4 != 3 ? EncodeSrgb(value) : value);
        }
    }
}

// The first colour attachment brings the depth. Its texels are not kept: nothing here reads them.
void StreamExecution::BeginDepth(const ColorAttachment& color) noexcept
{
    ReferenceTexture* texture = nullptr;
    if (FindAttachment(color, texture) == nullptr)
    {
        return;
    }
    if (texture->DepthUse != USE_DEPTH_ATTACHMENT)
    {
        Break("a pass uses a depth that no barrier has made an attachment", color.Texture);
    }
    if (Pass.DepthLoad == AttachmentLoad::Load && !texture->IsDepthDefined)
    {
        Break("a pass loads depth that is undefined", color.Texture);
    }
    if (Pass.DepthReadOnly && Pass.DepthLoad != AttachmentLoad::Load)
    {
        Break("a pass only reads a depth that it does not load", color.Texture);
    }
}

void StreamExecution::EndPass() noexcept
{
    InPass = false;
    if (Pass.IsSurface)
    {
        Backend.IsSurfaceDefined = Colors[0].Store == AttachmentStore::Store;
        return;
    }
    for (uint32 i = 0; i < Pass.ColorCount; ++i)
    {
        ReferenceTexture* texture = nullptr;
        if (ReferenceSubresource* part = FindAttachment(Colors[i], texture))
        {
            part->IsDefined = Colors[i].Load != AttachmentLoad::Discard && Colors[i].Store == AttachmentStore::Store;
            texture->IsDepthDefined =
                i == 0 ? Pass.DepthLoad != AttachmentLoad::Discard && Pass.DepthStore == AttachmentStore::Store
                       : texture->IsDepthDefined;
        }
        if (Colors[i].Resolve == NO_SLOT)
        {
            continue;
        }
        if (ReferenceSubresource* part = FindAttachment(Colors[i].Resolve, texture))
        {
            part->IsDefined = true;
        }
    }
}

void StreamExecution::ClearSurface(const float32 (&color)[4]) noexcept
{
    const bool isSrgb = Backend.Report.Encoding == SurfaceEncoding::Srgb;
    uint8 texel[4];
    for (usize i = 0; i < 4; ++i)
    {
        texel[i] = Quantize(isSrgb && i != 3 ? EncodeSrgb(color[i]) : color[i]);
    }
    foundation::Array<uint8>& bytes = Backend.Images[Backend.BackImage].Bytes;
    for (usize i = 0; i < bytes.Size(); i += 4)
    {
        std::memcpy(bytes.Data() + i, texel, 4);
    }
}

void StreamExecution::CheckRectangles(const Rectangle& viewport, const Rectangle& scissor) noexcept
{
    if (!IsInside(viewport, Pass.Width, Pass.Height) || viewport.Width == 0 || viewport.Height == 0)
    {
        Break("a viewport is empty or reaches outside its pass");
    }
    if (!IsInside(scissor, Pass.Width, Pass.Height))
    {
        Break("a scissor reaches outside its pass");
    }
}

void StreamExecution::CheckBarriers(uint32 count, usize room, const uint8* at) noexcept
{
    if (count > room / sizeof(Barrier))
    {
        Break("a command has fewer barriers than it counts", count);
        return;
    }
    for (uint32 i = 0; i < count; ++i)
    {
        const auto barrier = Take<Barrier>(at);
        if (barrier.Kind != RecordKind::Buffer && barrier.Kind != RecordKind::Texture)
        {
            Break("a barrier concerns neither a buffer nor a texture");
            continue;
        }
        ReferenceObject* object = Backend.FindObject(barrier.Kind, barrier.Slot);
        if (object == nullptr || object->State != ReferenceObject::Stage::Ready)
        {
            Break("a barrier names an object that is not ready", barrier.Slot);
            continue;
        }
        Use(*object);
        if (barrier.Kind == RecordKind::Texture)
        {
            const uint32 mips = Backend.Textures.At(barrier.Slot).Description.MipLevels;
            if (barrier.BaseMip >= mips || barrier.MipCount > mips - barrier.BaseMip)
            {
                Break("a barrier's mips lie outside its texture", barrier.Slot);
                continue;
            }
            MoveTexture(barrier);
        }
        else
        {
            MoveBuffer(Backend.Buffers.At(barrier.Slot), barrier.Before, barrier.After, barrier.Slot);
        }
    }
}

// An attachment is where the last barrier has brought it; the next one must start there.
void StreamExecution::MoveTexture(const Barrier& barrier) noexcept
{
    ReferenceTexture& texture = Backend.Textures.At(barrier.Slot);
    if (!texture.Description.Attachment || barrier.Aspect == TextureAspect::Stencil)
    {
        return;
    }
    uint32& use = barrier.Aspect == TextureAspect::Depth ? texture.DepthUse : texture.Use;
    if (barrier.Before != use)
    {
        Break("a barrier starts from another use than the texture's last one", barrier.Slot);
    }
    use = barrier.After;
    if (barrier.KeepsContents)
    {
        return;
    }
    if (barrier.Aspect == TextureAspect::Depth)
    {
        texture.IsDepthDefined = false;
        return;
    }
    for (ReferenceSubresource& part : texture.Parts)
    {
        part.IsDefined = false;
    }
}

// ---- Look-ups ----------------------------------------------------------------------------------------------------

ReferenceSubresource* StreamExecution::FindPart(ReferenceTexture& texture, uint32 mip, uint32 layer) noexcept
{
    if (mip >= texture.Description.MipLevels || layer >= texture.LayersOfMip[mip])
    {
        Break("a command names a mip or layer that its texture does not have", mip);
        return nullptr;
    }
    usize index = layer;
    for (uint32 i = 0; i < mip; ++i)
    {
        index += texture.LayersOfMip[i];
    }
    return &texture.Parts[index];
}

ReferenceSubresource* StreamExecution::FindAttachment(uint32 view, ReferenceTexture*& texture) noexcept
{
    ReferenceView* attachment = Backend.Reach(Backend.Views, view, "view", "a pass");
    if (attachment == nullptr)
    {
        return nullptr;
    }
    texture = &Backend.Textures.At(attachment->Creation.Texture);
    if (!texture->Description.Attachment)
    {
        Break("a pass draws to a texture that is no attachment", view);
        return nullptr;
    }
    Use(*attachment);
    return FindPart(*texture, attachment->Creation.BaseMip, attachment->Creation.BaseLayer);
}

ReferenceSubresource* StreamExecution::FindAttachment(const ColorAttachment& color, ReferenceTexture*& texture) noexcept
{
    if (color.View != NO_SLOT)
    {
        return FindAttachment(color.View, texture);
    }
    texture = Backend.Reach(Backend.Textures, color.Texture, "texture", "a pass");
    if (texture == nullptr)
    {
        return nullptr;
    }
    Use(*texture);
    const TextureDescription& description = texture->Description;
    if (!description.Attachment || description.MipLevels != 1 || description.DepthOrLayers != 1)
    {
        Break("a pass draws to a texture that is no attachment of one mip and layer", color.Texture);
        return nullptr;
    }
    return FindPart(*texture, 0, 0);
}

bool StreamExecution::Break(const char* sentence, uint64 value) noexcept
{
    return Violate("submission %llu, byte %zu: %s (%llu)", static_cast<unsigned long long>(Work.Ordinal), Offset,
                   sentence, static_cast<unsigned long long>(value));
}
} // namespace ludus::graphics::rhi::internal
