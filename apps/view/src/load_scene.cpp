// The walk through a glTF file: materials, meshes, then the nodes of one scene, which place the meshes in the world.
#include "load_scene.h"
#include "geometry.h"
#include "gltf_animation.h"
#include "gltf_file.h"
#include "gltf_materials.h"
#include "gltf_meshes.h"
#include "pose.h"

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
}

bool ReadMaterials(const tinygltf::Model& model, Scene& scene, std::vector<TexCoordSets>& texCoordSets,
                   Problem& problem)
{
    for (usize index = 0; index < model.materials.size(); ++index)
    {
        if (!ReadMaterial(model, index, scene.Materials.emplace_back(), texCoordSets.emplace_back(), problem))
        {
            return false;
        }
    }
    scene.Materials.emplace_back();
    texCoordSets.emplace_back();
    return true;
}

bool ReadMesh(const tinygltf::Model& model, usize index, const std::vector<TexCoordSets>& texCoordSets, Scene& scene,
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
        if (described.attributes.count("JOINTS_1") != 0)
        {
            scene.Notes.push_back(place + ": more than four joints a vertex are ignored");
        }
        if (!described.targets.empty())
        {
            scene.Notes.push_back(place + ": morph targets are ignored");
        }
        Primitive primitive;
        primitive.Material = described.material >= 0 ? static_cast<uint32>(described.material)
                                                     : static_cast<uint32>(model.materials.size());
        Problem inner;
        if (!ReadPrimitive(model, described, scene.Materials[primitive.Material], texCoordSets[primitive.Material],
                           primitive, inner))
        {
            return problem.Say("is damaged: ", place, ": ", inner.Text);
        }
        if (primitive.Indices.empty())
        {
            continue;
        }
        for (Primitive& piece : SplitPrimitive(std::move(primitive), MAX_PRIMITIVE_VERTICES, MAX_PRIMITIVE_INDICES))
        {
            FindJointBoxes(piece);
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

bool ReadTransform(const tinygltf::Node& described, Node& node, Problem& problem)
{
    if (!described.matrix.empty())
    {
        return ReadNumbers(described.matrix, 16, "matrix", node.ParentFromNode.At, problem);
    }
    float32 translation[3]{0, 0, 0};
    float32 rotation[4]{0, 0, 0, 1};
    float32 scale[3]{1, 1, 1};
    if ((!described.translation.empty() &&
         !ReadNumbers(described.translation, 3, "translation", translation, problem)) ||
        (!described.rotation.empty() && !ReadNumbers(described.rotation, 4, "rotation", rotation, problem)) ||
        (!described.scale.empty() && !ReadNumbers(described.scale, 3, "scale", scale, problem)))
    {
        return false;
    }
    const float32 length = std::sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2] +
                                     rotation[3] * rotation[3]);
    if (!(length > 1e-6F) || !std::isfinite(length))
    {
        return problem.Say("its rotation is not a quaternion");
    }
    node.Translation = {translation[0], translation[1], translation[2]};
    node.Rotation = {rotation[0] / length, rotation[1] / length, rotation[2] / length, rotation[3] / length};
    node.Scale = {scale[0], scale[1], scale[2]};
    node.ParentFromNode = apps::ComposeTransform(node.Translation, node.Rotation, node.Scale);
    return true;
}

/// World bounds from every vertex, not from the model's box: a turned box is larger than what it holds.
bool PlacePrimitive(usize primitive, uint32 node, const Matrix& worldFromModel, Scene& scene, Problem& problem)
{
    Draw draw;
    draw.Primitive = static_cast<uint32>(primitive);
    draw.Node = node;
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
    scene.Draws.push_back(draw);
    return true;
}

/// A primitive that a skin moves: where to, the pose says.
bool PlaceSkinned(usize primitive, uint32 node, int skin, Scene& scene, Problem& problem)
{
    if (static_cast<usize>(skin) >= scene.Skins.size())
    {
        return problem.Say("it has skin ", skin, ", which does not exist");
    }
    const usize jointCount = scene.Skins[static_cast<usize>(skin)].Joints.size();
    if (jointCount == 0)
    {
        return problem.Say("it has skin ", skin, ", whose joints are not all nodes of the scene");
    }
    const std::vector<JointBox>& parts = scene.Primitives[primitive].JointBoxes;
    if (parts.empty())
    {
        return problem.Say("it has skin ", skin, ", and its mesh has no joints and weights");
    }
    if (parts.back().Joint >= jointCount)
    {
        return problem.Say("a vertex of its mesh has joint ", parts.back().Joint, ", and skin ", skin, " has ",
                           jointCount);
    }
    Draw draw;
    draw.Primitive = static_cast<uint32>(primitive);
    draw.Node = node;
    draw.Skin = static_cast<uint32>(skin);
    scene.Draws.push_back(draw);
    return true;
}

/// What the file's nodes became: `Places` in Scene::Nodes, and their matrices there.
struct PlacedNodes final
{
    std::vector<uint32> Places{};
    std::vector<uint32> Sources{}; // the other way round
    std::vector<Matrix> WorldFromNode{};
};

