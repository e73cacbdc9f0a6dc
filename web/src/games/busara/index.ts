import { title } from "../../lib/title";
import "./glyphs";
import Board from "./Board.svelte";
import End from "./End.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Status from "./Status.svelte";
import Tray from "./Tray.svelte";
import type { BusaraView } from "./view";
import { words } from "./words";

export default title<BusaraView>({
  Board,
  SeatFacts,
  Status,
  Tray,
  End,
  words,
  covers: () => true,
  score: (view, seat) => view.players[seat]?.progress ?? null,
  ground: "var(--bs-ground)",
  secrets: true,
});
