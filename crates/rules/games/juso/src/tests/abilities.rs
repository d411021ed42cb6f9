//! Abilities and statuses (JU-22, JU-80, D-16).

use super::*;
use crate::data::metrics::*;

/// A, who attacks nobody, with these abilities, on column 7 and B on column 8 with 9 life.
fn with(abilities: Vec<Ability>) -> Table {
    let user = UnitSetup { weapons: vec![out_of_reach()], special: abilities, ..holding(at(7, pc("A", 3))) };
    Table::of(&[user], &[holding(at(8, dummy(2)))])
}

fn ability(timing: Timing, target: AbilityTarget, effects: &[Effect]) -> Ability {
    Ability { target, effects: effects.to_vec(), ..Ability::plain("ability", timing) }
}

fn damage(dice: u8) -> Effect {
    Effect::Damage {
        amount: Amount::dice(dice),
        ignore_special_armour: false,
        no_knockback: false,
        as_back_attack: false,
    }
}

#[test]
fn ju_80_damage_goes_the_way_of_all_damage() {
    let seen = with(vec![ability(Timing::Main, AbilityTarget::Enemy, &[damage(3)])]).tape("444");
    assert_eq!((seen.life(B), seen.own(B)), (6, 4));
    assert_eq!(seen.sum(A, Metric::Abilities), 1);
    let still = Effect::Damage {
        amount: Amount::fixed(3),
        ignore_special_armour: true,
        no_knockback: true,
        as_back_attack: false,
    };
    let mut table = with(vec![ability(Timing::Main, AbilityTarget::Enemy, &[still])]);
    table.setup.sides[1].units[0].special_armour = 9;
    let seen = table.tape("");
    assert_eq!((seen.life(B), seen.own(B)), (6, 7));
    let from_behind = Effect::Damage {
        amount: Amount::fixed(2),
        ignore_special_armour: false,
        no_knockback: false,
        as_back_attack: true,
    };
    let seen = with(vec![ability(Timing::Main, AbilityTarget::Enemy, &[from_behind])]).tape("");
    assert_eq!((seen.life(B), seen.own(B)), (5, 7));
}

#[test]
fn ju_80_a_base_roll_with_its_split_is_the_effect() {
    let roll = AbilityRoll::Check(Check {
        pool: Pool::Ability(Attribute::Wisdom),
        versus: Versus::Value(AttackKind::Jujutsu),
        split: true,
        area: false,
    });
    let split = Effect::Damage {
        amount: Amount { fixed: 1, dice: 0, split: true },
        ignore_special_armour: false,
        no_knockback: true,
        as_back_attack: false,
    };
    let mut table = with(vec![Ability { roll, ..ability(Timing::Main, AbilityTarget::Enemy, &[split]) }]);
    table.setup.sides[0].units[0].tactics.split = Plan::always(Split::Number(1));
    // 2 base dice against 2, one die of effect.
    assert_eq!(table.tape("44 4").life(B), 7);
    assert_eq!(table.tape("41").life(B), 9);
    // A fixed difficulty, and a roll of degree whose successes are the amount.
    let fixed = AbilityRoll::Check(Check {
        pool: Pool::Dice(1),
        versus: Versus::Fixed(1),
        split: false,
        area: false,
    });
    let table =
        with(vec![Ability { roll: fixed, ..ability(Timing::Main, AbilityTarget::Enemy, &[damage(1)]) }]);
    assert_eq!((table.tape("4 4").life(B), table.tape("1").life(B)), (8, 9));
    let degree =
        Ability { roll: AbilityRoll::Degree(3), ..ability(Timing::Main, AbilityTarget::Enemy, &[split]) };
    let table = with(vec![degree]);
    assert_eq!((table.tape("441").life(B), table.tape("111").life(B)), (6, 9));
}

