import type { LeakFinding, LeakKind } from "../records/index.ts";

/** A text to scan. */
export interface ScannedText {
  /** Its key, for the findings. */
  readonly text: string;
  /** Its words as raters read them. */
  readonly words: string;
}

/** What {@link scanLeaks} needs. */
export interface LeakScanInput {
  /** The texts, with their surface made equal. */
  readonly texts: readonly ScannedText[];
  /** Names that give a writer away: teams, systems, models in use. Shorter than 3 characters are left out. */
  readonly names: readonly string[];
}

/** Families of models and their vendors, as they name themselves in texts. */
const MODELS =
  "chat ?gpt|gpt-?[2-9](?:[.-]?[a-z0-9]+)*|openai|anthropic|claude|google ai|deepmind|gemini|gemma|bard|palm 2|" +
  "meta ai|llama[ -]?[1-9](?:\\.\\d)?|llama|alpaca|vicuna|mi[sx]tral|qwen|tongyi|deepseek|smollm|falcon-\\d+b|" +
  "bloomz?|phi-[1-9]|cohere|command r|grok|copilot|ernie bot|yi-\\d+b|chatglm|kimi|hugging ?face|language models?|" +
  "large language model|llms?";

const ASSISTANT =
  "as an? (?:ai|artificial intelligence|large language|language)(?: (?:language )?model| assistant)?|" +
  "i(?:'m| am) (?:just )?an? (?:ai|language model|virtual assistant)|my training data|my knowledge cut-?off|" +
  "i hope (?:this|that) helps|let me know if you(?:'d| would)? (?:like|need|want)|" +
  "(?:sure|certainly|of course)[,!] here(?:'s| is| are)|here(?:'s| is) (?:the|a|your) (?:continuation|continued|rest of the|long|story|text|next (?:part|chapter))";

const REFUSAL =
  "i(?:'m| am) (?:sorry|afraid),? (?:but )?i (?:can(?:no|')t|am (?:not able|unable))|" +
  "i (?:can(?:no|')t|am unable to|am not able to) (?:help|assist|continue|fulfil?l|comply|write|generate|create|provide)|" +
  "i must decline|against my (?:guidelines|policy|programming)";

const RESIDUE =
  "<\\|[^|<>\\n]{1,40}\\|>|\\[/?inst\\]|<<?/?sys>>?|###? ?(?:instructions?|response|input|output|task)\\b:?|" +
  "^(?:system|user|assistant|human|prompt|instructions?|response|output)\\s*:|" +
  "(?:continue|complete|write) the (?:story|text|chapter) (?:above|below|in)|word count\\s*:|at least [\\d,]+ words";

const MARKUP =
  "^#{1,6} \\S|\\*\\*[^*\\n]{1,80}\\*\\*|</?(?:p|br|div|span|b|i|em|strong|h[1-6])\\b[^>]*>|```";

const FIXED: readonly (readonly [LeakKind, RegExp])[] = [
  ["model", bounded(MODELS)],
  ["assistant-phrase", bounded(ASSISTANT)],
  ["refusal", bounded(REFUSAL)],
  ["prompt-residue", new RegExp(RESIDUE, "gimu")],
  ["markup", new RegExp(MARKUP, "gimu")],
];

/** Characters shown on each side of a finding. */
const AROUND = 60;

/** Findings of one kind in one text beyond which the rest adds nothing. */
const MOST_PER_KIND = 50;

/**
 * Looks for traces of their writers in texts: names of teams and systems, models and vendors, words of
 * assistants, refusals, residue of prompts, markup. Finds too much rather than too little: a person
 * called Claude is found, too, and can be cleared. At most 50 findings of a kind in one text.
 *
 * @param input - Texts and names.
 * @returns The findings by text, each in the order of the text; none for texts without traces.
 */
export function scanLeaks({ texts, names }: LeakScanInput): LeakFinding[] {
  const known = [...new Set(names.map((name) => name.trim()))].filter(({ length }) => length >= 3);
  const patterns: (readonly [LeakKind, RegExp])[] = [...FIXED];
  if (known.length > 0) patterns.unshift(["name", bounded(known.map(namePattern).join("|"))]);
  return texts.flatMap((scanned) =>
    patterns
      .flatMap(([kind, pattern]) => findingsOf(scanned, kind, pattern))
      .sort((left, right) => left.start - right.start),
  );
}

function findingsOf({ text, words }: ScannedText, kind: LeakKind, pattern: RegExp): LeakFinding[] {
  const findings: LeakFinding[] = [];
  for (const { index, 0: match } of words.matchAll(pattern)) {
    if (findings.length === MOST_PER_KIND) break;
    const from = Math.max(0, index - AROUND);
    const to = Math.min(words.length, index + match.length + AROUND);
    findings.push({
      id: `${text}:${kind}:${index}`,
      text,
      kind,
      start: index,
      match,
      excerpt: words.slice(from, to),
    });
  }
  return findings;
}

function bounded(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu");
}

/** `Tree-Writer` is also found as `tree writer` and `treewriter`. */
function namePattern(name: string): string {
  return name
    .split(/[\s_-]+/)
    .filter((part) => part !== "")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("[\\s_-]?");
}

/** What hides a trace. */
const MASK = "[…]";

/**
 * Hides traces: each is replaced by `[…]`.
 *
 * @param words - The text that was scanned.
 * @param findings - Its findings that are to be hidden; overlapping ones become one mask.
 * @returns The text without them.
 */
export function maskLeaks(
  words: string,
  findings: readonly Pick<LeakFinding, "start" | "match">[],
): string {
  const spans = findings
    .map(({ start, match }) => ({ start, end: start + match.length }))
    .sort((left, right) => left.start - right.start);
  let masked = "";
  let at = 0;
  for (const { start, end } of spans) {
    if (start >= at) masked += words.slice(at, start) + MASK;
    at = Math.max(at, end);
  }
  return masked + words.slice(at);
}
