import { readFile } from "node:fs/promises";
import { LonghandError } from "../../../foundation/index.ts";
import { type SqlRow, sqlText, writeAtomically } from "../../../storage/index.ts";
import type { BuildRules } from "../build-rules.ts";
import { type DocumentTable, documentView } from "../document-view.ts";
import { PLAN } from "../draw-plan.ts";
import type { Workshop } from "../workshop.ts";
import { keywordPrompt } from "./keyword-prompt.ts";
import { localKeywords } from "./local-keywords.ts";
import { KEYWORDS_WANTED, type ParsedKeywords, parseKeywords } from "./parse-keywords.ts";

/** A paper that a model is to name keywords for. */
export interface KeywordQuestion {
  /** Stands for the paper in its answer. */
  readonly key: string;
  /** What the model is asked. */
  readonly prompt: string;
}

/** What a model said. */
export interface KeywordAnswer {
  /** The paper. */
  readonly key: string;
  /** The answer as it came; absent if there was none. */
  readonly answer?: string;
}

/**
 * Asks a model for keywords. Answers may come in any order; one that is asked for again after a kill
 * should come from a cache.
 */
export type KeywordAsker = (
  questions: AsyncIterable<KeywordQuestion>,
) => AsyncIterable<KeywordAnswer>;

/** Where the keywords of targets come from. */
export interface KeywordSource {
  /** The keywords of a target, as its input holds them; `undefined` to leave it out. */
  of(row: SqlRow): string | undefined;
  /** What was counted on the way. */
  counts(): Record<string, number>;
}

const ANSWERS = "keywords.jsonl";

/** Asks a model for the keywords of all targets, in a step of its own. */
export async function askForKeywords(
  shop: Workshop,
  table: DocumentTable,
  ask: KeywordAsker | undefined,
): Promise<{ readonly asked: number }> {
  if (ask === undefined) {
    throw new LonghandError(`Nobody can ask the model ${table.rules.keywords} for keywords here.`, {
      code: "invalid-option",
      hint: "Take --keywords local, or --keywords from-source.",
    });
  }
  const plan = `(SELECT DISTINCT ord FROM read_parquet(${sqlText(shop.path(PLAN))}) WHERE split IS NOT NULL)`;
  const rows = await shop.engine.rows(`SELECT count(*) AS n FROM ${plan}`);
  const total = Number(rows[0]?.["n"]);
  async function* questions(): AsyncGenerator<KeywordQuestion> {
    const sql = `SELECT ord, text FROM (${documentView(table)}) WHERE ord IN ${plan} ORDER BY ord`;
    for await (const { ord, text } of shop.engine.stream(sql)) {
      yield { key: String(ord), prompt: keywordPrompt(String(text)) };
    }
  }
  let asked = 0;
  async function* lines(answers: AsyncIterable<KeywordAnswer>): AsyncGenerator<string> {
    for await (const answer of answers) {
      asked += 1;
      shop.onProgress({ step: "Asking for keywords", done: asked, total, unit: "keywords" });
      yield `${JSON.stringify(answer)}\n`;
    }
  }
  await writeAtomically(shop.path(ANSWERS), lines(ask(questions())));
  return { asked };
}

/** Opens the source of keywords that the rules name. */
export async function openKeywords(shop: Workshop, rules: BuildRules): Promise<KeywordSource> {
  const answerOf = await answersFrom(shop, rules);
  const isRaw = rules.keywordForm === "raw" && needsModel(rules);
  const counts: Counts = {
    keywordsFewer: 0,
    keywordsMore: 0,
    keywordsRefused: 0,
    keywordsMissing: 0,
  };
  return {
    of: (row) => {
      const answer = answerOf(row);
      const parsed = parseKeywords(answer ?? "");
      const counted = countedAs(parsed);
      if (counted !== undefined) counts[counted] += 1;
      // Only the answer of a model can be pasted as it is.
      if (isRaw) return answer;
      return parsed.rejected === undefined ? parsed.keywords.join(", ") : undefined;
    },
    counts: () => ({ ...counts }),
  };
}

type Counted = "keywordsFewer" | "keywordsMore" | "keywordsRefused" | "keywordsMissing";
type Counts = Record<Counted, number>;

function countedAs({ found, rejected }: ParsedKeywords): Counted | undefined {
  if (rejected !== undefined) {
    return rejected === "refusal" ? "keywordsRefused" : "keywordsMissing";
  }
  if (found === KEYWORDS_WANTED) return undefined;
  return found < KEYWORDS_WANTED ? "keywordsFewer" : "keywordsMore";
}

type AnswerOf = (row: SqlRow) => string | undefined;

async function answersFrom(shop: Workshop, { keywords }: BuildRules): Promise<AnswerOf> {
  if (keywords === "local") {
    return (row) => {
      const paper = { title: String(row["title"]), abstract: String(row["text"]) };
      // Semicolons, because a keyword may hold a comma.
      return localKeywords(paper).join("; ") || undefined;
    };
  }
  if (keywords === "from-source") {
    return ({ keywords: list }) => {
      const given = Array.isArray(list) ? list.filter((word) => typeof word === "string") : [];
      return given.map((word) => word.trim()).join("; ") || undefined;
    };
  }
  const lines = (await readFile(shop.path(ANSWERS), "utf8")).split("\n");
  const answers = new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as KeywordAnswer)
      .map(({ key, answer }) => [key, answer]),
  );
  return ({ ord }) => answers.get(String(ord));
}

/** Whether keywords come from a model. */
export function needsModel({ keywords }: BuildRules): boolean {
  return keywords !== "local" && keywords !== "from-source";
}
