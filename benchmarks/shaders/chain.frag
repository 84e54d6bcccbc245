// What the pass before has left.
#version 450

layout(set = 0, binding = 0) uniform texture2D before;
layout(set = 0, binding = 1) uniform sampler nearest;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;

void main()
{
    colour = texture(sampler2D(before, nearest), uv);
}
