/** Pieces that glide over the page from one place to another. */
import type { Attachment } from "svelte/attachments";

export interface Flight {
  id: number;
  from: DOMRect;
  to: DOMRect;
  /** Milliseconds before it starts. */
  after: number;
  lasts: number;
  /** How high it hops on its way, in pixels. */
  hop: number;
  /** What is hidden until it has landed. */
  target: Element | null;
}

let flights = 0;
export const nextFlight = (): number => ++flights;

/** The visible one of the elements that answer to a selector, the nearest to `root` first. */
export function find(root: Element | undefined, selector: string): Element | null {
  for (const scope of [root, document.body]) {
    for (const node of scope?.querySelectorAll(selector) ?? []) {
      const box = node.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) return node;
    }
  }
  return null;
}

/** Moves a node that is as large as the flight's goal along its way; `landed` is called at the end. */
export function flying(flight: Flight, landed: () => void): Attachment<HTMLElement> {
  return (node) => {
    // Wherever the page puts the layer that holds the node, the flight is told in places of the screen.
    const layer = node.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const [from, to] = [flight.from, flight.to].map(
      (box) => new DOMRect(box.x - layer.x, box.y - layer.y, box.width, box.height),
    ) as [DOMRect, DOMRect];
    const scale = from.width / to.width || 1;
    const start = `translate(${from.x}px, ${from.y}px) scale(${scale})`;
    const end = `translate(${to.x}px, ${to.y}px) scale(1)`;
    const middle =
      `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2 - flight.hop}px) ` + `scale(${(scale + 1) / 2})`;
    const hidden = flight.target instanceof SVGElement || flight.target instanceof HTMLElement ? flight.target : null;
    if (hidden !== null) hidden.style.visibility = "hidden";
    const motion = node.animate(
      [{ transform: start }, ...(flight.hop > 0 ? [{ transform: middle, easing: "ease-in" }] : []), { transform: end }],
      { duration: flight.lasts, delay: flight.after, fill: "both", easing: "cubic-bezier(.3, .9, .5, 1)" },
    );
    const done = (): void => {
      if (hidden !== null) hidden.style.visibility = "";
    };
    motion.onfinish = () => {
      done();
      landed();
    };
    return () => {
      motion.cancel();
      done();
    };
  };
}
