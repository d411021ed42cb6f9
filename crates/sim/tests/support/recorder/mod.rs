//! Counting the plain way: everything that was reported of one fight is kept and added up at the
//! end, with nothing clever about it. The tally is compared with this.

mod rounds;

use rounds::Round;

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{self, Outcome, System};
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{Roster, UnitId, UnitSet};
use fray_sim::play::luck::LuckTotals;
use fray_sim::stats::FightSums;
use fray_sim::totals::{ActionTotals, Histogram, MetricTotals, Plane, SideTotals, Totals, Tries, UnitTotals};

/// One thing that was reported.
#[derive(Clone, Debug)]
enum Report {
    Add(UnitId, usize, u32),
    /// A flag and the units of which it is true.
    Flag(usize, UnitSet),
    Used(ActionRef),
    Attack(ActionRef, ActionTarget, bool, u32),
    Overkill(UnitId, u32),
    Harm(ActionRef, ActionTarget, u32),
    Damage(ActionRef, ActionTarget, u32),
    Healed(Cause, UnitId, u32),
    Felled(ActionTarget, Cause),
    TurnUsed(UnitId, TurnUse),
    Activation(UnitId),
    ActivationOver(UnitId),
    /// Clock and cause.
    Mark(UnitId, (usize, usize)),
    RoundBegins(UnitSet),
    Joins(UnitId),
    RoundOver(UnitSet),
    Health(UnitId, u32),
    FightOver(Outcome, UnitSet),
}

/// What was reported, each with its round and activation.
pub(crate) struct Recorder<S: System> {
    reports: Vec<(u64, u64, Report)>,
    round: u64,
    activation: u64,
    system: std::marker::PhantomData<fn() -> S>,
}

impl<S: System> Default for Recorder<S> {
    fn default() -> Self {
        Self { reports: Vec::new(), round: 0, activation: 0, system: std::marker::PhantomData }
    }
}

impl<S: System> Recorder<S> {
    fn note(&mut self, report: Report) {
        self.reports.push((self.round, self.activation, report));
    }
}

impl<S: System> Observer<S> for Recorder<S> {
    const WANTS_HEALTH: bool = true;

    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        self.note(Report::Add(unit, metric.index(), n));
    }

    fn flag(&mut self, metric: S::Metric, units: UnitSet) {
        self.note(Report::Flag(metric.index(), units));
    }

    fn used(&mut self, action_ref: ActionRef) {
        self.note(Report::Used(action_ref));
    }

    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        self.note(Report::Attack(action_ref, victim, hit, damage));
    }

    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        self.note(Report::Harm(action_ref, victim, damage));
    }

    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.note(Report::Damage(action_ref, victim, lost));
    }

    fn healed(&mut self, cause: Cause, unit: UnitId, health: u32) {
        self.note(Report::Healed(cause, unit, health));
    }

    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        self.note(Report::Felled(victim, cause));
    }

    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.note(Report::TurnUsed(unit, made));
    }

    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.note(Report::Overkill(by, damage));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.note(Report::Activation(unit));
    }

    fn activation_over(&mut self, unit: UnitId) {
        self.note(Report::ActivationOver(unit));
    }

    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by.into());
    }

    fn arrives(&mut self, unit: UnitId) {
        self.note(Report::Joins(unit));
    }

    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        self.note(Report::Mark(unit, clock.place()));
    }

    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        (self.round, self.activation) = (round.into(), 0);
        self.note(Report::RoundBegins(standing));
    }

    fn round_over(&mut self, standing: UnitSet) {
        self.note(Report::RoundOver(standing));
    }

    fn health(&mut self, unit: UnitId, health: u32) {
        self.note(Report::Health(unit, health));
    }

    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        self.note(Report::FightOver(outcome, standing));
    }
}

fn histogram(values: impl IntoIterator<Item = u64>) -> Histogram {
    values.into_iter().map(|value| (value, 1)).collect()
}

