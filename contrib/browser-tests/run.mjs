// Looks at the pages of fray in a headless browser. See README.md.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { alike } from "./colors.mjs";
import { keys, labels, overflow, readable } from "./look.mjs";
import { makePages } from "./pages.mjs";

const WIDTHS = [360, 800, 1600];
const THEMES = ["light", "dark"];
const HERE = import.meta.dirname;

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(path.delimiter);
const found = places.flatMap((place) => names.map((name) => path.join(place, name)));
const browserFile = [process.env.CHROME, ...found].find((file) => file && existsSync(file));
if (!browserFile) skip("no Chromium on the path; CHROME may name one");
const puppeteer = await import("puppeteer-core").catch(() => skip("the packages are missing: npm install"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const only = process.argv[2] ?? "";
const pages = makePages(path.join(HERE, "pages"), only);
if (!pages) skip("fray is not built; FRAY may name it");
const shots = path.join(HERE, "shots");
mkdirSync(shots, { recursive: true });

const profile = mkdtempSync(path.join(tmpdir(), "fray-browser-"));
const flags = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
flags.push("--disable-component-update", "--disable-sync", "--hide-scrollbars");
if (process.getuid?.() === 0) flags.push("--no-sandbox");
const browser = await puppeteer.launch({ executablePath: browserFile, userDataDir: profile, args: flags });

let n = 0;
const faults = new Map();
const note = (page, where, list) => {
  for (const fault of list) {
    const at = `${page.name}: ${fault}`;
    faults.set(at, [...(faults.get(at) ?? []), where]);
  }
};

for (const page of pages) {
  for (const theme of THEMES) {
    const tab = await browser.newPage();
    const said = [];
    tab.on("console", (message) => ["error", "warn"].includes(message.type()) && said.push(message.text()));
    tab.on("pageerror", (error) => said.push(`error: ${error.message}`));
    tab.on("dialog", (dialog) => (said.push("a script of the scenario ran"), dialog.dismiss()));
    tab.on("request", (request) => request.url().startsWith("http") && said.push(`asks for ${request.url()}`));
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await tab.goto(pathToFileURL(page.file).href);
    for (const width of WIDTHS) {
      await tab.setViewport({ width, height: 900 });
      const where = `${width} px, ${theme}`;
      // As a reader meets it, then with everything unfolded.
      const shot = path.join(shots, `${page.name}-${width}-${theme}.png`);
      if (width !== 800) await tab.screenshot({ path: shot, fullPage: true });
      await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
      note(page, where, await tab.evaluate(overflow));
      note(page, where, await tab.evaluate(labels));
      note(page, where, await tab.evaluate(readable));
      await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = false)));
    }
    await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
    await tab.evaluate(axe);
    const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21aa"], resultTypes: ["violations"] };
    const { violations } = await tab.evaluate((it) => globalThis.axe.run(document, it), options);
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.map((it) => `${id}: ${it.target.join(" ")}: ${it.failureSummary.split("\n").at(-1).trim()}`),
    );
    note(page, theme, told);
    note(page, theme, (await tab.evaluate(keys)).flatMap(alike));
    note(page, theme, said);
    await tab.close();
    n += 1;
  }
}
await browser.close();
rmSync(profile, { recursive: true, force: true });

for (const [fault, where] of faults) console.log(`${fault} (${where.join("; ")})`);
console.log(`${n / THEMES.length} pages, ${faults.size} faults; look at the pictures in ${shots}`);
process.exit(faults.size > 0 ? 1 : 0);
