//! The metric that a verdict is asked on, by its name in the table or in the language of goals.

use fray_rules::sheet::problem::did_you_mean;

use super::NoComparison;
use super::matched::{Measure, Named};

/// The place among `both` of the metric that is called so; of the first side's win rate if none is.
pub(super) fn headline(both: &[(&Named, Measure)], name: Option<&str>) -> Result<usize, NoComparison> {
    let refused = |message: String| Err(NoComparison::Refused(message));
    let win_rate = || both.iter().position(|metric| metric.0.metric == "win_rate");
    let Some(name) = name.map(str::trim) else {
        return match win_rate() {
            Some(first) => Ok(first),
            None => refused("the two share no side: sides and units are compared by their names".to_owned()),
        };
    };
    let Asked { metric, who } = Asked::parse(name).map_err(NoComparison::Refused)?;
    if (metric.as_str(), &who) == ("win_rate", &None)
        && let Some(first) = win_rate()
    {
        return Ok(first);
    }
    let all = || (0..both.len()).filter(|&at| both[at].0.metric == metric);
    let mut found: Vec<usize> = all().filter(|&at| is_of(both[at].0, who.as_deref())).collect();
    if found.is_empty() {
        // A side of one unit has no rows of its own: they would be those of the unit.
        found = all().filter(|&at| who.is_some() && both[at].0.side == who).collect();
    }
    match found[..] {
        [one] => return Ok(one),
        [one, other, ..] => {
            return refused(format!("`{name}` may be `{}` or `{}`", both[one].0, both[other].0));
        }
        [] => {}
    }
    let of_metric: Vec<String> = all().map(|at| both[at].0.to_string()).collect();
    if of_metric.is_empty() {
        let meant = did_you_mean(&metric, both.iter().map(|one| one.0.metric.as_str()));
        return refused(format!("the two share no metric `{metric}`{meant}"));
    }
    refused(format!("`{name}` is none of what both have: {}", of_metric.join(", ")))
}

/// Whether a metric is that of whom was asked for: nobody, a side, a unit, `side/unit`.
fn is_of(named: &Named, who: Option<&str>) -> bool {
    match (&named.side, &named.unit, who) {
        (None, _, None) => true,
        (Some(side), None, Some(who)) => who == side,
        (Some(side), Some(unit), Some(who)) => who == unit || who == format!("{side}/{unit}"),
        _ => false,
    }
}

/// A name taken apart.
struct Asked {
    metric: String,
    who: Option<String>,
}

impl Asked {
    /// Reads `rounds`, `hp_left(Boss)`, `hp_left(monsters/Boss)`, and of the language of goals what
    /// has a difference in a pair of fights: `mean(...)` and a clock with `first` or `every`.
    fn parse(text: &str) -> Result<Self, String> {
        let (metric, inside) = match text.split_once('(') {
            Some((metric, rest)) => {
                let inside = rest.trim_end().strip_suffix(')');
                (metric.trim(), Some(inside.ok_or_else(|| format!("expected `)` at the end of `{text}`"))?))
            }
            None => (text, None),
        };
        let is_quantile =
            metric == "median" || metric.strip_prefix('p').is_some_and(|n| n.parse::<u8>().is_ok());
        match inside {
            _ if metric.is_empty() => {
                return Err("expected the name of a metric, like `rounds` or `hp_left(Boss)`".to_owned());
            }
            Some(inside) if metric == "mean" => return Self::parse(inside.trim()),
            Some(inside) if is_quantile => {
                return Err(format!(
                    "`{metric}` has no difference in a pair of fights; a comparison is of rates and means: `{}`",
                    inside.trim()
                ));
            }
            _ => {}
        }
        let mut asked = Self { metric: metric.to_owned(), who: None };
        for part in inside.iter().flat_map(|inside| inside.split(',')).map(str::trim) {
            match part {
                "first" => {}
                "every" => asked.metric += "_every",
                _ if is_bound(part) => {
                    return Err(format!(
                        "`{part}` is for goals; a comparison has the whole clock: `{metric}`, \
                         `{metric}_every` and `{metric}_first_round`"
                    ));
                }
                _ if asked.who.is_none() => asked.who = Some(part.trim_matches('"').to_owned()),
                // A name with a comma in it.
                _ => asked.who.iter_mut().for_each(|who| *who = format!("{who}, {}", part.trim_matches('"'))),
            }
        }
        Ok(asked)
    }
}

