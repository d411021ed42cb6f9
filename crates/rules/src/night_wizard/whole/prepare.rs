//! From what a scenario means to the tables of a whole fight.

use super::super::NightWizard;
use super::super::judge::{JudgeId, Judges};
use super::super::metrics::Metric;
use super::super::rulings::{PranaUsers, Rulings, Switch, WindowOrder};
use super::super::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Amount, Area, AttributeId, Duration, Effect, JudgeKind, Timing,
    Trigger, Who,
};
use super::super::setup::gear::Status;
use super::super::setup::{AttackKind, Numbers, Setup, UnitKind, UnitSetup, Weapon};
use super::super::tactics::{ChooseWeapon, Delay, Fact, Tactics, UseAbility};
use super::board::Board;
use super::gear::HANDS;
use super::kit::{
    Arm, Charm, Deed, Element, Holds, Kit, N_TIMINGS, N_TRIGGERS, Outfit, Owned, Power, Price, Whole,
};
use super::laws::Laws;
use super::state::Turn;
use crate::roster::{UnitId, UnitSet};

/// The most pairs of critical and fumble numbers of one scenario.
const MOST_LUCKS: usize = 256;

/// A change of critical or fumble numbers (NW-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::night_wizard) struct Twist {
    /// Removing comes after adding.
    removes: bool,
    of_fumble: bool,
    numbers: Numbers,
}

impl Twist {
    fn of(effect: &Effect) -> Option<Self> {
        match *effect {
            Effect::Critical { add, numbers } => Some(Self { removes: !add, of_fumble: false, numbers }),
            Effect::Fumble { add, numbers } => Some(Self { removes: !add, of_fumble: true, numbers }),
            _ => None,
        }
    }

    /// A chain in which every total is critical would never end: the 2 stays ordinary.
    fn apply(self, (mut crit, mut fumble): (Numbers, Numbers)) -> (Numbers, Numbers) {
        let set = if self.of_fumble { &mut fumble } else { &mut crit };
        set.0 = if self.removes { set.0 & !self.numbers.0 } else { set.0 | self.numbers.0 };
        if (2..=12).all(|v| crit.has(v)) {
            crit.0 &= !(1 << 2);
        }
        (crit, fumble)
    }
}

