"""Speed: every title against a C++ twin of a calibration title and against other engines."""

import bungalow  # noqa: F401  settles first whether bench.calibration is compiled or source
