//! Sensible play: expected harm, conditions about targets, healing, the fallen (D-target, D-weapon,
//! D-ability, D-downed).

use super::movement::{actor, at, dummy, field, moves, moving, on, place, range};
use super::*;
use crate::data::setup::AttackKind;
use crate::data::setup::ability::{AbilityJudge, Area, MoveMode, Victims};
use crate::data::tactics::{
    ChooseWeapon, Downed, Fact, Movement, PranaDefense, PranaMortality, React, Target, UseAbility,
};
use fray_kit::board::grid::Place;
use fray_kit::tactics::when::{Compare, Term, When};

fn when(fact: Fact, compare: Compare, value: i32, percent: bool) -> When<Fact> {
    When { terms: vec![Term { fact, compare, value, percent }] }
}

/// A unit with these weapons, at (x, 0), which hits nearly always and hits hard.
fn armed(x: u8, weapons: &[Weapon]) -> UnitSetup {
    UnitSetup { hit: 5, attack: 20, weapons: weapons.to_vec(), ..actor(x, 0) }
}

fn sword() -> Weapon {
    Weapon { name: "sword".to_owned(), range: range(9), ..Weapon::default() }
}

fn bomb(radius: u8) -> Weapon {
    Weapon {
        name: "bomb".to_owned(),
        area: Area::Sphere(radius, Victims::All),
        range: range(9),
        ..Weapon::default()
    }
}

/// Returns what a unit attacks with and whom, each Dodge 50.
fn attack_of(seen: &Seen) -> Option<(u8, Vec<UnitId>)> {
    let weapon = seen.events.iter().find_map(|event| match *event {
        Event::Attacks { weapon, .. } => Some(weapon),
        _ => None,
    });
    weapon.map(|weapon| (weapon, seen.targets()))
}

fn aims(seen: &Seen) -> Option<Place> {
    seen.events.iter().find_map(|event| match *event {
        Event::Aims { at, .. } => Some(at),
        _ => None,
    })
}

/// An enemy that never acts, at (x, y).
fn foe(name: &str, x: u8, y: u8) -> UnitSetup {
    at(npc_at(name, 0), x, y, 0)
}

fn friend(name: &str, x: u8, y: u8) -> UnitSetup {
    at(pc_at(name, 0), x, y, 0)
}

#[test]
fn nw_40_an_area_is_aimed_where_it_takes_the_most_off_enemies_less_friends() {
    let table = |friend_x: u8| {
        let a = armed(0, &[bomb(1)]);
        on(field(9, 3), Table::of([&[a, friend("b", friend_x, 0)], &[foe("c", 4, 0), foe("d", 6, 0)]]))
    };
    // Between the two, on a square where nobody stands.
    let seen = table(1).tape("11 66 66 ");
    assert_eq!((attack_of(&seen), aims(&seen)), (Some((0, vec![C, D])), Some(place(5, 0, 0))));
    // A friend there counts against it: as much as one of them, so one enemy alone is as good.
    let seen = table(5).tape("11 66");
    assert_eq!((attack_of(&seen), aims(&seen)), (Some((0, vec![C])), Some(place(3, 0, 0))));
}

#[test]
fn nw_40_an_area_is_not_used_where_it_does_friends_as_much_harm() {
    let table = |friends: &[UnitSetup]| {
        let a = armed(0, &[bomb(0)]);
        on(field(9, 3), Table::of([&[&[a], friends].concat(), &[foe("z", 4, 0)]]))
    };
    assert!(attack_of(&table(&[friend("b", 4, 0)]).tape("")).is_none());
    // Of a friend who can lose less, less is counted.
    let hurt = UnitSetup { start_hp: 3, ..friend("b", 4, 0) };
    assert_eq!(attack_of(&table(&[hurt]).tape("11 66 66")), Some((0, vec![B, C])));
    assert_eq!(attack_of(&table(&[friend("b", 5, 0)]).tape("11 66")), Some((0, vec![C])));
}

