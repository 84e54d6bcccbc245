#version 450
layout(set = 0, binding = 1) uniform texture2D image;
layout(set = 0, binding = 2) uniform sampler filtering;
layout(location = 0) in vec2 texel;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 result;
void main()
{
    result = texture(sampler2D(image, filtering), texel) * color;
}
