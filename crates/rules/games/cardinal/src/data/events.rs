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
use crate::rules::soak::Soaked;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::{events, phrases};

events! {
    /// One line of the play-by-play.
    pub enum Event of Cardinal as game {
        /// An initiative roll (CA-05).
        Initiative { unit: UnitId, pool: Pool, number: u32, rolled: Checked } [
            "{unit} rolls initiative {pool} against {number}: {faces}, {result}",
            faces = Text::Faces(rolled.faces),
            result = match rolled {
                Checked { is_botch: true, .. } => "a botch",
                Checked { is_tie: true, .. } => "a tie",
                Checked { successes: 0, .. } => "nothing",
                Checked { successes: 1, .. } => "one success",
                _ => "two successes or more",
            }
        ],
        /// The order of turns (CA-06).
        Order { order: [UnitId; MAX_UNITS], n: u8 } ["Order: {all}", all = Names { game, order: &order[..usize::from(n)] }],
        /// A turn begins.
        Acts { unit: UnitId, statuses: Statuses } [
            if statuses.is_empty() => "{unit} acts";
            "{unit} acts ({statuses})"
        ],
        /// Something that a unit does.
        Does { unit: UnitId, what: ActionVerb } ["  {what}"],
        /// A weapon is drawn (CA-14).
        Readies { unit: UnitId, weapon: u8 } ["  readies {name}", name = game.weapon_name(unit, weapon)],
        /// A Reload action (CA-14).
        Reloads { unit: UnitId, weapon: u8, is_loaded: bool } [
            if is_loaded => "  reloads {name}", name = game.weapon_name(unit, weapon);
            "  goes on reloading {name}", name = game.weapon_name(unit, weapon)
        ],
        /// Aim (CA-13).
        Aims { unit: UnitId, target: UnitId } ["  aims at {target}"],
        /// A move from square to square (CA-15).
        Moves { unit: UnitId, how: MoveKind, from: At, to: At } [
            if from == to => "  {unit} {how}";
            "  {unit} {how}: {a} to {b}", a = Text::Place(from), b = Text::Place(to)
        ],
        /// A fall (CA-56).
        Falls { unit: UnitId, from: At, to: At } [
            if from.2 == 1 => "  {unit} falls a pace to {b}", b = Text::Place(to);
            "  {unit} falls {n} paces to {b}", n = from.2, b = Text::Place(to)
        ],
        /// The roll of a Sprint (CA-15).
        Sprints { unit: UnitId, pool: Pool, faces: Faces } ["  sprint {pool}: {shown}", shown = Text::Faces(faces)],
        /// A Focused unit takes its turn first (CA-10).
        Interrupts { unit: UnitId, whom: UnitId } ["{unit} interrupts {whom}"],
        /// The turn that was interrupted goes on (CA-10).
        GoesOn { unit: UnitId } ["{unit} goes on"],
        /// Focus is gone (CA-10).
        LosesFocus { unit: UnitId, how: Unfocused } [
            if how == Unfocused::Reeling => "  {unit} keeps its feet and loses Focus";
            "  {unit} spends Focus"
        ],
        /// An attack against a defence (CA-20 to CA-24).
        Attacks { unit: UnitId, weapon: u8, target: UnitId, method: Option<Method>, with: u8, pools: [Pool; 2], out: Contested } [
            "  {name} on {target}: {attack} {rolled} against {defence} {pool} {answer}: {result}",
            name = game.weapon_name(unit, weapon), attack = pools[0], rolled = Text::Faces(out.faces[0]),
            defence = Text::Method(method, game.with_name(target, with)), pool = pools[1],
            answer = Text::Faces(out.faces[1]), result = Text::Result(out)
        ],
        /// An attack against a number or a pool (CA-29).
        Casts { unit: UnitId, weapon: u8, target: UnitId, pool: Pool, rolled: Checked } [
            "  {name} on {target}: {pool} {faces} against {number}: {n}", name = game.weapon_name(unit, weapon),
            faces = Text::Faces(rolled.faces), number = rolled.number, n = Text::Successes(rolled.successes)
        ],
        /// Dice are rolled again (CA-04).
        Rerolls { unit: UnitId, dice: Pool, first: Faces, then: Faces } [
            "  {unit} rolls {dice} again: {a} becomes {b}", a = Text::Faces(first), b = Text::Faces(then)
        ],
        /// Resistance (CA-29).
        Resists { unit: UnitId, pool: Pool, rolled: Checked } [
            "  {unit} resists {pool} {faces}: {n}", faces = Text::Faces(rolled.faces), n = Text::Successes(rolled.successes)
        ],
        /// An area (CA-65).
        Area { unit: UnitId, weapon: u8, targets: UnitSet, at: At } [
            "  {name} around {place}", name = game.weapon_name(unit, weapon), place = Text::Place(at)
        ],
        /// Damage of a hit (CA-30 to CA-37).
        Damage { target: UnitId, successes: i32, points: i32, wounds: i32, pool: Pool, soaked: Soaked, ward: i32, damage: i32 } [
            "  {target}: {points} points{hurt}, soak {pool} {faces}{number}{off}{ward}: {damage}",
            hurt = Text::Plus(wounds), faces = Text::Faces(soaked.faces),
            number = Text::Against(soaked.number, game.rulings.soak_tn.0 as u8), off = Text::Soaked(soaked), ward = Text::Ward(ward)
        ],
        /// Statuses are gained.
        Becomes { unit: UnitId, statuses: Statuses } [
            if statuses.is_empty() => "  {unit} is back unharmed";
            "  {unit} is {statuses}"
        ],
        /// Statuses end.
        Cured { unit: UnitId, statuses: Statuses } ["  {unit} is no longer {statuses}"],
        /// A Rally (CA-50).
        Rallies { unit: UnitId, ally: UnitId, pool: Pool, rolled: Checked } [
            "  rallies {ally}: {pool} {faces} against {number}: {n}", faces = Text::Faces(rolled.faces),
            number = rolled.number, n = Text::Successes(rolled.successes)
        ],
        /// First Aid (CA-52).
        FirstAid { unit: UnitId, ally: UnitId, pool: Pool, rolled: Checked } [
            "  first aid for {ally}: {pool} {faces}: {n}", faces = Text::Faces(rolled.faces), n = Text::Successes(rolled.successes)
        ],
        /// A death save (CA-46).
        DeathSave { unit: UnitId, pool: Pool, rolled: Checked } [
            "  {unit} rolls for its life {pool} {faces}: {n}", faces = Text::Faces(rolled.faces), n = Text::Successes(rolled.successes)
        ],
        /// A roll against a status (CA-48).
        StatusRoll { unit: UnitId, status: Status, pool: Pool, rolled: Checked } [
            "  {unit} against {status} {pool} {faces}: {n}", status = Text::Status(status),
            faces = Text::Faces(rolled.faces), n = Text::Successes(rolled.successes)
        ],
        /// Break Free (CA-55).
        BreaksFree { unit: UnitId, pools: [Pool; 2], out: Contested } [
            "  breaks free: {own} {rolled} against {other} {answer}: {n}", own = pools[0], rolled = Text::Faces(out.faces[0]),
            other = pools[1], answer = Text::Faces(out.faces[1]), n = Text::Successes(out.attack)
        ],
        /// An ability without harm is used.
        Uses { unit: UnitId, ability: u8, targets: UnitSet } [
            "  {name} on {all}", name = game.ability_name(unit, ability), all = UnitList { game, units: targets }
        ],
        /// An exhausted ability is refreshed.
        Refreshes { unit: UnitId, ability: u8 } ["  refreshes {name}", name = game.ability_name(unit, ability)],
        /// An effect lasts on a unit (CA-49).
        Under { unit: UnitId, made: u8 } ["  {unit} {what}", what = Text::Under(game.mods[usize::from(made)])],
        /// An ability does nothing to this unit.
        NoEffect { unit: UnitId } ["  no effect on {unit}"],
        /// A ward is set (CA-37).
        Warded { unit: UnitId, ward: u8 } ["  {unit} has a ward of {ward}"],
        /// A weapon is out of hand.
        Disarmed { unit: UnitId, weapon: u8 } ["  {unit} loses {name}", name = game.weapon_name(unit, weapon)],
        /// Fire burns (CA-48).
        Burns { unit: UnitId } ["  {unit} burns"],
        /// Fire is out.
        FireOut { unit: UnitId } ["  the fire on {unit} is out"],
        /// Terrain strikes (CA-58).
        Terrain { unit: UnitId, pool: Pool, rolled: Checked } [
            "  the ground strikes {unit}: {pool} {faces}: {n}", faces = Text::Faces(rolled.faces), n = Text::Successes(rolled.successes)
        ],
        /// The end of the round.
        RoundEnd ["End of the round"],
    }
}

