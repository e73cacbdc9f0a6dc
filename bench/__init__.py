"""Speed, measured against reference engines and a C++ twin."""

import bungalow  # noqa: F401  settles first whether bench.calibration is compiled or source
