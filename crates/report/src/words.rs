//! Paths of values in the words of a sentence.

use core::cmp::Ordering;

/// The varied values of a point: `130 HP` for `Emulator.hp` where nothing else is varied, else
/// `Emulator 130 HP, Ghoul count 2`.
pub(crate) fn point(values: &[(&str, &str)]) -> String {
    match values {
        [(path, value)] => one(stat_of(path), value),
        _ => {
            let each = values.iter().map(|(path, value)| {
                let whose = owner_of(path);
                let stat = one(stat_of(path), value);
                if whose.is_empty() { stat } else { format!("{whose} {stat}") }
            });
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// A metric as goals write it, in words: `win rate of wizards` for `win_rate(wizards)`.
pub(crate) fn metric(metric: &str) -> String {
    match metric.split_once('(').and_then(|(name, of)| Some((name, of.strip_suffix(')')?))) {
        // What a unit does is no property of it: `Knight: dropped`.
        Some((name, of)) if of.contains('/') => {
            format!("{}: {}", of.replace('/', " / "), name.replace('_', " "))
        }
        Some((name, of)) => format!("{} of {of}", name.replace('_', " ")),
        None => metric.replace('_', " "),
    }
}

/// A text as a sentence begins.
pub(crate) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest.as_str().chars()).collect()
}

/// A path as the title of an axis: `HP of Emulator`, `hit tie`.
pub(crate) fn axis(path: &str) -> String {
    let (whose, stat) = (owner_of(path), stat_name(stat_of(path)));
    if whose.is_empty() { stat } else { format!("{stat} of {whose}") }
}

/// The value of a stat: `130 HP`, `attack 14`, `hit tie attacker`.
fn one(stat: &str, value: &str) -> String {
    let name = stat_name(stat);
    if is_short(stat) { format!("{value} {name}") } else { format!("{name} {value}") }
}

/// Returns whether a stat is an abbreviation, such as HP.
fn is_short(stat: &str) -> bool {
    stat.chars().count() <= 2 && stat.chars().all(char::is_alphabetic)
}

fn stat_name(stat: &str) -> String {
    if is_short(stat) { stat.to_uppercase() } else { stat.replace('_', " ") }
}

/// The parts of a path: names in quotes are one part.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut is_quoted) = (0, false);
    for (at, c) in path.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '.' if !is_quoted => {
                parts.push(&path[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&path[from..]);
    parts
}

fn stat_of(path: &str) -> &str {
    parts(path).last().copied().unwrap_or(path).trim_matches('"')
}

/// The owner of a value: `Swordsman`, `Swordsman's Staff`; empty for a ruling.
fn owner_of(path: &str) -> String {
    let all = parts(path);
    let [owners @ .., _] = all.as_slice() else { return String::new() };
    let names = owners
        .iter()
        .filter(|part| !["rulings", "run", "map", "weapons", "abilities", "tactics"].contains(*part));
    // A name is shown without the side that it is of.
    let bare = |part: &str| match part.rsplit_once('/') {
        Some((_, name)) => name.trim_matches('"').to_owned(),
        None => part.trim_matches('"').to_owned(),
    };
    names.map(|part| bare(part)).collect::<Vec<_>>().join("'s ")
}

/// An edit `boss/"Demon King".hp 140 -> 120` as whose it is and what changed.
pub(crate) fn split_edit(edit: &str) -> Option<(String, String)> {
    let (path, change) = {
        let mut is_quoted = false;
        let end = edit.char_indices().find(|(_, c)| {
            is_quoted ^= *c == '"';
            *c == ' ' && !is_quoted
        })?;
        (&edit[..end.0], &edit[end.0..])
    };
    let all = parts(path);
    let [owner, rest @ ..] = all.as_slice() else { return None };
    if rest.is_empty() || change.is_empty() {
        return None;
    }
    Some((
        owner.replace('/', " / ").replace('"', ""),
        format!("{}{}", rest.join(".").replace('"', ""), arrowed(change)),
    ))
}

/// A change with an arrow that no line is broken in.
pub(crate) fn arrowed(change: &str) -> String {
    change.replace(" -> ", "\u{a0}\u{2192} ")
}

/// The order of texts in which numbers count as numbers.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|part| part.parse().ok()).collect()
    };
    let (x, y) = (numbers(a), numbers(b));
    let by_numbers = x.iter().zip(&y).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
    by_numbers.unwrap_or_else(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_said_in_words() {
        assert_eq!(point(&[("emulator/Emulator.hp", "130")]), "130 HP");
        assert_eq!(point(&[("Ogre.attack", "14")]), "attack 14");
        assert_eq!(
            point(&[("emulator/Emulator.hp", "130"), ("emulator/Ghoul.count", "2")]),
            "Emulator 130 HP, Ghoul count 2"
        );
        assert_eq!(point(&[("rulings.hit_tie", "attacker")]), "hit tie attacker");
        assert_eq!(
            point(&[("Ogre.hp", "2"), ("rulings.hit_tie", "defender")]),
            "Ogre 2 HP, hit tie defender"
        );
        assert_eq!(
            axis("boss/\"Demon King\".weapons.\"Claw. Long\".attack_mod"),
            "attack mod of Demon King's Claw. Long"
        );
    }

    #[test]
    fn metrics_are_said_in_words() {
        assert_eq!(metric("win_rate(the wizards)"), "win rate of the wizards");
        assert_eq!(metric("timeout_rate"), "timeout rate");
        assert_eq!(metric("dropped(hunters/Hunter)"), "hunters / Hunter: dropped");
        assert_eq!(metric("p95(hp_left(Ogre))"), "p95 of hp_left(Ogre)");
    }

    #[test]
    fn an_edit_is_parted_from_whose_it_is() {
        let edit = split_edit("boss/\"Demon King\".action_value 21 -> 18");
        assert_eq!(edit, Some(("boss / Demon King".into(), "action_value 21\u{a0}\u{2192} 18".into())));
        assert_eq!(split_edit("title"), None);
    }
}
