"""Markdown from people: rendered, then cut down to what cannot hurt a reader."""

import markdown
import nh3
from django.utils.safestring import SafeString, mark_safe

TAGS = {
    *("p", "br", "strong", "em", "del", "code", "pre", "blockquote", "hr"),
    *("h3", "h4", "h5", "h6", "ul", "ol", "li", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}}
LONGEST = 50_000


def render(text: str) -> SafeString:
    """Headings start below those of the page; links go to web and mail addresses only and lend no reputation."""
    html = markdown.markdown(text[:LONGEST], extensions=["tables", "sane_lists", "nl2br"], output_format="html")
    for level in (4, 3, 2, 1):
        html = html.replace(f"<h{level}>", f"<h{level + 2}>").replace(f"</h{level}>", f"</h{level + 2}>")
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer ugc",
    )
    return mark_safe(clean)  # noqa: S308 (nh3 has just cleaned it)
