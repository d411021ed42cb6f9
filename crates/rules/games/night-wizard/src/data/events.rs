//! The play-by-play in the words of the game: headings flush left, who acts under its round, what
//! comes of it under the actor.

use crate::NightWizard;
use crate::data::metrics::Exhaustion;
use crate::data::setup::AttackKind;
use crate::data::setup::ability::JudgeKind;
use crate::data::setup::gear::Status;
use crate::data::wording::{cost_of, damage_of, distance_of, fixed_part, in_squares, opposed, plus_prana};
use crate::dice::contest::{Contest, JudgeId, Opposed};
use crate::dice::judge::Rolled;
use crate::dice::judge_draws::JudgeRoll;
use crate::dice::sum::SumRoll;
use fray_engine::roster::{SideId, UnitId};
use fray_kit::board::grid::Place;
use fray_kit::{Event, Phrase};

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = NightWizard, wizard)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Critical and fumble number were rolled for the fight (NW-04).
    #[line("{unit}: critical on {crit}, fumble on {fumble}")]
    Numbers { unit: UnitId, crit: i32, fumble: i32 },
    /// The side takes its Mains before the first round (NW-10).
    #[line("Surprise by {side}")]
    Surprise { side: SideId },
    /// The round opens (NW-08).
    #[line("Setup")]
    Round,
    /// A late arrival appears (NW-09).
    #[line("  {unit} arrives")]
    Arrives { unit: UnitId },
    /// An Action Count was set: `base` with what a `penalty` took from it; `rolled` is the total of
    /// the two dice, if any, `prana` what dice or points of prana added (NW-11).
    #[line(
        if rolled.is_none() => "  {unit}: Action Count {count} ({why})",
        why = if wizard.hot(unit).fixed_count { "fixed" } else { "unconscious" }
    )]
    #[line(
        "  {unit}: Action Count {base} + {rolled}{prana}{raised} = {count}",
        base = fixed_part(base, penalty),
        rolled = rolled.unwrap_or(0),
        prana = plus_prana(prana),
        // NW-11: a ruling may put a floor under the roll.
        raised = if count == base + rolled.unwrap_or(0) + prana { "" } else { ", raised" }
    )]
    Count { unit: UnitId, base: i32, penalty: i32, rolled: Option<i32>, prana: i32, count: i32 },
    /// A tie between sides was broken by chance in favour of this one (NW-13).
    #[line("Tie: {side} first, by chance")]
    Tie { side: SideId },
    /// The unit delays to this count (NW-14).
    #[line("{unit} delays: Action Count {from} to {to}")]
    Delay { unit: UnitId, from: i32, to: i32 },
    /// The unit enters a Main Process at this count (NW-15).
    #[line("{unit} acts at count {count}")]
    Main { unit: UnitId, count: i32 },
    /// The unit takes a Main before there are counts (NW-10).
    #[line("{unit} acts by surprise")]
    Surprises { unit: UnitId },
    /// The unit takes a Main at a command (NW-53).
    #[line("{unit} obeys and acts at count {count}")]
    Obeys { unit: UnitId, count: i32 },
    /// The Main held nothing to do.
    #[line("  {unit} {why}")]
    Nothing { unit: UnitId, why: Idle },
    /// The unit declares an attack with one of its weapons (NW-20).
    #[line(if wizard.weapon_name(unit, weapon).is_empty() => "  declares an attack on {target}")]
    #[line("  declares an attack on {target} with {weapon}", weapon = wizard.weapon_name(unit, weapon))]
    Attacks { unit: UnitId, target: UnitId, weapon: u8 },
    /// The unit aims an area at a square (NW-40).
    #[line("  {unit} aims at {at}")]
    Aims { unit: UnitId, at: Place },
    /// The unit declares an ability (NW-53).
    #[line("  {unit} uses {ability}", ability = wizard.ability_name(ability))]
    Uses { unit: UnitId, ability: u16 },
    /// The dice of an amount: of a cost, of damage or of healing (NW-17, NW-53).
    #[line(if fixed == 0 => "  {unit} rolls {rolled}")]
    #[line(
        "  {unit} rolls {rolled}, {sign} {by} is {sum}",
        sign = if fixed < 0 { "less" } else { "and" },
        by = fixed.abs(),
        sum = rolled.total + fixed
    )]
    RollsAmount { unit: UnitId, rolled: SumRoll, fixed: i32 },
    /// A cost is paid (NW-17).
    #[line("  {unit} pays {cost}", cost = cost_of([count, hp, mp, prana]))]
    Pays { unit: UnitId, count: i32, hp: i32, mp: i32, prana: i32 },
    /// A cost could not be paid: the action is lost (NW-17).
    #[line("  {unit} cannot pay {cost}", cost = cost_of([count, hp, mp, prana]))]
    CannotPay { unit: UnitId, count: i32, hp: i32, mp: i32, prana: i32 },
    /// A Judge against a difficulty (NW-05).
    #[line("  {unit}: {judge} against {difficulty}: {is_success}")]
    Tries { unit: UnitId, judge: Side, difficulty: i32, is_success: bool },
    /// A Judge of an ability against one of its target's (NW-53).
    #[line("  {unit}: {judge} against {target} {answer}: {is_success}")]
    Contests { unit: UnitId, target: UnitId, judge: Side, answer: Side, is_success: bool },
    /// A Judge after what was declared for it: rolled again, or changed (NW-53).
    #[line("  {unit}: {kind} now {judge}")]
    Again { unit: UnitId, kind: JudgeKind, judge: Side },
    /// The Hit of an attack on several, rolled once for all (NW-25).
    #[line("  {name} {hit}", name = AttackKind::JUDGES[kind as usize][0])]
    HitOfAll { unit: UnitId, kind: AttackKind, hit: Side },
    /// An attack and its answer; `is_of_all` if its roll was shown before. A `dodge` without dice is of a target that may not roll, unless
    /// the dice of both are in `rolls` (NW-20).
    #[line(
        if is_of_all => "  against {target}: {answer} {dodge}: {hits}",
        answer = AttackKind::JUDGES[kind as usize][1],
        hits = if hits { "hit" } else { "miss" }
    )]
    #[line(
        "  attacks {target}: {judges}: {hits}",
        hits = if hits { "hit" } else { "miss" },
        judges = opposed(AttackKind::JUDGES[kind as usize], wizard.with_rolls([hit, dodge], rolls))
    )]
    Hit {
        unit: UnitId,
        target: UnitId,
        kind: AttackKind,
        hit: Side,
        dodge: Side,
        rolls: Option<DrawnRolls>,
        is_of_all: bool,
        hits: bool,
    },
    /// The unit takes a hit in the place of another (NW-24).
    #[line("  {unit} covers {ward}")]
    Covers { unit: UnitId, ward: UnitId },
    /// The Attack of damage to several, rolled once for all (NW-25).
    #[line("  {name} {attack}", name = AttackKind::DAMAGE_JUDGES[kind as usize][0])]
    AttackOfAll { unit: UnitId, kind: AttackKind, attack: Side },
    /// Damage of a hit; `is_of_all` if its roll was shown before: the kinds that hit and hurt, the two Judges and their difference, the
    /// damage after effects, HP left (NW-21, NW-22).
    #[line(
        if is_of_all => "  {name} {defense}: {result}, {target} has {hp} HP left",
        name = AttackKind::DAMAGE_JUDGES[kinds[1] as usize][1],
        result = damage_of(margin, damage)
    )]
    #[line(
        if rolls.is_none() && attack.rolled.is_none() && defense == Side::default() => "  {fixed} damage: {result}, {target} has {hp} HP left",
        fixed = attack.fixed,
        result = damage_of(margin, damage)
    )]
    #[line(
        "  {judges}: {result}, {target} has {hp} HP left",
        judges = opposed(
                [0, 1].map(|side| AttackKind::DAMAGE_JUDGES[kinds[side] as usize][side]),
                wizard.with_rolls([attack, defense], rolls)
            ),
        result = damage_of(margin, damage)
    )]
    Damage {
        unit: UnitId,
        target: UnitId,
        kinds: [AttackKind; 2],
        attack: Side,
        defense: Side,
        rolls: Option<DrawnRolls>,
        is_of_all: bool,
        margin: i32,
        damage: i32,
        hp: i32,
    },
    /// HP regained (NW-27).
    #[line("  {unit} is healed to {hp} HP")]
    Heals { unit: UnitId, hp: i32 },
    /// MP after a change.
    #[line("  {unit} has {mp} MP")]
    Magic { unit: UnitId, mp: i32 },
    /// Prana after a gain.
    #[line("  {unit} has {prana} prana")]
    Prana { unit: UnitId, prana: i32 },
    /// A count that an ability changed.
    #[line("  {unit} goes to count {count}")]
    CountChanges { unit: UnitId, count: i32 },
    /// A bad status; `level` is Poison's (NW-43).
    #[line(if status == Status::Poison => "  {unit} suffers poison {level}")]
    #[line("  {unit} suffers {status}")]
    Inflicted { unit: UnitId, status: Status, level: i32 },
    /// A bad status ends.
    #[line("  {unit} recovers from {status}")]
    Recovered { unit: UnitId, status: Status },
    /// Poison in Clean-Up (NW-47).
    #[line("  Poison: {damage} damage, {unit} has {hp} HP left")]
    Poisoned { unit: UnitId, damage: i32, hp: i32 },
    /// Enchantments in force before and after, by their places in the unit's list (NW-33).
    #[line("  {unit} changes enchantments:{changes}", changes = wizard.enchantment_changes(unit, from, to))]
    Enchants { unit: UnitId, from: u32, to: u32 },
    /// The unit wears another loadout (NW-34).
    #[line("  {unit} changes to {loadout}", loadout = wizard.loadout_name(unit, loadout))]
    Wears { unit: UnitId, loadout: u8 },
    /// The unit takes off (NW-41).
    #[line("  {unit} takes off")]
    TakesOff { unit: UnitId },
    /// The unit lands.
    #[line("  {unit} lands")]
    Lands { unit: UnitId },
    /// The unit falls out of its flight, without harm (NW-29, NW-41).
    #[line("  {unit} falls out of the air, unharmed")]
    FallsDown { unit: UnitId },
    /// The unit changes its place, over a number of squares with a number of steps (NW-37, NW-38).
    #[line(if kind == MoveKind::Leaps => "  {unit} {kind} {from} to {to}")]
    #[line(
        if kind != MoveKind::Carried && (from.x, from.y) == (to.x, to.y) && from.z != to.z => "  {unit} {verb} {from} to {to}, {squares}",
        squares = distance_of(squares, steps),
        verb = if from.z < to.z { "climbs" } else { "descends" }
    )]
    #[line("  {unit} {kind} {from} to {to}, {squares}", squares = distance_of(squares, steps))]
    Moves { unit: UnitId, from: Place, to: Place, squares: u32, steps: u32, kind: MoveKind },
    /// The Judge of an All-Out Movement, and the squares it is worth (NW-39).
    #[line("  {unit} moves All-Out: {judge}: {squares}", squares = in_squares(squares))]
    AllOut { unit: UnitId, judge: Side, squares: u32 },
    /// The unit leaves the fight by an exit (NW-32).
    #[line("  {unit} flees")]
    Flees { unit: UnitId },
    /// The unit is Exhausted for the round at this count (NW-16).
    #[line("  {unit} is Exhausted at count {count}{why}")]
    Exhausted { unit: UnitId, why: Exhaustion, count: i32 },
    /// The Main ended at this count, and the unit may act again (NW-16).
    #[line("  {unit} goes to count {count}")]
    MainOver { unit: UnitId, count: i32 },
    /// The unit falls into Near Death (NW-29).
    #[line("  {unit} falls: Near Death")]
    NearDeath { unit: UnitId },
    /// An ability lifts Near Death (NW-30).
    #[line("  {unit} stands up with 1 HP")]
    Lifted { unit: UnitId },
    /// The unit is dead (NW-32).
    #[line("  {unit} is dead")]
    Dead { unit: UnitId },
    /// Clean-Up (NW-26).
    #[line("Clean-Up")]
    CleanUp,
    /// A Mortality Judge (NW-30).
    #[line(
        "  {unit}: Mortality {judge} against {difficulty}: {lives}",
        lives = if lives { "stands up" } else { "fails" }
    )]
    Mortality { unit: UnitId, judge: Side, difficulty: i32, lives: bool },
    /// The next fight of a series (NW-54).
    #[line("Fight {fight}")]
    NextFight { fight: u32 },
    /// A Judge for natural recovery (NW-52).
    #[line("  {unit} rests: {judge}")]
    Rests { unit: UnitId, judge: Side },
}

