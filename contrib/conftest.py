"""What the tests of all engines share: the real program, and what one process makes of a scenario."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def real_fray() -> Path:
    """Finds the program: `FRAY`, or what cargo built, or what is installed."""
    if given := os.environ.get("FRAY"):
        path = Path(given).resolve()
        assert plans(path), f"FRAY={given} is not a fray with the verb `plan`"
        return path
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    built = [target / profile / "fray" for profile in ("release", "debug")]
    installed = shutil.which("fray")
    for path in [*built, *([Path(installed)] if installed else [])]:
        if path.exists() and plans(path):
            return path
    pytest.skip("no fray with the verb `plan` is built: cargo build --release, or set FRAY")


def plans(path: Path) -> bool:
    """Says whether this program has the verb `plan`."""
    return subprocess.run([path, "plan", "--help"], check=False, capture_output=True).returncode == 0
