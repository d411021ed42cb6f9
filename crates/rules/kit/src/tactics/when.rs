//! Conditions of tactics and abilities: `hp < 30% and enemies >= 2`. Compiled before the fight.

use crate::sheet::problem::did_you_mean;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Other,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Compare {
    /// Every comparison with its sign; longer signs before their beginnings.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Other),
        ("==", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
        ("=", Self::Equal),
    ];

    #[inline]
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::Other => a != b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
        }
    }
}

/// One comparison of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<F> {
    /// The fact that is compared.
    pub fact: F,
    /// The comparison.
    pub compare: Compare,
    /// With what.
    pub value: i32,
    /// Whether `value` is percent of the fact's maximum.
    pub percent: bool,
}

impl<F> Term<F> {
    /// Returns whether it holds of a fact's present value, of this maximum.
    #[inline]
    #[must_use]
    pub fn holds(&self, value: i32, most: i32) -> bool {
        if self.percent {
            // 100 x value against percent x maximum: exact in integers.
            self.compare.holds(100 * i64::from(value), i64::from(self.value) * i64::from(most))
        } else {
            self.compare.holds(i64::from(value), i64::from(self.value))
        }
    }

    /// The values at which its answer changes as its fact rises, where it is compared with a number.
    fn turns(&self) -> core::ops::RangeInclusive<u32> {
        let at = self.value.max(0) as u32;
        let (first, last) = match self.compare {
            Compare::Less | Compare::AtLeast => (at, at),
            Compare::AtMost | Compare::More => (at + 1, at + 1),
            Compare::Equal | Compare::Other => (at, at + 1),
        };
        first..=last
    }
}

/// Terms that must all hold, about facts `F` of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When<F> {
    /// The terms, joined by `and`.
    pub terms: Vec<Term<F>>,
}

impl<F: Copy + PartialEq> When<F> {
    /// Returns whether all terms hold. `fact` gives a fact's present value and its maximum.
    #[inline]
    pub fn holds(&self, fact: impl Fn(F) -> (i32, i32)) -> bool {
        self.holds_known(|of| Some(fact(of)))
    }

    /// Returns whether all terms hold, where some facts are unknown (`None`): a term about such a fact does not.
    #[inline]
    pub fn holds_known(&self, fact: impl Fn(F) -> Option<(i32, i32)>) -> bool {
        self.terms.iter().all(|term| {
            let Some((value, most)) = fact(term.fact) else { return false };
            term.holds(value, most)
        })
    }

    /// Returns whether all terms hold that ask for facts of which `is_asked` holds; the others are passed over.
    #[inline]
    pub fn holds_in_part(&self, is_asked: impl Fn(F) -> bool, fact: impl Fn(F) -> (i32, i32)) -> bool {
        self.terms.iter().filter(|term| is_asked(term.fact)).all(|term| {
            let (value, most) = fact(term.fact);
            term.holds(value, most)
        })
    }

    /// Returns whether some term asks for `fact`.
    #[must_use]
    pub fn asks(&self, fact: F) -> bool {
        self.terms.iter().any(|term| term.fact == fact)
    }
}

/// The first value of `rising`, a fact that never falls (the number of the round), from which on
/// none of its terms changes its answer; 0 without such a term.
pub fn settled_from<'a, F: PartialEq + 'a>(terms: impl Iterator<Item = &'a Term<F>>, rising: F) -> u32 {
    settled_within(terms, rising, u32::MAX)
}

/// The same of a fact that never rises above `most`: what would change beyond it never does.
pub fn settled_within<'a, F: PartialEq + 'a>(
    terms: impl Iterator<Item = &'a Term<F>>,
    rising: F,
    most: u32,
) -> u32 {
    let asked = terms.filter(|term| term.fact == rising);
    asked.flat_map(Term::turns).filter(|&at| at <= most).max().unwrap_or(0)
}

/// The kinds of comparison that a fact allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// With a number.
    Number,
    /// With a number, or with a percentage of its maximum.
    OfMaximum,
    /// It may stand alone: it holds when it is 1.
    Flag,
}

/// Reads a condition. `facts` are the names it may use, each with what it means; a name of two
/// words is a fact and what it is asked about, as in `has_status poison`.
///
/// # Errors
/// The byte offset in `text` and what was expected there.
pub fn parse<F: Copy>(
    text: &str,
    facts: &[(&str, F)],
    measure: impl Fn(F) -> Measure,
) -> Result<When<F>, (usize, String)> {
    let mut names: Vec<&str> = facts.iter().map(|fact| word_of(fact.0)).collect();
    names.dedup();
    let terms = terms(text, &names, facts, |_, _| None, measure)?;
    Ok(When { terms: terms.into_iter().map(|written| written.term).collect() })
}