/// The twists of a scenario in the order in which they apply.
pub(in crate::night_wizard) fn twists(setup: &Setup) -> Vec<Twist> {
    let mut all: Vec<Twist> = abilities(setup).flat_map(|it| &it.effects).filter_map(Twist::of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds the critical and fumble numbers that twists can make of `numbers`, and says what each
/// makes of each.
pub(in crate::night_wizard) fn twisted(
    numbers: &mut Vec<(Numbers, Numbers)>,
    twists: &[Twist],
) -> Vec<usize> {
    let mut table = Vec::new();
    let mut at = 0;
    while at < numbers.len() && numbers.len() <= MOST_LUCKS {
        for twist in twists {
            let to = twist.apply(numbers[at]);
            table.push(numbers.iter().position(|&known| known == to).unwrap_or_else(|| {
                numbers.push(to);
                numbers.len() - 1
            }));
        }
        at += 1;
    }
    table
}

fn abilities(setup: &Setup) -> impl Iterator<Item = &Ability> {
    setup.sides.iter().flat_map(|side| &side.units).flat_map(|unit| &unit.abilities)
}

/// Whether a scenario uses anything beyond the core.
pub(in crate::night_wizard) fn is_whole(setup: &Setup) -> bool {
    let units: Vec<&UnitSetup> = setup.sides.iter().flat_map(|side| &side.units).collect();
    let needs = |unit: &&UnitSetup| {
        let tactics = &unit.tactics;
        let Tactics { tie, cover, flight, final_, .. } = tactics;
        unit.prana > 0 && unit.release > 0
            || unit.weapons.len() > 1
            || unit.weapons.iter().any(is_beyond)
            || !unit.abilities.is_empty()
            || !unit.enchantments.is_empty()
            || !unit.loadouts.is_empty()
            || !unit.start_statuses.is_empty()
            || unit.arrives_round > 1
            || unit.position != units[0].position
            || unit.position[2] > 0
            || tie.any(|it| it != Default::default())
            || cover.any(|it| it != Default::default())
            || flight.any(|it| it != Default::default())
            || final_.any(|it| it != Default::default())
            || tactics.ask(|fact| !fact.is_of_core())
    };
    setup.map.is_some() || setup.series.fights > 1 || setup.surprise.is_some() || units.iter().any(needs)
}

/// Whether a weapon is more than the modifiers of an attack. On one square every range that
/// begins at 0 reaches.
fn is_beyond(weapon: &Weapon) -> bool {
    weapon.area != Area::Single
        || weapon.range.least > 0
        || weapon.count_cost != 0
        || weapon.hp_cost != 0
        || !weapon.mp_cost.is_zero()
        || !weapon.prana_cost.is_zero()
        || !weapon.inflict.is_empty()
        || weapon.enchantment.is_some()
}

/// Why a scenario is too large for the tables of a whole fight; `None`: it is not.
pub(in crate::night_wizard) fn fault(setup: &Setup, numbers: &[(Numbers, Numbers)]) -> Option<String> {
    let over = |n: usize, most: usize, what: &str, name: &str| {
        (n > most).then(|| format!("`{name}` has {n} {what}; at most {most} can be played"))
    };
    for unit in setup.sides.iter().flat_map(|side| &side.units) {
        let name = &unit.name;
        let found = over(unit.abilities.len(), 64, "abilities", name)
            .or_else(|| over(unit.weapons.len(), 32, "weapons", name))
            .or_else(|| over(unit.enchantments.len(), 32, "enchantments", name))
            .or_else(|| over(unit.loadouts.len(), 255, "loadouts", name));
        if found.is_some() {
            return found;
        }
    }
    let mut all = numbers.to_vec();
    let twists = twists(setup);
    if twists.len() > 64 {
        return Some(format!(
            "{} different changes of critical and fumble numbers; at most 64 can be played",
            twists.len()
        ));
    }
    twisted(&mut all, &twists);
    (all.len() > MOST_LUCKS).then(|| {
        format!("abilities can make more than {MOST_LUCKS} different pairs of critical and fumble numbers")
    })
}

/// Numbers for names, in the order in which they are first met.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> u16 {
        let at = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        at as u16
    }
}

/// Everything that is numbered while a scenario is read.
#[derive(Default)]
struct Maker {
    elements: Names,
    charms: Names,
    loadouts: Names,
    slots: Names,
    groups: Names,
    abilities: Vec<Ability>,
    powers: Vec<Power>,
    n_amounts: usize,
    twists: Vec<Twist>,
}

