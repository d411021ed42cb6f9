"""Plays the tasks of a fray plan on a Dask cluster.

Each task is one call of the `fray` program in a process of its own; only its bytes travel. Which tasks are still to
be played is asked of `fray merge`, so that the same command, given again, goes on where the last one stopped.

Read `cli` first (the commands), then `driver` (the loop), `worker` (what runs on the cluster), `fray` (the program's
verbs) and `plan` (the file plan.json).
"""