phrases! {
    /// What a unit does.
    pub enum ActionVerb {
        /// Recover.
        Recovers = "recovers",
        /// Stand.
        Stands = "stands up",
        /// Guard.
        Guards = "guards",
        /// A focus turn.
        Focuses = "focuses",
        /// Hide.
        Hides = "hides",
        /// It does not Recover.
        Waits = "waits to be rallied",
        /// It spends Fly on staying where it is.
        StaysAloft = "stays in the air",
        /// It releases whom it holds.
        LetsGo = "lets go",
        /// Nothing can change any more.
        Stalls = "nothing can change any more: a draw",
    }

    /// How a unit moves.
    pub enum MoveKind {
        /// Stride.
        Stride = "strides",
        /// Dash.
        Dash = "dashes",
        /// Stride and Dash in one walk.
        StrideAndDash = "strides and dashes",
        /// Sprint.
        Sprint = "sprints",
        /// Stride and Sprint in one walk.
        StrideAndSprint = "strides and sprints",
        /// Dash and Sprint in one walk, with the Stride if it is needed.
        DashAndSprint = "dashes and sprints",
        /// Run.
        Run = "runs",
        /// Retreat.
        Retreat = "retreats",
        /// Fly.
        Fly = "flies",
        /// Down to the ground.
        Land = "lands",
        /// Moved by an ability, with nothing between.
        Teleport = "teleports",
        /// Moved by an ability.
        Shift = "is moved",
    }
}
