//! NW-32, NW-35 to NW-40: squares in the fight.

use super::*;
use crate::data::events::MoveKind;
use crate::data::rulings::AllOutTable;
use crate::data::setup::ability::{Amount, Effect, Flags, MoveMode, Range, TargetRule, Timing, Trigger, Who};
use crate::data::setup::{Ability, Inflicted, MapSetup, Status, Weapon};
use crate::data::tactics::{AllOut, Delay, Flee, Movement, Recover, Target};
use fray_kit::board::grid::Place;

/// An open map.
pub(super) fn field(width: u8, height: u8) -> MapSetup {
    MapSetup {
        width,
        height,
        obstacles: Vec::new(),
        obstructs: Vec::new(),
        exits: Vec::new(),
        floor_height: Vec::new(),
        fortress: false,
    }
}

fn walls(map: MapSetup, at: &[(u8, u8)]) -> MapSetup {
    MapSetup { obstacles: at.iter().map(|&(x, y)| (x, y, None)).collect(), ..map }
}

pub(super) fn on(map: MapSetup, mut table: Table) -> Table {
    table.setup.map = Some(map);
    table
}

pub(super) fn at(mut unit: UnitSetup, x: u8, y: u8, z: u8) -> UnitSetup {
    unit.position = [x, y, z];
    unit
}

/// A unit with one Main in a round that is hard to hit.
pub(super) fn actor(x: u8, y: u8) -> UnitSetup {
    at(pc_at("a", 10), x, y, 0)
}

/// A unit without a Main, which is not hit.
pub(super) fn dummy(name: &str, x: u8, y: u8) -> UnitSetup {
    let mut unit = at(npc_at(name, 0), x, y, 0);
    unit.dodge = 50;
    unit
}

pub(super) fn with_range(mut unit: UnitSetup, range: Range) -> UnitSetup {
    unit.weapons = vec![Weapon { range, ..Weapon::default() }];
    unit
}

pub(super) const SIGHT: Range = Range { least: 0, most: None };

pub(super) const fn range(most: u8) -> Range {
    Range { least: 0, most: Some(most) }
}

pub(super) fn moving(mut unit: UnitSetup, how: Movement) -> UnitSetup {
    unit.tactics.move_ = always(how);
    unit
}

/// Every change of place: whose, to where, squares, steps.
pub(super) fn moves(seen: &Seen) -> Vec<(UnitId, Place, u32, u32)> {
    let of = |event: &Event| match *event {
        Event::Moves { unit, to, squares, steps, .. } => Some((unit, to, squares, steps)),
        _ => None,
    };
    seen.events.iter().filter_map(of).collect()
}

pub(super) fn place(x: u8, y: u8, z: u8) -> Place {
    Place::new(x, y, z)
}

fn total(seen: &Seen, metric: Metric) -> u32 {
    seen.all(A, metric).iter().sum()
}

#[test]
fn nw_37_both_actions_walk_along_the_first_of_the_cheapest_paths() {
    let table = on(field(6, 3), Table::of([&[actor(0, 0)], &[dummy("b", 4, 1)]]));
    let seen = table.tape("");
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2), (A, place(4, 0, 0), 2, 2)]);
    assert_eq!(total(&seen, Metric::SquaresMoved), 4);
    assert_eq!(total(&seen, Metric::OnlyMoved), 1);
    assert_eq!(total(&seen, Metric::AttacksDenied), 1);
    let lines = table.lines("");
    assert!(lines.contains(&"  a moves (0,0) to (2,0), 2 squares".to_owned()), "{lines:?}");
    // One square away: the Minor brings it there, the Major attacks.
    let near = on(field(6, 3), Table::of([&[actor(3, 1)], &[dummy("b", 4, 1)]])).tape("11 11");
    assert_eq!(moves(&near), [(A, place(4, 1, 0), 1, 1)]);
    assert_eq!(near.targets(), [B]);
    assert_eq!(total(&near, Metric::OnlyMoved), 0);
    assert_eq!(total(&near, Metric::AttacksDenied), 0);
}

