"""The exit codes of `fray` that the driver itself returns or reads; codes of its subprocesses pass through."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes, with the meaning that `fray --help` gives them."""

    OK = 0
    USAGE = 2
    BROKEN_FIGHT = 3
    UNDECIDED = 4
    OUTPUT = 30
    TRY_AGAIN = 75
    INTERRUPTED = 130


class Failure(Exception):
    """Ends the command with a message and an exit code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
