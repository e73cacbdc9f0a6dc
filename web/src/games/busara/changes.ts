/** What moved between two moments of a table, for the tokens and Virtues that glide. */
import { cellKey } from "./geometry";
import type { BusaraView, Resource, Virtue } from "./view";

export interface Token {
  cell: string;
  resource: Resource;
}

export interface Changes {
  /** One step, or across the table: the token leaves one space and lies on another. */
  moved: { from: string; to: string; resource: Resource }[];
  /** New tokens on the table. */
  came: Token[];
  /** Tokens that went back to the stock, or into somebody's hand. */
  left: Token[];
  /** Virtues that a chain has earned, by the space that was stepped to. */
  earned: { cell: string; virtue: Virtue; seats: number[] }[];
  /** The later moment does not follow from the earlier one by a few moves: nothing should move. */
  jump: boolean;
}

const MOST = 24;

export function changes(before: BusaraView, after: BusaraView): Changes {
  const came: Token[] = [];
  const left: Token[] = [];
  let jump = before.boards.length !== after.boards.length || after.round < before.round;
  after.boards.forEach((board, number) => {
    const was = before.boards[number];
    if (was === undefined || (was.placed && (was.x !== board.x || was.y !== board.y))) jump = true;
    board.spaces.forEach((resource, space) => {
      const old = was?.spaces[space] ?? null;
      if (old === resource) return;
      const cell = cellKey(number, space);
      if (old !== null) left.push({ cell, resource: old });
      if (resource !== null) came.push({ cell, resource });
    });
  });
  if (jump || came.length + left.length > MOST) return { moved: [], came: [], left: [], earned: [], jump: true };
  const earned = chainEnd(before, after);
  const moved = earned.length > 0 ? [] : pairs(came, left);
  return {
    moved,
    came: came.filter(({ cell }) => !moved.some(({ to }) => to === cell)),
    left: left.filter(({ cell }) => !moved.some(({ from }) => from === cell)),
    earned,
    jump: false,
  };
}

/** A token that is gone here and one of its type that is new there are the same one. */
function pairs(came: readonly Token[], left: readonly Token[]): Changes["moved"] {
  const free = [...left];
  return came.flatMap(({ cell, resource }) => {
    const at = free.findIndex((token) => token.resource === resource && token.cell !== cell);
    const from = free[at];
    if (from === undefined) return [];
    free.splice(at, 1);
    return [{ from: from.cell, to: cell, resource }];
  });
}

/** The chain that was there before and is forged now: each step pays who forged it and whose land it stepped on. */
function chainEnd(before: BusaraView, after: BusaraView): Changes["earned"] {
  const chain = before.chain;
  if (chain === null || after.chain !== null || chain.virtues.length === 0) return [];
  const gone = chain.cells.every((name) => {
    const [board, space] = placeOf(name);
    return (after.boards[board]?.spaces[space] ?? null) === null;
  });
  if (!gone) return [];
  return chain.virtues.map((virtue, step) => {
    const name = chain.cells[step + 1] ?? "";
    const owner = before.boards[placeOf(name)[0]]?.owner ?? before.active;
    const seats = owner === before.active ? [before.active] : [before.active, owner];
    return { cell: `cell:${name}`, virtue, seats };
  });
}

function placeOf(name: string): [number, number] {
  return [Number(name.charAt(1)), 4 * Number(name.charAt(3)) + Number(name.charAt(4))];
}
