// fray live: the page. It sends its version whole whenever something is changed, and shows answers as they come.
// @ts-check
import { put, showAnswer } from "./answer.js";
import { showBoard } from "./board.js";
import "./fight.js";
import { el, showCurve, showForm } from "./form.js";
import { State, call, keyOf, page } from "./state.js";

/** @type {(id: string) => any} */
const by = (id) => document.getElementById(id);
const state = new State(changed);
/** @type {import("./form.js").Form | null} */
let form = null;
/** @type {import("./answer.js").Answer | null} */
let answer = null;
let number = Date.now();
let isSending = false;
let isDirty = false;
let command = "";
let asked = 0;
let version = "";

/** @param {string} text */
function say(text) {
  by("news").textContent = text;
}

/** Keeps what is not saved: a server that is started again, or a tab that is closed, finds it. */
function keep() {
  const key = `live ${location.port} ${state.now.file}`;
  if (state.isSaved) localStorage.removeItem(key);
  else localStorage.setItem(key, state.code());
  sessionStorage.setItem("state", JSON.stringify({ code: state.code(), pins: state.pins, sharp: state.sharp }));
}

/** @param {string} why */
function changed(why) {
  // A file that somebody else writes meanwhile is not written over.
  if (why === "open") call("text", state.saved).then(({ text }) => (state.read = text)).catch(() => {});
  keep();
  heading();
  if (why !== "text" || document.activeElement !== by("text")) freshText();
  send();
}

function heading() {
  const n = state.nChanges;
  const file = state.now.file.replace(/^file:|^shipped:|^new:/, "");
  const saved = n === 0 ? (state.now.file.startsWith("file:") ? "as saved" : "comes with fray") : `${n} ${n === 1 ? "change" : "changes"} not saved`;
  by("where").textContent = [file, form?.game, saved, version && `fray ${version}`].filter(Boolean).join(" · ");
  by("title").textContent = form?.title ?? "fray live";
  document.title = `${n > 0 ? "• " : ""}${form?.title ?? file} · fray live`;
  by("undo").disabled = state.before.length === 0;
  by("redo").disabled = state.after.length === 0;
  by("save").disabled = n === 0;
}

/** Sends the newest version. While one is under way the next waits, and only the newest is sent. */
async function send() {
  isDirty = true;
  if (isSending) return;
  isSending = true;
  while (isDirty) {
    isDirty = false;
    number += 1;
    const { now, seed, sharp } = state;
    const pins = state.pins.map((pin) => [pin.name, pin.version]);
    try {
      const it = await call("state", { number, version: now, pins, seed, sharp, touched: touched() });
      // What was changed meanwhile is not shown as it was before.
      if (!isDirty || !form) told(it);
      say("");
    } catch (error) {
      say(`${error instanceof TypeError ? "fray is not running: start `fray live` again. What is changed here is kept." : /** @type {Error} */ (error).message}`);
    }
  }
  isSending = false;
}

/** The number that was changed last, with the part of its range that is shown. */
function touched() {
  const groups = form?.sides.flatMap((side) => side.units.flatMap((unit) => unit.groups)) ?? [];
  const field = groups.flatMap((group) => group.fields).find((it) => it.path === state.now.sets.at(-1)?.[0]);
  return field?.kind === "number" ? { path: field.path, low: field.low, high: field.high } : null;
}

/** @param {any} it */
function told(it) {
  if (it.number !== number) return;
  const problems = it.problems ?? [];
  by("problems").replaceChildren(...problems.map((/** @type {any} */ row) => el("div", { class: "problem" }, el("b", {}, row.line ? `Line ${row.line}: ` : ""), row.message, row.help ? el("div", { class: "quiet" }, row.help) : null,
    row.line && !String(row.file).startsWith("--") ? el("button", { onclick: () => toLine(row.line, row.column) }, "Show it") : null)));
  by("answer").classList.toggle("stale", problems.length > 0);
  if (problems.length > 0) return;
  form = it.form;
  command = it.command;
  showForm(by("form"), it.form, { set: (path, value) => state.set(path, value), rest: () => state.rest(), ask, unit, goals: () => it.form.goals, seed: () => {} });
  if (it.form.warnings.length > 0) by("problems").append(...it.form.warnings.map((/** @type {string} */ text) => el("div", { class: "problem warning" }, text)));
  by("watch-tools").replaceChildren(...it.form.fights.map((/** @type {[string, string]} */ [name, what]) => el("button", { onclick: () => watch({ find: what }, name) }, name)));
  by("boardcard").hidden = !it.form.has_map;
  freshBoard();
  heading();
}

