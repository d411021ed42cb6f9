//! What is held over every event of a fight, whatever the game: who is out of it does nothing, allies are
//! called allies, and health is what was reported of it.

use std::collections::BTreeSet;

use fray_engine::contract::{Health, Outcome, Rules};
use fray_engine::metrics::MetricSet;
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};

use crate::support::seen::play_seen;
use crate::support::turn_by_turn::TurnByTurn;

/// A breach of a promise: what kind it is, and in which words it happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Breach {
    /// The same of all breaches of one cause.
    pub(crate) kind: String,
    /// The last lines of the transcript and what is wrong behind them.
    pub(crate) told: String,
}

/// SB-37 under `reaction_timing = "before"`.
const BEFORE: &str = "the damage is applied even if a reaction before it has felled its attacker";

/// MG-40 of Mahou Galaxy.
const BELOW: &str = "units fight on below 0 hit points, and health is told down to 0";
/// MG-67 of Mahou Galaxy.
const LEFT: &str = "what somebody laid goes on hurting in its name";
/// NW-28 of Night Wizard.
const UNDER: &str = "hit points fall below 0 and are told down to 0, and whoever has 0 stands";
/// NW-29 of Night Wizard.
const NEAR_DEATH: &str = "who is in Near Death may be attacked, and is Exhausted at once";
/// NW-24 and NW-47 of Night Wizard.
const RIDES: &str =
    "what rides on an attack that does damage is suffered in Near Death, too, and poison goes on in it";
/// NW-30 of Night Wizard.
const MORTALITY: &str =
    "who is in Near Death has a Mortality Judge, with its criticals and prana, and may stand up";
/// JU-17 and the ruling `down_core_gain` of JU-14 of Juso.
const DOWN: &str = "the incapacitated keep their cores until the round is over, and gain some by a ruling";
/// JU-54 of Juso.
const MET: &str = "an area meets the incapacitated who lie in it";
/// JU-68 of Juso.
const ITSELF: &str = "who kills itself has killed";
/// CA-27 of Cardinal under `attack_helpless = "allowed"`.
const HELPLESS: &str = "the helpless may be attacked by a ruling, and soak what hits them";
/// A count of rounds, and of what was done in them.
const ROUND: &str = "it is counted when the round is over";
/// A count of a side or of the fight.
const FIRST: &str = "it is of the side or the fight, and stands at its first unit";

