//! Units, weapons and abilities as the fight reads them, with everything that has a name
//! numbered.

use super::numbers::NumberChange;
use crate::data::rulings::{Mortality, PranaUsers, Rulings};
use crate::data::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Amount, AttributeId, Cost, Duration, Effect, JudgeKind, Timing,
    Trigger,
};
use crate::data::setup::{AttackKind, UnitKind, UnitSetup, Weapon};
use crate::state::tables::{
    AbilityStep, Element, OwnedAbility, PreparedAbility, PreparedCost, PreparedEnchantment, PreparedLoadout,
    PreparedWeapon, UnitTables, places_of,
};

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

/// Everything that is numbered while units are prepared.
#[derive(Default)]
pub(super) struct Numbering {
    pub(super) elements: Names,
    pub(super) enchantments: Names,
    pub(super) loadouts: Names,
    pub(super) slots: Names,
    /// The abilities of all units, each once.
    pub(super) abilities: Vec<PreparedAbility>,
    pub(super) n_amounts: usize,
    pub(super) number_changes: Vec<NumberChange>,
}

impl Numbering {
    fn element(&mut self, name: Option<&String>) -> Element {
        name.map_or(0, |name| self.elements.number(name) as Element + 1)
    }

    pub(super) fn unit_tables(&mut self, sheet: &UnitSetup, rulings: &Rulings) -> UnitTables {
        let is_pc = sheet.kind == UnitKind::Pc;
        let may_use_prana = rulings.prana_users == PranaUsers::AnyWithPrana || is_pc;
        let release = if may_use_prana { sheet.release } else { 0 };
        let costs = |of_weapon: fn(&Weapon) -> Amount, of_ability: fn(&Cost) -> Amount| {
            sheet.weapons.iter().any(|weapon| of_weapon(weapon) != Amount::default())
                || sheet.abilities.iter().any(|ability| of_ability(&ability.cost) != Amount::default())
        };
        let mut unit_tables = UnitTables {
            spends_mp: costs(|weapon| weapon.mp_cost, |cost| cost.mp)
                || sheet.lunar_robe
                || !sheet.enchantments.is_empty(),
            spends_prana: costs(|weapon| weapon.prana_cost, |cost| cost.prana)
                || release > 0
                || rulings.prana_to_hp_rate.0 + rulings.prana_to_mp_rate.0 > 0,
            has_specials: sheet.abilities.iter().any(|ability| {
                ability.kind == AbilityKind::Special
                    && ability.timing != Timing::Always
                    && !ability.flags.ignores_pressure
            }),
            unread: unread(sheet),
            base: AttributeId::ALL.map(|attribute| attribute.of(sheet)),
            entitled: match rulings.mortality {
                Mortality::Pc => is_pc,
                Mortality::All => true,
                Mortality::Off => false,
            },
            element: self.element(sheet.elements.first()),
            sheet: UnitSetup { release, ..sheet.clone() },
            ..UnitTables::default()
        };
        for element in sheet.element_mods.keys() {
            self.elements.number(element);
        }
        let bare_hands = [Weapon::default()];
        let weapons = if sheet.weapons.is_empty() { &bare_hands[..] } else { &sheet.weapons };
        unit_tables.weapons = weapons.iter().map(|weapon| self.weapon(weapon, sheet)).collect();
        for (at, ability) in sheet.abilities.iter().enumerate() {
            let id = self.ability(ability);
            unit_tables.abilities.push(OwnedAbility {
                ability: id,
                needs_any: places_of(&sheet.enchantments, |it| it.grants.contains(&ability.name)) as u32,
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
            unit_tables.limited |= u64::from(ability.uses != Default::default()) << at;
        }
        for own in &sheet.enchantments {
            let named = self.enchantments.number(&own.name);
            unit_tables.enchantments.push(PreparedEnchantment { named, own: own.clone() });
        }
        for own in &sheet.loadouts {
            let held = places_of(weapons, |weapon| own.weapons.contains(&weapon.name)) as u32;
            let named = self.loadouts.number(&own.name);
            unit_tables.loadouts.push(PreparedLoadout { named, held, own: own.clone() });
        }
        unit_tables
    }

    fn weapon(&mut self, own: &Weapon, sheet: &UnitSetup) -> PreparedWeapon {
        let (count, hp) = (Amount::fixed(own.count_cost), Amount::fixed(own.hp_cost));
        PreparedWeapon {
            element: self.element(own.element.as_ref()),
            price: PreparedCost::of(&Cost {
                count,
                hp,
                mp: own.mp_cost,
                prana: own.prana_cost,
                ..Cost::default()
            }),
            needs_all: places_of(&sheet.enchantments, |it| own.enchantment.as_ref() == Some(&it.name)) as u32,
            needs_any: places_of(&sheet.enchantments, |it| it.grants.contains(&own.name)) as u32,
            numbers: None,
            own: own.clone(),
        }
    }

    /// The number of an ability.
    fn ability(&mut self, ability: &Ability) -> u16 {
        let own = Ability { duration: duration(ability), ..ability.clone() };
        if let Some(at) = self.abilities.iter().position(|known| known.own == own) {
            return at as u16;
        }
        let steps: Vec<AbilityStep> = own.effects.iter().map(|effect| self.step(&own, effect)).collect();
        let any = |is: &dyn Fn(&Effect) -> bool| own.effects.iter().any(is);
        let judges = judges_of(&own);
        let answers = judges & (1 << JudgeKind::Dodge as u16 | 1 << JudgeKind::Defense as u16) != 0;
        let is_attack = matches!(own.judge, AbilityJudge::Attack { .. });
        let hurts = is_attack || any(&|effect| matches!(effect, Effect::Damage { .. }));
        let harms = hurts || any(&|effect| matches!(effect, Effect::Inflict(_) | Effect::DrainMp(_)));
        self.abilities.push(PreparedAbility {
            price: PreparedCost::of(&own.cost),
            slot: if any(&Effect::is_lasting) { self.slots.number(&own.name).into() } else { 0 },
            is_dealt: matches!(own.trigger, Some(Trigger::DamageDealt | Trigger::Missed))
                || matches!(own.timing, Timing::BeforeJudge | Timing::AfterJudge) && !answers
                || is_attack,
            is_of_damage: any(&Effect::is_of_damage),
            heals: any(&|effect| matches!(effect, Effect::HealHp(_))),
            hurts,
            harms,
            helps: !harms && any(&Effect::is_good),
            asks_target: own.when.iter().flat_map(|when| &when.terms).any(|term| term.fact.is_of_target()),
            is_sum: own.effects.iter().filter(|effect| effect.is_lasting()).count() == 1
                && any(&Effect::is_sum),
            lifts: any(&|effect| matches!(effect, Effect::LiftNearDeath)),
            needs_fumble: any(&|effect| matches!(effect, Effect::CancelFumble))
                && !any(&|effect| matches!(effect, Effect::Reroll { .. })),
            judges,
            steps,
            own,
        });
        (self.abilities.len() - 1) as u16
    }

    fn step(&mut self, ability: &Ability, effect: &Effect) -> AbilityStep {
        let change = NumberChange::of(effect);
        let named = match effect {
            Effect::Damage { element, .. } | Effect::SetElement(element) => {
                self.element(element.as_ref()).into()
            }
            Effect::ElementMod { element, .. } => self.elements.number(element),
            Effect::Enchant { name, .. } => self.enchantments.number(name),
            Effect::ChangeLoadout(name) => self.loadouts.number(name),
            _ => self.number_changes.iter().position(|&it| Some(it) == change).unwrap_or(0) as u16,
        };
        let amount = self.n_amounts as u16;
        let (by, lasts) = (effect.amount(), effect.is_lasting());
        self.n_amounts += usize::from(lasts && by.is_some());
        let is_of_attack = matches!(ability.judge, AbilityJudge::Attack { .. })
            && (effect.is_of_damage() || matches!(effect, Effect::Inflict(_)));
        AbilityStep { effect: effect.clone(), named, by, amount, lasts, is_of_attack }
    }
}

/// NW-20, NW-23: the attributes that a unit never reads, as bits: those of attacks of a kind that it does not make, unless
/// an ability of its own speaks of them.
fn unread(sheet: &UnitSetup) -> u32 {
    let makes = |kind| {
        let of_ability = |ability: &Ability| matches!(ability.judge, AbilityJudge::Attack { hit_kind, .. } if hit_kind == kind);
        sheet.weapons.iter().any(|weapon| weapon.hit_kind == kind)
            || sheet.weapons.is_empty() && kind == AttackKind::Physical
            || sheet.abilities.iter().any(of_ability)
    };
    let speaks = |attribute| {
        let scales = |effect: &Effect| {
            effect.amount().and_then(|amount| amount.scaled).is_some_and(|(by, _)| by == attribute)
        };
        sheet.abilities.iter().any(|ability| {
            ability.effects.iter().any(scales)
                || matches!(ability.judge, AbilityJudge::Difficulty { attribute: by, .. } | AbilityJudge::Against { attribute: by, .. } if by == attribute)
        })
    };
    let kinds = [AttackKind::Physical, AttackKind::Magic].into_iter().filter(|&kind| !makes(kind));
    let rolled = kinds.flat_map(|kind| {
        let [hit, _, attack, _] = AttributeId::of_attack(kind);
        [hit, attack]
    });
    rolled.filter(|&attribute| !speaks(attribute)).fold(0, |all, attribute| all | 1 << attribute as u32)
}

/// Returns how long the lasting effects of an ability stay. An effect that can only last is not over at
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
                Effect::ModifyAttribute { name, .. } => of_kind(name.judge()),
                _ => 0,
            }
    });
    if judges == 0 { ALL } else { judges }
}