#[test]
fn nw_40_an_area_is_used_only_where_it_beats_the_best_attack_that_can_be_paid() {
    let table = |weapons: &[Weapon], mp: i32, foes: &[UnitSetup]| {
        let mut a = with_mp(armed(0, weapons), mp);
        a.tactics.weapon = always(ChooseWeapon::BestDamage);
        on(field(9, 3), Table::of([&[a], foes]))
    };
    let weak = Weapon { attack_mod: -2, ..bomb(1) };
    let dear = Weapon { mp_cost: Amount::fixed(2), ..sword() };
    let one = [foe("b", 4, 0)];
    let two = [foe("b", 4, 0), foe("c", 5, 0)];
    assert_eq!(attack_of(&table(&[sword(), weak.clone()], 0, &one).tape("11 66")), Some((0, vec![B])));
    let seen = table(&[sword(), weak.clone()], 0, &two).tape("11 66 66");
    assert_eq!(attack_of(&seen), Some((1, vec![B, C])));
    assert_eq!(attack_of(&table(&[dear.clone(), weak.clone()], 2, &one).tape("11 66")), Some((0, vec![B])));
    assert_eq!(attack_of(&table(&[dear, weak], 1, &one).tape("11 66")), Some((1, vec![B])), "too dear");
}

#[test]
fn d_weapon_first_uses_an_area_that_is_worth_it_in_its_place_of_the_list() {
    let table =
        |weapons: &[Weapon], foes: &[UnitSetup]| on(field(9, 3), Table::of([&[armed(0, weapons)], foes]));
    let two = [foe("b", 4, 0), foe("c", 4, 0)];
    assert_eq!(attack_of(&table(&[sword(), bomb(0)], &two).tape("11 66")), Some((0, vec![B])));
    assert_eq!(attack_of(&table(&[bomb(0), sword()], &two).tape("11 66 66")), Some((0, vec![B, C])));
    // One enemy: no more than the sword does.
    assert_eq!(attack_of(&table(&[bomb(0), sword()], &two[..1]).tape("11 66")), Some((1, vec![B])));
}

#[test]
fn d_weapon_and_d_target_best_damage_count_no_more_than_the_hp_left() {
    let mut a = armed(0, &[sword()]);
    a.tactics.target = always(Target::BestDamage);
    // The second is easier to hurt, and has next to nothing left.
    let b = UnitSetup { defense: 5, ..foe("b", 3, 0) };
    let c = UnitSetup { start_hp: 2, ..foe("c", 3, 0) };
    let seen = on(field(9, 3), Table::of([&[a], &[b, c]])).tape("11 66");
    assert_eq!(seen.targets(), [B]);
}

/// An attack by an ability on this area, at range 9.
fn blast(area: Area, who: Who, timing: Timing) -> Ability {
    let judge = AbilityJudge::Attack {
        hit_kind: AttackKind::Physical,
        damage_kind: AttackKind::Physical,
        hit_mod: 0,
        attack_mod: 0,
    };
    Ability {
        judge,
        effects: Vec::new(),
        target: TargetRule { area, range: range(9), ..one(who) },
        ..ability("blast", timing, Effect::Swap)
    }
}

#[test]
fn d_ability_an_area_that_spares_nobody_has_to_be_worth_it() {
    let wide = blast(Area::Sphere(1, Victims::All), Who::Enemy, Timing::Major);
    let table = |friends: &[UnitSetup], foes: &[UnitSetup]| {
        let a = with(armed(0, &[sword()]), std::slice::from_ref(&wide));
        on(field(9, 3), Table::of([&[&[a], friends].concat(), foes]))
    };
    let two = [foe("y", 4, 0), foe("z", 6, 0)];
    let used = |table: Table, dice: &str| {
        let seen = table.tape(dice);
        (seen.n_used(A), seen.targets())
    };
    assert_eq!(used(table(&[], &two), "11 66 66"), (1, vec![B, C]), "from the square between");
    assert_eq!(used(table(&[], &two[..1]), "11 66"), (0, vec![B]), "no more than the sword does");
    // A friend between the two: one enemy alone is as good as both, and no better than the sword.
    assert_eq!(used(table(&[friend("b", 5, 0)], &two), "11 66"), (0, vec![C]));
}

#[test]
fn d_ability_pick_takes_no_friend() {
    let picks = blast(Area::Square(Victims::Pick), Who::Any, Timing::Major);
    let a = with(armed(0, &[sword()]), &[picks]);
    let table = on(field(9, 3), Table::of([&[a, friend("b", 4, 0)], &[foe("c", 4, 0), foe("d", 4, 0)]]));
    let seen = table.tape("11 66 66");
    assert_eq!((seen.n_used(A), seen.targets()), (1, vec![C, D]));
}

