#version 450
// Writes each invocation's number. That the size of the group is read makes the compiler state it twice: as the entry
// point's mode, and as a constant of the built-in.
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint numbers[];
};
void main()
{
    uvec3 at = gl_GlobalInvocationID;
    numbers[(at.z * gl_WorkGroupSize.y + at.y) * gl_WorkGroupSize.x + at.x] = gl_LocalInvocationIndex;
}