#[test]
fn ju_80_against_a_pc_it_is_answered_by_a_defence() {
    let roll = AbilityRoll::Check(Check {
        pool: Pool::Dice(2),
        versus: Versus::DefenceRoll(AttackKind::Jujutsu),
        split: false,
        area: false,
    });
    let hex = Ability {
        roll,
        ..ability(Timing::Main, AbilityTarget::Enemy, &[Effect::LoseCore(Amount::fixed(9))])
    };
    let caster = UnitSetup { special: vec![hex], ..holding(at(8, dummy(1))) };
    let target = UnitSetup {
        start_cores: 3,
        weapons: vec![out_of_reach()],
        core_carry: CoreCarry::All,
        ..holding(at(7, pc("A", 2)))
    };
    let table = Table::of(&[target], &[caster]);
    assert_eq!(table.tape("44 44").state.unit(A).cores, 3, "resisted");
    assert_eq!(table.tape("44 41").state.unit(A).cores, 0);
}

#[test]
fn ju_80_costs_and_uses() {
    let heal = |cost| {
        let effects = [Effect::DefenceDice(1)];
        let duration = Duration::RoundEnd;
        Ability { cost, duration, ..ability(Timing::Main, AbilityTarget::Itself, &effects) }
    };
    let uses = |cost, rounds: u32| {
        let mut table = with(vec![heal(cost)]).rounds(rounds);
        table.setup.sides[0].units[0].start_cores = 3;
        table.setup.sides[0].units[0].core_carry = CoreCarry::All;
        table.tape("")
    };
    let seen = uses(Cost { cores: 1, ..Cost::default() }, 5);
    assert_eq!((seen.sum(A, Metric::Abilities), seen.sum(A, Metric::CoresOnAbilities)), (3, 3));
    // the last core, in round 3.
    assert_eq!(seen.marks(A, Clock::Exhausted(Exhaustion::Ability)), [(3, 1)]);
    assert_eq!(uses(Cost { uses_per_fight: Some(2), ..Cost::default() }, 5).sum(A, Metric::Abilities), 2);
    assert_eq!(uses(Cost { uses_per_round: Some(1), ..Cost::default() }, 5).sum(A, Metric::Abilities), 5);
    assert_eq!(uses(Cost { high_mana: 1, ..Cost::default() }, 5).sum(A, Metric::Abilities), 0);
    // The unit must keep a point of life: 9 allows two uses at 4.
    let seen = uses(Cost { life: 4, ..Cost::default() }, 5);
    assert_eq!((seen.sum(A, Metric::Abilities), seen.life(A)), (2, 1));
}

#[test]
fn ju_80_effects_that_heal_move_and_feed() {
    let run = |effects: &[Effect]| with(vec![ability(Timing::Sub, AbilityTarget::Itself, effects)]);
    let seen = run(&[Effect::GainCore(Amount::dice(2)), Effect::GainHighMana(Amount::fixed(2))]).tape("44");
    assert_eq!((seen.state.unit(A).mana, seen.sum(A, Metric::CoresLost)), (2, 2));
    let back =
        Effect::MoveSelf { direction: Direction::Backward, amount: Amount::fixed(3), through_enemies: false };
    assert_eq!(run(&[back]).tape("").own(A), 4);
    let ahead = |through_enemies| Effect::MoveSelf {
        direction: Direction::Forward,
        amount: Amount::fixed(3),
        through_enemies,
    };
    assert_eq!(run(&[ahead(false)]).tape("").own(A), 7);
    assert_eq!(run(&[ahead(true)]).tape("").own(A), 10);
    let target = |effect| with(vec![ability(Timing::Main, AbilityTarget::Enemy, &[effect])]).tape("");
    assert_eq!(target(Effect::Knockback(Amount::fixed(4))).own(B), 3);
    let pull = Effect::MoveTarget {
        direction: Direction::Backward,
        amount: Amount::fixed(2),
        through_enemies: false,
    };
    assert_eq!(target(pull).own(B), 5);
    // Life back up to full life, and the incapacitated up again.
    let heal = ability(Timing::Main, AbilityTarget::Ally, &[Effect::Heal(Amount::fixed(5))]);
    let revive = ability(Timing::Main, AbilityTarget::Ally, &[Effect::Revive(2)]);
    let mut table = with(vec![heal, revive]);
    table.setup.sides[0]
        .units
        .push(UnitSetup { weapons: vec![out_of_reach()], ..holding(at(6, pc("ally", 1))) });
    let (juso, mut state) = table.board();
    state.phase = crate::state::Phase::Action;
    state.unit_mut(B).life = 7;
    let mut other = state.clone();
    juso.turn(&mut state, &mut Tape::d6(""), &mut fray_engine::observe::Nobody);
    assert_eq!(state.unit(B).life, 9);
    other.unit_mut(B).life = 0;
    other.down.insert(B);
    juso.turn(&mut other, &mut Tape::d6(""), &mut fray_engine::observe::Nobody);
    assert_eq!((other.unit(B).life, other.down.has(B)), (2, false));
}

