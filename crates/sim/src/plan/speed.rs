//! Measures how fast a point is played and how much room its results take.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::parts::{PartialRun, RunIdentity};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, Played, message};
use crate::tables::rows::{Point, Row, Tables, write_csv};
use crate::tally::Keep;
use crate::totals::Totals;
use crate::totals::ranges::Ranges;

/// The speed at which a point is played, and the time and room of its results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speed {
    /// Fights a second on one thread of this machine.
    pub fights_per_s: f64,
    /// The time and room of the results, beside those of the fights.
    results: Results,
}

/// The results of a point after some fights. Its histograms have more rows after more fights, and so they take more room
/// and time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Results {
    /// The number of these fights.
    fights: f64,
    /// Seconds to make ready what plays it.
    ready_s: f64,
    /// Seconds to make the tables and tallies.
    made_s: f64,
    /// The bytes of the tallies of a shard.
    shard_bytes: f64,
    /// The bytes of the tables and tallies.
    bytes: f64,
    /// The power of the number of fights that the bytes grow with.
    growth: f64,
}

impl Results {
    /// The factor by which they are larger after `fights`.
    fn scale(&self, fights: f64) -> f64 {
        (fights / self.fights.max(1.0)).powf(self.growth)
    }
}

impl Speed {
    /// Returns the seconds of a core that so many fights take with their results.
    #[must_use]
    pub fn seconds(&self, fights: u64) -> f64 {
        let fights = fights as f64;
        fights / self.fights_per_s + self.results.ready_s + self.results.made_s * self.results.scale(fights)
    }

    /// Returns the bytes of a shard of so many fights.
    #[must_use]
    pub fn shard_bytes(&self, fights: u64) -> u64 {
        (self.results.shard_bytes * self.results.scale(fights as f64)) as u64
    }

    /// Returns the bytes of the tables and tallies after so many fights.
    #[must_use]
    pub fn result_bytes(&self, fights: u64) -> u64 {
        (self.results.bytes * self.results.scale(fights as f64)) as u64
    }

    /// Returns the assumed speed of points like these, each of which has its number of fights: as fast as all
    /// fights of them, with results as large as theirs on average. `None` of none.
    #[must_use]
    pub fn of_like(rows: impl Iterator<Item = (u64, Self)>) -> Option<Self> {
        let (mut n, mut fights, mut seconds, mut sum) = (0.0, 0.0, 0.0, Results::default());
        for (count, Self { fights_per_s, results }) in rows {
            let (count, scale) = (count.max(1) as f64, results.scale(count.max(1) as f64));
            n += 1.0;
            fights += count;
            seconds += count / fights_per_s;
            sum.ready_s += results.ready_s;
            sum.made_s += results.made_s * scale;
            sum.shard_bytes += results.shard_bytes * scale;
            sum.bytes += results.bytes * scale;
            sum.growth += results.growth;
        }
        (n > 0.0).then(|| Self {
            fights_per_s: fights / seconds,
            results: Results {
                fights: fights / n,
                ready_s: sum.ready_s / n,
                made_s: sum.made_s / n,
                shard_bytes: sum.shard_bytes / n,
                bytes: sum.bytes / n,
                growth: sum.growth / n,
            },
        })
    }
}

/// The fights of the first block, which warm caches and make tables: they are not timed.
const FIRST_BLOCK: u64 = 8;
/// The most fights of a block.
const LARGEST_BLOCK: u64 = 1 << 13;
/// The fewest fights that tell a speed: the first block and the next.
const FEWEST: u64 = 3 * FIRST_BLOCK;

/// The measurements of a point, made by playing some of its fights.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Its speed; `None` where too few fights were allowed to tell.
    pub speed: Option<Speed>,
    /// The fights that were played, the first of the point.
    pub totals: Totals,
}

