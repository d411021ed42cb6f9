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
export const page = (() => {
  const known = sessionStorage.getItem("page");
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const id = Array.from(bytes, (it) => it.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("page", id);
  return id;
})();

/**
 * @param {string} what
 * @param {unknown} [body]
 */
export async function call(what, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(what === "files" ? "api/files" : `api/${page}/${what}`, init);
  const text = await response.text();
  let told = null;
  try {
    told = text ? JSON.parse(text) : null;
  } catch {
    // No JSON: an error of the server itself.
  }
  if (!response.ok) throw new Error(told?.error ?? `the server said ${response.status}`);
  return told;
}

/** Holds the versions. What changes them calls `changed`. */
export class State {
  /** @param {(why: string) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Version} */
    this.now = { file: "", text: null, sets: [] };
    /** @type {Version} */
    this.saved = this.now;
    /** What the page read of the file. @type {string | null} */
    this.read = null;
    /** @type {Version[]} */
    this.before = [];
    /** @type {Version[]} */
    this.after = [];
    /** @type {Pin[]} */
    this.pins = [];
    this.seed = 1;
    this.sharp = 0.0025;
    this.last = "";
  }

  get isSaved() {
    return keyOf(this.now) === keyOf(this.saved);
  }

  get nChanges() {
    return this.isSaved ? 0 : this.now.sets.length + (this.now.text === null ? 0 : 1);
  }

  /**
   * Opens a file, with changes if there are some.
   * @param {string} file
   * @param {Partial<Version>} [changes]
   */
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

  /**
   * Goes on to another version. Changes of one value in a row are one step of undo.
   * @param {Version} version
   * @param {string} what
   */
  go(version, what) {
    if (keyOf(version) === keyOf(this.now)) return;
    if (what === "" || what !== this.last) this.before.push(this.now);
    this.last = what;
    this.after = [];
    this.now = version;
    this.changed(what);
  }

  /**
   * Sets a value; `undefined` takes the change back.
   * @param {string} path
   * @param {string | undefined} value
   */
  set(path, value) {
    const sets = this.now.sets.filter(([known]) => known !== path);
    if (value !== undefined) sets.push([path, value]);
    this.go({ ...this.now, sets }, path);
  }

  /** A step of undo ends. */
  rest() {
    this.last = "";
  }

  undo() {
    const version = this.before.pop();
    if (version) this.step(version, this.after);
  }

  redo() {
    const version = this.after.pop();
    if (version) this.step(version, this.before);
  }

  /**
   * @param {Version} version
   * @param {Version[]} to
   */
  step(version, to) {
    to.push(this.now);
    this.now = version;
    this.last = "";
    this.changed("step");
  }

  /** What a link says. */
  code() {
    const { file, text, sets } = this.now;
    const bytes = new TextEncoder().encode(JSON.stringify({ f: file, t: text, s: sets, d: this.seed }));
    return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  /**
   * Reads a link. @param {string} code
   * @returns {boolean}
   */
  readCode(code) {
    try {
      const raw = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
      const { f, t, s, d } = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (it) => it.charCodeAt(0))));
      if (typeof f !== "string" || !Array.isArray(s)) return false;
      if (Number.isSafeInteger(d) && d >= 0) this.seed = d;
      this.open(f, { text: typeof t === "string" ? t : null, sets: s.map(([a, b]) => [String(a), String(b)]) });
      return true;
    } catch {
      return false;
    }
  }
}