/// Kinds of breaches that are right, by game and with the reason.
pub(super) const ALLOWED: &[(&str, &str, &str)] = &[
    ("stonebound", "attack with attack by who is out", BEFORE),
    ("stonebound", "metric damage_dealt of who is out", BEFORE),
    ("stonebound", "metric damage_per_hit of who is out", BEFORE),
    ("stonebound", "metric wounding_rate of who is out", BEFORE),
    ("stonebound", "metric draws_missed of who is out", FIRST),
    ("stonebound", "metric stones_dead of who is out", FIRST),
    ("stonebound", "metric seconds_lost of who is out", "a second attack is lost because its unit fell"),
    ("stonebound", "metric quiet_rounds of who is out", FIRST),
    ("stonebound", "metric erosion_dealt of who is out", BEFORE),
    ("stonebound", "victory of who is out", "`mutual_fall = \"active_side_wins\"` (SB-62)"),
    ("mahou-galaxy", "attack with ability on the own side alone", LEFT),
    ("mahou-galaxy", "damage too much that is not reported", BELOW),
    ("mahou-galaxy", "somebody stands without health", BELOW),
    ("mahou-galaxy", "metric idle_rounds of who is out", ROUND),
    ("mahou-galaxy", "metric damage_dealt of who is out", LEFT),
    ("mahou-galaxy", "metric damage_rolled of who is out", LEFT),
    ("night-wizard", "attack on who is out", NEAR_DEATH),
    ("night-wizard", "victory of who is out", "the Clean-Up behind it is played (NW-31)"),
    ("night-wizard", "metric statuses_suffered of who is out", RIDES),
    ("night-wizard", "metric exhausted_first of who is out", NEAR_DEATH),
    ("night-wizard", "metric side_exhausted_at of who is out", NEAR_DEATH),
    ("night-wizard", "metric mains_per_round of who is out", ROUND),
    ("night-wizard", "metric mortality of who is out", MORTALITY),
    ("night-wizard", "metric other_luck of who is out", MORTALITY),
    ("night-wizard", "metric prana_gained of who is out", MORTALITY),
    ("night-wizard", "metric prana_spent of who is out", MORTALITY),
    ("night-wizard", "metric prana_per_judge of who is out", MORTALITY),
    ("night-wizard", "healing that is not reported", MORTALITY),
    ("night-wizard", "somebody stands who fell", MORTALITY),
    ("night-wizard", "damage too much that is not reported", UNDER),
    ("night-wizard", "somebody stands without health", UNDER),
    ("juso", "activation by who is out", "everybody has a slot, and that of who is out passes"),
    ("juso", "attack on who is out", MET),
    ("juso", "metric kills of who is out", ITSELF),
    ("juso", "metric one_blow_kills of who is out", ITSELF),
    ("juso", "metric cores_gained of who is out", DOWN),
    ("juso", "metric cores_lost of who is out", DOWN),
    ("juso", "metric cores_carried of who is out", DOWN),
    ("juso", "metric rounds_off of who is out", ROUND),
    ("juso", "metric flag_rounds of who is out", ROUND),
    ("juso", "metric flag_losses of who is out", FIRST),
    (
        "cardinal",
        "attack with weapon on the own side alone",
        "the Berserk strike the nearest, friend or foe (CA-48)",
    ),
    ("cardinal", "attack on who is out", HELPLESS),
    ("cardinal", "damage of who is out", HELPLESS),
    ("cardinal", "metric damage_taken of who is out", HELPLESS),
    ("cardinal", "metric soak_botches of who is out", HELPLESS),
    ("cardinal", "metric idle_rounds of who is out", FIRST),
];

/// Games that report an attack behind all that comes of it, so that those may be out by then who fell in it.
const REPORT_AFTERWARDS: &[&str] = &["cardinal"];

/// Plays a fight and tells what of it breaks a promise: of each kind the first.
pub(crate) fn breaches<S: Rules>(system: &S, seed: u64, fight: u64) -> Vec<Breach> {
    let roster = system.roster();
    let n = roster.units.len();
    let mut watch = Watch {
        system,
        out: UnitSet::default(),
        rises: UnitSet::default(),
        was_out: UnitSet::default(),
        begun: vec![None; n],
        fell: vec![None; n],
        n_begun: 0,
        is_ending: false,
        has_begun: false,
        health: vec![0; n],
        lost: vec![0; n],
        got: vec![0; n],
        met: (false, None),
        struck: Vec::new(),
        lines: Vec::new(),
        seen: BTreeSet::new(),
        breaches: Vec::new(),
    };
    play_seen(system, &mut S::State::default(), &mut TurnByTurn::of(system, seed, fight), &mut watch);
    watch.breaches
}

/// Watches one fight.
struct Watch<'a, S: Rules> {
    system: &'a S,
    /// Who was felled and not brought back since.
    out: UnitSet,
    /// Who was healed in this turn while out.
    rises: UnitSet,
    /// Who was out before this turn.
    was_out: UnitSet,
    /// By unit the number of its turn or action that began last since the state was looked at.
    begun: Vec<Option<u64>>,
    /// By unit that fell in this turn by whom, and in which of its actions; 0 where no action felled it.
    fell: Vec<Option<(UnitId, u64)>>,
    n_begun: u64,
    /// Whether the fight is over, and what is counted once is reported.
    is_ending: bool,
    /// Whether the health before this turn is known.
    has_begun: bool,
    /// The health of units before this turn.
    health: Vec<i64>,
    /// What actions took off units in this turn, and what units got back.
    lost: Vec<i64>,
    got: Vec<i64>,
    /// What the last use met: foes, and one of its own side.
    met: (bool, Option<(ActionRef, UnitId)>),
    /// Who struck which of its own side in this turn.
    struck: Vec<(UnitId, UnitId)>,
    lines: Vec<String>,
    seen: BTreeSet<String>,
    breaches: Vec<Breach>,
}

