//! Conditions that ask for effects: some ability of that name must have one that lasts.

use fray_kit::sheet::conditions::each_given_name;
use fray_kit::sheet::declare::shown;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, did_you_mean};

use crate::choose::facts::Fact;

/// Notes the names that no lasting effect has, in all conditions of a table.
pub(super) fn check(node: &Node, path: &str, known: &[&str], problems: &mut Problems) {
    each_given_name::<Fact>(node, path, &mut |name, span, path| {
        if !known.contains(&name) {
            let meant = did_you_mean(name, known.iter().copied());
            let message = format!("no ability `{}` has an effect that lasts{meant}", shown(name));
            problems.add(span, path, message);
        }
    });
}
