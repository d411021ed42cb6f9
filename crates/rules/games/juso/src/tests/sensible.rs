//! Play that a designer can trust: harm to the own side counts, abilities are for those who need them,
//! and nobody waits who could act (*Sensible play*, D-05, D-06, D-08, D-13, D-16, JU-35).

use super::*;
use crate::Play;
use fray_kit::tactics::when::{Compare, Term, When};

/// A caster of an area of so many dice on column 3.
fn caster(damage: i32, more: &[Weapon]) -> UnitSetup {
    let area = Weapon { area: true, damage: Some(damage), ..spell(Reach::Squares(13)) };
    UnitSetup { weapons: [&[area], more].concat(), ..splitting(holding(at(3, pc("A", 6))), 0) }
}

fn foe(col: i32, life: i32) -> UnitSetup {
    UnitSetup { life, ..holding(at(col, dummy(0))) }
}

/// Returns what A does in a slot of this table, whose state was changed before.
fn slot(table: &Table, dice: &str, change: impl FnOnce(&mut State)) -> Log {
    let (juso, mut state) = table.board();
    change(&mut state);
    let script: Vec<(u32, u32)> = dice.chars().filter_map(|c| c.to_digit(10)).map(|face| (6, face)).collect();
    let (mut dice, mut log) = (Tape::new(&script), Log::default());
    (state.round, state.first) = (2, End::Left);
    Play {
        rules: &juso,
        state: &mut state,
        dice: &mut dice,
        obs: &mut log,
        acting: Some(A),
        acted: false,
        answered: [UnitSet::default(); 4],
    }
    .act(A);
    log
}

/// The column of the area that A lays, if it does.
fn laid(table: &Table) -> Option<i32> {
    let seen = table.p_of(|seen| {
        seen.events.iter().find_map(|event| match event {
            Event::AttacksArea { column, .. } => Some(*column),
            _ => None,
        })
    });
    assert!(seen.windows(2).all(|two| two[0] == two[1]), "dice do not choose");
    seen[0]
}

impl Table {
    /// Returns what is asked of each of all possible fights.
    fn p_of<T>(&self, ask: impl Fn(&Seen) -> T) -> Vec<T> {
        let mut all = Vec::new();
        self.p(|seen| {
            all.push(ask(seen));
            false
        });
        all
    }
}

#[test]
fn d_13_net_weighs_the_harm_to_allies_against_that_to_enemies() {
    let ally = |col| {
        holding(at(col, UnitSetup { weapons: vec![out_of_reach()], machine_level: 6, ..pc("ally", 1) }))
    };
    let table = |damage, foes: &[UnitSetup], col| Table::of(&[caster(damage, &[]), ally(col)], foes);
    let crowd = [foe(8, 5), foe(10, 5), foe(10, 5)];
    assert_eq!(laid(&table(2, &crowd, 2)), Some(10), "nobody of the own side there");
    assert_eq!(laid(&table(2, &crowd, 10)), Some(8), "two enemies less an ally are less than one enemy");
    assert_eq!(laid(&table(2, &crowd[1..], 10)), Some(10), "two enemies are more than an ally");
    assert_eq!(laid(&table(2, &crowd[1..2], 10)), None, "only above 0");
    // Each is capped by the life that is left.
    let dying = [foe(10, 1), foe(10, 1)];
    assert_eq!(laid(&table(5, &dying, 10)), None);
    assert_eq!(laid(&table(1, &dying, 10)), Some(10));
    let mut most = table(5, &dying, 10);
    most.setup.sides[0].units[0].tactics.area = Plan::always(AreaSquare::Most);
    assert_eq!(laid(&most), Some(10), "the named tactic does not ask");
    let spares = table(5, &dying, 10).ruling("area_hits_allies", "no");
    assert_eq!(laid(&spares), Some(10), "JU-54: nobody of the own side is hit");
}

#[test]
fn d_13_an_area_is_used_only_where_it_beats_the_best_attack_on_one_unit() {
    let axe = Weapon { damage: Some(4), ..spell(Reach::Squares(13)) };
    for best in [WeaponChoice::Listed, WeaponChoice::Best] {
        let mut unit = caster(2, std::slice::from_ref(&axe));
        unit.tactics.weapon = Plan::always(best);
        assert_eq!(laid(&Table::of(std::slice::from_ref(&unit), &[foe(8, 9)])), None);
        assert_eq!(laid(&Table::of(&[unit.clone()], &[foe(8, 1), foe(8, 1), foe(4, 1)])), Some(8));
        unit.tactics.area = Plan::always(AreaSquare::Most);
        let named = laid(&Table::of(&[unit], &[foe(8, 9)]));
        assert_eq!(named, (best == WeaponChoice::Listed).then_some(8), "`most` is used as listed");
    }
}

