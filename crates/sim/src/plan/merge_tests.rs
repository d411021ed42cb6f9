//! However the fights of a plan are cut, played and put into files: the sum is the whole, or it is said what
//! does not fit.

use proptest::prelude::*;

use super::*;
use crate::fixture::partial;
use crate::output::ResultName;
use crate::plan::{Kind, Plan, rules_digest, shard};
use crate::scenario::Beside;

/// A plan of 60 made-up fights of one point.
fn plan() -> Plan {
    let of = partial(0..1).of;
    let point = PlanPoint {
        name: ResultName::new("gate").unwrap(),
        scenario: of.scenario,
        title: String::new(),
        system: of.system,
        scenario_hash: of.scenario_hash,
        seed: of.seed,
        fights: 60,
        varied: Vec::new(),
        beside: Beside::default(),
        cross: None,
    };
    Plan::new(Kind::Run, vec![point], None)
}

fn part(plan: &Plan, range: core::ops::Range<u64>) -> Vec<u8> {
    encoded(plan, &partial(range))
}

fn encoded(plan: &Plan, partial: &PartialRun) -> Vec<u8> {
    let rules = rules_digest(&plan.points[0].system);
    shard::encode(&plan.plan_id, rules, "gate", partial)
}

/// The sum of files with these bytes, and everything that was noted.
fn sum(plan: &Plan, files: &[Vec<u8>]) -> (Sum, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    for (i, bytes) in files.iter().enumerate() {
        let name = dir.path().join(format!("{:02}/{i}.{EXTENSION}", i % 3));
        std::fs::create_dir_all(name.parent().unwrap()).unwrap();
        std::fs::write(name, bytes).unwrap();
    }
    // Files of others in the folder.
    std::fs::write(dir.path().join(".half.fshard"), "fray shard 1\n").unwrap();
    std::fs::write(dir.path().join("0.meta.json"), "{}").unwrap();
    let found = Found::new(plan, &[dir.path().to_owned()]).unwrap();
    let sum = found.sum(plan, 0).unwrap();
    let notes = found.notes.iter().chain(&sum.notes).map(ToString::to_string).collect();
    (sum, notes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// In any partition, in any order, with some of the parts twice, each in a file of its own or several in
    /// one, and some added before: the bytes are those of the whole.
    #[test]
    fn any_partition_is_the_whole(
        cuts in proptest::collection::btree_set(1_u64..60, 0..8),
        keys in proptest::collection::vec(any::<u32>(), 9),
        twice in 0_usize..9,
        joined in 0_usize..9,
        summed in 0_usize..9,
    ) {
        let plan = plan();
        let ends: Vec<u64> = [0].into_iter().chain(cuts).chain([60]).collect();
        let ranges: Vec<_> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
        // The first parts may be there as a sum already.
        let (before, parts) = ranges.split_at(summed.min(ranges.len() - 1));
        let mut files: Vec<(u32, Vec<u8>)> =
            parts.iter().zip(keys).map(|(range, key)| (key, part(&plan, range.clone()))).collect();
        let again = files[twice % files.len()].clone();
        files.push(again);
        if let (Some(first), Some(last)) = (before.first(), before.last()) {
            files.push((0, part(&plan, first.start..last.end)));
        }
        files.sort_by_key(|file| file.0);
        let mut files: Vec<Vec<u8>> = files.into_iter().map(|file| file.1).collect();
        let tail = files.split_off(joined % files.len());
        files.push(tail.concat());
        let (sum, notes) = sum(&plan, &files);
        prop_assert_eq!(notes, Vec::<String>::new());
        prop_assert_eq!((sum.missing.n(), sum.duplicates), (0, 1));
        prop_assert_eq!(sum.partial.unwrap().encode(), partial(0..60).encode());
    }
}

#[test]
fn what_is_not_there_is_missing() {
    let plan = plan();
    let (sum, notes) = sum(&plan, &[part(&plan, 10..20), part(&plan, 40..60)]);
    assert_eq!(notes, Vec::<String>::new());
    assert_eq!(sum.missing.to_string(), "0..10, 20..40");
    assert_eq!(sum.partial.unwrap().played.ranges.n(), 30);
}

#[test]
fn what_is_cut_short_or_changed_counts_as_not_there() {
    let plan = plan();
    let whole = part(&plan, 0..30);
    for at in [5, 20, whole.len() / 2, whole.len() - 70, whole.len() - 2] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        for bytes in [whole[..at].to_vec(), flipped] {
            let (sum, notes) = sum(&plan, &[bytes, part(&plan, 30..60)]);
            assert_eq!(sum.missing.to_string(), "0..30", "{at}");
            assert_eq!(notes.len(), 1, "{at}: {notes:?}");
            assert!(notes[0].ends_with("; ignored"), "{notes:?}");
        }
    }
}

#[test]
fn parts_of_other_plans_rules_and_scenarios_are_named_and_count_as_not_there() {
    let plan = plan();
    let rules = rules_digest(&plan.points[0].system);
    let of = |plan_id: &str, rules: &str, point: &str, partial: &PartialRun| {
        shard::encode(plan_id, rules, point, partial)
    };
    let mut other = partial(0..60);
    other.of.scenario_hash = "ef".into();
    for (bytes, part) in [
        (of("f00d", rules, "gate", &partial(0..60)), "it is of the plan f00d"),
        (of(&plan.plan_id, "0", "gate", &partial(0..60)), "built from the rules 0, the plan wants"),
        (of(&plan.plan_id, rules, "hall", &partial(0..60)), "the plan has no point `hall`"),
        (of(&plan.plan_id, rules, "gate", &partial(0..61)), "that the plan does not ask for"),
        (of(&plan.plan_id, rules, "gate", &other), "text of the scenario ef instead of abcd"),
        (b"PNG".to_vec(), "this is not a shard"),
        (Vec::new(), "it is empty"),
    ] {
        let (sum, notes) = sum(&plan, &[bytes]);
        assert!(sum.partial.is_none() && sum.missing.n() == 60);
        assert!(notes.len() == 1 && notes[0].contains(part), "{part}: {notes:?}");
    }
    // A plan that asks for more fights takes the parts of the first.
    let longer = plan.extended(&[80], |_| 1 << 16).unwrap().unwrap();
    let (sum, notes) = sum(&longer, &[part(&plan, 0..60), part(&longer, 60..80)]);
    assert_eq!((sum.missing.n(), notes.len()), (0, 0));
    let sum = sum.partial.unwrap();
    assert_eq!(sum.encode(), partial(0..80).encode());
}

#[test]
fn parts_that_share_fights_are_the_same_or_named() {
    let plan = plan();
    let (overlap, notes) = sum(&plan, &[part(&plan, 0..40), part(&plan, 30..60)]);
    assert_eq!(overlap.missing.to_string(), "40..60", "the second is left out");
    assert!(notes.len() == 1 && notes[0].contains("overlap in the fights 30..40"), "{notes:?}");
    let mut altered = partial(0..60);
    altered.played.totals.draws.add(1, 1);
    let (_, notes) = sum(&plan, &[part(&plan, 0..60), encoded(&plan, &altered)]);
    assert!(notes.len() == 1 && notes[0].contains("contradict each other"), "{notes:?}");
}
