/**
 * The picker of a table: `narrow.ts` with a memory, previews, reasons, and the way to the server.
 *
 * `candidate` is the one value for "what would be played now". Panel, ghost, preview, announcements and `confirm` read
 * it; nothing else keeps a choice. Pressing, turning, Esc and the list change it here. The panel shows it to tests as
 * `[data-choice]` with `data-question` (the number of the moment that is answered, empty when nothing is asked) and
 * `data-move` (the notation of the candidate, empty when there is none).
 */
import type { Frame, OptionChoice, PreviewIs } from "./messages";
import * as narrowing from "./narrow";
import type { Choice, Entry } from "./narrow";
import type { Picker, ThingState, Words } from "./title";

/** What the picker needs of a table. */
export interface Asker {
  preview: (text: string) => Promise<PreviewIs | null>;
  why: (target: string, path: readonly string[]) => Promise<Refusal | null>;
  play: (option: OptionChoice) => void;
  undo: (all: boolean) => void;
  /** Something else is about to be asked, or shown where one presses. */
  changing?: () => void;
  /** A move that can be taken back waits for the button, too. */
  alwaysConfirm: () => boolean;
  /** A seat's name, for targets like `seat:2`. */
  seatName: (seat: number) => string | undefined;
}

export interface Refusal {
  words: string;
  clause: string;
}

export interface Tip extends Refusal {
  key: string;
}

const PREVIEW_AFTER = 90;
/** A frame is made anew when a name or the title is heard of; the moment it shows stays the same. */
const momentOf = (frame: Frame | null): string => (frame === null ? "" : `${frame.viewer ?? "watch"}/${frame.number}`);
/** Letters of the shell: U takes back. */
export const SHELL_KEYS = "u";

export class TablePicker implements Picker {
  #frame: Frame | null = $state.raw(null);
  #choice: Choice = $state.raw(narrowing.NOTHING);
  #pointing: readonly string[] = $state.raw([]);
  #pointedInList: string | null = $state.raw(null);
  #previews: Record<string, PreviewIs> = $state.raw({});
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was pressed has been played: the next moment starts anew, though it may ask the same. */
  #played = false;

  /** A move is on its way, or the past is looked at. */
  held: boolean = $state(false);
  /** Why the thing that was pressed last cannot be chosen. */
  tip: Tip | null = $state.raw(null);
  filter: string = $state("");
  words_: Words = $state.raw({});
  titleKeys: string = $state("");

  readonly #narrowed = $derived(narrowing.narrow(this.#choice));
  readonly #next = $derived(narrowing.continuations(this.#narrowed));
  readonly #kinds = $derived([...this.#next.keys()].map(narrowing.kind));