#[test]
fn d_13_a_step_to_where_an_attack_on_one_unit_is_worth_more_goes_before_an_area() {
    let bolt = || Weapon { damage: Some(2), ..spell(Reach::Squares(4)) };
    // Where A goes, and the weapon that it uses there.
    let plays = |table: &Table| {
        let seen = table.p_of(|seen| {
            let of = |event: &Event| match *event {
                Event::Attacks { weapon, .. } | Event::AttacksArea { weapon, .. } => Some(weapon),
                _ => None,
            };
            (seen.own(A), seen.events.iter().find_map(of))
        });
        assert!(seen.windows(2).all(|two| two[0] == two[1]), "dice do not choose");
        seen[0]
    };
    for best in [WeaponChoice::Listed, WeaponChoice::Best] {
        let table = |stance, weapon: Weapon, foes: &[UnitSetup]| {
            let mut unit = standing(caster(1, &[weapon]), stance);
            unit.tactics.weapon = Plan::always(best);
            Table::of(&[unit], foes)
        };
        let (storm, other) = (Some(0), Some(1));
        let far = [foe(8, 9), foe(8, 9), foe(8, 9)];
        for stance in [Stance::Strike, Stance::Kite] {
            assert_eq!(plays(&table(stance, bolt(), &far[..1])), (4, other), "{stance:?}");
            let back = if stance == Stance::Kite { 1 } else { 3 };
            assert_eq!(plays(&table(stance, bolt(), &far)), (back, storm), "{stance:?}: three on one square");
            let mut named = table(stance, bolt(), &far[..1]);
            named.setup.sides[0].units[0].tactics.area = Plan::always(AreaSquare::Most);
            assert_eq!(plays(&named), (back, storm), "{stance:?}: the named tactic does not ask");
            let mut walled = table(stance, bolt(), &far[..1]);
            walled.setup.obstacles = vec![Obstacle { col: 4, blocks_move: true }];
            assert_eq!(plays(&walled), (back, storm), "{stance:?}: no way");
            let ready = table(stance, bolt(), &far[..1]).ruling("listed_weapons", "need_ready");
            assert_eq!(plays(&ready), (back, storm), "{stance:?}: no action to ready the other weapon");
        }
        assert_eq!(plays(&table(Stance::Hold, bolt(), &far[..1])), (3, storm));
        assert_eq!(plays(&table(Stance::Strike, melee(4), &[foe(5, 9)])), (4, other));
        assert_eq!(plays(&table(Stance::Kite, melee(4), &[foe(5, 9)])), (1, storm), "not into melee state");
    }
}

#[test]
fn d_13_an_ability_on_a_square_is_weighed_too() {
    let blast = |effect| Ability {
        target: AbilityTarget::Square,
        effects: vec![effect],
        ..Ability::plain("blast", Timing::Main)
    };
    let damage = |fixed| Effect::Damage {
        amount: Amount::fixed(fixed),
        ignore_special_armour: false,
        no_knockback: true,
        as_back_attack: false,
    };
    let used = |effect, ally: i32, weapon: Weapon, foes: &[UnitSetup]| {
        let user = UnitSetup {
            special: vec![blast(effect)],
            weapons: vec![weapon],
            ..splitting(holding(at(7, pc("A", 6))), 0)
        };
        let other = UnitSetup { weapons: vec![out_of_reach()], ..holding(at(ally, pc("B", 1))) };
        let table = Table::of(&[user, other], foes);
        let uses = table.p_of(|seen| seen.sum(A, Metric::Abilities));
        uses[0]
    };
    assert_eq!(used(damage(3), 2, out_of_reach(), &[foe(8, 9)]), 1);
    assert_eq!(used(damage(3), 8, out_of_reach(), &[foe(8, 9)]), 0, "as much harm to an ally");
    assert_eq!(used(damage(3), 8, out_of_reach(), &[foe(8, 9), foe(8, 9)]), 1);
    assert_eq!(used(damage(1), 2, melee(4), &[foe(8, 9)]), 0, "the attack does more");
    assert_eq!(used(damage(3), 2, melee(4), &[foe(8, 9)]), 1);
    // What is no damage counts heads.
    assert_eq!(used(Effect::AttackDice(-1), 8, out_of_reach(), &[foe(8, 9)]), 0);
    assert_eq!(used(Effect::AttackDice(-1), 8, out_of_reach(), &[foe(8, 9), foe(8, 9)]), 1);
}

