//! An activation (SB-05, SB-06, D-05, D-06, D-10): fuses, the Move and the Attack/Ability action in the
//! order of the decisions.

use crate::choose::{Choice, What};
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::Actions;
use crate::data::tactics::{FuseChoice, MoveChoice, Poisoned, Target as Aim, UnfuseChoice};
use crate::data::vocabulary::{ActionUse, Ban, Status};
use crate::state::count;
use crate::{Play, Stonebound};
use fray_engine::draw::Chance;
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::UnitId;

/// The most abilities of one kind of action in an activation: a bound of loops (D-05).
const MOST_USES: usize = 20;

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// One activation of a living unit.
    pub(crate) fn activate(&mut self, unit: UnitId) {
        let rules = self.rules;
        self.obs.activation(unit);
        self.obs.add(unit, Metric::Activations, 1);
        (self.did, self.moved) = (false, false);
        self.obs.event(|| {
            let it = self.state.unit(unit);
            let defences = [crate::data::vocabulary::Stat::Pd, crate::data::vocabulary::Stat::Sd]
                .map(|stat| rules.stat(self.state, unit, stat));
            Event::Acts { unit, at: it.at, hp: it.hp.into(), pd: defences[0], sd: defences[1] }
        });
        self.state.frozen = Some((unit, self.thaw(unit)));
        self.state.unit_mut(unit).once = 0;
        if rules.sleeps(self.state, unit) {
            self.obs.add(unit, Metric::Slept, 1);
            self.obs.event(|| Event::Sleeps { unit });
            self.obs.turn_used(unit, TurnUse::Unable);
            self.obs.activation_over(unit);
            return;
        }
        self.give_up_fuse(unit);
        let mut used = 0;
        self.no_actions(unit, &mut used);
        let acts = !self.set_fuses(unit);
        self.main_actions(unit, acts);
        if self.can_go_on(unit) {
            self.no_actions(unit, &mut used);
        }
        if !self.did && !self.moved {
            self.obs.event(|| Event::Idles { unit });
        }
        let bans = rules.bans(self.state, unit);
        let is_barred = bans.has(Ban::Attack)
            && (bans.has(Ban::Ability) || rules.is_under(self.state, unit, Status::SILENCE));
        self.report_use(unit, !is_barred);
        self.obs.activation_over(unit);
    }

    fn can_go_on(&self, unit: UnitId) -> bool {
        self.state.stands(unit) && !self.is_over()
    }

    /// D-10: a fuse is given up.
    fn give_up_fuse(&mut self, unit: UnitId) {
        let rules = self.rules;
        let info = rules.unit(unit);
        if info.fuses.is_empty() || self.state.unit(unit).lying == 0 {
            return;
        }
        let plan = &info.tactics.unfuse;
        if plan.choose(|fact| rules.fact(self.state, unit, None, fact)) == UnfuseChoice::Never {
            return;
        }
        let side = rules.side_of(unit);
        let can_pay = info.skills.iter().any(|skill| {
            skill.ability.is_used() && rules.payment(self.state, unit, &skill.ability).is_some()
        });
        let held = rules.cards_in_fuses(self.state, side);
        if can_pay || 2 * held < rules.sides[side].hand_max {
            return;
        }
        let lying = self.state.unit(unit).lying;
        if let Some(&last) = info.fuses.iter().rev().find(|at| lying >> **at & 1 != 0) {
            self.given_up = Some(last);
            self.remove_fuse(unit, last);
            self.state.is_loud = true;
        }
    }

    /// SB-06: abilities marked No Action, in list order, as long as they gain, `used` of them before.
    fn no_actions(&mut self, unit: UnitId, used: &mut usize) {
        let rules = self.rules;
        for at in 0..rules.unit(unit).skills.len() as u8 {
            let ability = &rules.unit(unit).skills[at as usize].ability;
            if !ability.is_used() || ability.takes() != ActionUse::None {
                continue;
            }
            while *used < MOST_USES && self.can_go_on(unit) {
                let mind = rules.mind(self.state, unit, 0);
                if !mind.is_usable(at) {
                    break;
                }
                let choice = mind.option(at, mind.target(mind.candidates()));
                let Some(choice) = choice.filter(|choice| choice.judged.gain.is_positive()) else {
                    break;
                };
                self.use_skill(unit, at, &choice);
                *used += 1;
            }
        }
    }

    /// D-06: sets fuses; whether that took the Attack/Ability action.
    fn set_fuses(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let info = rules.unit(unit);
        if info.fuses.is_empty()
            || rules.is_under(self.state, unit, Status::SILENCE)
            || rules.bans(self.state, unit).has(Ban::Fuse)
        {
            return false;
        }
        let how = info.tactics.fuse.choose(|fact| rules.fact(self.state, unit, None, fact));
        let reserve = match how {
            FuseChoice::Never => return false,
            FuseChoice::Reserve(n) => u32::from(n),
            FuseChoice::Priority | FuseChoice::All => 0,
        };
        // SB-06: the Attack/Ability action is taken once, by one fuse that needs it or by the fuses that are set.
        let (mut has_fused, mut by_fusing, mut by_one) = (false, false, false);
        for &at in &info.fuses {
            let ability = &info.skills[at as usize].ability;
            let it = self.state.unit(unit);
            let is_spent = ability.uses.is_some_and(|most| it.uses[at as usize] >= most);
            let holds = ability.when.as_ref().is_none_or(|when| {
                ability.moment().is_some() || when.holds(|fact| rules.fact(self.state, unit, None, fact))
            });
            if it.lying >> at & 1 != 0 || is_spent || !holds || self.given_up == Some(at) {
                continue;
            }
            let is_fusing = ability.takes() == ActionUse::Fuse;
            match ability.takes() {
                ActionUse::AttackAbility if by_fusing || by_one => continue,
                ActionUse::Fuse if by_one && rules.rulings.actions == Actions::MoveAttack => continue,
                ActionUse::Fuse if has_fused && rules.rulings.fuses_per_action.0 => continue,
                _ => {}
            }
            let Some(paid) = rules.payment(self.state, unit, ability) else { continue };
            let cards: u8 = paid.iter().sum();
            if count(&self.state.hands[rules.side_of(unit)]) < reserve + u32::from(cards) {
                continue;
            }
            self.set_fuse(unit, at, paid);
            has_fused |= is_fusing;
            by_fusing |= is_fusing && rules.rulings.actions == Actions::MoveAttack;
            by_one |= ability.takes() == ActionUse::AttackAbility;
        }
        by_fusing || by_one
    }

    /// D-03 to D-05: the Attack/Ability action and the Move.
    fn main_actions(&mut self, unit: UnitId, acts: bool) {
        let rules = self.rules;
        // Whom it acted on, once it has acted.
        let mut acted: Option<Option<UnitId>> = None;
        for _ in 0..MOST_USES {
            if !acts || !self.can_go_on(unit) {
                break;
            }
            let Some(choice) = self.choose(unit, acted.is_some()) else { break };
            let moved = self.moved;
            if self.carry_out(unit, &choice) {
                acted = Some(choice.target);
            } else if moved == self.moved {
                break;
            } else {
                // What its Move set off has changed what is possible: it decides anew from where it stands.
                continue;
            }
            if choice.what == What::Standard || rules.rulings.abilities_per_activation.0 {
                break;
            }
        }
        if self.can_go_on(unit) {
            self.go_anyway(unit, acts, acted);
        }
    }

    /// Returns the next action of the unit, with its targets; after the first action abilities with a gain
    /// alone.
    fn choose(&mut self, unit: UnitId, is_later: bool) -> Option<Choice> {
        let rules = self.rules;
        let mv = if self.moved { 0 } else { rules.wants_mv(self.state, unit) };
        let info = rules.unit(unit);
        let aim = info.tactics.target.choose(|fact| rules.fact(self.state, unit, None, fact));
        let mut mind = rules.mind(self.state, unit, mv);
        let candidates = mind.candidates();
        let target = if aim == Aim::Random {
            let picked = self.pick_target(unit, candidates, info.kind);
            mind = rules.mind(self.state, unit, mv);
            picked
        } else {
            mind.target_by(aim, candidates, info.kind)
        };
        mind.decide(target, &mut |what, judged| {
            !is_later || matches!(what, What::PreparedAbility(_)) && judged.gain.is_positive()
        })
    }

    /// Goes where the action is possible, and does it (SB-17, D-04). Whether it did.
    fn carry_out(&mut self, unit: UnitId, choice: &Choice) -> bool {
        let rules = self.rules;
        let is_teleport = match choice.what {
            What::PreparedAbility(at) => {
                let ability = &rules.unit(unit).skills[at as usize].ability;
                ability.falls_on() == crate::data::vocabulary::Target::EmptySquare
            }
            What::Standard => false,
        };
        if !is_teleport {
            self.walk_to(unit, choice.to);
        }
        if !self.can_go_on(unit) {
            return false;
        }
        // What its Move set off may have moved it or its target, or felled that.
        let is_near = |target: UnitId| match &rules.board {
            Some(board) if target != unit && !is_teleport => {
                board.in_range(self.state.unit(unit).at, self.state.unit(target).at, choice.range)
            }
            _ => true,
        };
        if choice.target.is_some_and(|target| !is_near(target)) {
            return false;
        }
        match choice.what {
            What::Standard => {
                let Some(target) = choice.target.filter(|&target| self.state.stands(target)) else {
                    return false;
                };
                self.did = true;
                self.attack(rules.free_attack(unit), target);
                true
            }
            What::PreparedAbility(at) => self.use_skill(unit, at, choice),
        }
    }

    /// Moves without an action or after one: a retreat, an approach, a step off a hazard. `acts`: whether it
    /// had its Attack/Ability action; `acted`: whether it took it, and on whom. Fuses and abilities marked No
    /// Action leave its Move alone (SB-06).
    fn go_anyway(&mut self, unit: UnitId, acts: bool, acted: Option<Option<UnitId>>) {
        let rules = self.rules;
        let mv = rules.wants_mv(self.state, unit);
        let Some(board) = rules.board.as_ref().filter(|_| !self.moved && mv > 0) else { return };
        let mind = rules.mind(self.state, unit, mv);
        let here = self.state.unit(unit).at;
        let target = acted.flatten().filter(|&target| rules.are_enemies(unit, target));
        let target = target.or_else(|| rules.nearest_by_air(self.state, unit));
        let how = rules.unit(unit).aim.moves.choose(|fact| rules.fact(self.state, unit, target, fact));
        // A fuse that took the action is the action of who has an enemy in range.
        let is_done = acted.is_some()
            || !acts
                && target
                    .is_some_and(|target| board.in_range(here, self.state.unit(target).at, mind.own as u16));
        let waits = || {
            rules.is_under(self.state, unit, Status::POISON)
                && self.state.quiet == 0
                && rules.unit(unit).tactics.poisoned.choose(|fact| rules.fact(self.state, unit, None, fact))
                    == Poisoned::InRange
        };
        let to = if is_done && how == MoveChoice::Kite {
            mind.retreat()
        } else if is_done || waits() {
            None
        } else {
            mind.approach().filter(|&to| to != here)
        };
        if let Some(to) = to.or_else(|| mind.step_off()).filter(|&to| to != here) {
            self.walk_to(unit, to);
        }
    }
}
