//! Random scenarios of Stonebound.

use fray_kit::declare::facts::GivenName;
use fray_kit::tactics::plan::Entry;
use fray_kit::tactics::when::{Compare, Term, When};
use fray_rules::games::stonebound::Stonebound;
use fray_rules::games::stonebound::data::rulings::{Deck, First, Rulings};
use fray_rules::games::stonebound::data::setup::{
    AttackType, Class, Evasions, Map, Setup, SideSetup, Square, UnitSetup,
};
use fray_rules::games::stonebound::data::tactics::{
    ActionChoice, AimTactics, AreaChoice, AskedStatus, DiscardChoice, Fact, FuseChoice, Go, Heal, LayAside,
    MoveChoice, Pay, Plan, Poisoned, SideOrder, SideTactics, Tactics, Target as Aim, UnfuseChoice,
};
use fray_rules::games::stonebound::data::vocabulary::{
    Ability, AbilityMark, AbilityRange, ActionUse, AddStatus, AnyDefence, AnyKind, AttackMode, Ban, Bans,
    Between, Blast, Cost, DamageKind, Duration, Effect, Element, EvadeKind, Evasion, Extra, Hits, Kind,
    Kinds, Negation, Removal, Scope, StandardAttack, Stat, StatChange, Status, StatusId, StatusStats, Target,
    Timing, Trigger, Whose,
};

use super::{Choices, random_rulings};

const KINDS: [DamageKind; 3] = [DamageKind::P, DamageKind::S, DamageKind::H];
const SCOPES: [Option<Scope>; 4] = [None, Some(Scope::Damage), Some(Scope::Effects), Some(Scope::All)];
const MODES: [AttackMode; 4] =
    [AttackMode::Standard, AttackMode::Guaranteed, AttackMode::Double, AttackMode::NoCrt];

/// A scenario of 1 to 3 units a side, where any ruling, tactic, ability and status may be in force.
pub(crate) fn random(seed: u64) -> Stonebound {
    Stonebound::new(&random_setup(seed))
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut choices = Choices::new(seed);
    let choices = &mut choices;
    let mut setup = Setup::plain(Vec::new(), Vec::new());
    setup.rulings =
        random_rulings(choices, Rulings::ALL, 3, |rulings: &mut Rulings, key, value| rulings.set(key, value));
    if choices.once_in(2) {
        // A small deck, so that it is refilled.
        let mut deck = Deck([[0; 4]; 7]);
        deck.0[Element::Fire as usize] = [4, 2, 1, 1];
        deck.0[Element::Water as usize] = [2, 2, 0, 0];
        setup.rulings.deck = deck;
    }
    setup.max_rounds = choices.int(1, 12) as u32;
    setup.map = choices.once_in(2).then(|| map(choices));
    let has_map = setup.map.is_some();
    setup.statuses.extend((0..choices.int(0, 2)).map(|i| status(choices, i)));
    let (plain, able) = (choices.once_in(3), choices.once_in(2));
    let n_statuses = setup.statuses.len() as i32;
    if choices.once_in(5) {
        setup.sides.push(SideSetup::plain("third", Vec::new()));
    }
    for side in &mut setup.sides {
        side.stones = !choices.once_in(3);
        side.hand_max = choices.once_in(3).then(|| choices.int(0, 6) as u8);
        if !plain {
            side.tactics = side_tactics(choices);
        }
        for n in 0..choices.int(1, 3) {
            let mut unit = unit(choices);
            unit.name = format!("unit{n}");
            if able {
                let n_reactions = choices.int(0, 2);
                unit.abilities =
                    (0..n_reactions).map(|i| reaction(choices, i, Kind::Innate, n_statuses)).collect();
                unit.n_reactions = n_reactions as usize;
                let more =
                    (0..choices.int(0, 3)).map(|i| ability(choices, n_reactions + i, n_statuses, has_map));
                unit.abilities.extend(more);
                unit.on_attack = (0..choices.int(0, 1)).map(|_| extra(choices, n_statuses)).collect();
                unit.statuses =
                    (0..choices.int(0, 1)).map(|_| (StatusId(choices.int(0, 8) as u8), 1)).collect();
            }
            if !plain {
                (unit.tactics, unit.aim) = tactics(choices, unit.abilities.len());
            }
            side.units.push(unit);
        }
    }
    setup
}

