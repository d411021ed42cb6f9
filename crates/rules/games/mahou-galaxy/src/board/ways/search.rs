//! The search for ways: layer by layer of cells that cost the same.

use super::super::jumps::KnownJumps;
use super::super::space::{Layer, places_of};
use super::super::{Board, Jump, NEVER};
use super::{Scratch, Search};

impl Board {
    /// The cheapest ways of a search that cost at most `most`, through cells that `is_let` allows; a search
    /// that was made before goes on from where it ended.
    pub fn ways(&self, scratch: &mut Scratch, search: &Search, most: u16, is_let: impl Fn(u32) -> bool) {
        scratch.most = most;
        if !scratch.is_known || scratch.search != *search {
            self.begin(scratch, search);
            scratch.is_known = self.remembers && search.is_whole;
        }
        while scratch.so_far < most && !scratch.is_done {
            self.next_layer(scratch, search, &is_let);
        }
    }

    fn begin(&self, scratch: &mut Scratch, search: &Search) {
        let [low, high] = scratch.words;
        for set in [&mut scratch.seen, &mut scratch.front, &mut scratch.next, &mut scratch.later] {
            set[low..high].fill(0);
        }
        for set in &mut scratch.room {
            set[low..high].fill(0);
        }
        scratch.search = *search;
        (scratch.so_far, scratch.is_done) = (0, false);
        let space = self.space(search.mover.flies);
        let enter = if search.mover.dares { &space.free } else { &space.safe };
        scratch.enter[..space.words].copy_from_slice(enter);
        for &cell in &search.foes[..search.n] {
            // Who stands on the ground is in nobody's way at other levels.
            if search.mover.flies || cell == self.below(cell) {
                let (word, bit) = space.bit(space.place(cell));
                scratch.enter[word] &= !bit;
            }
        }
        let place = space.place(search.start);
        let (word, bit) = space.bit(place);
        (scratch.seen[word], scratch.front[word], scratch.cost[place]) = (bit, bit, 0);
        scratch.words = [word, word + 1];
    }

    /// The next layer of a search.
    #[inline(always)]
    fn next_layer(&self, scratch: &mut Scratch, search: &Search, is_let: &impl Fn(u32) -> bool) {
        let (mover, flies) = (&search.mover, search.mover.flies);
        let space = self.space(flies);
        let was = scratch.words;
        scratch.words = space.around(was);
        let [low, high] = scratch.words;
        let Scratch { front, next, enter, seen, room, .. } = scratch;
        let mut layer = Layer { front, next, enter, seen, room };
        space.step(&mut layer, scratch.words, mover.dares);
        if !search.is_whole {
            for word in low..high {
                let barred = |&place: &usize| !is_let(space.cells[place]);
                let places = places_of(scratch.next[word], space.first_of(word));
                scratch.next[word] &= !places.filter(barred).fold(0, |set, place| set | space.bit(place).1);
            }
        }
        let so_far = scratch.so_far;
        if !flies && space.has_dear {
            for word in low..high {
                let dear = scratch.next[word] & space.dear[word];
                scratch.next[word] &= !dear;
                for place in places_of(dear, space.first_of(word)) {
                    let cost = self.square(space.cells[place]).move_cost;
                    scratch.propose(space, place, so_far.saturating_add(cost.into()), None);
                }
            }
        }
        if let Some(jump) = mover.jump.as_ref().filter(|_| self.is_rough) {
            let known = self.known_jumps.iter().find(|known| search.is_whole && known.jump == *jump);
            for word in was[0]..was[1] {
                for place in places_of(scratch.front[word], space.first_of(word)) {
                    match known {
                        Some(known) => self.known_jumps_from(scratch, search, place, known),
                        None => self.jumps_from(scratch, search, place, jump, is_let),
                    }
                }
            }
        }
        // What costs more than one comes in its turn, or at once if there is nothing between.
        let [low, high] = scratch.words;
        let (mut any, mut least) = (0, NEVER);
        for word in low..high {
            any |= scratch.next[word];
            scratch.later[word] &= !scratch.seen[word];
            for place in places_of(scratch.later[word], space.first_of(word)) {
                least = least.min(scratch.later_cost[place]);
            }
        }
        let cost = if any != 0 { so_far + 1 } else { least };
        if cost == NEVER {
            scratch.is_done = true;
            return;
        }
        for word in low..high {
            if least == cost {
                for place in places_of(scratch.later[word], space.first_of(word)) {
                    if scratch.later_cost[place] == cost {
                        scratch.next[word] |= space.bit(place).1;
                    }
                }
            }
            scratch.seen[word] |= scratch.next[word];
            for place in places_of(scratch.next[word], space.first_of(word)) {
                scratch.cost[place] = cost;
            }
        }
        core::mem::swap(&mut scratch.front, &mut scratch.next);
        scratch.so_far = cost;
    }

    /// The jumps from a place, remembered.
    #[inline(always)]
    fn known_jumps_from(&self, scratch: &mut Scratch, search: &Search, place: usize, known: &KnownJumps) {
        let (space, so_far) = (&self.ground, scratch.so_far);
        for jump in known.from(place).iter().filter(|jump| search.mover.dares || jump.is_safe) {
            let (to, total) = (jump.place as usize, so_far.saturating_add(jump.cost));
            // Whether a foe is in the way is asked last: most jumps lead where a way is known.
            if scratch.is_better(space, to, total)
                && (search.n == 0 || jump.passes(self).all(|cell| search.is_free(cell)))
            {
                scratch.propose(space, to, total, Some(jump.from));
            }
        }
    }

    /// The jumps from a place, looked for.
    #[inline(always)]
    fn jumps_from(
        &self,
        scratch: &mut Scratch,
        search: &Search,
        place: usize,
        jump: &Jump,
        is_let: &impl Fn(u32) -> bool,
    ) {
        let (space, so_far) = (&self.ground, scratch.so_far);
        let cell = space.cells[place];
        let is_free = |cell| search.is_free(cell);
        self.leaps(cell, jump, &search.mover, search.is_whole, is_free, |leap| {
            if search.is_whole || is_let(leap.to) {
                let to = space.place(leap.to);
                scratch.propose(space, to, so_far.saturating_add(leap.cost), Some(cell));
            }
        });
    }
}
