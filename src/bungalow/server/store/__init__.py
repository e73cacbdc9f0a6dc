"""Where tables live: an append-only list of entries for each, in SQLite or PostgreSQL behind one interface."""
