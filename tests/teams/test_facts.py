"""What people bring is reviewed by a second person, replaced but never edited, and shared as a file."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.profile.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.files import bounded_child
from core.models import AuditEntry
from rules.arena.cards import catalogue
from rules.arena.facts_document import known_from, parse
from teams.cards.services import facts as services
from teams.models import FactRevision, FactsSnapshot
from tests.cases import some_of
from tests.teams.facts_people import entry, known, reviewer, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def rae(db):
    return reviewer()


@pytest.fixture
def as_rae(rae):
    from django.test import Client

    client = Client()
    client.force_login(rae)
    return client


# -- review -----------------------------------------------------------------------------------------------------


def test_a_proposal_counts_once_a_second_person_confirmed_it(ana, rae):
    row = services.propose(who=ana, entry=entry())
    assert services.current_entries() == []
    services.confirm(revision=row, who=rae)
    assert [each["slug"] for each in services.current_entries()] == ["goultard"]
    assert known_from(services.current_content()).texts.figures["goultard"].spells["kick"].ap == 3


def test_nobody_confirms_their_own_proposal_or_without_the_right(ana, bo, rae):
    for who, row in (
        (bo, services.propose(who=ana, entry=entry())),
        (rae, services.propose(who=rae, entry=entry("necrose"))),
    ):
        for step in (services.confirm, lambda **facts: services.reject(**facts, why="wrong")):
            with pytest.raises(NotAllowed):
                step(revision=row, who=who)
    assert services.current_entries() == []


def test_a_moderator_confirms_for_the_site(ana):
    moderator = User.objects.create_user("mo", "mo@example.org", "right horse")
    moderator.user_permissions.add(Permission.objects.get(codename="moderate"))
    row = services.propose(who=ana, entry=entry())
    assert services.reviewers_of(row) == [moderator]
    services.confirm(revision=row, who=User.objects.get(pk=moderator.pk))
    assert services.waiting_for(moderator) == 0


def test_a_proposal_is_decided_once(ana, rae):
    (row,) = known(ana, rae, entry())
    for step in (
        lambda: services.confirm(revision=row, who=rae),
        lambda: services.reject(revision=row, who=rae, why="no"),
        lambda: services.withdraw(revision=row, who=ana),
    ):
        with pytest.raises(Refused, match="already"):
            step()


def test_a_rejection_needs_a_reason_and_the_proposer_may_withdraw(ana, bo, rae):
    row = services.propose(who=ana, entry=entry())
    with pytest.raises(Invalid):
        services.reject(revision=row, who=rae, why="  ")
    with pytest.raises(NotAllowed):
        services.withdraw(revision=row, who=bo)
    services.withdraw(revision=row, who=ana)
    assert FactRevision.objects.waiting().count() == 0


def test_a_later_revision_replaces_and_the_former_stays(ana, rae):
    (first,), (second,) = known(ana, rae, entry()), known(ana, rae, entry(cost={"ap": 4}))
    assert second.replaces == first
    assert [row.pk for row in FactRevision.objects.current()] == [second.pk]
    assert FactRevision.objects.get(pk=first.pk).body["spells"][0]["cost"] == {"ap": 3}
    with pytest.raises(TypeError):
        second.save()


def test_a_spell_is_confirmed_only_after_the_summon_it_names(ana, rae):
    frog = {"kind": "summon", "slug": "frog", "body": {"name": "Frog", "kind": "mob", "families": ["Frog"]}}
    summons = entry(effects=[{"do": "summon", "summon": "frog"}])
    with pytest.raises(services.Unreadable):
        services.propose(who=ana, entry=summons)
    row = services.propose(who=ana, entry=summons, summons={"frog"})
    with pytest.raises(Refused, match="frog"):
        services.confirm(revision=row, who=rae)
    known(ana, rae, frog)
    services.confirm(revision=row, who=rae)


def test_the_snapshot_is_made_once_for_each_confirmation(ana, rae):
    assert services.current_snapshot() is None
    known(ana, rae, entry())
    one, again = services.current_snapshot(), services.current_snapshot()
    assert one == again
    known(ana, rae, entry("necrose"))
    assert services.current_snapshot() != one
    assert bytes(FactsSnapshot.objects.get(pk=one.pk).content) == bytes(one.content)


def test_two_that_disagree_are_shown_side_by_side(as_rae, ana, bo):
    row = services.propose(who=ana, entry=entry("toxine"))
    services.propose(who=bo, entry=entry("toxine", cost={"ap": 4}))
    answer = as_rae.get(row.get_absolute_url())
    assert len(answer.context["columns"]) == 2
    assert answer.context["differing"] == ["Kick (Cost)"]


def test_a_reviewer_confirms_and_rejects_on_the_page(as_rae, as_ana, ana, bo):
    row, wrong = services.propose(who=ana, entry=entry()), services.propose(who=bo, entry=entry(cost={"ap": 4}))
    assert as_ana.post(reverse("teams:decide-fact", args=[wrong.pk]), {"decision": "confirm"}).status_code == 403
    as_rae.post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    as_rae.post(reverse("teams:decide-fact", args=[wrong.pk]), {"decision": "reject", "why": "It costs 3."})
    outcomes = {each.pk: each.outcome for each in FactRevision.objects.all()}
    assert outcomes == {row.pk: "confirmed", wrong.pk: "rejected"}
    assert "It costs 3." in as_ana.get(wrong.get_absolute_url()).content.decode()


def test_a_card_page_shows_text_source_and_who_confirmed_it(client, ana, rae):
    known(ana, rae, entry())
    page = client.get(reverse("teams:card", args=["goultard"])).content.decode()
    for word in ("Kick", "the card", "Ana Arcos", "Rae"):
        assert word in page


def test_history_uses_the_user_name_without_a_public_name(client, rae):
    nameless = User.objects.create_user("nameless", "nameless@example.org", "right horse", public_name=" ")
    (row,) = known(nameless, rae, entry())
    for address in (row.get_absolute_url(), reverse("teams:card", args=["goultard"])):
        assert ", nameless: confirmed, Rae" in client.get(address).content.decode()


def test_each_step_is_in_the_audit_log_with_a_description(ana, rae):
    from tournaments.events.services.audit_log import describe_entries

    known(ana, rae, entry())
    lines = [str(line) for line in describe_entries(AuditEntry.objects.filter(action__startswith="fact-"))]
    assert len(lines) == 2
    assert all("Goultard" in line for line in lines)


# -- files ------------------------------------------------------------------------------------------------------


def made_up_pack() -> dict:
    """One text for every card of the catalogue."""
    facts = [
        entry(card.slug, name=f"Spell of {card.slug}", cost={"ap": place % 7})
        for place, card in enumerate(catalogue().cards)
    ]
    return {"format": "krosmaster-facts/1", "game": "arena", "facts": facts}


def take(client, content: bytes, name: str = "pack.json"):
    """The preview, then everything that it offers."""
    preview = client.post(reverse("teams:import-facts"), {"file": upload(content, name)})
    if preview.status_code != 200:
        return preview
    keys = [row.fact.key for row in preview.context["pack"].rows]
    sent = {"pack": preview.context["pack"].content, "facts": keys, "take": "1"}
    return client.post(reverse("teams:import-facts"), sent)


@pytest.mark.ci
@pytest.mark.parametrize("form", some_of(["json", "toml"]))
def test_a_pack_of_every_card_is_imported_and_exported_unchanged(as_ana, as_rae, form):
    whole = made_up_pack()
    assert len(whole["facts"]) == len(catalogue().cards)
    assert take(as_ana, json.dumps(whole).encode()).status_code == 302
    pack = FactRevision.objects.values_list("pack", flat=True).distinct().get()
    as_rae.post(reverse("teams:confirm-pack", args=[pack]))
    exported = as_ana.get(reverse("teams:export-facts", args=[form])).content
    by_slug = {each["slug"]: each for each in whole["facts"]}
    if form == "json":
        document = json.loads(exported)
    else:
        import tomllib

        document = tomllib.loads(exported.decode())
    assert {each["slug"]: each for each in document["facts"]} == by_slug
    again = take(as_rae, exported, f"pack.{form}")
    assert {row.state for row in again.context["pack"].rows} == {"same"}
    assert FactRevision.objects.count() == len(catalogue().cards)


def test_the_preview_names_conflicts_and_takes_only_what_was_chosen(as_ana, bo, rae):
    known(bo, rae, entry())
    whole = {"format": "krosmaster-facts/1", "game": "arena", "facts": [entry(cost={"ap": 4}), entry("necrose")]}
    preview = as_ana.post(reverse("teams:import-facts"), {"file": upload(json.dumps(whole).encode())})
    assert [(row.fact.slug, row.state) for row in preview.context["pack"].rows] == [
        ("goultard", "conflict"),
        ("necrose", "new"),
    ]
    sent = {"pack": preview.context["pack"].content, "facts": ["text:necrose"], "take": "1"}
    as_ana.post(reverse("teams:import-facts"), sent)
    assert [row.slug for row in FactRevision.objects.waiting()] == ["necrose"]


BAD_PACKS = {
    "empty": b"",
    "no-file": b"   ",
    "not-toml": b"hello = ",
    "wrong-format": b'{"format": "krosmaster-log/1", "game": "arena", "facts": []}',
    "not-utf8": b"\xff\xfe",
    "nul": b'{"format": "krosmaster-facts/1", "game": "arena", "facts": [{"kind": "text\\u0000"}]}',
    "deep": b"[" * 5000,
    "deep-toml": b"a = " + b"[" * 5000,
    "date": b"format = 2020-01-01",
    "digest": json.dumps(
        {"format": "krosmaster-facts/1", "game": "arena", "digest": "0" * 64, "facts": [entry()]}
    ).encode(),
    "large": b'{"format": "' + b"x" * 2_200_000,
}


@pytest.mark.parametrize("name", BAD_PACKS)
def test_a_bad_file_is_answered_and_changes_nothing(as_ana, name):
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(BAD_PACKS[name])})
    assert answer.status_code == 400
    assert answer.context["error"]
    assert not FactRevision.objects.exists()


def test_a_pack_that_takes_too_long_is_refused(as_ana, monkeypatch):
    monkeypatch.setattr(bounded_child, "WALL_SECONDS", 1)
    slow = b"[" + b"a." * 200_000 + b"a]\n" + b"\n".join(b"k%d = 1" % number for number in range(50_000))
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(slow)})
    assert answer.status_code == 400
    assert "takes too much time" in answer.context["error"]
    answer = as_ana.post(reverse("facts-document"), slow, content_type="application/toml")
    assert (answer.status_code, answer.json()["code"]) == (400, "too-large")


@pytest.mark.parametrize("form", ["json", "toml"])
def test_a_hand_edited_pack_is_taken_without_its_digest(as_ana, ana, rae, form):
    known(ana, rae, entry())
    exported = as_ana.get(reverse("teams:export-facts", args=[form])).content
    changed = exported.replace(b"Kick", b"Punt")
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(changed, f"pack.{form}")})
    assert answer.status_code == 400
    assert "remove the digest" in answer.context["error"]
    without = b"\n".join(line for line in changed.split(b"\n") if b"digest" not in line)
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(without, f"pack.{form}")})
    assert [row.state for row in answer.context["pack"].rows] == ["conflict"]


def test_unreadable_entries_are_named_and_the_rest_is_offered(as_ana):
    facts = [entry(), entry("necrose", limit="never"), 3]
    whole = {"format": "krosmaster-facts/1", "game": "arena", "facts": facts}
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(json.dumps(whole).encode())})
    assert [each["pointer"] for each in answer.context["problems"]] == ["/facts/1/body/spells/0/limit", "/facts/2"]
    assert len(answer.context["pack"].rows) == 1


def test_an_exported_file_is_a_document_of_facts(client, ana, rae):
    known(ana, rae, entry())
    assert [fact.slug for fact in parse(client.get(reverse("teams:export-facts", args=["json"])).content)] == [
        "goultard"
    ]


def test_a_program_proposes_a_document_and_reads_what_is_confirmed(client, as_ana, ana, rae):
    whole = {"format": "krosmaster-facts/1", "game": "arena", "facts": [entry(), entry("necrose")]}
    answer = as_ana.post("/api/v1/facts/", json.dumps(whole), content_type="application/json")
    assert (answer.status_code, answer.json()) == (201, {"proposed": 2})
    for row in FactRevision.objects.all():
        services.confirm(revision=row, who=rae)
    assert client.get("/api/v1/facts/").json()["facts"] == whole["facts"]
    again = as_ana.post("/api/v1/facts/", json.dumps(whole), content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "nothing-chosen")
    bad = as_ana.post("/api/v1/facts/", b"{", content_type="application/json")
    assert (bad.status_code, bad.json()["code"]) == (400, "not-json")