#[test]
fn ju_80_with_an_attack_and_on_defence_it_changes_that_attack_alone() {
    let striker = |special| UnitSetup { special, ..splitting(holding(at(7, pc("A", 2))), 0) };
    let boost =
        ability(Timing::WithAttack, AbilityTarget::Itself, &[Effect::AttackDice(2), Effect::DamageDice(1)]);
    let once = Ability { cost: Cost { uses_per_fight: Some(1), ..Cost::default() }, ..boost };
    let table = Table::of(&[striker(vec![once])], &[holding(at(8, dummy(3)))]).rounds(2);
    let seen = table.tape("4411 41");
    assert_eq!(seen.declared(), [(4, 0, 0), (2, 0, 0)]);
    // A defence die and a point of difficulty less.
    let ward = ability(
        Timing::OnDefence,
        AbilityTarget::Itself,
        &[Effect::DefenceDice(1), Effect::ChangeDifficulty(-1)],
    );
    let target =
        UnitSetup { weapons: vec![out_of_reach()], special: vec![ward], ..holding(at(7, pc("A", 1))) };
    let attacker = UnitSetup { weapons: vec![enemy_melee(2, 1)], ..holding(at(8, dummy(1))) };
    assert_eq!(Table::of(&[target], &[attacker]).tape("44 41").life(A), 9);
}

#[test]
fn ju_80_on_damage_and_on_knockback() {
    let attacker = UnitSetup { weapons: vec![enemy_melee(1, 4)], ..holding(at(8, dummy(1))) };
    let hurt = |timing, effects: &[Effect]| {
        let special = vec![ability(timing, AbilityTarget::Itself, effects)];
        let target =
            UnitSetup { life: 4, weapons: vec![out_of_reach()], special, ..holding(at(7, pc("A", 1))) };
        Table::of(&[target], std::slice::from_ref(&attacker)).tape("4 1 4444")
    };
    // Before the death check: 4 damage less 2 is survived, with 2 squares less 1.
    let less = [Effect::ReduceDamage(Amount::fixed(2)), Effect::ReduceKnockback(Amount::fixed(1))];
    let seen = hurt(Timing::OnDamage, &less);
    assert_eq!((seen.life(A), seen.own(A)), (2, 6));
    // After it: dead.
    assert!(hurt(Timing::OnKnockback, &less).state.dead.has(A));
    // On a kill.
    let hungry = UnitSetup {
        special: vec![ability(Timing::OnKill, AbilityTarget::Itself, &[Effect::GainCore(Amount::fixed(2))])],
        ..splitting(holding(at(7, pc("A", 1))), 0)
    };
    let right = [UnitSetup { life: 1, ..holding(at(8, dummy(1))) }, holding(at(14, dummy(1)))];
    assert_eq!(Table::of(&[hungry], &right).tape("4 4").sum(A, Metric::CoresLost), 2);
}

