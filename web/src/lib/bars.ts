/** Bars of points by source: what counts for a seat goes right from zero, what is taken off goes left. */

export type Part = readonly [source: string, value: number];

export interface Bar {
  /** Outermost first, so that the bar reads from left to right. */
  below: Part[];
  above: Part[];
}

export interface Bars {
  rows: Bar[];
  /** How far the longest bar goes left and right from zero; all bars share this scale. */
  low: number;
  high: number;
  /** How many parts lie left of zero at most. */
  most: number;
}

const length = (parts: readonly Part[]): number => parts.reduce((sum, [, value]) => sum + Math.abs(value), 0);

export function bars(scores: readonly (readonly Part[])[]): Bars {
  const rows = scores.map((parts) => ({
    below: parts.filter(([, value]) => value < 0).reverse(),
    above: parts.filter(([, value]) => value > 0),
  }));
  return {
    rows,
    low: Math.max(0, ...rows.map((row) => length(row.below))),
    high: Math.max(1, ...rows.map((row) => length(row.above))),
    most: Math.max(0, ...rows.map((row) => row.below.length)),
  };
}
