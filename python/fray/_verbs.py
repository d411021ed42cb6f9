"""A function for each verb that answers, written by generate.py from the help of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from fray._answer import Answer, ask
from fray._program import Value

__all__ = [
    "budget",
    "check",
    "coach",
    "compare",
    "exact",
    "history",
    "list",
    "matrix",
    "merge",
    "plan",
    "rules",
    "rulings",
    "run",
    "selftest",
    "solve",
    "sweep",
    "tactics",
    "trace",
    "validate",
    "weights",
    "why",
]


class BudgetOptions(TypedDict, total=False):
    """Options of `budget`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    goal: Value | Sequence[Value]
    """What is to hold, as goals of scenario files say it: "win_rate(heroes) = 65%", "any_died(heroes) <= 20%"
    """
    most: Value | Sequence[Value]
    """Try at most this many of a monster [default: 12]"""
    vary: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Vary a number of the monster in the place of how many there are, as in life or life=4:40"""
    against: Value | Sequence[Value]
    """The monster in which the others are counted [default: the one whose number is known against most parties]"""
    tolerance: Value | Sequence[Value]
    """How certain the measure is made to be beside the number that meets the goal: 1pt of a rate, or a number
    [default: 1pt; of what is no rate, 1 % of it]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of each number of each monster [default: 100000]"""
    max_time: Value | Sequence[Value]
    """Stop after this many seconds, with what is known by then [default: 3600]"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def budget(*arguments: str | Path, **options: Unpack[BudgetOptions]) -> Answer:
    """Find how many of each monster meet a goal for each party.

    Of every party and monster of a `[[cross]]`: the number, between two whole ones, what monsters are worth in each
    other, and whether a mixed pack is worth the sum of its parts. Arguments: suite.
    """
    return ask("budget", arguments, {**options}, writes=True)


class CheckOptions(TypedDict, total=False):
    """Options of `check`."""

    mode: Value | Sequence[Value]
    """How points are tested against their baselines [default: the mode of the suite] Possible values: - auto:  Pass if
    the counts are equal; otherwise test statistically with fresh fights - exact: Pass if the counts are equal;
    otherwise fail - stat:  Test statistically with fresh fights
    """
    replay: Value | Sequence[Value]
    """How many fights of a baseline are played again to compare their tallies Possible values: - changed: None where
    neither the scenario nor the rules changed since the baseline, else the first 8,192 - prefix:  The first 8,192;
    the file is held against its own checksum - full:    All of them: as many as the baseline was made of [default:
    changed]
    """
    alpha: Value | Sequence[Value]
    """The probability that a run in which nothing changed raises a false alarm [default: that of the suite]"""
    seed: Value | Sequence[Value]
    """The seed of fresh fights [default: for each point, the seed of its baseline plus one]"""
    max_fights: Value | Sequence[Value]
    """The largest number of fresh fights of a point [default: that of the suite]"""
    of: Value | Sequence[Value]
    """Test only the points that have this text in their names"""
    changed: Value | Sequence[Value]
    """Test only the points with a file that differs from this commit, or from where the branch left it: the scenario,
    its includes, its baseline. Asks git. A new version of fray changes every point and needs a check without this
    [default without COMMIT: the last one]
    """
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    update: bool
    """Replace the baselines whose fights have different results now, instead of testing"""
    reason: Value | Sequence[Value]
    """The reason for the update, which is kept in the baseline files"""
    junit: Value | Sequence[Value]
    """Also write the report to a file in the JUnit format"""
    out: Value | Sequence[Value]
    """Write the table check.csv, with a row for each test, and a manifest in this folder"""
    force: bool
    """Replace the report of another check"""
    annotations: bool
    """Print failures as annotations that a hosted CI shows beside the files"""
    markdown: bool
    """Print Markdown: for the summary of a job, or a comment on a pull request"""
    quiet: bool
    """Print only what did not pass"""
    verbose: bool
    """Print every test that did not pass, with the command that reproduces it"""


