/** One behaviour for every thing on every board: pressable, focusable when legal, named, marked with its state. */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Picker } from "./title";

/**
 * `<g {@attach thing(picker, "tile:T17")}>`. Sets `data-key`, `data-state` (styled in `style/board.css`), the role, the
 * accessible name and the place in the tab order, and passes presses and pointing on to the picker.
 * `name` overrides the accessible name, `label` only that of a thing which cannot be chosen (it may change with time); `path` are targets that are pressed before the key itself.
 */
export function thing(
  picker: Picker,
  key: string,
  more: { name?: string; label?: string; path?: readonly string[] } = {},
): Attachment<HTMLElement | SVGElement> {
  const path = [...(more.path ?? []), key];
  return (node) => {
    node.dataset["key"] = key;
    const ownRole = node.getAttribute("role");
    const ownName = more.name ?? more.label ?? node.getAttribute("aria-label");
    const press = (event: Event): void => {
      event.stopPropagation();
      picker.press(...path);
    };
    const pressByKey = (event: Event): void => {
      const pressed = (event as KeyboardEvent).key;
      if (pressed !== "Enter" && pressed !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      // Enter on what is chosen already says that it is meant.
      if (picker.candidate !== null && picker.state(key) === "selected") picker.confirm();
      else picker.press(...path);
    };
    const point = (): void => picker.hover(...path);
    // Untracked: a focused thing that leaves the page blurs while Svelte removes it.
    const leave = (): void => untrack(() => picker.hover());
    const listeners: [string, (event: Event) => void][] = [
      ["click", press],
      ["pointerenter", point],
      ["pointerleave", leave],
      ["focus", point],
      ["blur", leave],
    ];
    if (!(node instanceof HTMLButtonElement)) listeners.push(["keydown", pressByKey]);
    for (const [name, listener] of listeners) node.addEventListener(name, listener);

    const legal = $derived(more.path === undefined ? picker.legal(key) : picker.after(...path).length > 0);
    const state = $derived(picker.state(key));
    // What is chosen can still be reached: Enter on it confirms.
    const reachable = $derived(legal || state === "selected");
    $effect(() => {
      node.dataset["state"] = state;
      if (state === "selected") node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    });
    // Apart from the state, so that pointing does not touch the tab order.
    $effect(() => {
      node.toggleAttribute("data-legal", legal);
      node.toggleAttribute("data-reachable", reachable);
      if (!(node instanceof HTMLButtonElement)) {
        if (reachable) node.setAttribute("role", "button");
        else if (ownRole !== null) node.setAttribute("role", ownRole);
        else node.removeAttribute("role");
        if (!reachable) node.removeAttribute("tabindex");
        else if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
      }
      const name = legal
        ? withVisible(more.name ?? picker.words(key), node)
        : reachable
          ? (ownName ?? picker.words(key))
          : ownName === null
            ? null
            : withVisible(ownName, node);
      if (name === null) node.removeAttribute("aria-label");
      else node.setAttribute("aria-label", name);
    });

    return () => {
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
    };
  };
}

/** Whoever speaks to the machine says what stands there: visible text is part of the name. */
function withVisible(name: string, node: Element): string {
  const text = (node.textContent ?? "").replace(/\s+/g, " ").trim();
  return name.toLowerCase().includes(text.toLowerCase()) ? name : `${name}, ${text}`;
}
