//! Damage and what follows it (JU-65 to JU-77, D-10, D-14).

use super::*;
use crate::data::metrics::*;

/// B's attack on A, who does nothing of its own, on these columns.
fn hurt(victim: UnitSetup, col: i32, damage: i32) -> Table {
    let victim = UnitSetup { weapons: vec![out_of_reach()], ..victim };
    let attacker = UnitSetup { weapons: vec![enemy_melee(1, damage)], ..dummy(1) };
    Table::of(&[holding(at(col, victim))], &[holding(at(col + 1, attacker))]).flag(End::Right)
}

/// The victim is struck from behind.
fn stabbed(victim: UnitSetup, damage: i32) -> Table {
    let mut table = hurt(victim, 9, damage);
    table.setup.sides[1].units[0].col = Some(8);
    table
}

/// An attack that gets through: a success, a failed defence of the pool, and full damage.
fn through(pool: usize, damage: usize) -> String {
    format!("4 {} {}", "1".repeat(pool), "4".repeat(damage))
}

fn reacting(mut unit: UnitSetup, how: OnDamage) -> UnitSetup {
    unit.tactics.on_damage = Plan::always(how);
    unit
}

#[test]
fn ju_43_an_enemy_attack_step_by_step() {
    // Worked example 12: one defence already this round, one core.
    let h = reacting(UnitSetup { start_cores: 1, ..hunter() }, OnDamage::EndureAll);
    let idle = UnitSetup { weapons: vec![enemy_melee(1, 1)], ..holding(at(8, dummy(1))) };
    let b = UnitSetup { weapons: vec![enemy_melee(7, 5)], ..holding(at(8, brute())) };
    let h = UnitSetup { weapons: vec![out_of_reach()], ..h };
    let table = Table::of(&[holding(at(7, h))], &[idle, b]).flag(End::Right);
    // The first attack, of 1, is stopped by armour; the second is the page's.
    let seen = table.tape("4 4516234 562 41663");
    assert_eq!((seen.own(A), seen.life(A)), (6, 4));
    assert_eq!(seen.marks(A, Clock::Exhausted(Exhaustion::Endure)), [(1, 2)]);
    assert_eq!((seen.sum(A, Metric::Endured), seen.sum(A, Metric::KnockedBack)), (1, 1));
    assert_eq!(seen.sum(A, Metric::CoresOnEnduring), 1);
}

#[test]
fn ju_66_no_success_on_the_damage_roll_ends_the_flow() {
    let seen = hurt(pc("A", 1), 7, 2).tape("4 1 11");
    assert_eq!((seen.life(A), seen.own(A), seen.hits(B)), (9, 7, vec![true]));
}

#[test]
fn ju_67_special_armour_comes_off_and_may_end_the_flow() {
    let clad = |special_armour| UnitSetup { special_armour, ..pc("A", 1) };
    let seen = hurt(clad(1), 7, 3).tape(&through(1, 3));
    assert_eq!((seen.life(A), seen.own(A)), (7, 5));
    assert_eq!((seen.sum(A, Metric::Soak), seen.sum(A, Metric::SoakWasted)), (1, 0));
    let seen = hurt(clad(5), 7, 3).tape(&through(1, 3));
    assert_eq!((seen.life(A), seen.own(A)), (9, 7));
    assert_eq!((seen.sum(A, Metric::Soak), seen.sum(A, Metric::SoakWasted)), (3, 2));
}

