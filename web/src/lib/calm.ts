/** Whether things should appear in their places instead of gliding there: by the setting, else by the system. */
export function isCalm(): boolean {
  const chosen = document.documentElement.dataset["motion"];
  return chosen === "less" || (chosen !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}
