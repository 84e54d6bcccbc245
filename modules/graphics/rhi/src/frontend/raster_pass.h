// The passes of an open frame: the one that draws go to, and how each lies in the frame's stream.
//
// A frame without a surface opens without a pass. Any other opens with an implicit surface pass, which a program that
// never calls BeginRasterPass draws in. It vanishes when another pass begins before anything was drawn in it. The
// acquisition's clear belongs to the first surface pass; a frame that ends without one is given a pass that does
// nothing but clear.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Bytes that the stream of a direct frame takes beside its draw entries.
[[nodiscard]] uint64 GetPassBytes(const StorageLimits& limits) noexcept;

/// What a pass does with its attachments.
struct PassChoices final
{
    AttachmentLoad ColorLoad{AttachmentLoad::Clear};
    AttachmentStore ColorStore{AttachmentStore::Store};
    AttachmentLoad DepthLoad{AttachmentLoad::Clear};
    AttachmentStore DepthStore{AttachmentStore::Discard};
};

/// Takes one of StorageLimits::RasterPassStates for a combination of format, load and store that is new to the device.
[[nodiscard]] RasterVerdict TakePassState(Session& session, const PassChoices& choices,
                                          const PipelineTarget& target) noexcept;

/// Begins the passes of a frame that was acquired, at the start of its reserved stream: with the implicit one of its
/// surface, where it has one.
void OpenPasses(Session& session) noexcept;

/// The whole stream, with everything closed that is open, without disturbing the recording: a submission that encodes
/// nothing leaves the frame open.
[[nodiscard]] std::span<const uint8> FinishStream(Session& session) noexcept;

/// Whether the stream writes the surface, when it ends here. An implicit pass counts once something is drawn in it.
[[nodiscard]] bool IsSurfaceDrawn(const FrameState& frame) noexcept;

/// Whether the frame's own pass is open and would leave no trace: nothing was drawn, and nothing else was begun.
[[nodiscard]] bool IsFrameUntouched(const FrameState& frame) noexcept;

/// Ends the current pass; none is current afterwards, until BeginRasterPass.
void EndCurrentPass(Session& session) noexcept;

/// Begins a GPU scope that covers the passes from the next one on. An implicit pass in which nothing was drawn lies in
/// it; any other open pass goes on outside.
void OpenScope(Session& session, const GpuScopeDescription& scope) noexcept;

/// Ends the open scope, and with it the pass that was begun in it; an implicit one in which nothing was drawn goes on.
void CloseScope(Session& session) noexcept;

/// Why a draw may not sample an attachment now, or None: feedback, undefined contents, a use that does not cover it.
[[nodiscard]] inline DiagnosticCode FindSamplingProblem(const FramePasses& passes,
                                                        const SampledAttachment& attachment) noexcept
{
    const TextureState& state = GetCurrent(*attachment.Ledger);
    return attachment.Texture == passes.Texture          ? DiagnosticCode::DrawFeedback
           : (attachment.Mips & ~state.DefinedMips) != 0 ? DiagnosticCode::DrawAttachmentUndefined
           : (attachment.Uses & ~state.Use) != 0         ? DiagnosticCode::DrawAttachmentUse
                                                         : DiagnosticCode::None;
}

/// The refusal that follows from the attachments that a set shows, if there is one.
[[nodiscard]] RasterVerdict CheckAttachments(Session& session, uint32 set) noexcept;

/// Checks the attachments that a set shows and drafts their use. False: one may not be sampled, nothing was drafted.
[[nodiscard]] inline bool SampleAttachments(Session& session, const SetCold& set) noexcept
{
    bool areDrafted = true;
    for (const SampledAttachment& attachment : set.Attachments)
    {
        if (FindSamplingProblem(session.Frame.Passes, attachment) != DiagnosticCode::None) [[unlikely]]
        {
            return false;
        }
        areDrafted = areDrafted && attachment.Ledger->HasDraft;
    }
    if (areDrafted) [[likely]]
    {
        return true;
    }
    for (const SampledAttachment& attachment : set.Attachments)
    {
        static_cast<void>(DraftTexture(*attachment.Ledger, session.Frame.Drafts, attachment.Texture));
    }
    return true;
}

/// What the accepted frames have made of a texture: the answer of GetTextureState.
[[nodiscard]] RasterTextureState DescribeTextureState(const Session& session, const TextureCold& cold) noexcept;
} // namespace ludus::graphics::rhi::internal
