"""What tables need to outlive their rules: films of ended ones, results of entries, and why a table was closed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("differs", sa.Text))
    op.add_column("entries", sa.Column("result", sa.BigInteger))
    op.create_table(
        "films",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("film", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_films"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_films_table_id"),
    )


def downgrade() -> None:
    op.drop_table("films")
    op.drop_column("entries", "result")
    op.drop_column("tables", "differs")
