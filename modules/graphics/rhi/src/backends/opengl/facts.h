// What the started context is: the two profiles of this backend differ in these facts and in nothing else.
//
// GL 4.5 core has all of them. WebGL 2, which is OpenGL ES 3.0 but for a few calls, has none: clip space is turned by
// the artifact instead of the context, the frame ring and the slices are shadows that submissions upload, vertex
// attributes point into buffers one by one, a part of a texture is sampled from a copy, compute is not offered.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal::opengl
{
using namespace foundation::core;

struct GlFacts final
{
    bool HasDesktopTexts{false};    // shaders are GLSL 4.50, else GLSL ES 3.00
    bool CanWait{false};            // a fence may be waited for; a page never does
    bool HasClipControl{false};     // rows and depth as everywhere else; otherwise the vertex stage turns them
    bool HasProvokingVertex{false}; // a triangle's first vertex lends what is not interpolated; otherwise its last does
    bool HasMappedMemory{false};    // buffers that stay mapped while the GPU uses them
    bool HasVertexBindings{false};  // vertex formats apart from the buffers they read
    bool HasTextureViews{false};    // names for a part of a texture's levels and layers; otherwise a copy of it
    bool HasFloatTargets{false};    // framebuffers of binary16 channels, from which a part can be copied
    bool HasBlockFormats{false};    // BC1 and BC3; BC5 comes with every desktop context
    bool HasSeamlessCubes{false};   // a switch for what ES always does: filters reach over a cube's edges
    bool HasImageCopies{false};     // texels copied without a framebuffer
    bool HasSharedRoles{false};     // one buffer for vertices and indices
    bool HasCompute{false};         // dispatches, storage buffers, indirect draws
    bool HasLineFill{false};        // glPolygonMode
    bool HasLabels{false};          // names for tools
    bool HasParallelCompile{false}; // the driver compiles beside us and says when it is done
    bool HasResetStatus{false};     // a lost context says so
    bool OutlivesLoss{false};       // what a lost context had may still be deleted, and should: its names go on
    bool IsDebug{false};            // the driver explains every error
    bool HasElapsedQueries{false};  // a query takes the time between two calls, instead of the time of one
    uint32 TimestampBits{0};        // of either's counter; zero: there is none
};
} // namespace ludus::graphics::rhi::internal::opengl
