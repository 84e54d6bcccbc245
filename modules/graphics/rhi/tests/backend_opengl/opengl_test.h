// Cases of the OpenGL backend alone: the scene of the conformance suite, and the backend below the frontend.
#pragma once

#include "../support/scene.h"
#include "backends/opengl/backend.h"
#include "frontend/session.h"

#include <utility>

namespace ludus::graphics::rhi::tests
{
/// The lanes that are this backend's.
[[nodiscard]] inline std::vector<Lane> GetOpenGlLanes()
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes, [](const Lane& lane) { return lane.Api != Backend::OpenGL; });
    return lanes;
}

/// Points one of libepoxy's variables, through which OpenGL and EGL are called, at another function for a scope.
template <class Function>
class Swapped final
{
public:
    Swapped(Function& variable, Function other) : Variable(variable), Before(std::exchange(variable, other)) {}

    Swapped(const Swapped&) = delete;
    Swapped& operator=(const Swapped&) = delete;

    ~Swapped() { Variable = Before; }

private:
    Function& Variable;
    Function Before;
};

class OpenGlTest : public SceneTest
{
protected:
    static internal::opengl::OpenGlBackend& GetBackend()
    {
        return static_cast<internal::opengl::OpenGlBackend&>(*internal::GetSession().Native);
    }

    /// The plain square over the whole frame, in the colour of its vertices.
    void DrawPlain()
    {
        Begin({.Width = 8, .Height = 4});
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        End();
    }
};
} // namespace ludus::graphics::rhi::tests

#define LUDUS_ON_OPENGL(Fixture) INSTANTIATE_TEST_SUITE_P(, Fixture, testing::ValuesIn(GetOpenGlLanes()), GetLaneName)
