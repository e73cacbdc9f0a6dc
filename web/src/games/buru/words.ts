/** Words that the options do not carry, and the accessible names of things. */
import type { SeatFace, Words } from "../../lib/title";
import { list, plural } from "../../lib/words";
import type { Altar, Bag, BuruView, ForestCard, Islander, Level, Region, Seat, Space } from "./view";
import { REGIONS } from "./view";

const UNITS: Record<string, [one: string, several: string]> = {
  forest_card: ["Forest card", "Forest cards"],
  recruit: ["recruit", "recruits"],
  cycle: ["cycle", "cycles"],
  task: ["task", "tasks"],
  tribute: ["tribute", "tributes"],
  elder: ["Elder", "Elders"],
  emissary: ["Emissary marker", "Emissary markers"],
  esteem: ["Esteem", "Esteem"],
};

/** `2 clay and 1 palm` */
export function bagWords(bag: Bag): string {
  return list(
    Object.entries(bag).map(([id, count]) => {
      const [one, several] = UNITS[id] ?? [id, id];
      return plural(count, one, several);
    }),
  );
}

export const gems = (rating: number): string => plural(rating, "gem");
const nameOf = (seats: readonly SeatFace[], seat: number): string =>
  seats[seat]?.yours ? "you" : (seats[seat]?.name ?? `seat ${seat + 1}`);

export function spaceWords(region: Region, space: Space, seats: readonly SeatFace[]): string {
  const gemWords = region.region === "forest" ? "" : `, ${gems(space.rating)}`;
  const who = space.seat === null ? "free" : `taken by ${nameOf(seats, space.seat)}`;
  return `${region.name} ${space.index}: ${bagWords(space.icons)}${gemWords}, ${who}`;
}

/** Who has how many Explorers there, and after the reveal the order of action. */
export function regionWords(region: Region, seats: readonly SeatFace[]): string {
  if (region.revealed) {
    const order = region.order.map(({ seat, power }) => `${nameOf(seats, seat)} with ${power}`);
    return `${region.name}: ${order.length === 0 ? "nobody is there" : order.join(", ")}`;
  }
  const counts = seats
    .map(({ seat }) => [seat, region.tokens.filter((token) => token.seat === seat)] as const)
    .filter(([, tokens]) => tokens.length > 0)
    .map(([seat, tokens]) => {
      const known = tokens.flatMap((token) => token.power ?? []);
      return `${nameOf(seats, seat)} ${known.length > 0 ? `Power ${known.join(" and ")}` : plural(tokens.length, "Explorer")}`;
    });
  return `${region.name}: ${counts.length === 0 ? "no Explorers yet" : counts.join(", ")}`;
}

export function forestWords(card: ForestCard): string {
  const choices = card.choose.map((choice) => `1 ${choice.join(" or ")}`);
  const gain = Object.keys(card.gain).length > 0 ? [bagWords(card.gain)] : [];
  return `${[...gain, ...choices].join(" and ")} (${gems(card.rating)})`;
}

export function islanderWords(card: Islander): string {
  return `${card.name}, ${card.type}, ${card.cost} fish: ${card.text}`;
}

/** "payable 2×", "1 ebony short", "4 goods short". */
export function altarWords(altar: Altar, goods: Seat["goods"] | undefined): string {
  if (altar.cards_left === 0) return "no cards left";
  if (goods === undefined) return "";
  if (altar.you_can_pay > 0) return altar.you_can_pay === 1 ? "payable once" : `payable ${altar.you_can_pay}×`;
  const short = Object.entries(altar.cost)
    .map(([id, count]) => [id, count - (goods[id as keyof typeof goods] ?? 0)] as const)
    .filter(([, missing]) => missing > 0);
  const [only] = short;
  if (short.length === 1 && only !== undefined) return `${only[1]} ${only[0]} short`;
  return `${short.reduce((sum, [, missing]) => sum + missing, 0)} goods short`;
}

export interface Progress {
  have: number;
  need: number;
}