/// A with an ability, and two allies of 9 life whose life is changed to these.
fn healed(ability: Ability, lives: [i32; 2], tactic: Plan<AbilityUse>) -> Vec<UnitId> {
    let mut healer =
        UnitSetup { special: vec![ability], weapons: vec![out_of_reach()], ..holding(at(5, pc("A", 1))) };
    healer.tactics.ability = tactic;
    let ally = |col| holding(at(col, pc("ally", 1)));
    let table = Table::of(&[healer, ally(4), ally(2)], &[foe(13, 9)]);
    let log = slot(&table, "", |state| {
        for (unit, life) in [B, C].into_iter().zip(lives) {
            state.unit_mut(unit).life = life;
        }
    });
    let healed = |event: &Event| match event {
        Event::Heals { unit, .. } => Some(*unit),
        _ => None,
    };
    log.events.iter().filter_map(healed).collect()
}

fn heal(target: AbilityTarget, when: Option<When<Fact>>) -> Ability {
    Ability {
        target,
        when,
        effects: vec![Effect::Heal(Amount::fixed(2))],
        ..Ability::plain("heal", Timing::Main)
    }
}

fn asks(fact: Fact, compare: Compare, value: i32, percent: bool) -> When<Fact> {
    When { terms: vec![Term { fact, compare, value, percent }] }
}

#[test]
fn d_16_a_condition_about_a_target_is_judged_for_each() {
    let below_half = || Some(asks(Fact::TargetLife, Compare::Less, 50, true));
    let ally = || heal(AbilityTarget::Ally, below_half());
    assert_eq!(healed(ally(), [5, 8], Plan::default()), [], "4.5 is half");
    assert_eq!(healed(ally(), [5, 4], Plan::default()), [C]);
    assert_eq!(healed(ally(), [3, 4], Plan::default()), [B], "of two the lower life");
    let near = heal(AbilityTarget::Ally, Some(asks(Fact::Distance, Compare::AtMost, 1, false)));
    assert_eq!(healed(near, [8, 1], Plan::default()), [B]);
    assert_eq!(healed(heal(AbilityTarget::AllAllies, below_half()), [5, 4], Plan::default()), [C]);
    let entry = |what, when| Entry { what, when };
    let tactic = |then| Plan { entries: vec![entry(AbilityUse::This(0), below_half()), entry(then, None)] };
    assert_eq!(healed(heal(AbilityTarget::Ally, None), [5, 4], tactic(AbilityUse::Never)), [C]);
    assert_eq!(healed(heal(AbilityTarget::Ally, None), [5, 8], tactic(AbilityUse::Never)), []);
    assert_eq!(healed(heal(AbilityTarget::Ally, None), [5, 8], tactic(AbilityUse::FirstUsable)), [B]);
}

#[test]
fn d_16_nothing_is_healed_or_taken_off_that_is_not_there() {
    for target in [AbilityTarget::Ally, AbilityTarget::AllAllies, AbilityTarget::Itself] {
        assert_eq!(healed(heal(target, None), [9, 9], Plan::default()), [], "{target:?} is unhurt");
    }
    assert_eq!(healed(heal(AbilityTarget::Ally, None), [9, 8], Plan::default()), [C]);
    assert_eq!(healed(heal(AbilityTarget::AllAllies, None), [9, 8], Plan::default()), [C]);
    let cure = Ability {
        target: AbilityTarget::AllAllies,
        effects: vec![Effect::RemoveStatus(Status::UNNOTICED)],
        ..Ability::plain("cure", Timing::Main)
    };
    let uses = |statuses: Vec<StatusId>| {
        let user = UnitSetup {
            special: vec![cure.clone()],
            weapons: vec![out_of_reach()],
            ..holding(at(7, pc("A", 1)))
        };
        let ally = UnitSetup { statuses, weapons: vec![out_of_reach()], ..holding(at(2, pc("B", 1))) };
        Table::of(&[user, ally], &[foe(14, 9)]).tape("").sum(A, Metric::Abilities)
    };
    assert_eq!((uses(vec![]), uses(vec![Status::UNNOTICED])), (0, 1));
}

