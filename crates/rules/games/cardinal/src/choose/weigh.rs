//! The evaluations of the ledger, which tactics compare: chances to hit and expected damage results of
//! attacks as they would be rolled.

use crate::board::At;
use crate::data::rulings::{CounterTie, Slaying, Ties, WoundBonus};
use crate::data::vocabulary::{Method, ModWord, Statuses};
use crate::dice::draws::{Check, ways_to_win};
use crate::dice::pool::{MAX_DICE, Pool, Ways};
use crate::rules::attacks::defend::{AttackSpec, Defence};
use crate::rules::attacks::soak::Hit;
use crate::state::State;
use crate::{Cardinal, DamageProfile, Meets};
use fray_engine::roster::UnitId;
use fray_kit::whole::nearest;

/// CA-38: results beyond this one read the same.
pub(crate) const MOST_RESULT: i32 = 6;

/// CA-38: the least result that puts a unit out.
const LEAST_OUT: i32 = 4;

/// CA-29: the number that a resisted attack and its resistance are rolled against.
pub(crate) const RESIST_NUMBER: u32 = 3;

/// A mean or a chance in parts of 2^-40: what is equal stays equal in whatever order it is summed, and no choice hangs on
/// the last bit of a fraction.
pub(crate) fn parts(mean: f64) -> i64 {
    const IN_ONE: f64 = (1_u64 << 40) as f64;
    nearest(mean * IN_ONE)
}

/// CA-29: in how many ways a roll leaves so many successes, less what is resisted; the most successes, and all ways.
fn unresisted(check: &Check, resist: &Check) -> (Ways, usize, f64) {
    let (by_s, by_r, n) = (check.success_ways(), resist.success_ways(), check.pool.len());
    let mut by_left = [0.0; MAX_DICE + 1];
    for s in 1..=n {
        for r in 0..s.min(resist.pool.len() + 1) {
            by_left[s - r] += by_s[s] * by_r[r];
        }
    }
    (by_left, n, check.all_ways() * resist.all_ways())
}

/// The possible results of a blow on a target, its soak worked out once.
struct Results {
    hit: Hit,
    soak: Ways,
    ward: i32,
}

impl Results {
    /// All ways in which the dice of the soak roll fall.
    fn ways(&self) -> f64 {
        self.hit.all_ways()
    }

    /// The results of so many points before soak, summed over these ways.
    #[inline]
    fn of(&mut self, points: i32) -> f64 {
        self.hit.points = points;
        let mut sum = 0.0;
        self.hit.each(&self.soak, |out, ways| {
            let damage = out.damage - out.damage.min(self.ward);
            sum += ways * f64::from(damage.min(MOST_RESULT));
        });
        sum
    }
}

impl Cardinal {
    /// CA-30 to CA-32: the points of so many successes, the bonus included.
    #[inline]
    pub(crate) fn points(
        &self,
        profile: &DamageProfile,
        target: UnitId,
        successes: i32,
        retreats: bool,
    ) -> i32 {
        if profile.flat {
            return profile.bonus;
        }
        let mut points = successes;
        if self.slays(profile, target) {
            points += successes * if self.rulings.slaying == Slaying::Triple { 2 } else { 1 };
        }
        if profile.impaling && !retreats {
            points += successes;
        }
        if profile.critical {
            points += successes / 2;
        }
        points + profile.bonus
    }

    /// CA-33 to CA-35: the soak roll against a blow of so many points.
    #[inline]
    pub(crate) fn hit(&self, state: &State, target: UnitId, profile: &DamageProfile, points: i32) -> Hit {
        Hit {
            soak: self.soak(state, target, profile),
            number: self.rulings.soak_tn.0 as u32,
            penalty: self.penalties(state, target, ModWord::Soak),
            points,
            wounds: state.of(target).and(Statuses::WOUNDS).len() as i32,
            wounds_first: self.rulings.wound_bonus == WoundBonus::BeforeSoak,
            botch: self.rulings.botch_soak.0,
            most: MOST_RESULT + i32::from(state.unit(target).ward),
            ..Hit::default()
        }
    }

    /// Returns the possible results of a blow on a target.
    fn results(&self, state: &State, target: UnitId, profile: &DamageProfile) -> Results {
        let hit = self.hit(state, target, profile, 0);
        Results { soak: hit.soak_ways(), hit, ward: i32::from(state.unit(target).ward) }
    }

