import type { Command } from "commander";
import {
  CORPUS_FORMATS,
  checkDump,
  corpusCheckOf,
  corpusStatsOf,
  type DumpImport,
  dumpFormats,
  importCorpusTo,
  importDumpTo,
} from "../../pipeline/doors/corpora.ts";
import {
  addCommand,
  type CommandDefinition,
  type CommandInput,
  type CommandOutcome,
} from "../command.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const PROFILES = ["longhand", "longlamp-paper"] as const;

/** Options of single formats of dumps; each format says which are its own. */
const DUMP_SETTINGS = [
  ["--metadata <files...>", "amazon: files of product metadata"],
  [
    "--columns <map>",
    "table: columns by part, for instance text=body,author=user,title=subject,date=day",
  ],
  [
    "--missing-language <rule>",
    "citation, arxiv: papers without a language: detect, keep or drop (default: detect)",
  ],
  ["--sent-only", "dumps of mail: only mails that the mailbox's owner sent"],
] as const;

const DUMP_LIMITS = [
  ["--memory <MB>", "dumps: memory for tables (default: 1500)"],
  ["--threads <n>", "dumps: threads (default: the number of processors)"],
] as const;

const FORMAT_TEXT = `a dump to make a corpus folder of: ${dumpFormats()
  .map(({ name, summary }) => `${name} (${summary})`)
  .join("; ")}; or read every file as ${CORPUS_FORMATS.join(", ")}`;

const importDocuments: CommandDefinition = {
  usage: "import <from...>",
  summary: "make a corpus of your own documents, or of a dump that benchmarks are built from",
  options: [
    ["--format <name>", FORMAT_TEXT],
    ["--author <name>", "who wrote them (default: what the files say)"],
    ["--out <path>", "corpus to write, in JSON Lines (default: corpus.jsonl); of a dump, a folder"],
    [
      "--address <list>",
      "the author's mail addresses, comma-separated: mails from others are dropped",
    ],
    ["--dates <from>", "metadata, or file to fall back on a file's own time (default: metadata)"],
    ["--mbox <dialect>", "how mailboxes escape From lines: rd or o (default: rd)"],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    [
      "--allow-rejected <n>",
      "documents: write the corpus although n records or files cannot be read (default: 0); dumps, whose rejected records are always left out: exit with 0 if there are at most n",
    ],
    ...DUMP_SETTINGS,
    ...DUMP_LIMITS,
  ],
  examples: [
    'longhand corpus import letters/ --author "Ann Lee" --out ann.jsonl',
    "longhand corpus import mail.mbox --address ann@example.org --allow-rejected 3",
    "longhand corpus import sotu --out sotu.jsonl",
    "longhand corpus import reviews.json.gz --format amazon --metadata meta.json.gz --out amazon",
  ],
  run: async (input) => {
    const format = textOption(input, "format");
    const fileFormat = CORPUS_FORMATS.find((name) => name === format);
    return format === undefined || fileFormat !== undefined
      ? importOwn(input, fileFormat)
      : importDump(input, format);
  },
};

async function importOwn(
  input: CommandInput,
  fileFormat: (typeof CORPUS_FORMATS)[number] | undefined,
): Promise<CommandOutcome> {
  const author = textOption(input, "author");
  const addresses = textOption(input, "address")
    ?.split(",")
    .map((address) => address.trim());
  const dates = oneOf(input, "dates", ["metadata", "file"] as const);
  const dialect = oneOf(input, "mbox", ["rd", "o"] as const);
  const profile = oneOf(input, "profile", PROFILES);
  if (author === "") throw usage("--author must name somebody.");
  refuseDumpOptions(input);
  return importCorpusTo(
    {
      from: onlySource(input),
      out: textOption(input, "out") ?? "corpus.jsonl",
      allowRejected: wholeNumber(input, "allowRejected", 0) ?? 0,
      ...(fileFormat === undefined ? {} : { fileFormat }),
      ...(author === undefined ? {} : { author }),
      ...(addresses === undefined ? {} : { addresses }),
      ...(dates === undefined ? {} : { dates }),
      ...(dialect === undefined ? {} : { dialect }),
      ...(profile === undefined ? {} : { profile }),
    },
    input.context,
  );
}

function refuseDumpOptions({ options }: CommandInput): void {
  const given = [
    ["metadata"],
    ["columns"],
    ["missingLanguage", "missing-language"],
    ["sentOnly", "sent-only"],
    ["memory"],
    ["threads"],
  ].find(([name = ""]) => options[name] !== undefined);
  if (given !== undefined) throw usage(`--${given.at(-1)} goes with --format of a dump.`);
}

async function importDump(input: CommandInput, format: string): Promise<CommandOutcome> {
  const out = textOption(input, "out");
  if (out === undefined) throw usage("A dump needs --out, the folder to write.");
  const allowed = wholeNumber(input, "allowRejected", 0) ?? 0;
  const { json, text, rejected } = await importDumpTo(
    { ...dumpOf(input, format), out },
    input.context,
  );
  return { json, text, exitCode: rejected > allowed ? 1 : 0 };
}

/** Options that are no setting of a format. */
const GENERAL: ReadonlySet<string> = new Set([
  "format",
  "out",
  "allowRejected",
  "memory",
  "threads",
  "json",
  "runs",
  "quiet",
]);

function dumpOf(input: CommandInput, format: string): DumpImport {
  const settings = Object.entries(input.options).filter(([name]) => !GENERAL.has(name));
  return {
    format,
    from: sourcesOf(input),
    settings: Object.fromEntries(
      settings.map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(String) : String(value),
      ]),
    ),
    memoryMb: wholeNumber(input, "memory", 100),
    threads: wholeNumber(input, "threads", 1),
  };
}

function sourcesOf({ args: [from] }: CommandInput): readonly string[] {
  return typeof from === "object" ? from : [String(from)];
}

const check: CommandDefinition = {
  usage: "check <path...>",
  summary: "list everything that is wrong or odd with documents or a dump; writes nothing",
  options: [
    ["--format <name>", FORMAT_TEXT],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    ...DUMP_SETTINGS,
    ...DUMP_LIMITS,
  ],
  examples: [
    "longhand corpus check corpus.jsonl",
    "longhand corpus check letters/ --json",
    "longhand corpus check reviews.jsonl --format amazon",
  ],
  run: async (input) => {
    const format = textOption(input, "format");
    const profile = oneOf(input, "profile", PROFILES) ?? "longhand";
    const fileFormat = CORPUS_FORMATS.find((name) => name === format);
    const found =
      format === undefined || fileFormat !== undefined
        ? await corpusCheckOf(onlySource(input), { profile, format: fileFormat })
        : await checkDump(dumpOf(input, format), input.context);
    return { json: found.json, text: found.text, exitCode: found.rejected > 0 ? 1 : 0 };
  },
};

function onlySource(input: CommandInput): string {
  const [from = "", ...others] = sourcesOf(input);
  if (others.length > 0)
    throw usage("Name one folder or file; several go with --format of a dump.");
  return from;
}

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
