"""The card editor: a form made from the signatures that read card texts, and the card as it will be read."""
