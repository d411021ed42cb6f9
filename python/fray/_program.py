"""Finds the program `fray` and calls it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fray._progress import SECONDS, Progress

Value = str | int | float | Path
"""What an option takes: a text, a number or a file."""

Option = Value | bool | None | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
"""What an option takes that can be repeated; a mapping is for options like `--set PATH=VALUE`."""


# A second signal gives up the fights in progress. So that there is one, wherever the first comes from, the program is
# out of reach of the keys of the terminal.
if sys.platform == "win32":
    OWN_GROUP: dict[str, Any] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    INTERRUPT = signal.CTRL_BREAK_EVENT
else:
    OWN_GROUP: dict[str, Any] = {"process_group": 0}
    INTERRUPT = signal.SIGINT


@dataclass(frozen=True)
class Ended:
    """How a call ended: its exit code, what it printed, and the last lines that it said."""

    code: int
    out: str
    said: str


def program() -> Path:
    """Returns the program: what `FRAY` names, or that of this environment, or that of the search path."""
    if given := os.environ.get("FRAY"):
        return Path(given)
    name = "fray.exe" if os.name == "nt" else "fray"
    # With `pip install --target` scripts are beside packages.
    folders = [sysconfig.get_path("scripts"), str(Path(__file__).parents[1] / "bin")]
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    for folder in folders:
        if (path := Path(folder, name)).is_file():
            return path
    if found := shutil.which("fray"):
        return Path(found)
    raise FileNotFoundError("no program `fray` in this environment or on the search path; FRAY can name it")


def flags(options: Mapping[str, Option]) -> list[str]:
    """Returns keyword arguments as the program takes them: `max_rounds=20` as `--max-rounds=20`."""
    words: list[str] = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, Mapping):
            words += [f"{flag}={key}={listed(one)}" for key, one in value.items()]
        elif isinstance(value, str | int | float | Path):
            words.append(f"{flag}={text(value)}")
        else:
            words += [f"{flag}={text(one)}" for one in value]
    return words


def listed(value: Value | Sequence[Value]) -> str:
    """Returns a value, or several as the program takes them: with commas."""
    if isinstance(value, str | int | float | Path):
        return text(value)
    return ",".join(text(one) for one in value)


def text(value: Value) -> str:
    """Returns a value as the program reads it: 1e6 as 1000000, and True as true."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def call(verb: str, arguments: Sequence[str | Path], options: Mapping[str, Option]) -> Ended:
    """Runs a verb of the program, shows how far it is, and returns how it ended.

    If Python is interrupted, the program saves what it has and ends before KeyboardInterrupt is raised.
    """
    command = [str(program()), verb, *flags(options), "--", *map(str, arguments)]
    environment = {**os.environ, "FRAY_PROGRESS": str(SECONDS)}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env=environment,
        **OWN_GROUP,
    ) as process:
        assert process.stdout is not None  # noqa: S101
        assert process.stderr is not None  # noqa: S101
        said: deque[str] = deque(maxlen=100)
        listener = threading.Thread(target=listen, args=(process.stderr, said), daemon=True)
        listener.start()
        try:
            out = process.stdout.read()
            process.wait()
        except KeyboardInterrupt:
            process.send_signal(INTERRUPT)
            # It prints what it has, and would wait for a reader.
            process.stdout.read()
            process.wait()
            raise
        finally:
            listener.join()
    return Ended(process.returncode, out, "".join(said).strip())


def listen(stream: IO[str], said: deque[str]) -> None:
    """Shows the reports of progress that the program makes until it ends, and keeps what else it says."""
    with Progress() as progress:
        for line in stream:
            if not progress.shows(line):
                said.append(line)