#[test]
fn nw_37_a_wall_is_walked_round() {
    let map = || walls(field(3, 3), &[(1, 0), (1, 1)]);
    let walker = UnitSetup { movement_power: 3, ..actor(0, 0) };
    let seen = on(map(), Table::of([&[walker], &[dummy("b", 2, 0)]])).tape("");
    assert_eq!(moves(&seen), [(A, place(1, 2, 0), 3, 3), (A, place(2, 0, 0), 3, 3)]);
}

#[test]
fn nw_37_stay_goes_nowhere() {
    let unit = moving(actor(0, 0), Movement::Stay);
    let seen = on(field(3, 1), Table::of([&[unit], &[dummy("b", 2, 0)]])).tape("");
    assert_eq!(moves(&seen), []);
    assert_eq!(total(&seen, Metric::AttacksDenied), 1);
}

#[test]
fn nw_38_leaving_an_enemys_square_costs_two_and_its_block() {
    let enemy = || dummy("b", 2, 2);
    let end = |movement, enemy| {
        let unit = UnitSetup { movement_power: movement, ..moving(actor(2, 2), Movement::Kite) };
        on(field(5, 5), Table::of([&[unit], &[enemy]])).ruling("minor_after_major", "true")
    };
    // Worked example 17 in the fight: the four neighbours with 2 steps, none with 1.
    let seen = end(2, enemy()).tape("11 11");
    assert_eq!(moves(&seen), [(A, place(3, 2, 0), 1, 2)]);
    assert_eq!(total(&seen, Metric::Withdrawals), 1);
    let lines = end(2, enemy()).lines("11 11");
    let line = "  a moves (2,2) to (3,2), 1 square for 2 steps: withdrawal".to_owned();
    assert!(lines.contains(&line), "{lines:?}");
    assert_eq!(moves(&end(1, enemy()).tape("11 11")), []);
    let blocking = || UnitSetup { block: 1, ..enemy() };
    assert_eq!(moves(&end(2, blocking()).tape("11 11")), []);
    assert_eq!(moves(&end(3, blocking()).tape("11 11")), [(A, place(3, 2, 0), 1, 3)]);
    // NW-44: who is Unconscious defends with the bare attribute, and hinders only by ruling.
    let asleep = || {
        let statuses = vec![Inflicted { status: Status::Unconscious, level: 0 }];
        UnitSetup { start_statuses: statuses, ..enemy() }
    };
    assert_eq!(moves(&end(2, asleep()).tape("11")), [(A, place(4, 2, 0), 2, 2)]);
    let obstructs = end(2, asleep()).ruling("unconscious_obstructs", "true");
    assert_eq!(moves(&obstructs.tape("11")), [(A, place(3, 2, 0), 1, 2)]);
}

#[test]
fn nw_38_an_object_hinders_leaving_its_square() {
    let map = MapSetup { obstructs: vec![(0, 0)], ..field(4, 1) };
    let seen = on(map, Table::of([&[actor(0, 0)], &[dummy("b", 3, 0)]])).tape("");
    // The Minor leaves the square for both of its steps; with the Major it comes to the enemy.
    assert_eq!(moves(&seen), [(A, place(1, 0, 0), 1, 2), (A, place(3, 0, 0), 2, 2)]);
}

