/** Whether things keep still: the person's setting, else the system's. */
export function isCalm(): boolean {
  const chosen = document.documentElement.dataset["motion"];
  return chosen === "less" || (chosen !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}
