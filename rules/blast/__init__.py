"""Krosmaster Blast: its logs, team lists and facts. Their contracts: docs/blast.md."""