#[test]
fn nw_32_who_flees_leaves_by_an_exit() {
    let map = || MapSetup { exits: vec![(4, 0)], ..field(5, 5) };
    let coward = |how| {
        let unit = UnitSetup { fixed_action_count: Some(20), start_hp: 49, ..actor(0, 0) };
        let mut unit = moving(unit, Movement::Stay);
        unit.tactics.flee = always(how);
        unit
    };
    let table = |how| on(map(), Table::of([&[coward(how)], &[dummy("b", 0, 4)]]));
    let seen = table(Flee::HpBelow(50)).ruling("flee", "on").tape("");
    // Four squares in the first Main; the step off the map is the fifth.
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2), (A, place(4, 0, 0), 2, 2)]);
    assert!(seen.has(&Event::Flees { unit: A }));
    assert_eq!(total(&seen, Metric::Fled), 1);
    assert_eq!(total(&seen, Metric::SquaresMoved), 5);
    assert!(seen.won(1));
    // Not by the default ruling, not above the line, not where nobody is outnumbered.
    assert!(!table(Flee::HpBelow(50)).tape("").has(&Event::Flees { unit: A }));
    assert!(!table(Flee::HpBelow(49)).ruling("flee", "on").tape("").has(&Event::Flees { unit: A }));
    assert!(!table(Flee::Outnumbered).ruling("flee", "on").tape("").has(&Event::Flees { unit: A }));
    let two = Table::of([&[coward(Flee::Outnumbered)], &[dummy("b", 0, 4), dummy("c", 0, 4)]]);
    assert!(on(map(), two).ruling("flee", "on").tape("").has(&Event::Flees { unit: A }));
}

#[test]
fn d_move_keep_distance_reaches_its_target_and_is_far_from_enemies() {
    let archer = |x, n| with_range(moving(actor(x, 0), Movement::KeepDistance(n)), range(4));
    let seen = |unit| on(field(12, 1), Table::of([&[unit], &[dummy("b", 5, 0)]]));
    assert_eq!(moves(&seen(archer(4, 3)).tape("11 11")), [(A, place(2, 0, 0), 2, 2)]);
    // Where it is far enough away it stays.
    assert_eq!(moves(&seen(archer(2, 3)).tape("11 11")), []);
    // Out of reach it comes as near as it has to.
    assert_eq!(moves(&seen(archer(0, 3)).tape("11 11")), [(A, place(1, 0, 0), 1, 1)]);
}

#[test]
fn d_move_ward_goes_to_its_ally() {
    let guard = moving(actor(0, 0), Movement::Ward(B));
    let ward = UnitSetup { name: "w".to_owned(), fixed_action_count: Some(0), ..actor(3, 0) };
    let seen = on(field(9, 1), Table::of([&[guard, ward], &[dummy("b", 8, 0)]])).tape("");
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2), (A, place(3, 0, 0), 1, 1)]);
}

#[test]
fn d_move_ward_takes_both_actions_while_no_enemy_is_there() {
    let guard = moving(actor(0, 0), Movement::Ward(B));
    let ward = UnitSetup { name: "w".to_owned(), fixed_action_count: Some(0), ..actor(3, 0) };
    let late = UnitSetup { arrives_round: 2, ..dummy("b", 8, 0) };
    let seen = on(field(9, 1), Table::of([&[guard, ward], &[late]])).tape("");
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2), (A, place(3, 0, 0), 1, 1)]);
}

#[test]
fn d_move_flank_approaches_where_it_can_hide_nowhere_near() {
    let map = || walls(field(3, 3), &[(1, 0)]);
    let sneak = |movement_power| UnitSetup { movement_power, ..moving(actor(0, 1), Movement::Flank) };
    let table = |unit| on(map(), Table::of([&[unit], &[dummy("b", 2, 0)]]));
    let seen = table(sneak(1)).tape("");
    assert_eq!(moves(&seen), [(A, place(1, 1, 0), 1, 1), (A, place(2, 1, 0), 1, 1)]);
    let seen = table(sneak(3)).tape("11 11");
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 3, 3)]);
    assert_eq!(seen.targets(), [B]);
}

#[test]
fn d_move_flank_waits_out_of_sight_where_the_next_main_attacks_from() {
    // Behind the end of a wall, three steps from the enemy on its other side.
    let map = walls(field(7, 3), &[(3, 0), (3, 1)]);
    let sneak = UnitSetup { movement_power: 3, ..moving(actor(0, 0), Movement::Flank) };
    let table = on(map, Table::of([&[sneak], &[dummy("b", 4, 0)]])).rounds(2);
    let seen = table.tape("11 11");
    let ends: Vec<Place> = moves(&seen).into_iter().map(|(_, to, ..)| to).collect();
    assert_eq!(ends, [place(2, 1, 0), place(3, 2, 0), place(4, 0, 0)]);
    assert_eq!(seen.targets(), [B]);
}

