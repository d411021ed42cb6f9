//! `fray weights`: what the numbers of a scenario are worth, and its parts.

use fray_kit::sheet::text::shown;
use fray_sim::tables::format::{counted, fights as in_words};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::weights::{BrokenPart, Place, Settings, left_out, parts, weigh};

use super::screen;
use crate::args::{WeightsArgs, at_most};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::load;
use crate::side_tactics::unit_or_side;
use crate::study::{Study, seed_of};
use crate::varied::{broken, common_columns, table};

/// The fights of the scenario and of each change, if no flag says otherwise.
const FIGHTS: u64 = 20_000;

pub(crate) fn run(args: &WeightsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    if let Some(of) = &args.of {
        unit_or_side(&base, of)?;
    }
    let named = Metric::named(&base.engine().about(), &args.metric.metrics);
    let (metrics, mut numbers) =
        named.map_err(|(text, error)| Failure::usage(format!("--metric: {}", error.with_text(text))))?;
    if numbers.is_empty() {
        numbers.push(0);
    }
    if let Some(method) = args.method {
        return screen::run(args, &base, method, metrics, &numbers);
    }
    let study = Study::begin(&args.play, &args.output, &["weights.csv"])?;
    let seed = seed_of(&args.play, &base);
    let most = at_most(args.max_fights, args.fights);
    let fights = most.map_or(FIGHTS, |fights| fights.0);
    let of = args.of.as_deref();
    let parts = study.play_first(|watch| parts(&args.scenario, &options, &base, of, args.parts, watch.stop));
    let (n_parts, n_versions) = (parts.len(), parts.iter().map(|part| part.changed.len()).sum::<usize>());
    study.bar.set_length(fights * (1 + n_versions as u64));
    study.tell(&base.stem);
    let told = |known: &str| study.tell(&format!("{}: {known}", base.stem));
    let may_solve = most.is_none();
    let weights = study.play(|watch| {
        weigh(&base, &parts, metrics, Settings { seed, fights, may_solve, watch, told: &told })
    });
    let mut weights = weights.map_err(|it| {
        let BrokenPart { options: of, broken: fight } = *it;
        let of = of.unwrap_or(options);
        if let Some(removal) = of.removed.first() {
            let file = args.scenario.display();
            let message = format!(
                "{file}: fight {} of seed {seed} without {removal} broke an invariant: {}",
                fight.fight, fight.message
            );
            return Failure::Because(Exit::Broken, message);
        }
        let sets: Vec<String> = of.sets.into_iter().map(|(_, set)| set).collect();
        broken(&args.scenario, seed, &args.play, &sets, &[], &fight)
    })?;
    if !args.parts {
        weights.left_out = left_out(&base);
        let is_meant = |of: &str, it: &Place| of == it.side || of == it.unit;
        weights.left_out.retain(|it| args.of.as_ref().is_none_or(|of| is_meant(of, it)));
    }
    let text = || {
        let what = if args.parts { "part" } else { "number" };
        let each = if weights.is_exact {
            "exact".to_owned()
        } else {
            format!("up to {} of seed {seed} each", in_words(fights))
        };
        format!(
            "{}\n{}, {}, {each}\n\n{}",
            shown(&base.title),
            counted(n_parts as u64, what),
            counted(n_versions as u64, "change"),
            weights.render(look(), &numbers, args.play.verbose)
        )
    };
    study.show(|| weights.object(&base.stem, seed), text)?;
    study.write(|| {
        let point = common_columns(&base, seed, weights.interrupted);
        Ok(vec![table("weights.csv", [(&point, weights.rows().as_slice())])?])
    })?;
    if weights.interrupted {
        let n = weights.rows.len();
        let last = weights.rows.last().filter(|row| !row.is_equal && row.fights < fights);
        let last =
            last.map_or_else(String::new, |row| format!(", the last from {}", counted(row.fights, "fight")));
        report(format_args!(
            "interrupted: {n} of {n_parts} are known{last}; the same command plays all of them"
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}
