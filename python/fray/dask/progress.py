"""Tells on stderr how far the work is: as a bar on a terminal, as a line now and then in a log."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

# How often a line goes to a log.
LINE_SECONDS = 60.0


class Progress:
    """Counts tasks and fights; to be used in a `with` statement."""

    def __init__(self, tasks: int, fights: int, *, quiet: bool) -> None:
        """Begins with no task done; if `quiet`, only what went wrong is told."""
        self.tasks, self.tasks_done = tasks, 0
        self.fights, self.fights_done = fights, 0
        self.quiet = quiet
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.started = self.last_line = time.monotonic()
        self.advice: set[str] = set()
        # What remains is estimated from fights, since tasks differ in size.
        self.bar = Bar(
            TextColumn("tasks"),
            MofNCompleteColumn(),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} % of the fights"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
            disable=quiet or not self.console.is_terminal,
        )
        self.on_bar = self.bar.add_task("tasks", total=None)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def advance(self, fights: int) -> None:
        """Counts a task of so many fights as done."""
        self.tasks_done += 1
        self.fights_done += fights
        self.bar.update(self.on_bar, completed=self.tasks_done, total=self.tasks)
        now = time.monotonic()
        if self.bar.disable and not self.quiet and now - self.last_line >= LINE_SECONDS:
            self.last_line = now
            share = self.fights_done / self.fights if self.fights else 1.0
            left = (now - self.started) / share * (1 - share)
            self.say(f"{self.tasks_done} of {self.tasks} tasks, {share:.0%} of the fights; about {left:.0f} s left")

    def say(self, line: str) -> None:
        """Prints a line above the bar."""
        self.console.print(f"fray-dask: {line}", markup=False)

    def advise(self, line: str) -> None:
        """Prints a line, but only once."""
        if line not in self.advice:
            self.advice.add(line)
            self.say(line)
