//! Scenarios between two others: with some of the edits that make the second of the first.
//!
//! The edits are found by comparing the two texts, units written out. Edits that are right only together
//! (a weapon and the tactic that names it) are one. Sides and units that only have other names are given
//! the names of the second scenario from the start, so that they roll its dice: names are no edits.

use std::collections::BTreeMap;

use fray_kit::sheet::envelope::SideDoc;
use fray_play::game::Game;

use super::edits::{Edit, Text, edits, rename};
use super::{BuiltScenario, Scenario, compose};
use crate::gate::changes::{Changed, Renamed, renamed_between};

/// The most edits that can be told apart.
pub const MOST_EDITS: usize = 64;

/// The set of edits that are made: bit i stands for edit number i.
pub type EditSet = u64;

/// Two scenarios and the edits between them.
#[derive(Debug)]
pub struct EditLattice {
    info: &'static Game,
    a: Text,
    b: Text,
    edits: Vec<Edit>,
    /// By edit that is made by itself: the numbers of those in `edits` that it is made of.
    groups: Vec<Vec<usize>>,
    /// Whether all edits are one, and with it the text is that of the second scenario.
    is_whole: bool,
    /// The sides and units that have another name in the second scenario.
    pub renamed: Vec<Renamed>,
}

impl EditLattice {
    /// Finds the edits that make `b` of `a`, two scenarios of one system. Up to `all` edits every choice of
    /// them is a scenario; of more, every one or two and all but one or two.
    ///
    /// # Panics
    /// If the scenarios are of different systems.
    #[must_use]
    pub fn new(a: &Scenario, b: &Scenario, all: usize) -> Self {
        assert_eq!(a.info.name(), b.info.name(), "scenarios of one system");
        let text = |of: &Scenario| Text { document: of.document.clone(), library: of.library.clone() };
        let (mut of_a, of_b) = (text(a), text(b));
        let renamed = take_names(&mut of_a, &of_b);
        for (section, id, block) in b.library.each().filter(|(section, ..)| *section != "status") {
            // Blocks that nothing names do nothing.
            if of_a.library.get(section, id).is_none() {
                of_a.library.replace(section, id, Some(block.clone()));
            }
        }
        let found = edits(&of_a, &of_b, &b.sources);
        let mut blend = Self {
            info: a.info,
            a: of_a,
            b: of_b,
            edits: found,
            groups: Vec::new(),
            is_whole: false,
            renamed,
        };
        blend.drop_idle(b.hash);
        blend.settle(all);
        blend
    }

    /// The number of edits.
    #[must_use]
    pub fn n(&self) -> usize {
        self.groups.len()
    }

    /// All edits.
    #[must_use]
    pub fn full(&self) -> EditSet {
        all_of(self.n())
    }

    /// Returns the changes of an edit.
    pub fn changes(&self, edit: usize) -> impl Iterator<Item = &Changed> {
        self.groups[edit].iter().map(|&at| &self.edits[at].changed)
    }

    /// The scenario with these edits; `None` if the rules do not allow it.
    #[must_use]
    pub fn with(&self, set: EditSet) -> Option<BuiltScenario> {
        let chosen = (0..self.n()).filter(|&edit| set & (1 << edit) != 0);
        self.made(chosen.flat_map(|edit| self.groups[edit].iter().copied()))
    }

    fn made(&self, edits: impl IntoIterator<Item = usize>) -> Option<BuiltScenario> {
        let mut edits = edits.into_iter().peekable();
        let is_b = self.is_whole && edits.peek().is_some();
        let mut text = if is_b { self.b.clone() } else { self.a.clone() };
        edits.for_each(|at| self.edits[at].carry(&self.b, &mut text));
        compose(self.info, text.document, &text.library).ok()
    }

