"""Speed: every title against a C++ twin of a calibration title and against other engines."""
