//! The play-by-play: a fight that a player of the game follows without the code.

use super::*;
use fray_engine::contract::Report as _;

#[test]
fn a_round_in_the_words_of_the_game() {
    let h = UnitSetup { core_base: 2, ..splitting(at(5, hunter()), 2) };
    let table = Table::of(&[h], &[at(8, brute())]);
    // High mana, cores; a step and an attack.
    let lines = table.told("41 44 64251 4416325");
    let expected = [
        "H: high mana 2d = 1",
        "The flag is with left",
        "Preparation",
        "  H: cores 2d = 2, has 2",
        "Action: left first",
        "H acts on column 5, life 7, cores 2",
        "  small move: column 5 to column 7",
        "  melee attack on B: pool 7 with 2 cores, 2 split off",
        "  H has no core left",
        "  base roll 5d = 3 against 3 of B: hit",
        "  damage 7d = 4",
        "  B is knocked back 3: column 8 to column 11",
        "  B takes 4, life 6 left",
        "B acts on column 11, life 6",
        "  large move: column 11 to column 8",
        "Round end",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn an_attack_and_its_answer() {
    let mut h = holding(at(7, UnitSetup { start_cores: 1, weapons: vec![out_of_reach()], ..hunter() }));
    h.tactics.on_damage = Plan::always(OnDamage::EndureAll);
    let table = Table::of(&[h], &[holding(at(8, brute()))]).flag(End::Right);
    let lines = table.told("4516234 5621 41663");
    let expected = [
        "The flag is with right",
        "Preparation",
        "Action: right first",
        "B acts on column 8, life 10",
        "  melee attack on H: pool 7",
        "  power 7d = 4",
        "  H: agility defence 4d = 2 against 3: not stopped",
        "  damage 5d = 3",
        "  H is knocked back 2: column 7 to column 5",
        "  H endures 1: column 6, cores left 0",
        "  H has no core left",
        "  H takes 3, life 4 left",
        "H acts on column 6, life 4",
        "  does nothing",
        "Round end",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn attacks_name_their_weapon() {
    let named = |name: &str| Weapon { name: name.to_owned(), ..melee(5) };
    let h = UnitSetup { weapons: vec![named("Club"), named("Axe"), named("")], ..hunter() };
    let juso = Table::of(&[h], &[brute()]).system();
    let told = |event: Event| {
        let mut line = String::new();
        juso.describe(&event, &mut line).expect("a string takes every line");
        line
    };
    let attack = |weapon| told(Event::Attacks { unit: A, target: B, weapon, pool: 6, cores: 1, split: 2 });
    assert_eq!(attack(0), "  melee attack on B with Club: pool 6 with 1 core, 2 split off");
    assert_eq!(attack(2), "  melee attack on B: pool 6 with 1 core, 2 split off");
    assert_eq!(
        told(Event::AttacksArea { unit: A, column: 9, weapon: 1, pool: 6, cores: 0, split: 0 }),
        "  melee attack on all on column 9 with Axe: pool 6"
    );
    assert_eq!(told(Event::Readies { unit: A, weapon: 1 }), "  readies Axe");
    assert_eq!(told(Event::Readies { unit: A, weapon: 2 }), "  readies weapon 3");
    assert_eq!(told(Event::CoresLost { unit: A, lost: 0, kept: 1 }), "  H: cores kept 1");
    assert_eq!(told(Event::CoresLost { unit: A, lost: 2, kept: 0 }), "  H: cores lost 2, kept 0");
}

#[test]
fn every_event_has_a_line() {
    use crate::data::events::{Defence, Move};
    let table = Table::of(&[hunter()], &[brute()]);
    let juso = table.system();
    let told = |event: Event| {
        let mut line = String::new();
        juso.describe(&event, &mut line).expect("a string takes every line");
        line
    };
    assert_eq!(
        told(Event::Moves { unit: B, how: Move::Small, from: 1, to: 0 }),
        "  small move: column 14 to off the board"
    );
    assert_eq!(
        told(Event::FlagGiven { side: End::Right, surprise: true }),
        "Surprise: the flag goes to right"
    );
    let won = Event::Initiative { dice: [5, 6], rolled: [2, 3], winner: End::Right };
    assert_eq!(told(won), "Initiative: 5d = 2 against 6d = 3: the flag goes to right");
    let stopped =
        Event::Defends { unit: A, how: Defence::Agility, dice: None, difficulty: 0, rolled: 0, stops: true };
    assert_eq!(told(stopped), "  H: agility defence against 0: stopped without a roll");
    let slips = Event::Slips { unit: A, sneaks: false, dice: 4, difficulty: 6, rolled: 3, succeeds: false };
    assert_eq!(told(slips), "  slips past: 4d = 3 against alert 6: fails");
    assert_eq!(
        told(Event::Retreats { unit: A, squares: 2, to: 0 }),
        "  H retreats 2 from the blow: off the board"
    );
    assert_eq!(told(Event::Status { unit: A, status: Status::PRONE, begins: true }), "  H is prone");
}
