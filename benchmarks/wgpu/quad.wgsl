// A quad moved, scaled and coloured by the draw's uniform (DrawUniform in scenarios.h).
struct DrawUniform
{
    offset: vec2f,
    scale: vec2f,
    colour: vec4f,
    unused: array<vec4f, 2>,
}

@group(0) @binding(0) var<uniform> draw: DrawUniform;

struct Corner
{
    @builtin(position) position: vec4f,
    @location(0) colour: vec4f,
}

@vertex
fn VertexMain(@location(0) corner: vec2f) -> Corner
{
    return Corner(vec4f(corner * draw.scale + draw.offset, 0.5, 1.0), draw.colour);
}

@fragment
fn FragmentMain(input: Corner) -> @location(0) vec4f
{
    return input.colour;
}
