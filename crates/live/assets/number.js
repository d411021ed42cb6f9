// The curves of numbers, and what is asked of one: a goal line that is dragged over its curve.
import { by } from "./morph.js";

/** @typedef {{svg: string, told: string, points: [number, number][]}} Curve */

/** @type {Record<string, Curve>} */
let curves = {};
let path = "";

/** @param {string} path @returns {HTMLElement | undefined} */
export const fieldOf = (path) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".field")]).find((it) => it.dataset.path === path);

/** The values at which a curve crosses a rate. @param {Curve} curve @param {number} rate */
function crossings({ points }, rate) {
  return points.slice(1).flatMap(([value, after], i) => {
    const [last, before] = points[i];
    if (before === after || (before - rate) * (after - rate) > 0) return [];
    return [Math.round(last + ((value - last) * (rate - before)) / (after - before))];
  });
}

function draw() {
  const curve = curves[path];
  const line = by("number-line");
  by("number-chart").innerHTML = curve?.svg ?? "";
  const at = curve ? [...new Set(crossings(curve, line.valueAsNumber / 100))] : [];
  const meets = at.length > 0 ? `at about ${at.join(" and ")}` : "nowhere on this curve";
  by("number-told").textContent = curve ? `${curve.told} ${line.value}% ${meets}.` : "Its curve is played once the answer is sharp, one number after another.";
}

/** New curves; those that are not among them are of an earlier version. @param {Record<string, Curve>} all */
export function showCurves(all) {
  curves = { ...curves, ...all };
  for (const [of, { svg }] of Object.entries(all)) {
    const trace = fieldOf(of)?.querySelector(".trace");
    if (!trace) continue;
    trace.innerHTML = svg;
    trace.classList.add("fresh");
  }
  if (path in all) draw();
}

/** Another scenario has other curves. */
export function forget() {
  curves = {};
  document.querySelectorAll(".trace").forEach((it) => it.replaceChildren());
}

/** The goal line was moved. */
export function moveGoal() {
  by("number-goal").value = `${by("aim").dataset.goal} = ${by("number-line").value}%`;
  draw();
}

/** Asks about the number of a button, or no more. @param {HTMLElement} button */
export function openNumber(button) {
  const panel = by("number");
  const field = /** @type {HTMLElement} */ (button.closest(".field"));
  document.querySelectorAll('.asks[aria-expanded="true"]').forEach((it) => it.setAttribute("aria-expanded", "false"));
  if (panel.parentElement === field) return panel.remove();
  button.setAttribute("aria-expanded", "true");
  path = field.dataset.path ?? "";
  field.append(panel);
  panel.hidden = false;
  by("number-line").value = by("aim").dataset.percent;
  by("number-curve").dataset.ask = button.dataset.curve;
  by("number-worth").dataset.ask = field.closest("article")?.querySelector(".unit-head [data-ask]")?.getAttribute("data-ask") ?? by("aim").dataset.worth;
  moveGoal();
  by("number-goal").value = by("goals").options[0]?.value ?? by("number-goal").value;
}
