//! Units, weapons and abilities as the fight reads them, with everything that has a name
//! numbered.

use super::super::tables::{
    AbilityStep, Element, OwnedAbility, PreparedAbility, PreparedEnchantment, PreparedLoadout,
    PreparedWeapon, Price, UnitTables,
};
use super::twist::Twist;
use super::words::kind_of;
use crate::games::night_wizard::rulings::{PranaUsers, Rulings};
use crate::games::night_wizard::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Amount, AttributeId, Duration, Effect, JudgeKind, Timing, Trigger,
};
use crate::games::night_wizard::setup::gear::Status;
use crate::games::night_wizard::setup::{UnitKind, UnitSetup, Weapon};

/// Numbers for names, in the order in which they are first met.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<String>);

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
pub(super) struct Maker {
    pub(super) elements: Names,
    pub(super) enchantments: Names,
    pub(super) loadouts: Names,
    pub(super) slots: Names,
    pub(super) groups: Names,
    /// The abilities of the sheets, each once; `abilities` has them prepared, in the order of this list.
    pub(super) sheet_abilities: Vec<Ability>,
    pub(super) abilities: Vec<PreparedAbility>,
    pub(super) n_amounts: usize,
    pub(super) twists: Vec<Twist>,
}

impl Maker {
    fn element(&mut self, name: Option<&String>) -> Element {
        name.map_or(0, |name| self.elements.number(name) as Element + 1)
    }

    pub(super) fn unit_tables(&mut self, sheet: &UnitSetup, rulings: &Rulings) -> UnitTables {
        let may_use = rulings.prana_users == PranaUsers::AnyWithPrana || sheet.kind == UnitKind::Pc;
        let mut unit_tables = UnitTables {
            base: core::array::from_fn(|i| sheet.attribute(AttributeId::ALL[i])),
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
            appearance: sheet.appearance.map(|it| (it.attribute, it.difficulty)),
            enchantment_limit: sheet.enchantment_limit,
            memory: sheet.memory,
            lunar_robe: sheet.lunar_robe,
            group: sheet.command_group.as_ref().map(|group| self.groups.number(group) as u8),
            is_special: sheet.abilities.iter().any(|ability| ability.kind == AbilityKind::Special),
            ..UnitTables::default()
        };
        for element in sheet.element_mods.keys() {
            self.elements.number(element);
        }
        let bare_hands = [Weapon::default()];
        let weapons = if sheet.weapons.is_empty() { &bare_hands[..] } else { &sheet.weapons };
        for weapon in weapons {
            unit_tables.weapons.push(self.weapon(weapon, sheet));
        }
        for (at, ability) in sheet.abilities.iter().enumerate() {
            let id = self.ability(ability);
            unit_tables.abilities.push(OwnedAbility {
                ability: id,
                needs_any: those_of(&sheet.enchantments, |it| it.grants.contains(&ability.name)),
                is_invocation: ability.kind == AbilityKind::Invocation,
            });
            let judges = self.abilities[id as usize].judges;
            for kind in (0..JudgeKind::COUNT).filter(|kind| judges >> kind & 1 == 1) {
                unit_tables.before[kind] |= u64::from(ability.timing == Timing::BeforeJudge) << at;
                unit_tables.after[kind] |= u64::from(ability.timing == Timing::AfterJudge) << at;
            }
            match ability.trigger {
                Some(trigger) if matches!(ability.timing, Timing::Reaction | Timing::Auto) => {
                    unit_tables.by_trigger[trigger as usize] |= 1 << at;
                }
                _ => unit_tables.by_timing[ability.timing as usize] |= 1 << at,
            }
            if ability.uses != Default::default() {
                unit_tables.limited |= 1 << at;
            }
        }
        for enchantment in &sheet.enchantments {
            unit_tables.enchantments.push(PreparedEnchantment {
                named: self.enchantments.number(&enchantment.name),
                name: enchantment.name.clone(),
                level: enchantment.level,
                magic_power: enchantment.magic_power,
                modify: enchantment.modify.clone(),
                active_at_start: enchantment.active_at_start,
            });
        }
        for loadout in &sheet.loadouts {
            unit_tables.loadouts.push(PreparedLoadout {
                named: self.loadouts.number(&loadout.name),
                name: loadout.name.clone(),
                weapons: those_of(weapons, |weapon| loadout.weapons.contains(&weapon.name)),
                modify: loadout.modify.clone(),
            });
        }
        unit_tables
    }