bool AddNode(const tinygltf::Model& model, usize index, uint32 parent, PlacedNodes& placed, Scene& scene,
             Problem& problem)
{
    Node node;
    node.Parent = parent;
    Problem inner;
    if (!ReadTransform(model.nodes[index], node, inner))
    {
        return problem.Say("is damaged: node ", index, ": ", inner.Text);
    }
    const Matrix worldFromNode =
        parent != NONE ? placed.WorldFromNode[parent] * node.ParentFromNode : node.ParentFromNode;
    if (!apps::IsFinite(worldFromNode))
    {
        return problem.Say("is damaged: the transforms down to node ", index, " multiply to infinity");
    }
    placed.Places[index] = static_cast<uint32>(scene.Nodes.size());
    placed.Sources.push_back(static_cast<uint32>(index));
    placed.WorldFromNode.push_back(worldFromNode);
    scene.Nodes.push_back(node);
    return true;
}

bool WalkNodes(const tinygltf::Model& model, const std::vector<int>& roots, PlacedNodes& placed, Scene& scene,
               Problem& problem)
{
    struct Pending final
    {
        int Node;
        uint32 Parent;
    };

    // A stack of our own: depth is bounded by the file, not by the machine's stack. Children are pushed in reverse, so
    // that draws come in the file's order.
    std::vector<Pending> pending;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root)
    {
        pending.push_back({*root, NONE});
    }
    placed.Places.assign(model.nodes.size(), NONE);
    while (!pending.empty())
    {
        const Pending next = pending.back();
        pending.pop_back();
        if (next.Node < 0 || static_cast<usize>(next.Node) >= model.nodes.size())
        {
            return problem.Say("is damaged: node ", next.Node, " is named but does not exist");
        }
        const auto index = static_cast<usize>(next.Node);
        if (placed.Places[index] != NONE)
        {
            return problem.Say("is damaged: node ", index,
                               " is reached twice, so its nodes form a ring or share a child");
        }
        if (!AddNode(model, index, next.Parent, placed, scene, problem))
        {
            return false;
        }
        const std::vector<int>& children = model.nodes[index].children;
        for (auto child = children.rbegin(); child != children.rend(); ++child)
        {
            pending.push_back({*child, placed.Places[index]});
        }
    }
    return true;
}

bool PlaceMesh(const tinygltf::Node& node, uint32 place, const std::vector<MeshRange>& meshes,
               const Matrix& worldFromNode, Scene& scene, Problem& problem)
{
    if (static_cast<usize>(node.mesh) >= meshes.size())
    {
        return problem.Say("it has mesh ", node.mesh, ", which does not exist");
    }
    const MeshRange& range = meshes[static_cast<usize>(node.mesh)];
    for (usize primitive = range.First; primitive < range.First + range.Count; ++primitive)
    {
        if (node.skin >= 0 ? !PlaceSkinned(primitive, place, node.skin, scene, problem)
                           : !PlacePrimitive(primitive, place, worldFromNode, scene, problem))
        {
            return false;
        }
    }
    return true;
}

/// Gives skinned draws their places and boxes, and the scene its box.
bool PlaceSkins(Scene& scene, Problem& problem)
{
    Pose rest;
    PoseScene(scene, nullptr, 0, rest);
    for (usize index = 0; index < scene.Draws.size(); ++index)
    {
        Draw& draw = scene.Draws[index];
        draw = draw.Skin != NONE ? rest.Draws[index] : draw;
        for (const Float3 point : {draw.Box.Low, draw.Box.High})
        {
            if (!(std::fabs(point.X) < MAX_COORDINATE && std::fabs(point.Y) < MAX_COORDINATE &&
                  std::fabs(point.Z) < MAX_COORDINATE))
            {
                return problem.Say("is damaged: skin ", draw.Skin,
                                   " puts a vertex farther away than single precision can show");
            }
            scene.Box.Add(point);
        }
    }
    return true;
}

bool PlaceMeshes(const tinygltf::Model& model, const PlacedNodes& placed, const std::vector<MeshRange>& meshes,
                 Scene& scene, Problem& problem)
{
    for (usize place = 0; place < scene.Nodes.size(); ++place)
    {
        const tinygltf::Node& node = model.nodes[placed.Sources[place]];
        Problem inner;
        if (node.mesh >= 0 &&
            !PlaceMesh(node, static_cast<uint32>(place), meshes, placed.WorldFromNode[place], scene, inner))
        {
            return problem.Say("is damaged: node ", placed.Sources[place], ": ", inner.Text);
        }
    }
    if (scene.Draws.empty())
    {
        return problem.Say("has nothing to draw: its scene shows no triangles");
    }
    return PlaceSkins(scene, problem);
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
    std::vector<TexCoordSets> texCoordSets;
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
    PlacedNodes placed;
    if (!WalkNodes(model, *roots, placed, scene, problem) || !ReadSkins(model, placed.Places, scene, problem) ||
        !ReadAnimations(model, placed.Places, scene, problem) || !PlaceMeshes(model, placed, meshes, scene, problem))
    {
        return false;
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
