/** Which thing lies in a direction: arrow keys on any board. */

export type Direction = "left" | "right" | "up" | "down";
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The nearest box from one's middle in a direction; what lies aside counts double. Null when there is none. */
export function nearest(boxes: readonly Box[], from: number, direction: Direction): number | null {
  const start = boxes[from];
  if (start === undefined) return null;
  const here = middle(start);
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, at) => {
    if (at === from) return;
    const there = middle(box);
    const dx = there.x - here.x;
    const dy = there.y - here.y;
    const [along, aside] =
      direction === "left" ? [-dx, dy] : direction === "right" ? [dx, dy] : direction === "up" ? [-dy, dx] : [dy, dx];
    if (along <= 1) return;
    const far = along + 2 * Math.abs(aside);
    if (far < least) {
      least = far;
      best = at;
    }
  });
  return best;
}

function middle(box: Box): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