    /// The mean result, in [`parts`], of a blow with this number of successes in this many of `all` ways.
    fn mean(
        &self,
        mut results: Results,
        target: UnitId,
        profile: &DamageProfile,
        (by_s, n, all): (&Ways, usize, f64),
        retreats: bool,
    ) -> i64 {
        let mut sum = 0.0;
        for (s, &ways) in by_s.iter().enumerate().take(n + 1).skip(1) {
            if ways > 0.0 {
                sum += ways * results.of(self.points(profile, target, s as i32, retreats));
            }
        }
        parts(sum / (all * results.ways()))
    }

    /// The mean result of a roll of `attack` against `defence` by a striker where it stands, or would, on `target`, ties as
    /// `ties` says.
    fn mean_of(
        &self,
        state: &State,
        rolls: [Pool; 2],
        profile: &DamageProfile,
        (striker, target): ((UnitId, At), UnitId),
        ties: bool,
    ) -> i64 {
        let [attack, defence] = rolls;
        let (by_s, n) = (ways_to_win(attack, defence, ties), attack.len());
        let retreats = profile.impaling && self.will_retreat(state, target, striker);
        let results = self.results(state, target, profile);
        self.mean(results, target, profile, (&by_s, n, attack.ways() * defence.ways()), retreats)
    }

    /// E of an attack that the target answers so, in [`parts`] as all of these.
    pub(crate) fn expected_against(&self, state: &State, coming: AttackSpec, defence: &Defence) -> i64 {
        let profile = &self.unit(coming.unit).weapons[coming.weapon].profile;
        let ties = match defence.method {
            Some(Method::Counter) => {
                matches!(self.rulings.counter_tie, CounterTie::BothHit | CounterTie::Attacker)
            }
            _ => match self.rulings.ties {
                Ties::Defender => false,
                Ties::Attacker => true,
                Ties::Retreat => !self.will_retreat(state, coming.target, (coming.unit, coming.from)),
            },
        };
        self.mean_of(
            state,
            [defence.attack, defence.pool],
            profile,
            ((coming.unit, coming.from), coming.target),
            ties,
        )
    }

    /// E of a Counter on the attacker; 0 for other methods.
    pub(crate) fn expected_counter(&self, state: &State, coming: AttackSpec, defence: &Defence) -> i64 {
        if defence.method != Some(Method::Counter) {
            return 0;
        }
        let profile = &self.unit(coming.target).weapons[usize::from(defence.with)].profile;
        let ties = matches!(self.rulings.counter_tie, CounterTie::BothHit | CounterTie::Defender);
        let its = (coming.target, state.unit(coming.target).at());
        self.mean_of(state, [defence.pool, defence.attack], profile, (its, coming.unit), ties)
    }

    /// E of an attack against what the target's own tactics answer.
    pub(crate) fn expected(&self, state: &State, coming: AttackSpec) -> i64 {
        let weapon = &self.unit(coming.unit).weapons[coming.weapon];
        let target = coming.target;
        match weapon.meets {
            Meets::Defence => self.expected_against(state, coming, &self.choose_defence(state, coming)),
            Meets::Nothing => {
                let mut results = self.results(state, target, &weapon.profile);
                let points = self.points(&weapon.profile, target, 0, false);
                let resist = self.resist_roll(state, target);
                let by_r = resist.success_ways();
                let resisted = by_r.iter().enumerate().take(resist.pool.len() + 1);
                let sum: f64 = resisted.map(|(r, ways)| ways * results.of(points - r as i32)).sum();
                parts(sum / (resist.all_ways() * results.ways()))
            }
            Meets::Resistance | Meets::Number(_) | Meets::Pool(_) => {
                let (by_left, n, all) = self.ways_left(state, coming);
                let results = self.results(state, target, &weapon.profile);
                self.mean(results, target, &weapon.profile, (&by_left, n, all), false)
            }
        }
    }

    /// CA-29: in how many ways an attack against a number leaves so many successes, less what is resisted; the most
    /// successes, and all ways.
    fn ways_left(&self, state: &State, coming: AttackSpec) -> (Ways, usize, f64) {
        let check = self.attack_check(state, coming);
        if self.unit(coming.unit).weapons[coming.weapon].meets != Meets::Resistance {
            return (check.success_ways(), check.pool.len(), check.all_ways());
        }
        unresisted(&check, &self.resist_roll(state, coming.target))
    }

