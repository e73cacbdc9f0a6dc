"""The public conformance suite: what every title, ours or another author's, must pass.

    from bungalow.core.conformance import conform
    conform(MyGame(), games=20).require()

`rules` and `secrecy` hold the single checks; `moment_of(match)` makes what they take.
"""

from bungalow.core.conformance.moment import Memory, Moment, moment_of
from bungalow.core.conformance.report import Broken, Fault, Report
from bungalow.core.conformance.run import Share, conform, fingerprint, option_spread, switch_spread

__all__ = [
    "Broken",
    "Fault",
    "Memory",
    "Moment",
    "Report",
    "Share",
    "conform",
    "fingerprint",
    "moment_of",
    "option_spread",
    "switch_spread",
]