impl Whole {
    /// The tables of a scenario; `table` is what twists make of critical and fumble numbers.
    pub(in crate::night_wizard) fn new(
        setup: &Setup,
        sheets: &[&UnitSetup],
        judges: &Judges,
        table: &[usize],
    ) -> Self {
        let rulings = &setup.rulings;
        let mut maker = Maker { twists: twists(setup), ..Maker::default() };
        let mut units: Vec<Kit> = sheets.iter().map(|sheet| maker.kit(sheet, rulings)).collect();
        let n_elements = maker.elements.0.len();
        let mut first_use = 0;
        for (kit, sheet) in units.iter_mut().zip(sheets) {
            kit.element_mods = vec![(0, 0); n_elements];
            for (name, change) in &sheet.element_mods {
                kit.element_mods
                    [maker.elements.0.iter().position(|known| known == name).expect("numbered")] =
                    (change.flat, change.percent);
            }
            kit.first_use = first_use;
            first_use += kit.abilities.len();
        }
        let board = Board::of(setup, sheets, &mut units, &maker.powers);
        let has_places = setup.map.is_some()
            || sheets.iter().any(|sheet| {
                sheet.position != sheets[0].position
                    || sheet.position[2] > 0
                    || sheet.tactics.flight.any(|it| it != Default::default())
            })
            || maker.powers.iter().flat_map(|power| &power.steps).any(|deed| {
                matches!(deed.effect, Effect::Move { .. } | Effect::Swap | Effect::TakeOff | Effect::Land)
            });
        for (kit, sheet) in units.iter_mut().zip(sheets) {
            kit.note_sure_arms(&sheet.tactics, rulings, has_places);
        }
        let set = |is: &dyn Fn(usize) -> bool| -> UnitSet {
            (0..sheets.len()).filter(|&i| is(i)).map(|i| UnitId(i as u8)).collect()
        };
        let powers = &maker.powers;
        let owned = |i: usize| units[i].abilities.iter().map(|owned| &powers[owned.power as usize]);
        let timed = core::array::from_fn(|timing| set(&|i| units[i].by_timing[timing] != 0));
        let triggered = core::array::from_fn(|trigger| set(&|i| units[i].by_trigger[trigger] != 0));
        let of_judge = |timing: Timing, kind: usize| {
            set(&|i| owned(i).any(|power| power.timing == timing && power.judges >> kind & 1 == 1))
        };
        let always = (0..sheets.len()).flat_map(|i| {
            let list = units[i].abilities.iter().enumerate();
            let works = |(_, owned): &(usize, &Owned)| powers[owned.power as usize].timing == Timing::Always;
            list.filter(works).map(move |(at, _)| (UnitId(i as u8), at as u8)).collect::<Vec<_>>()
        });
        let always: Vec<(UnitId, u8)> = always.collect();
        let is_volatile = always.iter().any(|&(unit, at)| {
            let power = &powers[units[unit.idx()].abilities[at as usize].power as usize];
            power.when.is_some() || power.target.who != Who::Myself
        });
        let luck_triggers = [Trigger::JudgeCritical, Trigger::JudgeFumble];
        let reads_luck = set(&|i| {
            luck_triggers.iter().any(|&trigger| units[i].by_trigger[trigger as usize] != 0)
                || owned(i).any(|power| power.timing == Timing::AfterJudge)
        });
        let has_triggers = triggered.iter().any(|who: &UnitSet| !who.is_empty());
        let changes_damage = powers.iter().any(|power| {
            power.is_of_damage
                || power.steps.iter().any(|deed| matches!(deed.effect, Effect::ElementMod { .. }))
        });
        let most_dice = most_dice(sheets, powers);
        let laws = Laws::new(judges.len(), most_dice);
        warm(&laws, judges, sheets, powers, most_dice);
        let just_attack = set(&|i| !has_places && just_attacks(&units[i], &sheets[i].tactics, rulings));
        let dressers = set(&|i| units[i].lunar_robe || !sheets[i].tactics.enchant.entries.is_empty());
        let holds = holds(sheets, powers, &units, has_places, rulings);
        let window = window(sheets, rulings.window_order);
        let coverers = set(&|i| sheets[i].tactics.cover.any(|it| it != Default::default()));
        let tactic = |is: &dyn Fn(&Tactics) -> bool| set(&|i| is(&sheets[i].tactics));
        let late_rollers =
            set(&|i| units[i].release > 0 && sheets[i].tactics.prana_init.any(|it| it != Default::default()));
        let before: [UnitSet; JudgeKind::COUNT] =
            core::array::from_fn(|kind| of_judge(Timing::BeforeJudge, kind));
        let after: [UnitSet; JudgeKind::COUNT] =
            core::array::from_fn(|kind| of_judge(Timing::AfterJudge, kind));
        let of_attacks = [JudgeKind::Hit, JudgeKind::Dodge, JudgeKind::Attack, JudgeKind::Defense];
        let declares =
            of_attacks.map(|kind| before[kind as usize].or(after[kind as usize])).into_iter().fold(
                set(&|i| units[i].release > 0 && units[i].prana.max(units[i].start_prana) > 0),
                UnitSet::or,
            );
        let just_roll = set(&|_| true).without(declares).without(reads_luck);
        let ties = !tactic(&|it| it.tie.any(|it| it != Default::default())).is_empty();
        Self {
            n_slots: maker.slots.0.len(),
            n_amounts: maker.n_amounts,
            laws,
            twisted: table.iter().map(|&to| to as u8).collect(),
            n_twists: maker.twists.len(),
            timed,
            triggered,
            always,
            is_volatile,
            window,
            has_places,
            board,
            coverers,
            ties,
            late_rollers,
            before,
            after,
            reads_luck,
            just_roll,
            just_attack,
            dressers,
            has_triggers,
            changes_damage,
            has_last_mains: rulings.final_main == Switch::On
                && !tactic(&|it| it.final_.any(|it| it != Default::default())).is_empty(),
            changes_counts: powers
                .iter()
                .flat_map(|power| &power.steps)
                .any(|deed| matches!(deed.effect, Effect::ChangeCount(_) | Effect::SetCount(_))),
            counts_mains: powers.iter().any(|power| power.uses.per_main > 0),
            surprise: setup.surprise,
            late: set(&|i| sheets[i].arrives_round > 1),
            fights: setup.series.fights,
            rounds_of_fight: setup.max_rounds,
            holds,
            damage_of: maker.elements.0.iter().map(|name| Metric::damage_of(name)).collect(),
            fresh: Turn::default(),
            powers: maker.powers,
            units,
        }
    }
}

