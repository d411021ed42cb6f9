//! Quick look.
use fray_rules::contract::{Nobody, System};
use fray_rules::fight::play;
use fray_rules::night_wizard::rulings::{Mortality, Rulings};
use fray_rules::night_wizard::{
    NightWizard,
    setup::{Setup, SideSetup, UnitKind, UnitSetup},
};
use fray_sim::{dice::Dice, tally::Tally, totals::Totals};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::time::Instant;

#[inline(never)]
fn raw(n: u64) -> u64 {
    let mut state: u128 = 12345 | 1;
    let mut x = 0;
    for _ in 0..n {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
        let (mut lo, mut hi) = (state as u64, (state >> 64) as u64);
        unsafe {
            core::arch::asm!("/* {0} {1} */", inout(reg) lo, inout(reg) hi, options(pure, nomem, nostack, preserves_flags));
        }
        state = u128::from(hi) << 64 | u128::from(lo);
        x ^= (hi ^ lo).rotate_right((hi >> 58) as u32);
    }
    let mut r = Pcg64Mcg::new(12345);
    let mut y = 0;
    for _ in 0..n.min(10) {
        y ^= r.next_u64();
    }
    if n <= 10 {
        assert_eq!(x, y)
    }
    x
}

#[inline(never)]
fn fights<O: fray_rules::contract::Observer<NightWizard>>(s: &NightWizard, n: u64, obs: &mut O) {
    let mut dice = Dice::new(s.roster(), 1);
    let mut state = Default::default();
    for k in 0..n {
        dice.fight(k);
        play(s, &mut state, &mut dice, obs);
    }
}

fn main() {
    raw(9);
    let rulings = Rulings { mortality: Mortality::Off, ..Rulings::default() };
    let a = UnitSetup::plain("a", UnitKind::Pc, [30, 10, 8, 14, 8, 12]);
    let b = UnitSetup::plain("b", UnitKind::Npc, [33, 9, 9, 14, 8, 11]);
    let duel = Setup {
        rulings,
        max_rounds: 1000,
        sides: vec![
            SideSetup { name: "A".into(), units: vec![a.clone()] },
            SideSetup { name: "B".into(), units: vec![b.clone()] },
        ],
    };
    let boss = UnitSetup::plain("boss", UnitKind::Npc, [150, 12, 9, 17, 9, 20]);
    let many = |u: &UnitSetup, n: usize| {
        (0..n).map(|i| UnitSetup { name: format!("{}{i}", u.name), ..u.clone() }).collect::<Vec<_>>()
    };
    let brawl = Setup {
        rulings,
        max_rounds: 1000,
        sides: vec![
            SideSetup { name: "A".into(), units: many(&a, 4) },
            SideSetup { name: "B".into(), units: vec![boss] },
        ],
    };
    let n8 = Setup {
        rulings,
        max_rounds: 1000,
        sides: vec![
            SideSetup { name: "A".into(), units: many(&a, 8) },
            SideSetup { name: "B".into(), units: many(&b, 8) },
        ],
    };
    for _ in 0..std::env::args().nth(3).map_or(3, |n| n.parse().unwrap()) {
        let t = Instant::now();
        std::hint::black_box(raw(std::env::var("RAW").map_or(100_000_000, |n| n.parse().unwrap())));
        let w =
            t.elapsed().as_nanos() as f64 / std::env::var("RAW").map_or(1e8, |n| n.parse::<f64>().unwrap());
        println!("w {w:.3} ns");
        for (name, setup, n) in
            [("duel", &duel, 1_000_000u64), ("brawl", &brawl, 200_000), ("8v8", &n8, 100_000)]
        {
            let s = NightWizard::new(setup);
            if let Some(only) = std::env::args().nth(1)
                && only != name
            {
                continue;
            }
            let n = std::env::args().nth(2).map_or(n, |n| n.parse().unwrap());
            let t = Instant::now();
            if std::env::var("MODE").as_deref() != Ok("tally") {
                fights(&s, n, &mut Nobody);
            }
            if std::env::var("MODE").as_deref() == Ok("bare") {
                continue;
            }
            let bare = t.elapsed().as_nanos() as f64 / n as f64;
            let mut tally = Tally::<NightWizard>::new(s.roster());
            let t = Instant::now();
            fights(&s, n, &mut tally);
            let full = t.elapsed().as_nanos() as f64 / n as f64;
            let mut totals = Totals::default();
            tally.drain_into(&mut totals);
            let attacks = totals.units.iter().map(|u| u.attack.n()).sum::<u64>() as f64 / n as f64;
            let r = totals.rounds();
            println!(
                "{name}: bare {bare:.1} ns = {:.0} w; tally {full:.1} ns = {:.0} w; attacks {attacks:.3} rounds {:.4} win {:.5}; per attack {:.2} w",
                bare / w,
                full / w,
                r.sum() as f64 / n as f64,
                totals.wins(0) as f64 / n as f64,
                full / w / attacks
            );
        }
    }
}