#[test]
fn d_move_nobody_approaches_with_nothing_to_use() {
    let ends = |unit: UnitSetup| {
        let seen = on(field(9, 1), Table::of([&[unit], &[dummy("b", 6, 0)]])).tape("");
        moves(&seen).into_iter().map(|(_, to, ..)| to.x).collect::<Vec<_>>()
    };
    let wand = Weapon { name: "wand".to_owned(), mp_cost: Amount::fixed(3), ..Weapon::default() };
    let dry = UnitSetup { weapons: vec![wand.clone()], mp: 9, start_mp: 2, ..actor(0, 0) };
    assert_eq!(ends(dry.clone()), Vec::<u8>::new());
    assert_eq!(ends(UnitSetup { start_mp: 3, ..dry.clone() }), [2, 4], "it can pay");
    // What it can do to an enemy without an attack is something to come near for.
    let hex = Ability {
        target: TargetRule { range: range(1), ..one(Who::Enemy) },
        ..ability("hex", Timing::Major, inflict(Status::Daze))
    };
    assert_eq!(ends(with(dry.clone(), std::slice::from_ref(&hex))), [2, 4]);
    assert_eq!(ends(moving(dry.clone(), Movement::KeepDistance(3))), Vec::<u8>::new());
    // What it can do for its own side is not.
    let bless = Ability { target: one(Who::Ally), ..hex };
    assert_eq!(ends(with(dry, &[bless])), Vec::<u8>::new());
}

#[test]
fn d_move_keep_distance_comes_within_range_of_the_best_attack() {
    let knife = Weapon { name: "knife".to_owned(), attack_mod: 9, ..Weapon::default() };
    let sling = Weapon { name: "sling".to_owned(), range: range(4), ..Weapon::default() };
    let ray = Weapon {
        name: "ray".to_owned(),
        range: range(3),
        attack_mod: 20,
        mp_cost: Amount::fixed(1),
        ..Weapon::default()
    };
    // Hit by one point more than the dice of a miss.
    let easy = || UnitSetup { dodge: 1, ..dummy("b", 8, 0) };
    let ends = |weapons: &[&Weapon], mp: i32| {
        let weapons = weapons.iter().map(|&weapon| weapon.clone()).collect();
        let unit = UnitSetup { weapons, movement_power: 9, mp: 9, start_mp: mp, ..actor(0, 0) };
        let seen = on(field(12, 1), Table::of([&[moving(unit, Movement::KeepDistance(4))], &[easy()]]));
        moves(&seen.tape("11 11")).into_iter().map(|(_, to, ..)| to.x).collect::<Vec<_>>()
    };
    assert_eq!(ends(&[&sling], 0), [4], "as far away as it may be");
    assert_eq!(ends(&[&sling, &ray], 1), [5], "where the better attack reaches");
    assert_eq!(ends(&[&sling, &ray], 0), [4], "which it cannot pay");
    assert_eq!(ends(&[&ray, &knife], 0), [8], "what is left reaches no farther");
}

#[test]
fn d_target_nearest_is_the_nearest_in_squares() {
    let mut archer = with_range(actor(0, 0), SIGHT);
    archer.tactics.target = always(Target::Nearest);
    let seen = on(field(9, 1), Table::of([&[archer], &[dummy("b", 5, 0), dummy("c", 2, 0)]])).tape("11 11");
    assert_eq!(seen.targets(), [C]);
    // Only who is within reach is chosen.
    let sword = with_range(moving(actor(0, 0), Movement::Stay), range(2));
    let seen = on(field(9, 1), Table::of([&[sword], &[dummy("b", 5, 0), dummy("c", 2, 0)]])).tape("11 11");
    assert_eq!(seen.targets(), [C]);
}

/// A unit that moves All-Out whenever it can.
fn runner(movement_power: i32, how: AllOut) -> UnitSetup {
    let mut unit = UnitSetup { movement_power, ..actor(0, 0) };
    unit.tactics.allout = always(how);
    unit
}

