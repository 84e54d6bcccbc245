#version 450
layout(set = 0, binding = 0) uniform Block
{
    vec4 color;
} block;
layout(location = 0) out vec4 result;
void main()
{
    result = block.color;
}
