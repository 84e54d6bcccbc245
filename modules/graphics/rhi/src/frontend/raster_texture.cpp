// Textures, their views and samplers of raster.h.
#include "formats/format_facts.h"
#include "frontend/admission.h"
#include "registry/texture_ledger.h"
#include "validation/sampler.h"
#include "validation/texture.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Finds a texture or view for a query, in any frame state: owner, device state, handle, pending.
template <class H>
RasterVerdict AdmitQuery(Session& session, DeviceHandle device, const H& handle, const char* field,
                         uint32& slot) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return verdict;
    }
    return Resolve(session, handle, field, slot);
}

// No backend keeps texels on the CPU in this version, so that no texture has any to show.
template <class H>
RasterStatus QueryContent(DeviceHandle device, const H& handle, const char* field) noexcept
{
    constexpr const char* OPERATION = "GetTextureCpuContent";
    Session& session = GetSession();
    session.Poll();
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = AdmitQuery(session, device, handle, field, slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::ContentNotRetained, field);
}

// The whole view and the described one, after the checks they share.
RasterStatus CreateView(DeviceHandle device, TextureHandle texture, const TextureViewDescription* description,
                        TextureViewHandle& view) noexcept
{
    constexpr const char* OPERATION = "CreateTextureView";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, view); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    session.Poll();
    uint32 textureSlot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, texture, "texture", textureSlot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const TextureCold& source = session.Records.Table<RecordKind::Texture>().Twin(textureSlot);
    const TextureViewDescription whole = WholeView(source.Description);
    TextureViewCreation creation;
    if (RasterVerdict verdict = CheckTextureView(source.Description, description != nullptr ? *description : whole,
                                                 session.Profile, creation);
        !verdict.IsAccepted())
    {
        verdict.Why.Kind = RecordKind::Texture;
        verdict.Why.Slot = textureSlot;
        return Refuse(OPERATION, verdict);
    }
    // What an attachment holds changes with every pass: draws ask for it, not the view.
    const uint32 mip = source.Description.Attachment ? MAX_MIP_LEVELS : FindUndefinedMip(source.Ledger, creation);
    if (mip != MAX_MIP_LEVELS)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState,
                      {.Code = DiagnosticCode::TextureUndefined,
                       .Field = "texture",
                       .Index = mip,
                       .Kind = RecordKind::Texture,
                       .Slot = textureSlot});
    }
    creation.Texture = textureSlot;
    const uint64 bytes = session.Report.CopiesPartialViews && !creation.IsWhole
                             ? TexelBytes(source.Description, creation.BaseMip, creation.MipCount, creation.LayerCount)
                             : 0;
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::TextureView>(false, bytes, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    TextureViewCold& cold = session.Records.Table<RecordKind::TextureView>().Twin(slot);
    cold.Range.Texture = NO_SLOT;
    const BackendStatus status = session.Native->CreateTextureView(slot, cold.Generation, creation);
    return PublishCreation<RecordKind::TextureView>(session, OPERATION, slot, status, view,
                                                    [&]
                                                    {
                                                        cold.Range = creation;
                                                        cold.ShowsAttachment = source.Description.Attachment;
                                                        session.Records.Retain(RecordKind::Texture, textureSlot);
                                                    });
}
} // namespace

RasterStatus CreateTexture(DeviceHandle device, const TextureDescription& description, const TextureUpload& upload,
                           TextureHandle& texture) noexcept
{
    constexpr const char* OPERATION = "CreateTexture";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, texture); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    TextureLevel levels[MAX_MIP_LEVELS];
    if (const RasterVerdict verdict = CheckTexture(description, upload, session.Profile, levels); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint64 bytes = 0;
    if (!TryTextureBytes(description, bytes))
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::SizeOverflow, "description");
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Texture>(false, bytes, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(slot);
    cold.Description = description;
    const bool isDefined = !upload.Bytes.empty();
    cold.Ledger = {};
    cold.Ledger.Committed.Revision = 1;
    if (!OpenLayerCells(cold.Ledger.Layers, description))
    {
        session.Records.Abandon(RecordKind::Texture, slot);
        return Refuse(OPERATION, HostMemoryVerdict());
    }
    if (isDefined)
    {
        cold.Ledger.Committed.DefinedMips = (1U << description.MipLevels) - 1U;
        cold.Ledger.Committed.Use = USE_SAMPLED_BOTH;
        cold.Ledger.Committed.Awaited = USE_SAMPLED_BOTH;
    }
    const TextureCreation creation{
        .Description = description,
        .Bytes = upload.Bytes,
        .Levels = {levels, isDefined ? description.MipLevels : 0U},
    };
    const BackendStatus status = session.Native->CreateTexture(slot, cold.Generation, creation);
    return PublishCreation<RecordKind::Texture>(session, OPERATION, slot, status, texture, [] {});
}

bool IsNull(TextureHandle texture) noexcept
{
    return RasterAccess::Generation(texture) == 0;
}

RasterStatus GetTextureDescription(DeviceHandle device, TextureHandle texture, TextureDescription& description) noexcept
{
    Session& session = GetSession();
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = AdmitQuery(session, device, texture, "texture", slot); !verdict.IsAccepted())
    {
        return Refuse("GetTextureDescription", verdict);
    }
    description = session.Records.Table<RecordKind::Texture>().Twin(slot).Description;
    return RasterStatus::Ready;
}

RasterStatus GetTextureCpuContent(DeviceHandle device, TextureHandle texture, uint32 /*mip*/,
                                  TextureCpuContent& /*content*/) noexcept
{
    return QueryContent(device, texture, "texture");
}

RasterStatus GetTextureCpuContent(DeviceHandle device, TextureViewHandle view, uint32 /*mip*/,
                                  TextureCpuContent& /*content*/) noexcept
{
    return QueryContent(device, view, "view");
}

RasterStatus CreateTextureView(DeviceHandle device, TextureHandle texture, TextureViewHandle& view) noexcept
{
    return CreateView(device, texture, nullptr, view);
}

RasterStatus CreateTextureView(DeviceHandle device, TextureHandle texture, const TextureViewDescription& description,
                               TextureViewHandle& view) noexcept
{
    return CreateView(device, texture, &description, view);
}

RasterStatus CreateSampler(DeviceHandle device, const SamplerDescription& description, SamplerHandle& sampler) noexcept
{
    constexpr const char* OPERATION = "CreateSampler";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, sampler); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckSampler(description); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Sampler>(false, 0, 0, slot); !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    SamplerCold& cold = session.Records.Table<RecordKind::Sampler>().Twin(slot);
    cold.Description = description;
    const BackendStatus status = session.Native->CreateSampler(slot, cold.Generation, description);
    return PublishCreation<RecordKind::Sampler>(session, OPERATION, slot, status, sampler, [] {});
}
} // namespace ludus::graphics::rhi
