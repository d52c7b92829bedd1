"""The preview picture of a public team, with its name, owner and figures."""

from core.pages.pictures import BOX, INK, KAMA, ON_BOX, SURFACE, Picture
from teams.cards.catalogue.portrait_pictures import draw_portrait
from teams.lists.pages.team_display import Portrait

IN_A_ROW = 8
RADIUS = 56


def team_picture(title: str, by: str, about: str, figures: list[Portrait]) -> bytes:
    picture = Picture(BOX)
    picture.box((0, 610, 1200, 630), fill=KAMA)
    picture.text((80, 80), "Krosmaster Arena", 34, fill=KAMA, font="head")
    picture.text((80, 180), title, 68, fill=ON_BOX, font="head", most=1040)
    picture.text((80, 260), by, 38, fill=ON_BOX, most=1040)
    for place, figure in enumerate(figures[:IN_A_ROW]):
        x, y = 80 + RADIUS + place * (2 * RADIUS + 20), 400
        picture.disc((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS), fill=SURFACE, outline=KAMA, width=4)
        draw_portrait(picture, (x, y), RADIUS - 8, f"{figure.head}.{figure.face}")
        picture.disc((x + 24, y + 24, x + 60, y + 60), fill=KAMA)
        picture.middle((x + 42, y + 42), str(figure.level), 24, fill=INK)
    picture.text((80, 530), about, 32, fill=ON_BOX, most=1040)
    return picture.png()
