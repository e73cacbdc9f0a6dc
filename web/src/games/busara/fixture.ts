/** A small table for the tests: three cloths as in the picture of the rules. */
import { type Board, type BusaraView, type Player, type Resource, WEAVES } from "./view";

const LETTERS: Record<string, Resource> = { F: "fire", A: "water", W: "wind", E: "earth" };

/** Rows like "F.WE", from the top. */
export function board(number: number, x: number, y: number, rows: string[] = [], owner = number): Board {
  const spaces = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3].map((column) => LETTERS[rows[row]?.charAt(column) ?? ""] ?? null),
  );
  const name = ["Terracotta", "Indigo", "Ochre", "Baobab", "Hibiscus", "Savanna"][number] ?? "";
  return { board: `b${number}`, name, hex: "", pattern: WEAVES[number] ?? "zigzag", owner, placed: true, x, y, spaces };
}

function player(seat: number): Player {
  return {
    seat,
    board: `b${seat}`,
    resources: 5,
    open_spaces: 11,
    embargoed: false,
    danger: false,
    virtues: { security: 0, energy: 0, nature: 0, art: 0, wisdom: 0, economy: 0 },
    virtues_hidden: false,
    kingdom: null,
    revealed: false,
    seen_by: [],
    cannot_be: [],
    progress: null,
    goal: null,
    setup_card: null,
    has_chosen: true,
  };
}

export function table(boards: Board[], more: Partial<BusaraView> = {}): BusaraView {
  return {
    phase: "play",
    round: 3,
    round_cap: 60,
    starter: 0,
    active: 0,
    controller: null,
    actions_left: 0,
    trade_used: false,
    extra_turn: null,
    over: false,
    ending: "",
    winners: [],
    boards,
    players: boards.map((_, seat) => player(seat)),
    stock: { fire: 20, water: 20, wind: 20, earth: 20 },
    supply: { security: 12, energy: 12, nature: 12, art: 12, wisdom: 12, economy: 12 },
    supply_exact: true,
    deck: 30,
    discard: [],
    turned: null,
    chain: null,
    trade: null,
    power: null,
    hand: null,
    theft: null,
    dealt_kingdoms: [],
    dealt_setup_cards: [],
    setup_cards: {},
    kingdoms: {},
    cards: {},
    forging: [
      { resources: ["fire", "earth"], virtue: "security" },
      { resources: ["wind", "earth"], virtue: "energy" },
      { resources: ["water", "earth"], virtue: "nature" },
      { resources: ["fire", "water"], virtue: "art" },
      { resources: ["fire", "wind"], virtue: "wisdom" },
      { resources: ["water", "wind"], virtue: "economy" },
    ],
    ...more,
  };
}
