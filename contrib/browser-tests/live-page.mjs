// What the tests of the live page share: a browser, servers on copies of scenarios, and what a designer does.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const ROOT = path.join(import.meta.dirname, "../..");

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(path.delimiter);
const found = places.flatMap((place) => names.map((name) => path.join(place, name)));
const executablePath = [process.env.CHROME, ...found].find((file) => file && existsSync(file));
if (!executablePath) skip("no Chromium on the path; CHROME may name one");
export const FRAY = [process.env.FRAY, path.join(ROOT, "target/release/fray")].find((file) => file && existsSync(file));
if (!FRAY) skip("fray is not built; FRAY may name it");
const puppeteer = await import("puppeteer-core").catch(() => skip("the packages are missing: npm install"));

export const scratch = mkdtempSync(path.join(tmpdir(), "fray-live-"));
export const faults = [];
export const fault = (text) => (faults.push(text), console.log(`FAULT ${text}`));
export const check = (holds, text) => (holds ? console.log(`ok    ${text}`) : fault(text));
/** Longer on a machine that does other things, too. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120) * 1000;

export const browser = await puppeteer.launch({
  executablePath,
  userDataDir: path.join(scratch, "profile"),
  protocolTimeout: 2 * PATIENCE,
  args: ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});

/** Starts a server; gives its address and what ends it. */
export async function serve(...args) {
  const child = spawn(FRAY, ["live", "--no-open", "--threads", "2", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (it) => (said += it));
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  const address = await new Promise((done, fail) => {
    child.stdout.once("data", (it) => done(String(it).trim()));
    child.once("exit", () => fail(new Error(said)));
  });
  return { address, end: async (signal = "SIGINT") => (child.kill(signal), await ended, said) };
}

/** Opens a page and notes what its console says, what it asks of others, and whether it asks before it closes. */
export async function open(address, theme = "light", width = 1600) {
  const tab = await browser.newPage();
  tab.said = [];
  tab.asked = 0;
  tab.on("console", (message) => ["error", "warn"].includes(message.type()) && tab.said.push(message.text()));
  tab.on("pageerror", (error) => tab.said.push(`error: ${error.message}`));
  tab.on("dialog", (dialog) => (dialog.type() === "beforeunload" ? ((tab.asked += 1), dialog.accept()) : (tab.said.push(`a dialog: ${dialog.message()}`), dialog.dismiss())));
  tab.on("request", (request) => !request.url().startsWith(new URL(address).origin) && !request.url().startsWith("data:") && tab.said.push(`asks for ${request.url()}`));
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await tab.setViewport({ width, height: 1000 });
  await tab.goto(address);
  await answered(tab);
  return tab;
}

/** Waits for an answer to the newest question; a sharp one if asked for. */
export const answered = (tab, done = false) =>
  tab.waitForFunction((done) => window.live && document.body.dataset.number === String(window.live.number) && (!done || document.body.dataset.done === "true"), { timeout: PATIENCE, polling: 50 }, done);

/** Waits until something holds in the page. */
export const until = (tab, holds, ...args) => tab.waitForFunction(holds, { timeout: PATIENCE, polling: 50 }, ...args);

export const version = (tab) => tab.evaluate(() => ({ now: window.live.state.now, seed: window.live.state.seed, fights: Number(document.body.dataset.fights) }));
export const text = (tab, selector) => tab.$eval(selector, (it) => it.textContent);

/** Changes the first number of the page that may be one more. */
export const change = (tab, by = 1) =>
  tab.evaluate((by) => {
    const all = [...document.querySelectorAll("article.unit input[type=number]")];
    const input = all.find((it) => !it.closest(".field").dataset.path.endsWith(".count") && Number(it.value) + by <= Number(it.max));
    input.value = String(Number(input.value) + by);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return input.closest(".field").dataset.path;
  }, by);

/** Presses the first button with these words. */
export const press = (tab, words, within = "body") =>
  tab.evaluate((words, within) => [...document.querySelectorAll(`${within} button`)].find((it) => it.textContent.trim() === words || it.getAttribute("aria-label") === words).click(), words, within);

/** Whether the JSON behind the page is what the command line prints. */
export async function isSame(tab, file, name) {
  await answered(tab, true);
  const { now, seed, fights } = await version(tab);
  const behind = await tab.evaluate(async () => (await fetch(`api/${sessionStorage.getItem("page")}/json`)).text());
  const sets = now.sets.flatMap(([key, value]) => ["--set", `${key}=${value}`]);
  const told = execFileSync(FRAY, ["run", file, ...sets, "--seed", String(seed), "--fights", String(fights), "--json", "--no-hints", "--no-out", "-q"], { maxBuffer: 1 << 28 });
  check(sets.length > 0 && behind === String(told), `${name}: ${fights} fights with ${sets.join(" ")} are those of fray run, byte for byte`);
}
