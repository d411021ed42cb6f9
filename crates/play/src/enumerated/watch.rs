//! The effect of one turn, as far as an exact answer reads it.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{Outcome, System};
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// A strike of a clock within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// The number of activations that the turn had begun by then.
    pub activation: u32,
    /// The unit whose clock it is.
    pub unit: UnitId,
    /// Its place among the clocks, behind which stand the first rises of counts.
    pub clock: u8,
    /// Its place among the causes of the clock.
    pub cause: u8,
}

/// The state of the fight after a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum After {
    /// The round goes on.
    #[default]
    GoesOn,
    /// The next round, with these units standing.
    RoundOver(UnitSet),
    /// Nothing: the fight is over, with these units standing.
    Over(Outcome, UnitSet),
}

/// All of a turn that is not in the state it leaves and yet counts. Turns of one effect that
/// leave one state are one transition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effect {
    /// The number of activations that it began.
    pub activations: u32,
    /// The state of the fight after it.
    pub after: After,
    /// The units that came after the round began.
    pub joined: UnitSet,
    /// In the order in which they struck.
    pub marks: Vec<Strike>,
}

/// A histogram of damage that is observed of each unit, behind those of its metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Damage {
    /// By attack: 0 for a miss, 1 + d for a hit with d damage as rolled.
    Attack,
    /// As rolled, by activation.
    PerActivation,
    /// Beyond the last hit point of the target, by attack with some.
    Overkill,
}

impl Damage {
    /// The number of these histograms.
    pub const COUNT: usize = Self::Overkill as usize + 1;

    /// The row of a unit with this many metrics.
    pub const fn row(self, n_metrics: usize) -> usize {
        n_metrics + self as usize
    }
}

/// One observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// `unit * rows + row`, where the rows of a unit are its metrics and those of [`Damage`].
    pub at: u32,
    /// The value observed; of a count what was added to it, of a ratio 1 for a success.
    pub n: u32,
}

/// Clocks that an exact answer follows behind those of the game: the first strikes when a unit is put
/// out of the fight.
pub const OWN_CLOCKS: usize = 1;

/// The observer of one path of a turn.
#[derive(Debug, Default)]
pub struct TurnObserver {
    /// The effect of the turn until now.
    pub effect: Effect,
    /// Whether observations are kept.
    pub measures: bool,
    /// The observations, if they are kept.
    pub seen: Vec<Seen>,
    /// By unit: damage as rolled in this turn, and what of it was there when its activation began.
    damage: [[u32; 2]; MAX_UNITS],
}

impl TurnObserver {
    /// Forgets the turn before.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.effect.activations = 0;
        self.effect.after = After::GoesOn;
        self.effect.joined = UnitSet::default();
        self.effect.marks.clear();
        if self.measures {
            self.seen.clear();
            self.damage = [[0; 2]; MAX_UNITS];
        }
    }

    #[inline(always)]
    fn see<S: System>(&mut self, unit: UnitId, row: usize, n: u32) {
        if self.measures {
            let n_rows = S::Metric::ALL.len() + Damage::COUNT;
            self.seen.push(Seen { at: (unit.idx() * n_rows + row) as u32, n });
        }
    }

    #[inline(always)]
    fn see_damage<S: System>(&mut self, unit: UnitId, of: Damage, n: u32) {
        self.see::<S>(unit, of.row(S::Metric::ALL.len()), n);
    }

    #[inline(always)]
    fn deal(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        if self.measures && !victim.is_ally {
            self.damage[action_ref.by.idx()][0] += damage;
        }
    }

    /// This unit is put out of the fight. Only the first time in a turn matters, and not when it was.
    fn drop(&mut self, unit: UnitId, clock: usize) {
        let mark = Strike { activation: 0, unit, clock: clock as u8, cause: 0 };
        if !self.effect.marks.contains(&mark) {
            self.effect.marks.push(mark);
        }
    }
}

impl<S: System> Observer<S> for TurnObserver {
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        let at = metric.index();
        if S::Metric::SAMPLED_ONLY[at] {
            return;
        }
        match S::Metric::ALL[at].kind {
            Kind::Count if n == 0 => {}
            Kind::Count => self.see::<S>(unit, at, n),
            Kind::Ratio => self.see::<S>(unit, at, u32::from(n == 1)),
            Kind::Value | Kind::Hidden => self.see::<S>(unit, at, n),
            _ => unreachable!("not reported one by one"),
        }
    }

    #[inline(always)]
    fn flag(&mut self, metric: S::Metric, units: UnitSet) {
        if matches!(S::Metric::ALL[metric.index()].kind, Kind::Flag) {
            units.for_each(|unit| self.see::<S>(unit, metric.index(), 1));
        }
    }

    #[inline(always)]
    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        self.drop(victim.unit, S::Clock::ALL.len());
        if let Cause::Action(ActionRef { by, .. }) = cause
            && !victim.is_ally
        {
            Observer::<S>::add(self, by, S::Metric::FELLED, 1);
        }
    }

    #[inline(always)]
    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        if victim.is_ally {
            return;
        }
        self.deal(action_ref, victim, damage);
        self.see_damage::<S>(action_ref.by, Damage::Attack, (damage + 1) * u32::from(hit));
    }

    #[inline(always)]
    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        self.deal(action_ref, victim, damage);
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.see_damage::<S>(by, Damage::Overkill, damage);
    }

    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        self.effect.activations += 1;
        let [damage, before] = &mut self.damage[unit.idx()];
        *before = *damage;
    }

    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let [damage, before] = self.damage[unit.idx()];
        self.see_damage::<S>(unit, Damage::PerActivation, damage - before);
    }

    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        self.effect.activations = self.effect.activations.saturating_add_signed(by);
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.effect.joined.insert(unit);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let (clock, cause) = clock.place();
        let activation = self.effect.activations;
        self.effect.marks.push(Strike { activation, unit, clock: clock as u8, cause: cause as u8 });
    }
}
