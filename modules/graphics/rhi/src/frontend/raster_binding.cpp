// Binding layouts and sets of raster.h.
#include "frontend/admission.h"
#include "registry/texture_ledger.h"
#include "validation/binding.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Entries of one set's creation, resolved before anything is reserved. Sets of more entries than any device allows are
// refused by the validator; the array is sized for the default and grows on the counted allocator beyond it.
constexpr usize INLINE_ENTRIES = 32;

RasterVerdict ResolveEntry(Session& session, const RasterBindingResource& source, ResolvedBindingResource& out) noexcept
{
    out.Source = &source;
    out.HasBuffer = RasterAccess::Generation(source.Buffer) != 0;
    out.HasView = RasterAccess::Generation(source.Texture) != 0;
    out.HasSampler = RasterAccess::Generation(source.Sampler) != 0;
    if (out.HasBuffer)
    {
        if (const RasterVerdict verdict = Resolve(session, source.Buffer, "Buffer", out.BufferSlot);
            !verdict.IsAccepted())
        {
            return verdict;
        }
        const BufferHot& buffer = session.Records.Table<RecordKind::Buffer>().At(out.BufferSlot);
        out.Role = buffer.Role;
        out.BufferSize = static_cast<usize>(buffer.Size);
    }
    if (out.HasView)
    {
        if (const RasterVerdict verdict = Resolve(session, source.Texture, "Texture", out.ViewSlot);
            !verdict.IsAccepted())
        {
            return verdict;
        }
        const TextureViewCold& view = session.Records.Table<RecordKind::TextureView>().Twin(out.ViewSlot);
        const TextureViewCreation& range = view.Range;
        out.ShowsAttachment = view.ShowsAttachment;
        out.ViewDimension = range.Dimension;
        out.ViewAspect = range.Aspect;
        out.IsAttachmentView = range.Attachment;
    }
    if (out.HasSampler)
    {
        if (const RasterVerdict verdict = Resolve(session, source.Sampler, "Sampler", out.SamplerSlot);
            !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}

// Appends the descriptor of one entry; the validator has proven that it suits its binding.
void AppendDescriptor(SetCold& cold, const RasterBinding& binding, const ResolvedBindingResource& entry) noexcept
{
    SetDescriptor descriptor{
        .Binding = binding.Binding,
        .Element = entry.Source->ArrayElement,
        .Kind = binding.Kind,
        .HasDynamicOffset = binding.HasDynamicOffset,
    };
    switch (GetDescriptorKind(binding.Kind))
    {
    case RecordKind::Buffer:
        descriptor.Slot = entry.BufferSlot;
        descriptor.Offset = entry.Source->Offset;
        descriptor.Size = entry.Source->Size;
        break;
    case RecordKind::Sampler:
        descriptor.Slot = entry.SamplerSlot;
        break;
    default:
        descriptor.Slot = entry.ViewSlot;
        break;
    }
    cold.Descriptors.AppendReserved(descriptor);
}

// Every descriptor of the set by ascending binding number. Most callers list their entries in that order: then the one
// at hand is the next one.
void AppendDescriptors(SetCold& cold, std::span<const RasterBinding> layout,
                       std::span<const ResolvedBindingResource> entries) noexcept
{
    usize next = 0;
    for (const RasterBinding& binding : layout)
    {
        const usize first = next;
        while (next < entries.size() && entries[next].Source->Binding == binding.Binding)
        {
            AppendDescriptor(cold, binding, entries[next++]);
        }
        if (next - first == binding.Count)
        {
            continue;
        }
        for (usize i = 0; i < entries.size(); ++i)
        {
            const bool isTaken = i >= first && i < next;
            if (!isTaken && entries[i].Source->Binding == binding.Binding)
            {
                AppendDescriptor(cold, binding, entries[i]);
            }
        }
    }
}

// How far each dynamic binding may move, by ascending binding number.
void FillDynamic(const Session& session, SetHot& hot, SetCold& cold, std::span<const ResolvedBindingResource> entries,
                 std::span<const RasterBinding> layout) noexcept
{
    const auto uniform = static_cast<uint32>(session.Profile.Raster.UniformOffsetAlignment);
    const auto storage = static_cast<uint32>(session.Profile.Compute.StorageOffsetAlignment);
    for (const RasterBinding& binding : layout)
    {
        if (!binding.HasDynamicOffset)
        {
            continue;
        }
        for (const ResolvedBindingResource& entry : entries)
        {
            if (entry.Source->Binding == binding.Binding)
            {
                const usize limit = entry.BufferSize - entry.Source->Offset - entry.Source->Size;
                if (cold.Dynamic.IsEmpty())
                {
                    hot.IsFirstRing = entry.BufferSlot == session.Uniforms.Slot;
                    hot.IsFirstAtStart = entry.Source->Offset == 0;
                }
                cold.Dynamic.AppendReserved({
                    .Limit = static_cast<uint32>(std::min<usize>(limit, std::numeric_limits<uint32>::max())),
                    .Alignment = (binding.Kind == RasterBindingKind::UniformBuffer ? uniform : storage) - 1,
                    .Binding = binding.Binding,
                });
            }
        }
    }
    hot.Dynamic = cold.Dynamic.Data();
    hot.DynamicCount = static_cast<uint32>(cold.Dynamic.Size());
    hot.First = cold.Dynamic.IsEmpty() ? DynamicEntry{} : cold.Dynamic[0];
}

// Remembers the attachments that a set shows, `count` entries: draws look at what they hold. False without host memory.
bool FillAttachments(Session& session, SetHot& hot, SetCold& cold, std::span<const ResolvedBindingResource> entries,
                     std::span<const RasterBinding> layout, usize count) noexcept
{
    if (!cold.Attachments.Reserve(count))
    {
        return false;
    }
    hot.Watch |= WATCH_ATTACHMENTS;
    for (const ResolvedBindingResource& entry : entries)
    {
        if (!entry.ShowsAttachment)
        {
            continue;
        }
        const auto* binding =
            std::find_if(layout.data(), layout.data() + layout.size(),
                         [&](const RasterBinding& candidate) { return candidate.Binding == entry.Source->Binding; });
        const TextureViewCreation& range = session.Records.Table<RecordKind::TextureView>().Twin(entry.ViewSlot).Range;
        cold.Attachments.AppendReserved({
            .Ledger = &session.Records.Table<RecordKind::Texture>().Twin(range.Texture).Ledger,
            .Texture = range.Texture,
            .Uses = SampledUses(binding->Visibility),
            .Mips = ((1U << range.MipCount) - 1U) << range.BaseMip,
            .Binding = binding->Binding,
        });
    }
    return true;
}

RasterStatus CreateSet(Session& session, const char* operation, uint32 layoutSlot,
                       std::span<const ResolvedBindingResource> entries, usize attachments,
                       BindingSetHandle& set) noexcept
{
    LayoutCold& layout = session.Records.Table<RecordKind::BindingLayout>().Twin(layoutSlot);
    const std::span<const RasterBinding> bindings = layout.Bindings.Span();
    if (RasterVerdict verdict = CheckBindingSet(bindings, entries, session.Profile); !verdict.IsAccepted())
    {
        verdict.Why.Kind = RecordKind::BindingLayout;
        verdict.Why.Slot = layoutSlot;
        return Refuse(operation, verdict);
    }
    const auto descriptors = static_cast<uint32>(entries.size());
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingSet>(false, 0, descriptors, slot);
        !reserved.IsAccepted())
    {
        return Refuse(operation, reserved);
    }
    auto& table = session.Records.Table<RecordKind::BindingSet>();
    SetHot& hot = table.At(slot);
    SetCold& cold = table.Twin(slot);
    const LayoutHot& layoutHot = session.Records.Table<RecordKind::BindingLayout>().At(layoutSlot);
    const bool isDynamic = layoutHot.DynamicMask != 0;
    if (!cold.Descriptors.Reserve(entries.size()) || (isDynamic && !cold.Dynamic.Reserve(bindings.size())) ||
        (attachments != 0 && !FillAttachments(session, hot, cold, entries, bindings, attachments)))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::BindingSet, slot);
        return Refuse(operation, verdict);
    }
    AppendDescriptors(cold, bindings, entries);
    if (isDynamic)
    {
        FillDynamic(session, hot, cold, entries, bindings);
    }
    for (const SetDescriptor& descriptor : cold.Descriptors)
    {
        const bool isRing =
            GetDescriptorKind(descriptor.Kind) == RecordKind::Buffer && descriptor.Slot == session.Uniforms.Slot;
        hot.Watch |= isRing ? WATCH_RING : uint8{0};
    }
    hot.Layout = &layoutHot;
    const BackendStatus status = session.Native->CreateBindingSet(
        slot, cold.Generation, {.Layout = layoutSlot, .Descriptors = cold.Descriptors.Span()});
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        cold.Descriptors.Clear(); // nothing of it was retained
        cold.Dynamic.Clear();
        cold.Attachments.Clear();
    }
    return PublishCreation<RecordKind::BindingSet>(session, operation, slot, status, set,
                                                   [&]
                                                   {
                                                       cold.Layout = layoutSlot;
                                                       session.Records.Retain(RecordKind::BindingLayout, layoutSlot);
                                                       for (const SetDescriptor& descriptor : cold.Descriptors)
                                                       {
                                                           session.Records.Retain(GetDescriptorKind(descriptor.Kind),
                                                                                  descriptor.Slot);
                                                       }
                                                   });
}
} // namespace

