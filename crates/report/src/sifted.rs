//! Points of which those are shown that the reader chooses, without a script: each has the classes of what stands out
//! about it, and the style sheet hides the others.

use askama::Template;
use fray_sim::overview::Mark;
use fray_sim::tables::format::thousands;

use crate::page::Part;

/// Parts below a choice of what they show.
#[derive(Debug, Template)]
#[template(path = "sifted.html")]
pub(crate) struct Sifted {
    /// The number of points.
    n: String,
    kinds: Vec<Kind>,
    parts: Vec<Part>,
}

/// Something that stands out.
#[derive(Debug)]
struct Kind {
    number: usize,
    word: &'static str,
    sentence: &'static str,
    /// The number of points that have the mark, as text.
    n: String,
}

impl Sifted {
    /// These parts about points with these marks. Marks that no point has are not offered as filters.
    pub(crate) fn new(points: &[&[Mark]], parts: Vec<Part>) -> Self {
        let kind = |(number, mark): (usize, Mark)| {
            let n = points.iter().filter(|marks| marks.contains(&mark)).count();
            let count = thousands(n as u128);
            (n > 0).then(|| Kind { number, word: mark.word(), sentence: mark.sentence(), n: count })
        };
        let kinds = Mark::ALL.into_iter().enumerate().filter_map(kind).collect();
        Self { n: thousands(points.len() as u128), kinds, parts }
    }
}

/// The classes of a point with these marks.
pub(crate) fn classes(marks: &[Mark]) -> String {
    let class = |mark: &Mark| Mark::ALL.iter().position(|it| it == mark).map(|at| format!("k{at}"));
    marks.iter().filter_map(class).collect::<Vec<_>>().join(" ")
}
