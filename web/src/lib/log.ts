/** What can be read off the log: whose line it is, and what the last move was about. */
import type { LineInfo, LogStep } from "./messages";

/** A line with the number of the frame in which it was first shown, and the seat that was awaited before. */
export type LogLine = LineInfo & Pick<LogStep, "number" | "by">;

/** The lines of a frame, one after the other. */
export function linesOf(log: readonly LogStep[]): LogLine[] {
  return log.flatMap(({ number, by, lines }) => lines.map((line) => ({ ...line, number, by })));
}

/** The seat whose name begins a line; the longest name wins, so that "Ann" is not taken for "Anna". */
export function seatOf(words: string, names: readonly string[]): number | null {
  let found: number | null = null;
  names.forEach((name, seat) => {
    if (name === "" || !words.startsWith(name)) return;
    if (/[\p{L}\p{N}]/u.test(words.charAt(name.length))) return;
    if (found === null || name.length > (names[found] as string).length) found = seat;
  });
  return found;
}

/** Replace what the viewer has from `first` on. Lines that the browser never got are left open. */
export function patch(known: readonly LogLine[], first: number, lines: readonly LogLine[]): LogLine[] {
  return [...known.slice(0, first), ...lines];
}

/** The lines that came with the latest change. */
export function latest(lines: readonly LogLine[]): LogLine[] {
  const number = lines.at(-1)?.number;
  let from = lines.length;
  while (from > 0 && lines[from - 1]?.number === number) from--;
  return lines.slice(from);
}