/// Plays the first fights of a point for about this long on the calling thread, but not more than `most` allows after
/// those played until then. The speed is that of a core that has nothing else to do, whatever else the machine is at.
/// How results grow with more fights is taken from half of those that are played, and all.
///
/// # Errors
/// If a fight broke an invariant.
pub fn measure(
    engine: &dyn Engine,
    of: &RunIdentity,
    point: &Point,
    about_s: Duration,
    most: &dyn Fn(&Totals) -> u64,
) -> Result<Measured, Broken> {
    let (mut n, mut at, mut totals) = (FIRST_BLOCK, 0, Totals::default());
    let started = ThreadTime::now();
    // One player for all blocks, as a run has one for thousands of fights: making it takes as long as some fights.
    let dice = Dice::new(&engine.about().roster, of.seed).keeping_account();
    let mut player = engine.player(dice, Keep::Totals);
    let mut ready = Duration::ZERO;
    // Fights become faster while memories fill: of the blocks, each twice as long as the one before, the last two count.
    let mut timed = [(0, Duration::ZERO); 2];
    let mut before = Totals::default();
    while started.elapsed() < about_s || timed[1].0 == 0 {
        let left = most(&totals).saturating_sub(at);
        // Nothing is played for nothing, and a block that is cut to a few fights tells nothing.
        if left < if at == 0 { FEWEST } else { FIRST_BLOCK } {
            break;
        }
        let block = n.min(left);
        let began = ThreadTime::now();
        let played = catch_unwind(AssertUnwindSafe(|| player.play(at..at + block)));
        let took = began.elapsed();
        played.map_err(|panic| Broken { fight: player.playing(), message: message(&*panic) })?;
        before.clone_from(&totals);
        player.drain_into(&mut totals);
        if at > 0 {
            timed = [timed[1], (block, took)];
        } else {
            ready = started.elapsed();
        }
        at += block;
        n = (2 * n).min(LARGEST_BLOCK);
    }
    let [(n, time), (more, longer)] = timed;
    if more == 0 {
        return Ok(Measured { speed: None, totals });
    }
    let fights_per_s = (n + more) as f64 / (time + longer).as_secs_f64().max(1e-9);
    let fewer = shard(of, &before);
    let began = ThreadTime::now();
    let (shard_bytes, bytes) = room(engine, of, point, &totals);
    let made_s = began.elapsed().as_secs_f64();
    // Tables grow much as tallies do, and take far longer to make.
    let growth = (shard_bytes as f64 / fewer as f64).ln() / (at as f64 / before.fights as f64).ln();
    let results = Results {
        fights: at as f64,
        ready_s: (ready.as_secs_f64() - FIRST_BLOCK as f64 / fights_per_s).max(0.0),
        made_s,
        shard_bytes: shard_bytes as f64,
        bytes: bytes as f64,
        growth: growth.clamp(0.0, 1.0),
    };
    Ok(Measured { speed: Some(Speed { fights_per_s, results }), totals })
}

/// Makes the tallies and the tables of some fights: the bytes of a shard, and of both.
fn room(engine: &dyn Engine, of: &RunIdentity, point: &Point, totals: &Totals) -> (u64, u64) {
    let about = engine.about();
    let tables = Tables::new(point, &about, totals);
    let of_tables = [
        bytes(point, &tables.summary),
        bytes(point, &tables.metrics),
        bytes(point, &tables.damage),
        bytes(point, &tables.exhaustion),
        bytes(point, &tables.rounds),
        bytes(point, &tables.actions),
        bytes(point, &tables.felled),
        bytes(point, &tables.course),
        bytes(point, &tables.health),
        bytes(point, &tables.luck),
    ];
    let shard = shard(of, totals);
    (shard, shard + of_tables.into_iter().sum::<u64>())
}

/// Makes the tallies of some fights: their bytes.
fn shard(of: &RunIdentity, totals: &Totals) -> u64 {
    let played = Played { ranges: Ranges::from(0..totals.fights), totals: totals.clone() };
    PartialRun { of: of.clone(), asked: (0, totals.fights), played }.encode().len() as u64
}

/// The length of a table as a file.
fn bytes<R: Row>(point: &Point, rows: &[R]) -> u64 {
    struct Count(u64);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    write_csv(&mut count, [(point, rows)]).map_or(0, |()| count.0)
}