#[test]
fn d_ability_damage_without_an_attack_is_weighed_with_its_defense() {
    let of = |amount: i32, ignore_defense| Ability {
        target: TargetRule { area: Area::Square(Victims::All), range: range(9), ..one(Who::Enemy) },
        ..ability(
            "quake",
            Timing::Minor,
            Effect::Damage {
                amount: Amount::fixed(amount),
                kind: AttackKind::Physical,
                element: None,
                ignore_defense,
            },
        )
    };
    // The friend's armour keeps it all off him, unless the quake goes through it.
    let used = |quake: Ability, dice: &str| {
        let a =
            with(UnitSetup { weapons: vec![Weapon { range: range(1), ..sword() }], ..actor(0, 0) }, &[quake]);
        let a = super::movement::moving(a, crate::data::tactics::Movement::Stay);
        let b = UnitSetup { defense: 90, ..friend("b", 4, 0) };
        on(field(9, 3), Table::of([&[a, b], &[foe("c", 4, 0)]])).tape(dice).n_used(A)
    };
    assert_eq!(used(of(20, false), "11 11"), 1);
    assert_eq!(used(of(20, true), ""), 0);
}

#[test]
fn d_ability_an_area_without_damage_goes_by_heads() {
    let daze = Ability {
        target: TargetRule { area: Area::Square(Victims::All), range: range(9), ..one(Who::Enemy) },
        ..ability("daze", Timing::Minor, inflict(Status::Daze))
    };
    let n_dazed = |friends: &[UnitSetup], foes: &[UnitSetup]| {
        let a = with(UnitSetup { weapons: vec![sword()], ..actor(0, 0) }, std::slice::from_ref(&daze));
        on(field(9, 3), Table::of([&[&[a], friends].concat(), foes])).tape("11 66").inflicted().len()
    };
    let two = [foe("y", 4, 0), foe("z", 4, 0)];
    assert_eq!(n_dazed(&[friend("b", 4, 0)], &two), 3);
    assert_eq!(n_dazed(&[friend("b", 4, 0)], &two[..1]), 0, "as many friends as enemies");
    // Whom it would not change counts on neither side.
    let dazed = |unit: UnitSetup| with_status(unit, Status::Daze, 1);
    assert_eq!(n_dazed(&[dazed(friend("b", 4, 0))], &two[..1]), 1, "the friend is dazed already");
    let [fresh, known] = [two[0].clone(), dazed(two[1].clone())];
    assert_eq!(n_dazed(&[friend("b", 4, 0)], &[fresh, known]), 0, "one enemy is dazed already");
}

/// NW-53: nobody is moved who cannot be, and no count is set to what it is.
#[test]
fn d_ability_nobody_is_moved_who_stays_where_it_is() {
    let used = |effect: Effect, foe: UnitSetup| {
        let shove = Ability {
            target: TargetRule { range: range(9), ..one(Who::Enemy) },
            ..ability("shove", Timing::Minor, effect)
        };
        let a =
            with(UnitSetup { weapons: vec![Weapon { range: range(1), ..sword() }], ..actor(0, 0) }, &[shove]);
        let a = super::movement::moving(a, crate::data::tactics::Movement::Stay);
        on(field(9, 3), Table::of([&[a], &[foe]])).tape("").n_used(A)
    };
    let shift = |mode, forced| Effect::Move { steps: Amount::fixed(1), mode, forced };
    let frightened = || with_status(foe("c", 4, 0), Status::Panic, 1);
    assert_eq!(used(shift(MoveMode::Push, false), foe("c", 4, 0)), 1);
    assert_eq!(used(shift(MoveMode::Push, false), frightened()), 0);
    assert_eq!(used(shift(MoveMode::Push, true), frightened()), 1);
    assert_eq!(used(shift(MoveMode::Walk, false), frightened()), 0);
    assert_eq!(used(Effect::ChangeCount(Amount::fixed(0)), foe("c", 4, 0)), 0);
}

