//! Random scenarios of Night Wizard beyond its core: abilities, costs, prana, statuses, gear,
//! covers, areas, late arrivals.

use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::{
    ActionOrder, AutoInOthersMains, CfSource, CrossSideTie,
};
use fray_rules::games::night_wizard::data::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Amount, Area, Cost, Duration, Effect, Flags, JudgeKind, Keep,
    ModifierClass, Range, RemoveStatus, TargetRule, Timing, Trigger, Uses, Victims, Who,
};
use fray_rules::games::night_wizard::data::setup::gear::Status;
use fray_rules::games::night_wizard::data::setup::{
    AttackKind, AttributeId, Enchantment, Inflicted, Loadout, Numbers, Setup, UnitKind, UnitSetup, Weapon,
};
use fray_rules::games::night_wizard::data::tactics::{
    ChooseWeapon, Cover, Delay, Enchant, Entry, Plan, PranaAttack, PranaConvert, PranaDefense, PranaInit,
    React, Recover, Robe, Tie, UseAbility, Wear,
};

use super::Choices;
use super::night_wizard::random_setup;

pub(crate) fn random(seed: u64) -> NightWizard {
    NightWizard::new(&random_whole_setup(seed))
}

/// A core scenario with a part of everything else.
pub(crate) fn random_whole_setup(seed: u64) -> Setup {
    let mut setup = random_setup(seed);
    let mut choices = Choices::new(seed ^ 0x5eed);
    // Fewer units and rounds: each of them does more.
    setup.max_rounds = setup.max_rounds.min(8);
    for side in &mut setup.sides {
        side.units.truncate(3);
    }
    let n_units: usize = setup.sides.iter().map(|side| side.units.len()).sum();
    for side in &mut setup.sides {
        for unit in &mut side.units {
            unit.tactics.delay.entries.retain(|entry| matches!(entry.what, Delay::To(_) | Delay::Act));
            unit.fixed_action_count = unit.fixed_action_count.map(|count| count.min(30));
            decorate(unit, &mut choices, n_units as i32);
        }
    }
    if NightWizard::fault(&setup).is_some() {
        setup.rulings.cf_source = CfSource::Fixed;
    }
    setup
}

/// Two identical sides of NPCs under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> NightWizard {
    let mut setup = random_whole_setup(seed);
    setup.rulings.cross_side_tie = CrossSideTie::Random;
    setup.rulings.action_order = ActionOrder::Count;
    setup.rulings.auto_in_others_mains = AutoInOthersMains::Triggered;
    setup.max_rounds = 100;
    setup.sides.truncate(1);
    for unit in &mut setup.sides[0].units {
        unit.kind = UnitKind::Npc;
        // Windows go by the list, and so does who is a target beside enemies: what reaches beyond
        // its user outside its own Main would favour the side that is listed first.
        let own_main = [Timing::MainStart, Timing::Minor, Timing::Major];
        unit.abilities.retain(|it| {
            it.target.who == Who::Myself && !it.effects.contains(&Effect::ExtraAttack)
                || it.target.who == Who::Enemy
                    && own_main.contains(&it.timing)
                    && it.target.area == Area::Single
        });
        unit.enchantments.clear();
        unit.tactics.cover.entries.retain(|entry| !matches!(entry.what, Cover::Guard(_)));
        unit.tactics.prana_init.entries.clear();
        unit.arrives_round = 1;
        (unit.hit, unit.attack) = (unit.dodge + 1, unit.defense + 8);
        (unit.magic_hit, unit.magic_attack) = (unit.resistance + 1, unit.magic_defense + 8);
    }
    let mut other = setup.sides[0].clone();
    other.name = "mirror".to_owned();
    setup.sides.push(other);
    NightWizard::new(&setup)
}

