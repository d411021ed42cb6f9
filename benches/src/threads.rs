//! The speed-up of two threads over one, for fights and for raw words. Raw words show what the
//! machine can give.

use core::hint::black_box;
use std::time::Instant;

use fray_rules::games::night_wizard::NightWizard;
use fray_sim::play::run::run;

use crate::measure::raw_words;
use crate::scenarios::DUEL;

const REPEATS: usize = 25;
const FIGHTS: u64 = 200_000;
const WORDS: u64 = 20_000_000;

/// Wall time is what threads are for; the best of many windows is least disturbed by others.
pub(crate) fn print() {
    let system = NightWizard::new(&DUEL.setup());
    let pool = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads can be started");
    let (one, two) = (pool(1), pool(2));
    let mut best = [f64::INFINITY; 4];
    for _ in 0..REPEATS {
        let times = [
            one.install(|| seconds(|| raw(1))),
            two.install(|| seconds(|| raw(2))),
            one.install(|| seconds(|| duels(&system))),
            two.install(|| seconds(|| duels(&system))),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time);
        }
    }
    let [raw_one, raw_two, one, two] = best;
    let (raw, engine) = (raw_one / raw_two, one / two);
    println!(
        "\nspeed-up at 2 threads, best of {REPEATS} windows: raw words {raw:.3}, duels {engine:.3}; ratio {:.3} (bar 0.97)",
        engine / raw
    );
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Draws [`WORDS`] words in all on `threads` threads.
fn raw(threads: u64) {
    rayon::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move |_| {
                black_box(raw_words(WORDS / threads, &mut (u128::from(thread) * 2 + 1)));
            });
        }
    });
}

fn duels(system: &NightWizard) {
    black_box(run(system, 1, 0..FIGHTS, &|_| {}).is_ok());
}
