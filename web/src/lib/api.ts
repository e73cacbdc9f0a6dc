/** REST: what a page asks once. Problems arrive as errors with words for people. */
import { guest } from "./guest.svelte";
import type {
  Explanation,
  Guest,
  Guide,
  MuteTable,
  NewTable,
  Problem,
  Replay,
  Rules,
  TableInfo,
  TableList,
  TitleInfo,
} from "./messages";

export class ApiProblem extends Error {
  constructor(
    readonly code: string,
    words: string,
    readonly clause = "",
  ) {
    super(words);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (guest.me !== null) headers["Authorization"] = `Bearer ${guest.me.token}`;
  const request: RequestInit = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.method = "POST";
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, request);
  } catch {
    throw new ApiProblem("offline", "Bungalow does not answer. Is it still running?");
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new ApiProblem(
    problem.code ?? String(answer.status),
    problem.words ?? "Something went wrong on the other side. Please try again.",
    problem.clause,
  );
}

const once = new Map<string, Promise<unknown>>();

/** What does not change while a page is open is asked once. */
function askOnce<T>(path: string): Promise<T> {
  const known = once.get(path) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const asked = ask<T>(path);
  asked.catch(() => once.delete(path));
  once.set(path, asked);
  return asked;
}

const name = encodeURIComponent;

export const api = {
  titles: () => askOnce<TitleInfo[]>("titles"),
  guide: (title: string) => askOnce<Guide>(`titles/${name(title)}/guide`),
  rules: (title: string) => askOnce<Rules>(`titles/${name(title)}/rules`),
  tables: () => ask<TableList>("tables"),
  table: (table: string) => ask<TableInfo>(`tables/${name(table)}`),
  newGuest: (called: string) => ask<Guest>("guests", { name: called }),
  newTable: (table: NewTable) => ask<TableInfo>("tables", table),
  join: (table: string, seat: number | null) => ask<TableInfo>(`tables/${name(table)}/join`, { seat }),
  leave: (table: string) => ask<TableInfo>(`tables/${name(table)}/leave`, {}),
  /** For its opener. */
  close: (table: string) => ask<TableInfo>(`tables/${name(table)}/close`, {}),
  /** For its opener: who may write in its chat. */
  mute: (table: string, asked: Partial<MuteTable>) => ask<TableInfo>(`tables/${name(table)}/mute`, asked),
  replay: (table: string, seat: number | null) =>
    ask<Replay>(`tables/${name(table)}/replay${seat === null ? "" : `?seat=${seat}`}`),
  /** Why a bot made that move of a finished game. */
  reasons: (table: string, move: number) => ask<Explanation>(`tables/${name(table)}/reasons?move=${move}`),
  /** Why a bot did what this seat, or a spectator, was shown with that number. */
  reasonsAt: (table: string, seat: number | null, number: number, bot: number) =>
    ask<Explanation>(
      `tables/${name(table)}/reasons?number=${number}&bot=${bot}${seat === null ? "" : `&seat=${seat}`}`,
    ),
  hint: (table: string, seat: number) => ask<Explanation>(`tables/${name(table)}/hint?seat=${seat}`),
};

/** Words for whatever went wrong. */
export function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : "Something went wrong.";
}
