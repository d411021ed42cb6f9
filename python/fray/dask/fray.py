"""Calls the verbs of the `fray` program on the machine of the driver."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fray.dask.exit import Exit, Failure
from fray.dask.plan import Plan, task_numbers


@dataclass(frozen=True)
class Fray:
    """The program: a path, or a name to be looked up."""

    program: str

    def plan(self, arguments: Sequence[str], folder: Path) -> Plan:
        """Cuts scenarios into tasks and writes the plan into a folder, which must be new.

        Raises Failure with the exit code of `fray plan` unless that is 0.
        """
        code = self._call(["plan", *arguments, "--out", str(folder)], stdout=subprocess.DEVNULL)
        if code != Exit.OK:
            raise Failure(code, "the plan could not be made")
        return Plan.read(folder)

    def plan_id(self, arguments: Sequence[str]) -> str:
        """Returns the id that the plan of scenarios has, which is known before their speed is measured.

        Raises Failure with the exit code of `fray plan` unless that is 0.
        """
        done = subprocess.run([self._path(), "plan", *arguments, "--id"], check=False, stdout=subprocess.PIPE)
        if done.returncode != Exit.OK:
            raise Failure(done.returncode, "the plan could not be made")
        return done.stdout.decode().strip()

    def missing(self, plan: Plan, results: Path) -> list[int]:
        """Returns the tasks whose results are absent or damaged, in ascending order.

        Raises Failure with the exit code of `fray merge` if the results contradict each other or cannot be read.
        """
        results.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="fray-dask-") as scratch:
            missing = Path(scratch, "missing.txt")
            arguments = ["merge", "--plan", str(plan.folder), str(results), "--missing", str(missing)]
            # That something is missing is what is asked here, not news: the messages are shown only if it fails.
            done = self._run(arguments)
            if done.returncode not in (Exit.OK, Exit.UNDECIDED):
                detail = done.stderr.decode(errors="replace").strip()
                raise Failure(done.returncode, f"{detail}\nthe results in {results} cannot be used")
            # Nothing is missing if everything is there, whether or not an empty file was written.
            return task_numbers(missing.read_text()) if done.returncode == Exit.UNDECIDED else []

    def extend(self, plan: Plan, results: Path) -> Plan | None:
        """Adds one more round of fights for the points that have not met the target of the plan.

        Returns the plan with the new tasks, or nothing if there are none. Raises Failure if that cannot be decided.
        """
        arguments = ["plan", "--extend", str(plan.folder), "--results", str(results), "--array", "--quiet"]
        done = subprocess.run([self._path(), *arguments], check=False, stdout=subprocess.PIPE)
        # Undecided: a point has all the fights that it may have and has not met the target; others may have more.
        if done.returncode not in (Exit.OK, Exit.UNDECIDED):
            raise Failure(done.returncode, "the plan could not be extended")
        return Plan.read(plan.folder) if done.stdout.strip() else None

    def merge(self, plan: Plan, results: Path, out: Path, *options: str) -> int:
        """Adds the results and returns the exit code of `fray merge`; its output goes to the terminal."""
        return self._call(["merge", "--plan", str(plan.folder), str(results), "--out", str(out), *options])

    def _call(self, arguments: list[str], stdout: int | None = None) -> int:
        return subprocess.run([self._path(), *arguments], check=False, stdout=stdout).returncode

    def _run(self, arguments: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([self._path(), *arguments], check=False, capture_output=True)

    def _path(self) -> str:
        path = shutil.which(self.program)
        if path is None:
            raise Failure(Exit.USAGE, f"no program `{self.program}` here; --fray gives its path")
        return path