/// Why a Main held nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum Idle {
    /// Unconscious, it chooses not to try to wake.
    #[phrase("sleeps on")]
    Sleeps,
    /// Nobody is left that it could attack.
    #[phrase("has nobody to attack")]
    Nobody,
    /// It reaches nobody.
    #[phrase("reaches nobody and stays")]
    OutOfReach,
}

impl AttackKind {
    /// The names of the Judges to hit and to avoid it, by kind.
    const JUDGES: [[&str; 2]; 2] = [["Hit", "Dodge"], ["Magic Hit", "Resistance"]];
    /// The names of the Judges of damage and against it, by kind.
    const DAMAGE_JUDGES: [[&str; 2]; 2] = [["Attack", "Defense"], ["Magic Attack", "Magic Defense"]];
}

/// How a unit comes to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum MoveKind {
    /// By Normal Movement, on foot or in flight.
    #[phrase("moves")]
    Walks,
    /// By All-Out Movement.
    #[phrase("moves")]
    Runs,
    /// By an effect, step by step.
    #[phrase("is moved")]
    Carried,
    /// By an effect, without the way between.
    #[phrase("is gone from")]
    Leaps,
}

/// The dice of two opposed Judges that were drawn as one contest. The rolls behind them are worked out when a
/// line is printed: that takes far longer than the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnRolls {
    /// The Judge of the one who acts.
    pub active: JudgeId,
    /// The Judge of the one who answers.
    pub passive: JudgeId,
    /// The difference that was drawn.
    pub opposed: Opposed,
}