/// Two identical sides, without a board, under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> Stonebound {
    let mut setup = random_setup(seed);
    setup.max_rounds = 30;
    setup.rulings.first = First::Rolloff;
    setup.map = None;
    setup.sides.truncate(2);
    let [first, second] = &mut setup.sides[..] else { panic!("two sides") };
    first.units.truncate(2);
    for unit in &mut first.units {
        // Blows that can fall and hurt, so that fights are decided.
        unit.hp = unit.hp.min(8);
        (unit.atk, unit.pd, unit.sd, unit.rng) =
            (unit.atk.max(4), unit.pd.min(3), unit.sd.min(3), unit.rng.max(1));
        unit.evasion = Evasions::default();
        unit.negation.clear();
        unit.abilities.retain(|ability| {
            !matches!(ability.falls_on(), Target::Area { .. } | Target::Line { .. } | Target::EmptySquare)
                && ability.moment() != Some(Timing::OnMove)
                && !ability.effects.iter().any(|effect| {
                    matches!(
                        effect,
                        Effect::Push(_)
                            | Effect::Pull(_)
                            | Effect::Swap
                            | Effect::Heal(_)
                            | Effect::Revive(_)
                    )
                })
        });
        unit.n_reactions = 0;
        unit.aim.action = Plan::default();
    }
    second.units = first.units.clone();
    (second.stones, second.hand_max) = (first.stones, first.hand_max);
    second.tactics = first.tactics.clone();
    Stonebound::new(&setup)
}

fn map(choices: &mut Choices) -> Map {
    let (width, height) = (choices.int(4, 8) as u8, choices.int(4, 8) as u8);
    let squares = (0..choices.int(0, 4)).map(|i| Square {
        x: (choices.int(0, 3)) as u8,
        // One in each row, and none on the end lines.
        y: (1 + i % 2) as u8,
        blocked: i < 1,
        rough: choices.once_in(2),
        hazard: choices.once_in(2).then_some(1),
        high: choices.once_in(2),
    });
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_by_key(|square| (square.x, square.y));
    squares.dedup_by_key(|square| (square.x, square.y));
    Map { width, height, squares }
}

fn unit(choices: &mut Choices) -> UnitSetup {
    let rarely = |choices: &mut Choices, most| if choices.once_in(3) { choices.int(0, most) } else { 0 };
    UnitSetup {
        class: *choices.of(&Class::ALL),
        attack: AttackType { kind: choices.once_in(3).then(|| *choices.of(&KINDS)) },
        crt: choices.int(0, 60) as i16,
        pd: choices.int(0, 5) as i16,
        sd: choices.int(0, 5) as i16,
        mv: choices.int(0, 4) as i16,
        rng: choices.int(0, 4) as i16,
        attack_mode: *choices.of(&MODES),
        evasion: Evasions {
            physical: rarely(choices, 40) as u8,
            spirit: rarely(choices, 40) as u8,
            all: rarely(choices, 40) as u8,
        },
        negation: (0..rarely(choices, 2)).map(|_| negation(choices)).collect(),
        ..UnitSetup::plain("", choices.int(1, 14) as i16, choices.int(0, 8) as i16)
    }
}

fn negation(choices: &mut Choices) -> Negation {
    Negation {
        n: choices.int(1, 60) as u8,
        kinds: Kinds(choices.int(1, 7) as u8),
        scope: *choices.of(&SCOPES),
    }
}

