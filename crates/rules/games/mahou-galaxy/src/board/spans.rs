//! The part of the map near some units and lines, row by row: where an area can matter at all (MG-74).

use super::{Board, Part};

impl Board {
    /// The columns of a row that are no farther than so many cells from one of some cells, or from a line between
    /// two: the span from the first to the last, those between them included. None has its first behind its last.
    #[must_use]
    pub fn span_near(
        row: i32,
        most: i32,
        cells: impl Iterator<Item = u32>,
        lines: impl Iterator<Item = [u32; 2]>,
    ) -> [i32; 2] {
        let points = cells.map(|cell| [cell; 2]);
        points.chain(lines).filter_map(|line| span_beside(line, row, most)).fold([i32::MAX, i32::MIN], widen)
    }

    /// The cells of units that walk or fly, in a part of the map and in the span of their row, in their
    /// order.
    pub fn cells_in_spans<'a>(
        &'a self,
        flies: bool,
        [from, to]: Part,
        span: impl Fn(i32) -> [i32; 2] + Copy + 'a,
    ) -> impl Iterator<Item = u32> + 'a {
        let (left, right) = (from[0].max(0), to[0].min(self.width - 1));
        let y = from[1].max(0)..=to[1].min(self.height - 1);
        let z = if flies { from[2].max(0)..=to[2].min(self.top) } else { 0..=0 };
        z.flat_map(move |z| {
            y.clone().flat_map(move |y| {
                let [first, last] = span(y);
                (left.max(first)..=right.min(last)).filter_map(move |x| {
                    let square = &self.squares[(y * self.width + x) as usize];
                    let level = i32::from(square.level);
                    let is_there = !flies || z >= level && z >= i32::from(square.wall);
                    is_there.then(|| Self::cell_at(x, y, if flies { z } else { level }))
                })
            })
        })
    }

    /// The cells on the ground of the columns that are so many cells away from that of a cell; in the own column
    /// and in corners one may come twice.
    pub fn ring(&self, cell: u32, most: i32) -> impl Iterator<Item = u32> + '_ {
        let [[left, up, _], [right, down, _]] = self.around(cell, most);
        let sides = [
            [left, up, right, up],
            [left, down, right, down],
            [left, up, left, down],
            [right, up, right, down],
        ];
        let cells = |[x, y, to_x, to_y]: [i32; 4]| self.cells_within(false, [[x, y, 0], [to_x, to_y, 0]]);
        sides.into_iter().flat_map(cells)
    }

    /// Returns the common part of two parts of the map.
    #[must_use]
    pub fn common(a: Part, b: Part) -> Part {
        let of =
            |from: usize, pick: fn(i32, i32) -> i32| core::array::from_fn(|i| pick(a[from][i], b[from][i]));
        [of(0, i32::max), of(1, i32::min)]
    }
}

/// The span that holds both.
fn widen([first, last]: [i32; 2], [from, to]: [i32; 2]) -> [i32; 2] {
    [first.min(from), last.max(to)]
}

/// The columns of a row that are no farther than so many cells from a line, and perhaps the next to them.
fn span_beside([a, b]: [u32; 2], row: i32, most: i32) -> Option<[i32; 2]> {
    let mut ends = [Board::coordinates(a), Board::coordinates(b)];
    ends.sort_unstable_by_key(|end| end[1]);
    let [[ax, ay, _], [bx, by, _]] = ends;
    let (first, last) = (ay.max(row - most), by.min(row + most));
    if first > last {
        return None;
    }
    let [left, right] = if ay == by {
        [ax.min(bx), ax.max(bx)]
    } else {
        // Where the line comes into the first of these rows and where it leaves the last: half a row from their
        // middle, unless it ends before.
        let over = 2 * (by - ay);
        let at = |half_rows: i32| (bx - ax) * (half_rows - 2 * ay);
        let ways = [(2 * first - 1).max(2 * ay), (2 * last + 1).min(2 * by)].map(at);
        let [low, high] = [ways[0].min(ways[1]), ways[0].max(ways[1])];
        [ax + low.div_euclid(over), ax - (-high).div_euclid(over)]
    };
    Some([left - most, right + most])
}

#[cfg(test)]
mod tests {
    use super::{Board, span_beside};

    #[test]
    fn every_cell_that_a_line_crosses_lies_in_the_span_of_its_row() {
        let places = [(0, 0), (3, 9), (9, 3), (9, 9), (4, 0), (0, 7), (5, 5)];
        for (a, b) in places.iter().flat_map(|a| places.map(|b| (*a, b))) {
            let [from, to] = [a, b].map(|(x, y)| Board::cell_at(x, y, 0));
            let mut crossed = vec![a];
            if a != b {
                Board::crossed(from, to, |cell| {
                    let [x, y, _] = Board::coordinates(cell);
                    crossed.push((x, y));
                    false
                });
            }
            for most in 0..3 {
                let near =
                    |x: i32, y: i32| crossed.iter().any(|at| (at.0 - x).abs().max((at.1 - y).abs()) <= most);
                for y in -3..13 {
                    let span = span_beside([from, to], y, most);
                    for x in (-3..13).filter(|&x| near(x, y)) {
                        assert!(
                            span.is_some_and(|[left, right]| (left..=right).contains(&x)),
                            "{a:?} {b:?} {x} {y}"
                        );
                    }
                    // It is no wider than it must be, but for a column on each side.
                    let n = (-3..13).filter(|&x| near(x, y)).count() as i32;
                    assert!(
                        span.is_none_or(|[left, right]| right - left < n + 2 * most + 3),
                        "{a:?} {b:?} {y} {most}"
                    );
                }
            }
        }
    }
}
