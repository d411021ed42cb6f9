//! Ways over the board (SB-17, SB-18, SB-56): floods layer by layer, 64 squares a word, and the ways that were found.

use super::{Board, FAR, Squares, bits_of};
use fray_kit::memory::{Key, Memory, hashed};
use std::sync::Arc;

/// Ways over the board: of each square the least points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pub(crate) points: Box<[u16]>,
    /// The squares that have points.
    pub(crate) reached: Squares,
}

/// Searches whose ways are remembered: ways depend on the board and on these alone.
pub(crate) type WaysMemory = Memory<WaysKey, Arc<Ways>, 8>;

/// A search for ways.
#[derive(Clone, Debug)]
pub(crate) struct WaysKey {
    /// The words of the sets that the board takes.
    n_words: usize,
    starts: Squares,
    most: u16,
    sense: Sense,
    closed: Closed,
}

impl PartialEq for WaysKey {
    fn eq(&self, other: &Self) -> bool {
        let n = self.n_words;
        (self.most, self.sense, self.closed.is_rough_closed)
            == (other.most, other.sense, other.closed.is_rough_closed)
            && self.starts.0[..n] == other.starts.0[..n]
            && self.closed.squares.0[..n] == other.closed.squares.0[..n]
    }
}

impl Key for WaysKey {
    fn hash(&self) -> u64 {
        let first = u64::from(self.most) << 2 | (self.sense as u64) << 1;
        let words = self.starts.0[..self.n_words].iter().chain(&self.closed.squares.0[..self.n_words]);
        words.fold(first | u64::from(self.closed.is_rough_closed), |hash, &word| hashed(hash, word))
    }
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// From the starts outward.
    Away,
    /// Toward the starts, from everywhere.
    Toward,
}

/// The squares that a walk may not enter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    /// Squares on which somebody stands who lets nobody through.
    pub(crate) squares: Squares,
    /// Whether rough squares are as blocked (SB-56).
    pub(crate) is_rough_closed: bool,
}

impl Board {
    /// The squares that a walk may enter.
    pub(crate) fn open(&self, closed: &Closed) -> Squares {
        let open = self.free.without(&closed.squares);
        if closed.is_rough_closed { open.without(&self.rough) } else { open }
    }

    /// The squares from which a square is within a range.
    pub(crate) fn within(&self, goal: u16, range: u16) -> Squares {
        let mut within = Squares::default();
        let (x, y) = self.xy(goal);
        // High ground adds a step.
        let far = range + u16::from(self.has_high);
        let is_plain = self.grid.is_none() && !self.has_high;
        for row in y.saturating_sub(far)..(y + far + 1).min(self.height) {
            let columns = far - row.abs_diff(y);
            if is_plain {
                let first = x.saturating_sub(columns);
                let last = (x + columns).min(self.width - 1);
                within.insert_run(self.square(first, row), last + 1 - first);
                continue;
            }
            for column in x.saturating_sub(columns)..(x + columns + 1).min(self.width) {
                let at = self.square(column, row);
                if self.in_range(at, goal, range) {
                    within.insert(at);
                }
            }
        }
        within
    }

    /// The squares beside some squares: one word of them.
    #[inline(always)]
    fn beside(&self, squares: &Squares, word: usize) -> u64 {
        let all = |word: usize| squares.0[word];
        let but_east = |word: usize| squares.0[word] & !self.east.0[word];
        let but_west = |word: usize| squares.0[word] & !self.west.0[word];
        let (n, width) = (self.n_words, u32::from(self.width));
        up(but_east, word, 1) | down(but_west, word, n, 1) | up(all, word, width) | down(all, word, n, width)
    }