RasterStatus CreateBindingLayout(DeviceHandle device, std::span<const RasterBinding> bindings,
                                 BindingLayoutHandle& layout) noexcept
{
    constexpr const char* OPERATION = "CreateBindingLayout";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, layout); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckBindingLayout(bindings, session.Profile, session.Enabled);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingLayout>(false, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    auto& table = session.Records.Table<RecordKind::BindingLayout>();
    LayoutHot& hot = table.At(slot);
    LayoutCold& cold = table.Twin(slot);
    if (!cold.Bindings.Assign(bindings))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::BindingLayout, slot);
        return Refuse(OPERATION, verdict);
    }
    std::sort(cold.Bindings.begin(), cold.Bindings.end(),
              [](const RasterBinding& a, const RasterBinding& b) { return a.Binding < b.Binding; });
    for (const RasterBinding& binding : cold.Bindings)
    {
        hot.DynamicMask |= binding.HasDynamicOffset ? 1U << binding.Binding : 0U;
    }
    uint32 mask[RASTER_BINDING_COUNT];
    for (uint32 i = 0; i < RASTER_BINDING_COUNT; ++i)
    {
        mask[i] = (hot.DynamicMask >> i & 1U) != 0 ? 0U : ~0U;
    }
    std::memcpy(static_cast<void*>(hot.StaticMask), mask, sizeof mask);
    const BackendStatus status =
        session.Native->CreateBindingLayout(slot, cold.Generation, {.Bindings = cold.Bindings.Span()});
    return PublishCreation<RecordKind::BindingLayout>(session, OPERATION, slot, status, layout, [] {});
}