def check(*arguments: str | Path, **options: Unpack[CheckOptions]) -> Answer:
    """Test a suite of scenarios against its baselines and goals.

    This is a gate for CI: it fails when a probability has moved. Arguments: suite.
    """
    return ask("check", arguments, {**options}, writes=True)


class CoachOptions(TypedDict, total=False):
    """Options of `coach`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    fights: Value | Sequence[Value]
    """Play this many fights of the scenario and of each change; a quarter of them for each number [default: 20000]"""
    thorough: bool
    """Let each side look ahead at each turn, too, which takes minutes: a twentieth of the fights"""
    html: Value | Sequence[Value]
    """Write a page of the sentences to this file, too"""
    force: bool
    """Replace another file of the name of the page"""


def coach(*arguments: str | Path, **options: Unpack[CoachOptions]) -> Answer:
    """Say in plain words what is wrong with a fight, and how to mend it.

    Sides that could play better, goals that are missed, what makes the fight swing, numbers that do nothing, edits
    that meet all goals, and how long it takes: each sentence with its figure, its interval and the command that
    shows it. Arguments: scenario.
    """
    return ask("coach", arguments, {**options}, writes=False)


class CompareOptions(TypedDict, total=False):
    """Options of `compare`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units anew for each
    fight, among the legal named tactics; SIDE=default plays the defaults of the rules, SIDE=best the best that a
    search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it tries other named
    tactics on 48 courses of the rest of the fight, on dice of their own, and takes what wins more often beyond
    noise (clever:N tries N); one side alone can. For `sweep` there may be several, as in
    heroes=file,default,random,best,clever, where `file` is what the file says
    """
    fights: Value | Sequence[Value]
    """Play exactly this many pairs of fights: 1000000, 1_000_000 or 1e6"""
    max_fights: Value | Sequence[Value]
    """Play until the verdict, but at most this many pairs, 1024 or more: fewer can decide nothing [default: the number
    of fights of the file, or 100000]
    """
    range: Value | Sequence[Value]
    """Play the pairs with the numbers from LO up to, but not including, HI"""
    metric: Value | Sequence[Value]
    """The metric that the verdict is about, by its name in the table or as goals write it: rounds, hp_left(Boss),
    exhausted(Boss, every), ... [default: win_rate of the first side]
    """
    delta: Value | Sequence[Value]
    """The largest difference that counts as no difference: 0.5pt of a rate, or a number [default: 0.5pt]"""
    alpha: Value | Sequence[Value]
    """The probability of a wrong verdict that is accepted [default: 0.01]"""
    expect: Value | Sequence[Value]
    """Set the exit code by the verdict: 1 if it is the other one, 4 if there is none Possible values: - different: A
    difference larger than the tolerance - same:      No difference larger than the tolerance
    """
    mirror: bool
    """Compare a scenario with itself, with its sides listed in the opposite order. Each side keeps its dice. In games
    where the order of the sides decides their ends of the board, the board is mirrored too
    """
    independent: bool
    """Play B on dice of its own, as scenarios of two systems must. Folders of results are always compared so"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def compare(*arguments: str | Path, **options: Unpack[CompareOptions]) -> Answer:
    """Compare two scenarios, or a scenario and a change to it.

    Both are played fight by fight on the same dice, until it is clear whether they differ. Arguments: scenario.
    """
    return ask("compare", arguments, {**options}, writes=True)


class ExactOptions(TypedDict, total=False):
    """Options of `exact`."""

    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    play: Value | Sequence[Value]
    """Let a side play the best of several sets of named tactics at each turn, and say what that is worth: those that
    it chooses from with `--tactics SIDE=clever` of `fray run`, and those of the file Possible values: - best: The
    best of several sets of named tactics at each turn
    """
    of: Value | Sequence[Value]
    """The side that plays best [default: the first]"""


def exact(*arguments: str | Path, **options: Unpack[ExactOptions]) -> Answer:
    """Compute exact probabilities, where the fight is small enough.

    Arguments: scenario.
    """
    return ask("exact", arguments, {**options}, writes=False)


