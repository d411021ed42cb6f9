//! Best play as rows.

use std::collections::BTreeMap;

use fray_engine::roster::SideId;
use serde::Serialize;

use super::super::report::OutcomeRow;
use super::super::space::StopReason;
use super::values::Values;
use crate::play::turns::UnitStand;
use crate::scenario::Scenario;
use crate::totals::About;

/// The most places at which best play departs that have a row.
const MOST_DEPARTURES: usize = 100;

/// The best play of a side among named tactics.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestPlay {
    /// The scenario's name.
    pub scenario: String,
    /// The game.
    pub system: &'static str,
    /// The side whose play it is.
    pub side: String,
    /// The probability of branches cut by an unbounded chain's floor. No probability is too small by more.
    pub residual: f64,
    /// Distinct states expanded.
    pub states: usize,
    /// Distinct transitions between them.
    #[serde(skip)]
    pub transitions: usize,
    /// The sets that are chosen from, each played throughout; the first is that of the file.
    pub sets: Vec<SetRow>,
    /// The probability that the side wins by best play.
    pub win_rate: f64,
    /// The probabilities of the ends of a fight by best play: a row a side, draw, timeout.
    pub outcomes: Vec<OutcomeRow>,
    /// The set of tactics with which best play begins the fight.
    pub start: Departure,
    /// The places where best play departs from the tactics of the file in a fight that is played as the file
    /// says, in descending order of their worth. The gain of best play is the sum of the worths of all of
    /// them and of the start.
    pub departures: Vec<Departure>,
    /// The number of places that have no row for want of room, and what they are worth in the whole.
    pub more: (usize, f64),
}

/// A set of named tactics, played throughout.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetRow {
    /// The changes of the file, as arguments of `--set`; empty for the tactics of the file.
    pub set: Vec<String>,
    /// The probability that the side wins.
    pub win_rate: f64,
}

/// A turn for which best play takes another set than that of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Departure {
    /// The round; none before the first.
    pub round: Option<u32>,
    /// The health of each unit.
    pub units: Vec<UnitHealth>,
    /// The set that is taken, as arguments of `--set`.
    pub set: Vec<String>,
    /// The expected number of turns in a fight, played as the file says, that begin so.
    pub turns: f64,
    /// The rise of the win probability at such a turn when best play follows.
    pub gain: f64,
    /// The rise over the whole fight: turns times gain.
    pub worth: f64,
}

/// The health of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitHealth {
    /// Its side.
    pub side: String,
    /// Its name.
    pub unit: String,
    /// Its health, as the game counts it; none of a unit that is out of the fight.
    pub health: Option<u32>,
}

/// Turns and what they are worth, by round, choice, and how the units stand.
type Places = BTreeMap<(u32, usize, Vec<Option<u32>>), (f64, f64)>;

pub(super) fn report(
    scenario: &Scenario,
    side: SideId,
    changes: &[Vec<String>],
    values: &Values<'_>,
    starts: &[Vec<(u32, f64)>],
) -> Result<BestPlay, StopReason> {
    let about = scenario.engine().about();
    let (first, last) = scenario.engine().rounds().into_inner();
    let at_start = |of: &[f64], choice: usize| -> f64 {
        starts[choice].iter().fold(0.0, |sum, &(state, p)| sum + p * of[state as usize])
    };
    let mut sets = Vec::new();
    for (choice, set) in changes.iter().enumerate() {
        let won = values.won(Some(choice))?;
        sets.push(SetRow { set: set.clone(), win_rate: at_start(won.with(values.rounds), choice) });
    }
    let won = values.won(None)?;
    let of_best = won.with(values.rounds);
    let (mut begun, mut best) = (0, at_start(of_best, 0));
    for choice in 1..changes.len() {
        let value = at_start(of_best, choice);
        if value > best {
            (begun, best) = (choice, value);
        }
    }
    let n_sides = about.roster.sides.len();
    let best_choice = |left: usize, state: u32, _: f64| values.choice(&won, left, state).0;
    let ends = values.send(&starts[begun], n_sides, best_choice)?;
    let mut places = Places::new();
    values.send(&starts[0], n_sides, |left, state, mass| {
        let (choice, of_file) = values.choice(&won, left, state);
        if choice != 0 {
            let stand = values.space.turns().stand(state as usize);
            let health = |it: &UnitStand| it.is_standing.then_some(it.health);
            let place = (last + 1 - left as u32, choice, stand.iter().map(health).collect());
            let (turns, worth) = places.entry(place).or_insert((0.0, 0.0));
            *turns += mass;
            *worth += mass * (won.with(left)[state as usize] - of_file);
        }
        0
    })?;
    debug_assert!(values.rounds as u32 == last + 1 - first);
    let gained = best - at_start(of_best, 0);
    let start = Departure {
        round: None,
        units: Vec::new(),
        set: changes[begun].clone(),
        turns: 1.0,
        gain: gained,
        worth: gained,
    };
    let mut departures: Vec<Departure> = places
        .into_iter()
        .map(|((round, choice, health), (turns, worth))| Departure {
            round: Some(round),
            units: named(&about, &health),
            set: changes[choice].clone(),
            turns,
            gain: worth / turns,
            worth,
        })
        .collect();
    // A stable sort: of equals the earlier round is first.
    departures.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let rest = departures.split_off(departures.len().min(MOST_DEPARTURES));
    let outcome = |outcome, side, p| OutcomeRow { outcome, side, p };
    let won = about.roster.sides.iter().zip(&ends.wins);
    let outcomes: Vec<OutcomeRow> = won
        .map(|(side, &p)| outcome("win", Some(side.name.clone()), p))
        .chain([outcome("draw", None, ends.draw), outcome("timeout", None, ends.timeout)])
        .collect();
    let played = outcomes.iter().fold(0.0, |sum, row| sum + row.p);
    Ok(BestPlay {
        scenario: scenario.stem.clone(),
        system: about.system,
        side: about.roster.side(side).to_owned(),
        residual: (1.0 - played).max(0.0),
        states: values.space.n_expanded(),
        transitions: values.space.n_transitions(),
        sets,
        win_rate: best,
        outcomes,
        start,
        departures,
        more: (rest.len(), rest.iter().fold(0.0, |sum, it| sum + it.worth)),
    })
}

fn named(about: &About, health: &[Option<u32>]) -> Vec<UnitHealth> {
    let units = about.roster.everyone().zip(health);
    units
        .map(|(unit, &health)| UnitHealth {
            side: about.roster.side(about.roster.units[unit.idx()].side).to_owned(),
            unit: about.roster.units[unit.idx()].name.clone(),
            health,
        })
        .collect()
}
