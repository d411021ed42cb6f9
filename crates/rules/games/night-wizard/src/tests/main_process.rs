//! NW-08, NW-12, NW-15, NW-16, NW-18: the Main Process and its cost.

use super::*;
use crate::data::rulings::Switch;
use crate::data::tactics::PranaConvert;

#[test]
fn nw_15_a_main_holds_one_attack() {
    let seen = Table::strike(pc_at("a", 0), npc_at("b", 0)).tape(MISS);
    assert_eq!((seen.mains, seen.attacks.len()), (vec![A], 1));
}

#[test]
fn nw_15_a_main_goes_on_to_its_end_below_the_line() {
    // Paid at the start, the count is below the line during the whole Main.
    let seen = Table::strike(pc_at("a", 0), npc_at("b", 0)).ruling("main_cost_when", "start").tape(MISS);
    assert_eq!(seen.attacks.len(), 1);
}

#[test]
fn nw_16_main_cost_10_at_the_end_of_the_main() {
    let table = Table::of([&[pc_at("a", 21)], &[npc_at("b", 0)]]).ruling("main_cost", "10");
    assert_eq!(table.tape(&MISS.repeat(3)).counts(), [21, 11, 1]);
}

#[test]
fn nw_16_main_cost_is_what_the_table_says() {
    let table = Table::of([&[pc_at("a", 21)], &[npc_at("b", 0)]]).ruling("main_cost", "7");
    let seen = table.tape(&MISS.repeat(3));
    assert_eq!(seen.counts(), [21, 14, 7]);
    assert!(seen.has(&Event::Exhausted { unit: A, why: Exhaustion::MainEnd, count: 0 }));
    let table = Table::of([&[pc_at("a", 300)], &[npc_at("b", 0)]]).ruling("main_cost", "299");
    assert_eq!(table.tape(&MISS.repeat(2)).counts(), [300, 1]);
}

