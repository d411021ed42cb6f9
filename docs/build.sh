#!/bin/sh
# Builds the book into docs/book: the program writes its reference, and mdBook does the rest.
# It needs mdbook 0.5 (cargo install mdbook --locked). FRAY names a built program; without it one is built.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${FRAY:-}" ]; then
    cargo build --release --package fray
    FRAY=${CARGO_TARGET_DIR:-target}/release/fray
fi
"$FRAY" man --book docs/src/reference
mdbook build docs
echo "docs/book/index.html"