fn decorate(unit: &mut UnitSetup, choices: &mut Choices, n_units: i32) {
    unit.mp = choices.int(0, 20);
    unit.start_mp = choices.int(0, unit.mp);
    unit.prana = choices.int(0, 6);
    unit.start_prana = choices.int(0, unit.prana);
    unit.release = choices.int(0, 3);
    unit.lunar_robe = choices.once_in(2);
    unit.arrives_round = if choices.once_in(6) { choices.int(1, 3) as u32 } else { 1 };
    unit.command_group = choices.once_in(3).then(|| "group".to_owned());
    unit.memory = choices.int(0, 5);
    unit.enchantment_limit = choices.int(0, 6);
    unit.status_immune = if choices.once_in(4) { 1 << choices.int(0, 6) } else { 0 };
    unit.start_statuses = (0..choices.int(0, 2)).map(|_| inflicted(choices)).collect();
    for _ in 0..choices.int(0, 2) {
        unit.weapons.push(weapon(choices));
    }
    for (i, weapon) in unit.weapons.iter_mut().enumerate() {
        weapon.name = format!("weapon{i}");
    }
    let n_abilities = choices.int(0, 5) as usize;
    unit.abilities = (0..n_abilities).map(|i| ability(choices, i)).collect();
    for i in 0..choices.int(0, 2) {
        unit.enchantments.push(Enchantment {
            name: format!("charm{i}"),
            level: choices.int(0, 3),
            magic_power: choices.int(-5, 5),
            modify: vec![(*choices.of(&ATTRIBUTES), choices.int(-2, 4))],
            grants: {
                let abilities = unit.abilities.iter().map(|ability| &ability.name);
                let names = abilities.chain(unit.weapons.iter().map(|weapon| &weapon.name));
                names.filter(|_| choices.once_in(3)).cloned().collect()
            },
            active_at_start: choices.once_in(2),
        });
    }
    for i in 0..choices.int(0, 2) {
        unit.loadouts.push(Loadout {
            name: format!("outfit{i}"),
            weapons: {
                let names = unit.weapons.iter().map(|weapon| &weapon.name);
                names.filter(|_| choices.once_in(2)).cloned().collect()
            },
            modify: vec![(*choices.of(&ATTRIBUTES), choices.int(-2, 4))],
        });
    }
    let someone = fray_engine::roster::UnitId(choices.int(0, n_units - 1) as u8);
    let tactics = &mut unit.tactics;
    tactics.cover =
        plan(choices, &[Cover::Guard(someone), Cover::GuardWeakest, Cover::GuardFalling, Cover::GuardSpare]);
    tactics.tie = plan(choices, &[Tie::HighestAttack, Tie::LowestHp]);
    tactics.weapon =
        plan(choices, &[ChooseWeapon::BestDamage, ChooseWeapon::CheapestCount, ChooseWeapon::ConserveMp]);
    tactics.ability =
        plan(choices, &[UseAbility::KeepMp(3), UseAbility::OncePerRound, UseAbility::HpBelow(60)]);
    tactics.prana_init = plan(choices, &[PranaInit::Max, PranaInit::Below(15)]);
    tactics.prana_atk = plan(choices, &[PranaAttack::None, PranaAttack::Hit(1), PranaAttack::LowHp]);
    tactics.prana_def = plan(choices, &[PranaDefense::Chance(60), PranaDefense::None]);
    tactics.prana_convert = plan(choices, &[PranaConvert::HpBelow(50), PranaConvert::Keep(1)]);
    tactics.recover = plan(choices, &[Recover::Never, Recover::MajorFirst]);
    tactics.react = plan(choices, &[React::Above(2), React::Never]);
    tactics.enchant = plan(choices, &[Enchant::Set(1), Enchant::Set(2), Enchant::Set(0)]);
    tactics.loadout = plan(choices, &[Wear::This(1), Wear::InRange]);
    tactics.robe = plan(choices, &[Robe::Switch]);
}