fn status(choices: &mut Choices, i: i32) -> Status {
    Status {
        name: format!("status{i}"),
        max_stacks: choices.int(1, 3) as u8,
        stats: StatusStats {
            atk: choices.int(-2, 2) as i8,
            pd: choices.int(-1, 1) as i8,
            ..StatusStats::default()
        },
        hp_end_of_turn: choices.int(-2, 1) as i8,
        forbid: Bans::of(&Ban::ALL.into_iter().filter(|_| choices.once_in(6)).collect::<Vec<_>>()),
        ends_on_damage: choices.once_in(3),
        duration: choices.once_in(2).then(|| Duration::Turns(choices.int(1, 3) as u8)),
        harmful: choices.once_in(2),
    }
}

fn trigger(choices: &mut Choices) -> Trigger {
    let to = choices.int(1, 100) as u8;
    let all = [
        Trigger::Always,
        Trigger::OnRange(Between { from: 1, to }),
        Trigger::OnRange(Between { from: to / 2 + 1, to: to.max(to / 2 + 1) }),
        Trigger::OnDigit(choices.int(0, 9) as u8),
        Trigger::OnDoubles,
        Trigger::OnCrt,
    ];
    *choices.of(&all)
}

fn lasting(choices: &mut Choices) -> Effect {
    let stats = [Stat::Pd, Stat::Sd, Stat::Atk, Stat::Crt, Stat::Mv, Stat::Rng];
    let statuses = [Removal::All, Removal::One(Status::BURN)];
    let kinds = [EvadeKind::P, EvadeKind::S, EvadeKind::A];
    match choices.int(0, 4) {
        0 | 1 => Effect::Stat(StatChange {
            stat: *choices.of(&stats),
            by: choices.int(-3, 3) as i8,
            duration: None,
        }),
        2 => Effect::Evasion(Evasion {
            kind: *choices.of(&kinds),
            n: choices.int(1, 50) as u8,
            scope: *choices.of(&SCOPES),
        }),
        3 => Effect::Negation(negation(choices)),
        _ if choices.once_in(2) => Effect::Forbid(*choices.of(&Ban::ALL)),
        _ => Effect::Immune(*choices.of(&statuses)),
    }
}

/// An effect that any moment knows.
fn effect(choices: &mut Choices, n_statuses: i32) -> Effect {
    let kind = choices.once_in(2).then(|| *choices.of(&KINDS));
    let status = StatusId(choices.int(0, n_statuses - 1) as u8);
    match choices.int(0, 9) {
        0 | 1 => Effect::AddStatus(AddStatus { status, stacks: choices.int(1, 2) as u8, duration: None }),
        2 => Effect::RemoveStatus(if choices.once_in(2) { Removal::All } else { Removal::One(status) }),
        3 | 4 => lasting(choices),
        5 => Effect::Damage(Blast { n: choices.int(0, 6) as u8, kind, not_attack: true }),
        6 => Effect::Heal(choices.int(1, 4) as i16),
        7 => Effect::Draw(choices.int(1, 2) as u8),
        8 => Effect::Discard(1),
        _ => Effect::BreakFuse(1),
    }
}

fn extra(choices: &mut Choices, n_statuses: i32) -> Extra {
    Extra { trigger: trigger(choices), effects: vec![effect(choices, n_statuses)] }
}

fn cost(choices: &mut Choices) -> Option<Cost> {
    let elements = [Element::Fire, Element::Fire, Element::Water, Element::Light];
    choices.once_in(2).then(|| Cost { element: *choices.of(&elements), n: choices.int(1, 3) as u8 })
}

fn when(choices: &mut Choices) -> Option<When<Fact>> {
    let facts = [
        Fact::Hp,
        Fact::Round,
        Fact::Enemies,
        Fact::Hand,
        Fact::HasStatus(AskedStatus(GivenName::of("burn"))),
        Fact::Quiet,
    ];
    choices.once_in(4).then(|| When {
        terms: vec![Term {
            fact: *choices.of(&facts),
            compare: Compare::AtLeast,
            value: choices.int(0, 3),
            percent: false,
        }],
    })
}

