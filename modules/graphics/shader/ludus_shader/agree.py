"""Holds each target's reflection against the SPIR-V's: one CPU layout, one set of bindings and inputs must fit all."""

ADVICE = ("one CPU layout must fit every target: use float4x4 for matrices, arrays of float4, and let a scalar follow "
          "a float3 to fill its row of 16 bytes")


def check(reference, other, target, exact, refuse):
    """`reference` is the stage as SPIR-V has it. A target made from optimized code may lack what is never used
    (`exact` false), but never has more."""
    check_bindings(reference, other, target, exact, refuse)
    for what, ours, theirs in (("vertex input" if reference.stage == "vertex" else "input", reference.inputs,
                                other.inputs),
                               ("output", reference.outputs, other.outputs)):
        check_values(what, ours, theirs, target, exact, refuse)
    if reference.workgroup_size != other.workgroup_size:
        refuse(f"the workgroup is {reference.workgroup_size} in SPIR-V and {other.workgroup_size} in {target}",
               reference.entry)


def check_bindings(reference, other, target, exact, refuse):
    for number in sorted(reference.bindings.keys() | other.bindings.keys()):
        ours, theirs = reference.bindings.get(number), other.bindings.get(number)
        if ours is None:
            refuse(f"'{theirs.name}' is at binding {number} in {target} and absent from SPIR-V; give every resource "
                   "[[vk::binding(n, 0)]]", theirs.name)
        if theirs is None:
            if exact:
                refuse(f"'{ours.name}' is at binding {number} in SPIR-V and absent from {target}; give every resource "
                       "[[vk::binding(n, 0)]]", ours.name)
            continue
        if not same_kind(ours.kind, theirs.kind):
            refuse(f"'{ours.name}' at binding {number} is a {ours.kind} in SPIR-V and a {theirs.kind} in {target}",
                   ours.name)
        if ours.kind == "UniformBuffer":
            check_members(ours, theirs, target, refuse)
        if ours.is_storage:
            check_elements(ours, theirs, target, refuse)


def check_elements(ours, theirs, target, refuse):
    """HLSL reads storage as bytes: such a text has a stride where it indexes, and no element."""
    if theirs.element is not None and ours.element != theirs.element:
        refuse(f"'{ours.name}' at binding {ours.number} holds elements of {ours.element} in SPIR-V and of "
               f"{theirs.element} in {target}", ours.name)
    if theirs.stride is not None and ours.stride != theirs.stride:
        refuse(f"the elements of '{ours.name}' are {ours.stride} bytes apart in SPIR-V and {theirs.stride} in "
               f"{target}", ours.name)


def same_kind(ours, theirs):
    """A depth aspect that is only loaded looks like any other 2D texture in the texts."""
    return ours == theirs or {ours, theirs} == {"Texture2D", "TextureDepth2D"}


def check_members(ours, theirs, target, refuse):
    """Each of our values must lie at the same byte as the same kind. Texts may fill gaps of ours with values that
    nobody reads (three rows of a float3x3 as three float4), but not bytes that belong to another member."""
    everything = {s.offset for m in ours.members for s in m.scalars}
    for member, found in zip(ours.members, theirs.members):
        mine = {(s.offset, s.kind) for s in member.scalars}
        extra = {(s.offset, s.kind) for s in found.scalars} - mine
        complete = mine <= {(s.offset, s.kind) for s in found.scalars}
        if complete and not any(offset in everything for offset, _ in extra):
            continue
        refuse(f"member '{member.name}' of '{ours.name}' lies in {extent(member)} in SPIR-V and in {extent(found)} in "
               f"{target}; {ADVICE}", member.name, struct=ours.struct)
    if len(ours.members) != len(theirs.members):
        refuse(f"'{ours.name}' has {len(ours.members)} members in SPIR-V and {len(theirs.members)} in {target}; "
               f"{ADVICE}", ours.name)


def extent(member):
    kinds = "/".join(sorted({s.kind for s in member.scalars}))
    offsets = sorted(s.offset for s in member.scalars)
    rows = sorted({b - a for a, b in zip(offsets, offsets[1:])})
    spacing = f", {'/'.join(map(str, rows))} bytes apart" if rows and rows != [4] else ""
    return f"bytes {member.offset} to {member.end} ({len(offsets)} {kinds}{spacing})"


def swapped(ours, theirs):
    """A location where two sides, that both name their values, mean different ones: (name here, name there)."""
    names = {v.name for v in ours.values()} & {v.name for v in theirs.values()}
    for location in sorted(ours.keys() & theirs.keys()):
        mine, found = ours[location].name, theirs[location].name
        if mine != found and mine in names and found in names:
            return mine, found
    return None


def check_values(what, ours, theirs, target, exact, refuse):
    order = swapped(ours, theirs)
    if order:
        refuse(f"{what}s '{order[0]}' and '{order[1]}' have each other's location in {target}; locations follow the "
               "order of declaration on some targets and the written number on others: declare SV_Target members in "
               "the order of their numbers, give each varying a semantic without a number, and write no "
               "[[vk::location]]", order[0])
    for location in sorted(ours.keys() | theirs.keys()):
        mine, found = ours.get(location), theirs.get(location)
        if mine is None:
            refuse(f"{what} '{found.name}' at location {location} of {target} is absent from SPIR-V", found.name)
        if found is None:
            if exact:
                refuse(f"{what} '{mine.name}' at location {location} of SPIR-V is absent from {target}; locations "
                       "follow the order of declaration: write no [[vk::location]], and number SV_Target from 0 "
                       "without a gap", mine.name)
            continue
        if (mine.kind, mine.width) != (found.kind, found.width):
            refuse(f"{what} '{mine.name}' at location {location} is {mine.type} in SPIR-V and {found.type} in {target}",
                   mine.name)
