"""Texts that stop a careless Markdown parser: each at full length, by what repeats in it or by its shape."""

from collections.abc import Iterator

BITS = [
    *("[", "]", "![", "[a](", "[a][", "[[]()", "![[]()", "[](", '[a]("', "[a](<", "[a]: u\n", "[^a]", "[^1]:[^1]\n"),
    *("*", "_", "*a_", "*a **b ", "**a ", "a**", "~~a ", "*_", "***", "_**a", "`a", "``a```", "\\", "\\["),
    *("<", "<a ", "<!--", "<![CDATA[", "<?", "<!A ", "</a", "<b>", "<div>\n", "<script>", "<svg>", "<a href='"),
    *("&", "&amp", "&#1", "&#x", "&nbsp;", "http://", "www.a.", "a@b.", "<http://a", "mailto:", "://"),
    *("1. ", "1) ", "- ", "* ", "+ 1. ", "> ", ">", "> - ", "- > ", "- a\n\n", "> a\n\n", "- [ ] ", "- a\n"),
    *("# ", "#", "# a\n", "---\n", "===\n", "a\n=\n", "```\n", "~~~\n", "    a\n", "\t- a\n", "-\n"),
    *("|", "|-", "a|", "|a|\n|-|\n", ":-", "\n", "\r", "\t", " ", "  \n", "a\n\n", "a", "word "),
    *("\x00", "\x0b", "\ud800", "é", "\u2028", "🎲", "\U0010ffff", '"', "'", "(", "(c)"),
]


def hostile_texts(length: int) -> Iterator[tuple[str, str]]:
    """What it is, and the text."""
    for bit in BITS:
        yield f"{bit!r} again and again", (bit * length)[:length]
    half, wide = length // 2, length // 8
    yield "backticks of growing length", " ".join("e" + "`" * count for count in range(length // 150))
    yield "lists in lists", "\n".join("  " * depth + "- a" for depth in range(200))
    yield "numbers in numbers", "\n".join("   " * depth + "1. a" for depth in range(200))
    yield "quotes in quotes", "\n".join("> " * depth + "a" for depth in range(200))
    yield "deep quotes, many lines", "\n".join([">" * 200 + "a"] * (length // 202))
    yield "brackets in brackets", "[" * half + "]" * half
    yield "links in links", "[" * wide + "a" + "](b)" * wide
    yield "brackets in an address", "[a](" + "(" * half + ")" * half
    yield "long address", "<http://" + "a" * length + ">"
    yield "one address used often", "[a]: " + "u" * half + "\n\n" + "[a]" * (half // 3)
    yield "many addresses", "".join(f"[{number}]: u\n" for number in range(length // 12))
    yield "stress in stress", "*a " * wide + "b* " * wide
    yield "stars on both sides", "*" * half + "a" + "*" * half
    yield "stress in quotes", "> " * wide + "*a" * wide
    yield "wide table", "|" + "a|" * wide + "\n|" + "-|" * wide
    yield "wide table without its cells", "|" + "a|" * wide + "\n|" + "-|" * wide + "\nx" * wide
    yield "tall table", "|a|b|\n|-|-|\n" + "|x\n" * (length // 3)
    yield "comments", "<!--\n" + "a -->b<!--" * (length // 10)
