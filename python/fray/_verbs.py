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
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    goal: Value | Sequence[Value]
    """The goal to meet, written as in a scenario file: "win_rate(heroes) = 65%", "any_died(heroes) <= 20%"
    """
    most: Value | Sequence[Value]
    """Try at most this many of a monster [default: 12]"""
    vary: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Vary a number of the monster instead of how many there are: life, or life=4:40"""
    against: Value | Sequence[Value]
    """The monster that the others are measured in [default: the one whose number is known against the most parties]
    """
    tolerance: Value | Sequence[Value]
    """How precisely to measure near the number that meets the goal: 1pt for a rate, or a number [default: 1pt; 1 % of
    anything but a rate]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights for each number of each monster [default: 100000]"""
    max_time: Value | Sequence[Value]
    """Stop after this many seconds and print what is known by then [default: 3600]"""
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def budget(*arguments: str | Path, **options: Unpack[BudgetOptions]) -> Answer:
    """Find how many of each monster meet a goal for each party.

    For every party and monster of a `[[cross]]`: how many, as a fraction between two whole numbers; how many of one
    monster equal another; and whether a mixed pack is worth the sum of its parts. Arguments: suite.
    """
    return ask("budget", arguments, {**options}, writes=True)


class CheckOptions(TypedDict, total=False):
    """Options of `check`."""

    mode: Value | Sequence[Value]
    """How points are tested against their baselines [default: as in the suite] Possible values: - auto:  Pass if the
    counts are equal; otherwise test statistically with fresh fights - exact: Pass if the counts are equal;
    otherwise fail - stat:  Test statistically with fresh fights
    """
    replay: Value | Sequence[Value]
    """How many fights of a baseline are played again to compare their tallies Possible values: - changed: None if
    neither the scenario nor the rules changed since the baseline, else the first 8,192 - prefix:  The first 8,192;
    the file is checked against its own checksum - full:    All of them: as many as the baseline was made of
    [default: changed]
    """
    alpha: Value | Sequence[Value]
    """The probability that the whole check raises a false alarm when nothing has changed [default: as in the suite]
    """
    seed: Value | Sequence[Value]
    """The seed of the fresh fights [default: for each point, the seed of its baseline plus one]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fresh fights for each point [default: as in the suite]"""
    of: Value | Sequence[Value]
    """Test only the points with this text in their names"""
    changed: Value | Sequence[Value]
    """Test only the points whose scenario, includes or baseline differ, according to git, from this commit or from
    where the branch left it. After an update of fray, run a check without this flag: it can change every point
    [default without COMMIT: the last commit]
    """
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    update: bool
    """Instead of testing, replace the baselines of the points whose fights have different results now"""
    reason: Value | Sequence[Value]
    """The reason for the update; it is kept in the baseline files"""
    junit: Value | Sequence[Value]
    """Also write the report to a file in the JUnit format"""
    out: Value | Sequence[Value]
    """Write check.csv, with a row for each test, and a manifest to this folder"""
    force: bool
    """Replace the report of another check"""
    annotations: bool
    """Print failures as annotations, which CI services show next to the files"""
    markdown: bool
    """Print Markdown, for the summary of a job or a comment on a pull request"""
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
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    fights: Value | Sequence[Value]
    """Play this many fights of the scenario and of each change to it, and a quarter as many for each number [default:
    20000]
    """
    thorough: bool
    """Also play a twentieth of the fights with each side looking ahead at each turn, which takes minutes"""
    max_time: Value | Sequence[Value]
    """Stop after this many seconds and print what is known by then. The exit code is 4 then"""
    html: Value | Sequence[Value]
    """Also write the advice as a page to this file; --out writes it as `coach.csv`, which `fray report` makes a
    section of in a folder with a run of the scenario
    """
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def coach(*arguments: str | Path, **options: Unpack[CoachOptions]) -> Answer:
    """Say in plain words what is wrong with a fight, and how to mend it.

    Sides that could play better, goals that are missed, what makes the fight swing, numbers that do nothing, edits
    that meet all goals, and how long it takes: each sentence with its figure, its interval and the command that
    shows it. Arguments: scenario.
    """
    return ask("coach", arguments, {**options}, writes=True)


class CompareOptions(TypedDict, total=False):
    """Options of `compare`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    heroes=file,default,random,best,clever, where `file` means as in the file
    """
    fights: Value | Sequence[Value]
    """Play exactly this many pairs of fights: 1000000, 1_000_000 or 1e6"""
    max_fights: Value | Sequence[Value]
    """Play until there is a verdict, but at most this many pairs; at least 1024, as fewer cannot decide anything
    [default: the number in the file, or 100000]
    """
    range: Value | Sequence[Value]
    """Play the pairs numbered LO up to, but not including, HI"""
    metric: Value | Sequence[Value]
    """The metric that the verdict is about, named as in the table or as in a goal: rounds, hp_left(Boss),
    exhausted(Boss, every), ... [default: the win rate of the first side]
    """
    delta: Value | Sequence[Value]
    """The largest difference that counts as none: 0.5pt for a rate, or a number [default: 0.5pt]"""
    alpha: Value | Sequence[Value]
    """The probability of a wrong verdict that you accept [default: 0.01]"""
    expect: Value | Sequence[Value]
    """Set the exit code by the verdict: 1 if it is not this one, 4 if there is none Possible values: - different: A
    difference larger than the tolerance - same:      No difference larger than the tolerance
    """
    mirror: bool
    """Compare a scenario with itself, with its sides listed in the opposite order. Each side keeps its dice. In games
    where the order of the sides decides their ends of the board, the board is mirrored too
    """
    independent: bool
    """Play B on its own dice, as scenarios of two systems have to. Folders of results are always compared this way"""
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def compare(*arguments: str | Path, **options: Unpack[CompareOptions]) -> Answer:
    """Compare two scenarios, or a scenario and a change to it.

    Both are played fight by fight, on the same dice, until it is clear whether they differ. Arguments: scenario.
    """
    return ask("compare", arguments, {**options}, writes=True)


class ExactOptions(TypedDict, total=False):
    """Options of `exact`."""

    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    play: Value | Sequence[Value]
    """Let a side play the best of several sets of named tactics at each turn, and show what that is worth. The sets
    are those of `fray run --tactics SIDE=clever`, and that of the file Possible values: - best: The best of several
    sets of named tactics at each turn
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
    """With add, the folder of the history; it is created if it does not exist [default: history]"""
    metric: Value | Sequence[Value]
    """With show, the metric [default: the win rate of the first side]. With add, a metric to keep in addition to how
    the fights ended, named as in the table of `fray compare`: died(heroes/Knight). Repeat the flag for more
    """
    of: Value | Sequence[Value]
    """With show, only this point, or only the points with this party or monster of a cross"""
    alpha: Value | Sequence[Value]
    """With show, the probability that some point is reported as moved although none did"""
    html: Value | Sequence[Value]
    """With show, also write a page with charts to this file"""
    force: bool
    """Replace a file of that name"""
    quiet: bool
    """Print nothing but errors"""
    verbose: bool
    """List all points and changes, however many"""


