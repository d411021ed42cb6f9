//! Tactics: whom a unit could attack, with what and from where (D-13, D-15, D-16, and line 3 of the script of a
//! turn).

pub(crate) mod afraid;
pub(crate) mod approach;
pub(crate) mod area;
pub(crate) mod script;
pub(crate) mod targets;
pub(crate) mod weigh;

use crate::board::At;
use crate::choose::area::AreaPlacement;
use crate::data::setup::Cover;
use crate::data::tactics::{
    AbilityChoice, Fact, HelplessChoice, MoveChoice, Tactic, TargetChoice, WeaponChoice,
};
use crate::data::vocabulary::{Status, Statuses};
use crate::rules::attacks::defend::AttackSpec;
use crate::rules::turns::act::{Act, Turn};
use crate::state::State;
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::tactics::when::When;

/// An attack that a unit could make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackOption {
    pub(crate) target: UnitId,
    pub(crate) weapon: usize,
    /// The square from which it is made, and the paces to it.
    pub(crate) at: At,
    pub(crate) paces: u16,
}

/// The targets that the areas of a unit would meet from the squares that it looked at (D-17): the same for
/// every unit that it looks for.
#[derive(Clone, Debug)]
struct Layings {
    known: [Option<(usize, At, UnitSet)>; Self::MOST],
}

impl Layings {
    /// The squares of a block of eight by eight have places of their own.
    const MOST: usize = 64;

    fn new() -> Self {
        Self { known: [None; Self::MOST] }
    }

    fn targets(&mut self, weapon: usize, from: At, lay: impl FnOnce() -> UnitSet) -> UnitSet {
        let place = (usize::from(from.0 % 8) + 8 * usize::from((from.1 + from.2) % 8) + weapon) % Self::MOST;
        match self.known[place] {
            Some((known, at, targets)) if (known, at) == (weapon, from) => targets,
            _ => {
                let targets = lay();
                self.known[place] = Some((weapon, from, targets));
                targets
            }
        }
    }
}

/// The sets of reach: standing, after Stride, after Stride and Dash, or after Fly.
#[derive(Clone, Copy, Debug)]
struct MoveBudgets {
    /// The paces of each.
    paces: [u16; 3],
    /// For who Flies in the last of them the least height.
    wings: Option<u16>,
    /// Whether the last comes first: who is to be higher Flies before all else.
    rises: bool,
}

impl MoveBudgets {
    /// The most paces on foot.
    fn walk(&self) -> u16 {
        if self.wings.is_some() { self.paces[1] } else { self.paces[2] }
    }
}

/// The distance that a unit may go for an attack, and in the air from which height on.
#[derive(Clone, Copy, Debug)]
struct ReachQuery {
    paces: u16,
    air: Option<u16>,
    /// The paces of the Stride; beyond them a move is an action.
    stride: u16,
    /// Whether the unit looks for cover within its Stride.
    seeks: bool,
}

impl ReachQuery {
    /// The query for the square on which the unit stands, and no other.
    const HERE: Self = Self { paces: 0, air: None, stride: 0, seeks: false };
}

impl Cardinal {
    /// CA-27: those who are helpless and not past harm.
    fn is_helpless(held: Statuses) -> bool {
        held.any(Statuses::OUT) && !held.any(Statuses::DEAD)
    }

