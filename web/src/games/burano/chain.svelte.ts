/**
 * A chain of questions that feels like one move: while the menu of the turn is asked, a cube, a prepared cube or a roof
 * tile can be pressed at once, and the answers in between are given by themselves. Everything else is the shell's picker.
 */
import type { OptionChoice } from "../../lib/messages";
import type { Picker, ThingState } from "../../lib/title";
import type { BuranoView } from "./view";
import { pressWords } from "./words";

/** The presses, question by question, that lead to a thing from the menu of the turn; null: it is not to be reached. */
export function wayTo(
  key: string,
  view: BuranoView,
  seat: number | null,
  legal: (key: string) => boolean,
): string[] | null {
  const player = seat === null ? undefined : view.players[seat];
  if (player === undefined) return null;
  const [kind, which = ""] = key.split(":");
  if (kind === "slot" && legal("do:pick") && player.pyramid?.free.includes(which)) return ["do:pick", key];
  if (kind === "prepared" && legal("do:build") && player.prepared[which as keyof typeof player.prepared] > 0)
    return ["do:build", key];
  if (kind === "tile" && legal("do:roof") && player.tiles.some((tile) => tile.tile === which && tile.places.length > 0))
    return ["do:roof", key];
  return null;
}

export class Chain implements Picker {
  /** Presses that wait for their question. */
  #todo: readonly string[] = $state.raw([]);
  #pointing: string | null = $state(null);
  /** Gets every press first; true: it has taken care of it. */
  first: (key: string) => boolean = () => false;

  constructor(
    readonly inner: Picker,
    readonly view: () => BuranoView,
    readonly seat: () => number | null,
    /** What the pointed option would touch. */
    readonly marks: () => readonly string[] = () => [],
  ) {}

  get active(): boolean {
    return this.inner.active;
  }
  get question(): string {
    return this.inner.question;
  }
  get chosen(): readonly string[] {
    return this.inner.chosen;
  }
  get options(): readonly OptionChoice[] {
    return this.inner.options;
  }
  get all(): readonly OptionChoice[] {
    return this.inner.all;
  }
  get candidate(): OptionChoice | null {
    return this.inner.candidate;
  }
  get pointed(): OptionChoice | null {
    return this.inner.pointed;
  }
  get ways(): readonly string[] {
    return this.inner.ways;
  }

  /** Presses are under way that the person has made already. */
  get busy(): boolean {
    return this.#todo.length > 0;
  }

  legal(key: string): boolean {
    return this.inner.legal(key) || this.#way(key) !== null || this.#farHalf(key) !== null;
  }
  only(prefix: string): string[] {
    return this.inner.only(prefix);
  }
  after(...keys: string[]): readonly OptionChoice[] {
    return this.inner.after(...keys);
  }
  state(key: string): ThingState {
    const state = this.inner.state(key);
    if (this.#farHalf(key) !== null) return this.#pointing === key ? "hover" : "legal";
    if (state !== "idle" || this.#way(key) === null) return state;
    return this.#pointing === key ? "hover" : "legal";
  }
  /** How a thing is outlined: its state, or that the pointed option would touch it. */
  look(key: string): ThingState {
    const state = this.state(key);
    return state === "idle" && this.marks().includes(key) ? "hover" : state;
  }
  words(key: string): string {
    const far = this.#farHalf(key);
    if (far !== null) return far.words;
    return this.#way(key) === null ? this.inner.words(key) : pressWords(key, this.view());
  }
  press(...keys: string[]): void {
    if (keys.length === 1 && this.first(keys[0] ?? "")) return;
    const far = keys.length === 1 ? this.#farHalf(keys[0] ?? "") : null;
    if (far !== null) {
      this.inner.press(...far.targets);
      return;
    }
    const way = keys.length === 1 && keys[0] !== undefined && !this.inner.legal(keys[0]) ? this.#way(keys[0]) : null;
    if (way === null) {
      this.#todo = [];
      this.inner.press(...keys);
      return;
    }
    this.#todo = way;
    this.goOn();
  }
  hover(...keys: string[]): void {
    const key = keys[0];
    const far = key === undefined ? null : this.#farHalf(key);
    if (far !== null) {
      this.#pointing = key ?? null;
      this.inner.hover(...far.targets);
      return;
    }
    const way = key === undefined || this.inner.legal(key) ? null : this.#way(key);
    this.#pointing = way === null ? null : (key ?? null);
    this.inner.hover(...(way === null ? keys : way.slice(0, 1)));
  }
  back(): void {
    this.inner.back();
  }
  swap(key: string): void {
    this.inner.swap(key);
  }
  confirm(): void {
    this.inner.confirm();
  }
  takeBack(): boolean {
    return this.inner.takeBack();
  }
  answer(...keys: string[]): boolean {
    return this.inner.answer(...keys);
  }

  /** Give the next answer as soon as its question is asked; the last one is left to the person where a press waits. */
  goOn(): void {
    const [next, ...rest] = this.#todo;
    if (next === undefined || !this.inner.active) return;
    this.#todo = rest;
    if (this.inner.after(next).length === 0) {
      // The question answered itself, or something else came between.
      this.#todo = [];
      return;
    }
    if (rest.length === 0) this.inner.press(next);
    else if (!this.inner.answer(next)) this.#todo = [];
  }

  /** A roof may be laid by its second half, too, where that says enough. */
  #farHalf(key: string): OptionChoice | null {
    if (!key.startsWith("cell:") || this.inner.chosen.length > 0 || this.inner.legal(key)) return null;
    const found = this.inner.options.filter((option) => option.targets.length === 2 && option.targets[1] === key);
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  #way(key: string): string[] | null {
    if (!this.inner.active) return null;
    return wayTo(key, this.view(), this.seat(), (each) => this.inner.legal(each));
  }
}
