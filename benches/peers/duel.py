"""The core duel as a loop over objects. Prints CPU seconds, wins of the first side, fights."""

import random
import sys
import time


class Unit:
    """A unit of the duel."""

    def __init__(self, hp, hit, dodge, attack, defense, action_value):
        self.hp, self.hit, self.dodge = hp, hit, dodge
        self.attack, self.defense, self.action_value = attack, defense, action_value
        self.action_count = 0


def two_dice(rng):
    """Returns the sum of two dice."""
    return rng.randint(1, 6) + rng.randint(1, 6)


def judge(rng):
    """Criticals on 10, a fumble on 5."""
    dice = two_dice(rng)
    if dice == 5:
        return -10
    value = 0
    while dice == 10:
        value += 10
        dice = two_dice(rng)
    return value + dice


def first_wins(rng):
    """Plays a fight; returns whether the first unit wins."""
    units = [Unit(30, 10, 8, 14, 8, 12), Unit(33, 9, 9, 14, 8, 11)]
    while True:
        for unit in units:
            unit.action_count = unit.action_value + two_dice(rng)
        while True:
            able = [unit for unit in units if unit.action_count >= 1]
            if not able:
                break
            # Of equals the first in listed order.
            actor = max(able, key=lambda unit: unit.action_count)
            target = units[1] if actor is units[0] else units[0]
            if actor.hit + judge(rng) >= target.dodge + judge(rng):
                damage = actor.attack + judge(rng) - target.defense - judge(rng)
                target.hp -= max(damage, 0)
                if target.hp < 0:
                    return actor is units[0]
            actor.action_count -= 10


def main():
    """Plays so many fights; prints CPU seconds, wins of the first side, fights."""
    fights = int(sys.argv[1])
    rng = random.Random(2016)  # noqa: S311 fights need no secrets
    start = time.process_time()
    wins = sum(first_wins(rng) for _ in range(fights))
    print(time.process_time() - start, wins, fights)


main()
