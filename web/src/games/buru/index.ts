import { title } from "../../lib/title";
import "./glyphs";
import Board from "./Board.svelte";
import End from "./End.svelte";
import Reveal from "./Reveal.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Status from "./Status.svelte";
import Tray from "./Tray.svelte";
import { colourOf, type BuruView } from "./view";
import { words } from "./words";

export default title<BuruView>({
  Board,
  SeatFacts,
  Status,
  Tray,
  inTray: (target) => !/^(space|region):/.test(target),
  // A canoe's way is drawn large: the words would take its room.
  covers: (options) =>
    options.length > 0 && options.every(({ targets }) => /^(space:canoe|tokoh:)/.test(targets[0] ?? "")),
  End,
  Reveal,
  words,
  score: (view, seat) =>
    view.over ? (view.scores.find((each) => each.seat === seat)?.total ?? null) : (view.seats[seat]?.esteem ?? null),
  colour: colourOf,
  hint: "right",
  ground: "var(--bu-sea)",
  secrets: true,
});
