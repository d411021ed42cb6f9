//! Abilities and statuses.

use super::*;

/// Reads one ability of the hunter: its keys beside its name.
fn ability(keys: &str) -> Ability {
    hunter(&with(keys)).special.remove(0)
}

fn with(keys: &str) -> String {
    format!(
        "weapons = [{{ name = \"Axe\", catalogue = \"heavy_large\" }}, {{ name = \"Knife\", catalogue = \"light_small\" }}]\n\
         [[side.unit.abilities]]\nname = \"Trick\"\n{keys}"
    )
}

fn wrong(keys: &str) -> String {
    error("", &with(keys))
}

#[test]
fn an_ability_has_its_defaults() {
    let read = ability("timing = \"sub\"\neffects = [\"take_flag\"]");
    let expected = Ability { effects: vec![Effect::TakeFlag], ..Ability::plain("Trick", Timing::Sub) };
    assert_eq!(read, expected);
}

#[test]
fn an_ability_says_what_it_says() {
    let read = ability(
        r#"timing = "main"
cost = { cores = 2, high_mana = 1, life = 3, uses_per_round = 1, uses_per_fight = 4 }
when = "cores >= 2 and flag = 1"
target_has = "prone"
target = "square"
range = "far"
roll = { pool = "wisdom", versus = { value = "jujutsu" }, split = true, area = true }
effects = [{ damage = { amount = "2d+split", ignore_special_armour = true, no_knockback = true, as_back_attack = true } }]
duration = { rounds = 2 }
"#,
    );
    let term = |fact, compare, value| Term { fact, compare, value, percent: false };
    let expected = Ability {
        id: "Trick".to_owned(),
        timing: Timing::Main,
        cost: Cost { cores: 2, high_mana: 1, life: 3, uses_per_round: Some(1), uses_per_fight: Some(4) },
        when: Some(When {
            terms: vec![term(Fact::Cores, Compare::AtLeast, 2), term(Fact::Flag, Compare::Equal, 1)],
        }),
        target_has: Some(Status::PRONE),
        target: AbilityTarget::Square,
        range: Reach::Far,
        roll: AbilityRoll::Check(Check {
            pool: Pool::Ability(Attribute::Wisdom),
            versus: Versus::Value(AttackKind::Jujutsu),
            split: true,
            area: true,
        }),
        effects: vec![Effect::Damage {
            amount: Amount { fixed: 0, dice: 2, split: true },
            ignore_special_armour: true,
            no_knockback: true,
            as_back_attack: true,
        }],
        duration: Duration::Rounds(2),
    };
    assert_eq!(read, expected);
}

