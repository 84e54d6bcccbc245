// Binding layouts and sets of raster.h.
#include "frontend/admission.h"
#include "frontend/binding_arrays.h"
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
                    hot.NarrowsWindow = hot.NarrowsWindow || hot.IsFirstRing;
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
        const RasterBinding* binding = FindBinding(layout, entry.Source->Binding);
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

// As AppendDescriptors, of a layout without arrays: it has one entry a binding. Most callers list them by binding.
void AppendScalars(SetCold& cold, std::span<const RasterBinding> layout,
                   std::span<const ResolvedBindingResource> entries) noexcept
{
    for (usize i = 0; i < layout.size(); ++i)
    {
        const RasterBinding& binding = layout[i];
        const ResolvedBindingResource* entry = &entries[i];
        if (entry->Source->Binding != binding.Binding)
        {
            entry = entries.data();
            while (entry->Source->Binding != binding.Binding)
            {
                ++entry;
            }
        }
        cold.Descriptors.AppendReserved(MakeDescriptor(binding, *entry));
    }
}

// Of a set that is not made.
void DropTableLength(Session& session, uint32 slot) noexcept
{
    if (slot != NO_SLOT)
    {
        session.Records.Abandon(RecordKind::Buffer, slot);
    }
}

RasterStatus CreateSet(Session& session, const char* operation, uint32 layoutSlot,
                       std::span<const ResolvedBindingResource> entries, usize attachments, bool usesRing,
                       uint32 tableLength, BindingSetHandle& set) noexcept
{
    LayoutCold& layout = session.Records.Table<RecordKind::BindingLayout>().Twin(layoutSlot);
    const std::span<const RasterBinding> bindings = layout.Bindings.Span();
    if (RasterVerdict verdict = CheckBindingSet(bindings, entries, session.Profile, tableLength); !verdict.IsAccepted())
    {
        verdict.Why.Kind = RecordKind::BindingLayout;
        verdict.Why.Slot = layoutSlot;
        return Refuse(operation, verdict);
    }
    uint32 lengthSlot = NO_SLOT;
    if (tableLength != 0)
    {
        if (const RasterVerdict made = MakeTableLength(session, tableLength, lengthSlot); !made.IsAccepted())
        {
            return Refuse(operation, made);
        }
    }
    const auto descriptors =
        static_cast<uint32>(layout.HasArrays ? CountDescriptors(bindings, tableLength) : bindings.size());
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingSet>(false, 0, descriptors, slot);
        !reserved.IsAccepted())
    {
        DropTableLength(session, lengthSlot);
        return Refuse(operation, reserved);
    }
    auto& table = session.Records.Table<RecordKind::BindingSet>();
    SetHot& hot = table.At(slot);
    SetCold& cold = table.Twin(slot);
    const LayoutHot& layoutHot = session.Records.Table<RecordKind::BindingLayout>().At(layoutSlot);
    const bool isDynamic = layoutHot.DynamicMask != 0;
    const uint32 reachable = layout.HasArrays ? CountReachable(bindings, entries) : 0;
    if (!cold.Descriptors.Reserve(descriptors) || (isDynamic && !cold.Dynamic.Reserve(bindings.size())) ||
        (attachments != 0 && !FillAttachments(session, hot, cold, entries, bindings, attachments)))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::BindingSet, slot);
        DropTableLength(session, lengthSlot);
        return Refuse(operation, verdict);
    }
    if (layout.HasArrays)
    {
        AppendDescriptors(cold, bindings, entries, tableLength, lengthSlot);
    }
    else
    {
        AppendScalars(cold, bindings, entries);
    }
    if (reachable != 0)
    {
        const auto named = RasterAccess::Make<BindingSetHandle>(session.Owner, cold.Generation, slot);
        if (!FillReachable(cold, bindings, named, reachable))
        {
            const RasterVerdict verdict = HostMemoryVerdict();
            cold.Descriptors.Clear(); // nothing of it was retained
            session.Records.Abandon(RecordKind::BindingSet, slot);
            DropTableLength(session, lengthSlot);
            return Refuse(operation, verdict);
        }
        hot.ReachableCount = reachable;
        hot.Watch |= WATCH_REACHABLE;
        hot.NarrowsWindow = true; // each packet's list is looked at
    }
    cold.TableLength = tableLength;
    if (isDynamic)
    {
        FillDynamic(session, hot, cold, entries, bindings);
    }
    hot.Watch |= usesRing ? WATCH_RING : uint8{0};
    hot.Layout = &layoutHot;
    const BackendStatus status = session.Native->CreateBindingSet(
        slot, cold.Generation,
        {.Layout = layoutSlot, .RuntimeCount = tableLength, .Descriptors = cold.Descriptors.Span()});
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        cold.Descriptors.Clear(); // nothing of it was retained
        cold.Dynamic.Clear();
        cold.Attachments.Clear();
        DropTableLength(session, lengthSlot);
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

// What both ways to create a set ask first.
RasterVerdict AdmitSet(Session& session, DeviceHandle device, BindingLayoutHandle layout, const BindingSetHandle& set,
                       uint32& layoutSlot) noexcept
{
    if (const RasterVerdict verdict = AdmitCreation(session, device, set); !verdict.IsAccepted())
    {
        return verdict;
    }
    return Resolve(session, layout, "layout", layoutSlot);
}

