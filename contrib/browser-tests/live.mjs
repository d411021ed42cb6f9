// Drives the page of `fray live` in a headless browser, for a scenario of each game. See README.md.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import path from "node:path";
import { FRAY, ROOT, answered, browser, change, check, fault, faults, isSame, open, press, scratch, serve, text, until, version } from "./live-page.mjs";
import { labels, overflow } from "./look.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = path.join(import.meta.dirname, "shots");
mkdirSync(shots, { recursive: true });
const only = process.argv.slice(2).filter((it) => !it.startsWith("--"));
const SCENARIOS = { "night-wizard": "duel", juso: "duel", cardinal: "duel", stonebound: "two-blades", "mahou-galaxy": "duel" };
/** Scenarios that are looked at, beside those. */
const LOOKED_AT = { "night-wizard": "party", juso: "warlord", cardinal: "witch-wood", stonebound: "three-a-side", "mahou-galaxy": "rooftops" };
const has = String(execFileSync(FRAY, ["list", "systems", "--json"]));
const games = Object.keys(SCENARIOS).filter((game) => has.includes(`"${game}"`) && (only.length === 0 || only.includes(game)));
const folder = path.join(scratch, "files");
cpSync(path.join(ROOT, "configs"), folder, { recursive: true });

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** A hundred changes in a second leave one answer and no queue; another page is not disturbed. */
async function manyChanges(game, file, server) {
  const tab = await open(server.address);
  await answered(tab, true);
  const answers = await tab.evaluate(async () => {
    let late = 0;
    let ended = Infinity;
    const stream = new EventSource(`api/${sessionStorage.getItem("page")}/events`);
    stream.addEventListener("answer", (event) => (late += performance.now() > ended && JSON.parse(event.data).number !== window.live.number ? 1 : 0));
    const all = [...document.querySelectorAll("article.unit input[type=number]")];
    const input = all.find((it) => !it.closest(".field").dataset.path.endsWith(".count") && Number(it.value) + 7 <= Number(it.max));
    const at = Number(input.value);
    for (let i = 1; i <= 100; i += 1) {
      input.value = String(at + (i % 7));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => setTimeout(done, 10));
    }
    ended = performance.now();
    while (document.body.dataset.number !== String(window.live.number)) await new Promise((done) => setTimeout(done, 5));
    stream.close();
    return { after: performance.now() - ended, late };
  });
  // On a busy machine the last takes longer; a queue of a hundred would take much longer still.
  check(answers.late <= 2 && answers.after < 5000, `${game}: a hundred changes: the last is answered ${answers.after.toFixed(0)} ms after it, ${answers.late} older ones before`);
  const other = await open(server.address);
  await change(other, 3);
  await Promise.all([answered(tab, true), answered(other, true)]);
  const [a, b] = [await version(tab), await version(other)];
  check(JSON.stringify(a.now) !== JSON.stringify(b.now), `${game}: two pages have their own versions`);
  await isSame(tab, file, `${game}, beside another page`);
  await isSame(other, file, `${game}, the other page`);
  await other.close();
  return tab;
}

