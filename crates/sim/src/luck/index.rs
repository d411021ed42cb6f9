//! The luck of a side in one fight, and how often it wins by that.

use fray_engine::roster::SideId;

use super::{Luck, points};
use crate::play::account::Account;
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, run};
use crate::stats::Rate;

/// The fights by which the rolls of a side are weighed against each other: the first ones of the seed.
pub const PILOT: u64 = 4096;

/// The luck of a side in a fight as one number: the accounts of its rolls, each by what a point of it moves of the
/// side's win rate.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckIndex {
    side: SideId,
    /// By purpose.
    weights: Vec<f64>,
}

impl LuckIndex {
    /// The index of a side, weighed by the first [`PILOT`] fights of the seed; `None` where nothing is rolled that
    /// moves the side's wins.
    ///
    /// # Errors
    /// The first of these fights that broke an invariant.
    pub fn of(engine: &dyn Engine, seed: u64, side: SideId) -> Result<Option<Self>, Broken> {
        let (about, totals) = (engine.about(), run(engine, seed, 0..PILOT, &|_| {})?);
        Ok(Luck::of(&about, &totals).and_then(|luck| Self::weighed(&luck, side)))
    }

    /// The index of a side, weighed by the fights of this run.
    #[must_use]
    pub fn weighed(luck: &Luck<'_>, side: SideId) -> Option<Self> {
        let adjusted = luck.win_rate(side.idx())?;
        let mut weights = vec![0.0; fray_engine::draw::Purpose::COUNT];
        for (account, slope) in luck.accounts().zip(&adjusted.slopes) {
            if account.side == side.idx() {
                weights[account.purpose] = *slope;
            }
        }
        weights.iter().any(|weight| *weight != 0.0).then_some(Self { side, weights })
    }

    /// The luck of the side in the fight of this account: what it moves the win rate of an even fight, more or less.
    #[must_use]
    pub fn value(&self, account: &Account) -> f64 {
        let sums = &account.sums()[self.side.idx()];
        sums.iter().zip(&self.weights).map(|(sum, weight)| points(i128::from(*sum)) * weight).sum()
    }

    /// Returns how often the side wins by tenth of its luck, the unluckiest tenth first, of the fights from 0 on.
    #[must_use]
    pub fn tenths(&self, engine: &dyn Engine, seed: u64, fights: u64) -> [Rate; 10] {
        let dice = Dice::new(&engine.about().roster, seed).keeping_account();
        let mut columns = crate::tally::columns::ColumnList::default();
        let won = columns.place(crate::tally::columns::Column::Win(self.side));
        let mut columns = crate::tally::columns::FightColumns::new(&engine.about(), columns);
        let mut player = engine.player(dice, columns.keep());
        let mut all: Vec<(f64, u64, bool)> = Vec::with_capacity(fights as usize);
        for fight in 0..fights {
            columns.play(&mut *player, fight..fight + 1);
            let Some(account) = player.account() else { break };
            all.push((self.value(account), fight, columns.column(won)[0] > 0));
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut tenths = [Rate::default(); 10];
        let n = all.len().max(1);
        for (at, (.., won)) in all.iter().enumerate() {
            let tenth = &mut tenths[at * 10 / n];
            tenth.n += 1;
            tenth.events += u64::from(*won);
        }
        tenths
    }
}
