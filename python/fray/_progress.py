"""Shows how far the program is: as a bar in a notebook, as a line that changes in a terminal, else not at all."""

from __future__ import annotations

import html
import re
import sys
from types import TracebackType
from typing import Any, Self

SECONDS = 0.3
"""The time between two reports."""

# `duel: 62 % (1,250,000 of 2,000,000) after 3 s`, or without a known end `12,000 fights after 3 s`.
REPORT = re.compile(r"(?P<what>.*: )?((?P<percent>\d+) % \([\d,]+ of [\d,]+\)|[\d,]+ fights) after \d+ s\s*$")


class Progress:
    """Shows reports of progress."""

    def __init__(self) -> None:
        self.notebook = notebook()
        self.handle: Any = None
        self.width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def shows(self, line: str) -> bool:
        """Shows a line that the program said; returns whether it was a report of progress."""
        report = REPORT.fullmatch(line)
        if report is None:
            return False
        if self.notebook is not None:
            self.display(bar(line.strip(), report["percent"]))
        elif sys.stderr.isatty():
            self.write(line.strip())
        return True

    def clear(self) -> None:
        """Takes away what was shown last."""
        if self.handle is not None:
            self.handle.update({"text/html": "", "text/plain": ""}, raw=True)
        if self.width:
            self.write("")

    def display(self, content: dict[str, str]) -> None:
        """Shows content in the notebook in place of what was shown last."""
        if self.handle is None:
            self.handle = self.notebook(content, raw=True, display_id=True)
        else:
            self.handle.update(content, raw=True)

    def write(self, line: str) -> None:
        """Writes a line on the terminal in place of the last."""
        sys.stderr.write(f"\r{line.ljust(self.width)}\r")
        sys.stderr.flush()
        self.width = len(line)


def bar(line: str, percent: str | None) -> dict[str, str]:
    """Returns a report as a notebook shows it."""
    value = f' value="{percent}" max="100"' if percent else ""
    return {"text/html": f"<progress{value}></progress> {html.escape(line)}", "text/plain": line}


def notebook() -> Any:
    """Returns what displays in the notebook that this runs in, if it runs in one."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None or getattr(shell, "kernel", None) is None:
        return None
    from IPython.display import display

    return display
