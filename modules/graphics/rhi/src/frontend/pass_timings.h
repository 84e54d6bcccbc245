// The passes that a stream will have timestamps for.
#pragma once

#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal
{
/// Lists the passes of an accepted stream in its order, as Submission::Timestamps counts them, each with the scope it
/// lies in. A pass outside of scopes has a null identity and says how many authored passes it holds.
void ListPasses(std::span<const uint8> stream, GpuPassTimings& timings) noexcept;
} // namespace ludus::graphics::rhi::internal
