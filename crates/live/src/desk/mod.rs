//! The desk of a page: it plays what the page asks for on a thread of its own, and says what it knows in ever
//! sharper answers, whose charts are drawn on another thread. A newer question ends an older one at once.

mod tell;

use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fray_sim::control::Control;
use fray_sim::measures::Target;
use fray_sim::play::run::{Broken, CHUNK};
use fray_sim::precision::Aim;
use fray_sim::scenario::Scenario;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::sample::{Sample, Sampler};
use tokio::sync::watch;

use crate::answer::{Answer, Told};
use crate::curves::{Curve, Known, Number, PASSES, Point, Vary};

/// How long the fights of a first answer are played, if they are fewer than a chunk.
const FIRST: Duration = Duration::from_millis(25);
/// Fights that show how long one takes.
const PROBE: u64 = 8;
/// The curve of the number that was changed is drawn once so many fights are known.
const CURVE_FROM: u64 = 8 * CHUNK;
/// The time between two events with curves.
const CURVES_EACH: Duration = Duration::from_millis(250);
/// How long a page may take to listen, and how often that is looked at.
const OPENS: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(20);
/// The samples that are kept, so that undo costs nothing.
const KEPT: usize = 8;
/// A first answer has at most so many chunks.
const MOST_FIRST: u64 = 8;

/// A version that is played.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The name for readers.
    pub(crate) name: String,
    /// It, read.
    pub(crate) scenario: Arc<Scenario>,
}

/// The newest request of a page.
#[derive(Clone)]
pub(crate) struct Question {
    /// The number of the page for it.
    pub(crate) number: u64,
    /// The time at which the page asked.
    pub(crate) asked: Instant,
    /// How long the play of an older question went on after that.
    pub(crate) older: Duration,
    /// The version on the page.
    pub(crate) now: Subject,
    /// The pinned versions that it is compared with.
    pub(crate) pins: Vec<Subject>,
    /// The seed of all.
    pub(crate) seed: u64,
    /// Half the width of the intervals of win rates at which it is sharp enough.
    pub(crate) sharp: f64,
    /// The most fights.
    pub(crate) most: u64,
    /// The numbers whose curves are drawn when it is sharp; the first, if it was changed, on the way there.
    pub(crate) numbers: Vec<Number>,
    /// Whether the first number was changed.
    pub(crate) is_touched: bool,
    /// Gives the version with another value.
    pub(crate) vary: Vary,
}

impl core::fmt::Debug for Question {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Question").field("number", &self.number).finish_non_exhaustive()
    }
}

/// The fights of a version.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    key: (u64, u64),
    /// The metrics that are read from each fight.
    pub(crate) metrics: Vec<Metric>,
    /// Whole chunks of fights.
    pub(crate) sample: Sample,
    /// A part of a chunk, before there is a whole one.
    pub(crate) first: Sample,
}

impl Snapshot {
    /// The most fights that were played.
    #[must_use]
    pub(crate) fn played(&self) -> &Sample {
        if self.sample.fights > 0 { &self.sample } else { &self.first }
    }
}

/// An event for a page: its text, and how many there were before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Event {
    /// The number of the event.
    pub(crate) number: u64,
    /// JSON.
    pub(crate) text: Arc<str>,
}

/// The desk of a page.
#[derive(Debug)]
pub(crate) struct Desk {
    question: Mutex<Option<Question>>,
    asked: Condvar,
    /// Set when the question that is played is not the newest.
    is_over: AtomicBool,
    /// The number of the question that is played.
    playing: AtomicU64,
    /// The newest answer whose charts are to be drawn.
    undrawn: Mutex<Option<Told>>,
    /// Notified when there is one.
    draws: Condvar,
    is_closed: AtomicBool,
    /// The streams that are open to it.
    pub(crate) streams: AtomicUsize,
    /// The time at which the page was heard of last.
    pub(crate) heard: Mutex<Instant>,
    /// The last answer; `None` before the first.
    pub(crate) last: Mutex<Option<Arc<Answer>>>,
    /// Answers for the page.
    pub(crate) answers: watch::Sender<Event>,
    /// The curve of the number that was changed.
    pub(crate) curves: watch::Sender<Event>,
    /// Reports on a longer question.
    pub(crate) asks: watch::Sender<Event>,
    /// Stops the longer question that is played.
    pub(crate) asking: Mutex<Option<Arc<AtomicBool>>>,
}

