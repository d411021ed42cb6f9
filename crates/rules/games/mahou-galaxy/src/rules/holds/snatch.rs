//! Snatching, disarming and stripping (MG-56, MG-57, MG-D20).

use crate::choose::odds::{is_rare, steps};
use crate::choose::{AttackOption, With};
use crate::data::events::Event;
use crate::data::metrics::{DryBy, HandDryBy, Metric};
use crate::data::rulings::BlindApplies;
use crate::data::setup::{RollName, Skill, SkillSet, Stance};
use crate::data::tactics::{SkillChoice, SnatchResist};
use crate::dice::draws::Rolled;
use crate::rules::abilities::talk::ActionKind;
use crate::rules::attacks::attack::Resolved;
use crate::rules::numbers::RollContext;
use crate::state::{Hold, SHIELD, State};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// MG-56: the penalty on the roll for each hand that holds an item, and for each that is spent on holding on.
const PER_HAND: i32 = 5;
/// MG-56: a torso piece, and one that is crafted for its bearer.
const TORSO: i32 = 3;
const CRAFTED: i32 = 3;
/// MG-56: each part of the body beyond the first.
const PER_PART: i32 = 2;
/// MG-56: armour that has grown on its bearer.
const NATURAL: i32 = 20;

/// The thing that is snatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loot {
    /// An item in a hand, by its number there.
    Item(u8),
    /// The armour.
    Armor,
}

impl MahouGalaxy {
    /// MG-56: the armour of a unit that is not stripped.
    pub(crate) fn armor_of(&self, state: &State, unit: UnitId) -> u8 {
        if state.unit(unit).stripped { 0 } else { self.unit(unit).armor }
    }

    /// MG-56: the additional difficulty of snatching this.
    fn hold_of(&self, state: &State, unit: UnitId, loot: Loot) -> i32 {
        match loot {
            Loot::Item(item) => PER_HAND * self.hands_with(state, unit, item).count_ones() as i32,
            Loot::Armor => self.unit(unit).armor_fit,
        }
    }

    /// MG-56: the attack roll of a snatch with this stance.
    fn snatch_swing(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        stance: Stance,
        offhand: bool,
        loot: Loot,
    ) -> Option<AttackOption> {
        let unarmed = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        let less = if offhand { -1 } else { 0 };
        let (skill, dice) = self.best_skill(state, unit, unarmed, |_| less, SkillChoice::BestPool);
        if self.rulings.stance_needs_facet && !self.unit(unit).facets.has(skill) {
            return None;
        }
        let mut plus = self.grapple_size(unit, target, stance) - self.hold_of(state, target, loot)
            + self.rulings.gm_attack_mod.0
            + self.place_modifier(state, unit);
        if state.unit(unit).holds.has(target) {
            plus += 4;
        }
        if self.rulings.blind_applies == BlindApplies::All && self.is_blind(state, unit) {
            plus -= 6;
        }
        let in_line = self.attack_in_line(state, unit, target, stance);
        let what = RollContext { skill: true, hand: true, in_line };
        let pool = self.pool(state, unit, (stance.stat(), RollName::Snatch), dice, plus, what);
        let n = self.target_number(state, unit, target, stance);
        Some(AttackOption { with: With::Grapple, stance, pool, n, criticals: false, worth: 0.0, rolled: 0.0 })
    }

    /// MG-D12: the weapon of the greatest mean damage, then the armour, with the roll that takes it: with
    /// the stance of the tactic, else the one of the best chance; armour with Strength.
    fn loot_of(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        offhand: bool,
    ) -> Option<(Loot, AttackOption)> {
        let named = self.named_stance(state, unit, target);
        let chance = |swing: &AttackOption| self.odds.at_least(&swing.pool, swing.n);
        let weapon = self.best_droppable(state, target).filter(|it| it.0 != SHIELD).and_then(|(item, _)| {
            let loot = Loot::Item(item);
            let stances = Stance::ALL.into_iter().filter(|&stance| named.is_none_or(|it| it == stance));
            let swings =
                stances.filter_map(|stance| self.snatch_swing(state, unit, target, stance, offhand, loot));
            let best = swings.reduce(|a, b| if steps(chance(&b)) > steps(chance(&a)) { b } else { a })?;
            Some((loot, best))
        });
        let armor = || {
            let swing = self.snatch_swing(state, unit, target, Stance::Strong, offhand, Loot::Armor)?;
            (self.armor_of(state, target) > 0).then_some((Loot::Armor, swing))
        };
        let fits = |found: &(Loot, AttackOption)| !is_rare(chance(&found.1));
        weapon.filter(fits).or_else(|| armor().filter(fits))
    }

