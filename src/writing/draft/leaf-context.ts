import { LonghandError } from "../../foundation/index.ts";
import type { ChatMessage, NodeRead, PlanNode, WritingFact } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { firstWords, pythonWords } from "../../text/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import { estimateTokens, START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { holdsIn } from "../brief/story-time.ts";
import { CONTEXT_PARTS, type ContextPart, SIZE_LIMITS } from "../plan/model-size.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { cutToTokens, linesWithin, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { factLine, kindName, mustLine, nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { madeReads, madeWith } from "../run/made-with.ts";
import type { Exemplar, Writer } from "../run/writer.ts";
import { prefixLines, prefixOfBrief } from "../techniques/prefix-lines.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { styleLines } from "../voice/style-lines.ts";
import { VOICE_TEMPLATES } from "../voice/voice-templates-v1.ts";
import { goesOn, goingOn } from "./go-on.ts";
import { earlierLines, type Neighbours, neighboursOf, placeOf } from "./leaf-place.ts";
import { listTokens, roomForEarlier, saidFactsWithin } from "./place-room.ts";
import { saidFacts } from "./said-facts.ts";
import type { SaidIndex } from "./said-index.ts";

/** Words of the previous leaf's end that a prompt shows, at most. */
const TAIL_WORDS = 80;
/** Sentences that are named as said already, at most. */
const SAID_SENTENCES = 5;
/** Words of one paragraph, for saying how many there should be. */
const PARAGRAPH_WORDS = 100;
/** Fewest words of a line that is cut. */
const LEAST_CUT_WORDS = 3;
/** Parts that may be left out when the model's window is too small, in this order. */
const DROP_ORDER: readonly ContextPart[] = [
  "said",
  "passages",
  "next",
  "exemplars",
  "siblings",
  "ancestors",
];

/** What one leaf's prompt is made from. */
export interface LeafRequest {
  /** The leaf. */
  readonly node: PlanNode;
  /** Words to ask for. */
  readonly targetWords: number;
  /** Longest reply, in tokens. */
  readonly maxOutputTokens: number;
  /** What the document says already. */
  readonly said: SaidIndex;
  /** Keywords that fit here. @defaultValue none */
  readonly keywords?: readonly string[];
}

/** The prompt of a leaf, and everything that went into it. */
export interface LeafContext {
  /** The system message. */
  readonly system: string;
  /** The parts of the user message, in order. */
  readonly parts: ReadonlyMap<ContextPart, string>;
  /** The conversation. */
  readonly messages: readonly ChatMessage[];
  /** Mentions that the leaf has to hold. */
  readonly hits: readonly MustHit[];
  /** Facts that hold there. */
  readonly facts: readonly AuthorFact[];
  /** Exemplars shown. */
  readonly exemplars: readonly Exemplar[];
  /** What was read, to trace changes. */
  readonly reads: readonly NodeRead[];
  /** Words of the text so far that the model's window had no room for. @defaultValue 0 */
  readonly droppedWords?: number;
}

/**
 * Puts the prompt of a leaf together, each part within its budget. It does not grow with the document.
 *
 * @param request - Leaf and target.
 * @param writer - The run.
 * @returns The prompt.
 * @throws LonghandError `context-too-small` if even the parts that are never left out do not fit.
 */
export async function leafContext(request: LeafRequest, writer: Writer): Promise<LeafContext> {
  const { node } = request;
  const { brief, hits } = writer;
  const { bible } = techniquesOf(brief);
  const facts = bible ? brief.facts.filter((fact) => holdsIn(fact, node)) : [];
  const exemplars = await exemplarsFor(node, writer);
  const own = node.must.flatMap((id) => hits.get(id) ?? []);
  const said = shownFacts(node, writer);
  const found = { request, writer, facts, exemplars, hits: own, said };
  const parts = partsOf(found);
  const system = parts.get("instructions") ?? "";
  parts.delete("instructions");
  const { previousText = "" } = neighboursOf(node, writer);
  const ending = goesOn(writer) ? previousText : "";
  if (ending !== "") parts.delete("previous");
  const messages = await fitted({ system, parts, request, writer, ending });
  return { system, parts, messages, hits: own, facts, exemplars, reads: readsOf(found) };
}

