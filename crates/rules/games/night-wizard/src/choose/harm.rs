//! Expected harm: what an attack, an area or an ability may be expected to take off its enemies, less
//! what it takes off its user's own side (D-target, D-weapon, D-ability, D-downed).

use crate::data::setup::ability::{AbilityJudge, Victims, Who};
use crate::data::tactics::PranaMortality;
use crate::dice::contest::{ContestId, JudgeId};
use crate::dice::sum::Sum;
use crate::rules::attacks::attack::DeclaredAttack;
use crate::rules::prelude::*;
use crate::rules::values::Basis;
use crate::state::tables::AttackNumbers;
use fray_kit::board::grid::Place;
use fray_kit::whole::nearest;

/// Expected harm in parts of a hit point, so that sums in any order are equal.
pub(crate) type Harm = i64;

/// The parts of a hit point.
const PARTS: f64 = (1 << 20) as f64;

/// Hit points in parts; means that differ by rounding alone are equal.
pub(crate) fn parts(hit_points: f64) -> Harm {
    nearest(hit_points * PARTS)
}

/// The best aim of an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aimed {
    pub(crate) at: Place,
    /// The units that it covers there.
    pub(crate) victims: UnitSet,
    /// The expected harm there, in parts of a hit point.
    pub(crate) harm: Harm,
}

/// Two Judges set against each other, without prana and what may still be declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opposing {
    /// How far the active side is ahead before the dice.
    ahead: i32,
    /// The active Judge and the passive one.
    judges: [JudgeId; 2],
    /// Whether the passive side rolls.
    answers: bool,
}

impl Opposing {
    /// Two Judges of a contest.
    fn of(contest: ContestId, ahead: i32) -> Self {
        Self { ahead, judges: [contest.active, contest.passive], answers: true }
    }
}

impl Area {
    /// Returns whether it covers friends too (NW-40).
    pub(crate) fn hits_all(self) -> bool {
        matches!(self, Self::Square(Victims::All) | Self::Sphere(_, Victims::All))
    }
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The HP that a unit can lose until it falls, the point that fells it included; none of who has
    /// fallen.
    fn hp_left(&self, unit: UnitId) -> i32 {
        if self.stands(unit) { (self.hp(unit) - self.nw.least_hp).max(0) + 1 } else { 0 }
    }

    /// Returns the worth of harm to a unit for `by`: negative for its own side, itself included.
    fn signed(&self, by: UnitId, unit: UnitId, harm: Harm) -> Harm {
        if self.enemies(by).has(unit) { harm } else { -harm }
    }

    /// The expected HP that an attack takes off one target: those of a hit as far as they are left,
    /// by the chance of a hit. From the present values, without prana and abilities still to be
    /// declared.
    pub(crate) fn harm_to(&self, declared: &DeclaredAttack<'a>, target: UnitId) -> Harm {
        let left = self.hp_left(target);
        if left == 0 {
            return 0;
        }
        let (kind, element) = self.kind_and_element(declared, target);
        let known = self.known_numbers(declared, target).filter(|_| kind == declared.damage_kind);
        let [hit, damage] = match known {
            Some(&AttackNumbers { needed, base, contests: [hit, damage] }) => {
                [Opposing::of(hit, self.tie() - needed), Opposing::of(damage, base)]
            }
            None => {
                let (attack, defense) = (self.basis_of_attack(declared), self.basis_of_defense(target, kind));
                [self.hit_and_dodge(declared, target), self.damage_judges(&attack, &defense)]
            }
        };
        let p_hit = self.p_at_least(hit, self.tie());
        let declared = DeclaredAttack { element, ..*declared };
        parts(p_hit * self.mean_of_declared(&declared, target, damage, Some(left)))
    }

    /// The expected harm of an attack with a weapon on this target: of one that picks its victims,
    /// to all enemies that its area covers there.
    pub(crate) fn harm_of_weapon(&self, unit: UnitId, weapon: &'a PreparedWeapon, target: UnitId) -> Harm {
        let declared = self.weapon_attack(unit, weapon);
        match weapon.area {
            Area::Single => self.harm_to(&declared, target),
            Area::Square(victims) | Area::Sphere(_, victims) => {
                let among = match victims {
                    Victims::Pick => self.state.standing.and(self.enemies(unit)),
                    Victims::All => self.in_play().without(UnitSet::one(unit)),
                };
                let covered = self.area_of(unit, target, weapon.area, among);
                covered.fold(0, |sum, it| sum + self.signed(unit, it, self.harm_to(&declared, it)))
            }
        }
    }

