"""The command line: `fray-dask run` plans, plays and merges; `fray-dask work` plays a plan that exists."""

from __future__ import annotations

import argparse
import errno
import logging
import math
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import dask
from distributed import Client, LocalCluster

from fray.dask.driver import Driver, Report
from fray.dask.exit import Exit, Failure
from fray.dask.fray import Fray
from fray.dask.plan import Plan, PlanError
from fray.dask.progress import Progress

# How long a scheduler may take to answer.
CONNECT_SECONDS = 30.0

# What may be gone on the next try.
TRANSIENT = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EAGAIN, errno.EBUSY, errno.EMFILE, errno.ENFILE, errno.ESTALE})

EPILOG = """\
Exit codes are those of fray: 0 everything is played; 2 wrong usage, or a plan that the workers refuse; 3 a fight broke
an invariant of its rules; 75 something is missing now that may come when the command is given again; 130 interrupted.
If several tasks fail, the largest code of theirs. The same command, given again, plays what is missing.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    arguments, plan_options = split_at_dashes(list(sys.argv[1:] if argv is None else argv))
    options = parser().parse_args(arguments)
    # Whoever stops a batch (a timeout, a system that shuts down) gets what Ctrl-C gets.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.command == "work":
            if plan_options:
                raise Failure(Exit.USAGE, "options behind `--` go to `fray plan`; only `fray-dask run` makes a plan")
            return work(Plan.read(options.plan), options.out, options)
        return run(options, plan_options)
    except PlanError as error:
        return complain(str(error), Exit.USAGE)
    except Failure as failure:
        return complain(str(failure), failure.code)
    except OSError as error:
        # A work folder that cannot be made, or a disk that is full.
        code = Exit.TRY_AGAIN if error.errno in TRANSIENT else Exit.OUTPUT
        return complain(f"{error.filename or 'a file'} cannot be written: {error.strerror or error}", code)
    except KeyboardInterrupt:
        return complain("interrupted; what was played is kept, and the same command goes on", Exit.INTERRUPTED)
    finally:
        signal.signal(signal.SIGTERM, before)


def split_at_dashes(argv: list[str]) -> tuple[list[str], list[str]]:
    """Parts the options of this command from those that it hands on to `fray plan`."""
    if "--" not in argv:
        return argv, []
    at = argv.index("--")
    return argv[:at], argv[at + 1 :]


def parser() -> argparse.ArgumentParser:
    """Builds the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="fray-dask",
        description="Play fights on a Dask cluster, or on all cores of this machine.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=version("fray"))
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    cluster = argparse.ArgumentParser(add_help=False)
    cluster.add_argument(
        "--scheduler", metavar="ADDRESS", help="the scheduler, such as tcp://host:8786; else this machine"
    )
    cluster.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        default=os.cpu_count() or 1,
        help="cores of this machine to use, without --scheduler",
    )
    cluster.add_argument(
        "--fray", metavar="PATH", default="fray", help="the program, here and on the workers (default: fray)"
    )
    cluster.add_argument(
        "--patience",
        metavar="SECONDS",
        type=seconds,
        default=300.0,
        help="how long to stay when the cluster has no worker (default: 300)",
    )
    cluster.add_argument("-q", "--quiet", action="store_true", help="only say what goes wrong; print no results")

    running = commands.add_parser(
        "run",
        parents=[cluster],
        help="plan, play and merge scenarios",
        description="Plan, play and merge scenarios. Options behind `--` go to `fray plan`.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    running.add_argument(
        "scenarios", metavar="SCENARIO", nargs="+", help="what `fray plan` takes: files, folders, suites"
    )
    running.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder for the results")
    running.add_argument("--fights", metavar="N", help="fights of each point")
    running.add_argument("--seed", metavar="S", help="the seed; a rerun goes on only with the same seed")
    running.add_argument(
        "--set",
        metavar="PATH=VALUE",
        action="append",
        default=[],
        help="change or sweep a value; can be repeated",
    )
    running.add_argument(
        "--work",
        metavar="DIR",
        type=Path,
        help="the folder for plan and shards, kept for top-ups (default: OUT-work)",
    )
    running.add_argument("--force", action="store_true", help="replace the results of another run in OUT")

    working = commands.add_parser(
        "work",
        parents=[cluster],
        help="play the tasks of a plan that are missing",
        description="Play the tasks of a plan that are missing in a folder.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    working.add_argument("--plan", metavar="PLAN", type=Path, required=True, help="the folder that `fray plan` wrote")
    working.add_argument("--out", metavar="RESULTS", type=Path, required=True, help="the folder for the shards")
    return top


def positive(text: str) -> int:
    """Reads a whole number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def seconds(text: str) -> float:
    """Reads a length of time."""
    number = float(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a length of time")
    return number


def run(options: argparse.Namespace, plan_options: list[str]) -> int:
    """Plans, plays and merges; results of an earlier call for the same plan are used.

    A plan with a target is extended and played until all its points have met it, or have as many fights as they may.
    """
    fray = Fray(options.fray)
    work_folder: Path = options.work or options.out.with_name(options.out.name + "-work")
    arguments = [*options.scenarios, *plan_options]
    if options.fights is not None:
        arguments += ["--fights", options.fights]
    if options.seed is not None:
        arguments += ["--seed", options.seed]
    for change in options.set:
        arguments += ["--set", change]
    plan = planned(fray, arguments, work_folder)
    results = plan.folder.parent / "results"
    more: Plan | None = plan
    while more is not None:
        plan = more
        code = work(plan, results, options)
        if code != Exit.OK:
            return code
        # Each round doubles the fights of a point up to a limit in the plan: that ends the rounds.
        more = fray.extend(plan, results) if plan.has_target else None
    flags = [flag for flag, given in (("--force", options.force), ("--quiet", options.quiet)) if given]
    return fray.merge(plan, results, options.out, *flags)


def planned(fray: Fray, arguments: list[str], work_folder: Path) -> Plan:
    """Makes the plan, or finds it in the work folder.

    The same points, seed and fights have the same id but, on another day, perhaps other cuts: the speed of the machine
    decides these. The first plan of an id is kept, since the results so far are cut as it says.
    """
    work_folder.mkdir(parents=True, exist_ok=True)
    if any(work_folder.glob("*/plan/plan.json")):
        kept = work_folder / fray.plan_id(arguments)[:8] / "plan"
        if kept.exists():
            return Plan.read(kept)
    with tempfile.TemporaryDirectory(prefix=".plan-", dir=work_folder) as scratch:
        fresh = fray.plan(arguments, Path(scratch, "plan"))
        kept = work_folder / fresh.short_id / "plan"
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            fresh.folder.rename(kept)
    return Plan.read(kept)


def work(plan: Plan, results: Path, options: argparse.Namespace) -> int:
    """Plays the missing tasks and says how it went."""
    todo = Fray(options.fray).missing(plan, results)
    there = len(plan.tasks) - len(todo)
    if not options.quiet:
        say(f"{counted(len(plan.tasks), 'task')}: {there} there, {len(todo)} to play")
    if not todo:
        return Exit.OK
    progress = Progress(len(todo), sum(map(plan.fights, todo)), quiet=options.quiet)
    with connected(options) as client, progress:
        report = Driver(client, plan, options.fray, results, progress, options.patience).work(todo)
    return conclude(plan, report, results, quiet=options.quiet)


@contextmanager
def connected(options: argparse.Namespace) -> Iterator[Client]:
    """Connects to the scheduler, or makes a cluster in this process, which nobody else can reach."""
    # The driver says in a line what Dask would say in a traceback.
    for name in ("distributed", "distributed.client", "distributed.worker", "distributed.scheduler"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if options.scheduler is None:
        # Fights are played in subprocesses: threads suffice, and nothing that a task does can end the worker.
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 10}),
            LocalCluster(
                n_workers=1,
                threads_per_worker=options.workers,
                processes=False,
                # The cluster itself opens no port; its pages of diagnosis would be open to every network.
                protocol="inproc://",
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(options.scheduler, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError) as error:
        raise Failure(Exit.TRY_AGAIN, f"no scheduler answers at {options.scheduler}") from error
    except ValueError as error:
        raise Failure(Exit.USAGE, f"`{options.scheduler}` is not the address of a scheduler: {error}") from error
    with client:
        yield client


def conclude(plan: Plan, report: Report, results: Path, *, quiet: bool) -> int:
    """Prints what failed, the first failure last, and returns the exit code."""
    code = report.exit_code()
    if not report.failed:
        if not quiet:
            say(f"played {counted(report.played, 'task')}; nothing is missing")
        return code
    there = report.present + report.played
    say(f"played {counted(report.played, 'task')}; {there} of {report.total} are in {results}")
    if report.skipped:
        listed = ", ".join(map(str, report.skipped[:10])) + (", ..." if len(report.skipped) > 10 else "")
        say(f"not played: {counted(len(report.skipped), 'more task')} of broken points: {listed}")
    first = min(report.failed)
    say(f"{len(report.failed)} failed, first {plan.describe(first)}: {report.failed[first][1]}")
    return code


def counted(n: int, noun: str) -> str:
    """Returns a number with its noun."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def say(line: str) -> None:
    """Prints a line on stderr."""
    print(f"fray-dask: {line}", file=sys.stderr)


def complain(message: str, code: int) -> int:
    """Prints why the command ends, and returns its exit code."""
    say(message)
    return int(code)
