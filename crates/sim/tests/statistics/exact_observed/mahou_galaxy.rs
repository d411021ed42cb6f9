//! Exact against sampled fights of Mahou Galaxy. Low hit points, few rounds, and dice that explode seldom or never
//! keep the states few.

use super::compare_text;

/// MG-16, MG-32 and MG-36 to MG-38: spot defences behind the roll, kicks, criticals of all stances and what
/// precise ones do.
#[test]
fn answers_behind_the_roll_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 3
rulings = { dice.explode = false, hp.out_at = "zero_or_less" }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 3
str = 4
def = 3
agi = 5
acc = 6
armor = 1
skills = { martial_arts = 3 }
facet_skills = ["martial_arts"]
weapons = [{ name = "rapier", damage = ["1d4"], stances = ["fast", "precise"] }]
tactics.plan = "two_hands_kick"
tactics.stance = [{ use = "precise", when = "round <= 1" }, "fast"]
tactics.precise = [{ use = "trip", when = "target_fallen = 0" }, { use = "disarm", when = "round >= 2" }, "hand"]
tactics.spot = "best_odds"

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
hp_max = 4
str = 6
def = 4
agi = 4
acc = 4
skills = { martial_arts = 2 }
facet_skills = ["martial_arts"]
weapons = [{ name = "club", damage = ["1d4"], stances = ["strong"] }]
tactics = { plan = "two_hands", stance = "strong", spot = "block_offhand" }
"#;
    compare_text(TEXT, 31);
}

/// MG-D6 and MG-D7: spot defences before the roll, which answer misses too, and active defences.
#[test]
fn answers_before_the_roll_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 3
rulings = { dice.explode = false, hp.out_at = "zero_or_less" }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 3
str = 4
def = 3
agi = 5
acc = 6
armor = 1
skills = { martial_arts = 3 }
facet_skills = ["martial_arts"]
weapons = [{ name = "rapier", damage = ["1d4"], stances = ["fast", "precise"] }]
tactics.plan = "two_hands_kick"
tactics.stance = [{ use = "precise", when = "round <= 1" }, "fast"]
tactics.precise = [{ use = "trip", when = "target_fallen = 0" }, { use = "disarm", when = "round >= 2" }, "hand"]
tactics.spot = "best_odds"
tactics.spot_timing = "before"
tactics.active = "react"

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
hp_max = 4
str = 6
def = 4
agi = 4
acc = 4
skills = { martial_arts = 2 }
facet_skills = ["martial_arts"]
weapons = [{ name = "club", damage = ["1d4"], stances = ["strong"] }]
tactics = { plan = "two_hands", stance = "strong", spot = "several", spot_timing = "before", active = "both" }
"#;
    compare_text(TEXT, 32);
}

/// MG-04 and MG-15: chains of dice, and partial turns.
#[test]
fn dice_that_explode_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 2
rulings = { hp.out_at = "zero_or_less", dice.max_explosions = 2 }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 2
str = 4
def = 3
agi = 4
acc = 5
speed_mod = 6
skills = { martial_arts = 2 }
facet_skills = ["martial_arts"]
tactics = { plan = "attack", stance = "strong", spot = "dodge", refund = "hand" }

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
hp_max = 3
str = 6
def = 4
agi = 4
acc = 4
skills = { martial_arts = 1 }
tactics = { plan = "attack", stance = "strong", spot = "none" }
"#;
    compare_text(TEXT, 33);
}

/// MG-48 to MG-52 and MG-56: grapples, escapes, grapples out of escapes, what is snatched.
#[test]
fn wrestlers_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 2
rulings = { dice.explode = false, hp.out_at = "below_minus_def" }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 3
str = 6
def = 1
agi = 4
acc = 4
skills = { martial_arts = 2 }
tactics.plan = "grapple"
tactics.stance = "strong"
tactics.grapple = [{ use = { reinforce = 6 }, when = "round <= 1" }, "snatch"]

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
weapons = [{ name = "club", damage = ["1d4"], stances = ["strong", "fast"] }]
hp_max = 3
str = 8
def = 1
agi = 4
acc = 5
speed_mod = 5
skills = { martial_arts = 3 }
tactics.plan = "two_hands"
tactics.stance = "strong"
tactics.escape = "counter"
tactics.spot = "block_offhand"
tactics.held = [{ use = "attack", when = "round <= 1" }, "escape"]
"#;
    compare_text(TEXT, 34);
}

/// MG-55, MG-67, MG-69 and MG-77: throws, a hazard, traumas, the exhausted who leave the map.
#[test]
fn throws_into_a_fire_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 3
rulings = { dice.explode = false, hp.out_at = "below_minus_def", trauma.enabled = true }

[map]
width = 6
height = 2
terrain = [
  { at = [3, 0], hazard = { damage = ["1d4"] } },
  { at = [1, 1], to = [2, 1], blocks_move = true, cover = "half" },
]

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
position = [2, 0]
hp_max = 4
str = 6
def = 1
agi = 3
acc = 4
skills = { martial_arts = 2 }
tactics = { plan = "grapple", stance = "strong", grapple = [{ use = "snatch", when = "round <= 1" }, "throw"] }

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
position = [5, 0]
hp_max = 3
str = 4
def = 1
agi = 2
acc = 5
skills = { martial_arts = 3 }
weapons = [{ name = "club", damage = ["1d4"], stances = ["fast"], range = 5, ranged = true }]
tactics = { plan = "attack", stance = "fast", escape = "refund", spot = "none", flee = "exhausted" }
"#;
    compare_text(TEXT, 35);
}

