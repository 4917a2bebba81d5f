import { porterStem, unicodeWords } from "../../../text/index.ts";
import { KEYWORDS_WANTED } from "./parse-keywords.ts";

/** A paper whose keywords are looked for. */
export interface KeywordText {
  /** Its title; may be empty. */
  readonly title: string;
  /** Its abstract; may be empty. */
  readonly abstract: string;
}

/** Words that begin, end and part no keyword. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above achieve achieved across after again against all allow allows almost along also although always among an and another any
are around as at available based be became because become been before being below best better between both but by
called can cannot case cases compared consider considered could demonstrate demonstrates describe described describes despite did
different discuss do does done due during each either enable enables especially et even every evaluate evaluated existing experiments few find findings first
five following for found four from further furthermore general give given good has have having he hence her here high his how
however i if important improve improved improves in including increase increasing indeed instead into introduce investigate is it its itself just known large last later
less like low made main make makes making many may means might more moreover most much must namely nearly need needed
new no nor not novel now number obtain obtained of often on once one ones only onto or other others our out outperforms over overall
own paper part particular particularly per perform performed performs possible present presented presents propose proposed proposes provide provided provides rather recent recently regarding related respectively result results same second
see set several shall she should show showed shown shows significant significantly similar simple since single small so some several still
study studied such suggest suggests suitable take taken than that the their them then there thereby therefore these they third this those
though three through thus to together too total toward towards two under understand unlike until up upon us use used useful user uses using
usually various very via was way we well were what when where whereas whether which while who whole whose why widely will with within
without work works would yet you your`.split(/\s+/),
);

const MAX_WORDS = 3;
const TITLE_BONUS = 1.5;

interface Candidate {
  /** As it stands where it is met first. */
  readonly form: string;
  readonly stems: readonly string[];
  readonly place: number;
  count: number;
  inTitle: boolean;
}

/**
 * Five keywords of a paper without a model. Candidates are runs of up to three words between stop
 * words and punctuation (as in RAKE, Rose et al. 2010), equal if their Porter stems are. A word
 * scores degree over frequency × its frequency's logarithm; a candidate the mean of its words × the
 * logarithm of its own count, more if it stands in the title, and slightly less the later it comes. A
 * candidate that shares half its words with a better one is passed over while there are others.
 *
 * @param paper - Title and abstract.
 * @returns Up to five keywords, best first; fewer only if the text holds no more words of content.
 */
export function localKeywords({ title, abstract }: KeywordText): string[] {
  const candidates = new Map<string, Candidate>();
  collect(candidates, title, true);
  collect(candidates, abstract, false);
  const all = [...candidates.values()];
  const scores = scored(all);
  const ranked = all
    .map((candidate, at) => ({ candidate, score: scores[at] as number }))
    .sort((left, right) => right.score - left.score || left.candidate.place - right.candidate.place)
    .map(({ candidate }) => candidate);
  const chosen = spreadOut(ranked);
  return chosen.map(({ form }) => form);
}

const BREAK = /[^\p{L}\p{N}\s'’+#/-]+|\s[-–—]\s/u;

function collect(candidates: Map<string, Candidate>, text: string, inTitle: boolean): void {
  for (const part of text.split(BREAK)) {
    let run: string[] = [];
    for (const word of [...part.split(/\s+/), ""]) {
      if (isContent(word)) {
        run.push(word);
        continue;
      }
      addRun(candidates, run, inTitle);
      run = [];
    }
  }
}

function isContent(word: string): boolean {
  return /\p{L}{2}/u.test(word) && !STOP_WORDS.has(word.toLowerCase());
}

/** Long runs are lists of their last words' attributes: the end is what they speak of. */
function addRun(
  candidates: Map<string, Candidate>,
  run: readonly string[],
  inTitle: boolean,
): void {
  if (run.length === 0) return;
  const words = run.slice(-MAX_WORDS);
  const form = words.map(plainForm).join(" ");
  const stems = words.map((word) => porterStem(unicodeWords(word).join("-")));
  const key = stems.join(" ");
  const known = candidates.get(key);
  if (known === undefined) {
    candidates.set(key, { form, stems, place: candidates.size, count: 1, inTitle });
    return;
  }
  known.count += 1;
  known.inTitle ||= inTitle;
}

/** Lower case, except for names and abbreviations such as BERT or mRNA. */
function plainForm(word: string): string {
  const bare = word.replace(/^['’/+-]+|['’/-]+$/gu, "");
  return /\p{Lu}.*\p{Lu}|\p{L}\p{Lu}/u.test(bare) ? bare : bare.toLowerCase();
}

function scored(candidates: readonly Candidate[]): number[] {
  const frequency = new Map<string, number>();
  const degree = new Map<string, number>();
  for (const { stems, count } of candidates) {
    for (const stem of stems) {
      frequency.set(stem, (frequency.get(stem) ?? 0) + count);
      degree.set(stem, (degree.get(stem) ?? 0) + count * stems.length);
    }
  }
  const wordScore = (stem: string): number => {
    const seen = frequency.get(stem) ?? 1;
    return ((degree.get(stem) ?? 1) / seen) * Math.log2(1 + seen);
  };
  return candidates.map(({ stems, count, inTitle, place }) => {
    const mean = stems.reduce((sum, stem) => sum + wordScore(stem), 0) / stems.length;
    const early = 1 - (0.3 * place) / candidates.length;
    return mean * Math.log2(1 + count) * (inTitle ? TITLE_BONUS : 1) * early;
  });
}

function spreadOut(ranked: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const passedOver: Candidate[] = [];
  for (const candidate of ranked) {
    if (chosen.length === KEYWORDS_WANTED) return chosen;
    (chosen.some((better) => overlaps(candidate, better)) ? passedOver : chosen).push(candidate);
  }
  return [...chosen, ...passedOver].slice(0, KEYWORDS_WANTED);
}

function overlaps(candidate: Candidate, better: Candidate): boolean {
  const shared = candidate.stems.filter((stem) => better.stems.includes(stem)).length;
  return 2 * shared >= candidate.stems.length;
}
