//! Random scenarios of Mahou Galaxy.

mod tactics;

use tactics::{known, tactics, when};

use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::mahou_galaxy::data::rulings::Rulings;
use fray_rules::games::mahou_galaxy::data::setup::{
    AirFall, Cell, Cover, CoverLevel, Hazard, HazardOn, MapSetup, Mode, Patch, RollName, RollSet, SetText,
    Setup, Shield, Side, Skill, SkillSet, Spot, Stance, StanceSet, Start, Stat, Summoned, UnitSetup, Weapon,
};
use fray_rules::games::mahou_galaxy::data::tactics::Plan;
use fray_rules::games::mahou_galaxy::data::vocabulary::{
    Ability, Act, Area, AreaShape, AttackRoll, Cast, ContestRoll, ContestTie, Cost, DebtKind, Direction,
    DistractType, DrainKind, Duration, Effect, Element, GrantKind, GripDice, GripKind, Hand, HealWhat, Hits,
    HoldDifficulty, How, Oppose, OpposeResult, Rating, Reach, Resolve, Rounds, Save, Target as AbilityTarget,
    Timing, Trigger, Uses, What,
};

use super::{Choices, random_rulings};

/// A scenario of 1 to 3 units a side, where any ruling, tactic and ability may be in force.
pub(crate) fn random(seed: u64) -> MahouGalaxy {
    MahouGalaxy::new(&random_setup(seed))
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut choices = Choices::new(seed);
    let choices = &mut choices;
    let mut setup = Setup::plain(vec![Vec::new(), Vec::new()]);
    if choices.once_in(2) {
        let set = |rulings: &mut Rulings, key: &str, value: fray_kit::declare::rulings::RulingValue<'_>| {
            rulings.set(key, value)
        };
        setup.rulings = random_rulings(choices, Rulings::ALL, 3, set);
    }
    setup.max_rounds = choices.int(1, 12) as u32;
    setup.surprise = choices.once_in(6).then(|| choices.int(0, 1) as u8);
    let has_map = choices.once_in(3);
    setup.map = has_map.then(|| map(choices));
    let (plain, able) = (choices.once_in(3), choices.once_in(2));
    for (i, side) in setup.sides.iter_mut().enumerate() {
        for n in 0..choices.int(1, 3) {
            let mut unit = unit(choices);
            unit.name = format!("unit{n}");
            if able {
                unit.abilities = (0..choices.int(0, 2)).map(|i| ability(choices, i, has_map)).collect();
            }
            if !plain {
                unit.tactics = tactics(choices, unit.abilities.len(), has_map);
            }
            let x = (n + 8 * i as i32) as u16;
            if let Some(map) = &setup.map {
                let y = choices.int(0, 5) as u16;
                if choices.once_in(3) {
                    unit.modes = vec![Mode::Fly];
                    unit.air_fall = *choices.of(&AirFall::ALL);
                }
                let up = if unit.flies() { choices.int(0, 3) as u8 } else { 0 };
                unit.position = Some(Start { x, y, z: Some(map.ground(x, y) + up) });
            }
            side.units.push(unit);
        }
    }
    if able && choices.once_in(3) {
        let side = choices.int(0, 1) as usize;
        add_summons(choices, &mut setup.sides[side].units, has_map);
    }
    setup
}

/// Gives one of these units an ability that summons others, and those behind them.
fn add_summons(choices: &mut Choices, units: &mut Vec<UnitSetup>, has_map: bool) {
    let by = choices.int(0, units.len() as i32 - 1) as usize;
    let (number, uses) = (choices.int(1, 2) as u8, choices.int(1, 2) as u8);
    let ability = ability(choices, 9, has_map);
    let summon = Effect::Summon { unit: "newcomer".to_owned(), number };
    let summoned = Summoned { by: by as u8, ability: units[by].abilities.len() as u8, effect: 0 };
    units[by].abilities.push(Ability {
        timing: if ability.timing == Timing::Passive { Timing::Turn } else { ability.timing },
        uses: Uses::PerFight(uses),
        target: AbilityTarget::Itself,
        area: None,
        effects: vec![Act { on: None, duration: Duration::Instant, effect: summon }],
        ..ability
    });
    for n in 0..number * uses {
        let mut unit = unit(choices);
        unit.name = format!("newcomer{n}");
        unit.tactics = tactics(choices, 0, has_map);
        if has_map && choices.once_in(3) {
            unit.modes = vec![Mode::Fly];
        }
        unit.summoned = Some(summoned);
        units.push(unit);
    }
}

