# Sourced by the scripts: named, timed steps, and the lanes of a run.

STEP_TIMES=()
STEP_NAME=""

# step NAME COMMAND...: runs the command, says when it starts, and how long it took. The first failure ends the script.
# The command is called plainly, never behind "if" or "||", so that "set -e" holds inside functions too.
step() {
    local start=$SECONDS
    STEP_NAME=$1
    shift
    printf '\n== %s\n' "$STEP_NAME"
    "$@"
    STEP_TIMES+=("$(printf '%5d s  %s' $((SECONDS - start)) "$STEP_NAME")")
    STEP_NAME=""
}
trap '[ -z "$STEP_NAME" ] || printf "\n%s: FAILED at step \"%s\"\n" "$0" "$STEP_NAME" >&2' EXIT

# The time of every step so far.
print_step_times() { printf '\n== Times\n'; printf '%s\n' "${STEP_TIMES[@]}" "$(printf '%5d s  all' "$SECONDS")"; }

# The lanes that scripts/setup recorded, as a comma list.
recorded_lanes() {
    [ -f out/lanes.json ] || { echo "no out/lanes.json: run scripts/setup first" >&2; return 1; }
    python3 -c 'import json; print(",".join(json.load(open("out/lanes.json"))["lanes"]))'
}
