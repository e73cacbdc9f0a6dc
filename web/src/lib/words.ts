/** Small things said in words. */

/** `[2, 3, 4, 5]` is "2-5", `[1, 3]` is "1 or 3". */
export function range(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return "no";
  if (first === last) return String(first);
  if (last - first === sorted.length - 1) return `${first}-${last}`;
  return sorted.join(" or ");
}

/** "Ada", "Ada and Bo", "Ada, Bo and Chi". */
export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

export function plural(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first lines, and how many more there are: one move may set off a long chain of others. */
export function shortened(lines: readonly string[], most: number): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), `and ${lines.length - most} more things happen`];
}

/** The letter on a seat's disc; rivals that a title plays differ by the last letter of their names: "Lawan A" is A. */
export function initialOf(name: string, rival: boolean): string {
  const letters = [...name.trim()];
  return (letters.at(rival ? -1 : 0) ?? "?").toUpperCase();
}

/** The engine counts players; people have names: "also for player 2" is "also for Bo". */
export function withNames(words: string, names: readonly string[]): string {
  return words.replace(/\bplayer ([1-9])\b/gi, (told, number: string) => names[Number(number) - 1] || told);
}
