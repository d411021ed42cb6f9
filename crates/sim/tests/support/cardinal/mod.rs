//! Random scenarios of Cardinal, and its worked fights.

mod tactics;

use tactics::tactics;

use core::sync::atomic::AtomicBool;

use fray_rules::games::cardinal::Cardinal;
use fray_rules::games::cardinal::data::rulings::{Rulings, TurnOrder};
use fray_rules::games::cardinal::data::setup::{
    Concealment, Cover, Gift, Hazard, MapSetup, Setup, Shield, SideSetup, SquareSetup, UnitKind, UnitSetup,
    Weapon, WeaponKind,
};
use fray_rules::games::cardinal::data::tactics::{DefenceChoice, Plan, RallyChoice};
use fray_rules::games::cardinal::data::vocabulary::{
    Ability, AbilityRoll, ActionWord, Again, Band, Cost, Direction, Duration, Effect, Kind, Method, ModWord,
    Refresh, Status, Statuses, Target, Timing, Trigger, Who,
};
use fray_rules::games::cardinal::dice::pool::Pool;
use fray_rules::games::cardinal::rules::attacks::chart::Chart;
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::AsEngine;

use super::{Choices, random_rulings};

/// A scenario of 1 to 3 units a side, where any ruling, tactic, status and ability may be in force.
pub(crate) fn random(seed: u64) -> Cardinal {
    Cardinal::new(&random_setup(seed))
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut choices = Choices::new(seed);
    let choices = &mut choices;
    let mut rulings =
        random_rulings(choices, Rulings::ALL, 3, |rulings: &mut Rulings, key, value| rulings.set(key, value));
    if rulings.turn_order == TurnOrder::HighestDie {
        rulings.initiative_roll = true;
    }
    let n_sides = if choices.once_in(8) { 3 } else { 2 };
    let has_map = choices.once_in(2);
    let (plain, able) = (choices.once_in(3), choices.once_in(2));
    let mut squares: Vec<(u16, u16)> = Vec::new();
    let side = |i: usize, choices: &mut Choices, squares: &mut Vec<(u16, u16)>| {
        let units = (0..choices.int(1, 3)).map(|n| {
            let mut unit = unit(choices);
            unit.name = format!("unit{n}");
            if !plain {
                unit.tactics = tactics(choices);
            }
            if able {
                unit.abilities = (0..choices.int(0, 2)).map(|n| ability(choices, n)).collect();
            }
            if has_map {
                let place = (i as u16 * 4 + choices.int(0, 1) as u16, n as u16);
                squares.push(place);
                unit.flying = choices.once_in(4);
                let aloft = unit.flying && choices.once_in(2) && !begins_out(&unit);
                let height = if aloft { choices.int(1, 6) as u16 } else { 0 };
                unit.position = Some((place.0, place.1, height));
            }
            unit
        });
        SideSetup { name: format!("side{i}"), units: units.collect() }
    };
    let sides = (0..n_sides).map(|i| side(i, choices, &mut squares)).collect();
    let mut setup = Setup { rulings, max_rounds: choices.int(1, 10) as u32, ..Setup::of(sides) };
    setup.map = has_map.then(|| map(choices, &squares));
    setup
}

/// Returns whether a unit is out from the start: then it is on the ground.
fn begins_out(unit: &UnitSetup) -> bool {
    Statuses::of(&unit.statuses).any(Statuses::OUT)
}

/// Two identical sides under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> Cardinal {
    let mut setup = random_setup(seed);
    setup.max_rounds = 30;
    setup.map = None;
    setup.sides.truncate(1);
    let rulings = &mut setup.rulings;
    if !matches!(rulings.turn_order, TurnOrder::D100 | TurnOrder::SidesCoin) {
        rulings.turn_order = TurnOrder::SidesCoin;
    }
    rulings.yield_afraid = true;
    let side = &mut setup.sides[0];
    side.units.truncate(2);
    for unit in &mut side.units {
        unit.position = None;
        unit.flying = false;
        unit.abilities.clear();
        unit.statuses.clear();
        unit.ward = 0;
        // Blows that can fall and hurt, and nobody who never strikes, so that fights are decided.
        unit.tactics.tactic = Plan::default();
        unit.tactics.reeling = Plan::default();
        unit.tactics.target = Plan::default();
        unit.armor = Pool::NONE;
        let attack = Pool([0, 1, 2, 0, 0]);
        unit.weapons = vec![Weapon { name: "blade".to_owned(), attack, damage: 2, ..Weapon::default() }];
    }
    let mut other = setup.sides[0].clone();
    other.name = "other".to_owned();
    setup.sides.push(other);
    Cardinal::new(&setup)
}