    /// Leaves out the edits that change nothing, and makes one edit of all if together they are not the
    /// scenario with this hash.
    fn drop_idle(&mut self, hash: u64) {
        let n = self.edits.len();
        let without = |out: Option<usize>| self.made((0..n).filter(|&at| Some(at) != out));
        let bare = self.made([]).map(|made| made.hash);
        if bare == Some(hash) {
            self.edits.clear();
            return;
        }
        if without(None).map(|made| made.hash) != Some(hash) {
            // Something that stands at no place of its own, like the order of units.
            self.is_whole = true;
            if n == 0 {
                self.edits.push(Edit::order());
            }
            self.groups = vec![(0..self.edits.len()).collect()];
            return;
        }
        let is_idle = |at: usize| {
            self.made([at]).map(|made| made.hash) == bare
                && without(Some(at)).map(|made| made.hash) == Some(hash)
        };
        let idle: Vec<bool> = (0..n).map(is_idle).collect();
        let mut idle = idle.into_iter();
        self.edits.retain(|_| !idle.next().expect("one for each edit"));
        self.groups = (0..self.edits.len()).map(|at| vec![at]).collect();
    }

    /// Joins edits until those left can be made one without the other.
    fn settle(&mut self, all: usize) {
        while self.n() > MOST_EDITS {
            self.join_near();
        }
        let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        'joined: loop {
            let n = self.n();
            for set in choices(n, all) {
                let mut is_right = |set: EditSet| {
                    let chosen = (0..n).filter(|&edit| set & (1 << edit) != 0);
                    let mut edits: Vec<usize> = chosen.flat_map(|edit| self.groups[edit].clone()).collect();
                    edits.sort_unstable();
                    *known.entry(edits.clone()).or_insert_with(|| self.made(edits).is_some())
                };
                if is_right(set) {
                    continue;
                }
                // What is chosen needs something that is not: find both.
                let outside = (0..n).filter(|&edit| set & (1 << edit) == 0);
                let Some(first) = outside.clone().next() else { break 'joined };
                let needed = outside.clone().find(|&edit| is_right(set | 1 << edit)).unwrap_or(first);
                let inside: Vec<usize> = (0..n).filter(|&edit| set & (1 << edit) != 0).collect();
                let needing = inside.iter().find(|&&edit| is_right(set & !(1 << edit)));
                let needing = *needing.or(inside.first()).expect("the first scenario is right");
                self.join(needing, needed);
                continue 'joined;
            }
            break;
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (low, high) = (one.min(other), one.max(other));
        let mut more = self.groups.remove(high);
        self.groups[low].append(&mut more);
        self.groups[low].sort_unstable();
    }

    /// Joins two edits of one unit; if every unit has one, the last two.
    fn join_near(&mut self) {
        let n = self.n();
        let near = |i: usize| self.edits[self.groups[i - 1][0]].is_near(&self.edits[self.groups[i][0]]);
        let at = (1..n).rev().find(|&i| near(i)).unwrap_or(n - 1);
        self.join(at - 1, at);
    }
}

fn all_of(n: usize) -> EditSet {
    if n == 0 { 0 } else { EditSet::MAX >> (64 - n) }
}

/// The choices that have to be scenarios: all, or of many edits one or two, and all but one or two.
fn choices(n: usize, all: usize) -> Vec<EditSet> {
    if n <= all {
        return (1..all_of(n)).collect();
    }
    let pairs = (0..n).flat_map(|i| (0..=i).map(move |j| 1 << i | 1 << j));
    let mut sets: Vec<EditSet> = pairs.collect();
    sets.sort_by_key(|set: &EditSet| set.count_ones());
    let complements: Vec<EditSet> = sets.iter().map(|set| all_of(n) & !set).collect();
    sets.into_iter().chain(complements).collect()
}

/// Gives the sides and units of `a` the names that they have in `b`.
fn take_names(a: &mut Text, b: &Text) -> Vec<Renamed> {
    let renamed = {
        let [was, now] = [&*a, b]
            .map(|text| -> Vec<(&str, Vec<&str>)> { text.document.sides.iter().map(names).collect() });
        renamed_between(&was, &now)
    };
    for Renamed { was, now } in &renamed {
        let side = was.side.as_deref().unwrap_or_default();
        match (&was.unit, &now.unit) {
            (Some(unit), Some(now)) => rename(&mut a.document, side, Some(unit), now),
            _ => rename(&mut a.document, side, None, now.side.as_deref().unwrap_or_default()),
        }
    }
    renamed
}

/// The name of a side and those of its units.
fn names(side: &SideDoc) -> (&str, Vec<&str>) {
    (&side.name.value, side.units.iter().map(|unit| unit.name.value.as_str()).collect())
}

#[cfg(all(test, feature = "night-wizard"))]
mod tests {
    use super::super::load_text;
    use super::*;