#[test]
fn d_16_a_sub_ability_leaves_the_step_and_the_main_action_to_the_attack() {
    let feed = |id: &str| Ability {
        effects: vec![Effect::GainCore(Amount::fixed(1))],
        ..Ability::plain(id, Timing::Sub)
    };
    let run = |col: i32, n: usize| {
        let special = ["a", "b"][..n].iter().map(|id| feed(id)).collect();
        let user = UnitSetup { special, weapons: vec![melee(0)], ..splitting(at(5, pc("A", 0)), 0) };
        let log = slot(&Table::of(&[user], &[foe(col, 9)]), "", |_| {});
        let count =
            |metric| log.adds.iter().filter(|add| (add.0, add.1) == (A, metric)).map(|add| add.2).sum();
        let [attacks, abilities]: [u32; 2] = [count(Metric::Attacks), count(Metric::Abilities)];
        (attacks, abilities)
    };
    assert_eq!(run(8, 1), (1, 0), "the attack needs the step");
    assert_eq!(run(6, 1), (1, 1), "somebody is in reach");
    assert_eq!(run(6, 2), (1, 1), "the main action is the attack's");
    assert_eq!(run(13, 2), (0, 2), "no attack can be made in this slot");
}

#[test]
fn d_16_what_only_makes_attacks_better_is_not_used_where_none_follows() {
    let uses = |col: i32, timing: Timing, effects: &[Effect], duration: Duration| {
        let rolls = if (col, timing) == (6, Timing::Sub) { "111" } else { "" };
        let frenzy = Ability { effects: effects.to_vec(), duration, ..Ability::plain("frenzy", timing) };
        let user =
            UnitSetup { special: vec![frenzy], weapons: vec![melee(0)], ..splitting(at(5, pc("A", 0)), 0) };
        let log = slot(&Table::of(&[user], &[foe(col, 9)]), rolls, |_| {});
        log.adds.iter().filter(|add| (add.0, add.1) == (A, Metric::Abilities)).count()
    };
    let dice = [Effect::DamageDice(3), Effect::AttackDice(1)];
    let now = Duration::ThisActivation;
    assert_eq!(uses(6, Timing::Sub, &dice, now), 1, "an attack follows");
    assert_eq!(uses(13, Timing::Sub, &dice, now), 0, "nobody is near enough");
    assert_eq!(uses(6, Timing::Main, &dice, now), 0, "it is the attack's action itself");
    assert_eq!(uses(13, Timing::Sub, &dice, Duration::RoundEnd), 1, "it may serve later");
    assert_eq!(uses(13, Timing::Sub, &[dice[0], Effect::DefenceDice(1)], now), 1, "it does more");
}

#[test]
fn d_16_who_has_come_near_uses_what_is_left_of_its_actions() {
    let healed = |col: i32, n: u8| {
        let near = Ability { range: Reach::Squares(1), ..heal(AbilityTarget::Ally, None) };
        let special = vec![Ability { timing: Timing::Sub, ..near }; usize::from(n)];
        let medic = UnitSetup { special, weapons: vec![melee(0)], ..splitting(at(2, pc("A", 0)), 0) };
        let ally = UnitSetup { weapons: vec![out_of_reach()], ..holding(at(col, pc("B", 1))) };
        let log = slot(&Table::of(&[medic, ally], &[foe(8, 9)]), "", |state| state.unit_mut(B).life = 1);
        log.events.iter().filter(|event| matches!(event, Event::Heals { .. })).count()
    };
    assert_eq!(healed(7, 1), 1, "JU-19: a large move first, and the sub action then");
    assert_eq!(healed(7, 2), 1, "there is one sub action");
    assert_eq!(healed(10, 1), 0, "too far");
    assert_eq!(healed(3, 1), 1, "once in an activation");
}

