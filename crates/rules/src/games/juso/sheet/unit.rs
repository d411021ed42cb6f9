//! The stat block.

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use crate::sheet::node::Node;
use crate::sheet::plan::check_alone;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::{Elsewhere, Int, Later, Name};
use crate::sheet;

use super::super::rulings::{Rulings, ShieldWithTwoHands};
use super::super::setup::{
    Attributes, Body, CoreCarry, Defence, Movement, Shield, Skills, UnitKind, UnitSetup, Weapon,
};
use super::super::tactics::Tactics;
use super::super::vocabulary::{Ability, Status};
use super::ability::{self, Abilities};
use super::effect::Names;
use super::weapon::{self, Weapons};
use super::{choices, effect};


type AbilityValue = Int<0, 10>;
type SkillLevel = Int<0, 3>;

sheet! {
    /// A stat block of Juso.
    pub(super) struct UnitSheet is "unit" {
        /// A PC rolls to hit and to defend; an enemy, played by the game master, has fixed values and powers.
        "JU-41" kind: UnitKind, required;
        /// What its body makes of a blow: the type reduction of knockback.
        "JU-71, JU-72" body: Body = "human";
        /// Starting and full life.
        "JU-68, JU-76" life: Int<1, 99> = "8";
        /// Starting column, from the left; if nothing is said, own number 4, or 2 with ranged weapons only.
        "JU-08" col: Int<1, 14>;
        /// Movement rating: 6, 5 or 4 squares.
        "JU-30" movement: Movement = "normal";
        /// Perception: ranged attacks, perception defence, sneaking.
        "JU-02" perception: AbilityValue = "0";
        /// Agility: light weapons, agility defence, slipping past.
        "JU-02" agility: AbilityValue = "0";
        /// Wisdom: jujutsu attacks, resistance, first aid.
        "JU-02" wisdom: AbilityValue = "0";
        /// Strength: heavy weapons, body defence.
        "JU-02" strength: AbilityValue = "0";
        /// Class level of perception.
        "JU-02" level_perception: AbilityValue = "0";
        /// Class level of agility.
        "JU-02" level_agility: AbilityValue = "0";
        /// Class level of wisdom.
        "JU-02" level_wisdom: AbilityValue = "0";
        /// Class level of strength.
        "JU-02" level_strength: AbilityValue = "0";
        /// Swordsman: dice of melee attacks.
        "JU-78" skill_melee: SkillLevel = "0";
        /// Archer: dice of ranged attacks.
        "JU-78" skill_ranged: SkillLevel = "0";
        /// Jujutsu master: dice of jujutsu attacks.
        "JU-78" skill_jujutsu: SkillLevel = "0";
        /// Evasion: dice of defences.
        "JU-78" skill_defence: SkillLevel = "0";
        /// Counter-jujutsu: dice of resistance.
        "JU-78" skill_resist: SkillLevel = "0";
        /// Dice of core gain each round, and of high mana.
        "JU-09, JU-14" core_base: Int<0, 10> = "0";
        /// Cores before the first gain.
        "JU-14" start_cores: Int<0, 20> = "0";
        /// How many cores it keeps at the end of a round, or `all`.
        "JU-17" core_carry: Carry = "0";
        /// Lowers the difficulty of agility and perception defence.
        "JU-64" armour: Int<0, 6> = "0";
        /// Dice of agility and perception defence: one or two.
        "JU-63" shield: Shield = "none";
        /// Subtracts damage.
        "JU-67" special_armour: Int<0, 10> = "0";
        /// Subtracts knockback.
        "JU-69, JU-79" machine_level: Int<0, 6> = "0";
        /// Level of retreat-defence.
        "JU-74" retreat_defence: Int<0, 3> = "0";
        /// Level of agitation: a die of initiative for its side.
        "JU-10" agitation: Int<0, 3> = "0";
        /// Alert value: how hard it is to slip or sneak past.
        "JU-38, JU-39, JU-40" alert: Int<0, 9> = "2";
        /// Dice of a shot at it, all in all; in place of the four keys below.
        "JU-51" ranged_mod: Int<-11, 3>;
        /// Dice of a shot at it because it is smaller or larger than a human; 0, if nothing is said.
        "JU-51" size_mod: Int<-3, 3>;
        /// Dice of a shot at it because it moves; 0, if nothing is said.
        "JU-51" moving_mod: Int<-3, 0>;
        /// Whether it flies: two dice less for a shot at it.
        "JU-51" flying: bool;
        /// Dice of a shot at it because it hides; 0, if nothing is said.
        "JU-51" hidden_mod: Int<-3, 0>;
        /// Whether it may give first aid.
        "JU-77" first_aid: bool = "false";
        /// Fixed defence values of an enemy: `melee`, `ranged`, `jujutsu`.
        "JU-41" defence: DefenceOf = "{}";
        /// Its weapons in order of preference; a PC without any uses its fists, an enemy attacks not at all.
        "JU-42, JU-43, JU-48" weapons: Weapons = "[]";
        /// Whether its enemies do not know of it at the start.
        "JU-38" unnoticed: bool = "false";
        /// Its abilities in order of priority.
        "JU-80" abilities: Later<Abilities> = "[]";
        /// Its decisions.
        "D-01 to D-16" tactics: Elsewhere;
    }
}

