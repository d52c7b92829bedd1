"""Every kind of page, as the people of the demonstration see it: nobody kept out, nothing wider than the screen.

Each page is loaded once, looked at as on a phone in daylight, then as on a dark desktop. Half of them load as on the
one and half as on the other, with late answers to their scripts: what stands there does not move.
"""

import pytest
from django.core.management import call_command

from tests.browser.driver import late, moving, overflow, serious_faults
from tests.browser.page_kinds import kinds

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [("light", 390, 844), ("dark", 1280, 900)]
AT_200_PERCENT = ("light", 640, 450)  # what the screen of a desk holds then
MOST_SHIFT = 0.003  # a word grows by a letter, never a row
MOST_OF_A_BOARD = 0.01  # its list of moves finds its place once the board has its size
# pixels to the first row, field, button, match or drawing of a page of an event, of LATER to its first words: on a
# phone, at a desk
FIRST_CONTENT = {390: 120, 1280: 160}
WORDS = "tr, input, select, textarea, button, a, label, .card, .empty, .notice, .badge, li, dl, p, h2, figure, .versus"
FIELDS = "input:not([type=hidden]), select, textarea, button, a, label, legend, summary"
TASK = f"{FIELDS}, tr, li, dl, .empty, figure, .bracket, .versus"
FIRST = """
(kinds) => {
  const frame = ".event-head, .page-head, .messages, .visually-hidden, [hidden]";
  const begun = [...document.querySelectorAll(`#main :is(${kinds})`)]
    .filter((each) => !each.closest(frame))
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width > 2 && box.height > 2)
    .map((box) => box.top);
  const isHeld = begun.length && document.querySelector(".event-head, .page-head-row, .hero");
  return isHeld ? Math.min(...begun) + window.scrollY : 0;
}
"""
LATER = {
    # what must be read before it is done: what a step brings about, and who asks for it
    *("leave", "tournaments:personal_leave", "claim", "facts-preview", "new-case", "pool"),
    *("check-in-code", "tournaments:hand_in"),  # what came of the step, or why nothing can be done yet
    *("pods", "breakdown", "tournaments:breakdown_after", "pool-enter"),  # lists below the line that they are of
    *("cup-bracket", "crews-my-part"),  # how the bracket moves, and the state of a player
    "crews-record",  # the choices of a recorder, each below its question
}
UNSEEN = """
() => [...document.querySelectorAll("#main .visually-hidden")].flatMap((each) => [each, ...each.querySelectorAll("*")])
  .filter((each) => each.matches("a[href], button, summary, [tabindex]") && each.tabIndex >= 0)
  .filter((each) => each.checkVisibility())
  .map((each) => `${each.textContent.trim()} takes the focus unseen`)
"""
SHIFTS = """
window.shifts = 0;
// all of them: nobody touches these pages, and what moves within half a second of a change of the screen is left out of
// what browsers report
const add = (list) => list.getEntries().forEach((each) => { window.shifts += each.value; });
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""
SEND = """
([path, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  const csrf = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  for (const [name, value] of Object.entries({ ...fields, csrfmiddlewaretoken: csrf }))
    form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(form);
  form.submit();
}
"""


def test_every_kind_of_page_is_accessible_and_fits_the_screen(open_page):
    call_command("demo")
    faults, pages, all_kinds = {}, {}, kinds()
    open_page.expected.extend(f"status of {kind.status}" for kind in all_kinds if kind.status != 200)
    for number, kind in enumerate(all_kinds):
        if kind.who not in pages:
            pages[kind.who] = open_page("about:blank", size="phone", user=kind.viewer())
            pages[kind.who].add_init_script(SHIFTS)
            pages[kind.who].route("**/*", late)
        load(pages[kind.who], kind, LOOKS[number % 2])
        if (moved := pages[kind.who].evaluate("window.shifts")) > most_shift(kind):
            faults[kind.name] = f"what stood there moved by {moved:.3f}"
        for look in LOOKS:
            if found := looked_at(pages[kind.who], kind.name, *look):
                faults[kind.name, *look] = found
        _look(pages[kind.who], *AT_200_PERCENT)
        if (wider := overflow(pages[kind.who])) > 0:
            faults[kind.name, *AT_200_PERCENT] = f"{wider} pixels too wide"
        pages[kind.who].emulate_media(reduced_motion="reduce")
        if moves := moving(pages[kind.who]):
            faults[kind.name, "reduced motion"] = moves
        pages[kind.who].emulate_media(reduced_motion="no-preference")
        pages[kind.who].goto("about:blank")  # where nothing is asked for, and every address is loaded anew
    assert faults == {}


def most_shift(kind):
    return MOST_OF_A_BOARD if kind.path.startswith(("/replay/", "/record/")) else MOST_SHIFT


def load(page, kind, look):
    """One page of each person goes from address to address."""
    _look(page, *look)
    answer = _sent(page, kind) if kind.sends else page.goto(kind.path)
    page.locator(".htmx-request, [data-replay-root]:not([data-ready])").first.wait_for(state="detached")
    assert answer.status == kind.status, kind


def _sent(page, kind):
    """From some page, as from the form that it answers."""
    page.goto("/legality/")
    with page.expect_navigation() as answers:
        page.evaluate(SEND, [kind.path, kind.sends])
    return answers.value


def looked_at(page, name, colours, width, height):
    _look(page, colours, width, height)
    first = page.evaluate(FIRST, WORDS if name in LATER else TASK)
    return [
        *page.evaluate(UNSEEN),
        *serious_faults(page),
        *([f"{overflow(page)} pixels too wide"] if overflow(page) > 0 else []),
        *([f"its content begins at {first:.0f} pixels"] if first > FIRST_CONTENT[width] else []),
    ]


def _look(page, colours, width, height):
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": width, "height": height})
