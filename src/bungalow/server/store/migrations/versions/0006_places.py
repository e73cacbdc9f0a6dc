"""Who opened a table and from where, who was last there, who may not write in its chat, and why it was closed."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("opener", sa.Text))
    op.add_column("tables", sa.Column("origin", sa.Text))
    op.add_column("tables", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("muted", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("closed", sa.Text))
    op.add_column("chat", sa.Column("guest", sa.Text))
    op.create_index("ix_tables_opener", "tables", ["opener"])
    op.create_index("ix_tables_origin", "tables", ["origin"])
    # Nobody knows when they were last visited: their time begins now.
    op.execute(sa.text("UPDATE tables SET seen = :now WHERE status IN ('open', 'playing')").bindparams(now=time.time()))


def downgrade() -> None:
    op.drop_index("ix_tables_origin", "tables")
    op.drop_index("ix_tables_opener", "tables")
    op.drop_column("chat", "guest")
    for column in ("closed", "muted", "seen", "origin", "opener"):
        op.drop_column("tables", column)
