//! Defences: what the chart permits, their pools, and which one a unit takes (CA-12, CA-18, CA-20 to
//! CA-25, D-05).

use crate::board::At;
use crate::choose::weigh::parts;
use crate::data::rulings::{CounterTie, CoverAppliesTo, Ties};
use crate::data::setup::WeaponKind;
use crate::data::tactics::DefenceChoice;
use crate::data::vocabulary::{Band, MAX_WEAPONS, Method, ModWord, Status, Statuses};
use crate::dice::pool::Pool;
use crate::state::State;
use crate::{Cardinal, WeaponProfile};
use fray_engine::roster::UnitId;

/// The place of a shield among what a unit defends with.
pub(crate) const SHIELD: u8 = u8::MAX;

/// The most ways to answer one attack.
const MOST: usize = 2 + 2 * MAX_WEAPONS;

/// One way to answer an attack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Defence {
    /// The method; `None` with no method left.
    pub(crate) method: Option<Method>,
    /// With which weapon.
    pub(crate) with: u8,
    /// The pool of the defence roll.
    pub(crate) pool: Pool,
    /// The pool of the attacker against it.
    pub(crate) attack: Pool,
}

/// An attack as it would be rolled: who, with what, on whom, from where, after Aim or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackSpec {
    pub(crate) unit: UnitId,
    pub(crate) weapon: usize,
    pub(crate) target: UnitId,
    pub(crate) from: At,
    /// The centre of the area that it is (CA-65).
    pub(crate) centre: Option<At>,
    pub(crate) aimed: bool,
}

/// The ways to answer an attack, in the order of the ledger.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Defences {
    all: [Defence; MOST],
    n: usize,
}

impl Defences {
    fn add(&mut self, defence: Defence) {
        self.all[self.n] = defence;
        self.n += 1;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Defence> {
        self.all[..self.n].iter()
    }
}

impl Cardinal {
    /// CA-20, CA-25: the methods that the chart and the unit's statuses leave, bit n for method n.
    fn methods(&self, state: &State, coming: AttackSpec) -> u8 {
        let AttackSpec { unit, weapon, target, centre, .. } = coming;
        let weapon = &self.unit(unit).weapons[weapon];
        let held = state.of(target);
        let limit = self.rulings.defences_per_round.0;
        if held.any(Statuses::OUT) || limit.is_some_and(|most| state.unit(target).defences >= most) {
            return 0;
        }
        let all = match self.chart_row(state, target, weapon.kind) {
            Some(row) => row,
            None if weapon.kind == WeaponKind::Resisted => 0,
            None => 0b111,
        };
        let mut barred = 0;
        // CA-41, CA-25: at a disadvantage nobody Counters, nor an area of its own side (CA-65).
        let is_own = centre.is_some() && !self.hostiles(state, unit).has(target);
        if is_own || self.is_at_disadvantage(state, target) {
            barred |= 1 << Method::Counter as u8;
        }
        if held.any(Statuses::SPELLBOUND) {
            barred |= 1 << Method::Counter as u8 | 1 << Method::Parry as u8;
        }
        all & !barred
    }

    /// CA-20: whether the table of the rules lets this weapon Parry such an attack.
    fn parries(kind: WeaponKind, with: &WeaponProfile) -> bool {
        match kind {
            WeaponKind::Melee => with.kind != WeaponKind::Unarmed,
            WeaponKind::Unarmed => true,
            _ => false,
        }
    }

    /// CA-20: whether the table lets it Counter.
    fn counters(kind: WeaponKind, with: &WeaponProfile) -> bool {
        match kind {
            WeaponKind::Melee | WeaponKind::Unarmed => true,
            WeaponKind::Thrown | WeaponKind::Ranged => with.counter_missiles,
            WeaponKind::Magic => with.counter_magic,
            WeaponKind::Resisted => false,
        }
    }

    /// CA-04, CA-13, CA-28: the attacker's pool, without the dice that depend on the defence.
    pub(crate) fn attack_pool(&self, state: &State, coming: AttackSpec) -> Pool {
        self.bare_attack(state, coming.unit, coming.weapon)
            .and(self.advantage(state, coming.target))
            .and(self.aim_dice(coming.unit).when(coming.aimed))
            .and(self.tactics_dice(state, coming.unit, coming.target))
    }

