// The Vulkan headers as every file of the backend sees them: no prototypes, and volk's pointers under our names.
#pragma once

#include "volk_names.h"

#include <volk.h>