class HistoryOptions(TypedDict, total=False):
    """Options of `history`."""

    to: Value | Sequence[Value]
    """With add, the folder of the history, which is made if it is not there [default: history]"""
    metric: Value | Sequence[Value]
    """With show, the metric [default: the win rate of the first side]. With add, a metric to keep beside how fights
    end, by its name in the table of `fray compare`: died(heroes/Knight). Repeat the flag for more
    """
    of: Value | Sequence[Value]
    """With show, only these points: by name, or the party or monster of a cross"""
    alpha: Value | Sequence[Value]
    """With show, the probability that a point is said to have moved although none did"""
    html: Value | Sequence[Value]
    """With show, write a page with charts to this file, too"""
    force: bool
    """Replace another file of the name of the page"""
    quiet: bool
    """Print nothing but errors"""
    verbose: bool
    """Of many points and changes list all"""


def history(*arguments: str | Path, **options: Unpack[HistoryOptions]) -> Answer:
    """Keep what nights found, and show what moved from night to night.

    The history is a folder that only grows: a small table for each night, and the values of scenarios, each once.
    Arguments: does, folder.
    """
    return ask("history", arguments, {**options}, writes=False)


class ListOptions(TypedDict, total=False):
    """Options of `list`."""



def list(*arguments: str | Path, **options: Unpack[ListOptions]) -> Answer:
    """List games, keys, metrics, tactics, rulings, columns and more.

    Arguments: what, system.
    """
    return ask("list", arguments, {**options}, writes=False)


class MatrixOptions(TypedDict, total=False):
    """Options of `matrix`."""

    template: Value | Sequence[Value]
    """The scenario whose map and rulings are played; fighters begin where its units do [default: the first scenario of
    two sides in the folder, if all are of one system]. --set changes it
    """
    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of each pair in each order of listing, and at least 1024 [default: 20000]. Pairs
    that are decided have fewer
    """
    delta: Value | Sequence[Value]
    """How far from 50 % two fighters may be to be called even [default: 1pt]"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def matrix(*arguments: str | Path, **options: Unpack[MatrixOptions]) -> Answer:
    """Let every stat block of a folder fight every other.

    The result is an order of strength, and who beats whom against it. Arguments: folder.
    """
    return ask("matrix", arguments, {**options}, writes=True)


class MergeOptions(TypedDict, total=False):
    """Options of `merge`."""

    plan: Value | Sequence[Value]
    """Add the tasks of this plan. While fights are missing the exit code is 4"""
    out: Value | Sequence[Value]
    """The folder for the sum. With --plan it can be left out: then only what is missing is said"""
    missing: Value | Sequence[Value]
    """Write the numbers of the tasks that are still to be played into this file, in the syntax of job arrays, as in
    3,7,19-24. It is empty if there are none
    """
    state: Value | Sequence[Value]
    """Write the sums of all points into one file, which stands for the files of the tasks from then on"""
    partial: bool
    """Also write the results of points of which fights are missing, with what is there. They say `interrupted` as the
    reason why they ended
    """
    strict: bool
    """Fail with code 5 if a file is damaged or of another plan. Otherwise it counts as not there"""
    force: bool
    """Replace the results of another run"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print a legend of the card and every value of the scenario and where it came from"""
    each: bool
    """Give each copy of a unit a row of its own on the card"""


def merge(*arguments: str | Path, **options: Unpack[MergeOptions]) -> Answer:
    """Add up the parts of a run, or the tasks of a plan.

    The sum has the same bytes as one long run. Arguments: dir.
    """
    return ask("merge", arguments, {**options}, writes=True)


