// A raster pipeline's description with its handles resolved, every rule checked and its arrays copied: what direct
// creation and shared requests have in common.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Resolves, checks and copies; streams and attributes come out in their canonical order.
[[nodiscard]] RasterVerdict ResolvePipeline(Session& session, const RasterPipelineDescription& description,
                                            ResolvedPipeline& out) noexcept;

/// What a backend makes the pipeline from; borrows from `pipeline`.
[[nodiscard]] RasterPipelineCreation MakePipelineCreation(const ResolvedPipeline& pipeline) noexcept;

/// Gives a reserved record its content and lets it keep stages and layout.
void FillPipelineRecord(Session& session, uint32 slot, const ResolvedPipeline& pipeline) noexcept;

/// Whether both make the same pipeline, field by field.
[[nodiscard]] bool IsSamePipeline(const ResolvedPipeline& a, const ResolvedPipeline& b) noexcept;
} // namespace ludus::graphics::rhi::internal
