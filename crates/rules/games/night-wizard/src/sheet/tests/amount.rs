//! Amounts: what is read, and what is no amount.

use super::super::amount::parse;
use crate::data::setup::AttributeId;
use crate::data::setup::ability::Amount;

fn amount(dice: u8, scaled: Option<(AttributeId, i16)>, plus: i32) -> Result<Amount, (usize, String)> {
    Ok(Amount { dice, scaled, plus })
}

#[test]
fn amounts_are_sums_of_numbers_dice_and_an_attribute() {
    assert_eq!(parse("3"), amount(0, None, 3));
    assert_eq!(parse("-3"), amount(0, None, -3));
    assert_eq!(parse("2d6+3"), amount(2, None, 3));
    assert_eq!(parse("1d6 + 2d6 - 4"), amount(3, None, -4));
    assert_eq!(parse("magic_attack * 2 + 3"), amount(0, Some((AttributeId::MagicAttack, 2)), 3));
    assert_eq!(parse("1d6 - 3 * luck"), amount(1, Some((AttributeId::Luck, -3)), 0));
}

#[test]
fn what_is_no_amount_is_said_with_its_place() {
    let wrong = |text: &str| parse(text).unwrap_err();
    assert_eq!(wrong("2d8"), (0, "expected six-sided dice, found a d8".to_owned()));
    assert_eq!(wrong("3 + 2x").0, 4);
    assert_eq!(wrong("").0, 0);
    assert_eq!(wrong("3 +").0, 3);
    assert_eq!(
        wrong("lucky"),
        (0, "expected a number, dice like `2d6` or an attribute; did you mean `luck`?".to_owned())
    );
    assert_eq!(wrong("hit * x").1, "expected a whole number up to 99 behind `hit *`");
    assert_eq!(wrong("hit + luck").1, "expected at most one attribute in an amount");
    assert_eq!(wrong("99d6 + 99d6").1, "expected at most 99 dice, none of them taken away");
    assert_eq!(wrong("3 - 1d6").0, 4);
}