    /// The most expected harm of the unit's usable weapons to `target`: of those that reach it; of all
    /// of them, if it has to come nearer first.
    pub(crate) fn best_harm(&self, unit: UnitId, target: UnitId) -> Harm {
        let reaches = |weapon: &PreparedWeapon| self.in_reach(unit, target, weapon.range, true);
        let is_near = self.usable(unit).any(|(_, weapon)| reaches(weapon));
        let usable = self.usable(unit).filter(|(_, weapon)| !is_near || reaches(weapon));
        usable.map(|(_, weapon)| self.harm_of_weapon(unit, weapon, target)).max().unwrap_or(Harm::MIN)
    }

    /// The most expected harm of an attack with a weapon that spares friends, on one of `legal`.
    fn best_sparing_harm(&self, unit: UnitId, legal: UnitSet) -> Harm {
        let mut best = 0;
        for (_, weapon) in self.usable(unit).filter(|(_, weapon)| !weapon.area.hits_all()) {
            for it in legal.filter(|&it| self.in_reach(unit, it, weapon.range, true)) {
                best = best.max(self.harm_of_weapon(unit, weapon, it));
            }
        }
        best
    }

    /// The weapon whose area, friends and all, is worth more than every attack that spares them, and
    /// where to aim it; `None` if there is none.
    pub(crate) fn best_wide_weapon(&self, unit: UnitId, legal: UnitSet) -> Option<(usize, Aimed)> {
        let mut best: Option<(usize, Aimed)> = None;
        let covered = self.in_play().without(UnitSet::one(unit));
        for (at, weapon) in self.usable(unit).filter(|(_, weapon)| weapon.area.hits_all()) {
            let declared = self.weapon_attack(unit, weapon);
            let harm = |it| self.signed(unit, it, self.harm_to(&declared, it));
            let aimed = self.best_square(unit, weapon.range, true, weapon.area, covered, legal, harm);
            if let Some(aimed) = aimed
                && best.is_none_or(|(_, known)| aimed.harm > known.harm)
            {
                best = Some((at, aimed));
            }
        }
        best.filter(|(_, aimed)| aimed.harm > self.best_sparing_harm(unit, legal))
    }

