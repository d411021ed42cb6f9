// fray live: the page. It sends its version whole whenever something is changed, and shows what the server answers.
import { listenToBoard } from "./board.js";
import "./fight.js";
import { by, show } from "./morph.js";
import { fieldOf, forget, moveGoal, openNumber, showCurves } from "./number.js";
import { State, call, page } from "./state.js";

/** @type {(error: unknown) => string} */
const words = (error) => (error instanceof TypeError ? "fray does not answer. What is changed here is kept; start `fray live` again." : /** @type {Error} */ (error).message);
const state = new State(changed);
let number = Date.now();
let isSending = false;
let isDirty = false;
let isKnown = false;

/** @param {string} text */
function say(text) {
  by("news").textContent = text;
}

/** Does what may fail, and says why in an element. @param {() => Promise<void>} what @param {string} [where] */
async function attempt(what, where = "news") {
  by(where).textContent = "";
  await what().catch((error) => (by(where).textContent = words(error)));
}

/** @param {string} why */
function changed(why) {
  // A file that somebody else writes meanwhile is not written over.
  if (why === "open") {
    isKnown = false;
    forget();
    call("text", state.pins[0].version).then(({ text }) => (state.read = text)).catch(() => {});
  }
  keep();
  heading();
  if (why !== "text" || document.activeElement !== by("text")) freshText();
  send();
}

/** Keeps what is not saved: a server that is started again, or a tab that is closed, finds it. */
function keep() {
  const key = `kept ${location.port} ${state.now.file}`;
  const kept = JSON.stringify(state.kept);
  if (state.nChanges === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, kept);
  sessionStorage.setItem("kept", kept);
}

function heading() {
  document.title = `${state.nChanges > 0 ? "• " : ""}${by("title").textContent} · fray live`;
  by("undo").disabled = state.before.length === 0;
  by("redo").disabled = state.after.length === 0;
  by("save").disabled = state.nChanges === 0;
  if (document.activeElement !== by("seed")) by("seed").value = String(state.seed);
  by("sharp").value = String(state.sharp);
}

/** Sends the newest version. While one is under way the next waits, and only the newest is sent. */
async function send() {
  isDirty = true;
  if (isSending) return;
  isSending = true;
  while (isDirty) {
    isDirty = false;
    number += 1;
    // What was changed makes the curves of all other numbers those of an earlier version.
    document.querySelectorAll(".trace.fresh").forEach((it) => it.classList.remove("fresh"));
    await attempt(async () => {
      const it = await call("state", { number, ...state.kept });
      // What was changed meanwhile is not shown as it was before.
      if (!isDirty || !isKnown) told(it);
    });
  }
  isSending = false;
}

/** @param {Record<string, string>} parts */
const showAll = (parts) => Object.entries(parts).forEach(([id, html]) => show(by(id), html));

