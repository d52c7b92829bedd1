"""Headings of the columns of a sheet of players, in English and French, and what each column holds."""

import re

from django.utils.translation import gettext_lazy

from core.text.names import without_accents

NICKNAME, NAME, GIVEN, FAMILY, NOTE, LEFT_OUT = "nickname", "name", "given_name", "family_name", "note", "-"
FIELDS = {
    NAME: gettext_lazy("Name"),
    NICKNAME: gettext_lazy("Nickname"),
    GIVEN: gettext_lazy("First name"),
    FAMILY: gettext_lazy("Last name"),
    "email": gettext_lazy("E-mail"),
    "club": gettext_lazy("Club"),
    "household": gettext_lazy("Household"),
    "crew": gettext_lazy("Crew"),
    "rating": gettext_lazy("Rating"),
    "paid": gettext_lazy("Paid"),
    "is_minor": gettext_lazy("Under age"),
    NOTE: gettext_lazy("Staff note"),
}
PARTS_OF_A_NAME = (NICKNAME, NAME, GIVEN, FAMILY)
PUNCTUATION = re.compile(r"[\W_]+")


def folded(heading: str) -> str:
    """Return a heading without case, accents, punctuation and plurals: “Payés ?” and “paye” are one."""
    words = PUNCTUATION.sub(" ", without_accents(heading)).split()
    return " ".join(word.removesuffix("s") for word in words)


HEADINGS = {
    NAME: (
        *("name", "player", "player name", "full name", "participant", "competitor", "entrant"),
        *(
            "nom",
            "joueur",
            "joueuse",
            "joueur joueuse",
            "nom du joueur",
            "nom de la joueuse",
            "participante",
            "inscrit",
        ),
        *("joueur se", "joueur euse", "participant e", "inscrit e"),
        *("nom complet", "nom prénom", "nom et prénom", "prénom nom", "prénom et nom"),
    ),
    NICKNAME: (
        *("pseudo", "pseudonyme", "pseudonym", "surnom", "nickname", "player nickname"),
        *("username", "user name", "display name", "screen name"),
    ),
    GIVEN: ("first name", "firstname", "given name", "forename", "prénom"),
    FAMILY: ("last name", "lastname", "surname", "family name", "nom de famille", "nom usuel"),
    "email": (
        *("email", "e-mail", "mail", "e-mail address", "email address", "mail address"),
        *("courriel", "adresse e-mail", "adresse email", "adresse mail", "adresse courriel", "adresse électronique"),
        *("mél", "adresse de messagerie"),
    ),
    "club": ("club", "team", "association", "asso", "équipe", "club équipe", "club association", "nom du club"),
    "household": ("household", "foyer", "famille", "family"),
    "crew": ("crew", "équipage", "binôme", "duo"),
    "rating": ("rating", "elo", "ranking", "cote", "classement", "classement elo"),
    "paid": (
        *("paid", "has paid", "fee", "fee paid", "entry fee", "payment"),
        *("payé", "payée", "payé e", "a payé", "paiement", "réglé", "réglée", "réglé e", "a réglé", "règlement"),
        *("inscription payée", "inscription réglée"),
    ),
    "is_minor": ("under age", "underage", "under 18", "minor", "mineur", "mineure", "mineur e", "moins de 18 ans"),
    NOTE: (
        *("note", "staff note", "remark", "comment", "notes and comments"),
        *("remarque", "commentaire", "observation", "divers"),
    ),
    # columns of our own export, of forms and of numbered lists: every player begins anew
    LEFT_OUT: (
        "status",
        "state",
        "statut",
        "état",
        "timestamp",
        "horodateur",
        "horodatage",
        "no",
        "nr",
        "numéro",
        "n°",
    ),
}
FIELD_OF = {folded(heading): field for field, headings in HEADINGS.items() for heading in headings}


def field_of(heading: str) -> str:
    """Return what a column with this heading holds; "" if it is not known. What is in brackets need not match."""
    return FIELD_OF.get(folded(heading)) or FIELD_OF.get(folded(heading.partition("(")[0]), "")
