"""Reads CSV as frames: text first, then the kinds that the program says its columns have.

What a library would guess is often wrong: that a signature of digits is a number, that a unit called `NA` is missing,
that a column whose values happen to be whole is one of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fray._columns import Kind

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Source = Path | BytesIO
KindOf = Callable[[str], Kind | None]

# What is tried, in order, for each kind; of a varied value the kind is seen from its cells.
INTEGERS = ("int64", "uint64", "float64")
TRIED: dict[Kind | None, tuple[str, ...]] = {
    "text": (),
    "integer": INTEGERS,
    "number": ("float64",),
    None: ("int64", "float64"),
}


def read(sources: Sequence[Source], kind: KindOf, library: str) -> Any:
    """Returns the rows of all sources as one frame; a column that a source does not have is missing in its rows."""
    return {"polars": of_polars, "pandas": of_pandas, "pyarrow": of_arrow}[library](sources, kind)


def of_polars(sources: Sequence[Source], kind: KindOf) -> polars.DataFrame:
    """Reads a frame of polars."""
    import polars

    types = {"int64": polars.Int64, "uint64": polars.UInt64, "float64": polars.Float64}
    parts = [polars.read_csv(source, infer_schema=False) for source in sources]
    frame = polars.concat(parts, how="diagonal")

    def typed(cells: polars.Series) -> polars.Series:
        for name in TRIED[kind(cells.name)]:
            cast = cells.cast(types[name], strict=False)
            if cast.null_count() == cells.null_count():
                return cast
        return cells

    return frame.select(typed(cells) for cells in frame)


def of_pandas(sources: Sequence[Source], kind: KindOf) -> pandas.DataFrame:
    """Reads a frame of pandas."""
    import pandas

    types = {"int64": "Int64", "uint64": "UInt64", "float64": "Float64"}
    parts = [
        pandas.read_csv(source, dtype="string", keep_default_na=False, na_values=[""], encoding="utf-8")
        for source in sources
    ]
    frame = pandas.concat(parts, ignore_index=True)

    def typed(cells: Any) -> Any:
        for name in TRIED[kind(str(cells.name))]:
            try:
                return cells.astype(types[name])
            except (ValueError, TypeError, OverflowError):
                continue
        return cells

    typed_frame: pandas.DataFrame = frame.apply(typed)
    return typed_frame


def of_arrow(sources: Sequence[Source], kind: KindOf) -> pyarrow.Table:
    """Reads a table of Arrow."""
    import pyarrow
    from pyarrow import csv

    def text(source: Source) -> pyarrow.Table:
        content = source.read_bytes() if isinstance(source, Path) else source.getvalue()
        names = csv.open_csv(BytesIO(content)).schema.names
        options = csv.ConvertOptions(
            column_types=dict.fromkeys(names, pyarrow.string()),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        )
        return csv.read_csv(
            BytesIO(content), convert_options=options, parse_options=csv.ParseOptions(newlines_in_values=True)
        )

    table = pyarrow.concat_tables([text(source) for source in sources], promote_options="default")
    columns: list[Any] = []
    for name in table.column_names:
        cells = table[name]
        for type_name in TRIED[kind(name)]:
            try:
                cells = cells.cast(type_name)
                break
            except pyarrow.ArrowInvalid:
                continue
        columns.append(cells)
    return pyarrow.table(dict(zip(table.column_names, columns, strict=True)))
