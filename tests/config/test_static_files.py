"""What collectstatic writes."""

from django.core.files.storage import FileSystemStorage

from config.storage import FOUND_BY_THEIR_OWN_NAMES, StaticStorage


def test_each_file_is_compressed_under_the_name_that_browsers_ask_for(tmp_path):
    part = f"{FOUND_BY_THEIR_OWN_NAMES}1/part.txt"
    sources = FileSystemStorage(location=tmp_path / "sources")
    collected = StaticStorage(location=tmp_path / "collected", base_url="/static/")
    for name in ("page.txt", part, "page.map"):
        for folder in (tmp_path / "sources", tmp_path / "collected"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("a line " * 100)
    list(collected.post_process({name: (sources, name) for name in ("page.txt", part, "page.map")}))
    compressed = {path.relative_to(collected.location).as_posix() for path in (tmp_path / "collected").rglob("*.gz")}
    assert compressed == {f"{collected.hashed_files['page.txt']}.gz", f"{part}.gz"}
