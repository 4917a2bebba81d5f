import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { DatasetCard, Split } from "../records/index.ts";
import { makeFolder, type SqlEngine, sqlText, writeAtomically } from "../storage/index.ts";
import { jsonTable } from "./build/json-table.ts";
import { HUB_CARD_FILE, SPLITS } from "./dataset-files.ts";
import type { BenchmarkTask, FieldKind } from "./task.ts";

/** A dataset in the layout of the Hugging Face hub. */
export interface HubRequest {
  /** Folder that holds `train.jsonl`, `validation.jsonl` and `test.jsonl`. */
  readonly examples: string;
  /** What it is. */
  readonly card: DatasetCard;
  readonly task: BenchmarkTask;
  /** Folder to write into; it must be empty. */
  readonly folder: string;
  readonly engine: SqlEngine;
}

/** Names of the parts on the hub. */
const HUB_SPLITS: Readonly<Record<Split, string>> = {
  train: "train",
  validation: "val",
  test: "test",
};

/**
 * Name under which a dataset is published: that of the release for the tasks of the paper.
 *
 * @param task - The task.
 * @param setting - How it was split.
 * @returns For instance `product_review_user`.
 */
function hubConfig(task: BenchmarkTask, setting: DatasetCard["setting"]): string {
  const [released] = task.definition.aliases ?? [];
  return `${released ?? task.name.replaceAll("-", "_")}_${setting}`;
}

/** Rows of a group: few, because one row holds a whole profile. */
const ROWS_OF_GROUP = 2048;

/** Writes the Parquet files and the README of the hub's layout; the same examples give the same bytes. */
export async function writeHubFolder(request: HubRequest): Promise<void> {
  const { examples, card, task, folder, engine } = request;
  const config = hubConfig(task, card.setting);
  await makeFolder(join(folder, config));
  // With several threads the groups of rows would depend on who is quicker.
  await engine.run("SET threads = 1");
  for (const split of SPLITS) {
    const path = join(examples, `${split}.jsonl`);
    const longestBytes = await longestLine(path);
    const rows = jsonTable({ path, columns: releasedColumns(task), longestBytes });
    await engine.run(
      `COPY (SELECT * FROM ${rows}) TO ${sqlText(join(folder, hubFile(config, split)))}
       (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROWS_OF_GROUP})`,
    );
  }
  await writeAtomically(join(folder, "README.md"), readme(request, config));
  await writeAtomically(join(folder, HUB_CARD_FILE), `${JSON.stringify(card, undefined, 2)}\n`);
}

function hubFile(config: string, split: Split): string {
  return `${config}/${HUB_SPLITS[split]}-00000-of-00001.parquet`;
}

/** The columns of the release, typed: Longhand's own ids and parts of inputs stay out. */
function releasedColumns({ definition }: BenchmarkTask): Record<string, string> {
  const items = Object.entries(definition.profile)
    // The release has neither.
    .filter(([, { kind, optional }]) => !(kind === "id" && optional))
    .map(([name, { kind }]) => `"${name}" ${name === "year" ? "BIGINT" : SQL_TYPES[kind]}`);
  return {
    // Only mails have an id of the example in the release.
    ...(definition.user.optional ? { id: "VARCHAR" } : {}),
    [definition.user.names[0]]: "VARCHAR",
    input: "VARCHAR",
    output: "VARCHAR",
    profile: `STRUCT(${items.join(", ")})[]`,
  };
}

const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  id: "VARCHAR",
  text: "VARCHAR",
  rating: "DOUBLE",
  date: "VARCHAR",
};

/** Bytes of the longest line. */
async function longestLine(path: string): Promise<number> {
  let [longest, current] = [0, 0];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      longest = Math.max(longest, current + at - from);
      current = 0;
      from = at + 1;
    }
    current += chunk.length - from;
  }
  return Math.max(longest, current);
}

function readme({ card, task }: HubRequest, config: string): string {
  const files = SPLITS.map(
    (split) => `      - split: ${HUB_SPLITS[split]}\n        path: ${hubFile(config, split)}`,
  );
  const { splits, users } = card;
  return `---
pretty_name: ${JSON.stringify(`${task.title} (${card.setting})`)}
language: en
task_categories:
  - text-generation
configs:
  - config_name: ${config}
    data_files:
${files.join("\n")}
---

# ${task.title}, ${card.setting} setting

Built by Longhand. Content hash of the dataset before it was exported, with the ids and dates that
these files do not hold: \`${card.hash}\`

| | train | val | test |
|---|---|---|---|
| examples | ${splits.train} | ${splits.validation} | ${splits.test} |
| people | ${users.train} | ${users.validation} | ${users.test} |
| hash | \`${card.hashes.train}\` | \`${card.hashes.validation}\` | \`${card.hashes.test}\` |

- Source: ${plain(card.source) || "not named"}
- Profile of rules: ${card.profile}
- Seed: ${card.seed}

## Options

${Object.entries(card.options)
  .map(([name, value]) => `- \`${name}\`: \`${JSON.stringify(value)}\``)
  .join("\n")}

## Choices

${(card.choices ?? []).map((text) => `- ${plain(text)}`).join("\n")}

## What each rule let through

| rule | in | out | people in | people out |
|---|---|---|---|---|
${card.funnel
  .map(
    ({ rule, unit, in: before, out, usersIn, usersOut }) =>
      `| ${plain(rule)} | ${before} ${unit} | ${out} | ${usersIn} | ${usersOut} |`,
  )
  .join("\n")}

## Checks

${card.checks.map(({ check, status, findings }) => `- ${check}: ${status} (${findings})`).join("\n")}
${Object.entries(card.counts)
  .map(([name, count]) => `- ${name}: ${count}`)
  .join("\n")}
`;
}

/** A text in one line without what Markdown or a table would take for its own. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[|<>`\\]/g, (character) => `\\${character}`)
    .trim();
}
