// Reading glTF files: the bytes, the checks that tinygltf leaves out, then tinygltf itself, its exceptions contained.
#include "gltf_file.h"
#include "gltf_types.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>

namespace ludus::view
{
namespace
{
constexpr int MAX_JSON_DEPTH = 128; // tinygltf walks extras recursively
constexpr std::uint32_t GLB_MAGIC = 0x46546C67;
constexpr std::uint32_t GLB_JSON = 0x4E4F534A;
constexpr std::size_t GLB_HEADER_BYTES = 12;
constexpr std::size_t GLB_CHUNK_HEADER_BYTES = 8;

bool ReadWholeFile(const std::string& path, std::vector<unsigned char>& bytes, std::string& why)
{
    // Opening a pipe would wait for its writer, and a device has no size; what is not there is told apart below.
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        why = "it cannot be opened: it is not a regular file";
        return false;
    }
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0 || size >= std::numeric_limits<std::streamsize>::max()) // what a folder reports
    {
        why = "it cannot be opened";
        return false;
    }
    bytes.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)) && size != 0)
    {
        why = "it cannot be read";
        return false;
    }
    return true;
}

std::uint32_t WordAt(const std::vector<unsigned char>& bytes, std::size_t offset)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof word); // glTF is little-endian, and so are our platforms
    return word;
}

bool IsBinary(const std::vector<unsigned char>& bytes)
{
    return bytes.size() >= 4 && WordAt(bytes, 0) == GLB_MAGIC;
}

bool FindJson(const std::vector<unsigned char>& bytes, std::string_view& text, Problem& problem)
{
    std::size_t offset = 0;
    std::size_t length = bytes.size();
    if (IsBinary(bytes))
    {
        offset = GLB_HEADER_BYTES + GLB_CHUNK_HEADER_BYTES;
        if (bytes.size() < offset || WordAt(bytes, 4) != 2 || WordAt(bytes, GLB_HEADER_BYTES + 4) != GLB_JSON)
        {
            return problem.Say("is not a binary glTF 2.0 file: its header is damaged");
        }
        if (WordAt(bytes, 8) > bytes.size())
        {
            return problem.Say("is cut short: its header promises ", WordAt(bytes, 8), " bytes, ", bytes.size(),
                               " are there");
        }
        length = WordAt(bytes, GLB_HEADER_BYTES);
        if (length > bytes.size() - offset)
        {
            return problem.Say("is damaged: its JSON chunk ends beyond the file");
        }
    }
    text = std::string_view(reinterpret_cast<const char*>(bytes.data()) + offset, length);
    return true;
}