impl<S: Rules> Watch<'_, S> {
    fn name(&self, unit: UnitId) -> String {
        let unit = &self.system.roster().units[unit.idx()];
        format!("{}/{}", self.system.roster().side(unit.side), unit.name)
    }

    fn breach(&mut self, kind: impl Into<String>, unit: UnitId) {
        let kind = kind.into();
        if self.seen.insert(kind.clone()) {
            let last = self.lines.len().saturating_sub(14);
            let told = format!("{}\n>> {kind}: {}", self.lines[last..].join("\n"), self.name(unit));
            self.breaches.push(Breach { kind, told });
        }
    }

    /// Whoever does something is not out.
    fn acts(&mut self, unit: UnitId, what: &str) {
        if self.out.has(unit) && !self.rises.has(unit) {
            self.breach(format!("{what} by who is out"), unit);
        }
    }

    /// A turn or an action of the unit begins.
    fn begins(&mut self, unit: UnitId) {
        self.n_begun += 1;
        self.begun[unit.idx()] = Some(self.n_begun);
    }

    /// Returns whether the unit is out, and was so before what is reported now.
    fn is_out(&self, unit: UnitId) -> bool {
        self.out.has(unit) && !self.rises.has(unit) && !self.fell_in_it(unit)
    }

    /// Whether the unit fell in what is reported behind all that came of it: in a turn or an action of its own, in answer
    /// to which it fell, in that of who felled it, or where none did (of the dead in the air it is told that they fall).
    fn fell_in_it(&self, unit: UnitId) -> bool {
        let Some((by, action)) = self.fell[unit.idx()] else { return false };
        REPORT_AFTERWARDS.contains(&S::NAME)
            && (action == 0 || self.begun[unit.idx()].is_some() || self.begun[by.idx()] == Some(action))
    }

    /// An ally is of the side of who acts.
    fn is_told_right(&mut self, by: UnitId, victim: ActionTarget, what: &str) {
        let units = &self.system.roster().units;
        if (units[by.idx()].side == units[victim.unit.idx()].side) != victim.is_ally {
            self.breach(format!("{what} on the wrong side"), victim.unit);
        }
    }

    /// Somebody is met by an attack or a harm.
    fn meets(&mut self, action_ref: ActionRef, victim: ActionTarget) {
        if victim.is_ally {
            self.met.1.get_or_insert((action_ref, victim.unit));
            // Who is caught by an area of its own side answers nobody.
            if action_ref.by != victim.unit {
                if self.struck.contains(&(victim.unit, action_ref.by)) {
                    self.breach(format!("{} in answer to a friend", self.action(action_ref)), action_ref.by);
                }
                self.struck.push((action_ref.by, victim.unit));
            }
        } else {
            self.met.0 = true;
        }
    }

    /// What was used is over: it was not meant for its own side alone.
    fn use_is_over(&mut self) {
        if let (false, Some((action_ref, unit))) = core::mem::take(&mut self.met) {
            self.breach(format!("attack with {} on the own side alone", self.action(action_ref)), unit);
        }
    }

    fn action(&self, action_ref: ActionRef) -> String {
        let all = self.system.actions(action_ref.by);
        all.get(usize::from(action_ref.action)).map_or("no action".to_owned(), |action| action.kind.clone())
    }
}

