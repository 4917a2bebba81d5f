import { gunzipSync, strFromU8 } from "fflate";

/** Words that mean the same, after Princeton's WordNet 3.0. */
export interface WordNet {
  /**
   * The other names of everything a word can mean: over all parts of speech, base forms and synsets,
   * those names that are one word in lower case. Phrases and proper names are left out, since METEOR
   * cannot match them.
   *
   * @param word - A word; upper case does not matter.
   * @returns The names, each once; the word itself may be among them.
   */
  synonyms(word: string): ReadonlySet<string>;
}

/**
 * Opens the word table that ships with the package. It is loaded on first use.
 *
 * @returns The table; the same one each time.
 */
export function openWordNet(): Promise<WordNet> {
  opened ??= load();
  return opened;
}

let opened: Promise<WordNet> | undefined;

async function load(): Promise<WordNet> {
  const { WORDNET } = await import("./wordnet-data.ts");
  const blocks = strFromU8(gunzipSync(bytesOf(WORDNET)), true)
    .split("\n\n")
    .map((block) => block.split("\n"));
  const parts = SUFFIXES.map((suffixes, part): PartOfSpeech => {
    const synsets = blocks[part] ?? [];
    return {
      synsets,
      index: indexOf(synsets),
      irregular: irregularForms(blocks[SUFFIXES.length + part] ?? []),
      suffixes,
    };
  });
  return { synonyms: (word) => synonymsOf(word.toLowerCase(), parts) };
}

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

interface PartOfSpeech {
  /** Members of each synset, parted by spaces. */
  readonly synsets: readonly string[];
  /** Per name in lower case, the synsets that hold it. */
  readonly index: ReadonlyMap<string, number | number[]>;
  /** Base forms of irregular words. */
  readonly irregular: ReadonlyMap<string, readonly string[]>;
  /** Endings, and what stands in their place in the base form. */
  readonly suffixes: readonly (readonly [ending: string, base: string])[];
}

/** Noun, verb, adjective, adverb: the order of the blocks. */
const SUFFIXES: readonly PartOfSpeech["suffixes"][] = [
  [
    ["s", ""],
    ["ses", "s"],
    ["ves", "f"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
  ],
  [
    ["s", ""],
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ],
  [],
];

function synonymsOf(word: string, parts: readonly PartOfSpeech[]): Set<string> {
  const names = parts.flatMap((part) =>
    [...baseForms(word, part)].flatMap((form) =>
      synsetsOf(form, part).flatMap((synset) => synset.split(" ")),
    ),
  );
  return new Set(names.filter(canMatch));
}

/** The word itself, and its irregular base forms, or else what its endings leave. */
function baseForms(word: string, { irregular, suffixes }: PartOfSpeech): Set<string> {
  const forms = new Set([word]);
  const known = irregular.get(word);
  if (known !== undefined) for (const form of known) forms.add(form);
  else {
    for (const [ending, base] of suffixes) {
      if (word.endsWith(ending)) forms.add(word.slice(0, word.length - ending.length) + base);
    }
  }
  return forms;
}

function synsetsOf(form: string, { index, synsets }: PartOfSpeech): string[] {
  const found = index.get(form);
  if (found === undefined) return [];
  const numbers = typeof found === "number" ? [found] : found;
  return numbers.map((number) => synsets[number] as string);
}

function canMatch(name: string): boolean {
  return !name.includes("_") && name === name.toLowerCase();
}

function indexOf(synsets: readonly string[]): Map<string, number | number[]> {
  const index = new Map<string, number | number[]>();
  for (const [number, members] of synsets.entries()) {
    for (const name of members.toLowerCase().split(" ")) {
      const known = index.get(name);
      if (known === undefined) index.set(name, number);
      else if (typeof known === "number") index.set(name, [known, number]);
      else known.push(number);
    }
  }
  return index;
}

function irregularForms(lines: readonly string[]): Map<string, string[]> {
  return new Map(
    lines.map((line) => {
      const [word = "", ...forms] = line.split(" ");
      return [word, forms];
    }),
  );
}
