import type { EntityIndex, Gender } from "./entities.ts";
import { openLookUps } from "./look-ups.ts";
import type { Mention } from "./noun-phrases.ts";
import { type Subject, subjectOf } from "./subjects.ts";

/** Sentences after which nobody can be meant by a pronoun any more. */
const MEMORY_SENTENCES = 3;

const GENDERS: Readonly<Record<string, Gender>> = {
  she: "she",
  her: "she",
  hers: "she",
  he: "he",
  his: "he",
  him: "he",
};

/** Pronouns that stand for somebody or something told of before. */
const PERSONAL = /^(?:she|he|it|you)$/;

/** Nouns that stand for a woman or a man. */
const GENDERED: Readonly<Record<string, Gender>> = Object.fromEntries([
  ..."woman girl daughter sister mother wife aunt niece grandmother widow lady ferrywoman queen mrs ms miss madam housekeeper"
    .split(" ")
    .map((noun) => [noun, "she"] as const),
  ..."man boy son brother father husband uncle nephew grandfather widower gentleman king mr sir lord"
    .split(" ")
    .map((noun) => [noun, "he"] as const),
]);

/** Stems of nouns for times: `it` does not go on about them. */
const TIMES: ReadonlySet<string> = new Set(
  "begin end middl dai night morn even winter summer spring autumn year month week hour time moment wai end".split(
    " ",
  ),
);

/** Keeps track of who is spoken about, from sentence to sentence. */
export interface Discourse {
  /**
   * Who or what a mention means.
   *
   * @param mention - The mention.
   * @param before - Mentions that stand before it in its sentence.
   * @returns The subject; `undefined` where that is open.
   */
  resolve(mention: Mention, before: readonly Mention[]): Subject | undefined;
  /**
   * Who a possessive pronoun means.
   *
   * @param pronoun - `her`, `his` or `its`.
   * @param before - Mentions that stand before it in its sentence.
   * @returns The owner; `undefined` where that is open.
   */
  owner(pronoun: string, before: readonly Mention[]): Subject | undefined;
  /**
   * Ends a sentence.
   *
   * @param mentions - Its mentions.
   */
  close(mentions: readonly Mention[]): void;
  /** Who turned out to be spoken of as she or he. */
  readonly genders: ReadonlyMap<Subject, Gender>;
}

/**
 * Begins to read a text.
 *
 * @param entities - What is known by name.
 * @returns Nothing is remembered yet.
 */
export function openDiscourse(entities: EntityIndex): Discourse {
  let sentences: Subject[][] = [];
  const canonical = (subject: Subject): Subject => entities.find(subject)?.subject ?? subject;
  // What this text shows is kept apart: a draft that is not taken must not change what is known.
  const genders = new Map<Subject, Gender>();
  const shown = new Map<string, Gender>();
  const genderOf = (subject: Subject): Gender | undefined => {
    const known = canonical(subject);
    return entities.genderOf(known) ?? shown.get(known.words.join(" ")) ?? GENDERED[subject.head];
  };

  // To find whom a pronoun means, those before it have to be known.
  const lookUps = openLookUps<Mention, Subject | undefined>();

  const meant = (pronoun: string, before: readonly Mention[]): Subject | undefined => {
    const own = lookUps.within(() => subjectsOf(before));
    const gender = GENDERS[pronoun];
    const fits = (subject: Subject): boolean => {
      if (gender !== undefined) return fitsGender(subject, gender);
      if (pronoun === "you") return subject.kind === "name";
      return genderOf(subject) === undefined && !TIMES.has(subject.head);
    };
    const fitsGender = (subject: Subject, wanted: Gender): boolean => {
      const known = genderOf(subject);
      return known === wanted || (known === undefined && subject.kind === "name");
    };
    for (const sentence of [own, ...sentences]) {
      const fitting = sentence.filter(fits).map(canonical);
      const sure = gender === undefined ? [] : fitting.filter((one) => genderOf(one) === gender);
      const [first] = sure.length > 0 ? sure : fitting;
      if (first !== undefined) return first;
    }
    return undefined;
  };

  /** Whom mentions mean, subjects first: what stands after a preposition is seldom gone on with. */
  const subjectsOf = (mentions: readonly Mention[]): Subject[] => {
    const meantBy = mentions.flatMap((mention, place) => {
      const subject = discourse.resolve(mention, mentions.slice(0, place));
      return subject === undefined ? [] : [{ mention, subject }];
    });
    const isMain = ({ mention }: { readonly mention: Mention }): boolean =>
      !mention.oblique && !mention.possessive;
    const ordered = [...meantBy.filter(isMain), ...meantBy.filter((each) => !isMain(each))];
    return ordered.map(({ subject }) => subject);
  };

  /** Whom a pronoun means is spoken of as she or he from there on. */
  const notePronouns = (mentions: readonly Mention[]): void => {
    for (const [place, mention] of mentions.entries()) {
      const gender = mention.kind === "pronoun" ? GENDERS[mention.subject.text] : undefined;
      if (gender === undefined) continue;
      const who = discourse.resolve(mention, mentions.slice(0, place));
      if (who?.kind !== "name" || genderOf(who) !== undefined) continue;
      shown.set(canonical(who).words.join(" "), gender);
    }
  };

  const discourse: Discourse = {
    genders,
    owner: (pronoun, before) =>
      /^(?:her|his|its)$/.test(pronoun) ? meant(pronoun, before) : undefined,
    resolve: (mention, before) => {
      const { subject, kind, owner } = mention;
      if (kind === "pronoun") {
        if (!PERSONAL.test(subject.text)) return undefined;
        return lookUps.once(mention, () => meant(subject.text, before));
      }
      const known = entities.find(subject);
      if (kind === "name" || owner === undefined) return known?.subject ?? subject;
      const of = discourse.owner(owner, before);
      return of === undefined ? (known?.subject ?? subject) : owned(of, subject);
    },
    close: (mentions) => {
      const own = subjectsOf(mentions);
      for (const [subject, gender] of gendersIn(mentions)) {
        genders.set(canonical(subject), gender);
        shown.set(canonical(subject).words.join(" "), gender);
      }
      notePronouns(mentions);
      // A sentence of pronouns goes on about whom the last one was about.
      if (own.length > 0) sentences = [own, ...sentences].slice(0, MEMORY_SENTENCES);
    },
  };
  return discourse;
}

/** Something by its owner: `Marit's boat`. */
function owned(owner: Subject, { text, words, head }: Subject): Subject {
  const noun = text.replace(/^\S+\s+/, "");
  return {
    text: `${owner.text}'s ${noun}`,
    kind: "thing",
    words: [...owner.words, ...words],
    head,
  };
}

/**
 * The thing that belongs to somebody.
 *
 * @param owner - The owner.
 * @param noun - What belongs to them, without an article.
 * @returns For instance `Marit's boat`.
 */
export function ownedThing(owner: Subject, noun: string): Subject {
  return owned(owner, subjectOf(`the ${noun.toLowerCase()}`));
}

function gendersIn(mentions: readonly Mention[]): (readonly [Subject, Gender])[] {
  return mentions.flatMap(({ kind, subject, role }) => {
    const title = subject.text.split(/[. ]/)[0]?.toLowerCase() ?? "";
    const gender = GENDERED[role?.head ?? ""] ?? GENDERED[title];
    return kind === "name" && gender !== undefined ? [[subject, gender] as const] : [];
  });
}
