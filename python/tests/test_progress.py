"""Reports of progress are told from what else the program says, and shown where somebody looks."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from fray._progress import Progress, bar

REPORTS = ["duel: 62 % (1,250,000 of 2,000,000) after 3 s\n", "12,000 fights after 0 s\n"]
NEWS = ["warning: the goal always holds\n", "duel: 3 fights after lunch\n", "\n"]


class Screen(io.StringIO):
    """A terminal, to look at what is written on it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("line", REPORTS)
def test_a_report_is_shown_and_taken_away(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress() as progress:
        assert progress.shows(line)
        assert progress.shows("a: 1 % (1 of 100) after 4 s\n")
    assert screen.getvalue().startswith(f"\r{line.strip()}\r\ra: 1 %")
    *_, last, end = screen.getvalue().split("\r")
    assert (last.strip(), end) == ("", "")


@pytest.mark.parametrize("line", NEWS)
def test_what_is_no_report_is_kept(line: str) -> None:
    assert not Progress().shows(line)


def test_where_nobody_looks_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress() as progress:
        assert all(progress.shows(line) for line in REPORTS)
    assert capsys.readouterr() == ("", "")


def test_a_notebook_has_one_bar_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []

    def display(content: dict[str, str], **how: Any) -> Any:
        assert how == {"raw": True, "display_id": True}
        shown.append(content["text/html"])
        return SimpleNamespace(update=lambda content, raw: shown.append(content["text/html"]))

    monkeypatch.setattr("fray._progress.notebook", lambda: display)
    with Progress() as progress:
        for line in REPORTS:
            assert progress.shows(line)
    assert shown == [
        '<progress value="62" max="100"></progress> duel: 62 % (1,250,000 of 2,000,000) after 3 s',
        "<progress></progress> 12,000 fights after 0 s",
        "",
    ]


def test_names_in_a_bar_are_text() -> None:
    assert "<b>" not in bar("<b>: 1 % (1 of 100) after 0 s", "1")["text/html"]
