"""The loop of the driver: a window of submitted tasks, each written and forgotten as soon as it is done.

The files are the state. Whatever dies, the next call asks which tasks have no file and plays those.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from pathlib import Path

from distributed import Client, Future, KilledWorker, wait
from distributed.comm.core import CommClosedError

from fray.dask.exit import Exit, Failure
from fray.dask.plan import Plan
from fray.dask.progress import Progress
from fray.dask.store import write_atomically
from fray.dask.worker import PlanOnWorker, Played, TemporaryError, play_task

# Submitted tasks for each core: enough that no core waits for the driver, few enough that little is lost.
WINDOW_PER_CORE = 4
# How often a task that failed for the time being is tried again.
RETRIES = 3
# How often the driver looks up from waiting: for a lost scheduler, for workers that came or went.
POLL_SECONDS = 2.0
LOST = "lost the scheduler; what was played is kept, and the same command goes on once it is back"
ADVICE = (
    "a task is given up when more workers died under it than the scheduler allows; on machines that may be taken "
    "away, start the scheduler with DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=10"
)


@dataclass
class Report:
    """What became of the tasks of a plan in one call of the driver."""

    total: int
    present: int
    played: int = 0
    # Tasks that failed: exit code and reason.
    failed: dict[int, tuple[int, str]] = field(default_factory=dict)
    # Tasks that were not played, because a task of the same point had broken a rule of its game.
    skipped: list[int] = field(default_factory=list)

    def exit_code(self) -> int:
        """Returns 0, or the largest exit code of a task."""
        return max((code for code, _ in self.failed.values()), default=int(Exit.OK))


class Driver:
    """Plays the tasks of one plan on one cluster."""

    def __init__(
        self,
        client: Client,
        plan: Plan,
        fray: str,
        results: Path,
        progress: Progress,
        patience_seconds: float,
    ) -> None:
        """Prepares the driver; `patience_seconds` is how long it stays without a single worker."""
        self.client = client
        self.plan = plan
        self.fray = fray
        self.results = results
        self.progress = progress
        self.patience_seconds = patience_seconds
        self.running: dict[Future[Played], int] = {}
        self.broken_points: set[str] = set()

    def work(self, todo: list[int]) -> Report:
        """Plays these tasks and writes their shards.

        Raises Failure if the scheduler is lost, no worker comes, a result cannot be written, or a task shows that
        no other can succeed. What is written stays.
        """
        report = Report(total=len(self.plan.tasks), present=len(self.plan.tasks) - len(todo))
        waiting = deque(todo)
        on_workers = PlanOnWorker.of(self.plan)
        try:
            cores = self._cores()
            self._send_plan(on_workers)
            while waiting or self.running:
                while waiting and len(self.running) < WINDOW_PER_CORE * cores:
                    self._submit(waiting.popleft(), on_workers.name, report)
                for future in self._done():
                    self._settle(future, report)
                cores = self._cores()
        except (CancelledError, OSError, TimeoutError) as error:
            raise Failure(Exit.TRY_AGAIN, LOST) from error
        finally:
            self._release(on_workers.name)
        return report

    def _send_plan(self, plan: PlanOnWorker) -> None:
        try:
            self.client.register_plugin(plan)
        except (CancelledError, CommClosedError, TimeoutError):
            raise
        except OSError as error:
            raise Failure(Exit.TRY_AGAIN, f"a worker cannot unpack the plan: {error}") from error
        except Exception as error:
            # Dask passes on what went wrong on a worker as text.
            raise Failure(Exit.USAGE, f"a worker cannot load fray-dask; is it installed there? {error}") from error

    def _submit(self, task: int, plugin: str, report: Report) -> None:
        if self.plan.points(task) <= self.broken_points:
            report.skipped.append(task)
            return
        future: Future[Played] = self.client.submit(
            play_task,
            self.fray,
            plugin,
            task,
            key=f"{plugin}-{task}",
            retries=RETRIES,
        )
        self.running[future] = task

    def _done(self) -> list[Future[Played]]:
        """Waits for the next results, but not longer than until it is time to look up."""
        if not self.running:
            return []
        try:
            return list(wait(list(self.running), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if self.client.status != "running" or any(future.status == "lost" for future in self.running):
                raise Failure(Exit.TRY_AGAIN, LOST) from None
            return []

    def _settle(self, future: Future[Played], report: Report) -> None:
        task = self.running.pop(future)
        try:
            played = future.result()
        except TemporaryError as error:
            self._fail(task, Exit.TRY_AGAIN, f"{error} (tried {RETRIES + 1} times)", report)
        except KilledWorker as error:
            self._fail(task, Exit.TRY_AGAIN, f"{error.allowed_failures + 1} workers died under it", report)
            self.progress.advise(ADVICE)
        except (CancelledError, OSError, TimeoutError):
            raise
        except Exception as error:
            why = f"{self.plan.describe(task)} cannot be run: {error!r}; is the same fray-dask on the workers?"
            raise Failure(Exit.USAGE, f"stopped: {why}") from error
        else:
            self._keep(task, played, report)
        finally:
            # Once a result is on the disk here, nothing is left on the worker that could be lost and played again.
            future.release()

    def _keep(self, task: int, played: Played, report: Report) -> None:
        if played.code == Exit.OK:
            path = self.results / self.plan.short_id / f"task-{task}.fshard"
            try:
                write_atomically(path, played.shard)
            except OSError as error:
                raise Failure(Exit.TRY_AGAIN, f"{path} cannot be written: {error.strerror}") from error
            report.played += 1
            self.progress.advance(self.plan.fights(task))
            return
        self._fail(task, played.code, f"exit code {played.code} on {played.host}: {played.message}", report)
        if played.code == Exit.BROKEN_FIGHT:
            # A task of several points does not say which of them is broken; the others must not suffer.
            if len(self.plan.points(task)) == 1:
                self.broken_points |= self.plan.points(task)
        else:
            raise Failure(played.code, f"stopped: {self.plan.describe(task)} {report.failed[task][1]}")

    def _fail(self, task: int, code: int, reason: str, report: Report) -> None:
        report.failed[task] = (int(code), reason)
        self.progress.say(f"{self.plan.describe(task)} failed: {reason}")

    def _cores(self) -> int:
        """Returns how many tasks the cluster plays at a time, once it has a worker."""
        return wait_for_cores(self.client, self.patience_seconds, self.progress.say)

    def _release(self, plugin: str) -> None:
        """Takes back what is not finished; whoever gives the command again submits it again."""
        if self.client.status != "running":
            return
        # Whatever ended the work is what the user has to know; a scheduler that is gone has nothing to take back.
        with contextlib.suppress(Exception):
            self.client.cancel(list(self.running), force=True)
            self.client.unregister_worker_plugin(plugin)
        self.running.clear()


def wait_for_cores(client: Client, patience_seconds: float, say: Callable[[str], None]) -> int:
    """Returns the number of threads of all workers; waits for the first worker if there is none.

    Raises Failure if there is none for `patience_seconds`.
    """
    deadline = time.monotonic() + patience_seconds
    told = False
    while True:
        cores: int = sum(client.nthreads().values())
        if cores:
            return cores
        if time.monotonic() > deadline:
            raise Failure(Exit.TRY_AGAIN, f"the cluster had no worker for {patience_seconds:g} s")
        if not told:
            say("no worker yet; waiting")
            told = True
        time.sleep(0.5)
