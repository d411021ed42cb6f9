//! Conditions of tactics and abilities: `hp < 30% and enemies >= 2`. Compiled before the fight.

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
    /// What is looked at.
    pub fact: F,
    /// How it is compared.
    pub compare: Compare,
    /// With what.
    pub value: i32,
    /// Whether `value` is percent of the fact's maximum.
    pub percent: bool,
}

/// Terms that must all hold, about facts `F` of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When<F> {
    /// The terms, joined by `and`.
    pub terms: Vec<Term<F>>,
}

impl<F: Copy + PartialEq> When<F> {
    /// Whether all terms hold. `fact` gives a fact's present value and its maximum.
    #[inline]
    pub fn holds(&self, fact: impl Fn(F) -> (i32, i32)) -> bool {
        self.terms.iter().all(|term| {
            let (value, most) = fact(term.fact);
            if term.percent {
                // 100 x value against percent x maximum: exact in integers.
                term.compare.holds(100 * i64::from(value), i64::from(term.value) * i64::from(most))
            } else {
                term.compare.holds(i64::from(value), i64::from(term.value))
            }
        })
    }

    /// Whether some term asks for `fact`.
    #[must_use]
    pub fn asks(&self, fact: F) -> bool {
        self.terms.iter().any(|term| term.fact == fact)
    }
}

/// Reads a condition. `facts` are the names it may use, each with what it means; a name may be
/// followed by a percentage only where `has_maximum`.
///
/// # Errors
/// The byte offset in `text` and what was expected there.
pub fn parse<F: Copy>(
    text: &str,
    facts: &[(&str, F)],
    has_maximum: impl Fn(F) -> bool,
) -> Result<When<F>, (usize, String)> {
    let mut rest = text;
    let mut terms = Vec::new();
    loop {
        rest = rest.trim_start();
        let at = |rest: &str| text.len() - rest.len();
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let Some(&(_, fact)) = facts.iter().find(|(name, _)| *name == &rest[..word]) else {
            let names: Vec<&str> = facts.iter().map(|f| f.0).collect();
            return Err((at(rest), format!("expected one of {}", names.join(", "))));
        };
        rest = rest[word..].trim_start();
        let Some(&(sign, compare)) = Compare::ALL.iter().find(|(sign, _)| rest.starts_with(sign)) else {
            return Err((at(rest), "expected one of <, <=, =, !=, >=, >".to_owned()));
        };
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
            if !has_maximum(fact) {
                return Err((percent_at, "expected no percentage: this has no maximum".to_owned()));
            }
            rest = &rest[1..];
        }
        terms.push(Term { fact, compare, value, percent });
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(When { terms });
        }
        match rest.strip_prefix("and") {
            Some(more) if more.starts_with(char::is_whitespace) => rest = more,
            _ => return Err((at(rest), "expected `and` or the end of the condition".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: &[(&str, char)] = &[("hp", 'h'), ("enemies", 'e')];

    fn read(text: &str) -> Result<When<char>, (usize, String)> {
        parse(text, FACTS, |fact| fact == 'h')
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
