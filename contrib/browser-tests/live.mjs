// Drives the page of `fray live` in a headless browser. See README.md.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { labels, overflow } from "./look.mjs";

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, "../..");

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(path.delimiter);
const found = places.flatMap((place) => names.map((name) => path.join(place, name)));
const browserFile = [process.env.CHROME, ...found].find((file) => file && existsSync(file));
if (!browserFile) skip("no Chromium on the path; CHROME may name one");
const FRAY = [process.env.FRAY, path.join(ROOT, "target/release/fray")].find((file) => file && existsSync(file));
if (!FRAY) skip("fray is not built; FRAY may name it");
const puppeteer = await import("puppeteer-core").catch(() => skip("the packages are missing: npm install"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const scratch = mkdtempSync(path.join(tmpdir(), "fray-live-"));
const shots = path.join(HERE, "shots");
mkdirSync(shots, { recursive: true });
const faults = [];
const fault = (text) => (faults.push(text), console.log(`FAULT ${text}`));
const check = (holds, text) => (holds ? console.log(`ok    ${text}`) : fault(text));
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts the server; gives its address and what ends it. */
async function serve(args) {
  const child = spawn(FRAY, ["live", "--no-open", "--threads", "2", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (it) => (said += it));
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  const address = await new Promise((done, fail) => {
    child.stdout.once("data", (it) => done(String(it).trim()));
    child.once("exit", () => fail(new Error(said)));
  });
  const end = async (signal = "SIGINT") => (child.kill(signal), await ended, said);
  return { address, end, child };
}

const browser = await puppeteer.launch({
  executablePath: browserFile,
  userDataDir: path.join(scratch, "profile"),
  args: ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});

/** Opens a page and notes what its console says and what it asks of others. */
async function open(address, theme = "light", width = 1600) {
  const tab = await browser.newPage();
  tab.said = [];
  tab.on("console", (message) => ["error", "warn"].includes(message.type()) && tab.said.push(message.text()));
  tab.on("pageerror", (error) => tab.said.push(`error: ${error.message}`));
  tab.on("dialog", (dialog) => (dialog.type() === "beforeunload" ? dialog.accept() : (tab.said.push(`a dialog: ${dialog.message()}`), dialog.dismiss())));
  tab.on("request", (request) => !request.url().startsWith(new URL(address).origin) && !request.url().startsWith("data:") && tab.said.push(`asks for ${request.url()}`));
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await tab.setViewport({ width, height: 1000 });
  await tab.goto(address);
  await answered(tab);
  return tab;
}

/** Waits for an answer to the newest question; a sharp one if asked for. */
const answered = (tab, done = false) =>
  tab.waitForFunction((done) => window.live && document.body.dataset.number === String(window.live.number) && (!done || document.body.dataset.done === "true"), { timeout: 60_000 }, done);

const version = (tab) => tab.evaluate(() => ({ now: window.live.state.now, seed: window.live.state.seed, fights: Number(document.body.dataset.fights) }));

/** Changes the first number of the page by one. */
async function change(tab, by = 1) {
  return tab.evaluate((by) => {
    const input = document.querySelector("article.unit input[type=number]");
    input.value = String(Number(input.value) + by);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, by);
}

/** Whether the JSON behind the page is what the command line prints. */
async function isSame(tab, file, name) {
  await answered(tab, true);
  const { now, seed, fights } = await version(tab);
  const behind = await tab.evaluate(async () => (await fetch(`api/${sessionStorage.getItem("page")}/json`)).text());
  const sets = now.sets.flatMap(([key, value]) => ["--set", `${key}=${value}`]);
  const told = execFileSync(FRAY, ["run", file, ...sets, "--seed", String(seed), "--fights", String(fights), "--json", "--no-hints", "--no-out", "-q"], { maxBuffer: 1 << 28 });
  check(sets.length > 0 && behind === String(told), `${name}: ${fights} fights with ${sets.join(" ")} are those of fray run, byte for byte`);
}

const games = execFileSync(FRAY, ["list", "systems", "--json"]);
const configs = path.join(ROOT, "configs");
const played = ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"].filter((game) => String(games).includes(game));
const first = { "night-wizard": "duel", juso: "duel", cardinal: "duel", stonebound: "two-blades", "mahou-galaxy": "duel" };
const folder = path.join(scratch, "files");
cpSync(configs, folder, { recursive: true });

// A change gives the figures of the command line, for one scenario of each game.
for (const game of played) {
  const file = path.join(folder, game, `${first[game]}.toml`);
  const server = await serve([file, "--port", "0"]);
  const tab = await open(server.address);
  await change(tab);
  await isSame(tab, file, game);
  check(tab.said.length === 0, `${game}: the console says nothing ${tab.said.join("; ")}`);
  await tab.close();
  await server.end();
}

const game = played[0];
const file = path.join(folder, game, `${first[game]}.toml`);
let server = await serve([file, "--port", "0"]);
const port = new URL(server.address).port;

// A hundred changes in a second leave one answer and no queue.
{
  const tab = await open(server.address);
  await answered(tab, true);
  const answers = await tab.evaluate(async () => {
    let n = 0;
    const stream = new EventSource(`api/${sessionStorage.getItem("page")}/events`);
    stream.addEventListener("answer", () => (n += 1));
    const input = document.querySelector("article.unit input[type=number]");
    const at = Number(input.value);
    for (let i = 1; i <= 100; i += 1) {
      input.value = String(at + (i % 7));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => setTimeout(done, 10));
    }
    const ended = performance.now();
    const asked = window.live.number;
    while (document.body.dataset.number !== String(window.live.number)) await new Promise((done) => setTimeout(done, 5));
    stream.close();
    return { after: performance.now() - ended, asked, n };
  });
  // On a busy machine the last takes longer; a queue of a hundred would take much longer still.
  check(answers.n <= 101 && answers.after < 5000, `a hundred changes: the last is answered ${answers.after.toFixed(0)} ms after it`);

  // Another page does not disturb it.
  const other = await open(server.address);
  await change(other, 3);
  await Promise.all([answered(tab, true), answered(other, true)]);
  const [a, b] = [await version(tab), await version(other)];
  check(JSON.stringify(a.now) !== JSON.stringify(b.now), "two pages have their own versions");
  await isSame(tab, file, "beside another page");
  await isSame(other, file, "the other page");
  await other.close();

  // Undo, redo, by keyboard.
  const before = await version(tab);
  await tab.keyboard.down("Control");
  await tab.keyboard.press("z");
  await tab.keyboard.up("Control");
  await answered(tab);
  const undone = await version(tab);
  check(JSON.stringify(undone.now) !== JSON.stringify(before.now), "Ctrl+Z takes a change back");
  await tab.click("#redo");
  await answered(tab);
  check(JSON.stringify((await version(tab)).now) === JSON.stringify(before.now), "and Redo brings it again");

  // The server is killed and started again: the page finds back with its changes.
  await server.end("SIGKILL");
  await tab.waitForFunction(() => document.getElementById("news").textContent.includes("does not answer"), { timeout: 20_000 });
  check(true, "a page says that its server is gone");
  server = await serve([file, "--port", port]);
  const again = await open(server.address);
  check(JSON.stringify((await version(again)).now) === JSON.stringify(before.now), "started again, the page finds back with its changes");
  await isSame(again, file, "started again");
  await tab.close();

  // Saved: comments and layout are kept.
  const text = readFileSync(file, "utf8");
  await again.click("#save");
  await again.waitForFunction(() => document.getElementById("news").textContent.startsWith("Saved"));
  const saved = readFileSync(file, "utf8");
  const lines = (it) => it.split("\n");
  const changed = lines(saved).filter((line) => !lines(text).includes(line));
  const gone = lines(text).filter((line) => !lines(saved).includes(line));
  check(changed.length === 1 && gone.length <= 1, `saved: one line of the file is another one: ${changed}`);
  writeFileSync(file, text);
  await again.close();
}

// Who does not belong here gets nothing.
{
  const { pathname } = new URL(server.address);
  const get = (at, headers = {}, body) =>
    new Promise((done) => {
      const request = http.request({ host: "127.0.0.1", port, path: at, headers: { host: `127.0.0.1:${port}`, ...headers }, method: body ? "POST" : "GET" }, (response) => {
        let text = "";
        response.on("data", (it) => (text += it));
        response.on("end", () => done({ status: response.statusCode, text }));
      });
      request.end(body);
    });
  check((await get(pathname)).status === 200, "the page itself is served");
  for (const [what, at, headers] of [
    ["a missing token", "/", {}],
    ["a wrong token", `/${"0".repeat(32)}/`, {}],
    ["a foreign Origin", `${pathname}api/files`, { origin: "http://evil.example" }],
    ["another host", `${pathname}api/files`, { host: `evil.example:${port}` }],
    ["another site", `${pathname}api/files`, { "sec-fetch-site": "cross-site" }],
  ]) {
    const { status, text } = await get(at, headers);
    check(status === 404 && text === "", `${what} gets nothing`);
  }
  symlinkSync("/etc/passwd", path.join(folder, game, "link.toml"));
  const json = { "content-type": "application/json" };
  for (const name of ["file:../../../../etc/passwd", "file:/etc/passwd", "file:link.toml"]) {
    const sent = JSON.stringify({ number: 1, version: { file: name }, seed: 1, sharp: 0.01 });
    const { text } = await get(`${pathname}api/other/state`, json, sent);
    check(text.includes("problems") && !text.includes("root:"), `${name} is not read`);
  }
}

// A hostile title is text.
{
  const hostile = path.join(folder, game, "hostile.toml");
  const title = `</title><img src=x onerror="alert(1)"><script>alert(2)</script>`;
  writeFileSync(hostile, readFileSync(file, "utf8").replace(/^title = .*$/m, `title = '''${title}'''`).replace(/name = "([A-Z][a-z]*)"/, `name = '''<b onclick="alert(3)">$1</b>'''`));
  const own = await serve([hostile, "--port", "0"]);
  const tab = await open(own.address);
  await answered(tab, true);
  const shown = await tab.evaluate(() => ({ title: document.getElementById("title").textContent, n: document.querySelectorAll("img, main script, b[onclick]").length }));
  check(shown.title === title && shown.n === 0 && tab.said.length === 0, `a hostile title and name are text ${tab.said.join("; ")}`);
  await tab.close();
  await own.end();
}

// Watch a fight, by keyboard.
{
  const tab = await open(server.address);
  await tab.waitForSelector("#watch-tools button");
  await tab.focus("#watch-tools button");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("dialog[open] fray-fight .transcript li");
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  check((await tab.$eval("fray-fight input[type=range]", (it) => it.value)) === "2", "the arrows step through a fight");
  await tab.screenshot({ path: path.join(shots, "live-fight.png") });
  await tab.keyboard.press("Escape");
  check(!(await tab.$("dialog[open]")), "Escape closes it");

  // Every control is reached by the keyboard, and has a name.
  await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
  const unreached = await tab.evaluate(() => {
    const all = [...document.querySelectorAll("button, input, select, textarea, a[href], summary")].filter((it) => it.checkVisibility() && !it.disabled);
    // The steps beside a number have its arrow keys.
    return all.filter((it) => it.tabIndex < 0 && !it.closest(".stepper")).map((it) => it.outerHTML.slice(0, 80));
  });
  check(unreached.length === 0, `every control is in the order of the keyboard ${unreached}`);
  await tab.focus("article.unit input[type=number]");
  const was = await version(tab);
  await tab.keyboard.press("ArrowUp");
  await answered(tab);
  check((await version(tab)).now.sets.length === 1 && was.now.sets.length === 0, "an arrow key changes a number");

  await tab.waitForSelector(".field .curve svg", { timeout: 60_000 });
  check(true, "its curve stands below it");

  // A unit is copied, and that is undone.
  const units = () => tab.$$eval("article.unit", (all) => all.length);
  const n = await units();
  await tab.evaluate(() => [...document.querySelectorAll(".unit-head button")].find((it) => it.textContent === "Copy").click());
  await tab.waitForFunction((n) => document.querySelectorAll("article.unit").length === n + 1, { timeout: 20_000 }, n);
  await answered(tab);
  await tab.click("#undo");
  await tab.waitForFunction((n) => document.querySelectorAll("article.unit").length === n, { timeout: 20_000 }, n);
  check(true, "a unit is copied, and that is undone");

  // What is wrong with the text stands there, with its line.
  await tab.evaluate(() => (document.getElementById("textcard").open = true));
  await tab.waitForFunction(() => document.getElementById("text").value.includes("system"));
  await tab.evaluate(() => {
    const text = document.getElementById("text");
    text.value = text.value.replace("[[side.unit]]", "[[side.unit]]\nhpp = 3");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await tab.waitForFunction(() => document.getElementById("problems").textContent.includes("hpp"), { timeout: 20_000 });
  check((await tab.$eval("#problems", (it) => it.textContent)).includes("Line"), "an error of the text stands in place");
  await tab.click("#undo");
  await answered(tab);

  // A longer question.
  await tab.evaluate(() => [...document.querySelectorAll(".unit-head button")].find((it) => it.textContent.includes("worth"))?.click());
  await tab.waitForFunction(() => /fights|playing|same/.test(document.getElementById("asked-told").textContent));
  await tab.waitForFunction(() => document.querySelector("#asked-body table, #asked-body figure, #asked-body .log"), { timeout: 120_000 });
  check(true, "what +1 is worth is answered in the page");
  await tab.close();
}

// Pictures, axe-core and texts that have no room.
for (const [name, target] of [["live", file], ...played.map((it) => [`live-${it}`, path.join(folder, it, "")])].slice(0, process.argv.includes("--all") ? 9 : 1)) {
  const own = await serve([target, "--port", "0"]);
  for (const theme of ["light", "dark"]) {
    for (const width of [360, 800, 1600]) {
      const tab = await open(own.address, theme, width);
      await tab.evaluate(() => window.live.state.undo());
      await change(tab, 2);
      await answered(tab, true);
      await tab.screenshot({ path: path.join(shots, `${name}-${width}-${theme}.png`), fullPage: true });
      for (const it of await tab.evaluate(overflow)) fault(`${name} ${width} px ${theme}: ${it}`);
      for (const it of await tab.evaluate(labels)) fault(`${name} ${width} px ${theme}: ${it}`);
      await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
      await tab.evaluate(axe);
      const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] };
      const { violations } = await tab.evaluate((it) => globalThis.axe.run(document, it), options);
      for (const { id, nodes } of violations) fault(`${name} ${width} px ${theme}: axe ${id}: ${nodes.slice(0, 3).map((it) => `${it.target.join(" ")}: ${it.failureSummary.split("\n").at(-1).trim()}`).join("; ")}`);
      await tab.close();
    }
  }
  await own.end();
}

const said = await server.end();
check(said.includes("address"), "Ctrl-C ends it");
await browser.close();
rmSync(scratch, { recursive: true, force: true });
console.log(`${faults.length} faults; look at the pictures in ${shots}`);
process.exit(faults.length > 0 ? 1 : 0);
