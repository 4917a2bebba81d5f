import type { LonghandError } from "../../foundation/index.ts";
import { resolveChallenge } from "../../leaderboard/index.ts";
import {
  type ChallengeFile,
  type ChallengeItem,
  challengeFileSchema,
  challengeItemSchema,
  type LineProblem,
  type ResolvedChallenge,
} from "../../records/index.ts";
import {
  checkShape,
  type JsonLine,
  parseStrictYaml,
  type YamlSource,
} from "../../storage/index.ts";
import { comparableId } from "../../text/index.ts";

/** A challenge file and its items, wherever they come from. */
export interface ChallengeTexts {
  /** Name of the challenge file in messages. */
  readonly name: string;
  /** The challenge file, YAML or JSON. */
  readonly text: string;
  /**
   * Opens the items of a track.
   *
   * @param file - The file, as the track names it.
   * @returns Its name in messages and its lines; `undefined` if there is none.
   */
  readonly itemsOf: (file: string) =>
    | {
        readonly name: string;
        readonly lines: Iterable<JsonLine> | AsyncIterable<JsonLine>;
      }
    | undefined;
}

/** Something wrong with a challenge file or its items. */
export interface ChallengeProblem extends LineProblem {
  /** The file. */
  readonly file: string;
  /** Column, from 1; absent for items. */
  readonly column?: number;
}

/** What a check came to. */
export interface ChallengeTextsCheck {
  /** All faults at once; none if the challenge may be created. */
  readonly problems: readonly ChallengeProblem[];
  /** The challenge, every default filled in; absent if its file has a fault. */
  readonly challenge?: ResolvedChallenge;
  /** Items by track. */
  readonly items: ReadonlyMap<string, readonly ChallengeItem[]>;
}

/**
 * Checks a challenge file and the items that it names, and lists all faults at once.
 *
 * @param texts - The file and its items.
 * @returns Faults, each with file and line; the challenge if its file has none.
 */
export async function checkChallengeTexts(texts: ChallengeTexts): Promise<ChallengeTextsCheck> {
  const { name, text } = texts;
  const source = parseStrictYaml(text, "a challenge");
  const shape = checkShape(source, challengeFileSchema);
  const found = [...source.problems, ...shape.problems];
  const file = found.length === 0 ? shape.value : undefined;
  const check = file === undefined ? undefined : resolveChallenge(file);
  const problems: ChallengeProblem[] = [
    ...found.map(({ line, column, message }) => ({ line, column, message })),
    ...(check?.faults ?? []).map((fault) => placed(source, fault)),
  ].map((problem) => ({ file: name, code: "invalid-challenge", ...problem }));
  const items = new Map<string, readonly ChallengeItem[]>();
  for (const track of file?.tracks ?? []) {
    items.set(track.id, await readItems(track, { texts, problems }));
  }
  return {
    problems,
    ...(check?.challenge === undefined ? {} : { challenge: check.challenge }),
    items,
  };
}

function placed(
  source: YamlSource,
  { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string },
): { readonly line: number; readonly column: number; readonly message: string } {
  return { ...source.placeOf(path), message: `${path.join(".")}: ${message}` };
}

interface ItemTools {
  readonly texts: ChallengeTexts;
  readonly problems: ChallengeProblem[];
}

async function readItems(
  { items: file }: ChallengeFile["tracks"][number],
  { texts, problems }: ItemTools,
): Promise<ChallengeItem[]> {
  const found = new Map<string, ChallengeItem>();
  const opened = texts.itemsOf(file);
  const name = opened?.name ?? file;
  const add = (message: string, line?: number): void => {
    const where = line === undefined ? {} : { line };
    problems.push({ file: name, ...where, code: "invalid-items", message });
  };
  if (opened === undefined) {
    add(`There is no file ${file}.`);
    return [];
  }
  for await (const entry of opened.lines) {
    const { line } = entry.line;
    const item = itemAt(entry, name);
    if (item === undefined) continue;
    if (typeof item === "string") {
      add(item, line);
      continue;
    }
    const itemId = comparableId(item.itemId);
    if (found.has(itemId)) add(`the item ${JSON.stringify(itemId)} stands twice.`, line);
    found.set(itemId, { ...item, itemId });
  }
  if (![...found.values()].some(({ set }) => set === "test")) add("it holds no test item.");
  return [...found.values()];
}

/** The item of a line, or what is wrong with it; nothing for a blank one. */
function itemAt(entry: JsonLine, name: string): ChallengeItem | string | undefined {
  if (entry.status === "blank") return undefined;
  return entry.status === "bad" ? withoutPlace(entry.error, name) : itemOf(entry.value);
}

function itemOf(value: unknown): ChallengeItem | string {
  const parsed = challengeItemSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "no item"}.`;
}

/** The message of a line that is no JSON, without the place, which stands beside it. */
function withoutPlace({ message }: LonghandError, name: string): string {
  return message.startsWith(`${name}:`)
    ? message.slice(name.length + 1).replace(/^\d+(?::\d+)?: /, "")
    : message;
}
