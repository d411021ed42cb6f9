//! Tactics: whom a unit could attack, with what and from where (D-13, D-15, D-16, and line 3 of the script of a
//! turn).

use super::act::{Act, Turn};
use super::area::Laid;
use super::board::At;
use super::defend::Coming;
use super::setup::Cover;
use super::state::State;
use super::tactics::{AbilityChoice, Fact, HelplessChoice, MoveChoice, Tactic, TargetChoice, WeaponChoice};
use super::vocabulary::{Status, Statuses};
use super::weigh::parts;
use super::{Cardinal, Play};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::tactics::when::When;

/// An attack that a unit could make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) target: UnitId,
    pub(super) weapon: usize,
    /// The square from which it is made, and the paces to it.
    pub(super) at: At,
    pub(super) paces: u16,
}

/// Where an area with a weapon would be laid from a square.
#[derive(Clone, Copy, Debug)]
struct LastArea {
    weapon: usize,
    from: At,
    laid: Option<Laid>,
}

/// The sets of reach: standing, after Stride, after Stride and Dash, or after Fly.
#[derive(Clone, Copy, Debug)]
struct Sets {
    /// The paces of each.
    paces: [u16; 3],
    /// For who Flies in the last of them the least height.
    wings: Option<u16>,
    /// Whether the last comes first: who is to be higher Flies before all else.
    rises: bool,
}

impl Sets {
    /// The most paces on foot.
    fn walk(&self) -> u16 {
        if self.wings.is_some() { self.paces[1] } else { self.paces[2] }
    }
}

/// How far a unit may go for an attack, and in the air from which height on.
#[derive(Clone, Copy, Debug)]
struct Reach {
    paces: u16,
    air: Option<u16>,
    /// The paces of the Stride; beyond them a move is an action.
    stride: u16,
    /// Whether the unit looks for cover within its Stride.
    seeks: bool,
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

