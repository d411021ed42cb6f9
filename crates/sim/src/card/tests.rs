use fray_engine::metrics::Highlight;
use fray_engine::roster::{RosterSide, RosterUnit, SideId, UnitSet};

use super::*;
use crate::fixture::{about, histogram, point, totals};
use crate::totals::{Plane, SideTotals};

/// The totals of the fixture, merged `times` times.
fn many(times: u32) -> Totals {
    let mut all = totals();
    (1..times).for_each(|_| all.merge(&totals()));
    all
}

fn rendered(about: &About, totals: &Totals, look: Look) -> String {
    let point = point();
    let title = "Ann and Bob at the gate";
    card(title, &point, about, totals, look).render()
}

fn card<'a>(title: &'a str, point: &'a Point, about: &'a About, totals: &'a Totals, look: Look) -> Card<'a> {
    Card { title, point, about, totals, dice_per_fight: Some((24.61, 0.12)), goals: &[], each: false, look }
}

#[track_caller]
fn assert_fits(text: &str) {
    assert_fits_in(Look::default().width, text);
}

#[track_caller]
fn assert_fits_in(width: usize, text: &str) {
    for line in text.lines() {
        assert!(line.width() <= width, "{} columns: {line}", line.width());
    }
}

#[test]
fn the_card_reads_like_this() {
    let text = rendered(&about(), &many(1000), Look::default());
    let expected = "
Ann and Bob at the gate
boss.hp = 80
made-up, 4,000 fights of seed 7, signature 00c0ffee00c0ffee
± is the half width of a 95 % interval; < and > give one end of it

The heroes win 5 out of 10 fights; 2 to 3 out of 10 fights are undecided. 7 to 8
out of 10 fights are over within 2 rounds; no unit goes down in half of all
fights.

WINS
  heroes     50.0% ± 1.5  ████████████████████
  foe        25.0% ± 1.3  ▓▓▓▓▓▓▓▓▓▓
  draw       25.0% ± 1.3  ··········
  timeout  < 0.10%

ROUNDS
  mean 2.000 ± 0.022; 25.0% of fights end by round 1, 75.0% by round 2, > 99.90%
  by round 3
  activations 5.50 ± 0.07; at most 6 in 75.0%, 8 in > 99.90% of the fights
  ended in   █ heroes   ▓ foe   · undecided
         1  25.0%  ·······························
         2  50.0%  █████████████████████████████████████████████████████████████
         3  25.0%  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓

UNITS
          survived       mains
  heroes
    Ann     75.0% ± 1.3  2.000 ± 0.022
    Bob   < 0.10%            2 (all seen)
  foe
    Boss    25.0% ± 1.3      2 (all seen)

DAMAGE, OVERKILL INCLUDED
          per fight          per hit           hits for 0 to 5
  heroes
    Ann   1.750 ± 0.034      1.750 ± 0.031     ▄ █▄
    Bob       0 (none seen)      -
  foe
    Boss   2.50 ± 0.08           5 (all seen)       █

EXHAUSTED
          of its rounds   at activation      others act after
  heroes
    Ann      62.5% ± 0.8  2.400 ± 0.006      0.375 ± 0.004
      main end 62.5%, fight ended first 37.5%
      rounds 1 to 2 █▆   activations 2 to 3 █▆
    Bob   > 99.90%            0 (none seen)  2.750 ± 0.013
      setup > 99.90%, fight ended first < 0.10%
      rounds 1 to 1 █   activations 0 to 0 █
  foe
    Boss  > 99.86%            1 (all seen)   1.750 ± 0.008
      main end > 99.90%, fight ended first < 0.10%
      rounds 1 to 3 █▆▂   activations 1 to 1 █

ROLLS
          hp left           fumbled
  heroes
    Ann       2.50 ± 0.08     14.3% ± 0.9
    Bob   < 0.0047                -
  foe
    Boss     0.500 ± 0.027  < 0.13%

AT THE TABLE
  dice rolled per fight: 24.61 ± 0.12 (from a few fights rolled die by die)
          attacks missed  rounds down    share of damage
  heroes
    Ann      42.9% ± 0.9  < 0.14%         all seen
    Bob   > 99.81%          12.5% ± 0.7  none seen
  foe
    Boss   < 0.19%        < 0.14%              all
";
    assert_eq!(text, &expected[1..]);
    assert_fits(&text);
}

