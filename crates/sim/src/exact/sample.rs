//! The size of a fight before it is enumerated, as far as a sample of its fights tells.

use core::sync::atomic::Ordering;

use fray_engine::every::Every;
use indexmap::IndexMap;
use rand_pcg::Pcg32;
use rustc_hash::FxBuildHasher;

use super::reach::BEYOND;
use super::space::StopReason;
use super::{Bound, Control, Options, Progress};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::enumerated::Turns;
use crate::play::enumerated::watch::{After, TurnObserver};
use crate::play::replay::{ReplayDice, Rolls};

/// The most fights that are sampled to estimate the number of states.
pub(super) const SAMPLE: u64 = 20_000;

/// How many fights are played at random to estimate the number of paths.
const DESCENTS: u64 = 1 << 10;

/// About how many states there are at least, from sampled fights, if that is not more than the
/// bounds allow. A state whose key has so many words takes at least `bytes_a_state`, and one path.
///
/// # Errors
/// If it or the number of paths is more, as soon as the sample says so; or if it was interrupted.
pub(super) fn within(
    engine: &dyn Engine,
    options: &Options,
    control: Control<'_>,
    bytes_a_state: impl Fn(usize) -> usize,
) -> Result<f64, StopReason> {
    let by_paths = options.max_paths as f64 / f64::from(engine.turns().work_of_a_path());
    let paths = paths_at_least(engine, options, control)?;
    if paths > BEYOND * by_paths {
        return Err(StopReason::BeyondPaths(paths));
    }
    let dice = Dice::new(&engine.about().roster, 0);
    let mut replay = engine.replay(ReplayDice::new(dice, Rolls::Tabled));
    let mut seen = SeenAfter::new();
    let (mut states, mut played, mut fights, mut words) = (0.0, 0, 250, 0);
    while fights < SAMPLE {
        fights = (2 * fights).min(SAMPLE);
        for fight in played..fights {
            if control.stop.load(Ordering::Relaxed) {
                return Err(StopReason::Interrupted);
            }
            replay.sample_states(fight, &mut |after, key| {
                if seen.len() <= after {
                    seen.resize_with(after + 1, Seen::default);
                }
                words = key.len();
                *seen[after].entry(key.into()).or_insert(0) += 1;
            });
        }
        played = fights;
        let by_memory = (options.max_bytes / bytes_a_state(words).max(1)) as f64;
        let (bound, most) =
            if by_memory < by_paths { (Bound::Memory, by_memory) } else { (Bound::Paths, by_paths) };
        states = states_at_least(&seen);
        let found = seen.iter().map(Seen::len).max().unwrap_or(0);
        (control.progress)(&Progress { states: found, expanded: 0, used: 0.0 });
        if states > BEYOND * most {
            return Err(StopReason::Beyond(bound, states));
        }
        // A larger sample would say more of states that were not seen, and these are few.
        if states < most / 100.0 && fights >= SAMPLE / 10 {
            break;
        }
    }
    Ok(states)
}

/// The states before a turn, each with how often it was met and the sum of the breadths of its turn.
type Before = IndexMap<Box<[u32]>, (u32, f64), FxBuildHasher>;

/// At least about how many paths all turns of all states have.
///
/// Fights are played in which each draw takes one of its branches, any as likely as the others. The product of the
/// numbers of branches along such a turn is on average the number of its paths (Knuth 1975, "Estimating the
/// efficiency of backtrack programs"). So the states of the first turn, of the second and so on, as far as there are
/// at least so many, and what one of them takes, tell what this turn takes in all; the largest of these is told. A
/// sixteenth of the states, those of the broadest turns, are left out, as few of them make most of a mean.
fn paths_at_least(engine: &dyn Engine, options: &Options, control: Control<'_>) -> Result<f64, StopReason> {
    let mut turns = engine.turns();
    let mut before: Vec<Before> = Vec::new();
    for fight in 0..DESCENTS {
        if control.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        descend(&mut *turns, engine.rounds().count(), options.prune, fight, &mut |turn, key, breadth| {
            if before.len() <= turn {
                before.resize_with(turn + 1, Before::default);
            }
            let (n, sum) = before[turn].entry(key.into()).or_default();
            *n += 1;
            *sum += breadth;
        });
    }
    let paths = before.iter().map(|states| {
        let mut breadths: Vec<f64> = states.values().map(|&(n, sum)| sum / f64::from(n)).collect();
        breadths.sort_by(f64::total_cmp);
        breadths.truncate(breadths.len() - breadths.len() / 16);
        let mean = breadths.iter().sum::<f64>() / breadths.len() as f64;
        mean * species_at_least(states.values().map(|&(n, _)| n))
    });
    Ok(paths.fold(0.0, f64::max))
}