RasterStatus CreateBindingSet(DeviceHandle device, BindingLayoutHandle layout,
                              std::span<const RasterBindingResource> resources, BindingSetHandle& set) noexcept
{
    constexpr const char* OPERATION = "CreateBindingSet";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, set); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 layoutSlot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, layout, "layout", layoutSlot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (resources.data() == nullptr && !resources.empty())
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "resources", .Got = resources.size()});
    }
    // Only the entries that are used are ever initialised: most sets have few.
    alignas(ResolvedBindingResource) std::byte inlineEntries[sizeof(ResolvedBindingResource) * INLINE_ENTRIES];
    Array<ResolvedBindingResource> moreEntries;
    if (resources.size() > INLINE_ENTRIES && !moreEntries.Reserve(resources.size()))
    {
        return Refuse(OPERATION, HostMemoryVerdict());
    }
    auto* entries = resources.size() > INLINE_ENTRIES ? moreEntries.Data()
                                                      : reinterpret_cast<ResolvedBindingResource*>(inlineEntries);
    usize attachments = 0;
    for (usize i = 0; i < resources.size(); ++i)
    {
        auto& entry = *::new (static_cast<void*>(entries + i)) ResolvedBindingResource();
        if (RasterVerdict verdict = ResolveEntry(session, resources[i], entry); !verdict.IsAccepted())
        {
            verdict.Why.Index = static_cast<uint32>(i);
            return Refuse(OPERATION, verdict);
        }
        attachments += entry.ShowsAttachment ? 1U : 0U;
    }
    return CreateSet(session, OPERATION, layoutSlot, {entries, resources.size()}, attachments, set);
}

