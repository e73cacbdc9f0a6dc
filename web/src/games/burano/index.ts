import { title } from "../../lib/title";
import "./glyphs";
import Board from "./Board.svelte";
import End from "./End.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Status from "./Status.svelte";
import Tray from "./Tray.svelte";
import { SEATS, type BuranoView } from "./view";
import { words } from "./words";

export default title<BuranoView>({
  Board,
  SeatFacts,
  Status,
  Tray,
  End,
  words,
  score: (view, seat) => view.players[seat]?.score ?? null,
  colour: (_, seat) => SEATS[seat % SEATS.length] ?? "ink",
  ground: "var(--lagoon-deep)",
  secrets: true,
});