/// A term as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a, F> {
    /// The byte offset at which it begins.
    pub at: usize,
    /// The term that was read.
    pub term: Term<F>,
    /// The name that the scenario has given to what its fact is asked about, and the byte offset of it.
    pub name: Option<(usize, &'a str)>,
}

/// The terms of a condition; or where the text is wrong, and what was expected.
type Terms<'a, F> = Result<Vec<Written<'a, F>>, (usize, String)>;

/// The terms of a condition; see [`parse`]. `names` are the first words of all facts. `given` makes a fact of its
/// name and of the name of something of the scenario's own, which may stand in single quotes; `None` where the words
/// of `facts` alone may stand.
///
/// # Errors
/// The byte offset in `text` and what was expected there.
pub fn terms<'a, F: Copy>(
    text: &'a str,
    names: &[&str],
    facts: &[(&str, F)],
    given: impl Fn(&str, &str) -> Option<F>,
    measure: impl Fn(F) -> Measure,
) -> Terms<'a, F> {
    let mut rest = text;
    let mut terms = Vec::new();
    loop {
        rest = rest.trim_start();
        let at = |rest: &str| text.len() - rest.len();
        let start = at(rest);
        let (fact, own, behind) =
            name(rest, names, facts, &given).map_err(|(rest, message)| (at(rest), message))?;
        let own = own.map(|own| (own.as_ptr().addr() - text.as_ptr().addr(), own));
        rest = behind;
        rest = rest.trim_start();
        let compare = Compare::ALL.iter().find(|(sign, _)| rest.starts_with(sign));
        let mut term = Term { fact, compare: Compare::AtLeast, value: 1, percent: false };
        if let Some(&(sign, compare)) = compare {
            rest = rest[sign.len()..].trim_start();
            let digits = rest
                .char_indices()
                .find(|&(i, c)| !(c.is_ascii_digit() || (i == 0 && c == '-')))
                .map_or(rest.len(), |(i, _)| i);
            let Ok(value) = rest[..digits].parse::<i32>() else {
                return Err((at(rest), "expected a whole number".to_owned()));
            };
            let percent_at = at(rest) + digits;
            rest = &rest[digits..];
            let percent = rest.starts_with('%');
            if percent {
                if measure(fact) != Measure::OfMaximum {
                    return Err((percent_at, "expected no percentage: this has no maximum".to_owned()));
                }
                rest = &rest[1..];
            }
            term = Term { fact, compare, value, percent };
        } else if measure(fact) != Measure::Flag {
            return Err((at(rest), "expected one of <, <=, =, !=, >=, >".to_owned()));
        }
        terms.push(Written { at: start, term, name: own });
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(terms);
        }
        match rest.strip_prefix("and") {
            Some(more) if more.starts_with(char::is_whitespace) => rest = more,
            _ => return Err((at(rest), "expected `and` or the end of the condition".to_owned())),
        }
    }
}

/// The fact whose name a text begins with, the name of the scenario's own that it is asked about, and what stands
/// behind them; or where there is no name, and what was expected there.
type Named<'a, F> = Result<(F, Option<&'a str>, &'a str), (&'a str, String)>;

fn name<'a, F: Copy>(
    text: &'a str,
    names: &[&str],
    facts: &[(&str, F)],
    given: &impl Fn(&str, &str) -> Option<F>,
) -> Named<'a, F> {
    let word = |text: &'a str| {
        text.split_at(text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len()))
    };
    let one_of = |written: &str, known: Vec<&str>| {
        let meant = did_you_mean(written, known.iter().copied());
        format!("expected one of {}{meant}", known.join(", "))
    };
    let (first, rest) = word(text);
    if let Some(&(_, fact)) = facts.iter().find(|(name, _)| *name == first) {
        return Ok((fact, None, rest));
    }
    let about: Vec<(&str, F)> = facts
        .iter()
        .filter_map(|&(name, fact)| Some((name.strip_prefix(first)?.strip_prefix(' ')?, fact)))
        .collect();
    if !names.contains(&first) {
        return Err((text, one_of(first, names.to_vec())));
    }
    let takes_given = given(first, "").is_some();
    let behind = rest.trim_start();
    let (second, rest) = if takes_given { given_name(behind) } else { word(behind) };
    if let Some(&(_, fact)) = about.iter().find(|(name, _)| *name == second) {
        return Ok((fact, None, rest));
    }
    match given(first, second).filter(|_| !second.is_empty()) {
        Some(fact) => Ok((fact, Some(second), rest)),
        None if about.is_empty() => Err((behind, "expected a name that the scenario gives".to_owned())),
        None => {
            let message = one_of(second, about.iter().map(|about| about.0).collect());
            let or_given = if takes_given { ", or a name that the scenario gives" } else { "" };
            Err((behind, message + or_given))
        }
    }
}

