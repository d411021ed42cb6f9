//! The shares of the result that luck decides, by side and purpose; they add up.
//!
//! A share is what an account adds to the variance that is explained, averaged over the orders in which accounts
//! can be added (Lindeman, Merenda and Gold 1980; the Shapley value of the explained variance). Different draws of a fight
//! are uncorrelated, whatever the tactics do, so that the orders hardly matter.

use fray_engine::draw::Purpose;

use super::{AccountId, Luck, mean, product};
use crate::stats::adjusted::Controls;
use crate::stats::{Interval, Z};

/// So many accounts are told apart by orders; of more than that the least count as one.
const MOST: usize = 8;

/// The share of the result, the winning side, that an account decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The account.
    pub account: AccountId,
    /// The share of the variance of whether the side wins.
    pub share: f64,
    /// Its 95 % interval.
    pub within: Interval,
    /// The standard deviation of the account, in its points.
    pub deviation: f64,
    /// The change of the win rate with one standard deviation more of the account.
    pub moves: f64,
}

/// Returns the name of the rolls of a purpose.
#[must_use]
pub fn purpose_word(purpose: usize) -> &'static str {
    const WORDS: [&str; Purpose::COUNT] =
        ["initiative", "hit rolls", "damage rolls", "setup", "ties", "choices", "effects", "survival"];
    WORDS[purpose]
}

impl Luck<'_> {
    /// The shares of the accounts in whether `side` wins, the largest first; none where a side always or never
    /// wins.
    #[must_use]
    pub fn shares(&self, side: usize) -> Vec<Share> {
        let part = &self.totals.luck.part;
        let (wins, n) = (&part.ends[side], part.fights as f64);
        let rate = wins.sum as f64 / n;
        let variance = rate * (1.0 - rate);
        let Some(adjusted) = self.win_rate(side) else { return Vec::new() };
        let covariance = |i: usize| self.accounts.covariance(wins, i);
        let explained = |accounts: &[usize]| {
            let controls = Controls::among(
                part.fights,
                accounts.iter().copied(),
                |i| mean(part, i),
                |i, j| product(part, i, j),
            );
            controls.map_or(0.0, |controls| controls.explained(covariance) / variance)
        };
        let used = self.accounts.controls.used();
        let mut order: Vec<(usize, f64)> =
            used.iter().map(|&account| (account, explained(&[account]))).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let (told_apart, rest) = order.split_at(order.len().min(MOST));
        let large: Vec<usize> = told_apart.iter().map(|&(account, _)| account).collect();
        let mut shares = shapley(&large, explained);
        // What the small ones add to the others, in proportion to what they explain alone.
        let of_large: f64 = shares.iter().sum();
        let all: f64 = explained(used);
        let alone: f64 = rest.iter().map(|(_, share)| share).sum();
        let left = (all - of_large).max(0.0);
        shares.extend(rest.iter().map(|(_, share)| if alone > 0.0 { left * share / alone } else { 0.0 }));
        let of_account = |(&(account, _), share): (&(usize, f64), f64)| {
            let at = used.iter().position(|other| *other == account).unwrap_or(0);
            let deviation = self.accounts.controls.scales()[at];
            // An upper bound of the standard error of a squared correlation: that of normal numbers is smaller by the
            // factor 1 - share, which wins and skewed accounts do not have.
            let half = Z * 2.0 * share.max(0.0).sqrt() / n.sqrt();
            Share {
                account: AccountId::at(account),
                share,
                within: Interval { lo: (share - half).max(0.0), hi: (share + half).min(1.0) },
                deviation,
                moves: adjusted.slopes[at] * deviation,
            }
        };
        let mut shares: Vec<Share> = order.iter().zip(shares).map(of_account).collect();
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        shares
    }
}

/// The Shapley values of these players of a game whose coalitions are worth this.
fn shapley(players: &[usize], worth: impl Fn(&[usize]) -> f64) -> Vec<f64> {
    let n = players.len();
    let members = |coalition: usize| -> Vec<usize> {
        (0..n).filter(|i| coalition >> i & 1 == 1).map(|i| players[i]).collect()
    };
    let worths: Vec<f64> = (0..1 << n).map(|coalition| worth(&members(coalition))).collect();
    let factorial = |n: usize| (1..=n).map(|i| i as f64).product::<f64>();
    let value = |i: usize| {
        let without = (0..1_usize << n).filter(|coalition| coalition >> i & 1 == 0);
        let parts = without.map(|coalition| {
            let size = coalition.count_ones() as usize;
            let weight = factorial(size) * factorial(n - size - 1) / factorial(n);
            weight * (worths[coalition | 1 << i] - worths[coalition])
        });
        parts.sum()
    };
    (0..n).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_a_game_add_up_and_treat_equals_alike() {
        // Three players; the first two are worth 1 together, the third nothing.
        let worth = |players: &[usize]| f64::from(u8::from(players.contains(&4) && players.contains(&7)));
        let values = shapley(&[4, 7, 9], worth);
        assert!((values[0] - 0.5).abs() < 1e-12 && (values[1] - 0.5).abs() < 1e-12);
        assert!(values[2].abs() < 1e-12);
    }
}
