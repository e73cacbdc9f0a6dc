/** The hand that builds a pyramid: keeps the plan and brings the table to it, step by step, through the picker. */
import type { Picker } from "../../lib/title";
import {
  inOrder,
  left,
  merged,
  nextStep,
  open,
  samePlan,
  swapped,
  withCube,
  withRun,
  withoutCube,
  type Plan,
} from "./pyramid";
import { COLOURS, isColour, type BuranoView, type Colour, type Counts } from "./view";

export class Builder {
  #plan: Plan | null = $state.raw(null);
  /** The table as it was last seen, and as the step under way will leave it. */
  #seen: Plan = {};
  #awaited: Plan | null = null;

  constructor(
    readonly picker: () => Picker,
    readonly view: () => BuranoView,
  ) {}

  get #placed(): Plan {
    return this.view().own?.pyramid.slots ?? {};
  }
  get #size(): number {
    return this.view().own?.size ?? 0;
  }
  /** Cubes that can be moved about: those in the reserve and in the pyramid. */
  get #all(): Counts {
    const reserve = this.view().own?.reserve;
    const count = (colour: Colour): number =>
      (reserve?.[colour] ?? 0) + Object.values(this.#placed).filter((each) => each === colour).length;
    return Object.fromEntries(COLOURS.map((colour) => [colour, count(colour)])) as Counts;
  }

  /** One may build: the own pyramid is not yet confirmed. */
  get building(): boolean {
    const now = this.view();
    return now.building && now.own !== null && (this.picker().active || this.#plan !== null);
  }
  /** What is shown: the plan, which the table follows. */
  get shown(): Plan {
    return this.#plan ?? this.#placed;
  }
  get openSlots(): string[] {
    return this.building ? open(this.shown, this.#size) : [];
  }
  /** How many cubes are still to be put. */
  get missing(): number {
    return this.#size - inOrder(this.shown).length;
  }
  left(colour: Colour): number {
    return left(this.#all, this.shown, colour);
  }

  /** A press on a target of the picker; true: it was taken care of here. */
  press(key: string): boolean {
    const [kind, which = ""] = key.split(":");
    if (!this.building) return false;
    if (kind === "colour" && isColour(which)) {
      // In a layer that stays partly empty the slot is chosen, too, unless it is dragged there.
      if (this.left(which) === 0 || this.missing === 0) return false;
      this.run(which, 1);
      return true;
    }
    if (kind === "slot" && this.shown[which] !== undefined) {
      this.takeOff(which);
      return true;
    }
    return false;
  }

  run(colour: Colour, count: number): void {
    this.#change(withRun(this.shown, this.#size, colour, Math.min(count, this.left(colour))));
  }
  put(slot: string, colour: Colour): void {
    const next = withCube(this.shown, this.#size, slot, colour);
    if (left(this.#all, next, colour) >= 0) this.#change(next);
  }
  move(from: string, to: string): void {
    this.#change(swapped(this.shown, this.#size, from, to));
  }
  takeOff(slot: string): void {
    this.#change(withoutCube(this.shown, slot));
  }

  #change(plan: Plan): void {
    if (!this.building || samePlan(plan, this.shown)) return;
    if (this.#plan === null) this.#seen = this.#placed;
    this.#plan = plan;
    this.goOn();
  }

  /** Take the next step, if the table waits for one. Called whenever the table or the picker has changed. */
  goOn(): void {
    if (this.#plan === null) return;
    const placed = this.#placed;
    if (!this.view().building) {
      this.#plan = null;
      return;
    }
    if (!samePlan(placed, this.#seen)) {
      if (this.#awaited === null || !samePlan(placed, this.#awaited))
        this.#plan = merged(this.#plan, this.#seen, placed);
      this.#seen = placed;
      this.#awaited = null;
    }
    if (samePlan(placed, this.#plan)) {
      this.#plan = null;
      this.#awaited = null;
      return;
    }
    const picker = this.picker();
    if (!picker.active) return;
    // All options: an option that was chosen in the list and waits for its button does not bind the plan.
    const step = nextStep(placed, this.#plan, picker.all);
    if (step?.kind === "back") {
      const last = inOrder(placed).at(-1);
      this.#awaited = last === undefined ? placed : withoutCube(placed, last);
      picker.takeBack();
    } else if (step?.kind === "put") {
      this.#awaited = { ...placed, [step.slot]: step.colour };
      picker.answer(`colour:${step.colour}`, `slot:${step.slot}`);
    }
  }
}
