import type { TableInfo } from "./messages";

/** What is open over any page, and what the page under it lends to the settings. */
interface Shell {
  settingsOpen: boolean;
  keysOpen: boolean;
  /** At a table in play: whose seat can be handed to a bot, and how. */
  resign: { name: string; now: () => void } | null;
  /** A table that this guest opened and may still close. */
  table: TableInfo | null;
}

export const shell: Shell = $state({ settingsOpen: false, keysOpen: false, resign: null, table: null });