/// Whether a unit on one square has nothing to do in a Main but its Major Action, and nothing to do
/// with that but an attack.
fn just_attacks(kit: &Kit, tactics: &Tactics, rulings: &Rulings) -> bool {
    let timings = [Timing::MainStart, Timing::Auto, Timing::Minor, Timing::Major];
    timings.iter().all(|&timing| kit.by_timing[timing as usize] == 0)
        && (rulings.flee == Switch::Off || tactics.flee.entries.is_empty())
        && tactics.prana_convert.entries.is_empty()
        && tactics.enchant.entries.is_empty()
        && tactics.loadout.entries.is_empty()
}

impl Kit {
    /// Notes which of its weapons need nothing that can be lacking, and whether the choice among
    /// them is settled before the fight (D-weapon).
    fn note_sure_arms(&mut self, tactics: &Tactics, rulings: &Rulings, has_places: bool) {
        let is_one = self.arms.len() == 1;
        let is_sure = |arm: &Arm| {
            self.loadouts.is_empty()
                && arm.needs_all == 0
                && arm.needs_any == 0
                && arm.price.is_free
                && (rulings.auto_actions_per_main.0.is_none() || is_one && arm.hands <= HANDS)
        };
        let sure = self.arms.iter().enumerate().filter(|(_, arm)| is_sure(arm));
        self.sure_arms = sure.fold(0, |set, (at, _)| set | 1 << at);
        let takes_first = is_one || !tactics.weapon.any(|it| it != ChooseWeapon::First);
        let reaches = !has_places && self.arms[0].range.least == 0;
        self.sure_arm = (takes_first && reaches && self.sure_arms & 1 == 1).then_some(0);
    }
}

/// The most dice that one Judge can get beyond its own.
fn most_dice(sheets: &[&UnitSetup], powers: &[Power]) -> usize {
    let prana = sheets.iter().map(|sheet| sheet.release.min(sheet.prana)).max().unwrap_or(0);
    let added: usize = powers
        .iter()
        .flat_map(|power| &power.steps)
        .map(|deed| if let Effect::AddDice { n, .. } = deed.effect { n as usize } else { 0 })
        .sum();
    (prana.max(0) as usize + added).min(255)
}

/// Makes ready what sampled fights ask for: sums of dice, and the laws that a tactic looks into.
fn warm(laws: &Laws, judges: &Judges, sheets: &[&UnitSetup], powers: &[Power], most_dice: usize) {
    for n in 0..=most_dice {
        laws.warm_sum(n as u8);
    }
    let amounts = powers.iter().flat_map(|power| {
        let Price { count, hp, mp, prana, .. } = power.price;
        let of_steps = power.steps.iter().filter_map(|deed| amount_of(&deed.effect));
        of_steps.chain([count, hp, mp, prana]).map(|amount| amount.dice).collect::<Vec<u8>>()
    });
    let of_weapons = sheets.iter().flat_map(|sheet| &sheet.weapons);
    let of_weapons = of_weapons.flat_map(|weapon| [weapon.mp_cost.dice, weapon.prana_cost.dice]);
    // Poison may be a die a level; levels are few in sane fights.
    for n in amounts.chain(of_weapons).chain(0..=20) {
        laws.warm_sum(n);
    }
    if sheets.iter().any(|sheet| sheet.tactics.prana_def.any(|it| it != Default::default())) {
        for judge in 0..judges.len() {
            (0..=most_dice).for_each(|n| laws.warm_cast(judges, judge as JudgeId, n as u8));
        }
    }
}