#[test]
fn every_effect_of_the_vocabulary_is_read() {
    let four = Amount::dice(4);
    let change = |how| Effect::ChangeValue(Change { stat: Stat::Armour, how });
    let moved = |to_self: bool| {
        let (direction, amount, through_enemies) = (Direction::Backward, Amount::fixed(2), true);
        if to_self {
            Effect::MoveSelf { direction, amount, through_enemies }
        } else {
            Effect::MoveTarget { direction, amount, through_enemies }
        }
    };
    let plain = |amount| Effect::Damage {
        amount,
        ignore_special_armour: false,
        no_knockback: false,
        as_back_attack: false,
    };
    let all: &[(&str, &str, Effect)] = &[
        ("main", "{ damage = \"4d\" }", plain(four)),
        ("main", "{ damage = 3 }", plain(Amount::fixed(3))),
        ("main", "{ heal = \"1+4d\" }", Effect::Heal(Amount { fixed: 1, dice: 4, split: false })),
        ("main", "{ gain_core = \"4d\" }", Effect::GainCore(four)),
        ("main", "{ lose_core = \"4d\" }", Effect::LoseCore(four)),
        ("main", "{ gain_high_mana = \"4d\" }", Effect::GainHighMana(four)),
        (
            "main",
            "{ move_self = { amount = 2, direction = \"backward\", through_enemies = true } }",
            moved(true),
        ),
        (
            "main",
            "{ move_target = { amount = 2, direction = \"backward\", through_enemies = true } }",
            moved(false),
        ),
        ("main", "{ knockback = \"4d\" }", Effect::Knockback(four)),
        ("on_damage", "{ reduce_damage = \"4d\" }", Effect::ReduceDamage(four)),
        ("on_knockback", "{ reduce_knockback = \"4d\" }", Effect::ReduceKnockback(four)),
        ("with_attack", "{ attack_dice = -2 }", Effect::AttackDice(-2)),
        ("passive", "{ defence_dice = 2 }", Effect::DefenceDice(2)),
        ("with_attack", "{ damage_dice = 20 }", Effect::DamageDice(20)),
        ("passive", "{ change_value = { value = \"armour\", by = -1 } }", change(How::By(-1))),
        ("on_defence", "{ change_value = { value = \"armour\", to = 3 } }", change(How::To(3))),
        ("with_attack", "{ change_difficulty = -1 }", Effect::ChangeDifficulty(-1)),
        ("passive", "\"repeat_defence_immunity\"", Effect::RepeatDefenceImmunity),
        ("sub", "{ extra_action = \"main\" }", Effect::ExtraAction(ActionKind::Main)),
        ("sub", "{ lose_action = \"sub\" }", Effect::LoseAction(ActionKind::Sub)),
        ("sub", "{ add_status = \"held\" }", Effect::AddStatus(Status::HELD)),
        ("sub", "{ remove_status = \"moving_2\" }", Effect::RemoveStatus(Status::MOVING[1])),
        ("sub", "\"take_flag\"", Effect::TakeFlag),
        ("sub", "{ switch_weapon = \"Knife\" }", Effect::SwitchWeapon(1)),
    ];
    for (timing, text, effect) in all {
        let read = ability(&format!("timing = \"{timing}\"\neffects = [{text}]"));
        assert_eq!(read.effects, [*effect], "{text}");
    }
    let read = ability("timing = \"main\"\ntarget = \"ally\"\neffects = [{ revive = 1 }]");
    assert_eq!(read.effects, [Effect::Revive(1)]);
}

#[test]
fn rolls_ranges_and_durations_are_read() {
    let of = |keys: &str| ability(&format!("timing = \"main\"\neffects = [{{ heal = 1 }}]\n{keys}"));
    assert_eq!(of("roll = { degree = 4 }").roll, AbilityRoll::Degree(4));
    assert_eq!(of("roll = \"none\"").roll, AbilityRoll::None);
    let versus = |text: &str| match of(&format!("roll = {{ pool = 6, versus = {text} }}")).roll {
        AbilityRoll::Check(Check { pool: Pool::Dice(6), versus, split: false, area: false }) => versus,
        other => panic!("{other:?}"),
    };
    assert_eq!(versus("3"), Versus::Fixed(3));
    assert_eq!(versus("{ defence_roll = \"melee\" }"), Versus::DefenceRoll(AttackKind::Melee));
    for (text, range) in [
        ("\"close\"", Reach::Close),
        ("\"mid\"", Reach::Mid),
        ("\"any\"", Reach::Any),
        ("13", Reach::Squares(13)),
    ] {
        assert_eq!(of(&format!("range = {text}")).range, range);
    }
    for (text, duration) in [
        ("instant", Duration::Instant),
        ("this_activation", Duration::ThisActivation),
        ("round_end", Duration::RoundEnd),
        ("fight", Duration::Fight),
    ] {
        assert_eq!(of(&format!("duration = \"{text}\"")).duration, duration);
    }
}

