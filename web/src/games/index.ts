/** Titles are loaded when they are needed; one without a drawing is played on the plain board. */
import type { Title } from "../lib/title";

const drawn = import.meta.glob<{ default: Title }>("./*/index.ts");

export function hasDrawing(name: string): boolean {
  return `./${name}/index.ts` in drawn;
}

export async function loadTitle(name: string): Promise<Title> {
  const load = drawn[`./${name}/index.ts`] ?? drawn["./plain/index.ts"];
  if (load === undefined) throw new Error(`no board for ${name}`);
  return (await load()).default;
}