/** Undo and redo; a server that is killed and started again; what is saved. */
async function comesBack(game, file, server, tab) {
  const before = JSON.stringify((await version(tab)).now);
  await tab.keyboard.down("Control");
  await tab.keyboard.press("z");
  await tab.keyboard.up("Control");
  await answered(tab);
  check(JSON.stringify((await version(tab)).now) !== before, `${game}: Ctrl+Z takes a change back`);
  await tab.click("#redo");
  await answered(tab);
  check(JSON.stringify((await version(tab)).now) === before, `${game}: and Redo brings it again`);
  const { port } = new URL(server.address);
  await server.end("SIGKILL");
  await until(tab, () => document.getElementById("news").textContent.includes("does not answer"));
  const next = await serve(file, "--port", port);
  const again = await open(next.address);
  check(JSON.stringify((await version(again)).now) === before, `${game}: started again, the page finds back with its changes`);
  await isSame(again, file, `${game}, started again`);
  await tab.goto("about:blank");
  check(tab.asked > 0, `${game}: a page with changes asks before it closes`);
  await tab.close();

  const was = readFileSync(file, "utf8");
  await again.click("#save");
  await until(again, () => document.getElementById("news").textContent.startsWith("Saved"));
  const [old, saved] = [was, readFileSync(file, "utf8")].map((it) => it.split("\n"));
  const changed = saved.filter((line, i) => line !== old[i]);
  check(changed.length === 1 && saved.length === old.length, `${game}: saved, one line of the file is another one: ${changed}`);
  writeFileSync(file, was);

  // A link holds all changes; saved as another file, the first stays as it is.
  await again.reload();
  await answered(again);
  await change(again, 2);
  await isSame(again, file, `${game}, of another page`);
  await press(again, "Take along");
  const link = await text(again, "#along-link");
  const code = await text(again, "#along-changes");
  const colleague = await open(link);
  check(JSON.stringify((await version(colleague)).now) === JSON.stringify((await version(again)).now), `${game}: a link holds all changes`);
  await colleague.close();
  const command = await text(again, "#along-command");
  check(command.startsWith("fray run ") && command.includes("--set") && code.startsWith("fray live --changes "), `${game}: the command is ${command}`);
  await again.$eval("#save-name", (it) => (it.value = "as-another"));
  await again.click("#save-as button");
  await until(again, () => document.getElementById("news").textContent.startsWith("Saved"));
  check(existsSync(path.join(path.dirname(file), "as-another.toml")) && readFileSync(file, "utf8") === was, `${game}: saved as another file`);
  await change(again, 1);
  await answered(again);
  const said = await next.end();
  check(said.includes("not saved: 1 change") && said.includes("--set"), `${game}: Ctrl-C says what is not saved`);
  rmSync(path.join(path.dirname(file), "as-another.toml"));
  await again.close();
}

/** Who does not belong to the page gets nothing. */
async function strangers(game, server) {
  const { pathname, port } = new URL(server.address);
  const get = (at, headers = {}, body) =>
    new Promise((done) => {
      const request = http.request({ host: "127.0.0.1", port, path: at, headers: { host: `127.0.0.1:${port}`, ...headers }, method: body ? "POST" : "GET" }, (response) => {
        let text = "";
        response.on("data", (it) => (text += it));
        response.on("end", () => done({ status: response.statusCode, text }));
      });
      request.end(body);
    });
  check((await get(pathname)).status === 200, `${game}: the page itself is served`);
  for (const [what, at, headers] of [
    ["a missing token", "/", {}],
    ["a wrong token", `/${"0".repeat(32)}/`, {}],
    ["a foreign Origin", `${pathname}api/files`, { origin: "http://evil.example" }],
    ["another host", `${pathname}api/files`, { host: `evil.example:${port}` }],
    ["another site", `${pathname}api/files`, { "sec-fetch-site": "cross-site" }],
  ]) {
    const { status, text } = await get(at, headers);
    check(status === 404 && text === "", `${game}: ${what} gets nothing`);
  }
  const link = path.join(folder, game, "link.toml");
  if (!existsSync(link)) symlinkSync("/etc/passwd", link);
  for (const name of ["file:../../../../etc/passwd", "file:/etc/passwd", "file:link.toml"]) {
    const sent = JSON.stringify({ number: 1, version: { file: name }, seed: 1, sharp: 0.01 });
    const { text } = await get(`${pathname}api/other/state`, { "content-type": "application/json" }, sent);
    check(text.includes('"wrong":true') && !text.includes("root:"), `${game}: ${name} is not read`);
  }
  rmSync(link);
}

