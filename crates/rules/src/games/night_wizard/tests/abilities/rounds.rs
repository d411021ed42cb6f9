//! NW-09 to NW-18: late arrivals, surprise, ties, Minor and Major.

use super::*;
use crate::games::night_wizard::rulings::{CoverMinCount, Switch};
use crate::games::night_wizard::setup::{Appearance, AttributeId};
use crate::games::night_wizard::tactics::{Cover, PranaConvert, Tie};

fn late(round: u32) -> UnitSetup {
    UnitSetup { arrives_round: round, ..npc_at("c", 5) }
}

#[test]
fn nw_09_late_arrivals_appear_in_their_setup() {
    let table = Table::of([&[pc_at("a", 0)], &[npc_at("b", 0), late(2)]]).rounds(3);
    let seen = table.tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [C, C]);
    let rounds: Vec<u32> = seen.exhausted.iter().filter(|mark| mark.2 == C).map(|mark| mark.0).collect();
    assert_eq!(rounds, [2, 3]);
    assert_eq!(seen.joined, [(2, C)], "which is its first round");
}

#[test]
fn nw_09_31_a_side_that_waits_for_somebody_is_not_beaten() {
    let a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(0), ..npc("b", [5, 0, 0, 0, 0, 0]) };
    let seen = Table::of([&[a], &[b, late(2)]]).rounds(2).tape(&format!("66 11 66 11  {MISS}{MISS}"));
    assert_eq!(seen.mains, [A, A, C]);
}

#[test]
fn nw_09_appearance_judge_off_or_on() {
    let c = UnitSetup {
        appearance: Some(Appearance { attribute: AttributeId::Luck, difficulty: 14 }),
        ..late(1)
    };
    let c = UnitSetup { arrives_round: 2, ..c };
    let table = Table::of([&[pc_at("a", 0)], &[npc_at("b", 0), c]]).rounds(3);
    assert_eq!(table.clone().ruling("appearance_judge", "off").tape(&MISS.repeat(2)).mains.len(), 2);
    // 7 + 6 fails, 7 + 7 succeeds a round later.
    let seen = table.ruling("appearance_judge", "on").tape(&format!("33  34 {MISS}"));
    assert_eq!(seen.mains.len(), 1);
}

/// The second side surprises.
fn surprised() -> Table {
    let mut table = Table::of([&[pc("a", [50, 0, 8, 0, 0, -50])], &[npc("b", [50, 6, 0, 0, 0, -50])]]);
    table.setup.surprise = Some(SideId(1));
    table
}

#[test]
fn nw_10_worked_example_8_surprise() {
    let hits = surprised();
    let p = hits.p(|seen| seen.attacks[0].1);
    assert_p(p, 287, 432);
}

#[test]
fn nw_10_surprise_is_round_0_without_counts() {
    let table = surprised();
    let mut system = watch(&NightWizard::new(&table.setup), &mut Tape::d6("11 66 11 11"));
    assert_eq!(system.mains, [B]);
    assert_eq!(system.outcome, Some(Outcome::Timeout));
    assert_eq!(system.hits(), [(8, 17)]);
    // A fight may end there.
    let mut table = surprised();
    table.setup.sides[1].units[0].attack = 99;
    system = watch(&NightWizard::new(&table.setup), &mut Tape::d6("66 11 66 11"));
    assert_eq!((system.outcome, system.round), (Some(Outcome::Win(SideId(1))), 0));
    assert!(!system.has(&Event::CleanUp) && system.mortality().is_empty());
}

#[test]
fn nw_10_24_nothing_that_costs_count_is_used_in_surprise() {
    let mut table = Table::of([
        &[pc("a", [50, 0, 0, 0, 0, -50]), pc("b", [50, 0, 0, 0, 0, -50])],
        &[npc("c", [50, 9, 0, 0, 0, -50])],
    ]);
    table.setup.surprise = Some(SideId(1));
    table.setup.sides[0].units[1].tactics.cover = always(Cover::Guard(A));
    table.setup.rulings.cover_min_count = CoverMinCount::None;
    let mut spell = Weapon { count_cost: 1, ..Weapon::default() };
    let seen = table.tape("66 11 11 11  11 11 11");
    assert_eq!(seen.damage()[0].0, A);
    spell.count_cost = 1;
    table.setup.sides[1].units[0].weapons = vec![spell];
    assert!(table.tape("11 11 11").attacks.is_empty());
}

#[test]
fn nw_13_d_tie_highest_attack_or_fewest_hp_first() {
    let first = |tactic| {
        let mut a = pc_at("a", 5);
        a.tactics.tie = always(tactic);
        let mut b = UnitSetup { start_hp: 50, ..pc_at("b", 5) };
        b.attack = -1;
        let mut c = pc_at("c", 5);
        c.attack = 3;
        let table = Table::of([&[a, b, c], &[npc("d", [500, 0, 99, 0, 0, -50])]]);
        table.tape(&format!("11 {MISS}{MISS}{MISS}")).mains
    };
    assert_eq!(first(Tie::Listed), [A, B, C]);
    assert_eq!(first(Tie::HighestAttack), [C, A, B]);
    assert_eq!(first(Tie::LowestHp), [B, A, C]);
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
        when: Some(crate::tactics::when::When {
            terms: vec![crate::tactics::when::Term {
                fact: crate::games::night_wizard::tactics::Fact::Hp,
                compare: crate::tactics::when::Compare::Less,
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
        uses: crate::games::night_wizard::setup::ability::Uses { per_round: 1, ..Default::default() },
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

#[test]
fn nw_09_a_fight_that_ends_in_setup_has_no_counts_of_its_last_round() {
    let burn = Effect::Damage {
        amount: Amount::fixed(5),
        kind: crate::games::night_wizard::setup::AttackKind::Physical,
        element: None,
        ignore_defense: true,
    };
    let a = with(pc_at("a", 10), &[hex("burn", Timing::Setup, burn)]);
    let b = UnitSetup { start_hp: 6, ..npc_at("b", 0) };
    let seen = Table::of([&[a], &[b]]).rounds(3).tape(MISS);
    assert!(seen.won(0));
    for metric in [Metric::StartingCount, Metric::MainsPerRound, Metric::CountWasted] {
        assert_eq!(seen.all(A, metric).len(), 1, "{metric:?}");
    }
}
