# Sourced by the scripts: named, timed steps, and the lanes of a run.

STEP_TIMES=()
STEP_NAME=""

# Processor seconds that the finished commands of this shell took, in $PROCESSOR_SECONDS: unlike the time on the clock,
# they tell little about what else the machine was doing.
read_processor_seconds() {
    local file
    file=$(mktemp)
    times >"$file"
    PROCESSOR_SECONDS=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$file")
    rm -f "$file"
}

# step NAME COMMAND...: runs the command, says when it starts, and how long it took. The first failure ends the script.
# The command is called plainly, never behind "if" or "||", so that "set -e" holds inside functions too.
step() {
    local start=$SECONDS before
    read_processor_seconds
    before=$PROCESSOR_SECONDS
    STEP_NAME=$1
    shift
    printf '\n== %s\n' "$STEP_NAME"
    "$@"
    read_processor_seconds
    STEP_TIMES+=("$(printf '%5d s %5d s  %s' $((SECONDS - start)) $((PROCESSOR_SECONDS - before)) "$STEP_NAME")")
    STEP_NAME=""
}
trap '[ -z "$STEP_NAME" ] || printf "\n%s: FAILED at step \"%s\"\n" "$0" "$STEP_NAME" >&2' EXIT

# The time of every step so far.
print_step_times() {
    read_processor_seconds
    printf '\n== Times: clock, processor\n'
    printf '%s\n' "${STEP_TIMES[@]}" "$(printf '%5d s %5d s  all' "$SECONDS" "$PROCESSOR_SECONDS")"
}

# The lanes that scripts/setup recorded, as a comma list.
recorded_lanes() {
    [ -f out/lanes.json ] || { echo "no out/lanes.json: run scripts/setup first" >&2; return 1; }
    python3 -c 'import json; print(",".join(json.load(open("out/lanes.json"))["lanes"]))'
}
