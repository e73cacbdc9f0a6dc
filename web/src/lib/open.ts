/** What is open over the table, so that Esc closes the last of it first. Dialogs of the browser close by themselves. */
const closers: (() => void)[] = [];

/** Something is open. Returns what to call when it is closed; made for an effect. */
export function whileOpen(close: () => void): () => void {
  closers.push(close);
  return () => {
    const at = closers.lastIndexOf(close);
    if (at >= 0) closers.splice(at, 1);
  };
}

/** Close what was opened last; false: nothing is open. */
export function closeLast(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}
