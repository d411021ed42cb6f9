#!/bin/sh
# Builds the program that is given away: one static Linux binary, tried in an empty root, with its manual pages
# and shell completions in an archive, and the checksums of both.
#
#   contrib/dist/build.sh [FOLDER]      the folder for the archive, by default dist
#
# It needs Rust, git, tar and gzip, and for the trial either root or user namespaces (util-linux).
# FRAY_BINARY=FILE packages a program that was built before.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/dist}
target=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)

if [ -n "${FRAY_BINARY:-}" ]; then
    binary=$FRAY_BINARY
else
    # The target is named although it is the host, so that what runs while building is not linked statically.
    (cd "$root" && RUSTFLAGS="-C target-feature=+crt-static" \
        cargo build --locked --profile dist --package fray --target "$target")
    binary=${CARGO_TARGET_DIR:-$root/target}/$target/dist/fray
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A root with nothing in it but the program: what it needs besides would be missed here.
mkdir "$work/empty"
cp "$binary" "$work/empty/fray"
in_root() {
    if [ "$(id -u)" = 0 ]; then
        chroot "$work/empty" /fray "$@"
    else
        unshare --user --map-root-user chroot "$work/empty" /fray "$@"
    fi
}
in_root --version -v
in_root new juso duel.toml >/dev/null
in_root plan duel.toml --fights 1000 --seed 1 --shard-fights 65536 --out plan --quiet
in_root shard --plan plan --task 0 --out results --quiet
in_root merge --plan plan results --out sum --quiet
in_root run duel.toml --fights 1000 --seed 1 --out whole --quiet
cmp "$work/empty/sum/summary.csv" "$work/empty/whole/summary.csv"
echo "tried in an empty root: it needs nothing but itself"

name=fray-$version-$target
mkdir -p "$work/$name/man" "$work/$name/completions"
cp "$binary" "$work/$name/fray"
cp "$root/README.md" "$root/CHANGELOG.md" "$work/$name/"
in_root man --out man1
mv "$work/empty/man1" "$work/$name/man/"
in_root completions bash >"$work/$name/completions/fray.bash"
in_root completions zsh >"$work/$name/completions/_fray"
in_root completions fish >"$work/$name/completions/fray.fish"
in_root completions elvish >"$work/$name/completions/fray.elv"
in_root completions powershell >"$work/$name/completions/fray.ps1"

# The book, where mdbook is installed: `fray help --open` finds it beside the program.
if command -v mdbook >/dev/null; then
    FRAY="$binary" sh "$root/docs/build.sh"
    cp -r "$root/docs/book" "$work/$name/book"
fi

# The same files make the same archive.
mkdir -p "$out"
date=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" "$name" |
    gzip --no-name --best >"$out/$name.tar.gz"
cp "$binary" "$out/fray-$version-$target.bin"
(cd "$out" && sha256sum "$name.tar.gz" "fray-$version-$target.bin" >SHA256SUMS && cat SHA256SUMS)
