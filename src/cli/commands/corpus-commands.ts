import type { Command } from "commander";
import { corpusCheckOf, corpusStatsOf, importCorpusTo } from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition } from "../command.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const PROFILES = ["longhand", "longlamp-paper"] as const;

const importDocuments: CommandDefinition = {
  usage: "import <from>",
  summary: "make a corpus of your own documents: .txt .md .html .docx .pdf .eml .mbox .csv .jsonl",
  options: [
    ["--author <name>", "who wrote them (default: what the files say)"],
    ["--out <file>", "corpus to write, in JSON Lines (default: corpus.jsonl)"],
    [
      "--address <list>",
      "the author's mail addresses, comma-separated: mails from others are dropped",
    ],
    ["--dates <from>", "metadata, or file to fall back on a file's own time (default: metadata)"],
    ["--mbox <dialect>", "how mailboxes escape From lines: rd or o (default: rd)"],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    [
      "--allow-rejected <n>",
      "write the corpus although n records or files cannot be read (default: 0)",
    ],
  ],
  examples: [
    'longhand corpus import letters/ --author "Ann Lee" --out ann.jsonl',
    "longhand corpus import mail.mbox --address ann@example.org --allow-rejected 3",
    "longhand corpus import sotu --out sotu.jsonl",
  ],
  run: async (input) => {
    const author = textOption(input, "author");
    const addresses = textOption(input, "address")
      ?.split(",")
      .map((address) => address.trim());
    const dates = oneOf(input, "dates", ["metadata", "file"] as const);
    const dialect = oneOf(input, "mbox", ["rd", "o"] as const);
    const profile = oneOf(input, "profile", PROFILES);
    if (author === "") throw usage("--author must name somebody.");
    return importCorpusTo(
      {
        from: argument(input, 0),
        out: textOption(input, "out") ?? "corpus.jsonl",
        allowRejected: wholeNumber(input, "allowRejected", 0) ?? 0,
        ...(author === undefined ? {} : { author }),
        ...(addresses === undefined ? {} : { addresses }),
        ...(dates === undefined ? {} : { dates }),
        ...(dialect === undefined ? {} : { dialect }),
        ...(profile === undefined ? {} : { profile }),
      },
      input.context,
    );
  },
};

const check: CommandDefinition = {
  usage: "check <path>",
  summary: "list everything that is wrong or odd with documents; writes nothing",
  options: [["--profile <name>", "longhand or longlamp-paper (default: longhand)"]],
  examples: ["longhand corpus check corpus.jsonl", "longhand corpus check letters/ --json"],
  run: async (input) => {
    const found = await corpusCheckOf(
      argument(input, 0),
      oneOf(input, "profile", PROFILES) ?? "longhand",
    );
    return { json: found.json, text: found.text, exitCode: found.rejected > 0 ? 1 : 0 };
  },
};

const stats: CommandDefinition = {
  usage: "stats <corpus>",
  summary: "a corpus in numbers: documents, authors, words, dates, duplicates",
  examples: ["longhand corpus stats sotu", "longhand corpus stats corpus.jsonl --json"],
  run: (input) => corpusStatsOf(argument(input, 0)),
};

/**
 * Adds `longhand corpus …`.
 *
 * @param program - The program.
 */
export function addCorpusCommands(program: Command): void {
  const group = program
    .command("corpus")
    .description("people's past documents: import, check, describe");
  for (const command of [importDocuments, check, stats]) addCommand(group, command);
}
