//! Tactics: whom a unit attacks, with what and from where (D-04, D-13, D-15 to D-17, and line 3 of the
//! script of a turn).

use super::act::Turn;
use super::board::At;
use super::defend::Coming;
use super::setup::Cover;
use super::state::State;
use super::tactics::{
    AbilityChoice, AreaChoice, Fact, HelplessChoice, MoveChoice, Tactic, TargetChoice, WeaponChoice,
};
use super::vocabulary::{Band, Status, Statuses};
use super::{AreaOf, Cardinal, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::tactics::when::When;

/// An attack that a unit could make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) target: UnitId,
    pub(super) arm: usize,
    /// The square from which it is made, and the paces to it.
    pub(super) at: At,
    pub(super) paces: u16,
}

/// The paces of the sets of reach: standing, after Stride, after Stride and Dash.
pub(super) type Budgets = [u16; 3];

/// An area as it would be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub(super) targets: UnitSet,
    pub(super) centre: At,
    pub(super) net: f64,
}

impl Cardinal {
    /// CA-27: those who are helpless and not past harm.
    fn is_helpless(held: Statuses) -> bool {
        held.any(Statuses::OUT) && !held.any(Statuses::DEAD)
    }

    /// D-16: whether its tactics let a unit use an ability on somebody.
    pub(super) fn wants_ability(&self, state: &State, unit: UnitId, target: Option<UnitId>) -> bool {
        let plan = &self.unit(unit).tactics.ability;
        match plan.choose_if(|when| self.holds(state, unit, target, when)) {
            AbilityChoice::Listed => true,
            AbilityChoice::Never => false,
            AbilityChoice::Save => target.is_some_and(|target| {
                self.hostiles(state, unit).has(target)
                    && !state.of(target).any(Statuses::OUT.or(Statuses::AFRAID))
                    && self.wounds(state, target) == 0
            }),
        }
    }

    /// Whether an arm may be tried on somebody at all: usable, wanted, and to effect.
    fn may_try(&self, state: &State, coming: Coming) -> bool {
        let Coming { unit, arm, target, .. } = coming;
        if !self.is_usable(state, unit, arm) {
            return false;
        }
        if let Some(ability) = self.unit(unit).arms[arm].ability {
            let skill = &self.unit(unit).abilities[usize::from(ability)];
            let holds = |when: &When<Fact>| self.holds(state, unit, Some(target), when);
            if !skill.ability.when.as_ref().is_none_or(holds)
                || !self.wants_ability(state, unit, Some(target))
                || skill.ability.timing != super::vocabulary::Timing::Action
            {
                return false;
            }
        }
        self.can_matter(state, coming)
    }