    /// NW-40: where an area that covers everybody of `covered` is worth the most: the squares in range
    /// and, if that is needed, in sight from which it covers one of `wanted`; of equals the first of
    /// these, by the listed order of whom they are near, its own square before the others. `None` if
    /// none is worth more than nothing.
    #[expect(clippy::too_many_arguments, reason = "an area, from whom and on whom")]
    pub(crate) fn best_square(
        &self,
        unit: UnitId,
        range: Range,
        needs_sight: bool,
        area: Area,
        covered: UnitSet,
        wanted: UnitSet,
        harm: impl Fn(UnitId) -> Harm,
    ) -> Option<Aimed> {
        let mut harms = [0; MAX_UNITS];
        covered.for_each(|it| harms[it.idx()] = harm(it));
        let worth = |victims: UnitSet| victims.fold(0, |sum, it| sum + harms[it.idx()]);
        let wanted = wanted.and(covered);
        if !self.tables.has_places {
            let (at, harm) = (self.spot(unit), worth(covered));
            let is_worth_it = range.least == 0 && !wanted.is_empty() && harm > 0;
            return is_worth_it.then_some(Aimed { at, victims: covered, harm });
        }
        let radius = match area {
            Area::Sphere(radius, _) => radius,
            Area::Single | Area::Square(_) => 0,
        };
        let (board, from) = (&self.tables.board, self.spot(unit));
        let seen = self.in_sight_of_area(unit, covered);
        let mut best: Option<Aimed> = None;
        let mut look = |at: Place| {
            let distance = board.grid.distance(from, at);
            let is_near =
                distance >= range.least.into() && range.most.is_none_or(|most| distance <= most.into());
            if !is_near {
                return;
            }
            let victims = self.near(at, radius.into(), seen);
            let harm = worth(victims);
            let is_better = harm > best.map_or(0, |best| best.harm) && !victims.and(wanted).is_empty();
            // Sight is asked last: it costs more than all before it.
            if is_better && (!needs_sight || board.grid.sight(from, at)) {
                best = Some(Aimed { at, victims, harm });
            }
        };
        // Where nobody flies the squares from which an area covers somebody are the floors near it.
        let around = if board.flies { 2 * u32::from(radius) } else { radius.into() };
        let mut spots = [Place::default(); MAX_UNITS];
        let mut n_spots = 0;
        for spot in wanted.map(|it| self.spot(it)) {
            // Squares looked at for somebody else are not better the second time.
            if spots[..n_spots].contains(&spot) {
                continue;
            }
            look(spot);
            if radius > 0 {
                let floor = |spot: Place| board.grid.ground(spot.x, spot.y);
                let is_near = |spot: Place, ground: Place, at: Place| {
                    board.grid.distance(at, spot) <= radius.into()
                        && board.grid.distance(floor(spot), ground) <= around
                };
                for ground in board.grid.area(floor(spot), around) {
                    let heights = if board.flies {
                        ground.z.max(spot.z.saturating_sub(radius))..=spot.z.saturating_add(radius)
                    } else {
                        ground.z..=ground.z
                    };
                    for z in heights {
                        let at = Place { z, ..ground };
                        let is_new = || !spots[..n_spots].iter().any(|&known| is_near(known, ground, at));
                        if is_near(spot, ground, at) && board.grid.can_enter(at, z > ground.z) && is_new() {
                            look(at);
                        }
                    }
                }
            }
            spots[n_spots] = spot;
            n_spots += 1;
        }
        best
    }

    /// NW-53: whether an ability that works on friends too is worth it: one that does damage, if the
    /// harm to enemies is above that to its user's own side and, where it takes the place of an
    /// attack, above that of the best one; another, if it does what it is for to more of those whom it
    /// is for than of the others, of whom it would change nothing not counted.
    pub(crate) fn is_worth(
        &self,
        unit: UnitId,
        at: u8,
        ability: &'a PreparedAbility,
        victims: UnitSet,
    ) -> bool {
        if !ability.hurts {
            return self.heads(unit, ability, self.changed(unit, ability, victims)) > 0;
        }
        let harm = victims.fold(0, |sum, it| sum + self.signed(unit, it, self.harm_of_ability(unit, at, it)));
        harm > 0 && (ability.timing != Timing::Major || harm > self.best_other_attack(unit, at))
    }

    /// Returns how many more of those whom an ability is for are among its victims than of the others.
    fn heads(&self, unit: UnitId, ability: &PreparedAbility, victims: UnitSet) -> i64 {
        let enemies = victims.and(self.enemies(unit)).len();
        let allies = victims.without(self.enemies(unit)).len();
        let more = i64::from(enemies) - i64::from(allies);
        if ability.is_for_enemies() { more } else { -more }
    }

    /// Returns the worth of one more target of an ability that works on friends too.
    pub(crate) fn worth_of_victim(&self, unit: UnitId, at: u8, it: UnitId) -> Harm {
        let (_, ability) = self.owned(unit, at);
        if ability.hurts {
            return self.signed(unit, it, self.harm_of_ability(unit, at, it));
        }
        self.heads(unit, ability, self.changed(unit, ability, UnitSet::one(it)))
    }

    /// Returns those of these units that are there for an ability and for whom it would change something.
    fn changed(&self, unit: UnitId, ability: &PreparedAbility, units: UnitSet) -> UnitSet {
        let here = if ability.lifts { self.in_play() } else { self.state.standing };
        self.useful(unit, ability, units.and(here))
    }

