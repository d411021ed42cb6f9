//! What play is worth to a side, on the example of a game.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fray_engine::roster::SideId;
use fray_sim::card::Look;
use fray_sim::control::Control;
use fray_sim::scenario::{Options, SidePlay, SideTactics, load_scenario};
use fray_sim::vary::ceiling::{Ceiling, Play, Requested, Settings, ceiling};

use crate::GAMES;

const PAIRS: u64 = 128;
const CLEVER: u64 = 48;

#[test]
fn the_ceiling_of_a_side_is_the_same_on_any_threads_and_its_tactics_can_be_played() {
    let game = &GAMES[0];
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("ceiling-{}.toml", game.name()));
    std::fs::write(&path, game.example).expect("a file");
    let options = Options::default();
    let base = load_scenario(&path, &options).expect("the example");
    let stop = AtomicBool::new(false);
    let terms = Settings {
        seed: 3,
        pairs: PAIRS,
        clever_pairs: CLEVER,
        trials: 8,
        search_fights: 64,
        time: None,
        watch: Control { stop: &stop, played: &|_| {} },
        told: &|_| {},
    };
    let asked = Requested { path: &path, options: &options, base: &base, side: SideId(0) };
    let play = |threads| -> Ceiling {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| ceiling(asked, terms)).unwrap_or_else(|no| panic!("{no:?}"))
    };
    let [one, two] = [1, 2].map(play);
    assert_eq!((one.rows(), one.departure_rows()), (two.rows(), two.departure_rows()));
    let plays: Vec<Play> = one.levels.iter().map(|level| level.play).collect();
    assert_eq!(plays, [Play::Random, Play::Default, Play::File, Play::Best, Play::Clever]);
    // The file against itself: each row is what `run` counts on the same seed.
    let own = fray_sim::play::run::run(base.engine(), 3, 0..PAIRS, &|_| {}).expect("no invariant breaks");
    assert_eq!(one.levels[2].wins.events, own.sides[0].wins.n());
    // Of so few pairs no difference is told, and how many it takes is.
    let text = one.render(Look::default(), false);
    let line = |word: &str| text.lines().find(|it| it.trim_start().starts_with(word)).expect("a row");
    assert!(line("random").contains("too few") && line("clever").contains("too few"), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("--max-fights 4000 plays"), "{text}");
    // What it does otherwise is noted without another fight being played for it.
    let side = one.side.clone();
    let play = SidePlay::Best(one.base.clone());
    let tactics = vec![SideTactics { side, play }];
    let with_base = load_scenario(&path, &Options { tactics, ..Options::default() }).expect("the base");
    for departed in &one.departures {
        let seen = &departed.seen;
        assert!(seen.turns >= seen.fights && seen.fights <= CLEVER, "{departed:?}");
        for bins in &seen.bins[..3] {
            let sum = |at: usize| bins.iter().map(|bin| bin[at]).sum::<u64>();
            assert_eq!([sum(0), sum(1)], [seen.stayed, seen.turns], "{departed:?}");
        }
        assert!(with_base.with_sets(&departed.sets).is_some(), "{departed:?}");
        if let Some(entry) = &departed.entry {
            assert!(with_base.with_sets(&entry.sets).is_some(), "{entry:?}");
        }
    }
}

#[test]
fn what_ends_before_its_end_is_a_whole_table() {
    let game = &GAMES[0];
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cut-{}.toml", game.name()));
    std::fs::write(&path, game.example).expect("a file");
    let options = Options::default();
    let base = load_scenario(&path, &options).expect("the example");
    let asked = Requested { path: &path, options: &options, base: &base, side: SideId(0) };
    let play = |time: Option<Duration>, stops_at: &str| -> Ceiling {
        let stop = AtomicBool::new(false);
        let told = |what: &str| {
            stop.fetch_or(what == stops_at, Ordering::Relaxed);
        };
        let terms = Settings {
            seed: 3,
            // More than anybody has time for.
            pairs: 1_000_000_000,
            clever_pairs: 1_000_000_000,
            trials: 8,
            search_fights: 1_000_000_000,
            time,
            watch: Control { stop: &stop, played: &|_| {} },
            told: &told,
        };
        ceiling(asked, terms).unwrap_or_else(|no| panic!("{no:?}"))
    };
    let began = Instant::now();
    let late = play(Some(Duration::from_millis(300)), "");
    assert!(began.elapsed() < Duration::from_secs(10), "it ends, however busy the machine is");
    assert!(late.cut.contains(&"random") && late.cut.contains(&"default"), "{:?}", late.cut);
    let stopped = play(Some(Duration::from_millis(60)), "searching what to choose from");
    assert!(stopped.interrupted && stopped.levels.iter().all(|level| level.play != Play::Clever));
    for ceiling in [late, stopped] {
        let text = ceiling.render(Look::default(), false);
        for play in Play::ALL {
            let line = text.lines().find(|line| line.trim_start().starts_with(play.word())).expect("a row");
            let level = ceiling.levels.iter().find(|level| level.play == play);
            assert_eq!(line.contains("not played"), level.is_none(), "{text}");
            assert!(level.is_none_or(|level| 0 < level.wins.n && level.wins.n < 1_000_000_000), "{text}");
        }
    }
}
