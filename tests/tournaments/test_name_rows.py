"""What names are shown, in lists as elsewhere."""

from itertools import product

import pytest

from accounts.profile.models import initials
from tests.tournaments.worlds import a_user, an_event
from tournaments.models import Registration
from tournaments.players.models.name_rows import NameRow, name_columns

pytestmark = pytest.mark.django_db


def test_names_of_minors_and_hidden_names_are_initials():
    event = an_event()
    for number, (is_minor, is_hidden, account) in enumerate(product((False, True), (False, True), range(9))):
        flags = {"is_minor": is_minor, "hidden_by_moderators": is_hidden}
        Registration.objects.create(event=event, **flags, **_who(number, account))
    players = Registration.objects.named().order_by("pk")
    rows = [NameRow(*row) for row in players.values_list(*name_columns())]
    assert [(row.full, row.shown) for row in rows] == [(player.full_name, player.shown_name) for player in players]
    for player in players:
        user = player.user
        name = user.full_name if user else player.guest_name
        hides = (user.is_minor or user.hidden_by_moderators) if user else player.hidden_by_moderators
        assert (player.full_name, player.shown_name) == (name, initials(name) if player.is_minor or hides else name)


def test_a_numbered_row_says_what_the_model_says():
    numbers = {"full_name_number": 2, "shown_name_number": 3}
    player = Registration.objects.create(event=an_event(), guest_name="Zoé O'Shun", is_minor=True, **numbers)
    row = NameRow(*Registration.objects.values_list(*name_columns()).get())
    assert (row.full, row.shown) == (player.full_name, player.shown_name) == ("Zoé O'Shun #2", "Z. O. #3")
    assert row.plain == player.plain_name == "Zoé O'Shun"


def _who(number, account):
    """A guest, or somebody with an account: a minor or not, hidden or not, with a public name or without."""
    if not account:
        return {"guest_name": f"Zoé O'Shun {number}"}
    user = a_user()
    user.username, user.public_name = f"player-{number}", "Ana de Bonta" if account % 2 else "  "
    user.is_minor, user.hidden_by_moderators = account in (3, 4, 7, 8), account > 4
    user.save()
    return {"user": user}
