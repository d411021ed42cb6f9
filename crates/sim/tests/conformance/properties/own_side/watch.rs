//! What an area does to each whom it meets, as it is told and as it is counted.

use fray_engine::contract::{Rules, Step};
use fray_engine::metrics::MetricSet;
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::UnitId;

use super::super::watched::Breach;
use super::{AREA, AROUND, FOES, MET, USER};
use crate::support::seen::{begin_seen, turn_seen};
use crate::support::turn_by_turn::TurnByTurn;

/// Metrics that are told of the first of several who suffer something at once.
const OF_THE_FIRST: &[&str] = &["exhausted_first"];

/// Words of lines that tell of the side of a unit, such as of its hand.
const OF_SIDE: &str = "the side of";

/// What happened to one unit in an area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fate {
    /// The lines that tell of it, without its name.
    told: Vec<String>,
    /// What was reported of it.
    counted: Vec<String>,
    /// Whether the area attacked or harmed it.
    is_struck: bool,
}

/// What an area did.
#[derive(Clone, Debug)]
pub(crate) struct InArea {
    /// To its user's friend.
    friend: Fate,
    /// To its foes.
    foes: Vec<Fate>,
    lines: Vec<String>,
}

impl InArea {
    /// Returns whether the area met somebody. Of others is told what they make of it, where the area strikes at all.
    fn is_met(&self, fate: &Fate) -> bool {
        let strikes = self.foes.iter().any(|foe| foe.is_struck);
        if strikes { fate.is_struck } else { !fate.told.is_empty() || !fate.counted.is_empty() }
    }

    /// Returns whether the area met a foe, and either the friend or struck foes on both sides of it.
    fn is_around(&self) -> bool {
        let struck = |n: usize| self.foes[n - 1].is_struck;
        let is_amid = (struck(1) && struck(2)) || (struck(3) && struck(4));
        is_amid || (self.is_met(&self.friend) && self.foes.iter().any(|foe| self.is_met(foe)))
    }

    /// Returns what the friend suffers otherwise than all foes.
    pub(super) fn breach(&self) -> Option<Breach> {
        let met = || self.foes.iter().filter(|foe| self.is_met(foe));
        if met().any(|foe| *foe == self.friend) {
            return None;
        }
        let with = met().min_by_key(|foe| usize::from(foe.counted != self.friend.counted))?;
        let differ = |a: &[String], b: &[String]| {
            let at = (0..a.len().max(b.len())).find(|&at| a.get(at) != b.get(at))?;
            let word = |of: &[String]| {
                let line = of.get(at).map_or("nothing", String::as_str);
                line.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default().trim().to_owned()
            };
            Some(format!("`{}` and not `{}`", word(a), word(b)))
        };
        let what =
            differ(&self.friend.counted, &with.counted).or_else(|| differ(&self.friend.told, &with.told))?;
        let what = if self.is_met(&self.friend) { what } else { "nothing".to_owned() };
        Some(Breach {
            kind: format!("of a friend in an area {what}"),
            told: format!("{}\n>> friend: {:#?}\n>> foe: {:#?}", self.lines.join("\n"), self.friend, with),
        })
    }
}

/// Watches for the first area.
struct Watch<'a, S: Rules> {
    system: &'a S,
    user: UnitId,
    /// By unit its place among those who are met: the friend first.
    places: Vec<Option<usize>>,
    /// Whether somebody who will be met did something or suffered it before.
    is_touched: bool,
    /// Whether the area is being laid, and whether it was.
    is_laid: bool,
    is_over: bool,
    fates: Vec<Fate>,
    lines: Vec<String>,
}

/// Returns whether somebody has an area.
pub(crate) fn has_area<S: Rules>(system: &S) -> bool {
    system
        .roster()
        .everyone()
        .any(|unit| system.actions(unit).iter().any(|action| action.name.starts_with(AREA)))
}