/// What of the state can change.
fn holds(
    sheets: &[&UnitSetup],
    powers: &[Power],
    units: &[Kit],
    has_places: bool,
    rulings: &Rulings,
) -> Holds {
    let any = |is: &dyn Fn(&Effect) -> bool| {
        powers.iter().flat_map(|power| &power.steps).any(|deed| is(&deed.effect))
    };
    let prices = || {
        let arms = units.iter().flat_map(|unit| &unit.arms).map(|arm| arm.price);
        arms.chain(powers.iter().map(|power| power.price))
    };
    Holds {
        mp: sheets.iter().any(|sheet| sheet.mp > 0 || sheet.enchantments.iter().any(|it| it.magic_power > 0)),
        prana: sheets.iter().any(|sheet| sheet.prana > 0),
        statuses: any(&|effect| matches!(effect, Effect::Inflict(_)))
            || prices().any(|price| price.statuses != 0)
            || units.iter().any(|unit| {
                !unit.start_statuses.is_empty() || unit.arms.iter().any(|arm| !arm.inflict.is_empty())
            }),
        places: has_places,
        gear: units.iter().any(|unit| !unit.charms.is_empty() || !unit.loadouts.is_empty())
            || units.iter().any(|unit| unit.arms.iter().map(|arm| arm.hands).sum::<u8>() > 2),
        used_once: sheets.iter().any(|sheet| sheet.tactics.ability.any(|it| it == UseAbility::OncePerRound)),
        hands: rulings.auto_actions_per_main.0.is_some(),
    }
}

/// NW-09(c): PCs first, then NPCs, or the other way round, each in listed order.
fn window(sheets: &[&UnitSetup], order: WindowOrder) -> Vec<UnitId> {
    let first = match order {
        WindowOrder::PcFirst => UnitKind::Pc,
        WindowOrder::NpcFirst => UnitKind::Npc,
    };
    let mut window: Vec<UnitId> = (0..sheets.len() as u8).map(UnitId).collect();
    window.sort_by_key(|unit| sheets[unit.idx()].kind != first);
    window
}

impl Maker {
    fn element(&mut self, name: Option<&String>) -> Element {
        name.map_or(0, |name| self.elements.number(name) as Element + 1)
    }

