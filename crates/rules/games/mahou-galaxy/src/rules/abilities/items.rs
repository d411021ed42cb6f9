//! Items that are dropped, stowed and taken in hand (MG-18, MG-38, MG-39, MG-D22).

use crate::board::FEET;
use crate::board::walk::Foes;
use crate::choose::odds::steps;
use crate::data::events::Event;
use crate::data::metrics::HandDryBy;
use crate::data::tactics::PickUp;
use crate::rules::abilities::talk::ActionKind;
use crate::state::{ITEMS, SHIELD, State, WITH_OWNER};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// The bit of the shield in [`UnitState::dropped`](crate::state::UnitState::dropped).
const SHIELD_BIT: usize = ITEMS - 1;

/// An item that would come into free hands.
#[derive(Clone, Copy, Debug)]
struct PickedUp {
    /// Its number in hands.
    item: u8,
    /// The number of hands that hold it.
    takes: u8,
    /// The number of hand tokens that taking it up costs.
    tokens: u8,
}

/// The bit of an item in hands.
fn bit_of(item: u8) -> usize {
    if item == SHIELD { SHIELD_BIT } else { usize::from(item - 1).min(SHIELD_BIT - 1) }
}

impl MahouGalaxy {
    /// The places where items can lie: without a map all are within reach.
    pub(crate) fn places_of_items(&self) -> usize {
        if self.board.is_some() && self.reads.precise { self.units.len() * ITEMS } else { 0 }
    }

