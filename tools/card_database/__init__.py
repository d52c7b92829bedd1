"""Reading a database file of printed cards: its rows in the words of the project, and what was judged by hand.

The file is the list `cards.json` of an archived fan database (krosfinder). Nothing of its text is kept: numbers and
codes become fields, sentences become primitives (sentences.py), and what no primitive can say stays unknown.
`judged.toml` holds what people decided: which of our figures a row is where the names differ, and what a printed front
says otherwise. `powers.toml` says in our words what each power of a single card does.
"""
