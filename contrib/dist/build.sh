#!/bin/sh
# Builds the program that is given away, tries it, and packs it with its manual pages, shell completions and the schemas
# of scenario files into an archive, with the checksums of both. On Linux it is static and tried in an empty root.
#
#   contrib/dist/build.sh [FOLDER]      the folder for the archive, by default dist
#
# It needs Rust, git, tar and gzip, and for the trial on Linux either root or user namespaces (util-linux).
# FRAY_TARGET=TRIPLE builds for another target than this machine's; FRAY_BINARY=FILE packs a program that was built before.
#
# With the compiler's tool for profiles (`rustup component add llvm-tools`) the program is built twice: one that counts
# where it goes plays all shipped scenarios, and one that is arranged by these counts is given away. Fights take a tenth
# to a third less time in it, and come out the same. FRAY_PROFILE=no leaves that out.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/dist}
host=$(rustc -vV | sed -n 's/^host: //p')
target=${FRAY_TARGET:-$host}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
case $target in
    *-windows-*) exe=.exe static="-C target-feature=+crt-static" ;;
    *-linux-*) exe='' static="-C target-feature=+crt-static" ;;
    *) exe='' static='' ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The target is named although it is the host, so that what runs while building is not linked statically.
build() {
    (cd "$root" && RUSTFLAGS="$static $1" \
        cargo build --locked --profile dist --package fray --target "$target")
}
binary=${CARGO_TARGET_DIR:-$root/target}/$target/dist/fray$exe
profdata=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata$exe
if [ -n "${FRAY_BINARY:-}" ]; then
    binary=$FRAY_BINARY
elif [ "${FRAY_PROFILE:-}" = no ] || [ "$target" != "$host" ] || [ ! -x "$profdata" ]; then
    echo "built without a profile of its fights"
    build ""
else
    build "-C profile-generate=$work/counts"
    for game in "$root"/configs/*/; do
        "$binary" run "$game" --fights 500 --seed 1 --threads 1 --no-out --no-hints --quiet
    done
    "$profdata" merge --output "$work/fights.profdata" "$work/counts"
    build "-C profile-use=$work/fights.profdata"
fi

# A root with nothing in it but the program: what it needs besides would be missed here. Elsewhere an empty folder.
mkdir "$work/empty"
cp "$binary" "$work/empty/fray$exe"
in_root() {
    case $target in
        *-linux-*)
            if [ "$(id -u)" = 0 ]; then
                chroot "$work/empty" /fray "$@"
            else
                unshare --user --map-root-user chroot "$work/empty" /fray "$@"
            fi
            ;;
        *) (cd "$work/empty" && "./fray$exe" "$@") ;;
    esac
}
in_root --version -v
in_root new "$(in_root list systems | awk '/^[a-z]/ { print $1; exit }')" duel.toml
in_root plan duel.toml --fights 1000 --seed 1 --shard-fights 65536 --out plan --quiet
in_root shard --plan plan --task 0 --out results --quiet
in_root merge --plan plan results --out sum --quiet
in_root run duel.toml --fights 1000 --seed 1 --out whole --quiet
cmp "$work/empty/sum/summary.csv" "$work/empty/whole/summary.csv"
echo "tried with nothing but itself"

name=fray-$version-$target
mkdir -p "$work/$name/man" "$work/$name/completions"
cp "$binary" "$work/$name/fray$exe"
for file in README.md CHANGELOG.md CITATION.cff LICENSE-MIT LICENSE-APACHE; do
    cp "$root/$file" "$work/$name/"
done
FRAY=$binary "$root/contrib/dist/schemas.sh" "$work/$name/schemas"
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

# The same files make the same archive. On macOS the tar that can do so is called gtar.
mkdir -p "$out"
date=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)
tar=$(command -v gtar || command -v tar)
"$tar" --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" "$name" |
    gzip --no-name --best >"$out/$name.tar.gz"
cp "$binary" "$out/fray-$version-$target.bin"
sum() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
(cd "$out" && sum "$name.tar.gz" "fray-$version-$target.bin" >SHA256SUMS && cat SHA256SUMS)
