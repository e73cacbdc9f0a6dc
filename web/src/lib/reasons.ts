/** What a bot weighed, in words and marks: all from the figures that the server tells. */
import type { Explanation } from "./messages";

type Option = Explanation["options"][number];

/** With a smaller part of the tries of the option that was tried most, what is expected of one is not sure. */
const FEW = 0.05;

export function unsure(found: Explanation, option: Option): boolean {
  return option.visits > 0 && option.visits < FEW * Math.max(...found.options.map((each) => each.visits));
}

/** What it comes to, for those who do not want to read figures. */
export function inShort(found: Explanation, name: string, say: (words: string) => string): string {
  const chosen = found.options.find((option) => option.text === found.chosen);
  if (chosen === undefined || (found.way !== "search" && found.way !== "greedy")) return "";
  const level = found.options.some((option) => option !== chosen && option.visits >= chosen.visits);
  const tried = level ? "it tried nothing more often" : "it tried that most often";
  const why = found.way === "search" ? tried : "it likes that best";
  return `${name} would play “${say(chosen.words)}”: ${why}.`;
}
