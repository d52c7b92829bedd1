"""Krosmaster Quest: its logs, hero lists and facts. Their contracts: docs/quest.md."""
