/** One table as this browser knows it: what the server said, whose eyes are used, and what is on its way. */
import { whole, type Shown } from "./changes";
import { Guard } from "./guard";
import { guest } from "./guest.svelte";
import { latest, linesOf, patch, seatOf, type LogLine } from "./log";
import type {
  Chat,
  Frame,
  OptionChoice,
  OrderInfo,
  Past,
  PreviewIs,
  SeatInfo,
  TableInfo,
  ToBrowser,
  WhyIs,
} from "./messages";
import { TablePicker, type Refusal } from "./picker.svelte";
import { settings } from "./settings.svelte";
import { newId, TableSocket, type Connection } from "./socket";
import { SEAT_COLOURS, type SeatFace, type Title } from "./title";
import { initialOf, list, withNames } from "./words";

/** No move of any title is followed by more windows for reactions. */
const WINDOWS = 6;

const keyOf = (viewer: number | null): string => (viewer === null ? "watch" : String(viewer));

/** What the drawing of a moment needs, live or in a replay. */
export type Stage = Pick<
  TableSession,
  "info" | "title" | "own" | "viewer" | "view" | "names" | "seats" | "lastMarks" | "lastSeat" | "waiting" | "picker"
>;

/** At one screen only the seat whose eyes are used is "you"; the others there have names. */
export function faceOf(seat: SeatInfo, title: Title | null, view: unknown, viewer: number | null): SeatFace {
  const named = view === undefined || view === null ? undefined : title?.colour?.(view, seat.seat);
  return {
    seat: seat.seat,
    name: seat.name || "Empty seat",
    initial: initialOf(seat.name, seat.kind === "title"),
    colour: named ?? SEAT_COLOURS[seat.seat % SEAT_COLOURS.length] ?? "pearl",
    yours: seat.yours && (viewer === null || viewer === seat.seat),
    bot: seat.kind === "bot",
    rival: seat.kind === "title",
  };
}

export class TableSession {
  info: TableInfo | null = $state.raw(null);
  chat: Chat[] = $state.raw([]);
  connection: Connection = $state("connecting");
  /** Why the line was closed for good. */
  closed: number = $state(0);
  /** A refusal or a break, in words, until it is read or something else happens. */
  problem: Refusal | null = $state.raw(null);
  past: Past | null = $state.raw(null);
  title: Title | null = $state.raw(null);
  /** Nothing hovers here, so every move waits for the button. */
  compact: boolean = $state(false);
  /** The seat that is asked to take the screen; what it sees stays hidden until it says so. */
  handOver: number | null = $state(null);
  /** The seat that comes next at this screen, while the one before may still take its move back: no curtain yet. */
  leaving: number | null = $state(null);
  readonly guard = new Guard();

  /** By seat: what is done when a reaction is asked for. Only of own seats, and only where a title has reactions. */
  #orders: Record<number, OrderInfo[]> = $state.raw({});
  #frames: Record<string, Shown> = $state.raw({});
  #logs: Record<string, LogLine[]> = $state.raw({});
  #seat: number | null = $state(null);
  #sent: string | null = $state(null);
  /** The move is made; what comes of it shows when everybody has had time to react. */
  held: boolean = $state(false);
  /** The last line of chat that was refused, and why. */
  unsaid: { text: string; words: string } | null = $state.raw(null);
  #said = "";
  #socket: TableSocket;

