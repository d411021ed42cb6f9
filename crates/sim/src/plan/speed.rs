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

/// How fast a point is played, and how much room its results take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speed {
    /// Fights a second on one thread of this machine.
    pub fights_per_s: f64,
    /// The bytes of the tallies of a shard.
    pub shard_bytes: u64,
    /// The bytes of the tables and tallies of the point.
    pub result_bytes: u64,
}

/// The fights of the first block, which warm caches and make tables: they are not timed.
const FIRST_BLOCK: u64 = 8;
/// The most fights of a block.
const LARGEST_BLOCK: u64 = 1 << 13;
/// The fewest fights that tell a speed: the first block and the next.
const FEWEST: u64 = 3 * FIRST_BLOCK;

/// What was learnt of a point by playing some of its fights.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// How fast it is played; `None` where too few fights were allowed to tell.
    pub speed: Option<Speed>,
    /// The fights that were played, the first of the point.
    pub totals: Totals,
}

/// Plays the first fights of a point for about this long on the calling thread, but not more than `most` allows after
/// those played until then. The speed is that of a core that has nothing else to do, whatever else the machine is at.
/// The bytes are those of the fights played: rare values make those of more fights somewhat larger.
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
    // Fights become faster while memories fill: of the blocks, each twice as long as the one before, the last two count.
    let mut timed = [(0, Duration::ZERO); 2];
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
        player.drain_into(&mut totals);
        if at > 0 {
            timed = [timed[1], (block, took)];
        }
        at += block;
        n = (2 * n).min(LARGEST_BLOCK);
    }
    let [(n, time), (more, longer)] = timed;
    if more == 0 {
        return Ok(Measured { speed: None, totals });
    }
    let about = engine.about();
    let tables = Tables::new(point, &about, &totals);
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
    let tables_bytes: u64 = of_tables.into_iter().sum();
    let played = Played { ranges: Ranges::from(0..at), totals: totals.clone() };
    let shard_bytes = PartialRun { of: of.clone(), asked: (0, at), played }.encode().len() as u64;
    let speed = Speed {
        fights_per_s: (n + more) as f64 / (time + longer).as_secs_f64().max(1e-9),
        shard_bytes,
        result_bytes: shard_bytes + tables_bytes,
    };
    Ok(Measured { speed: Some(speed), totals })
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
