"""What the program says of the columns of its tables: their kinds and sentences."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from fray._program import call

Kind = Literal["text", "integer", "number"]


@dataclass(frozen=True)
class Column:
    """A column of a table: its kind, and what a cell says."""

    kind: Kind
    sentence: str


@cache
def columns() -> dict[str, dict[str, Column]]:
    """Returns the columns of each table by name, as `fray list columns` has them."""
    ended = call("list", ["columns"], {"json": True})
    content: dict[str, Any] = json.loads(ended.out) if ended.code == 0 else {}
    common = named(content.get("common", []))
    return {
        table["table"]: {**(common if table.get("has_common", True) else {}), **named(table["columns"])}
        for table in content.get("tables", [])
    }


def named(entries: list[dict[str, Any]]) -> dict[str, Column]:
    """Returns columns by name; `PATH` stands for those of varied values, whose kind is seen from the cells."""
    return {entry["name"]: Column(entry["kind"], entry["sentence"]) for entry in entries if entry["name"] != "PATH"}


def column(table: str, name: str) -> Column | None:
    """Returns what the program says of a column, if it is not that of a varied value."""
    return columns().get(table, {}).get(name)