    /// Whether a weapon may be tried on somebody at all: usable, wanted, and to effect.
    fn may_try(&self, state: &State, coming: Coming) -> bool {
        let Coming { unit, weapon, target, .. } = coming;
        if !self.is_usable(state, unit, weapon) {
            return false;
        }
        if let Some(ability) = self.unit(unit).weapons[weapon].ability {
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
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-15, CA-56: the three sets of reach.
    fn sets(&self, unit: UnitId, turn: &Turn) -> Sets {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let holds = plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == MoveChoice::Hold;
        if rules.board.is_none() || holds {
            return Sets { paces: [0; 3], wings: None, rises: false };
        }
        let height = self.state.unit(unit).height;
        let wings = rules.wings(self.state, unit).filter(|_| self.may_go_and_attack(unit, turn, Act::Fly));
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        if rules.unit(unit).flies && (wings.is_some() || height > 0) {
            let most = if wings.is_some() { rules.dash(self.state, unit) } else { 0 };
            let rises = wings.is_some_and(|least| height > 0 && height < least || height == 0 && least > 1);
            return Sets { paces: [0, stride, most], wings, rises };
        }
        let dashes = self.may_go_and_attack(unit, turn, Act::Dash);
        let dash = if dashes { rules.dash(self.state, unit) } else { 0 };
        Sets { paces: [0, stride, stride + dash], wings: None, rises: false }
    }

    /// D-16: what takes the place of the Attack: the first listed ability that is worth more.
    pub(super) fn weigh_abilities(&self, unit: UnitId, turn: &Turn, pick: Pick) -> (usize, Option<Laid>) {
        let rules = self.rules;
        let it = rules.unit(unit);
        let target = pick.target;
        let from = self.state.unit(unit).at();
        let coming =
            |weapon| Coming { unit, weapon, target, from, centre: None, aimed: turn.aim == Some(target) };
        let is_weapon = pick.weapon < it.n_weapons;
        if it.weapons.len() == it.n_weapons {
            return (pick.weapon, None);
        }
        let least = if is_weapon { parts(rules.expected(self.state, coming(pick.weapon))) } else { 0 };
        for weapon in it.n_weapons..it.weapons.len() {
            if !rules.is_usable(self.state, unit, weapon)
                || !rules.wants_ability(self.state, unit, Some(target))
            {
                continue;
            }
            let Some(ability) = it.weapons[weapon].ability.map(usize::from) else { continue };
            let skill = &it.abilities[ability];
            // An area has targets of its own, for each of whom its condition is judged.
            let holds =
                |when| it.weapons[weapon].area.is_some() || rules.holds(self.state, unit, Some(target), when);
            if skill.ability.timing != super::vocabulary::Timing::Action
                || !skill.ability.when.as_ref().is_none_or(holds)
                || !self.may_take_n(unit, turn, Act::Attack, rules.action_cost(unit, ability))
            {
                continue;
            }
            if it.weapons[weapon].area.is_some() {
                if let Some(laid) = rules.lay(self.state, unit, weapon, from, turn.aim)
                    && laid.net > least
                {
                    return (weapon, Some(laid));
                }
            } else if rules.reaches(self.state, unit, weapon, target, from)
                && parts(rules.expected(self.state, coming(weapon))) > least
            {
                return (weapon, None);
            }
        }
        (pick.weapon, rules.lay(self.state, unit, pick.weapon, from, turn.aim))
    }

    /// Line 3: the attack that the unit makes; `None` without a candidate.
    pub(super) fn find_attack(&mut self, unit: UnitId, turn: &Turn) -> Option<Pick> {
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
        sets: Sets,
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
        let order = if sets.rises { [2, 0, 1] } else { [0, 1, 2] };
        for set in order.into_iter().filter(|&set| set < n_sets) {
            let budget = sets.paces[set];
            let air = sets.wings.filter(|_| set == 2);
            // Sets that are one with the next are passed over.
            let is_one = if sets.wings.is_some() {
                set == 1 && budget == 0
            } else {
                set + 1 < n_sets && (one_set || seeks && set == 0)
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
            let reach = Reach { paces: budget, air, stride: sets.paces[1], seeks };
            let mut picks = [None; MAX_UNITS];
            let mut found = UnitSet::default();
            let mut last = None;
            for foe in foes {
                let pick = self.pick_on(unit, turn, foe, reach, &mut last);
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

    /// Whether so many paces could bring one of these foes in reach, whatever lies between.
    fn might_reach(&self, unit: UnitId, foes: UnitSet, paces: u16) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return true };
        let range = rules.unit(unit).weapons.iter().map(|weapon| weapon.range).max().unwrap_or(0);
        let most = range.saturating_add(board.span(paces));
        foes.into_iter().any(|foe| rules.distance(self.state, unit, foe) <= most)
    }

    /// How a unit attacks somebody within so many paces: the weapon by D-15, the square that needs the fewest. `last` is
    /// the last area that it looked at, which is the same for all whom it looks at.
    fn pick_on(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        target: UnitId,
        reach: Reach,
        last: &mut Option<LastArea>,
    ) -> Option<Pick> {
        let rules = self.rules;
        let aimed = turn.aim == Some(target);
        let weapons = &rules.unit(unit).weapons;
        let n_weapons = rules.unit(unit).n_weapons;
        let how = {
            let plan = &rules.unit(unit).tactics.weapon;
            plan.choose_if(|when| rules.holds(self.state, unit, Some(target), when))
        };
        let mut best: Option<(Pick, f64)> = None;
        for (weapon, prepared) in weapons.iter().enumerate() {
            // A weapon that works comes before the abilities, which D-16 weighs against it.
            if weapon >= n_weapons && best.is_some() {
                break;
            }
            let here = self.state.unit(unit).at();
            let coming = Coming { unit, weapon, target, from: here, centre: None, aimed };
            if !rules.may_try(self.state, coming) {
                continue;
            }
            let Some((at, paces)) = self.square_for(unit, weapon, target, reach) else { continue };
            let moves = u8::from(if reach.air.is_some() { paces > 0 } else { paces > reach.stride });
            let cost = rules.attack_cost(unit, weapon);
            if cost > 1 && !self.may_take_n(unit, turn, Act::Attack, cost + moves) {
                continue;
            }
            if prepared.area.is_some() {
                let area = match last.filter(|area| (area.weapon, area.from) == (weapon, at)) {
                    Some(area) => area,
                    None => {
                        LastArea { weapon, from: at, laid: rules.lay(self.state, unit, weapon, at, turn.aim) }
                    }
                };
                *last = Some(area);
                if !area.laid.is_some_and(|laid| laid.targets.has(target)) {
                    continue;
                }
            }
            let pick = Pick { target, weapon, at, paces };
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

    /// The square within so many paces from which a weapon reaches somebody: fewest paces, then best cover, then
    /// lowest row and column. Who seeks cover looks for the best within its Stride first.
    fn square_for(
        &self,
        unit: UnitId,
        weapon: usize,
        target: UnitId,
        Reach { paces: budget, air, stride, seeks }: Reach,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let here = self.state.unit(unit).at();
        let Some(board) = &rules.board else { return Some((here, 0)) };
        if budget == 0 && air.is_none() {
            return rules.reaches(self.state, unit, weapon, target, here).then_some((here, 0));
        }
        let scratch = &self.state.scratch;
        let foe_at = self.state.unit(target).at();
        if board.distance(here, foe_at) > rules.unit(unit).weapons[weapon].range + board.span(budget) {
            return None;
        }
        /// What speaks against a square: the least is the best.
        type Merit = (bool, u16, core::cmp::Reverse<Cover>, u16, u16, u16);
        let mut best: Option<((At, u16), Merit)> = None;
        for n in 0..scratch.n_reached() {
            let (mut at, mut paces, mut is_free) = scratch.nth(board, n);
            if paces > budget || !seeks && best.is_some_and(|((_, least), _)| paces > least) {
                break;
            }
            if let Some(least) = air {
                let range = rules.unit(unit).weapons[weapon].range;
                let Some(place) = rules.place_above(self.state, unit, at, (foe_at, range), least) else {
                    continue;
                };
                (at, paces, is_free) = (place, board.through_air(paces, place.2.abs_diff(here.2)), true);
                if paces > budget {
                    continue;
                }
            }
            let free = is_free || at == here;
            if !free
                || !rules.may_go(&self.state.units, unit, at)
                || !rules.reaches(self.state, unit, weapon, target, at)
            {
                continue;
            }
            let cover = board.cover(at, foe_at);
            // For who seeks cover it counts before paces within the Stride.
            let is_beyond = seeks && paces > stride;
            let counted = if seeks && !is_beyond { 0 } else { paces };
            let merit = (is_beyond, counted, core::cmp::Reverse(cover), paces, at.1, at.0);
            if best.is_none_or(|(_, least)| merit < least) {
                best = Some(((at, paces), merit));
            }
        }
        best.map(|(square, _)| square)
    }
}
