"""What the tests share: the program, and scenarios to play."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import fray

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def program() -> Path:
    """Finds the program: what `FRAY` names, or what cargo built, or what is installed with the package."""
    if "FRAY" not in os.environ:
        target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
        for path in (target / "release" / "fray", target / "debug" / "fray"):
            if path.is_file():
                os.environ["FRAY"] = str(path)
                break
    return fray.program()


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory, program: Path) -> Path:
    """Writes the first scenario of the first game that the program has."""
    folder = tmp_path_factory.mktemp("scenarios")
    system = fray.list("systems").json["systems"][0]["system"]
    path = folder / "duel.toml"
    subprocess.run([program, "new", system, path], check=True, capture_output=True)
    return path