sheet! {
    /// Fixed defence values of an enemy.
    pub(super) struct DefenceSheet is "defence" {
        /// Against melee attacks.
        "JU-41" melee: Int<0, 12> = "2";
        /// Against ranged attacks.
        "JU-41" ranged: Int<0, 12> = "2";
        /// Against jujutsu attacks.
        "JU-41" jujutsu: Int<0, 12> = "2";
    }
}

/// The key `defence`.
#[derive(Debug)]
pub(super) struct DefenceOf;

impl Read for DefenceOf {
    type Out = Defence;

    fn shape() -> Shape {
        Shape::Table(&DefenceSheet::INFO)
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Defence> {
        let place = Place { path: key, owner: "`defence`" };
        let sheet = DefenceSheet::read(node, Extent::Whole, None, place, problems);
        Some(Defence {
            melee: value(&sheet.melee),
            ranged: value(&sheet.ranged),
            jujutsu: value(&sheet.jujutsu),
        })
    }
}

/// A whole number, or all.
#[derive(Debug)]
pub(super) struct Carry;

impl Read for Carry {
    type Out = CoreCarry;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<0, 40>::shape(), Shape::Word(vec!["all"])])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<CoreCarry> {
        if node.as_text() == Some("all") {
            return Some(CoreCarry::All);
        }
        let number = node.as_int().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 40);
        if number.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        number.map(CoreCarry::Number)
    }
}

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, statuses: &[Status], problems: &mut Problems) {
    let sheet = UnitSheet::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    ranged_mod(&sheet, place, problems);
    if let Some(At { value: Some(abilities), .. }) = &sheet.abilities {
        // The weapons that they switch to may be named by their IDs here.
        let names = Names { statuses, weapons: &[] };
        let mut found = Problems::default();
        ability::list(abilities, &join(place.path, "abilities"), names, &mut found);
        problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
    }
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            choices::read(tactics, None, chooser, problems);
        });
    }
}