#[test]
fn nw_39_all_out_movement_goes_a_fifth_of_its_judge() {
    let table = |unit| on(field(15, 1), Table::of([&[unit], &[dummy("b", 14, 0)]]));
    // Agility 7 and 7 are 14: three squares after the two of the Minor Action.
    let seen = table(runner(2, AllOut::Always)).tape("34");
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2), (A, place(5, 0, 0), 3, 3)]);
    let lines = table(runner(2, AllOut::Always)).lines("34");
    assert!(lines.contains(&"  a moves All-Out: 7 + 7 (3+4) = 14: 3 squares".to_owned()), "{lines:?}");
    let is_three = |seen: &Seen| moves(seen).get(1).is_some_and(|it| it.2 == 3);
    assert_p(table(runner(2, AllOut::Always)).p(is_three), 23, 36);
    let mut by_table = table(runner(2, AllOut::Always));
    by_table.setup.rulings.all_out_table = AllOutTable::of(&[(10, 1), (14, 5)]).expect("a table");
    assert_eq!(moves(&by_table.tape("34"))[1].2, 5);
    assert_eq!(moves(&by_table.tape("33"))[1].2, 1);
    assert_eq!(moves(&by_table.tape("11")).len(), 1);
    assert_p(by_table.p(|seen| moves(seen).get(1).is_some_and(|it| it.2 == 5)), 21, 36);
    // 2d6 + 7 is worth 115/36 squares.
    assert_eq!(moves(&table(runner(3, AllOut::BestMean)).tape("34")).len(), 2);
    assert!(table(runner(3, AllOut::BestMean)).tape("34").events.iter().any(is_all_out));
    assert!(!table(runner(4, AllOut::BestMean)).tape("").events.iter().any(is_all_out));
    assert!(!table(runner(2, AllOut::Walk)).tape("").events.iter().any(is_all_out));
}

fn is_all_out(event: &Event) -> bool {
    matches!(event, Event::AllOut { .. })
}

#[test]
fn nw_46_48_panic_and_paralysis_bar_movement() {
    let with = |status| {
        let mut unit = runner(2, AllOut::Always);
        unit.start_statuses = vec![Inflicted { status, level: 0 }];
        unit.tactics.recover = always(Recover::Never);
        on(field(15, 1), Table::of([&[unit], &[dummy("b", 14, 0)]]))
    };
    assert_eq!(moves(&with(Status::Panic).tape("")), []);
    assert_eq!(moves(&with(Status::Paralysis).tape("34")), [(A, place(3, 0, 0), 3, 3)]);
    let strict = with(Status::Paralysis).ruling("paralysis_all_out", "false");
    assert_eq!(moves(&strict.tape("")), []);
}

#[test]
fn nw_36_walls_deny_attacks_and_corners_do_not() {
    // Worked example 18 in the fight: a unit that stays, with a weapon as far as it sees.
    let denied = |walled: &[(u8, u8)], to: (u8, u8), corner: &str| {
        let unit = with_range(moving(actor(0, 0), Movement::Stay), SIGHT);
        let table = Table::of([&[unit], &[dummy("b", to.0, to.1)]]).ruling("los_corner", corner);
        let table = on(walls(field(5, 5), walled), table);
        let system = NightWizard::new(&table.setup);
        let is_denied = total(&watch(&system, &mut Every::default()), Metric::AttacksDenied) == 1;
        assert_eq!(is_denied, table.p(|seen| seen.targets().is_empty()) == 1.0);
        is_denied
    };
    assert!(denied(&[(2, 0)], (4, 0), "open"));
    assert!(denied(&[(1, 1)], (2, 2), "open"));
    assert!(!denied(&[(0, 1), (1, 0)], (2, 2), "open"));
    assert!(denied(&[(0, 1), (1, 0)], (2, 2), "blocked"));
}

#[test]
fn nw_40_the_ruling_measures_range() {
    let attacks = |metric: &str| {
        let unit = with_range(moving(actor(0, 0), Movement::Stay), range(1));
        let table = Table::of([&[unit], &[dummy("b", 1, 1)]]).ruling("range_metric", metric);
        on(field(2, 2), table).p(|seen| seen.targets() == [B])
    };
    assert_eq!([attacks("manhattan"), attacks("chebyshev"), attacks("max_xy_plus_z")], [0.0, 1.0, 1.0]);
}