#[test]
fn d_ability_a_condition_about_a_target_is_judged_for_each() {
    let mend = |fact, compare, value, percent| Ability {
        when: Some(when(fact, compare, value, percent)),
        target: TargetRule { range: range(9), ..one(Who::Ally) },
        ..ability("mend", Timing::Minor, Effect::HealHp(Amount::fixed(1)))
    };
    let healed = |mend: Ability| {
        let a = with(armed(0, &[sword()]), &[mend]);
        let b = UnitSetup { start_hp: 60, ..friend("b", 1, 0) };
        let c = UnitSetup { hp: 20, start_hp: 9, ..friend("c", 7, 0) };
        let seen = on(field(9, 3), Table::of([&[a, b, c], &[foe("d", 4, 0)]])).tape("11 66");
        [B, C].into_iter().find(|&unit| {
            seen.events.iter().any(|event| matches!(event, Event::Heals { unit: it, .. } if *it == unit))
        })
    };
    // b has lost the most; c alone is below half.
    assert_eq!(healed(mend(Fact::TargetHp, Compare::More, 0, false)), Some(B));
    assert_eq!(healed(mend(Fact::TargetHp, Compare::Less, 50, true)), Some(C));
    assert_eq!(healed(mend(Fact::Distance, Compare::AtLeast, 5, false)), Some(C));
    assert_eq!(healed(mend(Fact::TargetHp, Compare::Less, 9, false)), None);
}

#[test]
fn d_ability_cures_whoever_has_the_status_that_it_asks_for() {
    let cure = Ability {
        when: Some(when(Fact::TargetHasStatus(Status::Poison), Compare::AtLeast, 1, false)),
        target: one(Who::Ally),
        ..ability("cure", Timing::Minor, Effect::HealHp(Amount::fixed(1)))
    };
    let b = UnitSetup { start_hp: 10, ..pc_at("b", 0) };
    let c = with_status(UnitSetup { start_hp: 90, ..pc_at("c", 0) }, Status::Poison, 1);
    let seen = Table::of([&[with(pc_at("a", 5), &[cure]), b, c], &[npc_at("d", 0)]]).tape(MISS);
    assert!(seen.has(&Event::Heals { unit: C, hp: 91 }));
}

#[test]
fn d_ability_hp_below_of_what_helps_speaks_of_its_target() {
    let mend = Ability {
        target: one(Who::Ally),
        ..ability("mend", Timing::Minor, Effect::HealHp(Amount::fixed(1)))
    };
    let used = |own: i32, other: i32| {
        let mut a = UnitSetup { start_hp: own, ..with(pc_at("a", 5), std::slice::from_ref(&mend)) };
        a.tactics.ability = always(UseAbility::HpBelow(50));
        let b = UnitSetup { start_hp: other, ..pc_at("b", 0) };
        let seen = Table::of([&[a, b], &[npc_at("c", 0)]]).tape(MISS);
        [A, B].into_iter().find(|&unit| {
            seen.events.iter().any(|event| matches!(event, Event::Heals { unit: it, .. } if *it == unit))
        })
    };
    assert_eq!(used(100, 40), Some(B));
    assert_eq!(used(30, 60), Some(A));
    assert_eq!(used(60, 60), None);
    // Of what harms it speaks of the user.
    let hexed = |own: i32| {
        let hex = hex("hex", Timing::Minor, inflict(Status::Daze));
        let mut a = UnitSetup { start_hp: own, ..with(pc_at("a", 5), &[hex]) };
        a.tactics.ability = always(UseAbility::HpBelow(50));
        Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS).n_used(A)
    };
    assert_eq!((hexed(40), hexed(60)), (1, 0));
}

#[test]
fn nw_53_healing_waits_until_it_is_not_wasted() {
    // 2d6+1 restores 8 on average.
    let mend = Ability {
        target: one(Who::Ally),
        ..ability("mend", Timing::Minor, Effect::HealHp(Amount { dice: 2, scaled: None, plus: 1 }))
    };
    let used = |hp: i32, start_hp: i32, dice: &str| {
        let b = UnitSetup { hp, start_hp, ..pc_at("b", 0) };
        let a = with(pc_at("a", 5), std::slice::from_ref(&mend));
        Table::of([&[a, b], &[npc_at("c", 0)]]).tape(&format!("{dice} {MISS}")).n_used(A)
    };
    assert_eq!(used(50, 42, "11"), 1, "as much as it restores");
    assert_eq!(used(50, 43, ""), 0);
    assert_eq!(used(9, 2, "11"), 1, "below a third");
    assert_eq!(used(9, 3, ""), 0, "a third");
    assert_eq!(used(9, 9, ""), 0, "never the unhurt");
}