/// One side of a Judge: the fixed part and the dice, if any were rolled (NW-01, NW-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Attribute and passive modifiers.
    pub fixed: i32,
    /// The penalty by bad statuses and surprise: 0 or below.
    pub penalty: i32,
    /// The dice part.
    pub rolled: Option<Rolled>,
    /// Active modifiers that count (NW-07).
    pub active: i32,
    /// The points that prana adds (NW-06).
    pub prana: i32,
}

impl Side {
    /// A fixed part and dice.
    #[must_use]
    pub fn of(fixed: i32, rolled: Option<Rolled>) -> Self {
        Self { fixed, rolled, ..Self::default() }
    }

    /// A Judge with modifiers and prana, `flat` of it at one a point.
    #[must_use]
    pub fn of_judge(fixed: i32, active: i32, roll: JudgeRoll, flat: i32) -> Self {
        let JudgeRoll { value, criticals, is_fumble, prana, faces, .. } = roll;
        let total = value - active - flat - prana;
        let rolled = Some(Rolled { total, criticals, is_fumble, faces });
        Self { fixed, rolled, active, prana: prana + flat, ..Self::default() }
    }

    /// The achievement value.
    #[must_use]
    pub fn value(self) -> i32 {
        self.fixed + self.active + self.prana + self.rolled.map_or(0, |rolled| rolled.total)
    }
}

impl NightWizard {
    /// Both sides of a contest with their dice.
    fn with_rolls(&self, sides: [Side; 2], drawn: Option<DrawnRolls>) -> [Side; 2] {
        let Some(DrawnRolls { active, passive, opposed }) = drawn else { return sides };
        let of = self.judges.contest(active, passive);
        let contest = Contest { judges: &self.judges, of, from: i32::MIN, to: i32::MAX };
        let (active, passive) = contest.rolls(opposed).unzip();
        [Side { rolled: active, ..sides[0] }, Side { rolled: passive, ..sides[1] }]
    }

    /// ` +Name -Name`: the enchantments of `to` that are not in `from`, and the other way round.
    fn enchantment_changes(&self, unit: UnitId, from: u32, to: u32) -> String {
        let changes = self.enchantment_names(unit).enumerate().filter_map(|(at, name)| {
            match (from >> at & 1, to >> at & 1) {
                (0, 1) => Some(format!(" +{name}")),
                (1, 0) => Some(format!(" -{name}")),
                _ => None,
            }
        });
        changes.collect()
    }
}
