"""What runs on the workers of the cluster: unpacking the plan once, and one subprocess for each task."""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import uuid
import zipfile
from dataclasses import dataclass
from pathlib import Path

from distributed import Worker, WorkerPlugin, get_worker

from fray.dask.exit import Exit
from fray.dask.plan import Plan

# Exit codes of `fray shard` after which another try may end otherwise; so may one that a signal ended.
TEMPORARY = frozenset({Exit.TRY_AGAIN, Exit.INTERRUPTED})


@dataclass(frozen=True)
class Played:
    """How a task ended that need not be tried again: with the bytes of its shard, or with a reason."""

    code: int
    shard: bytes
    message: str
    host: str


class TemporaryError(Exception):
    """A task that may well succeed on another try; Dask makes it as often as the driver allows."""


class PlanOnWorker(WorkerPlugin):
    """Carries the files of a plan to every worker, those that join later too, so that no folder need be shared."""

    def __init__(self, archive: bytes, origin: str) -> None:
        self.archive = archive
        # The folder on the driver's machine, where people look for it.
        self.origin = origin
        # One name for each driver, so that the end of one takes nothing away from another of the same plan.
        self.name = f"fray-plan-{uuid.uuid4().hex[:16]}"
        self.folder: Path | None = None
        self.playing: set[subprocess.Popen[bytes]] = set()

    @classmethod
    def of(cls, plan: Plan) -> PlanOnWorker:
        """Packs the folder of a plan."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in plan.folder.rglob("*"):
                if path.is_file():
                    archive.write(path, path.relative_to(plan.folder))
        return cls(packed.getvalue(), str(plan.folder))

    def setup(self, worker: Worker) -> None:
        """Unpacks the plan below the worker's own folder, which Dask removes with the worker."""
        self.folder = Path(worker.local_directory, self.name)
        with zipfile.ZipFile(io.BytesIO(self.archive)) as archive:
            archive.extractall(self.folder)

    def teardown(self, worker: Worker) -> None:
        """Ends what still plays and removes the plan: the driver has no more use for them."""
        for process in tuple(self.playing):
            process.terminate()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def play_task(fray: str, plugin: str, task: int) -> Played:
    """Plays one task with `fray shard --stdout` in a subprocess.

    Raises TemporaryError if it ended by a signal or with a code that says so.
    """
    host = socket.gethostname()
    plan = get_worker().plugins[plugin]
    assert isinstance(plan, PlanOnWorker)  # noqa: S101
    command = [fray, "shard", "--plan", str(plan.folder), "--task", str(task), "--threads", "1", "--stdout"]
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    except OSError as error:
        # A worker without the program would fail every task in no time: that must end the job.
        return Played(Exit.USAGE, b"", f"cannot start `{fray}` on {host}: {error.strerror}", host)
    plan.playing.add(process)
    try:
        shard, said = process.communicate()
    finally:
        plan.playing.discard(process)
    # One line, since it becomes part of one; what it says of files holds on the machine of the driver.
    lines = said.decode(errors="replace").replace(str(plan.folder), plan.origin).splitlines()
    message, code = "; ".join(line.strip() for line in lines), process.returncode
    if code == Exit.OK:
        return Played(Exit.OK, shard, message, host)
    if code < 0 or code in TEMPORARY:
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        raise TemporaryError(f"{how} on {host}" + (f": {message}" if message else ""))
    return Played(code, b"", message, host)
