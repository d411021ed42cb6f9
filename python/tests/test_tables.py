"""Tables are frames of each library, with the same values and the kinds that the program declares."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet

import fray
from fray._columns import columns
from fray._tables import installed


@pytest.fixture(scope="module")
def answer(duel: Path) -> fray.Answer:
    return fray.run(duel, fights=500, seed=1)


def test_all_libraries_have_the_values_of_the_file(answer: fray.Answer) -> None:
    assert answer.folder is not None
    for name in answer.tables:
        with (answer.folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        of_polars = answer.tables.polars(name).to_dicts()
        assert len(of_polars) == len(rows)
        assert answer.tables.arrow(name).to_pylist() == of_polars
        frame = answer.tables.pandas(name)
        of_pandas = frame.astype(object).where(frame.notna(), None).to_dict("records")
        assert of_pandas == of_polars
        for row, typed in zip(rows, of_polars, strict=True):
            for key, text in row.items():
                assert text == ("" if typed[key] is None else text)
                if isinstance(typed[key], float):
                    assert float(text) == typed[key]
                elif typed[key] is not None:
                    assert text == str(typed[key])


def test_the_first_library_is_the_one_that_is_there(answer: fray.Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(answer.tables["summary"], polars.DataFrame)
    for hidden, kind in (("polars", pandas.DataFrame), ("pandas", pyarrow.Table)):
        found = __import__("importlib").util.find_spec
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name, hidden=hidden, found=found: None if name == hidden else found(name)
        )
        assert isinstance(answer.tables["summary"], kind)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match="polars, pandas or pyarrow"):
        installed()


@pytest.mark.skipif(not columns(), reason="this program has no `fray list columns`")
def test_kinds_are_those_that_the_program_declares(answer: fray.Answer) -> None:
    known = {"text": pyarrow.string(), "number": pyarrow.float64(), "integer": pyarrow.int64()}
    for name in answer.tables:
        for field in answer.tables.arrow(name).schema:
            assert field.type == known[columns()[name][field.name].kind], f"{name}.{field.name}"


def test_names_and_signatures_stay_text(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").write_text(
        'scenario,side,unit,metric,sum,mean\na,"x, ""y""",NA,null,18446744073709551615,3\nb,é,,2,4,\n', "utf-8"
    )
    tables = fray.read(tmp_path)
    expected = {"scenario": ["a", "b"], "side": ['x, "y"', "é"], "unit": ["NA", None], "metric": ["null", "2"]}
    for frame in (tables.polars("metrics"), tables.arrow("metrics")):
        assert {name: list(frame[name].to_pylist() if isinstance(frame, pyarrow.Table) else frame[name])
                for name in expected} == expected  # fmt: skip
    assert tables.pandas("metrics")["unit"].isna().tolist() == [False, True]


def test_a_varied_value_has_the_kind_of_its_cells(duel: Path) -> None:
    frame = fray.run(duel, fights=100, seed=1, set={"run.max_rounds": 20}).tables.polars("summary")
    assert frame["run.max_rounds"].dtype == polars.Int64


def test_a_batch_is_one_table_and_its_summary_is_not_read_twice(duel: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(duel.read_text())
    batch = fray.run(tmp_path / "one.toml", tmp_path / "two.toml", fights=100, seed=1)
    assert batch.tables["summary"]["scenario"].to_list() == ["one", "one", "two", "two"]
    assert set(batch.tables["metrics"]["scenario"]) == {"one", "two"}
    with pytest.raises(KeyError, match="there is no table `metric`; there are"):
        batch.tables["metric"]
    with pytest.raises(NotADirectoryError):
        fray.read(tmp_path / "absent")


def test_parquet_keeps_values_kinds_and_sentences(answer: fray.Answer, tmp_path: Path) -> None:
    written = fray.to_parquet(answer, tmp_path)
    assert [path.stem for path in written] == list(answer.tables)
    table = parquet.read_table(tmp_path / "metrics.parquet")
    assert table.to_pylist() == answer.tables.arrow("metrics").to_pylist()
    assert json.loads(table.schema.metadata[b"fray"]) == {"table": "metrics"}
    for field in table.schema:
        known = columns().get("metrics", {}).get(field.name)
        if known:
            assert field.metadata[b"description"].decode() == known.sentence
            assert field.metadata[b"kind"].decode() == known.kind


def test_the_query_of_the_book_finds_what_moved_over_nights(duel: Path, tmp_path: Path) -> None:
    book = (Path(__file__).parents[2] / "docs" / "src" / "batches" / "databases.md").read_text(encoding="utf-8")
    queries = [part.partition("```")[0] for part in book.split("```sql\n")[1:]]
    again = tmp_path / "again.toml"
    shutil.copy(duel, again)
    for night, rounds in (("2026-11-24", 20), ("2026-11-25", 20), ("2026-11-26", 1)):
        out = tmp_path / "nights" / night
        changed = {"run.max_rounds": rounds} if rounds != 20 else {}
        fray.run(duel, again, fights=2000, seed=1, set=changed, out=out)
        command = [sys.executable, "-m", "fray.parquet", str(out), str(out)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        assert str(out / "summary.parquet") in done.stdout
        assert done.stderr == ""
    with duckdb.connect() as database:
        database.execute(f"SET file_search_path = '{tmp_path}'")
        found = [database.sql(query).fetchall() for query in queries]
        kinds = database.sql("SELECT typeof(win_rate) FROM 'nights/*/summary.parquet'").fetchall()
    assert len(found) == 3
    assert {night for night, *_ in found[0]} == {"2026-11-24", "2026-11-25", "2026-11-26"}
    assert {night for night, *_ in found[1]} == {"2026-11-26"}, "only where a round limit of 1 was set anything moved"
    assert {night for night, *_ in found[2]} == {"2026-11-24", "2026-11-25", "2026-11-26"}
    assert set(kinds) == {("DOUBLE",)}
