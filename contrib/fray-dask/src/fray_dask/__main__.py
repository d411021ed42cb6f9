"""Lets `python -m fray_dask` do what `fray-dask` does."""

import sys

from fray_dask.cli import main

sys.exit(main())
