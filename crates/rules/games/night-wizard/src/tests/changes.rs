//! NW-19, NW-22, NW-23, NW-25: what changes damage, and what answers attacks.

use super::*;
use crate::data::rulings::DamageEffectOrder;
use crate::data::setup::AttackKind;
use crate::data::setup::ElementMod;
use crate::data::setup::ability::{AbilityJudge, Area, Victims};
use crate::data::tactics::{ChooseWeapon, React};

fn change(add: i32, percent: i32, set_zero: bool) -> Effect {
    Effect::ChangeDamage { add: Amount::fixed(add), percent, set_zero }
}

/// A strike at b, whose ability changes damage for the whole fight.
fn shielded(effects: Vec<Effect>) -> Table {
    let shield = Ability { effects, ..ability("shield", Timing::Always, Effect::Swap) };
    Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), with(npc("b", [50, 0, 0, 0, 0, 0]), &[shield]))
}

#[test]
fn nw_22_effects_change_damage_that_there_is() {
    let damage = |effects, dice: &str| shielded(effects).tape(dice).attacks[0].2;
    assert_eq!(damage(vec![change(-3, 0, false)], TEN), 7);
    assert_eq!(damage(vec![change(0, -50, false)], "66 11 65 11"), 4, "9 halved, rounded down");
    assert_eq!(damage(vec![change(0, 0, true)], TEN), 0);
    assert_eq!(damage(vec![change(-30, 0, false)], TEN), 0, "never below 0");
    assert_eq!(damage(vec![change(5, 0, false)], "66 11 11 11"), 0, "no damage to change");
}

#[test]
fn nw_22_damage_effect_order_add_element_multiply_zero_or_as_declared() {
    let ordered = |order| {
        let mut table = shielded(vec![change(0, -50, false), change(4, 0, false)]);
        table.setup.sides[0].units[0].elements = vec!["fire".to_owned()];
        let of_fire = ElementMod { flat: -2, percent: 100 };
        table.setup.sides[1].units[0].element_mods.insert("fire".to_owned(), of_fire);
        table.setup.rulings.damage_effect_order = order;
        table.tape(TEN).attacks[0].2
    };
    // ((10 + 4 - 2) x 2) / 2; as declared (((10 - 2) x 2) / 2) + 4.
    assert_eq!(ordered(DamageEffectOrder::AddElementMultiplyZero), 12);
    assert_eq!(ordered(DamageEffectOrder::AsDeclared), 12);
    let mut table = shielded(vec![change(0, -50, false), change(4, 0, false)]);
    assert_eq!(table.tape(TEN).attacks[0].2, 7);
    table.setup.rulings.damage_effect_order = DamageEffectOrder::AsDeclared;
    assert_eq!(table.tape(TEN).attacks[0].2, 9);
}

#[test]
fn nw_22_elements_are_set_and_changed_by_effects() {
    let fire = Effect::SetElement(Some("fire".to_owned()));
    let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[ability("flame", Timing::Always, fire)]);
    let ward = Effect::ElementMod { element: "fire".to_owned(), flat: -4, percent: 0 };
    let b = with(npc("b", [50, 0, 0, 0, 0, 0]), &[ability("ward", Timing::Always, ward)]);
    assert_eq!(Table::strike(a, b.clone()).tape(TEN).attacks[0].2, 6);
    assert_eq!(Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), b).tape(TEN).attacks[0].2, 10);
}

#[test]
fn nw_23_kinds_cross_by_weapon_and_by_effect() {
    let stats = |unit: UnitSetup, [magic_hit, resistance, magic_attack, magic_defense]: [i32; 4]| UnitSetup {
        magic_hit,
        resistance,
        magic_attack,
        magic_defense,
        ..unit
    };
    let b = stats(npc("b", [50, 0, 1, 0, 2, 0]), [0, 3, 0, 4]);
    let a = stats(pc("a", [50, 10, 0, 20, 0, 0]), [30, 0, 40, 0]);
    let by = |weapon: Weapon, abilities: &[Ability]| {
        let a = UnitSetup { weapons: vec![weapon, Weapon::default()], ..with(a.clone(), abilities) };
        let seen = Table::strike(a, b.clone()).tape("11 11 11 11");
        (seen.hits()[0], seen.damage()[0].1)
    };
    let magic = Weapon { hit_kind: AttackKind::Magic, damage_kind: AttackKind::Magic, ..Weapon::default() };
    assert_eq!(by(magic.clone(), &[]), ((32, 5), 36));
    let crossed = Weapon { damage_kind: AttackKind::Physical, ..magic };
    assert_eq!(by(crossed, &[]), ((32, 5), 38));
    let blade = ability("soul blade", Timing::Always, Effect::SetDamageKind(AttackKind::Magic));
    assert_eq!(by(Weapon::default(), &[blade]), ((12, 3), 16));
}

