"""One address is one account: not a second one with letters that a mail program reads as the same."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import User
from core.text.email_addresses import usual_letters
from tests.accounts.signed_in import PASSWORD, a_person
from tournaments.models import Registration
from tournaments.players.services.checked_lines import _field_errors

TWINS = {
    "invisible at the end": "ana@example.org\u200b",
    "soft hyphen": "ana@exam\u00adple.org",
    "ligature": "ana@ﬁre.example.org",
    "long s in the domain": "ana@ſite.example",
    "long s": "anaſ@example.org",
    "dotless i": "anı@example.org",
    "sign for kelvin": "an\u212a@example.org",
    "encoded": "ana@xn--mnchen-3ya.de",
}


@pytest.mark.parametrize("address", TWINS.values(), ids=list(TWINS))
def test_an_address_that_mail_programs_read_as_another_is_refused(address):
    with pytest.raises(ValidationError):
        usual_letters(address)


@pytest.mark.parametrize("address", ["Ana.O'Neill+1@Example.org", "ana@münchen.de", "ana@例え.jp", "ana@localhost"])
def test_every_usual_address_is_taken(address):
    usual_letters(address)


@pytest.mark.django_db
def test_nobody_signs_up_with_the_twin_of_an_address(client):
    fields = {"public_name": "Bo", "password1": PASSWORD, "password2": PASSWORD}
    page = client.post(reverse("account_signup"), fields | {"email": TWINS["invisible at the end"]})
    assert page.status_code == 200
    assert not User.objects.exists()


@pytest.mark.django_db
def test_no_password_is_reset_by_the_twin_of_an_address(client):
    a_person("anas")
    client.post(reverse("account_reset_password"), {"email": TWINS["long s"]})
    assert mail.outbox == []


def test_no_player_is_entered_or_imported_with_one():
    with pytest.raises(ValidationError, match="usual letters"):
        Registration._meta.get_field("guest_email").clean(TWINS["soft hyphen"], None)
    assert len(list(_field_errors({"email": TWINS["soft hyphen"], "paid": "", "is_minor": ""}))) == 1