function partsOf(found: Found): Map<ContextPart, string> {
  const { writer, said, request } = found;
  const texts = new Map<ContextPart, string>();
  for (const part of CONTEXT_PARTS) texts.set(part, partText(part, found));
  texts.set("siblings", earlierPart(found, roomForEarlier(texts, said.map(quoteOf), writer.scale)));
  // What is taken away leaves its room empty, so that everything else stays as it is.
  const { alreadySaid, nextBrief } = techniquesOf(writer.brief);
  if (!alreadySaid) texts.delete("said");
  if (!nextBrief) texts.set("next", nextPart(withoutNext(request.node, writer), writer));
  return new Map([...texts].filter(([, text]) => text !== ""));
}

function withoutNext(node: PlanNode, writer: Writer): Neighbours {
  const { next: _, ...neighbours } = neighboursOf(node, writer);
  return neighbours;
}

interface Found {
  readonly request: LeafRequest;
  readonly writer: Writer;
  readonly facts: readonly AuthorFact[];
  readonly exemplars: readonly Exemplar[];
  readonly hits: readonly MustHit[];
  readonly said: readonly WritingFact[];
}

function partText(part: ContextPart, found: Found): string {
  const { request, writer, hits } = found;
  const { node } = request;
  const { leaf } = TEMPLATES;
  const budgetTokens = SIZE_LIMITS[writer.scale].partTokens[part];
  const neighbours = neighboursOf(node, writer);
  switch (part) {
    case "instructions":
      return instructions(writer);
    case "document":
      return documentPart(writer, budgetTokens);
    case "facts":
      return listPart(leaf.facts, factLines(found), budgetTokens);
    case "exemplars":
      return exemplarPart(found, budgetTokens);
    case "passages":
      return "";
    case "ancestors":
      return listPart(leaf.ancestors, ancestorLines(node, writer), budgetTokens, "farthest-first");
    case "siblings":
      return "";
    case "said":
      return listPart(
        leaf.said,
        request.said.closest(nodeLine(node), SAID_SENTENCES),
        budgetTokens,
      );
    case "previous":
      return previousPart(neighbours.previousText, budgetTokens);
    case "next":
      return nextPart(neighbours, writer);
    case "must":
      return mustPart(hits, request.keywords ?? [], budgetTokens);
    case "leaf":
      return leafPart(request, writer, budgetTokens);
  }
}

/**
 * The system message: the rules of the task, and what must never be written.
 *
 * @param writer - The run.
 * @returns The message.
 */
export function instructions(writer: Pick<Writer, "brief"> & Partial<Writer>): string {
  const { brief } = writer;
  const { leaf } = TEMPLATES;
  const { language } = brief;
  const techniques = techniquesOf(brief);
  const profile = techniques.voice ? brief.profile : undefined;
  const system = fill(leaf.system, {
    kind: kindName(brief),
    voice: profile === undefined ? "" : fill(leaf.voice, { author: profile.author }),
    language:
      language === undefined || language.startsWith("en") ? "" : fill(leaf.language, { language }),
  });
  const avoided = (how: "word" | "topic"): string =>
    brief.avoid
      .filter((item) => item.how === how)
      .map(({ text }) => text)
      .join("; ");
  const lines = [
    ...(techniques.prefix ? [prefixLines(prefixOfBrief(brief))] : []),
    system,
    ...(avoided("word") === "" ? [] : [fill(leaf.avoid, { items: avoided("word") })]),
    ...(avoided("topic") === "" ? [] : [fill(leaf.topics, { items: avoided("topic") })]),
  ];
  return [...lines, ...cardLines(writer, lines)].join("\n");
}

