//! How often the interval of every kind that a verb prints holds the truth, over all games that are compiled.
//!
//! The suite tries those of one verb few times. The table is made on demand, in hours:
//!
//! ```sh
//! FRAY_COVERAGE=300 nice -n 19 cargo test -p fray-sim --test statistics intervals_of_all -- --nocapture
//! ```
//!
//! The truth is the exact answer where there is one, else that of a run (or of pairs) of some hundred times the
//! fights. `FRAY_COVERED=run,compare` measures these verbs alone, and `FRAY_GAME=juso` that game.

mod case;
mod pairs;
mod runs;
mod searches;
mod table;
mod worths;

use case::Case;
use table::Table;

/// Tries of each interval in the suite, and its verb: the others take minutes.
const FEW: u64 = 4;
const OF_SUITE: &str = "run";

/// How a verb is measured: so many tries of one scenario.
type Measure = fn(&Case, u64, &mut Table);

/// The verbs, and what plays them.
const VERBS: &[(&str, Measure)] = &[
    ("run", runs::of_fixed_fights),
    ("target", runs::of_targets),
    ("compare", pairs::compared),
    ("compare to a verdict", pairs::compared_to_a_verdict),
    ("compare --independent", pairs::compared_independently),
    ("watch", pairs::moved_between_versions),
    ("rulings", pairs::rulings),
    ("tactics", pairs::tactics),
    ("sweep", worths::swept),
    ("weights", worths::weighed),
    ("why", worths::shared_out),
    ("screen", worths::screened),
    ("matrix", searches::everybody),
    ("solve", searches::solved),
    ("check", searches::checked),
];

#[test]
fn intervals_of_all_verbs_cover() {
    let tries = std::env::var("FRAY_COVERAGE").map_or(FEW, |n| n.parse().expect("a number"));
    let of_suite = || std::env::var_os("FRAY_COVERAGE").is_none().then(|| OF_SUITE.to_owned());
    let only = std::env::var("FRAY_COVERED").ok().or_else(of_suite);
    let is_meant = |verb: &str| only.as_ref().is_none_or(|only| only.split(',').any(|one| one == verb));
    let game = std::env::var("FRAY_GAME").ok();
    let mut all = Table::default();
    for info in fray_rules::GAMES.iter().filter(|info| game.as_ref().is_none_or(|game| game == info.name())) {
        let cases = case::of(info);
        for (verb, measure) in VERBS.iter().filter(|(verb, _)| is_meant(verb)) {
            all.begin(info.name(), verb);
            cases.iter().for_each(|case| measure(case, tries, &mut all));
            // A table of hours is seen as it grows.
            print!("{}", all.of_verb());
        }
    }
    println!("\n{all}");
    assert!(all.len() > 0, "nothing was measured");
    let low = all.low();
    assert!(low.is_empty(), "significantly below 94 %:\n{}", low.join("\n"));
}
