"""The tables of an answer as frames of polars, pandas or Arrow."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fray import _frames
from fray._columns import Kind, column

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Library = Literal["polars", "pandas", "pyarrow"]
LIBRARIES: tuple[Library, ...] = ("polars", "pandas", "pyarrow")


class Tables(Mapping[str, Any]):
    """The tables of an answer or a folder by name: `tables["metrics"]`.

    A frame is one of polars where that is installed, else of pandas, else a table of Arrow; `polars`, `pandas` and
    `arrow` ask for one of them. All of these understand each other by the interchange protocols of frames. Tables of
    a batch have the rows of all of its scenarios.
    """

    def __init__(self, folder: Path | None, answer: Mapping[str, Any] | None = None, keeps: object = None) -> None:
        # A scratch folder lives as long as what reads its files.
        self._keeps = keeps
        self._files: dict[str, list[Path]] = {}
        if folder is not None:
            for path in sorted(folder.rglob("*.csv"), key=lambda path: (len(path.parts), path)):
                held = self._files.setdefault(path.stem, [])
                # The summary of a batch has the rows of the scenarios below it already.
                if not any(path.is_relative_to(other.parent) for other in held):
                    held.append(path)
        self._rows = {name: rows for name, rows in rows_of(answer or {}).items() if name not in self._files}

    def __getitem__(self, name: str) -> Any:
        """Returns a table as a frame of the first library that is installed."""
        return self.frame(name, installed())

    def __iter__(self) -> Iterator[str]:
        yield from self._files
        yield from self._rows

    def __len__(self) -> int:
        return len(self._files) + len(self._rows)

    def polars(self, name: str) -> polars.DataFrame:
        """Returns a table as a frame of polars."""
        frame: polars.DataFrame = self.frame(name, "polars")
        return frame

    def pandas(self, name: str) -> pandas.DataFrame:
        """Returns a table as a frame of pandas, with types that can have missing values."""
        frame: pandas.DataFrame = self.frame(name, "pandas")
        return frame

    def arrow(self, name: str) -> pyarrow.Table:
        """Returns a table of Arrow."""
        return self.frame(name, "pyarrow")

    def frame(self, name: str, library: Library) -> Any:
        """Returns a table as a frame of a library."""
        if name in self._files:
            sources: list[Path | io.BytesIO] = [*self._files[name]]
        elif name in self._rows:
            sources = [as_csv(self._rows[name])]
        else:
            raise KeyError(f"there is no table `{name}`; there are {', '.join(self)}")

        def kind(of: str) -> Kind | None:
            known = column(name, of)
            return known.kind if known else None

        return _frames.read(sources, kind, library)


def read(folder: str | Path) -> Tables:
    """Returns the tables of a folder that the program wrote, and of those in it."""
    path = Path(folder)
    if not path.is_dir():
        raise NotADirectoryError(f"{path} is no folder of results")
    return Tables(path)


def installed() -> Library:
    """Returns the first library of frames that is installed."""
    for library in LIBRARIES:
        if importlib.util.find_spec(library) is not None:
            return library
    raise ModuleNotFoundError("tables are frames of polars, pandas or pyarrow: install one of them")


def rows_of(answer: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Returns the tables in an answer: lists of objects, those of all scenarios together."""
    found: dict[str, list[dict[str, Any]]] = {}
    scenarios = answer.get("scenarios")
    parts: list[Mapping[str, Any]] = [answer]
    if isinstance(scenarios, list):
        parts = [*scenarios, {name: part for name, part in answer.items() if name != "scenarios"}]
    for part in parts:
        for name, value in part.items():
            if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
                found.setdefault(name, []).extend(value)
    return found


def as_csv(rows: list[dict[str, Any]]) -> io.BytesIO:
    """Returns rows as the program would write them into a file."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([cell(row.get(name)) for name in names] for row in rows)
    return io.BytesIO(out.getvalue().encode())


def cell(value: Any) -> str:
    """Returns a value as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
