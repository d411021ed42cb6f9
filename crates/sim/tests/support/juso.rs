//! Random scenarios of Juso.

use fray_kit::tactics::when::{Compare, Term, When};
use fray_rules::games::juso::Juso;
use fray_rules::games::juso::data::rulings::Rulings;
use fray_rules::games::juso::data::setup::{
    AttackKind, Attribute, Attributes, Body, Catalogue, CoreCarry, Defence, End, Flag, Movement, Obstacle,
    Reach, Setup, Shield, Skills, UnitKind, UnitSetup, Weapon,
};
use fray_rules::games::juso::data::tactics::{
    AbilityUse, AreaSquare, ConcedeAt, CoreAttack, Defend, Entry, Fact, FirstAid, LeaveAt, OnDamage,
    Placement, Plan, Return, SideOrder, SideTactics, Split, Stance, Tactics, Target, WeaponChoice,
};
use fray_rules::games::juso::data::vocabulary::{
    Ability, AbilityRoll, AbilityTarget, ActionKind, Amount, Ban, Bans, Change, Check, Cost, Direction,
    Duration, Effect, How, Pool, Removal, Stat, Status, StatusId, Timing, Versus,
};

use super::{Choices, random_rulings};

/// A scenario of 1 to 3 units a side, where any ruling, tactic, ability and status may be in force.
pub(crate) fn random(seed: u64) -> Juso {
    Juso::new(&random_setup(seed))
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut choices = Choices::new(seed);
    let choices = &mut choices;
    let mut setup = Setup::plain(Vec::new(), Vec::new());
    setup.rulings = rulings(choices);
    setup.max_rounds = choices.int(1, 12) as u32;
    setup.surprise = choices.once_in(6).then(|| *choices.of(&[End::Left, End::Right]));
    setup.flag = match choices.int(0, 3) {
        0 => Flag::Held(*choices.of(&[End::Left, End::Right])),
        1 => Flag::Dice([choices.int(1, 7) as u8, choices.int(0, 7) as u8]),
        _ => Flag::Rolled,
    };
    let obstacles = (0..choices.int(0, 2))
        .map(|i| Obstacle { col: (choices.int(1, 7) + 7 * i) as u8, blocks_move: choices.once_in(3) });
    setup.obstacles = obstacles.collect();
    setup.statuses.extend((0..choices.int(0, 2)).map(|i| status(choices, i)));
    // Without abilities and tactics less of the state is read, and keys take their shortest form.
    let (plain, able) = (choices.once_in(3), choices.once_in(2));
    let n_statuses = setup.statuses.len() as i32;
    for (i, side) in setup.sides.iter_mut().enumerate() {
        let kinds: &[UnitKind] = match choices.int(0, 4) {
            0 => &[UnitKind::Pc, UnitKind::Enemy],
            _ if i == 0 => &[UnitKind::Pc],
            _ => &[UnitKind::Enemy],
        };
        (side.morale, side.strength) = (choices.int(-1, 1), choices.int(-1, 1));
        if !plain {
            side.tactics = side_tactics(choices);
        }
        for n in 0..choices.int(1, 3) {
            let mut unit = unit(choices);
            unit.name = format!("unit{n}");
            unit.kind = *choices.of(kinds);
            if able {
                unit.special =
                    (0..choices.int(0, 3)).map(|i| ability(choices, i, n_statuses, &unit)).collect();
                unit.statuses =
                    (0..choices.int(0, 1)).map(|_| StatusId(choices.int(0, n_statuses - 1) as u8)).collect();
            }
            if !plain {
                unit.tactics = tactics(choices, unit.special.len());
            }
            side.units.push(unit);
        }
    }
    setup
}

