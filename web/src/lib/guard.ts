/**
 * Presses that were meant for something else. For a moment after the question has changed, a press is ignored if it
 * lands on a control that was something else, or elsewhere, before: the second half of a double click, a finger that
 * was already on its way, a key that is held down. Whatever stayed where it was can be pressed at once.
 */
import { kind } from "./narrow";
import { settings } from "./settings.svelte";

/** How long presses are ignored, in milliseconds. */
export const MOMENTS = { moment: 350, longer: 1000, off: 0 } as const;

/** Controls that answer a question, or hand the screen over. */
const ANSWERS = "[data-key], [data-choice] button.opt, [data-choice] .act button, .curtain button";
/** Where keys answer nothing. */
const ELSEWHERE = "input, textarea, select, [contenteditable], dialog, header, nav, .drawer, a";
/** What these do depends on the question, not on the place: they are never the same as before. */
const ACTIONS = ["do", "react", "offer", "action"];

interface Seen {
  key: string;
  box: DOMRect;
}

export class Guard {
  #until = 0;
  #before: Seen[] = [];
  /** Pointers whose press is ignored, until their click. */
  #ignored = new Set<number>();
  /** The pointer that was lifted last: its click follows. */
  #lifted = -1;

  /** The question is about to change; the page still shows the old one. */
  changing(): void {
    const moment = MOMENTS[settings.guard];
    if (moment === 0) return;
    this.#until = performance.now() + moment;
    this.#before = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-key]")].map((node) => ({
      key: node.dataset["key"] ?? "",
      box: node.getBoundingClientRect(),
    }));
  }

  /** Listen to the whole page, before anything else does. Returns how to stop. */
  watch(): () => void {
    const listeners = [
      ["pointerdown", (event: PointerEvent) => this.#down(event)],
      ["pointerup", (event: PointerEvent) => this.#up(event)],
      ["pointercancel", (event: PointerEvent) => this.#ignored.delete(event.pointerId)],
      ["click", (event: MouseEvent) => this.#click(event)],
    ] as const;
    const keys = (event: KeyboardEvent): void => this.#key(event);
    for (const [name, listener] of listeners) window.addEventListener(name, listener, true);
    window.addEventListener("keydown", keys, true);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener, true);
      window.removeEventListener("keydown", keys, true);
    };
  }

  #down(event: PointerEvent): void {
    // A mouse has the same id for every press, a finger a new one.
    this.#ignored.delete(event.pointerId);
    if (!this.#stray(event)) return;
    this.#ignored.add(event.pointerId);
    event.stopImmediatePropagation();
  }

  #up(event: PointerEvent): void {
    this.#lifted = event.pointerId;
    if (this.#ignored.has(event.pointerId)) event.stopImmediatePropagation();
  }

  /** Not every browser says which pointer clicks. */
  #click(event: MouseEvent & { pointerId?: number }): void {
    if (event.detail === 0) return; // by a key, which has been let through
    const ignored = this.#ignored.delete(event.pointerId ?? this.#lifted);
    if (!ignored && !this.#stray(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #stray({ target, clientX: x, clientY: y }: MouseEvent): boolean {
    if (performance.now() > this.#until || !(target instanceof Element)) return false;
    const control = target.closest<HTMLElement | SVGElement>(ANSWERS);
    if (control === null) return false;
    return !this.#stayed(control).some(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  }

  /** Where the same thing was before; nowhere if it is another one now. */
  #stayed(control: HTMLElement | SVGElement): Seen[] {
    const key = control.dataset["key"];
    return key === undefined || ACTIONS.includes(kind(key)) ? [] : this.#before.filter((seen) => seen.key === key);
  }

  #key(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest(ELSEWHERE) !== null) return;
    const presses = key === "Enter" || key === " ";
    // Letters and digits choose from the list. R turns a tile, U takes back, the other signs look or search.
    if (!presses && !/^[a-z0-9]$/i.test(key)) return;
    const chooses = !/^[ru]$/i.test(key);
    const control = target.closest<HTMLElement | SVGElement>("[data-key]");
    const stays = presses && control !== null && this.#stayed(control).length > 0;
    const early = chooses && !stays && performance.now() <= this.#until;
    if (!early && !(event.repeat && key.toLowerCase() !== "r")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