    /// The most expected harm of what else a Major Action could attack with.
    fn best_other_attack(&self, unit: UnitId, but: u8) -> Harm {
        if !self.may_judge(unit) || self.has(unit, Status::Capture) {
            return 0;
        }
        let legal = self.legal(unit);
        let of_weapons = self.best_sparing_harm(unit, legal);
        let wide =
            self.unit_tables(unit).has_wide_weapons.then(|| self.best_wide_weapon(unit, legal)).flatten();
        let mut best = wide.map_or(of_weapons, |(_, aimed)| aimed.harm.max(of_weapons));
        for at in bits(self.unit_tables(unit).attacks).filter(|&at| at != but) {
            let (_, ability) = self.owned(unit, at);
            if ability.target.area.hits_all() || !self.counts_on(unit, at) {
                continue;
            }
            for it in legal.filter(|&it| self.in_reach(unit, it, ability.target.range, true)) {
                best = best.max(self.harm_of_ability(unit, at, it));
            }
        }
        best
    }

    /// The expected HP that an ability takes off one target: by its attack, and by damage without one.
    pub(crate) fn harm_of_ability(&self, unit: UnitId, at: u8, target: UnitId) -> Harm {
        let (_, ability) = self.owned(unit, at);
        let left = self.hp_left(target);
        if left == 0 {
            return 0;
        }
        let (p_works, of_attack) = match ability.judge {
            AbilityJudge::None => (1.0, 0),
            AbilityJudge::Difficulty { attribute, difficulty } => {
                let basis = self.basis(unit, JudgeKind::Ability, attribute, false, [0; 2]);
                (self.p_with_prana(&basis, 0, self.nw.least_value(difficulty)), 0)
            }
            AbilityJudge::Against { attribute, against } => {
                let active = self.basis(unit, JudgeKind::Ability, attribute, false, [0; 2]);
                let passive = self.basis(target, JudgeKind::Ability, against, target != unit, [0; 2]);
                (self.p_at_least(self.opposing(&active, &passive, 0), 1), 0)
            }
            AbilityJudge::Attack { .. } => {
                let declared = self.expected_attack(unit, at);
                let p_hit = self.p_at_least(self.hit_and_dodge(&declared, target), self.tie());
                (p_hit, self.harm_to(&declared, target))
            }
        };
        let steps = ability.steps.iter().filter(|step| matches!(step.effect, Effect::Damage { .. }));
        let of_steps: f64 = steps.map(|step| self.mean_of_step(unit, at, step, target, left)).sum();
        (of_attack + parts(p_works * of_steps)).min(parts(f64::from(left)))
    }

    /// The mean damage of an effect without an attack, as far as HP are left.
    fn mean_of_step(&self, unit: UnitId, at: u8, step: &AbilityStep, target: UnitId, left: i32) -> f64 {
        let (Effect::Damage { kind, ignore_defense, .. }, Some(amount)) = (&step.effect, step.by) else {
            return 0.0;
        };
        let fixed = self.fixed_amount(amount, unit);
        let declared = DeclaredAttack::of_harm(self.nw.ability_action(unit, at), *kind, step.named as u8);
        let after = |margin: i32| self.changed_damage(&declared, target, declared.element, margin).min(left);
        let defense = self.basis_of_defense(target, *kind);
        let of_amount = |amount: i32| -> f64 {
            if *ignore_defense {
                return f64::from(after(amount));
            }
            let base = amount - defense.fixed - defense.active;
            if !defense.rolls {
                return f64::from(after(base));
            }
            let judge = self.nw.judges.judge(self.judge_id(&defense) + self.nw.damage_judge);
            judge.outcomes().map(|(rolled, p)| p * f64::from(after(base - rolled.total))).sum()
        };
        if amount.dice == 0 {
            return of_amount(fixed);
        }
        let sum = Sum { distributions: &self.tables.distributions, n: amount.dice };
        sum.outcomes().map(|(rolled, p)| p * of_amount(fixed + rolled.total)).sum()
    }

    /// NW-30, D-downed: whether nothing can bring a fallen unit back.
    pub(crate) fn stays_down(&self, unit: UnitId) -> bool {
        if self.tables.lifts {
            return false;
        }
        if !self.unit_tables(unit).entitled {
            return true;
        }
        let kind = JudgeKind::Mortality;
        if self.tables.apart[kind as usize].has(unit) {
            // What may be declared for the Judge is not known.
            return false;
        }
        let basis = self.basis(unit, kind, self.nw.rulings.mortality_attribute.0, false, [0; 2]);
        let tactic = self.choose(unit, &self.nw.unit(unit).tactics.prana_mort, None);
        let prana = if tactic == PranaMortality::Max { self.most_prana(unit) } else { 0 };
        let least = self.nw.least_value(self.mortality_difficulty(self.hp(unit)));
        self.p_with_prana(&basis, prana, least) <= 0.0
    }

