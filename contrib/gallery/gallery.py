#!/usr/bin/env python3
"""Makes the gallery of the book: a page for each game with every shipped scenario, its question, card and picture.

    contrib/gallery/gallery.py --fray target/release/fray

It plays each scenario and writes docs/src/gallery. The same program makes the same bytes. Nothing but Python 3.11
and fray is needed.
"""

import argparse
import json
import subprocess
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "docs/src/gallery"
TITLES = {
    "night-wizard": "Night Wizard",
    "juso": "Juso",
    "cardinal": "Cardinal",
    "stonebound": "The Stonebound Saga",
    "mahou-galaxy": "Mahou Galaxy",
}
# The sides in the order of the file; then whatever no side won. They can be told apart in grey, and on light and dark.
COLORS = ["#2f6fb0", "#d9822b", "#5a9e6f", "#8a63a6", "#b0506a", "#4f9aa8"]
UNDECIDED = "#8c8c8c"
# Sides that are called after a colour have it.
NAMED = {"red": "#b5403a", "blue": "#2f6fb0"}
WIDTH, BAR, GAP, MOST_ROWS = 640, 15, 4, 12


def played(fray: str, scenario: Path, fights: int, *flags: str) -> str:
    """Returns what a run prints."""
    command = [fray, "run", str(scenario), "--fights", str(fights), "--no-out", "--no-hints", *flags]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={"COLUMNS": "80"})
    # 1 is a goal that failed: the card says so.
    if done.returncode not in (0, 1):
        raise SystemExit(f"{scenario}: {done.stderr}")
    return done.stdout


def picture(run: dict, title: str) -> str:
    """In which round the fights end and who wins then, as an SVG."""
    sides = [row["side"] for row in run["summary"]]
    colors = {side: NAMED.get(side, color) for side, color in zip(sides, COLORS, strict=False)}
    fights = run["fights"]
    ended: dict[int, int] = {}
    for row in run["rounds"]:
        ended[row["round"]] = ended.get(row["round"], 0) + row["count"]
    # The longest 1 % of the fights share the last bar; several rounds share one where there are many.
    last, by_then = 0, 0
    for last in sorted(ended):
        by_then += ended[last]
        if 100 * by_then >= 99 * fights:
            break
    step = -(-last // MOST_ROWS)
    n_rows = -(-last // step)
    rows: dict[int, dict[str | None, int]] = {}
    for row in run["rounds"]:
        at = rows.setdefault(max(1, min((row["round"] + step - 1) // step, n_rows)), {})
        whom = row["side"] if row["outcome"] == "win" else None
        at[whom] = at.get(whom, 0) + row["count"]
    most = max(sum(at.values()) for at in rows.values())
    scale = (WIDTH - 110) / most
    top = 30
    lines, x = [], 0
    for side, summary in zip(sides, run["summary"], strict=True):
        label = f"{side} {100 * summary['win_rate']:.0f} %"
        lines.append(f'<rect x="{x}" y="4" width="11" height="11" fill="{colors[side]}"/>')
        lines.append(f'<text x="{x + 16}" y="14">{escape(label)}</text>')
        x += 34 + int(7.2 * len(label))
    undecided = sum(at.get(None, 0) for at in rows.values())
    if 200 * undecided >= fights:
        lines.append(f'<rect x="{x}" y="4" width="11" height="11" fill="{UNDECIDED}"/>')
        lines.append(f'<text x="{x + 16}" y="14">undecided {100 * undecided / fights:.0f} %</text>')
    for idx in range(n_rows):
        number = idx + 1
        y = top + idx * (BAR + GAP)
        at = rows.get(number, {})
        label = f"{idx * step + 1}+" if number == n_rows and len(ended) > 1 and last < max(ended) else str(number)
        if step > 1 and not label.endswith("+"):
            label = f"{idx * step + 1}\N{EN DASH}{number * step}"
        lines.append(f'<text x="44" y="{y + 12}" text-anchor="end">{label}</text>')
        left = 52.0
        for whom in [*sides, None]:
            width = at.get(whom, 0) * scale
            if width >= 0.05:
                color = colors[whom] if whom else UNDECIDED
                lines.append(f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{color}"/>')
                left += width
        share = 100 * sum(at.values()) / fights
        if share >= 0.5:
            lines.append(f'<text x="{left + 6:.1f}" y="{y + 12}">{share:.0f} %</text>')
    height = top + n_rows * (BAR + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="13" fill="#777">'
        f"<title>{escape(title)}: in which round the fights end, and who wins then</title>"
        + "".join(lines)
        + "</svg>\n"
    )


def card(text: str) -> str:
    """The card down to its rounds, without the rows of the rounds, which are the picture."""
    kept = []
    for line in text.splitlines():
        if line.lstrip().startswith("ended in") or line == "UNITS":
            break
        kept.append(line)
    return "\n".join(kept).strip() + "\n"


def main() -> None:
    """Writes the gallery."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fray", default="fray", help="the program")
    parser.add_argument("--fights", type=int, default=4000, help="fights of each scenario")
    args = parser.parse_args()
    fray = str(Path(args.fray).resolve()) if "/" in args.fray else args.fray
    questions = tomllib.loads((ROOT / "contrib/gallery/questions.toml").read_text())
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob("*"):
        old.unlink()
    index = ["# Gallery\n", "Every scenario that comes with fray, by its question. "]
    index[1] += f"The pictures show in which round the fights end and who wins then, in {args.fights:,} fights each; "
    index[1] += "`contrib/gallery/gallery.py` makes them.\n"
    for game, title in TITLES.items():
        page = [f"# {title}: the scenarios\n"]
        index.append(f"## [{title}]({game}.md)\n")
        for name, question in questions[game].items():
            path = Path("configs") / game / f"{name}.toml"
            run = json.loads(played(fray, path, args.fights, "--json"))["scenarios"][0]
            text = played(fray, path, args.fights)
            heading = text.splitlines()[0]
            (OUT / f"{game}-{name}.svg").write_text(picture(run, heading))
            page.append(f"## {heading}\n\n**{question}** [`{path}`](../../../{path})\n")
            page.append(f"![In which round the fights end, and who wins then]({game}-{name}.svg)\n")
            page.append(f"```text\n{card(text)}```\n")
            anchor = "".join(c for c in heading.lower() if c.isalnum() or c in " -_").replace(" ", "-")
            index.append(f"- [{question}]({game}.md#{anchor})")
            print(path, flush=True)
        (OUT / f"{game}.md").write_text("\n".join(page))
        index.append("")
    (OUT / "index.md").write_text("\n".join(index).rstrip() + "\n")


if __name__ == "__main__":
    main()
