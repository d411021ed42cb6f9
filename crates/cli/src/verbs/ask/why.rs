//! `fray why`: the difference of two scenarios, shared out over the edits between them.

use std::path::PathBuf;

use fray_kit::sheet::text::shown;
use fray_sim::scenario::blend::EditLattice;
use fray_sim::scenario::{Options, Scenario};
use fray_sim::tables::format::{counted, fights as in_words, thousands};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::why::{EXACT, NoShares, Settings, why};

use crate::args::{WhyArgs, with_rounds};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::{load, load_again, random_seed};
use crate::study::Study;
use crate::varied::{common_columns, table};

/// The fights of each scenario if no flag says otherwise, of few edits and of more.
const FIGHTS: [u64; 2] = [20_000, 65_536];

pub(crate) fn run(args: &WhyArgs) -> Result<Exit, Failure> {
    let (a, b) = both(args)?;
    let study = Study::begin(&args.play, &args.output, &["why.csv"])?;
    let blend = study.work(|| EditLattice::new(&a, &b, EXACT));
    // Sides and units bear the names that they have in B.
    let named = Metric::named(&b.engine().about(), &args.metric.metrics);
    let (metrics, mut numbers) =
        named.map_err(|(text, error)| Failure::usage(format!("--metric: {}", error.with_text(text))))?;
    let first = blend.with(0).expect("the first scenario is right");
    let in_first = Metric::again(&metrics, &first.engine().about());
    if let Some((missing, _)) = metrics.iter().zip(&in_first).find(|(_, found)| found.is_none()) {
        let message = format!("`{}` is not a metric of {}", missing.named, a.path.display());
        return Err(Failure::usage(message));
    }
    if numbers.is_empty() {
        numbers.push(0);
    }
    let seed = args.play.seed.or(a.run.seed).or(b.run.seed).unwrap_or_else(random_seed);
    let usual = if blend.n() <= EXACT { FIGHTS[0] } else { FIGHTS[1] };
    let fights = args.fights.map_or(usual, |fights| fights.0);
    study.bar.set_length(fights);
    study.tell(&format!("{} edits", blend.n()));
    let may_solve = args.fights.is_none();
    let why = study.play(|watch| why(&blend, metrics, Settings { seed, fights, may_solve, watch }));
    let why = why.map_err(|no| match no {
        NoShares::Broken(edits, broken) => {
            let message = format!(
                "{}: fight {} of seed {seed} with these edits broke an invariant: {}: {}",
                a.path.display(),
                broken.fight,
                edits.join(", "),
                broken.message
            );
            Failure::Because(Exit::Broken, message)
        }
        NoShares::Refused(edits) => Failure::usage(format!(
            "the edits cannot be told apart, as the rules do not allow these alone: {}",
            edits.join(", ")
        )),
    })?;
    let names = [name(args, &a, false), name(args, &b, true)];
    let text = || {
        let n = why.edits.len();
        let edits = counted(n as u64, "edit");
        let each = if why.is_exact {
            "exact".to_owned()
        } else {
            format!("{} of seed {seed} each", in_words(why.fights))
        };
        let head = format!("{} -> {}\n{edits}, {each}", names[0], names[1]);
        let table = match n {
            0 => "the two do not differ in anything that affects a fight\n".to_owned(),
            _ => why.render(look(), &numbers),
        };
        format!("{}\n\n{table}", shown_head(&head))
    };
    study.show(|| why.object(&names[0], &names[1], seed), text)?;
    study.write(|| {
        // Of one scenario, what `--set` changes are the edits; of two it changes both.
        let both = if args.scenarios.len() == 1 { &a } else { &b };
        let point = common_columns(both, seed, why.interrupted);
        Ok(vec![table("why.csv", [(&point, why.rows().as_slice())])?])
    })?;
    if why.interrupted {
        let played = thousands(why.fights.into());
        report(format_args!(
            "interrupted: this is the result of the {played} fights played so far; the same command plays all of \
             them"
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

/// The two scenarios.
fn both(args: &WhyArgs) -> Result<(Scenario, Scenario), Failure> {
    let changed = args.play.options();
    let plain = with_rounds(Options::default(), args.play.max_rounds.as_deref());
    let (a, b): ((&PathBuf, Options), (&PathBuf, Options)) = match args.scenarios.as_slice() {
        [one] if args.play.set.sets.is_empty() => {
            let message = format!(
                "{} alone has nothing to be compared with: name a second scenario, or change it with --set",
                one.display()
            );
            return Err(Failure::usage(message));
        }
        [one] => ((one, plain), (one, changed)),
        all => ((&all[0], changed.clone()), (&all[1], changed)),
    };
    let (a, b) = (load(a.0, &a.1)?, load_again(b.0, &b.1)?);
    if a.info.name() != b.info.name() {
        let message = format!(
            "{} is of {} and {} of {}: they are of two games and have no edits in common",
            a.path.display(),
            a.info.name(),
            b.path.display(),
            b.info.name()
        );
        return Err(Failure::usage(message));
    }
    Ok((a, b))
}

/// Returns the name of a scenario: by its file, and of the second by the changes of `--set`.
fn name(args: &WhyArgs, scenario: &Scenario, is_second: bool) -> String {
    match args.scenarios.len() {
        1 if is_second => format!("{}: {}", scenario.stem, args.play.set.sets.join(", ")),
        _ => scenario.stem.clone(),
    }
}

/// Two lines without control characters.
fn shown_head(text: &str) -> String {
    text.lines().map(|line| shown(line).into_owned()).collect::<Vec<_>>().join("\n")
}