    fn kit(&mut self, sheet: &UnitSetup, rulings: &Rulings) -> Kit {
        let may_use = rulings.prana_users == PranaUsers::AnyWithPrana || sheet.kind == UnitKind::Pc;
        let mut kit = Kit {
            base: base(sheet),
            max_hp: sheet.hp,
            max_mp: sheet.mp,
            start_mp: sheet.start_mp,
            prana: sheet.prana,
            start_prana: sheet.start_prana,
            release: if may_use { sheet.release } else { 0 },
            element: self.element(sheet.elements.first()),
            immune: sheet.status_immune,
            start_statuses: sheet.start_statuses.clone(),
            arrives: sheet.arrives_round,
            appearance: sheet.appearance,
            enchantment_limit: sheet.enchantment_limit,
            memory: sheet.memory,
            lunar_robe: sheet.lunar_robe,
            group: sheet.command_group.as_ref().map(|group| self.groups.number(group) as u8),
            is_special: sheet.abilities.iter().any(|ability| ability.kind == AbilityKind::Special),
            ..Kit::default()
        };
        for element in sheet.element_mods.keys() {
            self.elements.number(element);
        }
        let bare_hands = [Weapon::default()];
        let weapons = if sheet.weapons.is_empty() { &bare_hands[..] } else { &sheet.weapons };
        for (at, weapon) in weapons.iter().enumerate() {
            let mut arm = self.arm(weapon);
            arm.needs_any = granted(sheet, |charm| charm.grants_weapons.contains(&at));
            kit.arms.push(arm);
        }
        for (at, ability) in sheet.abilities.iter().enumerate() {
            let power = self.power(ability);
            kit.abilities.push(Owned {
                power,
                needs_any: granted(sheet, |charm| charm.grants_abilities.contains(&at)),
                is_invocation: ability.kind == AbilityKind::Invocation,
            });
            match ability.trigger {
                Some(trigger) if matches!(ability.timing, Timing::Reaction | Timing::Auto) => {
                    kit.by_trigger[trigger as usize] |= 1 << at;
                }
                _ => kit.by_timing[ability.timing as usize] |= 1 << at,
            }
            if ability.uses != Default::default() {
                kit.limited |= 1 << at;
            }
        }
        for charm in &sheet.enchantments {
            kit.charms.push(Charm {
                named: self.charms.number(&charm.name),
                name: charm.name.clone(),
                level: charm.level,
                magic_power: charm.magic_power,
                modify: charm.modify.clone(),
                active_at_start: charm.active_at_start,
            });
        }
        for loadout in &sheet.loadouts {
            kit.loadouts.push(Outfit {
                named: self.loadouts.number(&loadout.name),
                name: loadout.name.clone(),
                arms: loadout.weapons.iter().fold(0, |arms, arm| arms | 1 << arm),
                modify: loadout.modify.clone(),
            });
        }
        kit
    }

    fn arm(&mut self, weapon: &Weapon) -> Arm {
        let price = Price {
            count: Amount::fixed(weapon.count_cost),
            hp: Amount::fixed(weapon.hp_cost),
            mp: weapon.mp_cost,
            prana: weapon.prana_cost,
            ..Price::default()
        };
        Arm {
            name: weapon.name.clone(),
            hit_kind: weapon.hit_kind,
            damage_kind: weapon.damage_kind,
            hit_mod: weapon.hit_mod,
            attack_mod: weapon.attack_mod,
            element: self.element(weapon.element.as_ref()),
            range: weapon.range,
            area: weapon.area,
            price: Price { is_free: is_free(&price), ..price },
            inflict: weapon.inflict.clone(),
            hands: weapon.hands,
            needs_all: weapon.enchantment.map_or(0, |at| 1 << at),
            needs_any: 0,
        }
    }

    fn power(&mut self, ability: &Ability) -> u16 {
        if let Some(at) = self.abilities.iter().position(|known| known == ability) {
            return at as u16;
        }
        let mut steps = Vec::new();
        for effect in &ability.effects {
            let named = match effect {
                Effect::Damage { element, .. } | Effect::SetElement(element) => {
                    self.element(element.as_ref()).into()
                }
                Effect::ElementMod { element, .. } => self.elements.number(element),
                Effect::Enchant { name, .. } => self.charms.number(name),
                Effect::ChangeLoadout(name) => self.loadouts.number(name),
                effect => match Twist::of(effect) {
                    Some(twist) => self.twists.iter().position(|&it| it == twist).expect("collected") as u16,
                    None => 0,
                },
            };
            let amount = self.n_amounts as u16;
            self.n_amounts += usize::from(effect.is_lasting() && amount_of(effect).is_some());
            steps.push(Deed { effect: effect.clone(), named, amount });
        }
        let any = |is: &dyn Fn(&Effect) -> bool| ability.effects.iter().any(is);
        let is_lasting = any(&Effect::is_lasting);
        let price = Price {
            count: ability.cost.count,
            hp: ability.cost.hp,
            mp: ability.cost.mp,
            prana: ability.cost.prana,
            statuses: ability.cost.statuses.iter().fold(0, |set, it| set | it.status.bit()),
            poison: ability
                .cost
                .statuses
                .iter()
                .filter(|it| it.status == Status::Poison)
                .map(|it| it.level)
                .max()
                .unwrap_or(0),
            is_free: false,
        };
        self.powers.push(Power {
            name: ability.name.clone(),
            kind: ability.kind,
            timing: ability.timing,
            when: ability.when.clone(),
            price: Price { is_free: is_free(&price), ..price },
            uses: ability.uses,
            flags: ability.flags,
            target: ability.target,
            judge: ability.judge,
            duration: duration(ability),
            slot: if is_lasting { self.slots.number(&ability.name).into() } else { 0 },
            is_dealt: matches!(ability.trigger, Some(Trigger::DamageDealt | Trigger::Missed))
                || matches!(ability.timing, Timing::BeforeJudge | Timing::AfterJudge)
                    && judges_of(ability) & (1 << JudgeKind::Dodge as u16 | 1 << JudgeKind::Defense as u16)
                        == 0
                || matches!(ability.judge, AbilityJudge::Attack { .. }),
            is_of_damage: any(&|effect| {
                matches!(
                    effect,
                    Effect::ChangeDamage { .. } | Effect::SetElement(_) | Effect::SetDamageKind(_)
                )
            }),
            heals: any(&|effect| matches!(effect, Effect::HealHp(_))),
            judges: judges_of(ability),
            steps,
        });
        self.abilities.push(ability.clone());
        (self.powers.len() - 1) as u16
    }
}

