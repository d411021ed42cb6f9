//! Where runs stop, and that their intervals still cover when they stopped at a width.

use super::*;
use crate::fixture;
use crate::totals::{Histogram, SideTotals};

fn aim(targets: &[&str], min_fights: u64, max_fights: u64) -> Aim {
    let about = fixture::about();
    let read = |text: &&str| Target::parse(text, &about).expect("a target");
    Aim { targets: targets.iter().map(read).collect(), goals: Vec::new(), min_fights, max_fights }
}

/// A small deterministic source of chances (SplitMix64).
struct Chances(u64);

impl Chances {
    fn happens(&mut self, p: f64) -> bool {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((x ^ (x >> 31)) >> 11) as f64) < p * (1_u64 << 53) as f64
    }
}

/// Plays on with fights that the heroes win with chance `p` and the foe otherwise, all in round 1.
fn coin(seed: u64, p: f64) -> impl FnMut(Played, &Ranges) -> Result<Played, ()> {
    let mut chances = Chances(seed.wrapping_mul(0xd134_2543_de82_ef95));
    move |mut so_far, missing| {
        let n = missing.n();
        let wins = (0..n).filter(|_| chances.happens(p)).count() as u64;
        let side = |wins| SideTotals { wins: Histogram::of_cells(&[0, wins]), ..Default::default() };
        let totals = Totals { fights: n, sides: vec![side(wins), side(n - wins)], ..Totals::default() };
        so_far.totals.merge(&totals);
        so_far.ranges.insert(missing);
        Ok(so_far)
    }
}

fn pursued(aim: &Aim, seed: u64, p: f64) -> Pursued {
    aim.pursue(&fixture::about(), Played::default(), coin(seed, p), |_| {}).expect("coins break no rules")
}

#[test]
fn looks_are_eight_for_each_doubling() {
    let looks = |from: u64, n: usize| {
        core::iter::successors(Some(from), |at| Some(next_look(*at))).skip(1).take(n).collect::<Vec<_>>()
    };
    assert_eq!(looks(0, 10), [1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, 9216, 10_240]);
    assert_eq!(
        looks(65_536, 9),
        [73_728, 81_920, 90_112, 98_304, 106_496, 114_688, 122_880, 131_072, 147_456]
    );
    assert_eq!(next_look(9_000), 9_216, "from anywhere to the next of the same looks");
    assert!(looks(0, 200).windows(2).all(|pair| pair[0] < pair[1] && pair[1] % CHUNK == 0));
}

#[test]
fn a_run_stops_at_the_first_look_that_is_precise_enough() {
    // z² p q / 0.01² = 9,508 for 45 %.
    let half = |found: &Pursued| found.progress.worst.as_ref().unwrap().estimate.half().unwrap();
    let found = pursued(&aim(&["win_rate(heroes)=1pt"], 1, MAX_FIGHTS), 1, 0.45);
    assert_eq!((found.played.totals.fights, found.stop), (10_240, Stop::Target));
    assert!(half(&found) <= 0.01);
    // Every target of every subject, and no fewer fights than asked for.
    let found = pursued(&aim(&["1pt", "rounds=0.5", "win_rate=2pt"], 20_000, MAX_FIGHTS), 1, 0.45);
    assert_eq!((found.played.totals.fights, found.stop), (20_480, Stop::Target));
    let found = pursued(&aim(&["0.25pt"], 1, 50_000), 1, 0.45);
    assert_eq!((found.played.totals.fights, found.stop), (50_000, Stop::Max));
    // z² p q / 0.0025² = 152,000.
    let needed = found.progress.needed().expect("a rate that was seen");
    assert!((145_000..160_000).contains(&needed), "{needed}");
    let worst = found.progress.worst.expect("a look").to_string();
    assert!(worst.ends_with("± 0.44pt, target 0.25pt"), "{worst}");
}

#[test]
fn what_never_happens_never_has_a_relative_error() {
    let found = pursued(&aim(&["win_rate(foe)=rel:50%"], 1, 30_000), 1, 1.0);
    assert_eq!((found.played.totals.fights, found.stop, found.progress.needed()), (30_000, Stop::Max, None));
    let worst = found.progress.worst.expect("a look").to_string();
    assert_eq!(worst, "win_rate(foe) < 0.013%, target 50% of it");
    // An absolute one it has, and not at once.
    let found = pursued(&aim(&["win_rate(foe)=0.01pt"], 1, MAX_FIGHTS), 1, 1.0);
    assert_eq!(found.stop, Stop::Target);
    // Half of 3.69 / n is 0.0001 at 18,444, just behind the look at 18,432.
    assert_eq!(found.played.totals.fights, 20_480);
}

#[test]
fn an_interrupted_run_goes_on_to_where_it_would_have_stopped() {
    let aim = aim(&["0.5pt"], 10_000, MAX_FIGHTS);
    let whole = pursued(&aim, 1, 0.5);
    let mut coin = coin(1, 0.5);
    let stops = |so_far: Played, missing: &Ranges| {
        let n = so_far.totals.fights;
        let part = Ranges::from(n..n + 100);
        coin(so_far, if n >= 14_336 { &part } else { missing })
    };
    let about = fixture::about();
    let found = aim.pursue(&about, Played::default(), stops, |_| {}).expect("coins break no rules");
    assert_eq!(found.stop, Stop::Interrupted);
    assert_eq!(found.played.ranges, Ranges::from(0..14_436));
    let found = aim.pursue(&about, found.played, coin, |_| {}).expect("coins break no rules");
    assert_eq!((found.stop, found.played), (whole.stop, whole.played));
}

/// Nominal 95 % intervals of runs that stopped at a width, from 1,024 fights on. The limits are
/// four standard errors of 1,000 runs.
#[test]
fn intervals_cover_where_runs_stopped_at_a_width() {
    for (p, target) in [
        (0.45, "win_rate(heroes)=1pt"),
        (0.05, "win_rate(heroes)=0.5pt"),
        (0.01, "win_rate(heroes)=0.5pt"),
        (0.001, "win_rate(heroes)=0.1pt"),
        (0.02, "win_rate(heroes)=rel:20%"),
    ] {
        let aim = aim(&[target], 1, MAX_FIGHTS);
        let covered = (0..1000).filter(|&seed| {
            let found = pursued(&aim, seed, p);
            assert_eq!(found.stop, Stop::Target);
            let worst = found.progress.worst.expect("a look");
            worst.estimate.within.expect("fights").has(p)
        });
        let covered = covered.count();
        eprintln!("{target} at {p}: {covered} of 1000");
        assert!((922..=1000).contains(&covered), "{covered} at {p}, {target}");
    }
}
