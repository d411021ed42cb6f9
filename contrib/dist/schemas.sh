#!/bin/sh
# Writes the JSON Schema of the scenario files of each game, for editors: .taplo.toml names them.
#
#   contrib/dist/schemas.sh [FOLDER]      by default schemas
#
# FRAY=FILE names the program, which is looked up otherwise.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/schemas}
fray=${FRAY:-fray}

mkdir -p "$out"
# The names of the games stand at the beginnings of lines.
"$fray" list systems | awk '/^[a-z]/ { print $1 }' | while read -r system; do
    "$fray" schema "$system" >"$out/$system.schema.json"
done
