//! The duel of Night Wizard in which tests change a line or two: a Knight against an Ogre.

/// Its parts as lines of a scenario, each ending with a new line.
pub(crate) struct Duel<'a> {
    /// What stands between the system and the sides.
    pub(crate) head: &'a str,
    /// The names of the sides.
    pub(crate) sides: [&'a str; 2],
    /// The keys of the Knight.
    pub(crate) knight: &'a str,
    /// The keys of the Ogre.
    pub(crate) ogre: &'a str,
    /// What stands at the end.
    pub(crate) end: &'a str,
}

/// The stat block of the Knight but for its kind.
pub(crate) const KNIGHT: &str = "hp = 18\nhit = 8\ndodge = 7\nattack = 12\ndefense = 8\naction_value = 11\n";

/// That of the Ogre.
pub(crate) const OGRE: &str = "hp = 26\nhit = 7\ndodge = 6\nattack = 14\ndefense = 9\naction_value = 7\n";

impl Duel<'_> {
    /// The scenario as a text.
    pub(crate) fn text(&self) -> String {
        let side = |side: &str, unit: &str, keys: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{unit}\"\n{keys}")
        };
        let Self { head, sides: [first, second], knight, ogre, end } = self;
        let sides = side(first, "Knight", knight) + &side(second, "Ogre", ogre);
        format!("system = \"night-wizard\"\n{head}{sides}{end}")
    }
}
