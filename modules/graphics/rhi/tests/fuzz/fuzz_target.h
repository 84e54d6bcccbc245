// What a fuzzer program consists of: one function, called by libFuzzer or by replay.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

/// Runs one input; aborts where an invariant is broken. Keeps no state from one call to the next.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