/// a, at count 5, fells b.
fn felling(main_cost_when: &str) -> Seen {
    let a = UnitSetup { fixed_action_count: Some(5), ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("main_cost_when", main_cost_when);
    let seen = table.tape("66 11 66 11");
    assert!(seen.won(0));
    seen
}

#[test]
fn nw_16_main_cost_when_end_counts_no_exhaustion_in_a_main_that_ends_the_fight() {
    assert_eq!(felling("end").exhausted, [(1, 0, B, Exhaustion::Setup)]);
}

#[test]
fn nw_16_main_cost_when_start_exhausts_before_the_attack() {
    let seen = felling("start");
    assert_eq!(seen.exhausted[1], (1, 1, A, Exhaustion::MainEnd));
    let place = |is: fn(&Event) -> bool| seen.events.iter().position(is);
    assert!(
        place(|e| matches!(e, Event::Exhausted { unit: A, .. })) < place(|e| matches!(e, Event::Hit { .. }))
    );
}

#[test]
fn nw_16_exhaustion_is_recorded_at_the_activation_of_its_main() {
    let seen = Table::of([&[pc_at("a", 12)], &[npc_at("b", 11)]]).tape(&MISS.repeat(4));
    let at = |n, unit| (1, n, unit, Exhaustion::MainEnd);
    assert_eq!(seen.exhausted, [at(3, A), at(4, B)]);
}

#[test]
fn nw_16_exhaustion_ends_with_the_round() {
    let seen = Table::of([&[pc_at("a", 2)], &[npc_at("b", 0)]]).rounds(2).tape(&MISS.repeat(2));
    let rounds: Vec<u32> = seen.exhausted.iter().filter(|mark| mark.2 == A).map(|mark| mark.0).collect();
    assert_eq!((seen.mains, rounds), (vec![A, A], vec![1, 2]));
}

#[test]
fn nw_15_18_a_main_holds_one_minor_and_one_major() {
    let heal = |name: &str, timing| ability(name, timing, Effect::HealHp(Amount::fixed(1)));
    let all = [
        heal("start", Timing::MainStart),
        heal("auto", Timing::Auto),
        heal("minor", Timing::Minor),
        heal("second minor", Timing::Minor),
        heal("major", Timing::Major),
    ];
    let a = UnitSetup { start_hp: 5, ..with(pc_at("a", 5), &all) };
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    let seen = table.tape("");
    let order: Vec<u16> = seen
        .events
        .iter()
        .filter_map(|event| if let Event::Uses { ability, .. } = event { Some(*ability) } else { None })
        .collect();
    assert_eq!(order, [0, 1, 2, 4]);
    assert!(seen.attacks.is_empty(), "the ability was the Major Action");
}

#[test]
fn nw_15_minor_after_major_lets_an_unused_minor_follow() {
    let bite = Ability {
        when: Some(fray_kit::tactics::when::When {
            terms: vec![fray_kit::tactics::when::Term {
                fact: crate::data::tactics::Fact::Hp,
                compare: fray_kit::tactics::when::Compare::Less,
                value: 50,
                percent: false,
            }],
        }),
        ..ability("heal", Timing::Minor, Effect::HealHp(Amount::fixed(9)))
    };
    // Its HP fall in its own Major Action, by a cost.
    let mut a = UnitSetup { start_hp: 50, ..with(pc_at("a", 5), &[bite]) };
    a.weapons = vec![Weapon { hp_cost: 3, ..Weapon::default() }];
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    assert_eq!(table.clone().ruling("minor_after_major", "false").tape(MISS).n_used(A), 0);
    assert_eq!(table.ruling("minor_after_major", "true").tape(MISS).n_used(A), 1);
}

#[test]
fn nw_15_auto_actions_per_main() {
    let heal = |name: &str| ability(name, Timing::Auto, Effect::HealHp(Amount::fixed(1)));
    let a = UnitSetup { start_hp: 5, ..with(pc_at("a", 5), &[heal("x"), heal("y"), heal("z")]) };
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    let used =
        |ruling: &str, dice: &str| table.clone().ruling("auto_actions_per_main", ruling).tape(dice).n_used(A);
    assert_eq!((used("unlimited", MISS), used("2", MISS)), (3, 2));
}

#[test]
fn nw_06_prana_turns_into_hp_and_mp_at_a_rate() {
    let mut a = with_prana(UnitSetup { start_hp: 20, mp: 9, ..pc_at("a", 5) }, 9, 0);
    a.weapons = vec![Weapon::default(), Weapon::default()];
    a.tactics.prana_convert = always(PranaConvert::HpBelow(50));
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    let left = |table: &Table, rate: &str| {
        let seen = table.clone().ruling("prana_to_hp_rate", rate).tape(MISS);
        (seen.all(A, Metric::HpLeft)[0], seen.sum(A, Metric::PranaSpent))
    };
    assert_eq!((left(&table, "0"), left(&table, "3"), left(&table, "40")), ((20, 0), (47, 9), (100, 2)));
    let mut mp = table.ruling("prana_to_mp_rate", "2");
    mp.setup.sides[0].units[0].tactics.prana_convert = always(PranaConvert::Keep(6));
    assert_eq!(mp.tape(MISS).sum(A, Metric::PranaSpent), 3);
}

#[test]
fn nw_16_exhaustion_sticky_or_not() {
    let raise = Ability {
        uses: crate::data::setup::ability::Uses { per_round: 1, ..Default::default() },
        trigger: Some(Trigger::AttackedPhysical),
        ..ability("rise", Timing::Reaction, Effect::ChangeCount(Amount::fixed(20)))
    };
    let b = with(npc_at("b", -5), &[raise]);
    let table = Table::of([&[pc_at("a", 20)], &[b]]);
    assert_eq!(table.clone().ruling("exhaustion_sticky", "true").tape(&MISS.repeat(2)).mains, [A, A]);
    // 20 more: 15, then 5.
    let seen = table.ruling("exhaustion_sticky", "false").tape(&MISS.repeat(4));
    assert_eq!(seen.mains, [A, B, A, B]);
}

#[test]
fn nw_12_16_an_effect_that_lowers_a_count_exhausts() {
    let slow = hex("slow", Timing::Minor, Effect::ChangeCount(Amount::fixed(-9)));
    let seen = Table::of([&[with(pc_at("a", 10), &[slow])], &[npc_at("b", 9)]]).tape(MISS);
    assert!(seen.exhausted.contains(&(1, 1, B, Exhaustion::Effect)));
    let set = hex("stop", Timing::Minor, Effect::SetCount(Amount::fixed(-4)));
    let seen = Table::of([&[with(pc_at("a", 10), &[set])], &[npc_at("b", 9)]]).tape(MISS);
    assert!(seen.has(&Event::Exhausted { unit: B, why: Exhaustion::Effect, count: -4 }));
}

#[test]
fn nw_08_rounds_end_even_where_abilities_raise_counts_without_end() {
    let haste = ability("haste", Timing::Initiative, Effect::ChangeCount(Amount::fixed(10)));
    let seen =
        Table::of([&[with(pc("a", [50, 0, 0, 0, 0, 0]), &[haste])], &[npc("b", [50, 0, 99, 0, 0, -50])]])
            .tape(&format!("66 11 {}", MISS.repeat(500)));
    assert_eq!(seen.mains.len(), 500);
    assert_eq!(seen.exhausted.last().map(|mark| mark.3), Some(Exhaustion::Limit));
    assert_eq!(Switch::On, Switch::On);
}
