"""Verbs are called with their options, and answer with JSON, tables, codes and errors."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fray
from fray._program import Option, flags


def test_options_are_written_as_the_program_takes_them() -> None:
    given: dict[str, Option] = {
        "set": {"Ogre.hp": range(20, 31, 5), "Ogre.boss": True, "name": "a b"},
        "fights": 1e6,
        "goal": ["a = 1", "b = 2"],
        "no_hints": True,
        "force": False,
        "seed": None,
        "delta": 0.25,
        "out": Path("x y"),
    }
    assert flags(given) == [
        "--set=Ogre.hp=20,25,30",
        "--set=Ogre.boss=true",
        "--set=name=a b",
        "--fights=1000000",
        "--goal=a = 1",
        "--goal=b = 2",
        "--no-hints",
        "--delta=0.25",
        "--out=x y",
    ]


def test_a_run_has_its_json_and_its_files(duel: Path) -> None:
    answer = fray.run(duel, fights=500, seed=1)
    assert (answer.verb, answer.code, answer.ok) == ("run", 0, True)
    assert [scenario["fights"] for scenario in answer.json["scenarios"]] == [500]
    assert {"summary", "metrics", "damage", "rounds"} <= set(answer.tables)
    assert answer.folder is not None
    assert (answer.folder / "manifest.json").is_file()


def test_a_folder_that_was_not_asked_for_ends_with_the_answer(duel: Path, tmp_path: Path) -> None:
    answer = fray.run(duel, fights=500, seed=1)
    scratch = answer.folder
    assert scratch is not None
    assert scratch.is_dir()
    del answer
    gc.collect()
    assert not scratch.exists()
    kept = fray.run(duel, fights=500, seed=1, out=tmp_path / "kept").folder
    gc.collect()
    assert kept is not None
    assert (kept / "summary.csv").is_file()


def test_without_files_tables_are_those_of_the_json(duel: Path) -> None:
    answer = fray.run(duel, fights=500, seed=1, no_out=True)
    whole = fray.run(duel, fights=500, seed=1)
    assert answer.folder is None
    assert answer.tables.polars("metrics").equals(whole.tables.polars("metrics"))
    with pytest.raises(ValueError, match="wrote no files"):
        answer.page()
    assert answer._repr_html_() is None


def test_what_failed_is_an_error_with_its_code_and_what_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(fray.FrayError, match=r"absent\.toml.*cannot be read") as missing:
        fray.run(tmp_path / "absent.toml")
    assert missing.value.code == 10
    assert missing.value.json is not None
    with pytest.raises(fray.FrayError, match="--nonsense") as wrong:
        fray.ask("run", [tmp_path], {"nonsense": 3})
    assert wrong.value.code == 2
    assert capsys.readouterr().err == "", "it is said once"


def test_what_is_undecided_or_wanted_otherwise_is_an_answer(duel: Path) -> None:
    same = fray.compare(duel, duel, fights=200, seed=1, expect="different")
    assert same.code in {1, 4}
    assert not same.ok
    assert f"code {same.code}" in repr(same)


def test_arguments_that_look_like_options_are_none(tmp_path: Path) -> None:
    with pytest.raises(fray.FrayError) as wrong:
        fray.validate("--help")
    assert wrong.value.code == 10, wrong.value


def test_every_verb_that_plays_one_scenario_answers(duel: Path) -> None:
    for answer in (
        fray.exact(duel),
        fray.trace(duel, fight=3, seed=1),
        fray.validate(duel),
        fray.compare(duel, fights=200, seed=1, set={"run.max_rounds": 20}),
        fray.sweep(duel, fights=200, seed=1, set={"run.max_rounds": [20, 30]}),
        fray.plan(duel, fights=500, dry_run=True),
    ):
        assert answer.json["schema"] == 2, answer
    assert fray.schema(fray.list("systems").json["systems"][0]["system"])["$id"].startswith("urn:fray:scenario:")


def test_the_page_stands_apart_in_a_notebook(duel: Path) -> None:
    answer = fray.run(duel, fights=500, seed=1)
    shown = answer._repr_html_()
    assert shown is not None
    assert shown.startswith("<iframe sandbox")
    # The page is one attribute: nothing in it ends that.
    assert shown.count('"') == 6
    assert "<svg" in answer.page()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interruption_is_handed_on_once_and_the_program_saves(duel: Path, tmp_path: Path) -> None:
    code = f"""
import fray
import fray._progress

fray._progress.Progress.shows = lambda self, line: print("shown:", line, flush=True) is None
fray.run({str(duel)!r}, fights=1e10, seed=1, out={str(tmp_path / "out")!r})
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as python:
        try:
            deadline = time.monotonic() + 30
            while not (tmp_path / "out").exists() and time.monotonic() < deadline:
                time.sleep(0.1)
            time.sleep(1)
            python.send_signal(signal.SIGINT)
            shown, said = python.communicate(timeout=30)
        finally:
            python.kill()
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert (tmp_path / "out" / "tallies").is_file()
    assert " of 10,000,000,000) after " in shown, "how far it was, several times a second"