fn plane(cells: impl IntoIterator<Item = (u64, u64)>) -> Plane {
    cells.into_iter().map(|(round, activation)| (round, activation, 1)).collect()
}

impl<S: contract::Report> Recorder<S> {
    /// Returns what a tally should hold of this one fight.
    pub(crate) fn totals(&self, system: &S) -> Totals {
        let roster = system.roster();
        let Some((last_round, _, Report::FightOver(outcome, _))) = self.reports.last() else {
            panic!("the last report of a fight is its end");
        };
        let ended = |is: bool| histogram(is.then_some(*last_round));
        let activations = (1..=*last_round).map(|round| {
            let begun = |(at, _, report): &&(u64, u64, Report)| {
                *at == round && matches!(report, Report::Activation(_))
            };
            self.reports.iter().filter(begun).count() as u64
        });
        // Where every side is one unit, its counts are the unit's own.
        let has_parties = roster.sides.iter().any(|side| side.units.len() > 1);
        let side = |(i, side): (usize, &fray_engine::roster::RosterSide)| SideTotals {
            wins: ended(*outcome == Outcome::Win(fray_engine::roster::SideId(i as u8))),
            counts: S::Metric::ALL
                .iter()
                .enumerate()
                .filter(|_| has_parties)
                .map(|(metric, info)| {
                    let sum = match info.kind {
                        Kind::Count => {
                            Some(side.units.map(|unit| self.adds(unit, metric).sum::<u64>()).sum())
                        }
                        Kind::Flag => Some(self.flagged(metric).and(side.units).len().into()),
                        _ => None,
                    };
                    histogram(sum)
                })
                .collect(),
            damage: histogram(has_parties.then(|| {
                let of_unit = |unit| self.damage(unit).map(|x| x.1).sum::<u64>();
                side.units.map(of_unit).sum()
            })),
            overkill: histogram(
                has_parties.then(|| side.units.map(|unit| self.overkill(unit).sum::<u64>()).sum()),
            ),
            by_fight: if has_parties { self.by_fight(roster, side.units, true) } else { Vec::new() },
            course: self.course(side.units),
            course_wins: if *outcome == Outcome::Win(fray_engine::roster::SideId(i as u8)) {
                self.course(side.units)
            } else {
                Plane::default()
            },
            first: match self.first() {
                Some(unit) if side.units.has(unit) => {
                    let won = *outcome == Outcome::Win(fray_engine::roster::SideId(i as u8));
                    [1, won.into()]
                }
                _ => [0; 2],
            },
        };
        Totals {
            luck: LuckTotals::default(),
            fights: 1,
            draws: ended(*outcome == Outcome::Draw),
            timeouts: ended(*outcome == Outcome::Timeout),
            fight_activations: histogram([activations.clone().sum()]),
            activations: histogram(activations),
            stalls: self.stalls(*outcome),
            sides: roster.sides.iter().enumerate().map(side).collect(),
            units: roster.everyone().map(|unit| self.of_unit(system, unit)).collect(),
        }
    }