RasterStatus CreateRuntimeBindingSet(DeviceHandle device, BindingLayoutHandle layout,
                                     foundation::BorrowedView<const RasterBindingResource> /*resources*/,
                                     uint32 /*runtimeCount*/, BindingSetHandle& set) noexcept
{
    constexpr const char* OPERATION = "CreateRuntimeBindingSet";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, set); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 layoutSlot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, layout, "layout", layoutSlot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    // No layout has a runtime binding while no device offers runtime arrays.
    return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::FeatureNotEnabled, "HasRuntimeTextureArrays");
}

RasterStatus PublishBindingSetUpdate(DeviceHandle device, BindingSetHandle& inoutCurrent,
                                     BindingSetHandle& inoutReplacement) noexcept
{
    constexpr const char* OPERATION = "PublishBindingSetUpdate";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 current = NO_SLOT;
    uint32 replacement = NO_SLOT;
    for (const RasterVerdict& verdict : {Resolve(session, inoutCurrent, "inoutCurrent", current),
                                         Resolve(session, inoutReplacement, "inoutReplacement", replacement)})
    {
        if (!verdict.IsAccepted())
        {
            return Refuse(OPERATION, verdict);
        }
    }
    auto& table = session.Records.Table<RecordKind::BindingSet>();
    if (current == replacement || table.Twin(current).Layout != table.Twin(replacement).Layout)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::ReplacementUnsuited,
                       .Field = "inoutReplacement",
                       .Kind = RecordKind::BindingSet,
                       .Slot = replacement});
    }
    // In a frame nothing is released: the old snapshot waits at least until this frame has completed.
    if (session.Frame.IsOpen)
    {
        table.At(current).LastUse = s_Recording.Ordinal;
    }
    session.Records.Detach(RecordKind::BindingSet, current);
    ForgetRecordings();
    inoutCurrent = inoutReplacement;
    inoutReplacement = BindingSetHandle{};
    return RasterStatus::Ready;
}

RasterStatus GetBindingIndex(DeviceHandle device, BindingSetHandle set, uint32 binding, uint32 element,
                             RasterBindingIndex& index) noexcept
{
    constexpr const char* OPERATION = "GetBindingIndex";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, set, "set", slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    for (const SetDescriptor& descriptor : session.Records.Table<RecordKind::BindingSet>().Twin(slot).Descriptors)
    {
        if (descriptor.Binding == binding && descriptor.Element == element)
        {
            index = RasterAccess::MakeIndex(set, binding, element);
            return RasterStatus::Ready;
        }
    }
    return Refuse(OPERATION, RasterStatus::InvalidDescription,
                  {.Code = DiagnosticCode::BindingElementAbsent, .Field = "binding", .Got = binding, .Index = element});
}

RasterStatus GetBindingArrayElement(DeviceHandle device, BindingSetHandle set, const RasterBindingIndex& index,
                                    uint32& element) noexcept
{
    constexpr const char* OPERATION = "GetBindingArrayElement";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, set, "set", slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (RasterAccess::Owner(index) != session.Owner || RasterAccess::Generation(index) != RasterAccess::Generation(set))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "index");
    }
    element = RasterAccess::Element(index);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
