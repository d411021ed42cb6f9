// A fight, played back turn by turn.
// @ts-check
import { el } from "./form.js";

/**
 * @typedef {{round: number, heading: string, lines: string[], board: string, changes: string, stands: string[]}} Scene
 * @typedef {{fight: number, seed: number, ends: string, defs: string, key: string, board: string, start: string[],
 *   turns: Scene[], left_out: number}} Fight
 */

const SPEEDS = [0.5, 1, 2, 4];

/** Plays a fight: space plays and pauses, the arrows step, + and - change the speed. */
export class FrayFight extends HTMLElement {
  /** @type {Fight} */ fight = /** @type {any} */ (null);
  at = 0;
  speed = 1;
  timer = 0;
  board = "";
  /** @type {HTMLElement[]} */ items = [];

  /** @param {Fight} fight @param {string} title */
  show(fight, title) {
    this.fight = fight;
    this.board = "";
    this.pause();
    const board = fight.board !== "";
    this.play_ = el("button", { class: "main", onclick: () => this.toggle() }, "Play");
    this.slider = el("input", { type: "range", min: 0, max: fight.turns.length, value: 0, "aria-label": "Turn", oninput: () => this.go(this.slider.valueAsNumber) });
    this.rate = el("select", { "aria-label": "Speed", onchange: () => (this.speed = Number(this.rate.value)) }, ...SPEEDS.map((it) => el("option", { value: it, selected: it === 1 }, `${it} ×`)));
    this.where = el("p", { class: "turn-where", role: "status" });
    this.stage = el("div", { class: "stage" });
    this.list = el("ol", { class: "transcript", tabindex: 0, "aria-label": "Transcript" });
    this.items = [el("li", {}, el("b", {}, "The start"), ...fight.start.map((line) => el("div", {}, line)))];
    for (const turn of fight.turns) {
      const head = [turn.round > 0 ? `Round ${turn.round}` : "Before the first round", turn.heading].filter(Boolean).join(", ");
      this.items.push(el("li", {}, el("b", {}, head), ...turn.lines.map((line) => el("div", {}, line))));
    }
    this.items.forEach((item, i) => item.addEventListener("click", () => this.go(i)));
    this.list.append(...this.items);
    const tools = el("div", { class: "row-of-buttons" }, el("button", { onclick: () => this.go(0) }, "Start"), el("button", { onclick: () => this.step(-1), "aria-label": "One turn back" }, "◀"), this.play_,
      el("button", { onclick: () => this.step(1), "aria-label": "One turn on" }, "▶"), el("button", { onclick: () => this.go(this.items.length - 1) }, "End"), this.rate);
    const note = el("p", { class: "quiet" }, `Fight ${fight.fight} of seed ${fight.seed}: ${fight.ends}. Space plays and pauses, ← and → step.`);
    if (fight.left_out > 0) note.append(` ${fight.left_out} turns are left out.`);
    this.replaceChildren(el("div", { class: "theatre-head" }, el("h2", { id: "theatre-head" }, title), el("button", { "data-close": true }, "Close")), note, tools, this.slider, this.where, el("div", { class: board ? "show" : "show boardless" }, this.stage, this.list));
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    // The shapes of the board stand once in the page, from the templates of the report.
    this.defs = el("div");
    this.defs.innerHTML = fight.defs;
    this.keys = el("div");
    this.keys.innerHTML = fight.key;
    this.append(this.defs);
    this.go(0);
    this.play_.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || ["SELECT", "INPUT"].includes(target.tagName)) return;
    const does = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Home: () => this.go(0), End: () => this.go(this.items.length - 1), " ": () => this.toggle(), "+": () => this.faster(1), "-": () => this.faster(-1) };
    const it = /** @type {Record<string, () => void>} */ (does)[event.key];
    if (!it || (event.key === " " && target.tagName === "BUTTON")) return;
    event.preventDefault();
    it();
  }

  /** @param {number} by */
  faster(by) {
    this.speed = SPEEDS[SPEEDS.indexOf(this.speed) + by] ?? this.speed;
    this.rate.value = String(this.speed);
  }

  /** @param {number} at */
  go(at) {
    const { fight } = this;
    this.at = Math.max(0, Math.min(fight.turns.length, at));
    const shown = fight.turns.slice(0, this.at);
    const turn = shown.at(-1);
    let board = fight.board;
    for (const it of shown) if (it.board) board = it.board;
    if (this.board !== board) {
      this.board = board;
      this.stage.innerHTML = board;
      if (board) this.stage.append(this.keys);
    }
    if (!board) this.stage.replaceChildren(el("ul", { class: "stands" }, ...(shown.findLast((it) => it.stands.length > 0)?.stands ?? fight.start).map((line) => el("li", {}, line))));
    this.items.forEach((item, i) => (i === this.at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    const item = this.items[this.at];
    this.list.scrollTop = item.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
    this.slider.value = String(this.at);
    this.where.textContent = turn ? `Turn ${this.at} of ${fight.turns.length}${turn.round ? `, round ${turn.round}` : ""}${turn.heading ? `: ${turn.heading}` : ""}` : "The start";
    if (this.at === fight.turns.length) this.pause();
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.go(this.at + by);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.fight.turns.length) this.go(0);
    this.play_.textContent = "Pause";
    const next = () => {
      this.timer = window.setTimeout(next, 1100 / this.speed);
      this.go(this.at + 1);
    };
    this.timer = window.setTimeout(next, 300);
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (this.play_) this.play_.textContent = "Play";
  }
}

customElements.define("fray-fight", FrayFight);