#[test]
fn nw_35_the_ruling_fills_squares() {
    let table = |most: &str| {
        on(field(3, 1), Table::of([&[actor(0, 0)], &[dummy("b", 1, 0)]])).ruling("square_capacity", most)
    };
    assert_eq!(moves(&table("1").tape("")), []);
    assert_eq!(moves(&table("2").tape("11 11")), [(A, place(1, 0, 0), 1, 1)]);
    assert_eq!(moves(&table("unlimited").tape("11 11")), [(A, place(1, 0, 0), 1, 1)]);
}

/// A fight in which the first unit does nothing but use this effect as its Major Action.
fn effect(who: Who, effect: Effect, map: MapSetup, to: (u8, u8)) -> Table {
    let target = TargetRule { who, number: Some(1), range: SIGHT, ..TargetRule::default() };
    let ability = Ability { name: "shove".to_owned(), target, effects: vec![effect], ..Ability::default() };
    let unit = UnitSetup { abilities: vec![ability], movement_power: 0, ..actor(0, 0) };
    on(map, Table::of([&[unit], &[dummy("b", to.0, to.1)]]))
}

fn shove(mode: MoveMode, steps: i32, forced: bool) -> Effect {
    Effect::Move { steps: Amount::fixed(steps), mode, forced }
}

#[test]
fn nw_53_effects_push_and_pull_in_a_straight_line() {
    let end = |mode, steps, map| {
        let moves = moves(&effect(Who::Enemy, shove(mode, steps, true), map, (3, 0)).tape(""));
        moves.iter().map(|it| (it.0, it.1.x, it.2)).collect::<Vec<_>>()
    };
    assert_eq!(end(MoveMode::Push, 2, field(9, 1)), [(B, 5, 2)]);
    assert_eq!(end(MoveMode::Push, 20, field(9, 1)), [(B, 8, 5)]);
    assert_eq!(end(MoveMode::Push, 5, walls(field(9, 1), &[(5, 0)])), [(B, 4, 1)]);
    assert_eq!(end(MoveMode::Pull, 2, field(9, 1)), [(B, 1, 2)]);
    assert_eq!(end(MoveMode::Pull, 9, field(9, 1)), [(B, 0, 3)]);
}

#[test]
fn nw_53_a_push_from_the_users_square_meets_withdrawal_unless_forced() {
    let squares = |forced| {
        let table = effect(Who::Enemy, shove(MoveMode::Push, 2, forced), field(9, 1), (0, 0));
        moves(&table.tape("")).iter().map(|it| (it.2, it.3)).collect::<Vec<_>>()
    };
    assert_eq!(squares(true), [(2, 2)]);
    assert_eq!(squares(false), [(1, 2)]);
}

#[test]
fn nw_53_effects_walk_fly_and_teleport_the_user() {
    let map = || walls(field(6, 2), &[(1, 0)]);
    let end = |mode, steps| {
        let moves = moves(&effect(Who::Myself, shove(mode, steps, false), map(), (3, 0)).tape(""));
        moves.iter().map(|it| (it.1.x, it.1.y, it.1.z)).collect::<Vec<_>>()
    };
    // Round the wall: down, three to the right, up.
    assert_eq!(end(MoveMode::Walk, 5), [(3, 0, 0)]);
    assert_eq!(end(MoveMode::Walk, 2), [(1, 1, 0)]);
    assert_eq!(end(MoveMode::Teleport, 3), [(3, 0, 0)]);
    assert_eq!(end(MoveMode::Teleport, 2), [(2, 0, 0)]);
    // Over a wall of height 1: up, over, down.
    let low = MapSetup { obstacles: vec![(1, 0, Some(1))], ..field(4, 1) };
    let over = |mode| moves(&effect(Who::Myself, shove(mode, 5, false), low.clone(), (3, 0)).tape(""));
    assert_eq!(over(MoveMode::Walk), []);
    assert_eq!(over(MoveMode::Fly), [(A, place(3, 0, 0), 5, 5)]);
}

