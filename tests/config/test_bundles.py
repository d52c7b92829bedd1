"""A page's style sheet and script hold what their imports name."""

import re

import pytest
from django.conf import settings

from config.static_files import storage


def read(name: str) -> str:
    return (settings.BASE_DIR / "static" / name).read_text()


def of(files: dict[str, str]) -> storage.Read:
    return files.__getitem__


def without_spaces(text: str) -> str:
    return re.sub(r"/\*.*?\*/|\s", "", text, flags=re.DOTALL)


def test_the_style_sheet_holds_the_others_in_order():
    whole = without_spaces(storage.style("css/site.css", read))
    names = ("tokens", "base", "components", "forms", "game")
    places = [whole.index(without_spaces(read(f"css/{name}.css"))) for name in names]
    assert places == sorted(places)
    assert "@import" not in whole
    assert whole.rindex("@mediaprint{") > places[-1]
    assert "/*" not in whole
    assert whole.count("{") == whole.count("}")


@pytest.mark.parametrize("name", storage.SCRIPTS)
def test_the_script_holds_each_module_once_after_those_it_imports(name):
    whole = storage.script(f"js/{name}.js", read)
    made = re.findall(r'^modules\["([^"]+)"\] =', whole, re.MULTILINE)
    asked = re.findall(r"^import .* from \"\./([^\"]+)\";$", read(f"js/{name}.js"), re.MULTILINE)
    assert len(made) == len(set(made))
    assert {f"js/{each}" for each in asked} <= set(made)
    for module in made:
        earlier = re.findall(r'= modules\["([^"]+)"\];', whole.partition(f'modules["{module}"] =')[0])
        assert set(earlier) <= set(made[: made.index(module)])
    assert not re.search(r"^(import|export)\b", whole, re.MULTILINE)


def test_a_module_hands_on_what_it_exports():
    files = {
        "js/site.js": 'import { a, b } from "./a.js";\na(b);',
        "js/a.js": "export const b = 1;\nexport async function a(n) {\n  // never sent\n  return n;\n}",
    }
    assert (
        storage.script("js/site.js", of(files))
        == """const modules = {};
modules["js/a.js"] = (() => {
const b = 1;
async function a(n) {
return n;
}
return { b, a };
})();
const { a, b } = modules["js/a.js"];
a(b);"""
    )


@pytest.mark.parametrize(
    "text",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        "export default 1;",
        "export { a };",
        "await a();",
        'const a = () => import("./a.js");',
        "const a = import.meta.url;",
        'import { own } from "./own.js";',
        "const a = `one\n  two`;",
    ],
)
def test_a_module_that_cannot_be_put_into_another_is_refused(text):
    files = {"js/site.js": 'import { own } from "./own.js";', "js/own.js": text}
    with pytest.raises(storage.NotUnderstood):
        storage.script("js/site.js", of(files))


def test_no_module_of_the_script_that_others_import_keeps_state():
    """It would be there twice, with two states."""
    inside = set(re.findall(r'^modules\["([^"]+)"\] =', storage.script("js/site.js", read), re.MULTILINE))
    scripts = settings.BASE_DIR / "static/js"
    for path in scripts.rglob("*.js"):
        name = f"js/{path.relative_to(scripts).as_posix()}"
        if name in inside or name == "js/site.js":
            continue
        for asked in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            other = (path.parent / asked).resolve()
            if f"js/{other.relative_to(scripts).as_posix()}" in inside:
                assert not re.search(r"^(let|var|const \w+ = (new|\[|\{))", other.read_text(), re.MULTILINE), other
