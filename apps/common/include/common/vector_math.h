// The little linear algebra that our programs need. Matrices are column-major: what a uniform block takes as it is.
#pragma once

#include <ludus/foundation/base/types.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ludus::apps
{
using foundation::float32;

struct Float2 final
{
    float32 X{0};
    float32 Y{0};
};

struct Float3 final
{
    float32 X{0};
    float32 Y{0};
    float32 Z{0};
};

struct Float4 final
{
    float32 X{0};
    float32 Y{0};
    float32 Z{0};
    float32 W{0};
};

/// Element (row, column) is At[column * 4 + row]; a translation is At[12..14].
struct Matrix final
{
    float32 At[16]{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

constexpr float32 PI = 3.14159265358979F;

constexpr Float3 operator+(Float3 a, Float3 b) noexcept
{
    return {a.X + b.X, a.Y + b.Y, a.Z + b.Z};
}

constexpr Float3 operator-(Float3 a, Float3 b) noexcept
{
    return {a.X - b.X, a.Y - b.Y, a.Z - b.Z};
}

constexpr Float3 operator*(Float3 a, float32 scale) noexcept
{
    return {a.X * scale, a.Y * scale, a.Z * scale};
}

constexpr float32 Dot(Float3 a, Float3 b) noexcept
{
    return a.X * b.X + a.Y * b.Y + a.Z * b.Z;
}

constexpr Float3 Cross(Float3 a, Float3 b) noexcept
{
    return {a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X};
}

inline float32 Length(Float3 a) noexcept
{
    return std::sqrt(Dot(a, a));
}

/// `a` with length one; `otherwise` when it has no direction.
inline Float3 Normalize(Float3 a, Float3 otherwise = {0, 0, 1}) noexcept
{
    // Scaled first, so that squares of very small and very large components neither vanish nor overflow.
    const float32 largest = std::max({std::fabs(a.X), std::fabs(a.Y), std::fabs(a.Z)});
    if (!(largest > 0) || !std::isfinite(largest))
    {
        return otherwise;
    }
    const Float3 scaled{a.X / largest, a.Y / largest, a.Z / largest};
    return scaled * (1.0F / Length(scaled));
}

inline bool IsFinite(Float3 a) noexcept
{
    return std::isfinite(a.X) && std::isfinite(a.Y) && std::isfinite(a.Z);
}

inline bool IsFinite(const Matrix& matrix) noexcept
{
    return std::all_of(std::begin(matrix.At), std::end(matrix.At), [](float32 value) { return std::isfinite(value); });
}

/// a * b: applies b first.
constexpr Matrix operator*(const Matrix& a, const Matrix& b) noexcept
{
    Matrix product;
    for (int column = 0; column < 4; ++column)
    {
        for (int row = 0; row < 4; ++row)
        {
            float32 sum = 0;
            for (int inner = 0; inner < 4; ++inner)
            {
                sum += a.At[inner * 4 + row] * b.At[column * 4 + inner];
            }
            product.At[column * 4 + row] = sum;
        }
    }
    return product;
}

/// The point moved by an affine matrix.
constexpr Float3 TransformPoint(const Matrix& m, Float3 p) noexcept
{
    return {m.At[0] * p.X + m.At[4] * p.Y + m.At[8] * p.Z + m.At[12],
            m.At[1] * p.X + m.At[5] * p.Y + m.At[9] * p.Z + m.At[13],
            m.At[2] * p.X + m.At[6] * p.Y + m.At[10] * p.Z + m.At[14]};
}

/// Translation * rotation (unit quaternion) * scale.
constexpr Matrix ComposeTransform(Float3 translation, Float4 q, Float3 scale) noexcept
{
    return {{(1 - 2 * (q.Y * q.Y + q.Z * q.Z)) * scale.X, 2 * (q.X * q.Y + q.Z * q.W) * scale.X,
             2 * (q.X * q.Z - q.Y * q.W) * scale.X, 0, 2 * (q.X * q.Y - q.Z * q.W) * scale.Y,
             (1 - 2 * (q.X * q.X + q.Z * q.Z)) * scale.Y, 2 * (q.Y * q.Z + q.X * q.W) * scale.Y, 0,
             2 * (q.X * q.Z + q.Y * q.W) * scale.Z, 2 * (q.Y * q.Z - q.X * q.W) * scale.Z,
             (1 - 2 * (q.X * q.X + q.Y * q.Y)) * scale.Z, 0, translation.X, translation.Y, translation.Z, 1}};
}

/// Determinant of the upper three by three: negative when the matrix mirrors.
constexpr float32 Determinant3(const Matrix& m) noexcept
{
    const Float3 x{m.At[0], m.At[1], m.At[2]};
    const Float3 y{m.At[4], m.At[5], m.At[6]};
    const Float3 z{m.At[8], m.At[9], m.At[10]};
    return Dot(x, Cross(y, z));
}

/// What turns normals while `m` moves points: the cofactors of its upper three by three, which is the inverse transpose
/// times the determinant, and exists for flattening matrices too. Lengths change; the sign follows mirroring.
constexpr Matrix NormalMatrix(const Matrix& m) noexcept
{
    const Float3 x{m.At[0], m.At[1], m.At[2]};
    const Float3 y{m.At[4], m.At[5], m.At[6]};
    const Float3 z{m.At[8], m.At[9], m.At[10]};
    const float32 sign = Determinant3(m) < 0 ? -1.0F : 1.0F;
    const Float3 columns[3] = {Cross(y, z) * sign, Cross(z, x) * sign, Cross(x, y) * sign};
    Matrix result;
    for (int column = 0; column < 3; ++column)
    {
        result.At[column * 4 + 0] = columns[column].X;
        result.At[column * 4 + 1] = columns[column].Y;
        result.At[column * 4 + 2] = columns[column].Z;
    }
    return result;
}

/// View from `eye` to `target`: right-handed, looks along -Z.
inline Matrix LookAt(Float3 eye, Float3 target, Float3 up) noexcept
{
    const Float3 back = Normalize(eye - target);
    const Float3 right = Normalize(Cross(up, back), {1, 0, 0});
    const Float3 top = Cross(back, right);
    return {{right.X, top.X, back.X, 0, right.Y, top.Y, back.Y, 0, right.Z, top.Z, back.Z, 0, -Dot(right, eye),
             -Dot(top, eye), -Dot(back, eye), 1}};
}

/// Perspective with clip depth 0 at `near` and 1 at `far`, Y up. `fieldOfView` is vertical, in radians.
inline Matrix Perspective(float32 fieldOfView, float32 aspect, float32 near, float32 far) noexcept
{
    const float32 scale = 1.0F / std::tan(fieldOfView * 0.5F);
    const float32 depth = far / (near - far);
    return {{scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, depth, -1, 0, 0, near * depth, 0}};
}
} // namespace ludus::apps