/** What is typical of the author's style, as far as the instructions leave room for it. */
function cardLines(
  { brief, scale, styleCard }: Pick<Writer, "brief"> & Partial<Writer>,
  lines: readonly string[],
): string[] {
  const { voice, styleCard: isShown } = techniquesOf(brief);
  if (styleCard === undefined || scale === undefined || !voice || !isShown) return [];
  const taken = lines.reduce((sum, line) => sum + estimateTokens(line), 0);
  return styleLines(styleCard, SIZE_LIMITS[scale].partTokens.instructions - taken);
}

/**
 * What a leaf has to mention, and the keywords that fit there as far as there is room for them.
 *
 * @param hits - Mentions required.
 * @param keywords - Keywords.
 * @param budgetTokens - Tokens that both may take together, estimated.
 * @returns The part; empty if nothing is asked for.
 */
export function mustPart(
  hits: readonly MustHit[],
  keywords: readonly string[],
  budgetTokens: number,
): string {
  const { must } = TEMPLATES.leaf;
  const required = hits.length === 0 ? [] : [fill(must, { items: mustLine(hits) })];
  const taken = required.reduce((sum, line) => sum + estimateTokens(line), 0);
  for (let count = keywords.length; count > 0; count--) {
    const items = keywords.slice(0, count).join("; ");
    const line = fill(VOICE_TEMPLATES.keywords, { items });
    if (taken + estimateTokens(line) <= budgetTokens) return [...required, line].join("\n");
  }
  return required.join("\n");
}

/**
 * What the whole document is to do, and for whom.
 *
 * @param writer - The run.
 * @param budgetTokens - Tokens that it may take, estimated.
 * @returns The goal, cut to the budget, and the audience.
 */
export function documentPart({ brief }: Pick<Writer, "brief">, budgetTokens: number): string {
  const { leaf } = TEMPLATES;
  const audience =
    brief.audience === undefined ? "" : fill(leaf.audience, { audience: brief.audience });
  const room = budgetTokens - estimateTokens(audience);
  const title = brief.title === undefined ? "" : `“${brief.title}”. `;
  const goal = cutToTokens(`${title}${brief.goal}`, Math.max(budgetTokens / 2, room));
  const document = fill(leaf.document, { kind: kindName(brief), goal });
  return audience === "" ? document : `${document}\n${audience}`;
}

function factLines({ facts, request, said }: Found): string[] {
  const named = (fact: AuthorFact): number =>
    request.node.entities.includes(fact.subject) ? 0 : 1;
  const locked = facts.toSorted((left, right) => named(left) - named(right)).map(factLine);
  return [...locked, ...said.map(quoteOf)];
}

/** What texts say of those whom a leaf's plan names, as far as there is room for it. */
function shownFacts(node: PlanNode, writer: Writer): WritingFact[] {
  const found = saidFacts(node, writer);
  return found.slice(0, saidFactsWithin(found.map(quoteOf), writer.scale).length);
}

function quoteOf({ evidence }: WritingFact): string {
  return evidence?.quote ?? "";
}

function ancestorLines(node: PlanNode, { journal, scale }: Writer): string[] {
  return journal.state.tree
    .ancestorsOf(node)
    .filter(({ parent }) => parent !== undefined)
    .map((above) => (scale === "tiny" ? above.brief : nodeLine(above)));
}

function listPart(
  template: string,
  lines: readonly string[],
  ...[budgetTokens, order]: readonly [number, "farthest-first"?]
): string {
  const [first] = lines;
  if (first === undefined) return "";
  const fitting = linesWithin(lines, budgetTokens);
  const kept = fitting.length > 0 ? fitting : [cutToTokens(first, budgetTokens)];
  const ordered = order === "farthest-first" ? kept.toReversed() : kept;
  return fill(template, { lines: ordered.map((line) => `- ${line}`).join("\n") });
}

