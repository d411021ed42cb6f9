//! Four made-up fights whose totals were added up by hand, for the tests of what is printed; and
//! partial runs of made-up fights for the tests of what is kept.

use fray_engine::clocks::ClockInfo;
use fray_engine::contract::{Action, Health};
use fray_engine::metrics::{Highlight, Kind, MetricInfo, Scope};
use fray_engine::roster::{Roster, RosterSide, RosterUnit, SideId, UnitSet};

use crate::parts::{PartialRun, RunIdentity};
use crate::play::luck::LuckTotals;
use crate::play::run::Played;
use crate::stats::FightSums;
use crate::tables::rows::{Point, Stop};
use crate::totals::ranges::Ranges;
use crate::totals::{
    About, ActionTotals, ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Stalls, Totals,
    Tries, UnitTotals, pair_of_rounds,
};

const METRICS: &[MetricInfo] = &[
    MetricInfo { name: "mains", kind: Kind::Count, scope: Scope::Unit, sentence: "Turns taken." },
    MetricInfo { name: "hp_left", kind: Kind::Value, scope: Scope::Unit, sentence: "HP at the end." },
    MetricInfo {
        name: "survived",
        kind: Kind::Flag,
        scope: Scope::Unit,
        sentence: "Fights at whose end it stands.",
    },
    MetricInfo { name: "judge", kind: Kind::Hidden, scope: Scope::Unit, sentence: "How its rolls went." },
    MetricInfo {
        name: "fumbled",
        kind: Kind::Share { of: 3, is: |class| class == 0 },
        scope: Scope::Unit,
        sentence: "Rolls that fumbled.",
    },
    MetricInfo {
        name: "chained",
        kind: Kind::Ratio,
        scope: Scope::Unit,
        sentence: "Of the rolls that did not fumble, those with a critical.",
    },
    MetricInfo {
        name: "n_survived",
        kind: Kind::Number { of: 2 },
        scope: Scope::Unit,
        sentence: "Units that stand.",
    },
    MetricInfo {
        name: "any_survived",
        kind: Kind::Any { of: 2 },
        scope: Scope::Unit,
        sentence: "Fights in which one stands.",
    },
    MetricInfo {
        name: "stalled",
        kind: Kind::Stalled,
        scope: Scope::Unit,
        sentence: "Fights that nobody brought on.",
    },
    MetricInfo {
        name: "won_first",
        kind: Kind::WonFirst,
        scope: Scope::Unit,
        sentence: "Fights won by who began.",
    },
];

const HIGHLIGHTS: &[Highlight] = &[
    Highlight { heading: "UNITS", metrics: &["survived", "mains", "judge", "unheard_of"] },
    Highlight { heading: "ROLLS", metrics: &["hp_left", "fumbled"] },
];

const CLOCKS: &[ClockInfo] = &[
    ClockInfo { name: "exhausted", causes: &["setup", "main_end"], sentence: "Out for the round." },
    ClockInfo { name: "dry", causes: &["spent"], sentence: "Out of mana." },
];

pub(crate) fn point() -> Point {
    Point {
        scenario: "gate".into(),
        system: "made-up".into(),
        varied: vec![("boss.hp".into(), "80".into())],
        seed: 7,
        stop: Stop::Fixed,
        signature: "00c0ffee00c0ffee".into(),
        scenario_hash: "abcd".into(),
        date: None,
    }
}

/// Ann and Bob against Boss.
pub(crate) fn about() -> About {
    let unit = |name: &str, side| RosterUnit { name: name.into(), side: SideId(side) };
    let side = |name: &str, units| RosterSide { name: name.into(), units: UnitSet(units) };
    About {
        system: "made-up",
        roster: Roster {
            sides: vec![side("heroes", 0b011), side("foe", 0b100)],
            units: vec![unit("Ann", 0), unit("Bob", 0), unit("Boss", 1)],
        },
        metrics: METRICS,
        clocks: CLOCKS,
        highlights: HIGHLIGHTS,
        health: Health::Left,
        // HP of 5, and nothing else is known.
        largest: vec![[&[None, Some(5)][..], &[None; 8]].concat(); 3],
        max_rounds: 100,
        least_round: 1,
        actions: [vec!["Sword"], vec![], vec!["Claw", "Roar"]].map(actions).to_vec(),
        hazards: vec![Action::new("status", "poison")],
    }
}

fn actions(names: Vec<&str>) -> Vec<Action> {
    names.into_iter().map(|name| Action::new("weapon", name)).collect()
}

pub(crate) fn histogram(cells: &[u64]) -> Histogram {
    Histogram::of_cells(cells)
}

/// A plane with these cells `(round, activation, count)`.
pub(crate) fn plane(cells: &[(u64, u64, u64)]) -> Plane {
    cells.iter().copied().collect()
}

