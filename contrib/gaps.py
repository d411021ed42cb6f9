#!/usr/bin/env python3
"""Measures how far the sides of the shipped scenarios play below what looking ahead would win.

    python3 contrib/gaps.py                          renews all rows; hours of one core
    python3 contrib/gaps.py configs/juso/duel.toml   renews those of some scenarios
    python3 contrib/gaps.py --fewer-than 100         renews those of fewer fights, the fewest first

A row of `crates/sim/tests/goldens/gaps.csv` has a side, what it wins as the file plays, and what it wins with
`--tactics SIDE=clever` on as many fights as a limit of processor time allows, with the 95 % interval. Where that
interval lies more than five points above what the file's play wins, the scenario has to say why in a line
`# ceiling SIDE: ...`; a test asks for it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "crates/sim/tests/goldens/gaps.csv"
COLUMNS = ["scenario", "side", "file", "clever", "lo", "hi", "fights"]


def seconds_of(pid: int) -> float:
    """Returns the processor time that a process has taken, 0 when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def played(args: argparse.Namespace, scenario: str, fights: int, more: list[str]) -> dict[str, dict[str, Any]]:
    """Returns the rows of the summary by side. Stops the run when its time is over; then it has fewer fights."""
    command = [
        args.fray,
        "run",
        scenario,
        "--fights",
        str(fights),
        "--seed",
        "1",
        "--threads",
        "1",
        "--no-out",
        "--no-hints",
        "--json",
    ]
    run = subprocess.Popen([*command, *more], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    is_told = False
    while True:
        try:
            out, _ = run.communicate(timeout=0.2)
            break
        except subprocess.TimeoutExpired:
            # A second signal would end it at once, without its answer.
            if not is_told and seconds_of(run.pid) > args.seconds:
                run.send_signal(signal.SIGINT)
                is_told = True
    if not out.strip():
        return {}
    # Where the time ended the search for what to choose from, there is none.
    scenarios = json.loads(out).get("scenarios") or [{}]
    return {row["side"]: row for row in scenarios[0].get("summary", [])}


def rows_of(args: argparse.Namespace, scenario: str, sides: set[str]) -> list[dict[str, str]]:
    """Returns a row for each of these sides of a scenario, of all for none."""
    rows = []
    for side, row in played(args, scenario, 10_000, []).items():
        if sides and side not in sides:
            continue
        clever = played(args, scenario, args.fights, ["--tactics", f"{side}=clever"]).get(side)
        found = {"scenario": scenario.removeprefix("configs/"), "side": side, "file": f"{row['win_rate']:.4f}"}
        if clever:
            figures = {"clever": "win_rate", "lo": "win_lo", "hi": "win_hi"}
            found |= {column: f"{clever[key]:.4f}" for column, key in figures.items()}
        rows.append(found | {"fights": str(clever["fights"] if clever else 0)})
        print(",".join(rows[-1].get(column, "") for column in COLUMNS), flush=True)
    return rows


def main() -> None:
    """Renews the rows of the scenarios that are asked for and leaves the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", help="scenario files [default: all in configs]")
    parser.add_argument("--fray", default="fray", help="the program")
    parser.add_argument("--fights", type=int, default=1000, help="the most fights of a side that looks ahead")
    parser.add_argument("--fewer-than", type=int, metavar="N", help="renew sides of fewer fights only")
    parser.add_argument("--seconds", type=float, default=120, help="the most processor time of a run")
    args = parser.parse_args()
    files = [Path(it).resolve() for it in args.scenarios] or sorted(ROOT.glob("configs/*/*.toml"))
    renewed: dict[str, set[str]] = {
        file.relative_to(ROOT).as_posix(): set() for file in files if "[[side]]" in file.read_text()
    }
    if args.fewer_than:
        few = [row for row in table() if int(row["fights"]) < args.fewer_than]
        few.sort(key=lambda row: int(row["fights"]))
        asked = [(f"configs/{row['scenario']}", row["side"]) for row in few]
        renewed = {
            scenario: {side for of, side in asked if of == scenario} for scenario, _ in asked if scenario in renewed
        }
    for scenario, sides in renewed.items():
        # Written after each, so that an interruption keeps what was measured.
        write(scenario.removeprefix("configs/"), sides, rows_of(args, scenario, sides))


def table() -> list[dict[str, str]]:
    """Returns the rows as they are."""
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def write(scenario: str, sides: set[str], found: list[dict[str, str]]) -> None:
    """Puts the rows that were found in the place of those of these sides of a scenario."""
    rows = [row for row in table() if row["scenario"] != scenario or (sides and row["side"] not in sides)]
    rows = sorted(rows + found, key=lambda row: (row["scenario"], row["side"]))
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