/// Two identical sides without a map, under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> MahouGalaxy {
    let mut setup = random_setup(seed);
    setup.max_rounds = 12;
    setup.surprise = None;
    setup.map = None;
    // The list decides ties there.
    setup.rulings.initiative_tie = Rulings::default().initiative_tie;
    setup.rulings.env_order = Rulings::default().env_order;
    let units = &mut setup.sides[0].units;
    units.truncate(2);
    for unit in units.iter_mut() {
        (unit.position, unit.summoned) = (None, None);
        // Blows that hit and hurt, and hands to strike them, so that fights are decided.
        unit.hp_max = unit.hp_max.min(4);
        unit.hp = None;
        unit.abilities.clear();
        (unit.hands, unit.shield, unit.armor) = (2, None, 0);
        (unit.stats.def, unit.stats.agi) = (unit.stats.def.min(2), unit.stats.agi.min(3));
        unit.stats.acc = unit.stats.acc.max(4);
        unit.weapons.truncate(1);
        unit.weapons.push(Weapon {
            name: "blade".to_owned(),
            skills: SkillSet::of(&[Skill::MartialArts]),
            stances: StanceSet(7),
            damage: vec![SetText { n: 3, cumulative: true, die: Side::Faces(8) }],
            flat: 3,
            range: 5,
            hands: 1,
            draw_tokens: 1,
            ..Weapon::default()
        });
        unit.tactics.alone.plan = Plan::default();
        unit.tactics.alone.target = Plan::default();
        unit.tactics.alone.hold = Plan::default();
        unit.tactics.aimed.stance = Plan::default();
        unit.tactics.answers.spot = Plan::default();
        unit.tactics.aimed.ability = Plan::default();
        unit.tactics.alone.flee = Plan::default();
    }
    let copies = units.clone();
    setup.sides[1].units = copies;
    MahouGalaxy::new(&setup)
}

fn map(choices: &mut Choices) -> MapSetup {
    let spot = |choices: &mut Choices| Spot { x: choices.int(3, 7) as u16, y: choices.int(0, 5) as u16 };
    let patches = (0..choices.int(0, 4))
        .map(|_| {
            let at = spot(choices);
            let cell = cell(choices);
            // Walls across the whole map leave a jump or a flight.
            let (from, to) =
                if choices.once_in(4) { (Spot { y: 0, ..at }, Spot { y: 5, ..at }) } else { (at, at) };
            Patch { from, to, cell }
        })
        .collect();
    MapSetup { width: 11, height: 6, patches }
}

/// Returns what terrain may change.
fn cell(choices: &mut Choices) -> Cell {
    match choices.int(0, 6) {
        0 => Cell { blocks_move: Some(true), blocks_sight: Some(true), ..Cell::default() },
        1 => Cell { cover: Some(Cover::Level(CoverLevel::Heavy)), ..Cell::default() },
        2 => Cell { move_cost: Some(3), attack_mod: Some(-1), ..Cell::default() },
        3 => Cell { cover: Some(Cover::Bonus(2)), ..Cell::default() },
        4 => Cell { height: Some(choices.int(1, 3) as u8), ..Cell::default() },
        5 => Cell {
            height: Some(2),
            blocks_move: Some(choices.once_in(2)),
            blocks_sight: Some(true),
            ..Cell::default()
        },
        _ => {
            let damage = vec![set(choices, false)];
            Cell { hazard: Some(Hazard { damage, flat: 1, on: HazardOn::Both }), ..Cell::default() }
        }
    }
}

fn set(choices: &mut Choices, stats: bool) -> SetText {
    let die = if stats && choices.once_in(2) {
        Side::Stat(*choices.of(&Stat::ALL))
    } else {
        Side::Faces(*choices.of(&[4, 6, 8]))
    };
    SetText { n: choices.int(1, 3) as u8, cumulative: choices.once_in(3), die }
}

