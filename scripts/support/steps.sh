# Sourced by the scripts: named, timed steps, and the lanes of a run.

STEP_TIMES=()

# step NAME COMMAND...: runs the command, says when it starts, and how long it took. The first failure ends the script.
step() {
    local name=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if ! "$@"; then
        printf '\n%s: FAILED at step "%s" (command: %s)\n' "${0##*/}" "$name" "$*" >&2
        exit 1
    fi
    STEP_TIMES+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
}

# The time of every step so far.
print_step_times() { printf '\n== Times\n'; printf '%s\n' "${STEP_TIMES[@]}" "$(printf '%5d s  all' "$SECONDS")"; }

# The lanes that scripts/setup recorded, as a comma list.
recorded_lanes() {
    [ -f out/lanes.json ] || { echo "no out/lanes.json: run scripts/setup first" >&2; return 1; }
    python3 -c 'import json; print(",".join(json.load(open("out/lanes.json"))["lanes"]))'
}
