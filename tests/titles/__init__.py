"""Tiny titles made for the conformance suite, each a worked example for authors. `faults` holds broken ones."""
