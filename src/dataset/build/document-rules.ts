import type { BuildRules } from "./build-rules.ts";
import type { DocumentTable } from "./document-view.ts";
import { hasMoreWords, hasWords, wordCount } from "./sql-words.ts";
import type { DocumentNeed } from "./task-recipe.ts";

/** A rule that a document passes or not, whatever else its author wrote. */
export interface DocumentRule {
  /** The rule in words. */
  readonly rule: string;
  /** SQL that is true where it passes. */
  readonly sql: string;
}

/** SQL about the words of a column: `text` or `title`. */
interface WordSql {
  readonly hasWords: (column: string, least: number) => string;
  readonly hasMoreWords: (column: string, other: string) => string;
}

const UNCOUNTED: WordSql = { hasWords, hasMoreWords };
const COUNTED: WordSql = {
  hasWords: (column, least) => `${column}_words >= ${least}`,
  hasMoreWords: (column, other) => `${column}_words > ${other}_words`,
};

/** The rules for single documents, in the order in which they are applied. */
export function documentRules({ recipe, rules, counted }: DocumentTable): DocumentRule[] {
  const { noun } = recipe;
  const words = counted ? COUNTED : UNCOUNTED;
  const lengths = recipe.options.flatMap(
    ({ rule }) => lengthRule(rule, { noun, rules, words }) ?? [],
  );
  const hasLength = recipe.options.some(({ rule }) => rule === "minTextWords");
  return [
    ...deletedRule(noun, rules),
    ...(recipe.byLanguage ? languageRule(noun, rules) : []),
    ...recipe.needs.map((need) => ({ rule: `${noun} has a ${need}`, sql: NEEDS[need](words) })),
    ...(hasLength ? [] : [{ rule: `${noun} has a text`, sql: words.hasWords("text", 1) }]),
    ...lengths,
  ];
}

/** Stands for everybody who left the site. */
const DELETED = "[deleted]";

function deletedRule(noun: string, { deletedAuthors }: BuildRules): DocumentRule[] {
  if (deletedAuthors === "keep") return [];
  return [
    { rule: `${noun} is not by ${DELETED}`, sql: `NOT list_contains(persons, '${DELETED}')` },
  ];
}

const NEEDS: Readonly<Record<DocumentNeed, (words: WordSql) => string>> = {
  title: (words) => words.hasWords("title", 1),
  date: () => "date IS NOT NULL",
  rating: () => "overall IS NOT NULL",
};

interface LengthContext {
  readonly noun: string;
  readonly rules: BuildRules;
  readonly words: WordSql;
}

function lengthRule(
  rule: keyof BuildRules,
  { noun, rules, words }: LengthContext,
): DocumentRule | undefined {
  switch (rule) {
    case "longerThanTitle":
      return rules.longerThanTitle
        ? {
            rule: `${noun} has more words than its summary`,
            sql: words.hasMoreWords("text", "title"),
          }
        : undefined;
    case "minTextWords":
      return {
        rule: `${noun} has at least ${rules.minTextWords} words`,
        sql: words.hasWords("text", Math.max(1, rules.minTextWords)),
      };
    case "minTitleWords":
      return rules.minTitleWords === 0
        ? undefined
        : {
            rule: `its title or summary has at least ${rules.minTitleWords} words`,
            sql: words.hasWords("title", rules.minTitleWords),
          };
    default:
      return undefined;
  }
}

/**
 * Words that are frequent in English and in no other large language of papers: "in", "is" and "was"
 * are German or Dutch, too. English abstracts have 20–35 % of them, others below 6 %.
 */
const ENGLISH_WORDS =
  "the|of|and|to|that|for|with|are|this|these|by|from|which|be|we|has|have|been|its|their";
const ENGLISH_SHARE = 0.1;

function languageRule(noun: string, { language, missingLanguage }: BuildRules): DocumentRule[] {
  if (language === "any") return [];
  const code = language.replaceAll("'", "''").toLowerCase();
  const named = `lower(language) = '${code}' OR starts_with(lower(language), '${code}-')`;
  const english = `len(regexp_extract_all(lower(text), '\\b(?:${ENGLISH_WORDS})\\b')) >= ${ENGLISH_SHARE} * ${wordCount("text")}`;
  const missing = {
    keep: "true",
    drop: "false",
    detect: code === "en" ? `(${hasWords("text", 1)} AND ${english})` : "false",
  }[missingLanguage];
  return [
    {
      rule: `${noun} is in the language ${language}`,
      sql: `CASE WHEN coalesce(language, '') = '' THEN ${missing} ELSE ${named} END`,
    },
  ];
}