#[test]
fn ju_68_when_a_hit_kills() {
    let table = |life| hurt(UnitSetup { life, ..pc("A", 1) }, 7, 3);
    let dead = |table: Table| table.tape(&through(1, 3)).state.dead.has(A);
    assert!(dead(table(3)) && !dead(table(4)));
    assert!(!dead(table(3).ruling("death_rule", "over")) && dead(table(2).ruling("death_rule", "over")));
    assert!(!dead(table(2).ruling("death_rule", "never")));
    // At equal damage it is left at 0 and incapacitated, and knocked back all the same.
    let seen = table(3).ruling("death_rule", "over").tape(&through(1, 3));
    assert!(seen.state.down.has(A));
    assert_eq!((seen.life(A), seen.own(A)), (0, 4));
    assert_eq!(seen.marks(A, Clock::Incapacitated(Incapacitated::Damage)), [(1, 1)]);
    assert!(seen.won(End::Right));
    // Full life counts, not present life: hurt by 2 before.
    let (juso, mut state) = table(4).ruling("death_rule", "max_life").board();
    state.unit_mut(A).life = 1;
    assert!(!juso.is_deadly(&state, A, 3, 0) && juso.is_deadly(&state, A, 4, 0));
    // A kill in one blow.
    let seen = table(3).tape(&through(1, 3));
    assert_eq!((seen.sum(B, Metric::Kills), seen.sum(B, Metric::OneBlowKills)), (1, 1));
    assert_eq!((seen.sum(A, Metric::DamageTaken), seen.sum(B, Metric::DamageDealt)), (3, 3));
}

#[test]
fn ju_69_knockback_is_damage_less_machine_level() {
    // Worked example 7: 4d on a human of machine level 1.
    let human = UnitSetup { life: 20, machine_level: 1, ..pc("A", 0) };
    let squares = |table: &Table, n: i32| {
        let all = table.p(|seen| seen.hits(B) == [true]);
        table.p(|seen| seen.hits(B) == [true] && seen.own(A) == 7 - n) / all
    };
    let table = hurt(human.clone(), 7, 4);
    for (n, (ways, of)) in (0..).zip([(5, 16), (3, 8), (1, 4), (1, 16)]) {
        assert_p(squares(&table, n), ways, of);
    }
    let mut body = UnitSetup { machine_level: 1, ..human };
    body.abilities.strength = 3;
    body.tactics.defend = Plan::always(Defend::Body);
    let table = hurt(body, 7, 4);
    for (n, (ways, of)) in (0..).zip([(99, 128), (21, 128), (7, 128), (1, 128)]) {
        assert_p(squares(&table, n), ways, of);
    }
    // Off as a whole.
    assert_p(squares(&table.ruling("knockback", "off"), 0), 1, 1);
}

#[test]
fn ju_71_ju_72_monsters_and_ryuma_are_moved_less() {
    for (body, own) in [(Body::Human, 3), (Body::Monster, 4), (Body::Ryuma, 5)] {
        let seen = hurt(UnitSetup { body, ..pc("A", 1) }, 7, 4).tape(&through(1, 4));
        assert_eq!((seen.own(A), seen.life(A)), (own, 5));
    }
}

#[test]
fn ju_70_knockback_may_leave_the_board() {
    let seen = hurt(pc("A", 1), 3, 3).tape(&through(1, 3));
    assert_eq!((seen.own(A), seen.life(A)), (0, 6));
    assert!(seen.state.off.has(A));
    assert_eq!(seen.marks(A, Clock::LeftBoard(LeftBoard::Knockback)), [(1, 1)]);
    assert_eq!(seen.state.flag, End::Right);
    assert_eq!(seen.outcome, Some(Outcome::Timeout), "off the board is not beaten");
}

