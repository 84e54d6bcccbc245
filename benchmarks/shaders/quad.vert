// A quad moved, scaled and coloured by the draw's uniform (DrawUniform in scenarios.h).
#version 450

layout(location = 0) in vec2 corner;

layout(set = 0, binding = 0) uniform DrawUniform
{
    vec2 offset;
    vec2 scale;
    vec4 colour;
    vec4 unused[2];
};

layout(location = 0) out vec4 vertexColour;

void main()
{
    gl_Position = vec4(corner * scale + offset, 0.5, 1.0);
    vertexColour = colour;
}
