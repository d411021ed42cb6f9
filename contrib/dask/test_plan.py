import json
from pathlib import Path

import pytest

from fray.dask.plan import Piece, Plan, PlanError, task_numbers
from fray.dask.store import write_atomically
from harness import DUEL, check_run


def test_array_syntax_names_single_tasks_and_ranges() -> None:
    assert task_numbers("3,7,19-24\n") == [3, 7, 19, 20, 21, 22, 23, 24]
    assert task_numbers("") == []


@pytest.mark.parametrize("text", ["seven", "5-3", "1-", "-2"])
def test_other_text_is_not_array_syntax(text: str) -> None:
    with pytest.raises(ValueError):
        task_numbers(text)


def test_a_task_is_described_by_its_fights(tmp_path: Path) -> None:
    tasks = [[[0, 0, 10]], [[0, 10, 12], [1, 0, 5]]]
    content = {"plan": 2, "plan_id": "ab" * 32, "points": [{"name": "ogre"}, {"name": "imp"}], "tasks": tasks}
    (tmp_path / "plan.json").write_text(json.dumps(content))
    plan = Plan.read(tmp_path)
    assert plan.short_id == "abababab"
    assert plan.tasks[0] == (Piece("ogre", 0, 10),)
    assert plan.describe(1) == "task 1 (ogre fights 10..12, imp fights 0..5)"
    assert plan.fights(1) == 7
    assert plan.points(1) == {"ogre", "imp"}


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"plan": 2}', '{"plan": 9, "plan_id": "", "points": [], "tasks": []}']
)
def test_what_is_not_a_plan_is_refused_by_name(tmp_path: Path, content: str) -> None:
    (tmp_path / "plan.json").write_text(content)
    with pytest.raises(PlanError, match=r"plan\.json"):
        Plan.read(tmp_path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "shard"
    write_atomically(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in path.parent.iterdir()] == ["shard"]


def test_a_plan_of_the_program_is_read(real_fray: Path, tmp_path: Path) -> None:
    cut = ["--fights", "200000", "--shard-fights", "65536", "--seed", "1"]
    check_run(real_fray, "plan", DUEL, *cut, "--out", tmp_path / "plan")
    plan = Plan.read(tmp_path / "plan")
    assert sum(plan.fights(task) for task in range(len(plan.tasks))) == 200_000
    assert not plan.has_target
