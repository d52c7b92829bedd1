"""What a browser would send of a form on a page, read from the page itself: a field that is not there is not sent."""

from html.parser import HTMLParser


class _Fields(HTMLParser):
    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside = form, False
        self.sent: dict[str, list[str]] = {}
        self.select, self.area = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = said.get("id") == self.form
        if not self.inside:
            return
        name = said.get("name", "")
        if tag == "select":
            self.select = name
            self.sent.setdefault(name, [""])
        elif tag == "option" and "selected" in said:
            self.sent[self.select] = [said["value"]]
        elif tag == "textarea":
            self.area = name
            self.sent.setdefault(name, [""])
        elif tag == "input" and name and (said.get("type") not in ("checkbox", "radio") or "checked" in said):
            usual = "on" if "checked" in said else ""
            self.sent.setdefault(name, []).append(said.get("value", usual))

    def handle_data(self, data: str) -> None:
        if self.inside and self.area:
            self.sent[self.area] = [self.sent[self.area][0] + data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            self.sent[self.area] = [self.sent[self.area][0].removeprefix("\n")]  # a browser drops the first line break
            self.area = ""
        elif tag == "form":
            self.inside = False


def fields_sent(page: str, form: str = "card-form") -> dict[str, list[str]]:
    fields = _Fields(form)
    fields.feed(page)
    return fields.sent
