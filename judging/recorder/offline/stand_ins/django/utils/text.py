def capfirst(text: str) -> str:
    return text[:1].upper() + text[1:]
