// The versions of the page: what is changed, undone, pinned and kept.
// @ts-check

/**
 * A version of a scenario, as the server takes it.
 * @typedef {{file: string, text: string | null, sets: [string, string][]}} Version
 * @typedef {{name: string, version: Version}} Pin
 */

/** @type {(version: Version) => string} */
export const keyOf = (version) => JSON.stringify([version.file, version.text, version.sets]);

/** What is asked of the server stands below the address of the page. */
export const page = sessionStorage.getItem("page") ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
sessionStorage.setItem("page", page);

/**
 * Asks the server; throws an error with its words.
 * @param {string} what @param {unknown} [body] @returns {Promise<any>}
 */
export async function call(what, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(what === "files" ? "api/files" : `api/${page}/${what}`, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const told = isJson && text ? JSON.parse(text) : null;
  if (!response.ok) throw new Error(told?.error ?? `the server said ${response.status}`);
  return told;
}

/** Holds the versions. What changes them calls `changed`. */
export class State {
  /** @type {Version} */ now = { file: "", text: null, sets: [] };
  /** @type {Version} */ saved = this.now;
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

  get isSaved() {
    return keyOf(this.now) === keyOf(this.saved);
  }

  get nChanges() {
    return this.isSaved ? 0 : this.now.sets.length + (this.now.text === null ? 0 : 1);
  }

  /** Opens a file, with changes if there are some. @param {string} file @param {Partial<Version>} [changes] */
  open(file, changes = {}) {
    this.saved = { file, text: null, sets: [] };
    this.pins = [{ name: "the file as it was", version: this.saved }];
    this.now = { ...this.saved, ...changes, file };
    this.read = null;
    this.before = this.isSaved ? [] : [this.saved];
    this.after = [];
    this.last = "";
    this.changed("open");
  }

  /** Goes on to another version. Changes of one value in a row are one step of undo. @param {Partial<Version>} version @param {string} what */
  go(version, what) {
    const next = { ...this.now, ...version };
    if (keyOf(next) === keyOf(this.now)) return;
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
    this.now = this.saved = { file, text: null, sets: [] };
    this.read = text;
    this.before = [];
    this.after = [];
    this.changed("save");
  }

  /** What a link says. */
  code() {
    const { file, text, sets } = this.now;
    const bytes = new TextEncoder().encode(JSON.stringify({ f: file, t: text, s: sets, d: this.seed, p: this.sharp }));
    return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  /** Reads a link. @param {string} code @returns {boolean} */
  readCode(code) {
    try {
      const raw = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
      const { f, t, s, d, p } = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (it) => it.charCodeAt(0))));
      if (typeof f !== "string" || !Array.isArray(s)) return false;
      if (Number.isSafeInteger(d) && d >= 0) this.seed = d;
      if (p > 0 && p < 0.5) this.sharp = p;
      this.open(f, { text: typeof t === "string" ? t : null, sets: s.map(([a, b]) => [String(a), String(b)]) });
      return true;
    } catch {
      return false;
    }
  }
}
