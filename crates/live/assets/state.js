// The versions of the page: what is changed, undone, pinned and kept.

/** A version of a scenario, as the server takes it. @typedef {{file: string, text: string | null, sets: [string, string][]}} Version */
/** @typedef {{name: string, version: Version}} Pin */
/** What the browser keeps, and what a link says. @typedef {{version: Version, seed: number, sharp: number, pins?: Pin[]}} Kept */

/** What is asked of the server stands below the address of the page. */
export const page = sessionStorage.getItem("page") ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
sessionStorage.setItem("page", page);

/** Asks the server; throws an error with its words. @param {string} what @param {unknown} [body] @returns {Promise<any>} */
export async function call(what, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(what === "files" ? "api/files" : `api/${page}/${what}`, init);
  const told = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : null;
  if (!response.ok) throw new Error(told?.error ?? `the server said ${response.status}`);
  return told;
}

/** Holds the versions. What changes them calls `changed`. */
export class State {
  /** @type {Version} */ now = { file: "", text: null, sets: [] };
  /** What the page read of the file. @type {string | null} */ read = null;
  /** @type {Version[]} */ before = [];
  /** @type {Version[]} */ after = [];
  /** The file as it was, and one more. @type {Pin[]} */ pins = [];
  seed = 1;
  sharp = 0.0025;
  /** The step of undo that goes on; empty where it has ended. */
  last = "";

  /** @param {(why: string) => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  get nChanges() {
    return this.now.sets.length + (this.now.text === null ? 0 : 1);
  }

  /** @returns {Kept} */
  get kept() {
    return { version: this.now, seed: this.seed, sharp: this.sharp, pins: this.pins };
  }

  /** Opens a file, with changes if there are some. @param {string} file @param {Partial<Kept>} [kept] */
  open(file, { version, seed = this.seed, sharp = this.sharp, pins } = {}) {
    /** @type {Version} */
    const asItWas = { file, text: null, sets: [] };
    this.pins = pins ?? [{ name: "the file as it was", version: asItWas }];
    this.now = version ?? asItWas;
    Object.assign(this, { seed, sharp, read: null, after: [], last: "" });
    this.before = this.nChanges === 0 ? [] : [asItWas];
    this.changed("open");
  }

  /** Goes on to another version. Changes of one value in a row are one step of undo. @param {Partial<Version>} version @param {string} what */
  go(version, what) {
    const next = { ...this.now, ...version };
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    if (what === "" || what !== this.last) this.before.push(this.now);
    this.last = what;
    this.after = [];
    this.now = next;
    this.changed(what);
  }

  /** Sets a value; `undefined` takes the change back. @param {string} path @param {string | undefined} value */
  set(path, value) {
    const sets = this.now.sets.filter(([known]) => known !== path);
    this.go({ sets: value === undefined ? sets : [...sets, [path, value]] }, path);
  }

  /** Undo, or redo. @param {"before" | "after"} from @param {"before" | "after"} to */
  step(from, to) {
    const version = this[from].pop();
    if (!version) return;
    this[to].push(this.now);
    this.now = version;
    this.last = "";
    this.changed("step");
  }

  /** Pins what is on the page, under the name of its last changes. */
  pin() {
    const sets = this.now.sets.slice(-2).map(([path, value]) => `${path.split(".").slice(-1)} ${value}`);
    const said = [...(this.now.text === null ? [] : ["the text as edited"]), ...sets].join(", ");
    this.pins = [this.pins[0], { name: said || "the file again", version: this.now }];
    this.changed("pin");
  }

  /** The file was written: it is what is on the page. @param {string} file @param {string} text */
  wrote(file, text) {
    this.now = { file, text: null, sets: [] };
    this.read = text;
    this.before = [];
    this.after = [];
    this.changed("save");
  }
}