#[test]
fn ju_80_in_what_follows_from_an_answer_each_answers_a_moment_once() {
    let damage = Effect::Damage {
        amount: Amount::fixed(1),
        ignore_special_armour: false,
        no_knockback: true,
        as_back_attack: false,
    };
    let thorns = ability(Timing::OnDamage, AbilityTarget::Attacker, &[damage]);
    let thorny = |unit: UnitSetup| UnitSetup { special: vec![thorns.clone()], ..unit };
    let attacker = thorny(UnitSetup { weapons: vec![enemy_melee(1, 4)], ..holding(at(8, dummy(1))) });
    let target = thorny(UnitSetup { weapons: vec![out_of_reach()], ..holding(at(7, pc("A", 1))) });
    // A answers the blow, B that answer, and A does not answer again what it answers already.
    let seen = Table::of(&[target], &[attacker]).tape("4 1 4444");
    assert_eq!((seen.sum(A, Metric::Abilities), seen.sum(B, Metric::Abilities)), (1, 1));
    assert_eq!((seen.life(A), seen.life(B)), (4, 8));
}

#[test]
fn ju_80_an_instant_status_lasts_for_the_fight_at_every_timing() {
    let is_blind = |timing, duration| {
        let hex = Ability {
            duration,
            cost: Cost { uses_per_fight: Some(1), ..Cost::default() },
            ..ability(timing, AbilityTarget::Enemy, &[Effect::AddStatus(Status::BLINDED)])
        };
        let mut table = with(vec![hex]).rounds(2);
        table.setup.sides[0].units[0].weapons = vec![melee(1)];
        let juso = table.system();
        table.p(|seen| juso.has_mark(&seen.state, B, Status::BLINDED.0))
    };
    for timing in [Timing::BattleStart, Timing::Main, Timing::WithAttack, Timing::RoundEnd] {
        assert_p(is_blind(timing, Duration::Instant), 1, 1);
    }
    assert_p(is_blind(Timing::WithAttack, Duration::ThisAttack), 0, 1);
}

#[test]
fn ju_80_statuses_forbid_and_pass() {
    let foe = UnitSetup { weapons: vec![enemy_melee(1, 0)], ..at(8, dummy(1)) };
    let run = |status, duration, rounds| {
        let hex = Ability {
            duration,
            cost: Cost { uses_per_fight: Some(1), ..Cost::default() },
            ..ability(Timing::BattleStart, AbilityTarget::Enemy, &[Effect::AddStatus(status)])
        };
        let mut table = with(vec![hex]).rounds(rounds);
        table.setup.sides[1].units[0] = foe.clone();
        table.setup.sides[0].units[0].tactics.defend = Plan::always(Defend::None);
        table
    };
    // Stunned: the next main is lost, not the one after.
    assert_eq!(run(Status::STUNNED, Duration::Fight, 3).tape("1 1").targets().len(), 2);
    // Blinded for two rounds: -2 attack dice.
    let seen = run(Status::BLINDED, Duration::Rounds(2), 3).tape("1");
    assert_eq!(seen.declared(), [(0, 0, 0), (0, 0, 0), (1, 0, 0)]);
    // Held: it cannot come near.
    let mut held = run(Status::HELD, Duration::Fight, 1);
    held.setup.sides[1].units[0].col = Some(12);
    assert_eq!(held.tape("").own(B), 3);
    // Prone: no sub, so no step before the attack.
    let mut prone = run(Status::PRONE, Duration::Fight, 1);
    prone.setup.sides[1].units[0].col = Some(10);
    assert!(prone.tape("").targets().is_empty());
}

#[test]
fn ju_80_a_removal_roll_ends_a_status() {
    let mut table = with(vec![]).rounds(2);
    let removal = Some(Removal { pool: Pool::Dice(1), difficulty: 1 });
    table.setup.statuses.push(Status { name: "webbed".to_owned(), removal, ..Status::default() });
    let webbed = StatusId(table.setup.statuses.len() as u8 - 1);
    table.setup.sides[1].units[0].statuses = vec![webbed];
    let ends =
        |seen: &Seen| seen.has(|event| *event == Event::Status { unit: B, status: webbed, begins: false });
    assert!(ends(&table.tape("4")));
    assert!(!ends(&table.tape("1 1")));
}