impl<S: Rules> Observer<S> for Watch<'_, S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        let mut line = String::new();
        self.system.describe(&make(), &mut line).expect("a string takes every line");
        self.lines.push(line);
    }

    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        if n > 0 && !self.is_ending && self.is_out(unit) {
            let at = S::Metric::VALUES.iter().position(|one| format!("{one:?}") == format!("{metric:?}"));
            let name = at.map_or("?", |at| S::Metric::ALL[at].name);
            self.breach(format!("metric {name} of who is out"), unit);
        }
    }

    fn flag(&mut self, _: S::Metric, _: UnitSet) {
        self.is_ending = true;
    }

    fn used(&mut self, action_ref: ActionRef) {
        self.use_is_over();
        self.acts(action_ref.by, &format!("use of {}", self.action(action_ref)));
        if usize::from(action_ref.action) >= self.system.actions(action_ref.by).len() {
            self.breach("use of no action", action_ref.by);
        }
        self.begins(action_ref.by);
    }

    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        if self.is_out(action_ref.by) {
            self.breach(format!("attack with {} by who is out", self.action(action_ref)), action_ref.by);
        }
        self.is_told_right(action_ref.by, victim, "attack");
        self.meets(action_ref, victim);
        if self.is_out(victim.unit) {
            self.breach("attack on who is out", victim.unit);
        }
        if !hit && damage > 0 {
            self.breach("damage of a miss", victim.unit);
        }
    }

    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, _: u32) {
        self.is_told_right(action_ref.by, victim, "harm");
        self.meets(action_ref, victim);
        if self.out.has(victim.unit) && !self.rises.has(victim.unit) {
            self.breach("harm of who is out", victim.unit);
        }
    }

    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.is_told_right(action_ref.by, victim, "damage");
        self.lost[victim.unit.idx()] += i64::from(lost);
        if lost > 0 && self.out.has(victim.unit) && !self.rises.has(victim.unit) {
            self.breach("damage of who is out", victim.unit);
        }
    }

    fn healed(&mut self, _: Cause, unit: UnitId, health: u32) {
        self.got[unit.idx()] += i64::from(health);
        if self.out.has(unit) && health > 0 {
            self.rises.insert(unit);
        }
    }

    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        if self.out.has(victim.unit) && !self.rises.has(victim.unit) {
            self.breach("fall of who is out", victim.unit);
        }
        self.fell[victim.unit.idx()] = match cause {
            Cause::Action(action_ref) => {
                self.is_told_right(action_ref.by, victim, "fall");
                self.begun[action_ref.by.idx()].map(|action| (action_ref.by, action))
            }
            Cause::Hazard(_) => Some((victim.unit, 0)),
        };
        self.out.insert(victim.unit);
        self.rises.remove(victim.unit);
    }

    fn turn_used(&mut self, unit: UnitId, _: TurnUse) {
        // A turn in which its unit fell is over, too.
        if self.out.has(unit) && !self.rises.has(unit) && self.was_out.has(unit) {
            self.breach("turn of who is out", unit);
        }
    }

    fn activation(&mut self, unit: UnitId) {
        self.acts(unit, "activation");
        self.begins(unit);
    }

    fn between_turns(&mut self, system: &S, state: &S::State) {
        let standing = system.standing(state);
        for unit in system.roster().everyone() {
            let i = unit.idx();
            let (before, after) = (self.health[i], i64::from(system.health(state, unit)));
            let change = match S::HEALTH {
                Health::Left => before - after,
                Health::Wounds => after - before,
            };
            if self.has_begun && change < self.lost[i] - self.got[i] && S::HEALTH == Health::Left {
                self.breach(
                    format!(
                        "{} that is not reported",
                        if after > before { "healing" } else { "damage too much" }
                    ),
                    unit,
                );
            }
            if standing.has(unit) && self.out.has(unit) {
                if !self.rises.has(unit) {
                    self.breach("somebody stands who fell", unit);
                }
                self.out.remove(unit);
            }
            if standing.has(unit) && S::HEALTH == Health::Left && after == 0 {
                self.breach("somebody stands without health", unit);
            }
            self.health[i] = after;
        }
        self.use_is_over();
        self.has_begun = true;
        self.lost.fill(0);
        self.got.fill(0);
        self.struck.clear();
        self.rises = UnitSet::default();
        self.was_out = self.out;
        self.begun.fill(None);
        self.fell.fill(None);
    }

    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        if let Outcome::Win(side) = outcome {
            let units = self.system.roster().sides[side.idx()].units;
            if units.without(standing) == units {
                let first = units.first();
                self.breach("victory of who is out", first);
            }
        }
    }
}
