/** Frames that follow on another tell only what has changed in the view. */
import type { Frame } from "./messages";

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