#[test]
fn ascii_means_ascii() {
    let text = rendered(&about(), &many(1000), Look { ascii: true, ..Look::default() });
    assert!(text.is_ascii(), "{text}");
    assert!(text.contains("  heroes     50.0% +- 1.5  ####################\n"), "{text}");
    assert_fits(&text);
}

#[test]
fn colour_adds_escapes_and_nothing_else() {
    let plain = rendered(&about(), &many(1000), Look::default());
    let coloured = rendered(&about(), &many(1000), Look { color: true, ..Look::default() });
    assert!(coloured.contains("\u{1b}[1mWINS\u{1b}[0m"));
    let mut stripped = String::new();
    for (i, part) in coloured.split("\u{1b}[").enumerate() {
        stripped += if i == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    assert_eq!(lines(&stripped), lines(&plain));
    assert!(!plain.contains('\u{1b}'));
}

#[test]
fn few_fights_say_little() {
    let text = rendered(&about(), &totals(), Look::default());
    for line in ["  heroes     50% (6 to 94)", "  timeout  < 61%", "    Ann     75% (19 to 99.37)  2.0 ± 1.3"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains(" 0%") && !text.contains("100%"), "{text}");
    assert_fits(&text);
}

/// From four fights to a thousand million: lines fit, and nothing prints as never or always.
#[test]
fn any_number_of_fights_fits() {
    let mut all = totals();
    for _ in 0..28 {
        // One odd fight each time, so that there are rare events too.
        let mut odd = totals();
        odd.timeouts = histogram(&[&vec![0; 100][..], &[1]].concat());
        odd.fights += 1;
        all.merge(&all.clone());
        all.merge(&odd);
        let text = rendered(&about(), &all, Look::default());
        assert_fits(&text);
        for word in text.split(' ') {
            let of_all = word.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
            assert!(of_all.is_none_or(|percent| percent > 0.0 && percent < 100.0), "{word}\n{text}");
        }
    }
    assert!(all.fights > 1_000_000_000);
}

#[test]
fn no_fights_have_a_card_too() {
    let mut nothing = totals();
    nothing.merge(&totals());
    let empty = Totals { sides: vec![SideTotals::default(); 2], units: nothing.units, ..Default::default() };
    let point = Point { stop: Stop::Interrupted, ..point() };
    let about = about();
    let text = card("", &point, &about, &empty, Look::default()).render();
    assert!(text.starts_with("gate\nboss.hp = 80\nmade-up, 0 fights of seed 7"), "{text}");
    assert!(text.contains("interrupted: the results are those of the fights played so far"));
    assert!(text.contains("  heroes   -\n"), "{text}");
}

#[test]
fn long_names_and_wide_signs_fit() {
    let mut about = about();
    about.roster.sides[0].name = "魔法使いの弟子たちと剣士たちの大きなパーティー".into();
    about.roster.sides[1].name = "The Everlasting Emulator of the Northern Gate".into();
    about.roster.units[0].name = "Swordsman of the Third Order\u{7}\u{1b}[31m#12".into();
    let text = rendered(&about, &totals(), Look::default());
    assert!(
        !text.contains('\u{1b}') && !text.contains('\u{7}'),
        "signs that steer the terminal are not passed on"
    );
    assert!(text.contains("Swordsman of the T.."), "{text}");
    assert_fits(&text);
}

#[test]
fn long_fights_share_bars_and_rare_ones_the_last() {
    let mut long = many(100);
    long.draws = Histogram::default();
    long.sides[0].wins = histogram(&vec![3; 100]);
    long.sides[1].wins = histogram(&[&vec![0; 400][..], &[1]].concat());
    long.timeouts = histogram(&[&vec![0; 50][..], &[99]].concat());
    let text = rendered(&about(), &long, Look::default());
    assert!(text.contains("\n       0-7  "), "{text}");
    assert!(text.contains("+  "), "{text}");
    let bars = text.lines().skip_while(|line| !line.starts_with("  ended in")).skip(1);
    assert!((8..=14).contains(&bars.take_while(|line| !line.is_empty()).count()), "{text}");
    assert_fits(&text);
}

#[test]
fn a_mean_of_fights_that_do_not_differ_is_their_number() {
    let (about, totals, point) = (about(), totals(), point());
    let card = card("Duel", &point, &about, &totals, Look::default());
    assert_eq!(
        card.mean_of(Measured::count(Histogram::of_cells(&[0, 300]), None)),
        "1 (in all that were played)"
    );
    for cells in [&[0, 1][..], &[0, 299, 1]] {
        assert!(
            !card.mean_of(Measured::count(Histogram::of_cells(cells), None)).contains("in all"),
            "{cells:?}"
        );
    }
}

#[test]
fn a_duel_has_no_group_headings() {
    let mut about = about();
    about.roster.sides = vec![
        RosterSide { name: "hero".into(), units: UnitSet(1) },
        RosterSide { name: "foe".into(), units: UnitSet(2) },
    ];
    let unit = |name: &str, side| RosterUnit { name: name.into(), side: SideId(side) };
    about.roster.units = vec![unit("Ann", 0), unit("Boss", 1)];
    let mut duel = many(10);
    duel.units.remove(1);
    let text = rendered(&about, &duel, Look::default());
    assert!(text.contains("\n  Ann "), "{text}");
    assert!(!text.contains("\n  hero\n"), "{text}");
}

/// Eight rounds with 22 activations in all. Ann is Exhausted after activation 2 in three rounds
/// and after 3 in two; three rounds end at activations 2, 2 and 3: 22 - 19 = 3 in 8 rounds.
#[test]
fn the_wait_is_what_others_do_after_exhaustion() {
    let text = rendered(&about(), &many(1000), Look::default());
    let row = text.lines().skip_while(|line| *line != "EXHAUSTED").find(|line| line.contains("Ann")).unwrap();
    // In fights of 1, 2, 2 and 3 rounds 0, 1, 1 and 1 activations followed.
    assert!(row.ends_with("0.375 ± 0.004"), "{row}");
}

/// Rounds that pass without a strike are shown; a side that is never struck has one row for all,
/// and a column in which nobody has anything is left out.
#[test]
fn what_never_happens_takes_no_room() {
    let mut all = many(1000);
    all.units[0].clocks[0].censored = Plane::default();
    all.units[2].clocks[0].every = vec![Plane::default(); 2];
    let text = rendered(&about(), &all, Look::default());
    let section: Vec<_> =
        text.lines().skip_while(|line| *line != "EXHAUSTED").take_while(|line| !line.is_empty()).collect();
    let expected = "
EXHAUSTED
          of its rounds   at activation      others act after
  heroes
    Ann      62.5% ± 0.8  2.400 ± 0.006      0.375 ± 0.004
      main end 62.5%, not exhausted 37.5%, fight ended first < 0.10%
      rounds 1 to 2 █▆   activations 2 to 3 █▆
    Bob   > 99.90%            0 (none seen)  2.750 ± 0.013
      setup > 99.90%, fight ended first < 0.10%
      rounds 1 to 1 █   activations 0 to 0 █
  foe      < 0.10%            -                  -

";
    assert_eq!(section.join("\n"), expected.trim());
}

#[test]
fn columns_that_do_not_fit_stand_below() {
    let point = point();
    let (mut about, totals) = (about(), totals());
    const WIDE: Highlight = Highlight {
        heading: "UNITS",
        metrics: &["survived", "mains", "hp_left", "fumbled", "chained", "survived", "mains", "hp_left"],
    };
    about.highlights = &[WIDE];
    let text = card("", &point, &about, &totals, Look::default()).render();
    assert_fits(&text);
    let units = text.lines().skip_while(|line| *line != "UNITS").take_while(|line| !line.is_empty());
    assert_eq!(units.filter(|line| line.contains("Boss")).count(), 3, "{text}");
}

#[test]
fn goals_stand_on_top_with_their_values() {
    let (about, totals, point) = (about(), many(1000), point());
    let goals = [
        "win_rate(heroes) between 45% and 55%",
        "win_rate(foe) > 30%",
        "win_rate(heroes) > 50%",
        "median(rounds) = 2",
        "survived <= 80%",
        "mean(hp_left(Bob)) < 1",
    ];
    let goals = goals.map(|text| Goal::parse(text, &about).expect(text));
    let goals: Vec<&Goal> = goals.iter().collect();
    let card = Card { goals: &goals, ..card("", &point, &about, &totals, Look::default()) };
    let text = card.render();
    let section: Vec<_> =
        text.lines().skip_while(|line| *line != "GOALS").take_while(|line| !line.is_empty()).collect();
    let expected = "
GOALS
  pass  win_rate(heroes) between 45% and 55%  50.0% ± 1.5
  fail  win_rate(foe) > 30%                   25.0% ± 1.3
  open  win_rate(heroes) > 50%                50.0% ± 1.5
  pass  median(rounds) = 2                    2
  pass  survived <= 80%                       < 0.10 to 75.0%
  pass  mean(hp_left(Bob)) < 1                < 0.0047
";
    assert_eq!(section.join("\n"), expected.trim());
    let narrow = Card { look: Look { width: 60, ..Look::default() }, ..card };
    assert_fits_in(60, &narrow.render());
    assert!(narrow.summary().len() <= 10);
    let summary = narrow.summary();
    assert!(summary.iter().any(|line| line == "WINS") && summary.iter().any(|line| line == "GOALS"));
}

/// Ann and Bob as two copies of one unit.
#[test]
fn copies_share_a_row_unless_each_is_asked_for() {
    let mut about = about();
    about.roster.units[0].name = "Guard#1".into();
    about.roster.units[1].name = "Guard#2".into();
    let (totals, point) = (many(1000), point());
    let together = card("", &point, &about, &totals, Look::default());
    let text = together.render();
    assert!(text.contains("\n    2 Guard  < 0.10 to 75.0%"), "{text}");
    // Both damage histograms, and both lists of causes, are added up.
    assert!(text.contains("    2 Guard     0 to 1.750 "), "{text}");
    assert!(text.contains("setup 33.3%, main end 41.7%, fight ended first 25.0%"), "{text}");
    assert!(!text.contains("Guard#1\n"), "{text}");
    let each = Card { each: true, ..together }.render();
    assert!(each.contains("    Guard#1  ") && each.contains("    Guard#2  "), "{each}");
    assert_fits(&text);
}

#[test]
fn every_width_is_kept_to() {
    let (about, point) = (about(), point());
    let long: String = ["word "; 40].concat();
    for totals in [totals(), many(1000)] {
        for width in WIDTHS {
            let look = Look { width, ..Look::default() };
            let text = card("", &point, &about, &totals, look).render();
            assert_fits_in(width, &text);
            assert!(text::indented(&long, "", width).iter().all(|line| line.width() <= width));
        }
    }
}

#[test]
fn the_legend_names_every_table_and_column() {
    let (about, totals, point) = (about(), many(1000), point());
    let legend = legend(about.metrics, about.highlights, about.clocks);
    let goal = Goal::parse("survived > 1%", &about).expect("a goal");
    let text = Card { goals: &[&goal], ..card("", &point, &about, &totals, Look::default()) }.render();
    for table in text.lines().filter(|line| line.chars().all(|c| c.is_ascii_uppercase() || c == ' ')) {
        assert!(table.is_empty() || legend.iter().any(|line| line.table == table), "{table}");
    }
    for line in legend.iter().filter(|line| !line.column.contains(", ")) {
        assert!(text.contains(&line.table) && text.contains(&line.column), "{line:?}\n{text}");
        assert!(line.sentence.ends_with('.'), "{line:?}");
    }
}