#[test]
fn abilities_that_cannot_be_are_said() {
    let effect = |text: &str| wrong(&format!("timing = \"main\"\neffects = [{text}]"));
    assert_eq!(effect("{ dmage = 3 }"), "expected an effect, found `dmage`; did you mean `damage`?");
    assert_eq!(
        effect("\"heal\""),
        "`heal` needs a whole number from 0 to 99 or a string that is not empty: `{ heal = ... }`"
    );
    assert_eq!(effect("{ take_flag = 3 }"), "`take_flag` takes no value");
    assert_eq!(
        effect("{ heal = 1, damage = 2 }"),
        "expected an effect: a word or a table with one key, found 2 keys"
    );
    assert_eq!(effect("3"), "expected an effect, found 3");
    for amount in
        ["\"4d6\"", "\"d\"", "\"41d\"", "\"1+1\"", "\"\"", "100", "-1", "\"split+split\"", "\"2d+3d\"", "[]"]
    {
        let message = effect(&format!("{{ heal = {amount} }}"));
        assert!(message.starts_with("expected an amount like `3`, `\"4d\"`"), "{amount}: {message}");
    }
    assert_eq!(
        effect("{ change_value = { value = \"armor\", by = 1 } }"),
        "unknown value `armor`; did you mean `armour`?"
    );
    assert_eq!(effect("{ change_value = { value = \"armour\" } }"), "the change has no `by` and no `to`");
    assert_eq!(
        effect("{ change_value = { value = \"armour\", by = 1, to = 1 } }"),
        "a value changes `by` something or `to` it, not both"
    );
    assert_eq!(effect("{ move_self = { amount = 2 } }"), "`move_self` has no `direction`");
    assert_eq!(
        effect("{ add_status = \"pron\" }"),
        "there is no `[status.pron]` here or in an include; did you mean `prone`?"
    );
    assert_eq!(
        effect("{ switch_weapon = \"Knive\" }"),
        "the unit has no weapon `Knive`; did you mean `Knife`?"
    );
    assert_eq!(effect("{ attack_dice = 21 }"), "`attack_dice` is 21; it ranges from -20 to 20");
    let key = |text: &str| wrong(&format!("timing = \"main\"\neffects = [\"take_flag\"]\n{text}"));
    assert_eq!(key("condition = \"round > 3\""), "unknown key `condition` in ability `Trick`");
    assert_eq!(
        key("when = \"rund > 3\""),
        "expected one of round, life, cores, high_mana, enemies, allies, melee, own, flag, first, target_life, distance; did you mean `round`?"
    );
    assert_eq!(key("target_has = \"x\""), "there is no `[status.x]` here or in an include");
    assert_eq!(key("cost = { core = 1 }"), "unknown key `core` in `cost`; did you mean `cores`?");
    assert_eq!(key("roll = { pool = \"wisdom\" }"), "`roll` has no `versus`");
    assert_eq!(
        key("duration = \"rounds\""),
        "`rounds` needs a whole number from 1 to 99: `{ rounds = ... }`"
    );
    assert_eq!(wrong("timing = \"main\"\neffects = []"), "expected at least one effect");
    assert_eq!(
        wrong("timing = \"main\"\neffects = \"take_flag\""),
        "expected a list for `effects`, found \"take_flag\""
    );
    assert_eq!(wrong("timing = \"main\""), "ability `Trick` has no `effects`");
}

#[test]
fn a_tactic_names_an_ability() {
    let keys = with(
        "timing = \"sub\"\neffects = [\"take_flag\"]\n[side.unit.tactics]\nability = { this = \"Trick\" }",
    );
    assert_eq!(hunter(&keys).tactics.ability, Plan::always(AbilityUse::This(0)));
    assert_eq!(
        error("", &keys.replace("this = \"Trick\"", "this = \"Trik\"")),
        "the unit has no ability `Trik`; did you mean `Trick`?"
    );
}

#[test]
fn statuses_are_bundles_of_changes_and_bans() {
    let text = "[status.shaken]\nchange_value = [{ value = \"defence_dice\", by = -1 }, { value = \"movement\", to = 2 }]\n\
                ban = [\"main\", \"move\", \"spend_core\"]\none_activation = true\nremoval = { pool = \"strength\", difficulty = 2 }\n";
    let setup = duel(text, "", "").unwrap();
    let change = |stat, how| Change { stat, how };
    let expected = Status {
        name: "shaken".to_owned(),
        change_value: vec![change(Stat::DefenceDice, How::By(-1)), change(Stat::Movement, How::To(2))],
        ban: Bans::of(&[Ban::Main, Ban::Move, Ban::SpendCore]),
        one_activation: true,
        removal: Some(Removal { pool: Pool::Ability(Attribute::Strength), difficulty: 2 }),
    };
    assert_eq!(setup.statuses.last(), Some(&expected));
    let wrong = |from: &str, to: &str| one(duel(&text.replace(from, to), "", ""));
    assert_eq!(wrong("\"main\"", "\"mian\"").split("; did").nth(1), Some(" you mean `main`?"));
    assert_eq!(wrong("ban =", "bans ="), "unknown key `bans` in status `shaken`; did you mean `ban`?");
    assert_eq!(wrong(", difficulty = 2", ""), "`removal` has no `difficulty`");
    let many: String = (0..21).map(|i| format!("[status.s{i}]\n")).collect();
    assert_eq!(one(duel(&many, "", "")), "a scenario has at most 20 statuses of its own");
}