    /// D-16: whether its tactics let a unit use an ability on somebody.
    pub(crate) fn wants_ability(&self, state: &State, unit: UnitId, target: Option<UnitId>) -> bool {
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

    /// Returns whether a weapon may be tried on somebody at all: usable, wanted, and to effect.
    fn may_try(&self, state: &State, coming: AttackSpec) -> bool {
        let AttackSpec { unit, weapon, target, .. } = coming;
        if !self.is_usable(state, unit, weapon) {
            return false;
        }
        if let Some(ability) = self.unit(unit).weapons[weapon].ability {
            let skill = &self.unit(unit).abilities[usize::from(ability)];
            let holds = |when: &When<Fact>| self.holds(state, unit, Some(target), when);
            if !skill.ability.when.as_ref().is_none_or(holds)
                || !self.wants_ability(state, unit, Some(target))
                || skill.ability.timing != crate::data::vocabulary::Timing::Action
            {
                return false;
            }
        }
        self.can_matter(state, coming)
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-15, CA-56: the three sets of reach.
    fn sets(&self, unit: UnitId, turn: &Turn) -> MoveBudgets {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let holds = plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == MoveChoice::Hold;
        if rules.board.is_none() || holds {
            return MoveBudgets { paces: [0; 3], wings: None, rises: false };
        }
        let height = self.state.unit(unit).height;
        let wings = rules.wings(self.state, unit).filter(|_| self.may_go_and_attack(unit, turn, Act::Fly));
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        if rules.unit(unit).flies && (wings.is_some() || height > 0) {
            let most = if wings.is_some() { rules.dash(self.state, unit) } else { 0 };
            let rises = wings.is_some_and(|least| height > 0 && height < least || height == 0 && least > 1);
            return MoveBudgets { paces: [0, stride, most], wings, rises };
        }
        let dashes = self.may_go_and_attack(unit, turn, Act::Dash);
        let dash = if dashes { rules.dash(self.state, unit) } else { 0 };
        MoveBudgets { paces: [0, stride, stride + dash], wings: None, rises: false }
    }

    /// D-16: what takes the place of the Attack: the first listed ability that is worth more.
    pub(crate) fn weigh_abilities(
        &self,
        unit: UnitId,
        turn: &Turn,
        pick: AttackOption,
    ) -> (usize, Option<AreaPlacement>) {
        let rules = self.rules;
        let it = rules.unit(unit);
        let target = pick.target;
        let from = self.state.unit(unit).at();
        let coming =
            |weapon| AttackSpec { unit, weapon, target, from, centre: None, aimed: turn.aim == Some(target) };
        let is_weapon = pick.weapon < it.n_weapons;
        if it.weapons.len() == it.n_weapons {
            return (pick.weapon, None);
        }
        let least = if is_weapon { rules.expected(self.state, coming(pick.weapon)) } else { 0 };
        for weapon in it.n_weapons..it.weapons.len() {
            // An area has targets of its own, for each of whom its conditions are judged.
            let is_area = it.weapons[weapon].area.is_some();
            if !rules.is_usable(self.state, unit, weapon)
                || !is_area && !rules.wants_ability(self.state, unit, Some(target))
            {
                continue;
            }
            let Some(ability) = it.weapons[weapon].ability.map(usize::from) else { continue };
            let skill = &it.abilities[ability];
            let holds = |when| is_area || rules.holds(self.state, unit, Some(target), when);
            if skill.ability.timing != crate::data::vocabulary::Timing::Action
                || !skill.ability.when.as_ref().is_none_or(holds)
                || !self.may_take_n(unit, turn, Act::Attack, rules.action_cost(unit, ability))
            {
                continue;
            }
            if is_area {
                if let Some(laid) = rules.lay(self.state, unit, weapon, from, turn.aim)
                    && laid.net > least
                {
                    return (weapon, Some(laid));
                }
            } else if rules.reaches(self.state, unit, weapon, target, from)
                && rules.expected(self.state, coming(weapon)) > least
            {
                return (weapon, None);
            }
        }
        (pick.weapon, rules.lay(self.state, unit, pick.weapon, from, turn.aim))
    }

    /// Line 3: the attack that the unit makes; `None` without a candidate.
    pub(crate) fn find_attack(&mut self, unit: UnitId, turn: &Turn) -> Option<AttackOption> {
        let rules = self.rules;
        let sets = self.sets(unit, turn);
        let held = self.state.of(unit);
        if held.any(Statuses::RAGING) {
            let mut foes = rules.hostiles(self.state, unit);
            if held.has(Status::Berserk) {
                foes = rules.everyone;
                foes.remove(unit);
            }
            let foes = self.state.standing(foes);
            return self.in_sets(unit, turn, TargetChoice::Nearest, foes, sets, 3);
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
                    self.in_sets(unit, turn, choice, able, sets, 3)
                        .or_else(|| self.in_sets(unit, turn, choice, foes.without(able), sets, 2))
                }
                _ => self.in_sets(unit, turn, choice, foes, sets, 3),
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
        self.in_sets(unit, turn, TargetChoice::AbleFirst, foes, sets, 2)
    }

    /// Among these foes the one to attack, in the first of so many sets of reach that has one.
    fn in_sets(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        choice: TargetChoice,
        foes: UnitSet,
        sets: MoveBudgets,
        n_sets: usize,
    ) -> Option<AttackOption> {
        if foes.is_empty() {
            return None;
        }
        let rules = self.rules;
        let tactics = &rules.unit(unit).tactics;
        let one_set =
            tactics.tactic.choose_if(|when| rules.holds(self.state, unit, None, when)) == Tactic::DashAttack;
        let seeks = tactics.movement.choose_if(|when| rules.holds(self.state, unit, None, when))
            == MoveChoice::SeekCover;
        // CA-58: who would end its turn in a hazard looks at its Stride, too, which costs nothing.
        let is_harmed = rules.board.as_ref().is_some_and(|board| board.harms(self.state.unit(unit).at()));
        let order = if sets.rises { [2, 0, 1] } else { [0, 1, 2] };
        for set in order.into_iter().filter(|&set| set < n_sets) {
            let budget = sets.paces[set];
            let air = sets.wings.filter(|_| set == 2);
            // MoveBudgets that are one with the next are passed over.
            let is_one = if sets.wings.is_some() {
                set == 1 && budget == 0
            } else {
                set + 1 < n_sets && (one_set || (seeks || is_harmed) && set == 0)
                    || set > 0 && budget == sets.paces[set - 1] && !one_set && !seeks
            };
            if is_one {
                continue;
            }
            if !self.might_reach(unit, foes, budget) {
                continue;
            }
            match air {
                Some(_) => self.flood_air(unit, budget),
                None if budget > 0 => self.flood_from(unit, budget.max(sets.walk())),
                None => {}
            }
            let reach = ReachQuery { paces: budget, air, stride: sets.paces[1], seeks };
            let mut picks = [None; MAX_UNITS];
            let mut found = UnitSet::default();
            let mut layings;
            let layings = if rules.unit(unit).weapons.iter().any(|weapon| weapon.area.is_some()) {
                layings = Layings::new();
                Some(&mut layings)
            } else {
                None
            };
            let mut layings = layings;
            for foe in foes {
                let pick = self.pick_on(unit, turn, foe, reach, layings.as_deref_mut());
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

    /// Returns whether so many paces could bring one of these foes in reach, whatever lies between.
    fn might_reach(&self, unit: UnitId, foes: UnitSet, paces: u16) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return true };
        let range = rules.unit(unit).weapons.iter().map(Cardinal::farthest).max().unwrap_or(0);
        let most = range.saturating_add(board.span(paces));
        foes.into_iter().any(|foe| rules.distance(self.state, unit, foe) <= most)
    }

    /// Returns whether a unit could attack somebody now, from where it stands.
    pub(crate) fn attacks_from_here(&self, unit: UnitId, turn: &Turn, target: UnitId) -> bool {
        self.pick_on(unit, turn, target, ReachQuery::HERE, None).is_some()
    }

    /// Returns whether an attack with a weapon of which it may be could be made on somebody from a square
    /// (CA-11, CA-65, D-17).
    pub(crate) fn could_attack_from(
        &self,
        unit: UnitId,
        weapon: usize,
        target: UnitId,
        from: At,
        aim: Option<UnitId>,
    ) -> bool {
        let rules = self.rules;
        rules.reaches(self.state, unit, weapon, target, from)
            && (rules.unit(unit).weapons[weapon].area.is_none()
                || rules
                    .lay(self.state, unit, weapon, from, aim)
                    .is_some_and(|laid| laid.targets.has(target)))
    }

    /// The attack of a unit on somebody within so many paces: from the square that needs the fewest of all
    /// from which it can attack, there with the weapon of D-15.
    fn pick_on(
        &self,
        unit: UnitId,
        turn: &Turn,
        target: UnitId,
        reach: ReachQuery,
        mut layings: Option<&mut Layings>,
    ) -> Option<AttackOption> {
        let rules = self.rules;
        let aimed = turn.aim == Some(target);
        let it = rules.unit(unit);
        let from = self.state.unit(unit).at();
        let coming = |weapon, from| AttackSpec { unit, weapon, target, from, centre: None, aimed };
        let mut tried = 0_u32;
        for weapon in 0..it.weapons.len() {
            tried |= u32::from(rules.may_try(self.state, coming(weapon, from))) << weapon;
        }
        if tried == 0 {
            return None;
        }
        let mut attacks = |weapon: usize, at: At, paces: u16| {
            if tried >> weapon & 1 == 0 || !rules.reaches(self.state, unit, weapon, target, at) {
                return false;
            }
            let moves = u8::from(if reach.air.is_some() { paces > 0 } else { paces > reach.stride });
            let cost = rules.attack_cost(unit, weapon);
            if cost > 1 && !self.may_take_n(unit, turn, Act::Attack, cost + moves) {
                return false;
            }
            if it.weapons[weapon].area.is_none() {
                return true;
            }
            let lay = || {
                let laid = rules.lay(self.state, unit, weapon, at, turn.aim);
                laid.map_or(UnitSet::default(), |laid| laid.targets)
            };
            let targets = match layings.as_deref_mut() {
                Some(layings) => layings.targets(weapon, at, lay),
                None => lay(),
            };
            targets.has(target)
        };
        let weapons = it.weapons.iter().enumerate().filter(|(weapon, _)| tried >> weapon & 1 == 1);
        let range = weapons.map(|(_, weapon)| Cardinal::farthest(weapon)).max().unwrap_or(0);
        let fits = |at: At, paces: u16| (0..it.weapons.len()).any(|weapon| attacks(weapon, at, paces));
        let (at, paces) = self.square_for(unit, (target, range), reach, fits)?;
        let plan = &it.tactics.weapon;
        let how = plan.choose_if(|when| rules.holds(self.state, unit, Some(target), when));
        let mut best: Option<(usize, i64)> = None;
        for weapon in 0..it.weapons.len() {
            // A weapon that works comes before the abilities, which D-16 weighs against it.
            if weapon >= it.n_weapons && best.is_some() {
                break;
            }
            if !attacks(weapon, at, paces) {
                continue;
            }
            if how == WeaponChoice::Listed {
                return Some(AttackOption { target, weapon, at, paces });
            }
            let expected = rules.expected(self.state, coming(weapon, at));
            if best.is_none_or(|(_, most)| expected > most) {
                best = Some((weapon, expected));
            }
        }
        best.map(|(weapon, _)| AttackOption { target, weapon, at, paces })
    }

    /// The square within so many paces from which a unit can attack somebody, as `fits` says of a square and its paces:
    /// no hazard, fewest paces, then best cover, then lowest row and column. Who seeks cover looks for the best within its Stride
    /// first.
    fn square_for(
        &self,
        unit: UnitId,
        (target, range): (UnitId, u32),
        ReachQuery { paces: budget, air, stride, seeks }: ReachQuery,
        mut fits: impl FnMut(At, u16) -> bool,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let here = self.state.unit(unit).at();
        let Some(board) = rules.board.as_ref().filter(|_| budget > 0 || air.is_some()) else {
            return fits(here, 0).then_some((here, 0));
        };
        let scratch = &self.state.scratch;
        let foe_at = self.state.unit(target).at();
        if board.distance(here, foe_at) > range + board.span(budget) {
            return None;
        }
        /// The demerits of a square, in order of importance; the least is the best.
        type Merit = (bool, bool, u16, core::cmp::Reverse<Cover>, u16, u16, u16);
        let mut best: Option<((At, u16), Merit)> = None;
        for n in 0..scratch.n_reached() {
            let (mut at, mut paces, mut is_free) = scratch.nth(board, n);
            let is_far = best.is_some_and(|((_, least), (harms, ..))| !harms && paces > least);
            if paces > budget || !seeks && is_far {
                break;
            }
            if let Some(least) = air {
                let Some(place) = rules.place_above(self.state, unit, at, (foe_at, range), least) else {
                    continue;
                };
                (at, paces, is_free) = (place, board.through_air(paces, place.2.abs_diff(here.2)), true);
                if paces > budget {
                    continue;
                }
            }
            if !is_free && at != here || !rules.may_go(&self.state.units, unit, at) {
                continue;
            }
            let cover = board.cover(at, foe_at);
            // For who seeks cover it counts before paces within the Stride.
            let is_beyond = seeks && paces > stride;
            let counted = if seeks && !is_beyond { 0 } else { paces };
            let harms = board.harms(at);
            let merit = (harms, is_beyond, counted, core::cmp::Reverse(cover), paces, at.1, at.0);
            if best.is_none_or(|(_, least)| merit < least) && fits(at, paces) {
                best = Some(((at, paces), merit));
            }
        }
        best.map(|(square, _)| square)
    }
}
