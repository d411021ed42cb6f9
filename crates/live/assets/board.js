// The board at the start of a fight, on which units are dragged to their squares.
// @ts-check

/**
 * @typedef {{corner: [number, number], square: [number, number], columns: [number, number], rows: [number, number],
 *   is_from_south: boolean}} Grid
 * @typedef {{name: string, path: string | null, at: number[], is_line: boolean}} Piece
 * @typedef {{html: string, grid: Grid | null, pieces: Piece[]}} Board
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Draws the board; a piece is dragged, or moved with the arrow keys.
 * @param {HTMLElement} to @param {Board} board
 * @param {(path: string, value: string) => void} set @param {(text: string) => void} say
 */
export function showBoard(to, { html, grid, pieces }, set, say) {
  const focused = document.activeElement?.closest("#board use")?.getAttribute("href");
  to.innerHTML = html;
  const svg = /** @type {SVGSVGElement | null} */ (to.querySelector(".board svg"));
  if (!svg || !grid) return;
  svg.removeAttribute("role");
  for (const drawn of /** @type {NodeListOf<SVGUseElement>} */ (svg.querySelectorAll('use[href^="#u"]'))) {
    const { name, path, at, is_line } = pieces[Number(drawn.getAttribute("href")?.slice(2))];
    if (path === null) continue;
    const move = (/** @type {number} */ x, /** @type {number} */ y) => {
      const column = Math.max(grid.columns[0], Math.min(grid.columns[1] - 1, x));
      const row = Math.max(grid.rows[0], Math.min(grid.rows[1] - 1, y));
      const place = is_line ? String(column) : `[${[column, row, ...at.slice(2)].join(", ")}]`;
      say(`${name}: ${place}`);
      if (column !== at[0] || (!is_line && row !== at[1])) set(path, place);
    };
    const point = (/** @type {PointerEvent} */ event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    drawn.setAttribute("tabindex", "0");
    drawn.setAttribute("role", "button");
    drawn.setAttribute("aria-label", `${name} stands at ${at.join(", ")}. The arrow keys move it.`);
    drawn.classList.add("drag");
    drawn.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      move(at[0] + step[0], (at[1] ?? 0) + (grid.is_from_south ? step[1] : -step[1]));
    });
    drawn.addEventListener("pointerdown", (start) => {
      drawn.setPointerCapture(start.pointerId);
      const from = point(start);
      drawn.onpointermove = (event) => {
        const now = point(event);
        drawn.style.translate = `${now.x - from.x}px ${now.y - from.y}px`;
      };
      drawn.onlostpointercapture = (event) => {
        drawn.onpointermove = null;
        drawn.style.translate = "";
        const now = point(event);
        const column = Math.floor((now.x - grid.corner[0]) / grid.square[0]);
        const row = Math.floor((now.y - grid.corner[1]) / grid.square[1]);
        move(grid.columns[0] + column, grid.is_from_south ? grid.rows[1] - 1 - row : grid.rows[0] + row);
      };
    });
  }
  if (focused) /** @type {any} */ (svg.querySelector(`use[href="${focused}"]`))?.focus();
}