#[test]
fn ju_73_a_back_attack_turns_squares_into_damage() {
    // Worked example 13: machine level 1, damage 3: K = 2.
    let victim = |life| UnitSetup { life, machine_level: 1, ..pc("A", 1) };
    let seen = stabbed(victim(6), 3).tape(&through(1, 3));
    assert_eq!((seen.life(A), seen.own(A), seen.sum(A, Metric::BackAttacked)), (1, 9, 2));
    let seen = stabbed(victim(5), 3).tape(&through(1, 3));
    assert!(seen.life(A) == 0 && seen.state.down.has(A) && !seen.state.dead.has(A));
    let seen = stabbed(victim(5), 5).tape(&through(1, 5));
    assert!(seen.state.dead.has(A));
    // The added part may kill where the table says so.
    assert!(stabbed(victim(5), 3).ruling("back_attack_kills", "yes").tape(&through(1, 3)).state.dead.has(A));
    // Special armour does not reduce that part: 4 less 1 is 3, and 2 squares of it.
    let clad = UnitSetup { special_armour: 1, ..victim(6) };
    assert_eq!(stabbed(clad, 4).tape(&through(1, 4)).life(A), 1);
    // Without knockback there is nothing to add.
    assert_eq!(stabbed(victim(6), 3).ruling("knockback", "off").tape(&through(1, 3)).life(A), 3);
    // Retreat-defence and enduring are of no use.
    let stuck = reacting(UnitSetup { retreat_defence: 2, ..victim(6) }, OnDamage::Retreat);
    assert_eq!(stabbed(stuck, 3).tape(&through(1, 3)).life(A), 1);
}

#[test]
fn ju_74_retreat_defence() {
    // Worked example 14: own number 8, damage 4, level 2: own number 2, life falls by 2.
    let careful = reacting(UnitSetup { retreat_defence: 2, ..pc("A", 1) }, OnDamage::Retreat);
    let seen = hurt(careful.clone(), 8, 4).tape(&through(1, 4));
    assert_eq!((seen.own(A), seen.life(A), seen.sum(A, Metric::Retreated)), (2, 7, 2));
    // At own number 5 it leaves the board, or stops at its edge.
    let seen = hurt(careful.clone(), 5, 4).tape(&through(1, 4));
    assert_eq!((seen.own(A), seen.life(A)), (0, 7));
    let seen = hurt(careful.clone(), 5, 4).ruling("retreat_past_edge", "stops").tape(&through(1, 4));
    assert_eq!((seen.own(A), seen.life(A)), (1, 5));
    // Never more squares than damage.
    let deep = UnitSetup { retreat_defence: 3, ..careful.clone() };
    let seen = hurt(deep, 8, 1).tape(&through(1, 1));
    assert_eq!((seen.own(A), seen.life(A)), (6, 9));
    // It may cost cores.
    let dear = |cores| {
        hurt(UnitSetup { start_cores: cores, ..careful.clone() }, 8, 4).ruling("retreat_defence_cost", "2")
    };
    assert_eq!(dear(1).tape(&through(1, 4)).own(A), 4);
    let seen = dear(2).tape(&through(1, 4));
    assert_eq!((seen.own(A), seen.sum(A, Metric::CoresOnEnduring)), (2, 2));
    // It cannot save from death.
    let frail = UnitSetup { life: 4, ..careful };
    assert!(hurt(frail, 8, 4).tape(&through(1, 4)).state.dead.has(A));
}

#[test]
fn ju_75_enduring_takes_back_squares_for_cores() {
    let with = |cores, how| reacting(UnitSetup { start_cores: cores, ..pc("A", 1) }, how);
    let own = |cores, how, col| hurt(with(cores, how), col, 4).tape(&through(1, 4)).own(A);
    assert_eq!(own(2, OnDamage::EndureAll, 8), 6);
    assert_eq!(own(9, OnDamage::EndureAll, 8), 8, "not beyond where it stood");
    // Judged on the final square: own number 3 less 4 is off the board but for 2 cores.
    assert_eq!(own(2, OnDamage::EndureAll, 3), 1);
    assert_eq!(own(4, OnDamage::EndureBoard, 3), 1, "the fewest cores");
    assert_eq!(own(1, OnDamage::EndureBoard, 3), 0, "not affordable: none are spent");
    assert_eq!(own(9, OnDamage::EndureBoard, 8), 4, "it stays on the board anyway");
    let seen = hurt(with(1, OnDamage::EndureBoard), 3, 4).tape(&through(1, 4));
    assert_eq!((seen.life(A), seen.sum(A, Metric::CoresOnEnduring)), (5, 0));
}