/// Two identical sides, one the mirror image of the other, under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> Juso {
    let mut setup = random_setup(seed);
    setup.max_rounds = 12;
    setup.surprise = None;
    setup.flag = Flag::Dice([5, 5]);
    setup.obstacles.clear();
    let [left, right] = &mut setup.sides;
    left.units.truncate(2);
    for unit in &mut left.units {
        unit.life = unit.life.min(4);
        unit.col = unit.col.map(|col| col.min(7));
        // The square of an area is the lowest column of equals, which is nobody's mirror image.
        for weapon in &mut unit.weapons {
            weapon.area = false;
            (weapon.power, weapon.damage) = (weapon.power.max(5), weapon.damage.max(Some(4)));
            weapon.effect_cap = None;
        }
        unit.special.retain(|ability| ability.target != AbilityTarget::Square);
        unit.tactics.ability = Plan::default();
        // Blows that can fall and hurt, and nobody who hides or runs away, so that fights are decided.
        unit.statuses.retain(|&status| status != Status::UNNOTICED);
        let able = &mut unit.abilities;
        for pool in [&mut able.perception, &mut able.agility, &mut able.wisdom, &mut able.strength] {
            *pool = (*pool).max(3);
        }
        let defence = &mut unit.defence;
        for value in [&mut defence.melee, &mut defence.ranged, &mut defence.jujutsu] {
            *value = (*value).min(2);
        }
        (unit.special_armour, unit.armour) = (0, unit.armour.min(1));
        unit.tactics.split = Plan::default();
        unit.tactics.stance = Plan::default();
        unit.tactics.leave_at = Plan::default();
        unit.tactics.return_when = Plan::default();
        unit.weapons.push(Weapon { name: "blade".to_owned(), power: 6, ..Catalogue::HeavyLarge.weapon() });
    }
    right.units = left.units.clone();
    for unit in &mut right.units {
        unit.col = unit.col.map(|col| 15 - col);
    }
    right.tactics = left.tactics.clone();
    Juso::new(&setup)
}

fn rulings(choices: &mut Choices) -> Rulings {
    random_rulings(choices, Rulings::ALL, 3, |rulings: &mut Rulings, key, value| rulings.set(key, value))
}

fn unit(choices: &mut Choices) -> UnitSetup {
    let four = |choices: &mut Choices, most| Attributes {
        perception: choices.int(0, most),
        agility: choices.int(0, most),
        wisdom: choices.int(0, most),
        strength: choices.int(0, most),
    };
    let rarely = |choices: &mut Choices, most| if choices.once_in(3) { choices.int(0, most) } else { 0 };
    UnitSetup {
        body: *choices.of(&[Body::Human, Body::Monster, Body::Ryuma]),
        life: choices.int(1, 14),
        col: choices.once_in(2).then(|| choices.int(1, 14)),
        movement: *choices.of(&[Movement::Fast, Movement::Normal, Movement::Slow]),
        abilities: four(choices, 4),
        levels: four(choices, 2),
        skills: Skills {
            melee: rarely(choices, 3),
            ranged: rarely(choices, 3),
            jujutsu: rarely(choices, 3),
            defence: rarely(choices, 3),
            resist: rarely(choices, 3),
        },
        core_base: choices.int(0, 4),
        start_cores: rarely(choices, 5),
        core_carry: *choices.of(&[CoreCarry::Number(0), CoreCarry::Number(2), CoreCarry::All]),
        armour: rarely(choices, 3),
        shield: *choices.of(&[Shield::None, Shield::Small, Shield::Large]),
        special_armour: rarely(choices, 2),
        machine_level: rarely(choices, 3),
        retreat_defence: rarely(choices, 3),
        agitation: rarely(choices, 3),
        alert: choices.int(0, 3),
        ranged_mod: choices.int(-3, 2),
        moving_mod: choices.int(-2, 0),
        first_aid: choices.once_in(2),
        defence: Defence { melee: choices.int(0, 4), ranged: choices.int(0, 4), jujutsu: choices.int(0, 4) },
        weapons: (0..choices.int(0, 3)).map(|i| weapon(choices, i)).collect(),
        ..UnitSetup::plain("", UnitKind::Pc, 1)
    }
}

fn weapon(choices: &mut Choices, i: i32) -> Weapon {
    let kind = *choices.of(&[AttackKind::Melee, AttackKind::Ranged, AttackKind::Jujutsu]);
    let reaches = [
        Reach::Squares(0),
        Reach::Squares(2),
        Reach::Squares(5),
        Reach::Squares(13),
        Reach::Close,
        Reach::Mid,
        Reach::Far,
    ];
    let own = Weapon {
        kind,
        ability: choices.once_in(3).then(|| *choices.of(&[Attribute::Agility, Attribute::Strength])),
        damage: Some(choices.int(0, 6)),
        range: *choices.of(if kind == AttackKind::Jujutsu { &reaches } else { &reaches[..4] }),
        hands: choices.int(1, 2) as u8,
        area: kind == AttackKind::Jujutsu && choices.once_in(2),
        effect_cap: (kind == AttackKind::Jujutsu && choices.once_in(3)).then(|| choices.int(0, 5)),
        ..Weapon::default()
    };
    let weapon = if choices.once_in(2) { choices.of(&Catalogue::ALL).weapon() } else { own };
    Weapon { name: format!("weapon{i}"), power: choices.int(0, 8), ..weapon }
}