/// D-06: a healer without dice goes to its friends and not to the foe.
#[test]
fn d_06_who_can_hit_nobody_and_helps_its_side_goes_to_its_friends() {
    let end = |pool: i32, life: i32, ally: i32| {
        let near = Ability { range: Reach::Squares(1), ..heal(AbilityTarget::Ally, None) };
        let healer = UnitSetup { special: vec![near], weapons: vec![melee(0)], ..at(5, pc("A", pool)) };
        let friend = UnitSetup { weapons: vec![out_of_reach()], ..holding(at(ally, pc("B", 1))) };
        let foe = holding(at(14, dummy(2)));
        let log = slot(&Table::of(&[healer, friend], &[foe]), "", |state| state.unit_mut(B).life = life);
        let to = log.events.iter().rev().find_map(|event| match event {
            Event::Moves { unit: A, to, .. } => Some(*to),
            _ => None,
        });
        (to, log.events.iter().any(|event| matches!(event, Event::Heals { .. })))
    };
    assert_eq!(end(0, 5, 2), (Some(3), true), "back to its friend, whom it heals");
    assert_eq!(end(0, 9, 2), (Some(3), false), "to be near where nobody is hurt yet");
    assert_eq!(end(0, 9, 5), (None, false), "it is there");
    assert!(end(3, 9, 2).0.is_some_and(|to| to > 5), "who can hit closes in");
}

#[test]
fn ju_34_who_stands_before_a_wall_stays() {
    let mut table = Table::of(&[splitting(at(5, pc("A", 0)), 0)], &[foe(9, 9)]);
    table.setup.sides[0].units[0].weapons = vec![melee(0)];
    table.setup.obstacles = vec![Obstacle { col: 6, blocks_move: true }];
    let log = slot(&table, "", |_| {});
    assert!(matches!(log.events[..], [Event::Stays { unit: A }]), "{:?}", log.events);
}

#[test]
fn d_08_kill_plays_for_what_ends_the_fight_for_the_target() {
    let felling = |rule: &str, attacker: i32, aid: bool, back_kills: &str| {
        let mut target = UnitSetup { life: 9, ..at(8, dummy(2)) };
        target.first_aid = aid;
        let table = Table::of(&[at(attacker, pc("A", 5))], &[target])
            .ruling("death_rule", rule)
            .ruling("back_attack_kills", back_kills);
        let (juso, state) = table.board();
        juso.felling_roll(&state, A, B)
    };
    assert_eq!(felling("current_life", 7, false, "no"), Some(9));
    assert_eq!(felling("over", 7, true, "no"), Some(10), "somebody brings it back: death alone ends it");
    assert_eq!(felling("over", 7, false, "no"), Some(9), "life 0 ends it as well");
    assert_eq!(felling("never", 7, true, "no"), Some(9), "nothing kills");
    // JU-73: from behind the squares of 5 points are 5 points more.
    assert_eq!(felling("current_life", 9, false, "no"), Some(5));
    assert_eq!(felling("current_life", 9, true, "no"), Some(9));
    assert_eq!(felling("current_life", 9, true, "yes"), Some(5));
    // The dice of worked example 4, where nothing kills.
    let mut unit = UnitSetup { weapons: vec![melee(3)], ..holding(at(7, pc("A", 8))) };
    unit.tactics.split = Plan::always(Split::Kill);
    let table = Table::of(&[unit], &[UnitSetup { life: 4, ..holding(at(8, dummy(2))) }])
        .ruling("death_rule", "never");
    assert!(table.p_of(|seen| seen.declared()[0].2).into_iter().all(|split| split == 3));
}

#[test]
fn ju_35_a_side_that_has_left_for_good_loses_by_the_ruling() {
    let mut runner =
        UnitSetup { weapons: vec![out_of_reach()], ..standing(at(2, pc("A", 1)), Stance::Withdraw) };
    let other = || holding(at(14, dummy(2)));
    let end = |runner: &UnitSetup, ruling: &str| {
        let seen = Table::of(std::slice::from_ref(runner), &[other()])
            .rounds(6)
            .ruling("withdrawal_ends", ruling)
            .tape("");
        (seen.outcome, seen.state.round)
    };
    assert_eq!(end(&runner, "yes"), (Some(Outcome::Win(End::Right.side())), 1));
    assert_eq!(end(&runner, "no"), (Some(Outcome::Timeout), 6));
    // D-12 is for good; a stance that may change is not.
    runner.tactics.stance = Plan::default();
    runner.tactics.leave_at = Plan::always(LeaveAt::Life(99));
    assert_eq!(end(&runner, "yes").1, 1);
    runner.tactics.leave_at = Plan::default();
    let when = Some(asks(Fact::Round, Compare::AtMost, 1, false));
    runner.tactics.stance = Plan { entries: vec![Entry { what: Stance::Withdraw, when }] };
    assert_ne!(end(&runner, "yes").1, 1, "it comes back");
}