fn pool(choices: &mut Choices, least: i32, most: i32) -> Pool {
    let mut pool = Pool::NONE;
    for _ in 0..choices.int(least, most) {
        pool.0[choices.int(0, 4) as usize] += 1;
    }
    pool
}

fn statuses(choices: &mut Choices) -> Vec<Status> {
    const START: &[Status] = &[
        Status::Reeling,
        Status::Hurt,
        Status::Afraid,
        Status::Injured,
        Status::Knockdown,
        Status::Blinded,
        Status::Confused,
        Status::Slowed,
        Status::Immobilized,
        Status::HalfBuried,
        Status::OnFire,
        Status::Enraged,
        Status::Berserk,
        Status::Asleep,
        Status::Dying,
        Status::Fatigued,
        Status::Sick,
        Status::Silenced,
        Status::Burdened,
        Status::Focused,
        Status::Mesmerized,
    ];
    let n = if choices.once_in(3) { choices.int(1, 2) } else { 0 };
    (0..n).map(|_| *choices.of(START)).collect()
}

fn kinds(choices: &mut Choices) -> Vec<Kind> {
    let all = [
        Kind::Slaying(None),
        Kind::Critical,
        Kind::Impaling,
        Kind::Penetrating,
        Kind::Weak,
        Kind::Flat,
        Kind::Nonlethal,
        Kind::Knockout,
        Kind::Grapple,
    ];
    (0..choices.int(0, 2)).map(|_| choices.of(&all).clone()).collect()
}

fn weapon(choices: &mut Choices, n: i32) -> Weapon {
    Weapon {
        name: format!("weapon{n}"),
        kind: *choices.of(&WeaponKind::ALL),
        attack: pool(choices, 1, 3),
        parry: pool(choices, 0, 2),
        counter: pool(choices, 0, 2),
        damage: choices.int(-1, 4),
        effects: kinds(choices),
        range: *choices.of(&[Band::Close, Band::Reach, Band::Short]),
        range_waive: choices.int(0, 1) as u8,
        ready: !choices.once_in(4),
        loaded: !choices.once_in(4),
        reload: if choices.once_in(4) { choices.int(1, 2) as u8 } else { 0 },
        counter_missiles: choices.once_in(2),
        counter_magic: choices.once_in(2),
        on_hit: if choices.once_in(3) { on_hit(choices) } else { Vec::new() },
    }
}

/// Returns what a hit does beside damage, at once or for a time.
fn on_hit(choices: &mut Choices) -> Vec<Effect> {
    let duration = *choices.of(&[
        Duration::EndOfTurn,
        Duration::OwnNextTurn,
        Duration::Rounds(2),
        Duration::Fight,
        Duration::UntilRoll { pool: Pool::D8, against: 3, successes: 1 },
    ]);
    let status = *choices.of(&[Status::Slowed, Status::OnFire, Status::Blinded, Status::Controlled]);
    let to = *choices.of(&ModWord::ALL);
    let all = [
        vec![Effect::Knockdown, Effect::Disarm],
        vec![Effect::AddStatus { status, duration }],
        vec![Effect::PenaltyDie { dice: Pool::D6, to, duration }, Effect::Reroll(Again::All)],
        vec![Effect::Forbid(ActionWord::Guard), Effect::Dash(-1)],
        vec![Effect::Move { who: Who::Target, paces: 2, direction: Direction::Away }],
        vec![Effect::RemoveStatus(vec![Status::Grappled, Status::Focused])],
    ];
    choices.of(&all).clone()
}

