//! Plays a range of fights on all threads.

use core::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;
use std::time::{Duration, Instant};

use fray_engine::contract::Report;
use fray_engine::fight::{GivenUp, play};

use crate::account::Account;
use crate::chunks::{self, Between, Part};
use crate::dice::Dice;
use crate::engine::Engine;
use crate::luck::LuckCounter;
use crate::tally::{Keep, Number, Player, Tally};
use crate::totals::Totals;
use crate::totals::ranges::Ranges;

/// Looks at results that decide anything come after multiples of so many fights, and what keeps fights apart
/// keeps so many together.
pub const CHUNK: u64 = 1024;

/// A tally is emptied into 64-bit totals after this many fights, long before a 32-bit count
/// could run over.
const DRAIN: u64 = 1 << 16;

/// Fights between two looks at whether play on one thread is over.
const FEW: u64 = 16;

/// A fight that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number of the first such fight.
    pub fight: u64,
    /// The message of the panic, which names the invariant.
    pub message: String,
}

impl Broken {
    /// Returns whether it broke nothing and was given up, because the program is told to end.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.message == GIVEN_UP
    }
}

impl AsRef<Self> for Broken {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// The message of a fight that was given up.
const GIVEN_UP: &str = "the fight was given up: the program is told to end";

/// One thread's dice, state and tally of one scenario.
pub(crate) struct Worker<'a, S: Report> {
    system: &'a S,
    dice: Dice,
    state: S::State,
    tally: Tally<S>,
    luck: LuckCounter,
    playing: u64,
}

impl<'a, S: Report> Worker<'a, S> {
    /// Boxed, and made in a frame of its own: threads that share work stand in it many calls
    /// deep, and each call would hold a state and a tally.
    #[inline(never)]
    pub(crate) fn new(system: &'a S, dice: Dice, keep: Keep) -> Box<Self> {
        Box::new(Self {
            system,
            dice,
            state: S::State::default(),
            tally: Tally::keeping(system, keep),
            luck: LuckCounter::new(system),
            playing: 0,
        })
    }
}

impl<S: Report> Player for Worker<'_, S> {
    /// The loop that everything else is there for.
    #[inline(never)]
    fn play(&mut self, fights: Range<u64>) {
        let end = fights.end;
        for fight in fights {
            self.playing = fight;
            self.dice.fight(fight);
            let has_counts = self.luck.begin(self.dice.account_mut(), fight, fight + 1 == end);
            self.tally.list_counts(has_counts);
            let played = play(self.system, &mut self.state, &mut self.dice, &mut self.tally);
            self.luck.add(self.dice.account(), played, self.tally.counts());
        }
    }

    fn playing(&self) -> u64 {
        self.playing
    }

    fn drain_into(&mut self, totals: &mut Totals) {
        self.tally.drain_into(totals);
        self.luck.drain_into(self.dice.account_mut(), &mut totals.luck);
    }

    fn numbers(&self) -> &[Number] {
        self.tally.numbers()
    }

    fn account(&self) -> Option<&Account> {
        Some(self.dice.account()).filter(|account| account.is_kept())
    }
}

/// One thread's part of a run.
pub struct Summed<'a> {
    player: Box<dyn Player + 'a>,
    totals: Totals,
    /// Fights that the player has counted and `totals` lacks.
    pending: u64,
}

impl<'a> Summed<'a> {
    /// Fights of this player, of which none is played yet.
    #[must_use]
    pub fn new(player: Box<dyn Player + 'a>) -> Self {
        Self { player, totals: Totals::default(), pending: 0 }
    }

    /// The player, for so many fights, fewer than 65,536.
    pub fn player_for(&mut self, fights: u64) -> &mut (dyn Player + 'a) {
        if self.pending >= DRAIN {
            self.player.drain_into(&mut self.totals);
            self.pending = 0;
        }
        self.pending += fights;
        &mut *self.player
    }
}

impl Part for Summed<'_> {
    type Sums = Totals;
    type Broken = Broken;

    fn play(&mut self, fights: Range<u64>) {
        self.player_for(fights.end - fights.start).play(fights);
    }

    fn broken(&self, message: String) -> Broken {
        Broken { fight: self.player.playing(), message }
    }

    fn finish(mut self) -> Totals {
        self.player.drain_into(&mut self.totals);
        self.totals
    }
}

fn summed(engine: &dyn Engine, dice: Dice) -> Summed<'_> {
    Summed::new(engine.player(dice.keeping_account(), Keep::Totals))
}

