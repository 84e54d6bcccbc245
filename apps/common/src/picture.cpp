// PNG files over libspng, and the comparison of pictures.
#include <common/picture.h>

#include <spng.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace ludus::apps
{
using foundation::uint32;
using foundation::uint8;
using foundation::usize;

namespace
{
struct FileCloser final
{
    void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};

struct ContextFreer final
{
    void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};

using File = std::unique_ptr<std::FILE, FileCloser>;
using Context = std::unique_ptr<spng_ctx, ContextFreer>;

bool Refuse(std::string& problem, const std::string& path, const char* what)
{
    problem = path + ": " + what;
    return false;
}

bool Encode(const Picture& picture, std::FILE* file, const char*& what)
{
    const Context context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context)
    {
        what = "out of memory";
        return false;
    }
    spng_ihdr header{};
    header.width = picture.Width;
    header.height = picture.Height;
    header.bit_depth = 8;
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    int result = spng_set_png_file(context.get(), file);
    result = result != 0 ? result : spng_set_ihdr(context.get(), &header);
    result = result != 0 ? result : spng_set_srgb(context.get(), 0);
    result = result != 0 ? result
                         : spng_encode_image(context.get(), picture.Rgba.data(), picture.Rgba.size(), SPNG_FMT_PNG,
                                             SPNG_ENCODE_FINALIZE);
    what = result != 0 ? spng_strerror(result) : "";
    return result == 0;
}
} // namespace

bool WritePng(const std::string& path, const Picture& picture, std::string& problem)
{
    if (picture.Width == 0 || picture.Height == 0 ||
        picture.Rgba.size() != static_cast<usize>(picture.Width) * picture.Height * 4)
    {
        return Refuse(problem, path, "the picture has no pixels to write");
    }
    File file(std::fopen(path.c_str(), "wb"));
    if (!file)
    {
        return Refuse(problem, path, std::strerror(errno));
    }
    const char* what = "";
    bool isWritten = Encode(picture, file.get(), what);
    if (isWritten && std::fflush(file.get()) != 0)
    {
        what = std::strerror(errno);
        isWritten = false;
    }
    file.reset();
    if (!isWritten)
    {
        std::error_code ignored; // half a file is worse than none, but a device that was named stays
        if (std::filesystem::is_regular_file(path, ignored))
        {
            std::filesystem::remove(path, ignored);
        }
        return Refuse(problem, path, what);
    }
    return true;
}

bool ReadPng(const std::string& path, Picture& picture, std::string& problem)
{
    constexpr uint32 MAX_EDGE = 16384;
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file)
    {
        return Refuse(problem, path, std::strerror(errno));
    }
    const Context context(spng_ctx_new(0));
    if (!context)
    {
        return Refuse(problem, path, "out of memory");
    }
    spng_ihdr header{};
    usize size = 0;
    int result = spng_set_image_limits(context.get(), MAX_EDGE, MAX_EDGE);
    result = result != 0 ? result : spng_set_png_file(context.get(), file.get());
    result = result != 0 ? result : spng_get_ihdr(context.get(), &header);
    result = result != 0 ? result : spng_decoded_image_size(context.get(), SPNG_FMT_RGBA8, &size);
    if (result != 0)
    {
        return Refuse(problem, path, spng_strerror(result));
    }
    Picture read{header.width, header.height, std::vector<uint8>(size)};
    result = spng_decode_image(context.get(), read.Rgba.data(), size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    if (result != 0)
    {
        return Refuse(problem, path, spng_strerror(result));
    }
    picture = std::move(read);
    return true;
}

PictureDifference ComparePictures(const Picture& a, const Picture& b, uint32 threshold)
{
    PictureDifference difference;
    difference.IsSameSize = a.Width == b.Width && a.Height == b.Height && a.Rgba.size() == b.Rgba.size();
    if (!difference.IsSameSize)
    {
        return difference;
    }
    for (uint32 y = 0; y < a.Height; ++y)
    {
        for (uint32 x = 0; x < a.Width; ++x)
        {
            uint32 largest = 0;
            for (usize channel = 0; channel < 4; ++channel)
            {
                const int delta = std::abs(int{a.At(x, y)[channel]} - int{b.At(x, y)[channel]});
                largest = std::max(largest, static_cast<uint32>(delta));
            }
            difference.Largest = std::max(difference.Largest, largest);
            if (largest > threshold)
            {
                if (difference.PixelsAbove == 0)
                {
                    difference.FirstX = x;
                    difference.FirstY = y;
                }
                ++difference.PixelsAbove;
            }
        }
    }
    return difference;
}
} // namespace ludus::apps