fn metrics(mains: &[u64], hp_left: &[u64], judge: &[u64]) -> Vec<MetricTotals> {
    vec![
        MetricTotals::Histogram(histogram(mains)),
        MetricTotals::Histogram(histogram(hp_left)),
        MetricTotals::Ratio,
        MetricTotals::Histogram(histogram(judge)),
        MetricTotals::Ratio,
        MetricTotals::Ratio,
        MetricTotals::Ratio,
        MetricTotals::Ratio,
        MetricTotals::Ratio,
        MetricTotals::Ratio,
    ]
}

/// Sum and tries of the draw, the fights that the heroes won, and the one that they lost.
type Fights = [(u64, u64); 4];

/// In no fight a try.
const NONE: Fights = [(0, 0); 4];

/// Sums by fight: of the tries of every game, of both clocks and of the metrics from `hp_left` on,
/// of which sides alone have the last four.
fn by_fight(common: [Fights; Tries::COMMON], clocks: [Fights; 2], metrics: [Fights; 5]) -> Vec<FightSums> {
    let sums = |fights: &Fights| {
        let mut sums = FightSums::default();
        fights.iter().for_each(|&(sum, tries)| sums.add(sum, tries));
        sums
    };
    common.iter().chain(&clocks).chain([&NONE]).chain(&metrics).chain([&NONE; 4]).map(sums).collect()
}

/// By pair of rounds: what fights contribute in which a unit began the first rounds standing and was
/// Exhausted in the second of them.
fn by_rounds(fights: &[(&[usize], &[usize])]) -> (Vec<u64>, Vec<[u64; 3]>) {
    let (mut began, mut struck) = (Vec::new(), Vec::new());
    for (of_fight, strikes) in fights {
        for &s in *of_fight {
            for &r in of_fight.iter().filter(|&&r| r <= s) {
                let at = pair_of_rounds(r, s);
                began.resize(began.len().max(at + 1), 0);
                struck.resize(struck.len().max(at + 1), [0; 3]);
                began[at] += 1;
                let [yr, ys] = [r, s].map(|round| u64::from(strikes.contains(&round)));
                struck[at].iter_mut().zip([yr * ys, yr, ys]).for_each(|(sum, n)| *sum += n);
            }
        }
    }
    struck.truncate(struck.iter().rposition(|sums| *sums != [0; 3]).map_or(0, |last| last + 1));
    (began, struck)
}

