//! `fray merge --plan`: adds the shards of a plan, and says which tasks are missing.
//!
//! One point after the other is added and written, so that a batch of thousands needs no more memory than one
//! point. A point that is not whole is left out, unless `--partial` asks for what is there.

use core::sync::atomic::Ordering;
use std::path::{Path, PathBuf};

use fray_sim::output::{
    Force, HeldSet, Manifest, NotPlayed, ResultName, ResultsSet, Run, RunKey, WholeFile, date_of_results,
    folder_of, is_transient, may_write, remove_temporaries, settle, write_whole,
};
use fray_sim::parts::PartialRun;
use fray_sim::plan::array::array;
use fray_sim::plan::merge::{Found, Note, Sum as PointSum};
use fray_sim::plan::points::{Frozen, NoPoint, PlanPoints};
use fray_sim::plan::{Kind, Plan, PlanPoint, rules_digest, shard};
use fray_sim::tables::format::thousands;
use fray_sim::tables::json;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::signature::signature;

use crate::args::MergeArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::{Flags, PrintedRun, Printer};
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, progress};
use crate::shell_command::{self, quoted};
use crate::sweep_tables::SweepTables;
use crate::verbs::scale::merge::{Sum, write};
use crate::verbs::scale::shard::no_plan;

/// The most lines about points with missing fights, and about files that do not fit.
const MOST_LINES: usize = 10;

pub(crate) fn run(args: &MergeArgs, place: &Path) -> Result<Exit, Failure> {
    let plan = Plan::read(place).map_err(no_plan)?;
    if let Some(difference) = plan.other_rules() {
        return Err(Failure::usage(difference));
    }
    let folder = folder_of(&Plan::file(place)).to_owned();
    let stop = on_interrupt(Keeps::Files)?;
    let found = Found::new(&plan, &args.dirs).map_err(unreadable)?;
    let mut merge = Merge {
        args,
        plan: &plan,
        points: PlanPoints::new(&plan, &folder),
        exit: Exit::Ok,
        notes: Vec::new(),
        duplicates: 0,
        missing: plan.points.iter().map(|_| Ranges::default()).collect(),
        below_target: 0,
    };
    merge.add_notes(found.notes.clone());
    for file in args.missing.iter().chain(&args.state) {
        may_write(file)?;
        // What a merge that was killed left there.
        remove_temporaries(folder_of(file)).map_err(|error| unreadable((file.clone(), error)))?;
    }
    let mut out = merge.open()?;
    let mut state = args.state.as_deref().map(WholeFile::new).transpose()?;
    let bar = progress(plan.fights(), args.quiet || args.json, FIGHTS_BAR);
    for at in 0..plan.points.len() {
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            let message = "interrupted: what was merged until then is whole; the same command merges all";
            return Err(Failure::Because(Exit::Interrupted, message.to_owned()));
        }
        let sum = found.sum(&plan, at).map_err(unreadable)?;
        bar.suspend(|| merge.point(at, sum, &mut out, state.as_mut()))?;
        bar.inc(plan.points[at].fights);
    }
    bar.finish_and_clear();
    if let Some(state) = state {
        state.persist()?;
    }
    merge.finish(out)
}

/// The failure of a file or folder that cannot be read.
pub(super) fn unreadable((path, error): (PathBuf, std::io::Error)) -> Failure {
    let exit = if is_transient(&error) { Exit::Retry } else { Exit::Output };
    Failure::Because(exit, format!("{}: cannot be read: {error}", path.display()))
}

/// The destination of the sums.
enum Out {
    Nowhere,
    /// The results of one scenario.
    One(PathBuf, Printer),
    /// The results of several points, with what tells those that are written from others.
    Several(ResultsSet, Printer, Vec<Option<RunKey>>, Vec<NotPlayed>),
    /// The tables of a sweep.
    Sweep(Box<SweepTables>, Printer),
}

struct Merge<'a> {
    args: &'a MergeArgs,
    plan: &'a Plan,
    points: PlanPoints<'a>,
    exit: Exit,
    notes: Vec<Note>,
    duplicates: usize,
    /// By point.
    missing: Vec<Ranges>,
    /// The points that have not met the target of the plan and may have more fights.
    below_target: usize,
}

