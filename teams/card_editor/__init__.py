"""The card editor: a form generated from the signatures that parse card texts, and a preview of the parsed card."""
