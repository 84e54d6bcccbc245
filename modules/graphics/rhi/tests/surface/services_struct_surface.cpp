// Holds the structs of lifetime.h, graph.h, measurement.h and gpu_scope.h to the contract: what does not
// compile here breaks programs that exist.
//
// Every field with its type and default, the order of those that programs rely on, then the initialisers that programs
// use. This file is compiled with warnings about missing initialisers as errors and never run.
#include "struct_checks.h"

#include <ludus/graphics/rhi/gpu_scope.h>
#include <ludus/graphics/rhi/graph.h>

#include <cstddef>
#include <type_traits>

namespace ludus::graphics::rhi
{
using namespace foundation::core;

namespace
{
static_assert(IS_HANDLE<CommandBatch, 24> && IS_HANDLE<UploadTicket, 24> && IS_HANDLE<ReadbackTicket, 24>);
static_assert(IS_HANDLE<TransferTicket, 24> && IS_HANDLE<PipelineRequest, 24> && IS_HANDLE<SubmissionToken, 16>);
static_assert(IS_HANDLE<OrderedGraph, 24>);
static_assert(IS_HANDLE<GraphVersion, sizeof(GraphVersion)>);

// ---- lifetime.h ----

// LifetimeCapabilities
static_assert(std::is_aggregate_v<LifetimeCapabilities> && std::is_final_v<LifetimeCapabilities>);
static_assert(std::is_same_v<decltype(LifetimeCapabilities::CommandBatches), uint32>);
static_assert(LifetimeCapabilities{}.CommandBatches == 0);
static_assert(std::is_same_v<decltype(LifetimeCapabilities::DrawsPerBatch), uint32>);
static_assert(LifetimeCapabilities{}.DrawsPerBatch == 0);
static_assert(offsetof(LifetimeCapabilities, CommandBatches) < offsetof(LifetimeCapabilities, DrawsPerBatch));
static_assert(std::is_same_v<decltype(LifetimeCapabilities::TransfersPerDirection), uint32>);
static_assert(LifetimeCapabilities{}.TransfersPerDirection == 0);
static_assert(offsetof(LifetimeCapabilities, DrawsPerBatch) < offsetof(LifetimeCapabilities, TransfersPerDirection));
static_assert(std::is_same_v<decltype(LifetimeCapabilities::TransferBytes), usize>);
static_assert(LifetimeCapabilities{}.TransferBytes == 0);
static_assert(offsetof(LifetimeCapabilities, TransfersPerDirection) < offsetof(LifetimeCapabilities, TransferBytes));
static_assert(std::is_same_v<decltype(LifetimeCapabilities::PipelineRequests), uint32>);
static_assert(LifetimeCapabilities{}.PipelineRequests == 0);
static_assert(offsetof(LifetimeCapabilities, TransferBytes) < offsetof(LifetimeCapabilities, PipelineRequests));

// StorageUsage
static_assert(std::is_aggregate_v<StorageUsage> && std::is_final_v<StorageUsage>);
static_assert(std::is_same_v<decltype(StorageUsage::HostBytes), uint64>);
static_assert(StorageUsage{}.HostBytes == 0);
static_assert(std::is_same_v<decltype(StorageUsage::PeakHostBytes), uint64>);
static_assert(StorageUsage{}.PeakHostBytes == 0);
static_assert(std::is_same_v<decltype(StorageUsage::ResourceBytes), uint64>);
static_assert(StorageUsage{}.ResourceBytes == 0);
static_assert(std::is_same_v<decltype(StorageUsage::PeakResourceBytes), uint64>);
static_assert(StorageUsage{}.PeakResourceBytes == 0);

// TextureResidency
static_assert(std::is_aggregate_v<TextureResidency> && std::is_final_v<TextureResidency>);
static_assert(std::is_same_v<decltype(TextureResidency::MipLevels), uint32>);
static_assert(TextureResidency{}.MipLevels == 0);
static_assert(std::is_same_v<decltype(TextureResidency::InitializedMips), uint32>);
static_assert(TextureResidency{}.InitializedMips == 0);
static_assert(std::is_same_v<decltype(TextureResidency::InitializedBytes), uint64>);
static_assert(TextureResidency{}.InitializedBytes == 0);

// TextureRegion
static_assert(std::is_aggregate_v<TextureRegion> && std::is_final_v<TextureRegion>);
static_assert(std::is_same_v<decltype(TextureRegion::Mip), uint32>);
static_assert(TextureRegion{}.Mip == 0);
static_assert(std::is_same_v<decltype(TextureRegion::X), uint32>);
static_assert(TextureRegion{}.X == 0);
static_assert(std::is_same_v<decltype(TextureRegion::Y), uint32>);
static_assert(TextureRegion{}.Y == 0);
static_assert(std::is_same_v<decltype(TextureRegion::Width), uint32>);
static_assert(TextureRegion{}.Width == 0);
static_assert(std::is_same_v<decltype(TextureRegion::Height), uint32>);
static_assert(TextureRegion{}.Height == 0);
// ---- graph.h ----

// RasterRectangle
static_assert(std::is_aggregate_v<RasterRectangle> && std::is_final_v<RasterRectangle>);
static_assert(std::is_same_v<decltype(RasterRectangle::X), uint32>);
static_assert(RasterRectangle{}.X == 0);
static_assert(std::is_same_v<decltype(RasterRectangle::Y), uint32>);
static_assert(RasterRectangle{}.Y == 0);
static_assert(offsetof(RasterRectangle, X) < offsetof(RasterRectangle, Y));
static_assert(std::is_same_v<decltype(RasterRectangle::Width), uint32>);
static_assert(RasterRectangle{}.Width == 0);
static_assert(offsetof(RasterRectangle, Y) < offsetof(RasterRectangle, Width));
static_assert(std::is_same_v<decltype(RasterRectangle::Height), uint32>);
static_assert(RasterRectangle{}.Height == 0);
static_assert(offsetof(RasterRectangle, Width) < offsetof(RasterRectangle, Height));

// RasterColorAttachment
static_assert(std::is_aggregate_v<RasterColorAttachment> && std::is_final_v<RasterColorAttachment>);
static_assert(std::is_same_v<decltype(RasterColorAttachment::View), TextureViewHandle>);
static_assert(std::is_same_v<decltype(RasterColorAttachment::Load), RasterLoad>);
static_assert(RasterColorAttachment{}.Load == RasterLoad::Clear);
static_assert(std::is_same_v<decltype(RasterColorAttachment::Store), RasterStore>);
static_assert(RasterColorAttachment{}.Store == RasterStore::Store);
static_assert(std::is_same_v<decltype(RasterColorAttachment::Clear), float32[4]>);
constexpr float32 RASTERCOLORATTACHMENT_CLEAR[] = {0, 0, 0, 1};
static_assert(IsFilled(RasterColorAttachment{}.Clear, RASTERCOLORATTACHMENT_CLEAR));
static_assert(std::is_same_v<decltype(RasterColorAttachment::Resolve), TextureViewHandle>);

// RasterPassDescription
static_assert(std::is_aggregate_v<RasterPassDescription> && std::is_final_v<RasterPassDescription>);
static_assert(std::is_same_v<decltype(RasterPassDescription::Color), TextureHandle>);
static_assert(std::is_same_v<decltype(RasterPassDescription::ColorLoad), RasterLoad>);
static_assert(RasterPassDescription{}.ColorLoad == RasterLoad::Clear);
static_assert(offsetof(RasterPassDescription, Color) < offsetof(RasterPassDescription, ColorLoad));
static_assert(std::is_same_v<decltype(RasterPassDescription::ColorStore), RasterStore>);
static_assert(RasterPassDescription{}.ColorStore == RasterStore::Store);
static_assert(offsetof(RasterPassDescription, ColorLoad) < offsetof(RasterPassDescription, ColorStore));
static_assert(std::is_same_v<decltype(RasterPassDescription::Clear), float32[4]>);
constexpr float32 RASTERPASSDESCRIPTION_CLEAR[] = {0, 0, 0, 1};
static_assert(IsFilled(RasterPassDescription{}.Clear, RASTERPASSDESCRIPTION_CLEAR));
static_assert(offsetof(RasterPassDescription, ColorStore) < offsetof(RasterPassDescription, Clear));
static_assert(std::is_same_v<decltype(RasterPassDescription::DepthLoad), RasterLoad>);
static_assert(RasterPassDescription{}.DepthLoad == RasterLoad::Clear);
static_assert(offsetof(RasterPassDescription, Clear) < offsetof(RasterPassDescription, DepthLoad));
static_assert(std::is_same_v<decltype(RasterPassDescription::DepthStore), RasterStore>);
static_assert(RasterPassDescription{}.DepthStore == RasterStore::Discard);
static_assert(offsetof(RasterPassDescription, DepthLoad) < offsetof(RasterPassDescription, DepthStore));
static_assert(std::is_same_v<decltype(RasterPassDescription::DepthReadOnly), bool>);
static_assert(!RasterPassDescription{}.DepthReadOnly);
static_assert(offsetof(RasterPassDescription, DepthStore) < offsetof(RasterPassDescription, DepthReadOnly));
static_assert(std::is_same_v<decltype(RasterPassDescription::ClearDepth), float32>);
static_assert(RasterPassDescription{}.ClearDepth == 1);
static_assert(offsetof(RasterPassDescription, DepthReadOnly) < offsetof(RasterPassDescription, ClearDepth));
static_assert(std::is_same_v<decltype(RasterPassDescription::Viewport), RasterRectangle>);
static_assert(offsetof(RasterPassDescription, ClearDepth) < offsetof(RasterPassDescription, Viewport));
static_assert(std::is_same_v<decltype(RasterPassDescription::Scissor), RasterRectangle>);
static_assert(offsetof(RasterPassDescription, Viewport) < offsetof(RasterPassDescription, Scissor));
static_assert(std::is_same_v<decltype(RasterPassDescription::UseViewport), bool>);
static_assert(!RasterPassDescription{}.UseViewport);
static_assert(offsetof(RasterPassDescription, Scissor) < offsetof(RasterPassDescription, UseViewport));
static_assert(std::is_same_v<decltype(RasterPassDescription::UseScissor), bool>);
static_assert(!RasterPassDescription{}.UseScissor);
static_assert(offsetof(RasterPassDescription, UseViewport) < offsetof(RasterPassDescription, UseScissor));
static_assert(std::is_same_v<decltype(RasterPassDescription::Colors), const RasterColorAttachment*>);
static_assert(RasterPassDescription{}.Colors == nullptr);
static_assert(std::is_same_v<decltype(RasterPassDescription::ColorCount), usize>);
static_assert(RasterPassDescription{}.ColorCount == 0);
static_assert(std::is_same_v<decltype(RasterPassDescription::StencilLoad), RasterLoad>);
static_assert(RasterPassDescription{}.StencilLoad == RasterLoad::Clear);
static_assert(std::is_same_v<decltype(RasterPassDescription::StencilStore), RasterStore>);
static_assert(RasterPassDescription{}.StencilStore == RasterStore::Discard);
static_assert(std::is_same_v<decltype(RasterPassDescription::StencilReadOnly), bool>);
static_assert(!RasterPassDescription{}.StencilReadOnly);
static_assert(std::is_same_v<decltype(RasterPassDescription::ClearStencil), uint8>);
static_assert(RasterPassDescription{}.ClearStencil == 0);

// RasterTextureState
static_assert(std::is_aggregate_v<RasterTextureState> && std::is_final_v<RasterTextureState>);
static_assert(std::is_same_v<decltype(RasterTextureState::Revision), uint64>);
static_assert(RasterTextureState{}.Revision == 0);
static_assert(std::is_same_v<decltype(RasterTextureState::Dependency), SubmissionToken>);
static_assert(offsetof(RasterTextureState, Revision) < offsetof(RasterTextureState, Dependency));
static_assert(std::is_same_v<decltype(RasterTextureState::Use), RasterTextureUse>);
static_assert(RasterTextureState{}.Use == RasterTextureUse::Undefined);
static_assert(offsetof(RasterTextureState, Dependency) < offsetof(RasterTextureState, Use));
static_assert(std::is_same_v<decltype(RasterTextureState::ColorDefined), bool>);
static_assert(!RasterTextureState{}.ColorDefined);
static_assert(offsetof(RasterTextureState, Use) < offsetof(RasterTextureState, ColorDefined));
static_assert(std::is_same_v<decltype(RasterTextureState::DepthDefined), bool>);
static_assert(!RasterTextureState{}.DepthDefined);
static_assert(offsetof(RasterTextureState, ColorDefined) < offsetof(RasterTextureState, DepthDefined));
static_assert(std::is_same_v<decltype(RasterTextureState::StencilDefined), bool>);
static_assert(!RasterTextureState{}.StencilDefined);

// GraphUse
static_assert(std::is_aggregate_v<GraphUse> && std::is_final_v<GraphUse>);
static_assert(std::is_same_v<decltype(GraphUse::Resource), GraphVersion>);
static_assert(std::is_same_v<decltype(GraphUse::Access), GraphAccessMode>);
static_assert(GraphUse{}.Access == GraphAccessMode::Sampled);
static_assert(offsetof(GraphUse, Resource) < offsetof(GraphUse, Access));
static_assert(std::is_same_v<decltype(GraphUse::Offset), usize>);
static_assert(GraphUse{}.Offset == 0);
static_assert(offsetof(GraphUse, Access) < offsetof(GraphUse, Offset));
static_assert(std::is_same_v<decltype(GraphUse::Size), usize>);
static_assert(GraphUse{}.Size == 0);
static_assert(offsetof(GraphUse, Offset) < offsetof(GraphUse, Size));
static_assert(std::is_same_v<decltype(GraphUse::Visibility), RasterVisibility>);
static_assert(GraphUse{}.Visibility == RasterVisibility::Both);
static_assert(offsetof(GraphUse, Size) < offsetof(GraphUse, Visibility));

// GraphPassDescription
static_assert(std::is_aggregate_v<GraphPassDescription> && std::is_final_v<GraphPassDescription>);
static_assert(std::is_same_v<decltype(GraphPassDescription::Name), const char*>);
static_assert(GraphPassDescription{}.Name == nullptr);
static_assert(std::is_same_v<decltype(GraphPassDescription::Source), const char*>);
static_assert(GraphPassDescription{}.Source == nullptr);
static_assert(offsetof(GraphPassDescription, Name) < offsetof(GraphPassDescription, Source));
static_assert(std::is_same_v<decltype(GraphPassDescription::Line), uint32>);
static_assert(GraphPassDescription{}.Line == 0);
static_assert(offsetof(GraphPassDescription, Source) < offsetof(GraphPassDescription, Line));
static_assert(std::is_same_v<decltype(GraphPassDescription::Attachment), RasterPassDescription>);
static_assert(offsetof(GraphPassDescription, Line) < offsetof(GraphPassDescription, Attachment));
static_assert(std::is_same_v<decltype(GraphPassDescription::Uses), const GraphUse*>);
static_assert(GraphPassDescription{}.Uses == nullptr);
static_assert(offsetof(GraphPassDescription, Attachment) < offsetof(GraphPassDescription, Uses));
static_assert(std::is_same_v<decltype(GraphPassDescription::UseCount), usize>);
static_assert(GraphPassDescription{}.UseCount == 0);
static_assert(offsetof(GraphPassDescription, Uses) < offsetof(GraphPassDescription, UseCount));
static_assert(std::is_same_v<decltype(GraphPassDescription::Draws), const RasterDraw*>);
static_assert(GraphPassDescription{}.Draws == nullptr);
static_assert(offsetof(GraphPassDescription, UseCount) < offsetof(GraphPassDescription, Draws));
static_assert(std::is_same_v<decltype(GraphPassDescription::DrawCount), usize>);
static_assert(GraphPassDescription{}.DrawCount == 0);
static_assert(offsetof(GraphPassDescription, Draws) < offsetof(GraphPassDescription, DrawCount));
static_assert(std::is_same_v<decltype(GraphPassDescription::SideEffect), bool>);
static_assert(!GraphPassDescription{}.SideEffect);
static_assert(offsetof(GraphPassDescription, DrawCount) < offsetof(GraphPassDescription, SideEffect));
static_assert(std::is_same_v<decltype(GraphPassDescription::Dispatch), const ComputeDispatch*>);
static_assert(GraphPassDescription{}.Dispatch == nullptr);
static_assert(offsetof(GraphPassDescription, SideEffect) < offsetof(GraphPassDescription, Dispatch));

// GraphCompileOptions
static_assert(std::is_aggregate_v<GraphCompileOptions> && std::is_final_v<GraphCompileOptions>);
static_assert(std::is_same_v<decltype(GraphCompileOptions::CullUnused), bool>);
static_assert(GraphCompileOptions{}.CullUnused);
static_assert(std::is_same_v<decltype(GraphCompileOptions::MergeRasterPasses), bool>);
static_assert(!GraphCompileOptions{}.MergeRasterPasses);

// GraphDependency
static_assert(std::is_aggregate_v<GraphDependency> && std::is_final_v<GraphDependency>);
static_assert(std::is_same_v<decltype(GraphDependency::Before), uint32>);
static_assert(GraphDependency{}.Before == GRAPH_EXTERNAL_INDEX);
static_assert(std::is_same_v<decltype(GraphDependency::After), uint32>);
static_assert(GraphDependency{}.After == GRAPH_EXTERNAL_INDEX);
static_assert(offsetof(GraphDependency, Before) < offsetof(GraphDependency, After));
static_assert(std::is_same_v<decltype(GraphDependency::Resource), uint32>);
static_assert(GraphDependency{}.Resource == 0);
static_assert(offsetof(GraphDependency, After) < offsetof(GraphDependency, Resource));
static_assert(std::is_same_v<decltype(GraphDependency::Hazard), GraphHazard>);
static_assert(GraphDependency{}.Hazard == GraphHazard::ReadAfterWrite);
static_assert(offsetof(GraphDependency, Resource) < offsetof(GraphDependency, Hazard));
static_assert(std::is_same_v<decltype(GraphDependency::Source), GraphAccessMode>);
static_assert(GraphDependency{}.Source == GraphAccessMode::Sampled);
static_assert(offsetof(GraphDependency, Hazard) < offsetof(GraphDependency, Source));
static_assert(std::is_same_v<decltype(GraphDependency::Destination), GraphAccessMode>);
static_assert(GraphDependency{}.Destination == GraphAccessMode::Sampled);
static_assert(offsetof(GraphDependency, Source) < offsetof(GraphDependency, Destination));

// GraphReport
static_assert(std::is_aggregate_v<GraphReport> && std::is_final_v<GraphReport>);
static_assert(std::is_same_v<decltype(GraphReport::PassCount), uint32>);
static_assert(GraphReport{}.PassCount == 0);
static_assert(std::is_same_v<decltype(GraphReport::LivePasses), uint32>);
static_assert(GraphReport{}.LivePasses == 0);
static_assert(offsetof(GraphReport, PassCount) < offsetof(GraphReport, LivePasses));
static_assert(std::is_same_v<decltype(GraphReport::DependencyCount), uint32>);
static_assert(GraphReport{}.DependencyCount == 0);
static_assert(offsetof(GraphReport, LivePasses) < offsetof(GraphReport, DependencyCount));
static_assert(std::is_same_v<decltype(GraphReport::ErrorPass), uint32>);
static_assert(GraphReport{}.ErrorPass == GRAPH_EXTERNAL_INDEX);
static_assert(offsetof(GraphReport, DependencyCount) < offsetof(GraphReport, ErrorPass));
static_assert(std::is_same_v<decltype(GraphReport::ErrorResource), uint32>);
static_assert(GraphReport{}.ErrorResource == GRAPH_EXTERNAL_INDEX);
static_assert(offsetof(GraphReport, ErrorPass) < offsetof(GraphReport, ErrorResource));
static_assert(std::is_same_v<decltype(GraphReport::WholeBufferHazards), bool>);
static_assert(GraphReport{}.WholeBufferHazards);
static_assert(offsetof(GraphReport, ErrorResource) < offsetof(GraphReport, WholeBufferHazards));
static_assert(std::is_same_v<decltype(GraphReport::Names), char[32][64]>);
static_assert(offsetof(GraphReport, WholeBufferHazards) < offsetof(GraphReport, Names));
static_assert(std::is_same_v<decltype(GraphReport::Sources), char[32][128]>);
static_assert(offsetof(GraphReport, Names) < offsetof(GraphReport, Sources));
static_assert(std::is_same_v<decltype(GraphReport::Lines), uint32[32]>);
static_assert(IsZero(GraphReport{}.Lines));
static_assert(offsetof(GraphReport, Sources) < offsetof(GraphReport, Lines));
static_assert(std::is_same_v<decltype(GraphReport::Culled), bool[32]>);
static_assert(IsZero(GraphReport{}.Culled));
static_assert(offsetof(GraphReport, Lines) < offsetof(GraphReport, Culled));
static_assert(std::is_same_v<decltype(GraphReport::FirstUse), uint32[16]>);
static_assert(offsetof(GraphReport, Culled) < offsetof(GraphReport, FirstUse));
static_assert(std::is_same_v<decltype(GraphReport::LastUse), uint32[16]>);
static_assert(offsetof(GraphReport, FirstUse) < offsetof(GraphReport, LastUse));
static_assert(std::is_same_v<decltype(GraphReport::Dependencies), GraphDependency[512]>);
static_assert(offsetof(GraphReport, LastUse) < offsetof(GraphReport, Dependencies));
static_assert(std::is_same_v<decltype(GraphReport::ResourceCount), uint32>);
static_assert(GraphReport{}.ResourceCount == 0);
static_assert(std::is_same_v<decltype(GraphReport::ReportedPasses), uint32>);
static_assert(GraphReport{}.ReportedPasses == 0);
static_assert(std::is_same_v<decltype(GraphReport::ReportedResources), uint32>);
static_assert(GraphReport{}.ReportedResources == 0);
static_assert(std::is_same_v<decltype(GraphReport::ReportedDependencies), uint32>);
static_assert(GraphReport{}.ReportedDependencies == 0);
static_assert(std::is_same_v<decltype(GraphReport::RasterPasses), uint32>);
static_assert(GraphReport{}.RasterPasses == 0);
static_assert(std::is_same_v<decltype(GraphReport::ComputePasses), uint32>);
static_assert(GraphReport{}.ComputePasses == 0);
static_assert(std::is_same_v<decltype(GraphReport::MergedPasses), uint32>);
static_assert(GraphReport{}.MergedPasses == 0);
static_assert(std::is_same_v<decltype(GraphReport::DrawCount), uint32>);
static_assert(GraphReport{}.DrawCount == 0);
static_assert(std::is_same_v<decltype(GraphReport::RasterGroup), uint32[32]>);
static_assert(std::is_same_v<decltype(GraphReport::PlanStorageBytes), uint64>);
static_assert(GraphReport{}.PlanStorageBytes == 0);
static_assert(std::is_same_v<decltype(GraphReport::BufferBytes), uint64>);
static_assert(GraphReport{}.BufferBytes == 0);
static_assert(std::is_same_v<decltype(GraphReport::TextureBytes), uint64>);
static_assert(GraphReport{}.TextureBytes == 0);

// GraphPassDiagnostic
static_assert(std::is_aggregate_v<GraphPassDiagnostic> && std::is_final_v<GraphPassDiagnostic>);
static_assert(std::is_same_v<decltype(GraphPassDiagnostic::Name), char[64]>);
static_assert(IsZero(GraphPassDiagnostic{}.Name));
static_assert(std::is_same_v<decltype(GraphPassDiagnostic::Source), char[128]>);
static_assert(IsZero(GraphPassDiagnostic{}.Source));
static_assert(std::is_same_v<decltype(GraphPassDiagnostic::Line), uint32>);
static_assert(GraphPassDiagnostic{}.Line == 0);
static_assert(std::is_same_v<decltype(GraphPassDiagnostic::Culled), bool>);
static_assert(!GraphPassDiagnostic{}.Culled);
static_assert(std::is_same_v<decltype(GraphPassDiagnostic::RasterGroup), uint32>);
static_assert(GraphPassDiagnostic{}.RasterGroup == GRAPH_EXTERNAL_INDEX);

// GraphResourceDiagnostic
static_assert(std::is_aggregate_v<GraphResourceDiagnostic> && std::is_final_v<GraphResourceDiagnostic>);
static_assert(std::is_same_v<decltype(GraphResourceDiagnostic::FirstUse), uint32>);
static_assert(GraphResourceDiagnostic{}.FirstUse == GRAPH_EXTERNAL_INDEX);
static_assert(std::is_same_v<decltype(GraphResourceDiagnostic::LastUse), uint32>);
static_assert(GraphResourceDiagnostic{}.LastUse == GRAPH_EXTERNAL_INDEX);
// ---- measurement.h ----

// GpuTiming
static_assert(std::is_aggregate_v<GpuTiming> && std::is_final_v<GpuTiming>);
static_assert(std::is_same_v<decltype(GpuTiming::State), GpuTimingState>);
static_assert(GpuTiming{}.State == GpuTimingState::Empty);
static_assert(std::is_same_v<decltype(GpuTiming::DurationNanoseconds), uint64>);
static_assert(GpuTiming{}.DurationNanoseconds == 0);
static_assert(std::is_same_v<decltype(GpuTiming::TickNanoseconds), float64>);
static_assert(GpuTiming{}.TickNanoseconds == 0);
static_assert(std::is_same_v<decltype(GpuTiming::ValidBits), uint32>);
static_assert(GpuTiming{}.ValidBits == 0);
static_assert(std::is_same_v<decltype(GpuTiming::Submission), SubmissionToken>);

// MeasurementAdapter
static_assert(std::is_aggregate_v<MeasurementAdapter> && std::is_final_v<MeasurementAdapter>);
static_assert(std::is_same_v<decltype(MeasurementAdapter::SelectedBackend), Backend>);
static_assert(MeasurementAdapter{}.SelectedBackend == Backend::Vulkan);
static_assert(std::is_same_v<decltype(MeasurementAdapter::Name), char[256]>);
static_assert(IsZero(MeasurementAdapter{}.Name));
static_assert(std::is_same_v<decltype(MeasurementAdapter::Driver), char[256]>);
static_assert(IsZero(MeasurementAdapter{}.Driver));
static_assert(std::is_same_v<decltype(MeasurementAdapter::VendorId), uint32>);
static_assert(MeasurementAdapter{}.VendorId == 0);
static_assert(std::is_same_v<decltype(MeasurementAdapter::DeviceId), uint32>);
static_assert(MeasurementAdapter{}.DeviceId == 0);
static_assert(std::is_same_v<decltype(MeasurementAdapter::HasIdentity), bool>);
static_assert(!MeasurementAdapter{}.HasIdentity);
static_assert(std::is_same_v<decltype(MeasurementAdapter::IsHardware), bool>);
static_assert(!MeasurementAdapter{}.IsHardware);
static_assert(std::is_same_v<decltype(MeasurementAdapter::IsSoftware), bool>);
static_assert(!MeasurementAdapter{}.IsSoftware);

// AllocationTelemetry
static_assert(std::is_aggregate_v<AllocationTelemetry> && std::is_final_v<AllocationTelemetry>);
static_assert(std::is_same_v<decltype(AllocationTelemetry::LogicalBytes), uint64>);
static_assert(AllocationTelemetry{}.LogicalBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::RetiringBytes), uint64>);
static_assert(AllocationTelemetry{}.RetiringBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::ApiBytes), uint64>);
static_assert(AllocationTelemetry{}.ApiBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::PeakApiBytes), uint64>);
static_assert(AllocationTelemetry{}.PeakApiBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::ApiBytesAvailable), bool>);
static_assert(!AllocationTelemetry{}.ApiBytesAvailable);
static_assert(std::is_same_v<decltype(AllocationTelemetry::AllocatorBlockBytes), uint64>);
static_assert(AllocationTelemetry{}.AllocatorBlockBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::PeakAllocatorBlockBytes), uint64>);
static_assert(AllocationTelemetry{}.PeakAllocatorBlockBytes == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::AllocatorBlocksAvailable), bool>);
static_assert(!AllocationTelemetry{}.AllocatorBlocksAvailable);
static_assert(std::is_same_v<decltype(AllocationTelemetry::ResidencyAvailable), bool>);
static_assert(!AllocationTelemetry{}.ResidencyAvailable);
static_assert(std::is_same_v<decltype(AllocationTelemetry::BindingDescriptors), uint64>);
static_assert(AllocationTelemetry{}.BindingDescriptors == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::RetiringBindingDescriptors), uint64>);
static_assert(AllocationTelemetry{}.RetiringBindingDescriptors == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::DescriptorArenaPools), uint64>);
static_assert(AllocationTelemetry{}.DescriptorArenaPools == 0);
static_assert(std::is_same_v<decltype(AllocationTelemetry::ReservedArenaDescriptors), uint64>);
static_assert(AllocationTelemetry{}.ReservedArenaDescriptors == 0);
// ---- gpu_scope.h ----

