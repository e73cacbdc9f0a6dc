/** Who sits at this browser: a guest with a secret token, kept here and nowhere else. */
import { api } from "./api";
import type { Guest } from "./messages";

const KEY = "bungalow.guest";

export const guest: { me: Guest | null } = $state({ me: stored() });

function stored(): Guest | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Guest | null;
    return typeof kept?.token === "string" ? kept : null;
  } catch {
    return null;
  }
}

function keep(me: Guest): void {
  guest.me = me;
  try {
    localStorage.setItem(KEY, JSON.stringify(me));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

/** The guest of this browser; made with that name when there is none yet. */
export async function beGuest(name: string): Promise<Guest> {
  if (guest.me !== null) return guest.me;
  const me = await api.newGuest(name.trim() || "Guest");
  keep(me);
  return me;
}

/** The server does not know the token any more (a new database): begin anew. */
export function forgetGuest(): void {
  guest.me = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