fn status(choices: &mut Choices, i: i32) -> Status {
    Status {
        name: format!("status{i}"),
        change_value: (0..choices.int(0, 2)).map(|_| change(choices)).collect(),
        ban: Bans::of(&Ban::ALL.into_iter().filter(|_| choices.once_in(5)).collect::<Vec<_>>()),
        one_activation: choices.once_in(3),
        removal: choices
            .once_in(2)
            .then(|| Removal { pool: pool(choices), difficulty: choices.int(0, 3) as u8 }),
    }
}

fn change(choices: &mut Choices) -> Change {
    let how =
        if choices.once_in(4) { How::To(choices.int(0, 5) as i8) } else { How::By(choices.int(-2, 2) as i8) };
    Change { stat: *choices.of(&Stat::ALL), how }
}

fn pool(choices: &mut Choices) -> Pool {
    let attributes = [Attribute::Perception, Attribute::Agility, Attribute::Wisdom, Attribute::Strength];
    if choices.once_in(2) {
        Pool::Dice(choices.int(0, 6) as u8)
    } else {
        Pool::Ability(*choices.of(&attributes))
    }
}

fn ability(choices: &mut Choices, i: i32, n_statuses: i32, unit: &UnitSetup) -> Ability {
    let timings = [
        Timing::BattleStart,
        Timing::Preparation,
        Timing::Main,
        Timing::Sub,
        Timing::Full,
        Timing::Potion,
        Timing::WithAttack,
        Timing::OnDefence,
        Timing::OnDamage,
        Timing::OnKnockback,
        Timing::OnKill,
        Timing::RoundEnd,
        Timing::Passive,
    ];
    let timing = *choices.of(&timings);
    let reacts = matches!(timing, Timing::OnDefence | Timing::OnDamage | Timing::OnKnockback);
    let targets = [
        AbilityTarget::Itself,
        AbilityTarget::Ally,
        AbilityTarget::Enemy,
        AbilityTarget::Square,
        AbilityTarget::AllAllies,
        AbilityTarget::AllEnemies,
        AbilityTarget::Attacker,
    ];
    let ranges = [Reach::Close, Reach::Mid, Reach::Far, Reach::Squares(4), Reach::Any];
    let durations = [
        Duration::Instant,
        Duration::ThisAttack,
        Duration::ThisActivation,
        Duration::RoundEnd,
        Duration::Rounds(2),
        Duration::Fight,
    ];
    let kinds = [AttackKind::Melee, AttackKind::Ranged, AttackKind::Jujutsu];
    let versus = [
        Versus::Value(*choices.of(&kinds)),
        Versus::Fixed(choices.int(0, 3) as i8),
        Versus::DefenceRoll(*choices.of(&kinds)),
    ];
    let roll = match choices.int(0, 3) {
        0 => AbilityRoll::Degree(choices.int(0, 4) as u8),
        1 => AbilityRoll::Check(Check {
            pool: pool(choices),
            versus: *choices.of(&versus),
            split: choices.once_in(2),
            area: choices.once_in(4),
        }),
        _ => AbilityRoll::None,
    };
    let count = |choices: &mut Choices, most| choices.int(0, most) as u8;
    Ability {
        id: format!("ability{i}"),
        cost: Cost {
            cores: if choices.once_in(3) { count(choices, 2) } else { 0 },
            high_mana: if choices.once_in(4) { 1 } else { 0 },
            life: if choices.once_in(5) { 1 } else { 0 },
            uses_per_round: choices.once_in(2).then_some(1),
            uses_per_fight: choices.once_in(2).then(|| choices.int(1, 3) as u8),
        },
        when: choices.once_in(3).then(|| when(choices, Fact::all())),
        target_has: choices.once_in(6).then(|| StatusId(choices.int(0, n_statuses - 1) as u8)),
        target: *choices.of(if reacts { &targets } else { &targets[..6] }),
        range: *choices.of(&ranges),
        roll,
        effects: (0..choices.int(1, 2)).map(|_| effect(choices, n_statuses, unit)).collect(),
        duration: *choices.of(&durations),
        ..Ability::plain("", timing)
    }
}