/** @param {any} it */
function told(it) {
  showAll(it.parts);
  by("answer").classList.toggle("stale", it.wrong === true);
  document.querySelectorAll(".field [aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
  for (const problem of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#problems [data-of]"))) {
    const field = fieldOf(problem.dataset.of ?? "");
    field?.querySelectorAll("input, select").forEach((input) => input.setAttribute("aria-invalid", "true"));
    field?.querySelector(".hint")?.replaceChildren(problem.querySelector("span")?.textContent ?? "");
  }
  heading();
  if (it.wrong) return;
  isKnown = true;
  by("boardcard").hidden = !it.map;
  freshBoard();
}

/** Shows the board as the first fight begins. */
async function freshBoard() {
  if (by("boardcard").hidden || !by("boardcard").open) return;
  await attempt(async () => show(by("board"), (await call("board", { version: state.now, seed: state.seed })).html), "board-told");
}

/** Shows the text with the changes written into it. */
async function freshText() {
  if (!by("textcard").open || !state.now.file) return;
  const { text } = await call("text", state.now).catch(() => ({ text: state.now.text }));
  if (text !== null && document.activeElement !== by("text")) by("text").value = text;
}

/** Shows where a problem is in the text. @param {HTMLElement} button */
function toLine({ dataset: { line, column } }) {
  by("textcard").open = true;
  const [text, lines] = [by("text"), by("text").value.split("\n").slice(0, Number(line) - 1)];
  const at = lines.reduce((/** @type {number} */ sum, /** @type {string} */ it) => sum + it.length + 1, Number(column) - 1);
  text.focus();
  text.setSelectionRange(at, at + 1);
  text.scrollTop = (lines.length - 3) * 20;
}

/** @param {object} what */
async function ask(what) {
  by("asked").hidden = false;
  by("asked").scrollIntoView({ block: "nearest" });
  sessionStorage.removeItem("closed");
  await attempt(() => call("ask", { id: Date.now(), version: state.now, seed: state.seed, ask: what }), "asked-told");
}

/** @param {{id: number, title: string, state: string, told: string, html: string}} it */
function askTold(it) {
  if (sessionStorage.getItem("closed") === String(it.id)) return;
  by("asked").hidden = false;
  by("asked").dataset.id = String(it.id);
  by("asked-head").textContent = it.title;
  by("asked-told").textContent = it.told;
  by("asked-stop").hidden = it.state !== "running";
  show(by("asked-body"), it.html);
}

/** @param {string} find @param {string | null} [name] */
const watch = (find, name = null) =>
  attempt(async () => {
    const { html, none } = await call("fight", { version: state.now, seed: state.seed, find, name });
    if (none) throw new Error(none);
    if (!by("theatre").open) by("theatre").showModal();
    by("theatre").querySelector("fray-fight").show(html);
  }, "watch-error");

/** @param {string} what @param {string | undefined} path @param {unknown} [from] */
const unit = (what, path, from = null) =>
  attempt(async () => {
    const { text } = await call("unit", { version: state.now, what, path, from });
    state.go({ text, sets: [] }, "");
  });

/** Lets somebody choose in a dialog. @param {string} title @param {string} html @returns {Promise<string | undefined>} */
function choose(title, html) {
  const [dialog, find, list] = [by("files"), by("files-find"), by("files-list")];
  by("files-head").textContent = title;
  show(list, html);
  find.value = "";
  find.oninput = () => list.querySelectorAll("li").forEach((/** @type {HTMLElement} */ it) => (it.hidden = !it.textContent?.toLowerCase().includes(find.value.toLowerCase())));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => (dialog.onclose = () => done(dialog.returnValue || undefined)));
}

const openFile = () =>
  attempt(async () => {
    const { html } = await call("files");
    const file = await choose("Open a scenario", html);
    if (file && (state.nChanges === 0 || confirm("What is not saved stays in this browser. Open another scenario?"))) state.open(file);
  });

/** @param {string} path */
const addUnit = (path) =>
  attempt(async () => {
    const { html } = await call("blocks", state.now);
    const from = await choose(`Add a unit to ${path}`, html);
    if (from) await unit("add", path, JSON.parse(from));
  });

/** @param {string} [to] */
const save = (to) =>
  !to && !state.now.file.startsWith("file:")
    ? along()
    : attempt(async () => {
        const { file, path, text } = await call("save", { version: state.now, to, read: to ? null : state.read });
        state.wrote(file, text);
        by("along").close();
        say(`Saved to ${path}.`);
      }, by("along").open ? "save-error" : "news");

const along = () =>
  attempt(async () => {
    show(by("along-body"), (await call("along", { ...state.kept, address: location.href.split("#")[0] })).html);
    if (!by("along").open) by("along").showModal();
  });

/** @param {HTMLElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(by(button.dataset.of ?? "").textContent);
  const was = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = was), 1500);
}

/** What buttons and forms do. @type {Record<string, (button: HTMLElement) => unknown>} */
const does = {
  open: openFile,
  undo: () => state.step("before", "after"),
  redo: () => state.step("after", "before"),
  pin: () => state.pin(),
  unpin: () => ((state.pins.length = 1), changed("pin")),
  along,
  save: () => save(),
  copy: ({ dataset }) => unit("copy", dataset.of),
  remove: ({ dataset }) => unit("remove", dataset.of),
  add: ({ dataset }) => addUnit(dataset.of ?? ""),
  ask: ({ dataset }) => ask(JSON.parse(dataset.ask ?? "{}")),
  stop: () => call("stop", {}),
  hush: () => (sessionStorage.setItem("closed", by("asked").dataset.id), (by("asked").hidden = true)),
  number: openNumber,
  solve: (form) => ask({ ask: "solve", path: /** @type {HTMLElement} */ (form.parentElement).dataset.path, goal: by("number-goal").value }),
  find: () => by("find-what").value.trim() && watch(by("find-what").value.trim()),
  "save-as": () => save(by("save-name").value),
  back: (button) => state.set(/** @type {any} */ (button.closest(".field")).dataset.path, undefined),
  set: ({ dataset }) => ((state.last = ""), state.set(dataset.of ?? "", dataset.value)),
  watch: ({ dataset, textContent }) => watch(dataset.of ?? "", textContent),
  story: () => watch(by("stories").value, by("stories").selectedOptions[0].text),
  line: toLine,
  clip: copy,
};

