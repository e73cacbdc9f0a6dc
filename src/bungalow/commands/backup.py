"""`bungalow backup` and `bungalow restore`: all tables of a server in one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bungalow.commands.common import OK, Commands, add_json, number_of, path, print_json, progress_bar
from bungalow.server.arguments import add_store_arguments

if TYPE_CHECKING:
    from bungalow.server.settings import Settings
    from bungalow.server.store.backup import Contents

BACKUP = """\
Write everything that the server keeps (guests, tables, moves, chat) to one file, also while the server runs. The file
holds every move that was acknowledged before the command was given. Do not copy the database file of a running server
instead: the newest moves are not in it.

The file is the same for SQLite and PostgreSQL: a backup of one can be restored into the other. Only its owner may read
it, since it holds the seeds of tables in play: whoever knows them knows every hidden card."""

RESTORE = """\
Put a backup in the place of what a server keeps: all of it or nothing. Stop the server first. A backup of an older
version of Bungalow is brought up to date; one of a newer version is refused.

If there are tables already, --force is needed. SQLite's file is then kept in the data folder under the name
bungalow-replaced-DATE-TIME.sqlite; what PostgreSQL held is gone, so back it up first."""

BACKUP_EXAMPLES = """\
examples:
  bungalow backup monday.backup
  bungalow backup monday.backup --data folder
  BUNGALOW_DATABASE=postgresql://user@host/name bungalow backup monday.backup"""

RESTORE_EXAMPLES = """\
examples:
  bungalow restore monday.backup --data new-folder
  bungalow restore monday.backup --force
  bungalow restore monday.backup --database postgresql://user@host/name"""


def add(commands: Commands) -> None:
    backup = commands.add_parser(
        "backup", help="write all tables of a server to a file", description=BACKUP, epilog=BACKUP_EXAMPLES
    )
    backup.add_argument("file", metavar="FILE", type=path, help="where to write it")
    backup.add_argument("--force", action="store_true", help="replace FILE if it exists")
    backup.set_defaults(run=run_backup)
    restore = commands.add_parser(
        "restore", help="put a backup in the place of a server's tables", description=RESTORE, epilog=RESTORE_EXAMPLES
    )
    restore.add_argument("file", metavar="FILE", type=path, help="what bungalow backup wrote")
    restore.add_argument("--force", action="store_true", help="replace the tables that are there")
    restore.set_defaults(run=run_restore)
    for parser in (backup, restore):
        add_store_arguments(parser)
        add_json(parser)


def run_backup(args: argparse.Namespace) -> int:
    from bungalow.server.store.backup import back_up

    file = Path(args.file)
    contents = back_up(settings_of(args), file, progress_bar, force=args.force)
    if args.json:
        print_json(described(file, contents))
    else:
        print(f"{file}: {counted(contents)}, {number_of(contents.bytes, 'byte')}")
    return OK


def run_restore(args: argparse.Namespace) -> int:
    from bungalow.server.store.restore import restore

    file = Path(args.file)
    settings = settings_of(args)
    done = restore(settings, file, progress_bar, force=args.force)
    if args.json:
        print_json(described(file, done.contents) | {"kept": None if done.kept is None else str(done.kept)})
        return OK
    place = "PostgreSQL" if settings.database else str(settings.data)
    print(f"{place}: {counted(done.contents)} restored from {file}")
    if done.kept is not None:
        print(f"what was there before: {done.kept}")
    return OK


def settings_of(args: argparse.Namespace) -> Settings:
    from bungalow.server.settings import Settings, default_data

    return Settings(data=args.data or default_data(), database=args.database)


def counted(contents: Contents) -> str:
    return f"{number_of(contents.tables, 'table')}, {number_of(contents.moves, 'move')}"


def described(file: Path, contents: Contents) -> dict[str, object]:
    return {
        "file": str(file),
        "tables": contents.tables,
        "moves": contents.moves,
        "guests": contents.guests,
        "bytes": contents.bytes,
        "schema": contents.schema,
    }
