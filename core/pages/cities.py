"""Time zones by their cities, typed in French or English: nobody knows the names of zones."""

import zoneinfo
from collections.abc import Iterator
from functools import cache
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.pages.locale import zone_names
from core.text.names import without_accents

# cities without a zone of their own, and cities whose French or English name differs from the zone's
CITIES = {
    "Europe/Paris": (
        "Lyon, Marseille, Toulouse, Nice, Nantes, Montpellier, Strasbourg, Bordeaux, Lille, Rennes, "
        "Reims, Toulon, Saint-Étienne, Le Havre, Grenoble, Dijon, Angers, Nîmes, Villeurbanne, "
        "Clermont-Ferrand, Aix-en-Provence, Brest, Tours, Limoges, Amiens, Annecy, Perpignan, Metz, "
        "Besançon, Orléans, Rouen, Mulhouse, Caen, Nancy, Roubaix, Tourcoing, Avignon, Poitiers, "
        "Dunkerque, Versailles, Pau, La Rochelle, Cannes, Antibes, Calais, Colmar, Ajaccio, Bastia, "
        "Quimper, Valence, Chambéry, Troyes, Lorient, Cherbourg, Bayonne, Le Mans"
    ),
    "Europe/Brussels": (
        "Bruxelles, Anvers, Antwerp, Gand, Ghent, Charleroi, Liège, Bruges, Namur, Louvain, Leuven, Mons"
    ),
    "Europe/Luxembourg": "Esch-sur-Alzette",
    "Europe/Zurich": "Genève, Geneva, Bâle, Basel, Lausanne, Berne, Bern, Neuchâtel, Fribourg, Sion, Lugano, Lucerne",
    "America/Toronto": (
        "Montréal, Québec, Quebec City, Ottawa, Gatineau, Laval, Sherbrooke, Trois-Rivières, "
        "Saguenay, Hamilton, Mississauga, London (Ontario)"
    ),
    "America/Winnipeg": "Brandon",
    "America/Edmonton": "Calgary",
    "America/Moncton": "Fredericton, Saint John",
    "Europe/London": (
        "Londres, Manchester, Birmingham, Liverpool, Leeds, Sheffield, Bristol, Glasgow, Edinburgh, "
        "Édimbourg, Cardiff, Newcastle, Nottingham, Leicester, Brighton, Oxford, Cambridge, York"
    ),
    "Europe/Dublin": "Cork, Galway, Limerick",
    "Europe/Berlin": (
        "Munich, Hamburg, Hambourg, Cologne, Frankfurt, Francfort, Stuttgart, Düsseldorf, Leipzig, "
        "Dortmund, Essen, Dresden, Dresde, Hanover, Hanovre, Nuremberg, Bremen, Brême, Bonn, "
        "Freiburg, Saarbrücken, Sarrebruck"
    ),
    "Europe/Amsterdam": "Rotterdam, The Hague, La Haye, Utrecht, Eindhoven, Groningen, Groningue",
    "Europe/Madrid": (
        "Barcelona, Barcelone, Valencia, Seville, Séville, Bilbao, Zaragoza, Saragosse, Malaga, Murcia, Palma"
    ),
    "Europe/Lisbon": "Lisbonne, Porto, Braga, Coimbra",
    "Europe/Rome": (
        "Milan, Naples, Turin, Florence, Venice, Venise, Bologna, Bologne, Genoa, Gênes, Palermo, Palerme, Verona"
    ),
    "Europe/Vienna": "Vienne, Graz, Linz, Salzburg, Salzbourg, Innsbruck",
    "Europe/Warsaw": "Varsovie, Cracow, Cracovie, Łódź, Wrocław, Poznań, Gdańsk",
    "Europe/Prague": "Brno, Ostrava",
    "Europe/Copenhagen": "Copenhague, Aarhus, Odense",
    "Europe/Stockholm": "Gothenburg, Göteborg, Malmö, Uppsala",
    "Europe/Oslo": "Bergen, Trondheim",
    "Europe/Helsinki": "Espoo, Tampere, Turku",
    "Europe/Athens": "Athènes, Thessaloniki, Thessalonique",
    "Europe/Bucharest": "Bucarest, Cluj",
    "Europe/Kyiv": "Kiev, Lviv, Odesa, Odessa",
    "Europe/Moscow": "Moscou, Saint Petersburg, Saint-Pétersbourg",
    "Africa/Algiers": "Alger, Oran, Constantine",
    "Africa/Cairo": "Le Caire, Alexandria, Alexandrie",
    "Africa/Casablanca": "Rabat, Marrakesh, Marrakech, Fès, Tangier, Tanger, Agadir",
    "Africa/Tunis": "Sfax, Sousse",
    "Indian/Reunion": "Saint-Denis (La Réunion), Saint-Pierre (La Réunion)",
    "America/Martinique": "Fort-de-France",
    "America/Guadeloupe": "Pointe-à-Pitre",
    "Pacific/Noumea": "Nouméa",
    "Pacific/Tahiti": "Papeete",
    "America/New_York": (
        "Boston, Philadelphia, Philadelphie, Washington, Atlanta, Miami, Orlando, Baltimore, "
        "Pittsburgh, Cleveland, Charlotte"
    ),
    "America/Chicago": (
        "Houston, Dallas, Austin, San Antonio, Minneapolis, Milwaukee, New Orleans, La "
        "Nouvelle-Orléans, Kansas City, Saint Louis, Memphis, Nashville"
    ),
    "America/Denver": "Salt Lake City, Albuquerque",
    "America/Los_Angeles": "San Francisco, San Diego, Seattle, Portland, Las Vegas, Sacramento, San Jose",
    "America/Mexico_City": "Mexico, Guadalajara, Puebla",
    "America/Havana": "La Havane",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília, Belo Horizonte, Curitiba, Porto Alegre",
    "America/Argentina/Buenos_Aires": "Rosario",
    "Asia/Shanghai": "Beijing, Pékin, Guangzhou, Canton, Shenzhen",
    "Asia/Tokyo": "Osaka, Kyoto, Nagoya",
    "Asia/Seoul": "Séoul, Busan",
    "Asia/Kolkata": "Mumbai, New Delhi, Bangalore",
    "Asia/Singapore": "Singapour",
    "Asia/Jerusalem": "Jérusalem, Tel Aviv, Haifa",
}
REGIONS = {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}