    /// The cell where an item lies that its owner has to come to.
    fn lying_cell(&self, state: &State, unit: UnitId, bit: usize) -> Option<u32> {
        state.lies.get(unit.idx() * ITEMS + bit).copied().filter(|&cell| cell != WITH_OWNER)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-39: an item falls to the ground.
    pub(crate) fn drop_item(&mut self, unit: UnitId, item: u8) {
        self.strike_from_hands(unit, item);
        self.lay_item(unit, item);
    }

    /// Takes an item out of the hands that hold it. An item that was taken from another lies where its owner
    /// finds it.
    pub(crate) fn strike_from_hands(&mut self, unit: UnitId, item: u8) {
        let it = self.state.unit_mut(unit);
        it.in_hand.iter_mut().filter(|held| **held == item).for_each(|held| *held = 0);
        let (owner, own) = self.owner_of(unit, item);
        self.state.unit_mut(owner).dropped |= 1 << bit_of(own);
        self.obs.event(|| Event::Drops { unit, item });
    }

    /// MG-39: an item that left the hands of a unit comes to lie in its cell, or scatters.
    pub(crate) fn lay_item(&mut self, unit: UnitId, item: u8) {
        let rules = self.rules;
        let Some(board) = rules.board_now(self.state).filter(|_| !self.state.lies.is_empty()) else { return };
        let from = self.state.unit(unit).cell;
        let feet = rules.rulings.drop_scatter_feet.0;
        let cell = if feet < FEET {
            board.below(from)
        } else {
            let direction = self.dice.below(by(unit, Purpose::Effect), board.directions() as u32);
            board.scattered(from, direction as usize, feet)
        };
        let (owner, own) = self.owner_of(unit, item);
        self.state.lies[owner.idx() * ITEMS + bit_of(own)] = cell;
        if cell != from {
            self.obs.event(|| Event::LiesIn { to: cell });
        }
    }

    /// The owner of an item that a unit holds, and its number there.
    fn owner_of(&self, unit: UnitId, item: u8) -> (UnitId, u8) {
        let weapon = self.rules.unit(unit).weapons.get(usize::from(item) - 1);
        weapon.and_then(|weapon| weapon.owner).unwrap_or((unit, item))
    }

    /// MG-D22: items that were dropped or are stowed come into free hands.
    pub(crate) fn pick_up(&mut self, unit: UnitId) {
        if self.state.unit(unit).dropped == 0 {
            return;
        }
        for bit in (0..ITEMS).rev() {
            if self.picks_up(unit, bit).is_none() || !self.come_to_item(unit, bit) {
                continue;
            }
            // Who struck at it on its way may have cost it the token.
            let Some(PickedUp { item, takes, tokens }) = self.picks_up(unit, bit) else { continue };
            let rules = self.rules;
            for _ in 0..tokens {
                let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
                let Some(hand) = rules.token_to_spare(self.state, unit, tokens, true) else { break };
                self.spend_offhand(unit, hand, HandDryBy::Attack);
            }
            let it = self.state.unit_mut(unit);
            it.dropped &= !(1 << bit);
            let mut left = takes;
            for hand in it.in_hand.iter_mut().take(usize::from(rules.unit(unit).n_hands)) {
                if *hand == 0 && left > 0 {
                    *hand = item;
                    left -= 1;
                }
            }
            if let Some(lies) = self.state.lies.get_mut(unit.idx() * ITEMS + bit) {
                *lies = WITH_OWNER;
            }
            self.state.turn.acted = true;
            self.state.busy = true;
            self.obs.event(|| Event::PicksUp { unit, item });
        }
    }

    /// MG-D22: whether the unit wants the item of this bit in its hands, and can pay for it.
    fn picks_up(&self, unit: UnitId, bit: usize) -> Option<PickedUp> {
        let (rules, state) = (self.rules, &*self.state);
        let (info, it) = (rules.unit(unit), state.unit(unit));
        if it.dropped >> bit & 1 == 0 || !state.is_in(unit) {
            return None;
        }
        let how = info.tactics.alone.pick_up.choose(|fact| rules.fact(state, unit, None, fact));
        let (item, takes, tokens, mean) = if bit == SHIELD_BIT {
            let hands = info.shield.as_ref().map_or(1, |shield| shield.hands);
            (SHIELD, hands, 1, f64::INFINITY)
        } else {
            let weapon = &info.weapons[bit];
            (
                bit as u8 + 1,
                weapon.hands,
                weapon.draw_tokens,
                weapon.distribution.mean() + f64::from(weapon.flat),
            )
        };
        let free = (0..info.n_hands).filter(|&hand| it.in_hand[usize::from(hand)] == 0).count();
        let now = info
            .weapons
            .iter()
            .filter(|weapon| weapon.hands == 0)
            .map(|weapon| weapon.distribution.mean() + f64::from(weapon.flat))
            .fold(0.0, f64::max);
        let usable = state.turn.hands & rules.tokens(state, unit);
        let spare = usable.count_ones().saturating_sub(u32::from(it.primary && how != PickUp::Always));
        let wants = match how {
            PickUp::Never => false,
            PickUp::IfBetter => steps(mean) > steps(now),
            PickUp::Always => true,
        };
        let can = free >= usize::from(takes) && spare >= u32::from(tokens);
        (wants && can).then_some(PickedUp { item, takes, tokens })
    }

    /// MG-D22: whether an item lies within 5 feet, or within 5 feet of a cell that the unit's moves reach and
    /// to which it walks.
    fn come_to_item(&mut self, unit: UnitId, bit: usize) -> bool {
        let rules = self.rules;
        let (Some(board), Some(lies)) =
            (&rules.board_now(self.state), rules.lying_cell(self.state, unit, bit))
        else {
            return true;
        };
        let is_near = |cell: u32| board.distance(cell, lies) <= FEET;
        if is_near(self.state.unit(unit).cell) {
            return true;
        }
        let how = self.movement(unit);
        let most = self.cells_for(unit, self.walking_tokens(unit, how));
        if most == 0 {
            return false;
        }
        self.look_around(unit, false, self.horizon(most));
        let foes = Foes::of(rules, self.state, unit);
        let ways = self.state.scratch.reached(board);
        let near = ways.filter(|&(cell, cost)| cost <= most && is_near(cell) && !foes.are_in(cell));
        let Some((cell, _)) = near.min_by_key(|&(_, cost)| cost) else { return false };
        self.may(unit, ActionKind::Walk, None)
            && self.walk_to(unit, cell, most, None)
            && self.state.is_in(unit)
            && is_near(self.state.unit(unit).cell)
    }
}
