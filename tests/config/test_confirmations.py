"""What cannot be undone says what will happen: a question alone ("Delete this list?") says nothing."""

import re

from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"
CONFIRMED = re.compile(r"""data-confirm=(?:"([^"]*)"|'([^']*)')""")
SAID = re.compile(r"""(?:translate |%})\s*["']?(.+?)["']?\s*(?:%}|{%)""")
QUESTION = re.compile(r"""{% translate (?:"([^"]+)"|'([^']+)') as question %}|asvar question.*?%}(.+?){%""")
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
# on a page of its own that says it, or with a field for the reason, or changed back by the button beside it
SAYS_BESIDE = {
    "parts/question.html",  # it is the question
    "account/email.html",  # another address can be confirmed again
    "accounts/delete.html",
    "accounts/profile.html",  # leads to accounts/delete.html
    "accounts/sessions.html",  # the device signs in again
    "judging/personal_judging.html",  # asked on the button
    "style.html",
    "teams/_pool_cards.html",
    "teams/facts/revision.html",
    "teams/pool.html",  # restored on the page that follows
    "teams/team.html",  # the same
    "tournaments/events/cancel.html",
    "tournaments/events/parts/step.html",  # leads to tournaments/events/cancel.html
    "tournaments/players/leave.html",
    "tournaments/players/player.html",  # beside its undo
    "tournaments/results/parts/agreement.html",  # a call that can be cancelled
    "tournaments/rounds/unpublished.html",
}


AGAIN = {
    "judging/parts/light_table.html",  # undone by the button beside it
    "judging/parts/quest_table.html",
    "tournaments/players/manage.html",  # the view knows the question
    "tournaments/players/parts/my_crew.html",  # undone on the page that follows
}


def forms():
    for file in sorted(TEMPLATES.rglob("*.html")):
        for form in FORM.findall(file.read_text("utf-8")):
            yield file.relative_to(TEMPLATES).as_posix(), form


def test_a_confirmation_says_what_will_happen():
    asked = {
        (file, said)
        for file, form in forms()
        for quoted in CONFIRMED.findall(form)
        for said in SAID.findall("".join(quoted))
    } | {(file, "".join(said)) for file, form in forms() for said in QUESTION.findall(form)}
    assert len(asked) > 15
    assert {(file, said) for file, said in asked if said.rstrip().endswith("?")} == set()


def test_a_red_button_asks_or_stands_beside_its_words():
    red = {file for file, form in forms() if "button-danger" in form and "data-confirm" not in form}
    assert red - SAYS_BESIDE == set()


def test_what_a_script_asks_is_asked_without_scripts():
    silent = {file for file, form in forms() if "data-confirm" in form and "{% asks " not in form}
    assert silent - AGAIN == set()
