// The scenario as stat blocks.
// @ts-check

/**
 * @typedef {{path: string, label: string, value: string, was: string, from: string, sentence: string, rule: string,
 *   default: string | null, kind: "number" | "choice" | "text", min: number, max: number, low: number, high: number,
 *   step: number, choices: [string, string][], expected: string}} Field
 * @typedef {{heading: string, fields: Field[]}} Group
 * @typedef {{name: string, path: string, groups: Group[]}} Unit
 * @typedef {{title: string, game: string, system: string, sides: {name: string, groups: Group[], units: Unit[]}[],
 *   rulings: Field[], idle_rulings: Field[], others: Group[], goals: string[], seed: number | null,
 *   warnings: string[], fights: [string, string][], has_map: boolean}} Form
 * @typedef {{set: (path: string, value: string | undefined) => void, rest: () => void,
 *   ask: (what: object, title: string) => void, unit: (what: string, path: string) => void, goals: () => string[],
 *   seed: (seed: number) => void}} Does
 */

/**
 * An element. Text is text, whatever it holds.
 * @param {string} tag
 * @param {Record<string, unknown>} [with_]
 * @param {(Node | string | null)[]} children
 * @returns {any}
 */
export function el(tag, with_ = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(with_)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((it) => it !== null));
  return node;
}

/** @type {(text: string) => string} */
const plain = (text) => (/^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text);
let ids = 0;

/** The inputs by path, so that a new form leaves them in place. @type {Map<string, (field: Field) => boolean>} */
const shown = new Map();
let shape = "";

/**
 * A value: its name, what changes it, and what it was.
 * @param {Field} field
 * @param {Does} does
 * @param {string} of
 */
function row(field, does, of) {
  const id = `f${(ids += 1)}`;
  const name = of ? `${field.label} of ${of}` : field.label;
  const was = el("span", { class: "was" });
  const back = el("button", { class: "back", title: "Take this change back", "aria-label": `Take the change of ${name} back`, onclick: () => does.set(field.path, undefined) }, "×");
  const says = [field.sentence, field.rule && `(${field.rule})`, field.default && `Default: ${plain(field.default)}.`].filter(Boolean).join(" ");
  const label = el("label", { for: id, title: says }, field.label);
  const hint = el("span", { class: "hint", id: `${id}h` }, says);
  /** @type {Node[]} */
  let inputs;
  /** @type {(it: Field) => void} */
  let show;
  if (field.kind === "number") {
    const slider = el("input", { type: "range", min: field.low, max: field.high, step: field.step, "aria-label": `${name}, slider`, "aria-describedby": `${id}h` });
    const number = el("input", { type: "number", id, min: field.min, max: field.max, step: field.step, inputmode: "numeric", "aria-describedby": `${id}h` });
    const to = (/** @type {number} */ n) => Number.isFinite(n) && does.set(field.path, String(Math.min(field.max, Math.max(field.min, Math.round(n)))));
    slider.addEventListener("input", () => to(slider.valueAsNumber));
    slider.addEventListener("change", does.rest);
    // A number that is half typed may be out of range.
    number.addEventListener("input", () => number.validity.valid && number.value !== "" && to(number.valueAsNumber));
    number.addEventListener("change", () => (number.value === "" ? (number.value = it_.value) : to(number.valueAsNumber), does.rest()));
    const by = (/** @type {number} */ n) => () => to(Number(number.value) + n * field.step);
    const less = el("button", { onclick: by(-1), "aria-label": `${name}: one less`, tabindex: -1 }, "−");
    const more = el("button", { onclick: by(1), "aria-label": `${name}: one more`, tabindex: -1 }, "+");
    const asks = el("button", { class: "asks", title: "Ask this number", "aria-label": `Ask about ${name}`, onclick: () => ask(it_, does, name, asks) }, "?");
    let it_ = field;
    inputs = [slider, el("span", { class: "stepper" }, less, number, more), asks];
    show = (it) => {
      it_ = it;
      const n = Number(it.value);
      // A slider that is dragged keeps its ends.
      if (document.activeElement !== slider) {
        slider.min = String(Math.min(n, it.low));
        slider.max = String(Math.max(n, it.high));
      }
      if (slider.valueAsNumber !== n) slider.value = it.value;
      if (document.activeElement !== number || (number.validity.valid && number.value !== "")) number.value = it.value;
    };
  } else if (field.kind === "choice") {
    const select = el("select", { id, "aria-describedby": `${id}h`, onchange: () => (does.rest(), does.set(field.path, select.value)) });
    for (const [value, sentence] of field.choices) select.append(el("option", { value, title: sentence }, plain(value)));
    const told = el("span", { class: "choice-told" });
    inputs = [el("span", { class: "wide-input" }, select, told)];
    show = (it) => {
      select.value = it.value;
      told.textContent = it.choices?.find(([value]) => value === it.value)?.[1] ?? "";
    };
  } else {
    const text = el("input", { type: "text", id, "aria-describedby": `${id}h`, spellcheck: "false", autocomplete: "off", title: `Expected: ${field.expected}`, onchange: () => (does.rest(), does.set(field.path, text.value)) });
    inputs = [el("span", { class: "wide-input" }, text)];
    show = (it) => {
      if (document.activeElement !== text) text.value = it.value;
    };
  }
  const node = el("div", { class: `field ${field.kind}`, "data-path": field.path }, label, ...inputs, el("span", { class: "since" }, was, back), hint);
  const update = (/** @type {Field} */ it) => {
    const isChanged = it.value !== it.was;
    node.classList.toggle("changed", isChanged);
    was.textContent = isChanged ? `was ${plain(it.was)}` : "";
    back.hidden = !isChanged;
    show(it);
    return isChanged;
  };
  shown.set(field.path, update);
  update(field);
  return node;
}

