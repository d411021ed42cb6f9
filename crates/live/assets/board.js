// The board at the start of a fight: units are dragged to their squares, or moved there with the arrow keys.

/** The squares that are shown, by the numbers that files have for their columns and rows. @typedef {{corner: [number, number], square: [number, number], columns: number[], rows: number[]}} Grid */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listens to the units that the server marks as those that can be moved. @param {HTMLElement} board @param {(path: string, value: string) => void} set */
export function listenToBoard(board, set) {
  /** @type {(event: Event) => SVGUseElement | null} */
  const unitOf = (event) => /** @type {Element} */ (event.target).closest("use.drag");
  const gridOf = () => /** @type {Grid} */ (JSON.parse(/** @type {HTMLElement} */ (board.querySelector("[data-grid]")).dataset.grid ?? ""));
  /** Moves a unit to a column and a row as they are shown. @param {SVGUseElement} unit @param {number} across @param {number} down */
  const move = ({ dataset: { path = "", place = "", value } }, across, down) => {
    const { columns, rows } = gridOf();
    const nearest = (/** @type {number[]} */ all, /** @type {number} */ at) => String(all[Math.max(0, Math.min(all.length - 1, at))]);
    const to = place.replace("x", nearest(columns, across)).replace("y", nearest(rows, down));
    if (to !== value) set(path, to);
  };
  board.addEventListener("keydown", (event) => {
    const unit = unitOf(event);
    const step = STEPS[event.key];
    if (!unit || !step) return;
    event.preventDefault();
    const [across, down] = JSON.parse(unit.dataset.at ?? "");
    move(unit, across + step[0], down + step[1]);
  });
  board.addEventListener("pointerdown", (start) => {
    const unit = unitOf(start);
    if (!unit) return;
    const { corner, square } = gridOf();
    const inverse = unit.ownerSVGElement?.getScreenCTM()?.inverse();
    const point = (/** @type {PointerEvent} */ event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    const from = point(start);
    unit.setPointerCapture(start.pointerId);
    unit.onpointermove = (event) => (unit.style.translate = `${point(event).x - from.x}px ${point(event).y - from.y}px`);
    unit.onlostpointercapture = (event) => {
      unit.onpointermove = null;
      unit.style.translate = "";
      move(unit, Math.floor((point(event).x - corner[0]) / square[0]), Math.floor((point(event).y - corner[1]) / square[1]));
    };
  });
}