  readonly active = $derived(!this.held && this.#frame !== null && this.#choice.options.length > 0);
  readonly question = $derived(this.#frame?.question ?? "");
  readonly chosen: readonly string[] = $derived(this.#narrowed.chosen);
  readonly options: readonly OptionChoice[] = $derived(this.active ? this.#narrowed.left : []);
  readonly all: readonly OptionChoice[] = $derived(this.active ? this.#choice.options : []);
  readonly candidate: OptionChoice | null = $derived(this.active ? this.#narrowed.candidate : null);
  readonly pointed: OptionChoice | null = $derived(this.candidate ?? (this.active ? this.#pointedAt() : null));
  /** The candidate waits for the button, in words if the title has some. */
  readonly careful: boolean | string = $derived(
    this.candidate === null || this.#frame === null
      ? false
      : (this.words_.careful?.(this.candidate, this.#frame.view, this.all) ?? false),
  );
  /** The moment that is answered; null when nothing is asked. */
  readonly number: number | null = $derived(this.active ? (this.#frame?.number ?? null) : null);
  readonly preview: PreviewIs | null = $derived(
    this.pointed === null ? null : (this.#previews[this.pointed.text] ?? null),
  );
  readonly ways: readonly string[] = $derived(narrowing.ways(this.#choice, this.candidate));
  readonly steps: number = $derived(this.#choice.pressed.length + (this.#choice.picked === null ? 0 : 1));
  readonly canUndo: boolean = $derived(!this.held && (this.#frame?.can_undo ?? false));
  /** The choice without its last step once an option is found, so that the list still shows what else there is. */
  readonly #before: Choice = $derived(
    this.#narrowed.candidate === null ? this.#choice : (narrowing.back(this.#choice) ?? this.#choice),
  );
  readonly entries: Entry[] = $derived(this.active ? this.#list() : []);

  constructor(readonly asker: Asker) {}

  /** A new moment of the viewer. What was pressed is kept while the same is asked. */
  take(frame: Frame | null): void {
    const still = momentOf(frame) === momentOf(this.#frame);
    const same =
      frame !== null &&
      this.#frame !== null &&
      (still || !this.#played) &&
      frame.viewer === this.#frame.viewer &&
      frame.question === this.#frame.question &&
      frame.options.length === this.#frame.options.length &&
      frame.options.every((option, at) => option.text === this.#frame?.options[at]?.text);
    if (!same && this.#frame !== null) this.asker.changing?.();
    this.#frame = frame;
    if (!still) {
      this.#played = false;
      this.#previews = {};
      this.tip = null;
    }
    if (same) {
      // The title's words may have come since.
      const sets = this.words_.sets?.(frame.options) === true;
      this.#choice = { ...this.#choice, options: frame.options, sets };
      if (!still) this.#previewSoon();
      return;
    }
    this.filter = "";
    this.#pointing = [];
    this.#pointedInList = null;
    const options = frame?.options ?? [];
    this.#choice = narrowing.choice(options, this.words_.sets?.(options) === true);
  }

  legal(key: string): boolean {
    return this.active && this.#next.has(key);
  }

  only(prefix: string): string[] {
    if (!this.active) return [];
    return [...this.#next.keys()].filter((key) => key.startsWith(prefix));
  }

  after(...keys: string[]): readonly OptionChoice[] {
    if (!this.active) return [];
    return narrowing.reach(this.#choice, [...this.#choice.pressed, ...keys])?.left ?? [];
  }

  state(key: string): ThingState {
    if (this.tip?.key === key) return "no";
    if (!this.active) return "idle";
    if (this.#narrowed.chosen.includes(key)) return "selected";
    const among = this.#next.has(key);
    if (this.#pointing.at(-1) === key && among) return "hover";
    if (this.#pointing.length === 0 && this.#pointedInList !== null && this.pointed?.targets.includes(key))
      return "hover";
    if (among) return "legal";
    return this.#kinds.includes(narrowing.kind(key)) ? "no" : "idle";
  }

  words(key: string): string {
    const behind = this.#next.get(key);
    if (behind?.length === 1) return behind[0]?.words ?? key;
    const name = this.nameOf(key);
    return behind === undefined ? name : `${name}, ${behind.length} ways`;
  }

  /** A target in words, by the title or by its key. */
  nameOf(key: string): string {
    const named = this.#frame === null ? undefined : this.words_.target?.(key, this.#frame.view);
    if (named !== undefined) return named;
    const [kind = key, ...rest] = key.split(":");
    const which = rest.join(" ");
    if (kind === "seat") return this.asker.seatName(Number(which) - 1) ?? `seat ${which}`;
    if (kind === "do" || which === "") return (which || kind).replaceAll("_", " ");
    return `${kind} ${which}`.replaceAll("_", " ");
  }

  /** What the primary button says. */
  deed(option: OptionChoice): string {
    const named = this.#frame === null ? undefined : this.words_.deed?.(option, this.#frame.view);
    if (named !== undefined) return named;
    const words = narrowing.splitWords(option.words)[0].replace(/\s*\(.*\)$/, "");
    return words.length > 32 ? "Do this" : words.charAt(0).toUpperCase() + words.slice(1);
  }

  press(...keys: string[]): void {
    const last = keys.at(-1);
    if (last === undefined || this.held) return;
    const pressed = narrowing.press(this.#choice, keys);
    if (pressed === null || this.#frame === null || this.#choice.options.length === 0) {
      void this.#askWhy(last);
      return;
    }
    this.#settle(pressed);
  }

  /** Take an entry of the list. */
  choose(entry: Entry): void {
    if (!this.active) return;
    if (entry.option !== null) {
      this.#settle(narrowing.pick(this.#before, entry.option.text));
    } else if (entry.target !== null) {
      const pressed = narrowing.press(this.#before, [entry.target]);
      if (pressed !== null) this.#settle(pressed);
    }
  }

  #list(): Entry[] {
    const taken = SHELL_KEYS + this.titleKeys;
    const name = (key: string): string => this.nameOf(key);
    const listing = {
      above: this.words_.grouped?.(this.#frame?.view) ? 1 : narrowing.GROUP_ABOVE,
      keyOf: (target: string) => this.words_.key?.(target),
    };
    const found = narrowing.entries(narrowing.narrow(this.#before), this.filter, taken, name, listing);
    const candidate = this.candidate;
    if (candidate === null || this.filter !== "" || found.some((entry) => entry.option?.text === candidate.text))
      return found;
    // The candidate stands inside a group: it is listed on its own, and the keys of the others stay.
    return [...narrowing.entries(this.#narrowed, "", "", name).map((entry) => ({ ...entry, key: "" })), ...found];
  }

  hover(...keys: string[]): void {
    if (keys.length === this.#pointing.length && keys.every((key, at) => key === this.#pointing[at])) return;
    this.#pointing = keys;
    if (keys.length > 0) this.#pointedInList = null;
    this.#previewSoon();
  }

  /** Point at an option of the list. */
  hoverEntry(entry: Entry | null): void {
    this.#pointedInList = entry?.option?.text ?? null;
    this.#pointing = entry !== null && entry.option === null && entry.target !== null ? [entry.target] : [];
    this.#previewSoon();
  }

  back(): void {
    if (this.held) return;
    if (this.filter !== "") {
      this.filter = "";
      return;
    }
    const before = narrowing.back(this.#choice);
    if (before === null) return;
    this.asker.changing?.();
    this.#choice = before;
  }

  takeBack(): boolean {
    if (!this.canUndo) return false;
    this.asker.undo(false);
    return true;
  }

  swap(key: string): void {
    const other = narrowing.swap(this.#choice, this.candidate, key);
    if (other === null) return;
    this.#choice = other;
    this.#pointing = [];
    this.#previewSoon();
  }

  /** Go on to the next way of the last step. */
  turn(): void {
    const last = this.candidate?.targets.at(-1);
    if (last === undefined || this.ways.length < 2) return;
    const next = this.ways[(this.ways.indexOf(last) + 1) % this.ways.length];
    if (next !== undefined) this.swap(next);
  }

  answer(...keys: string[]): boolean {
    const pressed = this.active ? narrowing.press(this.#choice, keys) : null;
    if (pressed === null || narrowing.narrow(pressed).candidate === null) return false;
    this.#choice = pressed;
    this.confirm();
    return true;
  }

  confirm(): void {
    const option = this.candidate;
    if (option === null) return;
    this.#played = true;
    this.asker.play(option);
  }

  #pointedAt(): OptionChoice | null {
    if (this.#pointedInList !== null) {
      return this.#choice.options.find((option) => option.text === this.#pointedInList) ?? null;
    }
    if (this.#pointing.length === 0) return null;
    const pressed = narrowing.press(this.#choice, this.#pointing);
    return pressed === null ? null : narrowing.narrow(pressed).candidate;
  }

  #settle(next: Choice): void {
    this.tip = null;
    this.#choice = next;
    this.#pointing = [];
    this.#pointedInList = null;
    const candidate = this.candidate;
    if (candidate === null) {
      this.filter = "";
      return;
    }
    void this.#playIfHarmless(candidate);
  }

  /** A move that can be taken back is played at once, unless the person wants to be asked. */
  async #playIfHarmless(candidate: OptionChoice): Promise<void> {
    const preview = await this.#ask(candidate.text);
    if (preview === null || preview.final || this.asker.alwaysConfirm()) return;
    if (this.candidate?.text === candidate.text && this.careful === false) this.confirm();
  }

  #previewSoon(): void {
    clearTimeout(this.#timer);
    const pointed = this.pointed;
    if (pointed === null || pointed.text in this.#previews) return;
    this.#timer = setTimeout(() => void this.#ask(pointed.text), PREVIEW_AFTER);
  }

  /** What an option would bring about; asked again when the table moves on before the answer and still offers it. */
  async #ask(text: string): Promise<PreviewIs | null> {
    const known = this.#previews[text];
    if (known !== undefined) return known;
    const moment = momentOf(this.#frame);
    const answer = await this.asker.preview(text);
    if (answer === null) return null;
    if (moment !== momentOf(this.#frame))
      return this.#choice.options.some((option) => option.text === text) ? this.#ask(text) : null;
    this.#previews = { ...this.#previews, [text]: answer };
    return answer;
  }

  async #askWhy(key: string): Promise<void> {
    const reason = await this.asker.why(key, this.#narrowed.chosen);
    if (reason === null || reason.words === "") return;
    this.tip = { key, ...reason };
  }
}