fn unit(choices: &mut Choices) -> UnitSetup {
    let maybe = |choices: &mut Choices| choices.once_in(2).then(|| pool(choices, 0, 3));
    let mut unit = UnitSetup {
        kind: *choices.of(&UnitKind::ALL),
        body: pool(choices, 1, 2),
        speed: pool(choices, 1, 2),
        mind: pool(choices, 1, 1),
        will: pool(choices, 1, 1),
        skills: vec![
            ("tactics".to_owned(), pool(choices, 0, 1)),
            ("fighting".to_owned(), pool(choices, 0, 1)),
        ],
        dodge_pool: maybe(choices),
        soak_pool: maybe(choices),
        rally_pool: maybe(choices),
        armor: pool(choices, 0, 1),
        shield: Shield {
            cover: pool(choices, 0, 1),
            parry: pool(choices, 0, 1),
            parry_missiles: choices.once_in(2),
        },
        stride_bonus: choices.int(-1, 1),
        dash_bonus: choices.int(-1, 1),
        gifts: Gift::ALL.into_iter().filter(|_| choices.once_in(3)).collect(),
        statuses: statuses(choices),
        unaware: choices.once_in(4),
        order: choices.int(0, 3),
        ward: choices.int(0, 2) as u8,
        ..UnitSetup::plain("unit")
    };
    unit.weapons = (0..choices.int(0, 2)).map(|n| weapon(choices, n)).collect();
    unit
}

fn ability(choices: &mut Choices, n: i32) -> Ability {
    let mut ability = Ability::plain(&format!("ability{n}"));
    ability.range = Band::Short;
    if choices.once_in(2) {
        // An attack.
        let dice = pool(choices, 1, 3);
        ability.roll = choices
            .of(&[
                AbilityRoll::Auto,
                AbilityRoll::Against(dice, 3),
                AbilityRoll::Opposed(dice, "body".to_owned()),
                AbilityRoll::Defence(dice),
                AbilityRoll::Resisted(dice),
            ])
            .clone();
        ability.target = *choices.of(&[
            Target::Enemy,
            Target::AllNear,
            Target::Sphere { radius: 1, pick: false },
            Target::Sphere { radius: 1, pick: true },
        ]);
        ability.effects =
            vec![Effect::Damage { points: choices.int(0, 3) as u8, effects: kinds(choices), soakable: true }];
        if choices.once_in(2) {
            ability.effects.push(Effect::Knockdown);
        }
        ability.cost = choices
            .of(&[
                Vec::new(),
                vec![Cost::Ammunition(2)],
                vec![Cost::Actions(2)],
                vec![Cost::Exhaust(Refresh::Action)],
            ])
            .clone();
        return ability;
    }
    ability.timing = *choices.of(&[
        Timing::Action,
        Timing::Stunt,
        Timing::StartOfFight,
        Timing::EndOfTurn,
        Timing::EndOfRound,
        Timing::Reaction(Trigger::Attacked),
        Timing::Reaction(Trigger::Hit),
        Timing::Reaction(Trigger::Damaged),
        Timing::Reaction(Trigger::EnemyMoves),
    ]);
    ability.cost =
        choices.of(&[Vec::new(), vec![Cost::Ammunition(1)], vec![Cost::Exhaust(Refresh::Rest)]]).clone();
    let duration = *choices.of(&[
        Duration::ThisAttack,
        Duration::EndOfTurn,
        Duration::OwnNextTurn,
        Duration::Rounds(2),
        Duration::Fight,
        Duration::UntilRoll { pool: Pool::D8, against: 3, successes: 1 },
    ]);
    let to = *choices.of(&ModWord::ALL);
    let helpful = [
        Effect::BonusDie { dice: Pool::D6, to, duration },
        Effect::UpgradeDie { pool: to, steps: 1, duration },
        Effect::ExtraSoak(Pool::D6),
        Effect::Ward(2),
        Effect::Reload,
        Effect::Stride(1),
        Effect::Dash(1),
        Effect::DefenceChart(parrying_missiles()),
        Effect::Teleport(4),
        Effect::Reroll(*choices.of(&Again::ALL)),
        Effect::RemoveStatus(vec![Status::Hurt, Status::Afraid, Status::Reeling, Status::Grappled]),
    ];
    let harmful = [
        Effect::PenaltyDie { dice: Pool::D6, to, duration },
        Effect::AddStatus {
            status: *choices.of(&[Status::Slowed, Status::OnFire, Status::Controlled, Status::Asleep]),
            duration,
        },
        Effect::Move { who: *choices.of(&Who::ALL), paces: 2, direction: *choices.of(&Direction::ALL) },
        Effect::Knockdown,
        Effect::Disarm,
        Effect::Reroll(Again::All),
        Effect::Forbid(*choices.of(&[ActionWord::Attack, ActionWord::Guard])),
        Effect::Force(*choices.of(&ActionWord::ALL)),
    ];
    if choices.once_in(2) {
        ability.effects = vec![choices.of(&harmful).clone()];
    } else {
        ability.effects = vec![choices.of(&helpful).clone()];
        let teleports = matches!(ability.effects[0], Effect::Teleport(_));
        if teleports {
            ability.timing = Timing::Stunt;
        }
        let is_reaction = matches!(ability.timing, Timing::Reaction(_));
        ability.target = if is_reaction || teleports {
            Target::Itself
        } else {
            *choices.of(&[Target::Itself, Target::Ally])
        };
    }
    ability
}

