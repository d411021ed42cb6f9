// Makes the pages that are looked at: of a short run of every scenario, of each verb that has a page, and of
// single fights.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CONFIGS = path.join(ROOT, "configs");

/** The program: the one named by FRAY, else a build of this repository. */
function program() {
  const built = ["release", "debug"].map((kind) => path.join(ROOT, "target", kind, "fray"));
  return [process.env.FRAY, ...built].find((file) => file && existsSync(file));
}

/**
 * Makes the pages that have `only` in their names in a folder, and returns their names with their files; null
 * without the program.
 */
export function makePages(dir, only) {
  const fray = program();
  if (!fray) return null;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // Code 4 says that something is undecided, which is no fault of the page; so is 1 of a check.
  const call = (args) => {
    try {
      execFileSync(fray, args, { cwd: dir, stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      if (![1, 4].includes(error.status)) throw new Error(`fray ${args.join(" ")}: ${error.stderr}`);
    }
  };
  const pages = [];
  const page = (name, args) => {
    if (!name.includes(only)) return;
    call([...args, "--out", name, "-q"]);
    call(["report", name, "-q"]);
    pages.push({ name, file: path.join(dir, name, "report.html") });
  };
  const fight = (name, scenario, ...args) => {
    if (!name.includes(only)) return;
    const file = path.join(dir, `${name}.html`);
    call(["trace", scenario, "--seed", "1", "--html", "--out", file, "-q", ...args]);
    pages.push({ name, file });
  };
  for (const game of readdirSync(CONFIGS)) {
    for (const file of readdirSync(path.join(CONFIGS, game))) {
      // A file that names no system is an include.
      const text = readFileSync(path.join(CONFIGS, game, file), "utf8");
      if (!file.endsWith(".toml") || !/^system\s*=/m.test(text)) continue;
      const name = `${game}-${path.basename(file, ".toml")}`;
      page(name, ["run", path.join(CONFIGS, game, file), "--fights", "400", "--seed", "1"]);
    }
  }
  const duel = path.join(CONFIGS, "night-wizard/duel.toml");
  // A matrix is of the stat blocks in a folder.
  mkdirSync(path.join(dir, "monsters"));
  copyFileSync(path.join(CONFIGS, "night-wizard/bestiary.toml"), path.join(dir, "monsters/bestiary.toml"));
  const tables = {
    "of-sweep": ["sweep", duel, "--set", "Ogre.hp=20:32:4", "--set", "Ogre.attack=12,14", "--fights", "500"],
    "of-compare": ["compare", duel, "--set", "Ogre.hp=30", "--fights", "2000"],
    "of-weights": ["weights", path.join(CONFIGS, "night-wizard/party.toml"), "--fights", "200"],
    "of-tactics": ["tactics", path.join(CONFIGS, "night-wizard/party.toml"), "--fights", "200"],
    "of-why": ["why", duel, "--set", "Ogre.hp=30", "--set", "Ogre.attack=15", "--fights", "200"],
    "of-batch": ["run", path.join(CONFIGS, "night-wizard"), "--fights", "100", "--seed", "1"],
    "of-matrix": ["matrix", "monsters", "--template", duel, "--fights", "100"],
  };
  for (const [name, args] of Object.entries(tables)) page(name, args);
  // Names that would be markup if a page did not escape them, and goals that are met and missed.
  const hostile = readFileSync(duel, "utf8")
    .replace(/^title *=.*$/m, 'title = "<script>alert(1)</script> & <img src=x onerror=alert(2)>"')
    .replace(/^( *name *= *)"Knight"/m, '$1"Knight <b onclick=alert(3)>"');
  const goals = ["win_rate(wizards) between 60% and 80%", "rounds > 5"];
  const expected = goals.map((goal) => `\n[[goal]]\nexpect = "${goal}"\n`);
  writeFileSync(path.join(dir, "hostile.toml"), hostile + expected.join(""));
  writeFileSync(path.join(dir, "suite.toml"), `[[point]]\nscenario = "hostile.toml"\n`);
  page("hostile", ["run", "hostile.toml", "--fights", "400", "--seed", "1"]);
  page("of-check", ["check", "suite.toml"]);
  // Single fights: with a board of each game, without one, long ones, and with those names.
  fight("fight-hostile", "hostile.toml", "--fight", "0");
  fight("fight-duel", duel, "--fight", "3");
  const fights = ["night-wizard/walls", "night-wizard/flyers", "cardinal/witch-wood", "cardinal/eyrie"];
  fights.push("stonebound/bridge", "juso/warlord", "juso/swarm", "mahou-galaxy/rooftops");
  fights.push("mahou-galaxy/hundred-feet");
  for (const scenario of fights) {
    const file = path.join(CONFIGS, `${scenario}.toml`);
    fight(`fight-${scenario.replace("/", "-")}`, file, "--find", "longest", "--fights", "500");
  }
  return pages;
}