// GpuScopeDescription
static_assert(std::is_aggregate_v<GpuScopeDescription> && std::is_final_v<GpuScopeDescription>);
static_assert(std::is_same_v<decltype(GpuScopeDescription::Identity), uint64>);
static_assert(GpuScopeDescription{}.Identity == 0);
static_assert(std::is_same_v<decltype(GpuScopeDescription::Name), char[GPU_SCOPE_NAME_BYTES]>);
static_assert(IsZero(GpuScopeDescription{}.Name));
static_assert(std::is_same_v<decltype(GpuScopeDescription::NameBytes), uint32>);
static_assert(GpuScopeDescription{}.NameBytes == 0);
static_assert(std::is_same_v<decltype(GpuScopeDescription::LogicalPassCount), uint32>);
static_assert(GpuScopeDescription{}.LogicalPassCount == 1);

// GpuPassTiming
static_assert(std::is_aggregate_v<GpuPassTiming> && std::is_final_v<GpuPassTiming>);
static_assert(std::is_same_v<decltype(GpuPassTiming::Scope), GpuScopeDescription>);
static_assert(std::is_same_v<decltype(GpuPassTiming::Kind), GpuPassKind>);
static_assert(GpuPassTiming{}.Kind == GpuPassKind::Raster);
static_assert(std::is_same_v<decltype(GpuPassTiming::State), GpuTimingState>);
static_assert(GpuPassTiming{}.State == GpuTimingState::Empty);
static_assert(std::is_same_v<decltype(GpuPassTiming::DurationNanoseconds), uint64>);
static_assert(GpuPassTiming{}.DurationNanoseconds == 0);
static_assert(std::is_same_v<decltype(GpuPassTiming::BeginNanoseconds), uint64>);
static_assert(GpuPassTiming{}.BeginNanoseconds == 0);

