//! Searches that go out over the squares of a board layer by layer: all squares that are as many paces away at
//! once, a bit a square, 64 squares a word.
//!
//! [`Steps`] is made once for a board, with the directions of the game; [`Layers`] is the space of a search. A step
//! costs 1, or 2 into squares that are dear. Squares are numbered row by row.

use core::ops::Range;

/// A direction: where a word of squares finds those from which a step leads into it.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// So many words on from its own place, in a layer with room before and behind it.
    words: usize,
    /// From so many bits on.
    bits: u32,
}

/// The steps that a board allows.
#[derive(Clone, Debug)]
pub struct Steps {
    n_words: usize,
    /// Words of room before and behind the squares of a layer: a step reaches no farther.
    room: usize,
    ways: Vec<Way>,
    /// The squares into which a step leads, by word and then by direction.
    into: Vec<u64>,
    /// The squares into which a step costs 2.
    dear: Vec<u64>,
    has_dear: bool,
}

impl Steps {
    /// A board of so many columns and rows on which nobody can go anywhere yet, in these directions of columns and
    /// rows.
    #[must_use]
    pub fn none(width: u16, height: u16, directions: &[(i32, i32)]) -> Self {
        let n_words = (usize::from(width) * usize::from(height)).div_ceil(64);
        let places = |&(dx, dy): &(i32, i32)| i64::from(dy) * i64::from(width) + i64::from(dx);
        let farthest = directions.iter().map(|way| places(way).unsigned_abs()).max().unwrap_or(0);
        let room = farthest.div_ceil(64) as usize;
        let way = |way: &(i32, i32)| {
            let bits = (64 * room as i64 - places(way)) as usize;
            Way { words: bits / 64, bits: (bits % 64) as u32 }
        };
        Self {
            n_words,
            room,
            ways: directions.iter().map(way).collect(),
            into: vec![0; n_words * directions.len()],
            dear: vec![0; n_words],
            has_dear: false,
        }
    }

    /// Says that a step in this direction leads into a square.
    pub fn open(&mut self, direction: usize, to: usize) {
        self.into[to / 64 * self.ways.len() + direction] |= 1 << (to % 64);
    }

    /// Says that a step into a square costs 2.
    pub fn make_dear(&mut self, square: usize) {
        self.dear[square / 64] |= 1 << (square % 64);
        self.has_dear = true;
    }

    /// Returns how many words the squares of the board take.
    #[must_use]
    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// The squares into which a step leads from some squares: one word of them.
    #[inline(always)]
    fn beside(&self, of: &[u64], word: usize) -> u64 {
        let n = self.ways.len();
        let mut all = 0;
        for (way, into) in self.ways.iter().zip(&self.into[word * n..][..n]) {
            let at = word + way.words;
            all |= (of[at] >> way.bits | of[at + 1] << 1 << (63 - way.bits)) & into;
        }
        all
    }
}

/// The direction of a search, and the squares that stop it.
#[derive(Clone, Copy, Debug)]
pub enum Search<'a> {
    /// From a square outward, never onto these squares.
    Away(&'a [u64]),
    /// Back toward a square, from everywhere. These squares are seen and not gone through, and a step into the square
    /// itself costs 1.
    Toward(&'a [u64]),
    /// Over everything, each step at 1.
    Over,
}

/// Squares that are as many paces away.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// The words of which some may not be 0.
    words: &'a [u64],
    /// The place of the first of them.
    first: usize,
}

impl Layer<'_> {
    /// Its words, each with its place.
    #[inline(always)]
    pub fn words(self) -> impl Iterator<Item = (usize, u64)> {
        (self.first..).zip(self.words.iter().copied())
    }

    /// Its squares, from the first row on.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = usize> {
        self.squares_of(|_| !0)
    }

    /// Its squares that are among others, of which `others` gives each word by its place.
    #[inline(always)]
    pub fn squares_of(self, others: impl Fn(usize) -> u64) -> impl Iterator<Item = usize> {
        self.words()
            .flat_map(move |(place, word)| bits_of(word & others(place)).map(move |bit| 64 * place + bit))
    }

    /// Returns whether one of its squares is among these.
    #[inline(always)]
    #[must_use]
    pub fn meets(self, squares: &[u64]) -> bool {
        self.words().any(|(place, word)| word & squares[place] != 0)
    }
}

