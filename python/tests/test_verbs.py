"""The functions of the package are the verbs of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fray

GENERATE = Path(__file__).parents[1] / "generate.py"


def test_the_functions_have_the_verbs_and_options_of_the_program(program: Path) -> None:
    environment = {**os.environ, "FRAY": str(program)}
    done = subprocess.run([sys.executable, GENERATE, "--check"], check=False, env=environment, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()


def test_every_verb_that_answers_is_a_function() -> None:
    usual = {"check", "compare", "exact", "list", "merge", "run", "solve", "sweep", "trace", "validate", "weights"}
    assert usual <= set(fray.__all__)
    for name in usual:
        assert getattr(fray, name).__doc__