fn is_free(price: &Price) -> bool {
    [price.count, price.hp, price.mp, price.prana].iter().all(Amount::is_zero) && price.statuses == 0
}

/// The enchantments that grant something, as bits.
fn granted(sheet: &UnitSetup, grants: impl Fn(&super::super::setup::Enchantment) -> bool) -> u32 {
    let list = sheet.enchantments.iter().enumerate();
    list.filter(|(_, charm)| grants(charm)).fold(0, |set, (at, _)| set | 1 << at)
}

fn base(sheet: &UnitSetup) -> [i32; AttributeId::COUNT] {
    let (physical, magic, basic) = (sheet.physical, sheet.magic, sheet.attributes);
    [
        physical.hit,
        physical.dodge,
        physical.attack,
        physical.defense,
        magic.hit,
        magic.dodge,
        magic.attack,
        magic.defense,
        sheet.action_value,
        sheet.movement_power,
        basic.strength,
        basic.skill,
        basic.agility,
        basic.spirit,
        basic.knowledge,
        basic.faith,
        basic.perception,
        basic.luck,
    ]
}

/// How long the lasting effects of an ability stay. An effect that can only last is not over at
/// once: it stays for the Judge or the attack that it answers, the Main it is declared in, or the
/// round.
fn duration(ability: &Ability) -> Duration {
    match (ability.duration, ability.timing) {
        (Duration::Instant, Timing::Setup | Timing::Initiative) => Duration::ThisRound,
        (Duration::Instant, Timing::CleanUp) => Duration::Rounds(1),
        (Duration::Instant, Timing::BeforeJudge | Timing::AfterJudge | Timing::Reaction) => {
            Duration::ThisJudge
        }
        (Duration::Instant, _) => Duration::ThisMain,
        (lasts, _) => lasts,
    }
}

/// The Judges that the effects of an ability are about, as bits.
fn judges_of(ability: &Ability) -> u16 {
    const ALL: u16 = (1 << JudgeKind::COUNT) - 1;
    let of_kind = |kind| if kind == JudgeKind::All { ALL } else { 1 << kind as u16 };
    let judges = ability.effects.iter().fold(0, |judges, effect| {
        judges
            | match *effect {
                Effect::ModifyJudge { which, .. }
                | Effect::AddDice { which, .. }
                | Effect::Reroll { which, .. } => of_kind(which),
                Effect::ModifyAttribute { name, .. } => of_kind(kind_of(name)),
                _ => 0,
            }
    });
    if judges == 0 { ALL } else { judges }
}

/// The Judge that an attribute is rolled for.
pub(super) fn kind_of(name: AttributeId) -> JudgeKind {
    match name {
        AttributeId::Hit | AttributeId::MagicHit => JudgeKind::Hit,
        AttributeId::Dodge | AttributeId::Resistance => JudgeKind::Dodge,
        AttributeId::Attack | AttributeId::MagicAttack => JudgeKind::Attack,
        AttributeId::Defense | AttributeId::MagicDefense => JudgeKind::Defense,
        AttributeId::ActionValue => JudgeKind::ActionCount,
        _ => JudgeKind::All,
    }
}

