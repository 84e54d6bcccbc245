// The walk through a glTF file: materials, meshes, then the nodes of one scene, which place the meshes in the world.
#include "load_scene.h"
#include "geometry.h"
#include "gltf_file.h"
#include "gltf_materials.h"
#include "gltf_meshes.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <utility>

namespace ludus::view
{
namespace
{
// Beyond this size single precision has no room left for a camera around the model.
constexpr float32 MAX_COORDINATE = 1e15F;

/// The scene's primitives that came from one mesh of the file: a range of Scene::Primitives.
struct MeshRange final
{
    usize First{0};
    usize Count{0};
};

void NoteWhatIsIgnored(const tinygltf::Model& model, Scene& scene)
{
    for (const std::string& name : model.extensionsUsed)
    {
        if (!IsKnownExtension(name))
        {
            scene.Notes.push_back("the extension " + name + " is ignored");
        }
    }
    const auto shines = [](const tinygltf::Material& material)
    {
        return std::any_of(material.emissiveFactor.begin(), material.emissiveFactor.end(),
                           [](double value) { return value > 0; });
    };
    if (std::any_of(model.materials.begin(), model.materials.end(), shines))
    {
        scene.Notes.emplace_back("light that materials emit is ignored");
    }
    if (!model.skins.empty())
    {
        scene.Notes.emplace_back("skins are ignored: meshes stand where their nodes are");
    }
    if (!model.animations.empty())
    {
        scene.Notes.emplace_back("animations are ignored");
    }
}

bool ReadMaterials(const tinygltf::Model& model, Scene& scene, std::vector<uint32>& texCoordSets, Problem& problem)
{
    for (usize index = 0; index < model.materials.size(); ++index)
    {
        if (!ReadMaterial(model, index, scene.Materials.emplace_back(), texCoordSets.emplace_back(), problem))
        {
            return false;
        }
    }
    scene.Materials.emplace_back();
    texCoordSets.push_back(0);
    return true;
}

bool ReadMesh(const tinygltf::Model& model, usize index, const std::vector<uint32>& texCoordSets, Scene& scene,
              Problem& problem)
{
    const tinygltf::Mesh& mesh = model.meshes[index];
    for (usize number = 0; number < mesh.primitives.size(); ++number)
    {
        const tinygltf::Primitive& described = mesh.primitives[number];
        const std::string place = "mesh " + std::to_string(index) + ", primitive " + std::to_string(number);
        if (!HasTriangles(described))
        {
            scene.Notes.push_back(place + ": points and lines are not drawn");
            continue;
        }
        if (described.material >= 0 && static_cast<usize>(described.material) >= model.materials.size())
        {
            return problem.Say("is damaged: ", place, " has material ", described.material, ", which does not exist");
        }
        if (!described.targets.empty())
        {
            scene.Notes.push_back(place + ": morph targets are ignored");
        }
        Primitive primitive;
        primitive.Material = described.material >= 0 ? static_cast<uint32>(described.material)
                                                     : static_cast<uint32>(model.materials.size());
        Problem inner;
        if (!ReadPrimitive(model, described, texCoordSets[primitive.Material], primitive, inner))
        {
            return problem.Say("is damaged: ", place, ": ", inner.Text);
        }
        if (primitive.Indices.empty())
        {
            continue;
        }
        for (Primitive& piece : SplitPrimitive(std::move(primitive), MAX_PRIMITIVE_VERTICES, MAX_PRIMITIVE_INDICES))
        {
            scene.Primitives.push_back(std::move(piece));
        }
    }
    return true;
}

bool ReadNumbers(const std::vector<double>& values, usize count, const char* what, float32* numbers, Problem& problem)
{
    if (values.size() != count)
    {
        return problem.Say("its ", what, " has ", values.size(), " numbers instead of ", count);
    }
    for (usize index = 0; index < count; ++index)
    {
        numbers[index] = static_cast<float32>(values[index]);
        if (!std::isfinite(numbers[index]))
        {
            return problem.Say("its ", what, " is not finite");
        }
    }
    return true;
}

bool ReadTransform(const tinygltf::Node& node, Matrix& matrix, Problem& problem)
{
    if (!node.matrix.empty())
    {
        return ReadNumbers(node.matrix, 16, "matrix", matrix.At, problem);
    }
    float32 translation[3]{0, 0, 0};
    float32 rotation[4]{0, 0, 0, 1};
    float32 scale[3]{1, 1, 1};
    if ((!node.translation.empty() && !ReadNumbers(node.translation, 3, "translation", translation, problem)) ||
        (!node.rotation.empty() && !ReadNumbers(node.rotation, 4, "rotation", rotation, problem)) ||
        (!node.scale.empty() && !ReadNumbers(node.scale, 3, "scale", scale, problem)))
    {
        return false;
    }
    const float32 length = std::sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2] +
                                     rotation[3] * rotation[3]);
    if (!(length > 1e-6F) || !std::isfinite(length))
    {
        return problem.Say("its rotation is not a quaternion");
    }
    matrix =
        apps::ComposeTransform({translation[0], translation[1], translation[2]},
                               {rotation[0] / length, rotation[1] / length, rotation[2] / length, rotation[3] / length},
                               {scale[0], scale[1], scale[2]});
    return true;
}