/// Plays one fight in which each draw takes any of its branches, as far as its probability is at least `prune`. Shows, by
/// turn, the key of the state before it and the breadth of the path that was played.
fn descend(
    turns: &mut dyn Turns,
    rounds: usize,
    prune: f64,
    fight: u64,
    visit: &mut dyn FnMut(usize, &[u32], f64),
) {
    let (mut every, mut watch) = (Every::default(), TurnObserver::default());
    every.wander(Pcg32::new(fight, 0));
    let (mut before, mut after) = (Vec::new(), Vec::new());
    turns.begin(&mut every, &mut watch, &mut before);
    let (mut p, mut round) = (every.weight(), 0);
    every.advance();
    for turn in 0.. {
        // A state that is met with less probability is not followed.
        if p < prune || round == rounds {
            break;
        }
        watch.clear();
        turns.load(&before);
        turns.turn(&mut every, &mut watch, &mut after);
        visit(turn, &before, every.breadth());
        p *= every.weight();
        every.advance();
        match watch.effect.after {
            After::GoesOn => {}
            After::RoundOver(_) => round += 1,
            After::Over(..) => break,
        }
        core::mem::swap(&mut before, &mut after);
        after.clear();
    }
}

/// How often each state was seen.
type Seen = IndexMap<Box<[u32]>, u32, FxBuildHasher>;

/// After 2, 4, 8 turns and so on. Each is a sample for itself, or the few first states would hide
/// how many the later ones are.
type SeenAfter = Vec<Seen>;

/// At least about how many states there are, from samples: the largest estimate of one of them.
fn states_at_least(samples: &SeenAfter) -> f64 {
    samples.iter().map(|seen| species_at_least(seen.values().copied())).fold(0.0, f64::max)
}

/// At least about how many states there are, from how often each of those that were seen was.
///
/// States are species, and those seen once (f1) and twice (f2) in a sample say how many were not
/// seen: at least f1 (f1 - 1) / (2 (f2 + 1)) (Chao 1984, "Nonparametric estimation of the number
/// of classes in a population", with its bias-corrected form). Rare states make the true number
/// larger.
fn species_at_least(times: impl ExactSizeIterator<Item = u32> + Clone) -> f64 {
    let n_seen = |n: u32| times.clone().filter(|&times| times == n).count() as f64;
    let (once, twice) = (n_seen(1), n_seen(2));
    times.len() as f64 + once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use super::super::rounds::Rounds;
    use super::*;
    use crate::scenario::load_text;

    #[test]
    fn species_that_were_not_seen_are_told_from_those_seen_once_and_twice() {
        assert_eq!(species_at_least([3, 5, 4].into_iter()), 3.0);
        // Four seen once, one twice: 4 * 3 / (2 * 2) more.
        assert_eq!(species_at_least([1, 1, 1, 1, 2].into_iter()), 8.0);
    }

    #[test]
    fn no_game_has_far_fewer_paths_than_are_told_before_the_search() {
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, progress: &|_| {} };
        let options = Options::default();
        let mut n_told = 0;
        for game in fray_rules::GAMES {
            let scenario = load_text("example.toml", game.example).expect("the example is right");
            let told = paths_at_least(scenario.engine(), &options, control).unwrap();
            let mut rounds = Rounds::new(scenario.engine(), &options, control);
            if rounds.play().is_ok() {
                let played = rounds.space.n_paths() as f64;
                assert!(told > played / 1e3 && told <= 2.0 * played, "{}: {told} of {played}", game.name());
                n_told += 1;
            }
        }
        assert!(n_told >= 2, "{n_told} examples are in reach");
    }
}