fn reaction(choices: &mut Choices, i: i32, kind: Kind, n_statuses: i32) -> Ability {
    let timings = [
        Timing::BeforeDamage,
        Timing::AfterDamage,
        Timing::OnAttacked,
        Timing::OnHit(AnyKind::Any),
        Timing::OnHpDamage(AnyKind::Any),
        Timing::OnHpDamage(AnyKind::P),
        Timing::OnErosion(AnyDefence::Any),
        Timing::OnEvade,
        Timing::OnCritTaken,
        Timing::OnCritDealt,
        Timing::OnIncapacitated(Whose::Own),
        Timing::OnIncapacitated(Whose::Ally),
        Timing::OnIncapacitated(Whose::Enemy),
        Timing::StartOfTurn,
        Timing::EndOfTurn,
        Timing::OnAllyDamaged,
    ];
    let timing = *choices.of(&timings);
    let of_attack = !matches!(timing, Timing::StartOfTurn | Timing::EndOfTurn);
    let (effects, target) = match timing {
        Timing::BeforeDamage if choices.once_in(3) => (vec![Effect::Redirect], Some(Target::Ally)),
        Timing::BeforeDamage => (vec![Effect::ReduceDamage(choices.int(1, 3) as u8)], None),
        Timing::OnHpDamage(_) if choices.once_in(2) => (vec![Effect::Counter], None),
        Timing::OnHit(_) => (vec![Effect::Reflect(choices.int(1, 100) as u8)], None),
        Timing::OnErosion(_) => {
            let swing = StandardAttack {
                mode: *choices.of(&MODES),
                kind: None,
                atk_mod: 1,
                not_attack: choices.once_in(2),
            };
            (vec![Effect::StandardAttack(swing)], None)
        }
        _ => {
            let targets = [Target::Itself, Target::AllAllies, Target::AllEnemies];
            (
                vec![effect(choices, n_statuses)],
                (!of_attack || choices.once_in(2)).then(|| *choices.of(&targets)),
            )
        }
    };
    Ability {
        timing: Some(timing),
        trigger: trigger(choices),
        target,
        effects,
        uses: choices.once_in(4).then(|| choices.int(1, 3) as u8),
        use_once: choices.once_in(5),
        when: when(choices),
        cost: if kind == Kind::Fuse { cost(choices) } else { None },
        ..Ability::plain(&format!("ability{i}"), kind)
    }
}

fn ability(choices: &mut Choices, i: i32, n_statuses: i32, has_map: bool) -> Ability {
    let name = format!("ability{i}");
    match choices.int(0, 5) {
        0 => return reaction(choices, i, Kind::Fuse, n_statuses),
        1 => {
            // Always on, or while its stones lie.
            let kind = *choices.of(&[Kind::Fuse, Kind::Innate, Kind::Aura]);
            let target = match kind {
                Kind::Aura => Some(*choices.of(&[Target::AllAllies, Target::AllEnemies])),
                _ => None,
            };
            let cost = if kind == Kind::Fuse { cost(choices) } else { None };
            let effects = vec![lasting(choices)];
            return Ability { target, cost, effects, ..Ability::plain(&name, kind) };
        }
        _ => {}
    }
    let hits = *choices.of(&[Hits::All, Hits::Pick]);
    let target = match choices.int(0, if has_map { 8 } else { 5 }) {
        0 | 1 => Target::Enemy,
        2 => Target::Itself,
        3 => Target::Ally,
        4 => Target::AllAllies,
        5 => Target::AllEnemies,
        6 => Target::Area { radius: choices.int(0, 2) as u8, hits },
        7 => Target::Line { length: choices.int(1, 4) as u8, hits },
        _ => Target::EmptySquare,
    };
    let kind = choices.once_in(2).then(|| *choices.of(&KINDS));
    let mut effects = Vec::new();
    for _ in 0..choices.int(1, 2) {
        effects.push(match choices.int(0, 6) {
            0 | 1 => Effect::Damage(Blast { n: choices.int(0, 8) as u8, kind, not_attack: false }),
            2 => Effect::StandardAttack(StandardAttack {
                mode: *choices.of(&MODES),
                kind,
                atk_mod: choices.int(-2, 4) as i8,
                not_attack: choices.once_in(4),
            }),
            3 if has_map && target == Target::Enemy => Effect::Push(choices.int(1, 3) as u8),
            4 if has_map && target == Target::Enemy => Effect::Pull(choices.int(1, 3) as u8),
            5 if target == Target::Ally => Effect::Revive(choices.int(1, 5) as i16),
            5 if target == Target::EmptySquare => Effect::Teleport,
            5 if target == Target::AllAllies => Effect::ExtraActivation,
            _ => effect(choices, n_statuses),
        });
    }
    Ability {
        target: Some(target),
        effects,
        cost: cost(choices),
        trigger: trigger(choices),
        range: *choices.of(&[AbilityRange::Unit, AbilityRange::Any, AbilityRange::Steps(2)]),
        mark: *choices.of(&[AbilityMark::None, AbilityMark::P, AbilityMark::S]),
        action: choices.once_in(4).then_some(ActionUse::None),
        uses: choices.once_in(3).then(|| choices.int(1, 3) as u8),
        use_once: choices.once_in(4),
        duration: choices.once_in(3).then(|| Duration::Turns(choices.int(1, 2) as u8)),
        worth: choices.once_in(3).then(|| choices.int(0, 9) as u8),
        when: when(choices),
        ..Ability::plain(&name, Kind::Active)
    }
}

