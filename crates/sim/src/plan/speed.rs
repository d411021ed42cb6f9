//! Measures how fast a point is played and how much room its results take.

use std::io;
use std::time::{Duration, Instant};

use crate::parts::{PartialRun, RunIdentity};
use crate::play::engine::Engine;
use crate::play::run::{Broken, Played, run_alone};
use crate::tables::rows::{Point, Row, Tables, write_csv};
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

/// Plays the first fights of a point for about this long on the calling thread. The bytes are those of the
/// fights played: rare values make those of more fights somewhat larger.
///
/// # Errors
/// If a fight broke an invariant.
pub fn measure(
    engine: &dyn Engine,
    of: &RunIdentity,
    point: &Point,
    about_s: Duration,
) -> Result<Speed, Broken> {
    let (mut n, mut at, mut totals) = (64, 0, Totals::default());
    let started = Instant::now();
    // The first fights also warm caches and make tables; they are not timed.
    let mut timed = (0, Duration::ZERO);
    loop {
        let block = Instant::now();
        totals.merge(&run_alone(engine, of.seed, at..at + n)?);
        if at > 0 || started.elapsed() >= about_s {
            timed = (timed.0 + n, timed.1 + block.elapsed());
        }
        at += n;
        if started.elapsed() >= about_s {
            break;
        }
        n *= 2;
    }
    let ranges = Ranges::from(0..at);
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
    let shard_bytes = PartialRun { of: of.clone(), asked: (0, at), played: Played { ranges, totals } }
        .encode()
        .len() as u64;
    Ok(Speed {
        fights_per_s: timed.0 as f64 / timed.1.as_secs_f64().max(1e-9),
        shard_bytes,
        result_bytes: shard_bytes + tables_bytes,
    })
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
