import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportReport,
  exportWriting,
  type WriteOptions,
} from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { argument, textOption, usage } from "../options.ts";

const FONT_OPTION = [
  "--font <file>",
  "font for PDF that comes before the shipped ones, for instance for Chinese",
] as const;

/** Options of commands that write a document and export it. */
export const EXPORT_OPTIONS: readonly (readonly [flags: string, text: string])[] = [
  [
    "--format <names>",
    `formats to export to, with commas between them: ${EXPORT_FORMATS.join(", ")} (default: md,html)`,
  ],
  FONT_OPTION,
];

/** `longhand writing export`: what a run holds so far, as files for readers. */
export const writingExportCommand: CommandDefinition = {
  usage: "export <run>",
  summary: "write what a run holds so far as Markdown, HTML, Word file, e-book or PDF",
  options: [
    [
      "--format <names>",
      `formats, with commas between them: ${EXPORT_FORMATS.join(", ")} (default: md)`,
    ],
    ["--out <folder>", "folder for the files (default: exports in the run's folder)"],
    ["--ids", "name the node of each piece in Markdown comments"],
    ["--misses", "list in front what was to be mentioned and is not"],
    ["--credit", "say in front that it was written with Longhand"],
    FONT_OPTION,
  ],
  examples: [
    "longhand writing export write-story-01k3 --format docx,epub",
    "longhand writing export write-story-01k3 --format pdf --font NotoSerifSC.ttf --out book",
  ],
  run: async (input) => {
    const folder = textOption(input, "out");
    const { formats = ["md"], ...fonts } = exportChoice(input);
    const tells = {
      misses: input.options["misses"] === true,
      credit: input.options["credit"] === true,
    };
    const ids = input.options["ids"] === true;
    const places = folder === undefined ? {} : { folder };
    const options = { formats, ids, ...tells, ...fonts, ...places };
    const report = await exportWriting(argument(input, 0), options, input.context);
    return {
      json: report,
      text: [...Object.values(report.exports), ...failureLines(report)].join("\n"),
      exitCode: report.failures.length === 0 ? 0 : 3,
    };
  },
};

/**
 * Lines that tell which formats could not be written.
 *
 * @param report - What was exported.
 * @returns A line for each, with what to do.
 */
export function failureLines({ failures }: Pick<ExportReport, "failures">): string[] {
  return failures.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`));
}

/**
 * The options `--format` and `--font`.
 *
 * @param input - The command's input.
 * @returns What was chosen.
 * @throws LonghandError `usage` for a format that there is not.
 */
export function exportChoice(input: CommandInput): Pick<WriteOptions, "formats" | "font"> {
  const names = textOption(input, "format");
  const font = textOption(input, "font");
  return {
    ...(names === undefined
      ? {}
      : { formats: names.split(",").map((name) => formatNamed(name.trim())) }),
    ...(font === undefined ? {} : { font }),
  };
}

function formatNamed(name: string): ExportFormat {
  const found = EXPORT_FORMATS.find((format) => format === name);
  if (found !== undefined) return found;
  throw usage(
    `--format must name some of ${EXPORT_FORMATS.join(", ")}, with commas between them; got ${name || "nothing"}.`,
  );
}
