//! The account of luck held against a small fight of Juso of which every way the dice can fall is played.

use fray_engine::contract::{Outcome, System};
use fray_engine::draw::Purpose;
use fray_engine::observe::Nobody;
use fray_engine::roster::SideId;
use fray_engine::worth::POINT;
use fray_rules::games::juso::Juso;
use fray_rules::games::juso::data::setup::End;
use fray_sim::luck::Luck;
use fray_sim::play::engine::AsEngine;
use fray_sim::play::luck::FIRST;
use fray_sim::play::run::run_alone;
use fray_sim::totals::Totals;

use crate::support::audited::Audited;
use crate::support::close::assert_close;
use crate::support::juso_fights::{exact, micro_duel};
use crate::support::seen::play_seen;

/// Expectations over all ways the dice can fall, by account of a side and purpose.
struct Exact {
    ways: u64,
    all: f64,
    win: f64,
    luck: Vec<f64>,
    /// By pair of accounts.
    products: Vec<Vec<f64>>,
    /// With whether the first side wins.
    with_win: Vec<f64>,
}

fn enumerated(system: &Juso) -> Exact {
    let roster = system.roster();
    let n = roster.sides.len() * Purpose::COUNT;
    let (luck, products, with_win) = (vec![0.0; n], vec![vec![0.0; n]; n], vec![0.0; n]);
    let mut sum = Exact { ways: 0, all: 0.0, win: 0.0, luck, products, with_win };
    let mut dice = Audited::every(roster);
    loop {
        let played = play_seen(system, &mut <Juso as System>::State::default(), &mut dice, &mut Nobody);
        let (p, mut luck) = (dice.weight(), vec![0.0; n]);
        for (unit, of_unit) in roster.units.iter().zip(&dice.luck) {
            for (purpose, parts) in of_unit.iter().enumerate() {
                luck[unit.side.idx() * Purpose::COUNT + purpose] += *parts as f64 / POINT as f64;
            }
        }
        let win = f64::from(u8::from(played.outcome == Outcome::Win(SideId(0))));
        sum.ways += 1;
        sum.all += p;
        sum.win += p * win;
        for (i, x) in luck.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            sum.luck[i] += p * x;
            sum.with_win[i] += p * x * win;
            luck.iter().zip(&mut sum.products[i]).for_each(|(y, product)| *product += p * x * y);
        }
        if !dice.advance() {
            return sum;
        }
    }
}

/// The mean of each account is 0, accounts of different draws are not correlated, so that a share is the square of the
/// correlation with the win, and a run finds these shares and the win rate.
#[test]
fn shares_of_luck_are_those_of_every_way_the_dice_can_fall() {
    let mut setup = micro_duel(End::Left);
    setup.max_rounds = 3;
    let system = Juso::new(&setup);
    let truth = enumerated(&system);
    assert_close(truth.all, 1.0);
    assert_close(truth.win, exact(&setup).win("left"));
    let variance = truth.win * (1.0 - truth.win);
    let n = truth.luck.len();
    // Means are cut to whole parts of a point, some draws a fight.
    let close = |a: f64, b: f64| (a - b).abs() < 1e-7;
    let mut shares = vec![0.0; n];
    for (i, share) in shares.iter_mut().enumerate() {
        assert!(close(truth.luck[i], 0.0), "account {i} has the mean {}", truth.luck[i]);
        for j in (0..n).filter(|j| *j != i) {
            assert!(close(truth.products[i][j], 0.0), "accounts {i} and {j}: {}", truth.products[i][j]);
        }
        if truth.products[i][i] > 0.0 {
            *share = truth.with_win[i].powi(2) / truth.products[i][i] / variance;
        }
    }
    let n_shares = shares.iter().filter(|share| **share > 1e-3).count();
    eprintln!("{} ways, win {}, shares {shares:?}", truth.ways, truth.win);
    assert!(n_shares >= 4, "hits and damage of both: {shares:?}");

    let engine = system.as_engine();
    // Fights of which every account is multiplied.
    let mut totals = Totals::default();
    for seed in 2016..2056 {
        totals.merge(&run_alone(engine, seed, 0..FIRST).expect("no broken fight"));
    }
    let about = engine.about();
    let luck = Luck::of(&about, &totals).expect("luck");
    let seen = luck.shares(0);
    for (i, truth) in shares.iter().enumerate() {
        let is = |share: &&fray_sim::luck::Share| share.account == fray_sim::luck::AccountId::at(i);
        let Some(share) = seen.iter().find(is) else {
            assert!(close(*truth, 0.0), "account {i} is missing");
            continue;
        };
        // Half an interval is two standard errors at least; four are passed once in 15,000 times.
        let half = fray_sim::stats::Z * 2.0 * truth.sqrt() / (totals.fights as f64).sqrt();
        assert!((share.share - truth).abs() < 2.0 * half + 1e-3, "account {i}: {share:?} for {truth}");
    }
    let adjusted = luck.win_rate(0).expect("a win rate");
    assert!((adjusted.mean - truth.win).abs() < 4.0 * adjusted.error, "{adjusted:?} for {}", truth.win);
    assert!((adjusted.explained - shares.iter().sum::<f64>()).abs() < 0.02, "{adjusted:?} for {shares:?}");
}
