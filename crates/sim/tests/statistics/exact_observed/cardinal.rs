//! Exact against sampled fights of Cardinal.

use super::compare_text;

/// CA-05, CA-10, CA-20 and CA-24: initiative, Focus and interrupts, one defence a round, counters. Who acts first
/// may fall in the own turn here, and the round does not begin once more (CA-07).
#[test]
fn swords_and_initiative_agree() {
    const TEXT: &str = r#"
system = "cardinal"
run.max_rounds = 4
rulings = { defences_per_round = 1, overkill_fear = true }

[[side]]
name = "left"

[[side.unit]]
name = "Knight"
kind = "pc"
speed = "d8"
mind = "d6"
soak_pool = "d8"
armor = "d6"
dodge_pool = "d6+d4"
weapons = [{ name = "sword", attack = "d8+d6", parry = "d8+d4", counter = "d8+d4", damage = 1 }]
tactics = { defence = [{ use = "counter", when = "round <= 1" }, "parry"], target = "weakest" }

[[side]]
name = "right"

[[side.unit]]
name = "Bandit"
speed = "d8"
mind = "d8"
soak_pool = "d8"
dodge_pool = "2d6"
weapons = [{ name = "club", attack = "d8+d6", damage = 1, effects = ["slaying"] }]
tactics = { tactic = "aim_attack", focus = "interrupt_first_attack" }

[[side.unit]]
name = "Boy"
speed = "d4"
mind = "d4"
soak_pool = "d6"
dodge_pool = "d6"
weapons = [{ name = "knife", attack = "d6", damage = 0 }]
"#;
    compare_text(TEXT, 41);
}

/// CA-46, CA-47, CA-50 and CA-52: death saves, Overkills, Rallies, First Aid, and an ability that cures.
#[test]
fn fear_and_comfort_agree() {
    const TEXT: &str = r#"
system = "cardinal"
run.max_rounds = 5
rulings.initiative_roll = false
rulings.turn_order = "sides_coin"
rulings.yield_afraid = false
rulings.first_aid_returns = "one_success"
rulings.death_save = "on"
rulings.overkill_fear = true

[[side]]
name = "left"

[[side.unit]]
name = "Ogre"
body = "d8"
soak_pool = "d8+d6"
dodge_pool = "d6"
weapons = [{ name = "trunk", attack = "d10+d8", damage = 3 }]
tactics = { rally = "never" }

[[side]]
name = "right"

[[side.unit]]
name = "Soldier"
kind = "pc"
soak_pool = "2d6"
armor = "d4"
dodge_pool = "2d6"
weapons = [{ name = "spear", attack = "2d6", damage = 1 }]
tactics = { rally = "never" }

[[side.unit]]
name = "Leader"
kind = "pc"
mind = "d8"
soak_pool = "2d6"
dodge_pool = "2d6"
rally_pool = "d8"
weapons = [{ name = "bow", attack = "2d6", kind = "ranged", damage = 1, range = "medium", reload = 1 }]
tactics = { first_aid = "medic", defence = "dodge" }
abilities = ["soothe"]

[ability.soothe]
name = "Soothe"
target = "ally"
range = "short"
cost = [{ exhaust = "action" }]
effects = [{ remove_status = ["hurt", "afraid"] }]
"#;
    compare_text(TEXT, 42);
}

/// CA-14, CA-15 and CA-26: reloads, moves and retreats.
#[test]
fn shots_along_a_bridge_agree() {
    const TEXT: &str = r#"
system = "cardinal"
run.max_rounds = 5
rulings = { turn_order = "d100", ties = "retreat" }

[map]
width = 24
height = 1

[[side]]
name = "left"

[[side.unit]]
name = "Archer"
position = [0, 0]
speed = "d8"
mind = "d8"
soak_pool = "d6"
dodge_pool = "d8"
weapons = [{ name = "bow", attack = "2d8", kind = "ranged", damage = 1, range = "near", reload = 1 }]
tactics = { tactic = "kite", turn = "focus_when_no_target" }

[[side]]
name = "right"

[[side.unit]]
name = "Wolf"
position = [23, 0]
speed = "d6"
soak_pool = "d6"
armor = "d6"
dodge_pool = "d8"
weapons = [{ name = "fangs", kind = "unarmed", attack = "2d6", damage = 1 }]
"#;
    compare_text(TEXT, 43);
}
