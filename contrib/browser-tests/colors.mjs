// Whether two colours can be told apart, also by people who do not see all colours.

// What dichromats see, in linear RGB: Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model
// for Simulation of Color Vision Deficiency", severity 1.0.
const VISION = {
  "all colours": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

// Four times the smallest difference that is noticed in patches side by side, about 2.3 in this space (Mahy, Van
// Eycken and Oosterlinck 1994): marks of a chart are small and do not touch.
const LEAST = 9.2;

const times = (matrix, v) => matrix.map((row) => row.reduce((sum, x, i) => sum + x * v[i], 0));
const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);

/** CIE L*a*b* of linear sRGB under D65 (IEC 61966-2-1, CIE 15). */
function lab(rgb) {
  const xyz = times(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]],
    rgb.map((c) => Math.min(1, Math.max(0, c))),
  );
  const white = [0.95047, 1, 1.08883];
  const [x, y, z] = xyz.map((v, i) => {
    const t = v / white[i];
    return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The pairs of a key that are too alike, with who cannot tell them apart. */
export function alike(key) {
  const faults = [];
  for (const [vision, matrix] of Object.entries(VISION)) {
    const seen = key.map(({ rgb }) => lab(times(matrix, rgb.map(linear))));
    key.forEach(({ label }, i) => {
      for (let j = i + 1; j < key.length; j++) {
        const distance = Math.hypot(...seen[i].map((v, k) => v - seen[j][k]));
        if (distance < LEAST) {
          faults.push(`the colours of "${label}" and "${key[j].label}" are alike (${distance.toFixed(1)}) with ${vision}`);
        }
      }
    });
  }
  return faults;
}