    /// CA-58: whether the hazard of a square puts a unit out that ends its turn there, if its result is the mean one.
    pub(crate) fn puts_out(&self, state: &State, unit: UnitId, at: At) -> bool {
        let hazard = self.board.as_ref().map_or(0, |board| board.square(at).hazard);
        let Some(&(pool, profile)) = usize::from(hazard).checked_sub(1).and_then(|nth| self.hazards.get(nth))
        else {
            return false;
        };
        let least = if profile.knockout { 1 } else { LEAST_OUT };
        // Most hazards cannot.
        let most = self.hit(state, unit, &profile, self.points(&profile, unit, pool.len() as i32, false));
        if most.damage(0, !most.soak.is_empty()).max(most.damage(0, false)) < least {
            return false;
        }
        let check = Check::of(pool, RESIST_NUMBER, Pool::NONE, MAX_DICE as u8);
        let (by_left, n, all) = unresisted(&check, &self.resist_roll(state, unit));
        let mean = self.mean(self.results(state, unit, &profile), unit, &profile, (&by_left, n, all), false);
        mean >= parts(f64::from(least))
    }

    /// The chance, in [`parts`], that an attack hits, against what the target's own tactics answer.
    pub(crate) fn p_hit(&self, state: &State, coming: AttackSpec) -> i64 {
        let weapon = &self.unit(coming.unit).weapons[coming.weapon];
        match weapon.meets {
            Meets::Defence => self.p_being_hit(state, coming, &self.choose_defence(state, coming)),
            Meets::Nothing => parts(1.0),
            Meets::Resistance | Meets::Number(_) | Meets::Pool(_) => {
                let (by_left, n, all) = self.ways_left(state, coming);
                parts(by_left[1..=n].iter().sum::<f64>() / all)
            }
        }
    }

    /// CA-29: the roll of an attack against a number, a pool or the range.
    pub(crate) fn attack_check(&self, state: &State, coming: AttackSpec) -> Check {
        let own = match self.unit(coming.unit).weapons[coming.weapon].meets {
            Meets::Pool(which) => self.opposed(coming.target, which),
            _ => Pool::NONE,
        };
        let (number, penalty) = self.difficulty(state, coming);
        Check::of(self.attack_pool(state, coming), number, own.and(penalty), MAX_DICE as u8)
    }

    /// CA-04, CA-29: the number that an attack meets, and the dice that may raise it, a pool of the target apart.
    pub(crate) fn difficulty(&self, state: &State, coming: AttackSpec) -> (u32, Pool) {
        let penalty = self.penalties(state, coming.unit, ModWord::Attack);
        match self.unit(coming.unit).weapons[coming.weapon].meets {
            Meets::Number(number) => (u32::from(number), penalty),
            Meets::Pool(_) => (0, penalty),
            _ => (RESIST_NUMBER, self.range_dice(state, coming).and(penalty)),
        }
    }

    /// CA-29: the target's resistance.
    pub(crate) fn resist_roll(&self, state: &State, target: UnitId) -> Check {
        let pool = self.raised(state, target, ModWord::Resist, self.unit(target).resist);
        let penalty = self.penalties(state, target, ModWord::Resist);
        Check::of(pool, RESIST_NUMBER, penalty, MAX_DICE as u8)
    }

    /// Returns whether an attack can change anything for the target: a chance to hit, and a result or Reeling to give.
    pub(crate) fn can_matter(&self, state: &State, coming: AttackSpec) -> bool {
        let weapon = &self.unit(coming.unit).weapons[coming.weapon];
        let most =
            if weapon.meets == Meets::Nothing { 0 } else { self.attack_pool(state, coming).len() as i32 };
        if weapon.meets != Meets::Nothing && weapon.attack.is_empty() {
            return false;
        }
        let reeling = state.of(coming.target).has(crate::data::vocabulary::Status::Reeling);
        if let Meets::Number(number) = weapon.meets
            && self.attack_pool(state, coming).max() <= u32::from(number)
        {
            return false;
        }
        if !reeling {
            return true;
        }
        // CA-67: what a hit brings beside damage.
        let on_hit = weapon.on_hit.iter().map(|on_hit| (&on_hit.effect, on_hit.made));
        let skill = weapon.ability.map(|at| &self.unit(coming.unit).abilities[usize::from(at)]);
        let beside = skill.into_iter().flat_map(|skill| {
            skill.ability.effects.iter().zip(&skill.mods).map(|(effect, &made)| (effect, made))
        });
        let pair = [coming.unit, coming.target];
        if on_hit.chain(beside).any(|(effect, made)| self.would_change(state, pair, effect, made)) {
            return true;
        }
        // The largest result: every die a success, nothing soaked, or a botch. What a ward takes is gone from it.
        let all = self.points(&weapon.profile, coming.target, most, false);
        let hit = self.hit(state, coming.target, &weapon.profile, all);
        hit.damage(0, !hit.soak.is_empty()).max(hit.damage(0, false)) > 0
    }
}
