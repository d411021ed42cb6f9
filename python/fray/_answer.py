"""What a verb answers: its JSON, its exit code and its tables."""

from __future__ import annotations

import html
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fray._program import call
from fray._tables import Tables

ANSWERS = frozenset({0, 1, 4, 5, 7})
"""The exit codes of answers: yes, no, undecided, nothing to compare with, and nothing found."""


class FrayError(Exception):
    """Says that the program gave no answer, and why. What it answered before it failed is in `json`."""

    def __init__(self, verb: str, code: int, message: str, json: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"fray {verb} ended with code {code}: {message}")
        self.verb = verb
        self.code = code
        self.json = json


class Answer:
    """The answer of a verb.

    Attributes:
        verb: The verb.
        code: The exit code: 0, or 1 if a goal, a baseline or an expectation failed, 4 if it is undecided, 5 if a
            baseline is missing or out of date, 7 if no value meets the goals.
        json: What the verb prints with `--json`.
        folder: The folder with its files, or None if it wrote none. It is removed with this object and its tables
            unless it was named with `out`.
        tables: Its tables as frames.

    """

    def __init__(
        self, verb: str, code: int, json: Mapping[str, Any], folder: Path | None, keeps: object = None
    ) -> None:
        self.verb = verb
        self.code = code
        self.json = json
        self.folder = folder
        self.tables = Tables(folder, json, keeps)

    @property
    def ok(self) -> bool:
        """Whether the exit code is 0."""
        return self.code == 0

    def page(self) -> str:
        """Returns the page that `fray report` makes of the files, with charts, as HTML."""
        if self.folder is None:
            raise ValueError(f"fray {self.verb} wrote no files that a page could be made of")
        return page(self.folder)

    def _repr_html_(self) -> str | None:
        """Shows the page in a notebook, apart from the rest of it."""
        try:
            content = self.page()
        except (FrayError, ValueError):
            return None
        style = "width: 100%; height: 40em; border: 1px solid #8888"
        return f'<iframe sandbox="allow-popups" style="{style}" srcdoc="{html.escape(content)}"></iframe>'

    def __repr__(self) -> str:
        """Names the verb, a code that is not 0, and the tables."""
        code = "" if self.ok else f", code {self.code}"
        return f"<fray {self.verb}{code}: {', '.join(self.tables) or 'no tables'}>"


def ask(
    verb: str,
    arguments: Sequence[str | Path] = (),
    options: Mapping[str, Any] | None = None,
    *,
    writes: bool = False,
) -> Answer:
    """Calls a verb that takes `--json`, and returns its answer.

    With `writes` its files are kept in a folder as long as the answer is, unless `out` names another or `no_out` wants
    none. Raises FrayError if there is no answer.
    """
    given: dict[str, Any] = {"json": True, **(options or {})}
    scratch: tempfile.TemporaryDirectory[str] | None = None
    if writes and not any(given.get(name) for name in ("out", "no_out", "update", "dry_run")):
        scratch = tempfile.TemporaryDirectory(prefix="fray-", ignore_cleanup_errors=True)
        given["out"] = Path(scratch.name, "results")
    ended = call(verb, arguments, given)
    try:
        content = json.loads(ended.out) if ended.out.strip() else {}
    except ValueError:
        raise FrayError(verb, ended.code, ended.said or ended.out) from None
    if ended.code not in ANSWERS or not content or "error" in content:
        message = str(content.get("error", "")) or ended.said or "it printed nothing"
        raise FrayError(verb, ended.code, message, content or None)
    for line in ended.said.splitlines():
        # Warnings; that a scratch folder was written to is no news.
        if scratch is None or scratch.name not in line:
            print(line, file=sys.stderr)
    out = given.get("out")
    folder = Path(str(out)) if out and Path(str(out)).is_dir() else None
    return Answer(verb, ended.code, content, folder, scratch)


def page(folder: str | Path) -> str:
    """Returns the page that `fray report` makes of a folder of results, as HTML."""
    with tempfile.TemporaryDirectory(prefix="fray-") as scratch:
        path = Path(scratch, "report.html")
        ended = call("report", [folder], {"out": path, "quiet": True})
        if ended.code != 0:
            raise FrayError("report", ended.code, ended.said)
        return path.read_text(encoding="utf-8")


def schema(system: str) -> dict[str, Any]:
    """Returns the JSON Schema of the scenario files of a system."""
    ended = call("schema", [system], {})
    if ended.code != 0:
        raise FrayError("schema", ended.code, ended.said)
    content: dict[str, Any] = json.loads(ended.out)
    return content