/// Whether a part of a name bounds a clock: `round <= 2`, `activation between 2 and 4`.
fn is_bound(part: &str) -> bool {
    ["round", "activation"].iter().any(|word| {
        let behind = part.strip_prefix(word).map(str::trim_start);
        behind.is_some_and(|behind| behind.starts_with(['<', '>', '=']) || behind.starts_with("between "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(metric: &str, side: Option<&str>, unit: Option<&str>) -> Named {
        let owned = |name: Option<&str>| name.map(str::to_owned);
        Named { metric: metric.to_owned(), side: owned(side), unit: owned(unit) }
    }

    fn found(text: &str) -> Result<String, String> {
        let all = [
            named("rounds", None, None),
            named("win_rate", Some("heroes"), None),
            named("hp_left", Some("heroes"), Some("Ann, the Bold")),
            named("exhausted", Some("heroes"), Some("Ann, the Bold")),
            named("win_rate", Some("monsters"), None),
            named("hp_left", Some("monsters"), None),
            named("hp_left", Some("monsters"), Some("Boss")),
            named("hp_left", Some("monsters"), Some("Imp")),
            named("exhausted", Some("monsters"), Some("Boss")),
            named("exhausted_every", Some("monsters"), Some("Boss")),
            named("exhausted", Some("monsters"), Some("Imp")),
        ];
        let both: Vec<(&Named, Measure)> = all.iter().map(|named| (named, Measure::Mean)).collect();
        match headline(&both, Some(text)) {
            Ok(at) => Ok(all[at].to_string()),
            Err(NoComparison::Refused(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_metric_is_found_by_its_name_in_the_table_and_by_that_in_goals() {
        for (text, is) in [
            ("rounds", "rounds"),
            (" mean( rounds ) ", "rounds"),
            ("win_rate", "win_rate(heroes)"),
            ("win_rate( monsters )", "win_rate(monsters)"),
            ("hp_left(Boss)", "hp_left(monsters/Boss)"),
            ("hp_left(monsters/Boss)", "hp_left(monsters/Boss)"),
            ("mean(hp_left(\"Boss\"))", "hp_left(monsters/Boss)"),
            ("hp_left(monsters)", "hp_left(monsters)"),
            ("hp_left(heroes)", "hp_left(heroes/Ann, the Bold)"),
            ("hp_left(\"Ann, the Bold\")", "hp_left(heroes/Ann, the Bold)"),
            ("exhausted(Boss, first)", "exhausted(monsters/Boss)"),
            ("exhausted(Boss, every)", "exhausted_every(monsters/Boss)"),
        ] {
            assert_eq!(found(text).as_deref(), Ok(is), "{text}");
        }
    }

    #[test]
    fn what_has_no_difference_in_a_pair_is_refused_with_what_has() {
        for (text, part) in [
            ("median(rounds)", "rates and means: `rounds`"),
            ("p95(hp_left(Boss))", "rates and means: `hp_left(Boss)`"),
            ("exhausted(Boss, round <= 2)", "`exhausted`, `exhausted_every`"),
            ("exhausted(monsters)", "may be `exhausted(monsters/Boss)` or `exhausted(monsters/Imp)`"),
            ("hp_left", "none of what both have"),
            ("hp_lef(Boss)", "did you mean `hp_left`?"),
            ("hp_left(Boss", "expected `)`"),
            ("", "expected the name of a metric"),
        ] {
            let message = found(text).expect_err(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