def history(*arguments: str | Path, **options: Unpack[HistoryOptions]) -> Answer:
    """Keep the results of each night, and show what moved.

    The history is a folder that only grows: a small table for each night, and the values of each scenario, stored
    once. Arguments: does, folder.
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
    """The scenario that gives the map and the rulings; fighters start where its units do [default: the first scenario
    with two sides in the folder, if all are of one system]. --set changes it
    """
    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of each pair, with either fighter listed first; at least 1024 [default: 20000]. A
    pair that is decided earlier stops earlier
    """
    delta: Value | Sequence[Value]
    """How far from 50 % a pair may be and still be called even [default: 1pt]"""
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def matrix(*arguments: str | Path, **options: Unpack[MatrixOptions]) -> Answer:
    """Let every stat block of a folder fight every other.

    The result is a ranking, and which fighters beat others that rank above them. Arguments: folder.
    """
    return ask("matrix", arguments, {**options}, writes=True)


class MergeOptions(TypedDict, total=False):
    """Options of `merge`."""

    plan: Value | Sequence[Value]
    """Add up the tasks of this plan. The exit code is 4 while fights are missing"""
    out: Value | Sequence[Value]
    """The folder for the sum. With --plan it may be left out, to learn only what is missing"""
    missing: Value | Sequence[Value]
    """Write the numbers of the tasks that have not been played yet to this file, in the syntax of job arrays:
    3,7,19-24. It is empty if there are none
    """
    state: Value | Sequence[Value]
    """Write the sums of all points to one file, which from then on replaces the files of the tasks"""
    partial: bool
    """Also write the results of points with fights missing, from the fights that are there. They give `interrupted` as
    the reason why they ended
    """
    strict: bool
    """Fail with code 5 if a file is damaged or belongs to another plan. Otherwise such a file counts as missing"""
    force: bool
    """Replace the results of another run"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Also print the legend of the card, and every value of the scenario with where it came from"""
    each: bool
    """Give each copy of a unit its own row on the card"""


