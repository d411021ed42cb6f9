//! The play-by-play in the words of the game: headings flush left, what comes of a turn under it. How dice, places
//! and statuses are written stands in `describe`.

use crate::Cardinal;
use crate::board::At;
use crate::data::describe::{Names, Text, UnitList};
use crate::data::metrics::Unfocused;
use crate::data::vocabulary::{Method, Status, Statuses};
use crate::dice::draws::{Checked, Contested};
use crate::dice::faces::Faces;
use crate::dice::pool::Pool;
use crate::rules::attacks::soak::Soaked;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::{Event, Phrase};

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = Cardinal, game)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// An initiative roll (CA-05).
    #[line(
        "{unit} rolls initiative {pool} against {number}: {faces}, {result}",
        faces = Text::Faces(rolled.faces),
        result = match rolled {
                Checked { is_botch: true, .. } => "a botch",
                Checked { is_tie: true, .. } => "a tie",
                Checked { successes: 0, .. } => "nothing",
                Checked { successes: 1, .. } => "one success",
                _ => "two successes or more",
            }
    )]
    Initiative { unit: UnitId, pool: Pool, number: u32, rolled: Checked },
    /// The order of turns (CA-06).
    #[line("Order: {all}", all = Names { game, order: &order[..usize::from(n)] })]
    Order { order: [UnitId; MAX_UNITS], n: u8 },
    /// A turn begins.
    #[line(if statuses.is_empty() => "{unit} acts")]
    #[line("{unit} acts ({statuses})")]
    Acts { unit: UnitId, statuses: Statuses },
    /// Something that a unit does.
    #[line("  {what}")]
    Does { unit: UnitId, what: ActionVerb },
    /// A weapon is drawn (CA-14).
    #[line("  readies {name}", name = game.weapon_name(unit, weapon))]
    Readies { unit: UnitId, weapon: u8 },
    /// A Reload action (CA-14).
    #[line(if is_loaded => "  reloads {name}", name = game.weapon_name(unit, weapon))]
    #[line("  goes on reloading {name}", name = game.weapon_name(unit, weapon))]
    Reloads { unit: UnitId, weapon: u8, is_loaded: bool },
    /// Aim (CA-13).
    #[line("  aims at {target}")]
    Aims { unit: UnitId, target: UnitId },
    /// A move from square to square (CA-15).
    #[line(if from == to => "  {unit} {how}")]
    #[line("  {unit} {how}: {a} to {b}", a = Text::Place(from), b = Text::Place(to))]
    Moves { unit: UnitId, how: MoveKind, from: At, to: At },
    /// A fall (CA-56).
    #[line(if from.2 == 1 => "  {unit} falls a pace to {b}", b = Text::Place(to))]
    #[line("  {unit} falls {n} paces to {b}", n = from.2, b = Text::Place(to))]
    Falls { unit: UnitId, from: At, to: At },
    /// The roll of a Sprint (CA-15).
    #[line("  sprint {pool}: {shown}", shown = Text::Faces(faces))]
    Sprints { unit: UnitId, pool: Pool, faces: Faces },
    /// A Focused unit takes its turn first (CA-10).
    #[line("{unit} interrupts {whom}")]
    Interrupts { unit: UnitId, whom: UnitId },
    /// The turn that was interrupted goes on (CA-10).
    #[line("{unit} goes on")]
    GoesOn { unit: UnitId },
    /// Focus is gone (CA-10).
    #[line(if how == Unfocused::Reeling => "  {unit} keeps its feet and loses Focus")]
    #[line("  {unit} spends Focus")]
    LosesFocus { unit: UnitId, how: Unfocused },
    /// An attack against a defence (CA-20 to CA-24).
    #[line(
        "  {name} on {target}: {attack} {rolled} against {defence} {pool} {answer}: {result}",
        name = game.weapon_name(unit, weapon),
        attack = pools[0],
        rolled = Text::Faces(out.faces[0]),
        defence = Text::Method(method, game.with_name(target, with)),
        pool = pools[1],
        answer = Text::Faces(out.faces[1]),
        result = Text::Result(out)
    )]
    Attacks {
        unit: UnitId,
        weapon: u8,
        target: UnitId,
        method: Option<Method>,
        with: u8,
        pools: [Pool; 2],
        out: Contested,
    },
    /// An attack against a number or a pool (CA-29).
    #[line(
        "  {name} on {target}: {pool} {faces} against {number}: {n}",
        name = game.weapon_name(unit, weapon),
        faces = Text::Faces(rolled.faces),
        number = rolled.number,
        n = Text::Successes(rolled.successes)
    )]
    Casts { unit: UnitId, weapon: u8, target: UnitId, pool: Pool, rolled: Checked },
    /// Dice are rolled again (CA-04).
    #[line("  {unit} rolls {dice} again: {a} becomes {b}", a = Text::Faces(first), b = Text::Faces(then))]
    Rerolls { unit: UnitId, dice: Pool, first: Faces, then: Faces },
    /// Resistance (CA-29).
    #[line(
        "  {unit} resists {pool} {faces}: {n}",
        faces = Text::Faces(rolled.faces),
        n = Text::Successes(rolled.successes)
    )]
    Resists { unit: UnitId, pool: Pool, rolled: Checked },
    /// An area (CA-65); without a map everybody is in one place, which has no name (CA-63).
    #[line(if game.board.is_none() => "  {name} on everybody whom it meets", name = game.weapon_name(unit, weapon))]
    #[line("  {name} around {place}", name = game.weapon_name(unit, weapon), place = Text::Place(at))]
    Area { unit: UnitId, weapon: u8, targets: UnitSet, at: At },
    /// Damage of a hit (CA-30 to CA-37).
    #[line(
        "  {target}: {points} points{hurt}, soak {pool} {faces}{number}{off}{ward}: {damage}",
        hurt = Text::Plus(wounds),
        faces = Text::Faces(soaked.faces),
        number = Text::Against(soaked.number, game.rulings.soak_tn.0 as u8),
        off = Text::Soaked(soaked),
        ward = Text::Ward(ward)
    )]
    Damage {
        target: UnitId,
        successes: i32,
        points: i32,
        wounds: i32,
        pool: Pool,
        soaked: Soaked,
        ward: i32,
        damage: i32,
    },
    /// Statuses are gained.
    #[line(if statuses.is_empty() => "  {unit} is back unharmed")]
    #[line("  {unit} is {statuses}")]
    Becomes { unit: UnitId, statuses: Statuses },
    /// Statuses end.
    #[line("  {unit} is no longer {statuses}")]
    Cured { unit: UnitId, statuses: Statuses },
    /// A Rally (CA-50).
    #[line(
        "  rallies {ally}: {pool} {faces} against {number}: {n}",
        faces = Text::Faces(rolled.faces),
        number = rolled.number,
        n = Text::Successes(rolled.successes)
    )]
    Rallies { unit: UnitId, ally: UnitId, pool: Pool, rolled: Checked },
    /// First Aid (CA-52).
    #[line(
        "  first aid for {ally}: {pool} {faces}: {n}",
        faces = Text::Faces(rolled.faces),
        n = Text::Successes(rolled.successes)
    )]
    FirstAid { unit: UnitId, ally: UnitId, pool: Pool, rolled: Checked },
    /// A death save (CA-46).
    #[line(
        "  {unit} rolls for its life {pool} {faces}: {n}",
        faces = Text::Faces(rolled.faces),
        n = Text::Successes(rolled.successes)
    )]
    DeathSave { unit: UnitId, pool: Pool, rolled: Checked },
    /// A roll against a status (CA-48).
    #[line(
        "  {unit} against {status} {pool} {faces}: {n}",
        status = Text::Status(status),
        faces = Text::Faces(rolled.faces),
        n = Text::Successes(rolled.successes)
    )]
    StatusRoll { unit: UnitId, status: Status, pool: Pool, rolled: Checked },
    /// Break Free (CA-55).
    #[line(
        "  breaks free: {own} {rolled} against {other} {answer}: {n}",
        own = pools[0],
        rolled = Text::Faces(out.faces[0]),
        other = pools[1],
        answer = Text::Faces(out.faces[1]),
        n = Text::Successes(out.attack)
    )]
    BreaksFree { unit: UnitId, pools: [Pool; 2], out: Contested },
    /// An ability without harm is used.
    #[line(
        "  {name} on {all}",
        name = game.ability_name(unit, ability),
        all = UnitList { game, units: targets }
    )]
    Uses { unit: UnitId, ability: u8, targets: UnitSet },
    /// An exhausted ability is refreshed.
    #[line("  refreshes {name}", name = game.ability_name(unit, ability))]
    Refreshes { unit: UnitId, ability: u8 },
    /// An effect lasts on a unit (CA-49).
    #[line("  {unit} {what}", what = Text::Under(game.mods[usize::from(made)]))]
    Under { unit: UnitId, made: u8 },
    /// An ability does nothing to this unit.
    #[line("  no effect on {unit}")]
    NoEffect { unit: UnitId },
    /// A ward is set (CA-37).
    #[line("  {unit} has a ward of {ward}")]
    Warded { unit: UnitId, ward: u8 },
    /// A weapon is out of hand.
    #[line("  {unit} loses {name}", name = game.weapon_name(unit, weapon))]
    Disarmed { unit: UnitId, weapon: u8 },
    /// Fire burns (CA-48).
    #[line("  {unit} burns")]
    Burns { unit: UnitId },
    /// Fire is out.
    #[line("  the fire on {unit} is out")]
    FireOut { unit: UnitId },
    /// Terrain strikes (CA-58).
    #[line(
        "  the ground strikes {unit}: {pool} {faces}: {n}",
        faces = Text::Faces(rolled.faces),
        n = Text::Successes(rolled.successes)
    )]
    Terrain { unit: UnitId, pool: Pool, rolled: Checked },
    /// The end of the round.
    #[line("End of the round")]
    RoundEnd,
}