class PlanOptions(TypedDict, total=False):
    """Options of `plan`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units anew for each
    fight, among the legal named tactics; SIDE=default plays the defaults of the rules, SIDE=best the best that a
    search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it tries other named
    tactics on 48 courses of the rest of the fight, on dice of their own, and takes what wins more often beyond
    noise (clever:N tries N); one side alone can. For `sweep` there may be several, as in
    heroes=file,default,random,best,clever, where `file` is what the file says
    """
    variants: bool
    """Vary the `[[variant]]` of the file, too"""
    among: Value | Sequence[Value]
    """Vary the rows of a spreadsheet, too: a header with paths like Ogre.hp, and a column `name` if rows are to have
    names. An empty cell changes nothing
    """
    matrix: Value | Sequence[Value]
    """Plan the pairs of `fray matrix` instead: every stat block and side of this folder against every other"""
    template: Value | Sequence[Value]
    """With --matrix, the scenario whose map and rulings are played"""
    fights: Value | Sequence[Value]
    """The number of fights of each point: 1000000, 1_000_000 or 1e6 [default: the number of the file, or 100000]. With
    --target-error it is --min-fights that the first round has
    """
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of a 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every side,
    or MEASURE=ERROR for any other measure, as in rounds=0.01. With several targets, until all are met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before testing the target [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether the target is met or not [default: 1e9 with a target, else a million]"""
    shard_seconds: Value | Sequence[Value]
    """Make tasks of about this many seconds on one core of this machine, whose speed is measured first [default: 60]
    """
    shard_fights: Value | Sequence[Value]
    """Make tasks of this many fights, rounded up to a multiple of 65536, without measuring anything: the same command
    writes the same plan on any machine
    """
    extend: Value | Sequence[Value]
    """Ask for more fights of this plan: --fights, or without it one more round for the points that have not met its
    target, for which --results says where its shards are. The old tasks keep their numbers
    """
    results: Value | Sequence[Value]
    """The folders with the shards, or files of sums, for another round. In the lines of --commands the folder that
    shards are written to [default there: results]
    """
    out: Value | Sequence[Value]
    """The folder for the plan; with --extend by default that of the plan"""
    force: bool
    """Replace another plan in that folder, and cut the same one anew"""
    dry_run: bool
    """Print points, fights, and the estimated time and disk space, and write nothing"""
    id: bool
    """Print the id of the plan, by which its shards know it, and write nothing. Points, seeds, fights and rules decide
    it, and not how they are cut: nothing is measured
    """
    commands: bool
    """Print a shell command for each task, to be played by whatever runs commands"""
    array: bool
    """Print the numbers of the tasks in the syntax of job arrays, as in 0-41; with --extend those of the new tasks,
    and nothing if no more fights are needed
    """


def plan(*arguments: str | Path, **options: Unpack[PlanOptions]) -> Answer:
    """Cut a batch into numbered tasks for several machines.

    The plan is a folder that has everything a task needs. Any engine that runs a command for each number of a list
    can play it: Slurm, Dask, Kubernetes, GNU parallel, a shell. Arguments: scenario.
    """
    return ask("plan", arguments, {**options}, writes=False)


class RulesOptions(TypedDict, total=False):
    """Options of `rules`."""



def rules(*arguments: str | Path, **options: Unpack[RulesOptions]) -> Answer:
    """Print a rule as fray plays it, or all rules of a game.

    Arguments: system, number.
    """
    return ask("rules", arguments, {**options}, writes=False)


class RulingsOptions(TypedDict, total=False):
    """Options of `rulings`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    metric: Value | Sequence[Value]
    """The metric that rulings may move, by its name in the table or as goals write it: rounds, hp_left(Boss), ...
    [default: the win rate of the first side]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many pairs of fights for each switch [default: 20000; none where enumeration is cheaper]"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def rulings(*arguments: str | Path, **options: Unpack[RulingsOptions]) -> Answer:
    """Show which house rules change the fight, and by how much.

    Each ruling is switched to its other answers, on the same dice. Arguments: scenario.
    """
    return ask("rulings", arguments, {**options}, writes=True)


class RunOptions(TypedDict, total=False):
    """Options of `run`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units anew for each
    fight, among the legal named tactics; SIDE=default plays the defaults of the rules, SIDE=best the best that a
    search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it tries other named
    tactics on 48 courses of the rest of the fight, on dice of their own, and takes what wins more often beyond
    noise (clever:N tries N); one side alone can. For `sweep` there may be several, as in
    heroes=file,default,random,best,clever, where `file` is what the file says
    """
    fights: Value | Sequence[Value]
    """Play exactly this many fights: 1000000, 1_000_000 or 1e6 [default: the number of the file; else as many as
    decide every goal and tell every win rate to 0.5 points, at most a million]
    """
    range: Value | Sequence[Value]
    """Play the fights with the numbers from LO up to, but not including, HI"""
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of a 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every side,
    or MEASURE=ERROR for any other measure, as in rounds=0.01. With several targets, until all are met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before testing the target [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether the target is met or not [default: 1e9 with a target, else a million]"""
    out: Value | Sequence[Value]
    """The folder for the results [default: results/SCENARIO; with --set, a folder named after the changes in it]"""
    rare: Value | Sequence[Value]
    """Instead of playing a run, say how probable a rare end of the fight is, by splitting: "any_died(heroes)",
    "loss(heroes)", "dropped(Healer)"
    """
    no_out: bool
    """Write nothing, only print"""
    dry_run: bool
    """Print points, fights, and the estimated time and disk space, and play only what these are measured with"""
    extend: bool
    """Keep the fights of this scenario and seed that the folder holds, and play only the others"""
    force: bool
    """Replace the results of another run. Without --out those of an earlier version of the same file are replaced all
    the same, unless they hold more than ten times the fights
    """
    checkpoint: Value | Sequence[Value]
    """Save a long run at intervals of this many seconds [default: 30]"""
    verify: bool
    """Test the result against the exact answer, where that is within reach; the exit code is 1 if they differ"""
    each: bool
    """Give each copy of a unit a row of its own on the card"""
    report: bool
    """Also write the results as a page with charts: report.html in the folder of each run, and of a batch"""
    no_hints: bool
    """Do not look for tactics that are worth more than five points to a side, which takes at most a fifth of the time
    of a run of one scenario
    """


def run(*arguments: str | Path, **options: Unpack[RunOptions]) -> Answer:
    """Play scenarios, print a card of the results and write tables.

    Results go to results/SCENARIO, as CSV files with a manifest, unless --no-out or --out says otherwise. Of a
    folder every scenario is played. Arguments: scenario.
    """
    return ask("run", arguments, {**options}, writes=True)


class SelftestOptions(TypedDict, total=False):
    """Options of `selftest`."""

    seed: Value | Sequence[Value]
    """The first seed. Equal seeds give equal measurements [default: 1]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    thorough: bool
    """Measure more: several minutes instead of one"""


def selftest(*arguments: str | Path, **options: Unpack[SelftestOptions]) -> Answer:
    """Measure how far the intervals and the gate can be trusted.

    Fights with known answers show how often the intervals hold the true value, and how often the gate raises a
    false alarm. Arguments: scenario.
    """
    return ask("selftest", arguments, {**options}, writes=False)


class SolveOptions(TypedDict, total=False):
    """Options of `solve`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    vary: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """The whole number to search, or the dice, as in Ogre.hp, Ogre.hp=20:40 or Boar.body=d6:2d12. Without a range
    every legal value may be the answer, searched outward from the present one. A second --vary gives a curve: for
    each of its values, what the first has to be
    """
    goal: Value | Sequence[Value]
    """What is to hold, as goals of scenario files say it: "win_rate(heroes) = 65%", "mean(rounds) between 4 and 5",
    "any_died(heroes) <= 20%". Repeat the flag for more [default: the goals of the file]
    """
    tolerance: Value | Sequence[Value]
    """How far the nearest value may be from what a goal with `=` asks for: 0.5pt of a rate, or a number [default:
    0.5pt; of what is no rate, 1 % of it]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of each value; fewer than 2048 decide nothing and are raised to that [default:
    1000000]
    """
    max_time: Value | Sequence[Value]
    """Stop the search after this many seconds, with what is known by then [default: 300]"""
    write: bool
    """Write the answer into the scenario file, whose comments and layout stay as they are"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def solve(*arguments: str | Path, **options: Unpack[SolveOptions]) -> Answer:
    """Find what a number has to be to meet a goal.

    Arguments: scenario.
    """
    return ask("solve", arguments, {**options}, writes=True)


class SweepOptions(TypedDict, total=False):
    """Options of `sweep`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units anew for each
    fight, among the legal named tactics; SIDE=default plays the defaults of the rules, SIDE=best the best that a
    search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it tries other named
    tactics on 48 courses of the rest of the fight, on dice of their own, and takes what wins more often beyond
    noise (clever:N tries N); one side alone can. For `sweep` there may be several, as in
    heroes=file,default,random,best,clever, where `file` is what the file says
    """
    variants: bool
    """Vary the `[[variant]]` of the file, too. Without a range or list they are what is varied"""
    among: Value | Sequence[Value]
    """Vary the rows of a spreadsheet, too: a header with paths like Ogre.hp, and a column `name` if rows are to have
    names. An empty cell changes nothing
    """
    metric: Value | Sequence[Value]
    """Show this metric, by its name in the table or as goals write it: rounds, hp_left(Boss), ... Repeat the flag for
    more [default: the win rate of the first side]
    """
    fights: Value | Sequence[Value]
    """Play this many fights of each point: 1000000, 1_000_000 or 1e6 [default: the number of the file, or 100000; none
    where enumeration is cheaper]. With --pick it is --max-fights that says how many at most, and at least 1024
    """
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of a 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every side,
    or MEASURE=ERROR for any other measure, as in rounds=0.01. With several targets, until all are met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before testing the target [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether the target is met or not [default: 1e9 with a target, else a million]"""
    pick: Value | Sequence[Value]
    """Play the points that may be the best, until one is certain to be: max:METRIC, min:METRIC or
    closest:METRIC=VALUE, as in closest:win_rate(heroes)=65%. The exit code is 4 if several are left
    """
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def sweep(*arguments: str | Path, **options: Unpack[SweepOptions]) -> Answer:
    """Try every combination of some values, or pick the best.

    All combinations are played on the same dice. Arguments: scenario.
    """
    return ask("sweep", arguments, {**options}, writes=True)


class TacticsOptions(TypedDict, total=False):
    """Options of `tactics`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    best: bool
    """Search the best combination of named tactics of a side, from the best single switch and other starts, and judge
    it on dice of another seed against the file and all single switches. The other sides keep their tactics. The
    exit code is 4 if the judgement is undecided
    """
    ceiling: bool
    """Show what play is worth to a side: how often it wins with its tactics drawn at random, by default, as in the
    file, as the best combination that a search finds, and looking ahead at each turn; and what it does otherwise
    that looks ahead, as tactics for the file, each tried. The other sides keep their tactics
    """
    of: Value | Sequence[Value]
    """Only the tactics of this side or unit [default: all sides]. With --best and --ceiling it is a side [default: the
    first]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many pairs of fights for each switch; with --best, where it is at least 1024, also of each
    combination in a race of the search; with --ceiling exactly this many of each way of play, and a twentieth
    looking ahead [default: 20000; none where enumeration is cheaper]
    """
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def tactics(*arguments: str | Path, **options: Unpack[TacticsOptions]) -> Answer:
    """Show what other tactics are worth, or search for the best.

    Each decision of each unit is switched to its other tactics, on the same dice. Arguments: scenario.
    """
    return ask("tactics", arguments, {**options}, writes=True)


class TraceOptions(TypedDict, total=False):
    """Options of `trace`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units anew for each
    fight, among the legal named tactics; SIDE=default plays the defaults of the rules, SIDE=best the best that a
    search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it tries other named
    tactics on 48 courses of the rest of the fight, on dice of their own, and takes what wins more often beyond
    noise (clever:N tries N); one side alone can. For `sweep` there may be several, as in
    heroes=file,default,random,best,clever, where `file` is what the file says
    """
    fight: Value | Sequence[Value]
    """The number of the fight, from 0"""
    find: Value | Sequence[Value]
    """Search for a fight: "died(Healer) and rounds <= 3", "loss(wizards), longest", "win, most_damage(Boss)",
    "loss(wizards), luckiest(wizards)", "timeout", "p95 rounds" for the fight at a percentile of those searched.
    Conditions are metrics as goals name them, of this one fight, joined by "and"; `fray list metrics` names them
    """
    max_fights: Value | Sequence[Value]
    """Search at most this many fights [default: the number of the file, or 100000]"""
    range: Value | Sequence[Value]
    """Search the fights with the numbers from LO up to, but not including, HI"""
    out: Value | Sequence[Value]
    """Write the file fight-K.txt, fight-K.json or fight-K.html in this folder and print nothing to stdout. With
    --html, what ends in .html is the file itself [default with --html: the folder of a run's results]
    """
    force: bool
    """Replace a file with another text"""
    html: bool
    """Write the fight as a page: round by round and turn by turn, with the board after each turn where units have
    places on one
    """


def trace(*arguments: str | Path, **options: Unpack[TraceOptions]) -> Answer:
    """Tell one fight of a run, blow by blow.

    The fight is played again exactly as the run counted it. Arguments: scenario.
    """
    return ask("trace", arguments, {**options}, writes=False)


class ValidateOptions(TypedDict, total=False):
    """Options of `validate`."""

    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Do not name the files that have no errors"""


def validate(*arguments: str | Path, **options: Unpack[ValidateOptions]) -> Answer:
    """Show everything that is wrong with scenario files.

    Includes, spreadsheets and suites are checked, too. Arguments: file.
    """
    return ask("validate", arguments, {**options}, writes=False)


class WeightsOptions(TypedDict, total=False):
    """Options of `weights`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    of: Value | Sequence[Value]
    """Only the numbers of this side or unit"""
    metric: Value | Sequence[Value]
    """Show this metric, by its name in the table or as goals write it: rounds, hp_left(Boss), ... Repeat the flag for
    more [default: the win rate of the first side]
    """
    parts: bool
    """Take out each unit, each weapon, ability and other named entry of a unit, and each of its tactics in turn,
    instead of changing numbers. Of several copies of a unit one is taken out
    """
    method: Value | Sequence[Value]
    """Move all numbers at once instead, and show how much each depends on the others: by elementary effects along
    random paths (morris), or by its share of the variance (sobol) Possible values: - morris: Elementary effects
    along random paths - sobol:  Shares of the variance
    """
    span: Value | Sequence[Value]
    """With --method, how far each number is moved to either side of what it is [default: 2]"""
    rows: Value | Sequence[Value]
    """With --method, how many random paths or rows there are [default: 20 paths, 1024 rows]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of the scenario and of each change [default: 20000; none where enumeration is
    cheaper]. A change that moves nothing in the first 1024 is played no further
    """
    fights: Value | Sequence[Value]
    """With --method, play this many fights of each combination [default: 2000 with morris, 20 with sobol]"""
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def weights(*arguments: str | Path, **options: Unpack[WeightsOptions]) -> Answer:
    """Rank the numbers of the stat blocks by how much they matter.

    Each number of each unit is played one higher and one lower, on the same dice. Arguments: scenario.
    """
    return ask("weights", arguments, {**options}, writes=True)


class WhyOptions(TypedDict, total=False):
    """Options of `why`."""

    seed: Value | Sequence[Value]
    """The seed of the random dice [default: the seed of the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 is one for each core. The results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """The number of rounds after which an undecided fight ends as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print nothing but results that were asked for by a flag, warnings and errors"""
    verbose: bool
    """Also print what is left out otherwise: of a table the rest of its rows; with a card its legend, and every value
    of the scenario and where it came from
    """
    metric: Value | Sequence[Value]
    """Show this metric, by its name in the table or as goals write it: rounds, hp_left(Boss), ... Repeat the flag for
    more [default: the win rate of the first side]
    """
    fights: Value | Sequence[Value]
    """The fights of each scenario with some of the edits: 20000, 20_000 or 2e4 [default: 20000, none where enumeration
    is cheaper; with more than six edits 65536]
    """
    out: Value | Sequence[Value]
    """The folder for the table as a CSV file, and for what else the verb writes"""
    no_out: bool
    """Write no results, only print, as without --out"""
    force: bool
    """Replace other results in that folder"""


def why(*arguments: str | Path, **options: Unpack[WhyOptions]) -> Answer:
    """Find out which edits made the difference between two scenarios.

    The difference is divided among the edited values, on the same dice. Arguments: scenario.
    """
    return ask("why", arguments, {**options}, writes=True)