    const DUEL: &str = include_str!("../../../../configs/night-wizard/duel.toml");

    const SQUIRE: &str = "[[side.unit]]\nname = \"Squire\"\nkind = \"pc\"\nhp = 5\nhit = 6\ndodge = 6\nattack = 8\n\
                          defense = 6\naction_value = 8\ncrit = [7]\nfumble = [2]\n\n";

    /// With a second wizard, listed last.
    fn with_squire(text: &str) -> String {
        let second = "[[side]]\nname = \"emulators\"";
        text.replace(second, &format!("{SQUIRE}{second}"))
    }

    fn blend(a: &str, b: &str) -> (EditLattice, u64) {
        let [a, b] = [a, b].map(|text| load_text("duel.toml", text).expect("a scenario"));
        (EditLattice::new(&a, &b, 6), b.hash)
    }

    fn words(blend: &EditLattice) -> Vec<String> {
        let path = |edit| blend.changes(edit).map(|it| it.path.clone()).collect::<Vec<_>>().join("+");
        (0..blend.n()).map(path).collect()
    }

    #[test]
    fn edits_are_values_entries_of_lists_and_units() {
        let b = with_squire(DUEL)
            .replace("hp = 18 ", "hp = 20 ")
            .replace("hit_tie = \"attacker\"", "hit_tie = \"defender\"")
            .replace(
                "[[side.unit.weapons]] ",
                "[[side.unit.weapons]]\nname = \"Axe\"\nhit_kind = \"physical\"\n\n[[side.unit.weapons]] ",
            );
        let (blend, hash) = blend(DUEL, &b);
        assert_eq!(
            words(&blend),
            ["rulings.hit_tie", "wizards/Knight.hp", "wizards/Squire", "emulators/Ogre.weapons.Axe"]
        );
        assert_eq!(blend.with(blend.full()).map(|made| made.hash), Some(hash));
        // A unit and an entry that are gone are edits, too.
        let (back, hash) = self::blend(&b, DUEL);
        assert_eq!((back.n(), back.with(back.full()).map(|made| made.hash)), (4, Some(hash)));
    }

    #[test]
    fn what_is_right_only_together_is_one_edit() {
        // The knight guards a squire, who has to be there.
        let b = with_squire(DUEL)
            .replace("target = \"first\" ", "cover = { guard = \"Squire\" }\ntarget = \"first\" ");
        let (blend, hash) = blend(DUEL, &b);
        assert_eq!(words(&blend), ["wizards/Knight.tactics.cover+wizards/Squire"]);
        assert_eq!(blend.with(blend.full()).map(|made| made.hash), Some(hash));
    }

    #[test]
    fn other_names_are_no_edit_and_another_order_is_one() {
        let (named, _) = blend(DUEL, &DUEL.replace("\"Ogre\"", "\"Troll\""));
        assert_eq!((named.n(), named.renamed.len()), (0, 1));
        let b = DUEL
            .replace("[[side]]\nname = \"wizards\"\n", &format!("[[side]]\nname = \"wizards\"\n\n{SQUIRE}"));
        let (order, hash) = blend(&with_squire(DUEL), &b);
        assert_eq!(words(&order), ["the order of what is listed"]);
        assert_eq!(order.with(1).map(|made| made.hash), Some(hash));
    }
}
