#version 450
// Positions and texture coordinates from one stream, moved by the uniform.
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 coordinate;
layout(set = 0, binding = 0) uniform Block
{
    vec4 offset; // clip space; z is the depth
    vec4 color;
} block;
layout(location = 0) out vec2 texel;
layout(location = 1) out vec4 color;
void main()
{
    gl_Position = vec4(position + block.offset.xy, block.offset.z, 1.0);
    texel = coordinate;
    color = block.color;
}
