//! Cuts the fights of points into tasks.
//!
//! The fights of a point are cut at multiples of the size of its shards, which is itself a multiple of
//! [`GRAIN`], so that a plan that is cut otherwise has cuts in common with this one. Points with fewer
//! fights than a shard share a task with the points that follow.

use core::fmt;

use super::{Piece, Plan};
use crate::tables::format::thousands;

/// Cuts lie at multiples of this many fights, apart from the ends of points.
pub const GRAIN: u64 = 1 << 16;

/// The most tasks of a plan: every machine reads the list of all of them before it plays one.
pub const MOST_TASKS: u64 = 1_000_000;

/// The reason for which fights cannot be cut into tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// So many tasks, or somewhat fewer if small ones share one.
    Tasks(u64),
    /// More fights than a number of 64 bits can count.
    Fights,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Tasks(n) => write!(
                f,
                "{} tasks, and a plan has at most {}: make them larger, with --shard-seconds or --shard-fights",
                thousands(n.into()),
                thousands(MOST_TASKS.into())
            ),
            Self::Fights => f.write_str("the points have more fights than can be counted"),
        }
    }
}

impl core::error::Error for TooMany {}

/// Fights of a point that are to be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uncut {
    /// The piece.
    pub piece: Piece,
    /// The fights of the point that make a task: a multiple of [`GRAIN`].
    pub size: u64,
}

/// The number of fights of a shard that takes about so many seconds: a power of two times [`GRAIN`], so that
/// small differences of speed make no other plan.
#[must_use]
pub fn size_for(seconds: f64, fights_per_second: f64) -> u64 {
    let grains = seconds * fights_per_second / GRAIN as f64;
    GRAIN << grains.max(1.0).log2().round().clamp(0.0, 40.0) as u32
}

/// The nearest size from `fights` up.
#[must_use]
pub fn size_of(fights: u64) -> u64 {
    fights.div_ceil(GRAIN).clamp(1, 1 << 40) * GRAIN
}

/// Cuts fights into tasks, in order.
#[must_use]
pub fn cut(all: &[Uncut]) -> Vec<Vec<Piece>> {
    let mut tasks: Vec<Vec<Piece>> = Vec::new();
    // How full the last task is, of 1.
    let mut filled = 1.0;
    for &Uncut { piece: Piece { point, mut lo, hi }, size } in all {
        while lo < hi {
            let end = hi.min((lo / size + 1) * size);
            let share = (end - lo) as f64 / size as f64;
            let piece = Piece { point, lo, hi: end };
            match tasks.last_mut() {
                Some(task) if filled + share <= 1.0 => {
                    task.push(piece);
                    filled += share;
                }
                _ => {
                    tasks.push(vec![piece]);
                    filled = share;
                }
            }
            lo = end;
        }
    }
    tasks
}

impl Plan {
    /// Adds the tasks of these fights.
    ///
    /// # Errors
    /// If there are too many of them, or the points of the plan have too many fights.
    pub fn add_tasks(&mut self, all: &[Uncut]) -> Result<(), TooMany> {
        let fights = self.points.iter().try_fold(0_u64, |sum, point| sum.checked_add(point.fights));
        fights.ok_or(TooMany::Fights)?;
        let cuts = |uncut: &Uncut| uncut.piece.hi.div_ceil(uncut.size) - uncut.piece.lo / uncut.size;
        let n = all.iter().map(cuts).fold(self.tasks.len() as u64, u64::saturating_add);
        if n > MOST_TASKS {
            return Err(TooMany::Tasks(n));
        }
        self.tasks.extend(cut(all));
        Ok(())
    }

