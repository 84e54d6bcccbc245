// Identities are finite and never repeat: what happens when the last one is gone.
#include "../support/scene.h"
#include "registry/registry.h"

#include <limits>

namespace ludus::graphics::rhi::tests
{
namespace
{
class IdentityFaults : public SceneTest
{
protected:
    void SetUp() override
    {
        SceneTest::SetUp();
        Next = internal::GetNextIdentity();
    }

    void TearDown() override
    {
        internal::SetNextIdentity(Next + 1000); // beyond all that the case has used
        SceneTest::TearDown();
    }

    // Leaves room for `count` more.
    static void Leave(uint64 count) { internal::SetNextIdentity(std::numeric_limits<uint64>::max() - 1 - count); }

    uint64 Next{0};
};

TEST_P(IdentityFaults, WithoutAnOwnerNothingStarts)
{
    Leave(0);
    StartupInfo failure{.Error = StartupError::Validation};
    EXPECT_REFUSAL(CreateDevice({}, {}, {.Selection = GetParam().Selection}, Device, Surface, &failure),
                   DeviceStatus::IdentityExhausted, IdentitiesExhausted);
    EXPECT_EQ(failure.Error, StartupError::Validation);
    EXPECT_FALSE(internal::InspectSession().HasSession);
    EXPECT_EQ(rhi::Start({}, {}, GetParam().Selection), StartStatus::Failed);
    EXPECT_EQ(GetStartup().Error, StartupError::GenerationExhausted);
    Shutdown();
}

TEST_P(IdentityFaults, WithoutAGenerationNothingIsCreated)
{
    Start();
    Begin({.Width = 8, .Height = 4});
    End();
    Leave(1);
    const BufferHandle last = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(4));
    BufferHandle buffer;
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, std::vector<uint8>(4), buffer),
                   RasterStatus::IdentityExhausted, IdentitiesExhausted);
    EXPECT_TRUE(IsNullHandle(buffer));
    SamplerHandle sampler;
    EXPECT_REFUSAL(CreateSampler(Device, {}, sampler), RasterStatus::IdentityExhausted, IdentitiesExhausted);
    FrameReadback ticket;
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::IdentityExhausted, IdentitiesExhausted);
    EXPECT_EQ(GetStatus(Device, last), RasterStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 1U);
}

LUDUS_ON_STEERED_LANES(IdentityFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