  readonly own: number[] = $derived(this.info?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? []);
  /** Whose eyes: an own seat, or null for a spectator. */
  readonly viewer: number | null = $derived(
    this.#seat !== null && this.own.includes(this.#seat) ? this.#seat : (this.own[0] ?? null),
  );
  readonly names: string[] = $derived(this.info?.seats.map((seat) => seat.name) ?? []);
  readonly frame: Frame | null = $derived(this.#told(this.#frames[keyOf(this.viewer)] ?? null));
  readonly lines: LogLine[] = $derived(this.#toldLines(this.#logs[keyOf(this.viewer)] ?? []));
  readonly view: unknown = $derived(this.past?.view ?? this.frame?.view ?? null);
  readonly seats: SeatFace[] = $derived(
    (this.info?.seats ?? []).map((seat) => faceOf(seat, this.title, this.frame?.view, this.viewer)),
  );
  readonly lastLines: LogLine[] = $derived(latest(this.lines));
  readonly lastMarks: string[] = $derived(this.past === null ? this.lastLines.flatMap((line) => line.marks) : []);
  readonly lastSeat: number | null = $derived(
    this.lastLines.map((line) => seatOf(line.words, this.names)).find((seat) => seat !== null) ?? null,
  );
  /** Seats that are awaited, as far as this viewer may know. */
  readonly waiting: readonly number[] = $derived(this.past === null ? (this.frame?.waiting ?? []) : []);
  /** Who is awaited and for what, as a sentence without its full stop. */
  readonly waitingWords: string = $derived(
    awaited(
      this.frame?.waiting_words ?? "",
      this.waiting.map((seat) => this.names[seat] ?? ""),
    ),
  );
  readonly yourTurn: boolean = $derived((this.frame?.options.length ?? 0) > 0);
  readonly over: boolean = $derived(this.frame !== null && this.frame.standing !== null);
  readonly sending: boolean = $derived(this.#sent !== null);
  /**
   * The own seat whose last move can be taken back now; nobody's while the curtain is down. At one screen without a
   * curtain that may be the seat before: the eyes have gone on, but nobody has acted since.
   */
  readonly undoer: number | null = $derived.by(() => {
    const can = (seat: number): boolean => this.#frames[keyOf(seat)]?.can_undo === true;
    if (this.viewer === null || this.handOver !== null) return null;
    if (can(this.viewer)) return this.viewer;
    return this.#covered ? null : (this.own.find(can) ?? null);
  });
  /** The standing orders of the seat whose eyes are used. */
  readonly orders: readonly OrderInfo[] = $derived(this.viewer === null ? [] : (this.#orders[this.viewer] ?? []));

  readonly picker: TablePicker = new TablePicker({
    preview: (text) => this.#preview(text),
    why: (target, path) => this.#why(target, path),
    play: (option) => this.#play(option),
    undo: (all) => this.undo(all),
    changing: () => this.guard.changing(),
    alwaysConfirm: () => this.compact || settings.confirm === "always",
    seatName: (seat) => this.names[seat],
  });

  constructor(readonly table: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const url = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.#socket = new TableSocket(url, {
      hello: () => ({ type: "hello", token: guest.me?.token ?? null, since: this.#since() }),
      message: (message) => this.#hear(message),
      state: (state, code) => {
        this.connection = state;
        if (state === "closed") this.closed = code;
      },
    });
  }

  end(): void {
    this.#socket.end();
  }

  setTitle(title: Title): void {
    this.title = title;
    this.picker.words_ = title.words ?? {};
    this.picker.titleKeys = title.keys ?? "";
    this.#give();
    // The first frame may come before the title, and with it a curtain that is not needed.
    if (this.handOver !== null && !this.#covered) this.takeScreen();
  }

  // -- in people's words ----------------------------------------------------------------------------------------------

  /** What the server says of this table as people read it. */
  readonly inWords = (words: string): string => this.#say(words, this.frame?.view);

  /** Words of the server with names for players, and without the title's codes. */
  #say(words: string, view: unknown): string {
    const named = withNames(words, this.names);
    return view === undefined || view === null ? named : (this.title?.words?.say?.(named, view) ?? named);
  }

  #told(frame: Frame | null): Frame | null {
    if (frame === null) return null;
    const options = frame.options.map((option) => ({ ...option, words: this.#say(option.words, frame.view) }));
    return { ...frame, question: this.#say(frame.question, frame.view), options };
  }

  /** The log has its names already. */
  #toldLines(lines: LogLine[]): LogLine[] {
    const say = this.title?.words?.say;
    const view = this.#frames[keyOf(this.viewer)]?.view;
    if (say === undefined || view === undefined) return lines;
    return lines.map((line) => ({ ...line, words: say(line.words, view) }));
  }

  #since(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#frames).map(([key, frame]) => [key, frame.number]));
  }

  // -- hearing --------------------------------------------------------------------------------------------------------

  #hear(message: Exclude<ToBrowser, PreviewIs | WhyIs | Past>): void {
    switch (message.type) {
      case "table":
        this.info = message.info;
        if (message.info.closed) this.#frames = {}; // nobody is asked here any more
        this.#chooseSeat();
        break;
      case "frame":
        this.#takeFrame(message);
        break;
      case "ack":
        this.#acknowledged(message.id);
        break;
      case "refused":
        this.#refused(message.id, message);
        break;
      case "orders":
        this.#orders = { ...this.#orders, [message.seat]: message.orders };
        break;
      case "chat":
        // The last lines come again after every hello.
        if (message.number > (this.chat.at(-1)?.number ?? 0)) this.chat = [...this.chat, message];
        break;
    }
  }

  #takeFrame(told: Frame): void {
    const key = keyOf(told.viewer);
    const frame = whole(told, this.#frames[key]);
    if (frame === null) {
      this.#frames = Object.fromEntries(Object.entries(this.#frames).filter(([other]) => other !== key));
      this.#socket.renew();
      return;
    }
    this.#logs = { ...this.#logs, [key]: patch(this.#logs[key] ?? [], frame.first_line, linesOf(frame.log)) };
    this.#frames = { ...this.#frames, [key]: frame };
    if (frame.viewer === this.viewer) {
      this.#sent = null;
      this.held = false;
      this.problem = null;
    }
    this.#chooseSeat();
  }

  /** The frame follows, after the time for reactions; should nothing have changed here, the choice is open again. */
  #acknowledged(id: string): void {
    if (this.#sent !== id) return;
    const reaction = this.orders.length > 0 ? (this.info?.reaction ?? 0) : 0;
    if (reaction > 0) setTimeout(() => (this.held = this.#sent === id), 400);
    setTimeout(
      () => {
        if (this.#sent !== id) return;
        this.#sent = null;
        this.held = false;
        this.#give();
      },
      1500 + WINDOWS * 1000 * reaction,
    );
  }

  #refused(id: string, refusal: Refusal & { code: string }): void {
    if (id === "") {
      this.unsaid = { text: this.#said, words: sentence(refusal.words) };
      return;
    }
    if (this.#sent === id) this.#sent = null;
    this.held = false;
    this.problem =
      refusal.code === "stale"
        ? { words: "The table has moved on meanwhile. Please choose again.", clause: "" }
        : { words: sentence(refusal.words), clause: refusal.clause };
    this.#give();
  }

  /** Whether a curtain falls between people at one screen; as long as the title is not known, it does. */
  get #covered(): boolean {
    return settings.curtain === "always" || (settings.curtain === "secrets" && this.title?.secrets !== false);
  }

  /** Several own seats: the eyes go to the one that is asked, over a curtain where that is wanted. */
  #chooseSeat(): void {
    const asked = this.own.filter((seat) => (this.#frames[keyOf(seat)]?.options.length ?? 0) > 0);
    const now = this.viewer;
    const next = asked[0];
    if (this.handOver !== null && next !== undefined && this.own.length > 1 && this.#covered) {
      // Only a person lifts the curtain, whoever is asked meanwhile.
      if (!asked.includes(this.handOver)) this.handOver = next;
    } else if (
      this.own.length < 2 ||
      next === undefined ||
      (this.#seat !== null && now !== null && asked.includes(now))
    ) {
      // The same seat goes on: whatever it chooses in a row is covered by one curtain.
      this.leaving = null;
      if (next !== undefined) this.handOver = null; // one seat is left here, or the curtain was switched off
    } else if (!this.#covered || next === this.#seat) {
      this.#seat = next;
      this.handOver = this.leaving = null;
    } else if (this.handOver === null && this.#seat !== null && this.frame?.can_undo === true) this.leaving = next;
    else this.#fall(next);
    this.#give();
  }

  /** The curtain falls: what was done stays done. */
  #fall(next: number): void {
    if (this.handOver === null) this.guard.changing();
    this.leaving = null;
    this.handOver = next;
  }

  /** The seat has seen what it did, and hands the screen on. */
  leave(): void {
    if (this.leaving === null) return;
    this.#fall(this.leaving);
    this.#give();
  }

  /** The screen is taken: show that seat's view. */
  takeScreen(): void {
    this.#seat = this.handOver;
    this.handOver = null;
    this.#give();
  }

  #give(): void {
    this.picker.held = this.#sent !== null || this.past !== null || this.handOver !== null;
    this.picker.take(this.frame);
  }

  // -- asking and doing -----------------------------------------------------------------------------------------------

  #play(option: OptionChoice): void {
    const frame = this.frame;
    if (frame === null || this.viewer === null || this.#sent !== null) return;
    const id = newId();
    this.#sent = id;
    this.picker.held = true;
    this.#socket.do({ type: "move", id, seat: this.viewer, number: frame.number, text: option.text });
  }

  /** Take back the last move; all: everything that can still be taken back. */
  undo(all: boolean): void {
    const seat = this.undoer;
    if (seat === null || this.#sent !== null) return;
    const id = newId();
    this.#sent = id;
    this.picker.held = true;
    this.#socket.do({ type: "undo", id, seat, all });
  }

  resign(): void {
    if (this.viewer === null) return;
    this.#socket.do({ type: "resign", id: newId(), seat: this.viewer });
  }

  /** A standing order for one kind of reaction, or for all. */
  order(kind: string | null, rule: OrderInfo["rule"]): void {
    if (this.viewer === null) return;
    this.#socket.do({ type: "order", id: newId(), seat: this.viewer, kind, rule });
  }

  say(text: string): boolean {
    this.#said = text;
    this.unsaid = null;
    return this.#socket.say(text);
  }

  async #preview(text: string): Promise<PreviewIs | null> {
    if (this.viewer === null) return null;
    const answer = await this.#socket.ask<PreviewIs>({ type: "preview", id: newId(), seat: this.viewer, text });
    const view = this.frame?.view;
    return answer === null ? null : { ...answer, lines: answer.lines.map((line) => this.#say(line, view)) };
  }

  async #why(target: string, path: readonly string[]): Promise<Refusal | null> {
    if (this.viewer === null) return null;
    if (!this.yourTurn)
      return this.over ? null : { words: sentence(this.waitingWords) || "It is not your turn.", clause: "" };
    const question = { type: "why" as const, id: newId(), seat: this.viewer, target, path: [...path] };
    const answer = await this.#socket.ask<WhyIs>(question);
    if (answer === null) return null;
    return { words: sentence(this.#say(answer.words, this.frame?.view)), clause: answer.clause };
  }

  /** Show an earlier moment; the newest one is the present. */
  async look(number: number): Promise<void> {
    if (number >= (this.frame?.number ?? 0)) {
      this.present();
      return;
    }
    const answer = await this.#socket.ask<Past>({ type: "look", id: newId(), viewer: this.viewer, number });
    if (answer === null) return;
    this.past = answer;
    this.picker.held = true;
  }

  present(): void {
    this.past = null;
    this.picker.held = this.#sent !== null || this.handOver !== null;
  }
}

/** "reserves or builds a tile" is what Bo does; words that name somebody already are left alone. */
export function awaited(words: string, names: readonly string[]): string {
  const known = names.filter(Boolean);
  if (known.length === 0 || known.some((name) => words.includes(name))) return sentence(words).replace(/\.$/, "");
  // What they are asked is theirs to read.
  if (words === "" || words.endsWith("?")) return `${list(known)} ${known.length === 1 ? "is" : "are"} thinking`;
  return known.length === 1 ? `${known[0] ?? ""} ${words}` : `${list(known)}: ${words}`;
}

/** Lines of the log as running words. What stands in brackets belongs to the line before. */
export function sentences(lines: readonly string[]): string {
  const whole: string[] = [];
  for (const line of lines) {
    if (line.startsWith("(") && whole.length > 0) whole.push(`${whole.pop() ?? ""} ${line}`);
    else whole.push(line);
  }
  return whole.map(sentence).join(" ");
}

/** Reasons come as clauses; people read sentences. */
export function sentence(words: string): string {
  if (words === "") return "";
  const big = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(big) ? big : `${big}.`;
}