/// Rounds: won by the heroes in rounds 2 and 2, by the foe in round 3, a draw in round 1: eight
/// rounds in all, six of three activations and two of two; fights of two, six, six and eight.
pub(crate) fn totals() -> Totals {
    let dry = ClockTotals {
        every: vec![Plane::default()],
        first: vec![Plane::default()],
        never: 4,
        ..Default::default()
    };
    let of_ann = by_rounds(&[(&[1], &[]), (&[1, 2], &[1]), (&[1, 2], &[1, 2]), (&[1, 2, 3], &[1, 2])]);
    let of_bob = by_rounds(&[(&[1][..], &[1][..]); 4]);
    let always: [&[usize]; 4] = [&[1], &[1, 2], &[1, 2], &[1, 2, 3]];
    let of_boss = by_rounds(&always.map(|rounds| (rounds, rounds)));
    let ann = UnitTotals {
        metrics: metrics(&[0, 1, 2, 1], &[2, 0, 0, 0, 0, 2], &[1, 4, 2]),
        attack: histogram(&[3, 1, 0, 2, 1]),
        per_activation: histogram(&[5, 0, 2, 1]),
        per_round: histogram(&[5, 0, 2, 1]),
        per_fight: histogram(&[1, 0, 2, 1]),
        overkill: histogram(&[0, 1]),
        overkill_per_fight: histogram(&[3, 1]),
        clocks: vec![
            ClockTotals {
                every: vec![Plane::default(), plane(&[(1, 2, 3), (2, 3, 2)])],
                censored: plane(&[(1, 2, 1), (2, 2, 1), (3, 3, 1)]),
                first: vec![Plane::default(), plane(&[(1, 2, 3)])],
                never: 1,
                by_rounds: of_ann.1,
            },
            dry.clone(),
        ],
        round_ends: RoundEnds {
            active: Histogram::default(),
            exhausted: histogram(&[0, 3, 1]),
            out: Histogram::default(),
            over: histogram(&[0, 1, 2, 1]),
        },
        by_fight: by_fight(
            [
                [(0, 1), (1, 2), (2, 2), (1, 2)],
                [(0, 0), (0, 1), (1, 2), (0, 1)],
                [(0, 0), (2, 1), (2, 2), (3, 1)],
                [(0, 1), (0, 2), (0, 2), (0, 3)],
                [(0, 0), (2, 1), (5, 2), (5, 2)],
                [(0, 1), (1, 2), (1, 2), (1, 3)],
                [(0, 0), (2, 2), (2, 2), (3, 3)],
            ],
            [[(0, 1), (1, 2), (2, 2), (2, 3)], [(0, 1), (0, 2), (0, 2), (0, 3)]],
            [
                [(0, 1), (0, 1), (5, 1), (5, 1)],
                [(0, 1), (1, 1), (1, 1), (1, 1)],
                NONE,
                [(1, 1), (0, 2), (0, 2), (0, 2)],
                [(0, 0), (0, 2), (1, 2), (1, 2)],
            ],
        ),
        health: vec![[0, 0], [4, 15], [3, 10], [1, 5]],
        actions: vec![ActionTotals { uses: 7, hits: 4, damage: 6, felled: 2, ..ActionTotals::default() }],
        felled: Vec::new(),
        began: of_ann.0,
    };
    let bob = UnitTotals {
        metrics: metrics(&[0, 0, 4], &[4], &[]),
        attack: histogram(&[2]),
        per_activation: histogram(&[8]),
        per_round: histogram(&[4]),
        per_fight: histogram(&[4]),
        overkill: Histogram::default(),
        overkill_per_fight: histogram(&[4]),
        clocks: vec![
            ClockTotals {
                every: vec![plane(&[(1, 0, 4)]), Plane::default()],
                censored: Plane::default(),
                first: vec![plane(&[(1, 0, 4)]), Plane::default()],
                never: 0,
                by_rounds: of_bob.1,
            },
            dry.clone(),
        ],
        round_ends: RoundEnds {
            active: Histogram::default(),
            exhausted: histogram(&[0, 3]),
            out: histogram(&[0, 0, 1]),
            over: histogram(&[0, 1, 2, 1]),
        },
        by_fight: by_fight(
            [
                [(0, 0), (0, 0), (0, 1), (0, 1)],
                NONE,
                NONE,
                [(0, 1), (1, 2), (0, 2), (0, 3)],
                [(0, 1); 4],
                [(2, 1), (3, 1), (3, 1), (3, 1)],
                [(0, 0), (0, 2), (0, 2), (0, 3)],
            ],
            [[(1, 1); 4], [(0, 1); 4]],
            [[(0, 1); 4], [(0, 1); 4], NONE, NONE, NONE],
        ),
        health: vec![[0, 0], [4, 4]],
        actions: Vec::new(),
        // By poison, and by the claw of the boss.
        felled: vec![1, 0, 1],
        began: of_bob.0,
    };
    let boss = UnitTotals {
        metrics: metrics(&[0, 0, 4], &[3, 0, 1], &[0, 6]),
        attack: histogram(&[0, 0, 0, 0, 0, 0, 2]),
        per_activation: histogram(&[6, 0, 0, 0, 0, 2]),
        per_round: histogram(&[6, 0, 0, 0, 0, 2]),
        per_fight: histogram(&[2, 0, 0, 0, 0, 2]),
        overkill: Histogram::default(),
        overkill_per_fight: histogram(&[4]),
        clocks: vec![
            ClockTotals {
                every: vec![Plane::default(), plane(&[(1, 1, 4), (2, 1, 3), (3, 1, 1)])],
                censored: Plane::default(),
                first: vec![Plane::default(), plane(&[(1, 1, 4)])],
                never: 0,
                by_rounds: of_boss.1,
            },
            dry,
        ],
        round_ends: RoundEnds {
            active: Histogram::default(),
            exhausted: histogram(&[0, 3, 1]),
            out: Histogram::default(),
            over: histogram(&[0, 1, 2, 1]),
        },
        by_fight: by_fight(
            [
                [(0, 0), (0, 0), (1, 1), (1, 1)],
                [(0, 0), (0, 0), (0, 1), (0, 1)],
                [(0, 0), (0, 0), (5, 1), (5, 1)],
                [(0, 1), (0, 2), (0, 2), (0, 3)],
                [(1, 1), (2, 2), (2, 2), (3, 3)],
                [(1, 1), (4, 2), (4, 2), (5, 3)],
                [(0, 0), (0, 0), (5, 5), (5, 5)],
            ],
            [[(1, 1), (2, 2), (2, 2), (3, 3)], [(0, 1), (0, 2), (0, 2), (0, 3)]],
            [
                [(0, 1), (0, 1), (0, 1), (2, 1)],
                [(0, 1), (0, 1), (0, 1), (1, 1)],
                NONE,
                [(0, 1), (0, 1), (0, 2), (0, 2)],
                [(0, 1), (0, 1), (0, 2), (0, 2)],
            ],
        ),
        health: vec![[0, 0], [4, 8], [3, 5], [1, 2]],
        actions: vec![
            ActionTotals { uses: 2, hits: 2, damage: 7, ally_damage: 1, healed: 3, felled: 1 },
            ActionTotals::default(),
        ],
        felled: vec![0, 2],
        began: of_boss.0,
    };
    let empty = Histogram::default();
    let of_side = |mains: &[u64], survived: &[u64]| {
        let mut counts = vec![empty.clone(); METRICS.len()];
        counts[0] = histogram(mains);
        counts[2] = histogram(survived);
        counts
    };
    Totals {
        luck: LuckTotals::default(),
        fights: 4,
        draws: histogram(&[0, 1]),
        timeouts: empty.clone(),
        activations: histogram(&[0, 0, 2, 6]),
        fight_activations: histogram(&[0, 0, 1, 0, 0, 0, 2, 0, 1]),
        stalls: Stalls { stalled: 1, unable: 0, unwilling: 0 },
        sides: vec![
            SideTotals {
                wins: histogram(&[0, 0, 2]),
                counts: of_side(&[0, 0, 0, 1, 2, 1], &[1, 3]),
                damage: histogram(&[1, 0, 2, 1]),
                overkill: histogram(&[3, 1]),
                by_fight: by_fight(
                    [
                        [(0, 1), (1, 2), (2, 3), (1, 3)],
                        [(0, 0), (0, 1), (1, 2), (0, 1)],
                        [(0, 0), (2, 1), (2, 2), (3, 1)],
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                    ],
                    [NONE; 2],
                    [
                        [(0, 2), (0, 2), (5, 2), (5, 2)],
                        [(0, 2), (1, 2), (1, 2), (1, 2)],
                        NONE,
                        [(1, 1), (0, 2), (0, 2), (0, 2)],
                        [(0, 0), (0, 2), (1, 2), (1, 2)],
                    ],
                ),
                course: plane(&[(1, 2, 4), (2, 1, 3), (3, 1, 1)]),
                course_wins: plane(&[(1, 2, 2), (2, 1, 2)]),
                first: [3, 2],
            },
            SideTotals {
                wins: histogram(&[0, 0, 0, 1]),
                counts: of_side(&[0, 0, 4], &[3, 1]),
                damage: histogram(&[2, 0, 0, 0, 0, 2]),
                overkill: histogram(&[4]),
                by_fight: boss.by_fight.clone(),
                course: plane(&[(1, 1, 4), (2, 0, 2), (2, 1, 1), (3, 1, 1)]),
                course_wins: plane(&[(1, 1, 1), (2, 1, 1), (3, 1, 1)]),
                first: [1, 0],
            },
        ],
        units: vec![ann, bob, boss],
    }
}

