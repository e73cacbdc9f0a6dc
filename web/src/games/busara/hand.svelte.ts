/** A way to press that one press does not cover: a token drawn over the cloth. */
import type { Picker } from "../../lib/title";

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