/// What a unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum ActionVerb {
    /// Recover.
    Recovers,
    /// Stand.
    #[phrase("stands up")]
    Stands,
    /// Guard.
    Guards,
    /// A focus turn.
    Focuses,
    /// Hide.
    Hides,
    /// It does not Recover.
    #[phrase("waits to be rallied")]
    Waits,
    /// It spends Fly on staying where it is.
    #[phrase("stays in the air")]
    StaysAloft,
    /// It releases whom it holds.
    LetsGo,
    /// Nothing can change any more.
    #[phrase("nothing can change any more: a draw")]
    Stalls,
}

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum MoveKind {
    /// Stride.
    #[phrase("strides")]
    Stride,
    /// Dash.
    #[phrase("dashes")]
    Dash,
    /// Stride and Dash in one walk.
    #[phrase("strides and dashes")]
    StrideAndDash,
    /// Sprint.
    #[phrase("sprints")]
    Sprint,
    /// Stride and Sprint in one walk.
    #[phrase("strides and sprints")]
    StrideAndSprint,
    /// Dash and Sprint in one walk, with the Stride if it is needed.
    #[phrase("dashes and sprints")]
    DashAndSprint,
    /// Run.
    #[phrase("runs")]
    Run,
    /// Retreat.
    #[phrase("retreats")]
    Retreat,
    /// Fly.
    #[phrase("flies")]
    Fly,
    /// Down to the ground.
    #[phrase("lands")]
    Land,
    /// Moved by an ability, with nothing between.
    #[phrase("teleports")]
    Teleport,
    /// Moved by an ability.
    #[phrase("is moved")]
    Shift,
}
