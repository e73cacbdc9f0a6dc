/** Cards that change their place are sent from one list and received in another: from the row into a tableau. */
import { cubicOut } from "svelte/easing";
import { crossfade, fade } from "svelte/transition";
import { isCalm } from "../../lib/calm";

const [out, into] = crossfade({ duration: 420, easing: cubicOut, fallback: (node) => fade(node, { duration: 200 }) });

/** Nothing glides where motion is not wanted. */
const still = (move: typeof out): typeof out => {
  return (node, params) => (isCalm() ? () => ({ duration: 0 }) : move(node, params));
};

export const send = still(out);
export const receive = still(into);