/// A chart by which what is thrown may be parried without a shield.
fn parrying_missiles() -> Chart {
    let mut chart = Chart::default();
    chart.set(WeaponKind::Thrown, &[Method::Dodge, Method::Parry]);
    chart
}

fn map(choices: &mut Choices, taken: &[(u16, u16)]) -> MapSetup {
    let mut squares: Vec<SquareSetup> = Vec::new();
    for _ in 0..choices.int(0, 6) {
        let (x, y) = (choices.int(0, 11) as u16, choices.int(0, 4) as u16);
        if squares.iter().any(|square| (square.x, square.y) == (x, y)) {
            continue;
        }
        squares.push(SquareSetup {
            x,
            y,
            blocked: choices.once_in(3) && !taken.contains(&(x, y)),
            blocks_sight: choices.once_in(3),
            cover: *choices.of(&Cover::ALL),
            cover_from: None,
            concealment: *choices.of(&Concealment::ALL),
            bad_footing: choices.once_in(3),
            hazard: choices.once_in(4).then(|| Hazard { attack: Pool::D8, damage: 0, effects: Vec::new() }),
        });
    }
    MapSetup { width: 12, height: 5, squares }
}

/// A fighter of the rules pages: attack, bonus, soak, dodge and armor.
pub(crate) fn fighter(name: &str, attack: &str, damage: i32, [soak, dodge, armor]: [&str; 3]) -> UnitSetup {
    let pool = |text: &str| Pool::parse(text).expect("a pool");
    let mut unit = UnitSetup {
        soak_pool: Some(pool(soak)),
        dodge_pool: Some(pool(dodge)),
        armor: pool(armor),
        ..UnitSetup::plain(name)
    };
    unit.weapons =
        vec![Weapon { name: "blade".to_owned(), attack: pool(attack), damage, ..Weapon::default() }];
    unit.tactics.rally = Plan::always(RallyChoice::Never);
    unit.tactics.defence = Plan::always(DefenceChoice::Dodge);
    unit
}

/// With this Counter, which it takes whenever it may.
pub(crate) fn countering(mut unit: UnitSetup, counter: &str) -> UnitSetup {
    unit.weapons[0].counter = Pool::parse(counter).expect("a pool");
    unit.tactics.defence = Plan::always(DefenceChoice::Counter);
    unit
}

/// With this Parry, which it takes whenever it may.
pub(crate) fn parrying(mut unit: UnitSetup, parry: &str) -> UnitSetup {
    unit.weapons[0].parry = Pool::parse(parry).expect("a pool");
    unit.tactics.defence = Plan::always(DefenceChoice::Parry);
    unit
}

/// A fight of the rules pages: no initiative, listed order, no round limit worth the name.
pub(crate) fn fight(left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    let side = |name: &str, units| SideSetup { name: name.to_owned(), units };
    let mut setup = Setup::of(vec![side("left", left), side("right", right)]);
    setup.rulings.initiative_roll = false;
    setup.rulings.turn_order = TurnOrder::Fixed;
    setup.max_rounds = 1000;
    setup
}

/// K and G of the first duel.
pub(crate) fn duel_1() -> Setup {
    fight(
        vec![fighter("K", "2d8+d6", 2, ["d6", "d6+d4", "d6"])],
        vec![fighter("G", "2d6", 1, ["d4", "2d6", "none"])],
    )
}

/// The exact answer, which must be in reach.
pub(crate) fn exact(setup: &Setup) -> ExactReport {
    let answer =
        solve(Cardinal::new(setup).as_engine(), "test", &Options::default(), &AtomicBool::new(false));
    answer.unwrap_or_else(|none| panic!("{none}"))
}