/** Shows the board as the first fight begins. */
async function freshBoard() {
  if (!form || !by("boardcard").open) return;
  try {
    const at = document.activeElement?.closest("#board use")?.getAttribute("href");
    const fight = await call("fight", { version: state.now, seed: state.seed, which: { number: 0 } });
    showBoard(by("board"), fight, form, (path, value) => state.set(path, value), (text) => (by("board-told").textContent = text));
    if (at) by("board").querySelector(`use[href="${at}"]`)?.focus();
  } catch (error) {
    by("board-told").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {number} line @param {number} column */
function toLine(line, column) {
  by("textcard").open = true;
  const text = by("text");
  const lines = text.value.split("\n");
  const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at + 1);
  text.scrollTop = (line - 4) * 20;
}

/** Shows the text with the changes written into it. */
async function freshText() {
  if (!by("textcard").open || !state.now.file) return;
  try {
    const { text } = await call("text", state.now);
    if (document.activeElement !== by("text")) by("text").value = text;
  } catch {
    if (state.now.text !== null) by("text").value = state.now.text;
  }
}

/** @param {object} what @param {string} title */
async function ask(what, title) {
  asked = Date.now();
  by("asked").hidden = false;
  by("asked-head").textContent = title;
  by("asked-told").textContent = "fray is playing …";
  by("asked-body").replaceChildren();
  by("asked-tools").replaceChildren(el("button", { onclick: () => call("stop", {}).catch(() => {}) }, "Stop"));
  by("asked").scrollIntoView({ block: "nearest" });
  try {
    await call("ask", { id: asked, version: state.now, seed: state.seed, ask: what });
  } catch (error) {
    by("asked-told").textContent = /** @type {Error} */ (error).message;
    by("asked-tools").replaceChildren();
  }
  lastAsk = /** @type {any} */ (what);
  sessionStorage.setItem("asked", JSON.stringify({ id: asked, title, what }));
}
/** @type {{path?: string}} */
let lastAsk = {};

/** @param {{id: number, state: string, told: string, html: string, command: string, answer: string | null}} it */
function askTold(it) {
  const kept = JSON.parse(sessionStorage.getItem("asked") ?? "{}");
  if (it.id !== asked && it.id !== kept.id) return;
  if (it.id !== asked) {
    // The page was loaded again meanwhile.
    asked = it.id;
    lastAsk = kept.what;
    by("asked").hidden = false;
    by("asked-head").textContent = kept.title;
  }
  const says = /** @type {Record<string, string>} */ ({ running: it.told || "fray is playing …", done: `The same: ${it.command}`, stopped: "Stopped.", failed: it.told });
  by("asked-told").textContent = says[it.state];
  if (it.state === "running") return;
  put(by("asked-body"), it.html);
  const { path } = lastAsk;
  const close = el("button", { onclick: () => (by("asked").hidden = true) }, "Close");
  const value = it.answer;
  by("asked-tools").replaceChildren(...(value && path ? [el("button", { class: "main", onclick: () => (state.rest(), state.set(path, value)) }, `Set it to ${value}`)] : []), close);
}

/** @param {object} which @param {string} name */
async function watch(which, name) {
  by("watch-error").textContent = "";
  try {
    const fight = await call("fight", { version: state.now, seed: state.seed, which });
    const theatre = by("theatre");
    if (!theatre.open) theatre.showModal();
    theatre.querySelector("fray-fight").show(fight, `${name[0].toUpperCase()}${name.slice(1)}`);
  } catch (error) {
    by("watch-error").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {string} what @param {string} path */
async function unit(what, path) {
  let from = null;
  if (what === "add") {
    const { blocks } = await call("blocks", state.now);
    from = await choose(`Add a unit to ${path}`, blocks.map((/** @type {[string, string]} */ [id, says]) => [id, id, says]));
    if (from === null) return;
  }
  try {
    const { text } = await call("unit", { version: state.now, what, path, from });
    state.rest();
    state.go({ ...state.now, text, sets: [] }, "");
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/**
 * Lets somebody choose in a dialog. @param {string} title @param {[string, string, string][]} all
 * @returns {Promise<string | null>}
 */
function choose(title, all) {
  const dialog = by("files");
  by("files-head").textContent = title;
  by("files-find").value = "";
  return new Promise((done) => {
    const list = () => {
      const wanted = by("files-find").value.toLowerCase();
      const found = all.filter(([, name, says]) => `${name} ${says}`.toLowerCase().includes(wanted)).slice(0, 200);
      by("files-list").replaceChildren(el("ul", {}, ...found.map(([id, name, says]) => el("li", {}, el("button", { onclick: () => (done(id), dialog.close()) }, name), " ", el("span", { class: "quiet" }, says)))));
    };
    by("files-find").oninput = list;
    dialog.onclose = () => done(null);
    list();
    dialog.showModal();
  });
}

async function openFile() {
  const { files } = await call("files");
  const all = files.map((/** @type {[string, string]} */ [id, what]) => [id, id.slice(id.indexOf(":") + 1), what === "new" ? "a first scenario of this game" : what]);
  const file = await choose("Open a scenario", all);
  if (file === null || (!state.isSaved && !confirm("What is not saved stays in this browser. Open another scenario?"))) return;
  form = null;
  state.open(file);
}

async function save(/** @type {string | undefined} */ to) {
  if (!to && !state.now.file.startsWith("file:")) return along();
  try {
    const { file, path, text } = await call("save", { version: state.now, to, read: to ? null : state.read });
    state.saved = { file, text: null, sets: [] };
    state.now = state.saved;
    state.read = text;
    state.before = [];
    state.after = [];
    keep();
    changed("save");
    by("along").close();
    say(`Saved to ${path}.`);
  } catch (error) {
    const told = /** @type {Error} */ (error).message;
    by("save-error").textContent = told;
    if (!by("along").open) say(`Not saved: ${told}`);
  }
}

function along() {
  const fights = answer?.fights ?? 0;
  const line = command.replace(/--fights 0$/, `--fights ${fights}`);
  by("along-command").textContent = line;
  by("along-note").textContent = state.now.text === null && state.now.file.startsWith("file:") ? "" : "Once this is saved as a file of that name: a command line cannot say all that was changed.";
  by("along-changes").textContent = `fray live --changes ${state.code().slice(0, 24)}…`;
  by("along-report").href = `api/${page}/report`;
  by("along-json").href = `api/${page}/json`;
  by("save-error").textContent = "";
  by("save-name").value = state.now.file.replace(/^[a-z]+:/, "").replace(/\.toml$/, "").split("/").at(-1) + "-2.toml";
  by("along").showModal();
  by("copy-command").onclick = () => copy(line, by("copy-command"));
  by("copy-link").onclick = () => copy(`${location.href.split("#")[0]}#${state.code()}`, by("copy-link"));
  by("copy-changes").onclick = () => copy(`fray live --changes ${state.code()}`, by("copy-changes"));
}

/** @param {string} text @param {HTMLElement} button */
async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  const was = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = was), 1500);
}

function pin() {
  const name = prompt("What is this version called?", `${state.nChanges || "no"} changes`);
  if (!name) return;
  state.pins = [state.pins[0], { name, version: state.now }];
  keep();
  send();
}

function progress() {
  if (!answer) return;
  const half = answer.tiles.find((it) => it.band)?.band;
  const reach = half ? ((half[2] - half[1]) / 2) * 100 : 0;
  const aim = `${state.sharp * 100} pt`;
  by("progress").textContent = `${answer.fights_text} fights of seed ${answer.seed}, on the same dice. ${answer.done ? `As sharp as asked: ± ${aim}.` : `± ${reach.toFixed(reach < 1 ? 2 : 1)} pt, sharpening to ± ${aim} …`}`;
  by("foot").textContent = `signature ${answer.signature} · ± and bands are 95 % intervals`;
}

function listen() {
  const stream = new EventSource(`api/${page}/events`);
  let isLost = false;
  stream.addEventListener("answer", (event) => {
    const it = JSON.parse(event.data);
    if (it.number !== number) return;
    if (it.broken) return say(it.broken);
    answer = it;
    by("answer").classList.remove("stale");
    showAnswer(it, (name) => {
      state.pins = state.pins.filter((pin) => pin.name !== name);
      keep();
      send();
    });
    progress();
    document.body.dataset.number = String(it.number);
    document.body.dataset.fights = String(it.fights);
    document.body.dataset.done = String(it.done);
  });
  stream.addEventListener("curve", (event) => {
    const it = JSON.parse(event.data);
    if (it.number === number && form) showCurve(it, form.sides[0].name);
  });
  stream.addEventListener("ask", (event) => askTold(JSON.parse(event.data)));
  stream.addEventListener("open", () => {
    if (isLost) send();
    isLost = false;
  });
  stream.addEventListener("error", () => {
    isLost = true;
    say("fray does not answer. What is changed here is kept; start `fray live` again.");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

/** What was changed and not saved before the page was loaded. */
function again() {
  const kept = JSON.parse(sessionStorage.getItem("state") ?? "null");
  if (kept && state.readCode(kept.code)) {
    state.pins = kept.pins;
    state.sharp = kept.sharp;
    return true;
  }
  return false;
}

async function begin() {
  listen();
  const { start, files, version: said } = await call("files");
  version = said;
  const code = location.hash.slice(1);
  if (code && state.readCode(code)) return history.replaceState(null, "", location.pathname);
  if (again()) return;
  if (start) {
    const kept = localStorage.getItem(`live ${location.port} ${start}`);
    if (kept && state.readCode(kept)) return say("Changes that were not saved are here again. Undo takes them back.");
    return state.open(start);
  }
  state.open((files.find((/** @type {[string, string]} */ it) => it[1] === "of this folder") ?? files[0])[0]);
  openFile();
}

by("open").onclick = openFile;
by("undo").onclick = () => state.undo();
by("redo").onclick = () => state.redo();
by("pin").onclick = pin;
by("take").onclick = along;
by("save").onclick = () => save(undefined);
by("textcard").ontoggle = freshText;
by("boardcard").ontoggle = freshBoard;
by("text").oninput = () => state.go({ ...state.now, text: by("text").value, sets: [] }, "text");
by("text").onchange = () => state.rest();
by("find").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  const what = by("find-what").value.trim();
  if (what) watch(/^\d+$/.test(what) ? { number: Number(what) } : { find: what }, /^\d+$/.test(what) ? `fight ${what}` : what);
};
by("save-as").onsubmit = (/** @type {Event} */ event) => (event.preventDefault(), save(by("save-name").value));
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("[data-close]")) target.closest("dialog")?.close();
});
by("theatre").onclose = () => by("theatre").querySelector("fray-fight").pause();
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const isText = event.target === by("text");
  if (key === "s") save(undefined);
  else if (key === "z" && !isText) event.shiftKey ? state.redo() : state.undo();
  else if (key === "y" && !isText) state.redo();
  else return;
  event.preventDefault();
});
addEventListener("beforeunload", (event) => {
  if (!state.isSaved) event.preventDefault();
});
addEventListener("hashchange", () => location.hash.length > 1 && state.readCode(location.hash.slice(1)) && history.replaceState(null, "", location.pathname));

begin().catch((error) => say(error.message));
// For tests: what the page holds.
Object.assign(window, { live: { state, keyOf, get number() { return number; } } });
