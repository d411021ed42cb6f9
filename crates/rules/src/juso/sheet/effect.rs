//! The effects of abilities: the vocabulary of the ledger, each a bare name or a table with one
//! key.

use crate::sheet::declare::{Extent, Place, Read, Shape, join, shown, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{Problems, did_you_mean, one_of};
use crate::sheet::types::{Int, Name, Shaped, variant};
use crate::{read_words, sheet};

use super::super::setup::Weapon;
use super::super::vocabulary::{ActionKind, Amount, Change, Direction, Effect, How, Stat, Status, StatusId};

/// Names that effects may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    /// The statuses of the scenario.
    pub statuses: &'a [Status],
    /// The weapons of the unit.
    pub weapons: &'a [Weapon],
}

read_words!(
    /// Which way.
    pub(super) struct Towards of Direction {
        "forward" => Direction::Forward,
        "backward" => Direction::Backward,
    }
);

read_words!(
    /// Which action.
    pub(super) struct Action of ActionKind {
        "main" => ActionKind::Main,
        "sub" => ActionKind::Sub,
    }
);

sheet! {
    /// Damage that is more than its amount.
    pub(super) struct DamageSheet is "damage" {
        /// How much.
        "JU-66" amount: AmountOf, required;
        /// Special armour does not reduce it.
        "JU-67" ignore_special_armour: bool = "false";
        /// It does not knock back.
        "JU-69" no_knockback: bool = "false";
        /// It counts as a back attack wherever the two stand.
        "JU-73" as_back_attack: bool = "false";
    }
}

sheet! {
    /// A move along the board.
    pub(super) struct MoveSheet is "move" {
        /// How far.
        "JU-34" amount: AmountOf, required;
        /// Which way, seen by the one who moves.
        "JU-34" direction: Towards, required;
        /// Whether enemies do not stop it.
        "JU-34" through_enemies: bool = "false";
    }
}

sheet! {
    /// A change of a value: `by` or `to`.
    pub(super) struct ChangeSheet is "change" {
        /// Which value of the stat block.
        "JU-80" value: StatName, required;
        /// By how much.
        "JU-80" by: Int<-99, 99>;
        /// To what; what is added is added to it.
        "JU-80" to: Int<0, 99>;
    }
}

/// The name of a value that can change.
#[derive(Debug)]
pub(super) struct StatName;

impl Read for StatName {
    type Out = Option<Stat>;

    fn shape() -> Shape {
        Shape::Word(Stat::ALL.iter().map(|known| known.0).collect())
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<Stat>> {
        let names = || Stat::ALL.iter().map(|known| known.0);
        let Some(name) = node.as_text() else {
            problems.add(node.span, key, format!("expected the name of a value, found {}", node.found()));
            return None;
        };
        let known = Stat::ALL.iter().find(|known| known.0 == name);
        if known.is_none() {
            let message = format!("unknown value `{}`{}", shown(name), did_you_mean(name, names()));
            problems.add_help(node.span, key, message, format!("known values: {}", one_of(names())));
        }
        known.map(|known| Some(known.1))
    }
}

/// An amount: a whole number, or a sum of a number, dice and `split`: `"2d+1"`, `"split"`.
#[derive(Debug)]
pub(super) struct AmountOf;

impl Read for AmountOf {
    type Out = Amount;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<0, 99>::shape(), Shape::Text])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Amount> {
        let amount = match (node.as_int(), node.as_text()) {
            (Some(n), _) => u8::try_from(n).ok().filter(|n| *n <= 99).map(Amount::fixed),
            (None, Some(text)) => sum(text),
            (None, None) => None,
        };
        if amount.is_none() {
            let message = format!(
                "expected an amount like `3`, `\"4d\"`, `\"split\"` or `\"2d+1\"`, of at most 99 and 40d, found {}",
                node.found()
            );
            problems.add(node.span, key, message);
        }
        amount
    }
}

/// Reads a sum of a number, dice and `split`, each at most once.
fn sum(text: &str) -> Option<Amount> {
    let (mut fixed, mut dice, mut split) = (None, None, false);
    for term in text.split('+').map(str::trim) {
        let digits =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        let is_new = match (term, term.strip_suffix('d')) {
            ("split", _) => !std::mem::replace(&mut split, true),
            (_, Some(n)) => dice.replace(digits(n).filter(|n: &u8| *n <= 40)?).is_none(),
            (n, None) => fixed.replace(digits(n).filter(|n: &u8| *n <= 99)?).is_none(),
        };
        if !is_new {
            return None;
        }
    }
    Some(Amount { fixed: fixed.unwrap_or(0), dice: dice.unwrap_or(0), split })
}

/// The list `effects`.
#[derive(Debug)]
pub(super) struct Effects;

/// What dice and difficulties change by.
type Modifier = Int<-20, 20>;

/// The effects, each with what it takes.
fn known() -> Vec<(&'static str, Option<Shape>)> {
    let amount = || Some(AmountOf::shape());
    let dice = || Some(Modifier::shape());
    vec![
        ("damage", Some(Shape::Either(vec![AmountOf::shape(), Shape::Table(&DamageSheet::INFO)]))),
        ("heal", amount()),
        ("revive", Some(Int::<1, 99>::shape())),
        ("gain_core", amount()),
        ("lose_core", amount()),
        ("gain_high_mana", amount()),
        ("move_self", Some(Shape::Table(&MoveSheet::INFO))),
        ("move_target", Some(Shape::Table(&MoveSheet::INFO))),
        ("knockback", amount()),
        ("reduce_damage", amount()),
        ("reduce_knockback", amount()),
        ("attack_dice", dice()),
        ("defence_dice", dice()),
        ("damage_dice", dice()),
        ("change_value", Some(Shape::Table(&ChangeSheet::INFO))),
        ("change_difficulty", dice()),
        ("repeat_defence_immunity", None),
        ("extra_action", Some(Action::shape())),
        ("lose_action", Some(Action::shape())),
        ("add_status", Some(Shape::Text)),
        ("remove_status", Some(Shape::Text)),
        ("take_flag", None),
        ("switch_weapon", Some(Shape::Text)),
    ]
}

