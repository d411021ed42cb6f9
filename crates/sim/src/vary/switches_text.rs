//! Switched choices as rows and as the terminal shows them.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::switches::{Effect, Idle, Played, Switch, What, Worth, rise};
use super::text::{change, more_undecided};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::Compared;
use crate::tables::format::{Number, counted};
use crate::tables::rows::row;

/// The columns of the tables of switches, behind further ones if there are any.
macro_rules! switch_row {
    ($(#[doc = $outer:literal])* $table:literal $name:ident $($first:tt)*) => {
        row! {
            $(#[doc = $outer])*
            $table $name {
                $($first)*
                /// The side of a tactic, or of the metric.
                side: Option<&'a str>,
                /// The unit, its copies together; none for a decision of the side.
                unit: Option<&'a str>,
                /// The decision or ruling.
                key: &'a str,
                /// What it is switched to; empty for a ruling that cannot matter.
                value: &'a str,
                /// The metric.
                metric: &'a str,
                /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`;
                /// empty for a ruling that cannot matter.
                kind: &'static str,
                /// How much the metric rises by the switch.
                effect: Number,
                /// The lower end of the effect's 95 % interval.
                lo: Number,
                /// The upper end of the effect's 95 % interval.
                hi: Number,
                /// What the fights say: of tactics `better` or `worse`, of rulings `rises` or `falls`; of both
                /// `equal` (in every pair), `undecided`, or `cannot` (matter in this scenario).
                verdict: &'a str,
                /// The pairs of fights; 0 if the effect is exact.
                fights: u64,
            }
        }
    };
}

pub(super) use switch_row;

switch_row! {
    /// A tactic that a unit, or a side, could have instead.
    "tactics" TacticRow
}

switch_row! {
    /// An answer that a ruling could have instead.
    "rulings" RulingRow
}

impl Effect {
    /// The word in the column `verdict`.
    pub(super) fn word(self, what: What) -> &'static str {
        match (self, what) {
            (Self::Rises, What::Tactics) => "better",
            (Self::Falls, What::Tactics) => "worse",
            (Self::Rises, What::Rulings) => "rises",
            (Self::Falls, What::Rulings) => "falls",
            (Self::Equal, _) => "equal",
            (Self::Undecided, _) => "undecided",
        }
    }
}

#[derive(Serialize)]
struct TacticsObject<'a> {
    scenario: &'a str,
    seed: u64,
    /// Whether all effects are exact, and no fight was played; of some, `fights` is 0.
    exact: bool,
    tactics: Vec<TacticRow<'a>>,
    untried: &'a [String],
}

/// A ruling that cannot matter, in JSON.
#[derive(Serialize)]
struct IdleRow<'a> {
    key: &'a str,
    /// The condition under which it would matter.
    need: &'a str,
}

#[derive(Serialize)]
struct RulingsObject<'a> {
    scenario: &'a str,
    seed: u64,
    /// Whether all effects are exact, and no fight was played; of some, `fights` is 0.
    exact: bool,
    rulings: Vec<RulingRow<'a>>,
    cannot: Vec<IdleRow<'a>>,
    untried: &'a [String],
}

impl Played {
    /// Returns whether its values are exact.
    fn is_exact(&self) -> bool {
        self.pairs == 0
    }
}

impl Worth {
    /// Returns whether all values are exact.
    fn is_exact(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(Played::is_exact)
    }

    /// The rows of `tactics.csv`.
    #[must_use]
    pub fn tactic_rows(&self) -> Vec<TacticRow<'_>> {
        self.rows.iter().map(|row| self.tactic_row(row)).collect()
    }

    pub(super) fn tactic_row<'a>(&'a self, row: &'a Played) -> TacticRow<'a> {
        let (within, named) = (row.metric.within, &row.metric.named);
        let of_switch = row.switch.side.map(|side| self.sides[side.idx()].name.as_str());
        TacticRow {
            side: of_switch.or(named.side.as_deref()),
            unit: row.switch.unit.as_deref().or(named.unit.as_deref().filter(|_| of_switch.is_none())),
            key: row.switch.key,
            value: &row.switch.value,
            metric: &named.metric,
            kind: row.metric.kind.word(),
            effect: Number::new(row.metric.estimate.map(|estimate| estimate.diff)),
            lo: Number::new(within.map(|within| within.lo)),
            hi: Number::new(within.map(|within| within.hi)),
            verdict: row.effect.word(self.what),
            fights: row.pairs,
        }
    }

    /// The rows of `rulings.csv`: those that were played, then those that cannot matter.
    #[must_use]
    pub fn ruling_rows(&self) -> Vec<RulingRow<'_>> {
        let played = self.rows.iter().map(|row| {
            let TacticRow { side, unit, key, value, metric, kind, effect, lo, hi, verdict, fights } =
                self.tactic_row(row);
            RulingRow { side, unit, key, value, metric, kind, effect, lo, hi, verdict, fights }
        });
        let none = Number::new(None);
        let idle = self.idle.iter().map(|idle| RulingRow {
            side: None,
            unit: None,
            key: idle.key,
            value: "",
            metric: "",
            kind: "",
            effect: none,
            lo: none,
            hi: none,
            verdict: "cannot",
            fights: 0,
        });
        played.chain(idle).collect()
    }

    /// The object of `tactics --json`.
    #[must_use]
    pub fn tactics_object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        let (exact, tactics) = (self.is_exact(), self.tactic_rows());
        TacticsObject { scenario, seed, exact, tactics, untried: &self.untried }
    }

    /// The object of `rulings --json`.
    #[must_use]
    pub fn rulings_object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        let mut rulings = self.ruling_rows();
        rulings.truncate(self.rows.len());
        let cannot = self.idle.iter().map(|&Idle { key, need }| IdleRow { key, need }).collect();
        RulingsObject { scenario, seed, exact: self.is_exact(), rulings, cannot, untried: &self.untried }
    }

    /// The text for the terminal; at most `most` rows that are undecided. With `all` every ruling that
    /// cannot matter is named.
    #[must_use]
    pub fn render(&self, look: Look, most: usize, all: bool) -> String {
        let mut lines = Vec::new();
        let of = |effect| self.rows.iter().filter(move |row| row.effect == effect);
        let metric = self.rows.first().map_or_else(String::new, |row| row.metric.named.to_string());
        let headings = match self.what {
            What::Tactics => ["BETTER: the side wins more often with it".to_owned(), "WORSE".to_owned()],
            What::Rulings => ["RISES", "FALLS"].map(|word| format!("{word}: {}", shown(&metric))),
        };
        let [rises, falls] = headings;
        for (effect, heading) in [
            (Effect::Rises, rises),
            (Effect::Falls, falls),
            (Effect::Undecided, "UNDECIDED, the largest effects first".to_owned()),
        ] {
            // Numbers at the ends of their range are dials, and no other reading of a rule.
            let mut rows: Vec<&Played> = of(effect).filter(|row| !self.is_dial(row)).collect();
            if effect == Effect::Undecided {
                rows.sort_by(|a, b| rise(b).abs().total_cmp(&rise(a).abs()));
                rows.truncate(most);
            }
            if !rows.is_empty() {
                lines.extend(look.headings(&heading));
                lines.extend(self.table(&rows).lines(look));
                lines.push(String::new());
            }
        }
        let mut dials: Vec<&Played> =
            self.rows.iter().filter(|row| self.is_dial(row) && row.effect != Effect::Equal).collect();
        if !dials.is_empty() {
            dials.sort_by(|a, b| rise(b).total_cmp(&rise(a)));
            lines.extend(look.headings("NUMBERS, far from what they are"));
            lines.extend(self.table(&dials).lines(look));
            lines.push(String::new());
        }
        if lines.is_empty() {
            let what = match self.what {
                _ if self.interrupted => "nothing is known to change a fight yet",
                What::Tactics => "no other tactic changed a fight",
                What::Rulings => "no other answer to a ruling changed a fight",
            };
            lines.extend([what.to_owned(), String::new()]);
        }
        for note in self.notes(most, all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    fn notes(&self, most: usize, all: bool) -> Vec<String> {
        let of = |effect| self.rows.iter().filter(move |row| row.effect == effect);
        let mut notes = Vec::new();
        let n_undecided = of(Effect::Undecided).filter(|row| !self.is_dial(row)).count();
        let n_equal = of(Effect::Equal).count();
        if self.is_exact() {
            notes.push("exact, by enumeration: nothing is left to luck".to_owned());
        } else if n_equal < self.rows.len() {
            let [rises, falls] = [Effect::Rises, Effect::Falls].map(|effect| effect.word(self.what));
            notes.push(format!(
                "{rises}, {falls}: significant after Holm's correction for all switches at 5 %"
            ));
            notes.push(
                "rank: as far as it is certain, with 95 % confidence for all ranks together".to_owned(),
            );
            if self.rows.iter().any(Played::is_exact) {
                notes.push("without ±: exact, by enumeration, which is cheaper there than fights".to_owned());
            }
        }
        if n_undecided > most {
            notes.push(more_undecided(n_undecided - most));
        }
        // Exact values say nothing of what else there is in the fights.
        for (is_exact, nothing) in
            [(false, "changed nothing in any fight"), (true, "leave it exactly as it is")]
        {
            let equal = of(Effect::Equal).filter(|row| row.is_exact() == is_exact);
            let equal: Vec<&Switch> = equal.map(|row| &row.switch).collect();
            if equal.is_empty() {
                continue;
            }
            if self.what == What::Tactics {
                notes.push(format!("{} others {nothing}", equal.len()));
            } else {
                let of_key = |same: &[&Switch]| {
                    let values: Vec<&str> = same.iter().map(|switch| switch.value.as_str()).collect();
                    format!("{} = {}", same[0].key, values.join(" or "))
                };
                let equal: Vec<String> = equal.chunk_by(|a, b| a.key == b.key).map(of_key).collect();
                notes.push(format!("{nothing}: {}", shown(&equal.join(", "))));
            }
        }
        if !self.untried.is_empty() {
            notes.push(format!("not tried because they need a value: {}", self.untried.join(", ")));
        }
        if !self.idle.is_empty() && !all {
            let n = self.idle.len();
            notes.push(format!("{n} rulings cannot change this fight; -v says why"));
        }
        let mut needs: Vec<&str> = Vec::new();
        for idle in self.idle.iter().filter(|_| all) {
            if !needs.contains(&idle.need) {
                needs.push(idle.need);
            }
        }
        for need in needs {
            let of_need = self.idle.iter().filter(|idle| idle.need == need);
            let keys: Vec<&str> = of_need.map(|idle| idle.key).collect();
            let matter = if keys.len() == 1 { "which matters" } else { "which matter" };
            notes.push(format!("cannot change this fight: {}, {matter} only if {need}", keys.join(", ")));
        }
        notes
    }

    /// Returns whether a row turns a ruling that is a number, and not one with named answers.
    fn is_dial(&self, row: &Played) -> bool {
        self.what == What::Rulings && row.switch.value.parse::<f64>().is_ok()
    }

    fn table(&self, rows: &[&Played]) -> Grid {
        let row = |row: &&Played| {
            let [first, last] = row.ranks;
            let rank = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let side = row.switch.side.map(|side| self.sides[side.idx()].name.as_str());
            let who = match (side, &row.switch.unit) {
                (Some(side), Some(unit)) => format!("{side}/{unit}: "),
                (Some(side), None) => format!("{side}: "),
                (None, _) => String::new(),
            };
            let label = format!("  {}{} = {}", shown(&who), row.switch.key, shown(&row.switch.value));
            GridRow { label, cells: vec![difference(&row.metric), rank], notes: Vec::new() }
        };
        let metric = match self.what {
            What::Tactics => "win rate",
            What::Rulings => "change",
        };
        let columns = [metric, "rank"].map(str::to_owned).to_vec();
        Grid { columns, rows: rows.iter().map(row).collect() }
    }

    /// Returns how many fights each switch was played for, at most.
    #[must_use]
    pub fn played(&self, seed: u64) -> String {
        let most = self.rows.iter().map(|row| row.pairs).max().unwrap_or(0);
        let (n, n_exact) = (self.rows.len(), self.rows.iter().filter(|row| row.is_exact()).count());
        let fights = format!("up to {} of fights of seed {seed} each", counted(most, "pair"));
        let switches = counted(n as u64, "switch");
        match n_exact {
            0 => format!("{switches}, {fights}"),
            _ if self.is_exact() => format!("{switches}, exact"),
            _ => format!("{switches}, {n_exact} exact; {fights}"),
        }
    }
}

/// A difference with its error; of rates in points.
pub(crate) fn difference(metric: &Compared) -> String {
    let Some((estimate, within)) = metric.estimate.zip(metric.within) else { return "-".into() };
    change(metric.kind, estimate.diff, within.reach(estimate.diff))
}
