//! The effects of abilities, each declared once.

use crate::sheet::declare::{Read, Shape, join, shown, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{Problems, did_you_mean, one_of};
use crate::sheet::types::{Int, Later, Name, Shaped};
use crate::sheet::variants::{Nothing, Of};
use crate::{means, read_words, sheet, variants};

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

read_words!(Direction {
    "forward" => Direction::Forward,
    "backward" => Direction::Backward,
});

read_words!(ActionKind {
    "main" => ActionKind::Main,
    "sub" => ActionKind::Sub,
});

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
        "JU-34" direction: Direction, required;
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
    type Out = Stat;

    fn shape() -> Shape {
        Shape::Word(Stat::ALL.iter().map(|known| known.0).collect())
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Stat> {
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
        known.map(|known| known.1)
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

/// Where an effect moves somebody, how far, and whether enemies do not stop it.
type Moved = (Direction, Amount, bool);

means! {
    DamageSheet => Effect, |read| Some(Effect::Damage {
        amount: read.amount?.value,
        ignore_special_armour: value(&read.ignore_special_armour),
        no_knockback: value(&read.no_knockback),
        as_back_attack: value(&read.as_back_attack),
    });
    MoveSheet => Moved, |read| {
        Some((read.direction?.value, read.amount?.value, value(&read.through_enemies)))
    };
    ChangeSheet => Change, |read, node, key, problems| {
        let how = match (read.by, read.to) {
            (Some(by), None) => How::By(by.value as i8),
            (None, Some(to)) => How::To(to.value as i8),
            (Some(_), Some(to)) => {
                let message = "a value changes `by` something or `to` it, not both";
                problems.add(to.span, join(key, "to"), message);
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
        Some(Change { stat: read.value?.value, how })
    };
}

/// Damage: an amount, or a table with more.
#[derive(Debug)]
pub(super) struct DamageOf;

impl Read for DamageOf {
    type Out = Effect;

    fn shape() -> Shape {
        Shape::Either(vec![AmountOf::shape(), Shape::Table(&DamageSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Effect> {
        if node.as_table().is_some() {
            return <DamageSheet as Read>::read(node, key, problems);
        }
        Some(Effect::Damage {
            amount: AmountOf::read(node, key, problems)?,
            ignore_special_armour: false,
            no_knockback: false,
            as_back_attack: false,
        })
    }
}

/// What dice and difficulties change by.
type Modifier = Int<-20, 20>;

/// The name of a status or a weapon, which only a scenario knows.
#[derive(Debug)]
pub(super) struct NameOfOther;

impl Shaped for NameOfOther {
    fn shape() -> Shape {
        Shape::Text
    }
}

/// An effect as it is written.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// One that names nothing.
    Whole(Effect),
    /// [`Effect::AddStatus`] with the name of the status.
    AddStatus(Option<Node>),
    /// [`Effect::RemoveStatus`] with the name of the status.
    RemoveStatus(Option<Node>),
    /// [`Effect::SwitchWeapon`] with the name of the weapon.
    SwitchWeapon(Option<Node>),
}

variants! {
    /// What an ability does to each of its targets.
    pub(super) struct AnyEffect is "an effect" of Written {
        /// Damage.
        "damage": Of<DamageOf> => Written::Whole;
        /// Life back, at most to full life; not for the incapacitated.
        "heal": Of<AmountOf> => |amount| Written::Whole(Effect::Heal(amount));
        /// An incapacitated target has this life again.
        "revive": Of<Int<1, 99>> => |life| Written::Whole(Effect::Revive(life as u8));
        /// Cores.
        "gain_core": Of<AmountOf> => |amount| Written::Whole(Effect::GainCore(amount));
        /// Cores lost.
        "lose_core": Of<AmountOf> => |amount| Written::Whole(Effect::LoseCore(amount));
        /// High mana.
        "gain_high_mana": Of<AmountOf> => |amount| Written::Whole(Effect::GainHighMana(amount));
        /// The unit that has the ability moves.
        "move_self": Of<MoveSheet> => |(direction, amount, through_enemies)| {
            Written::Whole(Effect::MoveSelf { direction, amount, through_enemies })
        };
        /// The target is moved.
        "move_target": Of<MoveSheet> => |(direction, amount, through_enemies)| {
            Written::Whole(Effect::MoveTarget { direction, amount, through_enemies })
        };
        /// The target is knocked back so many squares.
        "knockback": Of<AmountOf> => |amount| Written::Whole(Effect::Knockback(amount));
        /// Less damage of this attack; at `on_damage`.
        "reduce_damage": Of<AmountOf> => |amount| Written::Whole(Effect::ReduceDamage(amount));
        /// Less knockback of this attack; at `on_knockback` squares of it taken back.
        "reduce_knockback": Of<AmountOf> => |amount| Written::Whole(Effect::ReduceKnockback(amount));
        /// Attack dice.
        "attack_dice": Of<Modifier> => |n| Written::Whole(Effect::AttackDice(n as i8));
        /// Defence dice.
        "defence_dice": Of<Modifier> => |n| Written::Whole(Effect::DefenceDice(n as i8));
        /// Damage dice.
        "damage_dice": Of<Modifier> => |n| Written::Whole(Effect::DamageDice(n as i8));
        /// A value of the stat block changes.
        "change_value": Of<ChangeSheet> => |change| Written::Whole(Effect::ChangeValue(change));
        /// The difficulty of this attack's base roll, or of the defence against it.
        "change_difficulty": Of<Modifier> => |n| Written::Whole(Effect::ChangeDifficulty(n as i8));
        /// Defences do not lose dice by repetition.
        "repeat_defence_immunity": Nothing => |()| Written::Whole(Effect::RepeatDefenceImmunity);
        /// One more action in this activation, or in the next one of a target that is not acting.
        "extra_action": Of<ActionKind> => |kind| Written::Whole(Effect::ExtraAction(kind));
        /// One action less in the present activation, or in the next.
        "lose_action": Of<ActionKind> => |kind| Written::Whole(Effect::LoseAction(kind));
        /// A status.
        "add_status": Of<Later<NameOfOther>> => Written::AddStatus;
        /// A status ends.
        "remove_status": Of<Later<NameOfOther>> => Written::RemoveStatus;
        /// The flag goes to the unit's side.
        "take_flag": Nothing => |()| Written::Whole(Effect::TakeFlag);
        /// This weapon of the target is used from now on, before the others.
        "switch_weapon": Of<Later<NameOfOther>> => Written::SwitchWeapon;
    }
}

/// The list `effects`.
#[derive(Debug)]
pub(super) struct Effects;

impl Shaped for Effects {
    fn shape() -> Shape {
        Shape::List(Box::new(AnyEffect::shape()))
    }
}

/// Reads one effect, with the places of what it names.
pub(super) fn read(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<Effect> {
    match AnyEffect::read(node, key, problems)? {
        Written::Whole(effect) => Some(effect),
        Written::AddStatus(name) => {
            status(&name?, &join(key, "add_status"), names, problems).map(Effect::AddStatus)
        }
        Written::RemoveStatus(name) => {
            status(&name?, &join(key, "remove_status"), names, problems).map(Effect::RemoveStatus)
        }
        Written::SwitchWeapon(name) => {
            weapon(&name?, &join(key, "switch_weapon"), names, problems).map(Effect::SwitchWeapon)
        }
    }
}

/// The status of that name.
pub(super) fn status(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<StatusId> {
    let name = Name::read(node, key, problems)?;
    let at = names.statuses.iter().position(|status| status.name == name);
    if at.is_none() {
        let meant = did_you_mean(&name, names.statuses.iter().map(|status| status.name.as_str()));
        let message = format!("there is no `[status.{}]` here or in an include{meant}", shown(&name));
        let known = one_of(names.statuses.iter().map(|status| status.name.as_str()));
        problems.missing_help(node.span, key, message, format!("the statuses are {known}"));
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
