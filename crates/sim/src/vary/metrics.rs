//! The metrics that scenario points are measured by, named as `--metric` of `compare` names them.

use crate::compare::NoComparison;
use crate::compare::primary::primary_metric;
use crate::compare::shared::{MetricKind, MetricName, Read, ScenarioMetric, metrics_of};
use crate::measures::ParseError;
use crate::totals::About;

/// A metric of a scenario.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Its name.
    pub named: MetricName,
    /// Its kind.
    pub kind: MetricKind,
    /// The largest number of a fight, or of an observation, that the scenario allows, where it is known.
    pub(crate) largest: Option<u64>,
    /// The columns that it is read from.
    pub(crate) read: Read,
}

/// Metrics, each once, and for each text that named one its number among them.
pub type Named = (Vec<Metric>, Vec<usize>);

impl Metric {
    fn new(metric: ScenarioMetric) -> Self {
        let ScenarioMetric { named, kind, read, largest, .. } = metric;
        Self { named, kind, largest, read }
    }

    /// The win rate of every side, then the metrics that `texts` name, each once; and for each text the
    /// number of its metric among them.
    ///
    /// # Errors
    /// The first text that names no metric of the scenario, or more than one, with what is wrong with it.
    pub fn named<'t>(about: &About, texts: &'t [String]) -> Result<Named, (&'t str, ParseError)> {
        let all = metrics_of(about);
        let known: Vec<(&MetricName, MetricKind)> =
            all.iter().map(|metric| (&metric.named, metric.kind)).collect();
        let is_win_rate = |at: &usize| all[*at].named.metric == "win_rate";
        let mut places: Vec<usize> = (0..all.len()).filter(is_win_rate).collect();
        let mut of_texts = Vec::new();
        for text in texts {
            let place = primary_metric(&known, Some(text)).map_err(|no| match no {
                NoComparison::Metric(error) => (text.as_str(), error),
                no => unreachable!("a text is read or is wrong: {no:?}"),
            })?;
            let number = places.iter().position(|&other| other == place).unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            });
            of_texts.push(number);
        }
        let metrics = places.into_iter().map(|place| Self::new(all[place].clone())).collect();
        Ok((metrics, of_texts))
    }

    /// The metrics that a card begins with: how fights end, how long they take, and of each unit those of the
    /// first table of the system and the damage that it deals.
    #[must_use]
    pub fn of_card(about: &About) -> Vec<Self> {
        let first = about.highlights.first().map_or(&[][..], |table| table.metrics);
        let is_shown = |named: &MetricName| match (&named.side, &named.unit) {
            (None, _) => named.metric != "activations",
            (Some(_), None) => named.metric == "win_rate",
            (Some(_), Some(_)) => first.contains(&named.metric.as_str()) || named.metric == "damage_dealt",
        };
        let all = metrics_of(about).into_iter().filter(|metric| is_shown(&metric.named));
        all.map(Self::new).collect()
    }

    /// These metrics in another scenario; `None` for those that it does not have.
    #[must_use]
    pub fn again(metrics: &[Self], about: &About) -> Vec<Option<Self>> {
        let all = metrics_of(about);
        let again = |metric: &Self| {
            let mut all = all.iter();
            let found = all.find(|other| other.named == metric.named && other.kind == metric.kind);
            found.map(|found| Self::new(found.clone()))
        };
        metrics.iter().map(again).collect()
    }
}