#[test]
fn d_target_conditions_about_a_target_leave_those_who_meet_them() {
    let of = |entries: Vec<Entry<Target>>, hp: [i32; 3]| {
        let mut a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 20, 0, 0]) };
        a.tactics.target = Plan { entries };
        let foes: Vec<UnitSetup> = ["b", "c", "d"]
            .iter()
            .zip(hp)
            .map(|(name, hp)| UnitSetup { start_hp: hp, ..npc_at(name, 0) })
            .collect();
        Table::of([&[a], &foes]).tape(MISS).targets()
    };
    let hurt = || Entry { what: Target::Weakest, when: Some(when(Fact::TargetHp, Compare::More, 20, false)) };
    // The weakest of those with more than 20.
    assert_eq!(of(vec![hurt()], [90, 10, 30]), [D]);
    assert_eq!(of(vec![hurt()], [15, 10, 20]), [B], "nobody: the default");
    let last = Entry { what: Target::Weakest, when: None };
    assert_eq!(of(vec![hurt(), last], [15, 10, 20]), [C]);
}

/// a attacks with `finish_off`; b lies in Near Death from the first blow on, and c stands.
fn finishing(ruling: &[(&str, &str)], b: UnitSetup, dice: &str) -> Vec<UnitId> {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.downed = always(Downed::FinishOff);
    let mut table = Table::of([&[a], &[UnitSetup { fixed_action_count: Some(0), ..b }, npc_at("c", 0)]]);
    for (key, value) in ruling {
        table = table.ruling(key, value);
    }
    table.tape(dice).targets()
}

#[test]
fn d_downed_finish_off_leaves_alone_who_is_certain_to_stay_down() {
    let per_hp = &[("mortality_per_hp", "1")];
    // Spirit 7: 15 points below 0 are a difficulty of 30, and no dice without criticals reach it.
    let b = || pc("b", [5, 0, 0, 0, 0, 0]);
    assert_eq!(finishing(per_hp, b(), &format!("{HIT}{MISS} 66")), [B, C]);
    // With criticals they may, and so they may with prana, which D-prana-mort spends.
    let lucky = UnitSetup { crit: crate::data::setup::Numbers::of(&[12]), ..b() };
    assert_eq!(finishing(per_hp, lucky, &format!("{HIT} 66 11 11")), [B, B]);
    let mut keeps = with_prana(b(), 9, 9);
    keeps.tactics.prana_def = always(PranaDefense::None);
    let prana = || keeps.clone();
    let seen = finishing(per_hp, prana(), &format!("{HIT} 66 11 11 111111111"));
    assert_eq!(seen, [B, B]);
    let mut spared = prana();
    spared.tactics.prana_mort = always(PranaMortality::None);
    assert_eq!(finishing(per_hp, spared, &format!("{HIT}{MISS} 66")), [B, C]);
    // Who makes no Mortality Judge dies by itself.
    let waits = &[("mortality_per_hp", "1"), ("no_judge_unit", "dead_at_cleanup")];
    assert_eq!(finishing(waits, npc("b", [5, 0, 0, 0, 0, 0]), &format!("{HIT}{MISS}")), [B, C]);
}

#[test]
fn d_downed_conditions_about_a_target_speak_of_the_fallen() {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    let deep = when(Fact::TargetHp, Compare::Less, -10, false);
    a.tactics.downed = Plan { entries: vec![Entry { what: Downed::FinishOff, when: Some(deep) }] };
    let table = |hp| {
        let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [hp, 0, 0, 0, 0, 0]) };
        Table::of([std::slice::from_ref(&a), &[b, npc_at("c", 0)]])
    };
    // 20 off 5 are -15; off 15 they are -5.
    assert_eq!(table(5).tape(&format!("{HIT} 66 11 66")).targets(), [B, B]);
    assert_eq!(table(15).tape(&format!("{HIT}{MISS} 66")).targets(), [B, C]);
}

#[test]
fn d_target_dummy_is_hard_to_hit() {
    // What the tests of movement call a dummy is worth less than who can be hit.
    let mut a = armed(0, &[sword()]);
    a.tactics.target = always(Target::BestDamage);
    let seen = on(field(9, 3), Table::of([&[a], &[dummy("b", 3, 0), foe("c", 4, 0)]])).tape("11 66");
    assert_eq!(seen.targets(), [C]);
}