/**
 * The questions of a number.
 * @param {Field} field
 * @param {Does} does
 * @param {string} name
 * @param {HTMLElement} button
 */
function ask(field, does, name, button) {
  const open = button.closest(".field")?.querySelector(".asking");
  if (open) return open.remove();
  const goals = does.goals();
  const goal = el("input", { type: "text", "aria-label": "Goal", value: goals[0] ?? "", list: "goals", autocomplete: "off" });
  const solve = () => does.ask({ ask: "solve", path: field.path, goal: goal.value }, `What ${name} must be for ${goal.value}`);
  const curve = () => does.ask({ ask: "curve", path: field.path, low: field.low, high: field.high }, `Win rates over ${name}`);
  const box = el("form", { class: "asking", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), solve()) },
    el("button", { type: "button", onclick: curve }, "Its curve"), el("span", {}, "What must it be for"), goal, el("button", {}, "Solve"));
  button.closest(".field")?.append(box);
  box.querySelector("button").focus();
}

/**
 * Draws how often the first side wins over the values of a number, below its field.
 * @param {{path: string, points: [number, [number, number, number]][]}} curve @param {string} side
 */
export function showCurve({ path, points }, side) {
  const field = [...document.querySelectorAll(".field")].find((it) => it.getAttribute("data-path") === path);
  const input = field?.querySelector("input[type=number]");
  document.querySelectorAll(".curve").forEach((it) => it.parentElement === field || it.remove());
  if (!field || !input || points.length < 2) return;
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const x = (/** @type {number} */ value) => 6 + (288 * (value - first)) / (last - first || 1);
  const rates = points.flatMap(([, it]) => it);
  const middle = (Math.max(...rates) + Math.min(...rates)) / 2;
  const reach = Math.max(0.1, (Math.max(...rates) - Math.min(...rates)) / 2);
  const y = (/** @type {number} */ rate) => 30 - (24 * (rate - middle)) / reach;
  const at = (/** @type {number} */ which) => points.map(([value, it]) => `${x(value).toFixed(1)} ${y(it[which]).toFixed(1)}`);
  const now = Number(/** @type {HTMLInputElement} */ (input).value);
  const percent = (/** @type {number} */ rate) => `${Math.round(rate * 100)} %`;
  const ends = [points[0], points[points.length - 1]];
  const told = `${side} win ${percent(ends[0][1][0])} at ${ends[0][0]}, ${percent(ends[1][1][0])} at ${ends[1][0]}`;
  const box = field.querySelector(".curve") ?? el("figure", { class: "curve" });
  box.innerHTML = `<svg viewBox="0 0 300 60" preserveAspectRatio="none" role="img"><path class="frame" d="M6 6H294M6 30H294M6 54H294"/><path class="within" d="M${at(1).join("L")}L${at(2).reverse().join("L")}Z"/><path class="line" d="M${at(0).join("L")}"/><path class="now" d="M${x(now)} 2V58"/></svg><figcaption></figcaption>`;
  box.firstElementChild.setAttribute("aria-label", told);
  box.lastElementChild.textContent = told;
  if (!box.parentElement) field.append(box);
}

