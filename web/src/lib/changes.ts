/** Frames carry a view in parts, and only what has changed of them: here they are put together again. */
import type { Frame } from "./messages";

/** A frame as this browser keeps it: `view` is whole, and `shared` is the part of it that everybody sees. */
export interface Shown extends Frame {
  shared: unknown;
}

/** The frame with its whole view; null if it follows on one that is not here. */
export function whole(frame: Frame, before: Shown | undefined): Shown | null {
  if (frame.base !== 0 && frame.base !== before?.number) return null;
  const shared = frame.base === 0 ? frame.view : changed(before?.shared, frame.changes);
  const own = frame.own ?? before?.own ?? [];
  return { ...frame, base: 0, changes: [], own, shared, view: changed(shared, own) };
}

type Place = Record<string | number, unknown>;

/** The view after the changes. What did not change stays the very same object, so nothing is drawn anew for it. */
export function changed(view: unknown, changes: Frame["changes"]): unknown {
  const fresh = new Set<unknown>();
  const own = (value: unknown): Place => {
    if (fresh.has(value)) return value as Place;
    const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Place) };
    fresh.add(copy);
    return copy as Place;
  };
  const root: Place = { view };
  for (const [path, value] of changes) {
    let place = root;
    let key: string | number = "view";
    for (const step of path) {
      place = place[key] = own(place[key]);
      key = step;
    }
    place[key] = value;
  }
  return root["view"];
}
