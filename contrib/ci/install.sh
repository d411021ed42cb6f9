#!/usr/bin/env bash
# Installs a released fray for this system into a folder, after a look at its checksum.
#
#   contrib/ci/install.sh VERSION FOLDER
#
# FRAY_RELEASES is the address of the releases: https://HOST/OWNER/fray/releases/download, or file:///a/folder, with the
# files of a version in a folder `vVERSION` of it.
set -euo pipefail

version=${1:?the version to install, such as 0.2.0} folder=${2:?the folder to install into}
version=${version#v}
releases=${FRAY_RELEASES:?the address of the releases}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
  Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-gnu ;;
  Darwin-x86_64) target=x86_64-apple-darwin ;;
  Darwin-arm64) target=aarch64-apple-darwin ;;
  MINGW*-x86_64 | MSYS*-x86_64 | CYGWIN*-x86_64) target=x86_64-pc-windows-msvc ;;
  *) echo "install.sh: no release for $(uname -s) on $(uname -m); cargo builds fray" >&2; exit 2 ;;
esac
name=fray-$version-$target
archive=$name.tar.gz

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for file in "$archive" SHA256SUMS; do
  curl --fail --location --silent --show-error --retry 3 --output "$scratch/$file" "$releases/v$version/$file"
done
sum() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
wanted=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$scratch/SHA256SUMS")
is=$(cd "$scratch" && sum "$archive" | awk '{ print $1 }')
if [ -z "$wanted" ] || [ "$wanted" != "$is" ]; then
  echo "install.sh: $archive is not the file that SHA256SUMS names; nothing is installed" >&2
  exit 1
fi

tar -xzf "$scratch/$archive" -C "$scratch"
mkdir -p "$folder"
for file in "$scratch/$name"/fray "$scratch/$name"/fray.exe; do
  if [ -f "$file" ]; then cp "$file" "$folder/"; fi
done
"$folder/fray" --version
