/** What a person sets once and keeps in this browser. */

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "less";
  /** Print letters on the pieces instead of glyphs. */
  letters: boolean;
  /** always: every move waits for the button; final: only one that cannot be taken back does. */
  confirm: "always" | "final";
  /** Between people at one screen: always, only where seats have secrets, or never. */
  curtain: "always" | "secrets" | "never";
  /** How long a press is ignored on what has just come under the pointer (see `guard.ts`). */
  guard: "moment" | "longer" | "off";
}

const KEY = "bungalow.settings";
const DEFAULTS: Settings = {
  theme: "system",
  motion: "system",
  letters: false,
  confirm: "final",
  curtain: "secrets",
  guard: "moment",
};

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the settings then last as long as the page.
  }
}

/** Put theme and motion on the root, now and whenever the system or a setting changes. Call inside an effect. */
export function applySettings(dark: boolean, calm: boolean): void {
  const root = document.documentElement;
  root.dataset["theme"] = settings.theme === "system" ? (dark ? "dark" : "light") : settings.theme;
  root.dataset["motion"] = settings.motion === "system" ? (calm ? "less" : "full") : settings.motion;
}