    /// The mean damage of an attack that hits, with the effects in force and without prana; each as
    /// far as so many HP are left, if that is said.
    pub(crate) fn mean_of_declared(
        &self,
        declared: &DeclaredAttack<'a>,
        target: UnitId,
        damage: Opposing,
        left: Option<i32>,
    ) -> f64 {
        let change = |margin| self.changed_damage(declared, target, declared.element, margin);
        let changes = !self.keeps_damage(declared, target, declared.element);
        self.mean_of_margin(damage, changes.then_some(&change), left)
    }

    /// The mean of what Attack leaves of Defense, or of what a change makes of it.
    pub(crate) fn mean_of_margin(
        &self,
        Opposing { ahead: base, judges: [active, passive], answers }: Opposing,
        change: Option<&dyn Fn(i32) -> i32>,
        left: Option<i32>,
    ) -> f64 {
        let most = left.unwrap_or(i32::MAX);
        let damage = |margin: i32| change.map_or(margin.max(0), |change| change(margin)).min(most);
        if !answers {
            let judge = self.nw.judges.judge(active);
            return judge.outcomes().map(|(rolled, p)| p * f64::from(damage(base + rolled.total))).sum();
        }
        let difference = self.nw.judges.differences(active, passive);
        match (change, left) {
            (None, None) => difference.mean_above(base),
            // What goes beyond the HP that are left is lost.
            (None, Some(left)) => difference.mean_above(base) - difference.mean_above(base - left),
            (Some(_), _) => {
                (1 - base..=difference.most()).map(|d| difference.p(d) * f64::from(damage(base + d))).sum()
            }
        }
    }

    /// The probability that one Judge beats another by `least`, without prana.
    pub(crate) fn p_at_least(&self, of: Opposing, least: i32) -> f64 {
        let (needed, [active, passive]) = (least - of.ahead, of.judges);
        if !of.answers {
            let judge = self.nw.judges.judge(active);
            return judge.outcomes().filter(|(rolled, _)| rolled.total >= needed).map(|(_, p)| p).sum();
        }
        self.nw.judges.differences(active, passive).at_least(needed)
    }

    /// Two Judges set against each other, those for damage `behind` those to hit.
    fn opposing(&self, active: &Basis, passive: &Basis, behind: JudgeId) -> Opposing {
        Opposing {
            ahead: active.fixed + active.active - passive.fixed - passive.active,
            judges: [active, passive].map(|basis| self.judge_id(basis) + behind),
            answers: passive.rolls,
        }
    }

    fn hit_and_dodge(&self, declared: &DeclaredAttack<'a>, target: UnitId) -> Opposing {
        self.opposing(&self.basis_of_hit(declared), &self.basis_of_dodge(declared, target), 0)
    }

    /// Attack set against Defense.
    pub(crate) fn damage_judges(&self, attack: &Basis, defense: &Basis) -> Opposing {
        self.opposing(attack, defense, self.nw.damage_judge)
    }

    /// The dice of a Judge to hit, by the unit's critical and fumble numbers.
    fn judge_id(&self, basis: &Basis) -> JudgeId {
        self.state.numbers[basis.unit.idx()].into()
    }
}

impl PreparedAbility {
    /// Returns whether it is meant for enemies rather than for its user's own side.
    pub(crate) fn is_for_enemies(&self) -> bool {
        match self.target.who {
            Who::Enemy => true,
            Who::Any => self.harms || !self.helps,
            Who::Myself | Who::Ally | Who::CommandGroup => self.harms,
        }
    }

    /// Returns whether it works on friends and enemies alike, whoever is there (NW-40).
    pub(crate) fn is_wide(&self) -> bool {
        self.target.area.hits_all() || self.target.number.is_none() && self.target.who == Who::Any
    }
}
