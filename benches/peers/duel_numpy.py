"""The core duel in batches of 10,000 with numpy.

All fights of a batch take their Mains together, and those that are over are put away. Prints CPU seconds, wins of the
first side, fights.
"""

import sys
import time

import numpy as np

BATCH = 10_000
HP, HIT, DODGE = np.array([30, 33]), np.array([10, 9]), np.array([8, 9])
ATTACK, DEFENSE, ACTION = np.array([14, 14]), np.array([8, 8]), np.array([12, 11])


def two_dice(rng, shape):
    """Returns sums of two dice."""
    return rng.integers(1, 7, shape) + rng.integers(1, 7, shape)


def judge(rng, n):
    """Criticals on 10, a fumble on 5."""
    dice = two_dice(rng, n)
    value = np.where(dice == 5, -10, dice)
    chain = np.flatnonzero(dice == 10)
    while chain.size:
        again = two_dice(rng, chain.size)
        value[chain] += again
        chain = chain[again == 10]
    return value


def wins_of(rng, n):
    """Plays a batch of fights; returns how many the first side wins."""
    hp = np.tile(HP, (n, 1))
    count = ACTION + two_dice(rng, (n, 2))
    wins = 0
    while len(hp):
        over = (count < 1).all(axis=1)
        count[over] = ACTION + two_dice(rng, (int(over.sum()), 2))
        actor = (count[:, 1] > count[:, 0]).astype(int)
        target = 1 - actor
        rows = np.arange(len(hp))
        hits = HIT[actor] + judge(rng, len(hp)) >= DODGE[target] + judge(rng, len(hp))
        damage = ATTACK[actor] + judge(rng, len(hp)) - DEFENSE[target] - judge(rng, len(hp))
        hp[rows, target] -= np.where(hits, np.maximum(damage, 0), 0)
        count[rows, actor] -= 10
        done = hp[rows, target] < 0
        wins += int((done & (actor == 0)).sum())
        hp, count = hp[~done], count[~done]
    return wins


def main():
    """Plays so many fights, in whole batches."""
    fights = int(sys.argv[1]) // BATCH * BATCH
    rng = np.random.default_rng(2016)
    start = time.process_time()
    wins = sum(wins_of(rng, BATCH) for _ in range(fights // BATCH))
    print(time.process_time() - start, wins, fights)


main()
