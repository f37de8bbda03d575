# What .ci/run and .ci/soak share: a clean clone of the current commit in $work_dir/sitegrade, steps that print how long
# they took, and steps side by side. Needs git, Node and what node-gyp needs to compile SQLite; everything else is
# installed in the clone.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work_dir=$(mktemp -d)
beside_pid=
trap 'end_beside; rm -rf "$work_dir"' EXIT

# step COMMAND...: runs it, and prints what it took.
step() {
  local log
  log=$(mktemp -p "$work_dir")
  printf '\n== %s\n' "$*"
  TIMEFORMAT="== took %0R s, and %0U s of CPU time: $*"
  time { "$@" 2>&1 | tee "$log"; } || {
    printf '\n== FAILED: %s\n' "$*" | tee -a "$log"
    mv "$log" "$work_dir/failed"
    return 1
  }
}

# beside FUNCTION: runs a function of steps in the background, and keeps what it prints.
beside() {
  beside_name=$1
  # A separate process group, which ends as a whole when a step in the foreground fails.
  set -m
  ("$1") </dev/null >"$work_dir/$1.log" 2>&1 &
  set +m
  beside_pid=$!
}

# Ends the function in the background, which a step in the foreground did not wait for, and prints what it printed and,
# once more, how the step in the foreground ended: some who run this keep its last lines only.
end_beside() {
  [ -n "$beside_pid" ] || return 0
  kill -- "-$beside_pid" 2>/dev/null || true
  cat "$work_dir/$beside_name.log"
  if [ -f "$work_dir/failed" ]; then tail -n 100 "$work_dir/failed"; fi
}

# finish: waits for the function in the background, prints what it printed, and fails if it failed.
finish() {
  local code=0
  wait "$beside_pid" || code=$?
  beside_pid=
  cat "$work_dir/$beside_name.log"
  return "$code"
}

# count FILE...: prints what the runs of tests with these reports have passed, as one line, and fails if one did not pass.
count() {
  node -e '
const runs = process.argv.slice(1).map((file) => JSON.parse(require("node:fs").readFileSync(file)));
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
console.log(`\n${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`);
// Does not rely on the exit code of the runner.
if (sum("numFailedTests") > 0 || runs.some((run) => run.numPassedTests === 0)) process.exit(1);
' "$@"
}

# node-gyp compiles SQLite on all cores.
export JOBS=max
step git clone --quiet --no-hardlinks "$source_dir" "$work_dir/sitegrade"
cd "$work_dir/sitegrade"
step npm ci
