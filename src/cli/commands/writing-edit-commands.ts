import {
  type ChangeRequest,
  closeWriting,
  DEFAULT_EXPORT_FORMATS,
  type EditChoices,
  type EditReport,
  editRun,
  type ImpactReport,
  lockRun,
  previewChange,
  runArgument,
  type TouchedLeafReport,
  waiveIssue,
} from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { idsOf } from "../list-option.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const CHANGE_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--fact <id>", "a fact to change: its id, or subject/attribute"],
  ["--value <text>", "the fact's new value"],
  ["--at <place>", "where the change is made, 0–1 or a node (default: where the fact begins)"],
  ["--brief <file>", "a changed brief"],
  ["--from <file>", "Markdown that was exported with --ids and edited"],
];

const CHOICES = ["fix", "retcon", "redate", "waive"] as const;

/** `longhand writing impact`: what a change touches. */
const impactCommand: CommandDefinition = {
  usage: "impact <run>",
  summary: "what a change would touch, and what following it would take; nothing is changed",
  options: CHANGE_OPTIONS,
  examples: [
    "longhand writing impact write-story-01k3",
    'longhand writing impact write-story-01k3 --fact "the Osprey/built" --value 1958',
    "longhand writing impact write-story-01k3 --from document.md --json",
  ],
  run: async (input) => {
    const report = await previewChange(argument(input, 0), request(input), input.context);
    return { json: report, text: impactLines(report).join("\n") };
  },
};

/** `longhand writing edit`: change a text, a fact or the brief by hand. */
const editCommand: CommandDefinition = {
  usage: "edit <run>",
  summary: "change a text, a fact or the brief of a run, and choose what is written anew for it",
  options: [
    ...CHANGE_OPTIONS,
    [
      "--node <ids...>",
      "the part whose text changes, or those that --choose is for, with spaces or commas between them (default: all)",
    ],
    ["--text-file <file>", "the new text of --node"],
    ["--lock <what>", "what of your text is never rewritten: leaf or span (default: leaf)"],
    [
      "--choose <what>",
      `for the parts it touches: ${CHOICES.join(", ")}; several with commas between them`,
    ],
    ["--reason <text>", "why, for waive"],
  ],
  examples: [
    "longhand writing edit write-story-01k3 --from document.md",
    'longhand writing edit write-story-01k3 --fact "the Osprey/built" --value 1958 --choose fix',
    "longhand writing edit write-story-01k3 --node 3f2a99c01b7e --text-file part.txt --lock span",
    'longhand writing edit write-story-01k3 --choose waive --node 3f2a99c01b7e --reason "she lies here"',
  ],
  run: async (input) => {
    const report = await editRun(argument(input, 0), editRequest(input), input.context);
    return { json: report, text: editLines(report, input).join("\n") };
  },
};

function lockCommand(action: "lock" | "unlock"): CommandDefinition {
  const isLock = action === "lock";
  return {
    usage: `${action} <run>`,
    summary: isLock
      ? "keep a text, or words of it, from ever being rewritten"
      : "let a locked text, or words of it, be rewritten again",
    options: [
      [
        "--node <ids...>",
        "the parts, with spaces or commas between them; one above others stands for all of them",
      ],
      ["--quote <text>", `the words to ${action} (default: the whole part)`],
    ],
    examples: [`longhand writing ${action} write-story-01k3 --node 3f2a99c01b7e`],
    run: async (input) => {
      const nodes = idsOf(input, "node");
      if (nodes === undefined) throw usage("Name the part with --node.");
      const quote = textOption(input, "quote");
      if (quote !== undefined && nodes.length > 1) {
        throw usage("--quote is for words of one --node.");
      }
      const report = await lockRun(
        argument(input, 0),
        { parts: nodes, action, ...(quote === undefined ? {} : { quote }) },
        input.context,
      );
      const what = quote === undefined ? counted(report.nodes.length) : `“${quote}”`;
      return { json: report, text: `${isLock ? "Locked" : "Unlocked"}: ${what}.` };
    },
  };
}

const waiveCommand: CommandDefinition = {
  usage: "waive <run>",
  summary: "accept an open issue as it is, with a reason",
  options: [
    ["--issue <n>", "number of the issue in writing status"],
    ["--reason <text>", "why it is meant"],
  ],
  examples: ['longhand writing waive write-story-01k3 --issue 2 --reason "the narrator errs"'],
  run: async (input) => {
    const issue = wholeNumber(input, "issue", 1);
    const reason = textOption(input, "reason");
    if (issue === undefined || reason === undefined)
      throw usage("waive needs --issue and --reason.");
    const report = await waiveIssue(argument(input, 0), { issue, reason }, input.context);
    return { json: report, text: `Waived: ${report.node}: ${report.message}` };
  },
};

const closeCommand: CommandDefinition = {
  usage: "close <run>",
  summary: "close a document once nothing is left to write, decide or mend, and export it",
  examples: ["longhand writing close write-story-01k3"],
  run: async (input) => {
    const report = await closeWriting(argument(input, 0), DEFAULT_EXPORT_FORMATS, input.context);
    const { closed, open, exports } = report;
    const lines = closed
      ? ["Closed.", ...Object.values(exports)]
      : [`Not closed; still open: ${open.length}`, ...open];
    return { json: report, text: lines.join("\n"), exitCode: closed ? 0 : 3 };
  },
};

/** The verbs that change a run by hand. */
export const WRITING_EDIT_COMMANDS: readonly CommandDefinition[] = [
  impactCommand,
  editCommand,
  lockCommand("lock"),
  lockCommand("unlock"),
  waiveCommand,
  closeCommand,
];