/// World bounds from every vertex, not from the model's box: a turned box is larger than what it holds.
bool PlacePrimitive(usize primitive, const Matrix& worldFromModel, Scene& scene, Problem& problem)
{
    Draw draw;
    draw.Primitive = static_cast<uint32>(primitive);
    draw.WorldFromModel = worldFromModel;
    draw.IsMirrored = apps::Determinant3(worldFromModel) < 0;
    for (const Vertex& vertex : scene.Primitives[primitive].Vertices)
    {
        const Float3 point = apps::TransformPoint(worldFromModel, vertex.Position);
        if (!(std::fabs(point.X) < MAX_COORDINATE && std::fabs(point.Y) < MAX_COORDINATE &&
              std::fabs(point.Z) < MAX_COORDINATE))
        {
            return problem.Say("it puts a vertex farther away than single precision can show");
        }
        draw.Box.Add(point);
    }
    scene.Box.Add(draw.Box.Low);
    scene.Box.Add(draw.Box.High);
    scene.Draws.push_back(draw);
    return true;
}

bool PlaceNode(const tinygltf::Model& model, usize index, const std::vector<MeshRange>& meshes, const Matrix& parent,
               Matrix& worldFromNode, Scene& scene, Problem& problem)
{
    const tinygltf::Node& node = model.nodes[index];
    Matrix local;
    Problem inner;
    if (!ReadTransform(node, local, inner))
    {
        return problem.Say("is damaged: node ", index, ": ", inner.Text);
    }
    worldFromNode = parent * local;
    if (!apps::IsFinite(worldFromNode))
    {
        return problem.Say("is damaged: the transforms down to node ", index, " multiply to infinity");
    }
    if (node.mesh < 0)
    {
        return true;
    }
    if (static_cast<usize>(node.mesh) >= meshes.size())
    {
        return problem.Say("is damaged: node ", index, " has mesh ", node.mesh, ", which does not exist");
    }
    const MeshRange& range = meshes[static_cast<usize>(node.mesh)];
    for (usize number = 0; number < range.Count; ++number)
    {
        if (!PlacePrimitive(range.First + number, worldFromNode, scene, inner))
        {
            return problem.Say("is damaged: node ", index, ": ", inner.Text);
        }
    }
    return true;
}

bool WalkNodes(const tinygltf::Model& model, const std::vector<int>& roots, const std::vector<MeshRange>& meshes,
               Scene& scene, Problem& problem)
{
    struct Pending final
    {
        int Node;
        Matrix Parent;
    };

    // A stack of our own: depth is bounded by the file, not by the machine's stack. Children are pushed in reverse, so
    // that draws come in the file's order.
    std::vector<Pending> pending;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root)
    {
        pending.push_back({*root, {}});
    }
    std::vector<bool> isVisited(model.nodes.size(), false);
    while (!pending.empty())
    {
        const Pending next = pending.back();
        pending.pop_back();
        if (next.Node < 0 || static_cast<usize>(next.Node) >= model.nodes.size())
        {
            return problem.Say("is damaged: node ", next.Node, " is named but does not exist");
        }
        const auto index = static_cast<usize>(next.Node);
        if (isVisited[index])
        {
            return problem.Say("is damaged: node ", index,
                               " is reached twice, so its nodes form a ring or share a child");
        }
        isVisited[index] = true;
        Matrix worldFromNode;
        if (!PlaceNode(model, index, meshes, next.Parent, worldFromNode, scene, problem))
        {
            return false;
        }
        const std::vector<int>& children = model.nodes[index].children;
        for (auto child = children.rbegin(); child != children.rend(); ++child)
        {
            pending.push_back({*child, worldFromNode});
        }
    }
    return true;
}

bool ChooseScene(const tinygltf::Model& model, const std::vector<int>*& roots, Problem& problem)
{
    if (model.scenes.empty())
    {
        return problem.Say("has no scene: there is nothing to draw");
    }
    const usize chosen = model.defaultScene >= 0 ? static_cast<usize>(model.defaultScene) : 0;
    if (chosen >= model.scenes.size())
    {
        return problem.Say("is damaged: its default scene ", chosen, " does not exist");
    }
    if (model.scenes[chosen].nodes.empty())
    {
        return problem.Say("has a scene without nodes: there is nothing to draw");
    }
    roots = &model.scenes[chosen].nodes;
    return true;
}

bool Convert(const tinygltf::Model& model, const ProgressReport& report, Scene& scene, Problem& problem)
{
    const std::vector<int>* roots = nullptr;
    std::vector<uint32> texCoordSets;
    NoteWhatIsIgnored(model, scene);
    if (!ChooseScene(model, roots, problem) || !ReadMaterials(model, scene, texCoordSets, problem))
    {
        return false;
    }
    std::vector<MeshRange> meshes;
    for (usize index = 0; index < model.meshes.size(); ++index)
    {
        report("reading meshes", index, model.meshes.size());
        const usize first = scene.Primitives.size();
        if (!ReadMesh(model, index, texCoordSets, scene, problem))
        {
            return false;
        }
        meshes.push_back({first, scene.Primitives.size() - first});
    }
    if (!WalkNodes(model, *roots, meshes, scene, problem))
    {
        return false;
    }
    if (scene.Draws.empty())
    {
        return problem.Say("has nothing to draw: its scene shows no triangles");
    }
    return DecodeImages(model, report, scene, problem);
}
} // namespace

bool LoadScene(const std::string& path, const ProgressReport& report, Scene& scene, Problem& problem)
{
    try
    {
        tinygltf::Model model;
        Scene loaded;
        report("reading the file", 0, 1);
        if (!ReadGltfFile(path, model, loaded.Notes, problem) || !Convert(model, report, loaded, problem))
        {
            return false;
        }
        scene = std::move(loaded);
        return true;
    }
    catch (const std::bad_alloc&)
    {
        return problem.Say("needs more memory than there is");
    }
    catch (const std::exception& exception)
    {
        return problem.Say("cannot be read: ", exception.what());
    }
}
} // namespace ludus::view
