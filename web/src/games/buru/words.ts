/** Words that the options do not carry, and the accessible names of things. */
import type { SeatFace, Words } from "../../lib/title";
import { list, plural } from "../../lib/words";
import { liaisonActs, spacesOf } from "./pieces";
import type {
  Altar,
  Bag,
  Blessing,
  BuruView,
  CanoeSpace,
  ForestCard,
  Islander,
  Level,
  Region,
  Seat,
  Space,
  TokenId,
  Tokoh,
} from "./view";

const UNITS: Record<string, [one: string, several: string]> = {
  forest_card: ["Forest card", "Forest cards"],
  recruit: ["recruit", "recruits"],
  cycle: ["cycle", "cycles"],
  task: ["task", "tasks"],
  tribute: ["tribute", "tributes"],
  elder: ["Elder", "Elders"],
  emissary: ["Emissary marker", "Emissary markers"],
  esteem: ["Esteem", "Esteem"],
  guide: ["Guide", "Guides"],
  untask: ["untask", "untasks"],
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

/** `2: 1 fish; task 1 Islander, 1 gem, taken by you` */
export function canoeWords(space: CanoeSpace, seats: readonly SeatFace[]): string {
  const who = space.seat === null ? "free" : `the canoe of ${nameOf(seats, space.seat)} is there`;
  return `Ambelau ${space.index}: ${space.text}, ${gems(space.rating)}, ${who}`;
}

/** Power of a token by its name: the Guide has 1, the Liaison none. */
export const tokenPower = (token: TokenId): number => (token === "guide" ? 1 : token === "liaison" ? 0 : Number(token));

/** `Power 3`, `Guide of Power 1`, `Liaison of Power 0` */
export function tokenWords(token: TokenId): string {
  if (token === "guide") return "Guide of Power 1";
  return token === "liaison" ? "Liaison of Power 0" : `Power ${token}`;
}

export function blessingWords(region: Region, { holder, used_by }: Blessing, seats: readonly SeatFace[]): string {
  const where =
    used_by !== null
      ? `laid down by ${nameOf(seats, used_by)}`
      : holder === null
        ? "in the wilderness"
        : `held by ${nameOf(seats, holder)}`;
  return `Blessing of ${region.name}, 1 Power more: ${where}`;
}

/** Who has how many Explorers there, and after the reveal the order of action. */
export function regionWords(region: Region, seats: readonly SeatFace[]): string {
  if (region.revealed) {
    const order = region.order.map(({ seat, power }) => `${nameOf(seats, seat)} with ${power}`);
    return `${region.name}: ${order.length === 0 ? "nobody has Power there" : order.join(", ")}`;
  }
  const counts = seats
    .map(({ seat }) => [seat, region.tokens.filter((token) => token.seat === seat)] as const)
    .filter(([, tokens]) => tokens.length > 0)
    .map(([seat, tokens]) => {
      const known = tokens.flatMap((token) => (token.token === null ? [] : [tokenWords(token.token)]));
      return `${nameOf(seats, seat)} ${known.length > 0 ? list(known) : plural(tokens.length, "token")}`;
    });
  return `${region.name}: ${counts.length === 0 ? "no tokens yet" : counts.join(", ")}`;
}

export function forestWords(card: ForestCard): string {
  const choices = card.choose.map((choice) => `1 ${choice.join(" or ")}`);
  const gain = Object.keys(card.gain).length > 0 ? [bagWords(card.gain)] : [];
  return `${[...gain, ...choices].join(" and ")} (${gems(card.rating)})`;
}

export function tokohWords(card: Tokoh): string {
  return `${card.name}, ${card.role}: ${card.text}${card.used ? "; used this round" : ""}`;
}

export function islanderWords(card: Islander): string {
  return `${card.name}, ${card.type}, ${card.cost} fish: ${card.text}`;
}

/** "payable 2×", "1 ebony short", "4 goods short". */
export function altarWords(altar: Altar, goods: Seat["goods"] | undefined): string {
  if (altar.cards_left === 0) return "no cards left";
  if (goods === undefined) return "";
  if (altar.place === "ambelau") return "free, by canoe";
  if (altar.islander > 0 && altar.you_can_pay === 0) return "nobody to exile";
  if (altar.islander > 0 && altar.cards_left === 1) return "the last card";
  if (altar.you_can_pay > 0) return altar.you_can_pay === 1 ? "payable once" : `payable ${altar.you_can_pay}×`;
  const short = Object.entries(altar.cost)
    .map(([id, count]) => [id, count - (goods[id as keyof typeof goods] ?? 0)] as const)
    .filter(([, missing]) => missing > 0);
  const [only] = short;
  if (short.length === 1 && only !== undefined) return `${only[1]} ${only[0]} short`;
  return `${short.reduce((sum, [, missing]) => sum + missing, 0)} goods short`;
}

/** The whole altar in words. */
export function altarLabel(altar: Altar, seats: readonly SeatFace[], pay: string): string {
  const totem = altar.totem === null ? "totem free" : `totem held by ${seats[altar.totem]?.name ?? ""}`;
  const price = Object.keys(altar.cost).length > 0 ? [bagWords(altar.cost)] : [];
  if (altar.islander > 0) price.push("one of your Islanders");
  const cost = `${altar.name}'s altar costs ${list(price) || "nothing"}`;
  const decrees = altar.decrees.map((decree) => `Decree ${decree.text}`);
  const left = altar.cards_left === 1 ? "last card" : `${altar.cards_left} cards left`;
  return [cost, left, totem, ...decrees, pay].filter(Boolean).join(", ");
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
  /** 1 of the Power is the Blessing. */
  blessed: boolean;
  /** The Blessing goes to this seat, which acts last. */
  takes: boolean;
  /** The Liaison's own action, after all others. */
  liaison: boolean;
  note: string;
}

/** The order of action in a region with what is to be said of each; last the Liaison that is alone there. */
export function orderOf(view: BuruView, region: Region, seats: readonly SeatFace[]): Place[] {
  const places = region.order.map(({ seat, power, blessed }, at): Place => {
    const before = region.order[at - 1];
    const tied = before?.power === power;
    const space = spacesOf(view, region, seat).power;
    const now = view.region === region.region && view.acting === seat && !liaisonActs(view, region, seat);
    const acted = space !== undefined || view.over || at < region.acted;
    const state = now ? "now" : acted ? "done" : at === region.acted ? "next" : "waits";
    const count = region.tokens.filter((token) => token.seat === seat && token.token !== "liaison").length;
    const canoe = region.region === "ambelau" ? view.seats[seat]?.canoe : null;
    const note =
      space !== undefined
        ? `on ${region.region} ${space.index}`
        : now
          ? "now"
          : state === "done"
            ? canoe
              ? `canoe on ${canoe}`
              : "by Tokoh"
            : tied
              ? `tie: after ${nameOf(seats, before?.seat ?? 0)}`
              : count > 1
                ? `${count} tokens`
                : state;
    return { seat, power, state, tied, blessed, takes: region.blessing?.goes_to === seat, liaison: false, note };
  });
  return [...places, ...liaisonPlace(view, region)];
}

/** Forest spaces have no gems: there a Liaison pays nothing. */
const liaisonPays = (view: BuruView): string =>
  Object.values(view.liaison_prices).some((price) => price > 0) ? "pays gems in fish" : "pays no fish";
const forFish = (price: number | undefined): string => (price === undefined ? "" : ` for ${price || "no"} fish`);

function liaisonPlace(view: BuruView, region: Region): Place[] {
  if (region.liaison === null || region.region === "ambelau") return [];
  const { seat, acts } = region.liaison;
  const now = liaisonActs(view, region, seat);
  const space = spacesOf(view, region, seat).liaison;
  const state = now ? "now" : acts ? "waits" : "done";
  const note = space !== undefined ? `on ${region.region} ${space.index}` : now ? liaisonPays(view) : "Liaison";
  return [{ seat, power: 0, state, tied: false, blessed: false, takes: false, liaison: true, note }];
}

const DEEDS: Record<string, string> = {
  done: "Done",
  fish: "Gain the fish now",
  cycle: "Cycle the row",
  trade: "Make the trade",
  triumph: "Take the reward",
};
const tokohOf = (view: BuruView, id: string) =>
  view.seats
    .flatMap((seat) => [...(seat.tokoh_dealt ?? []), ...(seat.tokoh ? [seat.tokoh] : [])])
    .find((each) => each.tokoh === id);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const words: Words<BuruView> = {
  target(key, view) {
    const [kind = "", which = ""] = key.split(":");
    switch (kind) {
      case "explorer":
      case "token":
        return tokenWords(which);
      case "blessing":
        return `the Blessing of ${view.regions.find((each) => each.region === which)?.name ?? which}`;
      case "tokoh":
        return `the ${tokohOf(view, which)?.name ?? "Tokoh"}`;
      case "region":
        return view.regions.find((each) => each.region === which)?.name;
      case "space": {
        const canoe = view.canoe_track.find((each) => each.space === which);
        if (canoe !== undefined) return `Ambelau ${canoe.index}`;
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
        return `Place ${capital((option.targets[0] ?? "").replace(/^.*:/, ""))} here`;
      case "explorer":
      case "token":
        return `Place ${capital(which)} with the Blessing`;
      case "blessing":
        return "Take the Blessing";
      case "tokoh":
        return option.text.startsWith("keep") ? `Keep the ${tokohOf(view, which)?.name ?? "card"}` : "Use your Tokoh";
      case "space": {
        const canoe = view.canoe_track.find((each) => each.space === which);
        if (canoe !== undefined) return `Paddle to ${canoe.index}`;
        return `Act on ${which.replace("_", " ")}${forFish(view.liaison_prices[which])}`;
      }
      case "forest":
        return `Take this card${forFish(view.liaison_prices[which])}`;
      case "slot":
        return `Recruit ${view.islanders[view.row[Number(which) - 1] ?? ""]?.name ?? "this one"}`;
      case "islander":
        return `${capital(/^\w+/.exec(option.text)?.[0] ?? "task")} the ${view.islanders[which]?.name ?? "card"}`;
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
    if (kind === "region" || kind === "token") return which.charAt(0);
    if (kind === "space") return /_0?([1-9])$/.exec(which)?.[1];
    return kind === "explorer" || kind === "slot" || kind === "branch" ? which : undefined;
  },
  score: "Esteem",
  turn: "Another region",
};
