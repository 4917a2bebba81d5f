import { createBleu } from "../sacrebleu/bleu.ts";
import { type FilledPanelOptions, fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore, type WindowFacts } from "./panel-score.ts";
import { PanelText, type WordIds } from "./panel-text.ts";
import { meanOverWindows, type WordWindow } from "./word-windows.ts";

/** Length and number of the parts that are compared. */
export type SelfBleuOptions = Pick<PanelOptions, "partWords" | "parts">;

/**
 * How alike the parts of a text are: self-BLEU-4, the mean BLEU of each of 20 parts of 500 words
 * against the other 19, over all runs of 10,000 words. From 0 to 1; lower is better: three old novels
 * had .08–.12, and above .25 is an alarm. It depends on the number of parts and on their length, so a
 * text of fewer words than one run is unscored (`too-few-words`): choose fewer or shorter parts for
 * shorter texts, and compare only numbers of one signature.
 *
 * Source: Zhu and others, Texygen, 2018. BLEU as sacreBLEU computes it over lower-cased Unicode words:
 * orders 1 to 4, exponential smoothing, n-grams clipped by the part that holds them most.
 *
 * @param text - Any text.
 * @param options - Length and number of the parts.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function selfBleu(text: string, options: SelfBleuOptions = {}): PanelScore<WindowFacts> {
  const filled = fillPanelOptions(options);
  return panelScore(`${selfBleuSignature(filled)}|v:1`, selfBleuIn(new PanelText(text), filled));
}

/** Signature of self-BLEU before what it is a mean over. */
export function selfBleuSignature({
  parts,
  partWords,
}: Pick<FilledPanelOptions, "parts" | "partWords">): string {
  return `self-bleu|order:4|smooth:exp|tok:unicode-words|parts:${parts}x${partWords}`;
}

/** Self-BLEU of a text that was read. */
export function selfBleuIn(
  text: PanelText,
  options: Pick<FilledPanelOptions, "parts" | "partWords">,
): Measured<WindowFacts> {
  const { parts, partWords } = options;
  const count = text.words.length;
  if (count === 0) return { reason: "no-words" };
  if (count < parts * partWords) return { reason: "too-few-words" };
  const bleu = createBleu();
  return meanOverWindows(count, parts * partWords, (window) => {
    const shared = Array.from({ length: HIGHEST_ORDER }, (_, index) =>
      sharedNgrams(text.wordIds, window, { ...options, order: index + 1 }),
    );
    let sum = 0;
    for (let part = 0; part < parts; part++) {
      const counts = {
        // All parts are of one length, so that none is penalised for being short.
        predictionWords: partWords,
        referenceWords: partWords,
        shared: shared.map((perPart) => perPart[part] as number),
        total: shared.map((_, index) => Math.max(partWords - index, 0)),
      };
      sum += bleu.score(counts, false);
    }
    return sum / (100 * parts);
  });
}

const HIGHEST_ORDER = 4;

/** How often the n-gram occurs in the part that holds it most, which part that is, and in the next. */
interface Holders {
  most: number;
  mostPart: number;
  second: number;
}

/**
 * For each part, how many of its n-grams the other parts hold, each counted as often as the part and
 * the other part that holds it most both do. One pass over all parts, where BLEU against each set of
 * others would read every part anew.
 */
function sharedNgrams(
  words: WordIds,
  window: WordWindow,
  { parts, partWords, order }: SelfBleuPart,
): number[] {
  const numbers: NgramNumbers = [new Map(), new Map(), new Map()];
  const counts = Array.from({ length: parts }, (_, part) => {
    const from = window.from + part * partWords;
    return countNgrams(words, { from, to: from + partWords }, { order, numbers });
  });
  const holders = new Map<number, Holders>();
  for (const [part, grams] of counts.entries()) {
    for (const [gram, count] of grams) note(holders, gram, { part, count });
  }
  return counts.map((grams, part) => {
    let shared = 0;
    for (const [gram, count] of grams) {
      const { most, mostPart, second } = holders.get(gram) as Holders;
      shared += Math.min(count, mostPart === part ? second : most);
    }
    return shared;
  });
}

type SelfBleuPart = Pick<FilledPanelOptions, "parts" | "partWords"> & { readonly order: number };

/** Numbers of the 2-, 3- and 4-grams of a window, by the shorter n-gram and the last word. */
type NgramNumbers = readonly [Map<number, number>, Map<number, number>, Map<number, number>];

function countNgrams(
  { ids, distinct }: WordIds,
  { from, to }: WordWindow,
  { order, numbers }: { readonly order: number; readonly numbers: NgramNumbers },
): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = from; at + order <= to; at++) {
    let gram = ids[at] as number;
    for (let next = 1; next < order; next++) {
      const known = numbers[(next - 1) as 0 | 1 | 2];
      const key = gram * distinct + (ids[at + next] as number);
      gram = known.get(key) ?? known.size;
      if (gram === known.size) known.set(key, gram);
    }
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function note(
  holders: Map<number, Holders>,
  gram: number,
  { part, count }: { readonly part: number; readonly count: number },
): void {
  const held = holders.get(gram);
  if (held === undefined) {
    holders.set(gram, { most: count, mostPart: part, second: 0 });
  } else if (count > held.most) {
    holders.set(gram, { most: count, mostPart: part, second: held.most });
  } else {
    held.second = Math.max(held.second, count);
  }
}
