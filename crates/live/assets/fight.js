// A fight, played back turn by turn: its items come from the server, each with the stage that it leaves.

/** Plays a fight: space plays and pauses, the arrows step, + and - change the speed. */
export class FrayFight extends HTMLElement {
  at = 0;
  timer = 0;
  /** @type {HTMLElement[]} */ items = [];
  /** Its slider, its list of speeds, its main button. @type {any[]} */ parts = [];

  connectedCallback() {
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
    this.addEventListener("input", (event) => event.target === this.parts[0] && this.go(this.parts[0].valueAsNumber));
  }

  /** @param {string} html */
  show(html) {
    this.innerHTML = html;
    this.items = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".transcript li"))];
    this.parts = ["input", "select", "button.main"].map((it) => this.querySelector(it));
    this.go(0);
    this.parts[2].focus();
  }

  /** @param {string} key @returns {boolean} */
  does(key) {
    const speeds = this.parts[1];
    const faster = (/** @type {number} */ by) => (speeds.selectedIndex = Math.max(0, Math.min(speeds.length - 1, speeds.selectedIndex + by)));
    /** @type {Record<string, () => void>} */
    const all = { ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1), Home: () => this.go(0), End: () => this.go(Infinity), " ": () => this.toggle(), "+": () => faster(1), "-": () => faster(-1) };
    all[key]?.();
    return key in all;
  }

  /** Shows an item, and pauses unless it is played. @param {number} at @param {boolean} [isPlayed] */
  go(at, isPlayed = false) {
    const last = this.items.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    if (!isPlayed || this.at === last) this.pause();
    const item = this.items[this.at];
    const stages = this.items.slice(0, this.at + 1).flatMap((it) => it.querySelector("template") ?? []);
    this.querySelector(".stage")?.replaceChildren(...stages.slice(-1).map((it) => it.content.cloneNode(true)));
    this.items.forEach((it) => it.removeAttribute("aria-current"));
    item.setAttribute("aria-current", "step");
    const list = /** @type {HTMLElement} */ (item.parentElement);
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
    this.parts[0].value = String(this.at);
    /** @type {HTMLElement} */ (this.querySelector(".turn-where")).textContent = item.dataset.place ?? "";
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.items.length - 1) this.go(0);
    const next = () => {
      this.timer = window.setTimeout(next, 1100 / Number(this.parts[1].value));
      this.go(this.at + 1, true);
    };
    this.timer = window.setTimeout(next, 300);
    this.parts[2].textContent = "Pause";
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.parts[2].textContent = "Play";
  }
}

customElements.define("fray-fight", FrayFight);