    /// CA-04: the attacker's pool against any target.
    pub(crate) fn bare_attack(&self, state: &State, unit: UnitId, weapon: usize) -> Pool {
        self.raised(state, unit, ModWord::Attack, self.unit(unit).weapons[weapon].attack)
    }

    /// CA-13: the die of Aim.
    pub(crate) fn aim_dice(&self, unit: UnitId) -> Pool {
        if self.unit(unit).is_veteran { Pool::D12 } else { self.rulings.aim_die.pool() }
    }

    /// CA-17, CA-65: the dice of the range, to the centre of an area.
    pub(crate) fn range_dice(&self, state: &State, coming: AttackSpec) -> Pool {
        let weapon = &self.unit(coming.unit).weapons[coming.weapon];
        let distance = match (coming.centre, &self.board) {
            (Some(centre), Some(board)) => board.distance(coming.from, centre),
            _ => self.distance_to(state, coming.from, coming.target),
        };
        Band::penalty(distance, weapon.waive)
    }

    /// CA-20 to CA-24: every way to answer the attack; with no method left one that is none.
    pub(crate) fn defences(&self, state: &State, coming: AttackSpec) -> Defences {
        let AttackSpec { unit, weapon, target, from, .. } = coming;
        let (weapon, it, held) = (&self.unit(unit).weapons[weapon], self.unit(target), state.of(target));
        let mut defences = Defences::default();
        let attack = self.attack_pool(state, coming);
        let cover = self.cover(state, unit, target, from).die();
        let hidden = cover.and(self.concealment(state, unit, target, from).die());
        let range = self.range_dice(state, coming).and(self.penalties(state, unit, ModWord::Attack));
        let methods = self.methods(state, coming);
        let guard = if it.is_veteran { Pool::D12 } else { self.rulings.guard_die.pool() };
        let guard = guard.when(held.has(Status::Guarding)).and(range);
        let covered = hidden.and(it.shield.cover);
        let other = covered.when(self.rulings.cover_applies_to == CoverAppliesTo::All).and(guard);
        let opposing = |method: Method| attack.and(self.penalties(state, target, method.word()));
        let has = |method: Method| methods >> method as u8 & 1 == 1;
        if has(Method::Dodge) {
            let pool = self.dodge(state, target).and(covered).and(guard);
            let attack = opposing(Method::Dodge);
            defences.add(Defence { method: Some(Method::Dodge), with: SHIELD, pool, attack });
        }
        let is_given = self.chart_row(state, target, weapon.kind).is_some();
        let own = state.unit(target);
        let distance = self.distance_to(state, from, target);
        if has(Method::Parry) {
            let attack = opposing(Method::Parry);
            let mut add = |with: u8, pool: Pool| {
                let pool = self.raised(state, target, ModWord::Parry, pool).and(other);
                defences.add(Defence { method: Some(Method::Parry), with, pool, attack });
            };
            for (at, with) in it.weapons[..it.n_weapons].iter().enumerate() {
                let may = is_given || Self::parries(weapon.kind, with);
                if may && !with.parry.is_empty() && own.ready >> at & 1 == 1 {
                    add(at as u8, with.parry);
                }
            }
            let missile = matches!(weapon.kind, WeaponKind::Thrown | WeaponKind::Ranged);
            let may = is_given || !missile || it.shield.parry_missiles;
            if may && !it.shield.parry.is_empty() && (is_given || weapon.kind != WeaponKind::Magic) {
                add(SHIELD, it.shield.parry);
            }
        }
        if has(Method::Counter) {
            let attack = opposing(Method::Counter);
            for (at, with) in it.weapons[..it.n_weapons].iter().enumerate() {
                let may = is_given || Self::counters(weapon.kind, with);
                let usable = own.ready >> at & 1 == 1
                    && own.loaded >> at & 1 == 1
                    && !self.is_mute(state, target, with);
                if may && !with.counter.is_empty() && usable && distance <= with.range {
                    let pool = self.raised(state, target, ModWord::Counter, with.counter);
                    let pool = pool.and(other).and(self.advantage(state, unit));
                    defences.add(Defence { method: Some(Method::Counter), with: at as u8, pool, attack });
                }
            }
        }
        if defences.n == 0 {
            defences.add(Defence { method: None, with: SHIELD, pool: hidden.and(range), attack });
        }
        defences
    }

