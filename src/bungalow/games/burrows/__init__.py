"""Burrows, by Jeb Havens (Z-Man Games 2010): tunnels, turnips and tourists for 2-5 gopher ranchers."""
