"""Render people's Markdown to safe HTML in bounded time, when it is saved."""

import logging
import re
from collections.abc import Iterator
from html import escape
from typing import Any

import nh3
import pyromark
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)

TAGS = {
    *("p", "br", "strong", "em", "code", "pre", "blockquote", "hr"),
    *("h3", "h4", "h5", "h6", "ul", "ol", "li", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LONGEST = 50_000  # longest text, in characters
DEEPEST = 20  # nesting of quotes and lists
MOST_PARTS = 15_000  # pieces of text, starts and ends of tags
LONGEST_HTML = 500_000
LINE_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)

END_OF_TABLE_HEAD = "</tr></thead><tbody>"
SINGLE_TAGS = {"SoftBreak": "<br>\n", "HardBreak": "<br>\n", "Rule": "<hr>\n"}
PAIRED_TAGS = {
    "Paragraph": ("<p>", "</p>\n"),
    "HtmlBlock": ("<p>", "</p>\n"),
    "BlockQuote": ("<blockquote>", "</blockquote>\n"),
    "CodeBlock": ("<pre><code>", "</code></pre>\n"),
    "List": ("<ul>", "</ul>\n"),
    "Item": ("<li>", "</li>\n"),
    "Emphasis": ("<em>", "</em>"),
    "Strong": ("<strong>", "</strong>"),
    "Image": ("", ""),
    "Table": ("<table>", "</tbody></table>\n"),
    "TableHead": ("<thead><tr>", END_OF_TABLE_HEAD),
    "TableRow": ("<tr>", "</tr>"),
}


class OutOfBounds(Exception):
    """The text is longer, more deeply nested or made of more pieces than is rendered."""


def render(text: str) -> SafeString:
    """Render Markdown. Text that is out of bounds or too much for the parser is shown unformatted, with its line
    breaks."""
    text = text.encode("utf-8", "replace").decode()
    try:
        return _clean("".join(_within_bounds(text)))
    except OutOfBounds:
        return SafeString(linebreaks(text, autoescape=True))
    except BaseException as error:
        if not _is_panic(error):
            raise
        logger.exception("The Markdown parser panicked over a text of %d characters", len(text))
        return SafeString(linebreaks(text, autoescape=True))


def _is_panic(error: BaseException) -> bool:
    """Whether this is a panic of the parser, which is written in Rust: it is not an `Exception`, and its class cannot
    be imported."""
    return type(error).__module__ == "pyo3_runtime" and type(error).__name__ == "PanicException"


def _within_bounds(text: str) -> Iterator[str]:
    if len(text) > LONGEST:
        raise OutOfBounds
    length = 0
    for piece in _Renderer().pieces(text):
        length += len(piece)
        if length > LONGEST_HTML:
            raise OutOfBounds
        yield piece


def _clean(html: str) -> SafeString:
    """Sanitise HTML. Links may only be web and mail addresses and carry rel="nofollow"."""
    schemes = {"http", "https", "mailto"}
    rel = "nofollow noopener noreferrer ugc"
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=schemes, link_rel=rel)
    return mark_safe(clean)  # noqa: S308 (nh3 has just cleaned it)


class _Renderer:
    """Renders parser events to HTML. Raw HTML is shown as text, pictures become their alternative text."""

    def __init__(self) -> None:
        self.ends: list[str] = []  # closing tags of the open elements

    def pieces(self, text: str) -> Iterator[str]:
        for number, event in enumerate(pyromark.events(text, options=pyromark.Options.ENABLE_TABLES)):
            if number >= MOST_PARTS:
                raise OutOfBounds
            yield self._piece(event)

    def _piece(self, event: Any) -> str:
        """Render one parser event: "SoftBreak", {"Text": "a"}, {"Start": "Paragraph"} or {"Start": {"List": 1}}."""
        if isinstance(event, str):
            return SINGLE_TAGS[event]
        [(kind, what)] = event.items()
        if kind == "Start":
            return self._open(what)
        if kind == "End":
            return self.ends.pop()
        text = escape(what, quote=False)  # between tags; the cleaner is slow on entities
        if kind == "Code":
            return f"<code>{text}</code>"
        is_typed_html = kind in {"InlineHtml", "Html"}
        if is_typed_html and LINE_BREAK.fullmatch(what):
            return "<br>"
        return text.replace("\n", "<br>\n") if is_typed_html else text

    def _open(self, what: Any) -> str:
        if len(self.ends) >= DEEPEST:
            raise OutOfBounds
        start, end = self._tags(what)
        self.ends.append(end)
        return start

    def _tags(self, what: Any) -> tuple[str, str]:
        """The tags of an element. Headings start below those of the page."""
        kind: str
        about: Any
        kind, about = next(iter(what.items())) if isinstance(what, dict) else (what, None)
        if kind == "TableCell":
            cell = "th" if self.ends[-1] == END_OF_TABLE_HEAD else "td"
            return f"<{cell}>", f"</{cell}>"
        if kind == "Heading":
            level = min(int(about["level"][1]) + 2, 6)
            return f"<h{level}>", f"</h{level}>\n"
        if kind == "List" and about is not None:
            return f'<ol start="{about}">' if about != 1 else "<ol>", "</ol>\n"
        if kind == "Link":
            return _link(**about), "</a>"
        return PAIRED_TAGS[kind]


def _link(*, link_type: str, dest_url: str, title: str, **_rest: Any) -> str:
    address = f"mailto:{dest_url}" if link_type == "Email" else dest_url
    title_attribute = f' title="{escape(title)}"' if title else ""
    return f'<a href="{escape(address)}"{title_attribute}>'


class MarkdownField(models.TextField):
    """Markdown source. Forms reject text that could not be rendered."""

    default_validators = [MaxLengthValidator(LONGEST)]

    def __init__(self, *positional: Any, **options: Any) -> None:
        how = _("You can write **bold**, begin lines of a list with - and link [a word](https://…).")
        ours: dict[str, Any] = {"blank": True, "max_length": LONGEST, "help_text": how}
        super().__init__(*positional, **ours | options)


class RenderedField(models.TextField):
    """The HTML of another field of its model, rendered whenever that field is saved: `description_html` of
    `description`."""

    def __init__(self, *, source: str, **options: Any) -> None:
        self.source = source
        super().__init__(**options | {"editable": False, "default": "", "db_default": ""})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, positional, options = super().deconstruct()
        return name, path, positional, options | {"source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        html = render(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, html)
        return html

    def from_db_value(self, value: str, *_about: Any) -> SafeString:
        return mark_safe(value)  # noqa: S308 (written by `render` alone)


class WithRenderedTexts(models.Model):
    """A model that renders its texts when saved, including saves of only some fields."""

    class Meta:
        abstract = True

    def save(self, *positional: Any, update_fields: Any = None, **options: Any) -> None:
        if update_fields is not None:
            changed = set(update_fields)
            rendered = [field for field in self._meta.concrete_fields if isinstance(field, RenderedField)]
            update_fields = changed | {field.name for field in rendered if field.source in changed}
        super().save(*positional, update_fields=update_fields, **options)
