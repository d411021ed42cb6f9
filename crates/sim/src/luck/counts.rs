//! Counts with luck taken out: the numbers that every fight has of a unit, a side or all together.
//!
//! The influence of the accounts on them is estimated from the fights that [are
//! counted](crate::play::luck::is_counted); the means, of the counts and of the accounts, are those of all
//! fights.

use fray_engine::metrics::{Kind, Scope};
use fray_engine::worth::POINT;

use super::{Sharper, points};
use crate::play::luck::{CountLuck, CountPlaces, CountSums, pair_of_accounts};
use crate::stats::adjusted::{Adjusted, AllFights, Controls, PartOfFights};
use crate::stats::rate::FEW;
use crate::tables::rows::{Measured, MeasuredAs, MeasuredOf};
use crate::totals::{About, Totals};

/// A count: its place, and the parts into which its unit is divided, as many as units have a flag between them.
#[derive(Clone, Copy)]
struct Count {
    place: u32,
    parts: u64,
}

/// The accounts of a run, ready to be taken out of its counts.
#[derive(Clone, Debug)]
pub struct LuckOfCounts<'a> {
    totals: &'a Totals,
    counts: &'a CountLuck,
    places: CountPlaces,
    controls: Controls,
}

impl<'a> LuckOfCounts<'a> {
    /// The luck of the counts of these fights; `None` where no account of it was kept, or too few fights for what was.
    #[must_use]
    pub fn of(about: &About, totals: &'a Totals) -> Option<Self> {
        let counts = &totals.luck.counts;
        if totals.luck.fights != totals.fights || counts.fights == 0 {
            return None;
        }
        let n = counts.fights as f64;
        let product = |i: usize, j: usize| {
            points(counts.products[pair_of_accounts(i.max(j), i.min(j))]) / POINT as f64 / n
        };
        let controls = Controls::new(counts.fights, counts.sums.len(), |i| mean(counts, i), product)?;
        Some(Self { totals, counts, places: about.count_places(), controls })
    }

    /// The mean of a metric with luck taken out, where that saves enough fights to be shown. None of one that is no
    /// number of every fight.
    #[must_use]
    pub fn sharper(
        &self,
        about: &About,
        whom: MeasuredOf,
        metric: usize,
        seen: &Measured,
    ) -> Option<Sharper> {
        self.of_count(self.count_of(about, whom, metric)?, seen)
    }

    /// The mean of the activations of a fight with luck taken out, where that saves enough fights to be shown.
    #[must_use]
    pub fn sharper_activations(&self, seen: &Measured) -> Option<Sharper> {
        self.of_count(Count { place: self.places.activations(), parts: 1 }, seen)
    }

    fn of_count(&self, count: Count, seen: &Measured) -> Option<Sharper> {
        let sums = self.counts.counts.get(&count.place)?;
        if !seen.has_many() || !self.has_many(count, sums) {
            return None;
        }
        let most = seen.largest.map_or(f64::INFINITY, |largest| largest as f64);
        Sharper::of(self.adjusted(count, sums, seen).as_ref())
            .filter(|it| it.within.lo > 0.0 && it.within.hi < most)
    }

    fn adjusted(&self, count: Count, sums: &CountSums, seen: &Measured) -> Option<Adjusted> {
        let fights = self.totals.fights;
        if seen.kind == MeasuredAs::Value || seen.by_fight.fights != fights {
            return None;
        }
        let (n, parts) = (self.counts.fights as f64, count.parts as f64);
        let mean_of_part = sums.sum as f64 / n / parts;
        let all = AllFights {
            fights,
            mean: seen.by_fight.ratio()?,
            variance: seen.by_fight.variance()? * fights as f64,
            luck: &|i| points(self.totals.luck.sums[i]) / fights as f64,
        };
        let part = PartOfFights {
            variance: sums.squares as f64 / n / parts.powi(2) - mean_of_part * mean_of_part,
            covariance: &|i| points(sums.products[i]) / n / parts - mean_of_part * mean(self.counts, i),
        };
        self.controls.adjust_all(&all, &part)
    }

    /// Returns whether enough of the fights whose counts were added up have the number, and enough have it
    /// not or otherwise.
    fn has_many(&self, count: Count, sums: &CountSums) -> bool {
        let (n, few) = (self.counts.fights as f64, FEW as f64);
        let carriers = (sums.sum as f64).powi(2) / sums.squares as f64;
        // Of what is true or false in a fight the others are those in which it is false.
        let is_flag = sums.sum == sums.squares && count.parts == 1;
        carriers >= few && (!is_flag || n - carriers >= few)
    }

