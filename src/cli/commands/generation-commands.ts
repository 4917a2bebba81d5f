import { join } from "node:path";
import type { Command } from "commander";
import { clearCache, listCache, pruneCache } from "../../models/index.ts";
import { type RunStatus, resumeRun, runStatus } from "../../pipeline/index.ts";
import { FAILURE_REASONS } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, usage } from "../options.ts";
import { runOutcome } from "../run-outcome.ts";

/** What texts took, and beside it what else the calls were made for. */
function spentLines({ tokens, calls, textCalls }: RunStatus): string[] {
  const texts = `${tokens.in.toLocaleString("en")} tokens read, ${tokens.out.toLocaleString("en")} written; calls made: ${textCalls}`;
  const others = calls - textCalls;
  if (others === 0) return [texts];
  return [
    `For texts: ${texts}`,
    `Calls made in all: ${calls}, ${others} of them for summaries, styles and re-ranking`,
  ];
}

const status: CommandDefinition = {
  usage: "status <run>",
  summary: "how far a run is",
  examples: ["longhand generation status sotu-grid-01k3 --json"],
  run: async (input) => {
    const found = await runStatus(argument(input, 0), input.context);
    const failures = Object.entries(found.failures).map(([reason, n]) => `${n} ${reason}`);
    const lines = [
      `${found.run}: ${found.generated} of ${counted(found.planned, "text")} made, ${found.failed} failed, ${found.pending} pending`,
      ...(failures.length > 0
        ? [`Failed: ${failures.join(", ")}; ${found.retryable} can be retried`]
        : []),
      ...(found.side > 0 ? [`${found.side} summaries and styles`] : []),
      ...(found.rerank.calls > 0
        ? [
            `${found.rerank.calls} judgements of re-rankers: ${found.rerank.in.toLocaleString("en")} tokens read, ${found.rerank.out.toLocaleString("en")} written`,
          ]
        : []),
      ...spentLines(found),
      ...(found.usd > 0 ? [`Spent: ${found.usd.toFixed(4)} US dollars`] : []),
      ...(found.damaged.length > 0
        ? [
            `Damaged lines: ${found.damaged.join(", ")}. They count as pending; longhand doctor ${found.run} --repair moves them aside.`,
          ]
        : []),
    ];
    return { json: found, text: lines.join("\n") };
  },
};

const resume: CommandDefinition = {
  usage: "resume <run>",
  summary: "go on with a run that was stopped; finished texts are not asked for again",
  examples: ["longhand generation resume sotu-grid-01k3"],
  run: async (input) =>
    runOutcome(await resumeRun(argument(input, 0), {}, input.context), input.environment),
};

const retry: CommandDefinition = {
  usage: "retry <run>",
  summary: "ask again for failed texts; a failure stops counting only once a text is on disk",
  options: [
    ["--reason <reason>", "only those that failed for this reason (default: all that may pass)"],
  ],
  examples: ["longhand generation retry sotu-grid-01k3 --reason server-error"],
  run: async (input) => {
    const reason = oneOf(input, "reason", FAILURE_REASONS);
    const run = await resumeRun(
      argument(input, 0),
      {
        retry: (outcome) =>
          reason === undefined ? outcome.retryable === true : outcome.reason === reason,
      },
      input.context,
    );
    return runOutcome(run, input.environment);
  },
};

const cache: CommandDefinition = {
  usage: "cache <action>",
  summary: "the reply cache: list, prune or clear",
  options: [
    ["--older-than <age>", "prune: entries older than this, for instance 30d or 12h"],
    ["--max-size <size>", "prune: the oldest, until the rest is no larger, for instance 10GB"],
  ],
  examples: [
    "longhand generation cache list",
    "longhand generation cache prune --older-than 30d --max-size 10GB",
  ],
  run: async (input) => {
    const action = argument(input, 0);
    if (action === "list") return listed(input);
    if (action === "clear") return removed(await clearCache(cacheFolder(input)));
    if (action !== "prune")
      throw usage(`The cache can be listed, pruned or cleared, got ${action}.`);
    const olderThanMs = ageMs(textOption(input, "olderThan"));
    const maxBytes = sizeBytes(textOption(input, "maxSize"));
    if (olderThanMs === undefined && maxBytes === undefined) {
      throw usage("prune needs --older-than or --max-size.");
    }
    const nowMs = input.context.clock.nowMs();
    return removed(
      await pruneCache(cacheFolder(input), {
        nowMs,
        ...(olderThanMs === undefined ? {} : { olderThanMs }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
      }),
    );
  },
};

function cacheFolder({ context }: CommandInput): string {
  return join(context.home, "cache", "calls");
}

async function listed(input: CommandInput): ReturnType<CommandDefinition["run"]> {
  const byModel = new Map<string, { entries: number; bytes: number }>();
  for await (const { model = "damaged", bytes } of listCache(cacheFolder(input))) {
    const sum = byModel.get(model) ?? { entries: 0, bytes: 0 };
    byModel.set(model, { entries: sum.entries + 1, bytes: sum.bytes + bytes });
  }
  const models = [...byModel].map(([model, sum]) => ({ model, ...sum }));
  const lines = models.map(
    ({ model, entries, bytes }) => `${model}: ${entries} replies, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  return {
    json: { folder: cacheFolder(input), models },
    text: lines.length > 0 ? lines.join("\n") : "The cache is empty.",
  };
}

function removed(count: {
  readonly removed: number;
  readonly kept: number;
}): Awaited<ReturnType<CommandDefinition["run"]>> {
  return { json: count, text: `${count.removed} replies removed, ${count.kept} kept.` };
}

const AGE_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const SIZE_BYTES: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

function ageMs(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const found = /^(\d+)([mhd])$/.exec(given);
  if (found === null)
    throw usage(`--older-than takes an age such as 30d, 12h or 90m, got ${given}.`);
  return Number(found[1]) * (AGE_MS[found[2] as string] as number);
}

function sizeBytes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const found = /^(\d+)(KB|MB|GB)$/i.exec(given);
  if (found === null) throw usage(`--max-size takes a size such as 500MB or 10GB, got ${given}.`);
  return Number(found[1]) * (SIZE_BYTES[(found[2] as string).toUpperCase()] as number);
}

/**
 * Adds `longhand generation …`.
 *
 * @param program - The program.
 */
export function addGenerationCommands(program: Command): void {
  const group = program
    .command("generation")
    .description("go on with, retry and look at runs; the reply cache");
  for (const command of [status, resume, retry, cache]) addCommand(group, command);
}