/// The amount of an effect, if it has one.
pub(super) fn amount_of(effect: &Effect) -> Option<Amount> {
    match *effect {
        Effect::ModifyAttribute { amount, .. }
        | Effect::ModifyJudge { amount, .. }
        | Effect::Damage { amount, .. }
        | Effect::ChangeDamage { add: amount, .. }
        | Effect::HealHp(amount)
        | Effect::RestoreMp(amount)
        | Effect::DrainMp(amount)
        | Effect::GainPrana(amount)
        | Effect::ChangeCount(amount)
        | Effect::SetCount(amount)
        | Effect::Move { steps: amount, .. }
        | Effect::WithdrawCost(amount) => Some(amount),
        _ => None,
    }
}

impl Effect {
    /// Whether it is in force for a time rather than done at once.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::ModifyAttribute { .. }
                | Self::ModifyJudge { .. }
                | Self::AddDice { .. }
                | Self::Critical { .. }
                | Self::Fumble { .. }
                | Self::ChangeDamage { .. }
                | Self::SetElement(_)
                | Self::SetDamageKind(_)
                | Self::WithdrawCost(_)
                | Self::CoverFree
                | Self::ChangeMax { .. }
                | Self::ElementMod { .. }
                | Self::Immunity(_)
        )
    }
}

impl NightWizard {
    /// What a whole fight reads of the state beyond the core.
    pub(in crate::night_wizard) fn read_more(&mut self, setup: &Setup, sheets: &[&UnitSetup]) {
        let asks = |is: &dyn Fn(Fact) -> bool| {
            abilities(setup)
                .filter_map(|it| it.when.as_ref())
                .any(|when| when.terms.iter().any(|t| is(t.fact)))
                || sheets.iter().any(|sheet| sheet.tactics.ask(is))
        };
        let any_ability = abilities(setup).next().is_some();
        let raises = abilities(setup)
            .flat_map(|it| &it.effects)
            .any(|effect| matches!(effect, Effect::ChangeCount(_) | Effect::SetCount(_)));
        let of_rounds = abilities(setup).filter_map(|it| it.when.as_ref()).flat_map(|when| &when.terms);
        let latest = super::super::tactics::latest_round(of_rounds);
        let arrival = sheets.iter().map(|sheet| sheet.arrives_round).filter(|&round| round > 1).max();
        let limit = if setup.series.fights > 1 { setup.max_rounds + 1 } else { 0 };
        let reads = &mut self.reads;
        reads.round = reads.round.max(latest).max(arrival.unwrap_or(0)).max(limit);
        reads.counts |= any_ability
            || asks(&|fact| fact == Fact::Count)
            || sheets.iter().any(|sheet| {
                sheet.tactics.cover.any(|it| it != Default::default())
                    || sheet.weapons.iter().any(|weapon| weapon.count_cost != 0)
                    || sheet.tactics.delay.any(|it| matches!(it, Delay::To(_)))
            })
            || setup.rulings.final_main == Switch::On;
        reads.mains |= raises;
        reads.counts |= sheets.iter().any(|sheet| sheet.tactics.tie.any(|it| it != Default::default()));
        reads.hp_below_zero |=
            asks(&|fact| matches!(fact, Fact::Hp | Fact::HpPercent | Fact::TargetHp)) && any_ability;
    }
}

const _: () = assert!(N_TIMINGS == 11 && N_TRIGGERS == 15);

/// Which attributes an attack of a kind rolls: to hit and to hurt, and what answers them.
#[inline(always)]
pub(super) const fn attributes(kind: AttackKind) -> [AttributeId; 4] {
    match kind {
        AttackKind::Physical => {
            [AttributeId::Hit, AttributeId::Dodge, AttributeId::Attack, AttributeId::Defense]
        }
        AttackKind::Magic => [
            AttributeId::MagicHit,
            AttributeId::Resistance,
            AttributeId::MagicAttack,
            AttributeId::MagicDefense,
        ],
    }
}
