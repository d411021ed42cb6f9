// The board at the start of a fight, on which units are dragged to their squares.
// @ts-check
import { el } from "./form.js";

/**
 * @typedef {{corner: [number, number], square: [number, number], columns: [number, number], rows: [number, number],
 *   is_from_south: boolean}} Grid
 * @typedef {import("./form.js").Field} Field
 */

/**
 * The field that says where a unit stands: `position`, or `col` on a line.
 * @param {import("./form.js").Form} form @param {string} unit
 * @returns {Field | undefined}
 */
function placeOf(form, unit) {
  const name = unit.replace(/#\d+$/, "");
  const found = form.sides.flatMap((side) => side.units.filter((it) => `${side.name}/${it.name}` === name));
  const fields = found.flatMap((it) => it.groups.flatMap((group) => group.fields));
  return fields.find((it) => /\.(position|col)$/.test(it.path) && /^\[?\s*\d+(\s*,\s*\d+)*\s*\]?$/.test(it.value));
}

/**
 * Draws the board; a piece is dragged, or moved with the arrow keys.
 * @param {HTMLElement} to
 * @param {{defs: string, board: string, key: string, units: string[], grid: Grid | null}} fight
 * @param {import("./form.js").Form} form
 * @param {(path: string, value: string) => void} set
 * @param {(text: string) => void} say
 */
export function showBoard(to, { defs, board, key, units, grid }, form, set, say) {
  const stage = el("div", { class: "stage" });
  stage.innerHTML = defs + board + key;
  to.replaceChildren(stage);
  const svg = /** @type {SVGSVGElement | null} */ (stage.querySelector(".board svg"));
  if (!svg || !grid) return;
  svg.removeAttribute("role");
  for (const piece of /** @type {NodeListOf<SVGUseElement>} */ (svg.querySelectorAll('use[href^="#u"]'))) {
    const unit = units[Number(piece.getAttribute("href")?.slice(2))];
    const field = unit && placeOf(form, unit);
    if (!field) continue;
    const at = field.value.replace(/[[\]\s]/g, "").split(",").map(Number);
    const isLine = !field.value.startsWith("[");
    const move = (/** @type {number} */ x, /** @type {number} */ y) => {
      const column = Math.max(grid.columns[0], Math.min(grid.columns[1] - 1, x));
      const row = Math.max(grid.rows[0], Math.min(grid.rows[1] - 1, y));
      const value = isLine ? String(column) : `[${[column, row, ...at.slice(2)].join(", ")}]`;
      say(`${unit}: ${value}`);
      if (value !== field.value) set(field.path, value);
    };
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.setAttribute("aria-label", `${unit} stands at ${field.value}. The arrow keys move it.`);
    piece.classList.add("drag");
    piece.addEventListener("keydown", (event) => {
      const up = grid.is_from_south ? 1 : -1;
      const by = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, up], ArrowDown: [0, -up] })[event.key];
      if (!by) return;
      event.preventDefault();
      move(at[0] + by[0], (at[1] ?? 0) + by[1]);
    });
    piece.addEventListener("pointerdown", (start) => {
      piece.setPointerCapture(start.pointerId);
      const point = (/** @type {PointerEvent} */ event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
      const from = point(start);
      const drag = (/** @type {PointerEvent} */ event) => {
        const now = point(event);
        piece.style.translate = `${now.x - from.x}px ${now.y - from.y}px`;
      };
      const drop = (/** @type {PointerEvent} */ event) => {
        piece.removeEventListener("pointermove", drag);
        piece.style.translate = "";
        const now = point(event);
        const column = Math.floor((now.x - grid.corner[0]) / grid.square[0]);
        const row = Math.floor((now.y - grid.corner[1]) / grid.square[1]);
        move(grid.columns[0] + column, grid.is_from_south ? grid.rows[1] - 1 - row : grid.rows[0] + row);
      };
      piece.addEventListener("pointermove", drag);
      piece.addEventListener("pointerup", drop, { once: true });
    });
  }
}