fn effect(choices: &mut Choices, n_statuses: i32, unit: &UnitSetup) -> Effect {
    let amount =
        Amount { fixed: choices.int(0, 2) as u8, dice: choices.int(0, 4) as u8, split: choices.once_in(3) };
    let (direction, through_enemies) =
        (*choices.of(&[Direction::Forward, Direction::Backward]), choices.once_in(2));
    let action = *choices.of(&[ActionKind::Main, ActionKind::Sub]);
    let n = choices.int(-2, 2) as i8;
    let status = StatusId(choices.int(0, n_statuses - 1) as u8);
    let effects = [
        Effect::Damage {
            amount,
            ignore_special_armour: choices.once_in(2),
            no_knockback: choices.once_in(2),
            as_back_attack: choices.once_in(2),
        },
        Effect::Heal(amount),
        Effect::Revive(choices.int(1, 3) as u8),
        Effect::GainCore(amount),
        Effect::LoseCore(amount),
        Effect::GainHighMana(amount),
        Effect::MoveSelf { direction, amount, through_enemies },
        Effect::MoveTarget { direction, amount, through_enemies },
        Effect::Knockback(amount),
        Effect::ReduceDamage(amount),
        Effect::ReduceKnockback(amount),
        Effect::AttackDice(n),
        Effect::DefenceDice(n),
        Effect::DamageDice(n),
        Effect::ChangeValue(change(choices)),
        Effect::ChangeDifficulty(n),
        Effect::RepeatDefenceImmunity,
        Effect::ExtraAction(action),
        Effect::LoseAction(action),
        Effect::AddStatus(status),
        Effect::RemoveStatus(status),
        Effect::TakeFlag,
        Effect::SwitchWeapon(choices.int(0, unit.weapons.len().max(1) as i32 - 1) as u8),
    ];
    *choices.of(&effects)
}

fn tactics(choices: &mut Choices, n_abilities: usize) -> Tactics {
    let n = choices.int(0, 4) as u8;
    let this = choices.int(0, n_abilities.max(1) as i32 - 1) as u8;
    let uses = [AbilityUse::FirstUsable, AbilityUse::Never, AbilityUse::This(this)];
    Tactics {
        placement: plan(choices, &[Placement::AsConfigured, Placement::OwnHalf]),
        target: plan(
            choices,
            &[Target::Nearest, Target::Weakest, Target::First, Target::MostForward, Target::Random],
        ),
        weapon: plan(choices, &[WeaponChoice::Listed, WeaponChoice::Best]),
        stance: plan(
            choices,
            &[
                Stance::Strike,
                Stance::Hold,
                Stance::Kite,
                Stance::FlagRunner,
                Stance::SlipBehind,
                Stance::Withdraw,
            ],
        ),
        core_attack: plan(choices, &[CoreAttack::Max, CoreAttack::Number(n), CoreAttack::Needed]),
        core_reserve: n,
        core_p_ppm: choices.int(0, 1_000_000) as u32,
        split: plan(choices, &[Split::Ev, Split::Number(n), Split::Kill]),
        defend: plan(
            choices,
            &[Defend::Agility, Defend::Body, Defend::AgilityThenBody, Defend::Best, Defend::None],
        ),
        on_damage: plan(
            choices,
            &[OnDamage::None, OnDamage::EndureAll, OnDamage::EndureBoard, OnDamage::Retreat],
        ),
        return_when: plan(choices, &[Return::Asap, Return::Never, Return::Below(n)]),
        leave_at: plan(choices, &[LeaveAt::Never, LeaveAt::Life(n)]),
        area: plan(choices, &[AreaSquare::Net, AreaSquare::Most, AreaSquare::MostSafe]),
        first_aid: plan(choices, &[FirstAid::IfFree, FirstAid::Always, FirstAid::Never]),
        ability: if n_abilities == 0 { Plan::default() } else { plan_over(choices, &uses, Fact::all()) },
    }
}

fn side_tactics(choices: &mut Choices) -> SideTactics {
    let orders = [
        SideOrder::List,
        SideOrder::FastestFirst,
        SideOrder::FrontFirst,
        SideOrder::BackFirst,
        SideOrder::Random,
    ];
    let of_side: Vec<_> = Fact::all().iter().copied().filter(|fact| fact.1.is_of_side()).collect();
    let part = ConcedeAt::Fraction(choices.int(1, 1_000_000) as u32);
    SideTactics {
        order: plan_over(choices, &orders, &of_side),
        concede_at: plan_over(choices, &[ConcedeAt::Never, part], &of_side),
    }
}

fn plan<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let (_, of_unit): (Vec<_>, Vec<_>) = Fact::all().iter().partition(|fact| fact.1.is_of_target());
    plan_over(choices, all, &of_unit)
}

fn plan_over<T: Copy>(choices: &mut Choices, all: &[T], facts: &[(&str, Fact)]) -> Plan<T> {
    let entry = |choices: &mut Choices| {
        let when = choices.once_in(2).then(|| when(choices, facts));
        Entry { what: *choices.of(all), when }
    };
    Plan { entries: (0..choices.int(0, 2)).map(|_| entry(choices)).collect() }
}

fn when(choices: &mut Choices, facts: &[(&str, Fact)]) -> When<Fact> {
    let term = Term {
        fact: choices.of(facts).1,
        compare: choices.of(Compare::ALL).1,
        value: choices.int(0, 6),
        percent: false,
    };
    When { terms: vec![term] }
}
