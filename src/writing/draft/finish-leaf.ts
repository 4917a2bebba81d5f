import type { ChatMessage } from "../../records/index.ts";
import { splitSentences, unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { cutToTokens, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { mustLine, nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { type CallOutcome, settleAll } from "../run/ask-model.ts";
import { beginningWith, begunSentence, finishedSentence } from "./begun-sentence.ts";
import { filterReasons } from "./candidate-filters.ts";
import { mentionsFound } from "./candidate-score.ts";
import { cleanReply, withoutTornEnd } from "./clean-reply.ts";
import { type Drafting, windowOf } from "./drafting.ts";
import { goesOn, goingOn } from "./go-on.ts";
import { replyTokens, trimToWindow } from "./length-control.ts";
import { saysTheSame } from "./said-index.ts";
import { withoutFaults } from "./screen-draft.ts";

/** Times that a leaf which is too short is gone on with, at least. */
const LEAST_CONTINUES = 2;
/** One more continuation for each such stretch of a leaf: some models stop after a paragraph. */
const WORDS_PER_CONTINUE = 100;
/** Lowest share of the words asked for that is reckoned with. */
const LEAST_COMPLIANCE = 0.5;
/** Fewest words worth a call of their own. */
const LEAST_CONTINUE_WORDS = 12;
/** Words of the leaf so far that a continuation is shown. */
const SHOWN_WORDS = 120;
/** Longest sentence with a mention, in tokens. */
const MUST_TOKENS = 70;
/** Mentions for which a sentence is begun, at most. */
const MOST_BEGUN = 3;
/** Tokens of the leaf's brief in a continuation. */
const BRIEF_TOKENS = 120;

/**
 * Brings a chosen draft to its mentions and into its window: asks for a sentence with what is missing,
 * goes on where it is too short, drops sentences where it is too long.
 *
 * @param draft - The text chosen.
 * @param drafting - The leaf; what was done is added to its entries.
 * @returns The text.
 */
export async function finishLeaf(draft: string, drafting: Drafting): Promise<string> {
  const asks = drafting.work.method?.asksForMentions ?? true;
  const complete = asks ? await withMentions(draft, drafting) : draft;
  const long = await continued(complete, drafting);
  return shortened(long, drafting);
}

async function withMentions(draft: string, drafting: Drafting): Promise<string> {
  const { context, work, entries } = drafting;
  const found = mentionsFound(draft, context.hits);
  const missing = context.hits.filter((hit) => !found.includes(hit));
  if (missing.length === 0) return draft;
  const outcomes = await settleAll(
    Array.from({ length: work.candidates }, (_, index) =>
      askForMention(draft, missing, { drafting, variant: `0.${index}` }),
    ),
  );
  entries.push(...outcomes.map(({ entry }) => entry));
  const sentences = mentioningSentences(repliesOf(outcomes), missing, drafting);
  return withBegunSentences(joined(draft, sentences), drafting);
}

/** What no reply mentioned begins a sentence by code, and the model finishes it. */
async function withBegunSentences(draft: string, drafting: Drafting): Promise<string> {
  const { context, work, node, entries } = drafting;
  const found = mentionsFound(draft, context.hits);
  const missing = context.hits.filter((hit) => !found.includes(hit)).slice(0, MOST_BEGUN);
  const asked = missing.flatMap((hit, place) =>
    Array.from({ length: work.candidates }, (_, index) => ({ hit, variant: `${place}.${index}` })),
  );
  const outcomes = await settleAll(
    asked.map(({ hit, variant }) =>
      work.writer.asker.ask({
        stage: "must",
        node: node.id,
        variant: `begin.${variant}`,
        messages: afterText(draft, beginning(hit), drafting),
        maxOutputTokens: MUST_TOKENS,
      }),
    ),
  );
  entries.push(...outcomes.map(({ entry }) => entry));
  const sentenceOf = goesOn(work.writer) ? finishedSentence : begunSentence;
  const sentences = outcomes.map(({ call }, index) =>
    sentenceOf(beginningWith((asked[index] as { hit: MustHit }).hit), call?.text ?? ""),
  );
  return joined(draft, mentioningSentences(sentences, missing, drafting));
}

function beginning(hit: MustHit): Request {
  const start = beginningWith(hit);
  return { ask: fill(TEMPLATES.must.begin, { start }), start };
}

function repliesOf(outcomes: readonly CallOutcome[]): string[] {
  return outcomes.flatMap(({ call }) => (call === undefined ? [] : [call.text]));
}

interface MentionCall {
  readonly drafting: Drafting;
  readonly variant: string;
}

function askForMention(
  text: string,
  missing: readonly MustHit[],
  { drafting, variant }: MentionCall,
): Promise<CallOutcome> {
  const ask = fill(TEMPLATES.must.ask, { items: mustLine(missing) });
  return drafting.work.writer.asker.ask({
    stage: "must",
    node: drafting.node.id,
    variant,
    messages: afterText(text, { ask }, drafting),
    maxOutputTokens: MUST_TOKENS * Math.min(3, missing.length),
  });
}

/** The first sentences in the replies that hold what is missing; each mention once. */
function mentioningSentences(
  replies: readonly string[],
  missing: readonly MustHit[],
  drafting: Drafting,
): string {
  const sentences = replies.flatMap((reply) =>
    splitSentences(withoutTornEnd(cleanReply(reply)).replace(/\s+/g, " ")),
  );
  const kept: string[] = [];
  let open = missing;
  for (const sentence of sentences) {
    const found = mentionsFound(sentence, open);
    if (found.length === 0 || isBad(sentence, drafting)) continue;
    kept.push(sentence.trim());
    open = open.filter((hit) => !found.includes(hit));
  }
  return kept.join(" ");
}

function isBad(text: string, { work, context }: Drafting): boolean {
  const reasons = filterReasons(`${text} `, {
    avoid: work.writer.brief.avoid.map((item) => item.text),
    sources: [],
    instructions: context.system,
    said: work.said,
    ...(work.language === undefined ? {} : { language: work.language }),
  });
  return reasons.some((reason) => reason !== "empty" && reason !== "repeats-edge");
}

async function continued(draft: string, drafting: Drafting): Promise<string> {
  const { work, targetWords, node } = drafting;
  const window = windowOf(drafting);
  // A model that gave half of what it was asked for will do so again.
  const compliance = Math.min(1, Math.max(LEAST_COMPLIANCE, countWords(draft) / targetWords));
  let text = draft;
  const rounds = Math.max(LEAST_CONTINUES, Math.ceil(targetWords / WORDS_PER_CONTINUE));
  for (let round = 0; round < rounds; round++) {
    const missing = targetWords - countWords(text);
    if (countWords(text) >= window.least || missing < LEAST_CONTINUE_WORDS) return text;
    const asked = Math.round(missing / compliance);
    const brief = cutToTokens(
      work.writer.scale === "tiny" ? node.brief : nodeLine(node),
      BRIEF_TOKENS,
    );
    const outcome = await work.writer.asker.ask({
      stage: "continue",
      node: node.id,
      variant: String(round),
      messages: afterText(
        text,
        { ask: fill(TEMPLATES.continue.ask, { words: asked, brief }) },
        drafting,
      ),
      maxOutputTokens: replyTokens(asked, work.tokensPerWord),
    });
    drafting.entries.push(outcome.entry);
    const more = screened(withoutTornEnd(cleanReply(outcome.call?.text ?? "")), text, drafting);
    const isUsable = more !== "" && !isBad(more, drafting) && !repeats(text, more);
    if (isUsable) text = joined(text, more);
    else if (round + 1 >= LEAST_CONTINUES) return text;
  }
  return text;
}

/** A continuation without sentences that do not belong there, or stand in the leaf already. */
function screened(more: string, text: string, { work, context }: Drafting): string {
  const { said, writer, language } = work;
  const earlier = splitSentences(text).map((sentence) => new Set(unicodeWords(sentence)));
  return withoutFaults(more, {
    avoid: writer.brief.avoid.map((item) => item.text),
    instructions: context.system,
    said: {
      copiedShare: said.copiedShare,
      saysAgain: (sentence) =>
        said.saysAgain(sentence) ||
        earlier.some((other) => saysTheSame(new Set(unicodeWords(sentence)), other)),
    },
    ...(language === undefined ? {} : { language }),
  }).text;
}

/** Whether a continuation begins by saying again what stands there. */
function repeats(text: string, more: string): boolean {
  const [first = ""] = splitSentences(more);
  return countWords(first) >= 4 && text.includes(first.trim());
}

function joined(text: string, more: string): string {
  return more === "" ? text : `${text} ${more}`;
}

interface Request {
  /** What is asked for. */
  readonly ask: string;
  /** Words with which the reply begins. */
  readonly start?: string;
}

/** A conversation that goes on after the leaf so far; it shows its end only, so that it stays short. */
function afterText(text: string, { ask, start }: Request, drafting: Drafting): ChatMessage[] {
  const { context, work } = drafting;
  const { parts, system } = context;
  const isOwn = goesOn(work.writer);
  const shown = fill(TEMPLATES.continue.previous, { text: tailOf(text, SHOWN_WORDS) });
  const user = [parts.get("document"), parts.get("facts"), isOwn ? undefined : shown, ask];
  const messages: ChatMessage[] = [
    { role: "system", content: system },
    { role: "user", content: user.filter((part) => part !== undefined).join("\n\n") },
  ];
  return isOwn ? goingOn(messages, text, start) : messages;
}

function shortened(text: string, drafting: Drafting): string {
  const window = windowOf(drafting);
  if (countWords(text) <= window.most) return text;
  const { relevance } = drafting.work;
  const brief = nodeLine(drafting.node);
  const seen = new Set<MustHit>();
  const needed = mentionsFound(text, drafting.context.hits);
  return trimToWindow(text, window, (sentence) => {
    const found = mentionsFound(sentence, needed).filter((hit) => !seen.has(hit));
    for (const hit of found) seen.add(hit);
    return { keep: found.length > 0, worth: relevance.cosine(sentence, brief) };
  });
}
