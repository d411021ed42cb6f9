//! Exact against sampled fights of Stonebound.

use super::compare_text;

/// SB-15, SB-24 to SB-27 and SB-38: a Double Attack, evasion, negation, counters, and statuses. A round in which
/// all attacks fail is quiet (SB-63), which exact answers do not count.
#[test]
fn fire_against_wards_agrees() {
    const TEXT: &str = r#"
system = "stonebound"
run.max_rounds = 2

[[side]]
name = "left"

[[side.unit]]
name = "Dodger"
hp = 9
atk = 4
crt = 20
pd = 2
sd = 2
evasion = { P = 25, A = 15 }
on_attack = [{ trigger = { on_range = [1, 30] }, effects = [{ add_status = "burn" }] }]
reactions = ["counter"]

[[side]]
name = "right"

[[side.unit]]
name = "Warded"
hp = 9
atk = 4
crt = 20
pd = 2
sd = 1
attack_mode = "double"
negation = [{ n = 20, scope = "damage" }, { n = 15, scope = "all" }]
on_attack = [{ trigger = { on_range = [1, 10] }, effects = [{ add_status = "sleep" }] }]

[ability.counter]
name = "Counter"
kind = "innate"
timing = { on_hp_damage = "any" }
trigger = { on_range = [1, 25] }
effects = ["counter"]
"#;
    compare_text(TEXT, 44);
}

/// SB-07 to SB-10 and SB-52: a small deck without dead stones, a fuse, abilities for stones, healing.
#[test]
fn stones_agree() {
    const TEXT: &str = r#"
system = "stonebound"
run.max_rounds = 4
[rulings]
deck = [["fire", 1, 3], ["fire", 2, 1], ["water", 1, 3], ["light", "infinite", 1]]

[[side]]
name = "left"
stones = "on"

[[side.unit]]
name = "Flame"
hp = 7
atk = 3
crt = 20
pd = 2
sd = 1
abilities = ["blow", "riposte"]

[[side]]
name = "right"
stones = "on"

[[side.unit]]
name = "Spring"
hp = 8
atk = 4
crt = 20
pd = 1
sd = 1
abilities = ["mend"]

[ability.blow]
name = "Heavy Blow"
cost = { element = "fire", n = 2 }
effects = [{ standard_attack = { atk_mod = 2 } }]

[ability.riposte]
name = "Riposte"
kind = "fuse"
cost = { element = "fire", n = 1 }
timing = { on_hp_damage = "any" }
trigger = { on_range = [1, 25] }
effects = ["counter"]

[ability.mend]
name = "Mend"
cost = { element = "water", n = 1 }
target = "ally"
range = 3
effects = [{ heal = 2 }]
"#;
    compare_text(TEXT, 45);
}

/// SB-17, SB-35 and SB-59: moves, an area, a hazard of the board.
#[test]
fn hot_ground_agrees() {
    const TEXT: &str = r#"
system = "stonebound"
run.max_rounds = 3

[map]
width = 4
height = 2
squares = [{ x = 1, y = 0, hazard = 2 }, { x = 2, y = 1, blocked = true }]

[[side]]
name = "left"

[[side.unit]]
name = "Archer"
class = "prophet"
position = [0, 0]
hp = 6
atk = 3
crt = 20
pd = 1
sd = 1
rng = 3
mv = 1
tactics = { move = "kite" }

[[side.unit]]
name = "Guard"
position = [0, 1]
hp = 5
atk = 3
crt = 10
pd = 2
sd = 0

[[side]]
name = "right"

[[side.unit]]
name = "Brute"
position = [3, 0]
hp = 10
atk = 4
crt = 25
pd = 1
sd = 1
mv = 1
tactics = { target = "random" }
abilities = ["sweep"]

[ability.sweep]
name = "Sweep"
uses = 1
target = { area = { radius = 1 } }
effects = [{ standard_attack = {} }]
"#;
    compare_text(TEXT, 46);
}