/** What was told before, the nearest first until the room is used up; the last line may be cut. */
function earlierPart({ request, writer }: Found, roomTokens: number): string {
  const template = TEMPLATES.leaf.siblings;
  const lines = earlierLines(request.node, writer);
  if (lines.length === 0) return "";
  let leftTokens = roomTokens - estimateTokens(fill(template, { lines: "" }));
  const kept: string[] = [];
  for (const line of lines) {
    const tokens = listTokens(`- ${line}`);
    if (tokens > leftTokens) {
      const words = Math.floor(leftTokens / START_TOKENS_PER_WORD) - 2;
      if (words >= LEAST_CUT_WORDS) kept.push(`${pythonWords(line).slice(0, words).join(" ")} …`);
      break;
    }
    kept.push(line);
    leftTokens -= tokens;
  }
  const shown = kept.toReversed().map((line) => `- ${line}`);
  return fill(template, { lines: shown.join("\n") });
}

/**
 * Passages of the author's own, to write like.
 *
 * @param found - The run and the passages.
 * @param budgetTokens - Tokens that they may take together, estimated.
 * @returns The passages, fenced; empty if there are none.
 */
export function exemplarPart(
  {
    writer,
    exemplars,
  }: { readonly writer: Pick<Writer, "brief">; readonly exemplars: readonly Exemplar[] },
  budgetTokens: number,
): string {
  const { profile } = writer.brief;
  if (profile === undefined || exemplars.length === 0) return "";
  const each = budgetTokens / exemplars.length;
  const texts = exemplars.map(({ text }) => `"""\n${cutToTokens(text, each)}\n"""`).join("\n");
  return fill(TEMPLATES.leaf.exemplars, { author: profile.author, texts });
}

function previousPart(text: string | undefined, budgetTokens: number): string {
  if (text === undefined) return "";
  const tail = tailOf(text, TAIL_WORDS);
  return fill(TEMPLATES.leaf.previous, {
    text: estimateTokens(tail) > budgetTokens ? tailOf(tail, Math.floor(budgetTokens / 2)) : tail,
  });
}

/** What comes after a leaf: the head of the text there, or what is planned. */
function nextPart(
  { next, nextText, laterText }: Neighbours,
  { scale }: Pick<Writer, "scale">,
): string {
  const { leaf } = TEMPLATES;
  const budgetTokens = SIZE_LIMITS[scale].partTokens.next;
  if (nextText !== undefined) return fill(leaf.nextText, { text: headOf(nextText, budgetTokens) });
  // A tiny model writes down what it is told not to write yet.
  if (scale === "tiny") return "";
  const share = laterText === undefined ? 1 : 0.5;
  return [
    ...(next === undefined
      ? []
      : [fill(leaf.next, { text: cutToTokens(nodeLine(next), share * budgetTokens) })]),
    ...(laterText === undefined
      ? []
      : [fill(leaf.later, { text: headOf(laterText, share * budgetTokens) })]),
  ].join("\n");
}

function headOf(text: string, budgetTokens: number): string {
  const words = firstWords(text.replace(/\s+/g, " "), TAIL_WORDS);
  return cutToTokens(words, budgetTokens);
}

function leafPart(
  { node, targetWords }: LeafRequest,
  writer: Writer,
  budgetTokens: number,
): string {
  const place = placeOf(node, writer);
  // Nothing stands above a leaf whose previous one is still to be written.
  const isFree = place === "middle" && neighboursOf(node, writer).previousText === undefined;
  return fill(TEMPLATES.leaf.place[isFree ? "inner" : place], {
    kind: kindName(writer.brief),
    words: targetWords,
    paragraphs: paragraphsFor(targetWords),
    brief: cutToTokens(writer.scale === "tiny" ? node.brief : nodeLine(node), budgetTokens),
  });
}

/**
 * How many paragraphs a text should have.
 *
 * @param targetWords - Its words.
 * @returns For instance `3 paragraphs`.
 */
export function paragraphsFor(targetWords: number): string {
  const count = Math.max(1, Math.round(targetWords / PARAGRAPH_WORDS));
  return count === 1 ? "one paragraph" : `${count} paragraphs`;
}

/**
 * The author's passages for one leaf.
 *
 * @param node - The leaf.
 * @param writer - The run.
 * @returns One for a tiny model, else up to three; none without a profile.
 */
