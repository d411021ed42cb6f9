//! Amounts: an integer, dice (`2d6+3`), or an attribute times a number (`magic_attack * 2 + 3`).

use fray_kit::readers;
use fray_kit::sheet::declare::{Read, Shape, or_refuse, refuse};
use fray_kit::sheet::problem::nearest;
use fray_kit::sheet::types::Int;

use crate::data::setup::AttributeId;
use crate::data::setup::ability::Amount;

/// The largest constant.
const MOST: i32 = 9_999;
/// The most dice, and the largest factor of an attribute.
const MOST_DICE: i32 = 99;

/// A number of this range, or a text of this form.
fn number_or(min: i32, max: i32, what: &'static str, pattern: &'static str) -> Shape {
    Shape::Either(vec![Shape::Int { min: min.into(), max: max.into() }, Shape::Form { what, pattern }])
}

readers! {
    /// An integer, dice or an attribute times a number.
    pub(crate) struct AnyAmount of Amount:
        number_or(-MOST, MOST, "an amount like \"2d6+3\" or \"magic_attack * 2 + 3\"", "^[-+*a-z_0-9 ]+$"),
        |node, key, problems| {
            if node.as_int().is_some() {
                return Int::<{ -MOST }, MOST>::read(node, key, problems).map(Amount::fixed);
            }
            let text = or_refuse(node.as_text(), node, key, Self::shape, problems)?;
            parse(text)
                .map_err(|(offset, message)| problems.add(node.place_in_text(offset), key, message))
                .ok()
        };

    /// An integer or dice that somebody pays: never below 0.
    pub(crate) struct PaidAmount of Amount: number_or(0, 99, "dice like \"1d6\"", "^[-+d0-9 ]+$"),
        |node, key, problems| {
            if node.as_int().is_some() {
                return Int::<0, 99>::read(node, key, problems).map(Amount::fixed);
            }
            let amount = <AnyAmount as Read>::read(node, key, problems)?;
            let least = i32::from(amount.dice) + amount.plus;
            let most = 6 * i32::from(amount.dice) + amount.plus;
            if amount.scaled.is_none() && least >= 0 && most <= 99 {
                return Some(amount);
            }
            refuse(node, key, &Self::shape(), problems);
            None
        };
}

/// Reads a sum. The error is a byte offset and what was expected there.
pub(super) fn parse(text: &str) -> Result<Amount, (usize, String)> {
    let mut amount = Amount::default();
    let mut rest = text.trim_start();
    let at = |rest: &str| text.len() - rest.len();
    let mut sign = 1;
    if let Some(more) = rest.strip_prefix('-') {
        (sign, rest) = (-1, more.trim_start());
    }
    loop {
        let start = at(rest);
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        term(rest[..end].trim(), sign, &mut amount).map_err(|message| (start, message))?;
        rest = &rest[end..];
        let Some(operator) = rest.chars().next() else { break };
        sign = if operator == '-' { -1 } else { 1 };
        rest = rest[1..].trim_start();
    }
    if !(-MOST..=MOST).contains(&amount.plus) {
        return Err((0, format!("expected a constant from {} to {MOST}", -MOST)));
    }
    Ok(amount)
}

/// Adds one term of a sum: a number, dice, an attribute, or an attribute times a number.
fn term(text: &str, sign: i32, amount: &mut Amount) -> Result<(), String> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i32>().ok().filter(|&n| digits && n <= MOST)
    };
    if let Some(n) = number(text) {
        amount.plus = amount.plus.saturating_add(sign * n);
        return Ok(());
    }
    if let Some((n, faces)) = text.split_once('d')
        && let (Some(n), Some(faces)) = (number(n), number(faces))
    {
        if faces != 6 {
            return Err(format!("expected six-sided dice, found a d{faces}"));
        }
        let dice = i32::from(amount.dice) + n;
        if sign < 0 || dice > MOST_DICE {
            return Err(format!("expected at most {MOST_DICE} dice, none of them taken away"));
        }
        amount.dice = dice as u8;
        return Ok(());
    }
    let (name, factor) = match text.split_once('*') {
        None => (text, Some(1)),
        Some((a, b)) => {
            let (a, b) = (a.trim(), b.trim());
            if number(a).is_some() { (b, number(a)) } else { (a, number(b)) }
        }
    };
    let Some(which) = AttributeId::WORDS.iter().position(|word| *word == name) else {
        let meant = nearest(name, AttributeId::WORDS)
            .map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        return Err(format!("expected a number, dice like `2d6` or an attribute{meant}"));
    };
    let Some(factor) = factor.filter(|&factor| factor <= MOST_DICE) else {
        return Err(format!("expected a whole number up to {MOST_DICE} behind `{name} *`"));
    };
    if amount.scaled.is_some() {
        return Err("expected at most one attribute in an amount".to_owned());
    }
    amount.scaled = Some((AttributeId::ALL[which], (sign * factor) as i16));
    Ok(())
}
