// Which roads this process takes: part of the conformance suite, which runs on either.
#include "opengl_test.h"

#include <cstdlib>
#include <string_view>

namespace ludus::graphics::rhi::tests
{
namespace
{
class Roads : public OpenGlTest
{
};

TEST_P(Roads, AreTheOnesAskedFor)
{
    const char* asked = std::getenv("LUDUS_OPENGL_WORKAROUNDS"); // NOLINT(concurrency-mt-unsafe): one thread
    const bool isDesktop = asked == nullptr || std::string_view(asked) != "all";
    Start();
    const internal::opengl::GlFacts& facts = GetBackend().GetDevice().Facts;
    EXPECT_EQ(facts.HasMappedMemory, isDesktop);
    EXPECT_EQ(facts.HasVertexBindings, isDesktop);
    EXPECT_EQ(facts.HasImageCopies, isDesktop);
}

LUDUS_ON_OPENGL(Roads);
} // namespace
} // namespace ludus::graphics::rhi::tests
