//! The primary metric of a comparison: the one that the verdict is about.

use std::collections::BTreeSet;

use super::NoComparison;
use super::shared::{MetricKind, MetricName};
use crate::measures::ParseError;
use crate::measures::cast::{Cast, Named as Subject};
use crate::measures::reference::{Place, Reference};

/// The index in `shared` of the metric that `text` names; that of the first side's win rate
/// without a text.
///
/// # Errors
/// If the text names no metric that both scenarios have, or more than one.
pub(crate) fn primary_metric(
    shared: &[(&MetricName, MetricKind)],
    text: Option<&str>,
) -> Result<usize, NoComparison> {
    let Some(text) = text else {
        let win_rate = shared.iter().position(|(named, _)| named.metric == "win_rate");
        let message = "the two scenarios share no side: sides and units are matched by name";
        return win_rate.ok_or_else(|| NoComparison::Refused(message.to_owned()));
    };
    find(shared, text).map_err(NoComparison::Metric)
}

fn find(shared: &[(&MetricName, MetricKind)], text: &str) -> Result<usize, ParseError> {
    let reference = Reference::parse_text(text, Place::Pairs)?;
    let known: BTreeSet<&str> = shared.iter().map(|(named, _)| named.metric.as_str()).collect();
    let name = reference.table_name(|name| known.contains(name))?;
    let mut cast = Cast::default();
    let mut subjects = Vec::new();
    for (named, _) in shared {
        subjects.push(named.side.as_deref().map(|side| cast.insert(side, named.unit.as_deref())));
    }
    let named_so: Vec<usize> = (0..shared.len()).filter(|&at| shared[at].0.metric == name).collect();
    let Some(&first) = named_so.first() else { return Err(reference.unknown(known)) };
    if subjects[first].is_none() {
        reference.check_no_name()?;
    }
    let subject = reference.subject(&cast)?;
    let is_meant = |at: &usize| match (&subject, subjects[*at]) {
        (None, _) => name != "win_rate" || *at == first,
        (Some(Subject::Side(side)), Some((of, _))) => *side == of,
        (Some(Subject::Units(units)), Some((_, Some(unit)))) => units.contains(&unit),
        (Some(_), _) => false,
    };
    let mut found: Vec<usize> = named_so.iter().copied().filter(is_meant).collect();
    // The name of a side means the side as a whole, where that has the metric.
    if let (Some(Subject::Side(_)), Some(&whole)) =
        (&subject, found.iter().find(|&&at| shared[at].0.unit.is_none()))
    {
        found = vec![whole];
    }
    let full_names = |places: &[usize]| {
        let names: Vec<String> = places.iter().map(|&at| format!("`{}`", shared[at].0)).collect();
        names.join(", ")
    };
    match found[..] {
        [one] => Ok(one),
        [] => Err(reference
            .error("the two scenarios do not share this metric")
            .help(format!("they share {}", full_names(&named_so)))),
        _ => Err(reference
            .error(format!("`{name}` belongs to several sides or units here"))
            .help(format!("write one of {}", full_names(&found)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(metric: &str, side: Option<&str>, unit: Option<&str>) -> MetricName {
        let owned = |name: Option<&str>| name.map(str::to_owned);
        MetricName { metric: metric.to_owned(), side: owned(side), unit: owned(unit) }
    }

    fn found(text: &str) -> Result<String, ParseError> {
        let all = [
            named("rounds", None, None),
            named("win_rate", Some("heroes"), None),
            named("hp_left", Some("heroes"), Some("Ann, the Bold")),
            named("exhausted", Some("heroes"), Some("Ann, the Bold")),
            named("win_rate", Some("monsters"), None),
            named("hp_left", Some("monsters"), None),
            named("hp_left", Some("monsters"), Some("Boss")),
            named("hp_left", Some("monsters"), Some("Imp#1")),
            named("hp_left", Some("monsters"), Some("Imp#2")),
            named("exhausted", Some("monsters"), Some("Boss")),
            named("exhausted_every", Some("monsters"), Some("Boss")),
            named("exhausted", Some("monsters"), Some("Imp#1")),
        ];
        let shared: Vec<(&MetricName, MetricKind)> =
            all.iter().map(|named| (named, MetricKind::Mean)).collect();
        find(&shared, text).map(|at| all[at].to_string())
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
            ("exhausted(Imp)", "exhausted(monsters/Imp#1)"),
            ("exhausted(Boss, first)", "exhausted(monsters/Boss)"),
            ("exhausted(Boss, every)", "exhausted_every(monsters/Boss)"),
            ("exhausted_every", "exhausted_every(monsters/Boss)"),
        ] {
            assert_eq!(found(text).as_deref(), Ok(is), "{text}");
        }
    }

    #[test]
    fn what_is_no_shared_metric_is_refused_at_its_place() {
        for (text, at, message, help) in [
            (
                "hp_left(Imp)",
                "hp_left(Imp)",
                "`hp_left` belongs to several sides or units here",
                "write one of `hp_left(monsters/Imp#1)`, `hp_left(monsters/Imp#2)`",
            ),
            (
                "exhausted",
                "exhausted",
                "`exhausted` belongs to several sides or units here",
                "write one of `exhausted(heroes/Ann, the Bold)`, `exhausted(monsters/Boss)`, \
                 `exhausted(monsters/Imp#1)`",
            ),
            (
                "win_rate(Boss)",
                "win_rate(Boss)",
                "the two scenarios do not share this metric",
                "they share `win_rate(heroes)`, `win_rate(monsters)`",
            ),
            (
                "mean(zorkmid(Boss))",
                "zorkmid",
                "no metric is named `zorkmid`",
                "`fray list metrics` names all of them",
            ),
            ("mean(hp_lef(Boss))", "hp_lef", "no metric is named `hp_lef`; did you mean `hp_left`?", ""),
            (
                "hp_left(Bosss)",
                "Bosss",
                "no side or unit is named `Bosss`; did you mean `Boss`?",
                "the sides are heroes, monsters; the units are heroes/Ann, the Bold, monsters/Boss, \
                 monsters/Imp#1, monsters/Imp#2",
            ),
            (
                "rounds(Boss)",
                "Boss",
                "`rounds` belongs to the fight and takes no name",
                "write `rounds` alone",
            ),
        ] {
            let wrong = found(text).expect_err(text);
            assert_eq!((&text[wrong.at], wrong.message.as_str()), (at, message), "{text}");
            assert_eq!(wrong.help.as_deref().unwrap_or_default(), help, "{text}");
        }
    }

    #[test]
    fn without_a_text_it_is_the_win_rate_of_the_first_side() {
        let (rounds, wins) = (named("rounds", None, None), named("win_rate", Some("heroes"), None));
        assert_eq!(primary_metric(&[(&rounds, MetricKind::Mean), (&wins, MetricKind::Rate)], None), Ok(1));
        let Err(NoComparison::Refused(message)) = primary_metric(&[(&rounds, MetricKind::Mean)], None) else {
            panic!("there is no side")
        };
        assert!(message.contains("share no side"), "{message}");
    }
}
