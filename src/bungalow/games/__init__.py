"""One folder per title, the same file names in each."""