#[test]
fn d_06_a_shooter_steps_out_of_melee_where_it_may_not_shoot() {
    let shooter = UnitSetup { weapons: vec![bow(5, 0)], ..splitting(at(5, pc("A", 0)), 0) };
    let table = |col: i32| {
        Table::of(std::slice::from_ref(&shooter), &[foe(col, 9)]).ruling("shoot_in_melee", "forbidden")
    };
    let seen = table(6).tape("");
    assert_eq!((seen.own(A), seen.sum(A, Metric::Attacks)), (4, 1));
    let cornered = UnitSetup { col: Some(1), ..shooter.clone() };
    let seen = Table::of(&[cornered], &[foe(1, 9)]).ruling("shoot_in_melee", "forbidden").tape("");
    assert_eq!((seen.own(A), seen.sum(A, Metric::Attacks)), (3, 1), "forward, where there is no way back");
}

#[test]
fn d_06_strike_is_never_idle_where_it_could_get_a_foe_into_reach() {
    let mut x = 1_u64;
    let mut random = |n: u64| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((x >> 33) % n) as i32
    };
    for case in 0..3000 {
        let mut unit = splitting(at(1 + random(14), pc("A", 0)), 0);
        unit.weapons = match random(4) {
            0 => vec![melee(0)],
            1 => vec![bow(2 + random(5) as u8, 0)],
            2 => vec![bow(4, 0), melee(0)],
            _ => vec![Weapon { area: true, ..spell(Reach::Squares(6)) }, melee(0)],
        };
        let foes: Vec<UnitSetup> = (0..1 + random(3)).map(|_| foe(1 + random(14), 9)).collect();
        let ally = holding(at(1 + random(14), UnitSetup { weapons: vec![out_of_reach()], ..pc("ally", 1) }));
        let mut table = Table::of(&[unit, ally], &foes)
            .ruling("shoot_in_melee", ["allowed", "forbidden"][random(2) as usize])
            .ruling("second_side_large_move", ["always", "never"][random(2) as usize])
            .flag([End::Left, End::Right][random(2) as usize]);
        table.setup.obstacles =
            (0..random(3)).map(|_| Obstacle { col: 1 + random(14) as u8, blocks_move: true }).collect();
        let (juso, mut state) = table.board();
        let from = state.unit(A).own;
        (state.round, state.first) = (2, state.flag);
        let could = could_reach(&juso, &state);
        let (mut dice, mut log) = (Tape::d6(""), Log::default());
        let acted = {
            let mut play = Play {
                rules: &juso,
                state: &mut state,
                dice: &mut dice,
                obs: &mut log,
                acting: Some(A),
                acted: false,
                answered: [UnitSet::default(); 4],
            };
            play.act(A);
            play.acted || play.state.unit(A).own != from
        };
        assert!(acted || !could, "case {case}: {:?}", table.setup);
    }
}

/// Returns whether by the moves of this slot and the small move of the next a weapon of A for one target gets
/// somebody into reach: every square asked, by the same board.
fn could_reach(juso: &Juso, state: &State) -> bool {
    let weapons = juso.unit(A).profiles.iter().filter(|profile| !profile.area);
    let barred = juso.rulings.shoot_in_melee == crate::data::rulings::ShootInMelee::Forbidden;
    let reaches = |state: &State| {
        let in_melee = !juso.in_melee(state, A).is_empty();
        weapons.clone().any(|profile| {
            let reach = juso.reach(state, A, profile);
            (!barred || !in_melee || profile.kind != AttackKind::Ranged)
                && !juso.in_reach(state, A, reach).is_empty()
        })
    };
    let after = |state: &State, squares: i32| -> Vec<State> {
        let all = (0..=squares).flat_map(|n| [(n, true), (n, false)]);
        let moved = all.filter_map(|(n, ahead)| {
            let mut there = state.clone();
            there.unit_mut(A).own = juso.destination(state, A, ahead, n, false);
            (there.unit(A).own > 0).then_some(there)
        });
        moved.collect()
    };
    let farthest = if juso.may_move_large(state, A) { 5 } else { 3 };
    after(state, farthest).iter().flat_map(|then| after(then, 2)).any(|there| reaches(&there))
}