/// b answers with `effect` to a trigger.
fn answering(trigger: Trigger, effect: Effect) -> Table {
    let it = Ability { trigger: Some(trigger), ..ability("answer", Timing::Reaction, effect) };
    let b = UnitSetup { start_hp: 40, ..with(npc("b", [50, 0, 0, 0, 0, 0]), &[it]) };
    Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), b)
}

#[test]
fn nw_19_reactions_answer_their_triggers() {
    let heal = || Effect::HealHp(Amount::fixed(2));
    let used = |trigger, dice: &str| answering(trigger, heal()).tape(dice).n_used(B);
    assert_eq!((used(Trigger::AttackedPhysical, MISS), used(Trigger::AttackedMagic, MISS)), (1, 0));
    assert_eq!((used(Trigger::Hit, MISS), used(Trigger::Hit, "66 11 11 11")), (0, 1));
    assert_eq!((used(Trigger::BeforeDefense, MISS), used(Trigger::BeforeDefense, "66 11 11 11")), (0, 1));
    assert_eq!((used(Trigger::Damaged, "66 11 11 11"), used(Trigger::Damaged, TEN)), (0, 1));
    assert_eq!(used(Trigger::Missed, MISS), 0, "its own attack did not miss");
}

#[test]
fn nw_19_22_a_reaction_changes_the_damage_between_roll_and_subtraction() {
    assert_eq!(answering(Trigger::Damaged, change(-3, 0, false)).tape(TEN).attacks[0].2, 7);
    assert_eq!(answering(Trigger::BeforeDefense, change(0, -50, false)).tape(TEN).attacks[0].2, 5);
    let attacker = |effect| {
        let it = Ability { trigger: Some(Trigger::DamageDealt), ..ability("zeal", Timing::Auto, effect) };
        Table::strike(with(pc("a", [50, 0, 0, 0, 0, 0]), &[it]), npc("b", [50, 0, 0, 0, 0, 0]))
    };
    assert_eq!(attacker(change(5, 0, false)).tape(TEN).attacks[0].2, 15);
}

#[test]
fn nw_19_reaction_abilities_per_event_1_or_unlimited() {
    let heal = |name: &str| Ability {
        trigger: Some(Trigger::Hit),
        ..ability(name, Timing::Reaction, Effect::HealHp(Amount::fixed(2)))
    };
    let b = UnitSetup { start_hp: 30, ..with(npc("b", [50, 0, 0, 0, 0, 0]), &[heal("x"), heal("y")]) };
    let table = Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), b);
    let used = |ruling: &str| {
        table.clone().ruling("reaction_abilities_per_event", ruling).tape("66 11 11 11").n_used(B)
    };
    assert_eq!((used("1"), used("unlimited")), (1, 2));
}

#[test]
fn nw_19_d_react_saves_reactions_for_hard_attacks() {
    let mut table = answering(Trigger::Hit, Effect::HealHp(Amount::fixed(2)));
    let b = |table: &mut Table, tactic| table.setup.sides[1].units[0].tactics.react = always(tactic);
    b(&mut table, React::Above(1));
    // The mean of two dice less two dice, if above 0, is 1.35.
    assert_eq!(table.tape("66 11 11 11").n_used(B), 1);
    b(&mut table, React::Above(2));
    assert_eq!(table.tape("66 11 11 11").n_used(B), 0);
    b(&mut table, React::Never);
    assert_eq!(table.tape("66 11 11 11").n_used(B), 0);
}

#[test]
fn nw_19_auto_actions_in_others_mains() {
    let heal = Ability {
        trigger: Some(Trigger::Hit),
        ..ability("heal", Timing::Auto, Effect::HealHp(Amount::fixed(2)))
    };
    let free = Ability { name: "free".to_owned(), trigger: None, ..heal.clone() };
    let used = |abilities: &[Ability], ruling: &str, count| {
        let b = UnitSetup { start_hp: 30, ..with(npc_at("b", count), abilities) };
        let a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 0, 0, 0]) };
        let rest = if count > 0 { MISS } else { "" };
        Table::of([&[a], &[b]])
            .ruling("auto_in_others_mains", ruling)
            .tape(&format!("66 11 11 11 {rest}"))
            .n_used(B)
    };
    assert_eq!(used(std::slice::from_ref(&heal), "triggered", 0), 0, "Exhausted");
    assert_eq!(used(std::slice::from_ref(&heal), "triggered", 5), 1);
    assert_eq!(used(std::slice::from_ref(&heal), "none", 5), 0);
    // One for the trigger, one at what happens before, and those of its own Main.
    assert_eq!(used(std::slice::from_ref(&free), "triggered", 5), 1);
    assert!(used(std::slice::from_ref(&free), "any", 5) > 1);
    let mut ok = heal;
    ok.flags.exhausted_ok = true;
    assert_eq!(used(&[ok], "triggered", 0), 1);
}