/// Plays the fights of `range` under `seed` on the threads of the current pool and adds them up.
/// `played` is called with the number of fights as they are done, from any thread.
///
/// The totals depend on the scenario, the seed and the range alone.
///
/// # Errors
/// The first fight of the range that broke an invariant.
pub fn run(
    engine: &dyn Engine,
    seed: u64,
    range: Range<u64>,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Totals, Broken> {
    run_until(engine, seed, range, Between { played, is_over: &|| false }).map(|(totals, _)| totals)
}

/// Plays the fights of `range` as [`run`] does, but no more when it is over: the second result is the end of
/// the fights played.
///
/// # Errors
/// As [`run`].
pub fn run_until(
    engine: &dyn Engine,
    seed: u64,
    range: Range<u64>,
    between: Between<'_>,
) -> Result<(Totals, u64), Broken> {
    let merge = |a: &mut Totals, b: &Totals| a.merge(b);
    let dice = Dice::new(&engine.about().roster, seed);
    chunks::play(range, || summed(engine, dice.clone()), Totals::default, merge, between)
}

/// Plays the fights of `range` under `seed` as [`run`] does, on the calling thread alone: for
/// callers that hand out ranges to threads themselves.
///
/// # Errors
/// The first fight of the range that broke an invariant.
pub fn run_alone(engine: &dyn Engine, seed: u64, range: Range<u64>) -> Result<Totals, Broken> {
    let mut part = summed(engine, Dice::new(&engine.about().roster, seed));
    chunks::play_alone(&mut part, range)?;
    Ok(part.finish())
}

/// Plays the fights of `range` as [`run_alone`] does; `None` if it is over before their end, or if they are
/// [given up](fray_engine::fight::give_up).
///
/// # Errors
/// As [`run_alone`].
pub fn run_alone_unless(
    engine: &dyn Engine,
    seed: u64,
    range: Range<u64>,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Totals>, Broken> {
    let mut part = summed(engine, Dice::new(&engine.about().roster, seed));
    let mut at = range.start;
    while at < range.end {
        let end = range.end.min(at + FEW);
        match chunks::play_alone(&mut part, at..end) {
            Err(broken) if broken.is_given_up() => return Ok(None),
            played => played?,
        }
        at = end;
        if is_over() {
            return Ok(None);
        }
    }
    Ok(Some(part.finish()))
}

/// Returns the message of a panic.
pub fn message(panic: &(dyn std::any::Any + Send)) -> String {
    if panic.is::<GivenUp>() {
        return GIVEN_UP.to_owned();
    }
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Fights that were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Their numbers.
    pub ranges: Ranges,
    /// The sums over these fights.
    pub totals: Totals,
}

/// How long a block of fights takes, after the first, which takes [`FIRST_BLOCK`], and those after it, each
/// twice as long: the state of a run can be shown and saved between two blocks. Much shorter ones cost speed:
/// every block has new tallies.
const BLOCK: Duration = Duration::from_secs(1);
const FIRST_BLOCK: Duration = Duration::from_millis(100);

/// Plays the fights of `missing` in ascending order, block by block, and adds them to those that
/// were played before. After each block `pause` is shown everything played until then. When
/// `stop` is set, the fights that are in hand are finished; where they are
/// [given up](fray_engine::fight::give_up), the block in progress is left out.
///
/// The clock decides on the length of the blocks and so on where an interrupted run ends; it has
/// no say in what was observed in the fights played.
///
/// # Errors
/// As [`run`].
pub fn run_on(
    engine: &dyn Engine,
    seed: u64,
    mut so_far: Played,
    missing: &Ranges,
    watch: Control<'_>,
) -> Result<Played, Broken> {
    let is_stopped = || watch.stop.load(Ordering::Relaxed);
    let mut length = FIRST_BLOCK;
    for range in missing.each() {
        let mut at = range.start;
        while at < range.end {
            let started = Instant::now();
            let is_over = || is_stopped() || started.elapsed() >= length;
            let between = Between { played: watch.played, is_over: &is_over };
            let (block, end) = match run_until(engine, seed, at..range.end, between) {
                Err(broken) if broken.is_given_up() => return Ok(so_far),
                block => block?,
            };
            if end > at {
                so_far.totals.merge(&block);
                so_far.ranges.insert(&Ranges::from(at..end));
                (watch.pause)(&so_far);
            }
            if is_stopped() {
                return Ok(so_far);
            }
            at = end;
            length = (2 * length).min(BLOCK);
        }
    }
    Ok(so_far)
}

/// The signals between a run and its caller: one that stops it, and callbacks of its progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Shown everything played until now, now and then.
    pub pause: &'a (dyn Fn(&Played) + Sync),
}
