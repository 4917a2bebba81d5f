import { readReproduction, reproductionFiles, wantedWords } from "./reproduction.ts";

/** The page that holds the table. */
export const README_FILE = "README.md";

const BEGIN = "<!-- table: npm run reproduce -- --write-readme -->";
const END = "<!-- /table -->";

/**
 * Puts the table of all reproductions into their page.
 *
 * @param page - The page as it is, with the two marks around the table.
 * @returns The page as it should be.
 */
export function readmeWithTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("The page has no marks.");
  return `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
}

function table(): string {
  const rows = reproductionFiles().map((file) => {
    const { title, needs, values } = readReproduction(file);
    const told = values.map((value) => {
      const wanted = wantedWords(value);
      return `${value.what}: ${wanted === "" ? "as measured" : wanted}`;
    });
    const shown = told.slice(0, 4).join("; ");
    const more = told.length > 4 ? `; and ${told.length - 4} more` : "";
    return `| [${file.replace(".json", "")}](${file}) | ${cell(title)} | ${cell(shown)}${more} | ${needs.join(", ")} |`;
  });
  return ["| file | result | expected | needs |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
