import type { ReportableArchive } from "../../records/index.ts";
import { escapeLatex } from "../../report/index.ts";

/**
 * An entry for BibTeX that names a challenge and its report.
 *
 * @param archive - The archive.
 * @returns One `@misc` entry; what people wrote is escaped.
 */
export function bibtexEntry(archive: ReportableArchive): string {
  const { challenge, codeVersion, madeAtMs, state, address } = archive;
  const year = new Date(madeAtMs).getUTCFullYear();
  const kind = state === "final" ? "Challenge report" : "Preliminary challenge report";
  const fields = [
    ["title", `{${escapeLatex(challenge.title)}}`],
    ["author", `{Organisers of ${escapeLatex(challenge.title)}}`],
    ["year", String(year)],
    ["note", `${kind}, made with Longhand ${escapeLatex(codeVersion)}`],
    ...(address === undefined ? [] : [["url", address]]),
  ];
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},`);
  return `@misc{${challenge.id}-${year},\n${lines.join("\n")}\n}\n`;
}
