//! Conditions that ask for statuses: there must be one of that name.

use fray_kit::sheet::conditions::{each_given_name, given_names};
use fray_kit::sheet::declare::shown;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span, did_you_mean, one_of};

use crate::data::tactics::Fact;
use crate::data::vocabulary::Status;

/// Notes the names of statuses that there are not, in all conditions of a table `tactics`.
pub(super) fn check_tactics(node: &Node, statuses: &[Status], path: &str, problems: &mut Problems) {
    each_given_name::<Fact>(node, path, &mut |name, span, path| {
        check_name(name, span, path, statuses, problems)
    });
}

/// The same in a condition.
pub(super) fn check(when: &Node, statuses: &[Status], path: &str, problems: &mut Problems) {
    given_names::<Fact>(when, path, &mut |name, span, path| check_name(name, span, path, statuses, problems));
}

fn check_name(name: &str, span: Span, path: &str, statuses: &[Status], problems: &mut Problems) {
    let known = statuses.iter().map(|status| status.name.as_str());
    if known.clone().any(|known| known == name) {
        return;
    }
    let meant = did_you_mean(name, known.clone());
    let message = format!("there is no `[status.{}]` here or in an include{meant}", shown(name));
    problems.missing_help(span, path, message, format!("the statuses are {}", one_of(known)));
}