    /// Returns where a metric stands among the counts.
    fn count_of(&self, about: &About, whom: MeasuredOf, metric: usize) -> Option<Count> {
        let info = &about.metrics[metric];
        let whom = match (info.scope, whom) {
            (Scope::Unit, whom) => whom,
            (_, MeasuredOf::Side(side)) => MeasuredOf::Unit(about.bearer(side, metric)),
            (_, MeasuredOf::Unit(_)) => return None,
        };
        let units = whom.units(about);
        let is_party = units.len() > 1;
        let place = |metric: usize| match whom {
            MeasuredOf::Side(side) if is_party => self.places.of_side(side.idx(), metric),
            _ => self.places.of_unit(units.first().idx(), metric),
        };
        let count = |place: u32| Count { place, parts: 1 };
        match info.kind {
            Kind::Count => Some(count(place(metric))),
            Kind::Flag => Some(Count { place: place(metric), parts: units.len().into() }),
            Kind::Number { of } => Some(count(place(of))),
            Kind::Any { of } => Some(count(place(if is_party { metric } else { of }))),
            _ => None,
        }
    }
}

fn mean(counts: &CountLuck, i: usize) -> f64 {
    points(counts.sums[i]) / counts.fights as f64
}

#[cfg(all(test, feature = "juso"))]
mod tests {
    use std::path::Path;

    use fray_engine::roster::{SideId, UnitId};

    use super::*;
    use crate::play::luck::EVERY;
    use crate::play::run::run_alone;
    use crate::scenario::{Options, load_scenario};

    const SEED: u64 = 2016;

    /// Of every count of every unit and side: the sums of the run are those of its fights one by one, and so is what
    /// is added up in parts.
    #[test]
    fn counts_are_those_of_every_32nd_fight() {
        const FIGHTS: u64 = 12;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/juso/warlord-guarded.toml");
        let scenario = load_scenario(&path, &Options::default()).expect("a scenario");
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let play = |fights| run_alone(engine, SEED, fights).expect("no broken fight");
        let whole = play(0..FIGHTS * EVERY);
        let parts = [150..FIGHTS * EVERY, 0..1, 1..33, 33..150];
        let mut merged = Totals::default();
        parts.into_iter().for_each(|part| merged.merge(&play(part)));
        assert!(merged == whole, "the sums of parts are those of the whole");

        let single: Vec<Totals> = (0..FIGHTS).map(|n| play(n * EVERY..n * EVERY + 1)).collect();
        let counts = &whole.luck.counts;
        assert_eq!(counts.fights, FIGHTS);
        for i in 0..counts.sums.len() {
            assert_eq!(counts.sums[i], single.iter().map(|one| one.luck.sums[i]).sum::<i128>());
        }
        let n_sides = about.roster.sides.len() as u8;
        let sides = (0..n_sides).map(|side| MeasuredOf::Side(SideId(side)));
        let units = (0..about.roster.units.len() as u8).map(|unit| MeasuredOf::Unit(UnitId(unit)));
        let mut n_seen = 0;
        let luck = LuckOfCounts {
            totals: &whole,
            counts,
            places: about.count_places(),
            controls: Controls::new(100, 1, |_| 0.0, |_, _| 1.0).expect("controls"),
        };
        for whom in sides.chain(units) {
            for metric in 0..about.metrics.len() {
                let count = luck.count_of(&about, whom, metric);
                let seen = whom.metric(&about, &whole, metric);
                let Some((count, _)) = count.zip(seen) else { continue };
                let value = |one: &Totals| {
                    let seen = whom.metric(&about, one, metric).expect("a metric of it").by_fight;
                    i128::from(seen.sum) * i128::from(count.parts) / i128::from(seen.tries)
                };
                let known = counts.counts.get(&count.place).cloned().unwrap_or_default();
                let sum = |of: &dyn Fn(&Totals) -> i128| single.iter().map(of).sum::<i128>();
                let name = about.metrics[metric].name;
                assert_eq!(known.sum.cast_signed(), sum(&value), "{name} of {whom:?}");
                assert_eq!(known.squares.cast_signed(), sum(&|one| value(one).pow(2)), "{name} of {whom:?}");
                n_seen += usize::from(known.sum > 0);
                for (i, product) in known.products.iter().enumerate() {
                    assert_eq!(*product, sum(&|one| value(one) * one.luck.sums[i]), "{name} of {whom:?}");
                }
            }
        }
        assert!(n_seen > 50, "{n_seen} counts were seen");
        let activations = &counts.counts[&about.count_places().activations()];
        let all = single.iter().map(|one| one.fight_activations.sum());
        assert_eq!(activations.sum, all.sum::<u128>());
    }
}
