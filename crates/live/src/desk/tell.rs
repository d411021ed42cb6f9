//! The messages of a desk to its page: answers, at first without charts, and curves. Messages about a
//! question that is over are not sent.

use core::sync::atomic::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use tokio::sync::watch;

use super::{Desk, Event, Question, Snapshot, Subject, held};
use crate::answer::Told;
use crate::curves::Curve;

impl Desk {
    /// Says something to the page.
    pub(crate) fn tell(sender: &watch::Sender<Event>, text: String) {
        sender.send_modify(|event| *event = Event { number: event.number + 1, text: text.into() });
    }

    /// Says what is known with the sections of the report; the first time without them before that.
    pub(super) fn say(
        &self,
        question: &Question,
        of_subject: &[usize],
        desk: &[(&Subject, Snapshot)],
        is_first: bool,
        is_done: bool,
    ) {
        if self.is_over() {
            return;
        }
        let pins: Vec<&Snapshot> = of_subject[1..].iter().map(|at| &desk[*at].1).collect();
        let told = Told::of(question, &desk[0].1, &pins, is_done);
        if is_first {
            self.tell_answer(&told);
        }
        *held(&self.undrawn) = Some(told);
        self.draws.notify_one();
    }

    /// Draws the charts of the newest answer, and says it with them, until the page is closed.
    pub(super) fn draw_charts(&self) {
        loop {
            let mut told = {
                let mut slot = held(&self.undrawn);
                loop {
                    if self.is_closed.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Some(told) = slot.take() {
                        break told;
                    }
                    slot = self.draws.wait(slot).unwrap_or_else(PoisonError::into_inner);
                }
            };
            if self.is_over() {
                continue;
            }
            told.add_sections();
            self.tell_answer(&told);
        }
    }

    fn tell_answer(&self, told: &Told) {
        let text = told.json();
        let slot = held(&self.question);
        let is_newest = told.number() == self.playing.load(Ordering::Relaxed);
        if slot.is_none() && is_newest && !self.is_over() {
            *held(&self.last) = Some(Arc::clone(&told.answer));
            Self::tell(&self.answers, text);
        }
    }

    /// Says the curves that are known.
    pub(super) fn tell_curves(&self, question: &Question, curves: &BTreeMap<&str, Curve>) {
        let text = serde_json::json!({ "number": question.number, "curves": curves }).to_string();
        let slot = held(&self.question);
        if slot.is_none() && !self.is_over() {
            Self::tell(&self.curves, text);
        }
    }
}
