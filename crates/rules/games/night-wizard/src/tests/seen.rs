//! What a test sees of a fight.

use super::*;

pub(super) fn watch(system: &NightWizard, dice: &mut impl Chance) -> Seen {
    let mut seen = Seen::default();
    play(system, &mut State::default(), dice, &mut seen);
    seen
}

/// What was reported of a fight.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) events: Vec<Event>,
    /// Round, activation, unit, cause.
    pub(super) exhausted: Vec<(u32, u32, UnitId, Exhaustion)>,
    /// Round, activation, unit, and the mark of another clock.
    pub(super) marks: Vec<(u32, u32, UnitId, Clock)>,
    /// Who acted, over all rounds.
    pub(super) mains: Vec<UnitId>,
    /// Round, and who came into it after it began.
    pub(super) joined: Vec<(u32, UnitId)>,
    /// Attacker, whether it hit, damage.
    pub(super) attacks: Vec<(UnitId, bool, u32)>,
    /// Who did damage without an attack, and how much.
    pub(super) harm: Vec<(UnitId, u32)>,
    pub(super) overkill: Vec<(UnitId, u32)>,
    pub(super) actions_told: Vec<Told>,
    pub(super) adds: Vec<(UnitId, Metric, u32)>,
    pub(super) outcome: Option<Outcome>,
    pub(super) standing: UnitSet,
    pub(super) round: u32,
    pub(super) activation: u32,
}

/// What was reported of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Used(ActionRef),
    Damage(ActionRef, UnitId, u32),
    Felled(UnitId, Cause),
}

impl Observer<NightWizard> for Seen {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn flag(&mut self, metric: Metric, units: UnitSet) {
        for unit in (0..MAX_UNITS as u8).map(UnitId) {
            self.adds.push((unit, metric, u32::from(units.has(unit))));
        }
    }

    fn used(&mut self, action_ref: ActionRef) {
        self.actions_told.push(Told::Used(action_ref));
    }

    fn attack(&mut self, action_ref: ActionRef, _: ActionTarget, hit: bool, damage: u32) {
        self.attacks.push((action_ref.by, hit, damage));
    }

    fn harm(&mut self, action_ref: ActionRef, _: ActionTarget, damage: u32) {
        self.harm.push((action_ref.by, damage));
    }

    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.actions_told.push(Told::Damage(action_ref, victim.unit, lost));
        if victim.is_ally {
            self.adds.push((action_ref.by, Metric::AllyDamage, lost));
        }
    }

    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        self.actions_told.push(Told::Felled(victim.unit, cause));
    }

    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.overkill.push((by, damage));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.mains.push(unit);
    }

    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
    }

    fn arrives(&mut self, unit: UnitId) {
        self.joined.push((self.round, unit));
    }

    fn mark(&mut self, unit: UnitId, clock: Clock) {
        match clock {
            Clock::Exhausted(why) => self.exhausted.push((self.round, self.activation, unit, why)),
            other => self.marks.push((self.round, self.activation, unit, other)),
        }
    }

    fn round_begins(&mut self, round: u32, _: UnitSet) {
        (self.round, self.activation) = (round, 0);
    }

    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        (self.outcome, self.standing) = (Some(outcome), standing);
    }
}

impl Seen {
    /// All observations of a metric of one unit.
    pub(super) fn all(&self, unit: UnitId, metric: Metric) -> Vec<u32> {
        self.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).collect()
    }

    /// The HP that the last hit left its target.
    pub(super) fn hp_left(&self) -> Option<i32> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Damage { hp, .. } => Some(*hp),
            _ => None,
        })
    }

    /// The achievement values of each Hit and Dodge.
    pub(super) fn hits(&self) -> Vec<(i32, i32)> {
        let values = |event: &Event| match event {
            Event::Hit { hit, dodge, .. } => Some((hit.value(), dodge.value())),
            _ => None,
        };
        self.events.iter().filter_map(values).collect()
    }

    /// The targets of all attacks in order.
    pub(super) fn targets(&self) -> Vec<UnitId> {
        let target = |event: &Event| match event {
            Event::Hit { target, .. } => Some(*target),
            _ => None,
        };
        self.events.iter().filter_map(target).collect()
    }

    /// The counts at which Mains were entered.
    pub(super) fn counts(&self) -> Vec<i32> {
        let count = |event: &Event| match event {
            Event::Main { count, .. } => Some(*count),
            _ => None,
        };
        self.events.iter().filter_map(count).collect()
    }

    /// The counts set at Setup: unit and count.
    pub(super) fn starting_counts(&self) -> Vec<(UnitId, i32)> {
        let count = |event: &Event| match event {
            Event::Count { unit, count, .. } => Some((*unit, *count)),
            _ => None,
        };
        self.events.iter().filter_map(count).collect()
    }

    /// The Mortality Judges: unit, side, difficulty, whether it lives.
    pub(super) fn mortality(&self) -> Vec<(UnitId, Side, i32, bool)> {
        let judge = |event: &Event| match event {
            Event::Mortality { unit, judge, difficulty, lives } => Some((*unit, *judge, *difficulty, *lives)),
            _ => None,
        };
        self.events.iter().filter_map(judge).collect()
    }

    pub(super) fn has(&self, event: &Event) -> bool {
        self.events.contains(event)
    }

    pub(super) fn won(&self, side: u8) -> bool {
        self.outcome == Some(Outcome::Win(SideId(side)))
    }

    /// The statuses inflicted: on whom, which.
    pub(super) fn inflicted(&self) -> Vec<(UnitId, Status)> {
        let of = |event: &Event| match event {
            Event::Inflicted { unit, status, .. } => Some((*unit, *status)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// The statuses that ended.
    pub(super) fn recovered(&self) -> Vec<(UnitId, Status)> {
        let of = |event: &Event| match event {
            Event::Recovered { unit, status } => Some((*unit, *status)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// The damage of each hit: target, margin of the Judges, damage.
    pub(super) fn damage(&self) -> Vec<(UnitId, i32, i32)> {
        let of = |event: &Event| match event {
            Event::Damage { target, margin, damage, .. } => Some((*target, *margin, *damage)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// Returns how often abilities were used.
    pub(super) fn n_used(&self, unit: UnitId) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event, Event::Uses { unit: by, .. } if *by == unit))
            .count()
    }

    /// The place of the first such event.
    pub(super) fn place(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().position(is).expect("it happened")
    }

    pub(super) fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.all(unit, metric).iter().sum()
    }
}