const ATTRIBUTES: [AttributeId; 8] = [
    AttributeId::Hit,
    AttributeId::Dodge,
    AttributeId::Attack,
    AttributeId::Defense,
    AttributeId::MagicHit,
    AttributeId::MagicAttack,
    AttributeId::ActionValue,
    AttributeId::Spirit,
];

fn plan<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let entries =
        if choices.once_in(3) { vec![Entry { what: *choices.of(all), when: None }] } else { Vec::new() };
    Plan { entries }
}

fn inflicted(choices: &mut Choices) -> Inflicted {
    Inflicted { status: *choices.of(&Status::ALL), level: choices.int(1, 3) }
}

fn weapon(choices: &mut Choices) -> Weapon {
    let kinds = [AttackKind::Physical, AttackKind::Magic];
    Weapon {
        hit_kind: *choices.of(&kinds),
        damage_kind: *choices.of(&kinds),
        hit_mod: choices.int(-1, 3),
        attack_mod: choices.int(-1, 5),
        area: *choices.of(&[
            Area::Single,
            Area::Single,
            Area::Square(Victims::Pick),
            Area::Square(Victims::All),
            Area::Sphere(1, Victims::Pick),
        ]),
        count_cost: choices.int(0, 3),
        hp_cost: if choices.once_in(4) { choices.int(0, 3) } else { 0 },
        mp_cost: Amount { dice: choices.int(0, 1) as u8, scaled: None, plus: choices.int(0, 2) },
        prana_cost: Amount::fixed(choices.int(0, 1)),
        inflict: if choices.once_in(3) { vec![inflicted(choices)] } else { Vec::new() },
        hands: choices.int(1, 2) as u8,
        ..Weapon::default()
    }
}

fn amount(choices: &mut Choices) -> Amount {
    Amount {
        dice: choices.int(0, 2) as u8,
        scaled: choices.once_in(4).then_some((AttributeId::Luck, 1)),
        plus: choices.int(-2, 5),
    }
}

fn ability(choices: &mut Choices, i: usize) -> Ability {
    let timings = [
        Timing::Always,
        Timing::Setup,
        Timing::Initiative,
        Timing::MainStart,
        Timing::Minor,
        Timing::BeforeJudge,
        Timing::AfterJudge,
        Timing::Major,
        Timing::Reaction,
        Timing::Auto,
        Timing::CleanUp,
    ];
    let triggers = [
        Trigger::AttackedPhysical,
        Trigger::AttackedMagic,
        Trigger::Missed,
        Trigger::Hit,
        Trigger::BeforeDefense,
        Trigger::Damaged,
        Trigger::DamageDealt,
        Trigger::StatusReceived,
        Trigger::AllyHit,
        Trigger::NearDeathSelf,
        Trigger::NearDeathAlly,
        Trigger::JudgeCritical,
        Trigger::JudgeFumble,
    ];
    let timing = *choices.of(&timings);
    let answers = timing == Timing::Reaction || timing == Timing::Auto && choices.once_in(2);
    let attack = AbilityJudge::Attack {
        hit_kind: AttackKind::Magic,
        damage_kind: AttackKind::Physical,
        hit_mod: choices.int(-2, 2),
        attack_mod: choices.int(-2, 4),
    };
    let judges = [
        AbilityJudge::None,
        AbilityJudge::None,
        AbilityJudge::Difficulty { attribute: AttributeId::Spirit, difficulty: choices.int(8, 18) },
        AbilityJudge::Against { attribute: AttributeId::Spirit, against: AttributeId::Luck },
        attack,
    ];
    let judge = if timing == Timing::Always { AbilityJudge::None } else { *choices.of(&judges) };
    let who = if judge == attack {
        Who::Enemy
    } else {
        *choices.of(&[Who::Myself, Who::Ally, Who::Enemy, Who::Any])
    };
    let kinds = [AbilityKind::Special, AbilityKind::Invocation, AbilityKind::Item, AbilityKind::Equipment];
    Ability {
        name: format!("power{i}"),
        kind: *choices.of(&kinds),
        timing,
        trigger: answers.then(|| *choices.of(&triggers)),
        when: None,
        cost: Cost {
            count: Amount::fixed(choices.int(0, 2)),
            hp: Amount::fixed(if choices.once_in(5) { 2 } else { 0 }),
            mp: Amount { dice: choices.int(0, 1) as u8, scaled: None, plus: choices.int(0, 2) },
            prana: Amount::default(),
            statuses: if choices.once_in(8) { vec![inflicted(choices)] } else { Vec::new() },
        },
        uses: Uses {
            per_main: choices.int(0, 1) as u8,
            per_round: choices.int(0, 2) as u8,
            per_fight: choices.int(0, 3) as u8,
            charges: choices.int(0, 3) as u8,
        },
        flags: Flags {
            exhausted_ok: choices.once_in(2),
            usable_near_death: choices.once_in(4),
            usable_unconscious: choices.once_in(4),
            ..Flags::default()
        },
        target: TargetRule {
            who,
            number: *choices.of(&[None, Some(1), Some(2)]),
            area: *choices.of(&[Area::Single, Area::Square(Victims::All)]),
            range: Range::default(),
        },
        judge,
        effects: (0..choices.int(1, 3)).map(|_| effect(choices)).collect(),
        duration: *choices.of(&[
            Duration::Instant,
            Duration::ThisJudge,
            Duration::ThisMain,
            Duration::ThisRound,
            Duration::Rounds(2),
            Duration::Fight,
            Duration::WhileActive,
        ]),
    }
}

