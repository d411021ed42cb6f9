//! Keys of the ledger whose rules are not played yet, each with what it is and its rule: a
//! scenario that uses one is refused, never half-played. Landing a rule takes its keys out of
//! here.

use crate::sheet::declare::NotPlayed;

/// Keys of the stat block.
pub(super) const UNIT_KEYS: &[NotPlayed] = &[
    ("mp", "magic points", "NW-27"),
    ("start_mp", "magic points", "NW-27"),
    ("prana", "prana", "NW-06"),
    ("start_prana", "prana", "NW-06"),
    ("release", "prana", "NW-06"),
    ("movement_power", "movement", "NW-37"),
    ("status_immune", "bad statuses", "NW-43"),
    ("start_statuses", "bad statuses", "NW-43"),
    ("position", "a place on the board", "NW-35"),
    ("arrives_round", "late arrival", "NW-09"),
    ("appearance", "late arrival", "NW-09"),
    ("abilities", "special abilities", "NW-53"),
    ("enchantments", "enchantments", "NW-33"),
    ("loadouts", "loadouts", "NW-34"),
    ("enchantment_limit", "enchantments", "NW-33"),
    ("memory", "memorised magic", "NW-33"),
    ("block", "withdrawal", "NW-38"),
    ("lunar_robe", "the Lunar Robe", "NW-09"),
    ("command_group", "command", "NW-53"),
];

/// Keys of the weapon.
pub(super) const WEAPON_KEYS: &[NotPlayed] = &[
    ("range", "range", "NW-40"),
    ("range_min", "range", "NW-40"),
    ("area", "attacks on several targets", "NW-25"),
    ("count_cost", "costs", "NW-17"),
    ("hp_cost", "costs", "NW-17"),
    ("mp_cost", "costs", "NW-17"),
    ("prana_cost", "costs", "NW-17"),
    ("inflict", "bad statuses", "NW-43"),
    ("hands", "loadouts", "NW-34"),
    ("enchantment", "enchantments", "NW-33"),
];

/// Ruling keys.
pub(super) const RULINGS: &[NotPlayed] = &[("surprise", "surprise", "NW-10")];

/// Decisions.
pub(super) const DECISIONS: &[NotPlayed] = &[
    ("tie", "who of tied units goes first", "D-tie"),
    ("weapon", "which weapon is used", "D-weapon"),
    ("ability", "when abilities are used", "D-ability"),
    ("cost", "which costs are paid", "D-cost"),
    ("move", "where a unit goes", "D-move"),
    ("allout", "when a unit moves All-Out", "D-allout"),
    ("flight", "when a unit flies", "D-flight"),
    ("prana_init", "prana on the Action Count Judge", "D-prana-init"),
    ("prana_atk", "prana on attacks", "D-prana-atk"),
    ("prana_def", "prana on defences", "D-prana-def"),
    ("prana_mort", "prana on Mortality Judges", "D-prana-mort"),
    ("cover", "who covers whom", "D-cover"),
    ("recover", "how bad statuses are shaken off", "D-recover"),
    ("wake", "whether an Unconscious unit tries to wake", "D-wake"),
    ("memory", "which magic is memorised", "D-memory"),
    ("prana_convert", "when prana becomes HP or MP", "D-prana-convert"),
    ("enchant", "which enchantments are active", "D-enchant"),
    ("loadout", "which loadout is worn", "D-loadout"),
    ("react", "when Reaction abilities are used", "D-react"),
    ("robe", "when the Lunar Robe opens", "D-robe"),
    ("final", "what the last Main is for", "D-final"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::night_wizard::rulings::Rulings;
    use crate::night_wizard::sheet::{DECISIONS as PLAYED, UnitSheet, WeaponSheet};

    #[test]
    fn no_key_is_both_played_and_refused() {
        let played = |key: &str| {
            Rulings::ALL.iter().any(|info| info.key == key)
                || PLAYED.iter().any(|info| info.key == key)
                || UnitSheet::INFO.keys.iter().chain(WeaponSheet::INFO.keys).any(|info| info.key == key)
        };
        for known in [UNIT_KEYS, WEAPON_KEYS, RULINGS, DECISIONS].concat() {
            assert!(!played(known.0), "{} is played", known.0);
        }
    }
}