fn unit(choices: &mut Choices) -> UnitSetup {
    let mut unit = UnitSetup::plain("");
    let rarely =
        |choices: &mut Choices, most: i32| if choices.once_in(4) { choices.int(-most, most) } else { 0 };
    for stat in [
        &mut unit.stats.str,
        &mut unit.stats.def,
        &mut unit.stats.agi,
        &mut unit.stats.int,
        &mut unit.stats.acc,
        &mut unit.stats.per,
    ] {
        *stat = choices.int(1, 11);
    }
    unit.hp_max = choices.int(1, 16);
    unit.mp_max = if choices.once_in(3) { choices.int(1, 20) } else { 0 };
    unit.skills.0[Skill::Gym as usize] = choices.int(0, 3) as i8;
    unit.skills.0[Skill::MartialArts as usize] = choices.int(0, 3) as i8;
    unit.skills.0[Skill::Magic as usize] = choices.int(0, 3) as i8;
    if choices.once_in(2) {
        unit.facet_skills = SkillSet::of(&[Skill::MartialArts]);
    }
    unit.size = rarely(choices, 2);
    unit.hands = if choices.once_in(4) { choices.int(0, 4) as u8 } else { 2 };
    unit.armor = choices.int(0, 2) as u8;
    unit.armor_parts = choices.int(1, 3) as u8;
    (unit.crafted, unit.natural_armor) = (choices.once_in(3), choices.once_in(4));
    unit.armor_speed = rarely(choices, 2);
    unit.speed_mod = rarely(choices, 4);
    if choices.once_in(4) {
        unit.shield = Some(Shield {
            name: "shield".to_owned(),
            skills: SkillSet::of(&[Skill::Gym]),
            stances: StanceSet(choices.int(0, 7) as u8),
            soak: vec![SetText { n: 1, cumulative: false, die: Side::Faces(4) }],
            speed: -1,
            hands: 1,
            attached: choices.once_in(3),
            worn: false,
        });
    }
    for i in 0..choices.int(0, 2) {
        unit.weapons.push(Weapon {
            name: format!("weapon{i}"),
            skills: SkillSet::of(&[*choices.of(&[Skill::Gym, Skill::MartialArts])]),
            stances: StanceSet(choices.int(1, 7) as u8),
            damage: vec![set(choices, true)],
            flat: choices.int(-1, 2),
            range: *choices.of(&[5, 10, 30]),
            ranged: choices.once_in(4),
            hands: choices.int(0, 2) as u8,
            speed: rarely(choices, 2),
            bind: choices.once_in(6),
            attack_mod: rarely(choices, 2),
            draw_tokens: 1,
            ..Weapon::default()
        });
    }
    if choices.once_in(3) {
        unit.tags.push("kind".to_owned());
    }
    if choices.once_in(3) {
        unit.attracted_to.push("kind".to_owned());
    }
    unit
}

