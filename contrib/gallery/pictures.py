#!/usr/bin/env python3
"""Takes the pictures of the README and of the pages for designers: of cards and pages, in a headless browser.

    pip install pillow
    contrib/gallery/pictures.py --fray target/release/fray [--browser chromium] [NAME ...]

It plays the questions of the book and writes docs/src/pictures, of all or of the named pictures.
"""

import argparse
import html
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "docs/src/pictures"
DUEL = "configs/night-wizard/duel.toml"
# What is asked, and how high the picture of its page is.
PAGES = {
    "who-wins": (["run", DUEL, "--fights", "20000", "--no-hints"], 900),
    "did-it-matter": (["compare", DUEL, "--set", "Ogre.hp=30"], 900),
    "what-value": (
        ["solve", DUEL, "--vary", "Ogre.hp", "--goal", "win_rate(wizards) = 65%", "--tolerance", "2pt"],
        760,
    ),
    "along-a-number": (["sweep", "configs/juso/duel.toml", "--set", "Hunter.strength=2:5", "--fights", "4000"], 760),
    "nearest-version": (
        ["sweep", DUEL, "--set", "Ogre.hp=20:40:5", "--set", "Ogre.attack=12:16", "--fights", "2000"],
        760,
    ),
    "which-number": (["weights", DUEL, "--of", "Ogre", "--max-fights", "4000"], 760),
    "interactions": (["weights", DUEL, "--of", "Ogre", "--method", "morris", "--rows", "6", "--fights", "300"], 760),
    "worth-of-parts": (["weights", "configs/cardinal/one-against-two.toml", "--parts", "--max-fights", "1000"], 900),
    "better-play": (["tactics", "configs/night-wizard/brawl.toml", "--of", "boss", "--max-fights", "1000"], 760),
    "good-play": (["sweep", DUEL, "--tactics", "wizards=random,default", "--fights", "4000"], 700),
    "house-rules": (["rulings", "configs/mahou-galaxy/duel.toml", "--max-fights", "1000"], 900),
    "which-edit": (
        ["why", DUEL, "--set", "Ogre.hp=30", "--set", "Ogre.attack=13", "--set", "Knight.dodge=8", "--fights", "4000"],
        700,
    ),
    "strongest": (["matrix", "pit", "--max-fights", "2048"], 900),
}
TRACE = ["trace", "configs/night-wizard/flyers.toml", "--find", "longest", "--max-fights", "300", "--html"]
CARD = """<!doctype html><meta charset=utf-8><style>body{{margin:0;display:flex;gap:18px;align-items:flex-start;
background:#e9ebef;padding:18px;width:1404px;box-sizing:border-box}}
pre{{margin:0;font:12px/1.32 "DejaVu Sans Mono",monospace;background:#16181d;
color:#dfe3ea;padding:16px;border-radius:8px;height:888px;overflow:hidden;box-sizing:border-box}}
img{{height:888px;width:748px;object-fit:cover;object-position:top left;border-radius:8px}}</style>
<pre>$ fray run {file}\n{card}</pre><img src="page.png">"""


def fray(program: str, work: Path, *command: str) -> str:
    """Returns what the program prints."""
    done = subprocess.run(
        [program, *command],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
        env={"NO_COLOR": "1", "COLUMNS": "80"},
    )
    # 1 is a goal that failed, 4 a question that is still open: both have a page.
    if done.returncode not in (0, 1, 4):
        raise SystemExit(f"fray {' '.join(command)}: {done.stderr}")
    return done.stdout


def shot(browser: str, page: Path, to: Path, width: int, height: int) -> None:
    """Takes a picture of a page."""
    flags = ["--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu", "--force-device-scale-factor=1"]
    size = f"--window-size={width},{height}"
    subprocess.run(
        [browser, *flags, size, f"--screenshot={to}", page.as_uri()], check=True, capture_output=True, timeout=180
    )


def shrunk(picture: Path, to: Path) -> None:
    """Cuts what is empty below, and keeps 48 colours, which flat charts and text do not exceed to the eye."""
    image = Image.open(picture).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((image.width - 1, image.height - 1)))
    box = ImageChops.difference(image, ground).getbbox() or (0, 0, *image.size)
    image = image.crop((0, 0, image.width, min(image.height, box[3] + 16)))
    to.parent.mkdir(parents=True, exist_ok=True)
    image.quantize(48, dither=Image.Dither.NONE).save(to, optimize=True)
    print(to.relative_to(ROOT), to.stat().st_size, flush=True)


def main() -> None:
    """Makes the pictures of the book and of the README."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fray", default="fray", help="the program")
    parser.add_argument("--browser", default="chromium", help="a browser that takes the flags of Chromium")
    parser.add_argument("names", nargs="*", help="the pictures to take [default: all]")
    args = parser.parse_args()
    program = str(Path(args.fray).resolve()) if "/" in args.fray else args.fray
    wanted = args.names or ["card-and-page", "show-a-fight", *PAGES]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "configs").symlink_to(ROOT / "configs")
        (work / "pit").mkdir()
        for name in ("two-blades", "bestiary"):
            (work / f"pit/{name}.toml").symlink_to(ROOT / f"configs/stonebound/{name}.toml")
        for name in wanted:
            page, picture = work / f"{name}.html", work / f"{name}.png"
            if name == "card-and-page":
                card = fray(program, work, "run", DUEL, "--fights", "100000", "--no-hints", "--out", name)
                fray(program, work, "report", name, "--out", "page.html")
                shot(args.browser, work / "page.html", work / "page.png", 1000, 1188)
                text = card.split("\nTURNS\n")[0]
                page.write_text(CARD.format(file=DUEL, card=html.escape(text)))
                shot(args.browser, page, picture, 1404, 924)
            elif name == "show-a-fight":
                fray(program, work, *TRACE, "--out", page.name)
                shot(args.browser, page, picture, 900, 1100)
            else:
                command, height = PAGES[name]
                fray(program, work, *command, "--out", name)
                fray(program, work, "report", name, "--out", page.name)
                shot(args.browser, page, picture, 900, height)
            shrunk(picture, OUT / f"{name}.png")


if __name__ == "__main__":
    main()
