//! `fray rules`: a rule as fray plays it, as the RULES.md of its game has it.

mod text;

use fray_sim::tables::json::Versioned;
use serde::Serialize;

use super::schema::system;
use crate::args::RulesArgs;
use crate::exit::{Exit, Failure, print, print_json};
use text::{Number, Rule};

/// Rules as an object of JSON.
#[derive(Serialize)]
struct Object<'a> {
    system: &'a str,
    rules: Vec<RuleObject<'a>>,
}

#[derive(Serialize)]
struct RuleObject<'a> {
    numbers: Vec<String>,
    heading: &'a str,
    text: String,
}

impl<'a> RuleObject<'a> {
    fn of(rule: &Rule<'a>) -> Self {
        Self {
            numbers: rule.numbers().iter().map(ToString::to_string).collect(),
            heading: rule.heading,
            text: rule.text(),
        }
    }
}

pub(crate) fn run(args: &RulesArgs) -> Result<Exit, Failure> {
    let info = system(&args.system)?;
    let all = text::rules(info.rulebook);
    let found: Vec<&Rule<'_>> = match &args.number {
        None if args.json => all.iter().filter(|rule| !rule.numbers().is_empty()).collect(),
        None => {
            print(info.rulebook)?;
            return Ok(Exit::Ok);
        }
        Some(written) => {
            let number = Number::read(written, info.rules.prefix).ok_or_else(|| {
                Failure::usage(format!(
                    "expected the number of a rule, as in {0}-07 or 7, or of a decision, as in D-02; found \
                     `{written}`",
                    info.rules.prefix
                ))
            })?;
            text::of(&all, &number).ok_or_else(|| Failure::usage(missed(&all, &number, info.name())))?
        }
    };
    if args.json {
        let rules = found.into_iter().map(RuleObject::of).collect();
        print_json(&Versioned::new(&Object { system: info.name(), rules }))?;
    } else {
        let texts: Vec<String> = found.into_iter().map(Rule::text).collect();
        print(&texts.join("\n"))?;
    }
    Ok(Exit::Ok)
}

/// Says that there is no rule of this number, and which is nearest.
fn missed(all: &[Rule<'_>], number: &Number, system: &str) -> String {
    let known: Vec<Number> = all.iter().flat_map(Rule::cited).collect();
    let same = known.iter().filter(|known| known.prefix == number.prefix);
    match same.min_by_key(|known| known.value.abs_diff(number.value)) {
        Some(nearest) => format!("{system} has no rule {number}; the nearest is {nearest}"),
        None => {
            let mut prefixes: Vec<&str> = known.iter().map(|known| known.prefix.as_str()).collect();
            prefixes.sort_unstable();
            prefixes.dedup();
            let all = prefixes.iter().map(|prefix| format!("{prefix}-")).collect::<Vec<_>>().join(", ");
            format!("{system} has no rule {number}; its numbers begin with {all}")
        }
    }
}
