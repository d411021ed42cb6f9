#!/usr/bin/env bash
# Builds the wheel for this machine, and tries it as a user would: in a fresh environment, away from the repository.
#
#   contrib/dist/wheel.sh [FOLDER] [OPTIONS OF maturin build]      the folder for the wheel, by default dist
#   contrib/dist/wheel.sh --try WHEEL                              only tries one
#
# It needs Rust and Python 3.11, and fetches maturin and polars. A quick build to look at, of one game:
#   contrib/dist/wheel.sh dist --profile dev --no-default-features --features juso
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-python3}
command -v "$python" >/dev/null || python=python
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Makes an environment and says where its programs are.
environment() {
  "$python" -m venv "$scratch/$1"
  if [ -d "$scratch/$1/Scripts" ]; then echo "$scratch/$1/Scripts"; else echo "$scratch/$1/bin"; fi
}

try() {
  local wheel bin
  wheel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
  bin=$(environment fresh)
  "$bin/python" -m pip install --quiet "$wheel"
  cd "$scratch"
  # Nothing of this machine's: neither a program nor a module nor a variable that names one.
  unset FRAY PYTHONPATH
  export PATH="$bin:/usr/bin:/bin"
  fray --version
  system=$(fray list systems | awk '/^[a-z]/ { print $1; exit }')
  fray new "$system" first.toml
  fray run first.toml --fights 1000 --seed 1 --quiet --out by-hand
  if fray-dask --version 2>said; then echo "fray-dask runs without Dask" >&2; exit 1; fi
  grep -q "pip install 'fray\[dask\]'" said
  "$bin/python" -m pip install --quiet polars
  "$bin/python" - <<'PYTHON'
import filecmp

import fray

answer = fray.run("first.toml", fights=1e3, seed=1)
assert answer.ok, answer
assert answer.folder and filecmp.cmp(answer.folder / "metrics.csv", "by-hand/metrics.csv", shallow=False)
assert answer.tables["summary"].shape[0] >= 2, answer.tables["summary"]
assert "<svg" in answer.page()
print(answer)
print(answer.tables["summary"])
PYTHON
  echo "tried in a fresh environment: $(basename "$wheel")"
}

if [ "${1:-}" = --try ]; then
  try "${2:?the wheel to try}"
  exit
fi
out=${1:-$root/dist}
shift || true
[ $# -gt 0 ] || set -- --release
mkdir -p "$out"
out=$(cd "$out" && pwd)
bin=$(environment build)
"$bin/python" -m pip install --quiet 'maturin>=1.9,<2'
(cd "$root" && "$bin/maturin" build --locked --out "$scratch/wheels" "$@")
cp "$scratch"/wheels/*.whl "$out/"
try "$scratch"/wheels/*.whl