/// The name that a text begins with, and what stands behind it. One with spaces stands in single quotes.
fn given_name(text: &str) -> (&str, &str) {
    match text.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').unwrap_or((quoted, "")),
        None => {
            text.split_at(text.find(|c: char| c.is_whitespace() || "<>=!".contains(c)).unwrap_or(text.len()))
        }
    }
}

/// The first word of a name.
fn word_of(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: &[(&str, char)] =
        &[("hp", 'h'), ("enemies", 'e'), ("flying", 'f'), ("has poison", 'p'), ("has daze", 'd')];

    fn read(text: &str) -> Result<When<char>, (usize, String)> {
        parse(text, FACTS, |fact| match fact {
            'h' => Measure::OfMaximum,
            'e' => Measure::Number,
            _ => Measure::Flag,
        })
    }

    #[test]
    fn a_condition_holds_when_all_its_terms_do() {
        let when = read("hp < 30% and enemies >= 2").unwrap();
        let facts = |hp, enemies| move |f| if f == 'h' { (hp, 50) } else { (enemies, 0) };
        assert!(when.holds(facts(14, 2)));
        assert!(!when.holds(facts(15, 2)), "30% of 50 is 15, and 15 is not less");
        assert!(!when.holds(facts(14, 1)));
        assert!(when.asks('e') && when.asks('h'));
    }

    #[test]
    fn a_fact_that_rises_settles_its_terms_where_they_last_change() {
        for text in
            ["enemies < 3", "enemies <= 3", "enemies = 3", "enemies != 3", "enemies >= 3", "enemies > 3"]
        {
            let when = read(text).unwrap();
            let holds = |n: i32| when.holds(|_| (n, 0));
            for most in 0..7_u32 {
                let changes = |&n: &u32| holds(n as i32) != holds(n as i32 - 1);
                let last = (1..=most).rev().find(changes).unwrap_or(0);
                assert_eq!(settled_within(when.terms.iter(), 'e', most), last, "{text} up to {most}");
            }
            assert_eq!(settled_from(when.terms.iter(), 'e'), settled_within(when.terms.iter(), 'e', 9));
            assert_eq!(settled_from(when.terms.iter(), 'h'), 0);
        }
    }

    #[test]
    fn a_part_of_a_condition_holds_whatever_the_rest_says() {
        let when = read("hp < 30% and enemies >= 2").unwrap();
        let facts = |hp, enemies| move |f| if f == 'h' { (hp, 50) } else { (enemies, 0) };
        assert!(when.holds_in_part(|f| f == 'h', facts(14, 0)));
        assert!(!when.holds_in_part(|f| f == 'h', facts(15, 9)));
        assert!(when.holds_in_part(|f| f == 'e', facts(50, 2)));
        assert!(when.holds_in_part(|_| false, facts(50, 0)), "nothing is asked");
    }

    #[test]
    fn a_flag_stands_alone_or_is_compared() {
        let term = |fact, compare, value| Term { fact, compare, value, percent: false };
        let when = read("flying and has  poison and has daze = 0").unwrap();
        assert_eq!(
            when.terms,
            [term('f', Compare::AtLeast, 1), term('p', Compare::AtLeast, 1), term('d', Compare::Equal, 0)]
        );
        assert_eq!(read("has").unwrap_err(), (3, "expected one of poison, daze".to_owned()));
        assert_eq!(
            read("has poson").unwrap_err(),
            (4, "expected one of poison, daze; did you mean `poison`?".to_owned())
        );
        assert_eq!(read("enemies and hp < 3").unwrap_err().0, 8);
        assert_eq!(read("fly").unwrap_err().1, "expected one of hp, enemies, flying, has");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(read("hq < 3").unwrap_err().0, 0);
        assert_eq!(read("hp ? 3").unwrap_err().0, 3);
        assert_eq!(read("hp < x").unwrap_err().0, 5);
        assert_eq!(read("enemies < 3%").unwrap_err().0, 11);
        assert_eq!(read("hp < 3 or hp > 5").unwrap_err().0, 7);
        assert_eq!(read("hp < 3 and").unwrap_err().0, 7);
        assert_eq!(read("").unwrap_err().0, 0);
    }
}
