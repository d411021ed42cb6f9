"""A Slurm of two nodes on this machine: a task is killed, and then a node, while fray-array.sh plays a plan.

It needs `slurmctld`, `slurmd` and `munged` (Debian: slurmctld, slurmd, munge) and root, as Slurm's daemons do. Nothing
of an installed Slurm is touched: daemons, keys, ports and folders are the test's own.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from fake_home import FAKE, Home
from harness import DUEL, assert_equal_results, check_run, free_port, listening, slowed, wait_until

SCRIPT = Path(__file__).with_name("fray-array.sh")
DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol")
# Debian puts daemons where the path of a user does not look.
SEARCH_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
N_TASKS = 20
FIGHTS_PER_TASK = 65_536
# The node is declared down after some 30 s, and its element is held back for two minutes more before it starts again.
REQUEUE_SECONDS = 240

pytestmark = [
    pytest.mark.engine,
    pytest.mark.timeout(480),
    pytest.mark.skipif(
        any(shutil.which(name, path=SEARCH_PATH) is None for name in DAEMONS),
        reason="Slurm is not installed: apt-get install slurmctld slurmd slurm-client munge",
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="the daemons of Slurm and munge are started as root"),
]

CONFIG = """\
ClusterName=fraytest
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmdTimeout=10
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobRequeue=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/completed
MpiDefault=none
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdSpoolDir={folder}/spool-%n
StateSaveLocation={folder}/state
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


