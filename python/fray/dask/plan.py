"""Reads plan.json: which fights of which point each task plays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


class PlanError(Exception):
    """A plan that cannot be read."""


# The layout of plans that is read here: the number that `fray plan` writes as `plan`.
LAYOUT = 2


@dataclass(frozen=True)
class Piece:
    """The fights `lo` up to but not with `hi` of one point."""

    point: str
    lo: int
    hi: int

    def __str__(self) -> str:
        return f"{self.point} fights {self.lo}..{self.hi}"


@dataclass(frozen=True)
class Plan:
    """What the driver needs to know of a plan; everything else is the business of `fray`."""

    folder: Path
    plan_id: str
    tasks: tuple[tuple[Piece, ...], ...]
    # Whether its fights are to reach a precision, so that it may have to be extended once they are played.
    has_target: bool

    @classmethod
    def read(cls, folder: Path) -> Plan:
        """Reads the plan in this folder, as `fray plan --out` wrote it.

        Raises PlanError, naming the file, if it cannot be read or is not a plan of that layout.
        """
        path = folder / "plan.json"
        try:
            raw = json.loads(path.read_bytes())
        except OSError as error:
            raise PlanError(f"{path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise PlanError(f"{path}: not a plan of fray: {error}") from error
        try:
            if raw["plan"] != LAYOUT:
                found = raw["plan"]
                raise PlanError(f"{path}: a plan of layout {found}; this version of fray-dask reads layout {LAYOUT}")
            names = [str(point["name"]) for point in raw["points"]]
            tasks = tuple(
                tuple(Piece(names[point], int(lo), int(hi)) for point, lo, hi in pieces) for pieces in raw["tasks"]
            )
            return cls(folder, str(raw["plan_id"]), tasks, has_target=raw.get("target") is not None)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise PlanError(f"{path}: not a plan of fray: {error!r}") from error

    @property
    def short_id(self) -> str:
        """The first eight digits of the plan's id, as they stand in the names of folders."""
        return self.plan_id[:8]

    def fights(self, task: int) -> int:
        """Returns how many fights the task plays."""
        return sum(piece.hi - piece.lo for piece in self.tasks[task])

    def points(self, task: int) -> frozenset[str]:
        """Returns the points of which the task plays fights."""
        return frozenset(piece.point for piece in self.tasks[task])

    def describe(self, task: int) -> str:
        """Names the task with its fights, for people."""
        pieces = self.tasks[task]
        more = f", and {len(pieces) - 3} more" if len(pieces) > 3 else ""
        return f"task {task} ({', '.join(map(str, pieces[:3]))}{more})"


def task_numbers(array: str) -> list[int]:
    """Reads numbers in array syntax, such as `3,7,19-24`; blank text has none.

    Raises ValueError on other text.
    """
    numbers: list[int] = []
    for part in filter(None, (part.strip() for part in array.split(","))):
        first, dash, last = part.partition("-")
        low, high = int(first), int(last if dash else first)
        if high < low:
            raise ValueError(f"`{part}` is not a range of task numbers")
        numbers.extend(range(low, high + 1))
    return numbers