/**
 * @param {Group} group
 * @param {Does} does
 * @param {string} of
 */
function groupOf(group, does, of) {
  const rows = group.fields.map((field) => row(field, does, of));
  if (!group.heading) {
    // What has a default that nobody said stands below.
    const said = group.fields.map((field) => field.from !== "default");
    const first = rows.filter((_, i) => said[i]);
    const rest = rows.filter((_, i) => !said[i]);
    if (rest.length < 4 || first.length === 0) return el("div", {}, ...rows);
    return el("div", {}, ...first, el("details", { class: "more" }, el("summary", {}, `${rest.length} more, as the rules have them`), ...rest));
  }
  return el("details", { class: "more" }, el("summary", {}, `${group.heading} `, el("span", { class: "quiet" }, String(group.fields.length))), ...rows);
}

/**
 * Shows a form. One of the same shape changes values alone.
 * @param {HTMLElement} to
 * @param {Form} form
 * @param {Does} does
 */
export function showForm(to, form, does) {
  const groups = [...form.sides.flatMap((side) => [...side.groups, ...side.units.flatMap((unit) => unit.groups)]), ...form.others];
  const fields = [...groups.flatMap((group) => group.fields), ...form.rulings, ...form.idle_rulings];
  const now = JSON.stringify([form.system, form.sides.map((side) => side.units.map((unit) => unit.path)), fields.map(({ path, kind, choices }) => [path, kind, choices])]);
  let n = 0;
  if (now === shape) {
    for (const field of fields) if (shown.get(field.path)?.(field)) n += 1;
  } else {
    shape = now;
    shown.clear();
    const open = new Set([...to.querySelectorAll("details[open] > summary")].map((it) => it.textContent));
    const cards = form.sides.flatMap((side, i) => [
      el("div", { class: `side-head s${i % 8}` }, el("h2", {}, side.name), el("button", { onclick: () => does.unit("add", side.name) }, "Add a unit"),
        el("button", { onclick: () => does.ask({ ask: "tactics", of: side.name }, `What other tactics of ${side.name} are worth`) }, "Other tactics?")),
      ...side.groups.filter((group) => group.fields.length > 0).map((group) => el("div", { class: "card" }, groupOf({ ...group, heading: group.heading || `about ${side.name}` }, does, side.name))),
      ...side.units.map((unit) =>
        el("article", { class: `card unit s${i % 8}`, "data-unit": unit.path }, el("div", { class: "unit-head" }, el("h3", {}, unit.name),
          el("button", { onclick: () => does.ask({ ask: "weights", of: unit.name }, `What the numbers of ${unit.name} are worth`) }, "+1 worth?"),
          el("button", { onclick: () => does.unit("copy", unit.path), "aria-label": `Copy ${unit.name}` }, "Copy"),
          el("button", { onclick: () => does.unit("remove", unit.path), "aria-label": `Remove ${unit.name}` }, "Remove")),
        ...unit.groups.map((group) => groupOf(group, does, unit.name)))),
    ]);
    const fold = (/** @type {string} */ heading, /** @type {string} */ says, /** @type {Node[]} */ ...inside) =>
      el("details", { class: "card" }, el("summary", {}, el("h2", {}, heading), " ", el("span", { class: "quiet" }, says)), ...inside);
    const rulings = [...form.rulings.map((field) => row(field, does, ""))];
    const idle = form.idle_rulings.map((field) => row(field, does, ""));
    cards.push(
      fold("Rulings", `${rulings.length} can matter here`, el("button", { onclick: () => does.ask({ ask: "rulings" }, "What other rulings are worth") }, "What are the others worth?"), ...rulings,
        el("details", { class: "more" }, el("summary", {}, `${idle.length} that cannot change this fight`), ...idle)),
      ...form.others.filter((group) => group.heading !== "The board").map((group) => fold(group.heading, String(group.fields.length), ...group.fields.map((field) => row(field, does, "")))),
    );
    const board = form.others.find((group) => group.heading === "The board");
    if (board) cards.push(fold("The board", "its size and its squares", ...board.fields.map((field) => row(field, does, ""))));
    to.replaceChildren(el("datalist", { id: "goals" }, ...form.goals.map((value) => el("option", { value }))), ...cards);
    for (const summary of to.querySelectorAll("summary")) if (open.has(summary.textContent)) /** @type {any} */ (summary.parentElement).open = true;
    n = fields.filter((field) => field.value !== field.was).length;
  }
  return n;
}