/// What the first area of a fight does that meets a friend and a foe who did nothing before.
pub(crate) fn in_area<S: Rules>(system: &S, seed: u64, fight: u64) -> Option<InArea> {
    let units = &system.roster().units;
    let place = |name: &str| name.strip_prefix(MET).and_then(|n| n.parse::<usize>().ok());
    let places: Vec<Option<usize>> = units.iter().map(|unit| place(&unit.name)).collect();
    let user = system.roster().everyone().find(|unit| units[unit.idx()].name == USER)?;
    let mut watch = Watch {
        system,
        user,
        places,
        is_touched: false,
        is_laid: false,
        is_over: false,
        fates: vec![Fate::default(); FOES + 1],
        lines: Vec::new(),
    };
    let (mut state, mut dice) = (S::State::default(), TurnByTurn::alike(system, seed, fight, user));
    begin_seen(system, &mut state, &mut dice, &mut watch);
    let spots = |state: &S::State| -> Vec<_> {
        let met = system.roster().everyone().filter(|unit| unit != &user);
        met.map(|unit| system.spot(state, unit)).collect()
    };
    let begun = spots(&state);
    // Whoever is placed by chance may stand elsewhere.
    let place_of = |n: usize| {
        let unit = system.roster().everyone().find(|unit| watch.places[unit.idx()] == Some(n))?;
        let spot = system.spot(&state, unit)?;
        Some([i64::from(spot.x), i64::from(spot.y)])
    };
    let are_around = |around: &[[i64; 2]]| {
        let friend = place_of(0);
        around.iter().enumerate().all(|(n, by)| place_of(n) == friend.map(|[x, y]| [x + by[0], y + by[1]]))
    };
    if !are_around(&AROUND) && !are_around(&[[0, 0]; FOES + 1]) {
        return None;
    }
    let mut round = system.first_round();
    while !watch.is_over && !watch.is_touched && spots(&state) == begun {
        match turn_seen(system, &mut state, &mut dice, &mut watch) {
            Step::GoesOn => {}
            Step::RoundOver if round < system.max_rounds() => round += 1,
            _ => break,
        }
        watch.is_over |= watch.is_laid;
        watch.is_laid = false;
    }
    // From places of their own they are moved over others.
    let is_moved = begun.iter().any(|spot| *spot != begun[0]) && spots(&state) != begun;
    if !watch.is_over || is_moved {
        return None;
    }
    let mut fates = watch.fates.into_iter();
    let friend = fates.next()?;
    let foes: Vec<Fate> = fates.collect();
    let all = InArea { friend, foes, lines: watch.lines };
    all.is_around().then_some(all)
}

impl<S: Rules> Watch<'_, S> {
    fn is_area(&self, action_ref: ActionRef) -> bool {
        let all = self.system.actions(action_ref.by);
        action_ref.by == self.user
            && all.get(usize::from(action_ref.action)).is_some_and(|action| action.name.starts_with(AREA))
    }

    /// Something begins of an action or a turn.
    fn begins(&mut self, by: UnitId, is_area: bool) {
        if self.is_laid {
            // In the midst of it others may answer.
            if by == self.user || self.places[by.idx()].is_none() {
                (self.is_laid, self.is_over) = (false, true);
            }
        } else if !self.is_over {
            if is_area && !self.is_touched {
                self.is_laid = true;
            }
            self.is_touched |= self.places[by.idx()].is_some();
        }
    }

    /// Something happens to a unit.
    fn counts(&mut self, unit: UnitId, what: impl FnOnce() -> String) {
        let Some(place) = self.places[unit.idx()] else { return };
        if self.is_laid {
            self.fates[place].counted.push(what());
        } else {
            self.is_touched |= !self.is_over;
        }
    }

    /// The area strikes a unit.
    fn strikes(&mut self, action_ref: ActionRef, victim: ActionTarget, what: impl FnOnce() -> String) {
        if action_ref.by == self.user {
            if let (true, Some(place)) = (self.is_laid, self.places[victim.unit.idx()]) {
                self.fates[place].is_struck = true;
            }
            self.counts(victim.unit, what);
        }
    }
}

/// Whom of those who are met a line names.
fn named(line: &str) -> Vec<usize> {
    (0..=FOES).filter(|n| line.contains(&format!("{MET}{n}"))).collect()
}

impl<S: Rules> Observer<S> for Watch<'_, S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        let mut line = String::new();
        self.system.describe(&make(), &mut line).expect("a string takes every line");
        if self.is_laid {
            // What names several or nobody is told of the area.
            let is_of_all = (line.contains(AREA) && line.contains(USER)) || line.contains(OF_SIDE);
            if let ([one], false) = (&named(&line)[..], is_of_all) {
                self.fates[*one].told.push(line.replace(&format!("{MET}{one}"), MET));
            }
        }
        if !self.is_over {
            self.lines.push(line);
        }
    }

    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        if n > 0 && self.is_laid {
            let at = S::Metric::VALUES.iter().position(|one| format!("{one:?}") == format!("{metric:?}"));
            let name = at.map_or("?", |at| S::Metric::ALL[at].name);
            if !OF_THE_FIRST.contains(&name) {
                self.counts(unit, || format!("{name} {n}"));
            }
        }
    }

    fn used(&mut self, action_ref: ActionRef) {
        let is_area = self.is_area(action_ref);
        self.counts(action_ref.by, || "use".to_owned());
        self.begins(action_ref.by, is_area);
    }

    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        self.strikes(action_ref, victim, || format!("attack, hit {hit}, damage {damage}"));
    }

    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        self.strikes(action_ref, victim, || format!("harm {damage}"));
    }

    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.strikes(action_ref, victim, || format!("damage {lost}"));
    }

    fn healed(&mut self, _: Cause, unit: UnitId, health: u32) {
        self.counts(unit, || format!("healed {health}"));
    }

    fn felled(&mut self, victim: ActionTarget, _: Cause) {
        self.counts(victim.unit, || "fall".to_owned());
    }

    fn turn_used(&mut self, unit: UnitId, _: TurnUse) {
        if unit == self.user {
            self.begins(unit, false);
        }
    }

    fn activation(&mut self, unit: UnitId) {
        self.begins(unit, false);
    }
}