@cache
def cities() -> dict[str, str]:
    """Return the zone of each city that can be typed, sorted by city."""
    found = dict(_own_cities())
    for zone, names in CITIES.items():
        if zone in zone_names():  # missing from an old time zone database
            found |= dict.fromkeys(names.split(", "), zone)
    return dict(sorted(found.items(), key=lambda each: without_accents(each[0])))


def _own_cities() -> Iterator[tuple[str, str]]:
    """Yield cities in names of zones, such as America/Argentina/Buenos_Aires, but not Etc/GMT+3 or US/Eastern."""
    # longer names come last and win, because they are the current ones
    for zone in sorted(zone_names(), key=lambda name: (name.count("/"), name)):
        region, _slash, city = zone.partition("/")
        if city and region in REGIONS:
            yield city.rpartition("/")[2].replace("_", " "), zone


@cache
def _by_plain_name() -> dict[str, str]:
    return {_plain(city): zone for city, zone in cities().items()}


def _plain(city: str) -> str:
    return " ".join(without_accents(city).replace("-", " ").replace("'", " ").split())


def zone_of(typed: str) -> str:
    """Return the zone of a city or the zone itself; empty for unknown names."""
    name = typed.strip()[:100]
    return name if name in zone_names() else _by_plain_name().get(_plain(name), "")


class ZoneOfCity(zoneinfo.ZoneInfo):
    """A time zone that is shown by a city which somebody chose: Lyon, where the zone's own is Paris."""

    city: str


def zone_in(name: str, city: str) -> zoneinfo.ZoneInfo:
    """Return the zone of this name, shown by this city if that lies in it."""
    return _zone_of_city(name, city) if city and zone_of(city) == name else zoneinfo.ZoneInfo(name)


@cache
def _zone_of_city(name: str, city: str) -> ZoneOfCity:
    zone = ZoneOfCity.no_cache(name)
    zone.city = city
    return zone


def chosen_city(typed: str) -> str:
    """Return the city that was typed, in its own spelling; empty where it is the one by which its zone is known."""
    city = _spelling().get(_plain(typed.strip()[:100]), "")
    return "" if city == city_of(zone_of(city)) else city


@cache
def _spelling() -> dict[str, str]:
    return {_plain(city): city for city in cities()}


def city_of(zone: object) -> str:
    """Return the city by which people know a zone: the one chosen, or that of America/Argentina/Buenos_Aires."""
    return getattr(zone, "city", "") or str(zone).rpartition("/")[2].replace("_", " ")


class ZoneInput(forms.TextInput):
    """A text field with the cities as suggestions; it works without scripts. It shows the zone's own city."""

    def format_value(self, value: Any) -> str | None:
        city = city_of(value)
        return city if value and zone_of(city) == value else super().format_value(value)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        attributes = {**(attrs or {}), "list": f"{name}-cities", "autocomplete": "off"}
        field = super().render(name, value, attributes, renderer)
        return SafeString(field + f'<datalist id="{name}-cities">' + _options() + "</datalist>")


@cache
def _options() -> SafeString:
    return format_html_join("", '<option value="{}">{}</option>', cities().items())


class ZoneField(forms.CharField):
    widget = ZoneInput

    def __init__(self, **kwargs: Any) -> None:
        help_text = _("Type a city, such as Lyon or Montréal, and choose it.")
        super().__init__(max_length=100, help_text=help_text, **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        zone = zone_of(typed)
        if typed and not zone:
            raise forms.ValidationError(
                _("No such city is known here: type a larger one near it."), code="unknown-city"
            )
        return zone

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(zone_of(initial or ""), zone_of(data or ""))
