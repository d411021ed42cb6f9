"""Plays tabletop fights with the program `fray`, and hands over what it answers.

Each function is a verb of the program with its arguments and options, and returns an `Answer`:

    answer = fray.run("ogre.toml", set={"Ogre.hp": 30}, fights=1e6)
    answer.tables["metrics"]      # a frame of polars, or of pandas where that is not installed
    answer.json["scenarios"]      # what `--json` prints
    answer                        # in a notebook: the page with the charts

Nothing is computed here: figures, intervals and tables are those of the program.
"""

from fray._answer import Answer, FrayError, ask, page, schema
from fray._columns import Column
from fray._parquet import to_parquet
from fray._program import Option, Value, program
from fray._tables import Tables, read
from fray._verbs import *  # noqa: F403
from fray._verbs import __all__ as _verbs

__all__ = [
    "Answer",
    "Column",
    "FrayError",
    "Option",
    "Tables",
    "Value",
    "ask",
    "page",
    "program",
    "read",
    "schema",
    "to_parquet",
    *_verbs,
]