def merge(*arguments: str | Path, **options: Unpack[MergeOptions]) -> Answer:
    """Add up the parts of a run, or the tasks of a plan.

    The sum is the same, byte for byte, as one long run. Arguments: dir.
    """
    return ask("merge", arguments, {**options}, writes=True)


class PlanOptions(TypedDict, total=False):
    """Options of `plan`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    heroes=file,default,random,best,clever, where `file` means as in the file
    """
    variants: bool
    """Vary the `[[variant]]` entries of the file, too"""
    among: Value | Sequence[Value]
    """Vary the rows of a spreadsheet, too. Its header has paths like Ogre.hp, and may have a column `name` to name the
    rows. An empty cell changes nothing
    """
    matrix: Value | Sequence[Value]
    """Instead, plan the pairs of `fray matrix`: every stat block and side of this folder against every other"""
    template: Value | Sequence[Value]
    """With --matrix, the scenario that gives the map and the rulings"""
    fights: Value | Sequence[Value]
    """The number of fights of each point: 1000000, 1_000_000 or 1e6 [default: the number in the file, or 100000]. With
    --target-error, the first round has --min-fights instead
    """
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of the 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every
    side, or MEASURE=ERROR for another measure: rounds=0.01. Repeat the flag for more; all have to be met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before the target is tested [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether or not the target is met [default: 1e9 with a target, else a million]"""
    shard_seconds: Value | Sequence[Value]
    """Make tasks that take about this many seconds on one core of this machine, whose speed is measured first
    [default: 60]
    """
    shard_fights: Value | Sequence[Value]
    """Make tasks of this many fights, rounded up to a multiple of 65536, without measuring anything, so that the same
    command writes the same plan on any machine
    """
    extend: Value | Sequence[Value]
    """Add fights to this plan: up to --fights or, without it, one more round for the points that have not met the
    target; --results then says where the shards are. The old tasks keep their numbers
    """
    results: Value | Sequence[Value]
    """For another round, the folders with the shards, or files of sums. With --commands, the folder that the commands
    write shards to [default with --commands: results]
    """
    out: Value | Sequence[Value]
    """The folder for the plan [default with --extend: that of the plan]"""
    force: bool
    """Replace another plan in the folder, or cut the same one again"""
    dry_run: bool
    """Print the points, the fights and the estimated time and disk space, and write nothing"""
    id: bool
    """Print the id of the plan, by which shards are matched to it, and write nothing. It depends on points, seeds,
    fights and rules, not on how the tasks are cut, so nothing is measured
    """
    commands: bool
    """Print a shell command for each task"""
    array: bool
    """Print the numbers of the tasks in the syntax of job arrays: 0-41; with --extend, those of the new tasks, and
    nothing if no more fights are needed
    """


def plan(*arguments: str | Path, **options: Unpack[PlanOptions]) -> Answer:
    """Cut a batch into numbered tasks for several machines.

    The plan is a folder with everything that a task needs. Anything that can run a command for each number in a
    list can play it: Slurm, Dask, Kubernetes, GNU parallel, a shell. Arguments: scenario.
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
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    metric: Value | Sequence[Value]
    """The metric to watch, named as in the table or as in a goal: rounds, hp_left(Boss), ... [default: the win rate of
    the first side]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many pairs of fights for each switch [default: 20000; none where an exact answer is cheaper]
    """
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def rulings(*arguments: str | Path, **options: Unpack[RulingsOptions]) -> Answer:
    """Show which house rules change the fight, and by how much.

    Each ruling is switched to each of its other answers, on the same dice. Arguments: scenario.
    """
    return ask("rulings", arguments, {**options}, writes=True)


class RunOptions(TypedDict, total=False):
    """Options of `run`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    heroes=file,default,random,best,clever, where `file` means as in the file
    """
    fights: Value | Sequence[Value]
    """Play exactly this many fights: 1000000, 1_000_000 or 1e6 [default: the number in the file; else until every goal
    is decided and every win rate is known to 0.5 points, at most a million]
    """
    range: Value | Sequence[Value]
    """Play the fights numbered LO up to, but not including, HI"""
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of the 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every
    side, or MEASURE=ERROR for another measure: rounds=0.01. Repeat the flag for more; all have to be met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before the target is tested [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether or not the target is met [default: 1e9 with a target, else a million]"""
    out: Value | Sequence[Value]
    """The folder for the results [default: results/SCENARIO, with --set a subfolder named after the changes]"""
    rare: Value | Sequence[Value]
    """Instead of playing a run, estimate how probable a rare outcome is, by splitting: "any_died(heroes)",
    "loss(heroes)", "dropped(Healer)"
    """
    no_out: bool
    """Write no files"""
    dry_run: bool
    """Print the points, the fights and the estimated time and disk space, and play only what the estimate needs"""
    extend: bool
    """Keep the fights of this scenario and seed that are in the folder, and play only the rest"""
    force: bool
    """Replace the results of another run. Without --out, results of an earlier version of the same file are replaced
    anyway, unless they have more than ten times as many fights
    """
    checkpoint: Value | Sequence[Value]
    """Save a long run every so many seconds [default: 30]"""
    verify: bool
    """Test the result against the exact answer, if there is one; the exit code is 1 if they differ"""
    each: bool
    """Give each copy of a unit its own row on the card"""
    report: bool
    """Also write the results as a page with charts: report.html in the folder of each run and of the batch"""
    no_hints: bool
    """Do not look for tactics that would gain a side more than five points; looking takes at most a fifth of the time
    of a run of one scenario
    """


def run(*arguments: str | Path, **options: Unpack[RunOptions]) -> Answer:
    """Play scenarios, print a card of the results and write tables.

    Results go to results/SCENARIO as CSV files with a manifest, unless --out or --no-out says otherwise. Of a
    folder, every scenario is played. Arguments: scenario.
    """
    return ask("run", arguments, {**options}, writes=True)


class SelftestOptions(TypedDict, total=False):
    """Options of `selftest`."""

    seed: Value | Sequence[Value]
    """The first seed. The same seed gives the same measurements [default: 1]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    thorough: bool
    """Measure more, for several minutes instead of one"""


def selftest(*arguments: str | Path, **options: Unpack[SelftestOptions]) -> Answer:
    """Measure how far the intervals and the gate can be trusted.

    Fights with known answers show how often the intervals hold the true value, and how often the gate raises a
    false alarm. Arguments: scenario.
    """
    return ask("selftest", arguments, {**options}, writes=False)


class SolveOptions(TypedDict, total=False):
    """Options of `solve`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    vary: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """The whole number or the dice to search: Ogre.hp, Ogre.hp=20:40 or Boar.body=d6:2d12. Without a range, every
    legal value is searched, outward from the present one. A second --vary gives a curve: what the first has to be
    for each value of the second
    """
    goal: Value | Sequence[Value]
    """The goal to meet, written as in a scenario file: "win_rate(heroes) = 65%", "mean(rounds) between 4 and 5",
    "any_died(heroes) <= 20%". Repeat the flag for more [default: the goals of the file]
    """
    tolerance: Value | Sequence[Value]
    """How far the nearest value may be from what a goal with `=` asks for: 0.5pt for a rate, or a number [default:
    0.5pt; 1 % of anything but a rate]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of each value; raised to 2048 if less, as fewer cannot decide anything [default:
    1000000]
    """
    max_time: Value | Sequence[Value]
    """Stop the search after this many seconds and print what is known by then [default: 300]"""
    write: bool
    """Write the answer to the scenario file; its comments and layout stay as they are"""
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def solve(*arguments: str | Path, **options: Unpack[SolveOptions]) -> Answer:
    """Find what a number has to be to meet a goal.

    Arguments: scenario.
    """
    return ask("solve", arguments, {**options}, writes=True)


class SweepOptions(TypedDict, total=False):
    """Options of `sweep`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    heroes=file,default,random,best,clever, where `file` means as in the file
    """
    variants: bool
    """Vary the `[[variant]]` entries of the file, too. Without a range or list, only they are varied"""
    among: Value | Sequence[Value]
    """Vary the rows of a spreadsheet, too. Its header has paths like Ogre.hp, and may have a column `name` to name the
    rows. An empty cell changes nothing
    """
    metric: Value | Sequence[Value]
    """Show this metric, named as in the table or as in a goal: rounds, hp_left(Boss), ... Repeat the flag for more
    [default: the win rate of the first side]
    """
    fights: Value | Sequence[Value]
    """Play this many fights of each point: 1000000, 1_000_000 or 1e6 [default: the number in the file, or 100000; none
    where an exact answer is cheaper]. With --pick, give --max-fights instead, 1024 or more
    """
    target_error: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Play until half the width of the 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every
    side, or MEASURE=ERROR for another measure: rounds=0.01. Repeat the flag for more; all have to be met
    """
    min_fights: Value | Sequence[Value]
    """Play at least this many fights before the target is tested [default: 10000]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights, whether or not the target is met [default: 1e9 with a target, else a million]"""
    pick: Value | Sequence[Value]
    """Play the points that may be the best until one clearly is: max:METRIC, min:METRIC or closest:METRIC=VALUE, as in
    closest:win_rate(heroes)=65%. The exit code is 4 if several are left
    """
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def sweep(*arguments: str | Path, **options: Unpack[SweepOptions]) -> Answer:
    """Try every combination of some values, or pick the best.

    All combinations are played on the same dice. Arguments: scenario.
    """
    return ask("sweep", arguments, {**options}, writes=True)


class TacticsOptions(TypedDict, total=False):
    """Options of `tactics`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    best: bool
    """Search for a side's best combination of named tactics, starting from the best single switch and elsewhere, and
    test it on the dice of another seed against the file and every single switch. The other sides keep their
    tactics. The exit code is 4 if the test is undecided
    """
    ceiling: bool
    """Show how much good play is worth to a side: how often it wins with random tactics, with the defaults, with those
    in the file, with the best combination that a search finds, and looking ahead at each turn. Also show what it
    does differently when it looks ahead, as tactics to put in the file, each tested. The other sides keep their
    tactics
    """
    of: Value | Sequence[Value]
    """Only the tactics of this side or unit [default: all sides]. With --best and --ceiling, a side [default: the
    first]
    """
    max_fights: Value | Sequence[Value]
    """Play at most this many pairs of fights for each switch; with --best, also for each combination that the search
    tries, at least 1024; with --ceiling, exactly this many for each way of playing, and a twentieth of them when
    looking ahead [default: 20000; none where an exact answer is cheaper]
    """
    max_time: Value | Sequence[Value]
    """Stop after this many seconds and print what is known by then; with --ceiling, every way of playing gets its part
    of the time. The exit code is 4 then
    """
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def tactics(*arguments: str | Path, **options: Unpack[TacticsOptions]) -> Answer:
    """Show what other tactics are worth, or search for the best.

    Each decision of each unit is switched to each of its other options, on the same dice. Arguments: scenario.
    """
    return ask("tactics", arguments, {**options}, writes=True)


class TraceOptions(TypedDict, total=False):
    """Options of `trace`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    tactics: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    heroes=file,default,random,best,clever, where `file` means as in the file
    """
    fight: Value | Sequence[Value]
    """The number of the fight, counted from 0"""
    find: Value | Sequence[Value]
    """Search for a fight: "died(Healer) and rounds <= 3", "loss(wizards), longest", "win, most_damage(Boss)",
    "loss(wizards), luckiest(wizards)" for what they lost in spite of luck, "timeout", or "p95 rounds" for the fight
    at that percentile of the fights searched. Conditions are about this one fight and use the metrics of goals,
    joined by "and"; `fray list metrics` lists them
    """
    max_fights: Value | Sequence[Value]
    """Search at most this many fights [default: the number in the file, or 100000]"""
    range: Value | Sequence[Value]
    """Search the fights numbered LO up to, but not including, HI"""
    out: Value | Sequence[Value]
    """Write fight-K.txt, fight-K.json or fight-K.html to this folder and print nothing to stdout. With --html, a name
    that ends in .html is the file itself [default with --html: the folder of the run's results]
    """
    force: bool
    """Replace a file with different contents"""
    html: bool
    """Write the fight as a page, round by round and turn by turn, with the board after each turn if there is one"""


def trace(*arguments: str | Path, **options: Unpack[TraceOptions]) -> Answer:
    """Tell one fight of a run, blow by blow.

    The fight is replayed exactly as it was counted in the run. Arguments: scenario.
    """
    return ask("trace", arguments, {**options}, writes=False)


class ValidateOptions(TypedDict, total=False):
    """Options of `validate`."""

    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Do not list the files without errors"""


def validate(*arguments: str | Path, **options: Unpack[ValidateOptions]) -> Answer:
    """Show everything that is wrong with scenario files.

    Includes, spreadsheets and suites are checked, too. Arguments: file.
    """
    return ask("validate", arguments, {**options}, writes=False)


class WeightsOptions(TypedDict, total=False):
    """Options of `weights`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    of: Value | Sequence[Value]
    """Only the numbers of this side or unit"""
    metric: Value | Sequence[Value]
    """Show this metric, named as in the table or as in a goal: rounds, hp_left(Boss), ... Repeat the flag for more
    [default: the win rate of the first side]
    """
    parts: bool
    """Instead of changing numbers, take out each unit, each of its weapons, abilities and other named entries, and
    each of its tactics in turn. If a unit has several copies, one of them is taken out
    """
    method: Value | Sequence[Value]
    """Instead, move all numbers at once and show how much the effect of each depends on the others: by elementary
    effects along random paths (morris), or by shares of the variance (sobol) Possible values: - morris: Elementary
    effects along random paths - sobol:  Shares of the variance
    """
    span: Value | Sequence[Value]
    """With --method, how far each number is moved up and down [default: 2]"""
    rows: Value | Sequence[Value]
    """With --method, the number of random paths (morris) or rows (sobol) [default: 20 paths, 1024 rows]"""
    max_fights: Value | Sequence[Value]
    """Play at most this many fights of the scenario and of each change [default: 20000; none where an exact answer is
    cheaper]. A change that moves nothing in the first 1024 fights stops there
    """
    fights: Value | Sequence[Value]
    """With --method, play this many fights of each combination [default: 2000 with morris, 20 with sobol]"""
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def weights(*arguments: str | Path, **options: Unpack[WeightsOptions]) -> Answer:
    """Rank the numbers of the stat blocks by how much they matter.

    Each number of each unit is played one higher and one lower, on the same dice. Arguments: scenario.
    """
    return ask("weights", arguments, {**options}, writes=True)


class WhyOptions(TypedDict, total=False):
    """Options of `why`."""

    seed: Value | Sequence[Value]
    """The seed of the dice [default: the seed in the file, or a random one, which is shown]"""
    threads: Value | Sequence[Value]
    """The number of threads; 0 means one per core. Results do not depend on it [default: 0]"""
    max_rounds: Value | Sequence[Value]
    """End a fight that is still undecided after this many rounds as a timeout"""
    set: Value | Sequence[Value] | Mapping[str, Value | Sequence[Value]]
    """Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`"""
    quiet: bool
    """Print only warnings, errors and what another flag asks for"""
    verbose: bool
    """Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from
    """
    metric: Value | Sequence[Value]
    """Show this metric, named as in the table or as in a goal: rounds, hp_left(Boss), ... Repeat the flag for more
    [default: the win rate of the first side]
    """
    fights: Value | Sequence[Value]
    """Play this many fights for each combination of edits: 20000, 20_000 or 2e4 [default: 20000, none where an exact
    answer is cheaper; with more than six edits, 65536]
    """
    out: Value | Sequence[Value]
    """Write the table as a CSV file, and the rest of the results, to this folder"""
    no_out: bool
    """Write no files, as without --out"""
    force: bool
    """Replace other results that are in the folder"""


def why(*arguments: str | Path, **options: Unpack[WhyOptions]) -> Answer:
    """Find out which edits made the difference between two scenarios.

    The difference is divided among the edited values, on the same dice. Arguments: scenario.
    """
    return ask("why", arguments, {**options}, writes=True)
