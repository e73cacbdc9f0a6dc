/** A finished table, moment by moment, through one viewer's eyes. */
import { seatOf } from "./log";
import type { LineInfo, Replay, ReplayFrame, TableInfo } from "./messages";
import { TablePicker } from "./picker.svelte";
import { faceOf, type Stage } from "./table.svelte";
import type { SeatFace, Title } from "./title";
import { withNames } from "./words";

export class ReplayStage implements Stage {
  #replay: Replay | null = $state.raw(null);
  at: number = $state(0);
  title: Title | null = $state.raw(null);

  readonly own: number[] = [];
  readonly picker = new TablePicker({
    preview: async () => null,
    why: async () => null,
    play: () => undefined,
    undo: () => undefined,
    alwaysConfirm: () => true,
    seatName: (seat) => this.names[seat],
  });

  readonly frames: readonly ReplayFrame[] = $derived(this.#replay?.frames ?? []);
  readonly info: TableInfo | null = $derived(present(this.#replay));
  readonly names: string[] = $derived(this.info?.seats.map((seat) => seat.name) ?? []);
  readonly frame: ReplayFrame | undefined = $derived(this.frames[this.at]);
  readonly view: unknown = $derived(this.frame?.view ?? null);
  readonly waiting: readonly number[] = $derived(this.frame?.waiting ?? []);
  readonly seats: SeatFace[] = $derived(
    (this.info?.seats ?? []).map((seat) => faceOf(seat, this.title, this.view, this.viewer)),
  );
  readonly lines: readonly LineInfo[] = $derived(this.frame?.lines ?? []);
  readonly lastMarks: string[] = $derived(this.lines.flatMap((line) => line.marks));
  readonly lastSeat: number | null = $derived(
    this.lines.map((line) => seatOf(line.words, this.names)).find((seat) => seat !== null) ?? null,
  );

  constructor(
    replay: Replay,
    readonly viewer: number | null,
    at: number | null,
  ) {
    this.#replay = replay;
    this.go(at ?? 0);
  }

  /** What the server says of this moment as people read it. */
  readonly inWords = (words: string): string => {
    const named = withNames(words, this.names);
    return this.view === null ? named : (this.title?.words?.say?.(named, this.view) ?? named);
  };

  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  go(at: number): void {
    this.at = Math.min(Math.max(0, at), this.last);
  }
}

/** Who is away now does not matter to what was. */
function present(replay: Replay | null): TableInfo | null {
  if (replay === null) return null;
  return { ...replay.table, seats: replay.table.seats.map((seat) => ({ ...seat, here: true })) };
}
