// What is looked at in a page. These functions run in the browser; each returns a list of faults.

/** Text that is wider than the room for it, and a page that scrolls sideways. */
export function overflow() {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth} px`);
  }
  const named = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  for (const element of document.body.querySelectorAll("*:not(svg, svg *)")) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    const style = getComputedStyle(element);
    // A long text scrolls in its field, and wide tables scroll on purpose.
    if (element.matches("input")) continue;
    if (["auto", "scroll"].includes(style.overflowX) || style.display === "inline") continue;
    faults.push(`${named(element)} is wider than its box: ${element.textContent.trim().slice(0, 60)}`);
  }
  return faults;
}

/** Labels of charts that leave the picture or lie on each other. */
export function labels() {
  const faults = [];
  for (const svg of document.querySelectorAll("svg")) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "");
    const all = texts.map((text) => ({ text: text.textContent.trim(), box: text.getBoundingClientRect() }));
    // A label that is left out for want of room has no box.
    const boxes = all.filter(({ box }) => box.width > 0);
    for (const { text, box } of boxes) {
      const out = [frame.left - box.left, frame.top - box.top, box.right - frame.right, box.bottom - frame.bottom];
      if (Math.max(...out) > 2) faults.push(`the label "${text}" leaves its chart by ${Math.max(...out).toFixed(0)} px`);
    }
    boxes.forEach(({ text, box }, i) => {
      for (const other of boxes.slice(i + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // The boxes of lines of text have room above and below the letters.
        if (wide > 1 && high > 0.35 * Math.min(box.height, other.box.height)) {
          faults.push(`the labels "${text}" and "${other.text}" lie on each other`);
        }
      }
    });
  }
  return faults;
}

/** Rows of one chart with the same label, and charts whose texts are not of the size of the texts around them. */
export function readable() {
  const faults = [];
  const twice = (names, what) => {
    const seen = new Set();
    for (const name of names.filter((it) => it !== "")) {
      if (seen.has(name)) faults.push(`two ${what} of one chart are "${name}"`);
      seen.add(name);
    }
  };
  for (const table of document.querySelectorAll("table.forest")) {
    for (const body of table.tBodies) {
      const rows = [...body.querySelectorAll('th[scope="row"]')];
      twice(rows.map((row) => row.textContent.trim()), "rows");
      for (const row of rows) {
        if (row.textContent.includes("…")) faults.push(`the label "${row.textContent.trim()}" is cut`);
      }
    }
  }
  const small = parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.875;
  for (const svg of document.querySelectorAll(".chart svg")) {
    const texts = [...svg.querySelectorAll("text")].filter((text) => /\p{L}{3}/u.test(text.textContent));
    twice(texts.map((text) => text.textContent.trim()), "labels");
    if (texts.length === 0 || svg.getBoundingClientRect().width === 0) continue;
    const size = parseFloat(getComputedStyle(texts[0]).fontSize) * svg.getScreenCTM().a;
    // On a narrow telephone a chart shrinks a little.
    if (size > small + 0.5 || size < small - 1.5) {
      faults.push(`the texts of a chart have ${size.toFixed(1)} px beside ${small} px`);
    }
  }
  return faults;
}

/** The colours in the key of each chart, as [red, green, blue]. */
export function keys() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  return [...document.querySelectorAll(".key")].map((key) =>
    [...key.querySelectorAll("li")].map((entry) => ({
      label: entry.textContent.trim(),
      rgb: rgb(getComputedStyle(entry, "::before").backgroundColor),
    })),
  );
}