fn effect(choices: &mut Choices) -> Effect {
    let amount = amount(choices);
    let judges = [JudgeKind::All, JudgeKind::Hit, JudgeKind::Dodge, JudgeKind::Attack, JudgeKind::Defense];
    let which = *choices.of(&judges);
    let class = *choices.of(&[ModifierClass::Passive, ModifierClass::Active]);
    let fire = || Some("fire".to_owned());
    match choices.int(0, 26) {
        0 => Effect::ModifyAttribute { name: *choices.of(&ATTRIBUTES), amount, class },
        1 => Effect::ModifyJudge { which, amount },
        2 => Effect::AddDice { which, n: 1 },
        3 => Effect::Reroll { which, keep: *choices.of(&[Keep::New, Keep::Best]) },
        4 => Effect::CancelFumble,
        5 => Effect::Critical { add: choices.once_in(2), numbers: Numbers::of(&[9, 10]) },
        6 => Effect::Fumble { add: choices.once_in(2), numbers: Numbers::of(&[5]) },
        7 => Effect::Damage {
            amount,
            kind: AttackKind::Magic,
            element: fire(),
            ignore_defense: choices.once_in(2),
        },
        8 => {
            Effect::ChangeDamage { add: amount, percent: choices.int(-50, 100), set_zero: choices.once_in(6) }
        }
        9 => Effect::SetElement(fire()),
        10 => Effect::SetDamageKind(AttackKind::Magic),
        11 => Effect::HealHp(amount),
        12 => Effect::RestoreMp(amount),
        13 => Effect::DrainMp(amount),
        14 => Effect::GainPrana(amount),
        15 => Effect::Inflict(inflicted(choices)),
        16 => Effect::RemoveStatus(RemoveStatus::Any(1)),
        17 => Effect::LiftNearDeath,
        18 => Effect::ChangeCount(amount),
        19 => Effect::SetCount(amount),
        20 => Effect::CoverFree,
        21 => Effect::ExtraAttack,
        22 => Effect::Command,
        23 => Effect::Enchant { name: "charm0".to_owned(), on: choices.once_in(2) },
        24 => Effect::ChangeLoadout("outfit1".to_owned()),
        25 => Effect::ChangeMax { hp: choices.int(-5, 5), mp: choices.int(-5, 5) },
        _ => Effect::Immunity(*choices.of(&Status::ALL)),
    }
}