/// Most brackets open at once, outside strings.
int DepthOf(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool isString = false;
    for (std::size_t position = 0; position < text.size(); ++position)
    {
        const char character = text[position];
        if (isString)
        {
            position += character == '\\' ? 1 : 0; // whatever is escaped does not end the string
            isString = character != '"';
            continue;
        }
        isString = character == '"';
        depth += character == '[' || character == '{' ? 1 : 0;
        depth -= character == ']' || character == '}' ? 1 : 0;
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

/// True when `object[name]` is absent or an integer in [0, limit).
bool IsIndex(const nlohmann::json& object, const char* name, std::size_t limit)
{
    const auto found = object.find(name);
    return found == object.end() || (found->is_number_unsigned() && found->get<std::uint64_t>() < limit);
}

std::size_t CountOf(const nlohmann::json& root, const char* name)
{
    const auto found = root.find(name);
    return found != root.end() && found->is_array() ? found->size() : 0;
}

/// Said before tinygltf complains about what such an extension left out.
bool CheckRequiredExtensions(const nlohmann::json& root, Problem& problem)
{
    const auto required = root.find("extensionsRequired");
    if (required == root.end() || !required->is_array())
    {
        return true;
    }
    for (const nlohmann::json& entry : *required)
    {
        const std::string name = entry.is_string() ? entry.get<std::string>() : "(not a name)";
        if (!IsKnownExtension(name))
        {
            return problem.Say("requires the extension ", name, ", which this viewer does not read");
        }
    }
    return true;
}

/// tinygltf 2.7 follows an image's buffer view into a buffer before anyone could check either, and walks extras with
/// recursion: both are looked at here first, in a parse of our own.
bool CheckJson(std::string_view text, Problem& problem)
{
    if (DepthOf(text) > MAX_JSON_DEPTH)
    {
        return problem.Say("is not a glTF file: it nests deeper than any glTF file needs");
    }
    const nlohmann::json root = nlohmann::json::parse(text.begin(), text.end());
    if (!root.is_object())
    {
        return problem.Say("is not a glTF file: its root is not an object");
    }
    if (!CheckRequiredExtensions(root, problem) || !CheckTypes(root, problem))
    {
        return false;
    }
    const std::size_t viewCount = CountOf(root, "bufferViews");
    const std::size_t bufferCount = CountOf(root, "buffers");
    const auto images = root.find("images");
    for (std::size_t index = 0; index < CountOf(root, "images"); ++index)
    {
        const nlohmann::json& image = (*images)[index];
        if (!image.is_object() || !image.contains("bufferView"))
        {
            continue;
        }
        if (!IsIndex(image, "bufferView", viewCount))
        {
            return problem.Say("is damaged: image ", index, " names a buffer view that does not exist");
        }
        const nlohmann::json& view = root["bufferViews"][image["bufferView"].get<std::size_t>()];
        if (!view.is_object() || !view.contains("buffer") || !IsIndex(view, "buffer", bufferCount))
        {
            return problem.Say("is damaged: image ", index, " lies in a buffer that does not exist");
        }
    }
    return true;
}

/// Keeps an external image encoded; one in a buffer view is not touched, since its range is not checked yet.
bool KeepEncoded(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes,
                 int size, void*)
{
    image->as_is = true;
    if (image->bufferView < 0 && size > 0)
    {
        image->image.assign(bytes, bytes + size);
    }
    return true;
}

/// Whether a file's path starts with the model's folder. tinygltf also tries the program's current folder, where a file
/// of the same name would take the place of a missing one.
bool IsBeside(const std::string& path, const void* folder)
{
    return path.rfind(*static_cast<const std::string*>(folder), 0) == 0;
}

/// Files beside the model, read as they are named. `folder` must outlive the reader.
tinygltf::FsCallbacks PlainFiles(std::string& folder)
{
    tinygltf::FsCallbacks files{};
    files.user_data = &folder;
    files.FileExists = [](const std::string& path, void* beside)
    { return IsBeside(path, beside) && std::ifstream(path).good(); };
    files.ExpandFilePath = [](const std::string& path, void*)
    { return path; }; // no shell expansion of what a file says
    files.ReadWholeFile = [](std::vector<unsigned char>* out, std::string* err, const std::string& path, void*)
    {
        std::string why;
        if (ReadWholeFile(path, *out, why))
        {
            return true;
        }
        if (err != nullptr)
        {
            *err += path + ": " + why + "\n";
        }
        return false;
    };
    files.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&, void*)
    { return false; };
    return files;
}

/// tinygltf's messages: one line, without its line ends.
std::string OneLine(std::string text)
{
    for (char& character : text)
    {
        character = character == '\n' || character == '\r' ? ' ' : character;
    }
    while (!text.empty() && text.back() == ' ')
    {
        text.pop_back();
    }
    return text;
}

bool Parse(const std::string& path, const std::vector<unsigned char>& bytes, tinygltf::Model& model,
           std::vector<std::string>& notes, Problem& problem)
{
    const std::size_t slash = path.find_last_of("/\\");
    std::string folder = slash == std::string::npos ? "./" : path.substr(0, slash + 1);
    tinygltf::TinyGLTF reader;
    reader.SetFsCallbacks(PlainFiles(folder));
    reader.SetImageLoader(KeepEncoded, nullptr);
    std::string errors;
    std::string warnings;
    const auto size = static_cast<unsigned int>(bytes.size());
    const bool isRead = IsBinary(bytes)
                            ? reader.LoadBinaryFromMemory(&model, &errors, &warnings, bytes.data(), size, folder)
                            : reader.LoadASCIIFromString(&model, &errors, &warnings,
                                                         reinterpret_cast<const char*>(bytes.data()), size, folder);
    if (!isRead)
    {
        return problem.Say("cannot be read: ", errors.empty() ? "tinygltf gives no reason" : OneLine(errors));
    }
    if (!warnings.empty())
    {
        notes.push_back(OneLine(warnings));
    }
    return true;
}
} // namespace

bool IsKnownExtension(std::string_view name) noexcept
{
    return name == "KHR_materials_unlit" || name == "KHR_mesh_quantization" || name == "KHR_texture_transform" ||
           name == "KHR_materials_emissive_strength";
}

bool ReadGltfFile(const std::string& path, tinygltf::Model& model, std::vector<std::string>& notes, Problem& problem)
{
    try
    {
        std::vector<unsigned char> bytes;
        std::string why;
        if (!ReadWholeFile(path, bytes, why))
        {
            return problem.Say(why);
        }
        if (bytes.size() > std::numeric_limits<int>::max())
        {
            return problem.Say("is larger than 2 GiB, which tinygltf cannot read");
        }
        std::string_view json;
        return FindJson(bytes, json, problem) && CheckJson(json, problem) && Parse(path, bytes, model, notes, problem);
    }
    catch (const std::bad_alloc&)
    {
        return problem.Say("needs more memory than there is");
    }
    catch (const std::exception& exception)
    {
        return problem.Say("is not a glTF file: ", exception.what());
    }
}
} // namespace ludus::view