#[test]
fn ju_76_the_incapacitated_do_nothing_and_a_further_hit_kills() {
    let victim = UnitSetup { life: 5, machine_level: 1, ..pc("A", 1) };
    let table = stabbed(victim, 3);
    // A comrade keeps the fight going; the one at 0 has a slot but cannot act.
    let mut table = table.rounds(2);
    table.setup.sides[0].units.push(holding(at(2, UnitSetup { weapons: vec![], ..pc("C", 1) })));
    let seen = table.tape(&through(1, 3));
    assert!(seen.has(|event| *event == Event::Passes { unit: A, why: Passes::Down }));
    let (juso, state) = table.board();
    let mut state = state;
    state.unit_mut(A).life = 0;
    state.down.insert(A);
    assert!(juso.is_deadly(&state, A, 1, 0));
    assert!(!juso.seen(&state, UnitId(2)).has(A), "nobody aims at it");
}

#[test]
fn ju_77_first_aid_brings_an_ally_back_with_1_life() {
    let healer = |how| {
        let mut unit = UnitSetup { first_aid: true, ..holding(at(8, pc("B", 3))) };
        unit.tactics.first_aid = Plan::always(how);
        unit
    };
    let table =
        |how, foe| Table::of(&[holding(at(9, pc("A", 1))), healer(how)], &[holding(at(foe, dummy(9)))]);
    let play = |table: &Table, dice: &str| {
        let (juso, mut state) = table.board();
        state.unit_mut(A).life = 0;
        state.down.insert(A);
        state.phase = crate::state::Phase::Action;
        let mut tape = Tape::d6(dice);
        juso.turn(&mut state, &mut tape, &mut fray_engine::observe::Nobody);
        juso.turn(&mut state, &mut tape, &mut fray_engine::observe::Nobody);
        (state.unit(A).life, state.down.has(A))
    };
    // Wisdom 3 against 2.
    assert_eq!(play(&table(FirstAid::IfFree, 13), "441"), (1, false));
    assert_eq!(play(&table(FirstAid::IfFree, 13), "411"), (0, true));
    assert_eq!(play(&table(FirstAid::Never, 13), ""), (0, true));
    // Not while an enemy is in reach, but always: the attack is 3 dice against 9.
    assert_eq!(play(&table(FirstAid::IfFree, 9), "111"), (0, true));
    assert_eq!(play(&table(FirstAid::Always, 9), "441"), (1, false));
}

#[test]
fn ju_79_machine_level_is_that_of_the_stat_block_after_every_hit() {
    let mut table = hurt(UnitSetup { life: 30, machine_level: 3, ..pc("A", 1) }, 7, 4).rounds(2);
    table.setup.sides[1].units[0].tactics.stance = Plan::default();
    // 4 damage, one square, twice: from 7 to 5.
    let dice = through(1, 4);
    let seen = table.tape(&format!("{dice} {dice}"));
    assert_eq!((seen.own(A), seen.life(A)), (5, 22));
}

/// Who holds its place with a foe in reach of nothing could have moved; who is struck down has no slot.
#[test]
fn ju_19_76_idle_slots_and_who_fells_whom() {
    let mut table = hurt(UnitSetup { life: 1, ..pc("A", 1) }, 7, 3);
    let seen = table.clone().flag(End::Left).tape(&through(1, 3));
    assert_eq!(seen.all(A, Metric::Idle), [1], "it held its place");
    assert_eq!(seen.all(B, Metric::Idle), [0]);
    assert_eq!((seen.sum(B, Metric::Felled), seen.sum(A, Metric::Felled)), (1, 0));
    table.setup.sides[0].units[0].tactics.stance = Plan::always(Stance::Strike);
    table = table.flag(End::Left);
    let seen = table.tape(&through(1, 3));
    assert_eq!(seen.all(A, Metric::Idle), [0], "nobody is in reach of its weapon, and it cannot come nearer");
    let names = table.system().actions_of(B);
    assert_eq!(names.last().map(|action| action.name.as_str()), Some("first aid"));
}
