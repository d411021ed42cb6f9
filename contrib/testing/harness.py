"""What the tests of all engines do with processes, files and results."""

from __future__ import annotations

import filecmp
import socket
import stat
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

DUEL = Path(__file__).resolve().parents[2] / "configs" / "night-wizard" / "duel.toml"


def wait_until(
    holds: Callable[[], bool], seconds: float, what: str, process: subprocess.Popen[bytes] | None = None
) -> None:
    """Waits until something holds; not longer than `seconds`, nor when the process that would do it has ended."""
    deadline = time.monotonic() + seconds
    while not holds():
        if process is not None and process.poll() is not None:
            raise AssertionError(f"the process ended with {process.returncode} before there was {what}")
        if time.monotonic() > deadline:
            raise AssertionError(f"no {what} within {seconds:g} s")
        time.sleep(0.1)


def free_port() -> int:
    """Returns a port of 127.0.0.1 that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def check_run(*command: str | Path) -> None:
    """Runs a program that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def slowed(program: Path, folder: Path) -> Path:
    """Writes a program that notes each start of a task in `folder/starts` and takes a second longer for it."""
    path = folder / "slow-fray"
    path.write_text(
        "#!/bin/sh\n"
        'if [ "$1" = shard ]; then\n'
        '  task=$SLURM_ARRAY_TASK_ID before=""\n'
        '  for word; do [ "$before" = --task ] && task=$word; before=$word; done\n'
        f'  echo "$task" >> "{folder}/starts"\n'
        "  sleep 1\n"
        "fi\n"
        f'exec "{program}" "$@"\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def listening(pids: Sequence[int]) -> set[str]:
    """Returns the addresses on which these processes listen for connections from other machines or this one."""
    return {
        connection.laddr.ip
        for pid in pids
        for connection in psutil.Process(pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    }


def assert_equal_results(single: Path, merged: Path) -> None:
    """Asserts that all files have the same bytes, but the manifest, which has the time and the machine."""
    names = sorted(str(path.relative_to(single)) for path in single.rglob("*") if path.is_file())
    names = [name for name in names if Path(name).name != "manifest.json"]
    tables = {Path(name).name for name in names}
    assert {"summary.csv", "metrics.csv", "tallies"} <= tables  # noqa: S101
    _, different, absent = filecmp.cmpfiles(single, merged, names, shallow=False)
    assert (different, absent) == ([], [])  # noqa: S101
