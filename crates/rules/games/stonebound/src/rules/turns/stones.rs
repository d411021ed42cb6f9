//! Element stones: the deck, the hands, paying, fuses (SB-07 to SB-10, SB-57, SB-66).

use crate::data::events::Event;
use crate::data::metrics::{Clock, Metric, Reshuffled};
use crate::data::rulings::{Discard, Reshuffle, VALUES};
use crate::data::tactics::{DiscardChoice, Pay};
use crate::data::vocabulary::{Ability, Cost};
use crate::dice::cards::Card;
use crate::state::{Cards, DEAD, KINDS, State, count};
use crate::{Play, Stonebound, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// Cards that pay, by value.
pub(crate) type Paid = [u8; VALUES];

/// The stars of a value; an infinite card has as many as it needs.
const STARS: [u8; VALUES] = [1, 2, 3, 0];

/// The kind of a card.
#[inline]
pub(crate) fn kind_of(element: usize, value: usize) -> usize {
    element * VALUES + value
}

/// The cheapest set of cards of one element that is worth `n` stars or more (SB-08, D-07).
pub(crate) fn cheapest(cards: [u16; VALUES], n: u8, pay: Pay) -> Option<Paid> {
    let most = |value: usize| cards[value].min(u16::from(n)) as u8;
    let mut best: Option<((u8, u8, u8, u8), Paid)> = None;
    let mut consider = |paid: Paid, surplus: u8| {
        let (infinite, threes) = (paid[VALUES - 1], paid[2]);
        let held: u8 = paid.iter().sum();
        let key = match pay {
            Pay::LeastSurplus => (surplus, infinite, held, threes),
            Pay::KeepInfinite => (infinite, surplus, held, threes),
        };
        if best.is_none_or(|(known, _)| key < known) {
            best = Some((key, paid));
        }
    };
    for ones in 0..=most(0) {
        for twos in 0..=most(1) {
            for threes in 0..=most(2) {
                let stars = ones + 2 * twos + 3 * threes;
                if stars >= n {
                    consider([ones, twos, threes, 0], stars - n);
                    break;
                }
            }
        }
    }
    if cards[VALUES - 1] > 0 {
        consider([0, 0, 0, 1], 0);
    }
    best.map(|best| best.1)
}

impl Stonebound {
    /// SB-65, SB-66: the cards of an element in a hand, by value.
    pub(crate) fn of_element(hand: &Cards, element: usize) -> [u16; VALUES] {
        core::array::from_fn(|value| hand[kind_of(element, value)])
    }

    /// Returns whether a unit can pay for an ability now, and with which cards; without stones with none (SB-09).
    pub(crate) fn payment(&self, state: &State, unit: UnitId, ability: &Ability) -> Option<Paid> {
        let side = self.side_of(unit);
        let Some(cost) = ability.cost.filter(|_| self.sides[side].pays) else { return Some([0; VALUES]) };
        let cards = Self::of_element(&state.hands[side], cost.element as usize);
        let plan = &self.unit(unit).tactics.pay;
        cheapest(cards, cost.n, plan.choose(|fact| self.fact(state, unit, None, fact)))
    }

    /// Cards that lie in fuses of a side.
    pub(crate) fn cards_in_fuses(&self, state: &State, side: usize) -> u32 {
        let of = |stones: &u16| (0..VALUES).map(|value| u32::from(stones >> (4 * value) & 15)).sum::<u32>();
        self.sides[side].units.map(|unit| state.unit(unit).stones.iter().map(of).sum::<u32>()).sum()
    }

    /// SB-66: which elements a living unit of a side can use.
    fn usable(&self, state: &State, side: usize) -> u8 {
        let costs = state
            .living(self.sides[side].units)
            .flat_map(|unit| self.unit(unit).skills.iter().filter_map(|skill| skill.ability.cost));
        costs.fold(0, |set, cost| set | 1 << cost.element as u8)
    }

    /// SB-66: the dead stones of a hand.
    pub(crate) fn dead_stones(&self, state: &State, side: usize) -> Cards {
        let usable = self.usable(state, side);
        let hand = &state.hands[side];
        core::array::from_fn(
            |kind| if kind < DEAD && usable >> (kind / VALUES) & 1 != 0 { 0 } else { hand[kind] },
        )
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-09: a side draws until hand and fuses have the maximum.
    pub(crate) fn fill_hand(&mut self, side: usize) {
        let info = &self.rules.sides[side];
        if !info.holds {
            return;
        }
        let has = count(&self.state.hands[side]) + self.rules.cards_in_fuses(self.state, side);
        let missing = info.hand_max.saturating_sub(has);
        let dead = count(&self.rules.dead_stones(self.state, side));
        self.count_for_side(side, Metric::DrawsMissed, dead.min(info.hand_max));
        self.draw_cards(side, missing);
    }

    /// SB-07: cards from the deck; of an empty one the discards are the new.
    pub(crate) fn draw_cards(&mut self, side: usize, n: u32) {
        let rules = self.rules;
        if !rules.sides[side].holds {
            return;
        }
        let roll = by(rules.sides[side].first, Purpose::Effect);
        let mut drawn = 0;
        for _ in 0..n {
            if count(&self.state.deck) == 0 {
                if rules.rulings.reshuffle == Reshuffle::None || count(&self.state.discards) == 0 {
                    break;
                }
                self.state.deck = core::mem::replace(&mut self.state.discards, [0; KINDS]);
                self.count_for_side(0, Metric::Reshuffles, 1);
                self.obs.mark(rules.sides[0].first, Clock::Reshuffle(Reshuffled::Empty));
                self.obs.event(|| Event::Reshuffles);
            }
            let card = Card { cards: self.state.deck };
            let kind = usize::from(self.dice.draw(roll, &card));
            self.state.deck[kind] -= 1;
            self.state.hands[side][kind] += 1;
            drawn += 1;
        }
        if drawn > 0 {
            let hand = self.state.hands[side];
            self.obs.event(|| Event::Draws { side: fray_engine::roster::SideId(side as u8), n: drawn, hand });
        }
    }

    /// SB-08: lays cards down. They are discarded or, of a fuse, lie beside it.
    pub(crate) fn pay(&mut self, unit: UnitId, cost: Cost, paid: Paid, fuse: Option<u8>) {
        let side = self.rules.side_of(unit);
        let element = cost.element as usize;
        let mut stars = 0;
        for (value, &n) in paid.iter().enumerate() {
            let kind = kind_of(element, value);
            self.state.hands[side][kind] -= u16::from(n);
            stars += n * if value == VALUES - 1 { cost.n } else { STARS[value] };
            match fuse {
                Some(at) => self.state.unit_mut(unit).stones[at as usize] |= u16::from(n) << (4 * value),
                None => self.state.discards[kind] += u16::from(n),
            }
        }
        if paid != [0; VALUES] {
            self.obs.add(unit, Metric::StonesSpent, stars.into());
            self.obs.add(unit, Metric::Surplus, stars.saturating_sub(cost.n).into());
            self.obs.event(|| Event::Pays { unit, element: cost.element, paid });
        }
    }

    /// SB-08, `pay_on_fail = no`: cards go back to the hand.
    pub(crate) fn pay_back(&mut self, unit: UnitId, cost: Cost, paid: Paid) {
        let side = self.rules.side_of(unit);
        for (value, &n) in paid.iter().enumerate() {
            let kind = kind_of(cost.element as usize, value);
            self.state.discards[kind] -= u16::from(n);
            self.state.hands[side][kind] += u16::from(n);
        }
    }

    /// SB-10: sets a fuse.
    pub(crate) fn set_fuse(&mut self, unit: UnitId, at: u8, paid: Paid) {
        let ability = &self.rules.unit(unit).skills[at as usize].ability;
        self.obs.event(|| Event::Sets { unit, skill: at });
        if let Some(cost) = ability.cost.filter(|_| self.rules.sides[self.rules.side_of(unit)].pays) {
            self.pay(unit, cost, paid, Some(at));
        }
        let it = self.state.unit_mut(unit);
        it.lying |= 1 << at;
        if ability.uses.is_some() && ability.is_passive() {
            it.uses[at as usize] += 1;
        }
        self.state.is_loud = true;
        self.did = true;
        self.obs.add(unit, Metric::FusesSet, 1);
        self.obs
            .used(fray_engine::observe::ActionRef { by: unit, action: crate::data::metrics::ABILITIES + at });
    }

    /// A fuse goes, and its stones are discarded (SB-10, SB-40, SB-57).
    pub(crate) fn remove_fuse(&mut self, unit: UnitId, at: u8) {
        let ability = &self.rules.unit(unit).skills[at as usize].ability;
        let it = self.state.unit_mut(unit);
        it.lying &= !(1 << at);
        let stones = core::mem::take(&mut it.stones[at as usize]);
        if let Some(cost) = ability.cost {
            for value in 0..VALUES {
                self.state.discards[kind_of(cost.element as usize, value)] += stones >> (4 * value) & 15;
            }
        }
        self.forget_debts();
        self.obs.event(|| Event::Unfuses { unit, skill: at });
    }

    /// SB-40: all fuses of a unit go.
    pub(crate) fn drop_fuses(&mut self, unit: UnitId) {
        for &at in &self.rules.unit(unit).fuses {
            if self.state.unit(unit).lying >> at & 1 != 0 {
                self.remove_fuse(unit, at);
            }
        }
    }

    /// SB-57, D-11: the target's side discards cards.
    pub(crate) fn discard(&mut self, user: UnitId, target: UnitId, n: u32) {
        let rules = self.rules;
        let side = rules.side_of(target);
        for _ in 0..n {
            let hand = self.state.hands[side];
            if count(&hand) == 0 {
                break;
            }
            let how = match rules.rulings.discard {
                Discard::Random => DiscardChoice::Random,
                Discard::Chosen => {
                    rules.unit(user).tactics.discard.choose(|fact| rules.fact(self.state, user, None, fact))
                }
            };
            let kind = match how {
                DiscardChoice::Random => {
                    usize::from(self.dice.draw(by(user, Purpose::Effect), &Card { cards: hand }))
                }
                DiscardChoice::HighestStar => {
                    let value = |kind: &usize| if *kind == DEAD { 0 } else { 1 + kind % VALUES };
                    let held = (0..KINDS).filter(|kind| hand[*kind] > 0);
                    held.max_by_key(|kind| (value(kind), core::cmp::Reverse(*kind))).unwrap_or(DEAD)
                }
            };
            self.state.hands[side][kind] -= 1;
            self.state.discards[kind] += 1;
            self.obs.event(|| Event::Discards { unit: target, kind: kind as u8 });
        }
    }

    /// All these cards of a hand go to the discards.
    pub(crate) fn lay_aside(&mut self, side: usize, cards: Cards) {
        for (kind, &n) in cards.iter().enumerate() {
            self.state.hands[side][kind] -= n;
            self.state.discards[kind] += n;
        }
    }
}