    /// Goes out from `starts`, or toward them, as far as `most` points bring it past what is closed, and
    /// names the squares of each layer with the least points that reach them; the starts have 0.
    fn flood(
        &self,
        starts: &Squares,
        most: u16,
        sense: Sense,
        closed: &Closed,
        mut see: impl FnMut(u16, &Squares),
    ) {
        let open = self.open(closed);
        let mut seen = *starts;
        // The layer before the last, the last, the next, and where steps toward the starts leave from.
        let sets = &mut [Squares::default(), *starts, Squares::default(), Squares::default()];
        let [mut last, mut layer, mut next, left] = sets.each_mut();
        see(0, starts);
        for points in 1..=most {
            for word in 0..if sense == Sense::Toward { self.n_words } else { 0 } {
                let rough = self.rough.0[word];
                left.0[word] = layer.0[word] & !rough | last.0[word] & rough;
            }
            let mut found = 0;
            for word in 0..self.n_words {
                // SB-56: a step onto a rough square costs 2, so that it begins in the layer before the last.
                let rough = self.rough.0[word];
                let entered = match sense {
                    Sense::Toward => self.beside(left, word),
                    Sense::Away if rough == 0 => self.beside(layer, word),
                    Sense::Away => self.beside(layer, word) & !rough | self.beside(last, word) & rough,
                };
                next.0[word] = entered & open.0[word] & !seen.0[word];
                seen.0[word] |= next.0[word];
                found |= next.0[word] | layer.0[word];
            }
            if found == 0 {
                return;
            }
            see(points, next);
            (last, layer, next) = (layer, next, last);
        }
    }

    /// The ways from all `starts`, or to them, of at most `most` points, past what is closed.
    pub(crate) fn ways(&self, starts: &Squares, most: u16, sense: Sense, closed: &Closed) -> Ways {
        let mut ways = Ways::default();
        self.write_ways(&mut ways, starts, most, sense, closed);
        ways
    }

    /// Writes [`ways`](Self::ways) in place of others.
    fn write_ways(&self, ways: &mut Ways, starts: &Squares, most: u16, sense: Sense, closed: &Closed) {
        let Ways { points, reached } = ways;
        if points.len() == usize::from(self.len()) {
            self.iter(reached).for_each(|at| points[usize::from(at)] = FAR);
        } else {
            *points = vec![FAR; self.len().into()].into();
        }
        *reached = Squares::default();
        self.flood(starts, most, sense, closed, |cost, layer| {
            for at in self.iter(layer) {
                points[usize::from(at)] = cost;
            }
            self.add(reached, layer);
        });
    }

    /// [`ways`](Self::ways) that may be known from before.
    pub(crate) fn known_ways(
        &self,
        memory: &WaysMemory,
        starts: Squares,
        most: u16,
        sense: Sense,
        closed: Closed,
    ) -> Arc<Ways> {
        let key = WaysKey { n_words: self.n_words, starts, most, sense, closed };
        memory.get(key, |forgotten| {
            let mut ways = forgotten.unwrap_or_default();
            match Arc::get_mut(&mut ways) {
                Some(ways) => self.write_ways(ways, &starts, most, sense, &closed),
                None => ways = Arc::new(self.ways(&starts, most, sense, &closed)),
            }
            ways
        })
    }

    /// The squares from which a cheapest way of these enters a square.
    pub(crate) fn before<'a>(&'a self, ways: &'a Ways, at: u16) -> impl Iterator<Item = u16> + 'a {
        let points = |at: u16| ways.points[usize::from(at)];
        let is_before =
            move |&before: &u16| points(before) != FAR && points(before) + self.cost(at) == points(at);
        (0..4).filter_map(move |way| self.step(at, way)).filter(is_before)
    }

    fn add(&self, to: &mut Squares, layer: &Squares) {
        to.0[..self.n_words].iter_mut().zip(&layer.0).for_each(|(all, new)| *all |= new);
    }

    /// The squares of a set in the order of their numbers.
    pub(crate) fn iter(&self, squares: &Squares) -> impl Iterator<Item = u16> {
        let words = (0..).zip(&squares.0[..self.n_words]);
        words.flat_map(|(word, &bits)| bits_of(bits).map(move |bit| 64 * word + bit))
    }
}

/// A word of squares moved up by some places, with what comes out of the word below.
#[inline(always)]
fn up(of: impl Fn(usize) -> u64, word: usize, by: u32) -> u64 {
    of(word) << by | if word > 0 { of(word - 1) >> (64 - by) } else { 0 }
}

/// A word of squares moved down by some places, with what comes out of the word above; `n` words in all.
#[inline(always)]
fn down(of: impl Fn(usize) -> u64, word: usize, n: usize, by: u32) -> u64 {
    of(word) >> by | if word + 1 < n { of(word + 1) << (64 - by) } else { 0 }
}
