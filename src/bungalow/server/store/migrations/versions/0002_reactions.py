"""The reaction time of a table, and the standing orders of its seats.

Tables that were begun before have no closed windows among their entries: they are played on without a reaction time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("reaction", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("orders", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("seats", "orders")
    op.drop_column("tables", "reaction")