    /// CA-21, CA-24: the chance that the target is hit if it answers so, in [`parts`].
    pub(crate) fn p_being_hit(&self, state: &State, coming: AttackSpec, defence: &Defence) -> i64 {
        let ties_hit = match defence.method {
            Some(Method::Counter) => {
                matches!(self.rulings.counter_tie, CounterTie::BothHit | CounterTie::Attacker)
            }
            _ => match self.rulings.ties {
                Ties::Defender => false,
                Ties::Attacker => true,
                Ties::Retreat => !self.will_retreat(state, coming.target, (coming.unit, coming.from)),
            },
        };
        let (attack, pool) = (defence.attack, defence.pool);
        let ties = if ties_hit { attack.ways_to_tie(pool) } else { 0.0 };
        parts((attack.ways_to_hit(pool) + ties) / (attack.ways() * pool.ways()))
    }

    /// D-05: how the target answers the attack.
    pub(crate) fn choose_defence(&self, state: &State, coming: AttackSpec) -> Defence {
        let defences = self.defences(state, coming);
        let AttackSpec { unit, target, .. } = coming;
        let plan = &self.unit(target).tactics.defence;
        let how = plan.choose_if(|when| self.holds(state, target, Some(unit), when));
        let held = state.of(target);
        // CA-25: those who rage must Counter when they can.
        let how = if held.any(Statuses::RAGING) { DefenceChoice::Counter } else { how };
        let best = |methods: &[Method]| self.safest(state, coming, &defences, methods);
        const ALL: &[Method] = &[Method::Dodge, Method::Parry, Method::Counter];
        let chosen = match how {
            DefenceChoice::Best => best(ALL),
            DefenceChoice::Dodge => best(&[Method::Dodge]),
            DefenceChoice::Parry => best(&[Method::Parry]).or_else(|| best(&[Method::Dodge])),
            DefenceChoice::Counter => {
                best(&[Method::Counter]).or_else(|| best(&[Method::Parry])).or_else(|| best(&[Method::Dodge]))
            }
            DefenceChoice::CounterIfFavoured => {
                let favoured = best(&[Method::Counter]).filter(|counter| {
                    counter.pool.ways_to_hit(counter.attack) > counter.attack.ways_to_hit(counter.pool)
                });
                favoured.or_else(|| best(&[Method::Dodge, Method::Parry]))
            }
            DefenceChoice::Net => self.best_net(state, coming, &defences),
        };
        chosen.or_else(|| best(ALL)).unwrap_or(defences.all[0])
    }

    /// The way with the lowest chance of being hit among these methods; of equals the first.
    fn safest(
        &self,
        state: &State,
        coming: AttackSpec,
        defences: &Defences,
        methods: &[Method],
    ) -> Option<Defence> {
        let mut best: Option<(Defence, i64)> = None;
        let fits = |defence: &&Defence| defence.method.is_some_and(|method| methods.contains(&method));
        let n = defences.iter().filter(fits).count();
        for defence in defences.iter().filter(fits) {
            if n == 1 {
                return Some(*defence);
            }
            let p = self.p_being_hit(state, coming, defence);
            if best.is_none_or(|(_, least)| p < least) {
                best = Some((*defence, p));
            }
        }
        best.map(|(defence, _)| defence)
    }

    /// D-05 `net`: the way with the largest expected result on the attacker less that on itself; of equals as
    /// `best`.
    fn best_net(&self, state: &State, coming: AttackSpec, defences: &Defences) -> Option<Defence> {
        let mut best: Option<(Defence, (i64, i64))> = None;
        for defence in defences.iter().filter(|defence| defence.method.is_some()) {
            let net =
                self.expected_counter(state, coming, defence) - self.expected_against(state, coming, defence);
            let value = (net, -self.p_being_hit(state, coming, defence));
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((*defence, value));
            }
        }
        best.map(|(defence, _)| defence)
    }
}
