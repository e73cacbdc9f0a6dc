/** Ways to press that one press does not cover: three tokens in any order, and a token drawn over the cloth. */
import type { OptionChoice } from "../../lib/messages";
import type { Picker, ThingState } from "../../lib/title";

/**
 * A picker for sets. The server names three resources from the top left; people press them as they come. What is
 * pressed is kept here until it means one option. Everything else goes to the real picker.
 */
export class AnyOrder implements Picker {
  readonly #picker: Picker;
  #kept: readonly string[] = $state.raw([]);
  #asked: readonly OptionChoice[] = $state.raw([]);

  constructor(picker: Picker) {
    this.#picker = picker;
  }

  /** Options are sets of spaces. */
  get sets(): boolean {
    const { chosen, options } = this.#picker;
    return chosen.length === 0 && (options[0]?.text.startsWith("three ") ?? false);
  }

  /** What is pressed so far; nothing once something else is asked. */
  get kept(): readonly string[] {
    return this.sets && this.#asked === this.#picker.options ? this.#kept : [];
  }

  #with(keys: readonly string[]): OptionChoice[] {
    return this.#picker.options.filter((option) => keys.every((key) => option.targets.includes(key)));
  }

  legal(key: string): boolean {
    if (!this.sets || !key.startsWith("cell:")) return this.#picker.legal(key);
    return !this.kept.includes(key) && this.#with([...this.kept, key]).length > 0;
  }

  state(key: string): ThingState {
    if (!this.sets || !key.startsWith("cell:")) return this.#picker.state(key);
    if (this.kept.includes(key)) return "selected";
    const own = this.#picker.state(key);
    if (!this.legal(key)) return own === "hover" ? "hover" : "no";
    return own === "hover" ? "hover" : "legal";
  }

  words(key: string): string {
    if (!this.sets || !this.legal(key)) return this.#picker.words(key);
    const left = this.#with([...this.kept, key]);
    return left.length === 1 ? (left[0]?.words ?? key) : `${this.#picker.words(key)}, one of the three`;
  }

  press(...keys: string[]): void {
    const [key] = keys;
    if (!this.sets || key === undefined || keys.length > 1 || !key.startsWith("cell:")) {
      this.#picker.press(...keys);
      return;
    }
    const kept = this.kept.includes(key) ? this.kept.filter((one) => one !== key) : [...this.kept, key];
    const fresh = this.#with(kept).length > 0 ? kept : [key];
    const left = this.#with(fresh);
    if (left.length === 0) {
      this.#picker.press(key); // says why not
      return;
    }
    this.#asked = this.#picker.options;
    this.#kept = fresh;
    const only = left.length === 1 ? left[0] : undefined;
    if (only === undefined || kept.length < this.kept.length) return;
    this.#kept = [];
    this.#picker.press(...only.targets);
  }

  hover(...keys: string[]): void {
    const [key] = keys;
    const left = this.sets && key !== undefined ? this.#with([...this.kept, key]) : [];
    const only = left.length === 1 ? left[0] : undefined;
    if (only !== undefined) this.#picker.hover(...only.targets);
    else if (this.sets && key !== undefined) this.#picker.hover();
    else this.#picker.hover(...keys);
  }

  get active(): boolean {
    return this.#picker.active;
  }
  get question(): string {
    return this.#picker.question;
  }
  get chosen(): readonly string[] {
    return this.#picker.chosen;
  }
  get options(): readonly OptionChoice[] {
    return this.#picker.options;
  }
  get candidate(): OptionChoice | null {
    return this.#picker.candidate;
  }
  get pointed(): OptionChoice | null {
    return this.#picker.pointed;
  }
  get ways(): readonly string[] {
    return this.#picker.ways;
  }
  only(prefix: string): string[] {
    return this.#picker.only(prefix);
  }
  after(...keys: string[]): readonly OptionChoice[] {
    return this.#picker.after(...keys);
  }
  back(): void {
    if (this.kept.length > 0) this.#kept = [];
    else this.#picker.back();
  }
  swap(key: string): void {
    this.#picker.swap(key);
  }
  confirm(): void {
    this.#picker.confirm();
  }
}

/** What `preview` says about the viewer's own land. */
export function warns(words: string): boolean {
  return words.includes("you would be Embargoed");
}

/**
 * Presses that wait for each other: a thread drawn over several tokens is one move after the other, and each of them
 * has to come back from the server first. `step` is called whenever the picker may be ready.
 */
export class Presses {
  #waiting: readonly string[] = $state.raw([]);

  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  add(...keys: string[]): void {
    this.#waiting = [...this.#waiting, ...keys.filter((key) => this.#waiting.at(-1) !== key)];
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Press the next key as soon as it is asked for; what is no longer legal ends the thread. */
  step(picker: Picker): void {
    const [key, ...rest] = this.#waiting;
    if (key === undefined || !picker.active || picker.candidate !== null) return;
    this.#waiting = picker.legal(key) ? rest : [];
    if (picker.legal(key)) picker.press(key);
  }
}
