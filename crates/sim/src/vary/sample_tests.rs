//! The numbers that a sample keeps of its fights, and how often it plays them.

use core::ops::RangeInclusive;
use core::sync::atomic::AtomicU64;
use std::path::Path;

use super::*;
use crate::play::branching::Split;
use crate::play::enumerated::Turns;
use crate::play::replay::{Replay, ReplayDice};
use crate::play::rollout::Choosing;
use crate::play::run::run;
use crate::scenario::{Options, load_scenario};
use crate::tally::{Number, Player};
use crate::totals::About;

/// An engine that counts the fights that are played.
#[derive(Debug)]
struct Counted {
    engine: Box<dyn Engine>,
    fights: AtomicU64,
}

struct CountedPlayer<'a> {
    player: Box<dyn Player + 'a>,
    fights: &'a AtomicU64,
}

impl Engine for Counted {
    fn about(&self) -> About {
        self.engine.about()
    }

    fn rounds(&self) -> RangeInclusive<u32> {
        self.engine.rounds()
    }

    fn player(&self, dice: Dice, keep: Keep) -> Box<dyn Player + '_> {
        Box::new(CountedPlayer { player: self.engine.player(dice, keep), fights: &self.fights })
    }

    fn replay(&self, dice: ReplayDice) -> Box<dyn Replay + '_> {
        self.engine.replay(dice)
    }

    fn split(&self, dice: &Dice) -> Option<Box<dyn Split + '_>> {
        self.engine.split(dice)
    }

    fn turns(&self) -> Box<dyn Turns + '_> {
        self.engine.turns()
    }

    fn choosing_player<'a>(&self, _: Choosing<'a>, _: Dice, _: Keep) -> Option<Box<dyn Player + 'a>> {
        None
    }

    fn choosing_replay<'a>(&self, _: Choosing<'a>, _: ReplayDice) -> Option<Box<dyn Replay + 'a>> {
        None
    }
}

impl Player for CountedPlayer<'_> {
    fn play(&mut self, fights: Range<u64>) {
        self.fights.fetch_add(fights.end - fights.start, Ordering::Relaxed);
        self.player.play(fights);
    }

    fn playing(&self) -> u64 {
        self.player.playing()
    }

    fn drain_into(&mut self, totals: &mut Totals) {
        self.player.drain_into(totals);
    }

    fn numbers(&self) -> &[Number] {
        self.player.numbers()
    }
}

#[test]
fn a_fight_is_played_once_whatever_is_kept_of_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/brawl.toml");
    let rules = || load_scenario(&path, &Options::default()).expect("a scenario").rules;
    let metrics = Metric::of_card(&rules().about());
    let asked: Vec<Option<Metric>> = metrics.iter().cloned().map(Some).collect();
    let stop = AtomicBool::new(false);
    let watch = Control { stop: &stop, played: &|_| {} };
    let fights = 2 * CHUNK + 300;
    let sample = |counts: bool| {
        let engine = Counted { engine: rules(), fights: AtomicU64::new(0) };
        let mut sample = Sample::default();
        let sampler = Sampler::new(&engine, 7, &asked, counts);
        // A sample goes on where it ended.
        sampler.play(&mut sample, CHUNK, watch).expect("no fight breaks");
        sampler.play(&mut sample, fights, watch).expect("no fight breaks");
        drop(sampler);
        assert_eq!(engine.fights.into_inner(), fights, "counts: {counts}");
        sample
    };
    let [plain, counted] = [false, true].map(sample);
    for (at, metric) in metrics.iter().enumerate() {
        assert_eq!(plain.level(at, metric, None), counted.level(at, metric, None), "{}", metric.named);
    }
    assert!(plain.totals == Totals::default());
    let of_run = run(&*rules(), 7, 0..fights, &|_| {}).expect("no fight breaks");
    assert!(counted.totals == of_run, "what is counted is what a run counts");
}

#[test]
fn play_that_is_over_leaves_the_sample_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let scenario = load_scenario(&path, &Options::default()).expect("a scenario");
    let metrics: Vec<Option<Metric>> =
        Metric::of_card(&scenario.engine().about()).into_iter().map(Some).collect();
    let (stop, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let watch = Control { stop: &stop, played: &|_| {} };
    let sampler = Sampler::new(scenario.engine(), 7, &metrics, true);
    let mut sample = Sample::default();
    assert!(sampler.play_unless(&mut sample, CHUNK, watch, &is_over).expect("no fight breaks"));
    let before = sample.totals.clone();
    is_over.store(true, Ordering::Relaxed);
    assert!(!sampler.play_unless(&mut sample, 9 * CHUNK, watch, &is_over).expect("no fight breaks"));
    assert_eq!(sample.fights, CHUNK);
    assert!(sample.totals == before);
}

#[test]
fn numbers_are_unpacked_as_they_were() {
    for most in [1, 2, 200, 256, 1 << 27] {
        let numbers: Vec<u32> = (0..1000).map(|i| i * 7919 % most.max(2)).collect();
        let (packed, mut back) = (Packed::of(&numbers), Vec::new());
        for n in [1000, 65, 1] {
            packed.unpack(n, &mut back);
            assert_eq!(back, numbers[..n], "below {most}");
        }
    }
    assert!(matches!(Packed::of(&[0; 5]), Packed::Zeros));
    assert!(matches!(Packed::of(&[0, 1]), Packed::Bits(_)));
    assert!(matches!(Packed::of(&[255]), Packed::Bytes(_)));
    assert!(matches!(Packed::of(&[256]), Packed::Words(_)));
}