impl Merge<'_> {
    fn open(&self) -> Result<Out, Failure> {
        let Some(dir) = &self.args.out else { return Ok(Out::Nowhere) };
        let flags = Flags { json: self.args.json, quiet: self.args.quiet, verbose: self.args.verbose };
        let names: Vec<ResultName> = self.plan.points.iter().map(|point| point.name.clone()).collect();
        Ok(match self.plan.kind {
            Kind::Run => Out::One(dir.clone(), Printer::new(flags, None)),
            Kind::Batch | Kind::Matrix => {
                let seeds = self.plan.points.iter().map(|point| point.seed);
                let (first, last) = (seeds.clone().min(), seeds.max());
                let seed = first.filter(|_| first == last);
                let force = if self.args.force { Force::Replace } else { Force::Keep };
                let set = HeldSet { names: names.clone(), seed, asked: None };
                let set = ResultsSet::open(dir, set, force)?;
                Out::Several(set, Printer::new(flags, Some(&names)), Vec::new(), Vec::new())
            }
            Kind::Sweep => {
                let tables = SweepTables::new(dir, self.args.force)?;
                Out::Sweep(Box::new(tables), Printer::new(flags, Some(&names)))
            }
        })
    }

    fn raise(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    fn add_notes(&mut self, notes: Vec<Note>) {
        for note in notes {
            match &note {
                Note::Unfit { .. } if !self.args.strict => {}
                Note::Unfit { .. } | Note::Overlap { .. } => self.raise(Exit::Mismatch),
                Note::Contradiction { .. } => self.raise(Exit::Contradiction),
            }
            self.notes.push(note);
        }
    }

    /// Takes the sum of a point: it is written if it is whole, or as far as it is there.
    fn point(
        &mut self,
        at: usize,
        sum: PointSum,
        out: &mut Out,
        state: Option<&mut WholeFile>,
    ) -> Result<(), Failure> {
        let plan = self.plan;
        let point = &plan.points[at];
        let PointSum { partial, missing, duplicates, notes } = sum;
        let fits = notes.iter().all(|note| matches!(note, Note::Unfit { .. }));
        self.add_notes(notes);
        self.duplicates += duplicates;
        let is_whole = missing.is_empty();
        self.missing[at] = missing;
        if !is_whole {
            self.raise(Exit::Undecided);
        }
        if let (Some(state), Some(partial)) = (state, &partial) {
            let rules = rules_digest(&point.system);
            state.add(&shard::encode(&plan.plan_id, rules, point.name.as_str(), partial))?;
        }
        let key = match partial.filter(|_| fits && (is_whole || self.args.partial)) {
            Some(partial) => Some(self.write(point, partial, is_whole, out)?),
            None => None,
        };
        if let Out::Several(_, _, keys, not_played) = out {
            if key.is_none() {
                not_played.push(NotPlayed {
                    scenario: point.name.to_string(),
                    file: self.points.file(point).display().to_string(),
                    code: Exit::Undecided as u8,
                    reason: "fights are missing, or parts of them do not fit together".to_owned(),
                });
            }
            keys.push(key);
        }
        Ok(())
    }

    /// Returns why a point has no more fights.
    fn stop(&mut self, point: &PlanPoint, partial: &PartialRun, is_whole: bool) -> Result<Stop, Failure> {
        if !is_whole {
            return Ok(Stop::Interrupted);
        }
        let Some(target) = &self.plan.target else { return Ok(Stop::Fixed) };
        let progress = target.progress(partial).map_err(Failure::usage)?;
        if progress.is_reached() {
            return Ok(Stop::Target);
        }
        if point.fights >= target.max_fights {
            self.raise(Exit::Undecided);
            return Ok(Stop::Max);
        }
        self.below_target += 1;
        Ok(Stop::Fixed)
    }

    fn write(
        &mut self,
        point: &PlanPoint,
        partial: PartialRun,
        is_whole: bool,
        out: &mut Out,
    ) -> Result<RunKey, Failure> {
        let key = RunKey { seed: point.seed, scenario_hash: partial.of.scenario_hash.clone() };
        let stop = self.stop(point, &partial, is_whole)?;
        let (dir, printer) = match out {
            Out::Nowhere => return Ok(key),
            Out::One(dir, printer) => (dir.clone(), printer),
            Out::Several(set, printer, ..) => (set.path().join(point.name.as_str()), printer),
            Out::Sweep(tables, printer) => {
                let about = partial.of.about();
                let about = about.map_err(|error| Failure::Because(Exit::Mismatch, error.to_string()))?;
                let totals = &partial.played.totals;
                let columns = point.columns(stop, signature(totals));
                tables.add(&Tables::new(&columns, &about, totals))?;
                // A row is called by what is varied.
                let shown = Point { scenario: point.name.to_string(), ..columns };
                printer.add(&PrintedRun {
                    title: &point.title,
                    point: &shown,
                    about: &about,
                    totals,
                    range: partial.asked,
                    dir: None,
                    goals: &[],
                    each: self.args.each,
                    hints: &Vec::new,
                    dice_per_fight: &|| None,
                    note: "",
                });
                return Ok(key);
            }
        };
        let (run, scenario) = self.scenario(point, &partial)?;
        let manifest = manifest(run, point, &partial, stop);
        let scenario = Some(scenario);
        write(&Sum { partial, manifest, scenario, title: point.title.clone() }, &dir, self.args, printer)?;
        Ok(key)
    }

    /// The run of the scenario that was played, and its text, and no other's that stands in its place.
    fn scenario(&self, point: &PlanPoint, partial: &PartialRun) -> Result<(Run, String), Failure> {
        let scenario = self.points.load(point).map_err(|no| match no {
            NoPoint::Unreadable(file, error) => unreadable((file, error)),
            NoPoint::Other(why) => Failure::usage(why),
        })?;
        if point.cross.is_some() {
            let run = point.run(&scenario);
            if run.scenario_hash != partial.of.scenario_hash {
                let (planned, played) = (&run.scenario_hash, &partial.of.scenario_hash);
                return Err(Failure::usage(format!(
                    "point {}: scenario {played} was played instead of {planned}",
                    point.name
                )));
            }
            let text = scenario.text(Some(point.seed));
            return Ok((run, text.map_err(|error| Failure::Because(Exit::Broken, error.to_string()))?));
        }
        let file = Frozen::run_file(self.points.folder, point);
        let read = std::fs::read(&file).map_err(|error| unreadable((file.clone(), error)))?;
        let run = serde_json::from_slice(&read)
            .map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
        let file = Frozen::file(self.points.folder, point);
        Ok((run, std::fs::read_to_string(&file).map_err(|error| unreadable((file, error)))?))
    }

    fn finish(mut self, out: Out) -> Result<Exit, Failure> {
        match out {
            Out::Nowhere => {}
            Out::One(dir, printer) => {
                self.raise(printer.end(&[]));
                if dir.exists() {
                    settle(&dir)?;
                }
            }
            Out::Several(set, printer, keys, not_played) => {
                self.raise(printer.end(&not_played));
                if keys.iter().any(Option::is_some) {
                    set.write_summary(|at| keys[at].clone())?;
                }
                set.write_not_played(&not_played)?;
                settle(set.path())?;
            }
            Out::Sweep(tables, printer) => {
                self.raise(printer.end(&[]));
                // A table of some of the points looks like one of all.
                let is_whole = self.missing.iter().all(Ranges::is_empty) && self.exit < Exit::Mismatch;
                if is_whole || self.args.partial {
                    tables.persist()?;
                }
            }
        }
        self.report();
        let plan = self.plan;
        let lacks = |piece: &fray_sim::plan::Piece| {
            !self.missing[piece.point].both(&Ranges::from(piece.lo..piece.hi)).is_empty()
        };
        let tasks = plan.tasks_with(lacks);
        if let Some(file) = &self.args.missing {
            let list = array(&tasks);
            let text = if list.is_empty() { String::new() } else { list + "\n" };
            write_whole(file, text.as_bytes())?;
        }
        if !tasks.is_empty() {
            let list = array(&tasks);
            let list = match &self.args.missing {
                Some(file) if list.len() > 60 => format!("listed in {}", file.display()),
                _ => list,
            };
            let n = tasks.len();
            report(format_args!("missing: {n} of {} tasks: {list}", plan.tasks.len()));
        }
        Ok(self.exit)
    }

    /// Says what does not fit and what is missing.
    fn report(&self) {
        for note in self.notes.iter().take(MOST_LINES) {
            report(note);
        }
        if self.notes.len() > MOST_LINES {
            report(format_args!("and {} more files that do not fit", self.notes.len() - MOST_LINES));
        }
        let short: Vec<usize> = (0..self.missing.len()).filter(|&at| !self.missing[at].is_empty()).collect();
        for &at in short.iter().take(MOST_LINES) {
            let (point, missing) = (&self.plan.points[at], &self.missing[at]);
            report(format_args!(
                "point {}: {} of {} fights missing: {missing}",
                point.name,
                thousands(missing.n().into()),
                thousands(point.fights.into()),
            ));
        }
        if short.len() > MOST_LINES {
            report(format_args!("and {} more points with missing fights", short.len() - MOST_LINES));
        }
        if self.args.quiet {
            return;
        }
        match self.duplicates {
            0 => {}
            1 => report("1 part was the same as another and counts once"),
            n => report(format_args!("{n} parts were the same as another and count once")),
        }
        if self.below_target > 0 {
            let results: Vec<String> =
                self.args.dirs.iter().map(|dir| quoted(&dir.display().to_string())).collect();
            report(format_args!(
                "{} points have not met their target; one more round for them: fray plan --extend {} --results {}",
                self.below_target,
                quoted(&self.points.folder.display().to_string()),
                results.join(" ")
            ));
        }
        if self.args.out.is_none() && self.exit == Exit::Ok {
            report(format_args!("all {} tasks are there", self.plan.tasks.len()));
        }
    }
}

/// The manifest of the results of a point.
fn manifest(run: Run, point: &PlanPoint, partial: &PartialRun, stop: Stop) -> Manifest {
    let totals = &partial.played.totals;
    Manifest {
        schema: json::SCHEMA,
        fray: env!("CARGO_PKG_VERSION").to_owned(),
        rules: Some(rules_digest(&point.system).to_owned()),
        date: Some(date_of_results()),
        run,
        fights: totals.fights,
        played: partial.played.ranges.clone(),
        stop,
        signature: signature(totals),
        threads: 1,
        // The files beside the shards say how long each took, and on which machine.
        wall_time_s: 0.0,
        command: shell_command::current(),
        resumed: Ranges::default(),
    }
}