#[test]
fn abilities_of_all_units_together_have_a_limit() {
    let many = |count: usize| {
        let abilities: String = (0..10)
            .map(|i| format!("{{ name = \"a{i}\", timing = \"sub\", effects = [\"take_flag\"] }},"))
            .collect();
        duel("", "", &format!("count = {count}\nabilities = [{abilities}]"))
    };
    assert!(many(23).is_ok());
    assert_eq!(
        one(many(24)),
        "expected at most 238 abilities of all units together, copies counted, found 240"
    );
}

#[test]
fn abilities_that_could_not_work_are_refused() {
    let keys = |timing: &str, effect: &str, more: &str| {
        wrong(&format!("timing = \"{timing}\"\neffects = [{effect}]\n{more}"))
    };
    let heal = "{ heal = 1 }";
    for (timing, effect, more, message) in [
        ("main", "{ reduce_damage = 2 }", "", "`reduce_damage` is for the timing `on_damage`"),
        ("on_kill", "{ reduce_knockback = 2 }", "", "`reduce_knockback` is for the timings"),
        ("on_damage", "{ change_difficulty = 1 }", "", "`change_difficulty` is for the timings"),
        ("passive", heal, "", "this happens once, and a passive ability is never used"),
        ("passive", "{ add_status = \"prone\" }", "", "a passive ability gives changes and bans"),
        ("passive", "{ add_status = \"unnoticed\" }", "", "a passive ability gives changes and bans"),
        ("sub", "{ attack_dice = 1 }", "", "this lasts: say how long with `duration`"),
        ("on_kill", "{ attack_dice = 1 }", "", "this lasts: say how long with `duration`"),
        ("main", "{ revive = 1 }", "", "`revive` is for `target = \"ally\"`"),
        (
            "sub",
            "{ switch_weapon = \"Knife\" }",
            "target = \"ally\"",
            "`switch_weapon` is for `target = \"self\"`",
        ),
        ("main", "{ heal = \"split\" }", "", "`split` needs a `roll`"),
        ("main", heal, "target = \"attacker\"", "`attacker` is for the timings"),
        ("on_kill", heal, "target = \"enemy\"", "at the timing `on_kill` the target of the attack is dead"),
        ("passive", "{ attack_dice = 1 }", "target = \"ally\"", "a passive ability is for `self`"),
        (
            "passive",
            "{ attack_dice = 1 }",
            "cost = { cores = 1 }",
            "a passive ability is never used, so it costs",
        ),
        (
            "passive",
            "{ attack_dice = 1 }",
            "roll = { degree = 2 }",
            "a passive ability is never used, so nothing",
        ),
        ("passive", "{ attack_dice = 1 }", "duration = \"fight\"", "a passive ability lasts as long as"),
        ("main", heal, "roll = { pool = 3, versus = 1, area = true }", "`area` is for `target = \"square\"`"),
        ("main", heal, "roll = { pool = 3, versus = 1, split = true }", "no effect reads the dice"),
        ("main", "{ attack_dice = 1 }", "duration = \"this_attack\"", "there is no attack at this timing"),
        (
            "round_end",
            "{ attack_dice = 1 }",
            "duration = \"this_activation\"",
            "nobody is activated at this timing",
        ),
    ] {
        let found = keys(timing, effect, more);
        assert!(found.starts_with(message), "{timing} {effect} {more}: {found}");
    }
}