/// The lock, whoever left it.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// Opens a desk that plays on so many threads.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn open(threads: usize) -> std::io::Result<Arc<Self>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("fights {n}"))
            .build()
            .map_err(std::io::Error::other)?;
        let desk = Arc::new(Self {
            question: Mutex::default(),
            asked: Condvar::new(),
            is_over: AtomicBool::new(false),
            playing: AtomicU64::new(0),
            undrawn: Mutex::default(),
            draws: Condvar::new(),
            is_closed: AtomicBool::new(false),
            streams: AtomicUsize::new(0),
            heard: Mutex::new(Instant::now()),
            last: Mutex::default(),
            answers: watch::channel(Event::default()).0,
            curves: watch::channel(Event::default()).0,
            asks: watch::channel(Event::default()).0,
            asking: Mutex::default(),
        });
        let plays = Arc::clone(&desk);
        let draws = Arc::clone(&desk);
        std::thread::Builder::new().name("desk".to_owned()).spawn(move || plays.work(&pool))?;
        std::thread::Builder::new().name("charts".to_owned()).spawn(move || draws.draw_charts())?;
        Ok(desk)
    }

    /// Asks; what was asked before is forgotten.
    pub(crate) fn ask(&self, question: Question) {
        let mut slot = held(&self.question);
        *slot = Some(question);
        self.is_over.store(true, Ordering::Relaxed);
        self.asked.notify_one();
    }

    /// Stops play until the next question.
    pub(crate) fn rest(&self) {
        held(&self.question).take();
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Ends its threads, and the longer question.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        if let Some(stop) = held(&self.asking).take() {
            stop.store(true, Ordering::Relaxed);
        }
        let slot = held(&self.question);
        self.is_over.store(true, Ordering::Relaxed);
        self.asked.notify_one();
        drop(slot);
        let undrawn = held(&self.undrawn);
        self.draws.notify_one();
        drop(undrawn);
    }

    fn work(&self, pool: &rayon::ThreadPool) {
        let (mut kept, mut known) = (VecDeque::new(), Known::default());
        let mut ended = Instant::now();
        loop {
            let question = {
                let mut slot = held(&self.question);
                loop {
                    if self.is_closed.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Some(mut question) = slot.take() {
                        question.older = ended.saturating_duration_since(question.asked);
                        self.is_over.store(false, Ordering::Relaxed);
                        self.playing.store(question.number, Ordering::Relaxed);
                        break question;
                    }
                    slot = self.asked.wait(slot).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let played = pool.install(|| self.play(&question, &mut kept, &mut known));
            ended = Instant::now();
            if let Err((whose, broken)) = played
                && !broken.is_given_up()
            {
                let message = format!(
                    "{whose}: fight {} of seed {} broke an invariant: {}",
                    broken.fight, question.seed, broken.message
                );
                let text = serde_json::json!({ "number": question.number, "broken": message });
                Self::tell(&self.answers, text.to_string());
            }
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Plays a question until it is sharp enough or over.
    fn play(
        &self,
        question: &Question,
        kept: &mut VecDeque<Snapshot>,
        known: &mut Known,
    ) -> Result<(), (String, Broken)> {
        let all: Vec<&Subject> = core::iter::once(&question.now).chain(&question.pins).collect();
        // Those that are the same are played once.
        let mut of_subject = Vec::new();
        let mut on_desk: Vec<(&Subject, Snapshot)> = Vec::new();
        for subject in all {
            let key = (subject.scenario.hash, question.seed);
            let at = on_desk.iter().position(|(_, kept)| kept.key == key).unwrap_or_else(|| {
                let known = kept.iter().position(|it| it.key == key).and_then(|at| kept.remove(at));
                let metrics = Metric::of_card(&subject.scenario.engine().about());
                let new = || Snapshot { key, metrics, ..Snapshot::default() };
                on_desk.push((subject, known.unwrap_or_else(new)));
                on_desk.len() - 1
            });
            of_subject.push(at);
        }
        let ended = self.refine(question, &of_subject, &mut on_desk, known);
        kept.extend(on_desk.into_iter().rev().map(|(_, kept)| kept));
        while kept.len() > KEPT {
            kept.pop_front();
        }
        ended
    }

    fn refine(
        &self,
        question: &Question,
        of_subject: &[usize],
        desk: &mut [(&Subject, Snapshot)],
        known: &mut Known,
    ) -> Result<(), (String, Broken)> {
        let mut target = desk[0].1.sample.fights;
        let mut is_first = true;
        if target == 0 {
            let n_new = desk.iter().filter(|(_, kept)| kept.sample.fights == 0).count();
            let began = Instant::now();
            let mut probe = Sample::default();
            if !self.part(desk[0].0, &desk[0].1.metrics, question.seed, &mut probe, PROBE)? {
                return Ok(());
            }
            let each = began.elapsed().div_f64(PROBE as f64).as_secs_f64().max(1e-9);
            let fits = (FIRST.as_secs_f64() / each / n_new as f64) as u64;
            target = CHUNK * (fits / CHUNK).clamp(1, MOST_FIRST);
            // Until a whole chunk is there, parts of it are played again, each four times the last.
            let mut size = fits.max(PROBE);
            while size < CHUNK {
                for (subject, kept) in desk.iter_mut().filter(|(_, kept)| kept.sample.fights == 0) {
                    let mut first = Sample::default();
                    if !self.part(subject, &kept.metrics, question.seed, &mut first, size)? {
                        return Ok(());
                    }
                    kept.first = first;
                }
                self.say(question, of_subject, desk, is_first, false);
                is_first = false;
                size *= 4;
            }
        }
        target = target.min(question.most.next_multiple_of(CHUNK)).max(CHUNK);
        let mut has_curve = false;
        loop {
            for (subject, kept) in desk.iter_mut() {
                if !self.part(subject, &kept.metrics, question.seed, &mut kept.sample, target)? {
                    return Ok(());
                }
            }
            let (subject, kept) = &desk[0];
            let about = subject.scenario.engine().about();
            let aim = Aim {
                targets: vec![Target::win_rates(question.sharp, &about)],
                goals: Vec::new(),
                min_fights: CHUNK,
                max_fights: question.most,
            };
            let progress = aim.progress(&about, &kept.sample.totals);
            let needed = progress.needed().unwrap_or(question.most).next_multiple_of(CHUNK);
            let is_done = progress.is_reached() || target >= question.most;
            self.say(question, of_subject, desk, is_first, is_done);
            is_first = false;
            if is_done {
                return self.draw(question, &question.numbers, known);
            }
            if question.is_touched && !has_curve && target >= CURVE_FROM {
                has_curve = true;
                self.draw(question, &question.numbers[..1], known)?;
            }
            if self.is_over() {
                return Ok(());
            }
            target = (2 * target).min(needed.max(target + CHUNK)).min(question.most.next_multiple_of(CHUNK));
        }
    }

    /// Returns whether somebody listens; a page that has just been opened is waited for.
    fn is_heard(&self) -> bool {
        let began = Instant::now();
        while self.streams.load(Ordering::Relaxed) == 0 {
            if self.is_over() || began.elapsed() > OPENS {
                return false;
            }
            std::thread::sleep(LOOK);
        }
        true
    }

    /// Plays the values of numbers pass by pass, and says how often the first side wins with each. Nothing is played
    /// that nobody sees.
    fn draw(
        &self,
        question: &Question,
        numbers: &[Number],
        known: &mut Known,
    ) -> Result<(), (String, Broken)> {
        let side = question.now.scenario.engine().about().roster.sides.first().map(|side| side.name.clone());
        let mut curves: BTreeMap<&str, Curve> = BTreeMap::new();
        let mut told = Instant::now();
        for (steps, fights) in PASSES {
            for number in numbers {
                let mut points: Vec<Point> = Vec::new();
                for value in number.values(steps) {
                    if self.is_over() || !self.is_heard() {
                        return Ok(());
                    }
                    let Some(version) = (question.vary)(&number.path, value) else { continue };
                    let rate = known.rate(&version, question.seed, fights, &self.is_over);
                    let rate = rate.map_err(|broken| (format!("{}={value}", number.path), broken))?;
                    points.extend(rate.map(|rate| (value, rate)));
                }
                if points.len() > 1 {
                    curves.insert(
                        &number.path,
                        Curve::of(side.as_deref().unwrap_or_default(), number, &points),
                    );
                }
                if told.elapsed() >= CURVES_EACH {
                    self.tell_curves(question, &curves);
                    told = Instant::now();
                }
            }
        }
        self.tell_curves(question, &curves);
        Ok(())
    }

    /// Plays a version on; false if the question is over.
    fn part(
        &self,
        subject: &Subject,
        metrics: &[Metric],
        seed: u64,
        sample: &mut Sample,
        end: u64,
    ) -> Result<bool, (String, Broken)> {
        if self.is_over() {
            return Ok(false);
        }
        let metrics: Vec<_> = metrics.iter().cloned().map(Some).collect();
        let sampler = Sampler::new(subject.scenario.engine(), seed, &metrics, true);
        let watch = Control { stop: &self.is_over, played: &|_| {} };
        let played = sampler.play_unless(sample, end, watch, &self.is_over);
        let is_whole = played.map_err(|broken| (subject.name.clone(), broken))?;
        Ok(is_whole && sample.fights >= end)
    }
}
