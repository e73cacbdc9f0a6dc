"""A restless person at a table: presses, drags, turns and types by chance, and changes its mind before it confirms.

After every gesture it compares what the page announces with what the page sends, and at the end what was sent with the
record. `tests/web/watcher.js` notes both inside the page.
"""

from __future__ import annotations

import contextlib
import random
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NoReturn

from playwright.sync_api import CDPSession, Page, Response, TimeoutError

from bungalow.core.match import Match
from tests.web.conftest import PHONE, WIDE, Server
from tests.web.feed import Fed

WATCHER = Path(__file__).with_name("watcher.js").read_text()
SEAT = 0
TRACE = 30
"""Gestures that a failure tells."""
PATIENCE = 60_000
STRAIGHT_STEPS = 40
"""The straight way to a choice takes fewer presses than that: open the list, an option, the button."""
GUARDED_MS = 400
"""Where stray presses are ignored: longer than that lasts. A press after it always counts."""
RESTLESS = (1, 14)
"""Gestures by chance before the straight way is taken."""
LESS = re.compile(r"One \w+ less")
COUNT = re.compile(r"(\d+) (Fire|Water|Wind|Earth)")
LETTERS = "123456789abcdefghijklmnopqrstvwxyz"
"""Keys that choose an option of the list; `u` takes back."""
BURANO_CHAIN = {"do:pick": "slot", "do:build": "prepared", "do:roof": "tile"}
"""Burano answers the menu of the turn itself when one presses the thing that the answer leads to."""

Spot = dict[str, Any]
Request = tuple[str, str, str]
"""What was asked for, the id of the request, and the notation of a move."""


class Wrong(AssertionError):
    """The page did something else than it announced, or does not go on."""


