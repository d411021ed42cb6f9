#!/usr/bin/env bash
# Plays a plan of fray as a Slurm job array, and merges it.
#
#   fray-array.sh [--tasks-per-job M] [--rounds R] PLAN RESULTS OUT [-- SBATCH OPTIONS]
#
# PLAN is the folder that `fray plan --out` wrote, RESULTS a folder for the shards; all nodes must see both. OUT is the
# folder for the merged results. Options behind `--` go to sbatch, such as a partition or a time limit.
#
# Slurm repeats an element of the array whose node failed, but not one whose process was killed. So the script merges,
# submits what is missing, and begins again, for at most R rounds (3). Given again, it plays what is still missing.
#
# Tasks are numbers of the plan, elements are numbers of the array: element i plays the tasks i*M to i*M+M-1. Without
# --tasks-per-job, M is the smallest number for which the array is not larger than the cluster's MaxArraySize allows.
#
# The environment variable FRAY is the program to call (fray). Exit codes are those of fray: 0 merged; 2 the plan does
# not fit the program, or the options are wrong; 3 a fight broke an invariant; 4 tasks are still missing after the last
# round; 5 and 6 from `fray merge`; 30 sbatch did not take the job.
set -euo pipefail

fray=${FRAY:-fray}

say() { printf 'fray-array: %s\n' "$*" >&2; }

# One element of the array, on a node: plays its tasks and leaves a note if they must not be repeated.
element() {
  local plan=$1 results=$2 per_job=$3 code=0
  local note="$results/refused/$SLURM_ARRAY_TASK_ID"
  "$fray" shard --plan "$plan" --out "$results" --tasks-per-job "$per_job" || code=$?
  # After any other code, and after a signal, another try may end otherwise.
  case $code in 2 | 3) printf '%s\n' "$code" >"$note" ;; esac
  exit "$code"
}

# Reads numbers in array syntax and writes each on a line.
numbers() { tr ',' '\n' | awk -F- 'NF { for (i = $1; i <= $NF; i++) print i + 0 }'; }

# Reads ascending numbers, each on a line, and writes them in array syntax.
array() {
  awk 'function close_run() { if (run) printf "%s%s", (n++ ? "," : ""), (lo == hi ? lo : lo "-" hi) }
       !run || $1 > hi + 1 { close_run(); run = 1; lo = hi = $1; next }
       { hi = $1 }
       END { close_run() }'
}

usage() {
  say "$1"
  say 'usage: fray-array.sh [--tasks-per-job M] [--rounds R] PLAN RESULTS OUT [-- SBATCH OPTIONS]'
  exit 2
}

is_count() { [[ $1 =~ ^[1-9][0-9]*$ ]]; }

# The largest number of elements that an array of this cluster may have.
max_array_size() {
  local size
  size=$(scontrol show config 2>/dev/null | awk '$1 == "MaxArraySize" { print $3 }')
  # Slurm's own default, should the controller not say.
  printf '%s\n' "${size:-1001}"
}

if [ "${1:-}" = --element ]; then
  element "$2" "$3" "$4"
fi

per_job='' rounds=3 folders=()
while [ $# -gt 0 ]; do
  case $1 in
    --tasks-per-job) per_job=${2:-}; is_count "$per_job" || usage '--tasks-per-job needs a number from 1'; shift 2 ;;
    --rounds) rounds=${2:-}; is_count "$rounds" || usage '--rounds needs a number from 1'; shift 2 ;;
    --) shift; break ;;
    -h | --help) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    -*) usage "unknown option $1" ;;
    *) folders+=("$1"); shift ;;
  esac
done
[ ${#folders[@]} -eq 3 ] || usage 'PLAN, RESULTS and OUT are needed'
sbatch_options=("$@")

plan=$(realpath -- "${folders[0]}") results=$(realpath -m -- "${folders[1]}") out=${folders[2]}
mkdir -p "$results/logs" "$results/refused"
missing=$results/missing.txt

# Lists the missing tasks, and ends the script unless nothing else is wrong.
look() {
  local code=0 said=$results/logs/merge.log
  "$fray" merge --plan "$plan" "$results" --missing "$missing" >"$said" 2>&1 || code=$?
  case $code in 0 | 4) ;; *) cat "$said" >&2; say 'the results cannot be merged'; exit "$code" ;; esac
}

# Ends the script if an element of the last round was refused: a repetition would end in the same way.
stop_if_refused() {
  local job=$1 worst=0 refused code
  while read -r refused; do
    code=$(cat "$results/refused/$refused")
    [ "$code" -lt "$worst" ] || worst=$code
    say "element $refused ended with exit code $code:"
    tail -n 3 "$results/logs/${job}_$refused.log" >&2
  done < <(find "$results/refused" -type f -printf '%f\n' | sort -n)
  [ "$worst" -ne 0 ] || return 0
  say "not merged: the elements above must not be repeated; the results so far are in $results"
  exit "$worst"
}

for ((round = 1; round <= rounds; round++)); do
  look
  [ -s "$missing" ] || break
  largest=$(numbers <"$missing" | sort -n | tail -n 1)
  m=${per_job:-$(( largest / $(max_array_size) + 1 ))}
  elements=$(numbers <"$missing" | awk -v m="$m" '{ print int($1 / m) }' | sort -nu | array)
  # Notes of an earlier round are of tasks that were missing then.
  rm -f "$results"/refused/*
  say "round $round: $(numbers <"$missing" | wc -l) tasks to play, $m to an element: --array=$elements"
  # sbatch returns the code of the worst element; what is missing is asked of the results. Without a number of a job
  # there is no job.
  job=$(sbatch --parsable --wait --requeue --open-mode=append --job-name=fray --ntasks=1 --array="$elements" \
    --output="$results/logs/%A_%a.log" "${sbatch_options[@]}" "$0" --element "$plan" "$results" "$m") || true
  job=${job%%;*}
  is_count "$job" || { say 'sbatch did not take the job'; exit 30; }
  stop_if_refused "$job"
done

code=0
"$fray" merge --plan "$plan" "$results" --out "$out" --missing "$missing" || code=$?
[ "$code" -ne 4 ] || [ ! -s "$missing" ] || say "still missing after $rounds rounds: tasks $(cat "$missing"); give the command again to go on"
exit "$code"