/** Sets the value of an input of the form, once it is legal. @param {HTMLInputElement} input */
function setFrom(input) {
  const path = /** @type {HTMLElement | null} */ (input.closest(".field"))?.dataset.path;
  if (path && input.value !== "" && input.validity.valid) state.set(path, input.value);
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (!button) return;
  const { do: what = "", step, choose: chosen } = button.dataset;
  does[what]?.(button);
  if (button.matches("[data-close], [data-choose]")) button.closest("dialog")?.close(chosen);
  if (step) {
    const input = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
    step === "1" ? input.stepUp() : input.stepDown();
    setFrom(input);
  }
});
document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches(".field > * > [type=number], .field .track > input")) setFrom(input);
  if (input.id === "text") state.go({ text: input.value, sets: [] }, "text");
  if (input.id === "number-line") moveGoal();
});
document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  state.last = "";
  if (input.matches(".wide-input > *")) setFrom(input);
  // What is left half typed is as it was.
  else if (input.matches(".stepper > input") && !(input.validity.valid && input.value)) input.value = input.defaultValue;
  if (input.id === "seed" && input.validity.valid) state.seed = input.valueAsNumber;
  if (input.id === "sharp") state.sharp = Number(input.value);
  if (input.closest("#aims")) changed("aim");
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const isText = event.target === by("text");
  const what = key === "s" ? "save" : isText ? "" : key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
  if (what === "") return;
  does[what](by(what));
  event.preventDefault();
});
by("textcard").ontoggle = freshText;
by("boardcard").ontoggle = freshBoard;
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  does[form.dataset.do ?? ""](form);
});
listenToBoard(by("board"), (path, value) => state.set(path, value));
by("theatre").onclose = () => by("theatre").querySelector("fray-fight").pause();
addEventListener("beforeunload", (event) => state.nChanges === 0 || event.preventDefault());

/** Takes the changes of a link, which the address then shows no more. */
async function link() {
  const kept = await call("link", location.hash.slice(1));
  if (kept) history.replaceState(null, "", location.pathname);
  if (kept) state.open(kept.version.file, kept);
  return kept !== null;
}
addEventListener("hashchange", () => attempt(async () => void (await link())));

function listen() {
  const stream = new EventSource(`api/${page}/events`);
  const on = (/** @type {string} */ name, /** @type {(it: any) => void} */ does) => stream.addEventListener(name, (event) => does(JSON.parse(event.data)));
  let isLost = false;
  on("answer", (it) => {
    if (it.number !== number) return;
    if (it.broken) return say(it.broken);
    by("answer").classList.remove("stale");
    showAll(it.parts);
    Object.assign(document.body.dataset, { number: it.number, fights: it.fights, done: it.done });
  });
  on("curves", (it) => it.number === number && showCurves(it.curves));
  on("ask", askTold);
  stream.addEventListener("open", () => {
    if (isLost) send();
    isLost = false;
  });
  stream.addEventListener("error", () => {
    isLost = true;
    say(words(new TypeError()));
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

/** Begins with a link, with what this tab had, with what was not saved, or with the scenario of the command line. */
async function begin() {
  listen();
  const { start, first } = await call("files");
  if (await link()) return;
  const here = sessionStorage.getItem("kept");
  const kept = JSON.parse(here ?? localStorage.getItem(`kept ${location.port} ${start}`) ?? "null");
  if (kept && !here) say("Changes that were not saved are here again. Undo takes them back.");
  state.open(kept?.version.file ?? start ?? first, kept ?? {});
  if (!start) openFile();
}

attempt(begin);
// For tests: what the page holds.
Object.assign(window, { live: { state, get number() { return number; } } });
