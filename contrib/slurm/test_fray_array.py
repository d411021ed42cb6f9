"""The closing loop of fray-array.sh, with a fake program and an `sbatch` that plays the array at once."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from fake_home import FAKE, Home
from harness import check_run

SCRIPT = Path(__file__).with_name("fray-array.sh")
EVERYTHING = f"sum\n{sum(task * task for task in range(10))}\n"

# Runs each element in turn, as `sbatch --wait` does on a cluster of one core, and notes its arguments.
SBATCH = """#!/bin/bash
echo "$*" >> "$FAKE_SLURM/sbatch"
[ ! -e "$FAKE_SLURM/refuse" ] || { echo "sbatch: error: no such partition" >&2; exit 1; }
job=$(wc -l < "$FAKE_SLURM/sbatch") worst=0
while [ $# -gt 0 ]; do
  case $1 in
    --array=*) array=${1#*=}; shift ;;
    --output=*) output=${1#*=}; shift ;;
    --*) shift ;;
    *) break ;;
  esac
done
for part in ${array//,/ }; do
  for element in $(seq "${part%-*}" "${part#*-}"); do
    log=${output//%A/$job}
    SLURM_ARRAY_TASK_ID=$element "$@" >> "${log//%a/$element}" 2>&1 || worst=1
  done
done
echo "$job"
exit $worst
"""
SCONTROL = """#!/bin/sh
echo "MaxArraySize            = $(cat "$FAKE_SLURM/max")"
"""


class Slurm:
    """A fake Slurm, and a plan of ten tasks to play on it."""

    def __init__(self, folder: Path, max_array_size: int = 1001, **scenario: object) -> None:
        self.home = Home.make(folder, **scenario)
        self.folder = folder / "slurm"
        self.folder.mkdir()
        for name, content in (("sbatch", SBATCH), ("scontrol", SCONTROL)):
            (self.folder / "bin").mkdir(exist_ok=True)
            path = self.folder / "bin" / name
            path.write_text(content)
            path.chmod(0o755)
        (self.folder / "max").write_text(str(max_array_size))
        check_run(FAKE, "plan", folder / "scenario.json", "--out", folder / "a plan")

    def play(self, *options: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "FAKE_SLURM": str(self.folder),
            "FRAY": str(FAKE),
        }
        # Names with spaces, since users have such.
        folders = [str(self.home.folder / name) for name in ("a plan", "the results", "out")]
        command = [str(SCRIPT), *options[:-1], *folders, "--", options[-1]] if options else [str(SCRIPT), *folders]
        return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=60)

    def arrays(self) -> list[str]:
        """Returns the arrays that were submitted."""
        words = (self.folder / "sbatch").read_text().split()
        return [word.removeprefix("--array=") for word in words if word.startswith("--array=")]


def test_one_round_suffices_when_nothing_fails(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path)
    assert slurm.play().returncode == 0
    assert slurm.arrays() == ["0-9"]
    assert slurm.home.summary() == EVERYTHING


def test_what_is_missing_is_submitted_again(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path, flaky={"2": 75, "3": -signal.SIGKILL, "7": 75})
    assert slurm.play().returncode == 0
    assert slurm.arrays() == ["0-9", "2-3,7"]
    assert slurm.home.summary() == EVERYTHING


def test_after_the_last_round_the_missing_tasks_are_named(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path, codes={"4": 75})
    done = slurm.play()
    assert done.returncode == 4
    assert slurm.arrays() == ["0-9", "4", "4"]
    assert "still missing after 3 rounds: tasks 4" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("code", [2, 3])
def test_a_refused_task_is_played_once_and_named(tmp_path: Path, code: int) -> None:
    slurm = Slurm(tmp_path, codes={"7": code})
    done = slurm.play()
    assert done.returncode == code
    assert slurm.arrays() == ["0-9"]
    assert f"element 7 ended with exit code {code}" in done.stderr
    assert "point imp: fight 131079 broke a bound" in done.stderr


def test_tasks_share_elements_where_the_array_would_be_too_large(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path, max_array_size=4, flaky={"5": -signal.SIGKILL})
    assert slurm.play().returncode == 0
    # Three tasks to an element make four elements, of which the second dies. In the second round the largest missing
    # task is 5, so that two tasks to an element are enough: those of element 2 are 4 and 5.
    assert slurm.arrays() == ["0-3", "2"]
    assert sorted(set(slurm.home.starts())) == list(range(10))
    assert slurm.home.summary() == EVERYTHING


def test_tasks_per_job_and_options_of_sbatch_are_taken(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path)
    assert slurm.play("--tasks-per-job", "4", "--partition=night").returncode == 0
    assert slurm.arrays() == ["0-2"]
    assert "--partition=night" in (slurm.folder / "sbatch").read_text()


def test_a_finished_plan_is_only_merged(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path)
    assert slurm.play().returncode == 0
    assert slurm.play().returncode == 0
    assert slurm.arrays() == ["0-9"]


def test_a_job_that_sbatch_does_not_take_ends_the_loop(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path)
    (slurm.folder / "refuse").touch()
    done = slurm.play()
    assert done.returncode == 30
    assert "no such partition" in done.stderr
    assert "sbatch did not take the job" in done.stderr


def test_results_that_contradict_each_other_end_the_loop(tmp_path: Path) -> None:
    slurm = Slurm(tmp_path)
    assert slurm.play().returncode == 0
    (shard,) = (tmp_path / "the results").rglob("4.fshard")
    (shard.parent / "other.fshard").write_text(shard.read_text().replace(" 16]", " 17]"))
    done = slurm.play()
    assert done.returncode == 6
    assert "task 4 has two results" in done.stderr


@pytest.mark.parametrize(
    "arguments", [[], ["plan", "results"], ["--rounds", "0", "p", "r", "o"], ["--wrong", "p", "r", "o"]]
)
def test_wrong_usage_is_code_2(arguments: list[str]) -> None:
    done = subprocess.run([SCRIPT, *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "usage: fray-array.sh" in done.stderr


def test_help_is_the_head_of_the_script() -> None:
    done = subprocess.run([SCRIPT, "--help"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("Plays a plan of fray as a Slurm job array")
    assert "set -euo" not in done.stdout
