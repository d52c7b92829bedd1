"""What the site keeps is for its own user alone."""

from config.prepare import make_private


def mode(path) -> int:
    return path.stat().st_mode & 0o777


def test_files_of_before_become_private(tmp_path):
    outside, folder = tmp_path / "outside", tmp_path / "var"
    (folder / "media/a").mkdir(parents=True, mode=0o755)
    outside.touch()
    outside.chmod(0o644)
    for name, before in {"site.sqlite3": 0o644, "media/a/log.json": 0o666}.items():
        (folder / name).touch()
        (folder / name).chmod(before)
    (folder / "link").symlink_to(outside)
    folder.chmod(0o755)
    make_private(folder)
    assert [mode(path) for path in (folder, folder / "media", folder / "media/a")] == [0o700] * 3
    assert [mode(path) for path in (folder / "site.sqlite3", folder / "media/a/log.json")] == [0o600] * 2
    assert mode(outside) == 0o644