/// A healer of range 3 and few HP at (x, 0), whose bare hands hurt nobody.
fn healer(x: u8) -> UnitSetup {
    let heal = Ability {
        target: TargetRule { range: range(3), ..one(Who::Ally) },
        effects: vec![Effect::HealHp(Amount::fixed(4))],
        ..ability("heal", Timing::Major, Effect::TakeOff)
    };
    with(UnitSetup { attack: 0, movement_power: 4, ..actor(x, 0) }, &[heal])
}

/// An enemy that would hurt whoever comes near, and never acts.
fn ogre(x: u8) -> UnitSetup {
    UnitSetup { attack: 30, hit: 20, ..dummy("ogre", x, 0) }
}

/// Returns where the first unit stands in the end.
fn ends_at(table: &Table, dice: &str) -> u8 {
    let all = moves(&table.tape(dice));
    all.iter().rfind(|(unit, ..)| *unit == A).map_or(u8::MAX, |(_, to, ..)| to.x)
}

#[test]
fn d_move_who_heals_stays_by_its_friends_and_out_of_fights_that_it_would_lose() {
    let hurt = || UnitSetup { start_hp: 1, ..friend("b", 8, 0) };
    let table = |a: UnitSetup, b: UnitSetup| on(field(14, 1), Table::of([&[a, b], &[ogre(9)]]));
    // It would stand on the ogre's square; where it reaches its friend it is near enough.
    let safe = table(healer(3), hurt());
    assert_eq!(ends_at(&safe, ""), 5, "three squares from its friend, four from the ogre");
    let heals = |event: &Event| matches!(event, Event::Heals { unit: B, hp: 5 });
    assert!(safe.tape("").events.iter().any(heals));
    // Told to approach it does.
    let told = UnitSetup { movement_power: 9, ..healer(3) };
    assert_eq!(ends_at(&table(moving(told, Movement::Approach), hurt()), ""), 9);
    // Alone, or with nothing to heal with, it fights like anybody.
    let alone = on(field(14, 1), Table::of([&[UnitSetup { movement_power: 9, ..healer(3) }], &[ogre(9)]]));
    assert_eq!(ends_at(&alone, "11 11"), 9);
    let mut spent = UnitSetup { movement_power: 9, ..healer(3) };
    spent.abilities[0].cost.mp = Amount::fixed(1);
    assert_eq!(ends_at(&table(spent, hurt()), "11 11"), 9, "it cannot be paid");
}

#[test]
fn d_move_who_heals_and_wins_its_fight_goes_there() {
    let strong = UnitSetup { attack: 60, hit: 60, movement_power: 9, ..healer(3) };
    let weak = UnitSetup { attack: 0, hit: 0, dodge: 0, ..ogre(9) };
    let table = on(field(14, 1), Table::of([&[strong, friend("b", 3, 0)], &[weak]]));
    let seen = table.tape("66 66 11 11");
    assert_eq!(moves(&seen).first().map(|(_, to, ..)| to.x), Some(9));
}

#[test]
fn d_move_who_heals_goes_to_its_ward_where_it_is_told_to() {
    let guarded = moving(UnitSetup { movement_power: 9, ..healer(3) }, Movement::Ward(B));
    let table = on(field(14, 1), Table::of([&[guarded, friend("b", 8, 0)], &[ogre(9)]]));
    assert_eq!(ends_at(&table, ""), 8);
}

#[test]
fn d_react_above_compares_means_and_not_their_rounding() {
    // Attack 20 against Defense 3 without criticals: a mean of 17 and not a bit more.
    let guard = |least: i32| {
        let mut b = UnitSetup { defense: 3, dodge: 0, hp: 60, ..npc_at("b", 0) };
        let less = Effect::ChangeDamage { add: Amount::fixed(-1), percent: 0, set_zero: false };
        let mut ward = ability("ward", Timing::Reaction, less);
        ward.trigger = Some(Trigger::Hit);
        b = with(b, &[ward]);
        b.tactics.react = always(React::Above(least));
        let a = UnitSetup { attack: 20, hit: 40, ..pc_at("a", 10) };
        Table::of([&[a], &[b]]).tape("11 11 34 34").sum(B, Metric::AbilitiesUsed)
    };
    assert_eq!((guard(16), guard(17)), (1, 0));
}