#[test]
fn ju_80_passive_abilities_hold_while_their_condition_does() {
    use fray_kit::tactics::when::{Compare, Term, When};
    let below =
        When { terms: vec![Term { fact: Fact::Life, compare: Compare::Less, value: 5, percent: false }] };
    let rage = Ability {
        when: Some(below),
        ..ability(
            Timing::Passive,
            AbilityTarget::Itself,
            &[Effect::ChangeValue(Change { stat: Stat::Strength, how: How::By(2) })],
        )
    };
    let mut table = with(vec![rage]);
    let (juso, mut state) = table.board();
    assert_eq!(juso.ability(&state, A, Attribute::Strength), 3);
    state.unit_mut(A).life = 4;
    assert_eq!(juso.ability(&state, A, Attribute::Strength), 5);
    // An aura reaches allies in range, and defences do not tire under it.
    let aura = Ability {
        range: Reach::Squares(1),
        ..ability(Timing::Passive, AbilityTarget::AllAllies, &[Effect::RepeatDefenceImmunity])
    };
    table.setup.sides[0].units[0].special = vec![aura];
    table.setup.sides[0].units.push(at(6, pc("near", 1)));
    table.setup.sides[0].units.push(at(4, pc("far", 1)));
    let (juso, mut state) = table.board();
    for unit in [B, C] {
        state.unit_mut(unit).defended = 2;
    }
    assert_eq!((juso.weariness(&state, B), juso.weariness(&state, C)), (0, 2));
}

#[test]
fn ju_22_actions_of_abilities_and_d_16() {
    let small = |timing| ability(timing, AbilityTarget::Itself, &[Effect::DefenceDice(1)]);
    let used = |timing, key: &str, value: &str| {
        let mut table = with(vec![small(timing)]).ruling(key, value);
        // It would attack with its main.
        table.setup.sides[0].units[0].weapons = vec![melee(0)];
        let seen = table.tape(if timing == Timing::Sub || value == "sub" { "111" } else { "" });
        (seen.sum(A, Metric::Abilities), seen.targets().len())
    };
    assert_eq!(used(Timing::Main, "potion", "main"), (1, 0));
    assert_eq!(used(Timing::Sub, "potion", "main"), (1, 1));
    assert_eq!(used(Timing::Full, "potion", "main"), (1, 0));
    assert_eq!(used(Timing::Potion, "potion", "main"), (1, 0));
    assert_eq!(used(Timing::Potion, "potion", "sub"), (1, 1));
    // D-16: none, or this one alone.
    let mut table = with(vec![small(Timing::Main), ability(Timing::Sub, AbilityTarget::Enemy, &[damage(1)])]);
    table.setup.sides[0].units[0].tactics.ability = Plan::always(AbilityUse::Never);
    assert_eq!(table.tape("").sum(A, Metric::Abilities), 0);
    table.setup.sides[0].units[0].tactics.ability = Plan::always(AbilityUse::This(1));
    assert_eq!(table.tape("4").life(B), 8);
}

#[test]
fn ju_80_extra_and_lost_actions_and_switched_weapons() {
    let extra = ability(Timing::Sub, AbilityTarget::Itself, &[Effect::ExtraAction(ActionKind::Main)]);
    let mut table = with(vec![extra]);
    let hero = &mut table.setup.sides[0].units[0];
    hero.weapons = vec![melee(0), melee(3)];
    hero.tactics.split = Plan::always(Split::Number(0));
    assert_eq!(table.tape("111 111").targets().len(), 2);
    let switch = ability(Timing::Sub, AbilityTarget::Itself, &[Effect::SwitchWeapon(1)]);
    table.setup.sides[0].units[0].special = vec![switch];
    assert_eq!(table.tape("444 444").life(B), 6);
    let lose = ability(Timing::Sub, AbilityTarget::Enemy, &[Effect::LoseAction(ActionKind::Main)]);
    let mut table = with(vec![lose]);
    table.setup.sides[1].units[0].weapons = vec![enemy_melee(3, 1)];
    assert!(table.tape("").targets().is_empty());
}

