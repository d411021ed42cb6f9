"""Lets `python -m fray.dask` do what `fray-dask` does."""

import sys


def main() -> int:
    """Runs the command and returns its exit code; without Dask it says how to get that."""
    try:
        from fray.dask import cli
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {"dask", "distributed", "rich"}:
            raise
        print(f"fray-dask: {error.name} is not installed: pip install 'fray[dask]'", file=sys.stderr)
        return 2
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
