"""Writes tables as Parquet, with kinds and sentences of the columns: `python -m fray.parquet RESULTS OUT`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fray._answer import Answer
from fray._columns import column
from fray._tables import Tables, read


def to_parquet(results: Answer | Tables | str | Path, out: str | Path) -> list[Path]:
    """Writes each table of an answer or a folder as a file `OUT/TABLE.parquet`, and returns the files.

    A column has in its metadata its `kind` and the sentence on it as `description`, as `fray list columns` has them;
    a file has under `fray` its table. Needs pyarrow.
    """
    from pyarrow import parquet, schema

    tables = results.tables if isinstance(results, Answer) else results
    if not isinstance(tables, Tables):
        tables = read(tables)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name in tables:
        table = tables.arrow(name)
        fields = []
        for field in table.schema:
            known = column(name, field.name)
            metadata = {"kind": known.kind, "description": known.sentence} if known else {"kind": "varied"}
            fields.append(field.with_metadata(metadata))
        path = folder / f"{name}.parquet"
        about = {"fray": json.dumps({"table": name})}
        parquet.write_table(table.cast(schema(fields, metadata=about)), path)
        written.append(path)
    return written


def main() -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m fray.parquet", description=__doc__)
    parser.add_argument("results", metavar="RESULTS", type=Path, help="a folder that fray wrote")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder for the files")
    options = parser.parse_args()
    try:
        written = to_parquet(options.results, options.out)
    except ModuleNotFoundError as error:
        print(f"{error}: pip install 'fray[arrow]'", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"fray.parquet: {error}", file=sys.stderr)
        return 30
    for path in written:
        print(path)
    return 0