const RasterBinding* FindTable(Session& session, uint32 layoutSlot) noexcept
{
    const LayoutCold& layout = session.Records.Table<RecordKind::BindingLayout>().Twin(layoutSlot);
    return layout.HasArrays ? FindRuntimeTable(layout.Bindings.Span()) : nullptr;
}

// Resolves the resources and makes the set. `tableLength`: elements of the layout's runtime table, or zero.
RasterStatus CreateSetOf(Session& session, const char* operation, uint32 layoutSlot,
                         std::span<const RasterBindingResource> resources, uint32 tableLength,
                         BindingSetHandle& set) noexcept
{
    if (resources.data() == nullptr && !resources.empty())
    {
        return Refuse(operation, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "resources", .Got = resources.size()});
    }
    // Only the entries that are used are ever initialised: most sets have few.
    alignas(ResolvedBindingResource) std::byte inlineEntries[sizeof(ResolvedBindingResource) * INLINE_ENTRIES];
    Array<ResolvedBindingResource> moreEntries;
    if (resources.size() > INLINE_ENTRIES && !moreEntries.Reserve(resources.size()))
    {
        return Refuse(operation, HostMemoryVerdict());
    }
    auto* entries = resources.size() > INLINE_ENTRIES ? moreEntries.Data()
                                                      : reinterpret_cast<ResolvedBindingResource*>(inlineEntries);
    usize attachments = 0;
    bool usesRing = false;
    for (usize i = 0; i < resources.size(); ++i)
    {
        auto& entry = *::new (static_cast<void*>(entries + i)) ResolvedBindingResource();
        if (RasterVerdict verdict = ResolveEntry(session, resources[i], entry); !verdict.IsAccepted())
        {
            verdict.Why.Index = static_cast<uint32>(i);
            return Refuse(operation, verdict);
        }
        attachments += entry.ShowsAttachment ? 1U : 0U;
        usesRing = usesRing || (entry.HasBuffer && entry.BufferSlot == session.Uniforms.Slot);
    }
    return CreateSet(session, operation, layoutSlot, {entries, resources.size()}, attachments, usesRing, tableLength,
                     set);
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
    RasterBinding withLength[RASTER_BINDING_COUNT]; // no more than numbers were accepted, and one of them is free
    const RasterBinding* table = FindRuntimeTable(bindings);
    if (table != nullptr && FindBinding(bindings, RUNTIME_BINDING_LENGTH_SLOT) == nullptr)
    {
        withLength[bindings.size()] = MakeLengthBinding(table->Visibility);
        std::copy_n(bindings.data(), bindings.size(), std::begin(withLength));
        bindings = {std::begin(withLength), bindings.size() + 1};
        if (const RasterVerdict verdict = CheckBindingLayout(bindings, session.Profile, session.Enabled);
            !verdict.IsAccepted())
        {
            return Refuse(OPERATION, verdict);
        }
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::BindingLayout>(false, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    auto& layouts = session.Records.Table<RecordKind::BindingLayout>();
    LayoutHot& hot = layouts.At(slot);
    LayoutCold& cold = layouts.Twin(slot);
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
        cold.HasArrays = cold.HasArrays || binding.Count != 1 || binding.IsRuntimeSized ||
                         binding.Indexing == RasterBindingIndexing::NonUniform;
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
    uint32 layoutSlot = NO_SLOT;
    if (const RasterVerdict verdict = AdmitSet(session, device, layout, set, layoutSlot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const RasterBinding* table = FindTable(session, layoutSlot);
    return CreateSetOf(session, OPERATION, layoutSlot, resources, table != nullptr ? table->Count : 0, set);
}

RasterStatus CreateRuntimeBindingSet(DeviceHandle device, BindingLayoutHandle layout,
                                     foundation::BorrowedView<const RasterBindingResource> resources,
                                     uint32 runtimeCount, BindingSetHandle& set) noexcept
{
    constexpr const char* OPERATION = "CreateRuntimeBindingSet";
    Session& session = GetSession();
    uint32 layoutSlot = NO_SLOT;
    if (const RasterVerdict verdict = AdmitSet(session, device, layout, set, layoutSlot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!session.Enabled.HasRuntimeTextureArrays)
    {
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::FeatureNotEnabled,
                      "HasRuntimeTextureArrays");
    }
    const RasterBinding* table = FindTable(session, layoutSlot);
    if (table == nullptr)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::BindingMissing,
                       .Field = "layout",
                       .Got = RUNTIME_BINDING_ARRAY_SLOT,
                       .Kind = RecordKind::BindingLayout,
                       .Slot = layoutSlot});
    }
    if (runtimeCount == 0 || runtimeCount > table->Count)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = runtimeCount == 0 ? DiagnosticCode::ValueZero : DiagnosticCode::ValueTooLarge,
                       .Field = "runtimeCount",
                       .Got = runtimeCount,
                       .Allowed = table->Count});
    }
    return CreateSetOf(session, OPERATION, layoutSlot, {resources.Data(), resources.Count()}, runtimeCount, set);
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
    const SetCold& cold = session.Records.Table<RecordKind::BindingSet>().Twin(slot);
    const bool isOwned = cold.TableLength != 0 && binding == RUNTIME_BINDING_LENGTH_SLOT; // nobody gave it
    for (usize i = 0; i < cold.Descriptors.Size() && !isOwned; ++i)
    {
        const SetDescriptor& descriptor = cold.Descriptors[i];
        if (descriptor.Binding == binding && descriptor.Element == element && !descriptor.IsFallback)
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