    fn weapon(&mut self, weapon: &Weapon, sheet: &UnitSetup) -> PreparedWeapon {
        let price = Price {
            count: Amount::fixed(weapon.count_cost),
            hp: Amount::fixed(weapon.hp_cost),
            mp: weapon.mp_cost,
            prana: weapon.prana_cost,
            ..Price::default()
        }
        .settled();
        PreparedWeapon {
            name: weapon.name.clone(),
            hit_kind: weapon.hit_kind,
            damage_kind: weapon.damage_kind,
            hit_mod: weapon.hit_mod,
            attack_mod: weapon.attack_mod,
            element: self.element(weapon.element.as_ref()),
            range: weapon.range,
            area: weapon.area,
            price,
            inflict: weapon.inflict.clone(),
            hands: weapon.hands,
            needs_all: those_of(&sheet.enchantments, |it| weapon.enchantment.as_ref() == Some(&it.name)),
            needs_any: those_of(&sheet.enchantments, |it| it.grants.contains(&weapon.name)),
            numbers: None,
        }
    }

    fn ability(&mut self, ability: &Ability) -> u16 {
        if let Some(at) = self.sheet_abilities.iter().position(|known| known == ability) {
            return at as u16;
        }
        let mut steps = Vec::new();
        for effect in &ability.effects {
            let named = match effect {
                Effect::Damage { element, .. } | Effect::SetElement(element) => {
                    self.element(element.as_ref()).into()
                }
                Effect::ElementMod { element, .. } => self.elements.number(element),
                Effect::Enchant { name, .. } => self.enchantments.number(name),
                Effect::ChangeLoadout(name) => self.loadouts.number(name),
                effect => match Twist::of(effect) {
                    Some(twist) => self.twists.iter().position(|&it| it == twist).expect("collected") as u16,
                    None => 0,
                },
            };
            let amount = self.n_amounts as u16;
            let (by, lasts) = (effect.amount(), effect.is_lasting());
            self.n_amounts += usize::from(lasts && by.is_some());
            let is_of_attack = matches!(ability.judge, AbilityJudge::Attack { .. })
                && (effect.is_of_damage() || matches!(effect, Effect::Inflict(_)));
            steps.push(AbilityStep { effect: effect.clone(), named, by, amount, lasts, is_of_attack });
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
            ..Price::default()
        }
        .settled();
        self.abilities.push(PreparedAbility {
            name: ability.name.clone(),
            kind: ability.kind,
            timing: ability.timing,
            when: ability.when.clone(),
            price,
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
            is_sum: ability.effects.iter().filter(|effect| effect.is_lasting()).count() == 1
                && any(&Effect::is_sum),
            lifts: any(&|effect| matches!(effect, Effect::LiftNearDeath)),
            needs_fumble: any(&|effect| matches!(effect, Effect::CancelFumble))
                && !any(&|effect| matches!(effect, Effect::Reroll { .. })),
            judges: judges_of(ability),
            steps,
        });
        self.sheet_abilities.push(ability.clone());
        (self.sheet_abilities.len() - 1) as u16
    }
}

/// Those of a list for which something holds, as bits.
fn those_of<T>(list: &[T], is: impl Fn(&T) -> bool) -> u32 {
    list.iter().enumerate().filter(|(_, it)| is(it)).fold(0, |set, (at, _)| set | 1 << at)
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
