"""Writes fray/_verbs.py: a function for each verb that answers, with the options and sentences of its help.

    python python/generate.py             # with the program that FRAY names, or that of the search path

`--check` writes nothing and ends with 1 if the file is not what the program says.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE / "fray" / "_verbs.py"
FRAY = os.environ.get("FRAY", "fray")
# Given with every call, or of use to people alone.
LEFT_OUT = frozenset({"json", "help", "open"})
# These never end by themselves: nobody could wait for an answer.
ENDLESS = frozenset({"live", "watch"})
# Their files are what they are called for: they have to be named.
KEEPS = frozenset({"plan", "shard", "trace"})

HEAD = '''"""A function for each verb that answers, written by generate.py from the help of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from fray._answer import Answer, ask
from fray._program import Value
'''


@dataclass
class Option:
    """An option of a verb: its name, what it takes and its sentence."""

    name: str
    takes: str | None
    sentence: str

    def type(self) -> str:
        """Returns what its keyword takes."""
        if self.takes is None:
            return "bool"
        if re.search(r"\w=|=\w|\[=", self.takes):
            return "Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]"
        return "Value | Sequence[Value]"


@dataclass
class Verb:
    """A verb: its sentence and what follows it, its arguments as its usage has them, and its options."""

    name: str
    summary: str
    details: str
    usage: str
    options: list[Option] = field(default_factory=list)

    def answers(self) -> bool:
        """Whether it prints JSON and ends."""
        return self.name not in ENDLESS and any(option.name == "json" for option in self.options)

    def writes(self) -> bool:
        """Whether it writes tables into a folder."""
        return self.name not in KEEPS and any(option.name == "out" for option in self.options)

    def code(self) -> str:
        """Returns its type of options and its function."""
        kind = "".join(word.title() for word in self.name.split("-")) + "Options"
        lines = [f"class {kind}(TypedDict, total=False):", f'    """Options of `{self.name}`."""', ""]
        for option in self.options:
            if option.name in LEFT_OUT:
                continue
            lines.append(f"    {option.name.replace('-', '_')}: {option.type()}")
            lines += paragraph(option.sentence)
        # `[OPTIONS] --vary <PATH[=LO:HI]> <SCENARIO>...`: what stands behind no option.
        words = re.findall(r"(?<!\w )[<\[]([A-Z][A-Z_]*)[>\]](?:\.\.\.)?", self.usage.replace("[OPTIONS]", ""))
        called = ", ".join(words).lower()
        function = self.name.replace("-", "_")
        arguments = "*arguments: str | Path, " if words else ""
        lines += [
            "",
            "",
            f"def {function}({arguments}**options: Unpack[{kind}]) -> Answer:",
            *docstring(self.summary, f"{self.details} Arguments: {called}.".strip() if words else self.details),
            f'    return ask("{self.name}", {"arguments" if words else "()"}, {{**options}}, writes={self.writes()})',
        ]
        return "\n".join(lines) + "\n"


def paragraph(text: str) -> list[str]:
    """Returns a text as the lines of a docstring."""
    text = text.replace("\\", "\\\\")
    # A quotation mark at the end would be one of those that close.
    if len(text) <= 118 - len('    """' + '"""') and not text.endswith('"'):
        return [f'    """{text}"""']
    lines = textwrap.wrap(text, 112, break_on_hyphens=False, break_long_words=False)
    return [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:]), '    """']


def docstring(summary: str, details: str) -> list[str]:
    """Returns a sentence, and what follows it, as the lines of a docstring."""
    if not details:
        return paragraph(summary)
    lines = [*textwrap.wrap(summary, 112), "", *textwrap.wrap(details, 112, break_on_hyphens=False)]
    lines = [f"    {line}".rstrip() for line in "\n".join(lines).replace("\\", "\\\\").split("\n")]
    return [f'    """{lines[0].strip()}', *lines[1:], '    """']


def printed(*words: str) -> str:
    """Returns what the program prints."""
    done = subprocess.run([FRAY, *words], check=True, capture_output=True, encoding="utf-8")
    return done.stdout


def names() -> list[str]:
    """Returns the verbs, in the order of the help, whether that has them in groups or not."""
    # A completion script names every verb, whatever the help looks like.
    script = printed("completions", "fish")
    found = re.findall(r'^complete -c fray -n "__fish_fray_needs_command" -f -a "([\w-]+)"', script, re.MULTILINE)
    return [name for name in dict.fromkeys(found) if name != "help"]


def verb(name: str) -> Verb:
    """Reads the help of a verb."""
    text = printed("help", name)
    before, _, after = text.partition("Usage:")
    usage, _, rest = after.partition("\n")
    summary, _, details = before.strip().partition("\n\n")
    made = Verb(name, " ".join(summary.split()).rstrip(".") + ".", " ".join(details.split()), usage)
    at_option: Option | None = None
    section = ""
    for line in rest.splitlines():
        if re.match(r"^[A-Z][\w ]*:$", line):
            section, at_option = line, None
            continue
        start = re.match(r"^ {2,6}(?:-\w, )?--([a-z][a-z-]*)(?:(?: |\[?=)<(.+?)>\]?(?:\.\.\.)?)?(?:  +(.*))?$", line)
        if start:
            at_option = Option(start[1], start[2], start[3] or "")
            made.options.append(at_option)
        elif at_option is not None and (line.startswith(" " * 8) or not line.strip()):
            at_option.sentence = f"{at_option.sentence} {line.strip()}".strip()
        elif section and line.strip():
            at_option = None
    return made


def module() -> str:
    """Returns the text of the module."""
    verbs = sorted((made for made in map(verb, names()) if made.answers()), key=lambda made: made.name)
    exported = "".join(f'    "{made.name.replace("-", "_")}",\n' for made in verbs)
    return "\n\n".join([f"{HEAD}\n__all__ = [\n{exported}]\n", *(made.code() for made in verbs)])


def main() -> int:
    """Writes the module, or compares it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    options = parser.parse_args()
    text = module()
    compile(text, TARGET, "exec")
    if not options.check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET} is not what the program says: python python/generate.py writes it anew", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
