"""The driver on a cluster in this process, with the fake program."""

import signal
from pathlib import Path

import pytest

from fake_home import FAKE, Home
from fray.dask.cli import main

EVERYTHING = f"sum\n{sum(task * task for task in range(10))}\n"


def test_run_plans_plays_and_merges(tmp_path: Path) -> None:
    one = Home.make(tmp_path)
    assert one.run() == 0
    assert one.summary() == EVERYTHING
    assert sorted(one.starts()) == list(range(10))


def test_a_rerun_plays_only_what_is_absent_or_damaged(tmp_path: Path) -> None:
    one = Home.make(tmp_path)
    assert one.run() == 0
    shards = sorted(one.folder.glob("out-work/*/results/*/*.fshard"))
    assert len(shards) == 10
    shards[3].unlink()
    shards[8].write_bytes(shards[8].read_bytes()[:5])
    lost = sorted(int(path.stem.removeprefix("task-")) for path in (shards[3], shards[8]))
    (one.folder / "starts").unlink()
    assert one.run() == 0
    assert sorted(one.starts()) == lost
    assert one.summary() == EVERYTHING


def test_another_seed_is_another_plan(tmp_path: Path) -> None:
    one = Home.make(tmp_path)
    assert one.run("--seed", "1") == 0
    assert one.run("--seed", "2") == 0
    assert len(one.starts()) == 20
    assert len(list(one.folder.glob("out-work/*/plan"))) == 2


def test_a_plan_with_a_target_is_played_round_by_round(tmp_path: Path) -> None:
    one = Home.make(tmp_path, rounds=3)
    assert one.run() == 0
    assert sorted(one.starts()) == list(range(30))
    assert one.summary() == f"sum\n{sum(task * task for task in range(30))}\n"
    (one.folder / "starts").unlink()
    assert one.run() == 0
    assert not (one.folder / "starts").exists(), "a rerun has nothing to play"


@pytest.mark.parametrize("first", [75, 130, -signal.SIGKILL])
def test_what_may_end_otherwise_is_tried_again(tmp_path: Path, first: int) -> None:
    one = Home.make(tmp_path, flaky={"4": first})
    assert one.run() == 0
    assert one.starts().count(4) == 2
    assert one.summary() == EVERYTHING


def test_a_task_that_always_ends_with_75_is_given_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = Home.make(tmp_path, codes={"4": 75})
    assert one.run() == 75
    assert one.starts().count(4) == 4
    last = capfd.readouterr().err.splitlines()[-1]
    assert "task 4 (ogre fights 262144..327680): exit code 75" in last
    assert sorted(set(one.starts())) == list(range(10)), "the others are played"


def test_a_broken_fight_fails_once_and_is_named_last(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = Home.make(tmp_path, codes={"7": 3})
    assert one.run() == 3
    assert one.starts().count(7) == 1
    assert not (one.folder / "out").exists()
    assert main_message(capfd).endswith("point imp: fight 131079 broke a bound")


def test_other_tasks_of_a_broken_point_are_not_begun(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # Two cores have a window of 8 tasks; what lies beyond is submitted after the first task failed.
    one = Home.make(tmp_path, tasks_per_point=20, codes={"0": 3})
    assert one.run() == 3
    starts = set(one.starts())
    assert starts >= set(range(20, 40)), "the other point is played to its end"
    assert len(starts) < 40
    assert "more tasks of broken points: " in capfd.readouterr().err


def test_a_worker_that_refuses_the_plan_stops_everything(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = Home.make(tmp_path, tasks_per_point=50, codes={"0": 2}, seconds=0.02)
    assert one.run() == 2
    assert len(one.starts()) < 50
    assert "stopped: task 0 (ogre fights 0..65536) exit code 2" in capfd.readouterr().err


def test_the_code_of_a_scenario_that_cannot_be_planned_passes_through(tmp_path: Path) -> None:
    one = Home.make(tmp_path)
    (one.folder / "scenario.json").unlink()
    assert one.run() == 10


def test_work_plays_a_plan_and_leaves_the_merge_to_others(tmp_path: Path) -> None:
    one = Home.make(tmp_path)
    assert one.run() == 0
    (plan,) = one.folder.glob("out-work/*/plan")
    arguments = ["work", "--plan", str(plan), "--out", str(tmp_path / "shards"), "--fray", str(FAKE)]
    assert main(arguments) == 0
    assert len(list(tmp_path.glob("shards/*/task-*.fshard"))) == 10
    assert main([*arguments, "--", "--fights", "5"]) == 2


def test_a_folder_that_cannot_be_written_is_worth_a_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(_: Path, __: bytes) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("fray.dask.driver.write_atomically", full)
    assert Home.make(tmp_path).run() == 75
    assert "cannot be written: no space left on device" in capfd.readouterr().err


def test_a_work_folder_that_cannot_be_made_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = Home.make(tmp_path)
    (tmp_path / "taken").touch()
    work = tmp_path / "taken" / "work"
    assert one.run("--work", str(work)) == 30
    assert capfd.readouterr().err == f"fray-dask: {work} cannot be written: Not a directory\n"


def test_a_missing_program_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Home.make(tmp_path)
    scenario = str(tmp_path / "scenario.json")
    assert main(["run", scenario, "--out", str(tmp_path / "out"), "--fray", "no-such-fray"]) == 2
    assert "no program `no-such-fray`" in capfd.readouterr().err


def test_a_scheduler_that_does_not_answer_is_worth_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fray.dask.cli.CONNECT_SECONDS", 1)
    assert Home.make(tmp_path).run("--scheduler", "tcp://127.0.0.1:9") == 75


def main_message(capfd: pytest.CaptureFixture[str]) -> str:
    """Returns the last line, which is about tasks."""
    return capfd.readouterr().err.splitlines()[-1]