#[test]
fn ju_80_what_lasts_is_told_from_its_beginning_to_its_end() {
    let told = |duration| {
        let effects = [Effect::AddStatus(Status::BLINDED), Effect::AttackDice(-1)];
        let cost = Cost { uses_per_fight: Some(1), ..Cost::default() };
        let dazzle = Ability { duration, cost, ..ability(Timing::Main, AbilityTarget::Enemy, &effects) };
        let mut lines = with(vec![dazzle]).told("");
        lines.retain(|line| line == "Round end" || line.starts_with("  D"));
        lines
    };
    let begins = ["  D is blinded", "  D: attack dice -1"];
    assert_eq!(
        told(Duration::ThisAttack),
        [&begins[..], &["  D is no longer blinded", "Round end"]].concat()
    );
    let over = ["Round end", "  D is no longer blinded", "  D: ability is over"];
    assert_eq!(told(Duration::RoundEnd), [&begins[..], &over].concat());
}

#[test]
fn ju_80_who_has_a_status_is_known_until_the_last_of_them_ends() {
    let (juso, mut state) = with(vec![ability(Timing::Main, AbilityTarget::Enemy, &[damage(1)])]).board();
    let [blinded, prone] = [Status::BLINDED, Status::PRONE].map(|status| status.0);
    assert!(state.marked.is_empty());
    juso.set_mark(&mut state, B, blinded, 1);
    juso.set_mark(&mut state, B, prone, 2);
    assert_eq!(state.marked, UnitSet::one(B));
    juso.end_mark(&mut state, B, blinded);
    assert_eq!(state.marked, UnitSet::one(B), "still prone");
    juso.end_mark(&mut state, B, prone);
    assert!(state.marked.is_empty());
    juso.set_mark(&mut state, A, prone, 1);
    juso.clear_marks(&mut state, A);
    assert!(state.marked.is_empty(), "taken off all at once");
}

/// D-16: how often A uses an ability of this effect in a round, of which it has the main action for one.
fn uses_of(target: AbilityTarget, effect: Effect, change: impl Fn(&mut Table)) -> u32 {
    let mut table = with(vec![ability(Timing::Sub, target, &[effect])]);
    change(&mut table);
    table.tape("").sum(A, Metric::Abilities)
}

#[test]
fn d_16_what_would_do_nothing_is_not_used() {
    let nothing = |_: &mut Table| {};
    let enemy = AbilityTarget::Enemy;
    let itself = AbilityTarget::Itself;
    assert_eq!(uses_of(itself, Effect::TakeFlag, |table| table.setup.flag = Flag::Held(End::Left)), 0);
    assert_eq!(uses_of(itself, Effect::TakeFlag, |table| table.setup.flag = Flag::Held(End::Right)), 1);
    assert_eq!(uses_of(enemy, Effect::LoseCore(Amount::fixed(1)), nothing), 0);
    let rich = |table: &mut Table| table.setup.sides[1].units[0].start_cores = 1;
    assert_eq!(uses_of(enemy, Effect::LoseCore(Amount::fixed(1)), rich), 0, "it spends none");
    let spender = |table: &mut Table| {
        rich(table);
        table.setup.rulings.enemy_cores = crate::data::rulings::Switch::On;
    };
    assert_eq!(uses_of(enemy, Effect::LoseCore(Amount::fixed(1)), spender), 1);
    assert_eq!(uses_of(enemy, Effect::GainCore(Amount::fixed(1)), nothing), 0, "it spends none");
    assert_eq!(uses_of(itself, Effect::GainCore(Amount::fixed(1)), nothing), 1);
    assert_eq!(uses_of(itself, Effect::GainHighMana(Amount::fixed(1)), nothing), 0, "it buys nothing");
    assert_eq!(uses_of(itself, Effect::SwitchWeapon(0), nothing), 0, "it is in hand");
    assert_eq!(uses_of(enemy, Effect::Knockback(Amount::fixed(2)), nothing), 1);
    let stiff = |table: &mut Table| table.setup.rulings.knockback = crate::data::rulings::Switch::Off;
    assert_eq!(uses_of(enemy, Effect::Knockback(Amount::fixed(2)), stiff), 0);
    let forward =
        Effect::MoveSelf { amount: Amount::fixed(1), direction: Direction::Forward, through_enemies: false };
    assert_eq!(uses_of(itself, forward, nothing), 0, "B stands in the way");
    let armoured = |table: &mut Table| table.setup.sides[1].units[0].special_armour = 3;
    assert_eq!(uses_of(enemy, damage(3), armoured), 0, "JU-67: no roll of three dice is above it");
    assert_eq!(uses_of(enemy, Effect::Knockback(Amount::fixed(1)), armoured), 1);
}

