import type { Cell, RunSummary } from "../records/index.ts";

const RETRIEVERS: Readonly<Record<string, string>> = {
  none: "no retrieval",
  bm25: "BM25",
  dense: "dense",
  contriever: "Contriever",
  hybrid: "hybrid of BM25 and dense",
  recency: "most recent",
  random: "random",
  "random-own": "random, own texts",
  "random-all": "random, anyone's texts",
};

const TASKS: Readonly<Record<string, string>> = {
  passage: "passage completion",
  abstract: "abstract generation",
  topic: "topic writing",
  review: "review writing",
  email: "email completion",
};

/**
 * A metric's name as papers print it.
 *
 * @param metric - Metric id, for instance `rouge-l`.
 * @returns For instance `ROUGE-L`; an unknown id as it is.
 */
export function metricName(metric: string): string {
  const rouge = /^rouge-([0-9]|l|lsum)$/.exec(metric);
  if (rouge?.[1] !== undefined) {
    return `ROUGE-${rouge[1][0]?.toUpperCase()}${rouge[1].slice(1)}`;
  }
  return metric === "meteor" ? "METEOR" : metric;
}

/**
 * A task's name in words.
 *
 * @param task - Task name, for instance `passage`.
 * @returns For instance `passage completion`; an unknown task as it is.
 */
export function taskName(task: string): string {
  return lookUp(TASKS, task);
}

/**
 * Names for the cells of a run: the retriever and k, and whatever else tells the cells apart.
 * Cells that would share a name go by their ids.
 *
 * @param summary - The run.
 * @returns Names by cell id; all different.
 */
export function cellNames(summary: RunSummary): ReadonlyMap<string, string> {
  const { cells } = summary;
  const modes = new Set(cells.map((cell) => cell.mode)).size;
  const models = new Set(cells.map((cell) => cell.model)).size;
  const named = cells.map((cell) => {
    const parts = [...(cell.dataset === undefined ? [] : [cell.dataset]), retrieverName(cell)];
    if (modes > 1) parts.push(cell.mode);
    if (models > 1) parts.push(cell.model);
    return [cell.id, parts.join(" · ")] as const;
  });
  const uses = new Map<string, number>();
  for (const [, name] of named) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map(named.map(([id, name]) => [id, uses.get(name) === 1 ? name : id]));
}

/**
 * The name of one cell.
 *
 * @param names - From {@link cellNames}.
 * @param id - Cell id.
 * @returns Its name, or the id if it is not among them.
 */
export function nameOf(names: ReadonlyMap<string, string>, id: string): string {
  return names.get(id) ?? id;
}

/**
 * A retriever's name in words, without k.
 *
 * @param retriever - Its name in the experiment file.
 * @returns For instance `no retrieval`, or `BM25, re-ranked by a language model`; an unknown one as it
 *   is.
 */
export function retrieverWord(retriever: string): string {
  const at = retriever.lastIndexOf(RERANK);
  if (at > 0) return rerankedWord(retriever.slice(0, at), retriever.slice(at + RERANK.length));
  const [, kind, rest = ""] = /^(dense|contriever|hybrid):(.+)$/s.exec(retriever) ?? [];
  switch (kind) {
    case "dense":
      return `dense (${rest})`;
    case "contriever":
      return `Contriever (${rest})`;
    case "hybrid":
      return `hybrid of ${listed(rest.split("+").map(retrieverWord))}`;
    default:
      return lookUp(RETRIEVERS, retriever);
  }
}

const RERANK = "+rerank:";

function rerankedWord(first: string, judge: string): string {
  const [, kind, rest] = /^(llm|onnx)(?::(.+))?$/s.exec(judge) ?? [];
  if (kind === undefined) return `${first}${RERANK}${judge}`;
  const who = kind === "llm" ? "a language model" : "a cross-encoder";
  return `${retrieverWord(first)}, re-ranked by ${who}${rest === undefined ? "" : ` (${rest})`}`;
}

/**
 * Words as a sentence begins with them. Only our own words get a capital: an id or a name from an
 * experiment file stays as it is.
 *
 * @param words - Beginning of a sentence.
 * @returns For instance `No retrieval`.
 */
export function sentenceStart(words: string): string {
  const ours = [...Object.values(RETRIEVERS), "hybrid of "].some((word) => words.startsWith(word));
  return ours ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;
}

/**
 * Things in a row, as a sentence holds them.
 *
 * @param things - Any number of words.
 * @returns For instance `a, b and c`.
 */
export function listed(things: readonly string[]): string {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}`;
}

/**
 * A cell's retriever and k in words.
 *
 * @param cell - The cell.
 * @returns For instance `BM25 (k = 4)`; without retrieval there is no k.
 */
export function retrieverName(cell: Cell): string {
  const word = retrieverWord(cell.retriever);
  return cell.k > 0 ? `${word} (k = ${cell.k})` : word;
}

function lookUp(names: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(names, key) ? (names[key] as string) : key;
}
