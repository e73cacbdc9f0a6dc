/** One behaviour for every thing on every board: pressable, focusable when legal, named, marked with its state. */
import type { Attachment } from "svelte/attachments";
import type { Picker } from "./title";

/**
 * `<g {@attach thing(picker, "tile:T17")}>`. Sets `data-key`, `data-state` (styled in `style/board.css`), the role, the
 * accessible name and the place in the tab order, and passes presses and pointing on to the picker.
 * `name` overrides the accessible name; `path` are targets that are pressed before the key itself.
 */
export function thing(
  picker: Picker,
  key: string,
  more: { name?: string; path?: readonly string[] } = {},
): Attachment<HTMLElement | SVGElement> {
  const path = [...(more.path ?? []), key];
  return (node) => {
    node.dataset["key"] = key;
    const press = (event: Event): void => {
      event.stopPropagation();
      picker.press(...path);
    };
    const pressByKey = (event: Event): void => {
      const pressed = (event as KeyboardEvent).key;
      if (pressed !== "Enter" && pressed !== " ") return;
      event.preventDefault();
      press(event);
    };
    const point = (): void => picker.hover(...path);
    const leave = (): void => picker.hover();
    const listeners: [string, (event: Event) => void][] = [
      ["click", press],
      ["pointerenter", point],
      ["pointerleave", leave],
      ["focus", point],
      ["blur", leave],
    ];
    if (!(node instanceof HTMLButtonElement)) listeners.push(["keydown", pressByKey]);
    for (const [name, listener] of listeners) node.addEventListener(name, listener);

    $effect(() => {
      const state = picker.state(key);
      const legal = more.path === undefined ? picker.legal(key) : picker.after(...path).length > 0;
      node.dataset["state"] = state;
      node.toggleAttribute("data-legal", legal);
      if (!(node instanceof HTMLButtonElement)) {
        if (legal) node.setAttribute("role", "button");
        else node.removeAttribute("role");
        if (legal) node.setAttribute("tabindex", "-1");
        else node.removeAttribute("tabindex");
      }
      if (legal) node.setAttribute("aria-label", more.name ?? picker.words(key));
      else if (more.name !== undefined) node.setAttribute("aria-label", more.name);
      if (legal && state === "selected") node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    });

    return () => {
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
    };
  };
}