    /// MG-57: whether a unit still has the weapon that binds in this hold of its.
    pub(crate) fn has_bound(&self, state: &State, unit: UnitId, hold: Hold) -> bool {
        let weapons = &self.unit(unit).weapons;
        let weapon = usize::from(hold.weapon).checked_sub(1).and_then(|at| weapons.get(at));
        weapon.is_some_and(|weapon| weapon.hands == 0 || state.unit(unit).in_hand.contains(&hold.weapon))
    }

    /// The place of an item of another unit among the weapons of a unit that can take it.
    fn place_of_loot(&self, unit: UnitId, owner: UnitId, item: u8) -> Option<u8> {
        self.unit(unit)
            .weapons
            .iter()
            .position(|weapon| weapon.owner == Some((owner, item)))
            .map(|at| at as u8)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-56: snatches at a weapon or the armour of `target` with a hand token; whether it tried.
    pub(crate) fn snatch(&mut self, unit: UnitId, target: UnitId) -> bool {
        let rules = self.rules;
        let Some(hand) = self.special_hand(unit) else { return false };
        let offhand = !self.state.unit(unit).primary;
        let Some((loot, swing)) = rules.loot_of(self.state, unit, target, offhand) else { return false };
        if !self.may(unit, ActionKind::Grapple, Some(target)) {
            return false;
        }
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        let mut swing = swing;
        swing.pool.plus -= self.resist_snatch(unit, target, loot);
        self.note_attack(unit, target);
        self.obs.used(rules.grapple_action(unit));
        let (pool, stance, n) = (swing.pool, swing.stance, swing.n);
        self.obs.event(|| Event::Snatches { unit, target, loot, stance, pool, n });
        let out = self.resolve(unit, target, &swing, DryBy::Grapple, false);
        self.take_if(unit, target, loot, out);
        true
    }

    /// MG-57: the result of an escape out of a bind, as a roll that disarms the binder; whether there was
    /// something to take.
    pub(crate) fn disarm_binder(
        &mut self,
        unit: UnitId,
        binder: UnitId,
        hold: Hold,
        stance: Stance,
        escape: Rolled,
    ) -> bool {
        let (rules, item) = (self.rules, hold.weapon);
        if !rules.has_bound(self.state, binder, hold) {
            return false;
        }
        let loot = Loot::Item(item);
        let Some(swing) = rules.snatch_swing(self.state, unit, binder, stance, false, loot) else {
            return false;
        };
        if !rules.unit(binder).weapons[usize::from(item) - 1].droppable {
            return false;
        }
        let Rolled { value, faces } = escape;
        let roll = value - rules.hold_of(self.state, binder, loot);
        if roll < swing.n {
            return false;
        }
        let roll = roll - self.resist_snatch(unit, binder, loot);
        let (pool, n) = (swing.pool, swing.n);
        self.obs.event(|| Event::Snatches { unit, target: binder, loot, stance, pool, n });
        let n = self.answer_roll(unit, binder, &swing, n, roll);
        self.take_if(unit, binder, loot, Resolved { roll, faces, n });
        true
    }

    /// MG-56, MG-D20: the penalty on the roll by the owner's holding on.
    fn resist_snatch(&mut self, unit: UnitId, owner: UnitId, loot: Loot) -> i32 {
        let (rules, state) = (self.rules, &*self.state);
        let how = rules
            .unit(owner)
            .tactics
            .aimed
            .snatch_resist
            .choose(|fact| rules.fact(state, owner, Some(unit), fact));
        let Loot::Item(item) = loot else { return 0 };
        let it = state.unit(owner);
        let hands = 0..rules.unit(owner).n_hands;
        let can = |hand: &u8| rules.paying_hand(state, owner, *hand).is_some();
        let empty = hands.clone().filter(can).find(|&hand| it.in_hand[usize::from(hand)] == 0);
        let other = hands.filter(can).find(|&hand| it.in_hand[usize::from(hand)] != item);
        let hand = match how {
            SnatchResist::Never => None,
            SnatchResist::IfFree => empty,
            SnatchResist::Drop => empty.or(other),
        };
        let Some(hand) = hand else { return 0 };
        let held = it.in_hand[usize::from(hand)];
        if held != 0 {
            self.drop_item(owner, held);
        }
        self.spend_offhand(owner, hand, HandDryBy::Defence);
        self.obs.event(|| Event::HoldsOn { unit: owner });
        PER_HAND
    }

    /// MG-56: takes the item or the armour if the roll reaches the number.
    fn take_if(&mut self, unit: UnitId, owner: UnitId, loot: Loot, out: Resolved) {
        let (Resolved { roll, faces, n }, succeeds) = (out, out.hits());
        self.obs.add(unit, Metric::Snatches, u32::from(succeeds));
        self.obs.event(|| Event::Snatched { unit, faces, roll, n, succeeds });
        if !succeeds {
            return;
        }
        match loot {
            Loot::Armor => {
                self.state.unit_mut(owner).stripped = true;
                self.obs.event(|| Event::Stripped { unit: owner });
            }
            Loot::Item(item) => self.take_item(unit, owner, item),
        }
    }

    /// MG-56: an item goes into the hands of the unit that snatched it, if they are free and strike better
    /// with it than without; else to the ground beside its owner.
    pub(crate) fn take_item(&mut self, unit: UnitId, owner: UnitId, item: u8) {
        let rules = self.rules;
        self.strike_from_hands(owner, item);
        let Some(at) = rules.place_of_loot(unit, owner, item).filter(|&at| self.wants_loot(unit, owner, at))
        else {
            return self.lay_item(owner, item);
        };
        let bit = 1 << (item - 1).min(14);
        self.state.unit_mut(owner).dropped &= !bit;
        let mut left = rules.unit(unit).weapons[usize::from(at)].hands;
        let hands = 0..usize::from(rules.unit(unit).n_hands);
        for hand in self.state.unit_mut(unit).in_hand[hands].iter_mut() {
            if *hand == 0 && left > 0 {
                *hand = at + 1;
                left -= 1;
            }
        }
        self.obs.event(|| Event::PicksUp { unit, item: at + 1 });
    }

    /// MG-56: whether hands are free for an item of another unit, and strike better with it.
    fn wants_loot(&self, unit: UnitId, owner: UnitId, at: u8) -> bool {
        let rules = self.rules;
        let hands = 0..usize::from(rules.unit(unit).n_hands);
        let free = hands.filter(|&hand| self.state.unit(unit).in_hand[hand] == 0);
        if free.count() < usize::from(rules.unit(unit).weapons[usize::from(at)].hands) {
            return false;
        }
        let now = rules.greatest_worth(self.state, unit, owner);
        let with = rules.best_swing(self.state, unit, owner, With::Weapon(at), false);
        with.is_some_and(|swing| swing.rank() > now)
    }

    /// Drops everything that a unit took from others, when it goes out.
    pub(crate) fn return_loot(&mut self, unit: UnitId) {
        if !self.rules.reads.loot {
            return;
        }
        for hand in 0..usize::from(self.rules.unit(unit).n_hands) {
            let item = self.state.unit(unit).in_hand[hand];
            let is_loot = |item: u8| self.rules.unit(unit).weapons[usize::from(item) - 1].owner.is_some();
            if item != 0 && item != SHIELD && is_loot(item) {
                self.drop_item(unit, item);
            }
        }
    }
}

/// MG-56: the additional difficulty of taking off a suit of armour, compared with a thing in no hand.
pub(crate) fn fit(parts: u8, torso: bool, crafted: bool, natural: bool) -> i32 {
    let of = |is: bool, n: i32| if is { n } else { 0 };
    of(torso, TORSO) + PER_PART * (i32::from(parts) - 1) + of(crafted, CRAFTED) + of(natural, NATURAL)
}