/** A hostile title and the name of a unit are text. */
async function hostile(game, file) {
  const copy = path.join(folder, game, "hostile.toml");
  const title = `</title><img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const names = (it) => it.replace(/^title = .*$/m, `title = '''${title}'''`).replace(/^name = "([A-Z][a-z]*)"/m, `name = '''<b onclick="alert(3)">$1</b>'''`);
  writeFileSync(copy, names(readFileSync(file, "utf8")));
  const server = await serve(copy, "--port", "0");
  const tab = await open(server.address);
  await answered(tab, true);
  const shown = await tab.evaluate(() => ({ title: document.getElementById("title").textContent, n: document.querySelectorAll("img, main script, b[onclick]").length }));
  check(shown.title === title && shown.n === 0 && tab.said.length === 0, `${game}: a hostile title and name are text ${tab.said.join("; ")}`);
  await tab.close();
  await server.end();
  rmSync(copy);
}

/** What a designer does, by keyboard where it can be asked for. */
async function designer(game, server) {
  const tab = await open(server.address);
  await tab.evaluate(() => document.querySelectorAll("#scenario details").forEach((it) => (it.open = true)));
  // The steps beside a number have its arrow keys.
  const unreached = await tab.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, a[href], summary")].filter((it) => it.checkVisibility() && !it.disabled && it.tabIndex < 0 && !it.closest(".stepper")).map((it) => it.outerHTML.slice(0, 80)));
  check(unreached.length === 0, `${game}: every control is in the order of the keyboard ${unreached}`);
  await tab.focus("article.unit input[type=number]");
  await tab.keyboard.press("ArrowUp");
  await answered(tab);
  check((await version(tab)).now.sets.length === 1, `${game}: an arrow key changes a number`);
  const path = (await version(tab)).now.sets[0][0];
  await until(tab, (path) => [...document.querySelectorAll(".field")].find((it) => it.dataset.path === path).querySelector(".trace.fresh svg"), path);
  await until(tab, () => document.querySelectorAll(".trace.fresh svg").length >= Math.min(4, document.querySelectorAll("article.unit .trace").length));
  check(true, `${game}: numbers have their curves while nothing changes`);

  // The question of a number: its goal line is dragged, by keyboard and by hand.
  await tab.evaluate((path) => [...document.querySelectorAll(".field")].find((it) => it.dataset.path === path).querySelector(".asks").focus(), path);
  await tab.keyboard.press("Enter");
  await tab.focus("#number-line");
  await tab.keyboard.press("Home");
  for (let i = 0; i < 4; i += 1) await tab.keyboard.press("ArrowUp");
  check((await tab.$eval("#number-goal", (it) => it.value)).endsWith(" = 2%"), `${game}: the arrow keys move the goal line: ${await tab.$eval("#number-goal", (it) => it.value)}`);
  const box = await (await tab.$("#number-line")).boundingBox();
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height * 0.9);
  await tab.mouse.down();
  await tab.mouse.move(box.x + box.width / 3, box.y + box.height * 0.5, { steps: 5 });
  await tab.mouse.up();
  const goal = Number((await tab.$eval("#number-line", (it) => it.value)));
  check(goal > 40 && goal < 60 && (await text(tab, "#number-told")).includes(`${goal}%`), `${game}: the goal line is dragged: ${await text(tab, "#number-told")}`);
  await tab.screenshot({ path: `${shots}/live-${game}-number.png` });
  await press(tab, "Solve");
  await until(tab, () => !document.getElementById("asked-stop").hidden || document.getElementById("asked-told").textContent.startsWith("The same"));
  // A question that takes long is stopped.
  const isEnded = () => document.getElementById("asked-stop").hidden;
  const ended = async () => {
    await tab.waitForFunction(isEnded, { timeout: 30_000, polling: 50 }).catch(() => tab.click("#asked-stop"));
    await until(tab, isEnded);
  };
  await ended();
  check(/^The same: fray solve|^Stopped|no value|range|goal/.test(await text(tab, "#asked-told")), `${game}: solve says ${await text(tab, "#asked-told")}`);
  await press(tab, "Close", "#asked");

  // Another tactic, and what the others are worth.
  const others = await tab.evaluate(() => [...document.querySelectorAll(".asks")].findLast((it) => it.dataset.ask?.includes("tactics") && it.closest(".field").querySelectorAll("option").length > 1)?.getAttribute("aria-label"));
  if (others) {
    await press(tab, others);
    await until(tab, () => !document.getElementById("asked-stop").hidden || document.querySelector("#asked-body table, #asked-body figure, #asked-body .log"));
    await ended();
    check(/^The same: fray tactics|^Stopped/.test(await text(tab, "#asked-told")), `${game}: ${others} ${await text(tab, "#asked-told")}`);
    await press(tab, "Close", "#asked");
  }
  // A long question is stopped, and survives a change of tab.
  const earlier = await tab.$eval("#asked", (it) => it.dataset.id);
  await press(tab, "Other tactics?");
  await until(tab, (earlier) => document.getElementById("asked").dataset.id !== earlier, earlier);
  await tab.click("#asked-stop").catch(() => {});
  await until(tab, () => document.getElementById("asked-stop").hidden);
  check(/Stopped|The same/.test(await text(tab, "#asked-told")), `${game}: a question is stopped`);

  // Two pins side by side.
  await press(tab, "Pin this");
  await change(tab, 1);
  await answered(tab, true);
  check((await tab.$$("#moved .pin")).length === 2, `${game}: two pins stand side by side: ${(await tab.$$eval("#moved h3", (all) => all.map((it) => it.textContent))).join(", ")}`);
  await press(tab, "Unpin");
  await until(tab, () => document.querySelectorAll("#moved .pin").length === 1);

  // Units: copied, taken back, from a bestiary.
  const units = () => tab.$$eval("article.unit", (all) => all.length);
  const n = await units();
  await tab.evaluate(() => document.querySelector('.unit-head [data-do="copy"]').click());
  await until(tab, (n) => document.querySelectorAll("article.unit").length === n + 1, n);
  await answered(tab);
  await tab.click("#undo");
  await until(tab, (n) => document.querySelectorAll("article.unit").length === n, n);
  await press(tab, "Add a unit");
  await until(tab, () => document.querySelector("#files[open] [data-choose]"));
  const blocks = await tab.$$eval("#files section", (all) => all.map((it) => `${it.querySelector("h3").textContent}: ${it.querySelectorAll("li").length}`));
  await tab.screenshot({ path: `${shots}/live-${game}-bestiary.png` });
  await tab.click("#files [data-choose]");
  await until(tab, (n) => document.querySelectorAll("article.unit").length === n + 1 || document.querySelector("#problems .problem"), n);
  await answered(tab);
  check((await units()) === n + 1, `${game}: a unit comes from a bestiary (${blocks.join("; ")}) ${await text(tab, "#problems")}`);
  await tab.click("#undo");
  await until(tab, (n) => document.querySelectorAll("article.unit").length === n, n);

  // The board, where there is one.
  if (await tab.$("#boardcard:not([hidden])")) {
    await until(tab, () => document.querySelector("#board use.drag") || !document.querySelector("#board svg"));
    if (await tab.$("#board use.drag")) {
      await wait(1000);
      const before = JSON.stringify((await version(tab)).now.sets);
      await tab.evaluate(() => document.querySelector("#board use.drag").focus());
      await tab.keyboard.press("ArrowRight");
      await answered(tab);
      check(JSON.stringify((await version(tab)).now.sets) !== before, `${game}: a unit is moved by keyboard: ${await text(tab, "#board-told")}`);
      await tab.click("#undo");
      await answered(tab);
    }
  }
  // What is wrong with the text stands there, with its line; what is wrong with a value beside it.
  await until(tab, () => document.getElementById("text").value.includes("system"));
  await tab.evaluate(() => {
    const text = document.getElementById("text");
    text.value = text.value.replace("[[side.unit]]", "[[side.unit]]\nhpp = 3");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await until(tab, () => document.getElementById("problems").textContent.includes("hpp"));
  check((await text(tab, "#problems")).includes("Line"), `${game}: an error of the text stands in place`);
  await press(tab, "Show it");
  check((await tab.evaluate(() => document.activeElement.value?.slice(document.activeElement.selectionStart).startsWith("hpp"))) === true, `${game}: and is shown there`);
  await tab.evaluate(() => document.activeElement.blur());
  await tab.click("#undo");
  await answered(tab);

  // A fight, by keyboard; every kind of fight that is offered.
  for (const what of await tab.$$eval('#watch-tools [data-do="watch"]', (all) => all.map((it) => it.textContent))) {
    await press(tab, what);
    await until(tab, () => document.querySelector("dialog[open] fray-fight .transcript li") || document.getElementById("watch-error").textContent);
    const error = await text(tab, "#watch-error");
    check(error === "" || error.startsWith("None of the first"), `${game}: ${what} ${error}`);
    await tab.keyboard.press("Escape");
    await until(tab, () => !document.querySelector("dialog[open]"));
  }
  await press(tab, "Watch it", "#watch-tools");
  await until(tab, () => document.querySelector("dialog[open] fray-fight .transcript li") || document.getElementById("watch-error").textContent);
  console.log(`      ${await tab.$eval("#stories", (it) => it.selectedOptions[0].text)}: ${(await text(tab, "#watch-error")) || (await text(tab, "fray-fight .quiet"))}`);
  await tab.keyboard.press("Escape");
  await tab.focus("#watch-tools button");
  await tab.keyboard.press("Enter");
  await until(tab, () => document.querySelector("dialog[open] fray-fight .transcript li"));
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  check((await tab.$eval("fray-fight input[type=range]", (it) => it.value)) === "2", `${game}: the arrows step through a fight`);
  await tab.screenshot({ path: `${shots}/live-${game}-fight.png` });
  check(tab.said.length === 0, `${game}: the console says nothing ${tab.said.join("; ")}`);
  await tab.close();
}

/** Pictures, axe-core and texts that have no room. */
async function looks(game, name) {
  const server = await serve(path.join(folder, game, `${name}.toml`), "--port", "0");
  for (const theme of ["light", "dark"]) {
    for (const width of [360, 800, 1600]) {
      const tab = await open(server.address, theme, width);
      const of = `${game}-${name} ${width} px ${theme}`;
      await tab.click("#undo").catch(() => {});
      await tab.select("#sharp", "0.01");
      await change(tab, 2);
      await answered(tab, true);
      await until(tab, () => document.querySelectorAll(".trace.fresh svg").length > 0);
      await tab.evaluate(() => document.querySelector(".field .asks[data-do=number]").click());
      await tab.screenshot({ path: path.join(shots, `live-${game}-${name}-${width}-${theme}.png`), fullPage: true });
      for (const it of await tab.evaluate(overflow)) fault(`${of}: ${it}`);
      for (const it of await tab.evaluate(labels)) fault(`${of}: ${it}`);
      await tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
      await tab.evaluate(axe);
      const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] };
      const { violations } = await tab.evaluate((it) => globalThis.axe.run(document, it), options);
      for (const { id, nodes } of violations) fault(`${of}: axe ${id}: ${nodes.slice(0, 3).map((it) => `${it.target.join(" ")}: ${it.failureSummary.split("\n").at(-1).trim()}`).join("; ")}`);
      await tab.close();
    }
  }
  await server.end();
  console.log(`      looked at ${game}/${name}`);
}

for (const game of games) {
  const file = path.join(folder, game, `${SCENARIOS[game]}.toml`);
  try {
    const server = await serve(file, "--port", "0");
    const tab = await manyChanges(game, file, server);
    await comesBack(game, file, server, tab);
    const next = await serve(file, "--port", "0");
    await strangers(game, next);
    await hostile(game, file);
    await designer(game, next);
    await next.end();
    if (!process.argv.includes("--no-looks")) await looks(game, SCENARIOS[game]);
    if (process.argv.includes("--all")) await looks(game, LOOKED_AT[game]);
  } catch (error) {
    fault(`${game}: ${error.stack}`);
  }
}
await browser.close();
rmSync(scratch, { recursive: true, force: true });
console.log(`${faults.length} faults; look at the pictures in ${shots}`);
process.exit(faults.length > 0 ? 1 : 0);
