/** Who sits down at a new table: people, bots, open seats, and behind them the rivals that a title plays itself. */
import type { NewSeat, TitleInfo } from "./messages";
import { list, plural, range } from "./words";

export type Kind = NewSeat["kind"];
export interface Row {
  id: number;
  kind: Kind;
  name: string;
  bot: string;
}

const BOT_NAMES = ["Kopi", "Tala", "Rimba", "Suri", "Jati", "Lana"];
let next = 0;

/** The rows that somebody plays. */
export function played(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.kind !== "title");
}

/** How many seats the title may play itself beside so many others, and how many are usual. */
export function besideOthers(it: TitleInfo, others: number) {
  return it.rivals?.tables.find((each) => each.others === others);
}

export function usualBot(it: TitleInfo): string {
  return (it.bots.find((bot) => bot.name === "medium") ?? it.bots[0])?.name ?? "";
}

export function nameFor(kind: Kind, among: readonly Row[], me: string): string {
  if (kind === "me") return me;
  if (kind === "bot") return BOT_NAMES.find((name) => !among.some((other) => other.name === name)) ?? "Bot";
  if (kind === "here") return `Guest ${among.filter((other) => other.kind === "here").length + 2}`;
  return "";
}

export function newRow(kind: Kind, it: TitleInfo, among: readonly Row[], me: string): Row {
  return { id: next++, kind, name: nameFor(kind, among, me), bot: usualBot(it) };
}

/** The seats that are played, and behind them as many that the title plays itself: as many as are usual, if not said. */
export function seated(it: TitleInfo, others: readonly Row[], count?: number): Row[] {
  const rivals = count ?? besideOthers(it, others.length)?.usual ?? 0;
  const names = it.rivals?.names.slice(0, rivals) ?? [];
  return [...others, ...names.map((name): Row => ({ id: next++, kind: "title", name, bot: "" }))];
}

/** The rows of another title, as far as they fit this one. */
export function fitted(it: TitleInfo, rows: readonly Row[], me: string): Row[] {
  const high = Math.max(...it.seats);
  const low = Math.min(...it.seats);
  // A rival of another title is nobody here; beside the title's own rivals nobody has to sit.
  const others = played(rows.slice(0, high)).map((row) => ({ ...row }));
  if (others.length === 0) others.push(newRow("me", it, [], me));
  const alone = besideOthers(it, 1);
  const needed = alone === undefined ? Math.max(low, 2) : low - Math.max(...alone.allowed);
  if (alone !== undefined && others.every((row) => row.kind === "me" || row.kind === "bot")) others.length = 1;
  while (others.length < needed && others.length < high) others.push(newRow("bot", it, others, me));
  for (const row of others) {
    if (!it.bots.some((bot) => bot.name === row.bot)) row.bot = usualBot(it);
  }
  return seated(it, others);
}

/** Another kind of player at a seat. One seat is mine; whoever takes it over leaves the former one to a bot. */
export function changed(rows: readonly Row[], at: number, kind: Kind, me: string): Row[] {
  const here = rows[at];
  return rows.map((row) => {
    if (row === here)
      return {
        ...row,
        kind,
        name: nameFor(
          kind,
          rows.filter((other) => other !== here),
          me,
        ),
      };
    if (kind === "me" && row.kind === "me") return { ...row, kind: "bot", name: nameFor("bot", rows, me) };
    return row;
  });
}

/** Why nobody can play at this table yet, in a sentence; nothing if it can be opened. */
export function obstacle(it: TitleInfo, rows: readonly Row[]): string {
  const others = played(rows);
  if (!others.some((row) => row.kind !== "bot")) return "Somebody has to sit down: take a seat, or leave one open.";
  if (!it.seats.includes(rows.length)) return `${it.title} is for ${range(it.seats)} seats.`;
  const beside = besideOthers(it, others.length)?.allowed ?? [];
  if (it.rivals !== null && !beside.includes(rows.length - others.length))
    return `Beside ${plural(others.length, "player")} ${list(it.rivals.names)} cannot play like this.`;
  return "";
}