/// What a unit of a document means, but for its tactics.
pub(super) fn read(
    unit: &UnitDoc,
    rulings: &Rulings,
    statuses: &[Status],
    problems: &mut Problems,
) -> UnitSetup {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let sheet = UnitSheet::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let (ranged_mod, moving_mod) = ranged_mod(&sheet, place, problems);
    let read = UnitSetup {
        name: unit.name.value.clone(),
        kind: value(&sheet.kind),
        body: value(&sheet.body),
        life: value(&sheet.life),
        col: sheet.col.as_ref().map(|col| col.value),
        movement: value(&sheet.movement),
        abilities: Attributes {
            perception: value(&sheet.perception),
            agility: value(&sheet.agility),
            wisdom: value(&sheet.wisdom),
            strength: value(&sheet.strength),
        },
        levels: Attributes {
            perception: value(&sheet.level_perception),
            agility: value(&sheet.level_agility),
            wisdom: value(&sheet.level_wisdom),
            strength: value(&sheet.level_strength),
        },
        skills: Skills {
            melee: value(&sheet.skill_melee),
            ranged: value(&sheet.skill_ranged),
            jujutsu: value(&sheet.skill_jujutsu),
            defence: value(&sheet.skill_defence),
            resist: value(&sheet.skill_resist),
        },
        core_base: value(&sheet.core_base),
        start_cores: value(&sheet.start_cores),
        core_carry: value(&sheet.core_carry),
        armour: value(&sheet.armour),
        shield: value(&sheet.shield),
        special_armour: value(&sheet.special_armour),
        machine_level: value(&sheet.machine_level),
        retreat_defence: value(&sheet.retreat_defence),
        agitation: value(&sheet.agitation),
        alert: value(&sheet.alert),
        ranged_mod,
        moving_mod,
        first_aid: value(&sheet.first_aid),
        defence: value(&sheet.defence),
        statuses: if value(&sheet.unnoticed) { vec![Status::UNNOTICED] } else { Vec::new() },
        weapons: Vec::new(),
        special: Vec::new(),
        tactics: Tactics::default(),
    };
    let weapons = weapons(&sheet, read.kind, rulings, place, problems);
    let special = special(&sheet, Names { statuses, weapons: &weapons }, place, problems);
    let read = UnitSetup { weapons, special, ..read };
    if read.has_too_few_hands()
        && rulings.shield_with_two_hands == ShieldWithTwoHands::Forbidden
        && let Some(shield) = &sheet.shield
    {
        let two = read.weapons.iter().find(|weapon| weapon.hands == 2);
        let name = two.map_or("", |weapon| weapon.name.as_str());
        let message = format!("{owner} has a shield, and `{}` takes both hands, JU-63", shown(name));
        let help = "the ruling `shield_with_two_hands` may be `allowed`";
        problems.add_help(shield.span, join(place.path, "shield"), message, help);
    }
    read
}

/// JU-51: the dice of a shot at the unit, and of these the ones for its movement.
fn ranged_mod(sheet: &UnitSheet, place: Place<'_>, problems: &mut Problems) -> (i32, i32) {
    let apart = [
        ("size_mod", sheet.size_mod.as_ref().map(|key| key.span)),
        ("moving_mod", sheet.moving_mod.as_ref().map(|key| key.span)),
        ("flying", sheet.flying.as_ref().map(|key| key.span)),
        ("hidden_mod", sheet.hidden_mod.as_ref().map(|key| key.span)),
    ];
    if let Some(all) = &sheet.ranged_mod {
        for (key, span) in apart {
            if let Some(span) = span {
                let message = format!("`{key}` is a part of `ranged_mod`, which is given too, JU-51");
                problems.add(span, join(place.path, key), message);
            }
        }
        return (all.value, 0);
    }
    let flying = if value(&sheet.flying) { -2 } else { 0 };
    (value(&sheet.size_mod) + flying + value(&sheet.hidden_mod), value(&sheet.moving_mod))
}

fn weapons(
    sheet: &UnitSheet,
    kind: UnitKind,
    rulings: &Rulings,
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Weapon> {
    let path = join(place.path, "weapons");
    let mut weapons = Vec::new();
    for listed in value(&sheet.weapons) {
        // Of a unit without a kind, which was noted, the rest is not known either.
        if sheet.kind.is_some() {
            weapon::check(&listed, kind, rulings, Place { path: &path, owner: place.owner }, problems);
        }
        weapons.push(listed.value.weapon);
    }
    weapons
}

fn special(
    sheet: &UnitSheet,
    names: effect::Names<'_>,
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Ability> {
    let node = sheet.abilities.as_ref().and_then(|abilities| abilities.value.as_ref());
    node.map_or_else(Vec::new, |node| ability::list(node, &join(place.path, "abilities"), names, problems))
}
