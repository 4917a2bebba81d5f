import type { DatasetCard } from "../../records/index.ts";
import { counted } from "../../text/index.ts";

/**
 * A dataset's card for the terminal.
 *
 * @param card - The card.
 * @param out - Where the dataset is.
 * @returns Lines of text.
 */
export function cardText(card: DatasetCard, out: string): string {
  const { splits, users } = card;
  return [
    `${card.name}: ${partWords(splits, "example")} by ${partWords(users, "person", "people")}`,
    "Funnel:",
    ...card.funnel.map(
      ({ rule, unit, in: before, out: after, usersIn, usersOut }) =>
        `  ${rule}: ${before} → ${after} ${unit}, people ${usersIn} → ${usersOut}`,
    ),
    "Checks:",
    ...card.checks.map(
      ({ check, status, findings }) =>
        `  ${check}: ${status}${findings > 0 ? ` (${findings})` : ""}`,
    ),
    ...Object.entries(card.counts).map(([name, count]) => `  ${name}: ${count}`),
    ...(card.choices === undefined ? [] : ["Choices:", ...card.choices.map((text) => `  ${text}`)]),
    `Written: ${out} (hash ${card.hash.slice(0, 16)}…)`,
  ].join("\n");
}

function partWords(
  { train, validation, test }: DatasetCard["splits"],
  one: string,
  many: string = `${one}s`,
): string {
  return `${train} train, ${validation} validation, ${counted(test, `test ${one}`, `test ${many}`)}`;
}
