// What may take the place of a binding set, and the tokens that name a set's elements.
#include "../support/device_test.h"

#include <array>
#include <string>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto MALFORMED = RasterStatus::InvalidDescription;

class BindingSets : public DeviceTest
{
protected:
    BindingLayoutHandle MakeUniformLayout()
    {
        const RasterBinding binding{.Binding = 0, .MinSize = 16};
        return MakeLayout({&binding, 1});
    }

    BindingSetHandle MakeUniformSet(BindingLayoutHandle layout)
    {
        const std::array<uint8, 256> bytes{};
        const RasterBindingResource resource{
            .Binding = 0, .Buffer = MakeBuffer(BufferRole::Uniform, AsBytes(bytes)), .Size = 16};
        return MakeSet(layout, {&resource, 1});
    }
};

TEST_P(BindingSets, AreReplacedByAnotherSetOfTheSameLayoutOnly)
{
    Start();
    BindingSetHandle current = MakeUniformSet(MakeUniformLayout());
    BindingSetHandle ofTwinLayout = MakeUniformSet(MakeUniformLayout()); // an equal layout is not the same one
    BindingSetHandle itself = current;
    BindingSetHandle null;
    EXPECT_REFUSAL(PublishBindingSetUpdate(Device, current, ofTwinLayout), MALFORMED, ReplacementUnsuited);
    EXPECT_REFUSAL(PublishBindingSetUpdate(Device, current, itself), MALFORMED, ReplacementUnsuited);
    EXPECT_REFUSAL(PublishBindingSetUpdate(Device, current, null), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(PublishBindingSetUpdate(Device, null, current), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(GetStatus(Device, current), RasterStatus::Ready); // both keep what they were
    EXPECT_EQ(GetStatus(Device, ofTwinLayout), RasterStatus::Ready);
}

TEST_P(BindingSets, TokensNameElementsOfTheirOwnSet)
{
    Start();
    const BindingLayoutHandle layout = MakeUniformLayout();
    BindingSetHandle set = MakeUniformSet(layout);
    BindingSetHandle replacement = MakeUniformSet(layout);
    RasterBindingIndex token;
    ASSERT_EQ(GetBindingIndex(Device, set, 0, 0, token), RasterStatus::Ready);
    uint32 element = 7;
    EXPECT_EQ(GetBindingArrayElement(Device, set, token, element), RasterStatus::Ready);
    EXPECT_EQ(element, 0U);
    element = 7;
    EXPECT_REFUSAL(GetBindingArrayElement(Device, replacement, token, element), RasterStatus::InvalidHandle,
                   StaleHandle);
    ASSERT_EQ(PublishBindingSetUpdate(Device, set, replacement), RasterStatus::Ready);
    EXPECT_REFUSAL(GetBindingArrayElement(Device, set, token, element), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(element, 7U);

    RasterBindingIndex none;
    EXPECT_REFUSAL(GetBindingIndex(Device, set, 1, 0, none), MALFORMED, BindingElementAbsent);
    EXPECT_REFUSAL(GetBindingIndex(Device, set, 0, 1, none), MALFORMED, BindingElementAbsent);
    EXPECT_REFUSAL(GetBindingArrayElement(Device, set, none, element), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(BindingSets, RuntimeSetsNeedADeviceThatOffersThem)
{
    Start();
    BindingSetHandle set;
    EXPECT_REFUSAL(CreateRuntimeBindingSet(Device, MakeUniformLayout(), {}, 1, set), RasterStatus::Unsupported,
                   FeatureNotEnabled);
    EXPECT_TRUE(IsNullHandle(set));
}

TEST_P(BindingSets, LongLabelsAreCutBetweenCharacters)
{
    Start();
    BindingSetHandle set = MakeUniformSet(MakeUniformLayout());
    BindingSetHandle itself = set;
    const std::string fits(LABEL_BYTES - 2, 'x');
    ASSERT_EQ(SetLabel(Device, set, fits + "\xC3\xA9"), RasterStatus::Ready); // e acute: one byte too many
    EXPECT_REFUSAL(PublishBindingSetUpdate(Device, set, itself), MALFORMED, ReplacementUnsuited);
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic(Device, why));
    EXPECT_EQ(std::string(why.Object), "binding set \"" + fits + "\"");
}

LUDUS_ON_EVERY_LANE(BindingSets);
} // namespace
} // namespace ludus::graphics::rhi::tests
