// A picture in a frame of another colour: all but the border shows the pass before, smaller (S5 of scenarios.h).
#version 450

layout(location = 0) in vec2 corner;
layout(location = 0) out vec2 uv;

void main()
{
    gl_Position = vec4(corner * 1.5 - 0.75, 0.5, 1.0);
    uv = vec2(corner.x, 1.0 - corner.y);
}