    /// D-17: the best area of an arm from a square; `None` without one that is worth it.
    pub(super) fn lay(&self, state: &State, unit: UnitId, arm: usize, from: At) -> Option<Laid> {
        let info = &self.unit(unit).arms[arm];
        let hostiles = self.attackable(state, self.hostiles(state, unit));
        let plan = &self.unit(unit).tactics.area;
        // What each is worth does not hang on the centre: those who are out count for nothing.
        let mut worth = [0.0; MAX_UNITS];
        for target in state.standing(self.everyone) {
            let expected = self.expected(state, Coming { unit, arm, target, from, aimed: false });
            worth[target.idx()] = if hostiles.has(target) { expected } else { -expected };
        }
        let net = |targets: UnitSet| -> f64 { targets.into_iter().map(|target| worth[target.idx()]).sum() };
        let (radius, pick) = match info.area? {
            AreaOf::Near => {
                let near = Band::Near.paces();
                let met = |&foe: &UnitId| {
                    self.distance_to(state, from, foe) <= near && self.sees_from(state, from, foe)
                };
                let targets: UnitSet = hostiles.into_iter().filter(met).collect();
                let net = net(targets);
                return (net > 0.0).then_some(Laid { targets, centre: from, net });
            }
            AreaOf::Sphere { radius, pick } => (radius, pick),
        };
        let hits_allies = self.rulings.area_hits_allies;
        let meets = |centre: At, first: Option<UnitId>| -> UnitSet {
            let all = self.attackable(state, self.everyone);
            let all = if hits_allies { all } else { all.and(hostiles) };
            let within = |&other: &UnitId| match &self.board {
                Some(board) => {
                    let at = state.unit(other).at();
                    at == centre || radius > 0 && board.distance(centre, at) <= radius
                }
                None => radius > 0 || first == Some(other),
            };
            let met: UnitSet = all.into_iter().filter(within).collect();
            if !pick {
                return met;
            }
            // Exactly the hostiles whom it would hurt.
            met.and(hostiles).into_iter().filter(|&foe| net(UnitSet::one(foe)) > 0.0).collect()
        };
        let choice = plan.choose_if(|when| self.holds(state, unit, None, when));
        let own = self.friends(state, unit).or(UnitSet::one(unit));
        let mut best: Option<(Laid, [f64; 3])> = None;
        let mut look = |centre: At, first: Option<UnitId>| {
            let targets = meets(centre, first);
            let net = net(targets);
            let n_own = targets.and(own).len();
            let worth = match choice {
                AreaChoice::Most => f64::from(targets.and(hostiles).len()),
                AreaChoice::Safe if n_own > 0 => return,
                AreaChoice::Net | AreaChoice::Safe => net,
            };
            if worth <= 0.0 {
                return;
            }
            let distance = self.board.as_ref().map_or(1, |board| board.distance(from, centre));
            let value = [worth, -f64::from(n_own), -f64::from(distance)];
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((Laid { targets, centre, net }, value));
            }
        };
        match &self.board {
            None => hostiles.into_iter().for_each(|foe| look(from, Some(foe))),
            Some(board) => {
                for centre in board.all() {
                    let far = board.distance(from, centre) > info.range && centre != from;
                    let near = |foe: UnitId| board.distance(centre, state.unit(foe).at()) <= radius.max(1);
                    if !far && hostiles.into_iter().any(near) && board.sees(from, centre) {
                        look(centre, None);
                    }
                }
            }
        }
        best.map(|(laid, _)| laid)
    }

    /// CA-27: of these units those whom an attack may meet.
    fn attackable(&self, state: &State, units: UnitSet) -> UnitSet {
        let standing = state.standing(units);
        if self.rulings.attack_helpless == super::rulings::AttackHelpless::Never {
            return standing;
        }
        units
            .into_iter()
            .filter(|&unit| !state.of(unit).any(Statuses::DEAD))
            .collect::<UnitSet>()
            .or(standing)
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-15: the paces of the three sets of reach.
    pub(super) fn budgets(&self, unit: UnitId, turn: &Turn) -> Budgets {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let holds = plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == MoveChoice::Hold;
        if rules.board.is_none() || holds {
            return [0; 3];
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if self.may_dash_and_attack(unit, turn) { rules.dash(self.state, unit) } else { 0 };
        [0, stride, if dash > 0 { stride + dash } else { stride }]
    }

    /// Line 3: the attack that the unit makes; `None` without a candidate.
    pub(super) fn find_attack(&mut self, unit: UnitId, turn: &Turn) -> Option<Pick> {
        let rules = self.rules;
        let budgets = self.budgets(unit, turn);
        if rules.board.is_some() {
            self.flood_from(unit, budgets[2]);
        }
        let held = self.state.of(unit);
        if held.any(Statuses::RAGING) {
            let mut foes = rules.hostiles(self.state, unit);
            if held.has(Status::Berserk) {
                foes = rules.everyone;
                foes.remove(unit);
            }
            let foes = self.state.standing(foes);
            return self.in_sets(unit, turn, TargetChoice::Nearest, foes, budgets, 3);
        }
        let hostiles = rules.hostiles(self.state, unit);
        let tactics = &rules.unit(unit).tactics;
        let entries = tactics.target.entries.iter().map(|entry| (entry.what, entry.when.as_ref()));
        let last = [(TargetChoice::default(), None)];
        for (choice, when) in entries.chain(last) {
            let fits = |foe: &UnitId| when.is_none_or(|when| rules.holds(self.state, unit, Some(*foe), when));
            let foes: UnitSet = self.state.standing(hostiles).into_iter().filter(fits).collect();
            let found = match choice {
                TargetChoice::AbleFirst | TargetChoice::ReelingFirst => {
                    let able = self.state.able(foes);
                    self.in_sets(unit, turn, choice, able, budgets, 3)
                        .or_else(|| self.in_sets(unit, turn, choice, foes.without(able), budgets, 2))
                }
                _ => self.in_sets(unit, turn, choice, foes, budgets, 3),
            };
            if found.is_some() {
                return found;
            }
        }
        let spares = |foe: &UnitId| {
            tactics.helpless.choose_if(|when| rules.holds(self.state, unit, Some(*foe), when))
                == HelplessChoice::Finish
        };
        let helpless = |foe: &UnitId| Cardinal::is_helpless(self.state.of(*foe)) && spares(foe);
        let foes: UnitSet = hostiles.into_iter().filter(helpless).collect();
        self.in_sets(unit, turn, TargetChoice::AbleFirst, foes, budgets, 2)
    }

    /// Among these foes the one to attack, in the first of so many sets of reach that has one.
    fn in_sets(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        choice: TargetChoice,
        foes: UnitSet,
        budgets: Budgets,
        n_sets: usize,
    ) -> Option<Pick> {
        if foes.is_empty() {
            return None;
        }
        let rules = self.rules;
        let tactics = &rules.unit(unit).tactics;
        let one_set =
            tactics.tactic.choose_if(|when| rules.holds(self.state, unit, None, when)) == Tactic::DashAttack;
        let seeks = tactics.movement.choose_if(|when| rules.holds(self.state, unit, None, when))
            == MoveChoice::SeekCover;
        for set in 0..n_sets {
            // Sets that are one with the next are passed over.
            if set + 1 < n_sets && (one_set || seeks && set == 0)
                || set > 0 && budgets[set] == budgets[set - 1] && !one_set && !seeks
            {
                continue;
            }
            let mut picks = [None; MAX_UNITS];
            let mut found = UnitSet::default();
            for foe in foes {
                let pick = self.pick_on(unit, turn, foe, budgets[set], seeks.then_some(budgets[1]));
                if pick.is_some() {
                    found.insert(foe);
                }
                picks[foe.idx()] = pick;
            }
            if !found.is_empty() {
                let target = self.choose_target(unit, turn, choice, found, &picks);
                return picks[target.idx()];
            }
        }
        None
    }

    /// How a unit attacks somebody within so many paces: the weapon by D-15, the square that needs the fewest.
    fn pick_on(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        target: UnitId,
        budget: u16,
        seeks: Option<u16>,
    ) -> Option<Pick> {
        let rules = self.rules;
        let aimed = turn.aim == Some(target);
        let arms = &rules.unit(unit).arms;
        let weapons = rules.unit(unit).n_weapons;
        let how = {
            let plan = &rules.unit(unit).tactics.weapon;
            plan.choose_if(|when| rules.holds(self.state, unit, Some(target), when))
        };
        let mut best: Option<(Pick, f64)> = None;
        for (arm, prepared) in arms.iter().enumerate() {
            // A weapon that works comes before the abilities, which D-16 weighs against it.
            if arm >= weapons && best.is_some() {
                break;
            }
            let here = self.state.unit(unit).at();
            let coming = Coming { unit, arm, target, from: here, aimed };
            if !rules.may_try(self.state, coming) {
                continue;
            }
            let Some((at, paces)) = self.square_for(unit, arm, target, budget, seeks) else { continue };
            if arm >= weapons && prepared.area.is_some() && rules.lay(self.state, unit, arm, at).is_none() {
                continue;
            }
            let pick = Pick { target, arm, at, paces };
            if how == WeaponChoice::Listed {
                return Some(pick);
            }
            let expected = rules.expected(self.state, Coming { from: at, ..coming });
            if best.is_none_or(|(_, most)| expected > most) {
                best = Some((pick, expected));
            }
        }
        best.map(|(pick, _)| pick)
    }

    /// The square within so many paces from which an arm reaches somebody: fewest paces, then best cover, then
    /// lowest row and column. Who seeks cover looks for the best within its Stride first.
    fn square_for(
        &self,
        unit: UnitId,
        arm: usize,
        target: UnitId,
        budget: u16,
        seeks: Option<u16>,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let here = self.state.unit(unit).at();
        let Some(board) = &rules.board else { return Some((here, 0)) };
        if budget == 0 {
            return rules.reaches(self.state, unit, arm, target, here).then_some((here, 0));
        }
        let scratch = &self.state.scratch;
        let foe_at = self.state.unit(target).at();
        // A pace brings nobody nearer by more than two, however distance is measured.
        if board.distance(here, foe_at) > rules.unit(unit).arms[arm].range + 2 * u32::from(budget) {
            return None;
        }
        /// How good a square is: the larger, the better.
        type Merit = (bool, u16, core::cmp::Reverse<Cover>, u16, u16);
        let mut best: Option<((At, u16), Merit)> = None;
        for n in 0..scratch.n_reached() {
            let (at, paces, is_free) = scratch.nth(board, n);
            if paces > budget || seeks.is_none() && best.is_some_and(|((_, least), _)| paces > least) {
                break;
            }
            let free = is_free || at == here;
            if !free
                || !rules.may_go(&self.state.units, unit, at)
                || !rules.reaches(self.state, unit, arm, target, at)
            {
                continue;
            }
            let cover = board.cover(at, foe_at);
            let first = match seeks {
                // Within the Stride cover counts before paces.
                Some(stride) if paces <= stride => (false, 0, core::cmp::Reverse(cover), at.1, at.0),
                Some(_) => (true, paces, core::cmp::Reverse(cover), at.1, at.0),
                None => (false, paces, core::cmp::Reverse(cover), at.1, at.0),
            };
            let better = match best {
                None => true,
                Some(((_, least), value)) => {
                    first < value
                        || first.0 == value.0 && first.1 == value.1 && first.2 == value.2 && paces < least
                }
            };
            if better {
                best = Some(((at, paces), first));
            }
        }
        best.map(|(square, _)| square)
    }

    /// D-04: one of these foes, of whom there is at least one.
    fn choose_target(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        choice: TargetChoice,
        among: UnitSet,
        picks: &[Option<Pick>; MAX_UNITS],
    ) -> UnitId {
        if among.len() == 1 {
            return among.first();
        }
        let rules = self.rules;
        if choice == TargetChoice::Random {
            return among.nth(self.dice.below(by(unit, Purpose::Choice), among.len()));
        }
        let state = &*self.state;
        let afraid = |foe: UnitId| f64::from(u8::from(state.of(foe).any(Statuses::AFRAID)));
        let coming = |foe: UnitId| {
            picks[foe.idx()].map(|pick| Coming {
                unit,
                arm: pick.arm,
                target: foe,
                from: pick.at,
                aimed: turn.aim == Some(foe),
            })
        };
        // The least value; of equals the able before the Afraid, then listed order.
        let value = |foe: UnitId| -> f64 {
            match choice {
                TargetChoice::AbleFirst | TargetChoice::Random => afraid(foe),
                TargetChoice::ReelingFirst => {
                    2.0 * afraid(foe) - f64::from(u8::from(state.of(foe).has(Status::Reeling)))
                }
                TargetChoice::Weakest => {
                    let reeling = u32::from(state.of(foe).has(Status::Reeling));
                    -f64::from(2 * rules.wounds(state, foe) + reeling)
                }
                TargetChoice::Nearest => f64::from(rules.distance(state, unit, foe)),
                TargetChoice::BestOdds => coming(foe).map_or(0.0, |coming| -rules.p_hit(state, coming)),
                TargetChoice::BestDamage => coming(foe).map_or(0.0, |coming| -rules.expected(state, coming)),
                TargetChoice::MostDangerous => -rules.danger(state, foe, unit),
            }
        };
        let mut best = (among.first(), (f64::INFINITY, f64::INFINITY));
        for foe in among {
            let its = (value(foe), afraid(foe));
            if its < best.1 {
                best = (foe, its);
            }
        }
        best.0
    }
}

impl Cardinal {
    /// D-04 `most_dangerous`: E of the first usable weapon of a foe on this unit; 0 for the Afraid and the
    /// unarmed.
    fn danger(&self, state: &State, foe: UnitId, unit: UnitId) -> f64 {
        if state.of(foe).any(Statuses::AFRAID) {
            return 0.0;
        }
        let arms = 0..self.unit(foe).arms.len();
        let first = arms.into_iter().find(|&arm| self.is_usable(state, foe, arm));
        first.map_or(0.0, |arm| {
            let from = state.unit(foe).at();
            self.expected(state, Coming { unit: foe, arm, target: unit, from, aimed: false })
        })
    }
}