// GpuPassTimings
static_assert(std::is_aggregate_v<GpuPassTimings> && std::is_final_v<GpuPassTimings>);
static_assert(std::is_same_v<decltype(GpuPassTimings::State), GpuTimingState>);
static_assert(GpuPassTimings{}.State == GpuTimingState::Empty);
static_assert(std::is_same_v<decltype(GpuPassTimings::Passes), GpuPassTiming[MAX_GPU_TIMED_PASSES]>);
static_assert(std::is_same_v<decltype(GpuPassTimings::PassCount), uint32>);
static_assert(GpuPassTimings{}.PassCount == 0);
static_assert(std::is_same_v<decltype(GpuPassTimings::OmittedPasses), uint32>);
static_assert(GpuPassTimings{}.OmittedPasses == 0);
static_assert(std::is_same_v<decltype(GpuPassTimings::HasClockAlignment), bool>);
static_assert(!GpuPassTimings{}.HasClockAlignment);

// Positional prefixes of programs.
constexpr GraphUse USE = {GraphVersion{}, GraphAccessMode::Uniform, 256, 48, RasterVisibility::Fragment};
constexpr GraphUse WHOLE = {GraphVersion{}, GraphAccessMode::ColorWrite};
constexpr GraphCompileOptions OPTIONS = {true, false};
constexpr TextureRegion REGION = {1, 2, 3, 4, 5};
static_assert(USE.Offset == 256 && USE.Size == 48 && USE.Visibility == RasterVisibility::Fragment);
static_assert(WHOLE.Access == GraphAccessMode::ColorWrite && WHOLE.Size == 0);
static_assert(OPTIONS.CullUnused && !OPTIONS.MergeRasterPasses);
static_assert(REGION.Mip == 1 && REGION.X == 2 && REGION.Y == 3 && REGION.Width == 4 && REGION.Height == 5);

// Designated initialisers of programs.
constexpr RasterPassDescription PASS = {.ColorLoad = RasterLoad::Load, .DepthStore = RasterStore::Store};
constexpr GraphPassDescription GRAPH_PASS = {.Name = "pass", .Attachment = PASS, .Uses = &USE, .UseCount = 1};
static_assert(PASS.ColorStore == RasterStore::Store && PASS.ClearDepth == 1);
static_assert(GRAPH_PASS.UseCount == 1 && GRAPH_PASS.DrawCount == 0 && !GRAPH_PASS.SideEffect);
} // namespace

/// The shapes of calls with literals: braces choose the options, a boolean the reference mode.
[[maybe_unused]] static void UseAsProgramsDo(DeviceHandle device, OrderedGraph graph, GraphReport& report)
{
    static_cast<void>(CompileOrderedGraph(device, graph, report));
    static_cast<void>(CompileOrderedGraph(device, graph, report, true));
    static_cast<void>(CompileOrderedGraph(device, graph, report, {true, false}));
}
} // namespace ludus::graphics::rhi
