//! The combinations of values that are played: the paths of Morris and the rows of Saltelli.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use crate::play::dice::mix;

/// By number, the place of its value.
pub(super) type Levels = Vec<usize>;

/// Random whole numbers for designs.
pub(super) struct Draws(Pcg64Mcg);

impl Draws {
    pub(super) fn new(seed: u64, what: u64) -> Self {
        Self(Pcg64Mcg::new(u128::from(mix(seed)) << 64 | u128::from(mix(what))))
    }

    /// A number below `n`. Its bias is n / 2^64.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }
}

/// Paths through the values: each begins anywhere, and moves every number once by one, in random order and
/// direction; where there is but one direction, in that. A path has one combination more than there are
/// numbers.
pub(super) fn rows_of_morris(sizes: &[usize], rows: u64, seed: u64) -> Vec<Vec<Levels>> {
    let path = |row: u64| {
        let mut draws = Draws::new(seed, 2 * row);
        let mut levels: Levels = sizes.iter().map(|&size| draws.below(size)).collect();
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, draws.below(at + 1));
        }
        let mut path = vec![levels.clone()];
        for number in order {
            let (level, is_up) = (levels[number], draws.below(2) == 1);
            levels[number] = match (level, is_up) {
                (0, _) => 1,
                (level, true) if level + 1 < sizes[number] => level + 1,
                (level, _) => level - 1,
            };
            path.push(levels.clone());
        }
        path
    };
    (0..rows).map(path).collect()
}

/// Rows of combinations: one drawn at random (A), another one (B), and for each number A with the value that
/// B has of it.
pub(super) fn rows_of_sobol(sizes: &[usize], rows: u64, seed: u64) -> Vec<Vec<Levels>> {
    let row = |row: u64| {
        let mut draws = Draws::new(seed, 2 * row);
        let mut drawn = || -> Levels { sizes.iter().map(|&size| draws.below(size)).collect() };
        let (a, b) = (drawn(), drawn());
        let with = |number: usize| {
            let mut levels = a.clone();
            levels[number] = b[number];
            levels
        };
        let mixed: Vec<Levels> = (0..sizes.len()).map(with).collect();
        [a, b].into_iter().chain(mixed).collect()
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_moves_every_number_once_by_one() {
        let sizes = [2, 5, 3, 4];
        for path in rows_of_morris(&sizes, 200, 7) {
            assert_eq!(path.len(), sizes.len() + 1);
            let mut moved = vec![0; sizes.len()];
            for pair in path.windows(2) {
                for number in 0..sizes.len() {
                    let by = pair[0][number].abs_diff(pair[1][number]);
                    assert!(by <= 1 && pair[1][number] < sizes[number]);
                    moved[number] += by;
                }
            }
            assert_eq!(moved, [1; 4]);
        }
    }

    #[test]
    fn a_row_takes_one_value_of_the_other_combination_at_a_time() {
        for row in rows_of_sobol(&[3, 4, 2], 100, 7) {
            let [a, b, mixed @ ..] = &row[..] else { panic!("{row:?}") };
            assert_eq!(mixed.len(), 3);
            for (number, levels) in mixed.iter().enumerate() {
                let expected = |at: usize| if at == number { b[at] } else { a[at] };
                assert!((0..3).all(|at| levels[at] == expected(at)), "{row:?}");
            }
        }
    }
}