fn plan<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let mut plan = Plan { entries: Vec::new() };
    if choices.once_in(2) {
        plan.entries.push(Entry { what: *choices.of(all), when: when(choices) });
    }
    plan
}

fn tactics(choices: &mut Choices, n_abilities: usize) -> (Tactics, AimTactics) {
    use Aim::{First, HighestAtk, KillIfPossible, MostDamage, Nearest, Net, Random, Same, Weakest};
    let order = 1 | choices.int(0, n_abilities as i32 + 1).cast_unsigned() << 5;
    let of_unit = Tactics {
        target: plan(
            choices,
            &[First, Weakest, MostDamage, KillIfPossible, Nearest, HighestAtk, Random, Net, Same],
        ),
        fuse: plan(
            choices,
            &[FuseChoice::Priority, FuseChoice::Never, FuseChoice::All, FuseChoice::Reserve(2)],
        ),
        pay: plan(choices, &[Pay::LeastSurplus, Pay::KeepInfinite]),
        poisoned: plan(choices, &[Poisoned::InRange, Poisoned::Never, Poisoned::Ignore]),
        heal: plan(choices, &[Heal::LowestShare, Heal::Listed, Heal::Priorities(1)]),
        unfuse: plan(choices, &[UnfuseChoice::Never, UnfuseChoice::ForBetter]),
        discard: plan(choices, &[DiscardChoice::HighestStar, DiscardChoice::Random]),
        area: plan(choices, &[AreaChoice::Net, AreaChoice::Most]),
    };
    let actions = [
        ActionChoice::Best,
        ActionChoice::StandardOnly,
        ActionChoice::AbilityFirst,
        ActionChoice::Priorities(order),
    ];
    let aim = AimTactics {
        moves: plan(choices, &[MoveChoice::Advance, MoveChoice::Kite, MoveChoice::Hold, MoveChoice::Rush]),
        action: plan(choices, &actions),
    };
    (of_unit, aim)
}

fn side_tactics(choices: &mut Choices) -> SideTactics {
    let mut tactics = SideTactics::default();
    tactics.go.go = if choices.once_in(3) { Plan::always(Go::Second) } else { Plan::default() };
    let orders = [SideOrder::List, SideOrder::CanKillFirst, SideOrder::Random, SideOrder::FastestFirst];
    tactics.turn.order = Plan::always(*choices.of(&orders));
    tactics.turn.lay_aside = Plan::always(*choices.of(&[LayAside::Dead, LayAside::None]));
    tactics
}