fn ability(choices: &mut Choices, i: i32, has_map: bool) -> Ability {
    let sets = vec![set(choices, true)];
    let what = *choices.of(&What::ALL);
    let token = *choices.of(&[GrantKind::Hand, GrantKind::Move, GrantKind::Speak, GrantKind::Primary]);
    let direction = *choices.of(&Direction::ALL);
    let ended = *choices.of(&["held", "fallen", "enraged", "ability0", "ability1"]);
    let grip = match choices.int(0, 2) {
        0 => HoldDifficulty::Fixed(6),
        1 => HoldDifficulty::Rolled(GripDice { sets: sets.clone(), flat: 2 }),
        _ => HoldDifficulty::Result,
    };
    let mut effects = vec![
        Effect::Damage { sets: sets.clone(), flat: 0, ignore_soak: choices.once_in(4) },
        Effect::Heal { what: *choices.of(&HealWhat::ALL), sets: sets.clone(), flat: 1 },
        Effect::Modify { what, amount: choices.int(-4, 4) as i8 },
        Effect::Grant { token, n: 1 },
        Effect::Drain { token: *choices.of(&DrainKind::ALL), n: 2 },
        Effect::Debt { token: *choices.of(&DebtKind::ALL), n: 1 },
        Effect::Fall {},
        Effect::Stand {},
        Effect::Hold { h: grip, stance: *choices.of(&Stance::ALL), kind: *choices.of(&GripKind::ALL) },
        Effect::Blind {},
        Effect::Immobile {},
        Effect::Silence {},
        Effect::Distract {
            kind: *choices.of(&DistractType::ALL),
            rating: Rating { sets: sets.clone(), flat: 3 },
        },
        Effect::ResetSoak {},
        Effect::SetSoak { n: 5 },
        Effect::Ongoing { sets, flat: 0, ignore_soak: false },
        Effect::ElementShield { element: Element::Fire, quarters: 2 },
        Effect::Drop { item: (*choices.of(&["best", "weapon0", "shield"])).to_owned() },
        Effect::End { effect: ended.to_owned() },
        Effect::ExplodeTwo { rolls: RollSet(choices.int(1, (1 << RollName::ALL.len()) - 1) as u32) },
        Effect::ReplaceDie {
            stat: *choices.of(&Stat::ALL),
            faces: choices.int(3, 12) as u8,
            plus: choices.int(-1, 2) as i8,
        },
    ];
    if has_map {
        // More often than the others: what it changes is all that stands on the map.
        effects.extend((0..4).map(|_| Effect::Terrain(cell(choices))));
        effects.push(Effect::MoveTarget { feet: 15, direction });
        effects.push(Effect::Teleport { feet: 40 });
    }
    let effect = choices.of(&effects).clone();
    let (lasts, lies) = (effect.how() == How::Lasts, effect.how() == How::Lies);
    let rolled = Rounds::Rolled(set(choices, true));
    let durations = [
        Duration::Rounds(Rounds::Fixed(2)),
        Duration::Rounds(rolled),
        Duration::OwnTurn,
        Duration::TargetTurn,
        Duration::UntilSaved(Save { stat: *choices.of(&Stat::ALL), difficulty: 5 }),
        Duration::Fight,
    ];
    let of_terrain = [durations[0], durations[1], Duration::OwnTurn, Duration::Fight];
    let duration = match effect.how() {
        How::Once => Duration::Instant,
        How::Lasts => *choices.of(&durations),
        How::Lies => *choices.of(&of_terrain),
    };
    let stat = *choices.of(&Stat::ALL);
    let results = [None, Some(OpposeResult::Negate), Some(OpposeResult::Half)];
    let needs_attack = matches!(effect, Effect::Hold { h: HoldDifficulty::Result, .. });
    let resolves = [
        Resolve::Auto,
        Resolve::Attack(AttackRoll {
            skill: Skill::Magic,
            stat,
            stance: *choices.of(&Stance::ALL),
            mods: 1,
            crit: choices.once_in(2),
        }),
        Resolve::Oppose(Oppose { stat, number: 5, result: *choices.of(&results) }),
        Resolve::Contest(ContestRoll {
            mine: Hand { stat, dice: 2 },
            theirs: Hand { stat, dice: 1 },
            tie: *choices.of(&ContestTie::ALL),
        }),
    ];
    let reaction = Timing::Reaction(*choices.of(&Trigger::ALL));
    let timings =
        [Timing::Turn, Timing::Turn, Timing::Partial, Timing::RoundStart, Timing::RoundEnd, reaction];
    let timing = if lasts && choices.once_in(4) { Timing::Passive } else { *choices.of(&timings) };
    let passive = timing == Timing::Passive;
    let behind_roll = matches!(timing, Timing::Reaction(Trigger::Hit | Trigger::Damaged));
    let area = (!passive && (lies || choices.once_in(4))).then(|| Area {
        shape: *choices.of(&AreaShape::ALL),
        feet: 10,
        hits: if has_map { *choices.of(&Hits::ALL) } else { Hits::Enemies },
    });
    Ability {
        name: format!("ability{i}"),
        timing,
        uses: *choices.of(&[Uses::PerTurn(1), Uses::PerTurn(2), Uses::PerRound(1), Uses::PerFight(2)]),
        cost: Cost {
            hand: if passive { 0 } else { choices.int(0, 3) as u8 },
            speak: if passive || choices.once_in(2) { 0 } else { 1 },
            mp: if passive { 0 } else { choices.int(0, 4) as u16 },
            ..Cost::default()
        },
        stock: 0,
        hands_rule: choices.once_in(2),
        cast: (!passive && choices.once_in(3)).then_some(Cast {
            skill: Skill::Magic,
            stat,
            mods: 0,
            difficulty: 4,
        }),
        target: *choices.of(&[
            AbilityTarget::Itself,
            AbilityTarget::Ally,
            AbilityTarget::Enemy,
            AbilityTarget::Enemy,
        ]),
        count: choices.int(1, 2) as u8,
        area,
        range: *choices.of(&[Reach::Feet(5), Reach::Feet(60), Reach::Sight]),
        needs_sight: choices.once_in(2),
        resolve: if needs_attack { resolves[1] } else { *choices.of(&resolves) },
        element: *choices.of(&[Element::None, Element::Fire]),
        effects: vec![Act { on: None, duration, effect }],
        when: (!passive && choices.once_in(4)).then(|| when(choices, &known(behind_roll))),
    }
}