class Presser:
    """Presses at one table, by chance that starts from a seed, until the game ends or enough choices are made."""

    def __init__(self, page: Page, server: Server, fed: Fed, seed: int, *, touch: bool, guarded: bool) -> None:
        self.page, self.server, self.fed, self.touch, self.guarded = page, server, fed, touch, guarded
        self.seed = seed
        self.chance = random.Random(seed)
        self.trace: list[str] = []
        self.choices = 0
        """Moves that this page has sent."""
        self.acknowledged: list[Request] = []
        """Moves and undos that the server has acknowledged, oldest first."""
        self.labels: dict[tuple[int, str], str] = {}
        self.pyramid: dict[str, str] = {}
        """Burano: the own pyramid as the page showed it last; cubes in it may wait for one before them."""
        self.failed: list[str] = []
        self.line: CDPSession | None = page.context.new_cdp_session(page) if touch else None
        page.on("requestfailed", lambda request: self.failed.append(f"failed: {request.url} {request.failure}"))
        page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.failed.append(f"{response.status}: {response.url}")

    # -- sitting down and getting up ----------------------------------------------------------------------------------

    def sit_down(self) -> None:
        self.page.add_init_script(self.fed.guest_script)
        self.page.add_init_script(WATCHER)
        # Without a page to go back to: a finger that draws across the window may mean that.
        self.page.evaluate("url => location.replace(url)", f"{self.server.url}/table/{self.fed.table}")
        self.page.locator(".board .drawing").wait_for()
        self._wait("until somebody is asked", "() => { const m = watcher.moment(0); return m.asked || m.over; }")

    def press_on(self, choices: int) -> int:
        """Make at least `choices` of them, fewer if the game ends first, and return the count."""
        while self.choices < choices and not self._over():
            self._make_a_choice()
        self._check_the_record()
        if self.failed:
            self._fail("a request failed: " + "; ".join(self.failed))
        return self.choices

    def _make_a_choice(self) -> None:
        """Gestures by chance until something is played, at last the straight way."""
        before = self.choices
        for _ in range(self.chance.randint(*RESTLESS)):
            self._gesture()
            if self.choices > before or self._over():
                return
        for _ in range(STRAIGHT_STEPS):
            if self.choices > before or self._over():
                return
            self._settle()
            if self.guarded:
                self.page.wait_for_timeout(GUARDED_MS)
            self._check()
            step = self.page.evaluate("watcher.straight()")
            if step is None:
                self.page.wait_for_timeout(100)
                self._note("nothing to press")
                continue
            self._note(f"straight on: {step['what']}")
            if step["what"] == "confirm" and not self.touch:
                self._look_around()
            if "key" in step:
                self.page.keyboard.press(step["key"])
            elif "clear" in step:
                self.page.locator("#filter").fill("")
            else:
                self._press(step)
            self.page.wait_for_timeout(30)
            self._check()
        self._fail(f"nothing is played after {STRAIGHT_STEPS} presses of the straight way")

    def _look_around(self) -> None:
        """Point at something else once the choice is made: neither the choice nor what is shown of it changes."""
        spots: dict[str, list[Spot]] = self.page.evaluate("watcher.survey()")
        things = [spot for group in ("legal", "thing", "canvas", "option") for spot in spots.get(group, [])]
        if things:
            self._point(things)
            self._settle()
            self._check()

    # -- gestures -----------------------------------------------------------------------------------------------------

    def _gesture(self) -> None:
        spots: dict[str, list[Spot]] = self.page.evaluate("watcher.survey()")
        ways = self._ways(spots)
        names = list(ways)
        name = self.chance.choices(names, [ways[each][0] for each in names])[0]
        ways[name][1]()
        # Most people look at what they have done before they go on; some do not.
        if self.chance.random() < 0.8:
            self._settle()
            self._check()
        else:
            self.page.wait_for_timeout(10)
            self._verify()

    def _ways(self, spots: dict[str, list[Spot]]) -> dict[str, tuple[float, Callable[[], None]]]:
        """What can be done now, with how often it is done."""
        ways: dict[str, tuple[float, Callable[[], None]]] = {}
        presses: dict[str, float] = {
            "legal": 26,
            "option": 14,
            "confirm": 9,
            "thing": 5,
            "canvas": 12,
            "cube": 8,
            "back": 3,
            "turn": 6,
            "stepper": 12,
        }
        presses |= {"undo": 1.5, "return": 12, "look": 1.5, "reasons": 1.5, "clause": 1, "drawer": 3, "seat": 2}
        presses |= {"other": 4}
        for group, often in presses.items():
            if spots.get(group):
                ways[group] = (often, partial(self._press_one, group, spots[group]))
        things = [spot for group in ("legal", "thing", "cube", "canvas") for spot in spots.get(group, [])]
        if things:
            ways["drag"] = (9 if "cube" in spots else 5, lambda: self._drag(spots, things))
            ways["twice"] = (4, lambda: self._twice(spots, things))
        if things and not self.touch:
            ways["point"] = (6, lambda: self._point(things + spots.get("option", [])))
            ways["wheel"] = (3, lambda: self._wheel(things))
        scale = 0.3 if self.touch else 1.0
        keys: dict[str, float] = {"Escape": 5, "Backspace": 1, "Enter": 3, "r": 4, "R": 1, "Tab": 2, "u": 0.7}
        for key, often in keys.items():
            ways[key] = (often * scale, partial(self._key, key))
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            ways[key] = (1 * scale, partial(self._key, key))
        ways["letter"] = (7 * scale, lambda: self._key(self.chance.choice(LETTERS[: self.chance.choice((3, 9, 34))])))
        ways["?"] = (0.5 * scale, lambda: self._key("?"))
        ways["search"] = (1.5 * scale, self._search)
        ways["resize"] = (0.8, self._resize)
        return ways

    def _press_one(self, group: str, spots: list[Spot]) -> None:
        spot = self.chance.choice(spots)
        if group == "canvas":
            spot = self._somewhere(spot)
        self._note(f"press {group} {spot['name']} at {spot['x']:.0f},{spot['y']:.0f}")
        if not self.touch and self.chance.random() < 0.3:
            self.page.mouse.move(spot["x"], spot["y"], steps=3)
        self._press(spot)

    def _somewhere(self, spot: Spot) -> Spot:
        """Any point of a drawing, rather its middle."""
        across, along = (self.chance.triangular(0.05, 0.95) for _ in range(2))
        return spot | {"x": spot["left"] + spot["width"] * across, "y": spot["top"] + spot["height"] * along}

    def _press(self, spot: Spot) -> None:
        if self.touch:
            self.page.touchscreen.tap(spot["x"], spot["y"])
        else:
            self.page.mouse.click(spot["x"], spot["y"])

    def _twice(self, spots: dict[str, list[Spot]], things: list[Spot]) -> None:
        spot = self.chance.choice(things + spots.get("option", []) + spots.get("confirm", []))
        if "left" in spot:
            spot = self._somewhere(spot)
        self._note(f"press twice {spot['name']}")
        if self.touch:
            self._press(spot)
            self._press(spot)
        else:
            self.page.mouse.dblclick(spot["x"], spot["y"])

    def _drag(self, spots: dict[str, list[Spot]], things: list[Spot]) -> None:
        source = self.chance.choice(spots.get("cube") or things)
        goal = self.chance.choice(things)
        source, goal = (self._somewhere(each) if "left" in each else each for each in (source, goal))
        self._note(f"drag {source['name']} to {goal['name']}")
        steps = self.chance.randint(2, 8)
        way = [
            tuple(source[axis] + (goal[axis] - source[axis]) * at / steps for axis in "xy") for at in range(steps + 1)
        ]
        if self.line is None:
            self.page.mouse.move(*way[0])
            self.page.mouse.down()
            for point in way[1:]:
                self.page.mouse.move(*point)
            self.page.mouse.up()
            return
        for at, (x, y) in enumerate(way):
            kind = "touchStart" if at == 0 else "touchMove"
            self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _point(self, spots: list[Spot]) -> None:
        spot = self.chance.choice(spots)
        if "left" in spot:
            spot = self._somewhere(spot)
        self._note(f"point at {spot['name']}")
        self.page.mouse.move(spot["x"], spot["y"], steps=2)
        self.page.wait_for_timeout(self.chance.choice((0, 120)))

    def _wheel(self, spots: list[Spot]) -> None:
        spot = self.chance.choice(spots)
        by = self.chance.choice((-120, 120, -50, 50))
        self._note(f"wheel {by} at {spot['name']}")
        self.page.mouse.move(spot["x"], spot["y"])
        self.page.mouse.wheel(0, by)

    def _key(self, key: str) -> None:
        self._note(f"key {key}")
        self.page.keyboard.press(key)

    def _search(self) -> None:
        """Type into the search of the options or of the log, if there is one."""
        field = self.chance.choice(("#filter", ".log input"))
        text = "".join(self.chance.choices("abeo 12", k=self.chance.randint(1, 2)))
        self._note(f"type {text!r} into {field}")
        found = self.page.locator(field)
        if found.count() and found.first.is_visible():
            with contextlib.suppress(TimeoutError):  # it may move away meanwhile
                found.first.fill(text, timeout=500)
                self.page.keyboard.press(self.chance.choice(("Escape", "Enter", "a")))

    def _resize(self) -> None:
        """Turn the phone, or make the window smaller and larger; rarely as narrow as a phone."""
        if self.touch:
            size = self.chance.choice((PHONE, (PHONE[1], PHONE[0]), (390, 844), (932, 430)))
        else:
            size = self.chance.choice((WIDE, WIDE, (1100, 760), (1280, 720), (820, 900)))
        self._note(f"window of {size[0]} by {size[1]}")
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    # -- waiting ------------------------------------------------------------------------------------------------------

    def _wait(self, what: str, condition: str) -> None:
        try:
            self.page.wait_for_function(condition, timeout=PATIENCE)
        except TimeoutError:
            self._fail(f"waited {PATIENCE / 1000:.0f} s {what}")

    def _settle(self) -> None:
        """Until everything is answered, drawn, and this seat is asked again."""
        self._wait(
            "until the table comes back to this seat",
            "() => { const m = watcher.moment(0); return m.quiet && (m.asked || m.over); }",
        )

    def _over(self) -> bool:
        return bool(self.page.evaluate("watcher.moment(0).over"))

    # -- comparing ----------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """What was sent, and what the page now says in several places."""
        self._verify()
        told, moment = self.page.evaluate("[watcher.announced(), watcher.moment(0)]")
        if told["pyramid"] is not None and moment["quiet"] and not moment["past"]:
            self.pyramid = told["pyramid"]
            self._check_pyramid(told["pyramid"], [each["targets"] for each in moment["options"]])
        if moment["asked"] and not any(each["targets"][0].startswith("colour:") for each in moment["options"]):
            self.pyramid = {}
        if not told["live"] or not moment["asked"] or moment["past"] or not moment["quiet"]:
            return
        move = "" if told["choice"] is None else told["choice"]["move"]
        option = next((each for each in moment["options"] if each["text"] == move), None)
        if option is None:
            self._fail(f"the button is live, but the page announces {move!r}, which is no option")
        self._compare(told, option["text"], option["targets"], moment["number"], "announced")

    def _verify(self) -> None:
        """Every move and every undo that was sent is what the page announced."""
        collected = self.page.evaluate("watcher.collect()")
        self.acknowledged += [(kind, request, text) for kind, request, text in collected["acknowledged"]]
        for refusal in collected["refused"]:
            asked = refusal["asked"]["type"]
            late = asked == "undo" and not refusal["offered"]  # others have acted meanwhile, and the page shows it
            if asked in ("move", "undo") and refusal["code"] != "stale" and not late:
                self._fail(f"refused: {refusal}")
        for sent in collected["sent"]:
            if sent["type"] == "undo":
                self._verify_undo(sent)
                continue
            self.choices += 1
            self._note(f"  the page plays {sent['text']}")
            if sent["targets"] is None:
                self._fail(f"the page plays {sent['text']!r}, which is no option")
            if not self._led_there_itself(sent):
                self._compare(sent["page"], sent["text"], sent["targets"], sent["number"], "played")
                self._compare_preview(sent)

    def _verify_undo(self, sent: Spot) -> None:
        last = sent["gestures"][-1] if sent["gestures"] else {"what": "nothing", "button": "", "key": ""}
        self._note(f"  the page takes back after {last['what']} {last['button'] or last.get('key', '')}")
        if last["what"] == "key" and last["key"].lower() == "u":
            return
        if last["button"] in ("Take back", "Take the whole turn back") and last.get("key", "Enter") in ("Enter", " "):
            return
        if LESS.fullmatch(last["button"]):
            return  # Busara's minus button takes back a count that was named already
        if sent["page"]["pyramid"] is not None and self._touched(sent, "slot", "colour"):
            return  # a cube that lies below others was taken or moved; `_check_pyramid` compares
        self._fail(f"a move was taken back by {last}")

    def _touched(self, sent: Spot, *kinds: str) -> bool:
        """Whether one of the latest gestures was made on a thing of these kinds."""
        keys = [key for gesture in sent["gestures"] for key in gesture["keys"]]
        rows = [gesture.get("row", "") for gesture in sent["gestures"]]
        labels = [gesture["button"] for gesture in sent["gestures"]]
        return any(key.split(":")[0] in kinds for key in keys + rows) or any(
            label.startswith(("Put all ", "Take ")) for label in labels
        )

    def _led_there_itself(self, sent: Spot) -> bool:
        """Burano and Busara play on the way to what was pressed, before the page is drawn again."""
        targets = sent["targets"]
        if targets[0].startswith("colour:") and len(targets) == 2 and self._places_a_shown_cube(sent):
            return True
        if sent["page"]["counters"] is not None and self._counted(sent):
            return True
        kind = BURANO_CHAIN.get(targets[0]) if len(targets) == 1 else None
        return kind is not None and any(
            key.startswith(f"{kind}:") for gesture in sent["gestures"][-2:] for key in gesture["keys"]
        )

    def _places_a_shown_cube(self, sent: Spot) -> bool:
        """Burano: the cube lies there already on the page, or was pressed just now."""
        colour, slot = (key.split(":")[1] for key in sent["targets"])
        if self.pyramid.get(slot) == colour:
            return True
        return sent["page"]["pyramid"] is not None and self._touched(sent, "slot", "colour")

    def _counted(self, sent: Spot) -> bool:
        """Busara: the button of the steppers was pressed, and the move says what the steppers say."""
        if not any(gesture["button"] in ("Ask", "Next", "Offer") for gesture in sent["gestures"]):
            return False
        said = {name: int(count) for name, count in sent["page"]["counters"].items()}
        kind, *rest = sent["targets"][0].split(":")
        if kind == "count":
            return said[rest[0]] == int(rest[1])
        # "Ask everybody for 1 Fire", "Give 2 Earth and no more", "Offer 1 Fire for 2 Water": the last part is counted.
        named = {name.lower(): int(count) for count, name in COUNT.findall(sent["words"].rpartition(" for ")[2])}
        return rest == ["done"] and named == {name: count for name, count in said.items() if count > 0}

    def _compare(self, told: Spot, text: str, targets: list[str], number: int, how: str) -> None:
        """Panel, board and button speak of this move."""
        what = f"{text!r} is {how}"
        if told["choice"] is None:
            self._fail(f"{what}, but the page shows no choice")
        if told["choice"] != {"question": str(number), "move": text}:
            self._fail(f"{what} at {number}, but the page announces {told['choice']}")
        if told["panel"] and told["panel"] != [text]:
            self._fail(f"{what}, but the panel shows {told['panel']}")
        ghost = told["ghost"]
        place = _place(targets)
        if ghost is not None and place is not None and ghost != place:
            self._fail(f"{what}, but the ghost lies at {ghost}")
        strange = [key for key in told["selected"] if key not in targets]
        if strange:
            self._fail(f"{what} with {targets}, but {strange} are shown as chosen")
        if how == "played" and not told["live"]:
            self._fail(f"{what}, but the button was not live: {told['label']!r}")
        known = self.labels.setdefault((number, text), told["label"])
        if known != told["label"]:
            self._fail(f"{what}, but the button says {told['label']!r} and said {known!r}")

    def _compare_preview(self, sent: Spot) -> None:
        """What the page says that the move brings about is what the server said of this very move."""
        if sent["preview"] is None or not sent["page"]["hint"]:
            return
        shown = _plain(" ".join(sent["page"]["hint"]))
        first = _plain(sent["preview"][0]) if sent["preview"] else ""
        names = {f"player {seat + 1}": name.lower() for seat, name in enumerate(self.names)}
        for number, name in names.items():
            first = first.replace(number, name)
        if not re.search(r"\bb\d \d\d\b", first) and first not in shown:
            self._fail(f"{sent['text']!r} brings about {first!r}, but the page says {shown!r}")

    def _check_pyramid(self, shown: dict[str, str], options: list[list[str]]) -> None:
        """Burano: the pyramid that is shown is in the record, apart from cubes that wait for one before them."""
        match = self.replayed()
        view: Any = match.game.view(match.state, SEAT)
        held = {} if view["own"] is None else dict(view["own"]["pyramid"]["slots"])
        next_ones = [{path[1][5:]: path[0][7:]} for path in options if len(path) == 2 and path[1].startswith("slot:")]
        waiting = held.items() <= shown.items() and not any(one.items() <= shown.items() for one in next_ones)
        if held != shown and not waiting:
            self._fail(f"the page shows the pyramid {shown}, the record says {held}")

    @property
    def names(self) -> list[str]:
        return list(self.fed.match.names)

    # -- the record ---------------------------------------------------------------------------------------------------

    def entries(self) -> list[tuple[str, int, str, str, str | None]]:
        """Kind, seat, text, author and request of everything that the database holds of the table."""
        database = sqlite3.connect(f"file:{self.server.data / 'bungalow.sqlite'}?mode=ro", uri=True)
        try:
            rows = database.execute(
                "SELECT kind, seat, text, author, request FROM entries WHERE table_id = ? ORDER BY seq",
                (self.fed.table,),
            )
            return list(rows.fetchall())
        finally:
            database.close()

    def replayed(self) -> Match:
        """The game as the record has it."""
        first = self.fed.match
        match = Match(first.game, first.seats, options=dict(first.options), seed=first.seed, names=first.names)
        for kind, seat, text, _, _ in self.entries():
            if kind == "move":
                match.play(seat, text)
            elif kind == "undo":
                match.undo(seat)
        return match

    def _check_the_record(self) -> None:
        """The record has of this seat what the page sent and the server acknowledged, each once, in this order."""
        self.page.wait_for_function("() => watcher.quiet()")
        self._verify()
        recorded = [
            (kind, request, text if kind == "move" else "")
            for kind, _, text, author, request in self.entries()[self.fed.moves :]
            # The further moves that one request takes back have none.
            if author == self.fed.guest.guest and request is not None
        ]
        if wrong := difference(self.acknowledged, recorded):
            self._fail(wrong)

    # -- telling ------------------------------------------------------------------------------------------------------

    def _note(self, what: str) -> None:
        self.trace.append(what)

    def _fail(self, why: str) -> NoReturn:
        lines = "\n  ".join(self.trace[-TRACE:])
        question = self.page.evaluate("watcher.announced().question")
        raise Wrong(
            f"{self.fed.match.game.name}, seed {self.seed}, table {self.fed.table}, "
            f"stray presses {'ignored' if self.guarded else 'heard'}, "
            f"after {self.choices} choices, asked {question!r}:\n{why}\nThe last gestures:\n  {lines}"
        )


def difference(acknowledged: Sequence[Request], recorded: Sequence[Request]) -> str:
    """Where the record first differs from what was acknowledged, in words; empty if it does not."""
    for at, (expected, found) in enumerate(zip_longest(acknowledged, recorded), 1):
        if expected != found:
            return f"request {at}: the server acknowledged {expected}, the record has {found}"
    return ""


def _place(targets: list[str]) -> dict[str, int] | None:
    """Burrows: the place that a path of targets means."""
    cell = next((found for each in targets if (found := re.fullmatch(r"cell:(-?\d+),(-?\d+)", each))), None)
    turn = next((int(each[5:]) for each in targets if each.startswith("turn:")), None)
    return None if cell is None or turn is None else {"x": int(cell[1]), "y": int(cell[2]), "r": turn}


def _plain(words: str) -> str:
    """Letters and digits only: a line may begin with a capital and end with a full stop."""
    return re.sub(r"[^a-z0-9]+", " ", words.lower()).strip()
