// Puts HTML that the server made into the page, and leaves in place what is there already: what is focused, folded out
// or half typed stays so.

/** What the reader has changed of an element, and the server does not know. */
const OF_READER = ["open", "aria-expanded"];

/** @type {(node: Node) => string | null} */
const keyOf = (node) => (node instanceof Element ? (node.getAttribute("data-key") ?? node.getAttribute("data-path") ?? (node.id || null)) : null);

/** @param {HTMLInputElement} input @param {string} value */
function fill(input, value) {
  if (input.value === value) return;
  // What is half typed is no number yet, and a text is whole when it is left.
  if (input === document.activeElement && (input.type === "text" || !input.validity.valid || input.value === "")) return;
  input.value = value;
}

/** @param {Element} node @param {Element} next */
function like(node, next) {
  if (next.hasAttribute("data-keep")) return;
  const isDragged = node === document.activeElement && node.matches("[type=range]");
  for (const { name } of [...node.attributes]) if (!next.hasAttribute(name) && !OF_READER.includes(name)) node.removeAttribute(name);
  for (const { name, value } of next.attributes) {
    // A slider that is dragged keeps its ends.
    if ((OF_READER.includes(name) && node.hasAttribute(name)) || (isDragged && (name === "min" || name === "max"))) continue;
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  children(node, next);
  const value = next.getAttribute("value");
  if (node instanceof HTMLInputElement && value !== null) fill(node, value);
  const chosen = /** @type {HTMLOptionElement | null} */ (next.querySelector(":scope > option[selected]"));
  if (node instanceof HTMLSelectElement && chosen) node.value = chosen.value;
}

/** @param {Node} node @param {Node} next */
function children(node, next) {
  const known = new Map([...node.childNodes].map((it) => [keyOf(it), it]));
  let at = node.firstChild;
  for (const wanted of [...next.childNodes]) {
    const key = keyOf(wanted);
    const is = (/** @type {Node | null | undefined} */ it) => it && it.nodeName === wanted.nodeName && keyOf(it) === key;
    const found = is(at) ? at : key !== null && is(known.get(key)) ? known.get(key) : null;
    if (!found) {
      node.insertBefore(wanted, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else node.insertBefore(found, at);
    if (found instanceof Element && wanted instanceof Element) like(found, wanted);
    else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    // What a script has put there stays.
    if (!(gone instanceof Element && gone.hasAttribute("data-keep"))) gone.remove();
  }
}

/** The element of an identity. @type {(id: string) => any} */
export const by = (id) => document.getElementById(id);

/** Shows HTML in an element. @param {Element} to @param {string} html */
export function show(to, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(to, template.content);
}
