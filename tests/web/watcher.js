// Runs in every page of tests/web/pressing.py, before the client: notes what the page shows at the moment it sends a
// move, which gesture came before, and what the server answered.
(() => {
  const EXCLUDED = [
    "a",
    "a *",
    "[aria-label=Settings]",
    ".chat button",
    ".after .btn", // the result and the replay
    "main.end *",
    ".panel .orders *",
  ].join(",");
  const KEYS = 12;
  const watch = {
    /** By viewer, the newest frame. */
    frames: {},
    /** Moves and undos that were sent and are not collected yet, oldest first. */
    sent: [],
    /** Refusals that are not collected yet. */
    refused: [],
    /** Moves and undos that the server has acknowledged and that are not collected yet, oldest first. */
    acknowledged: [],
    /** Requests without an answer, by id. */
    open: {},
    /** The latest gestures, newest last. */
    gestures: [],
    /** By notation: what the server said that an option brings about, in the newest frame. */
    previews: {},
    heard: 0,
  };

  // -- the line to the server ----------------------------------------------------------------------------------------

  const asks = ["move", "undo", "preview", "why", "look"];

  function tell(message) {
    if (!asks.includes(message.type) || message.id in watch.open) return;
    watch.open[message.id] = { type: message.type, text: message.text ?? "", seat: message.seat };
    if (message.type !== "move" && message.type !== "undo") return;
    const frame = watch.frames[message.seat];
    const option = frame?.options.find((each) => each.text === message.text);
    watch.sent.push({
      ...message,
      targets: option?.targets ?? null,
      words: option?.words ?? "",
      page: announced(),
      gestures: watch.gestures.slice(-KEYS),
      preview: watch.previews[message.text] ?? null,
    });
  }

  function hear(message) {
    watch.heard = performance.now();
    if (message.type === "frame") {
      const before = watch.frames[message.viewer ?? "watch"];
      if (before?.number !== message.number) watch.previews = {};
      watch.frames[message.viewer ?? "watch"] = {
        number: message.number,
        question: message.question,
        options: message.options,
        undo: message.can_undo,
        over: message.standing !== null,
      };
      return;
    }
    if (message.id === undefined || !(message.id in watch.open)) return;
    const asked = watch.open[message.id];
    if (message.type === "preview") watch.previews[asked.text] = message.lines;
    // `offered`: the page still says that there is something to take back.
    if (message.type === "refused")
      watch.refused.push({ ...message, asked, offered: watch.frames[asked.seat]?.undo ?? false });
    if (message.type === "ack") watch.acknowledged.push([asked.type, message.id, asked.text]);
    delete watch.open[message.id];
  }

  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (event) => hear(JSON.parse(event.data)));
      this.addEventListener("close", () => (watch.open = {}));
    }
    send(data) {
      tell(JSON.parse(data));
      super.send(data);
    }
  };

  // -- gestures ------------------------------------------------------------------------------------------------------

  const keyOf = (node) => node?.closest?.("[data-key]")?.dataset.key;
  const under = (event) =>
    document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((node) => [keyOf(node), node.closest("[data-slot]")?.dataset.slot && "slot"])
      .filter(Boolean);

  function note(what, event, more = {}) {
    const button = event.target?.closest?.("button");
    watch.gestures.push({
      what,
      button: button ? (button.getAttribute("aria-label") ?? button.textContent).replace(/\s+/g, " ").trim() : "",
      id: button?.id ?? "",
      option: event.target?.closest?.(".opt")?.dataset.option ?? "",
      keys: [keyOf(event.target), ...(event.clientX === undefined ? [] : under(event))].filter(Boolean),
      ...more,
    });
    if (watch.gestures.length > 60) watch.gestures.splice(0, 30);
  }

  const listen = (name, listener) => addEventListener(name, listener, { capture: true, passive: true });
  let down = false;
  listen("pointerdown", (event) => {
    down = true;
    note("down", event);
  });
  listen("pointermove", (event) => {
    const last = watch.gestures.at(-1);
    if (down && last !== undefined) last.keys = [...new Set([...last.keys, ...under(event)])];
  });
  listen("pointerup", () => (down = false));
  listen("click", (event) => note("click", event));
  listen("wheel", (event) => note("wheel", event));
  listen("keydown", (event) => {
    const typing = event.target?.closest?.("input, textarea") != null;
    const row = [...document.querySelectorAll(".opt")].find(
      (each) => each.querySelector("kbd")?.textContent === event.key.toLowerCase(),
    );
    note("key", event, { key: event.key, typing, row: typing ? "" : (row?.dataset.option ?? "") });
  });

  // -- what the page says --------------------------------------------------------------------------------------------

  const words = (node) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
  const number = (text) => Number(/-?[\d.]+/.exec(text)?.[0]);

  /** Burrows: where the ghost lies, from what is drawn. */
  function ghost() {
    const node = document.querySelector(".stage .ghost:has(.turner)");
    if (node === null) return null;
    const [x, y] = node.style.transform.match(/-?[\d.]+(?=px)/g).map((each) => Math.round((Number(each) - 50) / 100));
    const r = Math.round(number(node.querySelector(".turner").style.transform) / 90);
    return { x, y, r: ((r % 4) + 4) % 4 };
  }

  /** Burano: the cubes of the own pyramid while it is built. */
  function pyramid() {
    if (document.querySelector(".mine.building") === null) return null;
    const cubes = [...document.querySelectorAll("g.grab[data-slot]")];
    return Object.fromEntries(
      cubes.map((node) => [node.dataset.slot, /Take (\S+) off/.exec(node.getAttribute("aria-label"))?.[1] ?? "?"]),
    );
  }

  /** Busara: what the steppers of a want or an offer say, by type. */
  function counters() {
    const groups = [...document.querySelectorAll(".counters [role=group]")];
    if (groups.length === 0) return null;
    return Object.fromEntries(groups.map((node) => node.getAttribute("aria-label").toLowerCase().split(": ")));
  }

  function announced() {
    const confirm = document.querySelector("#confirm");
    const choice = document.querySelector("[data-choice]");
    return {
      live: confirm !== null && confirm.getAttribute("aria-disabled") !== "true",
      label: words(confirm).replace("⏎", "").trim(),
      question: words(document.querySelector(".ask .q h2")),
      panel: [...document.querySelectorAll(".opt[aria-pressed=true]")].map((node) => node.dataset.option),
      choice: choice === null ? null : { question: choice.dataset.question, move: choice.dataset.move },
      ghost: ghost(),
      pyramid: pyramid(),
      counters: counters(),
      selected: [...document.querySelectorAll(".drawing [data-state=selected], .tray [data-state=selected]")].map(
        (node) => node.dataset.key,
      ),
      hint: [...document.querySelectorAll(".drawing > .hint span, .ask .result")].map(words),
    };
  }

  // -- what can be pressed -------------------------------------------------------------------------------------------

  /** A point of an element that nothing covers; null when there is none. */
  function pointOf(node) {
    const box = node.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return null;
    for (const [across, along] of [[0.5, 0.5], [0.25, 0.3], [0.75, 0.7], [0.3, 0.75], [0.7, 0.25]]) {
      const [x, y] = [box.x + box.width * across, box.y + box.height * along];
      const top = document.elementFromPoint(x, y);
      if (top !== null && (node.contains(top) || top.closest("[data-key]") === node)) return { x, y };
    }
    return null;
  }

  function groupOf(node) {
    const said = node.getAttribute("aria-label") ?? words(node);
    if (node.id === "confirm") return "confirm";
    if (node.matches(".opt")) return "option";
    if (/^Take (back|the whole turn back)$/.test(said)) return "undo";
    if (said === "Back to now" || (said === "Close" && node.closest("dialog"))) return "return";
    if (node.matches(".look")) return "look";
    if (node.matches(".why") || said === "A hint") return "reasons";
    if (node.matches(".clause")) return "clause";
    if (node.matches("[role=tab], nav.foot button")) return "drawer";
    if (node.matches(".who")) return "seat";
    if (node.matches(".act .btn:not(.turn)")) return "back";
    if (node.matches(".counters .less, .counters .more, .counters .btn.go")) return "stepper";
    if (node.matches(".turn, [aria-label='Turn the tile']")) return "turn";
    if (node.matches("g.grab, .reserve .cube")) return "cube";
    if (node.matches("[data-key]")) return node.hasAttribute("data-legal") ? "legal" : "thing";
    if (node.matches("[role=application]")) return "canvas";
    return "other";
  }

  /** Everything that a press can reach now, by group. */
  function survey() {
    const found = {};
    const things = document.querySelectorAll(
      "button:not(:disabled), .board [data-key], .tray [data-key], g.grab, [role=application]",
    );
    for (const node of things) {
      if (node.matches(EXCLUDED)) continue;
      const group = groupOf(node);
      if ((found[group]?.length ?? 0) >= 40) continue;
      const at = pointOf(node);
      if (at === null) continue;
      const name = node.dataset.key ?? node.dataset.option ?? node.getAttribute("aria-label") ?? words(node);
      const box = node.getBoundingClientRect();
      const size = group === "canvas" ? { width: box.width, height: box.height, left: box.x, top: box.y } : {};
      (found[group] ??= []).push({ name: name.slice(0, 60), ...at, ...size });
    }
    return found;
  }

  /** What the straight way presses next; null when there is nothing to press. */
  function straight() {
    const at = (what, node) => {
      if (node === null || node === undefined) return null;
      node.scrollIntoView({ block: "nearest" });
      const point = pointOf(node);
      return point === null ? null : { what, ...point };
    };
    const button = (text) => [...document.querySelectorAll("button")].find((node) => words(node).startsWith(text));
    if (document.querySelector("dialog[open]")) return { what: "Escape", key: "Escape" };
    const table = document.querySelector("nav.foot button");
    if (table !== null && table.getAttribute("aria-current") === null) return at("Table", table);
    if (button("Back to now")) return at("Back to now", button("Back to now"));
    const filter = document.querySelector("#filter");
    if (filter !== null && filter.value !== "") return { what: "clear", clear: true };
    const confirm = document.querySelector("#confirm");
    if (confirm !== null && confirm.getAttribute("aria-disabled") !== "true") return at("confirm", confirm);
    const option = document.querySelector(".opt[data-option]:not([aria-pressed=true])");
    if (option !== null) return at(`option ${option.dataset.option}`, option);
    return at("more", document.querySelector(".opts .more")) ?? at("sheet", document.querySelector(".sheet > .grab"));
  }

  const sending = () => /^(Sending|Waiting)$/.test(words(document.querySelector("#confirm")));

  /** Nothing is on its way and what was answered is drawn. */
  function quiet() {
    return Object.keys(watch.open).length === 0 && !sending() && performance.now() - watch.heard > 25;
  }

  /** Whether the seat is asked, and whether the game is over. */
  function moment(seat) {
    const frame = watch.frames[seat];
    return {
      asked: (frame?.options.length ?? 0) > 0,
      over: frame?.over ?? false,
      number: frame?.number ?? 0,
      options: frame?.options ?? [],
      quiet: quiet(),
      past: [...document.querySelectorAll(".ask h2")].some((node) => /looking back/.test(node.textContent)),
    };
  }

  function collect() {
    const { sent, refused, acknowledged } = watch;
    watch.sent = [];
    watch.refused = [];
    watch.acknowledged = [];
    return { sent, refused, acknowledged };
  }

  window.watcher = { announced, collect, moment, straight, survey, quiet };
})();