function request(input: CommandInput): ChangeRequest {
  const named = (["fact", "value", "at", "brief", "from", "textFile"] as const).map(
    (name) => [name, textOption(input, name)] as const,
  );
  return Object.fromEntries(named.filter(([, given]) => given !== undefined));
}

function editRequest(input: CommandInput): {
  readonly request: ChangeRequest;
  readonly choices?: EditChoices;
} {
  const nodes = idsOf(input, "node");
  const lock = oneOf(input, "lock", ["leaf", "span"] as const);
  const chosen = choicesOf(input);
  const reason = textOption(input, "reason");
  const asked: ChangeRequest = {
    ...request(input),
    ...(lock === undefined ? {} : { lock }),
    ...(chosen.includes("redate") ? { redate: true } : {}),
  };
  const isChange = [asked.fact, asked.brief, asked.from, asked.textFile].some(
    (given) => given !== undefined,
  );
  if (!isChange && chosen.length === 0) {
    throw usage("Say what to change (--from, --text-file, --fact, --brief), or what to --choose.");
  }
  const choices: EditChoices = {
    choose: chosen.filter((choice) => choice !== "redate"),
    ...(reason === undefined ? {} : { reason }),
  };
  if (asked.textFile !== undefined) {
    const [node, other] = nodes ?? [];
    if (other !== undefined) {
      throw usage(
        "--text-file is the text of one --node: give each part's text in a command of its own.",
      );
    }
    // The node is the one whose text it is; the choice is for all parts that wait.
    return { request: { ...asked, ...(node === undefined ? {} : { node }) }, choices };
  }
  return { request: asked, choices: { ...choices, ...(nodes === undefined ? {} : { nodes }) } };
}

function choicesOf(input: CommandInput): (typeof CHOICES)[number][] {
  const given = textOption(input, "choose");
  if (given === undefined) return [];
  return given.split(",").map((name) => {
    const found = CHOICES.find((choice) => choice === name.trim());
    if (found !== undefined) return found;
    throw usage(`--choose must name ${CHOICES.join(", ")}; got ${name}.`);
  });
}

/**
 * What a change touches, as lines of text.
 *
 * @param report - The report.
 * @returns Lines: the change, a table of touched parts, the total, what is open, the facts.
 */
function impactLines(report: ImpactReport): string[] {
  const { change, differences, notes, touched, facts, open, dirty } = report;
  const said =
    change === undefined || change === "" ? "nothing differs from what the run has" : change;
  const changes = differences.length > 0 ? differences : [said];
  return [
    ...(change === undefined ? [] : changes.map((line) => `Change: ${line}`)),
    ...notes.map((note) => `Note: ${note}`),
    ...(change === undefined ? [] : touchedLines(touched)),
    ...(change === undefined ? [] : [totalLine(report)]),
    ...open.map(({ node, change: earlier }) => `undecided: ${node} (${earlier})`),
    ...dirty.map(
      ({ node, choice, change: earlier }) => `to be written anew: ${node}, ${choice} (${earlier})`,
    ),
    ...(change === undefined
      ? facts.map(({ id, fact, leaves }) => `fact ${id}  ${fact}  (said in ${counted(leaves)})`)
      : []),
  ];
}

function touchedLines(touched: readonly TouchedLeafReport[]): string[] {
  if (touched.length === 0) return ["It touches no text."];
  return touched.flatMap(({ node, place, name, side, words, lock, reasons, strength }) => {
    const locked = lock === "none" ? "" : `, ${lock === "whole" ? "locked" : "locked in part"}`;
    const mark = strength === "hard" ? "wrong now" : "look at  ";
    return [
      `${mark}  ${node}  part ${place}, ${side}, ${words} words${locked}  ${short(name)}`,
      ...reasons.map(
        ({ message, quote }) =>
          `             ${message}${quote === undefined ? "" : `: “${short(quote)}”`}`,
      ),
    ];
  });
}

function totalLine({ total, lockedLeaves }: ImpactReport): string {
  const count = (value: number): string => value.toLocaleString("en");
  const cost = total.costUsd === undefined ? "" : `, about ${total.costUsd.toFixed(2)} US dollars`;
  const locked =
    lockedLeaves === 0 ? "" : `; ${counted(lockedLeaves)} locked and to be decided by you`;
  return `To write anew: ${counted(total.leaves)} with ${count(total.words)} words, about ${count(total.calls)} calls, ${count(total.in)} tokens read and ${count(total.out)} written${cost}${locked}.`;
}

function counted(parts: number): string {
  return parts === 1 ? "1 part" : `${parts} parts`;
}

const SHOWN_CHARACTERS = 70;

function short(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}

function editLines(report: EditReport, { context }: CommandInput): string[] {
  const { changed, decision } = report;
  const run = runArgument(report.run, context.runsFolder);
  const { dirty, waived, locked, open } = decision;
  const touched = changed
    ? impactLines({ ...report, open: [], dirty: [] })
    : ["Nothing was changed."];
  return [
    ...touched,
    ...(dirty.length === 0 ? [] : [`Chosen to be written anew: ${dirty.join(", ")}`]),
    ...(waived.length === 0 ? [] : [`Waived: ${waived.join(", ")}`]),
    ...(locked.length === 0 ? [] : [`Locked, left as they are: ${locked.join(", ")}`]),
    ...(open.length === 0
      ? []
      : [
          `Undecided: ${open.join(", ")}`,
          `Decide with: longhand writing edit ${run} --choose fix|retcon|redate|waive [--node ID]`,
        ]),
    ...(report.dirty.length === 0 && !changed
      ? []
      : [`Go on with: longhand writing resume ${run}`]),
  ];
}
