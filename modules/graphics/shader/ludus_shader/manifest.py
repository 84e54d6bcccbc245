"""The build's record: commands, entries, sizes, hashes and reflection, without a folder of this machine in it."""

import hashlib
import json


def digest(data):
    return hashlib.sha256(data).hexdigest()


def artifact(name, target, stage, entry, data, profile):
    return {"file": name, "target": target, "stage": stage, "entry": entry, "profile": profile, "bytes": len(data),
            "sha256": digest(data)}


def stage_reflection(stage):
    return {
        "stage": stage.stage,
        "entry": stage.entry,
        "workgroup_size": list(stage.workgroup_size),
        "inputs": [{"location": v.location, "type": v.type, "name": v.name} for _, v in sorted(stage.inputs.items())],
        "outputs": [{"location": v.location, "type": v.type, "name": v.name}
                    for _, v in sorted(stage.outputs.items())],
        "builtin_inputs": sorted(stage.builtin_inputs),
        "builtin_outputs": sorted(stage.builtin_outputs),
        "bindings": [binding_reflection(stage, b) for _, b in sorted(stage.bindings.items())],
    }


def binding_reflection(stage, binding):
    result = {"binding": binding.number, "group": 0, "kind": binding.kind, "name": binding.name}
    if binding.kind == "UniformBuffer":
        result["occupied_bytes"] = binding.occupied
        result["min_size"] = binding.size
        result["members"] = [{"name": m.name, "offset": m.offset, "bytes": m.end - m.offset, "shape": m.shape}
                             for m in binding.leaves]
    if binding.is_storage:
        result["element"] = binding.element
        result["stride"] = binding.stride
    if binding.is_array:
        result["count"] = binding.count
        result["indexing"] = binding.indexing
        result["runtime_sized"] = binding.is_runtime
    if binding.kind.startswith("Texture"):
        result["samplers"] = sorted(stage.samplers.get(binding.number, ()))
    return result


def text(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