#[test]
fn nw_53_a_swap_changes_places() {
    let seen = effect(Who::Enemy, Effect::Swap, field(9, 1), (5, 0)).tape("");
    assert_eq!(moves(&seen), [(A, place(5, 0, 0), 0, 1), (B, place(0, 0, 0), 0, 1)]);
    assert!(seen.events.iter().any(|event| matches!(event, Event::Moves { kind: MoveKind::Leaps, .. })));
    assert_eq!(total(&seen, Metric::SquaresMoved), 0);
}

#[test]
fn nw_53_who_is_entered_may_stop_the_mover() {
    let stop = |trigger, dice| {
        let target = TargetRule { who: Who::Enemy, number: Some(1), range: SIGHT, ..TargetRule::default() };
        let paralysis = Inflicted { status: Status::Paralysis, level: 0 };
        let ability = Ability {
            name: "trip".to_owned(),
            timing: Timing::Auto,
            trigger: Some(trigger),
            flags: Flags { exhausted_ok: true, ..Flags::default() },
            target,
            effects: vec![Effect::Inflict(paralysis)],
            ..Ability::default()
        };
        let enemy = UnitSetup { abilities: vec![ability], ..dummy("b", 1, 0) };
        let guard = UnitSetup { movement_power: 4, ..moving(actor(0, 0), Movement::Ward(B)) };
        let ward = UnitSetup { name: "w".to_owned(), fixed_action_count: Some(0), ..actor(3, 0) };
        moves(&on(field(9, 1), Table::of([&[guard, ward], &[enemy]])).tape(dice))
    };
    assert_eq!(stop(Trigger::EnemyEnters, "11 11"), [(A, place(1, 0, 0), 1, 1)]);
    assert_eq!(stop(Trigger::EnemyLeaves, ""), [(A, place(2, 0, 0), 2, 3)]);
}

#[test]
fn nw_09_a_late_arrival_stands_on_its_start_square() {
    let late = UnitSetup { arrives_round: 2, ..dummy("b", 3, 0) };
    let unit = moving(actor(3, 0), Movement::Stay);
    let seen = on(field(4, 1), Table::of([&[unit], &[late]]).rounds(2)).tape("11 11");
    assert_eq!(seen.targets(), [B]);
    assert_eq!(seen.round, 2);
}

#[test]
fn nw_25_40_an_area_covers_who_is_near_and_seen() {
    use crate::data::setup::ability::{Area, Victims};
    let hit = |area_los: &str| {
        let weapon = Weapon { range: SIGHT, area: Area::Sphere(1, Victims::Pick), ..Weapon::default() };
        let unit = UnitSetup { weapons: vec![weapon], movement_power: 0, ..actor(0, 0) };
        // The second is beside the first, behind a wall; the third two squares away.
        let enemies = [dummy("b", 2, 0), dummy("c", 2, 1), dummy("d", 2, 2)];
        let table = Table::of([&[unit], &enemies]).ruling("area_los", area_los);
        let table = on(walls(field(5, 3), &[(1, 1), (1, 0)][..1]), table);
        table.tape(if area_los == "centre" { "11 11 11" } else { "11 11" }).targets()
    };
    assert_eq!(hit("centre"), [B, C]);
    assert_eq!(hit("each_target"), [B]);
}

#[test]
fn nw_14_holding_sits_out_while_no_target_is_within_reach() {
    let holding = |x| {
        let mut a = actor(0, 0);
        a.tactics.delay = always(Delay::Hold);
        on(field(20, 1), Table::of([&[a], &[dummy("d", x, 0)]]))
    };
    let seen = holding(19).tape("");
    assert_eq!((seen.mains.len(), moves(&seen).len()), (0, 0));
    assert!(seen.exhausted.contains(&(1, 0, A, Exhaustion::Delay)), "{:?}", seen.exhausted);
    let seen = holding(1).tape(MISS);
    assert_eq!(seen.mains, [A]);
}