/// Fights of a real system, asked for and played: fight k is a draw in round k mod 5, after k
/// activations.
pub(crate) fn partial(range: std::ops::Range<u64>) -> PartialRun {
    let info = &fray_play::game::games()[0];
    let names = ["Ann", "Boss"];
    let of = RunIdentity {
        system: info.name().into(),
        rules_version: "1".into(),
        scenario: "gate".into(),
        scenario_hash: "abcd".into(),
        seed: 7,
        sides: vec!["heroes".into(), "foe".into()],
        units: (0..).zip(names).map(|(side, name)| (name.into(), side)).collect(),
        metrics: info.metrics.iter().map(|metric| metric.name.into()).collect(),
        clocks: info.clocks.iter().map(|clock| clock.name.into()).collect(),
        largest: vec![vec![None; info.metrics.len()]; 2],
        max_rounds: 100,
        actions: vec![Vec::new(); 2],
        hazards: Vec::new(),
    };
    let at = |value: u64| [(value, 1)].into_iter().collect::<Histogram>();
    let metric = |fight: u64| {
        move |info: &MetricInfo| match info.kind {
            kind if kind.has_histogram() => MetricTotals::Histogram(at(fight % 3)),
            _ => MetricTotals::Ratio,
        }
    };
    let clock = |info: &ClockInfo| ClockTotals {
        every: vec![plane(&[(1, 2, 1)]); info.causes.len()],
        first: vec![Plane::default(); info.causes.len()],
        never: 1,
        ..Default::default()
    };
    let mut totals = Totals::default();
    for fight in range.clone() {
        let unit = UnitTotals {
            metrics: info.metrics.iter().map(metric(fight)).collect(),
            clocks: info.clocks.iter().map(clock).collect(),
            attack: at(fight % 7),
            by_fight: vec![FightSums::default(); Tries::Metric(info.metrics.len()).place(info.clocks.len())],
            ..Default::default()
        };
        totals.merge(&Totals {
            fights: 1,
            draws: at(fight % 5),
            activations: at(fight),
            fight_activations: at(fight),
            sides: vec![SideTotals::default(); 2],
            units: vec![unit; 2],
            ..Default::default()
        });
    }
    let asked = (range.start, range.end);
    PartialRun { of, asked, played: Played { ranges: Ranges::from(range), totals } }
}