export async function exemplarsFor(node: PlanNode, writer: Writer): Promise<readonly Exemplar[]> {
  const { brief, findExemplars, scale } = writer;
  const { voice, exemplars } = techniquesOf(brief);
  if (brief.profile === undefined || findExemplars === undefined) return [];
  if (!voice || !exemplars) return [];
  const found = await findExemplars(nodeLine(node));
  return found.slice(0, scale === "tiny" ? 1 : Math.min(3, brief.profile.passages));
}

interface Fitting {
  readonly system: string;
  readonly parts: Map<ContextPart, string>;
  readonly request: LeafRequest;
  readonly writer: Writer;
  /** Text that the model goes on with as its own; empty where it is told of it. */
  readonly ending: string;
}

async function fitted({ system, parts, request, writer, ending }: Fitting): Promise<ChatMessage[]> {
  const { writerModel } = writer;
  const { contextTokens } = writerModel.description;
  const messages = (): ChatMessage[] =>
    goingOn(
      [
        { role: "system", content: system },
        { role: "user", content: [...parts.values()].join("\n\n") },
      ],
      ending,
    );
  if (contextTokens === undefined) return messages();
  const available = contextTokens - request.maxOutputTokens;
  for (const part of [...DROP_ORDER, undefined]) {
    const { tokens } = await writerModel.countTokens(messages());
    if (tokens <= available) return messages();
    if (part === undefined) throw tooSmall(tokens, available, parts);
    parts.delete(part);
  }
  return messages();
}

/**
 * The error of a prompt that no cut makes fit.
 *
 * @param needed - Tokens that it takes.
 * @param available - Tokens that the model's window leaves for it.
 * @param parts - Its parts.
 * @returns An error with code `context-too-small` that names the largest part.
 */
export function tooSmall(
  needed: number,
  available: number,
  parts: ReadonlyMap<ContextPart, string>,
): LonghandError {
  const [largest] = [...parts].sort(
    ([, left], [, right]) => estimateTokens(right) - estimateTokens(left),
  );
  return new LonghandError(
    `The smallest prompt of a part takes ${needed} tokens, but the model's context leaves ${available} for it; the largest piece is "${largest?.[0] ?? "instructions"}".`,
    {
      code: "context-too-small",
      hint: "Use a model with a longer context, or set models.size to a smaller size.",
      details: { neededTokens: needed, availableTokens: available, largestPart: largest?.[0] },
    },
  );
}

function readsOf({ request, writer, facts, exemplars, said }: Found): NodeRead[] {
  const { node } = request;
  const read = (object: string, text: string, strength: NodeRead["strength"]): NodeRead => ({
    object,
    version: sha256(text).slice(0, 16),
    strength,
  });
  const { previous, previousText, next, after, nextText } = neighboursOf(node, writer);
  return [
    read("brief", writer.ground.runHash, "soft"),
    read(`node:${node.id}`, `${nodeLine(node)}|${node.must.join()}|${node.targetWords}`, "hard"),
    ...facts.map((fact) =>
      read(`fact:${fact.subject}/${fact.attribute}`, String(fact.value), "hard"),
    ),
    ...said.map((fact) => read(`fact:${fact.id}`, fact.value, "hard")),
    ...writer.journal.state.tree
      .ancestorsOf(node)
      .map((above) => read(`node:${above.id}`, nodeLine(above), "soft")),
    ...(previous === undefined || previousText === undefined
      ? []
      : [read(`text:${previous.id}`, previousText, "soft")]),
    ...(next === undefined ? [] : [read(`node:${next.id}`, nodeLine(next), "soft")]),
    ...(after === undefined || nextText === undefined
      ? []
      : [read(`text:${after.id}`, nextText, "soft")]),
    ...exemplars.map(({ id, text }) => read(`passage:${id}`, text, "soft")),
    ...madeReads(madeWith(writer.brief, writer.writerModel.description)),
  ];
}
