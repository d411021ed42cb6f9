"""Scenarios that the fake program plays, and how to call `fray-dask` on them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from fray.dask.cli import main

FAKE = Path(__file__).with_name("fake_fray.py")


@dataclass
class Home:
    """A folder with a scenario of the fake program."""

    folder: Path

    @classmethod
    def make(cls, folder: Path, **scenario: object) -> Home:
        """Writes the scenario into the folder: two points of five tasks unless said otherwise."""
        content = {"points": ["ogre", "imp"], "tasks_per_point": 5, **scenario}
        (folder / "scenario.json").write_text(json.dumps(content))
        return cls(folder)

    def run(self, *options: str) -> int:
        """Plans, plays and merges the scenario in this process."""
        scenario, out = str(self.folder / "scenario.json"), str(self.folder / "out")
        return main(["run", scenario, "--out", out, "--fray", str(FAKE), "--workers", "2", *options])

    def starts(self) -> list[int]:
        """Returns the tasks in the order in which they were started, each as often as it was."""
        return [int(line) for line in (self.folder / "starts").read_text().split()]

    def summary(self) -> str:
        """Returns the merged result."""
        return (self.folder / "out" / "summary.csv").read_text()
