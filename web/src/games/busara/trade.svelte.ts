/**
 * A want or an offer is put together here and sent type by type: "count:fire:2", "count:earth:1", "do:done".
 *
 * What has been named lies in the view. Each next press is worked out from it, so that whatever comes in between (a
 * reload, an undo, a type named in the list) is met as it is; if it does not fit what was put together, nothing is sent.
 */
import type { OptionChoice } from "../../lib/messages";
import type { Picker } from "../../lib/title";
import { RESOURCES, type BusaraView, type Resource, type Resources } from "./view";

export type Stage = "want" | "give" | "ask";

const NOTHING: Resources = { fire: 0, water: 0, wind: 0, earth: 0 };
const VERBS: Record<string, Stage> = { want: "want", offer: "give", ask: "ask" };

/** What is being named; null when something else is asked. */
export function stageOf(options: readonly OptionChoice[]): Stage | null {
  for (const option of options) {
    const stage = VERBS[option.text.split(" ")[0] ?? ""];
    if (stage !== undefined) return stage;
  }
  return null;
}

/** What has been named in this stage. */
export function namedIn(stage: Stage, view: BusaraView): Resources {
  if (stage === "want") return view.trade?.want ?? NOTHING;
  return (stage === "give" ? view.trade?.draft?.gives : view.trade?.draft?.asks) ?? NOTHING;
}

/** The most of each type that can be named: by the options, and what has been named already. */
export function limits(options: readonly OptionChoice[], named: Resources): Resources {
  const most = { ...named };
  for (const option of options) {
    const [kind, name = "", count = "0"] = (option.targets[0] ?? "").split(":");
    if (kind === "count" && name in most) {
      const resource = name as Resource;
      most[resource] = Math.max(most[resource], Number(count));
    }
  }
  return most;
}

export function total(amounts: Resources): number {
  return RESOURCES.reduce((sum, name) => sum + amounts[name], 0);
}

/** The next press towards the goal; null when what has been named does not lead there. */
export function nextKey(goal: Resources, named: Resources): string | null {
  const first = RESOURCES.findIndex((name) => named[name] !== goal[name]);
  if (first < 0) return "do:done";
  const name = RESOURCES[first] ?? "fire";
  const later = RESOURCES.slice(first).some((each) => named[each] > 0);
  return later ? null : `count:${name}:${goal[name]}`;
}

export class TradePlan {
  stage: Stage | null = $state.raw(null);
  amounts: Resources = $state.raw(NOTHING);
  /** As the options were before a press went out: they are gone while it is under way. */
  most: Resources = $state.raw(NOTHING);
  /** No offer, or a gift, can be the answer. */
  mayPass: boolean = $state(false);
  mayGive: boolean = $state(false);
  /** Presses are going out. */
  sending: boolean = $state(false);
  /** What has been named is being taken back, move by move, until no more is named than stands here. */
  unnaming: boolean = $state(false);
  /** How much was named when a move was taken back last: if it still is, that was refused. */
  #namedThen = 0;
  #moment = "";

  /** Meet what is asked now. */
  meet({ options, active, chosen }: Pick<Picker, "options" | "active" | "chosen">, view: BusaraView): void {
    // A move is on its way, others are asked, or something waits for its confirmation.
    if (!active || chosen.length > 0) return;
    this.mayPass = options.some((option) => option.targets[0] === "do:pass");
    this.mayGive = options.some((option) => option.targets[0] === "do:gift");
    const stage = stageOf(options);
    const moment = stage === null ? "" : `${stage}/${view.trade?.draft?.seat ?? view.active}`;
    if (stage === null || moment !== this.#moment) {
      this.#moment = moment;
      this.stage = stage;
      this.sending = false;
      this.unnaming = false;
      if (stage === null) return;
      this.most = limits(options, namedIn(stage, view));
      // Whoever offers gives as a rule all that is wanted; a want and a price have to be named.
      this.amounts = stage === "give" ? this.most : namedIn(stage, view);
      return;
    }
    const named = namedIn(stage, view);
    if (!this.sending) {
      this.most = limits(options, named);
      this.amounts = clamp(this.amounts, this.unnaming ? NOTHING : named, this.most);
    }
  }

  change(name: Resource, by: number): void {
    if (!this.sending && !this.unnaming)
      this.amounts = { ...this.amounts, [name]: Math.max(0, this.amounts[name] + by) };
  }

  send(): void {
    this.sending = true;
  }

  /** Take back moves until no more is named than stands here. */
  unname(): void {
    this.unnaming = true;
    this.#namedThen = 0;
  }

  /** Play or take back what comes next, as soon as it can be. */
  step(picker: Picker, view: BusaraView): void {
    if (this.unnaming) this.#takeBack(picker, view);
    if (!this.sending || !picker.active || picker.candidate !== null) return;
    const stage = stageOf(picker.options);
    const key = stage === null || stage !== this.stage ? null : nextKey(this.amounts, namedIn(stage, view));
    if (key === null || !picker.legal(key)) {
      this.sending = false;
      return;
    }
    if (key === "do:done") this.sending = false;
    picker.answer(key); // the button was for all of it
  }

  #takeBack(picker: Picker, view: BusaraView): void {
    if (!picker.active || this.stage === null) return;
    const named = namedIn(this.stage, view);
    if (RESOURCES.every((name) => named[name] <= this.amounts[name])) {
      this.unnaming = false;
      return;
    }
    const refused = total(named) === this.#namedThen;
    this.#namedThen = total(named);
    if (!refused && picker.takeBack()) return;
    this.unnaming = false;
    this.amounts = clamp(this.amounts, named, this.most);
  }
}

function clamp(amounts: Resources, low: Resources, high: Resources): Resources {
  const found = { ...amounts };
  for (const name of RESOURCES) found[name] = Math.min(Math.max(found[name], low[name]), high[name]);
  return found;
}