/// MG-20, MG-46 and MG-47: range, cover and falls.
#[test]
fn shots_at_a_climber_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 3
rulings = { dice.explode = false, hp.out_at = "below_minus_def", end.standstill = 2 }

[map]
width = 6
height = 1
terrain = [
  { at = [3, 0], move_cost = 3, cover = "light" },
  { at = [5, 0], height = 2 },
]

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
position = [0, 0]
hp_max = 3
str = 4
def = 2
agi = 4
acc = 5
skills = { gym = 2 }
weapons = [{ name = "sling", skills = ["gym"], damage = ["1d4"], stances = ["precise"], range = 10, ranged = true }]
tactics = { plan = "attack", stance = "precise", spot = "none", move = "kite" }

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
position = [5, 0]
hp_max = 4
str = 5
def = 2
agi = 4
acc = 4
skills = { martial_arts = 2 }
tactics = { plan = "attack", stance = "strong", spot = "dodge", flee = "exhausted", hold = { interrupt = "Ann" } }
"#;
    compare_text(TEXT, 36);
}

/// MG-58 to MG-67: talk, castings that fail, opposing rolls, healing, an ongoing effect. Without explosions a
/// listener may resist with more than a talker can reach.
#[test]
fn words_and_spells_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 2
rulings = { dice.explode = false, hp.out_at = "below_minus_def", exhausted.penalty.roll = 1 }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 3
mp_max = 6
str = 1
def = 1
agi = 3
int = 6
acc = 3
per = 8
skills = { martial_arts = 1, magic = 2 }
abilities = ["bolt", "fire"]
tactics.plan = "attack"
tactics.talk = [{ use = "none", when = "mp >= 3" }, "demand"]
tactics.spot = "none"
tactics.ability = [{ use = { this = "Bolt" }, when = "round <= 1" }, "overdraft"]

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
hp_max = 5
mp_max = 3
str = 5
def = 1
agi = 3
int = 3
acc = 3
per = 4
skills = { martial_arts = 2 }
abilities = ["mend"]
tactics = { plan = "attack", stance = "fast", spot = "block_offhand", talk = "general" }

[ability.bolt]
name = "Bolt"
cost = { hand = 1, mp = 3 }
cast = { skill = "magic", stat = "int", difficulty = 4 }
target = "enemy"
range = 60
resolve = { oppose = { stat = "agi", number = 3, result = "half" } }
effects = [{ damage = { sets = ["2d6"], flat = 1 } }]

[ability.fire]
name = "Fire"
cost = { mp = 2 }
target = "enemy"
range = 60
uses = { per_fight = 1 }
resolve = { attack = { skill = "magic", stat = "int", stance = "precise" } }
effects = [{ ongoing = { sets = ["1d4"] }, duration = { rounds = 2 } }]

[ability.mend]
name = "Mend"
cost = { mp = 2 }
timing = "round_start"
target = "self"
uses = { per_fight = 1 }
effects = [{ heal = { what = "hp", sets = ["2d4"] } }]
when = "hp <= 3"
"#;
    compare_text(TEXT, 37);
}

/// MG-60 to MG-62 and MG-D4: a bait, an area, targets at random and those whom others attacked.
#[test]
fn two_against_one_agree() {
    const TEXT: &str = r#"
system = "mahou-galaxy"
run.max_rounds = 2
rulings = { dice.explode = false, hp.out_at = "zero_or_less" }

[[side]]
name = "left"

[[side.unit]]
name = "Ann"
hp_max = 2
mp_max = 3
str = 3
def = 1
agi = 3
acc = 3
int = 6
skills = { martial_arts = 2, magic = 2 }
abilities = ["burst"]
tactics = { plan = "attack", stance = "strong", spot = "none", ability = "useful", target = "focus" }

[[side.unit]]
name = "Amy"
hp_max = 1
str = 3
def = 1
agi = 3
per = 14
acc = 2
skills = { martial_arts = 1 }
tactics = { plan = "attack", stance = "strong", spot = "none", talk = { bait = "fast" } }

[[side]]
name = "right"

[[side.unit]]
name = "Bob"
hp_max = 3
str = 4
def = 2
agi = 4
int = 3
acc = 3
skills = { martial_arts = 2 }
facet_skills = ["martial_arts"]
tactics = { plan = "attack", stance = "fast", spot = "block_offhand", target = "random", distracted = "try" }

[ability.burst]
name = "Burst"
cost = { speak = 1, mp = 2 }
target = "enemy"
area = { shape = "radius", feet = 5, hits = "enemies" }
uses = { per_fight = 1 }
effects = [{ damage = { sets = ["1d4"], flat = 1 } }]
"#;
    compare_text(TEXT, 38);
}
