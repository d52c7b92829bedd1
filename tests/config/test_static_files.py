"""What collectstatic writes."""

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from config.static_files.storage import ASKED_FIRST, FOUND_BY_THEIR_OWN_NAMES, StaticStorage


def collected(folder, *names):
    """Those files after collectstatic, and what they are called then."""
    sources = FileSystemStorage(location=folder / "sources")
    storage = StaticStorage(location=folder / "collected", base_url="/static/")
    for name in names:
        for place in (sources, storage):
            place.save(name, ContentFile(b"a line " * 100))
    list(storage.post_process({name: (sources, name) for name in names}))
    return storage.hashed_files, lambda ending: {
        path.relative_to(storage.location).as_posix() for path in (folder / "collected").rglob(f"*{ending}")
    }


def test_each_file_is_compressed_under_the_name_browsers_ask_for(tmp_path):
    part = f"{FOUND_BY_THEIR_OWN_NAMES}1/part.txt"
    hashed, files = collected(tmp_path, "page.txt", part, "page.map")
    assert files(".gz") == {f"{hashed['page.txt']}.gz", f"{part}.gz"}


def test_what_pages_ask_for_first_is_compressed_with_brotli_too(tmp_path):
    hashed, files = collected(tmp_path, "css/site.css", "css/other.css")
    assert files(".br") == {f"{hashed['css/site.css']}.br"}
    assert files(".gz") == {f"{name}.gz" for name in hashed.values()}


def test_what_is_asked_for_first_is_there():
    assert [name for name in ASKED_FIRST if not finders.find(name)] == []


def test_each_brace_of_a_style_sheet_is_closed():
    sheets = (settings.BASE_DIR / "static/css").glob("*.css")
    assert [sheet.name for sheet in sheets if sheet.read_text().count("{") != sheet.read_text().count("}")] == []
