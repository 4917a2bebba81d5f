import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { resolveChallenge } from "../../leaderboard/index.ts";
import {
  type ChallengeFile,
  type ChallengeItem,
  challengeFileSchema,
  challengeItemSchema,
  type ResolvedChallenge,
} from "../../records/index.ts";
import {
  checkShape,
  type DataProblem,
  fileError,
  parseStrictYaml,
  readJsonLines,
  type YamlSource,
} from "../../storage/index.ts";
import { comparableId } from "../../text/index.ts";

/** A challenge with its items. */
export interface ReadChallenge {
  /** The challenge, every default filled in. */
  readonly challenge: ResolvedChallenge;
  /** Items by track. */
  readonly items: ReadonlyMap<string, readonly ChallengeItem[]>;
}

/**
 * Reads a challenge file and the items that it names, and lists all faults at once.
 *
 * @param path - The file, YAML or JSON.
 * @returns The challenge and its items.
 * @throws LonghandError `invalid-challenge`, each fault with file and line; `not-found`.
 */
export async function readChallenge(path: string): Promise<ReadChallenge> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const source = parseStrictYaml(text, "a challenge");
  const shape = checkShape(source, challengeFileSchema);
  const problems = [...source.problems, ...shape.problems];
  const file = problems.length === 0 ? shape.value : undefined;
  const check = file === undefined ? undefined : resolveChallenge(file);
  for (const { path: place, message } of check?.faults ?? []) {
    problems.push(problemAt(source, place, message));
  }
  const { items, lines } = file === undefined ? NO_ITEMS : await readItems(file, path);
  const all = [...problems.map((problem) => lineOf(path, problem)), ...lines];
  if (all.length > 0 || check?.challenge === undefined) throw invalidChallenge(path, all);
  return { challenge: check.challenge, items };
}

const NO_ITEMS: ItemsOutcome = { items: new Map(), lines: [] };

interface ItemsOutcome {
  readonly items: ReadonlyMap<string, readonly ChallengeItem[]>;
  /** Faults, with file and line. */
  readonly lines: readonly string[];
}

async function readItems({ tracks }: ChallengeFile, path: string): Promise<ItemsOutcome> {
  const items = new Map<string, readonly ChallengeItem[]>();
  const lines: string[] = [];
  for (const track of tracks) {
    const file = join(dirname(path), track.items);
    const own = await readItemFile(file, lines);
    if (!own.some(({ set }) => set === "test")) lines.push(`${file}: it holds no test item.`);
    items.set(track.id, own);
  }
  return { items, lines };
}

async function readItemFile(file: string, lines: string[]): Promise<ChallengeItem[]> {
  const found = new Map<string, ChallengeItem>();
  for await (const { status, line, ...rest } of readJsonLines(file)) {
    const place = `${file}:${line.line}`;
    if (status === "blank") continue;
    if (status === "bad") {
      lines.push((rest as { error: LonghandError }).error.message);
      continue;
    }
    const parsed = challengeItemSchema.safeParse((rest as { value: unknown }).value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      lines.push(`${place}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "no item"}.`);
      continue;
    }
    const itemId = comparableId(parsed.data.itemId);
    if (found.has(itemId)) lines.push(`${place}: the item ${JSON.stringify(itemId)} stands twice.`);
    found.set(itemId, { ...parsed.data, itemId });
  }
  return [...found.values()];
}

function problemAt(source: YamlSource, path: readonly PropertyKey[], message: string): DataProblem {
  return { severity: "error", ...source.placeOf(path), message: `${path.join(".")}: ${message}` };
}

function lineOf(file: string, { line, column, message }: DataProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

function invalidChallenge(file: string, problems: readonly string[]): LonghandError {
  return new LonghandError(problems.join("\n"), {
    code: "invalid-challenge",
    hint: "docs/leaderboard.md describes every key; examples/challenge.yaml is a whole one.",
    details: { file, problems },
  });
}
