"""A scheduler and two workers as processes of their own, which are killed while they play."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from fake_home import FAKE, Home
from harness import DUEL, assert_equal_results, check_run, free_port, listening, slowed, wait_until

N_TASKS = 20
FIGHTS_PER_TASK = 65_536


class Cluster:
    """A Dask scheduler and its workers, bound to 127.0.0.1, each killed by the process id noted here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, n_workers: int) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        port = self.address.rpartition(":")[2]
        common = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._spawn("scheduler", *common, "--port", port)
        # Without nannies, so that the process that is killed is the worker and nobody starts it again.
        worker = ["worker", self.address, *common, "--nthreads", "1", "--no-nanny", "--death-timeout", "20"]
        self.workers = [self._spawn(*worker) for _ in range(n_workers)]

    def start_without_fray_dask(self) -> None:
        """Starts a scheduler, and a worker that has Dask alone."""
        self.start(0)
        code = "import sys; sys.modules['fray.dask'] = None; from distributed.cli.dask_worker import main; main()"
        common = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0", "--nthreads", "1", "--no-nanny"]
        with (self.folder / "cluster.log").open("ab") as log:
            command = [sys.executable, "-c", code, self.address, *common]
            self.workers = [subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)]

    def _spawn(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "cluster.log").open("ab") as log:
            command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
            return subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)

    def processes(self) -> list[subprocess.Popen[bytes]]:
        return [*([self.scheduler] if self.scheduler else []), *self.workers]

    def stop(self) -> None:
        for process in self.processes():
            if process.poll() is None:
                process.kill()
            process.wait(20)
        self.scheduler, self.workers = None, []


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.stop()


@pytest.mark.engine
def test_killed_worker_and_scheduler_cost_nothing_but_time_fake(tmp_path: Path, cluster: Cluster) -> None:
    one = Home.make(tmp_path, points=["ogre"], tasks_per_point=N_TASKS, seconds=1)
    plan = one.folder / "plan"
    check_run(FAKE, "plan", one.folder / "scenario.json", "--out", plan)
    kill_and_go_on(cluster, FAKE, plan, one.folder)
    merged = one.folder / "merged"
    check_run(FAKE, "merge", "--plan", plan, one.folder / "shards", "--out", merged)
    expected = sum(task * task for task in range(N_TASKS))
    assert (merged / "summary.csv").read_text() == f"sum\n{expected}\n"


@pytest.mark.engine
def test_killed_worker_and_scheduler_leave_the_bytes_of_one_process(
    real_fray: Path, cluster: Cluster, tmp_path: Path
) -> None:
    fights, plan, shards = str(N_TASKS * FIGHTS_PER_TASK), tmp_path / "plan", tmp_path / "shards"
    check_run(real_fray, "plan", DUEL, "--fights", fights, "--shard-fights", str(FIGHTS_PER_TASK), "--out", plan)
    kill_and_go_on(cluster, slowed(real_fray, tmp_path), plan, tmp_path)
    check_run(real_fray, "merge", "--plan", plan, shards, "--out", tmp_path / "merged")
    check_run(real_fray, "run", DUEL, "--fights", fights, "--out", tmp_path / "single")
    assert_equal_results(tmp_path / "single", tmp_path / "merged")


@pytest.mark.engine
def test_a_worker_without_fray_dask_is_an_error_that_says_so(
    tmp_path: Path, cluster: Cluster, capfd: pytest.CaptureFixture[str]
) -> None:
    one = Home.make(tmp_path)
    cluster.start_without_fray_dask()
    assert one.run("--scheduler", cluster.address) == 2
    last = capfd.readouterr().err.splitlines()[-1]
    assert last.startswith("fray-dask: a worker cannot load fray-dask; is it installed there?")


@pytest.mark.engine
def test_a_cluster_without_workers_is_given_up(
    tmp_path: Path, cluster: Cluster, capfd: pytest.CaptureFixture[str]
) -> None:
    one = Home.make(tmp_path)
    cluster.start(0)
    assert one.run("--scheduler", cluster.address, "--patience", "1") == 75
    assert "the cluster had no worker for 1 s" in capfd.readouterr().err


@pytest.mark.engine
def test_an_interrupted_driver_ends_soon_and_leaves_no_task_running(tmp_path: Path) -> None:
    one = Home.make(tmp_path, seconds=60)
    scenario, out = str(tmp_path / "scenario.json"), str(tmp_path / "out")
    command = [sys.executable, "-m", "fray.dask", "run", scenario, "--out", out, "--fray", str(FAKE)]
    starts = tmp_path / "starts"
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(command, start_new_session=True) as process:
            wait_until(lambda: starts.exists() and len(one.starts()) >= 1, 30, "first task", process)
            process.send_signal(number)
            assert process.wait(20) == 130
        wait_until(lambda: not children_of_lost_workers(FAKE), 10, "end of the tasks")
        starts.unlink()


def kill_and_go_on(cluster: Cluster, program: Path, plan: Path, folder: Path) -> None:
    """Plays a plan of tasks of a second, kills a worker and then the scheduler, and gives the command again."""
    shards, starts = folder / "shards", folder / "starts"

    def n_shards() -> int:
        return len(list(shards.rglob("*.fshard")))

    cluster.start(2)
    begun = time.monotonic()
    with driver(cluster, program, plan, shards) as first:
        wait_until(lambda: n_shards() >= 4, 90, "four shards", first)
        assert listening([process.pid for process in cluster.processes()]) == {"127.0.0.1"}
        cluster.workers[0].kill()
        wait_until(lambda: n_shards() >= 9, 90, "nine shards", first)
        assert cluster.scheduler is not None
        cluster.scheduler.kill()
        code = first.wait(60)
    assert code == 75, "what is missing may come when the command is given again"
    there = n_shards()
    assert 9 <= there < N_TASKS
    seconds = time.monotonic() - begun
    n_starts = len(starts.read_text().split())
    # What ran on the killed worker was played again; what was on the disk was not, nor what was not begun.
    assert there <= n_starts <= there + 3, "only tasks that were running when something was killed are lost"
    cluster.stop()

    # A subprocess whose worker was killed goes on for the rest of its task, and only then is out of the way.
    wait_until(lambda: not children_of_lost_workers(program), 30, "end of orphaned tasks")
    starts.unlink()
    cluster.start(2)
    begun = time.monotonic()
    with driver(cluster, program, plan, shards) as second:
        assert second.wait(120) == 0
    print(f"killed after {there} shards, {n_starts} starts, {seconds:.0f} s; rerun {time.monotonic() - begun:.0f} s")
    assert n_shards() == N_TASKS
    assert len(starts.read_text().split()) == N_TASKS - there, "only what was absent was submitted"


@contextmanager
def driver(cluster: Cluster, program: Path, plan: Path, shards: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs `fray-dask work` in a process of its own, which ends with the block."""
    arguments = ["work", "--plan", str(plan), "--out", str(shards), "--scheduler", cluster.address]
    command = [sys.executable, "-m", "fray.dask", *arguments, "--fray", str(program), "--patience", "60"]
    with subprocess.Popen(command, cwd=cluster.folder) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def children_of_lost_workers(program: Path) -> list[psutil.Process]:
    return [each for each in psutil.process_iter(["cmdline"]) if str(program) in (each.info["cmdline"] or [])]
