/** Places in the plane: angles in degrees clockwise from north. */
export interface Point {
  x: number;
  y: number;
}

export function at(radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** A piece of a ring, pointing north: from one radius to another, `half` degrees to both sides, `gap` units from them. */
export function wedge(inner: number, outer: number, half: number, gap: number): string {
  const [near, far] = [half - (gap * 180) / (Math.PI * inner), half - (gap * 180) / (Math.PI * outer)];
  const points = [at(inner, -near), at(inner, near), at(outer, far), at(outer, -far)].map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  );
  return `M${points[0]}A${inner} ${inner} 0 0 1 ${points[1]}L${points[2]}A${outer} ${outer} 0 0 0 ${points[3]}Z`;
}