/// The bits of a word that are set, from the least.
#[inline(always)]
pub fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// The space of a search.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// The squares of the last layer, of the one before it, and of the one to come.
    now: Vec<u64>,
    before: Vec<u64>,
    next: Vec<u64>,
    /// The squares of a search toward a square from which steps go on.
    left: Vec<u64>,
    seen: Vec<u64>,
    /// The words of which some may not be 0.
    used: Range<usize>,
}

impl Layers {
    /// Room for searches over the squares of a board.
    pub fn fit(&mut self, steps: &Steps) {
        let n = steps.n_words + 2 * steps.room + 1;
        if self.now.len() == n && self.seen.len() == steps.n_words {
            return;
        }
        for layer in [&mut self.now, &mut self.before, &mut self.next, &mut self.left] {
            *layer = vec![0; n];
        }
        self.seen = vec![0; steps.n_words];
        self.used = 0..0;
    }

    /// Goes out from a square, or back toward it, up to so many paces, and shows each layer to `see`; the square
    /// itself is the first, with 0. A layer of which `see` is true is the last. Whether there was one.
    #[inline]
    pub fn search(
        &mut self,
        steps: &Steps,
        (start, most): (usize, u16),
        search: Search<'_>,
        mut see: impl FnMut(u16, Layer<'_>) -> bool,
    ) -> bool {
        let room = steps.room;
        let Range { start: mut low, end: mut high } = self.used;
        for layer in [&mut self.now, &mut self.before, &mut self.next, &mut self.left] {
            layer[room + low..room + high].fill(0);
        }
        self.seen[low..high].fill(0);
        (low, high) = (start / 64, start / 64 + 1);
        self.now[room + low] = 1 << (start % 64);
        self.seen[low] = 1 << (start % 64);
        self.used = low..high;
        let has_dear = steps.has_dear && !matches!(search, Search::Over);
        for paces in 0..=most {
            if see(paces, Layer { words: &self.now[room + low..room + high], first: low }) {
                return true;
            }
            if paces == most {
                return false;
            }
            if let Search::Toward(walls) = search {
                for (word, wall) in (low..high).zip(&walls[low..high]) {
                    let (now, dear) = (self.now[room + word], steps.dear[word]);
                    let all = if has_dear { now & !dear | self.before[room + word] & dear } else { now };
                    // Nothing keeps the step into the square itself.
                    self.left[room + word] = if paces == 0 { now } else { all & !wall };
                }
            }
            (low, high) = (low.saturating_sub(room), (high + room).min(steps.n_words));
            self.used = low..high;
            let mut found = 0;
            for word in low..high {
                let entered = match search {
                    Search::Toward(_) => steps.beside(&self.left, word),
                    Search::Over => steps.beside(&self.now, word),
                    Search::Away(walls) => {
                        let dear = if has_dear { steps.dear[word] } else { 0 };
                        let plain = steps.beside(&self.now, word) & !dear;
                        // A step that costs 2 began a layer earlier.
                        let late = if dear == 0 { 0 } else { steps.beside(&self.before, word) & dear };
                        (plain | late) & !walls[word]
                    }
                };
                let new = entered & !self.seen[word];
                self.next[room + word] = new;
                self.seen[word] |= new;
                found |= new | if has_dear { self.now[room + word] } else { 0 };
            }
            if found == 0 {
                return false;
            }
            core::mem::swap(&mut self.before, &mut self.now);
            core::mem::swap(&mut self.now, &mut self.next);
        }
        false
    }

    /// Returns whether a square is in the last layer of the last search.
    #[must_use]
    pub fn is_last(&self, steps: &Steps, square: usize) -> bool {
        self.now[steps.room + square / 64] >> (square % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAYS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    const FAR: u16 = u16::MAX;

    /// A board of random squares, and the steps by the square that they leave.
    struct Map {
        steps: Steps,
        out: Vec<Vec<usize>>,
        is_dear: Vec<bool>,
        is_wall: Vec<bool>,
        walls: Vec<u64>,
    }

    fn map(width: u16, height: u16, seed: u64) -> Map {
        let n = usize::from(width) * usize::from(height);
        let mut word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut once_in = |of: u64| {
            // Marsaglia 2003, a xorshift of 64 bits.
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word.is_multiple_of(of)
        };
        let mut map = Map {
            steps: Steps::none(width, height, &WAYS),
            out: vec![Vec::new(); n],
            is_dear: (0..n).map(|_| once_in(5)).collect(),
            is_wall: (0..n).map(|_| once_in(6)).collect(),
            walls: vec![0; n.div_ceil(64)],
        };
        for square in 0..n {
            if map.is_dear[square] {
                map.steps.make_dear(square);
            }
            if map.is_wall[square] {
                map.walls[square / 64] |= 1 << (square % 64);
            }
            for (way, (dx, dy)) in WAYS.into_iter().enumerate() {
                let (x, y) =
                    ((square % usize::from(width)) as i32 + dx, (square / usize::from(width)) as i32 + dy);
                let is_inside = (0..i32::from(width)).contains(&x) && (0..i32::from(height)).contains(&y);
                if is_inside {
                    map.steps.open(way, y as usize * usize::from(width) + x as usize);
                    map.out[square].push(y as usize * usize::from(width) + x as usize);
                }
            }
        }
        map
    }

    /// The paces to every square by the definition: as long as a step makes one of them less.
    fn paces(map: &Map, start: usize, search: Search<'_>) -> Vec<u16> {
        let mut paces = vec![FAR; map.out.len()];
        paces[start] = 0;
        loop {
            let mut changed = false;
            for from in 0..map.out.len() {
                for &to in &map.out[from] {
                    let cost = match search {
                        Search::Over => 1,
                        Search::Away(_) if map.is_wall[to] => continue,
                        Search::Away(_) => 1 + u16::from(map.is_dear[to]),
                        Search::Toward(_) if map.is_wall[from] && from != start => continue,
                        Search::Toward(_) => 1 + u16::from(map.is_dear[from] && from != start),
                    };
                    let then = paces[from].saturating_add(cost);
                    if then < paces[to] {
                        (paces[to], changed) = (then, true);
                    }
                }
            }
            if !changed {
                return paces;
            }
        }
    }

    #[test]
    fn layers_are_the_squares_that_are_as_many_paces_away() {
        let mut layers = Layers::default();
        for (seed, (width, height)) in
            [(1, 1), (7, 1), (1, 9), (8, 8), (14, 8), (40, 3), (63, 2), (64, 3), (65, 4), (130, 3)]
                .into_iter()
                .enumerate()
        {
            let map = map(width, height, seed as u64 + 1);
            layers.fit(&map.steps);
            let n = map.out.len();
            for start in [0, n / 2, n - 1] {
                for search in [Search::Away(&map.walls), Search::Toward(&map.walls), Search::Over] {
                    for most in [0, 3, FAR] {
                        let mut found = vec![FAR; n];
                        let met = layers.search(&map.steps, (start, most), search, |paces, layer| {
                            layer.squares().for_each(|square| found[square] = paces);
                            false
                        });
                        let mut wanted = paces(&map, start, search);
                        wanted.iter_mut().filter(|paces| **paces > most).for_each(|paces| *paces = FAR);
                        assert!(
                            !met && found == wanted,
                            "{width}x{height} from {start} up to {most}, {search:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_ends_with_the_first_layer_that_is_sought() {
        let map = map(70, 5, 3);
        let mut layers = Layers::default();
        layers.fit(&map.steps);
        let far = paces(&map, 0, Search::Over);
        let goal = map.out.len() - 1;
        let mut sought = vec![0; map.steps.n_words()];
        sought[goal / 64] |= 1 << (goal % 64);
        let mut last = 0;
        let met = layers.search(&map.steps, (0, FAR), Search::Over, |paces, layer| {
            last = paces;
            layer.meets(&sought)
        });
        assert!(met && last == far[goal]);
        assert!((0..map.out.len()).all(|square| layers.is_last(&map.steps, square) == (far[square] == last)));
    }
}
