#version 450
// Writes the four corners of a quad that covers clip space, position and texture coordinate each.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Vertices
{
    vec4 vertices[];
};
void main()
{
    vec2 corner = vec2(gl_LocalInvocationID.x & 1u, gl_LocalInvocationID.x >> 1);
    vertices[gl_LocalInvocationID.x] = vec4(corner * 2.0 - 1.0, corner);
}
