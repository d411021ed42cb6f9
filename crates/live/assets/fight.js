// A fight, played back turn by turn: its items come from the server, each with the stage that it leaves.
// @ts-check

/** Plays a fight: space plays and pauses, the arrows step, + and - change the speed. */
export class FrayFight extends HTMLElement {
  at = 0;
  timer = 0;
  /** @type {HTMLElement[]} */ items = [];

  constructor() {
    super();
    this.addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const isTyped = event.ctrlKey || event.altKey || event.metaKey || target.matches("select, input");
      if (!isTyped && !(event.key === " " && target.matches("button")) && this.does(event.key)) event.preventDefault();
    });
    this.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      this.does(target.closest("button")?.dataset.key ?? "");
      const item = this.items.findIndex((it) => it.contains(target));
      if (item >= 0) this.go(item);
    });
    this.addEventListener("input", () => this.go(this.slider.valueAsNumber));
  }

  /** @returns {HTMLInputElement} */
  get slider() {
    return /** @type {any} */ (this.querySelector("input"));
  }

  /** @returns {HTMLSelectElement} */
  get speed() {
    return /** @type {any} */ (this.querySelector("select"));
  }

  /** @param {string} html */
  show(html) {
    this.pause();
    this.innerHTML = html;
    this.items = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".transcript li"))];
    this.go(0);
    /** @type {HTMLElement} */ (this.querySelector("button.main")).focus();
  }

  /** @param {string} key @returns {boolean} */
  does(key) {
    const faster = (/** @type {number} */ by) => (this.speed.selectedIndex = Math.max(0, Math.min(this.speed.length - 1, this.speed.selectedIndex + by)));
    /** @type {Record<string, () => void>} */
    const all = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Home: () => this.step(-this.at), End: () => this.step(Infinity), " ": () => this.toggle(), "+": () => faster(1), "-": () => faster(-1) };
    all[key]?.();
    return key in all;
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.items.length - 1, at));
    const item = this.items[this.at];
    const stage = this.items.slice(0, this.at + 1).findLast((it) => it.querySelector("template"))?.querySelector("template");
    this.querySelector(".stage")?.replaceChildren(...(stage ? [stage.content.cloneNode(true)] : []));
    this.items.forEach((it) => it.removeAttribute("aria-current"));
    item.setAttribute("aria-current", "step");
    const list = /** @type {HTMLElement} */ (item.parentElement);
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
    this.slider.value = String(this.at);
    /** @type {HTMLElement} */ (this.querySelector(".turn-where")).textContent = item.dataset.place ?? "";
    if (this.at === this.items.length - 1) this.pause();
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.go(this.at + by);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.items.length - 1) this.go(0);
    const next = () => {
      this.timer = window.setTimeout(next, 1100 / Number(this.speed.value));
      this.go(this.at + 1);
    };
    this.timer = window.setTimeout(next, 300);
    this.says("Pause");
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.says("Play");
  }

  /** @param {string} text */
  says(text) {
    const button = this.querySelector("button.main");
    if (button) button.textContent = text;
  }
}

customElements.define("fray-fight", FrayFight);