class TwoNodes:
    """The daemons of a Slurm of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.daemons: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {**os.environ, "PATH": SEARCH_PATH, "SLURM_CONF": str(folder / "slurm.conf")}

    def start(self) -> None:
        munge = self.folder / "munge"
        munge.mkdir(mode=0o755)
        key = munge / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        files = [f"--{what}-file={munge / what}" for what in ("key", "log", "pid", "seed")]
        self._spawn("munged", "munged", "--foreground", "--force", f"--socket={munge / 'socket'}", *files)
        wait_until((munge / "socket").exists, 20, "socket of munged", self.daemons["munged"])

        ports = [free_port() for _ in range(3)]
        config = CONFIG.format(host=socket.gethostname().split(".")[0], ports=ports, folder=self.folder)
        (self.folder / "slurm.conf").write_text(config)
        (self.folder / "state").mkdir()
        self._spawn("slurmctld", "slurmctld", "-D", "-c", "-f", str(self.folder / "slurm.conf"))
        for node in ("n1", "n2"):
            (self.folder / f"spool-{node}").mkdir()
            self._spawn(node, "slurmd", "-D", "-N", node, "-f", str(self.folder / "slurm.conf"))
        wait_until(lambda: self.states().count("idle") == 2, 60, f"two idle nodes; see {self.folder}")

    def _spawn(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.out").open("wb") as out:
            self.daemons[name] = subprocess.Popen(command, stdout=out, stderr=out, env=self.environment)

    def ask(self, *command: str) -> str:
        """Returns what a command of Slurm prints; nothing if it fails."""
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=self.environment, timeout=30)
        return done.stdout

    def states(self) -> list[str]:
        return self.ask("sinfo", "--noheader", "--Node", "--format=%t").split()

    def tasks(self, node: str) -> list[psutil.Process]:
        """Finds the processes of elements on a node, which have its name and this Slurm in their environment."""
        wanted = {"SLURM_CONF": self.environment["SLURM_CONF"], "SLURMD_NODENAME": node}
        return [
            process
            for process in psutil.process_iter(["environ"])
            if wanted.items() <= (process.info["environ"] or {}).items()
        ]

    def kill_node(self, node: str) -> None:
        """Kills the daemon of a node, the manager of its step and the tasks, as the end of the machine would."""
        managers = [parent for task in self.tasks(node) if (parent := task.parent()) and parent.name() == "slurmstepd"]
        for process in [psutil.Process(self.daemons[node].pid), *managers, *self.tasks(node)]:
            kill(process)
        self.daemons[node].wait(20)

    def stop(self) -> None:
        for name in ("n1", "n2"):
            if self.daemons.get(name) and self.daemons[name].poll() is None:
                self.kill_node(name)
        for name in ("slurmctld", "munged"):
            if daemon := self.daemons.get(name):
                daemon.terminate()
                try:
                    daemon.wait(20)
                except subprocess.TimeoutExpired:
                    daemon.kill()
                    daemon.wait(20)


@pytest.fixture
def slurm(tmp_path: Path) -> Iterator[TwoNodes]:
    (tmp_path / "slurm").mkdir()
    made = TwoNodes(tmp_path / "slurm")
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.mark.parametrize("killed", ["task", "node"])
def test_a_fake_plan_is_played_to_its_end(slurm: TwoNodes, tmp_path: Path, killed: str) -> None:
    one = Home.make(tmp_path, points=["ogre"], tasks_per_point=N_TASKS, seconds=1)
    check_run(FAKE, "plan", tmp_path / "scenario.json", "--out", tmp_path / "plan")
    play_and_kill(slurm, FAKE, tmp_path, killed)
    assert one.summary() == f"sum\n{sum(task * task for task in range(N_TASKS))}\n"


@pytest.mark.parametrize("killed", ["task", "node"])
def test_the_bytes_are_those_of_one_process(slurm: TwoNodes, real_fray: Path, tmp_path: Path, killed: str) -> None:
    fights = str(N_TASKS * FIGHTS_PER_TASK)
    cut = ["--fights", fights, "--shard-fights", str(FIGHTS_PER_TASK)]
    check_run(real_fray, "plan", DUEL, *cut, "--out", tmp_path / "plan")
    play_and_kill(slurm, slowed(real_fray, tmp_path), tmp_path, killed)
    check_run(real_fray, "run", DUEL, "--fights", fights, "--out", tmp_path / "single")
    assert_equal_results(tmp_path / "single", tmp_path / "out")


def play_and_kill(slurm: TwoNodes, program: Path, folder: Path, killed: str) -> None:
    """Plays a plan of tasks of a second with fray-array.sh, kills a task or a node, and waits for the merge."""
    results, log, starts = folder / "results", folder / "array.log", folder / "starts"
    command = [str(SCRIPT), str(folder / "plan"), str(results), str(folder / "out")]
    begun = time.monotonic()
    with (
        log.open("wb") as out,
        subprocess.Popen(command, stderr=out, env={**slurm.environment, "FRAY": str(program)}) as script,
    ):
        try:
            wait_until(lambda: n_shards(results) >= 4, 90, "four shards", script)
            assert listening([each.pid for each in slurm.daemons.values()]) <= {"127.0.0.1"}
            element = kill_task(slurm, starts) if killed == "task" else kill_node(slurm, starts)
            code = script.wait(REQUEUE_SECONDS + 60)
        finally:
            if script.poll() is None:
                script.kill()
    text = log.read_text()
    assert code == 0, text
    rounds = re.findall(r"round (\d): (\d+) tasks.*--array=(\S+)", text)
    print(f"{killed} of element {element} killed; rounds {rounds}, {time.monotonic() - begun:.0f} s")
    assert rounds[0] == ("1", str(N_TASKS), f"0-{N_TASKS - 1}")
    started = starts.read_text().split()
    if killed == "task":
        # Slurm calls the element FAILED and does not repeat it; the loop does.
        assert rounds[1:] == [("2", "1", str(element))]
        assert "JobState=FAILED" in (slurm.folder / "completed").read_text()
    else:
        assert rounds[1:] == [], "Slurm itself repeats the element of a lost node"
    assert started.count(str(element)) == 2
    assert len(started) == N_TASKS + 1


def kill_task(slurm: TwoNodes, starts: Path) -> int:
    """Kills the processes of the element that runs on the first node, and returns its number."""
    number = running(slurm, "n1", starts)
    for process in slurm.tasks("n1"):
        kill(process)
    return number


def kill_node(slurm: TwoNodes, starts: Path) -> int:
    """Kills the first node with what runs on it, and returns the number of its element."""
    number = running(slurm, "n1", starts)
    slurm.kill_node("n1")
    return number


def running(slurm: TwoNodes, node: str, starts: Path) -> int:
    """Waits for an element that has just begun its task on a node, so that it does not end before it is killed."""
    numbers: list[int] = []
    known = set(starts.read_text().split())

    def look() -> bool:
        for process in slurm.tasks(node):
            with contextlib.suppress(psutil.NoSuchProcess):
                number = process.environ()["SLURM_ARRAY_TASK_ID"]
                if number in set(starts.read_text().split()) - known:
                    numbers.append(int(number))
        return bool(numbers)

    wait_until(look, 60, f"task on {node}")
    return numbers[-1]


def kill(process: psutil.Process) -> None:
    """Kills a process, unless it has ended in the meantime."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process.kill()


def n_shards(results: Path) -> int:
    return len(list(results.rglob("*.fshard")))