    /// Returns what this fight adds to the sums by fight of some units of a side, in the order of
    /// [`Tries`](fray_sim::totals::Tries): sums and tries of a side are those of its units.
    fn by_fight(&self, roster: &Roster, units: UnitSet, is_side: bool) -> Vec<FightSums> {
        let pairs = units
            .map(|unit| self.pairs(roster, unit))
            .reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| (a.0 + b.0, a.1 + b.1)).collect());
        let n_clocks = S::Clock::ALL.len();
        let of_attacks = [Tries::HitRate, Tries::Soaked, Tries::DamagePerHit].map(|of| of.place(n_clocks));
        let one = |(place, (sum, tries)): (usize, (u64, u64))| {
            let mut all = FightSums::default();
            if !is_side || of_attacks.contains(&place) || place >= Tries::Metric(0).place(n_clocks) {
                all.add(sum, tries);
            }
            all
        };
        pairs.into_iter().flatten().enumerate().map(one).collect()
    }

    /// Sum and tries of a unit in this fight.
    fn pairs(&self, roster: &Roster, unit: UnitId) -> Vec<(u64, u64)> {
        let attacks: Vec<(bool, u64)> = self
            .reports
            .iter()
            .filter_map(|(_, _, report)| match *report {
                Report::Attack(action_ref, victim, hit, damage)
                    if action_ref.by == unit && !victim.is_ally =>
                {
                    Some((hit, damage.into()))
                }
                _ => None,
            })
            .collect();
        let hits: Vec<u64> = attacks.iter().filter(|attack| attack.0).map(|attack| attack.1).collect();
        let began: Vec<Round> = self.rounds().filter(|round| round.began.has(unit)).collect();
        let in_rounds = |clock: usize| {
            let strikes = self.strikes(unit, clock).into_iter();
            strikes.filter(|strike| began.iter().any(|round| round.number == strike.0)).collect::<Vec<_>>()
        };
        let exhausted = in_rounds(0);
        let activations = |of: u64| {
            let begun =
                |(at, _, report): &&(u64, u64, Report)| *at == of && matches!(report, Report::Activation(_));
            self.reports.iter().filter(begun).count() as u64
        };
        let n = |count: usize| count as u64;
        let n_down = self.rounds().filter(|round| !round.ended.has(unit)).count();
        let mut all = vec![
            (n(hits.len()), n(attacks.len())),
            (n(hits.iter().filter(|damage| **damage == 0).count()), n(hits.len())),
            (hits.iter().sum(), n(hits.len())),
            (n(n_down), n(self.rounds().count())),
            (exhausted.iter().map(|strike| strike.1).sum(), n(exhausted.len())),
            (exhausted.iter().map(|strike| activations(strike.0) - strike.1).sum(), n(began.len())),
        ];
        let has_parties = roster.sides.iter().any(|side| side.units.len() > 1);
        let damage = |unit: UnitId| self.damage(unit).map(|(_, damage)| damage).sum::<u64>();
        let side = roster.sides[roster.units[unit.idx()].side.idx()].units;
        all.push(if has_parties { (damage(unit), side.map(damage).sum()) } else { (0, 0) });
        all.extend((0..S::Clock::ALL.len()).map(|clock| (n(in_rounds(clock).len()), n(began.len()))));
        all.extend((0..S::Metric::ALL.len()).map(|metric| self.tries_of(unit, metric)));
        all
    }

    /// Sum and tries of a metric of a unit in this fight.
    fn tries_of(&self, unit: UnitId, metric: usize) -> (u64, u64) {
        let observed = |of: usize| match S::Metric::ALL[of].kind {
            Kind::Count => vec![self.adds(unit, of).sum()],
            _ => self.adds(unit, of).collect::<Vec<u64>>(),
        };
        match S::Metric::ALL[metric].kind {
            Kind::Flag => (self.flagged(metric).has(unit).into(), 1),
            Kind::Count
            | Kind::Hidden
            | Kind::Number { .. }
            | Kind::Any { .. }
            | Kind::Stalled
            | Kind::WonFirst => (0, 0),
            Kind::Value | Kind::Ratio => {
                (self.adds(unit, metric).sum(), self.adds(unit, metric).count() as u64)
            }
            Kind::Share { of, is } => {
                let tries = observed(of);
                (tries.iter().filter(|value| is(**value as u32)).count() as u64, tries.len() as u64)
            }
            Kind::Above { of, least } => {
                let above = of.iter().flat_map(|&of| observed(of)).map(|v| v.saturating_sub(least.into()));
                let above: Vec<u64> = above.filter(|above| *above > 0).collect();
                (above.iter().sum(), above.len() as u64)
            }
        }
    }

    /// Returns who stood at the end of each round.
    fn course(&self, units: UnitSet) -> Plane {
        plane(self.rounds().map(|round| (round.number, u64::from(round.ended.and(units).len()))))
    }

    /// By round: whether the unit stood at its end, and its health then.
    fn health_of(&self, unit: UnitId) -> Vec<[u64; 2]> {
        let mut cells = Vec::new();
        for &(round, _, ref report) in &self.reports {
            if let Report::Health(of, health) = *report
                && of == unit
            {
                cells.resize(round as usize, [0; 2]);
                cells.push([1, health.into()]);
            }
        }
        cells
    }

    fn adds(&self, unit: UnitId, metric: usize) -> impl Iterator<Item = u64> + '_ {
        let is = move |of: UnitId, what: S::Metric| (of, what.index()) == (unit, metric);
        self.reports.iter().flat_map(move |(_, _, report)| {
            let of_one = match *report {
                Report::Add(of, what, n) if (of, what) == (unit, metric) => Some(n),
                Report::Damage(action_ref, victim, lost) => {
                    (victim.is_ally && is(action_ref.by, S::Metric::ALLY_DAMAGE)).then_some(lost)
                }
                Report::Felled(victim, Cause::Action(action_ref)) => {
                    (!victim.is_ally && is(action_ref.by, S::Metric::FELLED)).then_some(1)
                }
                Report::TurnUsed(of, made) => {
                    is(of, S::Metric::IDLE).then_some((made == TurnUse::Idle).into())
                }
                Report::Healed(_, of, health) => is(of, S::Metric::HEALING_RECEIVED).then_some(health),
                _ => None,
            };
            let given = match *report {
                Report::Healed(Cause::Action(action_ref), _, health) => {
                    is(action_ref.by, S::Metric::HEALING_GIVEN).then_some(health)
                }
                _ => None,
            };
            of_one.into_iter().chain(given).map(u64::from)
        })
    }

    /// Damage of `unit` by the place of its report.
    fn damage(&self, unit: UnitId) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.reports.iter().enumerate().filter_map(move |(i, (_, _, report))| match *report {
            Report::Attack(action_ref, victim, _, damage) | Report::Harm(action_ref, victim, damage)
                if action_ref.by == unit && !victim.is_ally =>
            {
                Some((i, damage.into()))
            }
            _ => None,
        })
    }

    /// The overkill of each attack of the unit with some.
    fn overkill(&self, unit: UnitId) -> impl Iterator<Item = u64> + '_ {
        self.reports.iter().filter_map(move |(_, _, report)| match *report {
            Report::Overkill(by, damage) if by == unit => Some(damage.into()),
            _ => None,
        })
    }

    fn of_unit(&self, system: &S, unit: UnitId) -> UnitTotals {
        let roster = system.roster();
        let metric = |(i, info): (usize, &fray_engine::metrics::MetricInfo)| match info.kind {
            Kind::Count => MetricTotals::Histogram(histogram([self.adds(unit, i).sum()])),
            Kind::Value | Kind::Hidden => MetricTotals::Histogram(histogram(self.adds(unit, i))),
            Kind::Above { of, least } => {
                let values = of.iter().flat_map(|&of| self.adds(unit, of));
                MetricTotals::Histogram(histogram(
                    values.filter_map(|value| value.checked_sub(least.into())).filter(|&above| above > 0),
                ))
            }
            _ => MetricTotals::Ratio,
        };
        let attack = self.reports.iter().filter_map(|(_, _, report)| match *report {
            Report::Attack(action_ref, victim, hit, damage) if action_ref.by == unit && !victim.is_ally => {
                Some(if hit { 1 + u64::from(damage) } else { 0 })
            }
            _ => None,
        });
        // From the beginning of each activation of the unit to its end.
        let mut begun = 0;
        let mut per_activation = Vec::new();
        for (i, (_, _, report)) in self.reports.iter().enumerate() {
            match *report {
                Report::Activation(of) if of == unit => begun = i,
                Report::ActivationOver(of) if of == unit => {
                    per_activation
                        .push(self.damage(unit).filter(|(at, _)| (begun..i).contains(at)).map(|x| x.1).sum());
                }
                _ => {}
            }
        }
        // What comes before the first round, as abilities of the battle-start phase, counts in it.
        let first = self.rounds().next().map_or(0, |round| round.number);
        let per_round = self.rounds().filter(|round| round.began.has(unit)).map(|round| {
            let is_in = |at: usize| self.reports[at].0.max(first) == round.number;
            self.damage(unit).filter(|(at, _)| is_in(*at)).map(|x| x.1).sum()
        });
        UnitTotals {
            metrics: S::Metric::ALL.iter().enumerate().map(metric).collect(),
            attack: histogram(attack),
            per_activation: histogram(per_activation),
            per_round: histogram(per_round),
            per_fight: histogram([self.damage(unit).map(|x| x.1).sum()]),
            overkill: histogram(self.overkill(unit)),
            overkill_per_fight: histogram([self.overkill(unit).sum()]),
            clocks: (0..S::Clock::ALL.len()).map(|clock| self.of_clock(unit, clock)).collect(),
            round_ends: self.round_ends(unit),
            by_fight: self.by_fight(roster, UnitSet::one(unit), false),
            health: self.health_of(unit),
            actions: (0..system.actions(unit).len())
                .map(|action| self.action(ActionRef { by: unit, action: action as u8 }))
                .collect(),
            felled: self.felled_by(system, unit),
            began: self.by_rounds(unit, 0).0,
        }
    }

    /// Returns what an action did in this fight.
    fn action(&self, of: ActionRef) -> ActionTotals {
        let mut all = ActionTotals::default();
        for (_, _, report) in &self.reports {
            match *report {
                Report::Used(action_ref) if action_ref == of => all.uses += 1,
                Report::Attack(action_ref, victim, true, _) if action_ref == of && !victim.is_ally => {
                    all.hits += 1
                }
                Report::Damage(action_ref, victim, lost) if action_ref == of && victim.is_ally => {
                    all.ally_damage += u64::from(lost);
                }
                Report::Damage(action_ref, _, lost) if action_ref == of => all.damage += u64::from(lost),
                Report::Healed(cause, _, health) if cause == Cause::Action(of) => {
                    all.healed += u64::from(health);
                }
                Report::Felled(victim, cause) if cause == Cause::Action(of) && !victim.is_ally => {
                    all.felled += 1
                }
                _ => {}
            }
        }
        all
    }

    /// Returns how often the unit was put out of the fight, by cause.
    fn felled_by(&self, system: &S, unit: UnitId) -> Vec<u64> {
        let hazards = (0..system.hazards().len() as u8).map(Cause::Hazard);
        let actions_told = system.roster().everyone().flat_map(|by| {
            (0..system.actions(by).len() as u8).map(move |action| Cause::Action(ActionRef { by, action }))
        });
        let count = |cause: Cause| {
            let of_cause = |(_, _, report): &&(u64, u64, Report)| matches!(*report, Report::Felled(victim, of) if (victim.unit, of) == (unit, cause));
            self.reports.iter().filter(of_cause).count() as u64
        };
        let mut all: Vec<u64> = hazards.chain(actions_told).map(count).collect();
        all.truncate(all.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1));
        all
    }

    /// The units of which a flag is true.
    fn flagged(&self, metric: usize) -> UnitSet {
        if metric == S::Metric::DROPPED.index() {
            let felled = self.reports.iter().filter_map(|(_, _, report)| match report {
                Report::Felled(victim, _) => Some(victim.unit),
                _ => None,
            });
            return felled.collect();
        }
        let of_flag = self.reports.iter().find_map(|(_, _, report)| match *report {
            Report::Flag(of, units) if of == metric => Some(units),
            _ => None,
        });
        of_flag.unwrap_or_default()
    }

    /// Returns who acted first.
    fn first(&self) -> Option<UnitId> {
        self.reports.iter().find_map(|(_, _, report)| match *report {
            Report::Activation(unit) => Some(unit),
            _ => None,
        })
    }
}