/** How far a level of an Elder is: the items that count, and those asked for. */
export function progress(level: Level): Progress {
  const need = Object.entries(level.need);
  return {
    have: need.reduce((sum, [id, count]) => sum + Math.min(count, level.have[id] ?? 0), 0),
    need: need.reduce((sum, [, count]) => sum + count, 0),
  };
}

export interface Place {
  seat: number;
  power: number;
  state: "done" | "now" | "next" | "waits";
  /** Level with the one before. */
  tied: boolean;
  note: string;
}

/** The order of action in a region with what is to be said of each. */
export function orderOf(view: BuruView, region: Region, seats: readonly SeatFace[]): Place[] {
  return region.order.map(({ seat, power }, at) => {
    const before = region.order[at - 1];
    const tied = before?.power === power;
    const space = region.spaces.find((each) => each.seat === seat);
    const now = view.region === region.region && view.acting === seat;
    const state = now ? "now" : space !== undefined || view.over ? "done" : at === region.acted ? "next" : "waits";
    const count = region.tokens.filter((token) => token.seat === seat).length;
    const note =
      space !== undefined
        ? `on ${region.region} ${space.index}`
        : now
          ? "now"
          : tied
            ? `tie: after ${nameOf(seats, before?.seat ?? 0)}`
            : count > 1
              ? `${count} Explorers`
              : state;
    return { seat, power, state, tied, note };
  });
}

const DEEDS: Record<string, string> = { done: "Done", cycle: "Cycle the row", trade: "Make the trade" };
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const words: Words<BuruView> = {
  target(key, view) {
    const [kind = "", which = ""] = key.split(":");
    switch (kind) {
      case "explorer":
        return `Power ${which}`;
      case "region":
        return view.regions.find((each) => each.region === which)?.name;
      case "space": {
        const region = view.regions.find((each) => each.spaces.some((space) => space.space === which));
        const space = region?.spaces.find((each) => each.space === which);
        return `${region?.name ?? which} ${space?.index ?? ""}`;
      }
      case "forest": {
        const card = view.forest_row.find((each) => each.card === which);
        return card === undefined ? "a Forest card" : forestWords(card);
      }
      case "slot":
        return view.islanders[view.row[Number(which) - 1] ?? ""]?.name ?? `slot ${which}`;
      case "islander":
        return view.islanders[which]?.name;
      case "altar":
        return `${view.altars.find((each) => each.spirit === which)?.name ?? which}'s altar`;
      case "deck":
        return "the Elder deck";
      case "emissary":
        return "the Emissary marker";
      case "elder":
        return view.seats.flatMap((seat) => seat.elders ?? []).find((each) => each.elder === which)?.name;
      case "branch":
        return which === "1" ? "the first side" : "the other side";
      case "resource":
        return which;
      case "do":
        return DEEDS[which];
      default:
        return undefined;
    }
  },
  deed(option, view) {
    const [kind = "", which = ""] = (option.targets.at(-1) ?? "").split(":");
    switch (kind) {
      case "region":
        return `Place ${option.targets[0]?.slice(9) ?? ""} here`;
      case "space":
        return `Act on ${which.replace("_", " ")}`;
      case "forest":
        return "Take this card";
      case "slot":
        return `Recruit ${view.islanders[view.row[Number(which) - 1] ?? ""]?.name ?? "this one"}`;
      case "islander":
        return `Task the ${view.islanders[which]?.name ?? "card"}`;
      case "altar":
        return `Pay ${capital(which)}`;
      case "deck":
        return "Draw Elders";
      case "emissary":
        return "Become Emissary";
      case "elder":
        return "Put it back";
      case "resource":
        return `Take ${which}`;
      case "do":
        return DEEDS[which];
      default:
        return undefined;
    }
  },
  grouped: (view) => view.phase === "morning",
  key(target) {
    const [kind = "", which = ""] = target.split(":");
    if (kind === "region") return (REGIONS as readonly string[]).includes(which) ? which.charAt(0) : undefined;
    if (kind === "space") return /_([1-9])$/.exec(which)?.[1];
    return kind === "explorer" || kind === "slot" || kind === "branch" ? which : undefined;
  },
  score: "Esteem",
  turn: "Another region",
};
