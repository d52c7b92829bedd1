"""The rules of Blast at play: each action of a log, its checks beside their articles, and what it does."""
