"""The command `python -m fray.parquet RESULTS OUT`: a module that the package itself does not import."""

import sys

from fray._parquet import main, to_parquet

__all__ = ["main", "to_parquet"]

if __name__ == "__main__":
    sys.exit(main())
