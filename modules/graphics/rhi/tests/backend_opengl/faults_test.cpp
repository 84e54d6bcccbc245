// Calls that a driver fails: each is answered, nothing leaks, and what comes after works.
//
// These cases point libepoxy's variables at functions of their own for a while.
#include "opengl_test.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
// What glGetError answers next, the last first.
std::vector<GLenum> s_Errors;

GLenum AnswerErrors()
{
    if (s_Errors.empty())
    {
        return GL_NO_ERROR;
    }
    const GLenum error = s_Errors.back();
    s_Errors.pop_back();
    return error;
}

void* MapNothing(GLenum /*target*/, GLintptr /*offset*/, GLsizeiptr /*length*/, GLbitfield /*access*/)
{
    return nullptr;
}

GLsync MakeNoFence(GLenum /*condition*/, GLbitfield /*flags*/)
{
    return nullptr;
}

GLenum FindIncomplete(GLenum /*target*/)
{
    return GL_FRAMEBUFFER_UNSUPPORTED;
}

class OpenGlFaults : public OpenGlTest
{
protected:
    void SetUp() override
    {
        s_Errors.clear();
        OpenGlTest::SetUp();
    }

    // A buffer's creation while the driver answers these errors, the last first.
    RasterStatus CreateAmid(std::vector<GLenum> errors)
    {
        s_Errors = std::move(errors);
        const Swapped swapped(epoxy_glGetError, &AnswerErrors);
        const uint32 word = 0;
        BufferHandle buffer;
        const RasterStatus status = CreateBuffer(Device, {BufferRole::Vertex, 4}, BytesOf(word), buffer);
        EXPECT_TRUE(s_Errors.empty()) << "every error is taken";
        EXPECT_TRUE(IsNullHandle(buffer));
        return status;
    }

    void ExpectDraws()
    {
        DrawPlain();
        ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
    }
};

TEST_P(OpenGlFaults, RefusedMemoryOutweighsWhatFollows)
{
    Start();
    MakePlain();
    EXPECT_EQ(CreateAmid({GL_OUT_OF_MEMORY}), RasterStatus::OutOfMemory);
    EXPECT_EQ(CreateAmid({GL_INVALID_OPERATION, GL_OUT_OF_MEMORY}), RasterStatus::OutOfMemory);
    EXPECT_EQ(CreateAmid({GL_OUT_OF_MEMORY, GL_INVALID_OPERATION}), RasterStatus::OutOfMemory);
    EXPECT_EQ(CreateAmid({GL_INVALID_OPERATION}), RasterStatus::Failed);
    ExpectDraws();
}

TEST_P(OpenGlFaults, ALostContextIsLost)
{
    Start();
    MakePlain();
    DrawPlain();
    EXPECT_EQ(CreateAmid({GL_CONTEXT_LOST}), RasterStatus::DeviceLost);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
    Stop();
    Start();
    MakePlain();
    ExpectDraws();
}

TEST_P(OpenGlFaults, AMapThatFailsIsRefusedMemory)
{
    Start();
    MakePlain();
    {
        const Swapped swapped(epoxy_glMapBufferRange, &MapNothing);
        BufferHandle ring;
        EXPECT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::OutOfMemory);
        EXPECT_TRUE(IsNullHandle(ring));
    }
    ExpectDraws();
}

TEST_P(OpenGlFaults, AnIncompleteFramebufferIsNoAttachment)
{
    Start();
    MakePlain();
    const internal::SessionInspection before = internal::InspectSession();
    TextureHandle texture;
    {
        const Swapped swapped(epoxy_glCheckFramebufferStatus, &FindIncomplete);
        EXPECT_EQ(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true}, {}, texture),
                  RasterStatus::Failed);
        EXPECT_TRUE(IsNullHandle(texture));
    }
    EXPECT_EQ(internal::InspectSession().LiveRecords, before.LiveRecords);
    EXPECT_EQ(internal::InspectSession().LiveBackendObjects, before.LiveBackendObjects);
    ExpectDraws();
}

TEST_P(OpenGlFaults, AFrameWithoutAFenceFaultsTheSession)
{
    Start();
    MakePlain();
    DrawPlain();
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    {
        const Swapped swapped(epoxy_glFenceSync, &MakeNoFence);
        EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
    }
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Failed);
    Stop();
    Start();
    MakePlain();
    ExpectDraws();
}

TEST_P(OpenGlFaults, AFramesErrorsAreItsOwn)
{
    Start();
    MakePlain();
    DrawPlain();
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    s_Errors = {GL_INVALID_OPERATION, GL_OUT_OF_MEMORY};
    {
        const Swapped swapped(epoxy_glGetError, &AnswerErrors);
        EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
    }
    EXPECT_TRUE(s_Errors.empty()) << "none is left to the next call";
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Failed);
    Stop();
    Start();
    MakePlain();
    ExpectDraws();
}

// A page does not ask after its frames, as that would wait for them. What comes next asks first, and is not to blame.
TEST_P(OpenGlFaults, AFramesErrorsAreNotTheNextCreations)
{
    Start();
    MakePlain();
    DrawPlain(); // makes the frame's images
    internal::opengl::Device& gpu = GetBackend().GetDevice();
    gpu.Facts.CanWait = false;
    s_Errors = {GL_INVALID_OPERATION};
    {
        const Swapped swapped(epoxy_glGetError, &AnswerErrors);
        DrawPlain();
        EXPECT_EQ(s_Errors.size(), 1U) << "nobody asks after a frame of a page";
        const uint32 word = 0;
        BufferHandle buffer;
        EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, BytesOf(word), buffer), RasterStatus::DeviceLost,
                       DeviceIsLost);
        EXPECT_TRUE(IsNullHandle(buffer));
        EXPECT_TRUE(s_Errors.empty());
    }
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost); // `gpu` has gone with it
    Stop();
    Start();
    MakePlain();
    ExpectDraws();
}

TEST_P(OpenGlFaults, WhatIsCreatedAfterAnErrorFreeFrameOfAPageIsThere)
{
    Start();
    MakePlain();
    internal::opengl::Device& gpu = GetBackend().GetDevice();
    gpu.Facts.CanWait = false;
    DrawPlain();
    const uint32 word = 0;
    static_cast<void>(MakeBuffer(BufferRole::Vertex, BytesOf(word)));
    gpu.Facts.CanWait = true;
    ExpectDraws();
}

LUDUS_ON_OPENGL(OpenGlFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