#[test]
fn d_16_nothing_is_forbidden_that_nobody_would_do() {
    let uses = |bans: &[Ban], change: fn(&mut Table)| {
        uses_of(AbilityTarget::Enemy, Effect::AddStatus(StatusId(12)), |table| {
            let ban = Bans::of(bans);
            table.setup.statuses.push(Status { name: "barred".to_owned(), ban, ..Status::default() });
            change(table);
        })
    };
    assert_eq!(uses(&[Ban::SpendCore], |_| {}), 0, "it spends none");
    let spends = |table: &mut Table| table.setup.rulings.enemy_cores = crate::data::rulings::Switch::On;
    assert_eq!(uses(&[Ban::SpendCore], spends), 1);
    assert_eq!(uses(&[Ban::Defend], |_| {}), 0, "JU-41: a value stands for its defence");
    assert_eq!(uses(&[Ban::Defend, Ban::Attack], |_| {}), 1);
}

#[test]
fn d_16_nothing_is_laid_where_it_lasts_as_long() {
    let uses = |effect: Effect, duration: Duration| {
        let ability = Ability { duration, ..ability(Timing::Main, AbilityTarget::Itself, &[effect]) };
        with(vec![ability]).rounds(3).tape("").sum(A, Metric::Abilities)
    };
    assert_eq!(uses(Effect::DefenceDice(1), Duration::Fight), 1);
    assert_eq!(uses(Effect::DefenceDice(1), Duration::RoundEnd), 3);
    assert_eq!(uses(Effect::DefenceDice(1), Duration::Rounds(2)), 3, "it lasts a round longer each time");
    assert_eq!(uses(Effect::AddStatus(Status::UNNOTICED), Duration::Fight), 1);
}

/// JU-80: what an area lays on everybody there passes over whom it has just felled.
#[test]
fn ju_80_the_incapacitated_gain_and_lose_nothing_but_life() {
    let blow = Effect::Damage {
        amount: Amount::fixed(9),
        ignore_special_armour: false,
        no_knockback: true,
        as_back_attack: false,
    };
    let curse = Effect::LoseCore(Amount::fixed(1));
    let mut table = with(vec![ability(Timing::Main, AbilityTarget::Square, &[blow, curse])])
        .ruling("death_rule", "never");
    let mut tough = holding(at(8, dummy(2)));
    (tough.name, tough.life, tough.start_cores) = ("C".to_owned(), 30, 2);
    table.setup.sides[1].units[0].start_cores = 2;
    table.setup.sides[1].units.push(tough);
    table.setup.sides[0].units[0].tactics.area = Plan::always(AreaSquare::Most);
    let seen = table.tape("");
    assert_eq!((seen.life(B), seen.life(C)), (0, 21));
    let lost =
        |it: UnitId| seen.has(|event| matches!(event, Event::CoresChanged { unit, .. } if *unit == it));
    assert_eq!((lost(B), lost(C)), (false, true));
}