    /// The tasks with a piece for which this holds.
    pub fn tasks_with(&self, is: impl Fn(&Piece) -> bool) -> Vec<usize> {
        (0..self.tasks.len()).filter(|&task| self.tasks[task].iter().any(&is)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uncut(point: usize, lo: u64, hi: u64, grains: u64) -> Uncut {
        Uncut { piece: Piece { point, lo, hi }, size: grains * GRAIN }
    }

    fn texts(all: &[Uncut]) -> Vec<String> {
        let grains = |n: u64| if n.is_multiple_of(GRAIN) { format!("{}g", n / GRAIN) } else { n.to_string() };
        let piece = |it: &Piece| format!("{}:{}..{}", it.point, grains(it.lo), grains(it.hi));
        cut(all).iter().map(|task| task.iter().map(piece).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn many_fights_are_cut_at_multiples_and_few_share_a_task() {
        assert_eq!(texts(&[uncut(0, 0, 200_000, 1)]), ["0:0g..1g", "0:1g..2g", "0:2g..3g", "0:3g..200000"]);
        assert_eq!(
            texts(&[uncut(0, 0, 30_000, 1), uncut(1, 0, 30_000, 1), uncut(2, 0, 30_000, 1)]),
            ["0:0g..30000 1:0g..30000", "2:0g..30000"]
        );
        // What is left of a point shares its task with the next one.
        assert_eq!(
            texts(&[uncut(0, 0, 70_000, 1), uncut(1, 0, 10_000, 1)]),
            ["0:0g..1g", "0:1g..70000 1:0g..10000"]
        );
    }

    #[test]
    fn more_fights_of_a_point_are_cut_where_they_would_have_been() {
        assert_eq!(
            texts(&[uncut(0, 100_000, 400_000, 2)]),
            ["0:100000..2g", "0:2g..4g", "0:4g..6g", "0:6g..400000"]
        );
    }

    #[test]
    fn sizes_are_powers_of_two_of_the_grain_or_what_was_asked_for() {
        assert_eq!(size_for(60.0, 200.0), GRAIN, "never less than the grain");
        assert_eq!(size_for(60.0, 1e6), 1024 * GRAIN);
        assert_eq!(size_for(60.0, 1.1e6), 1024 * GRAIN, "a tenth faster makes no other plan");
        assert_eq!([1, GRAIN, GRAIN + 1].map(size_of), [GRAIN, GRAIN, 2 * GRAIN]);
    }

    #[test]
    fn a_plan_has_no_more_tasks_than_every_machine_can_read() {
        let mut plan = Plan::new(crate::plan::Kind::Batch, Vec::new(), None);
        assert_eq!(plan.add_tasks(&[uncut(0, 0, (MOST_TASKS - 1) * GRAIN, 1)]), Ok(()));
        assert_eq!(plan.add_tasks(&[uncut(1, 0, GRAIN, 1)]), Ok(()));
        assert_eq!(plan.add_tasks(&[uncut(2, 5, 6, 1)]), Err(TooMany::Tasks(MOST_TASKS + 1)));
        assert_eq!(plan.tasks.len() as u64, MOST_TASKS);
        let most = uncut(3, 0, u64::MAX, 1);
        assert_eq!(plan.add_tasks(&[most, most]), Err(TooMany::Tasks(MOST_TASKS + (1 << 49))));
    }

    proptest::proptest! {
        /// Whatever the sizes: every fight is in one task, in order.
        #[test]
        fn every_fight_is_in_one_task(
            points in proptest::collection::vec((0_u64..300_000, 0_u64..300_000, 1_u64..4), 1..8),
        ) {
            let all: Vec<Uncut> = points
                .iter()
                .enumerate()
                .map(|(point, &(lo, n, grains))| uncut(point, lo, lo + n, grains))
                .collect();
            let pieces: Vec<Piece> = cut(&all).into_iter().flatten().collect();
            for (point, &(lo, n, grains)) in points.iter().enumerate() {
                let mut at = lo;
                for piece in pieces.iter().filter(|piece| piece.point == point) {
                    proptest::prop_assert_eq!(piece.lo, at);
                    proptest::prop_assert!(piece.hi - piece.lo <= grains * GRAIN);
                    at = piece.hi;
                }
                proptest::prop_assert_eq!(at, lo + n);
            }
        }
    }
}