#[test]
fn nw_25_40_areas_of_all_hit_friends_and_not_the_user() {
    let bomb = Weapon { area: Area::Square(Victims::All), ..Weapon::default() };
    let a = UnitSetup { weapons: vec![bomb], ..pc_at("a", 10) };
    let table = Table::of([&[a, pc_at("b", 0)], &[npc_at("c", 0), npc_at("d", 0)]]);
    assert_eq!(table.tape("11 66 66 66").targets(), [B, C, D]);
}

#[test]
fn nw_20_d_weapon_chooses_among_what_is_usable() {
    let sword = Weapon { name: "sword".to_owned(), attack_mod: 1, count_cost: 2, ..Weapon::default() };
    let axe = Weapon { name: "axe".to_owned(), attack_mod: 9, count_cost: 5, ..Weapon::default() };
    let wand = Weapon { name: "wand".to_owned(), mp_cost: Amount::fixed(3), ..Weapon::default() };
    let choice = |tactic| {
        let mut a = with_mp(pc_at("a", 5), 9);
        a.weapons = vec![sword.clone(), axe.clone(), wand.clone()];
        a.tactics.weapon = always(tactic);
        let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS);
        let of = |event: &Event| match event {
            Event::Attacks { weapon, .. } => Some(*weapon),
            _ => None,
        };
        seen.events.iter().find_map(of).unwrap()
    };
    assert_eq!(choice(ChooseWeapon::First), 0);
    assert_eq!(choice(ChooseWeapon::BestDamage), 1);
    assert_eq!(choice(ChooseWeapon::CheapestCount), 2);
    assert_eq!(choice(ChooseWeapon::ConserveMp), 0);
}

#[test]
fn nw_53_an_attack_made_by_an_ability_follows_the_rules_of_attacks() {
    let judge = AbilityJudge::Attack {
        hit_kind: AttackKind::Magic,
        damage_kind: AttackKind::Magic,
        hit_mod: 3,
        attack_mod: 2,
    };
    let bolt = Ability {
        judge,
        effects: vec![change(1, 100, false), inflict(Status::Panic)],
        ..hex("bolt", Timing::Major, Effect::Swap)
    };
    let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[bolt]);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    let seen = table.tape("33 22 22 11");
    assert_eq!(seen.hits(), [(9, 4)]);
    // 2 + 4 against 2: 4, and 1, doubled.
    assert_eq!(seen.damage(), [(B, 4, 10)]);
    assert_eq!(seen.inflicted(), [(B, Status::Panic)]);
    assert!(table.tape("11 66").inflicted().is_empty());
    // Captured, it may not attack by an ability either.
    let mut captured = table;
    let a = &mut captured.setup.sides[0].units[0];
    a.start_statuses = vec![Inflicted { status: Status::Capture, level: 1 }];
    a.tactics.recover = always(crate::data::tactics::Recover::Never);
    assert_eq!(captured.tape("").n_used(A), 0);
}

#[test]
fn nw_53_damage_without_an_attack_is_answered_by_defense() {
    let fire = |ignore| {
        hex(
            "fire",
            Timing::Major,
            Effect::Damage {
                amount: Amount { dice: 2, scaled: None, plus: 3 },
                kind: AttackKind::Magic,
                element: None,
                ignore_defense: ignore,
            },
        )
    };
    let hurt = |ignore, dice: &str| {
        let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[fire(ignore)]);
        let seen = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0])).tape(dice);
        assert_eq!((seen.attacks.as_slice(), seen.harm.len()), (&[][..], 1), "no attack, and no hit");
        seen.harm[0]
    };
    assert_eq!(hurt(true, "45"), (A, 12));
    assert_eq!(hurt(false, "45 22"), (A, 8));
}

#[test]
fn nw_32_53_an_extra_attack_is_made_at_once() {
    let again = Ability {
        uses: crate::data::setup::ability::Uses { per_main: 1, ..Default::default() },
        trigger: Some(Trigger::DamageDealt),
        ..ability("again", Timing::Auto, Effect::ExtraAttack)
    };
    let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[again]);
    let seen = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0])).tape(&format!("{TEN} {TEN}"));
    assert_eq!(seen.attacks.len(), 2);
    // A counterattack.
    let counter =
        Ability { trigger: Some(Trigger::Hit), ..ability("counter", Timing::Reaction, Effect::ExtraAttack) };
    let b = with(npc("b", [50, 0, 0, 0, 0, 0]), &[counter]);
    let seen = Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), b).tape("66 11  11 66  11 11");
    assert_eq!(seen.attacks, [(B, false, 0), (A, true, 0)]);
}

#[test]
fn nw_22_what_rides_on_a_sole_weapon_comes_with_its_damage() {
    let mut a = pc_at("a", 5);
    let inflict = vec![Inflicted { status: Status::Poison, level: 3 }];
    a.weapons = vec![Weapon { inflict, ..Weapon::default() }];
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    assert_eq!(table.tape(TEN).inflicted(), [(B, Status::Poison)]);
    assert_eq!(table.tape("66 11 11 66").inflicted(), [], "a hit without damage");
    assert_eq!(table.tape(MISS).inflicted(), []);
}
