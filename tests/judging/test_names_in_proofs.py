"""The page of a verdict names the cards for which a game is not proved, whether the site knows them or not."""

from judging.logs.pages.proof import view_of

PROOF = {
    **dict.fromkeys(("proved", "believed", "unchecked", "believed_injuries", "believed_knock_outs"), 0),
    "believed_glory": 0,
    "decisive": False,
    "by_card": {"a-lost-token": 3, "anna-tommy": 2},
}


def test_a_card_unknown_to_the_site_is_named_in_words():
    assert view_of(PROOF, 5).cards == [("A lost token", 3), ("Anna Tommy", 2)]
