#!/usr/bin/env bash
# Runs the gate of a suite as a job of CI does: annotations, JUnit, the table, a summary of the job, and perhaps the text
# of a comment. The exit code is that of `fray check`.
#
#   contrib/ci/check.sh SUITE [OPTIONS OF fray check]
#
# It reads from the environment, all of it optional:
#   FRAY                  the program, by default `fray`
#   FRAY_REPORT           the folder for what is written, by default fray-report: check.txt, junit.xml, table/check.csv
#   FRAY_COMMENT          a file for the text of a comment: the report, and if it failed what `check --update` would say
#   GITHUB_ACTIONS        `true` prints annotations
#   GITHUB_STEP_SUMMARY   a file that the summary is appended to
set -uo pipefail

suite=${1:?the suite to check}
shift
fray=${FRAY:-fray} report=${FRAY_REPORT:-fray-report}
mkdir -p "$report"

flags=(--junit "$report/junit.xml" --out "$report/table" --force)
if [ "${GITHUB_ACTIONS:-}" = true ]; then flags+=(--annotations); fi
"$fray" check "$suite" "${flags[@]}" "$@" 2> >(tee "$report/said.txt" >&2) | tee "$report/check.txt"
code=${PIPESTATUS[0]}
# How far it was, and where the table is, is for the log.
sed -e '/ after [0-9]* s$/d' -e '/^written to /d' "$report/said.txt" >"$report/errors.txt"

# In a block of code nothing of the text is taken for markup; a line of backticks would end it. A comment may have some
# 65,000 characters.
# shellcheck disable=SC2016 # the backticks are those of Markdown
block() {
  printf '```text\n'
  cat "$@" | sed -e '/^::error /d' -e '/^::warning /d' -e '/^::notice /d' -e 's/^```/ ```/' | head -c 25000
  printf '```\n'
}

case $code in
  0) says='passed' ;;
  1) says='failed: a goal or a baseline' ;;
  4) says='undecided: a limit came first' ;;
  5) says='out of date: a scenario was edited, or a baseline is missing' ;;
  10) says='a scenario cannot be read' ;;
  *) says="ended with code $code" ;;
esac
{
  # shellcheck disable=SC2016
  printf '### fray: `%s` %s\n\n' "$suite" "$says"
  block "$report/check.txt" "$report/errors.txt"
} >"$report/summary.md"

if [ -n "${FRAY_COMMENT:-}" ]; then
  # The first line tells this comment from others.
  printf '<!-- fray check %s -->\n' "${suite//[^A-Za-z0-9._\/-]/_}" | cat - "$report/summary.md" >"$FRAY_COMMENT"
  if [ "$code" -eq 1 ] || [ "$code" -eq 5 ]; then
    # In a copy: what is checked out is not touched.
    copy=$(mktemp -d)
    root=$(git rev-parse --show-toplevel 2>/dev/null || pwd)
    tar -C "$root" --exclude=./.git --exclude="./$report" -cf - . | tar -C "$copy" -xf -
    inside=$(pwd)
    {
      printf '\n<details><summary>What <code>fray check --update</code> would write</summary>\n\n'
      (cd "$copy/${inside#"$root"}" && "$fray" check "$suite" --update --reason "Proposed by CI") 2>&1 | block
      printf '\n</details>\n'
    } >>"$FRAY_COMMENT"
    rm -rf "$copy"
  fi
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$code"