impl Shaped for Effects {
    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Variants(known())))
    }
}

/// Reads one effect.
pub(super) fn read(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<Effect> {
    let read = variant(node, key, &known(), problems)?;
    let key = &join(key, read.name);
    let Some(argument) = read.argument else {
        return match read.name {
            "take_flag" => Some(Effect::TakeFlag),
            _ => Some(Effect::RepeatDefenceImmunity),
        };
    };
    let modifier = |problems: &mut Problems| Modifier::read(argument, key, problems).map(|n| n as i8);
    let amount = |problems: &mut Problems| AmountOf::read(argument, key, problems);
    let action = |problems: &mut Problems| Action::read(argument, key, problems)?;
    Some(match read.name {
        "damage" => damage(argument, key, problems)?,
        "heal" => Effect::Heal(amount(problems)?),
        "revive" => Effect::Revive(Int::<1, 99>::read(argument, key, problems)? as u8),
        "gain_core" => Effect::GainCore(amount(problems)?),
        "lose_core" => Effect::LoseCore(amount(problems)?),
        "gain_high_mana" => Effect::GainHighMana(amount(problems)?),
        "move_self" => {
            let (direction, amount, through_enemies) = moved(argument, key, problems)?;
            Effect::MoveSelf { direction, amount, through_enemies }
        }
        "move_target" => {
            let (direction, amount, through_enemies) = moved(argument, key, problems)?;
            Effect::MoveTarget { direction, amount, through_enemies }
        }
        "knockback" => Effect::Knockback(amount(problems)?),
        "reduce_damage" => Effect::ReduceDamage(amount(problems)?),
        "reduce_knockback" => Effect::ReduceKnockback(amount(problems)?),
        "attack_dice" => Effect::AttackDice(modifier(problems)?),
        "defence_dice" => Effect::DefenceDice(modifier(problems)?),
        "damage_dice" => Effect::DamageDice(modifier(problems)?),
        "change_value" => Effect::ChangeValue(change(argument, key, problems)?),
        "change_difficulty" => Effect::ChangeDifficulty(modifier(problems)?),
        "extra_action" => Effect::ExtraAction(action(problems)?),
        "lose_action" => Effect::LoseAction(action(problems)?),
        "add_status" => Effect::AddStatus(status(argument, key, names, problems)?),
        "remove_status" => Effect::RemoveStatus(status(argument, key, names, problems)?),
        _ => Effect::SwitchWeapon(weapon(argument, key, names, problems)?),
    })
}

fn damage(node: &Node, key: &str, problems: &mut Problems) -> Option<Effect> {
    if node.as_table().is_none() {
        let amount = AmountOf::read(node, key, problems)?;
        return Some(Effect::Damage {
            amount,
            ignore_special_armour: false,
            no_knockback: false,
            as_back_attack: false,
        });
    }
    let sheet =
        DamageSheet::read(node, Extent::Whole, None, Place { path: key, owner: "`damage`" }, problems);
    Some(Effect::Damage {
        amount: sheet.amount?.value,
        ignore_special_armour: value(&sheet.ignore_special_armour),
        no_knockback: value(&sheet.no_knockback),
        as_back_attack: value(&sheet.as_back_attack),
    })
}

fn moved(node: &Node, key: &str, problems: &mut Problems) -> Option<(Direction, Amount, bool)> {
    let sheet = MoveSheet::read(node, Extent::Whole, None, Place { path: key, owner: "the move" }, problems);
    Some((sheet.direction?.value?, sheet.amount?.value, value(&sheet.through_enemies)))
}

/// Reads a change of a value.
pub(super) fn change(node: &Node, key: &str, problems: &mut Problems) -> Option<Change> {
    let place = Place { path: key, owner: "the change" };
    let sheet = ChangeSheet::read(node, Extent::Whole, None, place, problems);
    let how = match (sheet.by, sheet.to) {
        (Some(by), None) => How::By(by.value as i8),
        (None, Some(to)) => How::To(to.value as i8),
        (Some(_), Some(to)) => {
            problems.add(to.span, join(key, "to"), "a value changes `by` something or `to` it, not both");
            return None;
        }
        (None, None) => {
            let has = |key| node.as_table().is_some_and(|table| table.get(key).is_some());
            if !has("by") && !has("to") {
                problems.missing(node.span, key, "the change has no `by` and no `to`");
            }
            return None;
        }
    };
    Some(Change { stat: sheet.value?.value?, how })
}

/// The status of that name.
pub(super) fn status(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<StatusId> {
    let name = Name::read(node, key, problems)?;
    let at = names.statuses.iter().position(|status| status.name == name);
    if at.is_none() {
        let meant = did_you_mean(&name, names.statuses.iter().map(|status| status.name.as_str()));
        let message = format!("there is no `[status.{}]` here or in an include{meant}", shown(&name));
        problems.missing(node.span, key, message);
    }
    Some(StatusId(u8::try_from(at?).ok()?))
}

fn weapon(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<u8> {
    let name = Name::read(node, key, problems)?;
    let at = names.weapons.iter().position(|weapon| weapon.name == name);
    if at.is_none() {
        let meant = did_you_mean(&name, names.weapons.iter().map(|weapon| weapon.name.as_str()));
        let message = format!("the unit has no weapon `{}`{meant}", shown(&name));
        problems.missing(node.span, key, message);
    }
    u8::try_from(at?).ok()
}
