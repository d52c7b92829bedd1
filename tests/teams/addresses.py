"""The address of a team in the builder, and what its page says is broken."""

LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def build_url(figures=LEGAL, **more):
    return "/teams/build/?" + "&".join([*(f"f={figure}" for figure in figures), *(f"{k}={v}" for k, v in more.items())])


def articles(page) -> set[str]:
    return {violation.article for violation in page.context["violations"]}
