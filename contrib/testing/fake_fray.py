#!/usr/bin/env python3
"""A program with the verbs `plan`, `shard` and `merge` of fray, for tests of what calls them.

Its scenario is a JSON file: `points` (names), `tasks_per_point`, `seconds` of each task, and for chosen tasks what
goes wrong: `codes` (task -> exit code, always), `flaky` (task -> exit code, or minus a signal, the first time).
With `rounds` it has a target that is met after so many rounds of tasks. Each start of a task is a line in `starts`
beside the scenario.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

FIGHTS = 65_536


def main() -> int:
    top = argparse.ArgumentParser(prog="fake_fray")
    verbs = top.add_subparsers(dest="verb", required=True)
    plan = verbs.add_parser("plan")
    plan.add_argument("scenarios", nargs="*", type=Path)
    plan.add_argument("--out", type=Path)
    plan.add_argument("--extend", type=Path)
    plan.add_argument("--results", type=Path)
    plan.add_argument("--array", action="store_true")
    plan.add_argument("--quiet", action="store_true")
    plan.add_argument("--id", action="store_true")
    plan.add_argument("--fights")
    plan.add_argument("--seed", default="1")
    plan.add_argument("--set", action="append")
    plan.add_argument("--shard-fights")
    shard = verbs.add_parser("shard")
    shard.add_argument("--plan", type=Path, required=True)
    shard.add_argument("--task", type=int, default=os.environ.get("SLURM_ARRAY_TASK_ID"))
    shard.add_argument("--tasks-per-job", type=int, default=1)
    shard.add_argument("--threads")
    to = shard.add_mutually_exclusive_group(required=True)
    to.add_argument("--stdout", action="store_true")
    to.add_argument("--out", type=Path)
    merge = verbs.add_parser("merge")
    merge.add_argument("--plan", type=Path, required=True)
    merge.add_argument("results", type=Path)
    merge.add_argument("--out", type=Path)
    merge.add_argument("--missing", type=Path)
    merge.add_argument("--force", action="store_true")
    merge.add_argument("--quiet", action="store_true")
    options = top.parse_args()
    return {"plan": do_plan, "shard": do_shard, "merge": do_merge}[options.verb](options)


def do_plan(options: argparse.Namespace) -> int:
    if options.extend:
        return do_extend(options)
    try:
        scenario = json.loads(options.scenarios[0].read_text())
    except OSError as error:
        print(f"fray: {error}", file=sys.stderr)
        return 10
    pieces = [
        [[point, lo * FIGHTS, (lo + 1) * FIGHTS]]
        for point in range(len(scenario["points"]))
        for lo in range(scenario["tasks_per_point"])
    ]
    frozen = {**scenario, "home": str(options.scenarios[0].resolve().parent)}
    identity = [frozen, options.seed, options.fights, options.set]
    plan = {
        "plan": 2,
        "plan_id": hashlib.sha256(json.dumps(identity).encode()).hexdigest(),
        "points": [{"name": name} for name in scenario["points"]],
        "tasks": pieces,
    }
    if options.id:
        print(plan["plan_id"])
        return 0
    if "rounds" in scenario:
        plan["target"] = {"errors": ["1pt"], "max_fights": 1_000_000_000}
    (options.out / "points").mkdir(parents=True)
    (options.out / "plan.json").write_text(json.dumps(plan))
    (options.out / "points" / "frozen.json").write_text(json.dumps(frozen))
    return 0


def do_extend(options: argparse.Namespace) -> int:
    plan, frozen = read(options.extend)
    a_round = len(frozen["points"]) * frozen["tasks_per_point"]
    first = len(plan["tasks"])
    if first < frozen["rounds"] * a_round:
        plan["tasks"] += [[[0, task * FIGHTS, (task + 1) * FIGHTS]] for task in range(first, first + a_round)]
        (options.extend / "plan.json").write_text(json.dumps(plan))
        print(f"{first}-{first + a_round - 1}")
    else:
        print()
    return 0


def read(plan: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    return json.loads((plan / "plan.json").read_text()), json.loads((plan / "points" / "frozen.json").read_text())


def do_shard(options: argparse.Namespace) -> int:
    plan, frozen = read(options.plan)
    first, worst = options.task * options.tasks_per_job, 0
    for task in range(first, min(first + options.tasks_per_job, len(plan["tasks"]))):
        path = options.out and options.out / plan["plan_id"][:8] / f"{task}.fshard"
        if path and path.exists():
            continue
        code, shard = play(plan, frozen, task)
        worst = max(worst, code)
        if code == 0 and path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(f".{os.getpid()}").write_bytes(shard)
            path.with_suffix(f".{os.getpid()}").replace(path)
        elif code == 0:
            sys.stdout.buffer.write(shard)
    return worst


def play(plan: dict[str, Any], frozen: dict[str, Any], task: int) -> tuple[int, bytes]:
    home, name = Path(frozen["home"]), str(task)
    with (home / "starts").open("a") as starts:
        starts.write(f"{name}\n")
    time.sleep(frozen.get("seconds", 0))
    if name in frozen.get("codes", {}):
        point, lo, _ = plan["tasks"][task][0]
        print(f"fray: shard: point {plan['points'][point]['name']}: fight {lo + 7} broke a bound", file=sys.stderr)
        return frozen["codes"][name], b""
    if name in frozen.get("flaky", {}) and not (home / f"failed-{name}").exists():
        (home / f"failed-{name}").touch()
        code = frozen["flaky"][name]
        if code < 0:
            os.kill(os.getpid(), -code)
        return code, b""
    return 0, json.dumps([plan["plan_id"], task, task * task]).encode()


def do_merge(options: argparse.Namespace) -> int:
    plan, _ = read(options.plan)
    there: dict[int, int] = {}
    for path in options.results.rglob("*.fshard"):
        try:
            plan_id, task, value = json.loads(path.read_bytes())
        except ValueError:
            continue
        if plan_id == plan["plan_id"] and there.setdefault(task, value) != value:
            print(f"fray: merge: task {task} has two results", file=sys.stderr)
            return 6
    missing = [str(task) for task in range(len(plan["tasks"])) if task not in there]
    if options.missing:
        options.missing.write_text(",".join(missing))
    if missing:
        print(f"fray: merge: tasks {','.join(missing)} are missing", file=sys.stderr)
        return 4
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "summary.csv").write_text(f"sum\n{sum(there.values())}\n")
    return 0


sys.exit(main())
