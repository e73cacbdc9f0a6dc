import { title } from "../../lib/title";
import "./glyphs";
import "./tunnels.css";
import Board from "./Board.svelte";
import End from "./End.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Status from "./Status.svelte";
import Tray from "./Tray.svelte";
import type { BurrowsView } from "./view";
import { words } from "./words";

export default title<BurrowsView>({
  Board,
  SeatFacts,
  Status,
  Tray,
  End,
  words,
  score: (view, seat) => view.players[seat]?.score ?? null,
  keys: "r",
  ground: "var(--soil-deep)",
  secrets: false,
});
