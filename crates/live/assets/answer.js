// The answer: what happened, what moved.
// @ts-check
import { el } from "./form.js";

/**
 * @typedef {{label: string, value: string, note: string, kind: "goal" | "rate" | "plain", verdict: string,
 *   band: [number, number, number] | null, was: number | null, side: number | null}} Tile
 * @typedef {{metric: string, last: string, now: string, diff: string, verdict: string,
 *   span: [number, number, number] | null, is_rate: boolean}} MovedRow
 * @typedef {{number: number, broken?: string, fights: number, fights_text: string, seed: number, signature: string,
 *   done: boolean, needed: number | null, sentence: string, tiles: Tile[],
 *   pins: {name: string, is_same: boolean, n_same: number, rows: MovedRow[]}[],
 *   sections: {heading: string, html: string}[]}} Answer
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} with_
 */
function svg(tag, with_) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(with_)) node.setAttribute(name, String(value));
  return node;
}

/**
 * A rate on a line from 0 to 1 with its band, and where it was.
 * @param {Tile} tile
 */
function band(tile) {
  const [value, lo, hi] = /** @type {[number, number, number]} */ (tile.band);
  const node = svg("svg", { viewBox: "0 0 200 14", preserveAspectRatio: "none", "aria-hidden": "true", class: `band s${(tile.side ?? 0) % 8}` });
  node.append(svg("rect", { x: 0, y: 5, width: 200, height: 4, rx: 2, class: "groove" }), svg("rect", { x: 0, y: 5, width: value * 200, height: 4, rx: 2, class: "level" }));
  node.append(svg("rect", { x: lo * 200, y: 2, width: Math.max(1.5, (hi - lo) * 200), height: 10, rx: 2, class: "within" }));
  if (tile.was !== null) node.append(svg("rect", { x: tile.was * 200 - 1, y: 0, width: 2, height: 14, class: "before" }));
  return node;
}

/** So many rows of what moved are shown at once. */
const SHOWN = 7;
/** @type {Record<string, string>} */
const SAYS = { pass: "met", fail: "missed", open: "open" };

/** @param {Tile} tile */
function tileOf(tile) {
  const isGoal = tile.kind === "goal";
  const note = isGoal ? SAYS[tile.verdict] : tile.note;
  return el("li", { class: `${tile.kind} ${tile.verdict}` }, el("span", { class: "label" }, isGoal ? el("i", { class: "lamp", "aria-hidden": "true" }) : null, tile.label),
    el("strong", {}, tile.value), tile.band ? band(tile) : null, note ? el("span", { class: "note" }, note) : null);
}

/**
 * What moved against a pin: the change with its interval about the middle.
 * @param {Answer["pins"][number]} pin
 * @param {(name: string) => void} drop
 * @param {boolean} isFirst
 */
function pinOf(pin, drop, isFirst) {
  const head = el("div", { class: "pin-head" }, el("h3", {}, `Against ${pin.name}`), isFirst ? null : el("button", { onclick: () => drop(pin.name) }, "Unpin"));
  if (pin.is_same) return el("div", { class: "pin" }, head, el("p", { class: "quiet" }, "This is it: nothing is changed."));
  if (pin.rows.length === 0) return el("div", { class: "pin" }, head, el("p", {}, "Nothing moved in any fight."));
  const order = { real: 0, noise: 1, "too few fights": 2 };
  const rows = [...pin.rows].sort((a, b) => /** @type {any} */ (order)[a.verdict] - /** @type {any} */ (order)[b.verdict]);
  const [body, rest] = [el("tbody"), el("tbody")];
  rows.forEach((row, i) => {
    const cell = el("td", { class: "strip-cell" });
    if (row.span) {
      const [value, lo, hi] = row.span;
      const most = Math.max(Math.abs(lo), Math.abs(hi)) || 1;
      const at = (/** @type {number} */ it) => 50 + (48 * it) / most;
      const strip = svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true", class: "span" });
      strip.append(svg("rect", { x: 49.7, y: 0, width: 0.6, height: 14, class: "zero" }), svg("rect", { x: at(lo), y: 5.5, width: Math.max(1, at(hi) - at(lo)), height: 3, class: "within" }), svg("rect", { x: at(value) - 1, y: 2, width: 2, height: 10, class: "level" }));
      cell.append(strip);
    }
    (i < SHOWN ? body : rest).append(el("tr", { class: row.verdict === "real" ? "real" : "noise" }, el("th", { scope: "row" }, row.metric.replaceAll("/", "/\u200b").replaceAll("(", "\u200b(")), el("td", { class: "n" }, row.last), el("td", { class: "n" }, row.now), el("td", { class: "n" }, row.diff), cell, el("td", {}, row.verdict)));
  });
  const head_ = el("tr", {}, ...["", "before", "now", "change", "", ""].map((text, i) => el(text ? "th" : "td", text ? { scope: "col", class: i > 0 ? "n" : "" } : {}, text)));
  const table = el("table", { class: "moves" }, el("thead", {}, head_), body);
  const n = rest.children.length;
  const more = n > 0 ? el("details", { class: "more" }, el("summary", {}, "The others that moved, or may have"), el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "The others" }, el("table", { class: "moves" }, rest))) : null;
  const same = pin.n_same > 0 ? el("p", { class: "quiet" }, `${pin.n_same} others are the same in every fight.`) : null;
  return el("div", { class: "pin" }, head, el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `What moved against ${pin.name}` }, table), more, same);
}

/** @type {Map<string, string>} */
const html = new Map();

/**
 * Puts HTML that the server's templates made in place of another, and leaves open what is.
 * @param {Element} to
 * @param {string} text
 */
export function put(to, text) {
  const open = [...to.querySelectorAll("details[open] > summary")].map((it) => it.textContent);
  const at = document.activeElement && to.contains(document.activeElement) ? document.activeElement.textContent : null;
  to.innerHTML = text;
  for (const summary of to.querySelectorAll("summary")) {
    if (open.includes(summary.textContent)) /** @type {any} */ (summary.parentElement).open = true;
    if (at !== null && summary.textContent === at) summary.focus();
  }
}

/**
 * @param {Answer} answer
 * @param {(name: string) => void} drop
 */
export function showAnswer(answer, drop) {
  const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  by("sentence").textContent = answer.sentence;
  const first = answer.tiles.find((tile) => tile.kind === "rate");
  by("mini").textContent = first ? `${first.label} ${first.value}${first.note ? `  (${first.note})` : ""}` : "";
  by("tiles").replaceChildren(...answer.tiles.map(tileOf));
  const moved = answer.pins.filter((pin) => !pin.is_same || answer.pins.length > 1);
  by("moved").hidden = moved.length === 0;
  const open = [...by("moved-body").querySelectorAll("details")].map((it) => it.open);
  by("moved-body").replaceChildren(...moved.map((pin) => pinOf(pin, drop, pin === answer.pins[0])));
  by("moved-body").querySelectorAll("details").forEach((it, i) => (it.open = open[i] ?? false));
  by("moved-body").className = moved.length > 1 ? "two" : "";
  const to = by("sections");
  const headings = answer.sections.map((section) => section.heading);
  if (JSON.stringify([...to.children].map((it) => it.getAttribute("data-of"))) !== JSON.stringify(headings)) {
    html.clear();
    to.replaceChildren(...headings.map((heading) => el("section", { class: "card", "data-of": heading }, el("h2", {}, heading), el("div"))));
  }
  answer.sections.forEach((section, i) => {
    if (html.get(section.heading) === section.html) return;
    html.set(section.heading, section.html);
    put(/** @type {Element} */ (to.children[i].lastElementChild), section.html);
  });
}
