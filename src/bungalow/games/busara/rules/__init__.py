"""The rules of Busara by phase: setup, turn, actions, trade, powers, and the machine that carries out effects."""
